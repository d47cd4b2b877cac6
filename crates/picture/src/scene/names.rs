//! The names of rows and columns around the board, where the screen has them.

use tetralith_core::{Direction, Geometry, Info, Shape};
use tetralith_look::orientation::Orientation;

use crate::grid::{EDGE, Grid, ROW, Room};
use crate::shapes::Point;

/// The room around the cells, in cells.
const MARGIN: f32 = 0.35;

/// The room that names of rows and columns take besides, in cells.
const NAMES: f32 = 0.75;

/// The room around a board for its edges and, if asked for, the names of its rows and columns, in cells.
pub(crate) fn room_for_names(geometry: &Geometry, orientation: Orientation, info: &Info, wanted: bool) -> Room {
    let all = MARGIN + if info.joins.is_some() { EDGE } else { 0.0 };
    let beside = if wanted { NAMES } else { 0.0 };
    // Turned, the names of a hexhex board may be on any side.
    let turned = geometry.shape() == Shape::Hexhex && !orientation.is_upright();
    let far = all + if turned { beside } else { 0.0 };
    Room { left: all + beside, bottom: all + beside, right: far, top: far }
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
    let beyond = (0.5 + NAMES / 2.0 + if info.joins.is_some() { EDGE } else { 0.0 }) * grid.unit();
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

/// Letters where the rows begin, and numbers beside the first row.
fn hexhex_names(grid: &Grid) -> Vec<(String, Point)> {
    let geometry = grid.geometry();
    let from_edge = 0.5 + NAMES / 2.0;
    let from_corner = grid.top() / grid.unit() + NAMES / 2.0;
    let pointing = |direction| pointing(grid.orientation().direction(Shape::Hexhex, direction));
    let (back, left, right) =
        (pointing(Direction::West), pointing(Direction::SouthWest), pointing(Direction::SouthEast));
    // Between the two directions, whose sum is √3 long.
    let below = ((left.0 + right.0) / (2.0 * ROW), (left.1 + right.1) / (2.0 * ROW));
    let beside = |cell, (dx, dy): Point, far: f32| {
        let (x, y) = grid.middle(cell);
        (x + dx * far * grid.unit(), y + dy * far * grid.unit())
    };
    let begins = geometry.side(Direction::West);
    let rows = begins.iter().map(|cell| (letter(geometry.place(cell).row), beside(cell, back, from_edge)));
    let first = (1..).zip(geometry.cells().take(usize::from(geometry.size())));
    rows.chain(first.map(|(i, cell): (u8, _)| (i.to_string(), beside(cell, below, from_corner)))).collect()
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
