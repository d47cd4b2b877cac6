//! The analysis of a game from the command line: what is printed, what is kept, and what becomes of
//! analyses that are broken.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{Run, run};
use crate::exchange::CLUB;
use crate::pty::Pty;
use serde_json::Value;
use tempfile::TempDir;

const GAME: &str = r#"{ "format": "tetralith", "version": 1, "game": "multiplicity", "options": { "size": 3 },
  "mine": {"kept": true},
  "moves": ["c3", {"move": "c4,a1", "comment": "Far away."}, "b1,e3"] }"#;

/// A directory with [`GAME`] in it.
fn game() -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.json");
    fs::write(&path, GAME).unwrap();
    (dir, path)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn analyse(path: &Path, options: &[&str]) -> Run {
    run(&[&["analyse", text(path), "--threads", "1"], options].concat(), b"")
}

fn json(run: &Run) -> Value {
    assert_eq!(run.status, 0, "{}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

#[test]
fn programs_read_one_object_with_what_each_move_was_worth() {
    let (_dir, path) = game();
    let found = json(&analyse(&path, &["--sims", "400", "--json"]));
    assert_eq!(found["game"], "multiplicity");
    assert_eq!(found["options"]["size"], 3);
    assert_eq!(found["engine"]["sims"], 400);
    let turns = found["turns"].as_array().unwrap();
    let moves: Vec<_> = turns.iter().map(|turn| turn["move"].as_str().unwrap()).collect();
    assert_eq!(moves, ["c3", "c4,a1", "b1,e3"]);
    for (i, turn) in turns.iter().enumerate() {
        assert_eq!(turn["turn"], i + 1);
        let number = |key: &str| turn[key].as_f64().unwrap();
        assert!(
            (0.0..=1.0).contains(&number("win_before"))
                && (0.0..=1.0).contains(&number("win_after"))
        );
        assert!(
            (number("win_before") - number("win_after") - number("loss")).abs() < 2e-4,
            "{turn}"
        );
        assert!(
            ["best", "good", "inaccuracy", "mistake", "blunder"]
                .contains(&turn["class"].as_str().unwrap())
        );
        assert_eq!(turn["line"][0], turn["best"]);
        assert!(
            turn["proof"].is_null()
                || ["win", "loss", "draw"].contains(&turn["proof"].as_str().unwrap())
        );
    }
    for key in ["accuracy", "mean_loss", "counts"] {
        assert!(
            found[key]["white"] != Value::Null && found[key]["red"] != Value::Null,
            "{key}: {found}"
        );
    }
    assert!(found["counts"]["red"]["blunder"].is_u64());
    assert_eq!(
        run(&["analyze", text(&path), "--sims", "1", "--json"], b"").status,
        0,
        "by its other name"
    );
}

#[test]
fn the_same_seed_finds_the_same_on_any_number_of_threads() {
    let (_dir, path) = game();
    let found = |threads: &str| {
        run(&["analyse", text(&path), "--threads", threads, "--sims", "100", "--json"], b"").out
    };
    assert_eq!(found("1"), found("3"));
}

#[test]
fn people_read_the_figures_of_both_players() {
    let (_dir, path) = game();
    let run = analyse(&path, &["--sims", "50"]);
    assert_eq!((run.status, &*run.err), (0, ""));
    for words in
        ["Multiplicity on hexhex 3, 3 turns", "White against Red", "accuracy", "accurate to about"]
    {
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
}

#[test]
fn an_analysis_is_kept_in_the_record_and_not_made_again() {
    let (dir, path) = game();
    let out = dir.path().join("out.json");
    let options = ["--sims", "60", "--json", "--out", text(&out)];
    let first = analyse(&path, &options);
    let kept = fs::read_to_string(&out).unwrap();
    assert!(kept.contains("\"analysis\": {\"version\":1}") && kept.contains("Far away."), "{kept}");
    assert!(kept.contains("\"mine\": {\"kept\":true}"), "{kept}");
    assert_eq!(run(&["check", text(&out)], b"").status, 0);
    // A figure that no search finds would differ if it were computed again.
    let edited = with_another_figure(&kept);
    fs::write(&out, &edited).unwrap();
    assert_ne!(json(&analyse(&path, &options))["turns"], json(&first)["turns"]);
    assert_eq!(fs::read_to_string(&out).unwrap(), edited);
}

/// `record` with a win rate in the analysis of its first turn that no search finds.
fn with_another_figure(record: &str) -> String {
    let edited = record.replacen("\"win\":0.", "\"win\":0.0", 1);
    assert_ne!(edited, record);
    edited
}

#[test]
fn exact_analyses_with_another_seed_are_made_again() {
    let (dir, path) = game();
    let out = dir.path().join("out.json");
    let turns = |options: &[&str]| {
        let options = [&["--sims", "60", "--json"], options].concat();
        json(&analyse(&path, &options))["turns"].clone()
    };
    let first = turns(&["--out", text(&out)]);
    let other = turns(&["--seed", "9"]);
    assert_ne!(other, first);
    assert_eq!(turns(&["--seed", "9", "--out", text(&out)]), other);
    // The file holds those of the last run.
    let kept = fs::read_to_string(&out).unwrap();
    assert_eq!(turns(&["--seed", "9", "--out", text(&out)]), other);
    assert_eq!(fs::read_to_string(&out).unwrap(), kept);
    assert_eq!(turns(&["--out", text(&out)]), first);
    // Neither another build nor the mean of several searches is what one search finds.
    for [from, to] in [["\"build\":\"", "\"build\":\"0"], ["\"seed\":", "\"looks\":4,\"seed\":"]] {
        let record = fs::read_to_string(&out).unwrap();
        assert_eq!(record.matches(from).count(), 3);
        fs::write(&out, with_another_figure(&record).replace(from, to)).unwrap();
        assert_eq!(turns(&["--out", text(&out)]), first, "{to}");
    }
}

#[test]
fn an_exact_number_of_simulations_counts_for_known_moves_too() {
    let (_dir, path) = game();
    let plain = analyse(&path, &["--sims", "10", "--json"]);
    assert_eq!(analyse(&path, &["--sims", "60", "--out", text(&path)]).status, 0);
    let kept = fs::read_to_string(&path).unwrap();
    let turns = |run: &Run| json(run)["turns"].clone();
    assert_eq!(turns(&analyse(&path, &["--sims", "10", "--json"])), turns(&plain));
    // The file keeps what is deeper.
    let shallow = analyse(&path, &["--sims", "10", "--json", "--out", text(&path)]);
    assert_eq!(turns(&shallow), turns(&plain));
    assert_eq!(fs::read_to_string(&path).unwrap(), kept);
    let deep = analyse(&path, &["--sims", "90", "--json", "--out", text(&path)]);
    assert_eq!(json(&deep)["engine"]["sims"], 90);
    assert_eq!(fs::read_to_string(&path).unwrap().matches("\"simulations\":90").count(), 3);
}

#[test]
fn an_analysis_that_was_killed_goes_on_where_it_was() {
    let (dir, path) = game();
    let out = dir.path().join("out.json");
    let options =
        ["analyse", text(&path), "--threads", "1", "--sims", "20000", "--out", text(&out)];
    let mut child = Command::new(env!("CARGO_BIN_EXE_tetralith"))
        .args(options)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The file comes with the first position and is whole whenever it is there.
    while !out.exists() && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    let _ = child.kill();
    child.wait().unwrap();
    let kept = fs::read_to_string(&out).unwrap();
    let position = |text: &str| text.matches("\"simulations\":20000").count();
    assert!(position(&kept) >= 1, "{kept}");
    assert_eq!(run(&["check", text(&out)], b"").status, 0);
    // Findings stay as they were, even if no search would find them.
    let (before, line) = kept.split_once("b1,e3").unwrap();
    let (line, after) = line.split_once("\"],\"candidates\"").unwrap();
    let (shorter, _) = line.rsplit_once("\",\"").expect("the line is long");
    let edited = format!("{before}b1,e3{shorter}\"],\"candidates\"{after}");
    fs::write(&out, &edited).unwrap();
    let done = analyse(&path, &["--sims", "20000", "--out", text(&out)]);
    assert_eq!(done.status, 0, "{}", done.err);
    let last = |text: &str| text.lines().find(|line| line.contains("b1,e3")).unwrap().to_owned();
    let whole = fs::read_to_string(&out).unwrap();
    assert_eq!((last(&whole), position(&whole)), (last(&edited), 3));
}

/// True if the process `id` has a handler of its own for SIGTERM.
#[cfg(target_os = "linux")]
fn heeds_a_request_to_end(id: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    u64::from_str_radix(caught.trim(), 16).unwrap() >> (signal_hook::consts::SIGTERM - 1) & 1 == 1
}

#[cfg(target_os = "linux")]
#[test]
fn stopped_analyses_continue_if_they_are_saved() {
    use rustix::process::{Pid, Signal, kill_process};

    let (_dir, path) = game();
    assert_eq!(analyse(&path, &["--sims", "20", "--out", text(&path)]).status, 0);
    let kept = fs::read_to_string(&path).unwrap();
    // So many simulations that the analysis is not done before it is asked to end.
    let mut child = Command::new(env!("CARGO_BIN_EXE_tetralith"))
        .args(["analyse", text(&path), "--threads", "1", "--sims", "1000000", "--out", text(&path)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !heeds_a_request_to_end(child.id()) {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::yield_now();
    }
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!((ended.status.code(), &*ended.stdout), (Some(75), &b""[..]), "{said}");
    assert!(said.contains(" of 3 moves of this pass done; the same command continues"), "{said}");
    // Earlier findings stay, and the analysis can be continued.
    assert!(fs::read_to_string(&path).unwrap().len() >= kept.len() / 2);
    assert_eq!(analyse(&path, &["--sims", "1", "--out", text(&path)]).status, 0);
}

#[test]
fn foreign_analyses_are_not_replaced() {
    let (_dir, path) = game();
    assert_eq!(analyse(&path, &["--sims", "20", "--out", text(&path)]).status, 0);
    let good = fs::read_to_string(&path).unwrap();
    let head = "\"analysis\": {\"version\":1}";
    for (changed, words, is_kept) in [
        (good.replace(head, "\"analysis\": {\"version\":2}"), "has version 2", true),
        (good.replace(head, "\"analysis\": [1, 2]"), "from another program", true),
        (good.replacen("\"win\":", "\"win\":-", 1), "the analysis is damaged at turn", false),
        (
            good.replacen("\"build\":\"", &format!("\"build\":\"{}", "x".repeat(9000)), 1),
            "too long",
            false,
        ),
    ] {
        assert_ne!(changed, good);
        fs::write(&path, &changed).unwrap();
        let plain = analyse(&path, &["--sims", "20", "--json"]);
        assert_eq!(plain.status, 0, "{}", plain.err);
        assert!(plain.err.starts_with("note: ") && plain.err.contains(words), "{}", plain.err);
        let kept = analyse(&path, &["--sims", "20", "--out", text(&path)]);
        let after = fs::read_to_string(&path).unwrap();
        assert_eq!(
            (kept.status, after == changed),
            if is_kept { (1, true) } else { (0, false) },
            "{}",
            kept.err
        );
        assert!(after.contains("Far away.") && after.contains("\"kept\""), "{after}");
    }
}

#[test]
fn on_a_terminal_a_bar_grows_and_the_report_follows() {
    let (dir, path) = game();
    let args = ["analyse", text(&path), "--sims", "2000", "--threads", "2"];
    let (status, written) = Pty::tetralith(&args, dir.path(), (80, 24)).end_raw();
    assert_eq!(status, 0, "{written}");
    for shown in ["/3 every move", "accuracy"] {
        assert!(written.contains(shown), "no '{shown}':\n{written}");
    }
}

#[test]
fn existing_files_are_not_replaced() {
    let (dir, path) = game();
    let other = dir.path().join("other.json");
    fs::write(&other, GAME.replace("b1,e3", "b1,e1")).unwrap();
    let before = fs::read_to_string(&other).unwrap();
    let refused = analyse(&path, &["--sims", "20", "--out", text(&other)]);
    assert_eq!((refused.status, refused.out.as_str()), (1, ""));
    assert!(refused.err.contains("holds another game"), "{}", refused.err);
    assert_eq!(fs::read_to_string(&other).unwrap(), before);
    let kept = dir.path().join("kept.json");
    assert_eq!(analyse(&path, &["--sims", "20", "--out", text(&kept)]).status, 0);
    let broken = fs::read_to_string(&kept).unwrap().replacen("\"win\":", "\"win\":-", 1);
    fs::write(&kept, broken).unwrap();
    let replaced = analyse(&path, &["--sims", "20", "--out", text(&kept)]);
    assert_eq!(replaced.status, 0, "{}", replaced.err);
    assert!(
        replaced.err.contains("kept.json: the analysis is damaged at turn 1"),
        "{}",
        replaced.err
    );
    let two = run(&["analyse", text(&path), text(&other), "--out", text(&path)], b"");
    assert_eq!(two.status, 2, "{}", two.err);
    let both = run(&["analyse", text(&path), "--sims", "9", "--seconds", "1"], b"");
    assert_eq!(both.status, 2, "{}", both.err);
}

#[test]
fn club_records_are_not_replaced_and_losses_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let [club, other, kept] =
        ["club.json", "other.json", "kept.json"].map(|name| dir.path().join(name));
    // A draw by agreement is none that a record of ours can have.
    let drawn = CLUB.replace(r#"["resign"]"#, r#"["draw"]"#);
    fs::write(&club, &drawn).unwrap();
    fs::write(&other, &drawn).unwrap();
    for target in [&club, &other] {
        let refused = analyse(&club, &["--sims", "1", "--out", text(target)]);
        let wanted = "is an Abstract Play record, which cannot hold an analysis; name another file";
        assert!(refused.status == 1 && refused.err.contains(wanted), "{}", refused.err);
        assert_eq!(fs::read_to_string(target).unwrap(), drawn);
    }
    let note = "club.json: the players agreed on a draw, which a Tetralith record cannot hold";
    let made = analyse(&club, &["--sims", "1", "--out", text(&kept)]);
    assert!(
        made.status == 0 && made.err.starts_with("note: ") && made.err.contains(note),
        "{}",
        made.err
    );
    // A copy that exists lacks nothing, and a report is no copy.
    for options in [&["--sims", "1", "--out", text(&kept)][..], &["--sims", "1"]] {
        let again = analyse(&club, options);
        assert_eq!((again.status, again.err.as_str()), (0, ""));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn no_analysis_starts_without_a_writable_file() {
    let (_dir, path) = game();
    for option in ["--out", "--html"] {
        let refused = analyse(&path, &["--sims", "1000000000", option, "/proc/no-such-file.html"]);
        assert!(
            refused.status == 1 && refused.err.contains("cannot write /proc/no-such-file.html"),
            "{}",
            refused.err
        );
    }
}

#[test]
fn unfinished_games_are_analysed_as_far_as_they_go() {
    let dir = tempfile::tempdir().unwrap();
    for (name, moves, rest, turns) in [
        ("empty", "", "", 0),
        ("unfinished", "\"c3\", \"c4\"", "", 2),
        (
            "resigned",
            "\"c3\", \"c4,a1\"",
            ", \"result\": {\"winner\": \"red\", \"reason\": \"resignation\"}",
            2,
        ),
    ] {
        let path = dir.path().join(format!("{name}.json"));
        let record = format!(
            "{{\"format\":\"tetralith\",\"version\":1,\"game\":\"multiplicity\",\"options\":{{\"size\":3}},\"moves\":[{moves}]{rest}}}"
        );
        fs::write(&path, record).unwrap();
        let found = json(&analyse(&path, &["--sims", "40", "--json"]));
        assert_eq!(found["turns"].as_array().unwrap().len(), turns, "{name}: {found}");
        assert_eq!(analyse(&path, &["--sims", "40"]).status, 0, "{name}");
    }
}

#[test]
fn a_report_replaces_a_page_and_nothing_else() {
    let (dir, path) = game();
    let there = |name: &str, contents: &str| {
        let path = dir.path().join(name);
        fs::write(&path, contents).unwrap();
        path
    };
    let (record, other) = (there("record.html", GAME), there("other.html", "<html>Mine.</html>"));
    let refused = |path: &Path, options: &[&str], page: &Path, says: &str, status: i32| {
        let before = fs::read(page).ok();
        let run = analyse(path, &[&["--sims", "1000000"], options].concat());
        assert_eq!((run.status, run.out.as_str()), (status, ""), "{}", run.err);
        assert!(run.err.contains(says) && run.err.lines().count() == 1, "{}", run.err);
        assert_eq!(fs::read(page).ok(), before);
    };
    let no_page = "was not written by tetralith; name another file for the report";
    for option in ["--out", "--html"] {
        refused(&record, &[option, text(&record)], &record, no_page, 1);
        refused(&path, &[option, text(&other)], &other, no_page, 1);
    }
    refused(&path, &["--html", text(&path)], &path, no_page, 1);
    // The place of the record with the analysis is another one, by any name and even before there
    // is a file.
    let kept = dir.path().join("kept.json");
    let twisted = dir.path().join(".").join("kept.json");
    let same = "--out and --html both name";
    refused(&path, &["--out", text(&kept), "--html", text(&twisted)], &kept, same, 2);
    // Nor is there a place where there is no directory.
    for (option, name) in [("--html", "no/x.html"), ("--out", "no/x.html"), ("--out", "no/x.json")]
    {
        let place = dir.path().join(name);
        refused(&path, &[option, text(&place)], &place, "there is no directory", 1);
    }
    // A page is replaced by --force, and so is a file with nothing in it.
    let page = there("page.html", "");
    for _ in 0..2 {
        let exists = "page.html already exists; --force replaces it";
        for option in ["--out", "--html"] {
            refused(&path, &[option, text(&page)], &page, exists, 1);
        }
        let made = analyse(&path, &["--sims", "1", "--html", text(&page), "--force"]);
        assert_eq!(made.status, 0, "{}", made.err);
        assert!(fs::read_to_string(&page).unwrap().starts_with("<!DOCTYPE html>"));
    }
    // The option is no way around what is not a page.
    refused(&path, &["--html", text(&other), "--force"], &other, no_page, 1);
}

#[test]
fn bad_record_between_good_ones_stops_no_analysis() {
    let (dir, good) = game();
    let bad = dir.path().join("bad.json");
    fs::write(&bad, r#"{ "format": "tetralith", "version": 1, "game": "go" }"#).unwrap();
    let files = [text(&good), text(&bad), text(&good)];
    let run = run(
        &[&["analyse"], &files[..], &["--threads", "1", "--sims", "50", "--json"]].concat(),
        b"",
    );
    let objects: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 3, "{}", run.out);
    assert_eq!((&objects[0], run.status), (&objects[2], 1));
    assert_eq!(objects[1]["file"], text(&bad));
    let error = objects[1]["error"].as_str().unwrap();
    assert_eq!(run.err, format!("error: {error}\n"));
}

#[test]
fn swapped_player_is_charged_for_own_move() {
    let (_dir, path) = game();
    // Ann placed the first stone as Red and holds Blue since Bo swapped.
    let record = r#"{"format":"tetralith","version":1,"game":"necklace",
        "options":{"size":5,"pie":true},"players":{"red":{"name":"Bo"},"blue":{"name":"Ann"}},
        "moves":["a1","swap","c3","b2"]}"#;
    fs::write(&path, record).unwrap();
    let found = json(&analyse(&path, &["--sims", "200", "--json"]));
    let held: Vec<_> = (0..4)
        .map(|i| {
            let turn = &found["turns"][i];
            (turn["player"].as_str().unwrap(), turn["holder"].as_str().unwrap())
        })
        .collect();
    assert_eq!(held, [("red", "blue"), ("blue", "red"), ("blue", "blue"), ("red", "red")]);
    let charged = |colour: &str| found["mean_loss"][colour].as_f64().unwrap();
    let lost = |i: usize| found["turns"][i]["loss"].as_f64().unwrap();
    assert!((charged("blue") - f64::midpoint(lost(0), lost(2))).abs() < 2e-4, "{found}");
    assert!((charged("red") - f64::midpoint(lost(1), lost(3))).abs() < 2e-4, "{found}");
}
