//! The count of territory after a playout, on lines of bits.
//!
//! Per region we want its size and the distinct stones of each colour next to it. Around one stone
//! the vacant neighbours fall into arcs, each connected by way of cells next to the stone; an arc
//! lies in one region, so that its first cell can represent it. The worth of the arcs that each
//! cell represents is added up for all cells at once, in four bit planes, and then by region. The
//! sums are right except for stones whose arcs meet again farther away: those are counted one by
//! one.

use crate::rules::Ties;

use super::lines::{Grid, LANES, Lines, MAX_LINES, Offset, Quad, ring};

/// Cells from one line to the next in the array of labels: as many as bits, so that two lines make
/// a word of 64.
const STRIDE: usize = 32;

/// More than the labels that any board can need: two cells with different labels are not
/// neighbours.
const LABELS: usize = 320;

/// Bits of a region's sum that hold the worth of its arcs; its size is above them.
const WORTH: u32 = 16;

/// By how many half points of territory the first player is ahead with stones on `occupied`, the
/// first player's on `first`.
///
/// Every stone must have a stone next to it, as every tromino's has.
pub(super) fn lead<const D: usize>(
    grid: &Grid,
    occupied: &Lines,
    first: &Lines,
    ties: Ties,
) -> i32 {
    // Filled where they are: to return them would copy kilobytes for each playout.
    let mut arcs = Arcs::<D>::NONE;
    arcs.find(grid, occupied, first);
    let mut regions = Regions::NONE;
    regions.find(grid, &arcs);
    for line in (0..grid.lines()).step_by(2) {
        let firsts = first.pair(line as isize);
        let heads: [u64; 6] = std::array::from_fn(|i| arcs.heads[i].pair(line as isize));
        let mut stones = arcs.several.pair(line as isize);
        while stones != 0 {
            let bit = stones.trailing_zeros() as usize;
            stones &= stones - 1;
            // Arcs in different regions have different roots; where no arc begins, a number like no
            // root.
            let roots: [u32; 6] = std::array::from_fn(|i| {
                let none = u32::MAX << 16 | i as u32;
                if i >= 2 * D {
                    return none;
                }
                let root = u32::from(regions.root(line, bit, ring::<D>(i)));
                if heads[i] >> bit & 1 == 0 { none } else { root }
            });
            let mut again = false;
            for i in 1..2 * D {
                for j in 0..i {
                    again |= roots[i] == roots[j];
                }
            }
            if again {
                let worth = (firsts >> bit & 1) as u32 * 2;
                for i in (1..2 * D).filter(|&i| roots[..i].contains(&roots[i])) {
                    let sum = &mut regions.sums[roots[i] as usize];
                    *sum = sum.wrapping_add(1).wrapping_sub(worth);
                }
            }
        }
    }
    let mut lead = 0;
    for label in 1..=usize::from(regions.labelled) {
        if usize::from(regions.parents[label]) == label {
            let sum = regions.sums[label];
            let size = (sum >> WORTH) as i32;
            let majority = (sum & ((1 << WORTH) - 1)) as i32 - 2 * D as i32 * size;
            let tie = if ties == Ties::Parity { 1 - 2 * (size & 1) } else { 0 };
            lead += 2 * size * if majority == 0 { tie } else { majority.signum() };
        }
    }
    lead
}

/// The arcs of vacant cells around stones.
struct Arcs<const D: usize> {
    vacant: Lines,
    /// By direction, of 2D: the stones whose neighbour that way is the first cell of an arc.
    heads: [Lines; 6],
    /// The stones with more than one arc.
    several: Lines,
    /// By vacant cell, as binary digits from the lowest: 2D, and 1 more for each arc of a stone of
    /// the first player's that the cell is the first of, 1 less for each of the second's.
    worth: [Lines; 4],
}

impl<const D: usize> Arcs<D> {
    const NONE: Self = Self {
        vacant: Lines::EMPTY,
        heads: [Lines::EMPTY; 6],
        several: Lines::EMPTY,
        worth: [Lines::EMPTY; 4],
    };

    /// Finds the arcs around the stones on `occupied`, from [`NONE`](Self::NONE) on.
    fn find(&mut self, grid: &Grid, occupied: &Lines, first: &Lines) {
        let lines = grid.lines() as isize;
        for line in (0..lines).step_by(LANES) {
            self.vacant.set_quad(
                line,
                grid.all().quad(line, Offset::ZERO) & !occupied.quad(line, Offset::ZERO),
            );
        }
        for line in (0..lines).step_by(LANES) {
            let stones = occupied.quad(line, Offset::ZERO);
            let (mut any, mut several) = (Quad::EMPTY, Quad::EMPTY);
            for i in 0..2 * D {
                let heads = stones
                    & self.vacant.quad(line, ring::<D>(i))
                    & !self.before(line, Offset::ZERO, i);
                several = several | any & heads;
                any = any | heads;
                self.heads[i].set_quad(line, heads);
            }
            self.several.set_quad(line, several);
            let mut worth = [Quad::EMPTY; 4];
            for i in 0..2 * D {
                // The stone that has the cell as neighbour number i, if the cell is the first of an
                // arc.
                let stone = ring::<D>(i + D);
                let heads = occupied.quad(line, stone) & !self.before(line, stone, i);
                // 2 for the first player's stone, 1 for none, 0 for the second's.
                let (twos, ones) = (heads & first.quad(line, stone), !heads);
                let carry = worth[0] & ones;
                worth[0] = worth[0] ^ ones;
                let (sum, next) = (worth[1] ^ twos, worth[1] & twos);
                worth[1] = sum ^ carry;
                let carry = next | sum & carry;
                let next = worth[2] & carry;
                worth[2] = worth[2] ^ carry;
                worth[3] = worth[3] | next;
            }
            for (digit, quad) in self.worth.iter_mut().zip(worth) {
                digit.set_quad(line, quad);
            }
        }
    }

    /// The cells whose neighbour number i - 1, seen from `stone`, is vacant and in one arc with
    /// number i.
    #[inline]
    fn before(&self, line: isize, stone: Offset, i: usize) -> Quad {
        let previous = ring::<D>(i + 2 * D - 1);
        let vacant = self.vacant.quad(line, stone.plus(previous));
        if D == 2 {
            vacant & self.vacant.quad(line, stone.plus(previous).plus(ring::<D>(i)))
        } else {
            vacant
        }
    }
}

struct Regions {
    /// By cell: 0 for none.
    labels: [u16; (MAX_LINES + 2) * STRIDE],
    /// By label: the lowest label of its region.
    parents: [u16; LABELS],
    /// By lowest label of a region: its size above, the worth of its cells in the low bits.
    sums: [u32; LABELS],
    labelled: u16,
}

impl Regions {
    const NONE: Self = {
        let mut parents = [0; LABELS];
        let mut label = 0;
        while label < LABELS {
            parents[label] = label as u16;
            label += 1;
        }
        Self { labels: [0; (MAX_LINES + 2) * STRIDE], parents, sums: [0; LABELS], labelled: 0 }
    };

    /// Labels the vacant cells line by line and adds up by region, from [`NONE`](Self::NONE) on.
    ///
    /// Of the three neighbours already passed the middle one touches both others, so that labels
    /// meet only where it has a stone and they have none. (On a square board it is the diagonal
    /// neighbour: not joined to the cell, but joined to both others.)
    fn find<const D: usize>(&mut self, grid: &Grid, arcs: &Arcs<D>) {
        let vacant = &arcs.vacant;
        let mut previous = 0;
        for line in (0..grid.lines()).step_by(2) {
            let worth: [u64; 4] =
                std::array::from_fn(|digit| arcs.worth[digit].pair(line as isize));
            let here = vacant.pair(line as isize);
            let mut rest = here;
            while rest != 0 {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                let cell = (line + 1) * STRIDE + 1 + bit as usize;
                let mut label = self.labels[cell - 1].max(self.labels[cell - STRIDE]);
                if D == 3 {
                    label = label.max(self.labels[cell - STRIDE - 1]);
                }
                self.labelled += u16::from(label == 0);
                label = if label == 0 { self.labelled } else { label };
                self.labels[cell] = label;
                let worth =
                    worth.iter().rev().fold(0, |sum, digit| sum << 1 | (digit >> bit & 1) as u32);
                self.sums[usize::from(label)] += worth + (1 << WORTH);
            }
            let below = here << STRIDE | previous;
            previous = here >> STRIDE;
            let mut meetings = here & here << 1 & below & !(below << 1);
            while meetings != 0 {
                let cell = (line + 1) * STRIDE + 1 + meetings.trailing_zeros() as usize;
                meetings &= meetings - 1;
                self.join(self.labels[cell - 1], self.labels[cell - STRIDE]);
            }
        }
        for label in 1..=usize::from(self.labelled) {
            let root = self.parents[usize::from(self.parents[label])];
            self.parents[label] = root;
            let sum = if usize::from(root) == label { 0 } else { self.sums[label] };
            self.sums[usize::from(root)] += sum;
        }
    }

    fn join(&mut self, a: u16, b: u16) {
        let root = |mut label: u16| {
            while self.parents[usize::from(label)] != label {
                label = self.parents[usize::from(label)];
            }
            label
        };
        let (a, b) = (root(a), root(b));
        self.parents[usize::from(a.max(b))] = a.min(b);
    }

    /// The lowest label of the region of the cell at `offset` from bit `bit` of two lines from
    /// `line` on, 0 for none.
    #[inline]
    fn root(&self, line: usize, bit: usize, offset: Offset) -> u16 {
        let cell = (line + 1) * STRIDE + 1 + bit;
        let there = cell.wrapping_add_signed(offset.line * STRIDE as isize + offset.bit as isize);
        self.parents[usize::from(self.labels[there])]
    }
}
