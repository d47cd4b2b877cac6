//! A position drawn where nothing can be done at it: beside lists of games.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;
use tetralith_core::{CellSet, Game};
use tetralith_look::orientation::Orientation;
use tetralith_session::cursor::Cursor;

use super::layout::{BoardLayout, Fit};
use super::view::BoardView;
use crate::theme::Theme;

/// Draws `game` with the cells of its `last` turn marked, as large as fits into `room`.
pub fn draw_position(game: &Game, last: CellSet, theme: &Theme, room: Rect, buffer: &mut Buffer) {
    let (info, geometry) = (game.info(), game.board().geometry());
    let focus = last.iter().next().unwrap_or_else(|| Cursor::centre(geometry).cell());
    if let Some(layout) = BoardLayout::of(info, geometry, Orientation::default(), room, Fit::largest(theme), focus) {
        let marks = game.marks();
        let view = BoardView { last, marks: Some(&marks), ..BoardView::new(game.board(), info, &layout, theme) };
        view.render(layout.area(), buffer);
    }
}
