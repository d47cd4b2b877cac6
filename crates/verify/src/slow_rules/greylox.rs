//! Greylox: control by lines of sight, and the largest group counts.

use tetralith_core::{Cell, CellSet, Colour, Fact, Options, Outcome, Phase, Reason, Step};

use super::{SlowGrid, SlowRules, opening};

#[derive(Clone)]
pub(crate) struct Greylox {
    grid: SlowGrid,
    to_move: Colour,
    phase: Phase,
}

impl Greylox {
    pub(crate) fn new(options: Options) -> Self {
        let phase = if options.opening { Phase::First } else { Phase::Placement };
        Self { grid: SlowGrid::new(options), to_move: Colour::First, phase }
    }
}

fn controller(grid: &SlowGrid, cell: usize) -> Option<Colour> {
    let mut seen = [0; 2];
    for &(da, db) in grid.directions() {
        let (mut a, mut b) = grid.spot(cell);
        while let Some(next) = grid.at((a + da, b + db)) {
            if let Some(colour) = grid.stones[next] {
                seen[colour.index()] += 1;
                break;
            }
            (a, b) = (a + da, b + db);
        }
    }
    let neighbours = grid.neighbours(cell).count();
    Colour::BOTH.into_iter().find(|colour| 2 * seen[colour.index()] > neighbours)
}

fn can_place(grid: &SlowGrid, mover: Colour, cell: usize) -> bool {
    grid.is_vacant(cell) && controller(grid, cell) != Some(mover.other())
}

fn can_flip(grid: &SlowGrid, mover: Colour, cell: usize) -> bool {
    grid.stones[cell] == Some(mover.other()) && controller(grid, cell) == Some(mover)
}

/// True if `mover` has neither a placement nor a flip, in the placement phase.
fn is_stuck(grid: &SlowGrid, mover: Colour) -> bool {
    !(0..grid.len()).any(|cell| can_place(grid, mover, cell) || can_flip(grid, mover, cell))
}

/// The final groups when `mover` is stuck: vacant cells are the opponent's.
fn final_groups(grid: &SlowGrid, mover: Colour) -> [Vec<u16>; 2] {
    let mut full = grid.clone();
    for cell in 0..grid.len() {
        if grid.is_vacant(cell) {
            assert_eq!(
                controller(grid, cell),
                Some(mover.other()),
                "a stuck player's vacant cells are the opponent's"
            );
            full.stones[cell] = Some(mover.other());
        }
    }
    full.group_sizes()
}

fn winner(groups: &[Vec<u16>; 2]) -> Option<Colour> {
    for rank in 0.. {
        match (groups[0].get(rank), groups[1].get(rank)) {
            (None, None) => return None,
            (first, second) if first > second => return Some(Colour::First),
            (first, second) if first < second => return Some(Colour::Second),
            _ => {}
        }
    }
    None
}

impl SlowRules for Greylox {
    fn grid(&self) -> &SlowGrid {
        &self.grid
    }

    fn to_move(&self) -> Colour {
        self.to_move
    }

    fn phase(&self) -> Phase {
        self.phase
    }

    fn candidates(&self) -> Vec<Step> {
        (0..self.grid.len())
            .map(Cell::new)
            .flat_map(|cell| [Step::Place(cell), Step::Flip(cell)])
            .collect()
    }

    fn is_legal(&self, step: Step) -> bool {
        match (step, self.phase) {
            (Step::Place(cell), Phase::Placement) => {
                can_place(&self.grid, self.to_move, cell.index())
            }
            (Step::Flip(cell), Phase::Placement) => {
                can_flip(&self.grid, self.to_move, cell.index())
            }
            (Step::Place(cell), phase) => opening::allows(&self.grid, phase, cell.index()),
            _ => false,
        }
    }

    fn play(&mut self, step: Step) {
        let (Step::Place(cell) | Step::Flip(cell)) = step else {
            panic!("{step:?} is no step of this game")
        };
        self.grid.stones[cell.index()] = Some(self.to_move);
        (self.to_move, self.phase) =
            opening::after(&self.grid, self.to_move, self.phase, cell.index());
    }

    fn passed_over(&self) -> Option<Box<dyn SlowRules>> {
        let other = Self { to_move: self.to_move.other(), ..self.clone() };
        let going_on = self.outcome().is_none() && other.outcome().is_none();
        if self.phase == Phase::Placement && going_on { Some(Box::new(other)) } else { None }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.phase == Phase::Placement && is_stuck(&self.grid, self.to_move)).then(|| Outcome {
            winner: winner(&final_groups(&self.grid, self.to_move)),
            reason: Reason::NoMoves,
        })
    }

    fn facts(&self) -> Vec<(&'static str, Fact)> {
        let over = self.outcome().is_some();
        let groups =
            if over { final_groups(&self.grid, self.to_move) } else { self.grid.group_sizes() };
        let controlled = self.controlled().map(|cells| cells.len() as u16);
        vec![("groups", Fact::Sizes(groups)), ("controlled", Fact::Counts(controlled))]
    }

    fn controlled(&self) -> [CellSet; 2] {
        Colour::BOTH.map(|colour| {
            (0..self.grid.len())
                .filter(|&cell| {
                    self.phase == Phase::Placement && controller(&self.grid, cell) == Some(colour)
                })
                .map(Cell::new)
                .collect()
        })
    }

    fn winners_with(&self, stones: &SlowGrid) -> Vec<Option<Colour>> {
        let stuck = Colour::BOTH.into_iter().filter(|&mover| is_stuck(stones, mover));
        stuck.map(|mover| winner(&final_groups(stones, mover))).collect()
    }

    fn copy(&self) -> Box<dyn SlowRules> {
        Box::new(self.clone())
    }
}
