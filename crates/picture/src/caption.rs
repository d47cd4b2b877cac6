//! The text below a board.

use tetralith_core::text::display_text;
use tetralith_look::Scheme;

use crate::PictureError;
use crate::letters::{AROUND, is_drawn, width_of};
use crate::shapes::{Caption, Scene};

/// The height of a digit of a caption, in widths of the picture.
const HEIGHT: f32 = 0.022;

/// From one line to the next, in heights of a digit.
const LINE: f32 = 2.2;

/// The most lines; what is longer is cut.
const MOST_LINES: usize = 20;

impl Scene {
    /// Writes `texts` below what there is, each from a line of its own; empty ones take no room.
    pub(crate) fn caption(&mut self, texts: &[&str], scheme: &Scheme) {
        let width = self.width as f32;
        let height = (HEIGHT * width).max(6.0);
        let each = width_of("mm", height) - width_of("m", height);
        let letters = (0.94 * width / each) as usize;
        let lines: Vec<String> =
            texts.iter().flat_map(|text| wrapped(&display_text(text), letters)).take(MOST_LINES).collect();
        if lines.is_empty() {
            return;
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

/// `text` in lines of at most so many letters; a longer word is cut.
fn wrapped(text: &str, letters: usize) -> Vec<String> {
    let letters = letters.max(8);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let word: String = word.chars().take(letters).collect();
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= letters => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}
