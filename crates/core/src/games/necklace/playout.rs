//! Random games to the end, as fast as they go.

use std::hint::select_unpredictable;

use rand_core::Rng;

use crate::board::{Board, Colour};
use crate::cell::MAX_CELLS;
use crate::games::necklace::net::{Net, Spot};
use crate::rules::below;

/// Plays uniformly random legal placements from `board`, which `net` must match, until a connection is made or neither
/// side can place. Says who won; afterwards `board` holds the final stones, and nothing is promised of `net`.
///
/// Each ply draws from the points that are not known to be closed to the mover, and draws again when the one drawn turns
/// out to be closed, so every legal point has the same chance. What is closed is struck off: for ever if by a crosscut, and
/// till its ring changes if by a loop, since a loop opens only when a gap between two arcs of the ring is filled.
pub(super) fn playout<R: Rng>(net: &mut Net, board: &mut Board, mut mover: Colour, rng: &mut R) -> Option<Colour> {
    let mut stones = Colour::BOTH.map(|colour| *board.stones(colour));
    let mut candidates = Candidates::new(net, board);
    let mut stack = net.stack();
    let winner = loop {
        let range = candidates.range(mover);
        if range.is_empty() {
            if candidates.is_empty() {
                break None;
            }
            mover = mover.other();
            continue;
        }
        let index = range.start + below(rng, range.len());
        let drawn = candidates.spots[index];
        let slot = drawn.slot();
        let ring = net.ring(slot);
        if ring.crosscut(mover) {
            candidates.strike(index, mover);
            continue;
        }
        candidates.remove(index);
        let arcs = net.arcs(ring);
        if net.loops(slot, arcs) {
            net.park(slot);
            continue;
        }
        net.join(slot, arcs);
        stones[mover.index()].insert(drawn.cell());
        if net.surround(slot, mover) {
            reopen(net, &mut candidates, slot);
        }
        if ring.is_linked(mover) && net.link(slot, mover, &mut stack) {
            break Some(mover);
        }
        mover = mover.other();
    };
    board.set_all(stones);
    winner
}

/// Takes back those parked neighbours of `slot` that close a loop no more.
#[inline(never)]
fn reopen(net: &mut Net, candidates: &mut Candidates, slot: usize) {
    net.unpark_around(slot, |spot, open| candidates.insert(spot, open));
}

/// The vacant points that may be open, in any order: first those for the first colour alone, then those for both, then
/// those for the second colour alone. So the candidates of either colour are one range.
struct Candidates {
    spots: [Spot; MAX_CELLS],
    /// Where the three parts end.
    ends: [usize; 3],
}

impl Candidates {
    fn new(net: &Net, board: &Board) -> Self {
        let mut spots = [Spot::default(); MAX_CELLS];
        let mut len = 0;
        for cell in board.vacant() {
            spots[len] = net.spot(cell);
            len += 1;
        }
        Self { spots, ends: [0, len, len] }
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.ends[2] == 0
    }

    /// The indices of `colour`'s candidates.
    #[inline]
    fn range(&self, colour: Colour) -> std::ops::Range<usize> {
        match colour {
            Colour::First => 0..self.ends[1],
            Colour::Second => self.ends[0]..self.ends[2],
        }
    }

    /// Takes out the candidate at `index`: the last of its part fills its place, the last of the next part the place of
    /// that one, and so on. Which part it is in cannot be guessed, so nothing branches on it.
    #[inline]
    fn remove(&mut self, index: usize) {
        let [a, b, c] = self.ends;
        let hole = select_unpredictable(index < a, a.wrapping_sub(1), index);
        self.spots[index] = self.spots[hole];
        let next = select_unpredictable(hole < b, b.wrapping_sub(1), hole);
        self.spots[hole] = self.spots[next];
        self.spots[next] = self.spots[c - 1];
        self.ends = [a - usize::from(index < a), b - usize::from(hole < b), c - 1];
    }

    /// Closes the candidate at `index` to `colour`.
    #[inline]
    fn strike(&mut self, index: usize, colour: Colour) {
        let [a, b, _] = self.ends;
        match colour {
            Colour::First if index >= a => {
                self.spots.swap(index, b - 1);
                self.ends[1] -= 1;
            }
            Colour::Second if index < b => {
                self.spots.swap(index, a);
                self.ends[0] += 1;
            }
            _ => self.remove(index),
        }
    }

    /// Adds a candidate `open` to the first, the second colour.
    #[inline]
    fn insert(&mut self, spot: Spot, open: [bool; 2]) {
        let part = match open {
            [true, false] => 0,
            [true, true] => 1,
            [false, true] => 2,
            [false, false] => return,
        };
        for i in (part + 1..3).rev() {
            self.spots[self.ends[i]] = self.spots[self.ends[i - 1]];
        }
        self.spots[self.ends[part]] = spot;
        for end in &mut self.ends[part..] {
            *end += 1;
        }
    }
}
