//! Plurality as an exact search sees it: sets of cells in one word each, and values in points.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use super::{Plurality, windows};
use crate::board::Colour;
use crate::cell::Cell;
use crate::games::small::{Small, Sums, joined};
use crate::geometry::Geometry;
use crate::rules::{Exact, Ties, spread};
use crate::step::Step;

/// A position of Plurality to be solved.
#[derive(Clone, Debug)]
pub(crate) struct Territories {
    small: &'static Small,
    shapes: &'static Shapes,
    stones: [u64; 2],
    sums: [Sums; 2],
    to_move: Colour,
    passes: u8,
    /// The points of the first player beyond the second's if the game ended now.
    points: i16,
    /// True if some tromino fits.
    goes_on: bool,
    ties: Ties,
    /// The half points that the second player starts with.
    start: i32,
}

/// The sets of cells of one board that the rules speak of.
#[derive(Debug)]
struct Shapes {
    trominoes: Vec<Tromino>,
    /// The sets of four cells that stones must not fill.
    windows: Vec<u64>,
}

/// Three connected cells.
#[derive(Debug)]
struct Tromino {
    set: u64,
    cells: [Cell; 3],
    /// The windows of which it holds two or three cells.
    windows: Vec<u64>,
}

impl Shapes {
    fn get(geometry: &'static Geometry, small: &Small) -> &'static Self {
        static SHAPES: [[OnceLock<Shapes>; 8]; 2] = [const { [const { OnceLock::new() }; 8] }; 2];
        SHAPES[geometry.shape() as usize][usize::from(geometry.size())].get_or_init(|| Self::build(geometry, small))
    }

    fn build(geometry: &'static Geometry, small: &Small) -> Self {
        let all = geometry.cells().flat_map(|cell| windows(geometry, cell)).map(|window| small.word(&window));
        let windows: BTreeSet<u64> = all.collect();
        let mut sets = BTreeMap::new();
        for middle in geometry.cells() {
            let near = geometry.neighbours(middle);
            for (at, &a) in near.iter().enumerate() {
                for &b in &near[at + 1..] {
                    let mut cells = [a, middle, b];
                    cells.sort_unstable();
                    sets.insert(cells, cells.iter().fold(0, |set, &cell| set | small.bit(cell)));
                }
            }
        }
        let tromino = |(cells, set): ([Cell; 3], u64)| {
            let near = windows.iter().copied().filter(|window| (window & set).count_ones() > 1).collect();
            Tromino { set, cells, windows: near }
        };
        Self { trominoes: sets.into_iter().map(tromino).collect(), windows: windows.into_iter().collect() }
    }
}

impl Territories {
    /// The position, unless its board is too large for one word.
    pub(super) fn new(game: &Plurality) -> Option<Self> {
        let geometry = game.board.geometry();
        let small = Small::get(geometry)?;
        let stones = small.stones(&game.board);
        let mut position = Self {
            small,
            shapes: Shapes::get(geometry, small),
            stones,
            sums: stones.map(|stones| small.sums(stones)),
            to_move: game.to_move,
            passes: game.passes,
            points: 0,
            goes_on: true,
            ties: game.options.ties,
            start: game.start() as i32,
        };
        position.look();
        Some(position)
    }

    fn vacant(&self) -> u64 {
        self.small.all & !self.stones[0] & !self.stones[1]
    }

    /// Finds out what follows from the stones.
    fn look(&mut self) {
        self.points = self.count(self.stones);
        let goes_on = self.fitting().next().is_some();
        self.goes_on = goes_on;
    }

    /// The points of the first player beyond the second's with these stones.
    fn count(&self, stones: [u64; 2]) -> i16 {
        let mut left = self.small.all & !stones[0] & !stones[1];
        let mut points = 0;
        while left != 0 {
            let region = self.small.flood(left & left.wrapping_neg(), left);
            left &= !region;
            let near = self.small.grown(region);
            let [first, second] = stones.map(|stones| (near & stones).count_ones());
            let size = region.count_ones() as i16;
            let is_even = size % 2 == 0;
            let is_firsts = first > second || first == second && self.ties == Ties::Parity && is_even;
            let is_seconds = first < second || first == second && self.ties == Ties::Parity && !is_even;
            points += size * (i16::from(is_firsts) - i16::from(is_seconds));
        }
        points
    }

    /// The trominoes that fit.
    fn fitting(&self) -> impl Iterator<Item = &'static Tromino> {
        let full = self.stones[0] | self.stones[1];
        let mut open = self.vacant();
        for window in &self.shapes.windows {
            let left = window & !full;
            if left.is_power_of_two() {
                open &= !left;
            }
        }
        let fits = move |tromino: &&Tromino| {
            let after = full | tromino.set;
            tromino.set & !open == 0 && tromino.windows.iter().all(|window| window & !after != 0)
        };
        self.shapes.trominoes.iter().filter(fits)
    }
}

impl Exact for Territories {
    const IS_WON_OR_LOST: bool = false;
    const HAS_SCORE: bool = true;

    fn to_move(&self) -> Colour {
        self.to_move
    }

    fn result(&self) -> Option<i16> {
        (self.passes >= 2).then_some(self.points)
    }

    /// Where no tromino fits both sides pass. Where the opponent has passed, the player to move may end the game.
    fn range(&self) -> [i16; 2] {
        if self.passes >= 2 || !self.goes_on {
            return [self.points; 2];
        }
        let most = self.vacant().count_ones() as i16;
        match (self.passes, self.to_move) {
            (0, _) => [-most, most],
            (_, Colour::First) => [self.points, most],
            (_, Colour::Second) => [-most, self.points],
        }
    }

    fn steps(&self, out: &mut Vec<Step>) {
        out.clear();
        if self.passes >= 2 {
            return;
        }
        let sign = if self.to_move == Colour::First { -1 } else { 1 };
        let mut rated: Vec<(i16, Step)> = Vec::with_capacity(64);
        for &Tromino { set, cells, .. } in self.fitting() {
            for other in 0..3 {
                let mut stones = self.stones;
                let one = self.small.bit(cells[other]);
                stones[self.to_move.index()] |= set & !one;
                stones[self.to_move.other().index()] |= one;
                let step = Step::tromino(cells[(other + 1) % 3], cells[(other + 2) % 3], cells[other]);
                rated.push((sign * self.count(stones), step));
            }
        }
        rated.sort_unstable();
        let pass = (sign * self.points, Step::Pass);
        let at = if self.passes == 1 { 0 } else { rated.partition_point(|rated| rated.0 < pass.0) };
        rated.insert(at, pass);
        out.extend(rated.into_iter().map(|rated| rated.1));
    }

    fn play(&mut self, step: Step) {
        match step {
            Step::Tromino { own, other } => {
                let mover = self.to_move.index();
                let sets = [self.small.bit(own[0]) | self.small.bit(own[1]), self.small.bit(other)];
                for (colour, set) in [(mover, sets[0]), (1 - mover, sets[1])] {
                    self.stones[colour] |= set;
                    self.small.toggle(&mut self.sums[colour], set);
                }
                self.passes = 0;
                self.look();
            }
            _ => self.passes += 1,
        }
        self.to_move = self.to_move.other();
    }

    /// With the colours exchanged the value is the opposite, unless ties go by colour.
    fn key(&self) -> u128 {
        let [own, other] = [self.to_move, self.to_move.other()].map(|colour| &self.sums[colour.index()]);
        let images = (0..self.small.symmetries).map(|image| joined(own[image], other[image]));
        let side = if self.ties == Ties::Parity { self.to_move.index() } else { 0 };
        images.min().unwrap_or_default() ^ spread((2 * side as u128 + u128::from(self.passes > 0)) << 64)
    }

    fn winner(&self, value: i16) -> Option<Colour> {
        Some(if 2 * i32::from(value) > self.start { Colour::First } else { Colour::Second })
    }
}
