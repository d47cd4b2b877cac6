//! The results of games between a person and a level, from the records of games that are kept.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};
use tetralith_core::record::raw;
use tetralith_core::{Colour, Info, Record, Setup, Shape, games};
use tetralith_engine::Level;
use tetralith_study::LevelResult;

use crate::files::{Files, newest};
use crate::lists;
use crate::statistics::PlayedGame;

/// The result in a record, and who played.
#[derive(Deserialize)]
struct BriefRecord {
    game: String,
    #[serde(default)]
    options: Map<String, Value>,
    players: Map<String, Value>,
    /// Absent where the moves alone show the result.
    result: Option<BriefResult>,
    date: Option<String>,
    /// Present if the game began from a position that was set up, which shows nothing of strength.
    position: Option<IgnoredAny>,
    /// Present while the game goes on.
    #[serde(rename = "tetralith:cursor")]
    cursor: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct BriefResult {
    winner: String,
}

/// Reads the results of the games in `files` that a person has played to their end against a level,
/// those of lists too.
///
/// Records that are damaged, go on, or are of other players are skipped. Moves are played again
/// only where the record has no result: else it is taken at its word, since reading thousands of
/// games must not take long.
pub fn level_results(files: &Files) -> Vec<LevelResult> {
    let kept = files.kept().into_iter().filter_map(|entry| newest(&entry.path).ok());
    kept.flat_map(|newest| {
        let records = lists::records(&newest.bytes).into_iter();
        records.filter_map(level_result).collect::<Vec<_>>()
    })
    .collect()
}

/// The result that a record holds, if it is of a game between a person and a level.
pub fn level_result(record: &[u8]) -> Option<LevelResult> {
    let brief: BriefRecord = serde_json::from_str(raw::text(record).ok()?).ok()?;
    let info =
        games::info(&brief.game).filter(|_| brief.cursor.is_none() && brief.position.is_none())?;
    let board = match brief.options.get("board") {
        None => None,
        Some(id) => Some(Shape::ALL.into_iter().find(|shape| *id == shape.id())?),
    };
    let size = match brief.options.get("size") {
        None => None,
        Some(size) => Some(size.as_i64()?),
    };
    let options = info.options(&Setup { board, size, ..Setup::default() }).ok()?;
    let (person, level) = opponents(info, &brief.players)?;
    let Some(result) = &brief.result else { return played_result(record) };
    let score = match &*result.winner {
        "draw" => 0.5,
        name if name == info.side(person).name => 1.0,
        name if name == info.side(person.other()).name => 0.0,
        _ => return None,
    };
    let (shape, size) = (options.board, options.size);
    Some(LevelResult { info, shape, size, level, score, date: brief.date.unwrap_or_default() })
}

/// The result of the game that a record without a result holds.
fn played_result(record: &[u8]) -> Option<LevelResult> {
    let (record, timeline) = Record::read(record).ok()?;
    PlayedGame::of_record(&record, timeline)?.result
}

/// The colour of the person and the level of the computer, if they are who has played.
fn opponents(info: &Info, players: &Map<String, Value>) -> Option<(Colour, &'static Level)> {
    let text = |colour: Colour, key: &str| players.get(info.side(colour).name)?.get(key)?.as_str();
    let is_person = |colour: &Colour| text(*colour, "kind") == Some("human");
    let person = Colour::BOTH.into_iter().find(is_person)?;
    let is_computer = text(person.other(), "kind") == Some("ai");
    let level = text(person.other(), "level").filter(|_| is_computer)?;
    Some((person, Level::from_id(level)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::last_game_in;
    use crate::statistics::Statistics;

    fn record(rest: &str) -> String {
        format!(
            r#"{{"format":"tetralith","version":1,"game":"necklace","options":{{"size":9}},
            "players":{{"red":{{"kind":"human"}},"blue":{{"kind":"ai","level":"even-4.5"}}}},
            "date":"2026-11-21T10:00:00Z","moves":["c3"]{rest}}}"#
        )
    }

    #[test]
    fn results_are_those_of_ended_games_against_levels() {
        let ended = record(r#","result":{"winner":"red","reason":"resignation"}"#);
        let result = level_result(ended.as_bytes()).unwrap();
        assert_eq!((result.info.id, result.shape, result.size), ("necklace", Shape::Square, 9));
        assert_eq!((result.level.id, &*result.date), ("even-4.5", "2026-11-21T10:00:00Z"));
        assert!((result.score - 1.0).abs() < f64::EPSILON);
        let score = |text: String| level_result(text.as_bytes()).map(|result| result.score);
        assert_eq!(score(ended.replace(r#""winner":"red""#, r#""winner":"blue""#)), Some(0.0));
        assert_eq!(score(ended.replace(r#""winner":"red""#, r#""winner":"draw""#)), Some(0.5));
        assert_eq!(score(ended.replace(r#""size":9"#, "")).map(|_| ()), Some(()));
        let by_moves = record("").replace(r#""size":9"#, r#""size":2"#);
        let by_moves = by_moves.replace(r#"["c3"]"#, r#"["a1","b1","a2"]"#);
        assert_eq!(score(by_moves), Some(1.0), "the moves end the game");
        for damaged in [
            record(""),
            record(r#","result":{"winner":"red"},"tetralith:cursor":"c3""#),
            ended.replace("human", "ai"),
            ended.replace("\"ai\"", "\"human\""),
            ended.replace("even-4.5", "9 dan"),
            ended.replace("even-4.5", "even-12.0"),
            ended.replace("necklace", "chess"),
            ended.replace(r#""size":9"#, r#""size":"nine""#),
            ended.replace(r#""size":9"#, r#""size":999"#),
            ended.replace(r#""size":9"#, r#""board":7"#),
            ended.replace(r#""winner":"red""#, r#""winner":"green""#),
            ended[..ended.len() - 3].to_owned(),
            String::new(),
        ] {
            assert_eq!(score(damaged.clone()), None, "{damaged}");
        }
    }

    #[test]
    fn byte_order_marks_change_nothing() {
        let ended = record(r#","result":{"winner":"red","reason":"resignation"}"#);
        let marked = format!("\u{feff}{ended}");
        assert!(level_result(marked.as_bytes()).is_some());
        let board = |text: &str| last_game_in(text.as_bytes(), "necklace").map(|it| it.options);
        assert_eq!(board(&marked), board(&ended));
        assert!(board(&marked).is_some());
    }

    #[test]
    fn damaged_files_are_skipped() {
        let dir = tempfile::tempdir().unwrap();
        let files = Files::at(dir.path().to_owned());
        let ended = record(r#","result":{"winner":"red","reason":"resignation"}"#);
        for (name, text) in [("a", &*ended), ("b", "{"), ("c", ""), ("d", &*ended)] {
            files.keep(None, name, text).unwrap();
        }
        std::fs::create_dir(files.games().join("e.json")).unwrap();
        assert_eq!(level_results(&files).len(), 2);
    }

    #[test]
    fn lists_hold_the_same_results_as_statistics() {
        let ended = record(r#","result":{"winner":"red","reason":"resignation"}"#);
        let lost = ended.replace(r#""winner":"red""#, r#""winner":"blue""#);
        let open = record(r#","tetralith:cursor":"c3""#);
        let one_line = |text: &str| text.replace('\n', " ");
        for (list, wanted) in [
            (format!("[{ended}, {lost}, {open}, {{}}]"), &[0.0, 1.0, 1.0][..]),
            ([&ended, &open, &lost].map(|text| one_line(text)).join("\n"), &[0.0, 1.0, 1.0]),
            (format!("\u{feff}[{ended},{lost}]"), &[0.0, 1.0, 1.0]),
            (format!("[{ended},{lost}"), &[1.0]),
            ("[]".to_owned(), &[1.0]),
        ] {
            let dir = tempfile::tempdir().unwrap();
            let files = Files::at(dir.path().to_owned());
            files.keep(None, "list", &list).unwrap();
            files.keep(None, "one", &ended).unwrap();
            let scores = |results: Vec<LevelResult>| {
                let mut scores: Vec<f64> = results.iter().map(|result| result.score).collect();
                scores.sort_by(f64::total_cmp);
                scores
            };
            let games = Statistics::read(&files).games;
            let shown = scores(games.into_iter().filter_map(|game| game.result).collect());
            assert_eq!([&*scores(level_results(&files)), &shown], [wanted; 2], "{list}");
        }
    }
}
