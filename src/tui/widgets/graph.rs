//! A filled graph of values from 0 to 1, with a line at one half.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::theme::{Glyphs, Theme};
use crate::tui::widgets::paint::put;

/// A filled graph: one value a column.
#[derive(Clone, Debug)]
pub struct Graph<'a> {
    /// The values by column, from 0 to 1; a column without one stays empty.
    pub values: &'a [Option<f64>],
    /// The column that is looked at.
    pub here: Option<usize>,
    /// Columns that are marked on their top, such as mistakes, and the colours of the marks.
    pub marks: &'a [(usize, Style)],
}

/// The signs of a column that is filled to so many eighths of a row.
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

impl Graph<'_> {
    /// Draws it into `area`.
    ///
    /// The filled part is quieter than its top, so that the course is what is seen first.
    pub fn draw(&self, theme: &Theme, area: Rect, buffer: &mut Buffer) {
        for (column, &value) in (0..area.width).zip(self.values) {
            self.draw_column(column, value, theme, area, buffer);
        }
        for &(column, style) in self.marks {
            let Some(&Some(value)) = self.values.get(column) else { continue };
            let row = area.height.saturating_sub(eighths(value, area.height).div_ceil(8));
            let sign = if theme.glyphs() == Glyphs::Ascii { "o" } else { "●" };
            put(buffer, area, column as u16, row, sign, style);
        }
    }

    fn draw_column(
        &self,
        column: u16,
        value: Option<f64>,
        theme: &Theme,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let ascii = theme.glyphs() == Glyphs::Ascii;
        let is_here = self.here == Some(usize::from(column));
        let [top, filled] = match (is_here, theme.is_mono()) {
            (true, _) => [theme.title(); 2],
            (false, false) => [theme.accent(), theme.muted()],
            (false, true) => [theme.text(); 2],
        };
        let height = value.map_or(0, |value| eighths(value, area.height));
        for row in 0..area.height {
            let from_bottom = area.height - 1 - row;
            let fill = height.saturating_sub(8 * from_bottom).min(8);
            let is_top = fill > 0 && height <= 8 * (from_bottom + 1);
            let is_half = 2 * row + 1 == area.height;
            let style = if is_top { top } else { filled };
            let (sign, style) = match (ascii, fill) {
                (_, 0) if is_here && value.is_some() => (if ascii { ":" } else { "┆" }, style),
                // Broken, unlike the lines between the parts of the panel.
                (true, 0) if is_half => {
                    (if column.is_multiple_of(2) { "-" } else { " " }, theme.dim())
                }
                (false, 0) if is_half => ("╌", theme.dim()),
                (_, 0) => (" ", theme.text()),
                // Without colour a bar that reaches the top, with no line over it, is told by its
                // texture.
                (_, 8) if is_here && theme.is_mono() => (if ascii { "@" } else { "▓" }, style),
                (true, 1..=4) => (".", style),
                (true, _) => ("#", style),
                (false, fill) => (EIGHTHS[usize::from(fill)], style),
            };
            put(buffer, area, column, row, sign, style);
        }
    }
}

/// Returns how high `value` is in a graph of so many rows, in eighths of a row: at least one, so
/// that certain losses are seen too.
fn eighths(value: f64, rows: u16) -> u16 {
    ((value * f64::from(rows) * 8.0).round() as u16).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::{Depth, palette};

    #[test]
    fn a_column_is_as_high_as_its_value_and_a_mark_sits_on_top() {
        let theme = Theme::new(palette("dark").unwrap(), Depth::TrueColour, Glyphs::Unicode);
        let area = Rect::new(0, 0, 5, 4);
        let mut buffer = Buffer::empty(area);
        let values = [Some(0.0), Some(0.5), Some(1.0), None, Some(0.75)];
        Graph { values: &values, here: Some(1), marks: &[(4, theme.warning())] }.draw(
            &theme,
            area,
            &mut buffer,
        );
        let row = |y| (0..5).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        assert_eq!([0, 1, 2, 3].map(row), [" ┆█  ", " ┆█ ●", " ██ █", "▁██ █"]);
        assert_eq!(buffer[(2, 0)].fg, theme.accent().fg.unwrap());
        assert_eq!(buffer[(2, 3)].fg, theme.muted().fg.unwrap(), "below the top it is quieter");
    }
}
