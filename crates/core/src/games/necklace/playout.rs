//! Random games to the end, as fast as they go, and with some sense.

use std::hint::select_unpredictable;

use rand_core::Rng;

use crate::board::{Board, Colour};
use crate::cell::{Cell, CellSet, MAX_CELLS};
use crate::games::necklace::net::{Arcs, Net};
use crate::knowledge::below;

/// Plays uniformly random legal placements from `board`, which `net` must match, until a connection
/// is made or neither side can place. Returns who won; afterwards `board` holds the final stones,
/// and nothing is promised of `net`.
///
/// Each ply draws from the points that are not known to be closed to the mover, and draws again
/// when the one drawn turns out to be closed, so every legal point has the same chance. Closed
/// points are struck off: for ever if by a crosscut, and till its ring changes if by a loop, since
/// a loop opens only when a gap between two arcs of the ring is filled.
pub(super) fn playout<R: Rng>(
    net: &mut Net,
    board: &mut Board,
    mover: Colour,
    rng: &mut R,
) -> Option<Colour> {
    play_out::<false, false, R>(net, board, mover, None, rng)
}

/// Plays as [`playout`] does, except that players answer the opponent's last stone, at first the
/// one on `last`, if it threatens to part theirs: a player who can link own stones next to it, or
/// an own stone with an own side, does so there. It also ends as soon as a colour is tied from side
/// to side ([`Net::tied`]), because nothing can then keep that colour from connecting. A playout
/// that begins with a colour tied goes on till the sides are joined, and without answers at sides,
/// which would only put the end off.
///
/// In matches on 13×13 at equal simulations (600), playouts with answers, though not yet with those
/// at sides, won 68 % ±7 of 170 games against playouts without. It was no better to take as answers
/// also points that would part the opponent's stones, or any points beside the last stone; nor to
/// look at several points elsewhere and prefer those that link or part.
///
/// Source of the idea: the replies that save a bridge in Gelly, Wang, Munos and Teytaud,
/// "Modification of UCT with Patterns in Monte-Carlo Go", 2006, and Huang, Arneson, Hayward, Müller
/// and Pawlewicz, "`MoHex` 2.0: A Pattern-Based MCTS Hex Player", 2013.
pub(super) fn heavy_playout<R: Rng>(
    net: &mut Net,
    board: &mut Board,
    mover: Colour,
    last: Option<Cell>,
    rng: &mut R,
) -> Option<Colour> {
    if net.tied().is_none() {
        play_out::<true, true, R>(net, board, mover, last, rng)
    } else {
        play_out::<true, false, R>(net, board, mover, last, rng)
    }
}

/// Plays out, with answers if `HEAVY`; if `UNTIED`, from where no colour is tied from side to side
/// until one is, with answers at sides too.
#[inline]
fn play_out<const HEAVY: bool, const UNTIED: bool, R: Rng>(
    net: &mut Net,
    board: &mut Board,
    mover: Colour,
    last: Option<Cell>,
    rng: &mut R,
) -> Option<Colour> {
    let mut candidates = Candidates::new(net, board);
    let mut playout = Playout::<HEAVY, UNTIED> {
        candidates: &mut candidates,
        stones: Colour::BOTH.map(|colour| *board.stones(colour)),
        last: last.map_or(0, |cell| net.slot(cell)),
        answers: 0,
        net,
    };
    if last.is_some() {
        playout.answers = playout.net.links_around::<UNTIED>(playout.last, mover);
    }
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
struct Playout<'a, const HEAVY: bool, const UNTIED: bool> {
    net: &'a mut Net,
    candidates: &'a mut Candidates,
    stones: [CellSet; 2],
    /// The slot of the last stone.
    last: usize,
    /// The directions from there in which the player to move may link stones.
    answers: u8,
}

impl<const HEAVY: bool, const UNTIED: bool> Playout<'_, HEAVY, UNTIED> {
    /// Places a stone of `mover`, if it can place one, and returns true if that ends the playout in
    /// its favour.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "only a copy for each colour is worth having")]
    fn turn<R: Rng>(&mut self, mover: Colour, rng: &mut R) -> bool {
        if HEAVY && let Some((slot, arcs)) = self.answer(mover, rng) {
            self.net.take(slot);
            return self.place(slot, arcs, mover);
        }
        loop {
            let range = self.candidates.range(mover);
            if range.is_empty() {
                self.answers = 0;
                return false;
            }
            let index = range.start + below(rng, range.len());
            let slot = usize::from(self.candidates.slots[index]);
            let around = self.net.ring(slot);
            if HEAVY && around.is_taken() {
                self.candidates.remove(index);
                continue;
            }
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
            return self.place(slot, arcs, mover);
        }
    }

    /// One of the answers to the last stone that `mover` may play, with the arcs around it.
    #[inline]
    fn answer<R: Rng>(&mut self, mover: Colour, rng: &mut R) -> Option<(usize, Arcs)> {
        while self.answers != 0 {
            let mut left = self.answers;
            for _ in 0..below(rng, left.count_ones() as usize) {
                left &= left - 1;
            }
            let bit = left.trailing_zeros();
            self.answers &= !(1 << bit);
            let slot = self.net.beside(self.last, bit as usize);
            let around = self.net.ring(slot);
            let arcs = self.net.arcs(around);
            if !around.crosscut(mover) && !self.net.loops(slot, arcs) {
                return Some((slot, arcs));
            }
        }
        None
    }

    /// Places a stone of `mover` on a point with these arcs around it, and returns true if that
    /// ends the playout in its favour.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "only a copy for each colour is worth having")]
    fn place(&mut self, slot: usize, arcs: Arcs, mover: Colour) -> bool {
        self.net.join(slot, arcs);
        self.stones[mover.index()].insert(self.net.cell(slot));
        let (is_parked, fresh) = self.net.surround::<UNTIED>(slot, mover);
        if is_parked {
            reopen(self.net, self.candidates, slot);
        }
        if HEAVY {
            self.last = slot;
            self.answers = self.net.links_around::<UNTIED>(slot, mover.other());
        }
        self.net.spread::<UNTIED>(slot, mover, fresh)
    }
}

/// Takes back those parked neighbours of `slot` that close a loop no more.
#[inline(never)]
fn reopen(net: &mut Net, candidates: &mut Candidates, slot: usize) {
    net.unpark_around(slot, |slot, open| candidates.insert(slot, open));
}

/// The vacant points that may be open, in any order: first those for the first colour alone, then
/// those for both, then those for the second colour alone. So the candidates of either colour are
/// one range.
struct Candidates {
    slots: [u16; MAX_CELLS],
    /// The ends of the three parts.
    ends: [usize; 3],
}

impl Candidates {
    fn new(net: &Net, board: &Board) -> Self {
        let mut slots = [0; MAX_CELLS];
        let mut len = 0;
        for (&word, near) in board.vacant().words().iter().zip(net.slots().chunks(64)) {
            let mut word = word;
            for &slot in near {
                // Overwritten by the next one unless it counts.
                slots[len] = slot;
                len += (word & 1) as usize;
                word >>= 1;
            }
        }
        Self { slots, ends: [0, len, len] }
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

    /// Takes out the candidate at `index`: the last of its part fills its place, the last of the
    /// next part the place of that one, and so on. Its part cannot be guessed, so nothing branches
    /// on it.
    #[inline]
    fn remove(&mut self, index: usize) {
        let [a, b, c] = self.ends;
        let hole = select_unpredictable(index < a, a.wrapping_sub(1), index);
        self.slots[index] = self.slots[hole];
        let next = select_unpredictable(hole < b, b.wrapping_sub(1), hole);
        self.slots[hole] = self.slots[next];
        self.slots[next] = self.slots[c - 1];
        self.ends = [a - usize::from(index < a), b - usize::from(hole < b), c - 1];
    }

    #[inline]
    fn strike(&mut self, index: usize, colour: Colour) {
        let [a, b, _] = self.ends;
        match colour {
            Colour::First if index >= a => {
                self.slots.swap(index, b - 1);
                self.ends[1] -= 1;
            }
            Colour::Second if index < b => {
                self.slots.swap(index, a);
                self.ends[0] += 1;
            }
            _ => self.remove(index),
        }
    }

    /// Adds a candidate `open` to the first, the second colour.
    #[inline]
    fn insert(&mut self, slot: usize, open: [bool; 2]) {
        let part = match open {
            [true, false] => 0,
            [true, true] => 1,
            [false, true] => 2,
            [false, false] => return,
        };
        for i in (part + 1..3).rev() {
            self.slots[self.ends[i]] = self.slots[self.ends[i - 1]];
        }
        self.slots[self.ends[part]] = slot as u16;
        for end in &mut self.ends[part..] {
            *end += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;
    use crate::geometry::{Geometry, Shape};

    /// The cells of the three parts.
    fn parts(candidates: &Candidates, net: &Net) -> [CellSet; 3] {
        let [a, b, c] = candidates.ends;
        let cells = |part: Range<usize>| {
            candidates.slots[part].iter().map(|&slot| net.cell(usize::from(slot))).collect()
        };
        [0..a, a..b, b..c].map(cells)
    }

    fn strike(candidates: &mut Candidates, slot: usize, colour: Colour) {
        let all = &candidates.slots[..candidates.ends[2]];
        let index = all.iter().position(|&other| usize::from(other) == slot).unwrap();
        candidates.strike(index, colour);
    }

    #[test]
    fn candidates_closed_to_both_colours_are_dropped() {
        let geometry = Geometry::get(Shape::Square, 3).unwrap();
        let (net, board) = (Net::new(geometry), Board::new(geometry));
        for [first, second] in [Colour::BOTH, [Colour::Second, Colour::First]] {
            let mut candidates = Candidates::new(&net, &board);
            let mut expected = [CellSet::EMPTY, geometry.all(), CellSet::EMPTY];
            // Every other one is closed to one colour and so left to the other, then closed to that
            // as well.
            let closed: Vec<Cell> = geometry.cells().step_by(2).collect();
            for &cell in &closed {
                strike(&mut candidates, net.slot(cell), first);
                expected[1].remove(cell);
                expected[2 - 2 * first.index()].insert(cell);
                assert_eq!(parts(&candidates, &net), expected, "{cell:?} closed to {first:?}");
            }
            for &cell in closed.iter().rev() {
                strike(&mut candidates, net.slot(cell), second);
                expected[2 - 2 * first.index()].remove(cell);
                assert_eq!(parts(&candidates, &net), expected, "{cell:?} closed to {second:?}");
            }
            assert_eq!(parts(&candidates, &net)[1].len(), 4);
        }
    }
}
