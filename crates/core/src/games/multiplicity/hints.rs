//! Guesses at which placements are promising, before any is tried.
//!
//! The product grows with the number of groups, so a cell is worth much that joins none or few, and among stones more than in
//! the open.

use crate::board::{Board, Colour};
use crate::cell::Cell;
use crate::games::multiplicity::Multiplicity;
use crate::step::Step;

/// The logarithm of how much more often a search chose a cell that touches groups of these sizes of one colour.
///
/// Fitted, as the next, to 7,400 searches of 2,000 simulations in games of the engine against itself on hexhex 5 and 6, as a
/// conditional logit model. The two colours came out alike: what is good for one side is good to take from it.
pub(super) const BY_GROUPS: [f32; 14] =
    [1.80, 0.95, 0.60, 0.45, 0.30, 0.38, 0.44, -0.09, -0.42, -0.72, -0.60, -0.85, -1.15, -1.15];

/// The same by the number of vacant neighbours.
pub(super) const BY_VACANT: [f32; 7] = [2.0, 1.58, 0.84, -0.22, -1.45, -2.7, -3.5];

/// The logarithm that becomes 1 or −1 in a hint: the logarithms of a choice lie between about −5 and 5.6.
const HINT_RANGE: f32 = 6.0;

impl Multiplicity {
    /// See [`Rules::hints`](crate::rules::Rules::hints); there are none in the opening.
    pub(super) fn hint_steps(&self, steps: &[Step], out: &mut Vec<f32>) {
        if self.opening.is_over() {
            let groups = Groups::new(&self.board);
            out.extend(steps.iter().flat_map(|step| step.cells()).map(|cell| groups.hint(&self.board, cell)));
        }
    }
}

/// The groups as they stand, by cell.
struct Groups {
    /// By cell: the number of its group and the group's size; anything where it is vacant.
    at: Vec<(u16, u16)>,
}

impl Groups {
    fn new(board: &Board) -> Self {
        let mut at = vec![(0, 0); board.geometry().len()];
        let groups = Colour::BOTH.into_iter().flat_map(|colour| board.groups(colour));
        for (number, group) in groups.enumerate() {
            for cell in group {
                at[cell.index()] = (number as u16, group.len() as u16);
            }
        }
        Self { at }
    }

    /// Rates a stone on `cell`, `-1.0..=1.0`.
    fn hint(&self, board: &Board, cell: Cell) -> f32 {
        let neighbours = board.geometry().neighbours(cell);
        let vacant = neighbours.iter().filter(|&&next| board.at(next).is_none()).count();
        let by_groups: f32 = Colour::BOTH.iter().map(|&colour| BY_GROUPS[self.touched(board, cell, colour)]).sum();
        ((by_groups + BY_VACANT[vacant]) / HINT_RANGE).clamp(-1.0, 1.0)
    }

    /// The index into [`BY_GROUPS`] of the groups of `colour` next to `cell`: none, one of 1 to 6 stones, two of 1 to 3 each, or
    /// three. Larger ones count as the largest.
    fn touched(&self, board: &Board, cell: Cell, colour: Colour) -> usize {
        let stones = board.stones(colour);
        let mut found = [(u16::MAX, 0); 3];
        let mut n = 0;
        for &next in board.geometry().neighbours(cell).iter().filter(|&&next| stones.contains(next)) {
            let group = self.at[next.index()];
            // Of six cells in a ring no more than three groups can touch.
            if !found[..n].contains(&group) {
                found[n] = group;
                n += 1;
            }
        }
        let [a, b, _] = found.map(|(_, size)| usize::from(size));
        match (n, a.min(b).min(3), a.max(b).min(3)) {
            (0, ..) => 0,
            (1, ..) => a.min(6),
            (2, 1, larger) => 6 + larger,
            (2, 2, larger) => 8 + larger,
            (2, ..) => 12,
            _ => 13,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::diagram::Diagram;

    /// A drawing with its rows in one line.
    fn drawn(rows: &str) -> Diagram {
        Diagram::parse(&rows.replace('/', "\n"))
    }

    #[test]
    fn a_cell_goes_by_how_many_groups_it_touches_and_of_what_sizes() {
        for (rows, expected) in [
            (".B./..../.Bx../..../W.W", 0),
            (".../.W../..x../..../...", 1),
            (".../.WW./..x../..../...", 2),
            (".../.WW./..xW./..../...", 3),
            ("WWW/WWW./..x../..../...", 6),
            ("WWW/WWWW/..x../..../...", 6),
            (".../.W../..x../..W./...", 7),
            (".W./.W../..x../..W./...", 8),
            ("WW./.W../..x../..W./...", 9),
            ("WW./WW../..x../..W./...", 9),
            (".W./.W../..x../..W./..W", 10),
            ("WW./.W../..x../..W./..W", 11),
            ("WW./.W../..x../..W./.WW", 12),
            ("WW./.W../..x../..W./WWW", 12),
            (".../.W../..xW./.W../...", 13),
        ] {
            let diagram = drawn(rows);
            for (marks, colour) in [(['W', '#'], Colour::First), (['#', 'W'], Colour::Second)] {
                let board = diagram.board(marks);
                assert_eq!(Groups::new(&board).touched(&board, diagram.cell('x'), colour), expected, "{rows}");
            }
        }
    }

    #[test]
    fn a_cell_that_joins_less_or_has_fewer_vacant_neighbours_is_never_the_worse() {
        let worth = |places: &[usize]| places.iter().map(|&place| BY_GROUPS[place]).collect::<Vec<f32>>();
        // One stone to two large groups; two groups by the smaller and by the larger; two to three.
        for places in [&[0, 1, 2, 3, 7, 12][..], &[7, 8, 9, 12], &[7, 8, 10, 11, 12, 13]] {
            assert!(worth(places).is_sorted_by(|a, b| a >= b), "{places:?}");
        }
        assert!(BY_VACANT.is_sorted_by(|a, b| a >= b));
    }

    #[test]
    fn a_hint_adds_up_what_surrounds_the_cell() {
        let hint = |rows| {
            let diagram = drawn(rows);
            let board = diagram.board(['W', 'B']);
            Groups::new(&board).hint(&board, diagram.cell('x'))
        };
        assert!((hint(".../..../..x../..../...") - (2.0 * BY_GROUPS[0] + BY_VACANT[6]) / HINT_RANGE).abs() < 1e-6);
        // Four white stones and a black one, which leave three of the six neighbours vacant.
        let expected = (BY_GROUPS[4] + BY_GROUPS[1] + BY_VACANT[3]) / HINT_RANGE;
        assert!((hint(".WW/.W../.Wx../.B../...") - expected).abs() < 1e-6);
    }
}
