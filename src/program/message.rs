//! The messages that reach a program, and what it begins with.

use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use ratatui::layout::Size;
use tetralith_core::record::Record;
use tetralith_core::timeline::Timeline;
use tetralith_core::{Info, Options};
use tetralith_engine::Answer;
use tetralith_terminput::{KeyEvent, MouseEvent};
use thiserror::Error;

use super::Peek;
use crate::clock::Clock;
use crate::files::{Entry, Kept, Trashed, shown};
use crate::tui::configuration::Background;
use crate::tui::seat::Seat;

/// What time it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Time since the program began; it never goes back.
    pub steady: Duration,
    /// The date and time of day.
    pub wall: SystemTime,
}

impl Default for Moment {
    fn default() -> Self {
        Self { steady: Duration::ZERO, wall: SystemTime::UNIX_EPOCH }
    }
}

/// Something that has happened.
#[derive(Clone, Debug)]
pub enum Message {
    /// A key went down, was repeated or went up.
    Key(KeyEvent),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
    /// The window has this size now.
    Resize(Size),
    /// It is this late now.
    Tick(Moment),
    /// A record was read, or could not be: [`StorageRequest::Load`](super::StorageRequest::Load).
    Loaded(Result<Box<Loaded>, String>),
    /// A game was kept, or could not be: [`StorageRequest::Keep`](super::StorageRequest::Keep).
    Kept {
        /// Which game.
        game: u64,
        /// Where, or why not.
        kept: Result<Kept, String>,
    },
    /// What was to be read is a directory.
    Entered(PathBuf),
    /// The game was saved to a file of the user's own, or could not be: [`StorageRequest::Save`](super::StorageRequest::Save).
    Saved(Result<PathBuf, SaveFault>),
    /// A picture was made, or could not be: [`Effect::Export`](super::Effect::Export).
    Exported(Result<PathBuf, SaveFault>),
    /// A directory was read, or could not be: [`StorageRequest::List`](super::StorageRequest::List).
    Listed(Result<Vec<Entry>, String>),
    /// Files of a list were read: [`StorageRequest::Peek`](super::StorageRequest::Peek).
    Peeked(Vec<(PathBuf, Peek)>),
    /// A game that is kept got another name, or did not: [`StorageRequest::Rename`](super::StorageRequest::Rename).
    Renamed {
        /// Where it was.
        from: PathBuf,
        /// Where it is.
        to: Result<PathBuf, String>,
    },
    /// A game was deleted, or was not: [`StorageRequest::Discard`](super::StorageRequest::Discard).
    Discarded(Result<Trashed, String>),
    /// A deleted game was brought back, or was not: [`StorageRequest::Restore`](super::StorageRequest::Restore).
    Restored(Result<PathBuf, String>),
    /// The terminal's background is known: [`TerminalRequest::AskBackground`](super::TerminalRequest::AskBackground).
    Background(Background),
    /// A setting was written, or could not be: [`Effect::Configure`](super::Effect::Configure).
    Configured(Result<(), String>),
    /// No game can be kept in the directory that is set, and this says why: [`StorageRequest::KeepIn`](super::StorageRequest::KeepIn).
    CannotKeep(String),
    /// The engine has found something: [`EngineRequest::Think`](super::EngineRequest::Think).
    Thought(Answer),
    /// The program has ended but for what is not on the disk yet.
    Unflushed,
    /// What was learnt in earlier runs, or why it cannot be read: [`StorageRequest::ReadProgress`](super::StorageRequest::ReadProgress).
    Progress(Result<String, String>),
    /// What was learnt is not kept, and this says why: [`StorageRequest::KeepProgress`](super::StorageRequest::KeepProgress).
    ProgressUnkept(String),
    /// The system asks the program to stop until it is called to the front again.
    Stopped,
    /// It cannot stop, for nobody would call it to the front again: [`TerminalRequest::Suspend`](super::TerminalRequest::Suspend), [`TerminalRequest::Stop`](super::TerminalRequest::Stop).
    CannotStop,
    /// The program is in front again.
    Resumed,
    /// The system asks the program to end, or there is no keyboard any more.
    Quit,
}

/// Why a game was not saved to a file of the user's own, as a sentence without its full stop.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SaveFault {
    /// There is such a file; it may be replaced if the user says so.
    #[error("{} exists already", shown(.0))]
    Exists(PathBuf),
    /// Something else, as a sentence.
    #[error("{0}")]
    Other(String),
}

/// A record that was read.
#[derive(Clone)]
pub struct Loaded {
    /// Where from.
    pub path: PathBuf,
    /// The game.
    pub timeline: Timeline,
    /// What else the record says.
    pub record: Record,
    /// The file, if it is one that the program keeps by itself.
    pub kept: Option<Kept>,
    /// What another program's record says and a game here cannot, a sentence each without a full stop.
    pub left_behind: Vec<String>,
}

impl fmt::Debug for Loaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loaded").field("path", &self.path).field("kept", &self.kept).finish_non_exhaustive()
    }
}

/// Where the program begins.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one, made once")]
pub enum Start {
    /// At the home screen.
    Home,
    /// At a table with a new game.
    Play {
        /// The game.
        info: &'static Info,
        /// Its options.
        options: Options,
        /// Who is to sit where.
        seats: [Seat; 2],
        /// The clocks.
        clock: Clock,
    },
    /// At a table with a record.
    Replay {
        /// The record and where it came from.
        loaded: Box<Loaded>,
        /// The turn to begin at, from 1; without one the start.
        turn: Option<u32>,
    },
}
