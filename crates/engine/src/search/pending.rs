//! The results that a thread has yet to count in a tree it shares with others.

use crate::amaf::{self, Table};
use crate::tree::{Node, Tree};

/// Results that a thread counts some at a time where it would meet other threads.
///
/// Two threads that write to the same memory hand it to and fro, which takes longer than a short
/// playout. They meet in nodes with many visits and in tables; both change little from one
/// simulation to the next, so that little is lost by late news. The more visits a node has, the
/// more of its results may be late.
pub(super) struct Pending {
    /// Where the results of a node wait: at the place that its number leads to, until those of
    /// another node are to wait there.
    places: Vec<Waiting>,
    /// The visits of a node for each of them that may wait.
    share: u32,
}

/// The results of one node that wait.
#[derive(Clone, Default)]
struct Waiting {
    /// The number of the node.
    node: u32,
    visits: u32,
    /// The sums of the winning chances and margins of the visits.
    sums: (f32, f32),
    /// The number of the table that games wait for.
    table: u32,
    games: u32,
    /// By slot of the table: the number of games and the sum of their values.
    slots: Vec<(f32, f32)>,
}

impl Waiting {
    fn count_visits(&mut self, tree: &Tree) {
        if self.visits > 0 {
            tree.node(self.node).add_several(self.visits, self.sums);
            (self.visits, self.sums) = (0, (0.0, 0.0));
        }
    }

    fn count_games(&mut self, tree: &Tree) {
        if self.games > 0
            && let Some(table) = tree.numbered_table(self.table)
        {
            amaf::record_several(table, &mut self.slots);
            self.games = 0;
        }
    }
}

impl Pending {
    /// The visits of a node for each of them that may wait, in all threads together.
    const SHARE: u32 = 32;

    /// How many times as many games of a table as visits of a node may wait: a game changes a value
    /// by less.
    const GAMES: u32 = 4;

    /// The most results of one node or table that wait.
    const MOST: u32 = 64;

    /// The binary logarithm of the number of places.
    const PLACES: u32 = 8;

    /// Nothing waits; `threads` share the tree.
    pub(super) fn new(threads: usize) -> Self {
        let places = if threads > 1 { 1 << Self::PLACES } else { 0 };
        let threads = u32::try_from(threads).unwrap_or(u32::MAX);
        Self {
            places: vec![Waiting::default(); places],
            share: threads.saturating_mul(Self::SHARE),
        }
    }

    /// How many results of a node of so many visits one thread may let wait.
    #[inline]
    pub(super) fn may_wait(&self, visits: u32) -> u32 {
        (visits / self.share).min(Self::MOST)
    }

    /// True if a thread that passes a node of so many visits counts a loss there on its way down,
    /// so that others look elsewhere meanwhile: below 16 visits for two threads. Without it they
    /// play Multiplicity worse with equal simulations, and with more of it no better
    /// (`docs/lab/experiments.md`).
    #[inline]
    pub(super) const fn marks(&self, visits: u32) -> bool {
        visits < self.share / 4
    }

    /// The place of the node of this number.
    #[inline]
    fn place(&mut self, tree: &Tree, number: u32) -> &mut Waiting {
        // Source: Knuth, "The Art of Computer Programming", volume 3, section 6.4 (Fibonacci
        // hashing).
        let hash = number.wrapping_mul(0x9e37_79b9) >> (u32::BITS - Self::PLACES);
        let place = &mut self.places[hash as usize];
        if place.node != number {
            place.count_visits(tree);
            place.count_games(tree);
            place.node = number;
        }
        place
    }

    /// Counts, now or later, that a simulation passed `node`, which has this number.
    #[inline]
    pub(super) fn visit(&mut self, tree: &Tree, number: u32, node: &Node, win: f32, margin: f32) {
        let most = self.may_wait(node.visits());
        if most < 2 {
            node.add(win, margin);
            return;
        }
        let place = self.place(tree, number);
        place.visits += 1;
        place.sums.0 += win;
        place.sums.1 += margin;
        if place.visits >= most {
            place.count_visits(tree);
        }
    }

    /// Counts, now or later, that the game that ended with the stones in `slots` is worth `value`
    /// in `table`, which is that of `node`, which has this number.
    #[inline]
    pub(super) fn record(
        &mut self,
        tree: &Tree,
        (number, node, table): (u32, &Node, &Table),
        slots: &[u16],
        value: f32,
    ) {
        let most = self.may_wait(node.visits().saturating_mul(Self::GAMES));
        if most < 2 {
            amaf::record(table, slots, value);
            return;
        }
        let place = self.place(tree, number);
        place.table = node.table_number();
        place.slots.resize(table.len(), (0.0, 0.0));
        for &slot in slots {
            let (games, sum) = &mut place.slots[usize::from(slot)];
            *games += 1.0;
            *sum += value;
        }
        place.games += 1;
        if place.games >= most {
            place.count_games(tree);
        }
    }

    /// Counts everything in `tree`, which must be the one that was searched.
    pub(super) fn count(&mut self, tree: &Tree) {
        for place in &mut self.places {
            place.count_visits(tree);
            place.count_games(tree);
            // At rest, a search takes no memory beside that of its tree.
            place.slots = Vec::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree whose root has a table and two children with `visits` each, the first child with a
    /// table too, and the numbers of these children.
    fn tree(visits: u32) -> (Tree, [u32; 2]) {
        let tree = Tree::new(9, 1 << 22);
        let root = tree.node(tree.root());
        assert!(tree.add_table(root, None, 0.0));
        assert!(tree.add_children(root, [(1, 0.0), (2, 0.0)].into_iter(), true));
        let (first, children) = tree.children(root);
        assert!(tree.add_table(&children[0], None, 0.0));
        for child in children {
            (0..visits).for_each(|_| child.add(0.0, 0.0));
        }
        (tree, [first, first + 1])
    }

    #[test]
    fn results_wait_until_a_share_of_the_visits_is_late() {
        for (visits, expected) in [(0, 1), (64, 1), (255, 3), (640, 10), (100_000, 64)] {
            let (tree, [child, _]) = tree(visits);
            let node = tree.node(child);
            let mut pending = Pending::new(2);
            for waiting in 1..expected {
                pending.visit(&tree, child, node, 1.0, 0.5);
                assert_eq!(node.visits(), visits, "{waiting} wait");
            }
            pending.visit(&tree, child, node, 1.0, 0.5);
            assert_eq!(node.visits(), visits + expected, "of {visits}");
            let (win, margin) = node.means();
            let mean = f64::from(expected) / f64::from(visits + expected);
            assert!((f64::from(win) - mean).abs() < 1e-4, "{win} instead of {mean}");
            assert!((f64::from(margin) - mean / 2.0).abs() < 1e-4, "{margin}");
        }
    }

    #[test]
    fn more_threads_leave_no_more_results_waiting_together() {
        for threads in [2, 4, 16] {
            let most = Pending::new(threads).may_wait(1024) as usize;
            assert_eq!(most * threads, 1024 / 32);
        }
    }

    #[test]
    fn games_reach_the_table_once() {
        let (tree, [child, _]) = tree(64);
        let node = tree.node(child);
        let table = tree.table(node).unwrap();
        let slots = [3, 7, 12];
        let mut pending = Pending::new(2);
        for _ in 0..3 {
            pending.record(&tree, (child, node, table), &slots, 1.0);
            assert!((table[3].mean() - 0.5).abs() < 1e-6, "a table of 64 visits may miss three");
        }
        for value in [1.0, 0.0] {
            pending.record(&tree, (child, node, table), &slots, value);
        }
        for _ in 0..2 {
            pending.count(&tree);
            for slot in slots {
                let mean = table[usize::from(slot)].mean();
                assert!((mean - 5.0 / 7.0).abs() < 1e-6, "{mean} of four games won and one lost");
            }
            assert!((table[4].mean() - 0.5).abs() < 1e-6, "no stone ended there");
        }
    }

    #[test]
    fn results_of_more_nodes_than_there_are_places_are_all_counted() {
        let tree = Tree::new(9, 1 << 22);
        let root = tree.node(tree.root());
        assert!(tree.add_children(root, (0..600).map(|step| (step, 0.0)), true));
        let (first, children) = tree.children(root);
        let mut pending = Pending::new(2);
        for (number, child) in (first..).zip(children) {
            (0..1000).for_each(|_| child.add(0.0, 0.0));
            pending.visit(&tree, number, child, 1.0, 0.0);
        }
        let counted = || children.iter().filter(|child| child.visits() == 1001).count();
        assert!(
            (600 - 256..=600 - 128).contains(&counted()),
            "a place has room for the results of one node"
        );
        pending.count(&tree);
        assert_eq!(counted(), 600);
    }
}
