//! Everything that happens at a board, without a screen: who sits there, the clocks, playing, review, lessons, and the
//! engine's part.
//!
//! No terminal, no file, no thread and no clock of its own: whoever owns a session tells it what time it is and carries out
//! what it asks for. The screen and the plain mode both stand on it.
#![forbid(unsafe_code)]

pub mod clock;
pub mod cursor;
pub mod kept;
pub mod lesson;
pub mod moment;
pub mod progress;
pub mod seat;
pub mod seated;
pub mod sense;
pub mod table;
pub mod thinking;
pub mod tromino;
pub mod why;
pub mod words;
pub mod wrap;

/// The examples of the README, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
