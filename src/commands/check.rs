//! `tetralith check`: validates records by playing them.

use std::io::Write;

use tetralith_cli::OutputLines;
use tetralith_core::{Names, Timeline, json};

use crate::cli::CheckArgs;
use tetralith_cli::CommandError;
use tetralith_storage::files::{self, FileError, shown};

/// Writes to `out` what each record holds and to `err` what is wrong with it, and returns whether
/// all are valid.
///
/// Once nobody reads `out` any more, or if `err` cannot be written, the records are checked all the
/// same, for what is returned.
///
/// # Errors
/// [`CommandError`] if `out` fails in any other way.
pub fn check(
    args: &CheckArgs,
    out: &mut impl Write,
    err: &mut impl Write,
) -> Result<bool, CommandError> {
    let mut all_valid = true;
    let mut lines = OutputLines::new(out);
    for path in &args.files {
        let file = path.to_string_lossy();
        let line = match files::load_played(path) {
            Ok((_, timeline)) if args.json => Some(json::check(&file, &timeline).to_string()),
            Ok((_, timeline)) => Some(format!("{}: {}", shown(path), summary(&timeline))),
            Err(error) => {
                all_valid = false;
                let _ = writeln!(err, "error: {error}");
                let (sentence, turn) = match &error {
                    FileError::Record { source, .. } => (source.to_string(), source.turn()),
                    FileError::Exchange { source, .. } => (source.to_string(), None),
                    _ => (error.to_string(), None),
                };
                args.json.then(|| json::check_failed(&file, &sentence, turn).to_string())
            }
        };
        if let Some(line) = line {
            lines.add(&line)?;
        }
    }
    Ok(all_valid)
}

/// Returns what a valid record holds, in a few words.
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
