//! The position that a command starts from: a game's first, or the last of a record.

use std::path::PathBuf;

use serde_json::Value;
use tetralith_cli::{CommandError, GameArgs};
use tetralith_core::{Game, Step, json};
use tetralith_files::shown;
use tetralith_storage::files;

/// The start of the game that `args` ask for, and the steps to the last position of the record at
/// `from`, if one is named.
///
/// # Errors
/// [`CommandError`] if the options cannot be played, or the record cannot be read or is of another
/// game.
pub(super) fn position(
    args: &GameArgs,
    from: Option<&PathBuf>,
) -> Result<(Game, Vec<Step>), CommandError> {
    let GameArgs { game: info, options } = args;
    let given = options.setup();
    let Some(path) = from else {
        return Ok((Game::start(info, &info.options(&given)?)?, Vec::new()));
    };
    let (_, timeline) = files::load_played(path).map_err(CommandError::faulty)?;
    let start = timeline.start();
    let other = |found: &str, asked: &str| {
        CommandError::input(format_args!(
            "{} is a record of {found}, but the command line asks for {asked}",
            shown(path)
        ))
    };
    if start.info().id != info.id {
        return Err(other(start.info().title, info.title));
    }
    // Options that are not given are the record's.
    let found = start.options();
    let asked = info.options(&given.or(info.setup(found)))?;
    if asked != *found {
        let with =
            |options| format!("{} with {}", info.title, Value::from(json::options(info, options)));
        return Err(other(&with(found), &with(&asked)));
    }
    let path = timeline.path(timeline.cursor());
    Ok((start.clone(), path.into_iter().filter_map(|node| timeline.step(node)).collect()))
}
