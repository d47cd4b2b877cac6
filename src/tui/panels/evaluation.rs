//! The bar of the win rate at the edge of the board: the first player's part from the foot up.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tetralith_core::Colour;

use super::graph;
use super::view::GameView;
use crate::theme::Glyphs;
use crate::tui::widgets::graph::EIGHTHS;
use crate::tui::widgets::paint::put;

/// The first player's part of the bar: how the game ended, or the win rate.
fn part(view: &GameView) -> Option<f64> {
    let winner = match view.table.outcome() {
        Some(outcome) => outcome.winner,
        None => return graph::first_players_chance(view),
    };
    Some(winner.map_or(0.5, |winner| f64::from(u8::from(winner == Colour::First))))
}

/// Draws the bar into `area`, where the win rates of the game are shown.
pub(super) fn draw(view: &GameView, area: Rect, buffer: &mut Buffer) {
    if !graph::is_shown(view.table) {
        return;
    }
    let theme = view.theme;
    let [first, second] = theme.side_bars(view.table.game().info());
    let eighths = part(view).map(|part| (part * 8.0 * f64::from(area.height)).round() as u16);
    for row in 0..area.height {
        let below = 8 * (area.height - 1 - row);
        let (sign, style) = match eighths.map(|eighths| eighths.saturating_sub(below).min(8)) {
            None => (if theme.glyphs() == Glyphs::Ascii { "." } else { "░" }, theme.border()),
            Some(fill) if theme.glyphs() == Glyphs::Ascii => {
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
            Some(0) => ("█", second),
            Some(8) => ("█", first),
            Some(fill) => {
                let over = second.fg.unwrap_or_default();
                (EIGHTHS[usize::from(fill)], first.bg(over))
            }
        };
        put(buffer, area, 0, row, &sign.repeat(area.width.into()), style);
    }
}
