//! The ways to lay a board upon itself that change nothing about the game.

use tetralith_core::{Cell, Geometry, Info, Orientation};

/// The ways to lay a board upon itself that change nothing about a game, the board as it is first.
#[derive(Clone, Debug)]
pub(crate) struct Symmetries {
    /// By cell, the cell that takes its place.
    images: Vec<Vec<Cell>>,
    /// The same the other way round.
    origins: Vec<Vec<Cell>>,
}

impl Symmetries {
    /// The symmetries of `info` on a board: in games where colours join sides, only those that keep
    /// each colour's sides.
    pub(crate) fn of(info: &Info, geometry: &Geometry) -> Self {
        let shape = geometry.shape();
        let all = || Orientation::all(shape).filter(|way| way.keeps(shape, info.joins));
        let cells = |map: &dyn Fn(Cell) -> Cell| geometry.cells().map(map).collect();
        Self {
            images: all().map(|way| cells(&|cell| way.shown(geometry, cell))).collect(),
            origins: all().map(|way| cells(&|cell| way.original(geometry, cell))).collect(),
        }
    }

    /// The number of ways.
    pub(crate) fn len(&self) -> usize {
        self.images.len()
    }

    /// The cell that takes the place of `cell`.
    pub(crate) fn image(&self, way: usize, cell: Cell) -> Cell {
        self.images[way][cell.index()]
    }

    /// The cell whose place `cell` takes.
    pub(crate) fn origin(&self, way: usize, cell: Cell) -> Cell {
        self.origins[way][cell.index()]
    }
}

#[cfg(test)]
mod tests {
    use tetralith_core::Shape;
    use tetralith_core::games::info;

    use super::*;

    #[test]
    fn sides_that_are_to_be_joined_leave_fewer_ways() {
        let count = |id, shape, size| {
            let geometry = Geometry::get(shape, size).unwrap();
            let symmetries = Symmetries::of(info(id).unwrap(), geometry);
            for way in 0..symmetries.len() {
                assert!(
                    geometry
                        .cells()
                        .all(|cell| symmetries.origin(way, symmetries.image(way, cell)) == cell)
                );
            }
            symmetries.len()
        };
        assert_eq!(count("necklace", Shape::Square, 5), 4);
        assert_eq!(count("plurality", Shape::Square, 5), 8);
        assert_eq!(count("greylox", Shape::Hexhex, 4), 12);
    }
}
