//! Asking a player for its turn, and what may come of that.

use tetralith_core::{Game, Step};
use tetralith_engine::CancelToken;
use tetralith_gtp::GtpFault;

/// The answer of a player that was asked for a turn.
#[derive(Debug)]
pub(super) enum Reply {
    /// One step, or the steps of a whole turn, and the winning chance that the player gives itself,
    /// if it says.
    Steps(Vec<Step>, Option<f32>),
    Resigned,
    /// It broke down, or broke the rules.
    Fault(GtpFault),
}

/// The game so far.
#[derive(Clone, Copy)]
pub(super) struct Table<'a> {
    /// The position before the first step.
    pub start: &'a Game,
    pub line: &'a [Step],
    pub position: &'a Game,
}

/// A player at the table for one game.
pub(super) trait Player {
    /// Returns what it plays in the position of `table`. A search ends once `cancel` is raised, and
    /// its reply then counts for nothing. The signal that raises it also ends other programs.
    fn reply(&mut self, table: Table<'_>, cancel: &CancelToken) -> Reply;
}
