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
use tetralith_core::{About, Board, Cell, CellSet, Colour, Direction, Info, Marks, Shape};
use tetralith_picture::look::Tint;
use tetralith_picture::{Label, LabelKind, Regions};

use crate::theme::{BoardInk, Glyphs, StoneShape, Theme, Vacant, mix, stone_shapes};
use crate::tui::board::layout::BoardLayout;
use tetralith_picture::look::zoom::Zoom;
use tetralith_study::Class;

/// A position as it is to be drawn. Make one with [`BoardView::new`] and set what else is to be
/// seen.
///
/// ```
/// use ratatui::{buffer::Buffer, layout::Rect, widgets::Widget};
/// use tetralith::tui::board::layout::BoardLayout;
/// use tetralith::tui::board::view::BoardView;
/// use tetralith::theme;
/// use tetralith_core::{Cell, Game, Setup};
///
/// let game = Game::new("multiplicity", &Setup { size: Some(2), ..Setup::default() })?;
/// let (area, centre) = (Rect::new(0, 0, 9, 4), Cell::new(3));
/// let layout = BoardLayout::fit(game.board().geometry(), area, None, true, centre);
/// let layout = layout.expect("it fits");
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
    /// The game, for the stones and sides of its colours.
    pub info: &'static Info,
    /// The places of the cells.
    pub layout: &'a BoardLayout,
    /// The colours and signs.
    pub theme: &'a Theme,
    /// The marks of the rules; the default shows nothing.
    pub marks: Option<&'a Marks>,
    /// Cells on which the step at hand may go, or a part of it. Empty when no player is to move.
    pub legal: CellSet,
    /// The cursor.
    pub cursor: Option<Cell>,
    /// The cells of the last step, or of the last turn.
    pub last: CellSet,
    /// The stones that the step under the cursor would put down, or those picked so far.
    pub ghost: &'a [(Cell, Colour)],
    /// The cells that concern the one under the cursor: lines of sight, a group, a territory, why
    /// it is closed.
    pub about: Option<&'a About>,
    /// True if the size of the group under the cursor is written on its stones.
    pub sizes: bool,
    /// Cells that a hint names, with the rank of the step they belong to, from 1; the first rank of
    /// a cell counts.
    pub advice: &'a [(Cell, u8)],
    /// The side whose steps they are, and those of the cells on which they would put a stone of the
    /// other side.
    pub advised: (Option<Colour>, CellSet),
    /// The winning chances of the steps that a hint names, by their ranks, in as few letters as
    /// there can be; where there are none, or a cell has no room for them, the rank itself is
    /// shown.
    pub wins: &'a [String],
    /// A cell whose stone was a fault, and the class of it.
    pub judged: Option<(Cell, Class)>,
    /// True if what is advised is what the opponent threatens to do.
    pub threat: bool,
    /// Cells to bring out besides: what is being typed or picked.
    pub emphasis: CellSet,
    /// The player whose step the ghosts are, so that a stone of the other colour among them is
    /// marked.
    pub mover: Option<Colour>,
    /// Stones that came down together; only a board of pixels shows them as one piece.
    pub pieces: &'a [CellSet],
    /// Texts on cells of a board of pixels, besides advice.
    pub labels: &'a [Label],
    /// Cells of a board of pixels that are washed in the colour of a side, with a strength of 0 to
    /// 1.
    pub heat: &'a [(Cell, Colour, f32)],
    /// Cells that have just changed.
    pub flash: CellSet,
}

impl<'a> BoardView<'a> {
    /// The stones on `board` and nothing else.
    pub const fn new(
        board: &'a Board,
        info: &'static Info,
        layout: &'a BoardLayout,
        theme: &'a Theme,
    ) -> Self {
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
            advised: (None, CellSet::EMPTY),
            wins: &[],
            judged: None,
            threat: false,
            emphasis: CellSet::EMPTY,
            mover: None,
            pieces: &[],
            labels: &[],
            heat: &[],
            flash: CellSet::EMPTY,
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

/// The contrast with its background from which a stone is a disc on it, and not a block that covers
/// it.
const DISC_FROM: f32 = 2.0;

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
    /// True if hexagons have walls: where the board's colour does not tell it from the screen.
    walled: bool,
    ink: &'a BoardInk,
    shapes: [StoneShape; 2],
    /// The glyphs of both sides' discs.
    discs: [&'static str; 2],
    /// The cells by what they tell.
    regions: Regions,
    /// The contents of each cell, by index.
    looks: Vec<Look>,
}

impl<'a, 'b> Painter<'a, 'b> {
    fn new(view: &'a BoardView<'a>, buffer: &'b mut Buffer, area: Rect) -> Self {
        let ink = view.theme.board(view.info);
        let smooth = view.theme.glyphs() == Glyphs::Unicode && !view.theme.is_mono();
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
            shapes: stone_shapes(view.info),
            discs: Colour::BOTH.map(|colour| view.theme.disc_glyph(view.info, colour)),
            regions: Regions::of(&view.seen(&[])),
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
        if self.half_blocks() {
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
        let stone = view.board.at(cell);
        let ghost = view.ghost.iter().find(|(at, _)| *at == cell).map(|&(_, colour)| colour);
        let regions = &self.regions;
        let holder = regions.holder(cell);
        let forbidden = view.marks.and_then(|marks| {
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
        let rank = view.advice.iter().find(|(at, _)| *at == cell).map(|&(_, rank)| rank);
        // Brackets already show where a single stone would go; of several stones one must see whose
        // each is.
        let ghost = ghost.filter(|_| rank.is_none() || stone.is_some() || view.ghost.len() > 1);
        let cursor = view.cursor == Some(cell);
        let path = regions.path.contains(cell);
        let in_group = regions.group.contains(cell);
        let counted = regions.counted.contains(cell);
        let emphasised =
            in_group || counted || view.emphasis.contains(cell) || regions.concerned.contains(cell);
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
        let mut background = self.ink.tile;
        if let Some(colour) = holder {
            background =
                mix(background, self.fill(colour), if stone.is_some() { 0.18 } else { 0.38 });
        }
        if path {
            background = self.ink.path;
        } else if emphasised {
            // Cells that count stand out from the line or region around them, which keeps some of
            // its owner's tint. Half is the least that 16 colours can show.
            let leads = regions.concerned.contains(cell) && !counted;
            background = mix(background, self.ink.emphasis, if leads { 0.5 } else { 0.75 });
        }
        if let Some(rank) = rank {
            background = mix(background, self.advice_ink(), if rank == 1 { 0.6 } else { 0.25 });
        }
        if cursor {
            background = mix(background, self.ink.cursor, 0.3);
        }
        let flash = view.flash.contains(cell);
        if flash {
            background = mix(background, self.ink.last, 0.6);
        }
        Look {
            background,
            stone,
            ghost,
            vacant,
            rank,
            ground_tells: path || emphasised || cursor || flash || rank.is_some(),
            emphasised,
            line,
            cursor,
            factor: (in_group && view.sizes).then(|| regions.group.len()),
            number: view
                .labels
                .iter()
                .find(|label| label.cell == cell && label.kind == LabelKind::Note)
                .and_then(|label| label.text.parse().ok()),
        }
    }

    /// The colour of what is advised, or threatened.
    const fn advice_ink(&self) -> Tint {
        if self.view.threat { self.ink.alarm } else { self.ink.legal }
    }

    /// The colour of a side's stones.
    fn fill(&self, colour: Colour) -> Tint {
        self.view.theme.ink(self.view.info.side(colour).stone).fill
    }

    /// Returns whether `colour`'s stone is shown as a disc on the background of its cell.
    fn is_disc(&self, colour: Colour, look: &Look) -> bool {
        self.view.theme.shows_discs()
            && self.view.theme.contrast(self.fill(colour), look.background) >= DISC_FROM
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
        for cell in (self.regions.held[0] & *view.board.stones(Colour::First))
            | (self.regions.held[1] & *view.board.stones(Colour::Second))
        {
            self.beside(cell, slots.right, "'", ink.last);
        }
        for cell in self.regions.path {
            self.beside(cell, slots.right, "*", ink.last);
        }
        for cell in view.last {
            self.beside(cell, slots.left, "(", ink.last);
            self.beside(cell, slots.right, ")", ink.last);
        }
        let ghosts = || view.ghost.iter().map(|&(cell, _)| cell);
        // Among several ghosts one must see which of them the keys move.
        let cursor =
            view.cursor.filter(|&cell| view.ghost.len() > 1 || ghosts().all(|ghost| ghost != cell));
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
            view.advice.iter().rev().filter(|(cell, _)| view.board.at(*cell).is_some())
        {
            self.beside(cell, slots.right, rank_label(rank, view.threat), self.advice_ink());
        }
        for cell in ghosts() {
            self.beside(cell, slots.left, "<", ink.cursor);
        }
        // If a hint is under ghosts, its rank matters more than their brackets, but less than the
        // cursor's.
        let hidden =
            |cell: Cell| ghosts().any(|ghost| ghost == cell) && view.board.at(cell).is_none();
        let compact = view.layout.zoom() == Zoom::Compact;
        for &(cell, rank) in
            view.advice.iter().rev().filter(|(cell, _)| view.ghost.len() > 1 && hidden(*cell))
        {
            let shares =
                compact && cursor.is_some() && view.layout.toward(cell, Direction::East) == cursor;
            let slot = if shares { slots.left } else { slots.right };
            self.beside(cell, slot, rank_label(rank, view.threat), self.advice_ink());
        }
        for cell in view.advised.1 {
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
