//! A lesson on the screen: the text beside the board, or above it where the window is narrow.
//! Drawing only.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::keymap::spell::KeyNames;
use crate::theme::Theme;
use crate::tui::board::display::Display;
use crate::tui::board::layout::{BoardLayout, Fit};
use crate::tui::panels::{self, GameView};
use crate::tui::widgets::notice::draw_notice;
use crate::tui::widgets::paint::{
    put, put_lines, shorten, shorten_phrases, width, wrap, wrap_within,
};
use tetralith_core::Orientation;
use tetralith_picture::look::zoom::Zoom;
use tetralith_session::cursor::Cursor;
use tetralith_session::lesson::{Kind, Lesson, LessonTask, Manner};

/// The narrowest and lowest window with the text beside the board.
const BESIDE_FROM: (u16, u16) = (70, 18);

/// The narrowest and the widest column of text beside the board.
const TEXT_WIDTH: (u16, u16) = (36, 60);

/// The most columns and rows that the board's room takes beside the text: in a large window both
/// stay together.
const BOARD_ROOM: (u16, u16) = (84, 34);

/// The rows that messages take below the board, where the text is above it.
const SAYS_ROWS: u16 = 3;

/// The lowest window with rows of their own for messages below the board.
const SAYS_FROM: u16 = 20;

/// The fewest columns of a step's title that mean anything.
const LEAST_TITLE: u16 = 8;

/// The columns that the number before it keeps in any case, as in `your rating 1000`.
const LEAST_NUMBER: u16 = 18;

/// Rows that a lower window keeps for the board.
const LEAST_BOARD: u16 = 5;

/// The place where a lesson says what came of something tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemarkPlace {
    /// Below the text, which is beside the board.
    UnderText,
    /// Below the board, which is below the text.
    UnderBoard,
    /// In place of the text, until the next key: there is no room for both.
    InsteadOfText,
}

/// The places of the parts of a lesson.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LessonAreas {
    /// The game and which step of how many.
    pub title: Rect,
    /// The text of what is to be learnt and done.
    pub text: Rect,
    /// The board, if it fits.
    pub board: Option<BoardLayout>,
    /// The rows below the board for messages, and for lines that are typed.
    pub says: Rect,
    /// The place where a lesson says what came of something tried.
    pub told: RemarkPlace,
}

impl LessonAreas {
    /// The parts of `lesson` in a window of this `area`.
    pub fn of(lesson: &Lesson, keys: &KeyNames, display: Display, area: Rect) -> Self {
        let row = |y: u16, height: u16| Rect { y: area.y + y, height, ..area }.intersection(area);
        let geometry = lesson.table().geometry();
        let (info, lies, focus) =
            (lesson.table().game().info(), Orientation::default(), lesson.table().hand().focus());
        let beside = area.width >= BESIDE_FROM.0 && area.height >= BESIDE_FROM.1;
        let (told, says_rows) = match (beside, area.height) {
            (true, _) => (RemarkPlace::UnderText, 2),
            (false, SAYS_FROM..) => (RemarkPlace::UnderBoard, SAYS_ROWS),
            (false, _) => (RemarkPlace::InsteadOfText, 1),
        };
        let says = row(area.height.saturating_sub(says_rows + 1), says_rows);
        let title = row(0, 1);
        let body = row(1, area.height.saturating_sub(says_rows + 2));
        let widest = if beside { body.width - TEXT_WIDTH.0 - 2 } else { body.width };
        let widest =
            Rect { width: widest.min(BOARD_ROOM.0), height: body.height.min(BOARD_ROOM.1), ..body };
        let alike = fit_alike(lesson, display, widest);
        let fit = |room: Rect| BoardLayout::of(info, geometry, lies, room, alike, focus);
        if beside {
            let room = Rect { width: body.width - TEXT_WIDTH.0 - 2, ..body };
            let compact = || BoardLayout::size_needed(geometry, Zoom::Compact, display.coordinates);
            let (board, _) = fit(room).map_or_else(compact, |layout| layout.taken());
            let columns = body.width.saturating_sub(board + 6).clamp(TEXT_WIDTH.0, TEXT_WIDTH.1);
            let room = body.width - columns - 2;
            let board = Rect {
                width: room.min(BOARD_ROOM.0),
                height: body.height.min(BOARD_ROOM.1),
                ..body
            };
            let text = Rect {
                x: board.right() + 1,
                width: columns,
                y: body.y + 1,
                height: body.height.saturating_sub(1),
            };
            return Self { title, text, board: fit(board), says, told };
        }
        let columns = area.width.saturating_sub(2);
        let rows = wanted(lesson, keys, columns, told) as u16;
        let board = if told == RemarkPlace::InsteadOfText && lesson.step().task != LessonTask::Game
        {
            LEAST_BOARD
        } else {
            0
        };
        let height = rows.min(body.height.saturating_sub(board));
        let text = Rect { x: area.x + 1, width: columns, height, ..body }.intersection(area);
        let room = Rect { y: text.bottom(), height: body.bottom() - text.bottom(), ..body };
        Self { title, text, board: fit(room), says, told }
    }
}

/// The way in which all boards of `lesson` are fitted, so that they look alike from one step to the
/// next: as the one of them that has the least room in `room`.
fn fit_alike(lesson: &Lesson, display: Display, room: Rect) -> Fit {
    let fit = display.fit();
    let steps = lesson.course().steps.iter().filter(|step| step.task != LessonTask::Game);
    let layouts = steps.filter_map(|step| {
        let game = step.timeline.position();
        let geometry = game.board().geometry();
        let centre = Cursor::centre(geometry).cell();
        BoardLayout::of(game.info(), geometry, Orientation::default(), room, fit, centre)
    });
    let least = layouts.min_by_key(|layout| (layout.pixels().is_some(), layout.zoom()));
    match least {
        Some(least) if least.pixels().is_none() => {
            Fit { zoom: fit.zoom.or(Some(least.zoom())), dots: None, picture: None, ..fit }
        }
        _ => fit,
    }
}

/// The text of a lesson's step in lines of `columns`, and what is to be done, with `mark` before
/// it.
fn words(lesson: &Lesson, keys: &KeyNames, columns: u16, mark: &str) -> [Vec<String>; 2] {
    let step = lesson.step();
    let is_answered = lesson.is_done() && !step.looks() && lesson.feedback().is_some();
    let order = if is_answered { &lesson.course().go_on } else { &step.order };
    [wrap(&keys.spell(&step.text), columns), wrap(&format!("{mark}{}", keys.spell(order)), columns)]
}

/// The rows that the text takes in lines of `columns`; with room for a remark in its place, so that
/// the board stays where it is.
fn wanted(lesson: &Lesson, keys: &KeyNames, columns: u16, told: RemarkPlace) -> usize {
    let [text, order] = words(lesson, keys, columns, "> ").map(|lines| lines.len());
    let said = lesson.feedback().filter(|_| told == RemarkPlace::InsteadOfText);
    text.max(said.map_or(0, |feedback| wrap(&keys.spell(&feedback.text), columns).len())) + order
}

/// Returns the rows wanted for the text, and for messages, and the rows there are, in a window of
/// this `area`.
///
/// For checking that nothing of a lesson is cut off.
pub fn room_for(
    lesson: &Lesson,
    keys: &KeyNames,
    display: Display,
    area: Rect,
) -> [(usize, usize); 2] {
    let areas = LessonAreas::of(lesson, keys, display, area);
    let (columns, rows) = (areas.text.width, usize::from(areas.text.height));
    let text = wanted(lesson, keys, columns, areas.told);
    let said = |columns| {
        lesson.feedback().map_or(0, |feedback| wrap(&keys.spell(&feedback.text), columns).len())
    };
    match areas.told {
        RemarkPlace::UnderText => [(text + 1, rows), (text + 2 + said(columns), rows)],
        RemarkPlace::UnderBoard => [
            (text, rows),
            (said(areas.says.width.saturating_sub(2)), usize::from(areas.says.height)),
        ],
        RemarkPlace::InsteadOfText => [(text, rows), (0, 0)],
    }
}

fn style_of(manner: Manner, theme: &Theme) -> Style {
    match manner {
        Manner::Right => theme.good(),
        Manner::Wrong => theme.warning(),
        Manner::Plain => theme.accent(),
    }
}

/// Everything that a lesson is drawn from.
#[allow(missing_docs, reason = "the names say it")]
pub struct LessonView<'a> {
    pub lesson: &'a Lesson,
    pub keys: KeyNames<'a>,
    /// Its board and what is around it.
    pub game: GameView<'a>,
    /// True if its step was done before, or in an opening is done now.
    pub is_done: bool,
    /// The rating and the streak of the player of puzzles, or the openings that are due; empty in
    /// other lessons.
    pub tally: String,
}

/// Draws a lesson into the whole of the window, and returns the rows where messages can be shown.
pub fn draw(view: &LessonView, buffer: &mut Buffer) -> Rect {
    let LessonView { lesson, keys, game, .. } = view;
    let (theme, area) = (game.theme, game.area);
    let ascii = theme.is_ascii();
    let areas = LessonAreas::of(lesson, keys, game.display, area);
    draw_title(view, areas.title, buffer);
    let mark = if ascii { "> " } else { "► " };
    let [text, order] = words(lesson, keys, areas.text.width, mark);
    let feedback = lesson
        .feedback()
        .map(|feedback| (keys.spell(&feedback.text), style_of(feedback.manner, theme)));
    let (text, style) = match feedback.as_ref().filter(|_| areas.told == RemarkPlace::InsteadOfText)
    {
        Some((text, style)) => (wrap(text, areas.text.width), *style),
        None => (text, theme.text()),
    };
    // The task is never cut.
    let rows = usize::from(areas.text.height).saturating_sub(order.len());
    let text = wrap_within(&text.join("\n"), areas.text.width, rows, ascii);
    let mut row = put_lines(buffer, areas.text, 0, text, style);
    row += u16::from(areas.told == RemarkPlace::UnderText);
    row = put_lines(buffer, areas.text, row, order, theme.accent());
    if let Some(layout) = &areas.board {
        panels::draw_board(game, layout, buffer);
    } else if lesson.step().task != LessonTask::Game {
        let top = areas.text.y + row;
        let room = Rect { y: top, height: areas.says.y.saturating_sub(top), ..areas.text };
        let text = panels::too_small_for_board(area);
        put_lines(buffer, room, 0, wrap(&text, room.width), theme.warning());
    }
    let typing = game.is_covered;
    match (areas.told, &feedback) {
        (RemarkPlace::UnderText, Some((text, style))) => {
            row = put_lines(buffer, areas.text, row + 1, wrap(text, areas.text.width), *style);
        }
        (RemarkPlace::UnderBoard, Some((text, style))) if !typing => {
            let says = Rect {
                x: areas.says.x + 1,
                width: areas.says.width.saturating_sub(2),
                ..areas.says
            };
            put_lines(buffer, says, 0, wrap(text, says.width), *style);
        }
        _ => {}
    }
    if areas.told == RemarkPlace::UnderText {
        let top = areas.text.y + row + 1;
        // The rows where messages can be shown are free while there is none.
        let is_free = game.notice.is_none() && !typing;
        let bottom = if is_free { areas.says.bottom() } else { areas.text.bottom() };
        let below = Rect { y: top, height: bottom.saturating_sub(top), ..areas.text };
        panels::draw_standing(game, lesson.is_done(), below, buffer);
    } else if !typing && !lesson.is_done() && feedback.is_none() {
        panels::draw_cursor_text(lesson.table(), theme, areas.says, buffer);
    }
    if let Some(notice) = game.notice.filter(|_| !typing) {
        draw_notice(notice, theme, areas.says, buffer);
    }
    areas.says
}

/// Draws the game, the number of the step and its title; where that is too long without the first
/// word, and cut with a mark.
fn draw_title(view: &LessonView, area: Rect, buffer: &mut Buffer) {
    let (lesson, theme) = (view.lesson, view.game.theme);
    let ascii = theme.is_ascii();
    let (step, course) = (lesson.step(), lesson.course());
    let title = &course.info.title;
    let number = match course.kind {
        kind if kind.is_exercise() => view.tally.clone(),
        _ => format!("{} of {}", lesson.at() + 1, course.steps.len()),
    };
    let done = if ascii { " (done)" } else { " ✓" };
    // Nothing in it moves once the puzzle is solved.
    let task = &step.title;
    let fits = |kind: &str| width(&format!(" {kind}{title}  {number}  {task}{done}")) <= area.width;
    let kind = match course.kind {
        Kind::Rules if title_width(lesson) > area.width => "",
        Kind::Rules => "Learn ",
        Kind::Strategy(_) => "",
        Kind::Puzzle { is_daily: true, .. } => {
            ["Daily puzzle: ", "Daily: "].into_iter().find(|kind| fits(kind)).unwrap_or_default()
        }
        Kind::Puzzle { .. } => Some("Puzzle: ").filter(|kind| fits(kind)).unwrap_or_default(),
        Kind::Opening { .. } => Some("Opening: ").filter(|kind| fits(kind)).unwrap_or_default(),
    };
    let column = put(buffer, area, 1, 0, &format!("{kind}{title}"), theme.title());
    let tick = if view.is_done { done } else { "" };
    let room = |column: u16| area.width.saturating_sub(column + 2 + width(tick));
    // The task is worth more than all of the number.
    let rest = room(column).saturating_sub(width(task) + 2);
    let number = shorten_phrases(&number, rest.max(LEAST_NUMBER).min(room(column)), ascii);
    let column = put(buffer, area, column + 2, 0, &number, theme.dim());
    let column = match room(column) {
        ..LEAST_TITLE => column,
        room => put(buffer, area, column + 2, 0, &shorten(task, room, ascii), theme.accent()),
    };
    put(buffer, area, column, 0, tick, theme.good());
}

/// The columns that the title of the lesson's step takes at most.
pub fn title_width(lesson: &Lesson) -> u16 {
    let step = lesson.step();
    let count = lesson.course().steps.len();
    width(&format!(" Learn {}  {} of {count}  {} ", lesson.course().info.title, count, step.title))
        + 6
}
