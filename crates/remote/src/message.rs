//! The lines of the protocol: one JSON object each.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tetralith_core::record::is_rfc3339;
use tetralith_core::text::{Excerpt, display_text};
use tetralith_core::{Colour, MAX_OWN_MARKS, Reason};

use crate::fault::Fault;
use crate::hash::{NONCE, is_hex};

/// The most characters of a name.
pub const MAX_NAME: usize = 40;

/// The most characters of a message in one line.
pub const MAX_CHAT: usize = 200;

/// The most characters of the name of a turn.
const MAX_TURN: usize = 32;

/// The most characters of any other text.
const MAX_TEXT: usize = 200;

/// The most moves of a line; a line with more is refused.
pub const MOST_MOVES: usize = 500;

/// One line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum LinkMessage {
    /// The first line of a guest: who is there.
    Hello {
        protocol: u32,
        program: String,
        name: String,
        /// True for a spectator.
        #[serde(default, skip_serializing_if = "is_false")]
        watch: bool,
        /// True if it takes marks.
        #[serde(default, skip_serializing_if = "is_false")]
        marks: bool,
    },
    /// The answer of the host: what is played.
    Room(Box<OfferedRoom>),
    /// The guest agrees and states what it has of the game.
    Enter {
        /// Its random bytes.
        nonce: String,
        /// The proof that it knows the secret of the seat, in a game begun before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claim: Option<String>,
        /// The moves it has.
        state: State,
    },
    /// The host is asked whether a guest without the secret of the seat gets it.
    Wait,
    /// The host opens its commitment and states what it has of the game.
    Open {
        /// Its random bytes.
        nonce: String,
        /// The proof that it knows those of the guest.
        session: String,
        /// The name of the game.
        id: String,
        host: LinkSeat,
        /// The name of the one who plays against the host.
        guest: String,
        /// The proof that it knows the secret of the seat; without one the seat is bound to the
        /// secret of this session.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claim: Option<String>,
        /// True while both have agreed to pause.
        #[serde(default, skip_serializing_if = "is_false")]
        paused: bool,
        /// The moves it has.
        state: State,
    },
    /// The guest is there: the proof that it knows the random bytes of the host.
    Ready {
        /// The proof.
        session: String,
    },
    Moves {
        /// The number of the first of them, from 1.
        from: u32,
        moves: Vec<Move>,
        /// The hash of the position after the last.
        hash: String,
    },
    Offer {
        /// Its subject.
        offer: Offer,
    },
    Answer {
        /// Its subject.
        offer: Offer,
        /// True if it is accepted.
        yes: bool,
        /// For a takeback, the time that the turn under way has taken if it is the sender's, in
        /// milliseconds.
        #[serde(default, skip_serializing_if = "is_zero")]
        ms: u64,
    },
    /// Moves are taken back, as was agreed.
    Back {
        /// The moves that are left.
        turns: u32,
        /// The number of times that moves were taken back so far.
        takebacks: u32,
        /// The time that the turn under way had taken, in milliseconds.
        #[serde(default, skip_serializing_if = "is_zero")]
        ms: u64,
    },
    /// A rematch begins, as was agreed.
    Again {
        /// The name of the new game.
        id: String,
        host: LinkSeat,
        /// The date of the game, by RFC 3339.
        date: String,
    },
    Resign {
        seat: LinkSeat,
    },
    /// A player has run out of time.
    Flag {
        seat: LinkSeat,
    },
    /// A person writes a message.
    Chat {
        name: String,
        /// The words.
        text: String,
    },
    /// The marks beside a step of a game that is over, in place of those before.
    Marks {
        /// The number of the step, from 1.
        step: u32,
        /// The marks, as records have them.
        marks: Vec<String>,
    },
    /// The host reports to those who watch what stops the clocks.
    Clocks(Standstill),
    /// The host asks if the guest is still there.
    Ping,
    /// The guest is.
    Pong,
    /// The end of the connection.
    Bye {
        /// The reason, as a sentence without its full stop.
        why: String,
        /// True if something is wrong, so that coming back does not help.
        #[serde(default, skip_serializing_if = "is_false")]
        fault: bool,
    },
}

/// The game that a host offers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct OfferedRoom {
    pub protocol: u32,
    pub program: String,
    pub name: String,
    /// The game and its options: a record without moves.
    pub record: Value,
    /// The date of the game, by RFC 3339.
    pub date: String,
    /// The time control; without one there is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// The seat of the host; without one a coin is tossed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<LinkSeat>,
    /// The commitment to the random bytes of the host.
    pub commitment: String,
    /// The name of the game, if it was begun before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// True if the host takes marks.
    #[serde(default, skip_serializing_if = "is_false")]
    pub marks: bool,
}

/// A step of the game, with the time that it took.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Move {
    /// Its name, as records have it.
    #[serde(rename = "move")]
    pub name: String,
    /// The time it took, in milliseconds.
    pub ms: u64,
}

/// The game as one side has it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct State {
    /// The number of moves.
    pub turns: u32,
    /// The number of times that moves were taken back.
    pub takebacks: u32,
    /// The hash of the position.
    pub hash: String,
}

/// The reasons why the clocks of both players are stopped; they run if there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Standstill {
    /// True while both have agreed to pause.
    #[serde(default, skip_serializing_if = "is_false")]
    pub paused: bool,
    /// True while the guest who plays is not connected.
    #[serde(default, skip_serializing_if = "is_false")]
    pub away: bool,
}

/// A seat: the colour that a player has before any swap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LinkSeat {
    /// The seat of the player who moves first.
    First,
    /// The other seat.
    Second,
}

impl From<Colour> for LinkSeat {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::First => Self::First,
            Colour::Second => Self::Second,
        }
    }
}

impl From<LinkSeat> for Colour {
    fn from(seat: LinkSeat) -> Self {
        match seat {
            LinkSeat::First => Self::First,
            LinkSeat::Second => Self::Second,
        }
    }
}

/// The subject of an offer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// To take back moves until so many are left.
    Takeback(u32),
    /// A draw.
    Draw,
    /// Another game, with colours exchanged.
    Rematch,
    /// To pause both clocks.
    Pause,
    /// To let the clocks run again.
    Resume,
}

/// An end of the game that is not on the board: the seat that lost, and the reason.
pub type End = (Colour, Reason);

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The version in the first line of a side that speaks another one, with anything else in that
/// line.
fn another_version(line: &str) -> Option<Fault> {
    #[derive(Deserialize)]
    struct Greeting {
        #[serde(rename = "type")]
        kind: String,
        protocol: u32,
    }
    let greeting: Greeting = serde_json::from_str(line).ok()?;
    let is_greeting = matches!(greeting.kind.as_str(), "hello" | "room");
    let is_other = greeting.protocol != crate::PROTOCOL;
    (is_greeting && is_other).then_some(Fault::Version(greeting.protocol))
}

impl LinkMessage {
    /// Reads a line.
    ///
    /// ```
    /// use tetralith_remote::message::LinkMessage;
    /// assert_eq!(LinkMessage::read(r#"{"type":"ping"}"#), Ok(LinkMessage::Ping));
    /// let refused = LinkMessage::read("hello").unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "the other side sent 'hello', which is not a line of the protocol"
    /// );
    /// ```
    ///
    /// # Errors
    /// [`Fault::Version`], [`Fault::NoMessage`], [`Fault::LongText`], [`Fault::Flood`] or
    /// [`Fault::Date`].
    pub fn read(line: &str) -> Result<Self, Fault> {
        let no_message = || Fault::NoMessage(Excerpt::new(&display_text(line)));
        let message: Self = match serde_json::from_str(line) {
            Ok(message) => message,
            Err(_) => return Err(another_version(line).unwrap_or_else(no_message)),
        };
        message.check()?;
        if message.digits_are_right() { Ok(message) } else { Err(no_message()) }
    }

    /// The line, with its end.
    pub fn write(&self) -> String {
        let mut line = serde_json::to_string(self).unwrap_or_default();
        line.push('\n');
        line
    }

    /// The name of its kind.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Hello { .. } => "hello",
            Self::Room(_) => "room",
            Self::Enter { .. } => "enter",
            Self::Wait => "wait",
            Self::Open { .. } => "open",
            Self::Ready { .. } => "ready",
            Self::Moves { .. } => "moves",
            Self::Offer { .. } => "offer",
            Self::Answer { .. } => "answer",
            Self::Back { .. } => "back",
            Self::Again { .. } => "again",
            Self::Resign { .. } => "resign",
            Self::Flag { .. } => "flag",
            Self::Chat { .. } => "chat",
            Self::Marks { .. } => "marks",
            Self::Clocks(_) => "clocks",
            Self::Ping => "ping",
            Self::Pong => "pong",
            Self::Bye { .. } => "bye",
        }
    }

    /// Checks the lengths of its texts, and its dates: a game with a date that records do not take
    /// could not be kept.
    fn check(&self) -> Result<(), Fault> {
        let within = |what: &'static str, text: &str, most: usize| {
            if text.chars().nth(most).is_some() {
                Err(Fault::LongText { what, most })
            } else {
                Ok(())
            }
        };
        let dated = |date: &str| {
            within("a date", date, MAX_TEXT)?;
            if is_rfc3339(date) { Ok(()) } else { Err(Fault::Date(Excerpt::new(date))) }
        };
        match self {
            Self::Hello { protocol, .. } if *protocol != crate::PROTOCOL => {
                Err(Fault::Version(*protocol))
            }
            Self::Room(room) if room.protocol != crate::PROTOCOL => {
                Err(Fault::Version(room.protocol))
            }
            Self::Hello { program, name, .. } => {
                within("a name", name, MAX_NAME)?;
                within("the name of a program", program, MAX_TEXT)
            }
            Self::Room(room) => {
                within("a name", &room.name, MAX_NAME)?;
                within("the name of a program", &room.program, MAX_TEXT)?;
                dated(&room.date)?;
                within("a time control", room.time.as_deref().unwrap_or_default(), MAX_TEXT)
            }
            Self::Open { guest, .. } => within("a name", guest, MAX_NAME),
            Self::Moves { moves, .. } => {
                if moves.is_empty() || moves.len() > MOST_MOVES {
                    return Err(Fault::Flood);
                }
                moves.iter().try_for_each(|one| within("the name of a move", &one.name, MAX_TURN))
            }
            Self::Again { date, .. } => dated(date),
            Self::Marks { marks, .. } => {
                if marks.len() > MAX_OWN_MARKS {
                    return Err(Fault::Flood);
                }
                marks.iter().try_for_each(|mark| within("a mark", mark, MAX_TURN))
            }
            Self::Chat { name, text } => {
                within("a name", name, MAX_NAME)?;
                within("a message", text, MAX_CHAT)
            }
            Self::Bye { why, .. } => within("a reason", why, 2 * MAX_TEXT),
            _ => Ok(()),
        }
    }

    /// True if each of its hashes and nonces has the form of one.
    fn digits_are_right(&self) -> bool {
        const HASH: usize = 64;
        const ID: usize = 32;
        match self {
            Self::Room(room) => {
                is_hex(&room.commitment, HASH) && room.id.as_deref().is_none_or(|id| is_hex(id, ID))
            }
            Self::Enter { nonce, claim, state } => {
                is_hex(nonce, 2 * NONCE)
                    && claim.as_deref().is_none_or(|claim| is_hex(claim, HASH))
                    && (is_hex(&state.hash, HASH) || *state == State::default())
            }
            Self::Open { nonce, session, id, claim, state, .. } => {
                is_hex(nonce, 2 * NONCE)
                    && claim.as_deref().is_none_or(|claim| is_hex(claim, HASH))
                    && is_hex(session, HASH)
                    && is_hex(id, ID)
                    && is_hex(&state.hash, HASH)
            }
            Self::Ready { session: hash } | Self::Moves { hash, .. } => is_hex(hash, HASH),
            Self::Again { id, .. } => is_hex(id, ID),
            _ => true,
        }
    }
}
