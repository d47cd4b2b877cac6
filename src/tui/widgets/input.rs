//! One line of text being typed.

use tetralith_core::Direction;
use tetralith_core::text;
use unicode_segmentation::UnicodeSegmentation as _;

use crate::keymap::Action;

/// A line of text with a caret. It never holds anything that could act on a terminal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextInput {
    text: String,
    /// In bytes, between two characters as people see them, unless erasing has joined what lies on
    /// either side of it.
    caret: usize,
    /// The most characters it takes.
    limit: usize,
    /// True if all of it is selected: what is typed takes its place.
    is_selected: bool,
}

impl TextInput {
    /// An empty line that takes up to `limit` characters.
    pub const fn new(limit: usize) -> Self {
        Self { text: String::new(), caret: 0, limit, is_selected: false }
    }

    /// A line with `text` in it, the caret at its end.
    pub fn with(limit: usize, text: &str) -> Self {
        let mut input = Self::new(limit);
        input.insert(text);
        input
    }

    /// The same, with all of `text` selected.
    pub fn selected(limit: usize, text: &str) -> Self {
        let input = Self::with(limit, text);
        Self { is_selected: !input.text.is_empty(), ..input }
    }

    /// True if all of the text is selected.
    pub const fn is_selected(&self) -> bool {
        self.is_selected
    }

    /// The text typed so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text before the caret, and the text after it.
    pub fn halves(&self) -> (&str, &str) {
        self.text.split_at(self.caret)
    }

    /// Types or pastes `text` at the caret, without characters that could act on a terminal.
    pub fn insert(&mut self, text: &str) {
        if std::mem::take(&mut self.is_selected) {
            (self.text, self.caret) = (String::new(), 0);
        }
        let room = self.limit.saturating_sub(self.text.chars().count());
        let text: String = text::display_text(text).chars().take(room).collect();
        self.text.insert_str(self.caret, &text);
        self.caret += text.len();
    }

    /// Does what a key of [`crate::keymap::Context::Typing`] asks; returns true if it was one that
    /// edits.
    pub fn act(&mut self, action: Action) -> bool {
        let was_selected = std::mem::take(&mut self.is_selected);
        match action {
            Action::Erase | Action::EraseNext | Action::EraseWord if was_selected => {
                (self.text, self.caret) = (String::new(), 0);
            }
            Action::Erase => self.erase_from(self.before()),
            Action::EraseNext => self.text.replace_range(self.caret..self.after(), ""),
            Action::EraseWord => {
                let word =
                    self.text[..self.caret].trim_end().rfind(' ').map_or(0, |space| space + 1);
                self.erase_from(word);
            }
            Action::EraseAll => self.erase_from(0),
            Action::Move(Direction::West) => self.caret = self.before(),
            Action::Move(Direction::East) => self.caret = self.after(),
            Action::First => self.caret = 0,
            Action::Last => self.caret = self.text.len(),
            _ => {
                self.is_selected = was_selected;
                return false;
            }
        }
        true
    }

    /// The place before the caret where a character as people see it begins.
    fn before(&self) -> usize {
        let begins = self.text.grapheme_indices(true).map(|(at, _)| at);
        begins.take_while(|at| *at < self.caret).last().unwrap_or(0)
    }

    /// The next such place after the caret, or the end.
    fn after(&self) -> usize {
        let mut begins = self.text.grapheme_indices(true).map(|(at, _)| at);
        begins.find(|at| *at > self.caret).unwrap_or(self.text.len())
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
        let mut input = TextInput::with(20, "añb");
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
        let mut input = TextInput::with(20, "ae\u{301}b");
        input.act(Action::First);
        input.act(Action::Move(Direction::East));
        input.act(Action::EraseNext);
        assert_eq!(input.halves(), ("a", "b"));
        input.act(Action::EraseNext);
        assert!(input.act(Action::EraseNext) && input.text() == "a");
    }

    #[test]
    fn a_character_is_what_people_see_as_one() {
        for seen in
            ["e\u{301}", "\u{1f1e9}\u{1f1ea}", "\u{1f44d}\u{1f3fd}", "\u{1112}\u{1161}\u{11ab}"]
        {
            let mut input = TextInput::with(20, &format!("a{seen}b"));
            input.act(Action::Move(Direction::West));
            input.act(Action::Move(Direction::West));
            assert_eq!(input.halves().0, "a", "{seen}");
            input.act(Action::Move(Direction::East));
            assert_eq!(input.halves().1, "b", "{seen}");
            input.act(Action::Erase);
            assert_eq!(input.text(), "ab", "{seen}");
        }
        // Erasing the text between two halves of a flag joins them, with the caret inside.
        let mut input = TextInput::with(20, "\u{1f1e9}x\u{1f1ea}");
        input.act(Action::Move(Direction::West));
        input.act(Action::Erase);
        input.act(Action::Move(Direction::East));
        assert_eq!(input.halves().1, "");
    }

    #[test]
    fn typing_replaces_the_selection_until_the_caret_moves() {
        let mut input = TextInput::selected(20, "old");
        input.insert("n");
        input.insert("ew");
        assert_eq!(input.text(), "new");
        let mut input = TextInput::selected(20, "old");
        assert!(!input.act(Action::Accept) && input.is_selected());
        input.act(Action::Last);
        input.insert("er");
        assert_eq!(input.text(), "older");
        let mut input = TextInput::selected(20, "old one");
        input.act(Action::Erase);
        assert_eq!(input.text(), "");
    }

    #[test]
    fn pasted_text_is_made_harmless_and_cut() {
        let mut input = TextInput::new(4);
        input.insert("a\u{1b}\nbcdef");
        assert_eq!(input.text(), "a\u{fffd} b");
    }
}
