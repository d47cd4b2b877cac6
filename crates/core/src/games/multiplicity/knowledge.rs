//! The engine's knowledge of Multiplicity.

use rand_core::Rng;

use super::{Multiplicity, exact, features, playout, winner};
use crate::board::Colour;
use crate::cell::Bits;
use crate::games::groups::each_group;
use crate::knowledge::{
    ExactVisitor, FeatureKind, FeatureSink, Knowledge, Ladder, Plain, PlayoutResult, below, ladder,
    pick,
};
use crate::rules::Rules;
use crate::step::Step;

impl Knowledge for Multiplicity {
    const LADDER: &'static Ladder = &Ladder {
        elo: [252, 288, 241, 191, 276, 241, 252, 191, 173, 263],
        timed_elo: 512,
        ..ladder([
            (10, 0.74),
            (10, 0.52),
            (10, 0.28),
            (10, 0.06),
            (32, 0.0),
            (62, 0.0),
            (120, 0.0),
            (215, 0.0),
            (480, 0.0),
            (1_400, 0.0),
        ])
    };

    const BOOK: &'static str = include_str!("../../../assets/books/multiplicity.book");

    /// Only the final stones count, in any order.
    const AMAF: f32 = 60.0;

    /// Less pays at any length of a search; half of this again loses.
    const EXPLORATION: f32 = 0.4;

    const FEATURES: &'static [FeatureKind] = &features::KINDS;

    /// The difference of the logarithms of the products.
    fn balance(&self) -> f64 {
        let [first, second] = Colour::BOTH.map(|colour| (self.product(colour).max(1) as f64).ln());
        first - second
    }

    fn visit_exact<V: ExactVisitor>(&self, visitor: V) -> V::Output {
        match exact::Groups::new(self) {
            Some(position) => visitor.visit(&position),
            None => visitor.visit(&Plain::new(self)),
        }
    }

    /// By the medians of random endings with 10 to 16 vacant cells.
    fn solving_effort(&self) -> f64 {
        (0.385 * self.board.vacant().len() as f64 - 0.5).max(0.0)
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

    fn random_step<R: Rng>(&self, rng: &mut R, _scratch: &mut Vec<Step>) -> Option<Step> {
        if self.is_over() {
            None
        } else {
            pick(rng, &self.opening.cells(&self.board)).map(Step::Place)
        }
    }

    /// Plays what is left of the opening step by step, then draws the final position at once.
    ///
    /// In the placement phase any order in which the vacant cells may be filled is as likely as any
    /// other, so the cells that the player to move will have filled are any set of the right size
    /// with the same chance, and the opponent's likewise among the rest. The margin is (a − b) / (a
    /// + b) of the two products.
    fn playout<R: Rng>(&mut self, rng: &mut R) -> PlayoutResult {
        self.play_on(false, rng)
    }

    /// The opening is played out at random; then each side in turn takes a vacant cell, drawn with
    /// a chance that grows with how much its neighbours make it matter.
    fn heavy_playout<R: Rng>(&mut self, rng: &mut R) -> PlayoutResult {
        self.play_on(true, rng)
    }
}

impl Multiplicity {
    /// Plays to the end, at random or with the sense of a `heavy` playout.
    fn play_on<R: Rng>(&mut self, heavy: bool, rng: &mut R) -> PlayoutResult {
        while !self.opening.is_over() {
            let Some(cell) = pick(rng, &self.opening.cells(&self.board)) else { break };
            self.play_unchecked(Step::Place(cell));
        }
        let [first, second] = match self.board.geometry().len() {
            ..=64 => self.finish::<1, R>(heavy, rng),
            65..=128 => self.finish::<2, R>(heavy, rng),
            129..=256 => self.finish::<4, R>(heavy, rng),
            _ => self.finish::<8, R>(heavy, rng),
        };
        let margin = (first as f32 - second as f32) / (first as f32 + second as f32).max(1.0);
        PlayoutResult { margin, ..PlayoutResult::of(winner([first, second])) }
    }

    /// Fills all vacant cells but one, on a board of up to `64 * W` cells, and returns the
    /// products.
    fn finish<const W: usize, R: Rng>(&mut self, heavy: bool, rng: &mut R) -> [u128; 2] {
        let stones =
            if heavy { playout::fill(&self.board, self.to_move(), rng) } else { self.deal(rng) };
        self.board.set_all(stones.map(|stones: Bits<W>| stones.resize()));
        self.vacancies = self.vacancies.min(1);
        let mut product = [1, 1];
        each_group(self.options.size, &stones, |colour, size| product[colour] *= u128::from(size));
        product
    }

    /// The stones once all vacant cells but one are dealt out at random.
    fn deal<const W: usize, R: Rng>(&self, rng: &mut R) -> [Bits<W>; 2] {
        let before: [Bits<W>; 2] = Colour::BOTH.map(|colour| self.board.stones(colour).resize());
        let free = Bits::first(self.board.geometry().len()) - before[0] - before[1];
        let me = self.to_move().index();
        let count = self.vacancies.saturating_sub(1) as usize;
        let mut mine = Bits::from_words(std::array::from_fn(|_| rng.next_u64())) & free;
        let share = count.div_ceil(2);
        // A set of cells drawn by coin tosses, made larger or smaller by cells drawn at random,
        // favours no cell.
        let tossed = mine.len();
        for n in (share + 1..=tossed).rev() {
            if let Some(cell) = mine.nth(below(rng, n)) {
                mine.remove(cell);
            }
        }
        for n in tossed..share {
            if let Some(cell) = (free - mine).nth(below(rng, count + 1 - n)) {
                mine.insert(cell);
            }
        }
        let mut theirs = free - mine;
        if let Some(cell) = theirs.nth(below(rng, count + 1 - share)) {
            theirs.remove(cell);
        }
        let mut stones = before;
        stones[me] |= mine;
        stones[1 - me] |= theirs;
        stones
    }
}
