//! Stones: as pieces and chains, as discs, as what is about to be put down.

use crate::look::Tint;
use crate::look::scheme::{Depth, StoneShape, stone_shapes};
use crate::look::tint::{contrast, mix};
use tetralith_core::{Cell, CellSet, Colour};

use super::{Painter, SQUARE_BELOW, STONE};
use crate::grid::DOTS;
use crate::shapes::{Outline, Paint, Point};

/// The smallest cell with crosses, in pixels.
const CROSS_FROM: f32 = 9.0;

/// The smallest cell on which stones shine, in pixels.
pub(super) const SHINE_FROM: f32 = 14.0;

/// The colour of light.
pub(super) const WHITE: Tint = Tint::Rgb(255, 255, 255);

/// The colour of shade.
const BLACK: Tint = Tint::Rgb(0, 0, 0);

/// The smallest cell that is too large for shadows, in pixels: with one more image a stone would
/// take more than 4 KB to send.
const SHADOWS_BELOW: f32 = 48.0;

/// The contrast with black from which a ground shows shadows.
const SHADOWS_FROM: f32 = 1.6;

/// The board's share in the colour of a bridge between stones of few pixels.
const NECK: f32 = 0.35;

/// The colours of a stone from its rim to where the light falls on it.
fn shades(fill: Tint) -> Vec<Tint> {
    // The nearer to white, the less is left for light and the more there is for shade.
    let is_light = contrast(fill, BLACK) > 10.0;
    let (dark, bright) = if is_light { (0.18, 0.4) } else { (0.3, 0.34) };
    let shaded = [1.0, 0.45, 0.0].map(|share| mix(fill, BLACK, dark * share));
    let lit = [0.3, 1.0].map(|share| mix(fill, WHITE, bright * share));
    shaded.into_iter().chain(lit).collect()
}

/// The rim of a stone that would be lost on the board.
pub(super) fn rim_ink(fill: Tint, outline: Tint) -> Tint {
    mix(fill, outline, 0.6)
}

/// The rectangle about a place that reaches so far to either side, above and below.
fn rectangle((x, y): Point, wide: f32, high: f32) -> Vec<Point> {
    let (left, right, top, bottom) = (x - wide, x + wide, y - high, y + high);
    vec![(left, top), (right, top), (right, bottom), (left, bottom)]
}

impl Painter<'_> {
    /// The colours of a stone, from its rim to where the light falls on it.
    pub(super) fn tones(&self, fill: Tint) -> Vec<Tint> {
        let shines = self.grid.unit() >= SHINE_FROM && self.scheme.mixes();
        if shines { shades(fill) } else { vec![fill] }
    }

    /// The lines from each of `cells` to its neighbours among them, each once.
    fn links(&self, cells: CellSet) -> Vec<Vec<Point>> {
        let geometry = self.grid.geometry();
        let mut links = Vec::new();
        for cell in cells {
            let onward = geometry
                .neighbours(cell)
                .iter()
                .filter(|&&next| next > cell && cells.contains(next));
            links.extend(onward.map(|&next| vec![self.grid.middle(cell), self.grid.middle(next)]));
        }
        links
    }

    /// The base of stones that came down together.
    pub(super) fn pieces(&mut self) {
        let links: Vec<_> = self.view.pieces.iter().flat_map(|piece| self.links(*piece)).collect();
        let tray = mix(self.ink.tile, self.ink.dot, 0.6);
        let width = self.length(0.52, 1.0);
        self.put(Outline::Lines(links), Paint::Stroke(tray, width));
    }

    /// The lines between stones of a side that count as one.
    fn bridges(&self, colour: Colour) -> Vec<Vec<Point>> {
        let are_joined = self.view.marks.is_some_and(|marks| marks.joined);
        let stones = if are_joined { *self.view.board.stones(colour) } else { CellSet::EMPTY };
        self.links(stones)
    }

    /// Bridges between stones that count as one, and the chain that won.
    pub(super) fn chains(&mut self) {
        let width = self.length(0.3, 1.0);
        for colour in Colour::BOTH {
            // Among a few pixels another shade would be a smudge.
            let shade = if self.grid.is_small() { 0.0 } else { 0.12 };
            let fill = self.fill(colour);
            let stone = self.view.info.side(colour).stone;
            let outline = self.scheme.outline(stone, self.ink.tile);
            // Those of small stones with outlines are drawn with the stones.
            let is_later = self.has_necks() || self.grid.is_small() && outline.is_some();
            let links = if is_later { Vec::new() } else { self.bridges(colour) };
            // A bridge that would be lost on the board has an outline, as its stones have.
            if let Some(outline) = outline.filter(|_| !self.grid.is_small()) {
                let rim = width + 2.0 * self.length(0.05, 1.0);
                let ink = rim_ink(fill, outline);
                self.put(Outline::Lines(links.clone()), Paint::Stroke(ink, rim));
            }
            self.rise();
            let bridge = mix(fill, self.ink.tile, shade);
            self.put(Outline::Lines(links), Paint::Stroke(bridge, width));
        }
        self.rise();
        let links = self.links(self.regions.path);
        self.put(Outline::Lines(links), Paint::Stroke(self.ink.last, width));
    }

    /// Soft shadows below the stones, where the ground is light enough to show them.
    pub(super) fn shadows(&mut self) {
        let unit = self.grid.unit();
        let is_seen = contrast(self.ink.tile, BLACK) >= SHADOWS_FROM;
        // Of 256 colours none is a shade of wood.
        let is_seen = is_seen && self.scheme.depth() == Depth::TrueColour;
        if !is_seen || !(SHINE_FROM..SHADOWS_BELOW).contains(&unit) {
            return;
        }
        let mut grounds: Vec<(Tint, Vec<Point>)> = Vec::new();
        for cell in self.view.board.occupied() {
            let (ground, (x, y)) = (self.background(cell), self.grid.middle(cell));
            let at = (x + 0.02 * unit, y + 0.06 * unit);
            match grounds.iter_mut().find(|(known, _)| *known == ground) {
                Some((_, places)) => places.push(at),
                None => grounds.push((ground, vec![at])),
            }
        }
        for (ground, places) in grounds {
            let shade = mix(ground, BLACK, 0.22);
            self.put(Outline::Circles(places, 0.44 * unit), Paint::Fill(shade));
        }
    }

    pub(super) fn stones(&mut self) {
        let shapes = stone_shapes(self.view.info);
        let unit = self.grid.unit();
        let radius = self.radius();
        let alike = contrast(self.fill(Colour::First), self.fill(Colour::Second)) < 1.5;
        for colour in Colour::BOTH {
            let stone = self.view.info.side(colour).stone;
            let ink = self.scheme.ink(stone);
            let stones = self.view.board.stones(colour);
            let middles: Vec<Point> = stones.iter().map(|cell| self.grid.middle(cell)).collect();
            let shines = unit >= SHINE_FROM;
            let tones = self.tones(ink.fill);
            let paint = match self.scheme.outline(stone, self.ink.tile) {
                outline if self.grid.is_small() => {
                    self.small(colour, &middles, outline);
                    continue;
                }
                Some(outline) => {
                    let least = match (shines, self.scheme.mixes()) {
                        (_, false) => 1.1,
                        (true, _) => 1.0,
                        (false, _) => 0.7,
                    };
                    let width = self.length(0.05, least);
                    Paint::Rimmed(tones[0], rim_ink(ink.fill, outline), width)
                }
                None if shines => {
                    let rim = mix(ink.fill, ink.text, 0.45);
                    Paint::Rimmed(tones[0], rim, self.length(0.03, 0.6))
                }
                // On few pixels a rim that is not needed would be a halo.
                None => Paint::Fill(tones[0]),
            };
            // In blocks an outline lies within the stone, apart from others.
            let radius = match paint {
                Paint::Rimmed(.., width) if self.grid.on_characters => radius - width / 2.0,
                _ => radius,
            };
            self.put(Outline::Circles(middles.clone(), radius), paint);
            // One light, from above: the rest of the stone lies nearer to it, step by step.
            let steps = tones.len() as f32;
            for (step, tone) in (1_u8..).zip(&tones[1..]) {
                let far = f32::from(step) / steps;
                let (size, away) = (STONE - 0.38 * far, 0.14 * far);
                let lit = middles.iter().map(|&(x, y)| (x - 0.85 * away * unit, y - away * unit));
                self.put(Outline::Circles(lit.collect(), size * unit), Paint::Fill(*tone));
            }
            // If brightness does not distinguish the sides, a sign does.
            if alike && shapes[colour.index()] == StoneShape::Hollow {
                let width = self.length(0.06, 0.6);
                self.put(Outline::Circles(middles, 0.25 * unit), Paint::Stroke(ink.text, width));
            }
        }
    }

    /// The stones of a side with few pixels, and if bridges lie over them those too.
    fn small(&mut self, colour: Colour, middles: &[Point], outline: Option<Tint>) {
        let fill = self.fill(colour);
        match outline.filter(|_| !self.grid.shares_lines()) {
            Some(outline) => {
                // The pixels below and at the sides are the outline, which cuts no bridge.
                self.discs(middles, mix(fill, outline, 0.5));
                let inner = self.radius() - 1.0;
                let tops: Vec<Point> = middles.iter().map(|&(x, y)| (x, y - 1.0)).collect();
                let lit = if self.grid.has_half_rows() {
                    Outline::Ground(tops.iter().map(|&at| rectangle(at, inner, inner)).collect())
                } else {
                    let bridge = Paint::Stroke(mix(fill, outline, NECK), self.length(0.3, 1.0));
                    self.put(Outline::Lines(self.bridges(colour)), bridge);
                    Outline::Circles(tops, inner)
                };
                self.put(lit, Paint::Fill(fill));
            }
            None => self.discs(middles, fill),
        }
        if self.has_necks() {
            self.necks(colour);
        }
    }

    /// Discs of few pixels.
    ///
    /// Where a line of characters has the lower end of one and the upper end of the next, the two
    /// ends would leave no room between them: what a round disc covers in part is of a colour
    /// between its own and the board's.
    fn discs(&mut self, middles: &[Point], fill: Tint) {
        if !self.grid.shares_lines() {
            let circles = Outline::Circles(middles.to_vec(), self.radius());
            return self.put(circles, Paint::Fill(fill));
        }
        // Halves of the width and of the height of what is covered alike, and how much of it is.
        let soft = [(3.0, 4.0, 0.45), (4.0, 2.0, 0.55), (1.0, 4.0, 0.85), (3.0, 2.0, 1.0)];
        let hard = [(3.0, 4.0, 1.0), (4.0, 2.0, 1.0)];
        let parts = if self.scheme.mixes() { &soft[..] } else { &hard[..] };
        for &(wide, high, share) in parts {
            let areas = middles.iter().map(|&at| rectangle(at, wide, high)).collect();
            self.put(Outline::Areas(areas), Paint::Fill(mix(self.base(), fill, share)));
        }
    }

    /// True if bridges between small stones lie over their ends in a shade of their own: where
    /// stones are close they would not be seen below them. Few colours have no such shade, and
    /// between squares there is room for usual bridges only.
    fn has_necks(&self) -> bool {
        let is_dense = self.grid.shares_lines() || self.grid.has_half_rows();
        let is_disc = self.grid.is_small() && self.grid.unit() >= SQUARE_BELOW;
        is_disc && is_dense && self.scheme.mixes()
    }

    /// Bridges of whole pixels between the stones of a side that count as one.
    fn necks(&mut self, colour: Colour) {
        let links = self.bridges(colour);
        let shares_lines = self.grid.shares_lines();
        let parts = links.iter().flat_map(|link| {
            let [(x, y), (far, low)] = link[..] else { return Vec::new() };
            let (dx, dy) = ((far - x) / 2.0, (low - y) / 2.0);
            let middle = (x + dx, y + dy);
            match (shares_lines, dy.abs() < 1.0) {
                (true, true) => vec![rectangle(middle, 2.0, 2.0)],
                (true, false) => vec![rectangle(middle, 1.0, 3.0)],
                (false, true) => vec![rectangle(middle, 2.0, 1.0)],
                // Two squares, one on either side of the corner where the stones meet.
                (false, false) => [-1.0, 1.0]
                    .map(|side| (middle.0 + side * dx.signum(), middle.1 - side * dy.signum()))
                    .map(|at| rectangle(at, 1.0, 1.0))
                    .to_vec(),
            }
        });
        let (parts, stone) = (parts.collect(), self.view.info.side(colour).stone);
        // Beside stones with outlines the board's colour would be lost.
        let other = self.scheme.outline(stone, self.ink.tile).unwrap_or(self.ink.tile);
        let shade = if shares_lines { 0.0 } else { NECK };
        self.put(Outline::Areas(parts), Paint::Fill(mix(self.fill(colour), other, shade)));
    }

    /// Rings around the stones that are threatened, in one colour that is seen on both sides'.
    pub(super) fn threatened(&mut self) {
        let ink = self.scheme.threat(self.view.info);
        let middles = self.regions.threatened.iter().map(|cell| self.grid.middle(cell)).collect();
        if self.grid.on_characters {
            for cell in self.regions.threatened {
                // A thin sign needs more contrast than a ring.
                self.sign(cell, "!", self.scheme.stronger(ink, self.under(cell)));
            }
            return;
        }
        let (radius, width) = (self.radius(), self.length(0.09, 1.0));
        self.put(Outline::Circles(middles, radius), Paint::Stroke(ink, width));
    }

    /// The stones that the step at hand would put down, through which the board is seen; a stone of
    /// the other side is crossed.
    pub(super) fn preview(&mut self) {
        let view = self.view;
        let labelled = |cell: Cell| view.labels.iter().any(|label| label.cell == cell);
        let shown = view.step.stones.iter().filter(|(cell, _)| {
            // For a single stone the cursor already shows where it would go.
            view.step.stones.len() > 1 || view.board.at(*cell).is_some() || !labelled(*cell)
        });
        let cells: CellSet = view.step.stones.iter().map(|&(cell, _)| cell).collect();
        if cells.len() > 1 {
            let (links, width) = (self.links(cells), self.length(0.52, 1.0));
            let tray = mix(self.ink.tile, self.ink.dot, 0.4);
            self.put(Outline::Lines(links), Paint::Stroke(tray, width));
        }
        self.rise();
        let mut crosses = Vec::new();
        for &(cell, colour) in shown.collect::<Vec<_>>() {
            let (at, fill) = (self.grid.middle(cell), self.fill(colour));
            let is_small = self.grid.is_small();
            let ground = if is_small { self.ink.tile } else { self.background(cell) };
            let seen = mix(ground, fill, 0.55);
            if is_small {
                self.discs(&[at], seen);
            } else {
                let paint = Paint::Rimmed(seen, fill, self.length(0.06, 0.8));
                self.put(Outline::Circles(vec![at], 0.38 * self.grid.unit()), paint);
            }
            if cells.len() > 1 && view.step.mover.is_some_and(|mover| mover != colour) {
                crosses.push((at, self.scheme.readable(self.ink.alarm, seen)));
            }
        }
        self.rise();
        for (at, ink) in crosses {
            self.cross(&[at], 0.16, ink);
        }
    }

    /// A cross of this reach, in cells, at each place; a dot where a cross would be a blot.
    pub(super) fn cross(&mut self, places: &[Point], reach: f32, ink: Tint) {
        if self.grid.unit() < CROSS_FROM {
            let radius = self.length(reach, 0.7);
            return self.put(Outline::Circles(places.to_vec(), radius), Paint::Fill(ink));
        }
        let reach = self.length(reach, 1.0);
        let arms = places.iter().flat_map(|&(x, y)| {
            [(-1.0, 1.0), (1.0, 1.0)].map(|(dx, dy)| {
                vec![(x - dx * reach, y - dy * reach), (x + dx * reach, y + dy * reach)]
            })
        });
        let (arms, width) = (arms.collect(), self.length(0.07, 0.8));
        self.put(Outline::Lines(arms), Paint::Stroke(ink, width));
    }

    /// A dot on each stone of the last turn, in a colour that is seen on it.
    pub(super) fn last(&mut self) {
        for colour in Colour::BOTH {
            let stones = self.view.last & *self.view.board.stones(colour);
            let middles: Vec<Point> = stones.iter().map(|cell| self.grid.middle(cell)).collect();
            let ink = self.scheme.last_dot(self.ink, self.fill(colour));
            let is_amid = |cell: Cell| self.grid.off_middle(cell).is_eq();
            if self.grid.on_characters && stones.iter().all(is_amid) {
                let dot = self.scheme.glyph(StoneShape::Solid);
                stones.iter().for_each(|cell| self.sign(cell, dot, ink));
                continue;
            }
            // Where no character is in the middle of a stone, pixels are. In a corner of characters
            // each of them has one pixel, which none shows.
            if self.grid.has_bricks() {
                let is_corner =
                    |(x, y): Point| (x % DOTS.0 as f32, y % DOTS.1 as f32) == (0.0, 0.0);
                let squares = stones.iter().map(|cell| self.grid.middle(cell)).map(|at| {
                    let wide = if is_corner(at) { 2.0 } else { 1.0 };
                    rectangle(at, wide, 1.0)
                });
                self.put(Outline::Areas(squares.collect()), Paint::Fill(ink));
                continue;
            }
            let radius = self.length(0.13, 1.1);
            self.put(Outline::Circles(middles, radius), Paint::Fill(ink));
        }
    }

    /// Rings around the stones that have just changed.
    pub(super) fn flash(&mut self) {
        let middles = self.view.flash.iter().map(|cell| self.grid.middle(cell)).collect();
        let width = self.length(0.14, 1.0);
        self.put(Outline::Circles(middles, self.radius()), Paint::Stroke(self.ink.last, width));
    }

    /// A frame around the cell that the keys are on.
    pub(super) fn cursor(&mut self) {
        let Some(cell) = self.view.cursor.filter(|_| !self.grid.is_small()) else { return };
        let (middle, width) = (self.grid.middle(cell), self.length(0.08, 1.0));
        let inside = 1.0 - width / self.grid.unit();
        let mut corners = self.grid.corners(cell);
        for (x, y) in &mut corners {
            *x = middle.0 + (*x - middle.0) * inside;
            *y = middle.1 + (*y - middle.1) * inside;
        }
        corners.push(corners[0]);
        self.put(Outline::Lines(vec![corners]), Paint::Stroke(self.ink.cursor, width));
    }
}
