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
#[allow(
    clippy::struct_excessive_bools,
    reason = "each says something else about the game that is shown"
)]
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
    /// The game with its clocks; `None` in a lesson, which has none.
    pub seated: Option<&'a Seated>,
    /// The player whose clock runs, by the colour before any swap.
    pub running: Option<Colour>,
    /// The game with a person at another terminal, if it is one.
    pub remote: Option<&'a RemoteGame>,
    /// The sentence to show.
    pub notice: Option<&'a Notice>,
    /// The cells to bring out.
    pub highlights: CellSet,
    /// The stones that have just changed sides.
    pub flash: CellSet,
    /// True if the game would be lost if the program ended now.
    pub unkept: bool,
    /// True if first-time players of this game get tips.
    pub is_first_game: bool,
    /// True if a question or a line being typed takes the rows below the board.
    pub is_covered: bool,
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
        self.seated.map(|seated| &seated.clock).filter(|clock| clock.has_limit())
    }

    /// Returns the time that `player`, the colour before any swap, has left, as people read it;
    /// `None` without a limit.
    pub(super) fn time_left(&self, player: Colour) -> Option<String> {
        self.seated?.time_left(player)
    }

    /// True if `player`, the colour before any swap, has no time left.
    pub(super) fn is_out_of_time(&self, player: Colour) -> bool {
        self.clock().is_some_and(|clock| clock.is_out(player))
    }
}
