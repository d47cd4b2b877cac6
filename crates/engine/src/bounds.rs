//! Proofs about a position: bounds on the result that best play leads to.
//!
//! Source: Winands, Björnsson and Saito, "Monte-Carlo Tree Search Solver", 2008; Cazenave and
//! Saffidine, "Score Bounded Monte-Carlo Tree Search", 2010.

use strum::{EnumString, IntoStaticStr};
use tetralith_core::Colour;

/// The result of a game as one player sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[repr(u8)]
pub enum Proof {
    /// Lost against best play.
    Loss,
    /// Drawn by best play of both.
    Draw,
    /// Won by best play.
    Win,
}

impl Proof {
    /// The name in JSON.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// The result of a game that `winner` won (`None` is a draw), as `viewer` sees it.
    pub fn of(winner: Option<Colour>, viewer: Colour) -> Self {
        match winner {
            None => Self::Draw,
            Some(colour) if colour == viewer => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// The same result as the opponent sees it.
    pub const fn flipped(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// 1 for a win, 0 for a loss, ½ for a draw.
    pub const fn value(self) -> f32 {
        match self {
            Self::Loss => 0.0,
            Self::Draw => 0.5,
            Self::Win => 1.0,
        }
    }

    const fn from_bits(bits: u8) -> Self {
        match bits {
            0 => Self::Loss,
            1 => Self::Draw,
            _ => Self::Win,
        }
    }
}

/// The best and the worst that can still come of a position, as the first player sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) low: Proof,
    pub(crate) high: Proof,
}

impl Bounds {
    /// Nothing is proven.
    pub(crate) const OPEN: Self = Self { low: Proof::Loss, high: Proof::Win };

    pub(crate) const fn exactly(proof: Proof) -> Self {
        Self { low: proof, high: proof }
    }

    /// The proven result, once both bounds meet.
    #[inline]
    pub(crate) fn proof(self) -> Option<Proof> {
        (self.low == self.high).then_some(self.low)
    }

    /// The same bounds as the opponent sees them.
    pub(crate) const fn flipped(self) -> Self {
        Self { low: self.high.flipped(), high: self.low.flipped() }
    }

    pub(crate) const fn seen_by(self, viewer: Colour) -> Self {
        match viewer {
            Colour::First => self,
            Colour::Second => self.flipped(),
        }
    }

    /// One byte; zero means that nothing is proven.
    pub(crate) const fn to_bits(self) -> u8 {
        self.low as u8 | (2 - self.high as u8) << 2
    }

    pub(crate) const fn from_bits(bits: u8) -> Self {
        Self { low: Proof::from_bits(bits & 3), high: Proof::from_bits(2 - (bits >> 2 & 3)) }
    }

    /// The bounds of a position from those of its successors, all as the player to move sees them;
    /// `complete` is true if `successors` are all there are.
    pub(crate) fn of_choice(successors: impl Iterator<Item = Self>, complete: bool) -> Self {
        let mut low = Proof::Loss;
        let mut high = if complete { Proof::Loss } else { Proof::Win };
        for next in successors {
            low = low.max(next.low);
            high = high.max(next.high);
        }
        Self { low, high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Proof; 3] = [Proof::Loss, Proof::Draw, Proof::Win];

    #[test]
    fn a_byte_keeps_all_bounds_and_zero_is_open() {
        assert_eq!(Bounds::from_bits(0), Bounds::OPEN);
        for low in ALL {
            for high in ALL {
                let bounds = Bounds { low, high };
                assert_eq!(Bounds::from_bits(bounds.to_bits()), bounds);
                assert_eq!(bounds.flipped().flipped(), bounds);
            }
        }
    }

    #[test]
    fn a_choice_is_lost_only_when_every_successor_is_known() {
        let lost = || [Bounds::exactly(Proof::Loss); 3].into_iter();
        assert_eq!(Bounds::of_choice(lost(), true).proof(), Some(Proof::Loss));
        assert_eq!(Bounds::of_choice(lost(), false), Bounds::OPEN);
        let won = [Bounds::OPEN, Bounds::exactly(Proof::Win)].into_iter();
        assert_eq!(Bounds::of_choice(won, false).proof(), Some(Proof::Win));
        let drawn = [Bounds::exactly(Proof::Draw), Bounds::OPEN].into_iter();
        assert_eq!(Bounds::of_choice(drawn, true), Bounds { low: Proof::Draw, high: Proof::Win });
    }
}
