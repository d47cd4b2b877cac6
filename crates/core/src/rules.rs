//! The contract of a game: options, legality, outcome, score and what to mark on the board.

mod about;
mod arrangement;
mod exact;
mod ladder;
mod option;
mod outcome;
mod prior;
mod setup;
mod standing;

use std::fmt;

use rand_core::Rng;
use thiserror::Error;

pub use self::about::{About, SightLine};
pub(crate) use self::arrangement::Turns;
pub use self::arrangement::{Arrangement, ArrangementError, Flaw};
pub(crate) use self::exact::spread;
pub use self::exact::{Exact, ExactVisitor, Plain};
pub use self::ladder::{Ladder, RUNGS, Rung, USUAL_LADDER, ladder};
pub use self::option::{OptionDomain, OptionKind, OptionValue, Ties};
pub use self::outcome::{Ending, Marks, Outcome, Reason, Territory, Verdict};
pub use self::prior::{FeatureKind, Features, Prior, PriorError};
pub use self::setup::{BoardRange, Info, MAX_KOMI, Options, Setup, SetupError, Side, StoneColour};
pub use self::standing::{Fact, Figure, Share, Standing};
pub(crate) use self::standing::{listed, stones};
use crate::board::{Board, Colour};
use crate::cell::{Cell, CellSet};
use crate::step::{Step, StepKind};
use crate::symmetry::symmetries;

/// The stage that a game has come to, and so the kind of step that comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The first stone of an opening, anywhere.
    First,
    /// The bound stone of an opening turn.
    Bound {
        /// The opponent's last stone, next to which it goes.
        anchor: Cell,
    },
    /// The free stone of an opening turn, which ends the turn.
    Free {
        /// The bound stone just placed.
        bound: Cell,
    },
    /// Everything else: single placements, flips, trominoes.
    Placement,
}

impl Phase {
    /// The name used in the engine protocol.
    pub const fn id(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Bound { .. } => "bound",
            Self::Free { .. } => "free",
            Self::Placement => "placement",
        }
    }

    /// Returns whether the player to move has already made a step of this turn.
    pub const fn is_mid_turn(self) -> bool {
        matches!(self, Self::Free { .. })
    }

    /// The number of steps the turn still takes at most, the next one included.
    pub const fn steps_left(self) -> u32 {
        match self {
            Self::Bound { .. } => 2,
            Self::First | Self::Free { .. } | Self::Placement => 1,
        }
    }
}

/// The reasons for which a step cannot be played.
///
/// The rules know cells and colours but not what people call them, and so does this error's
/// sentence. [`Game::play`](crate::Game::play) returns an [`IllegalStep`](crate::IllegalStep),
/// whose sentence has the names.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The game has no steps of this form, or not now.
    #[error("there is no such step here as {}", .0.title())]
    Kind(StepKind),
    /// The cell is not on the board.
    #[error("cell {0:?} is not on this board")]
    OffBoard(Cell),
    /// A stone stands there.
    #[error("cell {0:?} is occupied")]
    Occupied(Cell, Colour),
    /// A rule of the game forbids it.
    #[error("the step is forbidden by the rule '{}'", .0.rule)]
    Forbidden(Box<Refusal>),
}

impl From<Refusal> for PlayError {
    fn from(refusal: Refusal) -> Self {
        Self::Forbidden(Box::new(refusal))
    }
}

/// A rule of a game that forbids a step, with the cells that show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// A short name of the rule, such as `crosscut`.
    pub rule: &'static str,
    /// The rest of a sentence that begins "e5 is illegal: "; `{cells}` stands for the names of the
    /// cells and `{colour}` for the colour's.
    pub because: &'static str,
    /// The step that is refused.
    pub step: Step,
    /// The colour the sentence speaks of.
    pub colour: Colour,
    /// The cells the sentence speaks of.
    pub cells: CellSet,
}

impl Board {
    /// Checks that a stone could stand on `cell`: it is on the board and vacant.
    ///
    /// # Errors
    /// [`PlayError::OffBoard`] or [`PlayError::Occupied`].
    pub fn check_vacant(&self, cell: Cell) -> Result<(), PlayError> {
        if cell.index() >= self.geometry().len() {
            return Err(PlayError::OffBoard(cell));
        }
        self.at(cell).map_or(Ok(()), |colour| Err(PlayError::Occupied(cell, colour)))
    }
}

/// A position of one game, and all that can be asked of it.
///
/// Positions are cheap to copy and keep what makes legality cheap up to date as steps are played.
///
/// A position is valued in several ways, for different readers:
///
/// | method | answers | read by |
/// |---|---|---|
/// | [`Rules::outcome`] | who has won, once the game is over | everybody |
/// | [`Rules::standing`] | figures and words for each side; [`Standing::facts`] for programs | screens, `--json`, the protocol |
/// | [`Rules::half_points`] | the points that stand now, komi included | a game's own standing, scores of proven ends, exchange |
/// | [`Rules::lead`] | the same as one number of points | the search's expected lead, the protocol's score |
/// | [`Rules::usual_steps_left`] | a number of steps | clocks |
/// | [`Rules::balance`] | a rough guess in a unit of the game's own | players that look one move ahead |
///
/// A game needs only the first; each of the others has a default that says nothing.
pub trait Rules: Clone + Send + Sync + 'static {
    /// The game's description: its name, its boards, its options.
    const INFO: Info;

    /// The weight that a search may give the stones at the end of playouts, whenever they were
    /// placed, as the equivalence of the AMAF estimate for each step there is to choose from.
    ///
    /// Source: Gelly and Silver, "Monte-Carlo tree search and rapid action value estimation in
    /// computer Go", 2011.
    const AMAF: f32 = 10.0;

    /// The factor, above 0, on how much a search of this game looks at steps that seem worse.
    const EXPLORATION: f32 = 1.0;

    /// The factor, 0 or more, on how much a search of this game goes by its hints
    /// ([`Rules::hints`]).
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

    /// The lemma by which [`Rules::sure_winner`] tells who wins, as a sentence without its full
    /// stop; `None` if there is none.
    const LEMMA: Option<&'static str> = None;

    /// The kinds of features that [`Rules::features`] tells of; none in a game that has no weights
    /// to fit.
    const FEATURES: &'static [FeatureKind] = &[];

    /// The position before the first step.
    ///
    /// # Errors
    /// [`SetupError`] if `options` did not come from this game's [`Info::options`] and cannot be
    /// played.
    fn new(options: &Options) -> Result<Self, SetupError>;

    /// The position with these stones and this turn, whether or not any game can lead to it.
    ///
    /// # Errors
    /// [`ArrangementError`] if the rules allow no such stones or no such turn, or if the game can
    /// be played only from its start, which is so unless the game defines this method.
    fn arranged(options: &Options, arrangement: &Arrangement) -> Result<Self, ArrangementError> {
        let _ = (options, arrangement);
        Err(ArrangementError::FromStart { game: Self::INFO.title })
    }

    /// The stones and whose turn it is: [`Rules::arranged`] makes the same position of it.
    fn arrangement(&self) -> Arrangement {
        let stones = Colour::BOTH.map(|colour| *self.board().stones(colour));
        Arrangement { stones, to_move: self.to_move(), phase: self.phase(), ..Arrangement::EMPTY }
    }

    /// The options the game was made with.
    fn options(&self) -> &Options;

    /// The stones.
    fn board(&self) -> &Board;

    /// The player to move; once the game is over, the one whose step it would be.
    fn to_move(&self) -> Colour;

    /// The phase of the game, which says what kind of step comes next.
    fn phase(&self) -> Phase {
        Phase::Placement
    }

    /// Puts every legal step into `out` in natural order of cells (a pass or swap last), in place
    /// of what it held.
    ///
    /// Empty exactly when the game is over.
    fn legal_steps(&self, out: &mut Vec<Step>);

    /// Checks whether `step` is legal, independently of [`Rules::legal_steps`] so that each tests
    /// the other.
    ///
    /// # Errors
    /// [`PlayError`] that says why not.
    fn check(&self, step: Step) -> Result<(), PlayError>;

    /// Plays a legal step; after any other step, nothing is promised about the position.
    fn play_unchecked(&mut self, step: Step);

    /// Plays `step` if it is legal.
    ///
    /// # Errors
    /// [`PlayError`] that says why it is not; the position is untouched then.
    fn play(&mut self, step: Step) -> Result<(), PlayError> {
        self.check(step)?;
        self.play_unchecked(step);
        Ok(())
    }

    /// The same position with the other player to move, as if the turn had been passed over; twice
    /// is the same position.
    ///
    /// A question of analysis (a null move), not a step of the game. `None` where it makes no
    /// sense: once the game is over, where the other player could do nothing, or in a phase in
    /// which the turn is not one that can be left out.
    ///
    /// Source: Goetsch and Campbell, "Experiments with the null-move heuristic", 1990.
    fn passed_over(&self) -> Option<Self> {
        None
    }

    /// The outcome, or `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The standing of both sides, in the game's own words and figures.
    fn standing(&self) -> Standing {
        Standing::of_stones(self)
    }

    /// The half points of each side by what stands now, komi included; `None` in a game without
    /// points.
    fn half_points(&self) -> Option<[u32; 2]> {
        None
    }

    /// By how many points the first player leads, komi included; `None` in a game without points.
    fn lead(&self) -> Option<f32> {
        self.half_points().map(|[first, second]| (first as f32 - second as f32) / 2.0)
    }

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
    /// Unless a game says otherwise, the less the further it is ahead.
    fn left_to_do(&self, colour: Colour) -> f64 {
        let balance = self.balance();
        if colour == Colour::First { -balance } else { balance }
    }

    /// About how many steps of both sides are still worth thinking about in a game of usual length;
    /// 0 once the rest is mostly settled.
    ///
    /// For sharing out the time on a clock. Unless a game says otherwise, the game ends when the
    /// board is full.
    fn usual_steps_left(&self) -> usize {
        self.board().vacant().len()
    }

    /// The cells that a screen may mark on the board, by the reason.
    fn marks(&self) -> Marks;

    /// The facts about `cell`, which is on the board: lines of sight, its group or region, the rule
    /// that closes it.
    fn about(&self, cell: Cell) -> About {
        About::of(self, cell)
    }

    /// Does `visitor`'s work on this position as an exact search is to see it.
    ///
    /// A game with a way of its own says so here; any other is searched by its rules.
    fn visit_exact<V: ExactVisitor>(&self, visitor: V) -> V::Output {
        visitor.visit(&Plain::new(self))
    }

    /// The player whom [`Rules::LEMMA`] names as the winner of every end that the game can come to;
    /// `None` while that is open.
    fn sure_winner(&self) -> Option<Colour> {
        None
    }

    /// The winner of every end that the game can come to, as far as the position shows it at a
    /// glance; `None` while that is open or would have to be looked for.
    ///
    /// Where it is known a search need not go on, unless it began there.
    fn settled(&self) -> Option<Colour> {
        None
    }

    /// The symmetries of the board that the rules cannot see: by the index of a cell, that of the
    /// cell that takes its place.
    ///
    /// A step that is legal in a position is legal in its image, and leads to the same result for
    /// the player who makes it.
    fn symmetries(&self) -> Vec<Vec<usize>> {
        symmetries(self.board().geometry())
    }

    /// The positions that an exact search is likely to look at before it knows the result, as a
    /// power of ten: a rough guess.
    ///
    /// Unless a game says otherwise, the square root of the number of ways to fill the vacant cells
    /// one by one, which is what the best order of steps leaves of them.
    ///
    /// Source: Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975.
    fn solving_effort(&self) -> f64 {
        (1..=self.board().vacant().len()).map(|left| (left as f64).log10()).sum::<f64>() / 2.0
    }

    /// One legal step, each with the same chance, or `None` once the game is over.
    ///
    /// A pass is drawn when there is nothing else, if the game says so: by chance it would end
    /// games that players play on.
    ///
    /// `scratch` is room to work in; what it holds before and after means nothing.
    fn random_step<R: Rng>(&self, rng: &mut R, scratch: &mut Vec<Step>) -> Option<Step> {
        self.legal_steps(scratch);
        (!scratch.is_empty()).then(|| scratch[below(rng, scratch.len())])
    }

    /// Rates `steps` by what the game knows of them before any is tried.
    ///
    /// Puts one number for each, `-1.0..=1.0`, higher is better for the player to move, into `out`,
    /// which is empty; leaves it empty if there is nothing to say. `steps` are all that are legal.
    fn hints(&self, _steps: &[Step], _out: &mut Vec<f32>) {}

    /// Adds the features of each of `steps`, which are all that are legal, to `out`: numbers
    /// through all of [`Rules::FEATURES`].
    ///
    /// What a game's [`Rules::hints`] go by if they are fitted weights ([`Prior`]), and what such
    /// weights are fitted to.
    fn features(&self, _steps: &[Step], _out: &mut Features) {}

    /// Plays random steps, drawn as by [`Rules::random_step`], to the end and says how it went.
    ///
    /// Afterwards [`Rules::board`] holds the final stones, from which a search learns who ended up
    /// where; nothing else of the position need be kept up.
    fn playout<R: Rng>(&mut self, rng: &mut R) -> Verdict {
        let mut scratch = Vec::new();
        while let Some(step) = self.random_step(rng, &mut scratch) {
            self.play_unchecked(step);
        }
        Verdict {
            points: self.lead(),
            ..Verdict::of(self.outcome().and_then(|outcome| outcome.winner))
        }
    }

    /// Plays to the end as [`Rules::playout`] does, but with as much sense as pays: what a search
    /// learns from.
    ///
    /// It may end where the game is settled ([`Rules::settled`]), with the stones that stand then.
    ///
    /// Source: Drake and Uurtamo, "Heavy Playouts versus Move Ordering for Monte Carlo Go", 2007.
    fn heavy_playout<R: Rng>(&mut self, rng: &mut R) -> Verdict {
        self.playout(rng)
    }
}

/// Writes what people know a position by, for debugging, without the tables that make it fast.
pub(crate) fn write_position<G: Rules>(position: &G, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.debug_struct(G::INFO.title)
        .field("options", position.options())
        .field("board", position.board())
        .field("to_move", &position.to_move())
        .field("phase", &position.phase())
        .finish_non_exhaustive()
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
