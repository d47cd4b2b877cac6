//! The mouse at the board.

use ratatui::layout::Position;
use tetralith_core::Cell;

use super::choose::choose;
use super::explain::explain;
use super::flow::take_better;
use super::view::view_here;
use crate::keymap::Action;
use crate::program::Effects;
use crate::tui::panels;
use crate::tui::shared::Shared;
use tetralith_session::table::{Reply, Table};

fn cell_at(cx: &Shared, at: Position) -> Option<Cell> {
    cx.board_layout()?.cell_at(at)
}

/// Lets the cursor follow the mouse.
pub(super) fn hover(at: Position, cx: &mut Shared, effects: &mut Effects) {
    let cell = cell_at(cx, at);
    let reply = match (cell, cx.game.table_mut()) {
        (Some(cell), Some(table)) => table.point_at(cell),
        _ => Reply::Nothing,
    };
    cx.handle_reply(reply, effects);
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
        return take_better(cx, effects);
    }
    let Some(table) = cx.game.table_mut() else { return };
    table.point_at(cell);
    if table.outcome().is_some() {
        // How it ended stays to be read.
        return effects.draw();
    }
    if choose(cx, effects) {
        return;
    }
    let reply = cx.game.table_mut().map_or(Reply::Nothing, Table::accept);
    cx.after_step(reply, effects);
    effects.draw();
}

/// Returns whether a click on `cell` plays the better move that is marked there: not once something
/// else was begun, nor where moves are to be confirmed.
fn plays_better(cell: Cell, cx: &Shared) -> bool {
    let is_marked = |table: &Table| table.picks().is_empty() && table.better_cells().contains(cell);
    cx.game.thoughts.hint.is_none()
        && !cx.settings().confirm
        && cx.game.table().is_some_and(is_marked)
}

fn click_on_move(at: Position, cx: &mut Shared, effects: &mut Effects) {
    // Where the rules stand there are no moves to go to.
    let moves = view_here(cx).filter(|view| view.display.rules.is_none());
    let node = moves.and_then(|view| panels::place_at(&view, at));
    if let (Some(node), Some(table)) = (node, cx.game.table_mut()) {
        let reply = table.go_to(node);
        if !matches!(reply, Reply::Refused(_)) {
            cx.handle_reply(reply, effects);
        }
    }
}

/// Takes back what is begun, or changes whose stone is put down.
pub(super) fn right_click(at: Position, cx: &mut Shared, effects: &mut Effects) {
    let cell = cell_at(cx, at);
    let Some(table) = cx.game.table_mut() else { return };
    let reply = match (table.take_back(), cell) {
        (Reply::Nothing, Some(cell)) => {
            table.point_at(cell);
            table.next_stone()
        }
        (reply, _) => reply,
    };
    cx.handle_reply(reply, effects);
}

/// Turns three stones over the board, goes through the moves, or scrolls the rules.
pub(super) fn wheel(at: Position, up: bool, cx: &mut Shared, effects: &mut Effects) {
    let over_board = cell_at(cx, at).is_some();
    if !over_board && cx.display.rules.is_some() {
        return explain(cx, if up { Action::RulesUp } else { Action::RulesDown }, effects);
    }
    let over_moves = view_here(cx).is_some_and(|view| panels::is_over_moves(&view, at));
    let Some(table) = cx.game.table_mut() else { return };
    let reply = match (over_board, over_moves) {
        (true, _) => table.rotate(up),
        (_, true) => table.go_by(if up { -1 } else { 1 }),
        _ => Reply::Nothing,
    };
    if !matches!(reply, Reply::Refused(_)) {
        cx.handle_reply(reply, effects);
    }
}
