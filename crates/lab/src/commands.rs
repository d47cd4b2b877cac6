//! The commands, one a file.

mod arena;
mod bench;
mod clocks;
mod growing;
mod merge;
mod openings;
mod perft;
mod place;
mod position;
mod progress;
mod puzzles;
mod report;
mod solve;
mod train;
mod verify;

pub use arena::arena;
pub use bench::bench;
pub use merge::merge;
pub use openings::openings;
pub use perft::perft;
pub use puzzles::{check_puzzles, make_puzzles};
pub use report::report;
pub use solve::solve_command as solve;
pub use train::train;
pub use verify::verify_command as verify;
