//! Explanations of the game: why a cell can be played, the rules beside the board, what keys have
//! done.

use tetralith_core::Colour;

use super::remote::watches;
use super::view::view_here;
use crate::keymap::{Action, Context};
use crate::program::Effects;
use crate::tui::panels;
use crate::tui::request::Request;
use crate::tui::shared::Shared;
use tetralith_session::table::{Mode, Table};
use tetralith_session::why::Why;

/// Shows why something can or cannot be played on the cell under the cursor, and brings out the
/// cells that show it.
pub(super) fn tell_why(cx: &mut Shared, effects: &mut Effects) {
    let Some(table) = cx.game.table() else { return };
    let of = if table.outcome().is_some() { Why::over } else { Why::of };
    let Why { text, cells, .. } = of(table.game(), table.hand().cell());
    cx.say(text, effects);
    cx.notices.highlights = cells;
}

/// Shows or hides the rules beside the board; where there is no room, on a page of their own.
pub(super) fn toggle_rules_beside(cx: &mut Shared, effects: &mut Effects) {
    if !cx.has_panel() {
        return cx.request(Request::Rules(None));
    }
    cx.display.rules = if cx.display.rules.is_some() { None } else { Some(0) };
    effects.draw();
}

/// Scrolls the rules beside the board.
pub(super) fn scroll_rules(cx: &mut Shared, up: bool, effects: &mut Effects) {
    let most = view_here(cx).map_or(0, |view| panels::most_rules_scroll(&view));
    let Some(scroll) = &mut cx.display.rules else { return };
    let before = *scroll;
    *scroll = if up { before.min(most).saturating_sub(5) } else { (before + 5).min(most) };
    effects.draw_if(*scroll != before);
}

/// The reason why no player can take a seat in a game that is in review, or is over.
pub fn why_not_seated(cx: &Shared, table: &Table) -> Option<String> {
    if table.mode() == Mode::Review && !table.state().follows_game() {
        let key = cx.key_for(Context::Review, Action::PlayOn);
        return Some(format!("this is a review; press {key} to play, then change the players"));
    }
    let is_over = table.state().follows_game() || table.timeline().outcome().is_some();
    is_over.then(|| {
        let key = cx.key_at_board(Action::NewGame);
        format!("the game is over; {key} starts a new one")
    })
}

/// Shows that the game is played on from here; if it `branches`, what becomes of the turns that
/// followed; and which sides the computer plays, which nothing else on a reviewed record says.
pub(super) fn tell_playing_on(cx: &mut Shared, branches: bool, effects: &mut Effects) {
    let followed = if branches { "; later moves stay as a variation" } else { "" };
    let [seats, review] =
        [Action::Seats, Action::LookThrough].map(|action| cx.key_at_board(action));
    let computers = cx.game.table().map(|table| {
        let is_computers = |colour: &Colour| table.players().holder_here(*colour).is_automatic();
        let sides: Vec<Colour> = Colour::BOTH.into_iter().filter(is_computers).collect();
        match sides[..] {
            [] => String::new(),
            [one] => {
                format!("; the computer plays {} ({seats} changes that)", table.names().title(one))
            }
            _ => format!("; the computer plays both sides ({seats} changes that)"),
        }
    });
    let computers = computers.unwrap_or_default();
    let text = format!("playing from here{followed}{computers}; {review} returns to review");
    cx.say(text, effects);
}

pub(super) fn tell_nothing_to_take_back(cx: &mut Shared, effects: &mut Effects) {
    if watches(cx) {
        return cx.refuse("you are watching this game", effects);
    }
    let is_remote = cx.game.table().is_some_and(|table| table.state().is_remote());
    let undoes = if is_remote { "asks for a takeback" } else { "undoes a move" };
    let [undo, home, quit] =
        [Action::Undo, Action::Home, Action::Quit].map(|action| cx.key_at_board(action));
    let home = (!cx.game.link().is_kiosk()).then(|| format!("{home} goes home, "));
    let undo = cx.game.can_undo().then(|| format!("{undo} {undoes}, "));
    let [undo, home] = [undo, home].map(Option::unwrap_or_default);
    cx.say(format!("nothing to take back; {undo}{home}{quit} quits"), effects);
}
