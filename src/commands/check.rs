//! `tetralith check`: validates records by playing them.

use std::io::Write;

use serde_json::Value;
use tetralith_cli::OutputLines;
use tetralith_core::record::unread_notes;
use tetralith_core::text::{counted, display_text};
use tetralith_core::{Names, Record, Timeline, json};

use crate::cli::CheckArgs;
use tetralith_cli::CommandError;
use tetralith_files::shown;
use tetralith_storage::files::{self, SavedGameError};
use tetralith_study::{Moments, cache};

/// Writes to `out` what each record holds and to `err` what is wrong with it, and returns true if
/// all are valid.
///
/// Once `out` is not read any more, or if `err` cannot be written, the records are checked anyway,
/// for what is returned.
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
        let (mut good, mut all, mut is_list, mut written) = (0, 0, false, Ok(()));
        files::load_all(path, |place, game| {
            (all, is_list) = (all + 1, place != path);
            let file = place.to_string_lossy();
            let line = match game {
                Ok((mut record, mut timeline)) => {
                    good += 1;
                    files::leave_out_explored(&mut record, &mut timeline);
                    Some(valid(args, &file, (&record, &timeline), err))
                }
                Err(error) => {
                    let _ = writeln!(err, "error: {error}");
                    args.json.then(|| failed(&file, &error).to_string())
                }
            };
            written = line.map_or(Ok(()), |line| lines.add(&line));
            written.is_ok()
        });
        written?;
        if is_list && good < all {
            let file = shown(path);
            let _ = writeln!(err, "note: {file}: {good} of {all} records are games played here");
        }
        all_valid &= good == all;
    }
    Ok(all_valid)
}

/// The line about a valid record; notes about it go to `err`.
fn valid(
    args: &CheckArgs,
    file: &str,
    (record, timeline): (&Record, &Timeline),
    err: &mut impl Write,
) -> String {
    // The game is valid without them.
    let analysis = cache::read(record, timeline, &Moments::of_main_line(timeline));
    let fault = analysis.err().map(|fault| fault.to_string());
    for fault in fault.into_iter().chain(unread_notes(timeline)) {
        let _ = writeln!(err, "note: {}: {fault}", display_text(file));
    }
    if args.json {
        json::check(file, timeline).to_string()
    } else {
        format!("{}: {}", display_text(file), summary(timeline))
    }
}

/// The object of a record that is not valid.
fn failed(file: &str, error: &SavedGameError) -> Value {
    let (sentence, turn) = match error {
        SavedGameError::Record { source, .. } => (source.to_string(), source.turn()),
        SavedGameError::Exchange { source, .. } => (source.to_string(), None),
        _ => (error.to_string(), None),
    };
    json::check_failed(file, &sentence, turn)
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
    let turns = counted(json::turns(timeline) as usize, "turn");
    format!("valid, {} on {:?}, {turns}, {state}", names.info.title, names.geometry)
}
