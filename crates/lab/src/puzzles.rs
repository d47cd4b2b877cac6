//! Puzzles made: found in games, checked by proof or by deep search, and rated.
//!
//! A [`Maker`] finds puzzles in a game, a [`Campaign`] in many, and a [`Judge`] decides which moves
//! are the only best ones. No terminal, no file, no clock.

mod campaign;
mod difficulty;
mod judge;
mod make;
mod recheck;
mod self_play;

pub use campaign::{Campaign, CampaignProgress};
pub use difficulty::{EASIEST, HARDEST, difficulty};
pub use judge::{Best, GAP, Judge};
pub use make::Maker;
pub use recheck::Rechecked;
pub use self_play::{board, self_play};
