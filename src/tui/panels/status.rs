//! The lines below the board: refusals, the end of the game, what the cursor is on.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use tetralith_core::Outcome;

use super::asked;
use super::comment;
use super::head::{Head, took};
use super::moves::{head, shows_hint};
use super::thinking;
use super::view::GameView;
use crate::keymap::Action;
use crate::theme::{LEGIBLE, Theme};
use crate::tui::widgets::notice::{draw_notice, grown, room_with, say};
use crate::tui::widgets::paint::{put, width, wrap, wrap_phrases};
use tetralith_session::remote_game::RemoteGame;
use tetralith_session::table::{Mode, Table};
use tetralith_session::words::{cursor_text, outcome_text, sentence, to_do};

pub(super) fn draw_status(view: &GameView, area: Rect, buffer: &mut Buffer) {
    let table = view.table;
    let theme = view.theme;
    let says =
        |buffer: &mut Buffer, text: &str, style: Style| say(text, style, theme, area, buffer);
    if view.is_covered {
        return;
    }
    match (view.notice, table.outcome()) {
        (None, None) => {}
        (Some(notice), None) => return draw_notice(notice, theme, area, buffer),
        (None, Some(outcome)) => return draw_banner(view, outcome, area, buffer),
        (Some(notice), Some(outcome)) => {
            let rows = in_banner(&result_text(view, outcome), area).len() as u16;
            let [above, below] = room_with(notice, rows, theme, area, buffer);
            draw_banner(view, outcome, above, buffer);
            return draw_notice(notice, theme, below, buffer);
        }
    }
    if let Some(text) = view.remote().and_then(RemoteGame::offer) {
        return says(buffer, &sentence(&view.keys.spell(&text)), theme.accent());
    }
    if let Some(why) = table.state().absence() {
        return says(buffer, &sentence(&view.keys.spell(why)), theme.accent());
    }
    if table.hand().is_jumping() {
        let key = view.keys.name(Action::TakeBack);
        let whole =
            format!("Type the letter shown on a cell, then the sign that appears; {key} cancels.");
        let brief = format!("Type a letter; {key} cancels.");
        let fits = wrap(&whole, area.width.saturating_sub(1)).len() <= usize::from(area.height);
        return says(buffer, if fits { &whole } else { &brief }, theme.accent());
    }
    let hinted = thinking::line(view).filter(|_| view.hint().is_some() && !shows_hint(view));
    // A second opinion has the first candidate of the hint beside it.
    let is_compared = view.engine.thinking.opinion().is_open();
    let asked = asked::line(view);
    let lines = if is_compared { [asked, hinted] } else { [hinted, asked] };
    if let Some(text) = lines.into_iter().flatten().next() {
        let lines = wrap_phrases(&text, area.width.saturating_sub(1));
        return says(buffer, &lines.join("\n"), theme.accent());
    }
    if table.mode() == Mode::Play && table.lines().is_in_the_past() && table.state().is_remote() {
        let key = view.keys.name(Action::Last);
        let text = format!("This is an earlier turn; {key} goes to the last move.");
        return says(buffer, &text, theme.dim());
    }
    if table.mode() == Mode::Play
        && table.lines().is_in_the_past()
        && view.engine.thinking.own().is_none()
    {
        return says(buffer, &with_later_moves(view, area), theme.dim());
    }
    if let Some(text) = view.first_game_hint(area.width.saturating_sub(1), area.height) {
        return says(buffer, &text, theme.accent());
    }
    if let Some(text) = thinking::line(view).filter(|_| view.panel().is_none()) {
        return says(buffer, &text, theme.accent());
    }
    if let Some(Head { tells_step, left_out, .. }) = head(view) {
        // Where the panel has no room for it, or a hint in its place.
        if !tells_step && cursor_text(table).is_some() {
            draw_cursor_text(table, theme, area, buffer);
        } else if !left_out.is_empty() {
            let lines = wrap_phrases(&sentence(&left_out), area.width.saturating_sub(1));
            says(buffer, &lines.join("\n"), theme.dim());
        }
        return;
    }
    let is_unaimed = cursor_text(table).is_none();
    if is_unaimed && table.mode() != Mode::Play && draw_findings(view, area, buffer) {
        return;
    }
    if let Some(text) = took(table) {
        return says(buffer, &sentence(&text), theme.dim());
    }
    if cursor_text(table).is_none() && table.hand().is_playable() {
        let mover = table.names().title(table.game().to_move());
        return says(buffer, &format!("{mover}: {}", to_do(table)), theme.text());
    }
    draw_cursor_text(table, theme, area, buffer);
}

/// Says that later moves are kept, as far as there is room after the meaning of signs on the board
/// that the panel has no room for.
fn with_later_moves(view: &GameView, area: Rect) -> String {
    let whole = "Later moves are kept; redo shows them, another move starts a variation.";
    let brief = "Later moves are kept; redo shows them.";
    let columns = area.width.saturating_sub(1);
    let left_out = head(view).map(|head| head.left_out).filter(|signs| !signs.is_empty());
    let signs = left_out.map_or_else(Vec::new, |signs| wrap_phrases(&sentence(&signs), columns));
    let with = |text: &str| [signs.clone(), wrap(text, columns)].concat();
    let fits = |lines: &Vec<String>| (1..=usize::from(area.height)).contains(&lines.len());
    let forms = [with(whole), with(brief), signs.clone(), wrap(whole, columns)];
    forms.iter().find(|lines| fits(lines)).map_or_else(|| brief.to_owned(), |form| form.join("\n"))
}

/// Draws what else the panel shows of the move at the cursor, with a mark where it is cut: its cost
/// and the better move, a variation beside the game, a comment; false if there is nothing.
fn draw_findings(view: &GameView, area: Rect, buffer: &mut Buffer) -> bool {
    let inner =
        Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area }.intersection(area);
    let (lines, _) = comment::fitted(view, inner.width, inner.height);
    for (row, (text, style)) in (0..inner.height).zip(&lines) {
        put(buffer, inner, 0, row, text, *style);
    }
    !lines.is_empty()
}

fn result_text(view: &GameView, outcome: Outcome) -> String {
    format!("{}.", outcome_text(view.table, outcome))
}

/// The lines of the result, with a column on either side of them and of the banner.
fn in_banner(result: &str, area: Rect) -> Vec<String> {
    wrap(result, area.width.saturating_sub(4))
}

/// Draws the result as a banner in the winner's colour.
fn draw_banner(view: &GameView, outcome: Outcome, area: Rect, buffer: &mut Buffer) {
    let (table, theme) = (view.table, view.theme);
    let lines = in_banner(&result_text(view, outcome), area);
    let area = grown(area, lines.len() as u16, theme, buffer);
    let won = outcome.winner.map(|winner| table.game().info().side(winner).stone);
    // A banner as dark or light as the screen would not be seen as one.
    let is_seen = |stone| theme.contrast(theme.ink(stone).fill, theme.background()) >= LEGIBLE;
    let style = match won {
        Some(stone) if !theme.is_mono() && is_seen(stone) => theme.stone(stone),
        _ => theme.selected(),
    };
    let banner = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    let bold = style.add_modifier(Modifier::BOLD);
    for (row, line) in (0..banner.height).zip(lines) {
        put(buffer, banner, 0, row, &" ".repeat(usize::from(banner.width)), bold);
        let column = banner.width.saturating_sub(width(&line)) / 2;
        put(buffer, banner, column, row, &line, bold);
    }
}

/// Shows what the cursor is on and what would come of playing there.
pub fn draw_cursor_text(table: &Table, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    if let Some((text, legal)) = cursor_text(table) {
        say(&text, if legal { theme.good() } else { theme.dim() }, theme, area, buffer);
    }
}
