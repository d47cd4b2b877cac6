//! Styles: how the colours of a [`Scheme`] are sent to the terminal. No other module of the screen
//! names a colour.

use std::ops::Deref;

use ratatui::style::{Color, Modifier, Style};
use tetralith_core::rules::StoneColour;
use tetralith_core::{Colour, Info};

pub use tetralith_picture::look::scheme::{
    Depth, Glyphs, Scheme, StoneShape, Vacant, stone_shapes,
};
pub use tetralith_picture::look::themes::{
    BoardInk, Colours, Inks, PALETTES, Palette, StoneInk, palette,
};
pub use tetralith_picture::look::tint::{LEGIBLE, Tint, components, contrast, mix};

/// Marks what is selected, so that drawing knows where the user looks; never shown.
pub const SELECTED: Modifier = Modifier::SLOW_BLINK;

/// Marks a caret or the cursor on a board, as [`SELECTED`] does; it matters more.
pub const CARET: Modifier = Modifier::RAPID_BLINK;

/// The share of the accent in what is filled below a graph.
const MUTED: f32 = 0.4;

/// A scheme, and the styles that the screen makes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme(Scheme);

impl Deref for Theme {
    type Target = Scheme;

    fn deref(&self) -> &Scheme {
        &self.0
    }
}

/// Returns `tint` as a colour of the drawing library.
const fn color(tint: Tint) -> Color {
    match tint {
        Tint::Reset => Color::Reset,
        Tint::Black => Color::Black,
        Tint::Red => Color::Red,
        Tint::Green => Color::Green,
        Tint::Yellow => Color::Yellow,
        Tint::Blue => Color::Blue,
        Tint::Magenta => Color::Magenta,
        Tint::Cyan => Color::Cyan,
        Tint::Gray => Color::Gray,
        Tint::DarkGray => Color::DarkGray,
        Tint::LightRed => Color::LightRed,
        Tint::LightGreen => Color::LightGreen,
        Tint::LightYellow => Color::LightYellow,
        Tint::LightBlue => Color::LightBlue,
        Tint::LightMagenta => Color::LightMagenta,
        Tint::LightCyan => Color::LightCyan,
        Tint::White => Color::White,
        Tint::Indexed(index) => Color::Indexed(index),
        Tint::Rgb(red, green, blue) => Color::Rgb(red, green, blue),
    }
}

/// Returns a colour of the drawing library as a tint.
const fn tint(color: Color) -> Tint {
    match color {
        Color::Reset => Tint::Reset,
        Color::Black => Tint::Black,
        Color::Red => Tint::Red,
        Color::Green => Tint::Green,
        Color::Yellow => Tint::Yellow,
        Color::Blue => Tint::Blue,
        Color::Magenta => Tint::Magenta,
        Color::Cyan => Tint::Cyan,
        Color::Gray => Tint::Gray,
        Color::DarkGray => Tint::DarkGray,
        Color::LightRed => Tint::LightRed,
        Color::LightGreen => Tint::LightGreen,
        Color::LightYellow => Tint::LightYellow,
        Color::LightBlue => Tint::LightBlue,
        Color::LightMagenta => Tint::LightMagenta,
        Color::LightCyan => Tint::LightCyan,
        Color::White => Tint::White,
        Color::Indexed(index) => Tint::Indexed(index),
        Color::Rgb(red, green, blue) => Tint::Rgb(red, green, blue),
    }
}

impl Theme {
    /// Returns `palette` shown at `depth` with `glyphs`.
    pub const fn new(palette: &Palette, depth: Depth, glyphs: Glyphs) -> Self {
        Self(Scheme::new(palette, depth, glyphs))
    }

    /// Returns `colours` shown at `depth` with `glyphs`.
    pub const fn of(colours: Colours, depth: Depth, glyphs: Glyphs) -> Self {
        Self(Scheme::of(colours, depth, glyphs))
    }

    /// The same theme with every colour, for pictures, which show them all however few the text
    /// has.
    pub fn in_full(&self) -> Self {
        Self::of(*self.colours(), Depth::TrueColour, self.glyphs())
    }

    /// True if everything is drawn in ASCII characters.
    pub fn is_ascii(&self) -> bool {
        self.glyphs() == Glyphs::Ascii
    }

    /// The scheme whose styles these are.
    pub const fn scheme(&self) -> &Scheme {
        &self.0
    }

    /// Returns `tint` as the terminal can show it.
    fn color(&self, tint: Tint) -> Color {
        color(self.shown(tint))
    }

    /// Returns `text` on `background`, both as the terminal can show them.
    pub(crate) fn on(&self, text: Tint, background: Tint) -> Style {
        Style::new().fg(self.color(text)).bg(color(self.ground(background)))
    }

    /// The whole screen before anything is written on it.
    pub fn base(&self) -> Style {
        self.on(self.inks().text, self.inks().background)
    }

    /// The style of text without emphasis.
    pub fn text(&self) -> Style {
        self.base()
    }

    /// Text of less weight.
    pub fn dim(&self) -> Style {
        let style = self.on(self.inks().dim, self.inks().background);
        // Among few colours none is seen everywhere and yet looks dimmer than text.
        if self.mixes() { style } else { style.add_modifier(Modifier::DIM) }
    }

    /// Accents: keys, links, the current item.
    pub fn accent(&self) -> Style {
        let style = self.on(self.inks().accent, self.inks().background);
        if self.is_mono() { style.add_modifier(Modifier::BOLD) } else { style }
    }

    /// Headings.
    pub fn title(&self) -> Style {
        self.on(self.inks().title, self.inks().background).add_modifier(Modifier::BOLD)
    }

    /// Headings of the parts of a panel.
    pub fn heading(&self) -> Style {
        self.accent().add_modifier(Modifier::BOLD)
    }

    /// The quiet form of the accent, which fills the area below a graph.
    pub fn muted(&self) -> Style {
        let inks = self.inks();
        let mixed = mix(inks.background, inks.accent, MUTED);
        // Of 16 colours none can be mixed, and an area in the accent would be the loudest part of
        // the screen.
        let mut quiet = [mixed, Tint::DarkGray].into_iter();
        let muted = quiet.find(|&quiet| {
            self.tells_apart(quiet, inks.background) && self.ground(quiet) == self.shown(quiet)
        });
        self.on(muted.unwrap_or(inks.accent), inks.background)
    }

    /// Something is wrong.
    pub fn warning(&self) -> Style {
        self.on(self.inks().warning, self.inks().background).add_modifier(Modifier::BOLD)
    }

    /// Something went well.
    pub fn good(&self) -> Style {
        self.on(self.inks().good, self.inks().background).add_modifier(Modifier::BOLD)
    }

    /// Lines between panels.
    pub fn border(&self) -> Style {
        let Inks { border, dim, background, .. } = *self.inks();
        // As a background of text a console shows white as the grey of the lines.
        let line = if self.contrast(border, background) > 1.0 { border } else { dim };
        self.on(line, background)
    }

    /// The selected item of a list or menu.
    pub fn selected(&self) -> Style {
        let (text, background) = self.inks().selected;
        let style = self.on(text, background).add_modifier(Modifier::BOLD | SELECTED);
        if self.is_mono() { style.add_modifier(Modifier::REVERSED) } else { style }
    }

    /// The place in a line where the next character is typed.
    pub fn caret(&self) -> Style {
        self.selected().add_modifier(CARET)
    }

    /// Writing on a stone, on the stone.
    pub fn stone(&self, stone: StoneColour) -> Style {
        let ink = self.ink(stone);
        self.on(self.readable(ink.text, ink.fill), ink.fill).add_modifier(Modifier::BOLD)
    }

    /// The sign of `colour`'s stones beside text, and its style: a disc in their colour, as on a
    /// board of characters, a lighter one where black would not be seen on the background, or a
    /// ring where neither would be.
    pub fn stone_sign(&self, info: &Info, colour: Colour) -> (&'static str, Style) {
        if self.is_mono() {
            return (self.stone_glyph(info, colour), self.text());
        }
        let background = self.background();
        let ink = self.bar_ink(info, colour);
        let sign = match (self.glyphs(), self.disc_ink(info, colour)) {
            (Glyphs::Ascii, _) => self.stone_glyph(info, colour),
            (Glyphs::Unicode, Some(_)) => self.disc_glyph(info, colour),
            (Glyphs::Unicode, None) if self.contrast(ink, background) >= LEGIBLE => {
                self.glyph(StoneShape::Solid)
            }
            (Glyphs::Unicode, None) => {
                return (self.glyph(StoneShape::Hollow), self.on(self.inks().dim, background));
            }
        };
        (sign, self.on(ink, background))
    }

    /// The colour of `colour`'s stones as discs on the background, if they can be seen there: a
    /// white one that is darker would seem to be black.
    fn disc_ink(&self, info: &Info, colour: Colour) -> Option<Tint> {
        let [fill, other] = [colour, colour.other()].map(|it| self.ink(info.side(it).stone).fill);
        let [own, others] = [fill, other].map(|fill| self.contrast(fill, self.background()));
        (own >= LEGIBLE || own > others).then_some(fill)
    }

    /// The colours of both sides' stones in bars beside text; where one would not be seen on the
    /// background, both are over a shadow that is.
    pub fn side_bars(&self, info: &Info) -> [Style; 2] {
        if self.is_mono() {
            return [self.text(); 2];
        }
        let Inks { background, dim, .. } = *self.inks();
        let fills = Colour::BOTH.map(|colour| self.bar_ink(info, colour));
        let is_seen = fills.iter().all(|&fill| self.contrast(fill, background) >= LEGIBLE);
        fills.map(|fill| self.on(fill, if is_seen { background } else { dim }))
    }

    /// The colour of a side's part of a bar, and of its sign beside text: black is lighter where it
    /// would not be seen.
    fn bar_ink(&self, info: &Info, colour: Colour) -> Tint {
        let Inks { background, dim, .. } = *self.inks();
        let [fill, other] = [colour, colour.other()].map(|it| self.ink(info.side(it).stone).fill);
        if self.disc_ink(info, colour).is_some() {
            return fill;
        }
        let lighter = (1_u8..8).map(|tenths| mix(fill, dim, f32::from(tenths) / 10.0));
        let seen = lighter.chain([Tint::DarkGray]).find(|&ink| {
            info.side(colour).stone == StoneColour::Black
                && self.contrast(ink, background) >= LEGIBLE
                && self.contrast_between(other, ink) >= LEGIBLE
        });
        seen.unwrap_or(fill)
    }

    /// Returns `text`, or what can be read in its place, over the background that is `there`
    /// already.
    pub(crate) fn over(&self, text: Tint, there: Color) -> Style {
        Style::new().fg(self.color(self.readable(text, tint(there))))
    }

    /// The style of walls and grid lines.
    pub(crate) fn lines_style(&self, ink: &BoardInk, background: Tint) -> Style {
        let style = self.on(ink.line, background);
        if self.is_mono() { style.add_modifier(Modifier::DIM) } else { style }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every theme with colours and every game, with their names.
    fn coloured() -> impl Iterator<Item = (Theme, &'static Info, String)> {
        let palettes = PALETTES.iter().filter(|palette| !palette.colours.mono);
        let depths = Depth::ALL.into_iter().filter(|&depth| depth != Depth::Mono);
        let themes = palettes.flat_map(move |palette| depths.clone().map(move |at| (palette, at)));
        themes.flat_map(|(palette, depth)| {
            tetralith_core::games::INFOS.iter().map(move |&info| {
                let case = format!("{} {depth:?} {}", palette.id, info.id);
                (Theme::new(palette, depth, Glyphs::Unicode), info, case)
            })
        })
    }

    #[test]
    fn signs_of_both_sides_differ_by_form_or_brightness() {
        for (theme, info, case) in coloured() {
            let [first, second] = Colour::BOTH.map(|side| theme.stone_sign(info, side));
            let [one, other] = [first, second].map(|(_, style)| tint(style.fg.unwrap()));
            let apart = theme.contrast_between(one, other);
            assert!(first.0 != second.0 || apart >= LEGIBLE, "{case}: {one:?} {other:?}");
        }
    }

    #[test]
    fn parts_of_a_bar_differ_from_each_other_and_the_background() {
        for (theme, info, case) in coloured() {
            let bars = theme.side_bars(info);
            let [first, second] = bars.map(|style| tint(style.fg.unwrap()));
            let background = theme.background();
            // A part is bounded by the background or by its shadow.
            let told = |side: Tint| {
                let shadow = theme.contrast(theme.inks().dim, background);
                let over = bars[0].bg != theme.base().bg;
                theme.contrast(side, background).max(if over { shadow } else { 0.0 })
            };
            let pairs = [
                (first, second, theme.contrast_between(first, second)),
                (first, background, told(first)),
                (second, background, told(second)),
            ];
            for (a, b, told) in pairs {
                // Red and blue of the 16 colours are the terminal's own, and distinguished
                // by hue.
                let by_hue = [Tint::Red, Tint::LightRed, Tint::LightBlue];
                if by_hue.contains(&a) && b != background {
                    continue;
                }
                // No grey of a console is as far from both black and white.
                let least = if theme.depth() == Depth::Ansi8 { 2.8 } else { LEGIBLE };
                assert!(told >= least, "{case}: {a:?} on {b:?} {told}");
            }
        }
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
}
