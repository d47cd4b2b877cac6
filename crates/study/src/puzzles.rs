//! Puzzles: positions with one best move at every step, and their files.
//!
//! A [`Puzzle`] is a position and a line of moves: those of the solver, each the only best one, and
//! the answers to them. [`read`] and [`write()`] are the form of their files. No terminal, no file,
//! no clock.

mod check;
mod file;
mod puzzle;
mod theme;

pub use check::{Check, PuzzleAim};
pub use file::{LineError, MAX_BYTES, MAX_PUZZLES, PuzzleFileError, read, write};
pub use puzzle::{MAX_STEPS, Puzzle};
pub use theme::PuzzleTheme;
