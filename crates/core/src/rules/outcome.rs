//! The end of a game, its territories, and the cells that there are to mark on the board.

use std::fmt;

use strum::EnumIter;

use crate::board::Colour;
use crate::cell::CellSet;

/// The end of a game: who won, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Colour>,
    /// The reason it ended.
    pub reason: Reason,
}

/// The reasons why a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EnumIter)]
pub enum Reason {
    /// The points were counted.
    Score,
    /// A side's connection was made.
    Connection,
    /// The player to move had no step.
    NoMoves,
    /// A player gave up. Only a record or a table knows.
    Resignation,
    /// A player ran out of time. Only a record or a table knows.
    Time,
    /// Neither side could move, and neither had won.
    Stuck,
    /// A rule of the game's own, one of [`Info::endings`](super::Info::endings).
    #[strum(disabled)]
    Own(&'static Ending),
}

/// A way to end that one game has for itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The name used in records.
    pub id: &'static str,
    /// The end of the sentence "White wins …", such as `with four in a row`.
    pub words: &'static str,
}

impl Reason {
    /// The name used in records.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Connection => "connection",
            Self::NoMoves => "no-moves",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::Stuck => "stuck",
            Self::Own(ending) => ending.id,
        }
    }

    /// True if a position can end so by itself.
    pub const fn is_on_board(self) -> bool {
        match self {
            Self::Resignation | Self::Time => false,
            Self::Score | Self::Connection | Self::NoMoves | Self::Stuck | Self::Own(_) => true,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Score => "by score",
            Self::Connection => "by connection",
            Self::NoMoves => "after the last legal move",
            Self::Resignation => "by resignation",
            Self::Time => "on time",
            Self::Stuck => "with neither side able to move",
            Self::Own(ending) => ending.words,
        })
    }
}

/// A maximal connected region of vacant cells and whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Territory {
    /// The region, without the stones around it.
    pub cells: CellSet,
    /// The colour it belongs to; `None` if to neither.
    pub owner: Option<Colour>,
    /// The distinct stones of each colour next to it.
    pub stones: [u16; 2],
}

/// The cells that a screen may mark on the board, by the reason.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Marks {
    /// Cells each colour controls, vacant or not.
    pub controlled: [CellSet; 2],
    /// Stones that the player to move could flip, and the player's own that the opponent could flip
    /// in its turn.
    pub threatened: CellSet,
    /// Vacant regions with their owners.
    pub territories: Vec<Territory>,
    /// The groups of each colour, when their sizes matter.
    pub groups: [Vec<CellSet>; 2],
    /// True if the sizes of the groups are factors of what counts, and so worth showing.
    pub factors: bool,
    /// True if neighbouring stones of one colour count as one thing, and so are worth showing
    /// joined.
    pub joined: bool,
    /// A shortest path of the connection that won.
    pub path: CellSet,
    /// Each side's shortest way to its connection still open to it: vacant cells needed, `None` if
    /// cut off.
    pub distance: Option<[Option<u16>; 2]>,
    /// Vacant cells closed to the player to move, by the rule that closes them.
    pub forbidden: Vec<(&'static str, CellSet)>,
}
