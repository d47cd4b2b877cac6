//! Calibrated winning chances: the chance that a search finds is fitted to how games ended, for
//! each kind of game.
//!
//! A search takes the mean of games in which both sides err, and so is too timid: of the positions
//! it gives 60 %, far more may be won. The odds of the fair chances ([`Analysis::fair`]) are raised
//! to a power, one for each game, fitted to a sample that comes with the program: positions of
//! games that the engine played against itself, each with what a search found and who won. A game
//! without a sample is left as it is.
//!
//! There is no term for the side to move: it would show a player less before each move and more
//! after it. The samples are of players strong enough that none is needed.
//!
//! [`Analysis::fair`]: tetralith_engine::Analysis::fair
//!
//! Source: Platt, "Probabilistic Outputs for Support Vector Machines", 1999, on the logarithm of
//! the odds and alike for both sides.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use tetralith_core::{Geometry, Shape};

/// The calibrations by the games' names; `tests/it/calibration.rs` fits their powers.
const SHIPPED: &str = include_str!("../assets/calibration.json");

/// A map from the chances that a search gives to calibrated ones: it keeps 0, 1 and the order of
/// chances, and one half unless it favours a side.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
pub struct Calibration {
    /// The power to which the odds are raised.
    power: f64,
    /// The logarithm of the odds where the search gives one half.
    #[serde(skip)]
    shift: f64,
    /// By how much more than in other games a longer search moves the chance.
    #[serde(default = "one")]
    error_factor: f64,
}

const fn one() -> f64 {
    1.0
}

/// A position of a game that came to its end: what a search found of it, and what became of it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Observation {
    /// The number of the game.
    pub game: u32,
    /// The share of the game's steps before the position, 0 to 1.
    pub done: f64,
    /// The fair winning chance of the player to move, 0 to 1.
    pub win: f64,
    /// The result for that player: 1, 0, or one half for a draw.
    pub result: f64,
}

impl Default for Calibration {
    fn default() -> Self {
        Self::NONE
    }
}

impl Calibration {
    /// The map that changes nothing.
    pub const NONE: Self = Self::new(0.0, 1.0);

    /// The least and the greatest power that is plausible.
    const POWERS: std::ops::RangeInclusive<f64> = 0.2..=5.0;

    /// The map that raises the odds to `power` and then adds `shift` to their logarithm.
    pub const fn new(shift: f64, power: f64) -> Self {
        Self { power, shift, error_factor: one() }
    }

    /// The map for the game of this name; [`NONE`](Self::NONE) for one without a sample.
    pub fn of(game: &str) -> Self {
        static TABLE: OnceLock<BTreeMap<String, Calibration>> = OnceLock::new();
        let table = TABLE.get_or_init(|| serde_json::from_str(SHIPPED).unwrap_or_default());
        table.get(game).copied().filter(|map| Self::POWERS.contains(&map.power)).unwrap_or_default()
    }

    /// Fits the map to `sample`, each position seen from both sides; with fewer than 50 positions
    /// the map changes nothing.
    ///
    /// Newton's method on the likelihood.
    pub fn fit(sample: &[Observation]) -> Self {
        /// The fewest observations that can teach something.
        const LEAST: usize = 50;
        if sample.len() < LEAST {
            return Self::NONE;
        }
        let mut power: f64 = 1.0;
        for _ in 0..100 {
            let (mut slope, mut bend) = (0.0, 1e-9);
            for seen in sample {
                let odds = odds(seen.win);
                let chance = logistic(power * odds);
                slope += (seen.result - chance) * odds;
                bend += chance * (1.0 - chance) * odds * odds;
            }
            let step = (slope / bend).clamp(-0.5, 0.5);
            power = (power + step).clamp(*Self::POWERS.start(), *Self::POWERS.end());
            if step.abs() < 1e-9 {
                break;
            }
        }
        // Further digits mean nothing, and would depend on the order in which the sums are made.
        Self::new(0.0, (power * 1e3).round() / 1e3)
    }

    /// The power to which the odds are raised.
    pub const fn power(self) -> f64 {
        self.power
    }

    /// The calibrated chance where a search gives `chance`, both from 0 to 1.
    pub fn chance(self, chance: f64) -> f64 {
        let is_bare = chance <= 0.0 || chance >= 1.0 || self == Self::NONE;
        if is_bare { chance } else { logistic(self.shift + self.power * odds(chance)) }
    }

    /// The factor that the map widens a small difference by, at the chance that it maps to
    /// `calibrated`.
    pub fn growth(self, calibrated: f64) -> f64 {
        if self == Self::NONE {
            return 1.0;
        }
        let searched = logistic((odds(calibrated) - self.shift) / self.power);
        let spread = |chance: f64| (chance * (1.0 - chance)).max(1e-6);
        self.power * spread(calibrated) / spread(searched)
    }

    /// The distance of a calibrated `chance` from that of 16 times as long a search, in about nine
    /// of ten positions; `visits` are its simulations.
    ///
    /// Fitted to searches of 1,000 to 320,000 simulations of all four games, and the factor of a
    /// game to those of 320,000. It hardly shrinks with the visits, and on square boards from 1,000
    /// visits not at all, as most of it is not chance: a longer search sees what a shorter one does
    /// not, and on a small board that decides more.
    pub fn error(self, chance: f64, visits: u32, geometry: &Geometry) -> f64 {
        /// The error at an even chance of 1,000 simulations on a board of 64 cells.
        const EVEN: f64 = 0.216;
        /// The power of the simulations with which it shrinks.
        const SHRINKING: f64 = 0.1;
        let most = match geometry.shape() {
            Shape::Hexhex => u32::MAX,
            Shape::Square => 1_000,
        };
        let thousands = f64::from(visits.clamp(1, most)) / 1e3;
        let spread = 2.0 * (chance * (1.0 - chance)).max(0.0).sqrt();
        // Smaller and larger boards than those of the fit count like the nearest of them.
        let smallness = (64.0 / geometry.len().clamp(37, 169) as f64).sqrt();
        (self.error_factor * EVEN * spread * smallness * thousands.powf(-SHRINKING)).min(1.0)
    }

    /// The Brier score: the mean squared difference between the calibrated chances of `sample` and
    /// the results; less is better.
    pub fn brier(self, sample: &[Observation]) -> f64 {
        let miss = |seen: &Observation| (self.chance(seen.win) - seen.result).powi(2);
        sample.iter().map(miss).sum::<f64>() / sample.len().max(1) as f64
    }
}

/// The logarithm of the odds of a chance, kept finite.
pub fn odds(chance: f64) -> f64 {
    let chance = chance.clamp(1e-3, 1.0 - 1e-3);
    (chance / (1.0 - chance)).ln()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions that a search gives from 10 to 90 %, each won as often as `comes_true` gives.
    fn sample(comes_true: impl Fn(f64) -> f64) -> Vec<Observation> {
        let seen = |tenth: u32, i: u32| {
            let win = f64::from(tenth) / 10.0;
            let result = f64::from(u8::from(f64::from(i) < 1_000.0 * comes_true(win)));
            Observation { game: i, done: 0.0, win, result }
        };
        (1..10)
            .flat_map(|tenth| (0..1_000).map(move |i| (tenth, i)))
            .map(|(tenth, i)| seen(tenth, i))
            .collect()
    }

    #[test]
    fn calibration_corrects_only_wrong_chances() {
        assert!((Calibration::fit(&sample(|win| win)).power() - 1.0).abs() < 0.02);
        let bolder = Calibration::new(0.0, 1.7);
        let found = Calibration::fit(&sample(|win| bolder.chance(win)));
        assert!((found.power() - 1.7).abs() < 0.02, "{found:?}");
        assert_eq!(Calibration::fit(&sample(|win| win)[..40]), Calibration::NONE);
    }

    #[test]
    fn order_and_the_fixed_points_stay_and_both_sides_agree() {
        let map = Calibration::new(0.0, 1.7);
        let out: Vec<f64> = (0..=100).map(|point| map.chance(f64::from(point) / 100.0)).collect();
        assert!(out.is_sorted_by(|a, b| a < b), "{out:?}");
        assert!(
            out[0].abs() < 1e-12 && (out[50] - 0.5).abs() < 1e-12 && (out[100] - 1.0).abs() < 1e-12
        );
        assert!((0..=100).all(|point| (out[point] + out[100 - point] - 1.0).abs() < 1e-12));
    }

    #[test]
    fn small_differences_grow_as_the_map_is_steep() {
        let map = Calibration::new(0.0, 1.7);
        for chance in [0.2, 0.5, 0.7] {
            let slope = (map.chance(chance + 1e-6) - map.chance(chance - 1e-6)) / 2e-6;
            assert!((map.growth(map.chance(chance)) - slope).abs() < 1e-3, "{chance}");
        }
        assert!((Calibration::NONE.growth(0.3) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn errors_shrink_with_visits_cells_and_towards_sure_results() {
        let [eight, twelve] = [8, 12].map(|size| Geometry::get(Shape::Square, size).unwrap());
        let five = Geometry::get(Shape::Hexhex, 5).unwrap();
        let error_of =
            |chance, visits, geometry: &Geometry| Calibration::NONE.error(chance, visits, geometry);
        assert!((error_of(0.5, 1_000, eight) - 0.216).abs() < 1e-12);
        assert!((error_of(0.5, 1_000, twelve) - 0.144).abs() < 1e-12);
        assert!(error_of(0.5, 70_000, five) < 0.15 && error_of(0.5, 159, five) > 0.2);
        // A longer search of a square board finds as much that a long one does not know.
        assert!((error_of(0.5, 70_000, eight) - 0.216).abs() < 1e-12);
        assert!(error_of(0.5, 10, eight) > 0.3);
        assert!(error_of(0.98, 1_000, eight) < 0.07);
        assert!(error_of(1.0, 1, eight).abs() < 1e-12);
        // Only some of many steps are opened.
        let wide = Calibration::of("plurality").error(0.5, 1_000, eight);
        assert!((wide - 1.36 * 0.216).abs() < 1e-12);
    }

    #[test]
    fn calibration_of_an_unknown_game_changes_nothing() {
        let of_a_game = Calibration::of("greylox");
        assert!(of_a_game.chance(0.6) > 0.6 && of_a_game.chance(0.4) < 0.4);
        assert!((Calibration::of("no such game").chance(0.6) - 0.6).abs() < f64::EPSILON);
    }
}
