//! What is set, and what comes of it when it is changed.

use ratatui::layout::Position;
use tetralith_core::{Colour, Direction};

use super::{App, Effect, Screen, StorageRequest, TerminalRequest};
use crate::settings::{KEYS, Setting, Settings, Value};
use crate::tui::configuration::Background;
use crate::tui::key_list::{KeyList, Waiting};
use crate::tui::keymap::{ALWAYS, Action, Context, KEYMAP, Key, Keymap};
use crate::tui::overlays::Purpose;
use crate::tui::settings_page::{self, Line, SettingsPage};
use crate::tui::theme::Glyphs;

impl App {
    /// What the user has set.
    pub const fn settings(&self) -> &Settings {
        &self.configuration.settings
    }

    /// Which key does what.
    pub const fn keymap(&self) -> &Keymap {
        &self.configuration.settings.keymap
    }

    /// What the key is called that does `action` where `context` is active, or that there is none.
    pub(super) fn key_for(&self, context: Context, action: Action) -> String {
        let bound = self.keymap().binding(&[context], action).and_then(|(_, keys)| keys.first());
        bound.map_or_else(|| "no key".to_owned(), |key| key.name(self.theme.glyphs() == Glyphs::Ascii))
    }

    /// Says why nobody can take a seat in a game that is only looked through.
    pub(super) fn refuse_watcher(&mut self) -> Vec<Effect> {
        let key = self.key_for(Context::Review, Action::PlayOn);
        self.refuse(format!("this game is only looked through; press {key} to play on, then choose who plays"))
    }

    /// Says that the game goes on here; where it `branches`, what becomes of the turns that followed; and whose turn is the
    /// computer's, for a record says nothing of that until one looks for it.
    pub(super) fn tell_playing_on(&mut self, branches: bool) -> Vec<Effect> {
        let followed = if branches { "; what followed stays as a variation" } else { "" };
        let computers = self.table().map(|table| {
            let is_computers = |colour: &Colour| table.holder_here(*colour).level().is_some();
            let sides: Vec<Colour> = Colour::BOTH.into_iter().filter(is_computers).collect();
            match sides[..] {
                [] => String::new(),
                [one] => format!("; {} is the computer's, {{seats}} changes that", table.names().title(one)),
                _ => "; both sides are the computer's, {seats} changes that".to_owned(),
            }
        });
        let computers = computers.unwrap_or_default();
        let text = format!("playing on from here{followed}{computers}; {{look-through}} looks through again");
        self.say(self.with_keys(&text))
    }

    pub(super) fn tell_nothing_to_take_back(&mut self) -> Vec<Effect> {
        let undo = self.key_for(Context::Table, Action::Undo);
        let home = self.key_for(Context::Table, Action::Home);
        let quit = self.key_for(Context::Anywhere, Action::Quit);
        self.say(format!("nothing to take back; {undo} undoes a step, {home} goes home, {quit} quits"))
    }

    /// Says what is wrong with the file of settings, if something is.
    pub(super) fn tell_faults(&mut self) {
        let more = match self.configuration.faults.len() {
            0 | 1 => String::new(),
            n => format!(" (and {} more; tetralith config names them all)", n - 1),
        };
        if let Some(first) = self.configuration.faults.first() {
            let text = format!("{first}{more}");
            self.refuse(text);
        }
    }

    /// Asks whether the terminal is dark or light, if that decides on the theme.
    pub(super) fn ask_background(&self) -> Option<Effect> {
        self.configuration.follows_background().then_some(Effect::Terminal(TerminalRequest::AskBackground))
    }

    pub(super) fn take_background(&mut self, background: Background) -> Vec<Effect> {
        self.configuration.terminal.background = Some(background);
        let theme = self.configuration.theme();
        let same = std::mem::replace(&mut self.theme, theme) == theme;
        if same { Vec::new() } else { vec![Effect::Draw] }
    }

    /// Shows the settings.
    pub(super) fn open_settings(&mut self) -> Vec<Effect> {
        if !matches!(self.screen, Screen::Settings(_)) {
            let back = std::mem::replace(&mut self.screen, Screen::Home);
            self.screen = Screen::Settings(SettingsPage::new(back));
        }
        vec![Effect::Draw]
    }

    pub(super) fn act_on_settings(&mut self, action: Action) -> Vec<Effect> {
        let Screen::Settings(page) = &mut self.screen else { return Vec::new() };
        if page.keys.is_some() && action != Action::Settings {
            return self.act_on_keys(action);
        }
        let settings = &self.configuration.settings;
        match (page.line(), action) {
            (_, Action::Cancel | Action::Settings) => {
                self.screen = std::mem::replace(&mut *page.back, Screen::Home);
                vec![Effect::Draw]
            }
            (Line::Keys, Action::Accept | Action::Move(Direction::East)) => {
                page.keys = Some(KeyList::default());
                vec![Effect::Draw]
            }
            (Line::Setting(setting), Action::Move(Direction::West)) => self.turn_setting(setting, false),
            (Line::Setting(setting), Action::Move(Direction::East)) => self.turn_setting(setting, true),
            (Line::Setting(setting), Action::Accept) => match (setting.choices(settings), setting.value(settings)) {
                (None, Value::Word(text)) => self.prompt(Purpose::GamesDir, &text),
                _ => self.turn_setting(setting, true),
            },
            _ if page.act(action) => vec![Effect::Draw],
            _ => Vec::new(),
        }
    }

    /// What a click on line `line` does, at `at`.
    pub(super) fn click_on_setting(&mut self, line: usize, at: Position) -> Vec<Effect> {
        let turn = settings_page::arrow_at(self.area(), at);
        let Screen::Settings(page) = &mut self.screen else { return Vec::new() };
        if let Some(list) = &mut page.keys {
            let waited = list.waiting.is_some();
            return if list.select(line) || waited { vec![Effect::Draw] } else { self.act_on_keys(Action::Accept) };
        }
        let moved = page.select(line);
        match turn {
            Some(false) => self.act_on_settings(Action::Move(Direction::West)),
            Some(true) => self.act_on_settings(Action::Move(Direction::East)),
            None if moved => vec![Effect::Draw],
            None => self.act_on_settings(Action::Accept),
        }
    }

    /// Gives a setting the next of the values it can have, or the one before.
    fn turn_setting(&mut self, setting: Setting, up: bool) -> Vec<Effect> {
        let Some(choices) = setting.choices(self.settings()) else { return Vec::new() };
        let value = match setting.value(self.settings()) {
            Value::Flag(on) => Value::Flag(!on),
            Value::Word(word) => {
                let shown =
                    if setting == Setting::Theme { self.configuration.theme_name() } else { Some(word.as_str()) };
                let at = shown.and_then(|shown| choices.iter().position(|choice| choice == shown)).unwrap_or(0);
                let step = if up { 1 } else { choices.len() - 1 };
                Value::Word(choices[(at + step) % choices.len()].clone())
            }
            list @ Value::List(_) => list,
        };
        self.change_setting(setting, &value)
    }

    /// Gives a setting a value, with all that follows from it, and has it written.
    pub(super) fn change_setting(&mut self, setting: Setting, value: &Value) -> Vec<Effect> {
        if !setting.set(&mut self.configuration.settings, value) {
            return Vec::new();
        }
        let mut effects = vec![Effect::Draw];
        let settings = &self.configuration.settings;
        let asked = &mut self.configuration.asked;
        match setting {
            // What is chosen here comes after what the command line said.
            Setting::Theme => asked.theme = None,
            Setting::Glyphs => asked.ascii = false,
            Setting::Mouse => {
                asked.no_mouse = false;
                self.mouse = settings.mouse;
                effects.push(Effect::Terminal(TerminalRequest::CaptureMouse(self.mouse)));
            }
            Setting::Board => self.display.zoom = settings.board,
            Setting::Coordinates => self.display.coordinates = settings.coordinates,
            Setting::Marks => self.display.marks = settings.marks,
            Setting::AutosaveDir => {
                effects.push(Effect::Storage(StorageRequest::KeepIn(settings.autosave_dir.clone())));
            }
            Setting::Autosave if self.keeping.unsaved && settings.autosave => effects.extend(self.keep()),
            Setting::Bell if settings.bell.on_turn() || settings.bell.on_refusal() => {
                effects.push(Effect::Terminal(TerminalRequest::Bell));
            }
            Setting::Autosave
            | Setting::Bell
            | Setting::Confirm
            | Setting::Game
            | Setting::First
            | Setting::Second
            | Setting::Clock
            | Setting::Hints => {}
        }
        self.theme = self.configuration.theme();
        if setting == Setting::Theme {
            effects.extend(self.ask_background());
        }
        if setting == Setting::Theme && self.configuration.no_color_overrides() {
            let chosen = settings_page::value_title(setting, value);
            effects.extend(self.say(format!("{chosen} is kept, but NO_COLOR is set, so nothing has a colour now")));
        }
        effects.extend(self.write_setting(&[setting.key()], Some(value.clone())));
        effects.dedup();
        effects
    }

    /// Has a value written to the file of settings.
    pub(super) fn write_setting(&mut self, path: &[&str], value: Option<Value>) -> Vec<Effect> {
        match self.configuration.file.clone() {
            Some(file) => {
                let path = path.iter().map(|&name| name.to_owned()).collect();
                vec![Effect::Configure { file, path, value }]
            }
            None => self.refuse("there is nowhere to keep settings; this one counts until the program ends"),
        }
    }

    /// Says that a setting was not written.
    pub(super) fn tell_unwritten(&mut self, why: &str) -> Vec<Effect> {
        self.refuse(format!("{why}; the change counts until the program ends"))
    }

    /// Keeps games from now on in the directory that was typed.
    pub(super) fn change_games_dir(&mut self, text: &str) -> Vec<Effect> {
        self.close();
        self.change_setting(Setting::AutosaveDir, &Value::Word(text.to_owned()))
    }

    // ----- keys

    fn act_on_keys(&mut self, action: Action) -> Vec<Effect> {
        let Screen::Settings(SettingsPage { keys: keys @ Some(_), .. }) = &mut self.screen else { return Vec::new() };
        let Some(list) = keys else { return Vec::new() };
        match action {
            Action::Cancel if list.waiting.is_some() => list.waiting = None,
            Action::Cancel => *keys = None,
            Action::Accept => list.waiting = Some(Waiting::Replace),
            Action::Move(Direction::East) => list.waiting = Some(Waiting::Add),
            Action::Move(Direction::West) => {
                let line = list.selected();
                return self.bind_keys(line, KEYMAP[line].keys.to_vec());
            }
            _ if list.act(action) => {}
            _ => return Vec::new(),
        }
        vec![Effect::Draw]
    }

    /// Takes a key that is pressed to be bound, if one is waited for.
    pub(super) fn take_key(&mut self, key: Key) -> Option<Vec<Effect>> {
        let Screen::Settings(SettingsPage { keys: Some(list), .. }) = &mut self.screen else { return None };
        let waiting = list.waiting.filter(|_| self.overlays.is_empty())?;
        if ALWAYS.iter().any(|binding| binding.keys.contains(&key)) {
            return None;
        }
        list.waiting = None;
        let line = list.selected();
        if self.keymap().action(&[Context::Menu], key, false) == Some(Action::Cancel) {
            return Some(vec![Effect::Draw]);
        }
        let mut keys = match waiting {
            Waiting::Replace => Vec::new(),
            Waiting::Add => self.keymap().keys(line).to_vec(),
        };
        if !keys.contains(&key) {
            keys.push(key);
        }
        Some(self.bind_keys(line, keys))
    }

    fn bind_keys(&mut self, line: usize, keys: Vec<Key>) -> Vec<Effect> {
        let names: Vec<String> = keys.iter().map(|key| key.name(true)).collect();
        if let Err(clash) = self.configuration.settings.keymap.rebind(line, keys) {
            return self.refuse(clash.to_string());
        }
        let usual = self.keymap().is_usual(line);
        let (context, action) = (KEYMAP[line].context.id(), KEYMAP[line].action.id());
        let mut effects = self.say(if usual {
            "these are the usual keys".to_owned()
        } else {
            format!("bound to {}", names.join(", "))
        });
        effects.extend(self.write_setting(&[KEYS, &context, &action], (!usual).then_some(Value::List(names))));
        effects
    }

    // ----- steps that must be chosen twice

    /// Chooses the step that would be made, if steps are to be confirmed and this one has not been chosen yet.
    pub(super) fn arm(&mut self) -> Option<Vec<Effect>> {
        let table = self.table().filter(|_| self.settings().confirm)?;
        let steps = table.choice()?.to_vec();
        let here = (table.timeline().cursor(), steps);
        let names = table.names();
        if self.armed.take().as_ref() == Some(&here) {
            return None;
        }
        let text: Vec<String> = here.1.iter().map(|&step| names.step(step)).collect();
        let effects = self.say(format!("{} is chosen; the same again plays it", text.join(", ")));
        self.armed = Some(here);
        Some(effects)
    }

    /// Forgets the step that was chosen once another would be made.
    pub(super) fn disarm(&mut self) {
        let chosen = self.table().filter(|_| matches!(self.screen, Screen::Table)).and_then(|table| {
            let steps = table.choice()?;
            Some((table.timeline().cursor(), steps))
        });
        if self.armed.as_ref().is_some_and(|(node, steps)| chosen != Some((*node, steps.as_slice()))) {
            self.armed = None;
        }
    }
}
