//! The commands that need no screen, one a file.

mod perft;

pub use perft::perft;
