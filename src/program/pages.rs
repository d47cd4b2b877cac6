//! Pages about games: annotated games, and reports of their analysis.

use tetralith_core::{Record, Timeline};
use tetralith_pages::annotated::{Looks, PageError};
use tetralith_pages::{annotated as annotate, html, viewer};
use tetralith_study::{CacheError, GameAnalysis};

use super::Form;
use crate::theme::{Depth, Glyphs, PALETTES, Theme, palette};

/// The game as a page, with the findings of an analysis that is kept with it: Markdown, or for any
/// other form HTML. If there is an analysis that is ignored, the reason is returned too.
///
/// # Errors
/// [`PageError`] if the game is too long.
pub fn annotated(
    form: Form,
    record: &Record,
    timeline: &Timeline,
) -> Result<(String, Option<CacheError>), PageError> {
    let (analysis, fault) = GameAnalysis::of(record, timeline);
    let analysis = Some(&analysis).filter(|analysis| analysis.looked_at() > 0);
    if form == Form::Markdown {
        return Ok((annotate::markdown(record, timeline, analysis)?, fault));
    }
    let [light, dark] = themes();
    let page = annotate::html(record, timeline, analysis, Looks { light: &light, dark: &dark })?;
    Ok((page, fault))
}

/// The report on the `analysis` of a game as HTML.
///
/// # Errors
/// [`PageError`] if the board cannot be drawn.
pub fn analysed(
    record: &Record,
    timeline: &Timeline,
    analysis: &GameAnalysis,
) -> Result<String, PageError> {
    let [light, dark] = themes();
    Ok(html(&annotate::report(record, timeline, analysis, Looks { light: &light, dark: &dark })?))
}

/// The page that shows every game in a line.
pub fn viewer_page() -> String {
    let [light, dark] = themes();
    viewer(Looks { light: &light, dark: &dark })
}

/// The colours of pages by day and by night.
fn themes() -> [Theme; 2] {
    ["light", "dark"].map(|id| {
        Theme::new(palette(id).unwrap_or(&PALETTES[0]), Depth::TrueColour, Glyphs::Unicode)
    })
}
