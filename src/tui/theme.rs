//! Colours, glyphs and styles. No other module of the screen names a colour.
//!
//! A [`Theme`] is a [`Palette`] shown at a [`Depth`] with a set of [`Glyphs`]. Whatever the screen tells by colour it
//! tells by a glyph or a modifier as well, so every combination can be read, the one without colour included.

#![allow(clippy::unreadable_literal, reason = "colours read best as RRGGBB")]

use ratatui::style::{Color, Modifier, Style};
use tetralith_core::rules::Dye;
use tetralith_core::{Colour, Info};

/// How many colours the terminal shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Depth {
    /// 24 bits.
    TrueColour,
    /// The 256 colours of xterm.
    Ansi256,
    /// The 16 colours every terminal lets its user choose.
    Ansi16,
    /// None: every colour is left at the terminal's own, and modifiers take over.
    ///
    /// A colour that is set but not shown is not the same: with `NO_COLOR` in the environment, resetting it resets
    /// the modifiers too.
    Mono,
}

impl Depth {
    /// Every depth, most colours first.
    pub const ALL: [Self; 4] = [Self::TrueColour, Self::Ansi256, Self::Ansi16, Self::Mono];
}

/// Which characters draw the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Glyphs {
    /// Characters that are one column wide everywhere, East Asian terminals included.
    Unicode,
    /// ASCII alone.
    Ascii,
}

impl Glyphs {
    /// Both sets.
    pub const ALL: [Self; 2] = [Self::Unicode, Self::Ascii];
}

/// The shape that tells one side's stones from the other's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StoneShape {
    /// `X`, or a full hexagon.
    Solid,
    /// `O`, or an empty hexagon.
    Hollow,
}

/// The shapes of both sides' stones in a game, always two different ones.
pub fn stone_shapes(info: &Info) -> [StoneShape; 2] {
    let shape = |dye| match dye {
        Dye::Black | Dye::Red => StoneShape::Solid,
        Dye::White | Dye::Blue => StoneShape::Hollow,
    };
    let [first, second] = Colour::BOTH.map(|colour| shape(info.side(colour).dye));
    if first == second { [StoneShape::Solid, StoneShape::Hollow] } else { [first, second] }
}

/// What a cell without a stone shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Vacant {
    /// Nothing in particular.
    Plain,
    /// A step may go here; shown when that is the exception.
    Legal,
    /// No step may go here; shown when that is the exception.
    Closed,
    /// Controlled or owned by the side with stones of this shape.
    Held(StoneShape),
    /// In a territory that is nobody's.
    Neutral,
    /// Closed to the player to move by the rule of this name.
    Forbidden(&'static str),
}

/// The ink of one sort of stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoneInk {
    /// The stone.
    pub fill: Color,
    /// What is written on it.
    pub text: Color,
}

/// The colours of the board itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardInk {
    /// The cells: three tones on hexhex boards, so that no two neighbours have the same; the first on square ones.
    pub tiles: [Color; 3],
    /// Walls and grid lines.
    pub line: Color,
    /// What is written on a vacant cell that is nothing special.
    pub dot: Color,
    /// Vacant cells that are lit for the step at hand.
    pub legal: Color,
    /// Brackets of the cursor.
    pub cursor: Color,
    /// Marks of the last step.
    pub last: Color,
    /// Threatened stones, forbidden points, illegal ghosts.
    pub alarm: Color,
    /// The ground of emphasised cells.
    pub emphasis: Color,
    /// The ground of the winning path.
    pub path: Color,
}

/// The colours of everything, at one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inks {
    /// The ground of the whole screen.
    pub ground: Color,
    /// Ordinary text.
    pub text: Color,
    /// Text of less weight: coordinates, labels.
    pub dim: Color,
    /// What stands out: keys, the current item.
    pub accent: Color,
    /// Headings.
    pub title: Color,
    /// Something is wrong.
    pub warning: Color,
    /// Something went well.
    pub good: Color,
    /// Lines between panels.
    pub border: Color,
    /// The selected item: text and ground.
    pub selected: (Color, Color),
    /// Boards to choose from; a game is shown on the one against which its stones stand out most.
    pub boards: [BoardInk; 2],
    /// Stones by dye: white, black, red, blue.
    pub stones: [StoneInk; 4],
}

/// A set of colours for every depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colours {
    /// Colours for terminals with 256 colours or more.
    pub inks: Inks,
    /// Colours for terminals with 16.
    pub inks16: Inks,
    /// Whether it shows no colour at whatever depth.
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

const fn rgb(hex: u32) -> Color {
    Color::from_u32(hex)
}

const DARK: Inks = Inks {
    ground: rgb(0x16181c),
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
            tiles: [rgb(0x1e232a), rgb(0x0c0f13), rgb(0x2e343c)],
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
            tiles: [rgb(0x92734a), rgb(0x80603a), rgb(0xa88759)],
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
        StoneInk { fill: rgb(0xff6a5a), text: rgb(0x260604) },
        StoneInk { fill: rgb(0x66a3ff), text: rgb(0x041330) },
    ],
};

const LIGHT: Inks = Inks {
    ground: rgb(0xf6f4ee),
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
            tiles: [rgb(0xecdcb8), rgb(0xdfcb9c), rgb(0xf8f0dc)],
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
            tiles: [rgb(0xa27f4f), rgb(0x927040), rgb(0xb28f5e)],
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
        StoneInk { fill: rgb(0x5a060c), text: rgb(0xffe4de) },
        StoneInk { fill: rgb(0x143c96), text: rgb(0xe0ebff) },
    ],
};

const CONTRAST: Inks = Inks {
    ground: rgb(0x000000),
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
            tiles: [rgb(0x1c1c1c), rgb(0x000000), rgb(0x3a3a3a)],
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
            tiles: [rgb(0x767676), rgb(0x606060), rgb(0x8c8c8c)],
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
        StoneInk { fill: rgb(0xff5c5c), text: rgb(0x000000) },
        StoneInk { fill: rgb(0x62b0ff), text: rgb(0x000000) },
    ],
};

/// Blue and yellow in place of red and green, and red and blue stones that differ in brightness as well.
///
/// Source: the colours of Okabe and Ito, "Color Universal Design", 2008.
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
        StoneInk { fill: rgb(0xe8690a), text: rgb(0x000000) },
        StoneInk { fill: rgb(0x8fd0f7), text: rgb(0x001a2e) },
    ],
    ..DARK
};

const DARK16: Inks = Inks {
    ground: Color::Black,
    text: Color::Gray,
    dim: Color::DarkGray,
    accent: Color::LightYellow,
    title: Color::White,
    warning: Color::LightRed,
    good: Color::LightGreen,
    border: Color::DarkGray,
    selected: (Color::Black, Color::Cyan),
    boards: [
        BoardInk {
            tiles: [Color::Black; 3],
            line: Color::DarkGray,
            dot: Color::DarkGray,
            legal: Color::LightGreen,
            cursor: Color::LightYellow,
            last: Color::LightYellow,
            alarm: Color::LightMagenta,
            emphasis: Color::DarkGray,
            path: Color::DarkGray,
        },
        BoardInk {
            tiles: [Color::DarkGray; 3],
            line: Color::Black,
            dot: Color::Black,
            legal: Color::LightYellow,
            cursor: Color::LightYellow,
            last: Color::LightYellow,
            alarm: Color::LightCyan,
            emphasis: Color::Blue,
            path: Color::Blue,
        },
    ],
    stones: [
        StoneInk { fill: Color::White, text: Color::Black },
        StoneInk { fill: Color::Black, text: Color::White },
        StoneInk { fill: Color::LightRed, text: Color::Black },
        StoneInk { fill: Color::LightBlue, text: Color::Black },
    ],
};

const LIGHT16: Inks = Inks {
    ground: Color::White,
    text: Color::Black,
    dim: Color::DarkGray,
    accent: Color::Blue,
    title: Color::Black,
    warning: Color::Red,
    good: Color::Magenta,
    border: Color::Gray,
    selected: (Color::White, Color::Blue),
    boards: DARK16.boards,
    stones: DARK16.stones,
};

/// Every palette, in the order settings show them.
pub static PALETTES: &[Palette] = &[
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

/// The palette called `id`, if there is one.
pub fn palette(id: &str) -> Option<&'static Palette> {
    PALETTES.iter().find(|palette| palette.id == id)
}

/// How everything looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    colours: Colours,
    depth: Depth,
    glyphs: Glyphs,
}

impl Theme {
    /// `palette` shown at `depth` with `glyphs`.
    pub const fn new(palette: &Palette, depth: Depth, glyphs: Glyphs) -> Self {
        Self::of(palette.colours, depth, glyphs)
    }

    /// `colours` shown at `depth` with `glyphs`.
    pub const fn of(colours: Colours, depth: Depth, glyphs: Glyphs) -> Self {
        let depth = if colours.mono { Depth::Mono } else { depth };
        Self { colours, depth, glyphs }
    }

    /// The colours, whatever the depth.
    pub const fn colours(&self) -> &Colours {
        &self.colours
    }

    /// How many colours are shown.
    pub const fn depth(&self) -> Depth {
        self.depth
    }

    /// Which characters draw the board.
    pub const fn glyphs(&self) -> Glyphs {
        self.glyphs
    }

    /// Whether no colour is set at all.
    pub const fn is_mono(&self) -> bool {
        matches!(self.depth, Depth::Mono)
    }

    const fn inks(&self) -> &Inks {
        match self.depth {
            Depth::TrueColour | Depth::Ansi256 => &self.colours.inks,
            Depth::Ansi16 | Depth::Mono => &self.colours.inks16,
        }
    }

    /// `colour` as the terminal can show it.
    fn shown(&self, colour: Color) -> Color {
        match self.depth {
            Depth::TrueColour | Depth::Ansi16 => colour,
            Depth::Ansi256 => quantise(colour),
            Depth::Mono => Color::Reset,
        }
    }

    fn style(&self, text: Color, ground: Color) -> Style {
        Style::new().fg(self.shown(text)).bg(self.shown(ground))
    }

    /// The whole screen before anything is written on it.
    pub fn base(&self) -> Style {
        self.style(self.inks().text, self.inks().ground)
    }

    /// Ordinary text.
    pub fn text(&self) -> Style {
        self.base()
    }

    /// Text of less weight.
    pub fn dim(&self) -> Style {
        let style = self.style(self.inks().dim, self.inks().ground);
        if self.is_mono() { style.add_modifier(Modifier::DIM) } else { style }
    }

    /// What stands out: keys, links, the current item.
    pub fn accent(&self) -> Style {
        let style = self.style(self.inks().accent, self.inks().ground);
        if self.is_mono() { style.add_modifier(Modifier::BOLD) } else { style }
    }

    /// Headings.
    pub fn title(&self) -> Style {
        self.style(self.inks().title, self.inks().ground).add_modifier(Modifier::BOLD)
    }

    /// Something is wrong.
    pub fn warning(&self) -> Style {
        self.style(self.inks().warning, self.inks().ground).add_modifier(Modifier::BOLD)
    }

    /// Something went well.
    pub fn good(&self) -> Style {
        self.style(self.inks().good, self.inks().ground).add_modifier(Modifier::BOLD)
    }

    /// Lines between panels.
    pub fn border(&self) -> Style {
        self.style(self.inks().border, self.inks().ground)
    }

    /// The selected item of a list or menu.
    pub fn selected(&self) -> Style {
        let (text, ground) = self.inks().selected;
        let style = self.style(text, ground).add_modifier(Modifier::BOLD);
        if self.is_mono() { style.add_modifier(Modifier::REVERSED) } else { style }
    }

    /// A side's name or count beside the board.
    pub fn dye(&self, dye: Dye) -> Style {
        self.stone(dye).add_modifier(Modifier::BOLD)
    }

    /// What is written on a stone, on the stone.
    pub fn stone(&self, dye: Dye) -> Style {
        let ink = self.inks().stones[dye as usize];
        self.style(ink.text, ink.fill).add_modifier(Modifier::BOLD)
    }

    /// The glyph of `colour`'s stones in the game `info` describes.
    pub fn stone_glyph(&self, info: &Info, colour: Colour) -> &'static str {
        self.glyph(stone_shapes(info)[colour.index()])
    }

    /// The glyph of stones of this shape.
    pub const fn glyph(&self, shape: StoneShape) -> &'static str {
        match (self.glyphs, shape) {
            (Glyphs::Unicode, StoneShape::Solid) => "⬢",
            (Glyphs::Unicode, StoneShape::Hollow) => "⬡",
            (Glyphs::Ascii, StoneShape::Solid) => "X",
            (Glyphs::Ascii, StoneShape::Hollow) => "O",
        }
    }

    /// The glyph of a cell without a stone.
    pub fn vacant_glyph(&self, vacant: Vacant) -> &'static str {
        let (unicode, ascii) = match vacant {
            Vacant::Plain => ("⋅", "."),
            Vacant::Legal => ("∘", "+"),
            Vacant::Closed => (",", ","),
            Vacant::Held(StoneShape::Solid) => ("▪", "x"),
            Vacant::Held(StoneShape::Hollow) => ("▫", "o"),
            Vacant::Neutral => ("-", "-"),
            Vacant::Forbidden("crosscut") => ("✕", "%"),
            Vacant::Forbidden("loop") => ("⊚", "@"),
            Vacant::Forbidden(_) => ("⊠", "#"),
        };
        match self.glyphs {
            Glyphs::Unicode => unicode,
            Glyphs::Ascii => ascii,
        }
    }

    /// The colours of the board on which the game's stones stand out most.
    pub(crate) fn board(&self, info: &Info) -> &BoardInk {
        let inks = self.inks();
        let worst = |board: &BoardInk| {
            Colour::BOTH
                .map(|colour| contrast(board.tiles[0], inks.stones[info.side(colour).dye as usize].fill))
                .into_iter()
                .fold(f32::INFINITY, f32::min)
        };
        let [first, second] = &inks.boards;
        if worst(second) > worst(first) { second } else { first }
    }

    /// The tones of a board's cells: three different ones, or the first for all where the terminal cannot show three.
    pub(crate) fn tiles(&self, board: &BoardInk) -> [Color; 3] {
        let [a, b, c] = board.tiles;
        let three = self.tells_apart(a, b) && self.tells_apart(b, c) && self.tells_apart(a, c);
        if three { board.tiles } else { [a; 3] }
    }

    /// The ink of a sort of stones.
    pub(crate) const fn ink(&self, dye: Dye) -> StoneInk {
        self.inks().stones[dye as usize]
    }

    /// `text` on `ground`, both as the terminal can show them.
    pub(crate) fn on(&self, text: Color, ground: Color) -> Style {
        self.style(text, ground)
    }

    /// The ground of the whole screen.
    pub(crate) const fn base_ground(&self) -> Color {
        self.inks().ground
    }

    /// `text`, or black or white if it could not be read on `ground`.
    pub(crate) fn readable(&self, text: Color, ground: Color) -> Color {
        if self.is_mono() || contrast(self.shown(text), self.shown(ground)) >= LEGIBLE {
            return text;
        }
        let [dark, light] = match self.depth {
            Depth::Ansi16 => [Color::Black, Color::White],
            _ => [rgb(0), rgb(0xffffff)],
        };
        if contrast(dark, ground) > contrast(light, ground) { dark } else { light }
    }

    /// `text`, or what can be read in its place, over the ground that is `there` already.
    pub(crate) fn over(&self, text: Color, there: Color) -> Style {
        Style::new().fg(self.shown(self.readable(text, there)))
    }

    /// Whether two colours are shown as different ones.
    pub(crate) fn tells_apart(&self, a: Color, b: Color) -> bool {
        self.shown(a) != self.shown(b)
    }

    /// The style of walls and grid lines.
    pub(crate) fn lines_style(&self, ink: &BoardInk, ground: Color) -> Style {
        let style = self.on(ink.line, ground);
        if self.is_mono() { style.add_modifier(Modifier::DIM) } else { style }
    }

    /// The characters of grid lines, across and down.
    pub(crate) const fn lines(&self) -> [&'static str; 2] {
        match self.glyphs {
            Glyphs::Unicode => ["⋅", "⋅"],
            Glyphs::Ascii => ["-", "|"],
        }
    }
}

/// The contrast from which signs can be told from their ground.
///
/// Source: W3C, "Web Content Accessibility Guidelines 2.2", 1.4.11.
pub const LEGIBLE: f32 = 3.0;

/// `share` (0 to 1) of `over` mixed into `under`.
///
/// Colours of the terminal's own cannot be mixed; the one with the greater share is taken then.
pub(crate) fn mix(under: Color, over: Color, share: f32) -> Color {
    if let (Color::Rgb(..), Color::Rgb(..)) = (under, over) {
        let (under, over) = (components(under), components(over));
        let [red, green, blue] = [0, 1, 2].map(|i| {
            let (from, to) = (f32::from(under[i]), f32::from(over[i]));
            (from + (to - from) * share).round() as u8
        });
        Color::Rgb(red, green, blue)
    } else if share >= 0.5 {
        over
    } else {
        under
    }
}

/// Of xterm's colours 16 to 255, the one that looks most like `colour`: near in each component and more so in the
/// differences between them, so that a pale wood does not turn pink.
fn quantise(colour: Color) -> Color {
    if !matches!(colour, Color::Rgb(..)) {
        return colour;
    }
    let wanted = components(colour).map(i32::from);
    // On either side of each component, so eight corners of the cube; and the nearest grey.
    let corners = wanted.map(|value| {
        let above = LEVELS.iter().position(|&level| i32::from(level) >= value).unwrap_or(LEVELS.len() - 1);
        [above.saturating_sub(1) as u8, above as u8]
    });
    let [reds, greens, blues] = corners;
    let grey = ((wanted.iter().sum::<i32>() / 3 - 3).max(0) / 10).min(23) as u8;
    let far = |index: &u8| {
        let found = components(Color::Indexed(*index)).map(i32::from);
        let away = [0, 1, 2].map(|i| found[i] - wanted[i]);
        let hue = [away[0] - away[1], away[1] - away[2]];
        away.iter().map(|value| value * value).sum::<i32>() + hue.iter().map(|value| 3 * value * value).sum::<i32>()
    };
    let cube = reds.into_iter().flat_map(|red| {
        greens.into_iter().flat_map(move |green| blues.into_iter().map(move |blue| 16 + 36 * red + 6 * green + blue))
    });
    Color::Indexed(cube.chain([232 + grey]).min_by_key(far).unwrap_or(16))
}

/// The contrast of two colours, from 1 (none) to 21 (black on white).
///
/// Colours that are not 24 bits are taken at xterm's usual values, the terminal's own at none.
///
/// Source: W3C, "Web Content Accessibility Guidelines 2.2", definition of contrast ratio.
pub fn contrast(a: Color, b: Color) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn luminance(colour: Color) -> f32 {
    let linear = |value: u8| {
        let value = f32::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    let [red, green, blue] = components(colour).map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The levels of red, green and blue in xterm's cube of 216 colours.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// Red, green and blue of `colour`, at xterm's usual values if it is not 24 bits.
pub(crate) const fn components(colour: Color) -> [u8; 3] {
    match colour {
        Color::Rgb(red, green, blue) => [red, green, blue],
        Color::Indexed(i @ 16..=231) => {
            let i = i - 16;
            [LEVELS[(i / 36) as usize], LEVELS[(i / 6 % 6) as usize], LEVELS[(i % 6) as usize]]
        }
        Color::Indexed(i @ 232..) => [8 + 10 * (i - 232); 3],
        Color::Red => [205, 0, 0],
        Color::Green => [0, 205, 0],
        Color::Yellow => [205, 205, 0],
        Color::Blue => [0, 0, 238],
        Color::Magenta => [205, 0, 205],
        Color::Cyan => [0, 205, 205],
        Color::Gray => [229; 3],
        Color::DarkGray => [127; 3],
        Color::LightRed => [255, 0, 0],
        Color::LightGreen => [0, 255, 0],
        Color::LightYellow => [255, 255, 0],
        Color::LightBlue => [92, 92, 255],
        Color::LightMagenta => [255, 0, 255],
        Color::LightCyan => [0, 255, 255],
        Color::White => [255; 3],
        Color::Reset | Color::Black | Color::Indexed(_) => [0; 3],
    }
}

#[cfg(test)]
mod contrast_tests;

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::games::INFOS;
    use unicode_width::UnicodeWidthStr;

    const VACANT: [Vacant; 9] = [
        Vacant::Plain,
        Vacant::Legal,
        Vacant::Closed,
        Vacant::Held(StoneShape::Solid),
        Vacant::Held(StoneShape::Hollow),
        Vacant::Neutral,
        Vacant::Forbidden("crosscut"),
        Vacant::Forbidden("loop"),
        Vacant::Forbidden("a rule to come"),
    ];

    #[test]
    fn contrast_is_as_defined() {
        assert!((contrast(rgb(0), rgb(0xffffff)) - 21.0).abs() < 1e-3);
        assert!((contrast(rgb(0x777777), rgb(0x777777)) - 1.0).abs() < 1e-6);
        assert!((contrast(rgb(0x767676), rgb(0xffffff)) - 4.54).abs() < 0.01);
    }

    #[test]
    fn the_mono_theme_sets_no_colour() {
        for theme in [
            Theme::new(palette("mono").unwrap(), Depth::TrueColour, Glyphs::Unicode),
            Theme::new(palette("light").unwrap(), Depth::Mono, Glyphs::Ascii),
        ] {
            for style in [
                theme.base(),
                theme.dim(),
                theme.accent(),
                theme.title(),
                theme.warning(),
                theme.good(),
                theme.border(),
                theme.selected(),
                theme.stone(Dye::Red),
            ] {
                assert_eq!((style.fg, style.bg), (Some(Color::Reset), Some(Color::Reset)));
            }
            assert_ne!(theme.selected(), theme.text());
        }
    }

    #[test]
    fn every_sign_is_its_own_and_one_column_wide_even_on_east_asian_terminals() {
        for glyphs in Glyphs::ALL {
            let theme = Theme::new(&PALETTES[0], Depth::TrueColour, glyphs);
            let shapes = [StoneShape::Solid, StoneShape::Hollow].map(|shape| theme.glyph(shape));
            let signs: Vec<_> = VACANT.map(|vacant| theme.vacant_glyph(vacant)).into_iter().chain(shapes).collect();
            for (i, sign) in signs.iter().enumerate() {
                assert_eq!(sign.width_cjk(), 1, "{sign}");
                assert!(glyphs == Glyphs::Unicode || sign.is_ascii());
                assert!(!signs[..i].contains(sign), "{sign} means two things");
            }
        }
    }

    #[test]
    fn the_two_sides_of_a_game_never_have_the_same_shape() {
        for info in INFOS {
            let [first, second] = stone_shapes(info);
            assert_ne!(first, second, "{}", info.id);
        }
    }

    #[test]
    fn with_256_colours_a_colour_keeps_its_hue() {
        assert_eq!(quantise(rgb(0xff0000)), Color::Indexed(196));
        assert_eq!(quantise(rgb(0x080808)), Color::Indexed(232));
        assert_eq!(quantise(rgb(0x5f87af)), Color::Indexed(67));
        assert_eq!(quantise(Color::Red), Color::Red);
        for level in (0..=255).step_by(5) {
            let grey = components(quantise(Color::Rgb(level, level, level)));
            assert!(grey[0] == grey[1] && grey[1] == grey[2], "{level} turned {grey:?}");
        }
    }
}
