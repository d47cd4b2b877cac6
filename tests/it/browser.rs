//! The list of saved games: what it shows of each, and what can be done with them.

#[allow(dead_code, reason = "each test program uses its part")]
use std::fs;

use crate::support::{Screen, game, mono, small, theme};
use tetralith::program::{
    Effect, Effects, Message, NoSummary, Program as _, Start, StorageReply, StorageRequest,
};
use tetralith::theme::{Depth, Glyphs};
use tetralith::tui::layers::games::browser::{BATCH, Browser};
use tetralith_core::Setup;
use tetralith_storage::files::{Files, MAX_TRASH};
use tetralith_terminput::KeyCode;

/// A game of two by two people that was given up, another that goes on, and a file that is no game.
fn saved() -> Screen {
    let mut screen = Screen::new(Start::Home, (100, 30), mono());
    screen.keys(":new game: necklace<Enter><Home><Down>Ann<Down>Bob<Down><End><Enter>");
    screen.play_some(4).keys("Gy");
    screen.keys(":new game: greylox<Enter><Enter>").play_some(3).keys("Q");
    let games = screen.path().join("data/games");
    fs::write(games.join("broken.json"), "{ \"no\": \"game").unwrap();
    screen.keys(":open saved<Enter>");
    screen
}

fn browser(screen: &Screen) -> &Browser {
    match screen.app.stack().screen() {
        tetralith::tui::layers::Layer::Games(browser) => browser,
        other => panic!("no list of games but {other:?}"),
    }
}

fn stem(screen: &Screen) -> String {
    browser(screen).entry().unwrap().path.file_stem().unwrap().to_string_lossy().into_owned()
}

/// Selects the file whose name contains `part`.
fn select(screen: &mut Screen, part: &str) {
    screen.keys("<Home>");
    for _ in 0..browser(screen).lines().len() {
        screen.keys("<Down>");
        if browser(screen).entry().is_some_and(|entry| entry.path.to_string_lossy().contains(part))
        {
            return;
        }
    }
    panic!("no {part}:\n{}", screen.text());
}

#[test]
fn games_are_listed_with_players_result_and_preview() {
    let mut screen = saved();
    screen.assert_shows("Ann – Bob").assert_shows("unfinished").assert_shows("unreadable");
    select(&mut screen, "necklace");
    screen
        .assert_shows("Ann")
        .assert_shows("wins by resignation")
        .assert_shows("started 2026-01-02");
    // The board of the last position, drawn as at the table, with its four stones.
    let summary =
        browser(&screen).peek(&browser(&screen).entry().unwrap().path).unwrap().as_ref().unwrap();
    assert_eq!((summary.turns, summary.game.board().occupied().len()), (4, 4));
    screen.assert_shows("4 turns");
    select(&mut screen, "greylox");
    screen.assert_shows("hexagon, side 5").assert_shows("is to move");
    screen.keys("<Enter>");
    assert_eq!(screen.timeline().steps(), 3);
}

#[test]
fn opponents_and_whole_boards_are_visible_at_80_columns() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    screen
        .keys(":new game: necklace<Enter><Home><Down>Alexandra<Down>Bernadette<Down><End><Enter>");
    screen.play_some(4).keys("Gy");
    screen.keys(":open saved<Enter>");
    screen.assert_shows("Al").assert_shows("– Be").assert_shows("wins by resignation");
    let text = screen.text();
    let row = |n: usize| text.lines().any(|line| line.contains(&format!("{n:>2}|")));
    assert!((1..=13).all(row), "{text}");
    let listed = text.lines().find(|line| line.contains("> ")).unwrap();
    assert!(listed.contains(" won "), "{listed}");
    screen.keys("/nobody").assert_shows("no match");
}

#[test]
fn file_names_show_their_ending() {
    let mut screen = Screen::new(game("multiplicity", small(2)), (80, 24), mono());
    screen.play_some(7).keys("O").assert_shows("in multiplicity-").assert_shows("304.json");
    assert!(
        !screen.text().lines().any(|line| line.trim_end().ends_with(" in")),
        "{}",
        screen.text()
    );
    screen.keys(
        "r<C-u>the longest name that anybody ever gave to a game of Multiplicity or any \
        other<Enter>",
    );
    screen.assert_shows("in the longest name").assert_shows("…").assert_shows("other.json");
    screen.keys("<Home><End>").resize(40, 16).assert_shows("other.json");
}

#[test]
fn options_without_room_beside_the_list_end_with_a_mark() {
    let setup = Setup { opening: Some(false), ..small(5) };
    let mut screen = Screen::new(game("multiplicity", setup), (80, 24), mono());
    screen.play_some(2).keys("Q:open saved<Enter>").assert_shows("Multiplicity  hexagon, side");
}

#[test]
fn games_differ_and_cuts_are_marked_in_narrow_windows() {
    let mut screen = Screen::new(Start::Home, (40, 16), mono());
    screen
        .keys(":new game: plurality<Enter><Home><Down>Alexandra<Down>Bernadette<Down><End><Enter>");
    screen.play_some(4).keys("Gy");
    screen
        .keys(":new game: plurality<Enter><Home><Down><C-u>Xenia<Down><C-u>Yann<Down><End><Enter>")
        .play_some(3)
        .keys("Gy");
    screen
        .keys(":new game: multiplicity<Enter><End><Enter>")
        .play_some(2)
        .keys(":open saved<Enter>");
    screen.assert_shows("Al… – Ber… White won").assert_shows("Xe… – Yann Black won");
    screen
        .assert_shows("Multipli…           unfinished")
        .assert_shows(" Red is to move, 2 turns")
        .assert_shows(".json");
    select(&mut screen, "plurality");
    screen.assert_shows("wins by").assert_shows("turns").assert_shows("in plurality-");
    screen.resize(40, 12).assert_shows("wins by").assert_shows("turns");
}

#[test]
fn while_nothing_is_typed_yet_it_is_said_what_to_type() {
    for size in [(80, 24), (60, 20), (40, 16)] {
        let mut screen = Screen::new(game("multiplicity", small(2)), size, mono());
        screen.play_some(7).keys("O").assert_shows("Open a saved game").keys("/");
        screen.assert_shows("type to search");
        screen.keys("a long name of an opponent");
        assert!(!screen.shows("type what"), "{}", screen.text());
        screen.assert_shows("opponent").keys("<Enter>").assert_shows("with a long name");
    }
}

#[test]
fn a_damaged_file_says_what_is_wrong_and_stops_nothing() {
    let mut screen = saved();
    select(&mut screen, "broken");
    screen.assert_shows("This file cannot be read ").assert_shows("broken.json");
    screen.keys("<Enter>").assert_shows("broken.json");
    assert_eq!(browser(&screen).lines().len(), 4, "it is still the list");
    screen.keys("d").assert_shows("Deleted broken");
}

#[test]
fn the_list_filters_as_one_types() {
    let mut screen = saved();
    screen.keys("/ann neck");
    assert_eq!(browser(&screen).lines().len(), 1, "{}", screen.text());
    assert!(stem(&screen).starts_with("necklace"));
    // Characters are looked for until Enter; then they are commands again.
    screen.keys("q").assert_shows("no match");
    assert!(!screen.has_quit());
    screen.keys("<Backspace><Enter>").assert_shows("with ann neck").keys("<Enter>");
    assert_eq!(screen.table().game().info().id, "necklace");
    screen.keys("O/unreadable<Esc>");
    assert_eq!(browser(&screen).lines().len(), 4, "Escape shows everything again");
    screen.keys("<Esc><Esc>").assert_shows("Back to the review");
}

#[test]
fn a_game_gets_another_name_and_keeps_it_once_it_is_over() {
    let mut screen = saved();
    select(&mut screen, "greylox");
    screen.keys("r<C-u>a/b<Enter>").assert_shows("cannot name a game");
    screen.keys("<C-u>broken<Enter>").assert_shows("already exists");
    screen.keys("<C-u>mine<Enter>").assert_shows("Renamed to mine");
    assert_eq!(stem(&screen), "mine");
    screen.keys("r<C-u>My first<Enter>").assert_shows("My first");
    // On the table it is still the same game, and in another run too.
    screen.keys("<Esc>:continue game<Enter>").play_some(1);
    let mut screen = screen.again(Start::Home);
    screen.keys(":open saved<Enter>");
    select(&mut screen, "games/My first");
    screen.keys("<Enter>");
    assert_eq!(screen.timeline().steps(), 4);
    screen.keys("Gy");
    let kept = screen.kept();
    assert!(
        kept.iter().any(|path| path.ends_with("games/My first.json")) && kept.len() == 3,
        "{kept:?}"
    );
}

#[test]
fn a_deleted_game_comes_back_even_after_another_screen() {
    let mut screen = saved();
    let before = screen.kept().len();
    for part in ["necklace", "greylox"] {
        select(&mut screen, part);
        screen.keys("d").assert_shows("; u restores it");
    }
    assert_eq!(screen.kept().len(), before - 2);
    // A deleted game on the table is not saved again, and nothing leads to the deleted file.
    assert!(screen.app.table().is_none());
    screen.keys("<Esc>");
    assert!(!screen.shows("Continue game"));
    // The damaged file is offered, as at the start of the program.
    screen.assert_shows("Resume the unfinished game").assert_shows("broken");
    screen.keys(":open saved<Enter>u").assert_shows("estored ");
    assert!(stem(&screen).starts_with("greylox"));
    screen.keys("u");
    assert!(stem(&screen).starts_with("necklace"));
    assert_eq!(screen.kept().len(), before);
    screen.keys("u").assert_shows("There is no deleted game");
}

#[test]
fn a_file_of_another_directory_is_never_touched() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    fs::create_dir(screen.path().join("mine")).unwrap();
    let path = screen.path().join("mine/x.json");
    fs::write(&path, "{}").unwrap();
    screen.keys(":open saved<Enter>gmine<Enter>");
    for keys in ["d", "r"] {
        screen.keys(keys).assert_shows("You can rename or delete only your saved games");
    }
    assert!(path.exists());
}

#[test]
fn the_first_click_shows_a_game_and_the_second_opens_it() {
    let mut screen = saved();
    select(&mut screen, "broken");
    screen.click_on("Ann – Bob");
    assert!(stem(&screen).starts_with("necklace"));
    screen.click_on("Ann – Bob");
    assert_eq!(screen.table().game().info().id, "necklace");
}

#[test]
fn names_from_outside_reach_the_screen_as_text_only() {
    let mut screen = saved();
    let path = screen.path().join("data/games/ev\u{1b}[31mil\u{202e}.json");
    let text = fs::read_to_string(
        screen.kept().iter().find(|path| path.to_string_lossy().contains("necklace")).unwrap(),
    );
    fs::write(&path, text.unwrap().replace("Ann", "A\\u001b[2Jnn")).unwrap();
    screen.keys("<Esc>:open saved<Enter>");
    select(&mut screen, "ev");
    screen.assert_shows("ev�[31mil");
    assert!(!screen.text().contains(['\u{1b}', '\u{202e}']));
}

#[test]
fn of_a_thousand_files_only_what_can_be_seen_is_read() {
    let dir = tempfile::tempdir().unwrap();
    let files = Files::at(dir.path().join("data"));
    for i in 0..1_000 {
        files.keep(None, &format!("game-{i}"), "{}").unwrap();
    }
    let mut screen = Screen::in_dir(Start::Home, (80, 24), mono(), dir);
    // The state alone asks for files, a few at a time, and what is read comes back as messages.
    screen.keys(":open saved");
    let mut app = screen.app.clone();
    let peeks = |effects: &Effects| {
        effects.asked().iter().find_map(|effect| match effect {
            Effect::Storage(StorageRequest::Peek(paths)) => Some(paths.clone()),
            _ => None,
        })
    };
    let mut effects = app.happen(Message::Key(KeyCode::Enter.into()));
    assert!(effects.asked().contains(&Effect::Storage(StorageRequest::List(None))));
    assert_eq!(peeks(&effects), None);
    let entries = tetralith_files::list(&files.games()).unwrap();
    effects = app.happen(Message::Stored(StorageReply::Listed(Ok(entries))));
    let mut read = 0;
    while let Some(paths) = peeks(&effects) {
        assert!(paths.len() <= BATCH);
        // Keys do not wait for it, and nothing is asked twice.
        let moved = app.happen(Message::Key(KeyCode::Down.into()));
        assert_eq!(peeks(&moved), None);
        read += paths.len();
        let peeks =
            paths.into_iter().map(|path| (path, Err(NoSummary::Fault("no".to_owned())))).collect();
        effects = app.happen(Message::Stored(StorageReply::Peeked(peeks)));
    }
    assert!((10..60).contains(&read), "{read}");
    // The words may be anywhere in a line.
    screen.keys("<Enter>/unreadable game-999");
    assert_eq!((browser(&screen).lines().len(), browser(&screen).progress()), (1, (1_000, 1_000)));
}

#[test]
fn a_list_of_records_is_opened_like_a_directory() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("club.json");
    let record = |game: &str| {
        format!(
            r#"{{"format":"tetralith","version":1,"game":"{game}","options":{{"size":5}},
            "moves":["c3"]}}"#
        )
    };
    fs::write(&path, format!("[{},{}]", record("necklace"), record("greylox"))).unwrap();
    let mut screen = Screen::in_dir(Start::Home, (80, 24), mono(), dir);
    screen.keys("Og").keys(path.to_str().unwrap()).keys("<Enter>");
    let paths: Vec<_> = browser(&screen).entries().iter().map(|entry| &entry.path).collect();
    let numbered = [1, 2].map(|number| format!("{}#{number}", path.display()));
    assert_eq!(paths, numbered.each_ref().map(std::path::Path::new));
    screen.keys("<Left>");
    assert!(browser(&screen).entries().iter().any(|entry| entry.path.ends_with("club.json")));
    select(&mut screen, "club.json");
    screen.keys("<Enter>").assert_shows("in club.json#1").keys("<Enter>").assert_shows("Necklace");
    assert_eq!(screen.timeline().steps(), 1);
}

#[test]
fn the_trash_stays_small() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    let files = Files::at(screen.path().join("data"));
    for i in 0..MAX_TRASH + 5 {
        files.keep(None, &format!("game-{i}"), "{}").unwrap();
    }
    screen.keys(":open saved<Enter>").keys(&"d".repeat(MAX_TRASH + 5));
    assert_eq!(screen.kept().len(), 0);
    assert_eq!(fs::read_dir(files.trash()).unwrap().count(), MAX_TRASH);
}

#[test]
fn it_shows_at_every_size_and_in_ascii() {
    for (width, height) in [(1, 1), (20, 5), (40, 10), (60, 20), (80, 24), (200, 50)] {
        let dir = {
            let mut screen = Screen::new(game("plurality", small(9)), (80, 24), mono());
            screen.play_some(3);
            tempfile::tempdir().inspect(|dir| {
                let to = dir.path().join("data/games");
                fs::create_dir_all(&to).unwrap();
                fs::copy(&screen.kept()[0], to.join("x.json")).unwrap();
            })
        };
        let ascii = theme("mono", Depth::Mono, Glyphs::Ascii);
        let mut screen = Screen::in_dir(Start::Home, (width, height), ascii, dir.unwrap());
        screen.keys(":open saved<Enter>");
        assert!(screen.text().is_ascii());
        if width >= 60 {
            screen.assert_shows("Plurality").assert_shows("3 turns");
        }
    }
}

#[test]
fn game_commands_are_named_only_at_a_game() {
    let mut screen = saved();
    screen.keys("<Home>");
    assert!(
        browser(&screen).entry().is_none()
            && !screen.shows("r rename")
            && !screen.shows("d delete")
    );
    screen.keys("<Down>").assert_shows("r rename").assert_shows("d delete");
}

#[test]
fn the_stones_beside_the_names_are_those_on_the_board() {
    let dark = theme("dark", Depth::TrueColour, Glyphs::Unicode);
    let dir = tempfile::tempdir().unwrap();
    let mut screen = Screen::in_dir(Start::Home, (100, 30), dark, dir);
    screen.keys(":new game: necklace<Enter><Home><Down>Ann<Down>Bob<Down><End><Enter>");
    screen.play_some(4).keys("Gy:open saved<Enter>");
    screen.assert_shows("●  Red, Ann").assert_shows("●  Blue, Bob");
}

/// The list of games of Necklace with these players, dates and winners, in files that were written
/// the other way around.
fn listed(games: &[(&str, &str, &str)], size: (u16, u16)) -> Screen {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("data/games");
    fs::create_dir_all(&path).unwrap();
    let now = std::time::SystemTime::now();
    for (nth, (players, date, winner)) in (0..).zip(games) {
        let record = format!(
            r#"{{"format":"tetralith","version":1,"game":"necklace","options":{{"size":5}},
            "players":{players},{date}"moves":["c3"]{winner}}}"#
        );
        let path = path.join(format!("necklace-{nth}.json"));
        fs::write(&path, record).unwrap();
        let file = fs::File::options().append(true).open(&path).unwrap();
        file.set_modified(now + std::time::Duration::from_secs(nth)).unwrap();
    }
    let mut screen = Screen::in_dir(Start::Home, size, mono(), dir);
    screen.keys(":open saved<Enter>");
    screen
}

const FIRST: &str = r#"{"red":{"kind":"human"},"blue":{"kind":"ai","level":"casual"}}"#;
const SECOND: &str = r#"{"red":{"kind":"ai","level":"novice"},"blue":{"kind":"human"}}"#;
const RED_WON: &str = r#","result":{"winner":"red","reason":"resignation"}"#;

#[test]
fn own_results_are_listed_and_found_from_the_players_side() {
    let games =
        [(FIRST, "", RED_WON), (SECOND, "", RED_WON), (SECOND, "", r#","tetralith:cursor":"c3""#)];
    let sizes = [
        ((80, 24), ["vs Casual", "vs Nov"]),
        ((100, 30), ["vs Casual", "vs Nov"]),
        ((40, 16), ["Casua", "Nov"]),
    ];
    for (size, [casual, novice]) in sizes {
        let mut screen = listed(&games[..2], size);
        let rows: Vec<String> = screen.text().lines().map(str::to_owned).collect();
        let is_row = |who: &str, result: &str| {
            let of_row = |row: &String| {
                row.split_once(who).is_some_and(|(_, rest)| rest.contains(&format!(" {result} ")))
            };
            rows.iter().any(|row| of_row(&format!("{row} ")))
        };
        assert!(is_row(casual, "won") && is_row(novice, "lost"), "{}", screen.text());
        screen.keys("/lost");
        assert_eq!((browser(&screen).lines().len(), stem(&screen).as_str()), (1, "necklace-1"));
        screen.keys("<C-u>vs casual won");
        assert_eq!((browser(&screen).lines().len(), stem(&screen).as_str()), (1, "necklace-0"));
    }
    let mut screen = listed(&games[2..], (80, 24));
    screen.assert_shows("vs Novice").assert_shows("unfinished");
}

#[test]
fn games_are_listed_by_the_dates_of_their_records() {
    let games = [
        (FIRST, r#""date":"2026-01-02T09:00:00Z","#, RED_WON),
        (FIRST, r#""date":"2025-11-15T20:00:00Z","#, RED_WON),
        (FIRST, r#""date":"2025-11-16T20:00:00Z","#, RED_WON),
    ];
    let mut screen = listed(&games, (80, 24));
    let listed: Vec<String> =
        browser(&screen).entries().iter().map(|entry| entry.path.display().to_string()).collect();
    let order: Vec<char> =
        listed.iter().map(|path| path.trim_end_matches(".json").chars().last().unwrap()).collect();
    assert_eq!(order, ['0', '2', '1']);
    screen.assert_shows("  01-02 Necklace").assert_shows("2025-11 Necklace");
    screen.resize(100, 30).assert_shows("2026-01-02 Necklace").assert_shows("2025-11-16 Necklace");
    // The last one at home, too, is the one that began first.
    screen.keys("<Esc><End><Enter>");
    let kept = screen.app.shared().game.seated().unwrap().kept.clone().unwrap();
    assert!(kept.path.ends_with("necklace-1.json"), "{kept:?}");
}

#[test]
fn results_are_listed_at_80_columns() {
    let mut screen = saved();
    screen.resize(80, 24);
    let listed = screen.text();
    let lines: Vec<&str> = listed
        .lines()
        .filter_map(|line| line.split('│').next())
        .filter(|line| line.contains("Necklace") || line.contains("Greylox"))
        .collect();
    assert!(lines.len() >= 2, "{listed}");
    for line in lines {
        assert!(line.contains("unfinished") || line.contains(" won"), "{listed}");
    }
}

#[test]
fn preview_without_games_has_no_frame() {
    let framed = |screen: &Screen| screen.shows("│") || screen.shows("|");
    assert!(framed(&saved()));
    let mut screen = Screen::new(Start::Home, (100, 30), mono());
    screen.keys(":open saved<Enter>").assert_shows("no saved games here");
    assert!(!framed(&screen), "{}", screen.text());
}
