//! Other programs in the seats: what becomes of their answers.

use tetralith_core::record::PlayerKind;
use tetralith_core::timeline::NodeId;
use tetralith_core::{Colour, Reason};

use super::Match;
use super::effects::{MatchEffects, News};
use crate::seat::Seat;
use crate::seated::Seated;
use crate::thinking::{ProgramAnswer, ProgramMove, ProgramTask, Subject};

/// Lets the program that `command` starts play on in a game of ours whose record names another
/// program; returns the title of one that is missing. Of two programs the first has the command:
/// the record names no other, and one program would play against itself.
pub(super) fn seat(command: Option<&str>, seated: &mut Seated) -> Option<String> {
    let mut command = command.map(str::to_owned);
    if !seated.table.state().is_going_on() {
        return None;
    }
    let mut missing = None;
    for colour in Colour::BOTH {
        let seat = seated.table.players().holder(colour, NodeId::START);
        let is_program = seat.kind == Some(PlayerKind::Ai) && !seat.is_undecided();
        if !is_program || seat.is_automatic() {
            continue;
        }
        match command.take() {
            Some(command) => {
                let start = |seat: &mut Seat| seat.program = Some(command);
                seated.table.change(|state| state.note_of_player(colour, start));
            }
            None => missing = Some(seat.title()),
        }
    }
    missing
}

/// Takes in the answer of the program that is asked: its move or opinion, resigning, or a fault.
pub(super) fn take(game: &mut Match, answer: ProgramAnswer, effects: &mut MatchEffects) {
    let ProgramAnswer { ticket, name, found } = answer;
    let asked = game.thinking.under_way().filter(|thought| thought.ticket == ticket);
    let (seat, moves) = match asked.map(|thought| thought.subject) {
        Some(Subject::Program(ProgramTask::Begin(seat))) => (seat, false),
        Some(Subject::Program(ProgramTask::Move(seat))) => (seat, true),
        Some(Subject::Program(ProgramTask::Opinion)) => {
            return game.thinking.take_opinion(name, found, effects);
        }
        Some(Subject::Engine(_)) | None => return,
    };
    if let Some(name) = name {
        game.change(|state| state.note_of_player(seat, |seat| seat.name = name));
    }
    if found.is_ok() {
        game.thinking.note_ready(seat);
    }
    let found = found.map(|ProgramMove { steps, .. }| steps.first().copied());
    match found {
        Ok(_) if !moves => game.thinking.drop_question(),
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
