//! Which placements look promising before any is tried.
//!
//! A point is worth much that lies on short ways of both sides: taking it helps one's own and hinders the other. Next comes
//! what is near the last stones.

use crate::board::Colour;
use crate::cell::Cell;
use crate::games::necklace::Necklace;
use crate::games::necklace::links::Reach;
use crate::step::Step;

/// How much more often a search chose a point by its detour ([`Reach::detour`]) for the own side, as a logarithm.
///
/// Fitted, as the next four, to 9,300 searches of 800 to 1,500 simulations in games of the engine against itself on 13×13, as a
/// conditional logit model.
const BY_OWN: [f32; 7] = [1.9, 0.15, -0.25, -0.75, -1.05, -1.3, -1.3];

/// The same by its detour for the opponent.
const BY_OTHER: [f32; 7] = [1.9, 0.25, -0.2, -0.65, -1.05, -1.3, -1.3];

/// The same by how far the opponent's last stone is, as [`gap`] counts.
const BY_ANSWER: [f32; 10] = [0.0, 0.9, 0.45, 0.1, 0.0, -0.3, -0.3, -0.35, -0.45, -0.5];

/// The same by how far the own last stone is.
const BY_SEQUEL: [f32; 10] = [0.0, 0.35, 0.7, 0.0, 0.2, 0.0, -0.15, -0.3, -0.35, -0.4];

/// The same by how many points lie between it and the nearest edge, for each of the two ways across the board.
const BY_MARGIN: [f32; 6] = [-0.3, -0.1, 0.05, 0.1, 0.15, 0.2];

/// What becomes 1 or −1 in a hint: the logarithms of a choice lie between about −4 and 6.
const HINT_RANGE: f32 = 4.0;

impl Necklace {
    /// See [`Rules::hints`](crate::rules::Rules::hints).
    pub(super) fn hint_steps(&self, steps: &[Step], out: &mut Vec<f32>) {
        let me = self.to_move;
        let vacant = self.board.vacant();
        let [own, other] = [me, me.other()].map(|colour| {
            // Loops may open again, crosscuts never do.
            let crosscut = |cell: Cell| self.net.ring(self.net.spot(cell).slot()).crosscut(colour);
            Reach::new(&self.board, colour, &vacant.iter().filter(|&cell| !crosscut(cell)).collect())
        });
        let size = usize::from(self.board.geometry().size());
        let place = |cell: Cell| [cell.index() / size, cell.index() % size];
        let last = [me.other(), me].map(|colour: Colour| self.last[colour.index()].map(place));
        out.extend(steps.iter().map(|&step| {
            let Step::Place(cell) = step else { return 0.0 };
            let at = place(cell);
            let [answer, sequel] = last.map(|stone| stone.map_or(0, |stone| gap(at, stone)));
            let margins = at.map(|line| BY_MARGIN[line.min(size - 1 - line).min(BY_MARGIN.len() - 1)]);
            let total = BY_OWN[own.detour(cell).min(BY_OWN.len() - 1)]
                + BY_OTHER[other.detour(cell).min(BY_OTHER.len() - 1)]
                + BY_ANSWER[answer]
                + BY_SEQUEL[sequel]
                + margins[0]
                + margins[1];
            (total / HINT_RANGE).clamp(-1.0, 1.0)
        }));
    }
}

/// How far two points are, in classes: 1 next to each other, 2 on a diagonal, 3 to 5 two king's moves apart with 0 to 2
/// lines aside, 6 to 8 three to five apart, 9 farther.
fn gap(a: [usize; 2], b: [usize; 2]) -> usize {
    let [dx, dy] = [a[0].abs_diff(b[0]), a[1].abs_diff(b[1])];
    match dx.max(dy) {
        1 => dx + dy,
        2 => 3 + dx.min(dy),
        far => (far + 3).min(9),
    }
}
