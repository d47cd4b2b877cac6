//! With any input, the plain mode answers in safe text and its game stays one that can be written
//! and read.

use std::path::PathBuf;
use std::time::Duration;

use proptest::prelude::*;
use tetralith_core::record::Record;
use tetralith_core::{Game, Setup, Step, Timeline, games};
use tetralith_engine::solve::{SolveLimits, SolveTask};
use tetralith_engine::{Analysis, Candidate, Level, Proof, SearchAnswer};
use tetralith_storage::exchange::Import;
use unicode_width::UnicodeWidthStr;

use self::finding::{finding, value};
use super::session::Session;
use super::words::WORDS;
use crate::program::{
    Effect, Effects, EngineRequest, Explored, Loaded, Message, Moment, Program as _, Start,
    StorageReply, StorageRequest, StudyRequest, TerminalRequest,
};
use crate::settings::Settings;
use tetralith_session::clock::{Clock, TimeControl};
use tetralith_session::kept::Keep;
use tetralith_session::seat::Seat;
use tetralith_session::thinking::Ask;
use tetralith_storage::files;
use tetralith_study::{AnalysisAnswer, AnalysisRequest, Pass};

#[path = "../../tests/it/support/finding.rs"]
mod finding;

/// Lines that mean something, lines that nearly do, and noise.
fn any_line() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => prop::sample::select(WORDS).prop_map(|entry| entry.name.to_owned()),
        1 => (prop::sample::select(WORDS), "[a-f0-9 *,-]{0,8}")
            .prop_map(|(entry, rest)| format!("{} {rest}", entry.name)),
        6 => "x?[a-e][1-5]",
        2 => "[a-e][1-5],[a-e][1-5],[a-e][1-5]",
        1 => ".{0,40}",
    ]
}

/// A session with a game on a board of this size.
fn session_of(id: &str, size: i64, seats: [Seat; 2], clock: Clock) -> (Session, Effects) {
    let info = games::info(id).unwrap();
    let options = info.options(&Setup { size: Some(size), ..Setup::default() }).unwrap();
    let start = Start::Play { info, options, seats, clock };
    Session::new(start, Settings::default(), Moment::default())
}

/// The same for two people without clocks.
fn session(id: &str, size: i64) -> Session {
    session_of(id, size, <[Seat; 2]>::default(), Clock::default()).0
}

/// A computer that is asked for its moves.
fn easy() -> Seat {
    Seat::computer(Level::from_id("easy").unwrap())
}

fn timed(control: &str) -> Clock {
    Clock::new(TimeControl::parse(control).ok(), true, Duration::ZERO)
}

fn line(text: &str) -> Message {
    Message::Line(text.to_owned())
}

/// All that `session` says and asks for after the line `text`.
fn said(session: &mut Session, text: &str) -> String {
    format!("{:?}", session.happen(line(text)))
}

/// The question for the engine among `asked`.
fn ask_in(asked: &[Effect]) -> Option<&Ask> {
    asked.iter().find_map(|effect| match effect {
        Effect::Engine(EngineRequest::Think(ask)) => Some(&**ask),
        _ => None,
    })
}

/// Lets `message` happen to `session` at `now`.
fn at(session: &mut Session, now: Moment, message: Message) -> Vec<Effect> {
    let mut effects = session.happen(Message::Tick(now));
    session.update(message, &mut effects);
    effects.into_asked()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_lines_are_answered_in_safe_text(
        game in 0..games::INFOS.len(),
        lines in prop::collection::vec(any_line(), 0..40),
    ) {
        let seats = <[Seat; 2]>::default();
        let (mut session, first) = session_of(games::INFOS[game].id, 5, seats, Clock::default());
        let mut asked = first.into_asked();
        for text in lines {
            asked.extend(session.happen(Message::Line(text)).into_asked());
        }
        let last = session.happen(Message::EndOfInput);
        prop_assert!(last.quits());
        asked.extend(last.into_asked());
        for effect in asked {
            match effect {
                Effect::Terminal(TerminalRequest::Print(text)) => {
                    let hidden = |c: char| c != '\n' && tetralith_core::text::is_hidden(c);
                    prop_assert!(!text.contains(hidden), "{:?}", text);
                    // Marks that combine with a character take no column.
                    prop_assert!(text.lines().all(|line| line.width() < 80), "{}", text);
                }
                Effect::Storage(
                    StorageRequest::Keep(Keep { text, .. }) | StorageRequest::Save { text, .. },
                ) => {
                    prop_assert!(Record::read(text.as_bytes()).is_ok());
                }
                _ => {}
            }
        }
    }
}

#[test]
fn a_loss_on_time_that_is_taken_back_does_not_come_again() {
    let (mut session, _) = session_of("necklace", 4, <[Seat; 2]>::default(), timed("3s"));
    let mut type_at = |text: &str, seconds: u64| {
        let now = Moment { steady: Duration::from_secs(seconds), ..Moment::default() };
        let said =
            at(&mut session, now, line(text)).into_iter().filter_map(|effect| match effect {
                Effect::Terminal(TerminalRequest::Print(text)) => Some(text),
                _ => None,
            });
        said.collect::<Vec<_>>().join("\n").replace('\n', " ")
    };
    type_at("a1", 1);
    let lost = type_at("score", 9);
    assert!(lost.contains("Red wins on time"), "{lost}");
    let back = type_at("undo", 10);
    assert!(back.contains("Blue plays on and cannot lose on time again."), "{back}");
    assert!(
        !lost.contains("plays on")
            && back.contains("Clocks: Red 0:02 low; Blue time out, but plays on."),
        "{back}"
    );
    let on = type_at("b1", 50);
    assert!(on.contains("Turn 2, Blue: b1.") && !on.contains("wins"), "{on}");
}

#[test]
fn after_a_resignation_no_move_is_listed_until_it_is_taken_back() {
    let mut session = session("necklace", 4);
    let mut said = |text: &str| said(&mut session, text);
    said("a1");
    assert!(said("legal").contains("15: a2"));
    said("resign!");
    let legal = said("legal");
    assert!(
        legal.contains("The game is over in this position.") && !legal.contains("a2"),
        "{legal}"
    );
    said("undo");
    assert!(said("legal").contains("15: a2"));
}

#[test]
fn an_unknown_clock_is_not_mentioned() {
    let text = r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":4},"moves":["a1"],
        "result":{"winner":"red","reason":"time"}}"#;
    let path = PathBuf::from("lost.json");
    let Import { record, timeline, left_behind, .. } =
        files::decode(&path, text.as_bytes()).unwrap();
    let loaded = Box::new(Loaded { path, timeline, record, kept: None, left_behind });
    let start = Start::Replay { loaded, turn: None };
    let (mut session, _) = Session::new(start, Settings::default(), Moment::default());
    let mut said = |text: &str| said(&mut session, text);
    let last = said("last");
    assert!(last.contains("on time"), "{last}");
    let back = said("undo");
    assert!(back.contains("to move") && !back.contains("on time"), "{back}");
}

#[test]
fn stopped_answers_and_fallen_flags_end_thinking() {
    let (mut session, _) = session_of("necklace", 4, [Seat::default(), easy()], timed("9s"));
    let mut update = |message: Message, seconds: u64| {
        let now = Moment { steady: Duration::from_secs(seconds), ..Moment::default() };
        at(&mut session, now, message)
    };
    let asked = |effects: &[Effect]| ask_in(effects).map(|ask| ask.ticket);
    let first = asked(&update(line("a1"), 1)).unwrap();
    assert!(update(line("now"), 2).contains(&Effect::Engine(EngineRequest::Finish)));
    let stopped = update(line("stop"), 2);
    assert!(stopped.contains(&Effect::Engine(EngineRequest::Stop)), "{stopped:?}");
    let late = |id: u64| Message::Thought(SearchAnswer::Failed { id, message: "late".to_owned() });
    assert_eq!(update(late(first), 2), []);
    // Its clock is paused until it may go on.
    let again = asked(&update(line("go"), 20)).unwrap();
    assert!(again > first);
    let fell = update(line("now"), 30);
    assert!(fell.contains(&Effect::Engine(EngineRequest::Stop)), "{fell:?}");
    assert!(format!("{fell:?}").contains("wins on time"), "{fell:?}");
    assert_eq!(update(late(again), 31), []);
    assert!(!session.is_busy());
}

#[test]
fn thinking_time_takes_only_its_own_commands() {
    let (mut session, _) = session_of("necklace", 4, [easy(), Seat::default()], timed("9s"));
    assert!(session.is_busy() && session.takes_at_once(&line("NOW"), false));
    assert!(
        !session.takes_at_once(&line("quit"), false) && session.takes_at_once(&line("quit"), true)
    );
    assert!(
        !session.takes_at_once(&line("board"), false)
            && session.takes_at_once(&line("board"), true)
    );
    assert!(
        !session.takes_at_once(&Message::EndOfInput, false)
            && !session.takes_at_once(&line("b1"), true)
    );
    let until = session.wake_at().expect("its clock bounds its thinking");
    let now = Moment { steady: until, ..Moment::default() };
    let asked = session.happen(Message::Tick(now)).into_asked();
    assert_eq!(asked, [Effect::Engine(EngineRequest::Finish)]);
    assert_eq!(session.wake_at(), None, "it is told once");
}

#[test]
fn a_hint_names_no_step_of_which_too_little_is_known() {
    let mut session = session("necklace", 9);
    for (playouts, named) in [([5_000, 10, 9], "a1 62 %; a2 ~62 %."), ([9, 2, 1], "a1 ~62 %.")] {
        let asked = session.happen(line("hint")).into_asked();
        let ask = ask_in(&asked).unwrap();
        let steps = ask.position.legal().into_iter().zip(playouts);
        let candidate = |(step, visits)| {
            let mut candidate = Candidate::new(step);
            (candidate.visits, candidate.win) = (visits, 0.625);
            candidate
        };
        let mut analysis = Analysis::new(ask.position.to_move());
        analysis.simulations = 5_019;
        analysis.elapsed = Duration::from_secs(1);
        analysis.win = 0.625;
        analysis.candidates = steps.map(candidate).collect();
        let done = Message::Thought(SearchAnswer::Done { id: ask.ticket, step: None, analysis });
        let said = format!("{:?}", session.happen(done));
        assert!(said.contains(named), "{playouts:?}: {said}");
    }
    session.happen(line("a1"));
    let asked = session.happen(line("threat")).into_asked();
    let ask = ask_in(&asked).unwrap();
    let mut analysis = Analysis::new(ask.position.to_move());
    analysis.candidates = vec![Candidate::new(ask.position.legal()[0])];
    (analysis.proof, analysis.elapsed) = (Some(Proof::Loss), Duration::from_secs(1));
    let done = Message::Thought(SearchAnswer::Done { id: ask.ticket, step: None, analysis });
    let said = format!("{:?}", session.happen(done));
    assert!(said.contains("Red threatens nothing: every move of Red loses."), "{said}");
}

#[test]
fn passes_and_hints_have_their_word_in_every_game() {
    for &info in games::INFOS {
        let mut session = session(info.id, 5);
        let is_legal = session.table().unwrap().game().check(Step::Pass).is_ok();
        let said = said(&mut session, "pass");
        let steps = session.table().unwrap().timeline().steps();
        assert_eq!(steps, usize::from(is_legal), "{}: {said}", info.id);
        let asked = session.happen(line("hint")).into_asked();
        assert!(ask_in(&asked).is_some(), "{}: {asked:?}", info.id);
    }
}

/// The finding that the move of `request` gives away `loss` in a game that was a little better.
fn costly(request: &AnalysisRequest, loss: f64) -> Message {
    let finding = finding(request, 0, [value(0.6), value(0.6 - loss)]);
    let (id, finding, pass) = (request.id, Box::new(finding), Pass::Every);
    Message::Studied(AnalysisAnswer::Found { id, index: 0, finding, pass, done: 1, of: 1 })
}

#[test]
fn costly_moves_can_be_taken_back_before_the_answer() {
    let info = games::info("necklace").unwrap();
    let options = info.options(&Setup { size: Some(4), ..Setup::default() }).unwrap();
    let seats = [Seat::default(), easy()];
    let start = Start::Play { info, options, seats, clock: Clock::default() };
    let mut settings = Settings::default();
    settings.advice.coach = true;
    let (mut session, _) = Session::new(start, settings, Moment::default());
    let made = |session: &Session| {
        let timeline = session.table().unwrap().timeline();
        timeline.depth(timeline.cursor())
    };
    for (answer, steps) in [("yes", 0), ("no", 2)] {
        let asked = session.happen(line("a1")).into_asked();
        let check = asked.iter().find_map(|effect| match effect {
            Effect::Study(StudyRequest::Check(request)) => Some(request),
            _ => None,
        });
        let (check, ask) =
            check.zip(ask_in(&asked)).expect("the coach and the engine look at the move");
        let (id, step) = (ask.ticket, ask.position.legal().into_iter().next());
        let analysis = Analysis::new(ask.position.to_move());
        session.happen(Message::Thought(SearchAnswer::Done { id, step, analysis }));
        assert!(made(&session) == 1 && session.is_busy(), "the answer waits for the coach");
        session.happen(costly(check, 0.4));
        let done = Message::Studied(AnalysisAnswer::Done { id: check.id });
        let said = format!("{:?}", session.happen(done));
        assert!(said.contains("That cost 40 %; type yes to take it back."), "{said}");
        assert_eq!(
            (made(&session), session.is_busy()),
            (1, false),
            "the answer waits for the player"
        );
        session.happen(line(answer));
        assert_eq!(made(&session), steps);
    }
}

#[test]
fn positions_are_solved_in_review() {
    let game = Game::new("necklace", &Setup { size: Some(3), ..Setup::default() }).unwrap();
    let loaded = Box::new(Loaded::of_line(Timeline::new(game)));
    let start = Start::Replay { loaded, turn: None };
    let (mut session, _) = Session::new(start, Settings::default(), Moment::default());
    let asked = session.happen(line("exact")).into_asked();
    let request = asked.iter().find_map(|effect| match effect {
        Effect::Study(StudyRequest::Solve(request)) => Some(request),
        _ => None,
    });
    let request = request.expect("the position is solved");
    assert!(session.is_busy(), "lines wait for it");
    let limits = SolveLimits { memory: 4 << 20, ..SolveLimits::default() };
    let (start, steps) = (&request.start, &*request.steps);
    let solution = SolveTask { start, steps, limits, state: None }.advise(&|_| true).unwrap();
    let answer = AnalysisAnswer::Solved { id: request.id, solution: Box::new(solution) };
    let said = format!("{:?}", session.happen(Message::Studied(answer)));
    assert!(said.contains("Red wins in 7.") && said.contains("3 of 9 moves win."), "{said}");
    assert!(!session.is_busy());
}

#[test]
fn three_minutes_of_puzzles_end_by_the_clock() {
    let (mut session, _) = Session::new(Start::Home, Settings::default(), Moment::default());
    session.happen(line("puzzle three necklace"));
    session.happen(Message::Stored(StorageReply::Progress(Ok(String::new()))));
    let end = Duration::from_secs(180);
    assert_eq!(session.wake_at(), Some(end));
    let tick = |session: &mut Session| {
        let now = Moment { steady: end, ..Moment::default() };
        format!("{:?}", session.happen(Message::Tick(now)))
    };
    let said = tick(&mut session);
    assert!(said.contains("Time is up: 0 solved, best 0; puzzle three necklace begins"), "{said}");
    assert_eq!(session.wake_at(), None);
    assert!(!tick(&mut session).contains("Time is up"));
}

#[test]
fn a_series_goes_on_if_nothing_else_is_found() {
    let (mut session, _) = Session::new(Start::Home, Settings::default(), Moment::default());
    let mut said = |text: &str| {
        let mut effects = session.happen(line(text));
        session.update(Message::Stored(StorageReply::Progress(Ok(String::new()))), &mut effects);
        let nothing = || false;
        session.update(Message::Explored(Ok(Explored::read(&[], &nothing))), &mut effects);
        format!("{effects:?}").replace("\\n", " ")
    };
    let first = said("puzzle three necklace");
    assert!(first.contains("So far: 3:00, 0 solved"), "{first}");
    assert!(said("opening").contains("No opening is trained yet"));
    assert!(said("puzzle motif pass necklace").contains("There are no such puzzles"));
    let next = said("next");
    assert!(next.contains("So far: 3:00, 0 solved"), "{next}");
    assert!(session.wake_at().is_some());
}
