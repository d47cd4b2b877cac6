//! Rules, records and timelines of four modern abstract games: Multiplicity and Greylox on hexhex
//! boards, Necklace on square ones, Plurality on both.
//!
//! No terminal, no clock, no files, no threads, no randomness of its own. Each layer knows only
//! those before it: [`text`], [`cell`], [`geometry`], [`board`], [`step`], [`rules`],
//! [`knowledge`] and [`notation`], [`games`], [`timeline`], and then the forms that games are
//! written in: [`json`], [`position_text`], [`game_line`] and [`record`].
//!
//! ```
//! use tetralith_core::{Cell, Game, Setup, Step};
//! let mut game = Game::new("multiplicity", &Setup { size: Some(3), ..Setup::default() })?;
//! game.play(Step::Place(Cell::new(9)))?;
//! assert_eq!(game.legal().len(), 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A game is kept as a [`Record`], JSON text that holds who played and when, and a [`Timeline`] of
//! its moves with every variation. Reading plays every move, so what was read is legal; an error is
//! one sentence that names the place.
//!
//! ```
//! use tetralith_core::{Names, Record};
//! let text = br#"{ "format": "tetralith", "version": 1, "game": "necklace",
//!     "options": { "size": 5 }, "moves": ["c3", "b2", "d2"] }"#;
//! let (mut record, mut timeline) = Record::read(text)?;
//! let names = Names::of(timeline.position());
//! println!("{}", names.diagram(timeline.position().board()));
//!
//! timeline.play(names.parse_step("d4")?)?;
//! record.event = Some("Club evening".to_owned());
//! let text = record.write(&timeline)?;
//! assert_eq!(Record::read(text.as_bytes())?.1.steps(), 4);
//!
//! let wrong = text.replace("b2", "c3");
//! let error = Record::read(wrong.as_bytes()).unwrap_err();
//! assert_eq!(error.to_string(), "turn 2 'c3': c3 is occupied by Red");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Errors are `#[non_exhaustive]`, because more kinds will come. Structures of options, such as
//! [`Setup`], may get more fields too: write them with `..Setup::default()`. The reasons why a game
//! ends and the kinds of step are exhaustive on purpose: when there is a new one, the compiler
//! names all code that must handle it.
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

pub mod board;
pub mod cell;
pub mod game_line;
pub mod games;
pub mod geometry;
mod illegal;
pub mod json;
pub mod knowledge;
pub mod notation;
mod orientation;
mod own_mark;
pub mod position_text;
pub mod record;
pub mod rules;
pub mod step;
mod symmetry;
pub mod text;
pub mod timeline;
pub mod wrap;

pub use board::{Board, Colour};
pub use cell::{Cell, CellSet};
pub use games::{Game, NewGameError};
pub use geometry::{Direction, Geometry, Shape};
pub use illegal::{IllegalArrangement, IllegalStep};
pub use knowledge::{Exact, ExactVisitor, Knowledge, PlayoutResult};
pub use notation::{Names, NotationError};
pub use orientation::Orientation;
pub use own_mark::{MAX_OWN_MARKS, OwnMark};
pub use record::{Player, PlayerKind, Record, RecordError};
pub use rules::{
    About, Arrangement, ArrangementError, BoardRange, Ending, Fact, Figure, Flaw, Info, Marks,
    OptionDomain, OptionKind, OptionValue, Options, Outcome, Phase, PlayError, Reason, Refusal,
    Rules, Setup, SetupError, Share, SightLine, Standing, Territory, Ties,
};
pub use step::{Step, StepKind};
pub use timeline::{NodeId, Note, Timeline, TimelineError};

/// The examples of the README, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
