//! The game on the screen: its board, the panel beside it, the lines below it.

use super::areas::size_needed;
use super::board::{draw_board, worths};
use super::head::{essentials, put_rows, rule, sides, state, title};
use super::moves::{Parts, draw_moves, entries, grid};
use super::status::draw_status;
use super::view::GameView;
use super::{announcement, asked, comment, evaluation, graph, rules, thinking};
use crate::keymap::Action;
use crate::theme::Theme;
use crate::tui::board::legend::{Drawn, legend, legend_of_worths};
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::widgets::frame::{Frame, Heading};
use crate::tui::widgets::page::Sign;
use crate::tui::widgets::paint::{
    line_width, pieces, put, put_all, put_lines, width, wrap, wrap_phrases, wrap_within,
};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tetralith_session::table::Table;
use tetralith_session::words::outcome_text;

/// The sign of a game that would be lost.
const NOT_SAVED: &str = " not saved ";

/// Draws the game into the whole of the window, and returns the rows where messages can be shown,
/// if the window is large enough.
pub fn draw(view: &GameView, buffer: &mut Buffer) -> Option<Rect> {
    let theme = view.theme;
    let areas = view.areas();
    let Some(layout) = &areas.board else {
        draw_too_small(view, buffer);
        return None;
    };
    if let Some(line) = areas.announcement {
        announcement::draw(view, line, buffer);
    }
    let noted = areas.panel.is_none() && !view.table.comment().is_empty();
    let key = view.keys.name(Action::Comment);
    let marks = if noted {
        [format!("  * comment ({key})"), format!("  * {key}")]
    } else {
        [const { String::new() }; 2]
    };
    let lost = if view.played.is_some_and(|played| played.would_be_lost) { NOT_SAVED } else { "" };
    let room = areas.title.width.saturating_sub(width(lost));
    // Beside a mark the options are what is cut; where that is not enough the mark is shorter.
    let [whole, brief] = marks.map(|mark| (title(view, room.saturating_sub(width(&mark))), mark));
    let used = line_width(&whole.0);
    let (line, mark) = if used + width(&whole.1) <= room { whole } else { brief };
    let column = put_all(buffer, areas.title, 0, 0, pieces(&line));
    put(
        buffer,
        areas.title,
        column.min(room.saturating_sub(width(&mark))),
        0,
        &mark,
        theme.accent(),
    );
    put(buffer, areas.title, room, 0, lost, theme.warning());
    if let Some(essentials) = areas.essentials {
        for (row, line) in
            (0..essentials.height).zip(self::essentials(view, essentials.width, essentials.height))
        {
            put_all(buffer, essentials, 0, row, pieces(&line));
        }
    }
    draw_board(view, layout, buffer);
    if let Some(bar) = areas.evaluation {
        evaluation::draw(view, bar, buffer);
    }
    if let Some(panel) = areas.panel {
        let frame = Frame::beside(panel);
        frame.draw(theme, buffer);
        draw_panel(view, frame, buffer);
    }
    draw_status(view, areas.status, buffer);
    Some(areas.status)
}

/// The words in place of a board that has no room in this window.
pub fn too_small_for_board(area: Rect) -> String {
    format!("The window is too small for the board: {}×{}.", area.width, area.height)
}

/// Takes the whole window, and shows as much as there is room for: at least the size that is
/// needed.
fn draw_too_small(view: &GameView, buffer: &mut Buffer) {
    let area = view.area;
    let (width, height) = size_needed(view.table, view.display);
    let (is, needs) = (format!("{}×{}", area.width, area.height), format!("{width}×{height}"));
    // While a line is typed or a question is open, the key means something else. Neither can be
    // seen now.
    let may_quit =
        !view.is_covered && view.keys.keymap.binding(&view.keys.contexts, Action::Quit).is_some();
    let quits =
        if may_quit { format!(" {} quits.", view.keys.name(Action::Quit)) } else { String::new() };
    let texts = [
        format!("The window is too small: {is}, but the board needs {needs}.{quits}"),
        format!("Too small: {is}, needs {needs}.{quits}"),
        format!("Too small: {is}, needs {needs}"),
        format!("needs {needs}"),
        needs,
    ];
    let fits = |text: &&String| {
        let lines = wrap(text, area.width);
        // No word is broken, and no line is left out.
        lines.len() <= usize::from(area.height) && lines.join(" ") == **text
    };
    let text = texts.iter().find(fits).unwrap_or(&texts[4]);
    put_lines(buffer, area, 0, wrap(text, area.width), view.theme.warning());
}

/// Rows the moves keep at least where the signs are explained below them.
const MOVES_BESIDE_LEGEND: u16 = 8;

fn draw_panel(view: &GameView, frame: Frame, buffer: &mut Buffer) {
    let area = frame.inner();
    if let Some(scroll) = view.display.rules {
        return rules::draw(view, scroll, frame, buffer);
    }
    let theme = view.theme;
    let (parts @ Parts { moves, comment, .. }, head) = Parts::with_head(view, area);
    let (entries, _) = entries(view, moves);
    let (columns, ..) = grid(&entries, view.display.tree, None, moves);
    let used = 1 + entries.len().div_ceil(columns) as u16;
    put_rows(frame, &head.rows, parts.head_rows(area), theme, buffer);
    if let Some(graph) = parts.graph {
        graph::draw(view, frame, graph, buffer);
    }
    if let Some(hint) = parts.hint {
        let lines = thinking::hint_lines(view, hint.width);
        if let Some(heading) = lines.first() {
            frame.heading_of(hint.y, heading, theme, buffer);
        }
        for (row, line) in (0..hint.height).zip(&lines).skip(1) {
            put_all(buffer, hint, 0, row, pieces(line));
        }
    }
    draw_moves(view, frame, moves, buffer);
    draw_legend(view, frame, moves, used, buffer);
    let mut row = 0;
    for (title, lines) in asked::sections(view, area) {
        frame.heading(parts.asked.y + row, &Heading::new(title), theme, buffer);
        for (line, style) in lines {
            row += 1;
            put(buffer, parts.asked, 0, row, &line, style);
        }
        row += 1;
    }
    if comment.height > 0 {
        let text = Rect { y: comment.y + 1, height: comment.height - 1, ..comment };
        let (lines, is_whole) = comment::fitted(view, text.width, text.height);
        frame.heading(comment.y, &comment::heading(view, is_whole), theme, buffer);
        for (row, (line, style)) in (0..text.height).zip(lines) {
            put(buffer, text, 0, row, &line, style);
        }
    }
}

/// The graph as a picture on the terminal; `None` if it is not shown, or is drawn as text.
pub fn graph_picture(view: &GameView, easel: &mut Easel) -> Option<PlacedPicture> {
    if !graph::is_shown(view.table) || view.display.rules.is_some() || !view.is_pictured() {
        return None;
    }
    graph::picture(view, Parts::with_head(view, view.panel()?).0.graph?, easel)
}

/// The signs on the board of `table`, `drawn` so, and what they mean.
pub fn signs_of(table: &Table, theme: &Theme, drawn: Drawn) -> Vec<Sign> {
    let (info, hand) = (table.game().info(), table.hand());
    legend(info, &hand.seen().marks, hand.orientation(), theme, drawn)
}

/// The same of the board of the match, with the win rates that are written on it.
pub fn signs_on_board(view: &GameView) -> Vec<Sign> {
    let drawn = view.drawn();
    let mut legend = signs_of(view.table, view.theme, drawn);
    if drawn != Drawn::Characters {
        legend.extend(legend_of_worths(&worths(view), view.theme));
    }
    legend
}

/// Explains the signs on the board below the moves, if these leave room for it below the `used`
/// rows.
fn draw_legend(view: &GameView, frame: Frame, moves: Rect, used: u16, buffer: &mut Buffer) {
    let (legend, theme) = (signs_on_board(view), view.theme);
    let rows = 1 + legend.len() as u16;
    if moves.height.saturating_sub(used.max(MOVES_BESIDE_LEGEND)) < rows {
        return;
    }
    let signs = Rect { y: moves.bottom() - rows, height: rows, ..moves };
    frame.heading(signs.y, &Heading::new("Legend"), theme, buffer);
    for (row, (sign, text)) in (1..rows).zip(&legend) {
        let column = (3 - width(&sign.content).min(3)) / 2;
        put(buffer, signs, column, row, &sign.content, sign.style);
        put(buffer, signs, 5, row, text, theme.dim());
    }
}

/// The parts of the standing that a lesson shows beside its board.
#[derive(Clone, Copy)]
pub struct StandingParts {
    /// The sides with their figures.
    pub figures: bool,
    /// The details below each.
    pub details: bool,
    /// The turn, the thing that the cursor is on, and the effect of a move there.
    pub state: bool,
}

/// Draws these `parts` of the standing in `area`, each whole or left out, and returns true if the
/// effect of playing at the cursor is among them.
///
/// The sides take as many rows in any position.
pub fn draw_standing(
    view: &GameView,
    parts: StandingParts,
    area: Rect,
    buffer: &mut Buffer,
) -> bool {
    let (table, theme, ascii) = (view.table, view.theme, view.theme.is_ascii());
    let rows = usize::from(area.height);
    let most = table.hand().seen().standing.most_details;
    let details = if parts.details && 2 * (1 + most) <= rows { most } else { 0 };
    let mut lines = if parts.figures && 2 * (1 + details) <= rows {
        sides(view, area.width, Some(details))
    } else {
        Vec::new()
    };
    if let Some(outcome) = table.outcome() {
        let text = format!("{}.", outcome_text(table, outcome));
        let left = rows.saturating_sub(lines.len());
        let mut ended = wrap_phrases(&text, area.width);
        if ended.len() > left {
            ended = wrap_within(&text, area.width, left, ascii);
        }
        lines.extend(ended.into_iter().map(|line| vec![(line, theme.good())]));
    }
    let mut tells_step = true;
    if parts.state {
        let head = usize::from(!lines.is_empty());
        let left = rows.saturating_sub(lines.len() + head);
        let (state, tells) = state(view, area.width, left);
        tells_step = tells;
        // The rows below the line are of use to the player to move.
        if head > 0 && !state.is_empty() {
            lines.push(vec![(rule(area.width, ascii), theme.border())]);
        }
        lines.extend(state);
    }
    for (row, line) in (0..area.height).zip(&lines) {
        put_all(buffer, area, 0, row, pieces(line));
    }
    tells_step
}
