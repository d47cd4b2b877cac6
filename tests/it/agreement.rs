//! Each part of the screen agrees with the others, with the rules and with what the keys do.

#[allow(dead_code, reason = "each test program uses its part")]
use std::time::Duration;

use crate::support::{Screen, against, game, mono, seated, small};
use tetralith::program::{Message, Start};
use tetralith_core::{Cell, Game, Record, Step, games};
use tetralith_engine::{Analysis, Candidate, Level, SearchAnswer};
use tetralith_session::clock::Clock;
use tetralith_session::thinking::LEAST_TIME;

fn at(id: &str, size: i64) -> Screen {
    Screen::new(game(id, small(size)), (80, 24), mono())
}

/// Plurality where three stones fit on c1 in one way, which lies beside it.
fn plurality() -> Screen {
    let mut screen = at("plurality", 5);
    for turn in ["b3,d3,c3", "a1,b2,b1", "e2,e4,e3", "b4,c5,b5"] {
        screen.keys(&format!("m{turn}<Enter>"));
    }
    screen
}

#[test]
fn the_stamp_fits_wherever_three_stones_can_be_dropped() {
    let mut screen = plurality();
    let table = screen.table();
    let (cells, names) = (table.hand().seen().cells, table.names());
    let c1 = names.parse_cell("c1").unwrap();
    assert!(cells.contains(c1));
    for _ in 0..cells.len() {
        screen.keys("<Tab>");
        let table = screen.table();
        let here = table.hand().cell();
        assert!(
            table.hand().aim().refused.is_none(),
            "{}: {:?}",
            names.cell(here),
            table.hand().aim()
        );
        assert!(
            table.hand().aim().steps[0].cells().any(|cell| cell == here),
            "{}",
            names.cell(here)
        );
    }
    while screen.table().hand().cell() != c1 {
        screen.keys("<Tab>");
    }
    assert!(!screen.shows("no tromino"), "{}", screen.text());
    // One way only: turning reports that, and the opponent's stone can be any of the three.
    screen.keys("r");
    assert!(screen.words().contains("No other tromino fits on c1."), "{}", screen.text());
    let others = |screen: &mut Screen| -> Vec<Cell> {
        let other = |step: &Step| match step {
            Step::Tromino { other, .. } => *other,
            step => panic!("{step:?}"),
        };
        let mut found: Vec<Cell> =
            (0..3).map(|_| other(&screen.keys("e").table().hand().aim().steps[0])).collect();
        found.sort();
        found.dedup();
        found
    };
    assert_eq!(others(&mut screen).len(), 3);
    let before = screen.timeline().steps();
    screen.keys("<Enter>");
    assert_eq!(screen.timeline().steps(), before + 1);
}

#[test]
fn turning_three_stones_where_none_fit_says_why() {
    let mut screen = plurality();
    let table = screen.table();
    let taken = table.game().board().occupied();
    let name = table.names().cell(table.hand().cell());
    assert!(taken.contains(table.hand().cell()), "{name}");
    screen.keys("r").assert_shows(&format!("{name} is occupied by"));
}

#[test]
fn a_key_is_said_to_hide_the_advice_only_where_it_would() {
    let mut screen = Screen::with_settings(game("greylox", small(5)), (80, 24), "");
    assert!(screen.words().contains("Esc hides this"), "{}", screen.text());
    screen.keys("<Enter>");
    assert!(screen.words().contains("Esc hides this"), "{}", screen.text());
    screen.keys("<Tab><Enter>");
    assert!(screen.table().game().phase().is_mid_turn());
    screen.assert_shows("Your first Greylox game");
    assert!(!screen.words().contains("hides this"), "{}", screen.text());
}

#[test]
fn a_game_opens_at_the_place_that_the_list_shows() {
    let mut screen = at("plurality", 3);
    for _ in 0..40 {
        screen.play_some(1);
    }
    assert!(screen.table().outcome().is_some(), "{}", screen.text());
    let won = screen.table().outcome().unwrap().winner.unwrap();
    let won = format!("{} won", screen.table().names().title(won));
    screen.resize(120, 40).keys(":open saved<Enter>").assert_shows(&won);
    screen.keys("<Enter><Home><Right><Right>b");
    let legal = screen.table().hand().seen().legal.clone();
    let played = screen.timeline().main_line()[2];
    let played = screen.timeline().step(played);
    let other = legal.into_iter().find(|step| Some(*step) != played).unwrap();
    let name = screen.table().names().step(other);
    screen.keys(&format!("m{name}<Enter>Q:open saved<Enter>"));
    screen
        .assert_shows("unfinished")
        .assert_shows("is to move")
        .assert_shows("3 turns of a variation");
    screen.keys("<Enter>").assert_shows("turn 3");
    assert!(screen.table().outcome().is_none());
}

/// The findings of the engine about `position`: every legal step, the first one with the most
/// visits and the lowest win rate.
fn analysis(position: &Game) -> Analysis {
    let candidate = |(i, step): (usize, Step)| {
        let mut candidate = Candidate::new(step);
        candidate.visits = 10_000u32.saturating_sub(1_000 * i as u32);
        candidate.win = 0.25 + 0.0625 * i.min(8) as f32;
        candidate
    };
    let mut analysis = Analysis::new(position.to_move());
    analysis.simulations = 54_321;
    analysis.elapsed = Duration::from_millis(700);
    analysis.score = position.lead().map(|_| 3.5);
    analysis.candidates = position.legal().into_iter().enumerate().map(candidate).collect();
    analysis.principal_variation = position.legal().into_iter().take(3).collect();
    analysis
}

/// A game in which the computer moves first.
fn computer_first(id: &str, size: i64, window: (u16, u16)) -> Screen {
    let [person, computer] = against(Level::ALL[0].id);
    let start = seated(id, small(size), [computer, person], Clock::default());
    Screen::new(start, window, mono())
}

/// The same after its first step.
fn answered(id: &str, size: i64, step: &str, window: (u16, u16)) -> Screen {
    let mut screen = computer_first(id, size, window);
    let table = screen.table();
    let (step, analysis) =
        (table.names().parse_turn(step).unwrap().first().copied(), analysis(table.game()));
    let id = screen.host.asks.last().unwrap().ticket;
    screen.send(Message::Thought(SearchAnswer::Done { id, step, analysis }));
    screen.tick(LEAST_TIME);
    assert_eq!(screen.timeline().steps(), 1, "{}", screen.text());
    screen
}

#[test]
fn the_computers_step_is_seen_wherever_the_board_was_scrolled() {
    let mut screen = answered("plurality", 25, "l3,l4,l2", (80, 24));
    assert_eq!(
        screen.text().matches("( )").count() + screen.text().matches("(●)").count(),
        2,
        "{}",
        screen.text()
    );
    // A key brings the cursor back into view.
    screen.keys("<Left>");
    assert!(!screen.shows("(●)") && screen.shows(">"), "{}", screen.text());
}

#[test]
fn in_a_small_window_what_to_do_comes_before_the_figures() {
    let mut screen = Screen::new(game("greylox", small(6)), (40, 16), mono());
    screen
        .keys("<Enter>")
        .assert_shows("Black: bound stone (1 of 2), next to f6")
        .assert_shows("►");
    screen
        .resize(50, 20)
        .assert_shows("White 1")
        .assert_shows("Black: bound stone (1 of 2), next to f6");
}

#[test]
fn only_keys_that_do_something_are_named() {
    let last = |screen: &Screen| screen.text().lines().last().unwrap().to_owned();
    let mut screen = at("plurality", 5);
    assert!(
        !last(&screen).contains("undo") && last(&screen).contains("p pass"),
        "{}",
        last(&screen)
    );
    screen.keys("<Enter>");
    assert!(
        last(&screen).contains("u undo") && last(&screen).contains("p pass"),
        "{}",
        last(&screen)
    );
    let screen = answered("plurality", 5, "b3,d3,c3", (100, 24));
    assert!(!last(&screen).contains("undo"), "{}", last(&screen));
    let mut screen = computer_first("necklace", 5, (120, 24));
    assert!(
        !last(&screen).contains("undo") && !last(&screen).contains("back"),
        "{}",
        last(&screen)
    );
    screen.keys("?");
    assert!(last(&screen).contains("Esc close"), "{}", last(&screen));
    screen.keys("pass");
    assert!(last(&screen).contains("Esc show all"), "{}", last(&screen));
    let mut screen = at("necklace", 5);
    assert!(last(&screen).contains("H hint"), "{}", last(&screen));
    screen.keys("H");
    assert!(last(&screen).contains("H hide hint"), "{}", last(&screen));
}

#[test]
fn help_explains_the_legend_of_the_game_on_its_first_page() {
    let mut screen = at("greylox", 5);
    screen
        .play_some(30)
        .keys("?")
        .assert_shows("Keys and legend")
        .assert_shows("Legend of the board");
    screen
        .assert_shows("controlled by White")
        .assert_shows("its owner controls")
        .assert_shows("last move");
    assert!(screen.shows("Play"), "keys begin on the same page:\n{}", screen.text());
}

#[test]
fn the_board_marks_what_the_panel_lists_and_no_more() {
    let mut screen = at("necklace", 9);
    screen.keys("<Enter>H");
    let ask = screen.host.asks.last().unwrap().clone();
    screen.send(Message::Thought(SearchAnswer::Progress {
        id: ask.ticket,
        analysis: analysis(&ask.position),
    }));
    screen.tick(Duration::from_millis(500));
    // The figures show why the move with the lowest win rate comes first.
    screen.assert_shows("win  playouts");
    screen.assert_shows("2 a2   31 %     9,000").assert_shows("3 a3   38 %     8,000");
    // The number of the cell under the cursor stays, and no cell bears a number that is not in the
    // list.
    for row in 4..=9 {
        let is_bare = ['├', '┌'].into_iter().any(|point| screen.shows(&format!("{row}| {point}")));
        assert!(is_bare, "{}", screen.text());
    }
    let a1 = screen.table().names().parse_cell("a1").unwrap();
    while screen.table().hand().cell() != a1 {
        screen.keys("<BackTab>");
    }
    screen.assert_shows("<1>");
}

#[test]
fn the_list_of_moves_stays_in_place_when_the_computer_thinks() {
    for (id, size) in [("multiplicity", 5), ("greylox", 5), ("plurality", 6), ("necklace", 9)] {
        let mut screen = computer_first(id, size, (80, 24));
        let mut rows = Vec::new();
        for _ in 0..4 {
            rows.push(screen.find("Moves").unwrap_or_else(|| panic!("{}", screen.text())).1);
            let ask = screen.host.asks.last().unwrap().clone();
            let analysis = analysis(&ask.position);
            screen.send(Message::Thought(SearchAnswer::Progress {
                id: ask.ticket,
                analysis: analysis.clone(),
            }));
            screen.tick(screen.app.shared().game.now().steady + Duration::from_secs(1));
            rows.push(screen.find("Moves").unwrap().1);
            screen.send(Message::Thought(SearchAnswer::Done {
                id: ask.ticket,
                step: ask.position.legal().first().copied(),
                analysis,
            }));
            screen.tick(screen.app.shared().game.now().steady + LEAST_TIME);
            rows.push(screen.find("Moves").unwrap().1);
            while screen.table().hand().is_playable() {
                screen.keys("<Tab>");
                rows.push(screen.find("Moves").unwrap().1);
                screen.keys("<Enter>");
            }
        }
        rows.dedup();
        assert_eq!(rows.len(), 1, "{id} {rows:?}:\n{}", screen.text());
    }
}

#[test]
fn another_game_begins_from_the_choices_of_the_last() {
    let mut screen = computer_first("plurality", 4, (80, 24));
    screen.keys("N").assert_shows("the computer against you").assert_shows("Computer (Novice)");
    screen.keys("<End><Enter>");
    let table = screen.table();
    assert_eq!(
        (table.geometry().size(), table.game().options().board),
        (4, tetralith_core::Shape::Square)
    );
    assert!(
        table
            .state()
            .computer_to_move()
            .is_some_and(|seat| seat.level.as_deref() == Some("novice"))
    );
    // A record in review shows nothing of who plays next; the last game of its kind does.
    let mut screen = at("necklace", 5);
    screen.keys("<Enter>");
    let loaded = tetralith_storage::load(&screen.kept()[0], None).unwrap();
    let mut screen = screen.again(Start::Replay { loaded: Box::new(loaded), turn: None });
    screen.keys("N").assert_shows("two players").assert_shows("25 cells");
}

#[test]
fn a_second_resignation_leaves_the_first_as_it_was() {
    let mut screen = at("necklace", 4);
    screen.keys("ma1<Enter>mb2<Enter>mc3<Enter>Gy<Left><Left>bmd4<Enter>Gy");
    let text = screen.app.record_text().unwrap();
    assert_eq!(text.matches("resignation").count(), 2, "{text}");
    let (_, timeline) = Record::read(text.as_bytes()).unwrap();
    assert_eq!(
        timeline.nodes().filter(|&node| timeline.ended_at(node).is_some()).count(),
        2,
        "{text}"
    );
}

#[test]
fn finished_positions_are_not_offered_for_play() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    screen.send(Message::Paste("necklace size=3 rbr/rb1/r1r blue\n".to_owned()));
    screen.keys("<Down>").assert_shows("the game is over here");
    assert!(!screen.shows("plays from here"), "{}", screen.text());
}

#[test]
fn a_window_that_is_too_small_says_how_to_leave() {
    let mut screen = Screen::new(game("greylox", small(5)), (30, 5), mono());
    assert!(
        screen.words().contains("too small") && screen.words().contains("q quits."),
        "{}",
        screen.text()
    );
    // In a line that is typed the key is a letter.
    screen.resize(80, 24).keys("m").resize(30, 5);
    assert!(
        screen.words().contains("too small") && !screen.words().contains("quits"),
        "{}",
        screen.text()
    );
    screen.keys("q<Esc>");
    assert!(!screen.has_quit() && screen.words().contains("q quits."), "{}", screen.text());
    screen.keys("q");
    assert!(screen.has_quit());
}

#[test]
fn a_refusal_is_said_once() {
    let mut screen = at("plurality", 5);
    screen.keys("<Enter>").keys("<Right><Left>");
    let here = |screen: &Screen| screen.words().matches("is occupied by").count();
    assert_eq!(here(&screen), 1, "{}", screen.text());
    for key in ["y", "<Enter>"] {
        screen.keys(key);
        assert_eq!(here(&screen), 1, "{}", screen.text());
    }
}

#[test]
fn hints_explorer_and_passes_have_their_key_in_every_game() {
    for info in games::INFOS {
        let mut screen = at(info.id, 5);
        screen.play_some(2).keys("H");
        let ask = screen.host.asks.last().expect("the engine was asked");
        assert_eq!(ask.position.board(), screen.table().game().board());
        screen.keys("f").assert_shows("explorer").keys("<Esc>p");
        let table = screen.table();
        let (is_legal, steps) = (table.game().check(Step::Pass).is_ok(), table.timeline().steps());
        assert_eq!(screen.shows("annot pass"), !is_legal, "{}", screen.text());
        screen.keys("y");
        let after = screen.timeline().steps();
        assert_eq!(after, steps + usize::from(is_legal), "{}", screen.text());
    }
}
