//! The settings as a layer, and the list on which keys are rebound.

pub mod key_list;
pub mod page;
use std::path::PathBuf;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::Direction;
use tetralith_gtp::GtpProgram;

use self::page::{SettingsLine, SettingsPage};
use crate::keymap::{ALWAYS, Action, Context, KEYMAP, Key};
use crate::program::{Effects, StorageRequest};
use crate::settings::{KEYS, NO_CLOCK, Setting, Settings, Value};
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::layers::component::{Component, Scene, named};
use crate::tui::layers::settings::key_list::{KeyList, Waiting};
use crate::tui::request::Purpose;
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;
use crate::tui::widgets::menus::turned;
use crate::tui::widgets::notice::say_over;
use tetralith_session::clock::TimeControl;

impl Component for SettingsPage {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        // While a new key is waited for, every other key is the new one.
        if self.is_waiting() { vec![Context::Menu] } else { vec![Context::Menu, Context::Anywhere] }
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        use Action as A;
        let [west, east] = [Direction::West, Direction::East].map(A::Move);
        if self.is_waiting() {
            return vec![(A::Cancel, Some("keep it"))];
        }
        let mut hints = if self.keys.is_some() {
            let keys = ["new key", "add key", "default keys"].map(Some);
            [A::Accept, east, west].into_iter().zip(keys).collect()
        } else {
            named([west, east, A::Accept])
        };
        hints.extend(named([A::Cancel, A::Quit]));
        hints
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        if self.keys.is_some() && action != Action::Settings {
            return act_on_keys(self, action, cx, effects);
        }
        let settings = cx.settings();
        match (self.line(), action) {
            (_, Action::Cancel | Action::Settings) => cx.close(),
            (SettingsLine::Keys, Action::Accept | Action::Move(Direction::East)) => {
                self.keys = Some(KeyList::default());
                effects.draw();
            }
            (SettingsLine::Setting(setting), Action::Move(Direction::West)) => {
                turn_setting(self, cx, (setting, false), effects);
            }
            (SettingsLine::Setting(setting), Action::Move(Direction::East)) => {
                turn_setting(self, cx, (setting, true), effects);
            }
            (SettingsLine::Setting(setting), Action::Accept) => {
                match (setting.choices(settings), setting.value(settings)) {
                    (None, Value::Word(text)) if setting == Setting::Program => {
                        cx.prompt(Purpose::Program, &text);
                    }
                    (None, Value::Word(text)) => cx.prompt(Purpose::GamesDir, &text),
                    (_, Value::Word(text)) if setting == Setting::Clock => {
                        cx.prompt(Purpose::Clock, &text);
                    }
                    _ => turn_setting(self, cx, (setting, true), effects),
                }
            }
            _ => effects.draw_if(self.act(action)),
        }
    }

    /// Takes a key that is to be bound, if one is waited for.
    fn take_key(&mut self, key: Key, cx: &mut Shared, effects: &mut Effects) -> bool {
        let Some((list, waiting)) =
            self.keys.as_mut().and_then(|list| list.waiting.map(|waiting| (list, waiting)))
        else {
            return false;
        };
        if ALWAYS.iter().any(|binding| binding.keys.contains(&key)) {
            return false;
        }
        list.waiting = None;
        let line = list.selected();
        if cx.keymap().action(&[Context::Menu], key, false) == Some(Action::Cancel) {
            effects.draw();
            return true;
        }
        let mut keys = match waiting {
            Waiting::Replace => Vec::new(),
            Waiting::Add => cx.keymap().keys(line).to_vec(),
        };
        if !keys.contains(&key) {
            keys.push(key);
        }
        bind_keys(cx, line, keys, effects);
        true
    }

    /// Takes the directory for games, the command of another program or the time control that was
    /// typed.
    fn submit(
        &mut self,
        purpose: Purpose,
        text: String,
        cx: &mut Shared,
        effects: &mut Effects,
    ) -> Result<(), String> {
        let setting = match purpose {
            Purpose::Clock => Setting::Clock,
            Purpose::Program if text.is_empty() => Setting::Program,
            Purpose::Program => GtpProgram::of_command(&text).map(|_| Setting::Program)?,
            _ => {
                // The prompt stays until it is known that the directory takes games.
                let dir = (!text.is_empty()).then(|| PathBuf::from(text));
                effects.storage(StorageRequest::KeepIn(dir));
                return Ok(());
            }
        };
        let text = match setting {
            Setting::Clock if text != NO_CLOCK => {
                TimeControl::parse(&text).map_err(|error| error.to_string())?.to_string()
            }
            _ => text,
        };
        cx.close();
        cx.change_setting(setting, &Value::Word(text), effects);
        Ok(())
    }

    fn click(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        let Some(line) = page::line_at(self, cx.area(), at) else { return };
        if let Some(list) = &mut self.keys {
            let waited = list.waiting.is_some();
            let moved = list.select(line);
            if moved || waited {
                return effects.draw();
            }
            return act_on_keys(self, Action::Accept, cx, effects);
        }
        let moved = self.select(line);
        let action = match page::arrow_at(cx.area(), at) {
            Some(false) => Action::Move(Direction::West),
            Some(true) => Action::Move(Direction::East),
            None if moved => return effects.draw(),
            None => Action::Accept,
        };
        Component::act(self, action, cx, effects);
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        page::draw(self, cx, scene.area, buffer);
        Some(say_over(cx.notices.shown.as_ref(), scene.is_covered, &cx.theme, scene.area, buffer))
    }

    fn picture(&self, scene: &Scene, cx: &Shared, easel: &mut Easel) -> Option<PlacedPicture> {
        page::picture(self, cx, scene.area, easel)
    }
}

/// Gives a setting the next of the values it can have, or the one before. A value that is none of
/// the usual ones stays among them.
fn turn_setting(
    page: &mut SettingsPage,
    cx: &mut Shared,
    (setting, up): (Setting, bool),
    effects: &mut Effects,
) {
    let Some(mut choices) = setting.choices(cx.settings()) else { return };
    if setting.is_open() {
        let usual = setting.choices(&Settings::default()).unwrap_or_default();
        if let Some(own) = choices.pop_if(|choice| !usual.contains(choice)) {
            page.own.insert(setting, own);
        }
        choices.extend(page.own.get(&setting).cloned());
    }
    let value = match cx.configuration.value(setting) {
        Value::Flag(on) => Value::Flag(!on),
        Value::Word(word) => Value::Word(turned(&choices, &word, up)),
        list @ Value::List(_) => list,
    };
    cx.change_setting(setting, &value, effects);
}

/// Does what a key asks on the list of keys.
fn act_on_keys(page: &mut SettingsPage, action: Action, cx: &mut Shared, effects: &mut Effects) {
    let Some(list) = &mut page.keys else { return };
    match action {
        Action::Cancel if list.waiting.is_some() => list.waiting = None,
        Action::Cancel => page.keys = None,
        Action::Accept => list.waiting = Some(Waiting::Replace),
        Action::Move(Direction::East) => list.waiting = Some(Waiting::Add),
        Action::Move(Direction::West) => {
            let line = list.selected();
            return bind_keys(cx, line, KEYMAP[line].keys.to_vec(), effects);
        }
        _ if list.act(action) => {}
        _ => return,
    }
    effects.draw();
}

fn bind_keys(cx: &mut Shared, line: usize, keys: Vec<Key>, effects: &mut Effects) {
    let names: Vec<String> = keys.iter().map(|key| key.name(true)).collect();
    if let Err(clash) = cx.configuration.settings.keymap.rebind(line, keys) {
        return cx.refuse(clash.to_string(), effects);
    }
    let usual = cx.keymap().is_usual(line);
    let (context, action) = (KEYMAP[line].context.id(), KEYMAP[line].name);
    let text = if usual {
        "these are the default keys".to_owned()
    } else {
        format!("bound to {}", names.join(", "))
    };
    cx.say(text, effects);
    cx.write_setting(&[KEYS, context, action], (!usual).then_some(Value::List(names)), effects);
}
