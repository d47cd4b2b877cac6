//! The part of a board of any size that still matters once few trominoes fit.
//!
//! A tromino that does not fit never will again. So stones can only fall on *open* cells, those
//! that one covers which fits now; vacant cells that are not open stay vacant, and all that are
//! joined without an open cell between them share one bit, a *pool*. Of the stones that are there,
//! those beside open cells and pools count for the regions they will border.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Ground, Shapes, Territories, lead, winner, worth};
use crate::board::{Board, Colour};
use crate::cell::{Cell, CellSet};
use crate::games::plurality::{Plurality, points_to_first, windows};
use crate::knowledge::{Exact, spread};
use crate::rules::{Rules, Ties};
use crate::step::Step;

/// The words for the stones of one colour that count.
const WORDS: usize = 4;

/// Stones that count, each a bit.
type Border = [u64; WORDS];

/// The part of a board that still matters.
#[derive(Debug)]
pub(in super::super) struct Rest {
    all: u64,
    /// The open cells, in the order of their bits.
    open: Vec<Cell>,
    /// By bit: the number of cells.
    sizes: [u16; 64],
    /// The bits that each represent several cells.
    pools: u64,
    /// By bit: those joined to it.
    near: [u64; 64],
    /// By bit and colour: the stones beside it.
    borders: [[Border; 2]; 64],
    /// The number of words of a border that can have stones in them.
    words: usize,
    settled: i16,
    shapes: Shapes,
    /// A number for all the stones that were there.
    stones: u128,
}

impl Rest {
    /// The part of the board of `game` that still matters; `None` if it is more than fits into a
    /// word.
    fn new(game: &Plurality) -> Option<Self> {
        let (board, geometry) = (&game.board, game.board.geometry());
        let mut steps = Vec::new();
        game.legal_steps(&mut steps);
        let open: CellSet = steps.iter().flat_map(|step| step.cells()).collect();
        if open.len() > 64 {
            return None;
        }
        let cells = |step: &Step| {
            let mut cells: Vec<Cell> = step.cells().collect();
            cells.sort_unstable();
            cells.try_into().ok()
        };
        let trominoes: BTreeSet<[Cell; 3]> = steps.iter().filter_map(cells).collect();
        let (mut pools, mut settled) = (Vec::new(), 0);
        for pool in geometry.components(&(board.vacant() - open)) {
            if touching(game, &pool).intersects(&open) {
                pools.push(pool);
            } else {
                let beside = Colour::BOTH
                    .map(|colour| (touching(game, &pool) & *board.stones(colour)).len() as u32);
                settled += worth(pool.len() as u32, beside, game.options.ties);
            }
        }
        let parts: Vec<CellSet> = open.iter().map(CellSet::of).chain(pools).collect();
        if parts.len() > 64 {
            return None;
        }
        let all = parts.iter().fold(CellSet::EMPTY, |all, part| all | *part);
        let counted = Colour::BOTH.map(|colour| {
            (touching(game, &all) & *board.stones(colour)).iter().collect::<Vec<Cell>>()
        });
        if counted.iter().any(|stones| stones.len() > 64 * WORDS) {
            return None;
        }
        let mut rest = Self {
            all: if parts.len() == 64 { u64::MAX } else { (1 << parts.len()) - 1 },
            open: open.iter().collect(),
            sizes: [0; 64],
            pools: 0,
            near: [0; 64],
            borders: [[[0; WORDS]; 2]; 64],
            words: counted.iter().map(|stones| stones.len().div_ceil(64)).max().unwrap_or_default(),
            settled,
            shapes: Shapes::new(std::iter::empty(), Vec::new(), |_| 0),
            stones: stones(board),
        };
        for (at, part) in parts.iter().enumerate() {
            let beside = touching(game, part);
            rest.sizes[at] = part.len() as u16;
            rest.pools |= u64::from(at >= rest.open.len()) << at;
            rest.near[at] = parts
                .iter()
                .enumerate()
                .filter(|(_, other)| beside.intersects(other))
                .fold(0, |set, (other, _)| set | 1 << other);
            for (border, stones) in rest.borders[at].iter_mut().zip(&counted) {
                for (stone, _) in
                    stones.iter().enumerate().filter(|&(_, &cell)| beside.contains(cell))
                {
                    border[stone / 64] |= 1 << (stone % 64);
                }
            }
        }
        // A window with a cell that stays vacant never fills.
        let left = open
            .iter()
            .flat_map(|cell| windows(geometry, cell))
            .map(|window| window & board.vacant());
        let windows: BTreeSet<u64> = left
            .filter(|left| (*left - open).is_empty())
            .map(|left| left.iter().fold(0, |set, cell| set | rest.bit(cell)))
            .collect();
        rest.shapes = Shapes::new(trominoes.into_iter(), windows.into_iter().collect(), |cell| {
            rest.bit(cell)
        });
        Some(rest)
    }

    /// The bit of an open cell, alone; none for any other.
    fn bit(&self, cell: Cell) -> u64 {
        self.open.binary_search(&cell).map_or(0, |at| 1 << at)
    }
}

fn stones(board: &Board) -> u128 {
    let words = Colour::BOTH.iter().flat_map(|&colour| board.stones(colour).words());
    words.fold(0, |key, &word| spread(key ^ u128::from(word)))
}

fn touching(game: &Plurality, cells: &CellSet) -> CellSet {
    let geometry = game.board.geometry();
    cells.iter().fold(CellSet::EMPTY, |all, cell| all | *geometry.neighbour_set(cell)) - *cells
}

impl Ground for Arc<Rest> {
    /// The stones themselves.
    type Sums = u64;

    fn all(&self) -> u64 {
        self.all
    }

    fn bit(&self, cell: Cell) -> u64 {
        self.as_ref().bit(cell)
    }

    fn grown(&self, set: u64) -> u64 {
        ones(set).fold(set, |grown, at| grown | self.near[at])
    }

    fn size(&self, set: u64) -> u32 {
        let cells = (set & !self.pools).count_ones();
        ones(set & self.pools).fold(cells, |cells, at| cells + u32::from(self.sizes[at]))
    }

    fn beside(&self, set: u64) -> [u32; 2] {
        let mut counts = [0; 2];
        for word in 0..self.words {
            let mut all = [0; 2];
            for at in ones(set) {
                let [first, second] = &self.borders[at];
                all = [all[0] | first[word], all[1] | second[word]];
            }
            counts = [counts[0] + all[0].count_ones(), counts[1] + all[1].count_ones()];
        }
        counts
    }

    /// Bit by bit: what is joined to each is in a table.
    fn flood(&self, start: u64, among: u64) -> u64 {
        let (mut found, mut fresh) = (start, start);
        while fresh != 0 {
            let at = fresh.trailing_zeros() as usize;
            let more = self.near[at] & among & !found;
            found |= more;
            fresh = fresh & (fresh - 1) | more;
        }
        found
    }

    fn settled(&self) -> i16 {
        self.settled
    }

    fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    fn sums(&self, stones: u64) -> u64 {
        stones
    }

    fn add(&self, sums: &mut u64, stones: u64) {
        *sums |= stones;
    }

    fn key(&self, own: &u64, opponents: &u64) -> u128 {
        self.stones ^ spread(u128::from(*own) << 64 | u128::from(*opponents))
    }

    /// The stones that were there before have their colours.
    fn side(&self, to_move: Colour, _ties: Ties) -> usize {
        to_move.index()
    }
}

/// The places of the bits of `set`, lowest first.
fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (at < 64).then_some(at)
    })
}

/// A position on a board that is too large for a word.
#[derive(Clone, Debug)]
pub(in super::super) enum Ending {
    /// Too much of the board matters still.
    Far(Box<Plurality>),
    /// This part fits into a word.
    Near(Territories<Arc<Rest>>),
}

impl Ending {
    pub(in super::super) fn new(game: &Plurality) -> Self {
        match Rest::new(game) {
            Some(rest) => Self::Near(Territories::on(Arc::new(rest), [0; 2], game)),
            None => Self::Far(Box::new(*game)),
        }
    }
}

impl Exact for Ending {
    const IS_WON_OR_LOST: bool = false;
    const HAS_SCORE: bool = true;

    fn to_move(&self) -> Colour {
        match self {
            Self::Far(game) => game.to_move,
            Self::Near(near) => near.to_move(),
        }
    }

    fn result(&self) -> Option<i16> {
        match self {
            Self::Far(game) => game.is_over().then(|| points(game)),
            Self::Near(near) => near.result(),
        }
    }

    fn range(&self) -> [i16; 2] {
        match self {
            Self::Far(game) if game.is_over() => [points(game); 2],
            Self::Far(game) => {
                let most = game.board.vacant().len() as i16;
                [-most, most]
            }
            Self::Near(near) => near.range(),
        }
    }

    fn steps(&self, out: &mut Vec<Step>) {
        match self {
            Self::Far(game) => game.legal_steps(out),
            Self::Near(near) => near.steps(out),
        }
    }

    fn play(&mut self, step: Step) {
        match self {
            Self::Far(game) => {
                game.play_unchecked(step);
                *self = Self::new(game);
            }
            Self::Near(near) => near.play(step),
        }
    }

    fn key(&self) -> u128 {
        match self {
            Self::Far(game) => {
                let turn = 2 * game.to_move.index() as u128 + u128::from(game.passes > 0);
                spread(stones(&game.board) ^ turn)
            }
            Self::Near(near) => near.key(),
        }
    }

    fn lead(&self, value: i16) -> Option<f32> {
        match self {
            Self::Far(game) => Some(lead(value, game.start())),
            Self::Near(near) => near.lead(value),
        }
    }

    fn winner(&self, value: i16) -> Option<Colour> {
        match self {
            Self::Far(game) => Some(winner(value, game.start())),
            Self::Near(near) => near.winner(value),
        }
    }
}

/// The points of the first player beyond the second's, komi apart.
fn points(game: &Plurality) -> i16 {
    let territories = game.territories();
    territories
        .iter()
        .map(|territory| points_to_first(territory.cells.len() as u32, territory.owner))
        .sum()
}
