//! The symmetries of boards.

use crate::cell::{Cell, CellSet};
use crate::geometry::{Direction, Geometry, Shape};

/// The most images that a board has under its symmetries: those of a hexagon.
pub(crate) const IMAGES: usize = 12;

/// The place of a cell along a line of bits, and that line.
pub(crate) fn axes(geometry: &Geometry, cell: Cell) -> (u8, u8) {
    let place = geometry.place(cell);
    match geometry.shape() {
        Shape::Square => (place.row, place.x / 2),
        Shape::Hexhex => ((place.x + geometry.size() - 1 - place.row) / 2, place.row),
    }
}

/// A map of the distances from the middle.
type Map = fn((i32, i32)) -> (i32, i32);

/// The symmetries of a square, those that keep rows rows first.
const SQUARE: [Map; 8] = [
    |(a, b)| (a, b),
    |(a, b)| (-a, b),
    |(a, b)| (a, -b),
    |(a, b)| (-a, -b),
    |(a, b)| (b, a),
    |(a, b)| (-b, a),
    |(a, b)| (b, -a),
    |(a, b)| (-b, -a),
];

/// The symmetries of a board: by cell, the cell that takes its place. Of a square, those that keep
/// rows rows come first.
pub(crate) fn symmetries(geometry: &Geometry) -> Vec<Vec<usize>> {
    let middle = i32::from(geometry.size()) - 1;
    // Square: twice the distances from the middle. Hexhex: distances along two of the three axes.
    let spot = |cell| {
        let (along, across) = axes(geometry, cell);
        match geometry.shape() {
            Shape::Square => (2 * i32::from(along) - middle, 2 * i32::from(across) - middle),
            Shape::Hexhex => (i32::from(along) - middle, i32::from(across) - middle),
        }
    };
    let turn: Map = |(a, b)| (-b, a + b);
    let apply = |map: &dyn Fn((i32, i32)) -> (i32, i32)| -> Vec<usize> {
        let at = |to| {
            geometry
                .cells()
                .find(|&cell| spot(cell) == to)
                .expect("a symmetry leads to cells")
                .index()
        };
        geometry.cells().map(|cell| at(map(spot(cell)))).collect()
    };
    match geometry.shape() {
        Shape::Square => SQUARE.iter().map(|map| apply(map)).collect(),
        Shape::Hexhex => (0..IMAGES)
            .map(|image| {
                apply(&|(a, b)| {
                    let start = if image < 6 { (a, b) } else { (b, a) };
                    (0..image % 6).fold(start, |spot, _| turn(spot))
                })
            })
            .collect(),
    }
}

/// The symmetries of a board that leave each colour the pair of sides that it joins, if colours
/// join any.
pub(crate) fn symmetries_keeping(
    geometry: &Geometry,
    joins: Option<[[Direction; 2]; 2]>,
) -> Vec<Vec<usize>> {
    let mut maps = symmetries(geometry);
    let keeps = |map: &Vec<usize>, pair: [Direction; 2]| {
        let sides = pair.map(|direction| *geometry.side(direction));
        let image: CellSet = sides[0].iter().map(|cell| Cell::new(map[cell.index()])).collect();
        sides.contains(&image)
    };
    maps.retain(|map| joins.iter().flatten().all(|&pair| keeps(map, pair)));
    maps
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
