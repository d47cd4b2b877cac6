//! The eight points around a point, as bits, and what they mean for a stone placed in their midst.

use std::ops::BitOrAssign;

use crate::board::Colour;

/// The surroundings of a point, in one word.
///
/// Bits 0–7 are the neighbours with stones of the first colour, bits 8–15 those of the second, both
/// counted as [`Direction`](crate::geometry::Direction) counts: from east anticlockwise, so the
/// orthogonal neighbours are the even bits. There are no stones beyond the edge of the board. The
/// bits above hold the flags below.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Ring(u32);

/// The bits of the orthogonal neighbours.
const ORTHOGONAL: u8 = 0b0101_0101;

/// The point is joined to (if it holds a stone) or would join (if vacant) the side from which the
/// first colour sets out. The number of the bit; the second colour's flag is the next bit.
const LINKED: u32 = 16;

/// The point lies on the side where the first colour wants to arrive. The second colour's flag is
/// the next bit.
const GOAL: u32 = 1 << 18;

/// The point is vacant and a stone there would have closed a loop at the last check.
const PARKED: u32 = 1 << 20;

/// A playout has placed a stone on the point although it is still among its candidates.
const TAKEN: u32 = 1 << 21;

/// The point is or would be tied to the side from which the first colour sets out: joined to it by
/// stones next to each other or on a diagonal. The number of the bit, as above.
const TIED: u32 = 22;

/// Around a point, the directions of those in the column to the west, in its own and in the one to
/// the east, each from the south on. The last of four is beyond the neighbours.
pub(super) const COLUMNS: [[u32; 4]; 3] =
    [[5, 4, 3, Ring::NOWHERE], [6, Ring::NOWHERE, 2, Ring::NOWHERE], [7, 0, 1, Ring::NOWHERE]];

/// By colour, a stone as the points of [`COLUMNS`] around it see it.
static STONES: [[[u32; 4]; 3]; 2] = {
    let mut table = [[[0; 4]; 3]; 2];
    let mut i = 0;
    while i < 24 {
        let bit = COLUMNS[i / 4 % 3][i % 4];
        if bit != Ring::NOWHERE {
            table[i / 12][i / 4 % 3][i % 4] = 1 << ((bit + 4) % 8) << (8 * (i / 12));
        }
        i += 1;
    }
    table
};

/// The points of [`COLUMNS`] to which a stone in the middle hands on its link, and those to which
/// its tie: all bits are set, or none.
static TAKERS: [[[u32; 4]; 3]; 2] = {
    let mut table = [[[0; 4]; 3]; 2];
    let mut i = 0;
    while i < 24 {
        let bit = COLUMNS[i / 4 % 3][i % 4];
        if bit != Ring::NOWHERE && (i / 12 == 1 || bit.is_multiple_of(2)) {
            table[i / 12][i / 4 % 3][i % 4] = u32::MAX;
        }
        i += 1;
    }
    table
};

/// By the directions of stones, whether they lie in two arcs or more.
static LINKS: [bool; 256] = {
    let mut table = [false; 256];
    let mut stones = 0;
    while stones < table.len() {
        table[stones] = ends(stones as u8).count_ones() > 1;
        stones += 1;
    }
    table
};

impl Ring {
    /// No direction.
    pub(super) const NOWHERE: u32 = 8;

    /// The neighbours with stones of `colour`.
    #[inline]
    pub(super) const fn stones(self, colour: Colour) -> u8 {
        (self.0 >> (8 * colour.index())) as u8
    }

    /// True if a stone of `colour` in the middle would make a crosscut.
    ///
    /// That is so where two opponent's stones are a quarter turn apart with an own stone in the
    /// corner between them.
    #[inline]
    pub(super) const fn crosscut(self, colour: Colour) -> bool {
        let own = self.stones(colour);
        let other = self.stones(colour.other());
        other & other.rotate_right(2) & own.rotate_right(1) & ORTHOGONAL != 0
    }

    /// True if a stone of `colour` in the middle would link stones of its own that are not linked
    /// around it already, as if there were stones in the directions `beyond` too.
    ///
    /// Own stones next to each other or on a diagonal are linked: only a crosscut could part them.
    #[inline]
    pub(super) fn links(self, colour: Colour, beyond: u8) -> bool {
        LINKS[(self.stones(colour) | beyond) as usize]
    }

    /// The neighbours with stones of `colour`, only the orthogonal ones unless `TIES`.
    #[inline]
    pub(super) const fn neighbours<const TIES: bool>(self, colour: Colour) -> u8 {
        self.stones(colour) & if TIES { u8::MAX } else { ORTHOGONAL }
    }

    /// The neighbours with stones of either colour.
    #[inline]
    pub(super) const fn occupied(self) -> u8 {
        (self.0 | self.0 >> 8) as u8
    }

    /// Marks the point as linked and tied to the side `colour` sets out from.
    #[inline]
    pub(super) const fn set_start(&mut self, colour: Colour) {
        self.0 |= (1 << LINKED | 1 << TIED) << colour.index();
    }

    /// True if a stone of `colour` here is or would be linked to the side it sets out from, or if
    /// `TIES` tied to it.
    #[inline]
    pub(super) const fn is_joined<const TIES: bool>(self, colour: Colour) -> bool {
        self.mark::<TIES>(colour).0 != 0
    }

    /// The direction `bit` if the point is joined in this sense.
    #[inline]
    pub(super) const fn joined<const TIES: bool>(self, colour: Colour, bit: u32) -> u8 {
        (self.0 >> (Self::flag::<TIES>(colour) - bit)) as u8 & 1 << bit
    }

    /// The link, or if `TIES` the tie, to the side `colour` sets out from, if the point has it.
    #[inline]
    pub(super) const fn mark<const TIES: bool>(self, colour: Colour) -> Self {
        Self(self.0 & 1 << Self::flag::<TIES>(colour))
    }

    #[inline]
    const fn flag<const TIES: bool>(colour: Colour) -> u32 {
        (if TIES { TIED } else { LINKED }) + colour.index() as u32
    }

    /// Notes a stone of `colour` in the four `points` of a column beside it, and marks those that
    /// take its link, or if `TIES` its tie.
    #[inline]
    pub(super) fn note<const TIES: bool>(
        points: &mut [Self],
        column: usize,
        colour: Colour,
        mark: Self,
    ) {
        let stones = &STONES[colour.index()][column];
        let takers = &TAKERS[usize::from(TIES)][column];
        for ((point, stone), taker) in points.iter_mut().zip(stones).zip(takers) {
            point.0 |= stone | mark.0 & taker;
        }
    }

    /// True if the point lies on the side where `colour` wants to arrive.
    #[inline]
    pub(super) const fn is_goal(self, colour: Colour) -> bool {
        self.0 & (GOAL << colour.index()) != 0
    }

    /// Marks the point as lying on the side where `colour` wants to arrive.
    #[inline]
    pub(super) const fn set_goal(&mut self, colour: Colour) {
        self.0 |= GOAL << colour.index();
    }

    /// True if the point is parked: set aside by a playout because a stone there would have
    /// closed a loop.
    #[inline]
    pub(super) const fn is_parked(self) -> bool {
        self.0 & PARKED != 0
    }

    /// Parks the point or takes it back.
    #[inline]
    pub(super) const fn set_parked(&mut self, parked: bool) {
        self.0 = if parked { self.0 | PARKED } else { self.0 & !PARKED };
    }

    /// True if a playout has placed a stone on the point while it is still among its
    /// candidates.
    #[inline]
    pub(super) const fn is_taken(self) -> bool {
        self.0 & TAKEN != 0
    }

    /// Notes that a playout has placed a stone on the point.
    #[inline]
    pub(super) const fn take(&mut self) {
        self.0 |= TAKEN;
    }
}

impl BitOrAssign for Ring {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// The arcs of stones around a point, each by the direction of one of its stones; up to four.
///
/// `occupied` are the directions of the stones, of either colour. Two belong to one arc unless a
/// vacant *orthogonal* neighbour lies between them on either way round: a vacant corner does not
/// divide the two orthogonal neighbours beside it, which touch diagonally, and no vacant point gets
/// through between them.
///
/// A full ring counts as no arc; it cannot arise around a vacant point, which would be enclosed
/// already.
pub(super) fn arcs(occupied: u8) -> Vec<usize> {
    let ends = ends(occupied);
    (0..8).filter(|bit| ends >> bit & 1 != 0).collect()
}

/// The last stone of each arc, anticlockwise.
#[inline]
const fn ends(stones: u8) -> u8 {
    // A corner between two stones is as good as a stone: nothing passes there.
    let filled = stones | (stones.rotate_left(1) & stones.rotate_right(1) & !ORTHOGONAL);
    filled & !filled.rotate_right(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(first: u8, second: u8) -> Ring {
        Ring(u32::from(first) | u32::from(second) << 8)
    }

    /// The arcs found by walking round: a new one begins with every stone that a vacant orthogonal
    /// point comes before.
    fn walk(stones: u8) -> usize {
        let at = |bit: u32| stones.rotate_right(bit) & 1 != 0;
        let gaps = (0..8).step_by(2).filter(|&bit| !at(bit)).count();
        if stones == 0 || gaps == 0 {
            return 0;
        }
        let from = (0..8).step_by(2).find(|&bit| !at(bit)).unwrap();
        let (mut arcs, mut open) = (0, false);
        for bit in from..from + 8 {
            if at(bit) && !open {
                (arcs, open) = (arcs + 1, true);
            } else if !at(bit) && bit % 2 == 0 {
                open = false;
            }
        }
        arcs
    }

    #[test]
    fn arcs_are_divided_by_vacant_orthogonal_points_alone() {
        for stones in 0..=255u8 {
            let arcs = arcs(stones);
            assert_eq!(arcs.len(), walk(stones), "{stones:08b}");
            assert!(arcs.iter().all(|bit| stones >> bit & 1 != 0), "{stones:08b}");
        }
    }

    #[test]
    fn stones_in_corners_join_no_arcs() {
        for stones in 0..=255u8 {
            for corner in [1, 3, 5, 7] {
                let more = stones | 1 << corner;
                assert!(arcs(more).len() >= arcs(stones).len(), "{stones:08b} and {corner}");
            }
        }
    }

    #[test]
    fn a_crosscut_takes_two_opponents_and_the_corner_between() {
        for corner in [1, 3, 5, 7u32] {
            let beside = 1u8.rotate_left(corner - 1) | 1u8.rotate_left(corner + 1);
            let own = 1u8 << corner;
            assert!(ring(own, beside).crosscut(Colour::First));
            assert!(!ring(own, beside).crosscut(Colour::Second));
            assert!(ring(beside, own).crosscut(Colour::Second));
            assert!(!ring(0, beside).crosscut(Colour::First));
            assert!(
                !ring(own | 1u8.rotate_left(corner - 1), 1u8.rotate_left(corner + 1))
                    .crosscut(Colour::First)
            );
        }
    }
}
