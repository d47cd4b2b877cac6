//! The rows of a panel: headings of its parts, and lines of text in pieces.

use ratatui::buffer::Buffer;

use crate::theme::Theme;
use crate::tui::widgets::frame::{Frame, Heading};
use crate::tui::widgets::paint::put_all;
pub(super) use crate::tui::widgets::paint::{Line, pieces};

#[derive(Clone, Debug)]
pub(super) enum Row {
    Heading(Heading),
    Text(Line),
}

/// Draws `rows` from the top of the panel's room `inner` down, as many as `most`.
pub(super) fn put_rows(frame: Frame, rows: &[Row], most: u16, theme: &Theme, buffer: &mut Buffer) {
    let inner = frame.inner();
    for (row, line) in (0..most.min(inner.height)).zip(rows) {
        match line {
            Row::Heading(heading) => frame.heading(inner.y + row, heading, theme, buffer),
            Row::Text(line) => {
                put_all(buffer, inner, 0, row, pieces(line));
            }
        }
    }
}
