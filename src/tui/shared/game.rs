//! The game at the board as the screen has it: where it is, and which keys count there.

use tetralith_core::StepKind;

use super::state::Shared;
use crate::keymap::Context;
use crate::program::Effects;
use crate::tui::board::layout::BoardLayout;
use crate::tui::panels;
use tetralith_session::match_play::{Attention, BoardAct};
use tetralith_session::table::{Mode, Table};

impl Shared {
    /// Returns the game if a person can move in it now; otherwise returns the reason.
    pub fn playable(&mut self, effects: &mut Effects) -> Option<&Table> {
        if let Some(why) = self.game.table().and_then(|table| table.state().refusal()) {
            self.refuse(self.with_keys(&why), effects);
            return None;
        }
        self.game.table()
    }

    /// Returns where the board is on the screen, if it is.
    pub fn board_layout(&self) -> Option<BoardLayout> {
        areas(self)?.board
    }

    /// The parts of the keymap that are active at the board, front to back.
    pub fn game_contexts(&self) -> Vec<Context> {
        let Some(table) = self.game.table() else { return vec![Context::Menu, Context::Anywhere] };
        if table.hand().is_jumping() {
            return vec![Context::Jump];
        }
        let mut contexts = Vec::with_capacity(4);
        if let Some(remote) = self.game.link().game() {
            contexts.extend(remote.offer().map(|_| Context::Offer));
            contexts.push(Context::Remote);
        }
        if self.display.rules.is_some() && self.has_panel() {
            contexts.push(Context::RulesBeside);
        }
        if table.mode() == Mode::Play {
            if table.state().computer_to_move().is_some() {
                // The space bar pauses a game that is watched, and lets a paused one go on.
                contexts.extend(
                    match (self.game.thinking().own().is_some(), table.players().are_automatic()) {
                        (true, true) => vec![Context::Watching, Context::Thinking],
                        (true, false) => vec![Context::Thinking],
                        (false, true) => vec![Context::Waiting, Context::Watching],
                        (false, false) => vec![Context::Waiting],
                    },
                );
            }
            if table.has(StepKind::Tromino) {
                contexts.push(Context::Tromino);
            }
            contexts.push(Context::directions(table.game().board().geometry().shape()));
            contexts.push(Context::Play);
        } else {
            if table.autoplay().due().is_some() {
                contexts.push(Context::Running);
            }
            if table.hand().is_pointing() && table.has(StepKind::Tromino) {
                contexts.push(Context::Tromino);
            }
            contexts.push(Context::Review);
            contexts.push(Context::directions(table.game().board().geometry().shape()));
        }
        contexts.extend([Context::Table, Context::Anywhere]);
        contexts
    }

    /// Shows turn `turn` of the record at the board, 0 for its start, or the last one if there are
    /// fewer.
    pub fn begin_at_turn(&mut self, turn: u32, effects: &mut Effects) {
        let Some(table) = self.game.table() else { return };
        let (last, timeline) = (table.lines().last_turn(), table.timeline());
        if turn.min(last) != timeline.turn(timeline.cursor()) {
            self.act(BoardAct::GoToTurn(turn.min(last)), effects);
        }
        if turn > last {
            self.say(format!("there is no turn {turn}; the last is {last}"), effects);
        }
    }

    /// Forgets the step that was chosen once another would be made.
    pub fn forget_choice(&mut self) {
        let table = self.game.table().filter(|_| self.game.attention() != Attention::Away);
        let chosen = table.and_then(|table| Some((table.timeline().cursor(), table.choice()?)));
        self.board.chosen.take_if(|(node, steps, _)| chosen != Some((*node, &**steps)));
    }

    /// Rings the bell for something refused, if the user wants that.
    pub fn bell_on_refusal(&self, effects: &mut Effects) {
        if self.settings().play.bell.on_refusal() {
            effects.bell();
        }
    }

    /// True if there is a panel beside the board.
    pub fn has_panel(&self) -> bool {
        areas(self).is_some_and(|areas| areas.panel.is_some())
    }
}

/// The places of the board at hand and of what is around it.
fn areas(cx: &Shared) -> Option<panels::Areas> {
    Some(panels::Areas::of(cx.game.table()?, cx.display, cx.area()))
}
