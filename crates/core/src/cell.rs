//! Cells and sets of cells.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Sub, SubAssign};

/// The largest number of cells a board can have: `square 25`.
pub const MAX_CELLS: usize = 625;

/// The number of 64-bit words that a set over the largest board takes.
pub const MAX_WORDS: usize = MAX_CELLS.div_ceil(64);

/// One cell (or point) of a board, by its place in natural order.
///
/// The index runs from 0 to one less than the board's number of cells. Natural order is by letter,
/// then by number (`a1`, `a2`, …, `a10`, `b1`), so comparing cells compares names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// The cell at `index` in natural order, `0..MAX_CELLS`.
    ///
    /// # Panics
    /// In debug builds if there is no such cell on any board; in others the result means nothing.
    #[inline]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index < MAX_CELLS);
        Self(index as u16)
    }

    /// This cell's place in natural order, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A set of up to `64 * W` cells, one bit a cell.
///
/// Games whose board fits in one or two words use a narrow width on their hot paths and
/// [`Bits::resize`] at the edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bits<const W: usize>([u64; W]);

/// A set of cells of any board.
pub type CellSet = Bits<MAX_WORDS>;

impl<const W: usize> Bits<W> {
    /// The set without cells.
    pub const EMPTY: Self = Self([0; W]);

    /// The set of the first `n` cells, `n <= 64 * W`.
    pub const fn first(n: usize) -> Self {
        let mut words = [0; W];
        let mut i = 0;
        while i < W {
            words[i] = if n >= 64 * (i + 1) {
                u64::MAX
            } else if n > 64 * i {
                (1 << (n - 64 * i)) - 1
            } else {
                0
            };
            i += 1;
        }
        Self(words)
    }

    /// The set with `cell` alone.
    #[inline]
    pub const fn of(cell: Cell) -> Self {
        let mut words = [0; W];
        words[cell.index() / 64] = 1 << (cell.index() % 64);
        Self(words)
    }

    /// The words of the set, lowest cells first.
    #[inline]
    pub const fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// The set made of `words`, lowest cells first.
    #[inline]
    pub const fn from_words(words: [u64; W]) -> Self {
        Self(words)
    }

    /// True if `cell` is in the set.
    #[inline]
    pub const fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 != 0
    }

    /// Adds `cell`, which may be in the set already.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// Takes `cell` out, whether or not it is in the set.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// The number of cells in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// True if the set has no cell.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// True if the two sets share a cell.
    #[inline]
    pub fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// The cell with the lowest index; `None` in an empty set.
    #[inline]
    pub fn lowest(&self) -> Option<Cell> {
        self.0
            .iter()
            .position(|&w| w != 0)
            .map(|i| Cell::new(64 * i + self.0[i].trailing_zeros() as usize))
    }

    /// The cell with the highest index; `None` in an empty set.
    #[inline]
    pub fn highest(&self) -> Option<Cell> {
        self.0
            .iter()
            .rposition(|&w| w != 0)
            .map(|i| Cell::new(64 * i + 63 - self.0[i].leading_zeros() as usize))
    }

    /// The cell with `n` lower cells in the set, if the set has more than `n`.
    #[inline]
    pub fn nth(&self, mut n: usize) -> Option<Cell> {
        for (i, &word) in self.0.iter().enumerate() {
            let count = word.count_ones() as usize;
            if n < count {
                return Some(Cell::new(64 * i + select(word, n)));
            }
            n -= count;
        }
        None
    }

    /// The cells in natural order.
    #[inline]
    pub fn iter(&self) -> Iter<W> {
        Iter { words: self.0, word: 0 }
    }

    /// The same set in another width.
    ///
    /// Cells that do not fit into `V` words are lost; a game picks `V` by its board.
    #[inline]
    pub fn resize<const V: usize>(&self) -> Bits<V> {
        let mut words = [0; V];
        let n = V.min(W);
        words[..n].copy_from_slice(&self.0[..n]);
        Bits(words)
    }
}

/// The position of the bit of `word` with `n` lower bits set; `word` must have more than `n`.
///
/// Source: Vigna, "Broadword Implementation of Rank/Select Queries", 2008.
#[inline]
fn select(word: u64, n: usize) -> usize {
    const EACH_BYTE: u64 = 0x0101_0101_0101_0101;
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    // Each byte counts the bits set in it and in all lower bytes; then a byte is marked if its
    // count is `n` or less.
    let sums = bytes.wrapping_mul(EACH_BYTE);
    let short = (((0x80 | n as u64) * EACH_BYTE) - sums) >> 7 & EACH_BYTE;
    let shift = short.wrapping_mul(EACH_BYTE) >> 56 << 3;
    let rest = n as u64 - (sums << 8 >> shift & 0xff);
    let byte = word >> shift & 0xff;
    shift as usize + usize::from(SELECT_IN_BYTE[byte as usize][rest as usize & 7])
}

/// By byte and `n`, the position of the bit with `n` lower bits set.
static SELECT_IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut n, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

macro_rules! binary {
    ($($trait:ident $method:ident |$a:ident, $b:ident| $e:expr;)*) => {$(
        impl<const W: usize> $trait for Bits<W> {
            type Output = Self;
            #[inline]
            fn $method(mut self, other: Self) -> Self {
                for ($a, $b) in self.0.iter_mut().zip(other.0) {
                    *$a = $e;
                }
                self
            }
        }
    )*};
}
binary! {
    BitAnd bitand |a, b| *a & b;
    BitOr bitor |a, b| *a | b;
    BitXor bitxor |a, b| *a ^ b;
    Sub sub |a, b| *a & !b;
}

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> BitAndAssign for Bits<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> SubAssign for Bits<W> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<const W: usize> FromIterator<Cell> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl<const W: usize> IntoIterator for Bits<W> {
    type Item = Cell;
    type IntoIter = Iter<W>;
    #[inline]
    fn into_iter(self) -> Iter<W> {
        self.iter()
    }
}

impl<const W: usize> IntoIterator for &Bits<W> {
    type Item = Cell;
    type IntoIter = Iter<W>;
    #[inline]
    fn into_iter(self) -> Iter<W> {
        self.iter()
    }
}

impl<const W: usize> fmt::Debug for Bits<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

/// The cells of a set, in natural order.
#[derive(Clone, Debug)]
pub struct Iter<const W: usize> {
    words: [u64; W],
    word: usize,
}

impl<const W: usize> Iterator for Iter<W> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.word < W {
            let bits = self.words[self.word];
            if bits != 0 {
                self.words[self.word] = bits & (bits - 1);
                return Some(Cell::new(64 * self.word + bits.trailing_zeros() as usize));
            }
            self.word += 1;
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.words.iter().map(|w| w.count_ones() as usize).sum();
        (n, Some(n))
    }
}

impl<const W: usize> ExactSizeIterator for Iter<W> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_keeps_what_it_is_given_in_natural_order() {
        let cells = [0, 5, 63, 64, 127, 128, 624].map(Cell::new);
        let set: CellSet = cells.into_iter().rev().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), cells);
        assert_eq!(set.len(), cells.len());
        for (n, &cell) in cells.iter().enumerate() {
            assert_eq!(set.nth(n), Some(cell));
        }
        assert_eq!(set.nth(cells.len()), None);
        assert_eq!(set.lowest(), Some(cells[0]));
        assert_eq!(set.highest(), Some(cells[6]));
    }

    #[test]
    fn the_first_cells_are_a_prefix_at_every_length() {
        for n in 0..=128 {
            let set = Bits::<2>::first(n);
            assert_eq!(set.len(), n);
            assert_eq!(set.highest().map(Cell::index), n.checked_sub(1));
        }
    }

    #[test]
    fn the_nth_cell_is_found_in_words_of_every_density() {
        let mut word = 1_u64;
        for shift in 0..64 {
            word = word.rotate_left(shift) ^ word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            for word in
                [word, word & word.rotate_left(9), word | word.rotate_left(9), u64::MAX << shift]
            {
                let set = Bits::<1>::from_words([word]);
                for (n, cell) in set.iter().enumerate() {
                    assert_eq!(set.nth(n), Some(cell));
                }
                assert_eq!(set.nth(set.len()), None);
            }
        }
    }

    #[test]
    fn resizing_keeps_what_fits() {
        let set: CellSet = [3, 70].map(Cell::new).into_iter().collect();
        assert_eq!(set.resize::<2>().resize(), set);
        assert_eq!(set.resize::<1>().len(), 1);
    }
}
