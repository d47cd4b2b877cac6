//! Weights for the features of steps, fitted to what searches chose.
//!
//! Four steps, each of them a command of `tetralith-lab train`: [`SelfPlayPlan`] plays games of the
//! engine against itself and keeps how often its searches visited each step; [`WeightFit`] finds
//! the weights under which those choices are likeliest; [`Samples::judge`] measures how well
//! weights foretell choices; [`Model::file`] is what a game embeds. Between them [`join`] takes the
//! games of several files together. [`BookPlan`] makes books of openings by long searches, and
//! [`TunePlan`] tunes the numbers that shape a search by games. `docs/lab/training.md` has the
//! commands.
//!
//! Nothing here names a game: the weights of any game that lists features
//! ([`tetralith_core::Knowledge::features`]) can be fitted.

mod book;
mod error;
mod fit;
mod joined;
mod model;
mod played;
mod points;
mod samples;
mod spsa;
mod tune;

pub use book::BookPlan;
pub use error::TrainError;
pub use fit::WeightFit;
pub use joined::{Joined, join};
pub use model::Model;
pub use played::{SelfPlayPlan, TrainingGame, read_games};
pub use points::{PointChoice, point_choices};
pub use samples::{Judged, Samples, samples};
pub use tune::{TunePlan, Tuned, playable, read_tuned, tuned_to};
