//! The command line as a script sees it: what is printed where, and the exit status.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::common::run;
use clap::CommandFactory as _;
use serde_json::{Value, json};
use tempfile::TempDir;
use tetralith::cli::Cli;
use tetralith_lab::cli::Lab;

/// A directory with one file in it.
fn file(name: &str, bytes: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    fs::write(&path, bytes).unwrap();
    (dir, path)
}

/// The answer of `check --json` to a file with these contents, its exit status, and what is on
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
            .contains("tetralith play greylox --first hard --second expert\n")
    );
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
    two(&["gtp", "chess"], "invalid value 'chess'");
    two(&["explore"], "<FILE|--position <TEXT>>");
    two(&["explore", "x", "--position", "y"], "cannot be used with");
    two(&["host"], "<GAME|--resume [<FILE>]>");
    two(&["host", "necklace", "--resume"], "cannot be used with");
    two(
        &["replay", "x", "--turn", "-1"],
        "for '--turn <N>': use a whole number from 0 to 4294967295",
    );
    two(&["gtp", "necklace", "--threads", "0"], "use a whole number from 1 to 255");
    two(
        &["gtp", "plurality", "--komi", "5.25"],
        "use a number such as 5.5, or 5 for the same komi",
    );
    two(
        &["gtp", "plurality", "--komi", "-1000"],
        "komi -1000 is out of range: whole points from -999 to 999",
    );
    two(&["gtp", "plurality", "--size", "nine"], "use a whole number such as 9");
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
        &["gtp", "necklace", "--size", "26"],
        "size 26 is out of range: Necklace on a square board takes 2 to 25",
    );
    two(&["gtp", "necklace", "--size=-1"], "size -1 is out of range");
    two(&["gtp", "necklace", "--komi", "3"], "Necklace has no option 'komi'");
    two(&["gtp", "necklace", "--board", "hexhex"], "Necklace is not played on a hexhex board");
    two(&["gtp", "plurality", "--ties", "black"], "invalid value 'black'");
    two(&["check"], "FILE");
    two(&["dance"], "dance");
}

#[test]
fn words_of_the_command_line_never_act_on_the_terminal() {
    let word = "a\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}b\nerror: zz\r";
    for args in [
        &[word][..],
        &["play", word],
        &["check", word],
        &["play", "necklace", "--size", word],
        &["play", "necklace", "--theme", word],
        &["join", word],
        &["join", "--through", word],
        &["replay", word],
        &["check", "x", word],
        &["--\u{1b}[2J"],
    ] {
        let run = run(args, b"");
        let acts = |c: char| c != '\n' && tetralith_core::text::is_hidden(c);
        assert!(run.status > 0 && !run.err.contains(acts), "{args:?}: {:?}", run.err);
        assert!(!run.err.contains("\nerror: zz"), "{args:?}: {:?}", run.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_a_failure() {
    for args in ["--help", "play --help", "--version", "help check"] {
        let script = format!("\"$0\" {args} >/dev/full");
        let output = std::process::Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_tetralith")])
            .output()
            .unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{args}: {err}");
        assert!(err.starts_with("error: the output cannot be written"), "{args}: {err}");
    }
}

#[test]
fn options_of_the_screen_belong_to_the_commands_that_have_one() {
    for command in ["check", "gtp", "convert", "analyse"] {
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
                "error: this needs a terminal: standard input is not one; --plain works without \
                 one\n"
            ),
            "{args:?}"
        );
    }
}

#[test]
fn explored_moves_are_none_of_the_games_moves() {
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
fn check_describes_a_valid_record() {
    let (found, status, err) = check(record("multiplicity", r#"{"size": 2}"#, r#""a1""#, ""));
    assert_eq!((status, err.as_str()), (0, ""));
    let expected = json!({
        "ok": true, "game": "multiplicity", "options": {"size": 2, "board": "hexhex",
        "opening": true},
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
        "turns": 3, "steps": 3, "over": true, "winner": "red", "reason": "connection",
        "to_move": null,
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
fn lines_in_place_of_files_are_read_or_refused_as_lines() {
    let good = run(&["check", "necklace/13%23e5"], b"");
    assert_eq!(good.status, 0, "{}", good.err);
    assert!(good.out.contains("valid, Necklace on square 13, 1 turn"), "{}", good.out);
    for (line, fault) in
        [("chess/8#e4", "there is no game 'chess'"), ("necklace/5#z9", "move 1 'z9': 'z9' is not")]
    {
        let bad = run(&["check", line], b"");
        assert_eq!(bad.status, 1, "{}", bad.out);
        assert!(bad.err.contains(fault) && bad.err.lines().count() == 1, "{}", bad.err);
    }
    let absent = run(&["check", "games/5.json#3"], b"");
    assert!(absent.err.starts_with("error: cannot read games/5.json#3: "), "{}", absent.err);
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
fn an_unknown_player_is_refused_with_a_list_of_players() {
    for side in ["--first", "--second"] {
        assert_ne!(
            run(&["play", "greylox", "--plain", side, "Novice"], b"quit\n").status,
            2,
            "{side}"
        );
        let run = run(&["play", "necklace", side, "champion"], b"");
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        let sentence = run.err.lines().next().unwrap();
        for word in ["'champion'", side, "human", "beginner", "strongest"] {
            assert!(sentence.contains(word), "{sentence}");
        }
    }
}

#[test]
#[cfg(unix)]
fn pipes_without_a_writer_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let fifo = dir.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let fifo = fifo.to_str().unwrap();
    for args in [&["check", fifo][..], &["replay", fifo]] {
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
fn exit_status_reports_errors_without_a_terminal() {
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    let status = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tetralith"));
        command.args(args).stdout(Stdio::null()).stderr(full()).status().unwrap().code()
    };
    assert_eq!(status(&["check", "no-such-file"]), Some(1));
    assert_eq!(status(&["export", "no-such-file", "x.svg"]), Some(1));
    assert_eq!(status(&["gtp", "necklace", "--size", "99"]), Some(2));
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
fn commands_of_the_laboratory_name_the_program_that_has_them() {
    let (own, laboratory) = (Cli::command(), Lab::command());
    let mut commands = Vec::new();
    for command in laboratory.get_subcommands() {
        let name = command.get_name();
        if own.find_subcommand(name).is_none() {
            commands.push(name.to_owned());
        } else {
            let inner = command.get_subcommands().map(clap::Command::get_name);
            commands.extend(inner.map(|inner| format!("{name} {inner}")));
        }
    }
    assert!(commands.len() > 10, "{commands:?}");
    for command in commands {
        let words: Vec<&str> = command.split(' ').chain(["necklace", "--games", "2"]).collect();
        for words in [&words[..], &command.split(' ').chain(["--help"]).collect::<Vec<_>>()] {
            let run = run(words, b"");
            assert_eq!((run.status, run.out.as_str()), (2, ""), "{words:?}");
            let named = format!("use 'tetralith-lab {command}'");
            assert!(run.err.starts_with("error: ") && run.err.contains(&named), "{}", run.err);
            assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        }
    }
}
