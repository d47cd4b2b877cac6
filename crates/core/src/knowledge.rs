//! The engine's knowledge of a game besides its rules: playouts, promising steps, exact positions.
//!
//! It lies here and not with the engine because it reads what each game keeps for its own legality,
//! such as Necklace's rings and Greylox's counts of seen stones, which stay
//! private that way. No search is here: the engine has all of them.

mod exact;
mod ladder;
pub(crate) mod policy;
mod prior;

use rand_core::Rng;

pub(crate) use self::exact::spread;
pub use self::exact::{Exact, ExactVisitor, Plain};
pub use self::ladder::{Ladder, RUNGS, Rung, USUAL_LADDER, ladder};
pub use self::prior::{FeatureKind, FeatureSink, Features, Prior, PriorError};
use crate::board::Colour;
use crate::cell::{Bits, Cell};
use crate::rules::Rules;
use crate::step::Step;

/// The result of a playout, as the first player sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayoutResult {
    /// 1 won, 0 lost, ½ drawn.
    pub value: f32,
    /// By how much, squashed into −1…1; 0 where a game has no measure of it.
    pub margin: f32,
    /// By how many points the first player leads at the end; `None` in games without points.
    pub points: Option<f32>,
}

impl PlayoutResult {
    /// The result of a game that ended with `winner`, with no measure of how clearly and no
    /// points.
    pub const fn of(winner: Option<Colour>) -> Self {
        Self::worth(match winner {
            Some(Colour::First) => 1.0,
            Some(Colour::Second) => 0.0,
            None => 0.5,
        })
    }

    /// The result of this value, with no measure of how clearly and no points.
    pub const fn worth(value: f32) -> Self {
        Self { value, margin: 0.0, points: None }
    }
}

/// A guess at how promising steps are, of the form of [`Knowledge::hints`].
pub type HintsOf<G> = fn(&G, &[Step], &mut Vec<f32>);

/// The engine's knowledge of a game: with `impl Knowledge for …` and no items a game is searched by
/// its rules alone.
pub trait Knowledge: Rules {
    /// The effort of the levels that a clock does not bound.
    const LADDER: &'static Ladder = &USUAL_LADDER;

    /// The openings of the usual board, in the form that the engine's `Book` reads; empty if there
    /// are none.
    const BOOK: &'static str = "";

    /// The weight that a search may give the stones at the end of playouts, whenever they were
    /// placed, as the equivalence of the AMAF estimate for each step there is to choose from.
    ///
    /// Source: Gelly and Silver, "Monte-Carlo tree search and rapid action value estimation in
    /// computer Go", 2011.
    const AMAF: f32 = 10.0;

    /// The factor, above 0, on how much a search of this game looks at steps that seem worse.
    const EXPLORATION: f32 = 1.0;

    /// The factor, 0 or more, on how much a search of this game relies on its hints
    /// ([`Knowledge::hints`]).
    const HINTS: f32 = 1.0;

    /// The factor, 0 or more, on how much the margin of a playout counts in this game, beside who
    /// has won.
    const MARGIN: f32 = 1.0;

    /// The number of legal steps above which a search looks at the most promising first, and at the
    /// others little by little.
    ///
    /// Source: Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", 2007
    /// (progressive widening).
    const MANY: usize = 640;

    /// The kinds of features that [`Knowledge::features`] lists; none in a game that has no weights
    /// to fit.
    const FEATURES: &'static [FeatureKind] = &[];

    /// The lemma used by [`Knowledge::sure_winner`], as a sentence without its full stop; `None` if
    /// there is none.
    const LEMMA: Option<&'static str> = None;

    /// By how much the first player is ahead by what is counted now: a rough guess, 0 in a game
    /// that has none.
    ///
    /// The unit is the game's own, so that only positions of one game can be compared.
    fn balance(&self) -> f64 {
        0.0
    }

    /// About how much `colour`, who has won as far as can be seen, has still to do until the game
    /// is over.
    ///
    /// Unless a game decides otherwise, the less the further it is ahead.
    fn left_to_do(&self, colour: Colour) -> f64 {
        let balance = self.balance();
        if colour == Colour::First { -balance } else { balance }
    }

    /// About how many steps of both sides are still worth thinking about in a game of usual length;
    /// 0 once the rest is mostly settled.
    ///
    /// For sharing out the time on a clock. Unless a game decides otherwise, the game ends when the
    /// board is full.
    fn usual_steps_left(&self) -> usize {
        self.board().vacant().len()
    }

    /// One legal step, each with the same chance, or `None` once the game is over.
    ///
    /// A pass is drawn when there is nothing else, if the game allows it: by chance it would end
    /// games that players play on.
    ///
    /// `scratch` is room to work in; its contents before and after mean nothing.
    fn random_step<R: Rng>(&self, rng: &mut R, scratch: &mut Vec<Step>) -> Option<Step> {
        self.legal_steps(scratch);
        (!scratch.is_empty()).then(|| scratch[below(rng, scratch.len())])
    }

    /// Plays random steps, drawn as by [`Knowledge::random_step`], to the end and reports how it
    /// went.
    ///
    /// Afterwards [`Rules::board`] holds the final stones, from which a search learns who ended up
    /// where; nothing else of the position need be kept up.
    fn playout<R: Rng>(&mut self, rng: &mut R) -> PlayoutResult {
        let mut scratch = Vec::new();
        while let Some(step) = self.random_step(rng, &mut scratch) {
            self.play_unchecked(step);
        }
        PlayoutResult {
            points: self.lead(),
            ..PlayoutResult::of(self.outcome().and_then(|outcome| outcome.winner))
        }
    }

    /// Plays to the end as [`Knowledge::playout`] does, but with as much sense as pays: what a
    /// search learns from.
    ///
    /// It may end where the game is settled ([`Knowledge::settled`]), with the stones that are
    /// there then.
    ///
    /// Source: Drake and Uurtamo, "Heavy Playouts versus Move Ordering for Monte Carlo Go", 2007.
    fn heavy_playout<R: Rng>(&mut self, rng: &mut R) -> PlayoutResult {
        self.playout(rng)
    }

    /// Rates `steps` by what the game knows of them before any is tried.
    ///
    /// Puts one number for each, `-1.0..=1.0`, higher is better for the player to move, into `out`,
    /// which is empty; leaves it empty if there is nothing to add. `steps` are all that are legal.
    fn hints(&self, _steps: &[Step], _out: &mut Vec<f32>) {}

    /// A guess of the same form as [`Knowledge::hints`], which rates all steps and is better but
    /// takes as long as several simulations; `None` if this board has none.
    fn policy(&self) -> Option<HintsOf<Self>> {
        None
    }

    /// Adds the features of each of `steps`, which are all that are legal, to `out`: numbers
    /// through all of [`Knowledge::FEATURES`].
    ///
    /// The basis of a game's [`Knowledge::hints`] if they are fitted weights ([`Prior`]), and the
    /// data that such weights are fitted to.
    fn features(&self, _steps: &[Step], _out: &mut impl FeatureSink) {}

    /// Does `visitor`'s work on this position as an exact search is to see it.
    ///
    /// A game with a way of its own uses it here; any other is searched by its rules.
    fn visit_exact<V: ExactVisitor>(&self, visitor: V) -> V::Output {
        visitor.visit(&Plain::new(self))
    }

    /// The player whom [`Knowledge::LEMMA`] names as the winner of every end that the game can come
    /// to;
    /// `None` while that is open.
    fn sure_winner(&self) -> Option<Colour> {
        None
    }

    /// The winner of every end that the game can come to, as far as the position shows it at a
    /// glance; `None` while that is open or would have to be looked for.
    ///
    /// If it is known a search need not go on, unless it began there.
    fn settled(&self) -> Option<Colour> {
        None
    }

    /// The positions that an exact search is likely to look at before it knows the result, as a
    /// power of ten: a rough guess.
    ///
    /// Unless a game decides otherwise, the square root of the number of ways to fill the vacant
    /// cells one by one, which is what the best order of steps leaves of them.
    ///
    /// Source: Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975.
    fn solving_effort(&self) -> f64 {
        (1..=self.board().vacant().len()).map(|left| (left as f64).log10()).sum::<f64>() / 2.0
    }
}

/// A number in `0..n`, each as likely as the next to within 2⁻³² · n; `n` must be positive and
/// below 2³².
///
/// Source: Lemire, "Fast Random Integer Generation in an Interval", 2019, without the rejection
/// step.
#[inline]
pub fn below<R: Rng>(rng: &mut R, n: usize) -> usize {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize
}

/// A cell of `cells`, each as likely as the next; `None` if there is none.
#[inline]
pub fn pick<const W: usize, R: Rng>(rng: &mut R, cells: &Bits<W>) -> Option<Cell> {
    let count = cells.len();
    if count == 0 { None } else { cells.nth(below(rng, count)) }
}
