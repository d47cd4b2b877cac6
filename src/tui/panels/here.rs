//! The cell under the cursor, and what would come of playing there.

use tetralith_core::CellSet;

use crate::theme::{Theme, Vacant};
use tetralith_session::table::Table;

/// Returns the number of forbidden cells of each kind.
pub(super) fn forbidden(table: &Table, theme: &Theme) -> Option<String> {
    let marks = &table.seen().marks;
    let rules = &marks.forbidden;
    let held = marks.controlled[0] | marks.controlled[1];
    let counts: Vec<String> = rules
        .iter()
        .filter(|(_, cells)| !cells.is_empty())
        .map(|(rule, cells)| {
            let glyph = theme.vacant_glyph(Vacant::Forbidden(rule));
            // Who controls a cell is what is drawn there, not that it is closed.
            let sign = if *cells - held == CellSet::EMPTY { String::new() } else { format!("{glyph} ") };
            format!("{sign}{rule} {}", cells.len())
        })
        .collect();
    (!counts.is_empty() && table.is_playable())
        .then(|| format!("closed to {}: {}", table.names().title(table.game().to_move()), counts.join(", ")))
}
