//! Random playouts, on lines of bits.
//!
//! A tromino that does not fit any more never will again. So trominoes are drawn from a list, from
//! which one that does not fit is removed when it is drawn; only when too many turn out not to fit
//! is the list made again.

use std::sync::OnceLock;

use rand_core::Rng;

use crate::board::{Board, Colour};
use crate::cell::CellSet;
use crate::rules::Ties;

use super::count::lead;
use super::fits::{BURST, Fits, cells};
use super::lines::{Grid, Lines, MAX_LINES, Offset, ring};

/// Draws in a row that may fail before the list is made again.
const PATIENCE: usize = 12;

/// A list of this length or less is used up.
const SHORT: usize = 20;

/// By half the number of neighbours: the first bit of the second line of [`Playout::around`], after
/// all the odd ones. On square boards that lets all lines fit 32 bits.
const ODD: [usize; 4] = [0, 0, 15, 32];

/// The trominoes that a board has, and the stones that keep each shape from fitting.
struct Deck<const K: usize, const M: usize> {
    /// The code of every tromino (see [`Fits::list`]), and room for one burst more.
    codes: Vec<u16>,
    /// By shape: sets of cells about its centre that must not be full of stones, their lower 32
    /// bits and the higher; see [`Playout::around`].
    dangers: [[[u32; M]; 2]; K],
}

impl<const K: usize, const M: usize> Deck<K, M> {
    fn new<const D: usize>(grid: &Grid) -> Self {
        let fits = Fits::<D, K>::new(grid, &Lines::EMPTY);
        let mut codes = vec![0; fits.count() + BURST];
        fits.list(grid, &mut codes);
        Self { codes, dangers: std::array::from_fn(dangers::<D, M>) }
    }
}

/// The entry of [`Deck::dangers`] for shape `k`: its cells, and what it leaves of each window it
/// touches.
fn dangers<const D: usize, const M: usize>(k: usize) -> [[u32; M]; 2] {
    let bit = |cell: &Offset| {
        let (line, bit) =
            (D.wrapping_add_signed(cell.line), D.wrapping_add_signed(cell.bit as isize));
        1_u64 << (line % 2 * ODD[D] + line / 2 * (2 * D + 1) + bit)
    };
    let shape = cells::<D>(k);
    let mut sets: Vec<u64> = shape.iter().map(bit).collect();
    // All windows are a cell, two successive neighbours of it, and the cell beyond them.
    for i in 0..2 * D - 3 {
        let window =
            [Offset::ZERO, ring::<D>(i), ring::<D>(i + 1), ring::<D>(i).plus(ring::<D>(i + 1))];
        for (corner, cell) in shape.iter().flat_map(|&cell| window.map(|corner| (corner, cell))) {
            let cells = window.map(|c| c.minus(corner).plus(cell));
            sets.push(cells.iter().filter(|c| !shape.contains(c)).map(bit).sum());
        }
    }
    // A set that holds all of another can never be the first to be full.
    sets.sort_unstable_by_key(|set| set.count_ones());
    let mut needed: Vec<u64> = Vec::new();
    for set in sets {
        if needed.iter().all(|other| other & !set != 0) {
            needed.push(set);
        }
    }
    assert!(needed.len() <= M, "a table for {M} sets has room for {needed:?}");
    needed.resize(M, needed[0]);
    [0, 32].map(|half| std::array::from_fn(|i| (needed[i] >> half) as u32))
}

/// A playout under way.
pub(super) struct Playout<const D: usize, const K: usize, const M: usize> {
    grid: &'static Grid,
    deck: &'static Deck<K, M>,
    occupied: Lines,
    /// The first player's stones.
    first: Lines,
}

pub(super) type Square = Playout<2, 6, 12>;

pub(super) type Hexhex = Playout<3, 11, 32>;

impl Square {
    /// The start of a playout from the stones on `board`.
    pub(super) fn new(board: &Board) -> Self {
        static DECKS: [OnceLock<Deck<6, 12>>; MAX_LINES + 1] =
            [const { OnceLock::new() }; MAX_LINES + 1];
        let grid = Grid::get(board.geometry());
        Self::with(
            grid,
            DECKS[usize::from(board.geometry().size())].get_or_init(|| Deck::new::<2>(grid)),
            board,
        )
    }
}

impl Hexhex {
    /// The start of a playout from the stones on `board`.
    pub(super) fn new(board: &Board) -> Self {
        static DECKS: [OnceLock<Deck<11, 32>>; MAX_LINES + 1] =
            [const { OnceLock::new() }; MAX_LINES + 1];
        let grid = Grid::get(board.geometry());
        Self::with(
            grid,
            DECKS[usize::from(board.geometry().size())].get_or_init(|| Deck::new::<3>(grid)),
            board,
        )
    }
}

impl<const D: usize, const K: usize, const M: usize> Playout<D, K, M> {
    fn with(grid: &'static Grid, deck: &'static Deck<K, M>, board: &Board) -> Self {
        Self {
            grid,
            deck,
            occupied: grid.spread(&board.occupied()),
            first: grid.spread(board.stones(Colour::First)),
        }
    }

    /// Plays random trominoes, `to_move` first, until none fits.
    ///
    /// Two are drawn at a time and the first that fits is played: judging a second beside the first
    /// costs less than the processor's mispredictions when there is only one.
    pub(super) fn play<R: Rng>(&mut self, mut to_move: Colour, rng: &mut R) {
        let mut list = self.deck.codes.clone();
        let mut length = list.len() - BURST;
        while length > 0 {
            let mut misses = 0;
            while length > 0 && (misses < PATIENCE || length <= SHORT) {
                let places = [rng.next_u64(), rng.next_u64()].map(|random| {
                    // The two halves of the number choose apart, as `below` does.
                    let (high, low) = (random >> 32, random & 0xffff_ffff);
                    (((high * length as u64) >> 32) as usize, ((low * 3) >> 32) as usize)
                });
                let [a, b] = places.map(|(place, other)| (list[place], other));
                let (a_fits, b_fits) = (self.fits(a.0), self.fits(b.0));
                if a_fits | b_fits {
                    let (code, other) = if a_fits { a } else { b };
                    self.place(code, other, to_move);
                    to_move = to_move.other();
                    misses = 0;
                } else {
                    let [(i, _), (j, _)] = places;
                    length -= 1;
                    list[i.max(j)] = list[length];
                    length -= usize::from(i != j);
                    list[i.min(j)] = list[length];
                    misses += 2;
                }
            }
            if length > 0 {
                length = Fits::<D, K>::new(self.grid, &self.occupied).list(self.grid, &mut list);
            }
        }
    }

    /// True if the tromino with this code fits.
    #[allow(
        clippy::inline_always,
        reason = "a call would cost the innermost loop a third of its speed"
    )]
    #[inline(always)]
    fn fits(&self, code: u16) -> bool {
        let around = self.around(usize::from(code >> 5 & 31), usize::from(code & 31));
        let [low, high] = &self.deck.dangers[usize::from(code >> 10)];
        let vacant = [!around as u32, (!around >> 32) as u32];
        let full = |i: usize| (low[i] & vacant[0]) | if D == 2 { 0 } else { high[i] & vacant[1] };
        (0..M).fold(true, |fits, i| fits & (full(i) != 0))
    }

    /// The stones up to `D` lines and bits away from a cell, 2D + 1 bits a line: the first line,
    /// the third and so on, and from bit [`ODD`] the second, the fourth and so on.
    #[inline]
    fn around(&self, line: usize, bit: usize) -> u64 {
        let width = 2 * D + 1;
        let mut around = 0;
        for i in 0..=D {
            // Two lines at once, cut out alike; after the last there is none.
            let from = line as isize + 2 * i as isize - D as isize;
            let lines =
                if i < D { self.occupied.pair(from) } else { u64::from(self.occupied.line(from)) };
            let mask = (1 << width) - 1;
            around |= (lines >> (bit - D) & (mask << 32 | mask)) << (i * width);
        }
        if D == 2 { around | around >> (32 - ODD[2]) } else { around }
    }

    #[inline]
    fn place(&mut self, code: u16, other: usize, mover: Colour) {
        let (k, line, bit) =
            (usize::from(code >> 10), usize::from(code >> 5 & 31), usize::from(code & 31));
        for (i, offset) in Fits::<D, K>::CELLS[k].into_iter().enumerate() {
            let (line, bit) = (
                line.wrapping_add_signed(offset.line),
                bit.wrapping_add_signed(offset.bit as isize),
            );
            let is_first = (i == other) == (mover == Colour::Second);
            *self.occupied.line_mut(line) |= 1 << bit;
            *self.first.line_mut(line) |= u32::from(is_first) << bit;
        }
    }

    pub(super) fn stones(&self) -> [CellSet; 2] {
        let first = self.grid.gather(&self.first);
        [first, self.grid.gather(&self.occupied) - first]
    }

    /// By how many half points of territory the first player is ahead.
    pub(super) fn lead(&self, ties: Ties) -> i32 {
        lead::<D>(self.grid, &self.occupied, &self.first, ties)
    }
}
