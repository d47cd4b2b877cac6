//! The reasons why a file could not be read or written.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::shown;
use crate::write::STDIN;

/// The reason why a file could not be read or written. The text is a whole sentence but for its
/// full stop, and nothing in the name of a file acts on a terminal.
#[derive(Debug, Error)]
pub enum FileError {
    /// Reading failed.
    #[error("cannot read {}: {source}", shown(.path))]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Writing failed; the file is as it was.
    #[error("cannot write {}: {source}", shown(.path))]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// There is no directory to write into.
    #[error(
        "cannot write {}: there is no directory {}",
        shown(Path::new(.path.file_name().unwrap_or_default())),
        shown(.dir)
    )]
    NoDirectory {
        /// The file.
        path: PathBuf,
        /// The directory.
        dir: PathBuf,
    },
    /// A pipe, a socket or a device, which may never come to an end, was to be read.
    #[error("{} is not a regular file; name one, or '{STDIN}' for standard input", shown(.path))]
    NotRegular {
        /// The file.
        path: PathBuf,
    },
    /// A pipe, a socket or a device was to be replaced.
    #[error("{} is not a regular file; name one, or a new path", shown(.path))]
    Special {
        /// The file.
        path: PathBuf,
    },
    /// The file is larger than anything that is written here.
    #[error("{} is too large: more than {limit} bytes", shown(.path))]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The most that is read, in bytes.
        limit: u64,
    },
    /// A file was to stay as it is.
    #[error("{} already exists", shown(.path))]
    Exists {
        /// The file.
        path: PathBuf,
    },
}
