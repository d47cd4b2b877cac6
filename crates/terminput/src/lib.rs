//! A decoder of what a terminal sends: bytes and times in; keys, mouse, pastes and answers out.
//!
//! A [`Decoder`] is one state machine without a terminal, a thread or a clock of its own. It gives
//! each [`Input`] as soon as the bytes distinguish it from any other, and keeps these promises:
//!
//! - **However the line cuts the bytes**, the same inputs follow from them, as long as no pause is
//!   longer than [`PATIENCE`].
//! - **A pause** of any length after the second byte of a key or of a report of the mouse changes
//!   nothing either, nor does one in an answer once that can be distinguished from keys; before, as
//!   after `ESC ]`, what came may be given as keys as well. A pause after the first byte, which is
//!   Escape, gives Escape as well. A paste may pause for [`LONG_PATIENCE`].
//! - **Nothing that was begun makes it deaf**: a control key right after it is heard at once, and
//!   any other key once [`PATIENCE`] has passed, or [`LONG_PATIENCE`] if all that came is like the
//!   beginning of an answer about a colour or a picture. A sequence that was begun with numbers and
//!   never finished may take one key typed after it for its end.
//! - **Keys typed apart** by more than [`PATIENCE`] are those keys, even if they would be a
//!   sequence together; but Alt with `[` or `O` is not reported, and a key typed after it may be
//!   taken for the end of a sequence that begins so.
//! - **Answers without a question** are a [`TerminalReport`], or are swallowed, control strings
//!   (OSC, DCS, APC, PM, SOS) among them.
//! - **Memory is bounded**: a paste keeps [`MAX_PASTE`] bytes, anything else some kilobytes.
//!
//! It reads keys as xterm, the console of Linux, rxvt and kitty send them (`ESC [`, `ESC O`,
//! `modifyOtherKeys`, `CSI u` with the kinds and modifiers of kitty's keyboard protocol, rxvt's own
//! ends for Shift and Ctrl), Alt as Escape before a key, the mouse in xterm's three encodings,
//! bracketed pastes, focus, and UTF-8.
//!
//! # Why no parser of a terminal's output
//!
//! Parsers such as `vte` follow the state machine for what programs write *to* a terminal, where
//! each sequence is whole and there are no keys. For what terminals send they lose, measured by
//! `tests/vte.rs`:
//!
//! - Escape alone, Alt with Backspace, Alt with a character beyond ASCII, and the key after Alt
//!   with `]`, `P`, `_`, `^` or `X`;
//! - control keys after a control string that was begun, so that Ctrl-C is dead until the string
//!   ends;
//! - the answers of kitty's graphics protocol, whose text they skip;
//! - what a paste holds: its escape sequences and bytes that are no text are lost for good;
//! - reports of the mouse beyond column 95 in the oldest encoding.
//!
//! They keep neither the bytes that were begun nor a time, so the promises above about pauses would
//! need a second machine around them that knows the same states.
#![forbid(unsafe_code)]
#![doc(test(attr(deny(warnings))))]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod decoder;
mod input;
mod key;
mod mouse;
mod read;
mod report;
mod sequence;
mod string;
mod text;

pub use decoder::{Decoder, LONG_PATIENCE, PATIENCE};
pub use input::Input;
pub use key::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
pub use mouse::{MouseButton, MouseEvent, MouseEventKind};
pub use read::MAX_PASTE;
pub use report::{Appearance, GraphicsReport, PixelSize, Rgb, TerminalReport};
