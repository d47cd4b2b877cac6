//! The size of the board.

use crate::program::Effect;
use crate::tui::board::layout::BoardLayout;
use crate::tui::shared::Shared;

/// Shows the board, which is at `board` now, in the next size.
pub(super) fn zoom(cx: &mut Shared, board: Option<BoardLayout>, larger: bool) -> Vec<Effect> {
    let Some(now) = board.map(|board| board.zoom()) else { return Vec::new() };
    match if larger { now.larger() } else { now.smaller() } {
        Some(next) => {
            cx.display.zoom = Some(next);
            vec![Effect::Draw]
        }
        None => cx.refuse(if larger { "this is the largest size" } else { "this is the smallest size" }),
    }
}
