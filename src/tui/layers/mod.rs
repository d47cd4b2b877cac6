//! The layers of the screen, one over the other: each has its keys, its hints, what it does and how
//! it looks in one place.
//!
//! Keys go to the layer in front; drawing goes from back to front. A layer is seen by the others as
//! a [`component::Component`]; few use anything else of each other.

pub mod beside;
pub mod component;
pub mod editor;
mod exercise_view;
pub mod explorer;
pub mod game;
pub mod games;
pub mod home;
pub mod learn;
pub mod lesson;
mod listed;
pub mod new_game;
pub mod palette;
pub mod prompt;
pub mod puzzles;
pub mod qr;
pub mod question;
pub mod retry;
pub mod seats;
pub mod settings;
mod stack;
pub mod text_page;
mod zoom;

pub use home::choose;
pub use lesson::board as lesson_board;
pub use stack::{Layer, Stack};
