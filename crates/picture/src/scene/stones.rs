//! Stones: as pieces and chains, as discs, as what is about to be put down.

use crate::look::Tint;
use crate::look::scheme::{StoneShape, stone_shapes};
use crate::look::tint::{contrast, dimmed, mix};
use tetralith_core::{Cell, CellSet, Colour};

use super::{Painter, STONE, has_frame};
use crate::shapes::{Outline, Paint, Point};

/// The smallest cell with crosses, in pixels.
const CROSS_FROM: f32 = 9.0;

/// The smallest cell on which stones shine, in pixels.
pub(super) const SHINE_FROM: f32 = 14.0;

/// The width of cells, in pixels, for each step between two shades of a stone.
const PIXELS_OF_TONE: f32 = 16.0;

/// The most steps between two shades of a stone.
const MOST_BETWEEN: f32 = 4.0;

/// The colour of light.
pub(super) const WHITE: Tint = Tint::Rgb(255, 255, 255);

/// The colour of shade.
const BLACK: Tint = Tint::Rgb(0, 0, 0);

/// The smallest cell that is too large for shadows, in pixels: with one more image a stone would
/// take more than 4 KB to send.
const SHADOWS_BELOW: f32 = 96.0;

/// The contrast with black from which a ground shows shadows.
const SHADOWS_FROM: f32 = 1.6;

/// The board's share in the colour of a bridge between stones on characters.
pub(super) const NECK: f32 = 0.25;

/// The share of a stone's colour in that of one that is not down yet.
const GHOST: f32 = 0.4;

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

impl Painter<'_> {
    /// The colours of a stone, from its rim to where the light falls on it: on more pixels more, so
    /// that it looks round and not ringed.
    pub(super) fn tones(&self, fill: Tint) -> Vec<Tint> {
        let unit = self.grid.unit();
        if unit < SHINE_FROM || !self.scheme.mixes() {
            return vec![fill];
        }
        let shades = shades(fill);
        let steps = (unit / PIXELS_OF_TONE).clamp(1.0, MOST_BETWEEN) as u8;
        if self.grid.on_characters || steps == 1 {
            return shades;
        }
        let between = |pair: &[Tint]| {
            let (from, to) = (pair[0], pair[1]);
            (0..steps).map(move |i| mix(from, to, f32::from(i) / f32::from(steps)))
        };
        shades.windows(2).flat_map(between).chain(shades.last().copied()).collect()
    }

    /// The lines from each of `cells` to its neighbours among them, each once.
    pub(super) fn links(&self, cells: CellSet) -> Vec<Vec<Point>> {
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

    /// The links between stones that came down together.
    pub(super) fn links_of_pieces(&self) -> Vec<Vec<Point>> {
        self.view.pieces.iter().flat_map(|piece| self.links(*piece)).collect()
    }

    /// The base of stones that came down together, as far as it differs from the board.
    pub(super) fn tray(&self, share: f32) -> Tint {
        mix(self.ink.tile, self.ink.dot, share)
    }

    /// The base of stones that came down together.
    pub(super) fn pieces(&mut self) {
        if self.grid.is_small() {
            return;
        }
        let (links, width) = (self.links_of_pieces(), self.length(0.52, 1.0));
        self.put(Outline::Lines(links), Paint::Stroke(self.tray(0.6), width));
    }

    /// The lines between stones of a side that count as one.
    pub(super) fn bridges(&self, colour: Colour) -> Vec<Vec<Point>> {
        let are_joined = self.view.marks.is_some_and(|marks| marks.joined);
        let stones = if are_joined { *self.view.board.stones(colour) } else { CellSet::EMPTY };
        self.links(stones)
    }

    /// Bridges between stones that count as one, and the chain that won.
    pub(super) fn chains(&mut self) {
        if self.grid.is_small() {
            return;
        }
        let width = self.length(0.3, 1.0);
        for colour in Colour::BOTH {
            let fill = self.fill(colour);
            let stone = self.view.info.side(colour).stone;
            let links = self.bridges(colour);
            let on_characters = self.grid.on_characters;
            // A bridge that would be lost on the board has an outline, as its stones have, or where
            // that would be as wide as the bridge, is darker.
            let outline = self.scheme.outline(stone, self.ink.tile);
            if let Some(outline) = outline.filter(|_| !on_characters) {
                let rim = width + 2.0 * self.length(0.05, 1.0);
                let ink = rim_ink(fill, outline);
                self.put(Outline::Lines(links.clone()), Paint::Stroke(ink, rim));
            }
            self.rise();
            let bridge = match outline {
                _ if !self.scheme.mixes() => dimmed(fill, self.ink.tile),
                Some(outline) if on_characters => mix(fill, outline, NECK),
                _ => mix(fill, self.ink.tile, 0.12),
            };
            self.put(Outline::Lines(links), Paint::Stroke(bridge, width));
        }
        self.rise();
        let links = self.links(self.regions.path);
        self.put(Outline::Lines(links), Paint::Stroke(self.ink.last, width));
    }

    /// True if the board is light enough to show shadows.
    pub(super) fn shows_shadows(&self) -> bool {
        contrast(self.ink.tile, BLACK) >= SHADOWS_FROM
    }

    /// Soft shadows below the stones.
    pub(super) fn shadows(&mut self) {
        let unit = self.grid.unit();
        // On characters they would be further stones.
        if self.grid.on_characters
            || !self.shows_shadows()
            || !(SHINE_FROM..SHADOWS_BELOW).contains(&unit)
        {
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
        // A small stone has no room for a sign.
        let alike = !self.grid.is_small()
            && contrast(self.fill(Colour::First), self.fill(Colour::Second)) < 1.5;
        for colour in Colour::BOTH {
            let stone = self.view.info.side(colour).stone;
            let ink = self.scheme.ink(stone);
            let stones = self.view.board.stones(colour);
            let middles: Vec<Point> = stones.iter().map(|cell| self.grid.middle(cell)).collect();
            let (shines, on_characters) = (unit >= SHINE_FROM, self.grid.on_characters);
            let outline = self.scheme.outline(stone, self.ink.tile);
            // Beside an outline characters have no room for shades.
            let is_flat = on_characters && outline.is_some();
            let tones = if is_flat { vec![ink.fill] } else { self.tones(ink.fill) };
            let paint = match outline {
                _ if self.grid.is_small() => Paint::Fill(ink.fill),
                Some(outline) => {
                    let least = match (on_characters, shines) {
                        (true, _) => 1.5,
                        (_, true) => 1.0,
                        (_, false) => 0.7,
                    };
                    let width = self.length(0.05, least);
                    Paint::Rimmed(tones[0], rim_ink(ink.fill, outline), width)
                }
                None if shines && !on_characters => {
                    let rim = mix(ink.fill, ink.text, 0.45);
                    Paint::Rimmed(tones[0], rim, self.length(0.03, 0.6))
                }
                // On characters or few pixels a rim that is not needed would be a halo.
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
            let above = (1_u8..).zip(tones.iter().skip(1)).zip(&tones);
            for ((step, tone), _) in above.filter(|((_, tone), below)| tone != below) {
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

    /// Rings or dots on the stones that are threatened, in one colour that is seen on both sides'.
    pub(super) fn threatened(&mut self) {
        let ink = self.scheme.threat(self.view.info);
        if self.grid.on_characters {
            // The dot of the last move leaves no room for another.
            return self.spots(self.regions.threatened - self.view.last, ink);
        }
        let middles = self.regions.threatened.iter().map(|cell| self.grid.middle(cell)).collect();
        let (radius, width) = (self.radius(), self.length(0.07, 1.0));
        self.put(Outline::Circles(middles, radius), Paint::Stroke(ink, width));
    }

    /// The stones that the step at hand would put down, through which the board is seen; a stone of
    /// the other side is crossed.
    pub(super) fn preview(&mut self) {
        let view = self.view;
        let labelled = |cell: Cell| view.labels.iter().any(|label| label.cell == cell);
        let shown = view.step.stones.iter().filter(|(cell, _)| {
            // For a single stone the label already shows where it would go.
            view.step.stones.len() > 1 || view.board.at(*cell).is_some() || !labelled(*cell)
        });
        // Among cells that share lines the cursor is no larger than a stone.
        let is_dot = |cell| self.grid.shares_lines() && view.cursor == Some(cell);
        let cells: CellSet = view.step.stones.iter().map(|&(cell, _)| cell).collect();
        let links = if cells.len() > 1 { self.links(cells) } else { Vec::new() };
        let tray = self.tray(0.4);
        if !self.grid.is_small() {
            let base = Paint::Stroke(tray, self.length(0.52, 1.0));
            self.put(Outline::Lines(links.clone()), base);
        }
        self.rise();
        let mut crosses = Vec::new();
        for &(cell, colour) in shown.collect::<Vec<_>>() {
            let (at, fill) = (self.grid.middle(cell), self.fill(colour));
            let is_small = self.grid.is_small();
            let ground = if is_small { self.ink.tile } else { self.background(cell) };
            let seen = mix(ground, fill, GHOST);
            if is_dot(cell) {
                self.put(Outline::Circles(vec![at], 1.0), Paint::Fill(fill));
            } else if !self.scheme.mixes() {
                // No colour lies between a few: the stone is smaller and dimmer.
                let radius = if is_small { self.radius() - 1.0 } else { 0.28 * self.grid.unit() };
                let ink = dimmed(fill, self.ink.tile);
                self.put(Outline::Circles(vec![at], radius), Paint::Fill(ink));
            } else if is_small {
                self.put(Outline::Circles(vec![at], self.radius()), Paint::Fill(seen));
            } else {
                let paint = Paint::Rimmed(seen, fill, self.length(0.06, 0.8));
                self.put(Outline::Circles(vec![at], 0.38 * self.grid.unit()), paint);
            }
            if cells.len() > 1 && view.step.mover.is_some_and(|mover| mover != colour) {
                crosses.push((at, self.scheme.readable(self.ink.alarm, seen)));
            }
        }
        self.rise();
        if self.grid.is_small() {
            self.join(&links, tray);
        }
        for (at, ink) in crosses {
            self.cross(&[at], 0.16, ink);
        }
    }

    /// A cross of this reach, in cells, at each place; a dot where a cross would be a blot.
    pub(super) fn cross(&mut self, places: &[Point], reach: f32, ink: Tint) {
        if self.grid.is_small() || self.grid.unit() < CROSS_FROM {
            let radius = self.length(reach, 0.7).min(1.0);
            return self.put(Outline::Circles(places.to_vec(), radius), Paint::Fill(ink));
        }
        let reach = self.length(reach, 1.0);
        let arms = places.iter().flat_map(|&(x, y)| {
            [(-1.0, 1.0), (1.0, 1.0)].map(|(dx, dy)| {
                vec![(x - dx * reach, y - dy * reach), (x + dx * reach, y + dy * reach)]
            })
        });
        let (arms, width) = (arms.collect(), (0.5 * reach).max(0.8));
        self.put(Outline::Lines(arms), Paint::Stroke(ink, width));
    }

    /// A dot on each stone of the last turn, in a colour that is seen on it.
    pub(super) fn last(&mut self) {
        for colour in Colour::BOTH {
            let stones = self.view.last & *self.view.board.stones(colour);
            let ink = self.scheme.last_dot(self.view.info, self.fill(colour));
            if self.grid.on_characters {
                self.spots(stones, ink);
                continue;
            }
            let middles = stones.iter().map(|cell| self.grid.middle(cell)).collect();
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
        let Some(cell) = self.view.cursor.filter(|_| has_frame(self.grid, self.scheme)) else {
            return;
        };
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
