//! The mouse.

use crate::key::KeyModifiers;

/// Something that the mouse did over a cell of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MouseEvent {
    /// The act.
    pub kind: MouseEventKind,
    /// The column of the cell, from 0.
    pub column: u16,
    /// The row of the cell, from 0.
    pub row: u16,
    /// The keys held down.
    pub modifiers: KeyModifiers,
}

/// The ways in which a mouse acts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum MouseEventKind {
    Down(MouseButton),
    /// A button was let go.
    Up(MouseButton),
    /// The mouse moved while a button was down.
    Drag(MouseButton),
    Moved,
    /// The wheel turned up.
    ScrollUp,
    /// The wheel turned down.
    ScrollDown,
    /// The wheel turned to the left.
    ScrollLeft,
    /// The wheel turned to the right.
    ScrollRight,
}

/// The buttons that terminals report.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum MouseButton {
    Left,
    /// The middle one, mostly the wheel pressed.
    Middle,
    Right,
}
