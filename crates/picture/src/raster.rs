//! Scenes as pixels, and those as a file.

use tetralith_termpix::{ColourTable, Size, indexed_png};

use super::PictureError;
use super::canvas::Canvas;
use super::drawing::Drawing;
use super::shapes::Scene;

/// The least distance between two colours of a picture in a file, as the sum of squares of red,
/// green and blue.
pub(super) const APART: i32 = 48;

/// The scene as a PNG file of up to 256 colours.
pub(super) fn png(scene: &Scene) -> Result<Vec<u8>, PictureError> {
    let drawing = pixels(scene)?;
    let mut palette = ColourTable::new(opaque(&drawing.rgba), 256, APART);
    let indices = palette.indices(opaque(&drawing.rgba));
    let size = Size { width: scene.width, height: scene.height };
    Ok(indexed_png(size, palette.colours(), &indices))
}

/// Red, green and blue of each pixel of an opaque picture.
pub(super) fn opaque(rgba: &[u8]) -> impl Iterator<Item = [u8; 3]> {
    rgba.as_chunks().0.iter().map(|&[red, green, blue, _]: &[u8; 4]| [red, green, blue])
}

/// The scene as pixels, its texts apart.
pub(super) fn pixels(scene: &Scene) -> Result<Drawing, PictureError> {
    let mut canvas = Canvas::default();
    canvas.paint(scene)?;
    Ok(canvas.into_drawing(scene, Vec::new()))
}
