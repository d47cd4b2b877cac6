//! The board itself: tiles with what washes them, grid lines, edges to be joined; what the cell
//! under the cursor sees.

use crate::look::Tint;
use crate::look::tint::mix;
use tetralith_core::{CellSet, Colour, Direction};

use super::{Painter, STONE};
use crate::grid::EDGE;
use crate::shapes::{Figure, Outline, Paint};

impl Painter<'_> {
    /// The backgrounds of the cells, those of one colour together.
    pub(super) fn tiles(&mut self) {
        let geometry = self.grid.geometry();
        let mut backgrounds: Vec<(Tint, CellSet)> = Vec::new();
        for cell in geometry.cells() {
            let background = self.background(cell);
            match backgrounds.iter_mut().find(|(known, _)| *known == background) {
                Some((_, cells)) => cells.insert(cell),
                None => backgrounds.push((background, CellSet::of(cell))),
            }
        }
        let size = f32::from(geometry.size());
        if !self.is_square() {
            // One area without seams, and what differs lies on it.
            let ground = geometry.cells().map(|cell| self.grid.corners(cell)).collect();
            self.put(Outline::Ground(ground), Paint::Fill(self.ink.tile));
        }
        self.rise();
        for (background, cells) in backgrounds {
            // The board of a grid is one area, and what differs lies on it.
            if background == self.ink.tile && !self.is_square() {
                continue;
            }
            let areas = if background == self.ink.tile {
                let (near, far) =
                    (self.grid.sharp((-0.5, -0.5)), self.grid.sharp((size - 0.5, size - 0.5)));
                let board = vec![near, (far.0, near.1), far, (near.0, far.1)];
                self.figures.insert(
                    0,
                    Figure {
                        layer: 0,
                        outline: Outline::Areas(vec![board]),
                        paint: Paint::Fill(background),
                    },
                );
                continue;
            } else {
                cells.iter().map(|cell| self.grid.tile(cell)).collect()
            };
            self.put(Outline::Areas(areas), Paint::Fill(background));
        }
        self.rise();
        if !self.is_square() {
            self.walls();
        }
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
        let width = self.length(0.03, 0.7);
        self.put(Outline::Lines(walls), Paint::Stroke(self.ink.line, width));
    }

    /// The edges that the colours are to join.
    pub(super) fn edges(&mut self) {
        let Some(joins) = self.view.info.joins else { return };
        let geometry = self.grid.geometry();
        let (near, far) = (-0.5, f32::from(geometry.size()) - 0.5);
        for (colour, directions) in Colour::BOTH.into_iter().zip(joins) {
            let bars = directions.into_iter().filter_map(|direction| {
                let (from, to) =
                    match self.grid.orientation().direction(geometry.shape(), direction) {
                        Direction::North => ((near, near - EDGE), (far, near)),
                        Direction::South => ((near, far), (far, far + EDGE)),
                        Direction::West => ((near - EDGE, near), (near, far)),
                        Direction::East => ((far, near), (far + EDGE, far)),
                        _ => return None,
                    };
                let (from, to) = (self.grid.sharp(from), self.grid.sharp(to));
                Some(vec![from, (to.0, from.1), to, (from.0, to.1)])
            });
            let bars = bars.collect();
            let background = mix(self.fill(colour), self.scheme.background(), 0.2);
            self.put(Outline::Areas(bars), Paint::Fill(background));
        }
    }

    /// The lines of a square board.
    pub(super) fn grid_lines(&mut self) {
        if !self.is_square() {
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

    /// Dots on the stones that count for the cell under the cursor: on the rims of those that it
    /// sees, on the side that is turned to it, and in the middle of those around its territory.
    /// Lines would have to be taken away and redrawn across the whole board with each step of the
    /// cursor.
    pub(super) fn counted(&mut self) {
        let (Some(about), Some(cursor)) = (self.view.about, self.view.cursor) else { return };
        let around = if about.lines.is_empty() { about.counted } else { CellSet::EMPTY };
        let around = around.iter().map(|stone| self.grid.middle(stone));
        let (from, rim) = (self.grid.middle(cursor), STONE * self.grid.unit());
        let dots = about.lines.iter().filter_map(|line| line.end).map(|(stone, _)| {
            let at = self.grid.middle(stone);
            let share = rim / (at.0 - from.0).hypot(at.1 - from.1);
            (at.0 + (from.0 - at.0) * share, at.1 + (from.1 - at.1) * share)
        });
        let (dots, radius) = (around.chain(dots).collect(), self.length(0.09, 0.9));
        self.put(Outline::Circles(dots, radius), Paint::Fill(self.ink.cursor));
    }
}
