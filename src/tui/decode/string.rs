//! Control strings, with which a terminal answers: they begin like a key pressed with Alt, and end with a sign of their own.
//!
//! Source: ECMA-48, section 5.6, "Control strings"; xterm, "Control Sequences", "Operating System Commands" and "Device-Control
//! functions"; kitty, "Terminal graphics protocol".

use super::{ESC, MAX_BYTES, Read};
use crate::tui::ground;

const BEL: u8 = 0x07;

/// The end of a string where controls are single bytes.
const ST: u8 = 0x9c;

/// Whether this begins as a control string does: an operating system command, a device control string, a command of an
/// application, a private message, or just a string.
pub(super) fn is_begun(bytes: &[u8]) -> bool {
    matches!(bytes, [ESC, b']' | b'P' | b'_' | b'^' | b'X', ..])
}

/// What a string is that was begun, if it was a part of one up to its last byte.
pub(super) fn read(bytes: &[u8]) -> Read {
    let Some((&last, before)) = bytes[2..].split_last() else { return Read::Part };
    match (before.last(), last) {
        (Some(&ESC), b'\\') => Read::String,
        (Some(&ESC), _) => Read::Broken(bytes.len() - 2),
        (_, ESC) => Read::Part,
        (_, BEL) if bytes[1] == b']' => Read::String,
        (_, ST) if is_whole(before) => Read::String,
        (_, 0..b' ' | 0x7f) => Read::Broken(bytes.len() - 1),
        _ if bytes.len() > MAX_BYTES && !is_answer(bytes) => Read::Broken(bytes.len()),
        _ => Read::Part,
    }
}

/// Whether the byte after these is no part of their last character.
fn is_whole(bytes: &[u8]) -> bool {
    let last = bytes.iter().rposition(|byte| byte & 0xc0 != 0x80).map_or(bytes, |first| &bytes[first..]);
    // The single byte may itself be written as a character of two.
    last == [0xc2] || !std::str::from_utf8(last).is_err_and(|error| error.error_len().is_none())
}

/// Whether a string that was begun is like an answer of a terminal and not like keys that came all at once.
pub(super) fn is_answer(bytes: &[u8]) -> bool {
    let (kind, text) = (bytes[1], &bytes[2..]);
    let numbers = text.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b';').count();
    match (kind, &text[numbers..]) {
        // What a colour is, or what the clipboard holds; the title.
        (b']', rest) => text[..numbers].contains(&b';') || matches!(rest, [b'l' | b'L', _, ..]),
        // Its version, its number, a setting, a capability.
        (b'P', rest) => matches!(rest, [b' '..=b'/' | b'<'..=b'?', b'!'..=b'~', ..]),
        // A picture.
        (b'_', rest) => matches!(rest, [b'G', b'A'..=b'Z' | b'a'..=b'z', b'=', ..]),
        _ => false,
    }
}

/// Whether a whole string tells of the terminal's ground, which is asked for.
pub(super) fn tells_ground(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\x1b]").unwrap_or_default();
    text.strip_suffix(&[BEL])
        .or_else(|| text.strip_suffix(b"\x1b\\"))
        .is_some_and(|text| as_text(text, ground::is_answer))
}

/// Whether a string that was begun may become one that tells of it.
pub(super) fn may_tell_ground(bytes: &[u8]) -> bool {
    bytes.strip_prefix(b"\x1b]").is_some_and(|text| as_text(text, ground::may_be_answer))
}

fn as_text(bytes: &[u8], is: impl FnOnce(&str) -> bool) -> bool {
    std::str::from_utf8(bytes).is_ok_and(is)
}
