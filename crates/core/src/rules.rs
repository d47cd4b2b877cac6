//! What every game says of itself: options, legality, outcome, score and what to mark on the board.

mod about;

use std::fmt;

use rand_core::Rng;
use thiserror::Error;

pub use self::about::{About, SightLine};
use crate::board::{Board, Colour};
use crate::cell::{Cell, CellSet};
use crate::geometry::{Direction, Geometry, Shape};
use crate::step::{Step, StepKind};

/// What a game is called, what it is played on, and which options it has.
#[derive(Debug)]
pub struct Info {
    /// The name in records and on the command line, in lower case.
    pub id: &'static str,
    /// The name people read.
    pub title: &'static str,
    /// Who designed it.
    pub designers: &'static str,
    /// When it was published, where that is known.
    pub year: Option<u16>,
    /// The aim in one short sentence.
    pub goal: &'static str,
    /// The rules as the program shows them.
    pub rules: &'static str,
    /// The lesson that the program gives, as JSON; empty if there is none. The core only carries it.
    pub lesson: &'static str,
    /// The two sides, first mover first.
    pub colours: [Side; 2],
    /// The sides of the board that each colour is to join, where that is the aim.
    pub joins: Option<[[Direction; 2]; 2]>,
    /// The boards it is played on, the usual one first.
    pub boards: &'static [BoardRange],
    /// The options besides board and size, in the order menus show them.
    pub options: &'static [OptionKind],
    /// The default komi by board shape and size; of no effect without [`OptionKind::Komi`].
    pub default_komi: fn(Shape, u8) -> u16,
    /// The forms of step that occur.
    pub steps: &'static [StepKind],
    /// Whether a game can end in a draw.
    pub draws: bool,
}

/// One side's name and dye.
#[derive(Debug)]
pub struct Side {
    /// The name in records, in lower case.
    pub name: &'static str,
    /// The name people read.
    pub title: &'static str,
    /// What its stones look like.
    pub dye: Dye,
}

/// The colour stones are made in; themes decide how it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Dye {
    White,
    Black,
    Red,
    Blue,
}

/// A board shape a game is played on, and in which sizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardRange {
    /// The outline.
    pub shape: Shape,
    /// The smallest size.
    pub min: u8,
    /// The largest size.
    pub max: u8,
    /// The usual size.
    pub default: u8,
}

/// An option besides board and size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OptionKind {
    /// Whether the one-bound-one-free opening is played.
    Opening,
    /// Whole points for the second player.
    Komi,
    /// Who owns a tied territory.
    Ties,
    /// Whether the second player may swap sides at its first turn.
    Pie,
}

impl OptionKind {
    /// The name used in records.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Komi => "komi",
            Self::Ties => "ties",
            Self::Pie => "pie",
        }
    }
}

/// Who owns a territory with as many adjacent stones of one colour as of the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ties {
    /// Nobody.
    #[default]
    Neutral,
    /// The first player if its size is even, else the second.
    Parity,
}

impl Ties {
    /// Both rules, the usual one first.
    pub const ALL: [Self; 2] = [Self::Neutral, Self::Parity];

    /// The name used in records.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Neutral => "neutral",
            Self::Parity => "parity",
        }
    }

    /// The rule called `id`.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ties| ties.id() == id)
    }
}

/// Options as somebody asked for them: what is `None` takes the game's default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// The board's outline.
    pub board: Option<Shape>,
    /// Points or cells a side.
    pub size: Option<i64>,
    /// See [`OptionKind::Opening`].
    pub opening: Option<bool>,
    /// See [`OptionKind::Komi`].
    pub komi: Option<i64>,
    /// See [`OptionKind::Ties`].
    pub ties: Option<Ties>,
    /// See [`OptionKind::Pie`].
    pub pie: Option<bool>,
}

impl Setup {
    /// What this setup asks for and, where it asks for nothing, what `other` does.
    ///
    /// ```
    /// use tetralith_core::Setup;
    /// let asked = Setup { size: Some(9), ..Setup::default() };
    /// let other = Setup { size: Some(5), komi: Some(3), ..Setup::default() };
    /// assert_eq!(asked.or(other), Setup { size: Some(9), komi: Some(3), ..Setup::default() });
    /// ```
    pub fn or(self, other: Self) -> Self {
        Self {
            board: self.board.or(other.board),
            size: self.size.or(other.size),
            opening: self.opening.or(other.opening),
            komi: self.komi.or(other.komi),
            ties: self.ties.or(other.ties),
            pie: self.pie.or(other.pie),
        }
    }
}

/// All options of a game that can be played, made by [`Info::options`].
///
/// An option that the game does not have holds the value that means nothing: `false`, 0 or [`Ties::Neutral`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// The board's outline.
    pub board: Shape,
    /// Points or cells a side.
    pub size: u8,
    /// See [`OptionKind::Opening`].
    pub opening: bool,
    /// See [`OptionKind::Komi`].
    pub komi: u16,
    /// See [`OptionKind::Ties`].
    pub ties: Ties,
    /// See [`OptionKind::Pie`].
    pub pie: bool,
}

impl Options {
    /// The tables of the board these options ask for.
    ///
    /// # Panics
    /// If the size is outside [`Shape::sizes`], which [`Info::options`] never lets happen.
    pub fn geometry(&self) -> &'static Geometry {
        Geometry::get(self.board, self.size).expect("options hold a size that has a board")
    }
}

/// The largest komi, in points: more than any board has cells.
pub const MAX_KOMI: u16 = 999;

/// Why options cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// The game is not played on that outline.
    #[error("{game} is not played on a {board} board; it is played on {}", names(.known))]
    Board {
        /// The game's title.
        game: &'static str,
        /// The outline asked for.
        board: Shape,
        /// The boards it is played on.
        known: &'static [BoardRange],
    },
    /// The board would be too small or too large.
    #[error("size {size} is out of range: {game} on a {board} board takes {min} to {max}")]
    Size {
        /// The game's title.
        game: &'static str,
        /// The outline.
        board: Shape,
        /// The size asked for.
        size: i64,
        /// The smallest size.
        min: u8,
        /// The largest size.
        max: u8,
    },
    /// The game has no such option.
    #[error("{game} has no option '{}'", .option.id())]
    Option {
        /// The game's title.
        game: &'static str,
        /// The option asked for.
        option: OptionKind,
    },
    /// The komi is negative or absurd.
    #[error("komi {komi} is out of range: whole points from 0 to {MAX_KOMI}")]
    Komi {
        /// The komi asked for.
        komi: i64,
    },
    /// There is no such game to play, though somebody has described one.
    #[error("{game} is not among the games that can be played")]
    Unlisted {
        /// The title it is described by.
        game: &'static str,
    },
}

/// The outlines of `boards` as a sentence names them.
fn names(boards: &[BoardRange]) -> String {
    boards.iter().map(|range| range.shape.id()).collect::<Vec<_>>().join(" or ")
}

impl Info {
    /// The options that `setup` asks for, the game's defaults filled in.
    ///
    /// # Errors
    /// [`SetupError`] if the game is not played on that board or size, or has no such option.
    pub fn options(&self, setup: &Setup) -> Result<Options, SetupError> {
        let game = self.title;
        let board = setup.board.unwrap_or(self.boards[0].shape);
        let range = self.range(board).ok_or(SetupError::Board { game, board, known: self.boards })?;
        let BoardRange { min, max, default, .. } = *range;
        let size = match setup.size {
            None => default,
            Some(size) => u8::try_from(size)
                .ok()
                .filter(|size| (min..=max).contains(size))
                .ok_or(SetupError::Size { game, board, size, min, max })?,
        };
        let asked = [
            (OptionKind::Opening, setup.opening.is_some()),
            (OptionKind::Komi, setup.komi.is_some()),
            (OptionKind::Ties, setup.ties.is_some()),
            (OptionKind::Pie, setup.pie.is_some()),
        ];
        if let Some(&(option, _)) = asked.iter().find(|(option, asked)| *asked && !self.has(*option)) {
            return Err(SetupError::Option { game, option });
        }
        let komi = match setup.komi {
            None if self.has(OptionKind::Komi) => (self.default_komi)(board, size),
            None => 0,
            Some(komi) => u16::try_from(komi).ok().filter(|&komi| komi <= MAX_KOMI).ok_or(SetupError::Komi { komi })?,
        };
        Ok(Options {
            board,
            size,
            opening: setup.opening.unwrap_or_else(|| self.has(OptionKind::Opening)),
            komi,
            ties: setup.ties.unwrap_or_default(),
            pie: setup.pie.unwrap_or(false),
        })
    }

    /// `options` again, if they can be played in this game.
    ///
    /// # Errors
    /// [`SetupError`] that names the first option that cannot.
    pub fn revalidate(&self, options: &Options) -> Result<Options, SetupError> {
        self.options(&self.setup(options))
    }

    /// The setup that asks for `options` and leaves nothing to the defaults.
    pub fn setup(&self, options: &Options) -> Setup {
        let has = |option| self.has(option);
        Setup {
            board: Some(options.board),
            size: Some(i64::from(options.size)),
            opening: (options.opening || has(OptionKind::Opening)).then_some(options.opening),
            komi: (options.komi != 0 || has(OptionKind::Komi)).then_some(i64::from(options.komi)),
            ties: (options.ties != Ties::Neutral || has(OptionKind::Ties)).then_some(options.ties),
            pie: (options.pie || has(OptionKind::Pie)).then_some(options.pie),
        }
    }

    /// Whether the game has `option`.
    pub fn has(&self, option: OptionKind) -> bool {
        self.options.contains(&option)
    }

    /// The sizes the game takes on a board of this shape, if it is played there at all.
    pub fn range(&self, board: Shape) -> Option<&'static BoardRange> {
        self.boards.iter().find(|range| range.shape == board)
    }

    /// The side of this colour.
    pub const fn side(&self, colour: Colour) -> &Side {
        &self.colours[colour.index()]
    }

    /// The colour called `name` in records, if the game has it.
    pub fn colour(&self, name: &str) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|&colour| self.side(colour).name == name)
    }
}

/// Where in its course a game is, and so what kind of step comes next.
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

    /// Whether the player to move has already made a step of this turn.
    pub const fn is_mid_turn(self) -> bool {
        matches!(self, Self::Free { .. })
    }

    /// How many steps the turn still takes at most, the next one included.
    pub const fn steps_left(self) -> u32 {
        match self {
            Self::Bound { .. } => 2,
            Self::First | Self::Free { .. } | Self::Placement => 1,
        }
    }
}

/// Why a step cannot be played. Sentences are made of it by [`crate::notation::Names::explain`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The game has ended.
    GameOver,
    /// The game has no steps of this form, or not now.
    Kind(StepKind),
    /// The cell is not on the board.
    OffBoard(Cell),
    /// A stone stands there.
    Occupied(Cell, Colour),
    /// A rule of the game forbids it.
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
    /// The rest of a sentence that begins "e5 cannot be played: "; `{cells}` stands for the names of the cells and
    /// `{colour}` for the colour's.
    pub because: &'static str,
    /// The step that is refused.
    pub step: Step,
    /// The colour the sentence speaks of.
    pub colour: Colour,
    /// The cells the sentence speaks of.
    pub cells: CellSet,
}

impl Board {
    /// Whether a stone could stand on `cell`: it is on the board and vacant.
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

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Colour>,
    /// What ended it.
    pub reason: Reason,
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The points were counted.
    Score,
    /// A side's connection was made.
    Connection,
    /// The player to move had no step.
    NoMoves,
    /// A player gave up. Only a record or a table knows.
    Resignation,
    /// A player ran out of time. Only a record or a table knows.
    Time,
    /// Nobody could move and nobody had won.
    Stuck,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Self; 6] =
        [Self::Score, Self::Connection, Self::NoMoves, Self::Resignation, Self::Time, Self::Stuck];

    /// The name used in records.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Connection => "connection",
            Self::NoMoves => "no-moves",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::Stuck => "stuck",
        }
    }

    /// The reason called `id`.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.id() == id)
    }

    /// Whether a position can end so by itself.
    pub const fn is_on_board(self) -> bool {
        !matches!(self, Self::Resignation | Self::Time)
    }
}

/// The count as it stands, or at the end. Arrays are by colour, first player first.
#[derive(Clone, PartialEq, Debug)]
pub enum Score {
    /// The product of the group sizes.
    Product {
        /// Exact products, 0 before the first stone.
        product: [u128; 2],
        /// Group sizes in falling order.
        groups: [Vec<u16>; 2],
    },
    /// Group sizes, compared from the largest down.
    Groups {
        /// Group sizes in falling order; at the end with the vacant cells that count for their controller.
        groups: [Vec<u16>; 2],
        /// Controlled cells, vacant or not.
        controlled: [u16; 2],
    },
    /// Territory.
    Points {
        /// Half points, komi included.
        half_points: [u32; 2],
        /// Every vacant region, by its lowest cell.
        territories: Vec<Territory>,
    },
    /// A connection between two sides.
    Connection {
        /// Whose is made.
        connected: Option<Colour>,
    },
}

/// A maximal connected region of vacant cells and whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Territory {
    /// Its cells.
    pub cells: CellSet,
    /// Whose it is.
    pub owner: Option<Colour>,
    /// The distinct stones of each colour next to it.
    pub stones: [u16; 2],
}

/// What a screen may mark on the board.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Marks {
    /// Cells each colour controls, vacant or not.
    pub controlled: [CellSet; 2],
    /// Stones that the player to move could flip, and the player's own that the opponent could flip in its turn.
    pub threatened: CellSet,
    /// Vacant regions with their owners.
    pub territories: Vec<Territory>,
    /// The groups of each colour, when their sizes matter.
    pub groups: [Vec<CellSet>; 2],
    /// The connection that won; of the shortest, one.
    pub path: CellSet,
    /// Each side's shortest way to its connection still open to it: vacant cells needed, `None` if cut off.
    pub distance: Option<[Option<u16>; 2]>,
    /// Vacant cells closed to the player to move, by the rule that closes them.
    pub forbidden: Vec<(&'static str, CellSet)>,
}

/// How a playout went, as the first player sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verdict {
    /// 1 won, 0 lost, ½ drawn.
    pub value: f32,
    /// By how much, squashed into −1…1; 0 where a game has no measure of it.
    pub margin: f32,
}

impl Verdict {
    /// The verdict of a game that ended with `winner` and no measure of how clearly.
    pub const fn of(winner: Option<Colour>) -> Self {
        let value = match winner {
            Some(Colour::First) => 1.0,
            Some(Colour::Second) => 0.0,
            None => 0.5,
        };
        Self { value, margin: 0.0 }
    }
}

/// A position of one game, and all that can be asked of it.
///
/// Positions are cheap to copy and keep what makes legality cheap up to date as steps are played.
pub trait Rules: Clone + Send + Sync + 'static {
    /// What the game is called and which options it has.
    const INFO: Info;

    /// How much a search may make of the stones at the end of playouts, whenever they were placed, as the equivalence of the
    /// AMAF estimate for each step there is to choose from.
    ///
    /// Source: Gelly and Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011.
    const AMAF: f32 = 10.0;

    /// The position before the first step.
    ///
    /// # Errors
    /// [`SetupError`] if `options` did not come from this game's [`Info::options`] and cannot be played.
    fn new(options: &Options) -> Result<Self, SetupError>;

    /// The options the game was made with.
    fn options(&self) -> &Options;

    /// The stones.
    fn board(&self) -> &Board;

    /// Whose step it is; once the game is over, whose it would be.
    fn to_move(&self) -> Colour;

    /// What kind of step comes next.
    fn phase(&self) -> Phase {
        Phase::Placement
    }

    /// Puts every legal step into `out` in natural order of cells (a pass or swap last), in place of what it held.
    ///
    /// Empty exactly when the game is over.
    fn legal_steps(&self, out: &mut Vec<Step>);

    /// Whether `step` is legal, found independently of [`Rules::legal_steps`] so that each tests the other.
    ///
    /// # Errors
    /// [`PlayError`] that says why not.
    fn check(&self, step: Step) -> Result<(), PlayError>;

    /// Plays a legal step. Of the position that anything else leaves, nothing is promised.
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

    /// The same position with the other player to move, as if the turn had been passed over; twice is the same position.
    ///
    /// A question of analysis (a null move), not a step of the game. `None` where it makes no sense: once the game is over,
    /// where the other player could do nothing, or in a phase in which the turn is not one that can be left out.
    ///
    /// Source: Goetsch and Campbell, "Experiments with the null-move heuristic", 1990.
    fn passed_over(&self) -> Option<Self> {
        None
    }

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The count as it stands.
    fn score(&self) -> Score;

    /// What a screen may mark on the board.
    fn marks(&self) -> Marks;

    /// What concerns `cell`, which is on the board: lines of sight, its group or region, the rule that closes it.
    fn about(&self, cell: Cell) -> About {
        About::of(self, cell)
    }

    /// One legal step, each with the same chance, or `None` once the game is over.
    ///
    /// A pass is drawn when there is nothing else, if the game says so: by chance it would end games that players play
    /// on.
    ///
    /// `scratch` is room to work in; what it holds before and after means nothing.
    fn random_step<R: Rng>(&self, rng: &mut R, scratch: &mut Vec<Step>) -> Option<Step> {
        self.legal_steps(scratch);
        (!scratch.is_empty()).then(|| scratch[below(rng, scratch.len())])
    }

    /// What the game knows of how good each of `steps` is before any of them is tried.
    ///
    /// Puts one number for each, `-1.0..=1.0`, higher is better for the player to move, into `out`, which is empty; leaves it
    /// empty if there is nothing to say. `steps` are all that are legal.
    fn hints(&self, _steps: &[Step], _out: &mut Vec<f32>) {}

    /// Plays random steps, drawn as by [`Rules::random_step`], to the end and says how it went.
    ///
    /// Afterwards [`Rules::board`] holds the final stones, from which a search learns who ended up where; nothing else
    /// of the position need be kept up.
    fn playout<R: Rng>(&mut self, rng: &mut R) -> Verdict {
        let mut scratch = Vec::new();
        while let Some(step) = self.random_step(rng, &mut scratch) {
            self.play_unchecked(step);
        }
        Verdict::of(self.outcome().and_then(|outcome| outcome.winner))
    }

    /// Plays to the end as [`Rules::playout`] does, but with as much sense as pays: what a search learns from.
    ///
    /// Source: Drake and Uurtamo, "Heavy Playouts versus Move Ordering for Monte Carlo Go", 2007.
    fn heavy_playout<R: Rng>(&mut self, rng: &mut R) -> Verdict {
        self.playout(rng)
    }
}

/// A number in `0..n`, each as likely as the next to within 2⁻³² · n; `n` must be positive and below 2³².
///
/// Source: Lemire, "Fast Random Integer Generation in an Interval", 2019, without the rejection step.
#[inline]
pub fn below<R: Rng>(rng: &mut R, n: usize) -> usize {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Score => "on score",
            Self::Connection => "by connection",
            Self::NoMoves => "after the last possible step",
            Self::Resignation => "by resignation",
            Self::Time => "on time",
            Self::Stuck => "with nobody able to move",
        })
    }
}
