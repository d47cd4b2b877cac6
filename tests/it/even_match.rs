//! Even matches: a computer as strong as the results in the directory of games show.

use std::fs;
use std::path::Path;

use crate::common::{json, kept_games, run_with};
use crate::support::{Screen, mono, seated, small};
use tempfile::TempDir;
use tetralith::program::Start;
use tetralith_core::Colour;
use tetralith_engine::Level;
use tetralith_session::clock::Clock;
use tetralith_session::seat::Seat;

/// A directory with games of Necklace 5×5 that a person has won or lost against Easy.
fn results(won: usize, lost: usize) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let games = dir.path().join("data/games");
    fs::create_dir_all(&games).unwrap();
    for number in 0..won + lost {
        let winner = if number < won { "red" } else { "blue" };
        let record = format!(
            r#"{{"format":"tetralith","version":1,"game":"necklace","options":{{"size":5}},
            "players":{{"red":{{"kind":"human"}},"blue":{{"kind":"ai","level":"easy"}}}},
            "date":"2026-01-01T00:00:{number:02}Z",
            "result":{{"winner":"{winner}","reason":"resignation"}},"moves":["c3"]}}"#
        );
        fs::write(games.join(format!("necklace-{number}.json")), record).unwrap();
    }
    dir
}

/// The beginning of a game of Necklace 5×5 against an even opponent.
fn even_start() -> Start {
    let seats = [Seat::person(String::new()), Seat::even()];
    seated("necklace", small(5), seats, Clock::default())
}

/// The screen at its beginning.
fn even(dir: TempDir) -> Screen {
    Screen::in_dir(even_start(), (80, 24), mono(), dir)
}

/// The level that holds the second colour.
fn level(screen: &Screen) -> &'static str {
    let table = screen.app.table().expect("the game has begun");
    table.players().holder_here(Colour::Second).level().expect("it is a level").id
}

#[test]
fn even_opponent_follows_the_results() {
    let mut first = even(results(0, 0));
    first.assert_shows("Even match: level 4.0 of 13; you are between Novice and Skilled (0 games)");
    assert_eq!(level(&first), "even-4.0");
    let number = |won, lost| level(&even(results(won, lost)))["even-".len()..].parse::<f64>();
    let [weak, equal, strong] = [(0, 8), (4, 4), (8, 0)].map(|(won, lost)| number(won, lost));
    assert!(weak.unwrap() < 3.5 && strong.unwrap() > 4.5);
    assert!((equal.unwrap() - 4.0).abs() < 0.3);
}

#[test]
fn an_easier_even_match_is_weaker_by_as_much_as_60_per_cent() {
    let number = |id: &str| id["even-".len()..].parse::<f64>().unwrap();
    let even = number(level(&even(results(4, 4))));
    let dir = results(4, 4);
    fs::write(dir.path().join("config.toml"), "easier_even_match = true\n").unwrap();
    let mut screen = Screen::in_settings(even_start(), (80, 24), dir);
    screen.assert_shows("which you should beat in 60 %");
    let eased = number(level(&screen));
    // A share of 60 % is worth 70 points of Elo, and a level about 200.
    assert!((0.2..0.6).contains(&(even - eased)), "{even} {eased}");
    screen.keys("N").assert_shows("Computer (Even match)");
    screen.keys("<Up><Up><Up><Up><Up><Up>").assert_shows("you should win 60 %: ");
}

#[test]
fn even_match_shows_the_new_estimate_at_its_end() {
    let mut screen = even(results(2, 1));
    screen.keys("<Enter>Gy");
    screen.assert_shows("You are between Beginner and Casual (4 games)");
    let kept = screen.kept();
    let is_even = |record: &serde_json::Value| {
        record["players"]["blue"]["level"].as_str().is_some_and(|id| id.starts_with("even-"))
    };
    let record = kept.iter().map(|path| json(path)).find(is_even).expect("the game is kept");
    assert_eq!(record["result"]["reason"], "resignation");
}

#[test]
fn opponent_of_an_even_match_is_called_so() {
    let mut screen = even(results(0, 0));
    screen.assert_shows("Blue, Even match").keys("<Enter>Gy");
    screen.assert_shows("Blue (Even match) wins by resignation");
    let mut screen = screen.again(Start::Home);
    screen.assert_shows("vs Even match").assert_shows(" lost ");
    assert!(!screen.shows("Necklace, "), "{}", screen.text());
    screen.keys("<Down><Down><Down>").resize(100, 30).assert_shows("Necklace, Even match");
}

#[test]
fn palette_begins_an_even_match() {
    let mut screen = Screen::in_dir(Start::Home, (80, 24), mono(), results(0, 0));
    for words in [":level", ":even match"] {
        screen.keys(words).assert_shows("Play an even match of Plurality").keys("<Esc>");
    }
    screen.keys(":even plurality<Enter>").assert_shows("Even match: level 4.0 of 13");
    screen.assert_shows("Plurality  square 13");
}

#[test]
fn form_offers_an_even_match_with_the_estimate() {
    let mut screen = even(results(3, 0));
    screen.keys("N").assert_shows("Computer (Even match)");
    // Above the start: clock, pie rule, size, takebacks and coach.
    screen
        .keys("<Up><Up><Up><Up><Up><Up>")
        .assert_shows("as strong as you: between Easy and Hard (3 games)");
    screen.keys("<Right>").assert_shows("Computer (Novice)").assert_shows("level 1 of 13 (Elo 0)");
    screen.keys("<Left>").assert_shows("Computer (Even match)");
    screen.keys("<End><Enter>").assert_shows("Even match: level ");
}

#[test]
fn two_computers_are_no_even_match() {
    let mut screen = even(results(3, 0));
    screen.keys("N<Home><Right><Right>").assert_shows("two computers");
    assert!(!screen.shows("Even match"), "{}", screen.text());
    screen.keys("<Left>").assert_shows("Computer (Even match)").keys("<Right>");
    // Nor is it among the levels that can be chosen.
    let levels = screen.keys("<Down>").text();
    for _ in Level::ALL {
        screen.keys("<Left>");
        assert!(!screen.shows("Even match"), "{}", screen.text());
    }
    screen.keys("<Left>");
    assert_eq!(screen.text(), levels, "a turn through levels and another program ends here");
}

#[test]
fn damaged_records_do_not_count() {
    let dir = results(3, 3);
    let games = dir.path().join("data/games");
    fs::write(games.join("a.json"), "{").unwrap();
    fs::write(games.join("b.json"), [0xff; 99]).unwrap();
    fs::write(games.join("c.json"), "[]").unwrap();
    let unfinished = fs::read_to_string(games.join("necklace-0.json")).unwrap();
    let unfinished = unfinished.replace(r#""moves""#, r#""tetralith:cursor":"c3","moves""#);
    fs::write(games.join("d.json"), unfinished).unwrap();
    even(dir).assert_shows("(6 games)");
}

fn plain(data: &Path, args: &[&str], lines: &str) -> String {
    let args = [args, &["--plain"]].concat();
    let run = run_with(&args, lines.as_bytes(), &[("TETRALITH_DATA_DIR", data.as_os_str())]);
    assert_eq!((run.status, &*run.err), (0, ""), "{}", run.out);
    run.out
}

#[test]
fn plain_mode_plays_even_matches() {
    let dir = results(0, 3);
    let args = ["play", "necklace", "--size", "5", "--second", "even"];
    let data = dir.path().join("data");
    let out = plain(&data, &args, "resign!\nnew necklace --size 5 --second even\nquit\n");
    assert!(out.contains("(3 games)") && out.contains("(4 games)"), "{out}");
    assert_eq!(kept_games(&data, false).len(), 4, "{out}");
}

#[test]
fn two_even_players_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let variables = [("TETRALITH_DATA_DIR", data.path().as_os_str())];
    let fault = "'even' is as strong as you are, so only one player can be 'even'; \
                 add --first human or --second human";
    let run = run_with(
        &["play", "necklace", "--first", "even", "--second", "even", "--plain"],
        b"",
        &variables,
    );
    assert_eq!((run.status, run.err.trim_end()), (2, &*format!("error: {fault}")), "{}", run.out);
    let menu = run_with(&["--plain"], b"necklace --first even --second even\n", &variables);
    assert!(
        menu.out.split_whitespace().collect::<Vec<_>>().join(" ").contains(fault),
        "{}",
        menu.out
    );
}
