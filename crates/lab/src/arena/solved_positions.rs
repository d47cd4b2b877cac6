//! Solved positions as JSON lines: each is complete by itself, so that parts of a frontier that
//! several machines solved can be joined.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tetralith_core::text::counted;

use crate::arena::error::ArenaError;
use crate::arena::merge::{Merged, contrary_in, for_terminals, in_several};
use crate::arena::outliers::{Row, differing};
use crate::arena::results::without_mark;

/// The largest file of solved positions that is read, in bytes.
const MAX_BYTES: u64 = 512 << 20;

/// A position of a frontier and its value, as a line of a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitLine {
    /// Its number in the whole frontier, from 0.
    pub unit: usize,
    /// The positions of the whole frontier.
    pub of: usize,
    /// The number of steps from the position at the root to the frontier.
    pub depth: u32,
    /// The game's name.
    pub game: String,
    /// Its options by their names in records.
    pub options: Map<String, Value>,
    /// The steps from the start of the game to the position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<String>,
    /// The steps from that position to this one of the frontier.
    pub steps: Vec<String>,
    /// The winner: the colour held after `steps`, or "draw".
    pub winner: String,
    /// The value for the holder of the first colour before `steps`.
    pub value: i16,
    /// The program's version.
    pub version: String,
    /// The signature of the build.
    pub bench: String,
    /// The processor, as the system names it.
    pub processor: String,
    /// The threads of the search.
    pub threads: usize,
}

/// A frontier by all that distinguishes it from others: the game, its options, the position and the
/// depth.
type Frontier = (String, String, Vec<String>, u32);

impl UnitLine {
    fn frontier(&self) -> Frontier {
        (
            self.game.clone(),
            Value::Object(self.options.clone()).to_string(),
            self.from.clone(),
            self.depth,
        )
    }

    /// True if both are lines of one frontier.
    pub fn is_of_the_frontier_of(&self, other: &Self) -> bool {
        self.frontier() == other.frontier() && self.of == other.of
    }

    fn result(&self) -> (i16, &str, &[String]) {
        (self.value, &self.winner, &self.steps)
    }
}

/// True if the file at `path` begins with a solved position; `None` if it is empty or cannot be
/// read.
pub fn begins_with_unit(path: &Path) -> Option<bool> {
    /// More bytes than any line of a solved position has.
    const LINE: u64 = 64 << 10;
    let bytes = tetralith_files::read_start(path, LINE).ok().filter(|bytes| !bytes.is_empty())?;
    let line = bytes.split(|&byte| byte == b'\n').next()?;
    let object = serde_json::from_slice::<Map<String, Value>>(line);
    Some(object.is_ok_and(|object| object.contains_key("unit")))
}

/// The solved positions that the file at `path` holds as `bytes`, in their order; a last line that
/// was cut off is left out, and so are blank lines.
///
/// # Errors
/// [`ArenaError::NoUnits`] if a line is something else.
pub fn parse_units(path: &Path, bytes: &[u8]) -> Result<Vec<UnitLine>, ArenaError> {
    let mut found = Vec::new();
    for (number, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let text = without_mark(line, number);
        if text.trim_ascii().is_empty() {
            continue;
        }
        match serde_json::from_slice::<UnitLine>(text) {
            Ok(line) if line.unit < line.of => found.push(line),
            Err(error) if error.is_eof() && !text.ends_with(b"\n") => break,
            Ok(_) | Err(_) => {
                return Err(ArenaError::NoUnits { path: path.to_owned(), line: number + 1 });
            }
        }
    }
    Ok(found)
}

/// Joins the solved positions of `paths`, each frontier in its order; of one that occurs in several
/// files the last counts.
///
/// # Errors
/// [`ArenaError::File`] if a file cannot be read, [`ArenaError::NoUnits`] if a line is something
/// else, [`ArenaError::Mixed`] if they come from different builds and that is not `mixed` on
/// purpose.
pub fn merge_units(paths: &[PathBuf], mixed: bool) -> Result<Merged<UnitLine>, ArenaError> {
    let mut units: BTreeMap<(Frontier, usize), (usize, UnitLine)> = BTreeMap::new();
    let (mut notes, mut double, mut twice, mut contrary) = (Vec::new(), 0, 0, Vec::new());
    for (file, path) in paths.iter().enumerate() {
        for line in parse_units(path, &tetralith_files::read(path, MAX_BYTES)?)? {
            let (unit, result) = (line.unit, line.clone());
            if let Some((other, before)) = units.insert((line.frontier(), unit), (file, line)) {
                *(if other == file { &mut twice } else { &mut double }) += 1;
                if before.result() != result.result() || before.of != result.of {
                    contrary.push(format!("position {} of {}", unit + 1, result.game));
                }
            }
        }
    }
    let builds: BTreeSet<String> =
        units.values().map(|(_, line)| format!("{} {}", line.version, line.bench)).collect();
    if builds.len() > 1 && !mixed {
        return Err(ArenaError::Mixed { found: builds.into_iter().collect() });
    }
    if double > 0 {
        notes.push(in_several(double, "position"));
    }
    if twice > 0 {
        let occur = if twice == 1 { "occurs" } else { "occur" };
        notes.push(format!("{} {occur} twice in one file", counted(twice, "position")));
    }
    notes.extend(contrary_in(&contrary, ["positions", "values"]));
    notes.extend(gaps(&units));
    notes.extend(outliers(paths, &units));
    Ok(Merged {
        lines: units.into_values().map(|(_, line)| line).collect(),
        notes: for_terminals(&notes),
    })
}

/// One sentence for each frontier that lacks positions.
fn gaps(units: &BTreeMap<(Frontier, usize), (usize, UnitLine)>) -> Vec<String> {
    let mut frontiers: BTreeMap<&Frontier, (usize, BTreeSet<usize>)> = BTreeMap::new();
    for ((frontier, unit), (_, line)) in units {
        let (of, found) = frontiers.entry(frontier).or_default();
        *of = line.of.max(*of);
        found.insert(*unit);
    }
    let message = |((game, ..), (of, found)): (&Frontier, (usize, BTreeSet<usize>))| {
        let first = (0..of).find(|unit| !found.contains(unit))? + 1;
        let missing = of.saturating_sub(found.len());
        Some(match missing {
            1 => format!("{game}: position {first} of {of} is missing"),
            _ => format!(
                "{game}: {missing} of {of} positions are missing, the first is number {first}"
            ),
        })
    };
    frontiers.into_iter().filter_map(message).collect()
}

/// Sentences about files in which the first player wins more or less often than chance explains.
fn outliers(
    paths: &[PathBuf],
    units: &BTreeMap<(Frontier, usize), (usize, UnitLine)>,
) -> Vec<String> {
    let mut tables: BTreeMap<&Frontier, BTreeMap<usize, Row>> = BTreeMap::new();
    for ((frontier, _), (file, line)) in units {
        let row = tables.entry(frontier).or_default().entry(*file).or_default();
        row[(1 + line.value.signum()) as usize] += 1.0;
    }
    let mut message = Vec::new();
    for ((game, ..), table) in tables {
        message.extend(differing(table).into_iter().map(|(file, [own, rest])| {
            let share = |row: &Row| 100.0 * row[2] / row.iter().sum::<f64>();
            format!(
                "{}: {game}: the first player wins {:.0} % of the positions, but {:.0} % in the \
                 other files: more than chance explains",
                tetralith_files::shown(&paths[file]),
                share(&own),
                share(&rest)
            )
        }));
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::merge::tests::files_of;
    use crate::arena::results::json_lines;

    fn line(unit: usize, value: i16) -> UnitLine {
        UnitLine {
            unit,
            of: 120,
            depth: 2,
            game: "necklace".into(),
            options: Map::new(),
            from: Vec::new(),
            steps: vec!["a1".into(), "a2".into()],
            winner: "red".into(),
            value,
            version: "1".into(),
            bench: "abc".into(),
            processor: "one".into(),
            threads: 1,
        }
    }

    #[test]
    fn blank_lines_and_a_byte_order_mark_are_no_positions() {
        let text =
            format!("\u{feff}{}\n\n{}", json_lines(&[line(0, 1)]), json_lines(&[line(1, 1)]));
        let read = |text: &str| parse_units(Path::new("FILE"), text.as_bytes());
        assert_eq!(read(&text).expect("they are positions"), [line(0, 1), line(1, 1)]);
        let fault = read(&format!("{text}x")).expect_err("line 4 is none").to_string();
        assert!(fault.starts_with("FILE: line 5 is not a position"), "{fault}");
        for beyond in [120, usize::MAX] {
            let fault = read(&json_lines(&[line(beyond, 1)])).expect_err("it is none of 120");
            assert!(fault.to_string().starts_with("FILE: line 1 is not a position"), "{fault}");
        }
    }

    fn joined(files: &[Vec<UnitLine>], mixed: bool) -> Result<Merged<UnitLine>, ArenaError> {
        let (_folder, paths) = files_of(files);
        merge_units(&paths, mixed)
    }

    #[test]
    fn double_missing_or_contradictory_positions_are_reported() {
        let found = joined(&[vec![line(0, 1), line(1, 1)], vec![line(1, -1), line(3, 1)]], false)
            .expect("one build");
        assert_eq!(found.lines.iter().map(|line| line.unit).collect::<Vec<_>>(), [0, 1, 3]);
        let notes = found.notes.join("\n");
        assert!(notes.contains("1 position is in several files"), "{notes}");
        assert!(
            notes.contains("position 2 of necklace has different values in different files"),
            "{notes}"
        );
        assert!(
            notes.contains("117 of 120 positions are missing, the first is number 3"),
            "{notes}"
        );
        let twice = vec![line(0, 1), line(0, 1)];
        let notes = joined(&[twice], false).expect("one build").notes.join("\n");
        assert!(notes.contains("1 position occurs twice in one file"), "{notes}");
        assert!(!notes.contains("several files"), "{notes}");
        let all: Vec<UnitLine> = (1..120).map(|unit| line(unit, 1)).collect();
        let notes = joined(&[all], false).expect("one build").notes;
        assert_eq!(notes, ["necklace: position 1 of 120 is missing"]);
    }

    #[test]
    fn no_name_of_a_file_acts_on_a_terminal() {
        let bad = |unit: usize, version: &str| UnitLine {
            game: "neck\u{1b}[31m\nlace".into(),
            version: version.into(),
            ..line(unit, 1)
        };
        let files = [vec![bad(0, "V\u{1b}[31m")], vec![bad(1, "V\u{9b}2J")]];
        let refused = joined(&files, false).expect_err("two builds").to_string();
        let notes = joined(&files, true).expect("asked for").notes;
        assert!(
            notes.iter().any(|note| note.contains("118 of 120 positions are missing")),
            "{notes:?}"
        );
        for sentence in notes.into_iter().chain([refused]) {
            assert!(!sentence.contains(char::is_control), "{sentence:?}");
        }
    }

    #[test]
    fn other_builds_and_files_that_differ_are_reported() {
        let other = UnitLine { bench: "def".into(), ..line(1, 1) };
        let refused = joined(&[vec![line(0, 1)], vec![other.clone()]], false)
            .expect_err("two builds")
            .to_string();
        assert!(refused.contains("1 abc; 1 def"), "{refused}");
        assert_eq!(
            joined(&[vec![line(0, 1)], vec![other]], true).expect("asked for").lines.len(),
            2
        );
        let part = |from: usize, wins: usize| {
            (from..from + 40)
                .map(|unit| line(unit, if unit % 40 < wins { 1 } else { -1 }))
                .collect::<Vec<_>>()
        };
        let alike = joined(&[part(0, 20), part(40, 24), part(80, 18)], false).expect("one build");
        assert_eq!(alike.notes, Vec::<String>::new());
        let unlike = joined(&[part(0, 20), part(40, 24), part(80, 1)], false).expect("one build");
        assert!(
            unlike.notes.len() == 1 && unlike.notes[0].contains("2.jsonl"),
            "{:?}",
            unlike.notes
        );
    }
}
