//! Pictures by kitty's protocol inside tmux: tiles that lie under letters of the text, which tmux
//! moves and keeps like any others, and the tiles themselves handed through to the terminal around
//! it.
//!
//! Source: kitty, "Terminal graphics protocol", "Unicode placeholders"; tmux, manual,
//! `allow-passthrough`.

use crate::bitmap::{Area, Bitmap, Size};
use crate::kitty::transmission;
use crate::place::{Place, go_to, put};
use crate::png::png;

/// The columns and rows of a tile, doubled as long as a picture has more than its [`Tiles`].
const TILE: (u32, u32) = (8, 4);

/// The most tiles of all pictures: their numbers are colours of the text, and 0 is none.
const MOST_TILES: u32 = 255;

/// The numbers of the tiles of one picture among several.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tiles {
    first: u32,
    most: u32,
}

impl Tiles {
    /// The tiles of the first picture, or of one beside it, which is small; a third has none.
    pub(crate) const fn of(picture: usize) -> Self {
        const BESIDE: u32 = 32;
        match picture {
            0 => Self { first: 0, most: MOST_TILES - BESIDE },
            1 => Self { first: MOST_TILES - BESIDE, most: BESIDE },
            _ => Self { first: MOST_TILES, most: 0 },
        }
    }
}

/// The letter under which a part of a tile lies.
const PLACEHOLDER: char = '\u{10EEEE}';

/// The marks over a placeholder that count: first the row of its tile, then the column, then the
/// highest byte of the tile's number.
const MARKS: [char; 32] = [
    '\u{0305}', '\u{030D}', '\u{030E}', '\u{0310}', '\u{0312}', '\u{033D}', '\u{033E}', '\u{033F}',
    '\u{0346}', '\u{034A}', '\u{034B}', '\u{034C}', '\u{0350}', '\u{0351}', '\u{0352}', '\u{0357}',
    '\u{035B}', '\u{0363}', '\u{0364}', '\u{0365}', '\u{0366}', '\u{0367}', '\u{0368}', '\u{0369}',
    '\u{036A}', '\u{036B}', '\u{036C}', '\u{036D}', '\u{036E}', '\u{036F}', '\u{0483}', '\u{0484}',
];

/// The highest byte of the numbers of this program's tiles, so that two programs in two panes
/// seldom take each other's.
fn program() -> u32 {
    1 + std::process::id() % (MARKS.len() as u32 - 1)
}

/// The number of a tile in the terminal, from its place among those of the picture.
fn image(tile: u32) -> u32 {
    program() << 24 | (tile + 1)
}

/// Hands the terminal around tmux what `write` writes.
fn hand_through(write: impl FnOnce(&mut Vec<u8>), out: &mut Vec<u8>) {
    let mut inside = Vec::new();
    write(&mut inside);
    out.extend_from_slice(b"\x1bPtmux;");
    for byte in inside {
        // The end of this string would be that of the one around it.
        out.extend(std::iter::repeat_n(byte, 1 + usize::from(byte == b'\x1b')));
    }
    out.extend_from_slice(b"\x1b\\");
}

/// Returns the bytes that delete every tile.
pub(crate) fn delete_all() -> Vec<u8> {
    let mut out = Vec::new();
    let delete = |inside: &mut Vec<u8>| {
        for tile in 0..MOST_TILES {
            put(inside, format_args!("\x1b_Ga=d,d=I,i={},q=2\x1b\\", image(tile)));
        }
    };
    hand_through(delete, &mut out);
    out
}

/// The size of the tiles of a picture on cells of this size, in pixels; `None` if it is too large.
fn tile_size(picture: &Bitmap, cell: Size, tiles: Tiles) -> Option<Size> {
    let most = MARKS.len() as u32;
    let doubled = |&(across, down): &(u32, u32)| Some((across * 2, down * 2));
    std::iter::successors(Some(TILE), doubled)
        .take_while(|&(across, down)| across <= most && down <= most)
        .map(|(across, down)| Size { width: across * cell.width, height: down * cell.height })
        .find(|tile| {
            let Size { width, height } = picture.size();
            width.div_ceil(tile.width) * height.div_ceil(tile.height) <= tiles.most
        })
}

/// Sends the tiles of `picture` that share pixels with `changed`; if it `is_new`, the text under
/// which they lie is written as well.
pub(crate) fn draw(
    picture: &Bitmap,
    changed: &[Area],
    is_new: bool,
    tiles: Tiles,
    place: Place,
    out: &mut Vec<u8>,
) {
    let Some(size) = tile_size(picture, place.cell, tiles) else { return };
    for (tile, area) in (tiles.first..).zip(picture.area().cut(size)) {
        if changed.iter().all(|part| part.intersection(area).is_empty()) {
            continue;
        }
        send(picture, area, tile, place.cell, out);
        if is_new {
            write_letters(area, tile, place, out);
        }
    }
}

/// Sends the part of a picture in `area` as a tile.
fn send(picture: &Bitmap, area: Area, tile: u32, cell: Size, out: &mut Vec<u8>) {
    let (columns, rows) = (area.width / cell.width, area.height / cell.height);
    let keys = format!("U=1,i={},c={columns},r={rows},q=2", image(tile));
    for command in transmission(&png(picture, area), &keys) {
        hand_through(|inside| inside.extend(command), out);
    }
}

/// Writes the letters under which the tile for `area` lies.
fn write_letters(area: Area, tile: u32, place: Place, out: &mut Vec<u8>) {
    let Size { width, height } = place.cell;
    let (columns, rows) = (area.width / width, area.height / height);
    let program = MARKS[program() as usize];
    for row in 0..rows {
        go_to(place.column + area.x / width, place.row + area.y / height + row, out);
        put(out, format_args!("\x1b[0;38;5;{}m", tile + 1));
        for column in 0..columns {
            let [row, column] = [row, column].map(|at| MARKS[at as usize]);
            put(out, format_args!("{PLACEHOLDER}{row}{column}{program}"));
        }
    }
    out.extend_from_slice(b"\x1b[0m");
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELL: Size = Size { width: 4, height: 8 };

    fn picture(columns: u32, rows: u32, light: &[(u32, u32)]) -> Bitmap {
        let size = Size { width: columns * CELL.width, height: rows * CELL.height };
        let mut bytes = vec![0; Area::of(size).len() * 4];
        for (x, y) in light {
            bytes[(y * size.width + x) as usize * 4..][..4].fill(255);
        }
        Bitmap::new(size, bytes).unwrap()
    }

    fn drawn(picture: &Bitmap, changed: &[Area], is_new: bool) -> String {
        let mut out = Vec::new();
        let place = Place { column: 3, row: 2, cell: CELL };
        draw(picture, changed, is_new, Tiles::of(0), place, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_cell_has_its_letter_and_its_tile() {
        let picture = picture(19, 6, &[]);
        let text = drawn(&picture, &[picture.area()], true);
        assert_eq!(text.matches(PLACEHOLDER).count(), 19 * 6);
        // Three tiles across, the last narrower, and two down, the lower ones half as high.
        assert_eq!(text.matches("a=T,U=1").count(), 6);
        assert_eq!(text.matches("c=8,r=4").count(), 2);
        assert_eq!(text.matches("c=3,r=2").count(), 1);
        // The last cell of the first row is the third of its tile.
        let last = format!("{PLACEHOLDER}{}{}", MARKS[0], MARKS[2]);
        assert!(text.contains(&last), "{text:?}");
        assert!(text.contains("\x1b[3;4H") && text.ends_with("\x1b[0m"), "{text:?}");
    }

    #[test]
    fn only_tiles_that_changed_are_sent_again() {
        let picture = picture(16, 8, &[(40, 40)]);
        let changed = [Area { x: 40, y: 40, width: 4, height: 8 }];
        let text = drawn(&picture, &changed, false);
        assert_eq!(text.matches("a=T,U=1").count(), 1);
        assert!(text.contains(&format!("i={},", image(3))), "{text:?}");
        assert!(!text.contains(PLACEHOLDER));
        assert!(text.len() < 400, "{}", text.len());
    }

    #[test]
    fn a_picture_beside_another_has_tiles_of_its_own() {
        let (board, graph) = (picture(160, 48, &[]), picture(66, 8, &[]));
        let of = |tiles: Tiles, picture: &Bitmap| {
            let size = tile_size(picture, CELL, tiles).unwrap();
            let count = picture.area().cut(size).len() as u32;
            assert!(count <= tiles.most, "{count}");
            tiles.first..tiles.first + count
        };
        let (first, second) = (of(Tiles::of(0), &board), of(Tiles::of(1), &graph));
        assert!(first.end <= second.start && second.end <= MOST_TILES, "{first:?} {second:?}");
    }

    #[test]
    fn escapes_inside_are_doubled() {
        let text = String::from_utf8(delete_all()).unwrap();
        assert!(text.starts_with("\x1bPtmux;\x1b\x1b_Ga=d,") && text.ends_with("\x1b\\"));
        let inside = text.strip_prefix("\x1bPtmux;").unwrap().strip_suffix("\x1b\\").unwrap();
        assert!(!inside.replace("\x1b\x1b", "").contains('\x1b'), "{inside:?}");
        assert_eq!(inside.matches("d=I").count(), MOST_TILES as usize);
    }

    #[test]
    fn large_pictures_have_larger_tiles() {
        let tiles = |columns, rows| tile_size(&picture(columns, rows, &[]), CELL, Tiles::of(0));
        assert_eq!(tiles(80, 24), Some(Size { width: 32, height: 32 }));
        assert_eq!(tiles(200, 100), Some(Size { width: 64, height: 64 }));
    }
}
