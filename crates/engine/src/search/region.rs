//! The part of the tree that a thread works in, where others share the tree.

use tetralith_core::{Rules, Step};

use super::visit::Visit;

/// The node below which a thread makes its next simulations.
///
/// All threads pass the nodes near the root, where each changes what the others read. A thread that
/// makes some simulations below a node before it begins at the root again reads the nodes above
/// more seldom, and they learn of its simulations as late as
/// [`Pending`](super::pending::Pending) lets them.
pub(super) struct Region<G> {
    /// The simulations still to be made here.
    left: u32,
    /// The nodes from the root to this one; none if the thread has no region.
    path: Vec<Visit>,
    /// The child of the root that they lead through.
    through: Option<usize>,
    position: Option<G>,
}

impl<G> Default for Region<G> {
    fn default() -> Self {
        Self { left: 0, path: Vec::new(), through: None, position: None }
    }
}

impl<G: Rules> Region<G> {
    /// The simulations that a thread makes in one region.
    pub(super) const SIMULATIONS: u32 = 8;

    /// True if the simulation under way passes the region's node.
    pub(super) const fn is_entered(&self) -> bool {
        !self.path.is_empty()
    }

    /// Begins a simulation here, if there are some to be made: puts the nodes from the root into
    /// `path`, which is empty, and returns the position and the child of the root.
    pub(super) fn begin(&mut self, path: &mut Vec<Visit>) -> Option<(&G, Option<usize>)> {
        if self.left == 0 {
            self.path.clear();
        }
        self.left = self.left.checked_sub(1)?;
        path.extend_from_slice(&self.path);
        Some((self.position.as_ref()?, self.through))
    }

    /// Goes to the last node of `path`, to which `steps` lead from `root`, the first of them to its
    /// child `through`. The simulation that came there counts as the first of the region.
    pub(super) fn enter(
        &mut self,
        root: &G,
        path: &[Visit],
        steps: impl Iterator<Item = Step>,
        through: Option<usize>,
    ) {
        let mut position = copy(root, self.position.take());
        steps.for_each(|step| position.play_unchecked(step));
        self.path.clear();
        // Those that come here next count on their way up only, also at nodes that had few visits
        // when the first came by.
        self.path.extend(path.iter().map(|&visit| Visit { counted: false, ..visit }));
        (self.left, self.through, self.position) = (Self::SIMULATIONS - 1, through, Some(position));
    }

    /// Ends the work here: the next simulation begins at the root.
    pub(super) fn leave(&mut self) {
        self.left = 0;
        self.path.clear();
    }
}

/// A copy of `original` in the memory of another position, if there is one.
pub(super) fn copy<G: Clone>(original: &G, memory: Option<G>) -> G {
    let Some(mut position) = memory else { return original.clone() };
    position.clone_from(original);
    position
}

#[cfg(test)]
mod tests {
    use tetralith_core::games::Greylox;
    use tetralith_core::{Rules, Setup};

    use super::*;

    #[test]
    fn simulations_begin_at_the_region_until_its_share_is_made() {
        let options = Greylox::INFO.options(&Setup { size: Some(3), ..Setup::default() }).unwrap();
        let root = Greylox::new(&options).unwrap();
        let mut steps = Vec::new();
        root.legal_steps(&mut steps);
        let mut after = root;
        after.play_unchecked(steps[2]);
        let last = Visit { counted: true, ..Visit::uncounted(5, &after, false) };
        let way = [Visit::uncounted(1, &root, false), last];
        let mut region = Region::default();
        let mut path = Vec::new();
        for _ in 0..2 {
            assert!(region.begin(&mut path).is_none() && !region.is_entered() && path.is_empty());
            region.enter(&root, &way, [steps[2]].into_iter(), Some(2));
            for _ in 1..Region::<Greylox>::SIMULATIONS {
                let (position, through) = region.begin(&mut path).expect("some are to be made");
                assert_eq!((position.board(), through), (after.board(), Some(2)));
                assert!(path.iter().all(|visit| !visit.counted));
                assert_eq!(path.drain(..).map(|visit| visit.node).collect::<Vec<_>>(), [1, 5]);
                assert!(region.is_entered());
            }
        }
        region.enter(&root, &way, [steps[2]].into_iter(), Some(2));
        region.leave();
        assert!(region.begin(&mut path).is_none());
    }
}
