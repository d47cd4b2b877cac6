//! Maps of a board as SVG, with cells coloured by their values.

use std::fmt::Write as _;

use tetralith_core::{Geometry, Shape};

use crate::report::chart::begin;

/// Pixels between two cells of a row.
const PITCH: f64 = 26.0;

/// The colour of a value from −1 to 1: blue below 0, red above, pale near 0.
fn colour(value: f64) -> String {
    let value = value.clamp(-1.0, 1.0);
    let fade = |full: f64| (250.0 - (250.0 - full) * value.abs()).round() as u8;
    let full = if value < 0.0 { [40.0, 90.0, 170.0] } else { [190.0, 50.0, 40.0] };
    let [red, green, blue] = full.map(fade);
    format!("#{red:02x}{green:02x}{blue:02x}")
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
        assert_eq!(colour(0.0), "#fafafa");
        assert_ne!(colour(1.0), colour(-1.0));
    }
}
