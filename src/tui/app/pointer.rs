//! What the mouse does, wherever it is.

use ratatui::layout::{Position, Rect};
use tetralith_core::{Cell, Direction};
use tetralith_terminput::{MouseButton, MouseEvent, MouseEventKind};

use super::{App, Effect, Screen, Seated};
use crate::tui::form::{self, Field};
use crate::tui::keymap::Action;
use crate::tui::overlays::Overlay;
use crate::tui::table::Reply;
use crate::tui::{browser, home, panels, settings_page};

impl App {
    pub(super) fn mouse(&mut self, event: MouseEvent) -> Vec<Effect> {
        let at = Position::new(event.column, event.row);
        match event.kind {
            MouseEventKind::Moved => {
                self.pressed.take_if(|pressed| !is_near(*pressed, at));
                self.hover(at)
            }
            MouseEventKind::Down(MouseButton::Left) => {
                let again = self.pressed.replace(at).is_some_and(|pressed| is_near(pressed, at));
                let hint = self.hint_line().action_at(self.area(), at);
                if hint == Some(Action::Yes) && again && self.would_lose_by_yes() {
                    // The first of two clicks has brought the question, which nobody has read.
                    self.pressed = None;
                    return Vec::new();
                }
                if let Some(action) = hint {
                    return self.act(action);
                }
                let mut effects = self.clear_notice();
                effects.extend(self.click(at));
                effects.dedup();
                effects
            }
            MouseEventKind::Down(MouseButton::Right) => self.right_click(at),
            MouseEventKind::ScrollUp => self.wheel(at, true),
            MouseEventKind::ScrollDown => self.wheel(at, false),
            _ => Vec::new(),
        }
    }

    /// Whether there is a question whose yes loses something.
    fn would_lose_by_yes(&self) -> bool {
        matches!(self.overlays.last(), Some(Overlay::Question(question)) if question.action.is_destructive())
    }

    fn cell_at(&self, at: Position) -> Option<Cell> {
        self.board_layout()?.cell_at(at)
    }

    fn hover(&mut self, at: Position) -> Vec<Effect> {
        if let Some(effects) = self.point_at_palette(at, false) {
            return effects;
        }
        if !self.overlays.is_empty() {
            return Vec::new();
        }
        let line = self.line_at(at);
        match (&mut self.screen, line) {
            (Screen::Learn(_) | Screen::Lesson(_), _) => {
                let cell = self.cell_at(at);
                self.hover_to_learn(at, cell)
            }
            (Screen::Table, _) => {
                let cell = self.cell_at(at);
                let reply = match (cell, &mut self.seated) {
                    (Some(cell), Some(seated)) => seated.table.point_at(cell),
                    _ => Reply::Nothing,
                };
                self.heed(reply)
            }
            (Screen::Home, Some(line)) if self.home.selected() != line => {
                self.home.select(line);
                vec![Effect::Draw]
            }
            _ => Vec::new(),
        }
    }

    /// Which line of the menu on the screen is at `at`.
    fn line_at(&self, at: Position) -> Option<usize> {
        match &self.screen {
            Screen::Home => home::line_at(&self.home, self.area(), at),
            Screen::NewGame(form) => form::line_at(form, self.area(), at),
            Screen::Open(browser) => browser::line_at(browser, self.area(), at),
            Screen::Settings(page) => settings_page::line_at(page, self.area(), at),
            Screen::Table | Screen::Learn(_) | Screen::Lesson(_) => None,
        }
    }

    fn click(&mut self, at: Position) -> Vec<Effect> {
        if let Some(effects) = self.point_at_palette(at, true) {
            return effects;
        }
        if !self.overlays.is_empty() {
            return Vec::new();
        }
        let line = self.line_at(at);
        match &mut self.screen {
            Screen::Learn(_) | Screen::Lesson(_) => {
                let cell = self.cell_at(at);
                self.click_to_learn(at, cell)
            }
            Screen::Table => {
                if let Some(cell) = self.cell_at(at)
                    && let Some(seated) = &mut self.seated
                {
                    seated.table.point_at(cell);
                    if seated.table.outcome().is_some() {
                        // How it ended stays to be read.
                        return vec![Effect::Draw];
                    }
                    if let Some(effects) = self.arm() {
                        return effects;
                    }
                    let Some(seated) = &mut self.seated else { return Vec::new() };
                    let reply = seated.table.accept();
                    let mut effects = self.after_step(reply);
                    effects.push(Effect::Draw);
                    effects.sort_by_key(|effect| *effect != Effect::Draw);
                    effects.dedup();
                    return effects;
                }
                // Where the rules stand there are no moves to go to.
                let moves = self.game_view(self.area()).filter(|view| view.display.rules.is_none());
                let node = moves.and_then(|view| panels::place_at(&view, at));
                match (node, &mut self.seated) {
                    (Some(node), Some(seated)) => {
                        let reply = seated.table.go_to(node);
                        if matches!(reply, Reply::Refused(_)) { Vec::new() } else { self.heed(reply) }
                    }
                    _ => Vec::new(),
                }
            }
            Screen::Home => match line {
                Some(line) => {
                    self.home.select(line);
                    self.act_at_home(Action::Accept)
                }
                None => Vec::new(),
            },
            Screen::NewGame(form) => match line {
                // A clock that is typed wrong says so first.
                Some(_) if !form.clock_mut().settle() => vec![Effect::Draw],
                Some(line) => {
                    form.select(line);
                    let turn = form::arrow_at(Rect::from((Position::ORIGIN, self.size)), at);
                    match (turn, form.field()) {
                        (Some(up), _) => {
                            form.turn(up);
                            vec![Effect::Draw]
                        }
                        (None, Field::Start) => self.act_on_form(Action::Accept),
                        (None, _) => vec![Effect::Draw],
                    }
                }
                None => Vec::new(),
            },
            Screen::Settings(_) => line.map_or_else(Vec::new, |line| self.click_on_setting(line, at)),
            Screen::Open(browser) => match line {
                // The first click shows what it is, the second opens it.
                Some(line) if browser.selected() == line => {
                    browser.keep_filter();
                    self.act_on_files(Action::Accept)
                }
                Some(line) => {
                    browser.select(line);
                    vec![Effect::Draw]
                }
                None => Vec::new(),
            },
        }
    }

    fn right_click(&mut self, at: Position) -> Vec<Effect> {
        if !self.overlays.is_empty() {
            return self.close();
        }
        if !matches!(self.screen, Screen::Table) {
            return Vec::new();
        }
        let cell = self.cell_at(at);
        let Some(Seated { table, .. }) = &mut self.seated else { return Vec::new() };
        let reply = match (table.take_back(), cell) {
            (Reply::Nothing, Some(cell)) => {
                table.point_at(cell);
                table.next_stone()
            }
            (reply, _) => reply,
        };
        self.heed(reply)
    }

    fn wheel(&mut self, at: Position, up: bool) -> Vec<Effect> {
        let towards = if up { Direction::North } else { Direction::South };
        if self.overlays.is_empty() && matches!(self.screen, Screen::Learn(_) | Screen::Lesson(_)) {
            return self.wheel_to_learn(up);
        }
        if !self.overlays.is_empty() || !matches!(self.screen, Screen::Table) {
            return if matches!(self.screen, Screen::NewGame(_)) && self.overlays.is_empty() {
                Vec::new()
            } else {
                self.act(Action::Move(towards))
            };
        }
        let over_board = self.cell_at(at).is_some();
        if !over_board && self.display.rules.is_some() {
            return self.act_to_learn(if up { Action::RulesUp } else { Action::RulesDown });
        }
        let over_moves = self.game_view(self.area()).is_some_and(|view| panels::is_over_moves(&view, at));
        let Some(Seated { table, .. }) = &mut self.seated else { return Vec::new() };
        let reply = match (over_board, over_moves) {
            (true, _) => table.rotate(up),
            (_, true) => table.go_by(if up { -1 } else { 1 }),
            _ => Reply::Nothing,
        };
        if matches!(reply, Reply::Refused(_)) { Vec::new() } else { self.heed(reply) }
    }
}

/// Whether both are where a hand rests between the two clicks of a double click.
fn is_near(a: Position, b: Position) -> bool {
    a.y == b.y && a.x.abs_diff(b.x) <= 1
}
