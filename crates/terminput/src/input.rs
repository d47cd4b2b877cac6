//! The inputs that a terminal sends.

use crate::key::KeyEvent;
use crate::mouse::MouseEvent;
use crate::report::TerminalReport;

/// One thing that a terminal has reported.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names say it")]
pub enum Input {
    Key(KeyEvent),
    Mouse(MouseEvent),
    /// A text that was pasted, as it was but for bytes that are no UTF-8 and what is beyond
    /// [`MAX_PASTE`](crate::MAX_PASTE).
    Paste(String),
    /// The terminal has the keyboard.
    FocusGained,
    FocusLost,
    /// An answer.
    Report(TerminalReport),
}
