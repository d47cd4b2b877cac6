//! The stones as a net: which placements the rules forbid, kept up stone by stone.

use std::sync::OnceLock;

use crate::board::Colour;
use crate::cell::Cell;
use crate::games::necklace::ring::{COLUMNS, Ring, arcs};
use crate::geometry::{Direction, Geometry};

/// More slots than lie between a point's south-western neighbour and its north-eastern one on any
/// board.
///
/// Neighbours are looked up in an array of this length, where no index needs a check.
const NEAR: usize = 64;

/// The layout of the points of one size of board in the net.
///
/// The points of a column follow each other, as in natural order, with one border slot after each
/// column, which serves the next column too, and a border column on either side. So every point has
/// eight neighbours at fixed distances.
struct Frame {
    /// From a point to the next in the row: one more than the size.
    stride: usize,
    /// By direction, how many slots after the south-western neighbour the neighbour in that
    /// direction is.
    offsets: [u8; 8],
    /// By the set of directions that have stones.
    arcs: [Arcs; 256],
    /// The slot of each cell.
    slots: Vec<u16>,
    /// The cell of each slot; 0 for the border.
    cells: Vec<u16>,
    /// By slot of a point, the directions in which the board goes on.
    inside: Vec<u8>,
    /// By slot of a point and by colour, the directions that lead beyond a side of that colour.
    beyond: Vec<[u8; 2]>,
    /// The surroundings of the points of the empty board.
    rings: Box<[Ring]>,
    /// The points of the empty board, each by itself.
    points: Box<[Point]>,
}

/// The arcs of stones around a point (see [`arcs`]): four bytes that lead to a stone of each, as in
/// [`Frame::offsets`], and one for their number.
///
/// With fewer than four arcs, the bytes left over lead to the point itself. But with two arcs, the
/// last byte leads to another vacant point, so that with two arcs or more all four bytes lead to
/// different clusters unless a loop is closed.
#[derive(Clone, Copy)]
pub(super) struct Arcs(u64);

impl Arcs {
    /// The number of arcs, 0 to 4.
    #[inline]
    const fn len(self) -> usize {
        (self.0 >> 32) as usize
    }

    /// The distance of a stone of arc `i` from the south-western neighbour, `i < 4`.
    #[inline]
    const fn offset(self, i: usize) -> usize {
        (self.0 >> (8 * i)) as usize % NEAR
    }
}

impl Frame {
    /// The frame of a square board.
    fn get(geometry: &'static Geometry) -> &'static Self {
        static FRAMES: [OnceLock<Frame>; 26] = [const { OnceLock::new() }; 26];
        FRAMES[usize::from(geometry.size())].get_or_init(|| Self::build(geometry))
    }

    fn build(geometry: &Geometry) -> Self {
        let size = usize::from(geometry.size());
        let stride = size + 1;
        let s = stride as u8;
        let offsets = [2 * s + 1, 2 * s + 2, s + 2, 2, 1, 0, s, 2 * s];
        assert!(usize::from(offsets[1]) < NEAR, "too few slots for size {size}");
        let slots: Vec<u16> = geometry
            .cells()
            .map(Cell::index)
            .map(|cell| (cell + cell / size + stride + 1) as u16)
            .collect();
        let len = (size + 2) * stride + NEAR;
        let mut cells = vec![0; len];
        let mut inside = vec![0; len];
        let mut beyond = vec![[0; 2]; len];
        let points = (0..len as u16).map(|slot| Point { cluster: slot, next: slot }).collect();
        let mut rings = vec![Ring::default(); len].into_boxed_slice();
        for (cell, &slot) in geometry.cells().zip(&slots) {
            let slot = usize::from(slot);
            cells[slot] = cell.index() as u16;
            for (bit, &direction) in Direction::ALL.iter().enumerate() {
                inside[slot] |= u8::from(geometry.toward(cell, direction).is_some()) << bit;
            }
            for colour in Colour::BOTH {
                let [start, goal] = sides(colour).map(|side| geometry.toward(cell, side).is_none());
                let ring = &mut rings[slot];
                if start {
                    ring.set_start(colour);
                }
                if goal {
                    ring.set_goal(colour);
                }
                for side in
                    sides(colour).into_iter().filter(|&side| geometry.toward(cell, side).is_none())
                {
                    let bit = side as u32;
                    beyond[slot][colour.index()] |= 0b111u8.rotate_left(bit).rotate_right(1);
                }
            }
        }
        let arcs = std::array::from_fn(|occupied| {
            let found = arcs(occupied as u8);
            let gap = (0..8).step_by(2).find(|bit| occupied >> bit & 1 == 0);
            let mut bytes = [s + 1, s + 1, s + 1, s + 1, found.len() as u8, 0, 0, 0];
            bytes.iter_mut().zip(&found).for_each(|(byte, &bit)| *byte = offsets[bit]);
            if let (2, Some(gap)) = (found.len(), gap) {
                bytes[3] = offsets[gap];
            }
            Arcs(u64::from_le_bytes(bytes))
        });
        Self { stride, offsets, arcs, slots, cells, inside, beyond, rings, points }
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

/// The cluster of a point.
#[derive(Clone, Copy)]
struct Point {
    /// For a stone, the slot of the stone that names its cluster; for a vacant point, its own slot.
    cluster: u16,
    /// For a stone, the next one of its cluster, round and round; for a vacant point, itself.
    next: u16,
}

/// The stones placed so far, in the form that answers quickly what may be placed.
///
/// Vacant regions are joined orthogonally, so what cuts one off is a ring of stones of either
/// colour joined orthogonally or diagonally. The maximal sets of stones joined so are called
/// clusters. While every vacant region reaches the edge, and with it the outside, no cluster closes
/// a loop; so a new stone closes one exactly if it meets one cluster in two arcs of its ring, that
/// is with vacant points on both ways round between them.
///
/// Every stone holds the name of its cluster, and of two clusters that merge the smaller is
/// renamed. That is dearer than a union–find forest when stones are placed, but most stones merge
/// nothing, and far cheaper when points are asked about, which happens much more often.
pub(super) struct Net {
    frame: &'static Frame,
    /// By slot, apart from the points, so that the three of a column can be changed at once.
    rings: Box<[Ring]>,
    points: Box<[Point]>,
    /// The colour whose stones are tied from side to side.
    tied: Option<Colour>,
    /// Room for [`Net::spread`] to work in, kept because every playout needs it again.
    stack: Vec<u16>,
}

impl Clone for Net {
    fn clone(&self) -> Self {
        let (rings, points) = (self.rings.clone(), self.points.clone());
        Self { rings, points, stack: Vec::new(), ..*self }
    }

    /// Keeps the memory, as every simulation of a search needs it again.
    fn clone_from(&mut self, source: &Self) {
        self.frame = source.frame;
        self.rings.clone_from(&source.rings);
        self.points.clone_from(&source.points);
        self.tied = source.tied;
    }
}

/// The values of the slots from `corner` on.
#[inline]
fn near<T>(values: &[T], corner: usize) -> &[T; NEAR] {
    values[corner..].first_chunk().expect("slots beyond the last point")
}

/// The values of the slots from `corner` on, to be changed.
#[inline]
fn near_mut<T>(values: &mut [T], corner: usize) -> &mut [T; NEAR] {
    values[corner..].first_chunk_mut().expect("slots beyond the last point")
}

impl Net {
    /// The net of an empty square board.
    pub(super) fn new(geometry: &'static Geometry) -> Self {
        let frame = Frame::get(geometry);
        let (rings, points) = (frame.rings.clone(), frame.points.clone());
        Self { frame, rings, points, tied: None, stack: Vec::new() }
    }

    /// The rule that forbids `colour` the vacant point `cell`, if one does: crosscut before loop.
    #[inline]
    pub(super) fn fault(&self, cell: Cell, colour: Colour) -> Option<Fault> {
        let slot = self.slot(cell);
        let ring = self.ring(slot);
        if ring.crosscut(colour) {
            Some(Fault::Crosscut)
        } else if self.loops(slot, self.arcs(ring)) {
            Some(Fault::Loop)
        } else {
            None
        }
    }

    /// True if `colour` may place a stone on the vacant point `cell`.
    #[inline]
    #[allow(
        clippy::needless_bitwise_bool,
        reason = "a branch here would be guessed wrong too often"
    )]
    pub(super) fn is_open(&self, cell: Cell, colour: Colour) -> bool {
        let slot = self.slot(cell);
        let ring = self.ring(slot);
        !(ring.crosscut(colour) | self.loops(slot, self.arcs(ring)))
    }

    /// Places a stone that no rule forbids and returns true if it makes `colour`'s connection.
    pub(super) fn place(&mut self, cell: Cell, colour: Colour) -> bool {
        let slot = self.slot(cell);
        self.join(slot, self.arcs(self.ring(slot)));
        if self.tied.is_none() {
            let (_, fresh) = self.surround::<true>(slot, colour);
            if self.spread::<true>(slot, colour, fresh) {
                self.tied = Some(colour);
            }
        }
        let (_, fresh) = self.surround::<false>(slot, colour);
        self.spread::<false>(slot, colour, fresh)
    }

    /// The colour whose stones are tied from side to side: next to each other or on a diagonal.
    ///
    /// Nothing parts two stones on a diagonal, since passing between them would make a crosscut. So
    /// the opponent of this colour can connect no more.
    #[inline]
    pub(super) const fn tied(&self) -> Option<Colour> {
        self.tied
    }

    /// The slot of the point `cell`.
    #[inline]
    pub(super) fn slot(&self, cell: Cell) -> usize {
        usize::from(self.frame.slots[cell.index()])
    }

    /// The slots of all cells, in natural order.
    #[inline]
    pub(super) fn slots(&self) -> &'static [u16] {
        &self.frame.slots
    }

    /// The cell of the point in `slot`.
    #[inline]
    pub(super) fn cell(&self, slot: usize) -> Cell {
        Cell::new(usize::from(self.frame.cells[slot]))
    }

    /// The surroundings of the point in `slot`.
    #[inline]
    pub(super) fn ring(&self, slot: usize) -> Ring {
        self.rings[slot]
    }

    /// The arcs around a point with these surroundings.
    #[inline]
    pub(super) fn arcs(&self, ring: Ring) -> Arcs {
        self.frame.arcs[usize::from(ring.occupied())]
    }

    /// True if a stone in `slot`, with these arcs around it, would close a loop.
    #[inline]
    #[allow(
        clippy::needless_bitwise_bool,
        reason = "branches here would be guessed wrong too often"
    )]
    pub(super) fn loops(&self, slot: usize, arcs: Arcs) -> bool {
        if arcs.len() < 2 {
            return false;
        }
        let points = near(&self.points, self.corner(slot));
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| points[arcs.offset(i)].cluster);
        (a == b) | (a == c) | (a == d) | (b == c) | (b == d) | (c == d)
    }

    /// The south-western neighbour of `slot`, from which [`Frame::offsets`] count.
    #[inline]
    fn corner(&self, slot: usize) -> usize {
        slot - self.frame.stride - 1
    }

    /// Joins a new stone in `slot`, which closes no loop, to the clusters of these arcs around it.
    #[inline]
    pub(super) fn join(&mut self, slot: usize, arcs: Arcs) {
        let corner = self.corner(slot);
        // Without an arc this is the point itself, and what follows leaves it alone in its cluster.
        let stone = corner + arcs.offset(0);
        let Point { cluster, next, .. } = self.points[stone];
        self.points[slot].cluster = cluster;
        self.points[slot].next = next;
        self.points[stone].next = slot as u16;
        for i in 1..arcs.len() {
            self.merge(slot, corner + arcs.offset(i));
        }
    }

    /// Makes one cluster of those of the stones in slots `a` and `b`, which differ.
    #[inline(never)]
    fn merge(&mut self, a: usize, b: usize) {
        let next = |net: &Self, slot: usize| usize::from(net.points[slot].next);
        let (mut x, mut y) = (next(self, a), next(self, b));
        while x != a && y != b {
            (x, y) = (next(self, x), next(self, y));
        }
        let (small, large) = if x == a { (a, b) } else { (b, a) };
        let name = self.points[large].cluster;
        let mut slot = small;
        loop {
            self.points[slot].cluster = name;
            slot = next(self, slot);
            if slot == small {
                break;
            }
        }
        let after = self.points[a].next;
        self.points[a].next = self.points[b].next;
        self.points[b].next = after;
    }

    /// Notes that a playout has placed a stone in `slot`, which is still among its candidates.
    #[inline]
    pub(super) fn take(&mut self, slot: usize) {
        self.rings[slot].take();
    }

    /// The directions from `slot` of the vacant points where a stone of `colour` would link stones
    /// of its own, or if `SIDES` also a stone with a side of its own.
    #[inline]
    pub(super) fn links_around<const SIDES: bool>(&self, slot: usize, colour: Colour) -> u8 {
        let corner = self.corner(slot);
        let (rings, beyond) = (near(&self.rings, corner), near(&self.frame.beyond, corner));
        let mut links = 0;
        for (bit, &offset) in self.frame.offsets.iter().enumerate() {
            let beside = usize::from(offset) % NEAR;
            let beyond = if SIDES { beyond[beside][colour.index()] } else { 0 };
            links |= u8::from(rings[beside].links(colour, beyond)) << bit;
        }
        links & self.frame.inside[slot] & !self.ring(slot).occupied()
    }

    /// The slot next to `slot` in direction `bit`.
    #[inline]
    pub(super) fn beside(&self, slot: usize, bit: usize) -> usize {
        self.corner(slot) + usize::from(self.frame.offsets[bit])
    }

    /// Notes the stone of `colour` in `slot` in its eight neighbours, and hands on to them its
    /// link, or if `TIES` its tie, if it has one.
    ///
    /// Returns true if an orthogonal neighbour is parked, and the directions of the own stones that
    /// did not have the link or the tie before: [`Net::spread`] goes on from these.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "only a copy for each colour is worth having")]
    pub(super) fn surround<const TIES: bool>(&mut self, slot: usize, colour: Colour) -> (bool, u8) {
        let stride = self.frame.stride;
        let ring = self.ring(slot);
        let mark = ring.mark::<TIES>(colour);
        let (mut all, mut joined) = (Ring::default(), 0);
        for (column, bits) in COLUMNS.iter().enumerate() {
            let first = slot - 1 + column * stride - stride;
            // Four points, since so many are changed at once; the last one stays as it is.
            let points = &mut self.rings[first..first + 4];
            for (point, &bit) in points.iter().zip(bits) {
                let is_orthogonal = bit != Ring::NOWHERE && bit.is_multiple_of(2);
                if is_orthogonal || TIES && bit != Ring::NOWHERE {
                    joined |= point.joined::<TIES>(colour, bit);
                }
                // Only in these neighbours' rings can it fill a gap between arcs.
                if is_orthogonal {
                    all |= *point;
                }
            }
            Ring::note::<TIES>(points, column, colour, mark);
        }
        (all.is_parked(), ring.neighbours::<TIES>(colour) & !joined)
    }

    /// Spreads the link, or if `TIES` the tie, to `colour`'s first side on from its stone in
    /// `slot`, which [`Net::surround`] has handed on to stones in the directions `fresh`. Returns
    /// whether it has reached the other side.
    #[inline]
    #[allow(clippy::needless_bitwise_bool, reason = "one branch is guessed better than three")]
    pub(super) fn spread<const TIES: bool>(
        &mut self,
        slot: usize,
        colour: Colour,
        fresh: u8,
    ) -> bool {
        let ring = self.ring(slot);
        let goal = ring.is_goal(colour);
        ring.is_joined::<TIES>(colour) & (goal | (fresh != 0))
            && (goal || self.spread_from::<TIES>(slot, colour, fresh))
    }

    /// Spreads as [`Net::spread`] does where some of the own stones beside have to hand it on.
    #[inline(never)]
    fn spread_from<const TIES: bool>(&mut self, slot: usize, colour: Colour, fresh: u8) -> bool {
        self.stack.clear();
        let (mut slot, mut fresh) = (slot, fresh);
        loop {
            let corner = self.corner(slot);
            while fresh != 0 {
                let offset = self.frame.offsets[fresh.trailing_zeros() as usize];
                self.stack.push((corner + usize::from(offset)) as u16);
                fresh &= fresh - 1;
            }
            let Some(next) = self.stack.pop() else { return false };
            slot = usize::from(next);
            let ring = self.ring(slot);
            if ring.is_goal(colour) {
                return true;
            }
            let corner = self.corner(slot);
            let (rings, mut joined) = (near_mut(&mut self.rings, corner), 0);
            for bit in (0..8).step_by(if TIES { 1 } else { 2 }) {
                let beside = &mut rings[usize::from(self.frame.offsets[bit]) % NEAR];
                joined |= u8::from(beside.is_joined::<TIES>(colour)) << bit;
                *beside |= ring.mark::<TIES>(colour);
            }
            fresh = ring.neighbours::<TIES>(colour) & !joined;
        }
    }

    /// Marks the vacant point in `slot` as one that a playout need not look at until its ring
    /// changes.
    #[inline]
    pub(super) fn park(&mut self, slot: usize) {
        self.rings[slot].set_parked(true);
    }

    /// Takes the marks of [`Net::park`] from those orthogonal neighbours of `slot` that close no
    /// loop any more, and hands each on, with whether the first and the second colour may place
    /// there.
    ///
    /// The others need no look: a new stone in the corner of a ring fills no gap between arcs.
    #[inline]
    pub(super) fn unpark_around(&mut self, slot: usize, mut each: impl FnMut(usize, [bool; 2])) {
        let corner = self.corner(slot);
        let rings = near(&self.rings, corner);
        let mut parked = 0u32;
        for bit in (0..8).step_by(2) {
            let ring = rings[usize::from(self.frame.offsets[bit]) % NEAR];
            parked = parked << 2 | u32::from(ring.is_parked());
        }
        while parked != 0 {
            let bit = 6 - parked.trailing_zeros() as usize;
            parked &= parked - 1;
            let next = corner + usize::from(self.frame.offsets[bit]);
            let ring = self.ring(next);
            if !self.loops(next, self.arcs(ring)) {
                self.rings[next].set_parked(false);
                each(self.beside(slot, bit), Colour::BOTH.map(|colour| !ring.crosscut(colour)));
            }
        }
    }
}
