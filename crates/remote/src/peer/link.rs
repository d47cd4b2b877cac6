//! One link: how far both sides have come, when something was heard last, how much may come.

use std::time::Duration;

use super::{GREETING, LinkId, PING, SILENCE};
use crate::budget::{BYTES, Budget, LINES};
use crate::hash::{Nonce, hex};

/// The stage of the introductions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Nothing is known of the other side.
    New,
    /// Another guest is being introduced; this one waits for what becomes of them.
    Waits,
    /// The host has announced the game.
    Told,
    /// A guest without the secret of the seat asks for it; the holder has time to show that they
    /// are there.
    Claims {
        /// The guest's random bytes.
        nonce: String,
    },
    /// The person who hosts is asked whether such a guest gets the seat.
    Asks {
        /// The guest's random bytes.
        nonce: String,
    },
    /// The guest has agreed; its random bytes.
    Agreed(String),
    /// The guest has agreed, and knows that the person who hosts is asked.
    Awaits,
    /// Both know all they need.
    Open,
}

#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) id: LinkId,
    pub(super) phase: Phase,
    /// The random bytes of this end, in digits.
    pub(super) nonce: String,
    /// The session's proof, once both nonces are known.
    pub(super) session: String,
    /// The commitment of the host, as a guest has received it.
    pub(super) commitment: String,
    /// The name of the game begun before, as a guest has received it.
    pub(super) game: Option<String>,
    /// The guest at the other end of a host's link.
    pub(super) guest: Guest,
    /// The game as the other side has it.
    pub(super) theirs: crate::message::State,
    /// True if the other side takes marks.
    pub(super) takes_marks: bool,
    /// The time when its phase ends: one for all of the introductions. Once it is open, announced
    /// moves are due then.
    pub(super) until: Duration,
    pub(super) traffic: Traffic,
}

/// A guest as a host knows them.
#[derive(Clone, Debug, Default)]
pub(super) struct Guest {
    pub(super) name: String,
    pub(super) watches: bool,
    /// True if they may only watch, by the code they came with.
    pub(super) only_watches: bool,
    /// True if they have shown that they know the secret of the seat.
    pub(super) is_known: bool,
}

/// The traffic on a link: when there was some, and how much more may come.
#[derive(Clone, Debug)]
pub(super) struct Traffic {
    pub(super) heard: Duration,
    pub(super) pinged: Duration,
    lines: Budget,
    bytes: Budget,
}

impl Traffic {
    fn new(now: Duration) -> Self {
        let (lines, bytes) = (Budget::new(LINES, now), Budget::new(BYTES, now));
        Self { heard: now, pinged: now, lines, bytes }
    }

    /// Counts a line of so many bytes; false if there are too many.
    pub(super) fn take(&mut self, bytes: usize, now: Duration) -> bool {
        let is_few = self.lines.spend(1.0, now);
        self.bytes.spend(bytes as f64, now) && is_few
    }
}

impl Link {
    pub(super) fn new(id: LinkId, nonce: Nonce, now: Duration) -> Self {
        Self {
            id,
            phase: Phase::New,
            nonce: hex(&nonce),
            session: String::new(),
            commitment: String::new(),
            game: None,
            guest: Guest::default(),
            theirs: crate::message::State::default(),
            takes_marks: false,
            until: now + GREETING,
            traffic: Traffic::new(now),
        }
    }

    /// The time when something is to be done about the link.
    pub(super) fn due(&self, is_host: bool) -> Duration {
        match self.phase {
            Phase::Open if is_host => {
                (self.traffic.heard + SILENCE).min(self.traffic.pinged + PING)
            }
            Phase::Open => self.traffic.heard + SILENCE,
            _ => self.until,
        }
    }
}
