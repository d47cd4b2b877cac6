//! The home screen as a layer: the bottom of the stack.

pub mod menu;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::Info;

use self::menu::{Choice, Home};
use crate::keymap::{Action, Context};
use crate::program::{Effect, StorageRequest};
use crate::tui::layers::component::{Component, Scene, drawn, named};
use crate::tui::request::Request;
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;
use crate::tui::widgets::notice::say_over;

impl Component for Home {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        vec![Context::Menu, Context::Anywhere]
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        use Action as A;
        named([A::Accept, A::Rules, A::Learn, A::Settings, A::Quit])
    }

    fn info(&self, cx: &Shared) -> Option<&'static Info> {
        self.info().or_else(|| Some(cx.game.table()?.game().info()))
    }

    fn act(&mut self, action: Action, cx: &mut Shared) -> Vec<Effect> {
        if action == Action::Accept {
            return choose(&self.choice(), cx);
        }
        drawn(self.act(action))
    }

    fn hover(&mut self, at: Position, cx: &mut Shared) -> Vec<Effect> {
        match menu::line_at(self, cx.area(), at).filter(|line| *line != self.selected()) {
            Some(line) => {
                self.select(line);
                vec![Effect::Draw]
            }
            None => Vec::new(),
        }
    }

    fn click(&mut self, at: Position, cx: &mut Shared) -> Vec<Effect> {
        let Some(line) = menu::line_at(self, cx.area(), at) else { return Vec::new() };
        self.select(line);
        choose(&self.choice(), cx)
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        menu::draw(self, &cx.theme, scene.area, buffer);
        Some(say_over(cx.notices.shown.as_ref(), scene.is_covered, &cx.theme, scene.area, buffer))
    }
}

/// Does what a line of the home screen says.
pub fn choose(choice: &Choice, cx: &mut Shared) -> Vec<Effect> {
    cx.request(match choice {
        Choice::Resume(path) => return vec![Effect::Storage(StorageRequest::Load(path.clone()))],
        Choice::Continue => Request::Game,
        Choice::New(info) => Request::NewGame(info),
        Choice::Open => Request::Games { dir: None, sought: None },
        Choice::Learn => Request::Learn,
        Choice::Rules => Request::Rules(None),
        Choice::Settings => Request::Settings,
        Choice::Quit => Request::Quit,
    })
}
