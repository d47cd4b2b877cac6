//! The view that the board and its panels are drawn from.

use ratatui::layout::Rect;
use tetralith_core::CellSet;

use crate::tui::panels::{EngineView, GameView, MatchView};
use crate::tui::shared::Shared;

/// Everything that the game at the board is drawn from in a window of this `area`; `None` without a
/// game.
///
/// Keys are named as they count at the board, even under another layer.
pub fn view(cx: &Shared, area: Rect, is_covered: bool) -> Option<GameView<'_>> {
    let seated = cx.game.seated()?;
    let notice = cx.notices.shown.as_ref();
    Some(GameView {
        table: &seated.table,
        area,
        display: cx.display,
        theme: &cx.theme,
        keys: cx.key_names(cx.game_contexts()),
        engine: EngineView {
            thinking: cx.game.thinking(),
            // A spectator has no opponent.
            shows_thoughts: cx.settings().advice.thoughts || seated.table.players().are_automatic(),
            held: match (is_covered, cx.game.coach().is_busy()) {
                (true, _) => Some("waits"),
                (false, true) => Some("waits for the coach"),
                (false, false) => None,
            },
            now: cx.game.now().steady,
        },
        played: Some(MatchView {
            seated,
            running: cx.game.clocks().and_then(|clocks| clocks.running()),
            remote: cx.game.link().game(),
            would_be_lost: cx.game.saving().would_lose(),
            is_first_game: cx.tells_first_game(),
        }),
        notice,
        latest: seated.table.timeline().latest_cells(),
        highlights: if notice.is_some() { cx.notices.highlights } else { CellSet::EMPTY },
        flash: cx.board.flash.map_or(CellSet::EMPTY, |flash| flash.cells),
        is_covered,
    })
}

/// The same in the window as it is, for finding what is at a place.
pub(super) fn view_here(cx: &Shared) -> Option<GameView<'_>> {
    view(cx, cx.area(), false)
}
