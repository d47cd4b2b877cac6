//! Making puzzles, and checking files of them.

use tetralith_lab::puzzles::{EASIEST, HARDEST};

use crate::common::{PROGRAM, run};

#[test]
fn the_puzzle_that_the_page_shows_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let page = include_str!("../../../../docs/puzzles.md");
    let puzzle = page.lines().find(|line| line.starts_with("{\"position\"")).unwrap();
    let file = folder.path().join("puzzle.jsonl");
    std::fs::write(&file, format!("{puzzle}\n")).unwrap();
    let found = run(&["puzzles", "check", file.to_str().unwrap()], b"");
    assert!(found.status == 0 && found.out.contains("1 right"), "{} {}", found.out, found.err);
    assert!(
        include_str!("../../../study/src/puzzles/file.rs").contains(puzzle),
        "the crate shows the same one"
    );
}

#[test]
fn closed_output_does_not_hide_a_wrong_file() {
    let folder = tempfile::tempdir().unwrap();
    let page = include_str!("../../../../docs/puzzles.md");
    let puzzle = page.lines().find(|line| line.starts_with("{\"position\"")).unwrap();
    let good = folder.path().join("good.jsonl");
    std::fs::write(&good, format!("{puzzle}\n")).unwrap();
    let absent = folder.path().join("absent.jsonl");
    for json in [None, Some("--json")] {
        let status = |files: &[&std::path::Path]| {
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            let mut command = std::process::Command::new(PROGRAM);
            command
                .args(["puzzles", "check"])
                .args(json)
                .args(files)
                .stdout(writer)
                .stderr(std::process::Stdio::null());
            command.status().unwrap().code()
        };
        assert_eq!(status(&[&absent, &good]), Some(1));
        assert_eq!(status(&[&good, &absent]), Some(1));
        assert_eq!(status(&[&good, &good]), Some(0));
    }
}

#[test]
fn puzzle_that_was_searched_gets_a_proof_where_there_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let [file, to] = ["searched.jsonl", "proven.jsonl"].map(|name| folder.path().join(name));
    let proven = r#"{"position":"necklace size=4 4/2r1/3b/2br red","line":"b3 b1 a1","aim":"win","check":"proof","rating":1100,"source":18}"#;
    let searched = proven
        .replace(r#""win""#, r#""best""#)
        .replace(r#""proof""#, r#"{"simulations":4000,"gap":0.85}"#);
    // No search measures a rating like this one.
    let old = format!("{searched}\n{proven}\n").replace("1100", "601");
    std::fs::write(&file, old).unwrap();
    let [file, to] = [&file, &to].map(|path| path.to_str().unwrap());
    let checked = run(&["puzzles", "check", file, "--out", to], b"");
    assert!(
        checked.status == 0
            && checked.out.contains("2 right, 0 wrong, 0 undecided, 1 newly proven"),
        "{} {}",
        checked.out,
        checked.err
    );
    let written = std::fs::read_to_string(to).unwrap();
    let first: serde_json::Value =
        serde_json::from_str(written.lines().next().unwrap()).expect("a puzzle");
    let rating = first["rating"].as_u64().expect("a number");
    assert!((u64::from(EASIEST)..u64::from(HARDEST)).contains(&rating), "{rating}");
    assert_ne!(rating, 601, "it is measured again");
    let proven = proven.replace("1100", &rating.to_string());
    assert_eq!(written, format!("{proven}\n{proven}\n"));
    assert_eq!(run(&["puzzles", "check", file, "--out", to], b"").status, 1, "it is there already");
    let json = run(&["puzzles", "check", file, "--out", to, "--force", "--json"], b"").out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("one object");
    assert_eq!((&json["right"], &json["proven"]), (&2.into(), &1.into()), "{json}");
}

#[test]
fn games_that_give_no_puzzles_are_refused() {
    let line = concat!(
        r#"{"game":"necklace","options":"square 3","a":"x","b":"y","seed":1,"number":0,"#,
        r#""a_first":true,"points":1.0,"steps":1,"reason":null,"moves":["a1"]}"#,
    );
    for (content, game, says) in [
        (line.replace(r#""a1""#, ""), "necklace", "it has no games with moves; use 'tetralith-lab"),
        (line.to_owned(), "greylox", "none of the games in --in is one of Greylox"),
        (line.replace("square 3", "round 3"), "necklace", "line 1: there is no game 'necklace on"),
        (line.replace("a1", "z9"), "necklace", "line 1: move 1, 'z9', cannot be played"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let [file, out] = ["games.jsonl", "made.jsonl"].map(|name| folder.path().join(name));
        std::fs::write(&file, content).unwrap();
        let [file, to] = [&file, &out].map(|path| path.to_str().unwrap());
        let made = run(&["puzzles", "make", game, "--sims", "0", "--in", file, "--out", to], b"");
        assert!(made.status == 1 && made.err.contains(says), "{} {}", made.status, made.err);
        assert!(!out.exists(), "{says}");
    }
}

#[test]
fn places_for_checked_puzzles_are_looked_at_first() {
    let folder = tempfile::tempdir().unwrap();
    let [file, to] = ["wrong.jsonl", "absent/out.jsonl"].map(|name| folder.path().join(name));
    let wrong = concat!(
        r#"{"position":"necklace size=3 1b1/1r1/r2 red","line":"a2","#,
        r#""aim":"win","check":"proof","rating":900}"#,
    );
    std::fs::write(&file, wrong).unwrap();
    let [file, to] = [&file, &to].map(|path| path.to_str().unwrap());
    let found = run(&["puzzles", "check", file, "--out", to], b"");
    assert_eq!((found.status, found.out.as_str()), (1, ""));
    assert!(found.err.contains("there is no directory"), "{}", found.err);
    assert!(!found.err.contains("move 1"), "nothing was checked: {}", found.err);
}

#[test]
fn a_file_of_puzzles_is_not_made_larger_than_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("full.jsonl");
    let puzzle = r#"{"position":"necklace size=3 3/1r1/3 blue","line":"a1","aim":"best","check":"proof","rating":600}"#;
    let full = format!("{puzzle}\n").repeat(tetralith_study::puzzles::MAX_PUZZLES);
    std::fs::write(&file, &full).unwrap();
    let made =
        run(&["puzzles", "make", "greylox", "--count", "1", "--out", file.to_str().unwrap()], b"");
    let wanted = "full.jsonl is full: a puzzle file has at most 10000 puzzles and 4194304 bytes; \
        use another file";
    assert!(made.status == 1 && made.err.contains(wanted), "{} {}", made.status, made.err);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), full);
    // Nothing is missing of a game that already has enough puzzles there.
    let enough = run(
        &["puzzles", "make", "necklace", "--count", "20", "--out", file.to_str().unwrap()],
        b"",
    );
    assert_eq!(enough.status, 0, "{}", enough.err);
}
