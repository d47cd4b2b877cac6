//! The lines for those who do not see the board: the last move, threats, low time, and what to do.
//! They change only with these, so that a screen reader reads nothing twice.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tetralith_core::Colour;

use super::view::GameView;
use crate::keymap::Action;
use crate::tui::widgets::paint::{put_lines, wrap_within};
use tetralith_session::words::{last_text, outcome_text, threat_text, to_do};

/// The seconds left that are announced, the fewest first.
const SECONDS: [u64; 2] = [10, 30];

/// The whole text.
fn text(view: &GameView) -> String {
    let table = view.table;
    let last = last_text(table).unwrap_or_else(|| "The game begins.".to_owned());
    let next = if let Some(outcome) = table.outcome() {
        format!("{}.", outcome_text(table, outcome))
    } else {
        format!("{}: {}.", table.names().title(table.game().to_move()), to_do(table))
    };
    let swap = table.hand().may_swap().then(|| {
        let key = view.keys.name(Action::Swap);
        format!("{key} swaps colours.")
    });
    [Some(last), time(view), threat_text(table), Some(next), swap]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The words about the player whose clock runs and is about to end.
fn time(view: &GameView) -> Option<String> {
    let (clock, player) = (view.clock()?, view.played?.running?);
    let left = clock.total(player)?;
    let seconds = SECONDS.into_iter().find(|&seconds| left <= Duration::from_secs(seconds))?;
    let holds = |colour: &Colour| view.table.players().origin_here(*colour) == player;
    let colour = Colour::BOTH.into_iter().find(holds)?;
    let title = view.table.names().title(colour);
    if left.is_zero() {
        return Some(format!("{title} has no time left."));
    }
    Some(format!("{title} has {seconds} seconds or less."))
}

/// Draws it in the lines of `area`, cut where it does not fit.
pub(super) fn draw(view: &GameView, area: Rect, buffer: &mut Buffer) {
    let ascii = view.theme.is_ascii();
    let lines = wrap_within(&text(view), area.width, usize::from(area.height), ascii);
    put_lines(buffer, area, 0, lines, view.theme.text());
}
