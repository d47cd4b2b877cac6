//! An engine that says anything.

use std::time::Duration;

use tetralith::tui::thinking::Ask;
use tetralith_core::Step;
use tetralith_engine::{Analysis, Answer, Candidate};

use crate::Source;

/// What the engine says to `ask`, sense or nonsense.
pub(crate) fn thought(ask: &Ask, source: &mut Source<'_>) -> Answer {
    let legal = ask.position.legal();
    let step = match source.below(8) {
        0 => None,
        1 => Some(*source.pick(&[Step::Pass, Step::Swap])),
        _ => (!legal.is_empty()).then(|| *source.pick(&legal)),
    };
    let analysis = Analysis {
        to_move: ask.position.to_move(),
        simulations: u64::from(source.byte()),
        elapsed: Duration::from_millis(u64::from(source.byte())),
        win: f32::from(source.byte()) / 255.0,
        margin: f32::from(source.byte()) / 128.0 - 1.0,
        proof: None,
        candidates: legal.iter().take(source.below(12)).map(|&step| candidate(step, source)).collect(),
        principal_variation: legal.iter().copied().take(source.below(6)).collect(),
    };
    let id = ask.ticket;
    match source.below(6) {
        0 => Answer::Failed { id, message: "the search failed".to_owned() },
        1 | 2 => Answer::Progress { id, analysis },
        _ => Answer::Done { id, step, analysis },
    }
}

fn candidate(step: Step, source: &mut Source<'_>) -> Candidate {
    let (visits, win) = (u32::from(source.byte()), f32::from(source.byte()) / 255.0);
    Candidate { step, visits, win, margin: 0.0, proof: None }
}
