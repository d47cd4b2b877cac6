//! Lessons: what a game's lesson says, and a learner at one of its steps.
//!
//! A lesson on the rules is a text of the game's own (`crates/core/assets/lessons`), found through [`Info::lesson`]; lessons on strategy
//! and [puzzles](crate::puzzle) are of the same form. Nothing here knows a game.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use tetralith_core::notation::{Names, NotationError};
use tetralith_core::position_text::{self, PositionTextError};
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
    /// The position of a step is none, or of another game.
    #[error("step {step} of the lesson: {source}")]
    Position {
        /// The number of the step, from 1.
        step: usize,
        /// The reason.
        source: PositionTextError,
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

/// What a lesson is about, and so where it is noted that it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The rules of the game.
    Rules,
    /// One of the lessons on strategy, by its number from 0.
    Strategy(usize),
    /// A puzzle.
    Puzzle {
        /// The name by which progress remembers it.
        id: u64,
        /// Its rating.
        rating: u16,
        /// True for the puzzle of the day.
        is_daily: bool,
    },
}

/// Something that a step of a lesson says of its position, and that can be checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// The answers are the moves that keep a win or a draw, and no others are: by proof.
    Only,
    /// The player to move wins: by proof.
    Wins,
    /// The player to move loses: by proof.
    Loses,
    /// A search finds one of the answers best.
    Best,
}

/// The lessons on strategy of one game as their file says them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStrategy {
    lessons: Vec<RawTitled>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTitled {
    title: String,
    steps: Vec<RawStep>,
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
    /// The position as one line of text, in place of all of the above.
    position: Option<String>,
    claim: Option<Claim>,
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
    /// The steps after the right one: the opponent's, and then the one that is right next, and so on.
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
    /// The steps after the right one: the opponent's, and then the one that is right next, and so on.
    pub reply: Vec<Step>,
    /// The words when it is done.
    pub right: String,
    /// The words about wrong steps.
    pub wrong: Vec<(Step, String)>,
    /// The words about any other wrong step.
    pub otherwise: String,
    /// A nudge towards the answer.
    pub hint: String,
    /// What it says of its position.
    pub claim: Option<Claim>,
}

/// The lesson of one game.
#[derive(Clone)]
pub struct Course {
    /// The game.
    pub info: &'static Info,
    /// What it is about.
    pub kind: Kind,
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
        Self::prepare(info, Kind::Rules, raw.steps)
    }

    /// The lessons on strategy of the game `info` that `text` holds, with their titles; none if it is empty.
    ///
    /// # Errors
    /// As for [`Course::of`].
    pub fn strategy(info: &'static Info, text: &str) -> Result<Vec<(String, Self)>, LessonError> {
        if text.is_empty() {
            return Ok(Vec::new());
        }
        let raw: RawStrategy = serde_json::from_str(text)?;
        let lessons = raw.lessons.into_iter().enumerate();
        lessons.map(|(at, lesson)| Ok((lesson.title, Self::prepare(info, Kind::Strategy(at), lesson.steps)?))).collect()
    }

    fn prepare(info: &'static Info, kind: Kind, steps: Vec<RawStep>) -> Result<Self, LessonError> {
        let steps = steps.into_iter().zip(1..).map(|(step, number)| step.prepare(info, number));
        Ok(Self { info, kind, steps: steps.collect::<Result<_, _>>()?, go_on: GO_ON.to_owned() })
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
        let start = match &self.position {
            Some(text) => position_text::read(text).map_err(|source| LessonError::Position { step: number, source })?,
            None => Game::start(info, &info.options(&self.setup(number)?).map_err(set_up)?).map_err(set_up)?,
        };
        if start.info().id != info.id {
            return Err(LessonError::Unknown { step: number, name: start.info().id.to_owned() });
        }
        let options = *start.options();
        let mut timeline = Timeline::new(start);
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
            claim: self.claim,
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
    /// True once a right step was made.
    begun: bool,
    /// The steps of [`LessonStep::reply`] that were made.
    replied: usize,
    /// Wrong steps that were tried.
    misses: u32,
    /// Hints that were given.
    hints: u32,
    /// True once it was told whether the step was answered at once and without help.
    judged: bool,
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
        Self::of(Course::of(info)?, at, spell)
    }

    /// The lesson on `course` at step `at`, from 0; the last if it has fewer.
    ///
    /// # Errors
    /// [`LessonError::Unknown`] if it has no steps.
    pub fn of(course: Course, at: usize, spell: impl Fn(&str) -> String) -> Result<Self, LessonError> {
        let info = course.info;
        let course = course.spelt(spell);
        let at = at.min(course.steps.len().saturating_sub(1));
        let Some(step) = course.steps.get(at) else {
            return Err(LessonError::Unknown { step: 1, name: info.title.to_owned() });
        };
        let (table, feedback) = (table(step), None);
        Ok(Self {
            table,
            course,
            at,
            feedback,
            done: false,
            begun: false,
            replied: 0,
            misses: 0,
            hints: 0,
            judged: false,
        })
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
        (self.misses, self.hints, self.judged) = (0, 0, false);
        true
    }

    /// Returns once, as soon as it is known, whether the step was answered at once and without help.
    pub fn verdict(&mut self) -> Option<bool> {
        let failed = self.misses > 0 || self.hints > 0;
        let is_known = !self.judged && (failed || self.done);
        self.judged |= is_known;
        is_known.then_some(!failed)
    }

    /// The position of the step with its solution as the line that follows, its cursor at the position.
    pub fn solution(&self) -> Timeline {
        let step = self.step();
        let mut timeline = step.timeline.clone();
        let start = timeline.cursor();
        let answer = step.answers.first().filter(|_| step.task == Task::Play);
        for &next in answer.into_iter().chain(&step.reply) {
            if timeline.play(next).is_err() {
                break;
            }
        }
        timeline.go_to(start);
        timeline
    }

    /// Begins the step afresh.
    pub fn again(&mut self) {
        (self.table, self.feedback, self.done) = (table(self.step()), None, false);
        (self.begun, self.replied) = (false, 0);
    }

    /// Says how to go about it.
    ///
    /// Of a puzzle the first hint shows where to look, the second the solution.
    pub fn tell_hint(&mut self) {
        if matches!(self.course.kind, Kind::Puzzle { .. }) && !self.done {
            return self.help();
        }
        let text = if self.step().hint.is_empty() { self.step().deed.clone() } else { self.step().hint.clone() };
        self.say(text, Manner::Plain, CellSet::EMPTY);
    }

    fn help(&mut self) {
        self.hints += 1;
        let Some(expected) = self.expected() else { return };
        let near = near(self.table.game(), expected);
        if self.hints == 1 && !near.is_empty() {
            let text = format!("Look near the lit cells. {} again shows the solution.", self.hint_key());
            return self.say(text, Manner::Plain, near);
        }
        let names = Names::of(self.table.game());
        let rest: Vec<Step> = if self.begun {
            self.step().reply[self.replied..].to_vec()
        } else {
            self.step().answers.iter().take(1).chain(&self.step().reply).copied().collect()
        };
        for &step in &rest {
            self.table.play(step);
        }
        (self.begun, self.replied, self.done) = (true, self.step().reply.len(), true);
        let moves = line(&rest, names);
        self.say(format!("The solution is {moves}. The puzzle will come back."), Manner::Plain, CellSet::EMPTY);
    }

    /// The name of the key for hints, as the texts of a puzzle have it.
    fn hint_key(&self) -> &str {
        let words = self.step().otherwise.rsplit("or ").next();
        words.and_then(|words| words.split(" for").next()).filter(|key| key.len() < 20).unwrap_or("A hint")
    }

    /// The step that is right now, where there is one.
    fn expected(&self) -> Option<Step> {
        let step = self.step();
        if self.begun { step.reply.get(self.replied).copied() } else { step.answers.first().copied() }
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

    /// Says `more` after what was said last.
    pub fn add(&mut self, more: &str) {
        if let Some(feedback) = &mut self.feedback {
            feedback.text.push_str(more);
        }
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
                let any = !self.begun && lesson.answers.is_empty() && step != Some(Step::Pass);
                let is_answer =
                    |step| if self.begun { self.expected() == Some(step) } else { lesson.answers.contains(&step) };
                let right = any || step.is_some_and(is_answer);
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
        if let (true, Task::Play, Some(step)) = (done, lesson.task, step) {
            let text = self.go_through(step, text);
            self.say(text, Manner::Right, CellSet::EMPTY);
            return self.done;
        }
        self.misses += u32::from(!done && step.is_some_and(|step| self.table.game().check(step).is_ok()));
        self.done = done;
        let manner = if done { Manner::Right } else { Manner::Wrong };
        self.say(text, manner, cells);
        done
    }
}

impl Lesson {
    /// Makes the right `step` and the answers to it, and returns what is to be said: `right` once the step of the lesson is done.
    fn go_through(&mut self, step: Step, right: String) -> String {
        let solver = self.step().timeline.position().to_move();
        let names = Names::of(self.table.game());
        self.replied += usize::from(self.begun);
        self.begun = true;
        self.table.play(step);
        let reply = self.step().reply.clone();
        let mut answers = Vec::new();
        while let Some(&answer) = reply.get(self.replied).filter(|_| self.table.game().to_move() != solver) {
            self.table.play(answer);
            answers.push(answer);
            self.replied += 1;
        }
        self.done = self.replied == reply.len();
        if self.done {
            return right;
        }
        let (opponent, answers) = (names.title(solver.other()), line(&answers, names));
        if answers.is_empty() {
            format!("Right. {opponent} has no move; play on.")
        } else {
            format!("Right. {opponent} answers {answers}; play on.")
        }
    }
}

/// Moves by their names, one after the other.
pub(crate) fn line(steps: &[Step], names: Names) -> String {
    steps.iter().map(|&step| names.step(step)).collect::<Vec<_>>().join(" ")
}

/// Cells around where `step` is made, not just around it.
fn near(game: &Game, step: Step) -> CellSet {
    let geometry = game.board().geometry();
    let Some(cell) = step.cells().next() else { return CellSet::EMPTY };
    let neighbours = geometry.neighbours(cell);
    let middle = neighbours.get(cell.index() % neighbours.len().max(1)).copied().unwrap_or(cell);
    let ring = |cells: CellSet| cells.iter().fold(cells, |all, cell| all | *geometry.neighbour_set(cell));
    let near = ring(CellSet::of(middle));
    if geometry.len() > 60 { ring(near) } else { near }
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
