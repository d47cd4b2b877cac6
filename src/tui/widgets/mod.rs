//! Parts of the screen that several layers draw.

pub mod bar;
pub mod filter;
pub mod frame;
pub mod graph;
pub mod hint_line;
pub mod input;
pub mod menus;
pub mod notice;
pub mod page;
pub mod paint;
