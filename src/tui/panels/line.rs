//! Lines of text in pieces, and the room that a panel has for them.

use ratatui::layout::Rect;
use ratatui::style::Style;

/// Pieces of text that make a line.
pub(super) type Line = Vec<(String, Style)>;

/// Returns the pieces of a line as they are put on the screen.
pub(super) fn pieces(line: &Line) -> impl Iterator<Item = (&str, Style)> {
    line.iter().map(|(text, style)| (text.as_str(), *style))
}

/// The panel without the blank column beside its border.
pub(super) fn inner(panel: Rect) -> Rect {
    Rect { x: panel.x + 1, width: panel.width.saturating_sub(1), ..panel }
}
