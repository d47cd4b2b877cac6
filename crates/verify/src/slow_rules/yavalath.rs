//! Yavalath: four in a row win, three lose.

use tetralith_core::games::INFOS;
use tetralith_core::{Cell, Colour, Fact, Options, Outcome, Reason, Step};

use super::{SlowGrid, SlowRules};

#[derive(Clone)]
pub(crate) struct Yavalath {
    grid: SlowGrid,
    to_move: Colour,
    pie: bool,
    steps: usize,
}

impl Yavalath {
    pub(crate) fn new(options: Options) -> Self {
        Self { grid: SlowGrid::new(options), to_move: Colour::First, pie: options.pie, steps: 0 }
    }

    fn may_swap(&self) -> bool {
        self.pie && self.steps == 1
    }
}

/// True if `colour` has `n` stones in a row.
fn has_row(grid: &SlowGrid, colour: Colour, n: i32) -> bool {
    (0..grid.len()).any(|cell| {
        let (a, b) = grid.spot(cell);
        grid.directions().iter().any(|&(da, db)| {
            (0..n).all(|i| {
                grid.at((a + i * da, b + i * db))
                    .is_some_and(|cell| grid.stones[cell] == Some(colour))
            })
        })
    })
}

/// The number of stones in `colour`'s longest row.
fn longest(grid: &SlowGrid, colour: Colour) -> u16 {
    (1..).take_while(|&n| has_row(grid, colour, n)).count() as u16
}

/// The reason of the game's own that records call `id`.
fn own(id: &str) -> Reason {
    let info = INFOS.iter().find(|info| info.id == "yavalath").expect("it is in the list");
    info.endings
        .iter()
        .find(|ending| ending.id == id)
        .map(Reason::Own)
        .expect("a reason of the game")
}

fn outcome(grid: &SlowGrid) -> Option<Outcome> {
    for colour in Colour::BOTH {
        if has_row(grid, colour, 4) {
            return Some(Outcome { winner: Some(colour), reason: own("four-in-a-row") });
        }
        if has_row(grid, colour, 3) {
            return Some(Outcome { winner: Some(colour.other()), reason: own("three-in-a-row") });
        }
    }
    (grid.vacancies() == 0).then_some(Outcome { winner: None, reason: Reason::Stuck })
}

impl SlowRules for Yavalath {
    fn grid(&self) -> &SlowGrid {
        &self.grid
    }

    fn to_move(&self) -> Colour {
        self.to_move
    }

    fn candidates(&self) -> Vec<Step> {
        (0..self.grid.len()).map(|cell| Step::Place(Cell::new(cell))).chain([Step::Swap]).collect()
    }

    fn is_legal(&self, step: Step) -> bool {
        self.outcome().is_none()
            && match step {
                Step::Place(cell) => self.grid.is_vacant(cell.index()),
                _ => self.may_swap(),
            }
    }

    fn play(&mut self, step: Step) {
        if let Step::Place(cell) = step {
            self.grid.stones[cell.index()] = Some(self.to_move);
            self.to_move = self.to_move.other();
        }
        self.steps += 1;
    }

    fn passed_over(&self) -> Option<Box<dyn SlowRules>> {
        let decides = self.pie && self.steps < 2;
        let other = Self { to_move: self.to_move.other(), ..self.clone() };
        if self.outcome().is_none() && !decides { Some(Box::new(other)) } else { None }
    }

    fn outcome(&self) -> Option<Outcome> {
        outcome(&self.grid)
    }

    fn facts(&self) -> Vec<(&'static str, Fact)> {
        vec![("longest", Fact::Counts(Colour::BOTH.map(|colour| longest(&self.grid, colour))))]
    }

    fn winners_with(&self, stones: &SlowGrid) -> Vec<Option<Colour>> {
        outcome(stones).into_iter().map(|outcome| outcome.winner).collect()
    }

    fn copy(&self) -> Box<dyn SlowRules> {
        Box::new(self.clone())
    }
}
