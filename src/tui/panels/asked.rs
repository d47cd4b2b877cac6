//! The answers about the position at the cursor, its exact value and the opinion of another
//! program: below the moves, or in one line where there is no room for that.

use ratatui::layout::Rect;
use ratatui::style::Style;
use tetralith_session::match_play::{ExactStage, exact_lines};
use tetralith_session::sentence::Sentence;
use tetralith_session::words::sentence;

use super::view::GameView;
use crate::tui::widgets::paint::wrap_styled;

/// An answer, in sentences.
struct Asked {
    title: &'static str,
    /// The word before the sentences where there is no title.
    brief: &'static str,
    /// The style of the first sentence.
    first: Style,
    sentences: Vec<Sentence>,
}

/// The answers, unless all findings of the engine are hidden.
fn asked(view: &GameView) -> Vec<Asked> {
    let (table, theme, thinking) = (view.table, view.theme, view.engine.thinking);
    if table.review().is_hidden() {
        return Vec::new();
    }
    let exact = thinking.exact().stage(table).map(|stage| {
        let first = match stage {
            ExactStage::Solved(_) => theme.good(),
            ExactStage::Solving { .. } => theme.accent(),
            ExactStage::Waiting(_) => theme.dim(),
        };
        let sentences = exact_lines(table, &stage);
        Asked { title: "Exact from here", brief: "exact: ", first, sentences }
    });
    let sentences = thinking.opinion_lines(table);
    let opinion = (!sentences.is_empty()).then(|| {
        let first = if sentences.len() > 1 { theme.text() } else { theme.accent() };
        Asked { title: "Second opinion", brief: "", first, sentences }
    });
    exact.into_iter().chain(opinion).collect()
}

/// The answers that a panel of this `area` has room for: their titles, each with the lines below
/// it.
pub(super) fn sections(view: &GameView, area: Rect) -> Vec<(&'static str, Vec<(String, Style)>)> {
    let mut room = area.height / 2;
    let mut sections = Vec::new();
    for Asked { title, first, sentences, .. } in asked(view) {
        let styles = std::iter::once(first).chain(std::iter::repeat(view.theme.text()));
        let lines: Vec<_> = sentences
            .iter()
            .zip(styles)
            .flat_map(|(text, style)| wrap_styled(&view.keys.spell(text), area.width, style))
            .collect();
        let rows = 1 + lines.len() as u16;
        if rows <= room.min(area.height / 3) {
            room -= rows;
            sections.push((title, lines));
        }
    }
    sections
}

/// The rows that they take in a panel of this `area`.
pub(super) fn rows(view: &GameView, area: Rect) -> u16 {
    sections(view, area).iter().map(|(_, lines)| 1 + lines.len() as u16).sum()
}

/// The answers that have no room in the panel, in one line.
pub(super) fn line(view: &GameView) -> Option<String> {
    let shown = view.panel().map_or_else(Vec::new, |panel| sections(view, panel));
    let has_no_room = |asked: &Asked| shown.iter().all(|(title, _)| *title != asked.title);
    let lines: Vec<String> = asked(view)
        .into_iter()
        .filter(has_no_room)
        .map(|Asked { brief, sentences, .. }| {
            let texts: Vec<String> = sentences.iter().map(|text| view.keys.spell(text)).collect();
            sentence(&format!("{brief}{}", texts.join("; ")))
        })
        .collect();
    (!lines.is_empty()).then(|| lines.join(" "))
}
