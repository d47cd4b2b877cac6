//! Numbers of moves on a board, and the list of those that it cannot show.

use std::fmt::Write as _;

use tetralith_core::{Cell, CellSet, Names, OwnMark, Step, Timeline};

use crate::TurnSequence;
use crate::view::{Label, LabelKind};

/// Numbers the turns among `turns` on the cells of their stones, up to the cursor of `timeline`;
/// also lists, as a text, the moves whose number cannot be seen: a cell that was played twice shows
/// its last number, one with a dot or letter of `own` shows that, and some moves have no cell. No
/// line is to end within one of these.
pub(crate) fn numbered(
    timeline: &Timeline,
    turns: TurnSequence,
    own: &[OwnMark],
) -> (Vec<Label>, String) {
    let names = Names::of(timeline.start());
    let mut numbers: Vec<(Cell, u32)> = Vec::new();
    let mut hidden = Vec::new();
    for (step, turn) in steps(timeline, turns) {
        if step.is_idle() {
            hidden.push(format!("{turn}\u{a0}{}", names.step(step)));
        }
        for cell in step.cells() {
            if let Some((_, number)) = numbers.iter_mut().find(|(other, _)| *other == cell) {
                hidden.push(format!("{number}\u{a0}at\u{a0}{}", names.cell(cell)));
                *number = turn;
            } else {
                numbers.push((cell, turn));
            }
        }
    }
    let is_label = |mark: &&OwnMark| matches!(mark, OwnMark::Dot(_) | OwnMark::Letter(..));
    let marked: CellSet = own.iter().filter(is_label).map(|mark| mark.cell()).collect();
    numbers.retain(|&(cell, number)| {
        let is_marked = marked.contains(cell);
        if is_marked {
            hidden.push(format!("{number}\u{a0}at\u{a0}{}", names.cell(cell)));
        }
        !is_marked
    });
    let label = |(cell, number): (Cell, u32)| Label {
        cell,
        text: number.to_string(),
        kind: LabelKind::Note,
    };
    (numbers.into_iter().map(label).collect(), hidden.join(", "))
}

/// The moves of `turns` with their numbers, as a list.
pub(crate) fn listed(timeline: &Timeline, turns: TurnSequence) -> String {
    let names = Names::of(timeline.start());
    let mut text = String::new();
    let mut before = None;
    for (step, turn) in steps(timeline, turns) {
        let _ = match before {
            Some(other) if other == turn => write!(text, ",{}", names.step(step)),
            _ => write!(
                text,
                "{}{turn}. {}",
                if text.is_empty() { "" } else { "  " },
                names.step(step)
            ),
        };
        before = Some(turn);
    }
    text
}

/// The steps of `turns` up to the cursor, each with the number of its turn.
fn steps(timeline: &Timeline, turns: TurnSequence) -> impl Iterator<Item = (Step, u32)> + '_ {
    let path = timeline.path(timeline.cursor()).into_iter();
    path.filter_map(move |node| Some((timeline.step(node)?, timeline.turn(node))))
        .filter(move |(_, turn)| turns.contains(*turn))
}
