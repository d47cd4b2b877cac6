//! A text as a QR code: the modules that a screen or lines of text show.

use qrcode::{Color, EcLevel, QrCode};

/// The modules of a QR code.
#[derive(Clone, Debug)]
pub struct QrModules {
    /// The dark modules, row by row.
    dark: Vec<bool>,
    /// Modules a side.
    width: usize,
}

impl QrModules {
    /// The code of `text`; `None` if that is longer than any code.
    pub fn new(text: &str) -> Option<Self> {
        let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
        let dark = code.to_colors().into_iter().map(|module| module == Color::Dark).collect();
        Some(Self { dark, width: code.width() })
    }

    /// Modules a side.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// True if the module at `x` and `y` is dark, both counted from the edge of `quiet` light
    /// modules around the code.
    pub fn is_dark(&self, x: usize, y: usize, quiet: usize) -> bool {
        let at = |place: usize| place.checked_sub(quiet).filter(|&place| place < self.width);
        at(x).zip(at(y)).is_some_and(|(x, y)| self.dark[y * self.width + x])
    }

    /// The code in lines of text, two rows of modules each, for letters that are lighter than the
    /// ground.
    pub fn text(&self, quiet: usize) -> String {
        let side = self.width + 2 * quiet;
        let glyph = |x: usize, y: usize| {
            // Below the last row there is nothing to be light.
            let [upper, lower] = [y, y + 1].map(|y| y < side && !self.is_dark(x, y, quiet));
            match (upper, lower) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            }
        };
        let row = |y: usize| (0..side).map(|x| glyph(x, y)).collect::<String>();
        (0..side).step_by(2).map(row).collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_have_no_code() {
        assert!(QrModules::new(&"a".repeat(2953)).is_some());
        assert!(QrModules::new(&"a".repeat(2954)).is_none());
    }

    #[test]
    fn lines_show_every_module() {
        let code = QrModules::new("necklace/13#e5,f6,g7").unwrap();
        let text = code.text(2);
        for (row, line) in text.lines().enumerate() {
            assert_eq!(line.chars().count(), code.width() + 4);
            for (x, glyph) in line.chars().enumerate() {
                let light = [matches!(glyph, '█' | '▀'), matches!(glyph, '█' | '▄')];
                for (y, light) in [2 * row, 2 * row + 1].into_iter().zip(light) {
                    let is_there = y < code.width() + 4;
                    assert_eq!(light, is_there && !code.is_dark(x, y, 2), "{x} {y}");
                }
            }
        }
    }
}
