//! Shapes as stamps: how far they cover the pixels they lie on, drawn once for all that lie alike.

use std::collections::HashMap;
use std::sync::Arc;

use crate::look::Tint;
use crate::look::tint::components;
use tiny_skia::{FillRule, LineCap, LineJoin, Mask, Path, PathBuilder, Stroke, Transform};

use crate::shapes::{Figure, Outline, Paint, Point};

/// The parts of a pixel that places are rounded to, so that shapes that lie alike have one pattern.
const PARTS: f32 = 64.0;

/// The same as a whole number.
const WHOLE: i32 = 64;

/// The most bytes of coverage that are kept before all is redrawn, so that a program that runs for
/// days does not keep ever more.
const MOST_KEPT: usize = 16 << 20;

/// A pattern in a colour at a place of the picture.
#[derive(Clone, Debug)]
pub(crate) struct Stamp {
    pub(crate) pattern: Arc<Pattern>,
    /// The column and the row of its top left corner.
    pub(crate) at: (i32, i32),
    pub(crate) ink: [u8; 3],
}

impl Stamp {
    /// The rectangle that holds it.
    pub(crate) fn bounds(&self) -> Bounds {
        let ((left, top), pattern) = (self.at, &self.pattern);
        Bounds { left, top, right: left + pattern.width, bottom: top + pattern.height }
    }

    /// The coverage of the pixels in row `y` of `part`, which is not empty and lies in its bounds.
    pub(crate) fn row(&self, part: Bounds, y: i32) -> &[u8] {
        let from = ((y - self.at.1) * self.pattern.width + part.left - self.at.0) as usize;
        &self.pattern.cover[from..from + part.width() as usize]
    }
}

/// A rectangle of pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) right: i32,
    pub(crate) bottom: i32,
}

impl Bounds {
    /// A picture of this size.
    pub(crate) const fn of_picture(width: i32, height: i32) -> Self {
        Self { left: 0, top: 0, right: width, bottom: height }
    }

    /// The part that it shares with `other`, which may be empty.
    pub(crate) fn shared(self, other: Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    /// The smallest rectangle about both.
    pub(crate) fn with(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    pub(crate) const fn width(self) -> i32 {
        self.right - self.left
    }

    pub(crate) const fn height(self) -> i32 {
        self.bottom - self.top
    }
}

/// The coverage of pixels by a shape, row by row: 0 for not at all, 255 for wholly.
#[derive(Debug)]
pub(crate) struct Pattern {
    /// No other pattern of the same [`Stamps`] has this number, now or before.
    pub(crate) number: u64,
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) cover: Vec<u8>,
}

/// A shape without its place, in parts of a pixel.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Shape {
    kind: Kind,
    /// The width of its line; 0 for its inside.
    width: i32,
    lines: Vec<Vec<(i32, i32)>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    Area,
    Line,
    /// About each point, of this radius.
    Circle(i32),
}

/// The patterns of shapes drawn so far.
#[derive(Debug, Default)]
pub(crate) struct Stamps {
    patterns: HashMap<Shape, Arc<Pattern>>,
    kept: usize,
    last: u64,
}

impl Stamps {
    /// The stamps that draw `figures`, the backmost first.
    pub(crate) fn of(&mut self, figures: &[Figure]) -> Vec<Stamp> {
        if self.kept > MOST_KEPT {
            self.patterns.clear();
            self.kept = 0;
        }
        let mut stamps = Vec::new();
        for Figure { outline, paint, .. } in figures {
            let mut add = |kind, lines: &[&[Point]]| {
                if let Paint::Fill(colour) | Paint::Rimmed(colour, ..) = paint {
                    stamps.push(self.stamp(kind, lines, 0.0, *colour));
                }
                if let Paint::Stroke(colour, width) | Paint::Rimmed(_, colour, width) = paint {
                    stamps.push(self.stamp(kind, lines, *width, *colour));
                }
            };
            match outline {
                Outline::Circles(middles, radius) => {
                    let radius = Kind::Circle(parts(*radius));
                    for middle in middles {
                        add(radius, &[&[*middle]]);
                    }
                }
                Outline::Areas(areas) => {
                    for area in areas {
                        add(Kind::Area, &[area]);
                    }
                }
                Outline::Ground(areas) => {
                    add(Kind::Area, &areas.iter().map(Vec::as_slice).collect::<Vec<_>>());
                }
                Outline::Lines(lines) => {
                    for line in lines {
                        add(Kind::Line, &[line]);
                    }
                }
            }
        }
        stamps
    }

    /// The stamp of one shape, its line `width` pixels wide, or with 0 its inside.
    fn stamp(&mut self, kind: Kind, lines: &[&[Point]], width: f32, colour: Tint) -> Stamp {
        let mut lines: Vec<Vec<(i32, i32)>> = lines
            .iter()
            .map(|line| line.iter().map(|&(x, y)| (parts(x), parts(y))).collect())
            .collect();
        let width = parts(width);
        let around = if let Kind::Circle(radius) = kind { radius } else { 0 };
        let reach = around + width / 2 + WHOLE;
        let points = || lines.iter().flatten();
        let (left, right) = extent(points().map(|point| point.0), reach);
        let (top, bottom) = extent(points().map(|point| point.1), reach);
        for (x, y) in lines.iter_mut().flatten() {
            (*x, *y) = (*x - left * WHOLE, *y - top * WHOLE);
        }
        let shape = Shape { kind, width, lines };
        let pattern = self.patterns.get(&shape).cloned().unwrap_or_else(|| {
            self.last += 1;
            let pattern = Arc::new(Pattern::draw(&shape, self.last, right - left, bottom - top));
            self.kept += pattern.cover.len();
            self.patterns.insert(shape, Arc::clone(&pattern));
            pattern
        });
        Stamp { pattern, at: (left, top), ink: components(colour) }
    }
}

impl Pattern {
    /// Draws `shape` in so many pixels.
    fn draw(shape: &Shape, number: u64, width: i32, height: i32) -> Self {
        let cover = shape.path().and_then(|path| {
            let mut mask = Mask::new(u32::try_from(width).ok()?, u32::try_from(height).ok()?)?;
            mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
            let mut cover = mask.take();
            // Sixteen steps from bare to covered look as smooth, and images take less to send.
            for part in &mut cover {
                *part = part.saturating_add(8) / 17 * 17;
            }
            Some(cover)
        });
        match cover {
            Some(cover) => Self { number, width, height, cover },
            None => Self { number, width: 0, height: 0, cover: Vec::new() },
        }
    }
}

impl Shape {
    /// The outline of what is to be filled; `None` if there is nothing.
    fn path(&self) -> Option<Path> {
        let mut builder = PathBuilder::new();
        let pixels = |part: i32| part as f32 / PARTS;
        for line in &self.lines {
            for (i, &(x, y)) in line.iter().enumerate() {
                let (x, y) = (pixels(x), pixels(y));
                match self.kind {
                    Kind::Circle(radius) => builder.push_circle(x, y, pixels(radius)),
                    _ if i == 0 => builder.move_to(x, y),
                    _ => builder.line_to(x, y),
                }
            }
            if self.kind == Kind::Area {
                builder.close();
            }
        }
        let path = builder.finish()?;
        if self.width == 0 {
            return Some(path);
        }
        let width = pixels(self.width);
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        path.stroke(&stroke, 1.0)
    }
}

fn parts(length: f32) -> i32 {
    (length * PARTS).round() as i32
}

/// The first pixel that these places in parts of one reach, and the first that they do not.
fn extent(places: impl Iterator<Item = i32> + Clone, reach: i32) -> (i32, i32) {
    let (least, most) = (places.clone().min().unwrap_or(0), places.max().unwrap_or(0));
    ((least - reach).div_euclid(WHOLE), (most + reach).div_euclid(WHOLE) + 1)
}
