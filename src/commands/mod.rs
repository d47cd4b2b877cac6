//! The commands that need no screen, one a file.

mod bench;
mod check;
mod gtp;
mod load;
mod perft;

pub use bench::bench;
pub use check::check;
pub use gtp::gtp;
pub use perft::perft;
