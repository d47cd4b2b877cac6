//! PNG files, for the protocols that take them and for pictures in files.

use png::{BitDepth, ColorType, Compression, Encoder, Filter};

use crate::bitmap::{Area, Bitmap, Size};
use crate::indexed::{ALIKE, Indexed, Seen};
use crate::sprite::Cutout;

/// The most pixels that are packed as tightly as can be; of more the last hundredth would take too
/// long.
const SMALL: usize = 16_000;

/// The most colours that let two indices share a byte.
const HALVES: usize = 16;

/// The part of a picture in `area`, which is not empty, as a PNG file; colours are kept, but in
/// small parts those that look the same are one.
pub(crate) fn png(picture: &Bitmap, area: Area) -> Vec<u8> {
    let size = (area.width, area.height);
    let indexed = if is_small(size) {
        Indexed::merged(picture, area, ALIKE)
    } else {
        Indexed::exact(picture, area)
    };
    let Some(Indexed { colours, indices }) = indexed else {
        let pixels = picture.colours(area).collect::<Vec<_>>().concat();
        return file(size, (ColorType::Rgb, BitDepth::Eight), None, compression(size), &pixels);
    };
    of_palette(size, &colours.concat(), None, compression(size), &indices)
}

/// A PNG file of this size, packed as tightly as can be: `indices` has the index of a colour for
/// each pixel, row by row.
///
/// # Panics
/// If there are more than 256 colours, or not as many indices as pixels.
pub fn indexed_png(size: Size, colours: &[[u8; 3]], indices: &[u8]) -> Vec<u8> {
    let size = (size.width, size.height);
    of_palette(size, &colours.concat(), None, Compression::High, indices)
}

/// A cutout as a PNG file; colours that look the same are one.
pub(crate) fn cutout(cutout: &Cutout) -> Vec<u8> {
    let size = (cutout.size().width, cutout.size().height);
    let Some(Seen { colours, indices }) = Seen::merged(cutout.pixels()) else {
        let pixels = cutout.pixels().concat();
        return file(size, (ColorType::Rgba, BitDepth::Eight), None, compression(size), &pixels);
    };
    let palette: Vec<u8> =
        colours.iter().flat_map(|colour| [colour[0], colour[1], colour[2]]).collect();
    // Those that are opaque come last, and need not be listed.
    let opacities: Vec<u8> =
        colours.iter().map(|colour| colour[3]).take_while(|&opacity| opacity < 255).collect();
    let opacities = Some(&opacities).filter(|opacities| !opacities.is_empty());
    of_palette(size, &palette, opacities, compression(size), &indices)
}

const fn is_small((width, height): (u32, u32)) -> bool {
    width as usize * height as usize <= SMALL
}

/// The effort for a picture of this size that a terminal waits for.
const fn compression(size: (u32, u32)) -> Compression {
    if is_small(size) { Compression::High } else { Compression::Balanced }
}

/// A picture of few colours.
fn of_palette(
    size: (u32, u32),
    palette: &[u8],
    opacities: Option<&Vec<u8>>,
    compression: Compression,
    indices: &[u8],
) -> Vec<u8> {
    let colours = Some((palette, opacities));
    if palette.len() > 3 * HALVES {
        let form = (ColorType::Indexed, BitDepth::Eight);
        return file(size, form, colours, compression, indices);
    }
    let halves = |pair: &[u8]| pair[0] << 4 | pair.get(1).copied().unwrap_or_default();
    let packed: Vec<u8> =
        indices.chunks(size.0 as usize).flat_map(|row| row.chunks(2).map(halves)).collect();
    file(size, (ColorType::Indexed, BitDepth::Four), colours, compression, &packed)
}

/// The file of a picture whose pixels are `bytes`.
fn file(
    (width, height): (u32, u32),
    (colours, depth): (ColorType, BitDepth),
    palette: Option<(&[u8], Option<&Vec<u8>>)>,
    compression: Compression,
    bytes: &[u8],
) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width, height);
    encoder.set_color(colours);
    encoder.set_depth(depth);
    encoder.set_compression(compression);
    // Neighbours in a list of colours have nothing in common; nor have those at the edges of
    // shapes.
    encoder.set_filter(Filter::NoFilter);
    if let Some((colours, opacities)) = palette {
        encoder.set_palette(colours);
        if let Some(opacities) = opacities {
            encoder.set_trns(opacities.as_slice());
        }
    }
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(bytes));
    written.expect("writing to memory does not fail, and there are as many bytes as pixels");
    out
}
