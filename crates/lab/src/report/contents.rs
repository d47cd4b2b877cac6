//! A report: the figures of a game with several sets of options, and the page that they make.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tetralith_core::text::display_text;
use tetralith_core::{Info, OptionKind, Options};
use tetralith_storage::results::ResultLine;
use tetralith_study::Calibration;

use crate::arena::{PlayerSpec, scores};
use crate::report::figures::{Figures, calibration};
use crate::report::fit::logistic;
use crate::report::reported_game::{RECORDS, ReportedGame, ReportedGameError};
use crate::report::strength::Strength;
use crate::report::swap::FirstMove;

/// The share of points from which a player counts as a rung above another.
pub(crate) const RUNG: f64 = 0.6;

/// Everything that a report on a game shows, before it becomes a page.
#[derive(Debug, Serialize)]
pub struct GameReport {
    #[serde(skip)]
    pub(crate) info: &'static Info,
    /// The game's name.
    pub game: &'static str,
    /// The options that were asked about, written out.
    pub options: String,
    /// The figures with these options, then with all others that there are games of.
    pub figures: Vec<Figures>,
    /// The komi that lets both sides win equally often, from games with several values of komi;
    /// `None` without such games.
    pub fair_komi: Option<Fair>,
    /// The first moves and their chances, calibrated.
    pub first_moves: Vec<FirstMove>,
    /// The ladder of strength, lowest rung first.
    pub ladder: Vec<StrengthRung>,
    /// Certain results.
    pub solved: Vec<Solved>,
    /// The builds that played, fit to show.
    pub builds: Vec<String>,
    /// The SHA-256 of the traced games, in any order; `None` without such games.
    pub games_sha256: Option<String>,
    /// The games that were left out as repeats, move for move, of others between players who draw
    /// no steps at random.
    pub repeated: usize,
    /// The games of the figures, and how many of them began with an opening of the arena.
    #[serde(skip)]
    pub(crate) opened: [usize; 2],
    #[serde(skip)]
    calibration: Calibration,
}

/// The komi that lets both sides win as often, as far as games with several values of komi show it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fair {
    /// The players.
    pub strength: String,
    /// The komi, between whole points; `None` if the shares do not cross one half at a komi from
    /// the least to the greatest that was played, or within a point of these.
    pub komi: Option<f64>,
    /// Each komi that was played with, the games and the first player's share.
    pub curve: Vec<(i16, usize, f64)>,
}

/// A player of the ladder of strength, with its score against the one below.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct StrengthRung {
    pub player: String,
    /// Its share of points against the rung below; `None` of the lowest.
    pub share: Option<f64>,
    pub games: u32,
}

/// An exact value, as `tetralith-lab solve --json` writes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Solved {
    /// The game's name.
    pub game: String,
    /// Its options.
    pub options: serde_json::Value,
    /// True if the value is proven.
    pub proved: bool,
    /// The winner's colour or `draw`.
    pub winner: Option<String>,
    /// The first player's territory minus the second's, in a game with points.
    #[serde(default)]
    pub score: Option<f64>,
    /// Positions that were searched.
    #[serde(default)]
    pub nodes: Option<u64>,
}

impl GameReport {
    /// The report on `info` with these `options` (and on all other options that `lines` hold games
    /// of).
    ///
    /// Games without a trace count for the ladder only.
    ///
    /// # Errors
    /// [`ReportedGameError`] if a traced game cannot be played.
    pub fn new(
        info: &'static Info,
        options: &str,
        lines: &[ResultLine],
    ) -> Result<Self, ReportedGameError> {
        let lines: Vec<&ResultLine> = lines.iter().filter(|line| line.game == info.id).collect();
        let mut courses: BTreeMap<&str, Vec<ReportedGame>> = BTreeMap::new();
        let (mut known, mut repeated, mut opened) = (HashSet::new(), 0, [0, 0]);
        for line in lines.iter().filter(|line| !line.moves.is_empty()) {
            let course = ReportedGame::read(line)?;
            if let Some(strength) = course.strength.clone().filter(|strength| !is_drawn(strength)) {
                // A game that these players would repeat at every meeting shows nothing new, and
                // would make intervals too narrow.
                let game = (
                    &line.options,
                    strength,
                    course.steps.clone(),
                    course.reason.clone(),
                    course.points.to_bits(),
                );
                if !known.insert(game) {
                    repeated += 1;
                    continue;
                }
            }
            if course.strength.is_some() {
                opened[0] += 1;
                opened[1] += usize::from(line.plies > 0 || line.list.is_some());
            }
            courses.entry(&line.options).or_default().push(course);
        }
        let figures =
            |options: &str| Figures::of(options, &courses.get(options)?.iter().collect::<Vec<_>>());
        let others =
            courses.keys().filter(|&&other| other != options).filter_map(|other| figures(other));
        let asked = figures(options);
        let main: Vec<&ReportedGame> = courses
            .get(options)
            .into_iter()
            .flatten()
            .filter(|course| {
                course.strength == asked.as_ref().map(|figures| figures.strength.clone())
            })
            .collect();
        let builds: BTreeSet<String> = lines
            .iter()
            .filter(|line| line.a != RECORDS)
            .map(|line| {
                let or_none =
                    |text: &Option<String>| text.clone().unwrap_or_else(|| "unknown".to_owned());
                display_text(&format!(
                    "{} (bench {})",
                    or_none(&line.version),
                    or_none(&line.bench)
                ))
            })
            .collect();
        Ok(Self {
            info,
            game: info.id,
            options: options.to_owned(),
            calibration: calibration(&main),
            fair_komi: fair_komi(info, options, &courses),
            ladder: ladder(options, &lines),
            figures: asked.into_iter().chain(others).collect(),
            first_moves: Vec::new(),
            solved: Vec::new(),
            builds: builds.into_iter().collect(),
            games_sha256: games_sha256(&lines),
            repeated,
            opened,
        })
    }

    /// True if there are games enough to fit winning chances to how they ended.
    pub(crate) fn is_calibrated(&self) -> bool {
        self.calibration != Calibration::default()
    }

    /// Adds the first moves; chances that a search found are calibrated by the games.
    #[must_use]
    pub fn with_first_moves(self, moves: Vec<FirstMove>) -> Self {
        let calibration = self.calibration;
        let calibrated = |found: FirstMove| match found.games {
            Some(_) => found,
            None => FirstMove { chance: calibration.chance(found.chance), ..found },
        };
        Self { first_moves: moves.into_iter().map(calibrated).collect(), ..self }
    }

    /// Adds exact values; those of other games are left out.
    #[must_use]
    pub fn with_solved(self, solved: Vec<Solved>) -> Self {
        let game = self.game;
        Self {
            solved: solved
                .into_iter()
                .filter(|solved| solved.proved && solved.game == game)
                .collect(),
            ..self
        }
    }
}

/// The SHA-256 of the traced games of `lines`, to compare games that are played again with a
/// report. It does not depend on when, where and how fast they were played.
fn games_sha256(lines: &[&ResultLine]) -> Option<String> {
    let game = |line: &&ResultLine| {
        let (first, second, points) = if line.a_first {
            (&line.a, &line.b, line.points)
        } else {
            (&line.b, &line.a, 1.0 - line.points)
        };
        let moves = line.moves.join(" ");
        format!("{}\t{first}\t{second}\t{points}\t{moves}\n", line.options)
    };
    let mut games: Vec<String> =
        lines.iter().filter(|line| !line.moves.is_empty()).map(game).collect();
    games.sort_unstable();
    (!games.is_empty()).then(|| format!("{:x}", Sha256::digest(games.concat())))
}

/// True if players of this `strength` draw steps or are people, so that the same game twice
/// is no more than chance.
pub(crate) fn is_drawn(strength: &str) -> bool {
    PlayerSpec::parse(strength).map_or(true, |player| player.draws())
}

/// True if players of this `strength` draw their first steps by visits.
pub(crate) fn varies(strength: &str) -> bool {
    PlayerSpec::parse(strength).is_ok_and(|player| player.drawn() > 0)
}

/// Games and the first player's points by komi.
type Curve = BTreeMap<i16, (usize, f64)>;

/// The fair komi, from games with `options` but for komi; `None` with fewer than two values of
/// komi.
fn fair_komi(
    info: &'static Info,
    options: &str,
    courses: &BTreeMap<&str, Vec<ReportedGame>>,
) -> Option<Fair> {
    if !info.has(OptionKind::Komi) {
        return None;
    }
    let asked = info.read_options(options)?;
    let mut played: BTreeMap<&str, Curve> = BTreeMap::new();
    for course in courses.values().flatten() {
        if (Options { komi: asked.komi, ..course.options }) == asked
            && let Some(strength) = &course.strength
        {
            let komi = played.entry(strength).or_default().entry(course.options.komi).or_default();
            *komi = (komi.0 + 1, komi.1 + course.points);
        }
    }
    // The players with the most values of komi; of equals, the stronger.
    let (strength, curve) =
        played.into_iter().max_by_key(|(strength, curve)| (curve.len(), Strength::of(strength)))?;
    let (&least, &greatest) = (curve.keys().next()?, curve.keys().next_back()?);
    if least == greatest {
        return None;
    }
    let results = curve.iter().flat_map(|(&komi, &(games, points))| {
        std::iter::repeat_n((f64::from(komi), points / games as f64), games)
    });
    let line = logistic(&results.collect::<Vec<_>>()).filter(|[_, slope]| *slope < 0.0);
    // The curve shows nothing of komi far from those that were played.
    let known = f64::from(least) - 1.0..=f64::from(greatest) + 1.0;
    Some(Fair {
        strength: strength.to_owned(),
        komi: line.map(|[shift, slope]| -shift / slope).filter(|komi| known.contains(komi)),
        curve: curve
            .iter()
            .map(|(&komi, &(games, points))| (komi, games, points / games as f64))
            .collect(),
    })
}

/// The ladder of budgets that met each other with these `options`.
fn ladder(options: &str, lines: &[&ResultLine]) -> Vec<StrengthRung> {
    let budget = |name: &str| -> Option<u64> {
        PlayerSpec::parse(name).ok()?;
        name.strip_prefix("sims=")?.parse().ok()
    };
    let games: Vec<&ResultLine> = lines
        .iter()
        .copied()
        .filter(|line| {
            line.options == options && budget(&line.a).is_some() && budget(&line.b).is_some()
        })
        .collect();
    let mut names: Vec<String> =
        games.iter().flat_map(|line| [line.a.clone(), line.b.clone()]).collect();
    names.sort_by_key(|name| budget(name));
    names.dedup();
    let table = scores(games.iter().copied(), &names);
    let mut ladder: Vec<(usize, StrengthRung)> = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let Some((below, _)) = ladder.last() else {
            ladder.push((at, StrengthRung { player: name.clone(), share: None, games: 0 }));
            continue;
        };
        let score = table[at][*below];
        let share = score.points() / f64::from(score.games().max(1));
        if score.games() >= 20 && share >= RUNG {
            ladder.push((
                at,
                StrengthRung { player: name.clone(), share: Some(share), games: score.games() },
            ));
        }
    }
    ladder.into_iter().map(|(_, rung)| rung).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(lines: &[ResultLine]) -> GameReport {
        let info = tetralith_core::games::info("plurality").expect("a game");
        GameReport::new(info, "square 5 komi 2", lines).expect("they can be played")
    }

    /// A game of two passes: the first player has no points more than the second.
    fn line(komi: i16, strength: u32, number: u32, points: f64) -> ResultLine {
        ResultLine {
            game: "plurality".into(),
            options: format!("square 5 komi {komi}"),
            a: format!("sims={strength},vary=6"),
            b: format!("sims={strength},vary=6 #2"),
            number,
            a_first: true,
            points,
            steps: 2,
            reason: Some("score".into()),
            moves: vec!["pass".into(), "pass".into()],
            wins: vec![Some(500), Some(480)],
            ..ResultLine::default()
        }
    }

    #[test]
    fn the_fair_komi_lies_where_shares_cross_one_half() {
        // 70 % with a komi of 1, 50 % with 3, 30 % with 5.
        let lines: Vec<ResultLine> = [(1, 70), (3, 50), (5, 30)]
            .into_iter()
            .flat_map(|(komi, won)| {
                (0..100).map(move |i| line(komi, 50, i, f64::from(u8::from(i < won))))
            })
            .collect();
        let fair = report(&lines).fair_komi.expect("three komi");
        assert!(fair.komi.is_some_and(|komi| (komi - 3.0).abs() < 0.05), "{fair:?}");
        assert_eq!(fair.curve.len(), 3);
        let one: Vec<ResultLine> =
            lines.into_iter().filter(|line| line.options.ends_with('3')).collect();
        assert_eq!(report(&one).fair_komi, None);
    }

    #[test]
    fn fair_komi_is_near_the_komi_played() {
        let games = |shares: [(i16, u32); 2]| -> Vec<ResultLine> {
            let of =
                |komi, won| (0..60).map(move |i| line(komi, 50, i, f64::from(u8::from(i < won))));
            shares.into_iter().flat_map(|(komi, won)| of(komi, won)).collect()
        };
        for (shares, wanted) in [
            // Few games are won with either, and the curve crosses one half at -5.8.
            ([(8, 3), (10, 2)], "the score does not cross 50 % between a komi of 8.5 and 10.5."),
            ([(0, 20), (1, 18)], "the score does not cross 50 % between a komi of 0.5 and 1.5."),
            (
                [(3, 24), (5, 36)],
                "the score does not fall through 50 % as komi rises from 3.5 to 5.5.",
            ),
        ] {
            let info = tetralith_core::games::info("plurality").expect("a game");
            let options = format!("square 5 komi {}", shares[0].0);
            let found =
                GameReport::new(info, &options, &games(shares)).expect("they can be played");
            let fair = found.fair_komi.clone().expect("two komi");
            assert_eq!((fair.komi, fair.curve.len()), (None, 2), "{shares:?}");
            let said = crate::report::about(&found);
            assert!(
                !said.is_empty() && said.iter().all(|said| !said.contains("equally at a komi")),
                "{said:?}"
            );
            let text = shown(&found);
            assert!(text.contains(wanted) && !text.contains("crosses 50 % at"), "{text}");
            assert!(text.contains("| komi |"), "{text}");
        }
        // A little beyond, and with less than half a point, it is.
        for (shares, wanted) in [([(3, 45), (5, 33)], 5.5), ([(0, 29), (2, 18)], -0.15)] {
            let fair = report(&games(shares)).fair_komi.expect("two komi");
            assert!(fair.komi.is_some_and(|komi| (komi - wanted).abs() < 0.4), "{fair:?}");
        }
    }

    /// A game between two players called `name`.
    fn between(name: &str, number: u32, points: f64) -> ResultLine {
        ResultLine { a: name.into(), b: format!("{name} #2"), ..line(2, 1, number, points) }
    }

    /// Games between two players called `name`; the first player wins `won` of a hundred.
    fn games_of(name: &str, count: u32, won: u32) -> impl Iterator<Item = ResultLine> + '_ {
        (0..count).map(move |i| between(name, i, f64::from(u8::from(i % 100 < won))))
    }

    #[test]
    fn levels_are_ordered_by_strength_and_not_by_name() {
        // The names are those of players who draw, so that games that are the same count.
        let lines: Vec<ResultLine> = games_of("learner", 300, 100)
            .chain(games_of("hard", 300, 33))
            .chain(games_of("easy", 300, 60))
            .collect();
        let found = report(&lines);
        let order: Vec<&str> =
            found.figures[0].balance.iter().map(|balance| &*balance.strength).collect();
        assert_eq!((order, &*found.figures[0].strength), (vec!["learner", "easy", "hard"], "hard"));
        let page = text(&lines);
        assert!(
            page.contains("The stronger the players, the better for the second player."),
            "{page}"
        );
        assert!(page.contains("the score changes by -67.0"), "{page}");
        assert!(page.contains("In 300 engine games"), "{page}");
        let times: Vec<ResultLine> = ["time=10", "time=9"]
            .into_iter()
            .flat_map(|name| {
                (0..300).map(move |i| ResultLine { moves: numbered(i), ..between(name, i, 1.0) })
            })
            .collect();
        assert_eq!(report(&times).figures[0].strength, "time=10");
    }

    /// Moves of a game that differ for different numbers.
    fn numbered(number: u32) -> Vec<String> {
        let info = tetralith_core::games::info("plurality").expect("a game");
        let options = info.read_options("square 5 komi 2").expect("options of it");
        let start = tetralith_core::Game::start(info, &options).expect("a game");
        let legal = start.legal();
        let first = legal[number as usize % legal.len()];
        let mut next = start.clone();
        next.play(first).expect("it is legal");
        let answers = next.legal();
        let second = answers[number as usize / legal.len() % answers.len()];
        let names = tetralith_core::Names::of(&start);
        [first, second].map(|step| names.step(step)).into()
    }

    #[test]
    fn unordered_players_have_no_trend() {
        // The players of records have unknown strength.
        let page = text(
            &games_of(RECORDS, 300, 10)
                .chain(games_of("sims=50,vary=6", 300, 90))
                .collect::<Vec<_>>(),
        );
        assert!(!page.contains("stronger") && !page.contains("weakest"), "{page}");
        assert!(
            page.contains("In 300 engine games Black, who moves first, scored 90.0 %"),
            "{page}"
        );
        let mixed = || games_of("novice", 400, 10).chain(games_of("sims=50,vary=6", 300, 90));
        let page = text(&mixed().collect::<Vec<_>>());
        assert!(page.contains("These players cannot be ordered by strength."), "{page}");
        assert!(!page.contains("weakest") && !page.contains("by strength, with"), "{page}");
        // Of players who cannot be compared those with the most games are taken.
        assert!(page.contains("In 400 engine games"), "{page}");
        // Two of a kind are compared, also beside others.
        let page = text(&mixed().chain(games_of("sims=800,vary=6", 300, 20)).collect::<Vec<_>>());
        let wanted = "Among players with fixed simulations per move: the stronger the players, the \
            better for the second player. From the weakest to the strongest the score changes by \
            -70.0";
        assert!(page.contains(wanted), "{page}");
        // A style is hardly stronger or weaker than another one.
        let styles = games_of("medium", 300, 90).chain(games_of("medium-solid", 300, 10));
        assert!(text(&styles.collect::<Vec<_>>()).contains("cannot be ordered"));
    }

    #[test]
    fn the_page_has_balance_trend_and_other_options() {
        let mut lines: Vec<ResultLine> =
            (0..400).map(|i| line(2, 50, i, f64::from(u8::from(i % 2 == 0)))).collect();
        lines.extend((0..400).map(|i| line(2, 800, i, f64::from(u8::from(i % 4 == 0)))));
        lines.extend((0..20).map(|i| line(7, 50, i, 0.0)));
        let report = report(&lines);
        let text = shown(&report);
        assert!(text.contains("an advantage for the second player"), "{text}");
        assert!(
            text.contains("The stronger the players, the better for the second player."),
            "{text}"
        );
        assert!(
            text.contains("square 5 komi 7") && text.contains("## The median game, 2 plies"),
            "{text}"
        );
        assert_eq!(report.figures[0].strength, "sims=800,vary=6");
        let pictures: Vec<&str> =
            crate::report::page(&report).pictures().map(|picture| picture.name).collect();
        assert_eq!(pictures, ["balance", "komi", "branching", "opening", "holding"]);
    }

    /// The page of a report as text, its paragraphs each on one line.
    fn shown(report: &GameReport) -> String {
        crate::report::markdown(&crate::report::page(report), None).replace('\n', " ")
    }

    /// The page of a report on these games.
    fn text(lines: &[ResultLine]) -> String {
        shown(&report(lines))
    }

    #[test]
    fn games_that_are_the_same_count_once_unless_they_were_drawn() {
        let plain = |number: u32, moves: &[&str]| ResultLine {
            a: "perfect".into(),
            b: "perfect #2".into(),
            moves: moves.iter().map(|&name| name.to_owned()).collect(),
            ..line(2, 1, number, 1.0)
        };
        let lines: Vec<ResultLine> =
            (0..6).map(|number| plain(number, &["pass", "pass"])).collect();
        let other = plain(6, &["pass"]);
        let found = report(&[&lines[..], &[other]].concat());
        assert_eq!((found.figures[0].balance[0].games, found.repeated), (2, 5));
        let page = shown(&found);
        assert!(page.contains("5 more games are left out"), "{page}");
        assert!(!page.contains("by visits"), "{page}");
        // A player who draws steps, or is a person, plays the same game twice only by chance.
        for name in ["novice", RECORDS] {
            let same = |number| ResultLine {
                a: name.into(),
                b: format!("{name} #2"),
                ..plain(number, &["pass", "pass"])
            };
            assert_eq!(report(&(0..6).map(same).collect::<Vec<_>>()).repeated, 0, "{name}");
        }
        let resigned = |number: u32, points| ResultLine { points, ..plain(number, &["pass"]) };
        assert_eq!(report(&[resigned(0, 1.0), resigned(2, 0.0)]).repeated, 0, "other results");
        let drawn: Vec<ResultLine> = (0..6).map(|number| line(2, 50, number, 1.0)).collect();
        let found = report(&drawn);
        assert_eq!((found.figures[0].balance[0].games, found.repeated), (6, 0));
        let page = text(&drawn);
        assert!(page.contains("Each player drew its first moves at random"), "{page}");
        assert!(!page.contains("left out"), "{page}");
        assert!(
            text(&[drawn, lines].concat())
                .contains("Players with random steps drew their first moves")
        );
    }

    #[test]
    fn pages_name_the_source_of_their_games_alone() {
        let page = text(&[]);
        assert!(page.contains("No games."), "{page}");
        assert!(!page.contains("played by") && !page.contains("visits"), "{page}");
        let opened = |plies: u32, number: u32| ResultLine { plies, ..line(2, 50, number, 1.0) };
        assert!(text(&[opened(4, 0), opened(4, 1)]).contains("They started from arena openings."));
        assert!(
            text(&[opened(4, 0), opened(0, 1)]).contains("1 of them started from arena openings.")
        );
        assert!(!text(&[opened(0, 0), opened(0, 1)]).contains("began with"));
    }

    #[test]
    fn reports_name_the_digest_of_their_games_in_any_order() {
        let games = [line(2, 50, 0, 1.0), line(2, 50, 1, 0.0)];
        let digest = report(&games).games_sha256.expect("there are games");
        assert!(text(&games).contains(&format!("The SHA-256 of the games is {digest}.")));
        let elsewhere = games.clone().map(|line| ResultLine { processor: None, ..line });
        let [first, second] = elsewhere;
        assert_eq!(report(&[second, first.clone()]).games_sha256, Some(digest.clone()));
        assert_ne!(report(&[first]).games_sha256, Some(digest));
        assert_eq!(report(&[]).games_sha256, None);
    }

    #[test]
    fn games_with_other_options_are_apart_from_those_asked_for() {
        let page = text(&[line(7, 50, 0, 1.0)]);
        assert!(page.contains("There are no traced games on square 5 komi 2"), "{page}");
        assert!(page.contains("## Other options") && page.contains("| square 5 komi 7 "), "{page}");
        assert!(!page.contains("## The median game") && !page.contains("## Balance"), "{page}");
        let page = text(&[line(2, 50, 0, 1.0)]);
        assert!(
            page.contains("## The median game") && !page.contains("## Other options"),
            "{page}"
        );
    }

    #[test]
    fn no_build_of_a_file_acts_on_a_terminal() {
        let bad = |number| ResultLine {
            version: Some("V\u{1b}[31m\n".into()),
            ..line(2, 50, number, 1.0)
        };
        let report = report(&[bad(0), bad(1)]);
        assert_eq!(report.builds, ["V\u{fffd}[31m  (bench unknown)"]);
    }

    #[test]
    fn a_rung_is_the_smallest_budget_that_beats_the_one_below() {
        let game = |a: u32, b: u32, number: u32, points: f64| ResultLine {
            a: format!("sims={a}"),
            b: format!("sims={b}"),
            moves: Vec::new(),
            ..line(2, 1, number, points)
        };
        let mut lines = Vec::new();
        for i in 0..40 {
            let won = |of: u32| f64::from(u8::from(i % 10 < of));
            lines.extend([
                game(20, 10, i, won(5)),
                game(40, 10, i, won(7)),
                game(80, 40, i, won(6)),
                game(80, 20, i, won(9)),
            ]);
        }
        let ladder: Vec<String> =
            report(&lines).ladder.into_iter().map(|rung| rung.player).collect();
        assert_eq!(ladder, ["sims=10", "sims=40", "sims=80"]);
    }
}
