//! Lessons: what a game's lesson says, and a learner at one of its steps.
//!
//! A lesson is a text of the game's own (`crates/core/assets/lessons`), found through [`Info::lesson`]; nothing here knows a game.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use tetralith_core::notation::{Names, NotationError};
use tetralith_core::{
    Cell, CellSet, Game, Info, Options, Setup, SetupError, Shape, Step, Ties, Timeline, TimelineError,
};
use thiserror::Error;

use super::seat::Seat;
use super::table::{Mode, Reply, Table};
use super::why::Why;
use crate::words::sentence;

/// The reasons for which a lesson cannot be given. The text is a sentence without its full stop.
#[derive(Debug, Error)]
pub enum LessonError {
    /// It is no lesson by its form.
    #[error("this is not a lesson: {0}")]
    Form(#[from] serde_json::Error),
    /// A step's board cannot be set up.
    #[error("step {step} of the lesson: {source}")]
    Setup {
        /// The number of the step, from 1.
        step: usize,
        /// The reason.
        source: SetupError,
    },
    /// A name in a step means nothing.
    #[error("step {step} of the lesson: {source}")]
    Name {
        /// The number of the step, from 1.
        step: usize,
        /// The reason.
        source: NotationError,
    },
    /// A turn that leads to the position of a step is not legal.
    #[error("step {step} of the lesson: {why}")]
    Illegal {
        /// The number of the step, from 1.
        step: usize,
        /// The reason, as a sentence.
        why: String,
    },
    /// A step names something that its board does not have.
    #[error("step {step} of the lesson: there is no board or rule called '{name}'")]
    Unknown {
        /// The number of the step, from 1.
        step: usize,
        /// The name.
        name: String,
    },
}

/// The tasks of a learner at a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Read and look.
    Look,
    /// Play one of the answers.
    Play,
    /// Try something that is refused, and read why.
    TryIllegal,
    /// Go and play a game with the step's options.
    Game,
}

/// A lesson as its file says it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLesson {
    steps: Vec<RawStep>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStep {
    title: String,
    text: String,
    task: Task,
    /// The order to the learner, as a sentence; without one the usual sentence for the task.
    #[serde(default, rename = "do")]
    deed: String,
    board: Option<String>,
    size: Option<i64>,
    opening: Option<bool>,
    komi: Option<i64>,
    ties: Option<String>,
    pie: Option<bool>,
    /// The turns that lead to the position, with blanks between.
    #[serde(default)]
    moves: String,
    /// Cells to bring out, with blanks between.
    #[serde(default)]
    show: String,
    /// The cell on which the cursor begins.
    cursor: Option<String>,
    /// The right steps, with blanks between, or for [`Task::TryIllegal`] cells; nothing means all that fit the task.
    #[serde(default)]
    answers: String,
    /// The answer of the opponent.
    #[serde(default)]
    reply: String,
    #[serde(default)]
    right: String,
    /// The words about wrong steps, by the steps' names.
    #[serde(default)]
    wrong: BTreeMap<String, String>,
    /// The words about any other wrong step.
    #[serde(default)]
    otherwise: String,
    #[serde(default)]
    hint: String,
}

/// One step of a lesson.
#[derive(Clone)]
pub struct LessonStep {
    /// A few words.
    pub title: String,
    /// The text to be learnt.
    pub text: String,
    /// The kind of thing that is to be done.
    pub task: Task,
    /// The order to the learner, as a sentence.
    pub deed: String,
    /// The options of its board.
    pub options: Options,
    /// The position, at the cursor in time.
    pub timeline: Timeline,
    /// Cells to bring out.
    pub show: CellSet,
    /// The cell on which the cursor begins, if not in the middle.
    pub cursor: Option<Cell>,
    /// The right steps, or those to be refused; empty if every one with a stone is.
    pub answers: Vec<Step>,
    /// The cells on which the refusal is to be tried; empty if anywhere.
    pub refused: CellSet,
    /// The answer of the opponent.
    pub reply: Vec<Step>,
    /// The words when it is done.
    pub right: String,
    /// The words about wrong steps.
    pub wrong: Vec<(Step, String)>,
    /// The words about any other wrong step.
    pub otherwise: String,
    /// A nudge towards the answer.
    pub hint: String,
}

/// The lesson of one game.
#[derive(Clone)]
pub struct Course {
    /// The game.
    pub info: &'static Info,
    /// Its steps.
    pub steps: Vec<LessonStep>,
    /// The sentence that says how one goes on from a step that is done.
    pub go_on: String,
}

impl Course {
    /// The lesson of the game `info`.
    ///
    /// # Errors
    /// [`LessonError`] that names the step which cannot be given.
    pub fn of(info: &'static Info) -> Result<Self, LessonError> {
        let raw: RawLesson = serde_json::from_str(info.lesson)?;
        let steps = raw.steps.into_iter().zip(1..).map(|(step, number)| step.prepare(info, number));
        Ok(Self { info, steps: steps.collect::<Result<_, _>>()?, go_on: GO_ON.to_owned() })
    }

    /// The same with every text as `spell` has it, which knows the names of keys.
    fn spelt(mut self, spell: impl Fn(&str) -> String) -> Self {
        for step in &mut self.steps {
            let wrong = step.wrong.iter_mut().map(|(_, reply)| reply);
            let texts = [&mut step.text, &mut step.deed, &mut step.right, &mut step.otherwise, &mut step.hint];
            for text in texts.into_iter().chain(wrong) {
                *text = spell(text);
            }
        }
        self.go_on = spell(&self.go_on);
        self
    }
}

/// The sentence that says how one goes on from a step that is done; actions in braces stand for their keys, as in the
/// texts of lessons.
const GO_ON: &str = "{forward} continues.";

impl RawStep {
    fn setup(&self, number: usize) -> Result<Setup, LessonError> {
        let unknown = |name: &str| LessonError::Unknown { step: number, name: name.to_owned() };
        let board = self.board.as_deref().map(|id| Shape::from_id(id).ok_or_else(|| unknown(id))).transpose()?;
        let ties = self.ties.as_deref().map(|id| Ties::from_id(id).ok_or_else(|| unknown(id))).transpose()?;
        Ok(Setup { board, size: self.size, opening: self.opening, komi: self.komi, ties, pie: self.pie })
    }

    fn prepare(self, info: &'static Info, number: usize) -> Result<LessonStep, LessonError> {
        let nameless = |source| LessonError::Name { step: number, source };
        let set_up = |source| LessonError::Setup { step: number, source };
        let options = info.options(&self.setup(number)?).map_err(set_up)?;
        let mut timeline = Timeline::new(Game::start(info, &options).map_err(set_up)?);
        let names = Names::of(timeline.position());
        for turn in self.moves.split_whitespace() {
            let steps = names.parse_turn(turn).map_err(nameless)?;
            timeline
                .play_turn(&steps)
                .map_err(|error: TimelineError| LessonError::Illegal { step: number, why: error.to_string() })?;
        }
        let cells = |text: &str| -> Result<CellSet, LessonError> {
            text.split_whitespace().map(|name| names.parse_cell(name).map_err(nameless)).collect()
        };
        let turns = |text: &str| -> Result<Vec<Step>, LessonError> {
            text.split_whitespace().map(|name| names.parse_step(name).map_err(nameless)).collect()
        };
        // Where something shall be refused, the answers are cells, or steps without cells such as a pass.
        let (refused, answers) = match (self.task, cells(&self.answers)) {
            (Task::TryIllegal, Ok(refused)) => (refused, Vec::new()),
            _ => (CellSet::EMPTY, turns(&self.answers)?),
        };
        let wrong = self.wrong.iter().map(|(name, reply)| {
            let step = names.parse_step(name).map_err(nameless)?;
            Ok((step, reply.clone()))
        });
        Ok(LessonStep {
            wrong: wrong.collect::<Result<_, LessonError>>()?,
            show: cells(&self.show)?,
            cursor: self.cursor.as_deref().map(|name| names.parse_cell(name).map_err(nameless)).transpose()?,
            refused,
            answers,
            reply: turns(&self.reply)?,
            title: self.title,
            text: self.text,
            deed: if self.deed.is_empty() { self.task.deed().to_owned() } else { self.deed },
            task: self.task,
            right: self.right,
            otherwise: self.otherwise,
            hint: self.hint,
            options,
            timeline,
        })
    }
}

impl LessonStep {
    /// Returns whether there is only to be read and looked.
    pub const fn looks(&self) -> bool {
        matches!(self.task, Task::Look | Task::Game)
    }
}

impl Task {
    /// The order to the learner, where a lesson does not say it in its own words.
    const fn deed(self) -> &'static str {
        match self {
            Self::Look => "Look at the board; {forward} continues.",
            Self::Play => "Play it.",
            Self::TryIllegal => "Try it, and read why it is illegal.",
            Self::Game => "{forward} starts the game; you can come back here any time.",
        }
    }
}

/// The ways in which what is said to a learner is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// Well done.
    Right,
    /// Not so.
    Wrong,
    /// By the way.
    Plain,
}

/// Words to a learner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feedback {
    /// Whole sentences.
    pub text: String,
    /// The way they are meant.
    pub manner: Manner,
    /// The cells they speak of.
    pub cells: CellSet,
}

/// A learner at a step of a lesson.
#[derive(Clone)]
pub struct Lesson {
    course: Course,
    at: usize,
    table: Table,
    feedback: Option<Feedback>,
    done: bool,
}

impl fmt::Debug for Lesson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lesson").field("game", &self.course.info.id).field("at", &self.at).finish_non_exhaustive()
    }
}

impl Lesson {
    /// The lesson of the game `info` at step `at`, from 0; the last if it has fewer.
    ///
    /// `spell` puts the names of keys in place of the actions that stand in braces in its texts.
    ///
    /// # Errors
    /// As for [`Course::of`]; [`LessonError::Form`] also if the lesson is empty.
    pub fn begin(info: &'static Info, at: usize, spell: impl Fn(&str) -> String) -> Result<Self, LessonError> {
        let course = Course::of(info)?.spelt(spell);
        let at = at.min(course.steps.len().saturating_sub(1));
        let Some(step) = course.steps.get(at) else {
            return Err(LessonError::Unknown { step: 1, name: info.title.to_owned() });
        };
        Ok(Self { table: table(step), course, at, feedback: None, done: false })
    }

    /// The course that is taught.
    pub const fn course(&self) -> &Course {
        &self.course
    }

    /// The number of the step, from 0.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The step.
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

    /// The words said last.
    pub const fn feedback(&self) -> Option<&Feedback> {
        self.feedback.as_ref()
    }

    /// Takes away what was said, unless that was said because the step is done.
    pub fn clear_feedback(&mut self) {
        if !self.done {
            self.feedback = None;
        }
    }

    /// Returns whether there is nothing left to do but to go on.
    pub fn is_done(&self) -> bool {
        self.done || self.step().looks()
    }

    /// The cells to bring out now.
    pub fn highlights(&self) -> CellSet {
        self.feedback.as_ref().map_or(self.step().show, |feedback| feedback.cells)
    }

    /// Goes `steps` steps on, or back if negative; says whether there is such a step.
    pub fn go_by(&mut self, steps: isize) -> bool {
        let Some(at) = self.at.checked_add_signed(steps).filter(|&at| at < self.course.steps.len()) else {
            return false;
        };
        self.at = at;
        self.again();
        true
    }

    /// Begins the step afresh.
    pub fn again(&mut self) {
        (self.table, self.feedback, self.done) = (table(self.step()), None, false);
    }

    /// Says how to go about it.
    pub fn tell_hint(&mut self) {
        let text = if self.step().hint.is_empty() { self.step().deed.clone() } else { self.step().hint.clone() };
        self.say(text, Manner::Plain, CellSet::EMPTY);
    }

    /// Says why something can or cannot be played under the cursor.
    pub fn tell_why(&mut self) {
        if self.step().looks() {
            return self.tell_hint();
        }
        let why = Why::of(self.table.game(), self.table.cell());
        self.say(sentence(&why.text), Manner::Plain, why.cells);
    }

    /// Says `text`, whole sentences.
    pub fn say(&mut self, text: impl Into<String>, manner: Manner, cells: CellSet) {
        self.feedback = Some(Feedback { text: text.into(), manner, cells });
    }

    /// Does what Enter does on the board: picks a cell of three, or tries the step under the cursor.
    ///
    /// With `pick` a cell is picked first where three stones are dropped. Says whether the step of the lesson is done by it.
    pub fn accept(&mut self, pick: bool) -> bool {
        let picks = self.table.picks().len();
        let complete = picks == 3 && !self.table.aim().steps.is_empty();
        if !complete && (picks > 0 || pick && self.table.has_trominoes()) {
            if let Reply::Refused(why) = self.table.pick() {
                let cells = CellSet::of(self.table.cell());
                self.say(sentence(&why), Manner::Wrong, cells);
            } else {
                self.feedback = None;
            }
            return false;
        }
        let step = self.table.aim().steps.first().copied();
        self.attempt(step)
    }

    /// Tries `step`, or without one whatever could be played under the cursor; says whether the step of the lesson is
    /// done by it.
    pub fn attempt(&mut self, step: Option<Step>) -> bool {
        if self.done {
            return false;
        }
        let game = self.table.game();
        let (names, lesson) = (Names::of(game), &self.course.steps[self.at]);
        let refusal = match step.map(|step| game.check(step)) {
            Some(Ok(())) => None,
            Some(Err(error)) => Some(Why::from_error(game, &error)),
            None => Some(Why::of(game, self.table.cell())),
        };
        let own = step.and_then(|step| lesson.wrong.iter().find(|(wrong, _)| *wrong == step)).map(|(_, reply)| reply);
        let otherwise = own.unwrap_or(&lesson.otherwise);
        let (text, done, cells) = match (lesson.task, refusal) {
            (Task::Look | Task::Game, _) => (lesson.deed.clone(), false, CellSet::EMPTY),
            (Task::Play, Some(why)) => (joined(&why, own.map_or("", String::as_str)), false, why.cells),
            (Task::Play, None) => {
                let any = lesson.answers.is_empty() && step != Some(Step::Pass);
                let right = any || step.is_some_and(|step| lesson.answers.contains(&step));
                let text = match (right, otherwise.is_empty(), step) {
                    (true, ..) => lesson.right.clone(),
                    (false, true, Some(step)) => {
                        format!("{} is legal, but not what is asked. {}", names.step(step), lesson.deed)
                    }
                    (false, ..) => otherwise.clone(),
                };
                (text, right, CellSet::EMPTY)
            }
            (Task::TryIllegal, Some(why)) => {
                let tried = step.map_or(CellSet::EMPTY, |step| step.cells().collect()) | CellSet::of(self.table.cell());
                let done = match step {
                    Some(step) if lesson.answers.contains(&step) => true,
                    _ if !lesson.answers.is_empty() => false,
                    _ => lesson.refused.is_empty() || lesson.refused.intersects(&tried),
                };
                (joined(&why, if done { &lesson.right } else { otherwise }), done, why.cells)
            }
            (Task::TryIllegal, None) => {
                let name = step.map(|step| names.step(step)).unwrap_or_default();
                let text = if otherwise.is_empty() {
                    format!("{name} is legal here. {}", lesson.deed)
                } else {
                    otherwise.clone()
                };
                (text, false, CellSet::EMPTY)
            }
        };
        let plays = done && lesson.task == Task::Play;
        let reply = if plays { lesson.reply.clone() } else { Vec::new() };
        for step in step.filter(|_| plays).into_iter().chain(reply) {
            self.table.play(step);
        }
        self.done = done;
        let manner = if done { Manner::Right } else { Manner::Wrong };
        self.say(text, manner, cells);
        done
    }
}

/// The table of a step of a lesson, its cursor where the step says.
fn table(step: &LessonStep) -> Table {
    let people = [Seat::person(String::new()), Seat::person(String::new())];
    let mode = if step.looks() { Mode::Replay } else { Mode::Play };
    let mut table = Table::new(step.timeline.clone(), people, mode);
    if let Some(cell) = step.cursor {
        table.point_at(cell);
        table.show_cursor();
    }
    table
}

/// Joins what a rule says and what the lesson adds.
fn joined(why: &Why, more: &str) -> String {
    let text = sentence(&why.text);
    if more.is_empty() { text } else { format!("{text} {more}") }
}
