//! The exact search that takes over near the end of a game.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use tetralith_core::Knowledge;

use super::{Run, Search};
use crate::analysis::{Analysis, Limits};
use crate::bounds::{Bounds, Proof};
use crate::exact::{PER_SECOND, is_within_reach};
use crate::{code, solver};

/// The share of the time left that an exact search may take: if the endgame proves too long, the
/// search should hardly miss that time.
const SHARE: u32 = 8;

/// The time that an exact search takes where there is no limit: a player is waiting meanwhile, and
/// beside such a search the position is solved anyway.
const ALONE: Duration = Duration::from_millis(50);

/// The most simulations made before an exact search.
const FORESIGHT: u64 = 500;

/// Positions an exact search of an endgame may look at for each simulation allowed: less work than
/// the simulations.
pub(crate) const ENDGAME_NODES_PER_SIMULATION: u64 = 4;

/// The most positions that it may search, under any limits.
const MOST_NODES: u64 = 20_000_000;

/// The time that an exact search within these limits may take from `now` on; `None` if only
/// simulations are limited.
fn time_for(limits: &Limits, now: Instant) -> Option<Duration> {
    match limits.deadline {
        Some(deadline) => Some(deadline.saturating_duration_since(now) / SHARE),
        None => limits.simulations.is_none().then_some(ALONE),
    }
}

impl<G: Knowledge> Search<G> {
    /// Tries to solve the position if its end is near, and marks the step that wins or draws;
    /// `true` if it is lost.
    pub(super) fn solve_endgame(&mut self, run: &Run, report: &mut impl FnMut(&Analysis)) -> bool {
        let root = self.tree.node(self.tree.root());
        if !root.is_complete() || root.bounds() != Bounds::OPEN {
            return false;
        }
        let usual = run
            .limits
            .simulations
            .map_or(u64::MAX, |limit| ENDGAME_NODES_PER_SIMULATION.saturating_mul(limit));
        let nodes = run.limits.exact.unwrap_or(usual).min(MOST_NODES);
        let left = || time_for(run.limits, Instant::now());
        let in_time = left().map_or(f64::INFINITY, |left| left.as_secs_f64() * PER_SECOND);
        if !is_within_reach(
            self.position.solving_effort(),
            in_time.min(nodes as f64).max(1.0).log10(),
        ) {
            return false;
        }
        // A short search first, to know which steps to try first.
        let short = run.limits.simulations.map_or(FORESIGHT, |limit| FORESIGHT.min(limit / 4));
        let limits = Limits { simulations: Some(short), early: false, ..*run.limits };
        self.simulate_until(&Run { limits: &limits, halt: AtomicBool::new(false), ..*run }, report);
        let root = self.tree.node(self.tree.root());
        if root.bounds() != Bounds::OPEN {
            return false;
        }
        let until = left().map(|left| Instant::now() + left);
        let keep_on =
            || !run.cancel.is_cancelled() && until.is_none_or(|until| Instant::now() < until);
        let Some(solved) = solver::solve(&self.position, self.tree.table(root), nodes, &keep_on)
        else {
            return false;
        };
        if solved.proof == Proof::Loss {
            return true;
        }
        let mover = self.position.to_move();
        let code = code::pack(solved.step);
        let (_, children) = self.tree.children(root);
        if let Some(child) = children.iter().find(|child| child.step() == code) {
            let viewer = if code::is_swap(code) { mover.other() } else { mover };
            child.set_bounds(Bounds::exactly(solved.proof).seen_by(viewer));
            root.set_bounds(Bounds::exactly(solved.proof).seen_by(mover));
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unlimited_searches_do_not_wait_for_the_endgame() {
        let now = Instant::now();
        assert_eq!(time_for(&Limits::NONE, now), Some(ALONE));
        assert_eq!(time_for(&Limits::simulations(10), now), None);
        let deadline = Some(now + Duration::from_secs(8));
        assert_eq!(
            time_for(&Limits { deadline, ..Limits::NONE }, now),
            Some(Duration::from_secs(1))
        );
        assert_eq!(
            time_for(&Limits { deadline, ..Limits::simulations(10) }, now),
            Some(Duration::from_secs(1))
        );
    }
}
