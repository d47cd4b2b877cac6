//! The keys that may follow in a jump, shown to a player who stops for a moment.

use std::time::Duration;

use crate::program::Effects;
use crate::tui::shared::Shared;
use tetralith_session::table::Table;

/// The time after a key in which a player who knows the next one types it.
const MOMENT: Duration = Duration::from_millis(700);

/// True while the keys of a cell are typed.
pub(super) fn is_under_way(cx: &Shared) -> bool {
    cx.game.table().is_some_and(|table| table.hand().is_jumping())
}

/// Notes that a key was typed, after which another of a jump may follow.
pub(super) fn note(cx: &mut Shared) {
    cx.board.jumped_at = is_under_way(cx).then(|| cx.game.now().steady);
}

/// The time when the keys that may follow are shown, on the steady clock.
pub fn keys_due(cx: &Shared) -> Option<Duration> {
    cx.board.jumped_at.filter(|_| is_under_way(cx)).map(|at| at + MOMENT)
}

/// Shows the keys that may follow, once they are due.
pub fn show_keys(cx: &mut Shared, effects: &mut Effects) {
    if keys_due(cx).is_none_or(|due| cx.game.now().steady < due) {
        return;
    }
    cx.board.jumped_at = None;
    if let Some(text) = cx.game.table().map(words) {
        cx.say(text, effects);
    }
}

fn words(table: &Table) -> String {
    let (line, keys) = table.hand().jump_keys();
    let named = |key: char| match (line, key) {
        // Beyond nine the sign of a number is a letter.
        (Some(_), 'a'..='z') => format!("{key} ({})", u32::from(key) - u32::from('a') + 10),
        _ => key.to_string(),
    };
    let keys = keys.into_iter().map(named).collect::<Vec<_>>().join(" ");
    match line {
        None => format!("type the letter of a line: {keys}"),
        Some(line) => format!("legal cells of line {line}: {keys}"),
    }
}
