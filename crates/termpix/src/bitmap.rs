//! Pixels and parts of them.

/// A width and a height, in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

/// A rectangle of pixels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Area {
    /// Pixels to the left of it.
    pub(crate) x: u32,
    /// Pixels above it.
    pub(crate) y: u32,
    /// Pixels across.
    pub(crate) width: u32,
    /// Pixels down.
    pub(crate) height: u32,
}

impl Area {
    /// The whole of a picture of this size.
    pub(crate) const fn of(Size { width, height }: Size) -> Self {
        Self { x: 0, y: 0, width, height }
    }

    /// The first column to the right of it.
    pub(crate) const fn right(self) -> u32 {
        self.x + self.width
    }

    /// The first row below it.
    pub(crate) const fn bottom(self) -> u32 {
        self.y + self.height
    }

    /// True if it has no pixel.
    pub(crate) const fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// The number of its pixels.
    pub(crate) const fn len(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Returns the part that it shares with `other`, which may be empty.
    pub(crate) fn intersection(self, other: Self) -> Self {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        Self {
            x,
            y,
            width: self.right().min(other.right()).saturating_sub(x),
            height: self.bottom().min(other.bottom()).saturating_sub(y),
        }
    }

    /// Returns its parts in a grid of pieces of this size that begins at the top left corner of the
    /// picture, row by row.
    pub(crate) fn cut(self, piece: Size) -> Vec<Self> {
        let (across, down) = (piece.width.max(1), piece.height.max(1));
        let mut pieces = Vec::new();
        for y in (self.y / down..self.bottom().div_ceil(down)).map(|i| i * down) {
            for x in (self.x / across..self.right().div_ceil(across)).map(|i| i * across) {
                let part = self.intersection(Self { x, y, width: across, height: down });
                if !part.is_empty() {
                    pieces.push(part);
                }
            }
        }
        pieces
    }
}

/// An opaque picture.
#[derive(Clone, PartialEq, Eq)]
pub struct Bitmap {
    size: Size,
    /// Red, green, blue and a byte that counts for nothing, pixel by pixel.
    bytes: Vec<u8>,
}

impl std::fmt::Debug for Bitmap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Its bytes would fill pages.
        f.debug_struct("Bitmap").field("size", &self.size).finish_non_exhaustive()
    }
}

pub(crate) const PIXEL: usize = 4;

impl Bitmap {
    /// The picture of these bytes, red, green, blue and opacity, row by row; `None` if their number
    /// is not that of its pixels, or it has none. Opacity is left out.
    pub fn new(size: Size, bytes: Vec<u8>) -> Option<Self> {
        let pixels = Area::of(size).len();
        (pixels > 0 && bytes.len() == pixels * PIXEL).then_some(Self { size, bytes })
    }

    /// Its size.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Its whole area.
    pub(crate) const fn area(&self) -> Area {
        Area::of(self.size)
    }

    /// Its bytes, red, green, blue and one more, row by row.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The same picture without the rows below the first `height`, at least one.
    pub fn cropped(&self, height: u32) -> Self {
        let height = height.clamp(1, self.size.height);
        let size = Size { height, ..self.size };
        Self { size, bytes: self.bytes[..Area::of(size).len() * PIXEL].to_vec() }
    }

    /// The bytes of row `y` from column `x` on, `width` pixels of them.
    pub(crate) fn row(&self, x: u32, y: u32, width: u32) -> &[u8] {
        let begin = (y as usize * self.size.width as usize + x as usize) * PIXEL;
        &self.bytes[begin..begin + width as usize * PIXEL]
    }

    /// The colours of the pixels in `area`, row by row.
    pub(crate) fn colours(&self, area: Area) -> impl Iterator<Item = [u8; 3]> {
        (area.y..area.bottom())
            .flat_map(move |y| self.row(area.x, y, area.width).as_chunks::<PIXEL>().0)
            .map(|&[red, green, blue, _]| [red, green, blue])
    }
}
