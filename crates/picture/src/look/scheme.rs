//! A palette as one terminal shows it: its colours at a depth, and the characters that draw boards.
//!
//! Everything shown by colour is shown by a sign or a modifier as well, so every combination can be
//! read, the one without colour included.

use strum::VariantArray;
use tetralith_core::rules::StoneColour;
use tetralith_core::{Colour, Info, Shape};

use crate::look::inks::WASH;
use crate::look::themes::{BoardInk, Colours, Inks, Palette, StoneInk};
use crate::look::tint::{LEGIBLE, Tint, components, contrast, mix, on_console, quantise, ratio};

/// The number of colours that a terminal shows, most first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, VariantArray)]
pub enum Depth {
    /// 24 bits.
    TrueColour,
    /// The 256 colours of xterm.
    Ansi256,
    /// The 16 colours every terminal lets its user choose.
    Ansi16,
    /// Those of a console of Linux: the 16 for text, the darker 8 for its background.
    Ansi8,
    /// None: every colour is left at the terminal's own, and modifiers take over.
    ///
    /// A colour that is set but not shown is not the same: with `NO_COLOR` in the environment,
    /// resetting it resets the modifiers too.
    Mono,
}

impl Depth {
    /// Every depth, most colours first.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all of them");
}

/// The characters that draw the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, VariantArray)]
pub enum Glyphs {
    /// The [signs](super::signs) that the usual monospaced fonts have; terminals set up to draw
    /// ambiguous characters two columns wide need the other set.
    Unicode,
    /// ASCII alone.
    Ascii,
}

impl Glyphs {
    /// Both sets.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all of them");
}

/// The shape that distinguishes one side's stones from the other's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StoneShape {
    /// `X`, or a full disc.
    Solid,
    /// `O`, or a ring.
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

/// The signs of a cell without a stone.
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
    /// In a neutral territory.
    Neutral,
    /// Closed to the player to move by the rule of this name.
    Forbidden(&'static str),
}

impl Vacant {
    /// True if pictures show it as a lozenge, and not as a cross like most closed cells.
    pub fn is_lozenge(self) -> bool {
        self == Self::Forbidden("loop")
    }
}

/// The contrast with its background from which a stone is a disc on it, and not a block that covers
/// it.
pub const DISC_FROM: f32 = 2.0;

/// A palette shown at a depth with a set of characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scheme {
    colours: Colours,
    depth: Depth,
    glyphs: Glyphs,
}

impl Scheme {
    /// Returns `palette` shown at `depth` with `glyphs`.
    pub const fn new(palette: &Palette, depth: Depth, glyphs: Glyphs) -> Self {
        Self::of(palette.colours, depth, glyphs)
    }

    /// Returns `colours` shown at `depth` with `glyphs`.
    pub const fn of(colours: Colours, depth: Depth, glyphs: Glyphs) -> Self {
        let depth = if colours.mono { Depth::Mono } else { depth };
        Self { colours, depth, glyphs }
    }

    /// The colours at every depth.
    pub const fn colours(&self) -> &Colours {
        &self.colours
    }

    /// The number of colours that are shown.
    pub const fn depth(&self) -> Depth {
        self.depth
    }

    /// The characters that draw the board.
    pub const fn glyphs(&self) -> Glyphs {
        self.glyphs
    }

    /// True if no colour is set at all.
    pub const fn is_mono(&self) -> bool {
        matches!(self.depth, Depth::Mono)
    }

    /// True if there are colours between the colours of the palette.
    pub const fn mixes(&self) -> bool {
        matches!(self.depth, Depth::TrueColour | Depth::Ansi256)
    }

    /// The colours at this depth.
    pub const fn inks(&self) -> &Inks {
        match self.depth {
            Depth::TrueColour | Depth::Ansi256 => &self.colours.inks,
            Depth::Ansi16 | Depth::Ansi8 | Depth::Mono => &self.colours.inks16,
        }
    }

    /// Returns `tint` as the terminal can show it.
    pub fn shown(&self, tint: Tint) -> Tint {
        match self.depth {
            Depth::TrueColour | Depth::Ansi16 | Depth::Ansi8 => tint,
            Depth::Ansi256 => quantise(tint),
            Depth::Mono => Tint::Reset,
        }
    }

    /// Returns `tint` as the terminal can show it as a background of text.
    ///
    /// A console shows the brighter half of its colours as the darker ones there, so that a board
    /// in dark grey would be as black as its lines and half of its stones: it is brown.
    pub fn ground(&self, tint: Tint) -> Tint {
        if self.depth != Depth::Ansi8 {
            return self.shown(tint);
        }
        match tint {
            Tint::LightRed => Tint::Red,
            Tint::LightGreen => Tint::Green,
            Tint::DarkGray | Tint::LightYellow => Tint::Yellow,
            Tint::LightBlue => Tint::Blue,
            Tint::LightMagenta => Tint::Magenta,
            Tint::LightCyan => Tint::Cyan,
            Tint::White => Tint::Gray,
            other => other,
        }
    }

    /// The contrast of `text` on `background` as both are shown, from 1 to 21.
    pub fn contrast(&self, text: Tint, background: Tint) -> f32 {
        ratio(self.seen(self.shown(text)), self.seen(self.ground(background)))
    }

    /// The contrast of two colours beside each other, both of text, as they are shown.
    pub fn contrast_between(&self, one: Tint, other: Tint) -> f32 {
        ratio(self.seen(self.shown(one)), self.seen(self.shown(other)))
    }

    /// Red, green and blue of what is shown.
    const fn seen(&self, shown: Tint) -> [u8; 3] {
        if matches!(self.depth, Depth::Ansi8) { on_console(shown) } else { components(shown) }
    }

    /// The glyph of `colour`'s stones in the game `info` describes.
    pub fn stone_glyph(&self, info: &Info, colour: Colour) -> &'static str {
        self.glyph(stone_shapes(info)[colour.index()])
    }

    /// The glyph of `colour`'s stones where they are discs in their colours: the same for both
    /// sides if brightness distinguishes them.
    pub fn disc_glyph(&self, info: &Info, colour: Colour) -> &'static str {
        let [first, second] = Colour::BOTH.map(|colour| self.ink(info.side(colour).stone).fill);
        if self.contrast_between(first, second) >= LEGIBLE {
            self.glyph(StoneShape::Solid)
        } else {
            self.stone_glyph(info, colour)
        }
    }

    /// The character of stones of this shape, one column wide.
    pub const fn glyph(&self, shape: StoneShape) -> &'static str {
        match (self.glyphs, shape) {
            (Glyphs::Unicode, StoneShape::Solid) => "●",
            (Glyphs::Unicode, StoneShape::Hollow) => "○",
            (Glyphs::Ascii, StoneShape::Solid) => "X",
            (Glyphs::Ascii, StoneShape::Hollow) => "O",
        }
    }

    /// The glyph of a cell without a stone.
    pub fn vacant_glyph(&self, vacant: Vacant) -> &'static str {
        let (unicode, ascii) = match vacant {
            Vacant::Plain => ("·", "."),
            Vacant::Legal => ("◦", "+"),
            // No board has both: a cell is closed by a rule with a name, or for a reason of its
            // own.
            Vacant::Closed | Vacant::Forbidden("controlled" | "crosscut") => ("×", "%"),
            Vacant::Held(StoneShape::Solid) => ("▪", "x"),
            Vacant::Held(StoneShape::Hollow) => ("▫", "o"),
            Vacant::Neutral => ("-", "-"),
            Vacant::Forbidden("loop") => ("◊", "@"),
            Vacant::Forbidden(_) => ("#", "#"),
        };
        match self.glyphs {
            Glyphs::Unicode => unicode,
            Glyphs::Ascii => ascii,
        }
    }

    /// The glyph of vacant cells that `colour` holds: the same for both sides where colours
    /// distinguish their stones, a hollow square, which looks least like one.
    pub fn held_glyph(&self, info: &Info, colour: Colour) -> &'static str {
        let [first, second] = Colour::BOTH.map(|colour| self.disc_glyph(info, colour));
        let are_discs = self.shows_discs() && first == second;
        let shape = if are_discs { StoneShape::Hollow } else { stone_shapes(info)[colour.index()] };
        self.vacant_glyph(Vacant::Held(shape))
    }

    /// True if boards of this shape have lines in characters that marks are not to interrupt.
    pub fn has_lines(&self, shape: Shape) -> bool {
        shape == Shape::Square && self.glyphs == Glyphs::Unicode && !self.is_mono()
    }

    /// The colours of the board with the best contrast to the game's stones; where all have too
    /// little contrast to one side's stones, the first, on which they have outlines.
    pub fn board(&self, info: &Info) -> &BoardInk {
        let inks = self.inks();
        let worst = |board: &BoardInk| {
            Colour::BOTH
                .map(|colour| {
                    contrast(board.tile, inks.stones[info.side(colour).stone as usize].fill)
                })
                .into_iter()
                .fold(f32::INFINITY, f32::min)
        };
        let [first, second] = &inks.boards;
        // Of 16 colours the third is for a console, which shows white as grey behind text.
        let further = inks.further.as_ref().filter(|_| self.depth != Depth::Ansi16);
        let best = [Some(second), further]
            .into_iter()
            .flatten()
            .fold(first, |best, board| if worst(board) > worst(best) { board } else { best });
        if worst(best) < LEGIBLE { first } else { best }
    }

    /// The colour of rings around threatened stones: of those that warn, the one that is seen best.
    pub fn threat(&self, info: &Info) -> Tint {
        self.on_stones(info, [self.board(info).alarm, self.inks().warning])
    }

    /// The colour of dots on the stones that count for the cell under the cursor: that of the
    /// cursor.
    pub fn counted(&self, info: &Info) -> Tint {
        let cursor = self.board(info).cursor;
        self.on_stones(info, [cursor, cursor])
    }

    /// The one of two inks that is seen best on the stones of both sides, darker or lighter if it
    /// would be lost on one of them: a mark of another colour on each side's stones would seem to
    /// be that of a side.
    fn on_stones(&self, info: &Info, [first, second]: [Tint; 2]) -> Tint {
        let worst = |ink: Tint| {
            let seen = Colour::BOTH
                .map(|colour| self.contrast(ink, self.ink(info.side(colour).stone).fill));
            seen[0].min(seen[1])
        };
        let best = if worst(second) > worst(first) { second } else { first };
        let mixed = (0..9_u8).flat_map(|tenths| {
            let ends = [Tint::Rgb(0, 0, 0), Tint::Rgb(255, 255, 255)];
            ends.map(|end| mix(best, end, f32::from(tenths) / 10.0))
        });
        mixed.into_iter().find(|ink| worst(*ink) >= LEGIBLE).unwrap_or(best)
    }

    /// The colour of the outline around a sort of stones on a board of this colour, if they have
    /// too little contrast to it.
    pub fn outline(&self, stone: StoneColour, tile: Tint) -> Option<Tint> {
        let StoneInk { fill, text } = self.ink(stone);
        (self.contrast(fill, tile) < LEGIBLE).then(|| self.readable(text, tile))
    }

    /// True if stones are discs in their colours.
    pub fn shows_discs(&self) -> bool {
        self.glyphs == Glyphs::Unicode && !self.is_mono()
    }

    /// The colour that washes cells which the side with these stones holds: a hue of its own, so
    /// that on wood the ground of neither white nor black is one more brown.
    pub fn wash(&self, stone: StoneColour) -> Tint {
        let fill = self.ink(stone).fill;
        match (stone, fill) {
            (StoneColour::White, Tint::Rgb(..)) => mix(fill, Tint::Rgb(255, 226, 140), 0.35),
            (StoneColour::Black, Tint::Rgb(..)) => mix(fill, Tint::Rgb(30, 60, 150), 0.5),
            _ => fill,
        }
    }

    /// The background of a vacant cell that the side with these stones holds on this board.
    pub fn held(&self, stone: StoneColour, board: &BoardInk) -> Tint {
        mix(board.tile, self.wash(stone), WASH)
    }

    /// The background of a stone of the last move, filled like this, where squares mark them: one
    /// that lets the stones of both sides be discs, or the strongest that lets this one be. None is
    /// shown as the board or as a stone.
    pub fn last_square(&self, info: &Info, fill: Tint) -> Tint {
        let BoardInk { tile, last, .. } = *self.board(info);
        let fills = Colour::BOTH.map(|colour| self.ink(info.side(colour).stone).fill);
        let others = [tile, fills[0], fills[1]].map(|other| self.ground(other));
        let is_seen = |square: &Tint| !others.contains(&self.ground(*square));
        let bears = |square: Tint, fill: Tint| self.contrast(fill, square) >= DISC_FROM;
        let shared = [0.5, 0.35].map(|share| mix(tile, last, share));
        let shared = shared.into_iter().filter(|_| self.mixes()).chain([self.blue()]);
        let for_both =
            shared.filter(is_seen).find(|&square| fills.iter().all(|&fill| bears(square, fill)));
        let weaker = [0.75, 0.5, 0.35, 0.2].map(|share| mix(tile, last, share));
        let few = [Tint::Cyan, Tint::Magenta, Tint::White];
        let own = [last, self.yellow()].into_iter().chain(weaker).chain(few);
        let for_one = || own.filter(is_seen).find(|&square| bears(square, fill));
        for_both.or_else(for_one).unwrap_or(last)
    }

    /// A blue that is seen on black and on white.
    const fn blue(&self) -> Tint {
        if self.mixes() { Tint::Rgb(0, 150, 215) } else { Tint::LightBlue }
    }

    /// A yellow that is seen on dark colours.
    const fn yellow(&self) -> Tint {
        if self.mixes() { Tint::Rgb(255, 221, 92) } else { Tint::LightYellow }
    }

    /// The colour of the dot on a stone of the last move that is filled like this: one for both
    /// sides if it is seen on both, else that of the board's marks, or yellow where that is seen
    /// better.
    pub fn last_dot(&self, info: &Info, fill: Tint) -> Tint {
        let blue = self.blue();
        let fills = Colour::BOTH.map(|colour| self.ink(info.side(colour).stone).fill);
        if fills.iter().all(|fill| self.contrast(blue, *fill) >= LEGIBLE) {
            return blue;
        }
        let last = self.board(info).last;
        let is_better = self.contrast(self.yellow(), fill) > self.contrast(last, fill);
        self.readable(if is_better { self.yellow() } else { last }, fill)
    }

    /// The colour of stones through which the board is seen; of 256 colours those nearest to wood
    /// through white are greys, and the wash of a cell has a hue.
    pub fn veil(&self, stone: StoneColour) -> Tint {
        match (stone, self.depth) {
            (StoneColour::White, Depth::Ansi256) => self.wash(stone),
            _ => self.ink(stone).fill,
        }
    }

    /// The ink of a sort of stones.
    pub const fn ink(&self, stone: StoneColour) -> StoneInk {
        self.inks().stones[stone as usize]
    }

    /// The background of the whole screen.
    pub const fn background(&self) -> Tint {
        self.inks().background
    }

    /// `text`, or black or white if it could not be read on `background`.
    pub fn readable(&self, text: Tint, background: Tint) -> Tint {
        if self.is_mono() || self.contrast(text, background) >= LEGIBLE {
            return text;
        }
        let [dark, light] = match self.depth {
            Depth::Ansi16 | Depth::Ansi8 => [Tint::Black, Tint::White],
            _ => [Tint::Rgb(0, 0, 0), Tint::Rgb(255, 255, 255)],
        };
        if self.contrast(dark, background) > self.contrast(light, background) {
            dark
        } else {
            light
        }
    }

    /// A colour a touch lighter than that of a board or a tile, which with 256 colours is the next
    /// one; the same if that is far off, or if there are fewer colours.
    pub fn lighter(&self, tile: Tint) -> Tint {
        let [red, green, blue] = components(self.shown(tile));
        let shown = Tint::Rgb(red, green, blue);
        let lighter = |share| mix(shown, Tint::Rgb(255, 255, 255), share);
        let is_lighter = |free: &Tint| self.mixes() && self.tells_apart(*free, tile);
        [0.05, 0.08, 0.11].map(lighter).into_iter().find(is_lighter).unwrap_or(tile)
    }

    /// The colour of signs on `board` where a step may go, on this `ground`: where there are many,
    /// dots as bright as stones would be taken for some.
    pub fn legal(&self, board: &BoardInk, ground: Tint) -> Tint {
        self.faint(self.readable(board.legal, ground), ground)
    }

    /// A colour a little fainter on `ground` than `ink`, as far as it can still be read.
    fn faint(&self, ink: Tint, ground: Tint) -> Tint {
        let tenths = if self.mixes() { 3 } else { 0_u8 };
        let mut mixed = (1..=tenths).rev().map(|tenths| mix(ink, ground, f32::from(tenths) / 10.0));
        let is_legible = |ink: &Tint| self.contrast(*ink, ground) >= LEGIBLE;
        mixed.find(is_legible).unwrap_or(ink)
    }

    /// True if two colours are shown as different ones.
    pub fn tells_apart(&self, a: Tint, b: Tint) -> bool {
        self.shown(a) != self.shown(b)
    }

    /// The characters of grid lines, across and down.
    pub const fn lines(&self) -> [&'static str; 2] {
        match self.glyphs {
            Glyphs::Unicode => ["─", "│"],
            Glyphs::Ascii => ["-", "|"],
        }
    }

    /// The character of a place that grid lines leave `up`, `down`, `left` and `right`.
    pub const fn crossing(&self, [up, down, left, right]: [bool; 4]) -> &'static str {
        if matches!(self.glyphs, Glyphs::Ascii) {
            return ".";
        }
        match (up, down, left, right) {
            (false, false, _, _) => "─",
            (_, _, false, false) => "│",
            (false, true, false, true) => "┌",
            (false, true, true, true) => "┬",
            (false, true, true, false) => "┐",
            (true, true, false, true) => "├",
            (true, true, true, true) => "┼",
            (true, true, true, false) => "┤",
            (true, false, false, true) => "└",
            (true, false, true, true) => "┴",
            (true, false, true, false) => "┘",
        }
    }
}

#[cfg(test)]
mod tests {
    use tetralith_core::games::INFOS;

    use super::*;
    use crate::look::signs::may_show;
    use crate::look::themes::PALETTES;

    const VACANT: [Vacant; 8] = [
        Vacant::Plain,
        Vacant::Legal,
        Vacant::Held(StoneShape::Solid),
        Vacant::Held(StoneShape::Hollow),
        Vacant::Neutral,
        Vacant::Forbidden("crosscut"),
        Vacant::Forbidden("loop"),
        Vacant::Forbidden("a rule to come"),
    ];

    #[test]
    fn every_sign_is_its_own_and_listed() {
        for glyphs in Glyphs::ALL {
            let scheme = Scheme::new(&PALETTES[0], Depth::TrueColour, glyphs);
            let shapes = [StoneShape::Solid, StoneShape::Hollow].map(|shape| scheme.glyph(shape));
            let signs: Vec<_> = VACANT
                .map(|vacant| scheme.vacant_glyph(vacant))
                .into_iter()
                .chain(shapes)
                .collect();
            for (i, sign) in signs.iter().enumerate() {
                assert!(sign.chars().count() == 1 && sign.chars().all(may_show), "{sign}");
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
}
