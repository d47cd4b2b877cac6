//! The difference between two pictures.

use crate::bitmap::{Area, Bitmap, Size};

/// The areas in which two pictures of one size differ: unions of pieces of a grid of this size, apart from each other. The picture's right
/// and bottom edges cut them.
///
/// # Panics
/// If the pictures are not of one size.
pub fn changes(before: &Bitmap, after: &Bitmap, piece: Size) -> Vec<Area> {
    assert_eq!(before.size(), after.size(), "pictures of two sizes have no difference");
    let all = after.area();
    let (across, down) = (piece.width.max(1), piece.height.max(1));
    let (columns, rows) = (all.width.div_ceil(across) as usize, all.height.div_ceil(down) as usize);
    let mut differs = vec![false; columns * rows];
    for y in 0..all.height {
        if before.row(0, y, all.width) == after.row(0, y, all.width) {
            continue;
        }
        let row = (y / down) as usize * columns;
        for (column, differs) in differs[row..row + columns].iter_mut().enumerate() {
            let x = column as u32 * across;
            let width = across.min(all.width - x);
            *differs = *differs || before.row(x, y, width) != after.row(x, y, width);
        }
    }
    let pieces = |found: Area| Area {
        x: found.x * across,
        y: found.y * down,
        width: found.width * across,
        height: found.height * down,
    };
    apart(islands(&mut differs, columns)).into_iter().map(|found| all.intersection(pieces(found))).collect()
}

/// The rectangles about the connected parts of a grid; clears it.
fn islands(grid: &mut [bool], columns: usize) -> Vec<Area> {
    let mut found = Vec::new();
    let rows = grid.len().checked_div(columns).unwrap_or(0);
    let mut open = Vec::new();
    for start in 0..grid.len() {
        if !std::mem::take(&mut grid[start]) {
            continue;
        }
        open.push(start);
        let (mut left, mut right, mut top, mut bottom) = (columns, 0, rows, 0);
        while let Some(at) = open.pop() {
            let (x, y) = (at % columns, at / columns);
            (left, right, top, bottom) = (left.min(x), right.max(x), top.min(y), bottom.max(y));
            for y in y.saturating_sub(1)..rows.min(y + 2) {
                for x in x.saturating_sub(1)..columns.min(x + 2) {
                    if std::mem::take(&mut grid[y * columns + x]) {
                        open.push(y * columns + x);
                    }
                }
            }
        }
        let size = |from: usize, to: usize| (to + 1 - from) as u32;
        found.push(Area { x: left as u32, y: top as u32, width: size(left, right), height: size(top, bottom) });
    }
    found
}

/// The same rectangles, with those that overlap made one.
fn apart(mut areas: Vec<Area>) -> Vec<Area> {
    let mut done: Vec<Area> = Vec::new();
    while let Some(area) = areas.pop() {
        match done.iter().position(|other| !other.intersection(area).is_empty()) {
            Some(at) => areas.push(done.swap_remove(at).union(area)),
            None => done.push(area),
        }
    }
    done
}

/// The smallest part of `area` outside of which two pictures do not differ there; empty if they do not differ.
pub(crate) fn tightened(before: &Bitmap, after: &Bitmap, area: Area) -> Area {
    let (mut left, mut right, mut top, mut bottom) = (area.right(), area.x, area.bottom(), area.y);
    for y in area.y..area.bottom() {
        let (old, new) = (before.row(area.x, y, area.width), after.row(area.x, y, area.width));
        let differs = |(old, new): (&[u8; 4], &[u8; 4])| old != new;
        let (old, new) = (old.as_chunks().0, new.as_chunks().0);
        let Some(first) = old.iter().zip(new).position(differs) else { continue };
        let last = old.iter().zip(new).rposition(differs).unwrap_or(first);
        (left, right) = (left.min(area.x + first as u32), right.max(area.x + last as u32 + 1));
        (top, bottom) = (top.min(y), y + 1);
    }
    Area { x: left, y: top, width: right.saturating_sub(left), height: bottom.saturating_sub(top) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { width: 50, height: 30 };

    /// A black picture with white pixels.
    fn with(points: &[(usize, usize)]) -> Bitmap {
        let mut bytes = vec![0; 50 * 30 * 4];
        for (x, y) in points {
            bytes[(y * 50 + x) * 4..][..4].fill(255);
        }
        Bitmap::new(SIZE, bytes).unwrap()
    }

    fn found(points: &[(usize, usize)]) -> Vec<[u32; 4]> {
        let mut found: Vec<_> = changes(&with(&[]), &with(points), Size { width: 10, height: 8 })
            .into_iter()
            .map(|area| [area.x, area.y, area.width, area.height])
            .collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn what_differs_is_found_in_pieces_and_nothing_else_is() {
        assert_eq!(found(&[]), [[0; 4]; 0]);
        assert_eq!(found(&[(0, 0)]), [[0, 0, 10, 8]]);
        // Cut by the edges of the picture.
        assert_eq!(found(&[(49, 29)]), [[40, 24, 10, 6]]);
        assert_eq!(found(&[(5, 5), (15, 5)]), [[0, 0, 20, 8]]);
        assert_eq!(found(&[(5, 5), (25, 5)]), [[0, 0, 10, 8], [20, 0, 10, 8]]);
        // Pieces that touch by a corner belong together.
        assert_eq!(found(&[(5, 5), (15, 10)]), [[0, 0, 20, 16]]);
    }

    #[test]
    fn areas_that_overlap_are_one() {
        // A frame, and in it a point that does not touch it.
        let frame = [(0, 0), (15, 0), (25, 0), (35, 0), (45, 0), (45, 10), (45, 20), (45, 29), (35, 29), (25, 29)];
        let rest = [(15, 29), (5, 29), (5, 20), (5, 10), (25, 13)];
        assert_eq!(found(&[&frame[..], &rest].concat()), [[0, 0, 50, 30]]);
    }

    #[test]
    fn an_area_is_tightened_to_the_pixel() {
        let tight = |points: &[_]| tightened(&with(&[]), &with(points), Area::of(SIZE));
        assert_eq!(tight(&[(3, 4), (10, 20)]), Area { x: 3, y: 4, width: 8, height: 17 });
        assert!(tight(&[]).is_empty());
    }
}
