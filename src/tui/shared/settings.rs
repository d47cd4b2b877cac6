//! The settings, and what follows when one of them is changed.

use super::state::Shared;
use crate::background::Background;
use crate::depth;
use crate::program::{Effects, TerminalRequest};
use crate::settings::{Setting, Value};
use crate::theme::Depth;
use crate::tui::board::layout::{BoardLayout, dots};
use crate::tui::board::legend::Drawn;
use tetralith_picture::look::Art;
use tetralith_picture::look::zoom::Zoom;
use tetralith_terminput::TerminalReport;

impl Shared {
    /// Shows what is wrong with the file of settings, if something is.
    pub fn tell_faults(&mut self, effects: &mut Effects) {
        let more = match self.configuration.faults.len() {
            0 | 1 => String::new(),
            n => format!(" (and {} more; tetralith config lists them all)", n - 1),
        };
        if let Some(first) = self.configuration.faults.first() {
            let text = format!("{first}{more}");
            self.refuse(text, effects);
        }
    }

    /// Asks whether the terminal is dark or light, if that decides on the theme.
    pub fn ask_background(&self, effects: &mut Effects) {
        if self.configuration.follows_background() {
            effects.terminal(TerminalRequest::AskBackground);
        }
    }

    /// Takes in whether the terminal is dark or light.
    pub fn take_background(&mut self, background: Background, effects: &mut Effects) {
        self.configuration.terminal.background = Some(background);
        self.renew_theme(effects);
    }

    /// Asks the terminal which it is and how many colours it shows, unless there are to be none.
    pub fn ask_colours(&mut self, effects: &mut Effects) {
        let terminal = self.configuration.terminal;
        if terminal.depth != Depth::Mono && terminal.multiplexer.is_none() {
            effects.terminal(TerminalRequest::AskColours);
        }
        // tmux need not be asked for its name.
        self.ask_graphics(effects);
    }

    /// Asks the terminal whether it shows pictures, once and where boards may be some.
    fn ask_graphics(&mut self, effects: &mut Effects) {
        let may_ask = !self.window.is_asked && self.configuration.may_picture();
        if let Some(question) = self.window.graphics.question().filter(|_| may_ask) {
            self.window.is_asked = true;
            effects.terminal(TerminalRequest::AskGraphics(question));
        }
    }

    /// Makes the theme again from what is known of the terminal.
    fn renew_theme(&mut self, effects: &mut Effects) {
        let theme = self.configuration.theme();
        self.display.dots = dots(&theme);
        let before = std::mem::replace(&mut self.theme, theme);
        effects.draw_if(before != theme);
    }

    /// Decides whether boards are pictures now.
    pub fn choose_art(&mut self) {
        let may_be = self.configuration.may_picture();
        self.display.picture = self.window.pictures().filter(|_| may_be);
    }

    /// Shows that the window is too small for the blocks that were asked for, if it is.
    pub fn tell_smaller_art(&mut self, effects: &mut Effects) {
        let is_smaller = |layout: BoardLayout| {
            layout.drawn() == Drawn::Characters && layout.zoom() < Zoom::Filled
        };
        if self.display.whole && self.board_layout().is_some_and(is_smaller) {
            let text = "the window is too small for blocks; the board is drawn in text";
            self.say(text, effects);
        }
    }

    /// Takes in what the terminal has answered.
    pub fn take_report(&mut self, report: TerminalReport, effects: &mut Effects) {
        let proven = depth::of_report(&report);
        if proven.is_some_and(|depth| self.configuration.terminal.prove(depth)) {
            self.renew_theme(effects);
        }
        let before = self.window.pictures();
        self.window.graphics.hear(report);
        effects.draw_if(self.window.pictures() != before);
        self.ask_graphics(effects);
    }

    /// Gives a setting a value, with all that follows from it, and has it written.
    pub fn change_setting(&mut self, setting: Setting, value: &Value, effects: &mut Effects) {
        if !setting.set(&mut self.configuration.settings, value) {
            return;
        }
        effects.draw();
        let settings = &self.configuration.settings;
        let asked = &mut self.configuration.asked;
        match setting {
            // A choice here takes precedence over the command line.
            Setting::Theme => asked.theme = None,
            Setting::Glyphs => asked.ascii = false,
            Setting::Mouse => {
                asked.no_mouse = false;
                self.window.mouse = settings.play.mouse;
                effects.terminal(TerminalRequest::CaptureMouse(self.window.mouse));
            }
            Setting::Board => {
                asked.board = None;
                self.display.zoom = settings.look.board.zoom();
                self.display.whole = settings.look.board == Art::Blocks;
            }
            Setting::Coordinates => self.display.coordinates = settings.look.coordinates,
            Setting::Announce => self.display.announce = settings.advice.announce,
            Setting::Marks => self.display.marks = settings.look.marks,
            Setting::Bell if settings.play.bell.on_turn() || settings.play.bell.on_refusal() => {
                effects.bell();
            }
            Setting::Autosave
            | Setting::AutosaveDir
            | Setting::Bell
            | Setting::Confirm
            | Setting::Game
            | Setting::First
            | Setting::Second
            | Setting::Program
            | Setting::EasierEvenMatch
            | Setting::Clock
            | Setting::Coach
            | Setting::Hints
            | Setting::Thoughts
            | Setting::Motion => {}
        }
        self.set_match(effects);
        self.theme = self.configuration.theme();
        self.display.dots = dots(&self.theme);
        if setting == Setting::Theme {
            self.ask_background(effects);
        }
        // Pictures may be possible now that were not before.
        self.ask_graphics(effects);
        let refused = self.configuration.colours_refused();
        if let Some((_, why)) = refused.filter(|_| setting == Setting::Theme) {
            let chosen = setting.value_title(value);
            self.say(format!("{chosen} is saved, but {why}, so colours are off now"), effects);
        }
        self.write_setting(&[setting.key()], Some(value.clone()), effects);
    }

    /// Has a value written to the file of settings.
    pub fn write_setting(&mut self, path: &[&str], value: Option<Value>, effects: &mut Effects) {
        match self.configuration.file.clone() {
            Some(file) => {
                let path = path.iter().map(|&name| name.to_owned()).collect();
                effects.configure(file, path, value);
            }
            None => self.refuse("settings cannot be saved; this one lasts until you quit", effects),
        }
    }
}
