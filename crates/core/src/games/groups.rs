//! Finds the groups of a hexhex board that is all but full, in one pass: how the playouts of two
//! games end.

use crate::cell::Bits;

/// Calls `found` with the colour index and the size of each group on a hexhex board of `size` cells
/// a side.
///
/// At most one cell may be vacant; it is found as a group of one stone, of no particular colour.
///
/// A cell has three neighbours before it in natural order, to the west, south-west and south-east,
/// and the middle one touches both others. So a cell takes over the label of any that has its
/// colour, and two labels are to be joined only where the outer two have its colour and the middle
/// one has not. The overlap of each cell with those three is worked out for whole rows. That leaves
/// few cells to visit: the first of each run of one colour in a row, which takes a label for all
/// the run, and those within a run where two labels join.
#[inline]
pub(super) fn each_group<const W: usize>(
    size: u8,
    stones: &[Bits<W>; 2],
    mut found: impl FnMut(usize, u16),
) {
    // Of two adjacent cells of a row only one takes a new label, since the cell below both has the
    // colour of one of them; except in the lowest row, and near the vacant cell. That makes 250
    // labels at the most, on hexhex 13, and fewer joins, for of two adjacent cells only one can be
    // where labels join.
    let mut joins = [(0_u8, 0_u8); 256];
    let (mut next, mut join) = (0_u8, 0_u8);
    // Sizes of groups by label, those of the second colour below zero.
    let mut sizes = [0_i16; 256];
    // Labels by place in the row, from 0 for even rows and from 64 for odd ones. Short runs are
    // written as eight places; what that writes too much, the next run writes over.
    let mut labels = [0_u8; 128];

    let mut first = 0;
    let mut row_below = [0_u32; 2];
    for row in 0..2 * size - 1 {
        let len = 2 * size - 1 - row.abs_diff(size - 1);
        let own = [0, 1].map(|c| bits(&stones[c], first, len));
        first += usize::from(len);
        // Place i of a row that is longer than the one below has its place i - 1 to the south-west,
        // else place i.
        let indent = usize::from(row < size);
        let south_west = common(own, row_below.map(|bits| bits << indent));
        let south_east = common(own, row_below.map(|bits| bits << indent >> 1));
        let west = common(own, own.map(|bits| bits << 1));
        let starts = !west & ((1 << len) - 1);
        let new = starts & !(south_west | south_east);
        // The bit after the last place ends the last run.
        let mut events = starts | (!south_west & south_east) | (1 << len);
        row_below = own;

        let base = usize::from(row) % 2 * 64;
        let base_below = (64 - base) + 1 - indent;
        let mut label = 0;
        let mut i = 0;
        while i < usize::from(len) {
            let bit = events & events.wrapping_neg();
            events ^= bit;
            let end = events.trailing_zeros() as usize;
            let below = labels[(base_below + i - usize::from(south_west & bit != 0)) & 127];
            label = if starts & bit == 0 { label } else { below };
            label = if new & bit == 0 { label } else { next };
            next += u8::from(new & bit != 0);
            joins[usize::from(join)] = (label, below);
            join += u8::from(starts & bit == 0);
            labels[base + i..][..8].copy_from_slice(&[label; 8]);
            if end - i > 8 {
                labels[base + i..base + end].fill(label);
            }
            let length = (end - i) as i16;
            sizes[usize::from(label)] += if own[1] & bit == 0 { length } else { -length };
            i = end;
        }
    }

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

/// The columns in which the rows `a` and `b` have stones of the same colour.
#[inline]
const fn common(a: [u32; 2], b: [u32; 2]) -> u32 {
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
