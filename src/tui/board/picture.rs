//! A board as a picture on the terminal, and a graph beside it.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use tetralith_picture::look::{Scheme, Tint};
use tetralith_picture::{Canvas, Sprites, ValueGraph};
use tetralith_termpix::{Abilities, Bitmap, Size, WindowPicture};

use super::display::Display;
use super::view::BoardView;

/// A picture at its place on the window, and the terminal that it is made for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedPicture {
    /// The abilities of the terminal.
    pub terminal: Abilities,
    /// The picture, in the form that the terminal takes.
    pub picture: WindowPicture,
}

/// The maker of pictures, one after another, each from what has changed since the one before.
#[derive(Debug, Default)]
pub struct Easel {
    sprites: Sprites,
    board: Sheet,
    graph: Sheet,
}

/// The parts of the last picture at one place of the window that an easel keeps.
#[derive(Debug, Default)]
struct Sheet {
    canvas: Canvas,
    pixels: Option<Arc<Bitmap>>,
}

impl Easel {
    /// The picture that fills `area` of the window with `board` in its top left corner, and
    /// `ground` around it where that is not left to the window itself; `None` if the area is empty
    /// or the board is one that is drawn in characters.
    pub fn picture(
        &mut self,
        board: &BoardView,
        ground: Tint,
        area: Rect,
        terminal: Abilities,
    ) -> Option<PlacedPicture> {
        let size = size_of(area, terminal)?;
        let sides = (size.width, size.height);
        let picture = if terminal.protocol.has_layers() {
            let sprites = board.lay_on(&mut self.sprites, sides)?;
            WindowPicture::of_sprites((area.x, area.y), size, sprites)
        } else {
            self.board.draw(area, size, |canvas| board.draw_on(canvas, sides, ground))?
        };
        Some(PlacedPicture { terminal, picture })
    }

    /// The picture of `graph` that fills `area` of the window, on `ground` where that is not left
    /// to the window itself; `None` if the area is empty.
    pub fn graph(
        &mut self,
        graph: &ValueGraph,
        (scheme, ground): (&Scheme, Tint),
        area: Rect,
        terminal: Abilities,
    ) -> Option<PlacedPicture> {
        let size = size_of(area, terminal)?;
        let sides = (size.width, size.height);
        let picture = if terminal.protocol.has_layers() {
            let sprites = self.sprites.graph(graph, scheme, sides);
            WindowPicture::of_sprites((area.x, area.y), size, sprites)
        } else {
            // Only what is larger than can be drawn is refused, and no screen is.
            self.graph.draw(area, size, |canvas| canvas.graph(graph, scheme, sides, ground).ok())?
        };
        Some(PlacedPicture { terminal, picture })
    }
}

impl BoardView<'_> {
    /// The board as a picture on the terminal, in every colour however few the text has; `None` if
    /// it is drawn as text.
    pub fn picture(&self, display: Display, easel: &mut Easel) -> Option<PlacedPicture> {
        let terminal = display.picture.filter(|_| self.layout.is_picture())?;
        let ground = self.theme.shown(self.theme.background());
        let theme = self.theme.in_full();
        easel.picture(&BoardView { theme: &theme, ..*self }, ground, self.layout.view(), terminal)
    }
}

/// The size of a picture that fills `area`, unless that is empty.
fn size_of(area: Rect, terminal: Abilities) -> Option<Size> {
    let Size { width, height } = terminal.cell;
    let size =
        Size { width: u32::from(area.width) * width, height: u32::from(area.height) * height };
    (!area.is_empty()).then_some(size)
}

impl Sheet {
    /// The picture as pixels, those of the last one if `draw` finds that nothing has changed.
    fn draw(
        &mut self,
        area: Rect,
        size: Size,
        draw: impl FnOnce(&mut Canvas) -> Option<bool>,
    ) -> Option<WindowPicture> {
        let has_changed = draw(&mut self.canvas)?;
        let last = self.pixels.take().filter(|last| !has_changed && last.size() == size);
        let pixels = match last {
            Some(pixels) => pixels,
            None => Arc::new(Bitmap::new(size, self.canvas.rgba().to_vec())?),
        };
        self.pixels = Some(Arc::clone(&pixels));
        Some(WindowPicture::new((area.x, area.y), pixels))
    }
}

impl PlacedPicture {
    /// Its size in pixels.
    pub const fn size(&self) -> Size {
        self.picture.size()
    }

    /// The cells that it takes on the window.
    pub fn area(&self) -> Rect {
        area_of(&self.picture, self.terminal)
    }

    /// The part of it above the first row of `buffer` in which something else is drawn over it;
    /// `None` if nothing is left. Cells that are left to it are blank, in the style `free`.
    pub fn uncovered(self, buffer: &Buffer, free: Style) -> Option<Self> {
        let area = self.area();
        let ground = free.bg.unwrap_or_default();
        let is_free = |y: &u16| {
            let cells = (area.left()..area.right()).filter_map(|x| buffer.cell((x, *y)));
            cells.into_iter().all(|cell| cell.symbol() == " " && cell.bg == ground)
        };
        let rows = (area.top()..area.bottom()).take_while(is_free).count() as u16;
        let height = u32::from(rows) * self.terminal.cell.height;
        (rows > 0).then(|| Self { picture: self.picture.cropped(height), ..self })
    }
}

/// The cells that a picture on this terminal takes on the window.
pub fn area_of(picture: &WindowPicture, terminal: Abilities) -> Rect {
    let (Size { width, height }, cell) = (picture.size(), terminal.cell);
    let [across, down] = [width / cell.width, height / cell.height];
    Rect::new(picture.at().0, picture.at().1, across as u16, down as u16)
}

#[cfg(test)]
mod tests {
    use tetralith_core::Orientation;
    use tetralith_core::{Cell, Game, Setup};
    use tetralith_picture::View;
    use tetralith_termpix::{Protocol, TerminalCanvas};

    use super::*;
    use crate::theme::{Depth, Glyphs, PALETTES, Theme};
    use crate::tui::board::layout::{BoardLayout, Fit};

    const AREA: Rect = Rect::new(5, 2, 31, 16);
    const CELL: Size = Size { width: 9, height: 18 };
    /// The cell where the cursor is.
    const FOCUS: Cell = Cell::new(7);

    /// A game of this size, its board laid out in the area, and a theme.
    fn laid(id: &str, size: i64) -> (Game, BoardLayout, Theme) {
        let game = Game::new(id, &Setup { size: Some(size), ..Setup::default() }).unwrap();
        let theme = Theme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
        let fit = Fit { picture: Some((CELL.width as u16, CELL.height as u16)), ..Fit::default() };
        let geometry = game.board().geometry();
        let layout =
            BoardLayout::of(game.info(), geometry, Orientation::default(), AREA, fit, FOCUS)
                .unwrap();
        (game, layout, theme)
    }

    #[test]
    fn a_board_lies_in_the_corner_of_whole_cells_and_is_drawn_once() {
        let (game, layout, theme) = laid("necklace", 5);
        let board = BoardView::new(View::new(game.board(), game.info()), &layout, &theme);
        let terminal = Abilities::new(Protocol::Sixel, CELL);
        let mut easel = Easel::default();
        let mut picture =
            |board: &BoardView, area| easel.picture(board, Tint::Rgb(1, 2, 3), area, terminal);
        let first = picture(&board, AREA).unwrap();
        let pixels = |picture: &PlacedPicture| Arc::clone(picture.picture.pixels().unwrap());
        assert_eq!(
            (first.picture.at(), first.size()),
            ((5, 2), Size { width: 31 * 9, height: 16 * 18 })
        );
        let drawn = pixels(&first);
        let corner = drawn.bytes().len() - 4;
        assert_eq!(drawn.bytes()[corner..][..3], [1, 2, 3]);
        let second = picture(&board, AREA).unwrap();
        assert!(Arc::ptr_eq(&drawn, &pixels(&second)));
        let third =
            picture(&BoardView { seen: View { cursor: Some(FOCUS), ..board.seen }, ..board }, AREA)
                .unwrap();
        assert_ne!(second, third);
        assert_eq!(picture(&board, AREA).unwrap(), first);
        assert_eq!(picture(&board, Rect::ZERO), None);
    }

    #[test]
    fn overdrawn_pictures_are_cut() {
        let (game, layout, theme) = laid("necklace", 5);
        let board = BoardView::new(View::new(game.board(), game.info()), &layout, &theme);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 50, 30));
        buffer.set_style(buffer.area, theme.base());
        for protocol in [Protocol::Kitty, Protocol::Sixel] {
            let terminal = Abilities::new(protocol, CELL);
            let picture = || {
                let picture = Easel::default().picture(&board, Tint::Rgb(1, 2, 3), AREA, terminal);
                picture.unwrap()
            };
            assert_eq!(
                (picture().area(), picture().uncovered(&buffer, theme.base())),
                (AREA, Some(picture()))
            );
            let mut covered = buffer.clone();
            covered[(20, 9)].set_symbol("x");
            let cut = picture().uncovered(&covered, theme.base()).unwrap();
            assert_eq!(cut.area(), Rect { height: 7, ..AREA });
            covered[(5, 2)].set_symbol("x");
            assert_eq!(picture().uncovered(&covered, theme.base()), None);
            // Beside it anything may be.
            let mut beside = buffer.clone();
            beside[(4, 9)].set_symbol("x");
            assert_eq!(picture().uncovered(&beside, theme.base()), Some(picture()));
        }
    }

    #[test]
    fn layered_images_make_the_board() {
        let (game, layout, theme) = laid("greylox", 4);
        let board = BoardView::new(View::new(game.board(), game.info()), &layout, &theme);
        let terminal = Abilities::new(Protocol::Kitty, CELL);
        let mut easel = Easel::default();
        let mut picture =
            |board: &BoardView| easel.picture(board, Tint::Rgb(1, 2, 3), AREA, terminal).unwrap();
        let bare = picture(&board);
        let with_cursor =
            picture(&BoardView { seen: View { cursor: Some(FOCUS), ..board.seen }, ..board });
        assert_ne!(bare, with_cursor);
        assert_eq!(picture(&board), bare);
        let mut canvas = TerminalCanvas::new(terminal);
        let mut show = |shown: &PlacedPicture| canvas.show(vec![shown.picture.clone()]);
        let (whole, frame) = (show(&bare), show(&with_cursor));
        assert!(
            frame.len() < 1_100 && frame.len() < whole.len(),
            "{} {}",
            frame.len(),
            whole.len()
        );
        assert!(show(&with_cursor).is_empty());
    }
}
