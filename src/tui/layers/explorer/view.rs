//! The opening explorer on the screen: the board with the moves that were made, and the list of
//! them. Drawing only.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;
use tetralith_core::text::counted;
use tetralith_core::{Cell, Colour, Names};
use tetralith_picture::{StepAtHand, View};
use tetralith_session::table::Table;
use tetralith_storage::explore::{GameFacts, GameResult, NextMove};

use super::Explorer;
use crate::theme::Theme;
use crate::tui::board::display::Display;
use crate::tui::board::layout::BoardLayout;
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::board::view::{Advice, BoardView};
use crate::tui::layers::beside::BesideAreas;
use crate::tui::layers::component::Scene;
use crate::tui::shared::Shared;
use crate::tui::widgets::frame::{Frame, Heading};
use crate::tui::widgets::notice::{draw_notice, say};
use crate::tui::widgets::paint::{first_shown, put, put_lines, shorten, width, wrap};

/// Rows of the list where it is above the board.
const LIST_ABOVE: u16 = 5;

/// The moves that are numbered on the board.
const NUMBERED: usize = 9;

/// Rows that the latest games take at most below the moves.
const LATEST: u16 = 8;

/// The least panel in which the days of moves are shown, in columns.
const WITH_DAYS: u16 = 43;

/// The places of the parts.
pub(super) fn areas(table: &Table, display: Display, area: Rect) -> BesideAreas {
    let last =
        table.timeline().step(table.timeline().cursor()).and_then(|step| step.cells().next());
    let (info, lies) = (table.game().info(), table.hand().orientation());
    let focus = last.unwrap_or(table.hand().focus());
    BesideAreas::of(area, LIST_ABOVE, |room| {
        BoardLayout::of(info, table.geometry(), lies, room, display.fit(), focus)
    })
}

/// The rows of the list of moves, below its heading, and in a panel below the titles of its
/// columns.
pub(super) fn list_area(areas: &BesideAreas) -> Option<Rect> {
    let room = match (areas.panel, areas.above) {
        (Some(panel), _) => Frame::beside(panel).inner(),
        (None, above) => above?,
    };
    let below = if areas.panel.is_some() { LATEST.min(room.height / 3) } else { 0 };
    let heads = 1 + u16::from(areas.panel.is_some());
    Some(Rect { y: room.y + heads, height: room.height.saturating_sub(heads + below), ..room })
}

/// Draws the explorer into the whole of the window, and returns the rows where messages can be
/// shown.
pub(super) fn draw(
    explorer: &Explorer,
    table: &Table,
    scene: &Scene,
    cx: &Shared,
    buffer: &mut Buffer,
) -> Rect {
    let theme = &cx.theme;
    let areas = areas(table, cx.display, scene.area);
    let column = put(buffer, areas.title, 1, 0, table.game().info().title, theme.title());
    let column = put(buffer, areas.title, column, 0, "  explorer", theme.accent());
    let turn = table.timeline().turn(table.timeline().cursor());
    put(buffer, areas.title, column, 0, &format!("  turn {turn}"), theme.text());
    if let Some(layout) = &areas.board {
        look_at(explorer, table, layout, theme, |board| board.render(layout.area(), buffer));
    }
    if let Some(panel) = areas.panel {
        let frame = Frame::beside(panel);
        frame.draw(theme, buffer);
        let count = vec![(counted(explorer.found.games, "game"), theme.dim())];
        frame.heading(frame.inner().y, &Heading::with("Played here", count), theme, buffer);
    } else if let Some(above) = areas.above {
        let text = format!(" Played here: {}", counted(explorer.found.games, "game"));
        put(buffer, above, 0, 0, &text, theme.heading());
    }
    if let Some(list) = list_area(&areas) {
        draw_moves(explorer, table, cx, list, buffer);
        if let Some(panel) = areas.panel {
            let titles = Rect { y: list.y - 1, height: 1, ..list };
            put(buffer, titles, 0, 0, &column_titles(table.names(), list.width), theme.dim());
            draw_latest(explorer, table, cx, Frame::beside(panel), list.bottom(), buffer);
        }
    }
    draw_status(explorer, table, scene, cx, areas.says, buffer);
    areas.says
}

/// The board as a picture on the terminal; `None` if it is drawn as text.
pub(super) fn picture(
    explorer: &Explorer,
    table: &Table,
    scene: &Scene,
    cx: &Shared,
    easel: &mut Easel,
) -> Option<PlacedPicture> {
    let layout = areas(table, cx.display, scene.area).board?;
    look_at(explorer, table, &layout, &cx.theme, |board| board.picture(cx.display, easel))
}

/// Hands the board as it is to be drawn to `see`: the most frequent moves are numbered, the chosen
/// one is seen as it would lie.
fn look_at<T>(
    explorer: &Explorer,
    table: &Table,
    layout: &BoardLayout,
    theme: &Theme,
    see: impl FnOnce(BoardView) -> T,
) -> T {
    let (game, timeline) = (table.game(), table.timeline());
    let numbered = explorer.found.moves.iter().take(NUMBERED).zip(1..);
    let advice: Vec<(Cell, u8)> =
        numbered.flat_map(|(next, rank)| next.step.cells().map(move |cell| (cell, rank))).collect();
    let chosen = explorer
        .chosen()
        .map(|next| next.step.stones(game.to_move()).collect::<Vec<_>>())
        .unwrap_or_default();
    let pieces = timeline.pieces();
    let mover = Some(game.to_move());
    let seen = View {
        last: timeline.latest_cells(),
        step: StepAtHand { stones: &chosen, mover, ..StepAtHand::NONE },
        pieces: &pieces,
        ..View::new(game.board(), game.info())
    };
    let advice = Advice { cells: &advice, side: mover, ..Advice::NONE };
    see(BoardView { advice, ..BoardView::new(seen, layout, theme) })
}

/// The share of a part in whole per cent; a dash of nothing.
fn percent(part: usize, whole: usize) -> String {
    match whole {
        0 => "-".to_owned(),
        _ => format!("{:.0} %", 100.0 * part as f64 / whole as f64),
    }
}

fn draw_moves(explorer: &Explorer, table: &Table, cx: &Shared, list: Rect, buffer: &mut Buffer) {
    let (theme, names) = (&cx.theme, table.names());
    let found = &explorer.found;
    if found.moves.is_empty() {
        let text = match &cx.explored {
            None => "Reading your games …",
            Some(games) if games.index.is_empty() => "You have no games yet.",
            Some(_) => "No game continues from here.",
        };
        put_lines(buffer, list, 0, wrap(text, list.width), theme.dim());
        return;
    }
    let first = first_shown(explorer.selected, found.moves.len(), usize::from(list.height));
    for (row, (i, next)) in (0..list.height).zip(found.moves.iter().enumerate().skip(first)) {
        let style = if i == explorer.selected { theme.selected() } else { theme.text() };
        let rank = if i < NUMBERED { (i + 1).to_string() } else { " ".to_owned() };
        put(buffer, list, 0, row, &line(next, &rank, names, list.width), style);
    }
}

fn column_titles(names: Names, columns: u16) -> String {
    let [first, second] = Colour::BOTH.map(|colour| shorten(names.title(colour), 6, true));
    let last = if columns >= WITH_DAYS { "  last" } else { "" };
    let wide = name_width(columns);
    format!("   {:<wide$}{:>6}{first:>6}{second:>6}{last}", "move", "games")
}

/// The columns of the name of a move: fewer where its figures would have no room.
fn name_width(columns: u16) -> usize {
    usize::from(columns).saturating_sub(3 + 3 * 6).clamp(4, 10)
}

/// A move in a line of `columns`: its number, its name, the games with it, how many of those that
/// ended each side won, when it was played last.
fn line(next: &NextMove, rank: &str, names: Names, columns: u16) -> String {
    let [first, second] = next.wins.map(|wins| percent(wins, next.ended()));
    let wide = name_width(columns);
    let name = shorten(&names.step(next.step), wide as u16, true);
    let mut text = format!(" {rank} {name:<wide$}{:>6}{first:>6}{second:>6}", next.games);
    if columns >= WITH_DAYS {
        text.push_str("  ");
        text.push_str(next.last.as_deref().unwrap_or_default());
    }
    let blanks = usize::from(columns.saturating_sub(width(&text)));
    text + &" ".repeat(blanks)
}

fn draw_latest(
    explorer: &Explorer,
    table: &Table,
    cx: &Shared,
    frame: Frame,
    row: u16,
    buffer: &mut Buffer,
) {
    let (theme, room) = (&cx.theme, frame.inner());
    let Some(known) = cx.explored.as_ref().filter(|_| !explorer.found.listed.is_empty()) else {
        return;
    };
    if row + 1 >= room.bottom() {
        return;
    }
    frame.heading(row, &Heading::new("Latest games"), theme, buffer);
    let games = explorer.found.listed.iter().filter_map(|&game| known.index.game(game));
    for (y, game) in (row + 1..room.bottom()).zip(games) {
        let text = shorten(&game_line(&game.facts, table.names()), room.width, theme.is_ascii());
        put(buffer, Rect { y, height: 1, ..room }, 0, 0, &text, theme.dim());
    }
}

/// A game in a few words: its day, its players, its winner.
fn game_line(facts: &GameFacts, names: Names) -> String {
    let day = facts.day().map(|day| format!("{day} ")).unwrap_or_default();
    let players = facts.shown_players();
    let [first, second] = Colour::BOTH.map(|colour| match players[colour.index()].as_str() {
        "" => names.title(colour),
        name => name,
    });
    let winner = match facts.result {
        GameResult::Won(colour) => format!(", {} won", names.title(colour)),
        GameResult::Drawn => ", drawn".to_owned(),
        GameResult::Open => String::new(),
    };
    format!("{day}{first} – {second}{winner}")
}

/// Shows what was asked last, or what is known of the chosen move.
fn draw_status(
    explorer: &Explorer,
    table: &Table,
    scene: &Scene,
    cx: &Shared,
    area: Rect,
    buffer: &mut Buffer,
) {
    if scene.is_covered {
        return;
    }
    let (theme, names) = (&cx.theme, table.names());
    if let Some(notice) = &cx.notices.shown {
        return draw_notice(notice, theme, area, buffer);
    }
    let text = match (explorer.chosen(), &cx.explored) {
        (Some(next), _) => {
            let [first, second] = Colour::BOTH.map(|colour| names.title(colour));
            let drawn =
                if next.draws > 0 { format!(", {} drawn", next.draws) } else { String::new() };
            let [a, b] = next.wins;
            let (games, step) = (counted(next.games, "game"), names.step(next.step));
            format!("{step}: {games}, {first} won {a}, {second} {b}{drawn}.")
        }
        (None, Some(known)) => {
            format!(
                "{} searched: your own, sample and arena games.",
                counted(known.tally.games, "game")
            )
        }
        (None, None) => "Reading your games …".to_owned(),
    };
    say(&text, theme.text(), theme, area, buffer);
}
