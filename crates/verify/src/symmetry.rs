//! Steps as an image of the board lists them.

use tetralith_core::{Cell, Step};
use tetralith_slow_rules::SlowRules;

/// The legal steps of a position in the order in which its image lists them; `image` has by cell the one that takes its place.
pub(crate) fn legal(rules: &dyn SlowRules, image: &[usize]) -> Vec<Step> {
    let mut steps = rules.legal();
    steps.sort_by_cached_key(|&step| {
        let cell = |cell: Cell| Cell::new(image[cell.index()]);
        let seen = match step {
            Step::Place(at) => Step::Place(cell(at)),
            Step::Flip(at) => Step::Flip(cell(at)),
            Step::Tromino { own: [a, b], other } => Step::tromino(cell(a), cell(b), cell(other)),
            Step::Pass | Step::Swap => step,
        };
        (matches!(seen, Step::Pass | Step::Swap), seen.cells().collect::<Vec<Cell>>())
    });
    steps
}
