//! Takebacks that are counted: whether what a player does takes a move back, and whose it is.

use tetralith_core::Colour;
use tetralith_core::timeline::{NodeId, Timeline};

use super::Match;
use super::effects::MatchEffects;
use super::event::{BoardAct, MatchEvent};
use crate::seat::{Seat, Takebacks};
use crate::sentence::Sentence;
use crate::table::Table;

/// True if `event` can lead the game back.
const fn can_go_back(event: &MatchEvent) -> bool {
    match event {
        MatchEvent::Undo
        | MatchEvent::TakeBackMove
        | MatchEvent::Go { .. }
        | MatchEvent::DeleteVariation
        | MatchEvent::Promote => true,
        MatchEvent::Act(act) => {
            act.is_step()
                || matches!(act, BoardAct::TakeBack | BoardAct::PlayOn | BoardAct::ReturnToGame)
        }
        _ => false,
    }
}

/// The player, by the colour before any swap, who takes a whole turn back by what leads from the
/// game at the table `before` to that at `after`, if the takebacks of one are counted.
fn taker(before: &Table, after: &Table) -> Option<Colour> {
    let line = |timeline: &Timeline| timeline.path(timeline.played_to());
    let (was, is) = (before.timeline(), after.timeline());
    let stays = line(was).into_iter().zip(line(is)).take_while(|(old, new)| old == new).count();
    let left = line(was)[..stays].last().copied().unwrap_or(NodeId::START);
    let whole = |node| was.turn(node) - u32::from(was.is_mid_turn_at(node));
    if whole(left) >= whole(was.played_to()) {
        return None;
    }
    let mover = was.to_move_at(left);
    let players = before.players();
    let is_counted = |colour: &Colour| players.holder(*colour, left).takebacks.is_some();
    let taker = [mover, mover.other()].into_iter().find(is_counted)?;
    Some(players.origin(taker, left))
}

/// Returns the player, by the colour before any swap, who takes a move back by `event`, and that
/// player's takebacks; `None` if `event` takes nothing back that is counted.
fn used_by(game: &Match, event: &MatchEvent) -> Option<(Colour, Takebacks)> {
    let is_counted = |table: &&Table| {
        let is_own = !table.timeline().is_record() && !table.state().is_remote();
        is_own && table.players().have_takebacks()
    };
    if !can_go_back(event) || game.table().is_none_or(|table| !is_counted(&table)) {
        return None;
    }
    // Many things lead the game back. Trying them on a copy shows which do.
    let mut trial = game.clone();
    trial.carry_out(event.clone(), &mut MatchEffects::default());
    let (before, after) = (game.table()?, trial.table()?);
    let taker = taker(before, after)?;
    let seat = before.players().holder(taker, NodeId::START);
    Some((taker, seat.takebacks.unwrap_or(Takebacks::of(0))))
}

/// True if a player has a takeback left for `event`, or needs none.
pub(super) fn allow(game: &Match, event: &MatchEvent) -> bool {
    used_by(game, event).is_none_or(|(_, takebacks)| takebacks.left > 0)
}

/// Counts a takeback before `event` is carried out, if it is one.
///
/// # Errors
/// The reason, a sentence without its full stop, if the player has none left.
pub(super) fn count(
    game: &mut Match,
    event: &MatchEvent,
    effects: &mut MatchEffects,
) -> Result<(), Sentence> {
    let Some((taker, takebacks)) = used_by(game, event) else { return Ok(()) };
    match takebacks {
        Takebacks { allowed: 0, .. } => Err("this game has no takebacks".into()),
        Takebacks { left: 0, .. } => Err("no takebacks are left".into()),
        Takebacks { left, .. } => {
            let count = |seat: &mut Seat| {
                seat.takebacks = seat.takebacks.map(|all| Takebacks { left: left - 1, ..all });
            };
            game.change(|state| state.note_of_player(taker, count));
            let plural = if left == 2 { "" } else { "s" };
            effects.say(format!("{} takeback{plural} left", left - 1));
            Ok(())
        }
    }
}
