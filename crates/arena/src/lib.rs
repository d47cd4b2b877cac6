//! Matches between players of abstract games, and what they say about strength.
//!
//! | to | take |
//! |---|---|
//! | say who plays | [`PlayerSpec`] |
//! | say which games are played, and play them | [`Match`] |
//! | keep results, and read them again | [`Line`], [`Log`], [`read`] |
//! | join results of several machines | [`merge`], [`merge_units`] |
//! | rate them by pairs of games | [`Score`], [`Sprt`], [`bradley_terry`] |
//! | start from positions that are even | [`Openings`] |
//!
//! Every opening is played twice with colours swapped: the pair is what counts. Two shards of a
//! match play different pairs, and their results together are those of the whole match.
//!
//! ```
//! use tetralith_arena::{PlayerSpec, Score};
//! let player = PlayerSpec::parse("sims=400")?;
//! assert_eq!(player.to_string(), "sims=400");
//! let mut score = Score::default();
//! score.add_pair([1.0, 0.5]);
//! score.add_pair([1.0, 0.0]);
//! assert_eq!((score.games(), score.decided()), (4, [1, 0]));
//! # Ok::<(), String>(())
//! ```
#![forbid(unsafe_code)]

mod error;
mod external;
mod game;
mod group;
mod matches;
mod merge;
mod openings;
mod provenance;
mod rating;
mod records;
mod results;
mod seats;
mod signals;
mod spec;
mod standings;
mod turn;
mod units;
mod unlike;

pub use error::ArenaError;
pub use game::Played;
pub use matches::{Match, Shard, names};
pub use merge::{Merged, merge};
pub use openings::{Opening, Openings, OpeningsError};
pub use provenance::{Provenance, processor, signature};
pub use rating::{Elo, Score, Sprt, Verdict, bradley_terry};
pub use records::keep;
pub use results::{Held, Key, Line, Log, read};
pub use signals::heed;
pub use spec::PlayerSpec;
pub use standings::{Pairing, score, scores};
pub use units::{MergedUnits, UnitLine, holds_units, merge_units, read_units};

/// The example of the README, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
