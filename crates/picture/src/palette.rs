//! The few colours that a picture needs.

use std::cmp::Reverse;
use std::collections::HashMap;

/// The least distance between two colours that both get a place, as the sum of squares of red,
/// green and blue.
const APART: i32 = 48;

/// At most 256 colours, and which of them each pixel takes.
pub(super) struct Palette {
    colours: Vec<[u8; 3]>,
    /// The nearest of them for each colour that was asked for.
    nearest: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// Up to `most` (1 to 256) of the most frequent colours in these pictures, no two of them much
    /// alike.
    pub(super) fn new(pictures: &[&[[u8; 4]]], most: usize) -> Self {
        let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
        for run in pictures.iter().flat_map(|picture| picture.chunk_by(|a, b| a == b)) {
            *counts.entry(opaque(run[0])).or_default() += run.len();
        }
        let mut found: Vec<_> = counts.into_iter().collect();
        found.sort_unstable_by_key(|&(colour, count)| (Reverse(count), colour));
        let mut colours: Vec<[u8; 3]> = Vec::new();
        for (colour, _) in found {
            if colours.len() < most && colours.iter().all(|&known| distance(known, colour) >= APART)
            {
                colours.push(colour);
            }
        }
        Self { colours, nearest: HashMap::new() }
    }

    /// Red, green and blue of each colour in turn.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }

    /// The index of the colour of each pixel, row by row.
    pub(super) fn indices(&mut self, pixels: &[[u8; 4]]) -> Vec<u8> {
        let Self { colours, nearest } = self;
        let index = |colour| {
            let best = (0..colours.len()).min_by_key(|&i| distance(colours[i], colour));
            best.unwrap_or_default() as u8
        };
        let mut last = ([0; 3], None);
        let found = pixels.iter().copied().map(opaque).map(|colour| match last {
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

/// The colour of an opaque pixel.
fn opaque([red, green, blue, _]: [u8; 4]) -> [u8; 3] {
    [red, green, blue]
}

fn distance(a: [u8; 3], b: [u8; 3]) -> i32 {
    (0..3).map(|i| (i32::from(a[i]) - i32::from(b[i])).pow(2)).sum()
}
