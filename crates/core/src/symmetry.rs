//! The symmetries of boards.

use crate::cell::Cell;
use crate::geometry::{Direction, Geometry, Shape};
use crate::orientation::Orientation;

/// The most images that a board has under its symmetries: those of a hexagon.
pub(crate) const IMAGES: usize = 12;

/// The symmetries of a square in their order: by how many steps it is turned, and if it is flipped
/// before.
///
/// Of several equal images a book of openings takes the first, so with another order levels would
/// play other moves.
const SQUARE: [(u8, bool); 8] =
    [(0, false), (2, true), (0, true), (2, false), (3, true), (3, false), (1, false), (1, true)];

/// The symmetries of a board that leave each colour the pair of sides that it joins, if colours
/// join any: by cell, the cell that takes its place.
pub(crate) fn symmetries(
    geometry: &Geometry,
    joins: Option<[[Direction; 2]; 2]>,
) -> Vec<Vec<usize>> {
    let shape = geometry.shape();
    let map = |way: Orientation| {
        geometry.cells().map(|cell| way.shown(geometry, cell)).map(Cell::index).collect()
    };
    let way = |nth: u8| match shape {
        Shape::Square => SQUARE[usize::from(nth)],
        Shape::Hexhex => (if nth < 6 { nth } else { (nth + 4) % 6 }, nth >= 6),
    };
    let count = Orientation::all(shape).count() as u8;
    let ways = (0..count).map(way).map(|(turns, flipped)| Orientation::new(turns, flipped));
    ways.filter(|way| way.keeps(shape, joins)).map(map).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::games::Game;
    use crate::rules::Setup;
    use crate::step::Step;

    #[test]
    fn legal_moves_are_legal_in_every_image_and_end_alike() {
        for (id, size, count) in
            [("multiplicity", 3, 12), ("greylox", 3, 12), ("plurality", 5, 8), ("necklace", 5, 4)]
        {
            let start = Game::new(id, &Setup { size: Some(size), ..Setup::default() }).unwrap();
            let maps = start.symmetries();
            assert_eq!(maps.len(), count, "{id}");
            for (at, map) in maps.iter().enumerate() {
                let image = |step: Step| step.mapped(|cell| Cell::new(map[cell.index()]));
                let (mut game, mut seen) = (start.clone(), start.clone());
                for ply in 0.. {
                    let steps = game.legal();
                    let legal: BTreeSet<Step> = steps.iter().copied().map(image).collect();
                    assert_eq!(legal, seen.legal().into_iter().collect(), "{id} {map:?}");
                    assert_eq!(game.outcome(), seen.outcome(), "{id} {map:?}");
                    // Some game or other, another one for each image.
                    let Some(&step) = steps.get((7 * ply + 3 * at) % steps.len().max(1)) else {
                        break;
                    };
                    game.play(step).unwrap();
                    seen.play(image(step)).unwrap();
                }
            }
        }
    }
}
