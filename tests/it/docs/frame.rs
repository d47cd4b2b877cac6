//! A frame of the program as an SVG: the cells of a ratatui buffer with their colours.
//!
//! Stones, blocks and lines are drawn as shapes, so that the picture does not depend on the reader's fonts.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

/// The pixels of one cell: 0.6 of the font's size, as fonts of one width have it, and its line.
const WIDTH: u16 = 9;
const HEIGHT: u16 = 19;
const FONT: u16 = 15;
const BASE: u16 = 14;

/// The colours of one cell as they are seen.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ink {
    text: Color,
    background: Color,
    modifier: Modifier,
}

impl Ink {
    fn of(cell: &Cell) -> Self {
        let style = cell.style();
        let (text, background) = (style.fg.unwrap_or_default(), style.bg.unwrap_or_default());
        let modifier = style.add_modifier;
        let (text, background) =
            if modifier.contains(Modifier::REVERSED) { (background, text) } else { (text, background) };
        Self { text, background, modifier }
    }
}

/// Draws `buffer`, which must have 24-bit colours throughout.
pub(super) fn svg(buffer: &Buffer, title: &str) -> String {
    let area = buffer.area;
    let (width, height) = (area.width * WIDTH, area.height * HEIGHT);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"{FONT}\">\n\
         <title>{title}</title>\n"
    );
    for y in 0..area.height {
        let inks: Vec<Ink> = (0..area.width).map(|x| Ink::of(&buffer[(x, y)])).collect();
        backgrounds(&mut svg, y, &inks);
        let mut x = 0;
        while x < area.width {
            let cells = &(x..area.width).map(|x| buffer[(x, y)].symbol()).collect::<Vec<_>>();
            x += shape_or_word(&mut svg, (x, y), cells, &inks[usize::from(x)..]);
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// The colours behind the text of one row.
fn backgrounds(svg: &mut String, y: u16, inks: &[Ink]) {
    let mut x = 0;
    for run in inks.chunk_by(|a, b| a.background == b.background) {
        let len = run.len() as u16;
        let (left, top, width) = (x * WIDTH, y * HEIGHT, len * WIDTH);
        let fill = hex(run[0].background);
        let _ = writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{HEIGHT}\" fill=\"{fill}\" shape-rendering=\"crispEdges\"/>"
        );
        x += len;
    }
}

/// Draws what stands at the beginning of `cells` and returns how many cells it took.
fn shape_or_word(svg: &mut String, (x, y): (u16, u16), cells: &[&str], inks: &[Ink]) -> u16 {
    let ink = inks[0];
    if cells[0].trim().is_empty() {
        return 1;
    }
    let (left, top) = (x * WIDTH, y * HEIGHT);
    if let Some(shape) = shape(cells[0], f64::from(left), f64::from(top), &hex(ink.text)) {
        svg.push_str(&shape);
        return 1;
    }
    let is_part = |(symbol, other): (&&str, &Ink)| symbol.is_ascii() && !symbol.trim().is_empty() && *other == ink;
    let len = cells.iter().zip(inks).take_while(|&pair| is_part(pair)).count().max(1);
    let word: String = cells[..len].concat();
    let word = word.replace('&', "&amp;").replace('<', "&lt;");
    let (length, base) = (len as u16 * WIDTH, top + BASE);
    let _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"{base}\" textLength=\"{length}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"{}\"{}>{word}</text>",
        hex(ink.text),
        weight(ink.modifier),
    );
    len as u16
}

fn weight(modifier: Modifier) -> &'static str {
    match (modifier.contains(Modifier::BOLD), modifier.contains(Modifier::UNDERLINED)) {
        (true, true) => " font-weight=\"bold\" text-decoration=\"underline\"",
        (true, false) => " font-weight=\"bold\"",
        (false, true) => " text-decoration=\"underline\"",
        (false, false) => "",
    }
}

/// Draws a character that fonts draw differently.
fn shape(symbol: &str, left: f64, top: f64, fill: &str) -> Option<String> {
    let (width, height) = (f64::from(WIDTH), f64::from(HEIGHT));
    let (middle, centre) = (left + width / 2.0, top + height / 2.0);
    let rect = |x: f64, y: f64, width: f64, height: f64| {
        format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\" shape-rendering=\"crispEdges\"/>\n"
        )
    };
    let square = |side: f64, style: &str| {
        let (x, y) = (middle - side / 2.0, centre - side / 2.0);
        format!("<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" {style}/>\n")
    };
    let circle =
        |radius: f64, style: &str| format!("<circle cx=\"{middle}\" cy=\"{centre}\" r=\"{radius}\" {style}/>\n");
    let quarters = |filled: [bool; 4]| {
        let places = [(left, top), (middle, top), (left, centre), (middle, centre)];
        let shown = places.into_iter().zip(filled).filter(|(_, filled)| *filled);
        shown.map(|((x, y), _)| rect(x, y, width / 2.0, height / 2.0)).collect()
    };
    let (solid, outline) = (format!("fill=\"{fill}\""), format!("fill=\"none\" stroke=\"{fill}\""));
    let c = symbol.chars().next()?;
    Some(match c {
        '·' => circle(1.1, &solid),
        '◦' => circle(1.8, &outline),
        '◊' => {
            let points = [(0.0, -4.0), (3.0, 0.0), (0.0, 4.0), (-3.0, 0.0)]
                .map(|(dx, dy)| format!("{},{}", middle + dx, centre + dy))
                .join(" ");
            format!(
                "<polygon points=\"{points}\" {outline}/>
"
            )
        }
        '▪' => square(4.0, &solid),
        '▫' => square(4.0, &outline),
        '▙' => quarters([true, false, true, true]),
        '▛' => quarters([true, true, true, false]),
        '▜' => quarters([true, true, false, true]),
        '▟' => quarters([false, true, true, true]),
        '▖' => quarters([false, false, true, false]),
        '▗' => quarters([false, false, false, true]),
        '▘' => quarters([true, false, false, false]),
        '▝' => quarters([false, true, false, false]),
        '●' => circle(4.2, &solid),
        '○' => circle(3.7, &outline),
        '▁'..='█' => {
            let part = height * f64::from(u32::from(c) - u32::from('▁') + 1) / 8.0;
            rect(left, top + height - part, width, part)
        }
        '▌' => rect(left, top, width / 2.0, height),
        '▐' => rect(middle, top, width / 2.0, height),
        '▀' => rect(left, top, width, height / 2.0),
        '│' => rect(middle - 0.5, top, 1.0, height),
        '┆' => (0..3).map(|i| rect(middle - 0.5, top + 2.0 + 6.0 * f64::from(i), 1.0, 3.0)).collect(),
        '─' => rect(left, centre - 0.5, width, 1.0),
        '╌' => rect(left + 1.0, centre - 0.5, 3.0, 1.0) + &rect(left + 5.5, centre - 0.5, 3.0, 1.0),
        _ => return None,
    })
}

/// A colour as SVG writes it.
fn hex(colour: Color) -> String {
    match colour {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        other => panic!("{other:?} is no colour of 24 bits"),
    }
}
