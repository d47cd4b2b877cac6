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
    /// The text for the one who shows it to write over it; empty if it is drawn.
    pub texts: Vec<Text>,
}

impl Drawing {
    /// The colour of a pixel; `None` outside.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 3]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let at = 4 * (y as usize * self.width as usize + x as usize);
        self.rgba.get(at..at + 3)?.try_into().ok()
    }
}
