//! `tetralith perft`: counts of step sequences.

use std::io::Write;

use serde_json::Value;
use tetralith_core::{Game, json};

use crate::cli::{GameArgs, PerftArgs};
use crate::error::Error;
use tetralith_storage::files;

/// Writes `depth count` to `out`, one line for each depth from 1 as soon as it is counted.
///
/// # Errors
/// [`Error`] if the options cannot be played, the record cannot be read or is of another game, or `out` fails.
pub fn perft(args: &PerftArgs, out: &mut impl Write) -> Result<(), Error> {
    let position = start(args)?;
    for depth in 1..=args.depth {
        writeln!(out, "{depth} {}", position.perft(depth))?;
        out.flush()?;
    }
    Ok(())
}

/// The position to count from.
fn start(args: &PerftArgs) -> Result<Game, Error> {
    let GameArgs { game: info, options } = &args.game;
    let given = options.setup();
    let Some(path) = &args.from else {
        return Ok(Game::start(info, &info.options(&given)?)?);
    };
    let (_, timeline) = files::load(path)?;
    let position = timeline.position();
    let other = |found: String, asked: String| Error::OtherGame { path: path.clone(), found, asked };
    if position.info().id != info.id {
        return Err(other(position.info().title.to_owned(), info.title.to_owned()));
    }
    // Whatever is not given is the record's.
    let found = position.options();
    let asked = info.options(&given.or(info.setup(found)))?;
    if asked != *found {
        let with = |options| format!("{} with {}", info.title, Value::from(json::options(info, options)));
        return Err(other(with(found), with(&asked)));
    }
    Ok(position.clone())
}
