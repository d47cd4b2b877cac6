//! Search for the games of Tetralith.
//!
//! [`Search`] is a Monte-Carlo tree search that works for any [`tetralith_core::Rules`] and never names a game.
#![forbid(unsafe_code)]

mod amaf;
mod analysis;
mod bounds;
mod code;
mod search;
mod tree;

pub use analysis::{Analysis, Candidate, GameOver, Limits};
pub use bounds::Proof;
pub use search::{Config, Search, Tuning};
