//! The home screen on the screen: the list, recent games and a board beside them, and which line is
//! at a place.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use tetralith_core::text::display_text;
use tetralith_core::{Colour, Info};
use tetralith_picture::look::zoom::Zoom;
use tetralith_picture::pieces;
use tetralith_session::table::Table;
use tetralith_session::words::{board_text, options_text};

use super::menu::Home;
use crate::program::{GameSummary, last_turn};
use crate::theme::{Glyphs, Theme};
use crate::tui::board::layout::BoardLayout;
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::board::preview::Preview;
use crate::tui::choice::Choice;
use crate::tui::layers::unread::{UNREAD, UNREADABLE};
use crate::tui::shared::Shared;
use crate::tui::widgets::frame::{Frame, Heading};
use crate::tui::widgets::paint::{
    first_shown, is_marked, mark_more, put, put_all, put_lines, shorten, width, wrap,
};

/// Columns the list takes where there are no frames.
const LIST_WIDTH: u16 = 30;

/// The narrowest and lowest window with frames and a board.
const FRAMED_FROM: (u16, u16) = (66, 18);

/// The narrowest and the widest list in a frame, in columns.
const FRAME_WIDTH: (u16, u16) = (34, 48);

/// The lowest frame of recent games.
const LEAST_RECENT: u16 = 3;

/// The headings of the groups of the menu.
const GROUPS: [&str; 3] = ["Play", "Study", "More"];

/// The places of the parts.
struct Areas {
    title: u16,
    list: Rect,
    /// The lines of the list before which a row is left for the heading of their group.
    groups: Vec<usize>,
    /// The lines of recent games, where they have a place of their own.
    recent: Option<Rect>,
    frames: Vec<Frame>,
    board: Option<Frame>,
}

impl Areas {
    fn of(home: &Home, area: Rect) -> Self {
        if area.width < FRAMED_FROM.0 || area.height < FRAMED_FROM.1 {
            let (title, top) = if area.height >= 14 { (1, 3) } else { (0, 1) };
            let width = LIST_WIDTH.min(area.width.saturating_sub(2));
            let list = Rect {
                x: area.x + 2,
                y: area.y + top,
                width,
                height: area.height.saturating_sub(top + 1),
            };
            let list = list.intersection(area);
            return Self {
                title,
                list,
                groups: groups_within(home, home.choices().len(), list.height),
                recent: None,
                frames: Vec::new(),
                board: None,
            };
        }
        let left = (area.width * 2 / 5).clamp(FRAME_WIDTH.0, FRAME_WIDTH.1);
        let body = Rect { y: area.y + 2, height: area.height - 4, ..area };
        let beside = Rect { x: body.x + 1, width: left, ..body };
        let (main, all) = (home.main_lines(), home.choices().len());
        let groups = home.later_groups();
        let framed = |lines: usize| (lines as u16 + 2).min(body.height);
        // Headings give way to the games that were played last, and what is empty has no frame.
        let menu_rows = [main + groups.len(), main].map(framed);
        let fits = |rows: &&u16| main < all && body.height - **rows >= LEAST_RECENT;
        let menu_height = menu_rows.iter().find(fits).copied();
        let has_recent = menu_height.is_some();
        let menu = Frame::closed(Rect { height: menu_height.unwrap_or(body.height), ..beside });
        let room = body.height - menu_height.unwrap_or(0);
        let recent =
            Frame::closed(Rect { y: beside.y + menu_height.unwrap_or(0), height: room, ..beside });
        let listed = if has_recent { main } else { all };
        let board =
            Rect { x: beside.right() + 1, width: body.right() - beside.right() - 2, ..body };
        Self {
            title: 0,
            list: menu.body(),
            groups: groups_within(home, listed, menu.body().height),
            recent: has_recent.then(|| recent.body()),
            frames: if has_recent { vec![menu, recent] } else { vec![menu] },
            board: Some(Frame::closed(board)),
        }
    }

    /// The rows of both lists with the number of their lines: those that `recent` does not hold are
    /// in the first.
    fn lists(&self, home: &Home) -> Vec<(Rect, std::ops::Range<usize>)> {
        let (main, all) = (home.main_lines(), home.choices().len());
        match self.recent {
            Some(recent) => vec![(self.list, 0..main), (recent, main..all)],
            None => vec![(self.list, 0..all)],
        }
    }

    /// Rows above line `line` that bear headings of groups.
    fn rows_above(&self, line: usize) -> u16 {
        self.groups.iter().filter(|&&group| group <= line).count() as u16
    }
}

/// The groups of the menu that begin after the first, if their headings and `lines` lines have room
/// in `rows` rows.
fn groups_within(home: &Home, lines: usize, rows: u16) -> Vec<usize> {
    let groups = home.later_groups();
    if lines + groups.len() <= usize::from(rows) { groups } else { Vec::new() }
}

/// Returns the first line shown of `lines` in `rows` rows.
fn first_of(home: &Home, lines: &std::ops::Range<usize>, rows: u16) -> usize {
    let selected = home.selected().min(lines.end.saturating_sub(1)).saturating_sub(lines.start);
    lines.start + first_shown(selected, lines.len(), usize::from(rows))
}

pub(super) fn line_at(home: &Home, area: Rect, at: Position) -> Option<usize> {
    let areas = Areas::of(home, area);
    let (list, lines) = areas.lists(home).into_iter().find(|(list, _)| list.contains(at))?;
    let first = first_of(home, &lines, list.height);
    let row = |line: usize| (line - first) as u16 + areas.rows_above(line);
    let is_menu = list == areas.list;
    (first..lines.end).find(|&line| {
        let row = if is_menu { row(line) } else { (line - first) as u16 };
        list.y + row == at.y
    })
}

/// Draws the home screen into `area`, its last row left free.
pub(super) fn draw(home: &Home, cx: &Shared, area: Rect, buffer: &mut Buffer) {
    let (table, theme) = (cx.game.table(), &cx.theme);
    let areas = Areas::of(home, area);
    let title = put(buffer, area, 2, areas.title, "Tetralith", theme.title());
    put(buffer, area, title + 2, areas.title, "four modern abstract games", theme.dim());
    for (frame, heading) in areas.frames.iter().zip([GROUPS[0], "Recent games"]) {
        frame.draw(theme, buffer);
        frame.heading(frame.inner().y, &Heading::new(heading), theme, buffer);
    }
    if let Some(menu) = areas.frames.first() {
        for (above, (group, heading)) in (0..).zip(areas.groups.iter().zip(&GROUPS[1..])) {
            let y = areas.list.y + *group as u16 + above;
            menu.heading(y, &Heading::new(*heading), theme, buffer);
        }
    }
    for (list, lines) in areas.lists(home) {
        let first = first_of(home, &lines, list.height);
        let shown = (first - lines.start, lines.len());
        for i in first..lines.end {
            let above = if list == areas.list { areas.rows_above(i) } else { 0 };
            let row = (i - first) as u16 + above;
            if row >= list.height {
                break;
            }
            let is_chosen = i == home.selected();
            let width = list.width.saturating_sub(u16::from(is_marked(list, row, shown)));
            let line = Rect { y: list.y + row, height: 1, width, ..list };
            draw_line(home, cx, i, is_chosen, line, buffer);
        }
        if list != areas.list || areas.groups.is_empty() {
            mark_more(buffer, list, shown, theme);
        }
    }
    match areas.board {
        Some(frame) => Beside::of(home, cx, frame).draw(frame, cx, buffer),
        None if area.width >= LIST_WIDTH + 30 && area.height >= 10 => {
            let x = LIST_WIDTH + 5;
            let side = Rect { x: area.x + x, width: (area.width - x - 2).min(60), ..areas.list };
            draw_remarks(home, table, theme, side, buffer);
        }
        None => {}
    }
}

/// Draws line `line` of the lists into the row `area`.
fn draw_line(
    home: &Home,
    cx: &Shared,
    line: usize,
    is_chosen: bool,
    area: Rect,
    buffer: &mut Buffer,
) {
    let (choice, theme) = (&home.choices()[line], &cx.theme);
    let is_start = matches!(choice, Choice::Learn) && !cx.learnt.progress.has_learnt();
    let ascii = theme.glyphs() == Glyphs::Ascii;
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
            let (who, right) = if let Some(summary) = home.summary(path) {
                (format!("{}  {}", summary.game.info().title, summary.pairing()), summary.result())
            } else {
                (name_of(path), home.fault(path).map_or("", |_| UNREADABLE).to_owned())
            };
            (shorten(&who, room.saturating_sub(width(&right) + 2), ascii), right)
        }
        Choice::Computer(rematch) => (choice.title().to_owned(), rematch.in_words()),
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

/// Rows that are kept for a board of which a part is seen, unless the first remark below it takes
/// more.
const LEAST_BOARD: u16 = 11;

/// Something said of a line of the menu, in lines.
type Remark = Vec<(String, Style)>;

/// The lines of the first `remarks`, at least one of them, that have room in `rows` below
/// `position`: as many as leave the board whole, if it can be.
fn said_below(position: Option<&Preview>, remarks: Vec<Remark>, rows: u16) -> Vec<(String, Style)> {
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
    /// What the selected line is about: its game, or else the game to go on with, or a sample.
    fn of(home: &'a Home, cx: &'a Shared, frame: Frame) -> Self {
        let (position, heading) = shown(home, cx);
        let body = frame.body();
        let remarks = remarks(home, cx.game.table(), &cx.theme, body.width);
        let lines = said_below(position.as_ref(), remarks, body.height);
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
    let beside = Beside::of(home, cx, Areas::of(home, area).board?);
    beside.position?.picture(cx.display, &cx.theme, beside.room, easel)
}

/// The position that the selected line is about, and what it is called.
fn shown<'a>(home: &'a Home, cx: &'a Shared) -> (Option<Preview<'a>>, Heading) {
    let choice = home.choice();
    let shown = match &choice {
        Choice::Recent(_) | Choice::Continue | Choice::Resume(_) => Some(choice),
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
        (Some(Choice::Continue), Some(table)) => {
            let (game, timeline) = (table.game(), table.timeline());
            let number = timeline.turn(timeline.cursor());
            let heading = Heading::with(game.info().title, turn(format!("turn {number}")));
            let (last, is_over) = (last_turn(timeline), table.outcome().is_some());
            (Some(Preview { game, last, pieces: pieces(timeline).into(), is_over }), heading)
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

/// Says without a board what the selected line is about.
fn draw_remarks(
    home: &Home,
    table: Option<&Table>,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let row = match &home.choice() {
        Choice::New(info) => put_lines(buffer, area, 0, [info.title], theme.title()),
        Choice::Resume(path) | Choice::Recent(path) => {
            let title = home.summary(path).map(|summary| summary.game.info().title);
            put_lines(buffer, area, 0, title, theme.title())
        }
        _ => 0,
    };
    let lines = remarks(home, table, theme, area.width).into_iter().flatten();
    for (row, (line, style)) in (row..area.height).zip(lines) {
        put(buffer, area, 0, row, &line, style);
    }
}

/// Returns what there is to say of the selected line, in lines of `columns`.
fn remarks(home: &Home, table: Option<&Table>, theme: &Theme, columns: u16) -> Vec<Remark> {
    let told = |text: &str, style: Style| remark(text, style, columns);
    let plain = |text: &str| vec![told(text, theme.dim())];
    let unread = |fault| vec![told(UNREAD, theme.warning()), told(fault, theme.text())];
    match home.choice() {
        Choice::New(info) => {
            let about = [by(info), boards(info), colours(info)];
            let about = about.iter().map(|text| told(text, theme.dim()));
            std::iter::once(told(info.texts.goal, theme.text())).chain(about).collect()
        }
        Choice::Computer(rematch) => {
            let sides = Colour::BOTH.map(|colour| {
                let seat = &rematch.seats[colour.index()];
                let is_computer = seat.level().is_some() || seat.is_undecided();
                let who = if is_computer { seat.title() } else { "you".to_owned() };
                format!("{}: {who}", rematch.info.side(colour).title)
            });
            let board = board_text(rematch.options.board, rematch.options.size);
            plain(&format!(
                "Starts at once: {}, {board}. {}.",
                rematch.info.title,
                sides.join(", ")
            ))
        }
        Choice::Continue => {
            let game = table.map(Table::game);
            let told = game.map_or_else(String::new, |game| {
                format!("{}, {}. ", game.info().title, options_text(game))
            });
            plain(&format!("{told}Continue where you left it."))
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
        Choice::Puzzles(info) => plain(&format!(
            "Find the best move in {}. Learn has puzzles for every game.",
            info.title
        )),
        Choice::Daily => plain("A new puzzle each day, the same for every player."),
        Choice::Rules => plain("The rules of each game, one page each; arrow keys switch."),
        Choice::Settings => plain("Theme, board, keys, default players and more."),
        Choice::Quit => plain("Leave Tetralith; it asks first if a game would be lost."),
    }
}

/// Returns what a saved game is, who plays, and how far it has come.
fn of_summary(summary: &GameSummary, theme: &Theme, columns: u16) -> Vec<Remark> {
    let stands = format!("{}, {}", summary.ending(), summary.length());
    let game = remark(&options_text(&summary.game), theme.dim(), columns);
    let others = [summary.pairing(), stands].map(|text| remark(&text, theme.text(), columns));
    std::iter::once(game).chain(others).collect()
}

fn remark(text: &str, style: Style, columns: u16) -> Remark {
    wrap(text, columns).into_iter().map(|line| (line, style)).collect()
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
