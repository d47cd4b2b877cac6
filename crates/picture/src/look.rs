//! The looks of boards, wherever they are drawn: on a screen, in a picture, in a text.
//!
//! Nothing here draws, and nothing here knows a terminal.

pub mod art;
#[cfg(test)]
mod contrast_tests;
pub mod inks;
pub mod marks;
pub mod roles;
pub mod scheme;
pub mod signs;
pub mod themes;
pub mod tint;
pub mod zoom;

pub use art::Art;
pub use scheme::Scheme;
pub use tint::Tint;
