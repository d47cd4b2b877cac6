//! The reasons why matches cannot be played, or their results cannot be kept.

use std::path::PathBuf;

use tetralith_core::text::{Excerpt, display_text};
use tetralith_files::{FileError, shown};
use thiserror::Error;

/// The reason why a match cannot be played, or its results cannot be kept or joined.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum ArenaError {
    /// A file of results cannot be read or written, or a record cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file of results is damaged.
    #[error(
        "{}: line {line} is not the result of a game; remove it or name another file",
        shown(.path)
    )]
    Results {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// A file of results is something else.
    #[error("{} is not a file of arena results; name another file for them", shown(.path))]
    NoResults {
        /// The file.
        path: PathBuf,
    },
    /// A file of solved positions is damaged, or something else.
    #[error("{}: line {line} is not a position of 'tetralith-lab solve --frontier'; remove it or \
        name another file", shown(.path))]
    NoUnits {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// Another match has the file that the results of this one were to be added to.
    #[error(
        "another arena is writing to {}; use another file and join them later with 'tetralith-lab \
         merge'",
        shown(.path)
    )]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A program that was to play cannot.
    #[error("'{}' cannot play: {fault}; a program must speak GTP for this game and board, as \
        'cmd:tetralith gtp {game}' does", Excerpt::new(.player))]
    Player { player: String, fault: String, game: &'static str },
    /// Results of different builds were to be joined.
    #[error(
        "the results come from different builds ({}); --mixed joins them anyway",
        display_text(&.found.join("; "))
    )]
    Mixed {
        /// The builds, each with its version and signature, as the files have them.
        found: Vec<String>,
    },
}
