//! The coach at work: a move of a person is looked at, and the computer waits meanwhile.

use tetralith_core::timeline::NodeId;
use tetralith_study::AnalysisAnswer;

use super::effects::{MatchEffects, StudyRequest};
use crate::coach::coach_cost;
use crate::hint::GamePlace;
use crate::seated::Seated;

/// The coach of the people at the board.
#[derive(Clone, Debug, Default)]
pub struct Coach {
    coached: Option<Coached>,
}

/// A move that the coach looks at.
#[derive(Clone, Debug)]
struct Coached {
    /// The request to look at it.
    request: tetralith_study::AnalysisRequest,
    /// The number of the game.
    game: u64,
    /// The place after it.
    node: NodeId,
    /// The points that it cost, once they are known: they are told when the board is in front.
    cost: Option<u32>,
}

impl Coach {
    /// True while a move is looked at, or waits to be told.
    pub const fn is_busy(&self) -> bool {
        self.coached.is_some()
    }

    /// True if the coach waits for the search with this number.
    pub(super) fn waits_for(&self, id: u64) -> bool {
        self.coached.as_ref().is_some_and(|coached| coached.request.id == id)
    }

    /// Drops the move that is looked at: another search takes its place.
    pub(super) fn forget(&mut self) {
        self.coached = None;
    }

    /// Looks at the move that a person has just made on the `board`, by the search `id`.
    pub(super) fn look(&mut self, board: &Seated, id: u64, effects: &mut MatchEffects) {
        let Some(request) = board.table.coach_request(id) else { return };
        let node = board.table.timeline().cursor();
        self.coached =
            Some(Coached { request: request.clone(), game: board.game, node, cost: None });
        effects.study(StudyRequest::Check(Box::new(request)));
    }

    /// Takes in what was found about the move.
    pub(super) fn hear(&mut self, answer: AnalysisAnswer, effects: &mut MatchEffects) {
        let Some(coached) = &mut self.coached else { return };
        if let AnalysisAnswer::Found { finding, .. } = answer {
            coached.cost = coach_cost(&coached.request, *finding);
        }
        if coached.cost.is_none() {
            self.coached = None;
        }
        effects.draw();
    }

    /// Returns what a costly move has cost, once, where it can be asked whether to take it back:
    /// while it is the last move of a game that `goes_on`, at `place`, and the board is `in_front`.
    pub(super) fn verdict(
        &mut self,
        place: Option<GamePlace>,
        goes_on: bool,
        in_front: bool,
        effects: &mut MatchEffects,
    ) -> Option<u32> {
        let Coached { game, node, cost: Some(points), .. } = *self.coached.as_ref()? else {
            return None;
        };
        if place != Some(GamePlace { game, node }) || !goes_on {
            self.coached = None;
            effects.draw();
            return None;
        }
        self.coached.take_if(|_| in_front).map(|_| points)
    }
}
