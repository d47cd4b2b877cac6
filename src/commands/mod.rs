//! The commands that need no screen, one a file.

pub mod arena;
mod bench;
mod check;
mod gtp;
mod perft;
mod screen;

pub use arena::arena;
pub use bench::bench;
pub use check::check;
pub use gtp::gtp;
pub use perft::perft;
pub use screen::{play, replay};
