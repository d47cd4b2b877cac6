//! The search tree: nodes in an arena, shared by threads without locks.
//!
//! All fields are atomics read and written with relaxed ordering, and a sum is a load and a store:
//! two threads that meet in one node may lose results, never a link. A thread that the system stops
//! between the two loses what others count there meanwhile, and what waits to be counted for a node
//! that is moved goes to its old place. The fields that make a child visible to other threads (its
//! parent's `children` and `count`) are published with release and read with acquire.
//!
//! Source: Enzenberger and Müller, "A Lock-Free Multithreaded Monte-Carlo Tree Search Algorithm",
//! 2009.

use std::collections::VecDeque;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicI8, AtomicU8, AtomicU32, AtomicU64};

use tetralith_core::Colour;

use crate::amaf::{Table, Tables};
use crate::bounds::{Bounds, Proof};
use crate::cancel::CancelToken;
use crate::code;
use crate::counter::Counter;
use crate::favourites::Favourites;

/// Nodes in one piece of the arena, and so the most children a node can have.
pub(crate) const CHUNK: usize = 1 << 12;

/// Set in `count` once all legal steps are children.
const COMPLETE: u32 = 1 << 31;

/// Set in `count` once a policy was asked for the hints of the children.
const BY_POLICY: u32 = 1 << 30;

/// The unit in which hints are kept.
const HINT_UNIT: f32 = 1.0 / 127.0;

/// One position reached by one step from its parent, in 32 bytes.
#[derive(Default)]
pub(crate) struct Node {
    /// The step that led here, packed.
    step: AtomicU32,
    visits: AtomicU32,
    /// The first player's mean winning chance and mean margin.
    means: AtomicU64,
    /// The first child, 0 for none.
    children: AtomicU32,
    count: AtomicU32,
    /// The node's own AMAF table, 0 for none.
    table: AtomicU32,
    bounds: AtomicU8,
    /// The game's hint for the step, in [`HINT_UNIT`]s.
    hint: AtomicI8,
    /// Held by the one thread that adds children.
    busy: AtomicBool,
    /// True if the player who moves after a step from here may swap.
    before_swap: AtomicBool,
}

const _: () = assert!(size_of::<Node>() == 32);

const fn join(a: f32, b: f32) -> u64 {
    a.to_bits() as u64 | (b.to_bits() as u64) << 32
}

const fn part(bits: u64) -> (f32, f32) {
    (f32::from_bits(bits as u32), f32::from_bits((bits >> 32) as u32))
}

/// The visits beyond which a mean follows only about the last so many. One more visit then still
/// changes a mean by far more than its precision, which is 2⁻²⁴ of the mean; a mean of 2²⁴ visits
/// would not move, or drift.
const MEMORY: u32 = 1 << 17;

/// The share that the last of so many visits has in a mean.
#[inline]
fn share(visits: u32) -> f32 {
    1.0 / visits.clamp(1, MEMORY) as f32
}

impl Node {
    #[inline]
    pub(crate) fn step(&self) -> u32 {
        self.step.load(Relaxed)
    }

    #[inline]
    pub(crate) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// The first player's mean winning chance, `0.0..=1.0`, and mean margin, `-1.0..=1.0`.
    #[inline]
    pub(crate) fn means(&self) -> (f32, f32) {
        part(self.means.load(Relaxed))
    }

    /// [`means`](Self::means) as `viewer` sees them.
    pub(crate) fn seen_by(&self, viewer: Colour) -> (f32, f32) {
        let (win, margin) = self.means();
        match viewer {
            Colour::First => (win, margin),
            Colour::Second => (1.0 - win, -margin),
        }
    }

    /// The visits and the winning chance as `viewer` sees it; `None` if it is proven lost.
    pub(crate) fn seen(&self, viewer: Colour) -> Option<(u32, f32)> {
        match self.bounds().seen_by(viewer).proof() {
            Some(Proof::Loss) => None,
            Some(proof) => Some((self.visits(), proof.value())),
            None => Some((self.visits(), self.seen_by(viewer).0)),
        }
    }

    /// The game's hint for the step that led here, `-1.0..=1.0`.
    #[inline]
    pub(crate) fn hint(&self) -> f32 {
        f32::from(self.hint.load(Relaxed)) * HINT_UNIT
    }

    /// Takes `hint`, `-1.0..=1.0`, as the hint for the step that led here.
    pub(crate) fn set_hint(&self, hint: f32) {
        self.hint.store((hint / HINT_UNIT) as i8, Relaxed);
    }

    /// Counts one more simulation.
    #[inline]
    pub(crate) fn add(&self, win: f32, margin: f32) {
        self.add_several(1, (win, margin));
    }

    /// Counts some more simulations by the sums of their winning chances and margins.
    #[inline]
    pub(crate) fn add_several(&self, visits: u32, (win, margin): (f32, f32)) {
        let total = self.visits().saturating_add(visits);
        self.visits.store(total, Relaxed);
        let (mean_win, mean_margin) = self.means();
        let (share, added) = (share(total), visits as f32);
        self.means.store(
            join(
                mean_win + (win - mean_win * added) * share,
                mean_margin + (margin - mean_margin * added) * share,
            ),
            Relaxed,
        );
    }

    /// Changes the value of a simulation counted before, by these differences.
    #[inline]
    pub(crate) fn correct(&self, win: f32, margin: f32) {
        let (mean_win, mean_margin) = self.means();
        let share = share(self.visits());
        self.means.store(join(mean_win + win * share, mean_margin + margin * share), Relaxed);
    }

    #[inline]
    pub(crate) fn bounds(&self) -> Bounds {
        Bounds::from_bits(self.bounds.load(Relaxed))
    }

    pub(crate) fn set_bounds(&self, bounds: Bounds) {
        self.bounds.store(bounds.to_bits(), Relaxed);
    }

    /// The number of children so far.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        (self.count.load(Acquire) & !(COMPLETE | BY_POLICY)) as usize
    }

    /// True if it has children that are not those beside it, as a swap's are.
    fn has_own_children(&self) -> bool {
        self.count() > 0 && !code::is_swap(self.step())
    }

    /// True if every legal step is a child.
    #[inline]
    pub(crate) fn is_complete(&self) -> bool {
        self.count.load(Acquire) & COMPLETE != 0
    }

    /// True if a policy was asked for the hints of the children.
    #[inline]
    pub(crate) fn has_policy(&self) -> bool {
        self.count.load(Relaxed) & BY_POLICY != 0
    }

    /// Notes that a policy was asked for the hints of the children; the caller holds the node.
    pub(crate) fn set_policy(&self) {
        self.count.store(self.count.load(Relaxed) | BY_POLICY, Release);
    }

    /// Lets one thread at a time through to add children; a thread that gets `true` must
    /// [`release`](Self::release).
    pub(crate) fn acquire(&self) -> bool {
        self.busy.compare_exchange(false, true, Acquire, Relaxed).is_ok()
    }

    pub(crate) fn release(&self) {
        self.busy.store(false, Release);
    }

    /// True if the player who moves after a step from here may swap, as far as that was
    /// seen.
    #[inline]
    pub(crate) fn is_before_swap(&self) -> bool {
        self.before_swap.load(Relaxed)
    }

    pub(crate) fn set_before_swap(&self) {
        self.before_swap.store(true, Relaxed);
    }

    /// The number of the node's table, 0 for none.
    #[inline]
    pub(crate) fn table_number(&self) -> u32 {
        self.table.load(Relaxed)
    }

    fn copy_from(&self, other: &Self) {
        self.step.store(other.step(), Relaxed);
        self.visits.store(other.visits(), Relaxed);
        self.means.store(other.means.load(Relaxed), Relaxed);
        self.bounds.store(other.bounds.load(Relaxed), Relaxed);
        self.hint.store(other.hint.load(Relaxed), Relaxed);
        self.before_swap.store(other.is_before_swap(), Relaxed);
    }
}

/// The swap at the end of `children` and the rest of them, if both choose among the same nodes
/// ([`Tree::add_children`]).
#[inline]
pub(crate) fn split_swap(children: &[Node]) -> Option<(&Node, &[Node])> {
    children.split_last().filter(|(last, _)| code::is_swap(last.step()) && last.count() > 0)
}

/// A tree of positions within a limit of memory.
pub(crate) struct Tree {
    chunks: Box<[OnceLock<Box<[Node]>>]>,
    next: Counter,
    tables: Tables,
    root: u32,
    cells: usize,
    memory: usize,
}

impl Tree {
    /// A tree of a root without children, for boards of `cells` cells, that takes at most about
    /// `memory` bytes.
    ///
    /// Half may go to nodes and half to tables.
    pub(crate) fn new(cells: usize, memory: usize) -> Self {
        let chunks = (memory / 2 / (CHUNK * size_of::<Node>())).clamp(2, u32::MAX as usize / CHUNK);
        let mut tree = Self {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            next: Counter::at(1),
            tables: Tables::new(cells, memory / 2),
            root: 0,
            cells,
            memory,
        };
        tree.root = tree.allocate(1).unwrap_or_default();
        tree
    }

    #[inline]
    pub(crate) const fn root(&self) -> u32 {
        self.root
    }

    /// Makes a node the root; all that is not below it is garbage from now on.
    pub(crate) const fn set_root(&mut self, node: u32) {
        self.root = node;
    }

    #[inline]
    pub(crate) fn node(&self, index: u32) -> &Node {
        &self.slice(index, 1)[0]
    }

    #[inline]
    fn slice(&self, start: u32, len: usize) -> &[Node] {
        let start = start as usize;
        let chunk = self.chunks[start / CHUNK].get_or_init(new_chunk);
        &chunk[start % CHUNK..start % CHUNK + len]
    }

    /// The children of `node` and the index of the first.
    #[inline]
    pub(crate) fn children(&self, node: &Node) -> (u32, &[Node]) {
        // The count first: a block seen after it has at least as many.
        let count = node.count();
        if count == 0 {
            return (0, &[]);
        }
        let start = node.children.load(Acquire);
        (start, self.slice(start, count))
    }

    #[inline]
    pub(crate) fn table(&self, node: &Node) -> Option<&Table> {
        self.numbered_table(node.table_number())
    }

    #[inline]
    pub(crate) fn numbered_table(&self, number: u32) -> Option<&Table> {
        self.tables.get(number)
    }

    /// The favourites among the children of `node`, if it has a table.
    #[inline]
    pub(crate) fn favourites(&self, node: &Node) -> Option<&Favourites> {
        self.tables.favourites(node.table_number())
    }

    /// Gives `node` a table that begins with what `parent` knows; `false` if there is no room.
    pub(crate) fn add_table(&self, node: &Node, parent: Option<&Table>, weight: f32) -> bool {
        let number = self.tables.add(parent, weight);
        if let Some(number) = number {
            node.table.store(number, Relaxed);
        }
        number.is_some()
    }

    /// Room for `len` nodes next to each other.
    fn allocate(&self, len: usize) -> Option<u32> {
        let place = |next: u32| {
            let next = next as usize;
            let start =
                if next % CHUNK + len > CHUNK { next.next_multiple_of(CHUNK) } else { next };
            (start, start + len)
        };
        let old = self.next.advance(|next| {
            let (_, end) = place(next);
            (len <= CHUNK && end <= self.chunks.len() * CHUNK).then_some(end as u32)
        })?;
        Some(place(old).0 as u32)
    }

    /// Adds children for `steps` with their hints to `node`, which the caller holds; `complete`
    /// says that no other step is legal.
    ///
    /// A swap that ends complete children gets the others as its own: the position is the same, and
    /// so is the choice, except that the other person makes it. So what is found on one side is
    /// known on both.
    ///
    /// `false` if there is no room. The children there were keep their places in the order, not in
    /// memory; while another thread adds children to one of them they cannot be moved, and nothing
    /// is added.
    pub(crate) fn add_children(
        &self,
        node: &Node,
        steps: impl ExactSizeIterator<Item = (u32, f32)>,
        complete: bool,
    ) -> bool {
        let (_, old) = self.children(node);
        let count = old.len() + steps.len();
        // A node that grows again and again gets room ahead, so that moving its children costs
        // little in all.
        let room = if complete { count } else { count.next_power_of_two() };
        let mut start = node.children.load(Relaxed);
        if old.is_empty() || old.len().next_power_of_two() < count {
            // A thread that still knows the old place of a child must not add children there while
            // others add some at the new place: both would write to the same nodes. So a child that
            // is moved stays held, and none is moved while another thread holds one.
            let held = old.iter().take_while(|child| child.acquire()).count();
            let block = if held == old.len() { self.allocate(room) } else { None };
            let Some(block) = block else {
                old[..held].iter().for_each(Node::release);
                return held < old.len();
            };
            let fresh = self.slice(block, count);
            for (new, old) in fresh.iter().zip(old) {
                new.copy_from(old);
                new.children.store(old.children.load(Relaxed), Relaxed);
                new.count.store(old.count.load(Relaxed), Relaxed);
                new.table.store(old.table.load(Relaxed), Relaxed);
            }
            start = block;
        }
        for (node, (step, hint)) in self.slice(start, count)[old.len()..].iter().zip(steps) {
            node.step.store(step, Relaxed);
            node.set_hint(hint);
        }
        if complete
            && let Some((last, others)) = self.slice(start, count).split_last()
            && code::is_swap(last.step())
            && !others.is_empty()
        {
            last.children.store(start, Release);
            last.count.store(others.len() as u32 | COMPLETE, Release);
        }
        node.children.store(start, Release);
        let by_policy = node.count.load(Relaxed) & BY_POLICY;
        let complete = if complete { COMPLETE } else { 0 };
        node.count.store(count as u32 | by_policy | complete, Release);
        true
    }

    /// The share of the memory for nodes or for tables that is used, the larger of the two.
    pub(crate) fn fullness(&self) -> f32 {
        let nodes = self.next.get() as f32 / (self.chunks.len() * CHUNK) as f32;
        nodes.max(self.tables.used() as f32 / self.tables.capacity() as f32)
    }

    /// About how many bytes are taken: room is made piece by piece, however little of it is used.
    pub(crate) fn taken(&self) -> usize {
        let chunks = (self.next.get() as usize).div_ceil(CHUNK);
        chunks * CHUNK * size_of::<Node>() + self.tables.taken()
    }

    /// A tree with the best part of this one: the children and tables of the most visited nodes, as
    /// many as take at most half of its room. `None` if `cancel` is raised meanwhile.
    pub(crate) fn compacted(&self, cancel: &CancelToken) -> Option<Self> {
        let threshold = self.threshold(cancel)?;
        let tree = Self::new(self.cells, self.memory);
        let mut queue = VecDeque::from([(self.root, tree.root)]);
        tree.node(tree.root).copy_from(self.node(self.root));
        while let Some((from, to)) = queue.pop_front() {
            let (old, new) = (self.node(from), tree.node(to));
            if old.visits() < threshold {
                continue;
            }
            if let Some(table) = self.table(old) {
                tree.add_table(new, Some(table), f32::INFINITY);
            }
            let (first, children) = self.children(old);
            if children.is_empty() {
                continue;
            }
            if cancel.is_cancelled() {
                return None;
            }
            if !tree.add_children(
                new,
                children.iter().map(|child| (child.step(), child.hint())),
                old.is_complete(),
            ) {
                break;
            }
            if old.has_policy() {
                new.set_policy();
            }
            let (start, copies) = tree.children(new);
            for (i, (child, copy)) in children.iter().zip(copies).enumerate() {
                copy.copy_from(child);
                if child.has_own_children() {
                    queue.push_back((first + i as u32, start + i as u32));
                }
            }
        }
        Some(tree)
    }

    /// The least number of visits such that the nodes with as many take at most half the room.
    fn threshold(&self, cancel: &CancelToken) -> Option<u32> {
        // The numbers of nodes and tables that hang on nodes, by number of visits, eight classes to
        // a doubling.
        let class = |visits: u32| {
            8 * (visits | 1).ilog2() as usize
                + ((u64::from(visits) << 3 >> (visits | 1).ilog2()) & 7) as usize
        };
        let mut costs = [(0usize, 0usize); 256];
        let mut stack = vec![self.root];
        while let Some(index) = stack.pop() {
            let node = self.node(index);
            let cost = &mut costs[class(node.visits())];
            let (first, children) = self.children(node);
            cost.0 += if node.is_complete() {
                children.len()
            } else {
                children.len().next_power_of_two()
            };
            cost.1 += usize::from(self.table(node).is_some());
            if cancel.is_cancelled() {
                return None;
            }
            stack.extend(
                (first..)
                    .zip(children)
                    .filter(|(_, child)| child.has_own_children())
                    .map(|(i, _)| i),
            );
        }
        let room = (self.chunks.len() * CHUNK / 2, self.tables.capacity() / 2);
        let mut total = (0, 0);
        let mut least = costs.len();
        for (class, cost) in costs.iter().enumerate().rev() {
            total = (total.0 + cost.0, total.1 + cost.1);
            if total.0 > room.0 || total.1 > room.1 {
                break;
            }
            least = class;
        }
        let (octave, eighth) = (least / 8, least % 8);
        Some((((8 + eighth as u64) << octave).div_ceil(8)).min(u64::from(u32::MAX)) as u32)
    }
}

fn new_chunk() -> Box<[Node]> {
    (0..CHUNK).map(|_| Node::default()).collect()
}

#[cfg(test)]
mod tests {
    use tetralith_core::{Cell, Step};

    use super::*;

    fn visit(tree: &Tree, path: &[usize], times: usize) {
        let mut node = tree.node(tree.root());
        for _ in 0..times {
            node.add(1.0, 0.0);
        }
        for &i in path {
            node = &tree.children(node).1[i];
            for _ in 0..times {
                node.add(1.0, 0.0);
            }
        }
    }

    #[test]
    fn the_mean_of_very_many_visits_is_theirs() {
        let tree = Tree::new(9, 1 << 22);
        let node = tree.node(tree.root());
        node.visits.store(1 << 24, Relaxed);
        node.means.store(join(0.7, 0.2), Relaxed);
        for i in 0..2_000_000 {
            node.add([1.0, 1.0, 0.0, 0.0, 1.0][i % 5], [0.3, -0.5, 0.1][i % 3]);
        }
        let (win, margin) = node.means();
        assert!((win - 0.6).abs() < 0.01 && (margin + 0.0333).abs() < 0.01, "{win} {margin}");
    }

    #[test]
    fn children_keep_their_statistics_when_a_node_grows() {
        let tree = Tree::new(9, 1 << 22);
        let root = tree.node(tree.root());
        assert!(tree.add_children(root, [(7, 0.0), (8, 0.5)].into_iter(), false));
        visit(&tree, &[1], 5);
        assert!(tree.add_children(root, (100..200).map(|step| (step, 0.0)), true));
        let (_, children) = tree.children(root);
        assert_eq!(
            children.iter().map(Node::step).collect::<Vec<_>>(),
            [7, 8].into_iter().chain(100..200).collect::<Vec<_>>()
        );
        assert_eq!((children[0].visits(), children[1].visits()), (0, 5));
        assert!(root.is_complete());
    }

    #[test]
    fn children_do_not_move_while_they_get_children() {
        let tree = Tree::new(9, 1 << 22);
        let root = tree.node(tree.root());
        assert!(tree.add_children(root, [(7, 0.0), (8, 0.0)].into_iter(), false));
        let (_, old) = tree.children(root);
        assert!(old[1].acquire());
        assert!(tree.add_children(root, (100..110).map(|step| (step, 0.0)), true), "there is room");
        assert!(tree.children(root).1.len() == 2 && !root.is_complete());
        assert!(old[0].acquire(), "it is free again");
        old.iter().for_each(Node::release);

        assert!(tree.add_children(root, (100..110).map(|step| (step, 0.0)), true));
        let (_, new) = tree.children(root);
        assert_eq!(new.len(), 12);
        assert!(old.iter().all(|child| !child.acquire()) && new.iter().all(Node::acquire));
    }

    #[test]
    fn swappers_choose_among_nodes_beside_the_swap() {
        let tree = Tree::new(9, 1 << 22);
        let root = tree.node(tree.root());
        let steps = [Step::Place(Cell::new(0)), Step::Place(Cell::new(1)), Step::Swap];
        assert!(tree.add_children(root, steps.iter().map(|&step| (code::pack(step), 0.0)), true));
        visit(&tree, &[1], 9);
        assert!(tree.add_children(&tree.children(root).1[1], [(7, 0.0)].into_iter(), true));
        let cancel = CancelToken::new();
        for tree in [&tree, &tree.compacted(&cancel).unwrap()] {
            let (first, children) = tree.children(tree.node(tree.root()));
            let (swap, others) = split_swap(children).unwrap();
            assert_eq!(tree.children(swap).0, first);
            assert_eq!(tree.children(swap).1.iter().map(Node::visits).collect::<Vec<_>>(), [0, 9]);
            assert!(swap.is_complete() && others.len() == 2 && split_swap(others).is_none());
            assert_eq!(tree.children(&others[1]).1.len(), 1);
        }
    }

    #[test]
    fn full_trees_refuse_and_compaction_keeps_the_best() {
        let mut tree = Tree::new(9, 1 << 20);
        let root = tree.node(tree.root());
        assert!(tree.add_children(root, (0..50).map(|step| (step, 0.0)), true));
        let cancel = CancelToken::new();
        let mut added = 0;
        for i in 0..50 {
            visit(&tree, &[i], 10 + i);
            let child = &tree.children(root).1[i];
            if !tree.add_children(child, (0..CHUNK as u32 / 8).map(|step| (step, 0.0)), true) {
                break;
            }
            added += 1;
        }
        assert!(added < 50, "the limit holds");
        assert!(tree.fullness() > 0.9);
        let small = tree.compacted(&cancel).unwrap();
        assert!(small.fullness() <= 0.6, "{}", small.fullness());
        let root = small.node(small.root());
        let (_, children) = small.children(root);
        assert_eq!(children.len(), 50);
        let kept: Vec<usize> = (0..50).filter(|&i| children[i].count() > 0).collect();
        assert!(!kept.is_empty());
        assert!(kept.iter().all(|&i| i > added - 1 - kept.len()), "{kept:?} of {added}");
        assert_eq!(children[3].visits(), 13);
        cancel.cancel();
        assert!(tree.compacted(&cancel).is_none());
        let (first, _) = tree.children(tree.node(tree.root()));
        tree.set_root(first + 2);
        assert_eq!(tree.node(tree.root()).visits(), 12);
    }
}
