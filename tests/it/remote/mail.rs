//! Games by mail.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::common::{json, kept_games, run, run_with};

/// The record of a game before its first move.
const NEW: &str =
    r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":5},"moves":[]}"#;

#[test]
fn a_game_by_mail_goes_to_and_fro() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let [ours, theirs] = [path("ours.json"), path("theirs.json")];
    fs::write(&ours, NEW).unwrap();
    let early = run(&["move", &ours], b"");
    assert_eq!((early.status, early.out.as_str()), (1, ""));
    assert!(early.err.contains("no move has been played yet; name the MOVE"), "{}", early.err);
    let sent = run(&["move", &ours, "c3"], b"");
    assert_eq!((sent.status, sent.err.as_str()), (0, ""));
    let again = run(&["move", &ours], b"");
    assert_eq!((again.status, &again.out, again.err.as_str()), (0, &sent.out, ""));
    assert_eq!(json(Path::new(&ours))["moves"].as_array().unwrap().len(), 1);
    let quoted: String = format!("Hello\n> {}", sent.out.trim().replace(' ', "\n> "));
    let received = run(&["receive", &theirs], quoted.as_bytes());
    assert!(
        received.status == 0 && received.out.contains("Blue to move"),
        "{}{}",
        received.out,
        received.err
    );
    let answer = run(&["move", &theirs, "B2"], b"");
    assert_eq!(run(&["receive", &ours], answer.out.as_bytes()).status, 0);
    assert_eq!(json(Path::new(&ours))["moves"], json(Path::new(&theirs))["moves"]);
    let [none, larger] = [path("none.json"), path("larger.json")];
    assert_eq!(run(&["convert", "--to", "tetralith", "necklace/9#", &larger], b"").status, 0);
    let other = run(&["move", &larger, "c3"], b"").out;
    for (args, input, wanted) in [
        (vec!["move", &ours, "c3"], "", "ours.json: c3 is occupied by Red"),
        (vec!["receive", &ours], &*sent.out, "the text has only 1 move, and the game has 2"),
        (vec!["receive", &ours], &*other, "ours.json: the text is from another game"),
        (vec!["receive", &ours], "hello", "there is no game in this text"),
        (vec!["move", &none, "c3"], "", "convert --to tetralith necklace/9# "),
    ] {
        let refused = run(&args, input.as_bytes());
        assert!(refused.status == 1 && refused.err.contains(wanted), "{args:?}: {}", refused.err);
        assert_eq!(refused.err.lines().count(), 1);
    }
}

#[test]
fn a_file_that_has_received_makes_no_move_for_the_opponent() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let [ours, theirs] = [path("ours.json"), path("theirs.json")];
    let line = "necklace/5;pie=true#";
    let begun = run(&["convert", "--to", "tetralith", line, &ours], b"");
    assert_eq!(begun.status, 0, "{}", begun.err);
    let mut files = [&ours, &theirs];
    // After the swap the same player has the other colour.
    for (turn, mover) in [("c3", "Blue"), ("swap", "Blue"), ("b2", "Red"), ("d4", "Blue")] {
        let sent = run(&["move", files[0], turn], b"");
        assert_eq!(sent.status, 0, "{turn}: {}", sent.err);
        if turn != "c3" {
            let before = fs::read(files[0]).unwrap();
            for second in ["e1", "resign"] {
                let refused = run(&["move", files[0], second], b"");
                assert_eq!((refused.status, refused.err.lines().count()), (1, 1), "{turn}");
                let wanted = format!("{mover} is to move; 'tetralith receive ");
                assert!(refused.err.contains(&wanted), "{turn}: {}", refused.err);
            }
            assert_eq!(fs::read(files[0]).unwrap(), before);
            assert_eq!(run(&["move", files[0]], b"").out, sent.out, "the text is printed again");
        }
        // A text that is read twice changes nothing.
        for _ in 0..2 {
            assert_eq!(run(&["receive", files[1]], sent.out.as_bytes()).status, 0, "{turn}");
        }
        files.reverse();
    }
}

#[test]
fn a_skipped_turn_gives_the_file_no_other_seat() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let [ours, theirs] = [path("ours.json"), path("theirs.json")];
    let line = "necklace/4#b1,c4,c3,d2,d1,a4,b3,a1,a2,d4,d3,a3";
    assert_eq!(run(&["convert", "--to", "tetralith", line, &ours], b"").status, 0);
    // Blue has no legal move after it, so that Red moves again.
    for (turn, end) in [("b4", "Red to move.\n"), ("resign", "The game is over; Blue wins.\n")] {
        let sent = run(&["move", &ours, turn], b"");
        assert_eq!(sent.status, 0, "{}", sent.err);
        let received = run(&["receive", &theirs], sent.out.as_bytes());
        assert!(received.out.ends_with(end), "{}", received.out);
        assert_eq!(json(Path::new(&theirs))["tetralith:mail"], "second");
        assert_eq!(run(&["move", &theirs, "b2"], b"").status, 1);
    }
}

#[test]
fn a_resignation_by_mail_ends_the_game_in_both_files() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let [ours, theirs] = [path("ours.json"), path("theirs.json")];
    assert_eq!(run(&["convert", "--to", "tetralith", "necklace/5#", &ours], b"").status, 0);
    let first = run(&["move", &ours, "c3"], b"").out;
    assert_eq!(run(&["receive", &theirs], first.as_bytes()).status, 0);
    let sent = run(&["move", &theirs, "Resign"], b"");
    assert!(sent.status == 0 && sent.out.contains("1.c3 2.resign\n#"), "{}{}", sent.out, sent.err);
    assert_eq!(run(&["move", &theirs], b"").out, sent.out);
    for turn in ["b2", "resign"] {
        let refused = run(&["move", &theirs, turn], b"");
        assert!(refused.status == 1 && refused.err.contains("the game is over"), "{}", refused.err);
    }
    // The answer quotes what it answers.
    let text = format!("{}> {first}", sent.out);
    for _ in 0..2 {
        let received = run(&["receive", &ours], text.as_bytes());
        assert_eq!((received.status, received.err.as_str()), (0, ""));
        assert!(received.out.contains("Necklace, move 2: resign"), "{}", received.out);
        assert!(received.out.contains("The game is over; Red wins."), "{}", received.out);
    }
    let result = serde_json::json!({"winner": "red", "reason": "resignation"});
    for file in [&ours, &theirs] {
        assert_eq!(json(Path::new(file))["result"], result);
    }
    let late = run(&["receive", &ours], first.as_bytes());
    let wanted = "the text has only 1 move, and the game has 2";
    assert!(late.status == 1 && late.err.contains(wanted), "{}", late.err);
    assert_eq!(run(&["check", &ours, &theirs], b"").status, 0);
}

#[test]
fn a_move_made_for_the_opponent_is_named_and_can_be_left_behind() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let [ours, theirs, new] = [path("ours.json"), path("theirs.json"), path("new.json")];
    assert_eq!(run(&["convert", "--to", "tetralith", "necklace/5#", &ours], b"").status, 0);
    let sent = run(&["move", &ours, "c3"], b"").out;
    assert_eq!(run(&["receive", &theirs], sent.as_bytes()).status, 0);
    assert_eq!(run(&["move", &ours, "d4"], b"").status, 0);
    // The answer quotes what it answers.
    let answer = run(&["move", &theirs, "d3"], b"").out + &sent;
    let before = fs::read(&ours).unwrap();
    let refused = run(&["receive", &ours], answer.as_bytes());
    assert_eq!((refused.status, refused.err.lines().count()), (1, 1), "{}", refused.err);
    let wanted = "move 2 is d4 here and d3 in the text; to go on with the text, receive it into a \
                  new file";
    assert!(refused.err.contains(wanted), "{}", refused.err);
    assert_eq!(fs::read(&ours).unwrap(), before);
    assert_eq!(run(&["receive", &new], answer.as_bytes()).status, 0);
    assert_eq!(json(Path::new(&new))["moves"], json(Path::new(&theirs))["moves"]);
}

#[test]
fn a_game_that_another_instance_writes_to_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("ours.json");
    let (file, name) = (&path, path.to_str().unwrap());
    fs::write(file, NEW).unwrap();
    let letter = run(&["move", name, "c3"], b"").out;
    let before = fs::read(file).unwrap();
    let held = tetralith_files::hold(file).unwrap().unwrap();
    for (args, input) in [(["move", name, "b2"].as_slice(), ""), (&["receive", name], &*letter)] {
        let refused = run(args, input.as_bytes());
        assert_eq!(refused.status, 1, "{args:?}: {}", refused.err);
        assert!(
            refused.err.contains("is writing to") && refused.err.contains("ours.json; try again"),
            "{}",
            refused.err
        );
        assert_eq!(fs::read(file).unwrap(), before);
    }
    drop(held);
    assert_eq!(run(&["move", name, "b2"], b"").status, 0);
}

#[test]
fn answers_are_received_beside_quoted_letters() {
    for (case, is_below) in [("below", true), ("above", false)] {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
        let [ours, theirs] = [path("ours.json"), path("theirs.json")];
        fs::write(&ours, NEW).unwrap();
        let sent = run(&["move", &ours, "c3"], b"").out;
        run(&["receive", &theirs], sent.as_bytes());
        let answer = run(&["move", &theirs, "b2"], b"").out;
        let quoted = format!("> {}\n", sent.trim().replace('\n', "\n> "));
        let text =
            if is_below { format!("{quoted}\n{answer}") } else { format!("{answer}\n{quoted}") };
        let damaged = text.replacen(answer.trim(), &answer.trim().replace('#', "#0"), 1);
        let refused = run(&["receive", &ours], damaged.as_bytes());
        assert!(
            refused.status == 1 && refused.err.contains("damaged in transit"),
            "{case}: {}",
            refused.err
        );
        let text = format!("Subject: [tetralith] our game\n\n{text}");
        let received = run(&["receive", &ours], text.as_bytes());
        assert!(
            received.status == 0 && received.out.contains("move 2: b2"),
            "{case}: {}{}",
            received.out,
            received.err
        );
        assert_eq!(json(Path::new(&ours))["moves"], json(Path::new(&theirs))["moves"], "{case}");
    }
}

#[test]
fn swappers_by_mail_hold_the_other_colour() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("ours.json");
    let players = r#""players":{"red":{"name":"Ann"},"blue":{"name":"Bob"}}"#;
    let options = r#""options":{"size":5,"pie":true}"#;
    let record = |moves: &str| {
        format!(
            r#"{{"format":"tetralith","version":1,"game":"necklace",{options},{players},"moves":[{moves}]}}"#
        )
    };
    fs::write(&path, record(r#""c3""#)).unwrap();
    assert_eq!(run(&["move", path.to_str().unwrap(), "swap"], b"").status, 0);
    assert_eq!(json(&path)["players"]["red"]["name"], "Bob");
    assert_eq!(run(&["move", path.to_str().unwrap(), "a1"], b"").status, 0);
    assert_eq!(json(&path)["players"]["red"]["name"], "Bob");
}

#[test]
fn a_kept_game_that_ends_by_mail_is_over_in_its_file() {
    let dir = tempfile::tempdir().unwrap();
    let (data, config) = (dir.path().join("data"), dir.path().join("config.toml"));
    fs::write(&config, format!("autosave_dir = '{}'\n", data.display())).unwrap();
    let home = dir.path().as_os_str();
    let variables =
        [("TETRALITH_CONFIG", config.as_os_str()), ("HOME", home), ("XDG_DATA_HOME", home)];
    let with = |args: &[&str], input: &str| run_with(args, input.as_bytes(), &variables);
    let played = with(&["play", "necklace", "--size", "2", "--plain"], "a1\nb1\nquit\n");
    assert_eq!(played.status, 0, "{}", played.err);
    let kept = kept_games(&data, true).remove(0);
    // The letter is of this game, wherever games are kept.
    let copy = dir.path().join("copy.json");
    fs::copy(&kept, &copy).unwrap();
    let letter = with(&["move", copy.to_str().unwrap(), "a2"], "").out;
    let received = with(&["receive"], &letter);
    assert!(
        received.status == 0 && received.out.contains("Red wins"),
        "{}{}",
        received.out,
        received.err
    );
    assert_eq!((kept_games(&data, true), kept_games(&data, false)), (vec![], vec![kept]));
}

#[test]
fn explored_moves_are_not_mailed() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("ours.json");
    let own = r#""tetralith:cursor":"a1 c3","tetralith:tip":"a1 c3""#;
    let moves = r#""moves":["a1","c3","e5","e1"]"#;
    let record = format!(
        r#"{{"format":"tetralith","version":1,"game":"necklace","options":{{"size":5}},{moves},{own}}}"#
    );
    fs::write(&path, record).unwrap();
    let first = run(&["move", path.to_str().unwrap(), "e5"], b"");
    assert!(first.out.contains("3.e5") && !first.out.contains("4."), "{}{}", first.out, first.err);
    let second = run(&["move", path.to_str().unwrap(), "b2"], b"");
    assert!(second.out.contains("4.b2"), "{}{}", second.out, second.err);
}

#[test]
fn a_move_is_received_from_the_clipboard() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let [ours, theirs] = [path("ours.json"), path("theirs.json")];
    for file in [&ours, &theirs] {
        fs::write(file, r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":5},"moves":[]}"#)
            .unwrap();
    }
    fs::write(dir.path().join("letter"), run(&["move", &ours, "c3"], b"").out).unwrap();
    // The first of the programs that are asked has nothing, the next one the letter.
    for (name, script) in
        [("wl-paste", "exit 1"), ("xclip", "test \"$*\" = '-selection clipboard -o' && cat LETTER")]
    {
        let program = dir.path().join(name);
        let script = script.replace("LETTER", &path("letter"));
        fs::write(&program, format!("#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n")).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let receive = ["receive", &*theirs, "--clipboard"];
    let received = run_with(&receive, b"", &[("PATH", dir.path().as_os_str())]);
    assert!(
        received.status == 0 && received.out.contains("Blue to move"),
        "{}{}",
        received.out,
        received.err
    );
    assert_eq!(json(Path::new(&theirs))["moves"], json(Path::new(&ours))["moves"]);
    let nowhere = dir.path().join("nowhere");
    let refused = run_with(&receive, b"", &[("PATH", nowhere.as_os_str())]);
    assert!(refused.status == 1 && refused.err.contains("clipboard"), "{}", refused.err);
}

#[test]
fn records_of_the_club_are_not_rewritten_by_moves() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("club.json");
    let converted = run(&["convert", "assets/games/plurality.json", path.to_str().unwrap()], b"");
    assert_eq!(converted.status, 0, "{}", converted.err);
    let before = fs::read(&path).unwrap();
    let refused = run(&["move", path.to_str().unwrap(), "a1"], b"");
    assert_eq!((refused.status, refused.err.lines().count()), (1, 1), "{}", refused.err);
    assert!(refused.err.contains("Abstract Play record"), "{}", refused.err);
    assert!(refused.err.contains("convert it first"), "{}", refused.err);
    assert_eq!(fs::read(&path).unwrap(), before);
}
