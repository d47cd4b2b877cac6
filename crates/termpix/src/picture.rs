//! Pictures at places of a terminal's window.

use std::sync::Arc;

use crate::bitmap::{Area, Bitmap, Size};
use crate::sprite::{Cutout, PlacedCutout};

/// The pieces in which a picture is laid on the window where it is not made of sprites.
const TILE: Size = Size { width: 64, height: 64 };

/// A picture at a place of the window.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WindowPicture {
    at: (u16, u16),
    size: Size,
    content: Content,
}

/// A picture, in the form in which it is sent.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Content {
    Pixels(Arc<Bitmap>),
    Sprites(Arc<Vec<PlacedCutout>>),
}

impl WindowPicture {
    /// The picture of these pixels with its top left corner at this column and row.
    ///
    /// It should fill whole cells, unless [images lie over the text](crate::Protocol::has_layers):
    /// of a cell that it fills in part, iTerm2's protocol shows it stretched, and kitty's inside
    /// tmux does not show it.
    pub fn new(at: (u16, u16), pixels: impl Into<Arc<Bitmap>>) -> Self {
        let pixels = pixels.into();
        Self { at, size: pixels.size(), content: Content::Pixels(pixels) }
    }

    /// The same for a picture of this size that is made of sprites. Only kitty's protocol has such
    /// pictures.
    pub fn of_sprites(at: (u16, u16), size: Size, sprites: Vec<PlacedCutout>) -> Self {
        Self { at, size, content: Content::Sprites(Arc::new(sprites)) }
    }

    /// The column and the row of its top left corner.
    pub const fn at(&self) -> (u16, u16) {
        self.at
    }

    /// Its size.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Its pixels; `None` if it is made of sprites.
    pub const fn pixels(&self) -> Option<&Arc<Bitmap>> {
        match &self.content {
            Content::Pixels(pixels) => Some(pixels),
            Content::Sprites(_) => None,
        }
    }

    /// The same picture without the rows of pixels below the first `height`, at least one.
    #[must_use]
    pub fn cropped(self, height: u32) -> Self {
        let height = height.clamp(1, self.size.height);
        let content = match self.content {
            Content::Pixels(pixels) if height < self.size.height => {
                Content::Pixels(Arc::new(pixels.cropped(height)))
            }
            content => content,
        };
        Self { size: Size { height, ..self.size }, content, ..self }
    }

    /// The sprites that it is made of, on a terminal whose images lie in layers.
    pub(crate) fn sprites(&self) -> Arc<Vec<PlacedCutout>> {
        let pixels = match &self.content {
            Content::Sprites(sprites) => return Arc::clone(sprites),
            Content::Pixels(pixels) => pixels,
        };
        let tile = |area: Area| PlacedCutout {
            cutout: Arc::new(Cutout::of(pixels, area)),
            x: area.x,
            y: area.y,
            height: 0,
        };
        Arc::new(pixels.area().cut(TILE).into_iter().map(tile).collect())
    }
}
