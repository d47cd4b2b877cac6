//! Asking a player for its turn, and what may come of that.

use tetralith_core::{Colour, Game, Step};

/// The answer of a player that was asked for a turn.
#[derive(Debug)]
pub(super) enum Reply {
    /// One step, or the steps of a whole turn, and the winning chance that the player gives itself,
    /// if it says.
    Steps(Vec<Step>, Option<f32>),
    Resigned,
    /// It broke down, or broke the rules.
    Fault(Fault),
}

/// The way in which a player broke down, or broke the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    /// One sentence.
    pub what: String,
    /// True if it had not answered in time.
    pub is_late: bool,
}

impl From<String> for Fault {
    fn from(what: String) -> Self {
        Self { what, is_late: false }
    }
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
    /// Returns what it plays in the position of `table`; `colour` is its own.
    fn reply(&mut self, table: Table<'_>, colour: Colour) -> Reply;
}
