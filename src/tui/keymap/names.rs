//! What keys, actions and lines of the table are called in the file of settings.

use tetralith_terminput::KeyCode;

use super::{Action, Binding, Context, KEYMAP, Key};

/// `CamelCase` as `kebab-case`.
fn kebab(camel: &str) -> String {
    let mut text = String::new();
    for c in camel.chars() {
        if c.is_ascii_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.push(c.to_ascii_lowercase());
    }
    text
}

impl Context {
    /// The name of its table in the file of settings.
    ///
    /// ```
    /// assert_eq!(tetralith::tui::keymap::Context::Play.id(), "play");
    /// ```
    pub fn id(self) -> String {
        kebab(&format!("{self:?}"))
    }
}

impl Action {
    /// The name in the file of settings.
    ///
    /// ```
    /// use tetralith::tui::keymap::Action;
    /// assert_eq!(Action::NextLegal.id(), "next-legal");
    /// assert_eq!(Action::Move(tetralith_core::Direction::NorthWest).id(), "move-north-west");
    /// ```
    pub fn id(self) -> String {
        match self {
            Self::Move(towards) => format!("move-{}", kebab(&format!("{towards:?}"))),
            Self::Jump(towards) => format!("jump-{}", kebab(&format!("{towards:?}"))),
            other => kebab(&format!("{other:?}")),
        }
    }
}

impl Binding {
    /// The name in the file of settings: the context's table, then the action.
    pub fn id(&self) -> String {
        format!("{}.{}", self.context.id(), self.action.id())
    }
}

/// The line of [`KEYMAP`] that the file of settings calls `action` in the table `context`.
pub fn line(context: &str, action: &str) -> Option<usize> {
    KEYMAP.iter().position(|binding| binding.context.id() == context && binding.action.id() == action)
}

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
    /// The key that [`Key::name`] calls so, names in whatever case; `None` if there is none, or no terminal tells it.
    ///
    /// ```
    /// use tetralith::tui::keymap::Key;
    /// assert_eq!(Key::parse("ctrl-R").unwrap().name(true), "Ctrl-R");
    /// assert_eq!(Key::parse("PgDn").unwrap().name(true), "PgDn");
    /// assert_eq!(Key::parse("Hyper-x"), None);
    /// ```
    pub fn parse(name: &str) -> Option<Self> {
        let mut chars = name.chars();
        if let (Some(c), None) = (chars.next(), chars.next()) {
            return (!c.is_control() && c != ' ').then_some(Self { code: KeyCode::Char(c), ctrl: false, shift: false });
        }
        let lower = name.to_ascii_lowercase();
        if let Some(rest) = lower.strip_prefix("ctrl-") {
            let mut chars = rest.chars();
            let (Some(c), None) = (chars.next(), chars.next()) else { return None };
            return (!c.is_control()).then_some(Self { code: KeyCode::Char(c), ctrl: true, shift: false });
        }
        let (shift, rest) = lower.strip_prefix("shift-").map_or((false, lower.as_str()), |rest| (true, rest));
        let function = || rest.strip_prefix('f')?.parse().ok().filter(|n| (1..=24).contains(n)).map(KeyCode::F);
        let code = NAMED.iter().find(|(name, _)| *name == rest).map(|(_, code)| *code).or_else(function)?;
        match code {
            KeyCode::Tab if shift => Some(Self { code: KeyCode::BackTab, ctrl: false, shift: false }),
            // Shift is seen in the character alone.
            KeyCode::Char(_) if shift => None,
            code => Some(Self { code, ctrl: false, shift }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ALWAYS;
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_line_of_the_table_has_a_name_of_its_own() {
        let mut seen = HashSet::new();
        for (i, binding) in KEYMAP.iter().enumerate() {
            let id = binding.id();
            assert!(id.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '-' | '.')), "{id}");
            assert!(seen.insert(id.clone()), "{id} is there twice");
            assert_eq!(line(&binding.context.id(), &binding.action.id()), Some(i));
        }
    }

    #[test]
    fn every_key_is_read_as_it_is_called() {
        for key in KEYMAP.iter().chain(ALWAYS).flat_map(|binding| binding.keys) {
            assert_eq!(Key::parse(&key.name(true)), Some(*key), "{}", key.name(true));
        }
        assert_eq!(Key::parse("f13").unwrap().name(true), "F13");
        for wrong in ["", " ", "Ctrl-", "Ctrl-xy", "F0", "F99", "Shift-a", "Shift-Space", "\u{1b}", "enterr"] {
            assert_eq!(Key::parse(wrong), None, "{wrong:?}");
        }
    }
}
