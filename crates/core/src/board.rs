//! The stones on a board. No rules.

use crate::cell::{Cell, CellSet};
use crate::geometry::Geometry;

/// One of the two sides, by who moves first in the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Colour {
    /// The side that makes the first move of the game.
    First,
    /// The other side.
    Second,
}

impl Colour {
    /// Both sides, first mover first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first side, 1 for the second: for arrays by colour.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The stones on a board of one geometry: a set of cells per colour, which never overlap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    geometry: &'static Geometry,
    stones: [CellSet; 2],
}

impl Board {
    /// An empty board.
    pub const fn new(geometry: &'static Geometry) -> Self {
        Self { geometry, stones: [CellSet::EMPTY; 2] }
    }

    /// The board's tables.
    #[inline]
    pub const fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// The cells on which `colour` has a stone.
    #[inline]
    pub const fn stones(&self, colour: Colour) -> &CellSet {
        &self.stones[colour.index()]
    }

    /// The colour of the stone on `cell`; `None` if it is vacant.
    #[inline]
    pub fn at(&self, cell: Cell) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|colour| self.stones(*colour).contains(cell))
    }

    /// The cells with a stone.
    #[inline]
    pub fn occupied(&self) -> CellSet {
        self.stones[0] | self.stones[1]
    }

    /// The cells without a stone.
    #[inline]
    pub fn vacant(&self) -> CellSet {
        self.geometry.all() - self.occupied()
    }

    /// Puts a stone of `colour` on `cell`, in place of any other stone.
    #[inline]
    pub const fn set(&mut self, cell: Cell, colour: Colour) {
        self.stones[colour.index()].insert(cell);
        self.stones[colour.other().index()].remove(cell);
    }

    /// Replaces all stones of both colours at once; the sets must be disjoint and on the board.
    #[inline]
    pub fn set_all(&mut self, stones: [CellSet; 2]) {
        debug_assert!(!stones[0].intersects(&stones[1]));
        self.stones = stones;
    }

    /// The groups of `colour`: its maximal connected sets of stones, by their lowest cell.
    pub fn groups(&self, colour: Colour) -> Vec<CellSet> {
        self.geometry.components(self.stones(colour))
    }

    /// The sizes of the groups of `colour` in falling order, as if `more` held its stones too.
    pub fn group_sizes(&self, colour: Colour, more: &CellSet) -> Vec<u16> {
        let mut sizes: Vec<u16> = self
            .geometry
            .components(&(*self.stones(colour) | *more))
            .iter()
            .map(|group| group.len() as u16)
            .collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }

    /// The group that the stone on `cell` belongs to; empty if the cell is vacant.
    pub fn group(&self, cell: Cell) -> CellSet {
        self.at(cell)
            .map_or(CellSet::EMPTY, |colour| self.geometry.flood(cell, self.stones(colour)))
    }
}
