//! Positions: the editor, and positions as text that are copied and pasted.

use tetralith::program::{Message, Start};
use tetralith_core::position_text;
use tetralith_terminput::{MouseButton, MouseEventKind};

use crate::support::{Screen, game, mono, replay, small};

/// The editor with an empty board of Necklace, 5 points a side.
fn editor(size: (u16, u16)) -> Screen {
    let mut screen = Screen::new(Start::Home, size, mono());
    screen.send(Message::Paste("necklace size=5 5/5/5/5/5 red\n".to_owned()));
    screen
}

#[test]
fn a_position_is_set_up_by_keys_mended_copied_and_played() {
    let mut screen = editor((80, 24));
    screen.assert_shows("set up a position").assert_shows("Legal. p plays from here");
    screen
        .keys("<Enter>l2k1h2")
        .assert_shows("There is a crosscut on c3, c4, d3 and d4")
        .assert_shows("Illegal");
    screen.keys("p").assert_shows("There is a crosscut").keys("c");
    assert!(screen.host.copied.is_empty());
    screen
        .keys("u")
        .assert_shows("Red 2, Blue 1")
        .keys("U")
        .assert_shows("Red 2, Blue 2")
        .keys("<Backspace>");
    screen.keys("sc");
    assert_eq!(screen.host.copied.len(), 1, "{}", screen.text());
    let text = screen.host.copied[0].clone();
    let position = position_text::read(&text).unwrap();
    assert!(text.ends_with(" blue") && position.board().occupied().len() == 3, "{text}");
    // The computer may play from there, and the game that is kept begins there.
    screen
        .keys("p")
        .assert_shows("Play from the position: Necklace")
        .keys("<Enter>")
        .assert_shows("turn 0");
    assert_eq!(screen.table().game(), &position);
    // So does a rematch.
    screen.keys("ma1<Enter>Gy").assert_shows("by resignation").keys("R");
    assert_eq!(screen.table().game(), &position, "{}", screen.text());
    screen.keys("ma1<Enter>");
    let record = screen.app.record_text().unwrap();
    assert!(record.contains("\"position\": \"") && record.contains("blue"), "{record}");
    // The setup is still there.
    screen.keys("QW").assert_shows("Red 2, Blue 1");
}

#[test]
fn stones_of_a_position_that_is_played_are_not_taken_back() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    screen.send(Message::Paste("greylox 5/6/7/8/4wb3/8/7/6/5 white free e5\n".to_owned()));
    screen.keys("p<Enter>").assert_shows("turn 0");
    assert!(!screen.shows("unpick"), "{}", screen.text());
    screen.keys("<Backspace>").assert_shows("Nothing to take back");
}

#[test]
fn the_form_says_who_moves_first_in_the_position() {
    let mut screen = editor((80, 24));
    // One red stone, and Blue to move.
    screen
        .keys("<Enter>s")
        .assert_shows("Red 1, Blue 0")
        .keys("p")
        .assert_shows("Play from the position");
    for _ in 0..8 {
        if !screen.shows("> Players") {
            screen.keys("<Up>");
        }
    }
    screen.keys("<Right>").assert_shows("you are Red and move second");
    screen.keys("<Right>").assert_shows("you are Blue and move first");
}

#[test]
fn the_mouse_places_both_colours_and_takes_them_away() {
    let mut screen = editor((80, 24));
    let at = screen
        .find("[")
        .map(|(x, y)| (x + 1, y))
        .or_else(|| screen.find("<").map(|(x, y)| (x + 1, y)))
        .unwrap();
    screen
        .click(at)
        .assert_shows("Red 1, Blue 0")
        .mouse(MouseEventKind::Down(MouseButton::Right), at);
    screen.assert_shows("Red 0, Blue 1").mouse(MouseEventKind::Down(MouseButton::Right), at);
    screen.assert_shows("Red 0, Blue 0").keys("<Tab>").click(at).assert_shows("Red 0, Blue 1");
    screen
        .keys("C")
        .assert_shows("Red 0, Blue 0")
        .keys("C")
        .assert_shows("The board is already empty");
}

#[test]
fn a_game_is_taken_to_the_editor_and_is_not_touched_there() {
    let mut screen = Screen::new(game("greylox", small(3)), (100, 30), mono());
    screen.play_some(4);
    let before = screen.app.record_text();
    screen.keys("&");
    let copied = screen.host.copied[0].clone();
    assert_eq!(position_text::read(&copied).as_ref().unwrap(), screen.table().game());
    screen
        .keys("W")
        .assert_shows("set up a position")
        .keys("0<Tab><Enter>C<Esc>")
        .assert_shows("turn ");
    assert_eq!(screen.app.record_text(), before);
    // Then a position of another game, whose options are chosen in a form.
    screen.keys("Wb<Right><End><Enter>").assert_shows("Plurality  set up a position");
    // The program asks before it ends while a position would be lost.
    screen
        .keys("<Enter>q")
        .assert_shows("Quit and lose this position")
        .keys("n")
        .assert_shows("set up a position");
    // So it does in front of the editor, and from elsewhere.
    screen.keys("pq").assert_shows("Quit and lose this position").keys("n<Esc>Qq");
    screen.assert_shows("Quit and lose this position").keys("nW").assert_shows("set up a position");
    screen.keys("qy");
    assert!(screen.has_quit());
}

#[test]
fn positions_that_give_way_to_another_are_not_forgotten() {
    let start = game("necklace", small(5));
    let mut screen = Screen::new(start, (100, 30), mono());
    screen.keys("W<Enter><Right><Enter><Esc>mc3<Enter>W");
    screen.assert_shows("Another position is set up; u brings yours back");
    screen.keys("q").assert_shows("Quit and lose the position that you set up before").keys("nucq");
    assert!(screen.has_quit(), "{}", screen.text());
}

#[test]
fn games_that_would_be_lost_are_named_and_can_be_saved() {
    let start = game("necklace", small(5));
    let mut screen = Screen::with_settings(start, (60, 20), "autosave = false\n");
    screen.keys("mc3<Enter>u").assert_shows("turn 0 of 1 ").assert_shows("not saved");
    screen.keys("q").assert_shows("answer no, and s").keys("ns").assert_shows("Save");
}

#[test]
fn saved_games_say_why_there_is_no_rematch() {
    let start = game("necklace", small(5));
    let mut screen = Screen::new(start, (80, 24), mono());
    screen.keys("mc3<Enter>Gy").assert_shows("by resignation");
    let mut saved = Screen::new(replay(&screen.kept()[0], Some(0)), (80, 24), mono());
    saved.keys("R").assert_shows("A rematch follows a game just played");
}

#[test]
fn a_position_is_known_or_analysed_once_its_game_has_the_board() {
    let start = || game("necklace", small(5));
    let mut screen = Screen::with_settings(start(), (100, 30), "autosave = false\n");
    screen
        .keys("mc3<Enter>W<Tab><Enter>p<Enter>")
        .assert_shows("Lose the current game?")
        .keys("n<Esc><Esc>q");
    screen.assert_shows("lose this position");
    let mut screen = Screen::with_settings(start(), (100, 30), "autosave = false\n");
    screen
        .keys("mc3<Enter>W<Tab><Enter>A")
        .assert_shows("Lose the current game?")
        .keys("y")
        .assert_shows("review");
    assert!(screen.app.shared().game.thinking().hint().is_some(), "{}", screen.text());
}

#[test]
fn pasted_positions_open_the_editor_or_are_refused() {
    let mut screen = Screen::new(game("necklace", small(5)), (100, 30), mono());
    screen.send(Message::Paste("plurality size=5 bbw2/5/5/5/5 white passed".to_owned()));
    screen.assert_shows("Plurality  set up a position").assert_shows("after a pass").keys("t");
    screen
        .assert_shows("after two passes")
        .keys("A")
        .assert_shows("Black wins by score")
        .keys("QW");
    screen.assert_shows("Plurality  set up a position").keys("<Esc>");
    screen.send(Message::Paste("necklace size=3 rb1/br1/3 red".to_owned()));
    screen
        .assert_shows("This position is illegal: there is a crosscut on a2, a3, b2 and b3")
        .keys("W");
    screen.send(Message::Paste("no position at all".to_owned()));
    screen.assert_shows("There is no game 'no'").keys("v<C-u>").keys("necklace 3/3 red<Enter>");
    screen
        .assert_shows("There are 2 rows, and this board has 13")
        .keys("<Esc>")
        .assert_shows("Plurality  set up");
}

#[test]
fn a_position_is_analysed_and_any_window_shows_the_editor() {
    for size in [(40, 16), (60, 20), (80, 24), (200, 50)] {
        let mut screen = Screen::new(Start::Home, size, mono());
        screen.keys("W<Enter><Tab><Right><Enter>s").assert_shows("position");
        assert!(screen.shows("Legal. "), "{size:?}\n{}", screen.text());
        screen.keys("A").assert_shows("review");
        assert!(screen.app.shared().game.thinking().hint().is_some(), "{}", screen.text());
        // It is kept nowhere yet.
        screen.keys("q");
        assert!(!screen.has_quit());
        screen.assert_shows("position").keys("y");
        assert!(screen.has_quit(), "{}", screen.text());
    }
}

#[test]
fn games_in_a_line_are_copied_and_opened_where_they_are_pasted() {
    let options = small(5);
    let mut screen = Screen::new(game("necklace", options), (80, 24), mono());
    screen.keys("mc3<Enter>mb2<Enter>md4<Enter>C").assert_shows("necklace/5#c3,b2,d4");
    assert_eq!(screen.host.copied, ["necklace/5#c3,b2,d4"]);
    let mut other = Screen::new(Start::Home, (80, 24), mono());
    other.send(Message::Paste("necklace/5#c3,b2,d4@2\n".to_owned()));
    let table = other.app.table().expect("the game is open");
    assert_eq!(
        (table.timeline().steps(), table.timeline().depth(table.timeline().cursor())),
        (3, 2)
    );
    other.send(Message::Paste("necklace/5#c3,c3".to_owned()));
    other.assert_shows("Move 2 'c3': c3 is occupied by Red");
    other.send(Message::Paste("necklace/5%23c3".to_owned()));
    assert_eq!(other.timeline().steps(), 1);
    // Any other text gets one sentence, on the home screen and in a game.
    let refuse = |screen: &mut Screen| {
        for (text, fault) in [
            ("chess/8#e4,e5", "There is no game 'chess'"),
            ("Look: necklace/7#d4,e3 nice", "There is no game 'look: necklace'"),
            ("necklace/7", "'necklace/7' is not a game in a line"),
            (&"necklace/5#a1,".repeat(800_000), "at most 65536 bytes, and this text has more"),
        ] {
            screen.send(Message::Paste(text.to_owned()));
            let shown = screen.words();
            assert!(shown.contains(fault), "{}", screen.text());
        }
    };
    refuse(&mut Screen::new(Start::Home, (80, 24), mono()));
    refuse(&mut other);
}
