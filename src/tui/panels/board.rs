//! The board of the table: what of the position, the cursor and the hints is shown on it.

use ratatui::buffer::Buffer;
use ratatui::widgets::Widget;
use tetralith_core::{Cell, CellSet, Colour, OwnMark, Step};
use tetralith_engine::Proof;
use tetralith_picture::{Label, LabelKind, StepAtHand, View, own_marks};
use tetralith_session::table::Mode;
use tetralith_session::thinking::line_after;
use tetralith_study::Class;

use super::here::shown_marks;
use super::thinking;
use super::view::GameView;
use crate::theme::CARET;
use crate::tui::board::layout::BoardLayout;
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::board::view::{Advice, BoardView};
use crate::tui::widgets::paint::mark_eye;

/// Draws the board of `table`, and what is to be seen on it now.
pub fn draw_board(view: &GameView, layout: &BoardLayout, buffer: &mut Buffer) {
    look_at(view, layout, |board| board.render(layout.area(), buffer));
    if let Some(at) = layout.centre(view.table.hand().cell()) {
        mark_eye(buffer, at, CARET);
    }
}

/// The same as a picture on the terminal; `None` if the board is drawn as text.
pub fn picture(view: &GameView, layout: &BoardLayout, easel: &mut Easel) -> Option<PlacedPicture> {
    look_at(view, layout, |board| board.picture(view.display, easel))
}

/// Hands what is to be seen on the board now to `see`.
fn look_at<T>(view: &GameView, layout: &BoardLayout, see: impl FnOnce(BoardView) -> T) -> T {
    let table = view.table;
    if let Some(line) = pointed_line(view) {
        return look_along(view, layout, &line, see);
    }
    let (game, display) = (table.game(), view.display);
    let playable = table.hand().is_playable();
    let seen = table.hand().seen();
    let mut side = advising(view);
    let (mut advice, mut foreign) = advice(view);
    let picked: CellSet = table.hand().picks().iter().copied().collect();
    let marks = shown_marks(table);
    // Cells that a lesson highlights matter most.
    let about = (playable && display.marks && view.highlights.is_empty()).then(|| {
        let mut about = game.about(table.hand().cell());
        if about.territory.is_some_and(|territory| !marks.territories.contains(&territory)) {
            (about.territory, about.counted) = (None, CellSet::EMPTY);
        }
        about
    });
    // The keys of a jump take the place of marks for as long as it lasts.
    let jump = table.hand().jump_marks();
    let own = if jump.is_empty() { own_marks(table.timeline()) } else { &jump };
    let labels = Label::of_own(own);
    let pieces = table.timeline().pieces();
    let mark = verdict_mark(view);
    let wins = worths(view);
    if is_better_shown(view) {
        side = table.timeline().mover(table.timeline().cursor());
        let steps = table.review().better_steps().iter().map(|step| (*step, 1));
        (advice, foreign) = named(steps, side);
        let cells = table.review().better_cells();
        advice.retain(|(cell, _)| cells.contains(*cell));
    }
    if !jump.is_empty() {
        advice.clear();
    }
    let can_move = table.state().is_going_on() && !table.players().are_automatic();
    let step = StepAtHand {
        legal: if playable && display.marks { seen.cells } else { CellSet::EMPTY },
        stones: &table.hand().aim().ghost,
        mover: playable.then(|| game.to_move()),
    };
    let position = View {
        marks: display.marks.then_some(&marks),
        cursor: (can_move || table.hand().is_pointing()).then(|| table.hand().cell()),
        last: view.latest,
        step,
        about: about.as_ref(),
        emphasis: view.highlights | picked | OwnMark::shaded(own),
        labels: &labels,
        pieces: &pieces,
        flash: view.flash,
        ..View::new(game.board(), game.info())
    };
    let is_threat = view.hint().is_some_and(|hint| hint.threat);
    see(BoardView {
        advice: Advice { cells: &advice, side: Some(side), foreign, wins: &wins, is_threat },
        judged: mark,
        sizes: seen.marks.factors,
        ..BoardView::new(position, layout, view.theme)
    })
}

/// The side whose steps a hint names.
fn advising(view: &GameView) -> Colour {
    let to_move = view.table.game().to_move();
    let is_threat = view.hint().is_some_and(|hint| hint.threat);
    if is_threat { to_move.other() } else { to_move }
}

/// The cells of the steps that a hint names, each with its best rank, from 1; and those of these
/// cells on which the step would put a stone of the other side.
fn advice(view: &GameView) -> (Vec<(Cell, u8)>, CellSet) {
    let candidates = thinking::advised(view).into_iter().map(|candidate| candidate.step);
    named(candidates.zip(1..), advising(view))
}

/// The same for these steps of `mover`, each with its rank.
fn named(steps: impl Iterator<Item = (Step, u8)>, mover: Colour) -> (Vec<(Cell, u8)>, CellSet) {
    let (mut advice, mut seen, mut foreign) = (Vec::new(), CellSet::EMPTY, CellSet::EMPTY);
    for (step, rank) in steps {
        let stones: Vec<(Cell, Colour)> = step.stones(mover).collect();
        for cell in step.cells().filter(|cell| !seen.contains(*cell)) {
            advice.push((cell, rank));
            if stones.len() > 1 && stones.contains(&(cell, mover.other())) {
                foreign.insert(cell);
            }
        }
        seen |= step.cells().collect();
    }
    (advice, foreign)
}

/// True if the move that would have been better than the fault at the cursor is marked like a
/// candidate, as it is while no hint is shown.
fn is_better_shown(view: &GameView) -> bool {
    view.hint().is_none() && view.table.review().fault_here().is_some()
}

/// The win rates on the cells of candidates: none while a game is played, when these bear the keys
/// that play there.
pub(super) fn worths(view: &GameView) -> Vec<String> {
    if view.table.mode() == Mode::Play || view.hint().is_some_and(|hint| hint.threat) {
        return Vec::new();
    }
    match view.table.review().fault_here().filter(|_| is_better_shown(view)) {
        Some(verdict) => vec![worth(verdict.before.win as f32, verdict.before.proof)],
        None => thinking::advised(view).iter().map(|found| worth(found.win, found.proof)).collect(),
    }
}

/// The most steps of a line that are shown on the board: as many as a digit counts.
const SHOWN_LINE: usize = 9;

/// The steps that the engine expects after the candidate that the cursor is on, where the game is
/// in review.
fn pointed_line(view: &GameView) -> Option<Vec<Step>> {
    let table = view.table;
    let hint = view.hint().filter(|hint| table.hand().is_pointing() && !hint.threat)?;
    let cell = table.hand().cell();
    let advised = thinking::advised(view);
    let pointed = advised.iter().find(|found| found.step.cells().any(|at| at == cell))?;
    let mut line = line_after(hint.known()?, pointed.step);
    line.truncate(SHOWN_LINE);
    (line.len() > 1).then_some(line)
}

/// Hands the position after `line`, its stones numbered, to `see`.
fn look_along<T>(
    view: &GameView,
    layout: &BoardLayout,
    line: &[Step],
    see: impl FnOnce(BoardView) -> T,
) -> T {
    let table = view.table;
    let mut after = table.game().clone();
    let mut labels: Vec<Label> = Vec::new();
    for (&step, number) in line.iter().zip(1..) {
        if after.play(step).is_err() {
            break;
        }
        labels.retain(|label| step.cells().all(|cell| cell != label.cell));
        let number = |cell| Label { cell, text: i32::to_string(&number), kind: LabelKind::Note };
        labels.extend(step.cells().map(number));
    }
    let pieces = table.timeline().pieces();
    let seen = View {
        cursor: Some(table.hand().cell()),
        pieces: &pieces,
        labels: &labels,
        ..View::new(after.board(), after.info())
    };
    see(BoardView::new(seen, layout, view.theme))
}

/// The cell of the move at the cursor and the mark of its class, if the analysis found a fault in
/// it.
fn verdict_mark(view: &GameView) -> Option<(Cell, Class)> {
    let table = view.table;
    let verdict = table
        .review()
        .verdict(table.timeline().cursor())
        .filter(|verdict| verdict.class.is_fault())?;
    let cell = verdict.choice.played.iter().rev().find_map(|step| step.cells().next())?;
    Some((cell, verdict.class))
}

/// A winning chance in the two characters that a cell has room for.
fn worth(win: f32, proof: Option<Proof>) -> String {
    let percent = (100.0 * win).round().clamp(1.0, 99.0);
    match proof {
        Some(Proof::Win) => "W".to_owned(),
        Some(Proof::Loss) => "L".to_owned(),
        Some(Proof::Draw) => "D".to_owned(),
        // A digit alone would look like the number of a candidate, or like the size of a group.
        None if percent < 10.0 => format!("{percent}%"),
        None => percent.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn win_rates_on_cells_have_two_characters() {
        let rates = [0.0, 0.02, 0.094, 0.096, 0.62, 0.999].map(|win| worth(win, None));
        assert_eq!(rates, ["1%", "2%", "9%", "10", "62", "99"]);
        assert_eq!(worth(0.5, Some(Proof::Draw)), "D");
    }
}
