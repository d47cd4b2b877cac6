//! Plurality as an exact search sees it: sets of cells in one word each, and values in points.

use std::cmp::Ordering;
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
    /// Its cells, each alone.
    cells: [u64; 3],
    /// The steps by which of its cells is the opponent's.
    steps: [Step; 3],
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
            let steps =
                [0, 1, 2].map(|other| Step::tromino(cells[(other + 1) % 3], cells[(other + 2) % 3], cells[other]));
            Tromino { set, cells: cells.map(|cell| small.bit(cell)), steps, windows: near }
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
        let vacant = self.small.all & !stones[0] & !stones[1];
        self.regions(vacant).map(|region| self.worth(region, self.beside(region, stones))).sum()
    }

    /// The regions of these vacant cells.
    fn regions(&self, vacant: u64) -> impl Iterator<Item = u64> {
        let mut left = vacant;
        std::iter::from_fn(move || {
            let region = self.small.flood(left & left.wrapping_neg(), left);
            left &= !region;
            (region != 0).then_some(region)
        })
    }

    /// The number of stones of each colour beside a region.
    fn beside(&self, region: u64, stones: [u64; 2]) -> [u32; 2] {
        let near = self.small.grown(region);
        stones.map(|stones| (near & stones).count_ones())
    }

    /// The points that a region with so many stones beside it gives the first player, less those it gives the second.
    fn worth(&self, region: u64, [first, second]: [u32; 2]) -> i16 {
        let size = region.count_ones() as i16;
        match first.cmp(&second) {
            Ordering::Equal if self.ties == Ties::Neutral => 0,
            Ordering::Equal => size * (1 - 2 * (size % 2)),
            Ordering::Greater => size,
            Ordering::Less => -size,
        }
    }

    /// The points of the first player beyond the second's after each step of `tromino`, which lies in `region`, of which there
    /// are `rest` apart from it.
    fn counts(&self, tromino: &Tromino, region: u64, rest: i16) -> [i16; 3] {
        let mover = self.to_move.index();
        let mut counts = [rest; 3];
        for part in self.regions(region & !tromino.set) {
            let near = self.small.grown(part);
            let stones = self.beside(part, self.stones);
            let fallen = (near & tromino.set).count_ones();
            for (count, cell) in counts.iter_mut().zip(tromino.cells) {
                let others = u32::from(near & cell != 0);
                let mut stones = stones;
                stones[mover] += fallen - others;
                stones[1 - mover] += others;
                *count += self.worth(part, stones);
            }
        }
        counts
    }

    /// The trominoes that fit, by their places in the list.
    fn fitting(&self) -> impl Iterator<Item = (usize, &'static Tromino)> {
        let full = self.stones[0] | self.stones[1];
        let mut open = self.vacant();
        for window in &self.shapes.windows {
            let left = window & !full;
            if left.is_power_of_two() {
                open &= !left;
            }
        }
        let fits = move |(_, tromino): &(usize, &Tromino)| {
            let after = full | tromino.set;
            tromino.set & !open == 0 && tromino.windows.iter().all(|window| window & !after != 0)
        };
        self.shapes.trominoes.iter().enumerate().filter(fits)
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
        // The value of a step and its place in the list of trominoes, in one number that sorts by both.
        let packed = |points: i16, at: usize| i32::from(sign * points) << 16 | at as i32;
        let mut rated: Vec<i32> = Vec::with_capacity(3 * self.shapes.trominoes.len());
        // A tromino touches one region of vacant cells, and leaves what the others are worth.
        for region in self.regions(self.vacant()) {
            let rest = self.points - self.worth(region, self.beside(region, self.stones));
            for (at, tromino) in self.fitting().filter(|(_, tromino)| tromino.set & region != 0) {
                let counts = self.counts(tromino, region, rest);
                rated.extend((0..3).map(|other| packed(counts[other], 3 * at + other)));
            }
        }
        rated.sort_unstable();
        let at = if self.passes == 1 { 0 } else { rated.partition_point(|&rated| rated < packed(self.points, 0)) };
        let step = |&rated: &i32| {
            let at = (rated & 0xffff) as usize;
            self.shapes.trominoes[at / 3].steps[at % 3]
        };
        out.extend(rated[..at].iter().map(step));
        out.push(Step::Pass);
        out.extend(rated[at..].iter().map(step));
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

    fn lead(&self, value: i16) -> Option<f32> {
        Some((2 * i32::from(value) - self.start) as f32 / 2.0)
    }

    fn winner(&self, value: i16) -> Option<Colour> {
        Some(if 2 * i32::from(value) > self.start { Colour::First } else { Colour::Second })
    }
}
