//! A scene as scalable vector graphics.

use std::fmt::Write as _;

use tetralith_core::text::display_text;

use super::shapes::{Outline, Paint, Point, Scene};
use crate::look::tint::hex;

/// The scene as an SVG document with `title` for those who cannot see it.
pub(super) fn write(scene: &Scene, title: &str) -> String {
    let (width, height) = (scene.width, scene.height);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\">\n<title>{}</title>\n<path d=\"M0 \
         0H{width}V{height}H0z\" fill=\"{}\"/>\n",
        escaped(title),
        hex(scene.background)
    );
    out += &figures(scene);
    let ink = scene.below.ink.map_or_else(String::new, hex);
    for (text, (x, y)) in &scene.below.lines {
        let size = number(1.5 * scene.below.height);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"{size}\" \
             text-anchor=\"middle\" dominant-baseline=\"central\" fill=\"{ink}\">{}</text>",
            number(*x),
            number(*y),
            escaped(text)
        );
    }
    out + "</svg>\n"
}

/// The shapes of a scene, without the document around them.
pub(super) fn figures(scene: &Scene) -> String {
    let mut out = String::new();
    for figure in &scene.figures {
        let mut path = String::new();
        match (&figure.outline, figure.paint) {
            (Outline::Areas(areas) | Outline::Ground(areas), _) => {
                for area in areas {
                    line(&mut path, area, "z");
                }
            }
            (Outline::Lines(lines), _) => {
                for points in lines {
                    line(&mut path, points, "");
                }
            }
            (Outline::Circles(middles, radius), Paint::Fill(fill)) => {
                // A dot of a round pen is a quarter as long as two arcs.
                for &(x, y) in middles {
                    let [x, y] = [x, y].map(|at| tenths((at * 10.0).round() as i32));
                    let _ = write!(path, "M{x} {y}h.01");
                }
                let _ = writeln!(
                    out,
                    "<path d=\"{path}\" stroke=\"{}\" stroke-width=\"{}\" \
                     stroke-linecap=\"round\"/>",
                    hex(fill),
                    number(2.0 * radius)
                );
                continue;
            }
            (Outline::Circles(middles, radius), _) => {
                let (r, across) = (number(*radius), number(2.0 * radius));
                for &(x, y) in middles {
                    let (x, y) = (number(x - radius), number(y));
                    let _ =
                        write!(path, "M{x} {y}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0-{across} 0z");
                }
            }
        }
        let (fill, stroke) = match figure.paint {
            Paint::Fill(fill) => (Some(fill), None),
            Paint::Stroke(colour, width) => (None, Some((colour, width))),
            Paint::Rimmed(fill, colour, width) => (Some(fill), Some((colour, width))),
        };
        let _ = write!(out, "<path d=\"{path}\" fill=\"{}\"", fill.map_or("none".to_owned(), hex));
        if let Some((colour, width)) = stroke {
            let _ = write!(out, " stroke=\"{}\" stroke-width=\"{}\"", hex(colour), number(width));
            out.push_str(" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
        }
        out.push_str("/>\n");
    }
    out
}

/// Adds a line through `points` to the data of a path, each given by how far it is from the one
/// before.
fn line(path: &mut String, points: &[Point], end: &str) {
    let tenth = |at: f32| (at * 10.0).round() as i32;
    let mut before = (0, 0);
    for (i, &(x, y)) in points.iter().enumerate() {
        let (x, y) = (tenth(x), tenth(y));
        let command = match i {
            0 => 'M',
            _ => 'l',
        };
        let _ = write!(path, "{command}{} {}", tenths(x - before.0), tenths(y - before.1));
        before = (x, y);
    }
    path.push_str(end);
}

fn tenths(tenths: i32) -> String {
    if tenths % 10 == 0 {
        (tenths / 10).to_string()
    } else {
        format!("{:.1}", f64::from(tenths) / 10.0)
    }
}

/// A length to a hundredth of a pixel, as short as it can be.
fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// `text` on one line with nothing in it that XML would take for its own.
fn escaped(text: &str) -> String {
    // XML knows neither of these two characters, even where they are escaped.
    let text = display_text(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
