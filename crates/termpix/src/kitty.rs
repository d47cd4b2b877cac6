//! Pictures by kitty's protocol: images that lie on the window, each with a number and a height above it.
//!
//! Source: kitty, "Terminal graphics protocol".

use std::io::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::bitmap::{Area, Bitmap, Size};
use crate::place::{Place, go_to};
use crate::png::png;

/// The most bytes of a file that one command carries.
const CHUNK: usize = 4_096;

/// The pieces in which a picture is laid on the window at first.
const TILE: Size = Size { width: 200, height: 200 };

/// The most pieces that lie over one tile; with the next change it is laid anew.
const MOST_PATCHES: usize = 12;

/// Deletes every image on the screen.
pub(crate) const DELETE_ALL: &[u8] = b"\x1b_Ga=d,d=A,q=2\x1b\\";

/// The images of one picture.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Images {
    tiles: Vec<Tile>,
    /// The number that the last image has; its height too, so that the newest is in front.
    last: u32,
}

/// A part of the picture that is cut for itself.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Tile {
    area: Area,
    /// The images of it, those behind first, each with its number and the part it shows.
    images: Vec<(u32, Area)>,
}

impl Images {
    /// Shows the whole of `picture`, after whatever was shown has been deleted.
    pub(crate) fn all(picture: &Bitmap, place: Place, out: &mut Vec<u8>) -> Self {
        let mut images = Self::default();
        for area in picture.area().cut(TILE) {
            let number = images.number();
            send(picture, area, place, number, out);
            images.tiles.push(Tile { area, images: vec![(number, area)] });
        }
        images
    }

    /// Shows what differs in `areas` of `picture`.
    pub(crate) fn change(&mut self, picture: &Bitmap, areas: &[Area], place: Place, out: &mut Vec<u8>) {
        for at in 0..self.tiles.len() {
            let whole = self.tiles[at].area;
            let parts = areas.iter().map(|area| area.intersection(whole)).filter(|part| !part.is_empty());
            let mut parts: Vec<Area> = parts.collect();
            if self.tiles[at].images.len() + parts.len() > MOST_PATCHES + 1 {
                parts = vec![whole];
            }
            for part in parts {
                let number = self.number();
                send(picture, part, place, number, out);
                let (gone, stay) = self.tiles[at].images.iter().partition(|(_, shown)| part.contains(*shown));
                let gone: Vec<(u32, Area)> = gone;
                for (number, _) in gone {
                    delete(number, out);
                }
                self.tiles[at].images = stay;
                self.tiles[at].images.push((number, part));
            }
        }
    }

    /// The number of images that the terminal keeps.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.tiles.iter().map(|tile| tile.images.len()).sum()
    }

    fn number(&mut self) -> u32 {
        // After two thousand million changes heights begin again; none is negative.
        self.last = self.last % (i32::MAX as u32) + 1;
        self.last
    }
}

/// Sends the part of a picture in `area` and shows it in its place, in front of all images with lower numbers.
fn send(picture: &Bitmap, area: Area, place: Place, number: u32, out: &mut Vec<u8>) {
    let (column, across) = (area.x / place.cell.width, area.x % place.cell.width);
    let (row, down) = (area.y / place.cell.height, area.y % place.cell.height);
    go_to(place.column + column, place.row + row, out);
    let file = BASE64_STANDARD.encode(png(picture, area));
    let chunks = file.as_bytes().chunks(CHUNK);
    let last = chunks.len() - 1;
    for (i, chunk) in chunks.enumerate() {
        let more = u8::from(i < last);
        let keys = match i {
            0 => format!("a=T,f=100,i={number},p=1,X={across},Y={down},z={number},C=1,q=2,m={more}"),
            _ => format!("m={more},q=2"),
        };
        write!(out, "\x1b_G{keys};").expect("writing to memory does not fail");
        out.extend_from_slice(chunk);
        out.extend_from_slice(b"\x1b\\");
    }
}

/// Deletes an image, and what the terminal keeps of it.
fn delete(number: u32, out: &mut Vec<u8>) {
    write!(out, "\x1b_Ga=d,d=I,i={number},q=2\x1b\\").expect("writing to memory does not fail");
}
