//! The words for saved games, wherever they are listed.

use tetralith_core::text::counted;

use crate::program::{GameSummary, NoSummary};
use crate::tui::widgets::paint::{shorten, width};

/// The text in place of the result of a file that cannot be read as a game.
pub(super) const UNREADABLE: &str = "unreadable";

/// The text in place of the result of a file that is not one game.
pub(super) fn instead_of_result(found: &NoSummary) -> String {
    match found {
        NoSummary::List(count) => counted(*count, "game"),
        NoSummary::Fault(_) => UNREADABLE.to_owned(),
    }
}

/// The description of a file that holds a list of `count` games.
pub(super) fn list_of(count: usize) -> String {
    format!("A list of {}", counted(count, "game"))
}

/// The text above the reason.
pub(super) const UNREAD: &str = "This file cannot be read";

/// The name of a game in a list, in at most `room` columns: its players, or that of its file if a
/// person gave it.
pub(super) fn called(stem: &str, summary: &GameSummary, room: u16, ascii: bool) -> String {
    let rest = stem.strip_prefix(summary.game.info().id).and_then(|rest| rest.strip_prefix('-'));
    // The program's own names show nothing more than the list does.
    let is_own = |rest: &str| rest.chars().all(|c| c.is_ascii_digit() || c == '-');
    if rest.is_some_and(is_own) { paired(summary, room, ascii) } else { shorten(stem, room, ascii) }
}

/// The players in at most `room` columns, cut if room is short: the opponent of the only person
/// here, else both; empty if the record names no players.
pub(super) fn paired(summary: &GameSummary, room: u16, ascii: bool) -> String {
    if let Some(opponent) = summary.opponent() {
        let whole = format!("vs {opponent}");
        return if width(&whole) <= room { whole } else { shorten(opponent, room, ascii) };
    }
    let whole = summary.pairing();
    let Some([first, second]) = summary.pair().filter(|_| width(&whole) > room) else {
        return whole;
    };
    let both = room.saturating_sub(3);
    let of_first = (both / 2).max(both.saturating_sub(width(second))).min(width(first));
    let of_second = both.saturating_sub(of_first);
    format!("{} – {}", shorten(first, of_first, ascii), shorten(second, of_second, ascii))
}
