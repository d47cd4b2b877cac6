//! Charts as SVG: points with their intervals, joined by a line or not.

use std::fmt::Write as _;

use tetralith_pages::escaped;

/// A point of a chart with the interval that it may lie in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Point {
    /// The place from left to right.
    pub x: f64,
    /// The place from bottom to top.
    pub y: f64,
    /// The ends of its interval; both the same as `y` if there is none.
    pub range: [f64; 2],
}

pub(crate) struct Chart<'a> {
    /// The title of the horizontal axis.
    pub x: &'a str,
    /// The title of the vertical axis.
    pub y: &'a str,
    /// The points, from left to right.
    pub points: &'a [Point],
    /// True if a line joins them: one follows from the other.
    pub is_joined: bool,
    /// The texts below the axis, each with its place.
    pub ticks: Vec<(f64, String)>,
    /// The range of heights that the chart shows at least.
    pub span: [f64; 2],
    /// A level to mark, such as one half.
    pub level: Option<f64>,
    /// True for heights that are shares, to be written as percentages.
    pub shares: bool,
}

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 44.0;

/// The beginning of a picture of this size that reads on light and on dark pages.
pub(crate) fn begin(width: f64, height: f64, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"12\" \
         role=\"img\"><title>{}</title><rect width=\"100%\" height=\"100%\" fill=\"#fcfcfa\"/>\n",
        escaped(title)
    )
}

impl Chart<'_> {
    /// The chart as SVG; an empty frame without points.
    pub(crate) fn svg(&self, title: &str) -> String {
        let xs =
            || self.points.iter().map(|point| point.x).chain(self.ticks.iter().map(|tick| tick.0));
        let (left, right) =
            (xs().fold(f64::INFINITY, f64::min), xs().fold(f64::NEG_INFINITY, f64::max));
        let ys = || self.points.iter().flat_map(|point| point.range).chain(self.span);
        let (low, high) =
            (ys().fold(f64::INFINITY, f64::min), ys().fold(f64::NEG_INFINITY, f64::max));
        // Shares are marked at every tenth.
        let (low, high) = if self.shares {
            ((10.0 * low).floor() / 10.0, (10.0 * high).ceil() / 10.0)
        } else {
            (low, high)
        };
        let marks = if self.shares { (10.0 * (high - low)).round() as u32 } else { 4 }.max(1);
        let across = |x: f64| LEFT + (x - left) / (right - left).max(1e-9) * (WIDTH - LEFT - RIGHT);
        let up =
            |y: f64| HEIGHT - BOTTOM - (y - low) / (high - low).max(1e-9) * (HEIGHT - TOP - BOTTOM);
        let mut svg = begin(WIDTH, HEIGHT, title);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {TOP}V{y}H{x}\" fill=\"none\" stroke=\"#555\"/>",
            y = HEIGHT - BOTTOM,
            x = WIDTH - RIGHT
        );
        for mark in 0..=marks {
            let y = low + (high - low) * f64::from(mark) / f64::from(marks);
            let text = if self.shares { format!("{:.0} %", 100.0 * y) } else { format!("{y:.0}") };
            let at = up(y);
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {at:.1}H{}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" \
                 text-anchor=\"end\" fill=\"#333\">{text}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                at + 4.0
            );
        }
        if let Some(level) = self.level {
            let at = up(level);
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {at:.1}H{}\" stroke=\"#b00\" stroke-dasharray=\"4 3\"/>",
                WIDTH - RIGHT
            );
        }
        for (x, text) in &self.ticks {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#333\">{}</text>",
                across(*x),
                HEIGHT - BOTTOM + 16.0,
                escaped(text)
            );
        }
        if self.is_joined {
            let line: Vec<String> = self
                .points
                .iter()
                .map(|point| format!("{:.1},{:.1}", across(point.x), up(point.y)))
                .collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"2\"/>",
                line.join(" ")
            );
        }
        for point in self.points.iter().filter(|point| point.range[1] > point.range[0]) {
            let x = across(point.x);
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {:.1}V{:.1}\" stroke=\"#1f5fa8\"/><circle cx=\"{x:.1}\" \
                 cy=\"{:.1}\" r=\"3.5\" fill=\"#1f5fa8\"/>",
                up(point.range[0]),
                up(point.range[1]),
                up(point.y)
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\" fill=\"#333\">{}</text><text \
             transform=\"translate(14 {:.0}) rotate(-90)\" text-anchor=\"middle\" \
             fill=\"#333\">{}</text>\n</svg>",
            (LEFT + WIDTH - RIGHT) / 2.0,
            HEIGHT - 8.0,
            escaped(self.x),
            (TOP + HEIGHT - BOTTOM) / 2.0,
            escaped(self.y)
        );
        svg
    }
}
