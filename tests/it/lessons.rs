//! Lessons, reasons, the rules beside the board and the first-game hint, played through the whole
//! program.

use std::thread;

use crate::support::{Screen, game, mono, small, theme};
use ratatui::layout::Rect;
use tetralith::keymap::KEYMAP;
use tetralith::keymap::spell::KeyNames;
use tetralith::program::Start;
use tetralith::theme::{Depth, Glyphs};
use tetralith::tui::layers::lesson::view::{LessonAreas, room_for, title_width};
use tetralith_core::notation::Names;
use tetralith_core::{Cell, CellSet, Game, Info, Setup, Step, games};
use tetralith_session::lesson::{GameLesson, Lesson, LessonTask, Manner};
#[allow(dead_code, reason = "other test programs use the rest")]
use tetralith_terminput::MouseEventKind;

/// The sizes that lessons are taken in, and whether every cell is pressed in every step.
const SIZES: [((u16, u16), bool); 4] =
    [((80, 24), true), ((60, 20), true), ((70, 24), false), ((200, 50), false)];

fn area(screen: &Screen) -> Rect {
    screen.app.shared().area()
}

pub(crate) fn lesson(screen: &Screen) -> &Lesson {
    screen.app.stack().lesson().unwrap_or_else(|| panic!("no lesson:\n{}", screen.text()))
}

/// The program at the first step of the lesson of `info`.
fn begin(info: &Info, size: (u16, u16)) -> Screen {
    let mut screen = Screen::new(Start::Home, size, mono());
    let down = games::INFOS.iter().position(|other| other.id == info.id).unwrap();
    screen.keys(&"<Down>".repeat(down)).keys("L<Enter>");
    assert_eq!((lesson(&screen).course().info.id, lesson(&screen).at()), (info.id, 0));
    screen
}

#[test]
fn help_in_a_lesson_has_the_signs_of_its_board() {
    let colours = theme("dark", Depth::TrueColour, Glyphs::Unicode);
    for (theme, cursor) in [(colours, "┌─┐"), (mono(), "[ ]")] {
        let mut screen = Screen::new(Start::Home, (120, 40), theme);
        screen.keys("L<Enter>?").assert_shows("Legend of the board");
        let text = screen.text();
        assert!(text.lines().any(|line| line.contains(&format!("{cursor}  cursor"))), "{text}");
    }
}

/// The names of the keys in the texts of the lesson on the screen.
fn keys(screen: &Screen) -> KeyNames<'_> {
    screen.app.shared().key_names(screen.app.stack().contexts(screen.app.shared()))
}

/// Nothing of the text, and of the messages, is cut off, and all of it is on the screen.
#[track_caller]
pub(crate) fn assert_fits(screen: &Screen) {
    let lesson = lesson(screen);
    let keys = keys(screen);
    let areas = LessonAreas::of(lesson, &keys, screen.app.shared().display, area(screen));
    assert!(areas.board.is_some(), "no board:\n{}", screen.text());
    assert!(title_width(lesson) <= area(screen).width, "the title is too long:\n{}", screen.text());
    for (wanted, rows) in room_for(lesson, &keys, screen.app.shared().display, area(screen)) {
        assert!(wanted <= rows, "{wanted} rows wanted, {rows} there:\n{}", screen.text());
    }
    assert!(!screen.text().contains('{'), "{}", screen.text());
    let shown: String = screen.words();
    let text = keys.spell(&lesson.step().text);
    let last = text.split_whitespace().next_back().unwrap();
    assert!(shown.contains(last), "'{last}' is not shown:\n{}", screen.text());
    if let Some(feedback) = lesson.feedback() {
        let text = keys.spell(&feedback.text);
        let last = text.split_whitespace().next_back().unwrap();
        assert!(shown.contains(last), "'{last}' is not shown:\n{}", screen.text());
    }
}

/// Puts the cursor on `cell` with the mouse and presses there.
fn press(screen: &mut Screen, cell: Cell) {
    let areas =
        LessonAreas::of(lesson(screen), &keys(screen), screen.app.shared().display, area(screen));
    let layout = areas.board.unwrap();
    let at = area(screen)
        .positions()
        .find(|&at| layout.cell_at(at) == Some(cell))
        .expect("the cell is in view");
    screen.click((at.x, at.y));
}

/// Makes `step` by keys.
fn make(screen: &mut Screen, step: Step) {
    match step {
        Step::Pass => screen.keys("p"),
        Step::Swap => screen.keys("S"),
        step => {
            let name = Names::of(lesson(screen).table().game()).step(step);
            screen.keys(&format!("m{name}<Enter>"))
        }
    };
}

#[test]
fn every_lesson_has_a_dozen_steps_and_ends_with_a_game() {
    for info in crate::support::kept_games() {
        let course = GameLesson::of(info).unwrap_or_else(|error| panic!("{}: {error}", info.id));
        assert!((10..=14).contains(&course.steps.len()), "{}: {}", info.id, course.steps.len());
        assert_eq!(course.steps.last().map(|step| step.task), Some(LessonTask::Game));
        let doing = course
            .steps
            .iter()
            .filter(|step| matches!(step.task, LessonTask::Play | LessonTask::TryIllegal));
        assert!(doing.count() >= 7, "{}: too little to do", info.id);
        let refused =
            course.steps.iter().filter(|step| step.task == LessonTask::TryIllegal).count();
        assert!(refused >= 2, "{}: too little is refused", info.id);
    }
}

#[test]
fn every_lesson_step_can_be_done_and_explains_faults() {
    thread::scope(|scope| {
        for (size, all) in SIZES {
            scope.spawn(move || every_step_can_be_taken_at(size, all));
        }
    });
}

fn every_step_can_be_taken_at(size: (u16, u16), all: bool) {
    for info in crate::support::kept_games() {
        let mut screen = begin(info, size);
        let steps = lesson(&screen).course().steps.clone();
        for (at, step) in steps.iter().enumerate() {
            let context = format!("{} step {} at {size:?}", info.id, at + 1);
            assert_eq!(lesson(&screen).at(), at, "{context}");
            assert_fits(&screen);
            screen.keys("H");
            assert_fits(&screen);
            screen.keys("u");
            match step.task {
                LessonTask::Look => {}
                LessonTask::Game => continue,
                LessonTask::Play => play(&mut screen, &context, all),
                LessonTask::TryIllegal => try_illegal(&mut screen, &context, all),
            }
            assert_fits(&screen);
            screen.keys("<Enter>");
        }
        screen.keys("<Enter>");
        let table = screen.table();
        assert_eq!(
            (table.game().info().id, table.game().options()),
            (info.id, steps[steps.len() - 1].options())
        );
        let levels: Vec<_> = table
            .players()
            .holders_in(table.timeline())
            .iter()
            .map(|seat| seat.level().map(|level| level.id))
            .collect();
        assert_eq!(levels, [None, Some("novice")]);
        let progress = &screen.app.shared().learnt.progress;
        assert_eq!(progress.done(info, steps.len()), steps.len());
    }
}

fn play(screen: &mut Screen, context: &str, all: bool) {
    let step = lesson(screen).step().clone();
    assert!(!step.remarks.right.is_empty(), "{context}");
    let legal = step.timeline.position().legal();
    for (wrong, reply) in &step.remarks.wrong {
        assert!(
            legal.contains(wrong) && !step.solution.answers.contains(wrong),
            "{context}: {wrong:?}"
        );
        make(screen, *wrong);
        let feedback = lesson(screen).feedback().unwrap();
        assert_eq!((&feedback.text, feedback.manner), (reply, Manner::Wrong), "{context}");
        assert!(!lesson(screen).is_done());
        assert_fits(screen);
    }
    // Every cell of the board can be pressed: it is right, or a message is shown about it.
    for cell in step.options().geometry().cells().filter(|_| all) {
        press(screen, cell);
        assert!(
            lesson(screen).feedback().is_some_and(|feedback| !feedback.text.is_empty()),
            "{context}: {cell:?}"
        );
        assert_fits(screen);
        if area(screen).width < 70 {
            screen.keys("y");
            assert_fits(screen);
        }
        screen.keys("u");
    }
    let answers = if step.solution.answers.is_empty() {
        legal.into_iter().take(5).collect()
    } else {
        step.solution.answers.clone()
    };
    for answer in answers {
        screen.keys("u");
        make(screen, answer);
        let feedback = lesson(screen).feedback().unwrap();
        assert_eq!(
            (&feedback.text, feedback.manner),
            (&step.remarks.right, Manner::Right),
            "{context}: {answer:?}"
        );
        assert!(lesson(screen).is_done());
        assert_fits(screen);
    }
}

fn try_illegal(screen: &mut Screen, context: &str, all: bool) {
    let step = lesson(screen).step().clone();
    let game: &Game = step.timeline.position();
    let legal = game.legal();
    let any = step.solution.refused.is_empty() && step.solution.answers.is_empty();
    for cell in step.options().geometry().cells().filter(|_| all) {
        press(screen, cell);
        let feedback =
            lesson(screen).feedback().unwrap_or_else(|| panic!("{context}: {cell:?}")).clone();
        let wanted = step.solution.refused.contains(cell)
            || any && legal.iter().all(|step| step.cells().all(|at| at != cell));
        if wanted {
            assert_eq!(feedback.manner, Manner::Right, "{context}: {cell:?}, {:?}", feedback.text);
        }
        assert_eq!(feedback.manner == Manner::Right, lesson(screen).is_done(), "{context}");
        assert_fits(screen);
        screen.keys("u");
    }
    for &answer in &step.solution.answers {
        assert!(game.check(answer).is_err(), "{context}: {answer:?}");
        make(screen, answer);
    }
    let occupied = game.board().occupied();
    for cell in if any { occupied } else { step.solution.refused } {
        screen.keys("u");
        press(screen, cell);
    }
    let [told, right] = [&lesson(screen).feedback().unwrap().text, &step.remarks.right]
        .map(|text| keys(screen).spell(text));
    assert!(lesson(screen).is_done() && told.ends_with(&right), "{context}: {told}");
}

#[test]
fn texts_name_the_keys_as_they_are_bound() {
    for info in games::INFOS {
        for part in info
            .texts
            .lesson
            .split('{')
            .filter(|part| !part.trim_start().starts_with(['"', '}']) && part.contains('}'))
        {
            let (action, _) = part.split_once('}').unwrap();
            let known = action.contains('"') || KEYMAP.iter().any(|binding| binding.name == action);
            assert!(known, "{}: no action is called {action}", info.id);
        }
    }
    let mut screen = Screen::with_settings(
        Start::Home,
        (80, 24),
        "[keys.lesson]\npass = [\"F9\"]\nwhy = [\"F8\"]\n",
    );
    screen.keys("L<Enter>]]]]").assert_shows("press F9.").keys("]]]]]]]").assert_shows("F8 to");
    let keys = "[keys.anywhere]\nlearn = [\"F7\"]\n";
    Screen::with_settings(game("greylox", small(4)), (80, 24), keys).assert_shows("F7 lesson,");
}

#[test]
fn finished_steps_are_ticked_and_kept() {
    let mut screen = begin(games::INFOS[1], (80, 24));
    screen.keys("<Enter><Enter>");
    assert_eq!(lesson(&screen).at(), 2);
    // Going back and on again takes nothing away.
    screen
        .keys("[[")
        .assert_shows("1 of 13  The aim ✓")
        .keys("[")
        .assert_shows("This is the first step.");
    screen.keys("]]").assert_shows("3 of 13").keys("<Esc>").assert_shows("2 of 13 done");
    screen.assert_shows("✓  1  The aim").assert_shows("Next: step 3 of 13, Control");
    let mut screen = screen.again(Start::Home);
    screen.keys("L").assert_shows("0 of 12 done");
    screen
        .assert_shows("✓  2  Sight")
        .assert_shows("2 of 13 done")
        .keys("<Enter>")
        .assert_shows("3 of 13  Control");
    // A step can be chosen from the list, by keys and with the mouse.
    screen.keys("<Esc><Right><Down><Enter>").assert_shows("4 of 13  Closed cells");
    screen.keys("<Esc>").click_on("Blocking").assert_shows("5 of 13  Blocking");
    screen.keys("<Esc>").click_on("Necklace").assert_shows("Learn Necklace  1 of 13");
}

#[test]
fn one_sign_shows_where_keys_go_in_the_list_of_lessons() {
    let mut screen = begin(games::INFOS[1], (80, 24));
    screen.keys("<Enter><Enter><Esc>");
    let signs = |screen: &Screen| screen.text().matches('>').count();
    screen.assert_shows("> Greylox").assert_shows("Next: step 3 of 13");
    assert_eq!(signs(&screen), 1, "{}", screen.text());
    screen.keys("<Right>").assert_shows(">   3  Control");
    assert_eq!(signs(&screen), 1, "{}", screen.text());
    screen.keys("<Up>").assert_shows(">✓  2  Sight").keys("<Left>").assert_shows("> Greylox");
}

#[test]
fn damaged_progress_is_reported_and_not_overwritten() {
    let mut screen = begin(games::INFOS[0], (80, 24));
    let path = screen.path().join("data/learning.json");
    screen.keys("<Enter>");
    assert!(std::fs::read_to_string(&path).unwrap().contains("multiplicity"));
    std::fs::write(&path, "not this").unwrap();
    let mut screen = screen.again(Start::Home);
    screen.assert_shows("Your progress cannot be read");
    // Each later step that is not saved is reported.
    let mut tells = |keys| {
        let text = screen.keys(keys).text();
        text.contains("Your progress is not saved")
    };
    assert!(["L<Enter>", "<Enter>", "<Enter>"].into_iter().any(&mut tells));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "not this");
}

#[test]
fn lessons_are_reached_from_everywhere_and_left_the_same_way() {
    let mut screen = Screen::new(game("plurality", small(5)), (80, 24), mono());
    screen.play_some(2);
    let before = screen.text();
    screen.keys("L").assert_shows("> Plurality").keys("<Enter>").assert_shows("Learn Plurality");
    screen.keys("<Enter><Enter>");
    assert_eq!(lesson(&screen).table().timeline().steps(), 1);
    screen.keys("<Esc><Esc>");
    assert_eq!(screen.text(), before);
    screen
        .keys("N")
        .assert_shows("Start")
        .keys("L")
        .assert_shows("> Plurality")
        .keys("<Esc>")
        .assert_shows("Start");
    screen
        .keys("<Esc>Q")
        .click_on("Learn")
        .assert_shows("rules, strategy, games to watch")
        .keys("<Esc>");
    assert!(screen.shows("Open a saved game"));
}

#[test]
fn lessons_work_without_colours_and_in_ascii() {
    for info in games::INFOS {
        let mut screen =
            Screen::new(Start::Home, (80, 24), theme("mono", Depth::Mono, Glyphs::Ascii));
        let down = games::INFOS.iter().position(|other| other.id == info.id).unwrap();
        screen.keys(&"<Down>".repeat(down)).keys("L<Enter>");
        for _ in 0..lesson(&screen).course().steps.len() {
            assert!(screen.text().is_ascii() && !screen.text().contains("??"), "{}", screen.text());
            screen.keys("H]");
        }
    }
}

#[test]
fn hints_of_a_lesson_end_with_the_answer() {
    for info in crate::support::kept_games() {
        let mut screen = begin(info, (80, 24));
        for (at, step) in GameLesson::of(info).unwrap().steps.iter().enumerate() {
            assert_eq!(lesson(&screen).at(), at);
            let solution = &step.solution;
            let is_open = solution.answers.is_empty() && solution.refused.is_empty();
            if !(step.looks() || is_open) {
                screen.assert_shows("H hint").keys("HH").assert_shows("The answer is");
                let cells = lesson(&screen).highlights();
                for step in &solution.answers {
                    assert!(step.cells().all(|cell| cells.contains(cell)), "{} {at}", info.id);
                }
                assert_fits(&screen);
            }
            screen.keys("]");
        }
    }
}

#[test]
fn explanations_are_put_away_before_a_lesson_is_left() {
    let mut screen = begin(games::INFOS[3], (80, 24));
    screen.keys("]]").assert_shows("3 of 13").assert_shows("Esc back");
    screen.keys("y").assert_shows("Esc hide").keys("<Esc>").assert_shows("Esc back");
    assert!(lesson(&screen).feedback().is_none());
    screen.keys("<Esc>").assert_shows("1 of 13 done");
}

#[test]
fn signs_on_the_board_come_with_their_explanation() {
    let mut screen = begin(games::INFOS[3], (120, 40));
    for step in 1..=13 {
        screen.assert_shows(&format!("{step} of 13"));
        assert!(step > 3 || !screen.shows("closed to") && !screen.shows("legal"), "{step}");
        if step == 4 {
            screen.assert_shows("closed to");
        }
        screen.keys("]");
    }
}

#[test]
fn answered_steps_have_no_mark_of_a_move_to_come() {
    let mut screen = begin(games::INFOS[0], (80, 24));
    screen.keys("]]").assert_shows("3 of 12").assert_shows("<").keys("ma2<Enter>");
    assert!(lesson(&screen).is_done());
    let names = Names::of(lesson(&screen).table().game());
    let board = LessonAreas::of(
        lesson(&screen),
        &keys(&screen),
        screen.app.shared().display,
        area(&screen),
    );
    let rect = board.board.unwrap().rect(names.parse_cell("a2").unwrap()).unwrap();
    let row = screen.text().lines().nth(usize::from(rect.y)).unwrap().to_owned();
    assert!(!row.contains('<') && !row.contains('>'), "{row}");
    assert!(!lesson(&screen).table().hand().is_playable());
}

#[test]
fn cells_typed_in_the_palette_are_played_in_a_lesson() {
    let mut screen = begin(games::INFOS[3], (80, 24));
    screen.keys("]]").assert_shows("3 of 13").keys(":").assert_shows("or a move to play");
    screen.keys("a1").assert_shows("Play a1").keys("<Enter>").assert_shows("still apart");
    screen.keys(":c3<Enter>").assert_shows("Red wins");
    assert!(lesson(&screen).is_done());
    screen.keys(":b2");
    assert!(!screen.shows("Play b2"), "nothing is left to play:\n{}", screen.text());
}

#[test]
fn an_illegal_step_elsewhere_is_not_the_one_asked_for() {
    let mut screen = begin(games::INFOS[0], (80, 24));
    screen.keys("]]]").assert_shows("4 of");
    assert!(!lesson(&screen).is_done());
    screen.keys("ma1<Enter>").assert_shows("a1 is occupied by White");
    assert!(!lesson(&screen).is_done(), "{}", screen.text());
    screen.keys("md1<Enter>");
    assert!(lesson(&screen).is_done(), "{}", screen.text());
}

#[test]
fn lists_of_lessons_begin_at_the_game_under_way() {
    let mut screen = begin(games::INFOS[3], (80, 24));
    screen.keys("]<Esc><Esc>L").assert_shows("Next: step 2 of 13, Connect");
    // So they do in the next run.
    screen.again(Start::Home).keys("L").assert_shows("Next: step 2 of 13, Connect");
}

#[test]
fn a_prompt_in_a_lesson_says_what_is_no_step() {
    let mut screen = begin(games::INFOS[0], (60, 20));
    screen.keys("]mz9<Enter>").assert_shows("'z9' is not a cell");
    screen.keys("<Esc>ma2").assert_shows("Play: a2").keys("<Enter>");
    assert!(lesson(&screen).is_done());
}

#[test]
fn a_cell_is_explained_and_what_explains_it_is_lit() {
    let mut screen =
        Screen::new(game("greylox", Setup { opening: Some(false), ..small(3) }), (80, 24), mono());
    for step in ["b1", "a1", "a2", "e3"] {
        screen.keys(&format!("m{step}<Enter>"));
    }
    let go_to = |screen: &mut Screen, name: &str| {
        let cell = screen.table().names().parse_cell(name).unwrap();
        let layout = tetralith::tui::panels::Areas::of(
            screen.table(),
            screen.app.shared().display,
            area(screen),
        );
        let layout = layout.board.unwrap();
        let at = area(screen).positions().find(|&at| layout.cell_at(at) == Some(cell)).unwrap();
        screen.mouse(MouseEventKind::Moved, (at.x, at.y));
    };
    let lit = |screen: &Screen| screen.table().names().list(&screen.app.highlights());
    go_to(&mut screen, "a1");
    screen
        .keys("y")
        .assert_shows("White can flip the stone on a1: White controls it with the stones on a2");
    assert_eq!(lit(&screen), "a2 and b1");
    go_to(&mut screen, "e3");
    screen.keys("y").assert_shows("xe3 is illegal: in a corner a flip needs two White stones");
    assert_eq!(lit(&screen), "no cell");
    go_to(&mut screen, "c3");
    screen.keys("y").assert_shows("White can place a stone on c3: ");
    screen.keys("<Left>");
    assert_eq!(
        (lit(&screen).as_str(), screen.app.shared().notices.shown.as_ref()),
        ("no cell", None)
    );
    // Lit cells look otherwise than before.
    go_to(&mut screen, "a1");
    let before = screen.styles();
    screen.keys("y");
    assert_ne!(screen.styles(), before);
}

#[test]
fn the_rules_are_beside_the_board_where_there_is_room() {
    for info in crate::support::kept_games() {
        let mut screen = Screen::new(game(info.id, Setup::default()), (80, 24), mono());
        screen.keys("I").assert_shows("├ Rules ").assert_shows(" 1-").assert_shows("Designed by");
        let mover = info.colours[0].title;
        screen.assert_shows(mover);
        for _ in 0..20 {
            screen.keys("<PageDown>");
        }
        let last = info.texts.rules.split_whitespace().next_back().unwrap();
        screen.assert_shows(last).keys("<PageUp><PageUp>");
        assert!(screen.app.shared().display.rules.unwrap() > 0);
        // The wheel scrolls them as well, and a click on them goes to no move.
        let before = screen.app.shared().display.rules.unwrap();
        screen.mouse(MouseEventKind::ScrollUp, (70, 20));
        assert!(screen.app.shared().display.rules.unwrap() < before);
        screen.mouse(MouseEventKind::ScrollDown, (70, 20));
        // The game goes on beside them, in larger and smaller windows too.
        let place = screen.play_some(2).table().place();
        for row in 1..21 {
            screen.click((60, row));
        }
        assert_eq!(screen.table().place(), place);
        screen.resize(200, 50).assert_shows(last).resize(40, 20);
        assert!(!screen.shows("I hides"), "{}", screen.text());
        screen.keys("I").assert_shows(&format!("The rules of {}", info.title)).keys("<Esc>");
        screen.resize(80, 24).keys("I").assert_shows("Moves");
    }
}

#[test]
fn first_games_show_tips_until_dismissed() {
    let says = |screen: &mut Screen, text: &str| {
        let columns = screen.app.shared().window.size.width - 1;
        let hint = screen
            .app
            .game_view(screen.app.shared().area())
            .unwrap()
            .first_game_hint(columns, 2)
            .unwrap_or_else(|| panic!("no hint:\n{}", screen.text()));
        assert!(hint.contains(text), "{hint}");
        // All of it is there, at any width.
        let shown: String = screen.words();
        assert!(shown.contains(&hint), "{}", screen.text());
    };
    for size in [(80, 24), (60, 20)] {
        let mut screen = Screen::with_settings(game("greylox", small(4)), size, "");
        says(&mut screen, "Your first Greylox game: place the first stone on any cell.");
        screen.keys("<Enter>");
        says(&mut screen, "next to d4");
        screen.keys("<Tab><Enter>");
        says(&mut screen, "place a second stone, touching no other");
        // Esc takes back first what there is to take back.
        screen.keys("<Esc>");
        assert_eq!(screen.table().place(), "d4");
        screen.keys("<Tab><Enter><Tab><Enter>");
        says(&mut screen, "next to");
        screen.keys("<Tab><Enter><Tab><Enter><Esc>");
        assert!(!screen.shows("Your first"), "{}", screen.text());
        assert!(screen.app.shared().learnt.progress.has_played(games::info("greylox").unwrap()));
        assert!(!screen.app.shared().learnt.progress.has_played(games::info("plurality").unwrap()));
    }
    for info in games::INFOS {
        let mut screen = Screen::with_settings(game(info.id, small(5)), (60, 20), "");
        says(&mut screen, info.title);
        screen.play_some(24);
        if screen.table().outcome().is_none() {
            says(&mut screen, info.title);
        }
    }
    let mut screen = Screen::with_settings(game("plurality", small(5)), (80, 24), "hints = false");
    assert!(!screen.shows("Your first"), "{}", screen.text());
    screen.play_some(2);
    assert!(
        screen.app.game_view(screen.app.shared().area()).unwrap().first_game_hint(79, 2).is_none()
    );
}

#[test]
fn a_game_played_to_its_end_is_no_longer_new() {
    let mut screen = Screen::with_settings(game("multiplicity", small(2)), (80, 24), "");
    screen.assert_shows("Your first Multiplicity game").play_some(20);
    assert!(screen.table().outcome().is_some());
    let dir = std::fs::read_to_string(screen.path().join("data/learning.json")).unwrap();
    assert!(dir.contains("\"played\": true"), "{dir}");
    screen.keys("N");
    assert!(screen.app.shared().learnt.progress.has_played(games::INFOS[0]));
}

#[test]
fn lesson_on_equal_groups_shows_the_whole_result() {
    let info = games::info("greylox").unwrap();
    let mut screen = begin(info, (80, 24));
    while lesson(&screen).step().title != "Equal groups" {
        screen.keys("]");
    }
    screen.assert_shows("White wins, groups 7 5 to 7:").assert_shows("Black cannot move.");
}

#[test]
fn a_list_that_goes_on_says_so() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    screen.keys("L<Right>").assert_shows("Strategy").assert_shows("▼");
    assert!(!screen.shows("▲"), "{}", screen.text());
    screen.keys("<End>").assert_shows("Puzzles").assert_shows("▲");
    assert!(!screen.shows("▼"), "{}", screen.text());
    // On the home screen of a low window, too.
    let mut screen = Screen::new(Start::Home, (40, 16), mono());
    screen.assert_shows("▼").keys("<End>").assert_shows("Quit").assert_shows("▲");
}

#[test]
fn lessons_name_keys_only_where_it_helps() {
    for info in crate::support::kept_games() {
        let mut screen = begin(info, (120, 40));
        for _ in 1..lesson(&screen).course().steps.len() {
            let step = lesson(&screen).step().clone();
            let is_open = step.solution.answers.is_empty() && step.solution.refused.is_empty();
            let has_hint = !(step.looks() || is_open && step.remarks.hint.is_empty());
            assert_eq!(screen.shows("H hint"), has_hint, "{}", screen.text());
            if step.looks() {
                for key in ["y", "H"] {
                    screen
                        .keys(key)
                        .assert_shows("There is no move to make in this step; Enter continues.");
                    assert!(
                        lesson(&screen).feedback().is_none(),
                        "what is to be done stays what it was"
                    );
                }
            }
            screen.keys("]");
        }
    }
}

/// The places of the parts of the lesson on the screen.
fn places(screen: &Screen) -> LessonAreas {
    LessonAreas::of(lesson(screen), &keys(screen), screen.app.shared().display, area(screen))
}

/// The places of the cells of the board, as far as they are on the screen.
fn cells_of(areas: &LessonAreas) -> Vec<Rect> {
    let layout = areas.board.unwrap();
    layout.geometry().cells().filter_map(|cell| layout.rect(cell)).collect()
}

/// Windows that lessons keep still in.
const STILL: [(u16, u16); 7] =
    [(40, 20), (60, 20), (69, 40), (70, 24), (80, 24), (120, 40), (200, 50)];

#[test]
fn boards_of_one_size_keep_their_place_from_step_to_step() {
    for info in crate::support::kept_games() {
        for (window, glyphs) in
            STILL.into_iter().flat_map(|at| [(at, Glyphs::Unicode), (at, Glyphs::Ascii)])
        {
            let colours = theme("dark", Depth::TrueColour, glyphs);
            let mut screen = Screen::new(Start::Home, window, colours);
            let down = games::INFOS.iter().position(|other| other.id == info.id).unwrap();
            screen.keys(&"<Down>".repeat(down)).keys("L<Enter>");
            let mut seen: Vec<(usize, LessonAreas, Vec<Rect>)> = Vec::new();
            for _ in 1..lesson(&screen).course().steps.len() {
                let (areas, size) = (places(&screen), lesson(&screen).table().geometry().len());
                let cells = cells_of(&areas);
                let drawn = |areas: &LessonAreas| {
                    areas.board.map(|board| (board.pixels().is_some(), board.coordinates()))
                };
                match seen.iter().find(|(known, ..)| *known == size) {
                    None => seen.push((size, areas, cells)),
                    Some((_, first, known)) => {
                        let text = screen.text();
                        assert_eq!(known, &cells, "{} {window:?}\n{text}", info.id);
                        assert_eq!(drawn(first), drawn(&areas), "{window:?}\n{text}");
                        let corner = |areas: &LessonAreas| areas.text.as_position();
                        assert_eq!(corner(first), corner(&areas), "{window:?}\n{text}");
                    }
                }
                screen.keys("]");
            }
            // Those of other sizes are drawn in the same way.
            let is_drawn = |pixels: bool| {
                seen.iter().any(|(_, areas, _)| areas.board.unwrap().pixels().is_some() == pixels)
            };
            assert!(!(is_drawn(true) && is_drawn(false)), "{} {window:?}", info.id);
        }
    }
}

#[test]
fn lessons_keep_still_while_steps_are_answered() {
    for info in crate::support::kept_games() {
        for window in STILL.into_iter().chain([(40, 16), (60, 17), (70, 18)]) {
            let mut screen = begin(info, window);
            for _ in 1..lesson(&screen).course().steps.len() {
                let step = lesson(&screen).step().clone();
                let answers = step.solution.answers.iter().take(1).copied();
                let wrong = step.remarks.wrong.iter().take(1).map(|(step, _)| *step);
                let before = places(&screen);
                let stays = |screen: &Screen| {
                    let told = format!("{} {window:?}\n{}", step.title, screen.text());
                    assert_eq!(cells_of(&places(screen)), cells_of(&before), "{told}");
                    let now = places(screen);
                    assert_eq!(
                        (now.text, now.standing, now.says),
                        (before.text, before.standing, before.says),
                        "{told}"
                    );
                };
                if !step.looks() {
                    for key in ["y", "H", "H"] {
                        screen.keys(key);
                        stays(&screen);
                    }
                    screen.keys("u");
                    for step in wrong.chain(answers) {
                        make(&mut screen, step);
                        stays(&screen);
                    }
                }
                screen.keys("]");
            }
        }
    }
}

#[test]
fn wrong_answers_leave_the_standing_beside_the_board_in_place() {
    for window in [(80, 24), (120, 40)] {
        let mut screen = begin(games::INFOS[0], window);
        screen.keys("<Enter>").assert_shows("2 of 12");
        let rows = |screen: &Screen| {
            ["○  White", "●  Red", "White: place a stone"].map(|text| screen.find(text))
        };
        let before = rows(&screen);
        assert!(before.iter().all(Option::is_some), "{}", screen.text());
        screen.keys("mb2<Enter>").assert_shows("b2 touches c3 as well: that makes one group");
        assert_eq!(rows(&screen), before, "{}", screen.text());
        assert!(!screen.text().contains('…'), "{}", screen.text());
        screen.keys("ma2<Enter>").assert_shows("3·2 = 6: White leads.");
        assert_eq!(
            rows(&screen)[..2].iter().flatten().map(|at| at.1).collect::<Vec<_>>(),
            before[..2].iter().flatten().map(|at| at.1).collect::<Vec<_>>(),
            "{}",
            screen.text()
        );
    }
}

#[test]
fn marks_and_figures_come_with_the_step_that_explains_them() {
    let mut screen = begin(games::info("greylox").unwrap(), (80, 24));
    for step in ["1 of 13", "2 of 13"] {
        screen.assert_shows(step).assert_shows("○  White");
        assert!(!screen.shows("controls"), "{}", screen.text());
        screen.keys("]");
    }
    screen.assert_shows("3 of 13").assert_shows("controls 0");
    let mut screen = begin(games::info("multiplicity").unwrap(), (80, 24));
    assert!(!screen.shows("○  White") && !screen.shows("3·1"), "{}", screen.text());
    screen.keys("]").assert_shows("○  White").assert_shows("3·1");
}

#[test]
fn positions_that_are_set_up_have_no_mark_of_a_last_move() {
    for info in crate::support::kept_games() {
        let mut screen = begin(info, (80, 24));
        let (mut set_up, mut played) = (0, 0);
        for _ in 1..lesson(&screen).course().steps.len() {
            let step = lesson(&screen).step().clone();
            set_up += usize::from(!step.timeline.latest_cells().is_empty());
            assert!(lesson(&screen).latest_cells().is_empty(), "{}", screen.text());
            let answer = step.solution.answers.first().filter(|_| step.task == LessonTask::Play);
            if let Some(&answer) = answer.filter(|answer| answer.cells().next().is_some()) {
                make(&mut screen, answer);
                let last: CellSet = answer.cells().collect();
                assert!(lesson(&screen).latest_cells().contains(last.iter().next().unwrap()));
                played += 1;
            }
            screen.keys("]");
        }
        assert!(set_up > 3 && played > 1, "{} {set_up} {played}", info.id);
    }
    // On the board the last of these stones looks like the others.
    let screen = begin(games::info("greylox").unwrap(), (80, 24));
    let (layout, names) =
        (places(&screen).board.unwrap(), Names::of(lesson(&screen).table().game()));
    let look = |name: &str| {
        let rect = layout.rect(names.parse_cell(name).unwrap()).unwrap();
        let buffer = screen.host.terminal.backend().buffer();
        rect.positions().map(|at| buffer[at].clone()).collect::<Vec<_>>()
    };
    assert_eq!(look("b4"), look("e1"), "{}", screen.text());
}
