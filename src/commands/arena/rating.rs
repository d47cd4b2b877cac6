//! Elo differences from results, with how sure they are.
//!
//! Sources: Bradley and Terry, "Rank Analysis of Incomplete Block Designs", 1952; Wilson, "Probable Inference, the Law of
//! Succession, and Statistical Inference", 1927; Wald, "Sequential Tests of Statistical Hypotheses", 1945.

use crate::cli::Sprt;

/// Wins, draws and losses of one player against another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// An Elo difference with its 95 % interval. A side without bound is infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Elo {
    /// The likeliest value.
    pub value: f64,
    /// Its lower bound.
    pub low: f64,
    /// Its upper bound.
    pub high: f64,
}

/// Standard deviations of a 95 % interval.
const Z: f64 = 1.959_964;

impl Tally {
    /// Counts a game that gave `points`: 1, 0 or ½.
    pub(super) fn add(&mut self, points: f64) {
        if points > 0.75 {
            self.wins += 1;
        } else if points < 0.25 {
            self.losses += 1;
        } else {
            self.draws += 1;
        }
    }

    /// Games played.
    pub(super) const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points, a draw counting one half.
    pub(super) fn points(self) -> f64 {
        f64::from(self.wins) + 0.5 * f64::from(self.draws)
    }

    /// The Elo difference that the results speak for, by Wilson's interval for the share of points.
    pub(super) fn elo(self) -> Elo {
        let n = f64::from(self.games());
        if n == 0.0 {
            return Elo { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let share = self.points() / n;
        let middle = (share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half = Z / (1.0 + Z * Z / n) * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        // All won or all lost names no value: half a point to the other side stands for what was not seen. Of a single game
        // that would leave nothing to tell who won it, so there it is a third (Laplace's rule of succession).
        let unseen = 0.5 / n.max(1.5);
        let value = elo(share.clamp(unseen, 1.0 - unseen));
        Elo { value, low: elo(middle - half), high: elo(middle + half) }
    }
}

/// The Elo difference at which a player can expect `share` of the points.
fn elo(share: f64) -> f64 {
    if share <= 1e-9 {
        f64::NEG_INFINITY
    } else if share >= 1.0 - 1e-9 {
        f64::INFINITY
    } else {
        400.0 * (share / (1.0 - share)).log10()
    }
}

/// The share of points to expect at an Elo difference.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The state of a match between two hypotheses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Verdict {
    /// The difference is at most the lower one.
    Lower,
    /// The difference is at least the higher one.
    Higher,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// The logarithm of the likelihood ratio of the two hypotheses, by the normal approximation.
    pub(super) fn log_likelihood_ratio(self, tally: Tally) -> f64 {
        let n = f64::from(tally.games());
        if n == 0.0 {
            return 0.0;
        }
        // Half a game each way keeps the variance above nothing when all games went one way.
        let wins = f64::from(tally.wins) + 0.5;
        let total = n + 1.0;
        let mean = (wins + 0.5 * f64::from(tally.draws)) / total;
        let square = (wins + 0.25 * f64::from(tally.draws)) / total;
        let (low, high) = (expected(self.low), expected(self.high));
        n * (high - low) * (2.0 * mean - low - high) / (2.0 * (square - mean * mean))
    }

    /// Returns the verdict of the results.
    pub(super) fn verdict(self, tally: Tally) -> Verdict {
        let bound = (0.95f64 / 0.05).ln();
        match self.log_likelihood_ratio(tally) {
            ratio if ratio >= bound => Verdict::Higher,
            ratio if ratio <= -bound => Verdict::Lower,
            _ => Verdict::Open,
        }
    }
}

/// Ratings of all players by Bradley and Terry's model, the first player at 0, with 95 % intervals of the difference to it.
///
/// `results[i][j]` is what `i` scored against `j`: points, and games. Half a drawn game between every two players that met
/// keeps ratings finite. Players that no chain of games joins to the first stay at 0 with infinite bounds.
pub(super) fn bradley_terry(results: &[Vec<(f64, f64)>]) -> Vec<Elo> {
    let n = results.len();
    let met = |i: usize, j: usize| results[i][j].1 > 0.0;
    let played = |i: usize, j: usize| if met(i, j) { results[i][j].1 + 0.5 } else { 0.0 };
    let scored = |i: usize, j: usize| if met(i, j) { results[i][j].0 + 0.25 } else { 0.0 };
    let mut joined = vec![false; n];
    let mut reach = vec![0];
    while let Some(i) = reach.pop() {
        if !std::mem::replace(&mut joined[i], true) {
            reach.extend((0..n).filter(|&j| met(i, j)));
        }
    }
    let free: Vec<usize> = (1..n).filter(|&i| joined[i]).collect();
    let mut ratings = vec![0.0; n];
    // Newton's method on the concave likelihood; steps are bounded so that a poor start cannot overshoot.
    for _ in 0..200 {
        let (gradient, information) = slopes(&ratings, &free, &played, &scored);
        let Some(step) = solve(information, gradient) else { break };
        let longest = step.iter().fold(0.0f64, |a, b| a.max(b.abs()));
        let scale = (1.0 / longest.max(1e-12)).min(1.0);
        for (&i, change) in free.iter().zip(&step) {
            ratings[i] += scale * change;
        }
        if longest < 1e-9 {
            break;
        }
    }
    let (_, information) = slopes(&ratings, &free, &played, &scored);
    let per_elo = 400.0 / std::f64::consts::LN_10;
    (0..n)
        .map(|i| {
            let value = ratings[i] * per_elo;
            if i == 0 {
                return Elo { value, low: value, high: value };
            }
            let variance = free.iter().position(|&j| j == i).and_then(|at| {
                let unit = (0..free.len()).map(|k| f64::from(u8::from(k == at))).collect();
                solve(information.clone(), unit).map(|column| column[at])
            });
            let half = variance.map_or(f64::INFINITY, |variance| Z * variance.max(0.0).sqrt() * per_elo);
            Elo { value, low: value - half, high: value + half }
        })
        .collect()
}

/// The slope of the logarithm of the likelihood at `ratings`, and how fast it changes (Fisher's information).
fn slopes(
    ratings: &[f64],
    free: &[usize],
    played: &dyn Fn(usize, usize) -> f64,
    scored: &dyn Fn(usize, usize) -> f64,
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let mut gradient = vec![0.0; free.len()];
    let mut information = vec![vec![0.0; free.len()]; free.len()];
    for (row, &i) in free.iter().enumerate() {
        for j in 0..ratings.len() {
            if i == j {
                continue;
            }
            let chance = 1.0 / (1.0 + (ratings[j] - ratings[i]).exp());
            let weight = played(i, j) * chance * (1.0 - chance);
            gradient[row] += scored(i, j) - played(i, j) * chance;
            information[row][row] += weight;
            if let Some(column) = free.iter().position(|&k| k == j) {
                information[row][column] -= weight;
            }
        }
    }
    (gradient, information)
}

/// Solves `matrix · x = right` for a small positive definite matrix; `None` if it is singular.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let n = right.len();
    for column in 0..n {
        let pivot = (column..n).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (head, tail) = matrix.split_at_mut(column + 1);
        let source = &head[column];
        for (row, values) in tail.iter_mut().enumerate() {
            let factor = values[column] / source[column];
            for (value, &above) in values[column..].iter_mut().zip(&source[column..]) {
                *value -= factor * above;
            }
            right[column + 1 + row] -= factor * right[column];
        }
    }
    for column in (0..n).rev() {
        let known: f64 = (column + 1..n).map(|k| matrix[column][k] * right[k]).sum();
        right[column] = (right[column] - known) / matrix[column][column];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u32, draws: u32, losses: u32) -> Tally {
        Tally { wins, draws, losses }
    }

    #[test]
    fn elo_follows_from_the_share_of_points() {
        assert!(tally(10, 4, 10).elo().value.abs() < 1e-9);
        // Three points of four are worth 400 · log10 3.
        let elo = tally(75, 0, 25).elo();
        assert!((elo.value - 190.85).abs() < 0.01, "{elo:?}");
        assert!(elo.low > 100.0 && elo.low < elo.value && elo.high > elo.value && elo.high < 300.0, "{elo:?}");
        let all = tally(100, 0, 0).elo();
        assert!(all.value.is_finite() && all.low > 500.0 && all.high.is_infinite(), "{all:?}");
        assert!(tally(0, 0, 0).elo().low.is_infinite());
    }

    #[test]
    fn who_won_every_game_is_the_stronger_and_the_more_so_the_more_games() {
        let won: Vec<f64> = [1, 2, 3, 10, 100].map(|n| tally(n, 0, 0).elo().value).to_vec();
        assert!(won[0] > 100.0 && won.is_sorted_by(|fewer, more| fewer < more), "{won:?}");
        assert!((tally(0, 0, 1).elo().value + won[0]).abs() < 1e-9);
        assert!(tally(0, 1, 0).elo().value.abs() < 1e-9);
    }

    #[test]
    fn more_games_make_the_interval_narrower() {
        let width = |scale: u32| {
            let elo = tally(60 * scale, 0, 40 * scale).elo();
            elo.high - elo.low
        };
        assert!(width(4) < 0.55 * width(1));
    }

    #[test]
    fn a_sequential_test_ends_when_the_results_are_clear() {
        let sprt = Sprt { low: 0.0, high: 20.0 };
        assert_eq!(sprt.verdict(tally(0, 0, 0)), Verdict::Open);
        assert_eq!(sprt.verdict(tally(51, 0, 49)), Verdict::Open);
        assert_eq!(sprt.verdict(tally(2200, 0, 1800)), Verdict::Higher);
        assert_eq!(sprt.verdict(tally(1900, 0, 2100)), Verdict::Lower);
    }

    #[test]
    fn a_chain_of_matches_adds_up() {
        // Each beats the next with three points of four; the ends never met.
        let (win, loss, none) = ((75.0, 100.0), (25.0, 100.0), (0.0, 0.0));
        let ratings = bradley_terry(&[vec![none, win, none], vec![loss, none, win], vec![none, loss, none]]);
        assert!((ratings[1].value + 190.0).abs() < 3.0, "{ratings:?}");
        assert!((ratings[2].value + 380.0).abs() < 6.0, "{ratings:?}");
        assert!(ratings[2].high - ratings[2].low > ratings[1].high - ratings[1].low);
    }

    #[test]
    fn who_met_nobody_has_no_rating_to_speak_of() {
        let none = (0.0, 0.0);
        let ratings = bradley_terry(&[vec![none; 2], vec![none; 2]]);
        assert!(ratings[1].low.is_infinite());
    }
}
