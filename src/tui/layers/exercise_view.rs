//! The view of a practice board: a lesson, a puzzle, or a mistake that is tried
//! again.

use tetralith_core::CellSet;
use tetralith_session::table::Table;

use crate::tui::layers::component::Scene;
use crate::tui::panels::{EngineView, GameView};
use crate::tui::shared::Shared;

/// The view of `table`: no clocks, no other terminal, and nothing of what the engine thinks; its
/// `highlights` shine.
pub(super) fn exercise_view<'a>(
    table: &'a Table,
    highlights: CellSet,
    scene: &Scene<'a>,
    cx: &'a Shared,
) -> GameView<'a> {
    GameView {
        table,
        area: scene.area,
        display: cx.display,
        theme: &cx.theme,
        keys: scene.keys.clone(),
        engine: EngineView {
            thinking: cx.game.thinking(),
            shows_thoughts: false,
            held: None,
            now: cx.game.now().steady,
        },
        played: None,
        notice: cx.notices.shown.as_ref(),
        highlights,
        latest: table.timeline().latest_cells(),
        flash: CellSet::EMPTY,
        is_covered: scene.is_covered,
    }
}
