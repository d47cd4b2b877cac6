//! PNG files, for the protocols that take them.

use png::{BitDepth, ColorType, Compression, Encoder, Filter};

use crate::bitmap::{Area, Bitmap};
use crate::indexed::Indexed;

/// The most pixels that are packed as tightly as can be; of more the last hundredth would take too long.
const SMALL: usize = 16_000;

/// The part of a picture in `area`, which is not empty, as a PNG file; colours are kept, but in small parts those that look the same are one.
pub(crate) fn png(picture: &Bitmap, area: Area) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, area.width, area.height);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(if area.len() <= SMALL { Compression::High } else { Compression::Balanced });
    // Neighbours in a list of colours have nothing in common; nor have those at the edges of shapes.
    encoder.set_filter(Filter::NoFilter);
    let is_small = area.len() <= SMALL;
    let indexed = if is_small { Indexed::merged(picture, area) } else { Indexed::exact(picture, area) };
    let pixels = if let Some(Indexed { colours, indices }) = indexed {
        encoder.set_color(ColorType::Indexed);
        encoder.set_palette(colours.concat());
        indices
    } else {
        encoder.set_color(ColorType::Rgb);
        picture.colours(area).collect::<Vec<_>>().concat()
    };
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels));
    written.expect("writing to memory does not fail, and there are as many bytes as pixels");
    out
}
