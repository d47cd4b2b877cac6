//! The shapes of boards and their tables: who is next to whom, and where a cell lies.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::OnceLock;
use strum::{EnumString, IntoStaticStr, VariantArray, VariantNames};

use crate::cell::{Cell, CellSet};

/// The outline of a board.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, EnumString, IntoStaticStr, VariantArray, VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Shape {
    /// N×N points joined orthogonally.
    Square,
    /// A hexagon of hexagonal cells, N a side, each joined to up to six.
    Hexhex,
}

impl Shape {
    /// Every shape, in the order of menus.
    pub const ALL: [Self; <Self as VariantArray>::VARIANTS.len()] =
        *<Self as VariantArray>::VARIANTS.first_chunk().expect("all of them");

    /// The name used in records and on the command line.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// The sizes that have tables: points a side, or cells a side.
    pub const fn sizes(self) -> RangeInclusive<u8> {
        match self {
            Self::Square => 2..=25,
            Self::Hexhex => 2..=13,
        }
    }

    /// The number of cells of a board of this shape.
    pub const fn cells(self, size: u8) -> usize {
        let n = size as usize;
        match self {
            Self::Square => n * n,
            Self::Hexhex => 3 * n * (n - 1) + 1,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A direction on the screen, counted anticlockwise from the right.
///
/// Square boards know all eight (cells are joined in the four straight ones), hexhex boards all but
/// north and south.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Direction {
    /// To the right.
    East,
    /// Up and to the right.
    NorthEast,
    North,
    /// Up and to the left.
    NorthWest,
    /// To the left.
    West,
    /// Down and to the left.
    SouthWest,
    South,
    /// Down and to the right.
    SouthEast,
}

impl Direction {
    /// All eight, anticlockwise from east.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all of them");

    /// The name used in the file of settings.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// The direction that leads back: `South` for `North`.
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// Rows up and half columns to the right that a step in this direction covers; `None` if boards
    /// of this shape lack it.
    const fn offset(self, shape: Shape) -> Option<(i32, i32)> {
        Some(match (shape, self) {
            (_, Self::East) => (0, 2),
            (_, Self::West) => (0, -2),
            (Shape::Square, Self::NorthEast) => (1, 2),
            (Shape::Square, Self::North) => (1, 0),
            (Shape::Square, Self::NorthWest) => (1, -2),
            (Shape::Square, Self::SouthWest) => (-1, -2),
            (Shape::Square, Self::South) => (-1, 0),
            (Shape::Square, Self::SouthEast) => (-1, 2),
            (Shape::Hexhex, Self::NorthEast) => (1, 1),
            (Shape::Hexhex, Self::NorthWest) => (1, -1),
            (Shape::Hexhex, Self::SouthWest) => (-1, -1),
            (Shape::Hexhex, Self::SouthEast) => (-1, 1),
            (Shape::Hexhex, Self::North | Self::South) => return None,
        })
    }
}

/// The place of a cell, seen as on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// Rows above the bottom row, from 0.
    pub row: u8,
    /// Half columns from the left edge of the board, from 0; cells of one row are two apart.
    pub x: u8,
}

/// The tables of one board shape and size.
///
/// There is one for each shape and size, made when first asked for and shared for the life of the
/// program.
pub struct Geometry {
    shape: Shape,
    size: u8,
    places: Vec<Place>,
    toward: Vec<[Option<Cell>; 8]>,
    neighbours: Vec<Vec<Cell>>,
    neighbour_sets: Vec<CellSet>,
    edge: CellSet,
    /// By direction, the cells with nothing towards it.
    sides: [CellSet; 8],
}

impl Geometry {
    /// The tables for `shape` and `size`, or `None` if `size` is not among [`Shape::sizes`].
    ///
    /// ```
    /// use tetralith_core::{Geometry, Shape};
    /// assert_eq!(Geometry::get(Shape::Hexhex, 5).unwrap().len(), 61);
    /// assert!(Geometry::get(Shape::Square, 26).is_none());
    /// ```
    pub fn get(shape: Shape, size: u8) -> Option<&'static Self> {
        static TABLES: [[OnceLock<Geometry>; 26]; 2] =
            [const { [const { OnceLock::new() }; 26] }; 2];
        shape.sizes().contains(&size).then(|| {
            TABLES[shape as usize][usize::from(size)].get_or_init(|| Self::build(shape, size))
        })
    }

    fn build(shape: Shape, size: u8) -> Self {
        let places = places(shape, size);
        let at = |row: i32, x: i32| {
            places
                .iter()
                .position(|p| i32::from(p.row) == row && i32::from(p.x) == x)
                .map(Cell::new)
        };
        let toward: Vec<[Option<Cell>; 8]> = places
            .iter()
            .map(|place| {
                Direction::ALL.map(|direction| {
                    let (up, right) = direction.offset(shape)?;
                    at(i32::from(place.row) + up, i32::from(place.x) + right)
                })
            })
            .collect();
        let joined = joined(shape);
        let neighbours: Vec<Vec<Cell>> = toward
            .iter()
            .map(|row| {
                let mut cells: Vec<Cell> = joined.iter().filter_map(|&d| row[d as usize]).collect();
                cells.sort_unstable();
                cells
            })
            .collect();
        let neighbour_sets =
            neighbours.iter().map(|cells| cells.iter().copied().collect()).collect();
        let edge = (0..places.len())
            .map(Cell::new)
            .filter(|c| neighbours[c.index()].len() < joined.len())
            .collect();
        let sides = Direction::ALL.map(|direction| {
            (0..places.len())
                .filter(|&cell| toward[cell][direction as usize].is_none())
                .map(Cell::new)
                .collect()
        });
        Self { shape, size, places, toward, neighbours, neighbour_sets, edge, sides }
    }

    /// The board's outline.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Points or cells a side.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The number of cells.
    #[allow(clippy::len_without_is_empty, reason = "no board is empty")]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Every cell, in natural order.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<> {
        (0..self.places.len()).map(Cell::new)
    }

    /// Every cell, as a set.
    pub fn all(&self) -> CellSet {
        CellSet::first(self.places.len())
    }

    /// The number of rows on the screen.
    pub fn rows(&self) -> u8 {
        match self.shape {
            Shape::Square => self.size,
            Shape::Hexhex => 2 * self.size - 1,
        }
    }

    /// The number of half columns on the screen: one more than the largest [`Place::x`].
    pub fn width(&self) -> u8 {
        match self.shape {
            Shape::Square => 2 * self.size - 1,
            Shape::Hexhex => 4 * self.size - 3,
        }
    }

    /// The row of `cell` and its distance from the left edge, as seen on the screen.
    #[inline]
    pub fn place(&self, cell: Cell) -> Place {
        self.places[cell.index()]
    }

    /// The cell at `place`, if there is one.
    pub fn cell_at(&self, place: Place) -> Option<Cell> {
        let (row, x, n) = (usize::from(place.row), usize::from(place.x), usize::from(self.size));
        if place.row >= self.rows() {
            return None;
        }
        let (indent, length, start) = match self.shape {
            Shape::Square => return (x % 2 == 0 && x < 2 * n).then(|| Cell::new(x / 2 * n + row)),
            Shape::Hexhex => {
                let indent = row.abs_diff(n - 1);
                // The rows from the nearer end of the board up to this one grow by a cell each.
                let before = |rows: usize| rows * n + rows * rows.saturating_sub(1) / 2;
                let start =
                    if row < n { before(row) } else { self.len() - before(2 * n - 1 - row) };
                (indent, 2 * n - 1 - indent, start)
            }
        };
        let along = x.checked_sub(indent)?;
        (along % 2 == 0 && along / 2 < length).then(|| Cell::new(start + along / 2))
    }

    /// The next cell from `cell` towards `direction`, joined to it or (on square boards) diagonal.
    #[inline]
    pub fn toward(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        self.toward[cell.index()][direction as usize]
    }

    /// The directions in which cells are joined: four on square boards, six on hexhex.
    pub const fn joined(&self) -> &'static [Direction] {
        joined(self.shape)
    }

    /// The cells joined to `cell`, in natural order.
    #[inline]
    pub fn neighbours(&self, cell: Cell) -> &[Cell] {
        &self.neighbours[cell.index()]
    }

    /// The cells adjacent to `cell`, without itself.
    #[inline]
    pub fn neighbour_set(&self, cell: Cell) -> &CellSet {
        &self.neighbour_sets[cell.index()]
    }

    /// The cells on the edge of the board: those with a missing neighbour.
    pub const fn edge(&self) -> &CellSet {
        &self.edge
    }

    /// The four 2×2 squares around `cell` that are whole on a square board: each by its other three
    /// cells, the one diagonal from `cell` in the middle.
    pub fn squares(&self, cell: Cell) -> impl Iterator<Item = [Cell; 3]> + use<'_> {
        const AROUND: [[Direction; 3]; 4] = [
            [Direction::East, Direction::NorthEast, Direction::North],
            [Direction::North, Direction::NorthWest, Direction::West],
            [Direction::West, Direction::SouthWest, Direction::South],
            [Direction::South, Direction::SouthEast, Direction::East],
        ];
        debug_assert!(self.shape == Shape::Square);
        AROUND.iter().filter_map(move |directions| {
            let [a, b, c] = directions.map(|direction| self.toward(cell, direction));
            Some([a?, b?, c?])
        })
    }

    /// The cells with nothing towards `direction`: on a square board, one of its sides.
    pub const fn side(&self, direction: Direction) -> &CellSet {
        &self.sides[direction as usize]
    }

    /// The maximal connected part of `among` that holds `start`; empty if `start` is not in
    /// `among`.
    pub fn flood(&self, start: Cell, among: &CellSet) -> CellSet {
        let mut found = CellSet::EMPTY;
        if !among.contains(start) {
            return found;
        }
        found.insert(start);
        let mut stack = vec![start];
        while let Some(cell) = stack.pop() {
            for &next in self.neighbours(cell) {
                if among.contains(next) && !found.contains(next) {
                    found.insert(next);
                    stack.push(next);
                }
            }
        }
        found
    }

    /// The maximal connected parts of `cells`, by their lowest cell.
    pub fn components(&self, cells: &CellSet) -> Vec<CellSet> {
        self.each_component(*cells).collect()
    }

    /// [`components`](Self::components) one by one, without a list of them.
    pub(crate) fn each_component(&self, mut cells: CellSet) -> impl Iterator<Item = CellSet> {
        std::iter::from_fn(move || {
            let part = self.flood(cells.lowest()?, &cells);
            cells -= part;
            Some(part)
        })
    }
}

impl fmt::Debug for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.shape, self.size)
    }
}

impl PartialEq for Geometry {
    fn eq(&self, other: &Self) -> bool {
        (self.shape, self.size) == (other.shape, other.size)
    }
}

impl Eq for Geometry {}

/// The directions of a hexhex board, in the order of a walk around a cell.
pub(crate) const AROUND_HEXAGON: [Direction; 6] = [
    Direction::East,
    Direction::NorthEast,
    Direction::NorthWest,
    Direction::West,
    Direction::SouthWest,
    Direction::SouthEast,
];

const fn joined(shape: Shape) -> &'static [Direction] {
    use Direction::{East, North, South, West};
    match shape {
        Shape::Square => &[East, North, West, South],
        Shape::Hexhex => &AROUND_HEXAGON,
    }
}

/// The places of all cells, in natural order: by column on a square board, by row on a hexhex one.
fn places(shape: Shape, size: u8) -> Vec<Place> {
    match shape {
        Shape::Square => (0..size)
            .flat_map(|column| (0..size).map(move |row| Place { row, x: 2 * column }))
            .collect(),
        Shape::Hexhex => (0..2 * size - 1)
            .flat_map(|row| {
                let indent = row.abs_diff(size - 1);
                (0..2 * size - 1 - indent).map(move |i| Place { row, x: indent + 2 * i })
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every() -> impl Iterator<Item = &'static Geometry> {
        Shape::ALL
            .into_iter()
            .flat_map(|shape| shape.sizes().filter_map(move |size| Geometry::get(shape, size)))
    }

    #[test]
    fn every_board_has_its_number_of_cells_and_symmetric_neighbours() {
        for g in every() {
            assert_eq!(g.len(), g.shape().cells(g.size()));
            for cell in g.cells() {
                assert_eq!(g.cell_at(g.place(cell)), Some(cell));
                assert!(g.place(cell).row < g.rows() && g.place(cell).x < g.width());
                for direction in Direction::ALL {
                    if let Some(next) = g.toward(cell, direction) {
                        assert_eq!(g.toward(next, direction.opposite()), Some(cell));
                    }
                }
                for &next in g.neighbours(cell) {
                    assert!(g.neighbours(next).contains(&cell));
                }
            }
        }
    }

    #[test]
    fn a_place_without_a_cell_differs_from_one_with() {
        for g in every() {
            let on = (0..=g.rows())
                .flat_map(|row| (0..=g.width()).map(move |x| Place { row, x }))
                .filter(|&place| g.cell_at(place).is_some_and(|cell| g.place(cell) == place))
                .count();
            assert_eq!(on, g.len());
            let off = (0..=g.rows())
                .flat_map(|row| (0..=g.width()).map(move |x| Place { row, x }))
                .filter(|&place| g.cell_at(place).is_none())
                .count();
            assert_eq!(on + off, (usize::from(g.rows()) + 1) * (usize::from(g.width()) + 1));
        }
    }

    #[test]
    fn a_cell_lies_in_up_to_four_squares() {
        let g = Geometry::get(Shape::Square, 3).unwrap();
        let counts: Vec<usize> = g.cells().map(|cell| g.squares(cell).count()).collect();
        assert_eq!(counts, [1, 2, 1, 2, 4, 2, 1, 2, 1]);
        for cell in g.cells() {
            for [a, b, c] in g.squares(cell) {
                assert!([a, c].into_iter().all(|side| g.neighbours(cell).contains(&side)));
                assert!(
                    [a, c].into_iter().all(|side| g.neighbours(b).contains(&side)) && b != cell
                );
            }
        }
    }

    #[test]
    fn a_hexhex_board_has_six_corners_and_a_square_one_four() {
        for g in every() {
            let degree = |n: usize| g.cells().filter(|&c| g.neighbours(c).len() == n).count();
            let n = usize::from(g.size());
            match g.shape() {
                Shape::Square => assert_eq!((degree(2), degree(3)), (4, 4 * (n - 2))),
                Shape::Hexhex => assert_eq!((degree(3), degree(4)), (6, 6 * (n - 2))),
            }
            assert_eq!(g.components(&g.all()).len(), 1);
        }
    }
}
