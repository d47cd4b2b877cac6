//! Stones on a board, found by coordinates.

use std::sync::Arc;

use tetralith_core::{Board, Cell, CellSet, Colour, Options, Shape};

/// Two coordinates. Square: column, row. Hexhex: the two of an axial system, `r` the rows from the
/// middle one upwards and `q` along them, so that the three lines through a cell hold `r`, `q` and
/// `q + r` constant.
type Spot = (i32, i32);

/// A board with its stones; cells are numbered in natural order.
#[derive(Clone, Debug)]
pub struct SlowGrid {
    frame: Arc<Frame>,
    pub(crate) stones: Vec<Option<Colour>>,
}

/// The layout of the cells.
#[derive(Debug)]
struct Frame {
    shape: Shape,
    spots: Vec<Spot>,
    /// By first, then second coordinate, both moved up by `shift`.
    numbers: Vec<Vec<Option<usize>>>,
    shift: i32,
}

impl SlowGrid {
    /// An empty board.
    pub(crate) fn new(options: Options) -> Self {
        let n = i32::from(options.size);
        let mut spots: Vec<Spot> = Vec::new();
        match options.board {
            Shape::Square => {
                for column in 0..n {
                    for row in 0..n {
                        spots.push((column, row));
                    }
                }
            }
            Shape::Hexhex => {
                for r in 1 - n..n {
                    for q in 1 - n..n {
                        if (q + r).abs() < n {
                            spots.push((q, r));
                        }
                    }
                }
            }
        }
        let shift = n;
        let side = 2 * n as usize + 1;
        let mut numbers = vec![vec![None; side]; side];
        for (number, &(a, b)) in spots.iter().enumerate() {
            numbers[(a + shift) as usize][(b + shift) as usize] = Some(number);
        }
        let stones = vec![None; spots.len()];
        Self { frame: Arc::new(Frame { shape: options.board, spots, numbers, shift }), stones }
    }

    /// The same board with the stones of `board`.
    pub fn with_stones_of(&self, board: &Board) -> Self {
        let stones = (0..self.len()).map(|cell| board.at(Cell::new(cell))).collect();
        Self { frame: Arc::clone(&self.frame), stones }
    }

    /// The number of cells.
    pub(crate) fn len(&self) -> usize {
        self.stones.len()
    }

    pub(crate) fn spot(&self, cell: usize) -> Spot {
        self.frame.spots[cell]
    }

    /// The cell at `spot`, if that is on the board.
    pub(crate) fn at(&self, (a, b): Spot) -> Option<usize> {
        let line = self.frame.numbers.get(usize::try_from(a + self.frame.shift).ok()?)?;
        *line.get(usize::try_from(b + self.frame.shift).ok()?)?
    }

    /// The directions in which cells are joined.
    pub(crate) fn directions(&self) -> &'static [Spot] {
        match self.frame.shape {
            Shape::Square => &[(1, 0), (0, 1), (-1, 0), (0, -1)],
            Shape::Hexhex => &[(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)],
        }
    }

    pub(crate) fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> {
        let (a, b) = self.frame.spots[cell];
        self.directions().iter().filter_map(move |&(da, db)| self.at((a + da, b + db)))
    }

    /// True if there is no stone on `cell`.
    pub(crate) fn is_vacant(&self, cell: usize) -> bool {
        self.stones[cell].is_none()
    }

    /// The number of cells without a stone.
    pub(crate) fn vacancies(&self) -> usize {
        (0..self.len()).filter(|&cell| self.is_vacant(cell)).count()
    }

    /// The number of stones of `colour`.
    pub(crate) fn count(&self, colour: Colour) -> usize {
        self.stones.iter().filter(|&&stone| stone == Some(colour)).count()
    }

    /// The maximal connected sets of cells that hold `what`, by their lowest cell.
    pub(crate) fn regions(&self, what: Option<Colour>) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.len()];
        let mut regions = Vec::new();
        for start in 0..self.len() {
            if seen[start] || self.stones[start] != what {
                continue;
            }
            seen[start] = true;
            let mut region = vec![start];
            let mut next = 0;
            while next < region.len() {
                for cell in self.neighbours(region[next]) {
                    if !seen[cell] && self.stones[cell] == what {
                        seen[cell] = true;
                        region.push(cell);
                    }
                }
                next += 1;
            }
            regions.push(region);
        }
        regions
    }

    /// The sizes of the groups of each colour, in falling order.
    pub(crate) fn group_sizes(&self) -> [Vec<u16>; 2] {
        Colour::BOTH.map(|colour| {
            let mut sizes: Vec<u16> =
                self.regions(Some(colour)).iter().map(|group| group.len() as u16).collect();
            sizes.sort_unstable();
            sizes.reverse();
            sizes
        })
    }

    /// The ways to lay the board upon itself that keep neighbours neighbours: by cell, the cell
    /// that takes its place.
    ///
    /// They are found by trying all sums and differences of coordinates that lead from cells to
    /// cells.
    pub fn symmetries(&self) -> Vec<Vec<usize>> {
        let last = self.frame.spots.iter().map(|spot| spot.0).max().unwrap_or(0);
        // Square coordinates begin at 0, those of a hexagon at its middle.
        let middle = if self.frame.shape == Shape::Square { last } else { 0 };
        let factors = [-1, 0, 1];
        let mut found = Vec::new();
        for (p, q) in factors.into_iter().flat_map(|p| factors.map(|q| (p, q))) {
            for (r, s) in factors.into_iter().flat_map(|r| factors.map(|s| (r, s))) {
                let image = |&(a, b): &Spot| {
                    let (a, b) = (2 * a - middle, 2 * b - middle);
                    self.at(((p * a + q * b + middle) / 2, (r * a + s * b + middle) / 2))
                };
                let map: Option<Vec<usize>> = self.frame.spots.iter().map(image).collect();
                found.extend(map.filter(|map| self.keeps_neighbours(map)));
            }
        }
        // The board as it is comes first.
        found.sort_unstable();
        found
    }

    /// True if cells that are joined are joined in their image too, and no two cells have
    /// the same.
    fn keeps_neighbours(&self, map: &[usize]) -> bool {
        let cells = 0..self.len();
        let joined = |a: usize, b: usize| self.neighbours(a).any(|next| next == b);
        cells.clone().all(|cell| map.contains(&cell))
            && cells.clone().all(|a| self.neighbours(a).all(|b| joined(map[a], map[b])))
    }

    /// The stones of `colour` as the core writes sets.
    pub fn set_of(&self, colour: Colour) -> CellSet {
        (0..self.len()).filter(|&cell| self.stones[cell] == Some(colour)).map(Cell::new).collect()
    }
}
