//! The board on the screen: one widget that draws a position.

mod coordinates;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Span;
use ratatui::widgets::Widget;
use tetralith_core::{About, Board, Cell, CellSet, Colour, Direction, Info, Marks, Shape};

use super::board_layout::{BoardLayout, Zoom};
use super::orientation::Orientation;
use super::theme::{BoardInk, Glyphs, StoneShape, Theme, Vacant, mix, stone_shapes};

/// A position as it is to be drawn. Make one with [`BoardView::new`] and set what else is to be seen.
///
/// ```
/// use ratatui::{buffer::Buffer, layout::Rect, widgets::Widget};
/// use tetralith::tui::{board_layout::BoardLayout, board_view::BoardView, theme};
/// use tetralith_core::{Cell, Game, Setup};
///
/// let game = Game::new("multiplicity", &Setup { size: Some(2), ..Setup::default() })?;
/// let (area, centre) = (Rect::new(0, 0, 9, 4), Cell::new(3));
/// let layout = BoardLayout::fit(game.board().geometry(), area, None, true, centre).expect("it fits");
/// let theme = theme::Theme::new(&theme::PALETTES[0], theme::Depth::Mono, theme::Glyphs::Ascii);
/// let mut buffer = Buffer::empty(area);
/// BoardView { cursor: Some(centre), ..BoardView::new(game.board(), game.info(), &layout, &theme) }
///     .render(area, &mut buffer);
/// assert_eq!(buffer[(3, 1)].symbol(), "[");
/// # Ok::<(), tetralith_core::NewGameError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BoardView<'a> {
    /// The stones.
    pub board: &'a Board,
    /// The game, for the dyes and sides of its colours.
    pub info: &'static Info,
    /// Where the cells are.
    pub layout: &'a BoardLayout,
    /// How everything looks.
    pub theme: &'a Theme,
    /// What the rules mark; the default shows nothing.
    pub marks: Option<&'a Marks>,
    /// Cells on which the step at hand may go, or a part of it. Empty when nobody is to make a step.
    pub legal: CellSet,
    /// The cursor.
    pub cursor: Option<Cell>,
    /// The cells of the last step, or of the last turn.
    pub last: CellSet,
    /// The stones that the step under the cursor would put down, or those picked so far.
    pub ghost: &'a [(Cell, Colour)],
    /// What concerns the cell under the cursor: lines of sight, a group, a territory, why it is closed.
    pub about: Option<&'a About>,
    /// Whether the size of the group under the cursor is written on its stones.
    pub sizes: bool,
    /// Cells that a hint names, with the rank of the step they belong to, from 1; the first rank of a cell counts.
    pub advice: &'a [(Cell, u8)],
    /// Whether what is advised is what the opponent threatens to do.
    pub threat: bool,
    /// Cells to bring out besides: what is being typed or picked.
    pub emphasis: CellSet,
}

impl<'a> BoardView<'a> {
    /// The stones on `board` and nothing else.
    pub const fn new(board: &'a Board, info: &'static Info, layout: &'a BoardLayout, theme: &'a Theme) -> Self {
        Self {
            board,
            info,
            layout,
            theme,
            marks: None,
            legal: CellSet::EMPTY,
            cursor: None,
            last: CellSet::EMPTY,
            ghost: &[],
            about: None,
            sizes: false,
            advice: &[],
            threat: false,
            emphasis: CellSet::EMPTY,
        }
    }
}

impl Widget for BoardView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(self.layout.area()).intersection(buffer.area);
        if area.is_empty() {
            return;
        }
        Painter::new(&self, buffer, area).paint();
    }
}

/// What one cell shows, whatever the size.
#[derive(Clone, Copy)]
struct Look {
    ground: Color,
    stone: Option<Colour>,
    ghost: Option<Colour>,
    vacant: Vacant,
    /// The rank of the step that a hint names here.
    rank: Option<u8>,
    /// Whether the ground itself tells something, so that a stone must leave some of it to be seen.
    ground_tells: bool,
    emphasised: bool,
    /// The line of sight that the cell lies on.
    line: Option<&'static str>,
    cursor: bool,
    /// The size of the group, where it is to be read.
    factor: Option<usize>,
}

/// Columns (and for the middle, rows) of the parts of a cell, counted from its corner.
#[derive(Clone, Copy)]
struct Slots {
    left: i32,
    centre: (i32, i32),
    right: i32,
}

impl Slots {
    const fn of(layout: &BoardLayout, mono: bool) -> Self {
        match (layout.zoom(), layout.geometry().shape()) {
            (Zoom::Compact, _) => Self { left: -1, centre: (0, 0), right: 1 },
            (Zoom::Outlined, Shape::Square) => Self { left: 0, centre: (1, 0), right: 2 },
            (Zoom::Outlined, Shape::Hexhex) => Self { left: 1, centre: (2, 1), right: 3 },
            // Without colour the outermost columns are walls.
            (Zoom::Filled, Shape::Hexhex) if mono => Self { left: 1, centre: (2, 1), right: 4 },
            (Zoom::Filled, _) => Self { left: 0, centre: (2, 1), right: 5 },
        }
    }
}

struct Painter<'a, 'b> {
    view: &'a BoardView<'a>,
    buffer: &'b mut Buffer,
    area: Rect,
    /// Columns beside the view that cells may draw in, on the left and on the right.
    margins: (i32, i32),
    slots: Slots,
    /// Whether parts of a character can be filled, so that outlines are smooth.
    smooth: bool,
    /// Whether the cells are drawn as hexagons that fill the plane, which takes three tones to tell them apart.
    tessellated: bool,
    ink: &'a BoardInk,
    /// The tones of the cells.
    tiles: [Color; 3],
    shapes: [StoneShape; 2],
    /// Cells controlled or owned, by colour.
    held: [CellSet; 2],
    neutral: CellSet,
    /// Vacant cells that stand out by being legal, when those are the fewer.
    lit: CellSet,
    /// Vacant cells that stand out by not being legal, when those are the fewer.
    closed: CellSet,
    group: CellSet,
    /// What else concerns the cell under the cursor: its lines of sight, its region.
    concerned: CellSet,
    /// The stones that count for it, and the cells that show why it is closed.
    counted: CellSet,
    threatened: CellSet,
    path: CellSet,
    /// What each cell shows, by index.
    looks: Vec<Look>,
}

impl<'a, 'b> Painter<'a, 'b> {
    fn new(view: &'a BoardView<'a>, buffer: &'b mut Buffer, area: Rect) -> Self {
        let ink = view.theme.board(view.info);
        let tiles = view.theme.tiles(ink);
        let smooth = view.theme.glyphs() == Glyphs::Unicode && !view.theme.is_mono();
        let tessellated = smooth
            && view.layout.zoom() != Zoom::Compact
            && view.layout.geometry().shape() == Shape::Hexhex
            && tiles[0] != tiles[1];
        let mut painter = Self {
            view,
            buffer,
            area,
            margins: (
                i32::from(view.layout.shows_edge(Direction::West)),
                i32::from(view.layout.shows_edge(Direction::East)),
            ),
            slots: Slots::of(view.layout, view.theme.is_mono()),
            tessellated,
            smooth,
            ink,
            tiles,
            shapes: stone_shapes(view.info),
            held: [CellSet::EMPTY; 2],
            neutral: CellSet::EMPTY,
            lit: CellSet::EMPTY,
            closed: CellSet::EMPTY,
            group: CellSet::EMPTY,
            concerned: CellSet::EMPTY,
            counted: CellSet::EMPTY,
            threatened: CellSet::EMPTY,
            path: CellSet::EMPTY,
            looks: Vec::new(),
        };
        let vacant = view.board.vacant();
        if !view.legal.is_empty() {
            if 2 * (view.legal & vacant).len() <= vacant.len() {
                painter.lit = view.legal & vacant;
            } else {
                painter.closed = vacant - view.legal;
            }
        }
        if let Some(marks) = view.marks {
            painter.held = marks.controlled;
            for territory in &marks.territories {
                match territory.owner {
                    Some(owner) => painter.held[owner.index()] |= territory.cells,
                    None => painter.neutral |= territory.cells,
                }
            }
            painter.threatened = marks.threatened;
            painter.path = marks.path;
        }
        if let Some(about) = view.about {
            (painter.concerned, painter.counted) = (about.area(), about.counted);
            if let Some(refusal) = &about.closed {
                painter.counted |= refusal.cells;
            }
            if let (true, [(_, group)]) = (about.lines.is_empty(), &about.groups[..]) {
                painter.group =
                    if view.cursor.is_some_and(|cell| group.contains(cell)) { *group } else { CellSet::EMPTY };
            }
        }
        painter.looks = view.layout.geometry().cells().map(|cell| painter.look(cell)).collect();
        painter
    }

    fn paint(&mut self) {
        let base = self.view.theme.base();
        for position in self.area.positions() {
            let cell = &mut self.buffer[position];
            cell.reset();
            cell.set_style(base);
        }
        let geometry = self.view.layout.geometry();
        for cell in geometry.cells() {
            let look = self.looks[cell.index()];
            match (self.view.layout.zoom(), geometry.shape()) {
                (Zoom::Compact, _) => self.compact(cell, &look),
                (Zoom::Outlined, Shape::Square) => self.outlined_square(cell, &look),
                (Zoom::Outlined, Shape::Hexhex) => self.outlined_hex(cell, &look),
                (Zoom::Filled, _) => self.filled(cell, &look),
            }
        }
        self.edges();
        self.coordinates();
        self.more();
        self.marks();
    }

    fn look(&self, cell: Cell) -> Look {
        let view = self.view;
        let stone = view.board.at(cell);
        let ghost = view.ghost.iter().find(|(at, _)| *at == cell).map(|&(_, colour)| colour);
        let holder = Colour::BOTH.into_iter().find(|colour| self.held[colour.index()].contains(cell));
        let forbidden =
            view.marks.and_then(|marks| marks.forbidden.iter().find(|(_, cells)| cells.contains(cell)).map(|f| f.0));
        let vacant = match (holder, forbidden) {
            (Some(colour), _) => Vacant::Held(self.shapes[colour.index()]),
            (None, Some(rule)) => Vacant::Forbidden(rule),
            _ if self.neutral.contains(cell) => Vacant::Neutral,
            _ if self.lit.contains(cell) => Vacant::Legal,
            _ if self.closed.contains(cell) => Vacant::Closed,
            _ => Vacant::Plain,
        };
        let rank = view.advice.iter().find(|(at, _)| *at == cell).map(|&(_, rank)| rank);
        let cursor = view.cursor == Some(cell);
        let path = self.path.contains(cell);
        let in_group = self.group.contains(cell);
        let counted = self.counted.contains(cell);
        let emphasised = in_group || counted || view.emphasis.contains(cell) || self.concerned.contains(cell);
        let line = view.about.and_then(|about| {
            let line = about.lines.iter().find(|line| line.cells.contains(cell))?;
            let layout = view.layout;
            Some(match layout.orientation().direction(layout.geometry().shape(), line.direction) {
                Direction::East | Direction::West => "-",
                Direction::North | Direction::South => "|",
                Direction::NorthEast | Direction::SouthWest => "/",
                Direction::NorthWest | Direction::SouthEast => "\\",
            })
        });
        let mut ground = self.tile(cell);
        if let Some(colour) = holder {
            ground = mix(ground, self.fill(colour), if stone.is_some() { 0.18 } else { 0.38 });
        }
        if path {
            ground = self.ink.path;
        } else if emphasised {
            // What is counted stands out from the line or region that leads there, which keeps some of its owner's tint. Half is the least that 16 colours can show.
            let leads = self.concerned.contains(cell) && !counted;
            ground = mix(ground, self.ink.emphasis, if leads { 0.5 } else { 0.75 });
        }
        if let Some(rank) = rank {
            ground = mix(ground, self.advice_ink(), if rank == 1 { 0.6 } else { 0.25 });
        }
        if cursor {
            ground = mix(ground, self.ink.cursor, 0.3);
        }
        Look {
            ground,
            stone,
            ghost,
            vacant,
            rank,
            ground_tells: path || emphasised || cursor || rank.is_some(),
            emphasised,
            line,
            cursor,
            factor: (in_group && view.sizes).then(|| self.group.len()),
        }
    }

    /// The colour of what is advised, or threatened.
    const fn advice_ink(&self) -> Color {
        if self.view.threat { self.ink.alarm } else { self.ink.legal }
    }

    /// The colour of a side's stones.
    fn fill(&self, colour: Colour) -> Color {
        self.view.theme.ink(self.view.info.side(colour).dye).fill
    }

    /// The ground of a cell with nothing to tell: on hexhex boards never that of a neighbour.
    fn tile(&self, cell: Cell) -> Color {
        let geometry = self.view.layout.geometry();
        let place = geometry.place(cell);
        self.tiles[match geometry.shape() {
            Shape::Square => 0,
            // Walls tell the cells apart already.
            Shape::Hexhex if self.view.layout.zoom() == Zoom::Outlined && !self.tessellated => 0,
            Shape::Hexhex => {
                let along = (i32::from(place.x) + i32::from(geometry.size()) - 1 - i32::from(place.row)).div_euclid(2);
                (along - i32::from(place.row)).rem_euclid(3) as usize
            }
        }]
    }

    /// The glyph in the middle of a cell and its style.
    fn content(&self, look: &Look) -> (&'static str, Style) {
        let theme = self.view.theme;
        let mut style = match (look.ghost, look.stone, look.vacant) {
            (Some(colour), ..) => {
                let style = theme.on(self.fill(colour), mix(look.ground, self.fill(colour), 0.25));
                if theme.is_mono() { style.add_modifier(Modifier::DIM | Modifier::REVERSED) } else { style }
            }
            (None, Some(colour), _) => theme.stone(self.view.info.side(colour).dye),
            (None, None, _) if look.rank.is_some() => {
                theme.on(theme.readable(self.advice_ink(), look.ground), look.ground).add_modifier(Modifier::BOLD)
            }
            (.., Vacant::Legal) => {
                theme.on(theme.readable(self.ink.legal, look.ground), look.ground).add_modifier(Modifier::BOLD)
            }
            (.., Vacant::Forbidden(_)) => theme.on(theme.readable(self.ink.alarm, look.ground), look.ground),
            (.., Vacant::Held(shape)) => {
                let colour = if self.shapes[0] == shape { Colour::First } else { Colour::Second };
                theme.on(theme.readable(self.fill(colour), look.ground), look.ground)
            }
            _ => theme.on(self.ink.dot, look.ground),
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

    /// The style of the room beside a cell's glyph: the stone reaches over it unless the ground has something to tell.
    fn flank(&self, look: &Look) -> Style {
        match look.stone {
            Some(colour) if look.ghost.is_none() && (!look.ground_tells || self.tessellated) => {
                self.view.theme.stone(self.view.info.side(colour).dye)
            }
            _ => self.view.theme.on(self.ink.dot, look.ground),
        }
    }

    fn compact(&mut self, cell: Cell, look: &Look) {
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

    fn outlined_square(&mut self, cell: Cell, look: &Look) {
        let (x, y) = self.view.layout.corner(cell);
        let layout = self.view.layout;
        let line = self.view.theme.lines_style(self.ink, self.ink.tiles[0]);
        let [across, down] = self.view.theme.lines();
        let has = |direction| layout.toward(cell, direction).is_some();
        self.interior(x, y, look);
        if look.stone.is_none() && look.ghost.is_none() && !look.ground_tells {
            let style = self.view.theme.lines_style(self.ink, look.ground);
            self.put(x, y, if has(Direction::West) { across } else { " " }, style);
            self.put(x + 2, y, if has(Direction::East) { across } else { " " }, style);
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

    fn outlined_hex(&mut self, cell: Cell, look: &Look) {
        let (x, y) = self.view.layout.corner(cell);
        let theme = self.view.theme;
        if self.tessellated {
            // Hexagons side by side; every border is drawn by the cell below or to the right of it, or by the last one.
            let border = |direction| self.beyond(cell, direction);
            let [west, north_west, north_east] = [Direction::West, Direction::NorthWest, Direction::NorthEast]
                .map(|d| border(d).unwrap_or(theme.base_ground()));
            let last = [Direction::East, Direction::SouthWest, Direction::SouthEast].map(|d| border(d).is_none());
            let (own, base) = (look.ground, theme.base_ground());
            for (dx, dy, symbol, text, ground, drawn) in [
                (0, 1, "▐", own, west, true),
                (4, 1, "▐", base, own, last[0]),
                (1, 0, "▟", own, north_west, true),
                (2, 0, " ", own, own, true),
                (3, 0, "▙", own, north_east, true),
                (1, 2, "▜", own, base, last[1]),
                (2, 2, " ", own, own, true),
                (3, 2, "▛", own, base, last[2]),
            ] {
                if drawn {
                    self.put(x + dx, y + dy, symbol, theme.on(text, ground));
                }
            }
        } else {
            let wall = theme.lines_style(self.ink, self.ink.tiles[0]);
            for (dx, dy, symbol) in [(0, 1, "|"), (4, 1, "|"), (1, 0, "/"), (3, 0, "\\"), (1, 2, "\\"), (3, 2, "/")] {
                self.put(x + dx, y + dy, symbol, wall);
            }
            self.put(x + 2, y, " ", wall);
            self.put(x + 2, y + 2, " ", wall);
        }
        self.interior(x + 1, y + 1, look);
    }

    /// The ground of the next cell in a direction, if there is one.
    fn beyond(&self, cell: Cell, direction: Direction) -> Option<Color> {
        self.view.layout.toward(cell, direction).map(|next| self.looks[next.index()].ground)
    }

    fn filled(&mut self, cell: Cell, look: &Look) {
        let (x, y) = self.view.layout.corner(cell);
        let theme = self.view.theme;
        let ground = theme.on(self.ink.line, look.ground);
        for (dx, dy) in (0..3).flat_map(|dy| (0..6).map(move |dx| (dx, dy))) {
            self.put(x + dx, y + dy, " ", ground);
        }
        let is_hexhex = self.view.layout.geometry().shape() == Shape::Hexhex;
        let walled = is_hexhex && self.tiles[0] == self.tiles[1];
        if is_hexhex && self.smooth {
            for (dx, dy, cut, direction) in [
                (0, 0, "▟", Direction::NorthWest),
                (5, 0, "▙", Direction::NorthEast),
                (0, 2, "▜", Direction::SouthWest),
                (5, 2, "▛", Direction::SouthEast),
            ] {
                let beyond = self.beyond(cell, direction);
                // Corners cut off make hexagons of bricks; what is beyond a corner is the neighbour's ground.
                if !walled || beyond.is_none() {
                    let style = theme.on(look.ground, beyond.unwrap_or(theme.base_ground()));
                    self.put(x + dx, y + dy, cut, style);
                }
            }
        }
        if walled {
            let wall = theme.lines_style(self.ink, look.ground);
            for (dx, dy, symbol, direction) in [
                (0, 0, "/", Direction::NorthWest),
                (5, 0, "\\", Direction::NorthEast),
                (0, 1, "|", Direction::West),
                (6, 1, "|", Direction::East),
                (1, 2, "\\", Direction::SouthWest),
                (4, 2, "/", Direction::SouthEast),
            ] {
                // Where the ground has a colour it shows the rim, and the next cell draws the wall on its left.
                if theme.is_mono() || direction != Direction::East && self.beyond(cell, direction).is_some() {
                    self.put(x + dx, y + dy, symbol, wall);
                }
            }
        }
        let (glyph, style) = self.content(look);
        match look.ghost.or(look.stone) {
            Some(colour) if self.smooth && theme.tells_apart(self.disc_fill(colour, look), look.ground) => {
                let ink = theme.ink(self.view.info.side(colour).dye);
                let fill = self.disc_fill(colour, look);
                self.disc(x, y, fill, look.ground);
                if self.shapes[colour.index()] == StoneShape::Hollow {
                    let hole = if look.ghost.is_some() { look.ground } else { ink.text };
                    self.put(x + 2, y + 1, "▐", theme.on(hole, fill));
                    self.put(x + 3, y + 1, "▐", theme.on(fill, hole));
                }
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
        if let Some(size) = look.factor.filter(|&size| size > 1) {
            for (i, digit) in size.to_string().bytes().enumerate() {
                self.put(x + 2 + i as i32, y + 2, char::from(digit).encode_utf8(&mut [0; 4]), self.stone_style(look));
            }
        }
    }

    fn stone_style(&self, look: &Look) -> Style {
        look.stone.map_or(self.view.theme.base(), |colour| self.view.theme.stone(self.view.info.side(colour).dye))
    }

    /// The colour of a round stone, or of a ghost's.
    fn disc_fill(&self, colour: Colour, look: &Look) -> Color {
        let fill = self.fill(colour);
        if look.ghost.is_some() { mix(look.ground, fill, 0.45) } else { fill }
    }

    /// A round stone of five columns by three rows in the middle of a large cell.
    fn disc(&mut self, x: i32, y: i32, fill: Color, ground: Color) {
        let theme = self.view.theme;
        let (stone, inverse) = (theme.on(fill, ground), theme.on(ground, fill));
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

    /// Writes one character of the board, if it is in view.
    fn put(&mut self, x: i32, y: i32, symbol: &str, style: Style) {
        let view = self.view.layout.view();
        // One column on either side takes the brackets of the outermost cells; where the board goes on, an arrow.
        let (west, east) = self.margins;
        let columns = i32::from(view.left()) - west..i32::from(view.right()) + east;
        let rows = i32::from(view.top())..i32::from(view.bottom());
        if columns.contains(&x) && rows.contains(&y) {
            self.put_anywhere(x, y, symbol, style);
        }
    }

    /// Writes one character anywhere in the area.
    fn put_anywhere(&mut self, x: i32, y: i32, symbol: &str, style: Style) {
        let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else { return };
        if self.area.contains((x, y).into()) {
            self.buffer[(x, y)].set_symbol(symbol).set_style(style);
        }
    }

    /// Everything beside the glyphs. In the compact size neighbours share a column for it, so the weightier comes later.
    fn marks(&mut self) {
        let view = self.view;
        let (ink, slots) = (self.ink, self.slots);
        for cell in
            (self.held[0] & *view.board.stones(Colour::First)) | (self.held[1] & *view.board.stones(Colour::Second))
        {
            self.beside(cell, slots.right, "'", ink.last);
        }
        for cell in self.path {
            self.beside(cell, slots.right, "*", ink.last);
        }
        for cell in view.last {
            self.beside(cell, slots.left, "(", ink.last);
            self.beside(cell, slots.right, ")", ink.last);
        }
        let ghosts = || view.ghost.iter().map(|&(cell, _)| cell);
        // Among several ghosts it must be seen which one the keys move.
        let cursor = view.cursor.filter(|&cell| view.ghost.len() > 1 || ghosts().all(|ghost| ghost != cell));
        for cell in ghosts() {
            self.beside(cell, slots.right, ">", ink.cursor);
        }
        if let Some(cell) = cursor {
            self.beside(cell, slots.right, "]", ink.cursor);
        }
        for cell in self.threatened {
            self.beside(cell, slots.right, "!", ink.alarm);
        }
        for &(cell, rank) in view.advice.iter().rev().filter(|(cell, _)| view.board.at(*cell).is_some()) {
            self.beside(cell, slots.right, rank_label(rank, view.threat), self.advice_ink());
        }
        for cell in ghosts() {
            self.beside(cell, slots.left, "<", ink.cursor);
        }
        if let Some(cell) = cursor {
            self.beside(cell, slots.left, "[", ink.cursor);
        }
    }

    /// Writes a mark beside a cell's glyph in `colour`, or in one that can be read on what is there.
    fn beside(&mut self, cell: Cell, dx: i32, symbol: &str, colour: Color) {
        let (x, y) = self.view.layout.corner(cell);
        let (x, y) = (x + dx, y + self.slots.centre.1);
        let (Ok(column), Ok(row)) = (u16::try_from(x), u16::try_from(y)) else { return };
        let Some(there) = self.buffer.cell((column, row)) else { return };
        let mut style = self.view.theme.over(colour, there.bg);
        if self.view.layout.zoom() == Zoom::Filled {
            let ground = self.looks[cell.index()].ground;
            style = self.view.theme.on(self.view.theme.readable(colour, ground), ground);
        }
        self.put(x, y, symbol, style.add_modifier(Modifier::BOLD));
    }

    /// The edges that the colours are to join, where the board's edge is in view and there is room beside it.
    fn edges(&mut self) {
        let Some(joins) = self.view.info.joins else { return };
        let layout = self.view.layout;
        let view = layout.view();
        let (left, right) = (i32::from(view.left()), i32::from(view.right()));
        let (top, bottom) = (i32::from(view.top()), i32::from(view.bottom()));
        for (colour, directions) in Colour::BOTH.into_iter().zip(joins) {
            let style = edge_style(self.view.info, colour, self.view.theme);
            let lie = |direction| layout.orientation().direction(layout.geometry().shape(), direction);
            for direction in directions.into_iter().map(lie).filter(|&direction| layout.shows_edge(direction)) {
                let sign = edge_sign(self.view.theme, direction);
                match direction {
                    Direction::North => (left..right).for_each(|x| self.put_anywhere(x, top - 1, sign, style)),
                    Direction::South => (left..right).for_each(|x| self.put_anywhere(x, bottom, sign, style)),
                    Direction::West => (top..bottom).for_each(|y| self.put_anywhere(left - 1, y, sign, style)),
                    Direction::East => (top..bottom).for_each(|y| self.put_anywhere(right, y, sign, style)),
                    _ => {}
                }
            }
        }
    }

    /// Arrows where the board goes on beyond what is in view.
    fn more(&mut self) {
        let layout = self.view.layout;
        if !layout.is_scrolled() {
            return;
        }
        let view = layout.view();
        let (left, right) = (i32::from(view.left()), i32::from(view.right()));
        let (top, bottom) = (i32::from(view.top()), i32::from(view.bottom()));
        let middle = top.midpoint(bottom);
        let ascii = self.view.theme.glyphs() == Glyphs::Ascii;
        let style = self.view.theme.accent().add_modifier(Modifier::BOLD);
        let rows_from_middle = || (0..bottom - top).map(|i| middle + if i % 2 == 0 { i / 2 } else { -(i + 1) / 2 });
        let beside =
            |x: i32| rows_from_middle().map(move |y| (x, y)).filter(|at| (top..bottom).contains(&at.1)).collect();
        let corners = |rows: [i32; 3]| rows.into_iter().flat_map(|y| [(left - 1, y), (right, y)]).collect::<Vec<_>>();
        let places = [
            (Direction::North, corners([top - 1, top, top + 1]), ["▲", "^"]),
            (Direction::South, corners([bottom, bottom - 1, bottom - 2]), ["▼", "v"]),
            (Direction::West, beside(left - 1), ["◀", "<"]),
            (Direction::East, beside(right), ["▶", ">"]),
        ];
        for (direction, places, symbol) in places {
            if layout.shows_edge(direction) {
                continue;
            }
            // Beside the cells, and best not beside a stone, for which an arrow might look like a mark, nor beside a name.
            let place = places.iter().filter(|&&at| self.is_blank(at)).min_by_key(|&&at| self.crowding(at));
            if let Some(&(x, y)) = place {
                self.put_anywhere(x, y, symbol[usize::from(ascii)], style);
            }
        }
    }

    /// Whether nothing is written at a place of the area.
    fn is_blank(&self, (x, y): (i32, i32)) -> bool {
        let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else { return false };
        self.area.contains((x, y).into()) && self.buffer[(x, y)].symbol() == " "
    }

    /// How much a sign would be taken for a part of what is to its left or right: 2 for a stone, 1 for a name.
    fn crowding(&self, (x, y): (i32, i32)) -> u8 {
        let view = self.view;
        let beside = [x - 1, x + 1].into_iter().map(|x| {
            let (Ok(column), Ok(row)) = (u16::try_from(x), u16::try_from(y)) else { return 0 };
            match view.layout.cell_at((column, row).into()) {
                Some(cell) if view.board.at(cell).is_some() || view.ghost.iter().any(|(at, _)| *at == cell) => 2,
                None if self.area.contains((column, row).into()) && !self.is_blank((x, y)) => 1,
                _ => 0,
            }
        });
        beside.max().unwrap_or_default()
    }

    /// Writes a coordinate; on a coloured edge, in the ink of that edge.
    fn label(&mut self, x: i32, y: i32, text: &str) {
        for (i, letter) in text.chars().enumerate() {
            let (Ok(column), Ok(row)) = (u16::try_from(x + i as i32), u16::try_from(y)) else { continue };
            let Some(under) = self.buffer.cell((column, row)) else { continue };
            let theme = self.view.theme;
            let plain = under.symbol() == " " && under.bg == theme.base().bg.unwrap_or_default();
            let style = if plain { theme.dim() } else { under.style() };
            self.put_anywhere(i32::from(column), y, letter.encode_utf8(&mut [0; 4]), style);
        }
    }
}

/// The edge that `colour` is to join: quieter than its stones, so that those beside it stand out.
fn edge_style(info: &Info, colour: Colour, theme: &Theme) -> Style {
    let ink = theme.ink(info.side(colour).dye);
    let ground = mix(ink.fill, theme.base_ground(), 0.4);
    theme.on(theme.readable(ink.text, ground), ground)
}

/// What an edge on this side of the screen is drawn with.
const fn edge_sign(theme: &Theme, direction: Direction) -> &'static str {
    match direction {
        _ if !theme.is_mono() => " ",
        Direction::North | Direction::South => "=",
        _ => "|",
    }
}

/// What the signs on the board mean, in the order a reader asks: a sample as the board shows it, and a few words.
///
/// Only signs that `marks` has a use for are listed; the edges are those of a board that lies as `lies` says.
pub fn legend(info: &'static Info, marks: &Marks, lies: Orientation, theme: &Theme) -> Vec<(Span<'static>, String)> {
    let ink = theme.board(info);
    let ground = ink.tiles[0];
    let shapes = stone_shapes(info);
    let vacant = |vacant, colour| Span::styled(theme.vacant_glyph(vacant), theme.on(colour, ground));
    let sign = |text: &'static str, colour| Span::styled(text, theme.on(colour, ground).add_modifier(Modifier::BOLD));
    let fill = |colour| theme.ink(info.side(colour).dye).fill;
    let mut entries: Vec<(Span<'static>, String)> = Vec::new();
    for colour in Colour::BOTH {
        let side = info.side(colour);
        entries.push((Span::styled(theme.stone_glyph(info, colour), theme.stone(side.dye)), side.title.to_owned()));
    }
    entries.push((vacant(Vacant::Legal, ink.legal), "a step may go here (when few may)".to_owned()));
    entries.push((vacant(Vacant::Closed, ink.dot), "no step may go here (when most may)".to_owned()));
    let controlled = marks.controlled.iter().any(|cells| !cells.is_empty());
    if controlled || !marks.territories.is_empty() {
        for colour in Colour::BOTH {
            let held = vacant(Vacant::Held(shapes[colour.index()]), fill(colour));
            let verb = if controlled { "vacant, controlled by" } else { "territory of" };
            entries.push((held, format!("{verb} {}", info.side(colour).title)));
        }
        if controlled {
            entries.push((sign("'", ink.last), "stone on a cell its own side controls".to_owned()));
        } else {
            entries.push((vacant(Vacant::Neutral, ink.dot), "territory of nobody".to_owned()));
        }
    }
    if !marks.threatened.is_empty() {
        entries.push((sign("!", ink.alarm), "stone that can be flipped".to_owned()));
    }
    if !controlled {
        for &(rule, _) in &marks.forbidden {
            entries.push((vacant(Vacant::Forbidden(rule), ink.alarm), format!("forbidden: {rule}")));
        }
    }
    if !marks.path.is_empty() {
        entries.push((sign("*", ink.last), "the winning chain".to_owned()));
    }
    if let Some(joins) = info.joins {
        for (colour, directions) in Colour::BOTH.into_iter().zip(joins) {
            let towards = lies.direction(info.boards[0].shape, directions[0]);
            let edge = Span::styled(edge_sign(theme, towards), edge_style(info, colour, theme));
            entries.push((edge, format!("edge that {} joins", info.side(colour).title)));
        }
    }
    entries.push((sign("[ ]", ink.cursor), "cursor".to_owned()));
    entries.push((sign("( )", ink.last), "last step".to_owned()));
    entries.push((sign("< >", ink.cursor), "what Enter would do".to_owned()));
    entries
}

/// What stands for a rank, from 1: a digit, or for what the opponent threatens a letter.
pub const fn rank_label(rank: u8, threat: bool) -> &'static str {
    const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    const LETTERS: [&str; 10] = [" ", "A", "B", "C", "D", "E", "F", "G", "H", "I"];
    let labels = if threat { LETTERS } else { DIGITS };
    labels[if rank < 9 { rank as usize } else { 9 }]
}

#[cfg(test)]
mod tests;
