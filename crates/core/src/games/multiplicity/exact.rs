//! Multiplicity as an exact search sees it: sets of cells in one word each.

use super::{Multiplicity, winner};
use crate::board::Colour;
use crate::games::small::opening::Course;
use crate::games::small::{Small, Sums, ones};
use crate::knowledge::Exact;
use crate::rules::Rules;
use crate::step::Step;

/// Vacant cells up to which the order of steps does not matter.
const FEW: u32 = 4;

/// A position of Multiplicity to be solved.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    small: &'static Small,
    stones: [u64; 2],
    sums: [Sums; 2],
    course: Course,
}

impl Groups {
    /// The position, unless its board is too large for one word.
    pub(super) fn new(game: &Multiplicity) -> Option<Self> {
        let small = Small::get(game.board.geometry())?;
        let stones = small.stones(&game.board);
        let course = Course::new(game.to_move(), game.phase());
        Some(Self { small, stones, sums: stones.map(|stones| small.sums(stones)), course })
    }

    fn vacant(&self) -> u64 {
        self.small.all & !self.stones[0] & !self.stones[1]
    }

    fn groups(&self, colour: Colour) -> impl Iterator<Item = u64> {
        let mut left = self.stones[colour.index()];
        std::iter::from_fn(move || {
            let group = self.small.flood(left & left.wrapping_neg(), left);
            left &= !group;
            (group != 0).then_some(group)
        })
    }

    /// The product of the sizes of the groups, 0 without stones.
    fn product(&self, colour: Colour) -> u128 {
        if self.stones[colour.index()] == 0 {
            return 0;
        }
        self.groups(colour).map(|group| u128::from(group.count_ones())).product()
    }
}

impl Exact for Groups {
    const IS_WON_OR_LOST: bool = false;

    fn to_move(&self) -> Colour {
        self.course.to_move
    }

    fn result(&self) -> Option<i16> {
        let is_over = self.vacant().count_ones() <= 1 && self.course.is_placement();
        is_over.then(|| match winner(Colour::BOTH.map(|colour| self.product(colour))) {
            Some(Colour::First) => 1,
            Some(Colour::Second) => -1,
            None => 0,
        })
    }

    fn range(&self) -> [i16; 2] {
        self.result().map_or([-1, 1], |value| [value; 2])
    }

    /// First those cells that change both players' products most, because a cell good for one is
    /// good to take away.
    fn steps(&self, out: &mut Vec<Step>) {
        out.clear();
        let vacant = self.vacant();
        if vacant.count_ones() <= 1 && self.course.is_placement() {
            return;
        }
        let cells = self.course.cells(self.small, vacant);
        if cells.count_ones() <= FEW {
            out.extend(self.small.each(cells).map(Step::Place));
            return;
        }
        // By cell, the sum and the product of the groups beside it, by colour.
        let mut beside = [[(1.0_f32, 1.0_f32); 2]; 64];
        for colour in Colour::BOTH {
            for group in self.groups(colour) {
                let size = group.count_ones() as f32;
                for cell in ones(self.small.grown(group) & cells) {
                    let (sum, product) =
                        &mut beside[cell.trailing_zeros() as usize & 63][colour.index()];
                    *sum += size;
                    *product *= size;
                }
            }
        }
        let worth = |cell: u64| {
            let [first, second] = beside[cell.trailing_zeros() as usize & 63];
            first.0 / first.1 * second.0 / second.1
        };
        let mut rated: Vec<(f32, u64)> = ones(cells).map(|cell| (worth(cell), cell)).collect();
        rated.sort_by(|a, b| b.0.total_cmp(&a.0));
        out.extend(rated.into_iter().map(|(_, cell)| Step::Place(self.small.cell(cell))));
    }

    fn play(&mut self, step: Step) {
        let Step::Place(cell) = step else { return };
        let (bit, mover) = (self.small.bit(cell), self.course.to_move.index());
        self.stones[mover] |= bit;
        self.small.toggle(&mut self.sums[mover], bit);
        self.course.step(self.small, step, self.vacant());
    }

    /// With the colours exchanged everything is the same but for the names of the players.
    fn key(&self) -> u128 {
        self.small.key(&self.sums, self.course)
    }
}
