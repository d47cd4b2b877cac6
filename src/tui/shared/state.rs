//! The state that all layers share.

use std::time::Duration;

use ratatui::layout::{Position, Rect, Size};
use tetralith_core::timeline::NodeId;
use tetralith_core::{CellSet, Info, Step};

use crate::configuration::Configuration;
use crate::graphics::Findings;
use crate::program::{Explored, Moment};
use crate::remote::game::RemoteGame;
use crate::shipped::Collection;
use crate::theme::Theme;
use crate::tui::board::display::Display;
use crate::tui::request::Request;
use crate::tui::widgets::notice::Notice;
use tetralith_picture::Turns;
use tetralith_session::editor::Editor;
use tetralith_session::hint::Place;
use tetralith_session::progress::Progress;
use tetralith_session::seated::Seated;
use tetralith_session::thinking::Thoughts;
use tetralith_storage::files::Trashed;
use tetralith_termpix::Abilities;

/// The state that all layers share.
#[derive(Clone)]
pub struct Shared {
    /// The game at the board.
    pub game: CurrentGame,
    /// The position that is being set up, if one was.
    pub editor: Option<Editor>,
    /// The games of the opening explorer, once they were read.
    pub explored: Option<Explored>,
    /// All that is set.
    pub configuration: Configuration,
    /// The colours.
    pub theme: Theme,
    /// The window.
    pub window: Window,
    /// The way boards are shown.
    pub display: Display,
    /// The sentence to show.
    pub notices: Notices,
    /// The lessons and games that the user knows.
    pub learnt: Learnt,
    /// The games deleted in this run of the program, the last one last.
    pub trash: Vec<Trashed>,
    /// The time, as far as it has been told.
    pub now: Moment,
    /// The changes of the stack of layers that are asked for.
    pub requests: Vec<Request>,
}

/// The game at the board: who plays, what the computer thinks, how it is kept.
#[derive(Clone, Default)]
pub struct CurrentGame {
    /// The game itself, if there is one.
    pub seated: Option<Seated>,
    /// The person at another terminal who plays it, if somebody does.
    pub remote: Option<Box<RemoteGame>>,
    /// The way to go on with that game once the program has ended, a sentence without its full
    /// stop.
    pub way_back: Option<String>,
    /// The computer's thinking.
    pub thoughts: Thoughts,
    /// The analysis of the game, while it is under way.
    pub study: Option<StudyUnderWay>,
    /// The move that the coach looks at.
    pub coached: Option<Coached>,
    /// True if nothing of the engine is shown in review before it is asked for.
    pub thinks_first: bool,
    /// The place where it was asked for then.
    pub revealed: Option<Place>,
    /// The game and the turn that a comment is written on, as the steps that lead there.
    pub commented: Option<(u64, String)>,
    /// The number of analyses that were begun.
    pub studies: u64,
    /// The state of the games that are to be kept.
    pub keeping: Keeping,
    /// The game that is being saved under a name of the user's own.
    pub saving: Option<Saving>,
    /// The reason why that failed when the program had ended already.
    pub lost: Option<String>,
    /// The place and the steps chosen there that are to be made when they are chosen again.
    pub chosen: Option<(NodeId, Vec<Step>)>,
    /// The turns that the picture asked for last is about; without them it is about the position.
    pub pictured: Option<Turns>,
    /// The words that were looked for last.
    pub sought: String,
    /// The place of the game on the screen.
    pub shown: Shown,
    /// The stones that have just changed sides.
    pub flash: Option<Flash>,
}

/// A move that the coach looks at.
#[derive(Clone, Debug)]
pub struct Coached {
    /// The request to look at it.
    pub request: tetralith_study::Request,
    /// The number of the game.
    pub game: u64,
    /// The place after it.
    pub node: NodeId,
    /// The points that it cost, once they are known: they are told when the board is in front.
    pub cost: Option<u32>,
}

/// An analysis of a whole game that is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StudyUnderWay {
    /// The number that comes back with every answer.
    pub id: u64,
    /// The number of the game.
    pub game: u64,
    /// True while it gives way to something else.
    pub is_paused: bool,
}

/// Stones that are lit, and until when on the steady clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flash {
    /// Their cells.
    pub cells: CellSet,
    /// The end of it.
    pub until: Duration,
}

/// The place of the game at the board on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shown {
    /// Not at all.
    #[default]
    Away,
    /// On the screen, with something over it.
    Behind,
    /// In front.
    Front,
}

/// The window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Its size.
    pub size: Size,
    /// True if the mouse plays, and is not the terminal's.
    pub mouse: bool,
    /// The place where the mouse was pressed last and still is.
    pub pressed: Option<Position>,
    /// What the terminal has told about pictures.
    pub graphics: Findings,
}

impl Window {
    /// The whole of it.
    pub const fn area(&self) -> Rect {
        Rect::new(0, 0, self.size.width, self.size.height)
    }

    /// The abilities of its terminal to show pictures, if it has told of any.
    pub fn pictures(&self) -> Option<Abilities> {
        self.graphics.abilities(self.size)
    }
}

/// The sentence that is shown until the next key or click.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notices {
    /// The sentence.
    pub shown: Option<Notice>,
    /// The cells that it speaks of.
    pub highlights: CellSet,
}

/// The lessons and games that the user knows.
#[derive(Clone, Debug)]
pub struct Learnt {
    /// The steps of lessons and the games that are known.
    pub progress: Progress,
    /// True if it is kept: not over a file that cannot be read.
    pub is_kept: bool,
    /// The puzzles there are to solve.
    pub puzzles: Collection,
    /// The game of which a puzzle is to be asked once the progress has been read.
    pub awaited: Option<&'static Info>,
}

/// The state of the games that are to be kept.
#[derive(Clone, Default)]
pub struct Keeping {
    /// The reason why the game at the board is not kept.
    pub unkept: Option<String>,
    /// True if it has changed since it was last kept or saved, while games are not kept by
    /// themselves.
    pub unsaved: bool,
    /// Games that have left the board and whose files could not be written, with the reasons: their
    /// drafts hold them.
    pub behind: Vec<(u64, String)>,
    /// True if the program has ended but for the disk: no step is made any more, and no clock runs.
    pub ending: bool,
    /// The thing to do once the disk has taken the game at the board.
    pub leaving: Option<Leaving>,
    /// The game that takes the place of the one at the board if the user gives that up.
    pub next: Option<Box<NextGame>>,
    /// The number of games that were at the board.
    pub games: u64,
}

/// A game that is to come to the board.
#[derive(Clone)]
pub struct NextGame {
    /// The game.
    pub seated: Seated,
    /// The sentence to be told of it, if there is one.
    pub left_behind: String,
    /// What it is for, if it is of the position that was set up.
    pub set_up: Option<SetUp>,
}

impl NextGame {
    /// A game of which nothing more is to be told.
    pub const fn new(seated: Seated) -> Self {
        Self { seated, left_behind: String::new(), set_up: None }
    }
}

/// What a position that was set up comes to the board for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetUp {
    /// To be played.
    Play,
    /// To be analysed, with the candidate moves of the engine.
    Analyse,
}

/// The reason why a game leaves the board.
#[derive(Clone)]
pub enum Leaving {
    /// The user has quit.
    End,
    /// Another takes its place.
    For(Box<NextGame>),
}

impl Keeping {
    /// Forgets what is known of the game at the board.
    pub fn forget(&mut self) {
        (self.unkept, self.unsaved, self.leaving, self.next) = (None, false, None, None);
    }
}

/// A game on its way to the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Saving {
    /// True if the game at the board counts as unsaved again if this fails.
    pub was_unsaved: bool,
    /// True if moves are left out that were only tried after the last one of the game.
    pub leaves_out: bool,
    /// True if the program has ended but for this.
    pub at_the_end: bool,
}
