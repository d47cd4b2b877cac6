//! The game at the board as a layer: one screen for playing, watching and review.

mod act;
mod ask;
mod choose;
mod explain;
mod flow;
mod hints;
mod mouse;
mod remote;
mod submit;
mod view;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::Info;

pub use explain::why_not_seated;
pub use submit::play_typed;
pub use view::view;

use super::component::{Component, Scene};
use crate::keymap::{Action, Context};
use crate::program::Effect;
use crate::tui::board::picture::{Easel, Picture};
use crate::tui::layers::editor::take_pasted;
use crate::tui::panels;
use crate::tui::request::Purpose;
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;

/// The game at the board. Its state is shared: messages about it arrive whatever is on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game;

impl Component for Game {
    fn contexts(&self, cx: &Shared) -> Vec<Context> {
        cx.game_contexts()
    }

    fn hints(&self, cx: &Shared) -> Vec<Named> {
        hints::hints(cx)
    }

    fn info(&self, cx: &Shared) -> Option<&'static Info> {
        Some(cx.game.table()?.game().info())
    }

    fn act(&mut self, action: Action, cx: &mut Shared) -> Vec<Effect> {
        act::act(cx, action)
    }

    /// Opens the editor with a position that is pasted.
    fn typed(&mut self, text: &str, cx: &mut Shared) -> Vec<Effect> {
        take_pasted(text, cx)
    }

    fn submit(
        &mut self,
        purpose: Purpose,
        text: String,
        cx: &mut Shared,
    ) -> Result<Vec<Effect>, String> {
        submit::submit(purpose, &text, cx)
    }

    fn hover(&mut self, at: Position, cx: &mut Shared) -> Vec<Effect> {
        mouse::hover(at, cx)
    }

    fn click(&mut self, at: Position, cx: &mut Shared) -> Vec<Effect> {
        mouse::click(at, cx)
    }

    fn right_click(&mut self, at: Position, cx: &mut Shared) -> Vec<Effect> {
        mouse::right_click(at, cx)
    }

    fn wheel(&mut self, at: Position, up: bool, cx: &mut Shared) -> Option<Vec<Effect>> {
        Some(mouse::wheel(at, up, cx))
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        panels::draw(&view(cx, scene.area, scene.is_covered)?, buffer)
    }

    fn picture(&self, scene: &Scene, cx: &Shared, easel: &mut Easel) -> Option<Picture> {
        let view = view(cx, scene.area, scene.is_covered)?;
        panels::picture(&view, &view.areas().board?, easel)
    }
}
