//! Looks at positions of traced games of the arena, and prints the result of a search of each and
//! the winner: the fair chance of the player to move, before it is calibrated.
//!
//! ```text
//! cargo run --release -p tetralith-study --example sample -- \
//!     SIMULATIONS POSITIONS_OF_A_GAME < games.jsonl > sample.jsonl
//! ```

use std::io::{BufRead, Write};

use serde_json::Value;
use tetralith_core::{Colour, Game, Names, Setup};
use tetralith_engine::{AnySearch, CancelToken, Config, Limits};
use tetralith_study::Observation;

/// The share of a game, in tenths, from which positions are taken: later ones are mostly decided.
const TENTHS: usize = 7;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let (simulations, positions): (u64, usize) = (args[1].parse()?, args[2].parse()?);
    let mut out = std::io::stdout().lock();
    for (nth, line) in std::io::stdin().lock().lines().enumerate() {
        let line: Value = serde_json::from_str(&line?)?;
        let moves = line["moves"].as_array().ok_or("the games are not traced")?;
        let points = line["points"].as_f64().ok_or("no points")?;
        let points = if line["a_first"].as_bool() == Some(true) { points } else { 1.0 - points };
        // Options are written as the shape, the size and what is not usual.
        let options = line["options"].as_str().ok_or("no options")?;
        let size = options.split(' ').nth(1).ok_or("no size")?.parse()?;
        let setup = Setup { size: Some(size), ..Setup::default() };
        let start = Game::new(line["game"].as_str().ok_or("no game")?, &setup)?;
        let names = Names::of(&start);
        let part = (moves.len() * TENTHS / 10 / positions).max(1);
        for number in 0..positions {
            // One ply of each part of the game, another one in each game.
            let at = (nth * positions + number) as u64 + 1;
            let mixed = at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
            let ply = number * part + mixed as usize % part;
            let Some(before) = moves.get(..ply) else { continue };
            let mut position = start.clone();
            for text in before {
                position.play(names.parse_step(text.as_str().ok_or("no move")?)?)?;
            }
            let config = Config { threads: 1, seed: nth as u64, ..Config::default() };
            let mut search = AnySearch::new(config);
            search.follow(&position, &[]);
            let limits = Limits { simulations: Some(simulations), ..Limits::NONE };
            let found = search.run(&limits, &CancelToken::new(), &mut |_| {})?.fair();
            if found.proof.is_some() {
                continue;
            }
            let rounded = |chance: f64, digits: f64| (chance * digits).round() / digits;
            let result = if found.to_move == Colour::First { points } else { 1.0 - points };
            let seen = Observation {
                game: u32::try_from(nth)?,
                done: rounded(ply as f64 / moves.len() as f64, 1e2),
                win: rounded(found.win.into(), 1e4),
                result,
            };
            writeln!(out, "{}", serde_json::to_string(&seen)?)?;
        }
    }
    Ok(())
}
