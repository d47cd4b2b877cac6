//! The sets of colours that come with the program.
#![allow(clippy::unreadable_literal, reason = "colours read best as RRGGBB")]

use std::sync::LazyLock;

pub use crate::look::inks::{BoardInk, Colours, Inks, Palette, StoneInk};
use crate::look::roles::{FILES, read_file};
use crate::look::tint::{Tint, rgb};

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
    further: None,
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
    // White stones and red ones that are clearly red.
    further: Some(BoardInk {
        tile: rgb(0x201812),
        line: rgb(0x5c5048),
        dot: rgb(0x96897e),
        legal: rgb(0x87d68d),
        cursor: rgb(0xffd75f),
        last: rgb(0xffd75f),
        alarm: rgb(0xff8fab),
        emphasis: rgb(0x4c5c64),
        path: rgb(0x5c5320),
    }),
    stones: [
        StoneInk { fill: rgb(0xffffff), text: rgb(0x202226) },
        StoneInk { fill: rgb(0x121317), text: rgb(0xe6e8ec) },
        StoneInk { fill: rgb(0xe02818), text: rgb(0xffffff) },
        StoneInk { fill: rgb(0x101a6e), text: rgb(0xe8ecff) },
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
    further: None,
    stones: [
        StoneInk { fill: rgb(0xffffff), text: rgb(0x000000) },
        StoneInk { fill: rgb(0x000000), text: rgb(0xffffff) },
        StoneInk { fill: rgb(0xd92a1e), text: rgb(0xffffff) },
        StoneInk { fill: rgb(0xb0dcff), text: rgb(0x000000) },
    ],
};

/// Blue and yellow in place of red and green, and red and blue stones that differ in brightness as
/// well.
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
    further: None,
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
    further: None,
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
    further: None,
    stones: DARK16.stones,
};

/// The palettes that do not come as files.
const OWN: [Palette; 5] = [
    Palette {
        id: "dark",
        title: "Dark",
        colours: Colours { inks: DARK, inks16: DARK16, mono: false },
    },
    Palette {
        id: "light",
        title: "Light",
        colours: Colours { inks: LIGHT, inks16: LIGHT16, mono: false },
    },
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
    Palette {
        id: "mono",
        title: "No colour",
        colours: Colours { inks: DARK, inks16: DARK16, mono: true },
    },
];

/// Every palette, in the order settings show them: the first is the usual one, those that come as
/// files are last.
pub static PALETTES: LazyLock<Vec<Palette>> = LazyLock::new(|| {
    OWN.into_iter().chain(FILES.iter().filter_map(|text| read_file(text, &OWN))).collect()
});

/// The palette called `id`, if there is one.
pub fn palette(id: &str) -> Option<&'static Palette> {
    PALETTES.iter().find(|palette| palette.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_theme() {
        for text in FILES {
            let palette = read_file(text, &PALETTES).unwrap_or_else(|| panic!("{text}"));
            assert!(PALETTES.contains(&palette) && palette.title != palette.id, "{}", palette.id);
        }
        assert_eq!(read_file("[themes.x]\nbase = \"night\"\n", &PALETTES), None);
        assert_eq!(
            read_file("[themes.x]\nbase = \"dark\"\nbackdrop = \"#000000\"\n", &PALETTES),
            None
        );
    }
}
