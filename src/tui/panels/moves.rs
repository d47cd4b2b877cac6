//! The list of moves and the comment below it, and which move is at a place.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::Step;
use tetralith_core::text::{display_lines, display_text};
use tetralith_core::timeline::NodeId;

use super::areas::Areas;
use super::head::head;
use super::inner;
use crate::tui::app::App;
use crate::tui::paint::{first_shown, put, width, wrap};
use crate::tui::table::Table;
use crate::tui::theme::Theme;

/// Rows the moves have at least, if the panel has them.
const LEAST_MOVES: u16 = 4;

/// Where the moves and the comment are in the panel, below `head` lines.
pub(super) fn panel_parts(table: &Table, area: Rect, head: u16) -> (Rect, Rect) {
    let comment = (comment_lines(table, area.width).len() as u16).min(area.height / 3);
    let moves = area.height.saturating_sub(head + comment).max(LEAST_MOVES.min(area.height - comment));
    let y = area.bottom() - moves - comment;
    (Rect { y, height: moves, ..area }, Rect { y: y + moves, height: comment, ..area })
}

pub(super) fn comment_lines(table: &Table, columns: u16) -> Vec<String> {
    let comment = table.comment();
    if comment.is_empty() { Vec::new() } else { wrap(&display_lines(comment), columns) }
}

/// One turn of the line in the list of moves.
pub(super) struct Entry {
    /// The turn's last step.
    node: NodeId,
    /// The turn's first step.
    first: NodeId,
    text: String,
}

/// The turns of the line the cursor is on, and which of them the cursor is in.
pub(super) fn entries(table: &Table, theme: &Theme) -> (Vec<Entry>, Option<usize>) {
    let timeline = table.timeline();
    let names = table.names();
    let info = table.game().info();
    let line = timeline.line();
    let mut entries: Vec<Entry> = Vec::new();
    let mut current = None;
    for turn in line.chunk_by(|&a, &b| timeline.turn(a) == timeline.turn(b)) {
        let [first, .., node] = match turn {
            [one] => [*one, *one, *one],
            [first, .., last] => [*first, *first, *last],
            [] => continue,
        };
        let steps: Vec<Step> = turn.iter().filter_map(|&node| timeline.step(node)).collect();
        let branches = turn.iter().any(|&node| timeline.children(timeline.parent(node)).len() > 1);
        let commented = turn.iter().any(|&node| timeline.note(node).is_some_and(|note| !note.comment.is_empty()));
        let nag = timeline.note(node).and_then(|note| note.nag.as_deref()).map(display_text).unwrap_or_default();
        let marks = format!("{nag}{}{}", if branches { "+" } else { "" }, if commented { "*" } else { "" });
        let glyph = theme.stone_glyph(info, timeline.mover(node));
        let number = timeline.turn(node);
        if turn.contains(&timeline.cursor()) {
            current = Some(entries.len());
        }
        entries.push(Entry { node, first, text: format!("{number:>3} {glyph} {}{marks}", names.turn(&steps)) });
    }
    (entries, current)
}

/// How the moves are set out: columns, the width of one, and the first row shown.
pub(super) fn grid(entries: &[Entry], current: Option<usize>, area: Rect) -> (usize, u16, usize) {
    let widest = entries.iter().map(|entry| width(&entry.text)).max().unwrap_or(1);
    let cell = (widest + 2).min(area.width.max(1));
    let columns = usize::from((area.width / cell).max(1));
    let rows = usize::from(area.height.saturating_sub(1));
    let first = first_shown(current.unwrap_or(0) / columns, entries.len().div_ceil(columns), rows);
    (columns, cell, first)
}

pub(super) fn draw_moves(table: &Table, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let (entries, current) = entries(table, theme);
    let variations = table.timeline().variations().len();
    let mut column = put(buffer, area, 0, 0, "Moves", theme.title());
    if variations > 1 {
        let at = table.timeline().variations().iter().position(|&node| node == table.timeline().cursor());
        let text = format!("  variation {} of {variations} (v)", at.unwrap_or(0) + 1);
        column = put(buffer, area, column, 0, &text, theme.accent());
    } else if entries.iter().any(|entry| entry.text.contains(['+', '*'])) {
        column = put(buffer, area, column, 0, "  + variations  * comment", theme.dim());
    }
    if entries.is_empty() {
        put(buffer, area, column, 0, "  none yet", theme.dim());
    }
    let list = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let (columns, cell, first) = grid(&entries, current, area);
    for (i, entry) in entries.iter().enumerate().skip(first * columns) {
        let (row, column) = (i / columns - first, i % columns);
        if row >= usize::from(list.height) {
            break;
        }
        let style = if Some(i) == current { theme.selected() } else { theme.text() };
        put(buffer, list, column as u16 * cell, row as u16, &entry.text, style);
    }
}

/// Whether `at` is on the list of moves.
pub fn is_over_moves(app: &App, table: &Table, at: Position) -> bool {
    Areas::of(table, app.view(), app.area())
        .panel
        .map(inner)
        .is_some_and(|panel| panel_parts(table, panel, head(app, table, panel.width).len() as u16).0.contains(at))
}

/// Which turn of the list of moves is at `at`.
pub fn move_at(app: &App, table: &Table, at: Position) -> Option<NodeId> {
    let panel = inner(Areas::of(table, app.view(), app.area()).panel?);
    let theme = app.theme();
    let (moves, _) = panel_parts(table, panel, head(app, table, panel.width).len() as u16);
    let list = Rect { y: moves.y + 1, height: moves.height.saturating_sub(1), ..moves };
    if !list.contains(at) {
        return None;
    }
    let (entries, current) = entries(table, theme);
    let (columns, cell, first) = grid(&entries, current, moves);
    let column = usize::from((at.x - list.x) / cell);
    let i = (first + usize::from(at.y - list.y)) * columns + column;
    let entry = entries.get(i).filter(|_| column < columns)?;
    // A click on the turn one is in goes to its first step, so that turns of two can be gone into.
    Some(if entry.node == table.timeline().cursor() { entry.first } else { entry.node })
}
