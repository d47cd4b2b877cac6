//! The statistics of one's own games: the page *My games* and `tetralith stats`.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tetralith::program::{Message, Start};

use crate::common::{Run, run_with};
use crate::support::{Screen, mono};

/// A finished game of Necklace: red holds a line of stones if `red` wins.
fn record(players: &str, options: &str, moves: &str, result: &str, day: u32) -> String {
    format!(
        r#"{{"format":"tetralith","version":1,"game":"necklace","options":{options},
        "players":{players},"date":"2026-01-{day:02}","moves":[{moves}],"result":{result}}}"#
    )
}

const PERSON_FIRST: &str =
    r#"{"red":{"name":"Ann","kind":"human"},"blue":{"kind":"ai","level":"easy"}}"#;
const PERSON_SECOND: &str =
    r#"{"red":{"kind":"ai","level":"medium"},"blue":{"name":"Ann","kind":"human"}}"#;
const RED: &str = r#"{"winner":"red","reason":"resignation"}"#;
const BLUE: &str = r#"{"winner":"blue","reason":"resignation"}"#;
const SMALL: &str = r#"{"size":5}"#;

/// Seven games that count, and some that do not.
fn write_games(data: &Path) {
    let games = data.join("games");
    fs::create_dir_all(&games).unwrap();
    let timed = r#"{"move":"c3","time_ms":4000},"b2",{"move":"d4","time_ms":2000}"#;
    let all = [
        record(PERSON_FIRST, SMALL, timed, RED, 1),
        record(PERSON_FIRST, SMALL, r#""c3","b2""#, RED, 2),
        record(PERSON_FIRST, r#"{"size":7}"#, r#""c3""#, BLUE, 3),
        record(PERSON_SECOND, SMALL, r#""c3","b2""#, BLUE, 4),
        record(PERSON_SECOND, SMALL, r#""c3","b2","a1""#, RED, 5),
        // The engine placed the first stone, and the person swapped: red is theirs now.
        record(PERSON_FIRST, r#"{"size":5,"pie":true}"#, r#""c3","swap","b2""#, RED, 6),
        record(PERSON_SECOND, r#"{"size":5,"pie":true}"#, r#""c3","swap""#, RED, 7),
    ];
    for (nth, text) in all.iter().enumerate() {
        fs::write(games.join(format!("game-{nth}.json")), text).unwrap();
    }
    let open = all[0].replace(&format!(r#","result":{RED}"#), "");
    fs::write(games.join("open.json"), open).unwrap();
    let two = r#"{"red":{"kind":"human"},"blue":{"kind":"human"}}"#;
    fs::write(games.join("two.json"), record(two, SMALL, r#""c3""#, RED, 8)).unwrap();
    fs::write(games.join("broken.json"), &all[0][..70]).unwrap();
    fs::write(games.join("empty.json"), "").unwrap();
    fs::write(games.join(".hidden.json"), &all[0]).unwrap();
    fs::write(games.join("notes.txt"), "nothing").unwrap();
    let plurality = r#"{"format":"tetralith","version":1,"game":"plurality","options":{"size":5},
        "players":{"black":{"kind":"human"},"white":{"kind":"ai","level":"easy"}},
        "moves":["pass","pass"]}"#;
    fs::write(games.join("short.json"), plurality).unwrap();
}

fn stats(data: &Path, words: &[&str]) -> Run {
    let words: Vec<&str> = ["stats"].iter().chain(words).copied().collect();
    let config = data.join("config");
    let variables = [
        ("TETRALITH_DATA_DIR", data.as_os_str()),
        ("TETRALITH_CONFIG_DIR", config.as_os_str()),
        ("NO_COLOR", OsStr::new("1")),
    ];
    run_with(&words, b"", &variables)
}

#[test]
fn ignored_settings_are_noted_before_the_figures() {
    let dir = tempfile::tempdir().unwrap();
    write_games(dir.path());
    let settings = dir.path().join("config.toml");
    fs::write(&settings, "theme = \n").unwrap();
    let variables = [
        ("TETRALITH_DATA_DIR", dir.path().as_os_str()),
        ("TETRALITH_CONFIG", settings.as_os_str()),
    ];
    let told = run_with(&["--ascii", "stats"], b"", &variables);
    assert!(told.status == 0 && told.out.contains("Necklace"), "{}", told.out);
    assert!(told.err.starts_with("note: ") && told.err.contains("config.toml"), "{}", told.err);
    // Faults of settings without effect here are not noted.
    fs::write(&settings, "bell = 1\nautosave_dir = 7\n[themes.x]\nbase = \"none\"\n").unwrap();
    assert_eq!(run_with(&["--ascii", "stats"], b"", &variables).err, "");
}

#[test]
fn own_games_are_counted_by_opponent_board_colour_and_swap() {
    let dir = tempfile::tempdir().unwrap();
    write_games(dir.path());
    let told = stats(dir.path(), &["--json"]);
    assert_eq!((told.status, told.err.as_str()), (0, ""));
    let json: Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!(json["files"], 12, "{json}");
    assert_eq!(
        (&json["damaged"], &json["open"], &json["others"]),
        (&2.into(), &1.into(), &1.into())
    );
    let necklace = &json["games"][0];
    assert_eq!((&necklace["game"], &necklace["games"]), (&"necklace".into(), &7.into()));
    assert_eq!(necklace["results"], serde_json::json!({ "wins": 4, "losses": 3, "draws": 0 }));
    let by = |group: &str, member: &str| necklace["by"][group][member].clone();
    assert_eq!(by("opponent", "Easy")["wins"], 3, "{necklace}");
    assert_eq!(by("opponent", "Medium")["losses"], 2);
    assert_eq!(by("board", "square 7")["losses"], 1);
    assert_eq!(by("colour", "Blue")["wins"], 1);
    assert_eq!(by("swap", "you swapped")["wins"], 1);
    assert_eq!(by("swap", "the opponent swapped")["losses"], 1);
    assert_eq!(necklace["strength"]["board"], "square 5");
    assert_eq!(necklace["strength"]["after_each_quarter"][3]["games"], 6);
    assert_eq!(necklace["longest_win"]["turns"], 3);
    assert_eq!(necklace["analysed"], 0);
    assert_eq!(necklace["seconds_per_move"][0], 4.0);
    assert_eq!(necklace["seconds_per_move"][6], 2.0);
    assert_eq!(json["too_few"]["plurality"], 1);
    assert_eq!(json["games"].as_array().unwrap().len(), 1, "five games are needed");
}

#[test]
fn statistics_are_read_on_a_page_of_the_screen() {
    let dir = tempfile::tempdir().unwrap();
    write_games(&dir.path().join("data"));
    let mut screen = Screen::in_dir(Start::Home, (80, 30), mono(), dir);
    screen.keys("m").assert_shows("My games");
    screen.assert_shows("8 finished games against opponents. Not counted: 1 in progress");
    screen.assert_shows("2 that cannot be read");
    screen.assert_shows("Necklace: 7 games, won 4, lost 3 (57 %)");
    screen.assert_shows("Plurality: 1 game. Figures are shown from 5 games on.");
    for size in [(40, 16), (100, 40)] {
        screen.resize(size.0, size.1).assert_shows("My games");
    }
    screen.keys("<Esc>");
    assert!(!screen.shows("against opponents"), "{}", screen.text());
}

#[test]
fn statistics_without_games_say_what_will_be_there() {
    let dir = tempfile::tempdir().unwrap();
    let told = stats(dir.path(), &[]);
    assert_eq!((told.status, told.out.as_str()), (0, "0 finished games against opponents.\n"));
    // The page says what will be there and how to get it.
    for size in [(80, 24), (40, 16)] {
        let mut screen = Screen::new(Start::Home, size, mono());
        screen.keys("m").assert_shows("0 finished games").assert_shows("your results are here");
        screen.assert_shows(". p on the").keys("<Esc>p").assert_shows("turn 0");
    }
}

#[test]
fn answers_reach_pages_that_others_lie_over() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    screen.keys("m?");
    assert!(screen.shows("Keys"), "{}", screen.text());
    screen.send(Message::Counted(Err("the disk is gone".to_owned())));
    screen.keys("<Esc>");
    screen.assert_shows("Your games cannot be read: the disk is gone.");
}
