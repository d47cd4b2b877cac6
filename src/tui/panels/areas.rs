//! The places of the board and its panels on the screen.

use ratatui::layout::Rect;
use tetralith_core::Cell;

use crate::tui::board::display::Display;
use crate::tui::board::layout::BoardLayout;
use tetralith_picture::look::zoom::Zoom;
use tetralith_session::table::{Mode, Table};

/// The narrowest window with a panel beside the board at any cost to the board, in columns.
const PANEL_FROM: u16 = 62;

/// The lowest window with a panel, in rows.
const PANEL_HEIGHT: u16 = 12;

/// The narrowest window in which the panel has the room it is best read in, in columns.
const WIDE_FROM: u16 = 100;

/// The narrowest and the widest panel of such a window, in columns; in a wider one it may take a
/// third of the window.
const PANEL_WIDTH: (u16, u16) = (36, 44);

/// The narrowest and the widest panel from [`PANEL_FROM`] on, in columns.
const MIDDLE_PANEL: (u16, u16) = (30, 46);

/// The narrowest and the widest panel in a window narrower than [`PANEL_FROM`], in columns.
const NARROW_PANEL: (u16, u16) = (28, 48);

/// The narrowest window with a bar of the win rate beside the board, and the columns of the bar
/// with an outline on either side.
const EVALUATION_FROM: u16 = 150;
const EVALUATION_WIDTH: u16 = 3;

/// The most lines for the standing where there is no panel.
const MOST_ESSENTIALS: u16 = 5;

/// The lowest window with two lines for messages, in rows.
const TWO_LINES_FROM: u16 = 18;

/// The narrowest window in which one line is enough for what is announced, in columns.
const ANNOUNCED_IN_ONE: u16 = 120;

/// The places of the board and its panels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Areas {
    /// The lines for those who do not see the board, if they want them.
    pub announcement: Option<Rect>,
    /// The game and its options.
    pub title: Rect,
    /// The lines for the standing, where there is no panel: one line, and more where the board
    /// leaves rows free.
    pub essentials: Option<Rect>,
    /// The board, if it fits.
    pub board: Option<BoardLayout>,
    /// The bar of the win rate at the edge of the board, where a large window has room for one.
    pub evaluation: Option<Rect>,
    /// The panel beside the board.
    pub panel: Option<Rect>,
    /// The rows where messages are shown: refusals, questions, prompts, the end of the game.
    pub status: Rect,
}

impl Areas {
    /// The parts of `table` in a window of this `area`.
    pub fn of(table: &Table, display: Display, area: Rect) -> Self {
        let (info, geometry, lies) =
            (table.game().info(), table.geometry(), table.hand().orientation());
        let announced = match (display.announce, area.width) {
            (false, _) => 0,
            (true, ANNOUNCED_IN_ONE..) => 1,
            (true, _) => 2,
        };
        let announced = announced.min(area.height);
        let window = area;
        let area = Rect { y: area.y + announced, height: area.height - announced, ..area };
        let row = |y: u16, height: u16| Rect { y: area.y + y, height, ..area }.intersection(area);
        let says = if area.height >= TWO_LINES_FROM { 2 } else { 1 };
        let below = says + 1;
        let body = row(1, area.height.saturating_sub(1 + below));
        let focus = focus(table);
        let fit = |room| BoardLayout::of(info, geometry, lies, room, display.fit(), focus);
        let (least, most) = match area.width {
            WIDE_FROM.. => (PANEL_WIDTH.0, PANEL_WIDTH.1.max(area.width / 3)),
            PANEL_FROM.. => MIDDLE_PANEL,
            _ => NARROW_PANEL,
        };
        let beside =
            |panel: u16| body.width.checked_sub(panel + 1).map(|width| Rect { width, ..body });
        let without = Rect { y: body.y + 1, height: body.height.saturating_sub(1), ..body }
            .intersection(body);
        let panel_width = beside(least).filter(|_| area.height >= PANEL_HEIGHT).and_then(|room| {
            let layout = fit(room);
            // In a narrow window the board comes first: beside a panel it must look as it would
            // alone.
            let look = |layout: &BoardLayout| {
                let unit = layout.pixels().map(|(grid, _)| grid.unit());
                (layout.zoom(), layout.is_scrolled(), layout.coordinates().is_some(), unit)
            };
            if area.width < PANEL_FROM
                && layout.as_ref().is_none_or(|beside| {
                    fit(without).is_none_or(|alone| look(beside) != look(&alone))
                })
            {
                return None;
            }
            let compact = || {
                BoardLayout::size_needed_oriented(
                    geometry,
                    lies,
                    Zoom::Compact,
                    display.coordinates,
                )
            };
            let (board, _) = layout.map_or_else(compact, |layout| layout.taken());
            Some(body.width.saturating_sub(board + 3).clamp(least, most))
        });
        let room = panel_width.and_then(beside);
        // Rows that the board leaves free go to the standing.
        let spare = fit(without).filter(|layout| !layout.is_scrolled()).map_or(0, |layout| {
            without.height.saturating_sub(layout.taken().1).min(MOST_ESSENTIALS - 1)
        });
        let board_room = room.unwrap_or(Rect {
            y: without.y + spare,
            height: without.height - spare,
            ..without
        });
        let board = fit(board_room);
        let evaluation = board
            .as_ref()
            .filter(|_| area.width >= EVALUATION_FROM)
            .map(|board| Rect { x: board.beyond(), width: EVALUATION_WIDTH, ..board.view() });
        Self {
            announcement: display.announce.then_some(Rect { height: announced, ..window }),
            title: row(0, 1),
            essentials: room.is_none().then(|| row(1, 1 + spare)),
            board,
            evaluation: evaluation.filter(|bar| bar.right() <= board_room.right()),
            panel: panel_width.map(|width| Rect { x: board_room.right() + 1, width, ..body }),
            status: row(area.height.saturating_sub(below), says),
        }
    }
}

/// The cell that must be in view: where keys went last, or where no player is to move, the last
/// step.
fn focus(table: &Table) -> Cell {
    let last =
        table.timeline().step(table.timeline().cursor()).and_then(|step| step.cells().next());
    match table.mode() {
        Mode::Play => table.hand().focus(),
        Mode::Review if table.hand().is_pointing() => table.hand().focus(),
        Mode::Review => last.unwrap_or(table.hand().focus()),
    }
}

/// The least width and height of a window in which the board of `table` can be shown.
pub(super) fn size_needed(table: &Table, display: Display) -> (u16, u16) {
    let fits = |width: u16, height: u16| {
        Areas::of(table, display, Rect::new(0, 0, width, height)).board.is_some()
    };
    let width = (1..PANEL_FROM).find(|&width| fits(width, 60)).unwrap_or(PANEL_FROM);
    let height = (1..60).find(|&height| fits(width, height)).unwrap_or(60);
    (width, height)
}
