//! Lessons: the text of a game's lesson, and a learner at one of its steps.
//!
//! A lesson on the rules is a text of the game's own (`crates/core/assets/lessons`), found through
//! its [`Info`](tetralith_core::Info); lessons on strategy and [puzzles](crate::puzzle) are of the
//! same form. Nothing here knows a game.

mod course;

use std::fmt;

use tetralith_core::notation::Names;
use tetralith_core::{CellSet, Game, Step, StepKind, Timeline, position_text};
use tetralith_engine::{AnySearch, CancelToken, Config, Limits, catch_panic};

use super::seat::Seat;
use super::table::{Hand, Mode, Reply, Table};
use super::why::Why;
use crate::sentence;
use crate::sentence::{ActionId, Sentence};
use crate::words::{self, cursor_text};

pub use course::{
    Claim, GameLesson, Kind, LessonError, LessonRemarks, LessonSolution, LessonStep, LessonTask,
};

/// The tones in which a learner is spoken to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// Well done.
    Right,
    /// The answer is wrong, or illegal.
    Wrong,
    /// By the way.
    Plain,
}

/// Words to a learner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feedback {
    /// Whole sentences.
    pub text: Sentence,
    /// Their tone.
    pub manner: Manner,
    /// The cells they speak of.
    pub cells: CellSet,
}

/// The things about the answer to a step that a lesson reports only once.
#[derive(Clone, Default)]
struct Told {
    /// True if the step was answered at once and without help, once that was reported.
    verdict: Option<bool>,
    /// True once it was reported that the step was answered, at any attempt.
    found: bool,
    /// The positions of an opening that were asked, each with whether it was answered at once and
    /// without help.
    answered: Vec<(u64, bool)>,
    /// How many of these were reported.
    answers: usize,
}

/// A learner at a step of a lesson.
#[derive(Clone)]
pub struct Lesson {
    course: GameLesson,
    at: usize,
    table: Table,
    feedback: Option<Feedback>,
    done: bool,
    /// True once a right step was made.
    begun: bool,
    /// The steps of [`LessonStep::reply`] that were made.
    replied: usize,
    /// The wrong steps that were tried; illegal ones do not count.
    misses: u32,
    hints: u32,
    /// The things about the answer that were reported already.
    reported: Told,
    /// The times that the solution of a puzzle was shown.
    shown: u32,
    /// The board before a wrong move of a puzzle, while that move and the answer are shown.
    refuted: Option<Box<Table>>,
}

impl fmt::Debug for Lesson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lesson")
            .field("game", &self.course.info.id)
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}

impl Lesson {
    /// The lesson on `course` at step `at`, from 0; the last if it has fewer.
    ///
    /// # Errors
    /// [`LessonError::Unknown`] if it has no steps.
    pub fn of(course: GameLesson, at: usize) -> Result<Self, LessonError> {
        let info = course.info;
        let at = at.min(course.steps.len().saturating_sub(1));
        let Some(step) = course.steps.get(at) else {
            return Err(LessonError::Unknown { step: 1, name: info.title.to_owned() });
        };
        Ok(Self {
            table: table(step),
            course,
            at,
            feedback: None,
            done: false,
            begun: false,
            replied: 0,
            misses: 0,
            hints: 0,
            reported: Told::default(),
            shown: 0,
            refuted: None,
        })
    }

    /// The lesson that is taught.
    pub const fn course(&self) -> &GameLesson {
        &self.course
    }

    /// The number of the step, from 0.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The step that the learner is at.
    pub fn step(&self) -> &LessonStep {
        &self.course.steps[self.at]
    }

    /// The board and all that is done on it.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The board, to move the cursor on.
    pub const fn table_mut(&mut self) -> &mut Table {
        &mut self.table
    }

    /// The words shown last.
    pub const fn feedback(&self) -> Option<&Feedback> {
        self.feedback.as_ref()
    }

    /// Gives the step at hand another order than it has.
    pub fn set_order(&mut self, order: Sentence) {
        self.course.steps[self.at].order = order;
    }

    /// Takes the words away, unless the step is done; returns true if there were any.
    pub fn clear_feedback(&mut self) -> bool {
        !self.done && self.feedback.take().is_some()
    }

    /// Notes that no puzzle follows this one.
    pub fn end_series(&mut self) {
        self.course.go_on =
            sentence!("{}: end. {}: open on the board.", ActionId::Forward, ActionId::PlayOn);
    }

    /// True if the first attempt at a puzzle or an opening was made and counts, even if it began
    /// afresh since.
    pub const fn is_judged(&self) -> bool {
        self.reported.verdict.is_some() || self.reported.answers > 0
    }

    /// True if nothing is left to do but to go on to the next step.
    pub fn is_done(&self) -> bool {
        self.done || self.step().looks()
    }

    /// The cells to highlight now: those of the feedback, if it has any, else those of the step.
    pub fn highlights(&self) -> CellSet {
        let of_feedback = self.feedback.as_ref().map(|feedback| feedback.cells);
        of_feedback.filter(|cells| !cells.is_empty()).unwrap_or(self.step().show)
    }

    /// The cells of the last move; none in a position that is set up, where no move was seen.
    pub fn latest_cells(&self) -> CellSet {
        let (timeline, begin) = (self.table.timeline(), self.step().timeline.cursor());
        let is_set_up = !self.course.kind.is_exercise() && timeline.cursor() == begin;
        if is_set_up { CellSet::EMPTY } else { timeline.latest_cells() }
    }

    /// Goes forward by `steps` steps, or back if negative; returns false if there is no such step.
    pub fn go_by(&mut self, steps: isize) -> bool {
        let Some(at) = self.at.checked_add_signed(steps).filter(|&at| at < self.course.steps.len())
        else {
            return false;
        };
        self.at = at;
        self.again();
        (self.misses, self.hints, self.reported, self.shown) = (0, 0, Told::default(), 0);
        true
    }

    /// True while the step has neither a wrong answer nor a hint.
    pub const fn is_faultless(&self) -> bool {
        self.misses == 0 && self.hints == 0
    }

    /// Returns once, as soon as it is known, whether the step was answered at once and without
    /// help.
    pub fn verdict(&mut self) -> Option<bool> {
        let failed = !self.is_faultless();
        let is_known = self.reported.verdict.is_none() && (failed || self.done);
        let verdict = is_known.then_some(!failed);
        self.reported.verdict = self.reported.verdict.or(verdict);
        verdict
    }

    /// Returns the positions of an opening that were answered since the last time, each with
    /// whether that was at once and without help.
    pub fn verdicts(&mut self) -> Vec<(u64, bool)> {
        let Told { answered, answers, .. } = &mut self.reported;
        let news = answered[*answers..].to_vec();
        *answers = answered.len();
        news
    }

    /// The position of an opening that is asked now: the one in which the turn began, because all
    /// stones of a turn are one answer.
    fn asked_now(&self) -> Option<u64> {
        if !matches!(self.course.kind, Kind::Opening { .. }) {
            return None;
        }
        let mut begin = self.table.timeline().clone();
        let first = self.step().timeline.cursor();
        while begin.is_mid_turn_at(begin.cursor()) && begin.cursor() != first {
            begin.go_to(begin.parent(begin.cursor()));
        }
        Some(position_text::number(begin.position()))
    }

    /// Notes the first answer to the position `asked` of an opening.
    fn judge(&mut self, asked: Option<u64>, is_right: bool) {
        let answered = &mut self.reported.answered;
        if let Some(id) = asked.filter(|id| answered.iter().all(|(known, _)| known != id)) {
            answered.push((id, is_right));
        }
    }

    /// Returns true once, as soon as the step is answered on the board, at any attempt, unless its
    /// solution was shown.
    pub const fn found(&mut self) -> bool {
        let is_news = self.done && self.shown == 0 && !self.reported.found;
        self.reported.found |= is_news;
        is_news
    }

    /// The position of the step with its solution as the line after it; the cursor is at the
    /// position.
    pub fn solution(&self) -> Timeline {
        let step = self.step();
        let mut timeline = step.timeline.clone();
        let start = timeline.cursor();
        let answer = step.solution.answers.first().filter(|_| step.task == LessonTask::Play);
        for &next in answer.into_iter().chain(&step.solution.reply) {
            if timeline.play(next).is_err() {
                break;
            }
        }
        timeline.go_to(start);
        timeline
    }

    /// True if this is a puzzle or an opening that is done, so that its solution can be stepped
    /// through.
    pub fn is_solved(&self) -> bool {
        self.done && self.course.kind.is_exercise()
    }

    /// Goes forward by `steps` steps along the solution of a puzzle that is done, or back if
    /// negative, as far as it goes; returns false if it went nowhere.
    pub fn go_along(&mut self, steps: isize) -> bool {
        let timeline = self.table.timeline();
        let begin = self.step().timeline.depth(self.step().timeline.cursor());
        let before = timeline.depth(timeline.cursor()) - begin;
        let steps = steps.max(-isize::try_from(before).unwrap_or(isize::MAX));
        self.is_solved()
            && steps != 0
            && !matches!(self.table.go(self.table.lines().by(steps)), Reply::Refused(_))
    }

    /// Begins the step afresh.
    pub fn again(&mut self) {
        (self.table, self.feedback, self.done) = (table(self.step()), None, false);
        (self.begun, self.replied, self.refuted) = (false, 0, None);
    }

    /// Takes a wrong move and the answer to it off the board, if they are shown; returns true if
    /// they were.
    pub fn retract(&mut self) -> bool {
        let Some(before) = self.refuted.take() else { return false };
        self.table = *before;
        true
    }

    /// True if there is more help with the step than what is to be done in it.
    pub fn has_hint(&self) -> bool {
        let is_exercise = self.course.kind.is_exercise();
        let helps = || !self.step().remarks.hint.is_empty() || !self.answer().0.is_empty();
        !self.done && (is_exercise || !self.step().looks() && helps())
    }

    /// Gives a hint for the step.
    ///
    /// The first hint shows where to look, the second the answer; where there is nothing to look
    /// for, the first does.
    pub fn tell_hint(&mut self) {
        if self.course.kind.is_exercise() {
            // Once the puzzle is done, the words about it stay.
            if !self.done {
                self.help();
            }
            return;
        }
        let hint = self.step().remarks.hint.clone();
        let (answer, cells) = self.answer();
        let (text, cells) = match (hint.is_empty() || self.hints > 0, answer.is_empty()) {
            (true, false) => (format!("The answer is {answer}.").into(), cells),
            (true, true) if hint.is_empty() => (self.step().order.clone(), CellSet::EMPTY),
            (_, true) => (hint, CellSet::EMPTY),
            (false, false) => {
                let more = sentence!(" {} again shows the answer.", ActionId::Hint);
                (hint.with(more), CellSet::EMPTY)
            }
        };
        self.hints += 1;
        self.say(text, Manner::Plain, cells);
    }

    /// The names of the moves that a step of a lesson asks for, and their cells; empty if every
    /// move will do.
    fn answer(&self) -> (String, CellSet) {
        let (names, solution) = (Names::of(self.table.game()), &self.step().solution);
        let steps = solution.answers.iter().map(|&step| names.step(step));
        let cells = solution.refused.iter().map(|cell| names.cell(cell));
        let all: Vec<String> = steps.chain(cells).collect();
        let lit = solution.answers.iter().flat_map(|step| step.cells());
        (all.join(" or "), lit.chain(solution.refused.iter()).collect())
    }

    fn help(&mut self) {
        self.retract();
        self.hints += 1;
        self.judge(self.asked_now(), false);
        let Some(expected) = self.expected() else { return };
        let near = near(self.table.game(), expected);
        if self.hints == 1 && !near.is_empty() {
            return self.say(self.step().remarks.hint.clone(), Manner::Plain, near);
        }
        let names = Names::of(self.table.game());
        let rest: Vec<Step> = if self.begun {
            self.step().solution.reply[self.replied..].to_vec()
        } else {
            self.step()
                .solution
                .answers
                .iter()
                .take(1)
                .chain(&self.step().solution.reply)
                .copied()
                .collect()
        };
        for &step in &rest {
            self.table.play(&[step]);
        }
        (self.begun, self.replied, self.done) = (true, self.step().solution.reply.len(), true);
        self.rest();
        self.shown += 1;
        let moves = line(&rest, names);
        let rest = &self.step().remarks.rest;
        // A puzzle that was solved at once before it began afresh does not come back.
        let stays = self.reported.verdict == Some(true);
        let comes_back = if stays { "" } else { " You will see this one again." };
        self.say(
            format!("The solution is {moves}.{rest}{comes_back}"),
            Manner::Plain,
            CellSet::EMPTY,
        );
    }

    /// The step that is right now, where there is one.
    fn expected(&self) -> Option<Step> {
        let step = self.step();
        if self.begun {
            step.solution.reply.get(self.replied).copied()
        } else {
            step.solution.answers.first().copied()
        }
    }

    /// Shows why something can or cannot be played under the cursor.
    pub fn tell_why(&mut self) {
        let why = Why::of(self.table.game(), self.table.hand().cell());
        self.say(words::sentence(&why.text), Manner::Plain, why.cells);
    }

    /// Shows `text`, whole sentences.
    pub fn say(&mut self, text: impl Into<Sentence>, manner: Manner, cells: CellSet) {
        self.feedback = Some(Feedback { text: text.into(), manner, cells });
    }

    /// Shows `more` after the words shown last.
    pub fn add(&mut self, more: String) {
        if let Some(feedback) = &mut self.feedback {
            feedback.text = std::mem::take(&mut feedback.text).with(more);
        }
    }

    /// Does what Enter does on the board: picks a cell of three, or tries the step under the
    /// cursor.
    ///
    /// With `pick`, where three stones are dropped, it picks a cell first. Returns true if this
    /// completes the step of the lesson.
    pub fn accept(&mut self, pick: bool) -> bool {
        if self.retract() {
            self.clear_feedback();
            return false;
        }
        let picks = self.table.hand().picks().len();
        let complete = picks == 3 && !self.table.hand().aim().steps.is_empty();
        if !complete && (picks > 0 || pick && self.table.has(StepKind::Tromino)) {
            if let Reply::Refused(why) = self.table.by_hand(Hand::pick) {
                let cells = CellSet::of(self.table.hand().cell());
                self.say(why.whole(), Manner::Wrong, cells);
            } else {
                self.feedback = None;
            }
            return false;
        }
        let step = self.table.hand().aim().steps.first().copied();
        self.attempt(step)
    }

    /// Tries the `steps` that were typed, up to the first that is not right.
    pub fn attempt_turn(&mut self, steps: &[Step]) {
        for &step in steps {
            self.attempt(Some(step));
            if self.feedback.as_ref().is_none_or(|said| said.manner != Manner::Right) {
                break;
            }
        }
    }

    /// Tries `step`, or without one the step that could be played under the cursor; returns true if
    /// this completes the step of the lesson.
    pub fn attempt(&mut self, step: Option<Step>) -> bool {
        self.retract();
        if self.done {
            return false;
        }
        let game = self.table.game();
        let (names, lesson) = (Names::of(game), &self.course.steps[self.at]);
        let refusal = match step.map(|step| game.check(step)) {
            Some(Ok(())) => None,
            Some(Err(error)) => Some(Why::from_error(game, &error)),
            None => Some(Why::of(game, self.table.hand().cell())),
        };
        let own = step
            .and_then(|step| lesson.remarks.wrong.iter().find(|(wrong, _)| *wrong == step))
            .map(|(_, reply)| reply);
        let otherwise = own.unwrap_or(&lesson.remarks.otherwise);
        let (text, done, cells) = match (lesson.task, refusal) {
            (LessonTask::Look | LessonTask::Game, _) => {
                (lesson.order.clone(), false, CellSet::EMPTY)
            }
            (LessonTask::Play, Some(why)) => (joined(&why, own), false, why.cells),
            (LessonTask::Play, None) => {
                let any =
                    !self.begun && lesson.solution.answers.is_empty() && step != Some(Step::Pass);
                let is_answer = |step| {
                    if self.begun {
                        self.expected() == Some(step)
                    } else {
                        lesson.solution.answers.contains(&step)
                    }
                };
                let right = any || step.is_some_and(is_answer);
                let text = match (right, otherwise.is_empty(), step) {
                    (true, ..) => lesson.remarks.right.clone(),
                    (false, true, Some(step)) => {
                        sentence!("{} is legal, but not the move asked for. ", names.step(step))
                            .with(lesson.order.clone())
                    }
                    (false, ..) => otherwise.clone(),
                };
                (text, right, CellSet::EMPTY)
            }
            (LessonTask::TryIllegal, Some(why)) => {
                let at_cursor = CellSet::of(self.table.hand().cell());
                let tried = step.map_or(at_cursor, |step| step.cells().collect());
                let done = match step {
                    Some(step) if lesson.solution.answers.contains(&step) => true,
                    _ if !lesson.solution.answers.is_empty() => false,
                    _ => {
                        lesson.solution.refused.is_empty()
                            || lesson.solution.refused.intersects(&tried)
                    }
                };
                (
                    joined(&why, Some(if done { &lesson.remarks.right } else { otherwise })),
                    done,
                    why.cells,
                )
            }
            (LessonTask::TryIllegal, None) => {
                let name = step.map(|step| names.step(step)).unwrap_or_default();
                let text = if otherwise.is_empty() {
                    sentence!("{} is legal here. ", name).with(lesson.order.clone())
                } else {
                    otherwise.clone()
                };
                (text, false, CellSet::EMPTY)
            }
        };
        if let (true, LessonTask::Play, Some(step)) = (done, lesson.task, step) {
            let text = self.go_through(step, text);
            self.say(text, Manner::Right, CellSet::EMPTY);
            return self.done;
        }
        if done {
            self.rest();
        }
        let miss = step.filter(|step| !done && self.table.game().check(*step).is_ok());
        self.misses += u32::from(miss.is_some());
        if miss.is_some() {
            self.judge(self.asked_now(), false);
        }
        self.done = done;
        let manner = if done { Manner::Right } else { Manner::Wrong };
        let answer = miss.and_then(|step| self.refute(step));
        let text = answer.map_or_else(|| text.clone(), |answer| answer.with(text.clone()));
        self.say(text, manner, cells);
        done
    }
}

impl Lesson {
    /// In a puzzle, plays the `wrong` step and the best answer to it, until they are taken off the
    /// board again, and returns the words about them.
    fn refute(&mut self, wrong: Step) -> Option<Sentence> {
        if !matches!(self.course.kind, Kind::Puzzle { .. }) {
            return None;
        }
        let before = self.table.clone();
        let (solver, names) = (self.table.game().to_move(), Names::of(self.table.game()));
        self.table.play(&[wrong]);
        let answers = self.table.game().to_move() != solver;
        let Some(answer) = Some(self.table.game()).filter(|_| answers).and_then(best_answer) else {
            self.table = before;
            return None;
        };
        self.table.play(&[answer]);
        self.refuted = Some(Box::new(before));
        let (opponent, name) = (names.title(solver.other()), names.step(answer));
        let effect = self.table.game().standing().effect;
        let effect = effect.map_or_else(String::new, |effect| format!(": {effect}"));
        Some(sentence!("{} answers {}{}. ", opponent, name, effect))
    }

    /// Takes the signs of a move to come off the board, because the step is done.
    fn rest(&mut self) {
        self.table = board(self.table.timeline(), Mode::Review);
    }

    /// Makes the right `step` and the answers to it, and returns the words about it: `right` once
    /// the step of the lesson is done.
    fn go_through(&mut self, step: Step, right: Sentence) -> Sentence {
        let solver = self.step().timeline.position().to_move();
        let names = Names::of(self.table.game());
        let asked = self.asked_now();
        self.replied += usize::from(self.begun);
        self.begun = true;
        self.table.play(&[step]);
        let reply = self.step().solution.reply.clone();
        let mut answers = Vec::new();
        while let Some(&answer) =
            reply.get(self.replied).filter(|_| self.table.game().to_move() != solver)
        {
            self.table.play(&[answer]);
            answers.push(answer);
            self.replied += 1;
        }
        self.done = self.replied == reply.len();
        if self.done || !self.table.game().phase().is_mid_turn() {
            self.judge(asked, true);
        }
        if self.done {
            self.rest();
            return right;
        }
        let (opponent, answers) = (names.title(solver.other()), line(&answers, names));
        if self.table.game().phase().is_mid_turn() {
            "Correct. Now the second stone of this move.".into()
        } else if answers.is_empty() {
            sentence!("Correct. {} has no move; keep going.", opponent)
        } else {
            sentence!("Correct. {} answers {}; keep going.", opponent, answers)
        }
    }
}

/// The best answer in a position of a puzzle; `None` if the game is over.
fn best_answer(game: &Game) -> Option<Step> {
    /// Puzzles are on small boards, where so many simulations, and as much work for a proof, take
    /// no time that could be noticed.
    const SIMULATIONS: u64 = 400;
    let mut search = AnySearch::new(Config { memory: 16 << 20, ..Config::default() });
    let limits = Limits::simulations(SIMULATIONS);
    // A search that breaks down costs the refutation, and nothing else.
    let look = || search.analyse((game, &[]), &limits, &CancelToken::new(), &mut |_| {});
    catch_panic(look).ok()?.ok()?.best()
}

/// Moves by their names, one after the other.
pub(crate) fn line(steps: &[Step], names: Names) -> String {
    steps.iter().map(|&step| names.step(step)).collect::<Vec<_>>().join(" ")
}

/// Cells in the neighbourhood of `step`, not centred on it so as not to give it away.
fn near(game: &Game, step: Step) -> CellSet {
    let geometry = game.board().geometry();
    let Some(cell) = step.cells().next() else { return CellSet::EMPTY };
    let neighbours = geometry.neighbours(cell);
    let middle = neighbours.get(cell.index() % neighbours.len().max(1)).copied().unwrap_or(cell);
    let ring =
        |cells: CellSet| cells.iter().fold(cells, |all, cell| all | *geometry.neighbour_set(cell));
    let near = ring(CellSet::of(middle));
    if geometry.len() > 60 { ring(near) } else { near }
}

/// The board at the cursor of `timeline`, where a person has both sides in this `mode`.
fn board(timeline: &Timeline, mode: Mode) -> Table {
    Table::new(timeline.clone(), [Seat::person(String::new()), Seat::person(String::new())], mode)
}

/// The table of a step of a lesson, its cursor where the step says.
fn table(step: &LessonStep) -> Table {
    let mode = if step.looks() { Mode::Review } else { Mode::Play };
    let mut table = board(&step.timeline, mode);
    if let Some(cell) = step.cursor {
        table.hand_mut().point_at(cell);
        table.hand_mut().show_cursor();
    } else if cursor_text(&table).is_some_and(|(_, is_legal)| !is_legal) {
        // A cell that cannot be played would be reported before anything was tried.
        table.hand_mut().next_legal(false);
    }
    table
}

/// Joins the words of a rule and those that the lesson adds.
fn joined(why: &Why, more: Option<&Sentence>) -> Sentence {
    let text = Sentence::from(words::sentence(&why.text));
    match more.filter(|more| !more.is_empty()) {
        Some(more) => text.with(" ").with(more.clone()),
        None => text,
    }
}
