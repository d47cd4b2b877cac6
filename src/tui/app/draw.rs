//! Drawing the state of the program: what fills the screen, and what lies over it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::{App, Screen};
use crate::tui::layers::prompt::{self, PromptView};
use crate::tui::layers::{question, seats};
use crate::tui::lesson_view::LessonView;
use crate::tui::overlays::{self, Overlay};
use crate::tui::palette::{self, Command};
use crate::tui::panels::GameView;
use crate::tui::theme::Glyphs;
use crate::tui::widgets::notice::draw_notice;
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
            self.hint_line().draw(&self.theme, last_row(area), buffer);
            return;
        }
        let theme = &self.theme;
        let says = match (&self.screen, self.game_view(area)) {
            (Screen::Table, Some(view)) => match panels::draw(&view, buffer) {
                Some(says) => says,
                None => return,
            },
            (Screen::Lesson(taught), Some(game)) => {
                let lesson = &taught.lesson;
                let is_done = self.progress.is_done(lesson.course().info, lesson.at());
                lesson_view::draw(&LessonView { lesson, game, is_done }, buffer)
            }
            (screen, _) => {
                self.draw_page(screen, area, buffer);
                self.notice_area(area, buffer)
            }
        };
        self.draw_overlay_in(says, buffer);
        self.hint_line().draw(theme, last_row(area), buffer);
    }

    /// Draws a screen without a board.
    fn draw_page(&self, screen: &Screen, area: Rect, buffer: &mut Buffer) {
        let theme = &self.theme;
        match screen {
            Screen::Learn(list) => learn::draw(list, &self.progress, theme, area, buffer),
            Screen::NewGame(form) => form::draw(form, theme, area, buffer),
            Screen::Open(browser) => browser::draw(browser, theme, area, buffer),
            Screen::Settings(page) => settings_page::draw(page, &self.configuration, theme, area, buffer),
            Screen::Home | Screen::Table | Screen::Lesson(_) => home::draw(&self.home, theme, area, buffer),
        }
    }

    /// Clears the rows where a screen without a board has something said, if it is, and says a notice there.
    fn notice_area(&self, area: Rect, buffer: &mut Buffer) -> Rect {
        let says = Rect { y: area.bottom().saturating_sub(3), height: 2, ..area }.intersection(area);
        if self.is_covered() {
            buffer.set_style(says, self.theme.base());
            clear(says, buffer);
        } else if let Some(notice) = &self.notice {
            clear(says, buffer);
            draw_notice(notice, &self.theme, says, buffer);
        }
        says
    }

    /// True if a question or something like it is in front that takes the rows where something is said.
    fn is_covered(&self) -> bool {
        matches!(self.overlays.last(), Some(Overlay::Question(_) | Overlay::Prompt(_) | Overlay::Seats(_)))
    }

    /// Draws what is in front into the rows `area`, if it has its place there.
    fn draw_overlay_in(&self, area: Rect, buffer: &mut Buffer) {
        let theme = &self.theme;
        match (self.overlays.last(), self.table()) {
            (Some(Overlay::Question(question)), _) => question::draw(question, theme, area, buffer),
            (Some(Overlay::Prompt(prompt)), table) => {
                let view = PromptView { table, sought: &self.sought, keys: &self.key_names(), theme };
                prompt::draw(prompt, &view, area, buffer);
            }
            (Some(Overlay::Seats(seats)), Some(table)) => seats::draw(seats, table, theme, area, buffer),
            _ => {}
        }
    }

    /// Everything that the board on the screen, or behind it, is drawn from in a window of this `area`.
    pub fn game_view(&self, area: Rect) -> Option<GameView<'_>> {
        let seated = self.seated.as_ref().filter(|_| self.lesson().is_none());
        Some(GameView {
            table: self.table()?,
            area,
            display: self.display,
            theme: &self.theme,
            keys: self.key_names(),
            thoughts: &self.thoughts,
            now: self.now.steady,
            seated,
            running: self.running_clock(),
            notice: self.notice.as_ref(),
            lit: self.lit(),
            unkept: self.would_lose(),
            is_first_game: self.tells_first_game(),
            is_covered: self.is_covered(),
        })
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
