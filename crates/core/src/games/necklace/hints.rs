//! Guesses at promising placements, before any is tried.
//!
//! A point is worth much that lies on short ways of both sides: taking it helps one's own and
//! hinders the other. Next comes what is near the last stones.

use crate::board::Colour;
use crate::cell::Cell;
use crate::games::necklace::Necklace;
use crate::games::necklace::links::Reach;
use crate::step::Step;

/// The logarithm of how much more often a search chose a point by its detour ([`Reach::detour`])
/// for the side to move.
///
/// Fitted, as the next four, to 9,300 searches of 800 to 1,500 simulations in games of the engine
/// against itself on 13×13, as a conditional logit model.
const BY_OWN: [f32; 7] = [1.9, 0.15, -0.25, -0.75, -1.05, -1.3, -1.3];

/// The same by its detour for the opponent.
const BY_OTHER: [f32; 7] = [1.9, 0.25, -0.2, -0.65, -1.05, -1.3, -1.3];

/// The same by how far the opponent's last stone is, as [`gap`] counts.
const BY_ANSWER: [f32; 10] = [0.0, 0.9, 0.45, 0.1, 0.0, -0.3, -0.3, -0.35, -0.45, -0.5];

/// The same by how far the player's own last stone is.
const BY_SEQUEL: [f32; 10] = [0.0, 0.35, 0.7, 0.0, 0.2, 0.0, -0.15, -0.3, -0.35, -0.4];

/// The same by how many points lie between it and the nearest edge, for each of the two ways across
/// the board.
const BY_MARGIN: [f32; 6] = [-0.3, -0.1, 0.05, 0.1, 0.15, 0.2];

/// The logarithm that becomes 1 or −1 in a hint: the logarithms of a choice lie between about −4
/// and 6.
const HINT_RANGE: f32 = 4.0;

impl Necklace {
    /// See [`Knowledge::hints`](crate::knowledge::Knowledge::hints).
    pub(super) fn hint_steps(&self, steps: &[Step], out: &mut Vec<f32>) {
        let me = self.to_move;
        let vacant = self.board.vacant();
        let [own, other] = [me, me.other()].map(|colour| {
            // Loops may open again, crosscuts never do.
            let crosscut = |cell: Cell| self.net.ring(self.net.slot(cell)).crosscut(colour);
            Reach::new(
                &self.board,
                colour,
                &vacant.iter().filter(|&cell| !crosscut(cell)).collect(),
            )
        });
        let size = usize::from(self.board.geometry().size());
        let place = |cell: Cell| [cell.index() / size, cell.index() % size];
        let last = [me.other(), me].map(|colour: Colour| self.last[colour.index()].map(place));
        out.extend(steps.iter().map(|&step| {
            let Step::Place(cell) = step else { return 0.0 };
            let at = place(cell);
            let [answer, sequel] = last.map(|stone| stone.map_or(0, |stone| gap(at, stone)));
            let margins =
                at.map(|line| BY_MARGIN[line.min(size - 1 - line).min(BY_MARGIN.len() - 1)]);
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

/// The distance of two points, in classes: 1 next to each other, 2 on a diagonal, 3 to 5 two king's
/// moves apart with 0 to 2 lines aside, 6 to 8 three to five apart, 9 farther.
fn gap(a: [usize; 2], b: [usize; 2]) -> usize {
    let [dx, dy] = [a[0].abs_diff(b[0]), a[1].abs_diff(b[1])];
    match dx.max(dy) {
        1 => dx + dy,
        2 => 3 + dx.min(dy),
        far => (far + 3).min(9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, Setup};

    /// A game of this size after stones on these columns and rows, from 0.
    fn played(size: usize, stones: &[[usize; 2]]) -> Necklace {
        let setup = Setup { size: Some(size as i64), ..Setup::default() };
        let mut game = Necklace::new(&Necklace::INFO.options(&setup).unwrap()).unwrap();
        for &[column, row] in stones {
            game.play(Step::Place(Cell::new(column * size + row))).unwrap();
        }
        game
    }

    /// Asserts the hint for a point of `game`: its detours, its gaps to the last stones and its
    /// margins are these.
    fn assert_hint(
        game: &Necklace,
        [column, row]: [usize; 2],
        [own, other, answer, sequel, across, up]: [usize; 6],
    ) {
        let size = usize::from(game.board.geometry().size());
        let mut hints = Vec::new();
        game.hint_steps(&[Step::Place(Cell::new(column * size + row))], &mut hints);
        let places = BY_OWN[own] + BY_OTHER[other] + BY_ANSWER[answer] + BY_SEQUEL[sequel];
        let total = places + BY_MARGIN[across] + BY_MARGIN[up];
        assert!(
            (hints[0] - (total / HINT_RANGE).clamp(-1.0, 1.0)).abs() < 1e-6,
            "{hints:?} for {column}, {row}"
        );
    }

    #[test]
    fn gaps_differ_by_the_longer_way_and_close_by_by_both() {
        let drawn = "0 1 3 6 7 8 9 9
                     1 2 4 6 7 8 9 9
                     3 4 5 6 7 8 9 9
                     6 6 6 6 7 8 9 9
                     7 7 7 7 7 8 9 9
                     8 8 8 8 8 8 9 9
                     9 9 9 9 9 9 9 9";
        for (y, row) in drawn.lines().enumerate() {
            for (x, expected) in row.split_whitespace().enumerate().skip(usize::from(y == 0)) {
                assert_eq!(gap([9, 9], [9 - x, 9 + y]).to_string(), expected, "{x}, {y}");
            }
        }
    }

    #[test]
    fn a_hint_adds_up_detours_gaps_and_margins() {
        // Without a stone every point lies on a shortest way of either side.
        let start = played(7, &[]);
        for (point, across, up) in
            [([0, 0], 0, 0), ([0, 2], 0, 2), ([5, 0], 1, 0), ([6, 5], 0, 1), ([1, 6], 1, 0)]
        {
            assert_hint(&start, point, [0, 0, 0, 0, across, up]);
        }
        // Red in the middle, Blue in the corner on the right. Red's shortest ways go up from row to
        // row, Blue's from column to column, by steps to the side as well; Red's stone is in the
        // way from corner to corner.
        let game = played(7, &[[3, 3], [6, 0]]);
        assert_hint(&game, [3, 4], [0, 1, 7, 1, 3, 2]);
        assert_hint(&game, [5, 0], [0, 0, 1, 6, 1, 0]);
        assert_hint(&game, [4, 3], [1, 1, 6, 1, 2, 3]);
        assert_hint(&game, [0, 6], [0, 1, 9, 6, 0, 0]);
        assert_hint(&game, [1, 4], [1, 0, 8, 4, 1, 2]);
    }

    #[test]
    fn far_cells_count_as_the_last_class() {
        // Ten stones of Red's in a column, ten of Blue's in a row of the lowest line.
        let stones: Vec<[usize; 2]> = (1..11).flat_map(|i| [[11, i], [i, 0]]).collect();
        let game = played(13, &stones);
        assert_hint(&game, [5, 6], [6, 6, 9, 9, 5, 5]);
    }

    #[test]
    fn points_farther_away_are_never_hinted_at_before_nearer_ones() {
        // Two detours, the gap to the opponent's last stone, and that to the own from two king's
        // moves on.
        for falling in [&BY_OWN[..], &BY_OTHER, &BY_ANSWER[1..], &BY_SEQUEL[4..]] {
            assert!(falling.is_sorted_by(|a, b| a >= b), "{falling:?}");
        }
        assert!(BY_MARGIN.is_sorted());
    }
}
