//! The analysis of a whole game on the screen: its requests, its results, and what interrupts it.

use std::path::PathBuf;

use crate::support::finding::{finding, value};
use crate::support::{Screen, game, mono, replay, small};
use tetralith::program::{Message, Start, StudyRequest};
use tetralith_core::games::INFOS;
use tetralith_core::timeline::Note;
use tetralith_core::{Record, Setup};
use tetralith_engine::CancelToken;
use tetralith_engine::solve::{SolveLimits, SolveTask};
use tetralith_session::words::options_text;
use tetralith_storage as storage;
use tetralith_study::{
    AnalysisAnswer, AnalysisRequest, Budgets, Job, MoveValue, Pass, SolveRequest,
};

/// The sample game of Greylox in review.
pub(crate) fn review() -> Screen {
    review_with("theme = \"mono\"\n")
}

/// The same with these settings.
pub(crate) fn review_with(settings: &str) -> Screen {
    review_of("greylox", settings)
}

/// The same of this game.
fn review_of(game: &str, settings: &str) -> Screen {
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets/games");
    let path = games.join(format!("{game}.json"));
    let loaded = storage::load(&path, None).unwrap();
    Screen::with_settings(
        Start::Replay { loaded: Box::new(loaded), turn: None },
        (120, 40),
        settings,
    )
}

/// The request that was made last.
pub(crate) fn asked(screen: &Screen) -> AnalysisRequest {
    let begun = screen.host.studies.iter().rev().find_map(|request| match request {
        StudyRequest::Begin(request) => Some((**request).clone()),
        _ => None,
    });
    begun.expect("an analysis was asked for")
}

/// Reports that the move of the turn at `index` gave away `loss`, and that another was better.
pub(crate) fn find(screen: &mut Screen, request: &AnalysisRequest, index: usize, loss: f64) {
    let done = request.moments.list().len() - index;
    let of = request.moments.list().len();
    let answer = AnalysisAnswer::Found {
        id: request.id,
        index,
        finding: Box::new(finding(request, index, [value(0.6), value(0.6 - loss)])),
        pass: Pass::Every,
        done,
        of,
    };
    screen.send(Message::Studied(answer));
}

#[test]
fn better_trominoes_show_which_stone_is_the_opponents() {
    let mut screen = review_of("plurality", "theme = \"mono\"\n");
    screen.keys("A");
    let request = asked(&screen);
    find(&mut screen, &request, 0, 0.3);
    screen.send(Message::Studied(AnalysisAnswer::Done { id: request.id }));
    screen.keys("n").assert_shows("better");
    assert_eq!(screen.text().matches("x1").count(), 1, "{}", screen.text());
}

#[test]
fn graph_stays_beside_mistakes_in_every_game() {
    for (info, is_timed) in INFOS.iter().flat_map(|info| [(info, false), (info, true)]) {
        let file = format!("{}.json", info.id);
        let assets = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets/games");
        let (record, mut timeline) =
            Record::read(&std::fs::read(assets.join(&file)).unwrap()).unwrap();
        let time_ms = is_timed.then_some(61_500);
        for node in timeline.main_line() {
            timeline.set_note(node, Note { time_ms, ..Note::default() });
        }
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(file);
        std::fs::write(&path, record.write(&timeline).unwrap()).unwrap();
        let mut screen = Screen::new(replay(&path, None), (80, 24), mono());
        screen.keys("A");
        let request = asked(&screen);
        for index in 0..20 {
            find(&mut screen, &request, index, if index == 9 { 0.2 } else { 0.0 });
        }
        screen.send(Message::Studied(AnalysisAnswer::Done { id: request.id }));
        screen.keys("n");
        assert_eq!(screen.turn(), 10, "{}", info.id);
        screen
            .assert_shows("?? ")
            .assert_shows("Win rate of ")
            .assert_shows("cost 20 %")
            .assert_shows("better ");
    }
}

#[test]
fn analysis_marks_mistakes_and_keys_go_there() {
    let mut screen = review();
    screen.keys("n").assert_shows("No move is marked as a mistake; A looks for them.");
    screen.keys("A").assert_shows("nalysing");
    let request = asked(&screen);
    assert_eq!(request.moments.list().len(), 66);
    find(&mut screen, &request, 40, 0.2);
    screen.assert_shows("analysing 26 of 66");
    find(&mut screen, &request, 9, 0.12);
    find(&mut screen, &request, 20, 0.0);
    screen.keys("n");
    assert_eq!(screen.turn(), 10);
    screen
        .assert_shows("? mistake")
        .assert_shows("cost 12 %: 60 % to 48 %")
        .assert_shows("better ")
        .assert_shows("played ");
    screen.keys("n");
    assert_eq!(screen.turn(), 41);
    screen.assert_shows("?? blunder");
    screen.keys("n").assert_shows("o mistakes after");
    screen.keys("p");
    assert_eq!(screen.turn(), 10);
    screen.send(Message::Studied(AnalysisAnswer::Done { id: request.id }));
    screen.assert_shows("nalysis done");
    assert!(!screen.shows("analysing"));
}

#[test]
fn mistakes_are_known_again_once_their_line_is_the_main_line() {
    let mut screen = review();
    screen.keys("A");
    let request = asked(&screen);
    find(&mut screen, &request, 40, 0.2);
    find(&mut screen, &request, 9, 0.12);
    screen.keys("n");
    let table = screen.table();
    let step = table.names().step(table.hand().seen().legal[3]);
    screen.keys(&format!("m{step}<Enter>My")).assert_shows("the analysis stopped, A resumes it");
    assert_eq!(screen.host.studies.last(), Some(&StudyRequest::Stop));
    screen.keys("vM").assert_shows("This variation is now the main line.").keys("<Home>n");
    assert_eq!(screen.turn(), 10);
    screen.keys("n");
    assert_eq!(screen.turn(), 41);
}

#[test]
fn progress_of_an_analysis_is_whole_in_a_narrow_window() {
    let mut screen = review();
    screen.keys("A");
    let request = asked(&screen);
    find(&mut screen, &request, 40, 0.2);
    let options = options_text(screen.table().game());
    let all = format!(" Greylox  {options}  turn 0 of 66  review  analysing 26 of 66").len();
    let all = all as u16;
    for columns in 36..=all + 8 {
        // The options are whole before anything repeats that the game is in review.
        let is_named = columns >= all;
        let is_whole = columns >= all - 8;
        let told = if columns >= 44 { "  analysing 26 of 66" } else { "  26 of 66" };
        screen.resize(columns, 16);
        let text = screen.text();
        let title = text.lines().next().unwrap().trim_end();
        assert!(
            title.ends_with(told)
                && title.contains("review") == is_named
                && title.contains(&options) == is_whole,
            "{columns}: {title}"
        );
    }
}

#[test]
fn analysis_yields_to_the_engine_and_stops_by_key() {
    let mut screen = review();
    screen.keys("A");
    let request = asked(&screen);
    screen.keys("H");
    assert_eq!(screen.host.studies.last(), Some(&StudyRequest::Pause));
    screen.keys("H");
    assert_eq!(screen.host.studies.last(), Some(&StudyRequest::Resume));
    find(&mut screen, &request, 60, 0.3);
    screen.assert_shows("analysing 6 of 66");
    screen.keys("A").assert_shows("is stopped");
    assert!(!screen.shows("analysing"), "{}", screen.text());
    assert_eq!(screen.host.studies.last(), Some(&StudyRequest::Stop));
    // Late answers of the old analysis are not taken for the new one's; its findings are known
    // already.
    find(&mut screen, &request, 59, 0.3);
    screen.keys("A");
    let again = asked(&screen);
    let known: Vec<usize> = (0..66).filter(|&index| again.findings[index].is_some()).collect();
    assert_eq!(known, [60]);
    assert_ne!(again.id, request.id);
    screen.send(Message::Studied(AnalysisAnswer::Failed {
        id: again.id,
        message: "no memory".to_owned(),
    }));
    screen.assert_shows("no memory");
}

#[test]
fn exact_value_is_in_the_panel_or_the_status_line() {
    let setup = small(4);
    let mut screen = Screen::new(game("necklace", setup), (100, 40), mono());
    screen.keys("B*").assert_shows("Exact from here").assert_shows("less than a second left");
    let Some(StudyRequest::Solve(request)) = screen.host.studies.last().cloned() else {
        panic!("{:?}", screen.host.studies)
    };
    let SolveRequest { id, start, steps } = *request;
    let limits = SolveLimits { memory: 4 << 20, ..SolveLimits::default() };
    let task = SolveTask { start: &start, steps: &steps, limits, state: None };
    let solution = Box::new(task.advise(&|_| true).unwrap());
    screen.send(Message::Studied(AnalysisAnswer::Solved { id, solution }));
    screen.assert_shows("Red wins in ").assert_shows("4 of 16 moves win");
    screen.resize(40, 16);
    screen.assert_shows("Exact: Red wins in ");
    screen.resize(100, 40);
    screen.keys("*");
    assert!(!screen.shows("Exact from here"), "{}", screen.text());
}

#[test]
fn a_game_of_ours_keeps_its_analysis_and_another_game_ends_it() {
    let setup = Setup { size: Some(2), opening: Some(false), ..Setup::default() };
    let mut screen = Screen::new(game("multiplicity", setup), (100, 40), mono());
    screen.keys("ma1<Enter>B").keys("A");
    let request = asked(&screen);
    find(&mut screen, &request, 0, 0.4);
    let (record, timeline) = Record::read(&std::fs::read(&screen.kept()[0]).unwrap()).unwrap();
    let moments = tetralith_study::Moments::of_main_line(&timeline);
    let kept = tetralith_study::cache::read(&record, &timeline, &moments).unwrap();
    assert_eq!(kept[0].as_ref().map(|finding| finding.simulations), Some(1_000));
    screen.keys("b").keys("N");
    screen.keys("<Enter>").keys("<Enter>");
    assert_eq!(screen.host.studies.last(), Some(&StudyRequest::Stop));
}

#[test]
fn a_game_that_is_played_is_not_analysed() {
    let mut screen = Screen::new(game("necklace", Setup::default()), (100, 40), mono());
    screen.keys("md4<Enter>:analyse").keys("<Esc>");
    assert!(screen.host.studies.is_empty());
    screen.keys("B").keys("A").assert_shows("nalysing");
}

#[test]
fn damaged_analyses_are_reported_and_the_game_opens() {
    let sample = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets/games/greylox.json");
    let text = std::fs::read_to_string(sample).unwrap();
    let with = |head: &str, entry: &str| {
        let text = text.replacen("\"moves\":", &format!("\"analysis\": {head}, \"moves\":"), 1);
        text.replace("\"eval\":", &format!("{entry}\"eval\":"))
    };
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.json");
    let huge = format!("\"analysis\": {{\"x\": \"{}\"}}, ", "y".repeat(60_000));
    for (changed, words, is_somebodys) in [
        (with("{\"version\": 2}", ""), "has version 2", true),
        (with("[1, 2]", ""), "from another program", true),
        (
            with("{\"version\": 1}", "\"analysis\": {\"win\": -4}, "),
            "analysis is damaged at turn 1",
            false,
        ),
        (with("{\"version\": 1}", &huge), "analysis is damaged at turn 1 (too long)", false),
    ] {
        assert_ne!(changed, text);
        std::fs::write(&path, &changed).unwrap();
        let mut screen = Screen::new(replay(&path, None), (120, 40), mono());
        screen.assert_shows(words).assert_shows("ignored").keys("]");
        assert_eq!(screen.turn(), 1);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), changed, "it stays as it was");
        // It is analysed anyway; an analysis that may be another program's stays in the record.
        screen.keys("A");
        let request = asked(&screen);
        assert_eq!(screen.shows("this new analysis"), is_somebodys, "{}", screen.text());
        find(&mut screen, &request, 0, 0.4);
        screen.assert_shows("blunder");
        screen.keys("s<C-u>saved<Enter>").assert_shows("Saved as");
        let kept = std::fs::read_to_string(screen.path().join("saved.json")).unwrap();
        let has_found = kept.contains("\"simulations\":1000");
        assert_eq!(
            (has_found, kept.contains("\"analysis\": {\"version\":1}")),
            (!is_somebodys, !is_somebodys)
        );
    }
}

/// A game of Greylox on the largest board with as many turns as could be found; `docs/analysis.md`
/// says how many there can be.
const LONG: &str = include_str!("data/long.json");

#[test]
fn longest_game_is_analysed_and_stepped_through() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("long.json");
    std::fs::write(&path, LONG).unwrap();
    let mut screen = Screen::new(replay(&path, None), (100, 40), mono());
    screen.keys("A");
    let request = asked(&screen);
    let turns = request.moments.list().len();
    assert!(turns > 800, "{turns}");
    let mut findings = request.findings;
    let job = Job { budgets: Budgets::equal(1), threads: 2, seed: 0, build: &request.build };
    job.run(&request.moments, &mut findings, &CancelToken::new(), &mut |_| {}).unwrap();
    assert_eq!(findings.iter().flatten().count(), turns);
    // Each is drawn: of so many a few do.
    for (index, finding) in findings.into_iter().enumerate().rev().step_by(50) {
        let (finding, done) = (Box::new(finding.expect("each was looked at")), turns - index);
        let id = request.id;
        screen.send(Message::Studied(AnalysisAnswer::Found {
            id,
            index,
            finding,
            pass: Pass::Every,
            done,
            of: turns,
        }));
    }
    screen.send(Message::Studied(AnalysisAnswer::Done { id: request.id }));
    for turns_before in (0..turns).step_by(10) {
        assert_eq!(screen.turn() as usize, turns_before);
        screen.keys("<PageDown>");
    }
    assert_eq!(screen.turn() as usize, turns);
    screen.keys("r").assert_shows(&format!("{turns} turns"));
}

#[test]
fn accuracy_of_a_report_is_readable_in_any_window() {
    let mut screen = review();
    screen.keys("A");
    let request = asked(&screen);
    let of = request.moments.list().len();
    for index in 0..of {
        // Proofs that a record claims.
        let proof = (index > 0).then_some(tetralith_engine::Proof::Win);
        let won = MoveValue { proof, ..value(1.0) };
        let mut finding = finding(&request, index, [won, won]);
        finding.line = vec![request.moments.list()[index].played.clone()];
        finding.played.as_mut().unwrap().error = 0.03;
        finding.is_claimed = proof.is_some();
        let answer = AnalysisAnswer::Found {
            id: request.id,
            index,
            finding: Box::new(finding),
            pass: Pass::Every,
            done: of,
            of,
        };
        screen.send(Message::Studied(answer));
    }
    screen.send(Message::Studied(AnalysisAnswer::Done { id: request.id }));
    for size in [(120, 40), (80, 24), (60, 20), (40, 16)] {
        screen.resize(size.0, size.1).keys("r<End>");
        let words = screen.words();
        for sentence in ["come from the record and were not checked again.", "%."] {
            assert!(words.contains(sentence), "{sentence} at {size:?}\n{}", screen.text());
        }
        screen.keys("<Esc>");
    }
}

#[test]
fn results_that_a_record_claims_are_shown_with_a_question() {
    let won = r#""win": 1.0, "proof": "win""#;
    let record = format!(
        r#"{{ "format": "tetralith", "version": 1, "game": "necklace", "options": {{ "size": 5 }},
        "analysis": {{ "version": 1 }}, "moves": [{{ "move": "c3", "analysis": {{ "build": "1-a",
        "simulations": 100, "seed": 0, {won}, "best": "c3", "line": ["c3"], "candidates": [],
        "played": {{ {won}, "compared": 100, "seen": 100 }} }} }},
        {{ "move": "b2", "eval": 0.9 }}] }}"#
    );
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("claim.json");
    std::fs::write(&path, record).unwrap();
    let mut screen = Screen::with_settings(replay(&path, None), (80, 24), "theme = \"mono\"\n");
    screen.assert_shows("Red wins?").assert_shows("The result is from the file; A checks it.");
    // An analysis checks it.
    screen.assert_shows("A analyse");
}
