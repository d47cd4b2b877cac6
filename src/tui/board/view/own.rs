//! The marks that people put on cells, where the board is drawn in characters.

use ratatui::style::Modifier;
use tetralith_core::{Cell, OwnMark};
use tetralith_picture::LabelKind;

use super::Painter;

/// The signs of the eight ways of an arrow, from the right against the clock, in Unicode and ASCII.
const WAYS: [[&str; 8]; 2] =
    [["→", "↗", "↑", "↖", "←", "↙", "↓", "↘"], [">", "/", "^", "\\", "<", "/", "v", "\\"]];

impl Painter<'_, '_> {
    /// Writes letters, dots and arrows into their cells: an arrow has its sign where it begins, and
    /// a dot where it ends. Shades are backgrounds already.
    pub(super) fn own_marks(&mut self) {
        let is_ascii = self.view.theme.is_ascii();
        let dot = if is_ascii { "*" } else { "•" };
        for label in self.view.seen.labels {
            let LabelKind::Own(mark) = label.kind else { continue };
            match mark {
                OwnMark::Shade(_) => {}
                OwnMark::Dot(cell) => self.write_own(cell, dot),
                OwnMark::Letter(cell, _) => self.write_own(cell, &label.text),
                OwnMark::Arrow(from, to) => {
                    self.write_own(to, dot);
                    self.write_own(from, WAYS[usize::from(is_ascii)][self.way(from, to)]);
                }
            }
        }
    }

    /// The way from a cell to another as one of eight, from the right against the clock.
    fn way(&self, from: Cell, to: Cell) -> usize {
        let [from, to] = [from, to].map(|cell| self.view.layout.corner(cell));
        // A row is about as high as two columns are wide.
        let (across, up) = ((to.0 - from.0) as f32, 2.0 * (from.1 - to.1) as f32);
        let eighths = up.atan2(across) / std::f32::consts::FRAC_PI_4;
        (eighths.round() as i32).rem_euclid(8) as usize
    }

    fn write_own(&mut self, cell: Cell, sign: &str) {
        let look = self.looks[cell.index()];
        let theme = self.view.theme;
        let style = match look.stone {
            Some(colour) => theme.stone(self.view.seen.info.side(colour).stone),
            None => theme.on(theme.readable(self.ink.cursor, look.background), look.background),
        };
        let ((x, y), (column, row)) = (self.view.layout.corner(cell), self.slots.centre);
        self.put(x + column, y + row, sign, style.add_modifier(Modifier::BOLD));
    }
}
