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
use crate::tui::widgets::notice::{draw_notice, room_with, say, say_whole};
use crate::tui::widgets::paint::{
    put, put_lines, shorten, shorten_phrases, width, wipe, wrap, wrap_within,
};
use tetralith_core::{Geometry, Orientation};
use tetralith_picture::look::zoom::Zoom;
use tetralith_session::cursor::Cursor;
use tetralith_session::lesson::{Kind, Lesson, LessonStep, LessonTask, Manner};
use tetralith_session::sentence::Sentence;

/// The narrowest and lowest window with the text beside the board.
const BESIDE_FROM: (u16, u16) = (70, 18);

/// The narrowest and the widest column of text beside the board.
const TEXT_WIDTH: (u16, u16) = (36, 60);

/// The most columns and rows that the board's room takes beside the text: in a large window both
/// stay together.
const BOARD_ROOM: (u16, u16) = (84, 34);

/// The rows that messages take below the board in a narrow window.
const SAYS_ROWS: u16 = 3;

/// The narrowest window in which two rows are enough.
const TWO_ROWS_FROM: u16 = 80;

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
    /// Below the board.
    UnderBoard,
    /// In place of the text, until the next key: there is no room for both.
    InsteadOfText,
}

/// The places of the parts of a lesson: the same while a step is answered, and those of board and
/// messages at every step on boards of one size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LessonAreas {
    /// The game and which step of how many.
    pub title: Rect,
    /// The text of what is to be learnt and done.
    pub text: Rect,
    /// The standing below the text, where that is beside the board.
    pub standing: Option<Rect>,
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
        let beside = area.width >= BESIDE_FROM.0 && area.height >= BESIDE_FROM.1;
        let (told, says_rows) = match (beside, area.height) {
            (true, _) if area.width >= TWO_ROWS_FROM => (RemarkPlace::UnderBoard, 2),
            (_, SAYS_FROM..) => (RemarkPlace::UnderBoard, SAYS_ROWS),
            (true, _) => (RemarkPlace::UnderBoard, 2),
            (false, _) => (RemarkPlace::InsteadOfText, 1),
        };
        let lowest = if beside { 1 + BOARD_ROOM.1 } else { area.height };
        let says = row(area.height.saturating_sub(says_rows + 1).min(lowest), says_rows);
        let title = row(0, 1);
        let body = row(1, says.y.saturating_sub(area.y + 1));
        if beside {
            return Self::beside(lesson, keys, display, [title, body, says]);
        }
        let columns = area.width.saturating_sub(2);
        let text = |geometry| {
            let rows = most_rows(lesson, geometry, keys, columns, told) as u16;
            let is_last = lesson.step().task == LessonTask::Game;
            let board =
                if told == RemarkPlace::InsteadOfText && !is_last { LEAST_BOARD } else { 0 };
            let height = rows.min(body.height.saturating_sub(board));
            Rect { x: area.x + 1, width: columns, height, ..body }.intersection(area)
        };
        let room = |geometry| {
            let top = text(geometry).bottom();
            Rect { y: top, height: body.bottom() - top, ..body }
        };
        let geometry = lesson.table().geometry();
        let board = board_in(lesson, room(geometry), fit_alike(lesson, display, room));
        Self { title, text: text(geometry), standing: None, board, says, told }
    }

    /// The parts of `lesson` with the text beside the board, in a window with these rows for the
    /// title, for both, and for messages.
    fn beside(
        lesson: &Lesson,
        keys: &KeyNames,
        display: Display,
        [title, body, says]: [Rect; 3],
    ) -> Self {
        let room = Rect { width: body.width - TEXT_WIDTH.0 - 2, ..body };
        let widest = Rect { width: room.width.min(BOARD_ROOM.0), ..room };
        let alike = fit_alike(lesson, display, |_| widest);
        let compact =
            |geometry| BoardLayout::size_needed(geometry, Zoom::Compact, display.coordinates);
        let width = |geometry| {
            let layout = centred(lesson, geometry, room, alike);
            layout.map_or_else(|| compact(geometry), |layout| layout.taken()).0
        };
        let board = boards(lesson).into_iter().map(width).max().unwrap_or(0);
        let columns = body.width.saturating_sub(board + 6).clamp(TEXT_WIDTH.0, TEXT_WIDTH.1);
        let room = Rect { width: (body.width - columns - 2).min(BOARD_ROOM.0), ..body };
        let rows = body.height.saturating_sub(1);
        let wanted = rows_of(lesson.step(), lesson, keys, columns, RemarkPlace::UnderBoard) as u16;
        // A row is free between the text and what is to be done, and below that.
        let height = (wanted + 1).min(rows);
        let text = Rect { x: room.right() + 1, width: columns, y: body.y + 1, height };
        let below = Rect { height: rows.saturating_sub(height + 1), ..text };
        let standing = Rect { y: body.bottom() - below.height, ..below };
        let board = board_in(lesson, room, alike);
        let told = RemarkPlace::UnderBoard;
        Self { title, text, standing: Some(standing), board, says, told }
    }
}

/// The board of the step at hand in `room`.
fn board_in(lesson: &Lesson, room: Rect, fit: Fit) -> Option<BoardLayout> {
    let table = lesson.table();
    let focus = table.hand().focus();
    let lies = Orientation::default();
    BoardLayout::of(table.game().info(), table.geometry(), lies, room, fit, focus)
}

/// The boards of `lesson` and of its steps, without that of the game after it.
fn boards(lesson: &Lesson) -> Vec<&'static Geometry> {
    let steps = lesson.course().steps.iter().filter(|step| step.task != LessonTask::Game);
    let mut boards: Vec<_> =
        steps.map(|step| step.timeline.position().board().geometry()).collect();
    boards.dedup_by(|one, other| std::ptr::eq(*one, *other));
    boards
}

/// A board of `lesson` in `room`.
fn centred(
    lesson: &Lesson,
    geometry: &'static Geometry,
    room: Rect,
    fit: Fit,
) -> Option<BoardLayout> {
    let (info, centre) = (lesson.course().info, Cursor::centre(geometry).cell());
    BoardLayout::of(info, geometry, Orientation::default(), room, fit, centre)
}

/// The way in which all boards of `lesson` are fitted, so that they look alike from one step to the
/// next: as the one of them that has the least room of those that they have in `room`.
fn fit_alike(lesson: &Lesson, display: Display, room: impl Fn(&'static Geometry) -> Rect) -> Fit {
    let fit = display.fit();
    let boards = boards(lesson).into_iter();
    let layouts = boards.filter_map(|geometry| centred(lesson, geometry, room(geometry), fit));
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

/// The rows that the text of a `step` takes in lines of `columns`, and what is to be done before
/// and after its answer; with room for the lesson's remarks where they take the place of the text.
fn rows_of(
    step: &LessonStep,
    lesson: &Lesson,
    keys: &KeyNames,
    columns: u16,
    told: RemarkPlace,
) -> usize {
    let rows = |text: &Sentence| wrap(&keys.spell(text), columns).len();
    let marked = |text: &Sentence| wrap(&format!("> {}", keys.spell(text)), columns).len();
    let after = if step.looks() { 0 } else { marked(&lesson.course().go_on) };
    let order = marked(&step.order).max(after);
    let remarks = &step.remarks;
    let said = [&remarks.right, &remarks.otherwise].into_iter();
    let said = said.chain(remarks.wrong.iter().map(|(_, reply)| reply)).map(rows).max();
    let said = said.filter(|_| told == RemarkPlace::InsteadOfText).unwrap_or_default();
    rows(&step.text).max(said) + order
}

/// The most rows of the texts of the steps on boards of this `geometry`.
fn most_rows(
    lesson: &Lesson,
    geometry: &Geometry,
    keys: &KeyNames,
    columns: u16,
    told: RemarkPlace,
) -> usize {
    let is_on =
        |step: &&LessonStep| std::ptr::eq(step.timeline.position().board().geometry(), geometry);
    let steps = lesson.course().steps.iter().filter(is_on);
    steps.map(|step| rows_of(step, lesson, keys, columns, told)).max().unwrap_or_default()
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
    let gap = usize::from(areas.standing.is_some());
    let text = rows_of(lesson.step(), lesson, keys, columns, areas.told) + gap;
    let said = |columns| {
        lesson.feedback().map_or(0, |feedback| wrap(&keys.spell(&feedback.text), columns).len())
    };
    match areas.told {
        RemarkPlace::UnderBoard => [
            (text, rows),
            (said(areas.says.width.saturating_sub(1)), usize::from(areas.says.height)),
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
    let areas = LessonAreas::of(lesson, keys, game.display, area);
    draw_title(view, areas.title, buffer);
    if let Some(layout) = &areas.board {
        panels::draw_board(game, layout, buffer);
    }
    let row = draw_text(view, &areas, buffer);
    if areas.board.is_none() && lesson.step().task != LessonTask::Game {
        let top = areas.text.y + row;
        let room = Rect { y: top, height: areas.says.y.saturating_sub(top), ..areas.text };
        let text = panels::too_small_for_board(area);
        put_lines(buffer, room, 0, wrap(&text, room.width), theme.warning());
    }
    let step = lesson.step();
    let parts = panels::StandingParts {
        figures: step.shows_score,
        details: step.shows_marks,
        state: !lesson.is_done(),
    };
    let tells_step =
        areas.standing.is_some_and(|standing| panels::draw_standing(game, parts, standing, buffer));
    let says = areas.says;
    let is_below = areas.told == RemarkPlace::UnderBoard;
    let said = lesson.feedback().filter(|_| is_below);
    let said = said.map(|said| (keys.spell(&said.text), style_of(said.manner, theme)));
    match (game.notice, said) {
        _ if game.is_covered => {}
        (Some(notice), Some((text, style))) => {
            let rows = wrap(&text, says.width.saturating_sub(1)).len() as u16;
            let [above, below] = room_with(notice, rows, theme, says, buffer);
            say(&text, style, theme, above, buffer);
            draw_notice(notice, theme, below, buffer);
        }
        (Some(notice), None) => draw_notice(notice, theme, says, buffer),
        (None, Some((text, style))) => say_whole(&text, style, theme, says, buffer),
        (None, None) if lesson.is_done() || tells_step || lesson.feedback().is_some() => {}
        (None, None) => panels::draw_cursor_text(lesson.table(), theme, says, buffer),
    }
    says
}

/// Draws the text of the step, or in its place a remark, and what is to be done, and returns the
/// row below.
fn draw_text(view: &LessonView, areas: &LessonAreas, buffer: &mut Buffer) -> u16 {
    let LessonView { lesson, keys, game, .. } = view;
    let (theme, columns) = (game.theme, areas.text.width);
    let mark = if theme.is_ascii() { "> " } else { "► " };
    let [text, order] = words(lesson, keys, columns, mark);
    let said = lesson.feedback().filter(|_| areas.told == RemarkPlace::InsteadOfText);
    let (text, style) = match said {
        Some(said) => (wrap(&keys.spell(&said.text), columns), style_of(said.manner, theme)),
        None => (text, theme.text()),
    };
    // A longer remark takes rows of the board for as long as it is shown.
    let most = areas.says.y.saturating_sub(areas.text.y);
    let wanted = said.map_or(0, |_| (text.len() + order.len()) as u16);
    let area = Rect { height: areas.text.height.max(wanted.min(most)), ..areas.text };
    wipe(
        buffer,
        Rect { y: areas.text.bottom(), height: area.height - areas.text.height, ..area },
        theme.base(),
    );
    // The task is never cut.
    let rows = usize::from(area.height).saturating_sub(order.len());
    let text = wrap_within(&text.join("\n"), columns, rows, theme.is_ascii());
    let row = put_lines(buffer, area, 0, text, style);
    let row = row + u16::from(areas.standing.is_some());
    put_lines(buffer, area, row, order, theme.accent())
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
