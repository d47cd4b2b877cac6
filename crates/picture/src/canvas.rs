//! Pictures for screens, one after another; only what has changed is drawn.

use crate::drawing::Drawing;
use crate::graph::ValueGraph;
use crate::grid::{FINE, Grid};
use crate::look::Tint;
use crate::look::tint::components;
use crate::shapes::{Scene, Text};
use crate::stamps::{Bounds, Stamp, Stamps};
use crate::view::View;
use crate::{PictureError, Scheme};

/// The side of the squares that are redrawn if anything in them changes, in pixels.
const TILE: i32 = 32;

/// The most pixels of one picture.
const MOST: u64 = 1 << 26;

/// A picture that turns into the next one by drawing only what has changed.
///
/// The look of a square of pixels follows from the stamps that reach into it and their order, so a
/// square with the same stamps as before is left as it is.
#[derive(Debug, Default)]
pub struct Canvas {
    stamps: Stamps,
    width: i32,
    height: i32,
    rgba: Vec<u8>,
    /// For each square, row by row, what follows from the stamps in it.
    tiles: Vec<u64>,
    /// True if no pixel is a mixture of two colours: it has that which covers most of it.
    is_sharp: bool,
}

impl Canvas {
    /// Draws `view` with its letters in the top left corner of a picture of `size`, in which
    /// `ground` is around it; returns true if any of it had to be redrawn.
    ///
    /// # Errors
    /// [`PictureError::Encoding`] if the picture is larger than can be drawn.
    pub fn draw(
        &mut self,
        view: &View<'_>,
        scheme: &Scheme,
        grid: &Grid,
        size: (u32, u32),
        ground: Tint,
    ) -> Result<bool, PictureError> {
        let mut scene = Scene::new(view, scheme, grid).lettered();
        if grid.named {
            scene.name(grid, view.info, scheme);
        }
        self.show(&scene, size, ground)
    }

    /// The same for a graph, which fills the picture.
    ///
    /// # Errors
    /// [`PictureError::Encoding`] if the picture is larger than can be drawn.
    pub fn graph(
        &mut self,
        graph: &ValueGraph<'_>,
        scheme: &Scheme,
        size: (u32, u32),
        ground: Tint,
    ) -> Result<bool, PictureError> {
        self.show(&Scene::of_graph(graph, scheme, size), size, ground)
    }

    /// Red, green, blue and 255 for each pixel, row by row.
    pub fn rgba(&self) -> &[u8] {
        &self.rgba
    }

    /// Makes the whole of `scene`, on its own background, what is shown.
    ///
    /// # Errors
    /// [`PictureError::Encoding`] if the picture is larger than can be drawn.
    pub(crate) fn paint(&mut self, scene: &Scene) -> Result<(), PictureError> {
        self.show(scene, (scene.width, scene.height), scene.background).map(drop)
    }

    /// The pixels, with `texts` to be written over them.
    pub(crate) fn into_drawing(self, scene: &Scene, texts: Vec<Text>) -> Drawing {
        let (width, height) = (self.width as u32, self.height as u32);
        Drawing { width, height, rgba: self.rgba, grounds: scene.grounds.clone(), texts }
    }

    /// Makes `scene` what is shown; returns true if any of it had to be drawn.
    fn show(
        &mut self,
        scene: &Scene,
        (width, height): (u32, u32),
        ground: Tint,
    ) -> Result<bool, PictureError> {
        if u64::from(width) * u64::from(height) > MOST {
            return Err(PictureError::Encoding(format!("{width}×{height} pixels are too many")));
        }
        let (width, height) = (width as i32, height as i32);
        let is_new = (width, height) != (self.width, self.height);
        if is_new {
            (self.width, self.height) = (width, height);
            self.rgba = vec![255; 4 * width as usize * height as usize];
        }
        let ground = components(ground);
        let stamps = self.stamps.of(&scene.figures);
        let tiles = self.signatures(&stamps, ground);
        let is_stale: Vec<bool> = if is_new {
            vec![true; tiles.len()]
        } else {
            tiles.iter().zip(&self.tiles).map(|(new, old)| new != old).collect()
        };
        self.tiles = tiles;
        if is_stale.contains(&true) {
            let across = self.across();
            for tile in (0..is_stale.len()).filter(|&tile| is_stale[tile]) {
                let (x, y) = ((tile % across) as i32 * TILE, (tile / across) as i32 * TILE);
                let tile = Bounds { left: x, top: y, right: x + TILE, bottom: y + TILE };
                self.fill(tile.shared(Bounds::of_picture(width, height)), ground);
            }
            for stamp in &stamps {
                self.put(stamp, &is_stale);
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// The number of squares in a row.
    const fn across(&self) -> usize {
        (self.width as usize).div_ceil(TILE as usize)
    }

    /// The result for each square of the ground and the stamps that reach into it.
    fn signatures(&self, stamps: &[Stamp], ground: [u8; 3]) -> Vec<u64> {
        let across = self.across();
        let start = mixed(0, u64::from(word(ground)));
        let mut tiles = vec![start; across * (self.height as usize).div_ceil(TILE as usize)];
        for stamp in stamps {
            let part = self.reach(stamp);
            if part.is_empty() {
                continue;
            }
            let (x, y) = stamp.at;
            let place = u64::from(x as u32) << 32 | u64::from(y as u32);
            let own = mixed(mixed(stamp.pattern.number, place), u64::from(word(stamp.ink)));
            for row in part.top / TILE..=(part.bottom - 1) / TILE {
                let columns = (part.left / TILE) as usize..=((part.right - 1) / TILE) as usize;
                for tile in &mut tiles[row as usize * across..][columns] {
                    *tile = mixed(*tile, own);
                }
            }
        }
        tiles
    }

    /// The part of a stamp that lies in the picture.
    fn reach(&self, stamp: &Stamp) -> Bounds {
        stamp.bounds().shared(Bounds::of_picture(self.width, self.height))
    }

    /// Draws a stamp in the squares that are stale.
    fn put(&mut self, stamp: &Stamp, is_stale: &[bool]) {
        let part = self.reach(stamp);
        if part.is_empty() {
            return;
        }
        let across = self.across();
        for row in part.top / TILE..=(part.bottom - 1) / TILE {
            let (first, last) = (part.left / TILE, (part.right - 1) / TILE);
            let mut column = first;
            while column <= last {
                // Neighbours are drawn at once.
                let stale = |column: i32| {
                    column <= last && is_stale[row as usize * across + column as usize]
                };
                let begin = column;
                while stale(column) {
                    column += 1;
                }
                if begin < column {
                    self.cover(
                        stamp,
                        Bounds {
                            left: part.left.max(begin * TILE),
                            top: part.top.max(row * TILE),
                            right: part.right.min(column * TILE),
                            bottom: part.bottom.min((row + 1) * TILE),
                        },
                    );
                }
                column += 1;
            }
        }
    }

    /// Draws the part of a stamp that lies in `part`, which is not empty and lies in both.
    fn cover(&mut self, stamp: &Stamp, part: Bounds) {
        let [red, green, blue] = stamp.ink;
        for y in part.top..part.bottom {
            let to = 4 * (y * self.width + part.left) as usize;
            let covers = stamp.row(part, y);
            let pixels = self.rgba[to..to + 4 * covers.len()].as_chunks_mut::<4>().0;
            for (pixel, &cover) in pixels.iter_mut().zip(covers) {
                let sharp = if cover < 128 { 0 } else { 255 };
                let cover = if self.is_sharp { sharp } else { cover };
                match cover {
                    0 => {}
                    255 => *pixel = [red, green, blue, 255],
                    _ => {
                        let [r, g, b, _] = *pixel;
                        *pixel =
                            [mid(r, red, cover), mid(g, green, cover), mid(b, blue, cover), 255];
                    }
                }
            }
        }
    }

    fn fill(&mut self, part: Bounds, [red, green, blue]: [u8; 3]) {
        for y in part.top..part.bottom {
            let to = 4 * (y * self.width + part.left) as usize;
            let pixels = &mut self.rgba[to..to + 4 * part.width() as usize];
            pixels.as_chunks_mut::<4>().0.fill([red, green, blue, 255]);
        }
    }
}

/// Draws `view` on the background of the screen, as large as `grid` is, or on characters with
/// [`SIGN_PIXELS`] for each of them. Its texts are returned for a caller with letters of its own,
/// their places in pixels of the grid.
///
/// [`SIGN_PIXELS`]: crate::grid::SIGN_PIXELS
///
/// # Errors
/// [`PictureError::Encoding`] if the picture is larger than can be drawn.
pub fn render(view: &View<'_>, scheme: &Scheme, grid: &Grid) -> Result<Drawing, PictureError> {
    let mut scene = Scene::new(view, scheme, grid);
    let texts: Vec<Text> = std::mem::take(&mut scene.texts);
    let mut size = grid.size();
    if grid.on_characters {
        scene.figures.iter_mut().for_each(|figure| figure.grow(FINE as f32));
        size = (FINE * size.0, FINE * size.1);
    }
    let mut canvas = Canvas { is_sharp: grid.on_characters, ..Canvas::default() };
    canvas.show(&scene, size, scene.background)?;
    Ok(canvas.into_drawing(&scene, texts))
}

/// The colour between two that lies `share` of 255 from the first.
const fn mid(from: u8, to: u8, share: u8) -> u8 {
    let (from, to, share) = (from as u32, to as u32, share as u32);
    ((from * (255 - share) + to * share + 127) / 255) as u8
}

const fn word([red, green, blue]: [u8; 3]) -> u32 {
    u32::from_be_bytes([1, red, green, blue])
}

/// Mixes two words into one in which their order counts.
const fn mixed(one: u64, other: u64) -> u64 {
    let product = (one.rotate_left(29) ^ other).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}

#[cfg(test)]
mod tests {
    use crate::look::scheme::{Depth, Glyphs};
    use crate::look::themes::PALETTES;
    use tetralith_core::Orientation;
    use tetralith_core::games::INFOS;
    use tetralith_core::{Cell, CellSet, Game, Setup};

    use super::*;

    #[test]
    fn changes_draw_the_same_as_drawing_at_once() {
        let scheme = Scheme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
        for info in INFOS {
            for range in info.boards {
                let setup = Setup { size: Some(6), board: Some(range.shape), ..Setup::default() };
                let mut game = Game::new(info.id, &setup).unwrap();
                let geometry = game.board().geometry();
                let upright = Orientation::default();
                let grid = Grid::fit_named(geometry, upright, info, (330, 290), 18).unwrap();
                let mut canvas = Canvas::default();
                for i in 0..40 {
                    let legal = game.legal();
                    let Some(&step) = legal.get(i * 7919 % legal.len().max(1)) else { break };
                    game.play_unchecked(step);
                    let cursor = Cell::new((i * 31 % geometry.len()) as _);
                    let (marks, about) = (game.marks(), game.about(cursor));
                    let view = View {
                        marks: Some(&marks),
                        about: Some(&about),
                        cursor: Some(cursor),
                        last: CellSet::of(cursor),
                        ..View::new(game.board(), info)
                    };
                    let draw = |canvas: &mut Canvas| {
                        canvas.draw(&view, &scheme, &grid, (340, 300), Tint::Black).unwrap()
                    };
                    let mut fresh = Canvas::default();
                    assert!(draw(&mut canvas) && draw(&mut fresh));
                    assert!(canvas.rgba() == fresh.rgba(), "{} {i}", info.id);
                    assert!(!draw(&mut canvas));
                }
            }
        }
    }

    #[test]
    fn canvas_is_drawn_again_only_where_the_view_changed() {
        let game = Game::new("greylox", &Setup::default()).unwrap();
        let scheme = Scheme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
        let upright = Orientation::default();
        let grid = Grid::fit(game.board().geometry(), upright, game.info(), (160, 90)).unwrap();
        let view = View { cursor: Some(Cell::new(0)), ..View::new(game.board(), game.info()) };
        let mut canvas = Canvas::default();
        let mut draw = |view: &View| {
            canvas.draw(view, &scheme, &grid, (160, 90), scheme.background()).unwrap()
        };
        assert!(draw(&view) && !draw(&view));
        assert!(draw(&View { cursor: Some(Cell::new(1)), ..view }));
    }

    #[test]
    fn drawing_has_four_bytes_a_pixel() {
        let game = Game::new("greylox", &Setup::default()).unwrap();
        let scheme = Scheme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
        let upright = Orientation::default();
        let grid = Grid::fit(game.board().geometry(), upright, game.info(), (160, 90)).unwrap();
        let drawing = render(&View::new(game.board(), game.info()), &scheme, &grid).unwrap();
        assert_eq!(drawing.rgba.len(), 4 * (drawing.width * drawing.height) as usize);
    }
}
