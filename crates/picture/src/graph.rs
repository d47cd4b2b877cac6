//! Graphs as shapes: a line through values, and the area between it and one half.

use crate::Scheme;
use crate::look::Tint;
use crate::look::inks::Inks;
use crate::look::tint::mix;
use crate::shapes::{Caption, Figure, Outline, Paint, Point, Scene};

/// The share of the accent in the filled area.
const FILLED: f32 = 0.3;

/// The radius of a mark, and that of the ring about the value that is shown, in heights of a line
/// of text.
const MARK: f32 = 0.2;
const RING: f32 = 0.28;

/// The width of the line, in heights of a line of text.
const LINE: f32 = 0.1;

/// A graph of values from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct ValueGraph<'a> {
    /// The lines through the values, from left to right: each point has a share of the width, and
    /// a value.
    pub lines: &'a [Vec<Point>],
    /// The place that is shown, as a share of the width.
    pub here: Option<f32>,
    /// Points that are marked, such as mistakes, the most important last, and their colours.
    pub marks: &'a [(Point, Tint)],
    /// The height of a line of text, in pixels.
    pub unit: f32,
}

impl ValueGraph<'_> {
    /// The value of the lines at this share of the width.
    fn value(&self, at: f32) -> Option<f32> {
        let pair = |pair: &[Point]| {
            let [(left, from), (right, to)] = *pair else { return None };
            let share = if right > left { (at - left) / (right - left) } else { 0.0 };
            (left <= at && at <= right).then_some(from + (to - from) * share)
        };
        self.lines.iter().flat_map(|line| line.windows(2)).find_map(pair)
    }
}

/// The area between a line and one half, in steps of whole pixels: its edge lies under the line,
/// and without smooth edges it takes a third of the bytes.
fn area(line: &[Point], half: f32) -> Vec<Point> {
    let mut outline = Vec::new();
    for pair in line.windows(2) {
        let [(left, from), (right, to)] = *pair else { continue };
        for x in left.round() as i32..right.round() as i32 {
            let (x, share) = (x as f32, (x as f32 + 0.5 - left) / (right - left));
            let y = (from + (to - from) * share.clamp(0.0, 1.0)).round();
            outline.extend([(x, y), (x + 1.0, y)]);
        }
    }
    let ends = [outline.first(), outline.last()].map(|end| end.map_or(0.0, |end| end.0));
    outline.insert(0, (ends[0], half));
    outline.push((ends[1], half));
    outline
}

impl Scene {
    /// The drawing of `graph` in a picture of this size.
    pub(crate) fn of_graph(
        graph: &ValueGraph<'_>,
        scheme: &Scheme,
        (width, height): (u32, u32),
    ) -> Self {
        let Inks { background, accent, border, text, .. } = *scheme.inks();
        let (across, down) = (width as f32, height as f32);
        let length = |share: f32| (share * graph.unit).max(1.0);
        let margin = length(RING) + length(LINE);
        let place = |(x, value): Point| {
            (x * across, margin + (1.0 - value.clamp(0.0, 1.0)) * (down - 2.0 * margin))
        };
        let half = place((0.0, 0.5)).1.floor() + 0.5;
        let lines: Vec<Vec<Point>> =
            graph.lines.iter().map(|line| line.iter().copied().map(place).collect()).collect();
        let areas: Vec<Vec<Point>> = lines.iter().map(|line| area(line, half.floor())).collect();
        let rule = length(LINE / 2.0).round();
        // On whole pixels the rule and the ring are the same images wherever they are.
        let here = graph.here.map(|x| {
            let middle = (x * across - rule / 2.0).round().clamp(0.0, across - rule) + rule / 2.0;
            (middle, graph.value(x).map(|value| place((x, value)).1.round()))
        });
        let mut marks: Vec<(Point, Tint)> = Vec::new();
        for (at, ink) in graph.marks.iter().rev().map(|&(at, ink)| (place(at), ink)) {
            let touches = |(other, _): &(Point, Tint)| {
                (at.0 - other.0).hypot(at.1 - other.1) < 2.0 * length(MARK)
            };
            if !marks.iter().any(touches) {
                marks.push((at, ink));
            }
        }
        let stroke = |lines, ink, width| (Outline::Lines(lines), Paint::Stroke(ink, width));
        let mut layers = vec![
            vec![(Outline::Ground(areas), Paint::Fill(mix(background, accent, FILLED)))],
            vec![stroke(vec![vec![(0.0, half), (across, half)]], border, 1.0)],
            here.map_or_else(Vec::new, |(x, _)| {
                vec![stroke(vec![vec![(x, 0.0), (x, down)]], text, rule)]
            }),
            vec![stroke(lines, accent, length(LINE))],
        ];
        let ring = here.and_then(|(x, y)| Some((x, y?)));
        let ring = ring.map(|at| {
            let paint = Paint::Rimmed(background, text, length(LINE));
            (Outline::Circles(vec![at], length(RING)), paint)
        });
        layers.push(ring.into_iter().collect());
        let mark = |(at, ink)| {
            let paint = Paint::Rimmed(ink, background, length(LINE / 2.0));
            (Outline::Circles(vec![at], length(MARK)), paint)
        };
        layers.push(marks.into_iter().map(mark).collect());
        let figures = (0..).zip(layers).flat_map(|(layer, figures)| {
            figures.into_iter().map(move |(outline, paint)| Figure { layer, outline, paint })
        });
        Self {
            width,
            height,
            background,
            figures: figures.collect(),
            grounds: Vec::new(),
            texts: Vec::new(),
            below: Caption::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Canvas;
    use crate::look::scheme::{Depth, Glyphs};
    use crate::look::themes::PALETTES;
    use crate::look::tint::components;

    const SIZE: (u32, u32) = (200, 80);

    fn drawn(graph: &ValueGraph, scheme: &Scheme) -> impl Fn(u32, u32) -> [u8; 3] + use<> {
        let mut canvas = Canvas::default();
        canvas.graph(graph, scheme, SIZE, scheme.background()).unwrap();
        let rgba = canvas.rgba().to_vec();
        move |x, y| rgba[4 * (y * SIZE.0 + x) as usize..][..3].try_into().unwrap()
    }

    #[test]
    fn area_is_filled_between_the_line_and_one_half() {
        let unit = 18.0;
        for palette in PALETTES.iter().filter(|palette| !palette.colours.mono) {
            let scheme = Scheme::new(palette, Depth::TrueColour, Glyphs::Unicode);
            let inks = scheme.inks();
            let lines = [vec![(0.0, 0.9), (0.5, 0.9)], vec![(0.6, 0.1), (1.0, 0.1)]];
            let marks = [((0.3, 0.9), inks.warning), ((0.31, 0.9), inks.good)];
            let graph = ValueGraph { lines: &lines, here: Some(0.25), marks: &marks, unit };
            let pixel = drawn(&graph, &scheme);
            let [ground, area, line, rule] = [
                inks.background,
                mix(inks.background, inks.accent, FILLED),
                inks.accent,
                inks.text,
            ]
            .map(components);
            // Above one half on the left, below it on the right, and nothing in the gap.
            assert_eq!([pixel(20, 30), pixel(20, 50)], [area, ground], "{}", palette.id);
            assert_eq!([pixel(180, 30), pixel(180, 50)], [ground, area], "{}", palette.id);
            assert_eq!([pixel(110, 25), pixel(110, 55)], [ground; 2], "{}", palette.id);
            let has = |x: u32, ink| (0..SIZE.1).any(|y| pixel(x, y) == ink);
            assert!(has(20, line) && has(180, line) && !has(110, line), "{}", palette.id);
            assert_eq!([pixel(50, 1), pixel(50, 78)], [rule; 2], "{}", palette.id);
            // Of two marks that touch the last remains.
            assert!(has(62, components(inks.good)), "{}", palette.id);
            assert!(!has(58, components(inks.warning)), "{}", palette.id);
        }
    }

    #[test]
    fn values_between_two_points_lie_on_the_line() {
        let lines = [vec![(0.0, 0.5), (0.5, 1.0)]];
        let graph = ValueGraph { lines: &lines, here: None, marks: &[], unit: 18.0 };
        assert_eq!(graph.value(0.25), Some(0.75));
        assert_eq!(graph.value(0.75), None);
    }
}
