//! Text into a buffer: clipped, wrapped, never outside.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use tetralith_core::text::ascii_for;
pub use tetralith_core::wrap::{width, wrap};

use crate::theme::{CARET, SELECTED, Theme};

/// Pieces of text that make a line.
pub type Line = Vec<(String, Style)>;

/// Returns the pieces of a line as they are put on the screen.
pub fn pieces(line: &Line) -> impl Iterator<Item = (&str, Style)> {
    line.iter().map(|(text, style)| (text.as_str(), *style))
}

/// The columns that a line takes.
pub fn line_width(line: &Line) -> u16 {
    line.iter().map(|(text, _)| width(text)).sum()
}

/// `text` wrapped, each of its lines in this style.
pub fn wrap_styled(text: &str, columns: u16, style: Style) -> Vec<(String, Style)> {
    wrap(text, columns).into_iter().map(|line| (line, style)).collect()
}

/// Clears `area` of everything drawn there.
pub fn wipe(buffer: &mut Buffer, area: Rect, style: Style) {
    for position in area.intersection(buffer.area).positions() {
        buffer[position].set_symbol(" ").set_style(style);
    }
}

/// Writes `text` in row `row` of `area`, from column `column`, both counted from the area's corner,
/// as far as it fits. Returns the column where it ended.
pub fn put(
    buffer: &mut Buffer,
    area: Rect,
    column: u16,
    row: u16,
    text: &str,
    style: Style,
) -> u16 {
    let area = area.intersection(buffer.area);
    if row >= area.height || column >= area.width {
        return column;
    }
    let room = usize::from(area.width - column);
    let (end, _) = buffer.set_stringn(area.x + column, area.y + row, text, room, style);
    end - area.x
}

/// Like [`put`], for several pieces one after the other.
pub fn put_all<'a>(
    buffer: &mut Buffer,
    area: Rect,
    column: u16,
    row: u16,
    pieces: impl IntoIterator<Item = (&'a str, Style)>,
) -> u16 {
    pieces
        .into_iter()
        .fold(column, |column, (text, style)| put(buffer, area, column, row, text, style))
}

/// Writes lines from `row` of `area` downwards and returns the next row.
pub fn put_lines<S: AsRef<str>>(
    buffer: &mut Buffer,
    area: Rect,
    row: u16,
    lines: impl IntoIterator<Item = S>,
    style: Style,
) -> u16 {
    lines.into_iter().fold(row, |row, line| {
        put(buffer, area, 0, row, line.as_ref(), style);
        row.saturating_add(1)
    })
}

/// `text` cut to `columns`, with a mark where it was cut.
pub fn shorten(text: &str, columns: u16, ascii: bool) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mark = if ascii { "..." } else { "…" };
    let room = columns.checked_sub(width(mark)).unwrap_or(columns);
    let mut cut = String::new();
    for c in text.chars() {
        cut.push(c);
        if width(&cut) > room {
            cut.pop();
            break;
        }
    }
    if columns >= width(mark) {
        cut.push_str(mark);
    }
    cut
}

/// The whole words at the beginning of `text` that have room in `columns`, with a mark where others
/// were left out: part of a cell's name would be another cell's.
pub fn shorten_words(text: &str, columns: u16, ascii: bool) -> String {
    shorten_at(" ", text, columns, ascii).unwrap_or_else(|| shorten(text, columns, ascii))
}

/// The same for what commas part, or for words if the first part has no room.
pub fn shorten_phrases(text: &str, columns: u16, ascii: bool) -> String {
    shorten_at(", ", text, columns, ascii).unwrap_or_else(|| shorten_words(text, columns, ascii))
}

/// As many whole parts of `text`, which `separator` parts, as have room in `columns`, with a mark
/// where others were left out; `None` if the first has none.
fn shorten_at(separator: &str, text: &str, columns: u16, ascii: bool) -> Option<String> {
    if width(text) <= columns {
        return Some(text.to_owned());
    }
    let mark = if ascii { " ..." } else { " …" };
    let ends = text.match_indices(separator).map(|(end, _)| &text[..end]);
    let fitting = ends.take_while(|part| width(part) + width(mark) <= columns).last()?;
    Some(format!("{fitting}{mark}"))
}

/// The end of `text` in `columns`, with a mark where its beginning was cut.
pub fn shorten_start(text: &str, columns: u16, ascii: bool) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mark = if ascii { "..." } else { "…" };
    let mark = if columns >= width(mark) { mark } else { "" };
    let room = columns - width(mark);
    let mut starts = text.char_indices().map(|(start, _)| &text[start..]);
    mark.to_owned() + starts.find(|rest| width(rest) <= room).unwrap_or_default()
}

/// Like [`wrap`], but at most `rows` lines, with a mark at the end of the last one where something
/// is left out.
pub fn wrap_within(text: &str, columns: u16, rows: usize, ascii: bool) -> Vec<String> {
    let mut lines = wrap(text, columns);
    if lines.len() > rows
        && let Some(last) = rows.checked_sub(1)
    {
        let rest = lines.split_off(last).join(" ");
        lines.push(shorten(&rest, columns, ascii));
    }
    lines.truncate(rows);
    lines
}

/// Like [`wrap`], but broken after semicolons, or else after commas and the colons that follow one,
/// where that takes no more lines, so that what belongs together stays together.
///
/// For one paragraph.
pub fn wrap_phrases(text: &str, columns: u16) -> Vec<String> {
    let wrapped = wrap(text, columns);
    let clauses: Vec<&str> = text.split_inclusive("; ").collect();
    let phrases = clauses.iter().flat_map(|clause| match clause.split_once(", ") {
        Some((_, rest)) => {
            let (first, rest) = clause.split_at(clause.len() - rest.len());
            let rest = rest.split_inclusive(", ").flat_map(|part| part.split_inclusive(": "));
            [first].into_iter().chain(rest).collect()
        }
        None => vec![*clause],
    });
    let phrases = phrases.collect();
    let lines_of = |parts: Vec<&str>| {
        let mut lines: Vec<String> = Vec::new();
        for part in parts {
            match lines.last_mut().filter(|line| width(line) + width(part.trim_end()) <= columns) {
                Some(line) => line.push_str(part),
                None => lines.push(part.to_owned()),
            }
        }
        lines
    };
    let fits = |lines: &Vec<String>| {
        lines.len() <= wrapped.len() && lines.iter().all(|line| width(line.trim_end()) <= columns)
    };
    let lines = [clauses, phrases].into_iter().map(lines_of).find(fits);
    let lines = lines.unwrap_or(wrapped);
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

/// The first of `len` lines to show in `rows` rows so that line `selected` is among them, as near
/// to the middle as the ends allow.
pub fn first_shown(selected: usize, len: usize, rows: usize) -> usize {
    selected.saturating_sub(rows / 2).min(len.saturating_sub(rows))
}

/// The columns that a mark of [`mark_more`] takes in this `row` of `list`, with a blank before it.
pub fn columns_of_mark(list: Rect, row: u16, (first, len): (usize, usize)) -> u16 {
    let is_below = row + 1 == list.height && first + usize::from(list.height) < len;
    if row == 0 && first > 0 || is_below { 2 } else { 0 }
}

/// Marks at the right end of `list` that of its `len` lines some are left out above the `first` or
/// below the last shown.
pub fn mark_more(buffer: &mut Buffer, list: Rect, (first, len): (usize, usize), theme: &Theme) {
    let (up, down) = if theme.is_ascii() { ("^", "v") } else { ("▲", "▼") };
    if list.is_empty() {
        return;
    }
    let column = list.width - 1;
    if first > 0 {
        put(buffer, list, column, 0, up, theme.dim());
    }
    if first + usize::from(list.height) < len {
        put(buffer, list, column, list.height - 1, down, theme.dim());
    }
}

/// Puts ASCII characters in place of all others in `area`: the nearest for common ones, else a
/// question mark.
pub fn asciify(area: Rect, buffer: &mut Buffer) {
    for position in area.intersection(buffer.area).positions() {
        let symbol = buffer[position].symbol();
        if !symbol.is_ascii() {
            let plain = ascii_for(symbol.chars().next().unwrap_or('?'));
            buffer[position].set_char(plain);
        }
    }
}

/// Puts a `mark` of [`take_eye`] on the place `at`.
pub fn mark_eye(buffer: &mut Buffer, at: Position, mark: Modifier) {
    if let Some(cell) = buffer.cell_mut(at) {
        cell.modifier.insert(mark);
    }
}

/// Takes the marks of carets and of what is selected out of `buffer`, and returns the place of the
/// first of them, a caret's before any other; `None` if there is none.
pub fn take_eye(buffer: &mut Buffer) -> Option<Position> {
    let (mut caret, mut selected) = (None, None);
    for position in buffer.area.positions() {
        let cell = &mut buffer[position];
        if cell.modifier.contains(CARET) {
            caret.get_or_insert(position);
        } else if cell.modifier.contains(SELECTED) {
            selected.get_or_insert(position);
        }
        cell.modifier.remove(SELECTED | CARET);
    }
    caret.or(selected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping_keeps_every_word_and_no_line_is_too_wide() {
        let text =
            "a stone that is next to nothing\n  but itself  and antidisestablishmentarianism";
        for columns in 1..40 {
            let lines = wrap(text, columns);
            assert!(lines.iter().all(|line| width(line) <= columns.max(2)), "{columns}: {lines:?}");
            let all = |s: &str| s.split_whitespace().collect::<String>();
            assert_eq!(all(&lines.join("")), all(text));
        }
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("", 8), Vec::<String>::new());
    }

    #[test]
    fn cut_rows_are_marked() {
        let lines = |rows| wrap_within("one two three four five", 9, rows, false);
        assert_eq!(
            (lines(0), lines(1), lines(2)),
            (vec![], vec!["one two …".into()], vec!["one two".into(), "three fo…".into()])
        );
        assert_eq!(lines(3), ["one two", "three", "four five"]);
    }

    #[test]
    fn phrases_stay_together_where_that_takes_no_more_lines() {
        let text = "16 stones, controls 10, 6 threatened";
        assert_eq!(wrap_phrases(text, 40), [text]);
        assert_eq!(wrap_phrases(text, 30), ["16 stones, controls 10,", "6 threatened"]);
        assert_eq!(wrap_phrases(text, 13), ["16 stones,", "controls 10,", "6 threatened"]);
        let text = "6 closed; 3 white, 2 black";
        assert_eq!(wrap_phrases(text, 22), ["6 closed;", "3 white, 2 black"]);
        assert_eq!(wrap_phrases(text, 10), ["6 closed;", "3 white,", "2 black"]);
        let long = "a, bb bb bb bb bb, c";
        assert_eq!(wrap_phrases(long, 10), wrap(long, 10));
        let three = "aaaaaa, bbbb bbbb, cccc cc";
        assert_eq!((wrap_phrases(three, 13), wrap(three, 13).len()), (wrap(three, 13), 2));
        let seen = "e5 sees 3 white, 1 black stone: White controls it";
        let broken = ["e5 sees 3 white, 1 black stone:", "White controls it"];
        assert_eq!(wrap_phrases(seen, 40), broken, "no line ends early");
        let closed = ["closed to White: 4", "controlled (×)"];
        assert_eq!(wrap_phrases(&closed.join(" "), 20), closed, "no colon ends a list of one");
        assert_eq!(wrap_phrases("", 8), Vec::<String>::new());
    }

    #[test]
    fn the_end_of_a_text_is_kept_with_a_mark_before_it() {
        let ends = |columns| shorten_start("games/last.json", columns, false);
        assert_eq!(
            (ends(15), ends(10), ends(1), ends(0)),
            ("games/last.json".into(), "…last.json".into(), "…".into(), String::new())
        );
        assert_eq!(shorten_start("games/last.json", 10, true), "...st.json");
    }

    #[test]
    fn shortening_says_that_something_is_missing() {
        assert_eq!(shorten("necklace", 8, false), "necklace");
        assert_eq!(shorten("necklace", 5, false), "neck…");
        assert_eq!(shorten("necklace", 5, true), "ne...");
        assert_eq!(shorten("necklace", 2, true), "ne");
    }

    #[test]
    fn a_name_is_never_cut_in_two() {
        let line = "main line k10 k11 l10";
        assert_eq!(shorten_words(line, 21, false), line);
        assert_eq!(shorten_words(line, 20, false), "main line k10 k11 …");
        assert_eq!(shorten_words(line, 18, false), "main line k10 …");
        assert_eq!(shorten_words(line, 20, true), "main line k10 ...");
        assert_eq!(shorten_words(line, 4, false), "mai…");
    }

    #[test]
    fn nothing_is_written_outside() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 2));
        let style = Style::new();
        assert_eq!(put(&mut buffer, Rect::new(2, 1, 9, 9), 0, 0, "abc", style), 2);
        assert_eq!(put(&mut buffer, Rect::new(2, 1, 9, 9), 0, 5, "abc", style), 0);
        assert_eq!(put(&mut buffer, Rect::new(9, 9, 3, 3), 0, 0, "abc", style), 0);
        assert_eq!(buffer, Buffer::with_lines(["    ", "  ab"]));
    }

    #[test]
    fn the_selected_line_is_always_shown() {
        for len in 1..30 {
            for rows in 1..12 {
                for selected in 0..len {
                    let first = first_shown(selected, len, rows);
                    assert!((first..first + rows).contains(&selected));
                }
            }
        }
    }
}
