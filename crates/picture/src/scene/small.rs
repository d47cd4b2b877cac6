//! Small boards on characters. A character has two colours and few forms, so that stones, pegs on
//! free cells and what joins stones are rectangles that characters show as they are.

use super::Painter;
use super::stones::{NECK, shades};
use crate::grid::DOTS;
use crate::look::Tint;
use crate::look::tint::{dimmed, mix};
use crate::shapes::{Outline, Paint, Point, rectangle};
use tetralith_core::Colour;

/// The rectangles of a disc: halves of their widths and heights.
fn disc(radius: f32) -> &'static [(f32, f32)] {
    match radius {
        radius if radius > 4.0 => &[(1.0, 5.0), (3.0, 4.0), (5.0, 3.0)],
        radius if radius > 3.0 => &[(1.0, 4.0), (3.0, 3.0), (4.0, 2.0)],
        radius if radius > 2.0 => &[(1.0, 3.0), (3.0, 2.0)],
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

/// The part of a disc in one character.
struct Facet {
    /// Rectangles.
    parts: Vec<Vec<Point>>,
    /// How far it is turned to the light, which falls from the upper left: from -1 to 1.
    light: f32,
}

impl Facet {
    /// Those of the disc about `middle`.
    fn all_of(middle: Point, radius: f32) -> impl Iterator<Item = Self> {
        let starts = move |at: f32, dots: f32| {
            let from = ((at - radius) / dots).floor() as i32;
            (from..).map(move |i| i as f32 * dots).take_while(move |start| *start < at + radius)
        };
        let lines = move || starts(middle.1, DOTS.1 as f32);
        let characters = starts(middle.0, DOTS.0 as f32)
            .flat_map(move |left| lines().map(move |top| (left, top)));
        characters.map(move |corner| Self::of(middle, radius, corner))
    }

    /// That in the character whose upper left corner is there.
    fn of((x, y): Point, radius: f32, (left, top): Point) -> Self {
        let (right, bottom) = (left + DOTS.0 as f32, top + DOTS.1 as f32);
        let across = |wide: f32| (left.max(x - wide), right.min(x + wide));
        let down = |high: f32| (top.max(y - high), bottom.min(y + high));
        let parts = disc(radius).iter().filter_map(|&(wide, high)| {
            let ((from, to), (above, below)) = (across(wide), down(high));
            let corners = vec![(from, above), (to, above), (to, below), (from, below)];
            (from < to && above < below).then_some(corners)
        });
        let middle = |(from, to): (f32, f32)| f32::midpoint(from, to);
        let (to_left, up) = (x - middle(across(radius)), y - middle(down(radius)));
        let light = (0.6 * to_left + 0.8 * up) / radius;
        Self { parts: parts.collect(), light: light.clamp(-1.0, 1.0) }
    }
}

/// The tones of a small stone, from what is turned away from the light to what is turned to it;
/// one that would be lost on the board is darker or lighter there, by its `outline`.
fn tones(fill: Tint, outline: Option<Tint>) -> [Tint; 5] {
    let [dark, .., bright] = shades(fill)[..] else { return [fill; 5] };
    let shaded = outline.map_or(mix(fill, dark, 0.6), |outline| mix(fill, outline, 0.3));
    let lit = mix(fill, bright, 0.3);
    [shaded, mix(fill, shaded, 0.5), fill, mix(fill, lit, 0.5), lit]
}

impl Painter<'_> {
    /// Small stones. A character has room for one tone of a stone beside the board's colour.
    pub(super) fn small(&mut self, middles: &[Point], fill: Tint, outline: Option<Tint>) {
        let radius = self.radius();
        self.put(Outline::Circles(middles.to_vec(), radius), Paint::Fill(fill));
        if radius <= 2.0 || !self.scheme.mixes() {
            return;
        }
        let mut tones = tones(fill, outline).map(|tone| (tone, Vec::new()));
        for facet in middles.iter().flat_map(|&middle| Facet::all_of(middle, radius)) {
            tones[(2.0 + 2.0 * facet.light).round() as usize].1.extend(facet.parts);
        }
        for (tone, parts) in tones {
            self.put(Outline::Areas(parts), Paint::Fill(tone));
        }
    }

    /// Necks between stones lie over their ends: no character has room for a third colour beside
    /// those of a stone and of the board.
    pub(super) fn joints(&mut self) {
        if !self.grid.is_small() || self.grid.is_smallest() {
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
