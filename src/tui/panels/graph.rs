//! The graph of the chances: a graph above the list of moves, and which turn of it is at a place.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use tetralith_core::Colour;
use tetralith_core::timeline::NodeId;
use tetralith_picture::Point;
use tetralith_session::words;

use super::comment;
use super::view::GameView;
use crate::theme::Tint;
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::widgets::frame::{Frame, Heading};
use crate::tui::widgets::graph::Graph;
use crate::tui::widgets::paint::width;
use tetralith_session::believed;
use tetralith_session::table::{Mode, Table};
use tetralith_study::{Class, percent};

/// Rows of the graph with its heading, at least: odd, so that one half lies between two rows.
pub(super) const ROWS: u16 = 5;

/// Rows that the moves have at least below a graph.
pub(super) const LEAST_BELOW: u16 = 3;

/// Rows of the graph with its heading in a panel that has room.
const MORE_ROWS: u16 = 9;

/// The lowest panel with a graph of [`MORE_ROWS`].
const MORE_FROM: u16 = 34;

/// Returns the rows of the graph with its heading in a `panel` of so many rows with this `room` for
/// it and the moves; 0 if there is too little.
pub(super) const fn rows(panel: u16, room: u16) -> u16 {
    if panel >= MORE_FROM && room > MORE_ROWS + LEAST_BELOW {
        MORE_ROWS
    } else if room >= ROWS + LEAST_BELOW {
        ROWS
    } else {
        0
    }
}

/// The turns from one win rate to the next that the line of a picture joins: of a game against the
/// engine only every other turn has one.
const JOINED: u32 = 2;

/// True if the chances of this game are shown: once it is in review, if there is anything to
/// compare.
pub(super) fn is_shown(table: &Table) -> bool {
    table.mode() != Mode::Play && table.review().has_chances()
}

/// The turns of the line, at least one: the end of a game off the board counts as one more.
fn turns(table: &Table) -> u32 {
    table.lines().last_turn().max(1) + u32::from(table.review().ended_off_board().is_some())
}

/// The places of the line whose chance is known, each with its turn and the first player's chance
/// after it.
fn rates(table: &Table) -> Vec<(u32, NodeId, f64)> {
    let end = table.review().ended_off_board().map(|(node, chance)| (turns(table), node, chance));
    let turn = |node| table.timeline().turn(node).max(1);
    let known = table.review().chances().into_iter();
    known.map(|(node, chance)| (turn(node), node, chance)).chain(end).collect()
}

/// The first column of a turn, from 1, in a graph of this width, which so many turns fill.
fn column(turn: u32, turns: u32, width: u16) -> usize {
    (turn.max(1) - 1) as usize * usize::from(width) / turns as usize
}

/// The turn in each column of a graph of this width, which the turns fill: its place in the line
/// and the first player's chance after it. A column without a turn that was looked into is empty;
/// of several turns in one column the last is taken.
fn columns(table: &Table, width: u16) -> Vec<Option<(NodeId, f64)>> {
    let mut columns = vec![None; usize::from(width)];
    let (turns, all) = (turns(table), columns.len());
    for (turn, node, chance) in rates(table) {
        let first = column(turn, turns, width);
        let end = column(turn + 1, turns, width).max(first + 1).min(all);
        if let Some(places) = columns.get_mut(first..end) {
            places.fill(Some((node, chance)));
        }
    }
    columns
}

/// Joins the values on both sides of a gap of at most so many columns. Of a game against the engine
/// only every other turn has a win rate, and a line that fell to one half between them would read
/// as a game that swings at every move.
fn joined(mut values: Vec<Option<f64>>, widest: usize) -> Vec<Option<f64>> {
    let known: Vec<usize> = (0..values.len()).filter(|&at| values[at].is_some()).collect();
    for pair in known.windows(2) {
        let (left, right) = (pair[0], pair[1]);
        let (Some(from), Some(to)) = (values[left], values[right]) else { continue };
        if right - left > widest + 1 {
            continue;
        }
        for (step, value) in (1_u32..).zip(&mut values[left + 1..right]) {
            let share = f64::from(step) / (right - left) as f64;
            *value = Some(from + (to - from) * share);
        }
    }
    values
}

/// The place after the turn in the column at `at` of the graph in `area`.
pub(super) fn turn_at(table: &Table, area: Rect, at: Position) -> Option<NodeId> {
    let plot = plot(area);
    let column = plot.contains(at).then(|| usize::from(at.x - plot.x))?;
    columns(table, plot.width).get(column).copied().flatten().map(|(node, _)| node)
}

/// Returns what is known of the place at the cursor: how the game ended there, or the first
/// player's chance, in whole percents.
fn here(table: &Table) -> String {
    if let Some(outcome) = table.outcome() {
        let won = |winner| format!("{} won", table.names().title(winner));
        return outcome.winner.map_or_else(|| "a draw".to_owned(), won);
    }
    if let Some(proven) = table.review().proven_here() {
        let wins = |winner| format!("{} wins", table.names().title(winner));
        let result = proven.winner.map_or_else(|| "a draw".to_owned(), wins);
        return if proven.is_claimed { format!("{result}?") } else { result };
    }
    let chance = chance_here(table).or_else(|| table.review().chance_onward());
    // A noted chance is rounded, and does not show whether it was proven. Half a per cent counts as
    // a whole one, as in verdicts.
    let rate = chance.map(|chance| words::chance(percent(chance) as f32 / 100.0, None));
    rate.map_or_else(|| "unknown here".to_owned(), |rate| format!("{rate} here"))
}

/// Returns the first player's chance as far as it is known now: from the hint, or in review from
/// what is noted of the place.
pub(super) fn first_players_chance(view: &GameView) -> Option<f64> {
    let table = view.table;
    let cursor = table.timeline().cursor();
    let hint = view.hint().filter(|hint| !hint.threat && hint.place.node == cursor);
    let hoped = hint.and_then(|hint| hint.known()).and_then(believed::first_players_chance);
    hoped.or_else(|| if table.mode() == Mode::Play { None } else { chance_here(table) })
}

/// The first player's chance that is noted of the place at the cursor.
fn chance_here(table: &Table) -> Option<f64> {
    let cursor = table.timeline().cursor();
    let chances = table.review().chances().into_iter();
    chances.filter(|(node, _)| *node == cursor).map(|(_, chance)| chance).next()
}

/// The class of a fault that the analysis found in the move to `node`.
fn fault(table: &Table, node: NodeId) -> Option<Class> {
    table.review().verdict(node).map(|verdict| verdict.class).filter(|class| class.is_fault())
}

/// The plot below the heading of the graph in `area`.
fn plot(area: Rect) -> Rect {
    Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }
}

/// Draws the graph: the first player's chance from the bottom up, filled from one half on; where it
/// is a picture, its heading alone.
pub(super) fn draw(view: &GameView, frame: Frame, area: Rect, buffer: &mut Buffer) {
    let (table, theme) = (view.table, view.theme);
    let mut here = here(table);
    let title = format!("Win rate of {}", table.names().title(Colour::First));
    if width(&title) + 2 + width(&here) > area.width {
        here = here.replace(" here", "");
    }
    let right = vec![(here, theme.text())];
    frame.heading(area.y, &Heading::with(title, right), theme, buffer);
    if view.is_pictured() {
        return;
    }
    let timeline = table.timeline();
    let here = column(timeline.turn(timeline.cursor()), self::turns(table), area.width);
    let turns = columns(table, area.width);
    let known: Vec<Option<f64>> = turns.iter().map(|turn| turn.map(|(_, chance)| chance)).collect();
    let values = joined(known, turns.len().div_ceil(self::turns(table) as usize));
    // Of the columns of a move the first bears its mark.
    let node = |column: usize| turns[column].map(|(node, _)| node);
    let is_first = |column: usize| column == 0 || node(column) != node(column - 1);
    let marked = turns
        .iter()
        .enumerate()
        .filter(|(column, _)| is_first(*column))
        .filter_map(|(column, turn)| Some((fault(table, turn.as_ref()?.0)?, column)));
    let mut marks: Vec<(Class, usize)> = marked.collect();
    // The worst last, over the others.
    marks.sort_unstable();
    let marks: Vec<(usize, Style)> = marks
        .into_iter()
        .map(|(class, column)| (column, comment::class_style(class, theme)))
        .collect();
    Graph { values: &values, here: Some(here), marks: &marks }.draw(theme, plot(area), buffer);
}

/// The lines through these win rates after turns in a game of so many turns: each in the middle of
/// its turn, and those at either end up to the edge.
fn lines(rates: &[(u32, f64)], turns: u32) -> Vec<Vec<Point>> {
    let share = |turn: u32| turn as f32 / turns as f32;
    let run = |run: &[(u32, f64)]| {
        let middle = |&(turn, rate): &(u32, f64)| (middle(turn, turns), rate as f32);
        let [(first, from), (last, to)] = [run[0], run[run.len() - 1]];
        let left = if first <= JOINED { 0.0 } else { share(first - 1) };
        let right = if last + JOINED > turns { 1.0 } else { share(last) };
        let begin = std::iter::once((left, from as f32));
        begin.chain(run.iter().map(middle)).chain([(right, to as f32)]).collect()
    };
    rates.chunk_by(|before, after| after.0 - before.0 <= JOINED).map(run).collect()
}

/// The share of the width of a graph to the left of the middle of a turn.
fn middle(turn: u32, turns: u32) -> f32 {
    (turn.max(1) as f32 - 0.5) / turns as f32
}

/// The graph in `area` as a picture on the terminal.
pub(super) fn picture(view: &GameView, area: Rect, easel: &mut Easel) -> Option<PlacedPicture> {
    let (table, terminal) = (view.table, view.display.picture?);
    let (theme, timeline) = (view.theme.in_full(), table.timeline());
    let turns = turns(table);
    let mut rates: Vec<(u32, f64)> = Vec::new();
    let mut marks: Vec<(Class, Point)> = Vec::new();
    for (turn, node, rate) in self::rates(table) {
        // Of several places in one turn the last counts.
        rates.pop_if(|last| last.0 == turn);
        rates.push((turn, rate));
        let class = fault(table, node).filter(|_| turn == timeline.turn(node));
        marks.extend(class.map(|class| (class, (middle(turn, turns), rate as f32))));
    }
    // The worst last, over the others.
    marks.sort_by_key(|&(class, _)| class);
    let inks = theme.inks();
    let ink = |class| if class == Class::Inaccuracy { inks.accent } else { inks.warning };
    let marks: Vec<(Point, Tint)> = marks.into_iter().map(|(class, at)| (at, ink(class))).collect();
    let here = timeline.turn(timeline.cursor());
    let graph = tetralith_picture::ValueGraph {
        lines: &lines(&rates, turns),
        here: Some(if here == 0 { 0.0 } else { middle(here, turns) }),
        marks: &marks,
        unit: terminal.cell.height as f32,
    };
    let ground = view.theme.shown(view.theme.background());
    easel.graph(&graph, (theme.scheme(), ground), plot(area), terminal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_has_a_column_where_columns_hold_several() {
        for turns in [1, 7, 28, 71, 300] {
            let places: Vec<usize> = (0..=turns).map(|turn| column(turn, turns, 28)).collect();
            assert!(places.is_sorted() && places[1] == 0, "{turns}");
            let last = places[turns as usize];
            assert_eq!(last, (28 * (turns as usize - 1)) / turns as usize);
            assert!(last < 28 && (turns < 28 || last == 27), "{turns}");
        }
    }

    #[test]
    fn gap_of_one_turn_is_joined_and_a_longer_one_stays_empty() {
        let values = vec![None, Some(0.75), None, Some(0.25), None, None, Some(0.5), None];
        let wanted =
            [None, Some(0.75), Some(0.5), Some(0.25), None, None, Some(0.5), None].to_vec();
        assert_eq!(joined(values.clone(), 1), wanted);
        assert!(joined(values, 2)[1..7].iter().all(Option::is_some));
    }

    #[test]
    fn lines_of_a_picture_break_at_gaps_and_reach_the_edges() {
        let rates = [(1, 0.5), (3, 0.25), (4, 1.0), (8, 0.75)];
        let wanted = [
            vec![(0.0, 0.5), (0.05, 0.5), (0.25, 0.25), (0.35, 1.0), (0.4, 1.0)],
            vec![(0.7, 0.75), (0.75, 0.75), (0.8, 0.75)],
        ];
        assert_eq!(lines(&rates, 10), wanted);
        assert_eq!(lines(&rates, 9)[1].last(), Some(&(1.0, 0.75)));
        assert!(lines(&[], 9).is_empty());
    }
}
