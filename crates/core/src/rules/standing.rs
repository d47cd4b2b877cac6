//! The standing of both sides, as a game describes it: figures and words for people, named values
//! for programs.

use std::fmt;

use super::{Rules, Territory};
use crate::board::Colour;
use crate::text::counted;

/// The standing of both sides, made by [`Rules::standing`]. Arrays are by colour, the first
/// player's part first.
///
/// Code that shows a game shows these words and figures without knowing the game.
///
/// ```
/// use tetralith_core::{Cell, Game, Setup, Step};
/// let setup = Setup { size: Some(5), komi: Some(2), ..Setup::default() };
/// let mut game = Game::new("plurality", &setup)?;
/// game.play(Step::Pass).expect("a pass is always legal");
/// game.play(Step::Pass).expect("a pass is always legal");
/// let standing = game.standing();
/// assert_eq!(standing.figures.map(|figure| figure.to_string()), ["0.0", "2.5"]);
/// assert_eq!(standing.decision.as_deref(), Some("2.5 to 0.0"));
/// # Ok::<(), tetralith_core::NewGameError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standing {
    /// Each side's figure: the one that shows most about its standing.
    pub figures: [Figure; 2],
    /// The details of each side, a few words an entry. The sign for "times" is `·`.
    pub details: [Vec<String>; 2],
    /// The most details that a side comes to have in this game.
    pub most_details: usize,
    /// The side that would win if what is now were counted; `None` if neither or if nothing is
    /// counted.
    pub ahead: Option<Colour>,
    /// The quantities divided between both sides, such as territory, if they count at this point of
    /// the game.
    pub shares: Vec<Share>,
    /// The most shares there ever are in this game.
    pub most_shares: usize,
    /// The figures after a step that leads here, such as `product White 12, Red 8`.
    pub effect: Option<String>,
    /// The figures that decided a game which is over, the winner's first, such as `12 to 8`.
    pub decision: Option<String>,
    /// The score as programs read it, by the names it has in JSON.
    pub facts: Vec<(&'static str, Fact)>,
}

/// A quantity divided between both sides: it can be drawn as one bar in two colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// The name that people read, one short word.
    pub name: &'static str,
    /// The amount of each side, the first player's first.
    pub of: [u32; 2],
}

/// A figure of a side's score. It is written exactly and whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Figure {
    /// Words and figures such as `5 4 3 …` or `3 to go`; empty if there is nothing to show.
    Words(String),
    /// A number, which may be too long to be shown.
    Number(u128),
    /// Points in halves: 5 for two and a half.
    HalfPoints(u32),
}

/// A value that programs read. Arrays are by colour, the first player's part first.
#[derive(Clone, PartialEq, Debug)]
pub enum Fact {
    /// Numbers too large for many readers of JSON.
    Exact([u128; 2]),
    /// The sizes of groups, in falling order.
    Sizes([Vec<u16>; 2]),
    /// Small numbers.
    Counts([u16; 2]),
    /// Half points, komi included.
    HalfPoints([u32; 2]),
    /// Every vacant region, by its lowest cell.
    Territories(Vec<Territory>),
    /// A side, or neither.
    Side(Option<Colour>),
}

impl Standing {
    /// The standing of a game without a score: the number of each side's stones.
    pub fn of_stones<G: Rules>(game: &G) -> Self {
        let details = Colour::BOTH.map(|colour| vec![stones(game, colour)]);
        Self { details, most_details: 1, ..Self::default() }
    }

    /// The fact called `name`, if there is one.
    pub fn fact(&self, name: &str) -> Option<&Fact> {
        self.facts.iter().find(|(known, _)| *known == name).map(|(_, fact)| fact)
    }
}

/// The number of `colour`'s stones on `game`'s board, such as `3 stones`.
pub(crate) fn stones<G: Rules>(game: &G, colour: Colour) -> String {
    counted(game.board().stones(colour).len(), "stone")
}

pub(crate) fn listed(sizes: &[u16], between: &str) -> String {
    sizes.iter().map(u16::to_string).collect::<Vec<_>>().join(between)
}

impl Figure {
    /// The longest number that is written out beside another, in digits.
    pub const MOST_DIGITS: usize = 12;

    /// The figure as text, a number of more than `digits` digits with four significant ones, such
    /// as `7.976e22`.
    ///
    /// ```
    /// use tetralith_core::rules::Figure;
    /// assert_eq!(Figure::Number(79_766_443_076_872).within(12), "7.976e13");
    /// assert_eq!(Figure::Number(999_999_999_999).within(12), "999999999999");
    /// ```
    pub fn within(&self, digits: usize) -> String {
        let exact = self.to_string();
        match self {
            Self::Number(_) if exact.len() > digits.max(6) => {
                format!("{}.{}e{}", &exact[..1], &exact[1..4], exact.len() - 1)
            }
            Self::Number(_) | Self::HalfPoints(_) | Self::Words(_) => exact,
        }
    }

    /// The figure as a number without needless digits, such as `12` or `17.5`; `None` if it is not
    /// one number.
    pub fn number(&self) -> Option<String> {
        match self {
            Self::Number(number) => Some(number.to_string()),
            Self::HalfPoints(half) => Some((f64::from(*half) / 2.0).to_string()),
            Self::Words(_) => None,
        }
    }
}

impl Default for Figure {
    fn default() -> Self {
        Self::Words(String::new())
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(words) => f.write_str(words),
            Self::Number(number) => write!(f, "{number}"),
            Self::HalfPoints(half) => write!(f, "{:.1}", f64::from(*half) / 2.0),
        }
    }
}
