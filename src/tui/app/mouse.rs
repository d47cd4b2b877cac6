//! The mouse, wherever it is: the hint line first, then the layer in front.

use std::time::Duration;

use ratatui::layout::Position;
use tetralith_core::Direction;
use tetralith_terminput::{MouseButton, MouseEvent, MouseEventKind};

use super::App;
use crate::keymap::Action;
use crate::program::Effects;

/// The time within which a click belongs to the focus that it gave the window.
const FOCUSING: Duration = Duration::from_millis(200);

impl App {
    pub(super) fn mouse(&mut self, event: MouseEvent, effects: &mut Effects) {
        let at = Position::new(event.column, event.row);
        let front = self.stack.front_mut();
        match event.kind {
            MouseEventKind::Moved => {
                self.pressed.take_if(|pressed| !is_near(*pressed, at));
                front.component_mut().hover(at, &mut self.shared, effects);
            }
            MouseEventKind::Down(MouseButton::Left) => self.left_click(at, effects),
            MouseEventKind::Down(MouseButton::Right) if front.is_screen() => {
                front.component_mut().right_click(at, &mut self.shared, effects);
            }
            MouseEventKind::Down(MouseButton::Right) => self.stack.close(&mut self.shared, effects),
            MouseEventKind::ScrollUp => self.wheel(at, true, effects),
            MouseEventKind::ScrollDown => self.wheel(at, false, effects),
            _ => {}
        }
    }

    fn left_click(&mut self, at: Position, effects: &mut Effects) {
        let now = self.shared.game.now().steady;
        let focused = self.shared.window.focused.take();
        if focused.is_some_and(|focused| now.saturating_sub(focused) < FOCUSING) {
            // It only brought the window to the front.
            return;
        }
        let again = self.pressed.replace(at).is_some_and(|pressed| is_near(pressed, at));
        let hint = self.stack.hint_line(&self.shared).action_at(self.shared.area(), at);
        if hint == Some(Action::Yes) && again && self.stack.asks_for_care(&self.shared) {
            // The first click of a double click brought up the question, so the second must not
            // answer it.
            self.pressed = None;
            return;
        }
        if let Some(action) = hint {
            return self.act(action, effects);
        }
        self.shared.clear_notice(effects);
        self.stack.front_mut().component_mut().click(at, &mut self.shared, effects);
    }

    fn wheel(&mut self, at: Position, up: bool, effects: &mut Effects) {
        let front = self.stack.front_mut().component_mut();
        if !front.wheel(at, up, &mut self.shared, effects) {
            self.act(Action::Move(if up { Direction::North } else { Direction::South }), effects);
        }
    }
}

/// True if both are where a hand rests between the two clicks of a double click.
fn is_near(a: Position, b: Position) -> bool {
    a.y == b.y && a.x.abs_diff(b.x) <= 1
}
