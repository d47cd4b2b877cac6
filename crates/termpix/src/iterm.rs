//! Pictures by iTerm2's protocol: a file that fills cells.
//!
//! Source: iTerm2, "Inline Images Protocol".

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::bitmap::{Area, Bitmap, Size};
use crate::png::png;

/// Draws the part of a picture in `area` where the cursor is, on the cells of this size that it
/// fills.
pub(crate) fn draw(picture: &Bitmap, area: Area, cell: Size, out: &mut Vec<u8>) {
    let file = png(picture, area);
    let (columns, rows) = (area.width.div_ceil(cell.width), area.height.div_ceil(cell.height));
    let head = format!(
        "\x1b]1337;File=inline=1;size={};width={columns};height={rows};\
         preserveAspectRatio=0;doNotMoveCursor=1:",
        file.len()
    );
    out.extend_from_slice(head.as_bytes());
    out.extend_from_slice(BASE64_STANDARD.encode(file).as_bytes());
    out.push(b'\x07');
}
