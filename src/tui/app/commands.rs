//! The command palette: what is in it, and what is done when an entry is chosen.

use std::collections::HashSet;

use tetralith_core::{Colour, Names};
use tetralith_engine::Level;

use super::App;
use crate::keymap::Context;
use crate::program::Effects;
use crate::tui::layers::game::{play_typed, why_not_seated};
use crate::tui::layers::lesson::try_typed;
use crate::tui::layers::palette::entries;
use crate::tui::layers::palette::list::{CommandPalette, PaletteCommand, PaletteEntry};
use crate::tui::layers::{Layer, choose};
use crate::tui::request::Request;
use crate::tui::widgets::notice::{Notice, Tone};
use tetralith_session::lesson::Lesson;
use tetralith_session::match_play::MatchEvent;
use tetralith_session::seat::Seat;
use tetralith_session::table::{Mode, Table};

impl App {
    /// Shows everything that can be done here.
    pub(super) fn open_palette(&mut self, effects: &mut Effects) {
        let items = self.items();
        let takes_moves = self.stack.overlays().is_empty()
            && (open_lesson(self.stack.screen()).is_some()
                || self.table_of_game().is_some_and(|table| {
                    table.hand().is_playable() || table.mode() == Mode::Review
                }));
        let palette = CommandPalette::new(items, takes_moves);
        self.stack.show(Layer::Palette(Box::new(palette)), effects);
    }

    /// The board of the match, if that is on the screen.
    fn table_of_game(&self) -> Option<&Table> {
        self.shared.game.table().filter(|_| matches!(self.stack.screen(), Layer::Game(_)))
    }

    /// Every entry: what keys do here, games and screens, who can sit where.
    fn items(&self) -> Vec<PaletteEntry> {
        let contexts = self.stack.contexts(&self.shared);
        let is_remote = contexts.contains(&Context::Remote);
        let keys = self.shared.key_names(contexts);
        let (often, seldom) = entries::of_keys(&keys);
        let is_home = matches!(self.stack.screen(), Layer::Home(_));
        let at_board = self.table_of_game();
        let mut home = self.stack.home().clone();
        home.show(self.shared.game.seated());
        let choices = entries::of_home(&home, at_board);
        let mut items = if is_home { [choices, often] } else { [often, choices] }.concat();
        items.extend(entries::of_own_games());
        items.extend(at_board.into_iter().flat_map(entries::of_seats));
        items.extend(entries::of_settings(self.shared.settings()));
        // The palette is needed least for moving about, because there are keys for that.
        items.extend(seldom);
        let mut seen = HashSet::new();
        items.retain(|item| seen.insert(item.what.clone()));
        for item in &mut items {
            item.obstacle = self.obstacle(&item.command);
        }
        items.extend((!is_remote).then(entries::of_chat));
        items
    }

    /// Returns why `command` cannot be carried out now, found by trying it on a copy: so no list of
    /// conditions can differ from what really happens.
    fn obstacle(&self, command: &PaletteCommand) -> Option<String> {
        if let PaletteCommand::Set(setting, value) = command {
            // If a setting cannot be written, a message reports it when it is tried.
            let is_set = self.shared.configuration.value(*setting) == *value;
            return is_set.then(|| "already set".to_owned());
        }
        if matches!(command, PaletteCommand::Watch(..)) {
            // To try it would be to read the game, of all games whenever the palette opens.
            return None;
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
            _ if effects.is_empty() => Some("nothing to do".to_owned()),
            _ => None,
        }
    }

    fn carry_out_command(&mut self, command: &PaletteCommand, effects: &mut Effects) {
        match command {
            PaletteCommand::Act(action) => self.act(*action, effects),
            PaletteCommand::Choose(choice) => {
                self.stack.go_home(&self.shared, effects);
                choose(choice, &mut self.shared, effects);
            }
            PaletteCommand::Watch(info, game) => self.shared.request(Request::Watch(info, *game)),
            PaletteCommand::Rules(info) => self.shared.request(Request::Rules(Some(info))),
            PaletteCommand::Seat(colour, level) => self.seat_from_here(*colour, *level, effects),
            PaletteCommand::Set(setting, value) => {
                self.shared.change_setting(*setting, value, effects);
            }
            PaletteCommand::Play(text) => match self.stack.screen_mut() {
                Layer::Lesson(lesson) => {
                    if let Err(why) = try_typed(lesson, text, &mut self.shared, effects) {
                        self.shared.refuse(why, effects);
                    }
                }
                _ => play_typed(text, &mut self.shared, effects),
            },
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
            None if !table.players().holder_here(colour).is_automatic() => return,
            None => Seat::person(String::new()),
        };
        self.shared.handle(MatchEvent::Seat { colour, seat, goes_on: true }, effects);
    }

    /// Shows the turn that is typed into the palette on the board, if it is one, and offers to play
    /// it.
    pub(super) fn offer(&mut self, text: &str) {
        let is_alone = self.stack.overlays().len() == 1;
        let at_board = self.table_of_game().is_some() && is_alone;
        let lesson = open_lesson(self.stack.screen()).filter(|_| is_alone).map(Lesson::table);
        let game = lesson.or(self.table_of_game().filter(|_| at_board)).map(Table::game);
        let takes_moves = game.is_some();
        let item = game.and_then(|game| {
            let names = Names::of(game);
            let turn = game.parse_typed(text).ok().filter(|turn| !turn.is_empty())?;
            let what = format!("Play {}", names.turn(&turn));
            let command = PaletteCommand::Play(text.to_owned());
            // A lesson explains what is wrong with a move.
            let obstacle = if at_board { self.obstacle(&command) } else { None };
            Some(PaletteEntry { obstacle, ..PaletteEntry::new(what, String::new(), command) })
        });
        let table = self.stack.table_mut(&mut self.shared);
        if let Some(table) = table.filter(|_| takes_moves) {
            if item.is_some() {
                // The text is meant for the move on the board, which stays while it is typed.
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
        self.stack.close(&mut self.shared, effects);
        self.carry_out_command(&command, effects);
    }
}

/// The lesson on the `screen`, if there is something to play in its step.
fn open_lesson(screen: &Layer) -> Option<&Lesson> {
    match screen {
        Layer::Lesson(lesson) if !lesson.is_done() => Some(lesson),
        _ => None,
    }
}
