//! Pictures for screens on which images can be laid over each other: every stone, mark and wash an
//! image of its own, drawn once.

use std::collections::HashMap;
use std::sync::Arc;

use tetralith_termpix::{Cutout, PlacedCutout, Size};

use crate::Scheme;
use crate::graph::ValueGraph;
use crate::grid::Grid;
use crate::letters::ON_CELLS;
use crate::shapes::Scene;
use crate::stamps::{Bounds, Stamp, Stamps};
use crate::view::View;

/// The most bytes of images that are kept before all are redrawn, so that a program that runs for
/// days does not keep ever more.
const MOST_KEPT: usize = 64 << 20;

/// The images drawn so far, each with a number that no other has, now or before.
#[derive(Debug, Default)]
pub struct Sprites {
    stamps: Stamps,
    images: HashMap<Vec<Part>, Arc<Cutout>>,
    kept: usize,
    last: u64,
}

/// A stamp of an image: the number of its pattern, its colour, and its place in the image.
type Part = (u64, [u8; 3], (i32, i32));

/// Stamps that are drawn as one image, and the rectangle that holds them.
struct Group {
    layer: u8,
    bounds: Bounds,
    stamps: Vec<Stamp>,
}

impl Sprites {
    /// The sprites of `view` with its letters, the backmost first, as far as they lie in a picture
    /// of `size` whose top left corner is that of `grid`.
    pub fn draw(
        &mut self,
        view: &View<'_>,
        scheme: &Scheme,
        grid: &Grid,
        size: (u32, u32),
    ) -> Vec<PlacedCutout> {
        let mut scene = Scene::new(view, scheme, grid).lettered();
        if grid.named {
            scene.name(grid, view.info, scheme);
        }
        self.lay(&scene, size)
    }

    /// The sprites of a graph, those behind first, in a picture of `size`.
    pub fn graph(
        &mut self,
        graph: &ValueGraph<'_>,
        scheme: &Scheme,
        size: (u32, u32),
    ) -> Vec<PlacedCutout> {
        self.lay(&Scene::of_graph(graph, scheme, size), size)
    }

    /// The sprites of `scene` as far as they lie in a picture of `size`.
    fn lay(&mut self, scene: &Scene, size: (u32, u32)) -> Vec<PlacedCutout> {
        if self.kept > MOST_KEPT {
            self.images.clear();
            self.kept = 0;
        }
        let mut groups: Vec<Group> = Vec::new();
        let mut begin = 0;
        for figure in &scene.figures {
            if groups.last().is_some_and(|group| group.layer != figure.layer) {
                begin = groups.len();
            }
            for stamp in self.stamps.of(std::slice::from_ref(figure)) {
                gather(&mut groups, begin, figure.layer, stamp);
            }
        }
        let picture = Bounds::of_picture(size.0 as i32, size.1 as i32);
        groups.iter().filter_map(|group| self.sprite(group, picture)).collect()
    }

    /// The part of a group that lies in the picture, if any.
    fn sprite(&mut self, group: &Group, picture: Bounds) -> Option<PlacedCutout> {
        let seen = group.bounds.shared(picture);
        if seen.is_empty() {
            return None;
        }
        let place = |at: (i32, i32)| (at.0 - seen.left, at.1 - seen.top);
        let mut parts: Vec<Part> = group
            .stamps
            .iter()
            .map(|stamp| (stamp.pattern.number, stamp.ink, place(stamp.at)))
            .collect();
        // The size counts too (no pattern has the number 0): an image that the picture's edge cuts
        // is another one.
        parts.push((0, [0; 3], (seen.width(), seen.height())));
        let known = self.images.get(&parts).cloned();
        let cutout = known.or_else(|| {
            self.last += 1;
            let rgba = paint(group, seen);
            self.kept += rgba.len();
            let size = Size { width: seen.width() as u32, height: seen.height() as u32 };
            let cutout = Arc::new(Cutout::new(self.last, size, rgba)?);
            self.images.insert(parts, Arc::clone(&cutout));
            Some(cutout)
        })?;
        let (x, y) = (seen.left as u32, seen.top as u32);
        Some(PlacedCutout { cutout, x, y, height: group.layer })
    }
}

/// Adds a stamp to the group it belongs to, among those from `begin` on, or makes a new group of
/// it.
///
/// In one layer, what lies within something else is part of it, such as the light on a stone; so
/// are the strokes of letters that touch.
fn gather(groups: &mut Vec<Group>, begin: usize, layer: u8, stamp: Stamp) {
    let bounds = stamp.bounds();
    if bounds.is_empty() {
        return;
    }
    let belongs = |group: &&mut Group| {
        let shared = group.bounds.shared(bounds);
        if layer < ON_CELLS {
            shared == bounds || shared == group.bounds
        } else {
            !shared.is_empty()
        }
    };
    match groups[begin..].iter_mut().filter(|group| group.layer == layer).find(belongs) {
        Some(group) => {
            group.bounds = group.bounds.with(bounds);
            group.stamps.push(stamp);
        }
        None => groups.push(Group { layer, bounds, stamps: vec![stamp] }),
    }
}

/// Red, green, blue and opacity of each pixel of a group in `seen`, row by row.
fn paint(group: &Group, seen: Bounds) -> Vec<u8> {
    let width = seen.width();
    let mut rgba = vec![0; 4 * (width * seen.height()) as usize];
    for stamp in &group.stamps {
        let part = stamp.bounds().shared(seen);
        if part.is_empty() {
            continue;
        }
        for y in part.top..part.bottom {
            let to = 4 * ((y - seen.top) * width + part.left - seen.left) as usize;
            let covers = stamp.row(part, y);
            let pixels = rgba[to..to + 4 * covers.len()].as_chunks_mut::<4>().0;
            for (pixel, &cover) in pixels.iter_mut().zip(covers) {
                *pixel = over(*pixel, stamp.ink, cover);
            }
        }
    }
    rgba
}

/// Returns a pixel with `ink` laid over it that covers it to the degree `cover`, 255 for wholly.
fn over([red, green, blue, opacity]: [u8; 4], ink: [u8; 3], cover: u8) -> [u8; 4] {
    match (cover, opacity) {
        (0, _) => [red, green, blue, opacity],
        (255, _) | (_, 0) => [ink[0], ink[1], ink[2], cover],
        _ => {
            let (cover, rest) =
                (u32::from(cover), u32::from(opacity) * (255 - u32::from(cover)) / 255);
            let all = cover + rest;
            let mixed = |old: u8, new: u8| {
                ((u32::from(old) * rest + u32::from(new) * cover + all / 2) / all) as u8
            };
            [mixed(red, ink[0]), mixed(green, ink[1]), mixed(blue, ink[2]), all as u8]
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::look::scheme::{Depth, Glyphs};
    use crate::look::themes::PALETTES;
    use crate::look::tint::components;
    use tetralith_core::Orientation;
    use tetralith_core::games::INFOS;
    use tetralith_core::{Cell, CellSet, Colour, Game, Setup};

    use super::*;
    use crate::{Canvas, Label, LabelKind, StepAtHand};

    /// The sprites one over another on `ground`.
    fn laid(sprites: &[PlacedCutout], (width, height): (u32, u32), ground: [u8; 3]) -> Vec<u8> {
        let mut rgba = [ground[0], ground[1], ground[2], 255].repeat((width * height) as usize);
        for PlacedCutout { cutout, x, y, .. } in sprites {
            let across = cutout.size().width;
            for (i, pixel) in cutout.pixels().iter().enumerate() {
                let (x, y) = (x + i as u32 % across, y + i as u32 / across);
                let under = &mut rgba[4 * (y * width + x) as usize..][..3];
                for (under, &own) in under.iter_mut().zip(pixel) {
                    let opacity = u32::from(pixel[3]);
                    *under =
                        ((u32::from(*under) * (255 - opacity) + u32::from(own) * opacity + 127)
                            / 255) as u8;
                }
            }
        }
        rgba
    }

    #[test]
    fn sprites_one_over_another_are_the_picture() {
        let scheme = Scheme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
        for info in INFOS {
            for range in info.boards {
                let setup = Setup { size: Some(6), board: Some(range.shape), ..Setup::default() };
                let mut game = Game::new(info.id, &setup).unwrap();
                for i in 0..14 {
                    let legal = game.legal();
                    let Some(&step) = legal.get(i * 7919 % legal.len().max(1)) else { break };
                    game.play_unchecked(step);
                }
                let (cursor, size) = (Cell::new(9), (331, 290));
                let (geometry, upright) = (game.board().geometry(), Orientation::default());
                let grid = Grid::fit_named(geometry, upright, info, size, 18).unwrap();
                let (marks, about) = (game.marks(), game.about(cursor));
                let kind = LabelKind::Candidate { rank: 1, side: Some(Colour::First) };
                let view = View {
                    marks: Some(&marks),
                    about: Some(&about),
                    cursor: Some(cursor),
                    last: CellSet::of(cursor),
                    step: StepAtHand {
                        stones: &[(Cell::new(2), Colour::First), (Cell::new(3), Colour::Second)],
                        mover: Some(Colour::First),
                        ..StepAtHand::NONE
                    },
                    labels: &[Label { cell: Cell::new(5), text: "12".to_owned(), kind }],
                    ..View::new(game.board(), info)
                };
                let ground = scheme.background();
                let mut canvas = Canvas::default();
                canvas.draw(&view, &scheme, &grid, size, ground).unwrap();
                let sprites = Sprites::default().draw(&view, &scheme, &grid, size);
                assert!(sprites.is_sorted_by_key(|sprite| sprite.height));
                let laid = laid(&sprites, size, components(ground));
                let worst = laid.iter().zip(canvas.rgba()).map(|(a, b)| a.abs_diff(*b)).max();
                assert!(worst <= Some(4), "{}: {worst:?}", info.id);
            }
        }
    }

    #[test]
    fn frame_about_another_cell_is_the_same_image() {
        let game = Game::new("greylox", &Setup::default()).unwrap();
        let scheme = Scheme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
        let upright = Orientation::default();
        let grid = Grid::fit(game.board().geometry(), upright, game.info(), (160, 90)).unwrap();
        let mut sprites = Sprites::default();
        let mut frame = |cell| {
            let view =
                View { cursor: Some(Cell::new(cell)), ..View::new(game.board(), game.info()) };
            sprites.draw(&view, &scheme, &grid, (160, 90)).last().map(|frame| frame.cutout.number())
        };
        assert_eq!(frame(0), frame(1));
    }
}
