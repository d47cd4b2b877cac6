//! The decoder: what has begun, how long its rest is waited for, and what becomes of it.

use std::time::{Duration, Instant};

use crate::input::Input;
use crate::key::{KeyCode, KeyEvent, KeyModifiers};
use crate::read::{ESC, MAX_BYTES, MAX_PASTE, PASTE, PASTED, Read, known, pasted};
use crate::sequence::{self, cursor_key, function_key, small_arrow};
use crate::{string, text};

/// The time that the beginning of a sequence waits for its rest: longer than the gap between
/// packets that were sent together, and too short to be felt.
pub const PATIENCE: Duration = Duration::from_millis(50);

/// The time that a paste may pause. So may an answer of the terminal that cannot be distinguished
/// from keys yet, or that comes in a third piece.
pub const LONG_PATIENCE: Duration = Duration::from_secs(2);

/// The most bytes of a control string that are kept; no longer one means anything here.
const MAX_STRING: usize = 4 << 10;

/// Reads inputs out of the bytes that a terminal sends.
///
/// Feed it all bytes that have been read. While [`Decoder::deadline`] gives a time, wait for more
/// bytes no longer than until then, and if none have come, call [`Decoder::timeout`]. Bytes that
/// lie ready when the deadline has passed are in time: who reads them may have been late itself.
///
/// ```
/// use std::time::Instant;
/// use tetralith_terminput::{Decoder, Input, KeyCode, PATIENCE};
///
/// let mut decoder = Decoder::default();
/// let now = Instant::now();
/// // The second half of a key comes later.
/// assert!(decoder.feed(b"\x1b[", now).is_empty());
/// assert_eq!(decoder.feed(b"A", now), [Input::Key(KeyCode::Up.into())]);
/// // Nothing comes after Escape.
/// assert!(decoder.feed(b"\x1b", now).is_empty());
/// assert_eq!(decoder.deadline(), Some(now + PATIENCE));
/// assert_eq!(decoder.timeout(now + PATIENCE), [Input::Key(KeyCode::Esc.into())]);
/// ```
#[derive(Debug, Default)]
pub struct Decoder {
    /// The bytes of a sequence that has begun and is not whole.
    begun: Vec<u8>,
    /// The number of these bytes that came before a pause.
    settled: usize,
    /// `true` if the settled bytes were given as keys after the pause, since they may be nothing
    /// more.
    is_given: bool,
    deadline: Option<Instant>,
}

impl Decoder {
    /// Returns the time when [`Decoder::timeout`] is to be called unless bytes come before; `None`
    /// if nothing waits.
    pub const fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Returns the number of bytes kept of what is not whole, a little over [`MAX_PASTE`] at most.
    pub const fn pending(&self) -> usize {
        self.begun.len()
    }

    /// Takes bytes that came at `now` and returns what is known by them to have come, in order.
    pub fn feed(&mut self, bytes: &[u8], now: Instant) -> Vec<Input> {
        let mut inputs = Vec::new();
        self.take(bytes, &mut inputs);
        self.wait_from(now);
        inputs
    }

    /// Returns what is known to have come now that nothing more has come until `now`; nothing
    /// before the deadline.
    pub fn timeout(&mut self, now: Instant) -> Vec<Input> {
        let mut inputs = Vec::new();
        if self.deadline.is_some_and(|deadline| deadline <= now) {
            self.settle(&mut inputs);
            self.wait_from(now);
        }
        inputs
    }

    fn wait_from(&mut self, now: Instant) {
        self.deadline = self.patience().map(|patience| now + patience);
    }

    /// The time to wait for more bytes; `None` if it makes no difference whether they come.
    fn patience(&self) -> Option<Duration> {
        if self.begun.starts_with(PASTE) {
            return Some(LONG_PATIENCE);
        }
        let is_unsure = || match self.settled {
            0 => string::may_be_answer(&self.begun),
            _ => !self.is_given && string::may_be_colour(&self.begun),
        };
        let patience =
            if string::is_begun(&self.begun) && is_unsure() { LONG_PATIENCE } else { PATIENCE };
        (self.begun.len() > self.settled).then_some(patience)
    }

    fn take(&mut self, bytes: &[u8], inputs: &mut Vec<Input>) {
        for &byte in bytes {
            if self.follows_escape() && self.begun.len() == 1 && !may_follow_late(byte) {
                self.forget();
            }
            self.begun.push(byte);
            if let Some(rest) = self.step(inputs) {
                self.forget();
                self.take(&rest, inputs);
            }
        }
    }

    /// Reads the unfinished bytes with the last one that came; returns those to be read again once
    /// all before them is forgotten, or `None` if more bytes are waited for.
    fn step(&mut self, inputs: &mut Vec<Input>) -> Option<Vec<u8>> {
        let late = |decoder: &mut Self| Some(decoder.begun.split_off(decoder.settled));
        match read(&self.begun) {
            Read::Part => {
                self.bound();
                None
            }
            Read::Whole(input) => {
                inputs.push(input);
                Some(Vec::new())
            }
            Read::String => {
                if self.may_be_keys() {
                    return late(self);
                }
                inputs.extend(string::report(&self.begun).map(Input::Report));
                Some(Vec::new())
            }
            Read::Answer if !self.follows_escape() => Some(Vec::new()),
            Read::Unknown if self.settled == 0 => Some(Vec::new()),
            Read::Foreign if self.settled == 0 => {
                if self.begun == [ESC, ESC] {
                    inputs.push(Input::Key(KeyCode::Esc.into()));
                }
                Some(self.begun.split_off(self.begun.len() - 1))
            }
            Read::Broken(at) if self.settled == 0 => {
                if string::is_answer(&self.begun[..at]) {
                    return Some(self.begun.split_off(at));
                }
                Some(self.first_key(inputs))
            }
            Read::Answer | Read::Unknown | Read::Foreign | Read::Broken(_) => late(self),
        }
    }

    /// True if a whole string is more likely a row of keys: those before the pause were given
    /// already.
    fn may_be_keys(&self) -> bool {
        self.is_given
            && (string::is_empty(&self.begun)
                || self.follows_escape() && !string::is_answer(&self.begun))
    }

    /// True if Escape was given, and what came after it is all that waits.
    fn follows_escape(&self) -> bool {
        self.is_given && self.settled == 1
    }

    /// Decides what the unfinished bytes are, now that the rest is late.
    fn settle(&mut self, inputs: &mut Vec<Input>) {
        if let Some(text) = self.begun.strip_prefix(PASTE) {
            inputs.push(pasted(text));
            self.forget();
        } else if self.settled > 0 {
            self.settle_again(inputs);
        } else if self.begun == [ESC] {
            inputs.push(Input::Key(KeyCode::Esc.into()));
            self.pause(true);
        } else if string::is_begun(&self.begun) && !string::is_answer(&self.begun) {
            let begun = self.begun.clone();
            let rest = self.first_key(inputs);
            self.forget();
            self.take(&rest, inputs);
            // Bytes are left if the last of these keys is itself not whole.
            if self.begun.is_empty() {
                self.begun = begun;
                self.pause(true);
            }
        } else {
            self.pause(false);
        }
    }

    /// Decides what a second piece is that does not complete the first: keys, unless it is too long
    /// for keys.
    fn settle_again(&mut self, inputs: &mut Vec<Input>) {
        let is_long = self.begun.len() - self.settled > MAX_BYTES;
        if is_long && string::is_begun(&self.begun) && string::is_answer(&self.begun) {
            self.pause(self.is_given);
            return;
        }
        let rest = self.begun.split_off(self.settled);
        self.forget();
        self.take(&rest, inputs);
    }

    /// Notes that what follows comes late. Of a string only the beginning is kept, which shows its
    /// kind, unless its end may have begun.
    fn pause(&mut self, is_given: bool) {
        if string::is_begun(&self.begun) && !self.begun.ends_with(&[ESC]) {
            self.begun.truncate(MAX_BYTES);
        }
        self.settled = self.begun.len();
        self.is_given = is_given;
    }

    /// Gives the key that was pressed with Alt if what was begun is no control string; returns what
    /// came after it.
    fn first_key(&mut self, inputs: &mut Vec<Input>) -> Vec<u8> {
        let rest = self.begun.split_off(2);
        if let Read::Whole(input) = text::alt(text::read(&self.begun[1..])) {
            inputs.push(input);
        }
        rest
    }

    /// Drops what is too much, but for the bytes that may be the beginning of the end.
    fn bound(&mut self) {
        let most = if self.begun.starts_with(PASTE) { PASTE.len() + MAX_PASTE } else { MAX_STRING };
        if self.begun.len() >= most + PASTED.len() {
            self.begun.remove(most);
            self.settled = self.settled.min(most);
        }
    }

    fn forget(&mut self) {
        self.begun.clear();
        // The memory of a paste is not kept for the next.
        self.begun.shrink_to(MAX_STRING);
        self.settled = 0;
        self.is_given = false;
    }
}

/// True if a byte may come long after the Escape before it and still belong to the same
/// sequence.
const fn may_follow_late(byte: u8) -> bool {
    matches!(byte, b'[' | b'O' | b']' | b'P' | b'_')
}

fn read(bytes: &[u8]) -> Read {
    match *bytes {
        [ESC] | [ESC, b'[' | b'O'] => Read::Part,
        [ESC, ESC] => Read::Foreign,
        [ESC, b'O', last] if let Some(code) = small_arrow(last) => {
            Read::Whole(Input::Key(KeyEvent::new(code, KeyModifiers::CONTROL)))
        }
        [ESC, b'O', last] => {
            let code = function_key(last.into()).or_else(|| cursor_key(last.into()));
            known(code.map(|code| Input::Key(code.into()))).unless_foreign(last)
        }
        [ESC, b'[', ..] => sequence::read(bytes),
        _ if string::is_begun(bytes) => string::read(bytes),
        [ESC, ref rest @ ..] if !rest.is_empty() => text::alt(read(rest)),
        _ => text::read(bytes),
    }
}

#[cfg(test)]
mod tests;
