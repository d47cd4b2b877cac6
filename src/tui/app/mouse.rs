//! The mouse, wherever it is: the hint line first, then the layer in front.

use ratatui::layout::Position;
use tetralith_core::Direction;
use tetralith_terminput::{MouseButton, MouseEvent, MouseEventKind};

use super::App;
use crate::keymap::Action;
use crate::program::Effect;
use crate::tui::layers::Layer;

impl App {
    pub(super) fn mouse(&mut self, event: MouseEvent) -> Vec<Effect> {
        let at = Position::new(event.column, event.row);
        let front = self.stack.front_mut();
        match event.kind {
            MouseEventKind::Moved => {
                self.shared.window.pressed.take_if(|pressed| !is_near(*pressed, at));
                front.component_mut().hover(at, &mut self.shared)
            }
            MouseEventKind::Down(MouseButton::Left) => self.left_click(at),
            MouseEventKind::Down(MouseButton::Right) if front.is_screen() => {
                front.component_mut().right_click(at, &mut self.shared)
            }
            MouseEventKind::Down(MouseButton::Right) => self.close(),
            MouseEventKind::ScrollUp => self.wheel(at, true),
            MouseEventKind::ScrollDown => self.wheel(at, false),
            _ => Vec::new(),
        }
    }

    fn left_click(&mut self, at: Position) -> Vec<Effect> {
        let again =
            self.shared.window.pressed.replace(at).is_some_and(|pressed| is_near(pressed, at));
        let hint = self.hint_line().action_at(self.area(), at);
        if hint == Some(Action::Yes) && again && self.would_lose_by_yes() {
            // The first click of a double click brought up the question, so the second must not
            // answer it.
            self.shared.window.pressed = None;
            return Vec::new();
        }
        if let Some(action) = hint {
            return self.act(action);
        }
        let mut effects = self.shared.clear_notice();
        effects.extend(self.stack.front_mut().component_mut().click(at, &mut self.shared));
        effects.dedup();
        effects
    }

    /// True if there is a question to which yes must not be said by accident.
    fn would_lose_by_yes(&self) -> bool {
        matches!(self.stack.front(), Layer::Question(question) if question.action.needs_care())
    }

    fn wheel(&mut self, at: Position, up: bool) -> Vec<Effect> {
        let turned = self.stack.front_mut().component_mut().wheel(at, up, &mut self.shared);
        turned.unwrap_or_else(|| {
            self.act(Action::Move(if up { Direction::North } else { Direction::South }))
        })
    }
}

/// True if both are where a hand rests between the two clicks of a double click.
fn is_near(a: Position, b: Position) -> bool {
    a.y == b.y && a.x.abs_diff(b.x) <= 1
}
