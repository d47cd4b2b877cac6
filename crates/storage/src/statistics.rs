//! The statistics of one's own games: results, accuracy, time, the mistakes made most.
//!
//! A pure function of the records in the directory of games; nothing else is kept. A game counts if
//! one of its players is a person at this terminal and the other is not.

mod figures;
mod read;
mod text;

pub use figures::{FEWEST, GameStatistics, WinCount};
pub use read::{PlayedGame, Statistics, SwapMade};
