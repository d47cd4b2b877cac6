//! Findings of the analysis, as tests make them up.

use tetralith_study::{AnalysisRequest, Finding, MoveValue, Played};

/// A winning chance that a search found, with nothing proven.
pub(crate) const fn value(win: f64) -> MoveValue {
    MoveValue { win, lead: None, proof: None }
}

/// The finding that the position of the turn at `index` is worth `best`, by another move than the
/// one that was played if there is one; that move is worth `played`.
pub(crate) fn finding(
    request: &AnalysisRequest,
    index: usize,
    [best, played]: [MoveValue; 2],
) -> Finding {
    let made = request.moments.list()[index].played[0];
    let other = request.moments.position(index).legal().into_iter().find(|step| *step != made);
    Finding {
        build: request.build.clone(),
        seed: 0,
        simulations: 1_000,
        looks: 1,
        value: best,
        line: vec![vec![other.unwrap_or(made)]],
        candidates: Vec::new(),
        played: Some(Played { value: played, compared: 1_000, seen: 1_000, error: 0.0 }),
        is_claimed: false,
    }
}
