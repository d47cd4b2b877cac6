//! Even matches: the computer plays about as well as the person, by the results of earlier games.
//!
//! Nothing is kept but the games themselves: before and after each even match their results are
//! read again.

use tetralith_core::record::PlayerKind;
use tetralith_core::timeline::NodeId;
use tetralith_core::{Colour, Info, Options};
use tetralith_engine::Level;
use tetralith_study::{LevelResult, Strength};

use super::effects::{MatchEffects, MatchRequest};
use super::event::MatchEvent;
use crate::seat::Seat;
use crate::seated::Seated;

/// The share of even matches that a person wins who likes to win.
const EASED: f64 = 0.6;

/// The even match that is about to begin or has just ended.
#[derive(Clone, Default)]
pub(super) struct EvenMatch {
    /// The beginning of a game that waits for the results.
    next: Option<Box<MatchEvent>>,
    /// The number of the game after which they were asked for last.
    ended: Option<u64>,
    /// True until they have come.
    is_asked: bool,
}

impl EvenMatch {
    /// Returns the beginning of a game unless a level is still to be found for it: then it waits,
    /// and the results are asked for.
    pub(super) fn hold(
        &mut self,
        event: MatchEvent,
        effects: &mut MatchEffects,
    ) -> Option<MatchEvent> {
        let seats = match &event {
            MatchEvent::Begin { seats, .. } | MatchEvent::BeginAt { seats, .. } => Some(seats),
            MatchEvent::Study(_) | MatchEvent::Open { .. } | MatchEvent::Connect { .. } => None,
            _ => return Some(event),
        };
        // The newest game that was asked for is the one that comes to the board.
        self.next = None;
        let Some(seats) = seats else { return Some(event) };
        if !seats.iter().any(Seat::is_undecided) {
            return Some(event);
        }
        self.next = Some(Box::new(event));
        effects.ask(MatchRequest::Results);
        None
    }

    /// Returns the beginning of the game that waited for the `results`, if one did, and the report
    /// on it, a sentence without its full stop.
    ///
    /// With `eases` the level is one that the person beats in [`EASED`] of the games.
    pub(super) fn decide(
        &mut self,
        results: &[LevelResult],
        eases: bool,
    ) -> Option<(MatchEvent, String)> {
        let mut event = *self.next.take()?;
        let (info, options, seats) = match &mut event {
            MatchEvent::Begin { info, options, seats, .. } => (*info, *options, seats),
            MatchEvent::BeginAt { position, seats, .. } => {
                (position.info(), *position.options(), seats)
            }
            _ => return None,
        };
        let strength = Strength::of(results, info, &options);
        let level = strength.level(if eases { EASED } else { 0.5 });
        for seat in seats.iter_mut().filter(|seat| seat.is_undecided()) {
            *seat = Seat { name: std::mem::take(&mut seat.name), ..Seat::computer(level) };
        }
        let aim = if eases { ", which you should beat in 60 %" } else { "" };
        Some((event, format!("even match: {}{aim}; you are {}", level.rank(), strength.words())))
    }

    /// Asks for the results once the even match at the `board` is over and kept.
    pub(super) fn ask_after(&mut self, board: &Seated, effects: &mut MatchEffects) {
        if self.ended == Some(board.game) || !is_played_out(board) {
            return;
        }
        (self.ended, self.is_asked) = (Some(board.game), true);
        effects.ask(MatchRequest::Results);
    }

    /// Returns what the `results` show after the even match at the `board`, a sentence without its
    /// full stop; `None` if it was reported already.
    pub(super) fn after(&mut self, board: &Seated, results: &[LevelResult]) -> Option<String> {
        let is_due = std::mem::take(&mut self.is_asked) && self.ended == Some(board.game);
        let game = board.table.game();
        let (info, options): (&'static Info, &Options) = (game.info(), game.options());
        is_due.then(|| format!("you are {}", Strength::of(results, info, options).words()))
    }
}

/// True if the game at the `board` was an even match with a person, and is over.
fn is_played_out(board: &Seated) -> bool {
    let seats = Colour::BOTH.map(|colour| board.table.players().holder(colour, NodeId::START));
    let is_even = seats.iter().any(|seat| seat.level().is_some_and(Level::is_even));
    let has_person = seats.iter().any(|seat| seat.kind == Some(PlayerKind::Human));
    board.is_own && is_even && has_person && board.table.state().is_finished()
}
