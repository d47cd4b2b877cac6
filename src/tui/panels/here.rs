//! The cells on which the step at hand may go or not, in words, with the signs that the board has
//! for them.

use tetralith_core::text::counted;
use tetralith_core::{CellSet, Colour, Marks, StepKind};
use tetralith_picture::look::marks::leave_out_open;
use tetralith_picture::{Regions, StepAtHand, View};
use tetralith_session::table::{Mode, Table};

use super::view::GameView;
use crate::theme::Vacant;
use crate::tui::board::legend::{Drawn, threat_sign, vacant_sign};

/// The marks of the position that are shown on the board.
pub(super) fn shown_marks(table: &Table) -> Marks {
    let (seen, mut marks) = (table.hand().seen(), table.hand().seen().marks.clone());
    if table.outcome().is_none() {
        leave_out_open(&mut marks, table.geometry().len(), || seen.open);
    }
    marks
}

/// Returns the signs on the board that show where a stone may go, what is neutral and what can be
/// flipped, each with the number of its cells; `None` if there are none.
pub(super) fn signs(view: &GameView) -> Option<String> {
    let table = view.table;
    let is_playable = table.hand().is_playable();
    let is_read = table.mode() == Mode::Review && table.outcome().is_none();
    if !view.display.marks || !is_playable && !is_read {
        return None;
    }
    let (game, marks) = (table.game(), shown_marks(table));
    let legal = if is_playable { table.hand().seen().cells } else { CellSet::EMPTY };
    let seen = View {
        marks: Some(&marks),
        step: StepAtHand { legal, ..StepAtHand::NONE },
        ..View::new(game.board(), game.info())
    };
    let regions = Regions::of(&seen);
    let drawn = view.drawn();
    let sign = |vacant| vacant_sign(view.theme, vacant, drawn);
    let mover = game.to_move();
    let mut closed = closed_by_rules(view, &marks, drawn);
    if !regions.closed.is_empty() {
        let cells = counted(regions.closed.len(), "cell");
        closed.push(format!("{cells} ({})", sign(Vacant::Closed)));
    }
    let part = |name: &str, sign: &str, cells: CellSet| {
        (!cells.is_empty()).then(|| format!("{} {name} ({sign})", cells.len()))
    };
    let legal_name =
        if table.has(StepKind::Tromino) { "cells where a tromino fits" } else { "legal" };
    let parts = [
        (!closed.is_empty())
            .then(|| format!("closed to {}: {}", table.names().title(mover), closed.join(", "))),
        part(legal_name, sign(Vacant::Legal), regions.legal),
        (!legal.is_empty() && (game.board().vacant() - legal).is_empty())
            .then(|| "every vacant cell is legal".to_owned()),
        part("neutral", sign(Vacant::Neutral), regions.neutral),
        flips(view, regions.threatened, drawn),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// The cells that rules with names close, with the sign that they have.
fn closed_by_rules(view: &GameView, marks: &Marks, drawn: Drawn) -> Vec<String> {
    let info = view.table.game().info();
    let sign_text = |&(rule, cells): &(&'static str, CellSet)| {
        let count = cells.len();
        let closed = vacant_sign(view.theme, Vacant::Forbidden(rule), drawn);
        let is_held = |colour: &Colour| (cells - marks.controlled[colour.index()]).is_empty();
        match (Colour::BOTH.into_iter().find(is_held), drawn) {
            // Without a holder the rule is named by the fault that a stone there would make.
            (None, _) => format!("{} ({closed})", counted(count, rule)),
            // The sign of the holder is drawn there, not that of a closed cell.
            (Some(holder), Drawn::Characters) => {
                format!("{count} {rule} ({})", view.theme.held_glyph(info, holder))
            }
            (Some(_), _) => format!("{count} {rule} ({closed})"),
        }
    };
    marks.forbidden.iter().filter(|(_, cells)| !cells.is_empty()).map(sign_text).collect()
}

/// The stones that the side to move can flip, and those that the other could if it were to move.
fn flips(view: &GameView, threatened: CellSet, drawn: Drawn) -> Option<String> {
    let (game, names) = (view.table.game(), view.table.names());
    let mover = game.to_move();
    let by = |colour: Colour| (threatened & *game.board().stones(colour.other())).len();
    let flips = |side: Colour, can: &str| {
        let stones = counted(by(side), &format!("{} stone", names.colour(side.other())));
        (by(side) > 0).then(|| format!("{} {can} flip {stones}", names.title(side)))
    };
    let flips = [flips(mover, "can"), flips(mover.other(), "could")].into_iter().flatten();
    let flips = flips.collect::<Vec<String>>().join(", ");
    if flips.is_empty() {
        return None;
    }
    let (_, name) = threat_sign(drawn);
    Some(format!("{flips} ({name})"))
}
