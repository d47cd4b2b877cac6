//! The results that a thread has yet to count in a tree it shares with others.

use std::ops::Range;

use crate::amaf;
use crate::tree::{Node, Tree};

/// Simulations that a thread counts some at a time where it would meet other threads.
///
/// Two threads that write to the same memory hand it to and fro, which takes longer than a short
/// playout. They meet in nodes with many visits and in tables; both change little from one
/// simulation to the next, so that nothing is lost by late news. The more visits a node has, the
/// more of its simulations may be late: near the root, where all threads pass, the most.
#[derive(Default)]
pub(super) struct Pending {
    simulations: usize,
    /// The slots of the stones of one playout after the other, as [`amaf::stones`] lists them.
    stones: Vec<u16>,
    /// The beginning of the stones of the playout that was announced last.
    start: usize,
    /// Results that are counted every [`MANY`](Self::MANY) simulations.
    some: Counts,
    /// Results that are counted every [`MOST`](Self::MOST) simulations.
    most: Counts,
}

/// Results to be counted.
#[derive(Default)]
struct Counts {
    /// The number of a table, the value to be counted, and where in the stones those of the playout
    /// begin and end.
    records: Vec<(u32, f32, Range<usize>)>,
    /// A node, the first player's winning chance, and the margin.
    visits: Vec<(u32, f32, f32)>,
}

impl Counts {
    fn count(&mut self, tree: &Tree, stones: &[u16]) {
        // All of one node or table at once, so that its memory is fetched from the other thread
        // once.
        self.visits.sort_unstable_by_key(|&(node, ..)| node);
        for (node, win, margin) in self.visits.drain(..) {
            tree.node(node).add(win, margin);
        }
        self.records.sort_unstable_by_key(|&(table, ..)| table);
        for (table, value, range) in self.records.drain(..) {
            if let Some(table) = tree.numbered_table(table) {
                amaf::record(table, &stones[range], value);
            }
        }
    }
}

impl Pending {
    /// Simulations that are counted at once.
    const MANY: usize = 16;

    /// The same where a node has at least [`VERY_OFTEN`](Self::VERY_OFTEN) visits; a multiple.
    const MOST: usize = 64;

    /// Visits from which a node is one in which threads meet: one in 64 of them may be pending.
    pub(super) const OFTEN: u32 = 1024;

    /// The same for [`MOST`](Self::MOST).
    const VERY_OFTEN: u32 = 4096;

    /// Notes one more simulation, and the stones at its end if there was a playout.
    pub(super) fn begin(&mut self, stones: Option<&[u16]>) {
        self.simulations += 1;
        self.start = self.stones.len();
        self.stones.extend_from_slice(stones.unwrap_or_default());
    }

    /// The place where the results of a node of so many visits wait.
    #[inline]
    const fn counts(&mut self, visits: u32) -> &mut Counts {
        if visits < Self::VERY_OFTEN { &mut self.some } else { &mut self.most }
    }

    /// Notes that the simulation begun last passed the node of this number.
    #[inline]
    pub(super) fn visit(&mut self, number: u32, node: &Node, win: f32, margin: f32) {
        self.counts(node.visits()).visits.push((number, win, margin));
    }

    /// Notes that the playout begun last is worth `value` in the table of `node`.
    #[inline]
    pub(super) fn record(&mut self, node: &Node, value: f32) {
        let stones = self.start..self.stones.len();
        self.counts(node.visits()).records.push((node.table_number(), value, stones));
    }

    /// Counts in `tree` what has waited long enough.
    #[inline]
    pub(super) fn count_due(&mut self, tree: &Tree) {
        if self.simulations >= Self::MOST {
            self.count(tree);
        } else if self.simulations > 0 && self.simulations.is_multiple_of(Self::MANY) {
            self.some.count(tree, &self.stones);
        }
    }

    /// Counts everything in `tree`, which must be the one that was searched.
    pub(super) fn count(&mut self, tree: &Tree) {
        self.some.count(tree, &self.stones);
        self.most.count(tree, &self.stones);
        self.stones.clear();
        self.simulations = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::{Board, Cell, Colour, Geometry, Shape};

    #[test]
    fn pending_results_are_counted_once_where_they_belong() {
        let tree = Tree::new(9, 1 << 22);
        let root = tree.node(tree.root());
        assert!(tree.add_table(root, None, 0.0));
        assert!(tree.add_children(root, [(1, 0.0), (2, 0.0)].into_iter(), true));
        let child = tree.children(root).0;
        let table = root.table_number();

        let mut board = Board::new(Geometry::get(Shape::Square, 3).unwrap());
        board.set(Cell::new(4), Colour::First);
        let mut slots = Vec::new();
        amaf::stones(&board, &board.occupied(), &mut slots);

        let mut pending = Pending::default();
        let node = tree.node(child);
        for i in 0..Pending::MANY {
            pending.count_due(&tree);
            assert_eq!(node.visits(), 0);
            // Every other simulation ends without a playout.
            pending.begin((i % 2 == 0).then_some(&*slots));
            pending.visit(child, node, 1.0, 0.5);
            if i % 2 == 0 {
                pending.record(root, 1.0);
            }
        }
        for _ in 0..2 {
            pending.count_due(&tree);
            assert_eq!((node.visits() as usize, node.means()), (Pending::MANY, (1.0, 0.5)));
            let won = (Pending::MANY / 2) as f32;
            let mean = tree.numbered_table(table).unwrap()[usize::from(slots[0])].mean();
            assert!((mean - (won + 1.0) / (won + 2.0)).abs() < 1e-6);
        }
    }

    #[test]
    fn nodes_near_the_root_are_counted_later() {
        let tree = Tree::new(9, 1 << 22);
        let root = tree.node(tree.root());
        for _ in 0..Pending::VERY_OFTEN {
            root.add(1.0, 0.0);
        }
        let mut pending = Pending::default();
        for _ in 0..Pending::MOST {
            assert_eq!(root.visits(), Pending::VERY_OFTEN);
            pending.begin(None);
            pending.visit(tree.root(), root, 1.0, 0.0);
            pending.count_due(&tree);
        }
        assert_eq!(root.visits() as usize, Pending::VERY_OFTEN as usize + Pending::MOST);
    }
}
