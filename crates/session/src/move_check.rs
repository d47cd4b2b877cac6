//! One move that a search compares with the best, beside the game that it was made in.

use tetralith_core::{Game, Step, Timeline};
use tetralith_study::{AnalysisRequest, Budgets, Finding, Moments, Verdict, verdicts};

/// The request `id` to compare the move of these `steps` in `position` by so many `simulations`;
/// `None` if it cannot be made there.
pub(crate) fn request(
    id: u64,
    position: Game,
    steps: &[Step],
    build: String,
    simulations: u64,
) -> Option<AnalysisRequest> {
    let mut alone = Timeline::new(position);
    alone.play_turn(steps).ok()?;
    let moments = Moments::of_main_line(&alone);
    let budgets = Budgets::equal(simulations);
    Some(AnalysisRequest { id, moments, findings: vec![None], build, budgets })
}

/// The verdict on the move of `request` by what was found.
pub(crate) fn verdict(request: &AnalysisRequest, finding: Finding) -> Option<Verdict> {
    let moments = &request.moments;
    let outcome = moments.position(moments.list().len()).outcome();
    verdicts(moments, &[Some(finding)], outcome, &request.build).into_iter().next()
}
