//! Matches as they are kept: what counts as a game, files of results and records, programs that
//! misbehave.

use std::fs;
use std::path::Path;

use crate::common::{PROGRAM, Run, run};
use serde_json::Value;

/// A match of Multiplicity on its small board between `players`, with these options.
fn arena(players: &[&str], options: &[&str]) -> Run {
    run(&[&["arena", "multiplicity", "--size", "3"], players, options].concat(), b"")
}

fn pairings(run: &Run) -> Vec<Value> {
    assert_eq!(run.status, 0, "{}", run.err);
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The games of the first pairing.
fn games(run: &Run) -> u64 {
    pairings(run)[0]["games"].as_u64().unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn lines(path: &Path) -> Vec<Value> {
    fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Returns what every record in `folder` holds, by the names of the files.
fn checked(folder: &Path) -> Vec<(String, Value)> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    names
        .iter()
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, crate::common::checked(path))
        })
        .collect()
}

#[test]
fn further_games_are_added_and_none_is_played_twice() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    let play = |players: &[&str], games: &str| {
        arena(players, &["--games", games, "--json", "--out", text(&file)])
    };
    assert_eq!(games(&play(&["random", "greedy"], "4")), 4);
    assert_eq!(games(&play(&["random", "greedy"], "8")), 8);
    assert_eq!(lines(&file).len(), 8);
    // The same games, with either player named first.
    assert_eq!(games(&play(&["greedy", "random"], "8")), 8);
    assert_eq!(lines(&file).len(), 8);
    assert!(lines(&file).iter().all(|line| line["version"] == env!("CARGO_PKG_VERSION")));
}

#[test]
fn games_do_not_depend_on_the_other_games() {
    let folder = tempfile::tempdir().unwrap();
    let sorted = |name: &str, players: &[&str], games: &str| {
        let file = folder.path().join(name);
        assert_eq!(arena(players, &["--games", games, "--out", text(&file)]).status, 0);
        let mut found = lines(&file);
        found.retain(|line| {
            line["a"] == "random" && line["b"] == "greedy" && line["number"].as_u64() < Some(2)
        });
        found.sort_by_key(|line| line["number"].as_u64());
        found
    };
    let few = sorted("few", &["random", "greedy"], "2");
    assert_eq!(few.len(), 2);
    assert_eq!(few, sorted("many", &["random", "greedy"], "6"));
    assert_eq!(few, sorted("others", &["sims=5", "random", "greedy"], "2"));
}

#[test]
fn games_with_openings_of_another_length_are_others() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    let play = |plies: &str, games: &str| {
        arena(
            &["random", "greedy"],
            &["--plies", plies, "--games", games, "--json", "--out", text(&file)],
        )
    };
    assert_eq!(games(&play("4", "2")), 2);
    let longer = play("12", "2");
    assert_eq!(games(&longer), 2);
    assert!(longer.err.contains("2 games of "), "{}", longer.err);
    let both = lines(&file);
    assert_eq!(
        both.iter().map(|line| line["plies"].as_u64().unwrap()).collect::<Vec<_>>(),
        [4, 4, 12, 12]
    );
    assert!(both[2..].iter().all(|line| line["steps"].as_u64() >= Some(12)));
    assert_eq!(games(&play("4", "0")), 2);
}

#[test]
fn under_the_pie_rule_the_players_have_the_swap_to_themselves() {
    let play = |options: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let records = folder.path().join("records");
        let fixed =
            ["arena", "necklace", "--size", "2", "random", "random", "--games", "16", "--json"];
        let found = run(&[&fixed[..], options, &["--records", text(&records)]].concat(), b"");
        assert_eq!(found.status, 0, "{}", found.err);
        let records: Vec<String> = fs::read_dir(&records)
            .unwrap()
            .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap())
            .collect();
        assert_eq!(records.len(), 16);
        (records.iter().filter(|record| record.contains("\"swap\"")).count(), found.err)
    };
    let (swaps, said) = play(&["--pie"]);
    assert!(swaps > 0 && !said.contains("swap"), "{said}");
    let (swaps, said) = play(&["--pie", "--plies", "2"]);
    assert_eq!((swaps, said.matches("these games leave no swap").count()), (0, 1), "{said}");
    let (swaps, said) = play(&["--plies", "2"]);
    assert!(swaps == 0 && !said.contains("swap"), "{said}");
}

#[test]
fn results_of_several_versions_are_named_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    let play = |games: &str| {
        arena(&["random", "greedy"], &["--games", games, "--json", "--out", text(&file)])
    };
    play("2");
    assert!(!play("2").err.contains("versions"));
    let old = fs::read_to_string(&file)
        .unwrap()
        .replace(concat!(",\"version\":\"", env!("CARGO_PKG_VERSION"), "\""), "");
    fs::write(&file, old).unwrap();
    assert!(!play("2").err.contains("versions"));
    let mixed = play("4");
    assert_eq!(games(&mixed), 4);
    assert_eq!(
        mixed.err.lines().filter(|line| line.contains("different versions")).count(),
        1,
        "{}",
        mixed.err
    );
}

#[test]
fn results_of_several_builds_are_named_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    let play = |games: &str| {
        arena(&["random", "greedy"], &["--games", games, "--json", "--out", text(&file)])
    };
    play("2");
    let bench = lines(&file)[0]["bench"].as_str().unwrap().to_owned();
    let whole = fs::read_to_string(&file).unwrap();
    let said = |run: &Run| {
        let printed: Vec<&str> =
            run.err.lines().filter(|line| line.contains("these games were played by")).collect();
        assert!(printed.len() < 2, "{}", run.err);
        printed.concat()
    };
    assert_eq!(said(&play("4")), "");
    let version = env!("CARGO_PKG_VERSION");
    let signature = format!(",\"bench\":\"{bench}\"");
    for (other, name) in
        [(",\"bench\":\"deadbeefdeadbeef\"", "deadbeefdeadbeef"), ("", "no signature")]
    {
        fs::write(&file, whole.replace(&signature, other)).unwrap();
        // Games of a single build are not reported.
        assert_eq!(said(&play("2")), "");
        // Once games are added, and when they are only rated.
        for games in ["6", "0"] {
            let mixed = play(games);
            let printed = said(&mixed);
            assert!(
                printed.starts_with("these games were played by different builds of the program: "),
                "{printed}"
            );
            for name in [name, &bench] {
                assert!(printed.contains(&format!("{version} ({name})")), "{printed}");
            }
            assert_eq!(self::games(&mixed), 6);
        }
    }
    // In words the sentence is beside the table too, and another version is named as such.
    fs::write(&file, fs::read_to_string(&file).unwrap().replacen(version, "0.0.9", 1)).unwrap();
    let rated = arena(&["random", "greedy"], &["--games", "0", "--out", text(&file)]);
    assert!(
        said(&rated).contains("different versions of the program: 0.0.9 (no signature), "),
        "{}",
        rated.err
    );
    assert!(rated.out.starts_with("random against greedy: "), "{}", rated.out);
}

#[test]
fn a_file_that_holds_something_else_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let record = r#"{"format":"tetralith","version":1,"game":"necklace","moves":["d4"]}"#;
    fs::write(&file, record).unwrap();
    let found = arena(&["random", "greedy"], &["--games", "2", "--out", text(&file)]);
    assert_eq!((found.status, found.out.as_str()), (1, ""));
    assert!(found.err.contains("is not a file of arena results"), "{}", found.err);
    assert_eq!(fs::read_to_string(&file).unwrap(), record);
    let found = arena(&["random", "greedy"], &["--games", "2", "--out", text(folder.path())]);
    assert_eq!(found.status, 1, "{}", found.err);
    let empty = folder.path().join("empty.jsonl");
    fs::write(&empty, "").unwrap();
    let found = arena(&["random", "greedy"], &["--games", "0", "--out", text(&empty)]);
    assert_eq!(found.status, 0);
    assert!(found.err.contains("holds no game of Multiplicity on hexhex 3"), "{}", found.err);
    let missing = folder.path().join("resluts.jsonl");
    let found = arena(&["random", "greedy"], &["--games", "0", "--out", text(&missing)]);
    assert_eq!(found.status, 1, "{}", found.err);
    assert!(found.err.contains("resluts.jsonl"), "{}", found.err);
}

#[cfg(unix)]
#[test]
fn a_pipe_or_a_device_is_no_file_of_results() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = pipe(folder.path());
    for path in [text(&pipe), "/dev/null", "/dev/zero"] {
        let found = arena(&["random", "greedy"], &["--games", "2", "--out", path]);
        assert_eq!(found.status, 1, "{path}");
        assert!(found.err.contains("is not a file of arena results"), "{}", found.err);
    }
}

#[test]
fn records_of_different_matches_lie_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let records = text(folder.path());
    let play = |args: &[&str]| {
        let found = run(
            &[&["arena"], args, &["random", "greedy", "--games", "2", "--records", records]]
                .concat(),
            b"",
        );
        assert_eq!(found.status, 0, "{}", found.err);
    };
    play(&["necklace", "--size", "4"]);
    let before = checked(folder.path());
    assert_eq!(before.len(), 2);
    play(&["plurality", "--size", "3"]);
    play(&["necklace", "--size", "4", "--plies", "2"]);
    play(&["necklace", "--size", "4", "--seed", "2"]);
    // The same games again are the same records.
    play(&["necklace", "--size", "4"]);
    let after = checked(folder.path());
    assert_eq!(after.len(), 8);
    assert!(before.iter().all(|record| after.contains(record)));
}

#[test]
fn a_record_in_the_way_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let play = || arena(&["random", "greedy"], &["--games", "1", "--records", text(folder.path())]);
    assert_eq!(play().status, 0);
    let name = folder.path().join(&checked(folder.path())[0].0);
    fs::write(&name, "mine").unwrap();
    assert_eq!(play().status, 0);
    assert_eq!(fs::read_to_string(&name).unwrap(), "mine");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn players_of_the_same_kind_are_numbered() {
    let found = arena(&["random", "random", "random"], &["--games", "2", "--json"]);
    let pairings = pairings(&found);
    assert_eq!(pairings.len(), 3);
    assert!(pairings.iter().all(|pairing| pairing["games"] == 2), "{}", found.out);
    assert_eq!((&pairings[2]["a"], &pairings[2]["b"]), (&"random #2".into(), &"random #3".into()));
}

#[test]
fn a_decided_test_plays_nothing_more_and_gives_its_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    let play = |sprt: &str| {
        arena(
            &["sims=100", "random"],
            &["--games", "60", "--threads", "1", "--sprt", sprt, "--json", "--out", text(&file)],
        )
    };
    let first = play("0,200");
    assert_eq!(
        pairings(&first)[0]["sprt"],
        serde_json::json!({"low": 0.0, "high": 200.0, "verdict": "high"})
    );
    let played = lines(&file).len();
    assert!(played < 60);
    assert_eq!(play("0,200").out, first.out);
    assert_eq!(lines(&file).len(), played);
}

#[test]
fn progress_is_a_few_lines_without_a_terminal() {
    let found = arena(&["random", "greedy"], &["--games", "40"]);
    assert_eq!(found.err.lines().count(), 10, "{}", found.err);
    assert!(
        found.err.lines().last().unwrap().starts_with("40 of 40 games; random against greedy: "),
        "{}",
        found.err
    );
}

/// A named pipe in `folder`.
#[cfg(unix)]
fn pipe(folder: &Path) -> std::path::PathBuf {
    let pipe = folder.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    pipe
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_once_and_leaves_no_partial_record() {
    let folder = tempfile::tempdir().unwrap();
    let play = |option: &str, path: &Path| {
        // No file may grow, which acts like a full disk for every user and on every system.
        let script = "ulimit -f 0; exec \"$0\" arena multiplicity random greedy --games 2 \"$@\"";
        let output = std::process::Command::new("sh")
            .args(["-c", script, PROGRAM, option, text(path)])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    };
    let file = folder.path().join("results.jsonl");
    assert!(play("--out", &file).contains(&format!("cannot write {}: ", text(&file))));
    let records = folder.path().join("games");
    let printed = play("--records", &records);
    assert!(printed.contains("cannot write "), "{printed}");
    assert_eq!(printed.matches(text(&records)).count(), 1, "{printed}");
    assert_eq!(fs::read_dir(&records).unwrap().count(), 0);
}

/// A player that answers `genmove` with what the shell command `answer` prints, and acknowledges
/// everything else.
#[cfg(unix)]
fn answering(answer: &str) -> String {
    let script = format!(
        "while read c rest; do case $c in genmove) {answer};; *) echo =;; esac; echo; done"
    );
    format!("cmd:sh -c '{script}'")
}

#[cfg(unix)]
#[test]
fn a_pass_may_be_written_in_capitals() {
    for pass in ["PASS", "Pass", "pass"] {
        let player = answering(&format!("echo \"= {pass}\""));
        let found = run(
            &["arena", "plurality", "--size", "3", &player, "greedy", "--games", "2", "--json"],
            b"",
        );
        assert_eq!(games(&found), 2);
        assert!(!found.err.contains("is lost by"), "{}", found.err);
    }
}

#[cfg(unix)]
#[test]
fn records_say_who_gave_up_was_late_or_broke_the_rules() {
    // The longer name would not fit into the name of a file.
    let long = format!("; # {}", "x".repeat(300));
    for (answer, reason, says) in [
        ("echo = resign", "resignation", None),
        ("echo \"= a1\"", "resignation", Some("played an illegal move")),
        ("exec sleep 60", "time", Some("has not answered")),
        (&*format!("echo = resign{long}\n"), "resignation", None),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("results.jsonl");
        let records = folder.path().join("games");
        let player = answering(answer);
        // A program that answers has all the time it may need on a busy machine.
        let patience = if reason == "time" { "0.5" } else { "600" };
        let options = ["--games", "2", "--plies", "2", "--patience", patience];
        let found = arena(
            &[&player, "random"],
            &[&options[..], &["--out", text(&file), "--records", text(&records)]].concat(),
        );
        assert_eq!(found.status, 0, "{}", found.err);
        assert_eq!(lines(&file).len(), 2);
        let kept = checked(&records);
        assert_eq!(kept.len(), 2);
        for (name, game) in kept {
            assert_eq!(
                (&game["over"], &game["reason"]),
                (&true.into(), &reason.into()),
                "{answer}: {game}"
            );
            let record: Value =
                serde_json::from_str(&fs::read_to_string(records.join(name)).unwrap()).unwrap();
            let winner = game["winner"].as_str().unwrap();
            assert_eq!(record["players"][winner]["name"], "random", "{record}");
            let comment = record["comment"].as_str();
            assert_eq!(comment.is_some(), says.is_some(), "{record}");
            assert!(says.is_none_or(|says| comment.unwrap().contains(says)), "{record}");
        }
    }
}

#[cfg(unix)]
#[test]
fn second_arena_at_one_file_is_refused() {
    use std::io::Write as _;

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    assert_eq!(arena(&["random", "greedy"], &["--games", "2", "--out", text(&file)]).status, 0);
    // Its first move waits for what is written into the pipe.
    let pipe = pipe(folder.path());
    let waits = answering(&format!("read x < {}; echo = resign", text(&pipe)));
    std::thread::scope(|scope| {
        let options = ["--games", "1", "--plies", "0", "--patience", "600", "--out", text(&file)];
        let first = scope.spawn(move || arena(&[&waits, "random"], &options));
        // Opening it waits until the program is there.
        let mut go = fs::File::options().write(true).open(&pipe).unwrap();
        let before = fs::read(&file).unwrap();
        let second = || arena(&["random", "greedy"], &["--games", "4", "--out", text(&file)]);
        let refused = second();
        assert_eq!((refused.status, &*refused.out), (1, ""));
        let says = format!("error: another arena is writing to {}; use another file", text(&file));
        assert!(
            refused.err.starts_with(&says) && refused.err.lines().count() == 1,
            "{}",
            refused.err
        );
        assert_eq!(fs::read(&file).unwrap(), before);
        // Its contents can be rated anyway.
        assert_eq!(
            games(&arena(&["random", "greedy"], &["--games", "2", "--json", "--out", text(&file)])),
            2
        );
        go.write_all(b"\n").unwrap();
        drop(go);
        assert_eq!(first.join().unwrap().status, 0);
        assert_eq!(lines(&file).len(), 3);
        assert_eq!(second().status, 0);
    });
    assert_eq!(lines(&file).len(), 5);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "the file and the pipe");
}

/// A player that hangs at its first move together with a program it has started, which holds `pipe`
/// open for a while and then writes to it.
#[cfg(unix)]
fn hanging(leaves: &str, pipe: &Path) -> String {
    let pipe = text(pipe);
    answering(&format!("{leaves}sh -c \"sleep 20; echo survived\" > {pipe}; wait"))
}

/// Lets an interrupt end programs started from now on as usual, even if the tests ignore it because
/// a shell started them with `&`.
#[cfg(unix)]
fn heed_interrupts() {
    use signal_hook::consts::SIGINT;
    // A caught signal gets its default action in a program that is started; here it still ends the
    // tests.
    signal_hook::flag::register_conditional_default(SIGINT, std::sync::Arc::new(true.into()))
        .unwrap();
}

#[cfg(unix)]
#[test]
fn nothing_that_a_program_started_outlives_its_game() {
    for leaves in if cfg!(target_os = "linux") { &["", "setsid "][..] } else { &[""] } {
        let folder = tempfile::tempdir().unwrap();
        let pipe = pipe(folder.path());
        let player = hanging(leaves, &pipe);
        // It is read until no process holds it open.
        let reader = std::thread::spawn(move || fs::read_to_string(pipe).unwrap());
        let options = ["--games", "1", "--plies", "0", "--patience", "0.5"];
        let found = arena(&[&player, "random"], &options);
        assert_eq!(found.status, 0);
        assert!(found.err.contains("has not answered"), "{}", found.err);
        assert_eq!(reader.join().unwrap(), "", "{leaves}");
    }
}

#[cfg(unix)]
#[test]
fn child_processes_do_not_outlive_the_arena() {
    use std::io::Read as _;
    use std::process::{Command, Stdio};

    heed_interrupts();
    let folder = tempfile::tempdir().unwrap();
    let pipe = pipe(folder.path());
    let mut arena = Command::new(PROGRAM)
        .args([
            "arena",
            "multiplicity",
            &hanging("", &pipe),
            "random",
            "--games",
            "1",
            "--plies",
            "0",
        ])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // Opening it waits until the program is there.
    let mut pipe = fs::File::open(pipe).unwrap();
    assert!(
        Command::new("kill").args(["-INT", &arena.id().to_string()]).status().unwrap().success()
    );
    let mut said = String::new();
    pipe.read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
    assert!(!arena.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn programs_that_cannot_play_are_named_first() {
    let folder = tempfile::tempdir().unwrap();
    let (file, records) = (folder.path().join("results.jsonl"), folder.path().join("games"));
    let refused = |player: &str, fault: &str, patience: &str| {
        let options = [
            "--games",
            "2",
            "--json",
            "--patience",
            patience,
            "--out",
            text(&file),
            "--records",
            text(&records),
        ];
        let found = arena(&["random", player], &options);
        assert_eq!((found.status, &*found.out), (1, ""), "{player}: {}", found.err);
        assert!(
            found.err.starts_with("error: 'cmd:") && found.err.lines().count() == 1,
            "{}",
            found.err
        );
        assert!(
            found.err.contains(" cannot play: ") && found.err.contains(fault),
            "{player}: {}",
            found.err
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    };
    refused(
        "cmd:./there-is-no-such-program",
        "./there-is-no-such-program cannot be started: ",
        "600",
    );
    refused(
        &format!("cmd:'{PROGRAM}' --version"),
        "answered 'boardsize 3' unintelligibly: 'tetralith-lab ",
        "600",
    );
    refused(
        &format!("cmd:'{PROGRAM}' perft"),
        " exited instead of answering 'boardsize 3'; ",
        "600",
    );
    refused(
        "cmd:sh -c 'while read c; do echo \"? other boards\"; echo; done'",
        "with the error '? other boards'",
        "600",
    );
    refused("cmd:tail -f /dev/null", "tail has not answered 'boardsize 3' within 0.3 s", "0.3");
}

/// A match of three players, a part of it if `shard` asks for one, with its results in `file`.
fn three(file: &Path, shard: &[&str]) -> Run {
    let found = arena(
        &["random", "sims=3", "greedy"],
        &[&["--games", "6", "--threads", "1", "--out", text(file)], shard].concat(),
    );
    assert_eq!(found.status, 0, "{}", found.err);
    found
}

#[test]
fn merged_shards_equal_the_file_of_one_machine() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    three(&path("one"), &[]);
    let parts: Vec<_> = (0..4).map(|part| path(&part.to_string())).collect();
    for (part, file) in parts.iter().enumerate() {
        three(file, &["--shard", &format!("{part}/4")]);
    }
    let mut merge = vec!["merge"];
    // In no order at all.
    merge.extend(parts.iter().rev().map(|path| text(path)));
    let out = path("merged");
    let merged = run(&[&merge[..], &["--out", text(&out)]].concat(), b"");
    assert_eq!((merged.status, merged.err.as_str()), (0, ""));
    assert!(merged.out.starts_with("18 games of 4 files"), "{}", merged.out);
    assert_eq!(fs::read_to_string(&out).unwrap(), fs::read_to_string(path("one")).unwrap());
    // Existing games stay.
    let again = run(&["merge", text(&parts[0]), "--out", text(&out)], b"");
    assert_eq!(again.status, 1);
    assert!(again.err.contains("--force"), "{}", again.err);
    // A part that is missing, and one that is there twice.
    let some = run(
        &[
            "merge",
            text(&parts[0]),
            text(&parts[0]),
            text(&parts[2]),
            "--out",
            text(&out),
            "--force",
        ],
        b"",
    );
    assert_eq!(some.status, 0, "{}", some.err);
    assert!(
        some.err.contains("are in several files") && some.err.contains("missing"),
        "{}",
        some.err
    );
    let nothing = run(&["merge", text(&path("nothing")), "--out", text(&path("x"))], b"");
    assert_eq!(nothing.status, 1, "{}", nothing.err);
    assert!(!path("x").exists());
}

#[test]
fn a_part_with_no_games_has_a_file_that_can_be_joined() {
    let folder = tempfile::tempdir().unwrap();
    let parts: Vec<_> = (0..4).map(|part| folder.path().join(part.to_string())).collect();
    for (part, file) in parts.iter().enumerate() {
        let shard = format!("{part}/4");
        let played =
            arena(&["random", "greedy"], &["--games", "6", "--shard", &shard, "--out", text(file)]);
        assert_eq!(played.status, 0, "{}", played.err);
    }
    assert_eq!(fs::read(&parts[3]).unwrap(), b"");
    let out = folder.path().join("all");
    // The empty one first, and last.
    for order in [[3, 0, 1, 2], [0, 1, 2, 3]] {
        let files = order.map(|part: usize| text(&parts[part]));
        let merged =
            run(&[&["merge"], &files[..], &["--force", "--out", text(&out)]].concat(), b"");
        assert_eq!((merged.status, merged.err.as_str()), (0, ""));
        assert!(merged.out.starts_with("6 games of 4 files"), "{}", merged.out);
    }
    // One that is there already stays as it is.
    let before = fs::read(&parts[0]).unwrap();
    arena(&["random", "greedy"], &["--games", "6", "--shard", "0/4", "--out", text(&parts[0])]);
    assert_eq!(fs::read(&parts[0]).unwrap(), before);
}

#[test]
fn results_of_different_builds_are_merged_only_if_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    three(&path("one"), &["--shard", "0/2"]);
    three(&path("two"), &["--shard", "1/2"]);
    let bench = lines(&path("two"))[0]["bench"].as_str().unwrap().to_owned();
    let shown = run(&["bench", "multiplicity", "--size", "3", "--seconds", "0.001", "--json"], b"");
    assert_eq!(
        serde_json::from_str::<Value>(&shown.out).unwrap()["checksum"],
        bench,
        "the signature is what bench prints"
    );
    let other = fs::read_to_string(path("two")).unwrap().replace(&bench, "0123456789abcdef");
    fs::write(path("two"), other).unwrap();
    let join = |more: &[&str]| {
        let (one, two, out) = (path("one"), path("two"), path("out"));
        run(&[&["merge", text(&one), text(&two), "--out", text(&out)], more].concat(), b"")
    };
    let refused = join(&[]);
    assert_eq!(refused.status, 1);
    assert!(
        refused.err.contains("different builds") && refused.err.contains("0123456789abcdef"),
        "{}",
        refused.err
    );
    assert!(!path("out").exists());
    assert_eq!(join(&["--mixed"]).status, 0);
}

#[test]
fn files_of_two_kinds_are_not_merged() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let [games, units, all] = ["games.jsonl", "units.jsonl", "all.jsonl"].map(path);
    arena(&["random", "greedy"], &["--games", "2", "--out", text(&games)]);
    let solve = ["solve", "necklace", "--size", "3", "--frontier", "1", "--out", text(&units)];
    assert_eq!(run(&solve, b"").status, 0);
    for files in [[&games, &units], [&units, &games]] {
        let merge = ["merge", text(files[0]), text(files[1]), "--out", text(&all)];
        let found = run(&merge, b"");
        let says = format!("{} does not; merge files of one kind", text(&games));
        assert!(found.status == 1 && found.err.contains(&says), "{}", found.err);
    }
    // A part without positions is of either kind.
    let none = path("none.jsonl");
    fs::write(&none, "").unwrap();
    let merge = ["merge", text(&units), text(&none), "--out", text(&all)];
    assert_eq!(run(&merge, b"").status, 0);
}

#[test]
fn balanced_openings_are_made_kept_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.jsonl");
    let make = |game: &str, size: &str| {
        let made = run(
            &[
                "openings",
                game,
                "--size",
                size,
                "--count",
                "2",
                "--sims",
                "40",
                "--out",
                text(&list),
            ],
            b"",
        );
        assert_eq!(made.status, 0, "{}", made.err);
    };
    make("multiplicity", "3");
    make("necklace", "4");
    make("multiplicity", "3");
    assert_eq!(lines(&list).len(), 4);
    let file = folder.path().join("results.jsonl");
    let from = format!("--balanced={}", text(&list));
    let found = arena(
        &["random", "greedy"],
        &["--games", "6", "--json", "--trace", "--out", text(&file), &from],
    );
    assert_eq!(games(&found), 6);
    let played = lines(&file);
    let openings: Vec<Value> =
        lines(&list).into_iter().filter(|opening| opening["game"] == "multiplicity").collect();
    for line in &played {
        let moves = line["moves"].as_array().unwrap();
        let begins = |opening: &Value| moves.starts_with(opening["moves"].as_array().unwrap());
        assert!(openings.iter().any(begins), "{line}");
    }
    // After the last opening the list begins again, with other games.
    assert_eq!(played.iter().filter(|line| line["openings"] == 2).count(), 6);
    let none = arena(&["random", "greedy"], &["--games", "2", "--balanced"]);
    assert_eq!(none.status, 1);
    assert!(
        none.err.contains("there are no balanced openings for Multiplicity on hexhex 3"),
        "{}",
        none.err
    );
    // A file that is no list is not replaced by one.
    fs::write(&list, "my notes\n").unwrap();
    let refused = run(
        &[
            "openings",
            "necklace",
            "--size",
            "4",
            "--count",
            "1",
            "--sims",
            "40",
            "--out",
            text(&list),
        ],
        b"",
    );
    assert_eq!(refused.status, 1, "{}", refused.err);
    assert_eq!(fs::read_to_string(&list).unwrap(), "my notes\n");
}

#[test]
fn a_trace_holds_the_steps_and_what_was_thought_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    arena(
        &["sims=5,vary=4", "random"],
        &["--games", "2", "--trace", "--plies", "1", "--out", text(&file)],
    );
    for line in lines(&file) {
        let (moves, wins) = (line["moves"].as_array().unwrap(), line["wins"].as_array().unwrap());
        assert_eq!(moves.len() as u64, line["steps"].as_u64().unwrap());
        assert_eq!(wins.len(), moves.len());
        assert!(
            wins[0].is_null()
                && wins.iter().any(Value::is_u64)
                && wins.iter().skip(1).any(Value::is_null),
            "{line}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_program_with_a_budget_is_sent_it() {
    let folder = tempfile::tempdir().unwrap();
    let heard = folder.path().join("heard");
    // It writes down what it is asked and gives up when it is to play.
    let script = r#"while read -r line; do echo "$line" >> "$1"; case $line in genmove*) echo "= resign";; *) echo "=";; esac; echo; done"#;
    let player = format!("cmd,time=0.25:sh -c '{script}' sh {}", text(&heard));
    let found = arena(&[&player, "random"], &["--games", "1", "--json"]);
    assert_eq!(pairings(&found)[0]["losses"], 1, "{}", found.err);
    let heard = fs::read_to_string(&heard).unwrap();
    assert!(heard.lines().any(|line| line == "time_settings 0 0.25 1"), "{heard}");
}

#[cfg(target_os = "linux")]
/// Plays a match that `signal` ends, and goes on with it.
fn end_and_go_on(signal: rustix::process::Signal) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    let command = |games: &str| {
        let mut command = std::process::Command::new(PROGRAM);
        command.args([
            "arena",
            "multiplicity",
            "--size",
            "3",
            "sims=200",
            "sims=200",
            "--threads",
            "1",
            "--games",
            games,
        ]);
        command
            .arg("--out")
            .arg(&file)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::piped());
        command
    };
    let mut child = command("1000000").spawn().unwrap();
    // Once the file holds a game, the signal is caught, since the file is begun after that.
    while fs::read_to_string(&file).unwrap_or_default().lines().count() < 2 {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::yield_now();
    }
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, signal).unwrap();
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(75), "{said}");
    assert!(said.contains("the same command plays the rest"), "{said}");
    let kept = lines(&file);
    assert!(fs::read_to_string(&file).unwrap().ends_with('\n'));
    let more = (kept.len() + 2).to_string();
    assert!(command(&more).status().unwrap().success());
    let all = lines(&file);
    assert_eq!(all.len(), kept.len() + 2);
    assert_eq!(all[..kept.len()], kept);
}

#[cfg(target_os = "linux")]
#[test]
fn stopped_arenas_keep_their_games_and_continue() {
    use rustix::process::Signal;

    for signal in [Signal::TERM, Signal::INT, Signal::QUIT] {
        end_and_go_on(signal);
    }
}

#[test]
fn the_arena_rates_players_and_plays_nothing_twice() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    let records = folder.path().join("games");
    let (file, records) = (file.to_str().unwrap(), records.to_str().unwrap());
    let arena = |games: &str| {
        let args = [
            "arena",
            "multiplicity",
            "--size",
            "3",
            "random",
            "sims=200",
            "--games",
            games,
            "--json",
        ];
        run(&[&args[..], &["--out", file, "--records", records]].concat(), b"")
    };
    let first = arena("4");
    assert_eq!(first.status, 0, "{}", first.err);
    let pairing: Value = serde_json::from_str(&first.out).unwrap();
    assert_eq!((&pairing["a"], &pairing["b"]), (&"random".into(), &"sims=200".into()));
    assert_eq!(pairing["games"], 4);
    assert!(pairing["elo"].as_f64().unwrap() <= 0.0);
    let lines = || std::fs::read_to_string(file).unwrap().lines().count();
    assert_eq!(lines(), 4);
    assert_eq!(arena("0").out, first.out);
    assert_eq!(lines(), 4);
    let kept: Vec<_> =
        std::fs::read_dir(records).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(kept.len(), 4);
    for record in kept {
        assert_eq!(crate::common::checked(&record)["ok"], true);
    }
}

#[test]
fn unknown_players_are_one_clear_error() {
    let unknown = run(&["arena", "necklace", "nobody", "random", "--games", "2"], b"");
    assert_eq!(unknown.status, 2);
    assert!(unknown.err.contains("'nobody' is not a player"), "{}", unknown.err);
}
