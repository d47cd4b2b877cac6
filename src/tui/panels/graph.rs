//! The graph of the chances: a graph above the list of moves, and which turn of it is at a place.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::Colour;
use tetralith_core::timeline::NodeId;

use crate::theme::{Glyphs, Theme};
use crate::tui::widgets::paint::{put, put_all, width};
use tetralith_session::table::{Mode, Table};

/// Rows of the graph with its heading.
pub(super) const ROWS: u16 = 4;

/// True if the chances of this game are shown: once it is looked through, if there is anything to compare.
pub(super) fn is_shown(table: &Table) -> bool {
    table.mode() != Mode::Play && table.chances().len() >= 2
}

/// The turn in each column of a graph of this width: its place in the line and the first player's chance after it. A
/// column without a turn that was looked into is empty; of several turns in one column the last is taken.
fn columns(table: &Table, width: u16) -> Vec<Option<(NodeId, f64)>> {
    let mut columns = vec![None; usize::from(width)];
    let turns = table.last_turn().max(1) as usize;
    for (node, chance) in table.chances() {
        let turn = table.timeline().turn(node).saturating_sub(1) as usize;
        let column = if turns <= columns.len() { turn } else { turn * columns.len() / turns };
        if let Some(place) = columns.get_mut(column) {
            *place = Some((node, chance));
        }
    }
    columns
}

/// The place after the turn in the column at `at` of the graph in `area`.
pub(super) fn turn_at(table: &Table, area: Rect, at: Position) -> Option<NodeId> {
    let plot = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let column = plot.contains(at).then(|| usize::from(at.x - plot.x))?;
    columns(table, plot.width).get(column).copied().flatten().map(|(node, _)| node)
}

/// Returns what is known of the place at the cursor: how the game ended there, or the first player's chance, in whole
/// percents.
fn here(table: &Table) -> String {
    if let Some(outcome) = table.outcome() {
        let won = |winner| format!("{} won", table.names().title(winner));
        return outcome.winner.map_or_else(|| "a draw".to_owned(), won);
    }
    let cursor = table.timeline().cursor();
    let here = table.chances().into_iter().find(|(node, _)| *node == cursor);
    match here.map(|(_, chance)| (100.0 * chance).round()) {
        None => "unknown here".to_owned(),
        // What is noted is rounded, and does not say whether it was proven.
        Some(..1.0) => "<1 % here".to_owned(),
        Some(100.0..) => ">99 % here".to_owned(),
        Some(percent) => format!("{percent:.0} % here"),
    }
}

/// Draws the graph: the first player's chance from the bottom up, a line of its own for one half.
pub(super) fn draw(table: &Table, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
    let ascii = theme.glyphs() == Glyphs::Ascii;
    let name = table.names().title(Colour::First);
    let cursor = table.timeline().cursor();
    let mut here = format!("  {}", here(table));
    let half = if ascii { "  - 50 %" } else { "  ╌ 50 %" };
    let title = format!("Win rate of {name}");
    if width(&title) + width(&here) > area.width {
        here = here.replace(" here", "");
    }
    let fits = width(&title) + width(&here) + width(half) <= area.width;
    let half = if fits { half } else { "" };
    put_all(buffer, area, 0, 0, [(&*title, theme.title()), (&*here, theme.text()), (half, theme.dim())]);
    let rows = area.height.saturating_sub(1);
    for (column, turn) in (0..area.width).zip(columns(table, area.width)) {
        // A bar on another background would look like one that hangs from above, so the place one is at has a line over it.
        let is_here = turn.is_some_and(|(node, _)| node == cursor);
        let style = match (is_here, theme.is_mono()) {
            (true, _) => theme.title(),
            (false, false) => theme.accent(),
            (false, true) => theme.text(),
        };
        // In eighths of a row; the least that is drawn is one, so that certain losses are seen too.
        let height = turn.map(|(_, chance)| ((chance * f64::from(rows) * 8.0).round() as u16).max(1));
        for row in 0..rows {
            let from_bottom = rows - 1 - row;
            let fill = height.map_or(0, |height| height.saturating_sub(8 * from_bottom).min(8));
            let is_half = 2 * row + 1 == rows;
            let (sign, style) = match (ascii, fill) {
                (_, 0) if is_here => (if ascii { ":" } else { "┆" }, style),
                // Broken, unlike the lines between the parts of the panel.
                (true, 0) if is_half => (if column % 2 == 0 { "-" } else { " " }, theme.dim()),
                (false, 0) if is_half => ("╌", theme.dim()),
                (_, 0) => (" ", theme.text()),
                // Without colour a bar that reaches the top, with no line over it, is told by its texture.
                (_, 8) if is_here && theme.is_mono() => (if ascii { "@" } else { "▓" }, style),
                (true, 1..=4) => (".", style),
                (true, _) => ("#", style),
                (false, fill) => (EIGHTHS[usize::from(fill)], style),
            };
            put(buffer, area, column, 1 + row, sign, style);
        }
    }
}
