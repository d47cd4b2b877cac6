//! Drawing the list of saved games and the preview of one.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use tetralith_core::text::display_text;
use tetralith_core::{Colour, Info};

use super::browser::{Browser, BrowserLine, GameSummary, MAX_READ, NoSummary, Peek};
use crate::keymap::Action;
use crate::theme::Theme;
use crate::tui::board::layout::BoardLayout;
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::board::preview::Preview;
use crate::tui::layers::component::Component as _;
use crate::tui::layers::listed::{UNREAD, called, instead_of_result, list_of};
use crate::tui::shared::Shared;
use crate::tui::widgets::menus::{self, lines_area, put_input};
use crate::tui::widgets::paint::{
    first_shown, put, put_all, put_lines, shorten, shorten_start, width, wrap, wrap_within,
};
use tetralith_files::FileEntry;
use tetralith_picture::look::zoom::Zoom;
use tetralith_session::words::options_text;

/// The narrowest window with a preview beside the list, in columns.
const PREVIEW_FROM: u16 = 76;

/// The narrowest and the widest preview, in columns: a board of 13 columns with its coordinates
/// fits in any.
const PREVIEW_WIDTH: (u16, u16) = (30, 80);

/// The narrowest list whose dates all have the year, and with whole titles of games, in columns.
const YEAR_FROM: u16 = 50;
const TITLES_FROM: u16 = 41;

/// Rows of a preview's text before the board, where there is room for all of it.
const WHOLE_HEAD: u16 = 7;

/// Columns of a game's title, whole or cut.
const GAME_WIDTH: u16 = 12;
const CUT_GAME_WIDTH: u16 = 9;

/// Columns of a date with its year, of a day of this year, and of a month of another.
const DATE_WIDTH: u16 = 10;
const DAY_WIDTH: u16 = 5;
const MONTH_WIDTH: u16 = 7;

/// Rows below the list for what is known of the selected game: more where there is no preview.
const fn remark_rows(area: Rect) -> u16 {
    match (area.width, area.height) {
        (PREVIEW_FROM.., _) | (_, ..12) => 2,
        (_, 12..16) => 3,
        _ => 4,
    }
}

/// Returns the place of the list, and of the preview beside it if there is room.
fn parts(area: Rect) -> (Rect, Option<Rect>) {
    let lines = lines_area(area);
    if area.width < PREVIEW_FROM {
        let height = lines.height.saturating_sub(remark_rows(area) - 2);
        return (Rect { height, ..lines }, None);
    }
    let preview = (area.width * 3 / 8).clamp(PREVIEW_WIDTH.0, PREVIEW_WIDTH.1);
    let list = Rect { width: lines.width.saturating_sub(preview + 3), ..lines };
    (list, Some(Rect { x: list.right() + 3, width: preview, ..lines }))
}

/// Returns the number of lines of the list in view in a window of this `area`.
pub fn rows(area: Rect) -> usize {
    usize::from(parts(area).0.height)
}

pub(super) fn line_at(browser: &Browser, area: Rect, at: Position) -> Option<usize> {
    menus::line_at(browser.selected(), browser.lines().len(), parts(area).0, at)
}

/// Draws the list and the preview into `area`, its last row left free.
pub(super) fn draw(browser: &Browser, cx: &Shared, area: Rect, buffer: &mut Buffer) {
    let theme = &cx.theme;
    draw_title(browser, theme, area, buffer);
    let (list, preview) = parts(area);
    let first = first_shown(browser.selected(), browser.lines().len(), usize::from(list.height));
    let dates = Dates::of(browser, list.width);
    for (row, (i, &line)) in (0..list.height).zip(browser.lines().iter().enumerate().skip(first)) {
        let place = Rect { y: list.y + row, height: 1, ..list };
        draw_line(browser, line, &dates, i == browser.selected(), theme, place, buffer);
    }
    if nothing_fits(browser) {
        let key = cx.key_names(browser.contexts(cx)).name(Action::Cancel);
        let nothing = format!("no match; {key} shows all");
        put(buffer, list, 2, 0, &nothing, theme.dim());
    }
    if let Some(preview) = preview {
        draw_preview(browser, cx, preview, buffer);
    }
    let rows = remark_rows(area);
    let remark =
        Rect { y: area.bottom().saturating_sub(rows + 1), height: rows, ..lines_area(area) }
            .intersection(area);
    let (lines, style) = remark_lines(browser, preview.is_none(), theme, remark);
    put_lines(buffer, remark, 0, lines, style);
}

fn draw_title(browser: &Browser, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let ascii = theme.is_ascii();
    let row = u16::from(area.height >= 12);
    let title = match &browser.dir {
        None => "saved games".to_owned(),
        Some(dir) if dir.as_os_str() == "." => "the current directory".to_owned(),
        Some(dir) => display_text(&dir.display().to_string()),
    };
    let looked = browser.is_filtering() || !browser.filter().text().is_empty();
    let mut column = 1;
    if !looked || area.width >= BOTH_TITLES_FROM {
        column = put(buffer, area, column, row, "Open a saved game: ", theme.dim());
        let room = area.width.saturating_sub(column + if looked { FILTER_ROOM } else { 1 });
        column = put(buffer, area, column, row, &shorten(&title, room, ascii), theme.title());
        column += if looked { 2 } else { 0 };
    } else {
        // The typed text needs the room.
        column = put(buffer, area, column, row, "Saved games ", theme.title());
    }
    if !looked {
        return;
    }
    let filter = browser.filter();
    column = put(buffer, area, column, row, "with ", theme.dim());
    if !browser.is_filtering() {
        let text = shorten(filter.text(), area.width.saturating_sub(column), ascii);
        put(buffer, area, column, row, &text, theme.accent());
        return;
    }
    let column = put_input(buffer, area, column, row, filter.halves(), theme);
    if filter.text().is_empty() {
        put(buffer, area, column, row, TO_TYPE, theme.dim());
    }
}

/// The text in place of what is looked for as long as nothing is typed.
const TO_TYPE: &str = "type to search";

/// Columns of what is looked for, with what is before it.
const FILTER_ROOM: u16 = 30;

/// The narrowest window that names the directory beside what is looked for, in columns.
const BOTH_TITLES_FROM: u16 = 68;

/// True if every game has been looked into, and none is what is looked for.
fn nothing_fits(browser: &Browser) -> bool {
    let (read, files) = browser.progress();
    browser.fault().is_none() && browser.lines().is_empty() && read >= files.min(MAX_READ)
}

/// Returns the words below the list, in the lines of `area`.
fn remark_lines(
    browser: &Browser,
    narrow: bool,
    theme: &Theme,
    area: Rect,
) -> (Vec<String>, Style) {
    let (columns, rows, ascii) = (area.width, usize::from(area.height), theme.is_ascii());
    let looked = !browser.filter().text().is_empty();
    let (read, files) = browser.progress();
    let lines = |text: &str| wrap_within(text, columns, rows, ascii);
    if let Some(fault) = browser.fault() {
        return (lines(fault), theme.warning());
    }
    if looked && read < files.min(MAX_READ) {
        return (lines(&format!("reading games: {read} of {files}")), theme.dim());
    }
    if browser.entries().is_empty() {
        return (lines("no saved games here"), theme.dim());
    }
    let entry = browser.entry().filter(|_| narrow);
    match entry.and_then(|entry| Some((entry, browser.peek(&entry.path)?))) {
        Some((entry, Ok(summary))) => {
            let pairing = summary.pairing();
            let gap = if pairing.is_empty() { "" } else { ". " };
            let text = format!("{pairing}{gap}{}, {}", summary.ending(), summary.length());
            let name = name_lines(entry, columns, ascii);
            // If there is not room for both, the state of the game is shown rather than its place.
            let mut lines =
                wrap_within(&text, columns, rows.saturating_sub(name.len()).max(2), ascii);
            lines.extend(name);
            lines.truncate(rows);
            (lines, theme.text())
        }
        Some((_, Err(NoSummary::List(count)))) => (lines(&list_of(*count)), theme.text()),
        Some((_, Err(NoSummary::Fault(fault)))) => (lines(fault), theme.warning()),
        None => (Vec::new(), theme.dim()),
    }
}

/// The name of a file in one line, or in two if it is long, broken where that can be read; a longer
/// one has a mark in place of its middle.
fn name_lines(entry: &FileEntry, columns: u16, ascii: bool) -> Vec<String> {
    let name = display_text(&entry.path.file_name().unwrap_or_default().to_string_lossy());
    let name = format!("in {name}");
    if width(&name) <= columns {
        return vec![name];
    }
    let ends = name.char_indices().map(|(at, c)| at + c.len_utf8());
    let fits: Vec<usize> = ends.take_while(|&end| width(&name[..end]) <= columns).collect();
    let parts = |end: &&usize| name[..**end].ends_with(['-', '_', ' ']);
    let end = fits[fits.len() / 2..].iter().rfind(parts).or(fits.last()).copied().unwrap_or(0);
    vec![name[..end].to_owned(), shorten_start(&name[end..], columns, ascii)]
}

/// The day of an RFC 3339 date; anything else as it is.
fn shorten_date(date: &str) -> &str {
    date.split('T').next().unwrap_or(date)
}

/// The forms in which the dates of a list are written.
enum Dates {
    /// With the year.
    Whole,
    /// The day of this year, which is left out with its hyphen; of other years the month.
    Short { year: String, width: u16 },
}

impl Dates {
    /// Those that fit into a list of so many `columns`.
    fn of(browser: &Browser, columns: u16) -> Self {
        if columns >= YEAR_FROM {
            return Self::Whole;
        }
        let year = browser.year();
        let mut days =
            browser.entries().iter().filter(|entry| !entry.is_dir).map(|entry| browser.day(entry));
        let is_this = |day: String| day.starts_with(&year);
        let width = if days.all(is_this) { DAY_WIDTH } else { MONTH_WIDTH };
        Self::Short { year, width }
    }

    /// The columns that each takes.
    const fn width(&self) -> u16 {
        match self {
            Self::Whole => DATE_WIDTH,
            Self::Short { width, .. } => *width,
        }
    }

    /// Returns the date of a file of this `day`.
    fn listed(&self, day: String) -> String {
        let Self::Short { year, width } = self else { return day };
        match day.strip_prefix(year.as_str()) {
            Some(day) => format!("{day:>0$}", usize::from(*width)),
            None => day.get(..7).unwrap_or_default().to_owned(),
        }
    }
}

fn draw_line(
    browser: &Browser,
    line: BrowserLine,
    dates: &Dates,
    chosen: bool,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let ascii = theme.is_ascii();
    let style = if chosen { theme.selected() } else { theme.text() };
    put(buffer, area, 0, 0, &" ".repeat(usize::from(area.width)), style);
    put(buffer, area, 0, 0, if chosen { ">" } else { " " }, style);
    let words = |buffer: &mut Buffer, text: &str| {
        put(buffer, area, 2, 0, &shorten(text, area.width.saturating_sub(2), ascii), style);
    };
    let entry = match line {
        BrowserLine::Elsewhere if browser.dir.is_some() => {
            return words(buffer, "../  (parent directory)");
        }
        BrowserLine::Elsewhere => {
            return words(buffer, "./  (the current directory)");
        }
        BrowserLine::Entry(i) => &browser.entries()[i],
    };
    let name =
        |name: Option<&std::ffi::OsStr>| display_text(&name.unwrap_or_default().to_string_lossy());
    if entry.is_dir {
        return words(buffer, &format!("{}/", name(entry.path.file_name())));
    }
    let stem = name(entry.path.file_stem());
    put(buffer, area, 2, 0, &dates.listed(browser.day(entry)), style);
    let mut column = 2 + dates.width() + 1;
    let peek = browser.peek(&entry.path);
    let result = match peek {
        Some(Ok(summary)) => summary.result(),
        Some(Err(found)) => instead_of_result(found),
        None => String::new(),
    };
    let right = area.width.saturating_sub(width(&result));
    let summary = peek.and_then(|peek| peek.as_ref().ok());
    if let Some(summary) = summary {
        let title = summary.game.info().title;
        let of_title = if area.width < TITLES_FROM { CUT_GAME_WIDTH } else { GAME_WIDTH };
        put(buffer, area, column, 0, &shorten(title, of_title, ascii), style);
        column += of_title + 1;
    }
    // Names are cut before the result.
    let room = right.saturating_sub(column + 1);
    let who = match summary {
        Some(summary) => called(&stem, summary, room, ascii),
        None => shorten(&stem, room, ascii),
    };
    put(buffer, area, column, 0, &who, style);
    put(buffer, area, right, 0, &result, style);
}

/// The board of the selected game as a picture on the terminal; `None` where it is text, or
/// there is none.
pub(super) fn picture(
    browser: &Browser,
    cx: &Shared,
    area: Rect,
    easel: &mut Easel,
) -> Option<PlacedPicture> {
    let area = parts(area).1?;
    let entry = browser.entry().filter(|entry| !entry.is_dir)?;
    let summary = browser.peek(&entry.path)?.as_ref().ok()?;
    // The text above the board decides on its room.
    let room = draw_about(entry, summary, &cx.theme, area, &mut Buffer::empty(area));
    Preview::of(summary).picture(cx.display, &cx.theme, room, easel)
}

fn draw_preview(browser: &Browser, cx: &Shared, area: Rect, buffer: &mut Buffer) {
    // A preview that stays empty has no frame.
    if browser.entries().iter().all(|entry| entry.is_dir) {
        return;
    }
    let theme = &cx.theme;
    let line = if theme.is_ascii() { "|" } else { "│" };
    let border = Rect { x: area.x.saturating_sub(2), width: 1, ..area };
    put_lines(buffer, border, 0, (0..area.height).map(|_| line), theme.border());
    let Some(entry) = browser.entry() else { return };
    match (entry.is_dir, browser.peek(&entry.path)) {
        (true, _) => {}
        (false, None) => {
            put(buffer, area, 0, 0, "reading", theme.dim());
        }
        (false, Some(peek)) => draw_peek(entry, peek, cx, area, buffer),
    }
}

fn draw_peek(entry: &FileEntry, peek: &Peek, cx: &Shared, area: Rect, buffer: &mut Buffer) {
    let theme = &cx.theme;
    let name = || name_lines(entry, area.width, theme.is_ascii());
    match peek {
        Ok(summary) => {
            let room = draw_about(entry, summary, theme, area, buffer);
            Preview::of(summary).draw(cx.display.fit(), theme, room, buffer);
        }
        Err(NoSummary::List(count)) => {
            let row = put_lines(buffer, area, 0, wrap(&list_of(*count), area.width), theme.text());
            put_lines(buffer, area, row, name(), theme.dim());
        }
        Err(NoSummary::Fault(fault)) => {
            put(buffer, area, 0, 0, UNREAD, theme.warning());
            let row = put_lines(buffer, area, 1, wrap(fault, area.width), theme.text());
            put_lines(buffer, area, row + 1, name(), theme.dim());
        }
    }
}

/// Writes the description of a game, and returns the room below it.
fn draw_about(
    entry: &FileEntry,
    summary: &GameSummary,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Rect {
    let name = name_lines(entry, area.width, theme.is_ascii());
    let geometry = summary.game.board().geometry();
    let needed = BoardLayout::size_needed(geometry, Zoom::Compact, true).1;
    let row = if area.height >= needed + WHOLE_HEAD {
        let row = draw_head(summary, theme, area, buffer);
        put_lines(buffer, area, row, name, theme.dim())
    } else {
        draw_short_head(summary, theme, area, buffer)
    };
    Rect { y: area.y + row, height: area.height.saturating_sub(row), ..area }.intersection(area)
}

/// Returns the description of a game, a line for each of the players.
fn draw_head(summary: &GameSummary, theme: &Theme, area: Rect, buffer: &mut Buffer) -> u16 {
    let (info, ascii) = (summary.game.info(), theme.is_ascii());
    let column = put(buffer, area, 0, 0, info.title, theme.title()) + 2;
    let options = shorten(&options_text(&summary.game), area.width.saturating_sub(column), ascii);
    put(buffer, area, column, 0, &options, theme.dim());
    for (row, colour) in (1..).zip(Colour::BOTH) {
        let title = info.side(colour).title;
        let who = match summary.players[colour.index()].as_str() {
            "" => title.to_owned(),
            player => format!("{title}, {player}"),
        };
        put_player(
            info,
            colour,
            &who,
            theme,
            Rect { y: area.y + row, height: 1, ..area }.intersection(area),
            buffer,
        );
    }
    let row = put_lines(buffer, area, 3, wrap(&summary.ending(), area.width), theme.good());
    let date = summary
        .date
        .as_deref()
        .map_or_else(String::new, |date| format!(", started {}", shorten_date(date)));
    let row = put_lines(
        buffer,
        area,
        row,
        wrap(&format!("{}{date}", summary.length()), area.width),
        theme.dim(),
    );
    match &summary.event {
        Some(event) => {
            put_lines(buffer, area, row, wrap_within(event, area.width, 2, ascii), theme.dim())
        }
        None => row,
    }
}

/// Draws a stone of `colour` and after it `who` has that colour, shortened to what fits into
/// `area`.
fn put_player(
    info: &Info,
    colour: Colour,
    who: &str,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let (sign, style) = theme.stone_sign(info, colour);
    let stone = format!(" {sign} ");
    let who = shorten(who, area.width.saturating_sub(width(&stone) + 1), theme.is_ascii());
    put_all(buffer, area, 0, 0, [(&*stone, style), (" ", theme.text()), (&*who, theme.text())]);
}

/// The same in three lines or four, so that more of the board can be seen.
fn draw_short_head(summary: &GameSummary, theme: &Theme, area: Rect, buffer: &mut Buffer) -> u16 {
    let (info, ascii) = (summary.game.info(), theme.is_ascii());
    let column = put(buffer, area, 0, 0, info.title, theme.title()) + 2;
    let about = format!("{}, {}", summary.length(), options_text(&summary.game));
    put(
        buffer,
        area,
        column,
        0,
        &shorten(&about, area.width.saturating_sub(column), ascii),
        theme.dim(),
    );
    let half = area.width / 2;
    for (column, colour) in [0, half].into_iter().zip(Colour::BOTH) {
        let who = match summary.players[colour.index()].as_str() {
            "" => info.side(colour).title,
            player => player,
        };
        // A blank column between the two.
        let place =
            Rect { x: area.x + column, y: area.y + 1, width: half.saturating_sub(1), height: 1 };
        put_player(info, colour, who, theme, place.intersection(area), buffer);
    }
    put_lines(buffer, area, 2, wrap_within(&summary.ending(), area.width, 2, ascii), theme.good())
}
