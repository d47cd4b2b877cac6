//! A view as shapes: the board first, then what lies on it, then the words about it.

mod ground;
mod names;
mod own;
mod signs;
mod small;
mod stones;

use crate::look::scheme::Depth;
use crate::look::themes::BoardInk;
use crate::look::tint::{components, mix};
use crate::look::{Scheme, Tint};
use tetralith_core::{Cell, Colour, Info, Shape};

use crate::grid::{FINE, Grid};
use crate::letters::AROUND;
use crate::shapes::{Caption, Figure, Outline, Paint, Point, Scene, Text};
use crate::view::{Regions, View};

pub(crate) use names::{names, room_for_names};
pub use own::arrow;

/// The radius of a stone, in cells.
const STONE: f32 = 0.42;

/// The share of the colour of text in the names of rows and columns.
const NAMED: f32 = 0.6;

/// The share of a side's colour in the background of a stone's cell that it holds.
const WASH_UNDER_STONES: f32 = 0.22;

impl Scene {
    /// The drawing of `view`, its cells where `grid` has them.
    pub(crate) fn new(view: &View<'_>, scheme: &Scheme, grid: &Grid) -> Self {
        let mut painter = Painter {
            view,
            regions: Regions::of(view),
            scheme,
            ink: scheme.board(view.info),
            grid,
            layer: 0,
            figures: Vec::new(),
            texts: Vec::new(),
        };
        painter.paint();
        let cells = grid.geometry().cells().map(|cell| painter.background(cell));
        let mut grounds: Vec<[u8; 3]> = cells.chain([painter.ink.tile]).map(components).collect();
        grounds.sort_unstable();
        grounds.dedup();
        let (width, height) = grid.size();
        Self {
            width,
            height,
            background: scheme.background(),
            figures: painter.figures,
            grounds,
            texts: painter.texts,
            below: Caption::default(),
        }
    }

    /// Writes the names of rows and columns around the board.
    pub(crate) fn name(&mut self, grid: &Grid, info: &Info, scheme: &Scheme) {
        let ground = if grid.letters().is_some() {
            frame_ink(scheme.board(info))
        } else {
            scheme.background()
        };
        let ink = scheme.readable(mix(ground, scheme.inks().text, NAMED), ground);
        self.write(&names(grid, info), names::height(grid), ink, AROUND);
    }
}

/// True if a frame marks the cell under the cursor. Small cells have no room for one, and with few
/// colours it would have gaps.
fn has_frame(grid: &Grid, scheme: &Scheme) -> bool {
    !grid.is_small() && (scheme.mixes() || !grid.on_characters)
}

/// The colour of the frame about a board.
fn frame_ink(board: &BoardInk) -> Tint {
    mix(board.tile, board.line, 0.3)
}

pub(crate) struct Painter<'a> {
    view: &'a View<'a>,
    regions: Regions,
    scheme: &'a Scheme,
    ink: &'a BoardInk,
    grid: &'a Grid,
    /// The layer that figures are put in.
    layer: u8,
    figures: Vec<Figure>,
    texts: Vec<Text>,
}

impl Painter<'_> {
    fn paint(&mut self) {
        let parts = [
            Self::frame,
            Self::tiles,
            Self::edges,
            Self::grid_lines,
            Self::territories,
            Self::shadows,
            Self::pieces,
            Self::chains,
            Self::signs,
            Self::stones,
            Self::joints,
            Self::threatened,
            Self::preview,
            Self::last,
            Self::counted,
            Self::flash,
            Self::cursor,
            Self::counts,
            Self::own,
            Self::labels,
            Self::dots,
        ];
        for part in parts {
            part(self);
            self.rise();
        }
    }

    /// Puts what is drawn from now on over what was drawn before. It is called equally often for
    /// every view, so that layers are the same in all.
    const fn rise(&mut self) {
        self.layer += 1;
    }

    fn put(&mut self, outline: Outline, paint: Paint) {
        let outline = match (outline, paint) {
            (Outline::Circles(middles, radius), Paint::Fill(_)) if self.grid.is_small() => {
                Outline::Areas(small::discs(&middles, radius))
            }
            (other, _) => other,
        };
        let is_empty = match &outline {
            Outline::Areas(lines) | Outline::Ground(lines) | Outline::Lines(lines) => {
                lines.is_empty()
            }
            Outline::Circles(middles, _) => middles.is_empty(),
        };
        if !is_empty {
            self.figures.push(Figure { layer: self.layer, outline, paint });
        }
    }

    /// A length given in cells, but no less than `least` pixels, so that it is still seen where
    /// cells are small.
    fn length(&self, cells: f32, least: f32) -> f32 {
        (cells * self.grid.unit()).max(least)
    }

    /// The radius of a stone. On characters it is one of whole pixels of their signs, so that all
    /// are alike.
    fn radius(&self) -> f32 {
        let wanted = STONE * self.grid.unit();
        if self.grid.is_small() {
            self.grid.disc()
        } else if self.grid.on_characters {
            (FINE as f32 * wanted).round() / FINE as f32
        } else {
            wanted
        }
    }

    /// The colour of a side's stones.
    fn fill(&self, colour: Colour) -> Tint {
        self.scheme.ink(self.view.info.side(colour).stone).fill
    }

    /// True if a cell counts now: it is spoken of, or makes the step at the cursor illegal.
    fn is_emphasised(&self, cell: Cell) -> bool {
        let refusal = self.view.about.and_then(|about| about.closed.as_ref());
        let closes = refusal.is_some_and(|refusal| refusal.cells.contains(cell));
        self.view.emphasis.contains(cell) || closes
    }

    /// The background of a cell.
    ///
    /// Marks of the cell under the cursor are not washed, since each move of the cursor would
    /// change another part of the board. Groups are joined and territories washed already, and
    /// [`Painter::counted`] marks stones. Only cells that make a step illegal are highlighted.
    fn background(&self, cell: Cell) -> Tint {
        let (regions, ink) = (&self.regions, self.ink);
        let is_free = self.view.board.at(cell).is_none();
        let base = self.base();
        let is_lit = is_free && !self.is_square() && !self.grid.has_bricks();
        let mut background = if is_lit { self.scheme.lighter(base) } else { base };
        // Slivers are seen of the cells under small stones, and of 256 colours none is between that
        // of the board and that of an area: both would look like faults.
        let has_shades = !self.grid.is_small() && self.scheme.depth() == Depth::TrueColour;
        if let Some(colour) = regions.holder(cell).filter(|_| is_free || has_shades) {
            let stone = self.view.info.side(colour).stone;
            background = if is_free {
                self.scheme.held(stone, ink)
            } else {
                mix(ink.tile, self.scheme.wash(stone), WASH_UNDER_STONES)
            };
        } else if regions.neutral.contains(cell) && self.scheme.mixes() {
            background = ink.neutral();
        }
        if regions.path.contains(cell) {
            background = ink.path;
        } else if self.is_emphasised(cell) {
            background = mix(background, ink.emphasis, 0.75);
        }
        if self.view.cursor == Some(cell) {
            let share = if has_frame(self.grid, self.scheme) { 0.3 } else { 1.0 };
            background = mix(background, ink.cursor, share);
        }
        if self.view.flash.contains(cell) {
            background = mix(background, ink.last, 0.6);
        }
        background
    }

    /// The colour of the board. It is lighter where small stones leave slivers of their cells,
    /// which would be seen, and with 256 colours, where a dark board would be lost on the screen.
    fn base(&self) -> Tint {
        let has_few = self.is_plain() && self.scheme.depth() == Depth::Ansi256;
        let tile = self.ink.tile;
        if has_few || self.grid.has_bricks() { self.scheme.lighter(tile) } else { tile }
    }

    /// The ground of a text on a cell: a stone, or the background.
    fn under(&self, cell: Cell) -> Tint {
        self.view.board.at(cell).map_or_else(|| self.background(cell), |colour| self.fill(colour))
    }

    /// Writes `text` on `cell` in `ink`, or in what can be read there.
    fn write(&mut self, cell: Cell, text: String, ink: Tint, over: Tint) {
        let height = match text.chars().count() {
            0..=2 => 0.36,
            3 => 0.28,
            _ => 0.2,
        };
        let (at, ink) = (self.grid.middle(cell), self.scheme.readable(ink, over));
        self.texts.push(Text { cell, at, text, ink, over, height: height * self.grid.unit() });
    }

    /// The cell of those nearest to the middle of them all.
    fn amid(&self, cells: tetralith_core::CellSet) -> Option<Cell> {
        let count = cells.len() as f32;
        let middle = |of: fn(Point) -> f32| {
            cells.iter().map(|cell| of(self.grid.middle(cell))).sum::<f32>() / count
        };
        let (x, y) = (middle(|at| at.0), middle(|at| at.1));
        let far = |cell: &Cell| {
            let at = self.grid.middle(*cell);
            (at.0 - x).hypot(at.1 - y)
        };
        cells.iter().min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    const fn is_square(&self) -> bool {
        matches!(self.grid.geometry().shape(), Shape::Square)
    }
}
