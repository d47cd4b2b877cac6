//! Plurality as an exact search sees it: sets of cells in one word each, and values in points.
//!
//! A small board fits into a word as it is ([`whole`]). Of a larger one, once few trominoes fit,
//! little still matters: that fits too ([`rest`]).

mod rest;
mod whole;

use super::{Plurality, owner, points_to_first};
use crate::board::Colour;
use crate::cell::Cell;
use crate::knowledge::{Exact, spread};
use crate::rules::Ties;
use crate::step::Step;

pub(super) use rest::Ending;
pub(super) use whole::Whole;

/// The cells that stones can still fall on, in sets of one word: each bit is a cell, or several
/// vacant ones that belong together.
pub(super) trait Ground: Clone + Send + Sync + 'static {
    /// A number that distinguishes sets of stones.
    type Sums: Copy + Send + Sync;

    /// All bits.
    fn all(&self) -> u64;

    /// The bit of `cell`, alone.
    fn bit(&self, cell: Cell) -> u64;

    /// The bits joined to one of `set`, and those of `set`; bits that are no cells may be among
    /// them.
    fn grown(&self, set: u64) -> u64;

    /// The number of cells of `set`.
    fn size(&self, set: u64) -> u32;

    /// The number of stones of each colour beside `set` that were there before.
    fn beside(&self, set: u64) -> [u32; 2];

    /// The points of the first player beyond the second's that nothing can change any more.
    fn settled(&self) -> i16;

    /// The trominoes that still fit here.
    fn shapes(&self) -> &Shapes;

    /// A number that distinguishes `stones` of one colour from others.
    fn sums(&self, stones: u64) -> Self::Sums;

    fn add(&self, sums: &mut Self::Sums, stones: u64);

    /// A number for the stones of both colours, the same in every image of the board.
    fn key(&self, own: &Self::Sums, opponents: &Self::Sums) -> u128;

    /// 0 for both sides where exchanging the colours turns a value into its opposite; else the
    /// index of the side to move.
    fn side(&self, to_move: Colour, ties: Ties) -> usize;

    /// The bits that some tromino covers that fits beside `stones`.
    fn open(&self, stones: u64) -> u64 {
        self.shapes().open(self.all(), stones)
    }

    /// The bits of `among` that are joined within it to one of `start`, which lie in it.
    fn flood(&self, start: u64, among: u64) -> u64;
}

/// A position of Plurality to be solved.
#[derive(Clone, Debug)]
pub(super) struct Territories<G: Ground> {
    ground: G,
    stones: [u64; 2],
    sums: [G::Sums; 2],
    to_move: Colour,
    passes: u8,
    /// The points of the first player beyond the second's if the game ended now.
    points: i16,
    /// The least and the most that they can still become.
    within: [i16; 2],
    /// True if some tromino fits.
    goes_on: bool,
    ties: Ties,
    /// The half points that the second player starts with; below 0 those of the first.
    start: i32,
}

/// The sets of cells that the rules speak of.
#[derive(Debug)]
pub(super) struct Shapes {
    trominoes: Vec<Tromino>,
    /// The sets of cells that stones must not fill.
    windows: Vec<u64>,
}

/// Three connected cells.
#[derive(Debug)]
struct Tromino {
    set: u64,
    /// Its cells, each alone.
    cells: [u64; 3],
    /// The steps, one for each of its cells as the opponent's.
    steps: [Step; 3],
    /// The windows that share two or three cells with it.
    windows: Vec<u64>,
}

impl Shapes {
    /// The shapes of `trominoes`, each by its cells in natural order, and of `windows`; `bit` is
    /// that of a cell.
    fn new(
        trominoes: impl Iterator<Item = [Cell; 3]>,
        windows: Vec<u64>,
        bit: impl Fn(Cell) -> u64,
    ) -> Self {
        let tromino = |cells: [Cell; 3]| {
            let bits = cells.map(&bit);
            let set = bits[0] | bits[1] | bits[2];
            let near =
                windows.iter().copied().filter(|window| (window & set).count_ones() > 1).collect();
            let steps = [0, 1, 2].map(|other| {
                Step::tromino(cells[(other + 1) % 3], cells[(other + 2) % 3], cells[other])
            });
            Tromino { set, cells: bits, steps, windows: near }
        };
        Self { trominoes: trominoes.map(tromino).collect(), windows }
    }

    /// The trominoes that fit beside `stones` on the cells of `all`, by their places in the list.
    fn fitting(&self, all: u64, stones: u64) -> impl Iterator<Item = (usize, &Tromino)> {
        let mut open = all & !stones;
        for window in &self.windows {
            let left = window & !stones;
            if left.is_power_of_two() {
                open &= !left;
            }
        }
        let fits = move |(_, tromino): &(usize, &Tromino)| {
            let after = stones | tromino.set;
            tromino.set & !open == 0 && tromino.windows.iter().all(|window| window & !after != 0)
        };
        self.trominoes.iter().enumerate().filter(fits)
    }

    /// The bits that those trominoes cover.
    fn open(&self, all: u64, stones: u64) -> u64 {
        self.fitting(all, stones).fold(0, |open, (_, tromino)| open | tromino.set)
    }
}

impl<G: Ground> Territories<G> {
    /// The position of `game`; the ground holds these `stones` of it.
    fn on(ground: G, stones: [u64; 2], game: &Plurality) -> Self {
        let mut position = Self {
            stones,
            sums: stones.map(|stones| ground.sums(stones)),
            ground,
            to_move: game.to_move,
            passes: game.passes,
            points: 0,
            within: [0; 2],
            goes_on: true,
            ties: game.options.ties,
            start: game.start(),
        };
        position.look();
        position
    }

    fn vacant(&self) -> u64 {
        self.ground.all() & !self.stones[0] & !self.stones[1]
    }

    /// Finds out what follows from the stones.
    ///
    /// A region that no tromino fits into stays as it is. Into any other at least one has to fall,
    /// which takes three of its cells, before it is worth anything to another side than now.
    fn look(&mut self) {
        let open = self.ground.open(self.stones[0] | self.stones[1]);
        self.goes_on = open != 0;
        let mut points = self.ground.settled();
        let [mut low, mut high] = [points; 2];
        for region in self.regions(self.vacant()) {
            let now = self.worth(region, self.beside(region, self.stones));
            points += now;
            if region & open == 0 {
                low += now;
                high += now;
            } else {
                let left = self.ground.size(region) as i16 - 3;
                low += now.min(-left);
                high += now.max(left);
            }
        }
        self.points = points;
        self.within = [low, high];
    }

    /// The regions of these vacant cells.
    fn regions(&self, vacant: u64) -> impl Iterator<Item = u64> {
        let mut left = vacant;
        std::iter::from_fn(move || {
            let region = self.ground.flood(left & left.wrapping_neg(), left);
            left &= !region;
            (region != 0).then_some(region)
        })
    }

    /// The number of stones of each colour beside a region.
    fn beside(&self, region: u64, stones: [u64; 2]) -> [u32; 2] {
        let near = self.ground.grown(region);
        let before = self.ground.beside(region);
        [0, 1].map(|colour| before[colour] + (near & stones[colour]).count_ones())
    }

    /// The points that a region with so many stones beside it gives the first player, less those it
    /// gives the second.
    fn worth(&self, region: u64, stones: [u32; 2]) -> i16 {
        worth(self.ground.size(region), stones, self.ties)
    }

    /// The points of the first player beyond the second's after each step of `tromino`, which lies
    /// in `region`. Outside the region they are `rest`.
    fn counts(&self, tromino: &Tromino, region: u64, rest: i16) -> [i16; 3] {
        let mover = self.to_move.index();
        let mut counts = [rest; 3];
        for part in self.regions(region & !tromino.set) {
            let near = self.ground.grown(part);
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
}

impl<G: Ground> Exact for Territories<G> {
    const IS_WON_OR_LOST: bool = false;
    const HAS_SCORE: bool = true;

    fn to_move(&self) -> Colour {
        self.to_move
    }

    fn result(&self) -> Option<i16> {
        (self.passes >= 2).then_some(self.points)
    }

    /// If no tromino fits, both sides pass. If the opponent has passed, the player to move may end
    /// the game.
    fn range(&self) -> [i16; 2] {
        if self.passes >= 2 || !self.goes_on {
            return [self.points; 2];
        }
        let [least, most] = self.within;
        match (self.passes, self.to_move) {
            (0, _) => [least, most],
            (_, Colour::First) => [self.points, most],
            (_, Colour::Second) => [least, self.points],
        }
    }

    fn steps(&self, out: &mut Vec<Step>) {
        out.clear();
        if self.passes >= 2 {
            return;
        }
        let sign = if self.to_move == Colour::First { -1 } else { 1 };
        // The value of a step and its place in the list of trominoes, in one number that sorts by
        // both.
        let packed = |points: i16, at: usize| i32::from(sign * points) << 16 | at as i32;
        let stones = self.stones[0] | self.stones[1];
        let fitting: Vec<(usize, &Tromino)> =
            self.ground.shapes().fitting(self.ground.all(), stones).collect();
        let mut rated: Vec<i32> = Vec::with_capacity(3 * fitting.len());
        // A tromino touches one region of vacant cells, and leaves what the others are worth.
        for region in self.regions(self.vacant()) {
            let rest = self.points - self.worth(region, self.beside(region, self.stones));
            for &(at, tromino) in fitting.iter().filter(|(_, tromino)| tromino.set & region != 0) {
                let counts = self.counts(tromino, region, rest);
                rated.extend((0..3).map(|other| packed(counts[other], 3 * at + other)));
            }
        }
        rated.sort_unstable();
        let at = if self.passes == 1 {
            0
        } else {
            rated.partition_point(|&rated| rated < packed(self.points, 0))
        };
        let step = |&rated: &i32| {
            let at = (rated & 0xffff) as usize;
            self.ground.shapes().trominoes[at / 3].steps[at % 3]
        };
        out.extend(rated[..at].iter().map(step));
        out.push(Step::Pass);
        out.extend(rated[at..].iter().map(step));
    }

    /// Any tromino that fits: a good one is good in the next position too.
    fn recommends(&self, step: Step) -> bool {
        let set = step.cells().fold(0, |set, cell| set | self.ground.bit(cell));
        let after = self.stones[0] | self.stones[1] | set;
        self.passes < 2
            && (set & self.vacant()).count_ones() == 3
            && self.ground.shapes().windows.iter().all(|window| window & !after != 0)
    }

    fn play(&mut self, step: Step) {
        match step {
            Step::Tromino { own, other } => {
                let mover = self.to_move.index();
                let sets =
                    [self.ground.bit(own[0]) | self.ground.bit(own[1]), self.ground.bit(other)];
                for (colour, set) in [(mover, sets[0]), (1 - mover, sets[1])] {
                    self.stones[colour] |= set;
                    self.ground.add(&mut self.sums[colour], set);
                }
                self.passes = 0;
                self.look();
            }
            _ => self.passes += 1,
        }
        self.to_move = self.to_move.other();
    }

    fn key(&self) -> u128 {
        let [own, other] =
            [self.to_move, self.to_move.other()].map(|colour| &self.sums[colour.index()]);
        let side = self.ground.side(self.to_move, self.ties);
        self.ground.key(own, other) ^ spread((2 * side as u128 + u128::from(self.passes > 0)) << 64)
    }

    fn lead(&self, value: i16) -> Option<f32> {
        Some(lead(value, self.start))
    }

    fn winner(&self, value: i16) -> Option<Colour> {
        Some(winner(value, self.start))
    }
}

/// The points that a region of `size` cells with so many `stones` beside it gives the first player,
/// less those it gives the second.
fn worth(size: u32, stones: [u32; 2], ties: Ties) -> i16 {
    points_to_first(size, owner(size, stones, ties))
}

/// The first player's lead in points with `value` more points of territory, where the second starts
/// with `start` half points.
fn lead(value: i16, start: i32) -> f32 {
    (2 * i32::from(value) - start) as f32 / 2.0
}

/// The winner with that lead: a half point is always left.
fn winner(value: i16, start: i32) -> Colour {
    if 2 * i32::from(value) > start { Colour::First } else { Colour::Second }
}
