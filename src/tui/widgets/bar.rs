//! One quantity that two sides share, as a bar in their colours between two figures.

use ratatui::style::Style;

use crate::theme::{Glyphs, Theme};
use crate::tui::widgets::paint::{Line, width};

/// Columns that the name of a bar takes.
const NAME: u16 = 10;

/// The narrowest bar, in columns; without room for it there are only the figures.
const LEAST_BAR: u16 = 6;

/// One quantity that two sides share. Arrays are by colour, the first player's part first.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar<'a> {
    /// The name of the quantity.
    pub name: &'a str,
    /// The parts, 0 or more; both 0 for an empty bar.
    pub of: [f64; 2],
    /// The figures at both ends.
    pub figures: [String; 2],
    /// The colours of the sides.
    pub styles: [Style; 2],
}

impl Bar<'_> {
    /// Returns the line that shows it in `columns`.
    ///
    /// The parts of both sides fill it, so that where they meet shows who has more; a part above
    /// zero has at least one column.
    pub fn line(&self, columns: u16, theme: &Theme) -> Line {
        let most = self.figures.iter().map(|figure| width(figure)).max().unwrap_or(0).max(3);
        let [left, right] = &self.figures;
        let name = format!(
            "{:<name$}{left:>most$} ",
            self.name,
            name = usize::from(NAME),
            most = usize::from(most)
        );
        let end = format!(" {right:>most$}", most = usize::from(most));
        let cells = columns.saturating_sub(width(&name) + width(&end));
        let mut line = vec![(name, theme.dim())];
        if cells >= LEAST_BAR {
            line.extend(self.cells(cells, theme));
        }
        line.push((end, theme.dim()));
        line
    }

    fn cells(&self, cells: u16, theme: &Theme) -> Line {
        let [first, second] = self.of;
        let has_shadow = self.styles[0].bg != theme.base().bg;
        let signs = match (theme.glyphs(), theme.is_mono()) {
            (Glyphs::Unicode, false) if has_shadow => ["▁", "▁"],
            (Glyphs::Unicode, false) => ["▄", "▄"],
            (Glyphs::Unicode, true) => ["█", "░"],
            (Glyphs::Ascii, _) => ["#", "="],
        };
        if first + second <= 0.0 {
            let empty = if theme.is_ascii() { "." } else { "·" };
            return vec![(empty.repeat(usize::from(cells)), theme.border())];
        }
        let least = u16::from(first > 0.0);
        let most = cells - u16::from(second > 0.0);
        let filled =
            ((f64::from(cells) * first / (first + second)).round() as u16).clamp(least, most);
        let part = |i: usize, cells: u16| {
            let style = self.styles[i];
            // The shadow is a thin line at the foot of the bar.
            let is_inked = signs[i] == "▁";
            let style =
                if is_inked { Style { fg: style.bg, bg: style.fg, ..style } } else { style };
            (signs[i].repeat(usize::from(cells)), style)
        };
        vec![part(0, filled), part(1, cells - filled)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::{Depth, palette};

    fn shown(of: [f64; 2], columns: u16) -> String {
        let theme = Theme::new(palette("dark").unwrap(), Depth::TrueColour, Glyphs::Ascii);
        let figures = of.map(|part| part.to_string());
        let bar = Bar { name: "control", of, figures, styles: [theme.text(); 2] };
        bar.line(columns, &theme).into_iter().map(|(text, _)| text).collect()
    }

    #[test]
    fn a_bar_is_divided_as_the_quantity_is() {
        assert_eq!(shown([6.0, 2.0], 26), "control     6 ######==   2");
        assert_eq!(shown([900.0, 1.0], 26), "control   900 #######=   1");
        assert_eq!(shown([0.0, 1.0], 26), "control     0 ========   1");
        assert_eq!(shown([0.0, 0.0], 26), "control     0 ........   0");
        assert_eq!(shown([6.0, 2.0], 20), "control     6    2");
    }
}
