//! Boards drawn as text, for the tests of the games.

use crate::board::{Board, Colour};
use crate::cell::{Cell, CellSet};
use crate::geometry::{Geometry, Place, Shape};

/// A drawn board: one mark a cell, rows from the top as on the screen, blanks without meaning.
///
/// Rows of one length make a square board, rows that grow and shrink a hexhex one. `.` is the usual
/// mark of a vacant cell, and any letter a mark that a test chooses.
pub(super) struct Diagram {
    geometry: &'static Geometry,
    marks: Vec<(Cell, char)>,
}

impl Diagram {
    pub(super) fn parse(text: &str) -> Self {
        let rows: Vec<Vec<char>> = text
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
            .filter(|row: &Vec<char>| !row.is_empty())
            .collect();
        let (shape, size) = if rows.iter().all(|row| row.len() == rows.len()) {
            (Shape::Square, rows.len())
        } else {
            (Shape::Hexhex, rows.len().div_ceil(2))
        };
        let geometry = Geometry::get(shape, size as u8).expect("a board of the size drawn");
        assert_eq!(
            rows.iter().map(Vec::len).sum::<usize>(),
            geometry.len(),
            "a mark for every cell"
        );
        let marks = rows.iter().rev().zip(0u8..).flat_map(|(row, up)| {
            let indent = match shape {
                Shape::Square => 0,
                Shape::Hexhex => up.abs_diff(size as u8 - 1),
            };
            row.iter().zip(0..).map(move |(&mark, i)| (Place { row: up, x: indent + 2 * i }, mark))
        });
        let marks = marks.map(|(place, mark)| {
            (geometry.cell_at(place).expect("rows of the right length"), mark)
        });
        Self { geometry, marks: marks.collect() }
    }

    pub(super) fn cells(&self, mark: char) -> CellSet {
        self.marks.iter().filter(|(_, m)| *m == mark).map(|(cell, _)| *cell).collect()
    }

    pub(super) fn cell(&self, mark: char) -> Cell {
        let cells = self.cells(mark);
        assert_eq!(cells.len(), 1, "one cell marked {mark}");
        cells.lowest().expect("it has one")
    }

    /// The board with the first player's stones at the first of `marks`, the second's at the
    /// second.
    pub(super) fn board(&self, marks: [char; 2]) -> Board {
        let mut board = Board::new(self.geometry);
        for colour in Colour::BOTH {
            for cell in self.cells(marks[colour.index()]) {
                board.set(cell, colour);
            }
        }
        board
    }
}

#[test]
fn drawings_are_read_as_they_look() {
    let hexhex = Diagram::parse(
        "  a b
          c W d
           W e ",
    );
    let order =
        |marks: &str| marks.chars().map(|mark| hexhex.cell(mark).index()).collect::<Vec<_>>();
    assert_eq!(order("ecdab"), [1, 2, 4, 5, 6]);
    let board = hexhex.board(['W', 'B']);
    assert_eq!(*board.stones(Colour::First), [0, 3].map(Cell::new).into_iter().collect());
    assert!(board.stones(Colour::Second).is_empty());

    let square = Diagram::parse(
        "b d
         a c",
    );
    assert_eq!(square.cell('b').index(), 1);
    assert_eq!(square.cell('c').index(), 2);
}
