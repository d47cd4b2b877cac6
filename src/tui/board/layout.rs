//! The places of the board's cells on the screen, and the cells that places on the screen belong
//! to.
//!
//! Drawing and the mouse share one [`BoardLayout`], so they cannot disagree. No state, no drawing.

use ratatui::layout::{Position, Rect};
use tetralith_core::geometry::Place;
use tetralith_core::{Cell, Direction, Geometry, Info, Orientation, Shape};
use tetralith_picture::{DOTS, Grid};

use super::legend::Drawn;
use crate::theme::{Depth, Theme};
use tetralith_picture::look::zoom::Zoom;

/// The smallest part of a board that is worth showing when not all of it fits, in columns and rows.
const SMALLEST_VIEW: (u16, u16) = (14, 5);

/// The smallest cell that is drawn in a picture, in its pixels; of smaller ones characters show
/// more.
const LEAST_UNIT: f32 = 5.0;

/// Pixels that a character holds, across and down, where its parts have two colours.
pub const BLOCKS: (u16, u16) = (DOTS.0 as u16, DOTS.1 as u16);

/// The most pixels of a board on a side: a terminal may report any size for its characters.
const MOST_PIXELS: u32 = 4_000;

/// The way in which a board is fitted into an area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fit {
    /// The size of a cell; `None` for as large as fits.
    pub zoom: Option<Zoom>,
    /// True if `zoom` is wanted only where the whole board fits at that size.
    pub whole: bool,
    /// Leaves room for the names of rows and columns.
    pub coordinates: bool,
    /// Pixels that a character holds, across and down, where boards can be drawn as pixels.
    pub dots: Option<(u16, u16)>,
    /// The size of a character in pixels, where boards are pictures on the terminal.
    pub picture: Option<(u16, u16)>,
    /// True of a board beside a list, without clicks: as a picture it may be smaller, without
    /// names.
    pub is_preview: bool,
}

/// Returns how many pixels a character holds as `theme` shows it, or `None` if its colours or signs
/// do not suffice.
pub fn dots(theme: &Theme) -> Option<(u16, u16)> {
    let can = theme.depth() <= Depth::Ansi16 && !theme.is_ascii();
    can.then_some(BLOCKS)
}

/// The places of the names of rows and columns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum NamePlaces {
    /// Nowhere.
    Absent,
    /// Beside the board, and those below it on its lowest row, for want of another.
    Inside,
    /// Beside and below the board.
    Around,
}

/// A board that is drawn as pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Pixels {
    grid: Grid,
    /// Pixels that a character holds, across and down.
    dots: (u16, u16),
}

/// Room around the cells, in columns and rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Margins {
    left: u16,
    right: u16,
    top: u16,
    bottom: u16,
}

/// The place of a board of one geometry in an area of the screen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BoardLayout {
    geometry: &'static Geometry,
    orientation: Orientation,
    zoom: Zoom,
    area: Rect,
    /// The part of the area in which cells are drawn.
    view: Rect,
    /// The place of the top left corner of the whole board, had the screen no bounds.
    origin: (i32, i32),
    names: NamePlaces,
    /// True if there is room for coordinates on the top and right as well.
    doubled: (bool, bool),
    scrolled: bool,
    /// The places of the cells to the pixel, where the board is drawn so.
    pixels: Option<Pixels>,
}

impl BoardLayout {
    /// The layout of `info`'s board in `area`, as pixels where they can be shown and show more than
    /// characters, or `None` if the area is too small to show anything sensible.
    ///
    /// In characters the board is as [`BoardLayout::fit_oriented`] has it.
    pub fn of(
        info: &Info,
        geometry: &'static Geometry,
        orientation: Orientation,
        area: Rect,
        fit: Fit,
        focus: Cell,
    ) -> Option<Self> {
        let Fit { zoom, whole, coordinates, dots, picture, is_preview } = fit;
        let dots = dots.filter(|_| matches!(zoom, None | Some(Zoom::Filled)));
        let turned = Turned { geometry, orientation };
        let named = if coordinates { NamePlaces::Around } else { NamePlaces::Absent };
        let pictured = |cell| {
            let with = |names| turned.pixels(info, area, cell, names);
            let clicked_on = with(named).filter(Self::can_be_clicked_on);
            // Cells of previews may be smaller, and then have no names.
            clicked_on.or_else(|| with(NamePlaces::Absent).filter(|_| is_preview))
        };
        let picture = picture.filter(|_| zoom.is_none()).and_then(pictured);
        let blocks = || {
            let dots = dots?;
            // Names on the board itself are better than none.
            let ways = [named, named.min(NamePlaces::Inside), NamePlaces::Absent];
            ways.into_iter().find_map(|names| turned.pixels(info, area, dots, names))
        };
        picture.or_else(blocks).or_else(|| {
            let fits = |zoom| turned.whole(area, zoom, false).is_some();
            let zoom = zoom.filter(|&zoom| !whole || fits(zoom));
            Self::fit_oriented(geometry, orientation, area, zoom, coordinates, focus)
        })
    }

    /// The layout of a board that lies upright in `area`, or `None` if the area is too small to
    /// show anything sensible.
    ///
    /// Takes `zoom`, or without one the largest zoom that lets the whole board fit, and centres the
    /// board. A board that does not fit is scrolled so that `focus` is in view with at least its
    /// neighbours; coordinates are left out if that makes the difference between fitting and not.
    pub fn fit(
        geometry: &'static Geometry,
        area: Rect,
        zoom: Option<Zoom>,
        coordinates: bool,
        focus: Cell,
    ) -> Option<Self> {
        Self::fit_oriented(geometry, Orientation::default(), area, zoom, coordinates, focus)
    }

    /// Like [`BoardLayout::fit`], for a board that lies in this `orientation`.
    pub fn fit_oriented(
        geometry: &'static Geometry,
        orientation: Orientation,
        area: Rect,
        zoom: Option<Zoom>,
        coordinates: bool,
        focus: Cell,
    ) -> Option<Self> {
        // Larger areas could overflow the offsets on the screen; no terminal comes near.
        let area = Rect { width: area.width.min(4096), height: area.height.min(4096), ..area };
        let turned = Turned { geometry, orientation };
        let whole = |zoom, coordinates| turned.whole(area, zoom, coordinates);
        if let Some(zoom) = zoom {
            return whole(zoom, coordinates)
                .or_else(|| whole(zoom, false))
                .or_else(|| turned.part(area, zoom, coordinates, focus))
                .or_else(|| turned.part(area, zoom, false, focus))
                .or_else(|| {
                    zoom.smaller()?;
                    Self::fit_oriented(geometry, orientation, area, None, coordinates, focus)
                });
        }
        Zoom::ALL
            .into_iter()
            .rev()
            .find_map(|zoom| whole(zoom, coordinates))
            .or_else(|| whole(Zoom::Compact, false))
            .or_else(|| turned.part(area, Zoom::Compact, coordinates, focus))
            .or_else(|| turned.part(area, Zoom::Compact, false, focus))
    }

    /// Columns and rows that the whole board takes, with its margins.
    pub fn size_needed(geometry: &'static Geometry, zoom: Zoom, coordinates: bool) -> (u16, u16) {
        Self::size_needed_oriented(geometry, Orientation::default(), zoom, coordinates)
    }

    /// Like [`BoardLayout::size_needed`], for a board that lies in this `orientation`.
    pub fn size_needed_oriented(
        geometry: &'static Geometry,
        orientation: Orientation,
        zoom: Zoom,
        coordinates: bool,
    ) -> (u16, u16) {
        Turned { geometry, orientation }.size_needed(zoom, coordinates)
    }

    /// The board whose cells it has the places of.
    pub const fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// The orientation of the board.
    pub const fn orientation(&self) -> Orientation {
        self.orientation
    }

    const fn turned(&self) -> Turned {
        Turned { geometry: self.geometry, orientation: self.orientation }
    }

    /// The next cell from `cell` in a direction of the screen.
    pub(crate) fn toward(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        self.orientation.toward(self.geometry, cell, direction)
    }

    /// The size of the cells.
    pub const fn zoom(&self) -> Zoom {
        self.zoom
    }

    /// The area it was fitted into.
    pub const fn area(&self) -> Rect {
        self.area
    }

    /// Columns and rows that the board takes with its margins.
    pub fn taken(&self) -> (u16, u16) {
        let margins = self.turned().margins_of(self);
        let (left, right) = (margins.left, margins.right);
        (left + self.view.width + right, margins.top + self.view.height + margins.bottom)
    }

    /// The places of the cells to the pixel, from the top left corner of the view, and the pixels
    /// that a character holds, across and down; `None` where the board is drawn in characters.
    pub fn pixels(&self) -> Option<(&Grid, (u16, u16))> {
        self.pixels.as_ref().map(|pixels| (&pixels.grid, pixels.dots))
    }

    /// The way in which it is drawn.
    pub fn drawn(&self) -> Drawn {
        match self.pixels {
            None => Drawn::Characters,
            Some(_) if self.is_picture() => Drawn::Picture,
            Some(Pixels { grid, .. }) if grid.is_small() => Drawn::SmallBlocks,
            Some(_) => Drawn::Blocks,
        }
    }

    /// True if the board is a picture on the terminal.
    pub fn is_picture(&self) -> bool {
        self.pixels.is_some_and(|pixels| pixels.dots != BLOCKS)
    }

    /// True if every cell of a board that is drawn as pixels has the middle of a character.
    fn can_be_clicked_on(&self) -> bool {
        let Some(Pixels { grid, dots: (across, down) }) = self.pixels else { return false };
        // A hexagon is as wide as its grid only in half of its height.
        let higher = if self.geometry.shape() == Shape::Hexhex { 1.2 } else { 1.0 };
        grid.unit() >= f32::from(across).max(higher * f32::from(down))
    }

    /// The character in the middle of a cell of a board that is drawn as pixels.
    pub(crate) fn middle(&self, cell: Cell) -> Option<(i32, i32)> {
        let Pixels { grid, dots: (across, down) } = self.pixels.as_ref()?;
        let (x, y) = grid.middle(cell);
        let column = (x / f32::from(*across)) as i32;
        Some((
            i32::from(self.view.x) + column,
            i32::from(self.view.y) + (y / f32::from(*down)) as i32,
        ))
    }

    /// The part of the area in which cells are drawn; coordinates go around it.
    pub const fn view(&self) -> Rect {
        self.view
    }

    /// True if part of the board is out of view.
    pub const fn is_scrolled(&self) -> bool {
        self.scrolled
    }

    /// True if there are coordinates: on the left and below, and whether on the top and on the
    /// right as well.
    pub fn coordinates(&self) -> Option<(bool, bool)> {
        (self.names > NamePlaces::Absent).then_some(self.doubled)
    }

    /// The first column to the right of the board and its names, with one free between.
    pub fn beyond(&self) -> u16 {
        let names = if self.doubled.1 { right_labels(self.geometry) + 1 } else { 0 };
        self.view.right() + names + 1
    }

    /// The row of the names below the board.
    pub(crate) fn row_below(&self) -> i32 {
        i32::from(self.view.bottom()) - i32::from(self.names == NamePlaces::Inside)
    }

    /// True if the edge of the board in this direction of the screen is in view.
    pub(crate) fn shows_edge(&self, direction: Direction) -> bool {
        if self.pixels.is_some() {
            return true;
        }
        let (across, down) = extent(self.geometry, self.zoom);
        let (x, y) = self.origin;
        match direction {
            Direction::North => y == i32::from(self.view.top()),
            Direction::South => y + i32::from(down) == i32::from(self.view.bottom()),
            Direction::West => x == i32::from(self.view.left()),
            Direction::East => x + i32::from(across) == i32::from(self.view.right()),
            _ => false,
        }
    }

    /// True if a coloured edge is drawn at this column or row of the screen: all along an edge of
    /// the board, and in dashes where the board goes on.
    pub(crate) fn has_edge_at(&self, direction: Direction, at: i32) -> bool {
        let (x, y) = self.origin;
        self.shows_edge(direction)
            || match direction {
                Direction::North | Direction::South => (at - x).rem_euclid(4) >= 2,
                _ => (at - y).rem_euclid(2) == 0,
            }
    }

    /// Rows between the cells and the coordinates above and below.
    pub(crate) fn gap(&self) -> i32 {
        if self.pixels.is_some() {
            0
        } else {
            i32::from(self.turned().margins(self.zoom, false).bottom)
        }
    }

    /// Returns the place of `cell`, or `None` if any of it is out of view.
    ///
    /// Walls and grid lines between cells belong to no rectangle; rectangles never overlap and lie
    /// inside the area.
    pub fn rect(&self, cell: Cell) -> Option<Rect> {
        if let Some(pixels) = &self.pixels {
            return Some(self.rect_of_pixels(pixels, cell));
        }
        let (x, y) = self.corner(cell);
        let (dx, dy, width, height) = self.body();
        let (x, y) = (x + i32::from(dx), y + i32::from(dy));
        let view = self.view;
        let inside = x >= i32::from(view.left())
            && y >= i32::from(view.top())
            && x + i32::from(width) <= i32::from(view.right())
            && y + i32::from(height) <= i32::from(view.bottom());
        inside.then_some(Rect { x: x as u16, y: y as u16, width, height })
    }

    /// The character in the middle of a cell; `None` if it is scrolled out of sight.
    pub fn centre(&self, cell: Cell) -> Option<Position> {
        let Rect { x, y, width, height } = self.rect(cell)?;
        Some(Position { x: x + width / 2, y: y + height / 2 })
    }

    /// The characters that lie well inside a cell, at least the one in its middle.
    fn rect_of_pixels(&self, pixels: &Pixels, cell: Cell) -> Rect {
        let Pixels { grid, dots: (across, down) } = *pixels;
        let ((x, y), reach) = (grid.middle(cell), 0.35 * grid.unit());
        let span = |at: f32, dots: u16| {
            let dots = f32::from(dots);
            let (from, to) = (((at - reach) / dots).ceil(), ((at + reach) / dots).floor());
            if to > from { (from as u16, (to - from) as u16) } else { ((at / dots) as u16, 1) }
        };
        let ((left, width), (top, height)) = (span(x, across), span(y, down));
        Rect { x: self.view.x + left, y: self.view.y + top, width, height }
    }

    /// The cell that most of the character at `position` shows.
    fn cell_of_pixels(&self, pixels: &Pixels, position: Position) -> Option<Cell> {
        let Pixels { grid, dots: (across, down) } = pixels;
        let middle = |at: u16, from: u16, dots: u16| (f32::from(at - from) + 0.5) * f32::from(dots);
        grid.cell_at(
            middle(position.x, self.view.x, *across),
            middle(position.y, self.view.y, *down),
        )
    }

    /// The top left corner of the room a cell takes with its walls; out of view it may be anywhere,
    /// even negative.
    ///
    /// Of a board that is drawn as pixels, the character where the cell begins in the row of its
    /// middle.
    pub(crate) fn corner(&self, cell: Cell) -> (i32, i32) {
        if let (Some((x, y)), width) = (self.middle(cell), self.width_of_cell()) {
            return (x - width / 2, y);
        }
        let place = self.geometry.place(self.orientation.shown(self.geometry, cell));
        let down = self.geometry.rows() - 1 - place.row;
        (
            self.origin.0 + i32::from(place.x) * i32::from(self.zoom.half()),
            self.origin.1 + i32::from(down) * i32::from(self.zoom.rows()),
        )
    }

    /// Returns the place of a cell's rectangle against its corner: columns right, rows down, width
    /// and height.
    const fn body(&self) -> (u16, u16, u16, u16) {
        match (self.zoom, self.geometry.shape()) {
            (Zoom::Compact, _) => (0, 0, 2, 1),
            (Zoom::Outlined, Shape::Square) => (0, 0, 3, 1),
            (Zoom::Outlined, Shape::Hexhex) => (1, 1, 3, 1),
            (zoom, _) => (0, 0, 2 * zoom.half(), zoom.rows()),
        }
    }

    /// Columns that one cell takes, walls and all.
    pub(crate) fn width_of_cell(&self) -> i32 {
        if let Some(Pixels { grid, dots: (across, _) }) = &self.pixels {
            return (grid.unit() / f32::from(*across)).ceil() as i32;
        }
        match (self.zoom, self.geometry.shape()) {
            (Zoom::Outlined, Shape::Hexhex) => 5,
            (zoom, _) => 2 * i32::from(zoom.half()),
        }
    }

    /// The cell at `position`.
    ///
    /// If the points of a square board lie apart, each also has the places up to the next one on
    /// its right and below. `None` off the board, out of view, and on the walls between the cells
    /// of a hexhex board, so that a click that is not clearly meant for one cell does nothing.
    pub fn cell_at(&self, position: Position) -> Option<Cell> {
        if !self.view.contains(position) {
            return None;
        }
        if let Some(pixels) = &self.pixels {
            return self.cell_of_pixels(pixels, position);
        }
        let across = u16::try_from(i32::from(position.x) - self.origin.0).ok()?;
        let down = u16::try_from(i32::from(position.y) - self.origin.1).ok()?;
        let cell = match (self.zoom, self.geometry.shape()) {
            (Zoom::Outlined, Shape::Square) => self.find(down / 2, across / 4 * 2),
            (Zoom::Outlined, Shape::Hexhex) if down % 2 == 1 => {
                self.find_among(down / 2, across, 1..4)
            }
            // On a row of walls, only the tips of the cells below and above.
            (Zoom::Outlined, Shape::Hexhex) => {
                self.find_among(down / 2, across, 2..3).or_else(|| {
                    (down / 2).checked_sub(1).and_then(|row| self.find_among(row, across, 2..3))
                })
            }
            (zoom, _) => self.find_among(down / zoom.rows(), across, 0..2 * zoom.half()),
        }?;
        self.rect(cell).map(|_| cell)
    }

    /// The cell in the `down`th row from the top whose columns `body`, counted from its corner,
    /// hold `across`.
    fn find_among(&self, down: u16, across: u16, body: std::ops::Range<u16>) -> Option<Cell> {
        let half = self.zoom.half();
        [across / half, (across / half).wrapping_sub(1)]
            .into_iter()
            .filter(|x| {
                across
                    .checked_sub(x.saturating_mul(half))
                    .is_some_and(|along| body.contains(&along))
            })
            .find_map(|x| self.find(down, x))
    }

    /// The cell in the `down`th row from the top, `x` half columns from the left.
    fn find(&self, down: u16, x: u16) -> Option<Cell> {
        let row = u16::from(self.geometry.rows()).checked_sub(down + 1)?;
        let shown = self
            .geometry
            .cell_at(Place { row: u8::try_from(row).ok()?, x: u8::try_from(x).ok()? })?;
        Some(self.orientation.original(self.geometry, shown))
    }
}

/// A board as it lies on the screen, before it is known where.
#[derive(Clone, Copy)]
struct Turned {
    geometry: &'static Geometry,
    orientation: Orientation,
}

impl Turned {
    fn whole(self, area: Rect, zoom: Zoom, coordinates: bool) -> Option<BoardLayout> {
        let Self { geometry, orientation } = self;
        let (width, height) = self.size_needed(zoom, coordinates);
        if width > area.width || height > area.height {
            return None;
        }
        let margins = self.margins(zoom, coordinates);
        let (across, down) = extent(self.geometry, zoom);
        let right = if coordinates { self.right_names() } else { 0 };
        let doubled = (
            coordinates && geometry.shape() == Shape::Square && area.height > height,
            right > 0 && area.width >= width + right,
        );
        let width = width + if doubled.1 { right } else { 0 };
        let height = height + u16::from(doubled.0);
        let x = area.x + (area.width - width) / 2 + margins.left;
        let y = area.y + (area.height - height) / 2 + margins.top + u16::from(doubled.0);
        let view = Rect { x, y, width: across, height: down };
        let origin = (i32::from(x), i32::from(y));
        let (scrolled, pixels) = (false, None);
        let names = if coordinates { NamePlaces::Around } else { NamePlaces::Absent };
        Some(BoardLayout {
            geometry,
            orientation,
            zoom,
            area,
            view,
            origin,
            names,
            doubled,
            scrolled,
            pixels,
        })
    }

    /// The whole board as pixels, as large as `area` has room for; `None` if cells would be too
    /// small.
    fn pixels(
        self,
        info: &Info,
        area: Rect,
        dots: (u16, u16),
        names: NamePlaces,
    ) -> Option<BoardLayout> {
        let Self { geometry, orientation } = self;
        let area = Rect { width: area.width.min(4096), height: area.height.min(4096), ..area };
        // A picture has its names in it; one of characters has them beside it, as text.
        let is_picture = dots != BLOCKS;
        let margins = self.pixel_margins(if is_picture { NamePlaces::Absent } else { names });
        let coordinates = names > NamePlaces::Absent;
        let (beside, above) = (margins.left + margins.right, margins.top + margins.bottom);
        let (width, height) = (area.width.checked_sub(beside)?, area.height.checked_sub(above)?);
        let pixels =
            |characters: u16, dots: u16| (u32::from(characters) * u32::from(dots)).min(MOST_PIXELS);
        let room = (pixels(width, dots.0), pixels(height, dots.1));
        let grid = if !is_picture {
            Grid::fit_characters(geometry, orientation, info, (width.into(), height.into()))
        } else if coordinates {
            Grid::fit_named(geometry, orientation, info, room, dots.1)
        } else {
            Grid::fit(geometry, orientation, info, room)
        };
        // Where rows are no whole characters, stones reach into the lowest.
        let has_room = |grid: &Grid| names != NamePlaces::Inside || !grid.has_half_rows();
        let grid = grid.filter(|grid| grid.unit() >= LEAST_UNIT && has_room(grid))?;
        let characters = |pixels: u32, dots: u16| pixels.div_ceil(u32::from(dots)) as u16;
        let (across, down) = (characters(grid.size().0, dots.0), characters(grid.size().1, dots.1));
        let names_right = if coordinates && !is_picture { self.right_names() } else { 0 };
        let right = if names_right > 0 { names_right + 1 } else { 0 };
        let is_square = geometry.shape() == Shape::Square;
        let doubled = (
            names == NamePlaces::Around && !is_picture && is_square && height > down,
            right > 0 && width >= across + right,
        );
        let (more_across, more_down) = (if doubled.1 { right } else { 0 }, u16::from(doubled.0));
        let x = area.x + (width - across - more_across) / 2 + margins.left;
        let y = area.y + (height - down - more_down) / 2 + margins.top + more_down;
        let view = Rect { x, y, width: across, height: down };
        let origin = (i32::from(x), i32::from(y));
        let (zoom, scrolled, pixels) = (Zoom::Filled, false, Some(Pixels { grid, dots }));
        Some(BoardLayout {
            geometry,
            orientation,
            zoom,
            area,
            view,
            origin,
            names,
            doubled,
            scrolled,
            pixels,
        })
    }

    /// Room for names around a board that is drawn as pixels.
    fn pixel_margins(self, names: NamePlaces) -> Margins {
        let around = match (names, self.geometry.shape()) {
            (NamePlaces::Absent, _) => Margins { left: 0, right: 0, top: 0, bottom: 0 },
            // Corners of the board lie beyond those of its cells.
            (_, Shape::Hexhex) => {
                let around = self.hexhex_margins();
                let side = |columns: u16| columns.max(if columns > 1 { 3 } else { 1 });
                Margins { left: side(around.left), right: side(around.right), ..around }
            }
            (_, Shape::Square) => {
                Margins { left: right_labels(self.geometry) + 1, right: 0, top: 0, bottom: 1 }
            }
        };
        // Turned, a board may have names above it too.
        let is_inside = names == NamePlaces::Inside && around.top == 0;
        Margins { bottom: if is_inside { 0 } else { around.bottom }, ..around }
    }

    /// The room around the cells of `layout`.
    fn margins_of(self, layout: &BoardLayout) -> Margins {
        match layout.pixels {
            Some(_) if layout.is_picture() => self.pixel_margins(NamePlaces::Absent),
            Some(_) => self.pixel_margins(layout.names),
            None => self.margins(layout.zoom, layout.names > NamePlaces::Absent),
        }
    }

    fn part(self, area: Rect, zoom: Zoom, coordinates: bool, focus: Cell) -> Option<BoardLayout> {
        let Self { geometry, orientation } = self;
        let margins = self.margins(zoom, coordinates);
        let (across, down) = extent(self.geometry, zoom);
        let room_across = area.width.checked_sub(margins.left + margins.right)?.min(across);
        let room_down = area.height.checked_sub(margins.top + margins.bottom)?.min(down);
        let (pitch_across, pitch_down) = (2 * zoom.half(), zoom.rows());
        // A cell and its neighbours all around, or as many of them as the board has.
        if room_across < SMALLEST_VIEW.0.max(4 * pitch_across).min(across)
            || room_down < SMALLEST_VIEW.1.max(4 * pitch_down).min(down)
        {
            return None;
        }
        let place = geometry.place(orientation.shown(geometry, focus));
        let at_x = u16::from(place.x) * zoom.half();
        let at_y = u16::from(geometry.rows() - 1 - place.row) * pitch_down;
        let skip_x = scroll(at_x, pitch_across, room_across, across);
        let skip_y = scroll(at_y, pitch_down, room_down, down);
        let x =
            area.x + margins.left + (area.width - margins.left - margins.right - room_across) / 2;
        let y = area.y + margins.top + (area.height - margins.top - margins.bottom - room_down) / 2;
        let view = Rect { x, y, width: room_across, height: room_down };
        let origin = (i32::from(x) - i32::from(skip_x), i32::from(y) - i32::from(skip_y));
        Some(BoardLayout {
            geometry,
            orientation,
            zoom,
            area,
            view,
            origin,
            names: if coordinates { NamePlaces::Around } else { NamePlaces::Absent },
            doubled: (false, false),
            scrolled: true,
            pixels: None,
        })
    }

    /// Columns that a second name of each row takes on the right: a hexhex board has none if it is
    /// turned.
    fn right_names(self) -> u16 {
        let is_turned_hexhex =
            self.geometry.shape() == Shape::Hexhex && !self.orientation.is_upright();
        if is_turned_hexhex { 0 } else { right_labels(self.geometry) }
    }

    fn size_needed(self, zoom: Zoom, coordinates: bool) -> (u16, u16) {
        let margins = self.margins(zoom, coordinates);
        let (across, down) = extent(self.geometry, zoom);
        (margins.left + across + margins.right, margins.top + down + margins.bottom)
    }

    fn margins(self, zoom: Zoom, coordinates: bool) -> Margins {
        // One column on the left always, for the bracket of the cursor and the edge of the board.
        let left = match (coordinates, self.geometry.shape()) {
            (false, _) => 1,
            (true, Shape::Hexhex) => return self.hexhex_margins(),
            (true, Shape::Square) => right_labels(self.geometry) + 1,
        };
        let edge = u16::from(zoom >= Zoom::Filled && self.geometry.shape() == Shape::Square);
        Margins { left, right: 1, top: edge, bottom: edge + u16::from(coordinates) }
    }

    /// Room for names on the sides of a hexhex board that bear them, and for brackets on the
    /// others.
    fn hexhex_margins(self) -> Margins {
        let (letters, numbers) = self.orientation.named_sides();
        let columns = |side| match side {
            // Two digits, or a letter with a digit, and a gap.
            _ if numbers == side => 3,
            _ if letters.contains(&side) => 2,
            _ => 1,
        };
        let rows = |side| u16::from(numbers == side || letters.contains(&side));
        Margins {
            left: columns(Direction::West),
            right: columns(Direction::East),
            top: rows(Direction::North),
            bottom: rows(Direction::South),
        }
    }
}

/// Columns and rows of all cells together, with the walls around them.
fn extent(geometry: &Geometry, zoom: Zoom) -> (u16, u16) {
    let halves = u16::from(geometry.width()) + 1;
    let rows = u16::from(geometry.rows());
    match (zoom, geometry.shape()) {
        (Zoom::Outlined, Shape::Square) => (2 * halves - 1, 2 * rows - 1),
        (Zoom::Outlined, Shape::Hexhex) => (2 * halves + 1, 2 * rows + 1),
        (zoom, _) => (halves * zoom.half(), rows * zoom.rows()),
    }
}

/// Columns that the coordinates on the right take.
fn right_labels(geometry: &Geometry) -> u16 {
    match geometry.shape() {
        Shape::Square => 1 + u16::from(geometry.size() > 9),
        Shape::Hexhex => 2,
    }
}

/// Returns how much of `whole` to skip so that `at..at + pitch` is in the `room` that is shown,
/// with a `pitch` to spare on either side as far as the board goes.
///
/// Goes in strides, so that the board stays where it is while the focus moves a little.
fn scroll(at: u16, pitch: u16, room: u16, whole: u16) -> u16 {
    let spare = room.saturating_sub(3 * pitch);
    let stride = (spare / 2).max(1);
    let wanted = at.saturating_sub(pitch + stride / 2) / stride * stride;
    // Whole cells at the near side.
    (wanted / pitch * pitch).min(whole - room)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every() -> impl Iterator<Item = &'static Geometry> {
        Shape::ALL
            .into_iter()
            .flat_map(|shape| shape.sizes().filter_map(move |size| Geometry::get(shape, size)))
    }

    fn every_orientation() -> impl Iterator<Item = (&'static Geometry, Orientation)> {
        every().flat_map(|geometry| {
            Orientation::all(geometry.shape()).map(move |orientation| (geometry, orientation))
        })
    }

    #[test]
    fn directions_of_the_screen_agree_with_the_drawing() {
        use Direction as D;

        for (geometry, orientation) in
            every_orientation().filter(|(geometry, _)| geometry.size() < 8)
        {
            for zoom in Zoom::ALL {
                let vast = Rect::new(0, 0, 400, 200);
                let layout = BoardLayout::fit_oriented(
                    geometry,
                    orientation,
                    vast,
                    Some(zoom),
                    true,
                    Cell::new(0),
                )
                .unwrap();
                for cell in geometry.cells() {
                    for direction in Direction::ALL {
                        let Some(next) = layout.toward(cell, direction) else { continue };
                        let (here, there) = (layout.corner(cell), layout.corner(next));
                        let (right, down) =
                            ((there.0 - here.0).signum(), (there.1 - here.1).signum());
                        assert_eq!(
                            right > 0,
                            matches!(direction, D::East | D::NorthEast | D::SouthEast)
                        );
                        assert_eq!(
                            right < 0,
                            matches!(direction, D::West | D::NorthWest | D::SouthWest)
                        );
                        assert_eq!(
                            down < 0,
                            matches!(direction, D::North | D::NorthEast | D::NorthWest)
                        );
                        assert_eq!(
                            down > 0,
                            matches!(direction, D::South | D::SouthEast | D::SouthWest)
                        );
                    }
                }
            }
        }
    }

    fn check(layout: &BoardLayout, area: Rect) {
        let mut owner = std::collections::HashMap::new();
        for cell in layout.geometry().cells() {
            let Some(rect) = layout.rect(cell) else {
                assert!(layout.is_scrolled(), "{layout:?}: {cell:?} is out of view");
                continue;
            };
            assert_eq!(rect.intersection(area), rect, "{layout:?}: {cell:?} leaves the area");
            for position in rect.positions() {
                assert_eq!(owner.insert(position, cell), None, "{layout:?}: overlap at {position}");
                assert_eq!(
                    layout.cell_at(position),
                    Some(cell),
                    "{layout:?}: {position} maps elsewhere"
                );
            }
        }
        for position in area.positions() {
            if let Some(cell) = layout.cell_at(position) {
                let rect = layout.rect(cell).expect("a cell that is pointed at is in view");
                let apart = u16::from(
                    (layout.zoom, layout.geometry.shape()) == (Zoom::Outlined, Shape::Square),
                );
                let near = Rect {
                    y: rect.y.saturating_sub(1),
                    height: rect.height + 2,
                    width: rect.width + apart,
                    ..rect
                };
                assert!(near.contains(position), "{layout:?}: {position} is far from {cell:?}");
            }
        }
    }

    #[test]
    fn every_cell_maps_back_on_every_board_at_every_zoom() {
        std::thread::scope(|scope| {
            for zoom in Zoom::ALL {
                scope.spawn(move || every_cell_maps_back(zoom));
            }
        });
    }

    fn every_cell_maps_back(zoom: Zoom) {
        // A board larger than filled differs from it in its size alone.
        let is_tried = |(geometry, lies): &(&Geometry, Orientation)| {
            zoom <= Zoom::Filled || lies.is_upright() && geometry.size().is_multiple_of(4)
        };
        for (geometry, orientation) in every_orientation().filter(is_tried) {
            for coordinates in [false, true] {
                let needed =
                    BoardLayout::size_needed_oriented(geometry, orientation, zoom, coordinates);
                // Of the largest boards, every size and orientation would take its time.
                let rooms = if geometry.len() > 200 && !orientation.is_upright() { 1 } else { 2 };
                for (more_x, more_y) in [(0, 0), (7, 2)].into_iter().take(rooms) {
                    let area = Rect::new(3, 2, needed.0 + more_x, needed.1 + more_y);
                    let focus = Cell::new(0);
                    let layout = BoardLayout::fit_oriented(
                        geometry,
                        orientation,
                        area,
                        Some(zoom),
                        coordinates,
                        focus,
                    );
                    let layout = layout.unwrap();
                    assert_eq!((layout.zoom(), layout.is_scrolled()), (zoom, false));
                    assert_eq!(layout.coordinates().is_some(), coordinates);
                    check(&layout, area);
                }
            }
        }
    }

    #[test]
    fn a_flipped_board_takes_no_more_room_than_an_upright_one() {
        for geometry in every() {
            let flipped = Orientation::default().mirrored(geometry.shape());
            for zoom in Zoom::ALL {
                let needed = BoardLayout::size_needed_oriented(geometry, flipped, zoom, true);
                assert_eq!(
                    needed,
                    BoardLayout::size_needed(geometry, zoom, true),
                    "{geometry:?} {zoom:?}"
                );
            }
        }
    }

    #[test]
    fn places_between_points_belong_to_one() {
        let geometry = Geometry::get(Shape::Square, 7).unwrap();
        for orientation in Orientation::all(Shape::Square) {
            let area = Rect::new(5, 1, 60, 30);
            let layout = BoardLayout::fit_oriented(
                geometry,
                orientation,
                area,
                Some(Zoom::Outlined),
                true,
                Cell::new(0),
            )
            .unwrap();
            for position in layout.view().positions() {
                let cell = layout.cell_at(position).unwrap();
                let Rect { x, y, .. } = layout.rect(cell).unwrap();
                // Half of what lies between two points, which are four columns and two rows apart.
                assert!(
                    position.x.abs_diff(x + 1) <= 2 && position.y.abs_diff(y) <= 1,
                    "{position} is far from {cell:?}"
                );
            }
        }
    }

    #[test]
    fn the_largest_zoom_that_fits_is_taken() {
        for geometry in every() {
            for zoom in Zoom::ALL {
                let (width, height) = BoardLayout::size_needed(geometry, zoom, true);
                let fit = |w, h| {
                    BoardLayout::fit(geometry, Rect::new(0, 0, w, h), None, true, Cell::new(0))
                };
                assert_eq!(fit(width, height).map(|l| l.zoom()), Some(zoom));
                if zoom > Zoom::Compact {
                    assert!(fit(width - 1, height).unwrap().zoom() < zoom);
                    assert!(fit(width, height - 1).unwrap().zoom() < zoom);
                }
            }
        }
    }

    #[test]
    fn focus_and_neighbours_stay_in_view_in_any_room() {
        let boards =
            [(Shape::Square, 25), (Shape::Square, 13), (Shape::Hexhex, 13), (Shape::Hexhex, 6)];
        for geometry in boards.into_iter().filter_map(|(shape, size)| Geometry::get(shape, size)) {
            for (width, height) in
                [(18, 7), (19, 8), (30, 12), (40, 20), (60, 17), (61, 9), (25, 40)]
            {
                let area = Rect::new(1, 1, width, height);
                for zoom in [None, Some(Zoom::Compact), Some(Zoom::Outlined), Some(Zoom::Filled)] {
                    for (focus, lies) in
                        geometry.cells().zip(Orientation::all(geometry.shape()).cycle())
                    {
                        let layout =
                            BoardLayout::fit_oriented(geometry, lies, area, zoom, true, focus)
                                .unwrap();
                        assert_eq!(
                            Some(layout),
                            BoardLayout::fit_oriented(geometry, lies, area, zoom, true, focus)
                        );
                        // Every focus is tried, but the whole map only now and then: it takes its
                        // time.
                        if focus.index() % 41 == 0 {
                            check(&layout, area);
                        }
                        for cell in geometry.neighbours(focus).iter().copied().chain([focus]) {
                            assert!(
                                layout.rect(cell).is_some(),
                                "{layout:?}: {cell:?} by {focus:?} is out of view"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_cell_of_a_picture_can_be_clicked_on() {
        for info in tetralith_core::games::INFOS {
            for range in info.boards {
                for size in [range.min, range.max] {
                    let geometry = Geometry::get(range.shape, size).unwrap();
                    for cell in [(9, 18), (7, 15), (15, 33), (65_535, 65_535), (1, 1)] {
                        for room in [
                            Rect::new(0, 1, 50, 20),
                            Rect::new(2, 1, 80, 36),
                            Rect::new(0, 3, 160, 47),
                        ] {
                            let fit =
                                Fit { coordinates: true, picture: Some(cell), ..Fit::default() };
                            let lies = Orientation::default();
                            let layout =
                                BoardLayout::of(info, geometry, lies, room, fit, Cell::new(0))
                                    .unwrap();
                            if !layout.is_picture() {
                                continue;
                            }
                            assert_eq!(layout.view().intersection(room), layout.view());
                            let mut hit: Vec<_> =
                                room.positions().filter_map(|at| layout.cell_at(at)).collect();
                            hit.sort_unstable();
                            hit.dedup();
                            assert_eq!(hit.len(), geometry.len(), "{geometry:?} {cell:?} {room:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn no_area_is_too_odd() {
        let geometry = Geometry::get(Shape::Square, 19).unwrap();
        for area in [
            Rect::ZERO,
            Rect::new(0, 0, 1, 1),
            Rect::new(0, 0, 200, 1),
            Rect::new(0, 0, 1, 200),
            Rect::new(u16::MAX, u16::MAX, 0, 0),
        ] {
            assert_eq!(BoardLayout::fit(geometry, area, None, true, Cell::new(0)), None);
        }
        let area = Rect::new(65_400, 65_500, 135, 35);
        check(&BoardLayout::fit(geometry, area, None, true, Cell::new(0)).unwrap(), area);
        let vast = Rect::new(0, 0, u16::MAX, u16::MAX);
        let layout = BoardLayout::fit(geometry, vast, None, true, Cell::new(0)).unwrap();
        assert_eq!((layout.zoom(), layout.is_scrolled()), (Zoom::Vast, false));
    }
}
