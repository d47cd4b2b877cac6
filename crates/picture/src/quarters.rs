//! A drawing in characters whose quarters have two colours.

use crate::drawing::Drawing;
use crate::grid::DOTS;
use crate::look::tint::components;
use crate::look::{Scheme, Tint};
use crate::shades::Shades;

/// The signs that fill quarters, in the order of the sum of those they fill: 1 for the upper left
/// one, 2 for the upper right one, 4 for the lower left one and 8 for the lower right one.
const SIGNS: [&str; 16] =
    [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];

/// The sets of quarters with the lower right one: one for each way to part the four.
const SETS: std::ops::Range<usize> = 8..16;

/// A character of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quartered {
    /// The sign.
    pub sign: &'static str,
    /// Its colour.
    pub ink: Tint,
    /// The colour behind it.
    pub ground: Tint,
    /// True if nothing is there but the background of a cell.
    pub is_free: bool,
}

impl Quartered {
    /// The colours of its quarters, row by row.
    pub fn colours(&self) -> [Tint; 4] {
        let set = SIGNS.iter().position(|sign| *sign == self.sign).unwrap_or_default();
        std::array::from_fn(|quarter| if inks(set, quarter) { self.ink } else { self.ground })
    }
}

/// A drawing seen in characters, each with the two colours that come nearest to it.
#[derive(Debug)]
pub struct Quarters<'a> {
    drawing: &'a Drawing,
    shades: Shades,
    beyond: [u8; 3],
}

impl<'a> Quarters<'a> {
    /// The view of `drawing` as `scheme` shows it.
    pub fn new(drawing: &'a Drawing, scheme: &Scheme) -> Self {
        let beyond = components(scheme.background());
        Self { drawing, shades: Shades::new(drawing, scheme), beyond }
    }

    /// The character in a column and a row.
    pub fn at(&mut self, column: u32, row: u32) -> Quartered {
        let [left, top] = [2 * column, DOTS.1 * row];
        let seen = [(0, 0), (1, 0), (0, 2), (1, 2)].map(|(x, y)| self.quarter(left + x, top + y));
        let [first, rest @ ..] = seen;
        if rest == [first; 3] {
            let ground = self.shades.shown(first);
            let is_free = self.drawing.grounds.contains(&first);
            return Quartered { sign: " ", ink: ground, ground, is_free };
        }
        let mut shown = seen.map(|colour| self.shades.shown(colour));
        if !self.drawing.is_smooth {
            self.level(seen, &mut shown);
        }
        // Quarters that are shown alike belong together, and of the others those that look alike.
        let shows_means = self.drawing.is_smooth && self.shades.shows_all();
        let looks = if shows_means { seen } else { shown.map(components) };
        let set = SETS.min_by(|a, b| error(looks, *a).total_cmp(&error(looks, *b)));
        let set = set.unwrap_or_default();
        let mut colour = |is_inked: bool| {
            let part = (0..4).filter(|&i| inks(set, i) == is_inked);
            if shows_means {
                return self.shades.shown(mean(seen, set, is_inked).map(|part| part.round() as u8));
            }
            let middle = mean(looks, set, is_inked);
            let near = part
                .min_by(|&a, &b| distance(looks[a], middle).total_cmp(&distance(looks[b], middle)));
            near.map_or(shown[0], |i| shown[i])
        };
        let ink = colour(true);
        let others = SIGNS.len() - 1 - set;
        let ground = if others == 0 { ink } else { colour(false) };
        // Many fonts leave a seam at the top of a block. The sign is the one that has less of it,
        // and of an upper quarter or a half at one side the one in the colour of a stone: otherwise
        // the seam would be a hair beside the stone.
        let is_stone = |quarter: usize| !self.is_ground(seen[quarter]);
        let fills_others = match SIGNS[others] {
            "▖" => true,
            "▘" => is_stone(0),
            "▝" => is_stone(1),
            "▌" => is_stone(0) && !is_stone(1),
            _ => false,
        };
        let (set, ink, ground) =
            if fills_others { (others, ground, ink) } else { (set, ink, ground) };
        let sign = if ink == ground { " " } else { SIGNS[set] };
        Quartered { sign, ink, ground, is_free: false }
    }

    /// True if a quarter shows the board or what is beyond it.
    fn is_ground(&self, quarter: [u8; 3]) -> bool {
        quarter == self.beyond || self.drawing.grounds.contains(&quarter)
    }

    /// Shows all quarters of the ground alike, if the others are shown alike: a stone between two
    /// grounds has the same form as elsewhere.
    fn level(&self, seen: [[u8; 3]; 4], shown: &mut [Tint; 4]) {
        let is_ground = seen.map(|at| self.is_ground(at));
        let on_it: Vec<Tint> = (0..4).filter(|&i| !is_ground[i]).map(|i| shown[i]).collect();
        let share = |tint: &Tint| shown.iter().filter(|other| *other == tint).count();
        let most = (0..4).filter(|&i| is_ground[i]).map(|i| shown[i]).max_by_key(share);
        let is_one_stone = on_it.iter().all(|tint| *tint == on_it[0]) && !on_it.is_empty();
        if let Some(ground) = most.filter(|_| is_one_stone) {
            let grounds = (0..4).filter(|&i| is_ground[i]);
            grounds.for_each(|i| shown[i] = ground);
        }
    }

    /// The colour of the quarter whose upper pixel is at this place.
    fn quarter(&self, x: u32, y: u32) -> [u8; 3] {
        let [upper, lower] = [y, y + 1].map(|y| self.drawing.pixel(x, y).unwrap_or(self.beyond));
        if !self.drawing.is_smooth {
            // A stone is not to lose a line of its pixels, nor more of them above than below.
            let weight = |colour: &[u8; 3]| (self.drawing.grounds.contains(colour), *colour);
            return [upper, lower].into_iter().min_by_key(weight).unwrap_or(upper);
        }
        let sum = |i: usize| u16::from(upper[i]) + u16::from(lower[i]);
        std::array::from_fn(|i| sum(i).div_ceil(2) as u8)
    }
}

/// True if a set of quarters has this one.
const fn inks(set: usize, quarter: usize) -> bool {
    set >> quarter & 1 == 1
}

/// The mean colour of the quarters that are inked in this set, or of those that are not.
fn mean(seen: [[u8; 3]; 4], set: usize, is_inked: bool) -> [f32; 3] {
    let part = || (0..4).filter(|&i| inks(set, i) == is_inked);
    let count = part().count().max(1) as f32;
    std::array::from_fn(|i| part().map(|at| f32::from(seen[at][i])).sum::<f32>() / count)
}

/// The square of the distance of a colour from another.
fn distance(colour: [u8; 3], other: [f32; 3]) -> f32 {
    colour.iter().zip(other).map(|(one, other)| (f32::from(*one) - other).powi(2)).sum()
}

/// How far the quarters are from the two colours that would show them if the sign filled `set`.
fn error(seen: [[u8; 3]; 4], set: usize) -> f32 {
    let of_part = |is_inked: bool| {
        let part = (0..4).filter(|&i| inks(set, i) == is_inked);
        let middle = mean(seen, set, is_inked);
        part.map(|i| distance(seen[i], middle)).sum::<f32>()
    };
    of_part(true) + of_part(false)
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

    fn seen(quarters: [[u8; 3]; 4], depth: Depth) -> Quartered {
        let scheme = Scheme::new(&PALETTES[0], depth, Glyphs::Unicode);
        Quarters::new(&drawn(quarters, depth == Depth::TrueColour), &scheme).at(0, 0)
    }

    #[test]
    fn two_colours_are_shown_as_they_are() {
        for set in 0..16_usize {
            let quarters = [0, 1, 2, 3].map(|i| if set >> i & 1 == 1 { RED } else { BLUE });
            let character = seen(quarters, Depth::Ansi16);
            let Quartered { sign, ink, ground, is_free } = character;
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
            assert_eq!((shown, character.colours()), (wanted, wanted), "{set}");
            assert_eq!(is_free, set == 15);
        }
    }

    #[test]
    fn of_three_colours_the_two_that_are_alike_become_one() {
        let near = [200, 4, 0];
        let Quartered { sign, ink, ground, .. } = seen([RED, near, BLUE, BLUE], Depth::TrueColour);
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
            let Quartered { sign, ink, ground, .. } = seen(quarters, Depth::Ansi16);
            assert_eq!((sign, ink, ground), (wanted, Tint::Blue, Tint::Red));
        }
    }

    #[test]
    fn stone_between_two_grounds_keeps_its_form() {
        // The stone is nearer to the red ground than that is to the screen.
        let scheme = Scheme::new(&PALETTES[0], Depth::Ansi16, Glyphs::Unicode);
        let (beyond, stone) = (components(scheme.background()), [255, 0, 0]);
        let Quartered { sign, ink, .. } = seen([beyond, RED, stone, stone], Depth::Ansi16);
        assert_eq!((sign, ink), ("▄", Tint::LightRed));
    }
}
