//! A drawing in characters whose parts have two colours.

use std::collections::HashMap;

use crate::drawing::Drawing;
use crate::grid::DOTS;
use crate::look::tint::components;
use crate::look::{Scheme, Tint};
use crate::shades::Shades;

/// Pixels that a character holds.
const PIXELS: usize = (DOTS.0 * DOTS.1) as usize;

/// The colours of the pixels that a character holds, row by row.
type Seen = [[u8; 3]; PIXELS];

/// A part of a character: a bit for each pixel, row by row, the first one the lowest.
type Part = u8;

/// The signs, each with the part that it fills and, if there is one, the sign that fills the rest.
///
/// Every part has the last pixel, so that no two divide a character alike. If two signs come
/// equally near, the first is taken: small stones are round in this order.
const SIGNS: [(&str, Part, Option<&str>); 10] = [
    ("▆", 0b1111_1100, None),
    ("▂", 0b1100_0000, None),
    ("█", 0b1111_1111, Some(" ")),
    ("▄", 0b1111_0000, Some("▀")),
    ("▗", 0b1010_0000, Some("▛")),
    ("▜", 0b1010_1111, Some("▖")),
    ("▙", 0b1111_0101, Some("▝")),
    ("▟", 0b1111_1010, Some("▘")),
    ("▐", 0b1010_1010, Some("▌")),
    ("▚", 0b1010_0101, Some("▞")),
];

/// A character of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Character {
    /// The sign.
    pub sign: &'static str,
    /// Its colour.
    pub ink: Tint,
    /// The colour behind it.
    pub ground: Tint,
    /// True if nothing is there but the background of a cell.
    pub is_free: bool,
}

impl Character {
    /// The colours of its pixels, row by row.
    ///
    /// A sign that no block has leaves all of them to what is behind it.
    pub fn pixels(&self) -> [Tint; PIXELS] {
        let part = SIGNS.iter().find_map(|(sign, part, inverse)| match self.sign {
            own if own == *sign => Some(*part),
            own if Some(own) == *inverse => Some(!*part),
            _ => None,
        });
        let part = part.unwrap_or_default();
        std::array::from_fn(|i| if part >> i & 1 == 1 { self.ink } else { self.ground })
    }
}

/// A drawing seen in characters, each with the two colours that come nearest to it.
#[derive(Debug)]
pub struct Blocks<'a> {
    drawing: &'a Drawing,
    shades: Shades,
    beyond: [u8; 3],
    known: HashMap<Seen, Character>,
}

/// The colour that comes nearest to those of a part, and how far they are from it.
type Fill = (f32, [u8; 3]);

impl<'a> Blocks<'a> {
    /// The view of `drawing` as `scheme` shows it.
    pub fn new(drawing: &'a Drawing, scheme: &Scheme) -> Self {
        let beyond = components(scheme.background());
        Self { drawing, shades: Shades::new(drawing, scheme), beyond, known: HashMap::new() }
    }

    /// The character in a column and a row.
    pub fn at(&mut self, column: u32, row: u32) -> Character {
        let (left, top) = (DOTS.0 * column, DOTS.1 * row);
        let seen: Seen = std::array::from_fn(|i| {
            let (x, y) = (left + i as u32 % DOTS.0, top + i as u32 / DOTS.0);
            self.drawing.pixel(x, y).unwrap_or(self.beyond)
        });
        if let Some(known) = self.known.get(&seen) {
            return *known;
        }
        let found = self.nearest(seen);
        self.known.insert(seen, found);
        found
    }

    /// The character that comes nearest to these pixels.
    fn nearest(&mut self, seen: Seen) -> Character {
        if seen == [seen[0]; PIXELS] {
            let ground = self.shades.shown(seen[0]);
            let is_free = self.drawing.grounds.contains(&seen[0]);
            return Character { sign: " ", ink: ground, ground, is_free };
        }
        let mut shown = seen.map(|colour| self.shades.shown(colour));
        if !self.drawing.is_smooth {
            self.level(seen, &mut shown);
        }
        // Pixels that are shown alike belong together, and of the others those that look alike.
        let shows_means = self.drawing.is_smooth && self.shades.shows_all();
        let looks = if shows_means { seen } else { shown.map(components) };
        let fill = |part: Part| {
            if shows_means { mean(looks, part) } else { self.one_of(looks, seen, part) }
        };
        let fills = |sign: &(_, Part, _)| [fill(sign.1), fill(!sign.1)];
        let far = |sign: &_| fills(sign).map(|(far, _)| far).iter().sum::<f32>();
        let best = SIGNS.iter().min_by(|a, b| far(a).total_cmp(&far(b)));
        let &(sign, part, inverse) = best.unwrap_or(&SIGNS[0]);
        let [ink, ground] = fills(&(sign, part, inverse)).map(|(_, colour)| colour);
        let mut tint = |colour: [u8; 3]| match looks.iter().position(|look| *look == colour) {
            Some(i) if !shows_means => shown[i],
            _ => self.shades.shown(colour),
        };
        let ink = tint(ink);
        let ground = if part == Part::MAX { ink } else { tint(ground) };
        // Many fonts leave a seam at the top of a block. The sign is the one that has less of it,
        // and of an upper quarter or a half at one side the one in the colour of a stone: otherwise
        // the seam would be a hair beside the stone.
        let is_stone = |pixel: usize| !self.is_ground(seen[pixel]);
        let fills_rest = match inverse {
            Some("▖") => true,
            Some("▘") => is_stone(0),
            Some("▝") => is_stone(1),
            Some("▌") => is_stone(0) && !is_stone(1),
            _ => false,
        };
        let (sign, ink, ground) = match inverse.filter(|_| fills_rest) {
            Some(inverse) => (inverse, ground, ink),
            None => (sign, ink, ground),
        };
        let sign = if ink == ground { " " } else { sign };
        Character { sign, ink, ground, is_free: false }
    }

    /// The colour that most of a part has, of two with as many the ground's, and how many pixels
    /// have another.
    fn one_of(&self, looks: Seen, seen: Seen, part: Part) -> Fill {
        let others = |i: usize| pixels(part).filter(|&at| looks[at] != looks[i]).count();
        let most = pixels(part).min_by_key(|&i| (others(i), !self.is_ground(seen[i])));
        most.map_or((0.0, [0; 3]), |i| (others(i) as f32, looks[i]))
    }

    /// True if a pixel shows the board or what is beyond it.
    fn is_ground(&self, pixel: [u8; 3]) -> bool {
        pixel == self.beyond || self.drawing.grounds.contains(&pixel)
    }

    /// Shows all pixels of the ground alike, if the others are shown alike: a stone between two
    /// grounds has the same form as elsewhere.
    fn level(&self, seen: Seen, shown: &mut [Tint; PIXELS]) {
        let is_ground = seen.map(|at| self.is_ground(at));
        let on_it: Vec<Tint> = (0..PIXELS).filter(|&i| !is_ground[i]).map(|i| shown[i]).collect();
        let share = |tint: &Tint| shown.iter().filter(|other| *other == tint).count();
        let most = (0..PIXELS).filter(|&i| is_ground[i]).map(|i| shown[i]).max_by_key(share);
        let is_one_stone = on_it.iter().all(|tint| *tint == on_it[0]) && !on_it.is_empty();
        if let Some(ground) = most.filter(|_| is_one_stone) {
            let grounds = (0..PIXELS).filter(|&i| is_ground[i]);
            grounds.for_each(|i| shown[i] = ground);
        }
    }
}

/// The pixels of a part.
fn pixels(part: Part) -> impl Iterator<Item = usize> {
    (0..PIXELS).filter(move |pixel| part >> pixel & 1 == 1)
}

/// The mean of a part's colours.
fn mean(looks: Seen, part: Part) -> Fill {
    let count = part.count_ones().max(1) as f32;
    let sum = |i: usize| pixels(part).map(|at| f32::from(looks[at][i])).sum::<f32>();
    let mean = std::array::from_fn(|i| sum(i) / count);
    let far = pixels(part).map(|i| distance(looks[i], mean)).sum();
    (far, mean.map(|part| part.round() as u8))
}

/// The square of the distance of a colour from another.
fn distance(colour: [u8; 3], other: [f32; 3]) -> f32 {
    colour.iter().zip(other).map(|(one, other)| (f32::from(*one) - other).powi(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::scheme::{Depth, Glyphs};
    use crate::look::themes::PALETTES;

    const RED: [u8; 3] = [205, 0, 0];
    const BLUE: [u8; 3] = [0, 0, 238];
    const GREY: [u8; 3] = [127; 3];

    /// A drawing of one character whose quarters have these colours.
    fn drawn(quarters: [[u8; 3]; 4], is_smooth: bool) -> Drawing {
        let [a, b, c, d] = quarters.map(|[red, green, blue]| [red, green, blue, 255]);
        let rgba = [a, b, a, b, c, d, c, d].concat();
        let (inks, lasting) = (quarters.to_vec(), quarters.to_vec());
        let (grounds, texts) = (vec![RED], Vec::new());
        Drawing { width: 2, height: 4, rgba, inks, lasting, grounds, is_smooth, texts }
    }

    fn seen(quarters: [[u8; 3]; 4], depth: Depth) -> Character {
        let scheme = Scheme::new(&PALETTES[0], depth, Glyphs::Unicode);
        Blocks::new(&drawn(quarters, depth == Depth::TrueColour), &scheme).at(0, 0)
    }

    #[test]
    fn two_colours_are_shown_as_they_are() {
        for set in 0..16_usize {
            let quarters = [0, 1, 2, 3].map(|i| if set >> i & 1 == 1 { RED } else { BLUE });
            let character = seen(quarters, Depth::Ansi16);
            let Character { sign, ink, ground, is_free } = character;
            let parts = [0, 1, 4, 5].map(|pixel| character.pixels()[pixel]);
            let filled = match sign {
                " " => [false; 4],
                "▗" => [false, false, false, true],
                "▖" => [false, false, true, false],
                "▄" => [false, false, true, true],
                "▐" => [false, true, false, true],
                "▌" => [true, false, true, false],
                "▚" => [true, false, false, true],
                "▙" => [true, false, true, true],
                "▟" => [false, true, true, true],
                "▝" => [false, true, false, false],
                "▘" => [true, false, false, false],
                other => panic!("{other}"),
            };
            let shown = filled.map(|is_filled| if is_filled { ink } else { ground });
            let wanted = quarters.map(|colour| if colour == RED { Tint::Red } else { Tint::Blue });
            assert_eq!((shown, parts), (wanted, wanted), "{set}");
            assert_eq!(is_free, set == 15);
        }
    }

    #[test]
    fn ends_of_stones_take_a_quarter_of_a_line() {
        // Rows of the stone above and below, and what is between them.
        for (rows, wanted) in [([1, 0, 0, 0], "▆"), ([0, 1, 1, 1], "▆"), ([1, 1, 1, 0], "▂")]
        {
            let colours = rows.map(|row| if row == 1 { BLUE } else { RED });
            let rgba = colours.map(|[r, g, b]| [r, g, b, 255, r, g, b, 255]).concat();
            let drawing = Drawing { rgba, ..drawn([RED, BLUE, RED, BLUE], false) };
            let scheme = Scheme::new(&PALETTES[0], Depth::Ansi16, Glyphs::Unicode);
            let character = Blocks::new(&drawing, &scheme).at(0, 0);
            let shown = rows.map(|row| if row == 1 { Tint::Blue } else { Tint::Red });
            assert_eq!(character.pixels(), [0, 0, 1, 1, 2, 2, 3, 3].map(|row| shown[row]));
            assert_eq!(character.sign, wanted);
        }
    }

    #[test]
    fn of_three_colours_the_two_that_are_alike_become_one() {
        let near = [200, 4, 0];
        let Character { sign, ink, ground, .. } = seen([RED, near, BLUE, BLUE], Depth::TrueColour);
        assert_eq!((sign, ink, ground), ("▄", Tint::Rgb(0, 0, 238), Tint::Rgb(203, 2, 0)));
        // Of few colours none is mixed.
        let few = seen([RED, GREY, BLUE, BLUE], Depth::Ansi16);
        assert!([Tint::Red, Tint::DarkGray, Tint::Blue].contains(&few.ground), "{few:?}");
    }

    #[test]
    fn sign_with_a_seam_has_the_colour_of_the_stone() {
        for (quarters, wanted) in [
            ([RED, BLUE, RED, RED], "▝"),
            ([BLUE, RED, RED, RED], "▘"),
            ([BLUE, RED, BLUE, BLUE], "▙"),
            ([RED, BLUE, BLUE, BLUE], "▟"),
            ([RED, BLUE, RED, BLUE], "▐"),
            ([BLUE, RED, BLUE, RED], "▌"),
        ] {
            let Character { sign, ink, ground, .. } = seen(quarters, Depth::Ansi16);
            assert_eq!((sign, ink, ground), (wanted, Tint::Blue, Tint::Red));
        }
    }

    #[test]
    fn stone_between_two_grounds_keeps_its_form() {
        // The stone is nearer to the red ground than that is to the screen.
        let scheme = Scheme::new(&PALETTES[0], Depth::Ansi16, Glyphs::Unicode);
        let (beyond, stone) = (components(scheme.background()), [255, 0, 0]);
        let Character { sign, ink, .. } = seen([beyond, RED, stone, stone], Depth::Ansi16);
        assert_eq!((sign, ink), ("▄", Tint::LightRed));
    }
}
