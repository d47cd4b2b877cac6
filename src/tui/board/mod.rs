//! The board on the screen: where its cells are, and how it is drawn.

pub mod display;
mod edges;
pub mod layout;
pub mod legend;
pub mod picture;
pub mod preview;
pub mod view;

/// The refusal to play on a board that has no room, a sentence without its full stop.
pub const HIDDEN: &str = "the board is hidden; enlarge the window to play";
