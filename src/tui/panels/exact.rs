//! The exact value of the position at the cursor, below the moves, or in one line where there is no
//! room for that.

use ratatui::style::Style;
use tetralith_session::match_play::{ExactStage, exact_lines};
use tetralith_session::words::sentence;

use super::view::GameView;
use crate::tui::widgets::paint::wrap;

/// Its stage, unless all that the engine says is hidden.
fn stage<'a>(view: &'a GameView) -> Option<ExactStage<'a>> {
    let table = view.table;
    view.engine.thinking.exact().stage(table).filter(|_| !table.review().is_hidden())
}

/// The lines of it, of at most so many `columns`; none if it was not asked for.
pub(super) fn lines(view: &GameView, columns: u16) -> Vec<(String, Style)> {
    let Some(stage) = stage(view) else { return Vec::new() };
    let theme = view.theme;
    let first = match stage {
        ExactStage::Solved(_) => theme.good(),
        ExactStage::Solving { .. } => theme.accent(),
        ExactStage::Waiting(_) => theme.dim(),
    };
    let styles = std::iter::once(first).chain(std::iter::repeat(theme.text()));
    let texts = exact_lines(view.table, &stage).into_iter().zip(styles);
    texts
        .flat_map(|(text, style)| {
            let lines = wrap(&view.keys.spell(&text), columns).into_iter();
            lines.map(move |line| (line, style))
        })
        .collect()
}

/// The same in one line.
pub(super) fn line(view: &GameView) -> Option<String> {
    let stage = stage(view)?;
    let texts: Vec<String> =
        exact_lines(view.table, &stage).iter().map(|text| view.keys.spell(text)).collect();
    Some(sentence(&format!("exact: {}", texts.join("; "))))
}
