//! A lesson as a layer.

pub mod view;
use std::path::PathBuf;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::text::counted;
use tetralith_core::{Info, Record, Step, StepKind};
use tetralith_engine::Level;

use self::view::{LessonAreas, LessonView};
use crate::keymap::spell::KeyNames;
use crate::keymap::{Action, Context};
use crate::program::Effects;
use crate::tui::board::HIDDEN;
use crate::tui::board::layout::BoardLayout;
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::layers::component::{Component, Scene};
use crate::tui::layers::exercise_view::exercise_view;
use crate::tui::layers::zoom::zoom;
use crate::tui::panels::{self, GameView};
use crate::tui::request::{Purpose, Request};
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;
use tetralith_session::clock::Clock;
use tetralith_session::kept::Loaded;
use tetralith_session::lesson::{Kind, Lesson, LessonTask};
use tetralith_session::match_play::MatchEvent;
use tetralith_session::seat::Seat;
use tetralith_session::series::PuzzleSeries;

impl Component for Lesson {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        let table = self.table();
        let mut contexts = Vec::with_capacity(4);
        if self.is_solved() {
            contexts.push(Context::Solved);
        }
        if self.is_done() {
            contexts.push(Context::LessonOn);
        } else if table.has(StepKind::Tromino) {
            contexts.push(Context::Tromino);
        }
        contexts.push(Context::directions(table.game().board().geometry().shape()));
        contexts.extend([Context::Lesson, Context::Anywhere]);
        contexts
    }

    fn hints(&self, cx: &Shared) -> Vec<Named> {
        let is_exercise = self.course().kind.is_exercise();
        let ends = is_exercise && cx.learnt.series.as_ref().is_some_and(PuzzleSeries::is_over);
        let name = |action| match action {
            Action::Forward if ends => (action, Some("end")),
            Action::Forward if is_exercise && !self.is_done() => (action, Some("skip")),
            Action::Cancel if self.feedback().is_some() && !self.is_done() => {
                (action, Some("hide"))
            }
            _ => (action, None),
        };
        lesson_hints(self).into_iter().map(name).collect()
    }

    fn info(&self, _cx: &Shared) -> Option<&'static Info> {
        Some(self.course().info)
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        use Action as A;
        if self.retract() {
            effects.draw();
            if matches!(action, A::Undo | A::Accept | A::Pick) {
                self.clear_feedback();
                return;
            }
        }
        let plays = matches!(action, A::Accept | A::Pick | A::TypeStep | A::Pass | A::Swap);
        if plays && board(self, cx).is_none() {
            return cx.refuse(HIDDEN, effects);
        }
        match action {
            A::Back | A::First if self.is_solved() => {
                if !self.go_along(if action == A::Back { -1 } else { isize::MIN + 1 }) {
                    return cx.refuse("this is the puzzle's position", effects);
                }
            }
            A::Redo | A::Last if self.is_solved() => {
                if !self.go_along(if action == A::Redo { 1 } else { isize::MAX }) {
                    return cx.refuse("this is the end of the solution", effects);
                }
            }
            A::Forward => return go_on(self, cx, effects),
            A::Back if !self.go_by(-1) => return cx.refuse("this is the first step", effects),
            A::Back => {}
            A::Undo => self.again(),
            A::Hint | A::Why if self.step().looks() => {
                let key = cx.key_names(self.contexts(cx)).name(A::Forward);
                let why = format!("there is no move to make in this step; {key} continues");
                return cx.refuse(why, effects);
            }
            A::Hint => {
                self.tell_hint();
                return after_attempt(self, cx, effects);
            }
            A::PlayOn => return open_on_board(self, cx, effects),
            A::Why if self.is_solved() => {
                return cx.refuse("this is done; there is no move to explain", effects);
            }
            A::Why => self.tell_why(),
            A::Accept | A::Pick => return accept(self, action == A::Pick, cx, effects),
            A::Pass => return attempt(self, Step::Pass, cx, effects),
            A::Swap => return attempt(self, Step::Swap, cx, effects),
            A::TypeStep => return cx.prompt(Purpose::Step, ""),
            A::Cancel if self.clear_feedback() => {}
            A::Cancel => return cx.close(),
            A::ZoomIn | A::ZoomOut => {
                zoom(cx, board(self, cx), action == A::ZoomIn, effects);
                self.table_mut().hand_mut().show_cursor();
                return;
            }
            _ => {
                if !go_about(self, action) {
                    return;
                }
                self.clear_feedback();
            }
        }
        effects.draw();
    }

    /// Tries the step that was typed.
    fn submit(
        &mut self,
        _purpose: Purpose,
        text: String,
        cx: &mut Shared,
        effects: &mut Effects,
    ) -> Result<(), String> {
        if !text.is_empty() {
            try_typed(self, &text, cx, effects)?;
        }
        cx.close();
        Ok(())
    }

    fn hover(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        let Some(cell) = board(self, cx).and_then(|board| board.cell_at(at)) else {
            return;
        };
        self.table_mut().hand_mut().point_at(cell);
        effects.draw();
    }

    fn click(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        match board(self, cx).and_then(|board| board.cell_at(at)) {
            Some(cell) => {
                self.table_mut().hand_mut().point_at(cell);
                accept(self, false, cx, effects);
            }
            // Beside the board a click turns the page once there is nothing left to do on it.
            None if self.is_done() => go_on(self, cx, effects),
            None => {}
        }
    }

    fn wheel(&mut self, _at: Position, up: bool, cx: &mut Shared, effects: &mut Effects) -> bool {
        let turns = self.table().has(StepKind::Tromino);
        let action = if up { Action::RotateBack } else { Action::Rotate };
        if turns {
            self.act(action, cx, effects);
        }
        true
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        let game = game_view(self, scene, cx);
        let (info, progress) = (self.course().info, &cx.learnt.progress);
        let (is_done, tally) = match self.course().kind {
            Kind::Rules => (progress.is_done(info, self.at()), String::new()),
            Kind::Strategy(number) => {
                (progress.is_strategy_done(info, number, self.at()), String::new())
            }
            Kind::Opening { id, source } => {
                let openings = progress.openings(info);
                let practice = openings.map(|openings| openings.practice(source));
                let due = openings.map_or(0, |openings| openings.due(info, source, cx.day()));
                let is_new = practice.is_none_or(|practice| practice.tries(id) == 0);
                let tally = match (is_new, due) {
                    (true, 0) => "new".to_owned(),
                    (true, due) => format!("new; {due} due today"),
                    (false, due) => format!("{due} due today"),
                };
                // A line has many positions, each with a history of its own.
                (self.is_done() && self.is_faultless(), tally)
            }
            Kind::Puzzle { id, .. } => {
                let practice = progress.practice(info);
                (
                    practice.is_solved(id),
                    cx.learnt
                        .series
                        .as_ref()
                        .and_then(|series| series.tally(&practice, cx.game.now().steady))
                        .unwrap_or_else(|| {
                            if cx.learnt.unsaved.is_some() {
                                return "not rated".to_owned();
                            }
                            let rating = format!("your rating {}", practice.rating());
                            match progress.days_in_a_row(cx.day()) as usize {
                                0 => rating,
                                days => format!("{rating}, {} in a row", counted(days, "day")),
                            }
                        }),
                )
            }
        };
        let keys = keys(self, cx);
        Some(view::draw(&LessonView { lesson: self, keys, game, is_done, tally }, buffer))
    }

    fn picture(&self, scene: &Scene, cx: &Shared, easel: &mut Easel) -> Option<PlacedPicture> {
        let layout = LessonAreas::of(self, &keys(self, cx), cx.display, scene.area).board?;
        panels::picture(&game_view(self, scene, cx), &layout, easel)
    }
}

/// The board of a lesson and what is around it, as they are seen in `scene`.
fn game_view<'a>(lesson: &'a Lesson, scene: &Scene<'a>, cx: &'a Shared) -> GameView<'a> {
    let mut view = exercise_view(lesson.table(), lesson.highlights(), scene, cx);
    view.display.marks &= lesson.step().shows_marks;
    view.latest = lesson.latest_cells();
    view
}

/// The names of the keys in the texts of a lesson, even under another layer.
pub fn keys<'a>(lesson: &Lesson, cx: &'a Shared) -> KeyNames<'a> {
    cx.key_names(lesson.contexts(cx))
}

/// Returns where the board is on the screen, if it is.
pub fn board(lesson: &Lesson, cx: &Shared) -> Option<BoardLayout> {
    LessonAreas::of(lesson, &keys(lesson, cx), cx.display, cx.area()).board
}

/// Moves the cursor or turns the stones; false if `action` is something else.
fn go_about(lesson: &mut Lesson, action: Action) -> bool {
    use Action as A;
    let table = lesson.table_mut();
    match action {
        A::Move(towards) => table.hand_mut().move_cursor(towards, false),
        A::NextLegal => table.hand_mut().next_legal(false),
        A::PreviousLegal => table.hand_mut().next_legal(true),
        A::Rotate => table.hand_mut().rotate(false),
        A::RotateBack => table.hand_mut().rotate(true),
        A::NextStone => table.hand_mut().next_stone(),
        A::TakeBack => table.take_back(),
        _ => return false,
    };
    true
}

/// Does what Enter does on the board of a lesson.
fn accept(lesson: &mut Lesson, pick: bool, cx: &mut Shared, effects: &mut Effects) {
    if !lesson.is_done() {
        lesson.accept(pick);
    }
    after_attempt(lesson, cx, effects);
}

fn attempt(lesson: &mut Lesson, step: Step, cx: &mut Shared, effects: &mut Effects) {
    lesson.attempt(Some(step));
    after_attempt(lesson, cx, effects);
}

/// Tries the step that `text` names on the board of a lesson.
///
/// # Errors
/// A sentence without its full stop if it names none.
pub fn try_typed(
    lesson: &mut Lesson,
    text: &str,
    cx: &mut Shared,
    effects: &mut Effects,
) -> Result<(), String> {
    if board(lesson, cx).is_none() {
        return Err(HIDDEN.to_owned());
    }
    let steps = lesson.table().game().parse_typed(text).map_err(|error| error.to_string())?;
    lesson.table_mut().hand_mut().aim_at_cursor();
    lesson.attempt_turn(&steps);
    after_attempt(lesson, cx, effects);
    Ok(())
}

/// Notes what came of it.
fn after_attempt(lesson: &mut Lesson, cx: &mut Shared, effects: &mut Effects) {
    effects.draw();
    if !lesson.step().looks() {
        cx.note_lesson(lesson, effects);
    }
}

/// Shows the position of the lesson on the board, with its solution as the line that follows: to
/// step through, analyse and play on.
fn open_on_board(lesson: &Lesson, cx: &mut Shared, effects: &mut Effects) {
    let event = match lesson.course().kind {
        Kind::Puzzle { .. } => "Puzzle",
        Kind::Opening { .. } => "Opening",
        Kind::Rules | Kind::Strategy(_) => "Lesson",
    };
    let record = Record { event: Some(event.to_owned()), ..Record::default() };
    let path = PathBuf::from(format!("{}.json", event.to_lowercase()));
    let loaded =
        Loaded { path, timeline: lesson.solution(), record, kept: None, left_behind: Vec::new() };
    cx.handle(MatchEvent::Open { loaded: Box::new(loaded), resume: false }, effects);
}

/// Goes on to the next step; from the last one to a game.
fn go_on(lesson: &mut Lesson, cx: &mut Shared, effects: &mut Effects) {
    effects.draw();
    if lesson.is_done() {
        cx.note_lesson(lesson, effects);
    }
    if let Kind::Opening { id, source } = lesson.course().kind {
        cx.learnt.leave(lesson, cx.game.now());
        cx.close();
        cx.request(Request::Opening { info: lesson.course().info, source, after: Some(id) });
    } else if let Kind::Puzzle { .. } = lesson.course().kind {
        cx.close();
        cx.request(Request::NextPuzzle(lesson.course().info));
        let said = cx.learnt.leave(lesson, cx.game.now());
        if !said.is_empty() {
            cx.say(said.trim(), effects);
        }
    } else if lesson.step().task == LessonTask::Game {
        let seats = [Seat::person(String::new()), Seat::computer(&Level::ALL[0])];
        let (info, options) = (lesson.course().info, *lesson.step().options());
        let clock = Clock::default();
        cx.handle(MatchEvent::Begin { info, options, seats, clock }, effects);
    } else if !lesson.go_by(1) {
        cx.close();
    }
}

/// The keys that matter most in a lesson.
fn lesson_hints(lesson: &Lesson) -> Vec<Action> {
    use Action as A;
    let table = lesson.table();
    let mut hints = Vec::new();
    if lesson.is_done() {
        hints.push(A::Forward);
        if lesson.is_solved() {
            hints.extend([A::Back, A::Redo]);
        }
        if !matches!(lesson.course().kind, Kind::Rules) {
            hints.push(A::PlayOn);
        }
    } else {
        hints.push(if matches!(table.hand().picks().len(), 0 | 3) { A::Accept } else { A::Pick });
        if table.has(StepKind::Tromino) && table.hand().picks().is_empty() {
            hints.extend([A::Rotate, A::NextStone]);
        }
        if table.has(StepKind::Pass) && lesson.step().solution.answers.contains(&Step::Pass) {
            hints.insert(0, A::Pass);
        }
        if lesson.step().solution.answers.contains(&Step::Swap) {
            hints.insert(0, A::Swap);
        }
        hints.extend(lesson.has_hint().then_some(A::Hint));
        if lesson.course().kind.is_exercise() {
            hints.push(A::Forward);
        }
    }
    if lesson.at() > 0 {
        hints.push(A::Back);
    }
    if !lesson.step().looks() {
        hints.extend((!lesson.is_solved()).then_some(A::Why));
        hints.push(A::Undo);
    }
    hints.extend([A::Cancel, A::Quit]);
    hints
}
