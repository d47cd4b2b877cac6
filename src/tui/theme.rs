//! Colours, glyphs and styles. No other module of the screen names a colour.
//!
//! A [`Theme`] is a [`Palette`] shown at a [`Depth`] with a set of [`Glyphs`]. Whatever the screen tells by colour it
//! tells by a glyph or a modifier as well, so every combination can be read, the one without colour included.

#![allow(clippy::unreadable_literal, reason = "colours read best as RRGGBB")]

mod palettes;
mod tones;

use ratatui::style::{Color, Modifier, Style};
use tetralith_core::rules::StoneColour;
use tetralith_core::{Colour, Info};

pub use palettes::{BoardInk, Colours, Inks, PALETTES, Palette, StoneInk, palette};
pub use tones::{LEGIBLE, contrast};
pub(crate) use tones::{components, mix};
use tones::{quantise, rgb};

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
    let shape = |stone| match stone {
        StoneColour::Black | StoneColour::Red => StoneShape::Solid,
        StoneColour::White | StoneColour::Blue => StoneShape::Hollow,
    };
    let [first, second] = Colour::BOTH.map(|colour| shape(info.side(colour).stone));
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

    /// What is written on a stone, on the stone.
    pub fn stone(&self, stone: StoneColour) -> Style {
        let ink = self.inks().stones[stone as usize];
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
                .map(|colour| contrast(board.tiles[0], inks.stones[info.side(colour).stone as usize].fill))
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
    pub(crate) const fn ink(&self, stone: StoneColour) -> StoneInk {
        self.inks().stones[stone as usize]
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
                theme.stone(StoneColour::Red),
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
