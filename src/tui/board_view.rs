//! The board on the screen: one widget that draws a position.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::Widget;
use tetralith_core::{Board, Cell, CellSet, Colour, Info, Marks, Shape};

use super::board_layout::{BoardLayout, Zoom};
use super::theme::{BoardInk, StoneShape, Theme, Vacant, mix, stone_shapes};

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
    /// The cell under the mouse.
    pub hover: Option<Cell>,
    /// The cells of the last step, or of the last turn.
    pub last: CellSet,
    /// The stones that the step under the cursor or the mouse would put down.
    pub ghost: &'a [(Cell, Colour)],
    /// Whether that step is illegal.
    pub ghost_illegal: bool,
    /// Cells to bring out: a line of sight, a group, what is being typed.
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
            hover: None,
            last: CellSet::EMPTY,
            ghost: &[],
            ghost_illegal: false,
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
    emphasised: bool,
    cursor: bool,
}

struct Painter<'a, 'b> {
    view: &'a BoardView<'a>,
    buffer: &'b mut Buffer,
    area: Rect,
    ink: &'static BoardInk,
    shapes: [StoneShape; 2],
    /// Cells controlled or owned, by colour.
    held: [CellSet; 2],
    neutral: CellSet,
    /// Vacant cells that stand out by being legal, when those are the fewer.
    lit: CellSet,
    /// Vacant cells that stand out by not being legal, when those are the fewer.
    closed: CellSet,
    emphasised: CellSet,
    threatened: CellSet,
    path: CellSet,
}

impl<'a, 'b> Painter<'a, 'b> {
    fn new(view: &'a BoardView<'a>, buffer: &'b mut Buffer, area: Rect) -> Self {
        let ink = view.theme.board(view.info);
        let mut painter = Self {
            view,
            buffer,
            area,
            ink,
            shapes: stone_shapes(view.info),
            held: [CellSet::EMPTY; 2],
            neutral: CellSet::EMPTY,
            lit: CellSet::EMPTY,
            closed: CellSet::EMPTY,
            emphasised: view.emphasis,
            threatened: CellSet::EMPTY,
            path: CellSet::EMPTY,
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
            if let Some(pointed) = view.hover.or(view.cursor) {
                let groups = marks.groups.iter().flatten();
                painter.emphasised |= groups.copied().find(|group| group.contains(pointed)).unwrap_or_default();
            }
        }
        painter
    }

    fn paint(&mut self) {
        for position in self.area.positions() {
            let cell = &mut self.buffer[position];
            cell.reset();
            cell.set_style(self.view.theme.base());
        }
        for cell in self.view.layout.geometry().cells() {
            self.body(cell);
        }
        self.marks();
        self.coordinates();
    }

    fn look(&self, cell: Cell) -> Look {
        let view = self.view;
        let stone = view.board.at(cell);
        let ghost = view.ghost.iter().find(|(at, _)| *at == cell).map(|&(_, colour)| colour);
        let holder = Colour::BOTH.into_iter().find(|colour| self.held[colour.index()].contains(cell));
        let forbidden =
            view.marks.and_then(|marks| marks.forbidden.iter().find(|(_, cells)| cells.contains(cell)).map(|f| f.0));
        let vacant = match (forbidden, holder) {
            (Some(rule), _) => Vacant::Forbidden(rule),
            (None, Some(colour)) => Vacant::Held(self.shapes[colour.index()]),
            _ if self.neutral.contains(cell) => Vacant::Neutral,
            _ if self.lit.contains(cell) => Vacant::Legal,
            _ if self.closed.contains(cell) => Vacant::Closed,
            _ => Vacant::Plain,
        };
        let cursor = view.cursor == Some(cell);
        let emphasised = self.emphasised.contains(cell) || view.hover == Some(cell);
        let mut ground = self.ink.tiles[self.tone(cell)];
        if let Some(colour) = holder {
            ground = mix(ground, self.fill(colour), if stone.is_some() { 0.18 } else { 0.42 });
        }
        if self.path.contains(cell) {
            ground = self.ink.path;
        } else if emphasised {
            ground = mix(ground, self.ink.emphasis, 0.75);
        }
        if cursor {
            ground = mix(ground, self.ink.cursor, 0.25);
        }
        Look { ground, stone, ghost, vacant, emphasised, cursor }
    }

    /// The colour of a side's stones.
    fn fill(&self, colour: Colour) -> Color {
        self.view.theme.ink(self.view.info.side(colour).dye).fill
    }

    /// Which of the three tones a cell has: on hexhex boards never that of a neighbour.
    fn tone(&self, cell: Cell) -> usize {
        let geometry = self.view.layout.geometry();
        let place = geometry.place(cell);
        match geometry.shape() {
            Shape::Square => 0,
            Shape::Hexhex => {
                let along = (i32::from(place.x) + i32::from(geometry.size()) - 1 - i32::from(place.row)).div_euclid(2);
                (along - i32::from(place.row)).rem_euclid(3) as usize
            }
        }
    }

    /// Writes one character of the board, if it is in view.
    fn put(&mut self, x: i32, y: i32, symbol: &str, style: Style) {
        let view = self.view.layout.view();
        let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else { return };
        // One column on either side takes the brackets of the outermost cells.
        if x + 1 >= view.left() && x <= view.right() && y >= view.top() && y < view.bottom() {
            self.put_label(x, y, symbol, style);
        }
    }

    /// Writes one character anywhere in the area.
    fn put_label(&mut self, x: u16, y: u16, symbol: &str, style: Style) {
        if self.area.contains((x, y).into()) {
            self.buffer[(x, y)].set_symbol(symbol).set_style(style);
        }
    }

    fn body(&mut self, cell: Cell) {
        let look = self.look(cell);
        let (x, y) = self.view.layout.corner(cell);
        let (glyph, style) = self.content(&look);
        let ground = self.view.theme.on(self.ink.dot, look.ground);
        let slots = self.slots();
        match self.view.layout.zoom() {
            Zoom::Compact => self.put(x + 1, y, " ", ground),
            Zoom::Outlined => {
                for dx in -1..=1 {
                    self.put(x + slots.centre.0 + dx, y + slots.centre.1, " ", ground);
                }
            }
            Zoom::Filled => {
                for (dx, dy) in (0..3).flat_map(|dy| (0..6).map(move |dx| (dx, dy))) {
                    self.put(x + dx, y + dy, " ", ground);
                }
                self.put(x + 3, y + 1, glyph, style);
            }
        }
        self.put(x + slots.centre.0, y + slots.centre.1, glyph, style);
    }

    /// The glyph in the middle of a cell and its style.
    fn content(&self, look: &Look) -> (&'static str, Style) {
        let theme = self.view.theme;
        let mut style = match (look.ghost, look.stone, look.vacant) {
            (Some(colour), ..) => {
                let style = theme.on(mix(look.ground, self.fill(colour), 0.75), look.ground);
                style.add_modifier(if theme.is_mono() { Modifier::DIM | Modifier::REVERSED } else { Modifier::ITALIC })
            }
            (None, Some(colour), _) => theme.on(self.fill(colour), look.ground).add_modifier(Modifier::BOLD),
            (.., Vacant::Legal) => theme.on(self.ink.legal, look.ground).add_modifier(Modifier::BOLD),
            (.., Vacant::Forbidden(_)) => theme.on(self.ink.alarm, look.ground),
            (.., Vacant::Held(shape)) => {
                let colour = if self.shapes[0] == shape { Colour::First } else { Colour::Second };
                theme.on(self.fill(colour), look.ground)
            }
            _ => theme.on(self.ink.dot, look.ground),
        };
        if theme.is_mono() && look.emphasised {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        if theme.is_mono() && look.cursor {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let glyph = match look.ghost.or(look.stone) {
            Some(colour) => theme.glyph(self.shapes[colour.index()]),
            None => theme.vacant_glyph(look.vacant),
        };
        (glyph, style)
    }

    /// Where the parts of a cell lie against its corner.
    fn slots(&self) -> Slots {
        match (self.view.layout.zoom(), self.view.layout.geometry().shape()) {
            (Zoom::Compact, _) => Slots { left: -1, centre: (0, 0), right: 1 },
            (Zoom::Outlined, Shape::Square) => Slots { left: 0, centre: (1, 0), right: 2 },
            (Zoom::Outlined, Shape::Hexhex) => Slots { left: 1, centre: (2, 1), right: 3 },
            (Zoom::Filled, _) => Slots { left: 0, centre: (2, 1), right: 5 },
        }
    }

    /// Everything beside the glyphs. In the compact size neighbours share a column for it, so the weightier comes later.
    fn marks(&mut self) {
        let view = self.view;
        let slots = self.slots();
        let (ink, theme) = (self.ink, view.theme);
        let bold = |colour| theme.over(colour).add_modifier(Modifier::BOLD);
        let (last, alarm) = (bold(ink.last), bold(ink.alarm));
        for cell in view.last {
            self.beside(cell, slots.left, "(", last);
            self.beside(cell, slots.right, ")", last);
        }
        for cell in self.path {
            self.beside(cell, slots.right, "*", last);
        }
        let (pair, style) = if view.ghost_illegal { (("?", "?"), alarm) } else { (("<", ">"), bold(ink.cursor)) };
        let mut cursor_style = bold(ink.cursor);
        if theme.is_mono() {
            cursor_style = cursor_style.add_modifier(Modifier::REVERSED);
        }
        let ghosts = view.ghost.iter().map(|&(cell, _)| cell);
        let cursor = view.cursor.filter(|cell| ghosts.clone().all(|ghost| ghost != *cell));
        for cell in ghosts.clone() {
            self.beside(cell, slots.right, pair.1, style);
        }
        if let Some(cell) = cursor {
            self.beside(cell, slots.right, "]", cursor_style);
        }
        for cell in self.threatened {
            self.beside(cell, slots.right, "!", alarm);
        }
        for cell in ghosts {
            self.beside(cell, slots.left, pair.0, style);
        }
        if let Some(cell) = cursor {
            self.beside(cell, slots.left, "[", cursor_style);
        }
    }

    fn beside(&mut self, cell: Cell, dx: i32, symbol: &str, style: Style) {
        let (x, y) = self.view.layout.corner(cell);
        self.put(x + dx, y + self.slots().centre.1, symbol, style);
    }

    /// Letters and numbers around the board, as `rules.md` names cells.
    fn coordinates(&mut self) {
        let layout = self.view.layout;
        let Some((above, right)) = layout.coordinates() else { return };
        let geometry = layout.geometry();
        let view = layout.view();
        let style = self.view.theme.dim();
        let centre = self.slots().centre;
        let in_rows = |y: i32| y >= i32::from(view.top()) && y < i32::from(view.bottom());
        let in_columns = |x: i32| x >= i32::from(view.left()) && x < i32::from(view.right());
        let below = i32::from(view.bottom()) + layout.gap();
        let letter = |i: u8| char::from(b'a' + i).to_string();
        match geometry.shape() {
            Shape::Square => {
                for cell in geometry.side(tetralith_core::Direction::South) {
                    let (x, _) = layout.corner(cell);
                    let x = x + centre.0;
                    if in_columns(x) {
                        let name = letter(geometry.place(cell).x / 2);
                        self.label(x, below, &name, style);
                        if above {
                            self.label(x, i32::from(view.top()) - 1 - layout.gap(), &name, style);
                        }
                    }
                }
                for cell in geometry.side(tetralith_core::Direction::West) {
                    let (_, y) = layout.corner(cell);
                    let y = y + centre.1;
                    if in_rows(y) {
                        let name = (geometry.place(cell).row + 1).to_string();
                        self.label(i32::from(view.left()) - 1 - name.len() as i32, y, &name, style);
                        if right {
                            self.label(i32::from(view.right()) + 1, y, &name, style);
                        }
                    }
                }
            }
            Shape::Hexhex => {
                for cell in geometry.side(tetralith_core::Direction::West) {
                    let (x, y) = layout.corner(cell);
                    let y = y + centre.1;
                    if in_rows(y) {
                        let x = (x - 2).max(i32::from(view.left()) - 2);
                        self.label(x, y, &letter(geometry.place(cell).row), style);
                    }
                }
                let bottom = geometry.cells().take(usize::from(geometry.size()));
                for (i, cell) in bottom.enumerate() {
                    let (x, _) = layout.corner(cell);
                    let x = x + centre.0;
                    // Numbers of two digits would run together in the smallest size.
                    if in_columns(x) && (i < 9 || i % 2 == 1 || layout.zoom() != Zoom::Compact) {
                        self.label(x, below, &(i + 1).to_string(), style);
                    }
                }
            }
        }
    }

    fn label(&mut self, x: i32, y: i32, text: &str, style: Style) {
        for (i, letter) in text.chars().enumerate() {
            if let (Ok(x), Ok(y)) = (u16::try_from(x + i as i32), u16::try_from(y)) {
                self.put_label(x, y, letter.encode_utf8(&mut [0; 4]), style);
            }
        }
    }
}

/// Columns (and for the middle, rows) of the parts of a cell, counted from its corner.
#[derive(Clone, Copy)]
struct Slots {
    left: i32,
    centre: (i32, i32),
    right: i32,
}
