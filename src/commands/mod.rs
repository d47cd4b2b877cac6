//! The commands that need no screen, one a file.

mod bench;
mod perft;

pub use bench::bench;
pub use perft::perft;
