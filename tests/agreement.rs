//! What one part of the screen says agrees with the others, with the rules and with what the keys do.

#[allow(dead_code, reason = "each test program uses its part")]
mod support;

use support::{Screen, game, mono};
use tetralith_core::{Cell, Setup, Step};

fn small(size: i64) -> Setup {
    Setup { size: Some(size), ..Setup::default() }
}

fn at(id: &str, size: i64) -> Screen {
    Screen::new(game(id, small(size)), (80, 24), mono())
}

/// The screen's words, line breaks aside.
fn words(screen: &Screen) -> String {
    screen.text().split_whitespace().collect::<Vec<_>>().join(" ")
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
    let table = screen.app.table().unwrap();
    let (cells, names) = (table.seen().cells, table.names());
    let c1 = names.parse_cell("c1").unwrap();
    assert!(cells.contains(c1));
    for _ in 0..cells.len() {
        screen.keys("<Tab>");
        let table = screen.app.table().unwrap();
        let here = table.cell();
        assert!(table.aim().refused.is_none(), "{}: {:?}", names.cell(here), table.aim());
        assert!(table.aim().steps[0].cells().any(|cell| cell == here), "{}", names.cell(here));
    }
    while screen.app.table().unwrap().cell() != c1 {
        screen.keys("<Tab>");
    }
    assert!(!screen.shows("no three stones"), "{}", screen.text());
    // One way only: turning says so, and the opponent's stone can be any of the three.
    screen.keys("r");
    assert!(words(&screen).contains("No other three stones fit on c1."), "{}", screen.text());
    let others = |screen: &mut Screen| -> Vec<Cell> {
        let other = |step: &Step| match step {
            Step::Tromino { other, .. } => *other,
            step => panic!("{step:?}"),
        };
        let mut found: Vec<Cell> =
            (0..3).map(|_| other(&screen.keys("e").app.table().unwrap().aim().steps[0])).collect();
        found.sort();
        found.dedup();
        found
    };
    assert_eq!(others(&mut screen).len(), 3);
    let before = screen.app.table().unwrap().timeline().steps();
    screen.keys("<Enter>");
    assert_eq!(screen.app.table().unwrap().timeline().steps(), before + 1);
}

#[test]
fn turning_three_stones_where_none_fit_says_why() {
    let mut screen = plurality();
    let table = screen.app.table().unwrap();
    let taken = table.game().board().occupied();
    let name = table.names().cell(table.cell());
    assert!(taken.contains(table.cell()), "{name}");
    screen.keys("r").assert_shows(&format!("{name} is occupied by"));
}

#[test]
fn a_key_is_said_to_hide_the_advice_only_where_it_would() {
    let mut screen = Screen::with_settings(game("greylox", small(5)), (80, 24), "");
    assert!(words(&screen).contains("Esc hides this"), "{}", screen.text());
    screen.keys("<Enter>");
    assert!(words(&screen).contains("Esc hides this"), "{}", screen.text());
    screen.keys("<Tab><Enter>");
    assert!(screen.app.table().unwrap().game().phase().is_mid_turn());
    screen.assert_shows("Your first Greylox game");
    assert!(!words(&screen).contains("hides this"), "{}", screen.text());
}

#[test]
fn a_game_opens_at_the_place_that_the_list_shows() {
    let mut screen = at("plurality", 3);
    for _ in 0..40 {
        screen.play_some(1);
    }
    assert!(screen.app.table().unwrap().outcome().is_some(), "{}", screen.text());
    let won = screen.app.table().unwrap().outcome().unwrap().winner.unwrap();
    let won = format!("{} won", screen.app.table().unwrap().names().title(won));
    screen.resize(120, 40).keys(":open saved<Enter>").assert_shows(&won);
    screen.keys("<Enter><Home><Right><Right>b");
    let legal = screen.app.table().unwrap().seen().legal.clone();
    let played = screen.app.table().unwrap().timeline().main_line()[2];
    let played = screen.app.table().unwrap().timeline().step(played);
    let other = legal.into_iter().find(|step| Some(*step) != played).unwrap();
    let name = screen.app.table().unwrap().names().step(other);
    screen.keys(&format!("m{name}<Enter>Q:open saved<Enter>"));
    screen.assert_shows("goes on").assert_shows("is to move").assert_shows("3 turns of a variation");
    screen.keys("<Enter>").assert_shows("turn 3");
    assert!(screen.app.table().unwrap().outcome().is_none());
}
