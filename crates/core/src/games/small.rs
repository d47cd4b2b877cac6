//! Boards of one word, for exact search: cells as bits of a `u64`, moved in all directions at once,
//! and their symmetries.

pub(super) mod opening;

use std::sync::OnceLock;

use self::opening::Course;

use crate::board::{Board, Colour};
use crate::cell::{Cell, CellSet};
use crate::geometry::{Direction, Geometry, Shape};
use crate::knowledge::spread;
use crate::symmetry::{IMAGES, symmetries};

/// The tables of a board whose cells, with a gap between lines, fit into 64 bits.
#[derive(Debug)]
pub(super) struct Small {
    geometry: &'static Geometry,
    /// By cell, its bit.
    bits: Vec<u8>,
    /// By bit, its cell.
    cells: [u8; 64],
    /// All cells.
    pub(super) all: u64,
    pub(super) edge: u64,
    /// The cells with three neighbours.
    pub(super) corners: u64,
    /// From one line of bits to the next.
    line: u8,
    /// By bit, a random number for the place of that cell in each image of the board.
    images: Vec<[u128; IMAGES]>,
    /// The number of images.
    pub(super) symmetries: usize,
}

/// The stones of one colour in every image of the board, as the exclusive or of random numbers.
///
/// Source: Zobrist, "A New Hashing Method with Application for Game Playing", 1970.
pub(super) type Sums = [u128; IMAGES];

impl Small {
    /// The tables of a board, or `None` if it is too large for one word.
    pub(super) fn get(geometry: &'static Geometry) -> Option<&'static Self> {
        static TABLES: [[OnceLock<Small>; 8]; 2] = [const { [const { OnceLock::new() }; 8] }; 2];
        let largest = match geometry.shape() {
            Shape::Square => 7,
            Shape::Hexhex => 4,
        };
        let table = &TABLES[geometry.shape() as usize][usize::from(geometry.size().min(largest))];
        (geometry.size() <= largest).then(|| table.get_or_init(|| Self::build(geometry)))
    }

    fn build(geometry: &'static Geometry) -> Self {
        let size = geometry.size();
        let line = match geometry.shape() {
            Shape::Square => size + 1,
            Shape::Hexhex => 2 * size,
        };
        let bits: Vec<u8> = geometry
            .cells()
            .map(|cell| {
                let place = geometry.place(cell);
                match geometry.shape() {
                    Shape::Square => place.x / 2 * line + place.row,
                    Shape::Hexhex => place.row * line + (place.x + size - 1 - place.row) / 2,
                }
            })
            .collect();
        let mut cells = [0; 64];
        for (cell, &bit) in bits.iter().enumerate() {
            cells[usize::from(bit)] = cell as u8;
        }
        let word =
            |set: &CellSet| set.iter().fold(0, |word, cell| word | 1_u64 << bits[cell.index()]);
        let maps = symmetries(geometry, None);
        let mut images = vec![[0; IMAGES]; 64];
        for cell in geometry.cells() {
            for (image, map) in maps.iter().enumerate() {
                images[usize::from(bits[cell.index()])][image] =
                    spread(1 + map[cell.index()] as u128);
            }
        }
        let corners =
            geometry.cells().filter(|&cell| geometry.neighbours(cell).len() == 3).collect();
        let corners = word(&corners);
        let (all, edge, symmetries) = (word(&geometry.all()), word(geometry.edge()), maps.len());
        Self { geometry, bits, cells, all, edge, corners, line, images, symmetries }
    }

    pub(super) const fn shape(&self) -> Shape {
        self.geometry.shape()
    }

    pub(super) fn word(&self, cells: &CellSet) -> u64 {
        cells.iter().fold(0, |word, cell| word | self.bit(cell))
    }

    pub(super) fn stones(&self, board: &Board) -> [u64; 2] {
        Colour::BOTH.map(|colour| self.word(board.stones(colour)))
    }

    /// The bit of `cell`, alone.
    #[inline]
    pub(super) fn bit(&self, cell: Cell) -> u64 {
        1 << self.bits[cell.index()]
    }

    /// The cell of the lowest bit of `word`, which has one.
    #[inline]
    pub(super) fn cell(&self, word: u64) -> Cell {
        Cell::new(usize::from(self.cells[word.trailing_zeros() as usize & 63]))
    }

    pub(super) fn each(&self, word: u64) -> impl Iterator<Item = Cell> {
        ones(word).map(|bit| self.cell(bit))
    }

    /// The cells on the side of a square board that lies in `direction`.
    pub(super) fn side(&self, direction: Direction) -> u64 {
        self.word(self.geometry.side(direction))
    }

    /// The cells from which one step in `direction` leads to a cell of `word`; some may be off the
    /// board.
    #[inline]
    pub(super) const fn behind(&self, word: u64, direction: Direction) -> u64 {
        let line = self.line;
        match (self.geometry.shape(), direction) {
            (Shape::Square, Direction::North) | (Shape::Hexhex, Direction::East) => word >> 1,
            (Shape::Square, Direction::South) | (Shape::Hexhex, Direction::West) => word << 1,
            (Shape::Square, Direction::East) | (Shape::Hexhex, Direction::NorthEast) => {
                word >> line
            }
            (Shape::Square, Direction::West) | (Shape::Hexhex, Direction::SouthWest) => {
                word << line
            }
            (Shape::Square, Direction::NorthEast) => word >> (line + 1),
            (Shape::Square, Direction::SouthWest) => word << (line + 1),
            (Shape::Square, Direction::SouthEast) | (Shape::Hexhex, Direction::NorthWest) => {
                word >> (line - 1)
            }
            (Shape::Square, Direction::NorthWest) | (Shape::Hexhex, Direction::SouthEast) => {
                word << (line - 1)
            }
            (Shape::Hexhex, Direction::North | Direction::South) => 0,
        }
    }

    /// The cells joined to a cell of `word`, and those of `word`; some may be off the board.
    #[inline]
    pub(super) const fn grown(&self, word: u64) -> u64 {
        let line = self.line;
        let near = word | word << 1 | word >> 1 | word << line | word >> line;
        match self.geometry.shape() {
            Shape::Square => near,
            Shape::Hexhex => near | word << (line - 1) | word >> (line - 1),
        }
    }

    /// On a square board, the cells of `word` and all up to eight around each; some may be off the
    /// board.
    #[inline]
    pub(super) const fn grown_diagonally(&self, word: u64) -> u64 {
        let column = word | word << 1 | word >> 1;
        column | column << self.line | column >> self.line
    }

    /// The cells of `among` that are joined within it to one of `start`, which lie in it.
    #[inline]
    pub(super) const fn flood(&self, start: u64, among: u64) -> u64 {
        let mut found = start;
        loop {
            let more = self.grown(found) & among;
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// On a square board, the cells of `among` that are joined within it to one of `start`, which
    /// lie in it, by sides or corners.
    #[inline]
    pub(super) const fn chain(&self, start: u64, among: u64) -> u64 {
        let mut found = start;
        loop {
            let more = self.grown_diagonally(found) & among;
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// Adds the cells of `word` to `sums`, or takes them out again.
    #[inline]
    pub(super) fn toggle(&self, sums: &mut Sums, word: u64) {
        for bit in ones(word) {
            let row = &self.images[bit.trailing_zeros() as usize & 63];
            for (sum, number) in sums[..self.symmetries].iter_mut().zip(row) {
                *sum ^= number;
            }
        }
    }

    /// By image of the board, the number for `cell`.
    fn image(&self, cell: Cell) -> &Sums {
        &self.images[usize::from(self.bits[cell.index()])]
    }

    /// The key of a position that is the same for the player to move in every image of the board
    /// and with the colours exchanged.
    pub(super) fn key(&self, sums: &[Sums; 2], course: Course) -> u128 {
        let [own, other] =
            [course.to_move, course.to_move.other()].map(|colour| &sums[colour.index()]);
        let phase = course.sums(self);
        let images =
            (0..self.symmetries).map(|image| joined(own[image], other[image]) ^ phase[image]);
        images.min().unwrap_or_default()
    }

    pub(super) fn sums(&self, word: u64) -> Sums {
        let mut sums = [0; IMAGES];
        self.toggle(&mut sums, word);
        sums
    }
}

/// One number for two sets of stones in one image of the board.
#[inline]
pub(super) const fn joined(own: u128, opponents: u128) -> u128 {
    own ^ opponents.rotate_left(45)
}

/// The bits of `word`, each alone, lowest first.
#[inline]
pub(super) fn ones(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = word & word.wrapping_neg();
        word ^= bit;
        (bit != 0).then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards() -> impl Iterator<Item = &'static Small> {
        let all = Shape::ALL
            .into_iter()
            .flat_map(|shape| shape.sizes().map(move |size| Geometry::get(shape, size)));
        all.flatten().filter_map(Small::get)
    }

    #[test]
    fn neighbours_are_those_of_the_geometry() {
        assert_eq!(boards().count(), 6 + 3);
        for small in boards() {
            for cell in small.geometry.cells() {
                let near = small.grown(small.bit(cell)) & small.all & !small.bit(cell);
                assert_eq!(near, small.word(small.geometry.neighbour_set(cell)));
                assert_eq!(small.cell(small.bit(cell)), cell);
                for direction in Direction::ALL {
                    let behind = small.behind(small.bit(cell), direction) & small.all;
                    let expected = small.geometry.toward(cell, direction.opposite());
                    assert_eq!(behind, expected.map_or(0, |cell| small.bit(cell)), "{direction:?}");
                }
            }
        }
    }

    #[test]
    fn symmetries_keep_neighbours_and_are_all_different() {
        for small in boards() {
            let maps = symmetries(small.geometry, None);
            assert_eq!(maps.len(), small.symmetries);
            for map in &maps {
                for cell in small.geometry.cells() {
                    for &next in small.geometry.neighbours(cell) {
                        let images = [cell, next].map(|cell| Cell::new(map[cell.index()]));
                        assert!(small.geometry.neighbours(images[0]).contains(&images[1]));
                    }
                }
                assert_eq!(maps.iter().filter(|other| *other == map).count(), 1);
            }
        }
    }
}
