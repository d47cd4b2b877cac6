//! The position that a command starts from: a game's first, or the last of a record.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tetralith_core::{Game, NodeId, Step, Timeline, json};

use crate::cli::GameArgs;
use crate::error::Error;
use tetralith_storage::files;

/// The start of the game that `args` ask for, and the steps to the last position of the record at
/// `from`, if one is named.
///
/// # Errors
/// [`Error`] if the options cannot be played, or the record cannot be read or is of another game.
pub(super) fn position(
    args: &GameArgs,
    from: Option<&PathBuf>,
) -> Result<(Game, Vec<Step>), Error> {
    let GameArgs { game: info, options } = args;
    let given = options.setup();
    let Some(path) = from else {
        return Ok((Game::start(info, &info.options(&given)?)?, Vec::new()));
    };
    let (_, timeline) = files::load_played(path)?;
    let start = timeline.start();
    let other =
        |found: String, asked: String| Error::OtherGame { path: path.clone(), found, asked };
    if start.info().id != info.id {
        return Err(other(start.info().title.to_owned(), info.title.to_owned()));
    }
    // Whatever is not given is the record's.
    let found = start.options();
    let asked = info.options(&given.or(info.setup(found)))?;
    if asked != *found {
        let with =
            |options| format!("{} with {}", info.title, Value::from(json::options(info, options)));
        return Err(other(with(found), with(&asked)));
    }
    let path = timeline.path(timeline.cursor());
    Ok((start.clone(), path.into_iter().filter_map(|node| timeline.step(node)).collect()))
}

/// The position that `steps` lead to from `start`.
pub(super) fn after(start: &Game, steps: &[Step]) -> Game {
    let mut game = start.clone();
    for &step in steps {
        game.play_unchecked(step);
    }
    game
}

/// Goes to the end of turn `turn` of the main line of the record at `path`, 0 for its start.
///
/// # Errors
/// [`Error::Turn`] if there is no such turn.
pub(super) fn at_turn(timeline: &mut Timeline, path: &Path, turn: u32) -> Result<(), Error> {
    let last = last_turn(timeline);
    if turn > last {
        return Err(Error::Turn { path: path.to_owned(), turn, last });
    }
    let node =
        timeline.main_line().into_iter().take_while(|&node| timeline.turn(node) <= turn).last();
    timeline.go_to(node.unwrap_or(NodeId::START));
    Ok(())
}

/// The number of the last turn of the main line, 0 if there is none.
pub(super) fn last_turn(timeline: &Timeline) -> u32 {
    timeline.main_line().last().map_or(0, |&node| timeline.turn(node))
}
