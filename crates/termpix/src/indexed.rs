//! Pictures of few colours.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::bitmap::{Area, Bitmap};

/// The most colours that an index of one byte can tell apart.
pub(crate) const MOST: usize = 256;

/// The distance below which two colours look the same, as the sum of squares of red, green and blue.
const ALIKE: i32 = 150;

/// A picture as a list of colours, and for each pixel, row by row, which of them it has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Indexed {
    pub(crate) colours: Vec<[u8; 3]>,
    pub(crate) indices: Vec<u8>,
}

impl Indexed {
    /// The part of a picture in `area`; `None` if it has more than [`MOST`] colours.
    pub(crate) fn exact(picture: &Bitmap, area: Area) -> Option<Self> {
        let mut colours = Vec::new();
        let mut known = HashMap::new();
        let mut indices = Vec::with_capacity(area.len());
        let mut last = None;
        for colour in picture.colours(area) {
            let index = match last {
                // Most pixels are as the one before.
                Some((before, index)) if before == colour => index,
                _ => *known.entry(colour).or_insert_with(|| {
                    colours.push(colour);
                    (colours.len() - 1) as u8
                }),
            };
            if colours.len() > MOST {
                return None;
            }
            last = Some((colour, index));
            indices.push(index);
        }
        Some(Self { colours, indices })
    }

    /// The part of a picture in `area` with no two colours that nobody can tell apart, which takes fewer bytes; `None` as with
    /// [`Indexed::exact`].
    pub(crate) fn merged(picture: &Bitmap, area: Area) -> Option<Self> {
        let Self { colours, indices } = Self::exact(picture, area)?;
        let mut counts = vec![0_usize; colours.len()];
        for &i in &indices {
            counts[usize::from(i)] += 1;
        }
        let mut order: Vec<usize> = (0..colours.len()).collect();
        order.sort_by_key(|&i| Reverse(counts[i]));
        let mut kept: Vec<[u8; 3]> = Vec::new();
        let mut new = vec![0; colours.len()];
        for i in order {
            let like = kept.iter().position(|&other| distance(other, colours[i]) < ALIKE);
            new[i] = like.unwrap_or(kept.len()) as u8;
            if like.is_none() {
                kept.push(colours[i]);
            }
        }
        Some(Self { colours: kept, indices: indices.into_iter().map(|i| new[usize::from(i)]).collect() })
    }

    /// The part of a picture in `area` with at most so many colours (1 to [`MOST`]): those that most pixels have, and for the others
    /// the nearest of them.
    pub(crate) fn reduced(picture: &Bitmap, area: Area, most: usize) -> Self {
        let most = most.clamp(1, MOST);
        if let Some(exact) = Self::exact(picture, area).filter(|exact| exact.colours.len() <= most) {
            return exact;
        }
        let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
        for colour in picture.colours(area) {
            *counts.entry(colour).or_default() += 1;
        }
        let mut found: Vec<_> = counts.into_iter().collect();
        found.sort_unstable_by_key(|&(colour, count)| (Reverse(count), colour));
        let colours: Vec<_> = apart(&found, most);
        let nearest = |colour: [u8; 3]| {
            (0..colours.len()).min_by_key(|&i| distance(colours[i], colour)).unwrap_or_default() as u8
        };
        let known: HashMap<[u8; 3], u8> = found.iter().map(|&(colour, _)| (colour, nearest(colour))).collect();
        let indices = picture.colours(area).map(|colour| known[&colour]).collect();
        Self { colours, indices }
    }
}

/// `most` of these colours, the first first: at first only such as are far from each other, then what lies between them.
fn apart(found: &[([u8; 3], usize)], most: usize) -> Vec<[u8; 3]> {
    let mut chosen: Vec<[u8; 3]> = Vec::new();
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

fn distance(a: [u8; 3], b: [u8; 3]) -> i32 {
    (0..3).map(|i| (i32::from(a[i]) - i32::from(b[i])).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitmap::Size;

    fn ramp(shades: u32) -> Bitmap {
        let pixels = (0..shades).flat_map(|i| [i as u8, (i >> 8) as u8 * 50, 0, 255]).collect();
        Bitmap::new(Size { width: shades, height: 1 }, pixels).unwrap()
    }

    #[test]
    fn few_colours_stay_what_they_are() {
        let picture = ramp(256);
        let indexed = Indexed::exact(&picture, picture.area()).unwrap();
        let back: Vec<_> = indexed.indices.iter().map(|&i| indexed.colours[usize::from(i)]).collect();
        assert!(back.into_iter().eq(picture.colours(picture.area())));
        assert_eq!(Indexed::exact(&ramp(257), ramp(257).area()), None);
    }

    #[test]
    fn of_many_colours_none_is_far_from_what_it_was() {
        for most in [1, 2, 16, 200] {
            let picture = ramp(600);
            let indexed = Indexed::reduced(&picture, picture.area(), most);
            assert_eq!(indexed.colours.len(), most);
            let pixels = indexed.indices.iter().map(|&i| indexed.colours[usize::from(i)]);
            let worst = pixels.zip(picture.colours(picture.area())).map(|(a, b)| distance(a, b)).max().unwrap();
            let most_far = if most < 16 { 3 * 255 * 255 } else { 1_200 };
            assert!(worst <= most_far, "{most}: {worst}");
        }
    }
}
