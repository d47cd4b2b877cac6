//! A board as a picture on the terminal.

use ratatui::layout::Rect;
use tetralith_look::Tint;
use tetralith_look::tint::components;
use tetralith_picture::Drawing;
use tetralith_termpix::{Abilities, Bitmap, Size};

/// A picture, and its place on the window.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The abilities of the terminal for which it is made.
    pub terminal: Abilities,
    /// The column and the row of its top left corner.
    pub at: (u16, u16),
    /// Its pixels.
    pub bitmap: Bitmap,
}

impl Picture {
    /// The picture that fills `area` of the window with `drawing` in its top left corner; `None` if the area is empty. Of `grounds` the
    /// first is the one that it is drawn on, and the second the one that the text around it has, which takes its place.
    pub fn new(drawing: &Drawing, grounds: [Tint; 2], area: Rect, terminal: Abilities) -> Option<Self> {
        let Size { width, height } = terminal.cell;
        let size = Size { width: u32::from(area.width) * width, height: u32::from(area.height) * height };
        let [before, after] = grounds.map(|ground| {
            let [red, green, blue] = components(ground);
            [red, green, blue, 255]
        });
        let row = size.width as usize * 4;
        let mut bytes = after.repeat(size.width as usize * size.height as usize);
        let drawn = drawing.width as usize * 4;
        for (to, from) in bytes.chunks_mut(row.max(1)).zip(drawing.rgba.chunks(drawn.max(1))) {
            let width = from.len().min(to.len());
            to[..width].copy_from_slice(&from[..width]);
        }
        if before != after {
            bytes.as_chunks_mut().0.iter_mut().filter(|pixel| **pixel == before).for_each(|pixel| *pixel = after);
        }
        Some(Self { terminal, at: (area.x, area.y), bitmap: Bitmap::new(size, bytes)? })
    }

    /// Its size in pixels.
    pub const fn size(&self) -> Size {
        self.bitmap.size()
    }
}

#[cfg(test)]
mod tests {
    use tetralith_termpix::Protocol;

    use super::*;

    #[test]
    fn a_drawing_lies_in_the_corner_of_whole_cells() {
        let terminal = Abilities::new(Protocol::Kitty, Size { width: 3, height: 6 });
        let drawing = Drawing {
            width: 4,
            height: 7,
            rgba: [vec![200, 100, 50, 255], [9, 9, 9, 255].repeat(27)].concat(),
            texts: Vec::new(),
        };
        let picture =
            Picture::new(&drawing, [Tint::Rgb(200, 100, 50), Tint::Rgb(1, 2, 3)], Rect::new(5, 2, 2, 2), terminal);
        let picture = picture.unwrap();
        assert_eq!((picture.at, picture.size()), ((5, 2), Size { width: 6, height: 12 }));
        let pixel = |x: usize, y: usize| &picture.bitmap.bytes()[(y * 6 + x) * 4..][..3];
        assert_eq!((pixel(0, 0), pixel(3, 6)), (&[1, 2, 3][..], &[9, 9, 9][..]));
        assert_eq!((pixel(4, 0), pixel(0, 7), pixel(5, 11)), (&[1, 2, 3][..], &[1, 2, 3][..], &[1, 2, 3][..]));
        assert_eq!(Picture::new(&drawing, [Tint::Black; 2], Rect::ZERO, terminal), None);
    }
}
