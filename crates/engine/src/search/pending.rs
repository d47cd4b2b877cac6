//! The results that a thread has yet to count in a tree it shares with others.

use std::ops::Range;

use crate::amaf;
use crate::tree::Tree;

/// Simulations that a thread counts some at a time where it would meet other threads.
///
/// Two threads that write to the same memory hand it to and fro, which takes longer than a short
/// playout. They meet in nodes with many visits and in tables; both change little from one
/// simulation to the next, so that nothing is lost by late news.
#[derive(Default)]
pub(super) struct Pending {
    simulations: usize,
    /// The slots of the stones of one playout after the other, as [`amaf::stones`] lists them.
    stones: Vec<u16>,
    /// The number of a table, the value to be counted, and where in `stones` those of the playout
    /// begin and end.
    records: Vec<(u32, f32, Range<usize>)>,
    /// The beginning of the stones of the playout that was announced last.
    start: usize,
    /// A node, the first player's winning chance, and the margin.
    visits: Vec<(u32, f32, f32)>,
}

impl Pending {
    /// Simulations that are counted at once.
    const MANY: usize = 16;

    /// Visits from which a node is one in which threads meet: one in 64 of them may be pending.
    pub(super) const OFTEN: u32 = 1024;

    /// Notes one more simulation, and of the stones at its end if there was a playout.
    pub(super) fn begin(&mut self, stones: Option<&[u16]>) {
        self.simulations += 1;
        self.start = self.stones.len();
        self.stones.extend_from_slice(stones.unwrap_or_default());
    }

    /// Notes that the simulation begun last passed a node.
    #[inline]
    pub(super) fn visit(&mut self, node: u32, win: f32, margin: f32) {
        self.visits.push((node, win, margin));
    }

    /// Notes that the playout begun last is worth `value` in a table.
    #[inline]
    pub(super) fn record(&mut self, table: u32, value: f32) {
        self.records.push((table, value, self.start..self.stones.len()));
    }

    pub(super) const fn is_due(&self) -> bool {
        self.simulations >= Self::MANY
    }

    /// Counts everything in `tree`, which must be the one that was searched.
    pub(super) fn count(&mut self, tree: &Tree) {
        // All of one node or table at once, so that its memory is fetched from the other thread
        // once.
        self.visits.sort_unstable_by_key(|&(node, ..)| node);
        for (node, win, margin) in self.visits.drain(..) {
            tree.node(node).add(win, margin);
        }
        self.records.sort_unstable_by_key(|&(table, ..)| table);
        for (table, value, stones) in self.records.drain(..) {
            if let Some(table) = tree.numbered_table(table) {
                amaf::record(table, &self.stones[stones], value);
            }
        }
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
        for i in 0..Pending::MANY {
            assert!(!pending.is_due());
            // Every other simulation ends without a playout.
            pending.begin((i % 2 == 0).then_some(&*slots));
            pending.visit(child, 1.0, 0.5);
            if i % 2 == 0 {
                pending.record(table, 1.0);
            }
        }
        assert!(pending.is_due());
        for _ in 0..2 {
            pending.count(&tree);
            let node = tree.node(child);
            assert_eq!((node.visits() as usize, node.means()), (Pending::MANY, (1.0, 0.5)));
            let won = (Pending::MANY / 2) as f32;
            let mean = tree.numbered_table(table).unwrap()[usize::from(slots[0])].mean();
            assert!((mean - (won + 1.0) / (won + 2.0)).abs() < 1e-6);
            assert!(!pending.is_due());
        }
    }
}
