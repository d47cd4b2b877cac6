//! Pages of text that are scrolled: help, rules, comments, reports, statistics.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::{Direction, Info};

use super::component::{Component, Scene, named};
use super::home::sample::Sample;
use crate::keymap::{Action, Context};
use crate::program::Effects;
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::board::preview::Preview;
use crate::tui::shared::Shared;
use crate::tui::widgets::frame::Heading;
use crate::tui::widgets::hint_line::Named;
use crate::tui::widgets::input::TextInput;
use crate::tui::widgets::menus::{around, next_game};
use crate::tui::widgets::notice::say_over;
use crate::tui::widgets::page::{PageText, SetPage, Sign};
use tetralith_session::match_play::BoardAct;

/// The most characters that are looked for in the help.
const HELP_CHARS: usize = 60;

/// A page of text, with the line it is scrolled to.
#[derive(Clone, Debug)]
pub struct TextPage {
    /// The text.
    pub text: PageText,
    /// The game that illustrates rules.
    sample: Option<Sample>,
    scroll: usize,
}

impl TextPage {
    /// A page with `text`, scrolled to its start.
    pub fn new(text: PageText) -> Self {
        let sample = match &text {
            PageText::Rules(info) => Some(Sample::of(info, Duration::ZERO)),
            _ => None,
        };
        Self { text, sample, scroll: 0 }
    }

    /// The rules of the game `info`.
    pub fn rules(info: &'static Info) -> Self {
        Self::new(PageText::Rules(info))
    }

    /// The help with the keys of `contexts` first, and the `legend` of the board.
    pub fn help(contexts: Vec<Context>, legend: Vec<Sign>) -> Self {
        Self::new(PageText::Help { contexts, legend, filter: TextInput::new(HELP_CHARS) })
    }

    /// True for the help, on which characters are looked for.
    pub const fn is_help(&self) -> bool {
        matches!(self.text, PageText::Help { .. })
    }

    fn set(&self, cx: &Shared, area: Rect) -> SetPage<'_> {
        SetPage::new(&self.text, cx.keymap(), cx.theme.is_ascii(), area)
    }

    /// Scrolls as a key asks.
    fn turn(&mut self, action: Action, cx: &Shared, effects: &mut Effects) {
        let set = self.set(cx, cx.area());
        let (before, rows) = (self.scroll, set.rows().saturating_sub(1).max(1));
        let wanted = match action {
            Action::Move(Direction::North) => before.saturating_sub(1),
            Action::Move(Direction::South) => before + 1,
            Action::BackTen => before.saturating_sub(rows),
            Action::ForwardTen => before + rows,
            Action::First => 0,
            Action::Last => usize::MAX,
            _ => before,
        };
        self.scroll = wanted.min(set.most_scroll());
        effects.draw_if(self.scroll != before);
    }

    /// Does what a key asks of this page alone; false if it is what a key does on every page.
    fn act_here(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) -> bool {
        match (&mut self.text, action) {
            (PageText::Help { filter, .. }, Action::Cancel | Action::Erase | Action::EraseAll)
                if !filter.text().is_empty() =>
            {
                filter.act(if action == Action::Cancel { Action::EraseAll } else { action });
                self.scroll = 0;
                effects.draw();
            }
            (
                PageText::Rules(info),
                Action::Move(towards @ (Direction::East | Direction::West)),
            ) => {
                *self = Self::rules(next_game(info, towards == Direction::East));
                effects.draw();
            }
            (PageText::Report { .. }, Action::Take(nth)) => {
                self.go_to(usize::from(nth).wrapping_sub(1), cx, effects);
            }
            (
                PageText::Report { points, .. },
                Action::Move(towards @ (Direction::East | Direction::West)),
            ) if !points.is_empty() => {
                self.choose_next(towards == Direction::East, cx);
                effects.draw();
            }
            _ => return false,
        }
        true
    }

    /// Chooses the turning point after the one that is chosen, or the one before, and has it in
    /// view.
    fn choose_next(&mut self, up: bool, cx: &Shared) {
        let set = self.set(cx, cx.area());
        // Without a board beside the text, a point that is not seen comes first.
        let is_seen = set.board().is_some() || set.scroll_to_point(self.scroll) == self.scroll;
        if let PageText::Report { points, chosen, .. } = &mut self.text
            && is_seen
        {
            *chosen = around(*chosen, points.len(), up);
        }
        self.scroll = self.set(cx, cx.area()).scroll_to_point(self.scroll);
    }

    /// Leaves the report for a turning point, from 0.
    fn go_to(&self, point: usize, cx: &mut Shared, effects: &mut Effects) {
        let PageText::Report { points, .. } = &self.text else { return };
        if let Some(&(_, node)) = points.get(point) {
            cx.close();
            // A player who is there already sees it once the page is gone.
            let _ = cx.try_to(BoardAct::GoTo(node), effects);
            effects.draw();
        }
    }

    /// Hands the board beside the text, and what it is called, to `see`: that of a sample of the
    /// game, or of the chosen turning point.
    fn see_board<T>(&self, cx: &Shared, see: impl FnOnce(&Preview, Heading) -> T) -> Option<T> {
        let dim = cx.theme.dim();
        match &self.text {
            PageText::Rules(info) => {
                let sample = self.sample.as_ref()?;
                let turn = format!("turn {} of a sample game", sample.turn().0);
                Some(see(&sample.position()?, Heading::with(info.title, vec![(turn, dim)])))
            }
            PageText::Report { points, chosen, .. } => {
                let &(turn, node) = points.get(*chosen)?;
                let mut timeline = cx.game.table()?.timeline().clone();
                timeline.go_to(node);
                let board = Preview {
                    game: timeline.position(),
                    last: timeline.latest_cells(),
                    pieces: timeline.pieces().into(),
                    is_over: timeline.position().outcome().is_some(),
                };
                let count = format!("{} of {}", chosen + 1, points.len());
                Some(see(&board, Heading::with(format!("Turn {turn}"), vec![(count, dim)])))
            }
            PageText::Help { .. } | PageText::Comment { .. } | PageText::MyGames(_) => None,
        }
    }
}

impl Component for TextPage {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        match &self.text {
            // Without anything that is looked for there is nothing but the page to leave.
            PageText::Help { filter, .. } if filter.text().is_empty() => {
                vec![Context::Page, Context::Filter]
            }
            PageText::Help { .. } => vec![Context::Filter, Context::Page],
            PageText::Rules(_) => vec![Context::Rules, Context::Page, Context::Anywhere],
            PageText::Report { .. } => vec![Context::Report, Context::Page, Context::Anywhere],
            PageText::Comment { .. } | PageText::MyGames(_) => {
                vec![Context::Page, Context::Anywhere]
            }
        }
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        use Action as A;
        let [west, east] = [Direction::West, Direction::East].map(|to| (A::Move(to), None));
        let own = match &self.text {
            PageText::Rules(_) => vec![east, west],
            PageText::Report { points, .. } if !points.is_empty() => {
                vec![(A::Take(1), Some("to the turning point")), west, east]
            }
            _ => Vec::new(),
        };
        [named([A::Cancel]), own, named([A::ForwardTen, A::BackTen])].concat()
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        if self.act_here(action, cx, effects) {
            return;
        }
        match action {
            Action::Cancel => cx.close(),
            _ => self.turn(action, cx, effects),
        }
    }

    fn typed(&mut self, text: &str, _cx: &mut Shared, effects: &mut Effects) {
        if let PageText::Help { filter, .. } = &mut self.text {
            filter.insert(text);
            self.scroll = 0;
            effects.draw();
        }
    }

    fn click(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        if let Some(point) = self.set(cx, cx.area()).point_at(self.scroll, at) {
            self.go_to(point, cx, effects);
        }
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        let set = self.set(cx, scene.area);
        set.draw(self.scroll, &cx.theme, scene.area, buffer);
        if let Some(frame) = set.board() {
            self.see_board(cx, |board, heading| {
                board.draw_in(frame, &heading, cx.display, &cx.theme, buffer);
            });
        }
        Some(say_over(None, scene.is_covered, &cx.theme, scene.area, buffer))
    }

    fn picture(&self, scene: &Scene, cx: &Shared, easel: &mut Easel) -> Option<PlacedPicture> {
        let room = self.set(cx, scene.area).board()?.body();
        self.see_board(cx, |board, _| board.picture(cx.display, &cx.theme, room, easel))?
    }
}
