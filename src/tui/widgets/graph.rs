//! A graph of values from 0 to 1: a line, and between it and one half a filled area.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::theme::{Glyphs, Theme};
use crate::tui::widgets::paint::put;

/// A graph: one value a column.
#[derive(Clone, Debug)]
pub struct Graph<'a> {
    /// The values by column, from 0 to 1; a column without one stays empty.
    pub values: &'a [Option<f64>],
    /// The column that is shown.
    pub here: Option<usize>,
    /// Columns that are marked on the line, such as mistakes, and the colours of the marks.
    pub marks: &'a [(usize, Style)],
}

/// The signs of a column that is filled to so many eighths of a row.
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

impl Graph<'_> {
    /// Draws it into `area`, of an odd number of rows: the middle one is one half, and the rows
    /// above and below it are filled from there on.
    ///
    /// The filled part is quieter than its end, so that the course is what is seen first.
    pub fn draw(&self, theme: &Theme, area: Rect, buffer: &mut Buffer) {
        for column in 0..area.width {
            self.draw_column(column, theme, area, buffer);
        }
        for &(column, style) in self.marks {
            let Some(&Some(value)) = self.values.get(column) else { continue };
            let sign = if theme.glyphs() == Glyphs::Ascii { "o" } else { "●" };
            put(buffer, area, column as u16, row_of(value, area.height), sign, style);
        }
    }

    fn draw_column(&self, column: u16, theme: &Theme, area: Rect, buffer: &mut Buffer) {
        let ascii = theme.glyphs() == Glyphs::Ascii;
        let value = self.values.get(usize::from(column)).copied().flatten();
        let is_here = value.is_some() && self.here == Some(usize::from(column));
        let end = value.map(|value| row_of(value, area.height));
        let (middle, reach) =
            (area.height / 2, value.map_or(0, |value| eighths(value, area.height)));
        for row in 0..area.height {
            let away = i32::from(middle) - i32::from(row);
            let filled = reach.signum() == away.signum() && away != 0;
            let depth = reach.abs() - 8 * (away.abs() - 1);
            let fill = if filled { depth.clamp(0, 8) as usize } else { 0 };
            let ink = match (is_here, end == Some(row), theme.is_mono()) {
                (true, ..) => theme.title(),
                (false, _, true) => theme.text(),
                (false, true, false) => theme.accent(),
                (false, false, false) => theme.muted(),
            };
            let (sign, style) = match (ascii, fill) {
                (true, 0) if away == 0 => {
                    // Broken, unlike the lines between the parts of the panel.
                    let dash = if column.is_multiple_of(2) { "-" } else { " " };
                    (if is_here { ":" } else { dash }, theme.dim())
                }
                (false, 0) if away == 0 && end == Some(row) => ("─", ink),
                (false, 0) if away == 0 => ("╌", theme.dim()),
                (_, 0) if is_here => (if ascii { ":" } else { "┆" }, ink),
                (_, 0) => (" ", theme.text()),
                (true, 1..=4) => (if away > 0 { "." } else { "'" }, ink),
                (true, _) => ("#", ink),
                (false, fill) if away > 0 => (EIGHTHS[fill], ink),
                // Below one half the rest of the cell is drawn, in the colour of the background.
                (false, fill) => (EIGHTHS[8 - fill], inverse(ink, theme)),
            };
            put(buffer, area, column, row, sign, style);
        }
    }
}

/// The same colours with what is drawn and what is left exchanged.
fn inverse(style: Style, theme: &Theme) -> Style {
    if theme.is_mono() {
        return style.add_modifier(Modifier::REVERSED);
    }
    Style { fg: style.bg, bg: style.fg, ..style }
}

/// Returns how far `value` lies above one half, or below it, in a graph of so many rows, in eighths
/// of a row.
fn eighths(value: f64, rows: u16) -> i32 {
    let most = f64::from(rows / 2) * 8.0;
    ((value - 0.5) * 2.0 * most).round() as i32
}

/// Returns the row in which the line is at `value`.
fn row_of(value: f64, rows: u16) -> u16 {
    let reach = eighths(value, rows);
    let away = reach.signum() * ((reach.abs() + 7) / 8);
    (i32::from(rows / 2) - away).clamp(0, i32::from(rows.max(1)) - 1) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::{Depth, palette};

    #[test]
    fn area_is_filled_from_one_half_and_marks_sit_on_the_line() {
        let theme = Theme::new(palette("dark").unwrap(), Depth::TrueColour, Glyphs::Unicode);
        let area = Rect::new(0, 0, 6, 5);
        let mut buffer = Buffer::empty(area);
        let values = [Some(0.0), Some(0.5), Some(1.0), None, Some(0.75), Some(0.375)];
        Graph { values: &values, here: Some(4), marks: &[(2, theme.warning())] }.draw(
            &theme,
            area,
            &mut buffer,
        );
        let row = |y| (0..6).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        assert_eq!([0, 1, 2, 3, 4].map(row), ["  ● ┆ ", "  █ █ ", "╌─╌╌╌╌", "    ┆▄", "    ┆ "]);
        let (line, quiet) = (theme.accent().fg.unwrap(), theme.muted().fg.unwrap());
        // What is below one half is drawn by what is left out of it.
        assert_eq!([0, 1].map(|y| buffer[(0, 3 + y)].bg), [quiet, line]);
        assert_eq!(buffer[(5, 3)].bg, line);
        assert_eq!(buffer[(2, 1)].fg, quiet);
    }
}
