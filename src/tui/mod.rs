//! The screen: what a person sees and types at a terminal.

pub mod board_layout;
pub mod board_view;
pub mod cursor;
pub mod theme;
