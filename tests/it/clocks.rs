//! Clocks at the board, with a time that the tests set.

#[allow(dead_code, reason = "each test program uses its part")]
use std::time::Duration;

use crate::support::{Screen, game, mono, seated, small, timed, with_pie};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use serde_json::Value;
use tetralith::program::{Message, Start};
use tetralith_engine::Level;
use tetralith_session::clock::{Clock, TimeControl};
use tetralith_session::seat::Seat;
use tetralith_terminput::MouseEventKind;

fn start(control: Option<&str>, loses: bool, second: Seat) -> Start {
    let control = control.map(|text| TimeControl::parse(text).unwrap());
    let clock = Clock::new(control, loses, Duration::ZERO);
    seated("necklace", small(4), [Seat::default(), second], clock)
}

fn two(control: &str, loses: bool) -> Screen {
    Screen::new(start(Some(control), loses, Seat::default()), (80, 24), mono())
}

fn s(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn record(screen: &Screen) -> Value {
    serde_json::from_str(&screen.app.record_text().unwrap()).unwrap()
}

#[test]
fn clocks_are_seen_beside_the_rules() {
    for size in [(80, 24), (100, 30), (120, 40)] {
        let mut screen = Screen::new(start(Some("1m"), true, Seat::default()), size, mono());
        screen.keys("I").assert_shows("├ Rules ");
        assert_eq!(screen.text().matches("1:00").count(), 2, "{}", screen.text());
    }
}

#[test]
fn announcements_are_in_the_first_line() {
    for size in [(120, 30), (80, 24), (60, 20), (40, 16)] {
        let seats = [(); 2].map(|()| Seat::person(String::new()));
        let start = seated("greylox", small(3), seats, timed("1m"));
        let mut screen = Screen::with_settings(start, size, "announce = true\nhints = false\n");
        let rows = if size.0 < 120 { 2 } else { 1 };
        let first = |screen: &Screen| {
            let lines: Vec<String> = screen.text().lines().take(rows).map(str::to_owned).collect();
            lines.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert!(first(&screen).starts_with("The game begins. White: "), "{}", screen.text());
        screen.keys("mc3<Enter>");
        assert!(first(&screen).starts_with("Turn 1, White: c3."), "{}", screen.text());
        screen.tick(Duration::from_secs(31));
        let low = "Black has 30 seconds or less.";
        assert!(first(&screen).contains(low), "{}", screen.text());
        let before = first(&screen);
        screen.tick(Duration::from_secs(40));
        assert_eq!(first(&screen), before, "nothing is read twice");
        // Everything on the board is found that much lower.
        screen.keys("<Right>");
        let area = Rect::new(0, 0, size.0, size.1);
        let at = screen.app.paint(area, &mut Buffer::empty(area)).expect("there is a cursor");
        let cell = screen.table().hand().cell();
        screen.keys("<Left><Left>").mouse(MouseEventKind::Moved, (at.x, at.y));
        assert_eq!(screen.table().hand().cell(), cell);
    }
}

#[test]
fn announcements_name_the_key_that_swaps_colours() {
    let start = game("necklace", with_pie(5));
    let mut screen = Screen::with_settings(start, (60, 20), "announce = true\nhints = false\n");
    assert!(!screen.shows("swaps colours"), "{}", screen.text());
    screen.keys("mc3<Enter>").assert_shows("S swaps colours.");
}

#[test]
fn clock_of_the_player_to_move_runs_and_is_drawn() {
    let mut screen = two("1m+5s", true);
    screen.assert_shows("1:00 runs");
    assert_eq!(screen.app.wake_at(), Some(s(1)));
    screen.tick(s(10)).assert_shows("0:50 runs");
    let drawn = screen.host.draws;
    screen.tick(Duration::from_millis(10_400)).tick(Duration::from_millis(10_600));
    assert_eq!(screen.host.draws, drawn, "0:49.6 and 0:49.4 are both shown as 0:50");
    screen.tick(s(11));
    assert_eq!(screen.host.draws, drawn + 1);
    screen.tick(s(12)).keys("ma1<Enter>").assert_shows("0:53").assert_shows("1:00 runs");
    screen.tick(s(45)).assert_shows("0:27 runs").tick(s(60)).assert_shows("0:12 low runs");
    assert_eq!(record(&screen)["moves"][0], serde_json::json!({"move": "a1", "time_ms": 12_000}));
}

#[test]
fn games_without_a_connection_wait_and_name_the_command() {
    let mut screen =
        Screen::new(start(Some("1m"), true, Seat::remote("Ben".to_owned())), (80, 24), mono());
    screen.keys("ma1<Enter>");
    let mut screen = screen.again(Start::Home);
    screen
        .keys("r")
        .tick(s(100))
        .assert_shows("The other player is not connected")
        .assert_shows("tetralith host");
    assert!(!screen.shows("resign"), "the other player would not hear of it:\n{}", screen.text());
    screen.assert_shows("1:00").keys("H").assert_shows("Engine help is off");
    screen.tick(s(200)).keys("P").assert_shows("Players cannot be changed");
    assert_eq!(record(&screen)["result"], Value::Null);
}

#[test]
fn time_outs_lose_only_where_agreed() {
    let mut screen = two("1m", true);
    screen.tick(s(20)).keys("ma1<Enter>").tick(s(79)).assert_shows("0:01 low runs");
    screen.tick(s(80)).assert_shows("Red wins on time");
    assert_eq!(record(&screen)["result"], serde_json::json!({"winner": "red", "reason": "time"}));
    screen.keys("u").tick(s(81));
    let mut screen = two("1m", false);
    screen.tick(s(90)).assert_shows("time out, but plays on");
    assert!(!screen.shows("runs"), "nothing is left that could run: {}", screen.text());
    screen.keys("ma1<Enter>").assert_shows("1:00 runs").assert_shows("time out, but plays on");
    assert_eq!(record(&screen)["result"], Value::Null);
}

#[test]
fn a_clock_is_paused_until_it_is_started_or_a_step_is_made() {
    let mut screen = two("1m", true);
    screen.tick(s(5)).keys("Z").assert_shows("0:55 paused");
    assert_eq!(screen.app.wake_at(), None);
    screen.tick(s(500)).keys("Z").assert_shows("0:55 runs").tick(s(505)).assert_shows("0:50 runs");
    screen.keys("Z").tick(s(600)).keys("ma1<Enter>").assert_shows("1:00 runs");
    // Nor does it run where no player sees it.
    screen.keys("Q").tick(s(900)).keys("<Enter>").assert_shows("1:00 runs");
    let mut free = Screen::new(start(None, true, Seat::default()), (80, 24), mono());
    free.keys("Z").assert_shows("This game has no clock; N starts a game with one.");
}

#[test]
fn a_step_taken_back_gives_no_time_back() {
    let mut screen = two("1m", true);
    screen.tick(s(10)).keys("ma1<Enter>").tick(s(15)).keys("u").assert_shows("0:50 runs");
    screen.tick(s(18)).keys("mb1<Enter>").assert_shows("0:47").assert_shows("0:55 runs");
    assert_eq!(record(&screen)["moves"][0]["time_ms"], 3_000);
}

#[test]
fn looking_back_stops_no_clock_and_hinders_no_flag_from_falling() {
    let mut screen = two("1m", true);
    screen.tick(s(5)).keys("ma1<Enter>").tick(s(7)).keys("mb1<Enter>").tick(s(10));
    // It is still the first player's time while the second player's turn is shown.
    screen
        .keys("[")
        .tick(s(20))
        .assert_shows("0:42 runs")
        .assert_shows("0:58")
        .keys("[")
        .tick(s(30));
    screen.assert_shows("0:32 runs").keys("]]").tick(s(31)).keys("mc1<Enter>");
    assert_eq!(record(&screen)["moves"][2]["time_ms"], 24_000);
    screen
        .tick(s(32))
        .keys("[[")
        .tick(s(88))
        .assert_shows("0:01 low runs")
        .assert_shows("turn 1 of 3");
    screen
        .tick(s(89))
        .assert_shows("Red wins on time")
        .assert_shows("turn 3")
        .assert_shows("game over");
    assert_eq!(record(&screen)["moves"].as_array().unwrap().len(), 3);
}

#[test]
fn looking_back_and_forward_does_not_move_the_game() {
    let mut screen = two("1m", true);
    screen.tick(s(5)).keys("ma1<Enter>").tick(s(7)).keys("mb1<Enter>").tick(s(10)).keys("[[U");
    screen.tick(s(20)).assert_shows("0:42 runs").keys("<End>mc1<Enter>").assert_shows("0:58 runs");
    assert_eq!(record(&screen)["moves"][2]["time_ms"], 13_000);
}

#[test]
fn clocks_cannot_be_paused_or_resumed_in_review() {
    let mut screen = two("1m", true);
    screen.tick(s(5)).keys("ma1<Enter>").keys("BZ").assert_shows("Clocks are paused during review");
    screen.keys("b").tick(s(7)).assert_shows("runs");
}

#[test]
fn times_of_the_end_are_named_as_such_in_review() {
    let mut screen = two("1m", true);
    screen.tick(s(5)).keys("ma1<Enter>").tick(s(7)).keys("mb1<Enter>").tick(s(10)).keys("B");
    screen.assert_shows("0:52").keys("[").assert_shows("0:52 at end");
    screen.assert_shows("0:58 at end").keys("]").assert_shows("0:52");
    assert!(!screen.shows("at end"), "{}", screen.text());
    // In the line of a window without a panel there is no room for that.
    assert!(!screen.keys("[").resize(40, 24).shows("0:58"), "{}", screen.text());
}

#[test]
fn explored_moves_are_not_those_of_a_game_lost_on_time() {
    let mut screen = two("1m", true);
    screen
        .tick(s(5))
        .keys("ma1<Enter>")
        .tick(s(7))
        .keys("mb1<Enter>Bmc1<Enter>md1<Enter>B")
        .tick(s(10));
    screen.tick(s(70)).assert_shows("Blue wins on time").assert_shows("turn 2");
    let record = record(&screen);
    assert_eq!(record["moves"].as_array().unwrap().len(), 2, "{record}");
    assert_eq!(record["result"]["reason"], "time");
}

#[test]
fn a_comment_belongs_to_the_move_it_was_begun_on() {
    let mut screen = two("1m", true);
    screen.tick(s(5)).keys("ma1<Enter>").tick(s(7)).keys("mb1<Enter>[cabout the first").tick(s(70));
    screen.assert_shows("time out").keys("<Enter>");
    let record = record(&screen);
    assert_eq!(record["moves"][0]["comment"], "about the first", "{record}");
    assert_eq!(record["moves"][1].get("comment"), None, "{record}");
}

#[test]
fn a_flag_falls_where_a_step_was_taken_back_too() {
    let mut screen = two("1m", true);
    screen
        .tick(s(5))
        .keys("ma1<Enter>")
        .tick(s(7))
        .keys("mb1<Enter>u")
        .tick(s(20))
        .assert_shows("0:45 runs");
    screen
        .tick(s(65))
        .assert_shows("Red wins on time")
        .assert_shows("turn 1")
        .keys("u")
        .assert_shows("turn 1");
    // The move that was taken back does not follow the end.
    assert_eq!(record(&screen)["moves"].as_array().unwrap().len(), 1);
}

#[test]
fn a_game_is_resumed_with_what_both_had_left() {
    let mut screen = two("10m,3x30s", true);
    screen.tick(s(63)).keys("ma1<Enter>").tick(s(65)).keys("mb2<Enter>");
    assert_eq!(record(&screen)["tetralith:clock"]["control"], "10m,3x30s");
    let mut again = screen.again(Start::Home);
    again.keys("<Enter>").assert_shows("8:57, 3 periods runs").assert_shows("9:58, 3 periods");
}

#[test]
fn quitting_gives_no_time_back() {
    let mut screen = two("60s", true);
    screen.keys("ma1<Enter>").tick(s(6)).assert_shows("0:54 runs");
    screen.send(Message::Quit);
    let mut again = screen.again(Start::Home);
    again.keys("<Enter>").assert_shows("0:54 runs").tick(s(3));
    // Another game takes the board.
    again.keys("Q<Down><Enter><Enter>");
    again.again(Start::Home).keys("r").assert_shows("0:51 runs");
}

#[test]
fn the_computer_must_move_before_its_clock_runs_out() {
    let level = Level::from_id("strongest").unwrap();
    let mut screen = Screen::new(start(Some("8s"), true, Seat::computer(level)), (80, 24), mono());
    screen.keys("ma1<Enter>");
    let due = screen.app.wake_at().unwrap();
    assert!(due <= s(2), "{due:?}");
    screen.tick(s(1));
    assert_eq!(screen.host.hurries, 0, "it has time to think");
    screen.tick(s(4));
    assert_eq!(screen.host.hurries, 1);
    screen.tick(s(5));
    assert_eq!(screen.host.hurries, 1, "it is told once");
}

#[test]
fn turns_are_timed_without_a_clock_too() {
    let mut free = Screen::new(start(None, true, Seat::default()), (80, 24), mono());
    free.tick(s(7)).keys("ma1<Enter>").tick(s(9)).keys("mb2<Enter>");
    assert_eq!(record(&free)["moves"][1], serde_json::json!({"move": "b2", "time_ms": 2_000}));
    assert_eq!(record(&free)["tetralith:clock"], Value::Null);
    let mut small = Screen::new(start(Some("5m"), true, Seat::default()), (60, 20), mono());
    small.tick(s(1)).assert_shows("4:59").assert_shows("5:00");
}

/// The form for a new game of necklace in a window of this size.
fn form(size: (u16, u16), settings: &str) -> Screen {
    let mut screen =
        Screen::with_settings(Start::Home, size, &format!("game = \"necklace\"\n{settings}"));
    screen.keys("<Enter>").assert_shows("New game: Necklace");
    screen
}

#[test]
fn the_form_for_a_new_game_offers_clocks_and_takes_typed_ones() {
    for size in [(80, 24), (60, 20)] {
        let mut screen = form(size, "");
        screen.keys("<Up>").assert_shows("> Clock").assert_shows("none");
        assert!(!screen.text().contains("Time out"));
        screen
            .keys("<Right><Right><Right>")
            .assert_shows("5m+3s")
            .assert_shows("5m plus 3s a move");
        screen.keys("<Down>").assert_shows("> Blue").assert_shows("the same");
        screen.keys("<Down>").assert_shows("> Time out").assert_shows("loses");
        screen.keys("<Right>").assert_shows("only shows").keys("<Left><Up><Up>");
        // Figures go straight in.
        screen.keys("7x<Enter>").assert_shows("'7x' is not a time control; use 10m, 10m+5s");
        screen.keys("<Up>").assert_shows("'7x' is not a time").assert_shows("> Clock");
        screen.keys("<Backspace>m,2x9s<Enter>").assert_shows("7m,2x9s").assert_shows("> Blue");
        screen
            .keys("<Up>")
            .assert_shows("then 2 periods of 9s")
            .keys("<Enter>")
            .assert_shows("> Blue");
        screen.keys("<Up>7m,2x8s<Down>").assert_shows("7m,2x8s").assert_shows("> Blue");
        screen
            .keys("<Up>5<Esc>")
            .assert_shows("7m,2x8s")
            .keys("<End><Enter>")
            .assert_shows("7:00, 2 periods");
    }
    let mut mouse = form((80, 24), "");
    let row = mouse.text().lines().position(|line| line.contains("Clock")).unwrap() as u16;
    let less = (1 + 18, row);
    mouse
        .click(less)
        .assert_shows("1h,5x1m")
        .keys("8x")
        .click_on("Size")
        .assert_shows("'8x' is not a time");
    mouse.assert_shows("> Clock").keys("<Esc>").click_on("Time out").assert_shows("> Time out");
    mouse.click_on("Start the game").assert_shows("1:00:00, 5 periods runs");
    let mut none = form((80, 24), "");
    none.keys("<Up><Right>5<C-u><Enter><Up>").assert_shows("no time limit");
}

#[test]
fn the_settings_name_the_clock_that_games_usually_have() {
    let mut screen = form((80, 24), "clock = \"2m+7s\"\n");
    screen.assert_shows("2m+7s").keys("<Enter>").assert_shows("2:00 runs");
    let (_, faults) = tetralith::settings::read("clock = \"soon\"\n");
    assert_eq!(
        faults[0].to_string(),
        "line 1: clock is \"soon\", but must be none, 1m+1s, 3m+2s, 5m+3s, 10m+5s, 15m+10s, \
         30m+20s, 10m,3x30s, 30m,5x30s, 1h,5x1m and the like; none is used"
    );
}

#[test]
fn the_moves_show_the_time_of_turns_where_there_is_room() {
    let mut screen = Screen::new(start(None, true, Seat::default()), (80, 24), mono());
    screen
        .tick(Duration::from_millis(4_790))
        .keys("ma1<Enter>")
        .tick(s(67))
        .keys("mb2<Enter>")
        .tick(s(68))
        .keys("mc3<Enter>");
    screen.assert_shows("a1 4.7s").assert_shows("b2 1:02").assert_shows("c3 1.0s");
    let at = screen.find("1:02").unwrap();
    screen.click(at).assert_shows("turn 2 of 3").keys("B").assert_shows("turn 2 took 1:02");
    screen.keys("<Left>").assert_shows("turn 1 took 4.7 s");
    screen
        .resize(60, 20)
        .assert_shows("urn 1 took 4.7 s")
        .resize(40, 24)
        .assert_shows("Turn 1 took 4.7 s.");
}

#[test]
fn the_clocks_of_a_game_that_is_over_are_not_stopped() {
    let mut screen = two("3s", true);
    screen.tick(s(4)).assert_shows("Blue wins on time").keys("Z").assert_shows("The game is over");
    assert!(!screen.shows("clocks are paused"), "{}", screen.text());
}

#[test]
fn players_stay_in_a_game_that_ends_while_they_are_chosen() {
    let mut screen = two("3s", true);
    screen
        .keys("P")
        .tick(s(4))
        .assert_shows("game over")
        .keys("<Right>")
        .assert_shows("starts a new one");
    assert!(!screen.shows("Learner") && !screen.shows("Novice"), "{}", screen.text());
    let mut screen = two("1m", true);
    screen
        .keys("ma1<Enter>Gy")
        .assert_shows("by resignation")
        .keys("[P")
        .assert_shows("starts a new one");
}

#[test]
fn a_loss_on_time_that_is_taken_back_does_not_come_again() {
    let mut screen = two("3s", true);
    screen.keys("ma1<Enter>").tick(s(4)).assert_shows("Red wins on time").assert_shows("game over");
    assert!(!screen.shows("plays on"), "{}", screen.text());
    screen.keys("[");
    assert!(
        !screen.shows("plays on"),
        "it is lost still where it is looked through: {}",
        screen.text()
    );
    screen.keys("]u").assert_shows("oss on time undone").assert_shows("time out, but plays on");
    assert!(!screen.shows("runs"), "{}", screen.text());
    screen
        .resize(50, 20)
        .assert_shows("0:03")
        .assert_shows("time out")
        .resize(50, 24)
        .assert_shows("plays on");
    screen.resize(80, 24);
    screen.tick(s(60)).keys("mb1<Enter>").tick(s(61));
    assert!(!screen.shows("game over") && !screen.shows("wins"), "{}", screen.text());
    assert_eq!(
        (record(&screen)["moves"].as_array().unwrap().len(), &record(&screen)["result"]),
        (2, &Value::Null)
    );
    // Nor after it is resumed; the other side can lose still.
    let mut again = screen.again(Start::Home);
    again.keys("<Enter>").assert_shows("time out, but plays on").keys("u").tick(s(90));
    assert!(!again.shows("game over"), "{}", again.text());
    again.keys("mc1<Enter>").tick(s(200)).assert_shows("Blue wins on time");
}

/// A game of a minute each under the pie rule, which Ana begins against Bo.
fn ana_and_bo() -> Screen {
    let seats = ["Ana", "Bo"].map(|name| Seat::person(name.to_owned()));
    Screen::new(seated("necklace", with_pie(4), seats, timed("1m")), (80, 24), mono())
}

#[test]
fn swappers_keep_their_remaining_time() {
    let mut screen = ana_and_bo();
    // Ana takes 20 s for Red's stone, Bo 3 s to take it over.
    screen.tick(s(20)).keys("mb2<Enter>").tick(s(23)).keys("mswap<Enter>");
    let clocks = |screen: &Screen| {
        let text = screen.text();
        let after = |name: &str| {
            text.split_once(name)
                .unwrap()
                .1
                .split_whitespace()
                .find(|word| word.contains(':'))
                .unwrap()
                .to_owned()
        };
        [after("Ana"), after("Bo")]
    };
    assert_eq!(clocks(&screen), ["0:40", "0:57"], "{}", screen.text());
    screen.tick(s(33)).assert_shows("0:30 runs");
    assert_eq!(clocks(&screen), ["0:30", "0:57"], "{}", screen.text());
    screen.keys("[[").tick(s(34));
    assert_eq!(
        clocks(&screen),
        ["0:29", "0:57"],
        "looked at from before the swap: {}",
        screen.text()
    );
    let mut again = screen.again(Start::Home);
    again.keys("<Enter>").assert_shows("0:57");
    assert_eq!(clocks(&again), ["0:40", "0:57"], "{}", again.text());
}

#[test]
fn swappers_who_undo_lose_on_time_by_their_own_clock() {
    let mut screen = ana_and_bo();
    // Bo is to answer again, and does not; the swap that was taken back is dropped.
    screen.keys("mb2<Enter>").tick(s(3)).keys("mswap<Enter>u").tick(s(64));
    assert_eq!(record(&screen)["result"], serde_json::json!({"winner": "red", "reason": "time"}));
    screen.assert_shows("Red (Ana) wins");
}
