//! The command line as a script sees it: what is printed where, and the exit status.

use std::fs;
use std::process::{Command, Stdio};

use crate::common::{PROGRAM, file, record, run};
use serde_json::Value;

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
fn bench_writes_a_row_for_programs() {
    let found = run(&["bench", "multiplicity", "--size", "3", "--seconds", "0.01", "--json"], b"");
    assert_eq!(found.status, 0, "{}", found.err);
    let row: Value = serde_json::from_str(&found.out).unwrap();
    assert_eq!((&row["game"], &row["size"]), (&"multiplicity".into(), &3.into()));
    assert!((row["plies"].as_f64().unwrap() - 18.0).abs() < 1e-9);
    assert_eq!((&row["threads"], &row["times_one_thread"]), (&1.into(), &1.0.into()));
    for key in ["playouts_per_s", "ns_per_ply", "simulations_per_s"] {
        assert!(row[key].as_f64().unwrap() > 0.0, "{key}");
    }
    assert_eq!(row["checksum"].as_str().unwrap().len(), 16);
    let refused = run(&["bench", "multiplicity", "--size", "99"], b"");
    assert_eq!((refused.status, refused.out.as_str()), (2, ""), "{}", refused.err);
}

#[test]
fn bench_hints_compares_looks_with_longer_ones() {
    let args = ["bench", "hints", "multiplicity", "--size", "3", "--positions", "3"];
    let found = run(&[&args[..], &["--sims", "100", "--deeper"]].concat(), b"");
    assert_eq!(found.status, 0, "{}", found.err);
    for words in ["multiplicity hexhex 3", "3 positions, 100 simulations", "followed"] {
        assert!(found.out.contains(words), "{words}: {}", found.out);
    }
    let longer = found.out.lines().filter(|line| line.contains("times the simulations")).count();
    assert_eq!(longer, 2, "{}", found.out);
    // There is nothing to compare where every position is solved at once.
    let solved = run(&["bench", "hints", "necklace", "--size", "2", "--sims", "100"], b"");
    assert_eq!((solved.status, solved.out.as_str()), (1, ""), "{}", solved.err);
    assert!(solved.err.contains("necklace square 2 is solved at once"), "{}", solved.err);
}

#[test]
fn bench_shown_compares_what_was_shown_with_what_was_won() {
    let dir = tempfile::tempdir().unwrap();
    let games = dir.path().join("games.jsonl");
    let games = games.to_str().unwrap();
    let players = ["arena", "multiplicity", "sims=30", "sims=30", "--size", "3", "--games", "4"];
    let played = run(&[&players[..], &["--trace", "--out", games]].concat(), b"");
    assert_eq!(played.status, 0, "{}", played.err);
    let found = run(&["bench", "shown", games], b"");
    assert_eq!(found.status, 0, "{}", found.err);
    for words in ["shown - won", "multiplicity, hexhex 3", "second quarter"] {
        assert!(found.out.contains(words), "{words}: {}", found.out);
    }
    let missing = run(&["bench", "shown", "no-such-file"], b"");
    assert_eq!(missing.status, 1);
    assert!(missing.err.contains("cannot read no-such-file"), "{}", missing.err);
}

/// The names that `help` lists.
fn commands(help: &str) -> Vec<&str> {
    let listed = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let names = listed.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").collect()
}

#[test]
fn every_command_shows_an_example() {
    let help = run(&["--help"], b"");
    assert_eq!(help.status, 0);
    let mut all: Vec<Vec<&str>> = commands(&help.out).into_iter().map(|name| vec![name]).collect();
    let below = ["puzzles", "train"].map(|name| (name, run(&[name, "--help"], b"").out));
    for (name, help) in &below {
        all.extend(commands(help).into_iter().map(|sub| vec![*name, sub]));
    }
    assert!(all.len() >= 20, "{all:?}");
    for words in all {
        let help = run(&[&words[..], &["--help"]].concat(), b"");
        assert_eq!((help.status, help.err.as_str()), (0, ""), "{words:?}");
        let example = format!(":\n  tetralith-lab {}", words.join(" "));
        assert!(
            help.out.contains(&format!("Example{example}"))
                || help.out.contains(&format!("Examples{example}")),
            "{words:?}: {}",
            help.out
        );
    }
    assert!(run(&["perft", "--help"], b"").out.contains("--from assets/games/necklace.json\n"));
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
    let depth = "for '--depth <N>': use a whole number from 1 to 4294967295";
    for wrong in ["0", "-1", "x", "1.5", "4294967296"] {
        two(&["perft", "necklace", "--depth", wrong], depth);
    }
    two(&["arena", "necklace", "easy", "easy", "--games", "-1"], "a whole number from 0 to");
    two(&["bench", "plurality", "--size", "nine"], "use a whole number such as 9");
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
    two(&["dance"], "dance");
    let bare = run(&[], b"");
    assert_eq!((bare.status, bare.out.as_str()), (2, ""));
}

#[test]
#[cfg(target_os = "linux")]
fn the_exit_status_is_right_where_standard_error_fails() {
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    let status = |args: &[&str]| {
        let mut command = Command::new(PROGRAM);
        command.args(args).stdout(Stdio::null()).stderr(full()).status().unwrap().code()
    };
    assert_eq!(status(&["perft", "necklace", "--depth", "1", "--from", "no-such-file"]), Some(1));
    assert_eq!(status(&["perft", "necklace", "--depth", "1", "--size", "99"]), Some(2));
}

#[test]
fn completions_and_manual_pages_are_of_this_program() {
    let dir = tempfile::tempdir().unwrap();
    let man = run(&["man", dir.path().to_str().unwrap()], b"");
    assert_eq!((man.status, man.err.as_str()), (0, ""));
    let mut pages: Vec<String> = fs::read_dir(dir.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    pages.sort();
    for page in ["tetralith-lab.1", "tetralith-lab-arena.1", "tetralith-lab-train-fit.1"] {
        assert!(pages.iter().any(|there| there == page), "{pages:?}");
    }
    let page = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap();
    let own = [
        ("tetralith-lab.1", "3 the limits were too low"),
        ("tetralith-lab-arena.1", "75 if a signal ended it before all games were played"),
        ("tetralith-lab-solve.1", "0 if it is solved; 3 if the limits were too low"),
        ("tetralith-lab-train-data.1", "75 if a signal ended data, book or tune early"),
        ("tetralith-lab-puzzles-make.1", "75 if a signal ended it"),
        ("tetralith-lab-openings.1", "75 if a signal ended it"),
    ];
    for name in &pages {
        // The program reads neither settings nor games of its own.
        let page = page(name);
        assert!(!page.contains("ENVIRONMENT") && !page.contains(".SH FILES"), "{name}: {page}");
        let (_, statuses) = page.split_once(".SH \"EXIT STATUS\"").unwrap();
        let status = own.iter().find(|(own, _)| own == name).map_or("2", |(_, status)| status);
        assert!(statuses.contains(status), "{name}: {statuses}");
    }
    assert!(!page("tetralith-lab-perft.1").contains("75"), "{}", page("tetralith-lab-perft.1"));
    let completions = run(&["completions", "bash"], b"").out;
    assert!(completions.contains("tetralith-lab") && completions.contains("openings"));
}
