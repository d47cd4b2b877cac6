//! Puzzles found in a game.

use std::cmp::Reverse;

use tetralith_core::{Game, Step};
use tetralith_engine::{Limits, Proof};
use tetralith_study::puzzles::{Check, Puzzle, PuzzleAim, PuzzleTheme};

use crate::puzzles::difficulty::{EASIEST, choice, difficulty};
use crate::puzzles::judge::{Best, Judge, Proven, is_plain, search};

/// The fewest legal moves of a position that a puzzle can ask about.
const FEWEST_LEGAL: usize = 5;

/// The most moves of the solver.
const MOST_MOVES: usize = 4;

/// The least rating of a puzzle in which the solver has one move: not one that every player would
/// find.
const LEAST_RATING_OF_ONE: u16 = EASIEST + 250;

/// The least rating of a longer one.
const LEAST_RATING: u16 = EASIEST + 80;

/// The most puzzles of one game.
const MOST_OF_A_GAME: usize = 2;

/// The number of unsolved positions of one game that get a first look.
const LOOKED_AT: usize = 12;

/// The number of those positions that are judged by deep searches.
const SEARCHED: usize = 2;

/// The number of unsolved positions after which earlier ones of the game are not given to the
/// solver any more.
const UNSOLVED: usize = 2;

/// Simulations of the first look at a position, and of the look that shows what is obvious.
const LOOK: u64 = 200;
const GLANCE: u64 = 12;

/// A finder of puzzles in games.
#[derive(Clone, Debug)]
pub struct Maker {
    /// The effort with which positions are judged.
    pub judge: Judge,
    /// The fewest moves of the solver's that a puzzle has.
    pub least: usize,
}

impl Maker {
    /// The puzzles of the game that `steps` make from `start`, at most two; `source` is the game's
    /// number.
    ///
    /// A step that is illegal ends the game. Once the judge's `stop` is raised, there are none.
    pub fn find(&self, start: &Game, steps: &[Step], source: u64) -> Vec<Puzzle> {
        let positions = positions(start, steps);
        let mut found: Vec<(usize, Puzzle)> = Vec::new();
        let mut take = |at: usize, position: Game, best: Option<Best>| {
            let is_alike =
                |(other, puzzle): &(usize, Puzzle)| other.abs_diff(at) <= puzzle.line.len() + 1;
            if found.len() < MOST_OF_A_GAME && !found.iter().any(is_alike) {
                found.extend(self.puzzle(position, best, source).map(|puzzle| (at, puzzle)));
            }
            found.len() < MOST_OF_A_GAME
        };
        let mut unsolved = Vec::new();
        let mut failures = 0;
        for (at, position) in positions.into_iter().rev() {
            if failures >= UNSOLVED || position.board().vacant().len() > self.judge.vacant {
                unsolved.push((at, position));
                continue;
            }
            let position = self.judge.with_close_komi(&position).unwrap_or(position);
            match self.judge.proven(&position) {
                Proven::Unsolved => {
                    failures += 1;
                    unsolved.push((at, position));
                }
                Proven::Only(best) if !take(at, position, Some(best)) => break,
                Proven::Only(_) | Proven::Not => {}
            }
        }
        if self.judge.simulations > 0 {
            for (at, position) in self.promising(unsolved) {
                if !take(at, position, None) {
                    break;
                }
            }
        }
        if self.judge.stop.is_cancelled() {
            return Vec::new();
        }
        found.into_iter().map(|(_, puzzle)| puzzle).collect()
    }

    /// Of positions that are not solved, those that promise most at a first look.
    fn promising(&self, positions: Vec<(usize, Game)>) -> Vec<(usize, Game)> {
        let every = positions.len().div_ceil(LOOKED_AT).max(1);
        let offset = (self.judge.seed % every as u64) as usize;
        let looked = positions.into_iter().skip(offset).step_by(every);
        let mut found: Vec<(u32, usize, Game)> = looked
            .filter_map(|(at, position)| Some((self.promise(&position)?, at, position)))
            .collect();
        found.sort_by_key(|&(promise, at, _)| (Reverse(promise), at));
        found.into_iter().take(SEARCHED).map(|(_, at, position)| (at, position)).collect()
    }

    /// By how much one move of `position` seems better than the others at a first look, in
    /// thousandths, if it is by enough.
    fn promise(&self, position: &Game) -> Option<u32> {
        let limits = Limits { simulations: Some(LOOK), ..Limits::NONE };
        let found =
            search(position, self.judge.seed).run(&limits, &self.judge.stop, &mut |_| {}).ok()?;
        if found.proof == Some(Proof::Loss) {
            return None;
        }
        let best = found.candidates.first()?;
        let rival =
            found.candidates.iter().skip(1).filter(|rival| rival.visits > 2).map(|rival| rival.win);
        let gap = best.win - rival.fold(0.0, f32::max);
        (gap >= 0.2).then_some((gap * 1000.0) as u32)
    }

    /// The puzzle that `position` makes, if it does; `best` is its only best move, where that is
    /// known already.
    fn puzzle(&self, position: Game, best: Option<Best>, source: u64) -> Option<Puzzle> {
        let best = best.or_else(|| self.judge.best(&position))?;
        // A move that a glance finds is not a puzzle by itself, and seldom the beginning of one.
        let is_hidden =
            choice(&position, GLANCE, self.judge.seed, &self.judge.stop) != Some(best.step);
        if !is_hidden && !self.judge.seed.is_multiple_of(4) {
            return None;
        }
        let (line, first) = self.line(&position, best);
        let theme = PuzzleTheme::of(&position, first.step);
        let mut puzzle = Puzzle {
            position,
            line,
            aim: first.aim,
            check: first.check,
            rating: EASIEST,
            theme,
            source,
        };
        let questions = puzzle.questions();
        if questions.len() < self.least || questions.len() == 1 && first.check != Check::Proof {
            return None;
        }
        puzzle.rating = difficulty(&questions, self.judge.seed, &self.judge.stop);
        let least = if questions.len() == 1 { LEAST_RATING_OF_ONE } else { LEAST_RATING };
        (puzzle.rating >= least).then_some(puzzle)
    }

    /// The solution of `position`, and its first move with the check that holds for all of them.
    ///
    /// `best` is the first move.
    fn line(&self, position: &Game, best: Best) -> (Vec<Step>, Best) {
        let mut first = best;
        let solver = position.to_move();
        let mut line = vec![first.step];
        let mut next = position.clone();
        next.play_unchecked(first.step);
        for _ in 1..MOST_MOVES {
            let answers = if next.outcome().is_some() || next.to_move() == solver {
                vec![None]
            } else {
                self.answers(&next, first.check == Check::Proof).into_iter().map(Some).collect()
            };
            let found = answers.into_iter().find_map(|answer| {
                let mut after = next.clone();
                if let Some(answer) = answer {
                    after.play_unchecked(answer);
                }
                let goes_on = after.outcome().is_none()
                    && after.to_move() == solver
                    && after.legal().len() > 1;
                let best = goes_on.then(|| self.judge.best(&after)).flatten()?;
                let is_same = first.aim == best.aim || first.aim == PuzzleAim::Best;
                is_same.then_some((answer, best, after))
            });
            let Some((answer, best, after)) = found else { break };
            line.extend(answer);
            line.push(best.step);
            first.check = first.check.and(best.check);
            next = after;
            next.play_unchecked(best.step);
        }
        (line, first)
    }

    /// The most stubborn answers in `position`, best first.
    fn answers(&self, position: &Game, is_proven: bool) -> Vec<Step> {
        // If every answer loses, the most stubborn is one that makes the solver find another move.
        let most = if is_proven { 4 } else { 1 };
        let limits = Limits { simulations: Some(LOOK), ..Limits::NONE };
        let found = search(position, self.judge.seed).look(&limits, &self.judge.stop, &mut |_| {});
        found
            .map(|found| {
                found.candidates.iter().take(most).map(|candidate| candidate.step).collect()
            })
            .unwrap_or_default()
    }
}

/// The positions of a game in which there is something to choose, each with the number of steps
/// before it.
fn positions(start: &Game, steps: &[Step]) -> Vec<(usize, Game)> {
    let mut position = start.clone();
    let mut positions = Vec::new();
    for (at, &step) in steps.iter().enumerate() {
        if is_plain(&position) && position.legal().len() >= FEWEST_LEGAL {
            positions.push((at, position.clone()));
        }
        if position.play(step).is_err() {
            break;
        }
    }
    positions
}
