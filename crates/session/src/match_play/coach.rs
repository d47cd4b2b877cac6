//! The coach: looks at the move that a person has just made, and speaks only if it cost much. The
//! computer waits meanwhile.

use tetralith_core::timeline::NodeId;
use tetralith_study::{AnalysisAnswer, AnalysisRequest, Class, Finding, build};

use super::effects::{MatchEffects, StudyRequest};
use crate::hint::GamePlace;
use crate::move_check;
use crate::seated::Seated;
use crate::table::{Mode, Table};

/// The simulations that compare a move with the best.
const SIMULATIONS: u64 = 2_000;

/// The coach of the people at the board.
#[derive(Clone, Debug, Default)]
pub struct Coach {
    coached: Option<Coached>,
}

/// A move that the coach looks at.
#[derive(Clone, Debug)]
struct Coached {
    request: AnalysisRequest,
    game: u64,
    /// The place after it.
    node: NodeId,
    /// The per cent that it cost, by what was found so far: a proof may follow a search.
    cost: Option<u32>,
    /// True once nothing more follows: the cost is shown when the board is in front.
    is_judged: bool,
}

impl Coach {
    /// True while a move is being judged, or its cost waits to be shown.
    pub const fn is_busy(&self) -> bool {
        self.coached.is_some()
    }

    /// True if the coach waits for the search with this number.
    pub(super) fn waits_for(&self, id: u64) -> bool {
        self.coached.as_ref().is_some_and(|coached| coached.request.id == id)
    }

    /// Drops the move being judged: another search takes its place.
    pub(super) fn forget(&mut self) {
        self.coached = None;
    }

    /// Looks at the move that a person has just made on the `board`, by the search `id`.
    pub(super) fn look(&mut self, board: &Seated, id: u64, effects: &mut MatchEffects) {
        let Some(request) = request(&board.table, id) else { return };
        let node = board.table.timeline().cursor();
        effects.study(StudyRequest::Check(Box::new(request.clone())));
        self.coached =
            Some(Coached { request, game: board.game, node, cost: None, is_judged: false });
    }

    /// Takes in what was found about the move.
    pub(super) fn hear(&mut self, answer: AnalysisAnswer, effects: &mut MatchEffects) {
        let Some(coached) = &mut self.coached else { return };
        match answer {
            AnalysisAnswer::Found { finding, .. } => {
                coached.cost = cost(&coached.request, *finding);
            }
            AnalysisAnswer::Done { .. } => coached.is_judged = true,
            _ => coached.cost = None,
        }
        self.coached.take_if(|coached| coached.cost.is_none());
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
        let Coached { game, node, cost: Some(points), is_judged: true, .. } =
            *self.coached.as_ref()?
        else {
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

/// The request `id` to look at the move that ends at the cursor; `None` unless a person has
/// made all of it, in a game that is still in progress and is not played with another terminal.
fn request(table: &Table, id: u64) -> Option<AnalysisRequest> {
    let timeline = table.timeline();
    let cursor = timeline.cursor();
    let turn = timeline.turn(cursor);
    let is_done = table.mode() == Mode::Play && turn > 0 && !table.game().phase().is_mid_turn();
    let steps: Vec<_> =
        timeline.path(cursor).into_iter().filter(|&node| timeline.turn(node) == turn).collect();
    let before = timeline.parent(*steps.first()?);
    let is_person = !table.players().maker(cursor).is_automatic();
    if !is_done || !is_person || table.state().is_remote() || table.outcome().is_some() {
        return None;
    }
    let position = timeline.positions().get(timeline.depth(before))?.clone();
    let steps: Vec<_> = steps.into_iter().filter_map(|node| timeline.step(node)).collect();
    move_check::request(id, position, &steps, build(timeline.start()), SIMULATIONS)
}

/// The per cent that the move of `request` cost according to `finding`, if that is enough for the
/// coach to speak.
fn cost(request: &AnalysisRequest, finding: Finding) -> Option<u32> {
    let verdict = move_check::verdict(request, finding)?;
    (verdict.class >= Class::COACHED).then(|| verdict.percents()[2])
}
