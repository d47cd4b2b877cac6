//! The entries of the palette, each kind from what it is about.

use std::collections::HashSet;

use tetralith_core::{Colour, OptionKind, games};
use tetralith_engine::Level;

use super::list::{PaletteCommand, PaletteEntry};
use crate::keymap::spell::KeyNames;
use crate::keymap::{Action, KEYMAP};
use crate::settings::{Setting, Settings, Value};
use crate::shipped;
use crate::tui::choice::Choice;
use crate::tui::layers::home::menu::{Home, match_against};
use tetralith_session::seat::Seat;
use tetralith_session::table::Table;

/// The entries for the keys that count, and apart from them those for keys that are held down.
pub fn of_keys(names: &KeyNames) -> (Vec<PaletteEntry>, Vec<PaletteEntry>) {
    let KeyNames { keymap, contexts, ascii } = names;
    let mut seen = HashSet::from([Action::Palette]);
    let mut items = (Vec::new(), Vec::new());
    for &context in contexts {
        for (binding, keys) in keymap.lines_in(context) {
            // A key of a context further back may mean something else in front of it.
            let reached = keys
                .iter()
                .find(|&&key| keymap.action(contexts, key, false) == Some(binding.action));
            if !seen.insert(binding.action) {
                continue;
            }
            let names: Vec<String> = keys.iter().map(|key| key.name(*ascii)).collect();
            let key = reached.map_or_else(String::new, |key| key.name(*ascii));
            let besides =
                [&names.join(" "), binding.short, context.title(), binding.synonyms].join(" ");
            let command = PaletteCommand::Act(binding.action);
            let item = PaletteEntry {
                key,
                ..PaletteEntry::new(binding.what.to_owned(), besides, command)
            };
            if binding.repeats { items.1.push(item) } else { items.0.push(item) }
        }
    }
    items
}

/// The lines of the home screen, and the rules of every game; `at_board` is the game on the screen.
pub fn of_home(home: &Home, at_board: Option<&Table>) -> Vec<PaletteEntry> {
    let mut entries = Vec::new();
    let mut add = |what: String, besides: &str, command: PaletteCommand| {
        entries.push(PaletteEntry::new(what, format!("screen {besides}"), command));
    };
    for choice in home.choices() {
        let choice = match (choice, at_board) {
            (Choice::Quit | Choice::Rules | Choice::Recent(_), _)
            | (Choice::Continue { .. }, Some(_)) => continue,
            // At a board it is the puzzles of its game that are meant.
            (Choice::Puzzles(_), Some(table)) => Choice::Puzzles(Some(table.game().info())),
            (choice, _) => choice.clone(),
        };
        let what = match &choice {
            Choice::New(info) => format!("New game: {}", info.title),
            Choice::Puzzles(Some(info)) => format!("Puzzles of {}", info.title),
            other => other.title().to_owned(),
        };
        let has_komi = matches!(&choice, Choice::New(info) if info.has(OptionKind::Komi));
        let komi = if has_komi { " komi" } else { "" };
        let besides = format!("{}{komi}", choice.synonyms());
        add(what, &besides, PaletteCommand::Choose(choice));
    }
    for &info in games::INFOS {
        let Some(rematch) = match_against(info, Seat::even()) else { continue };
        let command = PaletteCommand::Choose(Choice::Computer(Box::new(rematch)));
        let what = format!("Play an even match of {}", info.title);
        add(what, "level strength equal fair opponent computer", command);
    }
    for &info in games::INFOS {
        add(format!("Rules of {}", info.title), "", PaletteCommand::Rules(info));
    }
    for &info in games::INFOS.iter().filter(|info| !info.texts.lesson.is_empty()) {
        for ((_, part), number) in shipped::TO_WATCH.iter().zip(0..) {
            let what = format!("Watch a game of {}: {part}", info.title);
            let besides = "commented annotated example replay autoplay learn strategy";
            add(what, besides, PaletteCommand::Watch(info, number));
        }
    }
    entries
}

/// The chat where no player at another terminal could read it: it leads to the command for that.
pub fn of_chat() -> PaletteEntry {
    let what = "Send a message to the other player".to_owned();
    let besides = "chat talk friend online network ssh remote".to_owned();
    let obstacle = Some("start with 'tetralith host'".to_owned());
    let command = PaletteCommand::Act(Action::Chat);
    PaletteEntry { obstacle, ..PaletteEntry::new(what, besides, command) }
}

/// The statistics of one's own games, which have a key on the home screen only.
pub fn of_own_games() -> Option<PaletteEntry> {
    let binding = KEYMAP.iter().find(|binding| binding.action == Action::MyGames)?;
    let besides = format!("{} {}", binding.short, binding.synonyms);
    let command = PaletteCommand::Act(binding.action);
    Some(PaletteEntry::new(binding.what.to_owned(), besides, command))
}

/// The entries for who can sit where at the board.
pub fn of_seats(table: &Table) -> Vec<PaletteEntry> {
    let levels = || [None].into_iter().chain(Level::ALL.iter().map(Some));
    let seatings =
        Colour::BOTH.into_iter().flat_map(|colour| levels().map(move |level| (colour, level)));
    seatings
        .map(|(colour, level)| {
            let who = level.map_or_else(
                || "a person".to_owned(),
                |level| format!("Computer ({})", level.title),
            );
            let what = format!("{}: {who}", table.names().title(colour));
            let besides = "players level seat opponent".to_owned();
            PaletteEntry::new(what, besides, PaletteCommand::Seat(colour, level))
        })
        .collect()
}

/// Every value that a setting can be given.
pub fn of_settings(settings: &Settings) -> Vec<PaletteEntry> {
    let value = |setting: Setting, choice: String| match setting.value(settings) {
        Value::Flag(_) => Value::Flag(choice == "true"),
        _ => Value::Word(choice),
    };
    let item = |setting: Setting, choice: String| {
        let command = value(setting, choice);
        // The players and the clock at the board can be changed too, which is not the same as these
        // defaults.
        let usual = matches!(setting, Setting::First | Setting::Second | Setting::Clock);
        let title = if usual {
            format!("{} of new games", setting.title())
        } else {
            setting.title().to_owned()
        };
        let what = format!("{title}: {}", setting.value_title(&command));
        let besides = format!("settings {} {}", setting.key(), setting.synonyms());
        PaletteEntry::new(what, besides, PaletteCommand::Set(setting, command))
    };
    let choices = |setting: Setting| setting.choices(settings).unwrap_or_default();
    Setting::ALL
        .into_iter()
        .flat_map(|setting| choices(setting).into_iter().map(move |choice| item(setting, choice)))
        .collect()
}
