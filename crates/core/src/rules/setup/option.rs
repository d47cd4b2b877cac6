//! The options of games: for each its name, its values, and the words for them.
//!
//! Records, position texts, games by mail, results of matches, JSON and menus ask here, so that
//! none of them names an option.

use std::fmt;
use std::ops::RangeInclusive;

use strum::{EnumString, IntoStaticStr, VariantArray, VariantNames};

use super::{Info, MAX_KOMI, Options, Setup, SetupError};
use crate::board::Colour;
use crate::geometry::Shape;

/// An option with which a game is set up, board and size included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum OptionKind {
    /// Points or cells a side.
    Size,
    /// The board's outline.
    Board,
    /// The one-bound-one-free opening, played or not.
    Opening,
    /// Whole points for the second player, besides half a point; below 0 the sum goes to the first.
    Komi,
    /// The owner of a tied territory.
    Ties,
    /// The pie rule: the second player may swap sides at its first turn, or not.
    Pie,
}

/// The rules for the owner of a territory with as many adjacent stones of one colour as of the
/// other.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Debug,
    Default,
    EnumString,
    IntoStaticStr,
    VariantArray,
    VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Ties {
    /// No owner.
    #[default]
    Neutral,
    /// The first player if its size is even, else the second.
    Parity,
}

impl Ties {
    /// Both rules, the usual one first.
    pub const ALL: [Self; <Self as VariantArray>::VARIANTS.len()] =
        *<Self as VariantArray>::VARIANTS.first_chunk().expect("all of them");

    /// The name used in records.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

/// The value of an option; displayed as texts write it, such as `true`, `5` or `parity`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// On or off.
    Flag(bool),
    /// A size or a number of points.
    Whole(i64),
    /// One name of several.
    Word(&'static str),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(on) => on.fmt(f),
            Self::Whole(number) => number.fmt(f),
            Self::Word(word) => f.write_str(word),
        }
    }
}

impl From<OptionValue> for serde_json::Value {
    fn from(value: OptionValue) -> Self {
        match value {
            OptionValue::Flag(on) => on.into(),
            OptionValue::Whole(number) => number.into(),
            OptionValue::Word(word) => word.into(),
        }
    }
}

/// The values that an option can have: on or off, a range of numbers, or a few words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionDomain {
    /// On or off.
    Flag,
    /// The whole numbers of a range.
    Whole(RangeInclusive<i64>),
    /// These names, the usual one first.
    Words(&'static [&'static str]),
}

impl OptionDomain {
    /// The value that `text` writes; a number may lie outside the range, for [`Info::options`] to
    /// refuse it.
    pub fn parse(&self, text: &str) -> Option<OptionValue> {
        match self {
            Self::Flag => text.parse().ok().map(OptionValue::Flag),
            Self::Whole(_) => whole(text).map(OptionValue::Whole),
            Self::Words(words) => {
                words.iter().find(|&&word| word == text).copied().map(OptionValue::Word)
            }
        }
    }

    /// The next value up or down from `value`: flags and names go round, numbers end.
    pub fn next(&self, value: OptionValue, up: bool) -> Option<OptionValue> {
        match (self, value) {
            (Self::Flag, OptionValue::Flag(on)) => Some(OptionValue::Flag(!on)),
            (Self::Whole(range), OptionValue::Whole(number)) => {
                let next = if up { number + 1 } else { number - 1 };
                range.contains(&next).then_some(OptionValue::Whole(next))
            }
            (Self::Words(words), OptionValue::Word(word)) => {
                let at = words.iter().position(|&known| known == word)?;
                let next = if up { at + 1 } else { at + words.len() - 1 };
                Some(OptionValue::Word(words[next % words.len()]))
            }
            _ => None,
        }
    }
}

impl OptionKind {
    /// Every option, in the order of records.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all of them");

    /// The name used in records.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// The values that the option can have in the game `info`.
    pub fn domain(self, info: &Info) -> OptionDomain {
        match self {
            Self::Size => {
                let least = info.boards.iter().map(|range| range.min).min().unwrap_or(0);
                let most = info.boards.iter().map(|range| range.max).max().unwrap_or(0);
                OptionDomain::Whole(least.into()..=most.into())
            }
            Self::Board => OptionDomain::Words(<Shape as VariantNames>::VARIANTS),
            Self::Opening | Self::Pie => OptionDomain::Flag,
            Self::Komi => OptionDomain::Whole((-MAX_KOMI).into()..=MAX_KOMI.into()),
            Self::Ties => OptionDomain::Words(<Ties as VariantNames>::VARIANTS),
        }
    }

    /// The value that means nothing: off, no points, neutral.
    pub fn neutral(self) -> OptionValue {
        match self {
            Self::Size | Self::Komi => OptionValue::Whole(0),
            Self::Board => OptionValue::Word(Shape::Square.id()),
            Self::Opening | Self::Pie => OptionValue::Flag(false),
            Self::Ties => OptionValue::Word(Ties::Neutral.id()),
        }
    }

    /// The heading in forms.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Size => "Size",
            Self::Board => "Board",
            Self::Opening => "Opening",
            Self::Komi => "Komi",
            Self::Ties => "Tied territory",
            Self::Pie => "Pie rule",
        }
    }

    /// `value` as forms show it.
    pub fn shown(self, value: OptionValue) -> String {
        match value {
            OptionValue::Flag(on) => if on { "yes" } else { "no" }.to_owned(),
            // The half point is always added.
            OptionValue::Whole(points) if self == Self::Komi => {
                format!("{:.1}", points as f64 + 0.5)
            }
            value => value.to_string(),
        }
    }

    /// The words for `value` beside a board, where there is something to show.
    pub fn words(self, value: OptionValue) -> Option<String> {
        match (self, value) {
            (Self::Size | Self::Board, value) => Some(value.to_string()),
            (Self::Opening, OptionValue::Flag(false)) => Some("no opening".to_owned()),
            (Self::Pie, OptionValue::Flag(true)) => Some("pie rule".to_owned()),
            (Self::Komi, value) => Some(format!("komi {}", self.shown(value))),
            (Self::Ties, value) if value != self.neutral() => Some(format!("ties {value}")),
            (Self::Opening | Self::Ties | Self::Pie, _) => None,
        }
    }

    /// The meaning of `value` in a game of `info` that `begins` moves first in.
    pub fn remark(self, value: OptionValue, info: &Info, begins: Colour) -> String {
        let side = |colour| info.side(colour).title;
        match self {
            Self::Size => "the length of a side".to_owned(),
            Self::Board => "the shape of the board".to_owned(),
            Self::Opening if value == self.neutral() => {
                "no opening: one stone a move from the start".to_owned()
            }
            Self::Opening => {
                "after the first stone, opening moves have two: one bound, one free".to_owned()
            }
            Self::Komi if matches!(value, OptionValue::Whole(..0)) => {
                format!("below 0: the points {} starts with", side(Colour::First))
            }
            Self::Komi => format!("points {} starts with, for moving second", side(Colour::Second)),
            Self::Ties if value == self.neutral() => {
                "a tied territory belongs to neither side".to_owned()
            }
            Self::Ties => format!(
                "a tied territory is {}'s if its size is even, {}'s if odd",
                side(Colour::First),
                side(Colour::Second)
            ),
            Self::Pie if value == self.neutral() => "no colours are swapped".to_owned(),
            Self::Pie => {
                format!("{} may swap colours after the first stone", side(begins.other()))
            }
        }
    }
}

impl Options {
    /// The value of the option `kind`; board and size are options too.
    pub fn get(&self, kind: OptionKind) -> OptionValue {
        match kind {
            OptionKind::Size => OptionValue::Whole(self.size.into()),
            OptionKind::Board => OptionValue::Word(self.board.id()),
            OptionKind::Opening => OptionValue::Flag(self.opening),
            OptionKind::Komi => OptionValue::Whole(self.komi.into()),
            OptionKind::Ties => OptionValue::Word(self.ties.id()),
            OptionKind::Pie => OptionValue::Flag(self.pie),
        }
    }
}

/// One short text, the same for the same options: board and size, then what is not neutral.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board, self.size)?;
        for kind in OptionKind::ALL {
            let value = self.get(kind);
            match value {
                _ if matches!(kind, OptionKind::Board | OptionKind::Size) => {}
                _ if value == kind.neutral() => {}
                OptionValue::Flag(_) => write!(f, " {}", kind.id())?,
                value => write!(f, " {} {value}", kind.id())?,
            }
        }
        Ok(())
    }
}

impl Info {
    /// The options that [`Options`] displays as `text`; `None` if the game has no such options.
    ///
    /// ```
    /// let info = tetralith_core::games::info("plurality").expect("a game");
    /// let options = info.read_options("square 9 komi 3 ties parity").expect("options of it");
    /// assert_eq!((options.size, options.komi), (9, 3));
    /// assert_eq!(options.to_string(), "square 9 komi 3 ties parity");
    /// for twice in ["square 9 size 5", "square 9 komi 3 komi 5"] {
    ///     assert_eq!(info.read_options(twice), None);
    /// }
    /// ```
    pub fn read_options(&self, text: &str) -> Option<Options> {
        let mut words = text.split(' ');
        let board = words.next()?.parse().ok()?;
        let size = whole(words.next()?)?;
        let mut setup = Setup { board: Some(board), size: Some(size), ..Setup::default() };
        let mut unnamed = Setup::default();
        for &kind in self.options {
            unnamed.set(kind, kind.neutral())?;
        }
        while let Some(word) = words.next() {
            let kind: OptionKind = word.parse().ok()?;
            let value = match kind.domain(self) {
                OptionDomain::Flag => OptionValue::Flag(true),
                domain => domain.parse(words.next()?)?,
            };
            if setup.asks_for(kind) {
                return None;
            }
            setup.set(kind, value)?;
        }
        self.options(&setup.or(unnamed)).ok()
    }
}

/// The whole number that `text` writes in the one way that numbers are displayed.
fn whole(text: &str) -> Option<i64> {
    text.parse().ok().filter(|_| is_plain(text))
}

/// True if the whole points of `text` are digits alone after a minus sign, without any before that
/// mean nothing.
fn is_plain(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let whole = digits.split_once('.').map_or(digits, |(whole, _)| whole);
    text != "-0" && (whole == "0" || !whole.starts_with(['0', '+']))
}

/// The option for the komi that `text` writes with its half point or without: 5 for both `5` and
/// `5.5`, -3 for both `-3` and `-2.5`; `None` if it is no such number.
///
/// ```
/// use tetralith_core::rules::parse_komi;
/// assert_eq!(["5", "5.5", "-3", "-2.5", "-0.5"].map(parse_komi), [5, 5, -3, -3, -1].map(Some));
/// assert_eq!(["+5", "06.5"].map(parse_komi), [5, 6].map(Some));
/// assert_eq!(["", "5.25", "half", "."].map(parse_komi), [None; 4]);
/// ```
pub fn parse_komi(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let fraction = fraction.trim_end_matches('0');
    let komi: i64 = whole.parse().ok().filter(|_| fraction.is_empty() || fraction == "5")?;
    // With the half point -3 is -2.5.
    let below = i64::from(text.starts_with('-') && !fraction.is_empty());
    Some(komi.saturating_sub(below))
}

impl Setup {
    /// Asks for `value`; `None`, and nothing is asked for, if the option has no such value.
    pub fn set(&mut self, kind: OptionKind, value: OptionValue) -> Option<()> {
        match (kind, value) {
            (OptionKind::Size, OptionValue::Whole(size)) => self.size = Some(size),
            (OptionKind::Board, OptionValue::Word(id)) => self.board = Some(id.parse().ok()?),
            (OptionKind::Opening, OptionValue::Flag(on)) => self.opening = Some(on),
            (OptionKind::Komi, OptionValue::Whole(komi)) => self.komi = Some(komi),
            (OptionKind::Ties, OptionValue::Word(id)) => self.ties = Some(id.parse().ok()?),
            (OptionKind::Pie, OptionValue::Flag(on)) => self.pie = Some(on),
            _ => return None,
        }
        Some(())
    }

    /// Asks for the option that `text` names with its value, such as `komi=5`; `None`, and nothing
    /// is asked for, if there is no such option or value.
    ///
    /// ```
    /// use tetralith_core::{Setup, SetupError, games, rules::OptionKind};
    /// let info = games::info("plurality").expect("a game");
    /// let mut setup = Setup::default();
    /// assert_eq!(setup.read(info, "komi=5"), Some(Ok(())));
    /// assert_eq!(setup.read(info, "komi=five"), None);
    /// let twice = SetupError::Twice { option: OptionKind::Komi };
    /// assert_eq!(setup.read(info, "komi=3"), Some(Err(twice)));
    /// assert_eq!(setup, Setup { komi: Some(5), ..Setup::default() });
    /// ```
    ///
    /// # Errors
    /// [`SetupError::Twice`] if a value of that option is asked for already.
    pub fn read(&mut self, info: &Info, text: &str) -> Option<Result<(), SetupError>> {
        let (name, value) = text.split_once('=')?;
        let kind: OptionKind = name.parse().ok()?;
        let value = match kind {
            OptionKind::Komi => OptionValue::Whole(parse_komi(value).filter(|_| is_plain(value))?),
            _ => kind.domain(info).parse(value)?,
        };
        if self.asks_for(kind) {
            return Some(Err(SetupError::Twice { option: kind }));
        }
        self.set(kind, value).map(Ok)
    }

    /// True if a value is asked for.
    pub const fn asks_for(&self, kind: OptionKind) -> bool {
        match kind {
            OptionKind::Size => self.size.is_some(),
            OptionKind::Board => self.board.is_some(),
            OptionKind::Opening => self.opening.is_some(),
            OptionKind::Komi => self.komi.is_some(),
            OptionKind::Ties => self.ties.is_some(),
            OptionKind::Pie => self.pie.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::INFOS;

    #[test]
    fn remarks_differ_with_the_value() {
        for info in INFOS {
            for &kind in info.options.iter().filter(|&&kind| kind != OptionKind::Komi) {
                let (off, domain) = (kind.neutral(), kind.domain(info));
                let on = domain.next(off, true).unwrap();
                let remark = |value| kind.remark(value, info, Colour::First);
                assert_ne!(remark(off), remark(on), "{}", kind.id());
            }
        }
        let remark = OptionKind::Opening.remark(OptionValue::Flag(false), INFOS[0], Colour::First);
        assert_eq!(remark, "no opening: one stone a move from the start");
    }
}
