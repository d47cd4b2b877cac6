//! An opening explorer: games by the positions that were on the board, whichever way it lay.
//!
//! A [`Builder`] takes games, from anywhere ([`Builder::add`]) or from files ([`read`]), and makes
//! an [`Index`] of them, of which a position is [looked up](Index::look_up).
//!
//! Positions are looked up by the game, its board, whether it is played with an opening, the
//! stones, whose turn it is and the kind of turn. Komi, the rule for ties and the pie rule make no
//! difference.
#![forbid(unsafe_code)]

mod files;
mod index;
mod keys;
mod symmetry;

pub use files::{Source, Tally, read};
pub use index::{Builder, Facts, Found, Index, MAX_GAMES, MAX_PLACES, Next, Played, Result};

/// The example of the README, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
