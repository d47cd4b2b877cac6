//! An analysis as a line of JSON.

use serde_json::{Value, json};
use tetralith_core::Names;
use tetralith_engine::{Analysis, Candidate, Proof};
use tetralith_study::Calibration;

/// The most candidates of a line.
const CANDIDATES: usize = 20;

/// `analysis` as one object: calibrated winning chances, raw ones as the search has them, margins
/// and the expected lead in points, `null` in games without them, are those of the player to move.
pub(super) fn line(analysis: &Analysis, names: Names) -> Value {
    // Adding nothing makes no negative zero of a small negative number.
    let rounded = |number: f32| (f64::from(number) * 1e4).round() / 1e4 + 0.0;
    let calibration = Calibration::of(names.info.id);
    let calibrated = |win: f32| rounded(calibration.chance(win.into()) as f32);
    let fair = analysis.clone().fair();
    let error = |found: &Candidate| {
        let proof = fair.judged(found).proof;
        let win = calibration.chance(found.win.into());
        let error = calibration.error(win, found.visits, names.geometry);
        rounded(if proof.is_some() { 0.0 } else { error as f32 })
    };
    let candidates = analysis.candidates.iter().zip(&fair.candidates);
    let candidate = |(raw, found): (&Candidate, &Candidate)| {
        json!({
            "step": names.step(found.step),
            "visits": found.visits,
            "win": calibrated(found.win),
            "raw_win": rounded(raw.win),
            "error": error(found),
            "margin": rounded(found.margin),
            "score": found.score.map(rounded),
            "proof": found.proof.map(Proof::id),
        })
    };
    json!({
        "to_move": names.info.side(analysis.to_move).name,
        "simulations": analysis.simulations,
        "win": calibrated(fair.win),
        "raw_win": rounded(analysis.win),
        "error": fair.candidates.first().map(error),
        "margin": rounded(analysis.margin),
        "score": analysis.score.map(rounded),
        "proof": analysis.proof.map(Proof::id),
        "ends_in": analysis.ends_in,
        "candidates": candidates.take(CANDIDATES).map(candidate).collect::<Vec<_>>(),
        "pv": analysis.principal_variation.iter().map(|&step| names.step(step)).collect::<Vec<_>>(),
    })
}
