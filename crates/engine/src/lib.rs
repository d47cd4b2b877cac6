//! Search for abstract games: Monte-Carlo tree search, levels of play, endgame solving.
//!
//! Nothing here names a game: any that implements [`tetralith_core::Knowledge`] can be searched.
//!
//! | to | take |
//! |---|---|
//! | search a position of a game known at compile time | [`Search`] |
//! | search a [`Game`](tetralith_core::Game), which is known only at run time | [`AnySearch`] |
//! | say how strongly to play | [`Level`] |
//! | search in the background, with reports as more is known | [`SearchThread`] |
//! | end a search early | [`Limits`], [`CancelToken`] |
//! | know the exact value of a position, with a proof | [`solve`] |
//!
//! A program that reads a record, prints its last position, asks what to play there, and writes the
//! record again with the answer:
//!
//! ```
//! use tetralith_core::notation::Names;
//! use tetralith_core::Record;
//! use tetralith_engine::{AnySearch, CancelToken, Config, Limits};
//!
//! let text = br#"{ "format": "tetralith", "version": 1, "game": "necklace",
//!     "options": { "size": 5 }, "moves": ["c3", "b2", "d2"] }"#;
//! let (record, mut timeline) = Record::read(text)?;
//! let position = timeline.position().clone();
//! let names = Names::of(&position);
//! println!("{}", names.diagram(position.board()));
//!
//! let mut search = AnySearch::new(Config::default());
//! search.follow(&position, &[]);
//! let found = search.run(&Limits::simulations(1_000), &CancelToken::new(), &mut |_| {})?;
//! let best = &found.candidates[0];
//! println!("{} wins {:.0} % of the time", names.step(best.step), 100.0 * best.win);
//!
//! timeline.play(best.step)?;
//! println!("{}", record.write(&timeline)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod amaf;
mod analysis;
mod any_search;
mod baseline;
mod book;
mod bounds;
mod cancel;
mod code;
mod counter;
mod exact;
mod favourites;
mod gain;
mod glance;
mod level;
mod panics;
mod search;
mod search_thread;
mod searches;
pub mod solve;
mod solver;
mod speed;
mod style;
mod tree;

pub use analysis::{Analysis, Candidate, Compared, Fairness, GameOver, Limits, REPORT_EVERY};
pub use any_search::AnySearch;
pub use baseline::Baseline;
pub use book::{Book, BookError, BookStep};
pub use bounds::Proof;
pub use cancel::CancelToken;
pub use exact::{NODES_PER_SIMULATION, SolvingForecast, prove, proven};
pub use level::{Budget, Effort, Level};
pub use panics::{catch_panic, is_catching_panics, panic_reason};
pub use search::{Config, Search, Tuning};
pub use search_thread::{SearchAnswer, SearchRequest, SearchTask, SearchThread};

pub use speed::{Speed, checksum, signature};
pub use style::PlayingStyle;

/// The examples of the README, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
