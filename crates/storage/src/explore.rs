//! An opening explorer: games by the positions that were on the board, in any orientation.
//!
//! An [`IndexBuilder`] takes games, from anywhere ([`IndexBuilder::add`]) or from files ([`read`]),
//! and makes a [`GameIndex`] of them, in which positions are [looked up](GameIndex::look_up).
//!
//! Positions are looked up by the game, its board, whether it is played with an opening, the
//! stones, whose turn it is and the kind of turn. Komi, the rule for ties and the pie rule make no
//! difference.

mod files;
mod index;
mod keys;
mod symmetry;

pub use files::{GameSource, Tally, read};
pub use index::{
    FoundGames, GameFacts, GameIndex, GameResult, IndexBuilder, MAX_GAMES, MAX_PLACES, NextMove,
    PastGame,
};
