//! Pages of text that are scrolled: the help, the rules of a game, a comment.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;
use tetralith_core::{Direction, Info, NodeId, games};

use super::component::{Component, Scene, named};
use crate::keymap::{Action, Context};
use crate::program::Effects;
use crate::theme::Theme;
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;
use crate::tui::widgets::input::TextInput;
use crate::tui::widgets::notice::say_over;
use crate::tui::widgets::page::{self, PageText};
use tetralith_session::match_play::BoardAct;

/// The most characters that are looked for in the help.
const HELP_CHARS: usize = 60;

/// Every key, and the signs on the board.
#[derive(Clone, Debug)]
pub struct Help {
    /// The contexts in which it was asked for: their keys come first.
    contexts: Vec<Context>,
    /// The signs on the board and what they mean, if there is a board.
    legend: Vec<(Span<'static>, String)>,
    /// The words that are looked for among the keys.
    filter: TextInput,
    scroll: usize,
}

/// The rules of a game.
#[derive(Clone, Debug)]
pub struct RulesPage {
    /// The game.
    pub info: &'static Info,
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
        Self { text, points, scroll: 0 }
    }
}

impl Help {
    /// The help with the keys of `contexts` first.
    pub const fn new(contexts: Vec<Context>, legend: Vec<(Span<'static>, String)>) -> Self {
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
    pub const fn new(info: &'static Info) -> Self {
        Self { info, scroll: 0 }
    }
}

impl Comment {
    /// The comment `text` on a turn.
    pub const fn new(turn: u32, text: String) -> Self {
        Self { turn, text, scroll: 0 }
    }
}

/// Scrolls a page as a key asks, or leaves it.
fn turn(
    page: &PageText,
    scroll: &mut usize,
    action: Action,
    theme: &Theme,
    area: Rect,
    effects: &mut Effects,
) {
    let rows = usize::from(area.height.saturating_sub(4)).max(1);
    let before = *scroll;
    let wanted = match action {
        Action::Move(Direction::North) => before.saturating_sub(1),
        Action::Move(Direction::South) => before + 1,
        Action::BackTen => before.saturating_sub(rows),
        Action::ForwardTen => before + rows,
        Action::First => 0,
        Action::Last => usize::MAX,
        _ => before,
    };
    *scroll = wanted.min(page::most_scroll(page, area, theme));
    if *scroll == before {
    } else {
        effects.draw();
    }
}

/// Draws a page, and returns the rows where something can be said over it.
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
            _ => {
                let mut scroll = self.scroll;
                turn(&self.page(cx), &mut scroll, action, &cx.theme, cx.area(), effects);
                self.scroll = scroll;
            }
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
                let n = games::INFOS.len();
                let at =
                    games::INFOS.iter().position(|other| other.id == self.info.id).unwrap_or(0);
                let on = if towards == Direction::East { 1 } else { n - 1 };
                *self = Self::new(games::INFOS[(at + on) % n]);
                effects.draw();
            }
            _ => turn(
                &PageText::Rules(self.info),
                &mut self.scroll,
                action,
                &cx.theme,
                cx.area(),
                effects,
            ),
        }
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        Some(draw(&PageText::Rules(self.info), self.scroll, scene, cx, buffer))
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
        let page = PageText::Comment { turn: self.turn, text: &self.text };
        turn(&page, &mut self.scroll, action, &cx.theme, cx.area(), effects);
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        Some(draw(
            &PageText::Comment { turn: self.turn, text: &self.text },
            self.scroll,
            scene,
            cx,
            buffer,
        ))
    }
}

impl Component for ReportPage {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        vec![Context::Report, Context::Page, Context::Anywhere]
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        let jumps =
            (!self.points.is_empty()).then_some((Action::Take(1), Some("to the turning point")));
        let mut hints = named([Action::Cancel, Action::ForwardTen, Action::BackTen]);
        hints.splice(1..1, jumps);
        hints
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        match action {
            Action::Cancel => cx.close(),
            Action::Take(nth) => {
                if let Some(&(_, node)) = self.points.get(usize::from(nth).wrapping_sub(1)) {
                    cx.close();
                    // A player who is there already sees it once the page is gone.
                    let _ = cx.try_to(BoardAct::GoTo(node), effects);
                    effects.draw();
                }
            }
            _ => {
                let page = PageText::Report { text: &self.text, points: &self.points };
                turn(&page, &mut self.scroll, action, &cx.theme, cx.area(), effects);
            }
        }
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        Some(draw(
            &PageText::Report { text: &self.text, points: &self.points },
            self.scroll,
            scene,
            cx,
            buffer,
        ))
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
        let mut scroll = self.scroll;
        turn(&self.page(), &mut scroll, action, &cx.theme, cx.area(), effects);
        self.scroll = scroll;
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        Some(draw(&self.page(), self.scroll, scene, cx, buffer))
    }
}
