//! Matches between players of abstract games, and what they show about strength.
//!
//! | to | take |
//! |---|---|
//! | say who plays | [`PlayerSpec`] |
//! | say which games are played, and play them | [`MatchPlan`] |
//! | keep results, and read them again | [`ResultLine`](tetralith_storage::results::ResultLine), [`Log`], [`read`] |
//! | join results of several machines | [`merge`], [`merge_units`] |
//! | rate them by pairs of games | [`Score`], [`Sprt`], [`bradley_terry`] |
//! | start from positions that are even | [`Openings`] |
//!
//! Every opening is played twice with colours swapped: the pair is what counts. Two shards of a
//! match play different pairs, and their results together are those of the whole match.
//!
//! ```
//! use tetralith_lab::arena::{PlayerSpec, Score};
//! let player = PlayerSpec::parse("sims=400")?;
//! assert_eq!(player.to_string(), "sims=400");
//! let mut score = Score::default();
//! score.add_pair([1.0, 0.5]);
//! score.add_pair([1.0, 0.0]);
//! assert_eq!((score.games(), score.decided()), (4, [1, 0]));
//! # Ok::<(), String>(())
//! ```

mod error;
mod game;
mod matches;
mod merge;
mod openings;
mod outliers;
mod player;
mod players;
mod provenance;
mod rating;
mod records;
mod results;
mod solved_positions;
mod spec;
mod standings;

pub use error::ArenaError;
pub use game::ArenaGame;
pub(crate) use game::{PLIES, after};
pub(crate) use matches::plain_name;
pub use matches::{MatchPlan, Shard, names};
pub use merge::{Merged, merge};
pub use openings::{Opening, Openings, OpeningsError};
pub use provenance::{Provenance, processor};
pub(crate) use rating::wilson;
pub use rating::{Elo, Score, Sprt, SprtVerdict, bradley_terry};
pub use records::keep;
pub(crate) use results::json_lines;
pub use results::{GameKey, Log, Results, read, read_to_add};
pub use solved_positions::{UnitLine, begins_with_unit, merge_units, parse_units};
pub use spec::PlayerSpec;
pub use standings::{Pairing, scores};

/// A token that is raised by the signals that ask a program to end; no program started here
/// outlives this one.
pub fn heeded() -> std::sync::Arc<tetralith_engine::CancelToken> {
    let stop = std::sync::Arc::default();
    tetralith_cli::heed_with(&stop, tetralith_gtp::end_all);
    stop
}
