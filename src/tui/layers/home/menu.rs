//! The home screen: which game, or which file.

use std::path::{Path, PathBuf};

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::{Info, games};

use crate::keymap::Action;
use crate::program::{Peek, Summary};
use crate::theme::{Glyphs, Theme};
use crate::tui::widgets::menus::move_in_list;
use crate::tui::widgets::paint::{first_shown, put, put_all, put_lines, wrap};
use tetralith_session::words::options_text;

/// One line of the home screen.
#[derive(Clone, Debug)]
pub enum Choice {
    /// Back to the game on the table.
    Continue,
    /// On with the game that was kept when the program ended.
    Resume(PathBuf),
    /// A new game.
    New(&'static Info),
    /// A saved game.
    Open,
    /// The lessons.
    Learn,
    /// The rules.
    Rules,
    /// The settings.
    Settings,
    /// The end.
    Quit,
}

impl Choice {
    /// Its name.
    pub const fn title(&self) -> &'static str {
        match self {
            Self::Continue => "Continue game",
            Self::Resume(_) => "Resume the unfinished game",
            Self::New(info) => info.title,
            Self::Open => "Open a saved game",
            Self::Learn => "Learn",
            Self::Rules => "Rules",
            Self::Settings => "Settings",
            Self::Quit => "Quit",
        }
    }
}

/// The home screen's state.
#[derive(Clone, Debug)]
pub struct Home {
    choices: Vec<Choice>,
    selected: usize,
    /// The game that may be resumed, for which it was asked what it is, and the answer.
    peek: Option<(PathBuf, Option<Peek>)>,
}

impl Home {
    /// The home screen of a program that has just begun; `unfinished` is the game it may resume, and without one it begins
    /// at the `usual` game.
    pub fn new(unfinished: Option<PathBuf>, usual: &str) -> Self {
        let mut home = Self { choices: choices(unfinished.map(Choice::Resume)), selected: 0, peek: None };
        if let Choice::New(_) = home.choice() {
            let is_usual = |choice: &Choice| matches!(choice, Choice::New(info) if info.id == usual);
            home.selected = home.choices.iter().position(is_usual).unwrap_or(0);
        }
        home
    }

    /// Comes back to the home screen, with a game on the `table` or without.
    pub fn show(&mut self, table: bool) {
        let resume = self.choices.iter().find(|choice| matches!(choice, Choice::Resume(_))).cloned();
        self.choices = choices(if table { Some(Choice::Continue) } else { resume });
        self.selected = 0;
    }

    /// Takes note that a game kept at `from` is kept at `to` now, or without it nowhere any more.
    pub fn moved(&mut self, from: &Path, to: Option<&Path>) {
        self.choices.retain_mut(|choice| match (choice, to) {
            (Choice::Resume(path), Some(to)) if path == from => {
                to.clone_into(path);
                true
            }
            (Choice::Resume(path), None) => path != from,
            _ => true,
        });
        self.select(self.selected);
    }

    /// The game to be read next, so that it can be said which one may be resumed; none twice.
    pub fn wanted(&mut self) -> Option<PathBuf> {
        let resumed = self.choices.iter().find_map(|choice| match choice {
            Choice::Resume(path) => Some(path.clone()),
            _ => None,
        })?;
        if self.peek.as_ref().is_some_and(|(path, _)| *path == resumed) {
            return None;
        }
        self.peek = Some((resumed.clone(), None));
        Some(resumed)
    }

    /// Takes in what came of reading games; says whether one of them was wanted.
    pub fn learn(&mut self, peeks: Vec<(PathBuf, Peek)>) -> bool {
        let Some((path, known)) = &mut self.peek else { return false };
        let Some((_, peek)) = peeks.into_iter().find(|(read, _)| read == path) else { return false };
        *known = Some(peek);
        true
    }

    /// Its lines.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The line the keys go to.
    pub const fn selected(&self) -> usize {
        self.selected
    }

    /// Selects line `line`, the last one if there are fewer.
    pub fn select(&mut self, line: usize) {
        self.selected = line.min(self.choices.len() - 1);
    }

    /// The line the keys go to.
    pub fn choice(&self) -> Choice {
        self.choices[self.selected].clone()
    }

    /// The game of the selected line.
    pub fn info(&self) -> Option<&'static Info> {
        match self.choices[self.selected] {
            Choice::New(info) => Some(info),
            _ => None,
        }
    }

    /// Does what a key asks; says whether something changed.
    pub fn act(&mut self, action: Action) -> bool {
        move_in_list(&mut self.selected, self.choices.len(), action)
    }
}

fn choices(first: Option<Choice>) -> Vec<Choice> {
    let games = games::INFOS.iter().map(|&info| Choice::New(info));
    let others = [Choice::Open, Choice::Learn, Choice::Rules, Choice::Settings, Choice::Quit];
    first.into_iter().chain(games).chain(others).collect()
}

/// Columns the list takes.
const LIST_WIDTH: u16 = 30;

/// Returns the place of the list.
fn list_area(area: Rect) -> Rect {
    let top = if area.height >= 14 { 3 } else { 1 };
    let width = LIST_WIDTH.min(area.width.saturating_sub(2));
    Rect { x: area.x + 2, y: area.y + top, width, height: area.height.saturating_sub(top + 1) }.intersection(area)
}

/// Returns the line at `at`.
pub fn line_at(home: &Home, area: Rect, at: Position) -> Option<usize> {
    let list = list_area(area);
    if !list.contains(at) {
        return None;
    }
    let first = first_shown(home.selected, home.choices.len(), usize::from(list.height));
    Some(first + usize::from(at.y - list.y)).filter(|line| *line < home.choices.len())
}

/// Draws the home screen into `area`, its last row left free.
pub fn draw(home: &Home, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let title = put(buffer, area, 2, u16::from(area.height >= 14), "Tetralith", theme.title());
    put(buffer, area, title + 2, u16::from(area.height >= 14), "four modern abstract games", theme.dim());
    let list = list_area(area);
    let first = first_shown(home.selected, home.choices.len(), usize::from(list.height));
    for (row, (i, choice)) in (0..list.height).zip(home.choices.iter().enumerate().skip(first)) {
        let text = choice.title();
        let chosen = i == home.selected;
        let style = if chosen { theme.selected() } else { theme.text() };
        let line = format!("{} {text:<width$}", if chosen { ">" } else { " " }, width = usize::from(LIST_WIDTH) - 2);
        put(buffer, list, 0, row, &line, style);
    }
    if area.width >= LIST_WIDTH + 30 && area.height >= 10 {
        let x = LIST_WIDTH + 5;
        let width = area.width - x - 2;
        let side = Rect { x: area.x + x, y: list.y, width: width.min(60), height: list.height };
        draw_remarks(home, theme, side, buffer);
    }
}

/// Says which game may be resumed, who plays, and how far it has come.
fn draw_resumed(summary: &Summary, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    put(buffer, area, 0, 0, summary.game.info().title, theme.title());
    let row = put_lines(buffer, area, 1, wrap(&options_text(&summary.game), area.width), theme.dim());
    let row = put_lines(buffer, area, row, wrap(&summary.pairing(), area.width), theme.text());
    let stands = format!("{}, {}", summary.ending(), summary.length());
    let row = put_lines(buffer, area, row, wrap(&stands, area.width), theme.text());
    let remark = "Resume the game you left last.";
    put_lines(buffer, area, row + 1, wrap(remark, area.width), theme.dim());
}

fn draw_remarks(home: &Home, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let remarks = |buffer: &mut Buffer, text: &str| {
        put_lines(buffer, area, 0, wrap(text, area.width), theme.dim());
    };
    let info = match home.choice() {
        Choice::New(info) => info,
        Choice::Continue => return remarks(buffer, "Continue the current game where you left it."),
        Choice::Resume(path) => {
            if let Some((_, Some(Ok(summary)))) = home.peek.as_ref().filter(|(read, _)| *read == path) {
                return draw_resumed(summary, theme, area, buffer);
            }
            let name = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            let name = tetralith_core::text::display_text(&name);
            return remarks(buffer, &format!("Resume the game you left last: {name}."));
        }
        Choice::Open => {
            return remarks(buffer, "Every game is saved automatically. Review an old one, or play on from any turn.");
        }
        Choice::Learn => {
            return remarks(buffer, "A lesson for each game, in a dozen small steps: look, try, and see why.");
        }
        Choice::Rules => {
            return remarks(buffer, "The rules of all games, one page each; arrow keys switch games.");
        }
        Choice::Settings => return remarks(buffer, "Colours, board, keys, default players and more."),
        Choice::Quit => return remarks(buffer, "Leave the program; it asks first if a game would be lost."),
    };
    put(buffer, area, 0, 0, info.title, theme.title());
    let row = put_lines(buffer, area, 1, wrap(info.goal, area.width), theme.text());
    let by = info.year.map_or_else(|| info.designers.to_owned(), |year| format!("{}, {year}", info.designers));
    let row = put_lines(buffer, area, row + 1, wrap(&format!("by {by}"), area.width), theme.dim());
    let boards: Vec<String> =
        info.boards.iter().map(|range| format!("{} {}", range.shape.id(), range.default)).collect();
    let row = put_lines(buffer, area, row, wrap(&format!("on {}", boards.join(" or ")), area.width), theme.dim());
    let ascii = theme.glyphs() == Glyphs::Ascii;
    let mut column = 0;
    for colour in tetralith_core::Colour::BOTH {
        let side = info.side(colour);
        let stone = format!(" {} ", theme.stone_glyph(info, colour));
        let what = if colour == tetralith_core::Colour::First { " moves first" } else { "" };
        let dash = if ascii { "-" } else { "–" };
        let gap = if column > 0 { format!("  {dash}  ") } else { String::new() };
        column = put_all(
            buffer,
            area,
            column,
            row + 1,
            [
                (gap.as_str(), theme.dim()),
                (stone.as_str(), theme.stone(side.stone)),
                (" ", theme.text()),
                (side.title, theme.text()),
                (what, theme.dim()),
            ],
        );
    }
}
