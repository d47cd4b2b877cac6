//! The places of a board and what is beside it on a screen of its own; in a small window above the
//! board.

use ratatui::layout::Rect;

use crate::tui::board::layout::BoardLayout;

/// The narrowest and lowest window with a panel beside the board.
const PANEL_FROM: (u16, u16) = (62, 12);

/// The narrowest and the widest panel, in columns.
const PANEL_WIDTH: (u16, u16) = (30, 46);

/// The lowest window with two rows for messages.
const TWO_LINES_FROM: u16 = 18;

/// The places of a board and what is beside it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BesideAreas {
    /// The row at the top.
    pub title: Rect,
    /// The rows above the board for what is in the panel elsewhere; none where there is a panel.
    pub above: Option<Rect>,
    /// The board, if it fits.
    pub board: Option<BoardLayout>,
    /// The panel beside the board.
    pub panel: Option<Rect>,
    /// The rows where messages are shown.
    pub says: Rect,
}

impl BesideAreas {
    /// The parts of a screen in a window of this `area`, where there is no panel with `rows` above
    /// the board; `fit` lays the board into a room.
    pub fn of(area: Rect, rows: u16, fit: impl Fn(Rect) -> Option<BoardLayout>) -> Self {
        let row = |y: u16, height: u16| Rect { y: area.y + y, height, ..area }.intersection(area);
        let says = if area.height >= TWO_LINES_FROM { 2 } else { 1 };
        let body = row(1, area.height.saturating_sub(2 + says));
        let (title, says) = (row(0, 1), row(area.height.saturating_sub(says + 1), says));
        if area.width >= PANEL_FROM.0 && area.height >= PANEL_FROM.1 {
            let beside = |panel: u16| Rect { width: body.width.saturating_sub(panel + 1), ..body };
            let taken = fit(beside(PANEL_WIDTH.0)).map_or(0, |layout| layout.taken().0);
            let panel = body.width.saturating_sub(taken + 3).clamp(PANEL_WIDTH.0, PANEL_WIDTH.1);
            let room = beside(panel);
            let panel = Rect { x: room.right() + 1, width: panel, ..body };
            return Self { title, above: None, board: fit(room), panel: Some(panel), says };
        }
        let above = Rect { height: body.height.min(rows), ..body };
        let room = Rect { y: above.bottom(), height: body.height - above.height, ..body };
        Self { title, above: Some(above), board: fit(room), panel: None, says }
    }
}
