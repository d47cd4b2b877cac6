//! The levels a person can play against.
//!
//! All but the strongest are fixed by simulations and temperature, never by time: they are the same on every machine, and
//! for the same seed and position choose the same step. They are weak by looking less, and by not always taking the step
//! they think best among those they think nearly as good; none gives away what it sees.

use std::time::{Duration, Instant};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::Step;

use crate::analysis::{Analysis, Limits};
use crate::bounds::Proof;

/// A strength of play with a name. With the feature `serde` it is its name, [`Level::id`].
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Level {
    /// The name in records and on the command line, in lower case.
    pub id: &'static str,
    /// The name people read.
    pub title: &'static str,
    /// The effort before a step.
    pub budget: Budget,
    /// The freedom with which it chooses among good steps: visits count to the power 1/temperature; 0 always takes the best.
    pub temperature: f32,
    /// True if it plays perfectly wherever the position can be solved within its budget.
    pub is_exact: bool,
}

/// The effort that a player may make before a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Budget {
    /// A look one step ahead, by what the game counts now.
    Glance,
    /// So many simulations.
    Simulations(u64),
    /// So much time.
    Time(Duration),
    /// So much time by a clock: the usual share, and more up to the most as long as it is unclear which step is best.
    Clock {
        /// The share of a usual step.
        usual: Duration,
        /// The longest time for an unclear one.
        most: Duration,
    },
}

impl Budget {
    /// Limits for one step from now on.
    pub fn limits(self) -> Limits {
        match self {
            // What cannot be looked at otherwise is looked at for a moment.
            Self::Glance => Limits::simulations(1),
            Self::Simulations(simulations) => Limits::simulations(simulations),
            Self::Time(time) => Limits::time(time),
            Self::Clock { usual, most } => {
                Limits { usual: Instant::now().checked_add(usual), ..Limits::time(most.max(usual)) }
            }
        }
    }

    /// The longest time that it allows; `None` if it is not by time.
    pub fn longest(self) -> Option<Duration> {
        match self {
            Self::Glance | Self::Simulations(_) => None,
            Self::Time(time) => Some(time),
            Self::Clock { usual, most } => Some(most.max(usual)),
        }
    }
}

/// The winning chance by which a step that a level with a temperature still takes may look worse than the best.
const NEARLY_AS_GOOD: f32 = 0.08;

const fn fixed(id: &'static str, title: &'static str, simulations: u64, temperature: f32) -> Level {
    Level { id, title, budget: Budget::Simulations(simulations), temperature, is_exact: false }
}

const fn timed(id: &'static str, title: &'static str, is_exact: bool) -> Level {
    Level { id, title, budget: Budget::Time(Duration::from_secs(5)), temperature: 0.0, is_exact }
}

impl Level {
    /// The level that whoever has not chosen one plays against, as an index into [`Level::ALL`].
    pub const USUAL: usize = 2;

    /// All levels, weakest first.
    pub const ALL: [Self; 10] = [
        Self { id: "novice", title: "Novice", budget: Budget::Glance, temperature: 1.0, is_exact: false },
        fixed("beginner", "Beginner", 12, 1.0),
        fixed("easy", "Easy", 40, 0.8),
        fixed("casual", "Casual", 120, 0.6),
        fixed("medium", "Medium", 400, 0.4),
        fixed("hard", "Hard", 1_300, 0.25),
        fixed("expert", "Expert", 4_000, 0.0),
        fixed("master", "Master", 13_000, 0.0),
        timed("strongest", "Strongest", false),
        timed("perfect", "Perfect", true),
    ];

    /// The level called `id`.
    pub fn from_id(id: &str) -> Option<&'static Self> {
        const { &Self::ALL }.iter().find(|level| level.id == id)
    }

    /// Returns whether the level is the same on every machine: fixed by simulations or a glance, on one thread, without a tree from before.
    pub const fn is_repeatable(&self) -> bool {
        matches!(self.budget, Budget::Glance | Budget::Simulations(_))
    }

    /// The step that this level plays after an analysis, one and the same for the same `seed`.
    ///
    /// `None` only if the analysis looked at nothing.
    pub fn choose(&self, analysis: &Analysis, seed: u64) -> Option<Step> {
        let best = analysis.candidates.first()?;
        // Whether to swap or to pass is judged for itself: neither is one of many steps that are nearly as good.
        let is_a_matter_of_its_own = |step| matches!(step, Step::Swap | Step::Pass);
        if self.temperature <= 0.0 || best.proof.is_some() || is_a_matter_of_its_own(best.step) {
            return Some(best.step);
        }
        let at_a_glance = self.budget == Budget::Glance;
        let good = analysis.candidates.iter().filter(|c| {
            at_a_glance
                || c.proof != Some(Proof::Loss)
                    && !is_a_matter_of_its_own(c.step)
                    && 4 * c.visits >= best.visits
                    && c.win >= best.win - NEARLY_AS_GOOD
        });
        let weights: Vec<(Step, f64)> =
            good.map(|c| (c.step, f64::from(c.visits).powf(1.0 / f64::from(self.temperature)))).collect();
        let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
        let mut at = total * f64::from(Xoshiro256PlusPlus::seed_from_u64(seed).next_u32()) / f64::from(u32::MAX);
        for &(step, weight) in &weights {
            at -= weight;
            if at <= 0.0 {
                return Some(step);
            }
        }
        Some(best.step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Candidate;
    use tetralith_core::{Cell, Colour};

    fn analysis(candidates: &[(u32, f32, Option<Proof>)]) -> Analysis {
        Analysis {
            to_move: Colour::First,
            simulations: 0,
            elapsed: Duration::ZERO,
            win: 0.5,
            margin: 0.0,
            score: None,
            proof: None,
            candidates: candidates
                .iter()
                .enumerate()
                .map(|(i, &(visits, win, proof))| Candidate {
                    step: Step::Place(Cell::new(i)),
                    visits,
                    win,
                    margin: 0.0,
                    proof,
                })
                .collect(),
            principal_variation: Vec::new(),
            other_lines: Vec::new(),
            ends_in: None,
        }
    }

    fn chosen(level: &Level, analysis: &Analysis) -> Vec<usize> {
        let mut found: Vec<usize> = (0..200)
            .filter_map(|seed| level.choose(analysis, seed)?.cells().next())
            .map(tetralith_core::Cell::index)
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    #[test]
    fn a_weak_level_varies_among_good_steps_and_takes_no_bad_one() {
        let seen = analysis(&[
            (40, 0.60, None),
            (30, 0.58, None),
            (25, 0.20, None),
            (3, 0.60, None),
            (20, 0.55, Some(Proof::Loss)),
            (20, 0.55, None),
        ]);
        assert_eq!(chosen(&Level::ALL[1], &seen), [0, 1, 5]);
        assert_eq!(chosen(&Level::ALL[8], &seen), [0]);
    }

    #[test]
    fn a_win_that_is_seen_is_taken() {
        let seen = analysis(&[(1, 1.0, Some(Proof::Win)), (30, 0.95, None)]);
        assert_eq!(chosen(&Level::ALL[1], &seen), [0]);
        assert_eq!(Level::ALL[1].choose(&analysis(&[]), 0), None);
    }

    #[test]
    fn the_names_are_distinct_and_found_again() {
        for level in &Level::ALL {
            assert_eq!(Level::from_id(level.id), Some(level));
        }
        assert_eq!(Level::from_id("Beginner"), None);
    }
}
