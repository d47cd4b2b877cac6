//! The contract of a game: options, legality, outcome, score and what to mark on the board.

mod about;
mod arrangement;
mod outcome;
mod setup;
mod standing;

use std::fmt;

use thiserror::Error;

pub use self::about::{About, SightLine};
pub(crate) use self::arrangement::Turns;
pub use self::arrangement::{Arrangement, ArrangementError, Flaw};

pub use self::outcome::{Ending, Marks, Outcome, Reason, Territory};
pub use self::setup::{
    BoardRange, GameTexts, Info, MAX_KOMI, OptionDomain, OptionKind, OptionValue, Options, Setup,
    SetupError, Side, StoneColour, Ties, parse_komi,
};
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

    /// True if the player to move has already made a step of this turn.
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

/// The reasons why a step cannot be played.
///
/// The rules know cells and colours but not what people call them, and so does this error's
/// sentence. [`Game::play`](crate::Game::play) returns an [`IllegalStep`](crate::IllegalStep),
/// whose sentence has the names.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum PlayError {
    #[error("the game is over")]
    GameOver,
    /// The game has no steps of this form, or not now.
    #[error("{} is not a move here", .0.title())]
    Kind(StepKind),
    #[error("cell {0:?} is not on this board")]
    OffBoard(Cell),
    /// A stone is there.
    #[error("cell {0:?} is occupied")]
    Occupied(Cell, Colour),
    /// A rule of the game forbids it.
    #[error("the move is forbidden by the rule '{}'", .0.rule)]
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
    /// The rest of a sentence that begins "e5 is illegal: "; `{cells}` is replaced by the names of
    /// the cells and `{colour}` by the colour's.
    pub because: &'static str,
    /// The step that is refused.
    pub step: Step,
    /// The colour the sentence speaks of.
    pub colour: Colour,
    /// The cells the sentence speaks of.
    pub cells: CellSet,
}

impl Board {
    /// Checks that a stone could be placed on `cell`: it is on the board and vacant.
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
/// - [`Rules::outcome`]: the winner, once the game is over; every caller reads it.
/// - [`Rules::standing`]: figures and words for each side, and [`Standing::facts`] for programs;
///   read by screens, `--json` and the protocol.
/// - [`Rules::half_points`]: the points at this moment, komi included; read by a game's own
///   standing, for scores of proven ends and in exchange with other programs.
/// - [`Rules::lead`]: the same as one number of points; read for the search's expected lead and the
///   protocol's score.
///
/// A game needs only the first; each of the others has a default that adds nothing. The engine's
/// further knowledge of a game is [`Knowledge`](crate::knowledge::Knowledge).
pub trait Rules: Clone + Send + Sync + 'static {
    /// The game's description: its name, its boards, its options.
    const INFO: Info;

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

    /// The phase of the game, which decides the kind of the next step.
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
    /// [`PlayError`] with the reason.
    fn check(&self, step: Step) -> Result<(), PlayError>;

    /// Plays a legal step; after any other step, nothing is promised about the position.
    fn play_unchecked(&mut self, step: Step);

    /// Plays `step` if it is legal.
    ///
    /// # Errors
    /// [`PlayError`] with the reason; the position is untouched then.
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

    /// The half points of each side by what is now, komi included; `None` in a game without points.
    fn half_points(&self) -> Option<[u32; 2]> {
        None
    }

    /// By how many points the first player leads, komi included; `None` in a game without points.
    fn lead(&self) -> Option<f32> {
        self.half_points().map(|[first, second]| (first as f32 - second as f32) / 2.0)
    }

    /// The cells that a screen may mark on the board, by the reason.
    fn marks(&self) -> Marks;

    /// The facts about `cell`, which is on the board: lines of sight, its group or region, the rule
    /// that closes it.
    fn about(&self, cell: Cell) -> About {
        About::of(self, cell)
    }

    /// The symmetries of the board that the rules cannot see: by the index of a cell, that of the
    /// cell that takes its place.
    ///
    /// A step that is legal in a position is legal in its image, and leads to the same result for
    /// the player who makes it. Unless a game decides otherwise, those that keep the sides that
    /// each colour joins.
    fn symmetries(&self) -> Vec<Vec<usize>> {
        symmetries(self.board().geometry(), Self::INFO.joins)
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
