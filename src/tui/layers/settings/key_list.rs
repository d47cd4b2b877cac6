//! The list on which keys are rebound: every line of the table of keys, place by place.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::keymap::{Action, Context, KEYMAP, Keymap};
use crate::theme::Theme;
use crate::tui::widgets::menus::{line_from, move_in_list};
use crate::tui::widgets::paint::{first_shown, put, put_lines, shorten, wrap};

/// The use of the next key that is pressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// To be the only key of the selected line.
    Replace,
    /// To be one more key of it.
    Add,
}

/// The list's state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KeyList {
    selected: usize,
    /// The use of the next key, while one is waited for.
    pub waiting: Option<Waiting>,
}

impl KeyList {
    /// The selected line of [`KEYMAP`].
    pub const fn selected(&self) -> usize {
        self.selected
    }

    /// Selects a line; returns true if it was another.
    pub fn select(&mut self, line: usize) -> bool {
        self.waiting = None;
        std::mem::replace(&mut self.selected, line.min(KEYMAP.len() - 1)) != line
    }

    /// Moves among the lines as a key asks; returns true if it moved.
    pub fn act(&mut self, action: Action) -> bool {
        move_in_list(&mut self.selected, KEYMAP.len(), action)
    }
}

/// Columns of the keys and of the place they belong to, at least.
const KEY_WIDTH: u16 = 16;

/// The remark below the list while no key is waited for.
const REMARK: &str = "Choose a line, then press a new key for it. Right arrow adds a key, left \
    arrow restores the defaults.";

fn lines_area(area: Rect) -> Rect {
    Rect {
        x: area.x + 1,
        y: area.y + 2,
        width: area.width.saturating_sub(2),
        height: area.height.saturating_sub(6),
    }
    .intersection(area)
}

/// Returns the contents of each row: a heading (`None`) or a line of the table.
fn rows() -> Vec<Option<usize>> {
    let mut rows = Vec::new();
    for (i, binding) in KEYMAP.iter().enumerate() {
        if i == 0 || KEYMAP[i - 1].context != binding.context {
            rows.push(None);
        }
        rows.push(Some(i));
    }
    rows
}

fn first_row(list: &KeyList, rows: &[Option<usize>], height: u16) -> usize {
    let at = rows.iter().position(|row| *row == Some(list.selected)).unwrap_or(0);
    first_shown(at, rows.len(), usize::from(height))
}

/// Returns the line of [`KEYMAP`] at `at`.
pub fn line_at(list: &KeyList, area: Rect, at: Position) -> Option<usize> {
    let lines = lines_area(area);
    let rows = rows();
    rows[line_from(first_row(list, &rows, lines.height), rows.len(), lines, at)?]
}

/// Draws the list into `area`, its last row left free.
pub fn draw(list: &KeyList, keymap: &Keymap, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let ascii = theme.is_ascii();
    let column = put(buffer, area, 1, 0, "Keys", theme.title());
    put(buffer, area, column + 2, 0, "* differs from the default", theme.dim());
    let lines = lines_area(area);
    let rows = rows();
    let first = first_row(list, &rows, lines.height);
    for (row, (at, line)) in (0..lines.height).zip(rows.iter().enumerate().skip(first)) {
        let Some(line) = *line else {
            let below = rows.get(at + 1).copied().flatten().unwrap_or(0);
            put(buffer, lines, 0, row, KEYMAP[below].context.title(), theme.title());
            continue;
        };
        let chosen = line == list.selected;
        let style = if chosen { theme.selected() } else { theme.text() };
        let keys: Vec<String> = keymap.keys(line).iter().map(|key| key.name(ascii)).collect();
        let keys = if keys.is_empty() { "(none)".to_owned() } else { keys.join(" ") };
        let mark = if chosen { ">" } else { " " };
        let usual = if keymap.is_usual(line) { " " } else { "*" };
        let keys = shorten(&keys, KEY_WIDTH, ascii);
        put(
            buffer,
            lines,
            0,
            row,
            &format!("{mark}{usual}{keys:<width$} ", width = usize::from(KEY_WIDTH)),
            style,
        );
        let what = shorten(KEYMAP[line].what, lines.width.saturating_sub(KEY_WIDTH + 4), ascii);
        put(buffer, lines, KEY_WIDTH + 4, row, &what, theme.text());
    }
    let leave = keymap.binding(&[Context::Menu], Action::Cancel).and_then(|(_, keys)| keys.first());
    let leave = leave.map_or_else(String::new, |key| format!("; {} cancels", key.name(ascii)));
    let remark = match list.waiting {
        Some(Waiting::Replace) => format!("Press the new key now{leave}."),
        Some(Waiting::Add) => format!("Press the additional key now{leave}."),
        None => REMARK.to_owned(),
    };
    let style = if list.waiting.is_some() { theme.accent() } else { theme.dim() };
    let below = Rect {
        x: area.x + 1,
        y: area.bottom().saturating_sub(3),
        width: area.width.saturating_sub(2),
        height: 2,
    };
    put_lines(buffer, below.intersection(area), 0, wrap(&remark, below.width), style);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::{Depth, Glyphs, PALETTES};

    #[test]
    fn lines_are_found_where_drawn_and_the_selected_is_in_view() {
        let theme = Theme::new(&PALETTES[0], Depth::Mono, Glyphs::Ascii);
        for height in [10, 20, 24, 50] {
            let area = Rect::new(0, 0, 80, height);
            for line in 0..KEYMAP.len() {
                let mut list = KeyList::default();
                list.select(line);
                let mut buffer = Buffer::empty(area);
                draw(&list, &Keymap::default(), &theme, area, &mut buffer);
                let row = (0..height)
                    .find(|&y| buffer[(1, y)].symbol() == ">")
                    .expect("the selected line is in view");
                assert_eq!(line_at(&list, area, Position::new(5, row)), Some(line));
            }
        }
    }
}
