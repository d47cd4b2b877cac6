//! The home screen as a layer: the bottom of the stack.

pub mod menu;
pub mod sample;
mod view;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::Info;
use tetralith_session::clock::Clock;
use tetralith_session::match_play::MatchEvent;
use tetralith_session::practice::SeriesKind;

use self::menu::Home;
use crate::keymap::{Action, Context};
use crate::program::{Effects, LastGame, StorageRequest};
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::choice::Choice;
use crate::tui::layers::component::{Component, Scene, named};
use crate::tui::layers::editor::take_pasted;
use crate::tui::request::Request;
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;
use crate::tui::widgets::notice::say_over;

impl Component for Home {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        vec![Context::Home, Context::Menu, Context::Anywhere]
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        use Action as A;
        let mut hints = named([A::Accept]);
        hints.extend(self.going_on().map(|choice| match choice {
            Choice::Continue { is_going_on: false } => (A::Resume, Some("back")),
            _ => (A::Resume, None),
        }));
        hints.extend(named([A::PlayComputer, A::Rules, A::Learn, A::Settings, A::Quit, A::Daily]));
        hints
    }

    fn info(&self, cx: &Shared) -> Option<&'static Info> {
        self.info().or_else(|| Some(cx.game.table()?.game().info()))
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        let choice = match action {
            Action::Accept => Some(self.choice()),
            Action::EditPosition => return cx.request(Request::Edit(None)),
            Action::Resume => self.going_on(),
            Action::PlayComputer => self.computer(),
            Action::Daily => Some(Choice::Daily),
            Action::NewGame => {
                let info = Component::info(self, cx).unwrap_or_else(|| self.usual());
                Some(Choice::New(info))
            }
            Action::Open => Some(Choice::Open),
            _ => return effects.draw_if(self.act(action)),
        };
        match choice {
            Some(choice) => choose(&choice, cx, effects),
            None => cx.refuse("there is no unfinished game to resume", effects),
        }
    }

    /// Opens the editor with a position that is pasted.
    fn typed(&mut self, text: &str, cx: &mut Shared, effects: &mut Effects) {
        take_pasted(text, cx, effects);
    }

    fn hover(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        if let Some(line) =
            view::line_at(self, cx.area(), at).filter(|line| *line != self.selected())
        {
            self.select(line);
            effects.draw();
        }
    }

    fn click(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        let Some(line) = view::line_at(self, cx.area(), at) else { return };
        // The line named this game when it was clicked.
        let computer = self.computer();
        self.select(line);
        match (self.choice(), computer) {
            (Choice::Computer(_), Some(computer)) => choose(&computer, cx, effects),
            (choice, _) => choose(&choice, cx, effects),
        }
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        view::draw(self, cx, scene.area, buffer);
        Some(say_over(cx.notices.shown.as_ref(), scene.is_covered, &cx.theme, scene.area, buffer))
    }

    fn picture(&self, scene: &Scene, cx: &Shared, easel: &mut Easel) -> Option<PlacedPicture> {
        view::picture(self, cx, scene.area, easel)
    }
}

/// Does what a line of the home screen offers.
pub fn choose(choice: &Choice, cx: &mut Shared, effects: &mut Effects) {
    cx.request(match choice {
        Choice::Resume(path) | Choice::Recent(path) => {
            return effects.storage(StorageRequest::Load(path.clone()));
        }
        Choice::Computer(rematch) => {
            let LastGame { info, options, seats, clock } = rematch.like.clone();
            let now = cx.game.now().steady;
            let clock = if rematch.has_usual_clock {
                Clock::new(cx.settings().new_game.clock, true, now)
            } else {
                let loses = clock.is_none_or(|(_, loses)| loses);
                Clock::with_odds(clock.map(|(controls, _)| controls), loses, now)
            };
            return cx.handle(MatchEvent::Begin { info, options, seats, clock }, effects);
        }
        Choice::Continue { .. } => Request::Game,
        Choice::New(info) => Request::NewGame(info),
        Choice::Open => Request::Games { dir: None, sought: None },
        Choice::Edit => Request::Edit(None),
        Choice::Learn => Request::Learn,
        Choice::Puzzles(Some(info)) => Request::Puzzles(info, SeriesKind::Practice),
        Choice::Puzzles(None) => Request::ChoosePuzzles,
        Choice::Daily => Request::Daily,
        Choice::Rules => Request::Rules(None),
        Choice::Settings => Request::Settings,
        Choice::Quit => Request::Quit,
    });
}
