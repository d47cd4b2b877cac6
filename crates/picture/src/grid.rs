//! The places of a board's cells in a picture, and the cells that places in a picture belong to.

use std::cmp::Ordering;

use tetralith_core::{Cell, Direction, Geometry, Info, Orientation, Shape};

use crate::letters::even_height;
use crate::shapes::{Point, rectangle};

/// Pixels of a grid that a character holds, across and down: they are about as wide as high.
pub const DOTS: (u32, u32) = (2, 4);

/// Pixels of a drawing on characters for one of its grid, across and down: signs have edges between
/// those of the grid.
pub(crate) const FINE: u32 = 2;

/// Pixels of a drawing that a character holds, across and down.
pub const SIGN_PIXELS: (u32, u32) = (FINE * DOTS.0, FINE * DOTS.1);

/// How much higher or lower than it should be a row of hexagons may be where it lies on characters.
const STRETCHED: f32 = 0.16;

/// The width of the smallest cells on characters, in pixels.
const SMALLEST: u32 = 8;

/// The width of small cells that are an odd number of characters wide, in pixels.
const ODD: f32 = 10.0;

/// The width of the largest small cells, whose middle may be that of a character, in pixels.
const LARGEST_SMALL: f32 = 12.0;

/// The rim above and below small cells on characters, where there is room, in pixels: half a line.
const RIM: f32 = 2.0;

/// The same for squares whose stones begin with a line, as nearly the same room is below them.
const HANGING: f32 = 1.0;

/// From one row of hexagons to the next, in widths of a hexagon: √3/2.
pub(crate) const ROW: f32 = 0.866_025_4;

/// The width of an edge that is to be joined, in cells.
const EDGE: f32 = 0.22;

/// The room that names of rows and columns take besides, in cells.
pub(crate) const NAMES: f32 = 0.75;

/// The height of digits in names on a screen, in heights of a line of its text.
const TEXT: f32 = 0.55;

/// The length of a slanted side of a frame about a hexhex board, in heights: 2/√3.
pub(crate) const SLANT: f32 = 1.0 / ROW;

/// The width of the frame about names with digits of this height, in pixels: it has room for those
/// of two digits beside a square board.
fn frame_of(geometry: &Geometry, letters: f32) -> f32 {
    let has_two_digits = geometry.shape() == Shape::Square && geometry.size() > 9;
    (if has_two_digits { 2.9 } else { 2.0 } * letters).round()
}

/// Room around the cells, in cells or in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub(crate) left: f32,
    pub(crate) right: f32,
    pub(crate) top: f32,
    pub(crate) bottom: f32,
}

impl Room {
    pub(crate) const fn around(all: f32) -> Self {
        Self { left: all, right: all, top: all, bottom: all }
    }

    /// The room that `length` makes of each side's.
    pub(crate) fn map(self, length: impl Fn(f32) -> f32) -> Self {
        let Self { left, right, top, bottom } = self;
        Self { left: length(left), right: length(right), top: length(top), bottom: length(bottom) }
    }
}

/// The room that the edges of a board and the names of its rows and columns take on each side, in
/// cells.
pub(crate) fn room_beside(geometry: &Geometry, orientation: Orientation, info: &Info) -> Room {
    let near = edge(info) + NAMES;
    // Turned, the names of a hexhex board may be on any side.
    let turned = geometry.shape() == Shape::Hexhex && !orientation.is_upright();
    let far = if turned { near } else { edge(info) };
    Room { left: near, bottom: near, right: far, top: far }
}

/// The width of the edges that are to be joined, in cells.
pub(crate) const fn edge(info: &Info) -> f32 {
    if info.joins.is_some() { EDGE } else { 0.0 }
}

/// The places of a board's cells in a picture, in pixels from its top left corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Grid {
    geometry: &'static Geometry,
    orientation: Orientation,
    /// Columns from one cell to the next.
    unit: f32,
    /// Rows from one row of cells to the next.
    row: f32,
    /// The middle of the place at the left end of the top row.
    origin: Point,
    width: u32,
    height: u32,
    /// True if the names of rows and columns are drawn too, as far as they lie in the picture.
    pub(crate) named: bool,
    /// On a screen, the height of the digits in those names, in pixels.
    letters: f32,
    /// True if every cell lies alike on the pixels.
    whole: bool,
    /// True if it is drawn in blocks.
    pub(crate) on_characters: bool,
    /// Pixels of the board above and below all cells: without any, small stones seem to run into
    /// the screen.
    rim: f32,
}

/// Even heights of rows of hexagons that are about as high as they should be at this width of a
/// cell; one of whole characters first.
fn rows_of_hexagons(unit: f32) -> Vec<f32> {
    let wanted = unit * ROW;
    let line = DOTS.1 as f32;
    let heights = [(wanted / line).round() * line, (wanted / 2.0).ceil() * 2.0];
    let lower = (wanted / 2.0).floor() * 2.0;
    let heights = heights.into_iter().chain([lower]);
    heights.filter(|row| (row - wanted).abs() <= STRETCHED * wanted).collect()
}

/// The heights of rows of squares of this width: its own, if stones can lie alike on them.
fn rows_of_squares(unit: f32) -> Vec<f32> {
    let is_whole = unit % DOTS.1 as f32 == 0.0;
    if is_whole || unit == ODD { vec![unit] } else { Vec::new() }
}

/// The first place at `from` or beyond that lies `half` beyond the start of a character of so many
/// pixels.
fn amid(from: f32, half: f32, dots: u32) -> f32 {
    let dots = dots as f32;
    ((from - half) / dots).ceil() * dots + half
}

impl Grid {
    /// The largest grid of whole pixels a cell for `info`'s board in a picture of `width` by
    /// `height` pixels; `None` if not even a pixel a cell fits.
    ///
    /// Every cell lies alike on the pixels, and its middle is that of a pixel, so that lines are
    /// sharp. The picture is as large as the board and its edges need, which may be less than asked
    /// for.
    pub fn fit(
        geometry: &'static Geometry,
        orientation: Orientation,
        info: &Info,
        size: (u32, u32),
    ) -> Option<Self> {
        let edges =
            |unit: f32| Room::around(if info.joins.is_some() { (EDGE * unit).ceil() } else { 1.0 });
        Self::fit_with(geometry, orientation, edges, size)
    }

    /// The largest grid for `info`'s board in characters of [`DOTS`] pixels, in an area of so many
    /// columns and rows; `None` if not even cells four characters wide fit.
    ///
    /// Every cell lies alike on the pixels, with a corner of them in its middle, which is that of a
    /// character where it can be.
    pub fn fit_characters(
        geometry: &'static Geometry,
        orientation: Orientation,
        info: &Info,
        (columns, rows): (u32, u32),
    ) -> Option<Self> {
        let (width, height) = (columns * DOTS.0, rows * DOTS.1);
        let most = width.min(height) / u32::from(geometry.rows()) + 2;
        let sizes = match geometry.shape() {
            Shape::Square => rows_of_squares,
            Shape::Hexhex => rows_of_hexagons,
        };
        let units: Vec<u32> = (SMALLEST..=most).step_by(2).collect();
        units.into_iter().rev().find_map(|unit| {
            let unit = unit as f32;
            sizes(unit).into_iter().find_map(|row| {
                let blank = Self::with(geometry, orientation, (unit, row), Room::around(0.0));
                let blank = Self { on_characters: true, ..blank };
                let may_have_rim = blank.is_small() && info.joins.is_none();
                let rims: &[f32] = match may_have_rim {
                    _ if blank.hangs() => &[HANGING],
                    true => &[RIM, 0.0],
                    false => &[0.0],
                };
                rims.iter()
                    .map(|rim| {
                        let grid = Self { rim: *rim, ..blank }.on_lines(info);
                        // The rim below may be cut, since names follow there.
                        let least = grid.height - *rim as u32;
                        Self { height: grid.height.min(height.max(least)), ..grid }
                    })
                    .find(|grid| grid.width <= width && grid.height <= height)
            })
        })
    }

    /// The same grid at a place where its cells lie alike on characters, with room for the edges of
    /// `info`'s board.
    fn on_lines(self, info: &Info) -> Self {
        let (unit, row) = (self.unit, self.row);
        // The sides of a square board are those of characters.
        let is_square = self.geometry.shape() == Shape::Square;
        let beyond = if is_square && unit != ODD { 1.0 } else { 0.0 };
        let edge = (edge(info) * unit).round();
        let (beside, above) = (edge + beyond, edge + self.rim);
        let room = Room { left: beside, right: beside, top: above, bottom: above };
        let mut grid = self.inside(room);
        let (mut across, mut half) = (DOTS.0 as f32 / 2.0, DOTS.1 as f32 / 2.0);
        if grid.has_bricks() || grid.has_half_rows() {
            // Stones begin with characters, so that no character has a part of a stone above and of
            // another below.
            half = row / 2.0;
        }
        if grid.hangs() {
            half = grid.disc();
        }
        if grid.has_half_rows() && !grid.is_small() {
            across = 0.0;
        }
        if grid.shares_lines() {
            // Without room for a rim, what stones leave free of the outermost cells takes none.
            let is_tight = self.rim == 0.0;
            let side = if is_tight { unit / 2.0 - half } else { 0.0 };
            let above = if is_tight { row / 2.0 - half } else { 0.0 };
            grid.origin.0 -= side;
            grid.origin.1 -= above;
            grid.width -= (2.0 * side).round() as u32;
            grid.height -= above.round() as u32;
        }
        let x = amid(grid.origin.0, across, DOTS.0);
        let y = amid(grid.origin.1, half, DOTS.1);
        let moved = |from: u32, far: f32| (from as f32 + far).ceil() as u32;
        let height = moved(grid.height, y - grid.origin.1);
        Self {
            width: moved(grid.width, x - grid.origin.0),
            // The rim of a small board ends within a line.
            height: if grid.is_small() { height } else { height.next_multiple_of(DOTS.1) },
            origin: (x, y),
            whole: true,
            ..grid
        }
    }

    /// The same in a frame that bears the names of rows and columns, about as high as the text of a
    /// screen whose lines are `line` pixels high.
    pub fn fit_named(
        geometry: &'static Geometry,
        orientation: Orientation,
        info: &Info,
        size: (u32, u32),
        line: u16,
    ) -> Option<Self> {
        let letters = even_height(TEXT * f32::from(line));
        let frame = frame_of(geometry, letters);
        let room = |unit: f32| match geometry.shape() {
            Shape::Square => Room::around((edge(info) * unit).ceil() + frame),
            // The frame has the corners of the whole board, not those of its cells.
            Shape::Hexhex => {
                let across = (unit * (SLANT / 2.0 / ROW - 0.5) + SLANT * frame).ceil();
                Room { left: across, right: across, top: frame, bottom: frame }
            }
        };
        let grid = Self::fit_with(geometry, orientation, room, size)?;
        Some(Self { named: true, letters, ..grid })
    }

    /// The largest grid that fits with the room around it that `room` leaves for cells of a size.
    fn fit_with(
        geometry: &'static Geometry,
        orientation: Orientation,
        room: impl Fn(f32) -> Room,
        (width, height): (u32, u32),
    ) -> Option<Self> {
        let most = width.min(height) / u32::from(geometry.rows());
        let step = match geometry.shape() {
            Shape::Square => 1,
            Shape::Hexhex => 2,
        };
        (1..=most + 2).rev().filter(|unit| unit % step == 0).find_map(|unit| {
            let unit = unit as f32;
            let row = match geometry.shape() {
                Shape::Square => unit,
                Shape::Hexhex => (unit * ROW).round(),
            };
            let grid = Self::with(geometry, orientation, (unit, row), room(unit));
            let (x, y) = grid.origin;
            let grid = Self { origin: (x.floor() + 0.5, y.floor() + 0.5), whole: true, ..grid };
            (grid.width <= width && grid.height <= height).then_some(grid)
        })
    }

    /// The grid whose picture is `size` pixels on the longer side, with `room` around the cells, in
    /// cells.
    pub(crate) fn of_size(
        geometry: &'static Geometry,
        orientation: Orientation,
        room: Room,
        size: u32,
    ) -> Self {
        let row = match geometry.shape() {
            Shape::Square => 1.0,
            Shape::Hexhex => ROW,
        };
        let one = Self::with(geometry, orientation, (1.0, row), Room::around(0.0));
        let (across, down) = one.extent();
        let (wide, high) = (across + room.left + room.right, down + room.top + room.bottom);
        let unit = size as f32 / wide.max(high);
        let room = room.map(|cells| cells * unit);
        let pixels = |length: f32| ((length * unit).round() as u32).max(1);
        let grid = Self::with(geometry, orientation, (unit, row * unit), room);
        Self { width: pixels(wide), height: pixels(high), ..grid }
    }

    /// The grid of cells `unit` wide, in rows `row` apart, with `room` around them in pixels.
    fn with(
        geometry: &'static Geometry,
        orientation: Orientation,
        (unit, row): (f32, f32),
        room: Room,
    ) -> Self {
        let (named, letters, whole, on_characters, rim) = (false, 0.0, false, false, 0.0);
        let grid = Self {
            geometry,
            orientation,
            unit,
            row,
            origin: (0.0, 0.0),
            width: 0,
            height: 0,
            named,
            letters,
            whole,
            on_characters,
            rim,
        };
        grid.inside(room)
    }

    /// The same grid with `room` around its cells, in pixels.
    fn inside(self, room: Room) -> Self {
        let (across, down) = self.extent();
        Self {
            origin: (room.left + self.unit / 2.0, room.top + self.top()),
            width: (across + room.left + room.right).ceil() as u32,
            height: (down + room.top + room.bottom).ceil() as u32,
            ..self
        }
    }

    /// True if blocks have so few pixels for a cell that stones are discs of rectangles, which are
    /// seen alike on the characters of all rows.
    pub fn is_small(&self) -> bool {
        self.on_characters && self.unit <= LARGEST_SMALL
    }

    /// The radius of such a disc, in pixels: one is left free on each side.
    pub(crate) fn disc(&self) -> f32 {
        self.unit / 2.0 - 1.0
    }

    /// True if its hexagons are drawn as the rectangles of a brick wall, which fill whole pixels:
    /// slanted sides of small ones would be ragged, each in another way.
    pub(crate) fn has_bricks(&self) -> bool {
        self.is_small() && self.geometry.shape() == Shape::Hexhex
    }

    /// True if a character may hold parts of two rows of its hexagons.
    pub(crate) fn shares_lines(&self) -> bool {
        self.has_bricks() && self.has_half_rows()
    }

    /// Pixels that all cells take together, across and down.
    fn extent(&self) -> (f32, f32) {
        let across = f32::from(self.geometry.width() + 1) / 2.0 * self.unit;
        (across, f32::from(self.geometry.rows() - 1) * self.row + 2.0 * self.top())
    }

    /// From the middle of a cell to its top.
    pub(crate) fn top(&self) -> f32 {
        match self.geometry.shape() {
            Shape::Square => self.unit / 2.0,
            Shape::Hexhex if self.has_bricks() => self.row / 2.0,
            Shape::Hexhex => self.row / 1.5,
        }
    }

    /// The height of the digits in names of rows and columns, in pixels, where they are in a frame.
    pub(crate) fn letters(&self) -> Option<f32> {
        (self.letters > 0.0).then_some(self.letters)
    }

    /// The width of the frame that bears the names of rows and columns, in pixels; 0 for none.
    pub(crate) fn frame(&self) -> f32 {
        self.letters().map_or(0.0, |letters| frame_of(self.geometry, letters))
    }

    /// The width of the edges of `info`'s board that are to be joined, in pixels: whole ones on a
    /// screen, so that all four are equally wide.
    pub(crate) fn edge(&self, info: &Info) -> f32 {
        let wide = edge(info) * self.unit;
        if self.whole && wide > 0.0 { wide.round().max(1.0) } else { wide }
    }

    /// The corners of the board grown by `frame` pixels on every side, clockwise.
    pub(crate) fn outline(&self, frame: f32) -> Vec<Point> {
        match self.geometry.shape() {
            Shape::Square => {
                let ((mut left, top), (mut right, bottom)) =
                    (self.sharp((-0.5, -0.5)), self.sharp(self.far_corner()));
                if self.on_characters {
                    let across = DOTS.0 as f32;
                    left = (left / across).floor() * across;
                    right = (right / across).ceil() * across;
                }
                let (left, top) = (left - frame, top - frame - self.rim);
                let (right, bottom) = (right + frame, bottom + frame + self.rim);
                vec![(left, top), (right, top), (right, bottom), (left, bottom)]
            }
            Shape::Hexhex => {
                let (across, down) = self.extent();
                let left = self.origin.0 - self.unit / 2.0;
                let (right, half) = (left + across, down / 2.0 - self.top());
                let middle = self.origin.1 + half;
                // Tips of cells touch its sides.
                let away = self.top() + frame + self.rim;
                // The outermost bricks reach beyond the line through their sides.
                let beyond = if self.has_bricks() { self.row / 4.0 } else { 0.0 };
                let out = SLANT * (self.top() + frame + beyond) - self.unit / 2.0;
                let (left, right) = (left - out, right + out);
                let (mut high, mut low) = (middle - half - away, middle + half + away);
                if self.on_characters && !self.is_small() {
                    // A character has no room for the screen, the board and the tip of a stone.
                    let line = DOTS.1 as f32;
                    high = (high / line).floor() * line;
                    low = (low / line).ceil() * line;
                }
                let inset = |y: f32| (y - middle).abs() * self.unit / 2.0 / self.row;
                vec![
                    (left + inset(high), high),
                    (right - inset(high), high),
                    (right, middle),
                    (right - inset(low), low),
                    (left + inset(low), low),
                    (left, middle),
                ]
            }
        }
    }

    /// The lower right corner of a square board, in cells from the middle of the cell at its top
    /// left.
    fn far_corner(&self) -> Point {
        let far = f32::from(self.geometry.size()) - 0.5;
        (far, far)
    }

    /// The board.
    pub const fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// The orientation of the board.
    pub const fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// True if rows of cells take halves of characters, so that the middle of a row is above or
    /// below that of a character.
    pub fn has_half_rows(&self) -> bool {
        self.on_characters && self.row % DOTS.1 as f32 != 0.0
    }

    /// True if it is a square board whose discs begin with a line or the half of one: what is left
    /// free is below them.
    fn hangs(&self) -> bool {
        self.is_small() && self.unit < LARGEST_SMALL && self.geometry.shape() == Shape::Square
    }

    /// True if the lines of a square board are to be seen. Of small cells only those an odd number
    /// of characters wide have the middle of one for them, and others have pegs instead.
    pub fn has_lines(&self) -> bool {
        let has_middle = !self.is_small() || self.unit == ODD;
        self.geometry.shape() == Shape::Square && has_middle
    }

    /// The place of a cell's middle in a character: above, in or below the middle of that.
    pub(crate) fn off_middle(&self, cell: Cell) -> Ordering {
        let place = self.middle(cell).1 % DOTS.1 as f32;
        place.total_cmp(&(DOTS.1 as f32 / 2.0))
    }

    /// Pixels from one cell to the next.
    pub const fn unit(&self) -> f32 {
        self.unit
    }

    /// Width and height of the picture, in pixels.
    pub const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The middle of a cell, in units of the picture.
    pub fn middle(&self, cell: Cell) -> Point {
        let place = self.geometry.place(self.orientation.shown(self.geometry, cell));
        let down = f32::from(self.geometry.rows() - 1 - place.row);
        let x = self.origin.0 + f32::from(place.x) / 2.0 * self.unit;
        // Every other row of hexagons an odd number of characters wide is moved by half of one, so
        // that all discs begin alike.
        let (dots, half) = (DOTS.0 as f32, DOTS.0 as f32 / 2.0);
        let is_between = (x - self.origin.0) % dots != 0.0;
        let moved = if self.is_small() && is_between { half } else { 0.0 };
        (x + moved, self.origin.1 + down * self.row)
    }

    /// A place given in cells from the middle of the place at the left end of the top row.
    pub(crate) fn at(&self, (x, y): Point) -> Point {
        (self.origin.0 + x * self.unit, self.origin.1 + y * self.row)
    }

    /// The same place, on a corner of pixels where cells lie alike on them, so that an edge there
    /// is sharp.
    pub(crate) fn sharp(&self, place: Point) -> Point {
        let (x, y) = self.at(place);
        if self.whole { (x.floor(), y.floor()) } else { (x, y) }
    }

    /// The next cell in a direction of the picture.
    pub(crate) fn toward(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        self.orientation.toward(self.geometry, cell, direction)
    }

    /// The corners of a cell that is not small, a square's or a hexagon's, clockwise from the top
    /// (left).
    pub(crate) fn corners(&self, cell: Cell) -> Vec<Point> {
        let (x, y) = self.middle(cell);
        let (side, top) = (self.unit / 2.0, self.top());
        let corners: &[Point] = match self.geometry.shape() {
            Shape::Hexhex => {
                &[(0.0, -1.0), (1.0, -0.5), (1.0, 0.5), (0.0, 1.0), (-1.0, 0.5), (-1.0, -0.5)]
            }
            Shape::Square => &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
        };
        corners.iter().map(|&(dx, dy)| (x + dx * side, y + dy * top)).collect()
    }

    /// The area of a cell that is filled: that of a small one with what is free above and below its
    /// stone, or else its corners, those of squares on corners of pixels where cells lie alike on
    /// them.
    pub(crate) fn tile(&self, cell: Cell) -> Vec<Point> {
        if self.is_small() {
            let top = if self.hangs() { self.disc() + 2.0 } else { self.top() };
            return rectangle(self.middle(cell), self.unit / 2.0, top);
        }
        let mut corners = self.corners(cell);
        if self.whole && self.geometry.shape() == Shape::Square {
            for (x, y) in &mut corners {
                (*x, *y) = (x.floor(), y.floor());
            }
        }
        corners
    }

    /// The part of a small cell that is as high as its stone, where what is above and below that
    /// would run into the next; of hexagons as wide, too, since beside it a character may hold
    /// parts of two cells, but with a bar on either side where `bears_stone`. `None` of other
    /// cells.
    pub(crate) fn under_stone(&self, cell: Cell, bears_stone: bool) -> Option<Vec<Point>> {
        let wide = match (self.has_bricks(), bears_stone) {
            (true, false) => self.disc(),
            (true, true) => self.disc() + DOTS.0 as f32,
            (false, _) => self.unit / 2.0,
        };
        let has_room = !self.hangs() && !self.shares_lines();
        (!has_room).then(|| rectangle(self.middle(cell), wide, self.disc()))
    }

    /// A small cell without its corners, as far as a character can leave them out.
    pub(crate) fn rounded(&self, cell: Cell) -> Vec<Point> {
        let (x, y) = self.middle(cell);
        let (wide, high) = (self.unit / 2.0, self.top());
        let (narrow, low) = (wide - DOTS.0 as f32 / 2.0, high - DOTS.1 as f32 / 2.0);
        let corner = [(narrow, high), (narrow, low), (wide, low)];
        let right = corner.into_iter().chain(corner.into_iter().rev().map(|(x, y)| (x, -y)));
        let left = corner.into_iter().map(|(x, y)| (-x, -y));
        let left = left.chain(corner.into_iter().rev().map(|(x, y)| (-x, y)));
        right.chain(left).map(|(dx, dy)| (x + dx, y + dy)).collect()
    }

    /// The rectangle that holds a cell: left, top, width and height.
    pub fn rect(&self, cell: Cell) -> (f32, f32, f32, f32) {
        let (x, y) = self.middle(cell);
        (x - self.unit / 2.0, y - self.top(), self.unit, 2.0 * self.top())
    }

    /// The cell whose square or hexagon holds a place.
    pub fn cell_at(&self, x: f32, y: f32) -> Option<Cell> {
        let row = (y - self.origin.1) / self.row;
        let half = (x - self.origin.0) / (self.unit / 2.0);
        let found = [row.floor(), row.ceil()].into_iter().flat_map(|row| {
            let from = half.floor() - 1.0;
            (0..4).filter_map(move |i| self.place_at(row, from + i as f32))
        });
        let found = found
            .map(|cell| (cell, self.middle(cell)))
            .map(|(cell, at)| (cell, (x - at.0).abs(), (y - at.1).abs()));
        found
            .filter(|&(_, dx, dy)| self.holds(dx, dy))
            .min_by(|a, b| a.1.hypot(a.2).total_cmp(&b.1.hypot(b.2)))
            .map(|f| f.0)
    }

    /// The cell in a row from the top, so many half columns from the left.
    fn place_at(&self, row: f32, x: f32) -> Option<Cell> {
        let row = f32::from(self.geometry.rows() - 1) - row;
        if !(0.0..256.0).contains(&row) || !(0.0..256.0).contains(&x) {
            return None;
        }
        let place = tetralith_core::geometry::Place { row: row as u8, x: x as u8 };
        self.geometry.cell_at(place).map(|shown| self.orientation.original(self.geometry, shown))
    }

    /// True if a cell reaches so far from its middle.
    fn holds(&self, dx: f32, dy: f32) -> bool {
        let side = self.unit / 2.0;
        dx <= side
            && match self.geometry.shape() {
                Shape::Square => dy <= self.top(),
                Shape::Hexhex if self.has_bricks() => dy <= self.top(),
                Shape::Hexhex => dy <= self.top() * (1.0 - dx / side / 2.0),
            }
    }
}

#[cfg(test)]
mod tests {
    use tetralith_core::games::INFOS;

    use super::*;

    #[test]
    fn pixels_belong_to_the_cell_they_lie_in() {
        for info in INFOS {
            for range in info.boards {
                for size in [range.min, range.max] {
                    let geometry = Geometry::get(range.shape, size).unwrap();
                    for orientation in Orientation::all(range.shape) {
                        let grid = Grid::fit(geometry, orientation, info, (400, 300)).unwrap();
                        let (width, height) = grid.size();
                        assert!(width <= 400 && height <= 300);
                        for cell in geometry.cells() {
                            let (x, y) = grid.middle(cell);
                            let reach = 0.35 * grid.unit();
                            for (dx, dy) in
                                [(0.0, 0.0), (reach, reach), (-reach, reach), (reach, -reach)]
                            {
                                assert_eq!(
                                    grid.cell_at(x + dx, y + dy),
                                    Some(cell),
                                    "{geometry:?} {cell:?}"
                                );
                            }
                        }
                        assert_eq!(grid.cell_at(-1.0, -1.0), None);
                        assert_eq!(grid.cell_at(width as f32 + 1.0, height as f32 / 2.0), None);
                    }
                }
            }
        }
    }

    #[test]
    fn cells_lie_alike_on_characters() {
        for info in INFOS {
            for range in info.boards {
                let geometry = Geometry::get(range.shape, range.min.max(4)).unwrap();
                for orientation in Orientation::all(range.shape) {
                    for size in [(49, 20), (80, 36), (150, 46), (30, 40)] {
                        let Some(grid) = Grid::fit_characters(geometry, orientation, info, size)
                        else {
                            continue;
                        };
                        let (width, height) = grid.size();
                        assert!(width <= size.0 * DOTS.0 && height <= size.1 * DOTS.1);
                        // Where rows are whole characters the middle of a cell is that of one, and
                        // bricks begin with one.
                        let whole = (grid.row as u32).is_multiple_of(DOTS.1);
                        let is_amid = whole && !grid.has_bricks();
                        for cell in geometry.cells() {
                            let (x, y) = grid.middle(cell);
                            let half = if is_amid { 2.0 } else { grid.row / 2.0 };
                            assert_eq!((x.fract(), (y - half) % 2.0), (0.0, 0.0), "{geometry:?}");
                            let begins = !whole || ((y - half) as u32).is_multiple_of(DOTS.1);
                            assert!(begins, "{geometry:?} {size:?}");
                            if grid.has_bricks() {
                                let sharp = |&(x, y): &Point| (x.fract(), y % 2.0) == (0.0, 0.0);
                                assert!(grid.tile(cell).iter().all(sharp), "{geometry:?}");
                            }
                            let (left, top, wide, high) = if whole {
                                grid.rect(cell)
                            } else {
                                // The stones, which are as wide as high.
                                (x - half, y - half, 2.0 * half, 2.0 * half)
                            };
                            assert!(left >= 0.0 && top >= 0.0);
                            assert!(left + wide <= width as f32 && top + high <= height as f32);
                        }
                        if range.shape == Shape::Square {
                            let (x, _) = grid.middle(Cell::new(0));
                            assert!(whole && x as u32 % DOTS.0 == 1);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_largest_grid_that_fits_is_taken() {
        let square = Geometry::get(Shape::Square, 10).unwrap();
        let plain = INFOS.iter().find(|info| info.joins.is_none()).unwrap();
        let fit = |size| {
            Grid::fit(square, Orientation::default(), plain, size).map(|grid| grid.unit() as u32)
        };
        assert_eq!(fit((72, 72)), Some(7));
        assert_eq!(fit((71, 200)), Some(6));
        assert_eq!(fit((9, 9)), None);
    }

    #[test]
    fn cell_is_found_at_its_middle() {
        let geometry = Geometry::get(Shape::Square, 5).unwrap();
        let grid = Grid::fit(geometry, Orientation::default(), INFOS[0], (80, 60)).unwrap();
        let (x, y) = grid.middle(Cell::new(7));
        assert_eq!(grid.cell_at(x, y), Some(Cell::new(7)));
    }
}
