//! Rules, records and timelines of four modern abstract games: Multiplicity and Greylox on hexhex boards, Plurality and
//! Necklace on square ones.
//!
//! No terminal, no clock, no files, no threads, no randomness of its own. Each layer knows only those before it:
//! [`cell`] and [`geometry`], [`board`], [`step`] and [`rules`], [`games`], then [`timeline`], [`notation`], [`record`]
//! and [`json`].
//!
//! ```
//! use tetralith_core::{Cell, Game, Setup, Step};
//! let mut game = Game::new("multiplicity", &Setup { size: Some(3), ..Setup::default() })?;
//! game.play(Step::Place(Cell::new(9)))?;
//! assert_eq!(game.legal().len(), 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod board;
pub mod cell;
pub mod games;
pub mod geometry;
mod illegal;
pub mod json;
pub mod notation;
pub mod record;
pub mod rules;
#[cfg(feature = "serde")]
mod serial;
pub mod step;
pub mod text;
pub mod timeline;

pub use board::{Board, Colour};
pub use cell::{Cell, CellSet};
pub use games::{Game, NewGameError};
pub use geometry::{Direction, Geometry, Shape};
pub use illegal::IllegalStep;
pub use notation::{Names, NotationError};
pub use record::{Player, PlayerKind, Record, RecordError};
pub use rules::{
    About, BoardRange, Ending, Fact, Figure, Info, Marks, OptionKind, Options, Outcome, Phase, PlayError, Reason,
    Refusal, Rules, Setup, SetupError, SightLine, Standing, Territory, Ties, Verdict,
};
pub use step::{Step, StepKind};
pub use timeline::{NodeId, Note, Timeline, TimelineError};

/// The examples of the README, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
