//! The command palette: what stands in it, and what is done when an entry is chosen.

use std::collections::HashSet;

use tetralith_core::{Colour, games};
use tetralith_engine::Level;

use super::App;
use crate::keymap::Action;
use crate::program::Effects;
use crate::settings::{Setting, Value};
use crate::theme::Glyphs;
use crate::tui::choice::Choice;
use crate::tui::layers::game::{play_typed, why_not_seated};
use crate::tui::layers::palette::list::{CommandPalette, PaletteCommand, PaletteEntry};
use crate::tui::layers::{Layer, choose};
use crate::tui::request::Request;
use crate::tui::values::value_title;
use crate::tui::widgets::notice::{Notice, Tone};
use tetralith_session::match_play::MatchEvent;
use tetralith_session::seat::Seat;

impl App {
    /// Shows everything that can be done here.
    pub(super) fn open_palette(&mut self, effects: &mut Effects) {
        let items = self.items();
        self.stack.push(Layer::Palette(Box::new(CommandPalette::new(items))));
        effects.draw();
    }

    /// Every entry: what keys do here, games and screens, who can sit where.
    fn items(&self) -> Vec<PaletteEntry> {
        let (often, seldom) = self.bound();
        let mut items: Vec<PaletteEntry> = match self.stack.screen() {
            Layer::Home(_) => [self.choices(), often].concat(),
            _ => [often, self.choices()].concat(),
        };
        items.extend(self.seatings());
        items.extend(self.values());
        // The palette is needed least for moving about, for which there are keys.
        items.extend(seldom);
        let mut seen = HashSet::new();
        items.retain(|item| seen.insert(item.what.clone()));
        for item in &mut items {
            item.obstacle = self.obstacle(&item.command);
        }
        items
    }

    /// The entries for the keys that count here, and apart from them those for keys that are held
    /// down.
    fn bound(&self) -> (Vec<PaletteEntry>, Vec<PaletteEntry>) {
        let ascii = self.theme().glyphs() == Glyphs::Ascii;
        let contexts = self.contexts();
        let mut seen = HashSet::from([Action::Palette]);
        let mut items = (Vec::new(), Vec::new());
        for &context in &contexts {
            for (binding, keys) in self.keymap().lines_in(context) {
                // A key of a context further back may mean something else in front of it.
                let reached = keys.iter().find(|&&key| {
                    self.keymap().action(&contexts, key, false) == Some(binding.action)
                });
                if !seen.insert(binding.action) {
                    continue;
                }
                let names: Vec<String> = keys.iter().map(|key| key.name(ascii)).collect();
                let item = PaletteEntry {
                    what: binding.what.to_owned(),
                    key: reached.map_or_else(String::new, |key| key.name(ascii)),
                    besides: [&names.join(" "), binding.short, context.title(), binding.synonyms]
                        .join(" "),
                    command: PaletteCommand::Act(binding.action),
                    obstacle: None,
                };
                if binding.repeats { items.1.push(item) } else { items.0.push(item) }
            }
        }
        items
    }

    /// The lines of the home screen, and the rules of every game.
    fn choices(&self) -> Vec<PaletteEntry> {
        let mut home = self.home().clone();
        home.show(self.shared.game.seated());
        let here = |choice: &Choice| {
            matches!(choice, Choice::Continue) && matches!(self.stack.screen(), Layer::Game(_))
        };
        let plain = |(what, besides, command): (String, &str, PaletteCommand)| PaletteEntry {
            what,
            key: String::new(),
            besides: format!("screen {besides}"),
            command,
            obstacle: None,
        };
        // At a board it is the puzzles of its game that are meant.
        let at_hand = self.table().filter(|_| matches!(self.stack.screen(), Layer::Game(_)));
        let of_game = at_hand.map(|table| table.game().info());
        let choices = home.choices().iter().filter(|choice| {
            !here(choice) && !choice.is_recent() && !matches!(choice, Choice::Quit)
        });
        let rules = games::INFOS
            .iter()
            .map(|&info| (format!("Rules of {}", info.title), "", PaletteCommand::Rules(info)));
        choices
            .filter(|choice| !matches!(choice, Choice::Rules))
            .map(|choice| match (choice, of_game) {
                (Choice::Puzzles(_), Some(info)) => Choice::Puzzles(info),
                _ => choice.clone(),
            })
            .map(|choice| {
                let what = match &choice {
                    Choice::New(info) => format!("New game: {}", info.title),
                    Choice::Puzzles(info) => format!("Puzzles of {}", info.title),
                    other => other.title().to_owned(),
                };
                (what, choice.synonyms(), PaletteCommand::Choose(choice))
            })
            .chain(rules)
            .map(plain)
            .collect()
    }

    /// The entries for who can sit where at the board on the screen.
    fn seatings(&self) -> Vec<PaletteEntry> {
        let Some(table) = self.table().filter(|_| matches!(self.stack.screen(), Layer::Game(_)))
        else {
            return Vec::new();
        };
        let levels = || [None].into_iter().chain(Level::ALL.iter().map(Some));
        let seatings =
            Colour::BOTH.into_iter().flat_map(|colour| levels().map(move |level| (colour, level)));
        seatings
            .map(|(colour, level)| {
                let who = level.map_or_else(
                    || "a person".to_owned(),
                    |level| format!("Computer ({})", level.title),
                );
                PaletteEntry {
                    what: format!("{}: {who}", table.names().title(colour)),
                    key: String::new(),
                    besides: "players level seat opponent".to_owned(),
                    command: PaletteCommand::Seat(colour, level),
                    obstacle: None,
                }
            })
            .collect()
    }

    /// Every value that a setting can be given.
    fn values(&self) -> Vec<PaletteEntry> {
        let settings = self.settings();
        let value = |setting: Setting, choice: String| match setting.value(settings) {
            Value::Flag(_) => Value::Flag(choice == "true"),
            _ => Value::Word(choice),
        };
        let item = |setting: Setting, choice: String| {
            let command = value(setting, choice);
            // The players and the clock at the table can be changed too, which is not the same as
            // these defaults.
            let usual = matches!(setting, Setting::First | Setting::Second | Setting::Clock);
            let title = if usual {
                format!("{} of new games", setting.title())
            } else {
                setting.title().to_owned()
            };
            PaletteEntry {
                what: format!("{title}: {}", value_title(setting, &command)),
                key: String::new(),
                besides: format!("settings {} {}", setting.key(), setting.synonyms()),
                command: PaletteCommand::Set(setting, command),
                obstacle: None,
            }
        };
        let choices = |setting: Setting| setting.choices(settings).unwrap_or_default();
        Setting::ALL
            .into_iter()
            .flat_map(|setting| {
                choices(setting).into_iter().map(move |choice| item(setting, choice))
            })
            .collect()
    }

    /// True if a setting is in force with this value.
    fn has_value(&self, setting: Setting, value: &Value) -> bool {
        self.shared.configuration.value(setting) == *value
    }

    /// Returns why `command` cannot be carried out now, found by trying it on a copy: so no list of
    /// conditions can fall behind what really happens.
    fn obstacle(&self, command: &PaletteCommand) -> Option<String> {
        if let PaletteCommand::Set(setting, value) = command {
            // If a setting cannot be written, that is said when it is tried.
            return self.has_value(*setting, value).then(|| "it is already set".to_owned());
        }
        let (mut trial, mut effects) = (self.clone(), Effects::default());
        trial.shared.notices.shown = None;
        if matches!(trial.stack.front(), Layer::Palette(_)) {
            trial.stack.pop();
            trial.carry_out_requests(&mut Effects::default());
        }
        trial.carry_out_command(command, &mut effects);
        trial.carry_out_requests(&mut effects);
        match trial.shared.notices.shown {
            Some(Notice { text, tone: Tone::Refusal }) => Some(text),
            _ if effects.is_empty() => Some("there is nothing to do".to_owned()),
            _ => None,
        }
    }

    fn carry_out_command(&mut self, command: &PaletteCommand, effects: &mut Effects) {
        match command {
            PaletteCommand::Act(action) => self.act(*action, effects),
            PaletteCommand::Choose(choice) => {
                self.go_home(effects);
                choose(choice, &mut self.shared, effects);
            }
            PaletteCommand::Rules(info) => self.shared.request(Request::Rules(Some(info))),
            PaletteCommand::Seat(colour, level) => self.seat_from_here(*colour, *level, effects),
            PaletteCommand::Set(setting, value) => {
                self.shared.change_setting(*setting, value, effects);
            }
            PaletteCommand::Play(text) => play_typed(text, &mut self.shared, effects),
        }
    }

    /// Lets the computer at `level`, or a person, go on with `colour`.
    fn seat_from_here(
        &mut self,
        colour: Colour,
        level: Option<&'static Level>,
        effects: &mut Effects,
    ) {
        if let Some(why) = self.table().and_then(|table| why_not_seated(&self.shared, table)) {
            return self.shared.refuse(why, effects);
        }
        let Some(table) = self.shared.game.table() else { return };
        let seat = match level {
            Some(level) => Seat::computer(level),
            None if table.players().holder_here(colour).level().is_none() => return,
            None => Seat::person(String::new()),
        };
        self.shared.handle(MatchEvent::Seat { colour, seat, goes_on: true }, effects);
    }

    /// Shows the turn that is typed into the palette on the board, if it is one, and offers to play
    /// it.
    pub(super) fn offer(&mut self, text: &str) {
        let at_board =
            matches!(self.stack.screen(), Layer::Game(_)) && self.stack.overlays().len() == 1;
        let turn = self
            .table()
            .filter(|_| at_board)
            .and_then(|table| table.names().parse_typed(text).ok());
        let item = turn.filter(|turn| !turn.is_empty()).and_then(|turn| {
            let what = format!("Play {}", self.table()?.names().turn(&turn));
            let command = PaletteCommand::Play(text.to_owned());
            let obstacle = self.obstacle(&command);
            Some(PaletteEntry {
                what,
                key: String::new(),
                besides: String::new(),
                command,
                obstacle,
            })
        });
        if let Some(table) = self.shared.game.table_mut().filter(|_| at_board) {
            if item.is_some() {
                // What is typed is meant for the move on the board, which stays while it is.
                table.autoplay_mut().stop();
            }
            if item.is_some() && table.state().refusal().is_none() {
                table.hand_mut().aim_at_text(text);
            } else {
                table.hand_mut().aim_at_cursor();
            }
        }
        if let Layer::Palette(palette) = self.stack.front_mut() {
            palette.offer(item);
        }
    }

    /// Closes the palette and carries out the entry that is chosen in it.
    pub(super) fn carry_out_chosen(&mut self, effects: &mut Effects) {
        let Layer::Palette(palette) = self.stack.front() else { return };
        let Some(command) = palette.selected().map(|item| item.command.clone()) else {
            return;
        };
        self.close(effects);
        self.carry_out_command(&command, effects);
    }
}
