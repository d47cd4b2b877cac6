//! A fair comparison of moves: equal simulations for each, from one root.

use tetralith_core::{Colour, Knowledge, Step};

use super::Search;
use super::descent::{Descent, Line};
use super::leads::Leads;
use crate::analysis::{Compared, GameOver};
use crate::cancel::CancelToken;
use crate::code;
use crate::tree::Node;

impl<G: Knowledge> Search<G> {
    /// Gives every one of `lines` simulations until each has `visits`, those of earlier searches of
    /// this tree included, and returns what is known of each, in their order.
    ///
    /// A line is the steps of a move, all by the player to move: one or more, legal one after the
    /// other; an illegal one is a fault of the caller, and its value means nothing. The line with
    /// the fewest simulations is always next, so that all have equally many however soon `cancel`
    /// is raised; a line whose result is proven needs no more. One thread does it, so that the same
    /// seed gives the same values.
    ///
    /// A search that chooses by value looks at a bad move so little that its value says little:
    /// before two moves are compared, both must have been visited equally.
    ///
    /// # Errors
    /// [`GameOver`] if there is no step to look for.
    pub fn compare(
        &mut self,
        lines: &[&[Step]],
        visits: u32,
        cancel: &CancelToken,
    ) -> Result<Vec<Compared>, GameOver> {
        /// Simulations of each line at least; its lead in points is their mean.
        const LEAST: u32 = 16;
        if self.position.outcome().is_some() {
            return Err(GameOver);
        }
        self.open_root();
        let mut workers = std::mem::take(&mut self.workers);
        let worker = &mut workers[0];
        worker.leads = self.position.lead().map(|_| Leads::default());
        let codes: Vec<Vec<u32>> =
            lines.iter().map(|line| line.iter().copied().map(code::pack).collect()).collect();
        let most =
            codes.iter().filter_map(|line| self.at(line)).map(Node::visits).max().unwrap_or(0);
        let goal = visits.max(most);
        let (mut made, mut in_vain) = (vec![0; lines.len()], vec![0; lines.len()]);
        while !cancel.is_cancelled() {
            let seen = |i: usize| self.at(&codes[i]).map_or(0, Node::visits);
            let is_open = |&i: &usize| {
                let is_proven =
                    self.at(&codes[i]).is_some_and(|node| node.bounds().proof().is_some());
                // For what has no room in a tree where room was just made there never is any.
                !is_proven && in_vain[i] < 2 && (seen(i) < goal || made[i] < LEAST)
            };
            let Some(next) = (0..lines.len()).filter(is_open).min_by_key(|&i| seen(i)) else {
                break;
            };
            let descent = Descent { tree: &self.tree, shape: &self.shape };
            let line = Line { steps: &codes[next], number: next };
            descent.simulate_along(&self.position, Some(line), worker, false);
            made[next] += 1;
            if self.at(&codes[next]).is_none() {
                in_vain[next] += 1;
            }
            if std::mem::take(&mut worker.full) {
                let Some(tree) = self.tree.compacted(cancel) else { break };
                self.tree = tree;
            }
        }
        let leads = worker.leads.take();
        self.workers = workers;
        Ok((0..lines.len())
            .map(|i| self.compared(&codes[i], leads.as_ref().and_then(|leads| leads.mean(i))))
            .collect())
    }

    /// The node that the packed steps of `line` lead to from the root, if it is in the tree.
    fn at(&self, line: &[u32]) -> Option<&Node> {
        line.iter().try_fold(self.tree.node(self.tree.root()), |node, &code| {
            self.tree.children(node).1.iter().find(|child| child.step() == code)
        })
    }

    /// The findings about `line`, after which the first player leads by `lead` points.
    fn compared(&self, line: &[u32], lead: Option<f32>) -> Compared {
        let mover = self.position.to_move();
        let is_swap = line.last().is_some_and(|&code| code::is_swap(code));
        // After a swap, the player who made it holds the colour of the opponent.
        let viewer = if is_swap { mover.other() } else { mover };
        // Leads are counted for the colours as the players hold them at the root.
        let score = lead.map(|lead| if mover == Colour::First { lead } else { -lead });
        let Some(node) = self.at(line) else {
            return Compared { visits: 0, win: 0.5, score, proof: None };
        };
        let proof = node.bounds().seen_by(viewer).proof();
        let win = if node.visits() == 0 { 0.5 } else { node.seen_by(viewer).0 };
        Compared {
            visits: node.visits(),
            win: proof.map_or(win, crate::Proof::value),
            score,
            proof,
        }
    }
}

#[cfg(test)]
mod tests {
    use tetralith_core::games::{KindVisitor, Multiplicity, Plurality, each};
    use tetralith_core::{OptionKind, Rules, Setup};

    use super::*;
    use crate::analysis::Limits;
    use crate::search::{Config, Tuning};

    struct Equal;

    impl KindVisitor for Equal {
        fn visit<G: Knowledge>(&mut self) {
            let pie = G::INFO.has(OptionKind::Pie).then_some(true);
            let options = G::INFO.options(&Setup { pie, ..Setup::default() }).unwrap();
            let mut position = G::new(&options).unwrap();
            let mut steps = Vec::new();
            position.legal_steps(&mut steps);
            position.play_unchecked(steps[steps.len() / 2]);
            position.legal_steps(&mut steps);
            let mut search = Search::new(position, Config::default());
            let found = search.run(&Limits::simulations(300), &CancelToken::new(), |_| {}).unwrap();
            let best = found.best().unwrap();
            let other = *steps.iter().rev().find(|&&step| step != best).unwrap();
            let compared = search.compare(&[&[best], &[other]], 200, &CancelToken::new()).unwrap();
            assert!(compared[0].visits >= 200, "{}: {compared:?}", G::INFO.id);
            let is_equal = compared[0].visits.abs_diff(compared[1].visits) <= 16;
            assert!(is_equal || compared[1].proof.is_some(), "{}: {compared:?}", G::INFO.id);
            assert!(compared.iter().all(|line| (0.0..=1.0).contains(&line.win)));
            assert_eq!(compared[0].score.is_some(), search.position().lead().is_some());
        }
    }

    #[test]
    fn moves_that_are_compared_get_equal_simulations() {
        each(&mut Equal);
    }

    #[test]
    fn moves_are_compared_at_nodes_with_the_most_children() {
        let setup = Setup { size: Some(19), ..Setup::default() };
        let options = Plurality::INFO.options(&setup).unwrap();
        // As many children as otherwise after millions of simulations.
        let tuning = Tuning { widen_rate: 1e6, ..Tuning::default() };
        let mut search =
            Search::new(Plurality::new(&options).unwrap(), Config { tuning, ..Config::default() });
        search.run(&Limits::simulations(100), &CancelToken::new(), |_| {}).unwrap();
        let mut steps = Vec::new();
        search.position().legal_steps(&mut steps);
        steps.retain(|&step| search.at(&[code::pack(step)]).is_none());
        let lines: Vec<[Step; 1]> = steps.iter().take(30).map(|&step| [step]).collect();
        let lines: Vec<&[Step]> = lines.iter().map(<[Step; 1]>::as_slice).collect();
        let compared = search.compare(&lines, 20, &CancelToken::new()).unwrap();
        assert_eq!(compared.len(), 30);
        let least = compared[0].visits;
        assert!(least >= 20 && compared.iter().all(|found| found.visits == least), "{compared:?}");
        // Lines without room keep no other from its simulations.
        let lines: Vec<[Step; 1]> = steps.iter().take(260).map(|&step| [step]).collect();
        let lines: Vec<&[Step]> = lines.iter().map(<[Step; 1]>::as_slice).collect();
        let compared = search.compare(&lines, 1, &CancelToken::new()).unwrap();
        let least = compared.iter().map(|found| found.visits).filter(|&visits| visits > 0).min();
        assert!(
            compared.iter().any(|found| found.visits == 0) && least >= Some(16),
            "{least:?}, {} lines",
            lines.len()
        );
    }

    #[test]
    fn two_steps_are_compared_as_one_move() {
        let options =
            Multiplicity::INFO.options(&Setup { size: Some(3), ..Setup::default() }).unwrap();
        let mut position = Multiplicity::new(&options).unwrap();
        let mut steps = Vec::new();
        position.legal_steps(&mut steps);
        position.play_unchecked(steps[9]);
        let mut lines = Vec::new();
        for nth in [0, 1] {
            let mut next = position;
            next.legal_steps(&mut steps);
            let bound = steps[nth];
            next.play_unchecked(bound);
            assert_eq!(
                next.to_move(),
                position.to_move(),
                "the free stone belongs to the same move"
            );
            next.legal_steps(&mut steps);
            lines.push([bound, steps[0]]);
        }
        let mut search = Search::new(position, Config::default());
        let compared = search.compare(&[&lines[0], &lines[1]], 100, &CancelToken::new()).unwrap();
        assert_eq!([compared[0].visits, compared[1].visits], [100, 100]);
    }
}
