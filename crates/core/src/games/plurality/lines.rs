//! Boards as lines of bits, so that one operation serves a whole stretch of cells.
//!
//! A line is a column of a square board or a row of a hexhex board: cells that follow each other in
//! natural order. Bits are numbered so that the neighbours of a cell lie at the same offsets all
//! over the board.

use std::ops::{BitAnd, BitOr, BitXor, Not};
use std::sync::OnceLock;

use crate::cell::{Cell, CellSet};
use crate::geometry::{Geometry, Shape};

/// Lines of the longest board.
pub(super) const MAX_LINES: usize = 25;

/// Empty lines before the first line of the board, so that offsets never leave the array.
const MARGIN: usize = 4;

/// Bits before the first bit of the board, so that a window around a cell can be cut out of a line.
const BIT_MARGIN: u16 = 3;

/// Lines handled at once: as many as fit a 128-bit register.
pub(super) const LANES: usize = 4;

/// Lines up and bits to the right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Offset {
    pub(super) line: isize,
    pub(super) bit: i32,
}

impl Offset {
    pub(super) const ZERO: Self = Self { line: 0, bit: 0 };

    /// True if a cell at this offset comes before one at `other` in natural order.
    pub(super) const fn is_before(self, other: Self) -> bool {
        self.line < other.line || self.line == other.line && self.bit < other.bit
    }

    pub(super) const fn plus(self, other: Self) -> Self {
        Self { line: self.line + other.line, bit: self.bit + other.bit }
    }

    pub(super) const fn minus(self, other: Self) -> Self {
        Self { line: self.line - other.line, bit: self.bit - other.bit }
    }
}

/// The neighbour number `i` of a cell, anticlockwise; counted modulo their number.
///
/// `D` is half that number: 2 on square boards, 3 on hexhex.
pub(super) const fn ring<const D: usize>(i: usize) -> Offset {
    const SQUARE: [(isize, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    const HEXHEX: [(isize, i32); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];
    let (line, bit) = if D == 2 { SQUARE[i % 4] } else { HEXHEX[i % 6] };
    Offset { line, bit }
}

/// Four consecutive lines.
#[derive(Clone, Copy)]
pub(super) struct Quad([u32; LANES]);

impl Quad {
    pub(super) const EMPTY: Self = Self([0; LANES]);
}

impl BitAnd for Quad {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Quad {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl BitXor for Quad {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }
}

impl Not for Quad {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

/// A set of cells, a word a line, with empty lines around the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lines([u32; MARGIN + MAX_LINES + 11]);

impl Lines {
    pub(super) const EMPTY: Self = Self([0; MARGIN + MAX_LINES + 11]);

    /// The line number `line`; -4 to -1 and beyond the board are empty.
    #[inline]
    pub(super) const fn line(&self, line: isize) -> u32 {
        self.0[line.wrapping_add(MARGIN as isize) as usize]
    }

    /// The line number `line` and in the higher half of the word the next one.
    #[inline]
    pub(super) const fn pair(&self, line: isize) -> u64 {
        self.line(line) as u64 | (self.line(line + 1) as u64) << 32
    }

    #[inline]
    pub(super) const fn line_mut(&mut self, line: usize) -> &mut u32 {
        &mut self.0[line + MARGIN]
    }

    /// Four lines from number `line` on: the cells from which going by `offset` ends in the set.
    #[inline]
    pub(super) fn quad(&self, line: isize, offset: Offset) -> Quad {
        let first = (line + offset.line + MARGIN as isize) as usize;
        let words = &self.0[first..first + LANES];
        Quad(std::array::from_fn(|i| shifted(words[i], offset.bit)))
    }

    /// Replaces four lines from number `line` on.
    #[inline]
    pub(super) fn set_quad(&mut self, line: isize, quad: Quad) {
        let first = (line + MARGIN as isize) as usize;
        self.0[first..first + LANES].copy_from_slice(&quad.0);
    }
}

/// `word` with every bit moved down by `by`, or up if that is negative.
#[inline]
pub(super) const fn shifted(word: u32, by: i32) -> u32 {
    if by >= 0 { word >> by } else { word << -by }
}

/// The layout of a board's cells on lines.
pub(super) struct Grid {
    /// By line, a cell's place in natural order less the number of its bit.
    base: [i16; MAX_LINES],
    /// The cells of the board.
    all: Lines,
    lines: usize,
}

impl Grid {
    /// The grid of a board, made once.
    pub(super) fn get(geometry: &Geometry) -> &'static Self {
        static GRIDS: [[OnceLock<Grid>; MAX_LINES + 1]; 2] =
            [const { [const { OnceLock::new() }; MAX_LINES + 1] }; 2];
        GRIDS[geometry.shape() as usize][usize::from(geometry.size())]
            .get_or_init(|| Self::build(geometry))
    }

    fn build(geometry: &Geometry) -> Self {
        let (shape, size) = (geometry.shape(), geometry.size());
        let mut grid =
            Self { base: [0; MAX_LINES], all: Lines::EMPTY, lines: usize::from(geometry.rows()) };
        for cell in geometry.cells() {
            let place = geometry.place(cell);
            let (line, bit) = match shape {
                Shape::Square => (usize::from(place.x / 2), place.row),
                // Half columns, skewed so that the way up to the right is one bit up and the way up
                // to the left none.
                Shape::Hexhex => (usize::from(place.row), (place.x + place.row + 1 - size) / 2),
            };
            let bit = u16::from(bit) + BIT_MARGIN;
            *grid.all.line_mut(line) |= 1 << bit;
            grid.base[line] = cell.index() as i16 - bit as i16;
        }
        grid
    }

    #[inline]
    pub(super) const fn lines(&self) -> usize {
        self.lines
    }

    /// Every cell of the board.
    #[inline]
    pub(super) const fn all(&self) -> &Lines {
        &self.all
    }

    /// The cell at `offset` from bit `bit` of line `line`, which must be on the board.
    #[inline]
    pub(super) fn cell(&self, line: usize, bit: usize, offset: Offset) -> Cell {
        let line = line.wrapping_add_signed(offset.line);
        Cell::new(bit.wrapping_add_signed(isize::from(self.base[line]) + offset.bit as isize))
    }

    #[inline]
    pub(super) fn spread(&self, cells: &CellSet) -> Lines {
        let words = cells.words();
        let mut lines = Lines::EMPTY;
        for line in 0..self.lines {
            let all = self.all.line(line as isize);
            let low = all.trailing_zeros();
            let first = (low as usize).wrapping_add_signed(isize::from(self.base[line]));
            let (word, bit) = (first / 64, first % 64);
            let mut found = words[word] >> bit;
            if bit != 0 && word + 1 < words.len() {
                found |= words[word + 1] << (64 - bit);
            }
            *lines.line_mut(line) = (found as u32) << low & all;
        }
        lines
    }

    /// The set of cells that `lines` holds; the reverse of [`Grid::spread`].
    #[inline]
    pub(super) fn gather(&self, lines: &Lines) -> CellSet {
        let mut words = *CellSet::EMPTY.words();
        for line in 0..self.lines {
            let low = self.all.line(line as isize).trailing_zeros();
            let first = (low as usize).wrapping_add_signed(isize::from(self.base[line]));
            let (word, bit) = (first / 64, first % 64);
            let found = u64::from(lines.line(line as isize) >> low);
            words[word] |= found << bit;
            // In the last word no line of any board begins so late.
            if bit > 32 {
                words[word + 1] |= found >> (64 - bit);
            }
        }
        CellSet::from_words(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_lie_at_the_offsets_of_the_ring_on_every_board() {
        for shape in Shape::ALL {
            for geometry in shape.sizes().filter_map(|size| Geometry::get(shape, size)) {
                let grid = Grid::get(geometry);
                for cell in geometry.cells() {
                    let alone = CellSet::of(cell);
                    let lines = grid.spread(&alone);
                    let mut near = Lines::EMPTY;
                    for line in (0..grid.lines() as isize).step_by(LANES) {
                        let quad =
                            match shape {
                                Shape::Square => (0..4)
                                    .fold(Quad::EMPTY, |q, i| q | lines.quad(line, ring::<2>(i))),
                                Shape::Hexhex => (0..6)
                                    .fold(Quad::EMPTY, |q, i| q | lines.quad(line, ring::<3>(i))),
                            };
                        near.set_quad(line, quad & grid.all().quad(line, Offset::ZERO));
                    }
                    assert_eq!(
                        near,
                        grid.spread(geometry.neighbour_set(cell)),
                        "{geometry:?} {cell:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_whole_board_is_spread_over_the_whole_grid() {
        for shape in Shape::ALL {
            for geometry in shape.sizes().filter_map(|size| Geometry::get(shape, size)) {
                let grid = Grid::get(geometry);
                assert_eq!(grid.spread(&geometry.all()), *grid.all());
            }
        }
    }
}
