//! Other programs in the seats: what becomes of their answers.

use tetralith_core::Reason;

use super::Match;
use super::effects::{MatchEffects, News};
use crate::thinking::ProgramAnswer;

/// Takes in the answer of the program that is asked for a move: a step, resigning, or a fault.
pub(super) fn take(game: &mut Match, answer: ProgramAnswer, effects: &mut MatchEffects) {
    let ProgramAnswer { ticket, name, found } = answer;
    let is_asked = game.thinking.under_way().is_some_and(|thought| thought.ticket == ticket);
    let Some(seat) = game.thinking.asks_program().filter(|_| is_asked) else { return };
    if let Some(name) = name {
        game.change(|state| state.name_program(seat, name));
    }
    match found {
        Ok(Some(step)) => game.thinking.take_from_program(step, game.now.steady),
        Ok(None) => {
            let reply = game.change(|state| state.lose(seat, Reason::Resignation));
            game.forget_places(effects);
            game.follow_reply(reply, effects);
            effects.tell(News::Turn);
        }
        Err(why) => game.thinking.give_up_program(&why, effects),
    }
    effects.draw();
}
