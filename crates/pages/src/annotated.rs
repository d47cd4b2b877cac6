//! Games as pages to read: annotated games, and reports on the analysis of one.
//!
//! [`html`] makes a self-contained file of a game, [`markdown`] one that can be read anywhere;
//! [`report`] shows the results of an analysis. A [`Story`] is the game in the form that all of
//! them use: steps, comments and variations in the order of reading.

pub(crate) mod board;
mod game;
mod graph;
mod markdown;
mod report;
mod story;

pub use board::Looks;
pub use game::{PageError, html};
pub use markdown::markdown;
pub use report::report;
pub use story::{MAX_MOVES, Story, StoryError, StoryItem, StoryStep};
