//! The engine's knowledge of Greylox.

use rand_core::Rng;

use super::{Greylox, MOST_CELLS, exact, features};
use crate::board::Colour;
use crate::cell::Cell;
use crate::knowledge::{
    ExactVisitor, FeatureKind, FeatureSink, Knowledge, Ladder, Plain, PlayoutResult, ladder, pick,
};
use crate::rules::Rules;
use crate::step::Step;

impl Knowledge for Greylox {
    const LADDER: &'static Ladder = &Ladder {
        elo: [263, 156, 220, 182, 276, 230, 164, 173, 230, 210],
        timed_elo: 280,
        ..ladder([
            (12, 0.83),
            (12, 0.57),
            (12, 0.2),
            (30, 0.0),
            (80, 0.0),
            (270, 0.0),
            (820, 0.0),
            (2_300, 0.0),
            (9_500, 0.0),
            (35_000, 0.0),
        ])
    };

    const BOOK: &'static str = include_str!("../../../assets/books/greylox.book");

    const EXPLORATION: f32 = 1.6;

    const FEATURES: &'static [FeatureKind] = &features::KINDS;

    /// The difference of the sums of each side's group sizes, from the largest down, each group
    /// counting a thousandth of the one before; and a hundredth for each cell controlled.
    fn balance(&self) -> f64 {
        let controlled = self.controlled().map(|cells| cells.len() as f64 / 100.0);
        let [first, second] = self.group_sizes().map(|sizes| {
            sizes.iter().rev().fold(0.0, |smaller: f64, &size| f64::from(size) + smaller / 1000.0)
        });
        (first + controlled[0]) - (second + controlled[1])
    }

    fn visit_exact<V: ExactVisitor>(&self, visitor: V) -> V::Output {
        match exact::Sights::new(self) {
            Some(position) => visitor.visit(&position),
            None => visitor.visit(&Plain::new(self)),
        }
    }

    /// The middle of 1,100 games on hexhex 5 took 79 steps to fill 61 cells: the others were flips.
    fn usual_steps_left(&self) -> usize {
        self.board.vacant().len() * 13 / 10
    }

    /// Fitted to the number of positions searched on boards of 7 and 19 cells and in endings on
    /// hexhex 4: the longer the lines, the more there is to flip.
    fn solving_effort(&self) -> f64 {
        (0.1 + 0.1 * f64::from(self.options.size)) * self.board.vacant().len() as f64
    }

    fn random_step<R: Rng>(&self, rng: &mut R, _scratch: &mut Vec<Step>) -> Option<Step> {
        pick(rng, &self.steps()).map(|cell| self.step_on(cell))
    }

    fn features(&self, steps: &[Step], out: &mut impl FeatureSink) {
        self.list_features(steps, out);
    }

    /// Fitted to searches in games of the engine against itself; `docs/lab/training.md` has the
    /// figures.
    fn hints(&self, steps: &[Step], out: &mut Vec<f32>) {
        if let Some(prior) = &features::PRIOR {
            prior.rate(features::RANGE, out, |sums| self.list_features(steps, sums));
        }
    }

    /// The margin is how much larger the largest group is than the opponent's largest, as a share
    /// of the board.
    fn playout<R: Rng>(&mut self, rng: &mut R) -> PlayoutResult {
        self.play_on(false, rng)
    }

    /// Neither side fills vacant cells that it controls before it must: there it can always place
    /// when the opponent cannot. And if one step can rescue a stone that the opponent is about to
    /// flip, such a stone is rescued.
    ///
    /// In 379 games of the engine against itself, 2,274 positions of 14 to 48 vacant cells on
    /// hexhex 5, the result foretold by the mean of 150 playouts had a log loss of 0.395 without
    /// rescues and 0.371 with them.
    fn heavy_playout<R: Rng>(&mut self, rng: &mut R) -> PlayoutResult {
        self.play_on(true, rng)
    }
}

impl Greylox {
    /// Plays to the end, at random or with the sense of a `heavy` playout.
    fn play_on<R: Rng>(&mut self, heavy: bool, rng: &mut R) -> PlayoutResult {
        while !self.opening.is_over() {
            let Some(step) = self.random_step(rng, &mut Vec::new()) else { break };
            self.play_unchecked(step);
        }
        let mover = self.to_move();
        let mut largest = [0; 2];
        // By size, how many more groups of that size the first player has.
        let mut more = [0_i16; MOST_CELLS + 1];
        let stuck = self.control.play_out(&mut self.board, mover, heavy, rng, |colour, size| {
            largest[colour] = size.max(largest[colour]);
            more[usize::from(size)] += if colour == 0 { 1 } else { -1 };
        });
        if stuck != mover {
            self.opening.place(self.board.geometry(), Cell::new(0));
        }
        // Most numbers are of larger groups than there are.
        let most = usize::from(largest[0].max(largest[1]));
        let winner = more[..=most]
            .iter()
            .rev()
            .find(|&&more| more != 0)
            .map(|&more| if more > 0 { Colour::First } else { Colour::Second });
        let [first, second] = largest.map(f32::from);
        PlayoutResult {
            margin: (first - second) / self.board.geometry().len() as f32,
            ..PlayoutResult::of(winner)
        }
    }
}
