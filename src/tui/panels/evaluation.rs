//! The bar of the win rate at the edge of the board: the first player's part from the foot up.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use tetralith_core::Colour;

use super::graph;
use super::view::GameView;
use crate::tui::widgets::graph::{EIGHTHS, full};
use crate::tui::widgets::paint::put;

/// The first player's part of the bar: how the game ended, or the win rate.
fn part(view: &GameView) -> Option<f64> {
    let winner = match view.table.outcome() {
        Some(outcome) => outcome.winner,
        None => return graph::first_players_chance(view),
    };
    Some(winner.map_or(0.5, |winner| f64::from(u8::from(winner == Colour::First))))
}

/// Draws the bar into `area`, where the win rates of the game are shown: in the middle column, with
/// an outline where one side's colour would not be seen on the background.
pub(super) fn draw(view: &GameView, area: Rect, buffer: &mut Buffer) {
    if !graph::is_shown(view.table) {
        return;
    }
    let theme = view.theme;
    let sides = theme.side_bars(view.table.game().info());
    let is_outlined =
        !theme.is_ascii() && !theme.is_mono() && sides[0].bg != theme.base().bg && area.height > 2;
    let middle = Rect { x: area.x + 1, width: 1, ..area }.intersection(area);
    if !is_outlined {
        return draw_bar(view, sides, middle, buffer);
    }
    let bar = Rect { y: area.y + 1, height: area.height - 2, ..middle };
    put(buffer, middle, 0, 0, "▁", theme.dim());
    put(buffer, middle, 0, area.height - 1, "▔", theme.dim());
    for row in 1..area.height - 1 {
        put(buffer, area, 0, row, "▕", theme.dim());
        put(buffer, area, 2, row, "▏", theme.dim());
    }
    draw_bar(view, sides, bar, buffer);
}

fn draw_bar(view: &GameView, [first, second]: [Style; 2], area: Rect, buffer: &mut Buffer) {
    let theme = view.theme;
    let eighths = part(view).map(|part| (part * 8.0 * f64::from(area.height)).round() as u16);
    for row in 0..area.height {
        let below = 8 * (area.height - 1 - row);
        let (sign, style) = match eighths.map(|eighths| eighths.saturating_sub(below).min(8)) {
            None => (if theme.is_ascii() { "." } else { "░" }, theme.border()),
            Some(fill) if theme.is_ascii() => {
                if fill >= 4 {
                    ("#", first)
                } else {
                    ("=", second)
                }
            }
            Some(fill) if theme.is_mono() => {
                if fill >= 4 {
                    ("█", first)
                } else {
                    ("░", second)
                }
            }
            Some(0) => full(second, theme),
            Some(8) => full(first, theme),
            Some(fill) => {
                let over = second.fg.unwrap_or_default();
                (EIGHTHS[usize::from(fill)], first.bg(over))
            }
        };
        put(buffer, area, 0, row, &sign.repeat(area.width.into()), style);
    }
}
