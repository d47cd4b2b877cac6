//! The sets of colours that come with the program.
#![allow(clippy::unreadable_literal, reason = "colours read best as RRGGBB")]

use std::sync::LazyLock;

use crate::roles::{FILES, read_file};
use crate::tint::{Tint, rgb};

/// The ink of one sort of stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoneInk {
    /// The stone.
    pub fill: Tint,
    /// The colour of what is written on it.
    pub text: Tint,
}

/// The colours of the board itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardInk {
    /// The cells: one tone, so that colour is left for what matters.
    pub tile: Tint,
    /// Walls and grid lines.
    pub line: Tint,
    /// The colour of the dot on a vacant cell that is nothing special.
    pub dot: Tint,
    /// Vacant cells that are lit for the step at hand.
    pub legal: Tint,
    /// Brackets of the cursor.
    pub cursor: Tint,
    /// Marks of the last step.
    pub last: Tint,
    /// Threatened stones, forbidden points, illegal ghosts.
    pub alarm: Tint,
    /// The background of emphasised cells.
    pub emphasis: Tint,
    /// The background of the winning path.
    pub path: Tint,
}

/// The colours of everything, at one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inks {
    /// The background of the whole screen.
    pub background: Tint,
    /// Ordinary text.
    pub text: Tint,
    /// Text of less weight: coordinates, labels.
    pub dim: Tint,
    /// The colour of what stands out: keys, the current item.
    pub accent: Tint,
    /// Headings.
    pub title: Tint,
    /// Something is wrong.
    pub warning: Tint,
    /// Something went well.
    pub good: Tint,
    /// Lines between panels.
    pub border: Tint,
    /// The selected item: text and background.
    pub selected: (Tint, Tint),
    /// Boards to choose from; a game is shown on the one against which its stones stand out most.
    pub boards: [BoardInk; 2],
    /// Stones by colour: white, black, red, blue.
    pub stones: [StoneInk; 4],
}

/// A set of colours for every depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colours {
    /// Colours for terminals with 256 colours or more.
    pub inks: Inks,
    /// Colours for terminals with 16.
    pub inks16: Inks,
    /// True if it shows no colour at whatever depth.
    pub mono: bool,
}

/// A set of colours that comes with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    /// The name in settings.
    pub id: &'static str,
    /// The name people read.
    pub title: &'static str,
    /// Its colours.
    pub colours: Colours,
}

const DARK: Inks = Inks {
    background: rgb(0x16181c),
    text: rgb(0xd6d8dc),
    dim: rgb(0x8d939e),
    accent: rgb(0x6fc3df),
    title: rgb(0xf0f2f5),
    warning: rgb(0xff8f70),
    good: rgb(0x87d68d),
    border: rgb(0x464c57),
    selected: (rgb(0x101216), rgb(0x6fc3df)),
    boards: [
        BoardInk {
            tile: rgb(0x1a1f26),
            line: rgb(0x525a68),
            dot: rgb(0x88919f),
            legal: rgb(0x87d68d),
            cursor: rgb(0xffd75f),
            last: rgb(0xffd75f),
            alarm: rgb(0xff8fab),
            emphasis: rgb(0x415a68),
            path: rgb(0x5c5320),
        },
        BoardInk {
            tile: rgb(0x92734a),
            line: rgb(0x543f20),
            dot: rgb(0x2e200a),
            legal: rgb(0xf4ffe8),
            cursor: rgb(0xfff6c2),
            last: rgb(0xfff6c2),
            alarm: rgb(0x3a0008),
            emphasis: rgb(0x5c7f86),
            path: rgb(0xb08a2c),
        },
    ],
    stones: [
        StoneInk { fill: rgb(0xffffff), text: rgb(0x202226) },
        StoneInk { fill: rgb(0x0c0d10), text: rgb(0xd8dade) },
        StoneInk { fill: rgb(0xd92a1e), text: rgb(0xffffff) },
        StoneInk { fill: rgb(0xb0dcff), text: rgb(0x041330) },
    ],
};

const LIGHT: Inks = Inks {
    background: rgb(0xf6f4ee),
    text: rgb(0x262a31),
    dim: rgb(0x666b75),
    accent: rgb(0x006a91),
    title: rgb(0x101318),
    warning: rgb(0xa3104a),
    good: rgb(0x207033),
    border: rgb(0xb8b4a8),
    selected: (rgb(0xffffff), rgb(0x006a91)),
    boards: [
        BoardInk {
            tile: rgb(0xf0e4c8),
            line: rgb(0xb39c6c),
            dot: rgb(0x75602f),
            legal: rgb(0x1a6b2c),
            cursor: rgb(0x004f8a),
            last: rgb(0x6c3600),
            alarm: rgb(0xa8106a),
            emphasis: rgb(0xbfdde0),
            path: rgb(0xffd24d),
        },
        BoardInk {
            tile: rgb(0xa27f4f),
            line: rgb(0x6a4f28),
            dot: rgb(0x38270a),
            legal: rgb(0x102010),
            cursor: rgb(0x001f4d),
            last: rgb(0x381800),
            alarm: rgb(0x480c30),
            emphasis: rgb(0x84a9a8),
            path: rgb(0xe2b94a),
        },
    ],
    stones: [
        StoneInk { fill: rgb(0xffffff), text: rgb(0x202226) },
        StoneInk { fill: rgb(0x121317), text: rgb(0xe6e8ec) },
        StoneInk { fill: rgb(0x6a0a10), text: rgb(0xffe4de) },
        StoneInk { fill: rgb(0x1480d8), text: rgb(0x000814) },
    ],
};

const CONTRAST: Inks = Inks {
    background: rgb(0x000000),
    text: rgb(0xffffff),
    dim: rgb(0xc8c8c8),
    accent: rgb(0x5ce1ff),
    title: rgb(0xffffff),
    warning: rgb(0xffa07a),
    good: rgb(0x7dff8a),
    border: rgb(0xa0a0a0),
    selected: (rgb(0x000000), rgb(0xffe14d)),
    boards: [
        BoardInk {
            tile: rgb(0x141414),
            line: rgb(0x8a8a8a),
            dot: rgb(0xc0c0c0),
            legal: rgb(0x7dff8a),
            cursor: rgb(0xffe14d),
            last: rgb(0xffe14d),
            alarm: rgb(0xffa07a),
            emphasis: rgb(0x1f5a70),
            path: rgb(0x6a5a00),
        },
        BoardInk {
            tile: rgb(0x767676),
            line: rgb(0x303030),
            dot: rgb(0x080808),
            legal: rgb(0xd4ffd0),
            cursor: rgb(0xfff7a0),
            last: rgb(0xfff7a0),
            alarm: rgb(0x1a0008),
            emphasis: rgb(0x4a8fa3),
            path: rgb(0xb89a00),
        },
    ],
    stones: [
        StoneInk { fill: rgb(0xffffff), text: rgb(0x000000) },
        StoneInk { fill: rgb(0x000000), text: rgb(0xffffff) },
        StoneInk { fill: rgb(0xd92a1e), text: rgb(0xffffff) },
        StoneInk { fill: rgb(0xb0dcff), text: rgb(0x000000) },
    ],
};

/// Blue and yellow in place of red and green, and red and blue stones that differ in brightness as well.
///
/// Source: the colours of Okabe and Ito, "Tint Universal Design", 2008.
const COLOUR_BLIND: Inks = Inks {
    accent: rgb(0x56b4e9),
    warning: rgb(0xe69f00),
    good: rgb(0x56b4e9),
    selected: (rgb(0x101216), rgb(0x56b4e9)),
    boards: [
        BoardInk {
            legal: rgb(0x56b4e9),
            cursor: rgb(0xf0e442),
            last: rgb(0xf0e442),
            alarm: rgb(0xe67424),
            emphasis: rgb(0x2f5d80),
            path: rgb(0x6b6410),
            ..DARK.boards[0]
        },
        BoardInk {
            legal: rgb(0xf0faff),
            alarm: rgb(0x2c0026),
            emphasis: rgb(0x5486ab),
            path: rgb(0xc9b82a),
            ..DARK.boards[1]
        },
    ],
    stones: [
        DARK.stones[0],
        DARK.stones[1],
        StoneInk { fill: rgb(0xb04f06), text: rgb(0xffffff) },
        StoneInk { fill: rgb(0x9bd6fa), text: rgb(0x001a2e) },
    ],
    ..DARK
};

const DARK16: Inks = Inks {
    background: Tint::Black,
    text: Tint::White,
    dim: Tint::Gray,
    accent: Tint::LightYellow,
    title: Tint::White,
    warning: Tint::LightRed,
    good: Tint::LightGreen,
    border: Tint::Gray,
    selected: (Tint::Black, Tint::Cyan),
    boards: [
        BoardInk {
            tile: Tint::Black,
            line: Tint::Gray,
            dot: Tint::Gray,
            legal: Tint::LightGreen,
            cursor: Tint::LightYellow,
            last: Tint::LightYellow,
            alarm: Tint::LightMagenta,
            emphasis: Tint::DarkGray,
            path: Tint::DarkGray,
        },
        BoardInk {
            tile: Tint::DarkGray,
            line: Tint::Black,
            dot: Tint::Black,
            legal: Tint::LightYellow,
            cursor: Tint::LightYellow,
            last: Tint::LightYellow,
            alarm: Tint::LightCyan,
            emphasis: Tint::Blue,
            path: Tint::Blue,
        },
    ],
    stones: [
        StoneInk { fill: Tint::White, text: Tint::Black },
        StoneInk { fill: Tint::Black, text: Tint::White },
        StoneInk { fill: Tint::LightRed, text: Tint::Black },
        StoneInk { fill: Tint::LightBlue, text: Tint::Black },
    ],
};

const LIGHT16: Inks = Inks {
    background: Tint::White,
    text: Tint::Black,
    dim: Tint::DarkGray,
    accent: Tint::Blue,
    title: Tint::Black,
    warning: Tint::Red,
    good: Tint::Magenta,
    border: Tint::Gray,
    selected: (Tint::White, Tint::Blue),
    boards: DARK16.boards,
    stones: DARK16.stones,
};

/// The palettes that do not come as files.
const OWN: [Palette; 5] = [
    Palette { id: "dark", title: "Dark", colours: Colours { inks: DARK, inks16: DARK16, mono: false } },
    Palette { id: "light", title: "Light", colours: Colours { inks: LIGHT, inks16: LIGHT16, mono: false } },
    Palette {
        id: "high-contrast",
        title: "High contrast",
        colours: Colours { inks: CONTRAST, inks16: DARK16, mono: false },
    },
    Palette {
        id: "colour-blind",
        title: "Colour-blind safe",
        colours: Colours { inks: COLOUR_BLIND, inks16: DARK16, mono: false },
    },
    Palette { id: "mono", title: "No colour", colours: Colours { inks: DARK, inks16: DARK16, mono: true } },
];

/// Every palette, in the order settings show them: the first is the usual one, those that come as files are last.
pub static PALETTES: LazyLock<Vec<Palette>> =
    LazyLock::new(|| OWN.into_iter().chain(FILES.iter().filter_map(|text| read_file(text, &OWN))).collect());

/// The palette called `id`, if there is one.
pub fn palette(id: &str) -> Option<&'static Palette> {
    PALETTES.iter().find(|palette| palette.id == id)
}
