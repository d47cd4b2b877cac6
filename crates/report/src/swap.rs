//! The value of every first move: which are fair where the second player may swap sides.

use serde::Serialize;
use tetralith_core::{Game, Names, StepKind};
use tetralith_engine::{AnySearch, CancelToken, Config, Limits};

/// A first move and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FirstMove {
    /// The move.
    pub step: String,
    /// The index of its cell.
    pub cell: usize,
    /// The first player's winning chance after it, as a search says.
    pub chance: f64,
}

/// The first moves from `start` that are one cell each, with what a search of `simulations` says of each.
///
/// The same for the same build. Ends without the rest once `stop` is raised.
pub fn first_moves(start: &Game, simulations: u64, stop: &CancelToken, told: &mut dyn FnMut()) -> Vec<FirstMove> {
    let names = Names::of(start);
    let mut found = Vec::new();
    for step in start.legal().into_iter().filter(|step| step.kind() == StepKind::Place) {
        let Some(cell) = step.cells().next() else { continue };
        let mut position = start.clone();
        position.play_unchecked(step);
        let mut search = AnySearch::new(Config::default());
        search.follow(&position, &[]);
        // No swap is looked at: it would be taken where the move is good, and the value be that of the other side.
        let limits = Limits { early: false, ..Limits::simulations(simulations) };
        let Ok(analysis) = search.run(&limits, stop, &mut |_| {}) else { continue };
        if stop.is_cancelled() {
            break;
        }
        let chance = f64::from(if position.to_move().index() == 0 { analysis.win } else { 1.0 - analysis.win });
        found.push(FirstMove { step: names.step(step), cell: cell.index(), chance });
        told();
    }
    found
}
