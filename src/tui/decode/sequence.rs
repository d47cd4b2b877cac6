//! Control sequences: keys, reports of the mouse, answers, and the marks around a paste.
//!
//! Source: ECMA-48, section 5.4, "Control sequences"; xterm, "Control Sequences", "PC-Style Function Keys" and "Mouse Tracking".

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent};

use super::{MAX_BYTES, PASTE, PASTED, Read, character, known, pasted, splice};

/// What begins with `ESC [` and has at least one byte more.
pub(super) fn read(bytes: &[u8]) -> Read {
    if bytes.starts_with(PASTE) {
        return match bytes[PASTE.len()..].strip_suffix(PASTED) {
            Some(text) => Read::Whole(pasted(text)),
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
    let event =
        std::str::from_utf8(parameters).ok().zip(character(last)).and_then(|(numbers, last)| event(numbers, last));
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
