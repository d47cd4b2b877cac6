//! One key with its modifiers.

use tetralith_terminput::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::layouts::latin;

/// A key with its modifiers, shift left out where the character shows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    pub(super) code: KeyCode,
    pub(super) ctrl: bool,
    pub(super) shift: bool,
}

pub(super) const fn key(code: KeyCode) -> Key {
    Key { code, ctrl: false, shift: false }
}

pub(super) const fn ch(c: char) -> Key {
    key(KeyCode::Char(c))
}

pub(super) const fn ctrl(c: char) -> Key {
    Key { code: KeyCode::Char(c), ctrl: true, shift: false }
}

pub(super) const fn shift(code: KeyCode) -> Key {
    Key { code, ctrl: false, shift: true }
}

pub(super) const ENTER: Key = key(KeyCode::Enter);
pub(super) const ESC: Key = key(KeyCode::Esc);
pub(super) const BACKSPACE: Key = key(KeyCode::Backspace);
pub(super) const LEFT: Key = key(KeyCode::Left);
pub(super) const RIGHT: Key = key(KeyCode::Right);
pub(super) const UP: Key = key(KeyCode::Up);
pub(super) const DOWN: Key = key(KeyCode::Down);
pub(super) const HOME: Key = key(KeyCode::Home);
pub(super) const END: Key = key(KeyCode::End);
pub(super) const PAGE_UP: Key = key(KeyCode::PageUp);
pub(super) const PAGE_DOWN: Key = key(KeyCode::PageDown);
pub(super) const TAB: Key = key(KeyCode::Tab);
pub(super) const BACK_TAB: Key = key(KeyCode::BackTab);

/// Keys with names, besides the function keys.
const NAMED: [(&str, KeyCode); 17] = [
    ("space", KeyCode::Char(' ')),
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("insert", KeyCode::Insert),
    ("tab", KeyCode::Tab),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pgup", KeyCode::PageUp),
    ("pgdn", KeyCode::PageDown),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
];

impl Key {
    /// The key pressed or repeated in `event`; `None` for a release and for chords that nothing is
    /// bound to.
    pub fn of(event: KeyEvent) -> Option<Self> {
        let modifiers = event.modifiers;
        let foreign =
            KeyModifiers::ALT | KeyModifiers::SUPER | KeyModifiers::HYPER | KeyModifiers::META;
        if event.kind == KeyEventKind::Release || modifiers.intersects(foreign) {
            return None;
        }
        let ctrl = modifiers.contains(KeyModifiers::CONTROL);
        let shift = modifiers.contains(KeyModifiers::SHIFT);
        Some(match event.code {
            KeyCode::Char(c) if ctrl => {
                Self { code: KeyCode::Char(reported(c)), ctrl, shift: false }
            }
            KeyCode::Char(_) | KeyCode::BackTab => {
                Self { code: event.code, ctrl: false, shift: false }
            }
            KeyCode::Tab if shift => key(KeyCode::BackTab),
            code => Self { code, ctrl, shift },
        })
    }

    /// The key in the same place on a keyboard of Latin letters, if this one is of another script.
    pub fn latin(self) -> Option<Self> {
        let KeyCode::Char(c) = self.code else { return None };
        Some(Self { code: KeyCode::Char(latin(c)?), ..self })
    }

    /// The character that typing this key puts into a text.
    pub fn text(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if !self.ctrl && !c.is_control() => Some(c),
            _ => None,
        }
    }

    /// Returns what people call the key; with `ascii`, arrows are words.
    pub fn name(self, ascii: bool) -> String {
        let name = match self.code {
            KeyCode::Char(' ') => "Space".to_owned(),
            KeyCode::Char(c) if self.ctrl => c.to_ascii_uppercase().to_string(),
            KeyCode::Char(c) => c.to_string(),
            KeyCode::Left => if ascii { "Left" } else { "←" }.to_owned(),
            KeyCode::Right => if ascii { "Right" } else { "→" }.to_owned(),
            KeyCode::Up => if ascii { "Up" } else { "↑" }.to_owned(),
            KeyCode::Down => if ascii { "Down" } else { "↓" }.to_owned(),
            KeyCode::PageUp => "PgUp".to_owned(),
            KeyCode::PageDown => "PgDn".to_owned(),
            KeyCode::BackTab => "Shift-Tab".to_owned(),
            KeyCode::F(n) => format!("F{n}"),
            KeyCode::Enter => "Enter".to_owned(),
            KeyCode::Esc => "Esc".to_owned(),
            KeyCode::Backspace => "Backspace".to_owned(),
            KeyCode::Tab => "Tab".to_owned(),
            KeyCode::Delete => "Delete".to_owned(),
            KeyCode::Insert => "Insert".to_owned(),
            KeyCode::Home => "Home".to_owned(),
            KeyCode::End => "End".to_owned(),
            _ => "another key".to_owned(),
        };
        let ctrl = if self.ctrl { "Ctrl-" } else { "" };
        let shift = if self.shift { "Shift-" } else { "" };
        format!("{ctrl}{shift}{name}")
    }

    /// The key that [`Key::name`] calls so, names in any case; `None` if there is none, or no
    /// terminal reports it.
    ///
    /// ```
    /// use tetralith::keymap::Key;
    /// assert_eq!(Key::parse("ctrl-R").unwrap().name(true), "Ctrl-R");
    /// assert_eq!(Key::parse("PgDn").unwrap().name(true), "PgDn");
    /// assert_eq!(Key::parse("Hyper-x"), None);
    /// ```
    pub fn parse(name: &str) -> Option<Self> {
        let lower = name.to_ascii_lowercase();
        let (ctrl, rest) = without("ctrl-", &lower);
        let (shift, rest) = without("shift-", rest);
        let mut chars = name[name.len() - rest.len()..].chars();
        if let (Some(c), None) = (chars.next(), chars.next()) {
            // Shift is seen in the character alone, and with Ctrl in nothing.
            let is_other = c.is_control() || c == ' ' || shift || ctrl && is_other_key(c);
            let c = if ctrl { reported(c) } else { c };
            return (!is_other).then_some(Self { code: KeyCode::Char(c), ctrl, shift });
        }
        let function = || {
            rest.strip_prefix('f')?.parse().ok().filter(|n| (1..=24).contains(n)).map(KeyCode::F)
        };
        let code = NAMED
            .iter()
            .find(|(name, _)| *name == rest)
            .map(|(_, code)| *code)
            .or_else(function)?;
        match code {
            KeyCode::Tab if shift => (!ctrl).then_some(BACK_TAB),
            KeyCode::Char(_) if shift => None,
            code => Some(Self { code, ctrl, shift }),
        }
    }
}

/// True if `name` begins with `prefix`, and what follows it.
fn without<'a>(prefix: &str, name: &'a str) -> (bool, &'a str) {
    name.strip_prefix(prefix).map_or((false, name), |rest| (true, rest))
}

/// True if terminals report `c` with Ctrl as Backspace, Tab, Enter, Esc or Ctrl-Space.
const fn is_other_key(c: char) -> bool {
    matches!(c.to_ascii_lowercase(), 'h' | 'i' | 'm' | '[' | '2' | '3' | '8' | '@' | '?')
}

/// The character for all those that terminals report alike with Ctrl, by the byte that most send.
const fn reported(c: char) -> char {
    match c {
        '4' => '\\',
        '5' => ']',
        '6' => '^',
        '7' | '_' => '/',
        c => c.to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_no_key_are_refused() {
        assert_eq!(Key::parse("f13").unwrap().name(true), "F13");
        for wrong in [
            "",
            " ",
            "Ctrl-",
            "Ctrl-xy",
            "Ctrl-m",
            "Ctrl-I",
            "Ctrl-[",
            "Ctrl-3",
            "Ctrl-@",
            "Ctrl-?",
            "Ctrl-Shift-Tab",
            "F0",
            "F99",
            "Shift-a",
            "Shift-Space",
            "\u{1b}",
            "enterr",
        ] {
            assert_eq!(Key::parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn keys_with_ctrl_are_those_that_terminals_report() {
        let sent = |c: char| Key::of(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL));
        // A byte names the digit, a longer sequence the character itself.
        for (name, sends) in [("Ctrl-\\", "4\\"), ("Ctrl-]", "5]"), ("Ctrl-/", "7/_")] {
            for c in sends.chars() {
                assert_eq!(Key::parse(name), sent(c), "{name}, {c}");
            }
            assert_eq!(Key::parse(name).map(|key| key.name(true)).as_deref(), Some(name));
        }
        assert_eq!(Key::parse("Ctrl-_"), Key::parse("Ctrl-/"));
    }

    #[test]
    fn keys_with_modifiers_have_names_of_their_own() {
        let ctrl = KeyModifiers::CONTROL;
        let held = [KeyModifiers::NONE, ctrl, KeyModifiers::SHIFT, ctrl | KeyModifiers::SHIFT];
        let codes = NAMED.iter().map(|(_, code)| *code);
        for code in codes.chain([KeyCode::F(5), KeyCode::Char('x'), KeyCode::Char('-')]) {
            let keys = held.map(|modifiers| Key::of(KeyEvent::new(code, modifiers)).unwrap());
            for key in keys {
                assert_eq!(Key::parse(&key.name(true)), Some(key));
            }
            assert_ne!(keys[0].name(true), keys[1].name(true));
        }
    }
}
