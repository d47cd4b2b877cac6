//! The rules of the game beside the board, in place of the moves.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::head::{Row, head, headed, put_rows, sides};
use super::view::GameView;
use crate::keymap::Action;
use crate::tui::widgets::frame::{Frame, Heading};
use crate::tui::widgets::paint::{put, width, wrap};
use tetralith_session::table::Table;

/// The heading of the panel.
const TITLE: &str = "Rules";

/// The rows of rules below which only the first lines about the game stay above them.
const LEAST_ROWS: u16 = 12;

/// The lines about the game that stay above the rules in any case: the standing of both sides with
/// their clocks.
fn above(view: &GameView, area: Rect) -> Vec<Row> {
    let [with_details, state] = head(view, area.width);
    let rows = (with_details.len() + state.len()) as u16 + 2;
    if area.height.saturating_sub(rows) < LEAST_ROWS {
        return headed(view, area.width, [sides(view, area.width, Some(0)), Vec::new()]);
    }
    headed(view, area.width, [with_details, state])
}

/// The rules in lines of `columns`; whether each is a heading.
fn lines(table: &Table, columns: u16) -> Vec<(String, bool)> {
    let lines =
        table.game().info().texts.rules.lines().flat_map(|line| match line.strip_prefix("# ") {
            Some(heading) => vec![(heading.to_owned(), true)],
            None if line.trim().is_empty() => vec![(String::new(), false)],
            None => wrap(line, columns).into_iter().map(|line| (line, false)).collect(),
        });
    lines.collect()
}

/// The rows for the rules below `above` and a title.
fn rows(area: Rect, above: &[Row]) -> u16 {
    area.height.saturating_sub(above.len() as u16 + 1)
}

/// Returns how far the rules beside the board can be scrolled, in lines.
pub fn most_rules_scroll(view: &GameView) -> usize {
    let Some(area) = view.panel() else { return 0 };
    let rows = rows(area, &above(view, area));
    lines(view.table, area.width).len().saturating_sub(usize::from(rows))
}

/// Draws the standing of both sides and below it the rules, `scroll` lines of them left out.
pub(super) fn draw(view: &GameView, scroll: usize, frame: Frame, buffer: &mut Buffer) {
    let (theme, area) = (view.theme, frame.inner());
    let above = above(view, area);
    put_rows(frame, &above, area.height, theme, buffer);
    let lines = lines(view.table, area.width);
    let rows = rows(area, &above);
    let scroll = scroll.min(lines.len().saturating_sub(usize::from(rows)));
    let top = above.len() as u16;
    let hides = view.keys.name(Action::RulesBeside);
    let position_text = if usize::from(rows) < lines.len() {
        let shown = format!("{}-{} of {}, ", scroll + 1, scroll + usize::from(rows), lines.len());
        let down = view.keys.name(Action::RulesDown);
        let keys = format!("{down}, {hides} hides");
        // Without room for both, the numbers of the lines are left out.
        let room = area.width.saturating_sub(width(TITLE) + 2);
        if width(&shown) + width(&keys) <= room { shown + &keys } else { keys }
    } else {
        format!("{hides} hides them")
    };
    frame.heading(
        area.y + top,
        &Heading::with(TITLE, vec![(position_text, theme.dim())]),
        theme,
        buffer,
    );
    for (row, (line, is_heading)) in (top + 1..area.height).zip(lines.iter().skip(scroll)) {
        put(buffer, area, 0, row, line, if *is_heading { theme.accent() } else { theme.text() });
    }
}
