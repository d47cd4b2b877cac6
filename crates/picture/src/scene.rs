//! A position as shapes.

use tetralith_core::{Cell, CellSet, Colour, Direction, Game, Geometry, Info, Marks, Shape};
use tetralith_look::Tint;

use super::shapes::{Figure, Outline, Paint, Point, Scene};
use super::{Style, letters};
use tetralith_look::Scheme;
use tetralith_look::orientation::Orientation;
use tetralith_look::palettes::BoardInk;
use tetralith_look::scheme::{StoneShape, stone_shapes};
use tetralith_look::tint::mix;

/// The room around the cells, in cells.
const MARGIN: f32 = 0.35;

/// The room that names of rows and columns take besides, in cells.
const NAMES: f32 = 0.75;

/// The width of an edge that is to be joined, in cells.
const EDGE: f32 = 0.22;

/// The radius of a stone, in cells.
const STONE: f32 = 0.42;

impl Scene {
    /// The stones of `game` with `marks`, the cells of the `last` turn brought out.
    pub(super) fn new(game: &Game, marks: &Marks, last: CellSet, style: Style<'_>) -> Self {
        let geometry = game.board().geometry();
        let names = if style.coordinates { NAMES } else { 0.0 };
        let edge = if game.info().joins.is_some() { EDGE } else { 0.0 };
        let (across, down) = match geometry.shape() {
            Shape::Square => (f32::from(geometry.size()), f32::from(geometry.size())),
            Shape::Hexhex => {
                (f32::from(geometry.width() + 1) / 2.0, f32::from(geometry.rows() - 1) * ROW + 2.0 * CORNER)
            }
        };
        // Turned, the names of a hexhex board may be on any side.
        let turned = geometry.shape() == Shape::Hexhex && !style.orientation.is_upright();
        let around = if turned { 2.0 * names } else { names };
        let (wide, high) = (across + 2.0 * (MARGIN + edge) + around, down + 2.0 * (MARGIN + edge) + around);
        let unit = style.size as f32 / wide.max(high);
        let pixels = |length: f32| ((length * unit).round() as u32).max(1);
        let top = match geometry.shape() {
            Shape::Square => 0.5,
            Shape::Hexhex => CORNER,
        };
        let mut painter = Painter {
            game,
            geometry,
            marks,
            scheme: style.scheme,
            ink: style.scheme.board(game.info()),
            orientation: style.orientation,
            origin: (MARGIN + edge + names + 0.5, MARGIN + edge + top + if turned { names } else { 0.0 }),
            unit,
            figures: Vec::new(),
        };
        painter.paint(last, style.coordinates);
        let background = style.scheme.background();
        Self { width: pixels(wide), height: pixels(high), background, figures: painter.figures }
    }
}

/// From one row of hexagons to the next, in widths of a hexagon: √3/2.
const ROW: f32 = 0.866_025_4;

/// From the middle of a hexagon to its corners, in widths of it: 1/√3.
const CORNER: f32 = 0.577_350_26;

struct Painter<'a> {
    game: &'a Game,
    geometry: &'static Geometry,
    marks: &'a Marks,
    scheme: &'a Scheme,
    ink: &'a BoardInk,
    orientation: Orientation,
    /// The middle of the top left cell, or where it would be, in cells.
    origin: Point,
    /// Pixels a cell.
    unit: f32,
    figures: Vec<Figure>,
}

impl Painter<'_> {
    fn info(&self) -> &'static Info {
        self.game.info()
    }

    fn paint(&mut self, last: CellSet, coordinates: bool) {
        self.tiles();
        self.edges();
        self.grid();
        self.path();
        self.signs();
        self.stones();
        self.threatened();
        self.last(last);
        if coordinates {
            self.names();
        }
    }

    /// The middle of a cell.
    fn middle(&self, cell: Cell) -> Point {
        let place = self.geometry.place(self.orientation.shown(self.geometry, cell));
        let down = f32::from(self.geometry.rows() - 1 - place.row);
        let row = match self.geometry.shape() {
            Shape::Square => 1.0,
            Shape::Hexhex => ROW,
        };
        self.at((f32::from(place.x) / 2.0, down * row))
    }

    /// A place given in cells from the middle of the top left one.
    fn at(&self, (x, y): Point) -> Point {
        ((self.origin.0 + x) * self.unit, (self.origin.1 + y) * self.unit)
    }

    /// The next cell in a direction of the picture.
    fn toward(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        self.orientation.toward(self.geometry, cell, direction)
    }

    fn put(&mut self, outline: Outline, paint: Paint) {
        let is_empty = match &outline {
            Outline::Areas(lines) | Outline::Lines(lines) => lines.is_empty(),
            Outline::Circles(middles, _) => middles.is_empty(),
        };
        if !is_empty {
            self.figures.push(Figure { outline, paint });
        }
    }

    /// The colour of a side's stones.
    fn fill(&self, colour: Colour) -> Tint {
        self.scheme.ink(self.info().side(colour).stone).fill
    }

    /// The side that owns or controls a cell.
    fn holder(&self, cell: Cell) -> Option<Colour> {
        let controls = |colour: &Colour| self.marks.controlled[colour.index()].contains(cell);
        let territory = || self.marks.territories.iter().find(|territory| territory.cells.contains(cell));
        Colour::BOTH.into_iter().find(controls).or_else(|| territory()?.owner)
    }

    /// The background of a cell, as on the screen.
    fn background(&self, cell: Cell) -> Tint {
        let place = self.geometry.place(cell);
        let tile = self.ink.tiles[match self.geometry.shape() {
            Shape::Square => 0,
            Shape::Hexhex => {
                let (x, row, size) = (i32::from(place.x), i32::from(place.row), i32::from(self.geometry.size()));
                ((x + size - 1 - row).div_euclid(2) - row).rem_euclid(3) as usize
            }
        }];
        if self.marks.path.contains(cell) {
            return self.ink.path;
        }
        let share = if self.game.board().at(cell).is_some() { 0.18 } else { 0.38 };
        self.holder(cell).map_or(tile, |colour| mix(tile, self.fill(colour), share))
    }

    /// The corners of a cell: a square or a hexagon.
    fn corners(&self, cell: Cell) -> Vec<Point> {
        let (x, y) = self.middle(cell);
        let corners: &[Point] = match self.geometry.shape() {
            Shape::Square => &[(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)],
            Shape::Hexhex => &[
                (0.0, -CORNER),
                (0.5, -CORNER / 2.0),
                (0.5, CORNER / 2.0),
                (0.0, CORNER),
                (-0.5, CORNER / 2.0),
                (-0.5, -CORNER / 2.0),
            ],
        };
        corners.iter().map(|&(dx, dy)| (x + dx * self.unit, y + dy * self.unit)).collect()
    }

    /// The backgrounds of the cells, those of one colour together.
    fn tiles(&mut self) {
        let mut backgrounds: Vec<(Tint, CellSet)> = Vec::new();
        for cell in self.geometry.cells() {
            let background = self.background(cell);
            match backgrounds.iter_mut().find(|(known, _)| *known == background) {
                Some((_, cells)) => cells.insert(cell),
                None => backgrounds.push((background, CellSet::of(cell))),
            }
        }
        let size = f32::from(self.geometry.size());
        for (background, cells) in backgrounds {
            // The board of a grid is one area, and what differs lies on it.
            let areas = if self.geometry.shape() == Shape::Square && background == self.ink.tiles[0] {
                let (near, far) = (self.at((-0.5, -0.5)), self.at((size - 0.5, size - 0.5)));
                let board = vec![near, (far.0, near.1), far, (near.0, far.1)];
                self.figures.insert(0, Figure { outline: Outline::Areas(vec![board]), paint: Paint::Fill(background) });
                continue;
            } else {
                cells.iter().map(|cell| self.corners(cell)).collect()
            };
            self.put(Outline::Areas(areas), Paint::Fill(background));
        }
        if self.geometry.shape() == Shape::Hexhex {
            let mut walls = Vec::new();
            for cell in self.geometry.cells() {
                let corners = self.corners(cell);
                // Each wall once: by the cell below or to the right of it, or by the last one.
                walls.push(vec![corners[4], corners[5], corners[0], corners[1]]);
                let outer = [(Direction::East, 1, 2), (Direction::SouthEast, 2, 3), (Direction::SouthWest, 3, 4)];
                let outer = outer.into_iter().filter(|&(direction, ..)| self.toward(cell, direction).is_none());
                walls.extend(outer.map(|(_, from, to)| vec![corners[from], corners[to]]));
            }
            self.put(Outline::Lines(walls), Paint::Stroke(self.ink.line, 0.03 * self.unit));
        }
    }

    /// The edges that the colours are to join.
    fn edges(&mut self) {
        let Some(joins) = self.info().joins else { return };
        let far = f32::from(self.geometry.size()) - 0.5;
        let near = -0.5;
        for (colour, directions) in Colour::BOTH.into_iter().zip(joins) {
            let bars = directions.into_iter().filter_map(|direction| {
                let direction = self.orientation.direction(self.geometry.shape(), direction);
                let (from, to) = match direction {
                    Direction::North => ((near, near - EDGE), (far, near)),
                    Direction::South => ((near, far), (far, far + EDGE)),
                    Direction::West => ((near - EDGE, near), (near, far)),
                    Direction::East => ((far, near), (far + EDGE, far)),
                    _ => return None,
                };
                let (from, to) = (self.at(from), self.at(to));
                Some(vec![from, (to.0, from.1), to, (from.0, to.1)])
            });
            let bars = bars.collect();
            let background = mix(self.fill(colour), self.scheme.background(), 0.2);
            self.put(Outline::Areas(bars), Paint::Fill(background));
        }
    }

    /// The lines of a square board.
    fn grid(&mut self) {
        if self.geometry.shape() != Shape::Square {
            return;
        }
        let far = f32::from(self.geometry.size() - 1);
        let lines = (0..self.geometry.size())
            .map(f32::from)
            .flat_map(|i| [vec![self.at((0.0, i)), self.at((far, i))], vec![self.at((i, 0.0)), self.at((i, far))]]);
        let lines = lines.collect();
        self.put(Outline::Lines(lines), Paint::Stroke(self.ink.line, 0.04 * self.unit));
    }

    /// The chain that won, from stone to stone.
    fn path(&mut self) {
        let path = self.marks.path;
        let mut links = Vec::new();
        for cell in path {
            let onward = self.geometry.neighbours(cell).iter().filter(|&&next| next > cell && path.contains(next));
            links.extend(onward.map(|&next| vec![self.middle(cell), self.middle(next)]));
        }
        self.put(Outline::Lines(links), Paint::Stroke(self.ink.last, 0.16 * self.unit));
    }

    /// The signs of vacant cells that somebody owns or controls, full or hollow as the stones are.
    fn signs(&mut self) {
        let vacant = self.game.board().vacant();
        let shapes = stone_shapes(self.info());
        for colour in Colour::BOTH {
            let half = match shapes[colour.index()] {
                StoneShape::Solid => 0.13,
                StoneShape::Hollow => 0.11,
            } * self.unit;
            let held = vacant.iter().filter(|&cell| self.holder(cell) == Some(colour));
            let squares: Vec<Vec<Point>> = held
                .map(|cell| {
                    let (x, y) = self.middle(cell);
                    vec![(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
                })
                .collect();
            match shapes[colour.index()] {
                StoneShape::Solid => self.put(Outline::Areas(squares), Paint::Fill(self.fill(colour))),
                StoneShape::Hollow => {
                    let closed = squares.into_iter().map(|mut corners| {
                        corners.push(corners[0]);
                        corners
                    });
                    self.put(Outline::Lines(closed.collect()), Paint::Stroke(self.fill(colour), 0.05 * self.unit));
                }
            }
        }
        let nobodys = self.marks.territories.iter().filter(|territory| territory.owner.is_none());
        let dashes = nobodys.flat_map(|territory| territory.cells.iter()).map(|cell| {
            let (x, y) = self.middle(cell);
            vec![(x - 0.13 * self.unit, y), (x + 0.13 * self.unit, y)]
        });
        let dashes = dashes.collect();
        self.put(Outline::Lines(dashes), Paint::Stroke(self.ink.dot, 0.07 * self.unit));
    }

    fn stones(&mut self) {
        let shapes = stone_shapes(self.info());
        for colour in Colour::BOTH {
            let ink = self.scheme.ink(self.info().side(colour).stone);
            let middles: Vec<Point> = self.game.board().stones(colour).iter().map(|cell| self.middle(cell)).collect();
            let paint = Paint::Rimmed(ink.fill, mix(ink.fill, ink.text, 0.45), 0.03 * self.unit);
            self.put(Outline::Circles(middles.clone(), STONE * self.unit), paint);
            if shapes[colour.index()] == StoneShape::Hollow {
                self.put(Outline::Circles(middles, 0.14 * self.unit), Paint::Stroke(ink.text, 0.06 * self.unit));
            }
        }
    }

    /// Rims on the stones that are threatened.
    fn threatened(&mut self) {
        let middles = self.marks.threatened.iter().map(|cell| self.middle(cell)).collect();
        self.put(Outline::Circles(middles, STONE * self.unit), Paint::Stroke(self.ink.alarm, 0.09 * self.unit));
    }

    /// Rings on the stones of the last turn, in a colour that is seen on them.
    fn last(&mut self, last: CellSet) {
        for colour in Colour::BOTH {
            let stones = last & *self.game.board().stones(colour);
            let middles = stones.iter().map(|cell| self.middle(cell)).collect();
            let ink = self.scheme.readable(self.ink.last, self.fill(colour));
            self.put(Outline::Circles(middles, 0.34 * self.unit), Paint::Stroke(ink, 0.07 * self.unit));
        }
    }

    /// The names of rows and columns, where the screen has them.
    fn names(&mut self) {
        let names = match self.geometry.shape() {
            Shape::Square => self.square_names(),
            Shape::Hexhex => self.hexhex_names(),
        };
        let size = 0.3 * self.unit;
        let lines = names.into_iter().flat_map(|(name, at)| letters::strokes(&name, at, size)).collect();
        let ink = self.scheme.shown(self.scheme.inks().dim);
        self.put(Outline::Lines(lines), Paint::Stroke(ink, 0.045 * self.unit));
    }

    /// Names on the left and below; turned on its side, the board has its letters on the left.
    fn square_names(&self) -> Vec<(String, Point)> {
        let east = self.orientation.direction(Shape::Square, Direction::East);
        let lies_level = matches!(east, Direction::East | Direction::West);
        let beyond = (0.5 + NAMES / 2.0 + if self.info().joins.is_some() { EDGE } else { 0.0 }) * self.unit;
        let name = |cell, with_number| {
            let place = self.geometry.place(cell);
            if with_number { (place.row + 1).to_string() } else { letter(place.x / 2) }
        };
        let mut names = Vec::new();
        for cell in self.geometry.cells() {
            let (x, y) = self.middle(cell);
            if self.toward(cell, Direction::West).is_none() {
                names.push((name(cell, lies_level), (x - beyond, y)));
            }
            if self.toward(cell, Direction::South).is_none() {
                names.push((name(cell, !lies_level), (x, y + beyond)));
            }
        }
        names
    }

    /// Letters where the rows begin, and numbers beside the first row.
    fn hexhex_names(&self) -> Vec<(String, Point)> {
        let from_edge = 0.5 + NAMES / 2.0;
        let from_corner = CORNER + NAMES / 2.0;
        let (back, left, right) =
            (self.pointing(Direction::West), self.pointing(Direction::SouthWest), self.pointing(Direction::SouthEast));
        // Between the two directions, whose sum is √3 long.
        let below = ((left.0 + right.0) / (2.0 * ROW), (left.1 + right.1) / (2.0 * ROW));
        let beside = |cell, (dx, dy): Point, far: f32| {
            let (x, y) = self.middle(cell);
            (x + dx * far * self.unit, y + dy * far * self.unit)
        };
        let begins = self.geometry.side(Direction::West);
        let rows = begins.iter().map(|cell| (letter(self.geometry.place(cell).row), beside(cell, back, from_edge)));
        let first = (1..).zip(self.geometry.cells().take(usize::from(self.geometry.size())));
        rows.chain(first.map(|(i, cell): (u8, _)| (i.to_string(), beside(cell, below, from_corner)))).collect()
    }

    /// The vector of a direction of a hexhex board in the picture: one cell to the right and down.
    fn pointing(&self, direction: Direction) -> Point {
        match self.orientation.direction(Shape::Hexhex, direction) {
            Direction::East => (1.0, 0.0),
            Direction::NorthEast => (0.5, -ROW),
            Direction::NorthWest => (-0.5, -ROW),
            Direction::SouthWest => (-0.5, ROW),
            Direction::SouthEast => (0.5, ROW),
            _ => (-1.0, 0.0),
        }
    }
}

fn letter(i: u8) -> String {
    char::from(b'a' + i).to_string()
}
