//! Moves that the engine names.

use crate::keymap::Action;
use crate::program::Effects;
use crate::tui::shared::Shared;
use tetralith_session::match_play::{BoardAct, MatchEvent};

/// Plays the move of this `rank`, from 1, that the hint names; without a hint, the better move in
/// place of a mistake.
pub(super) fn take_hint(cx: &mut Shared, rank: u8, effects: &mut Effects) {
    let is_fault = cx.game.table().is_some_and(|table| table.review().fault_here().is_some());
    if !is_fault || cx.game.thinking().hint().is_some() {
        return cx.handle(MatchEvent::TakeHint(rank), effects);
    }
    if rank > 1 {
        let [first, hint] = [Action::Take(1), Action::Hint].map(|action| cx.key_at_board(action));
        let why = format!("only one better move is known, {first}; {hint} finds more");
        return cx.refuse(why, effects);
    }
    cx.act(BoardAct::PlayBetter, effects);
}
