//! The mouse at the board.

use ratatui::layout::Position;
use tetralith_core::Cell;

use super::choose::choose;
use super::explain::explain;
use super::flow::take_better;
use super::view::view_here;
use crate::keymap::Action;
use crate::program::Effect;
use crate::tui::panels;
use crate::tui::shared::Shared;
use tetralith_session::table::{Reply, Table};

fn cell_at(cx: &Shared, at: Position) -> Option<Cell> {
    cx.board_layout()?.cell_at(at)
}

/// Lets the cursor follow the mouse.
pub(super) fn hover(at: Position, cx: &mut Shared) -> Vec<Effect> {
    let cell = cell_at(cx, at);
    let reply = match (cell, cx.game.table_mut()) {
        (Some(cell), Some(table)) => table.point_at(cell),
        _ => Reply::Nothing,
    };
    cx.handle_reply(reply)
}

/// Plays on a cell, or goes to a turn of the list of moves.
pub(super) fn click(at: Position, cx: &mut Shared) -> Vec<Effect> {
    match cell_at(cx, at) {
        Some(cell) => click_on_cell(cell, cx),
        None => click_on_move(at, cx),
    }
}

fn click_on_cell(cell: Cell, cx: &mut Shared) -> Vec<Effect> {
    if plays_better(cell, cx) {
        return take_better(cx);
    }
    let Some(table) = cx.game.table_mut() else { return Vec::new() };
    table.point_at(cell);
    if table.outcome().is_some() {
        // How it ended stays to be read.
        return vec![Effect::Draw];
    }
    if let Some(effects) = choose(cx) {
        return effects;
    }
    let reply = cx.game.table_mut().map_or(Reply::Nothing, Table::accept);
    let mut effects = cx.after_step(reply);
    effects.push(Effect::Draw);
    effects.sort_by_key(|effect| *effect != Effect::Draw);
    effects.dedup();
    effects
}

/// Returns whether a click on `cell` plays the better move that is marked there: not once something
/// else was begun, nor where moves are to be confirmed.
fn plays_better(cell: Cell, cx: &Shared) -> bool {
    let is_marked = |table: &Table| table.picks().is_empty() && table.better_cells().contains(cell);
    cx.game.thoughts.hint.is_none()
        && !cx.settings().confirm
        && cx.game.table().is_some_and(is_marked)
}

fn click_on_move(at: Position, cx: &mut Shared) -> Vec<Effect> {
    // Where the rules stand there are no moves to go to.
    let moves = view_here(cx).filter(|view| view.display.rules.is_none());
    let node = moves.and_then(|view| panels::place_at(&view, at));
    match (node, cx.game.table_mut()) {
        (Some(node), Some(table)) => {
            let reply = table.go_to(node);
            if matches!(reply, Reply::Refused(_)) { Vec::new() } else { cx.handle_reply(reply) }
        }
        _ => Vec::new(),
    }
}

/// Takes back what is begun, or changes whose stone is put down.
pub(super) fn right_click(at: Position, cx: &mut Shared) -> Vec<Effect> {
    let cell = cell_at(cx, at);
    let Some(table) = cx.game.table_mut() else { return Vec::new() };
    let reply = match (table.take_back(), cell) {
        (Reply::Nothing, Some(cell)) => {
            table.point_at(cell);
            table.next_stone()
        }
        (reply, _) => reply,
    };
    cx.handle_reply(reply)
}

/// Turns three stones over the board, goes through the moves, or scrolls the rules.
pub(super) fn wheel(at: Position, up: bool, cx: &mut Shared) -> Vec<Effect> {
    let over_board = cell_at(cx, at).is_some();
    if !over_board && cx.display.rules.is_some() {
        return explain(cx, if up { Action::RulesUp } else { Action::RulesDown });
    }
    let over_moves = view_here(cx).is_some_and(|view| panels::is_over_moves(&view, at));
    let Some(table) = cx.game.table_mut() else { return Vec::new() };
    let reply = match (over_board, over_moves) {
        (true, _) => table.rotate(up),
        (_, true) => table.go_by(if up { -1 } else { 1 }),
        _ => Reply::Nothing,
    };
    if matches!(reply, Reply::Refused(_)) { Vec::new() } else { cx.handle_reply(reply) }
}
