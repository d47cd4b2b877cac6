//! Perfect play where a position can be solved in time.

use std::thread;
use std::time::Duration;

use tetralith_core::{Colour, Game, Step};
use tetralith_solve::{Limits, Solution, Task, Unsolved};

use crate::analysis::{Analysis, Candidate};
use crate::bounds::Proof;
use crate::cancel::CancelToken;

/// Bytes for the positions of the solver.
const MEMORY: usize = 128 << 20;

/// Does `search` while the position is being solved beside it, for no more than `time`; it is cancelled once that is done.
///
/// Returns what it found, and the solution if there is one.
pub(crate) fn beside<T>(
    position: &Game,
    time: Duration,
    cancel: &CancelToken,
    search: impl FnOnce(&CancelToken) -> T,
) -> (T, Option<Solution>) {
    let halt = CancelToken::new();
    let solve = || -> Result<Solution, Unsolved> {
        let limits = Limits { memory: MEMORY, time: Some(time), ..Limits::default() };
        let task = Task { start: position, steps: &[], limits, state: None };
        let keep_on = |_| !cancel.is_cancelled() && !halt.is_cancelled();
        let found = task.solve_with_distance(&keep_on);
        if found.is_ok() || cancel.is_cancelled() {
            halt.cancel();
        }
        found
    };
    thread::scope(|scope| {
        let solver = scope.spawn(solve);
        let found = search(&halt);
        halt.cancel();
        (found, solver.join().ok().and_then(Result::ok))
    })
}

/// Writes what is proven into what a search found, and returns the step to play.
///
/// Among steps that keep the result the quickest win or the longest resistance is taken where that is known, else the one
/// that the search thinks best.
pub(crate) fn prove(analysis: &mut Analysis, solution: &Solution, to_move: Colour) -> Option<Step> {
    let proof = Proof::of(solution.winner, to_move);
    for &step in &solution.best {
        if analysis.candidates.iter().all(|candidate| candidate.step != step) {
            analysis.candidates.push(Candidate { step, visits: 0, win: proof.value(), margin: 0.0, proof: None });
        }
    }
    let chosen = solution.shortest.map(|(_, step)| step).or_else(|| {
        let best = |candidate: &&Candidate| solution.best.contains(&candidate.step);
        analysis.candidates.iter().find(best).map(|candidate| candidate.step)
    })?;
    for candidate in &mut analysis.candidates {
        if solution.best.contains(&candidate.step) {
            candidate.proof = Some(proof);
            candidate.win = proof.value();
        }
    }
    analysis.candidates.sort_by_key(|candidate| {
        (candidate.step != chosen, !solution.best.contains(&candidate.step), u32::MAX - candidate.visits)
    });
    analysis.proof = Some(proof);
    analysis.win = proof.value();
    analysis.ends_in = solution.shortest.map(|(steps, _)| steps);
    analysis.principal_variation = vec![chosen];
    Some(chosen)
}
