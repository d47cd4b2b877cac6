//! A lesson on the screen: the text beside the board, or above it where the window is narrow. Drawing only.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::app::{App, View};
use super::board_layout::{BoardLayout, Zoom};
use super::lesson::{Lesson, Manner};
use super::paint::{put, put_lines, width, wrap};
use super::panels;
use super::theme::{Glyphs, Theme};

/// The narrowest and lowest window with the text beside the board.
const BESIDE_FROM: (u16, u16) = (70, 18);

/// The narrowest and the widest column of text beside the board.
const TEXT_WIDTH: (u16, u16) = (36, 60);

/// The most columns and rows that the board's room takes beside the text: in a large window both stay together.
const BOARD_ROOM: (u16, u16) = (84, 34);

/// The rows that what is said takes below the board, where the text is above it.
const SAYS_ROWS: u16 = 3;

/// Where the parts of a lesson are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Areas {
    /// The game and which step of how many.
    pub title: Rect,
    /// What is to be learnt and done.
    pub text: Rect,
    /// The board, if it fits.
    pub board: Option<BoardLayout>,
    /// What is said below the board, and lines that are typed.
    pub says: Rect,
    /// Whether the text stands beside the board, with what is said below it.
    pub beside: bool,
    /// The keys that matter now.
    pub hints: Rect,
}

impl Areas {
    /// The parts of `lesson` in a window of this `area`.
    pub fn of(lesson: &Lesson, view: View, area: Rect) -> Self {
        let row = |y: u16, height: u16| Rect { y: area.y + y, height, ..area }.intersection(area);
        let geometry = lesson.table().geometry();
        let fit = |room: Rect| BoardLayout::fit(geometry, room, view.zoom, view.coordinates, lesson.table().focus());
        let beside = area.width >= BESIDE_FROM.0 && area.height >= BESIDE_FROM.1;
        let says_rows = if beside { 2 } else { SAYS_ROWS };
        let says = row(area.height.saturating_sub(says_rows + 1), says_rows);
        let (title, hints) = (row(0, 1), row(area.height.saturating_sub(1), 1));
        let body = row(1, area.height.saturating_sub(says_rows + 2));
        if beside {
            let room = Rect { width: body.width - TEXT_WIDTH.0 - 2, ..body };
            let zoom = fit(room).map_or(Zoom::Compact, |layout| layout.zoom());
            let (board, _) = BoardLayout::size_needed(geometry, zoom, view.coordinates);
            let columns = body.width.saturating_sub(board + 6).clamp(TEXT_WIDTH.0, TEXT_WIDTH.1);
            let room = body.width - columns - 2;
            let board = Rect { width: room.min(BOARD_ROOM.0), height: body.height.min(BOARD_ROOM.1), ..body };
            let text =
                Rect { x: board.right() + 1, width: columns, y: body.y + 1, height: body.height.saturating_sub(1) };
            return Self { title, text, board: fit(board), says, beside, hints };
        }
        let columns = area.width.saturating_sub(2);
        let rows = words(lesson, columns, "> ").iter().map(|(lines, _)| lines.len()).sum::<usize>() as u16;
        let text = Rect { x: area.x + 1, width: columns, height: rows.min(body.height), ..body }.intersection(area);
        let room = Rect { y: text.bottom(), height: body.bottom() - text.bottom(), ..body };
        Self { title, text, board: fit(room), says, beside, hints }
    }
}

/// Which of the parts of the text it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Text,
    Deed,
}

/// The text of a lesson's step in lines of `columns`; `mark` stands before what is to be done.
fn words(lesson: &Lesson, columns: u16, mark: &str) -> [(Vec<String>, Part); 2] {
    let step = lesson.step();
    let deed = if lesson.is_done() && lesson.feedback().is_some() { &lesson.course().go_on } else { &step.deed };
    [(wrap(&step.text, columns), Part::Text), (wrap(&format!("{mark}{deed}"), columns), Part::Deed)]
}

/// How many rows are wanted for the text, and for what is said, and how many there are, in a window of this `area`.
///
/// For checking that nothing of a lesson is cut off.
pub fn room_for(lesson: &Lesson, view: View, area: Rect) -> [(usize, usize); 2] {
    let areas = Areas::of(lesson, view, area);
    let text: usize = words(lesson, areas.text.width, "> ").iter().map(|(lines, _)| lines.len()).sum();
    let said = |columns| lesson.feedback().map_or(0, |feedback| wrap(&feedback.text, columns).len());
    if areas.beside {
        let rows = usize::from(areas.text.height);
        return [(text + 1, rows), (text + 2 + said(areas.text.width), rows)];
    }
    [(text, usize::from(areas.text.height)), (said(areas.says.width.saturating_sub(2)), usize::from(areas.says.height))]
}

fn style_of(manner: Manner, theme: &Theme) -> Style {
    match manner {
        Manner::Right => theme.good(),
        Manner::Wrong => theme.warning(),
        Manner::Plain => theme.accent(),
    }
}

/// Draws `lesson` into the whole of `area`.
pub fn draw(app: &App, lesson: &Lesson, area: Rect, buffer: &mut Buffer) {
    let known = app.progress().is_done(lesson.course().info, lesson.at());
    let theme = app.theme();
    let ascii = theme.glyphs() == Glyphs::Ascii;
    let areas = Areas::of(lesson, app.view(), area);
    let (step, count) = (lesson.step(), lesson.course().steps.len());
    let column = put(buffer, areas.title, 1, 0, &format!("Learn {}", lesson.course().info.title), theme.title());
    let column = put(buffer, areas.title, column + 2, 0, &format!("{} of {count}", lesson.at() + 1), theme.dim());
    let column = put(buffer, areas.title, column + 2, 0, &step.title, theme.accent());
    if known {
        put(buffer, areas.title, column + 1, 0, if ascii { "(done)" } else { "✓" }, theme.good());
    }
    let mark = if ascii { "> " } else { "▸ " };
    let mut row = 0;
    for (lines, part) in words(lesson, areas.text.width, mark) {
        row += u16::from(areas.beside && row > 0);
        let style = if part == Part::Text { theme.text() } else { theme.accent() };
        row = put_lines(buffer, areas.text, row, lines, style);
    }
    if let Some(layout) = &areas.board {
        panels::draw_board(app, lesson.table(), layout, buffer);
    } else {
        let top = areas.text.y + row;
        let room = Rect { y: top, height: areas.says.y.saturating_sub(top), ..areas.text };
        let text = format!("The board needs a larger window than {}x{}.", area.width, area.height);
        put_lines(buffer, room, 0, wrap(&text, room.width), theme.warning());
    }
    let typing = panels::draw_overlay_status(app, areas.says, buffer);
    if let Some(feedback) = lesson.feedback() {
        let style = style_of(feedback.manner, theme);
        if areas.beside {
            row = put_lines(buffer, areas.text, row + 1, wrap(&feedback.text, areas.text.width), style);
        } else if !typing {
            let says = Rect { x: areas.says.x + 1, width: areas.says.width.saturating_sub(2), ..areas.says };
            put_lines(buffer, says, 0, wrap(&feedback.text, says.width), style);
        }
    }
    if areas.beside {
        let below = Rect { y: areas.text.y + row + 1, height: areas.text.height.saturating_sub(row + 1), ..areas.text };
        panels::draw_standing(app, lesson.table(), lesson.is_done(), below, buffer);
    } else if !typing && !lesson.is_done() && lesson.feedback().is_none() {
        panels::draw_cursor_text(lesson.table(), theme, areas.says, buffer);
    }
    if let Some(notice) = app.notice() {
        panels::draw_notice(notice, theme, areas.says, buffer);
    }
    panels::draw_hints(app, areas.hints, buffer);
}

/// The columns that the title of the lesson's step takes at most.
pub fn title_width(lesson: &Lesson) -> u16 {
    let step = lesson.step();
    let count = lesson.course().steps.len();
    width(&format!(" Learn {}  {} of {count}  {} ", lesson.course().info.title, count, step.title)) + 6
}
