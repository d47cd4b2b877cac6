//! One cell in each of the sizes: its glyph, its background, its outline, its stone.

use ratatui::style::{Modifier, Style};
use tetralith_core::{Cell, Colour, Direction, Shape};
use tetralith_look::Tint;

use super::{Look, Painter, rank_label};
use crate::theme::{StoneShape, Vacant, mix};

impl Painter<'_, '_> {
    /// The glyph in the middle of a cell and its style.
    pub(super) fn content(&self, look: &Look) -> (&'static str, Style) {
        let theme = self.view.theme;
        let mut style = match (look.ghost, look.stone, look.vacant) {
            (Some(colour), ..) => {
                let style = theme.on(self.fill(colour), mix(look.background, self.fill(colour), 0.25));
                if theme.is_mono() { style.add_modifier(Modifier::DIM | Modifier::REVERSED) } else { style }
            }
            // A number is read on the colour of its stone.
            (None, Some(colour), _) if look.number.is_some() => theme.stone(self.view.info.side(colour).stone),
            (None, Some(colour), _) if self.is_disc(colour, look) => {
                theme.on(self.fill(colour), look.background).add_modifier(Modifier::BOLD)
            }
            (None, Some(colour), _) => theme.stone(self.view.info.side(colour).stone),
            (None, None, _) if look.rank.is_some() => theme
                .on(theme.readable(self.advice_ink(), look.background), look.background)
                .add_modifier(Modifier::BOLD),
            (.., Vacant::Legal) => {
                theme.on(theme.readable(self.ink.legal, look.background), look.background).add_modifier(Modifier::BOLD)
            }
            (.., Vacant::Forbidden(_) | Vacant::Closed) => {
                theme.on(theme.readable(self.ink.alarm, look.background), look.background)
            }
            (.., Vacant::Held(shape)) => {
                let colour = if self.shapes[0] == shape { Colour::First } else { Colour::Second };
                theme.on(theme.readable(self.fill(colour), look.background), look.background)
            }
            _ => theme.on(self.ink.dot, look.background),
        };
        if theme.is_mono() {
            if look.emphasised {
                style = style.add_modifier(Modifier::UNDERLINED);
            }
            if look.cursor || look.rank == Some(1) && look.stone.is_none() {
                style = style.add_modifier(Modifier::REVERSED);
            }
        }
        let glyph = match (look.ghost.or(look.stone), look.rank) {
            (Some(_), _) if look.number.is_some() => rank_label(look.number.unwrap_or_default(), false),
            // Brightness tells the discs apart.
            (Some(colour), _) if self.round && (look.ghost.is_some() || self.is_disc(colour, look)) => {
                theme.glyph(StoneShape::Solid)
            }
            (Some(colour), _) => theme.glyph(self.shapes[colour.index()]),
            (None, Some(rank)) => rank_label(rank, self.view.threat),
            (None, None) => match (look.line, look.vacant) {
                // Who controls the cell still counts for more.
                (Some(line), Vacant::Plain | Vacant::Closed) => line,
                (_, vacant) => theme.vacant_glyph(vacant),
            },
        };
        (glyph, style)
    }

    /// The style of the room beside a cell's glyph: the stone reaches over it unless the background has something to tell.
    fn flank(&self, look: &Look) -> Style {
        match look.stone {
            Some(colour) if look.ghost.is_none() && !look.ground_tells && !self.is_disc(colour, look) => {
                self.view.theme.stone(self.view.info.side(colour).stone)
            }
            _ => self.view.theme.on(self.ink.dot, look.background),
        }
    }

    pub(super) fn compact(&mut self, cell: Cell, look: &Look) {
        let (x, y) = self.view.layout.corner(cell);
        let (glyph, style) = self.content(look);
        self.put(x, y, glyph, style);
        self.put(x + 1, y, " ", self.flank(look));
    }

    /// The three columns of a cell between its walls or lines.
    fn interior(&mut self, x: i32, y: i32, look: &Look) {
        let (glyph, style) = self.content(look);
        let flank = self.flank(look);
        let digits = look.factor.filter(|&size| size > 1).map(|size| size.to_string()).unwrap_or_default();
        // A long number pushes the glyph to the left, and a very long one takes its place.
        let shift = i32::from(digits.len() > 1);
        self.put(x, y, " ", flank);
        self.put(x + 2, y, " ", flank);
        self.put(x + 1, y, " ", style);
        self.put(x + 1 - shift, y, glyph, style);
        for (i, digit) in digits.bytes().rev().take(3).enumerate() {
            let symbol = char::from(digit);
            self.put(x + 2 - i as i32, y, symbol.encode_utf8(&mut [0; 4]), if i == 0 { flank } else { style });
        }
    }

    pub(super) fn outlined_square(&mut self, cell: Cell, look: &Look) {
        let (x, y) = self.view.layout.corner(cell);
        let layout = self.view.layout;
        let line = self.view.theme.lines_style(self.ink, self.ink.tile);
        let [across, down] = self.view.theme.lines();
        let has = |direction| layout.toward(cell, direction).is_some();
        self.interior(x, y, look);
        if look.stone.is_none() && look.ghost.is_none() && !look.ground_tells {
            let style = self.view.theme.lines_style(self.ink, look.background);
            self.put(x, y, if has(Direction::West) { across } else { " " }, style);
            self.put(x + 2, y, if has(Direction::East) { across } else { " " }, style);
            let is_bare = look.rank.is_none() && look.line.is_none() && look.vacant == Vacant::Plain;
            if is_bare && look.factor.is_none() {
                let ways = [Direction::North, Direction::South, Direction::West, Direction::East].map(has);
                self.put(x + 1, y, self.view.theme.crossing(ways), style);
            }
        }
        if has(Direction::East) {
            self.put(x + 3, y, across, line);
        }
        if has(Direction::South) {
            for dx in 0..3 {
                self.put(x + dx, y + 1, if dx == 1 { down } else { " " }, line);
            }
            if has(Direction::East) {
                self.put(x + 3, y + 1, " ", line);
            }
        }
    }

    pub(super) fn outlined_hex(&mut self, cell: Cell, look: &Look) {
        let (x, y) = self.view.layout.corner(cell);
        let theme = self.view.theme;
        let wall = theme.lines_style(self.ink, self.ink.tile);
        for (dx, dy, symbol) in [(0, 1, "|"), (4, 1, "|"), (1, 0, "/"), (3, 0, "\\"), (1, 2, "\\"), (3, 2, "/")] {
            self.put(x + dx, y + dy, symbol, wall);
        }
        self.put(x + 2, y, " ", wall);
        self.put(x + 2, y + 2, " ", wall);
        self.interior(x + 1, y + 1, look);
    }

    /// The background of the next cell in a direction, if there is one.
    fn beyond(&self, cell: Cell, direction: Direction) -> Option<Tint> {
        self.view.layout.toward(cell, direction).map(|next| self.looks[next.index()].background)
    }

    pub(super) fn filled(&mut self, cell: Cell, look: &Look) {
        let (x, y) = self.view.layout.corner(cell);
        let theme = self.view.theme;
        let background = theme.on(self.ink.line, look.background);
        for (dx, dy) in (0..3).flat_map(|dy| (0..6).map(move |dx| (dx, dy))) {
            self.put(x + dx, y + dy, " ", background);
        }
        let is_hexhex = self.view.layout.geometry().shape() == Shape::Hexhex;
        if is_hexhex && self.smooth {
            for (dx, dy, cut, direction) in [
                (0, 0, "▟", Direction::NorthWest),
                (5, 0, "▙", Direction::NorthEast),
                (0, 2, "▜", Direction::SouthWest),
                (5, 2, "▛", Direction::SouthEast),
            ] {
                let beyond = self.beyond(cell, direction);
                // Corners cut off make hexagons of bricks; what is beyond a corner is the neighbour's background.
                if beyond.is_none() {
                    let style = theme.on(look.background, beyond.unwrap_or(theme.background()));
                    self.put(x + dx, y + dy, cut, style);
                }
            }
        }
        if is_hexhex {
            let wall = theme.lines_style(self.ink, look.background);
            for (dx, dy, symbol, direction) in [
                (0, 0, "/", Direction::NorthWest),
                (5, 0, "\\", Direction::NorthEast),
                (0, 1, "|", Direction::West),
                (6, 1, "|", Direction::East),
                (1, 2, "\\", Direction::SouthWest),
                (4, 2, "/", Direction::SouthEast),
            ] {
                // Where the background has a colour it shows the rim, and the next cell draws the wall on its left.
                if theme.is_mono() || direction != Direction::East && self.beyond(cell, direction).is_some() {
                    self.put(x + dx, y + dy, symbol, wall);
                }
            }
        }
        let (glyph, style) = self.content(look);
        match look.ghost.or(look.stone) {
            Some(colour) if self.smooth && theme.tells_apart(self.disc_fill(colour, look), look.background) => {
                let fill = self.disc_fill(colour, look);
                self.disc(x, y, fill, look.background);
            }
            Some(_) if theme.is_mono() => {
                for (dx, dy) in (0..3).flat_map(|dy| [(2, dy), (3, dy)]) {
                    self.put(x + dx, y + dy, glyph, style);
                }
            }
            Some(_) => {
                for (dx, dy) in (0..3).flat_map(|dy| (1..5).map(move |dx| (dx, dy))) {
                    let symbol = if dy == 1 && (dx == 2 || dx == 3) { glyph } else { " " };
                    self.put(x + dx, y + dy, symbol, style);
                }
            }
            None => {
                self.put(x + 2, y + 1, glyph, style);
                self.put(x + 3, y + 1, if look.rank.is_some() { " " } else { glyph }, style);
            }
        }
        if let Some(number) = look.number {
            self.put(x + 2, y + 1, rank_label(number, false), self.stone_style(look));
        }
        if let Some(size) = look.factor.filter(|&size| size > 1) {
            for (i, digit) in size.to_string().bytes().enumerate() {
                self.put(x + 2 + i as i32, y + 2, char::from(digit).encode_utf8(&mut [0; 4]), self.stone_style(look));
            }
        }
    }

    fn stone_style(&self, look: &Look) -> Style {
        look.stone.map_or(self.view.theme.base(), |colour| self.view.theme.stone(self.view.info.side(colour).stone))
    }

    /// The colour of a round stone, or of a ghost's.
    fn disc_fill(&self, colour: Colour, look: &Look) -> Tint {
        let fill = self.fill(colour);
        if look.ghost.is_some() { mix(look.background, fill, 0.45) } else { fill }
    }

    /// A round stone of five columns by three rows in the middle of a large cell.
    fn disc(&mut self, x: i32, y: i32, fill: Tint, background: Tint) {
        let theme = self.view.theme;
        let (stone, inverse) = (theme.on(fill, background), theme.on(background, fill));
        for (dy, left, right) in [(0, "▟", "▙"), (2, "▜", "▛")] {
            self.put(x + 1, y + dy, left, stone);
            self.put(x + 2, y + dy, " ", inverse);
            self.put(x + 3, y + dy, " ", inverse);
            self.put(x + 4, y + dy, right, stone);
        }
        self.put(x, y + 1, "▐", stone);
        for dx in 1..5 {
            self.put(x + dx, y + 1, " ", inverse);
        }
        self.put(x + 5, y + 1, "▐", inverse);
    }
}
