//! The difference between two pictures.

use crate::bitmap::{Area, Bitmap, Size};

/// The areas in which two pictures of one size differ: rectangles of pieces of a grid of this size,
/// apart from each other. The picture's right and bottom edges cut them.
///
/// # Panics
/// If the pictures are not of one size.
pub(crate) fn changes(before: &Bitmap, after: &Bitmap, piece: Size) -> Vec<Area> {
    assert_eq!(before.size(), after.size(), "pictures of two sizes have no difference");
    if std::ptr::eq(before, after) {
        return Vec::new();
    }
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
    rectangles(&differs, columns).into_iter().map(|found| all.intersection(pieces(found))).collect()
}

/// The places of a grid that are true, as rectangles; a run that differs from the row above begins
/// a new one.
fn rectangles(grid: &[bool], columns: usize) -> Vec<Area> {
    let mut found: Vec<Area> = Vec::new();
    for (y, row) in grid.chunks(columns.max(1)).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            let (here, width) = (x as u32, run.len() as u32);
            x += run.len();
            if !run[0] {
                continue;
            }
            let goes_on = |area: &&mut Area| {
                area.bottom() == y as u32 && (area.x, area.width) == (here, width)
            };
            match found.iter_mut().find(goes_on) {
                Some(above) => above.height += 1,
                None => found.push(Area { x: here, y: y as u32, width, height: 1 }),
            }
        }
    }
    found
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
    fn differences_are_found_in_pieces() {
        assert_eq!(found(&[]), [[0; 4]; 0]);
        assert_eq!(found(&[(0, 0)]), [[0, 0, 10, 8]]);
        // Cut by the edges of the picture.
        assert_eq!(found(&[(49, 29)]), [[40, 24, 10, 6]]);
        assert_eq!(found(&[(5, 5), (15, 5)]), [[0, 0, 20, 8]]);
        assert_eq!(found(&[(5, 5), (25, 5)]), [[0, 0, 10, 8], [20, 0, 10, 8]]);
        assert_eq!(found(&[(5, 5), (5, 10)]), [[0, 0, 10, 16]]);
        // Pieces that touch by a corner are two.
        assert_eq!(found(&[(5, 5), (15, 10)]), [[0, 0, 10, 8], [10, 8, 10, 8]]);
        // A frame, and in it a point.
        let frame = [(5, 1), (15, 1), (25, 1), (5, 9), (25, 9), (5, 17), (15, 17), (25, 17)];
        assert_eq!(found(&frame), [[0, 0, 30, 8], [0, 8, 10, 8], [0, 16, 30, 8], [20, 8, 10, 8]]);
    }
}
