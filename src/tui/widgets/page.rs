//! Pages of text: the help, the rules of a game, a comment.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;
use tetralith_core::{Info, NodeId};

use crate::keymap::{Binding, Context, Key, Keymap};
use crate::theme::{Glyphs, Theme};
use crate::tui::widgets::filter::fit;
use crate::tui::widgets::input::TextInput;
use crate::tui::widgets::menus::put_input;
use crate::tui::widgets::paint::{self, put, shorten, wrap};

/// The text of a page.
#[derive(Clone, Copy)]
pub enum PageText<'a> {
    /// Every key, by context.
    Help {
        /// The contexts in which it was asked for: their keys come first.
        contexts: &'a [Context],
        /// The signs on the board and what they mean, if there is a board.
        legend: &'a [Sign],
        /// The words that are looked for among the keys.
        filter: &'a TextInput,
        /// The keys and what they do.
        keymap: &'a Keymap,
    },
    /// The rules of a game.
    Rules(&'a Info),
    /// A comment.
    Comment {
        /// The number of the turn it is on.
        turn: u32,
        /// The comment, safe to show.
        text: &'a str,
    },
    /// The statistics of one's own games.
    MyGames(&'a str),
    /// The report on a game.
    Report {
        /// The text.
        text: &'a str,
        /// The turning points: their turns, and the places after them.
        points: &'a [(u32, NodeId)],
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

/// Returns the place of a page's text.
fn page_area(area: Rect) -> Rect {
    let width = area.width.saturating_sub(2).min(PAGE_WIDTH);
    Rect { x: area.x + 1, y: area.y + 2, width, height: area.height.saturating_sub(3) }
        .intersection(area)
}

fn lines(page: &PageText, width: u16, theme: &Theme) -> Vec<Line> {
    let is_ascii = theme.glyphs() == Glyphs::Ascii;
    match *page {
        PageText::Help { contexts, legend, filter, keymap } => {
            help(contexts, legend, filter.text(), width, is_ascii, keymap)
        }
        PageText::Rules(info) => rules(info, width),
        PageText::Report { text, points } => report(text, points, width, is_ascii),
        PageText::MyGames(text) => {
            // Each game begins a paragraph, after that on all of them. Rows of tables are indented.
            let mut lines = Vec::new();
            for (nth, part) in text.split("\n\n").enumerate() {
                let mut part = part.lines().flat_map(|line| match line.strip_prefix("  ") {
                    Some(_) => vec![shorten(line, width, is_ascii)],
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
        PageText::Comment { text, .. } => {
            let remark = "This comment is longer than one line, so it can only be read here. Edit \
                it in a saved record with a text editor.";
            let lines = text.lines().flat_map(|line| wrap(line, width));
            lines.chain([String::new()]).chain(wrap(remark, width)).map(Line::Text).collect()
        }
    }
}

/// The report, its turning points numbered as the keys that lead there.
fn report(text: &str, points: &[(u32, NodeId)], width: u16, ascii: bool) -> Vec<Line> {
    let number =
        |line: &str| points.iter().position(|(turn, _)| line.starts_with(&format!("Turn {turn}:")));
    let (mut lines, mut is_diagram) = (Vec::new(), false);
    for (i, part) in text.split("\n\n").enumerate() {
        if i > 0 {
            lines.push(Line::Text(String::new()));
        }
        let part: Vec<&str> = part.lines().collect();
        let is_point = part.first().is_some_and(|line| number(line).is_some());
        // The report begins with sentences, even if a player's name has several blanks.
        if i > 0 && part.iter().any(|line| line.contains("  ")) {
            let set = if is_diagram {
                part.iter().map(|&line| line.to_owned()).collect()
            } else {
                table(&part, width)
            };
            lines.extend(set.iter().map(|line| Line::Text(shorten(line, width, ascii))));
        } else {
            lines.extend(part.iter().flat_map(|line| {
                match number(line) {
                    Some(i) => wrap(&format!("{}  {line}", i + 1), width)
                        .into_iter()
                        .map(Line::Heading)
                        .collect(),
                    None => wrap(line, width).into_iter().map(Line::Text).collect::<Vec<_>>(),
                }
            }));
        }
        is_diagram = is_point;
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
    let lines = info.rules.lines().flat_map(|line| match line.strip_prefix("# ") {
        Some(heading) => vec![Line::Heading(heading.to_owned())],
        None if line.trim().is_empty() => vec![Line::Text(String::new())],
        None => wrap(line, width).into_iter().map(Line::Text).collect(),
    });
    lines.chain(about(info, width)).collect()
}

/// The figures in the report on the game, if there is one.
fn about(info: &Info, width: u16) -> Vec<Line> {
    let told = crate::shipped::sentences_on(info.id);
    if told.is_empty() {
        return Vec::new();
    }
    let lines = told.iter().flat_map(|sentence| wrap(sentence, width)).map(Line::Text);
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
    // Who is used to begin a search with a slash finds the same; a slash alone is the key.
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
        let bound = keymap.lines_in(context).filter(|(_, keys)| !keys.is_empty());
        section(
            context.title(),
            bound
                .flat_map(|(binding, keys)| key_lines(binding, keys, query, width, ascii))
                .collect(),
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

/// Returns what the help says of one line of the table of keys, nothing if it does not fit `query`.
fn key_lines(binding: &Binding, keys: &[Key], query: &str, width: u16, ascii: bool) -> Vec<Line> {
    let keys: Vec<String> = keys.iter().map(|key| key.name(ascii)).collect();
    let besides = format!("{} {} {}", keys.join(" "), binding.short, binding.context.title());
    if fit(query, binding.what, &besides).is_none() {
        return Vec::new();
    }
    let keys = keys.join(" or ");
    let wide = paint::width(&keys) >= KEY_WIDTH;
    let head = wide.then(|| Line::Key(keys.clone(), String::new()));
    let whats = wrap(binding.what, width.saturating_sub(KEY_WIDTH)).into_iter().enumerate();
    let whats = whats.map(|(i, what)| {
        Line::Key(if i == 0 && !wide { keys.clone() } else { String::new() }, what)
    });
    head.into_iter().chain(whats).collect()
}

/// Returns how far a page can be scrolled in a window of this `area`, in lines.
pub fn most_scroll(page: &PageText, area: Rect, theme: &Theme) -> usize {
    let area = page_area(area);
    lines(page, area.width, theme).len().saturating_sub(usize::from(area.height))
}

/// Draws a page over the whole of `area` but its last row, `scroll` lines of it left out.
pub fn draw(page: &PageText, scroll: usize, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let title = match page {
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
    let text = page_area(area);
    let lines = lines(page, text.width, theme);
    let rows = usize::from(text.height);
    // The window may have grown since the page was scrolled.
    let scroll = scroll.min(lines.len().saturating_sub(rows));
    let mut column = put(buffer, area, 1, 0, &title, theme.title());
    if let PageText::Help { filter, .. } = page {
        column = if filter.text().is_empty() {
            put(buffer, area, column + 2, 0, "type to search", theme.dim())
        } else {
            let column = put(buffer, area, column + 2, 0, "with ", theme.dim());
            put_input(buffer, area, column, 0, filter.halves(), theme)
        };
    }
    if lines.len() > rows && rows > 0 {
        let (from, to, of) = (scroll + 1, (scroll + rows).min(lines.len()), lines.len());
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
    for (row, line) in (0..text.height).zip(lines.iter().skip(scroll)) {
        match line {
            Line::Heading(heading) => {
                put(buffer, text, 0, row, heading, theme.title());
            }
            Line::Key(keys, what) => {
                put(buffer, text, 0, row, keys, theme.accent());
                put(buffer, text, KEY_WIDTH, row, what, theme.text());
            }
            Line::Signs(signs) => {
                for (column, (sign, what)) in [0, text.width / 2].into_iter().zip(signs) {
                    let before = 3 - paint::width(&sign.content).min(3);
                    put(buffer, text, column + before, row, &sign.content, sign.style);
                    put(buffer, text, column + SIGN_WIDTH, row, what, theme.text());
                }
            }
            Line::Text(line) => {
                put(buffer, text, 0, row, line, theme.text());
            }
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
        let told = |width| -> Vec<String> {
            let lines = report(REPORT, &[(3, NodeId::START)], width, false).into_iter();
            lines
                .map(|line| {
                    if let Line::Text(text) | Line::Heading(text) = line {
                        text
                    } else {
                        String::new()
                    }
                })
                .collect()
        };
        for width in [28, 38, 58, 78] {
            let lines = told(width);
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
        let narrow = told(38);
        assert!(narrow.contains(&"average loss, opening  0.0  12.3".to_owned()), "{narrow:?}");
        assert!(narrow.contains(&"3    Red    c3?? blunder   45.0 d4".to_owned()), "{narrow:?}");
        assert!(
            narrow.contains(&" 5  . . R . . . B . . . . . . . . . .…".to_owned()),
            "{narrow:?}"
        );
        let wide = told(78);
        assert!(
            REPORT
                .lines()
                .filter(|line| line.contains("  ") && !line.contains("Red ("))
                .all(|line| wide.iter().any(|shown| shown == line))
        );
    }
}
