//! The game at the board as a layer: one screen for playing, watching and review.

mod act;
mod ask;
mod explain;
mod hints;
pub mod jump;
mod mouse;
mod remote;
mod submit;
mod view;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::Info;

pub use explain::why_not_seated;
pub use submit::{play_typed, take_comment};
pub use view::view;

use super::component::{Component, Scene};
use crate::keymap::{Action, Context, Key};
use crate::program::Effects;
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::layers::editor::take_pasted;
use crate::tui::panels;
use crate::tui::request::Purpose;
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;
use tetralith_session::match_play::BoardAct;
use tetralith_session::table::Mode;

/// The game at the board. Its state is shared: messages about it arrive with any layer on the
/// screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameLayer {
    /// True if the game was opened in Learn, where leaving the review leads back to.
    pub from_learn: bool,
}

impl GameLayer {
    /// True if the key that goes home leads back to Learn.
    fn leads_to_learn(self, cx: &Shared) -> bool {
        self.from_learn && cx.game.table().is_some_and(|table| table.mode() == Mode::Review)
    }
}

impl Component for GameLayer {
    fn contexts(&self, cx: &Shared) -> Vec<Context> {
        cx.game_contexts()
    }

    fn hints(&self, cx: &Shared) -> Vec<Named> {
        let mut hints = hints::hints(cx);
        if self.leads_to_learn(cx) {
            for (_, name) in hints.iter_mut().filter(|(action, _)| *action == Action::Home) {
                *name = Some("Learn");
            }
        }
        hints
    }

    fn info(&self, cx: &Shared) -> Option<&'static Info> {
        Some(cx.game.table()?.game().info())
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        if action == Action::Home && self.leads_to_learn(cx) {
            return cx.close();
        }
        act::act(cx, action, effects);
        jump::note(cx);
    }

    /// While a jump is under way, the keys that are shown on cells have no other meaning.
    fn take_key(&mut self, key: Key, cx: &mut Shared, effects: &mut Effects) -> bool {
        if !jump::is_under_way(cx) {
            return false;
        }
        cx.clear_notice(effects);
        let stops = cx.keymap().action(&[Context::Jump], key, false).is_some();
        if let Some(letter) = key.latin().unwrap_or(key).text().filter(|_| !stops) {
            cx.act(BoardAct::JumpBy(letter), effects);
            jump::note(cx);
            return true;
        }
        if let Some(table) = cx.game.table_mut() {
            table.hand_mut().end_jump();
        }
        effects.draw();
        stops
    }

    /// Opens the editor with a position that is pasted.
    fn typed(&mut self, text: &str, cx: &mut Shared, effects: &mut Effects) {
        take_pasted(text, cx, effects);
    }

    fn submit(
        &mut self,
        purpose: Purpose,
        text: String,
        cx: &mut Shared,
        effects: &mut Effects,
    ) -> Result<(), String> {
        submit::submit(purpose, &text, cx, effects)
    }

    fn hover(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        mouse::hover(at, cx, effects);
    }

    fn click(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        mouse::click(at, cx, effects);
    }

    fn right_click(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        mouse::right_click(at, cx, effects);
    }

    fn wheel(&mut self, at: Position, up: bool, cx: &mut Shared, effects: &mut Effects) -> bool {
        mouse::wheel(at, up, cx, effects);
        true
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        panels::draw(&view(cx, scene.area, scene.is_covered)?, buffer)
    }

    fn picture(&self, scene: &Scene, cx: &Shared, easel: &mut Easel) -> Option<PlacedPicture> {
        let view = view(cx, scene.area, scene.is_covered)?;
        panels::picture(&view, &view.areas().board?, easel)
    }

    fn graph(&self, scene: &Scene, cx: &Shared, easel: &mut Easel) -> Option<PlacedPicture> {
        panels::graph_picture(&view(cx, scene.area, scene.is_covered)?, easel)
    }
}
