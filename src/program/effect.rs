//! The effects that a program asks for, grouped by who does it.

use super::Export;
use crate::settings::{ConfigFile, Value};
use tetralith_files::Existing;
use tetralith_remote::wire::RemoteRequest;
use tetralith_session::kept::Keep;
use tetralith_session::match_play::{EngineRequest, Exit, MatchRequest, StudyRequest};
use tetralith_storage::StorageRequest;

/// Everything that a program asks for while a message happens to it.
///
/// Functions that can ask for something are handed it; the loop empties it once the program has
/// returned. To draw, to end and to ring the bell are wishes: asked for twice, they are done once.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Effects {
    asked: Vec<Effect>,
    draw: bool,
    exit: Option<Exit>,
}

impl Effects {
    /// Has the state shown.
    pub const fn draw(&mut self) {
        self.draw = true;
    }

    /// Has the state shown if something `changed`.
    pub const fn draw_if(&mut self, changed: bool) {
        self.draw |= changed;
    }

    /// Ends the program.
    pub const fn quit(&mut self) {
        self.exit = Some(Exit::Quit);
    }

    /// Takes the wish to end back, here and in what was asked for before.
    pub const fn stay(&mut self) {
        self.exit = Some(Exit::Stay);
    }

    /// Has files read or written. The newest state of a game takes the place of an older one, which
    /// the storage then never sees.
    pub fn storage(&mut self, request: StorageRequest) {
        if let StorageRequest::Keep(Keep { game, .. }) = request {
            let is_older = |effect: &Effect| match effect {
                Effect::Storage(StorageRequest::Keep(older)) => older.game == game,
                _ => false,
            };
            self.asked.retain(|effect| !is_older(effect));
        }
        self.asked.push(Effect::Storage(request));
    }

    /// Asks something of the engine.
    pub fn engine(&mut self, request: EngineRequest) {
        self.asked.push(Effect::Engine(request));
    }

    /// Asks something of the analysis of whole games.
    pub fn study(&mut self, request: StudyRequest) {
        self.asked.push(Effect::Study(request));
    }

    /// Asks the world for what a match asks for.
    pub fn match_request(&mut self, request: MatchRequest) {
        match request {
            MatchRequest::Engine(request) => self.engine(request),
            MatchRequest::Study(request) => self.study(request),
            MatchRequest::Keep(keep) => self.storage(StorageRequest::Keep(keep)),
            MatchRequest::Secure(keep) => self.storage(StorageRequest::Secure(keep)),
            MatchRequest::Results => self.storage(StorageRequest::ReadResults),
            MatchRequest::Save { path, text, replaces } => {
                let existing = if replaces { Existing::Replace } else { Existing::Keep };
                self.storage(StorageRequest::Save { path, text, existing });
            }
            MatchRequest::Link(request) => self.remote(request),
        }
    }

    /// Has the games of the opening explorer read.
    pub fn explore(&mut self) {
        self.asked.push(Effect::Explore);
    }

    /// Has the user's own games counted.
    pub fn count_games(&mut self) {
        self.asked.push(Effect::CountGames);
    }

    /// Asks something of the terminal.
    pub fn terminal(&mut self, request: TerminalRequest) {
        self.asked.push(Effect::Terminal(request));
    }

    /// Rings the bell.
    pub fn bell(&mut self) {
        let bell = Effect::Terminal(TerminalRequest::Bell);
        if !self.asked.contains(&bell) {
            self.asked.push(bell);
        }
    }

    /// Writes `text` and the end of a line, where there are only lines.
    pub fn print(&mut self, text: String) {
        self.terminal(TerminalRequest::Print(text));
    }

    /// Asks something of the links to other terminals.
    pub fn remote(&mut self, request: RemoteRequest) {
        self.asked.push(Effect::Remote(request));
    }

    /// Has a picture or a page made.
    pub fn export(&mut self, export: Box<Export>) {
        self.asked.push(Effect::Export(export));
    }

    /// Has a setting written to `file`: its tables and key, and the value, without which the key
    /// goes.
    pub fn configure(&mut self, file: ConfigFile, path: Vec<String>, value: Option<Value>) {
        self.asked.push(Effect::Configure { file, path, value });
    }

    /// True if the state is to be shown.
    pub const fn draws(&self) -> bool {
        self.draw
    }

    /// The decision to end the program or to stay; `None` if there is none.
    pub const fn exit(&self) -> Option<Exit> {
        self.exit
    }

    /// True if the program ends.
    pub fn quits(&self) -> bool {
        self.exit == Some(Exit::Quit)
    }

    /// True if nothing at all is asked for.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns what the world about the program is asked for, the first first.
    pub fn asked(&self) -> &[Effect] {
        &self.asked
    }

    /// Takes out what the world about the program is asked for, the first first.
    pub fn into_asked(self) -> Vec<Effect> {
        self.asked
    }
}

/// Something that the world about a program shall do.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Effect {
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
    /// Count the user's own games, beside everything else, and answer with
    /// [`Message::Counted`](super::Message::Counted).
    CountGames,
    Terminal(TerminalRequest),
    /// Something that is asked of the links to other terminals; lines are sent once what has
    /// changed is kept.
    Remote(RemoteRequest),
    /// Make a picture, beside everything else, and answer with
    /// [`Message::Exported`](super::Message::Exported).
    Export(Box<Export>),
    /// Write a setting, and answer with [`Message::Configured`](super::Message::Configured).
    Configure {
        file: ConfigFile,
        /// The tables and the key.
        path: Vec<String>,
        /// The value; without one the key goes.
        value: Option<Value>,
    },
}

/// Something that is asked of the terminal, or of the system that has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TerminalRequest {
    /// Write this text and the end of a line, where there are only lines.
    Print(String),
    /// Wipe the screen and draw the state again.
    Redraw,
    /// Send the picture of the board again with the next frame: a window that was out of view may
    /// have lost it.
    RenewPicture,
    /// Put this text into the clipboard.
    Copy(String),
    /// Have this text changed in the user's own editor, and answer with
    /// [`Message::Edited`](super::Message::Edited).
    Edit(String),
    /// Ring the bell.
    Bell,
    /// Report whether the background is dark or light, if that can be known:
    /// [`Message::Background`](super::Message::Background).
    AskBackground,
    /// Report which terminal it is and how many colours it shows, its abilities last:
    /// [`Message::Reported`](super::Message::Reported), more than once.
    AskColours,
    /// Report whether it shows pictures, and how, as this question asks it:
    /// [`Message::Reported`](super::Message::Reported), more than once.
    AskGraphics(&'static [u8]),
    /// Report how large its cells are now: [`Message::Reported`](super::Message::Reported).
    AskCellSize,
    /// Take the mouse, or give it back.
    CaptureMouse(bool),
    /// Ask the system to suspend the program, with all that was started together with it.
    Suspend,
    /// Stop until the program is called to the front again.
    Stop,
}
