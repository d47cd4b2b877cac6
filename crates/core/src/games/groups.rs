//! Finds the groups of a hexhex board that is all but full, in one pass: how the playouts of two
//! games end.

use std::ops::{BitAnd, BitOr};

use crate::cell::Bits;
use crate::geometry::Shape;

/// Calls `found` with the colour index and the size of each group on a hexhex board of `size` cells
/// a side, which has at most `64 * W` cells.
///
/// At most one cell may be vacant; it is found as a group of one stone, of no particular colour.
///
/// A cell has three neighbours before it in natural order, to the west, south-west and south-east,
/// and the middle one touches both others. So a cell takes over the label of any that has its
/// colour, and two labels are to be joined only where the outer two have its colour and the middle
/// one has not. The overlap of each cell with those three is worked out for whole rows. That leaves
/// few cells to visit: the first of each run of one colour in a row, which takes a label for all
/// the run, and those within a run where two labels join. They are visited in one go for all rows:
/// their number in a single row is hard to predict for the processor.
#[inline]
pub(super) fn each_group<const W: usize>(
    size: u8,
    stones: &[Bits<W>; 2],
    mut found: impl FnMut(usize, u16),
) {
    let Common { south_west, south_east, row_starts, cells } = Common::of(size, stones);
    let distances = &SOUTH_EAST[usize::from(size)];
    // Of two adjacent cells of a row only one takes a new label, since the cell below both has the
    // colour of one of them; except in the lowest row, and near the vacant cell. That makes 250
    // labels at the most, on hexhex 13, and fewer joins, because of two adjacent cells only one can
    // be where labels join.
    let mut joins = [(0_u8, 0_u8); 256];
    let (mut next, mut join) = (0_u8, 0_u8);
    // Sizes of groups by label, those of the second colour below zero.
    let mut sizes = [0_i16; 256];
    // Labels by cell. Short runs are written as eight cells; the next run writes over the surplus.
    let mut labels = [0_u8; ROOM + 8];

    // The last run, which ends where the next begins: its label, its first cell, and the bits that
    // make the number of its cells negative.
    let (mut label, mut start, mut sign) = (0, 0, 0);
    let mut before = [0; 2];
    for word in 0..W {
        let own = [0, 1].map(|colour| stones[colour].words()[word]);
        let west = [0, 1].map(|colour| own[colour] << 1 | before[colour] >> 63);
        before = own;
        let [south_west, south_east] = [south_west[word], south_east[word]];
        let starts = (!common(own, west) | row_starts[word]) & cells[word];
        let new = starts & !(south_west | south_east);
        let mut events = starts | (!south_west & south_east);
        while events != 0 {
            let place = events.trailing_zeros() as usize % 64;
            events &= events - 1;
            let cell = 64 * word + place;
            let at = |set: u64| set >> place & 1;

            let length = cell - start;
            sizes[usize::from(label)] += (length as i16 ^ sign) - sign;
            if length > 8 {
                labels[start..cell].fill(label);
            }
            let distance = usize::from(distances[cell]) + at(south_west) as usize;
            let below = labels[cell.wrapping_sub(distance) % ROOM];
            label = if at(starts) == 0 { label } else { below };
            label = if at(new) == 0 { label } else { next };
            next += at(new) as u8;
            joins[usize::from(join)] = (label, below);
            join += 1 - at(starts) as u8;
            labels[cell..cell + 8].copy_from_slice(&[label; 8]);
            start = cell;
            sign = -(at(own[1]) as i16);
        }
    }
    let length = Shape::Hexhex.cells(size) - start;
    sizes[usize::from(label)] += (length as i16 ^ sign) - sign;

    let mut parents = FIRST_PARENTS;
    for &(a, b) in &joins[..usize::from(join)] {
        let (a, b) = (root(&parents, a), root(&parents, b));
        parents[usize::from(a.max(b))] = a.min(b);
    }
    // A label's parent is lower. The sizes of roots gather at the upper end, in the places of
    // labels already dealt with.
    let mut groups = usize::from(next);
    for label in (0..next).rev() {
        let parent = parents[usize::from(label)];
        let size = sizes[usize::from(label)];
        sizes[usize::from(parent)] += if parent == label { 0 } else { size };
        sizes[(groups - 1) & 255] = size;
        groups -= usize::from(parent == label);
    }
    for &size in &sizes[groups..usize::from(next)] {
        found(usize::from(size < 0), size.unsigned_abs());
    }
}

const FIRST_PARENTS: [u8; 256] = {
    let mut parents = [0; 256];
    let mut label = 0;
    while label < 256 {
        parents[label] = label as u8;
        label += 1;
    }
    parents
};

/// The root above `label`, found two steps at a time: most labels are a root or directly below one.
#[inline]
fn root(parents: &[u8; 256], mut label: u8) -> u8 {
    loop {
        label = parents[usize::from(parents[usize::from(label)])];
        if parents[usize::from(label)] == label {
            return label;
        }
    }
}

/// The cells that a set of any board has room for.
const ROOM: usize = 512;

const LARGEST: u8 = *Shape::Hexhex.sizes().end();

/// By size and cell, how much lower the number of the cell to the south-east is; 0 in the lowest
/// row.
static SOUTH_EAST: [[u8; ROOM]; LARGEST as usize + 1] = {
    let mut table = [[0; ROOM]; LARGEST as usize + 1];
    let mut size = 1;
    while size <= LARGEST {
        let (mut row, mut cell) = (0, 0);
        while row < 2 * size - 1 {
            let len = row_len(size, row);
            let end = cell + len as usize;
            while cell < end {
                table[size as usize][cell] = if row == 0 { 0 } else { len - (row < size) as u8 };
                cell += 1;
            }
            row += 1;
        }
        size += 1;
    }
    table
};

const fn row_len(size: u8, row: u8) -> u8 {
    2 * size - 1 - row.abs_diff(size - 1)
}

/// The cells that have something in common with their neighbours in the row below.
struct Common<const W: usize> {
    /// The cells of the colour of their neighbour to the south-west.
    south_west: [u64; W],
    /// The cells of the colour of their neighbour to the south-east.
    south_east: [u64; W],
    /// The first cell of each row.
    row_starts: [u64; W],
    /// All cells of the board.
    cells: [u64; W],
}

impl<const W: usize> Common<W> {
    #[inline]
    fn of(size: u8, stones: &[Bits<W>; 2]) -> Self {
        let mut common_with = Self {
            south_west: [0; W],
            south_east: [0; W],
            row_starts: [0; W],
            cells: *Bits::first(Shape::Hexhex.cells(size)).words(),
        };
        let mut first = 0;
        let mut row_below = [0_u32; 2];
        for row in 0..2 * size - 1 {
            let len = row_len(size, row);
            let own = [0, 1].map(|colour| bits(&stones[colour], first, len));
            // Place i of a row that is longer than the one below has its place i - 1 to the
            // south-west, else place i.
            let below = row_below.map(|bits| bits << u8::from(row < size));
            set_bits(&mut common_with.south_west, first, common(own, below));
            set_bits(&mut common_with.south_east, first, common(own, below.map(|bits| bits >> 1)));
            set_bits(&mut common_with.row_starts, first, 1);
            row_below = own;
            first += usize::from(len);
        }
        common_with
    }
}

/// The places in which `a` and `b` have stones of the same colour.
#[inline]
fn common<T: Copy + BitAnd<Output = T> + BitOr<Output = T>>(a: [T; 2], b: [T; 2]) -> T {
    (a[0] & b[0]) | (a[1] & b[1])
}

/// The `len` cells from index `start`, as the low bits of a number; `len` is at most 31.
#[inline]
fn bits<const W: usize>(set: &Bits<W>, start: usize, len: u8) -> u32 {
    let (word, shift) = (start / 64, start % 64);
    let low = set.words()[word] >> shift;
    // In two shifts, since 64 at once are not allowed.
    let high = set.words().get(word + 1).map_or(0, |word| word << 1 << (63 - shift));
    (low | high) as u32 & ((1 << len) - 1)
}

/// Adds to `words` the cells from index `start` on that are the low bits of `bits`.
#[inline]
fn set_bits<const W: usize>(words: &mut [u64; W], start: usize, bits: u32) {
    let (word, shift) = (start / 64, start % 64);
    words[word] |= u64::from(bits) << shift;
    if let Some(next) = words.get_mut(word + 1) {
        *next |= u64::from(bits) >> 1 >> (63 - shift);
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::board::{Board, Colour};
    use crate::cell::{Cell, CellSet};
    use crate::geometry::{Geometry, Shape};

    #[test]
    fn the_groups_are_those_that_a_flood_finds() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for size in Shape::Hexhex.sizes() {
            let geometry = Geometry::get(Shape::Hexhex, size).unwrap();
            for round in 0..300 {
                let mut board = Board::new(geometry);
                let share = rng.random_range(0.05..0.95);
                for cell in geometry.cells() {
                    board.set(
                        cell,
                        if rng.random_bool(share) { Colour::First } else { Colour::Second },
                    );
                }
                let mut stones = Colour::BOTH.map(|colour| *board.stones(colour));
                let vacant = Cell::new(rng.random_range(0..geometry.len()));
                if round % 2 == 0 {
                    for stones in &mut stones {
                        stones.remove(vacant);
                    }
                    board.set_all(stones);
                }
                let mut groups = [vec![], vec![]];
                each_group(size, &stones, |colour, size| groups[colour].push(size));
                for sizes in &mut groups {
                    sizes.sort_unstable_by(|a, b| b.cmp(a));
                }
                let mut flooded =
                    Colour::BOTH.map(|colour| board.group_sizes(colour, &CellSet::EMPTY));
                if round % 2 == 0 {
                    // The vacant cell is found too, as a group of one.
                    let index = usize::from(groups[0] == flooded[0]);
                    flooded[index].push(1);
                }
                assert_eq!(groups, flooded);
            }
        }
    }

    #[test]
    fn lone_cells_in_great_number_are_distinguished() {
        let geometry = Geometry::get(Shape::Hexhex, 13).unwrap();
        // Lone cells in every other row, between rows of the other colour.
        for apart in [2, 4, 6] {
            let mut board = Board::new(geometry);
            for cell in geometry.cells() {
                let place = geometry.place(cell);
                let alone = place.row.is_multiple_of(2) && place.x.is_multiple_of(apart);
                board.set(cell, if alone { Colour::First } else { Colour::Second });
            }
            let mut count = [0, 0];
            each_group(13, &Colour::BOTH.map(|colour| *board.stones(colour)), |colour, _| {
                count[colour] += 1;
            });
            assert_eq!(count, Colour::BOTH.map(|colour| board.groups(colour).len()));
        }
    }
}
