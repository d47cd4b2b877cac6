//! The knowledge of a game's file, without looking at the disk.

use std::fmt;
use std::hash::{DefaultHasher, Hasher as _};
use std::path::PathBuf;

use tetralith_core::record::{Player, Record};
use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{Colour, Step};

use crate::table::{node_at, place_of};

/// The key in a saved record that holds the steps to the place where the game resumes; games that
/// are over have none.
pub const CURSOR: &str = "tetralith:cursor";

/// The key in a saved record that holds the steps to the end of the played line, if moves were
/// explored after it.
pub const PLAYED_END: &str = "tetralith:tip";

/// True if the game of the written `record` goes on, without reading the record.
pub fn goes_on(record: &[u8]) -> bool {
    value_of(record, CURSOR).is_some()
}

/// The text that begins with the value of the first `key` in the written `record`, without reading
/// the record.
pub fn value_of<'a>(record: &'a [u8], key: &str) -> Option<&'a [u8]> {
    let key = format!("\"{key}\"");
    // Only a key ends with a quotation mark before a colon: in a string it would be escaped.
    let behind = |(at, window): (usize, &[u8])| {
        let rest = (window == key.as_bytes()).then(|| &record[at + key.len()..])?;
        rest.trim_ascii_start().strip_prefix(b":").map(<[u8]>::trim_ascii_start)
    };
    record.windows(key.len()).enumerate().find_map(behind)
}

/// A file that a game is kept in, as this program last knew it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedFile {
    /// The path that it was saved under.
    pub path: PathBuf,
    /// A hash of what it held when it was last read or written here.
    pub hash: u64,
}

impl SavedFile {
    /// The file at `path`, which holds `bytes`.
    pub fn of(path: PathBuf, bytes: &[u8]) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(bytes);
        Self { path, hash: hasher.finish() }
    }
}

/// A record that was read.
#[derive(Clone)]
pub struct Loaded {
    /// The file.
    pub path: PathBuf,
    /// The game.
    pub timeline: Timeline,
    /// The record: what it holds besides the game.
    pub record: Record,
    /// The file, if it is one that the program keeps by itself.
    pub kept: Option<SavedFile>,
    /// The things in the record that a game here cannot hold or show, a sentence each without a
    /// full stop.
    pub left_behind: Vec<String>,
}

impl Loaded {
    /// A game that was read from a [line](tetralith_core::game_line), which names no file.
    pub fn of_line(timeline: Timeline) -> Self {
        let path = PathBuf::from(format!("{}.json", timeline.start().info().id));
        Self { path, timeline, record: Record::default(), kept: None, left_behind: Vec::new() }
    }
}

impl fmt::Debug for Loaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loaded")
            .field("path", &self.path)
            .field("kept", &self.kept)
            .finish_non_exhaustive()
    }
}

/// Returns the place from which the game of `record` resumes, as
/// [`place_of`] writes it, if the record names one.
pub fn kept_place(record: &Record) -> Option<String> {
    record.unknown.get(CURSOR).map(|text| text.trim_matches('"').to_owned())
}

/// The places of the line that was played in the game of `record`: the main line of `timeline`,
/// without moves that were only explored after it.
pub fn played_line(record: &Record, timeline: &Timeline) -> Vec<NodeId> {
    let mut line = timeline.main_line();
    if let Some(end) = kept_end(record, timeline)
        && (end == NodeId::START || line.contains(&end))
    {
        line.truncate(line.iter().position(|&node| node == end).map_or(0, |at| at + 1));
    }
    line
}

/// The players of `record` as they hold the colours at the end of `line`, a line of its `timeline`.
///
/// A record names those who hold them at the end of its main line; a swap on that may have been
/// taken back, or only explored.
pub fn holders(record: &Record, timeline: &Timeline, line: &[NodeId]) -> [Player; 2] {
    let holds = |line: &[NodeId]| {
        Step::held_after(Colour::First, line.iter().filter_map(|&node| timeline.step(node)))
    };
    let mut players = record.players.clone();
    if holds(&timeline.main_line()) != holds(line) {
        players.reverse();
    }
    players
}

/// Takes moves that were only explored after the last one of the game of `record` out of its
/// `timeline`, which is then at that move.
pub fn leave_out_explored(record: &mut Record, timeline: &mut Timeline) {
    let line = played_line(record, timeline);
    let end = line.last().copied().unwrap_or(NodeId::START);
    if timeline.children(end).is_empty() {
        return;
    }
    record.players = holders(record, timeline, &line);
    record.unknown.set(PLAYED_END, None);
    timeline.go_to(end);
    timeline.truncate();
}

/// The end of the played line in the game of `record`, if moves were explored after it.
///
/// Moves after it are not those of the game, so what is damaged, or leads elsewhere than to a place
/// from which the game can go on, counts for nothing.
pub(crate) fn kept_end(record: &Record, timeline: &Timeline) -> Option<NodeId> {
    let text = record.unknown.get(PLAYED_END)?;
    let steps = text.strip_prefix('"')?.strip_suffix('"')?;
    let end = node_at(timeline, steps);
    let cursor = kept_place(record).map_or(NodeId::START, |place| node_at(timeline, &place));
    let goes_on_after =
        cursor != end && (end == NodeId::START || timeline.path(cursor).contains(&end));
    (place_of(timeline, end) == steps && !goes_on_after).then_some(end)
}

/// A game as its file is to hold it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keep {
    /// The number of the game in this run of the program.
    pub game: u64,
    /// The file it was kept in before.
    pub kept: Option<SavedFile>,
    /// The beginning of a new file's name.
    pub name: String,
    /// The record.
    pub text: String,
}
