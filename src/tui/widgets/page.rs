//! Pages of text: the help, the rules of a game, a comment.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Span;
use tetralith_core::{Info, NodeId};

use crate::keymap::{Context, HelpLine, Keymap};
use crate::theme::{SELECTED, Theme};
use crate::tui::widgets::filter::fit;
use crate::tui::widgets::frame::Frame;
use crate::tui::widgets::input::TextInput;
use crate::tui::widgets::menus::put_input;
use crate::tui::widgets::paint::{self, mark_eye, put, shorten, wrap};

/// The subject of a page.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum PageText {
    /// Every key, by context.
    Help {
        /// The contexts in which it was asked for: their keys come first.
        contexts: Vec<Context>,
        /// The signs on the board and what they mean, if there is a board.
        legend: Vec<Sign>,
        /// The words that are looked for among the keys.
        filter: TextInput,
    },
    Rules(&'static Info),
    /// A comment that is too long for a line.
    Comment {
        turn: u32,
        /// The comment, safe to show.
        text: String,
    },
    /// The statistics of the user's own games.
    MyGames(String),
    /// The report on the game at the board.
    Report {
        text: String,
        /// The turning points: their turns, and the places after them.
        points: Vec<(u32, NodeId)>,
        /// The point that is chosen, whose position is shown beside the text where there is room.
        chosen: usize,
    },
}

/// A sign on the board and what it means.
pub type Sign = (Span<'static>, String);

/// A line of a page and how it is meant.
enum Line {
    Heading(String),
    Key(String, String),
    /// Signs of the board beside each other.
    Signs(Vec<Sign>),
    /// A line about the turning point of this number, from 0.
    Point(usize, String),
    Text(String),
}

/// Columns that a sign takes in the help.
const SIGN_WIDTH: u16 = 5;

/// Columns that the names of keys take in the help.
const KEY_WIDTH: u16 = 20;

/// The narrowest window whose help has all of its title beside what is looked for, in columns.
const WHOLE_TITLE_FROM: u16 = 60;

/// The heading of what the signs on the board mean.
const SIGNS: &str = "Legend of the board";

/// The widest a page of text is set, in columns; longer lines are hard to read.
const PAGE_WIDTH: u16 = 78;

/// The widest that rules are set beside a board.
const RULES_WIDTH: u16 = 70;

/// The narrowest column of keys beside another, the columns between two, and the most columns.
const KEY_COLUMN: u16 = 56;
const KEY_GAP: u16 = 3;
const MOST_KEY_COLUMNS: u16 = 3;

/// The narrowest board beside a text, in columns, and the lowest window with one.
const BOARD_FROM: (u16, u16) = (30, 20);

/// The places of the parts of a page.
#[derive(Clone, Copy, Debug)]
struct PageAreas {
    /// The first column of text.
    text: Rect,
    /// The number of columns of text, each as wide as the first.
    columns: u16,
    board: Option<Frame>,
}

impl PageAreas {
    /// The parts of `page` in a window of this `area`.
    fn of(page: &PageText, area: Rect) -> Self {
        let room = area.width.saturating_sub(2);
        let text = Rect {
            x: area.x + 1,
            y: area.y + 2,
            width: room,
            height: area.height.saturating_sub(3),
        };
        let (mut columns, mut width, mut board) = (1, room.min(PAGE_WIDTH), None);
        match page {
            PageText::Help { .. } => {
                columns = ((room + KEY_GAP) / (KEY_COLUMN + KEY_GAP)).clamp(1, MOST_KEY_COLUMNS);
                let gaps = KEY_GAP * (columns - 1);
                width = (room.saturating_sub(gaps) / columns).min(PAGE_WIDTH);
            }
            PageText::Rules(_) | PageText::Report { .. } => {
                let most =
                    if matches!(page, PageText::Rules(_)) { RULES_WIDTH } else { PAGE_WIDTH };
                let beside = room.saturating_sub(most + 2);
                let has_subject =
                    !matches!(page, PageText::Report { points, .. } if points.is_empty());
                if has_subject && beside >= BOARD_FROM.0 && area.height >= BOARD_FROM.1 {
                    width = most;
                    let (x, height) = (text.x + width + 2, text.height.saturating_sub(1));
                    board = Some(Frame::closed(Rect { x, width: beside, height, ..text }));
                }
            }
            PageText::Comment { .. } | PageText::MyGames(_) => {}
        }
        Self { text: Rect { width, ..text }.intersection(area), columns, board }
    }

    fn rows(&self) -> usize {
        usize::from(self.text.height * self.columns)
    }

    /// The row of each line that is seen, from the first: column by column.
    fn places(self) -> impl Iterator<Item = Rect> {
        let Self { text, columns, .. } = self;
        (0..columns).flat_map(move |column| {
            let x = text.x + column * (text.width + KEY_GAP);
            (text.y..text.bottom()).map(move |y| Rect { x, y, height: 1, ..text })
        })
    }
}

/// The statistics of one's own games: each game begins a paragraph, after that on all of them; rows
/// of tables are indented.
fn my_games(text: &str, width: u16, ascii: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    for (nth, part) in text.split("\n\n").enumerate() {
        let mut part = part.lines().flat_map(|line| match line.strip_prefix("  ") {
            Some(_) => vec![shorten(line, width, ascii)],
            None => wrap(line, width),
        });
        if nth > 0 {
            lines.push(Line::Text(String::new()));
            lines.extend(part.next().map(Line::Heading));
        }
        lines.extend(part.map(Line::Text));
    }
    lines
}

/// The report, its turning points numbered as the keys that lead there, with their positions in
/// characters if it `has_diagrams`.
fn report(
    text: &str,
    points: &[(u32, NodeId)],
    width: u16,
    ascii: bool,
    has_diagrams: bool,
) -> Vec<Line> {
    let number =
        |line: &str| points.iter().position(|(turn, _)| line.starts_with(&format!("Turn {turn}:")));
    let (mut lines, mut after_point) = (Vec::new(), false);
    for (i, part) in text.split("\n\n").enumerate() {
        let part: Vec<&str> = part.lines().collect();
        let is_point = part.first().is_some_and(|line| number(line).is_some());
        // A diagram follows its point.
        let was_point = std::mem::replace(&mut after_point, is_point);
        if was_point && !has_diagrams {
            continue;
        }
        if i > 0 {
            lines.push(Line::Text(String::new()));
        }
        // The report begins with sentences, even if a player's name has several blanks.
        if i > 0 && part.iter().any(|line| line.contains("  ")) {
            let set = if was_point {
                part.iter().map(|&line| line.to_owned()).collect()
            } else {
                table(&part, width)
            };
            lines.extend(set.iter().map(|line| Line::Text(shorten(line, width, ascii))));
            continue;
        }
        for line in part {
            match number(line) {
                Some(i) => {
                    let wrapped = wrap(&format!("{}  {line}", i + 1), width);
                    lines.extend(wrapped.into_iter().map(|line| Line::Point(i, line)));
                }
                None => lines.extend(wrap(line, width).into_iter().map(Line::Text)),
            }
        }
    }
    lines
}

/// The lines of a table, with less room between its columns where it is wider than `width`.
fn table(lines: &[&str], width: u16) -> Vec<String> {
    let rows: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let is_blank = |x: usize| rows.iter().all(|row| row.get(x).is_none_or(|&c| c == ' '));
    let with_gaps = |most: usize| -> Vec<String> {
        let mut gap = 0;
        let mut is_kept = |&x: &usize| {
            gap = if is_blank(x) { gap + 1 } else { 0 };
            gap <= most
        };
        let kept: Vec<usize> = (0..columns).filter(&mut is_kept).collect();
        let row = |row: &Vec<char>| {
            kept.iter().filter_map(|&x| row.get(x)).collect::<String>().trim_end().to_owned()
        };
        rows.iter().map(row).collect()
    };
    let fits = |lines: &Vec<String>| lines.iter().all(|line| paint::width(line) <= width);
    [usize::MAX, 2].into_iter().map(with_gaps).find(fits).unwrap_or_else(|| with_gaps(1))
}

/// The rules as they are in the game's text, where a line that begins with `#` is a heading.
fn rules(info: &Info, width: u16) -> Vec<Line> {
    let lines = info.texts.rules.lines().flat_map(|line| match line.strip_prefix("# ") {
        Some(heading) => vec![Line::Heading(heading.to_owned())],
        None if line.trim().is_empty() => vec![Line::Text(String::new())],
        None => wrap(line, width).into_iter().map(Line::Text).collect(),
    });
    lines.chain(about(info, width)).collect()
}

/// The figures in the report on the game, if there is one.
fn about(info: &Info, width: u16) -> Vec<Line> {
    let sentences = crate::shipped::sentences_on(info.id);
    if sentences.is_empty() {
        return Vec::new();
    }
    let lines = sentences.iter().flat_map(|sentence| wrap(sentence, width)).map(Line::Text);
    [Line::Text(String::new()), Line::Heading("About this game".to_owned())]
        .into_iter()
        .chain(lines)
        .collect()
}

/// The keys and signs that fit `filter`, in their sections; a section without any is left out.
fn help(
    contexts: &[Context],
    legend: &[Sign],
    filter: &str,
    width: u16,
    ascii: bool,
    keymap: &Keymap,
) -> Vec<Line> {
    // A search that begins with a slash finds the same; a slash alone is the key.
    let query = filter.strip_prefix('/').filter(|rest| !rest.is_empty()).unwrap_or(filter);
    let mut lines = Vec::new();
    let mut section = |title: &str, entries: Vec<Line>| {
        if entries.is_empty() {
            return;
        }
        if !lines.is_empty() {
            lines.push(Line::Text(String::new()));
        }
        lines.push(Line::Heading(title.to_owned()));
        lines.extend(entries);
    };
    let fitting = legend.iter().filter(|(sign, text)| fit(query, text, &sign.content).is_some());
    section(SIGNS, sign_lines(fitting, width));
    let others = Context::ALL.into_iter().filter(|context| !contexts.contains(context));
    for context in contexts.iter().copied().chain(others) {
        let title = context.title();
        let helped = keymap.help_in(context, ascii);
        section(
            title,
            helped.iter().flat_map(|line| key_lines(line, title, query, width)).collect(),
        );
    }
    if lines.is_empty() {
        let nothing = format!("No key matches '{query}'. Esc shows every key again.");
        lines.extend(wrap(&nothing, width).into_iter().map(Line::Text));
    }
    lines
}

/// Signs in lines: two in each where there is room for both.
fn sign_lines<'a>(legend: impl Iterator<Item = &'a Sign>, width: u16) -> Vec<Line> {
    let room = (width / 2).saturating_sub(SIGN_WIDTH + 1);
    let fits = |(_, text): &Sign| paint::width(text) <= room;
    let mut lines: Vec<Vec<Sign>> = Vec::new();
    for sign in legend {
        match lines.last_mut() {
            Some(line) if line.len() == 1 && fits(&line[0]) && fits(sign) => {
                line.push(sign.clone());
            }
            _ => lines.push(vec![sign.clone()]),
        }
    }
    lines.into_iter().map(Line::Signs).collect()
}

/// The lines of a window for one of the help on a context called `title`, none if it does not fit
/// `query`.
fn key_lines(help: &HelpLine, title: &str, query: &str, width: u16) -> Vec<Line> {
    let besides = format!("{} {} {title}", help.keys.concat().join(" "), help.short);
    if fit(query, &help.what, &besides).is_none() {
        return Vec::new();
    }
    let keys: Vec<String> = help.keys.iter().map(|keys| keys.join(" or ")).collect();
    let keys = keys.join(" / ");
    let wide = paint::width(&keys) >= KEY_WIDTH;
    let head = if wide { wrap(&keys, width) } else { Vec::new() };
    let head = head.into_iter().map(|keys| Line::Key(keys, String::new()));
    let whats = wrap(&help.what, width.saturating_sub(KEY_WIDTH)).into_iter().enumerate();
    let whats = whats.map(|(i, what)| {
        Line::Key(if i == 0 && !wide { keys.clone() } else { String::new() }, what)
    });
    head.chain(whats).collect()
}

/// A page as it is set in a window.
pub struct SetPage<'a> {
    page: &'a PageText,
    areas: PageAreas,
    lines: Vec<Line>,
}

impl<'a> SetPage<'a> {
    /// The lines of `page` in a window of this `area`.
    pub fn new(page: &'a PageText, keymap: &Keymap, ascii: bool, area: Rect) -> Self {
        let areas = PageAreas::of(page, area);
        let width = areas.text.width;
        let lines = match page {
            PageText::Help { contexts, legend, filter } => {
                help(contexts, legend, filter.text(), width, ascii, keymap)
            }
            PageText::Rules(info) => rules(info, width),
            PageText::Report { text, points, .. } => {
                report(text, points, width, ascii, areas.board.is_none())
            }
            PageText::MyGames(text) => my_games(text, width, ascii),
            PageText::Comment { text, .. } => {
                wrap(text, width).into_iter().map(Line::Text).collect()
            }
        };
        Self { page, areas, lines }
    }

    /// The lines that are seen at once.
    pub fn rows(&self) -> usize {
        self.areas.rows()
    }

    /// The board that illustrates it, where there is room for one.
    pub const fn board(&self) -> Option<Frame> {
        self.areas.board
    }

    /// Returns how far it can be scrolled, in lines: the fewest that are scrolled away when the
    /// last one is seen.
    pub fn most_scroll(&self) -> usize {
        last_scroll(&self.lines, self.areas)
    }

    /// Returns the turning point whose line is at `at` while `scroll` lines are scrolled away.
    pub fn point_at(&self, scroll: usize, at: Position) -> Option<usize> {
        let laid = laid(&self.lines, scroll, self.areas);
        let (line, _) = laid.into_iter().find(|(_, row)| row.contains(at))?;
        match self.lines[line] {
            Line::Point(point, _) => Some(point),
            _ => None,
        }
    }

    /// Returns how far it is scrolled so that the turning point which is chosen is in view with its
    /// diagram, `scroll` lines if it is already.
    pub fn scroll_to_point(&self, scroll: usize) -> usize {
        let PageText::Report { chosen, .. } = self.page else { return scroll };
        let is_chosen = |line: &Line| matches!(line, Line::Point(point, _) if point == chosen);
        let Some(first) = self.lines.iter().position(is_chosen) else { return scroll };
        let is_other = |line: &Line| matches!(line, Line::Point(point, _) if point != chosen);
        let is_blank = |line: &Line| matches!(line, Line::Text(text) if text.is_empty());
        let onward = &self.lines[first..];
        let part = &onward[..onward.iter().position(is_other).unwrap_or(onward.len())];
        let last = first + part.iter().rposition(|line| !is_blank(line)).unwrap_or(0);
        if scroll <= first && last < scroll + self.rows() {
            return scroll;
        }
        first.min(self.most_scroll())
    }

    /// Draws it over the whole of `area` but its last row, `scroll` lines of it left out.
    pub fn draw(&self, scroll: usize, theme: &Theme, area: Rect, buffer: &mut Buffer) {
        let title = match self.page {
            PageText::Help { legend, .. } if legend.is_empty() || area.width < WHOLE_TITLE_FROM => {
                "Keys".to_owned()
            }
            PageText::Help { .. } => "Keys and legend".to_owned(),
            PageText::Rules(info) => format!("The rules of {}", info.title),
            PageText::Report { .. } => "Report on the game".to_owned(),
            PageText::MyGames(_) => "My games".to_owned(),
            PageText::Comment { turn: 0, .. } => "The comment on the game".to_owned(),
            PageText::Comment { turn, .. } => format!("The comment on turn {turn}"),
        };
        // The window may have grown since the page was scrolled.
        let scroll = scroll.min(self.most_scroll());
        let laid = laid(&self.lines, scroll, self.areas);
        let mut column = put(buffer, area, 1, 0, &title, theme.title());
        if let PageText::Help { filter, .. } = self.page {
            column = if filter.text().is_empty() {
                put(buffer, area, column + 2, 0, "type to search", theme.dim())
            } else {
                let column = put(buffer, area, column + 2, 0, "with ", theme.dim());
                put_input(buffer, area, column, 0, filter.halves(), theme)
            };
        }
        if let Some(&(last, _)) = laid.last().filter(|_| laid.len() < self.lines.len()) {
            let (from, to, of) = (scroll + 1, last + 1, self.lines.len());
            let texts = [
                format!(" lines {from}-{to} of {of}"),
                format!("{from}-{to} of {of}"),
                format!("{from}-{to}/{of}"),
            ];
            let room = area.width.saturating_sub(column + 2);
            if let Some(shown) = texts.iter().find(|text| paint::width(text) <= room) {
                put(buffer, area, column + 2, 0, shown, theme.dim());
            }
        }
        let chosen = match self.page {
            PageText::Report { chosen, .. } => Some(*chosen),
            _ => None,
        };
        let is_chosen =
            |line: &Line| matches!(line, Line::Point(point, _) if Some(*point) == chosen);
        let shows_chosen = laid.iter().any(|(line, _)| is_chosen(&self.lines[*line]));
        if let Some((_, place)) = laid.first().filter(|_| !shows_chosen) {
            mark_eye(buffer, place.as_position(), SELECTED);
        }
        for (line, place) in laid {
            draw_line(&self.lines[line], chosen, theme, place, buffer);
        }
    }
}

/// The lines that are seen of those from the first that is not scrolled away on, by their numbers,
/// each with its row. No column ends with a heading or begins with the blank before one.
fn laid(lines: &[Line], scroll: usize, areas: PageAreas) -> Vec<(usize, Rect)> {
    let is_blank = |at: usize| matches!(lines.get(at), Some(Line::Text(text)) if text.is_empty());
    let (first, last) = (areas.text.x, areas.text.bottom().saturating_sub(1));
    let (mut next, mut laid) = (scroll, Vec::new());
    for place in areas.places() {
        next += usize::from(place.x > first && place.y == areas.text.y && is_blank(next));
        let is_heading = matches!(lines.get(next), Some(Line::Heading(_)));
        if next < lines.len() && !(is_heading && place.y == last && areas.columns > 1) {
            laid.push((next, place));
            next += 1;
        }
    }
    laid
}

/// The fewest lines that are scrolled away when the last one is seen.
fn last_scroll(lines: &[Line], areas: PageAreas) -> usize {
    let is_whole = |&scroll: &usize| {
        laid(lines, scroll, areas).last().is_none_or(|&(last, _)| last + 1 >= lines.len())
    };
    (lines.len().saturating_sub(areas.rows())..lines.len()).find(is_whole).unwrap_or(0)
}

/// Draws a line of a page into the row `place`; the turning point that is `chosen` is highlighted.
fn draw_line(line: &Line, chosen: Option<usize>, theme: &Theme, place: Rect, buffer: &mut Buffer) {
    match line {
        Line::Heading(heading) => {
            put(buffer, place, 0, 0, heading, theme.title());
        }
        Line::Point(point, line) => {
            let style = if chosen == Some(*point) { theme.selected() } else { theme.title() };
            put(buffer, place, 0, 0, line, style);
        }
        Line::Key(keys, what) => {
            put(buffer, place, 0, 0, keys, theme.accent());
            put(buffer, place, KEY_WIDTH, 0, what, theme.text());
        }
        Line::Signs(signs) => {
            for (column, (sign, what)) in [0, place.width / 2].into_iter().zip(signs) {
                let before = (3 - paint::width(&sign.content).min(3)) / 2;
                put(buffer, place, column + before, 0, &sign.content, sign.style);
                put(buffer, place, column + SIGN_WIDTH, 0, what, theme.text());
            }
        }
        Line::Text(line) => {
            put(buffer, place, 0, 0, line, theme.text());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "Necklace on square 5, 12 turns\n\
                          Red (somebody  with a long name indeed) against Blue\n\n\
                          \x20                              Red        Blue\n\
                          moves                            6           6\n\
                          average loss, opening          0.0        12.3\n\n\
                          turn player move          class      cost %  better\n\
                          3    Red    c3??          blunder      45.0  d4\n\n\
                          Turn 3: Red plays c3??. c3 cost 45 %: 60 % to 15 %. Better is d4.\n\n\
                          \x205  . . R . . . B . . . . . . . . . . . . . .\n    a b c d e f\n\n\
                          Costs are accurate to about ±3.2 %.\n";

    #[test]
    fn reports_wrap_sentences_and_keep_tables() {
        let sentences = |width| -> Vec<String> {
            let lines = report(REPORT, &[(3, NodeId::START)], width, false, true).into_iter();
            lines
                .map(|line| {
                    if let Line::Text(text) | Line::Point(0, text) = line {
                        text
                    } else {
                        String::new()
                    }
                })
                .collect()
        };
        for width in [28, 38, 58, 78] {
            let lines = sentences(width);
            assert!(lines.iter().all(|line| paint::width(line) <= width), "{lines:?}");
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let all = words(&lines.join(" "));
            for sentence in [
                "indeed) against Blue",
                "1 Turn 3: Red plays c3??. c3 cost 45 %: 60 % to 15 %. Better is d4.",
            ] {
                assert!(all.contains(sentence), "{sentence}: {all}");
            }
            assert!(all.ends_with("accurate to about ±3.2 %."), "{all}");
        }
        let narrow = sentences(38);
        assert!(narrow.contains(&"average loss, opening  0.0  12.3".to_owned()), "{narrow:?}");
        assert!(narrow.contains(&"3    Red    c3?? blunder   45.0 d4".to_owned()), "{narrow:?}");
        assert!(
            narrow.contains(&" 5  . . R . . . B . . . . . . . . . .…".to_owned()),
            "{narrow:?}"
        );
        let wide = sentences(78);
        assert!(
            REPORT
                .lines()
                .filter(|line| line.contains("  ") && !line.contains("Red ("))
                .all(|line| wide.iter().any(|shown| shown == line))
        );
    }

    #[test]
    fn keys_fill_the_columns_of_a_wide_window() {
        let (contexts, filter) = (vec![Context::Page], TextInput::new(1));
        let page = PageText::Help { contexts, legend: Vec::new(), filter };
        let columns = |width| PageAreas::of(&page, Rect::new(0, 0, width, 40)).columns;
        assert_eq!([40, 80, 120, 200].map(columns), [1, 1, 2, 3]);
        let areas = PageAreas::of(&page, Rect::new(0, 0, 120, 40));
        let places: Vec<Rect> = areas.places().collect();
        assert_eq!(places.len(), areas.rows());
        assert!(places.iter().all(|place| place.right() < 120), "{places:?}");
        assert!(places[0].right() + KEY_GAP <= places[places.len() - 1].x);
    }

    #[test]
    fn columns_do_not_end_with_a_heading_or_begin_with_a_blank() {
        let text = |text: &str| Line::Text(text.to_owned());
        let lines: Vec<Line> = (0..20)
            .flat_map(|_| [Line::Heading("H".to_owned()), text("a"), text("b"), text("")])
            .collect();
        for height in 3..9 {
            let text = Rect::new(1, 2, 20, height);
            let areas = PageAreas { text, columns: 3, board: None };
            for scroll in 0..=last_scroll(&lines, areas) {
                let laid = laid(&lines, scroll, areas);
                for (line, place) in &laid {
                    let is_heading = matches!(lines[*line], Line::Heading(_));
                    assert!(!is_heading || place.y + 1 < text.bottom(), "{height} {scroll}");
                    let is_blank = matches!(&lines[*line], Line::Text(text) if text.is_empty());
                    assert!(!is_blank || place.y > text.y || place.x == text.x);
                }
                let numbers: Vec<usize> = laid.iter().map(|(line, _)| *line).collect();
                assert!(numbers.is_sorted() && numbers[0] == scroll);
            }
            assert_eq!(laid(&lines, last_scroll(&lines, areas), areas).last().unwrap().0, 79);
        }
    }

    #[test]
    fn diagrams_are_left_out_beside_a_board() {
        let shown = |has_diagrams| {
            report(REPORT, &[(3, NodeId::START)], 78, false, has_diagrams)
                .iter()
                .filter(|line| matches!(line, Line::Text(text) if text.contains("R . . .")))
                .count()
        };
        assert_eq!((shown(true), shown(false)), (1, 0));
    }
}
