//! The pixels of a drawing in the colours that a terminal shows.

use std::collections::HashMap;

use crate::drawing::Drawing;
use crate::look::scheme::Depth;
use crate::look::tint::{Impression, nearest, quantise};
use crate::look::{Scheme, Tint};

/// The difference from what is wanted up to which one of 256 colours smooths an edge; with more the
/// edge would be a seam of another hue.
const SMOOTH: f32 = 0.0012;

/// The colours of a drawing as a terminal shows them.
///
/// Of 256 colours few lie between two others. If one does, an edge between the colours of the
/// drawing is smooth; elsewhere it is sharp.
#[derive(Debug)]
pub struct Shades {
    /// The colours that are drawn with, and what is shown of each; empty where all are shown.
    inks: Vec<(Impression, Tint)>,
    known: HashMap<[u8; 3], Tint>,
    /// The last colour asked for, since most pixels are as the one before.
    last: Option<([u8; 3], Tint)>,
}

impl Shades {
    /// The colours of `drawing` as `scheme` shows them.
    pub fn new(drawing: &Drawing, scheme: &Scheme) -> Self {
        let inks = if scheme.depth() == Depth::Ansi256 { &drawing.inks[..] } else { &[] };
        let shown = |&[red, green, blue]: &[u8; 3]| {
            (Impression::of([red, green, blue]), quantise(Tint::Rgb(red, green, blue)))
        };
        Self { inks: inks.iter().map(shown).collect(), known: HashMap::new(), last: None }
    }

    /// The colour that is shown of red, green and blue.
    pub fn shown(&mut self, colour: [u8; 3]) -> Tint {
        let [red, green, blue] = colour;
        if self.inks.is_empty() {
            return Tint::Rgb(red, green, blue);
        }
        if let Some((_, shown)) = self.last.filter(|(last, _)| *last == colour) {
            return shown;
        }
        let inks = &self.inks;
        let shown = *self.known.entry(colour).or_insert_with(|| {
            let (smooth, difference) = nearest(colour);
            let seen = Impression::of(colour);
            let sharp = inks.iter().map(|(ink, shown)| (seen.difference(*ink), *shown));
            let sharp = sharp.min_by(|(a, _), (b, _)| a.total_cmp(b));
            match sharp {
                Some((away, ink)) if away <= 1e-6 || difference > SMOOTH => ink,
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
            let pure: Vec<Tint> = drawing.inks.iter().map(|ink| shades.shown(*ink)).collect();
            for pixel in drawing.rgba.as_chunks::<4>().0 {
                let wanted = [pixel[0], pixel[1], pixel[2]];
                let shown = shades.shown(wanted);
                let away = Impression::of(wanted).difference(Impression::of(components(shown)));
                assert!(pure.contains(&shown) || away <= SMOOTH, "{} {wanted:?}", palette.id);
            }
        }
    }
}
