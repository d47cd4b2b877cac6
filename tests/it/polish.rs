//! The words of the screen about what happens: whole sentences, about what matters now, in the
//! place where one looks.

use crate::support::{Screen, at, game, mono, replay, sample, small};
use tetralith::program::Start;
use tetralith_core::{Colour, Setup, Step, games};
use tetralith_session::words;
#[allow(dead_code, reason = "each test program uses its part")]
use tetralith_terminput::{MouseButton, MouseEventKind};

/// A finished game of Multiplicity.
fn finished(size: (u16, u16)) -> Screen {
    let mut screen = Screen::new(game("multiplicity", small(2)), size, mono());
    screen.play_some(7);
    assert!(screen.table().outcome().is_some());
    screen
}

/// The file of the game at the table, in review.
fn looked_through(screen: &Screen, turn: Option<u32>) -> Screen {
    Screen::new(replay(&screen.kept()[0], turn), (80, 24), mono())
}

#[test]
fn ends_of_finished_lines_stay_ends() {
    let mut screen = finished((80, 24));
    screen.keys("<Home>b").assert_shows("Playing from here");
    screen.keys("<End>").assert_shows("game over").assert_shows("back");
    assert!(screen.table().state().follows_game());
    assert!(!screen.shows("resign") && !screen.shows("next legal"), "{}", screen.text());
}

#[test]
fn the_result_stays_in_view_beside_other_messages() {
    for size in [(80, 24), (60, 14)] {
        let mut screen = finished(size);
        for keys in ["<Enter>", "m", "x", "<Enter>"] {
            screen.keys(keys).assert_shows("A draw by score: the last cell stays vacant.");
        }
    }
    finished((80, 24)).keys("<Enter>").assert_shows("The game is over");
}

#[test]
fn playing_on_mentions_later_moves_only_if_there_are_any() {
    let mut screen = at("necklace", small(5));
    screen.play_some(3);
    let mut last = looked_through(&screen, Some(3));
    last.keys("b").assert_shows("Playing from here");
    assert!(!last.shows("what followed"), "{}", last.text());
    looked_through(&screen, Some(2)).keys("b").assert_shows("later moves stay as a variation");
}

#[test]
fn playing_on_names_the_computers_side_and_the_key() {
    let mut screen = at("necklace", small(5));
    screen.play_some(3);
    screen.keys("P<Right>").keys("<Enter>");
    let table = screen.table();
    assert!(table.players().holders_in(table.timeline()).iter().any(|seat| seat.level().is_some()));
    let mut screen = looked_through(&screen, Some(2));
    screen.keys("b").assert_shows("changes that)");
}

#[test]
fn narrowest_windows_name_colours_and_scores() {
    let panel = [
        ("multiplicity", "White", "stones", "1·1"),
        ("greylox", "White", "groups 1 1", "stones"),
        ("plurality", "Black", "komi", "point"),
        ("necklace", "Red", "to go", "joins the = edges"),
    ];
    for (id, name, one, other) in panel {
        let mut screen = Screen::new(game(id, Setup::default()), (60, 20), mono());
        screen.play_some(9);
        screen.assert_shows(name).assert_shows(one).assert_shows(other).assert_shows("Moves");
    }
}

#[test]
fn rows_beside_the_board_show_the_score_without_a_panel() {
    let mut screen = Screen::new(game("multiplicity", small(4)), (40, 20), mono());
    assert!(!screen.app.shared().has_panel());
    screen.play_some(5);
    screen.assert_shows("White 1").assert_shows("Red 1").assert_shows("Red: 2 stones, 1·1");
    // A text too long for its line is marked.
    screen.play_some(22);
    screen.resize(30, 20).assert_shows("…").resize(40, 20);
    screen.keys("cwell<Enter>").assert_shows("* comment (c)");
}

#[test]
fn a_panel_in_a_narrow_window_costs_the_board_nothing() {
    for info in games::INFOS {
        for width in 20..62 {
            let mut screen = Screen::new(game(info.id, Setup::default()), (width, 20), mono());
            let with_panel = screen.app.shared().has_panel();
            let view = |screen: &Screen| {
                screen.text().lines().skip(1).filter(|line| line.contains('·')).count()
            };
            let rows = view(&screen);
            screen.resize(61, 20);
            assert!(screen.app.shared().has_panel(), "{}", screen.text());
            assert!(
                !with_panel || rows == view(&screen),
                "{} at {width}:\n{}",
                info.id,
                screen.text()
            );
        }
    }
}

#[test]
fn directories_are_no_files_to_save_to() {
    let mut screen = at("necklace", small(3));
    screen.keys("<Enter>");
    std::fs::create_dir(screen.path().join("sub")).unwrap();
    for path in ["sub", "new/", ".."] {
        screen.keys(&format!("s<C-u>{path}<Enter>"));
        screen.assert_shows("is a directory; add the name of a file").keys("<Esc>");
    }
    assert!(!screen.path().join("sub.json").exists());
    screen.keys("s<C-u>sub/mine<Enter>").assert_shows("Saved as");
    assert!(screen.path().join("sub/mine.json").exists());
    screen.keys("s<C-u>nodir/x.json<Enter>");
    let text = screen.words();
    assert!(
        text.contains("Cannot write x.json: there is no directory ") && text.contains("nodir."),
        "{text}"
    );
}

#[test]
fn long_reasons_are_shown_whole_until_the_next_key() {
    let mut screen = Screen::new(game("multiplicity", small(5)), (40, 14), mono());
    screen.keys("<Enter>").keys("<Up><Up><Up><Enter>");
    let why = "is illegal: the bound stone goes next to e5, the opponent's last stone.";
    assert!(screen.words().contains(why), "{}", screen.text());
    screen.keys("<Down>");
    assert!(!screen.words().contains(why), "{}", screen.text());
}

#[test]
fn forced_passes_are_announced_once_with_their_key() {
    let mut screen = at("plurality", small(3));
    while let [Step::Tromino { .. }, ..] = screen.table().hand().seen().legal[..] {
        let table = screen.table();
        let name = table.names().step(table.hand().seen().legal[0]);
        screen.keys(&format!("m{name}<Enter>"));
    }
    let text = screen.text();
    assert_eq!(text.matches("so pass").count(), 1, "{text}");
    assert!(
        !text.contains("next legal") && text.lines().last().unwrap().starts_with(" p pass"),
        "{text}"
    );
}

#[test]
fn moves_are_refused_only_when_tried() {
    for info in games::INFOS {
        for size in [(80, 24), (30, 20)] {
            let mut screen = Screen::new(game(info.id, small(5)), size, mono());
            screen.keys("<Enter>");
            assert!(!screen.shows("is occupied"), "{}", screen.text());
            let to_do = words::to_do(screen.table());
            let said = screen.words();
            assert!(to_do.split(' ').all(|word| said.contains(word)), "{}", screen.text());
            screen.keys("<Enter>").assert_shows("is occupied by");
        }
    }
    let mut screen = at("necklace", small(5));
    screen.keys("<Enter><Right>").assert_shows("d3").keys("<Left>").assert_shows("is occupied by");
}

#[test]
fn effects_of_moves_name_the_colours() {
    let cases = [
        ("multiplicity", "product White "),
        ("plurality", ": Black "),
        ("greylox", "groups White "),
    ];
    for (id, text) in cases {
        Screen::new(game(id, small(5)), (100, 30), mono()).assert_shows(text);
    }
}

#[test]
fn clicks_between_points_play_the_lit_point() {
    let mut screen = at("necklace", small(8));
    let (x, y) = screen.find("<").unwrap();
    // The row between two rows of points and the column between two columns.
    let at = (x + 3, y + 1);
    screen.mouse(MouseEventKind::Moved, at);
    let pointed = screen.table().hand().cell();
    screen.mouse(MouseEventKind::Down(MouseButton::Left), at);
    let table = screen.table();
    assert_eq!((table.timeline().steps(), table.game().board().at(pointed).is_some()), (1, true));
}

#[test]
fn giving_up_a_new_game_leads_back_to_where_it_was_begun() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    screen.keys("<Down><Down><Enter><Esc>");
    assert_eq!(screen.app.stack().home().selected(), 2);
    screen.keys("<Enter><End><Enter>N<Esc>").assert_shows("Plurality  square 13").keys("Q");
    assert_eq!(screen.app.stack().home().selected(), 0);
    screen.assert_shows("Continue game");
}

#[test]
fn refusals_name_keys_as_they_are_bound() {
    let mut screen = at("necklace", small(5));
    screen.play_some(3);
    let text = "theme = \"mono\"\n[keys.review]\nplay-on = [\"F5\"]\n";
    let mut screen = Screen::with_settings(replay(&screen.kept()[0], None), (80, 24), text);
    screen.keys("G").assert_shows("F5 plays from here");
}

#[test]
fn lists_name_keys_as_they_are_bound() {
    let text = "[keys.table]\nnext-variation = [\"F5\"]\n[keys.filter]\ncancel = [\"F6\"]\n";
    let mut screen = Screen::with_settings(game("necklace", small(5)), (80, 24), text);
    screen.keys("ma1<Enter>uma2<Enter>").assert_shows("variation 1 of 2 (F5)");
    screen.keys("O/nobody").assert_shows("no match; F6 shows all");
}

#[test]
fn the_news_of_a_step_are_not_repeated_at_a_resignation() {
    let mut screen = at("necklace", Setup { pie: Some(true), ..small(5) });
    screen
        .keys("mc3<Enter>Sy")
        .assert_shows("You swapped colours")
        .keys("Gy")
        .assert_shows("wins by resignation");
    assert!(!screen.shows("swapped colours"), "{}", screen.text());
}

#[test]
fn the_first_game_hint_is_for_those_who_play() {
    let mut screen =
        Screen::with_settings(game("necklace", small(5)), (80, 24), "theme = \"mono\"\n");
    screen.assert_shows("Your first Necklace game").keys("mc3<Enter>ma1<Enter>Bmb2<Enter>");
    assert!(!screen.shows("Your first Necklace game"), "{}", screen.text());
}

#[test]
fn the_keys_that_hold_everywhere_hold_on_a_page_of_text_too() {
    let page = || {
        let mut screen = at("necklace", small(5));
        screen
            .keys("i")
            .assert_shows("The rules of Necklace")
            .assert_shows("Esc close")
            .assert_shows("? help");
        screen
    };
    page().keys("o").assert_shows("Settings").keys("<Esc>").assert_shows("Necklace  square 5");
    page().keys("L").assert_shows("lesson");
    page()
        .keys("?")
        .assert_shows("Keys")
        .keys("<Esc>")
        .assert_shows("The rules of Necklace")
        .keys("<Esc>");
    assert!(!page().keys("<Esc>").shows("The rules of Necklace"));
}

#[test]
fn tips_are_absent_in_the_middle_of_a_record() {
    let mut screen = Screen::with_settings(game("necklace", small(5)), (80, 24), "");
    screen.assert_shows("Your first Necklace game").play_some(3);
    let mut screen = Screen::with_settings(replay(&screen.kept()[0], Some(3)), (80, 24), "");
    screen.keys("b").assert_shows("Playing from here").keys("<Tab>");
    assert!(!screen.shows("Your first"), "{}", screen.text());
}

#[test]
fn titles_cut_the_options_first() {
    let mut screen = Screen::new(game("plurality", Setup::default()), (60, 20), mono());
    screen.play_some(6).assert_shows("square 13, komi 5.5").keys("B[[");
    screen.assert_shows("turn 4 of 6  review").assert_shows("Plurality  square 13");
    screen.resize(46, 20).assert_shows("review");
}

#[test]
fn move_list_does_not_jump_in_turns_of_two_stones() {
    let mut screen = at("multiplicity", Setup::default());
    for second in 1..7 {
        screen.tick(std::time::Duration::from_secs(second)).play_some(1);
    }
    screen.keys("B<Home>");
    let row = |screen: &Screen| screen.find("├ Moves").unwrap().1;
    // Before any stone there are no groups.
    let before = row(screen.keys("]]]"));
    for key in ["]", "]", "[", "["] {
        assert_eq!(row(screen.keys(key)), before, "{}", screen.text());
    }
}

#[test]
fn signs_in_the_move_list_are_explained() {
    let mut screen = Screen::new(replay(sample("plurality"), None), (60, 20), mono());
    screen.assert_shows("Moves ").assert_shows(" + variations");
    assert!(!screen.shows("* comment"), "{}", screen.text());
    screen.keys("]cWhy<Enter>[").assert_shows(" + lines  * comment");
    screen.resize(80, 24).assert_shows(" + variations  * comment");
}

#[test]
fn deciding_groups_are_shown_in_the_result() {
    let mut screen = at("greylox", small(3));
    let turns = "b3 b4,e2 d3,c1 c2,a1 a2 b2 a3 c4 e1 b1 d4 xc1 c3 xe1 xc4 d2 e3 d1 c5";
    for turn in turns.split(' ') {
        screen.keys(&format!("m{turn}<Enter>"));
    }
    screen.assert_shows("Black wins, groups 9 1 to 9: Black cannot move.");
}

#[test]
fn esc_comes_back_to_the_game_from_a_new_one_and_from_the_list() {
    let mut screen = at("necklace", small(9));
    screen.keys("<Enter>");
    for key in ["N", "O", "o", "L", "<F1>"] {
        screen.keys(key);
        assert!(!screen.shows("place a stone"), "{key}: {}", screen.text());
        screen.keys("<Esc>").assert_shows("place a stone");
    }
}

#[test]
fn resigning_works_anywhere_and_refuses_before_asking() {
    let mut screen = at("necklace", small(9));
    screen.keys("<Enter><Tab><Enter>[").assert_shows("Red");
    screen.keys("G").assert_shows("Resign as Red? The game ends after its last move.");
    screen.keys("y").assert_shows("Blue wins by resignation").assert_shows("turn 2");
    screen.keys("G").assert_shows("The game is over").keys("[G").assert_shows("The game is over");
    let mut review = at("necklace", small(9));
    review.keys("<Enter>BG").assert_shows("Resign as Blue?").keys("n");
}

#[test]
fn trominoes_are_checked_at_their_third_cell() {
    let mut screen = at("plurality", small(9));
    for typed in ["c", "c3", "c3,", "c3,c4", "c3,c4*,c"] {
        screen.keys(&format!("m{typed}")).assert_shows("the star marks the opponent's stone");
        let ghost = &screen.table().hand().aim().ghost;
        assert_eq!(ghost.len(), typed.matches(|c: char| c.is_ascii_digit()).count(), "{typed}");
        assert_eq!(
            ghost.iter().any(|(_, colour)| *colour == Colour::Second),
            typed.contains('*'),
            "{typed}"
        );
        screen.keys("<Esc>");
    }
    screen.keys("mc3,c4<Enter>").assert_shows("three cells").keys("<Esc>");
    screen.keys("mc3,z9").assert_shows("z9").keys("<Esc>");
    screen.keys("mc3,c3").assert_shows("c3");
    assert!(screen.table().hand().aim().refused.is_some(), "{}", screen.text());
}

#[test]
fn the_usual_board_is_whole_beside_the_form() {
    for down in [2, 3] {
        let mut screen = Screen::new(Start::Home, (80, 24), mono());
        screen.keys(&"<Down>".repeat(down)).keys("<Enter>").assert_shows("New game: ");
        screen.assert_shows(&format!("├{}─┤", "─┼".repeat(11)));
    }
}
