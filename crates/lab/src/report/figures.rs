//! The figures that games with one set of options give.
//!
//! Sources: Browne, "Automatic Generation and Evaluation of Recombination Games", 2008 (drama, lead
//! change, decisiveness); Wilson, "Probable Inference, the Law of Succession, and Statistical
//! Inference", 1927.

use std::collections::BTreeSet;

use serde::Serialize;
use tetralith_core::StepKind;
use tetralith_study::{Calibration, odds};

use crate::arena::wilson;
use crate::report::fit::logistic;
use crate::report::reported_game::ReportedGame;
use crate::report::strength::{Scale, Strength};

/// The games of a strength that are enough for the figures besides its balance: its share is then
/// known to about six points.
const MANY: usize = 300;

/// The winning chance from which a game counts as decided if it is never lost again.
const DECIDED: f64 = 0.9;

/// The share of points that the first player takes at one strength.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Balance {
    /// The players.
    pub strength: String,
    /// The simulations for each step, if they are fixed.
    pub simulations: Option<u64>,
    /// Games.
    pub games: usize,
    /// The share of points, 0…1.
    pub share: f64,
    /// The lower bound of its 95 % interval.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// Drawn games.
    pub draws: usize,
}

/// A quantity over many games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Spread {
    /// The middle one.
    pub median: f64,
    /// One in twenty is lower.
    pub p5: f64,
    /// One in twenty is higher.
    pub p95: f64,
}

/// A game that shows what games are like.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Example {
    /// The contents.
    pub title: String,
    /// The game as a one-line record.
    pub record: String,
}

/// The figures of a game with one set of options. All but the balance are of the strongest players
/// with enough games, or, where these cannot be distinguished by strength, of those with the most
/// games.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Figures {
    pub options: String,
    /// The first player's share at each strength: records, players of whose strength nothing is
    /// known, levels, players with a time and players with fixed simulations; each of the last
    /// three weakest first.
    pub balance: Vec<Balance>,
    /// The players whose games all later figures are from.
    pub strength: String,
    pub games: usize,
    pub length: Spread,
    /// The mean number of legal steps by ply, as long as half of the games last.
    pub branching: Vec<f64>,
    /// The mean number of legal steps over whole games.
    pub mean_branching: f64,
    /// The mean number of changes of the lead beyond two standard errors; `None` if no winning
    /// chances are known.
    pub lead_changes: Option<f64>,
    /// The mean drama, 0…1: how far behind winners were while they were behind.
    pub drama: Option<f64>,
    /// The mean part of a game after which it was decided, 0…1.
    pub decided_at: Option<f64>,
    /// The mean number of stones flipped, in games with flips.
    pub flips: Option<f64>,
    /// The share of games with a swap, where there is one.
    pub swaps: Option<f64>,
    /// The margin at the end before komi, as the first player sees it, in games with points.
    pub margin: Option<Spread>,
    /// The frequency of each end, most frequent first.
    pub endings: Vec<(String, usize)>,
    /// By cell: how often it is among the first played on, the mean being 1.
    pub opening: Vec<f64>,
    /// By cell: the share of games that end with a stone of the first player on it among those that
    /// end with one at all.
    pub holding: Vec<Option<f64>>,
    /// The median game and the most dramatic one.
    pub examples: Vec<Example>,
}

/// The ups and downs of winner and loser in one game.
struct Tension {
    lead_changes: f64,
    drama: f64,
    decided_at: f64,
}

impl Figures {
    /// The figures that `courses`, all with these `options`, speak for; `None` if no two players of
    /// one strength met.
    pub fn of(options: &str, courses: &[&ReportedGame]) -> Option<Self> {
        let names: BTreeSet<&str> =
            courses.iter().filter_map(|course| course.strength.as_deref()).collect();
        let strengths: BTreeSet<Strength> = names.into_iter().map(Strength::of).collect();
        let of = |strength: &str| -> Vec<&ReportedGame> {
            courses
                .iter()
                .copied()
                .filter(|course| course.strength.as_deref() == Some(strength))
                .collect()
        };
        let balance: Vec<Balance> =
            strengths.iter().map(|strength| Balance::of(strength, &of(&strength.name))).collect();
        let main = main_players(&balance)?.strength.clone();
        let games = of(&main);
        let info = games[0].info;
        let calibration = calibration(&games);
        let tensions: Vec<Option<Tension>> =
            games.iter().map(|course| tension(course, calibration)).collect();
        let known: Vec<&Tension> = tensions.iter().flatten().collect();
        let mean = |value: fn(&Tension) -> f64| {
            (!known.is_empty()).then(|| {
                known.iter().map(|tension| value(tension)).sum::<f64>() / known.len() as f64
            })
        };
        let count = |kind: StepKind| {
            let counted = |course: &&ReportedGame| {
                course.steps.iter().filter(|step| step.kind() == kind).count()
            };
            info.steps
                .contains(&kind)
                .then(|| games.iter().map(counted).sum::<usize>() as f64 / games.len() as f64)
        };
        let margins: Vec<f64> = games.iter().filter_map(|course| course.margin).collect();
        let branching = branching(&games);
        let steps: usize = games.iter().map(|course| course.legal.len()).sum();
        let legal: f64 =
            games.iter().flat_map(|course| &course.legal).map(|&count| f64::from(count)).sum();
        Some(Self {
            options: options.to_owned(),
            balance,
            strength: main,
            games: games.len(),
            length: Spread::of(games.iter().map(|course| course.steps.len() as f64).collect())?,
            branching,
            mean_branching: legal / steps.max(1) as f64,
            lead_changes: mean(|tension| tension.lead_changes),
            drama: mean(|tension| tension.drama),
            decided_at: mean(|tension| tension.decided_at),
            flips: count(StepKind::Flip),
            swaps: games[0].options.pie.then(|| count_swaps(&games)),
            margin: Spread::of(margins),
            endings: endings(&games),
            opening: opening(&games),
            holding: holding(&games),
            examples: examples(&games, &tensions),
        })
    }
}

/// The players whose games the other figures are from: the strongest with enough games to say
/// something, if these can be ordered; else those with the most games.
fn main_players(balance: &[Balance]) -> Option<&Balance> {
    let many: Vec<(Strength, &Balance)> =
        played(balance).filter(|(_, balance)| balance.games >= MANY).collect();
    let strongest = many.last().filter(|(strongest, _)| {
        Scale::ORDERED.contains(&strongest.scale)
            && many.iter().all(|(other, _)| other.scale == strongest.scale)
    });
    let strongest = strongest.map(|&(_, balance)| balance);
    strongest.or_else(|| balance.iter().max_by_key(|balance| balance.games))
}

/// The rows of players of whom more is known than that their games are in records, each with its
/// strength.
pub(crate) fn played(balance: &[Balance]) -> impl Iterator<Item = (Strength, &Balance)> {
    let rows = balance.iter().map(|balance| (Strength::of(&balance.strength), balance));
    rows.filter(|(strength, _)| strength.scale != Scale::Records)
}

impl Balance {
    fn of(strength: &Strength, courses: &[&ReportedGame]) -> Self {
        let games = courses.len();
        let share = courses.iter().map(|course| course.points).sum::<f64>() / games.max(1) as f64;
        let [low, high] = wilson(share, games as f64);
        let draws = courses.iter().filter(|course| (course.points - 0.5).abs() < 0.25).count();
        let simulations = (strength.scale == Scale::Simulations).then_some(strength.rank);
        Self { strength: strength.name.clone(), simulations, games, share, low, high, draws }
    }
}

impl Spread {
    /// The spread of `values`; `None` of none.
    pub(crate) fn of(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let last = values.len().checked_sub(1)?;
        let at = |part: f64| values[(part * last as f64).round() as usize];
        Some(Self { median: at(0.5), p5: at(0.05), p95: at(0.95) })
    }
}

/// The fewest games to fit a calibration to: the positions of one game all have the same result, so
/// their number says little.
const FEWEST_GAMES: usize = 50;

/// The calibration of the chances noted in `games`, from the first player's side.
pub(crate) fn calibration(games: &[&ReportedGame]) -> Calibration {
    fitted(games.iter().map(|course| (&course.wins[..], course.points)))
}

/// Fits a calibration to games, each the chances of one player, 0…1, in its positions, and that
/// player's result, 1, ½ or 0.
///
/// With fewer than [`FEWEST_GAMES`], or if all of them ended alike, it changes nothing.
fn fitted<'a>(games: impl Iterator<Item = (&'a [Option<f64>], f64)>) -> Calibration {
    let games: Vec<(&[Option<f64>], f64)> =
        games.filter(|(chances, _)| chances.iter().any(Option::is_some)).collect();
    let ended_alike = games.windows(2).all(|pair| (pair[0].1 - pair[1].1).abs() < 0.25);
    if games.len() < FEWEST_GAMES || ended_alike {
        return Calibration::NONE;
    }
    let of_game = |&(chances, result): &(&[Option<f64>], f64)| {
        chances.iter().flatten().map(|&chance| (odds(chance), result)).collect::<Vec<_>>()
    };
    let points: Vec<(f64, f64)> = games.iter().flat_map(of_game).collect();
    logistic(&points).map_or(Calibration::NONE, |[shift, power]| Calibration::new(shift, power))
}

/// The ups and downs of winner and loser in `course`; `None` if it was drawn or no winning chances
/// are known.
fn tension(course: &ReportedGame, calibration: Calibration) -> Option<Tension> {
    let won = (course.points - 0.5).abs() > 0.25;
    let chances: Vec<f64> = course
        .wins
        .iter()
        .flatten()
        .map(|&win| calibration.chance(win))
        .map(|first| if course.points > 0.5 { first } else { 1.0 - first })
        .collect();
    if !won || chances.is_empty() {
        return None;
    }
    // Each chance is the mean of this many results, each won or lost; 100 if the simulations are
    // not known.
    let error = 0.5 / (course.simulations.unwrap_or(100) as f64).sqrt();
    let (mut leader, mut lead_changes) = (None, 0.0);
    for chance in &chances {
        let now = match chance - 0.5 {
            ahead if ahead > 2.0 * error => Some(true),
            ahead if ahead < -2.0 * error => Some(false),
            _ => leader,
        };
        if leader.is_some() && now != leader {
            lead_changes += 1.0;
        }
        leader = now;
    }
    let behind: Vec<f64> =
        chances.iter().map(|chance| 0.5 - chance).filter(|&deficit| deficit > 0.0).collect();
    // The root brings out small deficits; twice the deficit lies between 0 and 1.
    // Folded from 0.0, because `sum` of no numbers is -0.0.
    let drama = behind.iter().fold(0.0, |sum, deficit| sum + (2.0 * deficit).sqrt())
        / behind.len().max(1) as f64;
    let open = chances.iter().rposition(|&chance| chance < DECIDED).map_or(0, |last| last + 1);
    Some(Tension { lead_changes, drama, decided_at: open as f64 / chances.len() as f64 })
}

fn branching(games: &[&ReportedGame]) -> Vec<f64> {
    let longest = games.iter().map(|course| course.legal.len()).max().unwrap_or_default();
    (0..longest)
        .map(|ply| {
            games.iter().filter_map(|course| course.legal.get(ply)).copied().collect::<Vec<u32>>()
        })
        .take_while(|legal| 2 * legal.len() >= games.len())
        .map(|legal| legal.iter().map(|&count| f64::from(count)).sum::<f64>() / legal.len() as f64)
        .collect()
}

fn count_swaps(games: &[&ReportedGame]) -> f64 {
    let swapped =
        |course: &&&ReportedGame| course.steps.iter().any(|step| step.kind() == StepKind::Swap);
    games.iter().filter(swapped).count() as f64 / games.len() as f64
}

fn endings(games: &[&ReportedGame]) -> Vec<(String, usize)> {
    let mut found: Vec<(String, usize)> = Vec::new();
    for course in games {
        let reason = course.reason.clone().unwrap_or_else(|| "fault".to_owned());
        match found.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => found.push((reason, 1)),
        }
    }
    found.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    found
}

fn opening(games: &[&ReportedGame]) -> Vec<f64> {
    let cells = games[0].options.geometry().len();
    let mut counts = vec![0.0; cells];
    for cell in games.iter().flat_map(|course| &course.opening) {
        counts[cell.index()] += 1.0;
    }
    let mean = counts.iter().sum::<f64>() / cells as f64;
    counts.iter().map(|count| count / mean.max(1e-9)).collect()
}

fn holding(games: &[&ReportedGame]) -> Vec<Option<f64>> {
    let geometry = games[0].options.geometry();
    let held = |cell, colour: usize| {
        games.iter().filter(|course| course.stones[colour].contains(cell)).count() as f64
    };
    geometry
        .cells()
        .map(|cell| {
            let [first, second] = [held(cell, 0), held(cell, 1)];
            (first + second > 0.0).then(|| first / (first + second))
        })
        .collect()
}

/// The game whose length is the median, and the one with the most drama.
fn examples(games: &[&ReportedGame], tensions: &[Option<Tension>]) -> Vec<Example> {
    let mut by_length: Vec<&ReportedGame> = games.to_vec();
    by_length.sort_by_key(|course| course.steps.len());
    let median = by_length[by_length.len() / 2];
    // A single bad moment is no drama: what counts is how long and how far the winner was behind.
    let weight =
        |tension: &Tension| tension.drama * tension.decided_at * (1.0 + tension.lead_changes);
    let dramatic = tensions
        .iter()
        .zip(games)
        .filter_map(|(tension, course)| Some((weight(tension.as_ref()?), course)))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let example =
        |title: String, course: &ReportedGame| Some(Example { title, record: course.record()? });
    let median = example(format!("The median game, {} plies", median.steps.len()), median);
    let dramatic =
        dramatic.and_then(|(_, course)| example("The most dramatic game".to_owned(), course));
    median.into_iter().chain(dramatic).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::reported_game::tests::line;

    fn course(moves: &[&str], points: f64, wins: &[u16]) -> ReportedGame {
        let mut line = line(moves, points);
        line.wins = wins.iter().map(|&win| Some(win)).collect();
        ReportedGame::read(&line).expect("it can be played")
    }

    #[test]
    fn figures_are_those_of_the_games() {
        let games = [
            course(&["b2", "a1", "c3"], 1.0, &[500, 600, 900]),
            course(&["b2", "a1"], 0.0, &[500, 400]),
            course(&["a1", "b3", "c1"], 1.0, &[500, 100, 950]),
        ];
        let games: Vec<&ReportedGame> = games.iter().collect();
        let figures = Figures::of("square 3", &games).expect("they are of one strength");
        assert_eq!((figures.games, figures.balance.len()), (3, 1));
        assert!((figures.balance[0].share - 2.0 / 3.0).abs() < 1e-9);
        assert_eq!((figures.length.median, figures.length.p5), (3.0, 2.0));
        assert_eq!(figures.branching.len(), 3);
        assert!((figures.branching[0] - 9.0).abs() < 1e-9);
        // Only in the third game did the lead change, from the second player to the first.
        assert!(
            (figures.lead_changes.expect("they said so") - 1.0 / 3.0).abs() < 1e-9,
            "{figures:?}"
        );
        assert!(figures.drama.is_some_and(|drama| drama > 0.2));
        assert_eq!((figures.flips, figures.margin), (None, None));
        assert!((figures.opening.iter().sum::<f64>() - 9.0).abs() < 1e-9);
        assert_eq!(figures.examples.len(), 2);
    }

    #[test]
    fn a_game_is_decided_once_the_winner_is_never_in_doubt_again() {
        let course = course(&["b2", "a1", "c3", "a3"], 1.0, &[950, 500, 950, 980]);
        let tension = tension(&course, Calibration::default()).expect("it was won");
        assert!((tension.decided_at - 0.5).abs() < 1e-9);
        assert!(tension.lead_changes.abs() < 1e-9 && tension.drama.abs() < 0.1);
    }

    #[test]
    fn a_game_whose_winner_was_never_behind_has_no_drama() {
        let course = course(&["b2", "a1", "c3"], 1.0, &[950, 950, 980]);
        let drama = tension(&course, Calibration::default()).expect("it was won").drama;
        assert_eq!(format!("{drama:.2}"), "0.00");
        let figures = Figures::of("square 3", &[&course]).expect("it is of one strength");
        assert_eq!(format!("{:.2}", figures.drama.expect("it said so")), "0.00");
    }

    #[test]
    fn thousand_games_give_a_share_to_three_points() {
        let [low, high] = wilson(0.5, 1_067.0);
        assert!((high - low - 0.06).abs() < 0.001);
    }

    #[test]
    fn calibrated_chances_are_left_as_they_are() {
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
        fitted(games.iter().map(|(chances, result)| (&chances[..], *result)))
    }
}
