//! The pixels of a drawing in the colours that a terminal shows.

use std::collections::HashMap;

use crate::drawing::Drawing;
use crate::look::scheme::Depth;
use crate::look::tint::{Impression, nearest, numbered, quantise};
use crate::look::{Scheme, Tint};

/// The difference from what is wanted up to which one of 256 colours smooths an edge; with more the
/// edge would be a seam of another hue.
const SMOOTH: f32 = 0.0012;

/// The colours of a drawing as a terminal shows them.
///
/// Of 16 colours none is mixed, and each is shown by its number.
///
/// Of 256 colours few lie between two others. If one does, an edge between the colours of the
/// drawing is smooth; elsewhere it is sharp.
#[derive(Debug)]
pub struct Shades {
    /// The colours that are drawn with, as they are shown; empty where all are.
    exact: HashMap<[u8; 3], Tint>,
    /// The colours that every drawing of the board has, and what is shown of each: edges fall to
    /// these, so that a mark that comes changes none far from it.
    lasting: Vec<(Impression, Tint)>,
    /// True if every colour is shown.
    shows_all: bool,
    /// True if colours between those that are drawn with may be shown.
    is_mixed: bool,
    known: HashMap<[u8; 3], Tint>,
    /// The last colour asked for, since most pixels are as the one before.
    last: Option<([u8; 3], Tint)>,
}

impl Shades {
    /// The colours of `drawing` as `scheme` shows them.
    pub fn new(drawing: &Drawing, scheme: &Scheme) -> Self {
        let shows_all = scheme.depth() == Depth::TrueColour;
        let inks = if shows_all { &[] } else { &drawing.inks[..] };
        let shown = |&[red, green, blue]: &[u8; 3]| {
            let colour = Tint::Rgb(red, green, blue);
            if scheme.mixes() { quantise(colour) } else { numbered(colour) }
        };
        let exact = inks.iter().map(|ink| (*ink, shown(ink))).collect();
        let lasting = drawing.lasting.iter().map(|ink| (Impression::of(*ink), shown(ink)));
        Self {
            exact,
            lasting: lasting.collect(),
            shows_all,
            is_mixed: scheme.mixes(),
            known: HashMap::new(),
            last: None,
        }
    }

    /// True if every colour is shown as it is.
    pub(crate) const fn shows_all(&self) -> bool {
        self.shows_all
    }

    /// The colour that is shown of red, green and blue.
    pub fn shown(&mut self, colour: [u8; 3]) -> Tint {
        let [red, green, blue] = colour;
        if self.shows_all {
            return Tint::Rgb(red, green, blue);
        }
        if let Some((_, shown)) = self.last.filter(|(last, _)| *last == colour) {
            return shown;
        }
        let (exact, lasting) = (&self.exact, &self.lasting);
        let shown = *self.known.entry(colour).or_insert_with(|| {
            if let Some(shown) = exact.get(&colour) {
                return *shown;
            }
            let (smooth, difference) =
                if self.is_mixed { nearest(colour) } else { (Tint::Reset, f32::INFINITY) };
            let seen = Impression::of(colour);
            let sharp = lasting.iter().map(|(ink, shown)| (seen.difference(*ink), *shown));
            let sharp = sharp.min_by(|(a, _), (b, _)| a.total_cmp(b));
            match sharp {
                Some((_, ink)) if difference > SMOOTH => ink,
                _ => smooth,
            }
        });
        self.last = Some((colour, shown));
        shown
    }
}

#[cfg(test)]
mod tests {
    use tetralith_core::{Game, Orientation, Setup};

    use super::*;
    use crate::look::scheme::Glyphs;
    use crate::look::themes::PALETTES;
    use crate::look::tint::components;
    use crate::{Grid, View, render};

    #[test]
    fn edges_of_256_colours_bring_in_no_other_hue() {
        for palette in PALETTES.iter().filter(|palette| !palette.colours.mono) {
            let scheme = Scheme::new(palette, Depth::Ansi256, Glyphs::Unicode);
            let mut game = Game::new("greylox", &Setup::default()).unwrap();
            for i in 0..30 {
                let legal = game.legal();
                game.play_unchecked(legal[i * 7919 % legal.len()]);
            }
            let upright = Orientation::default();
            let grid = Grid::fit(game.board().geometry(), upright, game.info(), (160, 90)).unwrap();
            let marks = game.marks();
            let view = View { marks: Some(&marks), ..View::new(game.board(), game.info()) };
            let drawing = render(&view, &scheme, &grid).unwrap();
            let mut shades = Shades::new(&drawing, &scheme);
            let pure = drawing.inks.iter().chain(&drawing.lasting);
            let pure: Vec<Tint> = pure.map(|ink| shades.shown(*ink)).collect();
            for pixel in drawing.rgba.as_chunks::<4>().0 {
                let wanted = [pixel[0], pixel[1], pixel[2]];
                let shown = shades.shown(wanted);
                let away = Impression::of(wanted).difference(Impression::of(components(shown)));
                assert!(pure.contains(&shown) || away <= SMOOTH, "{} {wanted:?}", palette.id);
            }
        }
    }
}
