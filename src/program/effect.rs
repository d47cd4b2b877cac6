//! The effects that a program asks for, grouped by who does it.

use super::Export;
use crate::remote::RemoteRequest;
use crate::settings::{ConfigFile, Value};
use tetralith_session::thinking::Ask;
use tetralith_storage::Request as StorageRequest;

/// Something that shall be done.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Show the state.
    Draw,
    /// End.
    Quit,
    /// Do not end yet: the disk has refused the game, and the user is asked.
    Stay,
    /// Something that files are read or written for; the answer is
    /// [`Message::Stored`](super::Message::Stored).
    Storage(StorageRequest),
    /// Something that the engine computes, or is to stop computing.
    Engine(EngineRequest),
    /// Something that the analysis of a whole game does.
    Study(StudyRequest),
    /// Read the games of the opening explorer, beside everything else, and answer with
    /// [`Message::Explored`](super::Message::Explored).
    Explore,
    /// Something that the terminal does.
    Terminal(TerminalRequest),
    /// Something that is asked of the links to other terminals; lines are sent once what has
    /// changed is kept.
    Remote(RemoteRequest),
    /// Make a picture, beside everything else, and answer with
    /// [`Message::Exported`](super::Message::Exported).
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

impl Effect {
    /// Writes `text` and the end of a line, where there are only lines.
    pub const fn print(text: String) -> Self {
        Self::Terminal(TerminalRequest::Print(text))
    }
}

/// Something that is asked of the engine.
#[derive(Clone, PartialEq, Debug)]
pub enum EngineRequest {
    /// Begin to think about this, in place of anything else, and answer with
    /// [`Message::Thought`](super::Message::Thought).
    Think(Box<Ask>),
    /// End the thinking under way with what is known.
    Finish,
    /// End the thinking under way without another answer.
    Stop,
}

/// Something that is asked of the analysis of whole games, which goes on beside everything else.
#[derive(Clone, PartialEq, Debug)]
pub enum StudyRequest {
    /// Begin to analyse this game, in place of any other, and answer with
    /// [`Message::Studied`](super::Message::Studied).
    Begin(Box<tetralith_study::Request>),
    /// Search nothing for a while.
    Pause,
    /// Go on.
    Resume,
    /// End without another answer.
    Stop,
    /// Look at this one move, beside the analysis of a game and in place of any other such move,
    /// and answer in the same way.
    Check(Box<tetralith_study::Request>),
    /// End the look at one move without another answer.
    StopCheck,
}

/// Something that is asked of the terminal, or of the system that has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TerminalRequest {
    /// Write this text and the end of a line, where there are only lines.
    Print(String),
    /// Wipe the screen and draw the state anew.
    Redraw,
    /// Send the picture of the board anew with the next frame: a window that was out of view may
    /// have lost it.
    RenewPicture,
    /// Put this text into the clipboard.
    Copy(String),
    /// Ring the bell.
    Bell,
    /// Say whether the background is dark or light, if that can be known:
    /// [`Message::Background`](super::Message::Background).
    AskBackground,
    /// Say whether it shows pictures, and how: [`Message::Reported`](super::Message::Reported),
    /// more than once.
    AskGraphics,
    /// Say how large its cells are now: [`Message::Reported`](super::Message::Reported).
    AskCellSize,
    /// Take the mouse, or give it back.
    CaptureMouse(bool),
    /// Ask the system to suspend the program, with all that was started together with it.
    Suspend,
    /// Stop until the program is called to the front again.
    Stop,
}
