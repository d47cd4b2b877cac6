//! The cell under the cursor, and what would come of playing there.

use tetralith_core::{CellSet, Colour, Territory};

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

/// Returns what the cursor is on and what would come of playing there, and whether that is possible.
pub fn cursor_text(table: &Table) -> Option<(String, bool)> {
    if !table.is_playable() {
        return None;
    }
    let (names, aim) = (table.names(), table.aim());
    if let Some(refused) = &aim.refused {
        return table.tells_refusal().then(|| (refused.clone(), false));
    }
    if aim.steps.is_empty() && table.is_stuck() {
        return None;
    }
    if aim.steps.is_empty() {
        return table.picks().is_empty().then(|| (names.cell(table.cell()), true));
    }
    let step = names.turn(&aim.steps);
    Some((aim.effect.as_ref().map_or_else(|| step.clone(), |effect| format!("After {step}: {effect}")), true))
}

/// Returns what the cursor is on, where there is more to say of it than its name: what it sees, a group, a territory.
pub(super) fn cursor_place(table: &Table) -> Option<String> {
    if !table.is_playable() {
        return None;
    }
    let (cell, names, board) = (table.cell(), table.names(), table.game().board());
    let here = names.cell(cell);
    let [first, second] = Colour::BOTH.map(|colour| names.title(colour));
    let about = table.game().about(cell);
    if let Some(Territory { cells, owner, stones: [a, b] }) = about.territory {
        let owner = owner.map_or_else(|| "nobody's".to_owned(), |owner| format!("{}'s", names.title(owner)));
        return Some(format!("{}-point region, {owner}: {a} {first}, {b} {second}", cells.len()));
    }
    if let Some(needed) = about.needed {
        let seen = Colour::BOTH.map(|colour| (about.counted & *board.stones(colour)).len());
        let controls = Colour::BOTH.into_iter().find(|colour| seen[colour.index()] >= usize::from(needed));
        let control = match controls {
            Some(colour) => format!("{} controls it", names.title(colour)),
            None => format!("{needed} of one colour control it"),
        };
        return Some(format!("{here} sees {} {first} and {} {second}: {control}", seen[0], seen[1]));
    }
    let multiplies = table.seen().marks.factors;
    if board.at(cell).is_some() {
        let (_, group) = about.groups.first()?;
        let size = group.len();
        let factor = if multiplies && size > 1 { format!(", a factor of {size}") } else { String::new() };
        return Some(format!("{here} is in a group of {size}{factor}"));
    }
    let beside = |colour| {
        let groups = about.groups.iter().filter(|(of, _)| *of == colour);
        let sizes: Vec<String> = groups.map(|(_, group)| group.len().to_string()).collect();
        (!sizes.is_empty()).then(|| format!("{} {}", names.title(colour), sizes.join(" and ")))
    };
    let groups: Vec<String> = Colour::BOTH.into_iter().filter_map(beside).collect();
    // Of a step that joins groups, the product says what it is worth; here is what it joins.
    (multiplies && !groups.is_empty()).then(|| format!("{here} touches groups of {}", groups.join(", ")))
}
