//! The groups of a hexhex board that is as good as full, in one pass: how the playouts of two games end.

use crate::cell::Bits;

/// Calls `found` with the colour index and the size of each group on a hexhex board of `size` cells a side.
///
/// At most one cell may be vacant; it is found as a group of one stone, of no particular colour.
///
/// A cell has three neighbours before it in natural order, to the west, south-west and south-east, and the middle one
/// touches both others. So a cell takes over the label of any that has its colour, and two labels are to be joined
/// only where the outer two have its colour and the middle one has not. What each cell has in common with those three is
/// worked out for whole rows, and the pass over the cells is free of branches.
#[inline]
pub(super) fn each_group<const W: usize>(size: u8, stones: &[Bits<W>; 2], mut found: impl FnMut(usize, u16)) {
    // Of two adjacent cells of a row only one takes a new label, since the cell below both has the colour of one of
    // them; except in the lowest row, and near the vacant cell. That makes 250 labels at the most, on hexhex 13.
    let mut sizes = [0_u16; 256];
    let mut colours = [0_u8; 256];
    let mut joins = [(0_u8, 0_u8); 256];
    let mut next = 0_u8;
    let mut join = 0_u8;
    // The labels by half column, see `Place::x`: those of a row fall between those of the row below.
    let mut labels = [0_u8; 64];

    let mut start = 0;
    let mut below = [0_u32; 2];
    for row in 0..2 * size - 1 {
        let indent = row.abs_diff(size - 1);
        let len = 2 * size - 1 - indent;
        let own = [0, 1].map(|c| bits(&stones[c], start, len));
        start += usize::from(len);
        let common = |a: [u32; 2], b: [u32; 2]| (a[0] & b[0]) | (a[1] & b[1]);
        // A row longer than the one below begins half a cell before it.
        let south_west = if row < size { below.map(|bits| bits << 1) } else { below };
        let mut west = common(own, own.map(|bits| bits << 1));
        let mut south_east = common(own, south_west.map(|bits| bits >> 1));
        let mut south_west = common(own, south_west);
        let mut colour = own[1];
        below = own;

        let mut label = 0;
        let mut x = indent + 1;
        for _ in 0..len {
            let (w, sw, se) = (mask(west), mask(south_west), mask(south_east));
            let left = labels[usize::from(x - 1) & 63];
            let right = labels[usize::from(x + 1) & 63];
            sizes[usize::from(next)] = 0;
            label = choose(w, label, choose(sw, left, choose(se, right, next)));
            next += !(w | sw | se) & 1;
            joins[usize::from(join)] = (label, right);
            join += w & !sw & se & 1;
            sizes[usize::from(label)] += 1;
            colours[usize::from(label)] = colour as u8 & 1;
            labels[usize::from(x) & 63] = label;
            (west, south_west, south_east, colour) = (west >> 1, south_west >> 1, south_east >> 1, colour >> 1);
            x += 2;
        }
    }

    let mut parents = FIRST_PARENTS;
    for &(a, b) in &joins[..usize::from(join)] {
        let (a, b) = (root(&parents, a), root(&parents, b));
        parents[usize::from(a.max(b))] = a.min(b);
    }
    for label in (0..next).rev() {
        let parent = parents[usize::from(label)];
        if parent == label {
            found(usize::from(colours[usize::from(label)]), sizes[usize::from(label)]);
        } else {
            sizes[usize::from(parent)] += sizes[usize::from(label)];
        }
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

#[inline]
fn root(parents: &[u8; 256], mut label: u8) -> u8 {
    while parents[usize::from(label)] != label {
        label = parents[usize::from(label)];
    }
    label
}

/// All ones if the lowest bit of `bits` is set, else zero.
#[inline]
const fn mask(bits: u32) -> u8 {
    (bits as u8 & 1).wrapping_neg()
}

/// `yes` where `mask` is ones, `no` where it is zero.
#[inline]
const fn choose(mask: u8, yes: u8, no: u8) -> u8 {
    no ^ (mask & (yes ^ no))
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
                    board.set(cell, if rng.random_bool(share) { Colour::First } else { Colour::Second });
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
                let mut flooded = Colour::BOTH.map(|colour| board.group_sizes(colour, &CellSet::EMPTY));
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
    fn lone_cells_in_great_number_are_told_apart() {
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
            each_group(13, &Colour::BOTH.map(|colour| *board.stones(colour)), |colour, _| count[colour] += 1);
            assert_eq!(count, Colour::BOTH.map(|colour| board.groups(colour).len()));
        }
    }
}
