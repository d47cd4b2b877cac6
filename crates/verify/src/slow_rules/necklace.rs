//! Necklace: a connection without crosscuts and without enclosed regions.

use tetralith_core::{Cell, Colour, Fact, Options, Outcome, Reason, Step};

use super::{SlowGrid, SlowRules};

#[derive(Clone)]
pub(crate) struct Necklace {
    grid: SlowGrid,
    last: i32,
    to_move: Colour,
    pie: bool,
    steps: usize,
}

impl Necklace {
    pub(crate) fn new(options: Options) -> Self {
        let last = i32::from(options.size) - 1;
        Self {
            grid: SlowGrid::new(options),
            last,
            to_move: Colour::First,
            pie: options.pie,
            steps: 0,
        }
    }

    fn is_edge(&self, cell: usize) -> bool {
        let (column, row) = self.grid.spot(cell);
        column == 0 || row == 0 || column == self.last || row == self.last
    }

    /// True if some 2×2 of `grid` has stones of one colour on one diagonal and of the other
    /// on the other.
    fn has_crosscut(&self, grid: &SlowGrid) -> bool {
        let stone = |column, row| grid.at((column, row)).and_then(|cell| grid.stones[cell]);
        (0..self.last).any(|column| {
            (0..self.last).any(|row| {
                let [a, b] = [stone(column, row), stone(column + 1, row)];
                let [c, d] = [stone(column, row + 1), stone(column + 1, row + 1)];
                a.is_some() && a == d && b.is_some() && b == c && a != b
            })
        })
    }

    /// True if `colour` can put a stone on `cell`, the game not being over.
    fn can_place(&self, colour: Colour, cell: usize) -> bool {
        if !self.grid.is_vacant(cell) {
            return false;
        }
        let mut after = self.grid.clone();
        after.stones[cell] = Some(colour);
        !self.has_crosscut(&after)
            && after
                .regions(None)
                .iter()
                .all(|region| region.iter().any(|&point| self.is_edge(point)))
    }

    fn is_stuck(&self, colour: Colour) -> bool {
        !(0..self.grid.len()).any(|cell| self.can_place(colour, cell))
    }

    fn connected(&self, grid: &SlowGrid) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|&colour| {
            let along = |cell: usize| match colour {
                Colour::First => grid.spot(cell).1,
                Colour::Second => grid.spot(cell).0,
            };
            grid.regions(Some(colour)).iter().any(|group| {
                group.iter().any(|&cell| along(cell) == 0)
                    && group.iter().any(|&cell| along(cell) == self.last)
            })
        })
    }
}

impl SlowRules for Necklace {
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
        match step {
            Step::Place(cell) => {
                self.grid.is_vacant(cell.index())
                    && self.connected(&self.grid).is_none()
                    && self.can_place(self.to_move, cell.index())
            }
            Step::Swap => self.pie && self.steps == 1,
            _ => false,
        }
    }

    fn play(&mut self, step: Step) {
        self.steps += 1;
        if let Step::Place(cell) = step {
            self.grid.stones[cell.index()] = Some(self.to_move);
            let next = self.to_move.other();
            if self.connected(&self.grid).is_some() || !self.is_stuck(next) {
                self.to_move = next;
            }
        }
    }

    fn passed_over(&self) -> Option<Box<dyn SlowRules>> {
        let other = Self { to_move: self.to_move.other(), ..self.clone() };
        let may_swap = self.pie && self.steps < 2;
        let goes_on = self.outcome().is_none() && !self.is_stuck(other.to_move);
        if goes_on && !may_swap { Some(Box::new(other)) } else { None }
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(colour) = self.connected(&self.grid) {
            return Some(Outcome { winner: Some(colour), reason: Reason::Connection });
        }
        Colour::BOTH
            .into_iter()
            .all(|colour| self.is_stuck(colour))
            .then_some(Outcome { winner: None, reason: Reason::Stuck })
    }

    fn facts(&self) -> Vec<(&'static str, Fact)> {
        vec![("connected", Fact::Side(self.connected(&self.grid)))]
    }

    fn winners_with(&self, stones: &SlowGrid) -> Vec<Option<Colour>> {
        let end = Self { grid: stones.clone(), ..self.clone() };
        end.outcome().into_iter().map(|outcome| outcome.winner).collect()
    }

    /// The colour whose opponent has no way left from side to side over its own stones and points
    /// where it may still place, as far as crosscuts are concerned: what is a crosscut once stays
    /// one.
    fn winner_by_lemma(&self) -> Option<Colour> {
        if self.pie && self.steps < 2 {
            return None;
        }
        Colour::BOTH.into_iter().find(|&winner| {
            let loser = winner.other();
            let mut way = self.grid.clone();
            for cell in (0..self.grid.len()).filter(|&cell| self.grid.is_vacant(cell)) {
                let mut after = self.grid.clone();
                after.stones[cell] = Some(loser);
                if !self.has_crosscut(&after) {
                    way.stones[cell] = Some(loser);
                }
            }
            self.connected(&way) != Some(loser)
        })
    }

    fn lemma(&self) -> Option<&'static str> {
        Some("whoever cannot connect any more has lost")
    }

    /// Those that keep columns columns.
    fn symmetries(&self) -> Vec<Vec<usize>> {
        let column = |cell: usize| self.grid.spot(cell).0;
        let mut all = self.grid.symmetries();
        all.retain(|map| {
            (0..map.len()).all(|a| {
                (0..map.len())
                    .all(|b| (column(a) == column(b)) == (column(map[a]) == column(map[b])))
            })
        });
        all
    }

    fn copy(&self) -> Box<dyn SlowRules> {
        Box::new(self.clone())
    }
}
