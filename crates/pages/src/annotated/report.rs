//! The report on the analysis of a game as a page.

use std::fmt::Write as _;

use crate::{Page, escaped};
use tetralith_core::{CellSet, Colour, Game, Names, Record, Step, Timeline};
use tetralith_picture::PictureError;
use tetralith_study::{
    GameAnalysis, Report, Verdict, better_line, figures, judgement, mover, no_fault, notes,
};

use crate::annotated::board::{Boards, Looks, Mark};
use crate::annotated::game::fault;
use crate::annotated::graph::{self, Point, graph};
use crate::annotated::story::who_played;

/// The most moves of the better line that are shown on a diagram.
const NUMBERED: usize = 6;

/// The report on a game: the figures of both players, the graph of the winning chances, every
/// fault, and each turning point with a diagram of the better line.
///
/// # Errors
/// [`PictureError`] if the board cannot be drawn.
pub fn report(
    record: &Record,
    timeline: &Timeline,
    analysis: &GameAnalysis,
    looks: Looks,
) -> Result<Page, PictureError> {
    let names = Names::of(timeline.start());
    let boards = Boards::new(timeline.start(), looks)?;
    let (verdicts, turns) = (analysis.verdicts(), analysis.moments.list().len());
    let report = Report::of(&verdicts, turns);
    let mut page = Page::new(format!("Analysis of {}", who_played(record, names)));
    page.style = [boards.style(), graph::STYLE, include_str!("report.css")].concat();
    page.markup(boards.definitions());
    page.text(tetralith_picture::caption(&at_end(timeline)));
    let [first, second] = Colour::BOTH.map(|colour| names.title(colour));
    let rows =
        figures(&report).into_iter().map(|(what, of_each)| [vec![what], of_each.to_vec()].concat());
    page.table(&["", first, second], rows.collect());
    let chances = verdicts.iter().map(|verdict| Point {
        place: verdict.choice.turn as usize,
        chance: verdict.first_players_chance(),
        fault: fault(verdict),
    });
    let title = format!("{first}'s win rate, turn by turn");
    if let Some(svg) = graph(&chances.collect::<Vec<_>>(), &title) {
        page.picture("chances", title, svg);
    }
    faults(&mut page, names, &verdicts, turns);
    for &i in &report.turning_points {
        turning_point(&mut page, names, &boards, analysis, &verdicts[i]);
    }
    page.heading("How accurate this is");
    for note in notes(analysis, &verdicts, &report) {
        page.text(note);
    }
    Ok(page)
}

/// The game with its cursor at the end of the main line.
fn at_end(timeline: &Timeline) -> Timeline {
    let mut timeline = timeline.clone();
    timeline.go_to(timeline.main_end());
    timeline
}

fn faults(page: &mut Page, names: Names, verdicts: &[Verdict], turns: usize) {
    page.heading("Mistakes");
    let faults: Vec<&Verdict> =
        verdicts.iter().filter(|verdict| verdict.class.is_fault()).collect();
    if faults.is_empty() {
        return page.text(no_fault(verdicts, turns));
    }
    let rows = faults.into_iter().map(|verdict| {
        vec![
            verdict.choice.turn.to_string(),
            mover(names, verdict),
            format!("{}{}", names.turn(&verdict.choice.played), verdict.class.mark()),
            verdict.class.title(1).to_owned(),
            verdict.percents()[2].to_string(),
            names.turn(&verdict.best),
        ]
    });
    page.table(&["turn", "player", "move", "class", "cost in %", "better"], rows.collect());
}

fn turning_point(
    page: &mut Page,
    names: Names,
    boards: &Boards,
    analysis: &GameAnalysis,
    verdict: &Verdict,
) {
    let (mover, played) = (mover(names, verdict), names.turn(&verdict.choice.played));
    page.heading(&format!(
        "Turn {}: {mover} plays {played}{}",
        verdict.choice.turn,
        verdict.class.mark()
    ));
    page.text(judgement(names, verdict));
    let position = analysis.moments.position(verdict.index);
    let after = *analysis.moments.position(verdict.index + 1).board();
    let last: CellSet = verdict.choice.played.iter().flat_map(|step| step.cells()).collect();
    let titles =
        [format!("As played: {played}"), format!("Better: {}", better_line(names, verdict))];
    let svgs = [
        boards.diagram(&after, last, &[], &[], &titles[0]),
        boards.diagram(
            position.board(),
            CellSet::EMPTY,
            &[],
            &numbered(&position, &verdict.line),
            &titles[1],
        ),
    ];
    let mut pair = "<div class=\"pair\">".to_owned();
    for (title, svg) in titles.iter().zip(svgs) {
        let _ = write!(pair, "<figure>{svg}<figcaption>{}</figcaption></figure>", escaped(title));
    }
    page.markup(pair + "</div>");
}

/// The moves of `line` from `position` by their numbers, on the cells of their stones.
fn numbered(position: &Game, line: &[Vec<Step>]) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    let mut next = position.clone();
    for (steps, number) in line.iter().take(NUMBERED).zip(1..) {
        for &step in steps {
            for (cell, colour) in step.stones(next.to_move()) {
                if marks.iter().all(|mark: &Mark| mark.cell != cell) {
                    marks.push(Mark { cell, colour, text: format!("{number}") });
                }
            }
            // After a swap, or where a turn is skipped, the same colour is to move again.
            if next.play(step).is_err() {
                return marks;
            }
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_swap_the_same_colour_is_to_move_in_a_better_line() {
        let text = r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":5,"pie":true},"moves":["c3"]}"#;
        let (_, timeline) = Record::read(text.as_bytes()).unwrap();
        let names = Names::of(timeline.position());
        let line = ["d2", "b2"].map(|name| vec![names.parse_step(name).unwrap()]);
        let line: Vec<Vec<Step>> = std::iter::once(vec![Step::Swap]).chain(line).collect();
        let marks = numbered(timeline.position(), &line);
        let colours: Vec<_> =
            marks.iter().map(|mark| (names.cell(mark.cell), mark.colour, &*mark.text)).collect();
        assert_eq!(
            colours,
            [("d2".to_owned(), Colour::Second, "2"), ("b2".to_owned(), Colour::First, "3")]
        );
    }
}
