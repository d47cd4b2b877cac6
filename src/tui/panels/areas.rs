//! Where the parts of the table are on the screen.

use ratatui::layout::Rect;
use tetralith_core::Cell;

use crate::tui::app::View;
use crate::tui::board_layout::{BoardLayout, Zoom};
use crate::tui::table::{Mode, Table};

/// The narrowest window with a panel beside the board, in columns.
const PANEL_FROM: u16 = 62;

/// The narrowest and the widest panel, in columns.
const PANEL_WIDTH: (u16, u16) = (30, 48);

/// The lowest window with two lines for what is said, in rows.
const TWO_LINES_FROM: u16 = 18;

/// Where the parts of the table are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Areas {
    /// The game and its options.
    pub title: Rect,
    /// The counts in one line, where there is no panel.
    pub essentials: Option<Rect>,
    /// The room for the board.
    pub board_room: Rect,
    /// The board, if it fits.
    pub board: Option<BoardLayout>,
    /// The panel beside the board.
    pub panel: Option<Rect>,
    /// What is said: refusals, questions, prompts, the end of the game.
    pub status: Rect,
    /// The keys that matter now.
    pub hints: Rect,
}

impl Areas {
    /// The parts of `table` in a window of this `area`.
    pub fn of(table: &Table, view: View, area: Rect) -> Self {
        let (geometry, lies) = (table.geometry(), table.orientation());
        let row = |y: u16, height: u16| Rect { y: area.y + y, height, ..area }.intersection(area);
        let says = if area.height >= TWO_LINES_FROM { 2 } else { 1 };
        let has_panel = has_panel(area);
        let top = if has_panel { 1 } else { 2 };
        let below = says + 1;
        let body = row(top, area.height.saturating_sub(top + below));
        let focus = focus(table);
        let panel_width = if has_panel {
            let room = Rect { width: body.width - PANEL_WIDTH.0 - 1, ..body };
            let zoom = BoardLayout::fit_oriented(geometry, lies, room, view.zoom, view.coordinates, focus)
                .map_or(Zoom::Compact, |layout| layout.zoom());
            let (board, _) = BoardLayout::size_needed_oriented(geometry, lies, zoom, view.coordinates);
            body.width.saturating_sub(board + 3).clamp(PANEL_WIDTH.0, PANEL_WIDTH.1)
        } else {
            0
        };
        let board_room = Rect { width: body.width - panel_width - u16::from(has_panel), ..body };
        Self {
            title: row(0, 1),
            essentials: (!has_panel).then(|| row(1, 1)),
            board_room,
            board: BoardLayout::fit_oriented(geometry, lies, board_room, view.zoom, view.coordinates, focus),
            panel: has_panel.then(|| Rect { x: board_room.right() + 1, width: panel_width, ..body }),
            status: row(area.height.saturating_sub(below), says),
            hints: row(area.height.saturating_sub(1), 1),
        }
    }
}

/// Whether there is room for a panel beside the board in a window of this `area`.
pub const fn has_panel(area: Rect) -> bool {
    area.width >= PANEL_FROM && area.height >= 12
}

/// The cell that must be in view: where keys went last, or where nobody is to make a step, the last step.
fn focus(table: &Table) -> Cell {
    let last = table.timeline().step(table.timeline().cursor()).and_then(|step| step.cells().next());
    match table.mode() {
        Mode::Play => table.focus(),
        Mode::Over | Mode::Replay => last.unwrap_or(table.focus()),
    }
}

/// The least width and height of a window in which the board of `table` can be shown.
pub(super) fn size_needed(table: &Table, view: View) -> (u16, u16) {
    let fits = |width: u16, height: u16| Areas::of(table, view, Rect::new(0, 0, width, height)).board.is_some();
    let width = (1..PANEL_FROM).find(|&width| fits(width, 60)).unwrap_or(PANEL_FROM);
    let height = (1..60).find(|&height| fits(width, height)).unwrap_or(60);
    (width, height)
}
