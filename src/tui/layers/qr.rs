//! The game in a line as a QR code: another device reads it from the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::component::{Component, Scene, named};
use crate::keymap::{Action, Context};
use crate::program::{Effects, QrModules};
use crate::theme::{Depth, Glyphs, Theme};
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;
use crate::tui::widgets::notice::say_over;
use crate::tui::widgets::paint::{put, put_lines, shorten, wipe};
use tetralith_core::wrap::wrap;

/// The modules of light around a code that readers ask for, and the fewest that most can do with.
const QUIET: [usize; 2] = [4, 2];

/// The rows that the page needs besides the code: its title, and the line of hints.
const OTHER_ROWS: u16 = 2;

/// A game in a line as a QR code.
#[derive(Clone, Debug)]
pub struct QrPage {
    line: String,
    code: QrModules,
}

impl QrPage {
    /// The code of a game in a line; `None` if the line is longer than any code.
    pub fn new(line: String) -> Option<Self> {
        let code = QrModules::new(&line)?;
        Some(Self { line, code })
    }

    /// Columns and rows with `quiet` modules of light around the code.
    fn size(&self, quiet: usize, theme: &Theme) -> (u16, u16) {
        let side = (self.code.width() + 2 * quiet) as u16;
        match theme.glyphs() {
            Glyphs::Unicode => (side, side.div_ceil(2)),
            Glyphs::Ascii => (2 * side, side),
        }
    }

    /// Draws the code in the middle of `area`; false if there is no room for it.
    fn draw_code(&self, theme: &Theme, area: Rect, buffer: &mut Buffer) -> bool {
        let fits = |&quiet: &usize| {
            let (columns, rows) = self.size(quiet, theme);
            columns <= area.width && rows <= area.height
        };
        let Some(quiet) = QUIET.into_iter().find(fits) else { return false };
        let (columns, rows) = self.size(quiet, theme);
        let (left, top) = ((area.width - columns) / 2, (area.height - rows) / 2);
        for row in 0..rows {
            for column in 0..columns {
                let (glyph, style) = self.glyph(column.into(), row.into(), quiet, theme);
                put(buffer, area, left + column, top + row, glyph, style);
            }
        }
        true
    }

    /// The character of a column and a row of the code: two modules above each other, or in ASCII
    /// half of one.
    fn glyph(
        &self,
        column: usize,
        row: usize,
        quiet: usize,
        theme: &Theme,
    ) -> (&'static str, Style) {
        if theme.is_ascii() {
            return (" ", ground(self.code.is_dark(column / 2, row, quiet), theme));
        }
        let [upper, lower] = [2 * row, 2 * row + 1].map(|y| self.code.is_dark(column, y, quiet));
        if upper == lower {
            return (" ", ground(upper, theme));
        }
        // The darker half is drawn on the lighter ground.
        (if upper { "▀" } else { "▄" }, ground(false, theme))
    }
}

/// The look of a dark or a light module. Where there are no colours, light is the ground reversed,
/// as text is light on most terminals.
fn ground(dark: bool, theme: &Theme) -> Style {
    let (black, white) = inks(theme.depth());
    match (theme.is_mono(), dark) {
        (true, true) => theme.base(),
        (true, false) => theme.base().add_modifier(Modifier::REVERSED),
        (false, true) => Style::new().fg(white).bg(black),
        (false, false) => Style::new().fg(black).bg(white),
    }
}

/// The darkest and the lightest colour of a terminal that shows so many.
const fn inks(depth: Depth) -> (Color, Color) {
    match depth {
        Depth::TrueColour => (Color::Rgb(0, 0, 0), Color::Rgb(255, 255, 255)),
        Depth::Ansi256 => (Color::Indexed(16), Color::Indexed(231)),
        _ => (Color::Black, Color::White),
    }
}

impl Component for QrPage {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        vec![Context::Page, Context::Anywhere]
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        named([Action::Cancel])
    }

    fn act(&mut self, action: Action, cx: &mut Shared, _effects: &mut Effects) {
        if action == Action::Cancel {
            cx.close();
        }
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        let (theme, area) = (&cx.theme, scene.area);
        let page = Rect { height: area.height.saturating_sub(1), ..area };
        wipe(buffer, page, theme.base());
        let is_ascii = theme.is_ascii();
        let title = format!("Scan to take this game along: {}", self.line);
        let title = shorten(&title, page.width.saturating_sub(2), is_ascii);
        put(buffer, page, 1, 0, &title, theme.title());
        let room = Rect { y: page.y + 1, height: page.height.saturating_sub(1), ..page };
        if !self.draw_code(theme, room, buffer) {
            let (columns, rows) = self.size(QUIET[1], theme);
            let text = format!(
                "The code needs a window of {columns} columns and {} rows; this one has {} and {}.",
                rows + OTHER_ROWS,
                area.width,
                area.height
            );
            let inner = Rect { x: room.x + 1, width: room.width.saturating_sub(2), ..room };
            put_lines(buffer, inner, 1, wrap(&text, inner.width), theme.text());
        }
        Some(say_over(None, scene.is_covered, theme, area, buffer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::PALETTES;

    /// The modules that are seen in `area` of a code of `size`, row by row.
    fn seen(theme: &Theme, buffer: &Buffer, (columns, rows): (u16, u16)) -> Vec<bool> {
        let area = buffer.area;
        let (left, top) = ((area.width - columns) / 2, (area.height - rows) / 2);
        let is_dark = |style: Style| {
            if theme.is_mono() {
                !style.add_modifier.contains(Modifier::REVERSED)
            } else {
                style.bg == Some(inks(theme.depth()).0)
            }
        };
        let mut modules = Vec::new();
        for row in 0..rows {
            let cells: Vec<_> = (0..columns).map(|x| &buffer[(left + x, top + row)]).collect();
            if theme.is_ascii() {
                modules.extend(cells.iter().step_by(2).map(|cell| is_dark(cell.style())));
                continue;
            }
            for half in ["▀", "▄"] {
                let dark =
                    |cell: &&ratatui::buffer::Cell| is_dark(cell.style()) || cell.symbol() == half;
                modules.extend(cells.iter().map(dark));
            }
        }
        modules
    }

    #[test]
    fn codes_are_drawn_module_by_module() {
        let page = QrPage::new("necklace/13#e5,f6,g7,e7,c3".to_owned()).unwrap();
        for (depth, glyphs) in [
            (Depth::Mono, Glyphs::Unicode),
            (Depth::Ansi16, Glyphs::Unicode),
            (Depth::Ansi256, Glyphs::Unicode),
            (Depth::TrueColour, Glyphs::Ascii),
        ] {
            let theme = Theme::new(&PALETTES[0], depth, glyphs);
            let size = page.size(QUIET[0], &theme);
            let mut buffer = Buffer::empty(Rect::new(0, 0, size.0 + 3, size.1 + 1));
            let area = buffer.area;
            assert!(page.draw_code(&theme, area, &mut buffer));
            let across = page.code.width() + 2 * QUIET[0];
            let drawn = seen(&theme, &buffer, size);
            for (at, &module) in drawn.iter().take(across * across).enumerate() {
                assert_eq!(module, page.code.is_dark(at % across, at / across, QUIET[0]), "{at}");
            }
            let mut small = Buffer::empty(Rect::new(0, 0, 20, 9));
            assert!(!page.draw_code(&theme, Rect::new(0, 0, 20, 9), &mut small));
        }
    }
}
