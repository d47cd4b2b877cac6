//! Parts of the screen that several layers draw.

pub mod hint_line;
pub mod notice;
pub mod page;
