//! The graph of the winning chances as SVG.

use std::fmt::Write as _;

use crate::escaped;

pub(crate) const STYLE: &str = include_str!("graph.css");

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 120.0;

pub(crate) struct Point {
    /// The number of the place that it leads to.
    pub(crate) place: usize,
    /// The first player's winning chance there, 0 to 1.
    pub(crate) chance: f64,
    /// The class of the move if it is a fault.
    pub(crate) fault: Option<&'static str>,
}

/// The graph of the first player's winning chances, with a line at one half and the marks of
/// faults; `None` with fewer than two points.
pub(crate) fn graph(points: &[Point], title: &str) -> Option<String> {
    let last = points.len().checked_sub(1).filter(|&last| last > 0)?;
    let x = |i: usize| WIDTH * i as f64 / last as f64;
    let y = |chance: f64| HEIGHT * (1.0 - chance.clamp(0.0, 1.0));
    let line: Vec<String> =
        points.iter().enumerate().map(|(i, p)| format!("{:.1} {:.1}", x(i), y(p.chance))).collect();
    let mut svg = format!(
        "<svg class=\"graph\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         role=\"img\"><title>{}</title><path class=\"below\" d=\"M0 {HEIGHT}L{}L{WIDTH} \
         {HEIGHT}Z\"/><path class=\"half\" d=\"M0 {half}H{WIDTH}\"/><path class=\"course\" \
         d=\"M{}\"/>",
        escaped(title),
        line.join("L"),
        line.join("L"),
        half = HEIGHT / 2.0
    );
    for (i, point) in points.iter().enumerate() {
        let Some(class) = point.fault else { continue };
        let _ = write!(
            svg,
            "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\"/>",
            x(i),
            y(point.chance)
        );
    }
    let column = WIDTH / last as f64;
    for (i, point) in points.iter().enumerate() {
        let _ = write!(
            svg,
            "<rect class=\"column\" data-place=\"{}\" x=\"{:.1}\" y=\"0\" width=\"{column:.1}\" \
             height=\"{HEIGHT}\"/>",
            point.place,
            x(i) - column / 2.0
        );
    }
    Some(svg + "</svg>")
}
