//! Marks that people put on cells: on the screen, in the plain mode, in records, pictures, pages.

use std::fs;

use tetralith::program::{Message, Start};
use tetralith_core::Setup;

use crate::common::{json, run};
use crate::support::{Screen, game, mono, replay, small};

/// A game of three moves, in review at its end.
fn reviewed() -> Screen {
    let setup = small(5);
    let mut screen = Screen::new(game("necklace", setup), (90, 30), mono());
    screen.keys("mc3<Enter>mb2<Enter>md4<Enter>Gy").assert_shows("resign");
    screen.keys("B");
    screen
}

#[test]
fn own_marks_are_set_with_keys_and_kept_in_the_record() {
    let mut screen = reviewed();
    screen.keys("<S-Up><S-Left>K");
    let marks = |screen: &Screen| json(&screen.kept()[0])["moves"][2]["marks"].clone();
    let first = marks(&screen);
    assert_eq!(first.as_array().map(Vec::len), Some(1), "{first}");
    assert!(screen.text().contains('•'), "{}", screen.text());
    screen.keys("K");
    assert!(marks(&screen)[0].as_str().unwrap().ends_with("=A"), "{}", marks(&screen));
    screen.keys("K");
    assert!(marks(&screen)[0].as_str().unwrap().ends_with('#'), "{}", marks(&screen));
    screen.keys("K");
    assert!(marks(&screen).is_null(), "{}", marks(&screen));
    screen.keys("^").assert_shows("An arrow begins at").keys("<S-Left>^");
    assert!(marks(&screen)[0].as_str().unwrap().contains('>'), "{}", marks(&screen));
    assert!(screen.text().contains('←'), "{}", screen.text());
    screen.keys("<Home>K").assert_shows("Marks belong to a move");
}

#[test]
fn cursor_is_shown_where_marks_begin() {
    // Each arrow key moves it then, the first too.
    for key in ["^", "K"] {
        let mut screen = reviewed();
        screen.keys("[]").keys(key);
        let from = screen.table().hand().cell();
        screen.keys("<S-Left>").keys(key);
        let to = screen.table().hand().cell();
        let marks = json(&screen.kept()[0])["moves"][2]["marks"].to_string();
        assert_ne!(from, to, "{key}: {marks}");
        let (is_arrow, are_two) = (marks.contains('>'), marks.contains(','));
        assert_eq!((is_arrow, are_two), (key == "^", key == "K"), "{key}: {marks}");
    }
}

#[test]
fn arrow_begun_in_one_game_does_not_end_in_another() {
    let mut screen = reviewed();
    screen.keys("<S-Up><S-Right>^").assert_shows("An arrow begins at");
    screen.send(Message::Paste("necklace/3#b2,a1,c3".to_owned()));
    screen.assert_shows("turn 0 of 3").keys("<End>^").assert_shows("An arrow begins at");
    screen.keys("<S-Left>^");
    assert!(screen.text().contains('←'), "{}", screen.text());
}

#[test]
fn own_marks_are_drawn_in_pictures_and_pages() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let record = r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":5},
        "moves":["c3",{"move":"b2","marks":["a1","d4=Q","e5#","a1>c3"]}]}"#;
    fs::write(at("game.json"), record).unwrap();
    fs::write(at("plain.json"), record.replace(r#""a1","d4=Q","e5#","a1>c3""#, "")).unwrap();
    for name in ["a.svg", "a.png", "a.gif", "a.txt", "a.md", "a.html", "a.cast"] {
        for source in ["game", "plain"] {
            let to = at(&format!("{source}-{name}"));
            let made = run(&["export", &at(&format!("{source}.json")), &to], b"");
            assert_eq!(made.status, 0, "{name}: {}", made.err);
        }
        let [marked, plain] =
            ["game", "plain"].map(|source| fs::read(at(&format!("{source}-{name}"))).unwrap());
        assert!(marked != plain || name == "a.cast", "{name} shows nothing of the marks");
    }
    let told = "a dot on a1, Q on d4, e5 shaded, an arrow from a1 to c3";
    for name in ["game-a.txt", "game-a.md"] {
        let text = fs::read_to_string(at(name)).unwrap();
        assert!(text.contains(told), "{text}");
    }
    let html = fs::read_to_string(at("game-a.html")).unwrap();
    for part in [">Q</text>", "class=\"arrow\"", "shade", "data-own=\"2\""] {
        assert!(html.contains(part), "{part}");
    }
}

#[test]
fn marks_that_no_board_shows_are_reported_and_kept() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let million = format!("[{}1]", "1,".repeat(1_000_000));
    for (marks, fault) in [
        (r#"["c3","d4=A","z99"]"#, "urn 2: marks[2]: expected a mark on this board such as"),
        (r#""x""#, "urn 2: marks: expected a list of marks, found a string"),
        (&million, "urn 2: marks: more than 1000 marks"),
    ] {
        let file = at("game.json");
        let record = format!(
            r#"{{"format":"tetralith","version":1,"game":"necklace","options":{{"size":5}},
            "moves":["c3",{{"move":"b2","marks":{marks}}},"a1"]}}"#
        );
        fs::write(&file, &record).unwrap();
        let picture = at("game.svg");
        let twice = at("twice.json");
        fs::write(&twice, format!("[{record},{record}]")).unwrap();
        for args in
            [&["check", &*file][..], &["export", &file, &picture, "--force"], &["check", &twice]]
        {
            let made = run(args, b"");
            assert_eq!(made.status, 0, "{}", made.err);
            assert!(made.err.contains("note: ") && made.err.contains(fault), "{}", made.err);
        }
        let copy = at("copy.json");
        let lines = format!("replace {copy}\nquit\n");
        let shown = run(&["replay", &file, "--plain"], lines.as_bytes());
        let words = shown.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(fault), "{words}");
        let kept = |path: &str| json(path.as_ref())["moves"][1]["marks"].clone();
        assert_eq!(kept(&copy), kept(&file));
        let start = replay(&file, Some(2));
        for size in [(80, 24), (40, 16)] {
            let screen = Screen::new(start.clone(), size, mono());
            let words = screen.words();
            assert!(words.contains("not shown"), "{}", screen.text());
        }
    }
}

#[test]
fn own_marks_and_lines_are_words_of_the_plain_mode() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.json");
    let record = r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":5},
        "moves":["c3","b2"]}"#;
    fs::write(&path, record).unwrap();
    let lines = b"last\nmark d4=A\nmark a1>c3\nmark z9\nmark\nline\nmark d4=A\nquit\n";
    let told = run(&["replay", path.to_str().unwrap(), "--plain"], lines);
    assert_eq!(told.status, 0, "{}", told.err);
    for part in [
        "Marks: A on d4.",
        "Marks: A on d4, an arrow from a1 to c3.",
        "'z9' is not a cell",
        "necklace/5#c3,b2",
        "Marks: an arrow from a1 to c3.",
    ] {
        assert!(told.out.contains(part), "{part}:\n{}", told.out);
    }
}

#[test]
fn the_comment_on_the_game_is_typed_at_its_start() {
    let mut screen = reviewed();
    screen.keys("<Home>cA fine game<Enter>");
    assert_eq!(json(&screen.kept()[0])["comment"], "A fine game");
    screen.assert_shows("A fine game");
    screen.keys("c<C-u><Enter>");
    assert!(json(&screen.kept()[0])["comment"].is_null());
}

#[test]
fn a_cell_typed_in_greylox_is_the_flip_of_its_stone() {
    let setup = Setup { size: Some(2), opening: Some(false), ..Setup::default() };
    let mut screen = Screen::new(game("greylox", setup), (80, 24), mono());
    screen.keys("ma1<Enter>ma2<Enter>mc2<Enter>mb1<Enter>mb2<Enter>");
    screen.keys("ma1<Enter>").assert_shows("xa1");
}

#[test]
fn letter_keys_of_other_scripts_mean_the_same() {
    let mut screen = reviewed();
    // On a Russian keyboard щ has the place of o, on a Greek one ο; on a Hebrew one ם.
    for key in ["щ", "ο", "ם", "ｏ"] {
        screen.keys(key).assert_shows("Settings").keys("<Esc>");
        assert!(!screen.shows("Settings"), "{key}");
    }
    screen.keys("c");
    screen.keys("щ<Enter>").assert_shows("щ");
}

#[test]
fn a_key_without_a_meaning_says_so_once_on_each_screen() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    for (open, key) in [
        ("", "é"),
        ("o", "é"),
        ("<Esc>L", "z"),
        ("<Esc><Down><Down><Down><Down><Down><Enter>", "é"),
    ] {
        screen.keys(open).keys(key).assert_shows(&format!("The key {key} does nothing here"));
        screen.keys(key).keys(key);
        assert!(!screen.shows("does nothing here"), "{}", screen.text());
    }
    let mut screen = reviewed();
    // A message that is shown comes first.
    screen.keys("<Home>K").assert_shows("Marks belong to a move").keys("é");
    assert!(!screen.shows("does nothing here"), "{}", screen.text());
    screen.keys("é").assert_shows("The key é does nothing here; ? lists all keys.");
    screen.keys("<Left>").keys("é");
    assert!(!screen.shows("does nothing here"), "{}", screen.text());
}

#[test]
fn a_jump_goes_to_any_legal_cell_by_two_keys() {
    let setup = small(13);
    let mut screen = Screen::new(game("necklace", setup), (100, 40), mono());
    screen.keys("Jma<Enter>").assert_shows("m10");
    screen.keys("Jc4");
    let cell = screen.table().hand().cell();
    assert_eq!(screen.table().names().cell(cell), "c4");
    screen.keys("Jz").assert_shows("No legal cell is marked 'z'");
    screen.keys("J<Esc>");
    assert!(!screen.table().hand().is_jumping());
    // The keys that may follow are in the hint line, and after a moment listed.
    screen.keys("J").assert_shows("Esc stop");
    assert!(!screen.shows("Tab next legal") && !screen.shows("? help"), "{}", screen.text());
    let due = screen.app.wake_at().expect("the keys are listed after a moment");
    screen.tick(due).assert_shows("Type the letter of a line: a b c d e f g h i j k l m");
    screen.keys("m");
    assert!(!screen.shows("Type the letter of a line"), "{}", screen.text());
    let due = screen.app.wake_at().expect("the numbers are listed after a moment");
    screen.tick(due).assert_shows("Legal cells of line m: 1 2 3 4 5 6 7 8 9 b (11) c (12) d (13)");
    screen.keys("<Backspace>").assert_shows("? help");
    assert_eq!(screen.app.wake_at(), None);
    let mut small = Screen::new(game("necklace", setup), (40, 16), mono());
    small.keys("J").assert_shows("Type a letter; Esc cancels.");
    // An arrow key ends the jump and moves on from where the cursor is.
    screen.keys("J<Left>");
    assert!(!screen.table().hand().is_jumping());
}
