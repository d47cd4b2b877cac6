//! What a program asks to be done, grouped by who does it.

use std::path::PathBuf;
use std::time::SystemTime;

use super::Export;
use crate::files::{Existing, Kept, Trashed};
use crate::settings::{ConfigFile, Value};
use crate::tui::thinking::Ask;

/// Something that shall be done.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Show the state.
    Draw,
    /// End.
    Quit,
    /// Do not end yet: the disk has refused the game, and the user is asked.
    Stay,
    /// Something that files are read or written for.
    Storage(StorageRequest),
    /// Something that the engine computes, or is to stop computing.
    Engine(EngineRequest),
    /// Something that the terminal does.
    Terminal(TerminalRequest),
    /// Make a picture, beside everything else, and answer with [`Message::Exported`](super::Message::Exported).
    Export(Box<Export>),
    /// Write a setting, and answer with [`Message::Configured`](super::Message::Configured).
    Configure {
        /// The file of settings.
        file: ConfigFile,
        /// The tables and the key.
        path: Vec<String>,
        /// The value; without one the key goes.
        value: Option<Value>,
    },
}

/// Something that is asked of the engine.
#[derive(Clone, PartialEq, Debug)]
pub enum EngineRequest {
    /// Begin to think about this, in place of anything else, and answer with [`Message::Thought`](super::Message::Thought).
    Think(Box<Ask>),
    /// End the thinking under way with what is known.
    Finish,
    /// End the thinking under way without another answer.
    Stop,
}

/// Something that is asked of the terminal, or of the system that has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TerminalRequest {
    /// Wipe the screen and draw the state anew.
    Redraw,
    /// Put this text into the clipboard.
    Copy(String),
    /// Ring the bell.
    Bell,
    /// Say whether the background is dark or light, if that can be known: [`Message::Background`](super::Message::Background).
    AskBackground,
    /// Take the mouse, or give it back.
    CaptureMouse(bool),
    /// Ask the system to put the program aside, with all that was started together with it.
    Suspend,
    /// Stop until the program is called to the front again.
    Stop,
}

/// Something that is asked of the disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StorageRequest {
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
    /// [`Message::Kept`](super::Message::Kept), but for a game that is being written anyway.
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
    /// Keep games in this directory from now on, or in the usual place; answer with
    /// [`Message::CannotKeep`](super::Message::CannotKeep) if it takes none.
    KeepIn(Option<PathBuf>),
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
}
