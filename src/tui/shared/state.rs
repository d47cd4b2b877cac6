//! The state that all layers share.

use std::time::Duration;

use ratatui::layout::{Rect, Size};
use tetralith_core::timeline::NodeId;
use tetralith_core::{Cell, CellSet, Info, Step};

use crate::configuration::Configuration;
use crate::graphics::Findings;
use crate::program::Explored;
use crate::shipped::Collection;
use crate::theme::Theme;
use crate::tui::board::display::Display;
use crate::tui::request::Request;
use crate::tui::widgets::notice::Notice;
use tetralith_picture::TurnSequence;
use tetralith_session::editor::Editor;
use tetralith_session::match_play::Match;
use tetralith_session::practice::Round;
use tetralith_session::progress::Progress;
use tetralith_session::series::PuzzleSeries;
use tetralith_storage::files::Trashed;
use tetralith_termpix::Abilities;

/// The state that all layers share.
#[derive(Clone)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Shared {
    pub game: Match,
    /// The screen's own knowledge about it.
    pub board: BoardFace,
    /// The position that is being set up, if one was.
    pub editor: Option<Editor>,
    /// The games of the opening explorer, once they were read.
    pub explored: Option<Explored>,
    /// All that is set.
    pub configuration: Configuration,
    /// The colours.
    pub theme: Theme,
    pub window: Window,
    /// The way boards are shown.
    pub display: Display,
    /// The sentence to show.
    pub notices: Notices,
    /// The lessons and games that the user knows.
    pub learnt: Learnt,
    /// The games deleted in this run of the program, the last one last.
    pub trash: Vec<Trashed>,
    /// The changes of the stack of layers that are asked for.
    pub requests: Vec<Request>,
}

/// The screen's own knowledge about the game at the board.
#[derive(Clone, Default)]
pub struct BoardFace {
    /// The game and the turn that a comment is written on, as the steps that lead there.
    pub commented: Option<(u64, String)>,
    /// The place and the steps chosen there that are to be made when they are chosen again, and the
    /// time when they were chosen, on the steady clock.
    pub chosen: Option<(NodeId, Vec<Step>, Duration)>,
    /// The turns that the picture asked for last is about; without them it is about the position.
    pub pictured: Option<TurnSequence>,
    /// The words that were looked for last.
    pub sought: String,
    /// The game, the turn and the cell where an arrow was begun.
    pub arrow: Option<(u64, NodeId, Cell)>,
    /// The time of the last key of a jump that waits for another, on the steady clock.
    pub jumped_at: Option<Duration>,
    /// The stones that have just changed sides.
    pub flash: Option<Flash>,
}

/// Stones that are lit, and until when on the steady clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flash {
    /// Their cells.
    pub cells: CellSet,
    /// The end of it.
    pub until: Duration,
}

/// The size of the window, and what the terminal reports of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Its size.
    pub size: Size,
    /// True if the mouse plays, and is not the terminal's.
    pub mouse: bool,
    /// The time when the window was brought to the front last, on the steady clock.
    pub focused: Option<Duration>,
    /// The cell over which the mouse was last: only another one moves the cursor.
    pub hovered: Option<Cell>,
    /// The terminal's reports about pictures.
    pub graphics: Findings,
    /// True once it was asked about them.
    pub is_asked: bool,
}

impl Window {
    /// The whole of it.
    pub const fn area(&self) -> Rect {
        Rect::new(0, 0, self.size.width, self.size.height)
    }

    /// The abilities of its terminal to show pictures, if it has reported any.
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
#[derive(Clone, Debug, Default)]
pub struct Learnt {
    /// The steps of lessons and the games that are known.
    pub progress: Progress,
    /// The game of the lesson that was opened last.
    pub lesson: Option<&'static Info>,
    /// The reason why it is not kept: not over a file that cannot be read.
    pub unsaved: Option<String>,
    /// The puzzles there are to solve.
    pub puzzles: Collection,
    /// The series of puzzles under way.
    pub series: Option<PuzzleSeries>,
    /// The openings that are asked one after another.
    pub openings: Round,
    /// The game that a puzzle is asked from once the progress has been read.
    pub awaited: Option<&'static Info>,
    /// The game that an opening is asked from, after another, once the user's games have been read.
    pub awaited_opening: Option<(&'static Info, Option<u64>)>,
}
