//! One link: how far both sides have come, when something was heard last, how much may come.

use std::time::Duration;

use super::{GREETING, LinkId, PING, SILENCE};
use crate::hash::{Nonce, hex};

/// The lines that may come at once.
const LINES: f64 = 200.0;

/// The lines that may come in a second, on and on.
const LINES_A_SECOND: f64 = 10.0;

/// The bytes that may come at once.
const BYTES: f64 = 1_000_000.0;

/// The bytes that may come in a second, on and on.
const BYTES_A_SECOND: f64 = 16_384.0;

/// How far the introductions have come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Nothing is known of the other side.
    New,
    /// Somebody asks for a seat that is taken, until it is known that its holder is there.
    Waits {
        /// The time when the wait ends.
        until: Duration,
    },
    /// The host has told what is played.
    Told,
    /// The guest has agreed; its random bytes.
    Agreed(String),
    /// Both know all they need.
    Open,
}

/// One link.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) id: LinkId,
    pub(super) phase: Phase,
    /// The random bytes of this end, in digits.
    pub(super) nonce: String,
    /// The session's proof, once both nonces are known.
    pub(super) session: String,
    /// The commitment of the host, as a guest has been told it.
    pub(super) commitment: String,
    pub(super) name: String,
    pub(super) watch: bool,
    /// The game as the other side has it.
    pub(super) theirs: crate::message::State,
    pub(super) since: Duration,
    pub(super) heard: Duration,
    pub(super) pinged: Duration,
    lines: f64,
    bytes: f64,
    filled: Duration,
}

impl Link {
    pub(super) fn new(id: LinkId, nonce: Nonce, now: Duration) -> Self {
        Self {
            id,
            phase: Phase::New,
            nonce: hex(&nonce),
            session: String::new(),
            commitment: String::new(),
            name: String::new(),
            watch: false,
            theirs: crate::message::State::default(),
            since: now,
            heard: now,
            pinged: now,
            lines: LINES,
            bytes: BYTES,
            filled: now,
        }
    }

    /// Takes note of a line of so many bytes; false if there are too many.
    pub(super) fn take(&mut self, bytes: usize, now: Duration) -> bool {
        let time = now.saturating_sub(self.filled).as_secs_f64();
        self.filled = now;
        self.lines = LINES.min(self.lines + time * LINES_A_SECOND) - 1.0;
        self.bytes = BYTES.min(self.bytes + time * BYTES_A_SECOND) - bytes as f64;
        self.lines >= 0.0 && self.bytes >= 0.0
    }

    /// The time at which something is to be done about the link.
    pub(super) fn due(&self, is_host: bool) -> Duration {
        match self.phase {
            Phase::Open if is_host => (self.heard + SILENCE).min(self.pinged + PING),
            Phase::Open => self.heard + SILENCE,
            Phase::Waits { until } => until,
            _ => self.since + GREETING,
        }
    }
}
