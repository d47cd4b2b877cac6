//! The board on the screen: where its cells are, and how it is drawn.

pub mod display;
mod edges;
pub mod layout;
pub mod legend;
pub mod picture;
pub mod preview;
pub mod view;
