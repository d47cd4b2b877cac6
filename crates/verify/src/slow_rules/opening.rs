//! The one-bound-one-free opening, as Multiplicity and Greylox share it.

use tetralith_core::{Colour, Phase};

use super::SlowGrid;

/// True if a stone can go on `cell` in this phase, as far as the opening is concerned.
pub(crate) fn allows(grid: &SlowGrid, phase: Phase, cell: usize) -> bool {
    grid.is_vacant(cell)
        && match phase {
            Phase::First | Phase::Placement => true,
            Phase::Bound { anchor } => grid.neighbours(anchor.index()).any(|next| next == cell),
            Phase::Free { .. } => grid.neighbours(cell).all(|next| grid.is_vacant(next)),
        }
}

/// The next player to move and the phase, after `mover` put a stone on `cell` in `phase`.
pub(crate) fn after(grid: &SlowGrid, mover: Colour, phase: Phase, cell: usize) -> (Colour, Phase) {
    let cell = tetralith_core::Cell::new(cell);
    match phase {
        Phase::First | Phase::Free { .. } => (mover.other(), Phase::Bound { anchor: cell }),
        Phase::Bound { .. } => {
            let free = Phase::Free { bound: cell };
            if (0..grid.len()).any(|place| allows(grid, free, place)) {
                (mover, free)
            } else {
                (mover.other(), Phase::Placement)
            }
        }
        Phase::Placement => (mover.other(), Phase::Placement),
    }
}
