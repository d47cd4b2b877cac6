//! The order in which positions are looked at, and how deep.

use std::collections::VecDeque;

use crate::class::Class;
use crate::finding::Finding;

/// The simulations for the positions of a game, pass by pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budgets {
    /// For a short look at every position first of all, if there may not be time for more; 0 for none.
    pub glance: u64,
    /// For every position.
    pub every: u64,
    /// Where the winning chance moves, or the move that was played was hardly looked at; 0 for none.
    pub doubtful: u64,
    /// Before and after the worst moves; 0 for none.
    pub worst: u64,
}

impl Budgets {
    /// 1,000 for every position, 8,000 where it matters, 40,000 around the worst moves.
    pub const USUAL: Self = Self { glance: 0, every: 1_000, doubtful: 8_000, worst: 40_000 };

    /// The usual ones after a short look at everything.
    pub const HURRIED: Self = Self { glance: 100, ..Self::USUAL };

    /// The same for every position.
    pub const fn equal(simulations: u64) -> Self {
        Self { glance: 0, every: simulations, doubtful: 0, worst: 0 }
    }
}

/// The change of the winning chance from one position to the next from which a position is looked at again: 3 points.
const MOVES: f64 = 0.03;

/// The share of the simulations below which a move was hardly looked at.
const HARDLY: u64 = 50;

/// The worst moves that are looked at deepest.
pub const WORST: usize = 10;

/// The passes over a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pass {
    /// A short look at everything.
    Glance,
    /// Every position.
    Every,
    /// Where it matters.
    Doubtful,
    /// Before and after the worst moves.
    Worst,
}

impl Pass {
    /// All passes in order.
    pub const ALL: [Self; 4] = [Self::Glance, Self::Every, Self::Doubtful, Self::Worst];

    /// The name people read.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Glance => "a short look at every move",
            Self::Every => "every move",
            Self::Doubtful => "moves that matter",
            Self::Worst => "the worst moves",
        }
    }

    /// The searches of each position of this pass: the more it matters, the less one search is trusted.
    const fn looks(self) -> u32 {
        match self {
            Self::Glance | Self::Every => 1,
            Self::Doubtful | Self::Worst => 3,
        }
    }

    const fn simulations(self, budgets: &Budgets) -> u64 {
        match self {
            Self::Glance => budgets.glance,
            Self::Every => budgets.every,
            Self::Doubtful => budgets.doubtful,
            Self::Worst => budgets.worst,
        }
    }
}

/// One position to be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// The index of the turn that was played there.
    pub index: usize,
    /// The simulations that all searches of it get together.
    pub simulations: u64,
    /// The searches of it, each with random numbers of its own; at least 1.
    pub looks: u32,
}

/// The state of the passes over one game. Within a pass positions come from the end of the game backwards.
///
/// The tasks of a pass depend on the findings of those before it, all of them: so they are the same however many work on them.
#[derive(Clone, Debug)]
pub struct Plan {
    budgets: Budgets,
    /// The pass at hand and those to come.
    passes: &'static [Pass],
    queue: VecDeque<Task>,
    /// The tasks that were given out and are not done.
    open: Vec<usize>,
    /// The number of tasks of the pass at hand, and how many of them are done.
    count: (usize, usize),
}

impl Plan {
    /// The passes over a game of which `findings` are known already, by turn.
    pub fn new(budgets: Budgets, findings: &[Option<Finding>]) -> Self {
        let mut plan =
            Self { budgets, passes: const { &Pass::ALL }, queue: VecDeque::new(), open: Vec::new(), count: (0, 0) };
        plan.fill(findings);
        plan
    }

    /// The pass at hand; `None` once all is done.
    pub fn pass(&self) -> Option<Pass> {
        self.passes.first().copied()
    }

    /// The positions of the pass at hand, and how many of them are done.
    pub const fn count(&self) -> (usize, usize) {
        self.count
    }

    /// Gives out the next task; `None` if there is none, or none before those that were given out are done.
    pub fn take(&mut self) -> Option<Task> {
        let task = self.queue.pop_front()?;
        self.open.push(task.index);
        Some(task)
    }

    /// Takes note that the position of `task` has been looked at, with its finding among `findings`.
    pub fn done(&mut self, task: Task, findings: &[Option<Finding>]) {
        self.open.retain(|&index| index != task.index);
        self.count.1 += 1;
        if self.queue.is_empty() && self.open.is_empty() {
            self.passes = self.passes.get(1..).unwrap_or_default();
            self.fill(findings);
        }
    }

    /// Fills the queue with the first pass that has anything to do.
    fn fill(&mut self, findings: &[Option<Finding>]) {
        while let Some(pass) = self.pass() {
            let simulations = pass.simulations(&self.budgets);
            let wanted = match pass {
                Pass::Glance | Pass::Every => (0..findings.len()).collect(),
                Pass::Doubtful => doubtful(findings),
                Pass::Worst => around_worst(findings),
            };
            let looks = pass.looks();
            let is_short = |index: &usize| {
                let finding = findings[*index].as_ref();
                finding.is_none_or(|finding| finding.simulations < simulations && !is_settled(finding))
            };
            self.queue =
                wanted.into_iter().rev().filter(is_short).map(|index| Task { index, simulations, looks }).collect();
            self.count = (self.queue.len(), 0);
            if simulations > 0 && !self.queue.is_empty() {
                return;
            }
            self.queue.clear();
            self.passes = self.passes.get(1..).unwrap_or_default();
        }
    }
}

/// Returns whether more simulations cannot say more: both values are proven.
fn is_settled(finding: &Finding) -> bool {
    finding.value.proof.is_some() && finding.played.is_none_or(|played| played.value.proof.is_some())
}

/// The turns where the winning chance moves, or the move that was played was hardly looked at.
fn doubtful(findings: &[Option<Finding>]) -> Vec<usize> {
    let is_doubtful = |index: &usize| {
        let Some(finding) = &findings[*index] else { return false };
        let Some(played) = finding.played else { return false };
        let next = findings.get(index + 1).and_then(Option::as_ref);
        let moves = next.is_some_and(|next| {
            // Whoever moves next, what one side sees is what the other leaves.
            let seen = finding.value.chance();
            (seen - next.value.chance()).abs().min((seen - (1.0 - next.value.chance())).abs()) >= MOVES
        });
        let hardly = u64::from(played.seen) * HARDLY < finding.simulations;
        finding.loss() >= MOVES || moves || hardly
    };
    (0..findings.len()).filter(is_doubtful).collect()
}

/// The turns at and after the [`WORST`] moves, those that are faults.
fn around_worst(findings: &[Option<Finding>]) -> Vec<usize> {
    let mut worst: Vec<(f64, usize)> = findings
        .iter()
        .enumerate()
        .filter_map(|(index, finding)| Some((finding.as_ref()?.loss(), index)))
        .filter(|&(loss, _)| loss >= Class::ACCEPTED)
        .collect();
    worst.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    worst.truncate(WORST);
    let mut around: Vec<usize> =
        worst.into_iter().flat_map(|(_, index)| [index, index + 1]).filter(|&index| index < findings.len()).collect();
    around.sort_unstable();
    around.dedup();
    around
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Played, Value};

    fn finding(simulations: u64, win: f64, after: f64) -> Finding {
        let value = |win| Value { win, lead: None, proof: None };
        let played = Played { value: value(after), compared: 500, seen: 500, spread: 0.0 };
        Finding {
            build: String::new(),
            seed: 0,
            simulations,
            looks: 1,
            value: value(win),
            line: Vec::new(),
            candidates: Vec::new(),
            played: Some(played),
        }
    }

    /// The turns of each pass in the order they are given out, where `losses` are found.
    fn passes(budgets: Budgets, losses: &[f64]) -> Vec<(Pass, Vec<usize>)> {
        let mut findings = vec![None; losses.len()];
        let mut plan = Plan::new(budgets, &findings);
        let mut passes: Vec<(Pass, Vec<usize>)> = Vec::new();
        while let Some(pass) = plan.pass() {
            let task = plan.take().unwrap();
            let found = Finding { looks: task.looks, ..finding(task.simulations, 0.5, 0.5 - losses[task.index]) };
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
        let wanted =
            [(Pass::Every, vec![7, 6, 5, 4, 3, 2, 1, 0]), (Pass::Doubtful, vec![6, 3]), (Pass::Worst, vec![4, 3])];
        assert_eq!(found, wanted);
        assert_eq!(passes(Budgets::equal(50), &losses).len(), 1);
    }

    #[test]
    fn what_is_known_is_not_looked_at_again() {
        let known: Vec<_> = (0..5).map(|_| Some(finding(1_000, 0.5, 0.5))).collect();
        assert_eq!(Plan::new(Budgets::USUAL, &known).pass(), None);
        let mut some = known.clone();
        some[2] = None;
        let mut plan = Plan::new(Budgets::USUAL, &some);
        assert_eq!(plan.take(), Some(Task { index: 2, simulations: 1_000, looks: 1 }));
        assert_eq!(plan.take(), None, "the next pass needs this one's findings");
        plan.done(Task { index: 2, simulations: 1_000, looks: 1 }, &known);
        assert_eq!(plan.pass(), None);
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
}
