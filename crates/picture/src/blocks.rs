//! A drawing in characters whose parts have two colours.

use std::collections::HashMap;

use crate::drawing::Drawing;
use crate::grid::SIGN_PIXELS;
use crate::look::tint::{components, numbered};
use crate::look::{Scheme, Tint};

/// The number of pixels that a character holds.
const COUNT: usize = (SIGN_PIXELS.0 * SIGN_PIXELS.1) as usize;

/// The colours of the pixels that a character holds, row by row.
type Seen = [[u8; 3]; COUNT];

/// A part of a character: a bit for each pixel, row by row, the first one the lowest.
type Part = u32;

/// The last pixel of the first row.
const RIGHTMOST: usize = SIGN_PIXELS.0 as usize - 1;

/// The columns of a character from the left, as many as `count`.
const fn left(count: u32) -> Part {
    let (mut part, mut row) = (0, 0);
    while row < SIGN_PIXELS.1 {
        part |= ((1 << count) - 1) << (SIGN_PIXELS.0 * row);
        row += 1;
    }
    part
}

/// The rows of a character from the bottom, as many as `count`.
const fn lower(count: u32) -> Part {
    Part::MAX << (SIGN_PIXELS.0 * (SIGN_PIXELS.1 - count))
}

const RIGHT: Part = !left(SIGN_PIXELS.0 / 2);
const LOWER: Part = lower(SIGN_PIXELS.1 / 2);

/// The signs, each with the part that it fills and, if there is one, the sign that fills the rest.
///
/// No two divide a character alike. If two signs come equally near, the first is taken: small
/// stones are round in this order.
const SIGNS: [(&str, Part, Option<&str>); 16] = [
    ("▆", lower(6), None),
    ("▂", lower(2), None),
    ("█", Part::MAX, Some(" ")),
    ("▄", LOWER, Some("▀")),
    ("▗", LOWER & RIGHT, Some("▛")),
    ("▜", !LOWER | RIGHT, Some("▖")),
    ("▙", LOWER | !RIGHT, Some("▝")),
    ("▟", LOWER | RIGHT, Some("▘")),
    ("▐", RIGHT, Some("▌")),
    ("▚", LOWER & RIGHT | !LOWER & !RIGHT, Some("▞")),
    ("▇", lower(7), None),
    ("▅", lower(5), None),
    ("▃", lower(3), None),
    ("▁", lower(1), None),
    ("▊", left(3), None),
    ("▎", left(1), None),
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
    pub fn pixels(&self) -> [Tint; COUNT] {
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
    scheme: &'a Scheme,
    beyond: [u8; 3],
    known: HashMap<Seen, Character>,
}

/// The pixels of a character that are shown alike.
struct Kind {
    part: Part,
    tint: Tint,
    /// True if they show the board or what is beyond it.
    is_ground: bool,
}

impl<'a> Blocks<'a> {
    /// The view of `drawing` as `scheme` shows it.
    pub fn new(drawing: &'a Drawing, scheme: &'a Scheme) -> Self {
        let beyond = components(scheme.background());
        Self { drawing, scheme, beyond, known: HashMap::new() }
    }

    /// The character in a column and a row.
    pub fn at(&mut self, column: u32, row: u32) -> Character {
        let seen = self.seen(SIGN_PIXELS.0 * column, SIGN_PIXELS.1 * row);
        if seen == [seen[0]; COUNT] {
            // Most characters show one colour, and need no look at what is known.
            let ground = self.shown(seen[0]);
            let is_free = self.drawing.grounds.contains(&seen[0]);
            return Character { sign: " ", ink: ground, ground, is_free };
        }
        if let Some(known) = self.known.get(&seen) {
            return *known;
        }
        let found = self.nearest(&seen);
        self.known.insert(seen, found);
        found
    }

    /// The colours of the pixels of a character that begins at a pixel.
    fn seen(&self, left: u32, top: u32) -> Seen {
        let Drawing { width, height, ref rgba, .. } = *self.drawing;
        let mut seen = [self.beyond; COUNT];
        let wide = SIGN_PIXELS.0.min(width.saturating_sub(left)) as usize;
        let pixels = rgba.as_chunks::<4>().0;
        for (y, row) in (top..height).zip(seen.chunks_exact_mut(SIGN_PIXELS.0 as usize)) {
            let from = (y * width + left) as usize;
            let drawn = pixels.get(from..from + wide).unwrap_or_default();
            for (to, &[red, green, blue, _]) in row.iter_mut().zip(drawn) {
                *to = [red, green, blue];
            }
        }
        seen
    }

    /// The character that comes nearest to these pixels.
    fn nearest(&self, seen: &Seen) -> Character {
        let kinds = self.kinds(seen);
        let far = |(_, part, _): &(_, Part, _)| fill(&kinds, *part).1 + fill(&kinds, !part).1;
        let &(sign, part, inverse) = SIGNS.iter().min_by_key(|sign| far(sign)).unwrap_or(&SIGNS[0]);
        let [ink, ground] = [part, !part].map(|part| fill(&kinds, part).0);
        // Many fonts leave a seam at the top of a block. The sign is the one that has less of it,
        // and of an upper quarter or a half at one side the one in the colour of a stone: otherwise
        // the seam would be a hair beside the stone.
        let is_stone = |pixel: usize| !self.is_ground(seen[pixel]);
        let fills_rest = match inverse {
            Some("▖") => true,
            Some("▘") => is_stone(0),
            Some("▝") => is_stone(RIGHTMOST),
            Some("▌") => is_stone(0) && !is_stone(RIGHTMOST),
            _ => false,
        };
        let (sign, ink, ground) = match inverse.filter(|_| fills_rest) {
            Some(inverse) => (inverse, ground, ink),
            None => (sign, ink, ground),
        };
        let sign = if ink == ground { " " } else { sign };
        Character { sign, ink, ground, is_free: false }
    }

    /// The pixels as they are shown. If all but those of the ground are shown alike, so are those:
    /// a stone between two grounds has the same form as elsewhere.
    fn kinds(&self, seen: &Seen) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = Vec::new();
        for (i, colour) in seen.iter().enumerate() {
            let (tint, is_ground) = (self.shown(*colour), self.is_ground(*colour));
            match kinds.iter_mut().find(|kind| kind.tint == tint) {
                Some(kind) => {
                    kind.part |= 1 << i;
                    kind.is_ground |= is_ground;
                }
                None => kinds.push(Kind { part: 1 << i, tint, is_ground }),
            }
        }
        let stones = kinds.iter().filter(|kind| !kind.is_ground).count();
        let grounds = kinds.iter().filter(|kind| kind.is_ground);
        let most = grounds.max_by_key(|kind| kind.part.count_ones()).map(|kind| kind.tint);
        if let (Some(tint), 1) = (most, stones) {
            let part =
                kinds.iter().filter(|kind| kind.is_ground).fold(0, |all, kind| all | kind.part);
            kinds.retain(|kind| !kind.is_ground);
            kinds.push(Kind { part, tint, is_ground: true });
        }
        kinds
    }

    /// The colour that the terminal shows for red, green and blue.
    fn shown(&self, [red, green, blue]: [u8; 3]) -> Tint {
        let colour = Tint::Rgb(red, green, blue);
        if self.scheme.mixes() { self.scheme.shown(colour) } else { numbered(colour) }
    }

    /// True if a pixel shows the board or what is beyond it.
    fn is_ground(&self, pixel: [u8; 3]) -> bool {
        pixel == self.beyond || self.drawing.grounds.contains(&pixel)
    }
}

/// The colour that most of a part has, of two with as many the ground's; and the sum of the squares
/// of how far the others are from it.
fn fill(kinds: &[Kind], part: Part) -> (Tint, u32) {
    let count = |kind: &Kind| (kind.part & part).count_ones();
    let most = kinds.iter().max_by_key(|kind| (count(kind), kind.is_ground)).map(|kind| kind.tint);
    let most = most.unwrap_or(Tint::Reset);
    let far = kinds.iter().map(|kind| count(kind) * distance(kind.tint, most)).sum();
    (most, far)
}

/// The square of the distance of a colour from another.
fn distance(colour: Tint, other: Tint) -> u32 {
    let apart = components(colour).into_iter().zip(components(other));
    apart.map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::scheme::{Depth, Glyphs};
    use crate::look::signs::may_show;
    use crate::look::themes::PALETTES;

    const RED: [u8; 3] = [205, 0, 0];
    const BLUE: [u8; 3] = [0, 0, 238];
    const GREY: [u8; 3] = [127; 3];

    /// A drawing of one character whose pixels have the colours that `colour` gives for a column
    /// and a row.
    fn drawn(colour: impl Fn(u32, u32) -> [u8; 3]) -> Drawing {
        let (width, height) = SIGN_PIXELS;
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let pixels = places.map(|(x, y)| colour(x, y));
        let rgba = pixels.flat_map(|[red, green, blue]| [red, green, blue, 255]).collect();
        Drawing { width, height, rgba, grounds: vec![RED], texts: Vec::new() }
    }

    fn seen(quarters: [[u8; 3]; 4], depth: Depth) -> Character {
        let scheme = Scheme::new(&PALETTES[0], depth, Glyphs::Unicode);
        let quarter =
            |x, y| usize::from(x >= SIGN_PIXELS.0 / 2) + 2 * usize::from(y >= SIGN_PIXELS.1 / 2);
        Blocks::new(&drawn(|x, y| quarters[quarter(x, y)]), &scheme).at(0, 0)
    }

    #[test]
    fn two_colours_are_shown_as_they_are() {
        for set in 0..16_usize {
            let quarters = [0, 1, 2, 3].map(|i| if set >> i & 1 == 1 { RED } else { BLUE });
            let character = seen(quarters, Depth::Ansi16);
            let Character { sign, ink, ground, is_free } = character;
            let parts = [0, RIGHTMOST, COUNT - 1 - RIGHTMOST, COUNT - 1];
            let parts = parts.map(|pixel| character.pixels()[pixel]);
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
    fn ends_of_stones_take_eighths_of_a_line() {
        let scheme = Scheme::new(&PALETTES[0], Depth::Ansi16, Glyphs::Unicode);
        let signs = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"];
        for (rows, wanted) in (1..).zip(signs) {
            // The stone is below, or above.
            for (below, above) in [(BLUE, RED), (RED, BLUE)] {
                let drawing = drawn(|_, y| if y + rows >= SIGN_PIXELS.1 { below } else { above });
                let character = Blocks::new(&drawing, &scheme).at(0, 0);
                let tint = |colour| if colour == RED { Tint::Red } else { Tint::Blue };
                let shown = Character {
                    sign: wanted,
                    ink: tint(below),
                    ground: tint(above),
                    is_free: false,
                };
                assert_eq!(character, shown);
            }
        }
    }

    #[test]
    fn signs_fill_what_they_are_taken_for() {
        for (sign, part, inverse) in SIGNS {
            let character = Character { sign, ink: Tint::Blue, ground: Tint::Red, is_free: false };
            let filled = |character: Character| {
                let pixels = character.pixels().into_iter().enumerate();
                pixels.fold(0, |all, (i, tint)| all | Part::from(tint == Tint::Blue) << i)
            };
            assert_eq!(filled(character), part);
            let signs = sign.chars().chain(inverse.unwrap_or_default().chars());
            assert!(signs.into_iter().all(may_show), "{sign} {inverse:?}");
            let alike = SIGNS.iter().filter(|(_, other, _)| [part, !part].contains(other));
            assert_eq!(alike.count(), 1, "{sign} divides a character as another does");
            if let Some(sign) = inverse {
                assert_eq!(filled(Character { sign, ..character }), !part);
            }
        }
    }

    #[test]
    fn of_three_colours_the_two_that_are_alike_become_one() {
        let near = [200, 4, 0];
        let Character { sign, ink, ground, .. } = seen([RED, near, BLUE, BLUE], Depth::TrueColour);
        assert_eq!((sign, ink, ground), ("▄", Tint::Rgb(0, 0, 238), Tint::Rgb(205, 0, 0)));
        let few = seen([RED, GREY, BLUE, BLUE], Depth::Ansi16);
        assert_eq!((few.sign, few.ink, few.ground), ("▄", Tint::Blue, Tint::Red));
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
