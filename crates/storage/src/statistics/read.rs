//! Reading the games that statistics are made of.

use std::collections::HashSet;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

use tetralith_core::record::PlayerKind;
use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{Colour, Info, Record, Step};
use tetralith_engine::catch_panic;
use tetralith_session::remote_game;
use tetralith_session::seat::{Seat, only_person};
use tetralith_session::words::board_text;
use tetralith_study::puzzles::PuzzleTheme;
use tetralith_study::{GameAnalysis, LevelResult, accuracy, cache};

use crate::files::{self, Files};

/// The most files that are read.
const MAX_FILES: usize = 100_000;

/// The parts of a game whose moves are timed apart.
pub(super) const TENTHS: usize = 10;

/// A swap of colours, as the player sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SwapMade {
    /// The game was played without the pie rule.
    Impossible,
    /// Nothing was swapped.
    None,
    /// The player swapped.
    Own,
    /// The opponent swapped.
    Theirs,
}

/// The facts about one game that was played to its end, as the player at this terminal sees it.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game.
    pub info: &'static Info,
    /// The board, such as `square 13` or `hexagon, side 5`.
    pub board: String,
    /// The day, such as 2026-01-31; empty if the record does not state it.
    pub day: String,
    /// The colour held at the end.
    pub colour: Colour,
    /// The opponent: a level by its title, `another program`, or `people`.
    pub opponent: String,
    /// The result against a level, from which strength is estimated.
    pub result: Option<LevelResult>,
    /// The swap of colours, if there was one.
    pub swap: SwapMade,
    /// True for a win, false for a loss, `None` for a draw.
    pub won: Option<bool>,
    /// The turns of the game.
    pub turns: u32,
    /// Accuracy of the player's moves by third of the game: its sum, and the moves it is of.
    pub accuracy: [(f64, u32); 3],
    /// Seconds that the player's moves took by tenth of the game: their sum, and the moves.
    pub seconds: [(f64, u32); TENTHS],
    /// The purpose of the better move that the player missed, for each mistake.
    pub missed: Vec<PuzzleTheme>,
}

/// The games that were read, and the count of all others.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// The games that count, by day.
    pub games: Vec<PlayedGame>,
    /// The games that were read, or could not be.
    pub files: usize,
    /// Those that hold no game, or a damaged one.
    pub damaged: usize,
    /// Games that are not over.
    pub open: usize,
    /// Games between two people at this terminal, or of programs alone.
    pub others: usize,
}

/// The result of reading one file.
enum Found {
    /// A game that counts, and if it was one with another terminal, the name of that game.
    Game(Box<PlayedGame>, Option<String>),
    Damaged,
    Open,
    Other,
}

impl Statistics {
    /// Reads the games kept in `files`, on as many threads as there are processors.
    pub fn read(files: &Files) -> Self {
        let mut paths: Vec<PathBuf> = files.kept().into_iter().map(|entry| entry.path).collect();
        paths.sort();
        paths.truncate(MAX_FILES);
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let share = paths.len().div_ceil(threads).max(1);
        let found: Vec<Found> = thread::scope(|scope| {
            let work = |paths: &[PathBuf]| -> Vec<Found> {
                let look = |path: &PathBuf| {
                    catch_panic(|| look_at(path)).unwrap_or_else(|_| vec![Found::Damaged])
                };
                paths.iter().flat_map(look).collect()
            };
            let parts: Vec<_> =
                paths.chunks(share).map(|part| scope.spawn(move || work(part))).collect();
            parts.into_iter().flat_map(|part| part.join().unwrap_or_default()).collect()
        });
        let mut statistics = Self { files: found.len(), ..Self::default() };
        let both = both_sides(&found);
        for found in found {
            match found {
                Found::Game(game, Some(name)) if both.contains(&name) => {
                    statistics.others += usize::from(game.colour == Colour::First);
                }
                Found::Game(game, _) => statistics.games.push(*game),
                Found::Damaged => statistics.damaged += 1,
                Found::Open => statistics.open += 1,
                Found::Other => statistics.others += 1,
            }
        }
        statistics.games.sort_by(|a, b| a.day.cmp(&b.day));
        statistics
    }
}

/// The names of games between two windows that both players have kept here: they count as games
/// for two at one terminal.
fn both_sides(found: &[Found]) -> HashSet<String> {
    let played_by = |colour: Colour| -> HashSet<&String> {
        let names = found.iter().filter_map(|found| match found {
            Found::Game(game, name) if game.colour == colour => name.as_ref(),
            _ => None,
        });
        names.collect()
    };
    let [first, second] = Colour::BOTH.map(played_by);
    first.intersection(&second).copied().cloned().collect()
}

/// Reads the file at `path`, which may hold a list of games.
fn look_at(path: &Path) -> Vec<Found> {
    let mut found = Vec::new();
    files::load_all(path, |_, game| {
        found.push(match game {
            Ok((record, timeline)) => of_record(&record, timeline),
            Err(_) => Found::Damaged,
        });
        true
    });
    found
}

/// The contribution of the game of `record` to the figures of the player at this terminal.
fn of_record(record: &Record, mut timeline: Timeline) -> Found {
    let line = files::played_line(record, &timeline);
    let end = line.last().copied().unwrap_or(NodeId::START);
    timeline.go_to(end);
    let Some(outcome) = timeline.outcome() else { return Found::Open };
    let seats = files::holders(record, &timeline, &line).map(Seat::of);
    let Some(colour) = only_person(&seats) else { return Found::Other };
    let start = timeline.start();
    let swapped = line.iter().any(|&node| timeline.step(node) == Some(Step::Swap));
    let swap = match (swapped, colour) {
        (false, _) if !start.options().pie => SwapMade::Impossible,
        (false, _) => SwapMade::None,
        (true, Colour::First) => SwapMade::Own,
        (true, Colour::Second) => SwapMade::Theirs,
    };
    let options = start.options();
    let day = record.date.as_deref().and_then(|date| date.get(..10)).unwrap_or_default();
    // A win from a position that was set up shows nothing of a player's strength.
    let is_whole = !start.is_set_up();
    let won = outcome.winner.map(|winner| winner == colour);
    let opposite = &seats[colour.other().index()];
    let result = opposite.level().filter(|_| is_whole).map(|level| LevelResult {
        info: start.info(),
        shape: options.board,
        size: options.size,
        level,
        score: won.map_or(0.5, |won| f64::from(u8::from(won))),
        date: record.date.clone().unwrap_or_default(),
    });
    let mut game = PlayedGame {
        info: start.info(),
        result,
        board: board_text(options.board, options.size),
        day: day.to_owned(),
        colour,
        opponent: opponent(opposite),
        swap,
        won,
        turns: timeline.turn(end),
        accuracy: Default::default(),
        seconds: Default::default(),
        missed: Vec::new(),
    };
    game.time(&timeline, &line);
    if record.unknown.get(cache::KEY).is_some() {
        game.judge(&GameAnalysis::of(record, &timeline).0);
    }
    Found::Game(Box::new(game), remote_game::id_of(record))
}

/// The name of an opponent among others.
fn opponent(seat: &Seat) -> String {
    match (seat.level(), seat.kind) {
        (Some(level), _) => level.title.to_owned(),
        (None, Some(PlayerKind::Ai)) => "another program".to_owned(),
        (None, _) => "people".to_owned(),
    }
}

impl PlayedGame {
    /// The game of `record`, if a person at this terminal played it to its end.
    pub(crate) fn of_record(record: &Record, timeline: Timeline) -> Option<Self> {
        match of_record(record, timeline) {
            Found::Game(game, _) => Some(*game),
            Found::Damaged | Found::Open | Found::Other => None,
        }
    }

    /// True if moves of the player were analysed.
    pub(super) fn is_analysed(&self) -> bool {
        self.accuracy.iter().any(|&(_, moves)| moves > 0)
    }

    /// Takes in how long the player's moves took.
    fn time(&mut self, timeline: &Timeline, line: &[NodeId]) {
        let mut mine = self.colour;
        if matches!(self.swap, SwapMade::Own | SwapMade::Theirs) {
            // Before the swap the player held the other colour.
            mine = mine.other();
        }
        for &node in line {
            let is_own = timeline.mover(node) == mine;
            // A swap is still a move of the colour that its player gives up.
            if timeline.step(node) == Some(Step::Swap) {
                mine = self.colour;
            }
            let time = timeline.note(node).and_then(|note| note.time_ms);
            let Some(ms) = time.filter(|_| is_own) else { continue };
            let at = (timeline.turn(node) as usize - 1) * TENTHS / self.turns.max(1) as usize;
            let (sum, moves) = &mut self.seconds[at.min(TENTHS - 1)];
            *sum += ms as f64 / 1000.0;
            *moves += 1;
        }
    }

    /// Takes in the findings of the analysis on the player's moves.
    fn judge(&mut self, analysis: &GameAnalysis) {
        let turns = analysis.moments.list().len().max(1);
        for verdict in analysis.verdicts() {
            if verdict.choice.holder != self.colour {
                continue;
            }
            let (sum, moves) = &mut self.accuracy[(verdict.index * 3 / turns).min(2)];
            *sum += accuracy(verdict.loss);
            *moves += 1;
            if verdict.class.is_fault()
                && let Some(&step) = verdict.best.first()
            {
                let position = analysis.moments.position(verdict.index);
                self.missed.extend(PuzzleTheme::of(&position, step));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// An empty directory of games.
    fn files() -> (tempfile::TempDir, Files) {
        let dir = tempfile::tempdir().unwrap();
        let files = Files::at(dir.path().to_owned());
        fs::create_dir(files.games()).unwrap();
        (dir, files)
    }

    /// A record of a game between two windows, as the player of this colour keeps it.
    fn kept_by(own: usize, id: &str) -> String {
        let remote = |colour: usize| if colour == own { "" } else { r#","tetralith:remote":true"# };
        let player = |colour: usize| format!(r#"{{"kind":"human"{}}}"#, remote(colour));
        format!(
            r#"{{"format":"tetralith","version":1,"game":"necklace","options":{{"size":3}},
            "players":{{"red":{},"blue":{}}},"date":"2026-11-29",
            "result":{{"winner":"red","reason":"resignation"}},"moves":["b1"],
            "tetralith:remote":{{"id":"{id}","host":"first","takebacks":0,"secret":"00"}}}}"#,
            player(0),
            player(1)
        )
    }

    #[test]
    fn names_in_capitals_lists_and_drafts_count_as_games() {
        let (_dir, files) = files();
        let games = files.games();
        let [a, b, c] = ["a1", "b2", "c3"].map(|id| kept_by(0, id));
        fs::write(games.join("A.JSON"), a).unwrap();
        fs::write(games.join("list.json"), format!("[{b},{{}}]")).unwrap();
        // The file of a game that its program goes on saving may be a draft as yet.
        fs::write(games.join(".tetralith-c.json"), c).unwrap();
        let found = Statistics::read(&files);
        assert_eq!((found.games.len(), found.damaged), (3, 1));
    }

    #[test]
    fn times_of_the_opponent_do_not_count() {
        for (human, seconds) in [("red", [100.0, 3.0]), ("blue", [2.0, 4.0])] {
            let text = format!(
                r#"{{"format":"tetralith","version":1,"game":"necklace",
                "options":{{"size":5,"pie":true}},"players":{{"{human}":{{"kind":"human"}},
                "{}":{{"kind":"ai","level":"easy"}}}},
                "result":{{"winner":"red","reason":"resignation"}},
                "moves":[{{"move":"c3","time_ms":2000}},{{"move":"swap","time_ms":100000}},
                {{"move":"b2","time_ms":4000}},{{"move":"d4","time_ms":3000}}]}}"#,
                if human == "red" { "blue" } else { "red" }
            );
            let (record, timeline) = Record::read(text.as_bytes()).unwrap();
            let game = PlayedGame::of_record(&record, timeline).unwrap();
            let timed = game.seconds.iter().filter(|(_, moves)| *moves > 0);
            assert_eq!(timed.map(|(sum, _)| *sum).collect::<Vec<_>>(), seconds, "{human}");
        }
    }

    #[test]
    fn games_that_both_players_keep_here_count_once() {
        let (_dir, files) = files();
        for (i, (own, id)) in [(0, "a1"), (1, "a1"), (0, "b2"), (1, "c3")].into_iter().enumerate() {
            fs::write(files.games().join(format!("{i}.json")), kept_by(own, id)).unwrap();
        }
        let found = Statistics::read(&files);
        assert_eq!((found.files, found.damaged, found.others), (4, 0, 1));
        assert_eq!(found.games.len(), 2);
    }
}
