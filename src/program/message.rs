//! The messages that reach a program, and what it begins with.

use std::path::PathBuf;

use ratatui::layout::Size;
use tetralith_core::{Info, Options};
use tetralith_engine::SearchAnswer;
use tetralith_session::time::Moment;
use tetralith_terminput::{KeyEvent, MouseEvent, TerminalReport};

use crate::background::Background;
use crate::shipped::Collection;
use tetralith_remote::wire::RemoteMessage;
use tetralith_session::clock::Clock;
use tetralith_session::remote_game::RemoteGame;
use tetralith_session::seat::Seat;
use tetralith_session::thinking::ProgramAnswer;
use tetralith_storage::statistics::Statistics;
use tetralith_storage::{Loaded, SaveFault, StorageReply};

/// Something that has happened.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Message {
    /// A key went down, was repeated or went up.
    Key(KeyEvent),
    Mouse(MouseEvent),
    Paste(String),
    /// A line was read, where there are only lines.
    Line(String),
    /// There are no more lines.
    EndOfInput,
    /// The window has this size now.
    Resize(Size),
    /// It is this late now.
    Tick(Moment),
    /// The reply to an [`Effect::Storage`](super::Effect::Storage).
    Stored(StorageReply),
    /// A picture was made, or could not be: [`Effect::Export`](super::Effect::Export).
    Exported(Result<PathBuf, SaveFault>),
    /// A text was changed in the user's own editor, or could not be:
    /// [`TerminalRequest::Edit`](super::TerminalRequest::Edit).
    Edited(Result<String, String>),
    /// A setting was written, or could not be: [`Effect::Configure`](super::Effect::Configure).
    Configured(Result<(), String>),
    /// The engine has found something: [`EngineRequest::Think`](super::EngineRequest::Think).
    Thought(SearchAnswer),
    /// Another program has answered, or failed:
    /// [`EngineRequest::Consult`](super::EngineRequest::Consult).
    Consulted(ProgramAnswer),
    /// The analysis of a whole game has found something:
    /// [`StudyRequest::Begin`](super::StudyRequest::Begin).
    Studied(tetralith_study::AnalysisAnswer),
    /// The games of the opening explorer were read, or could not be:
    /// [`Effect::Explore`](super::Effect::Explore).
    Explored(Result<super::Explored, String>),
    /// The user's own games were counted, or could not be:
    /// [`Effect::CountGames`](super::Effect::CountGames).
    Counted(Result<Statistics, String>),
    /// The terminal's background is known:
    /// [`TerminalRequest::AskBackground`](super::TerminalRequest::AskBackground).
    Background(Background),
    /// The terminal has answered:
    /// [`TerminalRequest::AskColours`](super::TerminalRequest::AskColours),
    /// [`TerminalRequest::AskGraphics`](super::TerminalRequest::AskGraphics),
    /// [`TerminalRequest::AskCellSize`](super::TerminalRequest::AskCellSize).
    Reported(TerminalReport),
    /// The window has the focus again; the picture that it showed may have been lost meanwhile.
    Refocused,
    /// Something has come from another terminal, or about it.
    Remote(RemoteMessage),
    /// The program has ended, but something is not on the disk yet.
    Unflushed,
    /// The system asks the program to stop until it is called to the front again.
    Stopped,
    /// The program cannot stop, since nothing would bring it to the front again:
    /// [`TerminalRequest::Suspend`](super::TerminalRequest::Suspend),
    /// [`TerminalRequest::Stop`](super::TerminalRequest::Stop).
    CannotStop,
    /// The program is in front again.
    Resumed,
    /// The system asks the program to end, or there is no keyboard any more.
    Quit,
}

impl From<StorageReply> for Message {
    fn from(reply: StorageReply) -> Self {
        Self::Stored(reply)
    }
}

/// The beginning of a run of the program.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one, made once")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Start {
    Home,
    /// At a table with a new game.
    Play {
        /// The game.
        info: &'static Info,
        options: Options,
        /// The players, the first one's seat first.
        seats: [Seat; 2],
        clock: Clock,
    },
    /// At a table with a person at another terminal.
    Remote {
        /// The game between both.
        game: Box<RemoteGame>,
        /// The game as it was kept here, if it was begun before.
        loaded: Option<Box<Loaded>>,
    },
    /// At a table with a record.
    Replay {
        /// The record and where it came from.
        loaded: Box<Loaded>,
        /// The turn to begin at, from 1; without one the start.
        turn: Option<u32>,
    },
    Puzzles {
        /// The game.
        info: &'static Info,
        /// The puzzles there are.
        collection: Collection,
    },
}

impl Start {
    /// True if the program is for one game alone, which leaves nothing on the disk.
    pub fn is_kiosk(&self) -> bool {
        matches!(self, Self::Remote { game, .. } if game.is_kiosk)
    }
}
