//! The commands that need no screen, one a file.

mod analyse;
mod arena;
mod bench;
mod check;
mod config;
mod convert;
mod export;
mod gtp;
mod manual;
mod merge;
mod openings;
mod perft;
mod position;
mod progress;
mod puzzles;
mod report;
mod screen;
mod solve;
mod verify;

pub use analyse::analyse;
pub use arena::arena;
pub use bench::bench;
pub use check::check;
pub use config::config;
pub use convert::convert;
pub use export::export;
pub use gtp::gtp;
pub use manual::{completions, man};
pub use merge::merge;
pub use openings::openings;
pub use perft::perft;
pub use puzzles::{check_puzzles, make_puzzles};
pub use report::report;
pub use screen::{home, play, replay};
pub use solve::solve_command as solve;
pub use verify::verify_command as verify;
