//! Pictures by kitty's protocol: images that the terminal keeps and draws in the window where it is
//! asked to, one over another.
//!
//! Source: kitty, "Terminal graphics protocol".

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::bitmap::Size;
use crate::picture::WindowPicture;
use crate::place::{go_along, go_to, put};
use crate::png;
use crate::sprite::Cutout;

/// The most bytes of a file that one command carries.
const CHUNK: usize = 4_096;

/// The most images that lie nowhere and are kept for when they are wanted again.
const MOST_SPARE: usize = 256;

/// Deletes every image on the screen.
pub(crate) const DELETE_ALL: &[u8] = b"\x1b_Ga=d,d=A,q=2\x1b\\";

/// The images of pictures that the terminal keeps, and where they lie.
#[derive(Clone, Debug, Default)]
pub(crate) struct Images {
    /// By the numbers of their cutouts.
    kept: BTreeMap<u64, Kept>,
    /// The number that the terminal knows the last image by.
    last: u32,
    /// The number of times that something was laid.
    age: u64,
}

/// An image that the terminal keeps.
#[derive(Clone, Debug)]
struct Kept {
    image: u32,
    /// The places where it lies.
    laid: Vec<Laid>,
    /// The last number that one of its places had.
    last: u32,
    /// The age when it was last wanted.
    wanted: u64,
}

/// A place where an image lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Laid {
    number: u32,
    spot: Spot,
}

/// A column and a row of the window in pixels, and a height above it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Spot {
    x: u32,
    y: u32,
    height: u8,
    /// The rows of the image that are seen, if not all are.
    rows: Option<u32>,
}

impl Images {
    /// Lays `pictures` and nothing else on a window with cells of this size, each as far as its
    /// height goes.
    pub(crate) fn lay(&mut self, pictures: &[WindowPicture], cell: Size, out: &mut Vec<u8>) {
        self.age += 1;
        let mut at = None;
        for (cutout, mut spots) in by_image(pictures, cell) {
            // Those in one row of the window come one after another.
            spots.sort_by_key(|spot| spot.y / cell.height);
            self.lay_image(&cutout, spots, (cell, &mut at), out);
        }
        for kept in self.kept.values_mut().filter(|kept| kept.wanted < self.age) {
            take_away(kept.image, &std::mem::take(&mut kept.laid), true, out);
        }
        self.forget_old(out);
    }

    /// Lays an image on these spots and on no others; the cursor may be known to be in a column and
    /// a row of cells, and stays there when an image is laid.
    fn lay_image(
        &mut self,
        cutout: &Cutout,
        mut spots: Vec<Spot>,
        (cell, at): (Size, &mut Option<(u32, u32)>),
        out: &mut Vec<u8>,
    ) {
        let is_new = !self.kept.contains_key(&cutout.number());
        if is_new {
            // After two thousand million images numbers begin again.
            self.last = self.last % (i32::MAX as u32) + 1;
            let kept = Kept { image: self.last, laid: Vec::new(), last: 0, wanted: 0 };
            self.kept.insert(cutout.number(), kept);
        }
        let Some(kept) = self.kept.get_mut(&cutout.number()) else { return };
        kept.wanted = self.age;
        let (stay, mut free): (Vec<Laid>, Vec<Laid>) =
            kept.laid.iter().copied().partition(|laid| spots.contains(&laid.spot));
        spots.retain(|spot| stay.iter().all(|laid| laid.spot != *spot));
        kept.laid = stay;
        for (i, spot) in spots.into_iter().enumerate() {
            // A placement that is no longer wanted where it lies is moved.
            let number = free.pop().map_or_else(
                || {
                    kept.last += 1;
                    kept.last
                },
                |laid| laid.number,
            );
            kept.laid.push(Laid { number, spot });
            let (column, row) = (spot.x / cell.width, spot.y / cell.height);
            match at.replace((column, row)) {
                Some(last) if last == (column, row) => {}
                Some((_, last)) if last == row => go_along(column, out),
                _ => go_to(column, row, out),
            }
            let keys = Keys { image: kept.image, number, spot, cell };
            if is_new && i == 0 {
                out.extend(transmission(&png::cutout(cutout), &keys.to_string()).concat());
            } else {
                put(out, format_args!("\x1b_Ga=p,{keys}\x1b\\"));
            }
        }
        take_away(kept.image, &free, kept.laid.is_empty(), out);
    }

    /// Deletes the images that were wanted least lately, if too many lie nowhere.
    fn forget_old(&mut self, out: &mut Vec<u8>) {
        let mut spare: Vec<_> = self
            .kept
            .iter()
            .filter(|(_, kept)| kept.laid.is_empty())
            .map(|(&key, kept)| (kept.wanted, key))
            .collect();
        spare.sort_unstable();
        for &(_, key) in spare.iter().rev().skip(MOST_SPARE) {
            if let Some(kept) = self.kept.remove(&key) {
                put(out, format_args!("\x1b_Ga=d,d=I,i={},q=2\x1b\\", kept.image));
            }
        }
    }
}

/// The images of `pictures` in the order in which they come first, each with its spots above the
/// foot of its picture.
fn by_image(pictures: &[WindowPicture], cell: Size) -> Vec<(Arc<Cutout>, Vec<Spot>)> {
    let mut found: Vec<(Arc<Cutout>, Vec<Spot>)> = Vec::new();
    let mut places = HashMap::new();
    for picture in pictures {
        let bottom = picture.size().height;
        let (column, row) = picture.at();
        let (left, top) = (u32::from(column) * cell.width, u32::from(row) * cell.height);
        for sprite in picture.sprites().iter().filter(|sprite| sprite.y < bottom) {
            let cutout = &sprite.cutout;
            let i = *places.entry(cutout.number()).or_insert_with(|| {
                found.push((Arc::clone(cutout), Vec::new()));
                found.len() - 1
            });
            let seen = bottom - sprite.y;
            let rows = (seen < cutout.size().height).then_some(seen);
            let spot = Spot { x: left + sprite.x, y: top + sprite.y, height: sprite.height, rows };
            if !found[i].1.contains(&spot) {
                found[i].1.push(spot);
            }
        }
    }
    found
}

/// The keys of a command that lays an image at the cursor, in front of all that lie lower.
struct Keys {
    image: u32,
    number: u32,
    spot: Spot,
    cell: Size,
}

impl std::fmt::Display for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { image, number, spot, cell } = self;
        write!(f, "i={image},p={number}")?;
        let (across, down) = (spot.x % cell.width, spot.y % cell.height);
        for (key, value) in [("X", across), ("Y", down)].into_iter().filter(|(_, value)| *value > 0)
        {
            write!(f, ",{key}={value}")?;
        }
        if let Some(rows) = spot.rows {
            write!(f, ",h={rows}")?;
        }
        // Below zero an image lies under the text; at zero it is as high as an image that is sent
        // without a height.
        write!(f, ",z={},C=1,q=2", u32::from(spot.height) + 1)
    }
}

/// The commands that send the image in `file` and lay it by `keys`.
pub(crate) fn transmission(file: &[u8], keys: &str) -> Vec<Vec<u8>> {
    let file = BASE64_STANDARD.encode(file);
    let chunks = file.as_bytes().chunks(CHUNK);
    let last = chunks.len() - 1;
    let command = |(i, chunk): (usize, &[u8])| {
        let mut command = Vec::new();
        match (i, last) {
            (0, 0) => put(&mut command, format_args!("\x1b_Ga=T,{keys},f=100;")),
            (0, _) => put(&mut command, format_args!("\x1b_Ga=T,{keys},f=100,m=1;")),
            _ => put(&mut command, format_args!("\x1b_Gm={},q=2;", u8::from(i < last))),
        }
        command.extend_from_slice(chunk);
        command.extend_from_slice(b"\x1b\\");
        command
    };
    chunks.enumerate().map(command).collect()
}

/// Takes an image from these places, which may be all that it has; the terminal keeps it.
fn take_away(image: u32, places: &[Laid], are_all: bool, out: &mut Vec<u8>) {
    if are_all && !places.is_empty() {
        put(out, format_args!("\x1b_Ga=d,d=i,i={image},q=2\x1b\\"));
        return;
    }
    for Laid { number, .. } in places {
        put(out, format_args!("\x1b_Ga=d,d=i,i={image},p={number},q=2\x1b\\"));
    }
}
