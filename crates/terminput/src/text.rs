//! Keys that are one character.

use crate::input::Input;
use crate::key::{KeyCode, KeyEvent, KeyModifiers};
use crate::read::Read;

/// Reads a key that is one character, or one byte.
pub(crate) fn read(bytes: &[u8]) -> Read {
    let control = |c: u8| KeyEvent::new(KeyCode::Char(c.into()), KeyModifiers::CONTROL);
    let key = match *bytes {
        [b'\r'] => KeyCode::Enter.into(),
        [b'\t'] => KeyCode::Tab.into(),
        // Terminals send either for the key Backspace, by their settings.
        [0x08 | 0x7f] => KeyCode::Backspace.into(),
        [0] => control(b' '),
        [c @ 1..=0x1a] => control(c - 1 + b'a'),
        [c @ 0x1c..=0x1f] => control(c - 0x1c + b'4'),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => {
                let Some(c) = text.chars().next() else { return Read::Part };
                KeyEvent::new(
                    KeyCode::Char(c),
                    if c.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE },
                )
            }
            Err(error) if error.error_len().is_none() => return Read::Part,
            Err(_) if bytes.len() > 1 => return Read::Foreign,
            Err(_) => return Read::Answer,
        },
    };
    Read::Whole(Input::Key(key))
}

/// The same with Alt held, if it is a key.
pub(crate) fn alt(read: Read) -> Read {
    match read {
        Read::Whole(Input::Key(key)) => {
            Read::Whole(Input::Key(KeyEvent::new(key.code, key.modifiers | KeyModifiers::ALT)))
        }
        read => read,
    }
}
