//! The commands that need no screen, one a file.

mod bench;
mod perft;
mod screen;

pub use bench::bench;
pub use perft::perft;
pub use screen::{play, replay};
