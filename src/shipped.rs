//! Puzzles, lessons and commented games that the program brings along, found by a game's name.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::OnceLock;

use include_dir::{Dir, include_dir};
use tetralith_core::{Info, NodeId, Record, games};
use tetralith_session::kept::Loaded;
use tetralith_session::practice::Day;
use tetralith_study::puzzles::{Puzzle, read};

static PUZZLES: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets/puzzles");
static STRATEGY: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets/strategy");
static WATCHED: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets/watch");

/// The games to watch that every game has, by the end of their files' names and in words.
pub const TO_WATCH: [(&str, &str); 3] =
    [("opening", "an opening fight"), ("middle", "a middle game"), ("end", "an endgame")];

/// The puzzles of the game `info`; none if there is no file of them.
pub fn puzzles(info: &Info) -> &'static [Puzzle] {
    // Each is read when it is first asked for: a player who solves puzzles of one game does not
    // wait for those of others.
    static READ: OnceLock<Vec<OnceLock<Vec<Puzzle>>>> = OnceLock::new();
    let read_of = |id: &str| {
        let file = PUZZLES.get_file(format!("{id}.jsonl"));
        file.and_then(|file| read(file.contents(), false).ok()).unwrap_or_default()
    };
    let all = READ.get_or_init(|| games::INFOS.iter().map(|_| OnceLock::new()).collect());
    let at = games::INFOS.iter().position(|other| other.id == info.id);
    at.and_then(|at| all.get(at)).map_or(&[], |of_game| of_game.get_or_init(|| read_of(info.id)))
}

/// The sentences of the report on the default board of the game called `id`; none if there is no
/// report.
pub fn sentences_on(id: &str) -> Vec<String> {
    // The file is tested; a game without a report is not in it.
    let mut all: HashMap<String, Vec<String>> = serde_json::from_str(REPORTS).unwrap_or_default();
    all.remove(id).unwrap_or_default()
}

/// The sentences of the reports, by game; the reports themselves are in `docs/lab/reports`.
const REPORTS: &str = include_str!("../assets/reports/about.json");

/// The puzzles to solve: for each game those that come with the program, or others in their place.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    own: Vec<Puzzle>,
}

impl Collection {
    /// Collects the puzzles `own`, the first of each position, and for each game without any of
    /// these the puzzles that come with the program.
    pub fn of(mut own: Vec<Puzzle>) -> Self {
        let mut seen = HashSet::new();
        own.retain(|puzzle| seen.insert(puzzle.id()));
        Self { own }
    }

    /// The puzzles of the game `info`; none if there are none.
    pub fn puzzles(&self, info: &Info) -> Vec<&Puzzle> {
        let own: Vec<&Puzzle> =
            self.own.iter().filter(|puzzle| puzzle.position.info().id == info.id).collect();
        if own.is_empty() { puzzles(info).iter().collect() } else { own }
    }
}

/// The puzzle of `day`, the same for all players of one version: each game in turn.
pub fn daily(day: Day) -> Option<&'static Puzzle> {
    let count = games::INFOS.len();
    let turn = (0..count).map(|offset| (day.0 as usize + offset) % count);
    let puzzles = turn.map(|at| puzzles(games::INFOS[at])).find(|puzzles| !puzzles.is_empty())?;
    puzzles.get(day.pick(puzzles.len()))
}

/// The lessons on strategy of the game `info`, as text for
/// [`GameLesson::strategy`](tetralith_session::lesson::GameLesson::strategy); empty if there are
/// none.
pub fn strategy(info: &Info) -> &'static str {
    STRATEGY
        .get_file(format!("{}.json", info.id))
        .and_then(|file| file.contents_utf8())
        .unwrap_or_default()
}

/// The commented game of `info` with this number in [`TO_WATCH`], at its start.
pub fn game_to_watch(info: &Info, number: usize) -> Option<Loaded> {
    let (part, _) = TO_WATCH.get(number)?;
    let path = PathBuf::from(format!("{}-{part}.json", info.id));
    let (record, mut timeline) = Record::read(WATCHED.get_file(&path)?.contents()).ok()?;
    timeline.go_to(NodeId::START);
    Some(Loaded { path, timeline, record, kept: None, left_behind: Vec::new() })
}
