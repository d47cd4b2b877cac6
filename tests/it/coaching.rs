//! Sources of learning: mistakes tried again, the coach, the report, and thinking before the engine
//! speaks.

use crate::study::{asked, find, review, review_with};
use crate::support::finding::{finding, value};
use crate::support::{Screen, against, mono, replay, seated, small};
use tetralith::program::{Message, Start, StudyRequest};
use tetralith_core::Step;
use tetralith_engine::{Analysis, Candidate, Level, Proof, SearchAnswer as Found};
use tetralith_session::clock::Clock;
use tetralith_session::table::Mode;
use tetralith_study::{AnalysisAnswer, AnalysisRequest, MoveValue, Pass};

/// The sample game of Greylox with a blunder at turn 41 and a mistake at turn 31.
pub(crate) fn analysed() -> Screen {
    analysed_in(review())
}

/// The game of `screen` analysed so.
fn analysed_in(mut screen: Screen) -> Screen {
    screen.keys("A");
    let request = asked(&screen);
    find(&mut screen, &request, 40, 0.2);
    find(&mut screen, &request, 30, 0.12);
    screen.send(Message::Studied(AnalysisAnswer::Done { id: request.id }));
    screen
}

/// The search about one move that was asked for last.
fn checked(screen: &Screen) -> Option<AnalysisRequest> {
    screen.host.studies.iter().rev().find_map(|request| match request {
        StudyRequest::Check(request) => Some((**request).clone()),
        _ => None,
    })
}

/// Has the search find that the move of `request` gives away `loss` in an even game, and end.
fn judge(screen: &mut Screen, request: &AnalysisRequest, loss: f64) {
    found(screen, request, loss, None);
    screen.send(Message::Studied(AnalysisAnswer::Done { id: request.id }));
}

/// Has the search find the same of a position whose result may be proven.
fn found(screen: &mut Screen, request: &AnalysisRequest, loss: f64, proof: Option<Proof>) {
    let values = [MoveValue { proof, ..value(0.6) }, value(0.6 - loss)];
    let (id, finding) = (request.id, Box::new(finding(request, 0, values)));
    screen.send(Message::Studied(AnalysisAnswer::Found {
        id,
        index: 0,
        finding,
        pass: Pass::Every,
        done: 1,
        of: 1,
    }));
}

/// The names of the legal moves of the board in front but for some.
fn moves(screen: &Screen, but: &[&str]) -> Vec<String> {
    let table = screen.table();
    let names = table.names();
    let all = table.game().legal().into_iter().map(|step| names.step(step));
    all.filter(|name| !but.contains(&name.as_str())).collect()
}

#[test]
fn cost_and_better_move_are_shown_without_a_panel_too() {
    let mut screen = analysed();
    let played = |screen: &Screen| {
        let table = screen.table();
        table.names().turn(&table.review().fault_here().unwrap().choice.played)
    };
    screen.keys("n").resize(44, 20);
    assert!(!screen.shows("Players"), "{}", screen.text());
    let cost = format!("{} cost ", played(&screen));
    screen.assert_shows(&cost).assert_shows("better ");
    // The mark of what is cut leaves the win rate whole.
    let text = screen.text();
    let better = text.lines().find(|line| line.contains("better ")).unwrap();
    assert!(better.ends_with(" %…"), "{text}");
    screen.resize(40, 16).assert_shows(&cost);
    // A comment is shown where nothing was found.
    screen.resize(44, 20).keys("<Home><Right>cA calm start<Enter><Left><Right>");
    screen.assert_shows("A calm start");
    // The cell under the cursor comes before both.
    screen.keys("<S-Up>");
    assert!(!screen.shows("A calm start"), "{}", screen.text());
}

#[test]
fn better_moves_are_marked_and_taken_by_key_or_click() {
    let mut screen = analysed();
    screen.keys("n");
    let fault = screen.turn();
    let table = screen.table();
    let steps = table.timeline().steps();
    let (names, better) = (table.names(), table.review().fault_here().unwrap().best.clone());
    let cell = table.review().better_cells().iter().next().unwrap();
    let area = ratatui::layout::Rect::new(0, 0, 120, 40);
    let layout =
        tetralith::tui::panels::Areas::of(table, screen.app.shared().display, area).board.unwrap();
    let at = layout.rect(cell).unwrap();
    let at = (at.x + at.width / 2, at.y + at.height / 2);
    screen.assert_shows("best move").keys("2").assert_shows("Only one better move is known, 1");
    assert_eq!(screen.turn(), fault);
    let taken = |screen: &Screen| {
        let table = screen.table();
        (screen.turn(), table.timeline().step(table.timeline().cursor()))
    };
    screen
        .keys("1")
        .assert_shows(&format!("this line {}", names.turn(&better)))
        .assert_shows("game");
    assert_eq!(taken(&screen), (fault, better.last().copied()));
    assert!(!screen.shows("unknown here"), "what it is worth is known:\n{}", screen.text());
    screen.keys("0n");
    assert_eq!(screen.turn(), fault, "{}", screen.text());
    screen.mouse(
        tetralith_terminput::MouseEventKind::Down(tetralith_terminput::MouseButton::Left),
        at,
    );
    assert_eq!(taken(&screen), (fault, better.last().copied()), "{}", screen.text());

    // One click plays no move if moves are confirmed.
    let mut careful = analysed_in(review_with("confirm = true\n"));
    careful.keys("n").mouse(
        tetralith_terminput::MouseEventKind::Down(tetralith_terminput::MouseButton::Left),
        at,
    );
    assert_eq!(careful.turn(), fault, "{}", careful.text());
    assert_eq!(careful.timeline().steps(), steps);
}

#[test]
fn mistakes_are_tried_again_and_nothing_is_given_away() {
    let mut screen = analysed();
    screen.keys("@").assert_shows("Your mistakes").assert_shows("1 of 2").assert_shows("Turn 31:");
    for spoils in ["Win rate", "cost", " %"] {
        assert!(!screen.shows(spoils), "'{spoils}' is shown:\n{}", screen.text());
    }
    let table = screen.table();
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/games/greylox.json");
    let (_, timeline) = tetralith_core::Record::read(&std::fs::read(path).unwrap()).unwrap();
    let played: Vec<Step> =
        timeline.main_line().into_iter().filter_map(|node| timeline.step(node)).collect();
    let depth = table.timeline().depth(table.timeline().cursor());
    let (names, mistake) = (table.names(), table.names().step(played[depth]));
    // The scripted analysis finds that the first other legal step is better.
    let best = table
        .game()
        .legal()
        .into_iter()
        .find(|step| *step != played[depth])
        .map(|step| names.step(step))
        .unwrap();
    screen.keys(&format!("m{mistake}<Enter>")).assert_shows("That is the move from the game");
    assert_eq!(checked(&screen), None, "that needs no search");
    let other = moves(&screen, &[&mistake, &best]);
    screen.keys(&format!("m{}<Enter>", other[0]));
    let id = checked(&screen).unwrap().id;
    let message = "the search failed: no memory".to_owned();
    screen.send(Message::Studied(AnalysisAnswer::Failed { id, message }));
    screen.assert_shows("The search failed: no memory.").assert_shows("1 of 2");
    screen.keys(&format!("m{}<Enter>", other[0])).assert_shows("Comparing");
    let request = checked(&screen).unwrap();
    judge(&mut screen, &request, 0.3);
    screen.assert_shows("costs 30 %").assert_shows("2 tries are");
    screen.keys(&format!("m{}<Enter>", other[1]));
    let request = checked(&screen).unwrap();
    judge(&mut screen, &request, 0.02);
    screen.assert_shows("within 2 %").assert_shows("engine plays");
    screen.keys("<Enter>").assert_shows("2 of 2, 1 corrected");
    // The answer is shown on request, and the score reports it.
    screen
        .keys("H")
        .assert_shows("engine plays")
        .keys("<Enter>")
        .assert_shows("You corrected 1 of 2 mistakes");
    screen.assert_shows("review");
}

#[test]
fn mistakes_cannot_be_retried_before_the_analysis_is_done() {
    let mut screen = review();
    screen.keys("A");
    let request = asked(&screen);
    find(&mut screen, &request, 40, 0.2);
    screen.keys("@").assert_shows("till analysing").assert_shows("review");
    screen.send(Message::Studied(AnalysisAnswer::Done { id: request.id }));
    screen.keys("@").assert_shows("Your mistakes");
}

#[test]
fn answers_are_shown_whole_or_marked_as_cut() {
    for (width, height) in [(40, 16), (40, 24), (60, 20), (80, 24)] {
        let mut screen = analysed();
        screen.keys("@").resize(width, height).keys("H");
        let text = screen.words();
        let (_, line) =
            text.split_once("engine plays").unwrap_or_else(|| panic!("{width}×{height}:\n{text}"));
        let told: String = line.chars().take_while(|c| !['.', '…'].contains(c)).collect();
        assert!(told.len() < 60, "{width}×{height}:\n{}", screen.text());
        let table = screen.table();
        assert_eq!(
            (&table.hand().aim().steps[..], &table.hand().aim().ghost[..]),
            (&[][..], &[][..]),
            "{}",
            screen.text()
        );
        let before = screen.text();
        assert_eq!(screen.keys("<Left>").text(), before);
        screen.keys("<Enter>").assert_shows("2 of 2");
    }
}

#[test]
fn three_wrong_answers_show_the_right_one_and_a_key_skips() {
    let mut screen = analysed();
    screen.keys("@");
    for left in ["2 tries are", "One try is", "The engine"] {
        let names = moves(&screen, &[]);
        let table = screen.table();
        let before = table.timeline().steps();
        let name = names.iter().rev().find(|name| {
            let mut trial = table.clone();
            trial.hand_mut().aim_at_text(name)
        });
        screen.keys(&format!("m{}<Enter>", name.unwrap()));
        let request = checked(&screen).unwrap();
        judge(&mut screen, &request, 0.25);
        screen.assert_shows(left);
        assert!(screen.timeline().steps() <= before + 1);
    }
    screen
        .keys("<Enter>")
        .assert_shows("2 of 2, 0 corrected")
        .keys("n")
        .assert_shows("You corrected 0 of 2");
    let mut screen = review();
    screen.keys("@").assert_shows("is not analysed yet");
}

/// A game against Easy with the coach.
fn coached() -> Screen {
    coached_with(None)
}

/// The same in which so many moves may be taken back.
fn coached_with(takebacks: Option<u32>) -> Screen {
    let [person, computer] = against(Level::ALL[0].id);
    let seats = [person.with_takebacks(takebacks), computer];
    let start = seated("necklace", small(7), seats, Clock::default());
    Screen::with_settings(start, (100, 40), "coach = true\nhints = false\n")
}

#[test]
fn the_coach_speaks_of_a_move_that_costs_much_and_of_no_other() {
    let mut screen = coached();
    screen.keys("ma1<Enter>");
    let request = checked(&screen).expect("the coach looks at it");
    judge(&mut screen, &request, 0.14);
    screen.assert_shows("That cost 14 %. Take it back?");
    assert!(!screen.shows("60 %"), "it never says more:\n{}", screen.text());
    // It comes while keys go to the board, where Enter plays.
    screen.keys("<Enter>");
    assert_eq!(screen.table().place(), "a1");
    screen.keys("y");
    assert_eq!(screen.table().place(), "");
    screen.keys("md4<Enter>");
    let request = checked(&screen).unwrap();
    judge(&mut screen, &request, 0.09);
    assert!(!screen.shows("Take it back"), "{}", screen.text());
    assert_eq!(screen.table().place(), "d4");
}

#[test]
fn the_coach_waits_for_a_proof_that_nothing_was_lost() {
    let mut screen = coached();
    screen.keys("ma1<Enter>");
    let request = checked(&screen).expect("the coach looks at it");
    found(&mut screen, &request, 0.23, None);
    assert!(!screen.shows("That cost"), "a proof may follow:\n{}", screen.text());
    found(&mut screen, &request, 0.23, Some(Proof::Loss));
    screen.send(Message::Studied(AnalysisAnswer::Done { id: request.id }));
    assert!(!screen.shows("That cost"), "every move loses:\n{}", screen.text());
}

#[test]
fn the_computer_is_not_done_while_the_coach_asks() {
    let mut screen = coached();
    screen.keys("ma1<Enter>");
    let ask = screen.host.asks.last().unwrap().clone();
    let (step, analysis) = (ask.position.legal()[0], Analysis::new(ask.position.to_move()));
    screen.send(Message::Thought(Found::Done { id: ask.ticket, step: Some(step), analysis }));
    screen.assert_shows("Novice waits for the coach");
    let request = checked(&screen).expect("the coach looks at it");
    judge(&mut screen, &request, 0.23);
    screen.assert_shows("That cost 23 %").assert_shows("Novice waits");
}

#[test]
fn the_coach_offers_no_takeback_that_is_used_up() {
    for takebacks in [0, 1] {
        let mut screen = coached_with(Some(takebacks));
        for _ in 0..takebacks {
            screen.keys("mb2<Enter>u");
        }
        screen.keys("ma1<Enter>");
        let request = checked(&screen).expect("the coach looks at it");
        judge(&mut screen, &request, 0.14);
        screen.assert_shows("That cost 14 %");
        assert!(!screen.shows("Take it back"), "{}", screen.text());
        screen.keys("y");
        assert_eq!(screen.table().place(), "a1");
    }
}

#[test]
fn computer_games_offer_the_coach_and_keep_the_choice() {
    let mut screen =
        Screen::with_settings(Start::Home, (80, 24), "game = \"necklace\"\nhints = false\n");
    screen.keys("<Enter>").assert_shows("two players");
    assert!(!screen.shows("Coach"), "nobody is coached between two people:\n{}", screen.text());
    screen.keys("<Home><Right>").assert_shows("Coach          ◄ no");
    screen.click_on("Coach").assert_shows("no warnings");
    screen.keys("<Right>").assert_shows("Coach          ◄ yes");
    screen.assert_shows("costs 10 % or more");
    screen.keys("<Esc>");
    assert!(
        !screen.app.shared().settings().advice.coach,
        "a form that is given up changes nothing"
    );
    screen.keys("<Enter><Home><Right>").click_on("Coach").keys("<Right><End><Enter>");
    assert!(screen.app.shared().settings().advice.coach);
    screen.keys("ma1<Enter>");
    assert!(checked(&screen).is_some(), "the coach looks at it");
    screen.keys("N").assert_shows("Coach          ◄ yes");
}

#[test]
fn the_coach_waits_until_a_line_is_typed() {
    let mut screen = coached();
    screen.keys("ma1<Enter>cmy");
    let request = checked(&screen).expect("the coach looks at it");
    judge(&mut screen, &request, 0.14);
    assert!(!screen.shows("Take it back"), "{}", screen.text());
    screen.keys(" yes<Enter>").assert_shows("my yes").assert_shows("That cost 14 %. Take it back?");
    screen.keys("y");
    assert_eq!(screen.table().place(), "");
}

#[test]
fn the_coach_says_nothing_of_a_game_that_is_over() {
    let mut screen = coached();
    screen.keys("ma1<Enter>G");
    let request = checked(&screen).expect("the coach looks at it");
    judge(&mut screen, &request, 0.14);
    screen.keys("y").assert_shows("wins by resignation");
    assert!(!screen.shows("Take it back"), "{}", screen.text());
}

#[test]
fn the_computer_answers_only_once_the_coach_has_looked() {
    let mut screen = coached();
    screen.keys("ma1<Enter>");
    let ask = screen.host.asks.last().unwrap().clone();
    let step = ask.position.legal()[0];
    let analysis = Analysis::new(ask.position.to_move());
    screen.send(Message::Thought(Found::Done { id: ask.ticket, step: Some(step), analysis }));
    screen.tick(std::time::Duration::from_secs(5));
    assert_eq!(screen.timeline().steps(), 1);
    let request = checked(&screen).unwrap();
    judge(&mut screen, &request, 0.0);
    screen.tick(std::time::Duration::from_secs(6));
    assert_eq!(screen.timeline().steps(), 2);
}

#[test]
fn the_report_is_a_page_and_its_turning_points_are_gone_to() {
    let mut screen = review();
    screen.keys("r").assert_shows("is not analysed yet");
    let mut screen = analysed();
    screen.keys("r").assert_shows("Report on the game").assert_shows("accuracy");
    screen.keys("2");
    assert_eq!(screen.turn(), 41);
    screen.keys("r5").assert_shows("Report on the game").keys("1");
    assert_eq!(screen.turn(), 31);
}

#[test]
fn turning_points_of_a_report_come_into_view_one_by_one() {
    let mut screen = analysed();
    screen.resize(80, 24);
    screen.keys("r").assert_shows("Report on the game");
    for point in ["1 Turn 31:", "2 Turn 41:"] {
        screen.keys("<Right>").assert_shows(point);
        let text = screen.text();
        let mut below = text.lines().skip_while(|line| !line.contains(point));
        assert!(below.any(|line| line.starts_with(" a ")), "its board:\n{text}");
    }
    screen.keys("<Left>").assert_shows("1 Turn 31:");
}

#[test]
fn one_can_think_first_and_see_then() {
    let mut screen = analysed();
    screen.keys("n;").assert_shows("Think first");
    for told in ["cost 12 %", "Win rate of", "? mistake"] {
        assert!(!screen.shows(told), "'{told}' is shown:\n{}", screen.text());
    }
    screen.keys("H").assert_shows("cost 12 %").assert_shows("Hint");
    // Its remarks on other moves stay hidden.
    let table = screen.table();
    let judged = table
        .timeline()
        .main_line()
        .into_iter()
        .filter(|&node| table.review().verdict(node).is_some())
        .count();
    assert_eq!((table.review().has_chances(), judged), (false, 1));
    screen.keys("]");
    for shown in ["Win rate of", "Hint ", "hide hint", "best move"] {
        assert!(!screen.shows(shown), "'{shown}' is shown:\n{}", screen.text());
    }
    // Nor do keys show where there are mistakes.
    screen.keys("n").assert_shows("Mistakes are hidden; ; shows them.");
    assert!(!screen.shows("next mistake"), "{}", screen.text());
    screen.keys("[;").assert_shows("cost 12 %");
}

#[test]
fn findings_of_deleted_variations_are_not_reused() {
    let mut screen = analysed();
    screen.keys(";ma1<Enter>").keys("H").assert_shows("Hint ").keys("Dyma2<Enter>");
    assert!(!screen.shows("Hint "), "{}", screen.text());
}

#[test]
fn saved_analyses_are_there_when_the_game_is_reopened() {
    let mut screen = analysed();
    screen.keys("ma1<Enter>").keys("<Home>");
    let path = screen.kept().pop().expect("a variation makes it a game of ours");
    let mut screen = Screen::new(replay(&path, None), (120, 40), mono());
    screen.keys("n");
    assert_eq!((screen.turn(), screen.table().mode()), (31, Mode::Review));
    screen.assert_shows("cost 12 %").assert_shows("Win rate of");
}

#[test]
fn the_candidate_under_the_cursor_shows_its_line_on_the_board() {
    let mut screen = review();
    screen.keys("g20<Enter>H");
    let ask = screen.host.asks.last().unwrap().clone();
    let mut analysis = Analysis::new(ask.position.to_move());
    let mut position = ask.position.clone();
    for _ in 0..3 {
        let step = *position.legal().iter().find(|step| matches!(step, Step::Place(_))).unwrap();
        position.play(step).unwrap();
        analysis.principal_variation.push(step);
    }
    let mut first = Candidate::new(analysis.principal_variation[0]);
    (first.visits, first.win) = (900, 0.61);
    (analysis.simulations, analysis.win) = (1_000, 0.61);
    analysis.candidates.push(first);
    let step = Some(first.step);
    screen.send(Message::Thought(Found::Done { id: ask.ticket, step, analysis }));
    screen.assert_shows("61 %");
    let cell = first.step.cells().next().unwrap();
    let area = ratatui::layout::Rect::new(0, 0, 120, 40);
    let table = screen.table();
    let layout =
        tetralith::tui::panels::Areas::of(table, screen.app.shared().display, area).board.unwrap();
    let at = layout.rect(cell).unwrap();
    let on_board = |screen: &Screen, sign: &str| {
        screen.text().lines().any(|line| {
            line.chars().take(usize::from(at.right()) + 30).collect::<String>().contains(sign)
        })
    };
    screen.mouse(
        tetralith_terminput::MouseEventKind::Moved,
        (at.x + at.width / 2, at.y + at.height / 2),
    );
    for number in ["1", "2", "3"] {
        assert!(on_board(&screen, number), "{}", screen.text());
    }
    // Taken, it is a variation.
    let before = screen.turn();
    screen.keys("1").assert_shows("Variation from turn");
    assert_eq!(screen.turn(), before + 1);
}
