//! The one-bound-one-free opening on a board of one word.

use super::Small;
use crate::board::Colour;
use crate::knowledge::spread;
use crate::rules::Phase;
use crate::step::Step;
use crate::symmetry::IMAGES;

/// The phases of a game that may begin with the opening.
#[derive(Clone, Copy, Debug)]
pub(in crate::games) struct Course {
    pub(in crate::games) to_move: Colour,
    phase: Phase,
}

impl Course {
    pub(in crate::games) const fn new(to_move: Colour, phase: Phase) -> Self {
        Self { to_move, phase }
    }

    /// True if the opening is over.
    pub(in crate::games) const fn is_placement(self) -> bool {
        matches!(self.phase, Phase::Placement)
    }

    /// The cells where the opening's next stone can go, of the `vacant` ones.
    pub(in crate::games) fn cells(self, small: &Small, vacant: u64) -> u64 {
        match self.phase {
            Phase::Bound { anchor } => small.grown(small.bit(anchor)) & vacant,
            Phase::Free { .. } => lonely(small, vacant),
            Phase::First | Phase::Placement => vacant,
        }
    }

    /// Notes a step, after which these cells are vacant.
    pub(in crate::games) fn step(&mut self, small: &Small, step: Step, vacant: u64) {
        let (Step::Place(cell) | Step::Flip(cell)) = step else { return };
        self.phase = match self.phase {
            Phase::First | Phase::Free { .. } => Phase::Bound { anchor: cell },
            Phase::Bound { .. } if lonely(small, vacant) != 0 => {
                self.phase = Phase::Free { bound: cell };
                return;
            }
            Phase::Bound { .. } | Phase::Placement => Phase::Placement,
        };
        self.to_move = self.to_move.other();
    }

    /// By image of the board, a number for the phase.
    pub(in crate::games) fn sums(self, small: &Small) -> [u128; IMAGES] {
        match self.phase {
            Phase::Placement => [0; IMAGES],
            Phase::First => [spread(1 << 64); IMAGES],
            Phase::Bound { anchor } => small.image(anchor).map(|number| number.rotate_left(77)),
            Phase::Free { bound } => small.image(bound).map(|number| number.rotate_left(99)),
        }
    }
}

/// The vacant cells all of whose neighbours are vacant.
const fn lonely(small: &Small, vacant: u64) -> u64 {
    vacant & !small.grown(small.all & !vacant)
}
