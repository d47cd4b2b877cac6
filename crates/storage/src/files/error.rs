//! The reasons why a saved game could not be read or kept.

use std::io;
use std::path::PathBuf;

use tetralith_core::RecordError;
use tetralith_core::game_line::GameLineError;
use tetralith_core::text::{counted, display_text};
use tetralith_files::{FileError, shown};
use thiserror::Error;

use super::{DATA_DIR, MAX_NAME};
use crate::exchange::ExchangeError;

/// The reason why a saved game could not be read or kept. The text is a whole sentence but for its
/// full stop.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum SavedGameError {
    /// The file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The text is not a game in a line.
    #[error(transparent)]
    Line(#[from] GameLineError),
    /// There is neither a home directory nor a [`DATA_DIR`].
    #[error("there is no home directory to save games in; set {DATA_DIR} to a directory")]
    NoHome,
    #[error(
        "games cannot be saved in {}: {} is not writable ({source})",
        shown(.dir),
        shown(.there)
    )]
    Unusable {
        /// The directory.
        dir: PathBuf,
        there: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The file is not a record, or the rules forbid a turn in it.
    #[error("{}: {source}", shown(.path))]
    Record {
        /// The file.
        path: PathBuf,
        /// The fault.
        source: RecordError,
    },
    /// The file is a record of Abstract Play's, and something is wrong with it.
    #[error("{}: {source}", shown(.path))]
    Exchange {
        /// The file.
        path: PathBuf,
        /// The fault.
        source: ExchangeError,
    },
    /// The file holds a list of records.
    #[error("{0} is a list of {count} records; name one of them, such as {0}#1, or write each \
        into a file of its own: 'tetralith convert FILE DIR/'", shown(.path))]
    List {
        /// The file.
        path: PathBuf,
        /// The number of records.
        count: usize,
    },
    /// The file holds a list without a record in it.
    #[error("{} holds no record: it is an empty list", shown(.path))]
    EmptyList {
        /// The file.
        path: PathBuf,
    },
    /// There is no such record in a list.
    #[error("{} holds {}; there is no record {number}", shown(.path), counted(*.count, "record"))]
    NotInList {
        /// The file.
        path: PathBuf,
        /// The number of records.
        count: usize,
        /// The number asked for, from 1.
        number: usize,
    },
    /// The place of a record is no file, so nothing can be written to it.
    #[error("{} is {what}, which cannot be written to; name a file of its own", shown(.path))]
    NoFile {
        /// The path that names the place.
        path: PathBuf,
        what: &'static str,
    },
    /// The file holds the state of a game at Abstract Play.
    #[error("{} is the state of a game at Abstract Play, without its moves; download the record \
        of the finished game instead", shown(.path))]
    ClubState {
        /// The file.
        path: PathBuf,
    },
    /// It is not one of the games that the program keeps by itself, which alone are renamed and
    /// deleted.
    #[error("{} is not one of your saved games, so it was not changed", shown(.path))]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// It cannot be the name of a file.
    #[error(
        "'{}' cannot name a game: use 1 to {MAX_NAME} characters (fewer if they are not ASCII), \
         no slashes or colons, and no dot at the start",
        display_text(.name)
    )]
    Name { name: String },
}
