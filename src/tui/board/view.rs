//! The board on the screen: one widget that draws a position.

mod cells;
mod coordinates;
mod own;
mod pixels;
mod rim;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;
use tetralith_core::{Cell, CellSet, Colour, Direction, Shape};
use tetralith_picture::look::Tint;
use tetralith_picture::{LabelKind, Regions, View};

use crate::theme::{BoardInk, StoneShape, Theme, Vacant, mix, stone_shapes};
use crate::tui::board::layout::BoardLayout;
use tetralith_picture::look::scheme::DISC_FROM;
use tetralith_picture::look::zoom::Zoom;
use tetralith_study::Class;

/// A position as it is to be drawn in characters, blocks or a picture. Make one with
/// [`BoardView::new`] and set what else is to be seen.
///
/// ```
/// use ratatui::{buffer::Buffer, layout::Rect, widgets::Widget};
/// use tetralith::tui::board::layout::BoardLayout;
/// use tetralith::tui::board::view::BoardView;
/// use tetralith::theme;
/// use tetralith_core::{Cell, Game, Setup};
/// use tetralith_picture::View;
///
/// let game = Game::new("multiplicity", &Setup { size: Some(2), ..Setup::default() })?;
/// let (area, centre) = (Rect::new(0, 0, 9, 4), Cell::new(3));
/// let layout = BoardLayout::fit(game.board().geometry(), area, None, true, centre);
/// let layout = layout.expect("it fits");
/// let theme = theme::Theme::new(&theme::PALETTES[0], theme::Depth::Mono, theme::Glyphs::Ascii);
/// let mut buffer = Buffer::empty(area);
/// let seen = View { cursor: Some(centre), ..View::new(game.board(), game.info()) };
/// BoardView::new(seen, &layout, &theme).render(area, &mut buffer);
/// assert_eq!(buffer[(3, 1)].symbol(), "[");
/// # Ok::<(), tetralith_core::NewGameError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BoardView<'a> {
    /// The position, and what is to be seen on it however it is drawn.
    pub seen: View<'a>,
    /// The places of the cells.
    pub layout: &'a BoardLayout,
    /// The colours and signs.
    pub theme: &'a Theme,
    /// The steps that a hint names.
    pub advice: Advice<'a>,
    /// A cell whose stone was a fault, and the class of it.
    pub judged: Option<(Cell, Class)>,
    /// True if the size of the group under the cursor is written on its stones.
    pub sizes: bool,
}

/// The steps that a hint names, or what the opponent threatens.
#[derive(Clone, Copy, Debug)]
pub struct Advice<'a> {
    /// Their cells, with the rank of the step each belongs to, from 1; the first rank of a cell
    /// counts.
    pub cells: &'a [(Cell, u8)],
    /// The side whose steps they are.
    pub side: Option<Colour>,
    /// Those of the cells on which a step would put a stone of the other side.
    pub foreign: CellSet,
    /// The winning chances of the steps, by their ranks, in two characters at most; where there are
    /// none, or a cell has no room for them, the rank itself is shown.
    pub wins: &'a [String],
    /// True if they are what the opponent threatens to do.
    pub is_threat: bool,
}

impl Advice<'_> {
    /// No hint is shown.
    pub const NONE: Self =
        Self { cells: &[], side: None, foreign: CellSet::EMPTY, wins: &[], is_threat: false };

    /// The rank of the step that is advised on `cell`.
    fn rank(&self, cell: Cell) -> Option<u8> {
        self.cells.iter().find(|(at, _)| *at == cell).map(|&(_, rank)| rank)
    }
}

impl<'a> BoardView<'a> {
    /// A view of `seen` and nothing else.
    pub const fn new(seen: View<'a>, layout: &'a BoardLayout, theme: &'a Theme) -> Self {
        Self { seen, layout, theme, advice: Advice::NONE, judged: None, sizes: false }
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

/// The contrast with the screen from which a board is distinct from it without lines.
const SEEN: f32 = 1.5;

/// The contents of one cell of any size.
#[derive(Clone, Copy)]
struct Look {
    background: Tint,
    stone: Option<Colour>,
    ghost: Option<Colour>,
    vacant: Vacant,
    /// The rank of the step that a hint names here.
    rank: Option<u8>,
    /// True if the background itself has a meaning, so that a stone must leave some of it to be
    /// seen.
    ground_tells: bool,
    emphasised: bool,
    /// The line of sight that the cell lies on.
    line: Option<&'static str>,
    cursor: bool,
    /// The size of the group, where it is to be read.
    factor: Option<usize>,
    /// The number of the step that put a stone there, in a line that is shown.
    number: Option<u8>,
    /// The colour of the square about it, on a board with lines.
    square: Option<Tint>,
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
            (zoom, shape) => {
                let half = zoom.half() as i32;
                // Without colour the outermost columns are walls.
                let wall = (mono && matches!(shape, Shape::Hexhex)) as i32;
                let centre = (half - 1, (zoom.rows() as i32 - 1) / 2);
                Self { left: wall, centre, right: 2 * half - 1 - wall }
            }
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
    /// True if parts of a character can be filled, so that outlines are smooth.
    smooth: bool,
    /// True if hexagons have walls: where the board's colour is that of the screen.
    walled: bool,
    ink: &'a BoardInk,
    shapes: [StoneShape; 2],
    /// The glyphs of both sides' discs.
    discs: [&'static str; 2],
    /// The cells by what they show.
    regions: Regions,
    /// The contents of each cell, by index.
    looks: Vec<Look>,
}

impl<'a, 'b> Painter<'a, 'b> {
    fn new(view: &'a BoardView<'a>, buffer: &'b mut Buffer, area: Rect) -> Self {
        let ink = view.theme.board(view.seen.info);
        let smooth = !view.theme.is_ascii() && !view.theme.is_mono();
        let mut painter = Self {
            view,
            buffer,
            area,
            margins: (
                i32::from(view.layout.shows_edge(Direction::West)),
                i32::from(view.layout.shows_edge(Direction::East)),
            ),
            slots: Slots::of(view.layout, view.theme.is_mono()),
            smooth,
            walled: !smooth || view.theme.contrast(ink.tile, view.theme.background()) < SEEN,
            ink,
            shapes: stone_shapes(view.seen.info),
            discs: Colour::BOTH.map(|colour| view.theme.disc_glyph(view.seen.info, colour)),
            regions: Regions::of(&view.seen),
            looks: Vec::new(),
        };
        if view.layout.pixels().is_some() {
            return painter;
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
        if self.blocks() {
            self.coordinates();
            return;
        }
        let geometry = self.view.layout.geometry();
        for cell in geometry.cells() {
            let look = self.looks[cell.index()];
            match (self.view.layout.zoom(), geometry.shape()) {
                (Zoom::Compact, _) => self.compact(cell, &look),
                (Zoom::Outlined, Shape::Square) => self.outlined_square(cell, &look),
                (Zoom::Outlined, Shape::Hexhex) => self.outlined_hex(cell, &look),
                _ => self.filled(cell, &look),
            }
        }
        self.edges();
        self.coordinates();
        self.more();
        self.marks();
        self.own_marks();
    }

    fn look(&self, cell: Cell) -> Look {
        let view = self.view;
        let stone = view.seen.board.at(cell);
        let ghost =
            view.seen.step.stones.iter().find(|(at, _)| *at == cell).map(|&(_, colour)| colour);
        let regions = &self.regions;
        let holder = regions.holder(cell);
        let forbidden = view.seen.marks.and_then(|marks| {
            marks.forbidden.iter().find(|(_, cells)| cells.contains(cell)).map(|f| f.0)
        });
        let vacant = match (holder, forbidden) {
            _ if regions.closed.contains(cell) => Vacant::Closed,
            (Some(colour), _) => Vacant::Held(self.shapes[colour.index()]),
            (None, Some(rule)) => Vacant::Forbidden(rule),
            _ if regions.neutral.contains(cell) => Vacant::Neutral,
            _ if regions.legal.contains(cell) => Vacant::Legal,
            _ => Vacant::Plain,
        };
        let rank = view.advice.rank(cell);
        // Brackets already show where a single stone would go; of several stones one must see whose
        // each is.
        let ghost =
            ghost.filter(|_| rank.is_none() || stone.is_some() || view.seen.step.stones.len() > 1);
        let cursor = view.seen.cursor == Some(cell);
        let path = regions.path.contains(cell);
        let in_group = regions.group.contains(cell);
        let counted = regions.counted.contains(cell);
        let emphasised = in_group
            || counted
            || view.seen.emphasis.contains(cell)
            || regions.concerned.contains(cell);
        let line = view.seen.about.and_then(|about| {
            let line = about.lines.iter().find(|line| line.cells.contains(cell))?;
            let layout = view.layout;
            Some(match layout.orientation().direction(layout.geometry().shape(), line.direction) {
                Direction::East | Direction::West => "-",
                Direction::North | Direction::South => "|",
                Direction::NorthEast | Direction::SouthWest => "/",
                Direction::NorthWest | Direction::SouthEast => "\\",
            })
        });
        let mut background = match vacant {
            Vacant::Held(shape) if self.is_washed() => {
                let stone = view.seen.info.side(self.side_of(shape)).stone;
                view.theme.held(stone, self.ink)
            }
            Vacant::Neutral if self.is_washed() => self.ink.neutral(),
            _ => self.ink.tile,
        };
        let is_region = background != self.ink.tile;
        background = self.ribbon(cell).unwrap_or(background);
        if path {
            background = self.ink.path;
        } else if emphasised {
            // Cells that count are stronger in colour than the line or region around them, which
            // keeps some of its owner's tint. Half is the least that 16 colours can show.
            let leads = regions.concerned.contains(cell) && !counted;
            let most = if leads { 0.5 } else { 0.75 };
            background = self.ground_of_emphasis(background, most, stone);
        }
        if let Some(rank) = rank {
            let dye = view.advice.side.filter(|_| self.is_square_of(cell)).map(|side| {
                let side = if view.advice.foreign.contains(cell) { side.other() } else { side };
                view.theme.veil(view.seen.info.side(side).stone)
            });
            background = match dye {
                Some(dye) => mix(background, dye, if rank == 1 { 0.75 } else { 0.5 }),
                None => mix(background, self.advice_ink(), if rank == 1 { 0.6 } else { 0.25 }),
            };
        }
        let is_last = self.is_lined() && view.seen.last.contains(cell);
        let last = stone.filter(|_| is_last);
        let last = last.map(|colour| view.theme.last_square(view.seen.info, self.fill(colour)));
        background = last.unwrap_or(background);
        if cursor {
            let lit = mix(background, self.ink.cursor, 0.3);
            // The brackets show the cursor where the stone would be lost on it.
            let hides = |colour| self.bears(background, colour) && !self.bears(lit, colour);
            background = if stone.is_some_and(hides) { background } else { lit };
        }
        let flash = view.seen.flash.contains(cell);
        if flash {
            background = mix(background, self.ink.last, 0.6);
        }
        let has_ground = is_region || rank.is_some() && self.is_square_of(cell);
        Look {
            background,
            stone,
            ghost,
            vacant,
            rank,
            ground_tells: last.is_some() || path || emphasised || cursor || flash || rank.is_some(),
            emphasised,
            line,
            cursor,
            square: (last.is_some() || has_ground).then_some(background),
            factor: (in_group && view.sizes).then(|| regions.group.len()),
            number: self.number(cell),
        }
    }

    /// The number that is noted on a cell.
    fn number(&self, cell: Cell) -> Option<u8> {
        let mut labels = self.view.seen.labels.iter();
        let note = labels.find(|label| label.cell == cell && label.kind == LabelKind::Note)?;
        note.text.parse().ok()
    }

    /// The colour of what is advised, or threatened.
    const fn advice_ink(&self) -> Tint {
        if self.view.advice.is_threat { self.ink.alarm } else { self.ink.legal }
    }

    /// The side whose stones have this shape.
    fn side_of(&self, shape: StoneShape) -> Colour {
        if self.shapes[0] == shape { Colour::First } else { Colour::Second }
    }

    /// True if the board has lines that signs beside a stone would seem to strike through: marked
    /// cells are squares there.
    fn is_lined(&self) -> bool {
        let view = self.view;
        view.layout.zoom() < Zoom::Filled && view.theme.has_lines(view.layout.geometry().shape())
    }

    /// True if the background of a region shows whose it is, which is seen better between lines
    /// than a sign.
    fn is_washed(&self) -> bool {
        self.is_lined() && self.view.theme.mixes()
    }

    /// True if the background of a cell shows that a side holds it; lines would be clutter there.
    fn is_area(&self, look: &Look) -> bool {
        self.is_washed() && matches!(look.vacant, Vacant::Held(_))
    }

    /// True if a step that is advised on `cell` is a square in the colour of its stone.
    fn is_square_of(&self, cell: Cell) -> bool {
        let view = self.view;
        self.is_washed() && !view.advice.is_threat && view.seen.board.at(cell).is_none()
    }

    /// The colour of a side's stones.
    fn fill(&self, colour: Colour) -> Tint {
        self.view.theme.ink(self.view.seen.info.side(colour).stone).fill
    }

    /// The background of a cell that counts: weaker, or that of the board, where the stone on it
    /// would be lost and become a ring, which is another side's sign.
    fn ground_of_emphasis(&self, background: Tint, most: f32, stone: Option<Colour>) -> Tint {
        let strongest = mix(background, self.ink.emphasis, most);
        let weaker = [0.35, 0.2].map(|share| mix(background, self.ink.emphasis, share));
        let weaker = weaker.into_iter().filter(|_| self.view.theme.mixes());
        let bears = |ground: &Tint| stone.is_none_or(|colour| self.bears(*ground, colour));
        // Of a larger cell there is more to be seen than the stone.
        let least = if self.view.layout.zoom() < Zoom::Filled { background } else { strongest };
        [strongest].into_iter().chain(weaker).find(bears).unwrap_or(least)
    }

    /// True if `colour`'s stone is shown as a disc on the background of its cell.
    fn is_disc(&self, colour: Colour, look: &Look) -> bool {
        self.view.theme.shows_discs() && self.bears(look.background, colour)
    }

    /// True if `colour`'s stone is seen as a disc on `ground`.
    fn bears(&self, ground: Tint, colour: Colour) -> bool {
        self.view.theme.contrast(self.fill(colour), ground) >= DISC_FROM
    }

    /// Writes one character of the board, if it is in view.
    fn put(&mut self, x: i32, y: i32, symbol: &str, style: Style) {
        let view = self.view.layout.view();
        // One column on either side takes the brackets of the outermost cells; where the board goes
        // on, an arrow.
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

    /// Everything beside the glyphs. In the compact size neighbours share a column for it, so the
    /// weightier comes later.
    fn marks(&mut self) {
        let view = self.view;
        let (ink, slots) = (self.ink, self.slots);
        for cell in (self.regions.held[0] & *view.seen.board.stones(Colour::First))
            | (self.regions.held[1] & *view.seen.board.stones(Colour::Second))
        {
            self.beside(cell, slots.right, "'", ink.last);
        }
        for cell in self.regions.path {
            self.beside(cell, slots.right, "*", ink.last);
        }
        let compact = view.layout.zoom() == Zoom::Compact;
        if self.is_lined() {
            self.squares();
        } else {
            for cell in view.seen.last {
                self.beside(cell, slots.right, ")", ink.last);
            }
            for cell in view.seen.last {
                let west = view.layout.toward(cell, Direction::West);
                let is_joined = compact && west.is_some_and(|west| view.seen.last.contains(west));
                self.beside(cell, slots.left, if is_joined { "-" } else { "(" }, ink.last);
            }
        }
        let ghosts = || view.seen.step.stones.iter().map(|&(cell, _)| cell);
        // Among several ghosts one must see which of them the keys move.
        let cursor = view
            .seen
            .cursor
            .filter(|&cell| view.seen.step.stones.len() > 1 || ghosts().all(|ghost| ghost != cell));
        for cell in ghosts() {
            self.beside(cell, slots.right, ">", ink.cursor);
        }
        if let Some(cell) = cursor {
            self.beside(cell, slots.right, "]", ink.cursor);
        }
        for cell in self.regions.threatened {
            self.beside(cell, slots.right, "!", ink.alarm);
        }
        if let Some((cell, class)) = view.judged {
            let colour = if class == Class::Inaccuracy { ink.cursor } else { ink.alarm };
            self.beside(cell, slots.right, "?", colour);
        }
        for &(cell, rank) in
            view.advice.cells.iter().rev().filter(|(cell, _)| view.seen.board.at(*cell).is_some())
        {
            self.beside(
                cell,
                slots.right,
                rank_label(rank, view.advice.is_threat),
                self.advice_ink(),
            );
        }
        for cell in ghosts() {
            self.beside(cell, slots.left, "<", ink.cursor);
        }
        // If a hint is under ghosts, its rank matters more than their brackets, but less than the
        // cursor's.
        let hidden =
            |cell: Cell| ghosts().any(|ghost| ghost == cell) && view.seen.board.at(cell).is_none();
        for &(cell, rank) in view
            .advice
            .cells
            .iter()
            .rev()
            .filter(|(cell, _)| view.seen.step.stones.len() > 1 && hidden(*cell))
        {
            let shares =
                compact && cursor.is_some() && view.layout.toward(cell, Direction::East) == cursor;
            let slot = if shares { slots.left } else { slots.right };
            self.beside(cell, slot, rank_label(rank, view.advice.is_threat), self.advice_ink());
        }
        for cell in view.advice.foreign {
            self.beside(cell, slots.left, FOREIGN, ink.alarm);
        }
        if let Some(cell) = cursor {
            self.beside(cell, slots.left, "[", ink.cursor);
        }
    }

    /// Writes a mark beside a cell's glyph in `colour`, or in one that can be read on what is
    /// there.
    fn beside(&mut self, cell: Cell, dx: i32, symbol: &str, colour: Tint) {
        let (x, y) = self.view.layout.corner(cell);
        let (x, y) = (x + dx, y + self.slots.centre.1);
        let (Ok(column), Ok(row)) = (u16::try_from(x), u16::try_from(y)) else { return };
        let Some(there) = self.buffer.cell((column, row)) else { return };
        let mut style = self.view.theme.over(colour, there.bg);
        if self.view.layout.zoom() >= Zoom::Filled {
            let background = self.looks[cell.index()].background;
            style = self.view.theme.on(self.view.theme.readable(colour, background), background);
        }
        self.put(x, y, symbol, style.add_modifier(Modifier::BOLD));
    }
}

/// The sign of a stone of the other side in a step that is advised.
const FOREIGN: &str = "x";

/// Returns the sign of a rank, from 1: a digit, or for what the opponent threatens a letter.
pub const fn rank_label(rank: u8, threat: bool) -> &'static str {
    const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    const LETTERS: [&str; 10] = [" ", "A", "B", "C", "D", "E", "F", "G", "H", "I"];
    let labels = if threat { LETTERS } else { DIGITS };
    labels[if rank < 9 { rank as usize } else { 9 }]
}

#[cfg(test)]
mod tests;
