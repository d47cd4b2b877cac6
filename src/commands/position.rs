//! The turn of a record that a command asks for.

use std::path::Path;

use tetralith_core::{NodeId, Timeline};

use tetralith_cli::CommandError;

/// Goes to the end of turn `turn` of the main line of the record at `path`, 0 for its start;
/// without one stays where it is.
///
/// # Errors
/// [`CommandError`] if there is no such turn.
pub(super) fn at_turn(
    timeline: &mut Timeline,
    path: &Path,
    turn: Option<u32>,
) -> Result<(), CommandError> {
    let Some(turn) = turn else { return Ok(()) };
    let last = last_turn(timeline);
    if turn > last {
        return Err(CommandError::in_file(
            path,
            format_args!("there is no turn {turn}; the last is {last}"),
        ));
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
