//! Control sequences: keys, reports of the mouse, answers, and the marks around a paste.
//!
//! Source: ECMA-48, section 5.4, "Control sequences"; xterm, "Control Sequences", "PC-Style
//! Function Keys", "Alt and Meta Keys" and "Mouse Tracking"; kitty, "Comprehensive keyboard
//! handling in terminals"; rxvt, "Technical Reference", "Key Codes".

use crate::input::Input;
use crate::key::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crate::mouse::{MouseButton, MouseEvent, MouseEventKind};
use crate::read::{MAX_BYTES, PASTE, PASTED, Read, known, pasted};
use crate::report::TerminalReport;

/// Reads what begins with `ESC [` and has at least one byte more.
pub(crate) fn read(bytes: &[u8]) -> Read {
    if bytes.starts_with(PASTE) {
        return match bytes[PASTE.len()..].strip_suffix(PASTED) {
            Some(text) => Read::Whole(pasted(text)),
            None => Read::Part,
        };
    }
    match bytes[2..] {
        // The mouse as it was before numbers: three bytes, each of any value but a control key's.
        [b'M', .., 0..b' '] => return Read::Foreign,
        [b'M', bits, column, row] => {
            return known(old_mouse(
                [bits, column, row].map(|byte| u16::from(byte.saturating_sub(32))),
            ));
        }
        [b'M', ..] | [b'['] => return Read::Part,
        // The console of Linux.
        [b'[', key @ b'A'..=b'E'] => {
            return Read::Whole(Input::Key(KeyCode::F(key - b'A' + 1).into()));
        }
        [b'[', last] => return Read::Unknown.unless_foreign(last),
        _ => {}
    }
    let Some((&last, parameters)) = bytes[2..].split_last() else { return Read::Part };
    if let Some(code) = held_in_rxvt(parameters, last) {
        return Read::Whole(Input::Key(code));
    }
    match last {
        b' '..=b'?' if bytes.len() < MAX_BYTES => return Read::Part,
        b' '..=b'?' => return Read::Answer,
        b'@'..=b'~' => {}
        _ => return Read::Foreign,
    }
    match std::str::from_utf8(parameters).ok().and_then(|parameters| input(parameters, last.into()))
    {
        Some(input) => Read::Whole(input),
        None if parameters.iter().any(u8::is_ascii_digit) => Read::Answer,
        None => Read::Unknown,
    }
}

/// The key that rxvt sends with Shift or Ctrl held: an arrow in lower case, or another end in place
/// of `~`. One of them, `$`, would be no end elsewhere.
fn held_in_rxvt(parameters: &[u8], last: u8) -> Option<KeyEvent> {
    if parameters.is_empty() {
        return Some(KeyEvent::new(small_arrow(last)?, KeyModifiers::SHIFT));
    }
    let modifiers = match last {
        b'$' => KeyModifiers::SHIFT,
        b'^' => KeyModifiers::CONTROL,
        b'@' => KeyModifiers::SHIFT | KeyModifiers::CONTROL,
        _ => return None,
    };
    let number = std::str::from_utf8(parameters).ok()?.parse().ok()?;
    Some(KeyEvent::new(numbered(number)?, modifiers))
}

/// The arrow that rxvt sends in lower case: with Shift at the end of `ESC [`, with Ctrl at that of
/// `ESC O`.
pub(crate) fn small_arrow(last: u8) -> Option<KeyCode> {
    if (b'a'..=b'd').contains(&last) { cursor_key(last.to_ascii_uppercase().into()) } else { None }
}

/// The input that a sequence with these parameters and this end is.
fn input(parameters: &str, last: char) -> Option<Input> {
    if let Some(report) = TerminalReport::of_sequence(parameters, last) {
        return Some(Input::Report(report));
    }
    if let Some(report) = parameters.strip_prefix('<') {
        let &[bits, column, row] = &numbers(report)?[..] else { return None };
        return mouse([bits, column, row], last);
    }
    match (last, &*numbers(parameters).unwrap_or_default()) {
        ('M', &[bits, column, row]) => return old_mouse([bits.checked_sub(32)?, column, row]),
        ('I', [0]) => return Some(Input::FocusGained),
        ('O', [0]) => return Some(Input::FocusLost),
        _ => {}
    }
    key(parameters, last).map(Input::Key)
}

/// The parameters as numbers; those left out are 0.
fn numbers(parameters: &str) -> Option<Vec<u16>> {
    parameters
        .split(';')
        .map(|text| if text.is_empty() { Some(0) } else { text.parse().ok() })
        .collect()
}

/// The key that a sequence with these parameters and this end is.
fn key(parameters: &str, last: char) -> Option<KeyEvent> {
    let mut fields = Vec::new();
    for field in parameters.split(';') {
        // Parts of a parameter come after colons.
        let mut parts = field
            .split(':')
            .map(|text| if text.is_empty() { Some(0) } else { text.parse::<u32>().ok() });
        fields.push((parts.next()??, parts.next().unwrap_or(Some(0))?));
    }
    let ((number, shifted), (held, kind)) =
        (*fields.first()?, fields.get(1).copied().unwrap_or_default());
    let modifiers = KeyModifiers::from_bits_truncate(held.saturating_sub(1) as u8);
    let kind = match kind {
        2 => KeyEventKind::Repeat,
        3 => KeyEventKind::Release,
        _ => KeyEventKind::Press,
    };
    let code = match (last, number) {
        ('Z', _) => {
            return Some(KeyEvent::new_with_kind(KeyCode::BackTab, KeyModifiers::SHIFT, kind));
        }
        ('u', code) => coded(code, shifted, modifiers)?,
        // A key without a sequence of its own that a program has asked for.
        ('~', 27) if fields.len() == 3 => coded(fields[2].0, 0, modifiers)?,
        ('~', number) => numbered(number)?,
        // With any other number it is an answer, such as where the cursor is.
        (last, 0..=1) => cursor_key(last).or_else(|| function_key(last))?,
        _ => return None,
    };
    let is_upper = matches!(code, KeyCode::Char(c) if c.is_uppercase());
    let shift = if is_upper { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
    Some(KeyEvent::new_with_kind(code, modifiers | shift, kind))
}

/// The upper-case letter of `c`, if it is one character.
fn upper(c: char) -> char {
    let mut letters = c.to_uppercase();
    if letters.len() == 1 { letters.next().unwrap_or(c) } else { c }
}

/// The key with this number in the sequences that end with `~`.
fn numbered(number: u32) -> Option<KeyCode> {
    Some(match number {
        1 | 7 => KeyCode::Home,
        2 => KeyCode::Insert,
        3 => KeyCode::Delete,
        4 | 8 => KeyCode::End,
        5 => KeyCode::PageUp,
        6 => KeyCode::PageDown,
        11..=15 => KeyCode::F(number as u8 - 10),
        17..=21 => KeyCode::F(number as u8 - 11),
        23..=26 => KeyCode::F(number as u8 - 12),
        28..=29 => KeyCode::F(number as u8 - 13),
        31..=34 => KeyCode::F(number as u8 - 14),
        _ => return None,
    })
}

/// The key with this code: that of its character, or one of those that kitty has chosen. `shifted`
/// is the code of what Shift makes of it, or 0.
fn coded(code: u32, shifted: u32, modifiers: KeyModifiers) -> Option<KeyCode> {
    Some(match code {
        9 => KeyCode::Tab,
        13 | 57414 => KeyCode::Enter,
        27 => KeyCode::Esc,
        8 | 127 => KeyCode::Backspace,
        57376..=57398 => KeyCode::F((code - 57376) as u8 + 13),
        57399..=57408 => KeyCode::Char(char::from(b'0' + (code - 57399) as u8)),
        57409..=57413 => KeyCode::Char(char::from(b"./*-+"[(code - 57409) as usize])),
        57415 => KeyCode::Char('='),
        57416 => KeyCode::Char(','),
        57417 => KeyCode::Left,
        57418 => KeyCode::Right,
        57419 => KeyCode::Up,
        57420 => KeyCode::Down,
        57421 => KeyCode::PageUp,
        57422 => KeyCode::PageDown,
        57423 => KeyCode::Home,
        57424 => KeyCode::End,
        57425 => KeyCode::Insert,
        57426 => KeyCode::Delete,
        // Keys that do nothing by themselves, those of players of music, and those not given out.
        57344..=63743 => return None,
        _ => {
            let shift = modifiers.contains(KeyModifiers::SHIFT);
            let c = char::from_u32(if shift && shifted != 0 { shifted } else { code })
                .filter(|c| !c.is_control())?;
            KeyCode::Char(if shift { upper(c) } else { c })
        }
    })
}

/// The key at the end of `ESC [` or `ESC O` that moves the cursor.
pub(crate) fn cursor_key(last: char) -> Option<KeyCode> {
    Some(match last {
        'A' => KeyCode::Up,
        'B' => KeyCode::Down,
        'C' => KeyCode::Right,
        'D' => KeyCode::Left,
        'H' => KeyCode::Home,
        'F' => KeyCode::End,
        _ => return None,
    })
}

/// The function key at the end of `ESC [` or `ESC O`.
pub(crate) fn function_key(last: char) -> Option<KeyCode> {
    let n = "PQRS".find(last)?;
    Some(KeyCode::F(n as u8 + 1))
}

/// A report of the mouse whose end does not report a released button. The number does, but does not
/// name the button.
fn old_mouse([bits, column, row]: [u16; 3]) -> Option<Input> {
    if bits & 0b1110_0011 == 3 {
        mouse([bits & !3, column, row], 'm')
    } else {
        mouse([bits, column, row], 'M')
    }
}

fn mouse([bits, column, row]: [u16; 3], last: char) -> Option<Input> {
    let moves = bits & 32 != 0;
    let button = match bits & 0b1100_0011 {
        0 => Some(MouseButton::Left),
        1 => Some(MouseButton::Middle),
        2 => Some(MouseButton::Right),
        _ => None,
    };
    let kind = match (last, button) {
        ('m', Some(button)) if !moves => MouseEventKind::Up(button),
        ('M', Some(button)) if moves => MouseEventKind::Drag(button),
        ('M', Some(button)) => MouseEventKind::Down(button),
        ('M', None) if moves => MouseEventKind::Moved,
        ('M', None) => match bits & 0b1100_0011 {
            64 => MouseEventKind::ScrollUp,
            65 => MouseEventKind::ScrollDown,
            66 => MouseEventKind::ScrollLeft,
            67 => MouseEventKind::ScrollRight,
            _ => return None,
        },
        _ => return None,
    };
    // Their order is that of the bits.
    let modifiers = KeyModifiers::from_bits_truncate((bits >> 2 & 7) as u8);
    let place = |n: u16| n.saturating_sub(1);
    Some(Input::Mouse(MouseEvent { kind, column: place(column), row: place(row), modifiers }))
}
