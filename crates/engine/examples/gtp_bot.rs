//! A bot that speaks the Go Text Protocol, version 2, on standard input and output.
//!
//! ```text
//! printf 'boardsize 7\nplay red d4\ngenmove blue\nquit\n' \
//!     | cargo run -p tetralith-engine --example gtp_bot -- necklace
//! ```

use std::error::Error;
use std::io::{self, BufRead, Write};

use tetralith_core::{Colour, Game, Names, Setup, Step};
use tetralith_engine::{AnySearch, CancelToken, Config, Limits};

fn main() -> Result<(), Box<dyn Error>> {
    let game = std::env::args().nth(1).unwrap_or_else(|| "necklace".to_owned());
    Bot::new(&game, Setup::default())?.serve(io::stdin().lock(), &mut io::stdout())?;
    Ok(())
}

/// A game, the steps played in it, and a search that follows them.
struct Bot {
    game: Game,
    played: Vec<Step>,
    search: AnySearch,
}

type Reply = Result<String, Box<dyn Error>>;

impl Bot {
    fn new(game: &str, setup: Setup) -> Result<Self, Box<dyn Error>> {
        let search = AnySearch::new(Config::default());
        Ok(Self { game: Game::new(game, &setup)?, played: Vec::new(), search })
    }

    /// Answers each line of `input` until it ends or asks to `quit`.
    fn serve(mut self, input: impl BufRead, output: &mut impl Write) -> io::Result<()> {
        for line in input.lines() {
            let line = line?;
            let mut words = line.split_whitespace().peekable();
            let id = words.next_if(|word| word.parse::<u32>().is_ok()).unwrap_or_default();
            let Some(command) = words.next() else { continue };
            let arguments: Vec<&str> = words.collect();
            match self.answer(command, &arguments) {
                Ok(reply) => write!(output, "={id} {reply}\n\n")?,
                Err(error) => write!(output, "?{id} {error}\n\n")?,
            }
            output.flush()?;
            if command == "quit" {
                break;
            }
        }
        Ok(())
    }

    fn answer(&mut self, command: &str, arguments: &[&str]) -> Reply {
        match (command, arguments) {
            ("protocol_version", []) => Ok("2".to_owned()),
            ("name", []) => Ok("Example bot".to_owned()),
            ("version", []) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("list_commands", []) => {
                Ok("boardsize\nclear_board\ngenmove\nlist_commands\nname\nplay\n\
                    protocol_version\nquit\nversion"
                    .to_owned())
            }
            ("quit", []) => Ok(String::new()),
            ("boardsize", [size]) => {
                self.restart(Setup { size: Some(size.parse()?), ..Setup::default() })
            }
            ("clear_board", []) => self.restart(self.game.info().setup(self.game.options())),
            ("play", [colour, turn]) => {
                self.check_turn(colour)?;
                for step in Names::of(&self.game).parse_typed(turn)? {
                    self.play(step)?;
                }
                Ok(String::new())
            }
            ("genmove", [colour]) => self.generate(colour),
            _ => Err("unknown command".into()),
        }
    }

    fn restart(&mut self, setup: Setup) -> Reply {
        *self = Self::new(self.game.info().id, setup)?;
        Ok(String::new())
    }

    fn play(&mut self, step: Step) -> Result<(), Box<dyn Error>> {
        self.game.play(step)?;
        self.played.push(step);
        Ok(())
    }

    /// Plays the rest of the turn, of one step or two, and names it.
    fn generate(&mut self, colour: &str) -> Reply {
        self.check_turn(colour)?;
        let before = self.played.len();
        loop {
            self.search.follow(&self.game, &self.played);
            let found =
                self.search.run(&Limits::simulations(1_000), &CancelToken::new(), &mut |_| {})?;
            self.play(found.best().ok_or("there is no legal step")?)?;
            if !self.game.phase().is_mid_turn() {
                return Ok(Names::of(&self.game).turn(&self.played[before..]));
            }
        }
    }

    fn check_turn(&self, colour: &str) -> Result<(), Box<dyn Error>> {
        let names = Names::of(&self.game);
        let asked = match colour.to_lowercase().as_str() {
            "b" | "first" => Some(Colour::First),
            "w" | "second" => Some(Colour::Second),
            name => names.parse_colour(name),
        };
        let to_move = self.game.to_move();
        if asked == Some(to_move) {
            Ok(())
        } else {
            Err(format!("{} is to move", names.title(to_move)).into())
        }
    }
}

#[test]
fn a_session_is_answered() -> Result<(), Box<dyn Error>> {
    let input =
        "1 boardsize 5\nplay red c3\nplay red c4\n2 genmove blue\nplay blue zz\nshow\nquit\nname\n";
    let mut output = Vec::new();
    Bot::new("necklace", Setup::default())?.serve(input.as_bytes(), &mut output)?;
    let output = String::from_utf8(output)?;
    let answers: Vec<&str> = output.split_terminator("\n\n").collect();
    assert_eq!(answers.len(), 7, "{output}");
    assert_eq!((answers[0], answers[1], answers[2]), ("=1 ", "= ", "? Blue is to move"));
    assert!(answers[3].starts_with("=2 ") && answers[3].len() >= 5, "{output}");
    assert_eq!(
        (answers[4], answers[5], answers[6]),
        ("? Red is to move", "? unknown command", "= ")
    );
    Ok(())
}
