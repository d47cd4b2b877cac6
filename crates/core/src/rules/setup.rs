//! The description of a game before its first step: its name, its boards, its options.

mod option;

use thiserror::Error;

use strum::{EnumString, IntoEnumIterator as _, IntoStaticStr, VariantArray};

use super::outcome::{Ending, Reason};
use crate::board::Colour;
use crate::geometry::{Direction, Geometry, Shape};
use crate::step::StepKind;
pub use option::{OptionDomain, OptionKind, OptionValue, Ties, parse_komi};

/// The description of a game: its name, the boards it is played on, and its options.
#[derive(Debug)]
pub struct Info {
    /// The name in records and on the command line, in lower case.
    pub id: &'static str,
    /// The name people read.
    pub title: &'static str,
    /// Texts about it, for players.
    pub texts: GameTexts,
    /// The two sides, first mover first.
    pub colours: [Side; 2],
    /// The sides of the board that each colour is to join, where that is the aim.
    pub joins: Option<[[Direction; 2]; 2]>,
    /// The boards it is played on, the usual one first.
    pub boards: &'static [BoardRange],
    /// The options besides board and size, in the order menus show them.
    pub options: &'static [OptionKind],
    /// The default komi by board shape and size; of no effect without [`OptionKind::Komi`].
    pub default_komi: fn(Shape, u8) -> i16,
    /// The forms of step that occur.
    pub steps: &'static [StepKind],
    /// The ways to end that no other game has.
    pub endings: &'static [Ending],
    /// True if a game can end in a draw.
    pub draws: bool,
}

/// Texts about a game, for players.
#[derive(Clone, Copy, Debug)]
pub struct GameTexts {
    /// The names of the designers, as one text.
    pub designers: &'static str,
    /// The year it was published, where that is known.
    pub year: Option<u16>,
    /// The aim in one short sentence.
    pub goal: &'static str,
    /// The rules: paragraphs, and headings after `# `.
    pub rules: &'static str,
    /// The lesson on the rules, as JSON; empty if there is none. The core only carries it.
    pub lesson: &'static str,
}

/// The name and the stones of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side {
    /// The name in records, in lower case.
    pub name: &'static str,
    /// The name people read.
    pub title: &'static str,
    /// The colour of its stones.
    pub stone: StoneColour,
}

/// The colour stones are made in; themes decide how it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it all")]
pub enum StoneColour {
    White,
    Black,
    Red,
    Blue,
}

impl StoneColour {
    /// The name used in themes.
    pub fn id(self) -> &'static str {
        self.into()
    }
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

/// Options as they were asked for; `None` is the game's default.
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
    /// Combines two setups: this one where it asks for something, else `other`.
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
/// An option that the game does not have holds the value that means nothing: `false`, 0 or
/// [`Ties::Neutral`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// The board's outline.
    pub board: Shape,
    /// Points or cells a side.
    pub size: u8,
    /// See [`OptionKind::Opening`].
    pub opening: bool,
    /// See [`OptionKind::Komi`].
    pub komi: i16,
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

/// The largest komi of either side, in points: more than any board has cells.
pub const MAX_KOMI: i16 = 999;

/// The reasons why options cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum SetupError {
    /// The game is not played on that outline.
    #[error("{game} is not played on a {board} board; it is played on {}", names(.known))]
    Board {
        /// The game's title.
        game: &'static str,
        /// The outline asked for.
        board: Shape,
        known: &'static [BoardRange],
    },
    /// The board would be too small or too large.
    #[error("size {size} is out of range: {game} on a {board} board takes {min} to {max}")]
    Size {
        /// The game's title.
        game: &'static str,
        /// The outline.
        board: Shape,
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
        option: OptionKind,
    },
    /// A text names the same option more than once.
    #[error("the option '{}' appears twice", .option.id())]
    Twice { option: OptionKind },
    /// The komi is absurd.
    #[error("komi {komi} is out of range: whole points from -{MAX_KOMI} to {MAX_KOMI}")]
    Komi { komi: i64 },
    /// There is no such game to play, though it has been described.
    #[error("{game} is not one of the games")]
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
        let range =
            self.range(board).ok_or(SetupError::Board { game, board, known: self.boards })?;
        let BoardRange { min, max, default, .. } = *range;
        let size = match setup.size {
            None => default,
            Some(size) => u8::try_from(size)
                .ok()
                .filter(|size| (min..=max).contains(size))
                .ok_or(SetupError::Size { game, board, size, min, max })?,
        };
        if let Some(&option) =
            OptionKind::ALL.iter().find(|&&option| setup.asks_for(option) && !self.has(option))
        {
            return Err(SetupError::Option { game, option });
        }
        let komi = match setup.komi {
            None if self.has(OptionKind::Komi) => (self.default_komi)(board, size),
            None => 0,
            Some(komi) => i16::try_from(komi)
                .ok()
                .filter(|komi| (-MAX_KOMI..=MAX_KOMI).contains(komi))
                .ok_or(SetupError::Komi { komi })?,
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
        let mut setup = Setup::default();
        for kind in OptionKind::ALL {
            let value = options.get(kind);
            if self.has(kind) || value != kind.neutral() {
                let is_set = setup.set(kind, value).is_some();
                debug_assert!(is_set, "an option has the values that it holds");
            }
        }
        setup
    }

    /// The options of the game, in the order records have them.
    pub fn option_kinds(&self) -> impl Iterator<Item = OptionKind> {
        [OptionKind::Size, OptionKind::Board].into_iter().chain(self.options.iter().copied())
    }

    /// Returns every reason why the game can end, those that only a record or a table knows among
    /// them.
    pub fn reasons(&self) -> Vec<Reason> {
        Reason::iter().chain(self.endings.iter().map(Reason::Own)).collect()
    }

    /// True if the game has `option`.
    pub fn has(&self, option: OptionKind) -> bool {
        self.option_kinds().any(|kind| kind == option)
    }

    /// The sizes the game takes on a board of this shape, if it is played there at all.
    pub fn range(&self, board: Shape) -> Option<&'static BoardRange> {
        self.boards.iter().find(|range| range.shape == board)
    }

    /// The name and the stones of the player with this colour.
    pub const fn side(&self, colour: Colour) -> &Side {
        &self.colours[colour.index()]
    }

    /// The colour called `name` in records, if the game has it.
    pub fn colour(&self, name: &str) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|&colour| self.side(colour).name == name)
    }
}
