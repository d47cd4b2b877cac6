//! Keys.

use bitflags::bitflags;

/// A key that was pressed, held down or let go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KeyEvent {
    /// The key, as a character or by its name.
    pub code: KeyCode,
    /// The keys held down with it. An upper-case letter has [`KeyModifiers::SHIFT`].
    pub modifiers: KeyModifiers,
    /// The movement of the key; terminals report only presses unless asked for more.
    pub kind: KeyEventKind,
}

impl KeyEvent {
    /// Returns a press of `code` with `modifiers` held down.
    pub const fn new(code: KeyCode, modifiers: KeyModifiers) -> Self {
        Self::new_with_kind(code, modifiers, KeyEventKind::Press)
    }

    /// Returns the same with a movement of its own.
    pub const fn new_with_kind(code: KeyCode, modifiers: KeyModifiers, kind: KeyEventKind) -> Self {
        Self { code, modifiers, kind }
    }
}

impl From<KeyCode> for KeyEvent {
    /// Returns a press of a key alone.
    fn from(code: KeyCode) -> Self {
        Self::new(code, KeyModifiers::NONE)
    }
}

/// A key, regardless of modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names say it")]
pub enum KeyCode {
    /// A character.
    Char(char),
    Enter,
    /// Escape.
    Esc,
    Backspace,
    Delete,
    Insert,
    Tab,
    BackTab,
    Left,
    Right,
    /// The arrow up.
    Up,
    /// The arrow down.
    Down,
    Home,
    End,
    PageUp,
    PageDown,
    /// A function key, from 1.
    F(u8),
}

/// The movement of a key; most terminals report presses alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum KeyEventKind {
    /// It went down; terminals without other reports send this alone.
    #[default]
    Press,
    /// It is held down.
    Repeat,
    /// It was let go.
    Release,
}

bitflags! {
    /// Keys held down with another or with a button of the mouse.
    ///
    /// ```
    /// use tetralith_terminput::KeyModifiers;
    /// let held = KeyModifiers::SHIFT | KeyModifiers::ALT;
    /// assert!(held.contains(KeyModifiers::ALT) && !held.intersects(KeyModifiers::CONTROL));
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct KeyModifiers: u8 {
        /// Nothing.
        const NONE = 0;
        /// Shift.
        const SHIFT = 1;
        /// Alt.
        const ALT = 2;
        /// Control.
        const CONTROL = 4;
        /// Super, which some keyboards call Windows or Command.
        const SUPER = 8;
        /// Hyper.
        const HYPER = 16;
        /// Meta.
        const META = 32;
    }
}
