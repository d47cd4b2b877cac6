//! Handicaps that the rules allow: takebacks that are counted, and time odds.

use std::time::Duration;

use crate::common::{json, kept_games, run_with, turns};
use crate::support::{Screen, mono, seated, small};
use serde_json::json;
use tetralith::program::Start;
use tetralith_session::clock::{Clock, TimeControl};
use tetralith_session::seat::Seat;

/// A game of Necklace 4×4 between two people who may take so many moves back.
fn two(takebacks: Option<u32>, clock: Clock) -> Screen {
    let seats = ["Ann", "Bo"].map(|name| Seat::person(name.to_owned()).with_takebacks(takebacks));
    Screen::new(seated("necklace", small(4), seats, clock), (80, 24), mono())
}

fn moves(screen: &Screen) -> usize {
    let timeline = screen.timeline();
    timeline.depth(timeline.played_to())
}

#[test]
fn takebacks_are_counted_for_each_player_and_kept() {
    let mut screen = two(Some(1), Clock::default());
    screen.keys("ma1<Enter>mb2<Enter>u").assert_shows("0 takebacks left");
    assert_eq!(moves(&screen), 1);
    screen.keys("mb3<Enter>u").assert_shows("No takebacks are left");
    assert_eq!(moves(&screen), 2, "Bo has none left");
    let players = &json(&screen.kept()[0])["players"];
    assert_eq!(players["blue"]["tetralith:takebacks"], json!({"allowed": 1, "left": 0}));
    assert_eq!(players["red"]["tetralith:takebacks"], json!({"allowed": 1, "left": 1}));
    let mut screen = screen.again(Start::Home);
    screen.keys("r").assert_shows("b3");
    screen.keys("u").assert_shows("No takebacks are left");
}

#[test]
fn moves_from_an_earlier_turn_count_as_a_takeback() {
    let mut screen = two(Some(0), Clock::default());
    screen.keys("ma1<Enter>mb2<Enter>[mc3<Enter>").assert_shows("This game has no takebacks");
    assert_eq!(moves(&screen), 2);
    screen.keys("<Esc>B[[b").assert_shows("This game has no takebacks");
    assert_eq!(moves(&screen), 2);
}

#[test]
fn takebacks_stay_counted_when_a_player_sits_down_again() {
    let data = tempfile::tempdir().unwrap();
    let args = ["play", "necklace", "--size", "4", "--second", "human", "--takebacks", "0"];
    let lines = b"a1\nseat red easy\nseat red human\nseat blue human\nundo\n";
    let run = run_with(
        &[&args[..], &["--plain"]].concat(),
        lines,
        &[("TETRALITH_DATA_DIR", data.path().as_os_str())],
    );
    assert!(run.out.contains("This game has no takebacks"), "{}", run.out);
    assert_eq!(turns(&kept_games(data.path(), true)[0]), ["a1"], "{}", run.out);
}

#[test]
fn undo_is_offered_only_while_takebacks_are_left() {
    let mut screen = two(Some(1), Clock::default());
    screen.keys("ma1<Enter>mb2<Enter>").assert_shows("u undo").keys("u");
    screen.keys("mb3<Enter>");
    assert!(!screen.shows("u undo"), "Bo has none left:\n{}", screen.text());
    screen.keys("mc1<Enter>").assert_shows("u undo");
    let mut screen = two(Some(0), Clock::default());
    screen.keys("ma1<Enter>mb2<Enter>");
    assert!(!screen.shows("u undo"), "{}", screen.text());
    screen.keys("<Esc>").assert_shows("Nothing to take back; Q goes home, q quits");
    screen.keys("u").assert_shows("This game has no takebacks");
}

#[test]
fn moves_are_taken_back_without_a_count_as_before() {
    let mut screen = two(None, Clock::default());
    screen.keys("ma1<Enter>mb2<Enter>uu");
    assert_eq!(moves(&screen), 0);
    assert!(!screen.shows("takebacks left"));
}

#[test]
fn form_sets_takebacks_and_time_odds() {
    let mut screen = two(None, Clock::default());
    screen.keys("N<Home>").assert_shows("Takebacks").assert_shows("any number");
    screen
        .keys("<Down><Down><Down><Right><Right>")
        .assert_shows("moves that each person may take back");
    screen.keys("<End><Up><Right>").assert_shows("each side has 1m plus 1s a move");
    screen.keys("<Down>").assert_shows("the same time for both");
    screen.keys("5m<Enter><End><Enter>").assert_shows("1:00 runs").assert_shows("5:00");
    screen.keys("ma1<Enter>u").assert_shows("0 takebacks left");
    let mut again = screen;
    again.keys("N").assert_shows("5m");
}

#[test]
fn each_clock_of_time_odds_is_saved_and_resumed() {
    let controls = ["10m", "1m+5s"].map(|text| TimeControl::parse(text).unwrap());
    let mut screen = two(None, Clock::with_odds(Some(controls), true, Duration::ZERO));
    screen.assert_shows("10:00 runs").assert_shows("1:00");
    screen.keys("ma1<Enter>").tick(Duration::from_secs(10)).keys("mb2<Enter>");
    screen.assert_shows("0:55");
    let clock = json(&screen.kept()[0])["tetralith:clock"].clone();
    assert_eq!((&clock["control"], &clock["second"]), (&json!("10m"), &json!("1m+5s")));
    let mut screen = screen.again(Start::Home);
    screen.keys("r").assert_shows("0:55");
}

#[test]
fn command_line_gives_odds_and_takebacks() {
    let data = tempfile::tempdir().unwrap();
    let variables = [("TETRALITH_DATA_DIR", data.path().as_os_str())];
    let args = ["play", "necklace", "--size", "4", "--time", "10m", "--second-time", "2m"];
    let args = [&args[..], &["--takebacks", "1", "--plain"]].concat();
    let run = run_with(&args, b"a1\nundo\na2\nundo\n", &variables);
    assert_eq!((run.status, &*run.err), (0, ""), "{}", run.out);
    assert!(run.out.contains("0 takebacks left") && run.out.contains("10:00"), "{}", run.out);
    assert!(run.out.contains("No takebacks are left"), "{}", run.out);
    let record = json(&kept_games(data.path(), true)[0]);
    assert_eq!(record["tetralith:clock"]["second"], "2m", "{record}");
    let without = ["play", "necklace", "--second-time", "2m", "--plain"];
    let run = run_with(&without, b"", &variables);
    let fault = "only one player has a time control: add --first-time, or --time for both";
    assert_eq!((run.status, run.err.trim_end()), (2, &*format!("error: {fault}")), "{}", run.out);
    let both = [&without[..], &["--first-time", "3m"]].concat();
    let run = run_with(&both, b"score\n", &variables);
    assert!(run.out.contains("3:00") && run.out.contains("2:00"), "{}", run.out);
}

#[test]
fn komi_below_zero_gives_points_to_the_first_player() {
    let data = tempfile::tempdir().unwrap();
    let run = |args: &[&str], lines: &[u8]| {
        run_with(args, lines, &[("TETRALITH_DATA_DIR", data.path().as_os_str())])
    };
    let args = ["play", "plurality", "--size", "5", "--komi", "-3", "--second", "human", "--plain"];
    let played = run(&args, b"score\nc3,c4,d4\n");
    assert!(played.out.contains("Black: 2.5"), "{} {}", played.out, played.err);
    let game = &kept_games(data.path(), true)[0];
    assert_eq!(json(game)["options"]["komi"], json!(-3));
    let checked = run(&["check", game.to_str().unwrap(), "--json"], b"");
    let found: serde_json::Value = serde_json::from_str(&checked.out).unwrap();
    assert_eq!(found["score"]["points"]["white"], json!(0.0), "{found}");
    let club = run(&["convert", game.to_str().unwrap(), "club.json"], b"");
    assert_eq!(club.status, 1, "{}", club.out);
}
