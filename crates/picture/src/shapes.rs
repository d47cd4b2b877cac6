//! The parts of pictures: shapes in pixels, each with what it is drawn with.

use crate::look::Tint;
use tetralith_core::Cell;

/// A place in pixels: to the right and down from the top left corner.
pub type Point = (f32, f32);

/// The rectangle about a place that reaches so far to either side, above and below.
pub(super) fn rectangle((x, y): Point, wide: f32, high: f32) -> Vec<Point> {
    let (left, right, top, bottom) = (x - wide, x + wide, y - high, y + high);
    vec![(left, top), (right, top), (right, bottom), (left, bottom)]
}

/// One shape, or several that look the same.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Figure {
    /// Figures of higher layers lie over those of lower ones; the same part of a view is in the
    /// same layer in every picture.
    pub(super) layer: u8,
    pub(super) outline: Outline,
    pub(super) paint: Paint,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Outline {
    /// Closed areas of straight sides that do not overlap.
    Areas(Vec<Vec<Point>>),
    /// Closed areas of straight sides that touch and are seen as one.
    Ground(Vec<Vec<Point>>),
    /// Circles of one radius that do not overlap.
    Circles(Vec<Point>, f32),
    /// Open lines of straight parts.
    Lines(Vec<Vec<Point>>),
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Paint {
    /// The inside in a colour.
    Fill(Tint),
    /// The line itself, this many pixels wide, with round ends.
    Stroke(Tint, f32),
    /// The inside in a colour, and on it the line in another, this many pixels wide.
    Rimmed(Tint, Tint, f32),
}

impl Figure {
    /// Makes it so many times as large, from the top left corner of the picture.
    pub(super) fn grow(&mut self, times: f32) {
        let grow = |(x, y): &mut Point| (*x, *y) = (*x * times, *y * times);
        match &mut self.outline {
            Outline::Areas(lines) | Outline::Ground(lines) | Outline::Lines(lines) => {
                lines.iter_mut().flatten().for_each(grow);
            }
            Outline::Circles(middles, radius) => {
                middles.iter_mut().for_each(grow);
                *radius *= times;
            }
        }
        match &mut self.paint {
            Paint::Fill(_) => {}
            Paint::Stroke(_, width) | Paint::Rimmed(.., width) => *width *= times,
        }
    }
}

/// A position as shapes, the backmost first.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Scene {
    /// Pixels across.
    pub(super) width: u32,
    /// Pixels down.
    pub(super) height: u32,
    pub(super) background: Tint,
    pub(super) figures: Vec<Figure>,
    /// Red, green and blue of the backgrounds of cells.
    pub(super) grounds: Vec<[u8; 3]>,
    /// The texts on it; not among the figures unless [`Scene::lettered`] has put it there.
    pub(super) texts: Vec<Text>,
    /// The text below the board.
    pub(super) below: Caption,
}

/// The text below a board, line by line.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Caption {
    pub(crate) lines: Vec<(String, Point)>,
    /// The height of a digit, in pixels.
    pub(crate) height: f32,
    /// The colour.
    pub(crate) ink: Option<Tint>,
}

/// A text on a cell.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Text {
    pub cell: Cell,
    pub at: Point,
    /// A few letters or digits.
    pub text: String,
    /// Its colour.
    pub ink: Tint,
    /// The colour under it.
    pub over: Tint,
    /// The height of a digit, in pixels.
    pub(super) height: f32,
}
