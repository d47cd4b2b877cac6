//! The hint line: the keys that matter now, and which of them is at a place.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::tui::app::App;
use crate::tui::keymap::Action;
use crate::tui::paint::{put, width};
use crate::tui::theme::Glyphs;

/// One key in the hint line.
struct Hint {
    column: u16,
    action: Action,
    key: String,
    short: &'static str,
}

/// The narrowest hint line that has the palette pinned beside the help, in columns.
const PALETTE_FROM: u16 = 70;

/// The keys that fit in a hint line of `columns`, the help and the palette pinned at its right end.
fn hints(app: &App, columns: u16) -> Vec<Hint> {
    let contexts = app.contexts();
    let ascii = app.theme().glyphs() == Glyphs::Ascii;
    let hint = |action: Action| {
        let (binding, keys) = app.keymap().binding(&contexts, action)?;
        let key = keys.first()?.name(ascii);
        let short = app.hint_word(action).unwrap_or(binding.short);
        Some((width(&key) + 1 + width(short), key, short))
    };
    let mut end = columns;
    let mut hints = Vec::new();
    let mut pinned = Vec::new();
    // What leads to everything else stays at the right end.
    for (action, from) in [(Action::Help, 0), (Action::Palette, PALETTE_FROM)] {
        if let Some((width, key, short)) = hint(action).filter(|(width, ..)| *width < end && columns >= from) {
            end -= width + if pinned.is_empty() { 1 } else { 2 };
            pinned.push(Hint { column: end, action, key, short });
        }
    }
    let mut column = 1;
    for action in app.hints() {
        let Some((width, key, short)) = hint(action) else { continue };
        if column + width > end.saturating_sub(1) {
            continue;
        }
        hints.push(Hint { column, action, key, short });
        column += width + 2;
    }
    hints.extend(pinned);
    hints
}

/// The action of the hint at `at`.
pub fn hint_at(app: &App, at: Position) -> Option<Action> {
    let area = app.area();
    if at.y + 1 != area.bottom() {
        return None;
    }
    let column = at.x.checked_sub(area.x)?;
    hints(app, area.width)
        .into_iter()
        .find(|hint| (hint.column..hint.column + width(&hint.key) + 1 + width(hint.short)).contains(&column))
        .map(|hint| hint.action)
}

/// Draws the hint line.
pub fn draw_hints(app: &App, area: Rect, buffer: &mut Buffer) {
    let theme = app.theme();
    for hint in hints(app, area.width) {
        let column = put(buffer, area, hint.column, 0, &hint.key, theme.accent());
        put(buffer, area, column + 1, 0, hint.short, theme.dim());
    }
}
