//! Books of openings, made by long searches.

use std::collections::BinaryHeap;

use tetralith_core::{Game, Info, Names, SetupError, Step};
use tetralith_engine::{
    Analysis, AnySearch, Book, BookStep, CancelToken, Config, Limits, checksum,
};

use crate::train::error::TrainError;
use crate::train::played::board;

/// The most steps that a book has at one position.
const MOST_STEPS: usize = 6;

/// The winning chance that a step may be short of the best and still be thought of as a reply.
const NEAR: f32 = 0.06;

/// The winning chance that a step may be short of the best and still be played.
const GOOD: f32 = 0.02;

/// A step's winning chance is believed if this many times its visits are at least those of the best
/// step.
const LEAST_SHARE: u32 = 50;

/// The winning chance short of the best that makes a step e times less likely to be played.
const CARE: f32 = 0.01;

/// The same for how likely an opponent is to play the step.
const OPPONENT: f32 = 0.03;

/// The weight of the best step.
const FULL: f32 = 100.0;

/// The numbers that decide how a book of openings is made.
#[derive(Clone, Debug)]
pub struct BookPlan {
    start: Game,
    /// Simulations for each position.
    sims: u64,
    /// The memory of a search, in bytes.
    memory: usize,
    seed: u64,
}

/// A position on the way, by how likely it is.
struct Ahead {
    chance: f32,
    played: Vec<Step>,
    position: Game,
}

impl PartialEq for Ahead {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ahead {}

impl PartialOrd for Ahead {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ahead {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.chance
            .total_cmp(&other.chance)
            .then_with(|| other.played.len().cmp(&self.played.len()))
    }
}

impl BookPlan {
    /// A plan of a book of the usual game of `info` by searches of `sims` simulations that begin at
    /// `seed`.
    ///
    /// # Errors
    /// [`SetupError`] if the usual game cannot be set up.
    pub fn new(info: &'static Info, sims: u64, seed: u64) -> Result<Self, SetupError> {
        Ok(Self { start: board(info, None)?, sims, memory: Config::DEFAULT_MEMORY, seed })
    }

    /// The lines that a new book begins with.
    pub fn head(&self) -> String {
        let build = checksum(&self.start);
        format!(
            "{}\n# {} simulations a position, seed {}, build {build:016x}\n",
            Book::head(self.start.info()),
            self.sims,
            self.seed
        )
    }

    /// Searches the likeliest positions one after the other, and hands each line of the book to
    /// `write`, until there are `positions` in all or `stop` is raised; those that `text` has, the
    /// book as far as it is made, are not searched again.
    ///
    /// # Errors
    /// [`TrainError::Book`] if `text` is no book of the game; those of `write`.
    pub fn extend<E: From<TrainError>>(
        &self,
        text: &str,
        positions: usize,
        stop: &CancelToken,
        mut write: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let info = self.start.info();
        let names = Names::of(&self.start);
        let had = Book::read(info, text).map_err(TrainError::from)?;
        let mut seen = Book::default();
        let mut ahead = BinaryHeap::from([Ahead {
            chance: 1.0,
            played: Vec::new(),
            position: self.start.clone(),
        }]);
        while let Some(Ahead { chance, played, position }) = ahead.pop() {
            if seen.len() >= positions {
                break;
            }
            if position.outcome().is_some() || seen.knows(&position) {
                continue;
            }
            let mut known = had.steps(&position);
            if known.is_empty() {
                let found = self.look(&position, &played, stop);
                // A search that was cut short finds something else than one that was not.
                if stop.is_cancelled() {
                    break;
                }
                known = good_steps(&position, &found);
                if known.is_empty() {
                    continue;
                }
                write(&Book::line(names, &played, &known))?;
            }
            seen.insert(&position, known.clone());
            let best = known.iter().map(|known| known.win).max().unwrap_or_default();
            let likely =
                |known: &BookStep| (-f32::from(best - known.win) / (1_000.0 * OPPONENT)).exp();
            let total: f32 = known.iter().map(likely).sum();
            for reply in &known {
                let mut next = position.clone();
                next.play_unchecked(reply.step);
                let played = [&played[..], &[reply.step]].concat();
                ahead.push(Ahead {
                    chance: chance * likely(reply) / total,
                    played,
                    position: next,
                });
            }
        }
        Ok(())
    }

    fn look(&self, position: &Game, played: &[Step], stop: &CancelToken) -> Analysis {
        let config =
            Config { threads: 1, memory: self.memory, seed: self.seed, ..Config::default() };
        let mut search = AnySearch::new(config);
        search.follow(position, played);
        let limits = Limits { early: false, ..Limits::simulations(self.sims) };
        search.run(&limits, stop, &mut |_| {}).unwrap_or_else(|_| Analysis::new(position.to_move()))
    }
}

/// The line of a book for `position` after `analysis`: of steps that are images of each other, one;
/// nothing if the result is proven, because then there is more to say than a book can.
fn good_steps(position: &Game, analysis: &Analysis) -> Vec<BookStep> {
    let Some(best) = analysis.candidates.first().filter(|_| analysis.proof.is_none()) else {
        return Vec::new();
    };
    let near = analysis.candidates.iter().filter(|candidate| {
        LEAST_SHARE.saturating_mul(candidate.visits) >= best.visits
            && candidate.win >= best.win - NEAR
    });
    let mut reached = Book::default();
    let different = near.filter(|candidate| {
        let mut next = position.clone();
        next.play_unchecked(candidate.step);
        let is_new = !reached.knows(&next);
        reached.insert(&next, Vec::new());
        is_new
    });
    different
        .take(MOST_STEPS)
        .map(|candidate| {
            let short = (best.win - candidate.win).max(0.0);
            let weight = if short <= GOOD { FULL * (-short / CARE).exp() } else { 0.0 };
            BookStep {
                step: candidate.step,
                weight: weight as u32,
                win: (1_000.0 * candidate.win).round() as u16,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_that_was_stopped_is_gone_on_with_to_the_same() {
        let info = tetralith_core::games::info("necklace").expect("a game");
        let plan =
            BookPlan { memory: 8 << 20, ..BookPlan::new(info, 300, 1).expect("the usual game") };
        let made = |text: &str, positions| {
            let mut text = text.to_owned();
            let had = text.clone();
            let done: Result<(), TrainError> =
                plan.extend(&had, positions, &CancelToken::new(), |line| {
                    text += line;
                    text.push('\n');
                    Ok(())
                });
            done.expect("it is made");
            text
        };
        let some = made(&plan.head(), 3);
        let whole = made(&some, 6);
        assert_eq!(made(&plan.head(), 6), whole);
        assert!(whole.starts_with(&some) && whole.lines().count() == 2 + 6, "{whole}");
        assert_eq!(Book::read(info, &whole).expect("a book").len(), 6);
    }
}
