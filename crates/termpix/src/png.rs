//! PNG files, for the protocols that take them.

use png::{BitDepth, ColorType, Compression, Encoder, Filter};

use crate::bitmap::{Area, Bitmap};
use crate::indexed::{ALIKE, Indexed, Seen};
use crate::sprite::Cutout;

/// The most pixels that are packed as tightly as can be; of more the last hundredth would take too
/// long.
const SMALL: usize = 16_000;

/// The most colours of which two indices share a byte.
const HALVES: usize = 16;

/// The part of a picture in `area`, which is not empty, as a PNG file; colours are kept, but in
/// small parts those that look the same are one.
pub(crate) fn png(picture: &Bitmap, area: Area) -> Vec<u8> {
    let is_small = area.len() <= SMALL;
    let indexed = if is_small {
        Indexed::merged(picture, area, ALIKE)
    } else {
        Indexed::exact(picture, area)
    };
    let size = (area.width, area.height);
    let Some(Indexed { colours, indices }) = indexed else {
        let pixels = picture.colours(area).collect::<Vec<_>>().concat();
        return file(size, (ColorType::Rgb, BitDepth::Eight), None, &pixels);
    };
    of_palette(size, &colours.concat(), None, &indices)
}

/// A cutout as a PNG file; colours that look the same are one.
pub(crate) fn cutout(cutout: &Cutout) -> Vec<u8> {
    let size = (cutout.size().width, cutout.size().height);
    let Some(Seen { colours, indices }) = Seen::merged(cutout.pixels()) else {
        return file(size, (ColorType::Rgba, BitDepth::Eight), None, &cutout.pixels().concat());
    };
    let palette: Vec<u8> =
        colours.iter().flat_map(|colour| [colour[0], colour[1], colour[2]]).collect();
    // Those that are opaque come last, and need not be listed.
    let opacities: Vec<u8> =
        colours.iter().map(|colour| colour[3]).take_while(|&opacity| opacity < 255).collect();
    of_palette(size, &palette, Some(&opacities).filter(|told| !told.is_empty()), &indices)
}

/// A picture of few colours.
fn of_palette(
    size: (u32, u32),
    palette: &[u8],
    opacities: Option<&Vec<u8>>,
    indices: &[u8],
) -> Vec<u8> {
    if palette.len() > 3 * HALVES {
        return file(
            size,
            (ColorType::Indexed, BitDepth::Eight),
            Some((palette, opacities)),
            indices,
        );
    }
    let halves = |pair: &[u8]| pair[0] << 4 | pair.get(1).copied().unwrap_or_default();
    let packed: Vec<u8> =
        indices.chunks(size.0 as usize).flat_map(|row| row.chunks(2).map(halves)).collect();
    file(size, (ColorType::Indexed, BitDepth::Four), Some((palette, opacities)), &packed)
}

/// The file of a picture whose pixels are `bytes`.
fn file(
    (width, height): (u32, u32),
    (colours, depth): (ColorType, BitDepth),
    palette: Option<(&[u8], Option<&Vec<u8>>)>,
    bytes: &[u8],
) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width, height);
    encoder.set_color(colours);
    encoder.set_depth(depth);
    let is_small = u64::from(width) * u64::from(height) <= SMALL as u64;
    encoder.set_compression(if is_small { Compression::High } else { Compression::Balanced });
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
