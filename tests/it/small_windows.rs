//! Windows with little room: what is typed and what to do next are always seen, and what is cut is
//! marked.

#[allow(dead_code, reason = "each test program uses its part")]
use crate::support::{Screen, against, game, mono, seated, small, theme, timed};
use tetralith::program::Start;
use tetralith::theme::{Depth, Glyphs};
use tetralith_core::notation::Names;
use tetralith_core::{Colour, Setup, games};
use tetralith_session::lesson::GameLesson;
use tetralith_session::seat::Seat;
use tetralith_session::sentence::Sentence;
use tetralith_session::words::{self, board_text};

#[test]
fn typed_text_comes_before_remarks() {
    for size in [(80, 24), (80, 17), (60, 20), (40, 16), (40, 12)] {
        let mut screen = Screen::new(game("greylox", Setup::default()), size, mono());
        screen.keys("s").assert_shows("Save as: greylox-2026").assert_shows(".json");
        screen.assert_shows("a file name ending in .json").keys("<Esc>");
        screen
            .keys("E")
            .assert_shows("Picture to: ")
            .assert_shows(".svg")
            .assert_shows("copy")
            .keys("<Esc>");
        screen.keys("/sacrifice here").assert_shows("Find: sacrifice here").keys("<Esc>");
        screen.keys("me5").assert_shows("Play: e5");
        // The outcome of playing there is shown as far as there is room; if it is cut, a mark shows
        // this.
        let text = screen.text();
        let line = text.lines().find(|line| line.contains("Play:")).unwrap();
        assert!(
            size.1 >= 18 || line.ends_with("White 1, Black 0") || line.ends_with('…'),
            "{text}"
        );
    }
}

#[test]
fn keys_of_all_directions_are_whole_in_a_narrow_window() {
    let ascii = theme("mono", Depth::Mono, Glyphs::Ascii);
    for (size, wanted) in [((40, 16), 2), ((60, 20), 1), ((80, 24), 1)] {
        let mut screen = Screen::new(game("greylox", Setup::default()), size, ascii);
        screen.keys("?five cells");
        let keys = "Shift-Up / Shift-Down / Shift-Left / Shift-Right";
        assert!(screen.words().contains(keys), "{}", screen.text());
        let text = screen.text();
        let playing = text.lines().skip_while(|line| !line.contains("Playing"));
        let rows = playing.skip(1).take_while(|line| line.contains("Shift"));
        assert_eq!(rows.count(), wanted, "{text}");
    }
}

#[test]
fn long_lines_show_the_caret_and_mark_the_cut() {
    let mut screen = Screen::new(game("greylox", Setup::default()), (40, 16), mono());
    screen.keys("s<C-u>/home/somebody/games/of-this-year/the-final.json");
    screen.assert_shows("Save as: …").assert_shows("the-final.json");
    screen.keys("<Home>").assert_shows("Save as: /home/somebody").assert_shows("…");
}

#[test]
fn the_first_game_is_explained_whole_in_any_window() {
    for info in games::INFOS {
        for size in [(80, 24), (80, 17), (60, 20), (60, 16), (40, 16), (40, 12)] {
            let mut screen = Screen::with_settings(game(info.id, Setup::default()), size, "");
            for turn in 0..7 {
                let (width, rows) = (size.0 - 1, if size.1 < 18 { 1 } else { 2 });
                let hint = screen
                    .app
                    .game_view(screen.app.shared().area())
                    .unwrap()
                    .first_game_hint(width, rows)
                    .unwrap();
                assert!(screen.words().contains(&hint), "{hint}\n{}", screen.text());
                if turn == 0 && (size.0 > 40 || info.id != "plurality") {
                    assert!(hint.contains("Esc hides this"), "{hint}");
                }
                screen.play_some(1);
            }
        }
    }
}

#[test]
fn the_first_game_is_explained_while_cells_are_picked() {
    for size in [(80, 24), (40, 16)] {
        let mut screen = Screen::with_settings(game("plurality", small(5)), size, "");
        let says = |screen: &Screen, text: &str| {
            assert!(screen.words().contains(text), "{text}\n{}", screen.text());
        };
        says(&screen, "Enter drops");
        screen.keys(" ");
        says(&screen, "Space picks the second of three cells");
        assert!(!screen.words().contains("drops"), "{}", screen.text());
        screen.keys("e");
        says(&screen, "You are picking cells one by one; Esc unpicks the last.");
        screen.keys("<Tab> ");
        says(&screen, "Space picks the third of three cells");
        screen.keys("<Tab> ");
        says(&screen, "the opponent");
        screen.keys("<Enter>");
        says(&screen, "Enter drops");
    }
}

#[test]
fn explanations_of_settings_are_shown_whole() {
    let mut screen = Screen::new(Start::Home, (40, 16), mono());
    screen.keys(":settings<Enter>");
    for setting in tetralith::settings::Setting::ALL {
        assert!(screen.words().contains(setting.what()), "{}\n{}", setting.what(), screen.text());
        screen.keys("<Down>");
    }
}

#[test]
fn pages_show_their_scroll_position() {
    for info in games::INFOS {
        let mut screen = Screen::new(game(info.id, Setup::default()), (40, 16), mono());
        screen
            .keys("I")
            .assert_shows("1-13 of ")
            .keys("<PageDown>")
            .assert_shows(&format!("of {}", info.title));
        screen
            .keys("<Esc>?")
            .assert_shows("Esc close")
            .assert_shows("type to search")
            .assert_shows("1-13");
        screen.keys("<Esc>L<Right>");
        let text = screen.text();
        assert!(
            text.lines().all(|line| !line.contains("No full…") && !line.ends_with("smal")),
            "{text}"
        );
        screen.keys("<End>").assert_shows("Puzzles: rating 1000, 0 solved");
    }
    for size in [(80, 24), (60, 20), (40, 16)] {
        let mut screen = Screen::new(game("greylox", Setup::default()), size, mono());
        screen.keys("?no such thing anywhere");
        assert!(screen.words().contains("Esc shows every key again."), "{}", screen.text());
    }
}

#[test]
fn every_label_of_the_form_is_clear_of_its_value() {
    let mut screen = Screen::new(Start::Home, (40, 24), mono());
    screen.keys(":new game: plurality<Enter>");
    let text = screen.text();
    assert!(
        text.lines().all(|line| line.find('◄').is_none_or(|at| line[..at].ends_with(' '))),
        "{text}"
    );
}

#[test]
fn lessons_are_whole_in_a_small_window() {
    for info in crate::support::kept_games() {
        let mut screen = Screen::new(game(info.id, Setup::default()), (40, 16), mono());
        let count = GameLesson::of(info).unwrap().steps.len();
        for at in 0..count {
            screen.keys("L<Right><Home>").keys(&"<Down>".repeat(at)).keys("<Enter>");
            let step = screen.app.stack().lesson().unwrap().step().clone();
            assert_eq!(screen.app.stack().lesson().unwrap().at(), at);
            let says = |screen: &Screen, text: &str| {
                assert!(screen.words().contains(text), "{text}\n{}", screen.text());
            };
            let spelt = |screen: &Screen, text: &Sentence| {
                let shared = screen.app.shared();
                shared.key_names(screen.app.stack().contexts(shared)).spell(text)
            };
            says(&screen, &spelt(&screen, &step.text));
            says(&screen, &spelt(&screen, &step.order));
            let text = screen.text();
            let title = text.lines().next().unwrap();
            assert!(title.contains(&step.title) || title.contains('…'), "{text}");
            assert!(!text.contains("larger window"), "{text}");
            if let Some(&answer) =
                step.solution.answers.iter().find(|step| step.cells().next().is_some())
            {
                let name =
                    Names::of(screen.app.stack().lesson().unwrap().table().game()).step(answer);
                screen.keys(&format!("m{name}"));
                says(&screen, &format!("Play: {name}"));
                screen.keys("<Enter>");
            } else {
                screen.keys("<Enter>");
            }
            if let Some(feedback) = screen.app.stack().lesson().and_then(|lesson| lesson.feedback())
            {
                says(&screen, &spelt(&screen, &feedback.text));
            }
            if screen.app.stack().lesson().is_none() {
                // The last step begins a game.
                continue;
            }
            screen.keys("<Esc>");
        }
    }
}

#[test]
fn one_line_has_room_for_both_sides_and_what_is_to_be_done() {
    for size in [(40, 12), (40, 16)] {
        for (id, board) in [("greylox", 7), ("plurality", 13), ("necklace", 13)] {
            let mut screen = Screen::new(game(id, small(board)), size, mono());
            for _ in 0..9 {
                let text = screen.text();
                let line = text.lines().nth(1).unwrap();
                let table = screen.table();
                // Both stones, each with a figure after it, and the beginning of what is to be
                // done.
                let figures = line.replace(['○', '●', '►'], "\u{1}");
                let figures: Vec<&str> =
                    figures.split('\u{1}').filter(|part| !part.trim().is_empty()).collect();
                assert_eq!(figures.len(), 2, "{text}");
                assert!(line.contains(&words::to_do(table)[..8]), "{text}");
                assert!(line.contains(&words::to_do(table)) || line.ends_with('…'), "{text}");
                screen.play_some(1);
            }
            screen.keys("u").assert_shows("Later moves are kept; redo shows them.");
        }
    }
}

#[test]
fn lesson_prompts_begin_with_an_example() {
    let mut screen = Screen::new(game("greylox", Setup::default()), (40, 16), mono());
    screen
        .keys("L<Right><Home>")
        .keys(&"<Down>".repeat(10))
        .keys("<Enter><Enter>m")
        .assert_shows("Play:    such as d4");
}

#[test]
fn the_form_explains_how_to_begin_whole() {
    for info in games::INFOS {
        let mut screen = Screen::new(Start::Home, (40, 16), mono());
        screen.keys(&format!(":new game: {}<Enter>", info.id));
        for _ in 0..4 {
            assert!(screen.words().contains("Enter starts the game"), "{}", screen.text());
            screen.keys("<Right>");
        }
    }
}

#[test]
fn comments_are_marked_beside_the_turn() {
    let mut screen = Screen::new(game("plurality", Setup::default()), (40, 16), mono());
    screen.play_some(3).keys("Gycwell<Enter>");
    screen.assert_shows("turn 3").assert_shows("game over").assert_shows("* c");
}

#[test]
fn both_clocks_are_seen_where_there_is_no_panel() {
    for info in games::INFOS {
        for size in [(40, 16), (44, 18), (30, 10)] {
            let setup = small(i64::from(info.boards[0].min.max(4)));
            for seats in [<[Seat; 2]>::default(), against("novice")] {
                let start = seated(info.id, setup, seats, timed("10m+5s"));
                let mut screen = Screen::new(start, size, mono());
                for _ in 0..3 {
                    let text = screen.text();
                    assert_eq!(text.matches(" 10:0").count(), 2, "{} at {size:?}\n{text}", info.id);
                    screen.play_some(1);
                }
            }
        }
    }
    // Without a clock both figures are whole.
    let mut screen = Screen::new(game("necklace", small(4)), (30, 10), mono());
    screen.play_some(1);
    assert_eq!(screen.text().matches(" to go").count(), 2, "{}", screen.text());
}

#[test]
fn the_editor_says_whole_what_is_set() {
    let mut screen = Screen::new(Start::Home, (40, 16), mono());
    screen.keys("W").assert_shows("hexagon, side 6").assert_shows("first stone");
    let text = screen.text();
    assert!(
        text.lines().take(2).all(|line| line.chars().count() <= 40 && !line.contains('…')),
        "{text}"
    );
    for info in games::INFOS {
        let mut screen = Screen::new(game(info.id, Setup::default()), (40, 16), mono());
        screen.play_some(2).keys("W").assert_shows("position");
        for _ in 0..4 {
            let text = screen.text();
            let (title, row) = (text.lines().next().unwrap(), text.lines().nth(1).unwrap());
            let size = board_text(info.boards[0].shape, info.boards[0].default);
            assert!(title.contains(&size), "{text}");
            assert!(row.contains("place") && row.contains("to move"), "{text}");
            let ends = ["stone", "move ○", "move ●", "pass", "passes", "sides"];
            let names_cell = row.contains("next to ") || row.contains("after ");
            let names_side =
                Colour::BOTH.into_iter().any(|colour| row.ends_with(info.side(colour).title));
            assert!(
                names_cell || names_side || ends.iter().any(|end| row.ends_with(end)),
                "{text}"
            );
            screen.keys("t");
        }
    }
}

#[test]
fn results_stay_beside_notices() {
    for size in [(80, 24), (60, 20), (40, 16)] {
        let mut screen = Screen::new(game("necklace", small(2)), size, mono());
        screen.play_some(9).keys("b");
        for text in ["wins by connection.", "go back to an earlier turn and play from there."] {
            assert!(screen.words().contains(text), "{text} at {size:?}\n{}", screen.text());
        }
    }
}

#[test]
fn lessons_and_series_are_whole_at_60_columns() {
    let mut screen = Screen::new(Start::Home, (60, 20), mono());
    screen.keys("L").assert_shows("→ lessons").keys("<Right><End>").assert_shows("← games");
    assert!(!screen.shows("…"), "{}", screen.text());
    screen.assert_shows("Puzzles, three minutes: best 0").assert_shows("0 solved");
    // In a narrow one the list takes the place of the games.
    screen.resize(40, 16).assert_shows("Puzzles, three minutes: best 0");
    screen.keys("<Left>").assert_shows("Greylox");
}
