//! Titled panels: a frame around parts that have a heading each, with a column of air on either
//! side of what is inside.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::theme::{Glyphs, Theme};
use crate::tui::widgets::paint::{Line, line_width, pieces, put, put_all, shorten, width};

/// The heading of a part: its title, and what is at the right end of the same row.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heading {
    /// The title.
    pub title: String,
    /// The text at the right end, left out where both have no room.
    pub right: Line,
}

impl Heading {
    /// A heading with nothing at its right.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), right: Line::new() }
    }

    /// The same with `right` at its right end.
    pub fn with(title: impl Into<String>, right: Line) -> Self {
        Self { title: title.into(), right }
    }
}

/// A frame: a line at the left, and if it is closed also at the right and at the bottom. The line
/// at the top is the heading of its first part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    area: Rect,
    is_closed: bool,
}

/// The least panel that is worth a frame all around it, in columns and rows.
const CLOSED_FROM: (u16, u16) = (34, 24);

impl Frame {
    /// A frame all around what is inside.
    pub const fn closed(area: Rect) -> Self {
        Self { area, is_closed: true }
    }

    /// The frame of a panel that has the column to its left free for a line: closed where there is
    /// room to spare.
    pub fn beside(panel: Rect) -> Self {
        let is_closed = panel.width >= CLOSED_FROM.0 && panel.height >= CLOSED_FROM.1;
        Self {
            area: Rect { x: panel.x.saturating_sub(1), width: panel.width + 1, ..panel },
            is_closed,
        }
    }

    /// The room inside, from the row of the first heading on.
    pub const fn inner(self) -> Rect {
        let Self { area, is_closed } = self;
        let [right, below] = if is_closed { [2, 1] } else { [1, 0] };
        Rect {
            x: area.x + 2,
            width: area.width.saturating_sub(2 + right),
            height: area.height.saturating_sub(below),
            ..area
        }
    }

    /// The room inside below the first heading.
    pub const fn body(self) -> Rect {
        let inner = self.inner();
        Rect { y: inner.y + 1, height: inner.height.saturating_sub(1), ..inner }
    }

    /// Draws the lines around, but for the top.
    pub fn draw(self, theme: &Theme, buffer: &mut Buffer) {
        let Self { area, is_closed } = self;
        let style = theme.border();
        let [across, down, left, right] = signs(theme, ["─", "│", "└", "┘"]);
        let (last, bottom) = (area.width.saturating_sub(1), area.height.saturating_sub(1));
        for row in 0..area.height {
            put(buffer, area, 0, row, down, style);
            if is_closed {
                put(buffer, area, last, row, down, style);
            }
        }
        if is_closed {
            put(
                buffer,
                area,
                1,
                bottom,
                &across.repeat(usize::from(last.saturating_sub(1))),
                style,
            );
            put(buffer, area, 0, bottom, left, style);
            put(buffer, area, last, bottom, right, style);
        }
    }

    /// Draws the heading of a part into row `y` of the buffer.
    pub fn heading(self, y: u16, heading: &Heading, theme: &Theme, buffer: &mut Buffer) {
        self.line_across(y, theme, buffer);
        let room = self.inner();
        let row = Rect { y, height: 1, ..room };
        let right = line_width(&heading.right);
        let title = shorten(&heading.title, room.width, theme.is_ascii());
        put_words(row, 0, &vec![(title.clone(), theme.heading())], theme, buffer);
        if right > 0 && width(&title) + 2 + right <= room.width {
            put_words(row, room.width - right, &heading.right, theme, buffer);
        }
    }

    /// Draws a line of words in place of a heading, from column 0 of the room inside on.
    pub fn heading_of(self, y: u16, line: &Line, theme: &Theme, buffer: &mut Buffer) {
        self.line_across(y, theme, buffer);
        put_words(Rect { y, height: 1, ..self.inner() }, 0, line, theme, buffer);
    }

    /// Draws the line of a heading.
    fn line_across(self, y: u16, theme: &Theme, buffer: &mut Buffer) {
        // In an open frame a line that ran up to the edge would look cut off.
        let width = self.area.width.saturating_sub(u16::from(!self.is_closed));
        let area = Rect { y, height: 1, width, ..self.area };
        let corners = if y == self.area.y { ["─", "┌", "┐"] } else { ["─", "├", "┤"] };
        let [across, left, right] = signs(theme, corners);
        put(buffer, area, 0, 0, &across.repeat(usize::from(area.width)), theme.border());
        put(buffer, area, 0, 0, left, theme.border());
        if self.is_closed {
            put(buffer, area, area.width.saturating_sub(1), 0, right, theme.border());
        }
    }
}

/// Writes words into the line of a heading, with a blank on either side.
fn put_words(row: Rect, column: u16, words: &Line, theme: &Theme, buffer: &mut Buffer) {
    let before = Rect { x: row.x.saturating_sub(1), width: row.width + 2, ..row };
    let end = put_all(
        buffer,
        before,
        column,
        0,
        std::iter::once((" ", theme.text())).chain(pieces(words)),
    );
    put(buffer, before, end, 0, " ", theme.text());
}

/// Returns box-drawing signs, or substitutes for them in ASCII.
fn signs<const N: usize>(theme: &Theme, signs: [&'static str; N]) -> [&'static str; N] {
    match theme.glyphs() {
        Glyphs::Unicode => signs,
        Glyphs::Ascii => signs.map(|sign| match sign {
            "─" => "-",
            "│" => "|",
            _ => "+",
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::{Depth, palette};

    fn drawn(frame: Frame, glyphs: Glyphs, right: &str) -> Vec<String> {
        let theme = Theme::new(palette("dark").unwrap(), Depth::TrueColour, glyphs);
        let mut buffer = Buffer::empty(frame.area);
        frame.draw(&theme, &mut buffer);
        frame.heading(
            frame.area.y,
            &Heading::with("Moves", vec![(right.to_owned(), theme.dim())]),
            &theme,
            &mut buffer,
        );
        frame.heading(frame.area.y + 2, &Heading::new("Signs"), &theme, &mut buffer);
        put(&mut buffer, frame.body(), 0, 0, &"x".repeat(40), theme.text());
        let row = |y| (0..frame.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..frame.area.height).map(row).collect()
    }

    #[test]
    fn frames_leave_a_column_on_either_side() {
        let frame = Frame::closed(Rect::new(0, 0, 20, 4));
        assert_eq!(
            drawn(frame, Glyphs::Unicode, "9"),
            [
                "┌ Moves ──────── 9 ┐",
                "│ xxxxxxxxxxxxxxxx │",
                "├ Signs ───────────┤",
                "└──────────────────┘"
            ]
        );
        assert_eq!(drawn(frame, Glyphs::Ascii, "9")[0], "+ Moves -------- 9 +");
        let open = Frame::beside(Rect::new(1, 0, 19, 3));
        assert_eq!(
            drawn(open, Glyphs::Unicode, "9"),
            ["┌ Moves ───────── 9 ", "│ xxxxxxxxxxxxxxxxx ", "├ Signs ─────────── "]
        );
    }

    #[test]
    fn remarks_without_room_beside_a_title_are_left_out() {
        let frame = Frame::closed(Rect::new(0, 0, 20, 3));
        assert_eq!(drawn(frame, Glyphs::Unicode, "far too long")[0], "┌ Moves ───────────┐");
    }
}
