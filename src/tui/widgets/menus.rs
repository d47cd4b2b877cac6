//! Lists of lines to choose from: going through them, where they are, and typing in one.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::games::INFOS;
use tetralith_core::{Direction, Info};

use crate::keymap::Action;
use crate::theme::Theme;
use crate::tui::widgets::paint::{first_shown, put, put_all, shorten, shorten_start};

/// Moves `selected` among `len` lines as a key asks; returns true if it moved.
pub fn move_in_list(selected: &mut usize, len: usize, action: Action) -> bool {
    let last = len.saturating_sub(1);
    let before = *selected;
    *selected = match action {
        Action::Move(towards @ (Direction::North | Direction::South)) => {
            around(before.min(last), last + 1, towards == Direction::South)
        }
        Action::BackTen => before.saturating_sub(10),
        Action::ForwardTen => (before + 10).min(last),
        Action::First => 0,
        Action::Last => last,
        _ => before,
    };
    before != *selected
}

/// The place after `at` among `len` of them, or the one before; after the last comes the first.
pub const fn around(at: usize, len: usize, up: bool) -> usize {
    (at + if up { 1 } else { len - 1 }) % len
}

/// The next of `all` after `one`, or the one before, as [`around`] has it.
pub fn turned<T: Clone + PartialEq>(all: &[T], one: &T, up: bool) -> T {
    let at = all.iter().position(|other| other == one).unwrap_or(0);
    all[around(at, all.len(), up)].clone()
}

/// The game after `info`, or the one before, as [`around`] has it.
pub fn next_game(info: &Info, up: bool) -> &'static Info {
    let at = INFOS.iter().position(|other| other.id == info.id).unwrap_or(0);
    INFOS[around(at, INFOS.len(), up)]
}

/// Returns the place of the lines of a form or list: below a title, above the hint line.
pub fn lines_area(area: Rect) -> Rect {
    let top = if area.height >= 12 { 3 } else { 1 };
    let width = area.width.saturating_sub(2);
    Rect { x: area.x + 1, y: area.y + top, width, height: area.height.saturating_sub(top + 3) }
        .intersection(area)
}

/// Returns which of `len` lines is at `at` in `list`, which shows them from `first` on.
pub fn line_from(first: usize, len: usize, list: Rect, at: Position) -> Option<usize> {
    list.contains(at).then(|| first + usize::from(at.y - list.y)).filter(|line| *line < len)
}

/// The same of a list that shows as much as it can around the line `selected`.
pub fn line_at(selected: usize, len: usize, list: Rect, at: Position) -> Option<usize> {
    line_from(first_shown(selected, len, usize::from(list.height)), len, list, at)
}

/// Writes a line that is being typed, with its caret and, of one that is too long, marks where it
/// is cut; returns the column where it ended.
pub fn put_input(
    buffer: &mut Buffer,
    area: Rect,
    column: u16,
    row: u16,
    (before, after): (&str, &str),
    theme: &Theme,
) -> u16 {
    let ascii = theme.is_ascii();
    // The text at the caret stays in view; a long line loses its beginning first.
    let before = shorten_start(before, area.width.saturating_sub(column + 2), ascii);
    let mut rest = after.chars();
    let under = rest.next().map_or_else(|| " ".to_owned(), String::from);
    let column =
        put_all(buffer, area, column, row, [(&*before, theme.text()), (&*under, theme.caret())]);
    put(
        buffer,
        area,
        column,
        row,
        &shorten(rest.as_str(), area.width.saturating_sub(column), ascii),
        theme.text(),
    )
}
