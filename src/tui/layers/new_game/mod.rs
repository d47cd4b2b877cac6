//! The form for a new game as a layer.

pub mod clock_choice;
pub mod form;
mod game_choice;
mod players;
mod view;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::{Direction, Info, SetupError};

use self::form::{Errand, Field, NewGameForm};
use super::component::{Component, Scene, named};
use crate::keymap::{Action, Context};
use crate::program::Effects;
use crate::settings::{Setting, Value};
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;
use crate::tui::widgets::notice::say_over;
use tetralith_gtp::GtpProgram;
use tetralith_session::clock::Clock;
use tetralith_session::match_play::{MatchEvent, SetUp};

impl Component for NewGameForm {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        if self.is_typing() {
            vec![Context::Name, Context::Menu]
        } else {
            vec![Context::Menu, Context::Anywhere]
        }
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        use Action as A;
        let enter = match (self.field(), self.errand()) {
            (Field::Start, Errand::Board) => "to the board",
            (Field::Start, Errand::Game | Errand::Position(_)) => "start",
            _ => "next line",
        };
        [vec![(A::Accept, Some(enter))], named([A::Cancel, A::Rules, A::Learn, A::Quit])].concat()
    }

    fn info(&self, _cx: &Shared) -> Option<&'static Info> {
        Some(self.info())
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        self.settle();
        let clock = self.clock_mut();
        let is_taken = clock.act(action).is_some();
        if is_taken && (action != Action::Accept || clock.typed().is_some()) {
            return effects.draw();
        }
        match (action, self.field()) {
            (Action::Cancel, _) => return cx.close(),
            (Action::Accept, Field::Start) => return carry_out(self, cx, effects),
            (Action::Accept, _) => {
                // Values typed or chosen with the arrows stay as they are.
                self.act(Action::Move(Direction::South));
                return effects.draw();
            }
            _ => {}
        }
        let edits = self.input().is_some_and(|input| input.act(action));
        effects.draw_if(edits || self.act(action));
    }

    fn begins_text(&self, c: char) -> bool {
        self.begins_value(c)
    }

    fn typed(&mut self, text: &str, _cx: &mut Shared, effects: &mut Effects) {
        self.settle();
        effects.draw_if(self.insert(text));
    }

    fn click(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        let Some(line) = view::line_at(self, cx.area(), at) else { return };
        self.settle();
        // A clock that is typed wrong is reported first.
        if self.clock_mut().settle() {
            self.select(line);
            let ascii = cx.theme.is_ascii();
            match (view::arrow_at(self, ascii, cx.area(), at), self.field()) {
                (Some(up), _) => drop(self.turn(up)),
                (None, Field::Start) => return Component::act(self, Action::Accept, cx, effects),
                (None, _) => {}
            }
        }
        effects.draw();
    }

    fn wheel(
        &mut self,
        _at: Position,
        _up: bool,
        _cx: &mut Shared,
        _effects: &mut Effects,
    ) -> bool {
        true
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        view::draw(self, cx, scene.area, buffer);
        Some(say_over(cx.notices.shown.as_ref(), scene.is_covered, &cx.theme, scene.area, buffer))
    }

    fn picture(&self, scene: &Scene, cx: &Shared, easel: &mut Easel) -> Option<PlacedPicture> {
        view::picture(self, cx, scene.area, easel)
    }
}

fn carry_out(form: &NewGameForm, cx: &mut Shared, effects: &mut Effects) {
    match form.programs() {
        Err(why) => return cx.refuse(why, effects),
        Ok(programs) => keep_program(&programs, cx, effects),
    }
    if let Err(error) = begin(form, cx, effects) {
        cx.refuse(error.to_string(), effects);
    }
}

/// Keeps the command of the program that was chosen last, for the next game and for resuming.
fn keep_program(programs: &[GtpProgram], cx: &mut Shared, effects: &mut Effects) {
    let Some(command) = programs.last().map(ToString::to_string) else { return };
    if cx.settings().program().as_ref() != Some(&command) {
        cx.change_setting(Setting::Program, &Value::Word(command), effects);
    }
}

fn begin(form: &NewGameForm, cx: &mut Shared, effects: &mut Effects) -> Result<(), SetupError> {
    let options = form.options()?;
    if let Some(coach) = form.coach().filter(|coach| *coach != cx.settings().advice.coach) {
        cx.change_setting(Setting::Coach, &Value::Flag(coach), effects);
    }
    let (controls, loses) = (form.controls(), form.clock().loses);
    let clock = || Clock::with_odds(controls, loses, cx.game.now().steady);
    match form.errand() {
        Errand::Game => {
            let clock = clock();
            let (info, seats) = (form.info(), form.seats());
            cx.handle(MatchEvent::Begin { info, options, seats, clock }, effects);
        }
        Errand::Position(position) => {
            let clock = clock();
            let (position, seats) = (position.clone(), form.seats());
            let set_up = Some(SetUp::Play);
            cx.handle(MatchEvent::BeginAt { position, seats, clock, set_up }, effects);
        }
        Errand::Board => {
            if let Some(editor) = &mut cx.editor {
                editor.set_options(form.info(), options);
            }
            cx.close();
        }
    }
    Ok(())
}
