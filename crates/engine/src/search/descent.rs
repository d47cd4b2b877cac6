//! One simulation: down the tree to a leaf, a playout, and back up.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::knowledge::{HintsOf, below};
use tetralith_core::{Colour, Knowledge, PlayoutResult, Rules, Step, StepKind};

use super::leads::{self, Leads};
use super::pending::Pending;
use super::region::{Region, copy};
use super::value::{Scale, Shape, worth};
use super::visit::Visit;
use crate::amaf::{self, Table};
use crate::bounds::{Bounds, Proof};
use crate::code;
use crate::favourites::FAVOURITES;
use crate::tree::{CHUNK, Node, Tree, split_swap};

/// The state of one searching thread.
///
/// Workers lie next to each other, and two threads that write to one line of the cache wait for
/// each other: so each worker has lines of its own, and begins a pair of them, as processors fetch
/// lines in pairs.
#[repr(align(128))]
pub(super) struct Worker<G> {
    rng: Xoshiro256PlusPlus,
    position: Option<G>,
    path: Vec<Visit>,
    lists: Lists,
    /// The stones at the end of a playout, as [`amaf::stones`] lists them.
    stones: Vec<u16>,
    pending: Pending,
    region: Region<G>,
    /// The leads at the ends of this run's simulations, in a game of points.
    pub(super) leads: Option<Leads>,
    /// Set when a leaf could not get children for want of memory.
    pub(super) full: bool,
}

/// The lists from which a node's children are opened. They keep their memory from one node to the
/// next: threads that ask for memory wait for each other.
#[derive(Default)]
struct Lists {
    steps: Vec<Step>,
    /// The packed steps of the children there are, sorted.
    known: Vec<u32>,
    ranked: Vec<(f32, u32)>,
    hints: Vec<f32>,
    /// The statistics of each slot of a table.
    means: Vec<f32>,
}

impl<G: Rules> Worker<G> {
    /// One of `threads` workers, whose random numbers begin with `seed`.
    pub(super) fn new(seed: u64, threads: usize) -> Self {
        Self {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            position: None,
            path: Vec::new(),
            lists: Lists::default(),
            stones: Vec::new(),
            pending: Pending::new(threads),
            region: Region::default(),
            leads: None,
            full: false,
        }
    }

    /// Counts in `tree` what is pending, and lets the next simulation begin at the root.
    pub(super) fn count_pending(&mut self, tree: &Tree) {
        self.pending.count(tree);
        self.region.leave();
    }
}

/// The first steps of a simulation, packed, which are not chosen by value.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) steps: &'a [u32],
    /// The number under which leads are counted.
    pub(super) number: usize,
}

/// The tree as a simulation sees it.
pub(super) struct Descent<'a> {
    pub(super) tree: &'a Tree,
    pub(super) shape: &'a Shape,
}

/// The loss that a thread counts at a node on its way down, so that others look elsewhere: a loss
/// for the player who moved there.
///
/// Only nodes of few visits get it ([`Pending::marks`]).
const VIRTUAL_LOSS: f32 = 1.0;

impl Descent<'_> {
    /// Makes one simulation from `root`; `shared` is true if other threads are at work on the tree.
    pub(super) fn simulate<G: Knowledge>(&self, root: &G, worker: &mut Worker<G>, shared: bool) {
        self.simulate_along(root, None, worker, shared);
    }

    /// Makes one simulation as [`simulate`](Self::simulate) does, that begins with the steps of
    /// `line` if there is one; its lead counts for the line.
    pub(super) fn simulate_along<G: Knowledge>(
        &self,
        root: &G,
        line: Option<Line<'_>>,
        worker: &mut Worker<G>,
        shared: bool,
    ) {
        let begun = match line {
            Some(line) => self.follow(root, line, worker),
            None => Some(self.begin(root, worker)),
        };
        let Some((mut position, mut through)) = begun else { return };
        let mut index = worker.path.last().map_or(self.tree.root(), |visit| visit.node);
        let mut node = self.tree.node(index);
        let mut passed = worker.path.iter().rev().map(|visit| self.tree.node(visit.node));
        let mut table = passed.find_map(|node| self.tree.table(node));
        let mut proven = false;
        let is_settled = root.settled().is_some();
        let policy = root.policy();
        let (verdict, played) = loop {
            if let Some(proof) = node.bounds().proof() {
                // Two threads that prove children at once may each miss the other's proof, or write
                // older bounds over newer ones, and nothing would bring the parent's proof back:
                // who comes by looks again. And what `follow` proves of the end of a line is yet to
                // be carried up.
                proven |= shared || line.is_some();
                break (PlayoutResult::worth(proof.value()), false);
            }
            let visits = node.visits();
            if visits >= self.shape.tuning.table_at && self.tree.table(node).is_none() {
                self.tree.add_table(node, table, self.shape.tuning.table_at as f32);
            }
            table = self.tree.table(node).or(table);
            let count = node.count();
            if count == 0 {
                // A stone that may be swapped away is worth at most half, which no playout knows.
                let may_swap = root.options().pie && position.check(Step::Swap).is_ok();
                let is_early = visits < self.shape.tuning.expand_at && !may_swap;
                if is_early || !self.open(node, &position, table, worker) {
                    break (position.heavy_playout(&mut worker.rng), true);
                }
            } else if !node.is_complete() && count < self.wanted(visits) {
                self.open(node, &position, table, worker);
            }
            if let Some(policy) = policy {
                self.ask(policy, node, &position, worker);
            }
            let mover = position.to_move();
            let (first, children) = self.tree.children(node);
            let swap = if root.options().pie { split_swap(children) } else { None };
            let chosen = match swap {
                // The player who swaps leaves the choice among the others to the opponent.
                Some((_, others))
                    if worth(others.iter().filter_map(|other| other.seen(mover))) < 0.5 =>
                {
                    others.len()
                }
                Some((_, others)) => {
                    self.select::<G, _>(node, others, mover, table, &mut worker.rng)
                }
                None => self.select::<G, _>(node, children, mover, table, &mut worker.rng),
            };
            if swap.is_some()
                && let [.., parent, _] = *worker.path
            {
                self.tree.node(parent.node).set_before_swap();
            }
            through = through.or(Some(chosen));
            index = first + chosen as u32;
            node = &children[chosen];
            let code = node.step();
            position.play_unchecked(code::unpack(code));
            if node.visits() == 0
                && let Some(result) = ended(&position, is_settled)
            {
                node.set_bounds(result);
                proven = true;
            }
            let swapped = code::is_swap(code);
            let counted = shared && worker.pending.marks(node.visits());
            if counted {
                let worst = loss_for(mover, swapped);
                node.add(worst * VIRTUAL_LOSS, 0.0);
            }
            worker.path.push(Visit { node: index, mover: position.to_move(), swapped, counted });
        };
        if proven {
            self.prove(&worker.path);
            worker.region.leave();
        } else if shared {
            self.choose_region(root, worker, through);
        }
        if let (Some(leads), Some(through)) = (&mut worker.leads, through)
            && let Some(lead) = lead_at_end(&position, verdict, played)
        {
            let is_turned = worker.path.iter().filter(|visit| visit.swapped).count() % 2 == 1;
            leads.add(through, if is_turned { -lead } else { lead });
        }
        if played {
            // If stones never change colour, those that were there at the root belong to no step.
            let fixed = !G::INFO.steps.contains(&StepKind::Flip);
            let cells = if fixed { root.board().vacant() } else { root.board().geometry().all() };
            amaf::stones(position.board(), &cells, &mut worker.stones);
        }
        let Worker { path, stones, pending, .. } = worker;
        let stones = played.then_some(&**stones);
        self.back_up(verdict, stones, path, shared.then_some(pending));
        worker.position = Some(position);
    }

    /// Puts the nodes where a simulation begins into the path: the root, or those down to the
    /// worker's region.
    ///
    /// Returns the position there, and the child of the root that it lies below.
    fn begin<G: Knowledge>(&self, root: &G, worker: &mut Worker<G>) -> (G, Option<usize>) {
        let memory = worker.position.take();
        worker.path.clear();
        if let Some((start, through)) = worker.region.begin(&mut worker.path) {
            return (copy(start, memory), through);
        }
        worker.path.push(Visit::uncounted(self.tree.root(), root, false));
        (copy(root, memory), None)
    }

    /// Puts the nodes that the steps of `line` lead to from `root` into the path, and returns the
    /// position there and the number of the line; `None` if there is no room.
    fn follow<G: Knowledge>(
        &self,
        root: &G,
        line: Line<'_>,
        worker: &mut Worker<G>,
    ) -> Option<(G, Option<usize>)> {
        // Lines are followed where no other thread shares the tree, and so without a region.
        debug_assert!(!worker.region.is_entered(), "a line begins at the root");
        let (mut position, _) = self.begin(root, worker);
        let mut node = self.tree.root();
        for &code in line.steps {
            node = self.child(self.tree.node(node), &position, code, worker)?;
            position.play_unchecked(code::unpack(code));
            worker.path.push(Visit::uncounted(node, &position, code::is_swap(code)));
        }
        if !line.steps.is_empty()
            && let Some(result) = ended(&position, root.settled().is_some())
        {
            self.tree.node(node).set_bounds(result);
        }
        Some((position, Some(line.number)))
    }

    /// Lets the next simulations of a worker begin at the last node that this one passed on its way
    /// from `root`, through its child `through`, if so many of that node's results may wait.
    fn choose_region<G: Rules>(&self, root: &G, worker: &mut Worker<G>, through: Option<usize>) {
        let Worker { path, pending, region, .. } = worker;
        if region.is_entered() {
            return;
        }
        let may_be_late = |visit: &Visit| {
            pending.may_wait(self.tree.node(visit.node).visits()) >= Region::<G>::SIMULATIONS
        };
        let last = path.iter().rposition(may_be_late).filter(|&last| last > 0);
        if let Some(last) = last {
            let path = &path[..=last];
            let steps = path[1..].iter().map(|visit| self.tree.node(visit.node).step());
            region.enter(root, path, steps.map(code::unpack), through);
        }
    }

    /// The child of `node`, which is `position`, that the step `code` leads to; it is added if need
    /// be, unless there is no room.
    fn child<G: Knowledge>(
        &self,
        node: &Node,
        position: &G,
        code: u32,
        worker: &mut Worker<G>,
    ) -> Option<u32> {
        if node.count() == 0 {
            self.open(node, position, self.tree.table(node), worker);
        }
        let place = || {
            let (first, children) = self.tree.children(node);
            Some(first + children.iter().position(|child| child.step() == code)? as u32)
        };
        place().or_else(|| {
            // Only where children are opened little by little is one missing.
            let is_added = node.acquire() && {
                let step = [(code, hint_of_later(node))].into_iter();
                let is_added = self.tree.add_children(node, step, false);
                node.release();
                is_added
            };
            worker.full |= !is_added;
            is_added.then(place)?
        })
    }

    /// Carries a result up the path, with the stones at the end if there was a playout; where
    /// threads share the tree, what concerns often visited nodes is left in `pending`.
    fn back_up(
        &self,
        verdict: PlayoutResult,
        stones: Option<&[u16]>,
        path: &[Visit],
        mut pending: Option<&mut Pending>,
    ) {
        let PlayoutResult { value: mut win, mut margin, .. } = verdict;
        let mut turned = false;
        for (i, visit) in path.iter().enumerate().rev() {
            let node = self.tree.node(visit.node);
            let bounds = node.bounds();
            if bounds != Bounds::OPEN {
                win = win.clamp(bounds.low.value(), bounds.high.value());
            }
            if visit.counted {
                node.correct(
                    win - loss_for(path[i - 1].mover, visit.swapped) * VIRTUAL_LOSS,
                    margin,
                );
            } else {
                match &mut pending {
                    Some(pending) => pending.visit(self.tree, visit.node, node, win, margin),
                    None => node.add(win, margin),
                }
            }
            if let Some(stones) = stones
                && let Some(table) = self.tree.table(node)
            {
                // Tables count by colour, regardless of swaps above.
                let value = self.shape.value(win, margin);
                let value = if turned { 1.0 - value } else { value };
                match &mut pending {
                    Some(pending) => {
                        pending.record(self.tree, (visit.node, node, table), stones, value);
                    }
                    None => amaf::record(table, stones, value),
                }
            }
            if visit.swapped {
                // Above a swap the colours belong to the other people.
                (win, margin) = (1.0 - win, -margin);
                turned = !turned;
            }
        }
    }

    /// Carries what is proven up the path, as far as it changes anything.
    pub(super) fn prove(&self, path: &[Visit]) {
        for &visit in path.iter().rev().skip(1) {
            if !self.prove_at(visit) {
                break;
            }
        }
    }

    /// Draws what follows for a node from what is proven of its children; `false` if it is nothing
    /// new.
    pub(super) fn prove_at(&self, visit: Visit) -> bool {
        let node = self.tree.node(visit.node);
        // Asked before the children are compared: another thread may be about to add the last of
        // them.
        let is_complete = node.is_complete();
        let (first, children) = self.tree.children(node);
        if let Some((_, others)) = split_swap(children) {
            // The swap has the other children as its own.
            self.prove_at(Visit { node: first + others.len() as u32, ..visit });
        }
        let successors = children.iter().map(|child| {
            let viewer =
                if code::is_swap(child.step()) { visit.mover.other() } else { visit.mover };
            child.bounds().seen_by(viewer)
        });
        let bounds = Bounds::of_choice(successors, is_complete).seen_by(visit.mover);
        let news = bounds != node.bounds();
        if news {
            node.set_bounds(bounds);
        }
        news
    }

    /// Chooses which of `children` to go on with: the one of the highest value to `mover`.
    #[inline]
    fn select<G: Knowledge, R: Rng>(
        &self,
        node: &Node,
        children: &[Node],
        mover: Colour,
        table: Option<&Table>,
        rng: &mut R,
    ) -> usize {
        let choices = if node.is_complete() { children.len() } else { self.shape.many };
        let scale = Scale {
            shape: self.shape,
            table,
            mover,
            explore: self.shape.tuning.exploration
                * ((node.visits().max(2) as f32).ln() / choices as f32).sqrt(),
            equivalence: self.shape.equivalence::<G>(children.len()),
            before_swap: node.is_before_swap(),
            hint_weight: self.shape.hint_weight(node),
        };
        // Equal values are common at first; from a random start none is favoured.
        let start = below(rng, children.len());
        // When children are opened little by little, there come to be hundreds of them.
        let window = self.shape.tuning.window as usize;
        if !node.is_complete()
            && children.len() > window.saturating_add(FAVOURITES)
            && let Some(favourites) = self.tree.favourites(node)
        {
            return favourites.choose(children.len(), start, window, |from, to, least| {
                let (found, value) = scale.highest(&children[from..to], least);
                (found.map(|place| from + place), value)
            });
        }
        let (low, high) = children.split_at(start);
        let (after, value) = scale.highest(high, f32::NEG_INFINITY);
        let (before, _) = scale.highest(low, value);
        before.unwrap_or(start + after.unwrap_or(0))
    }

    /// Gives `node` its children, or some more of them; `false` if it has none afterwards.
    pub(super) fn open<G: Knowledge>(
        &self,
        node: &Node,
        position: &G,
        table: Option<&Table>,
        worker: &mut Worker<G>,
    ) -> bool {
        if !node.acquire() {
            return node.count() > 0;
        }
        position.legal_steps(&mut worker.lists.steps);
        let added = if worker.lists.steps.len() <= self.shape.many {
            // Another thread may have been here before this one came through.
            node.count() > 0 || {
                let Lists { steps, hints, .. } = &mut worker.lists;
                hints.clear();
                position.hints(steps, hints);
                hints.resize(steps.len(), 0.0);
                let children =
                    steps.iter().zip(hints.iter()).map(|(&step, &hint)| (code::pack(step), hint));
                self.tree.add_children(node, children, true)
            }
        } else {
            self.widen(node, position.to_move(), table, worker)
        };
        node.release();
        worker.full |= !added;
        node.count() > 0
    }

    /// Takes the hints for the children of `node`, which is `position`, from the game's `policy`,
    /// once there are enough visits, and opens the likeliest of those that are no children yet.
    fn ask<G: Knowledge>(
        &self,
        policy: HintsOf<G>,
        node: &Node,
        position: &G,
        worker: &mut Worker<G>,
    ) {
        let from = self.shape.tuning.policy_at;
        let is_due = || from > 0 && node.visits() >= from && node.count() > 0 && !node.has_policy();
        if !is_due() || !node.acquire() {
            return;
        }
        if !is_due() {
            // Another thread was here before this one came through.
            node.release();
            return;
        }
        let Lists { steps, hints, ranked, .. } = &mut worker.lists;
        let (_, children) = self.tree.children(node);
        steps.clear();
        hints.clear();
        if node.is_complete() {
            steps.extend(children.iter().map(|child| code::unpack(child.step())));
            policy(position, steps, hints);
            children.iter().zip(&*hints).for_each(|(child, &hint)| child.set_hint(hint));
            node.set_policy();
        } else {
            position.legal_steps(steps);
            policy(position, steps, hints);
            debug_assert_eq!(hints.len(), steps.len(), "a policy rates all steps");
            let mut known: Vec<(u32, &Node)> =
                children.iter().map(|child| (child.step(), child)).collect();
            known.sort_unstable_by_key(|&(code, _)| code);
            ranked.clear();
            for (&step, &hint) in steps.iter().zip(&*hints) {
                let code = code::pack(step);
                match known.binary_search_by_key(&code, |&(code, _)| code) {
                    Ok(place) => known[place].1.set_hint(hint),
                    Err(_) => ranked.push((hint, code)),
                }
            }
            let opens = OPENED_BY_POLICY.min(MOST_OPENED.saturating_sub(children.len()));
            let complete = ranked.len() <= opens;
            keep_highest(ranked, opens);
            ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
            let likeliest = ranked.iter().map(|&(hint, code)| (code, hint));
            let wanted = children.len() + ranked.len();
            worker.full |= !self.tree.add_children(node, likeliest, complete);
            // Without room, or while another thread holds a child, none was added: then the policy
            // is asked again, or the likeliest would never be opened.
            if node.count() == wanted {
                node.set_policy();
            }
        }
        node.release();
    }

    /// The number of children that a node of so many visits should have when they are opened little
    /// by little.
    fn wanted(&self, visits: u32) -> usize {
        let wanted = (f64::from(self.shape.tuning.widen_rate) * f64::from(visits).sqrt()) as usize;
        wanted.saturating_add(2).min(MOST_OPENED)
    }

    /// Adds the most promising of the `worker`'s steps that are not yet children; `false` if there
    /// is no room.
    fn widen<G>(
        &self,
        node: &Node,
        mover: Colour,
        table: Option<&Table>,
        worker: &mut Worker<G>,
    ) -> bool {
        let Worker { rng, lists, .. } = worker;
        let Lists { steps, known, ranked, means, .. } = lists;
        let (_, children) = self.tree.children(node);
        let wanted = self.wanted(node.visits());
        let goal = (wanted * 5 / 4 + 1).min(steps.len()).min(MOST_OPENED);
        let Some(more) = goal.checked_sub(children.len()).filter(|&more| more > 0) else {
            return true;
        };
        known.clear();
        known.extend(children.iter().map(Node::step));
        known.sort_unstable();
        // A cell is in many steps: what is known of it is worked out once.
        means.clear();
        means.extend(table.into_iter().flatten().map(amaf::Entry::mean));
        ranked.clear();
        let mut least = f32::NEG_INFINITY;
        for &step in &*steps {
            let code = code::pack(step);
            // Steps without stones come first: there are few, and nothing else estimates them.
            let value = table
                .map_or(Some(0.5), |_| amaf::value_of(|slot| means[slot], code, mover))
                .map_or(2.0, |value| if mover == Colour::First { value } else { 1.0 - value });
            if value + JITTER <= least || known.binary_search(&code).is_ok() {
                continue;
            }
            ranked.push((value + rng.next_u32() as f32 * (JITTER / u32::MAX as f32), code));
            if ranked.len() >= 2 * more + SPARE {
                least = keep_highest(ranked, more);
            }
        }
        let complete = known.len() + more >= steps.len();
        keep_highest(ranked, more);
        ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        let hint = hint_of_later(node);
        self.tree.add_children(node, ranked.iter().map(|&(_, code)| (code, hint)), complete)
    }
}

/// The most children that are opened little by little; the rest of those that a node can have are
/// for steps that are to be compared.
const MOST_OPENED: usize = CHUNK - 256;

/// The likeliest steps that a policy opens in a node where children are opened little by little.
const OPENED_BY_POLICY: usize = 24;

/// The hint for a step that is opened when `node` has other children: after a policy it is less
/// likely than those that the policy opened.
fn hint_of_later(node: &Node) -> f32 {
    if node.has_policy() { -1.0 } else { 0.0 }
}

/// The most that chance adds to the value that decides which child is opened, so that equal ones
/// come in any order.
const JITTER: f32 = 1e-4;

/// Steps gathered beside twice as many as are needed before the lowest are dropped.
const SPARE: usize = 32;

/// Leaves the `count` highest of `ranked`, if there are so many, and returns the lowest value of
/// them.
fn keep_highest(ranked: &mut Vec<(f32, u32)>, count: usize) -> f32 {
    if ranked.len() < count {
        return f32::NEG_INFINITY;
    }
    let Some(last) = count.checked_sub(1) else {
        ranked.clear();
        return f32::INFINITY;
    };
    let (_, &mut (lowest, _), _) = ranked.select_nth_unstable_by(last, |a, b| b.0.total_cmp(&a.0));
    ranked.truncate(count);
    lowest
}

/// The result where there is nothing more to look for: the game is over, or settled unless it was
/// so at the root.
#[inline]
pub(super) fn ended<G: Knowledge>(position: &G, was_settled: bool) -> Option<Bounds> {
    match position.outcome() {
        Some(outcome) => Some(exactly(outcome.winner)),
        None if was_settled => None,
        None => settled(position),
    }
}

/// The result of a position that is settled, though the game goes on.
#[inline]
pub(super) fn settled<G: Knowledge>(position: &G) -> Option<Bounds> {
    position.settled().map(|winner| exactly(Some(winner)))
}

#[inline]
fn exactly(winner: Option<Colour>) -> Bounds {
    Bounds::exactly(Proof::of(winner, Colour::First))
}

/// The first player's lead at the end of a simulation that was worth `verdict`; `played` is true if
/// there was a playout.
fn lead_at_end<G: Knowledge>(position: &G, verdict: PlayoutResult, played: bool) -> Option<f32> {
    if played {
        verdict.points
    } else {
        // A proven position is not played out. It is near the end: the lead as it is counts, unless
        // it contradicts the proof.
        position.lead().filter(|&lead| leads::agrees(lead, verdict.value))
    }
}

/// The first player's winning chance at a node if the player who moved there, a `mover` who may
/// have swapped, loses.
#[inline]
fn loss_for(mover: Colour, swapped: bool) -> f32 {
    match (mover, swapped) {
        (Colour::First, false) | (Colour::Second, true) => 0.0,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use tetralith_core::games::{Greylox, Plurality};
    use tetralith_core::{Rules, Setup};

    use super::*;
    use crate::cancel::CancelToken;
    use crate::search::tuning::Tuning;

    #[test]
    fn the_highest_are_kept_and_the_lowest_of_them_is_known() {
        let mut ranked: Vec<(f32, u32)> = [0.3, 0.9, 0.1, 0.7, 0.5].into_iter().zip(0..).collect();
        assert!(keep_highest(&mut ranked, 6) < f32::MIN);
        assert_eq!(ranked.len(), 5, "fewer than asked for all stay");
        assert!((keep_highest(&mut ranked, 3) - 0.5).abs() < 1e-6);
        ranked.sort_unstable_by_key(|&(_, code)| code);
        assert_eq!(ranked, [(0.9, 1), (0.7, 3), (0.5, 4)]);
    }

    #[test]
    fn a_thread_that_shares_its_tree_counts_every_simulation_once() {
        let options = Greylox::INFO.options(&Setup::default()).unwrap();
        let root = Greylox::new(&options).unwrap();
        let cells = root.board().geometry().len();
        let shape = Shape::of::<Greylox>(Tuning::default());
        let (mut tree, mut worker) = (Tree::new(cells, 64 << 20), Worker::new(1, 2));
        for made in [20_000, 40_000] {
            let descent = Descent { tree: &tree, shape: &shape };
            let node = tree.node(tree.root());
            let mut in_regions = 0;
            for _ in 0..20_000 {
                descent.simulate(&root, &mut worker, true);
                in_regions += u32::from(worker.region.is_entered());
            }
            assert!(in_regions > 5_000, "regions are hardly used: {in_regions}");
            assert!((made - 63..=made).contains(&node.visits()), "fewer than 64 wait");
            worker.count_pending(&tree);
            assert_eq!(node.visits(), made);
            let (_, children) = tree.children(node);
            let below: u32 = children.iter().map(Node::visits).sum();
            assert_eq!(below, made - shape.tuning.expand_at, "before, the root was a leaf");
            let wins = children.iter().map(|child| child.means().0 * child.visits() as f32);
            assert!((wins.sum::<f32>() / below as f32 - node.means().0).abs() < 0.01);
            // Nodes have other numbers in a tree where room was made.
            tree = tree.compacted(&CancelToken::new()).unwrap();
        }
    }

    #[test]
    fn policies_are_asked_again_where_their_steps_were_not_added() {
        let setup = Setup { size: Some(9), ..Setup::default() };
        let root = Plurality::new(&Plurality::INFO.options(&setup).unwrap()).unwrap();
        let (tree, shape) = (Tree::new(81, 64 << 20), Shape::of::<Plurality>(Tuning::default()));
        let (descent, mut worker) = (Descent { tree: &tree, shape: &shape }, Worker::new(1, 1));
        let node = tree.node(tree.root());
        let asked_at = shape.tuning.policy_at;
        while node.visits() < asked_at {
            descent.simulate(&root, &mut worker, false);
        }
        let (_, children) = tree.children(node);
        assert!(!node.has_policy() && children[0].acquire());
        while node.visits() < 2 * asked_at {
            descent.simulate(&root, &mut worker, false);
        }
        assert!(!node.has_policy() && node.count() < 2 * children.len());
        children[0].release();
        descent.simulate(&root, &mut worker, false);
        assert!(node.has_policy() && node.count() >= children.len() + OPENED_BY_POLICY);
    }
}
