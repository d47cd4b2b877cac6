//! What happens to the program, what it asks to be done, and what it begins with.

use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Size;
use tetralith_core::record::Record;
use tetralith_core::timeline::Timeline;
use tetralith_core::{Info, Options};
use tetralith_engine::Answer;
use thiserror::Error;

use super::Export;
use crate::clock::Clock;
use crate::files::{Entry, Existing, Kept, Trashed, shown};
use crate::settings::{ConfigFile, Value};
use crate::tui::browser::Peek;
use crate::tui::configuration::Ground;
use crate::tui::seat::Seat;
use crate::tui::thinking::Ask;

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
    /// A record was read, or could not be: [`Effect::Load`].
    Loaded(Result<Box<Loaded>, String>),
    /// A game was kept, or could not be: [`Effect::Keep`].
    Kept {
        /// Which game.
        game: u64,
        /// Where, or why not.
        kept: Result<Kept, String>,
    },
    /// What was to be read is a directory.
    Entered(PathBuf),
    /// The game was saved to a file of the user's own, or could not be: [`Effect::Save`].
    Saved(Result<PathBuf, SaveFault>),
    /// A picture was made, or could not be: [`Effect::Export`].
    Exported(Result<PathBuf, SaveFault>),
    /// A directory was read, or could not be: [`Effect::List`].
    Listed(Result<Vec<Entry>, String>),
    /// Files of a list were read: [`Effect::Peek`].
    Peeked(Vec<(PathBuf, Peek)>),
    /// A game that is kept got another name, or did not: [`Effect::Rename`].
    Renamed {
        /// Where it was.
        from: PathBuf,
        /// Where it is.
        to: Result<PathBuf, String>,
    },
    /// A game was deleted, or was not: [`Effect::Discard`].
    Discarded(Result<Trashed, String>),
    /// A deleted game was brought back, or was not: [`Effect::Restore`].
    Restored(Result<PathBuf, String>),
    /// The terminal's ground is known: [`Effect::AskGround`].
    Ground(Ground),
    /// A setting was written, or could not be: [`Effect::Configure`].
    Configured(Result<(), String>),
    /// No game can be kept in the directory that is set, and this says why: [`Effect::KeepIn`].
    CannotKeep(String),
    /// The engine has found something: [`Effect::Think`].
    Thought(Answer),
    /// The program has ended but for what is not on the disk yet.
    Unflushed,
    /// What was learnt in earlier runs, or why it cannot be read: [`Effect::ReadProgress`].
    Progress(Result<String, String>),
    /// What was learnt is not kept, and this says why: [`Effect::KeepProgress`].
    ProgressUnkept(String),
    /// The system asks the program to stop until it is called to the front again.
    Stopped,
    /// It cannot stop, for nobody would call it to the front again: [`Effect::Suspend`], [`Effect::Stop`].
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

/// Something that shall be done.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Draw the state.
    Draw,
    /// Draw it on a wiped screen.
    Redraw,
    /// Keep the game at the table: [`crate::files::Files::keep`].
    Keep {
        /// Which game of this run of the program.
        game: u64,
        /// Where it was kept before.
        kept: Option<Kept>,
        /// What a new file's name begins with.
        name: String,
        /// Whether the game has ended.
        over: bool,
        /// The record.
        text: String,
    },
    /// Keep the game at the table if what was kept of it is not there any more: [`crate::files::Files::secure`]. The answer is
    /// [`Message::Kept`], but for a game that is being written anyway.
    Secure {
        /// Which game of this run of the program.
        game: u64,
        /// Where it was kept.
        kept: Kept,
        /// What a new file's name begins with.
        name: String,
        /// Whether the game has ended.
        over: bool,
        /// The record.
        text: String,
    },
    /// Save a record to a file of the user's own.
    Save {
        /// The file, with or without the ending of records.
        path: PathBuf,
        /// The record.
        text: String,
        /// Whether a file that is there may be replaced.
        existing: Existing,
    },
    /// Make a picture, beside everything else, and answer with [`Message::Exported`].
    Export(Box<Export>),
    /// Give the terminal this text for the clipboard.
    Copy(String),
    /// Write a setting.
    Configure {
        /// The file of settings.
        file: ConfigFile,
        /// The tables and the key.
        path: Vec<String>,
        /// The value; without one the key goes.
        value: Option<Value>,
    },
    /// Keep games in this directory from now on, or in the usual place; answer with [`Message::CannotKeep`] if it takes none.
    KeepIn(Option<PathBuf>),
    /// Ring the terminal's bell.
    Bell,
    /// Ask the terminal whether its ground is dark or light, and answer with [`Message::Ground`] if it says.
    AskGround,
    /// Read a record.
    Load(PathBuf),
    /// Read what was learnt in earlier runs.
    ReadProgress,
    /// Keep what was learnt so far.
    KeepProgress(String),
    /// Read a directory, or without one the games that the program keeps.
    List(Option<PathBuf>),
    /// Read these files for the list of saved games, beside everything else.
    Peek(Vec<PathBuf>),
    /// Give a game that is kept another name: [`crate::files::Files::rename`].
    Rename {
        /// Where it is.
        path: PathBuf,
        /// The name, without its ending.
        name: String,
    },
    /// Delete a game that is kept: [`crate::files::Files::discard`].
    Discard {
        /// Where it is.
        path: PathBuf,
        /// The date and time of day.
        now: SystemTime,
    },
    /// Bring a deleted game back: [`crate::files::Files::restore`].
    Restore(Trashed),
    /// Begin to think about this, in place of anything else, and answer with [`Message::Thought`].
    Think(Box<Ask>),
    /// End the thinking under way with what is known.
    FinishThinking,
    /// End the thinking under way without another answer.
    StopThinking,
    /// Take the mouse from the terminal, or give it back.
    CaptureMouse(bool),
    /// Ask the system to put the program aside, with all that was started together with it.
    Suspend,
    /// Stop until the program is called to the front again.
    Stop,
    /// End.
    Quit,
    /// Do not end yet: the disk has refused the game, and the user is asked.
    Stay,
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
