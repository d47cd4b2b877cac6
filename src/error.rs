//! What goes wrong in the front end, and what the program's exit status says of it.

use std::io;
use std::path::{Path, PathBuf};

use tetralith_core::{RecordError, SetupError, text};
use thiserror::Error;

/// Why a command did not do what it was asked.
#[derive(Debug, Error)]
pub enum Error {
    /// The command line asks for options that cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A file cannot be read.
    #[error("cannot read {}: {}", shown(.path), .source)]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file is not a record, or the rules forbid a turn in it.
    #[error("{}: {}", shown(.path), .source)]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: RecordError,
    },
    /// A record is not of the game, or not of the options, that the command line asks for.
    #[error("{} is a record of {found}, but the command line asks for {asked}", shown(.path))]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// The record's game, or an option of it.
        found: String,
        /// What was asked for.
        asked: String,
    },
    /// Standard output or input fails.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}

impl Error {
    /// The program's exit status: 2 if the command line is at fault, else 1.
    pub const fn status(&self) -> u8 {
        match self {
            Self::Setup(_) => 2,
            Self::Read { .. } | Self::Record { .. } | Self::OtherGame { .. } | Self::Output(_) => 1,
        }
    }
}

/// A path as it can be shown: what it is called, without anything that acts on a terminal.
pub fn shown(path: &Path) -> String {
    text::display_text(&path.to_string_lossy())
}
