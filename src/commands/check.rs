//! `tetralith check`: validates records by playing them.

use std::io::Write;

use tetralith_core::{Names, Timeline, json};

use crate::cli::CheckArgs;
use crate::error::Error;
use crate::files::{self, FileError, shown};

/// Writes to `out` what each record holds and to `err` what is wrong with it, and returns whether all are valid.
///
/// # Errors
/// [`Error::Output`] if `out` or `err` fails.
pub fn check(args: &CheckArgs, out: &mut impl Write, err: &mut impl Write) -> Result<bool, Error> {
    let mut all_valid = true;
    for path in &args.files {
        let file = path.to_string_lossy();
        match files::load(path) {
            Ok((_, timeline)) if args.json => writeln!(out, "{}", json::check(&file, &timeline))?,
            Ok((_, timeline)) => writeln!(out, "{}: {}", shown(path), summary(&timeline))?,
            Err(error) => {
                all_valid = false;
                if args.json {
                    let (sentence, turn) = match &error {
                        FileError::Record { source, .. } => (source.to_string(), source.turn()),
                        _ => (error.to_string(), None),
                    };
                    writeln!(out, "{}", json::check_failed(&file, &sentence, turn))?;
                }
                writeln!(err, "error: {error}")?;
            }
        }
    }
    Ok(all_valid)
}

/// What a valid record holds, in a few words.
fn summary(timeline: &Timeline) -> String {
    let game = timeline.position();
    let names = Names::of(game);
    let state = match timeline.outcome() {
        None => format!("{} to move", names.title(game.to_move())),
        Some(outcome) => match outcome.winner {
            None => format!("a draw {}", outcome.reason),
            Some(winner) => format!("{} wins {}", names.title(winner), outcome.reason),
        },
    };
    let turns = json::turns(timeline);
    let plural = if turns == 1 { "" } else { "s" };
    format!("valid, {} on {:?}, {turns} turn{plural}, {state}", names.info.title, names.geometry)
}
