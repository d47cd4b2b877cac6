//! The ways in which bytes can be read, before it is known what becomes of them.

use crate::input::Input;

/// The most bytes of a paste; the rest of it is dropped.
pub const MAX_PASTE: usize = 4 << 20;

/// The most bytes of any other sequence, and more than a person types without a pause.
pub(crate) const MAX_BYTES: usize = 64;

pub(crate) const ESC: u8 = 0x1b;
pub(crate) const PASTE: &[u8] = b"\x1b[200~";
pub(crate) const PASTED: &[u8] = b"\x1b[201~";

/// The ways in which some bytes can be read.
pub(crate) enum Read {
    /// The beginning of something.
    Part,
    Whole(Input),
    /// A sequence of two or three bytes that means nothing here.
    Unknown,
    /// A longer sequence that means nothing here, which is never typed; or bytes that are no text.
    Answer,
    /// The last byte does not belong to the sequence before it.
    Foreign,
    String,
    /// No control string, though it began as one: something else begins at this byte.
    Broken(usize),
}

impl Read {
    /// Returns this, unless `last` cannot be part of a sequence.
    pub(crate) fn unless_foreign(self, last: u8) -> Self {
        if last.is_ascii_graphic() { self } else { Self::Foreign }
    }
}

/// An input, or a sequence that means nothing.
pub(crate) fn known(input: Option<Input>) -> Read {
    input.map_or(Read::Unknown, Read::Whole)
}

/// A paste of `text`, as far as it is not too long.
pub(crate) fn pasted(text: &[u8]) -> Input {
    Input::Paste(String::from_utf8_lossy(&text[..text.len().min(MAX_PASTE)]).into_owned())
}
