//! Reasons to stop speaking with the other side.

use tetralith_core::text::{Excerpt, display_text};
use thiserror::Error;

use crate::{MAX_LINE, PROTOCOL};

/// A reason to stop speaking with the other side, as a sentence without its full stop.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum Fault {
    #[error("the other side sent a line of more than {} kB", MAX_LINE >> 10)]
    LongLine,
    /// Lines come faster than any game needs them.
    #[error("the other side sent too much")]
    Flood,
    #[error("the other side sent '{0}', which is not a line of the protocol")]
    NoMessage(Excerpt),
    /// A message has a text that is too long.
    #[error("the other side sent {what} of more than {most} characters")]
    LongText {
        /// The text.
        what: &'static str,
        /// Its greatest length.
        most: usize,
    },
    #[error("the other side sent '{0}' as the date of the game; dates must follow RFC 3339")]
    Date(Excerpt),
    /// The time control is not a time control.
    #[error("the offered game has an unknown time control, '{0}'")]
    Time(Excerpt),
    /// The other side speaks another version.
    #[error(
        "the other program uses protocol {0}, this one {PROTOCOL}; both need the same Tetralith"
    )]
    Version(u32),
    /// A message came where it has no place.
    #[error("the other side sent '{0}' at the wrong moment")]
    Unexpected(&'static str),
    /// The game that is offered cannot be played.
    #[error("the offered game cannot be played here: {0}")]
    Game(String),
    /// A move came out of turn.
    #[error("the other side moved out of turn")]
    OutOfTurn,
    /// A move has the wrong number.
    #[error("the other side sent move {found} instead of move {due}")]
    Number {
        /// The number it has.
        found: u64,
        /// The number it should have.
        due: u32,
    },
    #[error("the other side sent an illegal move: {0}")]
    Illegal(String),
    /// The other side has another position after a move.
    #[error("the two programs differ about the position after move {0}")]
    Position(u32),
    /// A move took less time by the clock there than here.
    #[error("the other side's clock shows {told} s for move {n}, but {seen} s passed here")]
    Clock {
        /// The number of the move.
        n: u32,
        /// The reported time, in seconds.
        told: u64,
        /// The time that went by, in seconds.
        seen: u64,
    },
    /// The lines were recorded in another session.
    #[error("the other side is replaying an older session")]
    Recording,
    /// The commitment to the coin was broken.
    #[error("the other side changed its call after the coin toss")]
    Coin,
    /// The records of both sides do not go together.
    #[error("the two records of this game do not match")]
    Apart,
    /// Nothing has come for long.
    #[error("the other side has been silent for {0} seconds")]
    Silence(u64),
    /// The stream to the other side has ended.
    #[error("the connection was lost")]
    Cut,
    /// The introductions take too long.
    #[error("the other side did not introduce itself in time")]
    Slow,
    /// A takeback that was granted is not made.
    #[error("the granted takeback was not made in time")]
    NoTakeback,
    /// So many of the announced moves have not come.
    #[error("the other side did not send {0} of the moves it announced")]
    Missing(u32),
    /// A game that begins has moves already.
    #[error("the host claims moves in a new game")]
    NotNew,
    /// The host cannot show that it is the host of this game.
    #[error("the host does not know this game's secret; it is not the original host")]
    FalseHost,
    /// The clocks were stopped or started without agreement.
    #[error("the other side changed the clocks without asking")]
    Clocks,
    /// An encrypted stream was changed on its way.
    #[error("the connection was tampered with")]
    Tampered,
    /// The other side has given a reason to stop.
    #[error("the other side reports: {}", quoted(.0))]
    Said(String),
    /// The program that carries the game has complained.
    #[error("the connecting program reports: {}", quoted(.0))]
    Program(String),
    /// The system does not carry the game.
    #[error("the connection failed: {}", display_text(.0))]
    System(String),
}

impl Fault {
    /// The words for the other side, which reads them as a quotation.
    pub(crate) fn farewell(&self) -> String {
        let words = match self {
            Self::Version(theirs) => format!(
                "your program uses protocol {theirs}, mine {PROTOCOL}; both need the same Tetralith"
            ),
            other => other.to_string(),
        };
        words.chars().take(200).collect()
    }
}

/// Words of the other side as a quotation on one line, which nothing in them can end.
///
/// ```
/// use tetralith_remote::fault::quoted;
/// assert_eq!(quoted("bye'; it won\u{1b}[2J"), "'bye’; it won\u{fffd}[2J'");
/// ```
pub fn quoted(words: &str) -> String {
    format!("'{}'", display_text(words).trim().replace('\'', "’"))
}
