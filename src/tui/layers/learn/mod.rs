//! The list of lessons as a layer.

pub mod list;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::{Direction, Info};

use self::list::{Learn, LearnLine};
use crate::keymap::{Action, Context};
use crate::program::Effects;
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::layers::component::{Component, Scene, named};
use crate::tui::request::Request;
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;
use crate::tui::widgets::notice::say_over;

impl Component for Learn {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        vec![Context::Menu, Context::Anywhere]
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        let mut hints = named([Action::Accept]);
        hints.push(if self.is_among_lessons() {
            (Action::Move(Direction::West), Some("games"))
        } else {
            (Action::Move(Direction::East), Some("lessons"))
        });
        hints.extend(named([Action::Cancel, Action::Quit]));
        hints
    }

    fn info(&self, _cx: &Shared) -> Option<&'static Info> {
        Some(self.info())
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        match action {
            Action::Cancel => cx.close(),
            Action::Accept => cx.request(match self.opens(&cx.learnt.progress) {
                LearnLine::Step(step) => Request::Lesson(self.info(), step),
                LearnLine::Strategy(lesson) => Request::Strategy(self.info(), lesson),
                LearnLine::Watch(game) => Request::Watch(self.info(), game),
                LearnLine::Puzzles(kind) => Request::Puzzles(self.info(), kind),
                LearnLine::Openings(source) => {
                    Request::Opening { info: self.info(), source, after: None }
                }
            }),
            _ => effects.draw_if(self.act(action, &cx.learnt.progress)),
        }
    }

    fn hover(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        if let Some(line) =
            list::line_at(self, cx.area(), at).filter(|line| !self.is_selected(*line))
        {
            self.select(line);
            effects.draw();
        }
    }

    fn click(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        let Some(line) = list::line_at(self, cx.area(), at) else { return };
        self.select(line);
        Component::act(self, Action::Accept, cx, effects);
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        list::draw(self, cx, scene.area, buffer);
        Some(say_over(cx.notices.shown.as_ref(), scene.is_covered, &cx.theme, scene.area, buffer))
    }

    fn picture(&self, scene: &Scene, cx: &Shared, easel: &mut Easel) -> Option<PlacedPicture> {
        list::picture(self, cx, scene.area, easel)
    }
}
