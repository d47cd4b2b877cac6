//! A page about a game, made from the results of matches and nothing else.
//!
//! [`Course`]s are games read from lines of results; [`Figures`] are what they say of one game with
//! one set of options; a [`Report`] puts those of several options beside each other and writes them
//! as Markdown, HTML or JSON.
#![forbid(unsafe_code)]

use std::collections::HashMap;

pub mod calibrate;
mod chart;
mod course;
mod figures;
mod fit;
mod heat;
mod report;
mod sections;
mod strength;
mod swap;

pub use course::{Course, CourseError, RECORDS};
pub use figures::{Balance, Example, Figures, Spread};
pub use report::{Fair, Report, Rung, Solved};
pub use sections::{PICTURES, about, page};
pub use swap::{FirstMove, first_moves};
pub use tetralith_pages::{html, markdown};

/// The sentences of the report on the default board of the game called `id`; none if there is no
/// report.
///
/// ```
/// assert!(tetralith_report::known("no such game").is_empty());
/// ```
pub fn known(id: &str) -> Vec<String> {
    // What comes with the crate is tested, and a game without a report is not in it.
    let mut all: HashMap<String, Vec<String>> = serde_json::from_str(KNOWN).unwrap_or_default();
    all.remove(id).unwrap_or_default()
}

/// The sentences of the reports that come with the crate, by game.
const KNOWN: &str = include_str!("../assets/about.json");

/// The example of the README, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
