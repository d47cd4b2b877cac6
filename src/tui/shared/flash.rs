//! Stones that have just changed sides, which light up once.

use std::time::Duration;

use tetralith_core::{Board, Colour};

use super::state::{BoardFace, Flash, Shared};
use tetralith_session::match_play::Attention;

/// The time that stones stay lit.
const LIT: Duration = Duration::from_millis(200);

impl Shared {
    /// The board as it is, to be compared once something has happened; `None` where nothing is to
    /// light up.
    pub fn board_to_compare(&self) -> Option<Board> {
        let is_seen = self.configuration.motion() && self.game.attention() == Attention::Front;
        self.game.table().filter(|_| is_seen).map(|table| *table.game().board())
    }

    /// Lights the stones up that have changed sides since the board was as `before`.
    pub fn light_up(&mut self, before: Option<Board>) {
        let (Some(before), Some(now)) = (before, self.board_to_compare()) else { return };
        if !std::ptr::eq(before.geometry(), now.geometry()) {
            return;
        }
        let turned = |from: Colour| *before.stones(from) & *now.stones(from.other());
        let cells = turned(Colour::First) | turned(Colour::Second);
        // A glance at another game or another part of this one is no move.
        let placed = now.occupied() - before.occupied();
        if !cells.is_empty() && placed.len() <= 1 {
            self.board.flash = Some(Flash { cells, until: self.game.now().steady + LIT });
        }
    }
}

impl BoardFace {
    /// Puts out what has been lit for long enough at `now`, on the steady clock; returns true if
    /// anything was.
    pub fn put_out(&mut self, now: Duration) -> bool {
        self.flash.take_if(|flash| flash.until <= now).is_some()
    }
}
