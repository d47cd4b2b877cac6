//! The size of the board.

use crate::program::Effects;
use crate::tui::board::layout::BoardLayout;
use crate::tui::shared::Shared;
use tetralith_picture::look::zoom::Zoom;

/// Shows the board, which is at `board` now, in the next size.
pub(super) fn zoom(
    cx: &mut Shared,
    board: Option<BoardLayout>,
    larger: bool,
    effects: &mut Effects,
) {
    let Some(now) = board.map(|board| board.zoom()) else { return };
    let is_picture = board.is_some_and(|board| board.is_picture());
    // Boards that are drawn as pixels need no larger characters.
    let has_pixels = cx.display.dots.is_some() || cx.window.pictures().is_some();
    let next = match (is_picture, larger) {
        (true, true) => None,
        // The size that the board would have without pictures.
        (true, false) => Some(now),
        (false, true) => now.larger().filter(|&next| next <= Zoom::Filled || !has_pixels),
        (false, false) => now.smaller(),
    };
    let next = next.map(Some).or_else(|| {
        // Beyond the largest characters there are pictures.
        let is_drawn_smaller = larger && !is_picture && cx.display.zoom.is_some();
        (is_drawn_smaller && cx.window.pictures().is_some()).then_some(None)
    });
    match next {
        Some(next) => {
            (cx.display.zoom, cx.display.whole) = (next, false);
            effects.draw();
        }
        None => cx.refuse(
            if larger { "this is the largest size" } else { "this is the smallest size" },
            effects,
        ),
    }
}
