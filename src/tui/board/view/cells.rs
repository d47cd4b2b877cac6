//! One cell in each of the sizes: its glyph, its background, its outline, its stone.

use ratatui::style::{Modifier, Style};
use tetralith_core::{Cell, Colour, Direction, Shape};
use tetralith_picture::look::Tint;

use super::{Look, Painter, rank_label};
use crate::theme::{StoneShape, Vacant, mix};

/// The ways in which grid lines leave a point, as [`crate::theme::Scheme::crossing`] takes them.
const WAYS: [Direction; 4] = [Direction::North, Direction::South, Direction::West, Direction::East];

impl Look {
    /// True if nothing is to be seen of the cell but the lines of the board.
    fn is_bare(&self) -> bool {
        let is_empty = self.stone.is_none() && self.ghost.is_none() && self.rank.is_none();
        is_empty && self.line.is_none() && self.factor.is_none() && self.vacant == Vacant::Plain
    }
}

impl Painter<'_, '_> {
    /// The glyph in the middle of a cell and its style.
    pub(super) fn content(&self, look: &Look) -> (&'static str, Style) {
        let theme = self.view.theme;
        let mut style = match (look.ghost, look.stone, look.vacant) {
            (Some(colour), ..) => {
                let style =
                    theme.on(self.fill(colour), mix(look.background, self.fill(colour), 0.25));
                if theme.is_mono() {
                    style.add_modifier(Modifier::DIM | Modifier::REVERSED)
                } else {
                    style
                }
            }
            // A number is read on the colour of its stone.
            (None, Some(colour), _) if look.number.is_some() => {
                theme.stone(self.view.seen.info.side(colour).stone)
            }
            (None, Some(colour), _) if self.is_disc(colour, look) => {
                theme.on(self.fill(colour), look.background).add_modifier(Modifier::BOLD)
            }
            // A ring where a disc would not be seen.
            (None, Some(colour), _) if self.view.theme.shows_discs() => {
                let ink = theme.ink(self.view.seen.info.side(colour).stone).text;
                theme.on(theme.readable(ink, look.background), look.background)
            }
            (None, Some(colour), _) => theme.stone(self.view.seen.info.side(colour).stone),
            (None, None, _) if look.rank.is_some() && look.square.is_some() => {
                let ink = self.view.advice.side.map_or(self.ink.dot, |side| {
                    theme.ink(self.view.seen.info.side(side).stone).text
                });
                theme
                    .on(theme.readable(ink, look.background), look.background)
                    .add_modifier(Modifier::BOLD)
            }
            (None, None, _) if look.rank.is_some() => theme
                .on(theme.readable(self.advice_ink(), look.background), look.background)
                .add_modifier(Modifier::BOLD),
            (.., Vacant::Legal) => theme
                .on(theme.readable(self.ink.legal, look.background), look.background)
                .add_modifier(Modifier::BOLD),
            (.., Vacant::Forbidden(_) | Vacant::Closed) => {
                let ink = theme.readable(self.ink.alarm, look.background);
                theme.on(ink, look.background)
            }
            (.., Vacant::Held(shape)) if !self.is_washed() => {
                let colour = self.side_of(shape);
                theme.on(theme.readable(self.fill(colour), look.background), look.background)
            }
            _ => theme.on(self.ink.dot, look.background),
        };
        // Few colours may have none on which the stone there would be seen.
        if look.emphasised && !theme.mixes() {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        if theme.is_mono() && (look.cursor || look.rank == Some(1) && look.stone.is_none()) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let glyph = match (look.ghost.or(look.stone), look.rank) {
            (Some(_), _) if look.number.is_some() => {
                rank_label(look.number.unwrap_or_default(), false)
            }
            (Some(colour), _)
                if self.view.theme.shows_discs()
                    && (look.ghost.is_some() || self.is_disc(colour, look)) =>
            {
                self.discs[colour.index()]
            }
            (Some(_), _) if self.view.theme.shows_discs() => theme.glyph(StoneShape::Hollow),
            (Some(colour), _) => theme.glyph(self.shapes[colour.index()]),
            (None, Some(rank)) => rank_label(rank, self.view.advice.is_threat),
            (None, None) => match (look.line, look.vacant) {
                // The cell's controller still counts for more.
                (Some(line), Vacant::Plain | Vacant::Closed) => line,
                (_, Vacant::Held(_)) if self.is_washed() => theme.vacant_glyph(Vacant::Plain),
                (_, Vacant::Held(shape)) => {
                    theme.held_glyph(self.view.seen.info, self.side_of(shape))
                }
                (_, vacant) => theme.vacant_glyph(vacant),
            },
        };
        (glyph, style)
    }

    /// The style of the room beside a cell's glyph: the stone reaches over it unless the background
    /// means something.
    fn flank(&self, look: &Look) -> Style {
        match look.stone {
            Some(colour)
                if look.ghost.is_none() && !look.ground_tells && !self.view.theme.shows_discs() =>
            {
                self.view.theme.stone(self.view.seen.info.side(colour).stone)
            }
            // The rest belongs to the square, which is drawn once all cells are.
            _ if look.square.is_some() => self.view.theme.on(self.ink.dot, self.ink.tile),
            _ => self.view.theme.on(self.ink.dot, look.background),
        }
    }

    /// The ground under a stone of a chain, and between it and the next, where lines leave no room
    /// for bridges; `None` for a single stone, or if a stone would not be seen there.
    pub(super) fn ribbon(&self, cell: Cell) -> Option<Tint> {
        let view = self.view;
        let stone = view.seen.board.at(cell)?;
        let is_joined = view.seen.marks.is_some_and(|marks| marks.joined);
        let is_linked = WAYS.iter().any(|&way| self.is_next_to(cell, way, stone));
        let ribbon = mix(self.ink.tile, self.fill(stone), 0.35);
        let is_drawn = is_joined
            && is_linked
            && self.bears(ribbon, stone)
            && self.is_lined()
            && view.theme.mixes();
        is_drawn.then_some(ribbon)
    }

    /// True if the next cell that way has a stone of `colour`.
    fn is_next_to(&self, cell: Cell, way: Direction, colour: Colour) -> bool {
        let next = self.view.layout.toward(cell, way);
        next.is_some_and(|next| self.view.seen.board.at(next) == Some(colour))
    }

    pub(super) fn compact(&mut self, cell: Cell, look: &Look) {
        let (x, y) = self.view.layout.corner(cell);
        let (layout, theme) = (self.view.layout, self.view.theme);
        let (mut glyph, mut style) = self.content(look);
        let (mut beside, mut flank) = (" ", self.flank(look));
        if layout.geometry().shape() == Shape::Square && !theme.is_ascii() {
            let has = |direction| layout.toward(cell, direction).is_some();
            let line = theme.lines_style(self.ink, look.background);
            if has(Direction::East) {
                (beside, flank) = (if self.is_area(look) { " " } else { theme.lines()[0] }, line);
            }
            let is_open = self.view.seen.info.joins.is_none() && theme.mixes();
            if is_open && !has(Direction::West) {
                // Half a column of the board on either side.
                self.put(x - 1, y, "▐", theme.on(self.ink.tile, theme.background()));
            }
            if is_open && !has(Direction::East) {
                (beside, flank) = ("▌", theme.on(self.ink.tile, theme.background()));
            } else if look.square.is_some() || look.cursor && !self.is_area(look) {
                // Either bracket of the cursor is on the board.
                flank = theme.lines_style(self.ink, self.ink.tile);
            }
            let is_linked =
                look.stone.is_some_and(|stone| self.is_next_to(cell, Direction::East, stone));
            match self.ribbon(cell) {
                Some(ribbon) if is_linked => (beside, flank) = (" ", theme.on(ribbon, ribbon)),
                Some(_) => flank = theme.lines_style(self.ink, self.ink.tile),
                None => {}
            }
            if look.is_bare() {
                glyph = theme.crossing(WAYS.map(has));
                // Without colours only its style shows that a cell is meant.
                style = if look.emphasised && theme.is_mono() { style } else { line };
            }
        }
        self.put(x, y, glyph, style);
        self.put(x + 1, y, beside, flank);
    }

    /// Squares about the cells that are marked by one: a column and half of one on either side.
    pub(super) fn squares(&mut self) {
        for cell in self.view.layout.geometry().cells() {
            let look = self.looks[cell.index()];
            let Some(colour) = look.square else { continue };
            let (x, y) = self.view.layout.corner(cell);
            let middle = x + self.slots.centre.0;
            for (x, half, other) in [(middle - 1, "▐", "▌"), (middle + 1, "▌", "▐")] {
                let (Ok(column), Ok(row)) = (u16::try_from(x), u16::try_from(y)) else { continue };
                let Some(there) = self.buffer.cell((column, row)) else { continue };
                // A half is drawn as text, which a console shows in brighter colours.
                let style = self.view.theme.on(self.view.theme.ground(colour), colour);
                let (symbol, style) = if there.symbol() == other && Some(there.fg) == style.fg {
                    // Two squares that touch are one.
                    let line = self.view.theme.lines_style(self.ink, colour);
                    (if self.is_area(&look) { " " } else { self.view.theme.lines()[0] }, line)
                } else {
                    let under = if there.symbol() == other { there.fg } else { there.bg };
                    (half, style.bg(under))
                };
                self.put(x, y, symbol, style);
            }
        }
    }

    /// The three columns of a cell between its walls or lines.
    fn interior(&mut self, x: i32, y: i32, look: &Look) {
        let (glyph, style) = self.content(look);
        let flank = self.flank(look);
        let digits =
            look.factor.filter(|&size| size > 1).map(|size| size.to_string()).unwrap_or_default();
        // A long number pushes the glyph to the left, and a very long one takes its place.
        let shift = i32::from(digits.len() > 1);
        self.put(x, y, " ", flank);
        self.put(x + 2, y, " ", flank);
        self.put(x + 1, y, " ", style);
        self.put(x + 1 - shift, y, glyph, style);
        for (i, digit) in digits.bytes().rev().take(3).enumerate() {
            let symbol = char::from(digit);
            self.put(
                x + 2 - i as i32,
                y,
                symbol.encode_utf8(&mut [0; 4]),
                if i == 0 { flank } else { style },
            );
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
            let ground = if look.square.is_some() { self.ink.tile } else { look.background };
            let style = self.view.theme.lines_style(self.ink, ground);
            let is_area = self.is_area(look);
            let line = |way| if has(way) && !is_area { across } else { " " };
            self.put(x, y, line(Direction::West), style);
            self.put(x + 2, y, line(Direction::East), style);
            if look.is_bare() {
                let style = self.view.theme.lines_style(self.ink, look.background);
                self.put(x + 1, y, self.view.theme.crossing(WAYS.map(has)), style);
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
        for (dx, dy, symbol) in
            [(0, 1, "|"), (4, 1, "|"), (1, 0, "/"), (3, 0, "\\"), (1, 2, "\\"), (3, 2, "/")]
        {
            self.put(x + dx, y + dy, if self.walled { symbol } else { " " }, wall);
        }
        self.put(x + 2, y, " ", wall);
        self.put(x + 2, y + 2, " ", wall);
        let has = |direction| self.view.layout.toward(cell, direction).is_some();
        // The board's upper and lower edges have no gaps between cells.
        let gaps = [(0, Direction::NorthEast), (2, Direction::SouthEast)];
        for (dy, _) in gaps.into_iter().filter(|&(_, beyond)| !has(beyond)) {
            if !self.walled && has(Direction::East) {
                self.put(x + 4, y + dy, " ", wall);
            }
        }
        self.interior(x + 1, y + 1, look);
    }

    /// The background of the next cell in a direction, if there is one.
    fn beyond(&self, cell: Cell, direction: Direction) -> Option<Tint> {
        self.view.layout.toward(cell, direction).map(|next| self.looks[next.index()].background)
    }

    pub(super) fn filled(&mut self, cell: Cell, look: &Look) {
        let (x, y) = self.view.layout.corner(cell);
        let (across, down) = self.size();
        let background = self.view.theme.on(self.ink.line, look.background);
        for (dx, dy) in (0..down).flat_map(|dy| (0..across).map(move |dx| (dx, dy))) {
            self.put(x + dx, y + dy, " ", background);
        }
        if self.view.layout.geometry().shape() == Shape::Hexhex {
            self.hexagon(cell, look);
        }
        self.middle(x, y, look);
        let (column, row) = self.slots.centre;
        if let Some(number) = look.number {
            self.put(x + column, y + row, rank_label(number, false), self.stone_style(look));
        }
        if let Some(size) = look.factor.filter(|&size| size > 1) {
            for (i, digit) in (column..).zip(size.to_string().bytes()) {
                let digit = char::from(digit);
                self.put(
                    x + i,
                    y + row + 1,
                    digit.encode_utf8(&mut [0; 4]),
                    self.stone_style(look),
                );
            }
        }
    }

    /// Columns and rows of a filled cell.
    fn size(&self) -> (i32, i32) {
        let zoom = self.view.layout.zoom();
        (2 * i32::from(zoom.half()), i32::from(zoom.rows()))
    }

    /// Makes a hexagon of a filled cell: its corners are cut off, or it has walls.
    fn hexagon(&mut self, cell: Cell, look: &Look) {
        let (x, y) = self.view.layout.corner(cell);
        let theme = self.view.theme;
        let (right, below) = (self.size().0 - 1, self.size().1 - 1);
        if self.smooth {
            for (dx, dy, cut, direction) in [
                (0, 0, "▟", Direction::NorthWest),
                (right, 0, "▙", Direction::NorthEast),
                (0, below, "▜", Direction::SouthWest),
                (right, below, "▛", Direction::SouthEast),
            ] {
                // Corners cut off make hexagons of bricks.
                if self.beyond(cell, direction).is_none() {
                    self.put(x + dx, y + dy, cut, theme.on(look.background, theme.background()));
                }
            }
        }
        if !self.walled {
            return;
        }
        let wall = theme.lines_style(self.ink, look.background);
        let upright = (1..below)
            .flat_map(|dy| [(0, dy, "|", Direction::West), (right + 1, dy, "|", Direction::East)]);
        let slanted = [
            (0, 0, "/", Direction::NorthWest),
            (right, 0, "\\", Direction::NorthEast),
            (1, below, "\\", Direction::SouthWest),
            (right - 1, below, "/", Direction::SouthEast),
        ];
        for (dx, dy, symbol, direction) in slanted.into_iter().chain(upright) {
            // Where the background has a colour it shows the rim, and the next cell draws the wall
            // on its left.
            if theme.is_mono()
                || direction != Direction::East && self.beyond(cell, direction).is_some()
            {
                self.put(x + dx, y + dy, symbol, wall);
            }
        }
    }

    /// The stone or the sign in the middle of a filled cell.
    fn middle(&mut self, x: i32, y: i32, look: &Look) {
        let theme = self.view.theme;
        let (glyph, style) = self.content(look);
        let ((across, down), (column, row)) = (self.size(), self.slots.centre);
        match look.ghost.or(look.stone) {
            Some(colour)
                if self.smooth
                    && theme.tells_apart(self.disc_fill(colour, look), look.background) =>
            {
                self.disc(x, y, self.disc_fill(colour, look), look.background);
            }
            Some(_) if theme.is_mono() => {
                // About as wide as it is high, and apart from the walls where there is room.
                let apart = i32::from(down > 3);
                for (dx, dy) in (apart..down - apart)
                    .flat_map(|dy| (column - apart..column + 2 + apart).map(move |dx| (dx, dy)))
                {
                    self.put(x + dx, y + dy, glyph, style);
                }
            }
            Some(_) => {
                for (dx, dy) in (0..down).flat_map(|dy| (1..across - 1).map(move |dx| (dx, dy))) {
                    let symbol =
                        if dy == row && (dx == column || dx == column + 1) { glyph } else { " " };
                    self.put(x + dx, y + dy, symbol, style);
                }
            }
            None => {
                self.put(x + column, y + row, glyph, style);
                self.put(
                    x + column + 1,
                    y + row,
                    if look.rank.is_some() { " " } else { glyph },
                    style,
                );
            }
        }
    }

    fn stone_style(&self, look: &Look) -> Style {
        look.stone.map_or(self.view.theme.base(), |colour| {
            self.view.theme.stone(self.view.seen.info.side(colour).stone)
        })
    }

    /// The colour of a round stone, or of a ghost's.
    fn disc_fill(&self, colour: Colour, look: &Look) -> Tint {
        let fill = self.fill(colour);
        if look.ghost.is_some() { mix(look.background, fill, 0.45) } else { fill }
    }

    /// A round stone in a filled cell, of quarters of characters, which are about half as wide as
    /// high.
    fn disc(&mut self, x: i32, y: i32, fill: Tint, background: Tint) {
        let theme = self.view.theme;
        let (stone, inside) = (theme.on(fill, background), theme.on(background, fill));
        let can_be_ground = theme.ground(fill) == theme.shown(fill);
        let (across, down) = self.size();
        let middle = across as f32 / 2.0;
        // In the smallest half a column stays free on either side, and neighbours do not touch.
        let radius = middle - if across > 6 { 0.4 } else { 0.3 };
        // Quarters are counted from the left, halves of rows from the top.
        let is_covered = |quarter: i32, half: i32| {
            let (dx, dy) = (0.5 * quarter as f32 + 0.25 - middle, half as f32 + 0.5 - middle);
            dx.hypot(dy) <= radius
        };
        for (dx, dy) in (0..down).flat_map(|dy| (0..across).map(move |dx| (dx, dy))) {
            let row = |half: i32| [2 * dx, 2 * dx + 1].map(|quarter| is_covered(quarter, half));
            // Many fonts leave a seam at the top of a block, and a background has none. On a
            // console not every colour can be one.
            let (symbol, style) = match quarters(row(2 * dy), row(2 * dy + 1)) {
                " " => continue,
                "█" if can_be_ground => (" ", inside),
                "▀" if can_be_ground => ("▄", inside),
                symbol => (symbol, stone),
            };
            self.put(x + dx, y + dy, symbol, style);
        }
    }
}

/// The character that fills these quarters: the left and the right above, and those below.
const fn quarters(above: [bool; 2], below: [bool; 2]) -> &'static str {
    match (above, below) {
        ([false, false], [false, false]) => " ",
        ([false, false], [true, false]) => "▖",
        ([false, false], [false, true]) => "▗",
        ([false, false], [true, true]) => "▄",
        ([true, false], [false, false]) => "▘",
        ([true, false], [true, false]) => "▌",
        ([true, false], [false, true]) => "▚",
        ([true, false], [true, true]) => "▙",
        ([false, true], [false, false]) => "▝",
        ([false, true], [true, false]) => "▞",
        ([false, true], [false, true]) => "▐",
        ([false, true], [true, true]) => "▟",
        ([true, true], [false, false]) => "▀",
        ([true, true], [true, false]) => "▛",
        ([true, true], [false, true]) => "▜",
        ([true, true], [true, true]) => "█",
    }
}
