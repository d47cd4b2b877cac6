//! A terminal's window that shows pictures.

use std::cell::LazyCell;

use crate::bitmap::{Area, Size};
use crate::changes::changes;
use crate::indexed::palette;
use crate::kitty::{self, Images};
use crate::picture::WindowPicture;
use crate::place::{Place, go_to};
use crate::placeholders::{self, Tiles};
use crate::{iterm, sixel};

/// The way in which pictures are sent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Protocol {
    /// That of kitty, and of Ghostty, `WezTerm` and Konsole.
    Kitty,
    /// That of kitty inside tmux, which keeps placeholders for the picture in its text.
    Placeholders,
    /// That of iTerm2.
    Iterm,
    /// Sixels: xterm, foot, Windows Terminal, mlterm, Contour and others.
    Sixel,
}

impl Protocol {
    /// True if images lie over the text, and over each other; otherwise a picture is part
    /// of the text.
    pub const fn has_layers(self) -> bool {
        matches!(self, Self::Kitty)
    }

    /// The bytes that take every picture away, and the text too where pictures are part of it.
    pub fn wipe(self) -> Vec<u8> {
        const WIPE: &[u8] = b"\x1b[2J";
        match self {
            Self::Kitty => kitty::DELETE_ALL.to_vec(),
            Self::Placeholders => [WIPE, &placeholders::delete_all()].concat(),
            Self::Iterm | Self::Sixel => WIPE.to_vec(),
        }
    }
}

/// The abilities of a terminal that shows pictures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Abilities {
    /// The protocol in which pictures are sent.
    pub protocol: Protocol,
    /// The size of a cell; neither side is zero.
    pub cell: Size,
    /// The most colours of one picture; protocols that send files do not need it.
    pub colours: usize,
    /// The largest picture that may be sent at once.
    pub largest: Size,
}

impl Abilities {
    /// The abilities that can be relied on: 256 colours and 1,000×1,000 pixels, as xterm has it.
    pub const fn new(protocol: Protocol, cell: Size) -> Self {
        Self { protocol, cell, colours: 256, largest: Size { width: 1_000, height: 1_000 } }
    }
}

/// A terminal's window that shows pictures, and what the terminal was sent of them.
#[derive(Clone, Debug)]
pub struct TerminalCanvas {
    terminal: Abilities,
    shown: Vec<WindowPicture>,
    /// The images that lie on the window, where these lie in layers.
    images: Option<Images>,
}

impl TerminalCanvas {
    /// A canvas on which nothing is shown.
    pub const fn new(terminal: Abilities) -> Self {
        Self { terminal, shown: Vec::new(), images: None }
    }

    /// The abilities of the terminal that it was made for.
    pub const fn terminal(&self) -> Abilities {
        self.terminal
    }

    /// The pictures that are shown.
    pub fn shown(&self) -> &[WindowPicture] {
        &self.shown
    }

    /// Shows these pictures and no others; returns the bytes that make it so, none if they are
    /// shown already. The cursor is somewhere else then.
    ///
    /// Each is compared with the picture that was shown at its place in the list. A picture that is
    /// part of the text stays until the text there is rewritten: where such a picture leaves cells,
    /// the caller must do that before.
    ///
    /// # Panics
    /// If one is made of sprites, and the terminal speaks another protocol than kitty's, which
    /// alone has images that lie over each other.
    pub fn show(&mut self, pictures: Vec<WindowPicture>) -> Vec<u8> {
        let mut out = Vec::new();
        if self.shown == pictures {
            return out;
        }
        if self.terminal.protocol.has_layers() {
            let images = self.images.get_or_insert_with(|| {
                out.extend_from_slice(kitty::DELETE_ALL);
                Images::default()
            });
            images.lay(&pictures, self.terminal.cell, &mut out);
        } else {
            let mut before = std::mem::take(&mut self.shown).into_iter();
            for (i, picture) in pictures.iter().enumerate() {
                self.write(i, before.next(), picture, &mut out);
            }
        }
        self.shown = pictures;
        out
    }

    /// Writes a picture that is part of the text, the one at place `i` of the list, over the one
    /// that was there before.
    fn write(
        &self,
        i: usize,
        before: Option<WindowPicture>,
        picture: &WindowPicture,
        out: &mut Vec<u8>,
    ) {
        let Some(pixels) = picture.pixels() else {
            panic!("only kitty's protocol has images that lie over each other")
        };
        let Abilities { protocol, cell, colours, .. } = self.terminal;
        let place = Place { column: picture.at().0.into(), row: picture.at().1.into(), cell };
        let before = before.filter(|before| before.at() == picture.at());
        let before = before.and_then(|before| before.pixels().cloned());
        // Counting the colours of a picture takes longer than drawing a part of it.
        let palette = LazyCell::new(|| palette(pixels, colours));
        let draw: &dyn Fn(Area, &mut Vec<u8>) = match protocol {
            // Its images lie over the text.
            Protocol::Kitty => return,
            Protocol::Placeholders => {
                let before = before.filter(|before| before.size() == pixels.size());
                let (changed, is_new) = match before {
                    Some(before) => (changes(&before, pixels, cell), false),
                    None => (vec![pixels.area()], true),
                };
                return placeholders::draw(pixels, &changed, is_new, Tiles::of(i), place, out);
            }
            Protocol::Iterm => &|piece, out| iterm::draw(pixels, piece, cell, out),
            Protocol::Sixel => &|piece, out| sixel::draw(pixels, piece, &palette, out),
        };
        let Some(before) = before.filter(|before| before.size().width == pixels.size().width)
        else {
            return self.draw(pixels.area(), place, draw, out);
        };
        if before.size() == pixels.size() {
            for area in changes(&before, pixels, cell) {
                self.draw(area, place, draw, out);
            }
            return;
        }
        let common = before.size().height.min(pixels.size().height);
        for area in changes(&before.cropped(common), &pixels.cropped(common), cell) {
            self.draw(area, place, draw, out);
        }
        let below = Area { y: common, height: pixels.size().height - common, ..pixels.area() };
        self.draw(below, place, draw, out);
    }

    /// Takes the pictures away; returns the bytes that do so. One that is part of the text stays
    /// until the text there is rewritten.
    pub fn hide(&mut self) -> Vec<u8> {
        self.images = None;
        if std::mem::take(&mut self.shown).is_empty() {
            return Vec::new();
        }
        match self.terminal.protocol {
            Protocol::Kitty => kitty::DELETE_ALL.to_vec(),
            Protocol::Placeholders => placeholders::delete_all(),
            Protocol::Iterm | Protocol::Sixel => Vec::new(),
        }
    }

    /// Notes that the screen was wiped, and every picture with it.
    pub fn forget(&mut self) {
        self.shown.clear();
        self.images = None;
    }

    /// Draws whole cells of a picture that is part of the text by `draw`, in pieces that are not
    /// too large.
    fn draw(&self, area: Area, place: Place, draw: &dyn Fn(Area, &mut Vec<u8>), out: &mut Vec<u8>) {
        let Size { width, height } = place.cell;
        let most = self.terminal.largest;
        let whole = |most: u32, cell: u32| (most / cell).max(1) * cell;
        for piece in
            area.cut(Size { width: whole(most.width, width), height: whole(most.height, height) })
        {
            go_to(place.column + piece.x / width, place.row + piece.y / height, out);
            draw(piece, out);
        }
    }
}
