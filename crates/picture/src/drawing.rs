//! Pixels, and what is to be written over them.

use super::shapes::Text;

/// A view as pixels.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Red, green, blue and 255 for each pixel, row by row.
    pub rgba: Vec<u8>,
    /// Red, green and blue of the backgrounds of cells.
    pub grounds: Vec<[u8; 3]>,
    /// The texts to be written over it, their places in pixels of the grid; none if it is a file's.
    pub texts: Vec<Text>,
}
