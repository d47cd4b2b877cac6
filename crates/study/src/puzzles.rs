//! Puzzles: positions with one best move at every step, found in games, checked by proof or by deep
//! search, and rated.
//!
//! A [`Puzzle`] is a position and a line of moves: those of the solver, each the only best one, and
//! the answers to them. A [`Maker`] finds puzzles in games; [`read`] and [`write()`] are the form
//! of their files. No terminal, no file, no clock.

mod campaign;
mod check;
mod difficulty;
mod file;
mod judge;
mod make;
mod puzzle;
mod recheck;
mod self_play;
mod theme;

pub use campaign::{Campaign, Seen};
pub use check::{Aim, Check};
pub use difficulty::{EASIEST, HARDEST, difficulty};
pub use file::{FileError, LineError, MAX_BYTES, MAX_PUZZLES, read, write};
pub use judge::{Best, GAP, Judge};
pub use make::Maker;
pub use puzzle::{MAX_STEPS, Puzzle};
pub use recheck::Rechecked;
pub use self_play::{board, self_play};
pub use theme::Theme;
