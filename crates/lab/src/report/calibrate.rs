//! Calibrated winning chances: what a search says is fitted to how its games ended.
//!
//! Source: Platt, "Probabilistic Outputs for Support Vector Machines", 1999 (here on the logarithm
//! of the odds).

use crate::report::fit::logistic;

/// The logarithm of the odds of a chance, kept finite.
fn odds(chance: f64) -> f64 {
    let chance = chance.clamp(0.001, 0.999);
    (chance / (1.0 - chance)).ln()
}

/// A map from the chances that a search gives to calibrated ones.
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
    /// The fewest games to fit a map to: the positions of one game all have the same result, so
    /// their number says little.
    const FEWEST_GAMES: usize = 50;

    /// Fits the map to games, each the chances of one player, 0…1, in its positions, and that
    /// player's result, 1, ½ or 0.
    ///
    /// With fewer than 50 games, or if all of them ended alike, it changes nothing.
    pub fn fit<'a>(games: impl Iterator<Item = (&'a [Option<f64>], f64)>) -> Self {
        let games: Vec<(&[Option<f64>], f64)> =
            games.filter(|(chances, _)| chances.iter().any(Option::is_some)).collect();
        let ended_alike = games.windows(2).all(|pair| (pair[0].1 - pair[1].1).abs() < 0.25);
        if games.len() < Self::FEWEST_GAMES || ended_alike {
            return Self::default();
        }
        let of_game = |&(chances, result): &(&[Option<f64>], f64)| {
            chances.iter().flatten().map(|&chance| (odds(chance), result)).collect::<Vec<_>>()
        };
        let points: Vec<(f64, f64)> = games.iter().flat_map(of_game).collect();
        logistic(&points).map_or_else(Self::default, |[shift, scale]| Self { shift, scale })
    }

    /// The calibrated chance where a search says `chance`.
    pub fn chance(self, chance: f64) -> f64 {
        1.0 / (1.0 + (-(self.shift + self.scale * odds(chance))).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_true_is_left_as_it_is() {
        let games: Vec<([Option<f64>; 1], f64)> = (1..10)
            .flat_map(|tenth| {
                (0..100).map(move |i| {
                    ([Some(f64::from(tenth) / 10.0)], f64::from(u8::from(i < 10 * tenth)))
                })
            })
            .collect();
        let calibration = fit(&games);
        for chance in [0.1, 0.5, 0.8] {
            assert!((calibration.chance(chance) - chance).abs() < 0.01, "{calibration:?}");
        }
    }

    #[test]
    fn of_few_games_nothing_is_learnt_however_long_they_are() {
        assert_eq!(
            fit(&[([Some(0.9); 100], 0.0), ([Some(0.9); 100], 1.0)]),
            Calibration::default()
        );
        assert_eq!(fit(&[([Some(0.9)], 0.0); 200]), Calibration::default(), "all ended alike");
        let untold = vec![([None], 0.0); 60];
        assert_eq!(
            fit(&[untold, vec![([Some(0.9)], 1.0)]].concat()),
            Calibration::default(),
            "of most nothing is known"
        );
    }

    fn fit<const N: usize>(games: &[([Option<f64>; N], f64)]) -> Calibration {
        Calibration::fit(games.iter().map(|(chances, result)| (&chances[..], *result)))
    }
}
