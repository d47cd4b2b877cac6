//! Pictures in terminals: pixels in, bytes out, and no more bytes than what has changed takes.
//!
//! A [`TerminalCanvas`] is a terminal's window that shows [`WindowPicture`]s. Handed the next ones
//! it returns the bytes that turn the one into the other, in the [`Protocol`] that the terminal
//! speaks:
//!
//! - **kitty's**: the picture is made of [`PlacedCutout`]s, each sent once and laid wherever it is
//!   wanted: a step is an image that moves. The number of images that are kept for later is
//!   bounded.
//! - **kitty's inside tmux**: the picture is made of tiles that lie under letters of the text; the
//!   tiles that change are sent again, handed through tmux to the terminal around it.
//! - **sixel** and **iTerm2's**: the picture is part of the text, so what changes is sent as whole
//!   cells over what was there.
//!
//! Nothing here reads or writes a terminal, and nothing has a clock: [`TerminalCanvas::show`] is a
//! function of what was shown and what is to be. Inside tmux it is one of the number of the process
//! too, so that the tiles of two programs do not meet. Colours are kept except for invisible
//! differences; sixel counts them in hundredths and has as many as the terminal reports.
//!
//! # Why not whole pictures
//!
//! Libraries that show a picture in a terminal, such as `ratatui-image`, encode it whole each time
//! it changes. A board of 1,200×800 pixels is then hundreds of kilobytes for a step of the cursor,
//! which a line over a network shows late and a terminal in flashes. Here it is one or two, see
//! `benches/encode.rs`.
//!
//! # Sources
//!
//! kitty, "Terminal graphics protocol"; DEC, "VT330/VT340 Programmer Reference Manual", volume 2,
//! chapter 14, "Sixel graphics"; xterm, "Control Sequences", "Sixel Graphics"; iTerm2, "Inline
//! Images Protocol".
#![forbid(unsafe_code)]

mod bitmap;
mod canvas;
mod changes;
mod colours;
mod indexed;
mod iterm;
mod kitty;
mod picture;
mod place;
mod placeholders;
mod png;
mod sixel;
mod sprite;

pub use bitmap::{Bitmap, Size};
pub use canvas::{Abilities, Protocol, TerminalCanvas};
pub use colours::ColourTable;
pub use picture::WindowPicture;
pub use png::indexed_png;
pub use sprite::{Cutout, PlacedCutout};

/// The examples of the README, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
