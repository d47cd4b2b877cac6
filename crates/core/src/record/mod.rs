//! Games as JSON text: reading and writing records.
//!
//! Format: `docs/record-format.md`. Details that it leaves open are settled here:
//! - An object with the same key twice is refused, for readers differ in which one they take.
//! - The last entry of a line may hold a `result` too. This is how a resignation or a loss on time
//!   in a variation is written. Any other `result` of an entry is kept as an unknown value.
//! - An unfinished turn (a bound stone without its free one) may be the last entry of a line; as a
//!   variation of its own it carries what is noted on the bound stone.
//! - Every record that can be read can be written and read again: fewer unknown keys are read than
//!   keys in all, so that there is room for those that are written, and a record that would be too
//!   large when written is not read.
//! - A value that this program does not know is kept as it is written, but for the blanks between
//!   its parts.

mod error;
pub mod raw;
mod read;
mod write;

pub use error::RecordError;
pub use raw::{ANALYSIS, MAX_KEYS, MAX_UNKNOWN_DEPTH, MAX_UNKNOWN_KEYS};
pub use read::{is_rfc3339, unread_notes};

use std::collections::BTreeMap;
use strum::{IntoStaticStr, VariantArray};

use crate::rules::Outcome;
use crate::text::display_text;
use crate::timeline::{MAX_NESTING, MAX_STEPS, NodeId};

/// The value of the key `format` in every record.
pub const FORMAT: &str = "tetralith";

/// The version of the format that is read and written.
pub const VERSION: i64 = 1;

/// The most bytes of a record, 8 MiB.
pub const MAX_BYTES: usize = 8 << 20;

/// The most entries of a record, all variations together: every step of a full timeline, some of
/// them twice.
pub const MAX_ENTRIES: usize = 2 * MAX_STEPS;

/// The depth to which variations may be nested: as deep as in a timeline, and one level more for
/// what is noted on a bound stone, which is written as a variation of the turn it begins.
pub const MAX_LEVELS: usize = MAX_NESTING + 1;

/// The most bytes of a comment, 64 KiB.
pub const MAX_COMMENT: usize = 64 << 10;

/// The most bytes of any shorter text: a name, an event, a date, a level, a nag, a key.
pub const MAX_TEXT: usize = 1 << 10;

/// A record without the game, its options and its moves: who played, when, and what else is noted.
///
/// Texts are as they came: the code that shows them strips control characters
/// ([`crate::text::display_text`]).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// The players, the first player first.
    pub players: [Player; 2],
    /// The date of the game, by RFC 3339.
    pub date: Option<String>,
    /// The place or occasion of the game.
    pub event: Option<String>,
    /// A remark on the whole game.
    pub comment: Option<String>,
    /// The parts of a record that was read which this version does not know, to be written back.
    pub unknown: UnknownKeys,
}

/// The parts of a record that was read which this version does not know, and the order of all;
/// empty for a new record.
///
/// It belongs to the timeline that was read with it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct UnknownKeys {
    /// The record's keys in order, with the text of each value that is not known.
    keys: Vec<(String, Option<String>)>,
    /// The keys of `players` besides the two.
    players: Unknown,
    /// The keys of each `result` besides winner and reason, and the result itself, by the place
    /// where it ends the game.
    results: BTreeMap<NodeId, (Outcome, Unknown)>,
}

impl UnknownKeys {
    /// The JSON text of the value of `key`, which the format does not define.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.keys.iter().find(|(known, _)| known == key)?.1.as_deref()
    }

    /// The keys that the format does not define, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().filter(|(_, text)| text.is_some()).map(|(key, _)| &**key)
    }

    /// Sets the value of `key`, which the format must not define, to the JSON text `value`, or
    /// removes the key.
    pub fn set(&mut self, key: &str, value: Option<String>) {
        self.keys.retain(|(known, text)| known != key || text.is_none());
        if let Some(value) = value {
            if self.keys.is_empty() {
                // A new record begins as all do.
                self.keys.extend(Record::KEYS.map(|key| (key.to_owned(), None)));
            }
            self.keys.push((key.to_owned(), Some(value)));
        }
    }
}

/// Keys that this version does not know, and their JSON text.
type Unknown = Vec<(String, String)>;

/// The holder of a colour.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Player {
    pub name: Option<String>,
    /// A person or a program.
    pub kind: Option<PlayerKind>,
    pub level: Option<String>,
    /// Keys that this version does not know, and their JSON text.
    pub extra: Vec<(String, String)>,
}

impl Player {
    /// The name, if it is one that can be read and not only blanks.
    pub fn named(&self) -> Option<&str> {
        self.name.as_deref().filter(|name| !display_text(name).trim().is_empty())
    }
}

/// A person or a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum PlayerKind {
    /// A person.
    Human,
    /// A program.
    Ai,
}

impl PlayerKind {
    /// Both, in the order of menus.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all of them");

    /// The name used in records.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

#[cfg(test)]
mod tests;
