//! Multiplicity: the product of the sizes of one's groups.

use tetralith_core::{Cell, Colour, Fact, Options, Outcome, Phase, Reason, Step};

use super::{SlowGrid, SlowRules, opening};

#[derive(Clone)]
pub(crate) struct Multiplicity {
    grid: SlowGrid,
    to_move: Colour,
    phase: Phase,
}

impl Multiplicity {
    pub(crate) fn new(options: Options) -> Self {
        let phase = if options.opening { Phase::First } else { Phase::Placement };
        Self { grid: SlowGrid::new(options), to_move: Colour::First, phase }
    }
}

fn products(grid: &SlowGrid) -> [u128; 2] {
    grid.group_sizes().map(|sizes| {
        if sizes.is_empty() {
            0
        } else {
            sizes.iter().fold(1, |product, &size| product * u128::from(size))
        }
    })
}

fn winner(grid: &SlowGrid) -> Option<Colour> {
    let [first, second] = products(grid);
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => Some(Colour::First),
        std::cmp::Ordering::Less => Some(Colour::Second),
        std::cmp::Ordering::Equal => None,
    }
}

impl SlowRules for Multiplicity {
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
        (0..self.grid.len()).map(|cell| Step::Place(Cell::new(cell))).collect()
    }

    fn is_legal(&self, step: Step) -> bool {
        let Step::Place(cell) = step else { return false };
        self.outcome().is_none() && opening::allows(&self.grid, self.phase, cell.index())
    }

    fn play(&mut self, step: Step) {
        let Step::Place(cell) = step else { panic!("{step:?} is no step of this game") };
        self.grid.stones[cell.index()] = Some(self.to_move);
        (self.to_move, self.phase) =
            opening::after(&self.grid, self.to_move, self.phase, cell.index());
    }

    fn passed_over(&self) -> Option<Box<dyn SlowRules>> {
        let other = Self { to_move: self.to_move.other(), ..self.clone() };
        if self.phase == Phase::Placement && self.outcome().is_none() {
            Some(Box::new(other))
        } else {
            None
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.phase == Phase::Placement && self.grid.vacancies() == 1)
            .then(|| Outcome { winner: winner(&self.grid), reason: Reason::Score })
    }

    fn facts(&self) -> Vec<(&'static str, Fact)> {
        vec![
            ("product", Fact::Exact(products(&self.grid))),
            ("groups", Fact::Sizes(self.grid.group_sizes())),
        ]
    }

    fn winners_with(&self, stones: &SlowGrid) -> Vec<Option<Colour>> {
        let fair = stones.count(Colour::First) == stones.count(Colour::Second);
        if stones.vacancies() == 1 && fair { vec![winner(stones)] } else { Vec::new() }
    }

    fn copy(&self) -> Box<dyn SlowRules> {
        Box::new(self.clone())
    }
}
