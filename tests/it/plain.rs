//! The plain mode as a pipe sees it: lines in, lines out, and the files that are left.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Run, json, kept_games, run_with, turns};
use serde_json::Value;
use tempfile::TempDir;
use tetralith_core::games::INFOS;

/// The output of a run in `data` with `args` and these `lines`; it must end well and write nothing
/// to standard error.
fn plain(data: &Path, args: &[&str], lines: &str) -> String {
    let args = [args, &["--plain"]].concat();
    let run = run_with(&args, lines.as_bytes(), &[("TETRALITH_DATA_DIR", data.as_os_str())]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(!run.out.contains(|c: char| c.is_control() && c != '\n'), "{:?}", run.out);
    assert!(run.out.lines().all(|line| line.chars().count() < 80), "{}", run.out);
    run.out
}

fn unfinished(data: &TempDir) -> Vec<PathBuf> {
    kept_games(data.path(), true)
}

fn finished(data: &TempDir) -> Vec<PathBuf> {
    kept_games(data.path(), false)
}

/// A run of a game of Necklace with these `lines`, where no game can be kept.
fn unsaved(lines: &str) -> Run {
    let dir = tempfile::tempdir().unwrap();
    let blocked = dir.path().join("file");
    fs::write(&blocked, "").unwrap();
    let args = ["play", "necklace", "--size", "4", "--plain"];
    run_with(&args, lines.as_bytes(), &[("TETRALITH_DATA_DIR", blocked.as_os_str())])
}

/// Every game on the third smallest board, as the command line names it.
fn small() -> impl Iterator<Item = (&'static str, String)> {
    INFOS.iter().map(|info| (info.id, format!("--size={}", info.boards[0].min + 2)))
}

#[test]
fn dates_are_local_and_records_have_their_offset() {
    for (zone, offset) in [("EAST-13", "+13:00"), ("WEST3:30", "-03:30"), ("UTC0", "Z")] {
        let data = tempfile::tempdir().unwrap();
        let variables =
            [("TETRALITH_DATA_DIR", data.path().as_os_str()), ("TZ", std::ffi::OsStr::new(zone))];
        let played = run_with(&["play", "necklace", "--plain"], b"a1\n", &variables);
        assert_eq!(played.status, 0, "{}", played.err);
        let kept = unfinished(&data);
        let record = json(&kept[0]);
        let begun = record["date"].as_str().unwrap();
        assert!(begun.ends_with(offset), "{zone}: {begun}");
        let name = kept[0].file_name().unwrap().to_str().unwrap();
        assert!(name.starts_with(&format!("necklace-{}", &begun[..10])), "{name}: {begun}");
    }
}

#[test]
fn the_computer_plays_every_game_to_its_end_by_itself() {
    for (game, size) in small() {
        let data = tempfile::tempdir().unwrap();
        let args = ["play", game, &size, "--first", "medium", "--second", "medium"];
        let out = plain(data.path(), &args, "");
        let kept = finished(&data);
        assert_eq!((kept.len(), unfinished(&data).len()), (1, 0), "{game}: {out}");
        // Where the sentence is wrapped depends on the names of the players.
        let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
        let next = ". Type back to go through the moves, new for another game, or quit.";
        let (_, last) = words.strip_suffix(next).unwrap().rsplit_once(". ").unwrap();
        assert!(last.contains("wins") || last.contains("draw"), "{last}");
        let record = json(&kept[0]);
        assert_eq!(
            record["players"].as_object().unwrap().values().next().unwrap()["level"],
            "medium"
        );
        let chance = |turn: &Value| {
            turn["eval"].as_f64().is_some_and(|chance| (0.0..=1.0).contains(&chance))
        };
        assert!(record["moves"].as_array().unwrap().iter().all(chance), "{game}: {record}");
    }
}

#[test]
fn two_people_play_every_game_to_its_end_from_what_legal_lists() {
    for (game, size) in small() {
        let data = tempfile::tempdir().unwrap();
        let mut lines = String::new();
        let mut over = false;
        for _ in 0..80 {
            // Ask what is legal after the steps so far, in a game of its own each time.
            let elsewhere = tempfile::tempdir().unwrap();
            let out = plain(
                elsewhere.path(),
                &["play", game, &size],
                &format!("brief\n{lines}full\nlegal\n"),
            );
            let legal = out.split("after each move.\n").last().unwrap();
            if legal.starts_with("The game is over in this position.") {
                over = true;
                break;
            }
            let first = legal.split(": ").nth(1).unwrap().split_whitespace().next().unwrap();
            lines += first;
            lines.push('\n');
        }
        assert!(over, "{game}: {lines}");
        plain(data.path(), &["play", game, &size], &lines);
        assert_eq!((finished(&data).len(), unfinished(&data).len()), (1, 0), "{game}");
    }
}

#[test]
fn the_computer_answers_and_both_steps_are_taken_back() {
    let data = tempfile::tempdir().unwrap();
    let args = ["play", "necklace", "--size", "4", "--second", "beginner"];
    let out = plain(data.path(), &args, "b2\nmoves\nundo\nmoves\nredo\nmoves\n");
    assert!(out.contains("Turn 1, Red: b2."), "{out}");
    assert!(out.contains("Turn 2, Blue (Beginner): "), "{out}");
    let moves: Vec<&str> = out.lines().filter(|line| line.contains('[')).collect();
    assert_eq!(moves.len(), 3, "{out}");
    assert!(moves[0].starts_with("1.b2 2.["), "{out}");
    assert!(moves[1].starts_with("[start] 1.b2 2."), "{out}");
    assert_eq!(moves[0], moves[2], "{out}");
}

#[test]
fn a_wrong_line_gets_one_sentence_and_the_game_goes_on() {
    let data = tempfile::tempdir().unwrap();
    let lines = "b2\n\
        b2\n\
        z9\n\
        foo\n\
        b3,c3\n\
        \u{1b}[2J\n\
        swap\n\
        pass\n\
        clock\n\
        turn x\n\
        turn 9\n\
        undo 3\n\
        open\n\
        save\n\
        replace\n\
        open no-such.json\n\
        why b2\n\
        why b3\n\
        brief\n\
        c1\n";
    let out = plain(data.path(), &["play", "necklace", "--size", "4"], lines);
    let answers: Vec<&str> =
        out.split("to move: place a stone.\n").nth(2).unwrap().lines().collect();
    for sentence in [
        "b2 is occupied by Red.",
        "'z9' is not a cell; columns run from a to d, as in 'a1'.",
        "'foo' is neither a command nor a move; type help for the commands.",
        "Swap is illegal: this game is played without the pie rule.",
        "You cannot pass: every turn places a stone.",
        "This game has no clock; new GAME --time 10m+5s starts a game with one.",
        "Turn needs a number; 0 is the start.",
        "There is no turn 9; the last is 1.",
        "Undo must be alone on its line.",
        "Open needs a file, as in: open game.json.",
        "Save needs a file, as in: save game.json.",
        "Replace needs a file, as in: replace game.json.",
        "Blue can place a stone on b3: it is vacant and no rule forbids it.",
    ] {
        assert!(answers.contains(&sentence), "{sentence}: {out}");
    }
    assert!(out.contains("Turn 2, Blue: c1.\nTurn 3, Red to move: place a stone."), "{out}");
}

#[test]
fn without_a_game_it_asks_and_an_unfinished_one_is_offered() {
    let data = tempfile::tempdir().unwrap();
    let out = plain(data.path(), &[], "chess\nmu --size 99\n1 --size 3 --sise 4\n1 --size 3\nc3\n");
    assert!(out.starts_with("Which game?") && !out.contains("Or: resume"), "{out}");
    assert!(
        out.contains("There is no game 'chess'; the games are multiplicity, greylox,"),
        "{out}"
    );
    assert!(out.contains("Size 99 is out of range"), "{out}");
    assert!(out.contains("'--sise' is no option of a new game"), "{out}");
    assert!(out.contains("bound stone (1 of 2), next to c3."), "{out}");
    assert!(out.ends_with("The game is saved; type resume to continue it.\n"), "{out}");
    let out = plain(data.path(), &[], "resume\nd3\nquit\nnever read\n");
    assert!(out.contains("Or: resume, to continue multiplicity-"), "{out}");
    assert!(
        out.contains("Turn 2, Red: d3.") && out.contains("free stone (2 of 2), touching nothing."),
        "{out}"
    );
    let kept = unfinished(&data);
    assert_eq!(turns(&kept[0]), ["c3", "d3"]);
}

#[test]
fn a_game_left_for_another_can_be_resumed_once_that_has_ended() {
    let data = tempfile::tempdir().unwrap();
    let args = ["play", "necklace", "--size", "4"];
    let lines = "b2\n\
        resume\n\
        new greylox --size 5\n\
        c3\n\
        new necklace --size 5\n\
        a1\n\
        resign!\n\
        resume\n\
        resign!\n\
        resume\n\
        c3\n\
        resume\n";
    let out = plain(data.path(), &args, lines);
    let kept = unfinished(&data);
    assert_eq!(kept.len(), 1, "{out}");
    assert_eq!(turns(&kept[0]), ["b2", "c3"], "{out}");
    assert_eq!(
        out.matches("There is no other unfinished game; type new to start one.").count(),
        2,
        "{out}"
    );
    assert!(out.ends_with("The game is saved; type resume to continue it.\n"), "{out}");
}

#[test]
fn unfinished_games_of_earlier_runs_are_all_found() {
    let data = tempfile::tempdir().unwrap();
    for (size, step) in [("4", "a1"), ("5", "b2")] {
        plain(data.path(), &["play", "necklace", "--size", size], step);
    }
    let out = plain(data.path(), &[], "resume\nresign!\nresume\nresign!\nresume\nnew\n");
    let sizes: Vec<&str> =
        out.lines().filter_map(|line| line.strip_prefix("Necklace, square ")).collect();
    assert_eq!(sizes.iter().map(|size| &size[..1]).collect::<Vec<_>>(), ["5", "4"], "{out}");
    assert!(out.contains("There is no other unfinished game; type new to start one."), "{out}");
    assert_eq!(out.matches("Or: resume, to continue").count(), 1, "{out}");
}

#[test]
fn the_menu_is_answered_beside_a_game_too() {
    let data = tempfile::tempdir().unwrap();
    let lines = "b2\nnew\n1 --size 99\n1 --size 3\nc3\nnew\nnecklace\nnew\na1\n1\n";
    let out = plain(data.path(), &["play", "necklace", "--size", "4"], lines);
    assert!(out.contains("Size 99 is out of range"), "{out}");
    assert!(out.contains("Multiplicity, hexagon, side 3:"), "{out}");
    assert!(out.contains("Necklace, square 13:") && out.contains("Turn 1, Red: a1."), "{out}");
    assert!(out.contains("'1' is not a cell"), "the move was the answer: {out}");
    // So it is after the words that it offers, an empty line or a mistyped answer.
    let lines = "b2\nnew\nrules greylox\n\nnecklase\ngreylox\n";
    let out = plain(data.path(), &["play", "necklace", "--size", "4"], lines);
    assert!(out.contains("Greylox, hexagon, side 5:"), "{out}");
}

#[test]
fn a_threat_is_not_looked_for_while_colours_may_be_swapped() {
    let data = tempfile::tempdir().unwrap();
    let out =
        plain(data.path(), &["play", "necklace", "--size", "4", "--pie"], "threat\nb2\nthreat\n");
    // Before the first stone too, which may be answered by a swap.
    let told = "A threat cannot be shown before the swap is decided";
    assert_eq!(out.replace('\n', " ").matches(told).count(), 2, "{out}");
}

#[test]
fn a_record_is_looked_through_saved_and_played_on() {
    let data = tempfile::tempdir().unwrap();
    let copy = data.path().join("copy.json");
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/games/necklace.json");
    let copied = copy.to_str().unwrap();
    let lines = format!(
        "moves\n\n\
         last\n\
         score\n\
         first\n\
         next\n\
         back\n\
         turn 4\n\
         d4\n\
         save {copied}\n\
         save {copied}\n\
         replace {copied}\n\
         play\n"
    );
    let out = plain(data.path(), &["replay", record, "--turn", "2"], &lines);
    assert!(out.contains("This is a review; 'play' plays from here."), "{out}");
    assert!(out.contains("already exists; use replace to overwrite it"), "{out}");
    assert_eq!(out.matches("Saved as ").count(), 2, "{out}");
    assert!(out.contains("Review. Turn 5, "), "{out}");
    assert!(out.lines().last().unwrap().starts_with("Turn 5, "), "{out}");
    assert_eq!(json(&copy)["moves"], json(Path::new(record))["moves"]);
    assert!(unfinished(&data).is_empty() && finished(&data).is_empty());
}

#[test]
fn stones_are_described_by_groups_or_lines() {
    for (game, size, lines, wanted) in [
        (
            "multiplicity",
            "3",
            "c3\nd3\na1\n",
            "White has 1 stone: group of 1: c3.\nRed has 2 stones: group of 1: a1; group of 1: d3.",
        ),
        (
            "necklace",
            "5",
            "d2\na1\nd4\na3\nb1\n",
            "Red has 3 stones: column b: b1; column d: d2 d4.\nBlue has 2 stones: column a: a1 a3.",
        ),
    ] {
        let data = tempfile::tempdir().unwrap();
        let out =
            plain(data.path(), &["play", game, "--size", size], &format!("{lines}describe\n"));
        assert!(out.contains(wanted), "{out}");
    }
}

#[test]
fn help_lists_every_word_and_resigning_can_be_undone() {
    let data = tempfile::tempdir().unwrap();
    let lines = "c3\nd3\na1\nhelp\nrules\nresign\nyes\nundo\nresign!\n";
    let out = plain(data.path(), &["play", "multiplicity", "--size", "3"], lines);
    assert!(out.contains("\ndescribe            list the stones in words\n"), "{out}");
    assert!(out.contains("by resignation."), "{out}");
    assert_eq!(finished(&data).len(), 1);
}

#[test]
fn resigning_asks_and_only_yes_ends_the_game() {
    for (answer, given_up) in
        [("yes", true), ("Y", true), ("no", false), ("b3", false), ("", false), ("resign", false)]
    {
        let data = tempfile::tempdir().unwrap();
        let lines = format!("b2\nyes\nresign\n{answer}\n");
        let out = plain(data.path(), &["play", "necklace", "--size", "4"], &lines);
        assert!(out.contains("'yes' is neither a command nor a move; type help"), "{out}");
        assert!(out.contains("\nResign as Blue? Type yes to confirm.\n"), "{out}");
        assert_eq!(out.contains("by resignation."), given_up, "{answer}: {out}");
        assert_eq!(finished(&data).len(), usize::from(given_up), "{answer}");
        if answer == "b3" {
            assert_eq!(turns(&unfinished(&data)[0]), ["b2", "b3"], "it is a step all the same");
        }
    }
}

#[test]
fn unsaved_games_are_reported_and_set_the_exit_status() {
    let run = unsaved("b2\nb3\n");
    assert_eq!(
        (run.status, run.out.matches("The game is not saved: ").count()),
        (1, 1),
        "{}",
        run.out
    );
    assert!(run.err.starts_with("error: the game was not saved: "), "{}", run.err);
}

#[test]
fn games_that_are_lost_without_autosave_are_reported() {
    let data = tempfile::tempdir().unwrap();
    let config = data.path().join("config.toml");
    fs::write(&config, "autosave = false\n").unwrap();
    let places =
        [("TETRALITH_DATA_DIR", data.path().as_os_str()), ("TETRALITH_CONFIG", config.as_os_str())];
    let copy = data.path().join("copy.json");
    let save = format!("a1\nsave {}\n", copy.display());
    let lost = "The game is not saved, because autosave is off.\n";
    for (lines, is_lost) in
        [("a1\nhelp\nquit\n", true), ("a1\nresign!\n", true), ("", false), (&*save, false)]
    {
        let args = ["play", "necklace", "--size", "4", "--plain"];
        let run = run_with(&args, lines.as_bytes(), &places);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
        assert_eq!(run.out.ends_with(lost), is_lost, "{lines}: {}", run.out);
        assert!(!run.out.contains("game is saved"), "{}", run.out);
    }
}

#[test]
fn default_clock_is_that_of_the_settings() {
    let data = tempfile::tempdir().unwrap();
    let lines = "new necklace --time none\nnew necklace --time 2m\n";
    let config = data.path().join("config.toml");
    fs::write(&config, "clock = \"5m\"\n").unwrap();
    let places =
        [("TETRALITH_DATA_DIR", data.path().as_os_str()), ("TETRALITH_CONFIG", config.as_os_str())];
    let run = run_with(&["play", "necklace", "--plain"], lines.as_bytes(), &places);
    let clocks: Vec<&str> = run.out.lines().filter(|line| line.starts_with("Clocks: ")).collect();
    assert_eq!(
        clocks,
        ["Clocks: Red 5:00; Blue 5:00.", "Clocks: Red 2:00; Blue 2:00."],
        "{}",
        run.out
    );
}

#[test]
fn clocks_are_shown_kept_and_resumed_and_a_wrong_one_is_named() {
    let data = tempfile::tempdir().unwrap();
    let args = ["play", "necklace", "--size", "4", "--time", "1h,3x30s"];
    let out = plain(data.path(), &args, "clock\nb2\n");
    assert!(
        out.contains(
            "The clocks are paused.\nClocks: Red 1:00:00, 3 periods; Blue 1:00:00, 3 periods."
        ),
        "{out}"
    );
    let kept = unfinished(&data);
    assert_eq!(json(&kept[0])["tetralith:clock"]["control"], "1h,3x30s");
    let out = plain(data.path(), &[], "resume\nnew necklace --time soon\n");
    assert!(out.contains("Clocks: Red ") && out.contains("3 periods; Blue "), "{out}");
    assert!(out.contains("'soon' is not a time control"), "{out}");
}

#[test]
fn losses_of_foreign_records_are_reported_first() {
    let data = tempfile::tempdir().unwrap();
    let path = data.path().join("club.json");
    let club = r#"{"header":{"game":{"name":"Plurality","variants":["13x13 board"]},"players":[
{"name":"Ana","result":0},{"name":"Bo","result":1}]},"moves":[["12","play-second"],["c3,c4,d4","g7,g8,h8"]]}"#;
    fs::write(&path, club).unwrap();
    let out = plain(data.path(), &["replay", path.to_str().unwrap()], "");
    let told = out.find("record names White as the winner, but not").unwrap();
    assert!(told < out.find("Plurality on").unwrap_or(out.len()), "{out}");
    let out = plain(data.path(), &[], &format!("open {}\n", path.display()));
    assert!(out.contains("record names White as the winner, but not"), "{out}");
}

#[test]
fn a_pasted_line_opens_its_game_anywhere() {
    let data = tempfile::tempdir().unwrap();
    let game = ["play", "necklace", "--size", "4"];
    for (args, line) in [
        (&game[..], "necklace/7#d4,e3,c4@2"),
        (&[], "https://a.org/viewer.html#necklace/7%23d4,e3,c4@2"),
    ] {
        let out = plain(data.path(), args, &format!("{line}\n"));
        assert!(out.contains("Turn 2, Blue: e3.") || out.contains("turn 2 of 3"), "{out}");
    }
    let out = plain(data.path(), &[], "chess/8#e4\n");
    assert!(out.contains("There is no game 'chess'"), "{out}");
}

#[test]
fn new_games_refuse_options_with_a_cure() {
    let data = tempfile::tempdir().unwrap();
    let lines = "necklace --theme dark\nnecklace --no-book\nnecklace --thyme 5\n\
        greylox --board foo\nnecklace --size -3\nnecklace --time -5m\n";
    let out = plain(data.path(), &[], lines);
    for sentence in [
        "'--theme' is not for one game; give it to 'tetralith play'.",
        "'--no-book' is not for one game; give it to 'tetralith play'.",
        "'--thyme' is no option of a new game; 'tetralith play --help' lists those of",
        "Invalid value 'foo' for '--board <SHAPE>' [possible values: ",
        "Size -3 is out of range: Necklace on a square board takes 2 to 25.",
        "'-5m' is not a time control; use 10m,",
    ] {
        assert!(out.contains(sentence), "{sentence}: {out}");
    }
}

#[test]
fn games_in_progress_are_solved_in_review() {
    let data = tempfile::tempdir().unwrap();
    let args = ["play", "plurality", "--size", "4"];
    let lines = "exact\nopinion echo\nreview\nexact\nplay\na1,a2,a3\n";
    let out = plain(data.path(), &args, lines);
    assert!(out.contains("Exact values are for review; 'review' opens it."), "{out}");
    assert!(out.contains("A second opinion is for review; 'review' opens it."), "{out}");
    assert_eq!(out.matches("Exact values are for review").count(), 1, "{out}");
    assert!(out.contains("moves keep this.") && out.contains("Turn 1, Black: a1,a2,a3."), "{out}");
}

#[test]
fn a_game_that_could_not_be_kept_is_not_said_to_be() {
    let data = tempfile::tempdir().unwrap();
    let kept = plain(data.path(), &["play", "necklace", "--size", "4"], "a1\n");
    let unsaved = unsaved("a1\n").out;
    assert!(!unsaved.contains("The game is saved"), "{unsaved}");
    assert!(kept.ends_with("The game is saved; type resume to continue it.\n"), "{kept}");
}

#[test]
fn taken_cells_are_explained_without_false_certainty() {
    let data = tempfile::tempdir().unwrap();
    let out = plain(
        data.path(),
        &["play", "plurality", "--size", "5"],
        "b3,d3,c3\nwhy c3\nwhy a1,a2\nwhy a1,a2,a3\nhint\nquit\n",
    );
    assert!(out.contains("c3 is occupied by White."), "{out}");
    assert_eq!(out.matches("This is legal.").count(), 1, "two cells are no move: {out}");
    let hint = out.lines().find(|line| line.starts_with("Best for")).unwrap();
    let certain = [" 0 %", " 100 %"];
    assert!(!certain.iter().any(|chance| hint.contains(chance)), "{hint}");
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, expected) = words.split_once("White is expected to end ").unwrap();
    let (points, rest) = expected.split_once(' ').unwrap();
    assert!(points.parse::<f32>().unwrap() <= 25.5, "{expected}");
    assert!(rest.starts_with("points ahead.") || rest.starts_with("points behind."), "{expected}");
}

#[test]
fn computer_obeys_stop_and_now_and_other_lines_wait() {
    let data = tempfile::tempdir().unwrap();
    let args = ["play", "necklace", "--size", "9", "--second", "strongest"];
    let out = plain(data.path(), &args, "e5\nstop\nmoves\nstop\nd4\ngo\nnow\nmoves\nnow\n");
    let said = "While the engine thinks, type now (move at once) or stop.";
    assert_eq!(out.matches(said).count(), 1, "{out}");
    let answers = [
        "The engine is stopped; type go to let it move, undo to take back a move.",
        "1.[e5]",
        "The engine is not thinking; type go to let it move.",
        "It is the engine's turn; type go to let it move.",
        "Turn 2, Blue (Strongest): ",
        "1.e5 2.[",
        "The engine is not thinking.",
    ];
    let places: Vec<usize> = answers
        .iter()
        .map(|text| out.find(text).unwrap_or_else(|| panic!("{text}: {out}")))
        .collect();
    assert!(places.is_sorted(), "{out}");
    assert!(out.ends_with("The game is saved; type resume to continue it.\n"), "{out}");
    // The same goes for the search for a hint, and for the computer to move when the computer plays
    // itself.
    let out = plain(data.path(), &["play", "necklace", "--size", "9"], "hint\nstop\nhint\nnow\n");
    assert!(
        out.contains("The engine is stopped.") && out.matches("Best for Red").count() == 1,
        "{out}"
    );
    let both = ["play", "necklace", "--size", "9", "--first", "strongest", "--second", "strongest"];
    let out = plain(data.path(), &both, "stop\nmoves\nquit\n");
    assert!(out.contains("No move has been played yet."), "{out}");
}

#[test]
fn finished_games_can_be_played_from_earlier_turns() {
    let data = tempfile::tempdir().unwrap();
    let out = plain(
        data.path(),
        &["play", "necklace", "--size", "4"],
        "b2\nc3\nresign!\nback\nd4\nplay\nresign\nd4\nmoves\n",
    );
    assert!(out.contains("The game is over; 'play' plays from here."), "{out}");
    assert!(!out.contains("You are already playing") && !out.contains("engine"), "{out}");
    assert!(out.contains("Nothing to resign: no move has been made from here yet."), "{out}");
    assert!(out.contains("Turn 2, Blue: d4."), "{out}");
}

#[test]
fn refusals_advise_nothing_that_takebacks_forbid() {
    let data = tempfile::tempdir().unwrap();
    let args = ["play", "necklace", "--size", "2", "--takebacks"];
    let lines = "a1\na2\nb1\nb2\na2\nback\nback\nb2\nplay\nb2\n";
    let none = plain(data.path(), &[&args[..], &["0"]].concat(), lines);
    assert_eq!(none.matches("\nThe game is over.\n").count(), 2, "{none}");
    assert!(none.ends_with("This game has no takebacks.\n"), "{none}");
    let one = plain(data.path(), &[&args[..], &["1"]].concat(), lines);
    let over = "The game is over; 'undo' takes back the last move.";
    assert!(one.contains(over) && one.contains("The game is over; 'play' plays from here."));
    let undone =
        plain(data.path(), &[&args[..], &["1"]].concat(), "a1\na2\nb1\nb2\na2\nundo\nb2\n");
    assert!(undone.contains(over) && undone.matches("wins by connection").count() == 2, "{undone}");
    assert!(!one.contains("The game is over.") && one.contains("0 takebacks left."), "{one}");
    let args = ["play", "necklace", "--size", "9", "--second", "strongest", "--takebacks", "0"];
    let out = plain(data.path(), &args, "a1\nstop\n");
    assert!(out.contains("The engine is stopped; type go to let it move.\n"), "{out}");
}

#[test]
fn input_ending_during_thinking_ends_after_the_move() {
    let data = tempfile::tempdir().unwrap();
    let args = ["play", "necklace", "--size", "4", "--second", "beginner"];
    let out = plain(data.path(), &args, "b2");
    assert!(out.contains("Turn 2, Blue (Beginner): "), "{out}");
    assert!(out.ends_with("The game is saved; type resume to continue it.\n"), "{out}");
    assert_eq!(turns(&unfinished(&data)[0]).len(), 2);
}

#[test]
fn threats_are_those_of_the_screen() {
    let data = tempfile::tempdir().unwrap();
    let out = plain(data.path(), &["play", "necklace", "--size", "9"], "b2\nthreat\n");
    let threat = out.lines().find(|line| line.starts_with("Red threatens")).unwrap();
    assert!(threat.contains("with win rates: ") && threat.contains('%'), "{out}");
    assert!(out.trim_end().ends_with("type resume to continue it."), "{out}");
    let out = plain(data.path(), &["play", "multiplicity", "--size", "3"], "c3\nthreat\n");
    assert!(out.contains("A threat cannot be shown before the opening is over."), "{out}");
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/games/greylox.json");
    let out = plain(data.path(), &["replay", record, "--turn", "40"], "describe\nlast\nthreat\n");
    assert!(
        out.contains("Can be flipped: ") && out.contains("The game is over in this position"),
        "{out}"
    );
}

#[test]
fn legal_cells_are_explained_for_either_player() {
    let data = tempfile::tempdir().unwrap();
    let args = ["play", "necklace", "--size", "9", "--second", "strongest"];
    let out = plain(data.path(), &args, "e5\nstop\nwhy e5\nwhy d4\nwhy d4,d5\n");
    assert!(
        out.contains("e5 is occupied by Red.") && out.contains("Blue can place a stone on d4"),
        "{out}"
    );
    assert_eq!(
        out.matches("It is the engine's turn; type go to let it move.").count(),
        1,
        "a move is not judged: {out}"
    );
}

#[test]
fn a_game_begins_by_the_words_of_the_command_line_too() {
    let data = tempfile::tempdir().unwrap();
    let out = plain(data.path(), &[], "play necklace --size 4\nplay d1\nplay Greylox\n");
    assert!(out.contains("Necklace, square 4"), "{out}");
    assert!(out.contains("Play must be alone on its line."), "{out}");
    assert!(out.contains("Greylox, hexagon"), "{out}");
}

#[test]
fn games_are_shown_as_a_code_and_counted() {
    let data = tempfile::tempdir().unwrap();
    let out = plain(data.path(), &["play", "necklace", "--size", "4"], "a1\nqr\nstats\nquit\n");
    let code: Vec<&str> = out.lines().filter(|line| line.starts_with("██")).collect();
    assert!(code.len() > 8, "{out}");
    let width = code[0].chars().count();
    assert!(code.iter().all(|line| line.chars().count() == width), "{out}");
    assert!(out.contains("0 finished games against opponents"), "{out}");
    let lines = "a1\nresign!\nnew necklace\na1\nstats\nbrief\n";
    let out = plain(data.path(), &["play", "necklace", "--size", "4"], lines);
    let (_, counted) = out.split_once("0 finished games against opponents. Not counted:").unwrap();
    assert!(counted.starts_with(" 2 in progress, 1 between"), "{out}");
    assert!(
        counted.contains(
            "programs alone.\nThe board is hidden after each move; type board to see it."
        ),
        "{out}"
    );
}
