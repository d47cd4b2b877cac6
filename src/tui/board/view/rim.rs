//! The surroundings of the board: the edges that colours are to join, and arrows where it goes on.

use ratatui::style::{Modifier, Style};
use tetralith_core::{Colour, Direction};

use super::Painter;
use crate::tui::board::edges::{edge_sign, edge_style};

impl Painter<'_, '_> {
    /// The edges that the colours are to join, wherever the part of the board in view lies: dashed
    /// where the board goes on.
    ///
    /// If there is no row beside the board, its outermost row has the edge between its stones.
    pub(super) fn edges(&mut self) {
        let Some(joins) = self.view.seen.info.joins else { return };
        let layout = self.view.layout;
        let view = layout.view();
        let (left, right) = (i32::from(view.left()), i32::from(view.right()));
        let (top, bottom) = (i32::from(view.top()), i32::from(view.bottom()));
        for (colour, directions) in Colour::BOTH.into_iter().zip(joins) {
            let style = edge_style(self.view.seen.info, colour, self.view.theme);
            for direction in directions {
                let direction =
                    layout.orientation().direction(layout.geometry().shape(), direction);
                let sign = edge_sign(self.view.theme, direction);
                let columns = || (left..right).filter(|&x| layout.has_edge_at(direction, x));
                let rows = || (top..bottom).filter(|&y| layout.has_edge_at(direction, y));
                match direction {
                    Direction::North if top > i32::from(self.area.top()) => {
                        columns().for_each(|x| self.put_anywhere(x, top - 1, sign, style));
                    }
                    Direction::South if bottom < i32::from(self.area.bottom()) => {
                        columns().for_each(|x| self.put_anywhere(x, bottom, sign, style));
                    }
                    Direction::North => self.edge_between(columns(), top, sign, style),
                    Direction::South => self.edge_between(columns(), bottom - 1, sign, style),
                    Direction::West => {
                        rows().for_each(|y| self.put_anywhere(left - 1, y, sign, style));
                    }
                    Direction::East => {
                        rows().for_each(|y| self.put_anywhere(right, y, sign, style));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Draws an edge in row `y` between the glyphs of cells, in these of its columns.
    fn edge_between(
        &mut self,
        columns: impl Iterator<Item = i32>,
        y: i32,
        sign: &str,
        style: Style,
    ) {
        let layout = self.view.layout;
        let glyphs: Vec<i32> = layout
            .geometry()
            .cells()
            .map(|cell| layout.corner(cell).0 + self.slots.centre.0)
            .collect();
        for x in columns.filter(|x| !glyphs.contains(x)) {
            self.put_anywhere(x, y, sign, style);
        }
    }

    /// Arrows where the board goes on beyond what is in view.
    pub(super) fn more(&mut self) {
        let layout = self.view.layout;
        if !layout.is_scrolled() {
            return;
        }
        let view = layout.view();
        let (left, right) = (i32::from(view.left()), i32::from(view.right()));
        let (top, bottom) = (i32::from(view.top()), i32::from(view.bottom()));
        let middle = top.midpoint(bottom);
        let ascii = self.view.theme.is_ascii();
        let style = self.view.theme.accent().add_modifier(Modifier::BOLD);
        let rows_from_middle =
            || (0..bottom - top).map(|i| middle + if i % 2 == 0 { i / 2 } else { -(i + 1) / 2 });
        let beside = |x: i32| {
            rows_from_middle()
                .map(move |y| (x, y))
                .filter(|at| (top..bottom).contains(&at.1))
                .collect()
        };
        let corners = |rows: [i32; 3]| {
            rows.into_iter().flat_map(|y| [(left - 1, y), (right, y)]).collect::<Vec<_>>()
        };
        let places = [
            (Direction::North, corners([top - 1, top, top + 1]), ["▲", "^"]),
            (Direction::South, corners([bottom, bottom - 1, bottom - 2]), ["▼", "v"]),
            (Direction::West, beside(left - 1), ["◄", "<"]),
            (Direction::East, beside(right), ["►", ">"]),
        ];
        for (direction, places, symbol) in places {
            if layout.shows_edge(direction) {
                continue;
            }
            // Beside the cells, and best neither beside a stone, where an arrow might look like its
            // mark, nor beside a name.
            let place =
                places.iter().filter(|&&at| self.is_blank(at)).min_by_key(|&&at| self.crowding(at));
            if let Some(&(x, y)) = place {
                self.put_anywhere(x, y, symbol[usize::from(ascii)], style);
            }
        }
    }

    /// True if nothing is written at a place of the area but, beside the cells, an edge.
    fn is_blank(&self, (x, y): (i32, i32)) -> bool {
        let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else { return false };
        let is_edge = |symbol| {
            matches!(symbol, "|" | "=") && !self.view.layout.view().contains((x, y).into())
        };
        self.area.contains((x, y).into())
            && matches!(self.buffer[(x, y)].symbol(), symbol if symbol == " " || is_edge(symbol))
    }

    /// Returns how much a sign would be taken for a part of what is to its left or right: 2 for a
    /// stone, 1 for a name.
    fn crowding(&self, (x, y): (i32, i32)) -> u8 {
        let view = self.view;
        let beside = [x - 1, x + 1].into_iter().map(|x| {
            let (Ok(column), Ok(row)) = (u16::try_from(x), u16::try_from(y)) else { return 0 };
            match view.layout.cell_at((column, row).into()) {
                Some(cell)
                    if view.seen.board.at(cell).is_some()
                        || view.seen.step.stones.iter().any(|(at, _)| *at == cell) =>
                {
                    2
                }
                None if self.area.contains((column, row).into()) && !self.is_blank((x, y)) => 1,
                _ => 0,
            }
        });
        beside.max().unwrap_or_default()
    }
}
