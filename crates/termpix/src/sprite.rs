//! Small pictures that make up a large one.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use crate::bitmap::{Area, Bitmap, PIXEL, Size};

/// A picture that may be transparent in places.
///
/// Two with the same number are taken for the same.
#[derive(Clone)]
pub struct Cutout {
    number: u64,
    size: Size,
    /// Red, green, blue and opacity, pixel by pixel.
    rgba: Vec<u8>,
}

impl Cutout {
    /// The picture of these bytes, red, green, blue and opacity, row by row; `None` if their number
    /// is not that of its pixels, or it has none. No other picture of the same canvas has this
    /// number.
    pub fn new(number: u64, size: Size, rgba: Vec<u8>) -> Option<Self> {
        let pixels = Area::of(size).len();
        (pixels > 0 && rgba.len() == pixels * PIXEL).then_some(Self { number, size, rgba })
    }

    /// The part of a picture in `area`, which is not empty, numbered by what it shows.
    pub(crate) fn of(picture: &Bitmap, area: Area) -> Self {
        let mut rgba = Vec::with_capacity(area.len() * PIXEL);
        for [red, green, blue] in picture.colours(area) {
            rgba.extend([red, green, blue, 255]);
        }
        let mut hasher = DefaultHasher::new();
        (area.width, &rgba).hash(&mut hasher);
        let size = Size { width: area.width, height: area.height };
        Self { number: hasher.finish(), size, rgba }
    }

    /// Its number on the canvas; the terminal knows it by another.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// The size in pixels.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Red, green, blue and opacity of each pixel, row by row.
    pub fn pixels(&self) -> &[[u8; PIXEL]] {
        self.rgba.as_chunks().0
    }
}

impl PartialEq for Cutout {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Cutout {}

impl std::fmt::Debug for Cutout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Its bytes would fill pages.
        f.debug_struct("Cutout")
            .field("number", &self.number)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

/// A cutout at a place of a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedCutout {
    /// The picture.
    pub cutout: Arc<Cutout>,
    /// Pixels to the left of it.
    pub x: u32,
    /// Pixels above it.
    pub y: u32,
    /// A sprite lies over those with a lower height; the terminal chooses which of two with the
    /// same height is in front.
    pub height: u8,
}
