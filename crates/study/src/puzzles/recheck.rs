//! Puzzles checked again.

use crate::puzzles::check::{Aim, Check};
use crate::puzzles::judge::{Judge, Proven};
use crate::puzzles::puzzle::Puzzle;

/// What came of checking a puzzle again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rechecked {
    /// Every move of the solver is the only best one.
    Right,
    /// A move of the solver, its number counted from 1, is not the only best one, or does not reach
    /// what the puzzle says.
    Wrong {
        /// The number of the move.
        move_number: usize,
    },
    /// The effort does not suffice to tell.
    Unknown,
}

impl Puzzle {
    /// Checks every move of the solution again with the effort of `judge`: by the solver where it
    /// was proven, by search elsewhere.
    pub fn recheck(&self, judge: &Judge) -> Rechecked {
        for (number, (position, step)) in (1..).zip(self.questions()) {
            // A win or a draw is proven or not told; a search only knows what is best.
            let searched = matches!(self.check, Check::Search { .. })
                && self.aim == Aim::Best
                && judge.simulations > 0;
            let best = match judge.proven(&position) {
                Proven::Only(best) => Some(best),
                Proven::Not => None,
                Proven::Unsolved if searched => judge.searched(&position),
                Proven::Unsolved => return Rechecked::Unknown,
            };
            let is_aim =
                |aim| aim == self.aim || self.aim == Aim::Best && self.check != Check::Proof;
            let found = best.is_some_and(|best| best.step == step && is_aim(best.aim));
            if !found {
                return Rechecked::Wrong { move_number: number };
            }
        }
        Rechecked::Right
    }
}
