//! The errors of records.

use thiserror::Error;

use super::{MAX_BYTES, VERSION};
use crate::games::NewGameError;
use crate::position_text::PositionTextError;
use crate::text::Excerpt;

/// The reasons why a record cannot be read or written. Each is one sentence: what is wrong, where,
/// what would be right.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum RecordError {
    /// It has more than [`MAX_BYTES`].
    #[error("the record is too large; at most {} MiB are read and written", MAX_BYTES >> 20)]
    TooLarge,
    /// There is nothing but blanks.
    #[error("the record is empty; it needs at least format, version, game and moves")]
    Empty,
    /// It begins with a byte-order mark of UTF-16.
    #[error("the record is UTF-16 text; save it as UTF-8")]
    Utf16,
    /// Some bytes are not UTF-8.
    #[error("line {line}: byte {byte} of the record is not UTF-8; save it as UTF-8")]
    Encoding {
        /// The line, from 1.
        line: usize,
        /// The first wrong byte, from 1.
        byte: usize,
    },
    /// It ends within a value.
    #[error("the record is cut off at line {line}, column {column}")]
    CutOff {
        /// The line, from 1.
        line: usize,
        /// The column, in bytes from 1.
        column: usize,
    },
    /// It is not JSON.
    #[error("line {line}, column {column}: this is not JSON: {message}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, in bytes from 1.
        column: usize,
        /// The words of the JSON reader.
        message: String,
    },
    /// A value of the wrong type, or none of those that are allowed.
    #[error("{}expected {expected}, found {found}", at(.place))]
    Value {
        /// Its place, such as `moves[3].time_ms`; empty for the record itself.
        place: String,
        /// Something that would be right.
        expected: String,
        /// The value that is there.
        found: String,
    },
    /// A key that must be there is not.
    #[error("{}the key '{key}' is missing", at(.place))]
    Missing {
        /// The object it is missing from; empty for the record itself.
        place: String,
        key: &'static str,
    },
    /// A key that occurs twice in one object: it is unknown which is meant.
    #[error("{}the key '{key}' appears twice", at(.place))]
    Twice {
        /// The object; empty for the record itself.
        place: String,
        key: Excerpt,
    },
    /// An option that the program does not know; it may change the rules, so it cannot be passed
    /// over.
    #[error(
        "options: there is no option '{key}'; the options are size, board, opening, komi, ties \
         and pie"
    )]
    UnknownOption { key: Excerpt },
    /// A version that this program cannot read.
    #[error("version {version} {} this program reads ({VERSION})", compared(*.version))]
    Version { version: i64 },
    /// The game or its options do not exist.
    #[error(transparent)]
    Game(#[from] NewGameError),
    /// The position that the game begins from is none.
    #[error("position: {0}")]
    Position(#[from] Box<PositionTextError>),
    /// More of something than is read or written.
    #[error("{}more than {most} {what}", at(.place))]
    TooMany {
        /// Their place; empty for the record itself.
        place: String,
        /// The things that are too many.
        what: &'static str,
        /// The number that is allowed.
        most: usize,
    },
    /// Something in the entry of a turn.
    #[error("turn {turn}: {error}")]
    Entry {
        /// The number of the turn, from 1.
        turn: u32,
        error: Box<RecordError>,
    },
    /// A turn that is not one, or that the rules forbid.
    #[error(
        "turn {turn} '{text}'{}: {reason}",
        .place.as_ref().map_or(String::new(), |place| format!(" ({place})"))
    )]
    Turn {
        /// The number of the turn, from 1.
        turn: u32,
        text: Excerpt,
        /// Its place, if not on the main line.
        place: Option<String>,
        /// The fault, as a sentence without its full stop.
        reason: String,
    },
    /// A result that the moves contradict.
    #[error("{place}: {reason}")]
    Result {
        place: String,
        /// The fault, as a sentence without its full stop.
        reason: String,
    },
}

impl RecordError {
    /// The turn the error is in, from 1, if it is in one.
    pub const fn turn(&self) -> Option<u32> {
        match self {
            Self::Turn { turn, .. } | Self::Entry { turn, .. } => Some(*turn),
            _ => None,
        }
    }

    /// This error, placed in the entry of turn number `turn` unless it names itself which turn it
    /// is in.
    pub(super) fn in_turn(self, turn: u32) -> Self {
        if self.turn().is_some() { self } else { Self::Entry { turn, error: Box::new(self) } }
    }
}

fn at(place: &str) -> String {
    if place.is_empty() { "the record: ".to_owned() } else { format!("{place}: ") }
}

fn compared(version: i64) -> &'static str {
    if version > VERSION { "is newer than" } else { "is not the version" }
}
