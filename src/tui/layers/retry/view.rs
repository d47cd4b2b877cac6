//! Mistakes tried again on the screen: the board, and beside it or above it what is to be done and
//! what came of it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::board::display::Display;
use crate::tui::board::layout::BoardLayout;
use crate::tui::panels::{self, GameView};
use crate::tui::widgets::notice::draw_notice;
use crate::tui::widgets::paint::{put, put_lines, wrap, wrap_within};
use tetralith_session::retry::{Retry, Stage};

/// The narrowest and lowest window with the text beside the board.
const BESIDE_FROM: (u16, u16) = (70, 16);

/// The columns of the text beside the board.
const TEXT_WIDTH: u16 = 34;

/// The columns of the text beside the board in a narrower window, where the board would not be seen
/// whole below the text.
const NARROW_TEXT: u16 = 26;

/// The rows of the text above the board.
const TEXT_ROWS: u16 = 4;

/// The places of the parts.
pub(super) struct Areas {
    text: Rect,
    pub(super) board: Option<BoardLayout>,
    says: Rect,
}

impl Areas {
    /// The parts in a window of this `area`.
    pub(super) fn of(retry: &Retry, display: Display, area: Rect) -> Self {
        let table = retry.table();
        let row = |y: u16, height: u16| Rect { y: area.y + y, height, ..area }.intersection(area);
        let body = row(1, area.height.saturating_sub(4));
        let says = row(area.height.saturating_sub(3), 2);
        let info = table.game().info();
        let fit = |room| {
            BoardLayout::of(
                info,
                table.geometry(),
                table.hand().orientation(),
                room,
                display.fit(),
                table.hand().focus(),
            )
        };
        let beside = |width: u16| {
            let room = Rect { width: body.width.saturating_sub(width + 2), ..body };
            let text = Rect {
                x: room.right() + 1,
                y: body.y + 1,
                width,
                height: body.height.saturating_sub(1),
            };
            Self { text: text.intersection(body), board: fit(room), says }
        };
        if area.width >= BESIDE_FROM.0 && area.height >= BESIDE_FROM.1 {
            return beside(TEXT_WIDTH);
        }
        let is_whole =
            |areas: &Self| areas.board.as_ref().is_some_and(|board| !board.is_scrolled());
        let above = |rows: u16| {
            let text =
                Rect { x: body.x + 1, width: body.width.saturating_sub(2), height: rows, ..body };
            let text = text.intersection(body);
            let room = Rect { y: text.bottom(), height: body.bottom() - text.bottom(), ..body };
            Self { text, board: fit(room), says }
        };
        // A long answer takes what rows the board does not need.
        let columns = body.width.saturating_sub(2);
        let wanted = wrap(&retry.task(), columns).len() + wrap(&text(retry), columns).len();
        let more =
            (TEXT_ROWS + 1..=u16::try_from(wanted).unwrap_or(u16::MAX).min(body.height)).rev();
        let above = more.map(above).find(is_whole).unwrap_or_else(|| above(TEXT_ROWS));
        let narrow =
            Some(beside(NARROW_TEXT)).filter(|narrow| !is_whole(&above) && is_whole(narrow));
        narrow.unwrap_or(above)
    }
}

/// Draws the mistake at hand into the whole of the window, and returns the rows where messages can
/// be shown.
pub(super) fn draw(retry: &Retry, view: &GameView, buffer: &mut Buffer) -> Rect {
    let (theme, areas) = (view.theme, Areas::of(retry, view.display, view.area));
    let (at, all, solved) = retry.score();
    let title = Rect { height: 1, ..view.area };
    let column = put(buffer, title, 1, 0, "Your mistakes", theme.title());
    put(buffer, title, column + 2, 0, &format!("{at} of {all}, {solved} corrected"), theme.dim());
    if let Some(layout) = &areas.board {
        panels::draw_board(view, layout, buffer);
    }
    let columns = areas.text.width;
    let row = put_lines(buffer, areas.text, 0, wrap(&retry.task(), columns), theme.accent());
    let style = match retry.stage() {
        Stage::Checks(_) => theme.dim(),
        Stage::Asks if asks_for_more(retry) => theme.dim(),
        Stage::Solved => theme.good(),
        Stage::Shown => theme.text(),
        Stage::Asks => theme.warning(),
    };
    let lines = wrap(&text(retry), columns);
    let rows = areas.text.height.saturating_sub(row);
    let gap = u16::from(usize::from(rows) > lines.len() && areas.text.height > TEXT_ROWS);
    // If there is no room for all of it, a mark shows that.
    let lines = wrap_within(&text(retry), columns, usize::from(rows - gap), theme.is_ascii());
    put_lines(buffer, areas.text, row + gap, lines, style);
    if !view.is_covered {
        match view.notice {
            Some(notice) => draw_notice(notice, theme, areas.says, buffer),
            // Nothing more is played here, so the cell under the cursor is not described.
            None if retry.is_done() => {}
            None => panels::draw_cursor_text(retry.table(), theme, areas.says, buffer),
        }
    }
    areas.says
}

/// True if what the move still needs says more than what came of the last one.
fn asks_for_more(retry: &Retry) -> bool {
    let table = retry.table();
    let is_begun = table.game().phase().is_mid_turn() || !table.hand().picks().is_empty();
    *retry.stage() == Stage::Asks && (is_begun || retry.said().is_empty())
}

/// The text below the task.
fn text(retry: &Retry) -> String {
    match retry.stage() {
        Stage::Checks(_) => "Comparing with the best move\u{2026}".to_owned(),
        _ if asks_for_more(retry) => retry.to_do(),
        _ => retry.said().to_owned(),
    }
}
