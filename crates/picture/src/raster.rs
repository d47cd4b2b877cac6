//! Scenes as pixels of files, where a cell may lie anywhere on them.

use crate::look::Tint;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint as Ink, PathBuilder, Pixmap, Stroke, Transform,
};

use super::PictureError;
use super::palette::Palette;
use super::shapes::{Outline, Paint, Scene, Text};
use crate::look::tint::components;

/// A view as pixels.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Red, green, blue and 255 for each pixel, row by row.
    pub rgba: Vec<u8>,
    /// What is to be written over it by whoever shows it; empty if it is drawn.
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

/// The scene as a PNG file of up to 256 colours.
pub(super) fn png(scene: &Scene) -> Result<Vec<u8>, PictureError> {
    let pixels = pixels(scene)?;
    let mut palette = Palette::new(&[&pixels], 256);
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
        .and_then(|mut writer| writer.write_image_data(&palette.indices(&pixels)))
        .map_err(failed)?;
    Ok(out)
}

/// The scene as opaque pixels.
pub(super) fn pixels(scene: &Scene) -> Result<Pixmap, PictureError> {
    let size =
        || PictureError::Encoding(format!("{}×{} pixels are too many", scene.width, scene.height));
    let mut pixmap = Pixmap::new(scene.width, scene.height).ok_or_else(size)?;
    let background = ink(scene.background);
    if let tiny_skia::Shader::SolidColor(colour) = background.shader {
        pixmap.fill(colour);
    }
    for figure in &scene.figures {
        let mut builder = PathBuilder::new();
        match &figure.outline {
            Outline::Circles(middles, radius) => {
                for &(x, y) in middles {
                    builder.push_circle(x, y, *radius);
                }
            }
            Outline::Areas(lines) | Outline::Ground(lines) | Outline::Lines(lines) => {
                for points in lines {
                    let Some((&(x, y), rest)) = points.split_first() else { continue };
                    builder.move_to(x, y);
                    for &(x, y) in rest {
                        builder.line_to(x, y);
                    }
                    if !matches!(figure.outline, Outline::Lines(_)) {
                        builder.close();
                    }
                }
            }
        }
        let Some(path) = builder.finish() else { continue };
        if let Paint::Fill(colour) | Paint::Rimmed(colour, ..) = figure.paint {
            pixmap.fill_path(&path, &ink(colour), FillRule::Winding, Transform::identity(), None);
        }
        if let Paint::Stroke(colour, width) | Paint::Rimmed(_, colour, width) = figure.paint {
            let stroke = Stroke {
                width,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            pixmap.stroke_path(&path, &ink(colour), &stroke, Transform::identity(), None);
        }
    }
    Ok(pixmap)
}

fn ink(colour: Tint) -> Ink<'static> {
    let [red, green, blue] = components(colour);
    let mut ink = Ink { anti_alias: true, ..Ink::default() };
    ink.set_color_rgba8(red, green, blue, 255);
    ink
}
