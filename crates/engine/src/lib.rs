//! Search for the games of Tetralith.
//!
//! [`Search`] is a Monte-Carlo tree search that works for any [`tetralith_core::Rules`] and never names a game. [`Mind`] is
//! one for a game known only at run time, [`Level`] says how strongly to play, and [`Thinker`] does it in the background.
#![forbid(unsafe_code)]

mod amaf;
mod analysis;
mod baseline;
mod bounds;
mod code;
mod level;
mod mind;
mod search;
mod shield;
mod solver;
mod speed;
mod thinker;
mod tree;

pub use analysis::{Analysis, Candidate, GameOver, Limits};
pub use baseline::Baseline;
pub use bounds::Proof;
pub use level::{Budget, Level, NEVER};
pub use mind::Mind;
pub use search::{Config, Search, Tuning};
pub use shield::{is_shielded, panic_reason, shielded};
pub use speed::{CHECKED, Speed};
pub use thinker::{Answer, REPORT_EVERY, Request, Task, Thinker};
