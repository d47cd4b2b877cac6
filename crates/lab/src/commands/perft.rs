//! `tetralith-lab perft`: counts of step sequences.

use std::io::Write;

use tetralith_cli::CommandError;

use super::position::position;
use crate::arena::after;
use crate::cli::PerftArgs;

/// Writes `depth count` to `out`, one line for each depth from 1 as soon as it is counted.
///
/// # Errors
/// [`CommandError`] if the options cannot be played, the record cannot be read or is of another
/// game, or `out` fails.
pub fn perft(args: &PerftArgs, out: &mut impl Write) -> Result<(), CommandError> {
    let (start, steps) = position(&args.game, args.from.as_ref())?;
    let position = after(&start, &steps);
    for depth in 1..=args.depth {
        writeln!(out, "{depth} {}", position.perft(depth))?;
        out.flush()?;
    }
    Ok(())
}
