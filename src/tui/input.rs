//! One line of text being typed.

use tetralith_core::Direction;
use tetralith_core::text;

use super::keymap::Action;

/// A line of text with a caret. It never holds anything that could act on a terminal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Input {
    text: String,
    /// In bytes, on the edge of a character.
    caret: usize,
    /// The most characters it takes.
    limit: usize,
}

impl Input {
    /// An empty line that takes up to `limit` characters.
    pub const fn new(limit: usize) -> Self {
        Self { text: String::new(), caret: 0, limit }
    }

    /// A line with `text` in it, the caret at its end.
    pub fn with(limit: usize, text: &str) -> Self {
        let mut input = Self::new(limit);
        input.insert(text);
        input
    }

    /// What has been typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What stands before the caret, and what stands after it.
    pub fn halves(&self) -> (&str, &str) {
        self.text.split_at(self.caret)
    }

    /// Types or pastes `text` at the caret; what could act on a terminal is left out.
    pub fn insert(&mut self, text: &str) {
        let room = self.limit.saturating_sub(self.text.chars().count());
        let text: String = text::display_text(text).chars().take(room).collect();
        self.text.insert_str(self.caret, &text);
        self.caret += text.len();
    }

    /// Does what a key of [`super::keymap::Context::Typing`] asks; says whether it was one that edits.
    pub fn act(&mut self, action: Action) -> bool {
        match action {
            Action::Erase => self.erase_from(self.before()),
            Action::EraseWord => {
                let word = self.text[..self.caret].trim_end().rfind(' ').map_or(0, |space| space + 1);
                self.erase_from(word);
            }
            Action::EraseAll => self.erase_from(0),
            Action::Move(Direction::West) => self.caret = self.before(),
            Action::Move(Direction::East) => {
                self.caret += self.text[self.caret..].chars().next().map_or(0, char::len_utf8);
            }
            Action::First => self.caret = 0,
            Action::Last => self.caret = self.text.len(),
            _ => return false,
        }
        true
    }

    /// Where the character before the caret begins.
    fn before(&self) -> usize {
        self.text[..self.caret].char_indices().next_back().map_or(0, |(at, _)| at)
    }

    fn erase_from(&mut self, start: usize) {
        self.text.replace_range(start..self.caret, "");
        self.caret = start;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_moving_and_erasing_go_by_characters() {
        let mut input = Input::with(20, "añb");
        input.act(Action::Move(Direction::West));
        input.act(Action::Erase);
        assert_eq!(input.halves(), ("a", "b"));
        input.insert("d4 ,g2");
        assert_eq!(input.text(), "ad4 ,g2b");
        input.act(Action::EraseWord);
        assert_eq!(input.text(), "ad4 b");
        input.act(Action::Last);
        input.act(Action::EraseAll);
        assert_eq!(input.text(), "");
        assert!(input.act(Action::Erase), "erasing nothing does nothing");
    }

    #[test]
    fn what_is_pasted_is_made_harmless_and_cut_to_the_limit() {
        let mut input = Input::new(4);
        input.insert("a\u{1b}\nbcdef");
        assert_eq!(input.text(), "a\u{fffd} b");
    }
}
