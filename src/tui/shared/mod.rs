//! The state that all layers share, and what happens to it: the game at the board, the settings,
//! what is said.
//!
//! Nothing here knows a layer. Changes of the stack of layers are left as
//! [`Request`](super::request::Request)s.

mod export;
mod flash;
mod game;
mod kiosk;
mod learning;
mod news;
mod notices;
mod settings;
mod state;

pub use kiosk::is_playing;
pub use state::{BoardFace, Learnt, Notices, Shared, Window};
