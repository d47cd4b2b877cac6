//! The computer at the table, with a thinker that answers what the test wants, and when.

#[allow(dead_code, reason = "each test program uses its part")]
use std::time::Duration;

use crate::support::{Screen, against, mono, seated, small, theme, timed, with_pie};
use tetralith::program::{Message, Start};
use tetralith::theme::{Depth, Glyphs};
use tetralith_core::{Colour, Game, OptionKind, Setup, Shape, Step, games};
use tetralith_engine::{Analysis, Candidate, Level, Proof, SearchAnswer};
use tetralith_session::clock::Clock;
use tetralith_session::seat::Seat;
use tetralith_session::table::{Mode, SPEEDS};
use tetralith_session::thinking::{Ask, LEAST_TIME, Work};
use tetralith_session::words::cursor_text;
use tetralith_storage as storage;
use tetralith_terminput::{KeyCode, KeyEvent, KeyModifiers};

fn person() -> Seat {
    Seat::person(String::new())
}

fn computer(level: &str) -> Seat {
    Seat::computer(Level::from_id(level).unwrap())
}

fn start(id: &str, size: i64, seats: [Seat; 2]) -> Start {
    seated(id, small(size), seats, Clock::default())
}

/// A small game of Necklace: one stone a turn.
fn necklace(seats: [Seat; 2]) -> Screen {
    Screen::new(start("necklace", 5, seats), (80, 24), mono())
}

fn analysis(position: &Game, simulations: u64) -> Analysis {
    let candidate = |(i, &step): (usize, &Step)| {
        let mut candidate = Candidate::new(step);
        candidate.visits = 900 - 100 * i as u32;
        candidate.win = 0.625 - 0.0625 * i as f32;
        candidate
    };
    let legal = position.legal();
    let mut analysis = Analysis::new(position.to_move());
    analysis.simulations = simulations;
    analysis.elapsed = Duration::from_millis(700);
    analysis.win = 0.625;
    analysis.score = position.lead().map(|_| 3.5);
    analysis.candidates = legal.iter().enumerate().take(5).map(candidate).collect();
    analysis.principal_variation = legal.into_iter().take(3).collect();
    analysis
}

fn progress(screen: &mut Screen, ask: &Ask, simulations: u64) {
    let analysis = analysis(&ask.position, simulations);
    screen.send(Message::Thought(SearchAnswer::Progress { id: ask.ticket, analysis }));
}

/// Lets the thinker answer `ask` with the first legal step of the position asked about.
fn done(screen: &mut Screen, ask: &Ask) -> Option<Step> {
    let step = ask.position.legal().first().copied();
    screen.host.stopped |= ask.ticket == last(screen).ticket;
    screen.send(Message::Thought(SearchAnswer::Done {
        id: ask.ticket,
        step,
        analysis: analysis(&ask.position, 1_000),
    }));
    step
}

fn last(screen: &Screen) -> Ask {
    screen.host.asks.last().expect("the engine was asked").clone()
}

/// Lets the thinker answer the last question, and time pass until the step is made.
fn reply(screen: &mut Screen) -> &mut Screen {
    let ask = last(screen);
    done(screen, &ask);
    let later = screen.app.shared().game.now().steady + Duration::from_secs(10);
    screen.tick(later)
}

#[test]
fn computer_answers_and_its_moves_are_saved() {
    let mut screen = necklace([person(), computer("hard")]);
    assert!(screen.host.asks.is_empty(), "it is the person's turn");
    screen.keys("<Enter>");
    let ask = last(&screen);
    assert!(matches!(ask.work, Work::Play { level, .. } if level.id == "hard"));
    assert_eq!((ask.line.len(), ask.position.to_move()), (1, Colour::Second));
    screen.keys("<Right><Enter>").assert_shows("Computer (Hard) plays Blue");
    reply(&mut screen);
    assert_eq!(screen.steps(), 2);
    assert_eq!(screen.host.asks.len(), 1, "now it is the person's turn");
    let record = std::fs::read_to_string(&screen.kept()[0]).unwrap();
    assert!(
        record.contains(r#""red": {"kind": "human"}, "blue": {"kind": "ai", "level": "hard"}"#),
        "{record}"
    );
    // Its own view of the chances after its step, seen from the first player.
    assert!(record.contains("\"eval\": 0.38") && record.matches("eval").count() == 1, "{record}");
    assert_eq!(record.matches("\"c3\"").count() + record.matches("\"a1\"").count(), 2, "{record}");
}

#[test]
fn an_early_answer_waits_until_it_can_be_followed_with_the_eye() {
    let mut screen = necklace([person(), computer("beginner")]);
    screen.tick(Duration::from_secs(5)).keys("<Enter>");
    let ask = last(&screen);
    done(&mut screen, &ask);
    assert_eq!(screen.steps(), 1);
    let due = Duration::from_secs(5) + LEAST_TIME;
    assert!(screen.app.wake_at().unwrap() <= due);
    screen.tick(due.saturating_sub(Duration::from_millis(1)));
    assert_eq!(screen.steps(), 1);
    screen.tick(due);
    assert_eq!(screen.steps(), 2);
}

#[test]
fn an_answer_to_a_position_that_is_gone_is_dropped() {
    let mut screen = necklace([person(), computer("medium")]);
    screen.keys("ma1<Enter>");
    let old = last(&screen);
    screen.keys("u");
    assert!(screen.host.stopped && screen.steps() == 0);
    done(&mut screen, &old);
    screen.tick(Duration::from_secs(9));
    assert_eq!((screen.steps(), screen.timeline().steps()), (0, 1));
    // The same ticket does not count in another position either.
    screen.keys("mb2<Enter>");
    let new = last(&screen);
    assert_ne!(old.ticket, new.ticket);
    done(&mut screen, &old);
    progress(&mut screen, &old, 77_777);
    screen.tick(Duration::from_secs(20));
    assert_eq!(screen.steps(), 1);
    assert!(!screen.shows("77,777"), "{}", screen.text());
    let step = done(&mut screen, &new).unwrap();
    screen.tick(Duration::from_secs(30));
    assert_eq!(screen.timeline().step(screen.timeline().cursor()), Some(step));
    // Nor an answer that comes twice.
    done(&mut screen, &new);
    screen.tick(Duration::from_secs(40));
    assert_eq!(screen.steps(), 2);
}

#[test]
fn leaving_the_position_ends_the_thinking() {
    for (keys, back) in [
        ("u", "U"),
        ("[", "]"),
        ("<Home>", "<End>"),
        ("Q", "<Enter>"),
        ("N", "<Esc><Enter>"),
        ("<Esc>", "<Enter>"),
    ] {
        let mut screen = necklace([person(), computer("medium")]);
        screen.keys("<Enter>");
        assert!(!screen.host.stopped);
        screen.keys(keys);
        assert!(screen.host.stopped, "{keys}");
        let asks = screen.host.asks.len();
        let old = last(&screen);
        screen.keys(back);
        assert!(
            !screen.host.stopped && screen.host.asks.len() == asks + 1,
            "{back}: {}",
            screen.text()
        );
        assert!(last(&screen).ticket > old.ticket);
    }
}

#[test]
fn undo_takes_back_the_reply_too_and_redo_brings_both_back() {
    let mut screen = necklace([person(), computer("medium")]);
    screen.keys("ma1<Enter>");
    reply(&mut screen).keys("me5<Enter>");
    reply(&mut screen);
    assert_eq!(screen.steps(), 4);
    screen.keys("u");
    assert_eq!(screen.steps(), 2);
    assert!(screen.table().hand().is_playable());
    screen.keys("U");
    assert_eq!(screen.steps(), 4);
    screen.keys("uu");
    assert_eq!(screen.steps(), 0);
    screen.keys("u").assert_shows("start of the game");
    // The same step again leads along the old line, and yet the computer answers.
    let asks = screen.host.asks.len();
    screen.keys("ma1<Enter>");
    assert_eq!(screen.host.asks.len(), asks + 1);
    reply(&mut screen);
    assert_eq!(screen.steps(), 2);
}

#[test]
fn first_move_of_the_computer_cannot_be_undone() {
    let mut screen = necklace([computer("medium"), person()]);
    reply(&mut screen);
    screen.keys("u").assert_shows("You have no move to take back");
    assert_eq!((screen.steps(), screen.host.asks.len()), (1, 1));
    // It can be gone back to anyway, and be made otherwise.
    screen.keys("[").assert_shows("can move here");
    assert_eq!(screen.host.asks.len(), 1);
    screen.keys("<Enter>");
    assert_eq!(screen.host.asks.len(), 2);
}

#[test]
fn turns_of_two_stones_are_answered_and_undone_whole() {
    let mut screen =
        Screen::new(start("multiplicity", 4, [person(), computer("easy")]), (80, 24), mono());
    screen.keys("<Enter>");
    reply(&mut screen);
    assert_eq!((screen.steps(), screen.host.asks.len()), (2, 2));
    screen.assert_shows("Red: free stone (2 of 2)");
    reply(&mut screen);
    assert_eq!(screen.steps(), 3);
    screen.assert_shows("White: bound stone (1 of 2)");
    screen.keys("u");
    assert_eq!(screen.steps(), 0);
}

#[test]
fn it_can_be_stopped_hurried_and_led_by_the_hand() {
    let mut screen = necklace([person(), computer("strongest")]);
    screen.keys("<Enter><Esc>").assert_shows("Strongest paused");
    assert!(screen.host.stopped && screen.app.wake_at().is_none());
    screen.tick(Duration::from_secs(60));
    assert!(screen.host.stopped);
    screen.keys("<Enter>");
    assert!(!screen.host.stopped);
    screen.keys("n");
    assert_eq!(screen.host.hurries, 1);
    let ask = last(&screen);
    done(&mut screen, &ask);
    assert_eq!(screen.steps(), 2, "a hurried step does not wait");
    // Stopped once, it answers the person's next step again.
    screen.keys("<Tab><Enter><Esc>uma5<Enter>");
    assert!(!screen.host.stopped);
}

#[test]
fn clocks_stopped_during_thinking_wait_for_the_person() {
    let start = seated("necklace", small(5), against("easy"), timed("1m"));
    let mut screen = Screen::new(start, (80, 24), mono());
    screen.tick(Duration::from_secs(5)).keys("<Enter>").keys("Z").assert_shows("clocks are paused");
    reply(&mut screen);
    assert_eq!(screen.steps(), 2);
    let later = screen.app.shared().game.now().steady + Duration::from_secs(600);
    screen.tick(later).assert_shows("0:55 paused").keys("ma5<Enter>");
    assert_eq!(screen.steps(), 3);
    assert!(!screen.shows("paused"), "{}", screen.text());
}

#[test]
fn nothing_happens_on_the_board_while_something_lies_over_it() {
    let mut screen = necklace([person(), computer("medium")]);
    screen.keys("<Enter>c");
    let ask = last(&screen);
    done(&mut screen, &ask);
    screen.tick(Duration::from_secs(9));
    assert_eq!(screen.steps(), 1);
    assert!(screen.app.wake_at().is_none(), "and there is nothing to wake for");
    screen.keys("mine<Enter>");
    assert_eq!(screen.steps(), 2);
    assert!(screen.app.record_text().unwrap().contains(r#"{"move": "c3", "comment": "mine"}"#));
}

#[test]
fn no_hint_stays_once_the_game_is_over() {
    let mut screen = Screen::new(start("necklace", 3, [person(), person()]), (80, 24), mono());
    screen.keys("ma1<Enter>mb1<Enter>ma2<Enter>mb2<Enter>H").assert_shows("hide hint");
    screen.keys("ma3<Enter>").assert_shows("wins");
    assert!(!screen.shows("hide hint") && !screen.shows("Hint"), "{}", screen.text());
    // In review the hint follows the cursor.
    screen.keys("<Left>H").assert_shows("hide hint").keys("<Left>").assert_shows("hide hint");
}

#[test]
fn two_computers_can_be_watched_paused_and_stepped() {
    let mut screen = necklace([computer("beginner"), computer("easy")]);
    let mut now = Duration::ZERO;
    for made in 0..3 {
        let ask = last(&screen);
        done(&mut screen, &ask);
        screen.tick((now + SPEEDS[2]).saturating_sub(Duration::from_millis(1)));
        assert_eq!(screen.steps(), made);
        now += SPEEDS[2];
        screen.tick(now);
        assert_eq!(screen.steps(), made + 1);
    }
    screen.assert_shows("Space pause").keys(" ");
    assert!(screen.host.stopped);
    screen.keys("n");
    reply(&mut screen);
    assert_eq!(screen.steps(), 4);
    assert!(screen.host.stopped, "one step and no more");
    screen.keys("<Enter>>>>");
    let ask = last(&screen);
    let (asked, due) = (screen.app.shared().game.now().steady, SPEEDS[5]);
    done(&mut screen, &ask);
    screen.tick(asked + due);
    assert_eq!(screen.steps(), 5);
    screen.keys("u");
    assert!(screen.host.stopped && screen.steps() == 4, "the past is looked at, not replayed");
    screen.keys("G").assert_shows("does not resign");
}

#[test]
fn two_computers_come_to_an_end() {
    let seats = [computer("beginner"), computer("easy")];
    let mut screen = Screen::new(start("multiplicity", 2, seats), (80, 24), mono());
    for _ in 0..6 {
        reply(&mut screen);
    }
    screen.assert_shows("game over").assert_shows("Red (Easy) wins");
    assert!(screen.host.asks.len() == 6 && screen.app.wake_at().is_none());
}

#[test]
fn a_game_is_resumed_with_the_same_players() {
    let mut screen = necklace([person(), computer("expert")]);
    screen.keys("<Enter>");
    let asked = last(&screen);
    screen.keys("q");
    assert!(screen.has_quit());
    let mut screen = screen.again(Start::Home);
    assert!(screen.host.asks.is_empty());
    screen.keys("<Enter>").assert_shows("Blue, Expert");
    let ask = last(&screen);
    assert!(matches!(ask.work, Work::Play { level, .. } if level.id == "expert"));
    assert_eq!(ask.line, asked.line);
    reply(&mut screen);
    assert_eq!(screen.steps(), 2);
}

#[test]
fn reviewed_records_start_no_thinking() {
    let mut screen = necklace([person(), computer("expert")]);
    screen.keys("<Enter>");
    let path = screen.path().join("mine.json");
    screen.keys(&format!("s<C-u>{}<Enter>", path.display())).assert_shows("Saved as");
    let loaded = storage::load(&path, None).unwrap();
    let mut screen = screen.again(Start::Replay { loaded: Box::new(loaded), turn: Some(1) });
    screen.keys("[]<Home><End>");
    assert!(screen.host.asks.is_empty() && screen.table().mode() == Mode::Review);
    screen.keys("P").assert_shows("This is a review");
    screen.keys("b");
    assert_eq!(screen.host.asks.len(), 1);
}

#[test]
fn players_are_changed_in_mid_game() {
    let mut screen = necklace([Seat::person("Ann".to_owned()), computer("easy")]);
    screen.keys("<Enter>");
    let old = last(&screen);
    screen
        .keys("P")
        .assert_shows("Computer (Easy), Elo ")
        .keys("<Right>")
        .assert_shows("Computer (Casual)");
    assert!(matches!(last(&screen).work, Work::Play { level, .. } if level.id == "casual"));
    done(&mut screen, &old);
    screen.tick(Duration::from_secs(9));
    screen.keys("<Left><Left><Left><Left><Left>").assert_shows("a person");
    assert!(screen.host.stopped);
    screen
        .keys("<Down><Right>")
        .assert_shows("Computer (Novice)")
        .keys("<Left>")
        .assert_shows("Ann");
    screen.keys("<Enter><Tab><Enter>");
    assert_eq!(screen.steps(), 2, "two people now");
    assert!(screen.app.record_text().unwrap().contains(r#""blue": {"kind": "human"}"#));
    screen.keys("P<Right><Down><Right><Enter>");
    assert!(screen.table().players().are_automatic() && !screen.host.stopped);
}

#[test]
fn players_chosen_and_cancelled_are_as_before() {
    let mut screen = necklace([Seat::person("Ann".to_owned()), computer("easy")]);
    screen.keys("P<Right><Up><Right>").assert_shows("Computer (Casual)").assert_shows("Esc cancel");
    screen.keys("<Esc>");
    let players = screen.table().players();
    let titles = Colour::BOTH.map(|colour| players.holder_here(colour).title());
    assert_eq!(titles, ["Ann", "Easy"]);
}

#[test]
fn waiting_computers_keep_waiting_when_players_change() {
    let mut screen = necklace([computer("easy"), computer("easy")]);
    screen.keys(" ").assert_shows("Easy paused").keys("P<Right>").assert_shows("Computer (Casual)");
    assert!(screen.host.stopped);
    screen.keys("<Down><Right><Left><Left><Left><Right>");
    screen.tick(Duration::from_secs(5));
    assert!(screen.host.stopped && screen.app.wake_at().is_none());
    screen.keys("<Esc>").assert_shows(" paused").keys(" ");
    assert!(!screen.host.stopped);
    reply(&mut screen);
    assert_eq!(screen.steps(), 1);
}

#[test]
fn the_time_of_a_search_stops_once_it_has_ended() {
    let mut screen = necklace([computer("easy"), computer("easy")]);
    screen.keys("P");
    screen.tick(Duration::from_millis(400)).assert_shows("Easy thinks  0.4 s");
    let ask = last(&screen);
    done(&mut screen, &ask);
    screen.assert_shows("Easy waits  0.4 s");
    let before = screen.text();
    screen.tick(Duration::from_secs(4));
    assert_eq!(screen.text(), before);
    assert_eq!(screen.steps(), 0);
    screen.keys("<Esc>");
    assert_eq!(screen.steps(), 1);
}

#[test]
fn a_search_whose_time_rounds_to_none_shows_no_time() {
    for (took, has_time) in [(0, false), (49, false), (50, true)] {
        let mut screen = necklace([computer("novice"), computer("novice")]);
        screen.keys("P").tick(Duration::from_millis(took));
        let ask = last(&screen);
        done(&mut screen, &ask);
        screen.assert_shows(if has_time { "Novice waits  0.1 s" } else { "Novice waits" });
        assert_eq!(screen.text().contains("Novice waits  0."), has_time, "{took} ms");
    }
}

#[test]
fn overlays_cost_the_computer_no_time() {
    let start = seated("necklace", small(9), against("easy"), timed("1m"));
    let mut screen = Screen::new(start, (80, 24), mono());
    screen.keys("<Enter>c").tick(Duration::from_secs(3)).assert_shows("0:57 runs");
    let ask = last(&screen);
    done(&mut screen, &ask);
    screen.tick(Duration::from_secs(90)).assert_shows("0:57").keys("<Esc>");
    assert_eq!(screen.steps(), 2);
    screen.assert_shows("0:57");
}

#[test]
fn after_a_swap_the_computer_goes_on_with_the_other_colour() {
    let seats = [Seat::person("Ann".to_owned()), computer("hard")];
    let start = seated("necklace", with_pie(5), seats, Clock::default());
    let mut screen = Screen::new(start, (80, 24), mono());
    screen.keys("<Enter>");
    let ask = last(&screen);
    let answer = SearchAnswer::Done {
        id: ask.ticket,
        step: Some(Step::Swap),
        analysis: analysis(&ask.position, 9),
    };
    screen.send(Message::Thought(answer));
    screen.tick(Duration::from_secs(3)).assert_shows("Red, Hard").assert_shows("Blue, Ann");
    screen.assert_shows("Hard swaps");
    assert!(screen.table().hand().is_playable(), "Ann is Blue now, and to move");
    let record = screen.app.record_text().unwrap();
    assert!(record.contains(r#""red": {"kind": "ai", "level": "hard"}"#), "{record}");
}

#[test]
fn passes_of_the_computer_are_shown_and_can_be_answered() {
    let mut screen =
        Screen::new(start("plurality", 5, [person(), computer("hard")]), (80, 24), mono());
    screen.keys("<Enter>");
    let ask = last(&screen);
    let answer = SearchAnswer::Done {
        id: ask.ticket,
        step: Some(Step::Pass),
        analysis: analysis(&ask.position, 9),
    };
    screen.send(Message::Thought(answer));
    screen
        .tick(Duration::from_secs(3))
        .assert_shows("Hard passes; a second pass in a row ends the game");
    screen.keys("py").assert_shows("game over");
}

#[test]
fn the_person_can_give_up_while_the_computer_thinks() {
    let mut screen = necklace([person(), computer("hard")]);
    screen.keys("<Enter>G").assert_shows("Resign as Red?").keys("y");
    screen.assert_shows("Blue (Hard) wins by resignation");
    assert!(screen.host.stopped);
}

#[test]
fn a_search_that_breaks_down_leaves_the_table_usable() {
    let mut screen = necklace([person(), computer("hard")]);
    screen.keys("<Enter>");
    let ask = last(&screen);
    let message = "the search failed: out of order".to_owned();
    screen.send(Message::Thought(SearchAnswer::Failed { id: ask.ticket, message }));
    screen.assert_shows("The engine failed: the search failed: out of order.");
    assert_eq!(screen.host.asks.len(), 1, "it is not asked again by itself");
    screen.tick(Duration::from_secs(5));
    screen.keys("<Enter>");
    assert_eq!(screen.host.asks.len(), 2);
    // A step that the rules forbid is no step either.
    let ask = last(&screen);
    let taken = screen.timeline().step(screen.timeline().cursor());
    screen.send(Message::Thought(SearchAnswer::Done {
        id: ask.ticket,
        step: taken,
        analysis: analysis(&ask.position, 9),
    }));
    screen.tick(Duration::from_secs(20)).assert_shows("cannot be played");
    assert_eq!(screen.steps(), 1);
    screen.keys("u");
    assert!(screen.table().hand().is_playable());
}

#[test]
fn that_it_thinks_is_seen_and_does_not_flicker() {
    for (width, height) in [(80, 24), (60, 20)] {
        let mut screen = Screen::new(
            start("necklace", 9, [person(), computer("strongest")]),
            (width, height),
            mono(),
        );
        screen.keys("<Enter>");
        let ask = last(&screen);
        screen.tick(Duration::from_millis(1_300));
        let rows = screen.text().lines().count();
        progress(&mut screen, &ask, 12_345);
        let draws = screen.host.draws;
        progress(&mut screen, &ask, 123_456);
        assert_eq!(screen.host.draws, draws, "what is found is drawn with the next picture");
        screen.tick(Duration::from_millis(1_400));
        insta::assert_snapshot!(format!("thinking-{width}x{height}"), screen.text());
        screen.tick(Duration::from_millis(1_401));
        assert_eq!(screen.host.draws, draws + 1, "a picture is drawn once");
        assert_eq!(screen.text().lines().count(), rows);
    }
}

#[test]
fn expected_score_is_shown_in_games_of_points() {
    for (width, height) in [(80, 24), (60, 20), (120, 40), (30, 20)] {
        let sized = |seats| Screen::new(start("plurality", 13, seats), (width, height), mono());
        let mut screen = sized([person(), person()]);
        for (score, text) in [
            (Some(3.54), "+3.5 points"),
            (Some(-12.0), "-12.0 points"),
            (Some(-0.02), "+0.0 points"),
        ] {
            screen.keys("H");
            let ask = last(&screen);
            let mut found = analysis(&ask.position, 123_456);
            found.score = score;
            screen.send(Message::Thought(SearchAnswer::Done {
                id: ask.ticket,
                step: None,
                analysis: found,
            }));
            // A narrow panel has room for the number; without a panel there is one line, which the
            // steps may fill.
            let text = if width == 60 { &text[..text.len() - " points".len()] } else { text };
            assert!(
                screen.shows(&format!("Hint {text}"))
                    || screen.shows(&format!("Hint    {text}"))
                    || width == 30,
                "{width}x{height}: {}",
                screen.text()
            );
            screen.keys("H");
        }
        let mut screen = sized([computer("strongest"), person()]);
        let ask = last(&screen);
        progress(&mut screen, &ask, 123_456);
        screen.tick(Duration::from_millis(1_400));
        let said = if width > 30 { "expects +3.5 points" } else { "wins 62 %, +3.5 points" };
        assert!(
            screen.shows(said) && screen.shows("wins 62 %"),
            "{width}x{height}: {}",
            screen.text()
        );
    }
}

#[test]
fn in_a_game_of_points_each_step_of_a_hint_has_its_lead() {
    for (width, height, shows) in [(80, 24, true), (120, 40, true), (60, 20, false)] {
        let mut screen =
            Screen::new(start("plurality", 13, [person(), person()]), (width, height), mono());
        screen.keys("H");
        let ask = last(&screen);
        let mut found = analysis(&ask.position, 4_567);
        for (candidate, score) in found.candidates.iter_mut().zip([3.54, -0.5]) {
            candidate.score = Some(score);
        }
        screen.send(Message::Thought(SearchAnswer::Done {
            id: ask.ticket,
            step: None,
            analysis: found,
        }));
        let all = ["lead", "+3.5", "-0.5"].into_iter().all(|text| screen.shows(text));
        assert_eq!(all, shows, "{width}x{height}: {}", screen.text());
        assert!(screen.shows("+3.5"), "{width}x{height}: {}", screen.text());
    }
}

#[test]
fn a_step_from_a_position_that_is_lost_has_no_chance() {
    let mut screen = necklace([person(), person()]);
    screen.keys("<Enter>H");
    let ask = last(&screen);
    let mut found = analysis(&ask.position, 2_000);
    found.proof = Some(Proof::Loss);
    screen.send(Message::Thought(SearchAnswer::Done {
        id: ask.ticket,
        step: None,
        analysis: found,
    }));
    screen.assert_shows("1 a1  loses");
    assert!(!screen.shows("62 %"), "{}", screen.text());
}

#[test]
fn a_move_of_a_hint_is_played_with_one_key() {
    for (id, size) in [("necklace", 9), ("plurality", 9)] {
        let mut screen = Screen::new(start(id, size, [person(), person()]), (80, 24), mono());
        screen.keys("2").assert_shows("No hint is shown; H asks for one");
        screen.keys("H");
        let ask = last(&screen);
        done(&mut screen, &ask);
        let second = ask.position.legal()[1];
        screen.assert_shows("1 play 1").keys("2");
        assert_eq!(screen.timeline().step(screen.timeline().cursor()), Some(second), "{id}");
        assert!(screen.app.shared().game.thinking().hint().is_none());
    }
}

#[test]
fn a_hint_names_the_best_steps_and_marks_them() {
    let mut screen = Screen::new(start("necklace", 9, [person(), person()]), (80, 24), mono());
    screen.keys("<Enter>H");
    let ask = last(&screen);
    assert!(matches!(ask.work, Work::Hint));
    progress(&mut screen, &ask, 2_000);
    screen.assert_shows("62 %").assert_shows("900");
    done(&mut screen, &ask);
    insta::assert_snapshot!("hint", screen.text());
    assert!(screen.app.wake_at().is_none(), "the search is over");
    screen.keys("<Tab>").assert_shows("62 %");
    screen.keys("<Enter>");
    assert!(screen.app.shared().game.thinking().hint().is_none(), "it was for another position");
    // A late answer does not bring it back.
    done(&mut screen, &ask);
    assert!(screen.app.shared().game.thinking().hint().is_none());
    screen.keys("H");
    assert!(!screen.host.stopped);
    screen.keys("H");
    assert!(screen.host.stopped && screen.app.shared().game.thinking().hint().is_none());
    screen.keys("HQ");
    assert!(screen.host.stopped);
}

/// Lets it be found that so many playouts went through each of the first legal steps.
fn found_after(screen: &mut Screen, playouts: &[u32]) {
    let ask = last(screen);
    let mut found = analysis(&ask.position, playouts.iter().copied().map(u64::from).sum());
    found.candidates = std::iter::repeat_n(found.candidates[0], playouts.len()).collect();
    for ((candidate, step), &visits) in
        found.candidates.iter_mut().zip(ask.position.legal()).zip(playouts)
    {
        (candidate.step, candidate.visits) = (step, visits);
    }
    screen.send(Message::Thought(SearchAnswer::Done {
        id: ask.ticket,
        step: None,
        analysis: found,
    }));
}

#[test]
fn hints_show_win_rates_and_playouts() {
    let end = |screen: &Screen, text: &str| {
        screen.find(text).map(|(column, _)| usize::from(column) + text.len())
    };
    for info in games::INFOS {
        for size in [info.boards[0].min.max(5), info.boards[0].max.min(13)] {
            let seats = [person(), person()];
            let mut screen = Screen::new(start(info.id, size.into(), seats), (80, 24), mono());
            screen.play_some(4).keys("H");
            found_after(&mut screen, &[27_799, 170, 156]);
            for (width, height) in [(80, 24), (60, 20), (62, 18), (120, 40), (40, 16)] {
                screen.resize(width, height);
                let at = format!("{} {size} {width}x{height}:\n{}", info.id, screen.text());
                if screen.shows("Moves")
                    && screen.shows("playouts")
                    && !screen.shows("in 27,799 playouts")
                {
                    let head = ["win  playouts", "win playouts"]
                        .iter()
                        .find_map(|head| Some(end(&screen, head)? - head.len() + "win".len()));
                    assert_eq!(head, end(&screen, "62 %"), "{at}");
                    assert_eq!(end(&screen, "playouts"), end(&screen, "27,799"), "{at}");
                    assert_eq!(end(&screen, "playouts"), end(&screen, " 156"), "{at}");
                } else {
                    let below: Vec<String> =
                        screen.text().lines().map(|line| line.trim().to_owned()).collect();
                    let below = below[below.len() - 3..].join(" ");
                    let room = if width >= 60 { "62 % in 27,799 playouts, 2 " } else { "Hint: 1 " };
                    assert!(below.contains(room), "{at}{below}");
                }
            }
        }
    }
}

#[test]
fn a_hint_names_no_step_of_which_too_little_is_known() {
    for (width, height) in [(80, 24), (60, 20)] {
        let begin = || {
            let mut screen =
                Screen::new(start("necklace", 9, [person(), person()]), (width, height), mono());
            screen.keys("m<Enter>e5<Enter>H");
            screen
        };
        for (playouts, named) in
            [(&[500, 10, 9, 1][..], 2), (&[9, 2, 1], 1), (&[1, 0], 1), (&[0, 0], 0)]
        {
            // Findings about a place are remembered, so each count is tried at a new table.
            let mut screen = begin();
            found_after(&mut screen, playouts);
            for (rank, name) in (1..).zip(["a1", "a2", "a3", "a4"]) {
                let shown = screen.shows(&format!("{rank} {name}"));
                assert_eq!(shown, rank <= named, "{playouts:?} {rank}: {}", screen.text());
            }
        }
        // A proof is known, however few playouts it took.
        let mut screen = begin();
        let ask = last(&screen);
        let mut found = analysis(&ask.position, 2);
        found.candidates.truncate(3);
        for (candidate, proof) in
            found.candidates.iter_mut().zip([Some(Proof::Win), None, Some(Proof::Loss)])
        {
            (candidate.visits, candidate.proof) = (1, proof);
        }
        screen.send(Message::Thought(SearchAnswer::Done {
            id: ask.ticket,
            step: None,
            analysis: found,
        }));
        assert!(
            screen.shows("1 a1") && screen.shows("wins") && screen.shows("2 a3"),
            "{}",
            screen.text()
        );
        assert!(
            screen.shows("loses") && !screen.shows("playouts") && !screen.shows("2 a2"),
            "{}",
            screen.text()
        );
    }
}

#[test]
fn a_hint_goes_when_another_player_takes_a_seat() {
    let mut screen = Screen::new(start("plurality", 9, [person(), person()]), (60, 20), mono());
    screen.keys("H");
    let hint = last(&screen);
    done(&mut screen, &hint);
    screen.keys("P<Esc>").assert_shows("1 a1");
    assert!(screen.app.shared().game.thinking().hint().is_some(), "nobody has taken another seat");
    screen.keys("P<Up><Right><Enter>");
    assert!(screen.table().state().computer_to_move().is_some(), "{}", screen.text());
    assert!(
        screen.app.shared().game.thinking().hint().is_none() && !screen.shows("1 a1"),
        "{}",
        screen.text()
    );
}

#[test]
fn the_moves_stay_in_place_when_a_hint_comes_and_goes() {
    let row = |screen: &Screen| screen.find("├ Moves").map(|(_, row)| row);
    for info in games::INFOS {
        for (width, height) in [(80, 24), (60, 20), (62, 18)] {
            let size = i64::from(info.boards[0].min + 2);
            let mut screen =
                Screen::new(start(info.id, size, [person(), person()]), (width, height), mono());
            for played in [0, 3, 9] {
                screen.play_some(played - screen.steps().min(played));
                for keys in ["", "<Left><Down>", "<Right><Up><Up>", "[[", "B", "["] {
                    let before = row(screen.keys(keys));
                    screen.keys("H");
                    let at = format!("{} {width}x{height} {played} {keys}", info.id);
                    assert_eq!(row(&screen), before, "{at}: {}", screen.text());
                    let ask = last(&screen);
                    done(&mut screen, &ask);
                    assert_eq!(row(&screen), before, "{at}: {}", screen.text());
                    assert!(
                        screen.shows("62 %") || screen.table().outcome().is_some(),
                        "{at}: {}",
                        screen.text()
                    );
                    screen.keys("H");
                    assert_eq!(row(&screen), before, "{at}: {}", screen.text());
                }
                screen.keys("<End>b");
            }
        }
    }
}

/// Asserts that the moves are where they were, and no sentence about the cursor is cut.
#[track_caller]
fn assert_steady(screen: &Screen, moves: (u16, u16), at: &str) {
    assert_eq!(screen.find("├ Moves"), Some(moves), "{at}: {}", screen.text());
    let (column, row) = moves;
    let lines: Vec<Vec<char>> = screen.text().lines().map(|line| line.chars().collect()).collect();
    let panel = lines[1..usize::from(row)]
        .iter()
        .map(|line| line.iter().skip(usize::from(column) + 1).collect());
    let said = panel.map(|line: String| line.trim().to_owned()).collect::<Vec<_>>().join(" ");
    let step = cursor_text(screen.table()).map_or_else(String::new, |(text, _)| text);
    let begin = step.split(", ").next().unwrap_or_default();
    let cut = begin.contains(' ') && said.contains(begin) && !said.contains(&step);
    assert!(!cut, "{at}: '{step}' is cut: {}", screen.text());
    for (begin, end) in [(" sees ", " it"), ("region of ", "around it")] {
        assert!(
            !said.contains(begin) || said.contains(end),
            "{at}: '{begin}' is cut: {}",
            screen.text()
        );
    }
}

#[test]
fn cursor_moves_shift_nothing_and_cut_nothing() {
    for info in crate::support::kept_games() {
        let size = if info.boards[0].shape == Shape::Hexhex { 5 } else { 13 };
        for (width, height) in [(80, 24), (62, 20)] {
            let opening = info.options.contains(&OptionKind::Opening).then_some(false);
            let setup = Setup { size: Some(size), opening, ..Setup::default() };
            let mut screen =
                Screen::new(crate::support::game(info.id, setup), (width, height), mono());
            screen.play_some(20);
            let moves = screen.find("├ Moves").unwrap();
            for hint in [false, true] {
                if hint {
                    screen.keys("H");
                    let ask = last(&screen);
                    done(&mut screen, &ask);
                    screen.assert_shows("H hide hint");
                }
                for walk in
                    ["<Tab>", "<Left>", "<Up>", "<Tab>", "<Right>", "<BackTab>", "<Down>"].repeat(2)
                {
                    screen.keys(walk);
                    assert_steady(
                        &screen,
                        moves,
                        &format!("{} {width}x{height} {hint} {walk}", info.id),
                    );
                }
            }
        }
    }
}

#[test]
fn a_hint_can_be_read_under_the_stones_of_the_step_to_come() {
    for (size, look) in [
        ((80, 24), mono()),
        ((120, 40), mono()),
        ((80, 24), theme("dark", Depth::TrueColour, Glyphs::Unicode)),
    ] {
        let mut screen = Screen::new(start("plurality", 9, [person(), person()]), size, look);
        let corner = "<Left>".repeat(9) + &"<Down>".repeat(9);
        screen.keys(&corner);
        let board = |screen: &Screen| -> Vec<char> {
            let text = screen.text();
            let lines = text.lines().skip(1).map(|line| line.split('│').next().unwrap_or_default());
            lines.flat_map(|line| line.chars().skip(3).collect::<Vec<_>>()).collect()
        };
        let count =
            |signs: &str, board: &[char]| board.iter().filter(|c| signs.contains(**c)).count();
        let stones = count("●○", &board(&screen));
        screen.keys("H");
        let ask = last(&screen);
        done(&mut screen, &ask);
        let aim = &screen.table().hand().aim().ghost;
        let named: Vec<_> = ask.position.legal()[0].cells().collect();
        let covered = aim.iter().filter(|(cell, _)| named.contains(cell)).count();
        assert!(covered >= 2, "the stones are on those of the hint: {}", screen.text());
        let shown = board(&screen);
        assert!(
            count("1", &shown) >= named.len() && count("●○", &shown) == stones,
            "{}",
            screen.text()
        );
        // Nor does the bracket of a cursor beside it hide a rank.
        screen.keys("<Right>");
        assert!(count("1", &board(&screen)) >= named.len(), "{}", screen.text());
    }
}

#[test]
fn a_threat_is_what_the_other_side_would_do_with_this_turn() {
    let mut screen = Screen::new(start("necklace", 9, [person(), person()]), (80, 24), mono());
    screen.keys("<Enter>H");
    let hint = last(&screen);
    done(&mut screen, &hint);
    screen.assert_shows("Hint ").assert_shows("1 a1");
    screen.keys("X");
    let ask = last(&screen);
    assert!(matches!(ask.work, Work::Threat));
    assert_eq!(ask.position.to_move(), hint.position.to_move().other());
    assert_eq!(ask.position.board(), hint.position.board());
    done(&mut screen, &ask);
    insta::assert_snapshot!("threat", screen.text());
    assert_eq!(
        screen.table().game().to_move(),
        hint.position.to_move(),
        "the game itself is as it was"
    );
    screen.keys("X");
    assert!(screen.app.shared().game.thinking().hint().is_none());
    // Found while review a game too, and gone with the place it belongs to.
    screen.keys("<Tab><Enter><Home>");
    screen.keys("X");
    let ask = last(&screen);
    assert_eq!(ask.position.to_move(), screen.table().game().to_move().other());
    screen.keys("]");
    assert!(screen.app.shared().game.thinking().hint().is_none());
}

#[test]
fn no_threat_is_looked_for_where_the_turn_cannot_be_passed_over() {
    let mut screen = Screen::new(start("greylox", 5, [person(), person()]), (80, 24), mono());
    screen.keys("X").assert_shows("threat cannot be shown");
    assert!(screen.host.asks.is_empty() && screen.app.shared().game.thinking().hint().is_none());
}

#[test]
fn first_choices_of_hints_differ_in_every_theme() {
    for info in games::INFOS {
        for depth in Depth::ALL {
            let size = i64::from(info.boards[0].default);
            let look = theme("dark", depth, Glyphs::Ascii);
            let mut screen =
                Screen::new(start(info.id, size, [person(), person()]), (120, 40), look);
            screen.keys("H");
            let ask = last(&screen);
            done(&mut screen, &ask);
            let styles = |text: &str| text.lines().take(30).map(str::to_owned).collect::<Vec<_>>();
            let with = styles(&screen.styles());
            assert!(screen.shows("1") && screen.shows("62 %"), "{}", screen.text());
            screen.keys("H");
            assert_ne!(styles(&screen.styles()), with, "{} {depth:?}", info.id);
        }
    }
}

#[test]
fn a_game_against_the_computer_is_set_up_by_keys() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    screen.keys("<Enter>").assert_shows("two players");
    screen
        .keys("<Home><Right>")
        .assert_shows("you against the computer")
        .assert_shows("Computer (Easy)");
    screen
        .keys("<Down><Down><Right>")
        .assert_shows("Computer (Casual)")
        .assert_shows("level 5 of 13");
    screen.keys("<End><Enter><Enter>");
    assert!(matches!(last(&screen).work, Work::Play { level, .. } if level.id == "casual"));
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    screen
        .keys("<Enter><Home><Right><Right>")
        .assert_shows("the computer against you")
        .keys("<End><Enter>");
    assert_eq!(screen.host.asks.len(), 1, "it begins");
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    screen.keys("<Enter><Home><Right><Down>Anna<Down><Right>").assert_shows("Computer (Casual)");
    let (second, first) = ("the computer against you", "you against the computer");
    for (keys, company) in
        [("<Home><Right>", second), ("<Left>", first), ("<Left><Left><Left>", second)]
    {
        screen.keys(keys).assert_shows(company);
        screen.assert_shows("Anna").assert_shows("Computer (Casual)");
    }
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    screen.keys("<Enter><Home><Left>").assert_shows("two computers").keys("<End><Enter>");
    assert!(screen.table().players().are_automatic());
}

/// Random keys and answers, in time, late and wrong: the game stays what its own record holds, and
/// the computer's steps are made where they were asked for.
#[test]
fn no_sequence_of_keys_and_answers_breaks_it() {
    use rand::{RngExt as _, SeedableRng as _};
    const KEYS: &[u8] = b"uU[]nHPHuUmp \t<>bvMGgcyQ1a";
    let codes = [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Down,
        KeyCode::Home,
        KeyCode::End,
    ];
    for (seed, info) in (0..).zip(games::INFOS) {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
        let size = i64::from(info.boards[0].min) + 1;
        let begin =
            || Screen::new(start(info.id, size, [person(), computer("easy")]), (80, 24), mono());
        let (mut screen, mut asks) = (begin(), 0);
        for event in 0..1_500_u64 {
            if screen.is_over() {
                asks += screen.host.asks.len();
                screen = begin();
            }
            let before = screen.timeline().steps();
            match rng.random_range(0..10) {
                0..=3 if !screen.host.asks.is_empty() => {
                    let back = rng.random_range(0..screen.host.asks.len().min(4));
                    let ask = screen.host.asks[screen.host.asks.len() - 1 - back].clone();
                    if rng.random_bool(0.7) {
                        done(&mut screen, &ask);
                    } else {
                        progress(&mut screen, &ask, event);
                    }
                }
                4 => {
                    screen.tick(Duration::from_millis(150 * event));
                    let timeline = screen.timeline();
                    if timeline.steps() > before {
                        let path = timeline.path(timeline.cursor());
                        let made: Vec<_> =
                            path.iter().filter_map(|&node| timeline.step(node)).collect();
                        let (step, line) = made.split_last().unwrap();
                        let asked = |ask: &Ask| {
                            ask.line == line && ask.position.legal().first() == Some(step)
                        };
                        assert!(screen.host.asks.iter().any(asked));
                    }
                }
                5..=7 => {
                    let code = codes[rng.random_range(0..codes.len())];
                    screen.send(Message::Key(KeyEvent::new(code, KeyModifiers::NONE)));
                }
                _ => {
                    let c = char::from(KEYS[rng.random_range(0..KEYS.len())]);
                    screen.send(Message::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE)));
                }
            }
            let (_, again) =
                tetralith_core::Record::read(screen.app.record_text().unwrap().as_bytes()).unwrap();
            assert_eq!(again.steps(), screen.table().lines().without_explored().steps());
            let thinking = screen
                .app
                .shared()
                .game
                .thinking()
                .under_way()
                .as_ref()
                .is_some_and(|thought| thought.found.is_none());
            assert_eq!(
                thinking, !screen.host.stopped,
                "the engine does what the table believes it does"
            );
            assert!(
                screen.app.wake_at().is_none_or(|due| due > screen.app.shared().game.now().steady),
                "the program does not spin"
            );
        }
        asks += screen.host.asks.len();
        assert!(asks > 10, "{asks}");
    }
}

#[test]
fn the_bell_rings_when_the_computer_has_moved_if_that_is_set() {
    for (text, rings) in
        [("", 0), ("bell = \"illegal\"\n", 0), ("bell = \"turn\"\n", 1), ("bell = \"all\"\n", 1)]
    {
        let start = start("necklace", 5, [person(), computer("hard")]);
        let mut screen = Screen::with_settings(start, (80, 24), text);
        screen.keys("<Enter>");
        assert_eq!(screen.host.bells, 0);
        reply(&mut screen);
        assert_eq!((screen.steps(), screen.host.bells), (2, rings), "{text}");
    }
    let start = start("necklace", 5, [computer("easy"), computer("hard")]);
    let mut screen = Screen::with_settings(start, (80, 24), "bell = \"all\"\n");
    reply(&mut screen);
    assert_eq!(
        (screen.steps(), screen.host.bells),
        (1, 0),
        "it is nobody's turn in a game that is watched"
    );
}

#[test]
fn engine_findings_are_hidden_from_its_opponent() {
    for (text, is_shown) in [("", false), ("engine-thoughts = true\n", true)] {
        let seats = [computer("strongest"), person()];
        let mut screen = Screen::with_settings(start("necklace", 9, seats), (80, 24), text);
        let ask = last(&screen);
        progress(&mut screen, &ask, 123_456);
        screen.tick(Duration::from_millis(1_400)).assert_shows("Strongest thinks");
        assert_eq!(
            screen.shows("123,456") && screen.shows("expects"),
            is_shown,
            "{}",
            screen.text()
        );
        assert_eq!(screen.shows("62 %"), is_shown, "{}", screen.text());
    }
}

#[test]
fn a_hint_in_review_stays_on_from_move_to_move() {
    let mut screen = necklace([person(), person()]);
    screen.keys("ma1<Enter>mc3<Enter>me5<Enter>BH");
    let first = last(&screen);
    screen.keys("[");
    let second = last(&screen);
    assert_ne!(first.ticket, second.ticket);
    assert_eq!(second.line.len(), 2);
    screen.send(Message::Thought(SearchAnswer::Done {
        id: second.ticket,
        step: None,
        analysis: analysis(&second.position, 99),
    }));
    screen.assert_shows("Hint");
    screen.keys("[");
    assert_eq!(last(&screen).line.len(), 1);
    screen.keys("H");
    let asks = screen.host.asks.len();
    screen.keys("]");
    assert_eq!(screen.host.asks.len(), asks, "it is switched off");
}

#[test]
fn keys_of_a_paused_engine_are_named_under_overlays() {
    for over in ["", "P", "g", ":"] {
        let mut screen = Screen::new(
            start("necklace", 5, [computer("novice"), computer("novice")]),
            (100, 30),
            mono(),
        );
        screen.keys(" ").assert_shows("Enter resumes").keys(over);
        screen.assert_shows("Enter resumes");
    }
}
