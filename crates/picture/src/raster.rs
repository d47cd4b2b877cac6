//! Scenes as pixels, and those as a file.

use super::PictureError;
use super::canvas::Canvas;
use super::drawing::Drawing;
use super::palette::Palette;
use super::shapes::Scene;

/// The scene as a PNG file of up to 256 colours.
pub(super) fn png(scene: &Scene) -> Result<Vec<u8>, PictureError> {
    let drawing = pixels(scene)?;
    let pixels = drawing.rgba.as_chunks().0;
    let mut palette = Palette::new(&[pixels], 256);
    let failed = |error: png::EncodingError| PictureError::Encoding(error.to_string());
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, scene.width, scene.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.bytes());
    // Neighbours in a palette have nothing in common.
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_compression(png::Compression::High);
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&palette.indices(pixels)))
        .map_err(failed)?;
    Ok(out)
}

/// The scene as pixels, its texts apart.
pub(super) fn pixels(scene: &Scene) -> Result<Drawing, PictureError> {
    let mut canvas = Canvas::default();
    canvas.paint(scene)?;
    Ok(canvas.into_drawing(scene.inks(), Vec::new()))
}
