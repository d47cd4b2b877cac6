//! The state that all layers share, and what happens to it: the game at the board, the settings,
//! what is said.
//!
//! Nothing here knows a layer. What shall become of the stack of layers is left as
//! [`Request`](super::request::Request)s.

mod clocks;
mod export;
mod flash;
mod game;
mod keeping;
mod learning;
mod notices;
mod remote;
mod saving;
mod settings;
mod state;
mod study;
mod thinking;

pub use remote::is_playing;
pub use state::{CurrentGame, Learnt, NextGame, Notices, SetUp, Shared, Shown, Window};
