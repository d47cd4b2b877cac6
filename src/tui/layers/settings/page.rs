//! The screen on which settings are changed: its lines, and how they are drawn.

use std::collections::HashMap;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::widgets::Widget;
use tetralith_core::text::display_text;
use tetralith_core::{Cell, CellSet, Game, Marks, Orientation, Setup, Step};

use super::key_list::{self, KeyList};
use crate::configuration::Configuration;
use crate::keymap::{Action, KEYMAP};
use crate::settings::{AUTO, Setting, Settings};
use crate::theme::Theme;
use crate::tui::board::display::Display;
use crate::tui::board::layout::{BoardLayout, Fit};
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::board::view::BoardView;
use crate::tui::shared::Shared;
use crate::tui::widgets::menus::{self, move_in_list};
use crate::tui::widgets::paint::{
    first_shown, mark_more, put, put_all, put_lines, shorten, wrap_within,
};
use tetralith_files::shown;
use tetralith_picture::View;
use tetralith_picture::look::marks;
use tetralith_storage::files::{DATA_DIR, games_in};

/// A line of the settings screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum SettingsLine {
    Setting(Setting),
    Keys,
}

impl SettingsLine {
    /// Every line, top to bottom.
    fn all() -> Vec<Self> {
        Setting::ALL.into_iter().map(Self::Setting).chain([Self::Keys]).collect()
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Setting(setting) => setting.title(),
            Self::Keys => "Keys",
        }
    }

    const fn what(self) -> &'static str {
        match self {
            Self::Setting(setting) => setting.what(),
            Self::Keys => "Keyboard shortcuts; Enter lists them all and lets you change them",
        }
    }
}

/// The screen's state.
#[derive(Clone, Debug, Default)]
pub struct SettingsPage {
    selected: usize,
    /// The list of keys, while it is open.
    pub keys: Option<KeyList>,
    /// The values that were none of the usual ones.
    pub own: HashMap<Setting, String>,
}

impl SettingsPage {
    /// The line the keys go to.
    pub fn line(&self) -> SettingsLine {
        let lines = SettingsLine::all();
        lines[self.selected.min(lines.len() - 1)]
    }

    /// Selects line `line`, the last one if there are fewer; returns true if it was another.
    pub fn select(&mut self, line: usize) -> bool {
        let line = line.min(SettingsLine::all().len() - 1);
        std::mem::replace(&mut self.selected, line) != line
    }

    /// True if the next key is to be bound to something.
    pub fn is_waiting(&self) -> bool {
        self.keys.is_some_and(|list| list.waiting.is_some())
    }

    /// Moves among the lines as a key asks; returns true if it moved.
    pub fn act(&mut self, action: Action) -> bool {
        move_in_list(&mut self.selected, SettingsLine::all().len(), action)
    }
}

/// Columns from the left edge of the lines to their values.
const VALUE_COLUMN: u16 = 20;

/// Columns a value takes at most with the arrows beside it.
const VALUE_WIDTH: u16 = 22;

/// Columns a value takes with the arrows beside it in a window of this `area`.
fn value_width(area: Rect) -> u16 {
    lines_area(area).width.saturating_sub(VALUE_COLUMN).clamp(8, VALUE_WIDTH)
}

/// The most rows for what the selected setting does.
const MOST_REMARK: usize = 3;

/// Columns of the preview, and of the gap before it.
const PREVIEW: (u16, u16) = (26, 4);

fn lines_area(area: Rect) -> Rect {
    let top = if area.height >= 22 { 3 } else { 1 };
    let width = area.width.saturating_sub(2).min(VALUE_COLUMN + VALUE_WIDTH);
    Rect { x: area.x + 1, y: area.y + top, width, height: area.height.saturating_sub(top + 4) }
        .intersection(area)
}

/// Returns the place of the preview, if there is room for one.
fn preview_area(area: Rect) -> Option<Rect> {
    let lines = lines_area(area);
    let x = lines.right() + PREVIEW.1;
    let width = area.right().saturating_sub(x + 1).min(60);
    (width >= PREVIEW.0).then_some(Rect { x, width, ..lines })
}

/// Returns the line at `at`.
pub fn line_at(page: &SettingsPage, area: Rect, at: Position) -> Option<usize> {
    if let Some(list) = &page.keys {
        return key_list::line_at(list, area, at);
    }
    menus::line_at(page.selected, SettingsLine::all().len(), lines_area(area), at)
}

/// Returns which of a value's arrows is at `at`: `true` for the one that leads to the next value.
pub fn arrow_at(area: Rect, at: Position) -> Option<bool> {
    match at.x.checked_sub(lines_area(area).x + VALUE_COLUMN)? {
        0..=2 => Some(false),
        column if (value_width(area) - 3..value_width(area)).contains(&column) => Some(true),
        _ => None,
    }
}

/// The name of the theme in force, and for the one that follows the terminal which it is.
fn theme_title(configuration: &Configuration) -> String {
    match configuration.colours_refused() {
        Some((variable, _)) => format!("mono ({variable})"),
        None => chosen_theme(configuration),
    }
}

/// The name of the theme that is wanted, regardless of the terminal.
fn chosen_theme(configuration: &Configuration) -> String {
    match configuration.theme_name() {
        Some(name) => display_text(name),
        None => format!("{AUTO} ({})", configuration.suiting()),
    }
}

/// Returns what the setting on a line does, or why it does nothing now.
fn remark_text(line: SettingsLine, configuration: &Configuration) -> String {
    let refused = configuration.colours_refused();
    if let (SettingsLine::Setting(Setting::Theme), Some((_, why))) = (line, refused) {
        let chosen = chosen_theme(configuration);
        return format!("{why}, so colours are off; otherwise: {chosen}");
    }
    match (line, &configuration.games_dir) {
        (SettingsLine::Setting(Setting::AutosaveDir), Some(dir)) => {
            format!("{DATA_DIR} is set, so games are saved in {}", shown(&games_in(dir)))
        }
        _ => line.what().to_owned(),
    }
}

/// Draws the screen into `area`, its last row left free.
pub fn draw(page: &SettingsPage, cx: &Shared, area: Rect, buffer: &mut Buffer) {
    let (configuration, theme) = (&cx.configuration, &cx.theme);
    if let Some(list) = &page.keys {
        return key_list::draw(list, &configuration.settings.keymap, theme, area, buffer);
    }
    let ascii = theme.is_ascii();
    let row = u16::from(area.height >= 22);
    let column = put(buffer, area, 1, row, "Settings", theme.title());
    let place = configuration.file.as_ref().map_or_else(
        || "cannot be saved".to_owned(),
        |file| format!("saved in {}", shown(file.path())),
    );
    let room = area.width.saturating_sub(column + 3);
    put(buffer, area, column + 2, row, &shorten(&place, room, ascii), theme.dim());
    let lines = lines_area(area);
    let all = SettingsLine::all();
    let first = first_shown(page.selected, all.len(), usize::from(lines.height));
    for (row, (i, line)) in (0..lines.height).zip(all.iter().enumerate().skip(first)) {
        let chosen = i == page.selected;
        let style = if chosen { theme.selected() } else { theme.text() };
        let mark = if chosen { ">" } else { " " };
        put(buffer, lines, 0, row, &format!("{mark} {:<17} ", line.title()), style);
        let SettingsLine::Setting(setting) = *line else {
            let anew = (0..KEYMAP.len())
                .filter(|&line| !configuration.settings.keymap.is_usual(line))
                .count();
            let value = if anew == 0 { "defaults".to_owned() } else { format!("{anew} changed") };
            put(
                buffer,
                lines,
                VALUE_COLUMN + 3,
                row,
                &shorten(&value, value_width(area) - 3, ascii),
                theme.text(),
            );
            continue;
        };
        let value = match setting {
            // A value of the command line is in force until another is chosen here.
            Setting::Theme => theme_title(configuration),
            Setting::AutosaveDir if configuration.games_dir.is_some() => format!("${DATA_DIR}"),
            _ => setting.value_title(&configuration.value(setting)),
        };
        let turns = setting.choices(&configuration.settings).is_some();
        let room = value_width(area) - if turns { 6 } else { 3 };
        put(buffer, lines, VALUE_COLUMN + 3, row, &shorten(&value, room, ascii), theme.text());
        if turns {
            let (less, more) = if ascii { ("<", ">") } else { ("◄", "►") };
            put(buffer, lines, VALUE_COLUMN + 1, row, less, theme.accent());
            put(buffer, lines, VALUE_COLUMN + value_width(area) - 2, row, more, theme.accent());
        }
    }
    // At the left end, because arrows are at the right one.
    mark_more(buffer, Rect { width: 1, ..lines }, (first, all.len()), theme);
    let what = remark_text(page.line(), configuration);
    let columns = area.width.saturating_sub(2);
    let what = wrap_within(&what, columns, MOST_REMARK, ascii);
    // The row below the list is free.
    let height = what.len().max(2) as u16;
    let remark =
        Rect { y: area.bottom().saturating_sub(height + 1), height, x: area.x + 1, width: columns };
    put_lines(buffer, remark.intersection(area), 0, what, theme.dim());
    if let Some(area) = preview_area(area) {
        draw_preview(cx, area, buffer);
    }
}

/// Draws a little of everything that a setting changes the look of.
fn draw_preview(cx: &Shared, area: Rect, buffer: &mut Buffer) {
    let theme = &cx.theme;
    let row = put_lines(buffer, area, 0, ["Preview:"], theme.dim());
    let words = [
        ("text ", theme.text()),
        ("key ", theme.accent()),
        ("good ", theme.good()),
        ("wrong", theme.warning()),
    ];
    put_all(buffer, area, 0, row, words);
    let Some(sample) = Sample::of(cx.settings()) else { return };
    if let Some(layout) = sample.layout(cx.display, area) {
        sample.look_at(&layout, theme, |view| view.render(layout.area(), buffer));
    }
}

/// The board of the preview as a picture on the terminal; `None` where it is drawn as text.
pub(super) fn picture(
    page: &SettingsPage,
    cx: &Shared,
    area: Rect,
    easel: &mut Easel,
) -> Option<PlacedPicture> {
    let area = preview_area(area).filter(|_| page.keys.is_none())?;
    let sample = Sample::of(cx.settings())?;
    let layout = sample.layout(cx.display, area)?;
    sample.look_at(&layout, &cx.theme, |view| view.picture(cx.display, easel))
}

/// The position of the preview.
struct Sample {
    game: Game,
    last: CellSet,
    /// The marks, where they are shown.
    marks: Option<Marks>,
    coordinates: bool,
}

/// Rows of the preview above its board.
const PREVIEW_HEAD: u16 = 3;

impl Sample {
    fn of(settings: &Settings) -> Option<Self> {
        let (game, last) = sample_game(settings.new_game.game)?;
        let marks = settings.look.marks.then(|| marks::shown(&game, game.outcome().is_some()));
        Some(Self { game, last, marks, coordinates: settings.look.coordinates })
    }

    /// The cell of the cursor.
    fn centre(&self) -> Cell {
        Cell::new(self.game.board().geometry().len() / 2)
    }

    /// The place of its board in the preview's `area`.
    fn layout(&self, display: Display, area: Rect) -> Option<BoardLayout> {
        let room = Rect {
            y: area.y + PREVIEW_HEAD,
            height: area.height.saturating_sub(PREVIEW_HEAD),
            ..area
        };
        let fit = Display { coordinates: self.coordinates, ..display }.fit();
        let fit = Fit { is_preview: true, ..fit };
        let (info, geometry) = (self.game.info(), self.game.board().geometry());
        BoardLayout::of(info, geometry, Orientation::default(), room, fit, self.centre())
    }

    /// Hands the board as it is to be drawn to `see`.
    fn look_at<T>(
        &self,
        layout: &BoardLayout,
        theme: &Theme,
        see: impl FnOnce(BoardView) -> T,
    ) -> T {
        let seen = View {
            marks: self.marks.as_ref(),
            cursor: Some(self.centre()),
            last: self.last,
            ..View::new(self.game.board(), self.game.info())
        };
        see(BoardView::new(seen, layout, theme))
    }
}

/// The beginning of a game on the smallest board, and the cells of its last step.
fn sample_game(id: &str) -> Option<(Game, CellSet)> {
    const STEPS: usize = 7;
    let size = i64::from(tetralith_core::games::info(id)?.boards.first()?.min.max(3));
    let mut game =
        Game::new(id, &Setup { size: Some(size), opening: None, ..Setup::default() }).ok()?;
    let mut last = CellSet::EMPTY;
    for i in 0..STEPS {
        let legal: Vec<Step> =
            game.legal().into_iter().filter(|step| *step != Step::Pass).collect();
        let Some(&step) = legal.get((i * 5 + 2) % legal.len().max(1)) else { break };
        game.play_unchecked(step);
        last = step.cells().collect();
    }
    Some((game, last))
}
