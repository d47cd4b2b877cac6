//! What the home screen and the form for a new game do.

use tetralith_core::Direction;

use super::{App, Effect, Screen, StorageRequest};
use crate::clock::Clock;
use crate::tui::form::Field;
use crate::tui::home::Choice;
use crate::tui::keymap::Action;
use crate::tui::overlays::Overlay;

impl App {
    pub(super) fn go_home(&mut self) -> Vec<Effect> {
        self.screen = Screen::Home;
        self.home.show(self.seated.is_some());
        vec![Effect::Draw]
    }

    pub(super) fn act_at_home(&mut self, action: Action) -> Vec<Effect> {
        if action == Action::Accept {
            return self.choose(self.home.choice());
        }
        if self.home.act(action) { vec![Effect::Draw] } else { Vec::new() }
    }

    /// Does what a line of the home screen says.
    pub(super) fn choose(&mut self, choice: Choice) -> Vec<Effect> {
        match choice {
            Choice::Continue => {
                self.screen = Screen::Table;
                vec![Effect::Draw]
            }
            Choice::Resume(path) => vec![Effect::Storage(StorageRequest::Load(path))],
            Choice::New(info) => {
                self.screen = Screen::NewGame(self.form_of(info));
                vec![Effect::Draw]
            }
            Choice::Open => self.browse(None),
            Choice::Learn => self.open_lessons(),
            Choice::Rules => self.open(Overlay::Rules { info: self.info(), scroll: 0 }),
            Choice::Settings => self.open_settings(),
            Choice::Quit => self.quit(),
        }
    }

    pub(super) fn act_on_form(&mut self, action: Action) -> Vec<Effect> {
        let Screen::NewGame(form) = &mut self.screen else { return Vec::new() };
        if form.clock_mut().act(action).is_some() {
            return vec![Effect::Draw];
        }
        match action {
            Action::Cancel => {
                // Back to the line one came from.
                let line = matches!(self.home.choice(), Choice::New(_)).then(|| self.home.selected());
                self.go_home();
                if let Some(line) = line {
                    self.home.select(line);
                }
                return vec![Effect::Draw];
            }
            Action::Accept if form.field() == Field::Clock => {
                form.clock_mut().edit();
                return vec![Effect::Draw];
            }
            Action::Accept if matches!(form.field(), Field::Start | Field::Company | Field::Level(_)) => {
                let (info, seats) = (form.info, form.seats());
                return match form.options() {
                    Ok(options) => {
                        let clock = Clock::new(form.clock().control(), form.clock().loses, self.now.steady);
                        self.start_game(info, options, seats, clock)
                    }
                    Err(error) => self.refuse(error.to_string()),
                };
            }
            Action::Accept => {
                // What was typed or chosen with the arrows stays as it is.
                form.act(Action::Move(Direction::South));
                return vec![Effect::Draw];
            }
            _ => {}
        }
        let edits = form.input().is_some_and(|input| input.act(action));
        if edits || form.act(action) { vec![Effect::Draw] } else { Vec::new() }
    }
}
