//! The one atomic action of a game.

use crate::board::Colour;
use crate::cell::Cell;

/// One atomic action: a stone placed, a stone flipped, a tromino dropped, a pass, a swap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// One own stone on a vacant cell.
    Place(Cell),
    /// The opponent's stone on this cell becomes one's own.
    Flip(Cell),
    /// Three connected stones, two own and one of the opponent's.
    Tromino {
        /// The cells of the own stones, in natural order.
        own: [Cell; 2],
        /// The cell of the opponent's stone.
        other: Cell,
    },
    /// Nothing is placed.
    Pass,
    /// The two people exchange colours.
    ///
    /// The board stays as it is, and so does whose colour is to move next: after a swap that is the
    /// colour of the person who did not swap. A game only counts the step and forbids a second one;
    /// [`Step::held_after`] gives the holder of each colour.
    Swap,
}

/// The form of a step: what a player does, wherever it is done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum StepKind {
    Place,
    Flip,
    Tromino,
    Pass,
    Swap,
}

impl StepKind {
    /// The form as a sentence calls it, such as `a placement`.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Place => "a placement",
            Self::Flip => "a flip",
            Self::Tromino => "a tromino",
            Self::Pass => "a pass",
            Self::Swap => "a swap",
        }
    }
}

impl Step {
    /// A tromino with the two own cells in either order.
    pub fn tromino(a: Cell, b: Cell, other: Cell) -> Self {
        Self::Tromino { own: [a.min(b), a.max(b)], other }
    }

    /// This step's form.
    #[inline]
    pub const fn kind(self) -> StepKind {
        match self {
            Self::Place(_) => StepKind::Place,
            Self::Flip(_) => StepKind::Flip,
            Self::Tromino { .. } => StepKind::Tromino,
            Self::Pass => StepKind::Pass,
            Self::Swap => StepKind::Swap,
        }
    }

    /// True if it gives no cell to anyone: a pass or a swap.
    #[inline]
    pub const fn is_idle(self) -> bool {
        matches!(self, Self::Pass | Self::Swap)
    }

    /// The colour that the holder of `colour` before `steps` has after them, through every swap;
    /// and the other way round.
    ///
    /// ```
    /// use tetralith_core::{Colour, Step};
    /// assert_eq!(Step::held_after(Colour::First, [Step::Swap]), Colour::Second);
    /// assert_eq!(Step::held_after(Colour::First, [Step::Pass]), Colour::First);
    /// ```
    pub fn held_after(colour: Colour, steps: impl IntoIterator<Item = Self>) -> Colour {
        let swaps = steps.into_iter().filter(|&step| step == Self::Swap).count();
        if swaps.is_multiple_of(2) { colour } else { colour.other() }
    }

    /// The same step on other cells: on `place(cell)` instead of each `cell`.
    ///
    /// ```
    /// use tetralith_core::{Cell, Step};
    /// let tromino = Step::tromino(Cell::new(0), Cell::new(1), Cell::new(2));
    /// let mirrored = tromino.mapped(|cell| Cell::new(8 - cell.index()));
    /// assert_eq!(mirrored, Step::tromino(Cell::new(7), Cell::new(8), Cell::new(6)));
    /// ```
    #[must_use]
    pub fn mapped(self, place: impl Fn(Cell) -> Cell) -> Self {
        match self {
            Self::Place(cell) => Self::Place(place(cell)),
            Self::Flip(cell) => Self::Flip(place(cell)),
            Self::Tromino { own: [a, b], other } => Self::tromino(place(a), place(b), place(other)),
            Self::Pass | Self::Swap => self,
        }
    }

    /// The cells that the step gives to each colour when `mover` makes it: up to three, none for a
    /// pass or a swap.
    #[inline]
    pub fn stones(self, mover: Colour) -> impl Iterator<Item = (Cell, Colour)> {
        let stones = match self {
            Self::Place(cell) | Self::Flip(cell) => [Some((cell, mover)), None, None],
            Self::Tromino { own, other } => {
                [Some((own[0], mover)), Some((own[1], mover)), Some((other, mover.other()))]
            }
            Self::Pass | Self::Swap => [None; 3],
        };
        stones.into_iter().flatten()
    }

    /// The cells of its stones, those of both colours; none for a pass or a swap.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        self.stones(Colour::First).map(|(cell, _)| cell)
    }
}
