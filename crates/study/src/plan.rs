//! The order in which positions are searched, and how deeply.

use std::collections::VecDeque;

use crate::class::Class;
use crate::finding::Finding;
use crate::spread::Spread;

/// The simulations for the positions of a game, pass by pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budgets {
    /// For a short look at every position first of all, if there may not be time for more; 0 for
    /// none.
    pub glance: u64,
    /// For every position.
    pub every: u64,
    /// For positions that matter or where little is known yet, see [`Pass::Doubtful`]; 0 for none.
    pub doubtful: u64,
    /// For the positions before and after the worst moves; 0 for none.
    pub worst: u64,
    /// For the whole game on a board of 169 cells, as long as there are moves whose class is not
    /// clear; 0 for none.
    pub game: u64,
}

impl Budgets {
    /// 1,000 for every position, 8,000 where it matters, 40,000 around the worst moves, and up to
    /// 4,000,000 for the game until all is clear.
    pub const USUAL: Self =
        Self { glance: 0, every: 1_000, doubtful: 8_000, worst: 40_000, game: 4_000_000 };

    /// The usual ones after a short look at everything.
    pub const HURRIED: Self = Self { glance: 100, ..Self::USUAL };

    /// The same for a game on a board of so many `cells`: the fewer there are the sooner a game is
    /// played out, and the more simulations take the same time.
    pub const fn on(self, cells: usize) -> Self {
        Self {
            game: self.game.saturating_mul(CELLS) / if cells == 0 { 1 } else { cells as u64 },
            ..self
        }
    }

    /// The same for every position.
    pub const fn equal(simulations: u64) -> Self {
        Self { glance: 0, every: simulations, doubtful: 0, worst: 0, game: 0 }
    }
}

/// The cells of the board that [`Budgets::game`] is for: the largest of the usual ones.
const CELLS: u64 = 169;

/// The least change of the winning chance between two positions that has one searched again: 3
/// points.
const MOVES: f64 = 0.03;

/// A move that got less than one in so many of the simulations was hardly visited.
const HARDLY: u64 = 50;

/// The winning chances of games that are not decided.
const OPEN: std::ops::RangeInclusive<f64> = 0.05..=0.95;

/// The worst moves, which are searched most deeply.
pub(crate) const WORST: usize = 10;

/// The passes over a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pass {
    /// A short look at everything.
    Glance,
    /// Every position.
    Every,
    /// If the winning chance moves, the move lost some of it or was hardly visited, or a single
    /// search left the game open.
    Doubtful,
    /// Before and after the worst moves.
    Worst,
    /// Moves whose class is not clear, as often as there is something left of the simulations for
    /// the game.
    Unclear,
    /// Proofs: before all searches those that a record claims, after them those of positions around
    /// faults.
    Proofs,
}

impl Pass {
    /// The passes of searches in order.
    const SEARCHES: [Self; 5] =
        [Self::Glance, Self::Every, Self::Doubtful, Self::Worst, Self::Unclear];

    /// The name people read.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Glance => "quick look at every move",
            Self::Every => "every move",
            Self::Doubtful => "moves that matter",
            Self::Worst => "the worst moves",
            Self::Unclear => "moves that are not clear",
            Self::Proofs => "proofs",
        }
    }

    /// The searches of each position of this pass: the more it matters, the less one search is
    /// trusted.
    const fn looks(self) -> u32 {
        match self {
            Self::Glance | Self::Every | Self::Proofs => 1,
            Self::Doubtful => 4,
            Self::Worst | Self::Unclear => 8,
        }
    }

    const fn simulations(self, budgets: &Budgets) -> u64 {
        match self {
            Self::Glance => budgets.glance,
            Self::Every => budgets.every,
            Self::Doubtful => budgets.doubtful,
            Self::Worst | Self::Unclear => budgets.worst,
            Self::Proofs => 0,
        }
    }
}

/// One position to be searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PositionTask {
    /// The index of the turn that was played there.
    pub index: usize,
    /// The simulations that all searches of it get together.
    pub simulations: u64,
    /// The searches of it, each with random numbers of its own; at least 1.
    pub looks: u32,
    /// True if they only repeat the comparison of the moves in more trees and add to its result.
    pub adds: bool,
}

/// The state of the passes over one game. Within a pass positions come from the end of the game
/// backwards.
///
/// The tasks of a pass depend on the findings of those before it, all of them: so they are the same
/// however many work on them.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    budgets: Budgets,
    /// The pass at hand and those to come.
    passes: &'static [Pass],
    queue: VecDeque<PositionTask>,
    /// The tasks that were given out and are not done.
    open: Vec<usize>,
    /// The number of tasks of the pass at hand, and how many of them are done.
    count: (usize, usize),
    /// See [`round`](Self::round).
    round: u32,
}

impl Plan {
    /// The passes over a game with these `findings`, by turn, known already.
    pub(crate) fn new(budgets: Budgets, findings: &[Option<Finding>]) -> Self {
        let mut plan = Self {
            budgets,
            passes: &Pass::SEARCHES,
            queue: VecDeque::new(),
            open: Vec::new(),
            count: (0, 0),
            round: 0,
        };
        plan.fill(findings);
        plan
    }

    /// The pass at hand; `None` once all is done.
    pub(crate) fn pass(&self) -> Option<Pass> {
        self.passes.first().copied()
    }

    /// The positions of the pass at hand, and how many of them are done.
    pub(crate) const fn count(&self) -> (usize, usize) {
        self.count
    }

    /// A number that grows whenever tasks are drawn from all that has been found.
    pub(crate) const fn round(&self) -> u32 {
        self.round
    }

    /// Gives out the next task; `None` if there is none, or none until the tasks given out are
    /// done.
    pub(crate) fn take(&mut self) -> Option<PositionTask> {
        let task = self.queue.pop_front()?;
        self.open.push(task.index);
        Some(task)
    }

    /// Notes that the position of `task` has been searched, with its finding among `findings`.
    pub(crate) fn done(&mut self, task: PositionTask, findings: &[Option<Finding>]) {
        self.open.retain(|&index| index != task.index);
        self.count.1 += 1;
        if self.queue.is_empty() && self.open.is_empty() {
            // Unclear moves are searched again and again.
            if self.pass() != Some(Pass::Unclear) {
                self.passes = self.passes.get(1..).unwrap_or_default();
            }
            self.fill(findings);
        }
    }

    /// Fills the queue with the first pass that has anything to do.
    fn fill(&mut self, findings: &[Option<Finding>]) {
        self.round += 1;
        while let Some(pass) = self.pass() {
            let simulations = pass.simulations(&self.budgets);
            let wanted = match pass {
                Pass::Glance | Pass::Every => (0..findings.len()).collect(),
                Pass::Doubtful => doubtful(findings),
                Pass::Worst => around_worst(findings),
                Pass::Unclear => unclear(findings, &self.budgets),
                Pass::Proofs => Vec::new(),
            };
            let looks = pass.looks();
            let task = |index: usize| {
                let known = findings[index].as_ref();
                let is_deep = known.is_some_and(|finding| finding.simulations >= simulations);
                let adds = pass == Pass::Unclear && is_deep;
                let is_wanted = adds || !is_deep && !known.is_some_and(Finding::is_settled);
                is_wanted.then_some(PositionTask { index, simulations, looks, adds })
            };
            self.queue = wanted.into_iter().rev().filter_map(task).collect();
            self.count = (self.queue.len(), 0);
            if simulations > 0 && !self.queue.is_empty() {
                return;
            }
            self.queue.clear();
            self.passes = self.passes.get(1..).unwrap_or_default();
        }
    }
}

/// The turns where the winning chance moves, the played move lost some or was hardly visited, or
/// one search left the game open.
fn doubtful(findings: &[Option<Finding>]) -> Vec<usize> {
    let is_doubtful = |index: &usize| {
        let Some(finding) = &findings[*index] else { return false };
        let Some(played) = finding.played else { return false };
        let next = findings.get(index + 1).and_then(Option::as_ref);
        let moves = next.is_some_and(|next| {
            // The player who moves next, what one side sees is what the other leaves.
            let seen = finding.value.chance();
            (seen - next.value.chance()).abs().min((seen - (1.0 - next.value.chance())).abs())
                >= MOVES
        });
        let hardly = u64::from(played.seen) * HARDLY < finding.simulations;
        // While the game is open, it says little that one short search found no better move.
        let is_open = finding.looks == 1 && OPEN.contains(&finding.value.chance());
        finding.loss() >= MOVES || moves || hardly || is_open
    };
    (0..findings.len()).filter(is_doubtful).collect()
}

/// The turns at and after the [`WORST`] moves, if those cost [`Class::ACCEPTED`] or more.
fn around_worst(findings: &[Option<Finding>]) -> Vec<usize> {
    let mut worst: Vec<(f64, usize)> = findings
        .iter()
        .enumerate()
        .filter_map(|(index, finding)| Some((finding.as_ref()?.loss(), index)))
        .filter(|&(loss, _)| loss >= Class::ACCEPTED)
        .collect();
    worst.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    worst.truncate(WORST);
    let mut around: Vec<usize> = worst
        .into_iter()
        .flat_map(|(_, index)| [index, index + 1])
        .filter(|&index| index < findings.len())
        .collect();
    around.sort_unstable();
    around.dedup();
    around
}

/// The most trees in which a move is compared: a class that is still not clear then lies on a
/// border.
const MOST_LOOKS: u32 = 128;

/// The turns whose class is not clear, as many as the remaining simulations allow; if not all,
/// those with the fewest simulations.
fn unclear(findings: &[Option<Finding>], budgets: &Budgets) -> Vec<usize> {
    // Findings are read from files, which may hold any number.
    let spent = findings
        .iter()
        .flatten()
        .fold(0_u64, |sum, finding| sum.saturating_add(finding.simulations));
    let left = budgets.game.saturating_sub(spent) / budgets.worst.max(1);
    let spread = Spread::of(findings.iter().flatten());
    let is_unclear = |finding: &Finding| finding.is_unclear(spread.error(finding), MOST_LOOKS);
    let mut unclear: Vec<(u64, usize)> = findings
        .iter()
        .enumerate()
        .filter_map(|(index, finding)| {
            Some((finding.as_ref().filter(|finding| is_unclear(finding))?.simulations, index))
        })
        .collect();
    unclear.sort_unstable();
    unclear.truncate(usize::try_from(left).unwrap_or(usize::MAX));
    let mut unclear: Vec<usize> = unclear.into_iter().map(|(_, index)| index).collect();
    unclear.sort_unstable();
    unclear
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{MoveValue, Played};

    fn finding(simulations: u64, win: f64, after: f64) -> Finding {
        let value = |win| MoveValue { win, lead: None, proof: None };
        let played = Played { value: value(after), compared: 500, seen: 500, error: 0.001 };
        Finding { played: Some(played), ..Finding::sample(simulations, value(win)) }
    }

    /// The turns of each pass in the order they are given out, where `losses` are found.
    fn passes(budgets: Budgets, losses: &[f64]) -> Vec<(Pass, Vec<usize>)> {
        let mut findings = vec![None; losses.len()];
        let mut plan = Plan::new(budgets, &findings);
        let mut passes: Vec<(Pass, Vec<usize>)> = Vec::new();
        while let Some(pass) = plan.pass() {
            let task = plan.take().unwrap();
            let found = Finding {
                looks: task.looks,
                ..finding(task.simulations, 0.99, 0.99 - losses[task.index])
            };
            findings[task.index] = Some(found);
            if passes.last().is_none_or(|(last, _)| *last != pass) {
                passes.push((pass, Vec::new()));
            }
            passes.last_mut().unwrap().1.push(task.index);
            plan.done(task, &findings);
        }
        passes
    }

    #[test]
    fn a_game_is_looked_at_backwards_and_deeper_where_it_matters() {
        let mut losses = [0.0; 8];
        (losses[3], losses[6]) = (0.2, 0.031);
        let found = passes(Budgets::USUAL, &losses);
        let wanted = [
            (Pass::Every, vec![7, 6, 5, 4, 3, 2, 1, 0]),
            (Pass::Doubtful, vec![6, 3]),
            (Pass::Worst, vec![4, 3]),
        ];
        assert_eq!(found, wanted);
        assert_eq!(passes(Budgets::equal(50), &losses).len(), 1);
    }

    #[test]
    fn known_moves_are_not_searched_again() {
        let known: Vec<_> = (0..5).map(|_| Some(finding(1_000, 0.99, 0.99))).collect();
        assert_eq!(Plan::new(Budgets::USUAL, &known).pass(), None);
        assert_eq!(
            Plan::new(Budgets::HURRIED, &known).pass(),
            None,
            "no short look takes the place of a long one"
        );
        let mut some = known.clone();
        some[2] = None;
        let mut plan = Plan::new(Budgets::USUAL, &some);
        assert_eq!(
            plan.take(),
            Some(PositionTask { index: 2, simulations: 1_000, looks: 1, adds: false })
        );
        assert_eq!(plan.take(), None, "the next pass needs this one's findings");
        plan.done(PositionTask { index: 2, simulations: 1_000, looks: 1, adds: false }, &known);
        assert_eq!(plan.pass(), None);
    }

    #[test]
    fn absurd_claims_of_simulations_get_no_more() {
        let mut unclear = Finding { looks: 8, ..finding(u64::MAX, 0.6, 0.54) };
        unclear.played.as_mut().unwrap().error = 0.02;
        let known = vec![Some(unclear); 3];
        assert_eq!(Plan::new(Budgets::USUAL, &known).pass(), None);
    }

    #[test]
    fn a_pass_waits_for_all_that_was_given_out() {
        let mut findings = vec![None; 2];
        let mut plan = Plan::new(Budgets::USUAL, &findings);
        let (first, second) = (plan.take().unwrap(), plan.take().unwrap());
        findings[second.index] = Some(finding(1_000, 0.5, 0.2));
        plan.done(second, &findings);
        assert_eq!((plan.pass(), plan.take(), plan.count()), (Some(Pass::Every), None, (2, 1)));
        findings[first.index] = Some(finding(1_000, 0.5, 0.5));
        plan.done(first, &findings);
        assert_eq!(plan.pass(), Some(Pass::Doubtful));
    }

    #[test]
    fn unclear_moves_are_compared_while_budget_is_left() {
        let budgets = Budgets { game: 200_000, ..Budgets::USUAL };
        let clear = Finding { looks: 8, ..finding(40_000, 0.6, 0.6) };
        let mut unclear = Finding { looks: 8, ..finding(40_000, 0.6, 0.54) };
        unclear.played.as_mut().unwrap().error = 0.01;
        let mut findings = vec![Some(clear), Some(unclear)];
        let mut plan = Plan::new(budgets, &findings);
        let mut rounds = 0;
        while let Some(task) = plan.take() {
            assert_eq!((plan.pass(), task.index, task.adds), (Some(Pass::Unclear), 1, true));
            let finding = findings[1].as_mut().unwrap();
            finding.simulations += task.simulations;
            rounds += 1;
            plan.done(task, &findings);
        }
        assert_eq!((rounds, plan.pass()), (3, None), "80,000 were spent of 200,000");
        findings[1].as_mut().unwrap().played.as_mut().unwrap().error = 0.004;
        assert_eq!(Plan::new(Budgets::USUAL, &findings).pass(), None, "six points are then clear");
    }
}
