//! Pages of text that are scrolled: the help, the rules of a game, a comment.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::{Direction, Info, NodeId};

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
use crate::tui::widgets::page::{self, PageAreas, PageText, Sign};
use tetralith_session::match_play::BoardAct;

/// The most characters that are looked for in the help.
const HELP_CHARS: usize = 60;

/// Every key, and the signs on the board.
#[derive(Clone, Debug)]
pub struct Help {
    /// The contexts in which it was asked for: their keys come first.
    contexts: Vec<Context>,
    /// The signs on the board and what they mean, if there is a board.
    legend: Vec<Sign>,
    /// The words that are looked for among the keys.
    filter: TextInput,
    scroll: usize,
}

/// The rules of a game as a page, with the line it is scrolled to.
#[derive(Clone, Debug)]
pub struct RulesPage {
    /// The game.
    pub info: &'static Info,
    /// The game that illustrates them.
    sample: Sample,
    scroll: usize,
}

/// A comment that is too long for a line, to be read.
#[derive(Clone, Debug)]
pub struct Comment {
    turn: u32,
    /// The comment, safe to show.
    text: String,
    scroll: usize,
}

/// The report on the game at the board.
#[derive(Clone, Debug)]
pub struct ReportPage {
    text: String,
    /// The turning points: their turns, and the places after them.
    points: Vec<(u32, NodeId)>,
    /// The point whose position is shown beside the text.
    chosen: usize,
    scroll: usize,
}

/// The statistics of the user's own games, once they are there.
#[derive(Clone, Debug, Default)]
pub struct MyGamesPage {
    text: Option<String>,
    scroll: usize,
}

impl MyGamesPage {
    /// Takes in the statistics as text.
    pub fn take(&mut self, text: String) {
        self.text = Some(text);
    }

    fn page(&self) -> PageText<'_> {
        PageText::MyGames(self.text.as_deref().unwrap_or("Reading your games …"))
    }
}

impl ReportPage {
    /// The report `text`, with keys that lead to its turning `points`.
    pub const fn new(text: String, points: Vec<(u32, NodeId)>) -> Self {
        Self { text, points, chosen: 0, scroll: 0 }
    }

    fn page(&self) -> PageText<'_> {
        PageText::Report { text: &self.text, points: &self.points, chosen: self.chosen }
    }

    /// Leaves the page for a turning point, from 0.
    fn go_to(&self, point: usize, cx: &mut Shared, effects: &mut Effects) {
        if let Some(&(_, node)) = self.points.get(point) {
            cx.close();
            // A player who is there already sees it once the page is gone.
            let _ = cx.try_to(BoardAct::GoTo(node), effects);
            effects.draw();
        }
    }

    /// Hands the position of the chosen point, and what it is called, to `see`.
    fn see_point<T>(&self, cx: &Shared, see: impl FnOnce(&Preview, Heading) -> T) -> Option<T> {
        let &(turn, node) = self.points.get(self.chosen)?;
        let mut timeline = cx.game.table()?.timeline().clone();
        timeline.go_to(node);
        let board = Preview {
            game: timeline.position(),
            last: timeline.latest_cells(),
            pieces: timeline.pieces().into(),
            is_over: timeline.position().outcome().is_some(),
        };
        let count = format!("{} of {}", self.chosen + 1, self.points.len());
        let heading = Heading::with(format!("Turn {turn}"), vec![(count, cx.theme.dim())]);
        Some(see(&board, heading))
    }
}

impl Help {
    /// The help with the keys of `contexts` first.
    pub const fn new(contexts: Vec<Context>, legend: Vec<Sign>) -> Self {
        Self { contexts, legend, filter: TextInput::new(HELP_CHARS), scroll: 0 }
    }

    fn page<'a>(&'a self, cx: &'a Shared) -> PageText<'a> {
        let keymap = cx.keymap();
        PageText::Help {
            contexts: &self.contexts,
            legend: &self.legend,
            filter: &self.filter,
            keymap,
        }
    }
}

impl RulesPage {
    /// The rules of the game `info`.
    pub fn new(info: &'static Info) -> Self {
        Self { info, sample: Sample::of(info, Duration::ZERO), scroll: 0 }
    }
}

impl Comment {
    /// The comment `text` on turn number `turn`, scrolled to its start.
    pub const fn new(turn: u32, text: String) -> Self {
        Self { turn, text, scroll: 0 }
    }

    fn page(&self) -> PageText<'_> {
        PageText::Comment { turn: self.turn, text: &self.text }
    }
}

/// Returns how far a page is scrolled once a key was pressed on it.
fn turn(
    page: &PageText,
    before: usize,
    action: Action,
    cx: &Shared,
    effects: &mut Effects,
) -> usize {
    let area = cx.area();
    let rows = PageAreas::of(page, area).rows().saturating_sub(1).max(1);
    let wanted = match action {
        Action::Move(Direction::North) => before.saturating_sub(1),
        Action::Move(Direction::South) => before + 1,
        Action::BackTen => before.saturating_sub(rows),
        Action::ForwardTen => before + rows,
        Action::First => 0,
        Action::Last => usize::MAX,
        _ => before,
    };
    let scroll = wanted.min(page::most_scroll(page, area, &cx.theme));
    effects.draw_if(scroll != before);
    scroll
}

/// Draws a page, and returns the rows where messages can be shown over it.
fn draw(page: &PageText, scroll: usize, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Rect {
    page::draw(page, scroll, &cx.theme, scene.area, buffer);
    say_over(None, scene.is_covered, &cx.theme, scene.area, buffer)
}

impl Component for Help {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        // Without anything that is looked for there is nothing but the page to leave.
        let looks = !self.filter.text().is_empty();
        if looks {
            vec![Context::Filter, Context::Page]
        } else {
            vec![Context::Page, Context::Filter]
        }
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        named([Action::Cancel, Action::ForwardTen, Action::BackTen])
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        match action {
            Action::Cancel | Action::Erase | Action::EraseAll if !self.filter.text().is_empty() => {
                self.filter.act(if action == Action::Cancel { Action::EraseAll } else { action });
                self.scroll = 0;
                effects.draw();
            }
            Action::Cancel => cx.close(),
            _ => self.scroll = turn(&self.page(cx), self.scroll, action, cx, effects),
        }
    }

    fn typed(&mut self, text: &str, _cx: &mut Shared, effects: &mut Effects) {
        self.scroll = 0;
        self.filter.insert(text);
        effects.draw();
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        Some(draw(&self.page(cx), self.scroll, scene, cx, buffer))
    }
}

impl Component for RulesPage {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        vec![Context::Rules, Context::Page, Context::Anywhere]
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        use Action as A;
        named([
            A::Cancel,
            A::Move(Direction::East),
            A::Move(Direction::West),
            A::ForwardTen,
            A::BackTen,
        ])
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        match action {
            Action::Cancel => cx.close(),
            Action::Move(towards @ (Direction::East | Direction::West)) => {
                *self = Self::new(next_game(self.info, towards == Direction::East));
                effects.draw();
            }
            _ => {
                self.scroll = turn(&PageText::Rules(self.info), self.scroll, action, cx, effects);
            }
        }
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        let page = PageText::Rules(self.info);
        let says = draw(&page, self.scroll, scene, cx, buffer);
        let frame = PageAreas::of(&page, scene.area).board;
        if let (Some(frame), Some(position)) = (frame, self.sample.position()) {
            let (turn, _) = self.sample.turn();
            let turn = vec![(format!("turn {turn} of a sample game"), cx.theme.dim())];
            let heading = Heading::with(self.info.title, turn);
            position.draw_in(frame, &heading, cx.display, &cx.theme, buffer);
        }
        Some(says)
    }

    fn picture(&self, scene: &Scene, cx: &Shared, easel: &mut Easel) -> Option<PlacedPicture> {
        let frame = PageAreas::of(&PageText::Rules(self.info), scene.area).board?;
        self.sample.position()?.picture(cx.display, &cx.theme, frame.body(), easel)
    }
}

impl Component for Comment {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        vec![Context::Page, Context::Anywhere]
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        named([Action::Cancel, Action::ForwardTen, Action::BackTen])
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        if action == Action::Cancel {
            return cx.close();
        }
        self.scroll = turn(&self.page(), self.scroll, action, cx, effects);
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        Some(draw(&self.page(), self.scroll, scene, cx, buffer))
    }
}

impl Component for ReportPage {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        vec![Context::Report, Context::Page, Context::Anywhere]
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        use Action as A;
        let mut hints = named([A::Cancel, A::ForwardTen, A::BackTen]);
        if !self.points.is_empty() {
            let arrows = named([A::Move(Direction::West), A::Move(Direction::East)]);
            hints.splice(1..1, [vec![(A::Take(1), Some("to the turning point"))], arrows].concat());
        }
        hints
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        let points = self.points.len();
        match action {
            Action::Cancel => cx.close(),
            Action::Take(nth) => self.go_to(usize::from(nth).wrapping_sub(1), cx, effects),
            Action::Move(towards @ (Direction::East | Direction::West)) if points > 0 => {
                let area = cx.area();
                let into_view =
                    |page: &Self| page::scroll_to_point(&page.page(), page.scroll, &cx.theme, area);
                // Without a board beside the text, a point that is not seen comes first.
                let is_seen = PageAreas::of(&self.page(), area).board.is_some()
                    || into_view(self) == self.scroll;
                if is_seen {
                    self.chosen = around(self.chosen, points, towards == Direction::East);
                }
                self.scroll = into_view(self);
                effects.draw();
            }
            _ => self.scroll = turn(&self.page(), self.scroll, action, cx, effects),
        }
    }

    fn click(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        let point = page::point_at(&self.page(), self.scroll, &cx.theme, cx.area(), at);
        if let Some(point) = point {
            self.go_to(point, cx, effects);
        }
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        let says = draw(&self.page(), self.scroll, scene, cx, buffer);
        if let Some(frame) = PageAreas::of(&self.page(), scene.area).board {
            self.see_point(cx, |board, heading| {
                board.draw_in(frame, &heading, cx.display, &cx.theme, buffer);
            });
        }
        Some(says)
    }

    fn picture(&self, scene: &Scene, cx: &Shared, easel: &mut Easel) -> Option<PlacedPicture> {
        let room = PageAreas::of(&self.page(), scene.area).board?.body();
        self.see_point(cx, |board, _| board.picture(cx.display, &cx.theme, room, easel))?
    }
}

impl Component for MyGamesPage {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        vec![Context::Page, Context::Anywhere]
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        named([Action::Cancel, Action::ForwardTen, Action::BackTen])
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        if action == Action::Cancel {
            return cx.close();
        }
        self.scroll = turn(&self.page(), self.scroll, action, cx, effects);
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        Some(draw(&self.page(), self.scroll, scene, cx, buffer))
    }
}
