//! Elo differences from results, with how sure they are.
//!
//! The two games of an opening, colours swapped, depend on each other: an opening that one seat
//! wins is split between any two players. So what counts as one observation is the pair, with its
//! 0, ½, 1, 1½ or 2 points (a pentanomial).
//!
//! Sources: Bradley and Terry, "Rank Analysis of Incomplete Block Designs", 1952; Wilson, "Probable
//! Inference, the Law of Succession, and Statistical Inference", 1927; Wald, "Sequential Tests of
//! Statistical Hypotheses", 1945; Jeffreys, "An Invariant Form for the Prior Probability in
//! Estimation Problems", 1946; Van den Bergh, "A Practical Introduction to the GSPRT", 2020.

/// Results of one player against another: games, and the pairs that they make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Pairs of games by twice the points won in them, 0 to 4.
    pub pairs: [u32; 5],
}

/// An Elo difference with its 95 % interval. A side without bound is infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Elo {
    pub value: f64,
    pub low: f64,
    /// Its upper bound.
    pub high: f64,
}

/// Standard deviations of a 95 % interval.
const Z: f64 = 1.959_964;

/// Wilson's 95 % interval of a `share` of `n` games.
pub(crate) fn wilson(share: f64, n: f64) -> [f64; 2] {
    if n < 1.0 {
        return [0.0, 1.0];
    }
    let middle = (share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

/// The number of pairs of each kind that count as seen beforehand, so that a kind not seen yet is
/// not taken to be impossible (Jeffreys).
const UNSEEN: f64 = 0.5;

impl Score {
    /// Counts a game without its other half, which gave `points`: 1, 0 or ½.
    pub fn add(&mut self, points: f64) {
        if points > 0.75 {
            self.wins += 1;
        } else if points < 0.25 {
            self.losses += 1;
        } else {
            self.draws += 1;
        }
    }

    /// Counts a pair of games; each gave 1, 0 or ½ points.
    pub fn add_pair(&mut self, points: [f64; 2]) {
        self.add(points[0]);
        self.add(points[1]);
        // Sums of halves are exact.
        let twice = (2.0 * (points[0] + points[1])).clamp(0.0, 4.0) as usize;
        self.pairs[twice] += 1;
    }

    /// The same results as the other player sees them.
    pub fn turned(self) -> Self {
        let mut pairs = self.pairs;
        pairs.reverse();
        Self { wins: self.losses, draws: self.draws, losses: self.wins, pairs }
    }

    /// Games played.
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points, a draw counting one half.
    pub fn points(self) -> f64 {
        f64::from(self.wins) + 0.5 * f64::from(self.draws)
    }

    /// Pairs that were not split: those won, and those lost.
    pub const fn decided(self) -> [u32; 2] {
        [self.pairs[3] + self.pairs[4], self.pairs[0] + self.pairs[1]]
    }

    /// Pairs whose both games were played.
    pub fn whole_pairs(self) -> u32 {
        self.pairs.iter().sum()
    }

    /// The mean share of a pair's points and its variance, as far as pairs are known.
    fn of_pairs(self) -> (f64, f64) {
        let weights = self.pairs.map(|seen| f64::from(seen) + UNSEEN);
        let total: f64 = weights.iter().sum();
        let shares = [0.0, 0.25, 0.5, 0.75, 1.0];
        let mean =
            weights.iter().zip(shares).map(|(weight, share)| weight * share).sum::<f64>() / total;
        let square =
            weights.iter().zip(shares).map(|(weight, share)| weight * share * share).sum::<f64>()
                / total;
        (mean, square - mean * mean)
    }

    /// The number of independent games that would show as much: fewer than were played where pairs
    /// are won or lost as a whole, more where they are split.
    pub fn effective_games(self) -> f64 {
        let (mean, variance) = self.of_pairs();
        let pairs = f64::from(self.whole_pairs());
        let singles = f64::from(self.games()) - 2.0 * pairs;
        singles + mean * (1.0 - mean) / variance * pairs
    }

    /// The 95 % interval of the share of points, by Wilson with
    /// [`effective_games`](Self::effective_games); all if there are none.
    pub fn interval(self) -> [f64; 2] {
        wilson(self.points() / f64::from(self.games()), self.effective_games())
    }

    /// The Elo difference that the results speak for.
    pub fn elo(self) -> Elo {
        if self.games() == 0 {
            return Elo { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let n = f64::from(self.games());
        // If all games are won or lost, no finite difference fits: half a point for the other side
        // replaces the results not seen. After a single game that would hide who won it, so there
        // it is a third (Laplace's rule of succession).
        let unseen = 0.5 / n.max(1.5);
        let value = elo((self.points() / n).clamp(unseen, 1.0 - unseen));
        let [low, high] = self.interval();
        Elo { value, low: elo(low), high: elo(high) }
    }
}

/// The Elo difference that lets a player expect `share` of the points.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtVerdict {
    /// The difference is at most the lower one.
    Lower,
    /// The difference is at least the higher one.
    Higher,
    /// More games are needed.
    Open,
}

/// A sequential test that finds the nearer of two Elo differences, `low` or `high`. Each kind of
/// error has a chance of 5 %.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference that means "no gain".
    pub low: f64,
    /// The difference that means "a gain".
    pub high: f64,
}

impl Sprt {
    /// The logarithm of the likelihood ratio of the two hypotheses, by the normal approximation for
    /// whole pairs.
    pub fn log_likelihood_ratio(self, score: &Score) -> f64 {
        let pairs = f64::from(score.whole_pairs());
        let (mean, variance) = score.of_pairs();
        let (low, high) = (expected(self.low), expected(self.high));
        pairs * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// The decision of the results between the two hypotheses, if there is one yet.
    pub fn verdict(self, score: &Score) -> SprtVerdict {
        let bound = (0.95f64 / 0.05).ln();
        match self.log_likelihood_ratio(score) {
            ratio if ratio >= bound => SprtVerdict::Higher,
            ratio if ratio <= -bound => SprtVerdict::Lower,
            _ => SprtVerdict::Open,
        }
    }
}

/// Ratings of all players by Bradley and Terry's model, the first player at 0, with 95 % intervals
/// of the difference to it.
///
/// `scores[i][j]` is what `i` scored against `j`. Each pairing counts as many games as it is worth
/// ([`Score::effective_games`]). Half a drawn game between every two players that met keeps ratings
/// finite. Players that no chain of games joins to the first stay at 0 with infinite bounds.
pub fn bradley_terry(scores: &[Vec<Score>]) -> Vec<Elo> {
    let n = scores.len();
    let results: Vec<Vec<(f64, f64)>> =
        scores.iter().map(|row| row.iter().map(worth).collect()).collect();
    let met = |i: usize, j: usize| results[i][j].1 > 0.0;
    let played = |i: usize, j: usize| if met(i, j) { results[i][j].1 + 0.5 } else { 0.0 };
    let won = |i: usize, j: usize| if met(i, j) { results[i][j].0 + 0.25 } else { 0.0 };
    let mut joined = vec![false; n];
    let mut reach = vec![0];
    while let Some(i) = reach.pop() {
        if !std::mem::replace(&mut joined[i], true) {
            reach.extend((0..n).filter(|&j| met(i, j)));
        }
    }
    let free: Vec<usize> = (1..n).filter(|&i| joined[i]).collect();
    let mut ratings = vec![0.0; n];
    // Newton's method on the concave likelihood; steps are bounded so that a poor start cannot
    // overshoot.
    for _ in 0..200 {
        let (gradient, information) = slopes(&ratings, &free, &played, &won);
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
    let (_, information) = slopes(&ratings, &free, &played, &won);
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
            let half =
                variance.map_or(f64::INFINITY, |variance| Z * variance.max(0.0).sqrt() * per_elo);
            Elo { value, low: value - half, high: value + half }
        })
        .collect()
}

/// Points and games of a pairing, weighed by what they are worth.
fn worth(score: &Score) -> (f64, f64) {
    let games = score.effective_games();
    if score.games() == 0 {
        (0.0, 0.0)
    } else {
        (score.points() / f64::from(score.games()) * games, games)
    }
}

/// The slope of the logarithm of the likelihood at `ratings`, and how fast it changes (Fisher's
/// information).
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
        let pivot = (column..n)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
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

    fn single(wins: u32, draws: u32, losses: u32) -> Score {
        Score { wins, draws, losses, pairs: [0; 5] }
    }

    /// So many pairs lost, split and won.
    fn paired(lost: u32, split: u32, won: u32) -> Score {
        let mut score = Score::default();
        for (count, points) in [(lost, [0.0, 0.0]), (split, [1.0, 0.0]), (won, [1.0, 1.0])] {
            for _ in 0..count {
                score.add_pair(points);
            }
        }
        score
    }

    #[test]
    fn elo_follows_from_the_share_of_points() {
        assert!(single(10, 4, 10).elo().value.abs() < 1e-9);
        // Three points of four are worth 400 · log10 3.
        let elo = single(75, 0, 25).elo();
        assert!((elo.value - 190.85).abs() < 0.01, "{elo:?}");
        assert!(
            elo.low > 100.0 && elo.low < elo.value && elo.high > elo.value && elo.high < 300.0,
            "{elo:?}"
        );
        let all = single(100, 0, 0).elo();
        assert!(all.value.is_finite() && all.low > 500.0 && all.high.is_infinite(), "{all:?}");
        assert!(single(0, 0, 0).elo().low.is_infinite());
    }

    #[test]
    fn winners_of_all_games_rate_higher_the_more_they_played() {
        let won: Vec<f64> = [1, 2, 3, 10, 100].map(|n| single(n, 0, 0).elo().value).to_vec();
        assert!(won[0] > 100.0 && won.is_sorted_by(|fewer, more| fewer < more), "{won:?}");
        assert!((single(0, 0, 1).elo().value + won[0]).abs() < 1e-9);
        assert!(single(0, 1, 0).elo().value.abs() < 1e-9);
    }

    #[test]
    fn more_games_make_the_interval_narrower() {
        let width = |scale: u32| {
            let elo = paired(20 * scale, 40 * scale, 40 * scale).elo();
            elo.high - elo.low
        };
        assert!(width(4) < 0.55 * width(1));
    }

    #[test]
    fn split_pairs_say_more_than_as_many_games_and_whole_ones_less() {
        let games = |score: Score| score.effective_games() / f64::from(score.games());
        // Split always: the seats decide, and what is left to chance is little.
        assert!(games(paired(10, 180, 10)) > 4.0);
        // Never split: two games show no more than one.
        assert!((games(paired(100, 0, 100)) - 0.5).abs() < 0.02);
        // Games that know nothing of each other: a quarter, a half and a quarter.
        assert!((games(paired(100, 200, 100)) - 1.0).abs() < 0.03);
        // Ten pairs, all won, are no more than twenty games, all won.
        assert!(paired(0, 0, 10).elo().low < single(20, 0, 0).elo().low);
    }

    #[test]
    fn results_turned_round_are_the_other_players() {
        let mut score = paired(3, 2, 7);
        score.add_pair([0.5, 1.0]);
        let (elo, turned) = (score.elo(), score.turned().elo());
        assert!((elo.value + turned.value).abs() < 1e-9 && (elo.low + turned.high).abs() < 1e-6);
        assert_eq!(score.decided(), [8, 3]);
        assert_eq!(score.turned().decided(), [3, 8]);
    }

    #[test]
    fn a_sequential_test_ends_when_the_pairs_are_clear() {
        let sprt = Sprt { low: 0.0, high: 20.0 };
        assert_eq!(sprt.verdict(&paired(0, 0, 0)), SprtVerdict::Open);
        assert_eq!(sprt.verdict(&paired(24, 3, 23)), SprtVerdict::Open);
        assert_eq!(sprt.verdict(&paired(400, 1000, 600)), SprtVerdict::Higher);
        assert_eq!(sprt.verdict(&paired(550, 900, 550)), SprtVerdict::Lower);
        // Games without their other half decide nothing.
        assert_eq!(sprt.verdict(&single(2200, 0, 1800)), SprtVerdict::Open);
    }

    #[test]
    fn split_pairs_decide_a_test_sooner() {
        let sprt = Sprt { low: 0.0, high: 20.0 };
        let ratio = |score: Score| sprt.log_likelihood_ratio(&score);
        // As many points of as many games.
        assert!(ratio(paired(10, 160, 30)) > 2.0 * ratio(paired(90, 0, 110)));
    }

    #[test]
    fn a_chain_of_matches_adds_up() {
        // Each beats the next with three points of four; the ends never met.
        let (win, none) = (single(75, 0, 25), Score::default());
        let loss = win.turned();
        let ratings =
            bradley_terry(&[vec![none, win, none], vec![loss, none, win], vec![none, loss, none]]);
        assert!((ratings[1].value + 190.0).abs() < 3.0, "{ratings:?}");
        assert!((ratings[2].value + 380.0).abs() < 6.0, "{ratings:?}");
        assert!(ratings[2].high - ratings[2].low > ratings[1].high - ratings[1].low);
    }

    #[test]
    fn players_without_games_have_no_rating() {
        let ratings = bradley_terry(&[vec![Score::default(); 2], vec![Score::default(); 2]]);
        assert!(ratings[1].low.is_infinite());
    }
}
