//! Everything that the board and the panels around it are drawn from.

use std::time::Duration;

use ratatui::layout::Rect;
use tetralith_core::{CellSet, Colour};

use super::areas::Areas;
use crate::keymap::spell::KeyNames;
use crate::theme::Theme;
use crate::tui::board::display::Display;
use crate::tui::widgets::notice::Notice;
use tetralith_session::clock::Clock;
use tetralith_session::hint::Hint;
use tetralith_session::match_play::Thinking;
use tetralith_session::remote_game::RemoteGame;
use tetralith_session::seated::Seated;
use tetralith_session::table::Table;

/// Everything that the board and the panels around it are drawn from.
#[derive(Clone)]
pub struct GameView<'a> {
    /// The game.
    pub table: &'a Table,
    /// The window.
    pub area: Rect,
    /// The way the board is shown.
    pub display: Display,
    /// The colours.
    pub theme: &'a Theme,
    /// The names of keys.
    pub keys: KeyNames<'a>,
    /// The computer's thinking.
    pub thinking: &'a Thinking,
    /// True if what the engine finds about its own move is shown.
    pub shows_thoughts: bool,
    /// The time since the program began.
    pub now: Duration,
    /// The players and their clocks; empty in a lesson, which has none.
    pub seats: SeatsView<'a>,
    /// The sentence to show.
    pub notice: Option<&'a Notice>,
    /// The cells that stand out.
    pub lit: LitCells,
    /// True if a question or a line being typed takes the rows below the board.
    pub is_covered: bool,
}

/// The players of the game, their clocks and what becomes of the game.
#[derive(Clone, Copy, Default)]
pub struct SeatsView<'a> {
    /// The game with its clocks.
    pub seated: Option<&'a Seated>,
    /// The player whose clock runs, by the colour before any swap.
    pub running: Option<Colour>,
    /// The game with a person at another terminal, if it is one.
    pub remote: Option<&'a RemoteGame>,
    /// True if the game would be lost if the program ended now.
    pub unsaved: bool,
    /// True if the player plays this game for the first time and reads what to do.
    pub is_first_game: bool,
}

/// The cells that stand out on the board for a while.
#[derive(Clone, Copy, Default, Debug)]
pub struct LitCells {
    /// The cells that a lesson or a sentence is about.
    pub highlights: CellSet,
    /// The stones that have just changed sides.
    pub flash: CellSet,
}

impl GameView<'_> {
    /// Returns where the parts are.
    pub fn areas(&self) -> Areas {
        Areas::of(self.table, self.display, self.area)
    }

    /// The hint, unless all that the engine says is hidden.
    pub(super) fn hint(&self) -> Option<&Hint> {
        self.thinking.hint().filter(|_| !self.table.review().is_hidden())
    }

    /// True if there is a panel beside the board.
    pub fn has_panel(&self) -> bool {
        self.areas().panel.is_some()
    }

    /// The clocks, if the game is played with a limit.
    pub(super) fn clock(&self) -> Option<&Clock> {
        self.seats.seated.map(|seated| &seated.clock).filter(|clock| clock.has_limit())
    }

    /// Returns the time that `player`, the colour before any swap, has left, as people read it;
    /// `None` without a limit.
    pub(super) fn time_left(&self, player: Colour) -> Option<String> {
        self.seats.seated?.time_left(player)
    }

    /// True if `player`, the colour before any swap, has no time left.
    pub(super) fn is_out_of_time(&self, player: Colour) -> bool {
        self.clock().is_some_and(|clock| clock.is_out(player))
    }
}
