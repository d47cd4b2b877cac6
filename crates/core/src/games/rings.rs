//! The surroundings of a cell, in any orientation of the board.

use std::sync::OnceLock;

use crate::board::{Board, Colour};
use crate::cell::Cell;
use crate::geometry::{AROUND_HEXAGON, Geometry};

/// The number of different surroundings of a cell of a hexhex board: the bracelets of six beads in
/// four colours.
pub(super) const RINGS: u16 = 430;

/// The surroundings of `cell` of a hexhex board as `me` sees them, two bits a cell: 0 vacant, 1
/// own, 2 the opponent's, 3 off the board.
#[inline]
pub(super) fn ring(board: &Board, cell: Cell, me: Colour) -> usize {
    let (own, other) = (board.stones(me), board.stones(me.other()));
    AROUND_HEXAGON.iter().enumerate().fold(0, |ring, (i, &direction)| {
        let state = match board.geometry().toward(cell, direction) {
            None => 3,
            Some(next) => usize::from(own.contains(next)) | usize::from(other.contains(next)) << 1,
        };
        ring | state << (2 * i)
    })
}

/// The number of a ring, the same for all its turns and mirror images: below [`RINGS`].
#[inline]
pub(super) fn class(ring: usize) -> u16 {
    static CLASSES: OnceLock<Box<[u16]>> = OnceLock::new();
    CLASSES.get_or_init(classes)[ring]
}

fn classes() -> Box<[u16]> {
    let turned = |ring: usize| ring >> 2 | (ring & 3) << 10;
    let mirrored = |ring: usize| (0..6).fold(0, |mirror, i| mirror << 2 | (ring >> (2 * i) & 3));
    let mut classes = vec![u16::MAX; 1 << 12];
    let mut count = 0;
    for start in 0..classes.len() {
        if classes[start] == u16::MAX {
            let mut image = start;
            for _ in 0..6 {
                classes[image] = count;
                classes[mirrored(image)] = count;
                image = turned(image);
            }
            count += 1;
        }
    }
    classes.into()
}

/// The arcs of stones of the opponent in a ring: how many there are, each in one piece.
#[inline]
pub(super) fn arcs(ring: usize) -> usize {
    (0..6).filter(|i| ring >> (2 * i) & 3 == 2 && ring >> (2 * ((i + 1) % 6)) & 3 != 2).count()
}

/// The number of cells between each cell of a hexhex board and the nearest edge, by cell.
pub(super) fn margins(geometry: &Geometry) -> &'static [u8] {
    static TABLES: [OnceLock<Vec<u8>>; 14] = [const { OnceLock::new() }; 14];
    TABLES[usize::from(geometry.size())].get_or_init(|| measured(geometry))
}

fn measured(geometry: &Geometry) -> Vec<u8> {
    let mut margins = vec![0; geometry.len()];
    let mut inside = geometry.all() - *geometry.edge();
    while !inside.is_empty() {
        inside.iter().for_each(|cell| margins[cell.index()] += 1);
        let shrunk = inside
            .iter()
            .filter(|&cell| (*geometry.neighbour_set(cell) - inside).is_empty())
            .collect();
        inside = shrunk;
    }
    margins
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::diagram::Diagram;
    use crate::geometry::Shape;

    #[test]
    fn there_are_as_many_classes_as_bracelets() {
        assert_eq!((0..1 << 12).map(class).max(), Some(RINGS - 1));
    }

    #[test]
    fn a_ring_looks_alike_turned_mirrored_and_with_colours_changed() {
        let class_at = |rows: &str, me| {
            let diagram = Diagram::parse(&rows.replace('/', "\n"));
            class(ring(&diagram.board(['W', 'B']), diagram.cell('x'), me))
        };
        let expected = class_at(".../.WB./..x../..W./...", Colour::First);
        let (mirrored, turned) = (".../.BW./..x../.W../...", ".../..W./..xB./.W../...");
        for alike in [mirrored, turned] {
            assert_eq!(class_at(alike, Colour::First), expected, "{alike}");
        }
        assert_ne!(class_at(".../..../.Wx../.BW./...", Colour::First), expected);
        assert_eq!(class_at(".../.BW./..x../..B./...", Colour::Second), expected);
        assert_ne!(class_at(".../.BW./..x../..B./...", Colour::First), expected);
    }

    #[test]
    fn arcs_are_counted_around_the_cell() {
        for (rows, expected) in [
            (".../.W../..x../..../...", 0),
            (".../.BB./.Bx../..../...", 1),
            (".../.BW./..x../..B./...", 2),
            (".../.B../..xB./.B../...", 3),
            (".../.BB./.BxB./.BB./...", 0),
        ] {
            let diagram = Diagram::parse(&rows.replace('/', "\n"));
            assert_eq!(
                arcs(ring(&diagram.board(['W', 'B']), diagram.cell('x'), Colour::First)),
                expected,
                "{rows}"
            );
        }
    }

    #[test]
    fn margins_grow_towards_the_middle() {
        let geometry = Geometry::get(Shape::Hexhex, 3).unwrap();
        let mut margins = margins(geometry).to_vec();
        margins.sort_unstable();
        assert_eq!(margins, [&[0; 12][..], &[1; 6], &[2]].concat());
    }
}
