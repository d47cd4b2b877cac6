//! Drawing the state of the program: what fills the screen, and what lies over it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::{App, Screen};
use crate::tui::overlays::{self, Overlay};
use crate::tui::palette::{self, Command};
use crate::tui::theme::Glyphs;
use crate::tui::{browser, form, home, learn, lesson_view, paint, panels, settings_page};

impl Widget for &App {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        if area != buffer.area {
            // What needs room takes it up to the edge of the buffer, so that is where the window must end.
            let mut window = Buffer::empty(area);
            self.render(area, &mut window);
            for position in area.positions() {
                buffer[position] = window[position].clone();
            }
            return;
        }
        self.draw(area, buffer);
        if self.theme.glyphs() == Glyphs::Ascii {
            paint::asciify(area, buffer);
        }
    }
}

impl App {
    pub(super) fn draw(&self, area: Rect, buffer: &mut Buffer) {
        buffer.set_style(area, self.theme.base());
        self.draw_screen(area, buffer);
        if let Some(Overlay::Palette(palette)) = self.overlays.last() {
            let turn = matches!(palette.selected().map(|item| &item.command), Some(Command::Play(_)));
            let remark = self.table().filter(|_| turn).and_then(panels::cursor_text);
            let remark = remark.filter(|(_, legal)| *legal).map(|(text, _)| text);
            palette::draw(palette, remark.as_deref(), &self.theme, area, buffer);
        }
    }

    /// Draws what the palette may lie over.
    fn draw_screen(&self, area: Rect, buffer: &mut Buffer) {
        let mut overlays = self.overlays.iter().rev().filter(|overlay| !matches!(overlay, Overlay::Palette(_)));
        if let Some(page @ (Overlay::Help { .. } | Overlay::Rules { .. } | Overlay::Comment { .. })) = overlays.next() {
            overlays::draw(page, &self.theme, self.keymap(), area, buffer);
            panels::draw_hints(self, last_row(area), buffer);
            return;
        }
        match (&self.screen, &self.seated) {
            (Screen::Table, Some(seated)) => return panels::draw(self, &seated.table, area, buffer),
            (Screen::Lesson(taught), _) => return lesson_view::draw(self, &taught.lesson, area, buffer),
            (Screen::Learn(list), _) => learn::draw(list, &self.progress, &self.theme, area, buffer),
            (Screen::NewGame(form), _) => form::draw(form, &self.theme, area, buffer),
            (Screen::Open(browser), _) => browser::draw(browser, &self.theme, area, buffer),
            (Screen::Settings(page), _) => {
                settings_page::draw(page, &self.configuration, &self.theme, area, buffer);
            }
            (Screen::Home | Screen::Table, _) => home::draw(&self.home, &self.theme, area, buffer),
        }
        let says = Rect { y: area.bottom().saturating_sub(3), height: 2, ..area }.intersection(area);
        if matches!(self.overlays.last(), Some(Overlay::Question(_) | Overlay::Prompt(_))) {
            buffer.set_style(says, self.theme.base());
            clear(says, buffer);
            panels::draw_overlay_status(self, says, buffer);
        } else if let Some(notice) = &self.notice {
            clear(says, buffer);
            panels::draw_notice(notice, &self.theme, says, buffer);
        }
        panels::draw_hints(self, last_row(area), buffer);
    }
}

fn last_row(area: Rect) -> Rect {
    Rect { y: area.bottom().saturating_sub(1), height: 1, ..area }.intersection(area)
}

fn clear(area: Rect, buffer: &mut Buffer) {
    for position in area.positions() {
        buffer[position].set_symbol(" ");
    }
}
