//! Plurality: trominoes, and territory for the side with more stones around it.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

use tetralith_core::{Cell, Colour, Fact, Options, Outcome, Reason, Shape, Step, Territory, Ties};

use super::{SlowGrid, SlowRules};

#[derive(Clone)]
pub(crate) struct Plurality {
    options: Options,
    grid: SlowGrid,
    to_move: Colour,
    /// The number of passes at the end of the steps so far.
    passes: u8,
    shapes: Arc<Shapes>,
}

/// Sets of cells of the board that the rules speak of.
struct Shapes {
    /// Every connected set of three cells.
    trominoes: BTreeSet<[usize; 3]>,
    /// For each cell, the 2×2 squares or diamonds it is part of.
    blocks: Vec<Vec<[usize; 4]>>,
}

impl Shapes {
    fn of(grid: &SlowGrid, shape: Shape) -> Self {
        let mut trominoes = BTreeSet::new();
        for a in 0..grid.len() {
            for b in grid.neighbours(a) {
                for c in grid.neighbours(a).chain(grid.neighbours(b)).filter(|&c| c != a && c != b)
                {
                    let mut cells = [a, b, c];
                    cells.sort_unstable();
                    trominoes.insert(cells);
                }
            }
        }
        // A block is a parallelogram: a corner and one step each along two directions.
        let spans: &[[(i32, i32); 2]] = match shape {
            Shape::Square => &[[(1, 0), (0, 1)]],
            Shape::Hexhex => &[[(1, 0), (0, 1)], [(0, 1), (-1, 1)], [(-1, 1), (-1, 0)]],
        };
        let mut blocks = vec![Vec::new(); grid.len()];
        for corner in 0..grid.len() {
            let (a, b) = grid.spot(corner);
            for [(sa, sb), (ta, tb)] in spans {
                let rest = [(a + sa, b + sb), (a + ta, b + tb), (a + sa + ta, b + sb + tb)];
                if let [Some(second), Some(third), Some(fourth)] = rest.map(|spot| grid.at(spot)) {
                    let block = [corner, second, third, fourth];
                    for cell in block {
                        blocks[cell].push(block);
                    }
                }
            }
        }
        Self { trominoes, blocks }
    }
}

impl Plurality {
    pub(crate) fn new(options: Options) -> Self {
        let grid = SlowGrid::new(options);
        let shapes = Arc::new(Shapes::of(&grid, options.board));
        Self { options, grid, to_move: Colour::First, passes: 0, shapes }
    }

    fn is_over(&self) -> bool {
        self.passes == 2
    }

    fn territories(&self, grid: &SlowGrid) -> Vec<Territory> {
        let territory = |region: &Vec<usize>| {
            let border: BTreeSet<usize> =
                region.iter().flat_map(|&cell| grid.neighbours(cell)).collect();
            let stones = Colour::BOTH.map(|colour| {
                border.iter().filter(|&&cell| grid.stones[cell] == Some(colour)).count() as u16
            });
            let even = region.len().is_multiple_of(2);
            let owner = match (stones[0].cmp(&stones[1]), self.options.ties) {
                (Ordering::Greater, _) => Some(Colour::First),
                (Ordering::Less, _) => Some(Colour::Second),
                (Ordering::Equal, Ties::Neutral) => None,
                (Ordering::Equal, Ties::Parity) => {
                    Some(if even { Colour::First } else { Colour::Second })
                }
            };
            Territory { cells: region.iter().map(|&cell| Cell::new(cell)).collect(), owner, stones }
        };
        grid.regions(None).iter().map(territory).collect()
    }

    fn half_points(&self, grid: &SlowGrid) -> [u32; 2] {
        let komi = self.options.komi;
        let mut half_points = match komi.unsigned_abs() {
            points if komi < 0 => [2 * u32::from(points) - 1, 0],
            points => [0, 2 * u32::from(points) + 1],
        };
        for territory in self.territories(grid) {
            if let Some(owner) = territory.owner {
                half_points[owner.index()] += 2 * territory.cells.len() as u32;
            }
        }
        half_points
    }

    fn winner(&self, grid: &SlowGrid) -> Colour {
        let [first, second] = self.half_points(grid);
        if first > second { Colour::First } else { Colour::Second }
    }
}

impl SlowRules for Plurality {
    fn grid(&self) -> &SlowGrid {
        &self.grid
    }

    fn to_move(&self) -> Colour {
        self.to_move
    }

    fn candidates(&self) -> Vec<Step> {
        let splits = |&[a, b, c]: &[usize; 3]| [(a, b, c), (a, c, b), (b, c, a)];
        let step = |(a, b, other)| Step::tromino(Cell::new(a), Cell::new(b), Cell::new(other));
        self.shapes.trominoes.iter().flat_map(splits).map(step).chain([Step::Pass]).collect()
    }

    fn is_legal(&self, step: Step) -> bool {
        if self.is_over() {
            return false;
        }
        if step == Step::Pass {
            return true;
        }
        let Step::Tromino { own: [a, b], other } = step else { return false };
        let cells = [a, b, other].map(Cell::index);
        let full = |&cell: &usize| !self.grid.is_vacant(cell) || cells.contains(&cell);
        cells.iter().all(|&cell| self.grid.is_vacant(cell))
            && !cells
                .iter()
                .any(|&cell| self.shapes.blocks[cell].iter().any(|block| block.iter().all(full)))
    }

    fn play(&mut self, step: Step) {
        match step {
            Step::Pass => self.passes += 1,
            Step::Tromino { own, other } => {
                self.grid.stones[own[0].index()] = Some(self.to_move);
                self.grid.stones[own[1].index()] = Some(self.to_move);
                self.grid.stones[other.index()] = Some(self.to_move.other());
                self.passes = 0;
            }
            _ => panic!("{step:?} is no step of this game"),
        }
        self.to_move = self.to_move.other();
    }

    fn passed_over(&self) -> Option<Box<dyn SlowRules>> {
        let other = Self { to_move: self.to_move.other(), ..self.clone() };
        if self.outcome().is_none() { Some(Box::new(other)) } else { None }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over()
            .then(|| Outcome { winner: Some(self.winner(&self.grid)), reason: Reason::Score })
    }

    fn facts(&self) -> Vec<(&'static str, Fact)> {
        let (half_points, territories) =
            (self.half_points(&self.grid), self.territories(&self.grid));
        vec![
            ("points", Fact::HalfPoints(half_points)),
            ("territories", Fact::Territories(territories)),
        ]
    }

    fn winners_with(&self, stones: &SlowGrid) -> Vec<Option<Colour>> {
        vec![Some(self.winner(stones))]
    }

    fn copy(&self) -> Box<dyn SlowRules> {
        Box::new(self.clone())
    }
}
