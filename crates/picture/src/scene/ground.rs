//! The board itself: tiles with what washes them, grid lines, edges to be joined; the sight of the
//! cell under the cursor.

use crate::look::Tint;
use crate::look::tint::mix;
use tetralith_core::{Cell, CellSet, Colour, Direction};

use super::stones::{SHINE_FROM, WHITE};
use super::{Painter, frame_ink};
use crate::shapes::{Outline, Paint, Point, rectangle};

/// The share of the colour of lines in that of the grain.
const GRAIN: f32 = 0.1;

/// The width of the square on a cell of a territory, in cells: the board is seen around it.
const HELD: f32 = 0.56;

/// The share of a hexagon that its background fills on characters.
const INSET: f32 = 0.88;

impl Painter<'_> {
    /// The frame that bears the names of rows and columns, lit from above.
    pub(super) fn frame(&mut self) {
        if self.grid.letters().is_none() {
            return;
        }
        let edge = self.grid.edge(self.view.info);
        let (ink, black) = (frame_ink(self.ink), Tint::Rgb(0, 0, 0));
        let (lit, shaded) = (mix(ink, WHITE, 0.12), mix(ink, black, 0.25));
        // Half of the line lies outside of it, so that its corners are round.
        let round = self.length(0.06, 2.0);
        let plate = self.grid.outline(edge + self.grid.frame() - round / 2.0 - 1.0);
        self.put(Outline::Areas(vec![plate.clone()]), Paint::Rimmed(ink, ink, round));
        let rim = self.grid.outline(edge + self.grid.frame() - 1.5);
        let half = rim.len() / 2;
        let above = match rim.len() {
            4 => vec![rim[3], rim[0], rim[1]],
            _ => vec![rim[5], rim[0], rim[1], rim[2]],
        };
        let below: Vec<Point> = (half - 1..rim.len()).map(|i| rim[i]).collect();
        self.put(Outline::Lines(vec![below]), Paint::Stroke(shaded, 1.0));
        self.put(Outline::Lines(vec![above]), Paint::Stroke(lit, 1.0));
    }

    /// The grain of a board with lines: streaks of one length or another, each a little wavy.
    fn grain(&mut self) {
        let unit = self.grid.unit();
        let corners = self.grid.outline(0.0);
        let [(left, top), _, (right, bottom), ..] = corners[..] else { return };
        if !self.is_square() || unit < SHINE_FROM || !self.shows_shadows() {
            return;
        }
        let (wide, high) = (right - left, bottom - top);
        let streaks = 3 * u32::from(self.grid.geometry().size());
        // Scattered evenly by multiples of the golden ratio, the same in every picture.
        let scatter = |i: u32, by: f32| (i as f32 * by).fract();
        let areas = (0..streaks).map(|i| {
            let (along, down) = (scatter(i, 0.618_034), scatter(i, 0.754_878));
            let length = wide * (0.25 + 0.45 * scatter(i, 0.569_84));
            let from = left + along * (wide - length);
            let (y, thick) = (top + 2.0 + down * (high - 4.0), 0.5 + 0.01 * unit);
            let bend = |x: f32| y + 0.05 * unit * (x / wide * 9.0 + along * 6.0).sin();
            let ends = [0.0, 0.25, 0.5, 0.75, 1.0].map(|far| from + far * length);
            let (upper, lower) = ([0.0, 0.7, 1.0, 0.7], [0.0, 0.7, 1.0, 0.7]);
            let upper = ends.iter().zip(upper).map(|(x, swell)| (*x, bend(*x) - swell * thick));
            let lower =
                ends.iter().rev().zip(lower).map(|(x, swell)| (*x, bend(*x) + swell * thick));
            upper.chain(lower).collect()
        });
        let areas = areas.collect();
        self.put(Outline::Ground(areas), Paint::Fill(mix(self.ink.tile, self.ink.line, GRAIN)));
    }

    /// The board, and the backgrounds of cells that differ from it.
    pub(super) fn tiles(&mut self) {
        let geometry = self.grid.geometry();
        let squares = self.squares();
        let ground = if self.is_square() || self.is_plain() {
            vec![self.grid.outline(0.0)]
        } else {
            geometry.cells().map(|cell| self.grid.corners(cell)).collect()
        };
        let base = self.base();
        self.put(Outline::Ground(ground), Paint::Fill(base));
        self.grain();
        self.rise();
        // The board is one area without seams, and what differs lies on it.
        self.fill_with_backgrounds(geometry.cells().filter(|cell| !squares.contains(*cell)));
        if self.grid.has_bricks() {
            self.trim();
        }
        self.rise();
        if !self.is_square() && !self.is_plain() {
            self.walls();
        }
    }

    /// Fills areas of cells with their backgrounds, those of one colour together.
    fn fill_with_backgrounds(&mut self, cells: impl Iterator<Item = Cell>) {
        let base = self.base();
        let mut backgrounds: Vec<(Tint, CellSet)> = Vec::new();
        for cell in cells {
            let background = self.background(cell);
            match backgrounds.iter_mut().find(|(known, _)| *known == background) {
                _ if background == base => {}
                Some((_, cells)) => cells.insert(cell),
                None => backgrounds.push((background, CellSet::of(cell))),
            }
        }
        for (background, cells) in backgrounds {
            let areas = cells.iter().map(|cell| self.area(cell)).collect();
            self.put(Outline::Areas(areas), Paint::Fill(background));
        }
    }

    /// The vacant cells of territories in pictures of square boards: squares over the lines, which
    /// leave some of the wood to be seen.
    fn squares(&self) -> CellSet {
        if !self.is_square() || self.grid.on_characters {
            return CellSet::EMPTY;
        }
        let [first, second] = self.regions.held;
        (first | second | self.regions.neutral) & self.view.board.vacant()
    }

    /// Squares on the vacant cells of territories.
    pub(super) fn territories(&mut self) {
        self.fill_with_backgrounds(self.squares().iter());
    }

    /// The area of a cell that its background fills: some of the board is seen around squares, and
    /// around hexagons on characters, so that no character at the edge of the board has to show
    /// three colours.
    fn area(&self, cell: Cell) -> Vec<Point> {
        if self.squares().contains(cell) {
            let half = (HELD / 2.0 * self.grid.unit()).round();
            return rectangle(self.grid.middle(cell), half, half);
        }
        let is_cursor = self.view.cursor == Some(cell);
        let (x, y) = self.grid.middle(cell);
        let bears_stone = self.view.board.at(cell).is_some();
        if is_cursor && let Some(area) = self.grid.under_stone(cell, bears_stone) {
            return area;
        }
        if self.grid.has_bricks() && !self.grid.has_half_rows() {
            return self.grid.rounded(cell);
        }
        let mut area = self.grid.tile(cell);
        // Of a cell that counts enough must be seen beside its stone.
        let is_whole = is_cursor || self.is_emphasised(cell);
        if self.is_plain() && !self.grid.has_bricks() && !is_whole {
            for corner in &mut area {
                *corner = (x + (corner.0 - x) * INSET, y + (corner.1 - y) * INSET);
            }
        }
        area
    }

    /// Takes away what bricks have beyond the slanted sides of the board.
    fn trim(&mut self) {
        let (width, height) = self.grid.size();
        let far = (width as f32, height as f32);
        let [above, right_above, right, right_below, below, left] = self.grid.outline(0.0)[..]
        else {
            return;
        };
        let beyond = vec![
            vec![(0.0, 0.0), above, left, below, (0.0, far.1)],
            vec![(far.0, 0.0), right_above, right, right_below, far],
        ];
        self.put(Outline::Areas(beyond), Paint::Fill(self.scheme.background()));
    }

    /// The walls between hexagons, each once: by the cell below or to the right of it, or by the
    /// last one.
    fn walls(&mut self) {
        let mut walls = Vec::new();
        for cell in self.grid.geometry().cells() {
            let corners = self.grid.corners(cell);
            walls.push(vec![corners[4], corners[5], corners[0], corners[1]]);
            let outer = [
                (Direction::East, 1, 2),
                (Direction::SouthEast, 2, 3),
                (Direction::SouthWest, 3, 4),
            ];
            let outer = outer
                .into_iter()
                .filter(|&(direction, ..)| self.grid.toward(cell, direction).is_none());
            walls.extend(outer.map(|(_, from, to)| vec![corners[from], corners[to]]));
        }
        let width = self.length(0.04, 1.0);
        self.put(Outline::Lines(walls), Paint::Stroke(self.ink.line, width));
    }

    /// The edges that the colours are to join.
    pub(super) fn edges(&mut self) {
        let Some(joins) = self.view.info.joins else { return };
        let shape = self.grid.geometry().shape();
        let wide = self.grid.edge(self.view.info);
        let corners = self.grid.outline(0.0);
        let [(left, top), _, (right, bottom), ..] = corners[..] else { return };
        for (colour, directions) in Colour::BOTH.into_iter().zip(joins) {
            let bars = directions.into_iter().filter_map(|direction| {
                let (from, to) = match self.grid.orientation().direction(shape, direction) {
                    Direction::North => ((left, top - wide), (right, top)),
                    Direction::South => ((left, bottom), (right, bottom + wide)),
                    Direction::West => ((left - wide, top), (left, bottom)),
                    Direction::East => ((right, top), (right + wide, bottom)),
                    _ => return None,
                };
                Some(vec![from, (to.0, from.1), to, (from.0, to.1)])
            });
            let bars = bars.collect();
            let background = mix(self.fill(colour), self.scheme.background(), 0.2);
            self.put(Outline::Areas(bars), Paint::Fill(background));
        }
    }

    /// The lines of a square board.
    pub(super) fn grid_lines(&mut self) {
        // On characters they are characters.
        if !self.is_square() || self.grid.on_characters {
            return;
        }
        let size = self.grid.geometry().size();
        let far = f32::from(size - 1);
        let at = |x, y| self.grid.at((x, y));
        let lines = (0..size)
            .map(f32::from)
            .flat_map(|i| [vec![at(0.0, i), at(far, i)], vec![at(i, 0.0), at(i, far)]]);
        let lines = lines.collect();
        let (wanted, width) = (0.04 * self.grid.unit(), self.length(0.04, 1.0));
        // A line that cannot be as thin as it should be is fainter instead.
        let ink = mix(self.ink.tile, self.ink.line, (wanted / width).clamp(0.55, 1.0));
        self.put(Outline::Lines(lines), Paint::Stroke(ink, width));
    }

    /// Dots on the stones that count for the cell under the cursor: those that it sees, or those
    /// around its territory.
    ///
    /// Lines would have to be taken away and redrawn across the whole board with each step of the
    /// cursor.
    pub(super) fn counted(&mut self) {
        let Some(about) = self.view.about.filter(|_| self.view.cursor.is_some()) else { return };
        let ink = self.scheme.counted(self.view.info);
        if self.grid.on_characters {
            // A stone has room for one mark, and others matter more.
            return self.spots(about.counted - self.regions.threatened - self.view.last, ink);
        }
        let dots = about.counted.iter().map(|stone| self.grid.middle(stone)).collect();
        let radius = self.length(0.08, 0.9);
        self.put(Outline::Circles(dots, radius), Paint::Fill(ink));
    }
}
