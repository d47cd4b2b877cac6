//! Joining the results of several machines, and reporting what is missing, double or contradictory.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Serialize;
use tetralith_core::text::{counted, display_text};
use tetralith_storage::results::ResultLine;

use crate::arena::error::ArenaError;
use crate::arena::matches::plain_name;
use crate::arena::outliers::{Row, differing, share};
use crate::arena::results::{GameKey, json_lines, read};
use crate::arena::spec::PlayerSpec;

/// The lines of several files in one order, and the remarks on them.
#[derive(Debug)]
pub struct Merged<L> {
    /// Every game, or solved position, once.
    pub lines: Vec<L>,
    /// Sentences about those that occur in several files, are missing, or contradict each other,
    /// and about files that differ; each is one line and acts on no terminal.
    pub notes: Vec<String>,
}

impl<L: Serialize> Merged<L> {
    /// The text of a file that holds the lines.
    pub fn text(&self) -> String {
        json_lines(&self.lines)
    }
}

/// A game by all that distinguishes it from others: its kind, and which one of them it is.
type Place = (String, String, GameKey);

/// Joins the results of `paths`, in the order in which one thread would have played them in one
/// match; of a game that occurs in several files the last counts.
///
/// # Errors
/// [`ArenaError::File`], [`ArenaError::NoResults`] or [`ArenaError::Results`] if a file cannot be
/// read, [`ArenaError::Mixed`] if they come from different builds and that is not `mixed` on
/// purpose.
pub fn merge(paths: &[PathBuf], mixed: bool) -> Result<Merged<ResultLine>, ArenaError> {
    let mut games: BTreeMap<Place, (usize, ResultLine)> = BTreeMap::new();
    let (mut notes, mut double, mut contrary) = (Vec::new(), 0, Vec::new());
    for (file, path) in paths.iter().enumerate() {
        let held = read(path)?;
        notes.extend(held.contradiction(path));
        for line in held.all() {
            let place = (line.game.clone(), line.options.clone(), GameKey::of(&line));
            if let Some((_, before)) = games.insert(place, (file, line.clone())) {
                double += 1;
                if before.result() != line.result() {
                    contrary.push(format!(
                        "game {} of {} against {}",
                        u64::from(line.number) + 1,
                        line.a,
                        line.b
                    ));
                }
            }
        }
    }
    builds(&games, mixed)?;
    if double > 0 {
        notes.push(in_several(double, "game"));
    }
    notes.extend(contrary_in(&contrary, ["games", "results"]));
    notes.extend(gaps(games.iter().map(|((.., key), (_, line))| (key, line))));
    notes.extend(outliers(paths, games.values()));
    notes.extend(timed(games.values().map(|(_, line)| line)));
    let mut found: Vec<(GameKey, ResultLine)> =
        games.into_iter().map(|((.., key), (_, line))| (key, line)).collect();
    found.sort_by(|a, b| order(a).cmp(&order(b)));
    let lines = found.into_iter().map(|(_, line)| line).collect();
    Ok(Merged { lines, notes: for_terminals(&notes) })
}

/// The sentence that so many of `things` were found in several files.
pub(crate) fn in_several(count: usize, thing: &str) -> String {
    format!("{} {} in several files", counted(count, thing), if count == 1 { "is" } else { "are" })
}

/// The sentence that all of `found`, which are `things`, have different `values` in different
/// files; `None` if there are none.
pub(crate) fn contrary_in(found: &[String], [things, values]: [&str; 2]) -> Option<String> {
    let first = found.first()?;
    Some(match found.len() {
        1 => format!("{first} has different {values} in different files"),
        count => format!(
            "{count} {things} have different {values} in different files, the first is {first}"
        ),
    })
}

/// The sentences of `notes`, fit for a terminal: the names in them are from files of other
/// machines.
pub(crate) fn for_terminals(notes: &[String]) -> Vec<String> {
    notes.iter().map(|note| display_text(note)).collect()
}

/// The order of a file of one thread.
fn order((key, line): &(GameKey, ResultLine)) -> impl Ord + '_ {
    let kind = (&line.game, &line.options, line.seed, line.plies, &line.list);
    (kind, key.round, key.opening, &line.a, &line.b, line.number)
}

/// Refuses results of different builds unless they are `mixed` on purpose.
fn builds(games: &BTreeMap<Place, (usize, ResultLine)>, mixed: bool) -> Result<(), ArenaError> {
    let mut found: BTreeMap<(&str, &str), BTreeSet<String>> = BTreeMap::new();
    for (_, line) in games.values() {
        let version = line.version.as_deref().unwrap_or("an unknown version");
        let bench = line.bench.as_deref().unwrap_or("no signature");
        found.entry((&line.game, &line.options)).or_default().insert(format!("{version} {bench}"));
    }
    match found.into_values().find(|builds| builds.len() > 1) {
        Some(builds) if !mixed => Err(ArenaError::Mixed { found: builds.into_iter().collect() }),
        _ => Ok(()),
    }
}

/// The games of one pairing, from openings of one kind.
#[derive(Default)]
struct PairingGames<'a> {
    /// The players, in the order of the first line.
    players: Option<[&'a str; 2]>,
    /// Every game: its round, its opening, and whether the second player begins.
    games: BTreeSet<(u32, u32, bool)>,
    /// The greatest number of a game, by the number of different openings that the line states.
    last: BTreeMap<Option<u32>, u32>,
}

/// One sentence for each pairing that lacks games.
fn gaps<'a>(lines: impl Iterator<Item = (&'a GameKey, &'a ResultLine)>) -> Vec<String> {
    let mut pairings: BTreeMap<_, PairingGames<'_>> = BTreeMap::new();
    for (key, line) in lines {
        let mut players = [&line.a, &line.b];
        players.sort();
        let kind = (&line.game, &line.options, line.seed, line.plies, &line.list, players);
        let pairing = pairings.entry(kind).or_default();
        let [first, _] = *pairing.players.get_or_insert([&line.a, &line.b]);
        pairing.games.insert((key.round, key.opening, key.players[0] != first));
        let last = pairing.last.entry(line.openings).or_default();
        *last = line.number.max(*last);
    }
    let mut found = Vec::new();
    for ((game, options, ..), pairing) in &pairings {
        let gaps = pairing.last.iter().filter_map(|(&openings, &last)| pairing.gap(openings, last));
        found.extend(gaps.map(|gap| format!("{game} on {options}: {gap}")));
    }
    // Plans that differ in the number of openings may lack the same games.
    found.dedup();
    found
}

impl PairingGames<'_> {
    /// The games that are missing up to the one with the number `last`, from 0, if so many
    /// different `openings` are played; a game counts however many the line of it states.
    fn gap(&self, openings: Option<u32>, last: u32) -> Option<String> {
        let openings = openings.unwrap_or(u32::MAX).max(1);
        let number = |&(round, opening, second): &(u32, u32, bool)| {
            let pair = u64::from(round) * u64::from(openings) + u64::from(opening);
            (opening < openings).then_some(2 * pair + u64::from(second))
        };
        // The two games of an opening belong together.
        let end = u64::from(last | 1);
        let found: BTreeSet<u64> =
            self.games.iter().filter_map(number).filter(|&number| number <= end).collect();
        let count = end + 1 - found.len() as u64;
        let missing = (0..=end).find(|number| !found.contains(number))?;
        let first = missing + 1;
        let [a, b] = self.players?;
        // Of an odd number of games the last has no other half; how many were asked for no line
        // says.
        let is_other_half = missing > u64::from(last);
        Some(match count {
            1 if is_other_half => format!(
                "game {first} of {a} against {b}, the other half of the last pair, is missing or \
                 was not requested"
            ),
            1 => format!("game {first} of {a} against {b} is missing"),
            _ => format!("{count} games of {a} against {b} are missing, the first is {first}"),
        })
    }
}

/// Sentences about files whose results differ more from the rest than chance explains.
fn outliers<'a>(
    paths: &[PathBuf],
    games: impl Iterator<Item = &'a (usize, ResultLine)>,
) -> Vec<String> {
    let mut tables: BTreeMap<_, BTreeMap<usize, Row>> = BTreeMap::new();
    for (file, line) in games {
        let (players, points) = if line.a < line.b {
            ([&line.a, &line.b], line.points)
        } else {
            ([&line.b, &line.a], 1.0 - line.points)
        };
        let row = tables
            .entry((&line.game, &line.options, players))
            .or_default()
            .entry(*file)
            .or_default();
        row[(2.0 * points) as usize] += 1.0;
    }
    let mut faults = Vec::new();
    for ((game, options, [a, b]), table) in tables {
        for (file, [own, rest]) in differing(table) {
            faults.push(format!(
                "{}: {game} on {options}: {a} scores {:.0} % against {b}, but {:.0} % in the \
                 other files: more than chance explains",
                tetralith_files::shown(Path::new(&paths[file])),
                share(&own),
                share(&rest)
            ));
        }
    }
    faults
}

/// One sentence if players that think by the clock played on different machines.
fn timed<'a>(lines: impl Iterator<Item = &'a ResultLine>) -> Option<String> {
    let is_timed =
        |name: &str| PlayerSpec::parse(plain_name(name)).is_ok_and(|player| player.is_timed());
    let mut players = BTreeSet::new();
    let mut machines = BTreeSet::new();
    for line in lines {
        let clocks: Vec<&str> =
            [&*line.a, &*line.b].into_iter().filter(|name| is_timed(name)).collect();
        if !clocks.is_empty() {
            players.extend(clocks);
            machines.insert((line.processor.as_deref(), line.threads));
        }
    }
    let names: Vec<&str> = players.into_iter().collect();
    (machines.len() > 1).then(|| {
        format!(
            "not comparable: {} use time, and played on {} kinds of machines",
            names.join(", "),
            machines.len()
        )
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::arena::results::begins;

    fn line(number: u32, points: f64) -> ResultLine {
        ResultLine {
            game: "greylox".into(),
            options: "hexhex 3".into(),
            a: "random".into(),
            b: "sims=10".into(),
            seed: 1,
            plies: 4,
            number,
            a_first: begins(number),
            points,
            steps: 20,
            version: Some("1".into()),
            bench: Some("abc".into()),
            ..ResultLine::default()
        }
    }

    /// The result of joining files with these lines.
    fn joined(files: &[Vec<ResultLine>], mixed: bool) -> Result<Merged<ResultLine>, ArenaError> {
        let (_folder, paths) = files_of(files);
        merge(&paths, mixed)
    }

    /// A folder with a file of each of these lists of lines, and their paths.
    pub(crate) fn files_of(files: &[Vec<impl Serialize>]) -> (tempfile::TempDir, Vec<PathBuf>) {
        let folder = tempfile::tempdir().expect("a folder");
        let paths: Vec<PathBuf> =
            (0..files.len()).map(|i| folder.path().join(format!("{i}.jsonl"))).collect();
        for (path, lines) in paths.iter().zip(files) {
            std::fs::write(path, json_lines(lines)).expect("it can be written");
        }
        (folder, paths)
    }

    #[test]
    fn parts_of_one_file_make_it_whole_again() {
        let whole: Vec<ResultLine> = (0..12).map(|number| line(number, 1.0)).collect();
        let (even, odd) = whole.iter().cloned().partition(|line| line.number / 2 % 2 == 0);
        let found = joined(&[odd, even], false).expect("one build");
        assert_eq!((found.lines, found.notes), (whole, vec![]));
    }

    #[test]
    fn double_missing_and_contradictory_games_are_reported() {
        let found =
            joined(&[vec![line(0, 1.0), line(1, 1.0)], vec![line(1, 0.0), line(3, 1.0)]], false)
                .expect("one build");
        assert_eq!(found.lines.len(), 3);
        let notes = found.notes.join("\n");
        assert!(notes.contains("1 game is in several files"), "{notes}");
        assert!(
            notes.contains(
                "game 2 of random against sims=10 has different results in different files"
            ),
            "{notes}"
        );
        assert!(notes.contains("game 3 of random against sims=10 is missing"), "{notes}");
    }

    #[test]
    fn the_other_half_of_the_last_pair_may_not_have_been_asked_for() {
        let faults = |numbers: &[u32]| {
            let lines = numbers.iter().map(|&number| line(number, 1.0)).collect();
            joined(&[lines], false).expect("one build").notes.join("\n")
        };
        let half = "the other half of the last pair, is missing or was not requested";
        assert!(faults(&[0, 1, 2, 3, 4]).ends_with(half), "{}", faults(&[0, 1, 2, 3, 4]));
        // No number of games leaves out the first half of a pair, or a half of an earlier one.
        for (numbers, game) in [(&[0, 1, 2, 3, 5][..], 5), (&[0, 1, 2, 4, 5], 4)] {
            let missing = format!("game {game} of random against sims=10 is missing");
            assert!(faults(numbers).ends_with(&missing), "{}", faults(numbers));
        }
        assert!(
            faults(&[0, 2, 4]).ends_with("are missing, the first is 2"),
            "{}",
            faults(&[0, 2, 4])
        );
    }

    #[test]
    fn games_too_many_to_list_are_counted() {
        let files = [1.0, 0.0].map(|points| vec![line(0, 1.0), line(u32::MAX, points)]);
        let notes = joined(&files, false).expect("one build").notes;
        assert!(notes[1].starts_with("game 4294967296 of random against sims=10 has"), "{notes:?}");
        assert!(notes[2].contains("are missing, the first is 2"), "{notes:?}");
    }

    #[test]
    fn games_of_plans_with_other_numbers_of_openings_are_not_missed() {
        let of = |openings, numbers: &[u32]| -> Vec<ResultLine> {
            let with = |&number| ResultLine { openings, ..line(number, 1.0) };
            numbers.iter().map(with).collect()
        };
        let all = [0, 1, 2, 3, 4, 5, 6, 7];
        let notes = |files: &[Vec<ResultLine>]| joined(files, false).expect("one build").notes;
        let both = [of(Some(2), &all), of(None, &all)];
        assert_eq!(notes(&both), ["4 games are in several files"]);
        let [few, many] = both;
        assert_eq!(notes(&[many, few]), ["4 games are in several files"]);
        // The arena that plays with two openings after one without a number plays only the rest.
        assert_eq!(notes(&[of(None, &all), of(Some(2), &all[4..])]), Vec::<String>::new());
        let found = notes(&[of(None, &all), of(Some(2), &all[5..])]);
        assert!(found.len() == 1 && found[0].contains("game 5 of random"), "{found:?}");
        let mixed = joined(&[of(Some(2), &all[4..]), of(None, &all)], false).expect("one build");
        let order: Vec<_> = mixed.lines.iter().map(|line| (line.openings, line.number)).collect();
        let [unbound, bound] = [all.map(|n| (None, n)), all.map(|n| (Some(2), n))];
        assert_eq!(order, [&unbound[..], &bound[4..]].concat());
    }

    #[test]
    fn other_builds_are_refused_unless_asked_for() {
        let other = ResultLine { bench: Some("def".into()), ..line(1, 1.0) };
        let files = [vec![line(0, 1.0)], vec![other]];
        let refused = joined(&files, false).expect_err("two builds").to_string();
        assert!(refused.contains("1 abc; 1 def"), "{refused}");
        assert_eq!(joined(&files, true).expect("asked for").lines.len(), 2);
    }

    #[test]
    fn no_name_of_a_file_acts_on_a_terminal_or_parts_a_sentence() {
        let bad = |number: u32, points: f64, version: &str| ResultLine {
            options: "hexhex 3\u{1b}[31m".into(),
            a: "evil\nwins".into(),
            version: Some(version.into()),
            ..line(number, points)
        };
        let files =
            [vec![bad(0, 1.0, "V\u{1b}[31m\n"), bad(2, 1.0, "V")], vec![bad(0, 0.0, "V\u{9b}2J")]];
        let refused = joined(&files, false).expect_err("two builds").to_string();
        let notes = joined(&files, true).expect("asked for").notes;
        assert!(
            notes.iter().any(|note| note.contains("is missing") || note.contains("are missing")),
            "{notes:?}"
        );
        assert!(notes.iter().any(|note| note.contains("evil wins")), "{notes:?}");
        for sentence in notes.into_iter().chain([refused]) {
            assert!(!sentence.contains(char::is_control), "{sentence:?}");
        }
    }

    #[test]
    fn a_file_that_differs_from_the_others_is_reported() {
        let part = |from: u32, wins: u32| {
            (from..from + 40).map(|n| line(n, f64::from(u8::from(n % 40 < wins)))).collect()
        };
        let alike = joined(&[part(0, 20), part(40, 24), part(80, 18)], false).expect("one build");
        assert_eq!(alike.notes, Vec::<String>::new());
        let unlike = joined(&[part(0, 20), part(40, 24), part(80, 1)], false).expect("one build");
        assert_eq!(unlike.notes.len(), 1, "{:?}", unlike.notes);
        assert!(
            unlike.notes[0].contains("2.jsonl")
                && unlike.notes[0].contains("more than chance explains")
        );
    }

    #[test]
    fn clocks_of_different_machines_are_reported() {
        let clock = |number: u32, processor: &str| ResultLine {
            a: "time=0.2".into(),
            processor: Some(processor.into()),
            ..line(number, 1.0)
        };
        let found =
            joined(&[vec![clock(0, "fast")], vec![clock(1, "slow")]], false).expect("one build");
        assert!(
            found.notes.iter().any(|note| note.contains("time=0.2 use time")),
            "{:?}",
            found.notes
        );
    }
}
