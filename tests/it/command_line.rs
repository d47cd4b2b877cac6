//! The command line as a script sees it: what is printed where, and the exit status.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::common::run;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A directory with one file in it.
fn file(name: &str, bytes: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    fs::write(&path, bytes).unwrap();
    (dir, path)
}

/// The answer of `check --json` to a file with these contents, its exit status, and what stands on
/// standard error.
fn check(bytes: impl AsRef<[u8]>) -> (Value, i32, String) {
    let (_dir, path) = file("game.json", bytes);
    let path = path.to_str().unwrap();
    let run = run(&["check", "--json", path], b"");
    let mut lines = run.out.lines();
    let mut found: Value = serde_json::from_str(lines.next().expect("one line a file")).unwrap();
    assert_eq!(lines.next(), None);
    assert_eq!(found.as_object_mut().unwrap().shift_remove("file"), Some(path.into()));
    (found, run.status, run.err)
}

fn record(game: &str, options: &str, moves: &str, rest: &str) -> String {
    format!(
        r#"{{"format":"tetralith","version":1,"game":"{game}","options":{options},"moves":[{moves}]{rest}}}"#
    )
}

#[test]
fn every_command_shows_an_example() {
    let help = run(&["--help"], b"");
    assert_eq!(help.status, 0);
    let commands = help.out.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let mut count = 0;
    for name in commands.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()) {
        if name.is_empty() || name == "help" {
            continue;
        }
        let help = run(&[name, "--help"], b"");
        assert_eq!((help.status, help.err.as_str()), (0, ""), "{name}");
        assert!(
            ["Example", "Examples"]
                .iter()
                .any(|word| help.out.contains(&format!("{word}:\n  tetralith {name}")))
                || help.out.contains("| tetralith gtp"),
            "{name}"
        );
        count += 1;
    }
    assert!(count >= 3);
    assert!(
        run(&["play", "--help"], b"")
            .out
            .contains("tetralith play greylox --first hard --second expert\n\n")
    );
    assert!(run(&["perft", "--help"], b"").out.contains("--from assets/games/necklace.json\n"));
}

#[test]
fn the_help_uses_the_words_of_players() {
    let help = run(&["--help"], b"").out;
    let commands = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let names = commands
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty());
    for name in names {
        let help = if name == "help" { help.clone() } else { run(&[name, "--help"], b"").out };
        let words: Vec<&str> =
            help.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
        // One steps through a page; a game has moves.
        let is_other = |pair: &[&str]| {
            pair[0] == "steps"
                || pair[0] == "step" && pair[1] != "through"
                || pair[1] == "on" && ["go", "goes", "gone"].contains(&pair[0])
        };
        assert!(!words.windows(2).any(is_other), "{name}: {help}");
    }
}

#[test]
fn a_wrong_command_line_ends_with_status_2() {
    let two = |args: &[&str], sentence: &str| {
        let run = run(args, b"");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.starts_with("error: "), "{args:?}: {}", run.err);
        assert!(run.err.contains(sentence), "{args:?}: {}", run.err);
    };
    two(&["perft", "chess", "--depth", "1"], "invalid value 'chess'");
    two(&["perft", "necklace"], "--depth");
    let depth = "for '--depth <D>': a whole number from 1 to 4294967295 is needed";
    for wrong in ["0", "-1", "x", "1.5", "4294967296"] {
        two(&["perft", "necklace", "--depth", wrong], depth);
    }
    two(
        &["replay", "x", "--turn", "-1"],
        "for '--turn <N>': a whole number from 0 to 4294967295 is needed",
    );
    two(&["gtp", "necklace", "--threads", "0"], "a whole number from 1 to 255 is needed");
    two(&["arena", "necklace", "easy", "easy", "--games", "-1"], "a whole number from 0 to");
    two(
        &["gtp", "plurality", "--komi", "5.5"],
        "whole points such as 5 are needed; the half point is always added",
    );
    two(
        &["gtp", "plurality", "--komi", "-1"],
        "komi -1 is out of range: whole points from 0 to 999",
    );
    two(&["gtp", "plurality", "--size", "nine"], "a whole number such as 9 is needed");
    two(&["bench", "plurality", "nine"], "a whole number such as 9 is needed");
    for option in [
        "--size=5",
        "--board=square",
        "--no-opening",
        "--komi=3",
        "--ties=parity",
        "--pie",
        "--first=easy",
    ] {
        two(&["play", option], "<GAME>");
    }
    two(
        &["perft", "necklace", "--size", "26", "--depth", "1"],
        "size 26 is out of range: Necklace on a square board takes 2 to 25",
    );
    two(&["perft", "necklace", "--size=-1", "--depth", "1"], "size -1 is out of range");
    two(&["perft", "necklace", "--komi", "3", "--depth", "1"], "Necklace has no option 'komi'");
    two(
        &["perft", "necklace", "--board", "hexhex", "--depth", "1"],
        "Necklace is not played on a hexhex board",
    );
    two(&["gtp", "plurality", "--ties", "black"], "invalid value 'black'");
    two(&["check"], "FILE");
    two(&["dance"], "dance");
}

#[test]
fn options_of_the_screen_belong_to_the_commands_that_have_one() {
    for command in ["check", "perft", "gtp", "bench", "arena"] {
        let help = run(&[command, "--help"], b"").out;
        assert!(!help.contains("--ascii") && !help.contains("--no-mouse"), "{help}");
    }
    for args in [
        &["--ascii"][..],
        &["--ascii", "--no-mouse", "play", "necklace"],
        &["play", "necklace", "--no-mouse", "--ascii"],
        &["replay", "assets/games/necklace.json", "--ascii"],
    ] {
        let run = run(args, b"");
        assert_eq!(
            (run.status, &*run.err),
            (
                2,
                "error: this needs a terminal: standard input is not one; with --plain it does without\n"
            ),
            "{args:?}"
        );
    }
}

#[test]
fn perft_prints_one_count_a_line() {
    let count = |args: &[&str]| run(&[&["perft"], args].concat(), b"").out;
    assert_eq!(
        count(&["multiplicity", "--size", "3", "--depth", "4"]),
        "1 19\n2 84\n3 936\n4 3888\n"
    );
    assert_eq!(
        count(&["multiplicity", "--size", "3", "--no-opening", "--depth", "2"]),
        "1 19\n2 342\n"
    );
    assert_eq!(count(&["necklace", "--size", "2", "--depth", "5"]), "1 4\n2 12\n3 24\n4 16\n5 0\n");
}

#[test]
fn perft_starts_where_a_record_ends() {
    let (_dir, path) = file("game.json", record("necklace", r#"{"size": 2}"#, r#""a1", "b2""#, ""));
    let path = path.to_str().unwrap();
    let from = |args: &[&str]| {
        run(&[&["perft", "necklace", "--from", path, "--depth", "2"], args].concat(), b"")
    };
    assert_eq!(from(&[]).out, from(&["--size", "2", "--board", "square"]).out);
    assert!(from(&[]).out.starts_with("1 2\n"));
    let other = from(&["--size", "3"]);
    assert_eq!(other.status, 1);
    assert!(
        other.err.contains("but the command line asks for Necklace with {\"size\":3"),
        "{}",
        other.err
    );
    let other = run(&["perft", "greylox", "--from", path, "--depth", "1"], b"");
    assert_eq!(other.status, 1);
    assert!(
        other.err.contains("is a record of Necklace, but the command line asks for Greylox"),
        "{}",
        other.err
    );
    assert_eq!(
        run(&["perft", "necklace", "--from", "no-such-file", "--depth", "1"], b"").status,
        1
    );
}

#[test]
fn what_was_only_tried_after_a_game_in_progress_is_none_of_its_moves() {
    let tip = r#","tetralith:cursor":"a1 c3","tetralith:tip":"a1 c3""#;
    let game = record("necklace", r#"{"size": 5}"#, r#""a1","c3","e5","e1""#, tip);
    let (found, ..) = check(&game);
    assert_eq!((&found["turns"], &found["to_move"]), (&2.into(), &"red".into()));
    let (_dir, path) = file("game.json", &game);
    let beside = path.with_file_name("game.txt");
    let [path, picture] = [&path, &beside].map(|path| path.to_str().unwrap());
    let late = run(&["export", path, picture, "--turn", "3"], b"");
    assert!(late.err.contains("the last is 2"), "{}", late.err);
    let session = run(
        &["gtp", "necklace", "--size", "5"],
        format!("loadgame {path}\ntetralith-state\n").as_bytes(),
    );
    assert!(
        session.out.contains(r#""to_move":"red""#) && !session.out.contains("e5"),
        "{}",
        session.out
    );
    let looked = run(&["analyse", path, "--sims", "1", "--json"], b"");
    let looked: Value = serde_json::from_str(&looked.out).unwrap();
    assert_eq!(looked["turns"].as_array().map(Vec::len), Some(2));
    let played = run(&["export", path, picture], b"");
    assert_eq!(played.status, 0, "{}", played.err);
    assert!(fs::read_to_string(&beside).unwrap().contains("turn 2"));
}

#[test]
fn check_tells_what_a_valid_record_holds() {
    let (found, status, err) = check(record("multiplicity", r#"{"size": 2}"#, r#""a1""#, ""));
    assert_eq!((status, err.as_str()), (0, ""));
    let expected = json!({
        "ok": true, "game": "multiplicity", "options": {"size": 2, "board": "hexhex", "opening": true},
        "turns": 1, "steps": 1, "over": false, "winner": null, "reason": null, "to_move": "red",
        "score": {"product": {"white": "1", "red": "0"}, "groups": {"white": [1], "red": []}}
    });
    assert_eq!(found, expected);
    let keys: Vec<&String> = found.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        ["ok", "game", "options", "turns", "steps", "over", "winner", "reason", "to_move", "score"]
    );

    let (found, status, _) = check(record("necklace", r#"{"size": 2}"#, r#""a1", "b2", "a2""#, ""));
    assert_eq!(status, 0);
    let expected = json!({
        "ok": true, "game": "necklace", "options": {"size": 2, "board": "square", "pie": false},
        "turns": 3, "steps": 3, "over": true, "winner": "red", "reason": "connection", "to_move": null,
        "score": {"connected": "red"}
    });
    assert_eq!(found, expected);

    let (found, _, _) = check(record("plurality", r#"{"size": 3}"#, r#""pass", "pass""#, ""));
    let expected = json!({
        "ok": true, "game": "plurality",
        "options": {"size": 3, "board": "square", "komi": 0, "ties": "neutral"},
        "turns": 2, "steps": 2, "over": true, "winner": "white", "reason": "score", "to_move": null,
        "score": {
            "points": {"black": 0.0, "white": 0.5},
            "territories": [{"owner": null, "size": 9, "stones": {"black": 0, "white": 0}}]
        }
    });
    assert_eq!(found, expected);

    let (found, _, _) = check(record(
        "greylox",
        r#"{"size": 2}"#,
        r#""a1""#,
        r#","result":{"winner":"white","reason":"time"}"#,
    ));
    let expected = json!({
        "ok": true, "game": "greylox", "options": {"size": 2, "board": "hexhex", "opening": true},
        "turns": 1, "steps": 1, "over": true, "winner": "white", "reason": "time", "to_move": null,
        "score": {"groups": {"white": [1], "black": []}, "controlled": {"white": 0, "black": 0}}
    });
    assert_eq!(found, expected);
}

#[test]
fn an_opening_turn_counts_as_one_turn_of_two_steps() {
    let (found, _, _) = check(record("greylox", r#"{"size": 4}"#, r#""d4", "d5,a1""#, ""));
    assert_eq!(
        (&found["turns"], &found["steps"], &found["to_move"]),
        (&json!(2), &json!(3), &json!("white"))
    );
}

#[test]
fn check_names_the_turn_that_is_wrong() {
    let (found, status, err) =
        check(record("necklace", r#"{"size": 3}"#, r#""a1", {"move": "a1"}"#, ""));
    assert_eq!(status, 1);
    assert_eq!(
        found,
        json!({"ok": false, "error": "turn 2 'a1': a1 is occupied by Red", "turn": 2})
    );
    assert!(err.ends_with("game.json: turn 2 'a1': a1 is occupied by Red\n"), "{err}");
    let (found, status, _) = check(record("necklace", r#"{"sise": 3}"#, "", ""));
    assert_eq!((status, &found["turn"]), (1, &Value::Null));
}

#[test]
fn check_goes_on_after_a_bad_file() {
    let (_dir, good) = file("good.json", record("necklace", "{}", r#""a1""#, ""));
    let good = good.to_str().unwrap();
    let run = run(&["check", good, "no-such-file", good], b"");
    assert_eq!(run.status, 1);
    assert_eq!(
        run.out,
        format!("{good}: valid, Necklace on square 13, 1 turn, Blue to move\n").repeat(2)
    );
    assert!(run.err.starts_with("error: cannot read no-such-file: "), "{}", run.err);
    assert_eq!(run.err.lines().count(), 1);
}

#[test]
fn hostile_files_get_one_clean_sentence() {
    let deep = "[".repeat(2_000_000);
    let evil = "\u{1b}]0;owned\u{7}\u{1b}[2J";
    let mut files: Vec<Vec<u8>> = vec![
        Vec::new(),
        vec![0; 100],
        vec![b' '; 9 << 20],
        b"\xff\xfe\x00".to_vec(),
        deep.clone().into_bytes(),
        evil.as_bytes().to_vec(),
        record("necklace", "{}", &format!("\"{}\"", evil.escape_debug()), "").into_bytes(),
        record("necklace", "{}", &serde_json::to_string(evil).unwrap(), "").into_bytes(),
        record(&serde_json::to_string(evil).unwrap().replace('"', ""), "{}", "", "").into_bytes(),
        record("necklace", &format!("{{{}:1}}", serde_json::to_string(evil).unwrap()), "", "")
            .into_bytes(),
        record("necklace", "{}", "", &format!(",\"x\":{deep}")).into_bytes(),
        record("necklace", r#"{"size":99999999999999999999}"#, "", "").into_bytes(),
        record("necklace", "{}", &"\"a1\",".repeat(200_000), "").into_bytes(),
    ];
    let whole = record("greylox", r#"{"size":3}"#, r#""c3",{"move":"c4,a1","comment":"é"}"#, "")
        .into_bytes();
    files.extend((1..whole.len()).map(|n| whole[..n].to_vec()));
    let dir = tempfile::tempdir().unwrap();
    let paths: Vec<String> = (0..files.len())
        .map(|i| dir.path().join(format!("{i}.json")).display().to_string())
        .collect();
    for (path, bytes) in paths.iter().zip(&files) {
        fs::write(path, bytes).unwrap();
    }
    let args: Vec<&str> =
        ["check", "--json"].into_iter().chain(paths.iter().map(String::as_str)).collect();
    let run = run(&args, b"");
    assert_eq!(run.status, 1);
    assert_eq!((run.out.lines().count(), run.err.lines().count()), (files.len(), files.len()));
    for (out, err) in run.out.lines().zip(run.err.lines()) {
        assert!(err.starts_with("error: ") && !err.contains("panicked"), "{err}");
        assert!(!err.chars().any(char::is_control), "{err:?}");
        let found: Value = serde_json::from_str(out).unwrap();
        assert_eq!(found["ok"], false);
        assert!(!found["error"].as_str().unwrap().chars().any(char::is_control), "{out}");
    }
}

#[test]
#[cfg(unix)]
fn escape_sequences_in_file_names_are_not_shown_raw() {
    let (_dir, path) = file("a\u{1b}[31mb.json", "");
    let run = run(&["check", path.to_str().unwrap()], b"");
    assert_eq!(run.status, 1);
    assert!(run.err.contains("a�[31mb.json: the record is empty"), "{:?}", run.err);
}

#[test]
fn a_player_nobody_knows_is_refused_with_everybody_who_can_play() {
    for side in ["--first", "--second"] {
        assert_ne!(
            run(&["play", "greylox", "--plain", side, "Novice"], b"quit\n").status,
            2,
            "{side}"
        );
        let run = run(&["play", "necklace", side, "grandmaster"], b"");
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        let sentence = run.err.lines().next().unwrap();
        for word in ["'grandmaster'", side, "human", "beginner", "strongest"] {
            assert!(sentence.contains(word), "{sentence}");
        }
    }
}

#[test]
#[cfg(unix)]
fn pipes_without_a_writer_are_refused_and_what_is_piped_in_is_read() {
    let dir = tempfile::tempdir().unwrap();
    let fifo = dir.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let fifo = fifo.to_str().unwrap();
    for args in [
        &["check", fifo][..],
        &["replay", fifo],
        &["perft", "necklace", "--depth", "1", "--from", fifo],
        &["puzzles", "make", "necklace", "--out", fifo],
        &["solve", "necklace", "--size", "3", "--frontier", "1", "--out", fifo],
    ] {
        let run = run(args, b"");
        assert_eq!((run.status, run.out.as_str()), (1, ""), "{args:?}");
        assert!(
            run.err.starts_with(&format!("error: {fifo} is not a regular file")),
            "{}",
            run.err
        );
    }
    let loaded = run(&["gtp", "necklace"], format!("loadgame {fifo}\n").as_bytes());
    assert!(
        loaded.out.starts_with(&format!("? cannot load file: {fifo} is not a regular file")),
        "{}",
        loaded.out
    );
    let piped = run(&["check", "/dev/stdin"], record("necklace", "{}", r#""a1""#, "").as_bytes());
    assert_eq!((piped.status, piped.err.as_str()), (0, ""));
    assert_eq!(piped.out, "/dev/stdin: valid, Necklace on square 13, 1 turn, Blue to move\n");
}

#[test]
#[cfg(target_os = "linux")]
fn where_nobody_can_be_told_the_exit_status_still_says_it() {
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    let status = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tetralith"));
        command.args(args).stdout(Stdio::null()).stderr(full()).status().unwrap().code()
    };
    assert_eq!(status(&["check", "no-such-file"]), Some(1));
    assert_eq!(status(&["perft", "necklace", "--depth", "1", "--from", "no-such-file"]), Some(1));
    assert_eq!(status(&["perft", "necklace", "--depth", "1", "--size", "99"]), Some(2));
}

#[test]
fn a_reader_who_has_seen_enough_does_not_hide_an_invalid_record() {
    let (_dir, good) = file("good.json", record("necklace", "{}", r#""a1""#, ""));
    let status = |files: &[&str]| {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_tetralith"));
        command.arg("check").arg("--json").args(files).stdout(writer).stderr(Stdio::null());
        command.status().unwrap().code()
    };
    let good = good.to_str().unwrap();
    assert_eq!(status(&["no-such-file", good]), Some(1));
    assert_eq!(status(&[good, good, "no-such-file"]), Some(1));
    assert_eq!(status(&[good, good]), Some(0));
}

#[test]
fn a_board_is_solved_with_a_proof_that_is_checked() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (proof, state) = (path("a.cert"), path("a.state"));
    let args = ["solve", "necklace", "--size", "3", "--memory", "4"];
    let solved =
        run(&[&args[..], &["--json", "--every-move", "--certificate", &proof]].concat(), b"");
    assert_eq!(solved.status, 0, "{}", solved.err);
    let found: Value = serde_json::from_str(&solved.out).unwrap();
    assert_eq!(
        [&found["game"], &found["proved"], &found["winner"], &found["score"], &found["best"]],
        [&json!("necklace"), &json!(true), &json!("red"), &json!(null), &json!(["b1", "b2", "b3"])]
    );
    let checked = run(&["verify", &proof], b"");
    assert_eq!(checked.status, 0, "{}", checked.err);
    assert!(
        checked.out.contains("Necklace on square 3 is won by Red")
            && checked.out.contains("b1 b2 b3")
    );
    // It is for anybody's checker, as far as the user's mask lets them.
    #[cfg(unix)]
    {
        fs::write(path("plain"), "").unwrap();
        let mode = |path: &str| {
            std::os::unix::fs::PermissionsExt::mode(&fs::metadata(path).unwrap().permissions())
        };
        assert_eq!(mode(&proof), mode(&path("plain")));
    }
    // What is there is not replaced unasked, nor is it two things at once.
    assert_eq!(run(&[&args[..], &["--certificate", &proof]].concat(), b"").status, 1);
    for path in [&proof, &state] {
        let one =
            run(&[&args[..], &["--certificate", path, "--state", path, "--force"]].concat(), b"");
        assert!(
            one.status == 2 && one.err.contains("is named by --state and by --certificate"),
            "{}",
            one.err
        );
    }
    assert!(!fs::exists(&state).unwrap());
    // A damaged proof is refused in a sentence.
    let mut bytes = fs::read(&proof).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&proof, &bytes).unwrap();
    let refused = run(&["verify", &proof], b"");
    assert_eq!((refused.status, refused.out.as_str()), (1, ""));
    assert!(refused.err.contains("SHA-256 does not match"), "{}", refused.err);
    // A state is taken up again by the same search, and by no other.
    let kept = run(&[&args[..], &["--state", &state]].concat(), b"");
    assert!(
        kept.status == 0
            && kept.out.starts_with("Red wins. The moves that keep it are b1 b2 b3.\n"),
        "{}",
        kept.out
    );
    // What earlier runs looked at is told apart from what this one did, in words and in its rate.
    let again = run(&[&args[..], &["--state", &state]].concat(), b"");
    assert!(
        again.status == 0 && again.out.contains(" positions, the last "),
        "{}{}",
        again.out,
        again.err
    );
    let header = |path: &str| -> Value {
        let bytes = fs::read(path).unwrap();
        serde_json::from_slice(bytes.split(|&byte| byte == b'\n').next().unwrap()).unwrap()
    };
    let before = header(&state)["nodes"].as_f64().unwrap();
    let third = run(&[&args[..], &["--json", "--state", &state]].concat(), b"");
    let third: Value = serde_json::from_str(&third.out).unwrap();
    let [nodes, seconds, rate] =
        ["nodes", "seconds", "nodes_per_s"].map(|key| third[key].as_f64().unwrap());
    // The seconds are rounded to thousandths.
    assert!(
        nodes >= before && rate <= (nodes - before + 1.0) / (seconds - 0.0005).max(1e-9),
        "{third} after {before}"
    );
    let other = run(&["solve", "necklace", "--size", "4", "--memory", "4", "--state", &state], b"");
    assert_eq!(other.status, 1);
    assert!(
        other.err.contains("this is the state of another search: its position differs"),
        "{}",
        other.err
    );
    // Nor by a build of the same version that looks at positions in another order, or names them
    // otherwise.
    let mut bytes = fs::read(&state).unwrap();
    let version = env!("CARGO_PKG_VERSION").as_bytes();
    let at =
        bytes.windows(version.len()).position(|part| part == version).unwrap() + version.len() + 1;
    bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
    fs::write(&state, bytes).unwrap();
    let other = run(&[&args[..], &["--state", &state]].concat(), b"");
    assert!(
        other.status == 1 && other.err.contains("another search: its build differs"),
        "{}",
        other.err
    );
    fs::write(&state, &fs::read(&state).unwrap()[..20]).unwrap();
    let cut = run(&[&args[..], &["--state", &state]].concat(), b"");
    assert!(cut.status == 1 && cut.err.contains("damaged"), "{}", cut.err);
    // A board that nobody can solve.
    let large = run(&["solve", "necklace"], b"");
    assert_eq!((large.status, large.out.as_str()), (1, ""));
    assert!(large.err.contains("too large to be solved: about 10^60 positions"), "{}", large.err);
    // Memory that no machine has.
    let much = run(&["solve", "necklace", "--size", "3", "--memory", "1000000"], b"");
    assert!(
        much.status == 0 || much.status == 1 && much.err.contains("1000000 MiB of memory"),
        "{}",
        much.err
    );
    // Time that does not suffice.
    let long =
        run(&["solve", "necklace", "--size", "9", "--seconds", "0.05", "--memory", "4"], b"");
    assert_eq!((long.status, long.out.as_str()), (1, ""));
    assert!(long.err.contains("nothing is known yet of who wins"), "{}", long.err);
}

#[test]
fn a_checker_written_from_the_page_alone_agrees() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let check = |file: &std::path::Path| {
        std::process::Command::new("python3")
            .arg(root.join("docs/check-necklace.py"))
            .arg(file)
            .output()
    };
    let whole = root.join("assets/solved/necklace-square-3.cert");
    let Ok(found) = check(&whole) else {
        eprintln!("there is no python3, so this tests nothing");
        return;
    };
    assert_eq!(String::from_utf8_lossy(&found.stdout).trim(), "red wins: 69 positions checked");
    let changed = tempfile::NamedTempFile::new().unwrap();
    fs::write(changed.path(), [&fs::read(whole).unwrap()[..], b"x"].concat()).unwrap();
    assert!(!check(changed.path()).unwrap().status.success());
}

#[test]
fn shards_of_a_frontier_that_are_merged_are_the_file_of_one_machine_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let solve = |more: &[&str]| {
        let run = run(
            &[&["solve", "necklace", "--size", "3", "--memory", "4", "--frontier", "2"], more]
                .concat(),
            b"",
        );
        assert_eq!(run.status, 0, "{}", run.err);
        run.out
    };
    let whole = solve(&[]);
    let parts = ["0/3", "1/3", "2/3"].map(|shard| {
        let part = path(&shard.replace('/', "-"));
        assert_eq!(solve(&["--shard", shard, "--out", &part]), "");
        part
    });
    let [a, b, c] = &parts;
    let merged = run(&["merge", c, a, b, "--out", &path("all")], b"");
    assert_eq!((merged.status, merged.err.as_str()), (0, ""));
    assert!(merged.out.contains("positions of 3 files"), "{}", merged.out);
    assert_eq!(fs::read_to_string(path("all")).unwrap(), whole);
    let row: Value = serde_json::from_str(whole.lines().next().unwrap()).unwrap();
    assert!(
        ["version", "bench", "processor", "threads"].iter().all(|&key| !row[key].is_null()),
        "{row}"
    );
    // What is missing is told; a file that was cut is gone on with, and one of something else is
    // left alone.
    let some = run(&["merge", a, c, c, "--out", &path("some")], b"");
    assert!(
        some.err.contains("stand in several files")
            && some.err.contains("are missing, the first is number 1")
    );
    fs::write(a, &fs::read(a).unwrap()[..700]).unwrap();
    solve(&["--shard", "0/3", "--out", a]);
    run(&["merge", a, b, c, "--out", &path("all"), "--force"], b"");
    assert_eq!(fs::read_to_string(path("all")).unwrap(), whole);
    let other = run(&["solve", "necklace", "--size", "4", "--frontier", "1", "--out", a], b"");
    assert!(
        other.status == 1 && other.err.contains("holds positions of another game"),
        "{}",
        other.err
    );
}

/// A game with these moves on a small board that begins with a position of its own.
fn set_up(moves: &str) -> String {
    record("necklace", r#"{"size":3}"#, moves, r#","position":"3/1b1/3 red""#)
}

#[test]
fn of_a_record_that_begins_with_a_position_of_its_own_nothing_is_written_that_tells_it_by_moves() {
    let (dir, record) = file("own.json", set_up(""));
    let out = dir.path().join("out");
    let (record, out) = (record.to_str().unwrap(), out.to_str().unwrap());
    let solve = |more: &[&str]| {
        run(
            &[&["solve", "necklace", "--size", "3", "--memory", "4", "--from", record], more]
                .concat(),
            b"",
        )
    };
    for (option, more) in [
        ("--certificate", vec!["--certificate", out]),
        ("--frontier", vec!["--frontier", "1", "--out", out]),
        ("--frontier", vec!["--frontier", "1"]),
        ("--state", vec!["--state", out]),
    ] {
        let refused = solve(&more);
        assert_eq!((refused.status, refused.out.as_str()), (1, ""), "{more:?}: {}", refused.err);
        let says =
            format!("own.json: it begins with a position of its own, which {option} cannot tell\n");
        assert!(refused.err.ends_with(&says), "{}", refused.err);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "{more:?}");
    }
    // It is solved all the same, and the answer says what was solved.
    let solved = solve(&["--json"]);
    assert_eq!(solved.status, 0, "{}", solved.err);
    let found: Value = serde_json::from_str(&solved.out).unwrap();
    assert_eq!(
        (&found["position"], &found["from"]),
        (&json!("necklace size=3 3/1b1/3 red"), &json!([]))
    );
}

#[test]
fn the_answer_of_a_solver_says_how_a_record_comes_to_the_position() {
    let (dir, path) = file("game.json", record("necklace", r#"{"size":3}"#, r#""b2","a1""#, ""));
    let path = path.to_str().unwrap();
    let solve = |more: &[&str]| {
        let run =
            run(&[&["solve", "necklace", "--size", "3", "--memory", "4"], more].concat(), b"");
        assert_eq!(run.status, 0, "{}", run.err);
        run.out
    };
    let found: Value = serde_json::from_str(&solve(&["--from", path, "--json"])).unwrap();
    assert_eq!((&found["from"], found.get("position")), (&json!(["b2", "a1"]), None));
    let plain: Value = serde_json::from_str(&solve(&["--json"])).unwrap();
    assert_eq!((plain.get("from"), plain.get("position")), (None, None));
    // It has a proof and a frontier, for it begins as games begin.
    let to = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    solve(&["--from", path, "--certificate", &to("proof")]);
    let checked = run(&["verify", &to("proof")], b"");
    assert!(
        checked.status == 0 && checked.out.contains("after b2 a1"),
        "{}{}",
        checked.out,
        checked.err
    );
    solve(&["--from", path, "--frontier", "1", "--out", &to("rows")]);
    let before = fs::read(to("rows")).unwrap();
    // Rows of another position are not mixed with those of this one.
    let other =
        run(&["solve", "necklace", "--size", "3", "--frontier", "1", "--out", &to("rows")], b"");
    assert!(
        other.status == 1 && other.err.contains("holds positions of another game"),
        "{}",
        other.err
    );
    assert_eq!(fs::read(to("rows")).unwrap(), before);
}

#[test]
fn rows_of_a_frontier_with_another_total_are_not_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let rows = dir.path().join("rows").to_str().unwrap().to_owned();
    let solve = || {
        run(
            &[
                "solve",
                "necklace",
                "--size",
                "3",
                "--memory",
                "4",
                "--frontier",
                "1",
                "--out",
                &rows,
            ],
            b"",
        )
    };
    assert_eq!(solve().status, 0);
    let whole = fs::read_to_string(&rows).unwrap();
    let (first, rest) = whole.split_once('\n').unwrap();
    let all: Value = serde_json::from_str(first).unwrap();
    let of = |count: u64| format!("\"of\":{count},");
    let [true_one, other] = [all["of"].as_u64().unwrap(), all["of"].as_u64().unwrap() + 1].map(of);
    // All rows say something else, or one of them does.
    for text in [
        first.replace(&true_one, &other) + "\n",
        format!("{first}\n{}", rest.replace(&true_one, &other)),
    ] {
        assert_ne!(text, whole);
        fs::write(&rows, &text).unwrap();
        let refused = solve();
        assert_eq!((refused.status, refused.out.as_str()), (1, ""));
        assert!(
            refused.err.contains("holds positions of another game")
                && refused.err.lines().count() == 1
        );
        assert_eq!(fs::read_to_string(&rows).unwrap(), text);
    }
}

#[test]
fn of_two_runs_that_add_to_one_file_the_second_is_refused() {
    use tetralith_storage::files::hold;

    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let puzzles =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/puzzles/necklace.jsonl"))
            .unwrap();
    for (command, options, file, line) in [
        (
            "solve",
            vec!["necklace", "--size", "3", "--memory", "4", "--frontier", "1"],
            path("rows"),
            "",
        ),
        (
            "puzzles make",
            vec!["necklace", "--count", "1"],
            path("puzzles"),
            puzzles.lines().next().unwrap(),
        ),
    ] {
        fs::write(&file, line).unwrap();
        let run = || {
            let words: Vec<&str> =
                command.split(' ').chain(options.iter().copied()).chain(["--out", &file]).collect();
            run(&words, b"")
        };
        let held = hold(std::path::Path::new(&file)).unwrap().unwrap();
        let refused = run();
        assert_eq!((refused.status, refused.out.as_str()), (1, ""), "{}", refused.err);
        let says = format!(
            "error: another 'tetralith {command}' is writing to {file}; let this one write to another file\n"
        );
        assert_eq!(refused.err, says);
        assert_eq!(fs::read_to_string(&file).unwrap(), line);
        drop(held);
        let done = run();
        assert_eq!(done.status, 0, "{}", done.err);
        // What comes does not run into a last line without an end.
        assert!(fs::read_to_string(&file).unwrap().ends_with("}\n"));
    }
}
