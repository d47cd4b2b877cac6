//! The words for saved games, wherever they are listed.

use crate::program::GameSummary;
use crate::tui::widgets::paint::{shorten, width};

/// The text in place of the result of a file that cannot be read as a game.
pub(super) const UNREADABLE: &str = "unreadable";

/// The text above the reason.
pub(super) const UNREAD: &str = "This file cannot be read";

/// The players in at most `room` columns, without the unnamed one where room is short; `None` if a
/// name would be cut.
pub(super) fn paired_whole(summary: &GameSummary, room: u16) -> Option<String> {
    let whole = summary.pairing();
    let [first, second] = &summary.players;
    let brief = match (first.is_empty(), second.is_empty()) {
        (true, false) => format!("vs {second}"),
        (false, true) => format!("vs {first}"),
        _ => whole.clone(),
    };
    [whole, brief].into_iter().find(|text| width(text) <= room)
}

/// The players in at most `room` columns: if room is short, a part of both names, or only the
/// opponent of an unnamed player.
pub(super) fn paired(summary: &GameSummary, room: u16, ascii: bool) -> String {
    if let Some(whole) = paired_whole(summary, room) {
        return whole;
    }
    let [first, second] = &summary.players;
    if first.is_empty() || second.is_empty() {
        return shorten(&format!("vs {first}{second}"), room, ascii);
    }
    let both = room.saturating_sub(3);
    let of_first = (both / 2).max(both.saturating_sub(width(second))).min(width(first));
    let of_second = both.saturating_sub(of_first);
    format!("{} – {}", shorten(first, of_first, ascii), shorten(second, of_second, ascii))
}
