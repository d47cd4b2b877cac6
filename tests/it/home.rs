//! The home screen: a board, the games that were played, and the keys that play on.

use std::time::Duration;

use tetralith::program::{Message, Start, StorageReply};
use tetralith::theme::{Depth, Glyphs, PALETTES, Theme};
use tetralith_core::games;
use tetralith_session::progress::Progress;

use crate::support::{Screen, against, game, mono, replay, seated, small, timed};

/// A program that begins after a game of Necklace was won by resignation and one of Greylox was
/// left.
fn after_two_games() -> Screen {
    let mut screen = Screen::new(game("necklace", small(9)), (100, 30), mono());
    screen.keys("<Enter>Gy").assert_shows("by resignation");
    let mut screen = screen.again(game("greylox", small(4)));
    screen.play_some(3);
    screen.again(Start::Home)
}

#[test]
fn resumable_game_is_on_the_board_and_others_are_listed() {
    let mut screen = after_two_games();
    screen
        .assert_shows("> Resume the unfinished game")
        .assert_shows("Recent games")
        .assert_shows("Red won");
    screen.assert_shows("┌ Greylox ").assert_shows("hexagon, side 4");
    screen.assert_shows("is to move, 2 turns");
    // The list goes on in the recent games; Enter opens one.
    screen
        .keys("<End>")
        .assert_shows("┌ Necklace ")
        .assert_shows("Red wins by resignation")
        .keys("<Enter>");
    screen.assert_shows("Necklace  square 9").keys("<Esc>").assert_shows("Recent games");
}

#[test]
fn renamed_games_have_their_names_here_too() {
    let mut screen = after_two_games();
    screen.keys("O/necklace<Enter>r<C-u>The long fight<Enter>").assert_shows("The long fight");
    screen.keys("<Esc><Esc>").assert_shows("Recent games").assert_shows("Necklace  The long fight");
}

#[test]
fn restored_game_is_to_be_resumed_again() {
    let mut screen = after_two_games();
    screen.keys("rQ").assert_shows("Continue game").keys("O/greylox<Enter>");
    screen
        .keys("d")
        .assert_shows("Deleted ")
        .keys("u")
        .assert_shows("Restored ")
        .keys("<Esc><Esc>");
    screen.assert_shows("Resume the unfinished game").keys("r");
    screen.assert_shows("Greylox  hexagon, side 4").keys("Q").assert_shows("Continue game");
}

#[test]
fn recent_games_are_shown_as_they_are_now() {
    let mut screen = after_two_games().again(game("plurality", small(5)));
    let line = |screen: &Screen| {
        let text = screen.text();
        let is_recent = |line: &&str| line.contains("unfinished") || line.contains(" won ");
        let line = text.lines().filter(is_recent).find(|line| line.contains("Greylox"));
        line.map(str::to_owned)
    };
    screen.keys("Q<End><Up>");
    assert!(line(&screen).is_some_and(|line| line.contains("> Greylox")), "{}", screen.text());
    assert!(line(&screen).is_some_and(|line| line.contains("unfinished")), "{}", screen.text());
    // It is opened and ended; then another game is at the board.
    screen.keys("<Enter>").assert_shows("Greylox  hexagon, side 4").keys("Gy");
    screen.assert_shows("by resignation").keys("Qp").assert_shows("Easy").keys("Q");
    assert!(line(&screen).is_some_and(|line| line.contains("won")), "{}", screen.text());
}

#[test]
fn a_recent_file_that_cannot_be_read_is_listed_so_and_says_why() {
    let screen = after_two_games();
    let newer = "{\"format\":\"tetralith\",\"version\":2,\"game\":\"necklace\"}";
    std::fs::write(screen.path().join("data/games/newer.json"), newer).unwrap();
    let mut screen = screen.again(Start::Home);
    screen.assert_shows("unreadable");
    while !screen.shows("> newer") {
        assert!(!screen.shows("> Quit"), "{}", screen.text());
        screen.keys("<Up>");
    }
    screen.assert_shows("This file cannot be read");
    // The reason goes over lines, since it names the file.
    let beside = screen
        .text()
        .lines()
        .map(|line| line.chars().skip(42).collect::<String>())
        .collect::<String>();
    let words: Vec<&str> = beside.split([' ', '│']).filter(|word| !word.is_empty()).collect();
    assert!(words.join(" ").contains("version 2 is newer"), "{}", screen.text());
}

#[test]
fn one_key_resumes_and_one_plays_the_computer() {
    let mut screen = after_two_games();
    screen.keys("<Down><Down>r").assert_shows("Greylox  hexagon, side 4").keys("Q");
    screen
        .keys("<Down>r")
        .assert_shows("Greylox  hexagon, side 4")
        .keys("Q")
        .keys("p")
        .assert_shows("Easy");
    let mut fresh = Screen::new(Start::Home, (80, 24), mono());
    fresh.keys("r").assert_shows("There is no unfinished game to resume");
    fresh
        .keys("p")
        .assert_shows("Red, Easy")
        .play_some(1)
        .keys("Q<Down>p")
        .assert_shows("Red, Easy");
    // At another game it is that one.
    fresh.keys("Q<Down><Down>p").assert_shows("Greylox  hexagon, side 5").assert_shows("Easy");
}

#[test]
fn computer_plays_again_with_the_clock_of_the_last_own_game() {
    let start = seated("necklace", small(5), against("novice"), timed("5m+3s"));
    let mut screen = Screen::new(start, (80, 24), mono());
    screen.play_some(1).keys("Qp").assert_shows("5:00").play_some(1);
    // A game of other people that is just replayed is none of one's own.
    let foreign = r#"{"format":"tetralith","version":1,"game":"greylox","options":{"size":3},
        "players":{"white":{"kind":"human","name":"Magnus"},
            "black":{"kind":"ai","level":"strongest"}},"moves":["a1"]}"#;
    let path = screen.path().join("foreign.json");
    std::fs::write(&path, foreign).unwrap();
    let mut screen = screen.again(replay(&path, None));
    screen.assert_shows("Magnus").keys("Qp").assert_shows("5:00").assert_shows("Necklace");
}

#[test]
fn computer_plays_each_game_as_it_was_played_last() {
    let play =
        |id: &str, level: &str, clock: &str| seated(id, small(4), against(level), timed(clock));
    let mut screen = Screen::new(play("necklace", "novice", "5m+3s"), (80, 24), mono());
    screen.play_some(1);
    let mut screen = screen.again(play("greylox", "casual", ""));
    screen.play_some(1).keys("Q");
    while !screen.shows("> Necklace") {
        screen.keys("<Down>");
    }
    screen.keys("p").assert_shows("Necklace  square 4").assert_shows("Novice").assert_shows("5:00");
}

#[test]
fn form_opens_like_the_last_game_of_its_kind() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    // The first game of Necklace offers the swap; other games begin as usual.
    screen.keys("<Down><Down><Down><Enter>").assert_shows("two players").assert_shows("on");
    assert!(pie(&screen), "{}", screen.text());
    // Against the computer on a smaller board, with a clock.
    screen.keys("<Home><Right><Down><Down><Right>").keys(&"<Down>".repeat(4));
    screen.keys("7<Down><Right><Down><Right>");
    screen.assert_shows("you against the computer").assert_shows("49 cells");
    let chosen = screen.text();
    screen.keys("<End><Enter>").play_some(2).keys("Q");
    let mut screen = screen.again(Start::Home);
    screen.keys("<Down><Down><Down><Down>").keys(&"<Up>".repeat(9));
    while !screen.shows("> Necklace") {
        screen.keys("<Down>");
    }
    screen.keys("<Enter><Home>");
    for line in chosen.lines().filter(|line| line.contains('►')) {
        let value = line.trim_start_matches(['>', ' ']).split('►').next().unwrap();
        screen.assert_shows(value);
    }
    // Values chosen meanwhile stay.
    screen.keys("<Esc><Up><Enter>").assert_shows("Plurality").assert_shows("two players");
}

/// True if the form has the swap on.
fn pie(screen: &Screen) -> bool {
    screen.text().lines().any(|line| line.contains("Pie") && line.contains("yes"))
}

#[test]
fn groups_of_the_menu_have_headings_and_nothing_empty_a_frame() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    screen.assert_shows("┌ Play ").assert_shows("├ Study ").assert_shows("├ More ");
    assert!(!screen.shows("Recent games"), "{}", screen.text());
    // Each line is where the mouse finds it.
    screen.click_on("Daily puzzle").keys("<Esc>").click_on("Rules").assert_shows("Multiplicity");
    screen.keys("<Esc>").click_on("Settings").assert_shows("Theme");
}

#[test]
fn groups_and_recent_games_have_room_at_80_columns() {
    let mut screen = after_two_games();
    screen.resize(80, 24);
    screen.assert_shows("┌ Play ").assert_shows("├ Study ").assert_shows("├ More ");
    screen.assert_shows("├ Recent games ").assert_shows("Resume the unfinished game");
    screen.assert_shows("Necklace").assert_shows("Red won");
    screen.resize(80, 18).keys("<End>").assert_shows("▲").assert_shows("├ Recent games ");
    screen.click_on("Red won").assert_shows("Necklace  square 9");
}

#[test]
fn names_are_cut_before_results_in_a_narrow_list() {
    let dir = tempfile::tempdir().unwrap();
    let games = dir.path().join("data/games");
    std::fs::create_dir_all(&games).unwrap();
    let record = r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":2},
        "players":{"red":{"name":"Wilhelmina"},"blue":{"name":"Bo"}},
        "result":{"winner":"red","reason":"resignation"},"moves":["a1"]}"#;
    std::fs::write(games.join("necklace-2026-01-02-0304.json"), record).unwrap();
    let mut screen = Screen::in_dir(Start::Home, (80, 24), mono(), dir);
    screen.assert_shows("Necklace  Wilhelm… – Bo  Red won");
    screen.resize(100, 24).assert_shows("Necklace  Wilhelmina – Bo").assert_shows("Red won");
}

#[test]
fn opponents_are_named_whole_at_80_columns() {
    for info in games::INFOS {
        let start = seated(info.id, small(4), against("novice"), timed(""));
        let mut screen = Screen::new(start, (80, 24), mono());
        screen.play_some(2);
        let mut screen = screen.again(game("greylox", small(4)));
        screen.play_some(2).keys("Q<End>");
        let text = screen.text();
        let row = text.lines().find(|line| line.contains("unfinished")).unwrap();
        assert!(row.contains("  vs Novice  "), "{row}");
        assert!(row.contains(&info.title[..6]), "{row}");
    }
}

#[test]
fn a_game_that_is_over_is_left_to_its_review() {
    let mut screen = Screen::new(game("necklace", small(2)), (80, 24), mono());
    screen.keys("Q").assert_shows("Continue game").keys("r").play_some(9);
    screen.assert_shows("wins by connection").keys("Q").assert_shows("Back to the review");
    assert!(!screen.shows("Continue game"), "{}", screen.text());
    screen.assert_shows("r back").keys("r").assert_shows("wins by connection");
    // Nothing can be played from there.
    assert!(!screen.shows("play from here"), "{}", screen.text());
}

#[test]
fn learning_is_where_to_start_until_a_lesson_is_done() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    screen.assert_shows("Start here: learn");
    let mut progress = Progress::default();
    progress.finish(tetralith_core::games::INFOS[0], 0);
    screen.send(Message::Stored(StorageReply::Progress(Ok(progress.text()))));
    assert!(!screen.shows("Start here"), "{}", screen.text());
    screen.assert_shows("  Learn");
}

#[test]
fn clicks_open_recent_games_in_every_window() {
    let mut screen = after_two_games();
    screen.click_on("Red won").assert_shows("Necklace  square 9");
    for size in [(40, 16), (60, 20), (80, 24), (120, 40), (200, 50)] {
        let mut screen = Screen::new(Start::Home, size, mono());
        screen.assert_shows("> Multiplicity").assert_shows("Play the computer");
        let has_board = size.0 >= 66;
        assert_eq!(screen.shows("sample game, "), has_board, "{}", screen.text());
        screen.keys("<Down>").assert_shows("> Greylox");
        assert_eq!(screen.shows("┌ Greylox "), has_board, "{}", screen.text());
        // The line names the game that its key would begin.
        let names = |screen: &Screen, game: &str| {
            let text = screen.text();
            text.lines().any(|line| line.contains("Play the computer") && line.contains(game))
        };
        assert!(!has_board || names(&screen, "Greylox"), "{}", screen.text());
        screen.keys("<Up>");
        assert!(!has_board || names(&screen, "Multiplicity"), "{}", screen.text());
        screen.keys("<Down>");
        let filled = screen.text().lines().filter(|line| line.contains('│')).count();
        assert!(!has_board || filled + 6 >= usize::from(size.1), "{}", screen.text());
    }
}

#[test]
fn a_sample_is_seen_whole_with_the_goal_below_it() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    for info in tetralith_core::games::INFOS {
        let words: Vec<&str> = info.texts.goal.split(' ').collect();
        screen.assert_shows(&format!("> {}", info.title)).assert_shows(&words[..3].join(" "));
        let text = screen.text();
        assert!(!text.contains(['▲', '▼']), "nothing is above or below it:\n{text}");
        // The text below it is whole.
        assert!(!text.contains("Bolaños Mures,") || text.contains(" 2024"), "{text}");
        screen.keys("<Down>");
    }
    // In a lower window a part is seen, and still the whole goal.
    let mut low = Screen::new(Start::Home, (70, 18), mono());
    low.keys("<Down><Down><Down>")
        .assert_shows("Join your two sides by a")
        .assert_shows("chain of stones.");
}

#[test]
fn the_sample_is_in_blocks_where_its_cells_have_room() {
    let theme = Theme::new(&PALETTES[0], Depth::Ansi256, Glyphs::Unicode);
    let mut screen = Screen::new(Start::Home, (80, 24), theme);
    for (game, goal, is_in_blocks) in [
        ("> Greylox", "Own the largest", true),
        ("> Multiplicity", "End with the highest", false),
        ("> Necklace", "Join your two sides", false),
    ] {
        while !screen.text().contains(game) {
            screen.keys("<Down>");
        }
        assert!(screen.text().contains(goal), "{}", screen.text());
        let signs = ['▄', '●'].map(|sign| screen.text().contains(sign));
        assert_eq!(signs, [is_in_blocks, !is_in_blocks], "{}", screen.text());
    }
}

#[test]
fn the_sample_plays_itself_unless_nothing_is_to_move() {
    let at = |screen: &Screen| {
        let text = screen.text();
        let (_, rest) = text.split_once("sample game, ").unwrap();
        rest.split(' ').next().unwrap().parse::<u32>().unwrap()
    };
    let mut screen = Screen::with_settings(Start::Home, (80, 24), "");
    let before = at(&screen);
    let due = screen.app.wake_at().expect("the next turn is due");
    assert_eq!(at(screen.tick(due / 2)), before);
    assert_eq!(at(screen.tick(due)), before + 1);
    let draws = screen.host.draws;
    screen.tick(due + Duration::from_millis(10));
    assert_eq!(screen.host.draws, draws, "nothing is drawn between two turns");
    // Nothing runs under another screen.
    assert!(screen.keys("o").app.wake_at().is_none());
    let mut still = Screen::with_settings(Start::Home, (80, 24), "motion = false\n");
    assert!(still.app.wake_at().is_none());
    assert_eq!(at(still.tick(Duration::from_secs(60))), before);
}

#[test]
fn open_regions_are_neutral_beside_the_list_too() {
    let mut screen = Screen::new(game("plurality", small(5)), (100, 30), mono());
    screen.keys("<Enter>").assert_shows("undecided");
    let count = |screen: &Screen| screen.text().matches('·').count();
    let at_the_board = count(&screen);
    assert!(at_the_board >= 20, "{}", screen.text());
    screen.keys("Q");
    assert!(count(&screen) >= at_the_board, "{}", screen.text());
    screen.keys(":open saved<Enter>").assert_shows("1 turn");
    assert!(count(&screen) >= at_the_board, "{}", screen.text());
}

#[test]
fn statistics_are_found_on_every_screen() {
    for keys in ["", "L", "L<Enter>", "<Down><Enter>", "o", ":open saved<Enter>"] {
        let mut screen = Screen::new(Start::Home, (80, 24), mono());
        screen.keys(keys).keys(":stat").assert_shows("> Read the statistics of your own games");
        screen.keys("<Enter>").assert_shows("My games").assert_shows("0 finished games");
        screen.keys("<Esc>");
        assert!(!screen.shows("0 finished games"), "{keys}");
    }
}
