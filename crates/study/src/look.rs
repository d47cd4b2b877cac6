//! One look at one position: a search, and a fair comparison of the move that was played with the best.

use tetralith_core::{Game, Step};
use tetralith_engine::{Analysis, AnySearch, CancelToken, Compared, Config, GameOver, Limits, Proof, prove, signature};

use crate::finding::{Candidate, Finding, MAX_CANDIDATES, MAX_LINE, Played, Value, rounded};

/// The build of the engine as it is with findings: its version, and what a short search from `start` visits.
pub fn build(start: &Game) -> String {
    format!("{}-{:016x}", env!("CARGO_PKG_VERSION"), signature(start))
}

/// The effort to be made for one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Simulations of the search; the comparison takes about as many again.
    pub simulations: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Bytes that the tree may take at most.
    pub memory: usize,
}

/// Positions that an exact search may look at for each simulation: as much work again.
const NODES_PER_SIMULATION: u64 = 64;

/// Looks at `position`, in which the steps `played` were played; `None` if `cancel` was raised before all was known.
///
/// The same position, steps, effort and build give the same finding. Played and best move get equal simulations from one root
/// before they are compared, at least half as many as the search.
///
/// # Errors
/// [`GameOver`] if there is nothing to choose.
pub fn look(
    position: &Game,
    played: &[Step],
    effort: &Effort,
    build: &str,
    cancel: &CancelToken,
) -> Result<Option<Finding>, GameOver> {
    if position.outcome().is_some() {
        return Err(GameOver);
    }
    let config = Config { threads: 1, memory: effort.memory, seed: effort.seed, ..Config::default() };
    let mut search = AnySearch::new(config);
    search.follow(position, &[]);
    let limits = Limits { simulations: Some(effort.simulations), ..Limits::NONE };
    let mut analysis = search.run(&limits, cancel, &mut |_| {})?;
    if analysis.proof.is_none() {
        prove(position, &mut analysis, effort.simulations.saturating_mul(NODES_PER_SIMULATION), cancel);
    }
    complete(&mut analysis.principal_variation, position, effort, cancel);
    let line = moves(position, &analysis.principal_variation);
    let mut value = Value::of(analysis.win, analysis.score, analysis.proof);
    let mut rated = None;
    if let Some(best) = line.first().filter(|_| !played.is_empty()) {
        let seen = visits(&analysis, played);
        let best = &best[..best.len().min(played.len())];
        if best == played || value.proof == Some(Proof::Loss) {
            // From a lost position every move is as good as the best.
            let compared = analysis.candidates.first().map_or(0, |candidate| candidate.visits);
            rated = Some(Played { value, compared, seen, spread: 0.0 });
        } else {
            let visits = u32::try_from(effort.simulations / 2).unwrap_or(u32::MAX);
            let found = search.compare(&[best, played], visits, cancel)?;
            let [of_best, of_played] = found[..] else { return Err(GameOver) };
            if value.proof.is_none() {
                // That this move wins is proven of the position too; that it loses is not.
                let proof = of_best.proof.filter(|&proof| proof == Proof::Win);
                value = Value::of(of_best.win, of_best.score.or(analysis.score), proof);
            }
            rated = Some(Played {
                value: of(of_played),
                compared: of_best.visits.min(of_played.visits),
                seen,
                spread: 0.0,
            });
        }
    }
    if cancel.is_cancelled() {
        return Ok(None);
    }
    let candidates = analysis.candidates.iter().take(MAX_CANDIDATES).map(|candidate| Candidate {
        step: candidate.step,
        simulations: candidate.visits,
        win: rounded(candidate.win, 4),
        proof: analysis.proof_of(candidate),
    });
    Ok(Some(Finding {
        build: build.to_owned(),
        seed: effort.seed,
        simulations: effort.simulations,
        looks: 1,
        value,
        line,
        candidates: candidates.collect(),
        played: rated,
    }))
}

/// Adds what is missing to a `line` that was not looked at deep enough to hold the whole of its first turn.
fn complete(line: &mut Vec<Step>, position: &Game, effort: &Effort, cancel: &CancelToken) {
    let mut next = position.clone();
    for &step in line.iter() {
        next.play_unchecked(step);
        if !next.phase().is_mid_turn() {
            return;
        }
    }
    while next.outcome().is_none() && (line.is_empty() || next.phase().is_mid_turn()) {
        let config = Config { threads: 1, memory: effort.memory, seed: effort.seed, ..Config::default() };
        let mut search = AnySearch::new(config);
        search.follow(&next, &[]);
        let limits = Limits::simulations(effort.simulations / 4 + 1);
        let Ok(mut analysis) = search.look(&limits, cancel, &mut |_| {}) else { return };
        // What the first stone of a move keeps by proof the second must not give away by guess.
        if analysis.proof.is_none() {
            prove(&next, &mut analysis, effort.simulations.saturating_mul(NODES_PER_SIMULATION), cancel);
        }
        let Some(step) = analysis.best() else { return };
        line.push(step);
        next.play_unchecked(step);
    }
}

/// The first moves that `steps` make up when they are played from `position`.
fn moves(position: &Game, steps: &[Step]) -> Vec<Vec<Step>> {
    let mut next = position.clone();
    let mut moves: Vec<Vec<Step>> = Vec::new();
    let mut is_within = false;
    for &step in steps {
        if !is_within && moves.len() == MAX_LINE {
            break;
        }
        match moves.last_mut().filter(|_| is_within) {
            Some(steps) => steps.push(step),
            None => moves.push(vec![step]),
        }
        next.play_unchecked(step);
        is_within = next.phase().is_mid_turn();
    }
    moves
}

/// The simulations that went through the first step of `played`.
fn visits(analysis: &Analysis, played: &[Step]) -> u32 {
    let first = analysis.candidates.iter().find(|candidate| played.first() == Some(&candidate.step));
    first.map_or(0, |candidate| candidate.visits)
}

fn of(compared: Compared) -> Value {
    Value::of(compared.win, compared.score, compared.proof)
}
