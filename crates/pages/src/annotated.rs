//! Games as pages to read: annotated games, and reports on the analysis of one.
//!
//! [`html`] makes a self-contained file of a game, [`markdown`] one that can be read anywhere;
//! [`report`] shows the results of an analysis.

pub(crate) mod board;
mod game;
mod graph;
mod markdown;
mod report;
mod story;

pub use board::Looks;
pub use game::html;
pub use markdown::markdown;
pub use report::report;
pub use story::PageError;
