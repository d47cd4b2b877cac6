//! A page about a game, made from the results of matches and nothing else.
//!
//! [`ReportedGame`]s are games read from lines of results; [`Figures`] are what they say of one
//! game with one set of options; a [`GameReport`] puts those of several options beside each other
//! and writes them as Markdown, HTML or JSON.

mod chart;
mod contents;
mod figures;
mod fit;
mod heat;
mod reported_game;
mod sections;
mod strength;
mod swap;

pub use contents::{Fair, GameReport, Solved, StrengthRung};
pub use figures::{Balance, Example, Figures, Spread};
pub use reported_game::{RECORDS, ReportedGame, ReportedGameError};
pub use sections::{PICTURES, about, page};
pub use swap::{
    FirstGames, FirstMove, first_moves, first_moves_of_games, first_steps, kinds_of_first_steps,
    without_swap,
};
pub use tetralith_pages::{html, markdown};
