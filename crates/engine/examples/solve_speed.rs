//! Solves a board and reports how fast:
//! `solve_speed GAME SIZE [square|hexhex] [no-opening] [parity]`.

use tetralith_core::{Game, Setup, Ties};
use tetralith_engine::solve::{SolveLimits, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let has = |word: &str| args.iter().any(|arg| arg == word);
    let setup = Setup {
        size: Some(args[2].parse()?),
        board: args.get(3).and_then(|id| id.parse().ok()),
        opening: has("no-opening").then_some(false),
        ties: has("parity").then_some(Ties::Parity),
        ..Setup::default()
    };
    let game = Game::new(&args[1], &setup)?;
    let found =
        solve(&game, &SolveLimits { memory: 256 << 20, ..SolveLimits::default() }, &|_| true)?;
    println!(
        "{found:?}\n{:.2} M positions/s",
        found.nodes as f64 / found.elapsed.as_secs_f64() / 1e6
    );
    Ok(())
}
