//! A game in lines, and the part that has been shown already.

use tetralith_core::Colour;
use tetralith_core::timeline::NodeId;

use super::say;
use crate::plain::answers;
use crate::program::Effects;
use tetralith_session::match_play::Match;

/// The lines for the game at the board.
#[derive(Default)]
pub(super) struct Printer {
    /// True if the board is left out after each step.
    is_brief: bool,
    /// The place that was shown last of a game with another terminal, and whether it had ended
    /// there.
    seen: Option<(NodeId, bool)>,
    /// The reason why the game is not kept, as it was shown last.
    unsaved_for: Option<String>,
    /// True once the commands that the computer takes while it thinks were shown.
    has_named_commands: bool,
}

impl Printer {
    /// True if the board is shown after each step.
    pub(super) const fn shows_board(&self) -> bool {
        !self.is_brief
    }

    /// Leaves the board out after each step from now on, or shows it.
    pub(super) fn set_brief(&mut self, is_brief: bool, effects: &mut Effects) {
        self.is_brief = is_brief;
        let sentence = if is_brief {
            "the board is hidden after each move; type board to see it"
        } else {
            "the board is shown after each move"
        };
        say(sentence, effects);
    }

    /// Shows a game that has just come to the board.
    pub(super) fn introduce(&mut self, game: &Match, effects: &mut Effects) {
        self.unsaved_for = None;
        let Some(table) = game.table() else { return };
        effects.print(answers::title(table));
        let record = game.seated().map(|seated| &seated.record);
        let record = record.filter(|_| answers::is_reviewed(table));
        let about = record.into_iter().flat_map(|record| [&record.event, &record.comment]);
        for text in about.flatten() {
            effects.print(answers::wrapped(text));
        }
        position(game, true, effects);
        let timeline = table.timeline();
        if record.is_some() && !timeline.children(timeline.cursor()).is_empty() {
            say("an empty line shows the next move; type play to play from here", effects);
        }
    }

    /// Shows the position after something was done.
    pub(super) fn show(&self, game: &Match, effects: &mut Effects) {
        position(game, self.shows_board(), effects);
    }

    /// Shows it once more if it has changed since it was shown last.
    pub(super) fn show_changes(&mut self, game: &Match, effects: &mut Effects) {
        let Some(table) = game.table() else { return };
        let here = (table.timeline().cursor(), table.outcome().is_some());
        if self.seen.replace(here) != Some(here) {
            self.show(game, effects);
        }
    }

    /// Shows why the game is not kept, each reason once.
    pub(super) fn show_unsaved(&mut self, why: String, effects: &mut Effects) {
        if self.unsaved_for.as_ref() != Some(&why) {
            say(&format!("the game is not saved: {why}"), effects);
        }
        self.unsaved_for = Some(why);
    }

    /// Names once the commands that the computer takes while it thinks.
    pub(super) fn name_commands(&mut self, effects: &mut Effects) {
        if !std::mem::replace(&mut self.has_named_commands, true) {
            say("while the engine thinks, type now (move at once) or stop", effects);
        }
    }
}

/// Shows the last step, the board if asked for, and who is to move.
pub(super) fn position(game: &Match, board: bool, effects: &mut Effects) {
    let Some(table) = game.table() else { return };
    let mut lines: Vec<String> = answers::last(table).into_iter().collect();
    if board {
        lines.extend([answers::board(table), answers::score(table)]);
    }
    lines.extend(clocks_of(game));
    lines.push(answers::state(table));
    effects.print(lines.join("\n"));
}

/// Shows what both sides have left, where there is a limit.
pub(super) fn clocks(game: &Match, effects: &mut Effects) {
    if let Some(clocks) = clocks_of(game) {
        effects.print(clocks);
    }
}

fn clocks_of(game: &Match) -> Option<String> {
    let seated = game.seated()?;
    let table = &seated.table;
    let [first, second] = Colour::BOTH.map(|colour| {
        let left = seated.time_left(table.players().origin_here(colour))?;
        Some(format!("{} {left}", table.names().title(colour)))
    });
    Some(answers::wrapped(&format!("Clocks: {}; {}.", first?, second?)))
}
