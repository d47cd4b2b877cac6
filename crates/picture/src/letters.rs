//! Letters and digits as strokes of a pen: one face for names of rows and columns, numbers on cells
//! and captions, at every size.

use crate::look::Tint;

use super::shapes::{Figure, Outline, Paint, Point, Scene};

/// The width of a letter, in its own units.
const WIDTH: f32 = 4.0;

/// The layer of letters: above all but the names of rows and columns.
pub(super) const ON_CELLS: u8 = 100;

/// The layer of the names of rows and columns.
pub(super) const AROUND: u8 = 101;

/// The room between two letters.
const GAP: f32 = 1.4;

/// The parts of a curve that are drawn as straight lines.
const BENDS: u8 = 5;

/// The height of a digit or a capital above the base line; letters without an ascender reach two
/// thirds of it.
const HEIGHT: f32 = 6.0;

/// The strokes of digits, letters and signs: each a list of corners, column and row, from the top
/// left of a grid of 4 by 6 (8 with what hangs below the line). A corner that is cut off is drawn
/// round.
const STROKES: [(char, &str); 80] = [
    ('0', "10 30 41 45 36 16 05 01 10"),
    ('1', "11 20 26/16 36"),
    ('2', "01 10 30 41 42 06 46"),
    ('3', "01 10 30 41 42 33 44 45 36 16 05/13 33"),
    ('4', "36 30 04 44"),
    ('5', "40 00 02 32 43 45 36 16 05"),
    ('6', "30 20 02 05 16 36 45 44 33 13 04"),
    ('7', "00 40 16"),
    ('8', "10 30 41 42 33 13 02 01 10/13 04 05 16 36 45 44 33"),
    ('9', "16 26 44 41 30 10 01 02 13 33 42"),
    ('A', "06 20 46/14 34"),
    ('B', "03 00 30 41 42 33 03 06 36 45 44 33"),
    ('C', "41 30 10 01 05 16 36 45"),
    ('D', "00 30 41 45 36 06 00"),
    ('E', "40 00 06 46/03 33"),
    ('F', "40 00 06/03 33"),
    ('G', "41 30 10 01 05 16 36 45 43 23"),
    ('H', "00 06/40 46/03 43"),
    ('I', "10 30/20 26/16 36"),
    ('J', "20 40 45 36 16 05"),
    ('K', "00 06/40 03 46"),
    ('L', "00 06 46"),
    ('M', "06 00 23 40 46"),
    ('N', "06 00 46 40"),
    ('O', "10 30 41 45 36 16 05 01 10"),
    ('P', "06 00 30 41 42 33 03"),
    ('Q', "10 30 41 45 36 16 05 01 10/34 46"),
    ('R', "06 00 30 41 42 33 03/23 46"),
    ('S', "41 30 10 01 02 13 33 44 45 36 16 05"),
    ('T', "00 40/20 26"),
    ('U', "00 05 16 36 45 40"),
    ('V', "00 26 40"),
    ('W', "00 16 23 36 40"),
    ('X', "00 46/40 06"),
    ('Y', "00 23 40/23 26"),
    ('Z', "00 40 06 46"),
    ('a', "42 46/43 32 12 03 05 16 36 45"),
    ('b', "00 06/03 12 32 43 45 36 16 05"),
    ('c', "43 32 12 03 05 16 36 45"),
    ('d', "40 46/43 32 12 03 05 16 36 45"),
    ('e', "04 44 43 32 12 03 05 16 46"),
    ('f', "30 20 11 16/02 32"),
    ('g', "42 47 38 18 07/43 32 12 03 05 16 36 45"),
    ('h', "00 06/03 12 32 43 46"),
    ('i', "12 22 26/16 36/20 21"),
    ('j', "12 22 27 18 08/20 21"),
    ('k', "00 06/32 04 36"),
    ('l', "10 20 25 36"),
    ('m', "02 06/03 12 23 26/23 32 43 46"),
    ('n', "02 06/03 12 32 43 46"),
    ('o', "12 32 43 45 36 16 05 03 12"),
    ('p', "02 08/03 12 32 43 45 36 16 05"),
    ('q', "42 48/43 32 12 03 05 16 36 45"),
    ('r', "02 06/03 12 32"),
    ('s', "43 32 12 03 14 34 45 36 16 05"),
    ('t', "10 15 26 36/02 32"),
    ('u', "02 05 16 36 45/42 46"),
    ('v', "02 26 42"),
    ('w', "02 16 24 36 42"),
    ('x', "02 46/42 06"),
    ('y', "02 05 16 36 45/42 47 38 18 07"),
    ('z', "02 42 06 46"),
    ('.', "25 26"),
    ('…', "05 06/25 26/45 46"),
    (',', "26 17"),
    ('-', "14 34"),
    ('–', "04 44"),
    (':', "22 23/25 26"),
    (';', "22 23/26 17"),
    ('(', "30 21 25 36"),
    (')', "10 21 25 16"),
    ('/', "06 40"),
    ('%', "06 40/00 11/35 46"),
    ('+', "04 44/22 26"),
    ('=', "03 43/05 45"),
    ('!', "20 23/25 26"),
    ('?', "01 10 30 41 42 24/25 26"),
    ('\'', "20 22"),
    ('"', "10 12/30 32"),
    ('*', "13 35/33 15"),
];

/// The width of `text` with digits `height` high.
pub(super) fn width_of(text: &str, height: f32) -> f32 {
    (text.chars().count() as f32 * (WIDTH + GAP) - GAP) * height / HEIGHT
}

/// True if there are strokes for a letter, or it is a blank.
pub(super) fn is_drawn(letter: char) -> bool {
    letter == ' ' || STROKES.iter().any(|(known, _)| *known == letter)
}

/// The strokes of `text` with digits `height` high, centred on `at`; characters without strokes are
/// left blank.
pub(super) fn strokes(text: &str, at: Point, height: f32) -> Vec<Vec<Point>> {
    let unit = height / HEIGHT;
    let left = at.0 - width_of(text, height) / 2.0;
    // On the middle of a pixel, stems and bars are sharp.
    let sharp = |at: f32| at.floor() + 0.5;
    let top = sharp(at.1 - height / 2.0);
    let mut strokes = Vec::new();
    for (i, letter) in text.chars().enumerate() {
        let left = sharp(left + i as f32 * (WIDTH + GAP) * unit);
        let Some((_, drawn)) = STROKES.iter().find(|(known, _)| *known == letter) else { continue };
        for stroke in drawn.split('/') {
            let corner = |corner: &str| {
                let digit = |i: usize| (corner.as_bytes()[i] - b'0') as i8;
                (digit(0), digit(1))
            };
            let corners: Vec<Corner> = stroke.split(' ').map(corner).collect();
            let place = |(x, y): Point| (left + x * unit, top + y * unit);
            strokes.push(rounded(&corners).into_iter().map(place).collect());
        }
    }
    strokes
}

/// The height nearest to `height` that puts the bars and stems of letters whole pixels apart.
pub(super) fn even_height(height: f32) -> f32 {
    (height / 3.0).round().max(2.0) * 3.0
}

/// A corner of a stroke: its column and row in the grid of a letter.
type Corner = (i8, i8);

/// A stroke through `corners`, round where a corner is cut off by the diagonal of a square of the
/// grid: from the middle of the side before it to the middle of the side after it.
fn rounded(corners: &[Corner]) -> Vec<Point> {
    let is_closed = corners.len() > 2 && corners.first() == corners.last();
    let sides: Vec<[Corner; 2]> = corners.windows(2).map(|ends| [ends[0], ends[1]]).collect();
    let level = |side: Option<usize>| {
        let side = sides.get(if is_closed { side? % sides.len() } else { side? }).copied()?;
        is_level(side).then_some(side)
    };
    let mut points: Vec<Point> = corners.first().copied().map(point).into_iter().collect();
    for (i, &[from, to]) in sides.iter().enumerate() {
        if from.0.abs_diff(to.0) != 1 || from.1.abs_diff(to.1) != 1 {
            points.push(point(to));
            continue;
        }
        let before = if is_closed { Some(i + sides.len() - 1) } else { i.checked_sub(1) };
        let (before, after) = (level(before), level(Some(i + 1)));
        // Along the side before it, or toward the side after it.
        let leaves_level = match (before, after) {
            (Some([start, end]), _) => start.1 == end.1,
            (None, Some([start, end])) => start.1 != end.1,
            (None, None) => true,
        };
        let corner = point(if leaves_level { (to.0, from.1) } else { (from.0, to.1) });
        let begin = before.map_or(point(from), |[other, end]| toward(end, other));
        let end = after.map_or(point(to), |[start, other]| toward(start, other));
        // The side before it ends where the curve begins.
        if let Some(last) = points.last_mut() {
            *last = begin;
        }
        points.extend((1..=BENDS).map(|bend| {
            let far = f32::from(bend) / f32::from(BENDS);
            let mid = |from: Point, to: Point| {
                (from.0 + far * (to.0 - from.0), from.1 + far * (to.1 - from.1))
            };
            mid(mid(begin, corner), mid(corner, end))
        }));
    }
    if let (true, [first, .., last]) = (is_closed, &mut points[..]) {
        *first = *last;
    }
    points
}

fn point((column, row): Corner) -> Point {
    (f32::from(column), f32::from(row))
}

/// True of a side along the rows or columns of the grid.
const fn is_level([from, to]: [Corner; 2]) -> bool {
    from.0 == to.0 || from.1 == to.1
}

/// The place from `from` halfway to `to`, a unit away at most.
fn toward(from: Corner, to: Corner) -> Point {
    let far = f32::from(from.0.abs_diff(to.0) + from.1.abs_diff(to.1));
    let share = (0.5 * far).min(1.0) / far;
    let (from, to) = (point(from), point(to));
    (from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1))
}

impl Scene {
    /// The same scene with its texts drawn as strokes.
    pub(super) fn lettered(mut self) -> Self {
        for text in std::mem::take(&mut self.texts) {
            self.write(&[(text.text, text.at)], even_height(text.height), text.ink, ON_CELLS);
        }
        self
    }

    /// Draws texts as strokes, each centred on its place.
    pub(super) fn write(&mut self, texts: &[(String, Point)], height: f32, ink: Tint, layer: u8) {
        let lines: Vec<_> =
            texts.iter().flat_map(|(text, at)| strokes(text, *at, height)).collect();
        if !lines.is_empty() {
            let paint = Paint::Stroke(ink, (0.15 * height).max(1.0));
            self.figures.push(Figure { layer, outline: Outline::Lines(lines), paint });
        }
    }
}
