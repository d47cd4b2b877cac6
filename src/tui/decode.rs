//! Bytes that a terminal sends, and the keys, reports of the mouse and pastes they are.
//!
//! What has begun waits a moment for its rest, but never makes the program deaf: what cannot belong to it is a key, and if its
//! rest does not come soon, what comes later is the rest only if it makes a whole of it. Answers of the terminal to what nobody
//! asked are swallowed.
//!
//! Source: ECMA-48, section 5.4, "Control sequences"; xterm, "Control Sequences", "Mouse Tracking" and "Bracketed Paste Mode".

mod sequence;
mod string;

use std::time::Duration;

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

use super::splice::{self, PATIENCE};

/// How long a paste may pause before it is taken for whole.
const PASTE_PATIENCE: Duration = Duration::from_secs(2);

/// The most bytes of a paste; the rest of it is dropped.
const MAX_PASTE: usize = 4 << 20;

/// The most bytes of a control string that are kept; no longer one says anything here.
const MAX_STRING: usize = 4 << 10;

/// The most bytes of any other sequence, and more than anybody types without a pause.
const MAX_BYTES: usize = 64;

const ESC: u8 = 0x1b;
const PASTE: &[u8] = b"\x1b[200~";
const PASTED: &[u8] = b"\x1b[201~";

/// Reads events out of bytes.
#[derive(Debug, Default)]
pub struct Decoder {
    /// What has begun and is not whole.
    begun: Vec<u8>,
    /// How many bytes of it came before the line paused.
    late: usize,
}

impl Decoder {
    /// How long to wait for more bytes before [`Decoder::give_up`]; `None` for as long as it takes.
    pub fn patience(&self) -> Option<Duration> {
        if self.begun.starts_with(PASTE) {
            return Some(PASTE_PATIENCE);
        }
        (self.begun.len() > self.late).then_some(PATIENCE)
    }

    /// Hears more bytes; gives what is now known to have come, in order.
    pub fn hear(&mut self, bytes: &[u8]) -> Vec<Event> {
        let mut given = Vec::new();
        for &byte in bytes {
            self.begun.push(byte);
            let rest = match read(&self.begun) {
                Read::Part => {
                    self.bound();
                    continue;
                }
                Read::Whole(event) => {
                    given.push(event);
                    Vec::new()
                }
                Read::Unknown | Read::Broken(_) if self.late > 0 => self.begun.split_off(self.late),
                Read::Unknown | Read::Answer => Vec::new(),
                Read::Foreign => {
                    if self.begun == [ESC, ESC] {
                        given.push(Event::Key(KeyCode::Esc.into()));
                    }
                    let own = if self.late > 0 { self.late } else { self.begun.len() - 1 };
                    self.begun.split_off(own)
                }
                Read::String if !string::tells_ground(&self.begun) => Vec::new(),
                // Its first piece was given as keys, and whoever asked has heard them.
                Read::String if string::may_tell_ground(&self.begun[..self.late]) => self.begun.split_off(self.late),
                Read::Broken(at) if string::is_answer(&self.begun[..at]) => self.begun.split_off(at),
                Read::String | Read::Broken(_) => {
                    given.extend(self.as_keys());
                    continue;
                }
            };
            self.forget();
            given.extend(self.hear(&rest));
        }
        given
    }

    /// Gives what is known to have come now that the rest is late: of two pieces of a sequence the second is keys, unless it
    /// makes a whole of the first.
    pub fn give_up(&mut self) -> Vec<Event> {
        if let Some(text) = self.begun.strip_prefix(PASTE) {
            let paste = pasted(text);
            self.forget();
            return vec![paste];
        }
        if self.begun == [ESC] {
            self.forget();
            return vec![Event::Key(KeyCode::Esc.into())];
        }
        let is_string = string::is_begun(&self.begun);
        if self.late > 0 {
            if is_string && self.begun.len() - self.late > MAX_BYTES && string::is_answer(&self.begun) {
                self.pause();
                return Vec::new();
            }
            let rest = self.begun.split_off(self.late);
            if rest.is_empty() {
                return Vec::new();
            }
            self.forget();
            return self.hear(&rest);
        }
        let mut given = Vec::new();
        let begun = self.begun.clone();
        if is_string && (!string::is_answer(&begun) || string::may_tell_ground(&begun)) {
            given = self.as_keys();
            if !self.begun.is_empty() {
                // The last of these keys is not whole itself.
                return given;
            }
            self.begun = begun;
        }
        self.pause();
        given
    }

    /// Notes that what follows comes late. The beginning of a string tells what it is, unless it may be ending.
    fn pause(&mut self) {
        if string::is_begun(&self.begun) && !self.begun.ends_with(&[ESC]) {
            self.begun.truncate(MAX_BYTES);
        }
        self.late = self.begun.len();
    }

    /// The keys that were pressed if what was begun is no control string.
    fn as_keys(&mut self) -> Vec<Event> {
        let rest = self.begun.split_off(2);
        let key = alt(text(&self.begun[1..]));
        self.forget();
        let mut given = Vec::from_iter(key.event());
        given.extend(self.hear(&rest));
        given
    }

    /// Drops what is too much, but for the bytes that may be the beginning of the end.
    fn bound(&mut self) {
        let most = if self.begun.starts_with(PASTE) { PASTE.len() + MAX_PASTE } else { MAX_STRING };
        if self.begun.len() >= most + PASTED.len() {
            self.begun.remove(most);
            self.late = self.late.min(most);
        }
    }

    fn forget(&mut self) {
        self.begun.clear();
        self.late = 0;
    }
}

/// What some bytes are.
enum Read {
    /// The beginning of something.
    Part,
    /// A key, a report, or a paste.
    Whole(Event),
    /// A sequence of two or three bytes that means nothing here.
    Unknown,
    /// A longer one, which nobody types; or bytes that are no text.
    Answer,
    /// The last byte belongs to nothing of what is before it.
    Foreign,
    /// A control string.
    String,
    /// What began as one and is none: something else begins at this byte.
    Broken(usize),
}

fn read(bytes: &[u8]) -> Read {
    match *bytes {
        [ESC] | [ESC, b'[' | b'O'] => Read::Part,
        [ESC, ESC] => Read::Foreign,
        [ESC, b'O', last] => known(character(&last).and_then(|last| {
            splice::function_key(last).or_else(|| splice::cursor_key(last)).map(|code| Event::Key(code.into()))
        }))
        .unless_foreign(last),
        [ESC, b'[', ..] => sequence::read(bytes),
        _ if string::is_begun(bytes) => string::read(bytes),
        [ESC, ref rest @ ..] if !rest.is_empty() => alt(read(rest)),
        _ => text(bytes),
    }
}

/// What was read, with Alt held.
fn alt(read: Read) -> Read {
    match read {
        Read::Whole(Event::Key(key)) => {
            Read::Whole(Event::Key(KeyEvent::new(key.code, key.modifiers | KeyModifiers::ALT)))
        }
        read => read,
    }
}

impl Read {
    /// This, unless `last` is a byte that no sequence has.
    fn unless_foreign(self, last: u8) -> Self {
        if last.is_ascii_graphic() { self } else { Self::Foreign }
    }

    /// The event that this is, if it is one.
    fn event(self) -> Option<Event> {
        if let Self::Whole(event) = self { Some(event) } else { None }
    }
}

fn known(event: Option<Event>) -> Read {
    event.map_or(Read::Unknown, Read::Whole)
}

/// A paste of `text`, as far as it is not too long.
fn pasted(text: &[u8]) -> Event {
    Event::Paste(String::from_utf8_lossy(&text[..text.len().min(MAX_PASTE)]).into_owned())
}

/// A byte as text of one character.
fn character(byte: &u8) -> Option<&str> {
    std::str::from_utf8(std::slice::from_ref(byte)).ok()
}

/// A key that is one character, or one byte.
fn text(bytes: &[u8]) -> Read {
    let control = |c: u8| KeyEvent::new(KeyCode::Char(c.into()), KeyModifiers::CONTROL);
    let key = match *bytes {
        [b'\r'] => KeyCode::Enter.into(),
        [b'\t'] => KeyCode::Tab.into(),
        [0x7f] => KeyCode::Backspace.into(),
        [0] => control(b' '),
        [c @ 1..=0x1a] => control(c - 1 + b'a'),
        [c @ 0x1c..=0x1f] => control(c - 0x1c + b'4'),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => {
                let Some(c) = text.chars().next() else { return Read::Part };
                KeyEvent::new(KeyCode::Char(c), if c.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE })
            }
            Err(error) if error.error_len().is_none() => return Read::Part,
            Err(_) if bytes.len() > 1 => return Read::Foreign,
            Err(_) => return Read::Answer,
        },
    };
    Read::Whole(Event::Key(key))
}

#[cfg(test)]
mod tests;
