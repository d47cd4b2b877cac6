//! The front end of Tetralith: what a person or a script touches.

pub mod tui;
