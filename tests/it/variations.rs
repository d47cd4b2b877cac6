//! Variations that are made by playing while a game is in review.

use std::path::PathBuf;

use crate::support::{Screen, against, game, mono, seated, small, timed, with_pie};
use ratatui::layout::Rect;
use tetralith::program::Start;
use tetralith::tui::panels::Areas;
use tetralith_core::{Colour, Record};
use tetralith_session::seat::Seat;
use tetralith_session::table::Mode;
use tetralith_storage as storage;

/// A sample game in review, at its 20th turn.
fn sample(id: &str) -> Screen {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("assets/games/{id}.json"));
    let loaded = storage::load(&path, None).unwrap();
    Screen::new(Start::Replay { loaded: Box::new(loaded), turn: Some(20) }, (120, 40), mono())
}

/// A game of Necklace of two people, four moves long, reviewed at its end.
fn played() -> Screen {
    let mut screen = Screen::new(game("necklace", small(7)), (100, 40), mono());
    screen.keys("md4<Enter>me5<Enter>mf6<Enter>mg7<Enter>B");
    screen
}

fn place(screen: &Screen) -> String {
    screen.table().place()
}

fn main_line(screen: &Screen) -> usize {
    screen.timeline().main_line().len()
}

/// The first step that can be made where the cursor in time is, by its name.
fn any_step(screen: &Screen) -> String {
    let table = screen.table();
    table.names().step(table.hand().seen().legal[3])
}

#[test]
fn explored_moves_stay_explored_when_the_game_is_resumed() {
    let mut screen = played();
    screen.keys("ma1<Enter>mb2<Enter>q");
    let mut screen = screen.again(Start::Home);
    screen.keys("<Enter>");
    let table = screen.table();
    assert_eq!((place(&screen).as_str(), table.mode()), ("d4 e5 f6 g7", Mode::Play));
    screen.keys("G").assert_shows("Explored moves after the last one are dropped");
    screen.keys("nmc3<Enter>");
    assert_eq!(place(&screen), "d4 e5 f6 g7 c3");
    screen.keys("q");
    let mut screen = screen.again(Start::Home);
    screen.keys("<Enter>");
    assert_eq!(place(&screen), "d4 e5 f6 g7 c3");
    screen.keys("Gy").assert_shows("wins by resignation");
}

#[test]
fn explored_moves_are_not_played_by_going_forward() {
    for key in ["]", "<End>", "U", "<PageDown>"] {
        let mut screen = played();
        screen.keys("ma1<Enter>mb2<Enter>B").keys(key);
        assert_eq!(place(&screen), "d4 e5 f6 g7", "{key}");
        screen.assert_shows("This is the last move");
        assert!(!screen.shows("● a1"), "{}", screen.text());
    }
    let mut screen = played();
    screen
        .keys("ma1<Enter>B[")
        .assert_shows("turn 3 of 4")
        .keys("g5<Enter>")
        .assert_shows("There is no turn 5");
}

#[test]
fn undone_moves_stay_undone_in_review() {
    let mut screen = played();
    screen.keys("Buu").assert_shows("turn 2 of 4").keys("B<Home>B");
    assert_eq!(place(&screen), "d4 e5");
    screen.keys("B<End>q");
    let mut screen = screen.again(Start::Home);
    screen.keys("<Enter>");
    assert_eq!(place(&screen), "d4 e5");
    screen.keys("UU");
    assert_eq!(place(&screen), "d4 e5 f6 g7");
}

#[test]
fn a_resumed_game_is_resigned_after_its_last_move() {
    let mut screen = played();
    screen.keys("B<Home>q");
    let mut screen = screen.again(Start::Home);
    screen.keys("<Enter>");
    assert_eq!(place(&screen), "d4 e5 f6 g7", "who looked back goes on where the game stood");
    screen.keys("[[G").assert_shows("after its last move").keys("y");
    let (_, timeline) = Record::read(&std::fs::read(&screen.kept()[0]).unwrap()).unwrap();
    assert_eq!((timeline.main_line().len(), timeline.steps()), (4, 4));
}

#[test]
fn the_player_to_move_after_an_undo_resigns() {
    let necklace = game("necklace", small(5));
    let mut screen = Screen::new(necklace, (100, 40), mono());
    screen.keys("mc3<Enter>mb2<Enter>md4<Enter>uG").assert_shows("Resign as Red?");
    // They do not come back, so that a key pressed by mistake must not be enough.
    screen.assert_shows("The moves you took back are dropped").assert_shows("y yes  n no");
    screen.keys("<Enter>").assert_shows("Resign as Red?").keys("y");
    screen.assert_shows("Blue wins by resignation");
    let (_, timeline) = Record::read(&std::fs::read(&screen.kept()[0]).unwrap()).unwrap();
    assert_eq!((timeline.main_line().len(), timeline.steps()), (2, 2));
    assert_eq!(timeline.outcome().and_then(|outcome| outcome.winner), Some(Colour::Second));
}

#[test]
fn moves_explored_beside_moves_taken_back_are_not_played() {
    let mut screen = played();
    screen.keys("BuuBma1<Enter>BU");
    assert_eq!(place(&screen), "d4 e5 f6");
}

#[test]
fn an_explored_move_that_is_played_plays_no_more_of_its_line() {
    let mut screen = played();
    screen.keys("ma1<Enter>mb2<Enter>Bma1<Enter>");
    screen.assert_shows("turn 5").keys("]").assert_shows("This is the last move").keys("q");
    let mut screen = screen.again(Start::Home);
    screen.keys("<Enter>");
    assert_eq!(place(&screen), "d4 e5 f6 g7 a1");
    screen.keys("U").assert_shows("This is the last move");
}

#[test]
fn the_line_that_a_game_goes_on_from_is_not_deleted() {
    let mut screen = played();
    screen.keys("[[ma1<Enter>bBD").assert_shows("This is the main line").keys("B");
    assert_eq!((place(&screen).as_str(), screen.table().mode()), ("d4 e5 a1", Mode::Play));
}

#[test]
fn moves_explored_at_the_start_are_played_by_playing_on() {
    let mut screen = Screen::new(game("necklace", small(7)), (100, 40), mono());
    screen.keys("Bma1<Enter>mb2<Enter>b").assert_shows("turn 2");
    assert!(!screen.shows("turn 2 of"), "{}", screen.text());
    screen.keys("uuU").assert_shows("turn 1 of 2");
}

#[test]
fn copies_and_exports_of_a_game_hold_what_was_played() {
    let mut screen = played();
    screen.keys("ma1<Enter>mb2<Enter>");
    let (_, timeline) = Record::read(screen.app.record_text().unwrap().as_bytes()).unwrap();
    assert_eq!((timeline.main_line().len(), timeline.steps()), (4, 4));
    let page = screen.path().join("game.md");
    screen.keys(&format!("BE<C-u>{}<Enter>", page.display())).assert_shows("game.md");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.trim_end().ends_with(r"4\. g7"), "{page}");
}

#[test]
fn an_end_that_was_taken_back_is_only_looked_at() {
    let mut screen = Screen::new(game("necklace", small(3)), (80, 24), mono());
    screen.keys("ma1<Enter>mc1<Enter>ma2<Enter>mc2<Enter>ma3<Enter>u").keys("B<End>B");
    assert_eq!((place(&screen).as_str(), screen.table().mode()), ("a1 c1 a2 c2", Mode::Play));
    // Beside another line that has ended, too.
    screen.keys("mb2<Enter>vvBq");
    let mut screen = screen.again(Start::Home);
    screen.keys("<Enter>");
    assert_eq!((place(&screen).as_str(), screen.table().mode()), ("a1 c1 a2 c2 b2", Mode::Play));
}

#[test]
fn resigning_counts_in_the_variation_played() {
    let mut screen = played();
    screen.keys("[[ma1<Enter>b").keys("G").assert_shows("Resign as Blue").keys("y");
    let (_, timeline) = Record::read(&std::fs::read(&screen.kept()[0]).unwrap()).unwrap();
    assert_eq!((timeline.main_line().len(), timeline.steps()), (3, 5));
    // Among moves that were tried, no more of them than those before.
    let mut screen = played();
    screen
        .keys("ma1<Enter>mb2<Enter>[b")
        .keys("]")
        .assert_shows("This is the last move")
        .keys("BB");
    assert_eq!(place(&screen), "d4 e5 f6 g7 a1");
}

#[test]
fn explored_moves_stay_so_when_the_last_move_is_repeated() {
    let mut screen = played();
    screen.keys("ma1<Enter>mb2<Enter>Bumg7<Enter>]").assert_shows("This is the last move");
    assert_eq!(place(&screen), "d4 e5 f6 g7");
    // And what was tried elsewhere is not gone on to from a turn of the game.
    let mut screen = played();
    screen.keys("[[ma1<Enter>[b]");
    assert_eq!(place(&screen), "d4 e5 f6");
}

#[test]
fn an_explored_swap_leaves_the_players_in_their_seats() {
    let seats = ["Ann", "Ben"].map(|name| Seat::person(name.to_owned()));
    let start = seated("necklace", with_pie(5), seats, timed(""));
    let mut screen = Screen::new(start, (100, 40), mono());
    screen.keys("ma1<Enter>Bmswap<Enter>");
    assert_eq!(place(&screen), "a1 swap", "{}", screen.text());
    let (record, _) = Record::read(screen.app.record_text().unwrap().as_bytes()).unwrap();
    assert_eq!(record.players.map(|player| player.name.unwrap()), ["Ann", "Ben"]);
}

#[test]
fn moves_taken_back_and_repeated_are_not_explored_ones() {
    let mut screen = played();
    screen.keys("Buuuma1<Enter>ume5<Enter>").assert_shows("turn 2 of 4").keys("U");
    assert_eq!(place(&screen), "d4 e5 f6");
    let (_, timeline) = Record::read(screen.app.record_text().unwrap().as_bytes()).unwrap();
    assert_eq!(timeline.steps(), 5);
    screen.keys("G").assert_shows("Resign as");
    // Looking and coming back changes nothing.
    let mut screen = played();
    screen.keys("Buuma1<Enter>vuUBBU");
    assert_eq!(place(&screen), "d4 e5 f6 g7");
}

#[test]
fn one_can_resign_where_the_end_of_the_game_is_taken_back() {
    let mut screen = Screen::new(game("necklace", small(3)), (80, 24), mono());
    screen
        .keys("ma1<Enter>mc1<Enter>ma2<Enter>mc2<Enter>ma3<Enter>")
        .assert_shows("wins by connection");
    screen.keys("uG").assert_shows("The moves you took back are dropped").keys("y");
    screen.assert_shows("Blue wins by resignation");
    let (_, timeline) = Record::read(&std::fs::read(&screen.kept()[0]).unwrap()).unwrap();
    assert_eq!((timeline.main_line().len(), timeline.steps()), (4, 4));
}

#[test]
fn a_game_that_is_only_looked_through_goes_on_from_where_it_did() {
    let mut screen = played();
    screen.keys("q");
    let files = tetralith_storage::files::Files::at(screen.path().join("data"));
    let loaded = Box::new(tetralith_storage::load(&screen.kept()[0], Some(&files)).unwrap());
    let mut screen = screen.again(Start::Replay { loaded, turn: Some(2) });
    assert_eq!(screen.table().mode(), Mode::Review);
    screen.keys("cgood<Enter>q");
    let mut screen = screen.again(Start::Home);
    screen.keys("<Enter>");
    assert_eq!(place(&screen), "d4 e5 f6 g7");
    assert_eq!(screen.table().mode(), Mode::Play);
    screen.keys("[[").assert_shows("good");
}

#[test]
fn moves_typed_in_review_start_unanswered_variations() {
    for id in tetralith_core::games::ids() {
        if !PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join(format!("assets/games/{id}.json"))
            .exists()
        {
            continue;
        }
        let mut screen = sample(id);
        let (before, steps) = (main_line(&screen), screen.timeline().steps());
        for _ in 0..3 {
            let step = any_step(&screen);
            screen.keys(&format!("m{step}<Enter>"));
        }
        let table = screen.table();
        assert_eq!(
            (table.timeline().steps(), table.mode()),
            (steps + 3, Mode::Review),
            "{id}: {}",
            screen.text()
        );
        assert_eq!(main_line(&screen), before, "{id}");
        assert!(screen.host.asks.is_empty(), "{id}: the engine was asked");
        screen.assert_shows("Variation from");
        let variation = place(&screen);
        screen.keys("0");
        assert!(screen.table().lines().variation().is_none(), "{id}");
        assert!(variation.starts_with(&place(&screen)), "{id}");
        // Coming back to it works, because it is in the tree.
        let left = place(&screen);
        screen.keys("]");
        assert!(!variation.starts_with(&place(&screen)), "{id}: on goes the game");
        screen.keys("v");
        assert!(variation.starts_with(&place(&screen)) && place(&screen) != left, "{id}");
    }
}

#[test]
fn the_cursor_and_a_click_begin_a_variation_too() {
    let mut screen = played();
    screen.keys("<Left><Left><Enter>").assert_shows("tries a move as a variation");
    assert_eq!(screen.timeline().steps(), 4, "the first key only shows the cursor");
    screen.keys("<S-Up><S-Up><Enter>");
    assert_eq!(screen.timeline().steps(), 5);
    // The other side's move from the same place of the cursor.
    screen.keys("<S-Right><Enter>");
    assert_eq!(screen.timeline().steps(), 6);
    screen.assert_shows("Variation from turn 3");
    screen.keys("0");
    assert_eq!(place(&screen), "d4 e5");
    let table = screen.table();
    let cell = table.names().parse_cell("b2").unwrap();
    let layout =
        Areas::of(table, screen.app.shared().display, Rect::new(0, 0, 100, 40)).board.unwrap();
    let at = layout.rect(cell).unwrap();
    screen.click((at.x + at.width / 2, at.y + at.height / 2));
    assert_eq!(place(&screen), "d4 e5 b2");
}

#[test]
fn variations_can_be_promoted_and_deleted() {
    let mut screen = played();
    screen.keys("<Left><Left>mb2<Enter>ma1<Enter>Y").assert_shows("f6 g7");
    screen.keys("0D").assert_shows("you can only delete variations");
    screen.keys("]v]D").assert_shows("Delete this variation of 2 moves?").keys("n");
    assert_eq!(place(&screen), "d4 e5 b2 a1");
    screen.keys("Dy").assert_shows("The variation is deleted");
    assert_eq!((place(&screen).as_str(), screen.timeline().steps()), ("d4 e5", 4));
    screen.keys("mb2<Enter>0v");
    assert_eq!(place(&screen), "d4 e5 b2", "from where it begins it is entered again");
    screen.keys("Dy");
    // The rest is kept.
    let (_, timeline) = Record::read(&std::fs::read(&screen.kept()[0]).unwrap()).unwrap();
    assert_eq!(timeline.steps(), 4);
    screen.keys("mb2<Enter>M").assert_shows("This variation is now the main line");
    assert_eq!(main_line(&screen), 3);
    screen.keys("]");
    assert_eq!(place(&screen), "d4 e5 b2");
}

#[test]
fn exploring_changes_nothing_of_a_game_in_progress() {
    let mut screen = played();
    let live = place(&screen);
    screen.keys("ma1<Enter>mb1<Enter>");
    assert_eq!(place(&screen), format!("{live} a1 b1"));
    screen.assert_shows("Variation from turn 5");
    screen.keys("G").assert_shows("Explored moves after the last one are dropped");
    screen.assert_shows("y yes  n no").keys("n");
    screen.keys("B");
    let table = screen.table();
    assert_eq!((table.mode(), place(&screen)), (Mode::Play, live.clone()));
    screen.keys("mc3<Enter>");
    assert_eq!(place(&screen), format!("{live} c3"));
    let (_, timeline) = Record::read(&std::fs::read(&screen.kept()[0]).unwrap()).unwrap();
    assert_eq!((timeline.main_line().len(), timeline.steps()), (5, 7));
}

#[test]
fn undo_in_a_variation_resumes_no_game() {
    let mut screen = played();
    screen.keys("bGy<Left><Left>ma1<Enter>mb1<Enter>u");
    let table = screen.table();
    assert_eq!((table.mode(), place(&screen).as_str()), (Mode::Review, "d4 e5 a1"));
    assert!(table.state().follows_game());
    screen.keys("<End>");
    // Where the game is over no move can be tried, and the key reports that.
    screen.keys("0<End>m").assert_shows("The game is over");
    assert!(screen.table().state().is_finished());
}

#[test]
fn a_game_against_the_computer_is_not_answered_in_review() {
    let start = seated("necklace", small(7), against("easy"), timed(""));
    let mut screen = Screen::new(start, (100, 40), mono());
    screen.keys("Bma1<Enter>mb1<Enter>");
    assert_eq!(place(&screen), "a1 b1");
    assert!(screen.host.asks.is_empty());
}

#[test]
fn explored_moves_are_not_played_by_the_next_variation() {
    let info = tetralith_core::games::info("necklace").unwrap();
    let mut screen = Screen::new(game(info.id, small(7)), (100, 40), mono());
    screen.keys("md4<Enter>me5<Enter>Bma1<Enter>0B");
    assert_eq!(screen.table().mode(), Mode::Play, "{}", screen.text());
    screen.keys("v").assert_shows("There are no other variations here");
    assert_eq!(place(&screen), "d4 e5");
    screen.keys("Bv");
    assert_eq!(place(&screen), "d4 e5 a1");
}

#[test]
fn variations_replace_finished_games_only_on_yes() {
    let mut screen = sample("necklace");
    let played = main_line(&screen);
    screen.keys(&format!("m{}<Enter>", any_step(&screen))).keys("M");
    screen.assert_shows("The main line is the finished game, with its result.").keys("n");
    assert_eq!(main_line(&screen), played, "{}", screen.text());
    screen.keys("My").assert_shows("This variation is now the main line.");
    assert!(main_line(&screen) < played);
    // Back again nothing is lost, and nothing is asked.
    screen.keys("vM").assert_shows("This variation is now the main line.");
    assert_eq!(main_line(&screen), played);
}

/// A game of Necklace in progress, played along `d4 e5 g7`, in which `f6` was taken back and then
/// made the main line.
fn promoted() -> Screen {
    let mut screen = Screen::new(game("necklace", small(7)), (100, 40), mono());
    screen
        .keys("md4<Enter>me5<Enter>mf6<Enter>umg7<Enter>vM")
        .assert_shows("This variation is now the main line.");
    assert_eq!(place(&screen), "d4 e5 f6");
    screen
}

#[test]
fn games_in_progress_follow_their_new_main_line() {
    let mut screen = promoted();
    screen.keys("G").assert_shows("Resign as Blue?").keys("y");
    assert_eq!(place(&screen), "d4 e5 f6");
    let (_, timeline) = Record::read(&std::fs::read(&screen.kept()[0]).unwrap()).unwrap();
    let end = *timeline.main_line().last().unwrap();
    assert_eq!(tetralith_session::table::place_of(&timeline, end), "d4 e5 f6");
    assert!(timeline.ended_at(end).is_some());
    // Looking through it and coming back, by either key, leads there too, and so does resuming it.
    for keys in ["BB", "B<Left><Left><Left>bUUU", "B<Home>B"] {
        let mut screen = promoted();
        screen.keys(keys);
        let table = screen.table();
        assert_eq!((place(&screen).as_str(), table.mode()), ("d4 e5 f6", Mode::Play), "{keys}");
        assert!(table.lines().variation().is_none(), "{keys}");
    }
    let mut screen = promoted();
    screen.keys("q");
    let mut screen = screen.again(Start::Home);
    screen.keys("<Enter>");
    assert_eq!((place(&screen).as_str(), screen.table().mode()), ("d4 e5 f6", Mode::Play));
    screen.keys("uU");
    assert_eq!(place(&screen), "d4 e5 f6");
}

#[test]
fn games_in_progress_are_at_the_end_of_the_main_line() {
    let mut screen = Screen::new(game("necklace", small(7)), (100, 40), mono());
    screen
        .keys("md4<Enter>me5<Enter>mf6<Enter>uuma1<Enter>vM")
        .assert_shows("This variation is now the main line.");
    assert_eq!(place(&screen), "d4 e5");
    screen.keys("BB");
    assert_eq!(place(&screen), "d4 e5 f6");
    screen.keys("G").assert_shows("Resign as Blue?");
}

#[test]
fn explored_moves_made_the_main_line_are_played() {
    let mut screen = played();
    screen
        .keys("<Left><Left>ma1<Enter>mb2<Enter>[M")
        .assert_shows("This variation is now the main line.")
        .keys("B");
    let table = screen.table();
    assert_eq!((place(&screen).as_str(), table.mode()), ("d4 e5 a1", Mode::Play));
    screen.keys("]").assert_shows("This is the last move").keys("q");
    let mut screen = screen.again(Start::Home);
    screen.keys("<Enter>");
    assert_eq!(place(&screen), "d4 e5 a1", "no more of them than up to the cursor");
    // Beside others that were only explored they stay so.
    let mut screen = played();
    screen
        .keys("ma1<Enter>[mb2<Enter>M")
        .assert_shows("This variation is now the main line.")
        .keys("B");
    assert_eq!(place(&screen), "d4 e5 f6 g7");
    screen.keys("]").assert_shows("This is the last move");
}

#[test]
fn ended_lines_end_the_game_only_as_main_line() {
    let ended = || {
        let mut screen = Screen::new(game("necklace", small(3)), (80, 24), mono());
        screen.keys("ma1<Enter>mc1<Enter>ma2<Enter>mc2<Enter>ma3<Enter>umb2<Enter>v");
        assert_eq!(place(&screen), "a1 c1 a2 c2 a3");
        screen
    };
    let mut screen = ended();
    screen.keys("M").assert_shows("This variation is now the main line.");
    assert!(screen.table().state().is_finished());
    // From the middle of that line the game goes on.
    let mut screen = Screen::new(game("necklace", small(3)), (80, 24), mono());
    screen.keys("ma1<Enter>mc1<Enter>ma2<Enter>mc2<Enter>ma3<Enter>uuumb1<Enter>vM");
    let table = screen.table();
    assert_eq!(
        (place(&screen).as_str(), table.mode(), table.state().is_finished()),
        ("a1 c1 a2", Mode::Play, false)
    );
    screen.keys("BB");
    assert_eq!(place(&screen), "a1 c1 a2");
}
