//! The choice of puzzles: those of one game, or of each in turn.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::{Info, games};

use super::component::{Component, Scene, named};
use crate::keymap::{Action, Context};
use crate::program::Effects;
use crate::tui::request::Request;
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;
use crate::tui::widgets::menus::{line_at, lines_area, move_in_list};
use crate::tui::widgets::notice::say_over;
use crate::tui::widgets::paint::{put, put_lines, shorten, wrap};
use tetralith_session::practice::SeriesKind;

/// The columns of the names of games.
const NAMES: usize = 14;

/// The choice of puzzles.
#[derive(Clone, Copy, Debug, Default)]
pub struct PuzzleMenu {
    /// The line that keys go to: of all games, then of each.
    selected: usize,
}

impl PuzzleMenu {
    const LINES: usize = games::INFOS.len() + 1;

    /// The game of the line, `None` for all.
    fn game(line: usize) -> Option<&'static Info> {
        line.checked_sub(1).and_then(|at| games::INFOS.get(at).copied())
    }

    /// The game of the chosen line and the series that it begins.
    fn chosen(self) -> (&'static Info, SeriesKind) {
        match Self::game(self.selected) {
            Some(info) => (info, SeriesKind::Practice),
            None => (games::INFOS[0], SeriesKind::Mixed),
        }
    }
}

/// The words beside a game, or beside all of them.
fn state(info: Option<&'static Info>, cx: &Shared) -> String {
    let (progress, day) = (&cx.learnt.progress, cx.day());
    let due = match info {
        Some(info) => progress.practice(info).due(day),
        None => games::INFOS.iter().map(|info| progress.practice(info).due(day)).sum(),
    };
    let due = if due == 0 { String::new() } else { format!(", {due} due today") };
    match info {
        Some(info) if progress.practice(info).is_empty() => "not tried yet".to_owned(),
        Some(_) if cx.learnt.unsaved.is_some() => format!("not rated{due}"),
        Some(info) => format!("your rating {}{due}", progress.practice(info).rating()),
        None => format!("each game in turn{due}"),
    }
}

impl Component for PuzzleMenu {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        vec![Context::Menu, Context::Anywhere]
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        named([Action::Accept, Action::Cancel, Action::Learn, Action::Quit])
    }

    fn info(&self, _cx: &Shared) -> Option<&'static Info> {
        Self::game(self.selected)
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        match action {
            Action::Cancel => cx.close(),
            Action::Accept => {
                let (info, kind) = self.chosen();
                cx.request(Request::Puzzles(info, kind));
            }
            _ => effects.draw_if(move_in_list(&mut self.selected, Self::LINES, action)),
        }
    }

    fn hover(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        let line = line_at(self.selected, Self::LINES, lines_area(cx.area()), at);
        if let Some(line) = line.filter(|line| *line != self.selected) {
            self.selected = line;
            effects.draw();
        }
    }

    fn click(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        let lines = lines_area(cx.area());
        let Some(line) = line_at(self.selected, Self::LINES, lines, at) else { return };
        self.selected = line;
        self.act(Action::Accept, cx, effects);
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        let (area, theme) = (scene.area, &cx.theme);
        let ascii = theme.is_ascii();
        put(buffer, area, 1, u16::from(area.height >= 12), "Puzzles", theme.title());
        let lines = lines_area(area);
        for (line, row) in (0..Self::LINES).zip(0..lines.height) {
            let is_chosen = line == self.selected;
            let style = if is_chosen { theme.selected() } else { theme.text() };
            let info = Self::game(line);
            let title = info.map_or("Mixed", |info| info.title);
            let mark = if is_chosen { ">" } else { " " };
            let column = put(buffer, lines, 0, row, &format!("{mark} {title:<NAMES$}"), style);
            let room = lines.width.saturating_sub(column + 1);
            let state = shorten(&state(info, cx), room, ascii);
            put(buffer, lines, column + 1, row, &state, theme.dim());
        }
        let more = "Learn has more of each game: streak (until a miss), three minutes, set of 10 \
                    (always the same), motif.";
        let below = lines.height.saturating_sub(Self::LINES as u16 + 1);
        let below = Rect { y: lines.bottom() - below, height: below, ..lines };
        put_lines(buffer, below, 0, wrap(more, below.width), theme.dim());
        Some(say_over(cx.notices.shown.as_ref(), scene.is_covered, theme, area, buffer))
    }
}
