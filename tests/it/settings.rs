//! Settings in the file of settings, on its screen and on the command line, and that each setting
//! does something.

#[allow(dead_code, reason = "each test program uses its part")]
use std::fs;
use std::time::Duration;

use crate::support::{Screen, game, mono, small, theme};
use ratatui::style::Color;
use tetralith::background::Background;
use tetralith::configuration::{Asked, Configuration, Terminal};
use tetralith::program::Start;
use tetralith::settings::{ConfigFile, Setting, Settings};
use tetralith::theme::{Depth, Glyphs, PALETTES};
use tetralith::tui::layers::Layer;
use tetralith_core::Setup;
use tetralith_picture::look::Art;
use tetralith_picture::look::themes::is_reserved;
use tetralith_terminput::MouseEventKind;

const WINDOW: (u16, u16) = (80, 24);

fn home(text: &str) -> Screen {
    Screen::with_settings(Start::Home, WINDOW, text)
}

fn necklace(text: &str) -> Screen {
    Screen::with_settings(game("necklace", small(7)), WINDOW, text)
}

/// Nothing set, in a terminal with these colours and this background, and this asked of the command
/// line.
fn asking(depth: Depth, background: Option<Background>, asked: Asked) -> Configuration {
    let terminal = Terminal {
        depth,
        wants_none: depth == Depth::Mono,
        glyphs: Glyphs::Unicode,
        background,
        is_remote: false,
        multiplexer: None,
    };
    Configuration { settings: Settings::default(), terminal, asked, ..Configuration::from(mono()) }
}

/// The home screen in this `configuration`, with a file for settings.
fn opened(configuration: Configuration) -> Screen {
    let dir = tempfile::tempdir().unwrap();
    let file = Some(ConfigFile::at(dir.path().join("config.toml")));
    Screen::configured(Start::Home, WINDOW, Configuration { file, ..configuration }, dir)
}

fn file(screen: &Screen) -> String {
    fs::read_to_string(screen.path().join("config.toml")).unwrap()
}

/// Opens the settings and goes to `setting`.
fn at_setting(screen: &mut Screen, setting: Setting) -> &mut Screen {
    let line = Setting::ALL.iter().position(|other| *other == setting).unwrap();
    screen
        .keys("o<Home>")
        .keys(&"<Down>".repeat(line))
        .assert_shows(&format!("> {}", setting.title()))
}

fn background(screen: &Screen) -> Option<Color> {
    screen.style_of("q quit").bg
}

#[test]
fn new_game_forms_begin_at_their_start_with_any_players() {
    for players in ["", "second = \"hard\"", "first = \"easy\"\nclock = \"10m+5s\""] {
        home(players).keys("<Enter>").assert_shows("> Start the game");
    }
}

#[test]
fn rules_are_of_the_game_under_the_settings() {
    necklace("").keys("oi").assert_shows("The rules of Necklace");
    home("").keys(":new game: plurality<Enter>oi").assert_shows("The rules of Plurality");
}

#[test]
fn every_theme_can_be_chosen_in_the_file_and_looks_different() {
    let mut seen = Vec::new();
    for palette in PALETTES.iter() {
        let screen = home(&format!("theme = \"{}\"\n", palette.id));
        assert_eq!(screen.app.shared().theme.colours(), &palette.colours);
        let styles = screen.styles();
        assert!(!seen.contains(&styles), "{}", palette.id);
        seen.push(styles);
    }
}

#[test]
fn background_decides_the_theme_and_no_color_wins() {
    let look = |background, depth, asked: Option<&str>, set: Option<&str>| {
        let mut settings = Settings::default();
        settings.look.theme = set.map(str::to_owned);
        let asked = Asked { theme: asked.map(str::to_owned), ..Asked::default() };
        let theme = Configuration { settings, ..asking(depth, background, asked) }.theme();
        let id = PALETTES.iter().find(|palette| palette.colours == *theme.colours()).unwrap().id;
        if theme.is_mono() { "mono" } else { id }
    };
    let colours = Depth::TrueColour;
    assert_eq!(look(None, colours, None, None), "dark");
    assert_eq!(look(Some(Background::Light), colours, None, None), "light");
    assert_eq!(look(Some(Background::Light), colours, None, Some("dark")), "dark");
    assert_eq!(
        look(Some(Background::Light), colours, Some("high-contrast"), Some("dark")),
        "high-contrast"
    );
    assert_eq!(look(Some(Background::Light), colours, Some("auto"), Some("dark")), "light");
    assert_eq!(look(Some(Background::Light), Depth::Mono, Some("light"), Some("dark")), "mono");
}

#[test]
fn the_theme_changes_while_it_is_chosen_and_is_written() {
    let mut screen = home("# mine\ntheme = \"dark\" # at night\nunknown = 1\n");
    let dark = background(&screen);
    at_setting(&mut screen, Setting::Theme).keys("<Right>").assert_shows("light");
    assert_ne!(background(&screen), dark);
    assert_eq!(file(&screen), "# mine\ntheme = \"light\" # at night\nunknown = 1\n");
    screen.keys("<Left>");
    assert_eq!(background(&screen), dark);
}

#[test]
fn a_theme_of_ones_own_can_be_chosen_like_any_other() {
    let own = "[themes.moss]\nbase = \"light\"\nground = \"#e8f0e0\"\n";
    let mut screen = home(own);
    let chosen = |screen: &Screen| screen.app.shared().settings().look.theme.clone();
    at_setting(&mut screen, Setting::Theme).keys("<Left>").assert_shows("moss");
    assert_eq!(background(&screen), Some(Color::Rgb(0xe8, 0xf0, 0xe0)));
    assert_eq!(file(&screen), format!("theme = \"moss\"\n{own}"));
    assert_eq!(chosen(&screen).as_deref(), Some("moss"));
}

#[test]
fn faults_of_the_settings_are_shown_with_their_line() {
    let mut screen = home("hints = true\nthem = \"dark\"\n");
    screen.assert_shows("line 2: there is no setting them; did you mean theme?");
    let mut screen = home("theme = \"drak\"\nboard = 3\n");
    screen.resize(160, 24);
    screen.assert_shows("line 1: theme is \"drak\"").assert_shows("1 more");
}

#[test]
fn a_file_that_cannot_be_read_is_never_written_over() {
    let text = "theme = dark\n";
    let mut screen = home(text);
    screen.assert_shows("line 1: this is not TOML");
    at_setting(&mut screen, Setting::Coordinates).keys("<Right>").assert_shows("was not changed");
    assert!(!screen.app.shared().settings().look.coordinates, "it counts all the same");
    assert_eq!(file(&screen), text);
}

#[test]
fn board_settings_follow_the_file_and_the_screen() {
    let start = || game("greylox", Setup::default());
    let shown = |text: &str| Screen::with_settings(start(), (120, 40), text);
    let usual = shown("").text();
    for (text, setting) in [
        ("glyphs = \"ascii\"\n", Setting::Glyphs),
        ("board = \"compact\"\n", Setting::Board),
        ("coordinates = false\n", Setting::Coordinates),
    ] {
        let mut set = shown(text);
        assert_ne!(set.text(), usual, "{text}");
        let lines = set.text();
        let mut turned = shown("");
        at_setting(&mut turned, setting);
        while setting.value(turned.app.shared().settings())
            != setting.value(set.app.shared().settings())
        {
            turned.keys("<Right>");
        }
        turned.keys("<Esc>");
        assert_eq!(turned.text(), lines, "{text}");
        assert_eq!(file(&turned), format!("{}{text}", header(&turned)));
        set.keys("o").assert_shows(setting.title());
    }
    let mut played = shown("marks = false\n");
    let mut marked = shown("");
    played.play_some(14);
    marked.play_some(14);
    assert_ne!(played.text(), marked.text());
    played.keys("t");
    assert_eq!(played.text(), marked.text());
}

/// The comment a new file begins with.
fn header(screen: &Screen) -> String {
    file(screen)
        .lines()
        .take_while(|line| line.is_empty() || line.starts_with('#'))
        .fold(String::new(), |all, line| all + line + "\n")
}

#[test]
fn confirmed_moves_need_a_second_enter_or_click() {
    let mut screen = necklace("theme = \"mono\"\nconfirm = true\n");
    screen.keys("<Enter>").assert_shows("is selected; repeat to play it");
    assert_eq!(screen.steps(), 0);
    screen.keys("<Left><Enter>");
    assert_eq!(screen.steps(), 0, "another cell must be chosen anew");
    screen.keys("<Left><Right><Enter>");
    assert_eq!(screen.steps(), 0, "and so must one that was left");
    screen.keys("<Enter>");
    assert_eq!(screen.steps(), 1);
    let cell = screen.find("┼").unwrap();
    screen.click(cell);
    assert_eq!(screen.steps(), 1);
    screen.click(cell);
    assert_eq!(screen.steps(), 1, "a double click confirms nothing");
    screen.tick(Duration::from_secs(1)).click(cell);
    assert_eq!(screen.steps(), 2);
    let mut screen = necklace("");
    screen.keys("<Enter>");
    assert_eq!(screen.steps(), 1);
}

#[test]
fn click_that_brings_the_window_to_the_front_plays_nothing() {
    let mut screen = necklace("theme = \"mono\"\n");
    let cell = screen.find("┼").unwrap();
    screen.send(tetralith::program::Message::Refocused);
    screen.click(cell);
    assert_eq!(screen.steps(), 0);
    screen.click(cell);
    assert_eq!(screen.steps(), 1);
    // A click long after the window has come to the front plays.
    let cell = screen.find("┼").unwrap();
    screen.send(tetralith::program::Message::Refocused);
    screen.tick(Duration::from_secs(1)).click(cell);
    assert_eq!(screen.steps(), 2);
}

#[test]
fn mouse_moves_the_cursor_only_into_another_cell() {
    let mut screen = necklace("theme = \"mono\"\n");
    let cell = screen.find("┼").unwrap();
    screen.mouse(MouseEventKind::Moved, cell);
    let there = screen.table().hand().cell();
    screen.keys("<Right>");
    let beside = screen.table().hand().cell();
    assert_ne!(there, beside);
    screen.mouse(MouseEventKind::Moved, cell);
    assert_eq!(screen.table().hand().cell(), beside, "the mouse trembles");
    screen.mouse(MouseEventKind::Moved, (cell.0 + 8, cell.1));
    assert_ne!(screen.table().hand().cell(), beside);
}

#[test]
fn trominoes_are_confirmed_as_well() {
    let start = game("plurality", Setup::default());
    let mut screen = Screen::with_settings(start, WINDOW, "confirm = true\n");
    screen.keys("<Enter>");
    let before = screen.steps();
    screen.keys("<Enter>");
    assert_eq!(screen.steps(), before + 1);
}

#[test]
fn the_mouse_is_the_terminals_if_that_is_set() {
    let mut screen = home("mouse = false\n");
    screen.keys("<F2>").assert_shows("The mouse works in Tetralith again");
    assert_eq!(screen.host.captured, Some(true));
    let mut screen = home("");
    screen.keys("<Esc>");
    at_setting(&mut screen, Setting::Mouse).keys("<Right>");
    assert_eq!(screen.host.captured, Some(false));
    assert!(file(&screen).ends_with("mouse = false\n"));
}

#[test]
fn home_and_form_begin_with_the_defaults() {
    let mut screen = home("game = \"plurality\"\nsecond = \"hard\"\n");
    screen.assert_shows("> Plurality").keys("<Enter>");
    screen.assert_shows("you against the computer").assert_shows("Computer (Hard)");
    home("").assert_shows("> Multiplicity").keys("<Enter>").assert_shows("two players");
    home("first = \"easy\"\nsecond = \"hard\"\n").keys("<Enter>").assert_shows("two computers");
}

#[test]
fn games_are_kept_unless_that_is_off_and_then_quitting_asks() {
    let mut screen = necklace("");
    screen.keys("<Enter>");
    assert_eq!(screen.kept().len(), 1);
    let mut screen = necklace("autosave = false\n");
    screen.keys("<Enter>").assert_shows("not saved");
    assert!(screen.kept().is_empty());
    screen.keys("q").assert_shows("Quit and lose the game?");
    assert!(!screen.has_quit());
    screen.keys("n");
    at_setting(&mut screen, Setting::Autosave).keys("<Right><Esc>");
    assert_eq!(screen.kept().len(), 1, "turned on, it keeps the game at once");
    screen.keys("q");
    assert!(screen.has_quit());
}

#[test]
fn quitting_does_not_ask_where_nothing_would_be_lost() {
    let mut screen = necklace("autosave = false\n");
    screen.keys("<Enter>s<Enter>").assert_shows("Saved as").keys("q");
    assert!(screen.has_quit(), "what was saved by hand is safe");
    let mut screen = necklace("autosave = false\n");
    screen.keys("q");
    assert!(screen.has_quit(), "there is nothing to lose yet");
}

#[test]
fn games_are_kept_where_the_user_says() {
    let mut screen = necklace("");
    screen.keys("<Enter>");
    at_setting(&mut screen, Setting::AutosaveDir)
        .keys("<Enter>")
        .assert_shows("Keep games in")
        .keys("elsewhere<Enter>");
    screen.assert_shows("elsewhere");
    screen.keys("<Esc><Right><Enter>");
    assert_eq!(screen.kept().len(), 1);
    assert!(screen.kept()[0].starts_with(screen.path().join("elsewhere")));
    assert!(file(&screen).ends_with("autosave_dir = \"elsewhere\"\n"));
}

#[test]
fn clocks_are_typed_and_stay_among_the_choices() {
    let mut screen = necklace("clock = \"7m+3s\"\n");
    let clock = |screen: &Screen| {
        let text = file(screen);
        let line = text.lines().find(|line| line.starts_with("clock"));
        line.map(str::to_owned)
    };
    at_setting(&mut screen, Setting::Clock).keys("<Right>").keys("<Left>");
    assert_eq!(clock(&screen).as_deref(), Some("clock = \"7m+3s\""));
    screen.keys("<Enter><C-u>9x<Enter>").assert_shows("is not a time control");
    screen.keys("<C-u>9m<Enter>");
    assert_eq!(clock(&screen).as_deref(), Some("clock = \"9m\""));
}

#[test]
fn players_that_are_typed_stay_among_the_choices() {
    let mut screen = necklace("first = \"Easy\"\nsecond = \"medium-solid\"\n");
    let player = |screen: &Screen, key: &str| {
        let text = file(screen);
        let line = text.lines().find(|line| line.starts_with(key));
        line.map(str::to_owned)
    };
    let all = Setting::Second.choices(&Settings::default()).unwrap().len();
    at_setting(&mut screen, Setting::Second).keys("<Right>").keys("<Left>");
    assert_eq!(player(&screen, "second").as_deref(), Some("second = \"medium-solid\""));
    screen.keys(&"<Right>".repeat(all + 1));
    assert_eq!(player(&screen, "second").as_deref(), Some("second = \"medium-solid\""));
    screen.keys("o");
    let next = Setting::First.choices(&Settings::default()).unwrap();
    let next = &next[next.iter().position(|level| level == "easy").unwrap() + 1];
    at_setting(&mut screen, Setting::First).assert_shows("easy").keys("<Right>");
    assert_eq!(player(&screen, "first"), Some(format!("first = \"{next}\"")));
}

#[test]
fn a_directory_that_takes_no_games_is_refused_at_once() {
    let mut screen = necklace("");
    fs::write(screen.path().join("file"), "").unwrap();
    at_setting(&mut screen, Setting::AutosaveDir).keys("<Enter>file/games<Enter>");
    screen.assert_shows("ames cannot be saved in").assert_shows("Keep games in");
    assert!(!file(&screen).contains("autosave_dir"), "the former directory stays");
    screen.keys("<Enter><C-u>games<Enter>");
    assert!(!screen.text().contains("ames cannot be saved in"));
    assert!(!screen.path().join("games").exists(), "trying leaves nothing behind");
}

#[test]
fn settings_overridden_by_the_environment_show_the_real_value() {
    let configuration = asking(Depth::Mono, None, Asked::default());
    let mut screen =
        opened(Configuration { games_dir: Some("/games/here".into()), ..configuration });
    at_setting(&mut screen, Setting::Theme)
        .assert_shows("mono (NO_COLOR)")
        .assert_shows("otherwise: auto (dark)");
    screen
        .keys("<Right>")
        .assert_shows("mono (NO_COLOR)")
        .assert_shows("Dark is saved, but NO_COLOR is set");
    screen.keys("o");
    at_setting(&mut screen, Setting::AutosaveDir)
        .assert_shows("$TETRALITH_DATA_DIR")
        .assert_shows("/games/here");
}

#[test]
fn background_is_awaited_only_if_unknown() {
    let awaits = |background, depth, theme: Option<&str>| {
        asking(depth, background, Asked { theme: theme.map(str::to_owned), ..Asked::default() })
            .awaits_background()
    };
    assert!(awaits(None, Depth::TrueColour, None));
    assert!(!awaits(Some(Background::Light), Depth::TrueColour, None));
    assert!(!awaits(None, Depth::Mono, None));
    assert!(!awaits(None, Depth::TrueColour, Some("dark")));
}

#[test]
fn the_bell_rings_at_a_step_that_is_not_allowed_if_that_is_set() {
    for (text, rings) in
        [("", 0), ("bell = \"turn\"\n", 0), ("bell = \"illegal\"\n", 1), ("bell = \"all\"\n", 1)]
    {
        let mut screen = necklace(text);
        screen.keys("<Enter><Enter>");
        assert_eq!((screen.steps(), screen.host.bells), (1, rings), "{text}");
    }
}

#[test]
fn the_settings_are_reached_from_everywhere_and_lead_back() {
    let mut screen = home("");
    screen.click_on("Settings").assert_shows("Theme");
    screen.keys("<Esc>").assert_shows("four modern abstract games");
    screen
        .keys("<Home><Enter><End>o")
        .assert_shows("First-game hints")
        .keys("<Esc>")
        .assert_shows("New game");
    let mut screen = necklace("");
    screen.keys("<Home><Enter><End>o").assert_shows("First-game hints").keys("o");
    assert!(matches!(screen.app.stack().screen(), Layer::Game(_)));
    assert_eq!(screen.steps(), 1);
}

#[test]
fn the_mouse_turns_settings_in_every_window() {
    for size in [(80, 24), (60, 20), (200, 50), (40, 16)] {
        let mut screen = Screen::with_settings(Start::Home, size, "");
        screen.keys("o");
        let (x, y) = screen.find("Coordinates").unwrap();
        screen.click((x, y));
        assert!(screen.app.shared().settings().look.coordinates, "the first click only goes there");
        let row = screen.text().lines().nth(usize::from(y)).unwrap().to_owned();
        let arrow = row.chars().take(usize::from(size.0)).position(|c| c == '►').unwrap();
        screen.click((arrow as u16, y));
        assert!(!screen.app.shared().settings().look.coordinates, "{size:?}:\n{}", screen.text());
    }
}

#[test]
fn bound_keys_work_and_show_in_hints_help_and_palette() {
    let mut screen =
        necklace("[keys.table]\nundo = [\"F5\", \"Ctrl-Z\"]\nmarks = \"T\"\nredo = []\n");
    screen.assert_shows("line 2: table.undo cannot have these keys: the key");
    let mut screen = necklace(
        "[keys.table]\nundo = [\"F6\", \"Backspace\"]\n[keys.play]\ntake-back = \"Esc\"\n",
    );
    assert_eq!(screen.app.shared().notices.shown.as_ref(), None);
    screen.keys("<Enter>").assert_shows("F6 undo");
    screen.keys("u");
    assert_eq!(screen.steps(), 1, "the old key is free");
    screen.keys("<F6>");
    assert_eq!(screen.steps(), 0);
    screen.keys("<Enter><Backspace>");
    assert_eq!(screen.steps(), 0);
    screen.keys("?undo").assert_shows("F6 or Backspace");
    screen.keys("<Esc><Esc>:undo a").assert_shows("F6");
}

#[test]
fn faults_of_keys_are_shown_with_their_line() {
    let faults = |text: &str| {
        let (_, faults) = tetralith::settings::read(text);
        faults.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    for (text, fault) in [
        (
            "[keys.table]\nundoo = \"F5\"\n",
            "line 2: there is no action undoo in keys.table; did you mean undo?",
        ),
        (
            "[keys]\ntabel.undo = \"F5\"\n",
            "line 2: there is no context tabel for keys; did you mean table?",
        ),
        (
            "[keys.table]\nundo = \"Hyper-u\"\n",
            "line 2: undo is \"Hyper-u\"; use a list of keys such as",
        ),
        ("[keys.table]\nundo = 5\n", "line 2: undo is 5; use a list"),
        (
            "[keys.table]\nundo = \"q\"\n",
            "line 2: table.undo cannot have these keys: the key q already does \"Quit\", under \
             \"Everywhere\" (anywhere.quit)",
        ),
        ("keys = 1\n", "keys is not a table"),
    ] {
        let found = faults(text);
        assert!(found.len() == 1 && found[0].contains(fault), "{text}: {found:?}");
    }
    let swapped = "[keys.table]\nundo = \"t\"\nmarks = \"u\"\n";
    assert_eq!(faults(swapped), [""; 0], "two keys can be exchanged");
}

#[test]
fn a_key_is_bound_by_pressing_it_and_a_conflict_is_said() {
    let mut screen = necklace("");
    screen
        .keys("<Enter>o<End><Enter>")
        .assert_shows("* differs from the default")
        .assert_shows("Playing");
    let undo = "<Down>".repeat(tetralith::keymap::line("table", "undo").unwrap());
    screen
        .keys(&undo)
        .assert_shows("> u ")
        .click_on("Undo a move")
        .assert_shows("Press the new key now")
        .keys("<Esc>");
    screen.keys("<Enter>").assert_shows("Press the new key now").keys("q");
    screen.assert_shows("The key q already does \"Quit\", under \"Everywhere\".");
    screen.keys("<Enter><Esc><Enter><F6>").assert_shows("Bound to F6").assert_shows(">*F6 ");
    assert!(file(&screen).ends_with("[keys.table]\nundo = [\"F6\"]\n"), "{}", file(&screen));
    screen.keys("<Right><F7>").assert_shows("Bound to F6, F7");
    screen.keys("<Esc>").assert_shows("1 changed").keys("<Esc><F7>");
    assert_eq!(screen.steps(), 0);
    screen
        .keys("o<End><Enter>")
        .keys(&undo)
        .keys("<Left>")
        .assert_shows("These are the default keys");
    assert!(!file(&screen).contains("undo ="));
    screen.keys("<Esc><Esc><Enter>u");
    assert_eq!(screen.steps(), 0);
}

#[test]
fn hint_line_of_the_key_list_names_no_bindable_key() {
    for (width, height) in [(80, 24), (60, 20)] {
        let mut screen = Screen::new(Start::Home, (width, height), mono());
        screen
            .keys("o<End><Enter>")
            .assert_shows("Enter new key  → add key  ← default keys  Esc back")
            .assert_shows("? help");
        for key in ["<Enter>", "<Right>"] {
            screen.keys(key).assert_shows("Esc keep it").assert_shows("Esc cancels");
            assert!(!screen.shows("? help") && !screen.shows(": commands"), "{}", screen.text());
            screen.click_on("Esc keep it").assert_shows("Esc back").assert_shows("? help");
        }
        screen
            .keys("<Enter>?")
            .assert_shows("The key ? already does \"Show all keys\", under")
            .assert_shows("\"Everywhere\".");
    }
    // The key that goes back in menus leaves a key as it is, and no other does.
    let mut screen = Screen::with_settings(Start::Home, WINDOW, "[keys.menu]\ncancel = \"F5\"\n");
    screen
        .keys("o<End><Enter><Enter>")
        .assert_shows("Press the new key now; F5 cancels.")
        .assert_shows("F5 keep it");
    screen.keys("<Esc>").assert_shows("The key Esc already does");
}

#[test]
fn the_screens_are_as_they_were() {
    for (width, height) in [(80, 24), (60, 20)] {
        let mut screen = Screen::new(Start::Home, (width, height), mono());
        insta::assert_snapshot!(format!("settings-{width}x{height}"), screen.keys("o").text());
        insta::assert_snapshot!(
            format!("keys-{width}x{height}"),
            screen.keys("<End><Enter>").text()
        );
    }
    for palette in
        PALETTES.iter().filter(|palette| !palette.colours.mono && is_reserved(palette.id))
    {
        let mut screen =
            Screen::new(Start::Home, WINDOW, theme(palette.id, Depth::TrueColour, Glyphs::Unicode));
        insta::assert_snapshot!(format!("settings-{}", palette.id), screen.keys("o").styles());
    }
}

#[test]
fn command_line_choices_hold_until_changed() {
    let asked = Asked {
        theme: Some("high-contrast".to_owned()),
        ascii: true,
        no_mouse: true,
        board: Some(Art::Compact),
        no_book: false,
    };
    let mut screen = opened(asking(Depth::TrueColour, Some(Background::Light), asked));
    screen.keys("o").assert_shows("high-contrast").keys("<Right>").assert_shows("colour-blind");
    let others =
        PALETTES.len() - PALETTES.iter().position(|palette| palette.id == "colour-blind").unwrap();
    screen.keys(&"<Right>".repeat(others)).assert_shows("auto (light)");
    let line = |screen: &Screen, title: &str| {
        let text = screen.text();
        text.lines().find(|line| line.contains(title)).unwrap_or_default().to_owned()
    };
    for (title, value) in [("Characters", "ascii"), ("Board", "compact"), ("Mouse", "off")] {
        assert!(line(&screen, title).contains(value), "{title}: {}", screen.text());
    }
    // The first change of the setting turns it on.
    screen.keys("<Esc>");
    at_setting(&mut screen, Setting::Mouse).keys("<Right>");
    assert!(line(&screen, "Mouse").contains("on"), "{}", screen.text());
    assert!(screen.app.shared().settings().play.mouse);
}

#[test]
fn in_mono_the_settings_say_why_nothing_has_a_colour() {
    let mut screen = Screen::new(Start::Home, WINDOW, mono());
    at_setting(&mut screen, Setting::Theme).keys("<Right>").assert_shows("ettings cannot be saved");
    assert!(screen.app.shared().theme.is_mono());
}

#[test]
fn config_command_names_the_file_and_its_faults() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("config.toml");
    let run = |args: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_tetralith"))
            .args(args)
            .env("TETRALITH_CONFIG_DIR", dir.path())
            .env_remove("TETRALITH_CONFIG")
            .env_remove("TETRALITH_DATA_DIR")
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (status, out, err) = run(&["config"]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    let settings = format!("settings  {}", path.display());
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], format!("{settings} (not there yet)"));
    assert!(lines[1].starts_with("games     ") && lines[2].starts_with("progress  "), "{out}");
    fs::write(&path, "x = 1\n\nboard = \"big\"\n").unwrap();
    let (status, out, err) = run(&["config"]);
    assert_eq!((status, err.lines().count()), (Some(1), 2));
    assert_eq!(out.lines().next(), Some(&*settings));
    assert!(
        err.contains("config.toml, line 3: board is \"big\", but must be auto, picture"),
        "{err}"
    );
    fs::write(&path, format!("autosave_dir = {:?}\n", path.join("games"))).unwrap();
    let (status, _, err) = run(&["config"]);
    assert_eq!(status, Some(1));
    assert!(err.contains("games cannot be saved in"), "{err}");
    let (_, sample, _) = run(&["config", "--default"]);
    fs::write(&path, sample).unwrap();
    assert_eq!(ConfigFile::at(path).load(), (Settings::default(), Vec::new()));
    let (status, _, err) = run(&["--theme", "drak"]);
    assert_eq!(status, Some(2));
    assert!(err.contains("there is no theme drak; the themes are auto, dark, light"), "{err}");
}
