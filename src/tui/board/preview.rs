//! A position drawn where nothing can be done at it: beside lists of games.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;
use tetralith_core::{CellSet, Game, Orientation};
use tetralith_picture::View;
use tetralith_picture::look::marks;
use tetralith_session::cursor::Cursor;

use super::display::Display;
use super::layout::{BoardLayout, Fit};
use super::legend::Drawn;
use super::picture::{Easel, PlacedPicture};
use super::view::BoardView;
use crate::program::GameSummary;
use crate::theme::Theme;
use crate::tui::widgets::frame::{Frame, Heading};

/// A position to look at.
#[derive(Clone)]
pub struct Preview<'a> {
    /// The position.
    pub game: &'a Game,
    /// The cells of the last turn.
    pub last: CellSet,
    /// The stones that came down together.
    pub pieces: Cow<'a, [CellSet]>,
    /// True if the game has ended there.
    pub is_over: bool,
}

impl<'a> Preview<'a> {
    /// The position that a saved game opens with.
    pub fn of(summary: &'a GameSummary) -> Self {
        let is_over = summary.outcome.is_some();
        Self {
            game: &summary.game,
            last: summary.last,
            pieces: Cow::Borrowed(&summary.pieces),
            is_over,
        }
    }

    /// Draws it as large as `fit` has it in `room`.
    pub fn draw(&self, fit: Fit, theme: &Theme, room: Rect, buffer: &mut Buffer) {
        if let Some(layout) = self.layout(fit, room) {
            self.look_at(&layout, theme, |board| board.render(layout.area(), buffer));
        }
    }

    /// The same as a picture on the terminal; `None` if it is drawn as text.
    pub fn picture(
        &self,
        display: Display,
        theme: &Theme,
        room: Rect,
        easel: &mut Easel,
    ) -> Option<PlacedPicture> {
        let layout = self.layout(display.fit(), room)?;
        self.look_at(&layout, theme, |board| board.picture(display, easel))
    }

    /// The same in a frame below `heading`.
    pub fn draw_in(
        &self,
        frame: Frame,
        heading: &Heading,
        display: Display,
        theme: &Theme,
        buffer: &mut Buffer,
    ) {
        frame.draw(theme, buffer);
        frame.heading(frame.inner().y, heading, theme, buffer);
        self.draw(display.fit(), theme, frame.body(), buffer);
    }

    /// True if the board is drawn in blocks in `room`.
    pub fn is_in_blocks(&self, fit: Fit, room: Rect) -> bool {
        let drawn = self.layout(fit, room).map(|layout| layout.drawn());
        matches!(drawn, Some(Drawn::Blocks | Drawn::SmallBlocks))
    }

    /// The place of the board in `room`.
    fn layout(&self, fit: Fit, room: Rect) -> Option<BoardLayout> {
        let fit = Fit { is_preview: true, ..fit };
        let geometry = self.game.board().geometry();
        let focus = self.last.iter().next().unwrap_or_else(|| Cursor::centre(geometry).cell());
        BoardLayout::of(self.game.info(), geometry, Orientation::default(), room, fit, focus)
    }

    /// Hands the board as it is to be drawn to `see`.
    fn look_at<T>(
        &self,
        layout: &BoardLayout,
        theme: &Theme,
        see: impl FnOnce(BoardView) -> T,
    ) -> T {
        let Self { game, last, pieces, is_over } = self;
        let marks = marks::shown(game, *is_over);
        let position = View::new(game.board(), game.info());
        let seen = View { last: *last, pieces, marks: Some(&marks), ..position };
        see(BoardView::new(seen, layout, theme))
    }
}
