//! The edges of the board that colours are to join.

use ratatui::style::Style;
use tetralith_core::{Colour, Direction, Info};

use crate::theme::{Theme, mix};

/// The edge that `colour` is to join: quieter than its stones, so that those beside it are seen
/// first.
pub(super) fn edge_style(info: &Info, colour: Colour, theme: &Theme) -> Style {
    let ink = theme.ink(info.side(colour).stone);
    let background = mix(ink.fill, theme.background(), 0.4);
    theme.on(theme.readable(ink.text, background), background)
}

/// Returns the sign that an edge on this side of the screen is drawn with.
pub(super) fn edge_sign(theme: &Theme, direction: Direction) -> &'static str {
    match direction {
        _ if !theme.is_mono() => " ",
        Direction::North | Direction::South => "=",
        _ => "|",
    }
}
