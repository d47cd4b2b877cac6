//! Exact values of positions, with proofs that anyone can check.
//!
//! Nothing here names a game: what is particular to one comes through [`tetralith_core::Exact`],
//! and a game without particulars is solved by its rules.
//!
//! ```
//! use tetralith_core::{Colour, Game, Setup};
//! use tetralith_engine::solve::{SolveLimits, solve};
//!
//! let game = Game::new("necklace", &Setup { size: Some(3), ..Setup::default() })?;
//! let solved = solve(&game, &SolveLimits::default(), &|_| true)?;
//! assert_eq!(solved.winner, Some(Colour::First));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod certificate;
mod control;
mod distance;
mod frontier;
mod keeping;
mod proof;
mod search;
mod solution;
mod state;
mod table;
mod window;

pub use certificate::{CertificateError, Content};
pub use frontier::{FrontierPart, Unit, solve_frontier};
pub use keeping::{Keeping, keeping};
pub use solution::{KeepOn, Solution, SolveLimits, SolveTask, Unsolved, latest, solve};
pub use state::StateError;
