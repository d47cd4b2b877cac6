//! Proofs by an exact search, asked for in one way by play, advice and analysis.

use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use crate::solve::{Solution, SolveLimits, SolveTask};
use tetralith_core::{Colour, Game, Step};

use crate::analysis::{Analysis, Candidate};
use crate::bounds::Proof;
use crate::cancel::CancelToken;
use crate::gain::furthest_ahead;
use crate::panics::{catching, is_catching_panics};

/// The most bytes for the positions of the solver.
const MEMORY: usize = 128 << 20;

/// Bytes for each position that it may look at, where that is less.
const PER_NODE: u64 = 32;

/// Positions that an exact search looks at in a second.
pub(crate) const PER_SECOND: f64 = 1e6;

/// Positions that may be searched for each simulation that a search is limited to: about as much
/// work again.
pub const NODES_PER_SIMULATION: u64 = 64;

/// The most positions that are searched where nothing else sets a limit.
const MOST: u64 = 100_000_000;

/// The most that a guess at the effort may be too high, as a power of ten.
const DOUBT: f64 = 1.0;

/// The limit of an exact search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExactLimit {
    /// So many positions: what is found does not depend on the clock.
    Nodes(u64),
    Time(Duration),
}

impl ExactLimit {
    /// Until that time; without one, as far as makes sense.
    pub(crate) fn until(deadline: Option<Instant>) -> Self {
        deadline.map_or(Self::Nodes(MOST), |deadline| {
            Self::Time(deadline.saturating_duration_since(Instant::now()))
        })
    }

    /// The positions that may be searched, as a power of ten.
    fn power(self) -> f64 {
        match self {
            Self::Nodes(nodes) => (nodes.max(1) as f64).log10(),
            Self::Time(time) => (time.as_secs_f64() * PER_SECOND).max(1.0).log10(),
        }
    }

    fn limits(self) -> SolveLimits {
        match self {
            Self::Nodes(nodes) => {
                let memory =
                    usize::try_from(nodes.saturating_mul(PER_NODE)).unwrap_or(MEMORY).min(MEMORY);
                SolveLimits { memory, nodes, ..SolveLimits::default() }
            }
            Self::Time(time) => {
                SolveLimits { memory: MEMORY, time: Some(time), ..SolveLimits::default() }
            }
        }
    }
}

/// A guess at the work of solving a position, by the number of its vacant cells. It may be ten
/// times too high or too low.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SolvingForecast {
    positions: f64,
}

impl SolvingForecast {
    /// The work for `position`.
    pub fn of(position: &Game) -> Self {
        Self { positions: 10_f64.powf(position.solving_effort()) }
    }

    /// The time that it takes one processor.
    pub fn time(self) -> Duration {
        let seconds = self.positions / PER_SECOND;
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }

    /// The time left after a look at so many `positions` took `elapsed`; `None` once there are
    /// more than expected.
    pub fn time_left(self, positions: u64, elapsed: Duration) -> Option<Duration> {
        if positions == 0 {
            return Some(self.time());
        }
        let more = self.positions / positions as f64 - 1.0;
        Duration::try_from_secs_f64(elapsed.as_secs_f64() * more).ok()
    }
}

/// True if an exact search that may go so far, as a power of ten, is worth beginning.
pub(crate) fn is_within_reach(effort: f64, power: f64) -> bool {
    effort <= power + DOUBT
}

/// Solves `position` if that is within reach; `None` if it is not, or was not found, or `keep_on`
/// returns false.
pub(crate) fn ask(
    position: &Game,
    limit: ExactLimit,
    keep_on: &(dyn Fn() -> bool + Sync),
) -> Option<Solution> {
    if !is_within_reach(position.solving_effort(), limit.power()) {
        return None;
    }
    let task = SolveTask { start: position, steps: &[], limits: limit.limits(), state: None };
    task.advise(&|_| keep_on()).ok()
}

/// Runs `search` while the position is solved beside it within `limit`; the search is cancelled
/// once the solver is done.
///
/// Returns what `search` found, and the solution if there is one. With its findings `search`
/// returns how much longer the solver may go on: even if the search has a proof of its own, the
/// rest of the solution is worth some waiting.
pub(crate) fn beside<T>(
    position: &Game,
    limit: ExactLimit,
    cancel: &CancelToken,
    search: impl FnOnce(&CancelToken) -> (T, Duration),
) -> (T, Option<Solution>) {
    if !is_within_reach(position.solving_effort(), limit.power()) {
        return (search(cancel).0, None);
    }
    let halt = cancel.child();
    let until: OnceLock<Instant> = OnceLock::new();
    let is_late = || until.get().is_some_and(|&until| Instant::now() >= until);
    thread::scope(|scope| {
        // The solver would otherwise hold up a panic of the search until it is done itself.
        let _halt = NowOnDrop(&until);
        let is_caught = is_catching_panics();
        let solve = || {
            let found = ask(position, limit, &|| !cancel.is_cancelled() && !is_late());
            if found.is_some() {
                halt.cancel();
            }
            found
        };
        let solver = thread::Builder::new().spawn_scoped(scope, move || catching(is_caught, solve));
        let (found, more) = search(&halt);
        let _ = until.set(Instant::now() + more);
        // If the system gives no thread, nothing is solved.
        let exact = solver.map(|solver| solver.join().unwrap_or_else(|panic| resume_unwind(panic)));
        (found, exact.ok().flatten())
    })
}

/// Sets the time to now when it is dropped, unless it is set.
struct NowOnDrop<'a>(&'a OnceLock<Instant>);

impl Drop for NowOnDrop<'_> {
    fn drop(&mut self) {
        let _ = self.0.set(Instant::now());
    }
}

/// Solves `position` by looking at no more than `nodes` positions and writes what is proven into
/// `analysis`, which is of the same position; `false` if it was not solved, and nothing has been
/// written.
///
/// The same position and number of nodes find the same. It ends soon after `cancel` is raised.
///
/// ```
/// use tetralith_core::{Game, Setup};
/// use tetralith_engine::{Analysis, CancelToken, Proof, prove};
/// let game = Game::new("necklace", &Setup { size: Some(3), ..Setup::default() })?;
/// let mut analysis = Analysis::new(game.to_move());
/// assert!(prove(&game, &mut analysis, 10_000, &CancelToken::new()));
/// assert_eq!(analysis.proof, Some(Proof::Win));
/// assert_eq!(analysis.ends_in, Some(7));
/// # Ok::<(), tetralith_core::NewGameError>(())
/// ```
pub fn prove(position: &Game, analysis: &mut Analysis, nodes: u64, cancel: &CancelToken) -> bool {
    prove_by(position, analysis, ExactLimit::Nodes(nodes), cancel)
}

/// Does what [`prove`] does, within `limit`.
pub(crate) fn prove_by(
    position: &Game,
    analysis: &mut Analysis,
    limit: ExactLimit,
    cancel: &CancelToken,
) -> bool {
    let found = ask(position, limit, &|| !cancel.is_cancelled());
    found.is_some_and(|solution| write(analysis, &solution, position).is_some())
}

/// The `solution` of `position` as a search would report it: the moves that keep the result are
/// candidates, the one to play first.
pub fn proven(position: &Game, solution: &Solution) -> Analysis {
    let mut analysis = Analysis::new(position.to_move());
    write(&mut analysis, solution, position);
    analysis
}

/// Writes what is proven of `position` into what a search found, and returns the step to play.
///
/// Among steps that keep the result, it is the quickest win or the longest resistance where that is
/// known, and of several such the one that leaves its player furthest ahead as the game counts;
/// else the one that the search thinks best.
pub(crate) fn write(analysis: &mut Analysis, solution: &Solution, position: &Game) -> Option<Step> {
    let to_move = position.to_move();
    let proof = Proof::of(solution.winner, to_move);
    let candidates = &mut analysis.candidates;
    let others = solution.shortest.iter().flat_map(|(_, steps)| steps);
    for &step in solution.best.iter().chain(others) {
        if candidates.iter().all(|candidate| candidate.step != step) {
            candidates.push(Candidate { win: proof.value(), ..Candidate::new(step) });
        }
    }
    let good = solution.shortest.as_ref().map_or(&solution.best, |(_, steps)| steps);
    let furthest =
        solution.shortest.as_ref().and_then(|(_, steps)| furthest_ahead(position, steps));
    let most_looked_at =
        || candidates.iter().map(|candidate| candidate.step).find(|step| good.contains(step));
    let chosen = furthest.or_else(most_looked_at)?;
    for candidate in candidates.iter_mut() {
        let known = if solution.best.contains(&candidate.step) || good.contains(&candidate.step) {
            Some(proof)
        } else if solution.worse.contains(&candidate.step) {
            less(solution, proof)
        } else {
            None
        };
        if let Some(proof) = known {
            (candidate.proof, candidate.win) = (Some(proof), proof.value());
        }
    }
    let rank = |candidate: &Candidate| {
        (
            candidate.step != chosen,
            proof > Proof::Loss && candidate.proof == Some(Proof::Loss),
            !solution.best.contains(&candidate.step),
            u32::MAX - candidate.visits,
        )
    };
    candidates.sort_by_key(rank);
    (analysis.proof, analysis.win) = (Some(proof), proof.value());
    analysis.ends_in = solution.shortest.as_ref().map(|&(steps, _)| steps);
    analysis.score = solution.lead.map(|lead| if to_move == Colour::First { lead } else { -lead });
    if let Some(first) = analysis.candidates.first_mut() {
        first.score = analysis.score;
    }
    if analysis.principal_variation.first() != Some(&chosen) {
        let others = &mut analysis.other_lines;
        let count = others.len().max(1);
        let known = others
            .iter()
            .position(|line| line.first() == Some(&chosen))
            .map(|at| others.remove(at));
        let before = std::mem::replace(
            &mut analysis.principal_variation,
            known.unwrap_or_else(|| vec![chosen]),
        );
        if !before.is_empty() {
            // The line that was the first until now comes next.
            others.insert(0, before);
        }
        others.truncate(count);
    }
    Some(chosen)
}

/// The result of a step that gives `proof` away, if only one result is worse.
fn less(solution: &Solution, proof: Proof) -> Option<Proof> {
    // A player who gives points away may still win.
    let is_lost = solution.score.is_none() && (proof == Proof::Draw || solution.is_won_or_lost);
    is_lost.then_some(Proof::Loss)
}
