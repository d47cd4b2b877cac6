//! The text on the move at the cursor: findings of the analysis, the comparison of a variation,
//! comments.

use std::cmp::Ordering;

use ratatui::style::Style;
use tetralith_core::Step;
use tetralith_core::text::display_lines;
use tetralith_core::timeline::NodeId;
use tetralith_session::words;
use tetralith_study::{Class, Verdict, brief_cost, cost, given_up, percent};

use super::view::GameView;
use crate::keymap::Action;
use crate::theme::Theme;
use crate::tui::widgets::frame::Heading;
use crate::tui::widgets::paint::{Line, shorten, width, wrap_styled};
use tetralith_session::seated::Seated;
use tetralith_session::table::{Fork, Table};

/// The most moves of a line that are shown.
const SHOWN_LINE: usize = 8;

/// The most lines of the conversation that are shown.
const CHAT_LINES: usize = 5;

/// The heading above it, which names the key to the rest of a comment unless it `is_whole`.
pub(super) fn heading(view: &GameView, is_whole: bool) -> Heading {
    let (table, theme) = (view.table, view.theme);
    if is_chat(view) {
        return Heading::new("Chat");
    }
    let key = view.keys.name(Action::Comment);
    let rest = || vec![(format!("{key} shows all"), theme.accent())];
    let is_commented = view.played.is_some_and(|played| is_commented(played.seated));
    let rest = if is_whole || !is_commented { Line::new() } else { rest() };
    if let Some(fork) = table.review().fork() {
        return Heading::with(format!("Variation from turn {}", fork.turn), rest);
    }
    match table.review().verdict(table.timeline().cursor()) {
        Some(verdict) => {
            let class = format!("{} {}", verdict.class.mark(), verdict.class.title(1));
            let right = vec![(class.trim_start().to_owned(), class_style(verdict.class, theme))];
            Heading::with(format!("Move {}", verdict.choice.turn), right)
        }
        None => Heading::with("Comment", rest),
    }
}

/// True if there is a conversation between two terminals.
fn is_chat(view: &GameView) -> bool {
    view.remote().is_some_and(|remote| !remote.said().is_empty())
}

/// The ink of a class: the worse a fault, the brighter.
pub(super) fn class_style(class: Class, theme: &Theme) -> Style {
    match class {
        Class::Best => theme.good(),
        Class::Unclear | Class::Good => theme.dim(),
        Class::Inaccuracy => theme.accent(),
        Class::Mistake | Class::Blunder => theme.warning(),
    }
}

/// The lines below it that have room in `columns` and `rows`, and whether those are all; where
/// lines are left out, the last one that is shown has a mark at its end, and of what was said the
/// newest is shown.
pub(super) fn fitted(view: &GameView, columns: u16, rows: u16) -> (Vec<(String, Style)>, bool) {
    let (mut whole, rows) = (lines(view, columns), usize::from(rows));
    let Some(left_out) = whole.len().checked_sub(rows).filter(|&more| more > 0) else {
        return (whole, true);
    };
    if is_chat(view) {
        return (whole.split_off(left_out), false);
    }
    let ascii = view.theme.is_ascii();
    let mark = if ascii { "..." } else { "…" };
    // The mark has room of its own: it is not to take that of a win rate.
    let mut lines = lines(view, columns.saturating_sub(width(mark)));
    lines.truncate(rows);
    if let Some((last, _)) = lines.last_mut() {
        last.push_str(mark);
        *last = shorten(last, columns, ascii);
    }
    (lines, false)
}

/// The lines below it, of at most so many `columns`.
pub(super) fn lines(view: &GameView, columns: u16) -> Vec<(String, Style)> {
    let (table, theme) = (view.table, view.theme);
    if let Some(remote) = view.remote().filter(|remote| !remote.said().is_empty()) {
        let said = remote.said();
        let newest = said.iter().skip(said.len().saturating_sub(CHAT_LINES));
        return newest.flat_map(|line| wrap_styled(line, columns, theme.text())).collect();
    }
    let mut lines = match (table.review().fork(), table.review().verdict(table.timeline().cursor()))
    {
        (Some(fork), _) => fork_lines(view, &fork, columns),
        (None, Some(verdict)) => verdict_lines(view, verdict, columns),
        (None, None) => Vec::new(),
    };
    if table.review().proven_here().is_some_and(|proven| proven.is_claimed) {
        let key = view.keys.name(Action::Analyse);
        let text = format!("The result is from the file; {key} checks it.");
        lines.extend(wrap_styled(&text, columns, theme.dim()));
    }
    for comment in comments(view) {
        lines.extend(wrap_styled(&display_lines(comment), columns, theme.text()));
    }
    lines
}

/// True if there is a comment at the cursor of `seated` that a key shows: on the move, or at the
/// start on the game.
pub fn is_commented(Seated { table, record, .. }: &Seated) -> bool {
    let at_start = table.timeline().cursor() == NodeId::START;
    let of_game = record.comment.as_deref().filter(|_| at_start).unwrap_or_default();
    !(of_game.is_empty() && table.comment().is_empty())
}

/// The comment on the cursor's turn; at the start what the record says of the whole game, its event
/// and its comment.
fn comments<'a>(view: &GameView<'a>) -> impl Iterator<Item = &'a str> {
    let at_start = view.table.timeline().cursor() == NodeId::START;
    let whole = view.played.filter(|_| at_start).map(|played| &played.seated.record);
    let of_whole = whole
        .map(|record| [record.event.as_deref(), record.comment.as_deref()])
        .into_iter()
        .flatten();
    of_whole.flatten().chain([view.table.comment()]).filter(|comment| !comment.is_empty())
}

/// The analysis of a move: what it cost, and the better line beside the one that was played.
fn verdict_lines(view: &GameView, verdict: &Verdict, columns: u16) -> Vec<(String, Style)> {
    let (table, theme, names) = (view.table, view.theme, view.table.names());
    let played = names.turn(&verdict.choice.played);
    let mut lines: Vec<(String, Style)> = Vec::new();
    let mut say = |text: String, style| lines.extend(wrap_styled(&text, columns, style));
    match verdict.class {
        Class::Best if verdict.best == verdict.choice.played => {
            say(format!("{played} is the best move."), theme.text());
        }
        Class::Unclear => {
            say(format!("{played} is not judged: too few simulations."), theme.dim());
        }
        Class::Best => {
            let better = names.turn(&verdict.best);
            say(format!("{played} is as good as the best move, {better}."), theme.text());
        }
        class => {
            // The rows of both lines show the win rates too.
            let whole = cost(names, verdict);
            let text = if width(&whole) > columns { brief_cost(names, verdict) } else { whole };
            say(text, class_style(class, theme));
        }
    }
    if !matches!(verdict.class, Class::Best | Class::Unclear) {
        let better: Vec<String> = verdict.line.iter().map(|steps| names.turn(steps)).collect();
        let onward = played_on(table, table.timeline().cursor());
        let rows = [("better", better, verdict.before.win), ("played", onward, verdict.after.win)];
        for ((what, line, chance), style) in rows.into_iter().zip([theme.text(), theme.dim()]) {
            lines.push((line_row(what, &line, Some(chance), theme, columns), style));
        }
    }
    let outcome = table.timeline().ended_at(table.timeline().cursor());
    if let Some(given) = outcome.and_then(|outcome| given_up(names, outcome, verdict)) {
        lines.extend(wrap_styled(&format!("{given}."), columns, theme.warning()));
    }
    lines
}

/// A variation beside the line it left.
fn fork_lines(view: &GameView, fork: &Fork, columns: u16) -> Vec<(String, Style)> {
    let (table, theme) = (view.table, view.theme);
    let player = table.names().title(fork.player);
    let rows = [("this line", &fork.here), ("game", &fork.there)];
    let mut lines: Vec<(String, Style)> = rows
        .into_iter()
        .zip(fork.chances)
        .zip([theme.text(), theme.dim()])
        .filter(|(((_, nodes), _), _)| !nodes.is_empty())
        .map(|(((what, nodes), chance), style)| {
            (line_row(what, &turns(table, nodes), chance, theme, columns), style)
        })
        .collect();
    if let [Some(here), Some(there)] = fork.chances {
        let [line, game] = [here, there].map(percent);
        let apart = line.abs_diff(game);
        let (text, style) = match line.cmp(&game) {
            Ordering::Equal => (format!("as good for {player}"), theme.good()),
            Ordering::Greater => (format!("{apart} % better for {player}"), theme.good()),
            Ordering::Less => (format!("{apart} % worse for {player}"), theme.warning()),
        };
        // Where there is room for a single line, it sums up the others.
        lines.insert(0, (text, style));
    }
    lines
}

/// A line of moves after `what` it is, with the winning chance at its end, cut to so many
/// `columns`.
fn line_row(
    what: &str,
    moves: &[String],
    chance: Option<f64>,
    theme: &Theme,
    columns: u16,
) -> String {
    let chance = chance.map_or_else(String::new, words::win_rate);
    let room = columns.saturating_sub(width(what) + 1 + width(&chance) + 1);
    let shown = moves.iter().take(SHOWN_LINE).map(String::as_str).collect::<Vec<_>>().join(" ");
    let line = shorten(&shown, room, theme.is_ascii());
    let gap = " ".repeat(usize::from(room.saturating_sub(width(&line))));
    format!("{what} {line}{gap} {chance}").trim_end().to_owned()
}

/// The moves of the main line from the one that ends at `node` on.
fn played_on(table: &Table, node: NodeId) -> Vec<String> {
    let timeline = table.timeline();
    let turn = timeline.turn(node);
    let first =
        timeline.path(node).into_iter().rev().take_while(|&at| timeline.turn(at) == turn).last();
    let onward = |&node: &NodeId| timeline.children(node).first().copied();
    let nodes: Vec<NodeId> = std::iter::successors(first, onward).take(2 * SHOWN_LINE).collect();
    turns(table, &nodes)
}

/// The moves along `nodes` by their names.
fn turns(table: &Table, nodes: &[NodeId]) -> Vec<String> {
    let (timeline, names) = (table.timeline(), table.names());
    let chunks = nodes.chunk_by(|&a, &b| timeline.turn(a) == timeline.turn(b));
    chunks
        .map(|turn| {
            names.turn(&turn.iter().filter_map(|&node| timeline.step(node)).collect::<Vec<Step>>())
        })
        .collect()
}
