//! Exact values: solving, certificates, their check, and frontiers in parts.

use std::fs;

use crate::common::{file, record, root, run};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tetralith_core::{Game, Setup};

#[test]
fn states_name_the_memory_that_they_need() {
    let dir = tempfile::tempdir().unwrap();
    let state = dir.path().join("state").to_string_lossy().into_owned();
    let solve = |memory: &str, seconds: &str| {
        let args = ["solve", "necklace", "--size", "6", "--memory", memory, "--state", &state];
        run(&[&args[..], &["--seconds", seconds]].concat(), b"")
    };
    let unsolved = solve("4", "0.2");
    assert_eq!(unsolved.status, 3, "{}", unsolved.err);
    let other = solve("8", "0.2");
    let advice = "this is the state of a search with a memory of 4 MB; ask for as much";
    assert!(other.status == 1 && other.err.contains(advice), "{}", other.err);
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
    // Of two boards that differ in an option, the sentence names it.
    let without = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../assets/solved/greylox-hexhex-2-no-opening.cert"
    );
    let printed = run(&["verify", without], b"").out;
    assert!(printed.contains("Greylox on hexhex 2, no opening is won by White"), "{printed}");
    // It is for any checker, as far as the user's mask lets them.
    #[cfg(unix)]
    {
        fs::write(path("plain"), "").unwrap();
        let mode = |path: &str| {
            std::os::unix::fs::PermissionsExt::mode(&fs::metadata(path).unwrap().permissions())
        };
        assert_eq!(mode(&proof), mode(&path("plain")));
    }
    // An existing file is not replaced unasked, nor used for two things at once.
    assert_eq!(run(&[&args[..], &["--certificate", &proof]].concat(), b"").status, 1);
    for path in [&proof, &state] {
        let one =
            run(&[&args[..], &["--certificate", path, "--state", path, "--force"]].concat(), b"");
        assert!(
            one.status == 2 && one.err.contains("--state and --certificate both name"),
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
            && kept.out.starts_with("Red wins. The moves that keep this result: b1 b2 b3.\n"),
        "{}",
        kept.out
    );
    // The work of earlier runs is reported apart from that of this one, in words and in its rate.
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
}

#[test]
fn state_files_with_an_absurd_count_are_damaged() {
    let dir = tempfile::tempdir().unwrap();
    let state = dir.path().join("state").to_str().unwrap().to_owned();
    let args = ["solve", "necklace", "--size", "3", "--memory", "4", "--state", &state];
    assert_eq!(run(&args, b"").status, 0);
    let bytes = fs::read(&state).unwrap();
    let (header, entries) = bytes.split_at(bytes.iter().position(|&byte| byte == b'\n').unwrap());
    let mut header: Value = serde_json::from_slice(header).unwrap();
    header["nodes"] = u64::MAX.into();
    fs::write(&state, [header.to_string().as_bytes(), entries].concat()).unwrap();
    let refused = run(&args, b"");
    assert!(refused.status == 1 && refused.err.contains("damaged"), "{}", refused.err);
}

#[test]
fn limits_that_do_not_suffice_end_with_status_3() {
    // A board that is too large for any search.
    let large = run(&["solve", "necklace"], b"");
    assert_eq!((large.status, large.out.as_str()), (3, ""));
    assert!(large.err.contains("too large to solve: about 10^60 positions"), "{}", large.err);
    // Memory that no machine has.
    let much = run(&["solve", "necklace", "--size", "3", "--memory", "1000000"], b"");
    assert!(
        much.status == 0 || much.status == 1 && much.err.contains("1000000 MiB of memory"),
        "{}",
        much.err
    );
    // Time that does not suffice.
    let long = ["solve", "necklace", "--size", "9", "--seconds", "0.05", "--memory", "4"];
    let unsolved = run(&long, b"");
    assert_eq!((unsolved.status, unsolved.out.as_str()), (3, ""));
    assert!(unsolved.err.contains("the winner is still unknown"), "{}", unsolved.err);
    let unsolved = run(&[&long[..], &["--json"]].concat(), b"");
    assert_eq!(unsolved.status, 3);
    let printed: Value = serde_json::from_str(&unsolved.out).unwrap();
    assert_eq!((&printed["game"], &printed["proved"]), (&json!("necklace"), &json!(false)));
    assert!(printed["nodes"].as_u64() > Some(0) && printed["error"].is_string(), "{printed}");
    let large = run(&["solve", "necklace", "--json"], b"");
    let printed: Value = serde_json::from_str(&large.out).unwrap();
    assert_eq!((large.status, &printed["proved"]), (3, &json!(false)));
}

#[cfg(target_os = "linux")]
#[test]
fn processor_time_is_reported_beside_the_time_that_passed() {
    let dir = tempfile::tempdir().unwrap();
    let proof = dir.path().join("a.cert");
    let args = ["solve", "necklace", "--size", "4", "--memory", "16", "--json", "--no-lemma"];
    let proof = ["--every-move", "--certificate", proof.to_str().unwrap()];
    let began = std::time::Instant::now();
    let solved = run(&[&args[..], &proof].concat(), b"");
    let passed = began.elapsed().as_secs_f64();
    let found: Value = serde_json::from_str(&solved.out).unwrap();
    let work = found["processor_seconds"].as_f64().unwrap();
    // One thread searches while another shows how far it is, which is next to no work.
    assert!(work > 0.0 && work < 2.0 * passed, "{found} after {passed} s");
}

#[cfg(unix)]
#[test]
fn proofs_in_the_collection_are_replaced_only_by_smaller_ones() {
    // A program whose proofs are three bytes long.
    const RUN: &str = r#"printf '%s\n' '#!/bin/sh' \
      'while [ $# -gt 0 ]; do [ "$1" != --certificate ] || printf new >"$2"; shift; done' \
      'echo "{\"nodes\":1}"' >"$1/program"
    chmod +x "$1/program"
    exec "$0" "$1/program" "$1""#;
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    fs::write(path("greylox-hexhex-2.cert"), "long").unwrap();
    fs::write(path("greylox-hexhex-3.cert"), "ab").unwrap();
    let run = std::process::Command::new("bash")
        .args(["-c", RUN])
        .args([&root().join(".ci/solve-boards"), dir.path()])
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let expected = [
        ("greylox-hexhex-2.cert", "new"),
        ("greylox-hexhex-3.cert", "ab"),
        ("necklace-square-5.cert", "new"),
    ];
    for (name, proof) in expected {
        assert_eq!(fs::read_to_string(path(name)).unwrap(), proof, "{name}");
    }
    let results = fs::read_to_string(path("results.jsonl")).unwrap();
    let last: Value = serde_json::from_str(results.lines().last().unwrap()).unwrap();
    assert_eq!(last, json!({"certificate": "necklace-square-5.cert", "nodes": 1}));
    // No other file remains.
    let left = fs::read_dir(dir.path())
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_type().unwrap().is_dir());
    assert_eq!(left.count(), 0);
}

#[test]
fn a_checker_written_from_the_page_alone_agrees() {
    let root = root();
    let check = |file: &std::path::Path| {
        std::process::Command::new("python3")
            .arg(root.join("docs/lab/check-necklace.py"))
            .arg(file)
            .output()
    };
    let whole = root.join("assets/solved/necklace-square-3.cert");
    let Ok(found) = check(&whole) else {
        eprintln!("there is no python3, so this tests nothing");
        return;
    };
    assert_eq!(String::from_utf8_lossy(&found.stdout).trim(), "red wins: 69 positions checked");
    let proof = fs::read(whole).unwrap();
    let end = proof.iter().position(|byte| *byte == b'\n').unwrap();
    let (head, entries) = (&proof[..end], &proof[end + 1..]);
    let mut claim: Value = serde_json::from_slice(head).unwrap();
    let mut agrees_on = |entries: &[u8]| {
        claim["sha256"] = format!("{:x}", Sha256::digest(entries)).into();
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), [claim.to_string().as_bytes(), b"\n", entries].concat()).unwrap();
        let is_accepted = check(file.path()).unwrap().status.success();
        let verified = run(&["verify", file.path().to_str().unwrap()], b"");
        assert_eq!(is_accepted, verified.status == 0, "{}", verified.err);
        is_accepted
    };
    assert!(agrees_on(entries));
    assert!(!agrees_on(&[entries, b"x"].concat()));
    // Three of these nine steps win as well. The lower byte of an entry's step is its last.
    let bytes = entries.len() / 69;
    let accepted = (bytes - 1..entries.len()).step_by(8 * bytes).filter(|last| {
        let mut changed = entries.to_vec();
        changed[*last] += 1;
        agrees_on(&changed)
    });
    assert_eq!(accepted.count(), 3);
}

#[test]
fn closed_output_does_not_hide_a_wrong_certificate() {
    let good = root().join("assets/solved/necklace-square-4.cert");
    let (_folder, wrong) = file("wrong.cert", "no certificate");
    let status = |files: &[&std::path::Path]| {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = std::process::Command::new(crate::common::PROGRAM);
        command.arg("verify").args(files).stdout(writer).stderr(std::process::Stdio::null());
        command.status().unwrap().code()
    };
    assert_eq!(status(&[&good, &good]), Some(0));
    assert_eq!(status(&[&good, &wrong]), Some(1));
}

#[test]
#[cfg(unix)]
fn pipes_without_a_writer_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let fifo = dir.path().join("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let fifo = fifo.to_str().unwrap();
    for args in [
        &["perft", "necklace", "--depth", "1", "--from", fifo][..],
        &["verify", fifo],
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
}

#[test]
fn merged_frontier_shards_equal_the_file_of_one_machine() {
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
    // Missing lines are reported; a file that was cut is gone on with, and one of something else is
    // left alone.
    let some = run(&["merge", a, c, c, "--out", &path("some")], b"");
    assert!(
        some.err.contains("are in several files")
            && some.err.contains("are missing, the first is number 2")
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
fn set_up_records_write_nothing_that_relies_on_moves() {
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
            format!("own.json: it starts from a set-up position, which {option} cannot record\n");
        assert!(refused.err.ends_with(&says), "{}", refused.err);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "{more:?}");
    }
    // It is solved anyway, and the answer states what was solved.
    let solved = solve(&["--json"]);
    assert_eq!(solved.status, 0, "{}", solved.err);
    let found: Value = serde_json::from_str(&solved.out).unwrap();
    assert_eq!(
        (&found["position"], &found["from"]),
        (&json!("necklace size=3 3/1b1/3 red"), &json!([]))
    );
}

#[test]
fn records_are_not_replaced_by_their_certificates() {
    let text = record("necklace", r#"{"size":3}"#, r#""b2""#, "");
    let (_folder, path) = file("game.json", &text);
    let name = path.to_str().unwrap();
    let args = ["solve", "necklace", "--from", name, "--certificate", name, "--force"];
    let found = run(&args, b"");
    assert_eq!((found.status, found.out.as_str()), (1, ""));
    assert!(found.err.contains("is an input, so it cannot be the output"), "{}", found.err);
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn answers_of_the_solver_name_the_moves_to_the_position() {
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
    // It has a proof and a frontier, because it begins as games begin.
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
    use tetralith_files::hold;

    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let puzzles = fs::read_to_string(root().join("assets/puzzles/necklace.jsonl")).unwrap();
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
        let says = format!("error: another run is writing to {file}; use another file\n");
        assert_eq!(refused.err, says);
        assert_eq!(fs::read_to_string(&file).unwrap(), line);
        drop(held);
        let done = run();
        assert_eq!(done.status, 0, "{}", done.err);
        // New lines do not run into a last line without an end.
        assert!(fs::read_to_string(&file).unwrap().ends_with("}\n"));
    }
}

fn setup(options: &Value) -> Setup {
    Setup {
        size: options["size"].as_i64(),
        board: options["board"].as_str().and_then(|id| id.parse().ok()),
        opening: options["opening"].as_bool(),
        komi: options["komi"].as_i64(),
        ties: options["ties"].as_str().and_then(|id| id.parse().ok()),
        pie: options["pie"].as_bool(),
    }
}

#[test]
fn guesses_at_the_effort_are_right_within_a_factor_of_thirty() {
    let path = root().join("assets/solved/results.jsonl");
    let text = fs::read_to_string(path).unwrap();
    let mut compared = 0;
    for line in text.lines() {
        let result: Value = serde_json::from_str(line).unwrap();
        let game = Game::new(result["game"].as_str().unwrap(), &setup(&result["options"])).unwrap();
        let (guess, looked_at) = (game.solving_effort(), result["nodes"].as_f64().unwrap().log10());
        assert!(
            (guess - looked_at).abs() < 30_f64.log10(),
            "10^{guess:.1} for 10^{looked_at:.1}: {line}"
        );
        compared += 1;
    }
    assert!(compared >= 20);
}

/// Waits until `child` hears the signals that end it.
///
/// They are caught one after the other, each a moment before it is also heard: once the last one is
/// caught, all the others are heard.
#[cfg(target_os = "linux")]
fn await_heard(child: &mut std::process::Child) {
    let last = rustix::process::Signal::USR2.as_raw();
    loop {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        if u64::from_str_radix(caught.trim(), 16).unwrap() & 1 << (last - 1) != 0 {
            return;
        }
        std::thread::yield_now();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn searches_ended_by_any_signal_keep_their_state() {
    use rustix::process::{Pid, Signal, kill_process};

    let dir = tempfile::tempdir().unwrap();
    let state = dir.path().join("a.state");
    let nodes = |said: &str| {
        let words: Vec<&str> = said.split_whitespace().collect();
        let at = words.iter().position(|word| word.starts_with("positions")).expect(said);
        words[at - 1].replace(',', "").parse::<u64>().expect(said)
    };
    let mut before = 0;
    for signal in [Signal::TERM, Signal::INT, Signal::HUP, Signal::QUIT] {
        let mut child = std::process::Command::new(crate::common::PROGRAM)
            .args(["solve", "necklace", "--size", "6", "--memory", "1", "--json", "--state"])
            .arg(&state)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        await_heard(&mut child);
        kill_process(Pid::from_child(&child), signal).unwrap();
        let ended = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(75), "{said}");
        assert!(said.contains("the same command continues"), "{said}");
        let found: Value = serde_json::from_slice(&ended.stdout).expect("one object of JSON");
        assert_eq!(
            (&found["proved"], found["nodes"].as_u64()),
            (&json!(false), Some(nodes(&said)))
        );
        let kept = fs::metadata(&state).expect("the state was kept").len();
        assert!(kept > 0 && nodes(&said) >= before, "{said}");
        before = nodes(&said);
    }
}
