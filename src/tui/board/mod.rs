//! The board on the screen: where its cells are, and how it is drawn.

pub mod display;
pub mod layout;
pub mod view;
