//! The strength of a person, estimated from the results of games against levels.
//!
//! A person whose strength is `r` is expected to score `1 / (1 + 10^((s - r) / 400))` against a
//! level whose strength is `s`, both in Elo above Novice. Before any game the strength is taken to
//! be normal around the usual level; each game changes that by what it makes likely, and older
//! games count less, because people improve. Source: A. E. Elo, "The Rating of Chessplayers, Past
//! and Present" (1978).

use tetralith_core::text::counted;
use tetralith_core::{Info, Options, Shape, games};
use tetralith_engine::Level;

/// The result of a game between a person and a level.
#[derive(Clone, Debug)]
pub struct LevelResult {
    /// The game.
    pub info: &'static Info,
    /// The shape of its board.
    pub shape: Shape,
    /// Its points or cells a side.
    pub size: u8,
    /// The opponent.
    pub level: &'static Level,
    /// The person's score: 1, ½ or 0.
    pub score: f64,
    /// The date in its record; empty if there is none.
    pub date: String,
}

/// The strength of a person in one game on one board, in Elo above Novice.
#[derive(Clone, Copy, Debug)]
pub struct Strength {
    /// The number that is as likely too high as too low.
    pub elo: f64,
    /// Four times in five the strength is between this number …
    pub low: f64,
    /// … and this one.
    pub high: f64,
    /// The games that it was estimated from.
    pub games: usize,
    info: &'static Info,
}

/// The spread of the strengths of people who have not played yet, in Elo.
const SPREAD: f64 = 350.0;

/// The weight of a game, by that of the next one.
const FADING: f64 = 0.97;

/// The latest games, which alone are counted: an earlier one has no weight to speak of.
const COUNTED: usize = 300;

/// The strengths that are compared, in Elo.
const LOWEST: i32 = -1_000;
const HIGHEST: i32 = 4_000;
const STEP: usize = 10;

impl LevelResult {
    /// True if the game was played on the board that `options` have.
    fn is_on(&self, info: &Info, options: Options) -> bool {
        self.info.id == info.id && (self.shape, self.size) == (options.board, options.size)
    }
}

impl Strength {
    /// The strength that `results` show in the game of `info` on the board that `options` have;
    /// results of other games and boards do not count. Their order makes no difference: their
    /// dates do.
    pub fn of(results: &[LevelResult], info: &'static Info, options: &Options) -> Self {
        let mut games: Vec<&LevelResult> =
            results.iter().filter(|result| result.is_on(info, *options)).collect();
        games.sort_by(|a, b| {
            let key = |result: &LevelResult| (result.date.clone(), result.level.id);
            key(a).cmp(&key(b)).then(a.score.total_cmp(&b.score))
        });
        games.drain(..games.len().saturating_sub(COUNTED));
        let played: Vec<(f64, f64)> =
            games.iter().map(|game| (elo_of(game.level, info), game.score)).collect();
        Self::from_scores(&played, info)
    }

    /// The strength that the scores against opponents of these strengths show, the latest last.
    fn from_scores(games: &[(f64, f64)], info: &'static Info) -> Self {
        let usual = elo_of(&Level::ALL[Level::USUAL], info);
        let strengths: Vec<f64> = (LOWEST..=HIGHEST).step_by(STEP).map(f64::from).collect();
        let likely = |strength: f64| {
            let mut log = -((strength - usual) / SPREAD).powi(2) / 2.0;
            let mut weight = 1.0;
            for &(opponent, score) in games.iter().rev() {
                let expected = 1.0 / (1.0 + 10_f64.powf((opponent - strength) / 400.0));
                log += weight * (score * expected.ln() + (1.0 - score) * (1.0 - expected).ln());
                weight *= FADING;
            }
            log
        };
        let logs: Vec<f64> = strengths.iter().map(|&strength| likely(strength)).collect();
        // Only the differences count; without this all of them could be too small for a number.
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let chances: Vec<f64> = logs.iter().map(|log| (log - most).exp()).collect();
        let total: f64 = chances.iter().sum();
        let quantile = |part: f64| {
            let mut sum = 0.0;
            let reached = chances.iter().position(|chance| {
                sum += chance;
                sum >= part * total
            });
            strengths[reached.unwrap_or(strengths.len() - 1)]
        };
        Self {
            elo: quantile(0.5),
            low: quantile(0.1),
            high: quantile(0.9),
            games: games.len(),
            info,
        }
    }

    /// The level that this person beats in `share` of the games, 0 to 1; half of them are an even
    /// match.
    pub fn level(&self, share: f64) -> &'static Level {
        Level::even(self.info, self.elo - 400.0 * (share / (1.0 - share)).log10())
    }

    /// The strength in words, such as `between Easy and Casual (9 games)`.
    pub fn words(&self) -> String {
        format!("{} ({})", self.between(), counted(self.games, "game"))
    }

    fn between(&self) -> String {
        let named = || Level::ALL.iter().filter(|level| level.is_repeatable());
        let elo = |level: &Level| elo_of(level, self.info);
        let below = named().rfind(|level| elo(level) <= self.low);
        let above = named().find(|level| elo(level) >= self.high);
        match (below, above) {
            (Some(below), Some(above)) => format!("between {} and {}", below.title, above.title),
            (None, Some(above)) => format!("below {}", above.title),
            (Some(below), None) => format!("above {}", below.title),
            (None, None) => "not known yet".to_owned(),
        }
    }
}

/// The strength of `level` in the game that `info` describes, of a level that thinks by the clock
/// as it was measured.
fn elo_of(level: &Level, info: &Info) -> f64 {
    level.elo(info).unwrap_or_else(|| {
        let highest = Level::ALL.iter().rfind(|level| level.is_repeatable());
        let below = highest.and_then(|level| level.elo(info)).unwrap_or_default();
        below + f64::from(games::ladder(info).timed_elo)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::Setup;

    fn necklace(size: i64) -> (&'static Info, Options) {
        let info = games::info("necklace").unwrap();
        (info, info.options(&Setup { size: Some(size), ..Setup::default() }).unwrap())
    }

    fn against(id: &str, score: f64, day: usize) -> LevelResult {
        let (info, options) = necklace(9);
        LevelResult {
            info,
            shape: options.board,
            size: options.size,
            level: Level::from_id(id).unwrap(),
            score,
            date: format!("2026-01-{day:02}"),
        }
    }

    fn strength(results: &[LevelResult]) -> Strength {
        let (info, options) = necklace(9);
        Strength::of(results, info, &options)
    }

    #[test]
    fn no_games_give_the_usual_level() {
        let none = strength(&[]);
        assert_eq!((none.level(0.5).id, none.games), ("even-4.0", 0));
        assert_eq!(none.words(), "between Novice and Skilled (0 games)");
        let elo = |share| none.level(share).elo(none.info).unwrap();
        assert!((elo(0.6) - (elo(0.5) - 70.0)).abs() < 20.0, "{} {}", elo(0.6), elo(0.5));
    }

    #[test]
    fn wins_and_losses_without_end_stay_within_the_levels() {
        let many = |score| (0..500).map(|_| against("easy", score, 1)).collect::<Vec<_>>();
        let [won, lost] = [1.0, 0.0].map(|score| strength(&many(score)));
        assert!(won.elo > 1_250.0 && won.low <= won.elo && won.elo <= won.high, "{won:?}");
        assert!(lost.elo < 250.0 && lost.low <= lost.elo && lost.elo <= lost.high, "{lost:?}");
        let strongest: Vec<_> = (0..500).map(|_| against("strongest", 1.0, 1)).collect();
        assert_eq!(strength(&strongest).level(0.5).id, "even-10.9");
        assert_eq!(strength(&strongest).between(), "above Grandmaster");
        let novice: Vec<_> = (0..500).map(|_| against("novice", 0.0, 1)).collect();
        assert_eq!(strength(&novice).level(0.5).id, "even-1.0");
    }

    #[test]
    fn even_matches_find_the_strength_of_a_player() {
        // A player as strong as Medium wins against what is weaker, and loses against the rest.
        let medium = Level::from_id("medium").unwrap().elo(necklace(9).0).unwrap();
        let mut results = Vec::new();
        for game in 0..30 {
            let level = strength(&results).level(0.5);
            let score = if level.elo(necklace(9).0).unwrap() < medium { 1.0 } else { 0.0 };
            results.push(LevelResult { level, ..against("easy", score, game) });
        }
        let found = strength(&results);
        assert!((found.elo - medium).abs() < 100.0, "{found:?}");
        assert!(found.low < medium && medium < found.high && found.high - found.low < 300.0);
    }

    #[test]
    fn late_results_count_more_in_any_order() {
        let half = |first: f64| {
            (0..40)
                .map(move |day| against("casual", if day < 20 { first } else { 1.0 - first }, day))
        };
        let better: Vec<_> = half(0.0).collect();
        let worse: Vec<_> = half(1.0).collect();
        assert!(strength(&better).elo > strength(&worse).elo + 30.0);
        let mut turned = better.clone();
        turned.reverse();
        assert!((strength(&turned).elo - strength(&better).elo).abs() < f64::EPSILON);
    }

    #[test]
    fn other_boards_do_not_count() {
        let (info, options) = necklace(13);
        assert_eq!(Strength::of(&[against("hard", 1.0, 1)], info, &options).games, 0);
        assert_eq!(strength(&[against("hard", 0.5, 1)]).games, 1);
    }
}
