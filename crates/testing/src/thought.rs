//! An engine that answers anything.

use std::time::Duration;

use tetralith_core::cell::MAX_CELLS;
use tetralith_core::{Cell, Step};
use tetralith_engine::{Analysis, Candidate, Proof, SearchAnswer};
use tetralith_session::thinking::Ask;

use crate::Source;

/// Values that no winning chance has.
const NO_CHANCES: [f32; 7] =
    [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, 2.0, 1e30, f32::MIN_POSITIVE];

/// Makes up an answer of the engine to `ask`: sense, or what it might say of another position,
/// another game, or none at all.
pub(crate) fn thought(ask: &Ask, source: &mut Source<'_>) -> SearchAnswer {
    let legal = ask.position.legal();
    let found = match source.below(8) {
        0 => None,
        1 | 2 => Some(foreign(source)),
        _ => (!legal.is_empty()).then(|| *source.pick(&legal)),
    };
    let line = |source: &mut Source<'_>, most: usize| -> Vec<Step> {
        let mut line: Vec<Step> = legal.iter().copied().take(source.below(most)).collect();
        if source.below(4) == 0 {
            line.insert(source.below(line.len() + 1), foreign(source));
        }
        line
    };
    let to_move = ask.position.to_move();
    let mut analysis = Analysis::new(if source.below(8) == 0 { to_move.other() } else { to_move });
    analysis.simulations = if source.below(8) == 0 { u64::MAX } else { u64::from(source.byte()) };
    analysis.elapsed = Duration::from_millis(u64::from(source.byte()));
    analysis.win = chance(source);
    analysis.margin = chance(source) * 2.0 - 1.0;
    analysis.proof = proof(source);
    analysis.candidates =
        line(source, 12).into_iter().map(|step| candidate(step, source)).collect();
    analysis.principal_variation = line(source, 6);
    analysis.score = (source.below(3) == 0).then(|| chance(source) * 700.0 - 350.0);
    let id = ask.ticket;
    match source.below(6) {
        0 => SearchAnswer::Failed { id, message: "the search failed".to_owned() },
        1 | 2 => SearchAnswer::Progress { id, analysis },
        _ => SearchAnswer::Done { id, step: found, analysis },
    }
}

/// A step that may be none of the game's, on cells that may be none of the board's.
fn foreign(source: &mut Source<'_>) -> Step {
    let mut cell = || Cell::new(source.below(MAX_CELLS));
    let [a, b, c] = [cell(), cell(), cell()];
    *source.pick(&[
        Step::Place(a),
        Step::Flip(a),
        Step::tromino(a, b, c),
        Step::Tromino { own: [a, b], other: a },
        Step::Pass,
        Step::Swap,
    ])
}

fn chance(source: &mut Source<'_>) -> f32 {
    if source.below(6) == 0 { *source.pick(&NO_CHANCES) } else { f32::from(source.byte()) / 255.0 }
}

fn proof(source: &mut Source<'_>) -> Option<Proof> {
    *source.pick(&[
        None,
        None,
        None,
        None,
        None,
        Some(Proof::Win),
        Some(Proof::Draw),
        Some(Proof::Loss),
    ])
}

fn candidate(step: Step, source: &mut Source<'_>) -> Candidate {
    let mut candidate = Candidate::new(step);
    candidate.visits = if source.below(8) == 0 { u32::MAX } else { u32::from(source.byte()) };
    candidate.win = chance(source);
    candidate.margin = chance(source);
    candidate.proof = proof(source);
    candidate.score = (source.below(3) == 0).then(|| chance(source) * 700.0 - 350.0);
    candidate
}
