//! The mouse at the board.

use std::time::Duration;

use ratatui::layout::Position;
use tetralith_core::{Cell, StepKind};

use super::act::choose;
use super::explain::scroll_rules;
use super::view::view_here;
use crate::program::Effects;
use crate::tui::panels;
use crate::tui::shared::Shared;
use tetralith_session::match_play::{BoardAct, MatchEvent};
use tetralith_session::table::{Mode, Reply, Table};

/// The time within which two clicks are one double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(400);

fn cell_at(cx: &Shared, at: Position) -> Option<Cell> {
    cx.board_layout()?.cell_at(at)
}

/// Lets the cursor follow the mouse.
pub(super) fn hover(at: Position, cx: &mut Shared, effects: &mut Effects) {
    let cell = cell_at(cx, at);
    // A hand that rests on the mouse must not take back what keys have moved.
    if std::mem::replace(&mut cx.window.hovered, cell) == cell {
        return;
    }
    if let (Some(cell), Some(table)) = (cell, cx.game.table_mut()) {
        effects.draw_if(table.hand_mut().point_at(cell) != Reply::Nothing);
    }
}

/// Plays on a cell, or goes to a turn of the list of moves.
pub(super) fn click(at: Position, cx: &mut Shared, effects: &mut Effects) {
    match cell_at(cx, at) {
        Some(cell) => click_on_cell(cell, cx, effects),
        None => click_on_move(at, cx, effects),
    }
}

fn click_on_cell(cell: Cell, cx: &mut Shared, effects: &mut Effects) {
    if plays_better(cell, cx) {
        return cx.act(BoardAct::PlayBetter, effects);
    }
    let Some(table) = cx.game.table_mut() else { return };
    table.hand_mut().point_at(cell);
    if table.outcome().is_some() {
        // The result stays on the screen.
        return effects.draw();
    }
    let now = cx.game.now().steady;
    if matches!(cx.board.chosen, Some((.., at)) if now.saturating_sub(at) < DOUBLE_CLICK) {
        // A move that must be chosen twice is meant twice.
        return effects.draw();
    }
    if choose(cx, effects) {
        return;
    }
    cx.act(BoardAct::Accept, effects);
    effects.draw();
}

/// True if a click on `cell` plays the better move that is marked there: not once something
/// else was begun, nor where moves are to be confirmed.
fn plays_better(cell: Cell, cx: &Shared) -> bool {
    let is_marked = |table: &Table| {
        table.hand().picks().is_empty() && table.review().better_cells().contains(cell)
    };
    cx.game.thinking().hint().is_none()
        && !cx.settings().play.confirm
        && cx.game.table().is_some_and(is_marked)
}

fn click_on_move(at: Position, cx: &mut Shared, effects: &mut Effects) {
    // There are no moves to go to where the rules are shown.
    let moves = view_here(cx).filter(|view| view.display.rules.is_none());
    let node = moves.and_then(|view| panels::place_at(&view, at));
    if let Some(node) = node {
        // A player who is there already sees it.
        let _ = cx.try_to(BoardAct::GoTo(node), effects);
    }
}

/// Takes back what is begun; else marks the cell in review, or changes whose stone of three is put
/// down.
pub(super) fn right_click(at: Position, cx: &mut Shared, effects: &mut Effects) {
    let cell = cell_at(cx, at);
    let match_effects = cx.match_effects(MatchEvent::Act(BoardAct::TakeBack));
    if !match_effects.is_empty() {
        return cx.show(match_effects, effects);
    }
    if let (Some(cell), Some(table)) = (cell, cx.game.table_mut()) {
        table.hand_mut().point_at(cell);
        let drops = table.names().info.steps.contains(&StepKind::Tromino);
        let marks = table.mode() == Mode::Review && !drops;
        cx.act(if marks { BoardAct::NextMark } else { BoardAct::NextStone }, effects);
    }
}

/// Turns three stones over the board, goes through the moves, or scrolls the rules.
pub(super) fn wheel(at: Position, up: bool, cx: &mut Shared, effects: &mut Effects) {
    let over_board = cell_at(cx, at).is_some();
    if !over_board && cx.display.rules.is_some() {
        return scroll_rules(cx, up, effects);
    }
    let over_moves = view_here(cx).is_some_and(|view| panels::is_over_moves(&view, at));
    let act = match (over_board, over_moves) {
        (true, _) => BoardAct::Rotate(up),
        (_, true) => BoardAct::GoBy(if up { -1 } else { 1 }),
        _ => return,
    };
    // At the end of the moves there is nothing to show.
    let _ = cx.try_to(act, effects);
}
