//! The command palette: every action of a key can be found in it by words, and does the same from
//! there.

#[allow(dead_code, reason = "each test program uses its part")]
use std::collections::HashSet;

use crate::support::{Screen, game, mono, seated, theme};
use ratatui::buffer::Buffer;
use ratatui::widgets::Widget;
use tetralith::keymap::{ALWAYS, Action, Binding, Context, KEYMAP};
use tetralith::program::{Effects, Message, Program as _, Start};
use tetralith::settings::Setting;
use tetralith::theme::{Depth, Glyphs};
use tetralith::tui::app::App;
use tetralith::tui::layers::Layer;
use tetralith::tui::layers::palette::list::{CommandPalette, PaletteCommand, PaletteEntry};
use tetralith::tui::widgets::notice::Tone;
use tetralith_core::{Setup, games};
use tetralith_engine::Level;
use tetralith_session::clock::Clock;
use tetralith_session::seat::Seat;
use tetralith_session::table::Mode;
use tetralith_terminput::{KeyCode, KeyEvent, KeyModifiers, MouseEventKind};

fn at(id: &str) -> Screen {
    Screen::new(game(id, Setup::default()), (80, 24), mono())
}

fn against(seats: [Seat; 2]) -> Screen {
    let start = seated("necklace", Setup::default(), seats, Clock::default());
    Screen::new(start, (80, 24), mono())
}

/// A screen in every part of the program that the palette opens in.
fn situations() -> Vec<Screen> {
    let level = &Level::ALL[Level::USUAL];
    let person = || Seat::person(String::new());
    let mut screens = vec![Screen::new(Start::Home, (80, 24), mono())];
    for keys in [
        "<Down><Enter>",
        "<F1>",
        "L",
        "L<Enter>",
        "L<Enter>]",
        "<Down><Down>L<Enter>]",
        "dHH<Left>",
    ] {
        let mut screen = Screen::new(Start::Home, (80, 24), mono());
        screen.keys(keys);
        screens.push(screen);
    }
    for info in games::INFOS {
        let mut screen = at(info.id);
        screen.play_some(5);
        screens.push(screen);
    }
    let mut beside = at("greylox");
    beside.keys("I");
    screens.push(beside);
    let mut through = at("necklace");
    through.play_some(5).keys("B<Left><Left>");
    screens.push(through);
    for keys in ["r", "@"] {
        let mut learning = crate::coaching::analysed();
        learning.keys(keys);
        screens.push(learning);
    }
    let mut files = at("necklace");
    files.play_some(3).keys("O");
    screens.push(files);
    let mut running = at("necklace");
    running.play_some(5).keys("B<Home> ");
    screens.push(running);
    screens.push(against([Seat::computer(level), person()]));
    screens.push(against([Seat::computer(level), Seat::computer(level)]));
    let mut editor = at("plurality");
    editor.play_some(3).keys("W12u");
    screens.push(editor);
    let mut explorer = at("necklace");
    explorer.play_some(5).keys("f<Left>");
    screens.push(explorer);
    let mut waiting = against([Seat::computer(level), person()]);
    waiting.keys("<Esc>");
    screens.push(waiting);
    let mut paused = against([Seat::computer(level), Seat::computer(level)]);
    paused.keys(" ");
    screens.push(paused);
    screens
}

fn press(app: &mut App, code: KeyCode) -> Effects {
    app.happen(Message::Key(KeyEvent::new(code, KeyModifiers::NONE)))
}

fn palette(app: &App) -> &CommandPalette {
    match app.stack().overlays().last() {
        Some(Layer::Palette(palette)) => palette,
        other => panic!("no palette is in front but {other:?}"),
    }
}

fn picture(app: &App) -> Buffer {
    let size = app.shared().window.size;
    let area = ratatui::layout::Rect::new(0, 0, size.width, size.height);
    let mut buffer = Buffer::empty(area);
    app.render(area, &mut buffer);
    buffer
}

/// The event of the first key of `binding` that means it here.
fn event(app: &App, binding: &Binding) -> Option<KeyEvent> {
    let codes = (' '..='~').map(KeyCode::Char).chain((1..=12).map(KeyCode::F)).chain([
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Backspace,
        KeyCode::Delete,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
    ]);
    let modifiers = [KeyModifiers::NONE, KeyModifiers::CONTROL, KeyModifiers::SHIFT];
    let mut events =
        codes.flat_map(|code| modifiers.map(|modifiers| KeyEvent::new(code, modifiers)));
    events.find(|event| {
        tetralith::keymap::Key::of(*event).is_some_and(|key| {
            binding.keys.contains(&key)
                && app.shared().keymap().action(&app.stack().contexts(app.shared()), key, false)
                    == Some(binding.action)
        })
    })
}

#[test]
fn every_action_is_found_and_does_what_its_key_does() {
    // If something else has the keys until it is answered, there is nothing to look for.
    let elsewhere = |context| {
        matches!(
            context,
            Context::Name
                | Context::Typing
                | Context::Question
                | Context::Harmless
                | Context::Seats
                | Context::Palette
                | Context::Filter
                | Context::Jump
                // With an opponent at another terminal.
                | Context::Remote
                | Context::Offer
        )
    };
    let mut missing: HashSet<(Context, Action)> = KEYMAP
        .iter()
        .chain(&*ALWAYS)
        .filter(|binding| !elsewhere(binding.context) && binding.action != Action::Palette)
        .map(|binding| (binding.context, binding.action))
        .collect();
    for screen in situations() {
        let app = screen.app.clone();
        let mut open = app.clone();
        press(&mut open, KeyCode::Char(':'));
        for item in palette(&open).items() {
            let PaletteCommand::Act(action) = item.command else { continue };
            let contexts = app.stack().contexts(app.shared());
            let active = KEYMAP
                .iter()
                .chain(&*ALWAYS)
                .copied()
                .filter(|binding| contexts.contains(&binding.context));
            let bindings: Vec<&Binding> =
                active.filter(|binding| binding.action == action).collect();
            for binding in &bindings {
                missing.remove(&(binding.context, action));
            }
            let Some(event) = bindings.iter().find_map(|binding| event(&app, binding)) else {
                continue;
            };
            let mut by_key = app.clone();
            let by_key_effects = by_key.happen(Message::Key(event));
            let mut by_words = open.clone();
            by_words.happen(Message::Paste(item.what.clone()));
            let place =
                palette(&by_words).fitting().iter().position(|found| found.what == item.what);
            for _ in 0..place.expect("an action is found by what it says") {
                press(&mut by_words, KeyCode::Down);
            }
            let by_words_effects = press(&mut by_words, KeyCode::Enter);
            match &item.obstacle {
                None => {
                    assert_eq!(picture(&by_key), picture(&by_words), "{}", item.what);
                    // To close the palette draws, with any other effects.
                    let besides_drawing = |effects: Effects| (effects.exit(), effects.into_asked());
                    assert_eq!(
                        besides_drawing(by_key_effects),
                        besides_drawing(by_words_effects),
                        "{}",
                        item.what
                    );
                }
                Some(why) => {
                    let refused = by_key
                        .shared()
                        .notices
                        .shown
                        .as_ref()
                        .filter(|notice| notice.tone == Tone::Refusal);
                    assert!(
                        refused.map_or(by_key_effects.is_empty(), |notice| notice.text == *why),
                        "{}",
                        item.what
                    );
                    assert_eq!(
                        palette(&by_words).items().len(),
                        palette(&open).items().len(),
                        "it stays open"
                    );
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_command_is_found_by_words_of_it_in_any_order() {
    let mut screen = at("greylox");
    screen.keys(":").assert_shows("Commands").keys("coord show");
    screen.assert_shows("> Show or hide the coordinates").keys("<Enter>");
    assert!(!screen.app.shared().display.coordinates && screen.app.stack().overlays().is_empty());
    screen.keys(":zzz").assert_shows("No match").keys("<Enter><Esc>");
    assert!(screen.app.stack().overlays().is_empty());
}

#[test]
fn impossible_commands_give_the_reason_and_stay() {
    let mut screen = at("greylox");
    screen.keys(":pass, in").assert_shows("not now: you cannot pass in Greylox").keys("<Enter>");
    assert!(matches!(screen.app.stack().overlays().last(), Some(Layer::Palette(_))));
    assert_eq!(screen.timeline().steps(), 0);
}

#[test]
fn games_rules_and_players_are_in_it_too() {
    let mut screen = at("greylox");
    screen.keys(":rules of neck<Enter>").assert_shows("The rules of Necklace").keys("<Esc>");
    let level = Level::ALL.last().unwrap();
    let side = games::info("greylox").unwrap().side(tetralith_core::Colour::Second).title;
    screen.keys(&format!(":{side} computer {}<Enter>", level.title));
    assert_eq!(
        screen.table().players().holder_here(tetralith_core::Colour::Second).level(),
        Some(level)
    );
    screen.keys(":new game: plur<Enter>").assert_shows("New game: Plurality").keys("<Esc>");
    screen.keys(":continue game<Enter>");
    screen.assert_shows("Greylox").keys(":open saved<Enter>").assert_shows("Open a saved game");
}

#[test]
fn every_value_of_a_setting_is_in_it_and_counts_at_once() {
    let mut screen =
        Screen::with_settings(game("greylox", Setup::default()), (80, 24), "theme = \"dark\"\n");
    screen.keys(":theme light").assert_shows("> Theme: light").keys("<Enter>");
    assert_eq!(screen.app.shared().settings().look.theme.as_deref(), Some("light"));
    assert_eq!(
        screen.app.shared().theme.colours(),
        &tetralith::theme::palette("light").unwrap().colours
    );
    let file = std::fs::read_to_string(screen.path().join("config.toml")).unwrap();
    assert_eq!(file, "theme = \"light\"\n");
    screen.keys(":theme: light").assert_shows("not now: already set").keys("<Esc>");
    screen.keys(":board: comp<Enter>:coordinates: off<Enter>:clock of new games: 5m<Enter>");
    assert!(!screen.app.shared().display.coordinates && screen.app.shared().display.zoom.is_some());
    assert_eq!(screen.app.shared().settings().new_game.clock.unwrap().to_string(), "5m+3s");
    // All that have choices are there.
    screen.keys(":");
    for setting in Setting::ALL {
        let choices = setting.choices(screen.app.shared().settings()).unwrap_or_default().len();
        let items = palette(&screen.app).items().iter();
        let found = items
            .filter(
                |item| matches!(&item.command, PaletteCommand::Set(other, _) if *other == setting),
            )
            .count();
        assert_eq!(found, choices, "{setting:?}");
    }
}

#[test]
fn a_step_typed_is_shown_on_the_board_and_played() {
    let mut screen = at("greylox");
    screen.keys(":d4").assert_shows("> Play d4");
    let table = screen.table();
    assert_eq!(table.hand().aim().ghost.len(), 1);
    assert_eq!(table.names().cell(table.hand().aim().ghost[0].0), "d4");
    // Half a name is no step, and the board shows the cursor again.
    screen.keys("<Backspace>");
    assert!(!screen.shows("Play d"));
    screen.keys("4<Enter>");
    assert_eq!(screen.table().place(), "d4");
    screen.keys(":d4").assert_shows("d4 is occupied").keys("<Enter>");
    assert_eq!(screen.timeline().steps(), 1, "it is refused and the palette stays");
    screen.keys("<Esc>");
    let table = screen.table();
    assert!(
        !table.hand().aim().steps.is_empty() || table.hand().aim().refused.is_some(),
        "the board shows the cursor again"
    );
}

#[test]
fn typed_moves_in_review_are_variations() {
    let mut screen = at("necklace");
    screen.play_some(2).keys("B[:a1<Enter>");
    let table = screen.table();
    assert_eq!(
        (table.mode(), table.timeline().steps(), table.timeline().main_line().len()),
        (Mode::Review, 3, 2)
    );
}

#[test]
fn the_mouse_chooses_and_the_wheel_goes_through_it() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    screen.click_on("commands").assert_shows("Commands");
    screen.keys("rules").click_on("Rules of Plurality").assert_shows("The rules of Plurality");
    screen.keys("<Esc>").click_on("commands");
    let first = palette(&screen.app).selected().map(|item: &PaletteEntry| item.what.clone());
    screen.mouse(MouseEventKind::ScrollDown, (5, 15));
    assert_ne!(palette(&screen.app).selected().map(|item| item.what.clone()), first);
    // A click beside it does nothing, the right button leaves.
    screen.click((5, 0));
    assert_eq!(screen.app.stack().overlays().len(), 1);
    screen.mouse(MouseEventKind::Down(tetralith_terminput::MouseButton::Right), (5, 0));
    assert!(screen.app.stack().overlays().is_empty());
}

#[test]
fn it_shows_at_every_size_and_in_ascii() {
    for (width, height) in [(1, 1), (20, 5), (40, 10), (60, 20), (200, 50)] {
        let ascii = theme("mono", Depth::Mono, Glyphs::Ascii);
        let mut screen = Screen::new(game("plurality", Setup::default()), (width, height), ascii);
        screen.keys(":un<Down><Up>").keys("do a move");
        assert!(screen.text().is_ascii());
        if width >= 40 {
            screen.assert_shows("> Undo a move");
        }
    }
}

#[test]
fn the_help_filters_as_one_types_and_keeps_its_sections() {
    let mut screen = at("greylox");
    screen.keys("?").assert_shows("type to search").keys("undo");
    screen.assert_shows("with undo").assert_shows("In a game").assert_shows("Undo a move");
    assert!(!screen.shows("Everywhere") && !screen.shows("Redo a move"), "{}", screen.text());
    screen.keys("zz").assert_shows("No key matches 'undozz'");
    // Escape shows every key again, then closes.
    screen.keys("<Esc>").assert_shows("Playing").keys("<Esc>");
    assert!(screen.app.stack().overlays().is_empty());
    // Letters that are commands elsewhere are what is looked for; a slash may come first.
    screen.keys("?/quit").assert_shows("Quit; the game is saved").assert_shows("Everywhere");
    assert!(!screen.has_quit() && !screen.shows("Playing"));
    screen
        .keys("<Backspace><Backspace><Backspace><Backspace><Backspace>")
        .assert_shows("type to search");
    screen.keys("that enter plays").assert_shows("Legend of the board");
}

/// Words that players type, and how the entry begins that each must find first.
const PLAYERS_WORDS: &[(&str, &str)] = &[
    ("rotate", "Rotate the board"),
    ("large boards", "Learn the game in a lesson"),
    ("rotate board", "Rotate the board"),
    ("flip", "Flip the board"),
    ("mirror", "Flip the board"),
    ("load", "Open a saved game"),
    ("import", "Open a saved game"),
    ("restart", "Start a new game"),
    ("rematch", "Start a new game"),
    ("new", "Start a new game"),
    ("analyse", "Show or hide candidate moves"),
    ("analyze", "Show or hide candidate moves"),
    ("evaluate", "Show or hide candidate moves"),
    ("hint", "Show or hide candidate moves"),
    ("best", "Show or hide candidate moves"),
    ("threat", "Show or hide what the opponent threatens"),
    ("save", "Save the game to a file"),
    ("quit", "Quit"),
    ("exit", "Quit"),
    ("undo", "Undo a move"),
    ("takeback", "Undo a move"),
    ("redo", "Redo a move"),
    ("resign", "Resign"),
    ("surrender", "Resign"),
    ("give up", "Resign"),
    ("concede", "Resign"),
    ("forfeit", "Resign"),
    ("review", "Review the game"),
    ("replay", "Review the game"),
    ("study", "Review the game"),
    ("mistake", "Review the game"),
    ("graph", "Review the game"),
    ("what was wrong", "Review the game"),
    ("pause", "Pause or resume the clocks"),
    ("timer", "Clock of new games: "),
    ("comment", "Comment on this move"),
    ("note", "Comment on this move"),
    ("annotate", "Annotate this move"),
    ("export", "Export the position"),
    ("screenshot", "Export the position"),
    ("gif", "Export the position"),
    ("clipboard", "Export the position"),
    ("bigger", "Make the board larger"),
    ("labels", "Show or hide the coordinates"),
    ("options", "Open or close the settings"),
    ("preferences", "Open or close the settings"),
    ("shortcuts", "Show all keys"),
    ("tutorial", "Learn the game"),
    ("lesson", "Learn the game"),
    ("opponent", "Change the players"),
    ("difficulty", "Change the players"),
    ("goto", "Go to a turn"),
    ("jump", "Go to a legal cell"),
    ("search", "Find a move"),
    ("promote", "Make this variation the main line"),
    ("variations", "Show or hide variations"),
    ("territory", "Show or hide the game's marks"),
    ("menu", "Back to the home screen"),
    ("refresh", "Redraw the screen"),
    ("theme", "Theme: "),
    ("dark", "Theme: "),
    ("sound", "Bell: "),
    ("coach", "Coach: "),
    ("autosave", "Autosave: "),
    ("take back", "Undo a move"),
    ("coordinates", "Show or hide the coordinates"),
    ("list moves", "Show or hide variations in the move list"),
    ("draw", "Resign"),
    ("branch", "Show or hide variations in the move list"),
    ("engine off", "Engine output: off"),
    ("who is winning", "Show or hide candidate moves"),
    ("stronger", "Change the players"),
    ("easier", "Change the players"),
    ("harder", "Change the players"),
    ("two players", "Change the players"),
    ("score", "Show or hide the game's marks"),
    ("show legal", "Show or hide the game's marks"),
    ("pgn", "Save the game to a file"),
    ("animate", "Motion: "),
    ("delete game", "Open a saved game"),
    ("komi", "New game: Plurality"),
    ("chat", "Send a message to the other player (not now: start with"),
    ("opening book", "Look up moves played in this position"),
    ("train", "Look up moves played in this position"),
    ("second opinion", "Review the game"),
];

#[test]
fn players_words_find_what_they_mean() {
    let mut wrong = Vec::new();
    for (words, wanted) in PLAYERS_WORDS {
        let mut screen = at("greylox");
        screen.play_some(3).keys(&format!(":{words}"));
        let found = screen.text();
        if !found.contains(&format!("> {wanted}")) {
            let first = found
                .lines()
                .find(|line| line.contains("> "))
                .unwrap_or_default()
                .trim()
                .to_owned();
            wrong.push(format!("{words}: {first}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let mut screen = at("greylox");
    screen.keys("<Enter>B:autoplay").assert_shows("> Play through the game automatically");
    // Away from any board they lead to the games there are.
    for words in ["mistakes", "blunder", "review", "analyse", "best move", "what was wrong"] {
        let mut screen = Screen::new(Start::Home, (80, 24), mono());
        screen.keys(&format!(":{words}")).assert_shows("> Open a saved game");
    }
    for (words, wanted) in [
        ("two players", "New game: "),
        ("pgn", "Open a saved game"),
        ("delete game", "Open a saved game"),
        ("animate", "Motion: "),
        ("komi", "New game: Plurality"),
        ("chat", "Send a message to the other player (not now"),
        ("opening book", "Learn"),
        ("train", "Learn"),
        ("second opinion", "Open a saved game"),
    ] {
        let mut screen = Screen::new(Start::Home, (80, 24), mono());
        screen.keys(&format!(":{words}")).assert_shows(&format!("> {wanted}"));
    }
}

#[test]
fn nearest_commands_are_offered_where_none_matches() {
    let mut screen = at("greylox");
    screen.keys(":resine").assert_shows("no match; nearest:").assert_shows("No matching command");
    screen.assert_shows("  Resign").keys("<Enter>");
    assert!(matches!(screen.app.stack().overlays().last(), Some(Layer::Palette(_))));
    screen.keys("<Down>").assert_shows("> Resign");
}

#[test]
fn prompt_asks_for_moves_only_where_they_count() {
    let mut screen = at("greylox");
    screen.keys(":").assert_shows("Type a command, or a move to play.").keys("<Esc>");
    let mut home = Screen::new(Start::Home, (80, 24), mono());
    home.keys(":").assert_shows("Type a command.");
    let level = &Level::ALL[Level::USUAL];
    let mut thinking = against([Seat::computer(level), Seat::person(String::new())]);
    thinking.keys(":").assert_shows("Type a command.");
}

#[test]
fn a_move_typed_here_is_played_on_the_board_it_was_meant_for() {
    let mut screen = at("necklace");
    screen.play_some(4).keys("B<Home> ").tick(std::time::Duration::from_secs(1)).keys(":c2");
    let before = screen.table().place();
    screen.tick(std::time::Duration::from_secs(9)).keys("<Enter>");
    assert_eq!(screen.table().place(), format!("{before} c2"));
}

#[test]
fn at_a_board_the_puzzles_are_those_of_its_game() {
    let mut screen = at("plurality");
    screen.keys(":puzzles of").assert_shows("Puzzles of Plurality");
    assert!(!screen.shows("Puzzles of Multiplicity"), "{}", screen.text());
}

#[test]
fn a_title_typed_whole_comes_first() {
    for title in ["Puzzles", "Learn", "Settings"] {
        let mut screen = Screen::new(Start::Home, (80, 24), mono());
        screen.keys(&format!(":{}", title.to_lowercase())).assert_shows(&format!("> {title} "));
    }
}
