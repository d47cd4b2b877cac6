//! The keys at a board where the opponent plays at another terminal.

use crate::keymap::Action;
use crate::program::Effects;
use crate::tui::request::Purpose;
use crate::tui::shared::Shared;
use tetralith_session::match_play::{BoardAct, LinkAct, MatchEvent};
use tetralith_session::table::{Mode, Table};

/// Does what a key asks if both players must agree to it, or refuses what only one of them would
/// have, such as a hint; false if the key does what it always does.
pub(super) fn act(cx: &mut Shared, action: Action, effects: &mut Effects) -> bool {
    use Action as A;
    let going = cx.game.table().filter(|table| table.state().plays_remote());
    let goes_on = going.is_some();
    let refused = going.and_then(|table| match action {
        A::Seats => Some("players cannot be changed in a remote game".into()),
        // Without a way to the other terminal the clocks are paused already.
        A::PauseClock if cx.game.link().game().is_none() => table.state().absence().cloned(),
        _ => None,
    });
    if let Some(why) = refused {
        cx.refuse(cx.with_keys(&why), effects);
        return true;
    }
    if cx.game.link().game().is_none() {
        return false;
    }
    if watches(cx) && matches!(action, A::Chat | A::Resign | A::Rematch) {
        cx.refuse("you are watching this game", effects);
        return true;
    }
    match action {
        A::Chat => cx.prompt(Purpose::Chat, ""),
        A::AcceptOffer => cx.handle(MatchEvent::Link(LinkAct::Answer(true)), effects),
        A::DeclineOffer => cx.handle(MatchEvent::Link(LinkAct::Answer(false)), effects),
        A::NewGame | A::Rematch if !goes_on => {
            cx.handle(MatchEvent::Link(LinkAct::Rematch), effects);
        }
        _ if !goes_on => return false,
        A::PauseClock => cx.handle(MatchEvent::Link(LinkAct::Pause), effects),
        A::Undo if !cx.game.table().is_some_and(|table| table.hand().is_begun()) => {
            cx.handle(MatchEvent::Link(LinkAct::Takeback), effects);
        }
        A::PlayOn => return_to_game(cx, effects),
        // Without a prompt the typed letters would act as keys; the move is refused as a whole, or
        // played if the other side is back.
        A::TypeStep if cx.game.table().is_some_and(is_only_kept_waiting) => {
            cx.prompt(Purpose::Step, "");
        }
        A::NewGame => {
            let leave = if cx.game.link().is_kiosk() { A::Quit } else { A::Home };
            let [resign, leave] = [A::Resign, leave].map(|action| cx.key_at_board(action));
            let why = format!(
                "this game is in progress; {resign} resigns, {leave} leaves it for \
                later"
            );
            cx.refuse(why, effects);
        }
        _ => return false,
    }
    true
}

/// True if this side is a spectator.
pub(super) fn watches(cx: &Shared) -> bool {
    cx.game.link().game().is_some_and(|remote| remote.peer().is_watcher())
}

/// True if a player here could move if the other side were not away.
fn is_only_kept_waiting(table: &Table) -> bool {
    table.mode() == Mode::Play
        && table.state().absence().is_some()
        && !table.state().remote_to_move()
        && !table.lines().is_in_the_past()
}

/// Goes back to where the game is.
fn return_to_game(cx: &mut Shared, effects: &mut Effects) {
    let is_reviewed = cx.game.table().is_some_and(|table| table.mode() == Mode::Review);
    cx.act(if is_reviewed { BoardAct::ReturnToGame } else { BoardAct::GoToEnd }, effects);
}
