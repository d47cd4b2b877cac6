//! Bytes that a terminal sends, and the keys, reports of the mouse and pastes they are.
//!
//! A sequence that was begun never makes the program deaf: what cannot belong to it is a key, and if its rest does not come
//! soon, what comes later is the rest only if it makes a whole of it. Answers of the terminal to what nobody asked are
//! swallowed.
//!
//! Source: ECMA-48, section 5.4, "Control sequences"; xterm, "Control Sequences", "Mouse Tracking" and "Bracketed Paste Mode".

use std::time::Duration;

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

use super::splice::{self, PATIENCE};

/// How long a paste may pause before it is taken for whole.
const PASTE_PATIENCE: Duration = Duration::from_secs(2);

/// The most bytes of a sequence that is no paste.
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

    /// Hears more bytes; gives what is now known to have come, in order. With `more` others are there already, so that ESC at
    /// the end need not be a key by itself.
    pub fn hear(&mut self, bytes: &[u8], more: bool) -> Vec<Event> {
        let mut given = Vec::new();
        for (i, &byte) in bytes.iter().enumerate() {
            let more = more || i + 1 < bytes.len();
            self.begun.push(byte);
            let rest = match read(&self.begun, more) {
                Read::Part => continue,
                Read::Whole(event) => {
                    given.push(event);
                    Vec::new()
                }
                Read::Unknown if self.late > 0 => self.begun.split_off(self.late),
                Read::Unknown | Read::Answer => Vec::new(),
                Read::Foreign => {
                    if self.begun == [ESC, ESC] {
                        given.push(Event::Key(KeyCode::Esc.into()));
                    }
                    let own = if self.late > 0 { self.late } else { self.begun.len() - 1 };
                    self.begun.split_off(own)
                }
            };
            self.forget();
            given.extend(self.hear(&rest, more));
        }
        given
    }

    /// Gives what is known to have come now that the rest is late: of two pieces of a sequence the second is keys, unless it
    /// makes a whole of the first.
    pub fn give_up(&mut self) -> Vec<Event> {
        let event = if let Some(text) = self.begun.strip_prefix(PASTE) {
            Event::Paste(String::from_utf8_lossy(text).into_owned())
        } else if self.begun == [ESC] {
            Event::Key(KeyCode::Esc.into())
        } else if self.late == 0 {
            self.late = self.begun.len();
            return Vec::new();
        } else {
            let rest = self.begun.split_off(self.late);
            if rest.is_empty() {
                return Vec::new();
            }
            self.forget();
            return self.hear(&rest, false);
        };
        self.forget();
        vec![event]
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
}

fn read(bytes: &[u8], more: bool) -> Read {
    match *bytes {
        [ESC] if more => Read::Part,
        [ESC, ESC] => Read::Foreign,
        [ESC, b'[' | b'O'] => Read::Part,
        [ESC, b'O', last] => known(char(&last).and_then(|last| {
            splice::function_key(last).or_else(|| splice::cursor_key(last)).map(|code| Event::Key(code.into()))
        }))
        .unless_foreign(last),
        [ESC, b'[', ..] => sequence(bytes),
        [ESC, ref rest @ ..] if !rest.is_empty() => match read(rest, more) {
            Read::Whole(Event::Key(key)) => {
                Read::Whole(Event::Key(KeyEvent::new(key.code, key.modifiers | KeyModifiers::ALT)))
            }
            read => read,
        },
        _ => text(bytes),
    }
}

impl Read {
    /// This, unless `last` is a byte that no sequence has.
    fn unless_foreign(self, last: u8) -> Self {
        if last.is_ascii_graphic() { self } else { Self::Foreign }
    }
}

fn known(event: Option<Event>) -> Read {
    event.map_or(Read::Unknown, Read::Whole)
}

/// A byte as text of one character.
fn char(byte: &u8) -> Option<&str> {
    std::str::from_utf8(std::slice::from_ref(byte)).ok()
}

/// A key that is one character, or one byte.
fn text(bytes: &[u8]) -> Read {
    let control = |c: u8| KeyEvent::new(KeyCode::Char(c.into()), KeyModifiers::CONTROL);
    let key = match *bytes {
        [ESC] => KeyCode::Esc.into(),
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

/// What begins with `ESC [` and has at least one byte more.
fn sequence(bytes: &[u8]) -> Read {
    if bytes.starts_with(PASTE) {
        return match bytes[PASTE.len()..].strip_suffix(PASTED) {
            Some(text) => Read::Whole(Event::Paste(String::from_utf8_lossy(text).into_owned())),
            None => Read::Part,
        };
    }
    match bytes[2..] {
        // The mouse as it was before numbers: three bytes, of which each may be any but that of a control key.
        [b'M', .., 0..b' '] => return Read::Foreign,
        [b'M', bits, column, row] => {
            let numbers = [bits, column, row].map(|byte| u16::from(byte.saturating_sub(32)));
            return known(mouse(numbers));
        }
        [b'M', ..] | [b'['] => return Read::Part,
        // The console of Linux.
        [b'[', key @ b'A'..=b'E'] => return Read::Whole(Event::Key(KeyCode::F(key - b'A' + 1).into())),
        [b'[', last] => return Read::Unknown.unless_foreign(last),
        _ => {}
    }
    let (last, parameters) = bytes[2..].split_last().unwrap_or((&0, &[]));
    match last {
        b' '..=b'?' if bytes.len() < MAX_BYTES => return Read::Part,
        b' '..=b'?' => return Read::Answer,
        b'@'..=b'~' => {}
        _ => return Read::Foreign,
    }
    let event = std::str::from_utf8(parameters).ok().zip(char(last)).and_then(|(numbers, last)| event(numbers, last));
    match event {
        Some(event) => Read::Whole(event),
        None if parameters.iter().any(u8::is_ascii_digit) => Read::Answer,
        None => Read::Unknown,
    }
}

/// What a sequence with these numbers and this end is.
fn event(numbers: &str, last: &str) -> Option<Event> {
    let report = numbers.strip_prefix('<');
    let numbers = report.unwrap_or(numbers).split(';').map(splice::number).collect::<Result<Vec<u16>, _>>().ok()?;
    match (report, last, &numbers[..]) {
        (Some(_), ..) => splice::mouse(&numbers, last),
        (None, "M", &[bits, column, row]) => mouse([bits.checked_sub(32)?, column, row]),
        (None, "I", [0]) => Some(Event::FocusGained),
        (None, "O", [0]) => Some(Event::FocusLost),
        (None, "u", &[code, ..]) => {
            let code = match char::from_u32(code.into())? {
                '\x1b' => KeyCode::Esc,
                '\r' => KeyCode::Enter,
                '\t' => KeyCode::Tab,
                '\x7f' => KeyCode::Backspace,
                c => KeyCode::Char(c),
            };
            let held = numbers.get(1).map_or(0, |held| held.saturating_sub(1));
            Some(Event::Key(KeyEvent::new(code, splice::modifiers(held, 1))))
        }
        // Where the cursor is.
        (None, "R", &[row, _]) if row > 1 => None,
        _ => splice::key(&numbers, last),
    }
}

/// A report of the mouse that tells of a button let go, but not of which.
fn mouse(numbers: [u16; 3]) -> Option<Event> {
    if numbers[0] & 0b1110_0011 != 3 {
        return splice::mouse(&numbers, "M");
    }
    splice::mouse(&[numbers[0] & !3, numbers[1], numbers[2]], "m")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

    use super::*;

    fn pressed(code: KeyCode, modifiers: KeyModifiers) -> Event {
        Event::Key(KeyEvent::new(code, modifiers))
    }

    fn plain(code: KeyCode) -> Event {
        pressed(code, KeyModifiers::NONE)
    }

    fn chars(text: &str) -> Vec<Event> {
        text.chars().map(|c| plain(KeyCode::Char(c))).collect()
    }

    /// What pieces are that come with pauses between them, each as long as anybody waits.
    fn heard(pieces: &[&[u8]]) -> Vec<Event> {
        let mut decoder = Decoder::default();
        let mut given = Vec::new();
        for piece in pieces {
            given.extend(decoder.hear(piece, false));
            while decoder.patience().is_some() {
                given.extend(decoder.give_up());
            }
        }
        given
    }

    fn known() -> Vec<(&'static [u8], Event)> {
        const NONE: KeyModifiers = KeyModifiers::NONE;
        let mouse = |kind, modifiers| Event::Mouse(MouseEvent { kind, column: 11, row: 4, modifiers });
        let left = MouseButton::Left;
        vec![
            (b"\x1b[A", plain(KeyCode::Up)),
            (b"\x1bOB", plain(KeyCode::Down)),
            (b"\x1bOS", plain(KeyCode::F(4))),
            (b"\x1b[[C", plain(KeyCode::F(3))),
            (b"\x1b[1;2R", pressed(KeyCode::F(3), KeyModifiers::SHIFT)),
            (b"\x1b[1;5D", pressed(KeyCode::Left, KeyModifiers::CONTROL)),
            (b"\x1b[Z", pressed(KeyCode::BackTab, KeyModifiers::SHIFT)),
            (b"\x1b[3~", plain(KeyCode::Delete)),
            (b"\x1b[24;5~", pressed(KeyCode::F(12), KeyModifiers::CONTROL)),
            (b"\x1b[99;5u", pressed(KeyCode::Char('c'), KeyModifiers::CONTROL)),
            (b"\x1b[I", Event::FocusGained),
            (b"\x1b[<0;12;5M", mouse(MouseEventKind::Down(left), NONE)),
            (b"\x1b[<16;12;5m", mouse(MouseEventKind::Up(left), KeyModifiers::CONTROL)),
            (b"\x1b[32;12;5M", mouse(MouseEventKind::Down(left), NONE)),
            (b"\x1b[M#,%", mouse(MouseEventKind::Up(left), NONE)),
            (b"\x1b[MC,%", mouse(MouseEventKind::Moved, NONE)),
            (b"\x1b[200~a\x1b[b\xc3\xa9\x1b[201~", Event::Paste("a\x1b[bé".to_owned())),
            ("é".as_bytes(), plain(KeyCode::Char('é'))),
            ("漢".as_bytes(), plain(KeyCode::Char('漢'))),
        ]
    }

    #[test]
    fn keys_reports_and_pastes_are_read() {
        for (bytes, event) in known() {
            assert_eq!(heard(&[bytes, b"q"]), [vec![event.clone()], chars("q")].concat(), "{bytes:?}");
            assert_eq!(Decoder::default().hear(bytes, false), [event], "{bytes:?}");
        }
        for (bytes, code, modifiers) in [
            (&b"\x03"[..], 'c', KeyModifiers::CONTROL),
            (b"\n", 'j', KeyModifiers::CONTROL),
            (b"\0", ' ', KeyModifiers::CONTROL),
            (b"\x1f", '7', KeyModifiers::CONTROL),
            (b"Q", 'Q', KeyModifiers::SHIFT),
            (b"\x1bx", 'x', KeyModifiers::ALT),
            (b"\x1b]", ']', KeyModifiers::ALT),
            (b"\x1b\x03", 'c', KeyModifiers::ALT.union(KeyModifiers::CONTROL)),
        ] {
            assert_eq!(heard(&[bytes]), [pressed(KeyCode::Char(code), modifiers)], "{bytes:?}");
        }
        let codes = [(&b"\r"[..], KeyCode::Enter), (b"\t", KeyCode::Tab), (b"\x7f", KeyCode::Backspace)];
        for (bytes, code) in codes.into_iter().chain([(&b"\x1b"[..], KeyCode::Esc)]) {
            assert_eq!(Decoder::default().hear(bytes, false), [plain(code)], "{bytes:?}");
        }
        assert_eq!(heard(&[b"\x1b\x1b[A"]), [plain(KeyCode::Esc), plain(KeyCode::Up)]);
    }

    #[test]
    fn whatever_is_cut_after_its_second_byte_is_what_it_was() {
        for (bytes, event) in known() {
            let from = if bytes[0] == ESC { 2 } else { 1 };
            for at in (from..bytes.len()).filter(|_| !bytes.starts_with(PASTE)) {
                assert_eq!(
                    heard(&[&bytes[..at], &bytes[at..]]),
                    std::slice::from_ref(&event),
                    "{bytes:?} cut after {at}"
                );
            }
        }
    }

    #[test]
    fn what_was_begun_makes_nobody_deaf() {
        for begun in [&b"\x1b[?"[..], b"\x1b[", b"\x1bO", b"\x1b[1;", b"\x1b[[", b"\x1b[M", b"\x1b[<0;1", b"\xe6\xbc"] {
            let control = pressed(KeyCode::Char('c'), KeyModifiers::CONTROL);
            assert_eq!(heard(&[begun, b"\x03"]), [control], "{begun:?}");
            // Of what has numbers already the first key may be the end.
            let (given, number) = (heard(&[begun, b"x", b"4", b"q"]), begun.iter().any(u8::is_ascii_digit));
            assert!(given == chars("x4q") || number && given == chars("4q"), "{begun:?}: {given:?}");
            assert_eq!(heard(&[begun, b"\x1b[B"]), [plain(KeyCode::Down)], "{begun:?}");
        }
        assert_eq!(heard(&[b"\x1b[?\x03"]), heard(&[b"\x03"]));
        assert_eq!(heard(&[b"\x1b[200~ab", b"q"]), [vec![Event::Paste("ab".to_owned())], chars("q")].concat());
        assert_eq!(heard(&[b"\x1b[", &[b'1'; 100], b"q"]).last(), chars("q").last());
    }

    #[test]
    fn answers_of_the_terminal_are_swallowed() {
        for answer in
            [&b"\x1b[?2026;2$y"[..], b"\x1b[?1;2c", b"\x1b[>41;390;0c", b"\x1b[12;40R", b"\x1b[0n", b"\x1b[8;24;80t"]
        {
            assert_eq!(heard(&[answer, b"q"]), chars("q"), "{answer:?}");
            for at in 3..answer.len() {
                assert_eq!(heard(&[&answer[..at], &answer[at..], b"q"]), chars("q"), "{answer:?} cut after {at}");
            }
        }
    }

    proptest! {
        #[test]
        fn whatever_came_a_key_after_it_is_heard(
            pieces in prop::collection::vec(
                prop::collection::vec(prop_oneof![prop::sample::select(&b"\x1b[O?<;$M0129~u"[..]), any::<u8>()], 0..12),
                0..8
            )
        ) {
            let mut pieces: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
            pieces.push(b"\x1b");
            pieces.push(b"\x03");
            let given = heard(&pieces);
            prop_assert_eq!(given.last(), Some(&pressed(KeyCode::Char('c'), KeyModifiers::CONTROL)));
        }
    }
}
