//! The one-bound-one-free opening, shared by the games that begin with it.
//!
//! Source: `docs/rules.md`, "The opening of Multiplicity and Greylox", after Christian Freeling's
//! protocol of 2012.

use crate::board::{Board, Colour};
use crate::cell::{Cell, CellSet};
use crate::geometry::Geometry;
use crate::rules::{Arrangement, ArrangementError, Phase, PlayError, Refusal, Turns};
use crate::step::Step;

/// The state of a game that may begin with the opening: its phase, whose step it is, and where a
/// free stone can go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    phase: Phase,
    to_move: Colour,
    /// Vacant cells all of whose neighbours are vacant.
    lonely: CellSet,
}

impl Opening {
    /// The start of a game, in the opening or (without it) in the placement phase.
    pub(super) fn new(geometry: &Geometry, opening: bool) -> Self {
        let phase = if opening { Phase::First } else { Phase::Placement };
        Self { phase, to_move: Colour::First, lonely: geometry.all() }
    }

    /// The state of a game on `board` at the turn of `arrangement`, with the opening or (without
    /// it) in the placement phase.
    pub(super) fn arranged(
        board: &Board,
        opening: bool,
        arrangement: &Arrangement,
    ) -> Result<Self, ArrangementError> {
        let Arrangement { to_move, phase, .. } = *arrangement;
        arrangement.check_turn(Turns { opening, ..Turns::default() })?;
        let geometry = board.geometry();
        let vacant = board.vacant();
        let lonely: CellSet = vacant
            .iter()
            .filter(|&cell| (*geometry.neighbour_set(cell) - vacant).is_empty())
            .collect();
        let refuse =
            |because, cells| Err(ArrangementError::illegal("opening", because, to_move, cells));
        let is_of = |colour, cell: Cell| board.stones(colour).contains(cell);
        match phase {
            Phase::First if !board.occupied().is_empty() => {
                refuse("the first stone of the opening needs an empty board", CellSet::EMPTY)
            }
            Phase::First if to_move != Colour::First => {
                refuse("{colour} does not move first", CellSet::EMPTY)
            }
            Phase::Bound { anchor } if !is_of(to_move.other(), anchor) => refuse(
                "the bound stone goes next to an opponent's stone, and {cells} has none",
                CellSet::of(anchor),
            ),
            Phase::Bound { anchor } if (*geometry.neighbour_set(anchor) & vacant).is_empty() => {
                refuse("there is no room for a bound stone next to {cells}", CellSet::of(anchor))
            }
            Phase::Free { bound } if !is_of(to_move, bound) => refuse(
                "the free stone follows a {colour} bound stone, and {cells} has none",
                CellSet::of(bound),
            ),
            Phase::Free { .. } if lonely.is_empty() => {
                refuse("no cell is left for a free stone, so the opening is over", CellSet::EMPTY)
            }
            Phase::Placement if opening && !lonely.is_empty() => refuse(
                "the opening is not over: a free stone can go to {cells}",
                lonely.lowest().map(CellSet::of).unwrap_or_default(),
            ),
            _ => Ok(Self { phase, to_move, lonely }),
        }
    }

    /// The phase of the game, which decides the kind of the next step.
    #[inline]
    pub(super) const fn phase(self) -> Phase {
        self.phase
    }

    #[inline]
    pub(super) const fn to_move(self) -> Colour {
        self.to_move
    }

    #[inline]
    pub(super) const fn is_over(self) -> bool {
        matches!(self.phase, Phase::Placement)
    }

    /// The cells where the opening's next stone can go; in the placement phase, every vacant cell.
    pub(super) fn cells(&self, board: &Board) -> CellSet {
        match self.phase {
            Phase::Bound { anchor } => *board.geometry().neighbour_set(anchor) - board.occupied(),
            Phase::Free { .. } => self.lonely,
            Phase::First | Phase::Placement => board.vacant(),
        }
    }

    /// Checks whether the opening allows a stone on the vacant cell `cell`.
    pub(super) fn check(&self, board: &Board, cell: Cell) -> Result<(), PlayError> {
        let neighbours = board.geometry().neighbours(cell);
        let refuse = |rule, because, cells: CellSet| {
            Err(Refusal { rule, because, step: Step::Place(cell), colour: self.to_move, cells }
                .into())
        };
        match self.phase {
            Phase::Bound { anchor } if !neighbours.contains(&anchor) => refuse(
                "bound",
                "the bound stone goes next to {cells}, the opponent's last stone",
                CellSet::of(anchor),
            ),
            Phase::Free { .. } => {
                let near: CellSet =
                    neighbours.iter().copied().filter(|&n| board.at(n).is_some()).collect();
                if near.is_empty() {
                    return Ok(());
                }
                refuse(
                    "free",
                    "a free stone may touch no other stone, and this one would touch {cells}",
                    near,
                )
            }
            _ => Ok(()),
        }
    }

    /// Notes that the player to move has put a stone on `cell`, or in the placement phase made
    /// another step.
    pub(super) fn place(&mut self, geometry: &Geometry, cell: Cell) {
        match self.phase {
            Phase::Placement => {
                self.to_move = self.to_move.other();
            }
            Phase::First | Phase::Free { .. } => {
                self.shrink(geometry, cell);
                self.phase = Phase::Bound { anchor: cell };
                self.to_move = self.to_move.other();
            }
            Phase::Bound { .. } => {
                self.shrink(geometry, cell);
                if self.lonely.is_empty() {
                    self.phase = Phase::Placement;
                    self.to_move = self.to_move.other();
                } else {
                    self.phase = Phase::Free { bound: cell };
                }
            }
        }
    }

    /// The same with the other player to move; `None` before the placement phase, when a turn says
    /// where the next one goes.
    pub(super) fn passed_over(self) -> Option<Self> {
        let other = Self { to_move: self.to_move.other(), ..self };
        self.is_over().then_some(other)
    }

    fn shrink(&mut self, geometry: &Geometry, cell: Cell) {
        self.lonely.remove(cell);
        self.lonely -= *geometry.neighbour_set(cell);
    }
}
