//! The difficulty of a puzzle, measured by how soon searches find its solution.

use tetralith_core::{Game, Step};
use tetralith_engine::{CancelToken, Limits};

use crate::puzzles::judge::search;

/// The rating of a puzzle that every search finds.
pub const EASIEST: u16 = 600;

/// The rating of a puzzle that hardly any search finds.
pub const HARDEST: u16 = EASIEST + STEP * BUDGETS.len() as u16;

/// The rating between one budget and the next: about the Elo difference between searches of the
/// two.
const STEP: u16 = 250;

/// Simulations of the searches, about three times as many each time.
const BUDGETS: [u64; 5] = [12, 40, 120, 400, 1_300];

/// Searches of each budget.
const SEEDS: u64 = 3;

/// The rating of a puzzle whose solver has to answer all of `questions`: [`EASIEST`] if every
/// search finds each answer, and more for each search that misses one or is ended by `stop`.
pub fn difficulty(questions: &[(Game, Step)], seed: u64, stop: &CancelToken) -> u16 {
    let mut missed = 0;
    let mut in_a_row = 0;
    for budget in BUDGETS {
        let finds = |number: &u64| {
            let seed = seed.wrapping_add(1 + number);
            questions
                .iter()
                .all(|(position, answer)| choice(position, budget, seed, stop) == Some(*answer))
        };
        let found = (0..SEEDS).filter(finds).count() as u64;
        missed += SEEDS - found;
        in_a_row = if found == SEEDS { in_a_row + 1 } else { 0 };
        // If two budgets in a row always find the solution, all greater ones do.
        if in_a_row == 2 {
            break;
        }
    }
    EASIEST + (u64::from(STEP) * missed / SEEDS) as u16
}

/// The step that a search of so many simulations chooses.
pub(crate) fn choice(
    position: &Game,
    simulations: u64,
    seed: u64,
    stop: &CancelToken,
) -> Option<Step> {
    let limits = Limits::simulations(simulations);
    search(position, seed).look(&limits, stop, &mut |_| {}).ok()?.best()
}
