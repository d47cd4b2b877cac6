//! The text below a board.

use crate::look::Scheme;
use tetralith_core::text::display_text;
use tetralith_core::wrap::{NO_BREAK, is_blank, wrap};
use unicode_width::UnicodeWidthStr as _;

use crate::PictureError;
use crate::letters::{AROUND, is_drawn, width_of};
use crate::shapes::{Caption, Scene};

/// The height of a digit of a caption, in widths of the picture.
const HEIGHT: f32 = 0.022;

/// From one line to the next, in heights of a digit.
const LINE: f32 = 2.2;

/// The most lines; a longer caption ends in [`MORE`].
const MOST_LINES: usize = 20;

/// The sign that a text goes on.
const MORE: &str = "…";

impl Scene {
    /// Writes `texts` below what there is, each from a line of its own; empty ones take no room. No
    /// line ends at a blank that forbids it (U+00A0).
    pub(crate) fn caption(&mut self, texts: &[&str], scheme: &Scheme) {
        let width = self.width as f32;
        let height = (HEIGHT * width).max(6.0);
        let each = width_of("mm", height) - width_of("m", height);
        let letters = (0.94 * width / each) as usize;
        let letters = letters.max(8);
        let mut lines: Vec<String> =
            texts.iter().flat_map(|text| wrap(display_text(text).trim(), letters as u16)).collect();
        if lines.is_empty() {
            return;
        }
        if lines.len() > MOST_LINES {
            lines.truncate(MOST_LINES);
            if let Some(last) = lines.last_mut() {
                go_on(last, letters);
            }
        }
        for line in &mut lines {
            *line = line.replace(NO_BREAK, " ");
        }
        let top = self.height as f32;
        let middle = |i: usize| (width / 2.0, top + (i as f32 + 0.6) * LINE * height);
        self.height += ((lines.len() as f32 + 0.4) * LINE * height).ceil() as u32;
        let lines = lines.into_iter().enumerate().map(|(i, line)| (line, middle(i))).collect();
        self.below = Caption { lines, height, ink: Some(scheme.shown(scheme.inks().text)) };
    }

    /// The same scene with its caption drawn as strokes.
    pub(crate) fn with_strokes(mut self) -> Result<Self, PictureError> {
        let Caption { lines, height, ink } = std::mem::take(&mut self.below);
        let letters = lines.iter().flat_map(|(line, _)| line.chars());
        if let Some(letter) = letters.into_iter().find(|letter| !is_drawn(*letter)) {
            return Err(PictureError::Letter { letter });
        }
        if let Some(ink) = ink {
            self.write(&lines, height, ink, AROUND);
        }
        Ok(self)
    }
}

/// Ends `line` with the sign that the text goes on, after the last word that leaves room for it.
fn go_on(line: &mut String, letters: usize) {
    while line.width() + 1 + MORE.width() > letters {
        match line.rfind(is_blank) {
            Some(end) => line.truncate(end),
            // A single word gives up the obstacle.
            None if line.pop().is_none() => break,
            None => {}
        }
    }
    if line.contains(is_blank) {
        line.push(' ');
    }
    line.push_str(MORE);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_goes_on_says_so_within_its_width() {
        for (line, wanted) in [
            ("one two", "one two …"),
            ("one two three", "one two …"),
            ("xxxxxxxxxxxx", "xxxxxxxxxx…"),
            ("日本語日本語", "日本語日本…"),
        ] {
            let mut line = line.to_owned();
            go_on(&mut line, 12);
            assert_eq!(line, wanted);
            assert!(line.width() <= 12);
        }
    }
}
