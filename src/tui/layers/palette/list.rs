//! The command palette: everything that can be done, found by typing a few words of it.
//!
//! [`crate::tui::app`] fills it; here are its list, the ranking and the drawing.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::{Colour, Direction, Info};
use tetralith_engine::Level;
use tetralith_session::words::sentence;

use crate::keymap::Action;
use crate::settings::{Setting, Value};
use crate::theme::Theme;
use crate::tui::choice::Choice;
use crate::tui::widgets::filter::{distance, fit};
use crate::tui::widgets::input::TextInput;
use crate::tui::widgets::menus::{self, move_in_list, put_input};
use crate::tui::widgets::paint::{first_shown, put, shorten, width};

/// The most characters that are typed into the palette.
const INPUT_CHARS: usize = 200;

/// The entries that are offered where none fits.
const NEAREST: usize = 3;

/// Rows besides those of the list: a rule above it, a remark and the line being typed below.
const OTHER_ROWS: u16 = 3;

/// The command of an entry of the palette.
#[derive(Clone, Debug)]
pub enum PaletteCommand {
    /// The action of a key here.
    Act(Action),
    /// The choice of a line of the home screen.
    Choose(Choice),
    /// Show the rules of a game.
    Rules(&'static Info),
    /// Review a commented game, by its number in [`TO_WATCH`](crate::shipped::TO_WATCH).
    Watch(&'static Info, usize),
    /// Let the computer at a level, or without one a person, go on with a colour.
    Seat(Colour, Option<&'static Level>),
    /// Give a setting one of its values.
    Set(Setting, Value),
    /// Play the turn that is typed.
    Play(String),
}

/// A line of the palette: its words, its key, and its command.
#[derive(Clone, Debug)]
pub struct PaletteEntry {
    /// Its effect, as a sentence without its full stop, safe to show.
    pub what: String,
    /// The name of its key; empty if it has none.
    pub key: String,
    /// Further words it is found by: the keys' other names, what the hint line calls it, where it
    /// holds.
    pub besides: String,
    /// The same for the program.
    pub command: PaletteCommand,
    /// The reason why it cannot be done now, if it cannot.
    pub obstacle: Option<String>,
}

impl PaletteEntry {
    /// An entry without a key that can be carried out.
    pub const fn new(what: String, besides: String, command: PaletteCommand) -> Self {
        Self { what, key: String::new(), besides, command, obstacle: None }
    }
}

/// The palette's state.
#[derive(Clone, Debug)]
pub struct CommandPalette {
    items: Vec<PaletteEntry>,
    /// The turn that is typed, if what is typed reads as one.
    turn: Option<PaletteEntry>,
    /// True if a move can be typed where the palette is open.
    takes_moves: bool,
    input: TextInput,
    selected: usize,
    /// True once an entry was pointed at since something was typed: the nearest entries are only
    /// guesses, so Enter runs one only after that.
    is_pointed: bool,
    /// The reason why the entry chosen last was not carried out.
    fault: Option<String>,
}

impl CommandPalette {
    /// A palette with `items`, nothing typed yet; it asks for a move too if it `takes_moves`.
    pub const fn new(items: Vec<PaletteEntry>, takes_moves: bool) -> Self {
        Self {
            items,
            turn: None,
            takes_moves,
            input: TextInput::new(INPUT_CHARS),
            selected: 0,
            is_pointed: false,
            fault: None,
        }
    }

    /// Every entry, fitting or not.
    pub fn items(&self) -> &[PaletteEntry] {
        &self.items
    }

    /// The text that has been typed.
    pub fn text(&self) -> &str {
        self.input.text()
    }

    /// The entries that fit what has been typed: a turn first, then what can be done, best first,
    /// then the rest.
    pub fn fitting(&self) -> Vec<&PaletteEntry> {
        let ranked = |item: &'_ PaletteEntry| fit(self.text(), &item.what, &item.besides);
        let mut fitting: Vec<(bool, u32, &PaletteEntry)> = self
            .items
            .iter()
            .filter_map(|item| ranked(item).map(|fits| (item.obstacle.is_some(), fits, item)))
            .collect();
        fitting.sort_by_key(|&(blocked, fits, _)| (blocked, fits));
        self.turn.iter().chain(fitting.into_iter().map(|(.., item)| item)).collect()
    }

    /// The entries in the list: those that fit, or the nearest where none fits.
    fn listed(&self) -> Listed<'_> {
        let fitting = self.fitting();
        if !fitting.is_empty() {
            return Listed { entries: fitting, are_guesses: false };
        }
        let mut near: Vec<(u32, &PaletteEntry)> = self
            .items
            .iter()
            .filter(|item| item.obstacle.is_none())
            .map(|item| (distance(self.text(), &item.what, &item.besides), item))
            .collect();
        near.sort_by_key(|&(far, _)| far);
        let entries = near.into_iter().take(NEAREST).map(|(_, item)| item).collect();
        Listed { entries, are_guesses: true }
    }

    /// The line of the selected entry among those that are `listed`.
    fn line(&self, listed: &Listed) -> Option<usize> {
        let last = listed.entries.len().checked_sub(1)?;
        (self.is_pointed || !listed.are_guesses).then(|| self.selected.min(last))
    }

    /// The selected entry; `None` where nothing fits and none of the nearest was pointed at.
    pub fn selected(&self) -> Option<&PaletteEntry> {
        let listed = self.listed();
        self.line(&listed).map(|line| listed.entries[line])
    }

    /// Types `text` at the caret.
    pub fn insert(&mut self, text: &str) {
        self.input.insert(text);
        self.restart();
    }

    /// Offers the turn that is typed, or takes it back.
    pub fn offer(&mut self, turn: Option<PaletteEntry>) {
        self.turn = turn;
    }

    /// Shows why the selected entry was not carried out.
    pub fn refuse(&mut self, why: String) {
        self.fault = Some(why);
    }

    /// Selects line `line` of the list; returns true if it was another.
    pub fn select(&mut self, line: usize) -> bool {
        self.fault = None;
        let was_pointed = std::mem::replace(&mut self.is_pointed, true);
        std::mem::replace(&mut self.selected, line) != line || !was_pointed
    }

    /// Does what a key asks that moves or edits; returns true if something changed.
    pub fn act(&mut self, action: Action) -> bool {
        let listed = self.listed();
        let (lines, line) = (listed.entries.len(), self.line(&listed));
        let moves = matches!(
            action,
            Action::Move(Direction::North | Direction::South)
                | Action::BackTen
                | Action::ForwardTen
        );
        if moves {
            self.fault = None;
            self.is_pointed = true;
            let Some(line) = line else {
                self.selected = 0;
                return lines > 0;
            };
            self.selected = line;
            return move_in_list(&mut self.selected, lines, action);
        }
        let before = self.input.clone();
        if !self.input.act(action) || before == self.input {
            return false;
        }
        if before.text() != self.input.text() {
            self.restart();
        }
        true
    }

    fn restart(&mut self) {
        (self.selected, self.is_pointed, self.fault) = (0, false, None);
    }
}

struct Listed<'a> {
    entries: Vec<&'a PaletteEntry>,
    /// True if none fits what was typed, so these are the nearest.
    are_guesses: bool,
}

/// Returns the place of the palette in a window of this `area`: at its bottom, above the hint line.
fn palette_area(lines: usize, area: Rect) -> Rect {
    let above = area.height.saturating_sub(1);
    let most = (above * 2 / 3).max(OTHER_ROWS + 1).min(above);
    let height =
        OTHER_ROWS.saturating_add(lines.max(1).min(usize::from(u16::MAX)) as u16).min(most);
    Rect { y: area.y + above - height, height, ..area }
}

fn list_area(palette: Rect) -> Rect {
    Rect { y: palette.y + 1, height: palette.height.saturating_sub(OTHER_ROWS), ..palette }
}

/// Returns which of the entries that fit is at `at`.
pub fn line_at(palette: &CommandPalette, area: Rect, at: Position) -> Option<usize> {
    let listed = palette.listed();
    let lines = listed.entries.len();
    let list = list_area(palette_area(lines, area));
    menus::line_at(palette.line(&listed).unwrap_or_default(), lines, list, at)
}

/// Draws the palette over the lower part of `area`, whose last row is left free; `remark` explains
/// the effect of the selected entry, if there is more to show than its name.
pub fn draw(
    palette: &CommandPalette,
    remark: Option<&str>,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let listed = palette.listed();
    let (entries, selected) = (&listed.entries, palette.line(&listed));
    let place = palette_area(entries.len(), area).intersection(buffer.area);
    let ascii = theme.is_ascii();
    for position in place.positions() {
        buffer[position].reset();
    }
    buffer.set_style(place, theme.base());
    let line = if ascii { "-" } else { "─" };
    put(buffer, place, 0, 0, &line.repeat(usize::from(place.width)), theme.border());
    let column = put(buffer, place, 1, 0, " Commands ", theme.title());
    if listed.are_guesses {
        put(buffer, place, column, 0, "no match; nearest: ", theme.dim());
    } else if !palette.text().trim().is_empty() {
        put(
            buffer,
            place,
            column,
            0,
            &format!("{} of {} ", entries.len(), palette.items.len()),
            theme.dim(),
        );
    }
    let list = list_area(place);
    let first = first_shown(selected.unwrap_or_default(), entries.len(), usize::from(list.height));
    for (row, (i, item)) in (0..list.height).zip(entries.iter().enumerate().skip(first)) {
        let place = Rect { y: list.y + row, height: 1, ..list };
        draw_item(item, selected == Some(i), theme, place, buffer);
    }
    let bottom =
        Rect { y: list.bottom(), height: place.height.saturating_sub(1 + list.height), ..place };
    let (text, style) = match (&palette.fault, remark) {
        (Some(fault), _) => (fault.as_str(), theme.warning()),
        (None, Some(remark)) => (remark, theme.good()),
        (None, None) if listed.are_guesses => {
            ("no matching command; choose one of these or type another", theme.warning())
        }
        (None, None) if palette.takes_moves => ("type a command, or a move to play", theme.dim()),
        (None, None) => ("type a command", theme.dim()),
    };
    put(
        buffer,
        bottom,
        1,
        0,
        &shorten(&sentence(text), bottom.width.saturating_sub(2), ascii),
        style,
    );
    let column = put(buffer, bottom, 0, 1, " : ", theme.accent());
    put_input(buffer, bottom, column, 1, palette.input.halves(), theme);
}

fn draw_item(item: &PaletteEntry, chosen: bool, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let ascii = theme.is_ascii();
    let style = match (chosen, &item.obstacle) {
        (true, _) => theme.selected(),
        (false, Some(_)) => theme.dim(),
        (false, None) => theme.text(),
    };
    put(buffer, area, 0, 0, &" ".repeat(usize::from(area.width)), style);
    put(buffer, area, 0, 0, if chosen { ">" } else { " " }, style);
    let keys = area.width.saturating_sub(width(&item.key) + 1);
    let what = match &item.obstacle {
        Some(why) => format!("{} (not now: {why})", item.what),
        None => item.what.clone(),
    };
    put(buffer, area, 2, 0, &shorten(&what, keys.saturating_sub(3), ascii), style);
    let style = if chosen || item.obstacle.is_some() { style } else { theme.accent() };
    put(buffer, area, keys, 0, &item.key, style);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::{Depth, Glyphs, PALETTES};

    fn item(what: &str, obstacle: Option<&str>) -> PaletteEntry {
        let command = PaletteCommand::Act(Action::Help);
        let entry = PaletteEntry::new(what.to_owned(), String::new(), command);
        PaletteEntry { obstacle: obstacle.map(str::to_owned), ..entry }
    }

    #[test]
    fn possible_commands_come_before_impossible_ones() {
        let mut palette = CommandPalette::new(
            vec![item("Pass", Some("no")), item("Compass", None), item("Undo", None)],
            false,
        );
        palette.insert("pass");
        let whats = |palette: &CommandPalette| {
            palette.fitting().iter().map(|item| item.what.clone()).collect::<Vec<_>>()
        };
        assert_eq!(whats(&palette), ["Compass", "Pass"]);
        palette.offer(Some(item("Play pass", None)));
        assert_eq!(whats(&palette), ["Play pass", "Compass", "Pass"]);
    }

    #[test]
    fn the_nearest_are_offered_but_not_selected() {
        let items = ["Undo a move", "Resign", "Pass", "Quit", "Settings"];
        let mut palette = CommandPalette::new(items.map(|what| item(what, None)).into(), false);
        palette.insert("resine");
        let listed = palette.listed();
        assert!(listed.are_guesses && palette.fitting().is_empty());
        assert_eq!((listed.entries.len(), &*listed.entries[0].what), (3, "Resign"));
        assert!(palette.selected().is_none());
        assert!(palette.act(Action::Move(Direction::South)));
        assert_eq!(palette.selected().map(|item| &*item.what), Some("Resign"));
        palette.insert("x");
        assert!(palette.selected().is_none());
    }

    #[test]
    fn every_line_drawn_is_found_where_it_is_drawn() {
        let palette = CommandPalette::new(
            (0..40).map(|i| item(&format!("Number {i}"), None)).collect(),
            true,
        );
        for height in 0..30 {
            let area = Rect::new(0, 0, 40, height);
            let mut buffer = Buffer::empty(area);
            let theme = Theme::new(&PALETTES[0], Depth::Mono, Glyphs::Ascii);
            draw(&palette, None, &theme, area, &mut buffer);
            for y in 0..height {
                let row: String = (0..40).map(|x| buffer[(x, y)].symbol()).collect();
                let number = row.split("Number ").nth(1).and_then(|rest| rest.trim().parse().ok());
                assert_eq!(
                    line_at(&palette, area, Position::new(5, y)),
                    number,
                    "{height} {y}: {row}"
                );
            }
        }
    }
}
