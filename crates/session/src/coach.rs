//! The coach: looks at the move that a person has just made, and speaks only if it cost much.

use tetralith_core::Timeline;
use tetralith_study::{AnalysisRequest, Budgets, Class, Finding, Moments, build, verdicts};

use crate::table::{Mode, Table};

/// The simulations by which a move is compared with the best.
const SIMULATIONS: u64 = 2_000;

impl Table {
    /// The request `id` to look at the move that ends at the cursor; `None` unless a person has
    /// made all of it, in a game that is still in progress and is not played with another terminal.
    pub fn coach_request(&self, id: u64) -> Option<AnalysisRequest> {
        let timeline = self.timeline();
        let cursor = timeline.cursor();
        let turn = timeline.turn(cursor);
        let is_done = self.mode() == Mode::Play && turn > 0 && !self.game().phase().is_mid_turn();
        let steps: Vec<_> =
            timeline.path(cursor).into_iter().filter(|&node| timeline.turn(node) == turn).collect();
        let before = timeline.parent(*steps.first()?);
        let is_person = self.holder(timeline.mover(cursor), before).level().is_none();
        if !is_done || !is_person || self.is_remote() || self.outcome().is_some() {
            return None;
        }
        let position = timeline.positions().get(timeline.depth(before))?.clone();
        let mut alone = Timeline::new(position);
        let steps: Vec<_> = steps.into_iter().filter_map(|node| timeline.step(node)).collect();
        alone.play_turn(&steps).ok()?;
        let moments = Moments::of_main_line(&alone);
        let budgets = Budgets::equal(SIMULATIONS);
        Some(AnalysisRequest {
            id,
            moments,
            findings: vec![None],
            build: build(timeline.start()),
            budgets,
        })
    }
}

/// The points that the move of `request` cost according to `finding`, if that is enough for the
/// coach to speak.
pub fn coach_cost(request: &AnalysisRequest, finding: Finding) -> Option<u32> {
    let outcome = request.moments.position(request.moments.list().len()).outcome();
    let found = verdicts(&request.moments, &[Some(finding)], outcome, &request.build);
    let verdict = found.first().filter(|verdict| verdict.class >= Class::COACHED)?;
    Some((100.0 * verdict.loss).round() as u32)
}
