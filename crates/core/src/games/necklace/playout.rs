//! Random games to the end, as fast as they go.

use std::hint::select_unpredictable;

use rand_core::Rng;

use crate::board::{Board, Colour};
use crate::cell::{CellSet, MAX_CELLS};
use crate::games::necklace::net::{Net, Spot};
use crate::rules::below;

/// Plays uniformly random legal placements from `board`, which `net` must match, until a connection is made or neither
/// side can place. Says who won; afterwards `board` holds the final stones, and nothing is promised of `net`.
///
/// Each ply draws from the points that are not known to be closed to the mover, and draws again when the one drawn turns
/// out to be closed, so every legal point has the same chance. What is closed is struck off: for ever if by a crosscut, and
/// till its ring changes if by a loop, since a loop opens only when a gap between two arcs of the ring is filled.
pub(super) fn playout<R: Rng>(net: &mut Net, board: &mut Board, mover: Colour, rng: &mut R) -> Option<Colour> {
    let mut playout = Playout {
        candidates: Candidates::new(net, board),
        stones: Colour::BOTH.map(|colour| *board.stones(colour)),
        stack: net.stack(),
        net,
    };
    // The turns are written out by colour, so that each is compiled for its own.
    let winner = if mover == Colour::Second && playout.turn(Colour::Second, rng) {
        Some(Colour::Second)
    } else {
        loop {
            if playout.candidates.is_empty() {
                break None;
            }
            if playout.turn(Colour::First, rng) {
                break Some(Colour::First);
            }
            if playout.turn(Colour::Second, rng) {
                break Some(Colour::Second);
            }
        }
    };
    board.set_all(playout.stones);
    winner
}

/// A random game on its way.
struct Playout<'a> {
    net: &'a mut Net,
    candidates: Candidates,
    stones: [CellSet; 2],
    /// Room for [`Net::link`] to work in.
    stack: Vec<u16>,
}

impl Playout<'_> {
    /// Places a stone of `mover`, if it can place one, and says whether that makes its connection.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "only a copy for each colour is worth having")]
    fn turn<R: Rng>(&mut self, mover: Colour, rng: &mut R) -> bool {
        loop {
            let range = self.candidates.range(mover);
            if range.is_empty() {
                return false;
            }
            let index = range.start + below(rng, range.len());
            let drawn = self.candidates.spots[index];
            let slot = drawn.slot();
            let around = self.net.ring(slot);
            if around.crosscut(mover) {
                self.candidates.strike(index, mover);
                continue;
            }
            self.candidates.remove(index);
            let arcs = self.net.arcs(around);
            if self.net.loops(slot, arcs) {
                self.net.park(slot);
                continue;
            }
            self.net.join(slot, arcs);
            self.stones[mover.index()].insert(drawn.cell());
            if self.net.surround(slot, mover) {
                reopen(self.net, &mut self.candidates, slot);
            }
            return around.is_linked(mover) && self.net.link(slot, mover, &mut self.stack);
        }
    }
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
        let vacant = board.vacant();
        let mut len = 0;
        for &spot in net.spots() {
            // Overwritten by the next one unless it counts.
            spots[len] = spot;
            len += usize::from(vacant.contains(spot.cell()));
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
