//! Lessons, reasons, the rules beside the board and the first-game hint, played through the whole program.

#[allow(dead_code, reason = "other test programs use the rest")]
mod support;

use std::fmt::Write as _;

use ratatui::layout::Rect;
use support::{Screen, mono};
use tetralith::tui::app::Start;
use tetralith::tui::lesson::{Course, Lesson, Manner, Task};
use tetralith::tui::lesson_view::{Areas, room_for, title_width};
use tetralith_core::notation::Names;
use tetralith_core::{Cell, Game, Info, Step, games};

/// The sizes at which lessons are taken, and whether every cell is pressed in every step.
const SIZES: [((u16, u16), bool); 4] = [((80, 24), true), ((60, 20), true), ((70, 24), false), ((200, 50), false)];

fn area(screen: &Screen) -> Rect {
    screen.app.area()
}

fn lesson(screen: &Screen) -> &Lesson {
    screen.app.lesson().unwrap_or_else(|| panic!("no lesson:\n{}", screen.text()))
}

/// The program at the first step of the lesson of `info`.
fn begin(info: &Info, size: (u16, u16)) -> Screen {
    let mut screen = Screen::new(Start::Home, size, mono());
    let down = games::INFOS.iter().position(|other| other.id == info.id).unwrap();
    screen.keys(&"<Down>".repeat(down)).keys("L<Enter>");
    assert_eq!((lesson(&screen).course().info.id, lesson(&screen).at()), (info.id, 0));
    screen
}

/// Nothing of the text, and of what is said, is cut off, and all of it is on the screen.
#[track_caller]
fn assert_fits(screen: &Screen) {
    let lesson = lesson(screen);
    let areas = Areas::of(lesson, screen.app.view(), area(screen));
    assert!(areas.board.is_some(), "no board:\n{}", screen.text());
    assert!(title_width(lesson) <= area(screen).width, "the title is too long:\n{}", screen.text());
    for (wanted, rows) in room_for(lesson, screen.app.view(), area(screen)) {
        assert!(wanted <= rows, "{wanted} rows wanted, {rows} there:\n{}", screen.text());
    }
    let shown: String = screen.text().split_whitespace().collect::<Vec<_>>().join(" ");
    let last = lesson.step().text.split_whitespace().next_back().unwrap();
    assert!(shown.contains(last), "'{last}' is not shown:\n{}", screen.text());
    if let Some(feedback) = lesson.feedback() {
        let last = feedback.text.split_whitespace().next_back().unwrap();
        assert!(shown.contains(last), "'{last}' is not shown:\n{}", screen.text());
    }
}

/// Puts the cursor on `cell` with the mouse and presses there.
fn press(screen: &mut Screen, cell: Cell) {
    let areas = Areas::of(lesson(screen), screen.app.view(), area(screen));
    let layout = areas.board.unwrap();
    let at = area(screen).positions().find(|&at| layout.cell_at(at) == Some(cell)).expect("the cell is in view");
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
    for info in games::INFOS {
        let course = Course::of(info).unwrap_or_else(|error| panic!("{}: {error}", info.id));
        assert!((10..=14).contains(&course.steps.len()), "{}: {}", info.id, course.steps.len());
        assert_eq!(course.steps.last().map(|step| step.task), Some(Task::Game));
        let doing = course.steps.iter().filter(|step| matches!(step.task, Task::Play | Task::TryIllegal));
        assert!(doing.count() >= 7, "{}: too little to do", info.id);
        let refused = course.steps.iter().filter(|step| step.task == Task::TryIllegal).count();
        assert!(refused >= 2, "{}: too little is refused", info.id);
    }
}

#[test]
fn every_step_of_every_lesson_can_be_taken_and_says_what_is_wrong() {
    for (size, all) in SIZES {
        for info in games::INFOS {
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
                    Task::Look => {}
                    Task::Game => continue,
                    Task::Play => play(&mut screen, &context, all),
                    Task::TryIllegal => try_illegal(&mut screen, &context, all),
                }
                assert_fits(&screen);
                screen.keys("<Enter>");
            }
            screen.keys("<Enter>");
            let table = screen.app.table().unwrap();
            assert_eq!((table.game().info().id, table.game().options()), (info.id, &steps[steps.len() - 1].options));
            let levels: Vec<_> = table.holders().iter().map(|seat| seat.level().map(|level| level.id)).collect();
            assert_eq!(levels, [None, Some("beginner")]);
            let progress = screen.app.progress();
            assert_eq!(progress.done(info, steps.len()), steps.len());
        }
    }
}

fn play(screen: &mut Screen, context: &str, all: bool) {
    let step = lesson(screen).step().clone();
    assert!(!step.right.is_empty(), "{context}");
    let legal = step.timeline.position().legal();
    for (wrong, reply) in &step.wrong {
        assert!(legal.contains(wrong) && !step.answers.contains(wrong), "{context}: {wrong:?}");
        make(screen, *wrong);
        let feedback = lesson(screen).feedback().unwrap();
        assert_eq!((&feedback.text, feedback.manner), (reply, Manner::Wrong), "{context}");
        assert!(!lesson(screen).is_done());
        assert_fits(screen);
    }
    // Every cell of the board can be pressed: it is right, or something is said about it.
    for cell in step.options.geometry().cells().filter(|_| all) {
        press(screen, cell);
        assert!(lesson(screen).feedback().is_some_and(|feedback| !feedback.text.is_empty()), "{context}: {cell:?}");
        assert_fits(screen);
        screen.keys("y");
        assert_fits(screen);
        screen.keys("u");
    }
    let answers = if step.answers.is_empty() { legal.into_iter().take(5).collect() } else { step.answers.clone() };
    for answer in answers {
        screen.keys("u");
        make(screen, answer);
        let feedback = lesson(screen).feedback().unwrap();
        assert_eq!((&feedback.text, feedback.manner), (&step.right, Manner::Right), "{context}: {answer:?}");
        assert!(lesson(screen).is_done());
        assert_fits(screen);
    }
}

fn try_illegal(screen: &mut Screen, context: &str, all: bool) {
    let step = lesson(screen).step().clone();
    let game: &Game = step.timeline.position();
    let legal = game.legal();
    let any = step.refused.is_empty() && step.answers.is_empty();
    for cell in step.options.geometry().cells().filter(|_| all) {
        press(screen, cell);
        let feedback = lesson(screen).feedback().unwrap_or_else(|| panic!("{context}: {cell:?}")).clone();
        let wanted = step.refused.contains(cell) || any && legal.iter().all(|step| step.cells().all(|at| at != cell));
        if wanted {
            assert_eq!(feedback.manner, Manner::Right, "{context}: {cell:?}, {}", feedback.text);
        }
        assert_eq!(feedback.manner == Manner::Right, lesson(screen).is_done(), "{context}");
        assert_fits(screen);
        screen.keys("u");
    }
    for &answer in &step.answers {
        assert!(game.check(answer).is_err(), "{context}: {answer:?}");
        make(screen, answer);
    }
    let occupied = game.board().occupied();
    for cell in if any { occupied } else { step.refused } {
        screen.keys("u");
        press(screen, cell);
    }
    let feedback = lesson(screen).feedback().unwrap();
    assert!(lesson(screen).is_done() && feedback.text.ends_with(&step.right), "{context}: {}", feedback.text);
}

/// Prints every position, for whoever writes lessons: `cargo test --test lessons -- --ignored --nocapture`.
#[test]
#[ignore = "prints and tests nothing"]
fn print_positions() {
    for info in games::INFOS {
        for step in Course::of(info).unwrap().steps {
            let game = step.timeline.position();
            let mut text = format!("{}: {}\n{}\n", info.id, step.title, Names::of(game).diagram(game.board()));
            let _ = writeln!(text, "{:?} {:?} shown {}", game.score(), step.answers, Names::of(game).list(&step.show));
            println!("{text}");
        }
    }
}
