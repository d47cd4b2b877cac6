//! Reading games from files: records, directories of them, results of the arena.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::exchange::Import;
use crate::files::{self, RecordPlace};
use crate::results::ResultLine;
use tetralith_core::record::MAX_TEXT;
use tetralith_core::{Colour, Game, Names, Record, Step, Timeline, games};
use tetralith_files::{ends_in, is_hidden, is_record};

use crate::explore::index::{GameFacts, GameResult, IndexBuilder};

/// The deepest directory that is looked into, below the one that is named.
const MAX_DEPTH: usize = 4;

/// The most files that are read.
const MAX_FILES: usize = 100_000;

/// The longest line of a file of results, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// A source of games for the explorer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum GameSource {
    /// A record, a file of results of the arena (`.jsonl`), or a directory of either. One that does
    /// not exist has no games.
    Path(PathBuf),
    Record {
        name: &'static str,
        /// Its bytes.
        bytes: &'static [u8],
    },
}

/// The count of what was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Tally {
    pub files: usize,
    pub games: usize,
    /// Files and lines of results that are not games, or whose moves are not known, and directories
    /// that cannot be read.
    pub skipped: usize,
    /// True if there were more than there is room for.
    pub is_cut: bool,
}

/// Adds the games in `sources` to `games`, until `stops` returns true.
///
/// Files that are not games are skipped and counted.
pub fn read(sources: &[GameSource], games: &mut IndexBuilder, stops: &dyn Fn() -> bool) -> Tally {
    let mut reader = Reader { games, stops, tally: Tally::default() };
    for source in sources {
        match source {
            GameSource::Path(path) => reader.path(path, 0),
            GameSource::Record { name, bytes } => reader.bytes(name, bytes),
        }
    }
    reader.tally
}

struct Reader<'a> {
    games: &'a mut IndexBuilder,
    stops: &'a dyn Fn() -> bool,
    tally: Tally,
}

impl Reader<'_> {
    fn is_done(&mut self) -> bool {
        self.tally.is_cut |= self.games.is_full() || self.tally.files >= MAX_FILES;
        self.tally.is_cut || (self.stops)()
    }

    /// Reads a file or a directory; in a directory only files whose names end like those of games.
    fn path(&mut self, path: &Path, depth: usize) {
        if self.is_done() {
            return;
        }
        if path.is_dir() {
            // Drafts first: a game that is written meanwhile must not slip through.
            let drafted = files::drafts_in(path).map(|(path, _)| path).take(MAX_FILES);
            let mut paths: BTreeSet<PathBuf> = drafted.collect();
            let Ok(entries) = fs::read_dir(path) else {
                self.tally.skipped += 1;
                return;
            };
            let entries = entries.take(MAX_FILES).filter_map(|entry| Some(entry.ok()?.path()));
            paths.extend(entries.filter(|path| is_game(path)));
            for path in paths.iter().filter(|path| depth < MAX_DEPTH || !path.is_dir()) {
                self.path(path, depth + 1);
            }
        } else if ends_in(path, "jsonl") {
            self.results(path);
        } else if path.exists() || files::is_drafted(path) || RecordPlace::of(path).file().is_err()
        {
            self.tally.files += 1;
            files::load_all(path, |name, game| {
                match game {
                    Ok((record, timeline)) => {
                        self.record(&name.to_string_lossy(), &record, &timeline);
                    }
                    Err(_) => self.tally.skipped += 1,
                }
                !self.is_done()
            });
        }
    }

    fn bytes(&mut self, name: &str, bytes: &[u8]) {
        self.tally.files += 1;
        match Record::read(bytes) {
            Ok((record, timeline)) => self.record(name, &record, &timeline),
            Err(_) => self.tally.skipped += 1,
        }
    }

    fn record(&mut self, name: &str, record: &Record, timeline: &Timeline) {
        let line = files::played_line(record, timeline);
        let steps: Vec<Step> = line.iter().filter_map(|&node| timeline.step(node)).collect();
        let mut end = timeline.clone();
        end.go_to(line.last().copied().unwrap_or(tetralith_core::NodeId::START));
        let result =
            end.outcome().map(|outcome| outcome.winner.map_or(GameResult::Drawn, GameResult::Won));
        let players = files::holders(record, timeline, &line);
        let facts = GameFacts {
            result: result.unwrap_or_default(),
            levels: players.each_ref().map(|player| player.level.clone()),
            players: players.map(|player| player.name.unwrap_or_default()),
            date: record.date.clone(),
            source: name.into(),
        };
        self.add(timeline.start(), &steps, facts);
    }

    fn add(&mut self, start: &Game, steps: &[Step], facts: GameFacts) {
        if self.games.add(start, steps, facts) {
            self.tally.games += 1;
        } else if steps.is_empty() {
            self.tally.skipped += 1;
        }
    }

    /// Reads a file of results of the arena, a game a line.
    fn results(&mut self, path: &Path) {
        self.tally.files += 1;
        // Reading a pipe could wait for ever, and a device might never end.
        let is_file = fs::metadata(path).is_ok_and(|facts| facts.is_file());
        let Some(file) = is_file.then(|| File::open(path).ok()).flatten() else {
            self.tally.skipped += 1;
            return;
        };
        let source: Arc<str> = path.to_string_lossy().into();
        let mut file = BufReader::new(file);
        let mut line = Vec::new();
        while !self.is_done() {
            line.clear();
            // The rest of a longer line is read as further lines, which are not games.
            match file.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            // Some editors put a byte-order mark before a text.
            let text = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line);
            if let Ok(line) = serde_json::from_slice::<ResultLine>(text) {
                match replayed(&line, &source) {
                    Some((start, steps, facts)) => self.add(&start, &steps, facts),
                    None => self.tally.skipped += 1,
                }
                continue;
            }
            // A line may be a record too.
            match files::decode(path, text) {
                Ok(Import { record, timeline, .. }) => self.record(&source, &record, &timeline),
                Err(_) => self.tally.skipped += 1,
            }
        }
    }
}

/// The game of a line of results; `None` if it is not traced, or not a game.
fn replayed(line: &ResultLine, source: &Arc<str>) -> Option<(Game, Vec<Step>, GameFacts)> {
    let info = games::info(&line.game)?;
    let start = Game::start(info, &info.read_options(&line.options)?).ok()?;
    let (mut game, mut steps) = (start.clone(), Vec::with_capacity(line.moves.len().min(1 << 12)));
    for text in &line.moves {
        let step = Names::of(&game).parse_step(text).ok()?;
        game.play(step).ok()?;
        steps.push(step);
    }
    let winner = match game.outcome() {
        Some(outcome) => outcome.winner,
        None if (line.points - 0.5).abs() < 0.25 => None,
        None => Some(if (line.points > 0.5) == line.ends_first() {
            Colour::First
        } else {
            Colour::Second
        }),
    };
    let players = if line.ends_first() { [&line.a, &line.b] } else { [&line.b, &line.a] };
    // As long as a record may have them, because they are kept with every game.
    if players.iter().any(|name| name.len() > MAX_TEXT) {
        return None;
    }
    let facts = GameFacts {
        result: winner.map_or(GameResult::Drawn, GameResult::Won),
        players: players.map(Clone::clone),
        source: Arc::clone(source),
        ..GameFacts::default()
    };
    (!steps.is_empty()).then_some((start, steps, facts))
}

/// True if an entry of a directory may hold games; hidden ones do not count.
fn is_game(path: &Path) -> bool {
    let is_directory = || path.is_dir() && !path.is_symlink();
    is_record(path) || !is_hidden(path) && (ends_in(path, "jsonl") || is_directory())
}

#[cfg(test)]
mod tests {
    use tetralith_core::Setup;

    use super::*;

    const RECORD: &str = r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":5},
        "players":{"red":{"name":"Ann"}},"date":"2026-01-02T03:04:05Z","moves":["c3","b2"],"result":{"winner":"red","reason":"resignation"}}"#;
    const RESULT: &str = r#"{"game":"necklace","options":"square 5","a":"x","b":"y","seed":1,"number":0,"a_first":false,"points":1.0,"steps":2,
        "reason":"resignation","moves":["c3","d4"]}"#;

    #[test]
    fn records_and_results_are_read_and_the_rest_is_counted() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("more")).unwrap();
        let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
        write("one.json", RECORD);
        write("more/again.json", RECORD);
        write("broken.json", &RECORD[..80]);
        write(".hidden.json", RECORD);
        // The file of a game that its program goes on saving may be a draft as yet.
        write(".tetralith-other.json", &RECORD.replace("Ann", "Dora"));
        write(".tetralith-one.json", RECORD);
        write("notes.txt", "nothing");
        let record = RECORD.replace('\n', "").replace("Ann", "Bob");
        write("list.json", &format!("[{record}, {{}}]"));
        write("lines.jsonl", &format!("{}\n", record.replace("Bob", "Cleo")));
        let line = RESULT.replace('\n', "");
        let illegal = line.replace("d4", "c3");
        write("more/results.jsonl", &format!("{line}\n{illegal}\nnonsense\n{}", &line[..50]));
        let mut builder = IndexBuilder::default();
        let sources =
            [GameSource::Path(dir.path().to_owned()), GameSource::Path(dir.path().join("absent"))];
        let tally = read(&sources, &mut builder, &|| false);
        assert_eq!(tally, Tally { files: 7, games: 5, skipped: 5, is_cut: false });
        let index = builder.finish();
        let start = Game::new("necklace", &Setup { size: Some(5), ..Setup::default() }).unwrap();
        let found = index.look_up(&start, &[]);
        assert_eq!((found.games, found.moves[0].wins), (5, [4, 1]));
        let facts = &index.game(found.listed[0]).unwrap().facts;
        assert_eq!((facts.day(), facts.players[0].as_str()), (Some("2026-01-02"), "Cleo"));
        assert_eq!(read(&sources, &mut IndexBuilder::default(), &|| true), Tally::default());
    }

    #[test]
    fn games_of_other_players_or_hours_are_other_games() {
        let dir = tempfile::tempdir().unwrap();
        let easy = RECORD.replace(r#""name":"Ann""#, r#""kind":"ai","level":"easy""#);
        for (name, text) in [
            ("one.json", RECORD.to_owned()),
            ("copy.json", RECORD.to_owned()),
            // The same moment in another zone.
            ("zone.json", RECORD.replace("T03:04:05Z", "T05:04:05+02:00")),
            ("hour.json", RECORD.replace("T03", "T07")),
            ("easy.json", easy.clone()),
            // A club's copy knows no level.
            ("club.json", easy.replace(r#","level":"easy""#, "")),
            ("hard.json", easy.replace("easy", "hard").replace("T03", "T09")),
        ] {
            fs::write(dir.path().join(name), text).unwrap();
        }
        let sources = [GameSource::Path(dir.path().to_owned())];
        assert_eq!(read(&sources, &mut IndexBuilder::default(), &|| false).games, 4);
    }

    #[test]
    fn records_of_lists_and_lines_are_read_by_their_names() {
        let dir = tempfile::tempdir().unwrap();
        let list = dir.path().join("list.json");
        fs::write(&list, format!("[{RECORD}, {RECORD}]")).unwrap();
        for path in [files::numbered_path(&list, 2), "necklace/5#c3,b2".into()] {
            let tally = read(&[GameSource::Path(path)], &mut IndexBuilder::default(), &|| false);
            assert_eq!(tally, Tally { files: 1, games: 1, ..Tally::default() });
        }
    }

    #[test]
    fn names_are_kept_as_they_came_and_made_fit_to_show() {
        let dir = tempfile::tempdir().unwrap();
        let name = "Ann\u{1b}[31m\n".to_owned() + &"n".repeat(80);
        let told = serde_json::to_string(&name).unwrap();
        fs::write(dir.path().join("one.json"), RECORD.replace(r#""Ann""#, &told)).unwrap();
        fs::write(dir.path().join("two.jsonl"), RESULT.replace('\n', "").replace(r#""y""#, &told))
            .unwrap();
        let mut builder = IndexBuilder::default();
        read(&[GameSource::Path(dir.path().to_owned())], &mut builder, &|| false);
        let index = builder.finish();
        for number in 0..2 {
            let facts = &index.game(number).unwrap().facts;
            assert_eq!(facts.players[0], name);
            let shown = &facts.shown_players()[0];
            assert!(
                shown.starts_with("Ann\u{fffd}[31m n") && shown.chars().count() == 60,
                "{shown:?}"
            );
        }
        let facts = GameFacts { source: "we\nird\u{1b}.json".into(), ..GameFacts::default() };
        assert_eq!(facts.shown_source(), "we ird\u{fffd}.json");
    }

    #[test]
    fn explored_moves_are_not_looked_up() {
        let dir = tempfile::tempdir().unwrap();
        let played = RECORD.split_once(r#","result""#).unwrap().0;
        fs::write(
            dir.path().join("one.json"),
            format!(r#"{played},"tetralith:cursor":"c3","tetralith:tip":"c3"}}"#),
        )
        .unwrap();
        let mut builder = IndexBuilder::default();
        assert_eq!(
            read(&[GameSource::Path(dir.path().to_owned())], &mut builder, &|| false).games,
            1
        );
        let index = builder.finish();
        let mut board =
            Game::new("necklace", &Setup { size: Some(5), ..Setup::default() }).unwrap();
        assert_eq!(index.look_up(&board, &[]).games, 1);
        board.play(Names::of(&board).parse_step("c3").unwrap()).unwrap();
        assert_eq!(index.look_up(&board, &[]).games, 0, "b2 was tried");
    }

    #[test]
    fn swappers_hold_the_other_colour_at_the_end() {
        let dir = tempfile::tempdir().unwrap();
        let line =
            RESULT.replace('\n', "").replace("square 5", "square 5 pie").replace("d4", "swap");
        fs::write(dir.path().join("one.jsonl"), line).unwrap();
        let mut builder = IndexBuilder::default();
        read(&[GameSource::Path(dir.path().to_owned())], &mut builder, &|| false);
        let index = builder.finish();
        let pie = Setup { size: Some(5), pie: Some(true), ..Setup::default() };
        let found = index.look_up(&Game::new("necklace", &pie).unwrap(), &[]);
        // `x` had the second seat, swapped, and won.
        assert_eq!((found.games, found.moves[0].wins), (1, [1, 0]));
        assert_eq!(index.game(found.listed[0]).unwrap().facts.players, ["x", "y"]);
    }

    #[cfg(unix)]
    #[test]
    fn endless_files_are_not_read() {
        let dir = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/dev/zero", dir.path().join("endless.jsonl")).unwrap();
        // If it is read nevertheless that ends, with more skipped.
        let asked = std::cell::Cell::new(0);
        let stops = || asked.replace(asked.get() + 1) > 100;
        let tally =
            read(&[GameSource::Path(dir.path().to_owned())], &mut IndexBuilder::default(), &stops);
        assert_eq!(tally, Tally { files: 1, games: 0, skipped: 1, is_cut: false });
    }

    #[test]
    fn only_days_are_days() {
        let day = |date: &str| {
            let facts = GameFacts { date: Some(date.to_owned()), ..GameFacts::default() };
            facts.day().map(str::to_owned)
        };
        assert_eq!(day("2026-01-02T03:04:05Z").as_deref(), Some("2026-01-02"));
        for text in ["", "today", "2026-1-2", "2026/01/02", "\u{1b}[31m2026-01-02", "ééééééé"]
        {
            assert_eq!(day(text), None, "{text}");
        }
    }
}
