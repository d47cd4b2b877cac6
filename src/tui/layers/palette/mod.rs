//! The command palette as a layer.

pub mod entries;
pub mod list;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::Direction;
use tetralith_session::words::cursor_text;

use self::list::{CommandPalette, PaletteCommand};
use crate::keymap::{Action, Context};
use crate::program::Effects;
use crate::tui::layers::component::{Component, Scene, named};
use crate::tui::request::Request;
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;

impl Component for CommandPalette {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        vec![Context::Palette, Context::Typing]
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        use Action as A;
        named([A::Accept, A::Move(Direction::South), A::Move(Direction::North), A::Cancel])
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        match action {
            Action::Cancel => cx.close(),
            Action::Accept => {
                let Some(item) = self.selected() else { return };
                match item.obstacle.clone() {
                    Some(why) => {
                        self.refuse(why);
                        effects.draw();
                    }
                    None => cx.request(Request::Choose),
                }
            }
            _ => {
                let changed = self.act(action);
                cx.request(Request::Offer(self.text().trim().to_owned()));
                effects.draw_if(changed);
            }
        }
    }

    fn typed(&mut self, text: &str, cx: &mut Shared, effects: &mut Effects) {
        self.insert(text);
        cx.request(Request::Offer(self.text().trim().to_owned()));
        effects.draw();
    }

    fn hover(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        if let Some(line) = list::line_at(self, cx.area(), at) {
            effects.draw_if(self.select(line));
        }
    }

    fn click(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        let Some(line) = list::line_at(self, cx.area(), at) else { return };
        self.select(line);
        Component::act(self, Action::Accept, cx, effects);
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        let turn =
            matches!(self.selected().map(|item| &item.command), Some(PaletteCommand::Play(_)));
        let remark = scene.table.filter(|_| turn).and_then(cursor_text);
        let remark = remark.filter(|(_, legal)| *legal).map(|(text, _)| text);
        list::draw(self, remark.as_deref(), &cx.theme, scene.area, buffer);
        Some(scene.says)
    }
}
