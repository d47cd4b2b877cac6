//! A board as a picture on the terminal.

use std::sync::Arc;

use ratatui::layout::Rect;
use tetralith_look::Tint;
use tetralith_picture::Canvas;
use tetralith_termpix::{Abilities, Bitmap, Size};

use super::view::BoardView;

/// A picture, and its place on the window.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The abilities of the terminal for which it is made.
    pub terminal: Abilities,
    /// The column and the row of its top left corner.
    pub at: (u16, u16),
    /// Its pixels.
    pub bitmap: Arc<Bitmap>,
}

/// The maker of pictures, one after another, each from what has changed since the one before.
#[derive(Debug, Default)]
pub struct Easel {
    canvas: Canvas,
    last: Option<Picture>,
}

impl Easel {
    /// The picture that fills `area` of the window with `board` in its top left corner, and `ground` around it; `None` if the area is
    /// empty or the board is one that is drawn in characters.
    pub fn picture(&mut self, board: &BoardView, ground: Tint, area: Rect, terminal: Abilities) -> Option<Picture> {
        let Size { width, height } = terminal.cell;
        let size = Size { width: u32::from(area.width) * width, height: u32::from(area.height) * height };
        let at = (area.x, area.y);
        let has_changed = board.draw_on(&mut self.canvas, (size.width, size.height), ground)?;
        let last = self.last.take().filter(|last| !has_changed && last.size() == size);
        let bitmap = match last {
            Some(last) => last.bitmap,
            None => Arc::new(Bitmap::new(size, self.canvas.rgba().to_vec())?),
        };
        let picture = Picture { terminal, at, bitmap };
        self.last = Some(picture.clone());
        Some(picture)
    }
}

impl Picture {
    /// Its size in pixels.
    pub fn size(&self) -> Size {
        self.bitmap.size()
    }
}

#[cfg(test)]
mod tests {
    use tetralith_core::{Cell, Game, Setup};
    use tetralith_look::orientation::Orientation;
    use tetralith_termpix::Protocol;

    use super::*;
    use crate::theme::{Depth, Glyphs, PALETTES, Theme};
    use crate::tui::board::layout::{BoardLayout, Fit};

    #[test]
    fn a_board_lies_in_the_corner_of_whole_cells_and_is_drawn_once() {
        let game = Game::new("necklace", &Setup { size: Some(5), ..Setup::default() }).unwrap();
        let theme = Theme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
        let (area, cell) = (Rect::new(5, 2, 31, 16), Size { width: 9, height: 18 });
        let fit = Fit { picture: Some((9, 18)), ..Fit::default() };
        let (geometry, focus) = (game.board().geometry(), Cell::new(7));
        let layout = BoardLayout::of(game.info(), geometry, Orientation::default(), area, fit, focus).unwrap();
        let board = BoardView::new(game.board(), game.info(), &layout, &theme);
        let terminal = Abilities::new(Protocol::Kitty, cell);
        let mut easel = Easel::default();
        let mut picture = |board: &BoardView, area| easel.picture(board, Tint::Rgb(1, 2, 3), area, terminal);
        let first = picture(&board, area).unwrap();
        assert_eq!((first.at, first.size()), ((5, 2), Size { width: 31 * 9, height: 16 * 18 }));
        let corner = first.bitmap.bytes().len() - 4;
        assert_eq!(first.bitmap.bytes()[corner..][..3], [1, 2, 3]);
        let second = picture(&board, area).unwrap();
        assert!(Arc::ptr_eq(&first.bitmap, &second.bitmap));
        let third = picture(&BoardView { cursor: Some(focus), ..board }, area).unwrap();
        assert_ne!(second, third);
        assert_eq!(picture(&board, area).unwrap(), first);
        assert_eq!(picture(&board, Rect::ZERO), None);
    }
}
