//! Hex, as a yardstick: the engine without any game of its own against a program whose strength is
//! known.
//!
//! ```text
//! cargo run --release -p tetralith-lab --example hex -- 22 1 mohex --config thousand
//! ```
//!
//! This plays 22 games on 11×11 against `mohex`, a program that speaks the Go Text Protocol. The
//! engine has one thread and at most 1 second a move; the time of the program is set in its own
//! command. Each stone on the first letter is an opening of two games, one from either side, so 22
//! games are one round. The engine has the rules of Hex and one pattern of playouts, and no fitted
//! weights.

mod game;

use std::env;
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use game::Hex;
use tetralith_core::{Cell, Colour, Names, Rules, Setup, Step};
use tetralith_engine::{CancelToken, Config, Limits, Search};
use tetralith_lab::arena::Score;

/// A program that speaks the Go Text Protocol. The client of `tetralith-gtp` plays only the games
/// of its list. A fault of the program ends the match.
struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Program {
    fn start(words: &[String]) -> Result<Self, Box<dyn Error>> {
        let (name, arguments) = words.split_first().ok_or("name the program to play against")?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn()?;
        let streams = child.stdin.take().zip(child.stdout.take());
        let (input, output) = streams.ok_or("the program has no input or output")?;
        Ok(Self { child, input, output: BufReader::new(output) })
    }

    /// Sends a command and returns what is answered.
    fn ask(&mut self, command: &str) -> Result<String, Box<dyn Error>> {
        writeln!(self.input, "{command}")?;
        let mut line = String::new();
        while line.trim().is_empty() {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                return Err(format!("the program has ended before it answered '{command}'").into());
            }
        }
        let answer = line.strip_prefix('=').ok_or_else(|| format!("'{command}': {line}"))?;
        Ok(answer.trim().to_lowercase())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays a game after the stone `opening`, in which the engine is `engine`; returns the winner.
/// Adds the time that the engine and the program took to `spent`.
fn play(
    opening: Cell,
    engine: Colour,
    seed: u64,
    time: Duration,
    program: &mut Program,
    spent: &mut [Duration; 2],
) -> Result<Colour, Box<dyn Error>> {
    let options = Hex::INFO.options(&Setup::default())?;
    let names = Names { info: &Hex::INFO, geometry: options.geometry() };
    let start = Hex::new(&options)?;
    let mut search = Search::new(start.clone(), Config { seed, ..Config::default() });
    let mut game = start;
    program.ask(&format!("boardsize {}", options.size))?;
    program.ask("clear_board")?;
    let mut next = Step::Place(opening);
    let mut knows_next = false;
    loop {
        let mover = game.to_move();
        if !knows_next {
            program.ask(&format!("play {} {}", Hex::INFO.side(mover).name, names.step(next)))?;
        }
        game.play(next)?;
        search.advance(next);
        if let Some(winner) = game.outcome().and_then(|outcome| outcome.winner) {
            return Ok(winner);
        }
        knows_next = game.to_move() != engine;
        let began = Instant::now();
        next = if knows_next {
            let answer = program.ask(&format!("genmove {}", Hex::INFO.side(mover.other()).name))?;
            if answer == "resign" {
                return Ok(engine);
            }
            names.parse_step(&answer)?
        } else {
            let found = search.run(&Limits::time(time), &CancelToken::new(), |_| {})?;
            found.best().ok_or("there is no legal step")?
        };
        spent[usize::from(knows_next)] += began.elapsed();
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [games, seconds, command @ ..] = &words[..] else {
        return Err("say: hex GAMES SECONDS PROGRAM [ARGUMENT…]".into());
    };
    let (games, time) = (games.parse::<usize>()?, Duration::try_from_secs_f64(seconds.parse()?)?);
    let geometry = Hex::INFO.options(&Setup::default())?.geometry();
    let size = usize::from(geometry.size());
    let openings: Vec<Cell> = geometry.cells().take(size).collect();
    let mut program = Program::start(command)?;
    let (mut score, mut spent) = (Score::default(), [Duration::ZERO; 2]);
    for (pair, &opening) in openings.iter().cycle().take(games.div_ceil(2)).enumerate() {
        let mut points = [0.0; 2];
        for engine in Colour::BOTH {
            let seed = 2 * pair as u64 + engine.index() as u64;
            let winner = play(opening, engine, seed, time, &mut program, &mut spent)?;
            points[engine.index()] = f64::from(u8::from(winner == engine));
        }
        score.add_pair(points);
        let (won, played, elo) = (score.wins, 2 * (pair + 1), score.elo());
        let [own, theirs] = spent.map(|time| time.as_secs());
        print!("{won} of {played} won, Elo {:+.0} [{:+.0}, {:+.0}]", elo.value, elo.low, elo.high);
        println!(", {own} s against {theirs} s");
    }
    Ok(())
}
