//! The looks of boards, wherever they are drawn: on a screen, in a picture, in a text.
//!
//! Nothing here draws, and nothing here knows a terminal.
#![forbid(unsafe_code)]

pub mod orientation;

pub use orientation::Orientation;
