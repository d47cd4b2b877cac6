//! The screen as a person meets it: keys and clicks in, screens out.

use std::path::Path;
use std::time::Duration;

use crate::support::{Screen, at, game, mono, replay, sample, small, theme};
use tetralith::program::{Message, Start};
use tetralith::theme::{Depth, Glyphs};
use tetralith_core::{Colour, NodeId, Setup, Shape, Step, games};
use tetralith_session::table::Mode;
use tetralith_terminput::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};

const SIZES: [(u16, u16); 3] = [(80, 24), (60, 20), (120, 40)];

#[test]
fn each_stage_of_each_game_at_each_size() {
    for info in crate::support::kept_games() {
        for (width, height) in SIZES {
            let mut screen = Screen::new(game(info.id, Setup::default()), (width, height), mono());
            screen.play_some(9);
            screen.keys("<Left>");
            insta::assert_snapshot!(format!("{}-{width}x{height}", info.id), screen.text());
        }
    }
}

#[test]
fn each_game_in_colour() {
    for info in crate::support::kept_games() {
        let dark = theme("dark", Depth::TrueColour, Glyphs::Unicode);
        let mut screen = Screen::new(game(info.id, Setup::default()), (80, 24), dark);
        screen.play_some(9);
        insta::assert_snapshot!(format!("{}-dark", info.id), screen.styles());
    }
}

#[test]
fn nothing_but_ascii_where_that_is_asked_for() {
    for info in games::INFOS {
        let ascii = theme("mono", Depth::Mono, Glyphs::Ascii);
        let mut screen = Screen::new(game(info.id, Setup::default()), (100, 40), ascii);
        screen.play_some(12);
        for keys in ["", "+", "+", "?", "<Esc><F1>", "<Esc>Q", "N", "<Esc>"] {
            screen.keys(keys);
            assert!(screen.text().is_ascii(), "{}", screen.text());
        }
    }
}

#[test]
#[cfg_attr(tetralith_yavalath, ignore = "it shows the list of games as it is without a fifth")]
fn the_screens_around_the_table() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    insta::assert_snapshot!("home", screen.text());
    screen.keys("<Down><Down><Enter>");
    insta::assert_snapshot!("new-game", screen.text());
    screen.keys("<Esc><F1>");
    screen.assert_shows("The rules of");
    screen.keys("<Esc>?");
    insta::assert_snapshot!("help-at-home", screen.text());
}

#[test]
fn a_game_is_set_up_by_keys() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    let plurality = games::INFOS.iter().position(|info| info.id == "plurality").unwrap();
    screen.keys(&"<Down>".repeat(plurality)).keys("<Enter>");
    screen.assert_shows("two players").assert_shows("square");
    screen.keys("<Home><Down>Ann<Down>Bob<Backspace>t<Down><Down><Right>").assert_shows("hexagon");
    screen.keys("<Down><Left><Left>").assert_shows("61 cells");
    screen.keys("<Down><Right><Down><Right><End><Enter>");
    let table = screen.table();
    let options = *table.game().options();
    assert_eq!(
        (options.board, options.size, options.komi, options.ties.id()),
        (Shape::Hexhex, 5, 1, "parity")
    );
    screen.assert_shows("Black, Ann").assert_shows("White, Bot");
}

#[test]
fn a_name_may_hold_the_letters_that_are_commands_elsewhere() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    screen.keys("<Enter><Home><Down>q?i m<End><Enter>");
    screen.assert_shows("q?i m");
    assert!(!screen.has_quit());
}

#[test]
fn the_opening_says_what_comes_next_and_lights_only_that() {
    let mut screen = at("multiplicity", small(4));
    screen.assert_shows("White: first stone, anywhere");
    screen.keys("md4<Enter>").assert_shows("Red: bound stone (1 of 2), next to d4");
    let table = screen.table();
    assert_eq!(table.hand().seen().cells.len(), 6);
    screen.keys("md5<Enter>").assert_shows("Red: free stone (2 of 2), touching nothing");
    screen
        .assert_shows("unpick")
        .keys("<Esc>")
        .assert_shows("Red: bound stone (1 of 2), next to d4");
    screen
        .keys("me4<Enter>")
        .keys("ma1<Enter>")
        .assert_shows("White: bound stone (1 of 2), next to a1");
    // The stone that was only tried is no variation.
    let moves = screen.app.record_text().unwrap();
    assert!(moves.contains("\"e4,a1\"") && !moves.contains("d5"), "{moves}");
}

#[test]
fn an_unpicked_stone_stays_only_if_something_follows_it() {
    let mut screen = at("multiplicity", small(4));
    screen.keys("md4<Enter>md5<Enter>ma1<Enter>u").assert_shows("Red: free stone (2 of 2)");
    screen.keys("<Esc>").assert_shows("Red: bound stone (1 of 2)").keys("UU");
    assert_eq!(screen.steps(), 3, "the move that was made can be made again");
    let mut screen = at("multiplicity", small(4));
    screen.keys("md4<Enter>md5<Enter>cWhy not<Enter><Esc>");
    assert!(screen.app.record_text().unwrap().contains("Why not"), "no comment is lost");
    let mut screen = at("multiplicity", small(4));
    screen.keys("md4<Enter>md5<Enter><Esc>");
    assert_eq!(screen.steps(), 1);
    screen.keys("U").assert_shows("This is the last move");
}

#[test]
fn illegal_moves_are_refused_with_their_reason() {
    let mut screen = at("multiplicity", small(4));
    screen.keys("<Enter>");
    let before = screen.app.record_text();
    screen.keys("<Enter>").assert_shows("d4 is occupied by White");
    screen.keys("ma1<Enter>").assert_shows("the bound stone goes next to d4");
    screen.keys("<Backspace><Backspace>z9").assert_shows("is not a cell");
    screen.keys("<Esc>");
    assert_eq!(screen.app.record_text(), before);
    screen.keys("p").assert_shows("You cannot pass in Multiplicity");
}

#[test]
fn moves_half_typed_are_not_called_wrong() {
    let mut screen = Screen::new(game("greylox", Setup::default()), (120, 40), mono());
    screen.keys("ma");
    assert!(!screen.shows("is not a cell"), "{}", screen.text());
    screen.keys("1").assert_shows("After a1");
    screen.keys("<Backspace>z");
    let text = screen.text();
    assert_eq!(text.matches("is not a cell").count(), 1, "{text}");
}

#[test]
fn faults_of_a_typed_move_cover_nothing_of_the_board() {
    let inputs = [
        ("greylox", "zz", "'zz' is not a cell; rows run from a to i, as in 'a1'"),
        (
            "greylox",
            "e4 e5 e6",
            "'e4 e5 e6' is more than one stone, or the two of an opening move.",
        ),
        (
            "plurality",
            "c3 c3",
            "'c3 c3' is not a tromino; name three different cells, the opponent's last",
        ),
    ];
    for (id, text, fault) in inputs {
        let mut screen = Screen::new(game(id, Setup::default()), (60, 20), mono());
        screen.keys(&format!("m{text}"));
        let above = |screen: &Screen| {
            let text = screen.text();
            text.lines().take(17).map(str::to_owned).collect::<Vec<_>>()
        };
        let before = above(&screen);
        screen.keys("<Enter>").assert_shows(&format!("Play: {text}"));
        assert_eq!(above(&screen), before, "{}", screen.text());
        assert!(screen.words().contains(fault) && !screen.shows("…"), "{}", screen.text());
    }
}

#[test]
fn the_current_move_is_lit_up_to_the_edge_of_the_panel() {
    let dark = theme("dark", Depth::TrueColour, Glyphs::Unicode);
    let shown = [
        ("plurality", (60, 20), "<Enter>", "f7,h7,g7"),
        ("necklace", (80, 24), "ma1<Enter>mb2<Enter>Y", "b2"),
    ];
    for (id, size, keys, current) in shown {
        let mut screen = Screen::new(game(id, Setup::default()), size, dark);
        screen.keys(keys);
        let (_, heading) = screen.find("├ Moves").expect("there are moves");
        let at = screen.find(current).unwrap_or_else(|| panic!("{}", screen.text()));
        let buffer = screen.host.terminal.backend().buffer();
        let end = (0..size.0).rfind(|&x| buffer[(x, heading)].symbol() == "─").unwrap();
        let lit = buffer[(at.0, at.1)].style().bg;
        let last = (at.0..size.0).rfind(|&x| buffer[(x, at.1)].style().bg == lit);
        assert_eq!(last, Some(end), "{}", screen.text());
    }
}

#[test]
fn a_stone_just_placed_is_seen_and_nothing_is_shown_over_it() {
    for info in games::INFOS {
        let mut screen = at(info.id, small(5));
        screen.keys("<Enter>");
        let table = screen.table();
        assert!(table.game().board().at(table.hand().cell()).is_some());
        assert_eq!(
            (table.hand().aim().ghost.as_slice(), table.hand().aim().refused.is_some()),
            (&[][..], true),
            "{}",
            info.id
        );
        assert!(!screen.shows("is illegal now"), "{}", screen.text());
        screen.keys("<Enter>").assert_shows("is occupied by");
    }
}

#[test]
fn the_rules_go_from_game_to_game_with_headings_drawn_as_such() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    screen.keys("<Up><Up><Up><Enter>");
    for info in games::INFOS {
        screen.assert_shows(&format!("The rules of {}", info.title));
        assert!(!screen.shows("# "), "{}", screen.text());
        screen.keys("<Right>");
    }
    screen.assert_shows(&format!("The rules of {}", games::INFOS[0].title));
    screen
        .keys("<Left>")
        .assert_shows(&format!("The rules of {}", games::INFOS[games::INFOS.len() - 1].title));
    screen.keys("<Esc><Up>");
    let mut screen = at("plurality", small(5));
    screen.keys("Q<Up><Up><Up><Enter>").assert_shows("The rules of Plurality");
}

#[test]
fn a_click_on_the_finished_board_leaves_the_result_to_be_read() {
    let mut screen = at("necklace", small(2));
    screen.play_some(9);
    let banner = " wins by connection";
    screen.assert_shows(banner);
    let at = screen.find("[").or_else(|| screen.find("(")).unwrap();
    screen.click(at).assert_shows(banner);
    screen.keys("<Left><Left>").assert_shows("play from here").assert_shows(" to move");
}

#[test]
fn a_hexhex_board_has_its_six_keys_in_every_game() {
    let mut screen = at("plurality", Setup { board: Some(Shape::Hexhex), ..small(5) });
    let before = screen.table().hand().cell();
    screen.keys("w");
    assert_ne!(screen.table().hand().cell(), before);
    screen.keys("x");
    assert_eq!(screen.table().hand().cell(), before);
}

#[test]
fn small_windows_say_the_size_they_need() {
    let said = [
        ((30, 5), "The window is too small: 30×5, but the board needs 16×9. q quits."),
        ((20, 4), "The window is too small: 20×4, but the board needs 16×9. q quits."),
        ((16, 4), "Too small: 16×4, needs 16×9. q quits."),
        ((10, 3), "Too small: 10×3, needs 16×9"),
        ((10, 1), "needs 16×9"),
        ((6, 1), "16×9"),
    ];
    for (size, text) in said {
        let screen = Screen::new(game("plurality", Setup::default()), size, mono());
        assert_eq!(screen.words(), text);
    }
}

#[test]
fn cells_without_room_for_a_tromino_say_so() {
    let mut screen = at("plurality", small(3));
    while let [Step::Tromino { .. }, ..] = screen.table().hand().seen().legal[..] {
        let table = screen.table();
        let name = table.names().step(table.hand().seen().legal[0]);
        screen.keys(&format!("m{name}<Enter>"));
    }
    screen
        .assert_shows("no tromino fits, so pass")
        .keys("<Enter>")
        .assert_shows("No tromino fits; p passes.");
    // Where nothing else is legal, a pass needs no yes.
    screen.keys("p").assert_shows("White: no tromino fits").keys("p").assert_shows("by score");
}

#[test]
fn typing_shows_the_step_before_it_is_made() {
    let mut screen = at("plurality", small(7));
    screen.keys("md4 e4* d5").assert_shows("points");
    let ghost = screen.table().hand().aim().ghost.len();
    assert_eq!(ghost, 3);
    screen.keys("<Enter>").assert_shows("d4,d5,e4");
    screen.keys("md4<Enter>");
    assert!(screen.table().hand().aim().refused.is_some());
    screen.keys("<Esc>");
    assert!(!screen.shows("Play:"));
    screen.keys("<Left><Left>");
    assert!(screen.table().hand().aim().refused.is_none(), "the stamp under the cursor fits there");
}

#[test]
fn the_stamp_turns_among_what_fits_and_gives_any_stone_away() {
    let mut screen = at("plurality", small(5));
    let mut steps = std::collections::HashSet::new();
    for _ in 0..6 {
        for _ in 0..3 {
            steps.insert(screen.table().hand().aim().steps[0]);
            screen.keys("e");
        }
        screen.keys("r");
    }
    assert_eq!(steps.len(), 18, "six shapes with three choices each around one cell");
    screen.keys("R");
    let last = screen.table().hand().aim().steps[0];
    screen.keys("<Enter>");
    assert_eq!(screen.timeline().positions().len(), 2);
    assert!(last.cells().all(|cell| screen.table().game().board().at(cell).is_some()));
    // In the corner only bent shapes in one orientation fit.
    screen.keys("<S-Down><S-Left>");
    assert!(screen.table().hand().aim().refused.is_none());
}

#[test]
fn three_cells_can_be_picked_in_any_order_and_put_back() {
    let mut screen = at("plurality", small(5));
    screen.keys(" <Right> ");
    assert_eq!(screen.table().hand().picks().len(), 2);
    screen.assert_shows("cell 3 of 3");
    screen.keys("<Right><Right><Up><Up> ").assert_shows("fits no legal tromino");
    screen.keys("<Esc>");
    assert_eq!(screen.table().hand().picks().len(), 1);
    screen.keys("<Left><Down><Down> <Up> ");
    screen.assert_shows("choose which stone is White's");
    screen.keys("<Left><Left><Left><Enter>").assert_shows("You picked three cells");
    screen.keys("<Right><Right><Right><Enter>");
    let table = screen.table();
    assert_eq!(table.timeline().positions().len(), 2, "{}", screen.text());
}

#[test]
fn passing_and_resigning_ask_first() {
    let mut screen = at("plurality", small(5));
    screen.keys("pn");
    assert_eq!(screen.timeline().steps(), 0);
    screen.keys("py").keys("p").assert_shows("second pass in a row ends the game");
    screen.keys("y").assert_shows("White wins by score");
    let mut screen = at("necklace", small(5));
    // Where yes can be undone, Enter is enough, and the hint line names it.
    screen.keys("<Enter>G").assert_shows("Resign as Blue?").assert_shows("Enter yes  n no");
    screen.keys("y").assert_shows("Red wins by resignation");
    screen.keys("u<Tab><Enter>");
    assert_eq!(screen.table().mode(), Mode::Play, "a resignation can be taken back");
    assert_eq!(screen.timeline().steps(), 2);
}

#[test]
fn a_swap_exchanges_the_people_and_not_the_stones() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    let necklace = games::INFOS.iter().position(|info| info.id == "necklace").unwrap();
    screen
        .keys(&"<Down>".repeat(necklace))
        .keys("<Enter><Home><Down>Ann<Down>Bob<Down><End><Enter><Enter>");
    screen.assert_shows("Red, Ann").assert_shows("S swap");
    screen
        .keys("Sy")
        .assert_shows("Red, Bob")
        .assert_shows("Blue, Ann")
        .assert_shows("swapped colours");
    screen.keys("u").assert_shows("Red, Ann");
    screen.keys("U").assert_shows("Red, Bob");
    let record = screen.app.record_text().unwrap();
    assert!(record.contains(r#""red": {"name": "Bob""#), "{record}");
    let screen = screen.again(Start::Home);
    let mut screen = screen;
    screen.keys("<Enter>").assert_shows("Red, Bob").assert_shows("Blue, Ann");
}

#[test]
fn a_swap_that_cannot_be_is_refused_for_what_is_so() {
    let mut screen = at("necklace", small(5));
    screen
        .keys("<Enter>S")
        .assert_shows("Swap is illegal: this game is played without the pie rule.");
    let mut screen = at("necklace", Setup { pie: Some(true), ..small(5) });
    screen
        .keys("S")
        .assert_shows("Swap is illegal: you can swap colours only right after the first stone.");
    screen
        .keys("<Enter>mb2<Enter>S")
        .assert_shows("Swap is illegal: you can swap colours only right after the first stone.");
}

#[test]
fn every_step_is_kept_and_the_game_is_offered_again() {
    let mut screen = at("greylox", small(3));
    assert!(screen.kept().is_empty(), "a game without steps leaves nothing behind");
    screen.keys("<Enter><Tab><Enter>");
    assert_eq!(screen.kept().len(), 1);
    screen.keys("q");
    assert!(screen.has_quit());
    let mut screen = screen.again(Start::Home);
    screen.assert_shows("Resume the unfinished game");
    screen.keys("<Enter>");
    assert_eq!(screen.timeline().steps(), 2);
    screen.keys("<Tab><Enter>");
    assert_eq!(screen.kept().len(), 1, "the same game goes on in the same file");
}

#[test]
fn finished_games_are_listed_and_can_be_reviewed() {
    let mut screen = at("multiplicity", small(2));
    for _ in 0..6 {
        screen.keys("<Tab><Enter>");
    }
    screen.assert_shows("game over").assert_shows("by score");
    insta::assert_snapshot!("the-end-is-a-banner", screen.text());
    let kept = screen.kept();
    assert!(kept.len() == 1 && kept[0].parent().unwrap().ends_with("games"), "{kept:?}");
    screen.keys("<Left><Left>").assert_shows("turn 3 of 5");
    screen.keys("<Home><Right>").assert_shows("turn 1 of");
    screen.keys("<End>").assert_shows("by score");
    let mut screen = screen.again(Start::Home);
    assert!(!screen.shows("Resume"));
    screen.keys(&"<Down>".repeat(games::INFOS.len() + 1)).keys("<Enter><Enter>");
    screen.assert_shows("review");
}

#[test]
fn undoing_and_playing_otherwise_keeps_both_lines() {
    let mut screen = at("necklace", small(5));
    screen.keys("ma1<Enter>mb2<Enter>u").assert_shows("Later moves are kept");
    screen.keys("mc3<Enter>").assert_shows("variation 1 of 2");
    let record = screen.app.record_text().unwrap();
    assert!(
        record.contains("variations") && record.contains("c3") && record.contains("b2"),
        "{record}"
    );
    screen.keys("v").assert_shows("variation 2 of 2");
    let here = screen.timeline().cursor();
    screen.keys("M");
    assert_eq!(screen.timeline().main_line().last(), Some(&here));
}

#[test]
fn signs_without_room_in_the_panel_come_before_later_moves() {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/watch/greylox-middle.json");
    for depth in [Depth::Ansi16, Depth::TrueColour] {
        for (size, has_both) in [((80, 24), false), ((120, 40), true)] {
            let colours = theme("dark", depth, Glyphs::Unicode);
            let mut screen = Screen::new(replay(&game, Some(40)), size, colours);
            screen.keys("b<Left>").assert_shows("Closed to White: 6 controlled (×);");
            screen.assert_shows("White can flip 2 black stones, Black could flip 4 white stones");
            assert_eq!(screen.shows("Later moves are kept"), has_both, "{}", screen.text());
        }
    }
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/watch/plurality-middle.json");
    let mut screen = Screen::new(replay(&game, Some(22)), (80, 24), mono());
    screen.keys("b<Left>").assert_shows("40 cells where a tromino fits (◦)");
}

#[test]
fn a_record_runs_by_itself_and_stops_at_its_end() {
    let mut screen = at("necklace", small(5));
    screen.play_some(4);
    let path = screen.path().join("mine.json");
    screen.keys(&format!("s<C-u>{}<Enter>", path.display())).assert_shows("Saved as");
    let loaded = tetralith_storage::load(&path, None).unwrap();
    let mut screen = screen.again(Start::Replay { loaded: Box::new(loaded), turn: Some(2) });
    screen.assert_shows("turn 2 of 4").keys("<Home> ").assert_shows("autoplay, ");
    let due = screen.app.wake_at().unwrap();
    screen.tick(due / 2).assert_shows("turn 0 of 4");
    screen.tick(due).assert_shows("turn 1 of 4");
    // The text is meant for the move on the board.
    screen.keys("c");
    assert_eq!(screen.table().autoplay().due(), None);
    screen.keys("<Esc> >");
    let mut ticks = 0;
    while let Some(due) = screen.app.wake_at() {
        screen.tick(due);
        ticks += 1;
        assert!(ticks < 10);
    }
    assert_eq!(ticks, 3);
    screen.keys("<Left>b").assert_shows("Playing from here");
    screen.keys("<Tab><Enter>");
    let table = screen.table();
    assert_eq!(table.timeline().variations().len(), 2);
    assert_eq!(table.timeline().main_line().len(), 4, "what was read stays the main line");
    assert_eq!(
        std::fs::read_to_string(&path).unwrap().matches("variations").count(),
        0,
        "the file read is not touched"
    );
}

#[test]
fn players_of_finished_games_stay() {
    let mut screen = at("necklace", small(5));
    screen.keys("P<Right>").assert_shows("Computer (").keys("<Left><Esc>");
    screen.keys("<Enter>Gy").assert_shows("resignation");
    let holders = |screen: &Screen| {
        let table = screen.table();
        table.players().holders_in(table.timeline())
    };
    let before = holders(&screen);
    screen.keys("P").assert_shows("starts a new one");
    assert!(!screen.shows("◄"), "{}", screen.text());
    screen.keys("<Right>");
    assert_eq!(holders(&screen), before);
}

#[test]
fn saving_over_a_file_asks_first() {
    let mut screen = at("necklace", small(5));
    screen.keys("<Enter>");
    // Longer than the question that takes its place.
    let folder = screen.path().join("games-of-long-ago-and-far-away");
    std::fs::create_dir(&folder).unwrap();
    let path = folder.join("mine.json");
    std::fs::write(&path, "precious").unwrap();
    let keys = format!("s<C-u>{}<Enter>", path.display());
    screen.keys(&keys).assert_shows("Replace it?");
    assert!(
        !screen.shows("Save as"),
        "the question takes the place of the line: {}",
        screen.text()
    );
    let asked =
        screen.text().lines().find(|line| line.contains("Replace it?")).map(str::to_owned).unwrap();
    assert!(asked.trim_end().ends_with("Replace it?"), "{asked}");
    screen.keys("n").assert_shows("Save as").keys("<Esc>");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    screen.keys(&keys).keys("y").assert_shows("Saved as");
    assert!(std::fs::read_to_string(&path).unwrap().contains("necklace"));
    screen.keys("s<C-u>no/such/directory/x<Enter>").assert_shows("Cannot write");
}

#[test]
fn a_damaged_file_is_named_with_what_is_wrong() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    let path = screen.path().join("bad.json");
    std::fs::write(&path, "{\"format\": \"tetralith\"").unwrap();
    screen.keys(&"<Down>".repeat(games::INFOS.len() + 1)).keys("<Enter>");
    screen.keys(&format!("g{}<Enter>", path.display())).assert_shows("cut off");
    let dir = format!("<Esc>g{}<Enter>", screen.path().display());
    screen.keys(&dir).assert_shows("bad.json");
}

#[test]
fn replaying_from_a_turn_beyond_the_last_begins_at_the_last() {
    let at = |turn: u32| Screen::new(replay(sample("necklace"), Some(turn)), (100, 40), mono());
    let mut screen = at(5_000);
    let table = screen.table();
    assert_eq!(Some(&table.timeline().cursor()), table.timeline().main_line().last());
    let sentence = format!("There is no turn 5000; the last is {}", table.lines().last_turn());
    screen.assert_shows(&sentence);
    let start = at(0);
    assert_eq!(start.timeline().cursor(), NodeId::START);
}

#[test]
fn escape_sequences_in_a_record_reach_the_screen_as_text_only() {
    let mut screen = at("necklace", small(5));
    let path = screen.path().join("evil.json");
    let text = r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":5},
        "players":{"red":{"name":"\u001b[31mEve\u202e"}},"moves":[{"move":"a1","comment":"x\u001b[2Jy"}]}"#;
    std::fs::write(&path, text).unwrap();
    let loaded = tetralith_storage::load(&path, None).unwrap();
    screen = screen.again(Start::Replay { loaded: Box::new(loaded), turn: Some(1) });
    screen.assert_shows("[31mEve").assert_shows("[2Jy");
    assert!(
        !screen.text().chars().any(|c| c != '\n' && tetralith_core::text::is_hidden(c)),
        "{}",
        screen.text()
    );
}

#[test]
fn the_mouse_plays_and_points() {
    let mut screen = at("multiplicity", small(3));
    let at = screen
        .find("<")
        .map(|(x, y)| (x + 1, y))
        .or_else(|| screen.find("[").map(|(x, y)| (x + 1, y)));
    let centre = at.expect("the cursor is shown");
    screen.click(centre);
    assert_eq!(screen.timeline().steps(), 1);
    let draws = screen.host.draws;
    screen.mouse(MouseEventKind::Moved, centre).mouse(MouseEventKind::Moved, centre);
    assert_eq!(screen.host.draws, draws, "nothing is drawn while the mouse stays in its cell");
    screen.click_on("undo");
    assert!(screen.table().lines().is_in_the_past());
    screen.keys("U").play_some(3);
    screen.click_on("1 ○");
    assert_eq!(screen.turn(), 1);
    screen.mouse(MouseEventKind::ScrollDown, (70, 18));
    assert_eq!(screen.steps(), 2);
}

#[test]
fn each_game_can_be_played_to_its_end_by_mouse_alone() {
    for info in games::INFOS {
        let mut screen = Screen::new(Start::Home, (100, 40), mono());
        // In the list, not in the heading of the board beside it.
        screen.click_on(&format!("{}  ", info.title));
        // The smallest board: the arrow that turns the size down.
        let (_, row) = screen.find("Size").unwrap();
        for _ in 0..25 {
            screen.click((19, row));
        }
        screen.click_on("Start the game");
        let mut clicks = 0;
        while screen.table().outcome().is_none() {
            let table = screen.table();
            let before = table.timeline().positions().len();
            if table.hand().seen().legal == [tetralith_core::Step::Pass] {
                screen.click_on("p pass");
            } else {
                // Point about until something can be played.
                let spots = (0..40).flat_map(|y| (0..60).map(move |x| (x, y)));
                for spot in spots {
                    screen.mouse(MouseEventKind::Moved, spot);
                    let aim = screen.table().hand().aim();
                    if !aim.steps.is_empty() && aim.refused.is_none() {
                        screen.click(spot);
                        if screen.timeline().positions().len() > before {
                            break;
                        }
                    }
                }
            }
            clicks += 1;
            assert!(clicks < 200, "{}", screen.text());
        }
        screen.assert_shows("game over");
    }
}

#[test]
fn each_game_can_be_played_to_its_end_by_keys_alone() {
    for info in games::INFOS {
        let size = i64::from(info.boards[0].min);
        let mut screen = at(info.id, small(size));
        let mut presses = 0;
        while screen.table().outcome().is_none() {
            if screen.table().hand().seen().legal == [tetralith_core::Step::Pass] {
                screen.keys("py");
            } else {
                screen.keys("<Tab><Enter>");
            }
            presses += 1;
            assert!(presses < 300, "{}", screen.text());
        }
        screen.assert_shows("game over");
    }
}

#[test]
fn a_window_too_small_says_so_and_keys_stay_alive() {
    let mut screen = at("necklace", small(13));
    screen.resize(16, 6);
    screen.assert_shows("too small");
    screen.keys("m<Enter>");
    assert_eq!(screen.timeline().steps(), 0, "nothing is played that cannot be seen");
    screen.resize(80, 24).assert_shows("enlarge the window");
    screen.keys("<Enter>").assert_shows("g7");
    screen.keys("q");
    assert!(screen.has_quit());
}

#[test]
fn nothing_breaks_at_any_size() {
    for info in games::INFOS {
        let mut screen = at(info.id, Setup::default());
        screen.play_some(6);
        for keys in [
            "",
            "?",
            "<Esc><F1>",
            "<Esc>m",
            "d4",
            "<Esc>G",
            "n++",
            "#",
            "Q",
            "<Enter>N",
            "<Esc>O",
            "/x",
        ] {
            screen.keys(keys);
            for (width, height) in [
                (0, 0),
                (1, 1),
                (2, 30),
                (30, 2),
                (5, 5),
                (20, 5),
                (61, 12),
                (62, 12),
                (62, 11),
                (300, 100),
                (80, 24),
            ] {
                screen.resize(width, height);
            }
        }
    }
}

/// Random keys, clicks and sizes; after each the game must be what its own record holds.
#[test]
fn no_sequence_of_keys_clicks_and_sizes_breaks_it() {
    use rand::seq::IndexedRandom as _;
    use rand::{RngExt as _, SeedableRng as _};
    const KEYS: &str = " \t?:!abcdeghijklmnprstuvwxyzUMNOQRSTV[]{}<>+-=#0123456789*,/";
    let codes = [
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Backspace,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::F(1),
        KeyCode::F(2),
    ];
    for (seed, info) in (0..).zip(games::INFOS) {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
        let size = i64::from(info.boards[0].min) + 2;
        let setup = Setup {
            size: Some(size),
            pie: info.has(tetralith_core::OptionKind::Pie).then_some(true),
            ..Setup::default()
        };
        let mut screen = at(info.id, setup);
        for event in 0..700 {
            match rng.random_range(0..10) {
                0 => {
                    let kinds = [
                        MouseEventKind::Moved,
                        MouseEventKind::Down(MouseButton::Left),
                        MouseEventKind::Down(MouseButton::Right),
                        MouseEventKind::ScrollUp,
                        MouseEventKind::ScrollDown,
                    ];
                    let spot = (rng.random_range(0..90), rng.random_range(0..30));
                    screen.mouse(*kinds.choose(&mut rng).unwrap(), spot);
                }
                1 if event % 5 == 0 => {
                    screen.resize(rng.random_range(0..120), rng.random_range(0..40));
                }
                2 => {
                    screen.tick(Duration::from_millis(300 * event));
                }
                3..=5 => {
                    let code = *codes.choose(&mut rng).unwrap();
                    screen.send(Message::Key(KeyEvent::new(code, KeyModifiers::NONE)));
                }
                _ => {
                    let c = KEYS.as_bytes()[rng.random_range(0..KEYS.len())];
                    screen.send(Message::Key(KeyEvent::new(
                        KeyCode::Char(char::from(c)),
                        KeyModifiers::NONE,
                    )));
                }
            }
            if screen.is_over() {
                screen = screen.again(Start::Home);
            }
            let Some(text) = screen.app.record_text() else { continue };
            let (_, again) = tetralith_core::Record::read(text.as_bytes()).unwrap();
            let timeline = screen.app.table().unwrap().timeline();
            assert_eq!(again.steps(), timeline.steps());
            let mut replayed = timeline.start().clone();
            for node in timeline.path(timeline.cursor()) {
                replayed.play(timeline.step(node).unwrap()).unwrap();
            }
            assert_eq!(replayed.board(), timeline.position().board());
        }
    }
}

#[test]
fn a_key_held_down_moves_but_does_not_play() {
    let mut screen = at("necklace", small(5));
    let event = |code, kind| Message::Key(KeyEvent::new_with_kind(code, KeyModifiers::NONE, kind));
    let start = screen.table().hand().cell();
    screen.send(event(KeyCode::Left, KeyEventKind::Repeat));
    assert_ne!(screen.table().hand().cell(), start);
    screen.send(event(KeyCode::Enter, KeyEventKind::Repeat));
    screen.send(event(KeyCode::Enter, KeyEventKind::Release));
    assert_eq!(screen.timeline().steps(), 0);
    screen.send(event(KeyCode::Enter, KeyEventKind::Press));
    assert_eq!(screen.timeline().steps(), 1);
}

#[test]
fn pasted_text_counts_only_where_text_is_typed() {
    let mut screen = at("necklace", small(5));
    screen.send(Message::Paste("mqG y\n".to_owned()));
    assert!(!screen.has_quit() && screen.app.stack().overlays().is_empty());
    screen.keys("m");
    screen.send(Message::Paste("b2".to_owned()));
    screen.keys("<Enter>");
    assert_eq!(screen.timeline().steps(), 1);
}

#[test]
fn the_cursor_can_be_seen_without_colour() {
    for info in games::INFOS {
        for zoom in ["--", "", "++"] {
            let mut screen = Screen::new(game(info.id, Setup::default()), (200, 80), mono());
            screen.keys(zoom);
            let here = screen.text();
            screen.keys("<Right>");
            assert_ne!(screen.text(), here, "{} {zoom}", info.id);
        }
    }
}

#[test]
fn a_comment_is_written_shown_and_kept() {
    let mut screen = at("necklace", small(5));
    screen.keys("c").assert_shows("No move has been made to comment on.");
    screen.keys("<Enter>cA fine start<Enter>").assert_shows("A fine start").assert_shows("*");
    assert!(screen.app.record_text().unwrap().contains("A fine start"));
    screen.keys("c<C-u><Enter>");
    assert!(!screen.app.record_text().unwrap().contains("comment"));
    // One that takes lines is written in an editor, one on the game has a key of its own.
    screen.keys("cA start<Enter>$").assert_shows("by an editor");
    assert!(screen.app.record_text().unwrap().contains(r#""comment": "A start\nby an editor""#));
    screen.keys("'On the game<Enter>");
    assert!(screen.app.record_text().unwrap().contains(r#""comment": "On the game""#));
}

#[test]
fn a_typed_comment_is_discarded_only_by_a_second_escape() {
    let mut screen = at("necklace", small(5));
    screen.keys("<Enter>cA fine start<Esc>").assert_shows("Comment: A fine start");
    screen.assert_shows("Esc again discards what you typed; Enter saves it.");
    screen.keys("!<Esc>").assert_shows("Comment: A fine start!").keys("<Enter>");
    assert!(screen.app.record_text().unwrap().contains("A fine start!"));
    screen.keys("c<C-u>Another<Esc><Esc>");
    assert!(screen.app.stack().overlays().is_empty());
    assert!(screen.app.record_text().unwrap().contains("A fine start!"));
    // Where nothing was typed, one is enough.
    screen.keys("c<Esc>");
    assert!(screen.app.stack().overlays().is_empty());
}

#[test]
fn a_turn_is_found_by_its_number() {
    let mut screen = at("multiplicity", small(5));
    screen.play_some(11);
    screen.keys("g3<Enter>").assert_shows("turn 3 of");
    screen.keys("g99<Enter>").assert_shows("There is no turn 99");
    screen.keys("<Esc>g0<Enter>").assert_shows("turn 0 of");
}

#[test]
fn clicks_play_the_cell_shown_on_scrolled_boards() {
    let mut screen = Screen::new(game("necklace", small(25)), (60, 20), mono());
    screen.keys("<S-Right><S-Right>");
    let spots: Vec<(u16, u16)> =
        (2..16).flat_map(|row| (0..36).map(move |column| (column, row))).collect();
    let mut played = 0;
    for &spot in spots.iter().step_by(29) {
        let names = screen.table().names();
        let before = screen.text();
        screen.mouse(MouseEventKind::Moved, spot);
        let aimed = screen.table().hand().aim().steps.clone();
        let cell = screen.table().hand().cell();
        screen.mouse(MouseEventKind::Moved, spot);
        assert_eq!(
            screen.table().hand().cell(),
            cell,
            "the board moved under the mouse from\n{before}"
        );
        let steps = screen.timeline().steps();
        screen.mouse(MouseEventKind::Down(MouseButton::Left), spot);
        let timeline = screen.timeline();
        if timeline.steps() > steps {
            played += 1;
            let step = timeline.step(timeline.cursor()).unwrap();
            assert_eq!(vec![step], aimed, "{}", names.step(step));
        }
    }
    assert!(played > 5, "{played}");
}

#[test]
fn one_typed_line_is_one_turn_or_nothing() {
    let mut screen = at("necklace", small(5));
    screen.keys("ma5 a4").keys("<Enter>").assert_shows("type one move at a time");
    assert_eq!(screen.timeline().steps(), 0);
    let mut screen = at("multiplicity", small(4));
    screen.keys("md4<Enter>me4 a1<Enter>");
    assert_eq!(screen.timeline().steps(), 3, "{}", screen.text());
    screen.keys("u");
    let steps = screen.timeline().steps();
    screen.keys("mb1 b1<Enter>");
    assert_eq!(screen.timeline().steps(), steps, "the first half is not played alone");
}

#[test]
fn at_home_the_right_button_takes_nothing_back() {
    let mut screen = at("multiplicity", small(4));
    screen.keys("md4<Enter>me4<Enter>Q");
    let here = screen.timeline().cursor();
    screen.mouse(MouseEventKind::Down(MouseButton::Right), (70, 20));
    assert_eq!(screen.timeline().cursor(), here);
}

#[test]
fn the_wheel_goes_through_the_moves_over_their_list_alone() {
    let mut screen = at("necklace", small(5));
    screen.play_some(4);
    let here = screen.timeline().cursor();
    screen.mouse(MouseEventKind::ScrollUp, (0, 0)).mouse(MouseEventKind::ScrollUp, (3, 23));
    assert_eq!(screen.timeline().cursor(), here);
    let list = screen.find("Moves").or_else(|| screen.find("moves")).expect("the list is shown");
    screen.mouse(MouseEventKind::ScrollUp, list);
    assert_ne!(screen.timeline().cursor(), here);
}

#[test]
fn autoplay_stops_under_other_screens() {
    let mut screen = at("necklace", small(5));
    screen.play_some(4);
    let path = screen.path().join("mine.json");
    screen.keys(&format!("s<C-u>{}<Enter>", path.display()));
    let loaded = tetralith_storage::load(&path, None).unwrap();
    let mut screen = screen.again(Start::Replay { loaded: Box::new(loaded), turn: None });
    screen.keys(" Q");
    assert_eq!(screen.app.wake_at(), None);
    screen.keys("<Enter><Right>b");
    assert_eq!(screen.table().mode(), Mode::Play);
    screen.keys("B");
    assert_eq!(screen.table().mode(), Mode::Review);
    screen.keys("<Right>").assert_shows("turn 2 of 4");
}

/// A file with a game of a few steps, which is not one that the program keeps.
fn foreign(screen: &mut Screen) -> std::path::PathBuf {
    let path = screen.path().join("mine.json");
    screen.keys(&format!("s<C-u>{}<Enter>", path.display()));
    for kept in screen.kept() {
        std::fs::remove_file(kept).unwrap();
    }
    path
}

#[test]
fn comments_on_a_record_are_announced_as_a_copy() {
    let mut screen = at("necklace", small(5));
    screen.play_some(6);
    let path = foreign(&mut screen);
    let before = std::fs::read_to_string(&path).unwrap();
    let mut screen = screen.again(replay(&path, None));
    screen.keys("cgood<Enter>").assert_shows("stays as it was");
    assert_eq!((screen.kept().len(), std::fs::read_to_string(&path).unwrap()), (1, before));
}

#[test]
fn resuming_goes_on_where_one_was() {
    // A line of one's own in another player's game.
    let mut screen = at("necklace", small(5));
    screen.play_some(6);
    let path = foreign(&mut screen);
    let mut screen = screen.again(replay(&path, Some(2)));
    screen.keys("b<Tab><Tab><Enter><Tab><Enter><Tab><Enter>");
    let place = screen.table().place();
    assert_eq!(screen.timeline().positions().len(), 6);
    screen.keys("q");
    let mut screen = screen.again(Start::Home);
    screen.keys("<Enter>");
    assert_eq!(screen.table().place(), place);
    assert_eq!(screen.table().mode(), Mode::Play);
    assert!(
        !screen.app.record_text().unwrap().contains("cursor"),
        "what is saved elsewhere has no such mark"
    );

    // A step that was taken back.
    screen.keys("uq");
    let mut screen = screen.again(Start::Home);
    screen.keys("<Enter>");
    let table = screen.table();
    assert!(place.starts_with(&table.place()) && table.place() != place, "{}", table.place());

    // Another line of a game that is over.
    let mut screen = at("multiplicity", small(2));
    while screen.table().outcome().is_none() {
        screen.keys("<Tab><Enter>");
    }
    let path = foreign(&mut screen);
    let mut screen = screen.again(replay(&path, Some(1)));
    screen.keys("b<Tab><Tab><Enter>");
    let place = screen.table().place();
    screen.keys("q");
    let mut screen = screen.again(Start::Home);
    screen.assert_shows("Resume").keys("<Enter>");
    assert_eq!((screen.table().place(), screen.table().mode()), (place, Mode::Play));
}

#[test]
fn saved_games_are_reviewed_and_continue_in_their_file() {
    let mut screen = at("necklace", small(5));
    screen.play_some(4);
    screen.keys("q");
    let file = screen.kept()[0].file_name().unwrap().to_owned();
    let roundabout = screen.path().join("data").join("games").join("..").join("games").join(file);
    let files = tetralith_storage::files::Files::at(screen.path().join("data"));
    let loaded = tetralith_storage::load(&roundabout, Some(&files)).unwrap();
    let mut screen = screen.again(Start::Replay { loaded: Box::new(loaded), turn: None });
    assert_eq!(screen.table().mode(), Mode::Review);
    screen.keys("b<Tab><Enter>");
    assert_eq!(screen.kept().len(), 1);
}

#[test]
fn a_file_that_something_else_has_written_to_is_left_alone() {
    let mut screen = at("necklace", small(5));
    screen.keys("<Enter>");
    let path = screen.kept()[0].clone();
    let theirs = std::fs::read_to_string(&path).unwrap().replace("c3", "a1");
    std::fs::write(&path, &theirs).unwrap();
    screen.keys("<Tab><Enter>").assert_shows("Another program changed");
    assert_eq!(screen.kept().len(), 2);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), theirs);
    screen.keys("<Tab><Enter>");
    assert_eq!(screen.kept().len(), 2);
}

#[test]
fn a_game_that_cannot_be_kept_is_not_dropped_in_silence() {
    let mut screen = at("necklace", small(5));
    // A file where the directory should be: no user can write there.
    std::fs::write(screen.path().join("data"), "").unwrap();
    screen.keys("<Enter>").assert_shows("The game is not saved").assert_shows("not saved ");
    screen.keys("<Left>").assert_shows("not saved ");
    screen.keys("q").assert_shows("Quit and lose the game?").keys("n");
    assert!(!screen.has_quit());
    std::fs::remove_file(screen.path().join("data")).unwrap();
    screen.keys("<Tab><Enter>");
    assert!(!screen.shows("not saved"), "{}", screen.text());
    std::fs::remove_dir_all(screen.path().join("data")).unwrap();
    std::fs::write(screen.path().join("data"), "").unwrap();
    screen.keys("<Tab><Enter><C-c>");
    assert!(!screen.has_quit());
    screen.keys("y");
    assert!(screen.has_quit() && screen.app.shared().game.saving().fault().is_some());
}

#[test]
fn a_comment_that_is_not_edited_stays_as_it_is() {
    let mut screen = at("necklace", small(5));
    let path = screen.path().join("long.json");
    let long = "word ".repeat(300) + "last";
    let text = format!(
        r#"{{"format":"tetralith","version":1,"game":"necklace","options":{{"size":5}},"moves":[
        {{"move":"a1","comment":"one\ntwo"}},{{"move":"a2","comment":"{long}"}},{{"move":"a3","comment":" short "}}]}}"#
    );
    std::fs::write(&path, text).unwrap();
    screen = screen.again(replay(&path, Some(1)));
    let before = screen.app.record_text();
    screen.keys("c").assert_shows("The comment on turn 1").assert_shows("two").keys("<Enter>");
    screen.keys("<Right>c<End>").assert_shows("last").keys("<Enter>");
    screen.keys("<Right>c<Enter>");
    assert!(screen.app.stack().overlays().is_empty());
    assert_eq!(screen.app.record_text(), before);
}

#[test]
fn enter_keeps_the_choice_and_goes_on() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    screen
        .keys(":new game: greylox<Enter><Home><Down><Down><Down><Down><Left><Left>")
        .assert_shows("> Size           ◄ 3");
    screen
        .keys("<Enter>")
        .assert_shows("  Size           ◄ 3")
        .assert_shows("> Opening        ◄ yes");
    screen.keys("<Enter>").assert_shows("  Opening        ◄ yes").assert_shows("> Clock");
    screen.keys("<End><Enter>").assert_shows("Greylox  hexagon, side 3  turn 0");
}

#[test]
fn picked_cells_are_unpicked_before_moves_are_undone() {
    let mut screen = at("plurality", small(5));
    screen.keys("<Enter><Left><Left><Down><Down> ").assert_shows("cell 2 of 3");
    let stands = |screen: &Screen| {
        let table = screen.table();
        (table.timeline().depth(table.timeline().cursor()), table.hand().picks().len())
    };
    assert_eq!(stands(&screen), (1, 1));
    assert_eq!(stands(screen.keys("u")), (1, 0), "the move of the other side stays");
    assert_eq!(stands(screen.keys("u")), (0, 0));
    screen.keys("U ");
    assert_eq!(stands(&screen), (1, 1));
    assert_eq!(stands(screen.keys("[")), (0, 0), "who moves there has picked nothing");
    assert_eq!(stands(screen.keys("]")), (1, 0));
}

#[test]
fn the_win_rate_bar_has_an_outline_in_light_themes() {
    for (id, is_outlined) in [("light", true), ("dark", false), ("mono", false)] {
        let start = replay(sample("greylox"), Some(20));
        let screen = Screen::new(start, (200, 50), theme(id, Depth::TrueColour, Glyphs::Unicode));
        let is_shown = ["▕", "▏", "▁", "▔"].into_iter().all(|sign| screen.shows(sign));
        assert_eq!(is_shown, is_outlined, "{id}\n{}", screen.text());
    }
}

#[test]
fn panel_and_bar_leave_names_readable_and_name_the_signs() {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/games");
    let shown = |game: &str, turn: u32, size: (u16, u16)| {
        let start = replay(samples.join(game).with_extension("json"), Some(turn));
        Screen::new(start, size, theme("dark", Depth::TrueColour, Glyphs::Unicode))
    };
    // The bar at the edge of the board leaves the names of rows to be read.
    let wide = shown("plurality", 20, (200, 50));
    let text = wide.text();
    for row in (10..=13).map(|row| format!(" {row} ")) {
        assert!(text.lines().any(|line| line.matches(&row).count() > 1), "{row}{text}");
    }
    // Two players of one name have the names of the sides where both do not fit.
    shown("greylox", 40, (80, 24)).assert_shows("●  White  ").assert_shows("●  Black  ");
    // The signs on the board are named while one reads.
    let mut read = shown("necklace", 40, (80, 24));
    read.assert_shows("closed to Red: 6 crosscuts (×), 17 loops (◊)");
    let row = |screen: &Screen| screen.text().lines().position(|line| line.contains("├ Moves"));
    let moves = row(&read);
    (0..30).for_each(|_| assert_eq!(row(read.keys("<Left>")), moves));
    // So they are beside the effect of a step, some of them below the board.
    let mut aimed = shown("greylox", 28, (120, 40));
    aimed.keys("<S-Up><S-Up><S-Right>").assert_shows("f6 is occupied by White");
    let signs = "Closed to White: 4 controlled (×); \
                 White can flip 6 black stones, Black could flip 7 white stones (dot).";
    aimed.assert_shows(signs);
    // In play the first of them are, where there is no room for all.
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("people.json");
    let sample = std::fs::read_to_string(samples.join("greylox.json")).unwrap();
    let people = sample.replace(r#""kind": "ai", "level": "hard""#, r#""kind": "human""#);
    std::fs::write(&path, people).unwrap();
    let dark = theme("dark", Depth::TrueColour, Glyphs::Unicode);
    let mut played = Screen::new(replay(&path, Some(28)), (80, 24), dark);
    played.keys("b").assert_shows("closed to White: 4");
    assert!(!played.shows("can flip"), "{}", played.text());
}

#[test]
fn result_of_two_lines_is_a_banner_too() {
    let colours = theme("dark", Depth::Ansi256, Glyphs::Unicode);
    let mut screen = Screen::new(game("multiplicity", small(2)), (55, 20), colours);
    for _ in 0..6 {
        screen.keys("<Tab><Enter>");
    }
    assert!(!screen.shows("stays vacant."), "{}", screen.text());
    let white = games::info("multiplicity").unwrap().side(Colour::First).stone;
    for line in ["White wins by score", "vacant."] {
        assert_eq!(screen.style_of(line).bg, colours.stone(white).bg, "{}", screen.text());
    }
}

#[test]
fn vacant_cells_are_called_legal_only_if_all_of_them_are() {
    let setup = Setup { size: Some(7), ..Setup::default() };
    let mut screen = Screen::new(game("plurality", setup), (80, 24), mono());
    screen.assert_shows("every vacant cell is legal");
    // No tromino fits a1.
    screen.keys("ma2 b2* b1<Enter>").assert_shows("turn 1");
    assert!(!screen.shows("very vacant cell is legal"), "{}", screen.text());
}

#[test]
fn cells_of_the_other_side_bear_the_sign_of_the_legend() {
    let scheme = |depth| theme("dark", depth, Glyphs::Unicode);
    for (size, depth) in [
        ((80, 24), Depth::TrueColour),
        ((120, 40), Depth::TrueColour),
        ((80, 24), Depth::Ansi16),
        ((120, 40), Depth::Ansi16),
    ] {
        let mut screen = Screen::new(replay(sample("greylox"), Some(40)), size, scheme(depth));
        screen.assert_shows("6 controlled (×)");
        let board = screen.text().replace("(×)", "");
        assert_eq!(board.matches('×').count(), 6, "{board}");
        screen.keys("?").assert_shows("forbidden: controlled");
    }
}
