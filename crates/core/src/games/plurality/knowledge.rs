//! The engine's knowledge of Plurality.

use rand_core::Rng;

use super::lines::Grid;
use super::playout::{self, Playout};
use super::{Plurality, exact, fits};
use crate::cell::CellSet;
use crate::geometry::Shape;
use crate::knowledge::{ExactVisitor, HintsOf, Knowledge, Ladder, PlayoutResult, below, ladder};
use crate::rules::Rules;
use crate::step::Step;

impl Knowledge for Plurality {
    const LADDER: &'static Ladder = &Ladder {
        glance_temperature: 0.1,
        elo: [186, 191, 200, 212, 208, 246, 205, 191, 182, 220],
        timed_elo: 70,
        ..ladder([
            (32, 0.0),
            (80, 0.0),
            (182, 0.0),
            (380, 0.0),
            (800, 0.0),
            (1_750, 0.0),
            (3_900, 0.0),
            (10_500, 0.0),
            (30_000, 0.0),
            (150_000, 0.0),
        ])
    };

    const BOOK: &'static str = include_str!("../../../assets/books/plurality.book");

    const EXPLORATION: f32 = 3.2;

    const MARGIN: f32 = 2.5;

    const MANY: usize = 100;

    fn balance(&self) -> f64 {
        let [first, second] = self.points_of(&self.territories()).map(f64::from);
        first - second
    }

    fn visit_exact<V: ExactVisitor>(&self, visitor: V) -> V::Output {
        match exact::Territories::<exact::Whole>::new(self) {
            Some(territories) => visitor.visit(&territories),
            None => visitor.visit(&exact::Ending::new(self)),
        }
    }

    /// The median of 1,100 games on 13×13 took 36 steps, which left three eighths of the board
    /// vacant; but once only half of it is left, the result is soon proven and takes no more time.
    fn usual_steps_left(&self) -> usize {
        self.board.vacant().len().saturating_sub(self.board.geometry().len() / 2) / 3
    }

    /// Fitted to the number of positions searched on empty boards. Only cells that some fitting
    /// tromino covers count.
    fn solving_effort(&self) -> f64 {
        let mut steps = Vec::new();
        self.legal_steps(&mut steps);
        let open: CellSet = steps.iter().flat_map(|step| step.cells()).collect();
        (0.245 * open.len() as f64 - 0.2).max(0.0)
    }

    fn policy(&self) -> Option<HintsOf<Self>> {
        (self.options.board == Shape::Square).then_some(Self::hints_by_policy)
    }

    /// A random tromino of those that fit, or a pass when none does; `None` once the game is over.
    ///
    /// A pass is not drawn earlier: it would end games by chance that players would play on.
    fn random_step<R: Rng>(&self, rng: &mut R, _scratch: &mut Vec<Step>) -> Option<Step> {
        (!self.is_over()).then(|| match self.options.board {
            Shape::Square => self.random_tromino::<2, 6, R>(rng),
            Shape::Hexhex => self.random_tromino::<3, 11, R>(rng),
        })
    }

    /// Plays random trominoes, each with the same chance, until none fits, and then has both sides
    /// pass.
    ///
    /// See [`Knowledge::random_step`]. The result's margin is d / (|d| + n) for a difference of d
    /// points on a board of size n.
    fn playout<R: Rng>(&mut self, rng: &mut R) -> PlayoutResult {
        let difference = match self.options.board {
            Shape::Square => self.play_out(playout::Square::new(&self.board), rng),
            Shape::Hexhex => self.play_out(playout::Hexhex::new(&self.board), rng),
        };
        let points = difference as f32 / 2.0;
        let value = if difference > 0 { 1.0 } else { 0.0 };
        PlayoutResult {
            value,
            margin: points / (points.abs() + f32::from(self.options.size)),
            points: Some(points),
        }
    }
}

impl Plurality {
    /// Plays to the end, leaves the final stones on the board, and returns by how many half points
    /// Black is ahead.
    fn play_out<const D: usize, const K: usize, const M: usize, R: Rng>(
        &mut self,
        mut playout: Playout<D, K, M>,
        rng: &mut R,
    ) -> i32 {
        if !self.is_over() {
            playout.play(self.to_move, rng);
            self.board.set_all(playout.stones());
        }
        playout.lead(self.options.ties) - self.start()
    }

    fn random_tromino<const D: usize, const K: usize, R: Rng>(&self, rng: &mut R) -> Step {
        let grid = Grid::get(self.board.geometry());
        let fits = self.fits::<D, K>(grid);
        let choices = 3 * fits.count();
        if choices == 0 {
            return Step::Pass;
        }
        let choice = below(rng, choices);
        let Some((shape, line, bit)) = fits.nth(choice / 3) else { return Step::Pass };
        let cells = fits::cells::<D>(shape).map(|offset| grid.cell(line, bit, offset));
        let other = choice % 3;
        Step::tromino(cells[(other + 1) % 3], cells[(other + 2) % 3], cells[other])
    }
}
