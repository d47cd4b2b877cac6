//! Greylox as an exact search sees it: sets of cells in one word each, and lines of sight for all
//! cells at once.

use super::Greylox;
use crate::board::Colour;
use crate::games::small::opening::Course;
use crate::games::small::{Small, Sums};
use crate::geometry::AROUND_HEXAGON;
use crate::knowledge::Exact;
use crate::rules::Rules;
use crate::step::Step;

/// A position of Greylox to be solved.
#[derive(Clone, Debug)]
pub(crate) struct Sights {
    small: &'static Small,
    stones: [u64; 2],
    sums: [Sums; 2],
    course: Course,
    /// The cells each colour controls; in the opening, none.
    controlled: [u64; 2],
}

impl Sights {
    /// The position, unless its board is too large for one word.
    pub(super) fn new(game: &Greylox) -> Option<Self> {
        let small = Small::get(game.board.geometry())?;
        let stones = small.stones(&game.board);
        let course = Course::new(game.to_move(), game.phase());
        let sums = stones.map(|stones| small.sums(stones));
        let mut sights = Self { small, stones, sums, course, controlled: [0; 2] };
        sights.look();
        Some(sights)
    }

    fn vacant(&self) -> u64 {
        self.small.all & !self.stones[0] & !self.stones[1]
    }

    /// Finds out which cells each colour controls.
    fn look(&mut self) {
        if self.course.is_placement() {
            self.controlled = Colour::BOTH.map(|colour| self.control(colour));
        }
    }

    /// The cells that see more stones of `colour` than half their neighbours: four in the field,
    /// three on an edge, two at a corner.
    ///
    /// The stones seen are counted in all cells at once, one bit of the numbers in a word.
    fn control(&self, colour: Colour) -> u64 {
        let (small, vacant) = (self.small, self.vacant());
        let [mut ones, mut twos, mut fours] = [0; 3];
        for line in AROUND_HEXAGON {
            let mut seen = small.behind(self.stones[colour.index()], line);
            let mut through = seen & vacant;
            while through != 0 {
                through = small.behind(through, line);
                seen |= through;
                through &= vacant;
            }
            let carry = ones & seen;
            ones ^= seen;
            fours ^= twos & carry;
            twos ^= carry;
        }
        let (corners, edge) = (small.corners, small.edge);
        small.all & (fours | edge & ones & twos | corners & twos)
    }

    /// The cells where the player to move can place or flip.
    fn open(&self) -> u64 {
        if !self.course.is_placement() {
            return self.course.cells(self.small, self.vacant());
        }
        let (mover, other) = (self.course.to_move.index(), self.course.to_move.other().index());
        self.vacant() & !self.controlled[other] | self.stones[other] & self.controlled[mover]
    }

    /// The number of groups of each size that these stones form, the larger ones higher.
    fn sizes(&self, stones: u64) -> [u8; 64] {
        let (mut sizes, mut left) = ([0; 64], stones);
        while left != 0 {
            let group = self.small.flood(left & left.wrapping_neg(), left);
            left &= !group;
            sizes[group.count_ones() as usize & 63] += 1;
        }
        sizes
    }
}

impl Exact for Sights {
    const IS_WON_OR_LOST: bool = true;

    /// Many orders of the same flips lead to one position, which proof numbers count many times
    /// over.
    const BY_PROOF_NUMBERS: bool = false;

    fn to_move(&self) -> Colour {
        self.course.to_move
    }

    fn result(&self) -> Option<i16> {
        if self.open() != 0 {
            return None;
        }
        // Vacant cells are the opponent's then.
        let winner = self.course.to_move.other();
        let mut stones = self.stones;
        stones[winner.index()] |= self.vacant();
        let [first, second] = stones.map(|stones| self.sizes(stones));
        let order = first.iter().rev().cmp(second.iter().rev());
        Some(if order.is_gt() { 1 } else { -1 })
    }

    fn range(&self) -> [i16; 2] {
        self.result().map_or([-1, 1], |value| [value; 2])
    }

    /// Flips come first.
    fn steps(&self, out: &mut Vec<Step>) {
        out.clear();
        let (open, vacant) = (self.open(), self.vacant());
        out.extend(self.small.each(open & !vacant).map(Step::Flip));
        out.extend(self.small.each(open & vacant).map(Step::Place));
    }

    fn play(&mut self, step: Step) {
        let (Step::Place(cell) | Step::Flip(cell)) = step else { return };
        let (bit, mover, other) = (
            self.small.bit(cell),
            self.course.to_move.index(),
            self.course.to_move.other().index(),
        );
        if matches!(step, Step::Flip(_)) {
            self.stones[other] ^= bit;
            self.small.toggle(&mut self.sums[other], bit);
        }
        self.stones[mover] |= bit;
        self.small.toggle(&mut self.sums[mover], bit);
        self.course.step(self.small, step, self.vacant());
        self.look();
    }

    /// With the colours exchanged everything is the same but for the names of the players.
    fn key(&self) -> u128 {
        self.small.key(&self.sums, self.course)
    }
}
