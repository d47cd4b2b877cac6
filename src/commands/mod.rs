//! The commands that need no screen, one a file.

mod analyse;
mod check;
mod config;
mod convert;
mod explore;
mod export;
mod gtp;
mod letter;
mod place;
mod position;
mod puzzles;
mod remote;
mod screen;
mod stats;

pub use analyse::analyse;
pub use check::check;
pub use config::config;
pub use convert::convert;
pub use explore::explore;
pub use export::export;
pub use gtp::gtp;
pub use letter::{add_move, receive};
pub use puzzles::solve_puzzles;
pub use remote::{host, join};
pub use screen::{home, play, replay};
pub use stats::stats;
