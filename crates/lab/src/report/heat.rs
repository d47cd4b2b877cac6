//! Maps of a board as SVG, with cells coloured by their values.

use std::fmt::Write as _;

use tetralith_core::{Geometry, Shape};
use tetralith_picture::look::tint::{Tint, hex, mix};

use crate::report::chart::begin;

/// Pixels between two cells of a row.
const PITCH: f64 = 26.0;

/// The colours of the values −1, 0 and 1.
const BELOW: Tint = Tint::Rgb(40, 90, 170);
const PALE: Tint = Tint::Rgb(250, 250, 250);
const ABOVE: Tint = Tint::Rgb(190, 50, 40);

/// The colour of a value from −1 to 1.
fn colour(value: f64) -> String {
    let full = if value < 0.0 { BELOW } else { ABOVE };
    hex(mix(PALE, full, value.abs().min(1.0) as f32))
}

/// The map of `board`: to each cell a value from −1 to 1 that gives its colour, and a text of a
/// few characters; `None` for none.
pub(crate) fn map(board: &Geometry, title: &str, cells: &[Option<(f64, String)>]) -> String {
    let rise = match board.shape() {
        Shape::Square => PITCH,
        Shape::Hexhex => PITCH * 0.866,
    };
    let (width, height) =
        ((f64::from(board.width()) + 3.0) * PITCH / 2.0, f64::from(board.rows()) * rise + PITCH);
    let mut svg = begin(width, height, title);
    for (cell, value) in board.cells().zip(cells) {
        let place = board.place(cell);
        let x = PITCH + f64::from(place.x) / 2.0 * PITCH;
        let y = height - PITCH - f64::from(place.row) * rise;
        let fill = value.as_ref().map_or_else(|| "#eeeeee".to_owned(), |(value, _)| colour(*value));
        let _ = write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{fill}\" stroke=\"#aaa\"/>",
            PITCH * 0.46
        );
        if let Some((value, text)) = value {
            let ink = if value.abs() > 0.6 { "#fff" } else { "#222" };
            let _ = write!(
                svg,
                "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"9\" text-anchor=\"middle\" \
                 fill=\"{ink}\">{text}</text>",
                y + 3.2
            );
        }
        svg.push('\n');
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_its_place_in_the_picture() {
        for (shape, size) in [(Shape::Square, 5), (Shape::Hexhex, 3)] {
            let board = Geometry::get(shape, size).expect("a board");
            let cells: Vec<_> = board
                .cells()
                .map(|cell| (cell.index() > 0).then(|| (0.5, "5".to_owned())))
                .collect();
            let svg = map(board, "a map", &cells);
            assert_eq!(svg.matches("<circle").count(), board.len());
            assert_eq!(svg.matches("<text").count(), board.len() - 1);
        }
        assert_eq!([-2.0, 0.0, 0.5, 1.0].map(colour), ["#285aaa", "#fafafa", "#dc9691", "#be3228"]);
    }
}
