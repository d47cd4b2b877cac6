//! A question with yes or no.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::component::{Component, Scene, named};
use crate::keymap::{Action, Context};
use crate::program::Effects;
use crate::theme::SELECTED;
use crate::tui::request::{ConfirmAction, Request};
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;
use crate::tui::widgets::notice::say_whole;
use tetralith_session::match_play::MatchEvent;
use tetralith_session::table::Table;

/// A question that is answered with yes or no, and the action of yes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Question {
    pub text: String,
    pub action: ConfirmAction,
}

impl Question {
    /// True if a yes by accident must not count. In a game with another terminal nothing can be
    /// taken back without the other player, and elsewhere nothing without a takeback.
    pub fn needs_care(&self, cx: &Shared) -> bool {
        let is_final = |table: &Table| {
            let mover = table.game().to_move();
            let asked = match self.action {
                ConfirmAction::Resign => table.state().resigner().unwrap_or(mover),
                _ => mover,
            };
            let takebacks = table.players().holder_here(asked).takebacks;
            // No undo brings them back.
            let drops_moves =
                self.action == ConfirmAction::Resign && table.lines().resigning_drops();
            drops_moves || table.state().plays_remote() || takebacks.is_some_and(|of| of.left == 0)
        };
        self.action.needs_care() || cx.game.table().is_some_and(is_final)
    }
}

impl Component for Question {
    fn contexts(&self, cx: &Shared) -> Vec<Context> {
        if self.needs_care(cx) {
            vec![Context::Question]
        } else {
            // The hint line names the key of the first: Enter is enough here.
            vec![Context::Harmless, Context::Question]
        }
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        named([Action::Yes, Action::No])
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        match action {
            Action::Yes => {
                cx.close();
                cx.request(Request::Confirmed(self.action.clone()));
            }
            Action::No => {
                if self.action == ConfirmAction::ReplaceGame {
                    cx.handle(MatchEvent::GiveWay(false), effects);
                }
                cx.close();
            }
            _ => {}
        }
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        let style = cx.theme.accent().add_modifier(SELECTED);
        say_whole(&self.text, style, &cx.theme, scene.says, buffer);
        Some(scene.says)
    }
}
