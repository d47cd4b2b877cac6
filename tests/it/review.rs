//! Studying a game at the table: its variations, judgements and comments, and how the chances went.

#[allow(dead_code, reason = "each test program uses its part")]
use crate::support::{Screen, game, mono, replay, sample, small, theme};
use tetralith::program::Start;
use tetralith::theme::{Depth, Glyphs};
use tetralith_core::timeline::Note;
use tetralith_core::{Record, Setup};
use tetralith_session::table::GLYPHS;
use tetralith_storage as storage;

fn at(id: &str) -> Screen {
    Screen::new(game(id, Setup::default()), (100, 40), mono())
}

/// A game of Necklace with two other answers to its second step.
fn branched() -> Screen {
    let mut screen = at("necklace");
    screen.keys("md4<Enter>me5<Enter>mf6<Enter>mg7<Enter>");
    screen.keys("uuumh8<Enter>mi9<Enter>uuma1<Enter>");
    screen
}

fn nag(screen: &Screen) -> Option<String> {
    let timeline = screen.timeline();
    timeline.note(timeline.cursor()).and_then(|note| note.nag.clone())
}

fn place(screen: &Screen) -> String {
    screen.table().place()
}

#[test]
fn tree_lists_variations_and_clicks_go_there() {
    let mut screen = branched();
    assert!(!screen.shows("or ○"));
    screen.keys("Y").assert_shows("e5 f6 g7").assert_shows("h8 i9").click_on("e5 f6 g7");
    assert_eq!(place(&screen), "d4 e5");
    screen.assert_shows("h8 i9").assert_shows("a1");
    // The keys for variations go from one to the other.
    screen.keys("v");
    let second = place(&screen);
    screen.keys("v").keys("v");
    assert_eq!(place(&screen), "d4 e5");
    screen.keys("V").keys("V");
    assert_eq!(place(&screen), second);
    screen.keys("Y");
    assert!(!screen.shows("or ○"));
    screen.resize(50, 20).keys("Y").assert_shows("The move list needs a wider window");
}

#[test]
fn a_place_with_many_lines_lists_some_and_says_how_many_more() {
    let mut screen = Screen::new(game("necklace", Setup::default()), (120, 60), mono());
    screen.keys("md4<Enter>");
    for row in 1..=13 {
        for column in ["a", "b"] {
            screen.keys(&format!("um{column}{row}<Enter>"));
        }
    }
    screen.keys("Y").assert_shows("and 6 more (v)");
}

#[test]
fn a_turn_is_judged_by_a_key_and_the_judgement_is_kept() {
    let mut screen = at("necklace");
    screen.keys("!").assert_shows("There is no move to annotate");
    screen.keys("md4<Enter>");
    for glyph in GLYPHS {
        screen.keys("!").assert_shows(&format!("d4{glyph}"));
        assert_eq!(nag(&screen).as_deref(), Some(glyph));
    }
    screen.keys("!");
    assert_eq!(nag(&screen), None);
    screen.keys("!!");
    let (_, timeline) = Record::read(&std::fs::read(&screen.kept()[0]).unwrap()).unwrap();
    let end = timeline.main_line()[0];
    assert_eq!(timeline.note(end).and_then(|note| note.nag.as_deref()), Some("?"));
}

#[test]
fn judgement_of_one_stone_is_shown_behind_it() {
    let mut screen = at("multiplicity");
    screen.keys("md4<Enter>md5<Enter>!md1<Enter>").assert_shows("d5!,d1");
    // The cursor is on the second stone, whose own judgement begins with none.
    screen.keys("!").assert_shows("d5!,d1!").keys("!!!!!!").assert_shows("d5!,d1 ");
}

#[test]
fn steps_comments_signs_and_turns_are_found() {
    let mut screen = branched();
    screen.keys("cA strange corner<Enter>/I9<Enter>").assert_shows("Found 'I9'");
    assert_eq!(place(&screen), "d4 h8 i9");
    screen.keys("!!/strange<Enter>");
    assert_eq!(place(&screen), "d4 a1", "from the end it goes on at the start");
    screen.keys("/?<Enter>");
    assert_eq!(place(&screen), "d4 h8 i9");
    // Enter alone finds the next place of what was looked for last.
    screen.keys("/<Enter>").assert_shows("Nothing else contains '?'").keys("<Esc>");
    screen.keys("/1<Enter>");
    assert_eq!(place(&screen), "d4");
    screen.keys("/zebra<Enter>").assert_shows("No move or comment contains 'zebra'").keys("<Esc>");
    screen.keys("cPas évident<Enter>/evident<Enter>");
    screen.assert_shows("Nothing else contains 'evident'");
}

/// The screen of a record of `turns` steps with a chance noted on each.
fn charted(turns: usize, size: (u16, u16), theme: &tetralith::theme::Theme) -> Screen {
    let mut screen = Screen::new(game("necklace", Setup::default()), (100, 40), mono());
    screen.play_some(turns);
    let (record, mut timeline) = Record::read(&std::fs::read(&screen.kept()[0]).unwrap()).unwrap();
    for (i, node) in timeline.main_line().into_iter().enumerate() {
        let eval = Some(i as f64 / (turns - 1) as f64);
        timeline.set_note(node, Note { eval, ..Note::default() });
    }
    let path = screen.path().join("charted.json");
    std::fs::write(&path, record.write(&timeline).unwrap()).unwrap();
    Screen::new(replay(&path, None), size, *theme)
}

#[test]
fn the_chances_are_drawn_and_a_click_jumps_to_the_turn() {
    let mut screen = charted(9, (100, 40), &mono());
    screen.assert_shows("Win rate of Red");
    let (x, y) = screen.find("Win rate of Red").unwrap();
    // The turns fill the graph: the last of nine is the highest, at its right end.
    let text = screen.text();
    let top: Vec<char> = text.lines().nth(usize::from(y) + 1).unwrap().chars().collect();
    let end = top.iter().rposition(|&sign| sign == '█').expect("the last column is full") as u16;
    assert!(end > x + 30 && !top[..usize::from(end) - 9].contains(&'█'), "{text}");
    let middle = u16::midpoint(x, end);
    screen.click((middle, y + 3));
    assert_eq!(screen.turn(), 5);
    screen.assert_shows("50 % here");
    // The current turn is marked by its ink and the line over it, not by a background, on which its
    // bar would seem to hang from above.
    let dark = theme("dark", Depth::TrueColour, Glyphs::Unicode);
    let mut coloured = charted(9, (100, 40), &dark);
    coloured.click((middle, y + 3)).assert_shows("50 % here");
    let (bar, other) = (coloured.style_of("│▁"), dark.base());
    assert!(bar.bg == other.bg && bar.fg != other.fg, "{bar:?} {other:?}");
    screen.click((end, y + 3)).assert_shows(">99 % here").click((middle, y + 3));
    // Beside the graph nothing happens.
    screen.click((x - 2, y + 3)).assert_shows("50 % here");
    let ascii = theme("mono", Depth::Mono, Glyphs::Ascii);
    let screen = charted(9, (100, 40), &ascii);
    assert!(screen.text().is_ascii() && screen.shows("#"));
}

#[test]
fn graph_heading_shows_the_result_and_no_false_certainty() {
    let mut screen = charted(9, (100, 40), &mono());
    screen
        .keys("<Home>")
        .assert_shows("Win rate of Red ")
        .assert_shows(" unknown here")
        .keys("]")
        .assert_shows("<1 % here");
    assert!(!screen.shows(" 0 % here"), "{}", screen.text());
    screen.keys("]").assert_shows("13 % here").keys("<End>").assert_shows(">99 % here");
    screen.keys("bGy").assert_shows("by resignation").assert_shows(" Red won ");
    for width in [60, 62, 70, 80] {
        let mut screen = charted(9, (width, 30), &mono());
        if screen.keys("]").shows("Win rate of") {
            screen.assert_shows("<1 %");
        }
    }
}

#[test]
fn long_games_fit_the_graph_and_small_windows_have_none() {
    let mut screen = charted(120, (80, 30), &mono());
    let (x, y) = screen.find("Win rate of Red").unwrap();
    let turn = |screen: &Screen| {
        let timeline = screen.timeline();
        timeline.turn(timeline.cursor())
    };
    let mut last = 0;
    for column in x..79 {
        screen.click((column, y + 3));
        assert!(turn(&screen) >= last, "further right is later");
        last = turn(&screen);
    }
    assert!(last > 110, "{last}");
    assert!(!charted(9, (50, 20), &mono()).shows("Win rate"));
}

#[test]
fn chances_are_hidden_while_a_game_is_played() {
    let mut screen = charted(9, (100, 40), &mono());
    screen.keys("<End>b");
    assert!(!screen.shows("Win rate of"));
    screen.keys("B").assert_shows("Win rate of");
}

#[test]
fn the_last_move_is_in_view_when_one_plays_on_from_review() {
    for size in [(80, 24), (100, 30), (120, 40)] {
        let mut screen = charted(60, size, &mono());
        screen.keys("<End>b").play_some(1).assert_shows(" 61 ");
        // Of a variation too, and where the cursor goes there again.
        screen
            .keys("uuuuuuuuuuuuuuuuuuuu")
            .play_some(1)
            .assert_shows(" 42 ")
            .keys("<Home>b")
            .play_some(2);
        screen.assert_shows("  2 ");
    }
}

/// A game won elsewhere in a way that the moves do not show.
const CLUB: &str = r#"{"header":{"game":{"name":"Plurality","variants":["13x13 board"]},"players":[
{"name":"Ana","result":0},{"name":"Bo","result":1}]},"moves":[["12","play-second"],["c3,c4,d4","g7,g8,h8"]]}"#;

#[test]
fn losses_of_club_records_are_reported_on_opening() {
    let told = "The record names White as the winner, but not how";
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("club.json");
    std::fs::write(&path, CLUB).unwrap();
    let loaded = storage::load(&path, None).unwrap();
    assert_eq!(loaded.left_behind.len(), 1);
    let start = Start::Replay { loaded: Box::new(loaded), turn: None };
    let mut screen = Screen::new(start, (80, 24), mono());
    screen.assert_shows(told);

    let mut screen = Screen::in_dir(Start::Home, (80, 24), mono(), dir);
    screen.keys(":open a saved<Enter>").keys("g<C-u>club.json<Enter>").assert_shows(told);
}

#[test]
fn making_a_line_the_main_line_says_so_and_says_when_it_is_one() {
    let mut screen = branched();
    screen.keys("vM").assert_shows("This variation is now the main line.");
    screen.keys("M").assert_shows("This is already the main line.");
    let mut screen = at("necklace");
    screen.play_some(2).keys("M").assert_shows("This is already the main line.");
}

#[test]
fn a_key_that_changes_nothing_in_view_says_what_it_did() {
    let mut screen = at("necklace");
    screen
        .play_some(2)
        .keys("Y")
        .assert_shows("there are none yet")
        .keys("Y")
        .assert_shows("there are none yet");
    screen.keys("t").assert_shows("are hidden; t shows them");
    let mut screen = branched();
    screen.keys("Y");
    assert!(!screen.shows("there are none yet"), "{}", screen.text());
}

#[test]
fn at_its_start_a_game_has_what_its_record_says_of_the_whole() {
    let mut screen = Screen::new(replay(sample("necklace"), None), (100, 40), mono());
    screen.assert_shows("A sample game").assert_shows("Tetralith played this game");
    screen.keys("<Right>");
    assert!(!screen.shows("A sample game"), "{}", screen.text());
}

#[test]
fn turns_asked_for_on_opening_are_shown_without_a_remark() {
    for (asked, shown) in [(0, "turn 0 of 120"), (7, "turn 7 of 120")] {
        let start = replay(sample("necklace"), Some(asked));
        let mut screen = Screen::new(start, (100, 40), mono());
        screen.assert_shows(shown);
        assert!(!screen.shows("already there"), "{}", screen.text());
    }
    let command = ["replay", "assets/games/necklace.json", "--turn", "0", "--plain"];
    let run = crate::common::run(&command, b"quit\n");
    assert!(!run.out.contains("already there"), "{}", run.out);
}

#[test]
fn cut_comments_are_marked_with_the_key_to_read_all() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("commented.json");
    let comment = "This stone looks slow. ".repeat(9) + "And it is lost.";
    let record = format!(
        r#"{{"format":"tetralith","version":1,"game":"necklace","options":{{"size":9}},
        "moves":["e5",{{"move":"d4","comment":"{comment}"}},"f6"]}}"#
    );
    std::fs::write(&path, record).unwrap();
    for (size, glyphs, mark) in [
        ((80, 24), Glyphs::Unicode, "…"),
        ((64, 20), Glyphs::Unicode, "…"),
        ((80, 24), Glyphs::Ascii, "..."),
    ] {
        let look = theme("mono", Depth::Mono, glyphs);
        let mut screen = Screen::new(replay(&path, Some(2)), size, look);
        assert!(!screen.shows("is lost."), "{}", screen.text());
        let text = screen.assert_shows("This stone looks slow.").assert_shows("c shows all").text();
        let last = text.lines().rfind(|line| {
            line.contains("looks") || line.contains("stone") || line.contains("slow")
        });
        assert!(last.unwrap().trim_end_matches([' ', '│', '|']).ends_with(mark), "{text}");
        screen.keys("c").assert_shows("is lost.");
    }
    // If there is room for all of it, nothing is marked.
    let mut screen = Screen::new(replay(&path, Some(2)), (120, 50), mono());
    screen.assert_shows("is lost.");
    assert!(!screen.shows("shows all"), "{}", screen.text());
}

#[test]
fn keys_that_do_nothing_are_not_named_where_there_is_no_move() {
    let mut screen = Screen::new(game("necklace", small(4)), (160, 40), mono());
    screen.keys("Gy").assert_shows("wins by resignation");
    for named in ["Home first", "End last", "g to turn", "/ find"] {
        assert!(!screen.shows(named), "{named}\n{}", screen.text());
    }
    for keys in ["A", "@", "r", "n"] {
        screen.keys(keys).assert_shows("There is no move to analyse yet");
    }
    let mut screen = Screen::new(game("necklace", small(4)), (160, 40), mono());
    screen.play_some(2).keys("Gy").assert_shows("Home first");
    screen.keys("<Home>");
    assert!(!screen.shows("Home first"), "{}", screen.text());
    screen.assert_shows("End last");
}

#[test]
fn facts_and_signs_are_explained_whole_in_a_usual_window() {
    let start = replay(sample("greylox"), Some(40));
    let mut screen = Screen::with_settings(start, (80, 24), "");
    let texts = [
        "23 stones, controls 17",
        "groups 15 2 1 1 1 1",
        "White can flip 2 black stones,",
        "Black could flip 3 white",
        "(square)",
    ];
    for text in texts {
        screen.assert_shows(text);
    }
    assert!(!screen.shows("…"), "{}", screen.text());
}

#[test]
fn leader_is_named_in_any_panel_once_stones_are_down() {
    for (window, leads) in [((60, 20), "Black leads"), ((80, 24), "Black leads so far")] {
        let mut screen = Screen::new(game("plurality", Setup::default()), window, mono());
        assert!(!screen.shows("leads"), "{}", screen.text());
        for step in ["a1,b1,a2", "m13,m12,l13", "c1,c2,d1", "m11,l11,l12"] {
            screen.keys(&format!("m{step}<Enter>"));
        }
        let seen = &screen.table().hand().seen().standing;
        assert!(seen.ahead.is_some());
        screen.assert_shows(leads.trim_start_matches("Black"));
    }
}
