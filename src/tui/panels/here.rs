//! What the cursor is on, and what would come of playing there.

use tetralith_core::{CellSet, Colour};

use super::score::after;
use crate::tui::table::Table;
use crate::tui::theme::{Theme, Vacant};

/// Where each kind of forbidden cell is counted.
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

/// What the cursor is on and what would come of playing there, and whether that is possible.
pub fn cursor_text(table: &Table) -> Option<(String, bool)> {
    if !table.is_playable() {
        return None;
    }
    let (names, aim) = (table.names(), table.aim());
    if let Some(refused) = &aim.refused {
        return Some((refused.clone(), false));
    }
    if aim.steps.is_empty() {
        return table.picks().is_empty().then(|| (names.cell(table.cell()), true));
    }
    let step = names.turn(&aim.steps);
    Some((after(table).map_or_else(|| step.clone(), |after| format!("{step} makes it {after}")), true))
}

/// What the cursor is on, where there is more to say of it than its name: a group, a territory, who controls it.
pub(super) fn cursor_place(table: &Table) -> Option<String> {
    if !table.is_playable() {
        return None;
    }
    let (cell, marks, names) = (table.cell(), &table.seen().marks, table.names());
    let here = names.cell(cell);
    if let Some(group) = marks.groups.iter().flatten().find(|group| group.contains(cell)) {
        return Some(format!("{here} is in a group of {}", group.len()));
    }
    if let Some(territory) = marks.territories.iter().find(|territory| territory.cells.contains(cell)) {
        let [first, second] = Colour::BOTH.map(|colour| names.title(colour));
        let owner = territory.owner.map_or_else(|| "nobody's".to_owned(), |owner| format!("{}'s", names.title(owner)));
        let [a, b] = territory.stones;
        return Some(format!("region of {}, {owner}: {a} {first} to {b} {second} around it", territory.cells.len()));
    }
    let controller = Colour::BOTH.into_iter().find(|colour| marks.controlled[colour.index()].contains(cell))?;
    Some(format!("{} controls {here}", names.title(controller)))
}
