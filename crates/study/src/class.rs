//! The cost of a move and the class it has for it: the one place where all thresholds are.
//!
//! Chances are from 0 to 1 and of the player who moves; people read them in per cent.

use strum::{IntoStaticStr, VariantArray};

/// The judgement of a move by what it cost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Class {
    /// Unknown: not even a blunder would exceed the error.
    Unclear,
    /// It is as good as the best: it is not certain that it cost [`Class::ACCEPTED`] or more.
    Best,
    /// It cost something, but less than matters.
    Good,
    /// It cost [`Class::INACCURACY`] or more.
    Inaccuracy,
    /// It cost [`Class::MISTAKE`] or more.
    Mistake,
    /// It cost [`Class::BLUNDER`] or more, or a result that was proven.
    Blunder,
}

impl Class {
    /// All classes, first the unknown one, then from the best to the worst.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all of them");

    /// The classes that are claimed of a move that is not as good as the best.
    pub(crate) const CLAIMED: [Self; 4] =
        [Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The classes that are faults, from the least to the worst.
    pub const FAULTS: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The loss from which a move is an inaccuracy: 5 %. These three are those of lichess
    /// (`Advice.scala`).
    pub const INACCURACY: f64 = 0.05;

    /// The loss from which a move is a mistake: 10 %.
    pub const MISTAKE: f64 = 0.10;

    /// The loss from which a move is a blunder: 15 %.
    pub const BLUNDER: f64 = 0.15;

    /// The class from which a coach shows what a move cost.
    pub const COACHED: Self = Self::Mistake;

    /// The loss above which a move is offered to be tried again: 7.5 %.
    pub const RETRIED: f64 = 0.075;

    /// The loss below which a move is as good as the best, and is accepted in place of a mistake:
    /// 3.5 %.
    pub const ACCEPTED: f64 = 0.035;

    /// The standard errors that a loss must be away from a threshold before its class counts as
    /// clear.
    pub(crate) const CLEAR: f64 = 2.0;

    /// The class of a move that cost `loss` with the standard `error`: the class of its certain
    /// cost, which is the loss less twice the error.
    ///
    /// Classes finer than twice the error are not used: no fault whose threshold is less than that,
    /// and not [`Good`](Self::Good) if the thresholds of "as good as the best" and an inaccuracy
    /// are less than that apart.
    pub fn of(loss: f64, error: f64) -> Self {
        /// Less than any difference that matters: sums of decimals are not exact.
        const NOTHING: f64 = 1e-9;
        let noise = Self::CLEAR * error;
        let reached = |class: &Self| {
            loss - noise + NOTHING >= class.threshold() && noise <= class.breadth() + NOTHING
        };
        Self::CLAIMED.iter().rev().copied().find(reached).unwrap_or(Self::Best)
    }

    /// The loss that separates this class from [`Best`](Self::Best), or [`Good`](Self::Good) from
    /// an inaccuracy.
    pub(crate) fn breadth(self) -> f64 {
        match self {
            Self::Good => Self::INACCURACY - Self::ACCEPTED,
            fault => fault.threshold(),
        }
    }

    /// The loss from which a move is of this class at least.
    pub const fn threshold(self) -> f64 {
        match self {
            Self::Unclear | Self::Best => 0.0,
            Self::Good => Self::ACCEPTED,
            Self::Inaccuracy => Self::INACCURACY,
            Self::Mistake => Self::MISTAKE,
            Self::Blunder => Self::BLUNDER,
        }
    }

    /// The name in JSON.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// The mark beside a move, as chess has it; empty for a move without fault.
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Unclear | Self::Best | Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The name people read for `count` moves of this class.
    pub const fn title(self, count: usize) -> &'static str {
        match (self, count) {
            (Self::Unclear, _) => "unclear",
            (Self::Best, _) => "best",
            (Self::Good, _) => "good",
            (Self::Inaccuracy, 1) => "inaccuracy",
            (Self::Inaccuracy, _) => "inaccuracies",
            (Self::Mistake, 1) => "mistake",
            (Self::Mistake, _) => "mistakes",
            (Self::Blunder, 1) => "blunder",
            (Self::Blunder, _) => "blunders",
        }
    }

    /// True if a loss of standard `error` can be distinguished from none: the threshold of
    /// a blunder is beyond the noise.
    pub(crate) fn can_tell(error: f64) -> bool {
        Self::CLEAR * error <= Self::BLUNDER
    }

    /// Returns true for an inaccuracy, a mistake or a blunder.
    pub fn is_fault(self) -> bool {
        self >= Self::Inaccuracy
    }
}

/// The standard error of a winning chance that is the mean of `simulations`, from 0 to 1: one half
/// divided by the root of their number, because a playout is won or lost.
pub(crate) fn standard_error(simulations: u32) -> f64 {
    0.5 / f64::from(simulations.max(1)).sqrt()
}

/// The accuracy of a move that cost `loss`, from 0 to 100.
///
/// Source: lichess, `AccuracyPercent.scala`, a curve fitted to chess; 0 points are 100, 5 are 80
/// and 15 are 51.
pub fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-0.043_54 * 100.0 * loss.max(0.0)).exp() - 3.1669).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_begin_at_thresholds_outside_the_noise() {
        for class in Class::FAULTS {
            assert_eq!(Class::of(class.threshold(), 0.0), class);
            assert!(Class::of(class.threshold() - 1e-6, 0.0) < class);
            assert_eq!(Class::of(class.threshold() + 0.02, 0.01), class);
            assert!(Class::of(class.threshold() + 0.019, 0.01) < class);
            assert!(Class::of(0.9, class.threshold() / 2.0 + 1e-6) != class);
        }
        assert_eq!(Class::of(0.0, 0.5), Class::Best);
        assert_eq!(Class::of(Class::ACCEPTED - 1e-6, 0.0), Class::Best);
        assert_eq!(Class::of(Class::ACCEPTED, 0.0), Class::Good);
        assert_eq!(Class::of(0.05, 0.007), Class::Good);
        assert_eq!(
            Class::of(0.051, 0.0076),
            Class::Best,
            "what is between is finer than the noise"
        );
        assert_eq!(Class::of(0.9, 0.08), Class::Best);
    }

    #[test]
    fn accuracy_falls_from_a_hundred_to_nothing() {
        let values: Vec<f64> =
            (0..=100).map(|points| accuracy(f64::from(points) / 100.0)).collect();
        assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
        assert!(values[0] > 99.9 && values[100] < 1.0, "{values:?}");
    }

    #[test]
    fn class_is_milder_the_larger_the_error() {
        assert_eq!(Class::of(0.13, 0.01), Class::Mistake);
        assert_eq!(Class::of(0.13, 0.02), Class::Inaccuracy);
        assert_eq!(Class::of(0.13, 0.06), Class::Best);
        assert_eq!((Class::of(0.045, 0.004), Class::of(0.055, 0.009)), (Class::Good, Class::Best));
    }

    #[test]
    fn accuracy_halves_at_a_loss_of_fifteen_hundredths() {
        assert!((accuracy(0.0) - 100.0).abs() < 0.01);
        assert!((accuracy(0.15) - 50.5).abs() < 0.1);
    }
}
