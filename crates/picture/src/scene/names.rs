//! The names of rows and columns around the board, where the screen has them.

use tetralith_core::{Cell, Direction, Geometry, Info, Orientation, Shape};

use crate::grid::{Grid, NAMES, ROW, Room, SLANT, edge, room_beside};
use crate::letters::{even_height, width_of};
use crate::shapes::Point;

/// The room around the cells, in cells.
const MARGIN: f32 = 0.35;

/// The room around a board for its edges and, if asked for, the names of its rows and columns, in
/// cells.
pub(crate) fn room_for_names(
    geometry: &Geometry,
    orientation: Orientation,
    info: &Info,
    wanted: bool,
) -> Room {
    let names =
        if wanted { room_beside(geometry, orientation, info) } else { Room::around(edge(info)) };
    names.map(|cells| cells + MARGIN)
}

/// The height of the digits in names, in cells, and the most where cells are small.
const HEIGHT: [f32; 2] = [0.3, 0.45];

/// The height below which digits are made higher, in pixels.
const LEAST: f32 = 7.0;

/// The height of the digits in names, in pixels.
pub(crate) fn height(grid: &Grid) -> f32 {
    let [usual, most] = HEIGHT.map(|cells| cells * grid.unit());
    grid.letters().unwrap_or_else(|| even_height(usual.max(LEAST.min(most))))
}

/// The names of the rows and columns of `info`'s board, each with the place of its middle.
pub(crate) fn names(grid: &Grid, info: &Info) -> Vec<(String, Point)> {
    match grid.geometry().shape() {
        Shape::Square => square_names(grid, info),
        Shape::Hexhex => hexhex_names(grid),
    }
}

/// Names on the left and below; turned on its side, the board has its letters on the left.
fn square_names(grid: &Grid, info: &Info) -> Vec<(String, Point)> {
    let east = grid.orientation().direction(Shape::Square, Direction::East);
    let lies_level = matches!(east, Direction::East | Direction::West);
    let beyond = 0.5 * grid.unit() + grid.edge(info) + half_way(grid);
    let name = |cell, with_number| {
        let place = grid.geometry().place(cell);
        if with_number { (place.row + 1).to_string() } else { letter(place.x / 2) }
    };
    let mut names = Vec::new();
    for cell in grid.geometry().cells() {
        let (x, y) = grid.middle(cell);
        if grid.toward(cell, Direction::West).is_none() {
            names.push((name(cell, lies_level), (x - beyond, y)));
        }
        if grid.toward(cell, Direction::South).is_none() {
            names.push((name(cell, !lies_level), (x, y + beyond)));
        }
    }
    names
}

/// Letters where the rows begin, and numbers beside the first row and, in a frame, at the ends of
/// the others, as far as they lie in the picture.
fn hexhex_names(grid: &Grid) -> Vec<(String, Point)> {
    let geometry = grid.geometry();
    let [begins, ends] = [Direction::West, Direction::East].map(|way| geometry.side(way));
    let letters = begins
        .iter()
        .map(|cell| (letter(geometry.place(cell).row), grid.beside_row(cell, Direction::West)));
    let row = |cell| geometry.place(cell).row;
    let first = geometry.cells().take(usize::from(geometry.size()));
    let has_both_ends = |cell: &Cell| grid.letters().is_some() && row(*cell) > 0;
    let numbers = ends.iter().filter(has_both_ends).map(|cell| {
        let cells = geometry.cells().filter(|&other| row(other) == row(cell)).count();
        (cells.to_string(), grid.beside_row(cell, Direction::East))
    });
    letters
        .chain(first.map(|cell| grid.column_name(cell)))
        .chain(numbers)
        .filter(|name| grid.has_room_for(name))
        .collect()
}

impl Grid {
    /// The middle of the name of a row, beyond the `cell` at its end that way.
    fn beside_row(&self, cell: Cell, way: Direction) -> Point {
        let beyond = pointing(self.orientation().direction(Shape::Hexhex, way));
        let away = match self.letters() {
            // In the middle of the frame, whose sides are slanted here.
            Some(_) => SLANT * (self.top() + half_way(self)),
            None => 0.5 * self.unit() + half_way(self),
        };
        self.beside(cell, beyond, away)
    }

    /// The number of a cell of the first row, and the place of its middle.
    fn column_name(&self, cell: Cell) -> (String, Point) {
        let pointing = |direction| pointing(self.orientation().direction(Shape::Hexhex, direction));
        let (left, right) = (pointing(Direction::SouthWest), pointing(Direction::SouthEast));
        // Between the two directions, whose sum is √3 long.
        let below = ((left.0 + right.0) / (2.0 * ROW), (left.1 + right.1) / (2.0 * ROW));
        let number = 1 + self.geometry().cells().take_while(|&before| before != cell).count();
        (number.to_string(), self.beside(cell, below, self.top() + half_way(self)))
    }

    /// The place so many pixels from the middle of `cell`.
    fn beside(&self, cell: Cell, (dx, dy): Point, away: f32) -> Point {
        let (x, y) = self.middle(cell);
        (x + dx * away, y + dy * away)
    }

    fn has_room_for(&self, (name, (x, y)): &(String, Point)) -> bool {
        let (size, high) = (self.size(), height(self));
        let (across, down) = (width_of(name, high) / 2.0, high / 2.0);
        (across..=size.0 as f32 - across).contains(x) && (down..=size.1 as f32 - down).contains(y)
    }
}

/// From the board to the middle of the names beside it, in pixels.
fn half_way(grid: &Grid) -> f32 {
    let around = if grid.letters().is_some() { grid.frame() } else { NAMES * grid.unit() };
    around / 2.0
}

/// The vector of a direction of a hexhex board in the picture: one cell to the right and down.
const fn pointing(direction: Direction) -> Point {
    match direction {
        Direction::East => (1.0, 0.0),
        Direction::NorthEast => (0.5, -ROW),
        Direction::NorthWest => (-0.5, -ROW),
        Direction::SouthWest => (-0.5, ROW),
        Direction::SouthEast => (0.5, ROW),
        _ => (-1.0, 0.0),
    }
}

fn letter(i: u8) -> String {
    char::from(b'a' + i).to_string()
}

#[cfg(test)]
mod tests {
    use tetralith_core::games;

    use super::*;

    #[test]
    fn hexagonal_rows_have_their_length_at_their_end_in_a_frame() {
        let info = games::info("greylox").unwrap();
        let geometry = Geometry::get(Shape::Hexhex, 5).unwrap();
        for orientation in Orientation::all(Shape::Hexhex) {
            let grid = Grid::fit_named(geometry, orientation, info, (600, 600), 18).unwrap();
            let named = names(&grid, info);
            for ending in geometry.side(Direction::East) {
                let row = geometry.place(ending).row;
                let length = [5, 6, 7, 8, 9, 8, 7, 6, 5][usize::from(row)];
                let place = grid.beside_row(ending, Direction::East);
                let has_length = named.contains(&(length.to_string(), place));
                assert_eq!(has_length, row > 0, "{orientation:?} {row}");
            }
        }
    }
}
