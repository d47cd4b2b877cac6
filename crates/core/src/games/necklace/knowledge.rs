//! The engine's knowledge of Necklace.

use rand_core::Rng;

use super::net::Fault;
use super::playout::{heavy_playout, playout};
use super::routes::cheapest;
use super::{Necklace, exact};
use crate::board::Colour;
use crate::knowledge::{ExactVisitor, HintsOf, Knowledge, Ladder, Plain, PlayoutResult, ladder};
use crate::rules::Rules;
use crate::step::Step;

impl Knowledge for Necklace {
    const LADDER: &'static Ladder = &Ladder {
        glance_temperature: 0.7,
        elo: [210, 220, 220, 220, 164, 173, 230, 241, 263, 210],
        timed_elo: 301,
        glance_by_gain: true,
        ..ladder([
            (250, 0.85),
            (250, 0.65),
            (250, 0.42),
            (250, 0.17),
            (250, 0.0),
            (700, 0.0),
            (2_600, 0.0),
            (7_000, 0.0),
            (24_000, 0.0),
            (70_000, 0.0),
        ])
    };

    const BOOK: &'static str = include_str!("../../../assets/books/necklace.book");

    const LEMMA: Option<&'static str> = Some("whoever cannot connect any more has lost");

    /// So little pays in long searches and makes no difference in short ones.
    const EXPLORATION: f32 = 0.2;

    /// Playouts that end where the game is settled know more than the hints do.
    const HINTS: f32 = 0.5;

    /// The difference of the sides' distances to a connection; a side that is cut off counts as a
    /// thousand away.
    fn balance(&self) -> f64 {
        let [first, second] = self.distances().map(|needed| needed.map_or(1000.0, f64::from));
        second - first
    }

    /// The number of points on the way that takes the least work, and of those to be filled before
    /// them: where a stone would cut vacant points off from the edge, those come first. Points that
    /// only the opponent may fill, and need not fill, count as many.
    fn left_to_do(&self, colour: Colour) -> f64 {
        const THEIRS: u16 = 50;
        let open = self.without_crosscuts(colour);
        let mut prices = vec![1; self.board.geometry().len()];
        for cell in open {
            if self.net.fault(cell, colour) == Some(Fault::Loop) {
                let before = self.enclosed_by(cell);
                prices[cell.index()] += before.len() as u16 + THEIRS * (before - open).len() as u16;
            }
        }
        let least = cheapest(&self.board, colour, &open, |cell| prices[cell.index()]);
        least.map_or(1000.0, |(work, _)| f64::from(work))
    }

    /// The median of 1,100 games on 13×13 took 59 steps, but after 50 most games are settled and
    /// take little more time.
    fn usual_steps_left(&self) -> usize {
        let cells = self.board.geometry().len();
        (cells * 3 / 10).saturating_sub(self.board.occupied().len())
    }

    fn visit_exact<V: ExactVisitor>(&self, visitor: V) -> V::Output {
        match exact::Points::new(self) {
            Some(points) => visitor.visit(&points),
            None => visitor.visit(&Plain::new(self)),
        }
    }

    fn settled(&self) -> Option<Colour> {
        self.net.tied()
    }

    fn sure_winner(&self) -> Option<Colour> {
        let is_open = self.outcome.is_none() && !self.swap && !self.board.occupied().is_empty();
        is_open
            .then(|| Colour::BOTH.into_iter().find(|colour| !self.can_connect(colour.other())))
            .flatten()
    }

    /// Fitted to the number of positions searched on boards of 9, 16 and 25 points; boards that do
    /// not fit into one word are searched without symmetries and completions.
    fn solving_effort(&self) -> f64 {
        let vacant = self.board.vacant().len() as f64;
        if self.options.size <= exact::LARGEST { 0.25 * vacant } else { 0.6 + 0.35 * vacant }
    }

    fn policy(&self) -> Option<HintsOf<Self>> {
        Some(Self::hints_by_policy)
    }

    fn hints(&self, steps: &[Step], out: &mut Vec<f32>) {
        self.hint_steps(steps, out);
    }

    fn playout<R: Rng>(&mut self, rng: &mut R) -> PlayoutResult {
        self.after_swap(rng, |game, rng| playout(&mut game.net, &mut game.board, game.to_move, rng))
    }

    fn heavy_playout<R: Rng>(&mut self, rng: &mut R) -> PlayoutResult {
        self.after_swap(rng, |game, rng| {
            let last = game.last[game.to_move.other().index()];
            heavy_playout(&mut game.net, &mut game.board, game.to_move, last, rng)
        })
    }
}

impl Necklace {
    /// Plays on at random: first decides whether to swap, if that is the question, then does as
    /// `play` does.
    fn after_swap<R: Rng>(
        &mut self,
        rng: &mut R,
        play: impl FnOnce(&mut Self, &mut R) -> Option<Colour>,
    ) -> PlayoutResult {
        if self.swap {
            // The one step that is no placement.
            if let Some(step) = self.random_step(rng, &mut Vec::new()) {
                self.play_unchecked(step);
            }
        }
        PlayoutResult::of(match self.outcome {
            Some(outcome) => outcome.winner,
            None => play(self, rng),
        })
    }
}
