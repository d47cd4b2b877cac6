//! The questions to a search and its answers.

use std::time::{Duration, Instant};

use tetralith_core::{Colour, Step};
use thiserror::Error;

use crate::bounds::Proof;

/// The limits that end a search by itself; without any it goes on until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// At most so many simulations; fewer if the result is proven before, or with
    /// [`early`](Self::early).
    pub simulations: Option<u64>,
    /// Not past this instant.
    pub deadline: Option<Instant>,
    /// Not past this instant unless it is unclear then which step is best.
    pub usual: Option<Instant>,
    /// The time between two reports of what is known so far; `None` for no reports.
    pub report_every: Option<Duration>,
    /// True to end as soon as the choice of step can hardly change.
    pub early: bool,
    /// The positions that an exact search of the end may look at within a search limited by
    /// simulations; `None` for a few for each simulation, which is less work than the simulations.
    pub exact: Option<u64>,
}

impl Limits {
    /// No limit, and no early end: for analysis.
    pub const NONE: Self = Self {
        simulations: None,
        deadline: None,
        usual: None,
        report_every: None,
        early: false,
        exact: None,
    };

    /// At most so many simulations.
    pub const fn simulations(simulations: u64) -> Self {
        Self { simulations: Some(simulations), early: true, ..Self::NONE }
    }

    /// So much time from now, and less once the choice can hardly change.
    pub fn time(time: Duration) -> Self {
        // A time too long for the clock is no limit.
        Self { deadline: Instant::now().checked_add(time), early: true, ..Self::NONE }
    }
}

/// The time between two reports of progress, unless another is asked for.
pub const REPORT_EVERY: Duration = Duration::from_millis(100);

/// The findings of a search about a position.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Analysis {
    /// The player to move.
    pub to_move: Colour,
    /// Simulations made in this search.
    pub simulations: u64,
    /// The time that the search took.
    pub elapsed: Duration,
    /// The raw winning chance of the player to move, `0.0..=1.0`, a draw counting one half: the
    /// mean of the simulations through the first candidate. It flatters the player to move, which
    /// [`fair`](Self::fair) takes away, and is too timid: it is not calibrated to how games end.
    pub win: f32,
    /// The expected margin for the player to move, squashed into `-1.0..=1.0`; 0 in games without a
    /// measure of it.
    pub margin: f32,
    /// By how many points the player to move is expected to lead at the end after the first
    /// candidate; `None` in games without points, and before this search's first simulation of it.
    ///
    /// The mean of this search's simulations of that step; while it goes on, of those of one
    /// thread. Once the result is proven it is the standing after the principal variation, or
    /// `None` if what is proven comes later than that.
    pub score: Option<f32>,
    /// The result of best play as the player to move sees it, once it is proven.
    pub proof: Option<Proof>,
    /// The steps searched, best first: proven wins, then the one to play, then by visits, proven
    /// losses last.
    pub candidates: Vec<Candidate>,
    /// Best play of both sides as far as the search is sure enough of it; begins with the first
    /// candidate.
    pub principal_variation: Vec<Step>,
    /// The same for the second candidate and the third, as far as there are any.
    pub other_lines: Vec<Vec<Step>>,
    /// The steps to the end of the game if the winner hurries and the other side resists, where
    /// that is known.
    pub ends_in: Option<u16>,
}

impl Analysis {
    /// The findings for `to_move` of a search that has found nothing yet: even chances, no
    /// candidates.
    pub const fn new(to_move: Colour) -> Self {
        Self {
            to_move,
            simulations: 0,
            elapsed: Duration::ZERO,
            win: 0.5,
            margin: 0.0,
            score: None,
            proof: None,
            candidates: Vec::new(),
            principal_variation: Vec::new(),
            other_lines: Vec::new(),
            ends_in: None,
        }
    }

    /// The step to play; `None` only if nothing was searched.
    pub fn best(&self) -> Option<Step> {
        self.candidates.first().map(|candidate| candidate.step)
    }

    /// The findings with winning chances in which both sides err alike: those to be shown.
    ///
    /// A candidate's [`win`](Candidate::win) is the mean of simulations in which the opponent tries
    /// good and bad replies, while the player to move has already chosen. So it flatters the player
    /// to move, and the first candidate after it flatters the opponent. The mean of the candidates,
    /// weighted by their visits, holds the trials of both sides: the first candidate gets this
    /// mean, and the others as much less as they were worse before. Proofs and the order stay, and
    /// what a level chooses does not depend on these chances.
    #[must_use]
    pub fn fair(mut self) -> Self {
        let fairness = self.fairness();
        for candidate in self.candidates.iter_mut().filter(|found| found.proof.is_none()) {
            candidate.win = fairness.of(candidate.step, candidate.win);
        }
        self.win = self.candidates.first().map_or(self.win, |first| first.win);
        self
    }

    /// The correction that [`fair`](Self::fair) makes.
    ///
    /// It changes nothing once the result is proven, and where nothing was simulated: a glance and
    /// a book have no trials.
    pub fn fairness(&self) -> Fairness {
        let others = || {
            let is_open = |found: &&Candidate| found.proof != Some(Proof::Loss);
            self.candidates.iter().filter(|found| found.step != Step::Swap).filter(is_open)
        };
        let Some(first) = others().next() else { return Fairness::NONE };
        let (mut sum, mut visits) = (0.0, 0.0);
        for found in others() {
            let weight = f64::from(found.visits);
            sum += weight * f64::from(found.win);
            visits += weight;
        }
        let is_bare = self.proof.is_some() || self.simulations == 0 || first.win <= 0.0;
        if is_bare || visits <= 0.0 {
            return Fairness::NONE;
        }
        let fairness = (sum / visits) as f32 / first.win;
        // A player who may swap and does not has at least an even chance.
        let may_swap = self.candidates.iter().skip(1).any(|found| found.step == Step::Swap);
        let least = if may_swap { 0.5 / first.win } else { 0.0 };
        Fairness(fairness.max(least).min(1.0))
    }

    /// Returns `candidate` with the result of best play after it, once it is proven, and the
    /// winning chance that it means: from a lost position every step loses.
    pub fn judged(&self, candidate: &Candidate) -> Candidate {
        let proof = candidate.proof.or(self.proof.filter(|&proof| proof == Proof::Loss));
        Candidate { win: proof.map_or(candidate.win, Proof::value), proof, ..*candidate }
    }
}

/// The correction that makes winning chances fair to both sides ([`Analysis::fair`]).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fairness(f32);

impl Fairness {
    /// No correction.
    const NONE: Self = Self(1.0);

    /// The fair chance of a player who makes `step`, of `win`, the mean of its simulations; both
    /// are `0.0..=1.0`.
    pub fn of(self, step: Step, win: f32) -> f32 {
        // A player who swaps leaves the choice among the others to the opponent.
        if step == Step::Swap { 1.0 - self.0 * (1.0 - win) } else { self.0 * win }
    }
}

/// The findings of a search about one step. Values are those of the player who makes it.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The step.
    pub step: Step,
    /// Simulations that went through it, those of earlier searches included when their tree was
    /// kept.
    pub visits: u32,
    /// The raw winning chance, `0.0..=1.0`, as [`Analysis::win`].
    pub win: f32,
    /// The expected margin, squashed into `-1.0..=1.0`.
    pub margin: f32,
    /// By how many points the player who makes it is expected to lead at the end, as
    /// [`Analysis::score`] has it for the first candidate; `None` in games without points, and
    /// before this search's first simulation of it.
    pub score: Option<f32>,
    /// The result of best play after it, once it is proven.
    pub proof: Option<Proof>,
}

impl Candidate {
    /// The findings about `step` of a search that has not visited it yet: even chances.
    pub const fn new(step: Step) -> Self {
        Self { step, visits: 0, win: 0.5, margin: 0.0, score: None, proof: None }
    }
}

/// The findings about a move that was [compared](crate::AnySearch::compare) with others, as the
/// player who makes it sees them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Compared {
    /// Simulations that went through it.
    pub visits: u32,
    /// The raw winning chance, `0.0..=1.0`, as [`Analysis::win`].
    pub win: f32,
    /// The player's expected lead at the end, in points; `None` in games without points.
    pub score: Option<f32>,
    /// The result of best play after it, once it is proven.
    pub proof: Option<Proof>,
}

/// The game is over: there is no step to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the game is over; there is no move to find")]
pub struct GameOver;

#[cfg(test)]
mod tests {
    use tetralith_core::Cell;

    use super::*;

    /// The findings of a search about steps, each with its visits, winning chance and proof.
    fn found(candidates: &[(Step, u32, f32, Option<Proof>)]) -> Analysis {
        let candidate = |&(step, visits, win, proof): &(Step, u32, f32, Option<Proof>)| Candidate {
            visits,
            win,
            proof,
            ..Candidate::new(step)
        };
        let candidates: Vec<Candidate> = candidates.iter().map(candidate).collect();
        Analysis {
            simulations: 1_000,
            win: candidates[0].win,
            candidates,
            ..Analysis::new(Colour::First)
        }
    }

    fn chances(analysis: &Analysis) -> Vec<u32> {
        let of = |found: &Candidate| (1_000.0 * found.win).round() as u32;
        analysis.candidates.iter().map(of).collect()
    }

    const A: Step = Step::Place(Cell::new(0));
    const B: Step = Step::Place(Cell::new(1));
    const C: Step = Step::Place(Cell::new(2));

    #[test]
    fn fair_chances_count_the_trials_of_both_sides() {
        let fair = found(&[(A, 600, 0.6, None), (B, 400, 0.5, None)]).fair();
        assert!((fair.win - 0.56).abs() < 1e-6, "the mean of all simulations: {}", fair.win);
        assert_eq!(chances(&fair), [560, 467], "the order stays");
        assert_eq!(chances(&found(&[(A, 700, 0.6, None)]).fair()), [600], "nothing else was tried");
    }

    #[test]
    fn fair_chances_leave_proofs_as_they_are() {
        let lost = (C, 500, 0.0, Some(Proof::Loss));
        let fair = found(&[(A, 600, 0.6, None), (B, 400, 0.5, None), lost]).fair();
        assert_eq!(chances(&fair), [560, 467, 0], "a move that is proven lost is no choice");
        let mut won = found(&[(A, 60, 1.0, Some(Proof::Win)), (B, 400, 0.5, None)]);
        won.proof = Some(Proof::Win);
        assert_eq!(won.clone().fair(), won);
    }

    #[test]
    fn fair_chances_of_a_swap_are_what_the_best_other_leaves() {
        let swap = |win| (Step::Swap, 0, win, None);
        let fair = found(&[swap(0.6), (A, 600, 0.4, None), (B, 400, 0.3, None)]).fair();
        assert_eq!(chances(&fair), [640, 360, 270]);
        let fair = found(&[(A, 600, 0.52, None), swap(0.48), (B, 400, 0.3, None)]).fair();
        assert_eq!(chances(&fair), [500, 500, 288], "who need not swap is never behind");
    }
}
