//! Looks at positions of traced games of the arena, and tells what a search says of each and who
//! won.
//!
//! ```text
//! cargo run --release -p tetralith-study --example sample -- \
//!     GAME SIMULATIONS EVERY < games.jsonl > sample.jsonl
//! ```

use std::io::{BufRead, Write};

use serde_json::{Value, json};
use tetralith_core::{Colour, Game, Names, Setup};
use tetralith_engine::{AnySearch, CancelToken, Config, Limits};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let (game, simulations, most): (&str, u64, usize) =
        (&args[1], args[2].parse()?, args[3].parse()?);
    let start = Game::new(game, &Setup::default())?;
    let names = Names::of(&start);
    let mut out = std::io::stdout().lock();
    for (nth, line) in std::io::stdin().lock().lines().take(most).enumerate() {
        let line: Value = serde_json::from_str(&line?)?;
        let moves = line["moves"].as_array().ok_or("the games are not traced")?;
        let points = line["points"].as_f64().ok_or("no points")?;
        let points = if line["a_first"].as_bool() == Some(true) { points } else { 1.0 - points };
        // A ply of the whole game, another one in each.
        let mixed = (nth as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let ply = (mixed as usize) % moves.len();
        let mut position = start.clone();
        for text in &moves[..ply] {
            position.play(names.parse_step(text.as_str().ok_or("no move")?)?)?;
        }
        let mut search =
            AnySearch::new(Config { threads: 1, seed: nth as u64, ..Config::default() });
        search.follow(&position, &[]);
        let limits = Limits { simulations: Some(simulations), ..Limits::NONE };
        let found = search.run(&limits, &CancelToken::new(), &mut |_| {})?;
        if found.proof.is_some() {
            continue;
        }
        let won = if found.to_move == Colour::First { points } else { 1.0 - points };
        let win = (f64::from(found.win) * 1e4).round() / 1e4;
        writeln!(out, "{}", json!({ "game": nth, "ply": ply, "win": win, "result": won }))?;
    }
    Ok(())
}
