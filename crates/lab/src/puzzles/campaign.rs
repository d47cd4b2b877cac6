//! Making many puzzles of one game, which can be interrupted and resumed.

use std::collections::HashSet;

use tetralith_core::{Game, Info, Step};
use tetralith_study::puzzles::Puzzle;

use crate::arena::Shard;
use crate::puzzles::judge::Judge;
use crate::puzzles::make::Maker;
use crate::puzzles::self_play::{board, self_play};

/// If the engine plays against itself too, one in this many games is a given one.
const GIVEN: u64 = 8;

/// Games to look for puzzles in: given ones, those that the engine plays against itself, or both.
///
/// Each game has a number, so that the source of a puzzle can be named, the work can be split into
/// shards, and it resumes at the last number that gave a puzzle, whose game may give another.
#[derive(Clone, Debug)]
pub struct Campaign<'a> {
    /// The game.
    pub info: &'static Info,
    /// The given games: where each begins, and its steps.
    pub games: &'a [(Game, Vec<Step>)],
    /// True if the engine also plays games against itself, without end; otherwise there are only
    /// the given games.
    pub plays: bool,
    /// The seed of random numbers; puzzles are the same for the same seed.
    pub seed: u64,
    /// The part of all games to take.
    pub shard: Shard,
    /// The effort with which positions are judged; its seed is not used. Its `stop` also ends the
    /// games that the engine plays.
    pub judge: Judge,
    /// The fewest moves of the solver's that a puzzle has.
    pub least: usize,
}

/// The state after one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CampaignProgress {
    /// The number of the game.
    pub number: u64,
    /// The number of puzzles so far, including earlier ones.
    pub puzzles: usize,
}

impl Campaign<'_> {
    /// Looks for puzzles that are not among `had` and hands each to `found` at once, until
    /// `keep_on`, called after each game and each puzzle, returns false, the judge's `stop` is
    /// raised, or there are no more games.
    ///
    /// # Errors
    /// The first error of `found`.
    pub fn run<E>(
        &self,
        had: &[Puzzle],
        found: &mut dyn FnMut(Puzzle) -> Result<(), E>,
        keep_on: &mut dyn FnMut(CampaignProgress) -> bool,
    ) -> Result<(), E> {
        let mut known: HashSet<u64> = had.iter().map(Puzzle::id).collect();
        let (part, parts) = (u64::from(self.shard.index), u64::from(self.shard.count));
        let last = had.iter().map(|puzzle| puzzle.source).max().unwrap_or(0);
        // The next game of this part.
        let mut next = last.checked_add((part + parts - last % parts) % parts);
        while let Some((number, (start, steps))) =
            next.and_then(|next| Some((next, self.game(next)?)))
        {
            let judge = Judge { seed: self.seed_of(number), ..self.judge.clone() };
            let maker = Maker { judge, least: self.least };
            for puzzle in maker.find(&start, &steps, number) {
                if known.insert(puzzle.id()) {
                    found(puzzle)?;
                    if !keep_on(CampaignProgress { number, puzzles: known.len() }) {
                        return Ok(());
                    }
                }
            }
            if self.judge.stop.is_cancelled()
                || !keep_on(CampaignProgress { number, puzzles: known.len() })
            {
                break;
            }
            next = number.checked_add(parts);
        }
        Ok(())
    }

    /// The game with this number; `None` if there are no more.
    fn game(&self, number: u64) -> Option<(Game, Vec<Step>)> {
        if !self.plays {
            return self.games.get(usize::try_from(number).ok()?).cloned();
        }
        let round = number / GIVEN;
        if number % GIVEN == GIVEN - 1 && !self.games.is_empty() {
            // Neighbours in a file often share an opening, so games are taken from all over it.
            let stride = (self.games.len() as u64 / 2) | 1;
            return self
                .games
                .get((round.wrapping_mul(stride) % self.games.len() as u64) as usize)
                .cloned();
        }
        let start = board(self.info, number - round)?;
        let steps = self_play(&start, self.seed_of(number), &self.judge.stop);
        Some((start, steps))
    }

    fn seed_of(&self, number: u64) -> u64 {
        self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number)
    }
}
