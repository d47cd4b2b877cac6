//! Puzzles and lessons on strategy: what is shipped is right, and both are taken through the whole
//! program.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::claims::chance;
use crate::common::run_with;
use crate::lessons::{assert_fits, lesson};
use crate::support::{Screen, mono};
use tetralith::program::Start;
use tetralith::shipped;
use tetralith_core::notation::Names;
use tetralith_core::{Colour, Info, Step, games, position_text};
use tetralith_engine::solve::{SolveLimits, keeping};
use tetralith_lab::puzzles::{Judge, Rechecked};
use tetralith_session::lesson::{Claim, GameLesson, Kind, LessonStep, LessonTask};
use tetralith_session::practice::Day;
use tetralith_session::sentence::ActionId;
use tetralith_study::puzzles::{Puzzle, PuzzleTheme};

/// Bytes of a game's file at most: every build of the program holds them.
const MOST_BYTES: u64 = 80_000;

/// Puzzles of each game that are solved again here; `tetralith-lab puzzles check` does it for all.
const SAMPLE: usize = 6;

#[test]
fn every_game_has_puzzles_and_a_sample_is_proven_again() {
    for info in crate::support::kept_games() {
        let path = format!("assets/puzzles/{}.jsonl", info.id);
        assert!(std::fs::metadata(&path).unwrap().len() <= MOST_BYTES, "{path} is large");
        let read = tetralith_study::puzzles::read(&std::fs::read(&path).unwrap(), false);
        let puzzles = shipped::puzzles(info);
        assert_eq!(read.unwrap_or_else(|error| panic!("{path}: {error}")), puzzles, "{path}");
        assert!(puzzles.iter().all(|puzzle| puzzle.position.info().id == info.id), "{path}");
        let ids: BTreeSet<u64> = puzzles.iter().map(Puzzle::id).collect();
        assert!(
            !ids.is_empty() && ids.len() == puzzles.len(),
            "{path}: {} of {}",
            ids.len(),
            puzzles.len()
        );
        let judge = Judge { simulations: 0, nodes: 60_000, vacant: 16, ..Judge::default() };
        for puzzle in puzzles.iter().step_by(puzzles.len().div_ceil(SAMPLE)) {
            let found = judge.recheck(puzzle);
            assert!(
                !matches!(found, Rechecked::Wrong { .. }),
                "{}",
                position_text::write(&puzzle.position)
            );
        }
    }
}

/// The lessons on strategy that need no proof for every move, by title: searches find their moves.
const SEARCHED: [&str; 2] = ["Openings", "Large boards"];

/// The simulations after each marked move of a step that is searched.
const SIMULATIONS: u64 = 8_000;

/// The least lead in win rate of the right ones of the marked moves over all others: the claim was
/// chosen where searches eight times as long, with other random numbers, find the same.
const MARGIN: f64 = 0.05;

#[test]
fn strategy_lessons_are_proven_or_searched() {
    for info in crate::support::kept_games() {
        let lessons = GameLesson::strategy(info, shipped::strategy(info))
            .unwrap_or_else(|error| panic!("{}: {error}", info.id));
        let titles: Vec<&str> = lessons.iter().map(|(title, _)| title.as_str()).collect();
        assert!(titles.len() >= 8 && titles.ends_with(&SEARCHED), "{}: {titles:?}", info.id);
        for (title, course) in &lessons {
            let is_searched = SEARCHED.contains(&title.as_str());
            let most = if is_searched { 5..=8 } else { 2..=8 };
            assert!(most.contains(&course.steps.len()), "{}: {title}", info.id);
            let does = |step: &&LessonStep| step.task == LessonTask::Play;
            let done = course.steps.iter().filter(does).count();
            assert!(2 * done >= course.steps.len(), "{}: {title}: little to do", info.id);
            for step in &course.steps {
                let position = step.timeline.position();
                let told = format!("{}, {title}: {}", info.id, position_text::write(position));
                match (step.task, step.claim) {
                    (LessonTask::Look, None) if is_searched => {}
                    (LessonTask::Play, Some(Claim::Best)) if is_searched => {
                        assert_is_best(step, &told);
                    }
                    (LessonTask::Play, Some(Claim::Only)) => assert_is_proven(step, &told),
                    other => panic!("{told}: {other:?}"),
                }
            }
        }
    }
}

#[track_caller]
fn assert_is_proven(step: &LessonStep, told: &str) {
    let position = step.timeline.position();
    let kept = keeping(position, 64, &SolveLimits::default(), &|_| true).unwrap();
    assert_eq!(kept.steps, step.solution.answers, "{told}");
    // The question is what is proven.
    let mover = Names::of(position).title(position.to_move());
    let asks = if kept.winner.is_some() { "the only move that wins" } else { "save the draw" };
    let order = step.order.spell(ActionId::name);
    assert!(order.contains(asks) && order.contains(mover), "{told}: {order}");
    assert!(position.legal().len() > 3, "{told}: there is little to choose");
}

/// Of the moves on marked cells the answers win more than all others, and each of the others has a
/// remark of its own.
#[track_caller]
fn assert_is_best(step: &LessonStep, told: &str) {
    let position = step.timeline.position();
    let order = step.order.spell(ActionId::name);
    let mover = Names::of(position).title(position.to_move());
    assert!(order.contains(mover) && order.contains("the marked"), "{told}: {order}");
    let is_marked = |step_: &Step| step_.cells().all(|cell| step.show.contains(cell));
    let marked: Vec<Step> = position
        .legal()
        .into_iter()
        .filter(|step| *step != Step::Pass && is_marked(step))
        .collect();
    let rate = |wanted: bool| {
        let is_answer = |step_: &&Step| step.solution.answers.contains(step_) == wanted;
        let rates = marked.iter().filter(is_answer).map(|&step_| {
            let mut after = position.clone();
            after.play(step_).unwrap();
            let first = chance(&after, SIMULATIONS);
            if position.to_move() == Colour::First { first } else { 1.0 - first }
        });
        rates.collect::<Vec<f64>>()
    };
    let (right, wrong) = (rate(true), rate(false));
    assert_eq!(right.len(), step.solution.answers.len(), "{told}: an answer is not marked");
    let worst = right.into_iter().fold(1.0, f64::min);
    let best = wrong.into_iter().fold(0.0, f64::max);
    assert!(best > 0.0 && worst >= best + MARGIN, "{told}: {worst:.2} and {best:.2}");
}

/// The program with the lines of `info` in the list of lessons, the line with this number chosen.
fn at_line(info: &Info, line: usize, size: (u16, u16)) -> Screen {
    let mut screen = Screen::new(Start::Home, size, mono());
    let down = games::INFOS.iter().position(|other| other.id == info.id).unwrap();
    screen.keys(&"<Down>".repeat(down)).keys("L<Right><Home>").keys(&"<Down>".repeat(line));
    screen
}

/// Makes `step` by typing it.
fn make(screen: &mut Screen, step: Step) {
    let name = Names::of(lesson(screen).table().game()).step(step);
    screen.keys(&format!("m{name}<Enter>"));
}

fn asked(screen: &Screen) -> &'static Puzzle {
    let course = lesson(screen).course();
    let Kind::Puzzle { id, .. } = course.kind else { panic!("no puzzle:\n{}", screen.text()) };
    shipped::puzzles(course.info).iter().find(|puzzle| puzzle.id() == id).unwrap()
}

/// Makes every move of the solver.
fn solve(screen: &mut Screen) {
    for (position, step) in asked(screen).questions() {
        assert_eq!(
            position_text::write(lesson(screen).table().game()),
            position_text::write(&position)
        );
        make(screen, step);
    }
    screen.assert_shows("Solved!");
    assert!(lesson(screen).is_done());
}

/// A legal step that does not begin the solution.
fn wrong(puzzle: &Puzzle) -> Step {
    puzzle
        .position
        .legal()
        .into_iter()
        .find(|step| *step != puzzle.line[0] && *step != Step::Pass)
        .unwrap()
}

#[test]
fn a_puzzle_is_solved_move_by_move_and_a_failed_one_comes_back() {
    let info = games::INFOS[0];
    let mut screen = at_line(info, 0, (80, 24));
    screen.keys("<End><Enter>").assert_shows("Puzzle: ").assert_shows("rating 1000");
    let first = asked(&screen);
    make(&mut screen, wrong(first));
    screen.assert_shows("Try again").assert_shows("Your rating: 9");
    let due =
        |screen: &Screen| screen.app.shared().learnt.progress.practice(info).due(Day(u32::MAX));
    assert_eq!(due(&screen), 1);
    // A failure counts once, and a puzzle solved after it is still to be asked again.
    make(&mut screen, wrong(first));
    assert!(!screen.keys("u").shows("in a row"));
    solve(&mut screen);
    screen.assert_shows("rating").assert_shows("1 day in a row").keys("<Enter>");
    for _ in 0..5 {
        assert_ne!(asked(&screen).id(), first.id());
        solve(&mut screen);
        assert_eq!(due(&screen), 1);
        screen.keys("<Enter>");
    }
    assert_eq!(asked(&screen).id(), first.id());
    solve(&mut screen);
    assert_eq!(screen.app.shared().learnt.progress.practice(info).solved(), 6);
    // It is kept for the next run.
    screen.keys("<Esc>").assert_shows("6 solved");
    let practice = screen.app.shared().learnt.progress.practice(info);
    let mut screen = screen.again(Start::Home);
    screen.keys("L");
    assert_eq!(screen.app.shared().learnt.progress.practice(info), practice);
}

#[test]
fn wrong_moves_are_answered_on_the_board_and_taken_back() {
    for info in crate::support::kept_games() {
        let mut screen = at_line(info, 0, (80, 24));
        screen.keys("<End><Enter>").assert_shows("skip").assert_shows("counts as failed");
        let puzzle = asked(&screen);
        let steps = |screen: &Screen| lesson(screen).table().timeline().steps();
        let before = steps(&screen);
        make(&mut screen, wrong(puzzle));
        let said = lesson(&screen).feedback().unwrap().text.spell(ActionId::name);
        assert!(said.contains(" answers ") && said.contains("Try again"), "{said}");
        // The reply is followed by its effect in this game.
        assert!(said.contains(": "), "{}: {said}", info.id);
        assert_eq!(steps(&screen), before + 2, "{}", info.id);
        // Any key goes back; Enter and u do no more than that.
        for key in ["<Enter>", "u", "<Left>"] {
            screen.keys(key);
            assert_eq!(lesson(&screen).table().game(), &puzzle.position, "{} {key}", info.id);
            make(&mut screen, wrong(puzzle));
            assert_eq!(steps(&screen), before + 2, "{} {key}", info.id);
        }
        screen.keys("]");
        assert_ne!(asked(&screen).id(), puzzle.id(), "it is skipped");
    }
}

#[test]
fn streaks_end_with_a_miss_and_keep_the_best() {
    let info = games::INFOS[3];
    let mut screen = at_line(info, 0, (80, 24));
    let series = screen.keys("<End>").find("Puzzles, streak: best 0");
    let (_, row) = series.expect("the list has a streak");
    let (_, last) = screen.find("Puzzles: rating 1000").expect("practice is the last line");
    screen.keys(&"<Up>".repeat(usize::from(last - row))).keys("<Enter>");
    for solved in 0..3 {
        screen.assert_shows(&format!("streak {solved}, best {solved}"));
        solve(&mut screen);
        screen.assert_shows(&format!("streak {0}, best {0}", solved + 1)).keys("<Enter>");
    }
    let puzzle = asked(&screen);
    make(&mut screen, wrong(puzzle));
    let said = lesson(&screen).feedback().unwrap().text.spell(ActionId::name);
    assert!(said.contains("The streak ends at 3, best 3."), "{said}");
    assert!(!said.contains("Try again"), "{said}");
    // The key that went on ends the series, as it says.
    screen.keys("<Enter>").assert_shows("] end").keys("HH").assert_shows("The solution is");
    screen.assert_shows("Enter: end.").assert_shows("Enter end").keys("<Enter>");
    screen.assert_shows("Puzzles, streak: best 3");
    // A puzzle that is skipped ends a streak too.
    screen.keys("<Enter>").assert_shows("streak 0, best 3").keys("]");
    screen.assert_shows("The streak ends at 0, best 3");
}

#[test]
fn solved_puzzles_that_begin_afresh_stay_solved() {
    let mut screen = at_line(games::INFOS[3], 0, (80, 24));
    let (_, row) = screen.keys("<End>").find("Puzzles, streak: best 0").expect("shown");
    let (_, last) = screen.find("Puzzles: rating 1000").expect("practice is the last line");
    screen.keys(&"<Up>".repeat(usize::from(last - row))).keys("<Enter>");
    solve(&mut screen);
    // The words about it stay.
    screen.keys("y").assert_shows("Solved!");
    screen.keys("uHH").assert_shows("The solution is");
    assert!(!screen.shows("You will see this one again"), "{}", screen.text());
    screen.keys("u]").assert_shows("streak 1, best 1").keys("]");
    screen.assert_shows("The streak ends at 1, best 1");
}

#[test]
fn three_minutes_count_down_and_end() {
    let mut screen = at_line(games::INFOS[3], 0, (80, 24));
    let (_, row) = screen.keys("<End>").find("Puzzles, three minutes: best 0").expect("shown");
    let (_, last) = screen.find("Puzzles: rating 1000").expect("practice is the last line");
    screen.keys(&"<Up>".repeat(usize::from(last - row))).keys("<Enter>");
    screen.assert_shows("3:00, 0 solved, best 0");
    assert_eq!(screen.app.wake_at(), Some(Duration::from_secs(1)));
    screen.tick(Duration::from_secs(61)).assert_shows("1:59, 0 solved");
    solve(&mut screen);
    screen.keys("<Enter>").assert_shows("1:59, 1 solved, best 1");
    let puzzle = asked(&screen);
    make(&mut screen, wrong(puzzle));
    screen.tick(Duration::from_secs(180)).assert_shows("Time is up: 1 solved, best 1");
    screen.keys("<Left>").assert_shows("Time is up. ] ends it.");
    screen.keys("HH").assert_shows("The solution is").assert_shows("Enter: end.").keys("u");
    assert!(!screen.shows("Make your move"), "{}", screen.text());
    screen.keys("]").assert_shows("Puzzles, three minutes: best 1");
    assert_eq!(screen.app.wake_at(), None);
}

#[test]
fn skipped_puzzles_wait_until_others_were_asked() {
    let mut screen = at_line(games::info("necklace").unwrap(), 0, (80, 24));
    screen.keys("<End><Enter>");
    let mut skipped = BTreeSet::new();
    for _ in 0..12 {
        assert!(skipped.insert(asked(&screen).id()), "{}", screen.text());
        screen.keys("]");
    }
}

#[test]
fn puzzles_ask_for_the_game_or_mix_them() {
    for size in [(80, 24), (40, 16)] {
        let mut screen = Screen::new(Start::Home, size, mono());
        screen.keys("<End>");
        while !screen.shows("> Puzzles") {
            screen.keys("<Up>");
        }
        screen.keys("<Enter>").assert_shows("> Mixed").assert_shows("each game in turn");
        screen.keys("<Enter>");
        let mut games = Vec::new();
        let mut skipped = BTreeSet::new();
        for _ in 0..3 * games::INFOS.len() {
            games.push(asked(&screen).position.info().id);
            assert!(skipped.insert(asked(&screen).id()), "{}", screen.text());
            screen.keys("]");
        }
        assert_eq!(games, games::ids().repeat(3));
        // One that was missed comes back in its turn.
        screen.keys("<Esc>").assert_shows("> Mixed").keys("<Up>");
        screen
            .assert_shows("> Necklace")
            .keys("<Enter>")
            .assert_shows("Necklace  your rating 1000");
    }
}

#[test]
fn sets_are_repeated_against_the_clock() {
    let info = games::INFOS[3];
    let mut screen = at_line(info, 0, (80, 24));
    let set = |screen: &mut Screen, best: &str| {
        let line = format!("Puzzles, set of 10: best {best}");
        let (_, row) = screen.keys("<End>").find(&line).expect("the list has a set");
        let (_, last) = screen.find("Puzzles: rating").expect("practice is the last line");
        screen.keys(&"<Up>".repeat(usize::from(last - row))).keys("<Enter>");
    };
    set(&mut screen, "none");
    screen.assert_shows("0:00, 0 of 10");
    let missed = asked(&screen);
    let first = missed.id();
    make(&mut screen, wrong(missed));
    let said = lesson(&screen).feedback().unwrap().text.spell(ActionId::name);
    assert!(said.contains("It comes again before the set ends."), "{said}");
    screen.keys("]");
    screen.tick(Duration::from_secs(60)).assert_shows("1:00, 0 of 10");
    let mut ids = Vec::new();
    for solved in 0..10 {
        ids.push(asked(&screen).id());
        screen.tick(Duration::from_secs(100 + solved));
        solve(&mut screen);
        if solved < 9 {
            screen.keys("<Enter>").assert_shows(&format!("{} of 10", solved + 1));
        }
    }
    assert_eq!(ids[9], first);
    let said = lesson(&screen).feedback().unwrap().text.spell(ActionId::name);
    assert!(said.contains("The set took 1:49, best 1:49."), "{said}");
    screen.assert_shows("10 of 10, best 1:49").keys("<Enter>");
    set(&mut screen, "1:49");
    assert_eq!(asked(&screen).id(), first, "it is the same set");
}

#[test]
fn shown_solutions_say_how_the_rest_goes() {
    for info in crate::support::kept_games() {
        let puzzles = shipped::puzzles(info);
        let open = puzzles.iter().find(|puzzle| {
            let mut position = puzzle.position.clone();
            puzzle.line.iter().all(|&step| position.play(step).is_ok())
                && position.outcome().is_none()
        });
        let Some(open) = open else { continue };
        let course = GameLesson::puzzle(open, false);
        let right = course.steps[0].remarks.right.spell(ActionId::name);
        let says = [" then wins.", "The game is then a draw.", " is then better."];
        assert!(says.iter().any(|says| right.contains(says)), "{right}");
        let mut lesson = tetralith_session::lesson::Lesson::of(course, 0).unwrap();
        lesson.tell_hint();
        lesson.tell_hint();
        let shown = lesson.feedback().unwrap().text.spell(ActionId::name);
        assert!(says.iter().any(|says| shown.contains(says)), "{shown}");
    }
}

#[test]
fn motifs_are_practised_on_their_own() {
    let mut screen = at_line(games::INFOS[1], 0, (80, 24));
    let (_, row) = screen.keys("<End>").find("Puzzles, motif cut").expect("a motif");
    let (_, last) = screen.find("Puzzles: rating 1000").expect("practice is the last line");
    screen.keys(&"<Up>".repeat(usize::from(last - row))).keys("<Enter>");
    for _ in 0..3 {
        assert_eq!(asked(&screen).theme, Some(PuzzleTheme::Cut));
        solve(&mut screen);
        screen.keys("<Enter>");
    }
}

#[test]
fn a_puzzle_counts_for_the_day_on_which_it_is_solved_alone() {
    let mut screen = at_line(games::INFOS[0], 0, (80, 24));
    screen.keys("<End><Enter>");
    solve(&mut screen);
    // It stays on the screen overnight.
    screen.tick(Duration::from_secs(86_400)).keys("<Enter>");
    assert_eq!(screen.app.shared().learnt.progress.practice(games::INFOS[0]).days().count(), 1);
}

#[test]
fn second_hints_give_the_solution_on_the_board() {
    let info = games::INFOS[1];
    let mut screen = at_line(info, 0, (80, 24));
    screen.keys("<End><Enter>");
    let puzzle = asked(&screen);
    screen.keys("H").assert_shows("Look near the lit cells");
    assert!(lesson(&screen).highlights().contains(puzzle.line[0].cells().next().unwrap()));
    screen.keys("H").assert_shows("The solution is").keys("b").assert_shows("review");
    let table = screen.table();
    assert_eq!((table.game(), table.timeline().steps()), (&puzzle.position, puzzle.line.len()));
}

#[test]
fn solutions_are_reviewed_with_the_keys_of_review() {
    let mut screen = at_line(games::INFOS[1], 0, (80, 24));
    screen.keys("<End><Enter>");
    let puzzle = asked(&screen);
    let left = |screen: &Screen| {
        let timeline = lesson(screen).table().timeline();
        timeline.depth(timeline.cursor())
    };
    let start = left(&screen);
    screen.keys("HH").assert_shows("The solution is");
    assert!(!screen.shows("in a row"), "{}", screen.text());
    let end = left(&screen);
    assert_eq!(end - start, puzzle.line.len());
    assert_eq!(left(screen.keys("<Left>")), end - 1);
    assert_eq!(left(screen.keys("<Right>")), end);
    assert_eq!(left(screen.keys("<Up>")), end - 1);
    assert_eq!(left(screen.keys("<Down>")), end);
    screen.keys("]").assert_shows("the end of the solution");
    assert_eq!(left(screen.keys("<Home>")), start);
    assert_eq!(lesson(&screen).table().game(), &puzzle.position);
    screen.keys("[").assert_shows("the puzzle's position");
    assert_eq!(left(screen.keys("<End>")), end);
    screen.keys("<Home><Enter>");
    assert_ne!(asked(&screen).id(), puzzle.id());
}

#[test]
fn daily_puzzle_is_the_same_for_all_and_one_key_away() {
    let mut screens = [(80, 24), (60, 20), (40, 16), (200, 50)]
        .map(|size| Screen::new(Start::Home, size, mono()));
    screens[3].assert_shows("d daily puzzle");
    let daily = shipped::daily(Day(0)).unwrap().position.info();
    let ids: BTreeSet<u64> =
        screens.iter_mut().map(|screen| asked(screen.keys("d")).id()).collect();
    assert_eq!(ids.len(), 1);
    for screen in &mut screens {
        screen.assert_shows("rating 1000");
    }
    for screen in &mut screens[..2] {
        screen.assert_shows(" to play and ");
    }
    let picked: BTreeSet<&str> =
        (0..4).filter_map(|day| Some(shipped::daily(Day(day))?.position.info().id)).collect();
    assert!(picked.contains(daily.id) && picked.len() == 4, "{picked:?}");
    let screen = &mut screens[0];
    screen.assert_shows("Daily puzzle: ");
    solve(screen);
    screen.keys("<Enter>").assert_shows(" Puzzle: ");
}

#[test]
fn every_lesson_on_strategy_can_be_taken() {
    for (size, kept) in [((80, 24), 0), ((60, 20), 1)] {
        for info in crate::support::kept_games() {
            let rules = GameLesson::of(info).unwrap().steps.len();
            let lessons = GameLesson::strategy(info, shipped::strategy(info)).unwrap();
            // Half of them in each size, as their form is the same; boards of all sizes in both.
            let is_taken = |at: usize, title: &str| at % 2 == kept || SEARCHED.contains(&title);
            for (at, (title, course)) in lessons.iter().enumerate() {
                if !is_taken(at, title) {
                    continue;
                }
                let mut screen = at_line(info, rules + at, size);
                screen.keys("<Enter>");
                for step in &course.steps {
                    assert_fits(&screen);
                    screen.assert_shows(title);
                    assert_eq!(&lesson(&screen).step().text, &step.text);
                    if step.task == LessonTask::Play {
                        answer(&mut screen, step);
                    }
                    screen.keys("<Enter>");
                }
                screen.assert_shows("✓ Strategy");
            }
        }
    }
}

/// Tries wrong moves, asks for the hint, and plays every right move.
fn answer(screen: &mut Screen, step: &LessonStep) {
    let is_wrong = |step_: &Step| !step.solution.answers.contains(step_);
    let other = step.timeline.position().legal().into_iter().find(is_wrong);
    let named = step.remarks.wrong.iter().map(|(wrong, _)| *wrong);
    for wrong in other.into_iter().chain(named) {
        screen.keys("u");
        make(screen, wrong);
        assert!(!lesson(screen).is_done());
        assert_fits(screen);
    }
    screen.keys("H");
    assert_fits(screen);
    for &right in &step.solution.answers {
        screen.keys("u");
        make(screen, right);
        assert!(lesson(screen).is_done());
        assert_fits(screen);
    }
}

#[test]
fn plain_help_in_a_puzzle_lists_only_words_that_work_there() {
    let data = tempfile::tempdir().unwrap();
    let plain = |lines: &str| {
        let data = [("TETRALITH_DATA_DIR", data.path().as_os_str())];
        run_with(&["--plain"], lines.as_bytes(), &data).out
    };
    let out = plain("puzzle plurality\nhelp\n");
    let listed =
        |line: &str| line.contains("  ").then(|| line.split(' ').next().unwrap().to_owned());
    let words: Vec<String> =
        out.split("To move, type").nth(1).unwrap().lines().skip(1).filter_map(listed).collect();
    assert!(words.len() > 10 && words.contains(&"restart".to_owned()), "{words:?}");
    for word in words {
        let out = plain(&format!("puzzle plurality\n{word}\n"));
        let faults = ["neither a command", "There is no", "type leave to end the puzzles"];
        assert!(!faults.iter().any(|text| out.contains(text)), "{word}: {out}");
    }
    assert!(out.contains("undo                restart the puzzle\n"), "{out}");
    // Others are named as such, not as wrong moves, and case does not matter.
    for line in ["rules", "new necklace", "necklace/5#c3,b2"] {
        let out = plain(&format!("puzzle plurality\n{line}\n"));
        assert!(out.contains("does not work in a puzzle; type leave first."), "{line}: {out}");
    }
    assert!(plain("puzzle Daily\n").contains("Puzzle of"));
}

#[test]
fn ratings_are_not_shown_beside_damaged_progress() {
    let screen = Screen::new(Start::Home, (80, 24), mono());
    std::fs::create_dir_all(screen.path().join("data")).unwrap();
    std::fs::write(screen.path().join("data/learning.json"), "[1]").unwrap();
    let mut screen = screen.again(Start::Home);
    screen.keys("d").assert_shows("not rated").keys("H").assert_shows("Look near");
    screen.assert_shows("Your progress is not saved");
    assert!(!screen.shows("our rating"), "{}", screen.text());
    // Nor are the figures of the list of lessons.
    screen.keys("L<Right><End>").assert_shows("Puzzles: not rated").assert_shows("streak");
    let figures = ["Puzzles: rating", " solved", "best 0", "best none"];
    assert!(!figures.iter().any(|figure| screen.shows(figure)), "{}", screen.text());
}

#[cfg(target_os = "linux")]
#[test]
fn plain_mode_shows_no_rating_of_progress_that_is_not_kept() {
    // No file can be made there.
    let data = [("TETRALITH_DATA_DIR", "/proc/self/none".as_ref())];
    let lines = b"puzzle necklace\nhint\nnext\nhint\n";
    let out = run_with(&["--plain"], lines, &data).out;
    assert_eq!(out.matches("Your progress is not saved: cannot write").count(), 2, "{out}");
    assert_eq!(out.matches("Your rating").count(), 1, "{out}");
}

#[test]
fn damaged_progress_keeps_no_puzzle_from_the_plain_mode() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("learning.json");
    std::fs::write(&file, "{\"games\":[").unwrap();
    let data = [("TETRALITH_DATA_DIR", data.path().as_os_str())];
    let run = run_with(&["--plain"], b"puzzle necklace\nhint\n", &data);
    assert!(run.out.contains("move learning.json away"), "{}", run.out);
    assert!(run.out.contains("Puzzle of Necklace"), "{}", run.out);
    assert!(run.out.contains("Look near") && !run.out.contains("Your rating"), "{}", run.out);
    let run = run_with(&["--plain"], b"new necklace\nc3\ntrain\n", &data);
    assert!(run.out.contains("move learning.json away"), "{}", run.out);
    assert!(!run.out.contains("now trained"), "{}", run.out);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "{\"games\":[");
}

#[test]
fn puzzles_are_solved_in_the_plain_mode_too() {
    let data = tempfile::tempdir().unwrap();
    let info = games::INFOS[0];
    let first = shipped::puzzles(info)
        .iter()
        .filter(|puzzle| puzzle.position.board().geometry().len() <= 37)
        .min_by_key(|puzzle| (puzzle.rating.abs_diff(1_000), puzzle.id()))
        .unwrap();
    let names = Names::of(&first.position);
    let moves: String =
        first.questions().iter().map(|(_, step)| names.step(*step) + "\n").collect();
    let taken = first
        .position
        .board()
        .occupied()
        .into_iter()
        .next()
        .map_or_else(String::new, |cell| names.cell(cell) + "\n");
    let lines = format!("puzzle {}\n{taken}{moves}next\nhint\nhint\nleave\nleave\nquit\n", info.id);
    let run = run_with(
        &["--plain"],
        lines.as_bytes(),
        &[("TETRALITH_DATA_DIR", data.path().as_os_str())],
    );
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    let out = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for told in [
        "Puzzle of Multiplicity",
        "Solved!",
        "Your rating: 1",
        "Look near the lit cells. 'hint' again shows the solution.",
        "The cells are",
        "The solution is",
        "There is no puzzle",
    ] {
        assert!(out.contains(told), "'{told}' is not said:\n{}", run.out);
    }
    assert_eq!(
        out.matches("The cells are").count(),
        1,
        "cells are named where some are lit:\n{}",
        run.out
    );
    assert!(run.out.lines().all(|line| line.chars().count() < 80), "{}", run.out);
    assert!(
        std::fs::read_to_string(data.path().join("learning.json")).unwrap().contains("puzzles")
    );
}

#[test]
fn plain_series_begin_and_end_in_words() {
    let data = tempfile::tempdir().unwrap();
    let plain = |lines: &str| {
        let data = [("TETRALITH_DATA_DIR", data.path().as_os_str())];
        let out = run_with(&["--plain"], lines.as_bytes(), &data).out;
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let out = plain("puzzle three necklace\n");
    assert!(out.contains("So far: 3:00, 0 solved, best 0."), "{out}");
    for motif in ["link", "link and cut"] {
        let out = plain(&format!("puzzle motif {motif} multiplicity\n"));
        assert!(out.contains("Puzzle of Multiplicity"), "{out}");
    }
    let out = plain("puzzle motif knot necklace\n");
    assert!(out.contains("then a motif (pass, flip,"), "{out}");
    // The puzzle begins again after the solution.
    let out = plain("puzzle necklace\nhint\nhint\nundo\nhint\n");
    assert!(out.contains("The solution is") && !out.contains("is not a cell"), "{out}");
    let out = plain("puzzle streak necklace\nhint\n\nb1\n");
    assert!(out.contains("The streak ends at 0, best 0."), "{out}");
    assert!(out.contains("Type puzzle streak necklace to begin again, or leave."), "{out}");
    assert!(out.contains("Ended; type puzzle streak necklace to begin again."), "{out}");
}

#[test]
fn own_puzzles_leave_other_games_puzzles_alone() {
    let own = r#"{"position":"necklace size=4 4/1r2/2b1/4 red","line":"b2","aim":"win","check":"proof","rating":1100}"#;
    let puzzles = tetralith_study::puzzles::read(own.as_bytes(), false).unwrap();
    let info = puzzles[0].position.info();
    let collection = shipped::Collection::of(puzzles);
    assert_eq!(collection.puzzles(info).len(), 1);
    assert!(
        games::INFOS
            .iter()
            .all(|other| other.id == info.id || collection.puzzles(other).len() >= 200)
    );
    let twice =
        tetralith_study::puzzles::read(format!("{own}\n{own}\n").as_bytes(), false).unwrap();
    assert_eq!(
        shipped::Collection::of(twice).puzzles(info).len(),
        1,
        "of each position there is one"
    );
    let mut screen = Screen::new(Start::Puzzles { info, collection }, (80, 24), mono());
    screen.assert_shows(" Puzzle: ").keys("mb2<Enter>").assert_shows("Solved!");

    let (data, dir) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let run = |args: &[&str], lines: &str| {
        let args = [&["puzzles", "solve", "--plain"], args].concat();
        let run =
            run_with(&args, lines.as_bytes(), &[("TETRALITH_DATA_DIR", data.path().as_os_str())]);
        (run.status, run.out, run.err)
    };
    let good = file("good.jsonl", own);
    let (status, out, _) = run(&[&good], "b2\nleave\nquit\n");
    assert!(status == 0 && out.contains("Puzzle of Necklace") && out.contains("Solved!"), "{out}");
    for (file, game, wanted) in [
        (good, "greylox", "good.jsonl holds no puzzles of Greylox"),
        (file("none.jsonl", ""), "", "none.jsonl holds no puzzles"),
        (file("bad.jsonl", "{}\n"), "", "bad.jsonl: line 1"),
        (file("cut.jsonl", &format!("{own}\n{}", &own[..40])), "", "cut.jsonl: line 2"),
    ] {
        let args = if game.is_empty() { vec![file.as_str()] } else { vec![&*file, "--game", game] };
        let (status, _, err) = run(&args, "");
        assert!(status == 1 && err.contains(wanted), "{status}: {err}");
    }
}
