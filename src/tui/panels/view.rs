//! Everything that the board and the panels around it are drawn from.

use std::time::Duration;

use ratatui::layout::Rect;
use tetralith_core::{CellSet, Colour};

use super::areas::Areas;
use crate::keymap::spell::KeyNames;
use crate::theme::Theme;
use crate::tui::board::display::Display;
use crate::tui::board::legend::Drawn;
use crate::tui::widgets::frame::Frame;
use crate::tui::widgets::notice::Notice;
use tetralith_session::clock::Clock;
use tetralith_session::hint::Hint;
use tetralith_session::match_play::Thinking;
use tetralith_session::remote_game::RemoteGame;
use tetralith_session::seated::Seated;
use tetralith_session::table::{Mode, Table};

/// Everything that the board and the panels around it are drawn from.
#[allow(missing_docs, reason = "the names say it")]
pub struct GameView<'a> {
    /// The board, with what is known of its game.
    pub table: &'a Table,
    /// The window.
    pub area: Rect,
    /// The way the board is shown.
    pub display: Display,
    /// The colours.
    pub theme: &'a Theme,
    pub keys: KeyNames<'a>,
    pub engine: EngineView<'a>,
    /// The match at the board; `None` in a lesson and other exercises.
    pub played: Option<MatchView<'a>>,
    /// The sentence to show.
    pub notice: Option<&'a Notice>,
    pub highlights: CellSet,
    /// The cells of the last move, which have a mark.
    pub latest: CellSet,
    /// The stones that have just changed sides.
    pub flash: CellSet,
    /// True if a question or a line being typed takes the rows below the board.
    pub is_covered: bool,
}

/// The engine at work, as panels show it.
#[derive(Clone, Copy)]
pub struct EngineView<'a> {
    /// The searches under way and what they have found.
    pub thinking: &'a Thinking,
    /// True if what the engine finds about its own move is shown.
    pub shows_thoughts: bool,
    /// The words for what the computer does while its answer waits for the coach or for the player.
    pub held: Option<&'static str>,
    /// The time since the program began, for the seconds and the sign of a search.
    pub now: Duration,
}

/// The parts of a match beside its board.
#[derive(Clone, Copy)]
pub struct MatchView<'a> {
    /// The game with its clocks and its record.
    pub seated: &'a Seated,
    /// The player whose clock runs, by the colour before any swap.
    pub running: Option<Colour>,
    /// The link with a person at another terminal, if there is one.
    pub remote: Option<&'a RemoteGame>,
    /// True if the game would be lost if the program ended now.
    pub would_be_lost: bool,
    /// True if first-time players of this game get tips.
    pub is_first_game: bool,
}

impl<'a> GameView<'a> {
    /// Returns where the parts are.
    pub fn areas(&self) -> Areas {
        Areas::of(self.table, self.display, self.area)
    }

    /// The way in which the board is drawn; in characters where it has no room.
    pub(super) fn drawn(&self) -> Drawn {
        self.areas().board.map_or(Drawn::Characters, |layout| layout.drawn())
    }

    /// True if the board and the graph are pictures on the terminal.
    pub(super) fn is_pictured(&self) -> bool {
        self.drawn() == Drawn::Picture
    }

    /// The hint, unless all findings of the engine are hidden.
    pub(super) fn hint(&self) -> Option<&Hint> {
        self.engine.thinking.hint().filter(|_| !self.table.review().is_hidden())
    }

    /// The room in the panel beside the board, if there is one.
    pub(super) fn panel(&self) -> Option<Rect> {
        self.areas().panel.map(|panel| Frame::beside(panel).inner())
    }

    /// The link with a person at another terminal, if there is one.
    pub(super) fn remote(&self) -> Option<&'a RemoteGame> {
        self.played?.remote
    }

    /// The clocks, if the game is played with a limit.
    pub(super) fn clock(&self) -> Option<&Clock> {
        self.played.map(|played| &played.seated.clock).filter(|clock| clock.has_limit())
    }

    /// Returns the time that `player`, the colour before any swap, has left, as people read it;
    /// `None` without a limit.
    pub(super) fn time_left(&self, player: Colour) -> Option<String> {
        self.played?.seated.time_left(player)
    }

    /// True if the clocks show another time than that of the position: in review they stay as the
    /// last move left them.
    pub(super) fn is_before_the_clocks(&self) -> bool {
        let timeline = self.table.timeline();
        self.table.mode() == Mode::Review && timeline.cursor() != timeline.main_end()
    }

    /// True if `player`, the colour before any swap, has no time left.
    pub(super) fn is_out_of_time(&self, player: Colour) -> bool {
        self.clock().is_some_and(|clock| clock.is_out(player))
    }
}
