//! Lessons from a game that was played: an analysis of every move, classes, accuracy, and the
//! report on it all.
//!
//! A game is a list of [`Moments`]. A [`Job`] looks at the position of each, and a fair comparison
//! says what the move that was played cost; [`verdicts`] draws the conclusions for the whole game,
//! proofs included. All thresholds are those of [`Class`]. [`puzzles`] are positions with one best
//! move. No terminal and no file; the threads are those that the caller of a job allows.
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod background;
pub mod cache;
mod calibration;
mod claims;
mod class;
mod comparison;
mod finding;
mod game;
mod ideas;
mod job;
pub mod json;
mod look;
mod moments;
mod plan;
pub mod puzzles;
mod report;
mod solving;
mod spread;
mod strength;
mod text;
mod verdict;

pub use background::{AnalysisAnswer, AnalysisRequest, BackgroundThread};
pub use cache::CacheError;
pub use calibration::{Calibration, Observation, odds};
pub use class::{Class, accuracy};
pub use finding::{Finding, MAX_LINE, MoveValue, Played, StudyCandidate};
pub use game::GameAnalysis;
pub use job::{Job, JobProgress};
pub use look::{PositionEffort, build, look};
pub use moments::{Moments, TurnChoice};
pub use plan::{Budgets, Pass};
pub use report::{PlayerSummary, Report};
pub use solving::SolveRequest;
pub use strength::{LevelResult, Strength};
pub use text::{
    better_line, brief_cost, cost, figures, given_up, judgement, level_text, level_title, mover,
    no_fault, not_analysed, notes, points, text,
};
pub use verdict::{Evidence, Outlook, Verdict, percent, verdicts};
