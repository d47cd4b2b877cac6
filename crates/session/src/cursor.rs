//! The cursor on the board and how keys move it.

use tetralith_core::geometry::Place;
use tetralith_core::{Cell, CellSet, Direction, Geometry, Orientation};

/// The number of cells that a jump goes.
const JUMP: u8 = 5;

/// A free cursor over all cells of a board, which moves as the screen shows them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    cell: Cell,
    /// The orientation of the board on the screen.
    orientation: Orientation,
    /// The half column of the screen that moves up and down keep to.
    column: u8,
}

impl Cursor {
    /// A cursor on `cell` of a board that lies upright.
    pub fn at(geometry: &Geometry, cell: Cell) -> Self {
        Self { cell, orientation: Orientation::default(), column: 0 }.to(geometry, cell)
    }

    /// The cursor on `cell` instead.
    pub fn to(self, geometry: &Geometry, cell: Cell) -> Self {
        Self { cell, column: self.place(geometry, cell).x, ..self }
    }

    /// The cursor on the same cell of a board that lies in this `orientation`.
    pub(crate) fn oriented(self, geometry: &Geometry, orientation: Orientation) -> Self {
        Self { orientation, ..self }.to(geometry, self.cell)
    }

    /// The orientation of the board.
    pub const fn orientation(self) -> Orientation {
        self.orientation
    }

    fn place(self, geometry: &Geometry, cell: Cell) -> Place {
        geometry.place(self.orientation.shown(geometry, cell))
    }

    /// A cursor in the middle of the board.
    pub fn centre(geometry: &Geometry) -> Self {
        let (rows, columns) = (geometry.rows() - 1, geometry.width() - 1);
        let away = |cell: &Cell| {
            let Place { row, x } = geometry.place(*cell);
            // Of two cells that are equally near, the one in the upper row.
            ((2 * row).abs_diff(rows) + (2 * x).abs_diff(columns), rows - row)
        };
        Self::at(geometry, geometry.cells().min_by_key(away).unwrap_or(Cell::new(0)))
    }

    /// The cell that Enter plays on.
    pub const fn cell(self) -> Cell {
        self.cell
    }

    /// One cell `towards` a direction; where the board ends, the cursor stays.
    ///
    /// North and south work on hexhex boards too: they zigzag about the column they started from,
    /// so that going up and down again returns to the same cell.
    pub fn step(self, geometry: &Geometry, towards: Direction) -> Self {
        match towards {
            Direction::North | Direction::South => {
                self.vertical(geometry, towards == Direction::North)
            }
            _ => self
                .orientation
                .toward(geometry, self.cell, towards)
                .map_or(self, |cell| self.to(geometry, cell)),
        }
    }

    /// As many as five cells `towards` a direction.
    pub fn jump(self, geometry: &Geometry, towards: Direction) -> Self {
        (0..JUMP).fold(self, |cursor, _| cursor.step(geometry, towards))
    }

    fn vertical(self, geometry: &Geometry, up: bool) -> Self {
        let Place { row, .. } = self.place(geometry, self.cell);
        let row = if up { row.checked_add(1) } else { row.checked_sub(1) };
        // The cell of that row nearest to the column; of two that are equally near, the right one.
        let at = |x: Option<u8>| geometry.cell_at(Place { row: row?, x: x? });
        (0..=geometry.width())
            .find_map(|away| {
                at(self.column.checked_add(away)).or_else(|| at(self.column.checked_sub(away)))
            })
            .map_or(self, |shown| Self { cell: self.orientation.original(geometry, shown), ..self })
    }

    /// The next cell of `among` in reading order (rows from the top, each from the left); after the
    /// last comes the first.
    ///
    /// Stays where it is when `among` has no other cell.
    pub(crate) fn next_in(self, geometry: &Geometry, among: &CellSet) -> Self {
        self.turn_to(geometry, among, false)
    }

    /// The cell of `among` before this one in reading order; before the first comes the last.
    pub(crate) fn previous_in(self, geometry: &Geometry, among: &CellSet) -> Self {
        self.turn_to(geometry, among, true)
    }

    fn turn_to(self, geometry: &Geometry, among: &CellSet, back: bool) -> Self {
        let order = |cell: Cell| {
            let place = self.place(geometry, cell);
            let down = u16::from(geometry.rows() - 1 - place.row);
            let ahead = down * 256 + u16::from(place.x);
            if back { u16::MAX - ahead } else { ahead }
        };
        let here = order(self.cell);
        // Those ahead first, then those passed already.
        among
            .iter()
            .filter(|&cell| cell != self.cell)
            .min_by_key(|&cell| (order(cell) < here, order(cell)))
            .map_or(self, |cell| self.to(geometry, cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::Shape;

    fn every() -> impl Iterator<Item = &'static Geometry> {
        Shape::ALL
            .into_iter()
            .flat_map(|shape| shape.sizes().filter_map(move |size| Geometry::get(shape, size)))
    }

    #[test]
    fn there_and_back_returns() {
        for g in every() {
            for cell in g.cells() {
                let start = Cursor::at(g, cell);
                for direction in Direction::ALL {
                    let mut there = vec![start];
                    loop {
                        let last = there[there.len() - 1];
                        let next = last.step(g, direction);
                        if next == last {
                            break;
                        }
                        there.push(next);
                    }
                    let mut back = there[there.len() - 1];
                    for expected in there.iter().rev().skip(1) {
                        back = back.step(g, direction.opposite());
                        assert_eq!(
                            back.cell(),
                            expected.cell(),
                            "{g:?} from {cell:?} towards {direction:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn cursor_moves_reach_neighbours_and_the_top() {
        for g in every() {
            for cell in g.cells() {
                for direction in Direction::ALL {
                    let next = Cursor::at(g, cell).step(g, direction).cell();
                    assert!(
                        next == cell
                            || g.neighbours(cell).contains(&next)
                            || Direction::ALL.iter().any(|&d| g.toward(cell, d) == Some(next))
                    );
                }
                let mut cursor = Cursor::at(g, cell);
                for _ in 0..g.rows() {
                    cursor = cursor.step(g, Direction::North);
                }
                assert_eq!(g.place(cursor.cell()).row, g.rows() - 1);
            }
        }
    }

    #[test]
    fn the_cursor_begins_in_the_middle() {
        for g in every() {
            let Place { row, x } = g.place(Cursor::centre(g).cell());
            let apart = ((2 * row).abs_diff(g.rows() - 1), (2 * x).abs_diff(g.width() - 1));
            assert!(apart.0 <= 1 && apart.1 <= 2, "{g:?}: {apart:?}");
        }
    }

    #[test]
    fn a_jump_is_five_steps_or_up_to_the_edge() {
        let g = Geometry::get(Shape::Square, 13).unwrap();
        let start = Cursor::at(g, Cell::new(0));
        let once = start.jump(g, Direction::East);
        assert_eq!(g.place(once.cell()), Place { row: 0, x: 10 });
        assert_eq!(
            g.place(once.jump(g, Direction::East).jump(g, Direction::East).cell()),
            Place { row: 0, x: 24 }
        );
    }

    #[test]
    fn the_next_cell_of_a_set_goes_round_all_of_it_in_reading_order() {
        for g in
            [Geometry::get(Shape::Square, 5), Geometry::get(Shape::Hexhex, 3)].into_iter().flatten()
        {
            let among: CellSet = g.cells().filter(|cell| cell.index() % 3 == 1).collect();
            let start = Cursor::at(g, Cell::new(g.len() / 2)).next_in(g, &among);
            let mut seen = CellSet::EMPTY;
            let mut cursor = start;
            for _ in 0..among.len() {
                seen.insert(cursor.cell());
                let next = cursor.next_in(g, &among);
                assert_eq!(next.previous_in(g, &among), cursor);
                cursor = next;
            }
            assert_eq!((seen, cursor), (among, start));
            assert_eq!(start.next_in(g, &CellSet::EMPTY), start);
            assert_eq!(start.next_in(g, &CellSet::of(start.cell())), start);
        }
    }
}
