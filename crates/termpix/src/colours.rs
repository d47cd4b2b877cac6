//! The few colours of a picture, and which of them each pixel takes.

use std::cmp::Reverse;
use std::collections::HashMap;

/// The most colours that one byte can index.
pub(crate) const MOST: usize = 256;

/// A colour of more than one in this many pixels counts as that of an area.
const FREQUENT: usize = 16;

/// So does one of this many pixels: that of lines or of what is around a board would be seen to be
/// another one.
const MANY: usize = 400;

/// Some colours, and the nearest of them for each colour that was asked for.
#[derive(Clone, Debug)]
pub struct ColourTable {
    colours: Vec<[u8; 3]>,
    nearest: HashMap<[u8; 3], u8>,
}

impl ColourTable {
    /// Up to `most` (1 to 256) colours of these pixels, the most frequent first.
    ///
    /// No two are nearer than `alike`, a sum of squares of red, green and blue, except colours
    /// that fill an area.
    pub fn new(pixels: impl Iterator<Item = [u8; 3]>, most: usize, alike: i32) -> Self {
        let found = counted(pixels);
        let mut chosen = unlike(&found, frequent_from(&found), alike);
        chosen.truncate(most.clamp(1, MOST));
        Self::of(chosen)
    }

    /// These colours, at most 256.
    pub(crate) fn of(colours: Vec<[u8; 3]>) -> Self {
        Self { colours, nearest: HashMap::new() }
    }

    /// Red, green and blue of each colour.
    pub fn colours(&self) -> &[[u8; 3]] {
        &self.colours
    }

    /// The same by themselves.
    pub(crate) fn into_colours(self) -> Vec<[u8; 3]> {
        self.colours
    }

    /// The index of the nearest colour for each of `pixels`.
    pub fn indices(&mut self, pixels: impl Iterator<Item = [u8; 3]>) -> Vec<u8> {
        let Self { colours, nearest } = self;
        let index = |colour| {
            let best = (0..colours.len()).min_by_key(|&i| distance(colours[i], colour));
            best.unwrap_or_default() as u8
        };
        let mut last = ([0; 3], None);
        let found = pixels.map(|colour| match last {
            // Most pixels are as the one before.
            (before, Some(found)) if before == colour => found,
            _ => {
                let found = *nearest.entry(colour).or_insert_with(|| index(colour));
                last = (colour, Some(found));
                found
            }
        });
        found.collect()
    }
}

/// The colours of these pixels and their numbers, the most frequent first.
pub(crate) fn counted(pixels: impl Iterator<Item = [u8; 3]>) -> Vec<([u8; 3], usize)> {
    let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
    let mut run = ([0; 3], 0);
    for colour in pixels {
        if colour != run.0 {
            *counts.entry(run.0).or_default() += run.1;
            run = (colour, 0);
        }
        run.1 += 1;
    }
    *counts.entry(run.0).or_default() += run.1;
    let mut found: Vec<_> = counts.into_iter().filter(|(_, count)| *count > 0).collect();
    found.sort_unstable_by_key(|&(colour, count)| (Reverse(count), colour));
    found
}

/// Chooses from these colours, in order, those that differ from any chosen before; one that at
/// least so many pixels have is always chosen.
pub(crate) fn unlike(found: &[([u8; 3], usize)], frequent: usize, alike: i32) -> Vec<[u8; 3]> {
    let mut chosen = of_at_least(frequent, found);
    for &(colour, _) in &found[chosen.len()..] {
        if chosen.iter().all(|&other| distance(other, colour) >= alike) {
            chosen.push(colour);
        }
    }
    chosen
}

/// Those of these colours, the first ones, that at least so many pixels have.
fn of_at_least(pixels: usize, found: &[([u8; 3], usize)]) -> Vec<[u8; 3]> {
    found.iter().take_while(|(_, count)| *count >= pixels).map(|&(colour, _)| colour).collect()
}

/// From how many pixels on one of these colours counts as that of an area.
pub(crate) fn frequent_from(found: &[([u8; 3], usize)]) -> usize {
    (pixels_of(found) / FREQUENT + 1).min(MANY)
}

/// The number of pixels that have these colours.
pub(crate) fn pixels_of(found: &[([u8; 3], usize)]) -> usize {
    found.iter().map(|&(_, count)| count).sum()
}

/// Chooses `most` of these colours, in order: those that are frequent, but no more than half of
/// them, then only colours that are far from each other, then those between them.
pub(crate) fn apart(found: &[([u8; 3], usize)], most: usize) -> Vec<[u8; 3]> {
    let mut chosen = of_at_least(frequent_from(found), found);
    chosen.truncate(most / 2);
    // The squares of distances.
    for least in [4_800, 1_200, 300, 75, 1] {
        for &(colour, _) in found {
            if chosen.len() < most && chosen.iter().all(|&other| distance(other, colour) >= least) {
                chosen.push(colour);
            }
        }
    }
    chosen
}

/// The sum of squares of the differences in red, green and blue.
pub(crate) fn distance(a: [u8; 3], b: [u8; 3]) -> i32 {
    (0..3).map(|i| (i32::from(a[i]) - i32::from(b[i])).pow(2)).sum()
}
