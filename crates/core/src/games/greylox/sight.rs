//! The numbers of stones of each colour that each cell sees, kept up stone by stone as bit planes.

use std::sync::OnceLock;

use rand_core::Rng;

use crate::board::{Board, Colour};
use crate::cell::{Bits, Cell, CellSet, MAX_WORDS};
use crate::games::groups::each_group;
use crate::geometry::{Direction, Geometry};
use crate::knowledge::pick;

/// The directions towards higher cells, and opposite them those towards lower cells.
const AXES: [(Direction, Direction); 3] = [
    (Direction::East, Direction::West),
    (Direction::NorthEast, Direction::SouthWest),
    (Direction::NorthWest, Direction::SouthEast),
];

/// The lines of one hexhex board, in sets of `W` words.
pub(super) struct Rays<const W: usize> {
    /// By cell and axis: the cells of the line above the cell, and those below.
    lines: Vec<[(Bits<W>, Bits<W>); 3]>,
    /// The planes of a colour without stones, see [`Sight`].
    bias: [Bits<W>; 3],
}

impl<const W: usize> Rays<W> {
    fn new(geometry: &Geometry) -> Self {
        let line = |cell, direction| {
            std::iter::successors(geometry.toward(cell, direction), |&next| {
                geometry.toward(next, direction)
            })
            .collect()
        };
        let lines = geometry
            .cells()
            .map(|cell| AXES.map(|(up, down)| (line(cell, up), line(cell, down))))
            .collect();
        let with_bias = |bias| {
            geometry
                .cells()
                .filter(|&cell| (4 - threshold(geometry, cell)) & bias != 0)
                .collect::<Bits<W>>()
        };
        Self { lines, bias: [with_bias(1), with_bias(2), Bits::EMPTY] }
    }
}

/// The number of stones of a colour that `cell` must see to be controlled: more than half the
/// number of its neighbours.
pub(super) fn threshold(geometry: &Geometry, cell: Cell) -> usize {
    geometry.neighbours(cell).len() / 2 + 1
}

/// The number of stones of each colour that each cell sees, on a board of up to `64 * W` cells.
///
/// Each colour has three planes, the bits of a number from 0 to 7 at every cell: the stones seen,
/// and 1 more on an edge, 2 more in a corner. Four or more then means control of any cell, so the
/// top plane is the set of controlled cells: no edge cell sees more than four stones and no corner
/// more than three.
#[derive(Clone, Copy)]
pub(super) struct Sight<const W: usize> {
    rays: &'static Rays<W>,
    planes: [[Bits<W>; 3]; 2],
}

impl<const W: usize> Sight<W> {
    const fn new(rays: &'static Rays<W>) -> Self {
        Self { rays, planes: [rays.bias; 2] }
    }

    /// The cells that the colour of index `me` controls.
    #[inline]
    const fn controlled(&self, me: usize) -> Bits<W> {
        self.planes[me][2]
    }

    /// The cells where the colour of index `me` can place or flip: vacant and not the opponent's,
    /// or own with an opponent's stone.
    #[inline]
    fn steps(&self, stones: &[Bits<W>; 2], vacant: Bits<W>, me: usize) -> Bits<W> {
        (vacant - self.controlled(1 - me)) | (stones[1 - me] & self.controlled(me))
    }

    /// Records a stone of the colour with index `me` on `cell`; if `flip`, it replaces one of the
    /// opponent's.
    ///
    /// `stones` are those before the step. A cell that sees the new stone used to see the first
    /// stone beyond it, if there is one: it now sees one stone less of that colour, and one more of
    /// the new stone's.
    #[expect(
        clippy::inline_always,
        reason = "a call at every step would cost a playout a sixth to a third of its speed"
    )]
    #[inline(always)]
    fn set(&mut self, stones: &[Bits<W>; 2], cell: Cell, me: usize, flip: bool) {
        let occupied = stones[0] | stones[1];
        let (own, other) = (stones[me], stones[1 - me]);
        let (mut all, mut gain, mut loss) = (Bits::EMPTY, Bits::EMPTY, Bits::EMPTY);
        for &(up, down) in &self.rays.lines[cell.index()] {
            let above = up_to_lowest(up, occupied);
            let below = down_to_highest(down, occupied);
            all |= above | below;
            gain |= when(!above.intersects(&own), below) | when(!below.intersects(&own), above);
            loss |= when(above.intersects(&other), below) | when(below.intersects(&other), above);
        }
        // Nothing was seen beyond a flipped stone, and the cells that saw it still see it.
        let all = when(flip, all);
        add(&mut self.planes[me], gain | all);
        subtract(&mut self.planes[1 - me], loss | all);
    }

    /// The level of sight of `cell` for the colour of index `me` and for the other one, 0 to 7
    /// each: 4 is control.
    #[inline]
    fn levels(&self, cell: Cell, me: usize) -> [u16; 2] {
        [me, 1 - me].map(|colour| {
            let bit = |plane: usize| u16::from(self.planes[colour][plane].contains(cell)) << plane;
            bit(0) | bit(1) | bit(2)
        })
    }

    /// See [`Control::changes`].
    #[inline]
    fn changes(&self, stones: &[Bits<W>; 2], all: Bits<W>, cell: Cell, me: usize) -> [usize; 5] {
        let mut after = *self;
        after.set(stones, cell, me, stones[1 - me].contains(cell));
        let (mut own, mut other) = (stones[me], stones[1 - me]);
        own.insert(cell);
        other.remove(cell);
        let vacant = all - own - other;
        let [mine, theirs] = [self.controlled(me), self.controlled(1 - me)];
        let [mine_after, theirs_after] = [after.controlled(me), after.controlled(1 - me)];
        [
            (vacant & (mine_after - mine)).len(),
            (vacant & (theirs - theirs_after)).len(),
            (other & (mine_after - mine)).len(),
            ((own & theirs_after) - (stones[me] & theirs)).len(),
            (stones[me] & (theirs - theirs_after)).len(),
        ]
    }

    /// The cells that the colour of index `me` controls with no stone to spare.
    #[inline]
    fn barely_controlled(&self, me: usize) -> Bits<W> {
        let [ones, twos, fours] = self.planes[me];
        fours - twos - ones
    }

    /// The cells of the lines from `cell` up to and including each stone of the colour of index
    /// `me` that it sees: a stone placed or flipped on one of them takes such a stone from its
    /// sight.
    #[inline]
    fn lines_to(&self, stones: &[Bits<W>; 2], cell: Cell, me: usize) -> Bits<W> {
        let occupied = stones[0] | stones[1];
        self.rays.lines[cell.index()].iter().fold(Bits::EMPTY, |lines, &(up, down)| {
            let above = up_to_lowest(up, occupied);
            let below = down_to_highest(down, occupied);
            lines
                | when(above.intersects(&stones[me]), above)
                | when(below.intersects(&stones[me]), below)
        })
    }

    /// Plays random steps, the first by the colour of index `me`, and returns the index of the
    /// colour that has none left; `stones` are kept up. If `HEAVY`, neither side fills vacant cells
    /// that it controls before it must, and of the stones that one step can rescue one, drawn at
    /// random, is rescued.
    #[inline]
    fn play_out<const HEAVY: bool, R: Rng>(
        &mut self,
        stones: &mut [Bits<W>; 2],
        all: Bits<W>,
        mut me: usize,
        rng: &mut R,
    ) -> usize {
        loop {
            let vacant = all - stones[0] - stones[1];
            let mut steps = self.steps(stones, vacant, me);
            if HEAVY {
                let others = steps - (vacant & self.controlled(me));
                steps = if others.is_empty() { steps } else { others };
                let threatened = stones[me] & self.barely_controlled(1 - me);
                if let Some(stone) = pick(rng, &threatened) {
                    let rescues = steps & self.lines_to(stones, stone, 1 - me);
                    steps = if rescues.is_empty() { steps } else { rescues };
                }
            }
            let Some(cell) = pick(rng, &steps) else { return me };
            self.set(stones, cell, me, stones[1 - me].contains(cell));
            stones[me].insert(cell);
            stones[1 - me].remove(cell);
            me = 1 - me;
        }
    }
}

/// `line` up to and including its lowest cell that is in `occupied`; all of it if there is none.
#[inline]
fn up_to_lowest<const W: usize>(line: Bits<W>, occupied: Bits<W>) -> Bits<W> {
    let (line, hits) = (line.words(), (line & occupied));
    let mut open = u64::MAX;
    Bits::from_words(std::array::from_fn(|i| {
        let hit = hits.words()[i];
        let part = line[i] & (hit ^ hit.wrapping_sub(1)) & open;
        open &= u64::from(hit == 0).wrapping_neg();
        part
    }))
}

/// `line` down to and including its highest cell that is in `occupied`; all of it if there is none.
#[inline]
fn down_to_highest<const W: usize>(line: Bits<W>, occupied: Bits<W>) -> Bits<W> {
    let hits = line & occupied;
    let mut words = *line.words();
    let mut open = u64::MAX;
    for (word, &hit) in words.iter_mut().zip(hits.words()).rev() {
        // The lowest bit added keeps the logarithm defined, and changes nothing: from bit 0 up is
        // everything.
        *word &= (u64::MAX << (hit | 1).ilog2()) & open;
        open &= u64::from(hit == 0).wrapping_neg();
    }
    Bits::from_words(words)
}

/// `set` if `condition`, else nothing, without a branch.
#[inline]
fn when<const W: usize>(condition: bool, set: Bits<W>) -> Bits<W> {
    set & Bits::from_words([u64::from(condition).wrapping_neg(); W])
}

/// Counts one more at the cells of `set`.
#[inline]
fn add<const W: usize>(planes: &mut [Bits<W>; 3], set: Bits<W>) {
    let mut carry = set;
    for plane in planes {
        let sum = *plane ^ carry;
        carry &= *plane;
        *plane = sum;
    }
}

/// Counts one less at the cells of `set`.
#[inline]
fn subtract<const W: usize>(planes: &mut [Bits<W>; 3], set: Bits<W>) {
    let mut borrow = set;
    for plane in planes {
        let difference = *plane ^ borrow;
        borrow -= *plane;
        *plane = difference;
    }
}

/// The cells that each colour controls, in sets as narrow as the board allows.
#[derive(Clone, Copy)]
#[allow(clippy::large_enum_variant, reason = "positions are copied whole and never boxed")]
pub(super) enum Control {
    /// Up to 64 cells: hexhex 2 to 5.
    One(Sight<1>),
    /// Up to 128 cells: hexhex 6 and 7.
    Two(Sight<2>),
    /// Up to 256 cells: hexhex 8 and 9.
    Four(Sight<4>),
    /// The larger boards, up to the 469 cells of hexhex 13.
    Eight(Sight<8>),
}

/// Does the same with the [`Sight`] of any width.
macro_rules! with {
    ($control:expr, $sight:ident => $work:expr) => {
        match $control {
            Control::One($sight) => $work,
            Control::Two($sight) => $work,
            Control::Four($sight) => $work,
            Control::Eight($sight) => $work,
        }
    };
}

impl Control {
    /// The control of an empty hexhex board: none.
    pub(super) fn new(geometry: &Geometry) -> Self {
        static ONE: Tables<1> = tables();
        static TWO: Tables<2> = tables();
        static FOUR: Tables<4> = tables();
        static EIGHT: Tables<8> = tables();
        match geometry.len() {
            ..=64 => Self::One(Sight::new(rays(&ONE, geometry))),
            65..=128 => Self::Two(Sight::new(rays(&TWO, geometry))),
            129..=256 => Self::Four(Sight::new(rays(&FOUR, geometry))),
            _ => Self::Eight(Sight::new(rays(&EIGHT, geometry))),
        }
    }

    /// The cells that `colour` controls, vacant or not.
    #[inline]
    pub(super) fn cells(&self, colour: Colour) -> CellSet {
        with!(self, sight => sight.controlled(colour.index()).resize())
    }

    /// The cells where `colour` can place or flip.
    #[inline]
    pub(super) fn steps(&self, board: &Board, colour: Colour) -> CellSet {
        with!(self, sight => {
            let stones = narrow(board);
            let vacant = Bits::first(board.geometry().len()) - stones[0] - stones[1];
            sight.steps(&stones, vacant, colour.index()).resize()
        })
    }

    /// Plays random steps on `board`, the first by `colour`, and returns the colour that has none
    /// left. In a `heavy` playout neither side fills vacant cells that it controls before it must,
    /// and threatened stones are rescued.
    ///
    /// Calls `found` with the colour index and the size of each group that there is at the end,
    /// when the vacant cells count as stones of the other colour.
    #[inline]
    pub(super) fn play_out<R: Rng>(
        &mut self,
        board: &mut Board,
        colour: Colour,
        heavy: bool,
        rng: &mut R,
        found: impl FnMut(usize, u16),
    ) -> Colour {
        let geometry = board.geometry();
        with!(self, sight => {
            let mut stones = narrow(board);
            let all = Bits::first(geometry.len());
            let stuck = if heavy {
                sight.play_out::<true, R>(&mut stones, all, colour.index(), rng)
            } else {
                sight.play_out::<false, R>(&mut stones, all, colour.index(), rng)
            };
            board.set_all(stones.map(|stones| stones.resize()));
            stones[1 - stuck] = all - stones[stuck];
            each_group(geometry.size(), &stones, found);
            Colour::BOTH[stuck]
        })
    }

    /// One number for how well `colour` and its opponent see `cell`: eight times the level of
    /// `colour` plus the opponent's, 0 to 7 each, where 4 or more is control.
    #[inline]
    pub(super) fn levels(&self, cell: Cell, colour: Colour) -> u16 {
        let [own, other] = with!(self, sight => sight.levels(cell, colour.index()));
        8 * own + other
    }

    /// The effect of a stone of `colour` on `cell` of `board`, in numbers of cells: vacant ones
    /// that `colour` comes to control, vacant ones that the opponent controls no more, stones of
    /// the opponent that `colour` comes to control, own stones that the opponent comes to control,
    /// own stones that the opponent controls no more.
    #[inline]
    pub(super) fn changes(&self, board: &Board, cell: Cell, colour: Colour) -> [usize; 5] {
        let all = board.geometry().len();
        with!(self, sight => sight.changes(&narrow(board), Bits::first(all), cell, colour.index()))
    }

    /// Updates control for a new stone of `colour` on `cell` of `board`, which does not hold it
    /// yet.
    #[inline]
    pub(super) fn set(&mut self, board: &Board, cell: Cell, colour: Colour) {
        let flip = board.stones(colour.other()).contains(cell);
        with!(self, sight => sight.set(&narrow(board), cell, colour.index(), flip));
    }
}

fn narrow<const W: usize>(board: &Board) -> [Bits<W>; 2] {
    const { assert!(W <= MAX_WORDS) };
    Colour::BOTH.map(|colour| board.stones(colour).resize())
}

/// The rays of the boards by size, each made when first asked for.
type Tables<const W: usize> = [OnceLock<Rays<W>>; 14];

const fn tables<const W: usize>() -> Tables<W> {
    [const { OnceLock::new() }; 14]
}

fn rays<const W: usize>(tables: &'static Tables<W>, geometry: &Geometry) -> &'static Rays<W> {
    tables[usize::from(geometry.size())].get_or_init(|| Rays::new(geometry))
}
