//! The reasons why a file could not be read or written.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::shown;
use crate::write::STDIN;

/// The reason why a file could not be read or written. The text is a whole sentence but for its
/// full stop, and nothing in the name of a file acts on a terminal.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum FileError {
    #[error("cannot read {}: {source}", shown(.path))]
    Read {
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    #[error("cannot write {}: {source}", shown(.path))]
    Write {
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    #[error(
        "cannot write {}: there is no directory {}",
        shown(Path::new(.path.file_name().unwrap_or_default())),
        shown(.dir)
    )]
    NoDirectory {
        path: PathBuf,
        /// The directory.
        dir: PathBuf,
    },
    /// A pipe, a socket or a device, which may never come to an end, was to be read.
    #[error("{} is not a regular file; name one, or '{STDIN}' for standard input", shown(.path))]
    NotRegular { path: PathBuf },
    /// A pipe, a socket or a device was to be replaced.
    #[error("{} is not a regular file; name one, or a new path", shown(.path))]
    Special { path: PathBuf },
    /// The file is larger than anything that is written here.
    #[error("{} is too large: more than {limit} bytes", shown(.path))]
    TooLarge {
        path: PathBuf,
        /// The most that is read, in bytes.
        limit: u64,
    },
    #[error("{} already exists", shown(.path))]
    Exists { path: PathBuf },
}
