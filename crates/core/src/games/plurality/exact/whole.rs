//! A small board, whose cells fit into a word.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::{Ground, Shapes, Territories};
use crate::board::Colour;
use crate::cell::Cell;
use crate::games::plurality::{Plurality, windows};
use crate::games::small::{Small, Sums, joined};
use crate::geometry::Geometry;
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
