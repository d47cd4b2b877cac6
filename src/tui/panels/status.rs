//! The lines below the board: refusals, questions, prompts, the end of the game.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use tetralith_core::Colour;
use tetralith_session::words::sentence;

use super::head::took;
use super::here::cursor_text;
use super::moves::{shows_hint, tells_step};
use super::score::outcome_text;
use super::thinking;
use crate::tui::app::{App, Notice, Tone};
use crate::tui::menus::put_input;
use crate::tui::overlays::{Overlay, Prompt, Purpose};
use crate::tui::paint::{put, put_all, put_lines, shorten, width, wipe, wrap, wrap_within};
use crate::tui::table::{Mode, Table};
use crate::tui::theme::{Glyphs, Theme};

pub(super) fn draw_status(app: &App, table: &Table, area: Rect, buffer: &mut Buffer) {
    let theme = app.theme();
    let says = |buffer: &mut Buffer, text: &str, style: Style| say(text, style, theme, area, buffer);
    if draw_overlay_status(app, area, buffer) {
        return;
    }
    let result = table.outcome().map(|outcome| format!("{}.", outcome_text(table, outcome)));
    match (app.notice(), result) {
        (None, None) => {}
        (None, Some(result)) => return says_whole(&result, theme.good(), theme, area, buffer),
        // How the game ended stays to be read.
        (Some(notice), Some(result)) if area.height > 1 => {
            let first = Rect { height: 1, ..area };
            say(&result, theme.good(), theme, first, buffer);
            return draw_notice(notice, theme, Rect { y: area.y + 1, height: area.height - 1, ..area }, buffer);
        }
        (Some(Notice { tone: Tone::Refusal, .. }), Some(result)) => return says(buffer, &result, theme.good()),
        (Some(notice), _) => return draw_notice(notice, theme, area, buffer),
    }
    let (panel, hint) = (app.has_panel(), app.thoughts().hint.is_some());
    let asked = thinking::line(app, table).filter(|_| hint && !shows_hint(app, table));
    if let Some(text) = asked {
        return says(buffer, &text, theme.accent());
    }
    if table.mode() == Mode::Play && table.is_in_the_past() && app.thoughts().own().is_none() {
        let whole = "Later turns are kept: redo goes there, and another step here begins a variation.";
        let brief = "Later turns are kept: redo goes there.";
        let fits = wrap(whole, area.width.saturating_sub(1)).len() <= usize::from(area.height);
        return says(buffer, if fits { whole } else { brief }, theme.dim());
    }
    if let Some(text) = app.first_game_hint(area.width.saturating_sub(1), area.height) {
        return says(buffer, &text, theme.accent());
    }
    if let Some(text) = thinking::line(app, table).filter(|_| !panel) {
        return says(buffer, &text, theme.accent());
    }
    if panel {
        // Where the panel has no room for it, or a hint in its place.
        if !tells_step(app, table) {
            draw_cursor_text(table, theme, area, buffer);
        }
        return;
    }
    if let Some(text) = took(table) {
        return says(buffer, &sentence(&text), theme.dim());
    }
    if cursor_text(table).is_none() && table.is_playable() {
        let mover = table.names().title(table.game().to_move());
        return says(buffer, &format!("{mover}: {}", table.to_do()), theme.text());
    }
    draw_cursor_text(table, theme, area, buffer);
}

/// Says what the cursor is on and what would come of playing there.
pub fn draw_cursor_text(table: &Table, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    if let Some((text, legal)) = cursor_text(table) {
        say(&text, if legal { theme.good() } else { theme.dim() }, theme, area, buffer);
    }
}

/// Draws a notice, all of it: where it is longer than the area, it takes rows of what is above for as long as it is shown.
pub fn draw_notice(notice: &Notice, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let style = match notice.tone {
        Tone::Plain => theme.accent(),
        Tone::Refusal => theme.warning(),
    };
    says_whole(&sentence(&notice.text), style, theme, area, buffer);
}

/// Says `text` in `area`, with a mark where it is cut.
fn say(text: &str, style: Style, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let inner = Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area }.intersection(area);
    let lines = wrap_within(text, inner.width, usize::from(inner.height), theme.glyphs() == Glyphs::Ascii);
    put_lines(buffer, inner, 0, lines, style);
}

/// Says all of `text` in `area`, and above it as far as needed.
fn says_whole(text: &str, style: Style, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let rows = wrap(text, area.width.saturating_sub(1)).len() as u16;
    say(text, style, theme, grown(area, rows, theme, buffer), buffer);
}

/// `area`, upwards as high as `rows` take and there is room for, wiped where it has grown.
fn grown(area: Rect, rows: u16, theme: &Theme, buffer: &mut Buffer) -> Rect {
    let more = rows.saturating_sub(area.height).min(area.y.saturating_sub(buffer.area.y));
    let grown = Rect { y: area.y - more, height: area.height + more, ..area };
    if more > 0 {
        wipe(buffer, grown, theme.base());
    }
    grown
}

/// Draws a question or prompt, if one is in front; says whether one was.
pub fn draw_overlay_status(app: &App, area: Rect, buffer: &mut Buffer) -> bool {
    let theme = app.theme();
    match app.overlays().last() {
        Some(Overlay::Question(question)) => {
            says_whole(&question.text, theme.accent(), theme, area, buffer);
            true
        }
        Some(Overlay::Prompt(prompt)) => {
            draw_prompt(app, prompt, area, buffer);
            true
        }
        Some(Overlay::Seats { selected, .. }) => {
            if let Some(table) = app.table() {
                draw_seats(table, *selected, theme, area, buffer);
            }
            true
        }
        _ => false,
    }
}

/// The fewest columns in which the beginning of a remark still tells something.
const LEAST_REMARK: u16 = 12;

/// Draws what is typed, and below it the remark on it.
///
/// A step is typed with an eye on the board, of which a low window keeps every row: there the remark comes behind what is
/// typed, as far as that leaves room.
fn draw_prompt(app: &App, prompt: &Prompt, area: Rect, buffer: &mut Buffer) {
    let theme = app.theme();
    let (text, style) = prompt_remark(app, prompt, theme);
    let below = wrap(&text, area.width.saturating_sub(1));
    let beside = area.height == 1 && prompt.fault.is_none() && prompt.purpose == Purpose::Step;
    let area = if beside { area } else { grown(area, 1 + below.len() as u16, theme, buffer) };
    let column = put(buffer, area, 0, 0, &format!(" {}: ", prompt.purpose.label()), theme.accent());
    let column = put_input(buffer, area, column, 0, prompt.input.halves(), theme) + 2;
    if !beside {
        let below_line = Rect { x: area.x + 1, y: area.y + 1, ..area }.intersection(area);
        put_lines(buffer, below_line, 0, below, style);
    } else if area.width.saturating_sub(column) >= LEAST_REMARK.min(width(&text)) {
        let text = shorten(&text, area.width.saturating_sub(column), theme.glyphs() == Glyphs::Ascii);
        put(buffer, area, column, 0, &text, style);
    }
}

/// Draws who plays which side, where there is room for both.
fn draw_seats(table: &Table, selected: Colour, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let sides = Colour::BOTH.into_iter().filter(|&colour| area.height > 1 || colour == selected);
    let (less, more) = if theme.glyphs() == Glyphs::Ascii { ("<", ">") } else { ("◂", "▸") };
    for (row, colour) in (0..area.height).zip(sides) {
        let seat = table.holder_here(colour);
        let who = match seat.level() {
            Some(level) => format!("computer: {}", level.title),
            None if seat.name.is_empty() => "a person".to_owned(),
            None => seat.title(),
        };
        let (style, arrows) =
            if colour == selected { (theme.selected(), theme.accent()) } else { (theme.text(), theme.dim()) };
        let column = put(buffer, area, 1, row, &format!(" {:<8}", table.names().title(colour)), style);
        put_all(
            buffer,
            area,
            column + 1,
            row,
            [(less, arrows), (&*format!("  {who:<22}"), theme.text()), (more, arrows)],
        );
    }
}

fn prompt_remark(app: &App, prompt: &Prompt, theme: &Theme) -> (String, Style) {
    if let Some(fault) = &prompt.fault {
        return (sentence(fault), theme.warning());
    }
    let plain = |text: &str| (text.to_owned(), theme.dim());
    match (prompt.purpose, app.table()) {
        (Purpose::Step, Some(table)) => {
            let example =
                if table.has_trominoes() { "like d4 e4* d5, the star for the opponent's stone" } else { "like d4" };
            match cursor_text(table) {
                Some((text, true)) if !table.aim().steps.is_empty() => (text, theme.good()),
                Some((text, false)) => (sentence(&text), theme.warning()),
                _ => plain(example),
            }
        }
        (Purpose::Turn, _) => plain("its number; 0 is the start"),
        (Purpose::Save, _) => plain("a file; its name ends in .json"),
        (Purpose::Export, _) => plain("ends in .svg, .png, .gif or .txt; or: copy"),
        (Purpose::Open, _) => plain("a file or a directory"),
        (Purpose::GamesDir, _) => plain("a directory; ~ is your home; empty for the usual place"),
        (Purpose::Find, _) if app.sought().is_empty() => {
            plain("a cell, words of a comment, a sign like ?, or the number of a turn")
        }
        (Purpose::Find, _) => plain(&format!("{} alone finds '{}' again", app.with_keys("{accept}"), app.sought())),
        (Purpose::Rename, _) => plain("what the game shall be called"),
        _ => plain(""),
    }
}
