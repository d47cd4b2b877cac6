//! A small board, whose cells fit into a word.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::{Ground, Shapes, Territories};
use crate::board::Colour;
use crate::cell::Cell;
use crate::games::plurality::{Plurality, windows};
use crate::games::small::{Small, Sums, joined};
use crate::geometry::{Direction, Geometry, Shape};
use crate::rules::Ties;

/// A board of one word.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Whole {
    small: &'static Small,
    shapes: &'static Shapes,
}

impl Territories<Whole> {
    /// The position, unless its board is too large for one word.
    pub(in super::super) fn new(game: &Plurality) -> Option<Self> {
        let geometry = game.board.geometry();
        let small = Small::get(geometry)?;
        let ground = Whole { small, shapes: shapes(geometry, small) };
        Some(Self::on(ground, small.stones(&game.board), game))
    }
}

/// The shapes of a board, made once.
fn shapes(geometry: &'static Geometry, small: &Small) -> &'static Shapes {
    static SHAPES: [[OnceLock<Shapes>; 8]; 2] = [const { [const { OnceLock::new() }; 8] }; 2];
    SHAPES[geometry.shape() as usize][usize::from(geometry.size())].get_or_init(|| {
        let windows: BTreeSet<u64> = geometry
            .cells()
            .flat_map(|cell| windows(geometry, cell))
            .map(|window| small.word(&window))
            .collect();
        let mut sets = BTreeSet::new();
        for middle in geometry.cells() {
            let near = geometry.neighbours(middle);
            for (at, &a) in near.iter().enumerate() {
                for &b in &near[at + 1..] {
                    let mut cells = [a, middle, b];
                    cells.sort_unstable();
                    sets.insert(cells);
                }
            }
        }
        Shapes::new(sets.into_iter(), windows.into_iter().collect(), |cell: Cell| small.bit(cell))
    })
}

/// The cells of a square board that some tromino covers that fits beside `stones`, found for all
/// cells at once.
///
/// A tromino fits on vacant cells if it fills no 2×2 square. So none of its cells may be the only
/// one that a square has left, none of its pairs of neighbours the only two, and an L needs the
/// fourth cell of its own square vacant.
fn open_on_square(small: &Small, stones: u64) -> u64 {
    use Direction::{East, North, NorthEast, South, SouthWest, West};
    // By a cell: what is north, east and north-east of it; by a set: the set moved there.
    let [north, east, north_east] =
        [North, East, NorthEast].map(|side| move |set: u64| small.behind(set, side));
    let [to_north, to_east, to_north_east] =
        [South, West, SouthWest].map(|side| move |set: u64| small.behind(set, side));
    let vacant = small.all & !stones;
    // Squares by their south-west corner.
    let squares = small.all & north_east(small.all);
    let [a, b, c, d] = [stones, north(stones), east(stones), north_east(stones)];
    let three = squares & (a & b & (c ^ d) | c & d & (a ^ b));
    let last = three | to_north(three) | to_east(three) | to_north_east(three);
    let open = vacant & !last;
    let no_column = squares & c & d | to_east(squares & a & b);
    let no_row = squares & b & d | to_north(squares & a & c);
    // Pairs by their south or west cell.
    let columns = open & north(open) & !no_column;
    let rows = open & east(open) & !no_row;
    // An L by the corner of its square, named by the cell that it leaves.
    let leaves_a = squares & vacant & north(rows) & east(columns);
    let leaves_b = squares & north(vacant) & rows & east(columns);
    let leaves_c = squares & east(vacant) & columns & north(rows);
    let leaves_d = squares & north_east(vacant) & columns & rows;
    let upright = columns & north(columns);
    let level = rows & east(rows);
    let middle = to_north(upright) | to_east(level);
    let ends = upright | to_north(to_north(upright)) | level | to_east(to_east(level));
    let corner = leaves_b | leaves_c | leaves_d;
    let above = leaves_a | leaves_c | leaves_d;
    let beside = leaves_a | leaves_b | leaves_d;
    let opposite = leaves_a | leaves_b | leaves_c;
    middle | ends | corner | to_north(above) | to_east(beside) | to_north_east(opposite)
}

impl Ground for Whole {
    type Sums = Sums;

    fn all(&self) -> u64 {
        self.small.all
    }

    fn bit(&self, cell: Cell) -> u64 {
        self.small.bit(cell)
    }

    fn grown(&self, set: u64) -> u64 {
        self.small.grown(set)
    }

    fn open(&self, stones: u64) -> u64 {
        match self.small.shape() {
            Shape::Square => open_on_square(self.small, stones),
            Shape::Hexhex => self.shapes.open(self.small.all, stones),
        }
    }

    fn flood(&self, start: u64, among: u64) -> u64 {
        self.small.flood(start, among)
    }

    fn size(&self, set: u64) -> u32 {
        set.count_ones()
    }

    /// Every stone is in the word.
    fn beside(&self, _set: u64) -> [u32; 2] {
        [0; 2]
    }

    fn settled(&self) -> i16 {
        0
    }

    fn shapes(&self) -> &Shapes {
        self.shapes
    }

    fn sums(&self, stones: u64) -> Sums {
        self.small.sums(stones)
    }

    fn add(&self, sums: &mut Sums, stones: u64) {
        self.small.toggle(sums, stones);
    }

    fn key(&self, own: &Sums, opponents: &Sums) -> u128 {
        let images = (0..self.small.symmetries).map(|image| joined(own[image], opponents[image]));
        images.min().unwrap_or_default()
    }

    /// With the colours exchanged the value is the opposite, unless ties go by colour.
    fn side(&self, to_move: Colour, ties: Ties) -> usize {
        if ties == Ties::Parity { to_move.index() } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn open_cells_are_those_of_the_trominoes_that_fit() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
        for size in 3..=7 {
            let geometry = Geometry::get(Shape::Square, size).expect("there is such a board");
            let small = Small::get(geometry).expect("it fits into a word");
            let shapes = shapes(geometry, small);
            for _ in 0..2_000 {
                let mut stones = small.all & rng.next_u64() & rng.next_u64();
                // No square is ever full.
                for window in &shapes.windows {
                    if window & !stones == 0 {
                        stones &= !(window & window.wrapping_neg());
                    }
                }
                assert_eq!(open_on_square(small, stones), shapes.open(small.all, stones));
            }
        }
    }
}
