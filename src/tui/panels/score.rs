//! The score of both sides, in words and figures.

use tetralith_core::{Colour, Figure, Outcome, Reason};

use crate::theme::Glyphs;
use tetralith_session::table::Table;

/// The figure that says most about how `colour` stands.
pub fn figure(table: &Table, colour: Colour) -> &Figure {
    &table.seen().standing.figures[colour.index()]
}

/// Returns what else there is to say about how `colour` stands.
pub fn details(table: &Table, colour: Colour, glyphs: Glyphs) -> Vec<String> {
    let details = table.seen().standing.details[colour.index()].iter();
    let times = if glyphs == Glyphs::Ascii { "*" } else { "·" };
    details.map(|detail| detail.replace('·', times)).collect()
}

/// Returns how the game ended, as a sentence without its full stop.
pub fn outcome_text(table: &Table, outcome: Outcome) -> String {
    let Some(winner) = outcome.winner else {
        return format!("A draw {}", outcome.reason);
    };
    let names = table.names();
    let holder = table.holder_here(winner).title();
    let who =
        if holder.is_empty() { names.title(winner).to_owned() } else { format!("{holder} ({})", names.title(winner)) };
    let decision = table.seen().standing.decision.as_ref().filter(|_| outcome.reason.is_on_board());
    let figures = decision.map_or_else(String::new, |figures| format!(", {figures}"));
    match outcome.reason {
        Reason::NoMoves => format!("{who} wins{figures}: {} cannot move", names.title(table.game().to_move())),
        Reason::Score | Reason::Connection | Reason::Stuck | Reason::Resignation | Reason::Time | Reason::Own(_) => {
            format!("{who} wins {}{figures}", outcome.reason)
        }
    }
}
