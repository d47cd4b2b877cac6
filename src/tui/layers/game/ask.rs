//! Questions to the player before something is done at the board, and screens that it leads to.

use tetralith_core::text::counted;
use tetralith_core::{Colour, Step, StepKind};

use super::explain::why_not_seated;
use crate::keymap::Action;
use crate::program::Effects;
use crate::tui::request::{ConfirmAction, Purpose, Request};
use crate::tui::shared::Shared;
use crate::tui::widgets::page::PageText;
use tetralith_session::match_play::{BoardAct, MatchEvent};
use tetralith_session::retry::Retry;
use tetralith_session::seated::{Seated, file_name};
use tetralith_session::words::{resigning_text, sentence};

pub(super) fn type_step(cx: &mut Shared, effects: &mut Effects) {
    if cx.playable(effects).is_none() {
        return;
    }
    cx.prompt(Purpose::Step, "");
}

pub(super) fn ask_to_pass(cx: &mut Shared, effects: &mut Effects) {
    let Some(table) = cx.playable(effects) else { return };
    if !table.has(StepKind::Pass) {
        let title = table.game().info().title;
        return cx.refuse(format!("you cannot pass in {title}"), effects);
    }
    if table.hand().is_stuck() {
        // There is nothing to choose.
        return cx.handle(MatchEvent::Act(BoardAct::Play(vec![Step::Pass])), effects);
    }
    let passed = table.timeline().step(table.timeline().cursor()) == Some(Step::Pass);
    let name = table.names().title(table.game().to_move());
    let text = if passed {
        format!("Pass as {name}? A second pass in a row ends the game.")
    } else {
        format!("Pass as {name}?")
    };
    cx.ask(text, ConfirmAction::Pass);
}

pub(super) fn ask_to_swap(cx: &mut Shared, effects: &mut Effects) {
    let Some(table) = cx.playable(effects) else { return };
    if !table.hand().may_swap() {
        let names = table.names();
        return if let Err(error) = table.game().check(Step::Swap) {
            cx.refuse(names.explain(&error), effects);
        };
    }
    let [first, second] = Colour::BOTH.map(|colour| table.names().title(colour));
    cx.ask(format!("Swap colours? You become {first}; {second} moves next."), ConfirmAction::Swap);
}

/// Asks before a variation is deleted, because its moves are lost.
pub(super) fn ask_to_delete(cx: &mut Shared, effects: &mut Effects) {
    match cx.game.table().map(|table| table.lines().variation_moves()) {
        None => {}
        Some(Err(why)) => cx.refuse(cx.with_keys(&why), effects),
        Some(Ok(moves)) => {
            let text = format!("Delete this variation of {}?", counted(moves, "move"));
            cx.ask(text, ConfirmAction::DeleteVariation);
        }
    }
}

/// Makes the variation the main line, and asks first if that would leave a game that has ended
/// without its end.
pub(super) fn promote(cx: &mut Shared, effects: &mut Effects) {
    if cx.game.table().is_some_and(|table| table.lines().promotion_unfinishes()) {
        let text = "The main line is the finished game, with its result. Make this variation the \
                    main line?";
        return cx.ask(text.to_owned(), ConfirmAction::Promote);
    }
    cx.handle(MatchEvent::Promote, effects);
}

pub(super) fn ask_to_resign(cx: &mut Shared, effects: &mut Effects) {
    let Some(table) = cx.game.table() else { return };
    match table.state().resigner() {
        Ok(colour) => {
            let name = table.names().title(colour);
            let after = resigning_text(table)
                .map_or_else(String::new, |after| format!(" {}", sentence(after)));
            cx.ask(format!("Resign as {name}?{after}"), ConfirmAction::Resign);
        }
        Err(why) => cx.refuse(cx.with_keys(&why), effects),
    }
}

/// Asks who shall play.
pub(super) fn open_seats(cx: &mut Shared, effects: &mut Effects) {
    let Some(table) = cx.game.table() else { return };
    if let Some(why) = why_not_seated(cx, table) {
        return cx.refuse(why, effects);
    }
    let before = Colour::BOTH.map(|colour| table.players().holder_here(colour).clone());
    let selected =
        Colour::BOTH.into_iter().find(|&colour| table.players().holder_here(colour).is_automatic());
    let selected = selected.unwrap_or(table.game().to_move().other());
    cx.request(Request::Seats { selected, before });
}

/// Shows the report on the game at the board.
pub(super) fn show_report(cx: &mut Shared, effects: &mut Effects) {
    let Some(seated) = cx.game.seated() else { return };
    match Seated::report(seated) {
        Some((text, points)) => {
            cx.request(Request::Page(PageText::Report { text, points, chosen: 0 }));
        }
        None => cx.refuse(cx.with_keys(&seated.table.review().why_unanalysed()), effects),
    }
}

/// Has the mistakes of the people at the board tried again.
pub(super) fn begin_retry(cx: &mut Shared, effects: &mut Effects) {
    let Some(table) = cx.game.table() else { return };
    let Some(known) = table.review().analysis() else {
        return cx.refuse(cx.with_keys(&table.review().why_unanalysed()), effects);
    };
    // Only a whole analysis knows what is a mistake; until then a best move may pass for one.
    if cx.game.analyst().is_under_way() {
        return cx.refuse("still analysing; your mistakes will be known at the end", effects);
    }
    let is_part = known.looked_at() < known.moments.list().len();
    match Retry::of(table) {
        Some(retry) => {
            // None of the engine's findings are to be seen there.
            cx.handle(MatchEvent::HideHint, effects);
            cx.request(Request::Retry(Box::new(retry)));
        }
        None if is_part => {
            let key = cx.key_at_board(Action::Analyse);
            let why = format!("no mistakes in your moves so far; {key} analyses the others");
            cx.refuse(why, effects);
        }
        None => cx.refuse("you made no mistakes to try again", effects),
    }
}

/// Asks for the file that the picture is to go to.
pub(super) fn ask_for_picture(cx: &mut Shared) {
    let Some(table) = cx.game.table() else { return };
    let name = format!("{}.svg", file_name(table.game().info(), cx.game.now()));
    cx.prompt(Purpose::Export, &name);
}
