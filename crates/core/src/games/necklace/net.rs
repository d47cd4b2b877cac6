//! The stones as a net: which placements the rules forbid, kept up stone by stone.

use std::sync::OnceLock;

use crate::board::Colour;
use crate::cell::{Cell, MAX_CELLS};
use crate::geometry::{Direction, Geometry};
use crate::games::necklace::ring::Ring;

/// The largest number of slots: a board of 25×25 with its border.
const MAX_SLOTS: usize = MAX_CELLS + 3 * 25 + 3;

/// How the points of one board lie in the net.
///
/// The points of a column follow each other, as in natural order, with one border slot after each column, which serves the
/// next column too, and a border column on either side. So every point has eight neighbours at fixed distances.
pub(super) struct Frame {
    /// From a point to the next in the row.
    stride: usize,
    /// The slot of each cell.
    slots: Vec<u16>,
    /// The rings of the empty board.
    empty: [Ring; MAX_SLOTS],
}

impl Frame {
    /// The frame of a square board of this size, 2 to 25.
    pub(super) fn get(geometry: &'static Geometry) -> &'static Self {
        static FRAMES: [OnceLock<Frame>; 26] = [const { OnceLock::new() }; 26];
        FRAMES[usize::from(geometry.size())].get_or_init(|| Self::build(geometry))
    }

    fn build(geometry: &Geometry) -> Self {
        let stride = usize::from(geometry.size()) + 1;
        let slots: Vec<u16> = geometry
            .cells()
            .map(|cell| {
                let column = cell.index() / usize::from(geometry.size());
                (cell.index() + column + stride + 1) as u16
            })
            .collect();
        let mut empty = [Ring::default(); MAX_SLOTS];
        for colour in Colour::BOTH {
            let [start, goal] = sides(colour).map(|side| geometry.side(side));
            start.iter().for_each(|cell| empty[usize::from(slots[cell.index()])].link(colour));
            goal.iter().for_each(|cell| empty[usize::from(slots[cell.index()])].set_goal(colour));
        }
        Self { stride, slots, empty }
    }

    /// Where `cell` is in the net.
    #[inline]
    pub(super) fn slot(&self, cell: Cell) -> usize {
        usize::from(self.slots[cell.index()])
    }

    /// The slot next to `slot` in direction `bit` (see [`Ring`]).
    #[inline]
    const fn toward(&self, slot: usize, bit: usize) -> usize {
        let s = self.stride;
        // Distances shifted by s + 1, so that none is negative.
        let shifted = [2 * s + 1, 2 * s + 2, s + 2, 2, 1, 0, s, 2 * s];
        slot + shifted[bit] - (s + 1)
    }
}

/// The side from which `colour` sets out and the one where it wants to arrive.
pub(super) const fn sides(colour: Colour) -> [Direction; 2] {
    match colour {
        Colour::First => [Direction::South, Direction::North],
        Colour::Second => [Direction::West, Direction::East],
    }
}

/// A rule that forbids a placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// A crosscut would arise. It always will.
    Crosscut,
    /// A vacant region would be cut off from the edge. That may pass.
    Loop,
}

/// The stones placed so far, in the form that answers quickly what may be placed.
///
/// Vacant regions are joined orthogonally, so what cuts one off is a ring of stones of either colour joined orthogonally or
/// diagonally. The maximal sets of stones joined so are called clusters, and kept as a union–find forest. While every
/// vacant region reaches the edge, and with it the outside, no cluster closes a loop; so a new stone closes one exactly if
/// it meets one cluster in two arcs of its ring, that is with vacant points on both ways round between them.
#[derive(Clone)]
pub(super) struct Net {
    frame: &'static Frame,
    rings: [Ring; MAX_SLOTS],
    /// By slot, for a stone: the slot of another stone of its cluster nearer the root; for the root −1 − rank.
    clusters: [i16; MAX_SLOTS],
}

impl Net {
    /// The net of an empty square board.
    pub(super) fn new(geometry: &'static Geometry) -> Self {
        let frame = Frame::get(geometry);
        Self { frame, rings: frame.empty, clusters: [-1; MAX_SLOTS] }
    }

    /// The rule that forbids `colour` the vacant point `cell`, if one does: crosscut before loop.
    #[inline]
    pub(super) fn fault(&self, cell: Cell, colour: Colour) -> Option<Fault> {
        let slot = self.frame.slot(cell);
        if self.rings[slot].crosscut(colour) {
            Some(Fault::Crosscut)
        } else if self.loops(slot) {
            Some(Fault::Loop)
        } else {
            None
        }
    }

    /// Whether a stone of `colour` on the vacant point `cell` would make a crosscut.
    #[inline]
    pub(super) fn crosscut(&self, cell: Cell, colour: Colour) -> bool {
        self.rings[self.frame.slot(cell)].crosscut(colour)
    }

    /// Whether a stone in `slot` would close a loop.
    #[inline]
    fn loops(&self, slot: usize) -> bool {
        let arcs = self.rings[slot].arcs();
        if arcs.len() < 2 {
            return false;
        }
        let mut roots = [0; 4];
        for i in 0..arcs.len() {
            let mut root = self.frame.toward(slot, arcs.bit(i));
            while let Ok(up) = usize::try_from(self.clusters[root]) {
                root = up;
            }
            if roots[..i].contains(&root) {
                return true;
            }
            roots[i] = root;
        }
        false
    }

    /// Places a stone that no rule forbids and says whether it makes `colour`'s connection.
    pub(super) fn place(&mut self, cell: Cell, colour: Colour) -> bool {
        let slot = self.frame.slot(cell);
        self.join(slot);
        self.surround(slot, colour);
        self.rings[slot].is_linked(colour) && self.link(slot, colour, &mut Vec::new())
    }

    /// Joins a new stone in `slot` to the clusters it touches, unless that closes a loop: then says no and changes nothing.
    #[inline]
    fn join(&mut self, slot: usize) -> bool {
        let arcs = self.rings[slot].arcs();
        match arcs.len() {
            0 => self.clusters[slot] = -1,
            1 => {
                // No need to seek the root: as deep as its neighbour, the stone leaves the height of the tree alone.
                let near = self.frame.toward(slot, arcs.bit(0));
                let up = self.clusters[near];
                if up < 0 {
                    self.clusters[near] = up.min(-2);
                    self.clusters[slot] = near as i16;
                } else {
                    self.clusters[slot] = up;
                }
            }
            n => {
                let mut roots = [0; 4];
                for i in 0..n {
                    let root = self.root(self.frame.toward(slot, arcs.bit(i)));
                    if roots[..i].contains(&root) {
                        return false;
                    }
                    roots[i] = root;
                }
                let mut top = roots[0];
                for &root in &roots[1..n] {
                    let (a, b) = (self.clusters[top], self.clusters[root]);
                    if b < a {
                        self.clusters[top] = root as i16;
                        top = root;
                    } else {
                        self.clusters[root] = top as i16;
                        self.clusters[top] = a - i16::from(a == b);
                    }
                }
                self.clusters[slot] = top as i16;
            }
        }
        true
    }

    /// The root of the cluster of the stone in `slot`; halves the way there for the next time.
    #[inline]
    fn root(&mut self, mut slot: usize) -> usize {
        while let Ok(up) = usize::try_from(self.clusters[slot]) {
            let above = self.clusters[up];
            if above >= 0 {
                self.clusters[slot] = above;
            }
            slot = up;
        }
        slot
    }

    /// Tells the eight neighbours of `slot` of its new stone.
    #[inline]
    fn surround(&mut self, slot: usize, colour: Colour) {
        for bit in 0..8 {
            self.rings[self.frame.toward(slot, bit)].add((bit as u32 + 4) % 8, colour);
        }
    }

    /// Spreads the link to `colour`'s first side from its linked stone in `slot`, and says whether it has reached the other.
    fn link(&mut self, slot: usize, colour: Colour, stack: &mut Vec<u16>) -> bool {
        stack.clear();
        stack.push(slot as u16);
        while let Some(slot) = stack.pop() {
            let slot = usize::from(slot);
            let ring = self.rings[slot];
            if ring.is_goal(colour) {
                return true;
            }
            let own = ring.joined(colour);
            for bit in [0, 2, 4, 6] {
                let next = self.frame.toward(slot, bit);
                if own >> bit & 1 != 0 && !self.rings[next].is_linked(colour) {
                    stack.push(next as u16);
                }
                self.rings[next].link(colour);
            }
        }
        false
    }
}
