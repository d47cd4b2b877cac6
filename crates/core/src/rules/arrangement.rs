//! Positions that need not come from play: stones and whose turn it is, as an editor, a puzzle or a
//! record sets them up.

use thiserror::Error;

use super::{Options, Phase, SetupError};
use crate::board::{Board, Colour};
use crate::cell::{Cell, CellSet};

/// All that a position is besides its options: the stones, and whose turn it is for what.
///
/// Made from a position by [`Rules::arrangement`](super::Rules::arrangement), and into one by
/// [`Rules::arranged`](super::Rules::arranged). As a line of text: [`crate::position_text`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrangement {
    /// The stones of each colour, the first player's first.
    pub stones: [CellSet; 2],
    /// The player to move.
    pub to_move: Colour,
    /// The stage of the opening, if the game has one.
    pub phase: Phase,
    /// True if the player to move may swap sides.
    pub swap: bool,
    /// The passes made in a row just before, 0 to 2.
    pub passes: u8,
}

impl Arrangement {
    /// The empty board with the first player to move: no opening, no swap, and no passes before.
    pub const EMPTY: Self = Self {
        stones: [CellSet::EMPTY; 2],
        to_move: Colour::First,
        phase: Phase::Placement,
        swap: false,
        passes: 0,
    };

    /// The image of this under `places`, one of [`Rules::symmetries`](super::Rules::symmetries):
    /// each cell moves to the place that `places` has at its index.
    #[must_use]
    pub fn image(&self, places: &[usize]) -> Self {
        let place = |cell: Cell| Cell::new(places[cell.index()]);
        let phase = match self.phase {
            Phase::Bound { anchor } => Phase::Bound { anchor: place(anchor) },
            Phase::Free { bound } => Phase::Free { bound: place(bound) },
            phase @ (Phase::First | Phase::Placement) => phase,
        };
        let stones = self.stones.map(|stones| stones.iter().map(place).collect());
        Self { stones, phase, ..*self }
    }

    /// The board that `options` ask for with these stones on it.
    ///
    /// # Errors
    /// [`ArrangementError::Illegal`] if a stone is off the board, or two are on one cell.
    pub(crate) fn board(&self, options: Options) -> Result<Board, ArrangementError> {
        let mut board = Board::new(options.geometry());
        let refuse = |rule, because, cells| {
            Err(ArrangementError::illegal(rule, because, self.to_move, cells))
        };
        let outside = (self.stones[0] | self.stones[1]) - board.geometry().all();
        if !outside.is_empty() {
            return refuse("board", "a stone is not on this board", CellSet::EMPTY);
        }
        let both = self.stones[0] & self.stones[1];
        if !both.is_empty() {
            return refuse("occupied", "two stones are on {cells}", both);
        }
        board.set_all(self.stones);
        Ok(board)
    }

    /// Checks that there is no more to the turn than the game has: passes and swapping only where
    /// `may` allows it.
    ///
    /// # Errors
    /// [`ArrangementError::Illegal`] that states what the game does not have.
    pub(crate) fn check_turn(&self, may: Turns) -> Result<(), ArrangementError> {
        let refuse =
            |because| Err(ArrangementError::illegal("turn", because, self.to_move, CellSet::EMPTY));
        match self {
            Self { passes: 1.., .. } if !may.pass => refuse("this game has no passing"),
            Self { passes: 3.., .. } => refuse("two passes in a row would have ended the game"),
            Self { swap: true, .. } if !may.swap => {
                refuse("the player to move cannot swap sides here")
            }
            Self { phase: Phase::First | Phase::Bound { .. } | Phase::Free { .. }, .. }
                if !may.opening =>
            {
                refuse("this game is played without the opening")
            }
            _ => Ok(()),
        }
    }
}

/// The turns that a game has besides those of ordinary placements.
#[derive(Clone, Copy, Default)]
pub(crate) struct Turns {
    /// True if a player can have passed.
    pub(crate) pass: bool,
    /// True if the player to move may be able to swap sides.
    pub(crate) swap: bool,
    pub(crate) opening: bool,
}

/// The reasons why stones and a turn make no position.
///
/// [`Game::arranged`](crate::Game::arranged) returns them with the names of cells and colours.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ArrangementError {
    /// The game can only be played from its start.
    #[error("{game} can only be played from its start")]
    FromStart {
        /// The game's title.
        game: &'static str,
    },
    /// The options cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A rule of the game forbids it.
    #[error("the position is forbidden by the rule '{}'", .0.rule)]
    Illegal(Box<Flaw>),
}

/// A rule of a game that forbids a position, with the cells that show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// A short name of the rule, such as `crosscut`.
    pub rule: &'static str,
    /// A sentence without its full stop; `{cells}` is replaced by the names of the cells and
    /// `{colour}` by the colour's.
    pub because: &'static str,
    /// The colour the sentence speaks of.
    pub colour: Colour,
    /// The cells the sentence speaks of.
    pub cells: CellSet,
}

impl ArrangementError {
    /// A rule that forbids a position, with the cells that show it.
    pub(crate) fn illegal(
        rule: &'static str,
        because: &'static str,
        colour: Colour,
        cells: CellSet,
    ) -> Self {
        Self::Illegal(Box::new(Flaw { rule, because, colour, cells }))
    }
}
