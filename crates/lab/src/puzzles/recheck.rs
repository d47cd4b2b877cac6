//! Puzzles checked again.

use tetralith_study::puzzles::{Check, Puzzle, PuzzleAim};

use crate::puzzles::judge::{Judge, Proven};

/// The result of checking a puzzle again.
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
    /// The effort does not suffice to decide.
    Unknown,
}

impl Judge {
    /// `puzzle` with a proof in place of searches, if the solver proves every move of its solution
    /// to be the only one that keeps one and the same result.
    pub fn with_proof(&self, puzzle: &Puzzle) -> Option<Puzzle> {
        let mut aim = None;
        for (position, step) in puzzle.questions() {
            let Proven::Only(best) = self.proven(&position) else { return None };
            if best.step != step || aim.is_some_and(|aim| aim != best.aim) {
                return None;
            }
            aim = Some(best.aim);
        }
        Some(Puzzle { aim: aim?, check: Check::Proof, ..puzzle.clone() })
    }

    /// Checks every move of the solution of `puzzle` again: by the solver where it was proven, by
    /// search elsewhere.
    pub fn recheck(&self, puzzle: &Puzzle) -> Rechecked {
        for (number, (position, step)) in (1..).zip(puzzle.questions()) {
            // A win or a draw is claimed only with a proof; a search only knows which move is best.
            let searched = matches!(puzzle.check, Check::Search { .. })
                && puzzle.aim == PuzzleAim::Best
                && self.simulations > 0;
            let best = match self.proven(&position) {
                Proven::Only(best) => Some(best),
                Proven::Not => None,
                Proven::Unsolved if searched => self.searched(&position),
                Proven::Unsolved => return Rechecked::Unknown,
            };
            let is_aim = |aim| {
                aim == puzzle.aim || puzzle.aim == PuzzleAim::Best && puzzle.check != Check::Proof
            };
            let found = best.is_some_and(|best| best.step == step && is_aim(best.aim));
            if !found {
                return Rechecked::Wrong { move_number: number };
            }
        }
        Rechecked::Right
    }
}
