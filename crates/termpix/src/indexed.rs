//! Pictures of few colours.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::bitmap::{Area, Bitmap};
use crate::colours::{ColourTable, MOST, apart, counted, frequent_from, pixels_of, unlike};

/// The distance below which two colours look the same, as the sum of squares of red, green and
/// blue.
pub(crate) const ALIKE: i32 = 150;

/// The same in shades of stones and at the rims of shapes, where a few are enough.
const ALIKE_IN_SHADES: i32 = 450;

/// A colour of at least one in so many pixels of a whole picture is that of areas or lines.
const LASTING: usize = 80;

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

    /// The part of a picture in `area` without colours nearer than `alike` (as a sum of squares) to
    /// a more frequent one, except colours that fill an area: this takes fewer bytes. `None` if
    /// more than [`MOST`] colours are left.
    pub(crate) fn merged(picture: &Bitmap, area: Area, alike: i32) -> Option<Self> {
        let found = counted(picture.colours(area));
        let colours = unlike(&found, frequent_from(&found), alike);
        (colours.len() <= MOST).then(|| Self::of(picture, area, colours))
    }

    /// The part of a picture in `area` with its own of the colours of a [`palette`], the nearest
    /// for each pixel.
    pub(crate) fn reduced(picture: &Bitmap, area: Area, palette: &[[u8; 3]]) -> Self {
        Self::of(picture, area, palette.to_vec()).with_used_colours()
    }

    /// The same without the colours that no pixel has.
    fn with_used_colours(mut self) -> Self {
        let mut used = [None; MOST];
        let mut kept = Vec::new();
        for index in &mut self.indices {
            let before = usize::from(*index);
            *index = *used[before].get_or_insert_with(|| {
                kept.push(self.colours[before]);
                (kept.len() - 1) as u8
            });
        }
        Self { colours: kept, ..self }
    }

    /// The part of a picture in `area` with the nearest of `colours` for each of its own.
    fn of(picture: &Bitmap, area: Area, colours: Vec<[u8; 3]>) -> Self {
        let mut palette = ColourTable::of(colours);
        let indices = palette.indices(picture.colours(area));
        Self { colours: palette.into_colours(), indices }
    }
}

/// At most so many colours (1 to [`MOST`]) for all parts of a picture: those that most pixels have,
/// and others that differ from them.
///
/// They are chosen from the whole picture. A line that is rare in a part would otherwise be merged
/// with the board there and be lost when that part is redrawn.
pub(crate) fn palette(picture: &Bitmap, most: usize) -> Vec<[u8; 3]> {
    let (found, most) = (counted(picture.colours(picture.area())), most.clamp(1, MOST));
    let colours = unlike(&found, pixels_of(&found) / LASTING, ALIKE_IN_SHADES);
    if colours.len() > most { apart(&found, most) } else { colours }
}

/// A picture through which something is seen, as a list of colours with their opacities, those that
/// are not opaque first, and for each pixel, row by row, which of them it has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seen {
    pub(crate) colours: Vec<[u8; 4]>,
    pub(crate) indices: Vec<u8>,
}

impl Seen {
    /// The picture of these pixels with no two colours that look the same; `None` if it has more
    /// than [`MOST`].
    pub(crate) fn merged(pixels: &[[u8; 4]]) -> Option<Self> {
        let mut counts: HashMap<[u8; 4], usize> = HashMap::new();
        for run in pixels.chunk_by(|a, b| a == b) {
            *counts.entry(run[0]).or_default() += run.len();
        }
        let mut found: Vec<_> = counts.into_iter().collect();
        found.sort_unstable_by_key(|&(colour, count)| (Reverse(count), colour));
        let mut kept: Vec<[u8; 4]> = Vec::new();
        let mut like = HashMap::new();
        for (colour, _) in found {
            let known = kept.iter().find(|&&other| difference(other, colour) < ALIKE);
            like.insert(colour, known.copied().unwrap_or(colour));
            if known.is_none() {
                kept.push(colour);
            }
        }
        kept.sort_by_key(|colour| colour[3] == 255);
        let index: HashMap<[u8; 4], u8> =
            kept.iter().enumerate().map(|(i, &colour)| (colour, i as u8)).collect();
        let indices = pixels.iter().map(|pixel| index[&like[pixel]]).collect();
        (kept.len() <= MOST).then_some(Self { colours: kept, indices })
    }
}

/// The difference between two colours in front of what they differ most on.
fn difference(a: [u8; 4], b: [u8; 4]) -> i32 {
    let seen = |colour: [u8; 4], i: usize| i32::from(colour[i]) * i32::from(colour[3]) / 255;
    let parts: i32 = (0..3).map(|i| (seen(a, i) - seen(b, i)).pow(2)).sum();
    // On white what is seen through counts in each part.
    let through = i32::from(b[3]) - i32::from(a[3]);
    let on_white: i32 = (0..3).map(|i| (seen(a, i) - seen(b, i) + through).pow(2)).sum();
    parts.max(on_white)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitmap::Size;
    use crate::colours::distance;

    fn ramp(shades: u32) -> Bitmap {
        let pixels = (0..shades).flat_map(|i| [i as u8, (i >> 8) as u8 * 50, 0, 255]).collect();
        Bitmap::new(Size { width: shades, height: 1 }, pixels).unwrap()
    }

    #[test]
    fn few_colours_stay_what_they_are() {
        let picture = ramp(256);
        let indexed = Indexed::exact(&picture, picture.area()).unwrap();
        let back: Vec<_> =
            indexed.indices.iter().map(|&i| indexed.colours[usize::from(i)]).collect();
        assert!(back.into_iter().eq(picture.colours(picture.area())));
        assert_eq!(Indexed::exact(&ramp(257), ramp(257).area()), None);
    }

    #[test]
    fn lines_keep_their_colour_beside_a_similar_one() {
        // A board, a line on it, and rims of a stone that look much like the line.
        let (board, line, rim) = ([99, 89, 84], [102, 84, 61], [92, 97, 58]);
        let colours = [vec![board; 38_600], vec![line; 600], vec![rim; 800]].concat();
        let pixels = colours.iter().flat_map(|&[red, green, blue]| [red, green, blue, 255]);
        let size = Size { width: 200, height: 200 };
        let picture = Bitmap::new(size, pixels.collect()).unwrap();
        let Indexed { colours: shown, indices } =
            Indexed::reduced(&picture, picture.area(), &palette(&picture, 256));
        let back: Vec<_> = indices.iter().map(|&i| shown[usize::from(i)]).collect();
        assert!(back == colours, "{shown:?}");
    }

    #[test]
    fn part_has_the_colours_of_the_whole() {
        // A line that is frequent on the board, though not in the part, and is much like it.
        let (board, line) = ([99, 89, 84], [102, 84, 70]);
        let rows = (0..100).flat_map(|row| vec![if row % 20 == 0 { line } else { board }; 100]);
        let pixels = rows.flat_map(|[red, green, blue]| [red, green, blue, 255]);
        let size = Size { width: 100, height: 100 };
        let picture = Bitmap::new(size, pixels.collect()).unwrap();
        let part = Area { x: 0, y: 8, width: 20, height: 20 };
        for area in [part, Area { y: 1, height: 19, ..part }] {
            let Indexed { colours, indices } =
                Indexed::reduced(&picture, area, &palette(&picture, 256));
            let shown = indices.iter().map(|&i| colours[usize::from(i)]);
            assert!(shown.eq(picture.colours(area)), "{colours:?}");
            assert_eq!(colours.len(), if area == part { 2 } else { 1 });
        }
    }

    #[test]
    fn of_many_colours_none_is_far_from_what_it_was() {
        for most in [1, 2, 16, 200] {
            let picture = ramp(600);
            let indexed = Indexed::reduced(&picture, picture.area(), &palette(&picture, most));
            assert!(indexed.colours.len() <= most);
            let pixels = indexed.indices.iter().map(|&i| indexed.colours[usize::from(i)]);
            let worst = pixels
                .zip(picture.colours(picture.area()))
                .map(|(a, b)| distance(a, b))
                .max()
                .unwrap();
            let most_far = if most < 16 { 3 * 255 * 255 } else { 1_200 };
            assert!(worst <= most_far, "{most}: {worst}");
        }
    }
}
