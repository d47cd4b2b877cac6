//! Ways between two sides of the board: how far a connection is, and which one was made.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::board::{Board, Colour};
use crate::cell::{Cell, CellSet};
use crate::games::necklace::net::sides;

/// A shortest way of `colour` between its sides, over its stones and the vacant points in `open`:
/// the number of vacant points on it and all its points, or `None` if there is no way. Of ways with
/// equally few vacant points it is one with the fewest points.
pub(super) fn shortest(board: &Board, colour: Colour, open: &CellSet) -> Option<(u16, CellSet)> {
    cheapest(board, colour, open, |_| 1)
}

/// The same where each vacant point costs its `price` instead of one.
pub(super) fn cheapest(
    board: &Board,
    colour: Colour,
    open: &CellSet,
    price: impl Fn(Cell) -> u16,
) -> Option<(u16, CellSet)> {
    let geometry = board.geometry();
    let [start, goal] = sides(colour).map(|side| geometry.side(side));
    let own = board.stones(colour);
    let passable = *own | *open;
    let cost = |cell: Cell| (if own.contains(cell) { 0 } else { price(cell) }, 1);

    // Dijkstra's algorithm; ways compare by vacant points, then by points. A point adds the same
    // from every side, so the first way to reach it is a shortest.
    let mut best = vec![None::<((u16, u16), Option<Cell>)>; geometry.len()];
    let mut queue = BinaryHeap::new();
    for cell in *start & passable {
        best[cell.index()] = Some((cost(cell), None));
        queue.push(Reverse((cost(cell), cell)));
    }
    while let Some(Reverse((far, cell))) = queue.pop() {
        for &next in geometry.neighbours(cell).iter().filter(|&&next| passable.contains(next)) {
            let step = cost(next);
            let far = (far.0 + step.0, far.1 + step.1);
            if best[next.index()].is_none() {
                best[next.index()] = Some((far, Some(cell)));
                queue.push(Reverse((far, next)));
            }
        }
    }

    let (end, (vacant, _)) = goal
        .iter()
        .filter_map(|cell| best[cell.index()].map(|(far, _)| (cell, far)))
        .min_by_key(|&(_, far)| far)?;
    let mut way = CellSet::EMPTY;
    let mut at = Some(end);
    while let Some(cell) = at {
        way.insert(cell);
        at = best[cell.index()].and_then(|(_, from)| from);
    }
    Some((vacant, way))
}
