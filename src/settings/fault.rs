//! Faults of the file, and their sentences.

use std::fmt;
use std::ops::Range;

use strsim::osa_distance;
use tetralith_core::text::{Excerpt, display_text};

/// Something wrong in the file. The setting keeps its default; all else in the file counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettingFault {
    /// The line, from 1.
    pub line: usize,
    /// The fault and what would be right, without a full stop and safe to show.
    pub what: String,
    /// The setting or table that it is in; `None` if it is about the file, or about no setting.
    pub key: Option<&'static str>,
}

impl fmt::Display for SettingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// The faults found so far in a text.
pub(super) struct Faults<'a> {
    text: &'a str,
    key: Option<&'static str>,
    found: Vec<SettingFault>,
}

impl<'a> Faults<'a> {
    pub(super) const fn of(text: &'a str) -> Self {
        Self { text, key: None, found: Vec::new() }
    }

    /// Puts the faults from here on under `key`.
    pub(super) const fn begin(&mut self, key: Option<&'static str>) {
        self.key = key;
    }

    /// Notes what is wrong in the line where `at` begins.
    pub(super) fn add(&mut self, at: Option<Range<usize>>, what: &str) {
        let line = line_of(self.text, at.map_or(0, |range| range.start));
        self.found.push(SettingFault { line, what: display_text(what), key: self.key });
    }

    pub(super) fn in_order(mut self) -> Vec<SettingFault> {
        self.found.sort_by_key(|fault| fault.line);
        self.found
    }
}

/// The line of `text`, counted from 1, that has this byte.
pub(super) fn line_of(text: &str, byte: usize) -> usize {
    text.bytes().take(byte).filter(|&byte| byte == b'\n').count() + 1
}

/// The most words that a sentence lists: there may be any number of themes.
const MOST_LISTED: usize = 20;

/// Returns `a, b or c`; of very many words the first, and of a long one its beginning.
pub(super) fn one_of<S: AsRef<str>>(words: &[S]) -> String {
    let short = |word: &S| Excerpt::new(word.as_ref()).to_string();
    match words {
        [] => String::new(),
        [word] => short(word),
        [words @ .., last] => {
            let last = if words.len() < MOST_LISTED { short(last) } else { "another".to_owned() };
            let words: Vec<String> = words.iter().take(MOST_LISTED).map(short).collect();
            format!("{} or {last}", words.join(", "))
        }
    }
}

/// The most slips after which a word is still guessed.
const MOST_SLIPS: usize = 2;

/// Returns the one of `words` that `word` is most likely to mean, if any is near.
///
/// A slip is a character too many, too few or exchanged, or two in the wrong order.
pub(super) fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    let alike =
        words.into_iter().filter(|other| other.chars().count().abs_diff(length) <= MOST_SLIPS);
    let (distance, near) =
        alike.map(|other| (osa_distance(word, other), other)).min_by_key(|(n, _)| *n)?;
    (distance <= MOST_SLIPS && distance < near.len()).then_some(near)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_guessed_only_when_it_is_near() {
        assert_eq!(nearest("colour", ["colours", "keys"]), Some("colours"));
        assert_eq!(nearest("xyz", ["colours", "keys"]), None);
        assert_eq!(
            nearest("kyes", ["colours", "keys"]),
            Some("keys"),
            "exchanged letters are one slip"
        );
        assert_eq!(nearest(&"colours".repeat(1000), ["colours"]), None);
    }
}
