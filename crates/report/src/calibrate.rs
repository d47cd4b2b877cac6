//! Winning chances as they come true: what a search says is fitted to how its games ended.
//!
//! Source: Platt, "Probabilistic Outputs for Support Vector Machines", 1999 (here on the logarithm of the odds).

use crate::fit::logistic;

/// The logarithm of the odds of a chance, kept finite.
fn odds(chance: f64) -> f64 {
    let chance = chance.clamp(0.001, 0.999);
    (chance / (1.0 - chance)).ln()
}

/// A map from the chances that a search gives to those that come true.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Calibration {
    shift: f64,
    scale: f64,
}

impl Default for Calibration {
    /// The map that changes nothing.
    fn default() -> Self {
        Self { shift: 0.0, scale: 1.0 }
    }
}

impl Calibration {
    /// Fits the map to pairs of a chance, 0…1, and what came of it, 1, ½ or 0; with fewer than 50 of them it changes nothing.
    pub fn fit(seen: &[(f64, f64)]) -> Self {
        if seen.len() < 50 {
            return Self::default();
        }
        let points: Vec<(f64, f64)> = seen.iter().map(|&(chance, result)| (odds(chance), result)).collect();
        logistic(&points).map_or_else(Self::default, |[shift, scale]| Self { shift, scale })
    }

    /// The chance that comes true where a search says `chance`.
    pub fn chance(self, chance: f64) -> f64 {
        1.0 / (1.0 + (-(self.shift + self.scale * odds(chance))).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_true_is_left_as_it_is() {
        let seen: Vec<(f64, f64)> = (1..10)
            .flat_map(|tenth| (0..100).map(move |i| (f64::from(tenth) / 10.0, f64::from(u8::from(i < 10 * tenth)))))
            .collect();
        let calibration = Calibration::fit(&seen);
        for chance in [0.1, 0.5, 0.8] {
            assert!((calibration.chance(chance) - chance).abs() < 0.01, "{calibration:?}");
        }
    }

    #[test]
    fn of_few_games_nothing_is_learnt() {
        assert_eq!(Calibration::fit(&[(0.9, 0.0); 10]), Calibration::default());
    }
}
