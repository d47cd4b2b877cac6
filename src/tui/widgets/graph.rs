//! A graph of values from 0 to 1: a line, and between it and one half a filled area.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::theme::{Depth, Theme};
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
pub const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// Returns a cell that is full of the colour of this style: a background, because many fonts leave
/// a seam at the top of a block, except on a console, where not every colour can be one.
pub fn full(style: Style, theme: &Theme) -> (&'static str, Style) {
    match theme.depth() {
        Depth::Ansi8 => (EIGHTHS[8], style),
        _ => (EIGHTHS[0], Style { bg: style.fg, ..style }),
    }
}

/// The mark on the line, and the columns that one keeps free of less important ones.
const MARK: (&str, &str, usize) = ("●", "o", 1);

impl Graph<'_> {
    /// Draws it into `area`, of an even number of rows: one half lies between the two in the
    /// middle, and the rows above and below are filled from there on.
    ///
    /// The filled part is quieter than its end, so that the line is seen first.
    pub fn draw(&self, theme: &Theme, area: Rect, buffer: &mut Buffer) {
        for column in 0..area.width {
            self.draw_column(column, theme, area, buffer);
        }
        let (round, plain, apart) = MARK;
        let sign = if theme.is_ascii() { plain } else { round };
        let mut drawn: Vec<(usize, u16)> = Vec::new();
        // The last matter most, and those that would touch one of them are left out.
        for &(column, style) in self.marks.iter().rev() {
            let Some(&Some(value)) = self.values.get(column) else { continue };
            let row = row_of(value, area.height);
            let touches = |&(at, height): &(usize, u16)| {
                at.abs_diff(column) <= apart && height.abs_diff(row) <= 1
            };
            if !drawn.iter().any(touches) {
                drawn.push((column, row));
                let style = filled(style, fill_of(Some(value), row, area.height), theme);
                put(buffer, area, column as u16, row, sign, style);
            }
        }
    }

    fn draw_column(&self, column: u16, theme: &Theme, area: Rect, buffer: &mut Buffer) {
        let ascii = theme.is_ascii();
        let value = self.values.get(usize::from(column)).copied().flatten();
        let is_here = value.is_some() && self.here == Some(usize::from(column));
        let half = area.height / 2;
        for row in 0..area.height {
            let (is_above, is_middle) = (row < half, row + 1 == half);
            let fill = fill_of(value, row, area.height);
            let is_end = value.is_some_and(|value| row_of(value, area.height) == row);
            let (sign, style) = match (is_here, fill) {
                (true, _) => (if ascii { ":" } else { "│" }, filled(theme.title(), fill, theme)),
                (false, 0) if !is_middle || value.is_none() => (" ", theme.text()),
                (false, 0) if ascii => ("_", theme.dim()),
                (false, 0) => (EIGHTHS[1], if is_end { theme.accent() } else { theme.border() }),
                (false, 1..=4) if ascii => (if is_above { "." } else { "'" }, theme.text()),
                (false, _) if ascii => ("#", theme.text()),
                (false, _) if theme.is_mono() && is_above => (EIGHTHS[fill], theme.text()),
                (false, _) if theme.is_mono() => {
                    (EIGHTHS[8 - fill], theme.text().add_modifier(Modifier::REVERSED))
                }
                (false, _) if is_end => line(thin(fill), is_above, theme),
                (false, _) => full(theme.muted(), theme),
            };
            put(buffer, area, column, row, sign, style);
        }
    }
}

/// The eighths of a row that the line is thick where its cell is full.
const LINE: usize = 2;

/// The fill with which a cell shows the end of the area so that the line there stays thin: up to
/// three eighths, or all of it.
const fn thin(fill: usize) -> usize {
    match fill {
        0..=3 => fill,
        4 | 5 => 3,
        _ => 8,
    }
}

/// The end of the area in a cell that is filled so far: the line, and what is filled below it.
fn line(fill: usize, is_above: bool, theme: &Theme) -> (&'static str, Style) {
    let (line, area) = (theme.accent(), theme.muted());
    match (fill, is_above) {
        (8, true) => (EIGHTHS[8 - LINE], Style { bg: line.fg, ..area }),
        (8, false) => (EIGHTHS[LINE], Style { bg: area.fg, ..line }),
        (fill, true) => (EIGHTHS[fill], line),
        // Below one half the rest of the cell is drawn, in the colour of the background.
        (fill, false) => (EIGHTHS[8 - fill], Style { fg: line.bg, bg: line.fg, ..line }),
    }
}

/// `style` on the area, if the cell is filled more than half.
fn filled(style: Style, fill: usize, theme: &Theme) -> Style {
    match fill {
        5.. if theme.is_mono() => style.add_modifier(Modifier::REVERSED),
        5.. => Style { bg: theme.muted().fg, ..style },
        _ => style,
    }
}

/// The eighths of `row` that are filled between one half and `value`.
fn fill_of(value: Option<f64>, row: u16, rows: u16) -> usize {
    let reach = value.map_or(0, |value| eighths(value, rows));
    let half = rows / 2;
    let (between, along) = if row < half { (half - 1 - row, reach) } else { (row - half, -reach) };
    (along - 8 * i32::from(between)).clamp(0, 8) as usize
}

/// Returns how far `value` lies above one half, or below it, in a graph of so many rows, in eighths
/// of a row.
fn eighths(value: f64, rows: u16) -> i32 {
    let most = f64::from(rows / 2) * 8.0;
    ((value - 0.5) * 2.0 * most).round() as i32
}

/// Returns the row in which the line is at `value`; one half is at the foot of the upper rows.
fn row_of(value: f64, rows: u16) -> u16 {
    let (reach, half) = (eighths(value, rows), i32::from(rows / 2));
    let away = (reach.abs().max(1) - 1) / 8;
    let row = if reach < 0 { half + away } else { half - 1 - away };
    row.clamp(0, i32::from(rows.max(1)) - 1) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::{Glyphs, palette};

    fn drawn(graph: &Graph, rows: u16) -> (Vec<String>, Buffer) {
        let theme = Theme::new(palette("dark").unwrap(), Depth::TrueColour, Glyphs::Unicode);
        let area = Rect::new(0, 0, graph.values.len() as u16, rows);
        let mut buffer = Buffer::empty(area);
        graph.draw(&theme, area, &mut buffer);
        let row = |y| (0..area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        ((0..rows).map(row).collect(), buffer)
    }

    #[test]
    fn area_is_filled_from_one_half_and_marks_sit_on_the_line() {
        let theme = Theme::new(palette("dark").unwrap(), Depth::TrueColour, Glyphs::Unicode);
        let values = [Some(0.0), Some(0.5), Some(1.0), None, Some(0.75), Some(0.375)];
        let marks = [(2, theme.warning())];
        let (rows, buffer) = drawn(&Graph { values: &values, here: Some(4), marks: &marks }, 4);
        assert_eq!(rows, ["  ● │ ", "▁▁  │▁", "    │▅", "▂   │ "]);
        let (line, quiet) = (theme.accent().fg.unwrap(), theme.muted().fg.unwrap());
        // The line is thin: below one half it is the foot of a cell, or what a cell leaves free.
        assert_eq!((buffer[(0, 2)].bg, buffer[(0, 3)].fg, buffer[(0, 3)].bg), (quiet, line, quiet));
        assert_eq!(buffer[(5, 2)].bg, line);
        assert_eq!((buffer[(2, 1)].bg, buffer[(2, 0)].bg), (quiet, quiet));
    }

    #[test]
    fn marks_that_would_touch_a_worse_one_are_left_out() {
        let style = Style::new();
        let values = [Some(0.9), Some(0.9), Some(0.1), Some(0.9)];
        let marks = [(0, style), (1, style), (2, style), (3, style)];
        let (rows, _) = drawn(&Graph { values: &values, here: None, marks: &marks }, 4);
        let count = |row: &String| row.matches('●').count();
        assert_eq!(rows.iter().map(count).collect::<Vec<_>>(), [2, 0, 0, 1]);
    }
}
