//! A scene as pixels.

use tetralith_look::Tint;
use tiny_skia::{FillRule, LineCap, LineJoin, Paint as Ink, PathBuilder, Pixmap, Stroke, Transform};

use super::PictureError;
use super::palette::Palette;
use super::shapes::{Outline, Paint, Scene};
use tetralith_look::tint::components;

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
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&palette.indices(&pixels))).map_err(failed)?;
    Ok(out)
}

/// The scene as opaque pixels.
pub(super) fn pixels(scene: &Scene) -> Result<Pixmap, PictureError> {
    let size = || PictureError::Encoding(format!("{}×{} pixels are too many", scene.width, scene.height));
    let mut pixmap = Pixmap::new(scene.width, scene.height).ok_or_else(size)?;
    let background = ink(scene.background);
    if let tiny_skia::Shader::SolidColor(colour) = background.shader {
        pixmap.fill(colour);
    }
    for figure in &scene.figures {
        let mut builder = PathBuilder::new();
        match &figure.outline {
            Outline::Circles(middles, radius) => middles.iter().for_each(|&(x, y)| builder.push_circle(x, y, *radius)),
            Outline::Areas(lines) | Outline::Lines(lines) => {
                for points in lines {
                    let Some((&(x, y), rest)) = points.split_first() else { continue };
                    builder.move_to(x, y);
                    for &(x, y) in rest {
                        builder.line_to(x, y);
                    }
                    if matches!(figure.outline, Outline::Areas(_)) {
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
            let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
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
