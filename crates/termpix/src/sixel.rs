//! Pictures as sixels: bands six pixels high, colour by colour.
//!
//! Source: DEC, "VT330/VT340 Programmer Reference Manual", volume 2, chapter 14, "Sixel graphics".

use crate::bitmap::{Area, Bitmap};
use crate::indexed::Indexed;
use crate::place::put;

const BAND: usize = 6;

/// Draws the part of a picture in `area` where the cursor is, in the colours of `palette`.
pub(crate) fn draw(picture: &Bitmap, area: Area, palette: &[[u8; 3]], out: &mut Vec<u8>) {
    let Indexed { colours, indices } = Indexed::reduced(picture, area, palette);
    // Pixels that are not drawn stay as they were, and pixels are square.
    put(out, format_args!("\x1bP0;1;0q\"1;1;{};{}", area.width, area.height));
    for (i, colour) in colours.iter().enumerate() {
        let [red, green, blue] = colour.map(|part| (u16::from(part) * 100 + 127) / 255);
        put(out, format_args!("#{i};2;{red};{green};{blue}"));
    }
    let width = area.width as usize;
    let mut band = Band::new(width, colours.len());
    for rows in indices.chunks(width * BAND) {
        band.fill(rows);
        band.write(out);
    }
    out.extend_from_slice(b"\x1b\\");
}

/// A band of six rows.
struct Band {
    width: usize,
    /// For each colour and column the rows that have it, the top one lowest.
    rows: Vec<u8>,
    /// For each colour the columns from the first to the last that has it; empty if none has.
    reach: Vec<std::ops::Range<usize>>,
}

impl Band {
    fn new(width: usize, colours: usize) -> Self {
        Self { width, rows: vec![0; width * colours], reach: vec![0..0; colours] }
    }

    /// Takes in up to six rows of a picture.
    fn fill(&mut self, indices: &[u8]) {
        for (row, line) in indices.chunks(self.width).enumerate() {
            for (x, &colour) in line.iter().enumerate() {
                let colour = usize::from(colour);
                self.rows[colour * self.width + x] |= 1 << row;
                let reach = &mut self.reach[colour];
                *reach = if reach.end == 0 {
                    x..x + 1
                } else {
                    reach.start.min(x)..reach.end.max(x + 1)
                };
            }
        }
    }

    fn write(&mut self, out: &mut Vec<u8>) {
        let mut used =
            (0..self.reach.len()).filter(|&colour| self.reach[colour].end > 0).collect::<Vec<_>>();
        used.sort_by_key(|&colour| self.reach[colour].start);
        let mut at = 0;
        while !used.is_empty() {
            // Colours that follow each other share a pass over the band.
            let next = used.iter().position(|&colour| self.reach[colour].start >= at);
            let Some(next) = next else {
                out.push(b'$');
                at = 0;
                continue;
            };
            let colour = used.remove(next);
            let reach = std::mem::take(&mut self.reach[colour]);
            put(out, format_args!("#{colour}"));
            run(0, reach.start - at, out);
            let rows = &mut self.rows[colour * self.width..][reach.clone()];
            rows.chunk_by(|a, b| a == b).for_each(|same| run(same[0], same.len(), out));
            rows.fill(0);
            at = reach.end;
        }
        out.push(b'-');
    }
}

/// Writes `count` columns with these rows.
fn run(rows: u8, count: usize, out: &mut Vec<u8>) {
    let sign = b'?' + rows;
    if count <= 3 {
        out.extend(std::iter::repeat_n(sign, count));
    } else {
        put(out, format_args!("!{count}"));
        out.push(sign);
    }
}
