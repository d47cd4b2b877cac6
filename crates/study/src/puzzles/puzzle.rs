//! A puzzle: a position, its aim, and the line that reaches it.

use tetralith_core::{Colour, Game, Step, position_text};

use crate::puzzles::check::{Check, PuzzleAim};
use crate::puzzles::theme::PuzzleTheme;

/// The most steps of a solution, the answers included.
pub const MAX_STEPS: usize = 32;

/// A position with a solution.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The position; the solver is to move.
    pub position: Game,
    /// The steps of the solution, from the solver's first to the solver's last, with the answers
    /// between them.
    pub line: Vec<Step>,
    /// The result to be reached.
    pub aim: PuzzleAim,
    /// The way in which the solution was checked.
    pub check: Check,
    /// The strength of a player who finds it half of the time, on a scale like that of Elo.
    pub rating: u16,
    /// The effect of the first move, if known.
    pub theme: Option<PuzzleTheme>,
    /// The number of the game it was found in, from which making puzzles resumes.
    pub source: u64,
}

impl Puzzle {
    /// The colour that the solver plays: that of the player to move.
    pub fn solver(&self) -> Colour {
        self.position.to_move()
    }

    /// Its name in the progress: the number of its position, so that the same puzzle is the same in
    /// every file.
    pub fn id(&self) -> u64 {
        position_text::number(&self.position)
    }

    /// The positions in which the solver has to find a step, each with that step.
    pub fn questions(&self) -> Vec<(Game, Step)> {
        let mut position = self.position.clone();
        let mut questions = Vec::new();
        for &step in &self.line {
            if position.to_move() == self.solver() {
                questions.push((position.clone(), step));
            }
            position.play_unchecked(step);
        }
        questions
    }
}
