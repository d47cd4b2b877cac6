//! Requests to the disk, and the replies.

use std::path::PathBuf;

use tetralith_files::{Existing, FileEntry, FileError, shown};
use tetralith_session::kept::{Keep, Loaded, SavedFile};
use tetralith_study::LevelResult;
use thiserror::Error;

use crate::files::Trashed;
use crate::{LastGame, Peek};

/// A request to the disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StorageRequest {
    /// Keep the game at the table: [`crate::files::Files::keep`].
    Keep(Keep),
    /// Keep the game at the table if what was kept of it is not there any more:
    /// [`crate::files::Files::secure`]. The answer is [`StorageReply::Kept`], but for a game that
    /// was never kept, or is still to be written anyway.
    Secure(Keep),
    /// Save a record to a file of the user's own.
    Save {
        /// The file, with or without the ending of records.
        path: PathBuf,
        /// The record.
        text: String,
        /// The fate of a file that is there.
        existing: Existing,
    },
    /// Keep games in this directory from now on, or in the usual place, unless it takes none.
    KeepIn(Option<PathBuf>),
    /// Read a record.
    Load(PathBuf),
    /// Read what was learnt in earlier runs.
    ReadProgress,
    /// Keep what was learnt so far.
    KeepProgress(String),
    /// Read a directory, or without one the games that the program keeps.
    List(Option<PathBuf>),
    /// Find the games that were played last, at most so many.
    Recent(usize),
    /// Find the game in progress that was written last.
    FindUnfinished {
        /// The file of a game that does not count, as it is known already.
        besides: Option<PathBuf>,
    },
    /// Read these files for the list of saved games, beside everything else.
    Peek(Vec<PathBuf>),
    /// Read the results of the games that the program keeps, beside everything else.
    ReadResults,
    /// Read the settings of the game of this name that was played last, beside everything else.
    ReadLast(&'static str),
    /// Give a game that is kept another name: [`crate::files::Files::rename`].
    Rename {
        /// The file as it is called now.
        path: PathBuf,
        /// The new name, without its ending.
        name: String,
    },
    /// Delete a game that is kept: [`crate::files::Files::discard`].
    Discard(PathBuf),
    /// Bring a deleted game back: [`crate::files::Files::restore`].
    Restore(Trashed),
}

/// The reply to a [`StorageRequest`]; reasons are sentences without their full stop.
#[derive(Clone, Debug)]
pub enum StorageReply {
    /// A game was kept, or could not be: [`StorageRequest::Keep`], [`StorageRequest::Secure`].
    Kept {
        /// The number of the game.
        game: u64,
        /// The file, or the reason.
        kept: Result<SavedFile, String>,
    },
    /// The game was saved to a file of the user's own, or could not be: [`StorageRequest::Save`].
    Saved(Result<PathBuf, SaveFault>),
    /// Games are kept in this directory from now on, or in the usual place; or the reason why they
    /// are kept where they were: [`StorageRequest::KeepIn`].
    KeepsIn(Result<Option<PathBuf>, String>),
    /// A record was read, or could not be: [`StorageRequest::Load`].
    Loaded(Result<Box<Loaded>, String>),
    /// The path to be read is a directory: [`StorageRequest::Load`].
    Entered(PathBuf),
    /// The file to be read holds a list of records, which [`StorageRequest::List`] lists:
    /// [`StorageRequest::Load`].
    Several {
        /// The file.
        path: PathBuf,
        /// How to name one of them, as a sentence without its full stop.
        why: String,
    },
    /// The progress of earlier runs, or the reason why it cannot be read:
    /// [`StorageRequest::ReadProgress`].
    Progress(Result<String, String>),
    /// Progress is not kept, for this reason: [`StorageRequest::KeepProgress`].
    ProgressUnkept(String),
    /// A directory was read, or could not be: [`StorageRequest::List`].
    Listed(Result<Vec<FileEntry>, String>),
    /// The games that were played last, the latest first: [`StorageRequest::Recent`]. None if they
    /// cannot be found.
    Recent(Vec<PathBuf>),
    /// The game in progress, if there is one: [`StorageRequest::FindUnfinished`].
    Unfinished(Option<PathBuf>),
    /// Files of a list were read: [`StorageRequest::Peek`].
    Peeked(Vec<(PathBuf, Peek)>),
    /// The results of games between a person and a level, none if they cannot be read:
    /// [`StorageRequest::ReadResults`].
    Results(Vec<LevelResult>),
    /// The game of a kind that was played last, if there is one: [`StorageRequest::ReadLast`].
    Last(Option<Box<LastGame>>),
    /// A game that is kept got another name, or did not: [`StorageRequest::Rename`].
    Renamed {
        /// The file as it was called.
        from: PathBuf,
        /// The file as it is called now, or the reason.
        to: Result<PathBuf, String>,
    },
    /// A game was deleted, or was not: [`StorageRequest::Discard`].
    Discarded(Result<Trashed, String>),
    /// A deleted game was brought back, or was not: [`StorageRequest::Restore`].
    Restored(Result<PathBuf, String>),
}

/// The reason why a file of the user's own was not written, as a sentence without its full stop.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SaveFault {
    /// There is such a file; it may be replaced if the user agrees.
    #[error("{} already exists", shown(.0))]
    Exists(PathBuf),
    /// Something else, as a sentence.
    #[error("{0}")]
    Other(String),
}

impl From<FileError> for SaveFault {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Exists { path } => Self::Exists(path),
            error => Self::Other(error.to_string()),
        }
    }
}
