//! `tetralith perft`: counts of step sequences.

use std::io::Write;

use tetralith_core::Game;

use crate::cli::PerftArgs;
use crate::error::Error;

/// Writes `depth count` to `out`, one line for each depth from 1 as soon as it is counted.
///
/// # Errors
/// [`Error::Setup`] if the options cannot be played, [`Error::Output`] if `out` fails.
pub fn perft(args: &PerftArgs, out: &mut impl Write) -> Result<(), Error> {
    let info = args.game.game;
    let position = Game::start(info, &info.options(&args.game.options.setup())?)?;
    for depth in 1..=args.depth {
        writeln!(out, "{depth} {}", position.perft(depth))?;
        out.flush()?;
    }
    Ok(())
}
