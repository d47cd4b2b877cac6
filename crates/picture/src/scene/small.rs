//! Small boards on characters. A character has two colours and few forms, so that stones, pegs on
//! free cells and what joins stones are rectangles that characters show as they are.

use super::Painter;
use super::stones::NECK;
use crate::look::Tint;
use crate::look::tint::{dimmed, mix};
use crate::shapes::{Outline, Paint, Point, rectangle};
use tetralith_core::Colour;

/// The rectangles of a disc: halves of their widths and heights.
fn disc(radius: f32) -> &'static [(f32, f32)] {
    match radius {
        radius if radius > 4.0 => &[(1.0, 5.0), (3.0, 4.5), (5.0, 3.0)],
        radius if radius > 3.0 => &[(1.0, 4.0), (3.0, 3.5), (4.0, 2.0)],
        radius if radius > 2.0 => &[(1.0, 3.0), (3.0, 2.5)],
        radius if radius > 1.0 => &[(2.0, 2.0)],
        _ => &[(1.0, 1.0)],
    }
}

/// Discs as rectangles.
pub(super) fn discs(middles: &[Point], radius: f32) -> Vec<Vec<Point>> {
    let around =
        |at: Point| disc(radius).iter().map(move |&(wide, high)| rectangle(at, wide, high));
    middles.iter().flat_map(|&at| around(at)).collect()
}

impl Painter<'_> {
    /// Necks between stones lie over their ends: no character has room for a third colour beside
    /// those of a stone and of the board.
    pub(super) fn joints(&mut self) {
        if !self.grid.is_small() {
            return;
        }
        let pieces = self.links_of_pieces();
        self.join(&pieces, self.tray(0.6));
        for colour in Colour::BOTH {
            let stone = self.view.info.side(colour).stone;
            // Beside stones with outlines the board's colour would be lost.
            let other = self.scheme.outline(stone, self.ink.tile).unwrap_or(self.ink.tile);
            let (bridges, fill) = (self.bridges(colour), self.fill(colour));
            // Few colours have no shade between.
            let few = || dimmed(fill, self.ink.tile);
            let ink = if self.scheme.mixes() { mix(fill, other, NECK) } else { few() };
            self.join(&bridges, ink);
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
