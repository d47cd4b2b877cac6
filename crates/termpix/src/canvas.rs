//! A rectangle of a terminal's window that shows a picture.

use std::sync::Arc;

use crate::bitmap::{Area, Bitmap, Size};
use crate::changes::changes;
use crate::kitty::{self, Images};
use crate::place::{Place, go_to};
use crate::sprite::{Cutout, PlacedCutout};
use crate::{iterm, placeholders, sixel};

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

/// The pieces in which a picture is laid on the window where it is not made of sprites.
const TILE: Size = Size { width: 64, height: 64 };

/// A rectangle of a terminal's window that shows a picture, and what the terminal was sent of it.
#[derive(Clone, Debug)]
pub struct TerminalCanvas {
    terminal: Abilities,
    shown: Option<Shown>,
}

#[derive(Clone, Debug)]
struct Shown {
    at: (u16, u16),
    size: Size,
    told: Told,
}

/// The part of a picture that the terminal was sent.
#[derive(Clone, Debug)]
enum Told {
    /// The images that lie on the window, and the sprites that they show.
    Images(Images, Vec<PlacedCutout>),
    /// The pixels that are part of the text.
    Pixels(Arc<Bitmap>),
}

impl TerminalCanvas {
    /// A canvas on which nothing is shown.
    pub const fn new(terminal: Abilities) -> Self {
        Self { terminal, shown: None }
    }

    /// The abilities of the terminal that it was made for.
    pub const fn terminal(&self) -> Abilities {
        self.terminal
    }

    /// The column and the row of the picture that is shown, and its size.
    pub fn shown(&self) -> Option<((u16, u16), Size)> {
        self.shown.as_ref().map(|shown| (shown.at, shown.size))
    }

    /// Shows `picture` with its top left corner at this column and row of the window; returns the
    /// bytes that make it so, none if it is shown already. The cursor is somewhere else then.
    ///
    /// A picture that is part of the text stays until the text there is rewritten: where such a
    /// picture leaves cells, the caller must do that before.
    pub fn show(&mut self, at: (u16, u16), picture: impl Into<Arc<Bitmap>>) -> Vec<u8> {
        let picture = picture.into();
        let size = picture.size();
        if self.terminal.protocol.has_layers() {
            let tile = |area: Area| PlacedCutout {
                cutout: Arc::new(Cutout::of(&picture, area)),
                x: area.x,
                y: area.y,
                height: 0,
            };
            let tiles = picture.area().cut(TILE).into_iter().map(tile).collect();
            return self.lay(at, size, tiles);
        }
        let place = self.place(at);
        if self.terminal.protocol == Protocol::Placeholders {
            return self.show_under_letters(at, picture, place);
        }
        let mut out = Vec::new();
        let is_kept = |shown: &Shown| shown.at == at && shown.size.width == size.width;
        match self.shown.take().filter(is_kept).map(|shown| shown.told) {
            Some(Told::Pixels(before)) if Arc::ptr_eq(&before, &picture) => {}
            Some(Told::Pixels(before)) if before.size() == size => {
                for area in changes(&before, &picture, self.terminal.cell) {
                    self.draw(&picture, area, place, &mut out);
                }
            }
            Some(Told::Pixels(before)) => {
                let common = before.size().height.min(size.height);
                let [old, new] = [&before, &picture].map(|picture| picture.cropped(common));
                for area in changes(&old, &new, self.terminal.cell) {
                    self.draw(&picture, area, place, &mut out);
                }
                let below = Area { y: common, height: size.height - common, ..picture.area() };
                self.draw(&picture, below, place, &mut out);
            }
            None | Some(Told::Images(..)) => {
                self.draw(&picture, picture.area(), place, &mut out);
            }
        }
        self.shown = Some(Shown { at, size, told: Told::Pixels(picture) });
        out
    }

    /// The same for a picture that lies under letters of the text.
    fn show_under_letters(
        &mut self,
        at: (u16, u16),
        picture: Arc<Bitmap>,
        place: Place,
    ) -> Vec<u8> {
        let mut out = Vec::new();
        let size = picture.size();
        match self.shown.take().filter(|shown| shown.at == at && shown.size == size) {
            Some(Shown { told: Told::Pixels(before), .. }) => {
                if !Arc::ptr_eq(&before, &picture) {
                    let areas = changes(&before, &picture, self.terminal.cell);
                    placeholders::draw(&picture, &areas, false, place, &mut out);
                }
            }
            _ => placeholders::draw(&picture, &[picture.area()], true, place, &mut out),
        }
        self.shown = Some(Shown { at, size, told: Told::Pixels(picture) });
        out
    }

    /// Shows a picture of this size that is made of sprites, cut at its lower edge, with its top
    /// left corner at this column and row of the window; returns the bytes that make it so, none if
    /// it is shown already. The cursor is somewhere else then.
    ///
    /// # Panics
    /// If the terminal speaks another protocol than kitty's, which alone has images that lie over
    /// each other.
    pub fn lay(&mut self, at: (u16, u16), size: Size, sprites: Vec<PlacedCutout>) -> Vec<u8> {
        assert!(
            self.terminal.protocol.has_layers(),
            "only kitty's protocol has images that lie over each other"
        );
        let mut out = Vec::new();
        let before = self.shown.take().filter(|shown| shown.at == at);
        let mut images = match before {
            Some(Shown { size: old, told: Told::Images(images, before), .. })
                if old == size && before == sprites =>
            {
                self.shown = Some(Shown { at, size, told: Told::Images(images, before) });
                return out;
            }
            Some(Shown { told: Told::Images(images, _), .. }) => images,
            _ => {
                out.extend_from_slice(kitty::DELETE_ALL);
                Images::default()
            }
        };
        images.lay(&sprites, self.place(at), size.height, &mut out);
        self.shown = Some(Shown { at, size, told: Told::Images(images, sprites) });
        out
    }

    /// The place of a picture whose top left corner is at this column and row.
    fn place(&self, at: (u16, u16)) -> Place {
        Place { column: at.0.into(), row: at.1.into(), cell: self.terminal.cell }
    }

    /// Takes the picture away; returns the bytes that do so. One that is part of the text stays
    /// until the text there is rewritten.
    pub fn hide(&mut self) -> Vec<u8> {
        match self.shown.take() {
            Some(_) => match self.terminal.protocol {
                Protocol::Kitty => kitty::DELETE_ALL.to_vec(),
                Protocol::Placeholders => placeholders::delete_all(),
                Protocol::Iterm | Protocol::Sixel => Vec::new(),
            },
            None => Vec::new(),
        }
    }

    /// Notes that the screen was wiped, and every picture with it.
    pub fn forget(&mut self) {
        self.shown = None;
    }

    /// Draws whole cells of a picture that is part of the text, in pieces that are not too large.
    fn draw(&self, picture: &Bitmap, area: Area, place: Place, out: &mut Vec<u8>) {
        let Size { width, height } = place.cell;
        let most = self.terminal.largest;
        let whole = |most: u32, cell: u32| (most / cell).max(1) * cell;
        for piece in
            area.cut(Size { width: whole(most.width, width), height: whole(most.height, height) })
        {
            go_to(place.column + piece.x / width, place.row + piece.y / height, out);
            match self.terminal.protocol {
                Protocol::Iterm => iterm::draw(picture, piece, place.cell, out),
                Protocol::Sixel | Protocol::Kitty | Protocol::Placeholders => {
                    sixel::draw(picture, piece, self.terminal.colours, out);
                }
            }
        }
    }
}
