//! The opening explorer: on the screen and from the command line.

use std::fs;
use std::time::Duration;

use serde_json::Value;
use tetralith::program::Start;
use tetralith_core::Setup;

use crate::common::{run, run_with};
use crate::support::{Screen, game, mono, small};

fn necklace() -> tetralith::program::Start {
    game("necklace", small(5))
}

/// A program with two finished games and a third at the board that begins as they do, but for a
/// mirror.
fn with_games() -> Screen {
    let mut screen = Screen::new(necklace(), (100, 30), mono());
    screen.keys("ma1<Enter>mb2<Enter>mc3<Enter>Gy");
    let mut screen = screen.again(necklace());
    screen.keys("ma5<Enter>mb4<Enter>md4<Enter>Gy");
    let mut screen = screen.again(necklace());
    screen.keys("me1<Enter>md2<Enter>");
    screen
}

#[test]
fn moves_of_ones_own_games_are_found_and_played_from_the_list() {
    let mut screen = with_games();
    screen
        .keys("f")
        .assert_shows("explorer")
        .assert_shows("2 games")
        .assert_shows("2026-01-02")
        .assert_shows("Latest games");
    // d4 of the second game is b2 here; c3 stays in the middle.
    screen.assert_shows("1 b2").assert_shows("2 c3").assert_shows("b2: 1 game, Red won 1, Blue 0.");
    screen.keys("<Down>").assert_shows("c3: 1 game").keys("<Enter>").assert_shows("turn 3");
    assert_eq!(screen.timeline().main_line().len(), 3);
    screen
        .assert_shows("No game continues from here")
        .keys("<Left>")
        .assert_shows("2 games")
        .keys("<Esc>");
    screen.assert_shows("turn 2");
    // The same first move in a mirror has the name that it has in the game at the board.
    screen.keys("<Home>f").assert_shows("1 e1").keys("<Enter>").assert_shows("turn 1");
    screen.keys("<Esc><End>").assert_shows("turn 3").keys("[").assert_shows("turn 2");
    // The game at the board is one of them now.
    for size in [(40, 16), (60, 20), (200, 50)] {
        screen.resize(size.0, size.1).keys("f").assert_shows("3 games").assert_shows("c3");
        screen.click_on("c3").assert_shows("turn 3").keys("<Left><Esc>");
    }
}

#[test]
fn headings_of_moves_are_whole_in_a_narrow_panel() {
    let greylox = game("greylox", small(5));
    let mut screen = Screen::new(greylox, (80, 24), mono());
    screen.play_some(4).keys("Gy").assert_shows("by resignation");
    screen.keys("<Home>f").assert_shows("100 %");
    for columns in 71..=80 {
        screen.resize(columns, 24).assert_shows(" games White Black");
    }
}

#[test]
fn a_command_lists_moves_played_in_records_and_results() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let record = r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":5},"date":"2026-01-02T03:04:05Z",
        "players":{"red":{"name":"Ann\u001b[31m"}},"moves":["a1","b2","c3"],"result":{"winner":"red","reason":"resignation"}}"#;
    fs::write(at("one.json"), record).unwrap();
    fs::write(at("broken.json"), &record[..60]).unwrap();
    let line = r#"{"game":"necklace","options":"square 5","a":"x","b":"y","seed":1,"number":0,"a_first":true,"points":0.0,"steps":3,
        "reason":"resignation","moves":["e5","d4","c3"]}"#;
    fs::write(at("results.jsonl"), line.replace('\n', "") + "\n").unwrap();
    let within = dir.path().to_str().unwrap();
    let asked = ["explore", "--position", "necklace size=5 4r/3b1/5/5/5 red", "--in", within];
    let found: Value =
        serde_json::from_str(&run(&[&asked[..], &["--json"]].concat(), b"").out).unwrap();
    assert_eq!((&found["games"], &found["read"]["skipped"]), (&2.into(), &1.into()), "{found}");
    let first = &found["moves"][0];
    assert_eq!(
        (&first["move"], &first["wins"]["red"], &first["wins"]["blue"]),
        (&"c3".into(), &1.into(), &1.into())
    );
    assert_eq!(first["last"], "2026-01-02");
    let text = run(&["explore", &at("one.json"), "--turn", "1", "--in", within], b"");
    assert!(
        text.out.contains("2 games of 2 continued from here") && !text.out.contains('\u{1b}'),
        "{}",
        text.out
    );
    let refused = |args: &[&str]| {
        let run = run(args, b"");
        (run.status, run.err)
    };
    assert_eq!(refused(&["explore"]).0, 2);
    let (status, said) = refused(&["explore", "--position", "necklace size=3 rb1/br1/3 red"]);
    assert!(status == 1 && said.contains("crosscut on a2, a3, b2 and b3"), "{said}");
    let (status, said) = refused(&["explore", &at("one.json"), "--in", &at("absent")]);
    assert!(status == 1 && said.contains("no such file or directory"), "{said}");
}

#[test]
#[cfg(unix)]
fn piped_records_are_read_and_piped_lists_left_out() {
    let record = r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":3},"moves":["b2","a1"]}"#;
    let list = format!("[{record},{record}]");
    for (input, wanted) in [(record, (1, 0)), (&list, (0, 1))] {
        let asked = ["explore", "--position", "necklace size=3 3/3/3 red", "--in", "/dev/stdin"];
        let found = run(&[&asked[..], &["--json"]].concat(), input.as_bytes());
        let found: Value = serde_json::from_str(&found.out).unwrap();
        let (games, skipped) = wanted;
        assert_eq!(found["read"]["games"], games, "{found}");
        assert_eq!(found["read"]["skipped"], skipped, "{found}");
    }
}

#[test]
fn json_has_names_as_written_and_text_safe_ones() {
    let dir = tempfile::tempdir().unwrap();
    let player = "\u{9b}2J\u{202e}".to_owned() + &"n".repeat(80);
    let told = serde_json::to_string(&player).unwrap();
    let record = format!(
        r#"{{"format":"tetralith","version":1,"game":"necklace","options":{{"size":3}},"players":{{"red":{{"name":{told}}}}},"moves":["b2","a1"]}}"#
    );
    let name = if cfg!(unix) { "we\nird\u{1b}[31m.json" } else { "weird.json" };
    let file = dir.path().join(name);
    fs::write(&file, record).unwrap();
    let asked = [
        "explore",
        "--position",
        "necklace size=3 3/3/3 red",
        "--in",
        dir.path().to_str().unwrap(),
    ];
    let json = run(&[&asked[..], &["--json"]].concat(), b"").out;
    assert!(!json.trim_end().contains(tetralith_core::text::is_hidden), "{json:?}");
    let found: Value = serde_json::from_str(&json).unwrap();
    let latest = &found["latest"][0];
    assert_eq!(latest["file"].as_str(), file.to_str(), "{found}");
    assert_eq!(latest["players"]["red"].as_str(), Some(&*player));
    let shown = run(&asked, b"").out;
    assert!(!shown.contains(|c| c != '\n' && tetralith_core::text::is_hidden(c)), "{shown:?}");
    assert_eq!(
        shown.lines().last().map(|line| line.matches('n').count() >= 57),
        Some(true),
        "{shown}"
    );
    // On the screen the same goes.
    let screen = with_games();
    let long = format!("{}\u{9b}", "x".repeat(9));
    let game = fs::read_to_string(&file)
        .unwrap()
        .replace(r#""size":3"#, r#""size":5"#)
        .replace("b2", "c3");
    let game = game.replace(&told, &serde_json::to_string(&long).unwrap());
    fs::write(screen.path().join("data").join("games").join("one.json"), game).unwrap();
    let mut screen = screen.again(necklace());
    screen.keys("f").assert_shows("xxxxxxxxx\u{fffd}");
}

#[test]
#[cfg(unix)]
fn a_place_that_cannot_be_read_is_named() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::os::unix::process::CommandExt as _;
    use std::path::Path;
    use std::process::Command;

    let dir = tempfile::tempdir().unwrap();
    // No rights are needed to find out that there is nothing below a file.
    let file = dir.path().join("game.json");
    fs::write(&file, "{}").unwrap();
    let below = file.join("games");
    let found = run(
        &["explore", "--position", "necklace size=3 3/3/3 red", "--in", below.to_str().unwrap()],
        b"",
    );
    assert_eq!((found.status, &*found.out), (1, ""), "{}", found.err);
    assert!(
        found.err.starts_with(&format!("error: cannot read {}: ", below.display())),
        "{}",
        found.err
    );

    let allow =
        |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let closed = dir.path().join("closed");
    fs::create_dir(&closed).unwrap();
    allow(dir.path(), 0o755);
    allow(&closed, 0o000);
    let mut command = Command::new(env!("CARGO_BIN_EXE_tetralith"));
    command.args(["explore", "--position", "necklace size=3 3/3/3 red", "--in"]).arg(&closed);
    if fs::read_dir(&closed).is_ok() {
        // A user who may read everything lets another one, without rights here, do the reading.
        command.uid(65534);
    }
    let done = command.output();
    allow(&closed, 0o755);
    // Nothing can be tried if that user may not even start the program.
    let Ok(done) = done else { return };
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!((done.status.code(), done.stdout.is_empty()), (Some(1), true), "{said}");
    assert!(said.starts_with(&format!("error: cannot read {}: ", closed.display())), "{said}");
}

/// The list of lessons on the line of Necklace with this text.
fn at_learn(screen: &mut Screen, line: &str) {
    screen.keys("L").keys("<Left>");
    while !screen.shows("> Necklace") {
        screen.keys("<Down>");
    }
    screen.keys("<Right><End>");
    let (_, row) = screen.find(line).unwrap_or_else(|| panic!("no {line}:\n{}", screen.text()));
    let (_, last) = screen.find("Puzzles: rating").expect("practice is the last line");
    screen.keys(&"<Up>".repeat(usize::from(last - row))).keys("<Enter>");
}

#[test]
fn lines_trained_in_the_explorer_are_asked_until_they_are_known() {
    let setup = small(7);
    let mut screen = Screen::new(game("necklace", setup), (80, 24), mono());
    screen.keys("f").assert_shows("t train").keys("t");
    screen.assert_shows("An opening to train ends with your own move");
    screen.keys("<Esc>mc4<Enter>md5<Enter>me3<Enter>ft");
    screen.assert_shows("This opening is now trained: L asks you for the moves of Red");
    let mut screen = screen.again(Start::Home);
    at_learn(&mut screen, "Your openings: 1 line");
    // The first move, the reply by its frequency, and the next move of the line.
    screen.assert_shows("Opening: Necklace").assert_shows("Play the move from your line");
    screen.keys("ma1<Enter>").assert_shows("That is not the move from your line");
    screen.keys("mc4<Enter>").assert_shows("Blue answers d5");
    screen.keys("me3<Enter>").assert_shows("Correct: c4 d5 e3.").keys("<Enter>");
    screen.assert_shows("After c4 d5").keys("HH").assert_shows("The solution is e3");
    screen.keys("<Esc>").assert_shows("Your openings: 1 line");
    // They come back another day, as puzzles do.
    let mut screen = screen.again(Start::Home);
    screen.tick(Duration::from_secs(86_400));
    at_learn(&mut screen, "Your openings: 1 line, 2 due today");
    screen.assert_shows("Opening: Necklace  2 due today").keys("HH").assert_shows("1 due today");
    // A line that cannot be played any more is skipped with one sentence.
    let file = screen.path().join("data/learning.json");
    let learnt = std::fs::read_to_string(&file).unwrap();
    assert!(learnt.contains("necklace/7#c4,d5,e3"), "{learnt}");
    let broken = learnt.replace("c4,d5,e3\": 1", "c4,d5,e3\": 1, \"necklace/7#c4,c4\": 1");
    std::fs::write(&file, broken).unwrap();
    let mut screen = screen.again(Start::Home);
    at_learn(&mut screen, "Your openings: 2 lines");
    screen.assert_shows("The line necklace/7#c4,c4 is skipped").assert_shows("Opening: ");
}

#[test]
fn openings_have_a_tick_after_a_faultless_line() {
    let setup = small(7);
    let mut screen = Screen::new(game("necklace", setup), (80, 24), mono());
    screen.keys("mc4<Enter>md5<Enter>me3<Enter>ft");
    let mut screen = screen.again(Start::Home);
    at_learn(&mut screen, "Your openings: 1 line");
    let has_tick = |screen: &Screen| screen.text().lines().next().unwrap().contains('✓');
    screen.assert_shows("From the first move.");
    screen.keys("mc4<Enter>").assert_shows("Blue answers d5").assert_shows("From the first move.");
    assert!(!has_tick(&screen), "e3 is still to come:\n{}", screen.text());
    screen.keys("ma1<Enter>me3<Enter>").assert_shows("Correct: c4 d5 e3.");
    assert!(!has_tick(&screen), "a1 was wrong:\n{}", screen.text());
    screen.keys("<Enter>").assert_shows("After c4 d5").keys("me3<Enter>");
    assert!(has_tick(&screen), "{}", screen.text());
}

#[test]
fn openings_that_cannot_be_kept_are_not_called_trained() {
    let setup = small(7);
    let screen = Screen::new(game("necklace", setup), (80, 24), mono());
    std::fs::create_dir_all(screen.path().join("data")).unwrap();
    std::fs::write(screen.path().join("data/learning.json"), "[1]").unwrap();
    let mut screen = screen.again(game("necklace", setup));
    screen.keys("mc4<Enter>ft").assert_shows("Your progress is not saved");
    assert!(!screen.shows("is now trained"), "{}", screen.text());
}

#[test]
fn books_are_asked_and_other_games_say_how_to_train() {
    let mut screen = Screen::new(Start::Home, (60, 20), mono());
    at_learn(&mut screen, "Your openings: 0 lines");
    screen.assert_shows("No opening is trained yet; in the explorer (f), t adds one");
    screen.keys("<Esc>");
    at_learn(&mut screen, "Openings of the book: 0 known");
    screen.assert_shows("Opening: Necklace").assert_shows("Play the move from the opening book");
    screen.keys("HH").assert_shows("The solution is").keys("<Enter>").assert_shows("Opening: ");
    // The swap is a choice like any other.
    let setup = Setup { size: Some(7), pie: Some(true), ..Setup::default() };
    let mut screen = screen.again(game("necklace", setup));
    screen.keys("md4<Enter>Syft").assert_shows("is now trained").keys("<Esc>Q");
    at_learn(&mut screen, "Your openings: 1 line");
    screen.assert_shows("S swap").keys("S").assert_shows("Correct: swap");
}

#[test]
fn openings_are_trained_by_words_in_the_plain_mode() {
    let data = tempfile::tempdir().unwrap();
    let args =
        ["play", "necklace", "--size", "7", "--first", "human", "--second", "human", "--plain"];
    let lines = "train\nc4\nd5\ne3\ntrain\nopening\na1\nc4\ne3\nnext\nhint\nhint\nleave\n\
                 train\nopening\nopening chess\nopening book necklace\nleave\n";
    let variables = [("TETRALITH_DATA_DIR", data.path().as_os_str())];
    let run = run_with(&args, lines.as_bytes(), &variables);
    let out = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut rest = out.as_str();
    for said in [
        "An opening to train ends with your own move; go to one first.",
        "This opening is now trained: opening asks you for the moves of Red.",
        "Opening of Necklace: Red to play.",
        "Play the move from your line",
        "That is not the move from your line",
        "Blue answers d5",
        "Correct: c4 d5 e3.",
        "After c4 d5",
        "The solution is e3",
        "This opening is no longer trained.",
        "No opening is trained yet; at a move of a game, train adds one.",
        "Opening needs a game, or book and a game",
        "Play the move from the opening book",
    ] {
        let Some((_, after)) = rest.split_once(said) else { panic!("{said}: {out}") };
        rest = after;
    }
}
