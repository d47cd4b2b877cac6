//! The trominoes that fit: found for all places at once, a word a line.
//!
//! Colours play no part. A window (a 2×2 square, or on hexhex a diamond) must not fill up, so a
//! tromino that covers some of a window's cells needs a vacant one among the rest. That is judged
//! in three stages, each built on the one before: cells that no stone may go to, because a window
//! lacks only them; pairs of neighbours that may not both be covered; and, for a shape with three
//! cells in one window, the fourth cell of it.
//!
//! Neighbours are numbered around a cell as by [`ring`]. A window is two neighbours in a row with
//! the cell itself and the cell beyond them, or, on hexhex, three neighbours in a row with the cell
//! itself.

use super::lines::{Grid, LANES, Lines, MAX_LINES, Offset, Quad, ring};

/// The cells of shape `k` about its centre, in natural order.
///
/// Shapes are numbered: straight ones by direction, bent ones by their first arm, then (on hexhex)
/// the two triangles.
pub(super) const fn cells<const D: usize>(k: usize) -> [Offset; 3] {
    let (a, b) = if k < D {
        (ring::<D>(k), ring::<D>(k + D))
    } else if k < 3 * D {
        (ring::<D>(k), ring::<D>(k + D - 1))
    } else {
        (ring::<D>(k), ring::<D>(k + 1))
    };
    let mut cells = [a, Offset::ZERO, b];
    let mut i = 0;
    while i < 3 {
        if cells[i % 2 + 1].is_before(cells[i % 2]) {
            cells.swap(i % 2, i % 2 + 1);
        }
        i += 1;
    }
    cells
}

/// The trominoes that fit, by shape and centre, and what they were found from.
///
/// `D` is half the number of neighbours (2 or 3) and `K` the number of shapes (6 or 11).
#[derive(Clone, Debug)]
pub(super) struct Fits<const D: usize, const K: usize> {
    /// The cells with a stone.
    occupied: Lines,
    /// Vacant cells that would not by themselves complete a window.
    open: Lines,
    /// By direction: open cells whose neighbour that way is open, such that both together complete
    /// no window.
    pairs: [Lines; D],
    /// By shape: the centres where it fits.
    shapes: [Lines; K],
}

impl<const D: usize, const K: usize> Fits<D, K> {
    /// The cells of each shape, see [`cells`].
    pub(super) const CELLS: [[Offset; 3]; K] = {
        let mut table = [[Offset::ZERO; 3]; K];
        let mut k = 0;
        while k < K {
            table[k] = cells::<D>(k);
            k += 1;
        }
        table
    };

    /// The trominoes that fit on the board of `grid` with stones on `occupied`.
    #[inline]
    pub(super) fn new(grid: &Grid, occupied: &Lines) -> Self {
        let mut fits = Self {
            occupied: *occupied,
            open: Lines::EMPTY,
            pairs: [Lines::EMPTY; D],
            shapes: [Lines::EMPTY; K],
        };
        let last = grid.lines() as isize - 1;
        fits.find_open(grid, 0, last);
        fits.find_pairs(0, last);
        fits.find_shapes(0, last);
        fits
    }

    #[inline]
    pub(super) const fn shape(&self, k: usize) -> &Lines {
        &self.shapes[k]
    }

    /// The number of trominoes that fit, colours apart.
    pub(super) fn count(&self) -> usize {
        self.words().map(|(_, _, word)| word.count_ones() as usize).sum()
    }

    /// The tromino with `n` before it by shape, line and bit: its shape, line and bit.
    pub(super) fn nth(&self, mut n: usize) -> Option<(usize, usize, usize)> {
        for (k, line, mut word) in self.words() {
            let count = word.count_ones() as usize;
            if n < count {
                for _ in 0..n {
                    word &= word - 1;
                }
                return Some((k, line, word.trailing_zeros() as usize));
            }
            n -= count;
        }
        None
    }

    fn words(&self) -> impl Iterator<Item = (usize, usize, u32)> {
        (0..K).flat_map(move |k| {
            (0..MAX_LINES).map(move |line| (k, line, self.shapes[k].line(line as isize)))
        })
    }

    #[inline]
    fn find_open(&mut self, grid: &Grid, first: isize, last: isize) {
        for line in (first..=last).step_by(LANES) {
            let stone = |offset: Offset| self.occupied.quad(line, offset);
            let mut closed = stone(Offset::ZERO);
            for i in 0..2 * D {
                let (this, next) = (ring::<D>(i), ring::<D>(i + 1));
                let beyond = stone(this.plus(next));
                let third = if D == 3 { beyond | stone(ring::<D>(i + 2)) } else { beyond };
                closed = closed | stone(this) & stone(next) & third;
            }
            self.open.set_quad(line, grid.all().quad(line, Offset::ZERO) & !closed);
        }
    }

    #[inline]
    fn find_pairs(&mut self, first: isize, last: isize) {
        for line in (first..=last).step_by(LANES) {
            let stone = |offset: Offset| self.occupied.quad(line, offset);
            for i in 0..D {
                let other = ring::<D>(i);
                let mut filled = Quad::EMPTY;
                // The two sides of the pair: the common neighbour (or, on square, the cell's own)
                // with what closes a window together with it.
                for (near, after) in [(i + 1, i + 2), (i + 2 * D - 1, i + 2 * D - 2)] {
                    let near = ring::<D>(near);
                    let rest = stone(near.plus(other));
                    let rest = if D == 3 { rest | stone(ring::<D>(after)) } else { rest };
                    filled = filled | stone(near) & rest;
                }
                if D == 3 {
                    filled = filled | stone(ring::<D>(i + 1)) & stone(ring::<D>(i + 2 * D - 1));
                }
                let open = self.open.quad(line, Offset::ZERO) & self.open.quad(line, other);
                self.pairs[i].set_quad(line, open & !filled);
            }
        }
    }

    #[inline]
    fn find_shapes(&mut self, first: isize, last: isize) {
        for line in (first..=last).step_by(LANES) {
            let stone = |offset: Offset| self.occupied.quad(line, offset);
            // The pair of the cell and its neighbour number `i`, kept with the one of the two that
            // has the other in one of the first D directions.
            let pair = |i: usize| {
                let i = i % (2 * D);
                if i < D {
                    self.pairs[i].quad(line, Offset::ZERO)
                } else {
                    self.pairs[i - D].quad(line, ring::<D>(i))
                }
            };
            for k in 0..K {
                let fits = if k < D {
                    pair(k) & pair(k + D)
                } else if k < 3 * D {
                    let fourth =
                        if D == 2 { ring::<D>(k).plus(ring::<D>(k + 1)) } else { ring::<D>(k + 1) };
                    pair(k) & pair(k + D - 1) & !stone(fourth)
                } else {
                    // The cells beyond each side: with these vacant no window fills that holds the
                    // two cells beside the centre.
                    let fourth = stone(ring::<D>(k).plus(ring::<D>(k + 1)))
                        | stone(ring::<D>(k + 2 * D - 1))
                        | stone(ring::<D>(k + 2));
                    pair(k) & pair(k + 1) & !fourth
                };
                self.shapes[k].set_quad(line, fits);
            }
        }
    }
}

/// Codes written at once by [`Fits::list`].
pub(super) const BURST: usize = 4;

impl<const D: usize, const K: usize> Fits<D, K> {
    /// Writes the code of each tromino that fits to the front of `list` and returns how many there
    /// are.
    ///
    /// A code is the number of the shape, the line and the bit of its centre, in 6, 5 and 5 bits.
    /// `list` needs room for [`BURST`] codes more than there are.
    pub(super) fn list(&self, grid: &Grid, list: &mut [u16]) -> usize {
        let mut length = 0;
        for (k, lines) in self.shapes.iter().enumerate() {
            for line in (0..grid.lines()).step_by(2) {
                // Two lines at once; the bits' numbers then are the low bits of the codes.
                let mut word = lines.pair(line as isize);
                let code = (k << 10 | line << 5) as u16;
                let end = length + word.count_ones() as usize;
                // Always whole bursts: what is written beyond the end is overwritten, and hardly a
                // branch depends on the count.
                loop {
                    for entry in &mut list[length..length + BURST] {
                        *entry = code.wrapping_add(word.trailing_zeros() as u16);
                        word &= word.wrapping_sub(1);
                    }
                    if word == 0 {
                        break;
                    }
                    length += BURST;
                }
                length = end;
            }
        }
        length
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::cell::CellSet;
    use crate::geometry::{Geometry, Shape};

    /// The trominoes that fit beside a share of stones, each by its number, are those of the list.
    fn assert_numbered<const D: usize, const K: usize>(
        geometry: &Geometry,
        share: f64,
        rng: &mut Xoshiro256PlusPlus,
    ) {
        let grid = Grid::get(geometry);
        let stones: CellSet = geometry.cells().filter(|_| rng.random_bool(share)).collect();
        let fits = Fits::<D, K>::new(grid, &grid.spread(&stones));
        let mut list = vec![0; fits.count() + BURST];
        assert_eq!(fits.list(grid, &mut list), fits.count());
        for (n, &code) in list[..fits.count()].iter().enumerate() {
            let code = usize::from(code);
            assert_eq!(
                fits.nth(n),
                Some((code >> 10, code >> 5 & 31, code & 31)),
                "{geometry:?}, number {n}"
            );
        }
        assert!(
            list[..fits.count()].is_sorted_by(|a, b| a < b) && fits.nth(fits.count()).is_none()
        );
    }

    #[test]
    fn every_tromino_that_fits_has_a_number_of_its_own() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for share in [0.0, 0.1, 0.3, 1.0] {
            for size in [3, 4, 9, 13] {
                assert_numbered::<2, 6>(
                    Geometry::get(Shape::Square, size).unwrap(),
                    share,
                    &mut rng,
                );
                assert_numbered::<3, 11>(
                    Geometry::get(Shape::Hexhex, size).unwrap(),
                    share,
                    &mut rng,
                );
            }
        }
    }
}
