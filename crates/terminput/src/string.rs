//! Control strings, with which a terminal answers: they begin like a key pressed with Alt, and end
//! with a sign of their own.
//!
//! Source: ECMA-48, section 5.6, "Control strings"; xterm, "Control Sequences", "Operating System
//! Commands" and "Device-Control functions"; kitty, "Terminal graphics protocol".

use crate::read::{ESC, MAX_BYTES, Read};
use crate::report::{self, TerminalReport};

const BEL: u8 = 0x07;

/// The end of a string where controls are single bytes.
const ST: u8 = 0x9c;

/// True if this begins as a control string does: an operating system command, a device
/// control string, a command of an application, a private message, or just a string.
pub(crate) fn is_begun(bytes: &[u8]) -> bool {
    matches!(bytes, [ESC, b']' | b'P' | b'_' | b'^' | b'X', ..])
}

/// Reads a string that was begun and was a part of one up to its last byte.
pub(crate) fn read(bytes: &[u8]) -> Read {
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

/// True if the byte after these is no part of their last character.
fn is_whole(bytes: &[u8]) -> bool {
    let last =
        bytes.iter().rposition(|byte| byte & 0xc0 != 0x80).map_or(bytes, |first| &bytes[first..]);
    // The single byte may itself be written as a character of two.
    last == [0xc2] || !std::str::from_utf8(last).is_err_and(|error| error.error_len().is_none())
}

/// True if a string that was begun is like an answer of a terminal and not like keys that
/// came all at once.
pub(crate) fn is_answer(bytes: &[u8]) -> bool {
    let (kind, text) = (bytes[1], &bytes[2..]);
    let numbers = text.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b';').count();
    match (kind, &text[numbers..]) {
        // A colour, the contents of the clipboard, or the title.
        (b']', rest) => text[..numbers].contains(&b';') || matches!(rest, [b'l' | b'L', _, ..]),
        // Its version, its number, a setting, a capability.
        (b'P', rest) => matches!(rest, [b' '..=b'/' | b'<'..=b'?', b'!'..=b'~', ..]),
        // A picture.
        (b'_', rest) => matches!(rest, [b'G', b'A'..=b'Z' | b'a'..=b'z', b'=', ..]),
        _ => false,
    }
}

/// True if a string that was begun is too short to be distinguished from keys, but begins
/// as most answers do.
pub(crate) fn may_be_answer(bytes: &[u8]) -> bool {
    match bytes {
        [_, b']' | b'P', digits @ ..] => {
            !digits.is_empty() && digits.len() < 4 && digits.iter().all(u8::is_ascii_digit)
        }
        [_, b'_', rest @ ..] => matches!(rest, [b'G'] | [b'G', b'A'..=b'Z' | b'a'..=b'z']),
        _ => false,
    }
}

/// True if a string that was begun may become an answer about a colour.
pub(crate) fn may_be_colour(bytes: &[u8]) -> bool {
    bytes[1] == b']' && std::str::from_utf8(&bytes[2..]).is_ok_and(report::may_be_colour)
}

/// The text of a whole string.
fn text(bytes: &[u8]) -> &[u8] {
    let text = &bytes[2..];
    let ends: [&[u8]; 4] = [b"\x1b\\", &[BEL], &[0xc2, ST], &[ST]];
    ends.iter().find_map(|end| text.strip_suffix(*end)).unwrap_or(text)
}

/// True if a whole string means nothing.
pub(crate) fn is_empty(bytes: &[u8]) -> bool {
    text(bytes).is_empty()
}

/// The report that a whole string is, if it is one. Control characters of two bytes are in none.
pub(crate) fn report(bytes: &[u8]) -> Option<TerminalReport> {
    let text = std::str::from_utf8(text(bytes)).ok()?;
    let is_plain = !text.chars().any(char::is_control);
    is_plain.then(|| TerminalReport::of_string(bytes[1], text))?
}
