//! Sentences that name what a player can do next: on the screen by its key, in the plain mode by
//! its word.
//!
//! Session knows neither keys nor words. A sentence holds the [`ActionId`], and the face that shows
//! the sentence spells it.

use std::borrow::Cow;
use std::fmt::Display;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use strum::{EnumString, IntoStaticStr};
use tetralith_core::text::display_text;

/// An action that sentences name; the texts of lessons write it as in `{next-legal}`.
///
/// Each face has a name for all of them: see `keymap::spell` and `plain::words` of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[allow(missing_docs, reason = "they are the actions of the table of keys, which describes them")]
pub enum ActionId {
    Accept,
    AcceptOffer,
    Analyse,
    DeclineOffer,
    Exact,
    Forward,
    Help,
    Hint,
    Last,
    LookThrough,
    NewGame,
    NextFault,
    NextLegal,
    NextStone,
    Opinion,
    Pass,
    PauseClock,
    Pick,
    PlayOn,
    PreviousFault,
    ReturnToGame,
    Rotate,
    SaveAs,
    Seats,
    Swap,
    TakeBack,
    ThinkFirst,
    Undo,
    Why,
}

impl ActionId {
    /// Its name in the texts of lessons.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A part of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Text as it is: names of people and other foreign text are never read for actions.
    Text(Cow<'static, str>),
    /// The name of an action.
    Action(ActionId),
}

impl From<ActionId> for Piece {
    fn from(action: ActionId) -> Self {
        Self::Action(action)
    }
}

impl From<&'static str> for Piece {
    fn from(text: &'static str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Piece {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl Piece {
    /// Text that comes from elsewhere, such as the name of a person or of a file, safe to show.
    pub fn foreign(text: &str) -> Self {
        Self::Text(display_text(text).into())
    }
}

/// A sentence without its full stop, or several whole ones, with actions in place of their keys or
/// words.
///
/// [`sentence!`](crate::sentence!) makes one from pieces; text alone becomes one by `into`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sentence {
    pieces: Vec<Piece>,
}

/// Makes a [`Sentence`] from a text with `{}` for each of the [`Piece`]s after it.
///
/// ```
/// use tetralith_session::sentence;
/// use tetralith_session::sentence::ActionId;
///
/// let sentence = sentence!("{} has no clock; {} asks for one", "this game", ActionId::NewGame);
/// assert_eq!(sentence.spell(ActionId::name), "this game has no clock; new-game asks for one");
/// ```
#[macro_export]
macro_rules! sentence {
    ($text:literal $(, $piece:expr)* $(,)?) => {{
        const { assert!($crate::sentence::holes($text) == [$(stringify!($piece)),*].len()) };
        $crate::sentence::Sentence::fill($text, [$($crate::sentence::Piece::from($piece)),*])
    }};
}

/// The number of times that `{}` is in `text`.
///
/// # Panics
/// If a brace is there otherwise: [`sentence!`](crate::sentence!) then does not compile.
pub const fn holes(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut holes) = (0, 0);
    while at < bytes.len() {
        assert!(bytes[at] != b'}', "a brace is closed that is not open");
        if bytes[at] == b'{' {
            assert!(at + 1 < bytes.len() && bytes[at + 1] == b'}', "a piece has no name");
            (at, holes) = (at + 1, holes + 1);
        }
        at += 1;
    }
    holes
}

impl Sentence {
    /// The sentence `text` with the `pieces` in place of `{}`, in order.
    pub fn fill<const N: usize>(text: &'static str, pieces: [Piece; N]) -> Self {
        let mut filled = Self::default();
        let mut pieces = pieces.into_iter();
        for part in text.split("{}") {
            filled.push(part.into());
            if let Some(piece) = pieces.next() {
                filled.push(piece);
            }
        }
        filled
    }

    /// Adds `piece`; text joins the text before it, so that equal sentences have equal pieces.
    fn push(&mut self, piece: Piece) {
        match (self.pieces.last_mut(), piece) {
            (_, Piece::Text(text)) if text.is_empty() => {}
            (Some(Piece::Text(before)), Piece::Text(text)) => before.to_mut().push_str(&text),
            (_, piece) => self.pieces.push(piece),
        }
    }

    /// True if there is nothing to show.
    pub const fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The sentence with `more` after it.
    #[must_use]
    pub fn with(mut self, more: impl Into<Self>) -> Self {
        for piece in more.into().pieces {
            self.push(piece);
        }
        self
    }

    /// The sentence with a capital and a full stop.
    #[must_use]
    pub fn whole(mut self) -> Self {
        if let Some(Piece::Text(text)) = self.pieces.first_mut() {
            *text = capitalised(text).into();
        }
        match self.pieces.last_mut() {
            Some(Piece::Text(text)) => *text = stopped(std::mem::take(text).into_owned()).into(),
            Some(Piece::Action(_)) => self.pieces.push(".".into()),
            None => {}
        }
        self
    }

    /// Returns the text, with its name by `name` for each action.
    pub fn spell<T: Display>(&self, name: impl Fn(ActionId) -> T) -> String {
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(part) => text.push_str(part),
                Piece::Action(action) => text.push_str(&name(*action).to_string()),
            }
        }
        text
    }
}

impl From<Piece> for Sentence {
    fn from(piece: Piece) -> Self {
        let mut sentence = Self::default();
        sentence.push(piece);
        sentence
    }
}

impl From<ActionId> for Sentence {
    fn from(action: ActionId) -> Self {
        Piece::from(action).into()
    }
}

impl From<&'static str> for Sentence {
    fn from(text: &'static str) -> Self {
        Piece::from(text).into()
    }
}

impl From<String> for Sentence {
    fn from(text: String) -> Self {
        Piece::from(text).into()
    }
}

/// Reads a sentence of a lesson, in which the name of an action is in braces.
impl<'de> Deserialize<'de> for Sentence {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let mut parts = text.split('{');
        let mut read = Self::from(parts.next().unwrap_or_default().to_owned());
        for part in parts {
            let (name, rest) = part.split_once('}').unwrap_or((part, ""));
            let action: ActionId = name
                .parse()
                .map_err(|_| D::Error::custom(format_args!("there is no action '{name}'")))?;
            read = read.with(action).with(rest.to_owned());
        }
        Ok(read)
    }
}

/// Returns `text` with a capital, unless it begins with the name of a cell or file.
pub(crate) fn capitalised(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or_default();
    let is_name = first.chars().any(|c| c.is_ascii_digit() || matches!(c, '.' | '/' | '~'));
    let mut chars = text.chars();
    match chars.next() {
        Some(c) if !is_name => c.to_uppercase().collect::<String>() + chars.as_str(),
        _ => text.to_owned(),
    }
}

/// Returns `text` with a full stop, unless it ends a sentence already.
pub(crate) fn stopped(text: String) -> String {
    if text.ends_with(['.', '?', '!']) { text } else { text + "." }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelt(sentence: &Sentence) -> String {
        sentence.spell(|action| format!("<{}>", action.name()))
    }

    #[test]
    fn foreign_text_is_never_read_for_actions() {
        let sentence =
            sentence!("{} plays; {} waits", Piece::foreign("{undo}\u{1b}"), ActionId::Pass);
        assert_eq!(spelt(&sentence), "{undo}\u{fffd} plays; <pass> waits");
    }

    #[test]
    fn sentences_of_lessons_name_known_actions() {
        let read = |text: &str| serde_json::from_value::<Sentence>(text.into());
        let sentence = read("{next-legal} goes on, {why}.").unwrap();
        assert_eq!(sentence, sentence!("{} goes on, {}.", ActionId::NextLegal, ActionId::Why));
        assert!(read("{nxt-legal}").unwrap_err().to_string().contains("'nxt-legal'"));
        assert!(read("an {open brace").is_err());
    }

    #[test]
    fn whole_sentences_begin_with_capitals_and_end_with_stops() {
        let whole = |sentence: Sentence| spelt(&sentence.whole());
        assert_eq!(whole("the game is over".into()), "The game is over.");
        assert_eq!(whole(sentence!("press {}", ActionId::Undo)), "Press <undo>.");
        assert_eq!(whole(sentence!("{} or not?", ActionId::Undo)), "<undo> or not?");
    }
}
