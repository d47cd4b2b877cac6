//! The list of moves and the comment below it, and which move is at a place.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::Colour;
use tetralith_core::text::display_text;
use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_session::words;

use super::asked;
use super::comment;
use super::graph;
use super::head::{Head, steady_head};
use super::thinking::{HINT_ROWS, LEAST_HINT};
use super::view::GameView;
use crate::keymap::Action;
use crate::theme::Theme;
use crate::tui::widgets::frame::{Frame, Heading};
use crate::tui::widgets::paint::{first_shown, put, shorten, width};
use tetralith_session::clock::brief;
use tetralith_session::table::{Mode, Table};
use tetralith_study::Class;

/// Rows the moves have at least, if the panel has them.
const LEAST_MOVES: u16 = 4;

/// The narrowest list whose turns have the win rate after them, in columns.
const RATES_FROM: u16 = 52;

/// Rows of the moves with their heading that a comment leaves them below a graph.
const LEAST_BESIDE_COMMENT: u16 = 2;

/// The most other lines that are listed below the step they branch from.
const MOST_BRANCHES: usize = 20;

/// The most turns of another line that are written out.
const BRANCH_TURNS: usize = 4;

/// The parts of the panel below its head.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub(super) graph: Option<Rect>,
    /// The hint, where the head has none: in place of the graph, or else below the moves.
    pub(super) hint: Option<Rect>,
    pub(super) moves: Rect,
    /// The answers about the position.
    pub(super) asked: Rect,
    /// The comment: below the others, or in place of the graph where that has more room.
    pub(super) comment: Rect,
}

impl Parts {
    /// Returns the parts of a panel of this `area`, below `head` lines.
    pub(super) fn of(view: &GameView, area: Rect, head: u16) -> Self {
        let table = view.table;
        let (answers, wanted) = (asked::rows(view, area), comment_rows(view, area));
        let room = area.height.saturating_sub(head + answers);
        let rows = if graph::is_shown(table) { graph::rows(area.height, room) } else { 0 };
        let left = room - rows;
        let least = if rows > 0 { LEAST_BESIDE_COMMENT } else { LEAST_MOVES };
        let below = wanted.min(left.saturating_sub(least));
        // In place of the graph a comment may have more room than below the moves.
        let takes_graph = below < wanted.min(rows);
        let below = if takes_graph { 0 } else { below };
        let height = match rows {
            0 => (left - below).max(LEAST_MOVES.min(area.height - answers - below)),
            _ => left - below,
        };
        let moves = Rect { y: area.bottom() - below - answers - height, height, ..area };
        let above = Rect { y: moves.y - rows, height: rows, ..area };
        let asked = Rect { y: moves.bottom(), height: answers, ..area };
        let comment = Rect { y: asked.bottom(), height: below, ..area };
        if table.mode() == Mode::Play || view.hint().is_none() {
            return if takes_graph {
                Self { graph: None, hint: None, moves, asked, comment: above }
            } else {
                let graph = Some(above).filter(|_| rows > 0);
                Self { graph, hint: None, moves, asked, comment }
            };
        }
        // The heading of the moves stays where it is.
        let below = HINT_ROWS.min(moves.height.saturating_sub(LEAST_MOVES));
        let (hint, below) = match rows {
            0 if usize::from(below) < LEAST_HINT => (None, 0),
            0 => (Some(Rect { y: moves.bottom() - below, height: below, ..area }), below),
            _ => (Some(above), 0),
        };
        let moves = Rect { height: moves.height - below, ..moves };
        Self { graph: None, hint, moves, asked, comment }
    }

    /// Those of `panel`, and what is above them.
    pub(super) fn with_head(view: &GameView, panel: Rect) -> (Self, Head) {
        let below = asked::rows(view, panel) + comment_rows(view, panel);
        let head = steady_head(view, panel, LEAST_MOVES + below);
        (Self::of(view, panel, head.rows.len() as u16), head)
    }

    pub(super) fn head_rows(self, area: Rect) -> u16 {
        let others = [self.graph, self.hint].into_iter().flatten().map(|part| part.y);
        others.chain([self.moves.y, self.comment.y]).min().unwrap_or(area.y).saturating_sub(area.y)
    }
}

/// The rows that the comment takes with its heading in a panel of this `area`.
fn comment_rows(view: &GameView, area: Rect) -> u16 {
    match comment::lines(view, area.width).len() as u16 {
        0 => 0,
        lines => (1 + lines).min(area.height / 3),
    }
}

/// One turn of the line in the list of moves.
pub(super) struct Entry {
    /// The turn's last step.
    node: NodeId,
    /// The turn's first step.
    first: NodeId,
    text: String,
    /// The side that made the turn, and the column of its stone in the text.
    stone: (Colour, u16),
    /// The class of a fault that the analysis found, and the column of its mark in the text.
    mark: Option<(Class, u16)>,
    /// The time that the turn took, and the first player's win rate after it in a wide list; each
    /// empty if it is not known or has no room.
    figures: [String; 2],
}

/// The turns of the line the cursor is on, with `tree` also the lines that branch from it, and
/// which of them the cursor is in; to be set out in `area`.
pub(super) fn entries(view: &GameView, area: Rect) -> (Vec<Entry>, Option<usize>) {
    let (table, tree, theme) = (view.table, view.display.tree, view.theme);
    let timeline = table.timeline();
    let info = table.game().info();
    let line = table.lines().line();
    let rates: Vec<(NodeId, f64)> = if area.width >= RATES_FROM && graph::is_shown(table) {
        table.review().chances()
    } else {
        Vec::new()
    };
    let mut entries: Vec<Entry> = Vec::new();
    let mut current = None;
    for turn in line.chunk_by(|&a, &b| timeline.turn(a) == timeline.turn(b)) {
        let [first, .., node] = match turn {
            [one] => [*one, *one, *one],
            [first, .., last] => [*first, *first, *last],
            [] => continue,
        };
        let branches = turn.iter().any(|&node| table.lines().variations_at(node).len() > 1);
        let commented = has_comment(timeline, turn);
        // A person's note comes before that of the analysis.
        let is_noted = timeline.note(node).is_some_and(|note| note.nag.is_some());
        let class = table.review().verdict(node).map(|verdict| verdict.class).filter(|_| !is_noted);
        let mark = class.map(Class::mark).unwrap_or_default();
        let marks = format!(
            "{mark}{}{}",
            if branches { "+" } else { "" },
            if commented { "*" } else { "" }
        );
        let mover = timeline.mover(node);
        let (sign, _) = theme.stone_sign(info, mover);
        let number = format!("{:>3} ", timeline.turn(node));
        if turn.contains(&timeline.cursor()) {
            current = Some(entries.len());
        }
        let time = turn.iter().rev().find_map(|&node| timeline.note(node)?.time_ms);
        let time = time.map(|ms| brief(Duration::from_millis(ms)));
        let rate = rates.iter().find(|(after, _)| *after == node);
        let rate = rate.map(|(_, rate)| words::win_rate(*rate));
        let figures = [time, rate].map(Option::unwrap_or_default);
        let stone = (mover, width(&number));
        let start = format!("{number}{sign} {}", noted(table, turn));
        let mark = class.filter(|class| class.is_fault()).map(|class| (class, width(&start)));
        entries.push(Entry { node, first, text: format!("{start}{marks}"), stone, mark, figures });
        if tree {
            entries.extend(turn.iter().flat_map(|&node| branches_beside(view, node)));
        }
    }
    put_figures(&mut entries, tree, area);
    (entries, current)
}

/// Writes the figures after the turns, unless turns would go out of view for them; a wide list has
/// room for two columns of them.
fn put_figures(entries: &mut [Entry], tree: bool, area: Rect) {
    let (before, ..) = grid(entries, tree, None, area);
    let has_figures = |entry: &&Entry| entry.figures.iter().any(|figure| !figure.is_empty());
    let turns = entries.iter().filter(|entry| has_figures(entry) || !tree);
    let widest = turns.map(|entry| width(&entry.text)).max().unwrap_or(0);
    let longest = [0, 1].map(|i| {
        let figures = entries.iter().map(|entry| width(&entry.figures[i]));
        figures.max().filter(|&width| width > 0).map_or(0, |width| 1 + width)
    });
    let cell = widest + longest.iter().sum::<u16>();
    let columns = if tree { 1 } else { usize::from(area.width / (cell + 2)) };
    // The rows that the list has at least: the figures must not come and go with what else the
    // panel shows.
    let rows = usize::from(LEAST_MOVES - 1);
    let is_wide = area.width >= RATES_FROM && columns >= 2;
    let fits =
        cell <= area.width && (columns >= before || columns * rows >= entries.len() || is_wide);
    for entry in entries.iter_mut().filter(|_| fits) {
        let mut end = widest;
        for (figure, longest) in entry.figures.iter().zip(longest) {
            end += longest;
            if !figure.is_empty() {
                let gap = usize::from(end.saturating_sub(width(&entry.text) + width(figure)));
                entry.text = format!("{}{}{figure}", entry.text, " ".repeat(gap));
            }
        }
    }
}

/// The lines that branch off where the line goes on to `node`.
fn branches_beside(view: &GameView, node: NodeId) -> Vec<Entry> {
    let (table, theme) = (view.table, view.theme);
    let siblings = table.lines().variations_at(node);
    let others = siblings.iter().filter(|&&other| other != node);
    let mut entries: Vec<Entry> =
        others.take(MOST_BRANCHES).map(|&other| branch(table, other, theme)).collect();
    let more = siblings.len().saturating_sub(1 + MOST_BRANCHES);
    if let Some(last) = entries.last_mut().filter(|_| more > 0) {
        last.text =
            format!("{}  and {more} more ({})", last.text, view.keys.name(Action::NextVariation));
    }
    entries
}

/// The name of `turn`, in which each step is followed by the note on it.
fn noted(table: &Table, turn: &[NodeId]) -> String {
    let (timeline, names) = (table.timeline(), table.names());
    let with_nag = |&node: &NodeId| {
        let nag = timeline.note(node).and_then(|note| note.nag.as_deref());
        let nag = nag.map(display_text).unwrap_or_default();
        Some(format!("{}{nag}", names.step(timeline.step(node)?)))
    };
    turn.iter().filter_map(with_nag).collect::<Vec<_>>().join(",")
}

/// True if a step of `turn` has a comment.
fn has_comment(timeline: &Timeline, turn: &[NodeId]) -> bool {
    let notes = turn.iter().filter_map(|&node| timeline.note(node));
    let mut comments = notes.map(|note| &note.comment);
    comments.any(|comment| !comment.is_empty())
}

/// A line that begins with `first`, in a line of text: its first turns and how many follow.
fn branch(table: &Table, first: NodeId, theme: &Theme) -> Entry {
    let timeline = table.timeline();
    let onward = |node: &NodeId| timeline.children(*node).first().copied();
    let line: Vec<NodeId> = std::iter::successors(Some(first), onward).collect();
    let mut turns = line.chunk_by(|&a, &b| timeline.turn(a) == timeline.turn(b));
    let text = |turn: &[NodeId]| {
        let comment = if has_comment(timeline, turn) { "*" } else { "" };
        format!("{}{comment}", noted(table, turn))
    };
    let begin: Vec<String> = turns.by_ref().take(BRANCH_TURNS).map(text).collect();
    let rest: Vec<&[NodeId]> = turns.collect();
    let comment = if rest.iter().any(|turn| has_comment(timeline, turn)) { "*" } else { "" };
    let more = rest.len();
    let more = if more > 0 { format!(" and {more} more{comment}") } else { String::new() };
    let turn = timeline.turn(first);
    let node = line.iter().rfind(|&&node| timeline.turn(node) == turn).copied().unwrap_or(first);
    let mover = timeline.mover(first);
    let (sign, _) = theme.stone_sign(table.game().info(), mover);
    let before = "    or ";
    let text = format!("{before}{sign} {}{more}", begin.join(" "));
    Entry {
        node,
        first,
        text,
        stone: (mover, width(before)),
        mark: None,
        figures: <[String; 2]>::default(),
    }
}

/// Returns what the signs after the turns mean, those that occur, in `columns`.
fn signs(entries: &[Entry], columns: u16) -> String {
    let occurs = |sign: char| entries.iter().any(|entry| entry.text.contains(sign));
    let text_with = |variations: &str| {
        let text_with =
            [('+', variations), ('*', "  * comment")].into_iter().filter(|(sign, _)| occurs(*sign));
        text_with.map(|(_, text)| text).collect::<String>()
    };
    let whole = text_with("+ variations").trim_start().to_owned();
    if width(&whole) <= columns { whole } else { text_with("+ lines").trim_start().to_owned() }
}

/// Returns how the moves are set out: columns, the width of one, all there is if it is alone, and
/// the first row shown.
pub(super) fn grid(
    entries: &[Entry],
    tree: bool,
    current: Option<usize>,
    area: Rect,
) -> (usize, u16, usize) {
    let widest = entries.iter().map(|entry| width(&entry.text)).max().unwrap_or(1);
    // A tree is read from top to bottom.
    let cell = if tree { area.width.max(1) } else { (widest + 2).min(area.width.max(1)) };
    let columns = usize::from((area.width / cell).max(1));
    let cell = if columns == 1 { area.width.max(1) } else { cell };
    let rows = usize::from(area.height.saturating_sub(1));
    let first = first_shown(current.unwrap_or(0) / columns, entries.len().div_ceil(columns), rows);
    (columns, cell, first)
}

/// Returns the heading of the list of moves: which variation it is, or what the signs after the
/// turns mean.
fn heading(view: &GameView, entries: &[Entry], columns: u16) -> Heading {
    const TITLE: &str = "Moves";
    let (table, theme) = (view.table, view.theme);
    let variations = table.lines().variations_at(table.timeline().cursor());
    let right = if variations.len() > 1 {
        let at = variations.iter().position(|&node| node == table.timeline().cursor());
        let key = view.keys.name(Action::NextVariation);
        vec![(
            format!("variation {} of {} ({key})", at.unwrap_or(0) + 1, variations.len()),
            theme.accent(),
        )]
    } else if entries.is_empty() {
        vec![("none yet".to_owned(), theme.dim())]
    } else {
        vec![(signs(entries, columns.saturating_sub(width(TITLE) + 2)), theme.dim())]
    };
    Heading::with(TITLE, right)
}

pub(super) fn draw_moves(view: &GameView, frame: Frame, area: Rect, buffer: &mut Buffer) {
    let (table, tree, theme) = (view.table, view.display.tree, view.theme);
    let (entries, current) = entries(view, area);
    frame.heading(area.y, &heading(view, &entries, area.width), theme, buffer);
    let list = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let (columns, cell, first) = grid(&entries, tree, current, area);
    let ascii = theme.is_ascii();
    for (i, entry) in entries.iter().enumerate().skip(first * columns) {
        let (row, column) = (i / columns - first, i % columns);
        if row >= usize::from(list.height) {
            break;
        }
        let is_current = Some(i) == current;
        let is_played = current.is_some_and(|current| i < current);
        let style = match (is_current, is_played) {
            (true, _) => theme.selected(),
            (_, true) => theme.text(),
            (_, false) => theme.dim(),
        };
        let text = shorten(&entry.text, if tree { list.width } else { u16::MAX }, ascii);
        let at = column as u16 * cell;
        put(buffer, list, at, row as u16, &text, style);
        if is_current && !theme.is_mono() {
            // The whole of the entry is lit, up to the gap before the next beside it.
            let gap = u16::from(columns > 1);
            let rest = (cell - gap).saturating_sub(width(&text));
            put(buffer, list, at + width(&text), row as u16, &" ".repeat(rest.into()), style);
        }
        let (mover, at) = entry.stone;
        // On the bar of the current entry a stone would lose its colour, or be lost.
        let (sign, style) = theme.stone_sign(table.game().info(), mover);
        if !theme.is_mono() {
            put(buffer, list, column as u16 * cell + at, row as u16, sign, style);
        }
        if let Some((class, at)) = entry.mark {
            let style =
                if is_current { theme.selected() } else { comment::class_style(class, theme) };
            put(buffer, list, column as u16 * cell + at, row as u16, class.mark(), style);
        }
    }
}

/// True if the panel shows what the hint names, and not its heading alone.
pub(super) fn shows_hint(view: &GameView) -> bool {
    view.panel().is_some_and(|panel| {
        let (parts, head) = Parts::with_head(view, panel);
        parts.hint.is_some()
            || head.hint_at.is_some_and(|at| usize::from(parts.head_rows(panel)) >= at + LEAST_HINT)
    })
}

/// The lines above the moves; `None` without a panel.
pub(super) fn head(view: &GameView) -> Option<Head> {
    Some(Parts::with_head(view, view.panel()?).1)
}

/// True if `at` is on the list of moves.
pub fn is_over_moves(view: &GameView, at: Position) -> bool {
    view.panel().is_some_and(|panel| Parts::with_head(view, panel).0.moves.contains(at))
}

/// Returns the turn of the list of moves or of the graph above it at `at`.
pub fn place_at(view: &GameView, at: Position) -> Option<NodeId> {
    let table = view.table;
    let (Parts { graph, moves, .. }, _) = Parts::with_head(view, view.panel()?);
    if let Some(graph) = graph.filter(|graph| graph.contains(at)) {
        return graph::turn_at(table, graph, at);
    }
    let list = Rect { y: moves.y + 1, height: moves.height.saturating_sub(1), ..moves };
    if !list.contains(at) {
        return None;
    }
    let (entries, current) = entries(view, moves);
    let (columns, cell, first) = grid(&entries, view.display.tree, current, moves);
    let column = usize::from((at.x - list.x) / cell);
    let i = (first + usize::from(at.y - list.y)) * columns + column;
    let entry = entries.get(i).filter(|_| column < columns)?;
    // A click on the turn one is in goes to its first step, so that turns of two can be gone into.
    Some(if entry.node == table.timeline().cursor() { entry.first } else { entry.node })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_left_out_where_turns_would_go_out_of_view_for_them() {
        let entry = |time: &str| Entry {
            node: NodeId::START,
            first: NodeId::START,
            text: "  1 o a1".to_owned(),
            stone: (Colour::First, 4),
            mark: None,
            figures: [time.to_owned(), String::new()],
        };
        let shown = |turns: usize, width: u16| {
            let mut entries: Vec<Entry> =
                (0..turns).map(|i| entry(if i == 0 { "4.7s" } else { "1:00:05" })).collect();
            put_figures(&mut entries, false, Rect::new(0, 0, width, 4));
            entries[0].text.clone()
        };
        // Two columns of three in place of three.
        assert_eq!(shown(6, 36), "  1 o a1    4.7s");
        assert_eq!(shown(7, 36), "  1 o a1");
        assert_eq!(shown(1, 12), "  1 o a1", "nor are they cut off");
    }
}
