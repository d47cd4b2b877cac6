//! The home screen on the screen: the list, recent games and a board beside them, and which line is
//! at a place.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use tetralith_core::text::display_text;
use tetralith_core::{Colour, Info};
use tetralith_picture::look::zoom::Zoom;
use tetralith_session::table::Table;
use tetralith_session::words::{board_text, options_text};

use super::menu::Home;
use crate::program::GameSummary;
use crate::theme::Theme;
use crate::tui::board::layout::{BoardLayout, Fit};
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::board::preview::Preview;
use crate::tui::choice::Choice;
use crate::tui::layers::listed::{UNREAD, UNREADABLE, called};
use crate::tui::shared::Shared;
use crate::tui::widgets::frame::{Frame, Heading};
use crate::tui::widgets::menus::line_from;
use crate::tui::widgets::paint::{
    Line, columns_of_mark, first_shown, mark_more, put, put_all, put_lines, shorten, width,
    wrap_styled,
};

/// Columns the list takes where there are no frames.
const LIST_WIDTH: u16 = 30;

/// The narrowest and lowest window with frames and a board.
const FRAMED_FROM: (u16, u16) = (66, 18);

/// The narrowest and the widest list in a frame, and what a board beside it needs, in columns.
const FRAME_WIDTH: (u16, u16) = (34, 48);
const BESIDE_WIDTH: u16 = 42;

/// The fewest columns in which the players of a recent game are named.
const LEAST_PLAYERS: u16 = 4;

/// The fewest columns of a game's title, as many as the shortest takes.
const LEAST_TITLE: u16 = 7;

/// The lowest window with a blank row above and below the frames.
const AIRY_FROM: u16 = 28;

/// The headings of the groups of the list.
const GROUPS: [&str; 4] = ["Play", "Study", "More", "Recent games"];

/// A row of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    /// The heading of a group.
    Group(usize),
    /// A line to choose.
    Line(usize),
}

/// The places of the parts.
struct Areas {
    title: u16,
    list: Rect,
    /// The rows of the list, in view or not, and the first one shown.
    rows: Vec<Row>,
    first: usize,
    /// The frames of the list and of the board beside it, in a window that has room for them.
    frames: Option<[Frame; 2]>,
}

impl Areas {
    fn of(home: &Home, area: Rect) -> Self {
        let frames = (area.width >= FRAMED_FROM.0 && area.height >= FRAMED_FROM.1).then(|| {
            let left = (area.width - BESIDE_WIDTH).clamp(FRAME_WIDTH.0, FRAME_WIDTH.1);
            let air = u16::from(area.height >= AIRY_FROM);
            let body = Rect { y: area.y + 1 + air, height: area.height - 2 - 2 * air, ..area };
            let menu = Rect { x: body.x + 1, width: left, ..body };
            let board = Rect { x: body.x + left + 2, width: body.width - left - 3, ..body };
            [menu, board].map(Frame::closed)
        });
        let is_airy = frames.is_none() && area.height >= 14;
        let (title, top) = if is_airy { (1, 3) } else { (0, 1) };
        let alone = Rect {
            x: area.x + 2,
            y: area.y + top,
            width: LIST_WIDTH.min(area.width.saturating_sub(2)),
            height: area.height.saturating_sub(top + 1),
        };
        let list = frames.map_or(alone.intersection(area), |[menu, _]| menu.body());
        let (len, groups) = (home.choices().len(), home.later_groups());
        // Without lines between them, groups are apart only where all of the list has room.
        let is_grouped = frames.is_some() || len + groups.len() <= usize::from(list.height);
        let mut rows = Vec::with_capacity(len + groups.len());
        for line in 0..len {
            let group = groups.iter().position(|&first| first == line).filter(|_| is_grouped);
            rows.extend(group.map(|group| Row::Group(group + 1)));
            rows.push(Row::Line(line));
        }
        let chosen = rows.iter().position(|&row| row == Row::Line(home.selected())).unwrap_or(0);
        let first = first_shown(chosen, rows.len(), usize::from(list.height));
        Self { title, list, rows, first, frames }
    }

    /// The rows in view, with the number of each in the list on the screen.
    fn shown(&self) -> impl Iterator<Item = (u16, Row)> + '_ {
        (0..self.list.height).zip(self.rows[self.first..].iter().copied())
    }
}

pub(super) fn line_at(home: &Home, area: Rect, at: Position) -> Option<usize> {
    let areas = Areas::of(home, area);
    match areas.rows[line_from(areas.first, areas.rows.len(), areas.list, at)?] {
        Row::Line(line) => Some(line),
        Row::Group(_) => None,
    }
}

/// Draws the home screen into `area`, its last row left free.
pub(super) fn draw(home: &Home, cx: &Shared, area: Rect, buffer: &mut Buffer) {
    let theme = &cx.theme;
    let areas = Areas::of(home, area);
    let title = put(buffer, area, 2, areas.title, "Tetralith", theme.title());
    put(buffer, area, title + 2, areas.title, "four modern abstract games", theme.dim());
    let list = areas.list;
    let shown = (areas.first, areas.rows.len());
    if let Some([frame, _]) = areas.frames {
        frame.draw(theme, buffer);
        let group = areas.rows[..areas.first].iter().rev().find_map(|row| match row {
            Row::Group(group) => Some(*group),
            Row::Line(_) => None,
        });
        let heading = Heading::new(GROUPS[group.unwrap_or(0)]);
        frame.heading(frame.inner().y, &heading, theme, buffer);
    }
    for (row, shown_row) in areas.shown() {
        let y = list.y + row;
        match (shown_row, areas.frames) {
            (Row::Line(line), _) => {
                let width = list.width.saturating_sub(columns_of_mark(list, row, shown));
                let place = Rect { y, height: 1, width, ..list };
                draw_line(home, cx, line, place, buffer);
            }
            (Row::Group(group), Some([frame, _])) => {
                frame.heading(y, &Heading::new(GROUPS[group]), theme, buffer);
            }
            (Row::Group(_), None) => {}
        }
    }
    mark_more(buffer, list, shown, theme);
    match areas.frames {
        Some([_, frame]) => Beside::of(home, cx, frame).draw(frame, cx, buffer),
        None if area.width >= LIST_WIDTH + 30 && area.height >= 10 => {
            let x = LIST_WIDTH + 5;
            let side = Rect { x: area.x + x, width: (area.width - x - 2).min(60), ..list };
            draw_remarks(home, cx, side, buffer);
        }
        None => {}
    }
}

/// Draws line `line` of the lists into the row `area`.
fn draw_line(home: &Home, cx: &Shared, line: usize, area: Rect, buffer: &mut Buffer) {
    let (choice, theme) = (&home.choices()[line], &cx.theme);
    let is_chosen = line == home.selected();
    let is_start = matches!(choice, Choice::Learn) && !cx.learnt.progress.has_learnt();
    let ascii = theme.is_ascii();
    let style = if is_chosen {
        theme.selected()
    } else if is_start {
        theme.accent()
    } else {
        theme.text()
    };
    let quiet = if is_chosen { style } else { theme.dim() };
    let room = area.width.saturating_sub(2);
    let (text, right) = match choice {
        Choice::Recent(path) => {
            if let Some(summary) = home.summary(path) {
                recent(&name_of(path), summary, room, ascii)
            } else {
                let right = home.fault(path).map_or("", |_| UNREADABLE);
                let name = shorten(&name_of(path), room.saturating_sub(width(right) + 2), ascii);
                (name, right.to_owned())
            }
        }
        Choice::Computer(usual) => {
            // The key for it takes the game of the selected line.
            let here = home.computer();
            let rematch = match &here {
                Some(Choice::Computer(rematch)) => rematch,
                _ => usual,
            };
            let fits = |right: &String| width(choice.title()) + 2 + width(right) <= room;
            let right =
                [rematch.in_words(), rematch.like.info.title.to_owned()].into_iter().find(fits);
            (choice.title().to_owned(), right.unwrap_or_default())
        }
        Choice::Resume(path) => {
            let game = home.summary(path).map(|summary| summary.game.info().title.to_owned());
            (choice.title().to_owned(), game.unwrap_or_default())
        }
        Choice::Learn if is_start => ("Start here: learn".to_owned(), String::new()),
        _ => (choice.title().to_owned(), String::new()),
    };
    put(buffer, area, 0, 0, &" ".repeat(usize::from(area.width)), style);
    put_all(buffer, area, 0, 0, [(if is_chosen { "> " } else { "  " }, style), (&*text, style)]);
    if width(&text) + 2 + width(&right) <= room {
        put(buffer, area, area.width - width(&right), 0, &right, quiet);
    }
}

/// A game that was played, in so many columns: its title, its players or the name of its file, and
/// the result. Where room is short the title is cut if that leaves the players whole, and else the
/// players are.
fn recent(stem: &str, summary: &GameSummary, room: u16, ascii: bool) -> (String, String) {
    let (title, result) = (summary.game.info().title, summary.result());
    let room = room.saturating_sub(width(&result) + 4);
    let whole = called(stem, summary, u16::MAX, ascii);
    let beside = room.saturating_sub(width(&whole));
    let (title, who) = if beside >= LEAST_TITLE {
        (shorten(title, beside, ascii), whole)
    } else {
        let room = room.saturating_sub(width(title));
        let is_named = room >= LEAST_PLAYERS;
        (
            title.to_owned(),
            if is_named { called(stem, summary, room, ascii) } else { String::new() },
        )
    };
    let gap = if who.is_empty() { "" } else { "  " };
    (format!("{title}{gap}{who}"), result)
}

/// The name of the file at `path` without its ending, safe to show.
fn name_of(path: &std::path::Path) -> String {
    path.file_stem().map_or_else(String::new, |name| display_text(&name.to_string_lossy()))
}

/// The board beside the list, and the remarks on it.
struct Beside<'a> {
    position: Option<Preview<'a>>,
    heading: Heading,
    /// The explanation of the selected line, below the board.
    lines: Vec<(String, Style)>,
    room: Rect,
}

/// Rows that are kept for a board that is only partly seen, unless the first remark below it takes
/// more.
const LEAST_BOARD: u16 = 11;

/// The lines of the first `remarks`, at least one of them, that have room in `body` below
/// `position`: as many as leave a board in blocks, or else the whole board in characters, if any
/// do.
fn said_below(
    position: Option<&Preview>,
    fit: Fit,
    remarks: Vec<Line>,
    body: Rect,
) -> Vec<(String, Style)> {
    let rows = body.height;
    let is_in_blocks = |count: &usize| {
        let lines: usize = remarks[..*count].iter().map(Vec::len).sum();
        let room = Rect { height: rows.saturating_sub(lines as u16 + 1), ..body };
        position.is_some_and(|position| position.is_in_blocks(fit, room))
    };
    if let Some(count) = (1..=remarks.len()).rev().find(is_in_blocks) {
        return remarks.into_iter().take(count).flatten().collect();
    }
    let least = remarks.first().map_or(0, Vec::len) as u16;
    let whole = position.map(|position| {
        BoardLayout::size_needed(position.game.board().geometry(), Zoom::Compact, true).1
    });
    let spare = whole.map(|board| rows.saturating_sub(board + 1)).filter(|&spare| spare >= least);
    let room = usize::from(spare.unwrap_or_else(|| rows.saturating_sub(LEAST_BOARD).max(least)));
    let mut lines = Vec::new();
    for remark in remarks {
        if lines.len() + remark.len() > room {
            break;
        }
        lines.extend(remark);
    }
    // The name of a file may be longer than there is room for.
    lines.truncate(usize::from(rows));
    lines
}

impl<'a> Beside<'a> {
    /// The subject of the selected line: its game, or else the game to go on with, or a sample.
    fn of(home: &'a Home, cx: &'a Shared, frame: Frame) -> Self {
        let (position, heading) = shown(home, cx);
        let body = frame.body();
        let remarks = remarks(home, cx, body.width);
        let lines = said_below(position.as_ref(), cx.display.fit(), remarks, body);
        let rows = lines.len() as u16;
        let room = Rect { height: body.height.saturating_sub(rows + u16::from(rows > 0)), ..body };
        Self { position, heading, lines, room }
    }

    fn draw(&self, frame: Frame, cx: &Shared, buffer: &mut Buffer) {
        frame.draw(&cx.theme, buffer);
        frame.heading(frame.inner().y, &self.heading, &cx.theme, buffer);
        let (body, rows) = (frame.body(), self.lines.len() as u16);
        for (y, (line, style)) in (body.bottom() - rows..).zip(&self.lines) {
            put(buffer, Rect { y, height: 1, ..body }, 0, 0, line, *style);
        }
        if let Some(position) = &self.position {
            position.draw(cx.display.fit(), &cx.theme, self.room, buffer);
        }
    }
}

/// The board as a picture on the terminal; `None` if it is drawn as text, or there is none.
pub(super) fn picture(
    home: &Home,
    cx: &Shared,
    area: Rect,
    easel: &mut Easel,
) -> Option<PlacedPicture> {
    let [_, frame] = Areas::of(home, area).frames?;
    let beside = Beside::of(home, cx, frame);
    beside.position?.picture(cx.display, &cx.theme, beside.room, easel)
}

/// The position that the selected line is about, and what it is called.
fn shown<'a>(home: &'a Home, cx: &'a Shared) -> (Option<Preview<'a>>, Heading) {
    let choice = home.choice();
    let shown = match &choice {
        Choice::Recent(_) | Choice::Continue { .. } | Choice::Resume(_) => Some(choice),
        _ if home.sample().is_some() => None,
        _ => home.going_on(),
    };
    let turn = |text: String| vec![(text, cx.theme.dim())];
    let of_summary = |summary: Option<&'a GameSummary>| match summary {
        Some(summary) => {
            let heading =
                Heading::with(summary.game.info().title, turn(format!("turn {}", summary.turns)));
            (Some(Preview::of(summary)), heading)
        }
        None => (None, Heading::new("Game")),
    };
    match (shown, cx.game.table()) {
        (Some(Choice::Continue { .. }), Some(table)) => {
            let (game, timeline) = (table.game(), table.timeline());
            let number = timeline.turn(timeline.cursor());
            let heading = Heading::with(game.info().title, turn(format!("turn {number}")));
            let (last, is_over) = (timeline.latest_cells(), table.outcome().is_some());
            (Some(Preview { game, last, pieces: timeline.pieces().into(), is_over }), heading)
        }
        (Some(Choice::Recent(path) | Choice::Resume(path)), _) => of_summary(home.summary(&path)),
        _ => match home.sample() {
            Some(sample) => {
                let (at, last) = sample.turn();
                let heading = Heading::with(
                    sample.info().title,
                    turn(format!("sample game, {at} of {last}")),
                );
                (sample.position(), heading)
            }
            None => of_summary(None),
        },
    }
}

/// Shows without a board what the selected line is about.
fn draw_remarks(home: &Home, cx: &Shared, area: Rect, buffer: &mut Buffer) {
    let title = match &home.choice() {
        Choice::New(info) => Some(info.title),
        Choice::Resume(path) | Choice::Recent(path) => {
            home.summary(path).map(|summary| summary.game.info().title)
        }
        _ => None,
    };
    let row = put_lines(buffer, area, 0, title, cx.theme.title());
    let lines = remarks(home, cx, area.width).into_iter().flatten();
    for (row, (line, style)) in (row..area.height).zip(lines) {
        put(buffer, area, 0, row, &line, style);
    }
}

/// Returns the remarks on the selected line, in lines of `columns`.
fn remarks(home: &Home, cx: &Shared, columns: u16) -> Vec<Line> {
    let theme = &cx.theme;
    let said = |text: &str, style: Style| wrap_styled(text, columns, style);
    let plain = |text: &str| vec![said(text, theme.dim())];
    let unread = |fault| vec![said(UNREAD, theme.warning()), said(fault, theme.text())];
    match home.choice() {
        Choice::New(info) => {
            let about = [by(info), boards(info), colours(info)];
            let about = about.iter().map(|text| said(text, theme.dim()));
            std::iter::once(said(info.texts.goal, theme.text())).chain(about).collect()
        }
        Choice::Computer(rematch) => {
            let sides = Colour::BOTH.map(|colour| {
                let seat = &rematch.like.seats[colour.index()];
                let who = if seat.is_engine() { seat.title() } else { "you".to_owned() };
                format!("{}: {who}", rematch.like.info.side(colour).title)
            });
            let board = board_text(rematch.like.options.board, rematch.like.options.size);
            plain(&format!(
                "Starts at once: {}, {board}. {}.",
                rematch.like.info.title,
                sides.join(", ")
            ))
        }
        Choice::Continue { .. } => {
            let game = cx.game.table().map(Table::game);
            let about = game.map_or_else(String::new, |game| {
                format!("{}, {}. ", game.info().title, options_text(game))
            });
            plain(&format!("{about}Return to where you left it."))
        }
        Choice::Resume(path) => match home.summary(&path) {
            Some(summary) => of_summary(summary, theme, columns)
                .into_iter()
                .chain(plain("Resume your last game."))
                .collect(),
            None => plain(&format!("Resume your last game: {}.", name_of(&path))),
        },
        Choice::Recent(path) => match home.summary(&path) {
            Some(summary) => of_summary(summary, theme, columns),
            None => home.fault(&path).map_or_else(Vec::new, unread),
        },
        Choice::Open => {
            plain("Games are saved automatically. Review one, or play on from any turn.")
        }
        Choice::Learn => plain("Lessons on rules and strategy, and puzzles, for each game."),
        Choice::Edit => plain("Place stones freely, then play or analyse from there."),
        Choice::Puzzles(_) => plain("Find the best move: puzzles of one game, or of all four."),
        Choice::Daily => plain("A new puzzle each day, the same for every player."),
        Choice::Rules => plain("The rules of each game, one page each; arrow keys switch."),
        Choice::Settings => plain("Theme, board, keys, default players and more."),
        Choice::Quit => plain("Leave Tetralith; it asks first if a game would be lost."),
    }
}

/// Returns what a saved game is, who plays, and how far it has come.
fn of_summary(summary: &GameSummary, theme: &Theme, columns: u16) -> Vec<Line> {
    let stands = format!("{}, {}", summary.ending(), summary.length());
    let game = wrap_styled(&options_text(&summary.game), columns, theme.dim());
    let others = [summary.pairing(), stands].map(|text| wrap_styled(&text, columns, theme.text()));
    std::iter::once(game).chain(others).collect()
}

/// Returns who designed a game.
fn by(info: &Info) -> String {
    let by = info.texts.year.map_or_else(
        || info.texts.designers.to_owned(),
        |year| format!("{}, {year}", info.texts.designers),
    );
    format!("by {by}")
}

/// Returns on which boards a game is played.
fn boards(info: &Info) -> String {
    let boards: Vec<String> =
        info.boards.iter().map(|range| board_text(range.shape, range.default)).collect();
    format!("board: {}", boards.join(" or "))
}

/// Returns the colours of both sides, and who moves first.
fn colours(info: &Info) -> String {
    let [first, second] = Colour::BOTH.map(|colour| info.side(colour).title);
    format!("{first} moves first, then {second}")
}
