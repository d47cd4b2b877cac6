//! The course of the game: undoing, the clocks, the computer's turn, hints.

use tetralith_core::Colour;
use tetralith_core::timeline::NodeId;

use super::hints::is_over;
use crate::program::Effects;
use crate::tui::shared::Shared;
use tetralith_session::clock::Clock;
use tetralith_session::hint::Hint;
use tetralith_session::seated::Seated;
use tetralith_session::table::{Mode, Reply, Table};
use tetralith_session::thinking::no_threat;

/// Goes back a step; if that takes back a loss on time, says what this means.
pub(super) fn undo(cx: &mut Shared, effects: &mut Effects) {
    let Some(seated) = &mut cx.game.seated else { return };
    let (reply, told) = seated.undo();
    cx.handle_reply(reply, effects);
    if let Some(told) = told {
        cx.say(told, effects);
    }
}

/// Stops the clocks, or lets them go on.
pub(super) fn pause_clocks(cx: &mut Shared, effects: &mut Effects) {
    match cx.game.seated.as_mut().filter(|seated| seated.clock.has_limit()) {
        None => {
            let text = cx.with_keys("this game has no clock; a new game ({new-game}) can have one");
            cx.refuse(text, effects);
        }
        Some(Seated { table, .. }) if table.is_over() => cx.refuse("the game is over", effects),
        Some(Seated { table, .. }) if table.mode() != Mode::Play => cx.refuse(
            cx.with_keys("the clocks are paused while you review the game; {play-on} plays on"),
            effects,
        ),
        Some(Seated { clock, .. }) => {
            clock.paused = !clock.paused;
            let paused = clock.paused;
            cx.say(
                if paused {
                    "the clocks are paused until you resume them"
                } else {
                    "the clocks are running"
                },
                effects,
            );
        }
    }
}

/// Keeps the computer from making a step until it is told to.
pub(super) fn halt(cx: &mut Shared, effects: &mut Effects) {
    (cx.game.thoughts.halted, cx.game.thoughts.one_step) = (true, false);
    effects.draw();
}

/// Lets the computer make its step here, and with `once` only this one.
pub(super) fn let_move(cx: &mut Shared, once: bool, effects: &mut Effects) {
    if let Some(seated) = &mut cx.game.seated {
        seated.table.go_on_here();
    }
    (cx.game.thoughts.halted, cx.game.thoughts.one_step) = (false, once);
    effects.draw();
}

/// Shows the best steps here, or takes them away again; with `threat` those that the opponent would
/// make now.
pub(super) fn toggle_hint(cx: &mut Shared, threat: bool, effects: &mut Effects) {
    let (Some(place), Some(table)) = (cx.place(), cx.game.table()) else { return };
    let (is_over, may_pass_over) =
        (table.outcome().is_some(), table.game().passed_over().is_some());
    let why_not = no_threat(table.game());
    if table.hides_analysis() && !threat && !is_over {
        // Somebody who wants to think first has done so, and asks now.
        cx.game.revealed = Some(place);
        if cx.game.thoughts.hint.is_none() {
            cx.game.thoughts.hint = Some(cx.hint_at(place));
        }
        return effects.draw();
    }
    if cx.game.thoughts.hint.take_if(|hint| hint.threat == threat).is_some() {
        return effects.draw();
    }
    if is_over {
        return cx.refuse("the game is over here; there is no move to find", effects);
    }
    if cx.game.thoughts.own().is_some() {
        return cx
            .refuse("the engine is already thinking about this position; see the panel", effects);
    }
    if threat && !may_pass_over {
        return cx.refuse(why_not, effects);
    }
    let hint = if threat { Hint::new(place, threat) } else { cx.hint_at(place) };
    cx.game.thoughts.hint = Some(hint);
    effects.draw();
}

/// Hides all that the engine says in review until it is asked for, or shows it again.
pub(super) fn toggle_thinking_first(cx: &mut Shared, effects: &mut Effects) {
    let thinks_first = !cx.game.thinks_first;
    (cx.game.thinks_first, cx.game.revealed) = (thinks_first, None);
    let text = if thinks_first {
        "think first: engine output is hidden; {hint} shows it for this position, {think-first} for all"
    } else {
        "engine output is shown again"
    };
    cx.say(cx.with_keys(text), effects);
}

/// Plays the move of this `rank`, from 1, that the hint names; without a hint, the better move in
/// place of a fault.
pub(super) fn take_hint(cx: &mut Shared, rank: u8, effects: &mut Effects) {
    let is_fault = cx.game.table().is_some_and(|table| table.fault_here().is_some());
    if is_fault && cx.game.thoughts.hint.is_none() {
        if rank > 1 {
            return cx.refuse(
                cx.with_keys(
                    "one better move is shown, {take-first}; {hint} finds moves for this position",
                ),
                effects,
            );
        }
        return take_better(cx, effects);
    }
    if cx.playable(effects).is_none() {
        return;
    }
    let place = cx.place();
    let hides = cx.game.table().is_some_and(Table::hides_analysis);
    let Some(hint) =
        cx.game.thoughts.hint.as_ref().filter(|hint| Some(hint.place) == place && !hides)
    else {
        return cx.refuse(cx.with_keys("no hint is shown; {hint} asks for one"), effects);
    };
    if hint.threat {
        return cx.refuse("a threat is the opponent's move; only a hint can be played", effects);
    }
    let Some(step) = hint.step(rank, cx.now.steady) else {
        return cx.refuse(format!("the hint names no move {rank} yet"), effects);
    };
    let reply = cx.game.table_mut().map_or(Reply::Nothing, |table| table.play(step));
    cx.after_step(reply, effects);
}

/// Plays the better move in place of the fault at the cursor.
pub(super) fn take_better(cx: &mut Shared, effects: &mut Effects) {
    let reply = cx.game.table_mut().map_or(Reply::Nothing, Table::play_better);
    cx.after_step(reply, effects);
}

/// Begins the same game again, each player with the other's colour.
pub(super) fn rematch(cx: &mut Shared, effects: &mut Effects) {
    let Some(seated) = cx.game.seated.as_ref().filter(|seated| is_over(&seated.table)) else {
        return cx.refuse("a rematch follows a game that was played to its end here", effects);
    };
    let table = &seated.table;
    let [first, second] = Colour::BOTH.map(|colour| table.holder(colour, NodeId::START).clone());
    let start = table.timeline().start().clone();
    let (control, loses) =
        seated.clock.control().map_or((None, false), |(control, loses)| (Some(control), loses));
    let clock = Clock::new(control, loses, cx.now.steady);
    if start.is_set_up() {
        return cx.start_at(start, [second, first], clock, None, effects);
    }
    cx.start_game(start.info(), *start.options(), [second, first], clock, effects);
}
