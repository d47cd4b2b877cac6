//! The names of rows and columns around the board.

use tetralith_core::notation::Names;
use tetralith_core::{Cell, Direction, Shape};

use super::Painter;
use crate::tui::board::layout::BoardLayout;
use tetralith_picture::look::zoom::Zoom;

impl Painter<'_, '_> {
    /// Letters and numbers around the board, as cells are named; a picture has them in it.
    pub(super) fn coordinates(&mut self) {
        let layout = self.view.layout;
        let Some(doubled) = layout.coordinates().filter(|_| !layout.is_picture()) else { return };
        match layout.geometry().shape() {
            Shape::Square => self.square_coordinates(layout, doubled),
            Shape::Hexhex => self.hexhex_coordinates(layout),
        }
    }

    /// Names of the rows of the screen on the left, of its columns below.
    fn square_coordinates(&mut self, layout: &BoardLayout, (above, right): (bool, bool)) {
        let view = layout.view();
        let gap = layout.gap();
        let east = layout.orientation().direction(Shape::Square, Direction::East);
        // A column's cells share the letter, a row's the number; turned on its side, the other way
        // round.
        let letters_below = matches!(east, Direction::East | Direction::West);
        for cell in edge(layout, Direction::West) {
            if let Some(y) = self.row_in_view(cell) {
                let (letter, number) = self.name(cell);
                let name = if letters_below { number } else { letter };
                self.label(i32::from(view.left()) - 1 - name.len() as i32, y, &name);
                if right {
                    self.label(i32::from(view.right()) + 1, y, &name);
                }
            }
        }
        for (i, cell) in edge(layout, Direction::South).enumerate() {
            let Some(x) = self.column_in_view(cell) else { continue };
            if !letters_below && is_crowded(layout.zoom(), i) {
                continue;
            }
            let (letter, number) = self.name(cell);
            let name = if letters_below { letter } else { number };
            self.label(x, layout.row_below() + gap, &name);
            if above {
                self.label(x, i32::from(view.top()) - 1 - gap, &name);
            }
        }
    }

    /// Letters where the rows begin, numbers beside the first row: they belong to it and would
    /// mislead beside any other. Upright, the others have the number of their last cell at their
    /// ends, as far as there is room.
    fn hexhex_coordinates(&mut self, layout: &BoardLayout) {
        let geometry = layout.geometry();
        let first_cells = geometry.side(Direction::West);
        let ([lower, upper], first_row) = layout.orientation().named_sides();
        for (i, cell) in first_cells.iter().enumerate() {
            let on_lower_side = geometry.toward(cell, Direction::SouthWest).is_none();
            let side = if on_lower_side { lower } else { upper };
            // If the first row faces the same way, its first cell's letter would be under its
            // number.
            if i > 0 || side != first_row {
                let (letter, _) = self.name(cell);
                self.name_beside(cell, side, &letter);
            }
        }
        let ends = geometry.side(Direction::East);
        let is_upright = layout.orientation().is_upright();
        let has_end = |cell: &Cell| is_upright && layout.rect(*cell).is_some();
        for cell in ends.iter().skip(1).filter(has_end) {
            let (_, number) = self.name(cell);
            let Some((x, y)) = self.place_beside(cell, Direction::East, &number) else { continue };
            // It is not worth a place that touches the board; there is often one beside it.
            let last = i32::from(layout.area().right()) - number.len() as i32;
            let is_apart = |x: &i32| !(x - 1..=*x).any(|x| self.is_on_board(x, y));
            if let Some(x) = (x..=last.min(x + 1)).find(is_apart) {
                self.label(x, y, &number);
            }
        }
        for (i, cell) in geometry.cells().take(usize::from(geometry.size())).enumerate() {
            let is_upright_line = matches!(first_row, Direction::North | Direction::South);
            if is_upright_line && is_crowded(layout.zoom(), i) {
                continue;
            }
            let (letter, number) = self.name(cell);
            let both = i == 0 && !is_upright_line && lower == first_row;
            self.name_beside(cell, first_row, &if both { letter + &number } else { number });
        }
    }

    /// True if a character shows some of the board.
    fn is_on_board(&self, x: i32, y: i32) -> bool {
        let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else { return false };
        let page = self.view.theme.base();
        let there = self.buffer.cell((x, y));
        there.is_some_and(|there| there.symbol() != " " || Some(there.bg) != page.bg)
    }

    /// Writes a name beside `cell`, beyond the side of the board that faces this way on the screen.
    fn name_beside(&mut self, cell: Cell, facing: Direction, name: &str) {
        let layout = self.view.layout;
        let view = layout.view();
        match facing {
            Direction::North | Direction::South => {
                let Some(x) = self.column_in_view(cell) else { return };
                if layout.shows_edge(facing) {
                    let y = if facing == Direction::North {
                        i32::from(view.top()) - 1
                    } else {
                        layout.row_below()
                    };
                    self.label(x, y, name);
                }
            }
            _ => {
                if let Some((x, y)) = self.place_beside(cell, facing, name) {
                    self.label(x, y, name);
                }
            }
        }
    }

    /// The place of a name on the left or the right of `cell`, unless that is out of view.
    fn place_beside(&self, cell: Cell, facing: Direction, name: &str) -> Option<(i32, i32)> {
        let layout = self.view.layout;
        let y = self.row_in_view(cell)?;
        // Upright, a row whose first cell is out of view has its letter anyway.
        if !layout.orientation().is_upright() && layout.rect(cell).is_none() {
            return None;
        }
        let left = layout.corner(cell).0.max(i32::from(layout.view().left()));
        // Drawn in pixels, the slanted side of the board reaches beyond the cell.
        let in_pixels = i32::from(layout.pixels().is_some());
        let beyond = 1 + 2 * in_pixels;
        // The wall on the right of a large cell belongs to none.
        let is_large = in_pixels == 0 && layout.zoom() == Zoom::Filled;
        let (area, wide) = (layout.area(), name.len() as i32);
        let x = if facing == Direction::West {
            // A tip of the board leaves a column free beside the edge of the area.
            (left - beyond - wide).max(i32::from(area.left()) + in_pixels)
        } else {
            let right = left + layout.width_of_cell() + i32::from(is_large);
            (right + beyond).min(i32::from(area.right()) - wide)
        };
        // Of the two lines of a cell the board may reach below the name in the lower.
        Some((x, if self.is_on_board(x, y) { y - 1 } else { y }))
    }

    /// The letter and the number that name a cell.
    fn name(&self, cell: Cell) -> (String, String) {
        let (letter, number) =
            Names { info: self.view.seen.info, geometry: self.view.layout.geometry() }.parts(cell);
        (letter.to_string(), number.to_string())
    }

    /// Writes a coordinate; on a coloured edge, in the ink of that edge.
    fn label(&mut self, x: i32, y: i32, text: &str) {
        for (i, letter) in text.chars().enumerate() {
            let (Ok(column), Ok(row)) = (u16::try_from(x + i as i32), u16::try_from(y)) else {
                continue;
            };
            let Some(under) = self.buffer.cell((column, row)) else { continue };
            let theme = self.view.theme;
            let plain = under.symbol() == " " && under.bg == theme.base().bg.unwrap_or_default();
            let style = match under.symbol() {
                _ if plain => theme.dim(),
                // On the lowest row of the board itself.
                "▄" => theme.over(theme.inks().dim, under.fg).bg(under.fg),
                _ => under.style(),
            };
            self.put_anywhere(i32::from(column), y, letter.encode_utf8(&mut [0; 4]), style);
        }
    }

    /// The place of a cell's glyph.
    fn centre(&self, cell: Cell) -> (i32, i32) {
        let layout = self.view.layout;
        layout.middle(cell).unwrap_or_else(|| {
            let ((x, y), (dx, dy)) = (layout.corner(cell), self.slots.centre);
            (x + dx, y + dy)
        })
    }

    /// The row of the screen in which a cell's glyph is, if it is in view.
    fn row_in_view(&self, cell: Cell) -> Option<i32> {
        let view = self.view.layout.view();
        let y = self.centre(cell).1;
        (i32::from(view.top())..i32::from(view.bottom())).contains(&y).then_some(y)
    }

    /// The column of the screen in which a cell's glyph is, if it is in view.
    fn column_in_view(&self, cell: Cell) -> Option<i32> {
        let view = self.view.layout.view();
        let x = self.centre(cell).0;
        (i32::from(view.left())..i32::from(view.right())).contains(&x).then_some(x)
    }
}

/// True if a number of two digits in a row of them would run into the next one, so that every other
/// is left out.
const fn is_crowded(zoom: Zoom, i: usize) -> bool {
    matches!(zoom, Zoom::Compact) && i >= 9 && i.is_multiple_of(2)
}

/// The cells with nothing beyond them in a direction of the screen.
fn edge(layout: &BoardLayout, direction: Direction) -> impl Iterator<Item = Cell> {
    layout.geometry().cells().filter(move |&cell| layout.toward(cell, direction).is_none())
}
