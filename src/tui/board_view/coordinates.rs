//! The names of rows and columns around the board.

use tetralith_core::{Cell, Direction, Geometry, Shape};

use super::Painter;
use crate::tui::board_layout::{BoardLayout, Zoom};
use crate::tui::orientation::facing;

/// The two parts of a cell's name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Letter,
    Number,
}

impl Painter<'_, '_> {
    /// Letters and numbers around the board, as cells are named.
    pub(super) fn coordinates(&mut self) {
        let layout = self.view.layout;
        let Some(doubled) = layout.coordinates() else { return };
        match layout.geometry().shape() {
            Shape::Square => self.square_coordinates(layout, doubled),
            Shape::Hexhex => self.hexhex_coordinates(layout),
        }
    }

    /// Names of the rows of the screen on the left, of its columns below.
    fn square_coordinates(&mut self, layout: &BoardLayout, (above, right): (bool, bool)) {
        let geometry = layout.geometry();
        let view = layout.view();
        let gap = layout.gap();
        let east = layout.orientation().direction(Shape::Square, Direction::East);
        // A column's cells share the letter, a row's the number; turned on its side, the other way round.
        let [row_part, column_part] = match east {
            Direction::East | Direction::West => [Part::Number, Part::Letter],
            _ => [Part::Letter, Part::Number],
        };
        for cell in edge(layout, Direction::West) {
            if let Some(y) = self.row_in_view(cell) {
                let name = name(geometry, cell, row_part);
                self.label(i32::from(view.left()) - 1 - name.len() as i32, y, &name);
                if right {
                    self.label(i32::from(view.right()) + 1, y, &name);
                }
            }
        }
        for (i, cell) in edge(layout, Direction::South).enumerate() {
            let Some(x) = self.column_in_view(cell) else { continue };
            if column_part == Part::Number && is_crowded(layout.zoom(), i) {
                continue;
            }
            let name = name(geometry, cell, column_part);
            self.label(x, i32::from(view.bottom()) + gap, &name);
            if above {
                self.label(x, i32::from(view.top()) - 1 - gap, &name);
            }
        }
    }

    /// Letters where the rows begin, numbers beside the first row: they belong to it and would mislead beside any other.
    fn hexhex_coordinates(&mut self, layout: &BoardLayout) {
        let geometry = layout.geometry();
        let turned = |direction| layout.orientation().direction(Shape::Hexhex, direction);
        let first_cells = geometry.side(Direction::West);
        // The sides where rows begin face to the left, up or down; so does the first row, which upright faces down.
        let below = [turned(Direction::SouthWest), turned(Direction::SouthEast)];
        for (i, cell) in first_cells.iter().enumerate() {
            let on_lower_side = geometry.toward(cell, Direction::SouthWest).is_none();
            let neighbours = if on_lower_side {
                [turned(Direction::West), turned(Direction::SouthWest)]
            } else {
                [turned(Direction::West), turned(Direction::NorthWest)]
            };
            // Where the first row faces the same way, its first cell's letter would be under its number.
            if i > 0 || facing(neighbours) != facing(below) {
                self.name_beside(cell, neighbours, &name(geometry, cell, Part::Letter));
            }
        }
        let first_row = facing(below);
        for (i, cell) in geometry.cells().take(usize::from(geometry.size())).enumerate() {
            let is_upright_line = matches!(first_row, Direction::North | Direction::South);
            if is_upright_line && is_crowded(layout.zoom(), i) {
                continue;
            }
            let number = name(geometry, cell, Part::Number);
            let both = i == 0
                && !is_upright_line
                && facing([turned(Direction::West), turned(Direction::SouthWest)]) == first_row;
            let letter = if both { name(geometry, cell, Part::Letter) } else { String::new() };
            self.name_beside(cell, below, &(letter + &number));
        }
    }

    /// Writes a name beyond the side of the board on which the neighbours of `cell` in two directions are missing.
    fn name_beside(&mut self, cell: Cell, missing: [Direction; 2], name: &str) {
        let layout = self.view.layout;
        let view = layout.view();
        let facing = facing(missing);
        match facing {
            Direction::North | Direction::South => {
                let Some(x) = self.column_in_view(cell) else { return };
                if layout.shows_edge(facing) {
                    let y =
                        if facing == Direction::North { i32::from(view.top()) - 1 } else { i32::from(view.bottom()) };
                    self.label(x, y, name);
                }
            }
            _ => {
                let Some(y) = self.row_in_view(cell) else { return };
                // Upright, a row whose first cell is out of view has its letter all the same.
                if !layout.orientation().is_upright() && layout.rect(cell).is_none() {
                    return;
                }
                let left = layout.corner(cell).0.max(i32::from(view.left()));
                let x = match facing {
                    Direction::West => left - 1 - name.len() as i32,
                    _ => left + layout.width_of_cell() + 1,
                };
                self.label(x, y, name);
            }
        }
    }

    /// The row of the screen in which a cell's glyph is, if it is in view.
    fn row_in_view(&self, cell: Cell) -> Option<i32> {
        let view = self.view.layout.view();
        let y = self.view.layout.corner(cell).1 + self.slots.centre.1;
        (i32::from(view.top())..i32::from(view.bottom())).contains(&y).then_some(y)
    }

    /// The column of the screen in which a cell's glyph is, if it is in view.
    fn column_in_view(&self, cell: Cell) -> Option<i32> {
        let view = self.view.layout.view();
        let x = self.view.layout.corner(cell).0 + self.slots.centre.0;
        (i32::from(view.left())..i32::from(view.right())).contains(&x).then_some(x)
    }
}

/// Whether a number of two digits in a row of them would run into the next one, so that every other is left out.
const fn is_crowded(zoom: Zoom, i: usize) -> bool {
    matches!(zoom, Zoom::Compact) && i >= 9 && i.is_multiple_of(2)
}

/// The cells with nothing beyond them in a direction of the screen.
fn edge(layout: &BoardLayout, direction: Direction) -> impl Iterator<Item = Cell> {
    layout.geometry().cells().filter(move |&cell| layout.toward(cell, direction).is_none())
}

fn name(geometry: &Geometry, cell: Cell, part: Part) -> String {
    let place = geometry.place(cell);
    let (letter, number) = match geometry.shape() {
        Shape::Square => (place.x / 2, place.row),
        Shape::Hexhex => (place.row, (place.x - place.row.abs_diff(geometry.size() - 1)) / 2),
    };
    match part {
        Part::Letter => char::from(b'a' + letter).to_string(),
        Part::Number => (number + 1).to_string(),
    }
}
