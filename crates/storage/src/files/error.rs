//! The reasons for which a file could not be read or written.

use std::io;
use std::path::{Path, PathBuf};

use crate::exchange::ExchangeError;
use tetralith_core::RecordError;
use tetralith_core::text::display_text;
use thiserror::Error;

use super::disk::STDIN;
use super::{DATA_DIR, MAX_NAME, shown};

/// The reason why a file could not be read or written. The text is a whole sentence but for its
/// full stop.
#[derive(Debug, Error)]
pub enum FileError {
    /// There is neither a home directory nor a [`DATA_DIR`].
    #[error("there is no home directory to save games in; set {DATA_DIR} to a directory")]
    NoHome,
    /// Reading failed.
    #[error("cannot read {}: {source}", shown(.path))]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Writing failed; what was there before is still there.
    #[error("cannot write {}: {source}", shown(.path))]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// No game can be saved in a directory.
    #[error("no game can be saved in {}: nothing can be written in {} ({source})", shown(.dir), shown(.there))]
    Unusable {
        /// The directory.
        dir: PathBuf,
        /// The part of its path that there is.
        there: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The directory to write into is not there.
    #[error("cannot write {}: there is no directory {}", shown(Path::new(.path.file_name().unwrap_or_default())), shown(.dir))]
    NoDirectory {
        /// The file.
        path: PathBuf,
        /// The directory.
        dir: PathBuf,
    },
    /// It is a pipe, a socket or a device, which may never come to an end.
    #[error("{} is not a regular file; give the path of one, or '{STDIN}' to read what is piped in", shown(.path))]
    NotRegular {
        /// The file.
        path: PathBuf,
    },
    /// What is there is no regular file, and is not to be replaced by one.
    #[error("{} is not a regular file; give the path of one, or a new path", shown(.path))]
    Special {
        /// What is there.
        path: PathBuf,
    },
    /// The file is larger than anything this program writes.
    #[error("{} is too large: more than {limit} bytes", shown(.path))]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The most that is read, in bytes.
        limit: u64,
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
    #[error("{} is a list of {count} records; 'tetralith convert FILE DIR/' writes each into a file of its own", shown(.path))]
    List {
        /// The file.
        path: PathBuf,
        /// The number of records.
        count: usize,
    },
    /// The file holds the state of a game at Abstract Play.
    #[error("{} is the state of a game at Abstract Play, which has its boards but no record; save the record of the finished game there", shown(.path))]
    ClubState {
        /// The file.
        path: PathBuf,
    },
    /// It is not one of the games that the program keeps by itself, which alone are renamed and
    /// deleted.
    #[error("{} is not one of the program's own games, so it stays as it is", shown(.path))]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// It cannot be the name of a file.
    #[error(
        "'{}' cannot name a game: use 1 to {MAX_NAME} characters (fewer of those beyond ASCII), no slashes or colons, and no dot at the start",
        display_text(.name)
    )]
    Name {
        /// The name.
        name: String,
    },
    /// A file is there already.
    #[error("{} already exists", shown(.path))]
    Exists {
        /// The file.
        path: PathBuf,
    },
}
