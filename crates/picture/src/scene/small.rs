//! Small boards on characters. A character has two colours and few forms, so that stones, pegs on
//! free cells and what joins stones are rectangles that characters show as they are.

use super::Painter;
use super::stones::{NECK, rectangle};
use crate::look::Tint;
use crate::look::scheme::StoneShape;
use crate::look::tint::mix;
use crate::shapes::{Outline, Paint, Point, Text};
use tetralith_core::{Cell, CellSet, Colour};

/// Discs as rectangles: halves of their widths and heights.
pub(super) fn discs(middles: &[Point], radius: f32) -> Vec<Vec<Point>> {
    let parts: &[(f32, f32)] = match radius {
        radius if radius > 4.0 => &[(1.0, 5.0), (3.0, 4.0), (5.0, 3.0)],
        radius if radius > 3.0 => &[(1.0, 4.0), (3.0, 3.0), (4.0, 2.0)],
        radius if radius > 2.0 => &[(1.0, 3.0), (3.0, 2.0)],
        radius if radius > 1.0 => &[(2.0, 2.0)],
        _ => &[(1.0, 1.0)],
    };
    let around = |at: Point| parts.iter().map(move |&(wide, high)| rectangle(at, wide, high));
    middles.iter().flat_map(|&at| around(at)).collect()
}

impl Painter<'_> {
    /// The background of `cells` where it is not the board's: a disc, but around stones and the
    /// cursor, which may bear a label, the whole cell.
    pub(super) fn plots(&mut self, background: Tint, cells: CellSet) {
        let cursor = self.view.cursor.map_or(CellSet::EMPTY, CellSet::of);
        let free = (cells & self.view.board.vacant()) - cursor;
        if background != self.base() {
            let (wide, high) = self.around();
            let covered = (cells - free).iter().map(|cell| self.grid.middle(cell));
            let areas = covered.map(|at| rectangle(at, wide, high)).collect();
            self.put(Outline::Areas(areas), Paint::Fill(background));
            let middles = free.iter().map(|cell| self.grid.middle(cell)).collect();
            self.put(Outline::Circles(middles, self.radius()), Paint::Fill(background));
        }
    }

    /// Dots in the middle of cells, where a character or pixels have that.
    pub(super) fn spots(&mut self, cells: CellSet, ink: Tint) {
        let is_amid = |cell: &Cell| self.grid.off_middle(*cell).is_eq();
        let (amid, between): (Vec<Cell>, Vec<Cell>) = cells.iter().partition(is_amid);
        // Where only some are in the middle of a character, its square is as large as one of
        // pixels.
        let solid = self.scheme.glyph(StoneShape::Solid);
        let dot = if self.grid.has_discs() { "■" } else { solid };
        for cell in amid {
            // A dot need not be as readable as a sign.
            let (at, text, over) = (self.grid.middle(cell), dot.to_owned(), self.under(cell));
            let height = 0.36 * self.grid.unit();
            self.texts.push(Text { cell, at, text, ink, over, height });
        }
        let middles = between.into_iter().map(|cell| self.grid.middle(cell)).collect();
        let radius = if self.grid.has_discs() { 1.0 } else { self.length(0.13, 1.1) };
        self.put(Outline::Circles(middles, radius), Paint::Fill(ink));
    }

    /// Halves of the width and of the height of what is seen around a stone.
    fn around(&self) -> (f32, f32) {
        let (wide, top) = (self.grid.unit() / 2.0, self.grid.top());
        (wide, if self.grid.hangs() && self.is_square() { self.radius() + 2.0 } else { top })
    }

    /// Small stones; those that would be lost on the board are darker or lighter below.
    pub(super) fn small(&mut self, middles: &[Point], fill: Tint, outline: Option<Tint>) {
        let radius = self.radius();
        self.put(Outline::Circles(middles.to_vec(), radius), Paint::Fill(fill));
        if let Some(outline) = outline {
            // As high as characters have it alike at the middle and at the sides.
            let (wide, high) = (radius.min(3.0), if radius > 4.0 { 1.5 } else { 1.0 });
            let below = middles.iter().map(|&(x, y)| rectangle((x, y + radius - high), wide, high));
            let shade = Paint::Fill(mix(fill, outline, 0.4));
            self.put(Outline::Ground(below.collect()), shade);
        }
    }

    /// Necks between stones lie over their ends: no character has room for a third colour beside
    /// those of a stone and of the board.
    pub(super) fn joints(&mut self) {
        if !self.grid.has_discs() || self.grid.is_smallest() {
            return;
        }
        let pieces = self.links_of_pieces();
        self.join(&pieces, self.tray(0.6));
        for colour in Colour::BOTH {
            let stone = self.view.info.side(colour).stone;
            // Beside stones with outlines the board's colour would be lost.
            let other = self.scheme.outline(stone, self.ink.tile).unwrap_or(self.ink.tile);
            // Few colours have no shade between.
            let shade = if self.scheme.mixes() { NECK } else { 0.0 };
            let bridges = self.bridges(colour);
            self.join(&bridges, mix(self.fill(colour), other, shade));
        }
        self.rise();
        let path = self.links(self.regions.path);
        self.join(&path, self.ink.last);
    }

    /// Joins the stones at the ends of each of `links`.
    pub(super) fn join(&mut self, links: &[Vec<Point>], ink: Tint) {
        let parts = links.iter().flat_map(|link| match link[..] {
            [from, to] => self.joint(from, to),
            _ => Vec::new(),
        });
        let parts = parts.collect();
        self.put(Outline::Areas(parts), Paint::Fill(ink));
    }

    /// The rectangles between two stones.
    fn joint(&self, from: Point, to: Point) -> Vec<Vec<Point>> {
        let radius = self.radius();
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let (x, y) = (from.0 + dx / 2.0, from.1 + dy / 2.0);
        if dy == 0.0 {
            // As wide as the characters that hold the gap.
            let half = if x % 2.0 == 0.0 { 2.0 } else { 1.0 };
            return vec![rectangle((x, y), half, if radius > 3.0 { 2.0 } else { 1.0 })];
        }
        if dx == 0.0 {
            let gap = rectangle((x, y), 1.0, 1.0);
            // Beside the smaller stones more would be a bar.
            if !self.scheme.mixes() || radius <= 3.0 {
                return vec![gap];
            }
            // The tips of the stones stay as they are between the sides.
            return vec![gap, rectangle((x - 2.0, y), 1.0, 2.0), rectangle((x + 2.0, y), 1.0, 2.0)];
        }
        // Beside the tip of either stone, on the side of the other.
        let (right, down) = (2.0 * dx.signum(), (self.grid.top() - 1.0) * dy.signum());
        let beside =
            |(x, y): Point, sign: f32| rectangle((x + sign * right, y + sign * down), 1.0, 1.0);
        vec![beside(from, 1.0), beside(to, -1.0)]
    }
}
