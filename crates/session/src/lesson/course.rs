//! The lessons of a game: their texts as steps, each with its position and what is to be done
//! there.

use std::collections::BTreeMap;

use serde::Deserialize;
use tetralith_core::notation::{Names, NotationError};
use tetralith_core::position_text::{self, PositionTextError};
use tetralith_core::{
    Cell, CellSet, Game, Info, Options, Setup, SetupError, Step, Timeline, TimelineError,
};
use thiserror::Error;

use crate::practice::OpeningSource;
use crate::sentence;
use crate::sentence::{ActionId, Sentence};

/// The reasons why a lesson cannot be given. The text is a sentence without its full stop.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum LessonError {
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
    /// The position of a step is not valid.
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
        name: String,
    },
}

/// The tasks of a learner at a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LessonTask {
    /// Read and look.
    Look,
    /// Play one of the answers.
    Play,
    /// Try something that is refused, and read why.
    TryIllegal,
    /// Go and play a game with the step's options.
    Game,
}

/// The subject of a lesson, which decides where progress is noted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    Rules,
    /// One of the lessons on strategy, by its number from 0.
    Strategy(usize),
    Puzzle {
        /// Its name in the progress.
        id: u64,
        rating: u16,
        /// True for the puzzle of the day.
        is_daily: bool,
    },
    /// A position of an opening.
    Opening {
        /// Its name in the progress.
        id: u64,
        source: OpeningSource,
    },
}

impl Kind {
    /// True for a single position with one answer, whose solution is shown if it is asked for.
    pub const fn is_exercise(self) -> bool {
        matches!(self, Self::Puzzle { .. } | Self::Opening { .. })
    }
}

/// Something that a step of a lesson claims about its position, and that can be checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// By proof, the answers are exactly the moves that keep a win or a draw.
    Only,
    /// The player to move wins: by proof.
    Wins,
    /// The player to move loses: by proof.
    Loses,
    /// A search finds one of the answers best.
    Best,
}

/// The lessons on strategy of one game as their file has them.
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLesson {
    steps: Vec<RawStep>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStep {
    /// Empty in a lesson on strategy, whose steps bear the title of the lesson.
    #[serde(default)]
    title: String,
    text: Sentence,
    task: LessonTask,
    /// The order to the learner, as a sentence; without one the usual sentence for the task.
    #[serde(default, rename = "do")]
    order: Sentence,
    board: Option<String>,
    size: Option<i64>,
    opening: Option<bool>,
    komi: Option<i64>,
    ties: Option<String>,
    pie: Option<bool>,
    /// The position as one line of text, in place of all of the above.
    position: Option<String>,
    claim: Option<Claim>,
    /// True of the step that explains the signs on the board: steps before it are without them.
    #[serde(default)]
    marks: bool,
    /// The same of the score beside the board.
    #[serde(default)]
    score: bool,
    /// The turns that lead to the position, with blanks between.
    #[serde(default)]
    moves: String,
    /// Cells to bring out, with blanks between.
    #[serde(default)]
    show: String,
    /// The cell on which the cursor begins.
    cursor: Option<String>,
    /// The right steps, or for [`LessonTask::TryIllegal`] also cells, with blanks between; empty if
    /// anything that fits the task is right.
    #[serde(default)]
    answers: String,
    /// The steps after the right one: the opponent's, and then the one that is right next, and so
    /// on.
    #[serde(default)]
    reply: String,
    #[serde(default)]
    right: Sentence,
    /// The words about wrong steps, by the steps' names.
    #[serde(default)]
    wrong: BTreeMap<String, Sentence>,
    /// The words about any other wrong step.
    #[serde(default)]
    otherwise: Sentence,
    #[serde(default)]
    hint: Sentence,
}

/// A text, a position, and what the learner does there.
#[derive(Clone)]
#[allow(missing_docs, reason = "the names say it")]
pub struct LessonStep {
    /// A few words.
    pub title: String,
    pub text: Sentence,
    /// The kind of thing that is to be done.
    pub task: LessonTask,
    /// The order to the learner, as a sentence.
    pub order: Sentence,
    /// The game, its cursor at the position of the step.
    pub timeline: Timeline,
    pub show: CellSet,
    /// The cell on which the cursor begins, if not in the middle.
    pub cursor: Option<Cell>,
    /// The steps that solve the task.
    pub solution: LessonSolution,
    /// The words about what the learner does.
    pub remarks: LessonRemarks,
    /// Its statement about the position.
    pub claim: Option<Claim>,
    /// True unless the signs on the board are explained only later.
    pub shows_marks: bool,
    /// The same of the score beside the board.
    pub shows_score: bool,
}

/// The steps that solve the task of a lesson's step.
#[derive(Clone)]
pub struct LessonSolution {
    /// The right steps, or those that are to be refused; empty if any step but a pass is right.
    pub answers: Vec<Step>,
    /// The cells on which the refusal is to be tried; empty if anywhere.
    pub refused: CellSet,
    /// The steps after the right one: the opponent's, and then the one that is right next, and so
    /// on.
    pub reply: Vec<Step>,
}

/// The words about what a learner does at a step of a lesson; empty ones are not shown.
#[derive(Clone)]
#[allow(missing_docs, reason = "the names say it")]
pub struct LessonRemarks {
    pub right: Sentence,
    pub wrong: Vec<(Step, Sentence)>,
    /// On any other wrong step.
    pub otherwise: Sentence,
    /// When the learner asks for a hint.
    pub hint: Sentence,
    /// After the solution, of the game that goes on from there; empty if it has ended.
    pub rest: String,
}

/// A lesson: on the rules or the strategy of a game, or a puzzle of it.
#[derive(Clone)]
#[allow(missing_docs, reason = "the names say it")]
pub struct GameLesson {
    pub info: &'static Info,
    /// The subject.
    pub kind: Kind,
    pub steps: Vec<LessonStep>,
    /// The sentence that explains how one goes on from a step that is done.
    pub go_on: Sentence,
}

impl GameLesson {
    /// The lesson of the game `info`.
    ///
    /// # Errors
    /// [`LessonError`] that names the step which cannot be given.
    pub fn of(info: &'static Info) -> Result<Self, LessonError> {
        let raw: RawLesson = serde_json::from_str(info.texts.lesson)?;
        Self::prepare(info, Kind::Rules, raw.steps)
    }

    /// The lessons on strategy of the game `info` that `text` holds, with their titles; none if it
    /// is empty.
    ///
    /// # Errors
    /// As for [`GameLesson::of`].
    pub fn strategy(info: &'static Info, text: &str) -> Result<Vec<(String, Self)>, LessonError> {
        if text.is_empty() {
            return Ok(Vec::new());
        }
        let raw: RawStrategy = serde_json::from_str(text)?;
        let lessons = raw.lessons.into_iter().enumerate();
        let prepare = |(at, RawTitled { title, steps }): (usize, RawTitled)| {
            let mut course = Self::prepare(info, Kind::Strategy(at), steps)?;
            for step in &mut course.steps {
                step.title.clone_from(&title);
            }
            Ok((title, course))
        };
        lessons.map(prepare).collect()
    }

    fn prepare(info: &'static Info, kind: Kind, steps: Vec<RawStep>) -> Result<Self, LessonError> {
        let first = |explains: fn(&RawStep) -> bool| steps.iter().position(explains).unwrap_or(0);
        let (marks, score) = (first(|step| step.marks), first(|step| step.score));
        let steps = steps.into_iter().enumerate().map(|(at, step)| {
            let step = step.prepare(info, at + 1)?;
            let (shows_marks, shows_score) = (at >= marks, at >= score);
            Ok::<_, LessonError>(LessonStep { shows_marks, shows_score, ..step })
        });
        Ok(Self {
            info,
            kind,
            steps: steps.collect::<Result<_, _>>()?,
            go_on: sentence!("{} continues.", ActionId::Forward),
        })
    }
}

impl RawStep {
    fn setup(&self, number: usize) -> Result<Setup, LessonError> {
        let unknown = |name: &str| LessonError::Unknown { step: number, name: name.to_owned() };
        let board =
            self.board.as_deref().map(|id| id.parse().map_err(|_| unknown(id))).transpose()?;
        let ties =
            self.ties.as_deref().map(|id| id.parse().map_err(|_| unknown(id))).transpose()?;
        Ok(Setup {
            board,
            size: self.size,
            opening: self.opening,
            komi: self.komi,
            ties,
            pie: self.pie,
        })
    }

    fn prepare(self, info: &'static Info, number: usize) -> Result<LessonStep, LessonError> {
        let nameless = |source| LessonError::Name { step: number, source };
        let set_up = |source| LessonError::Setup { step: number, source };
        let start = match &self.position {
            Some(text) => position_text::read(text)
                .map_err(|source| LessonError::Position { step: number, source })?,
            None => Game::start(info, &info.options(&self.setup(number)?).map_err(set_up)?)
                .map_err(set_up)?,
        };
        if start.info().id != info.id {
            return Err(LessonError::Unknown { step: number, name: start.info().id.to_owned() });
        }
        let mut timeline = Timeline::new(start);
        let names = Names::of(timeline.position());
        for turn in self.moves.split_whitespace() {
            let steps = names.parse_turn(turn).map_err(nameless)?;
            timeline.play_turn(&steps).map_err(|error: TimelineError| LessonError::Illegal {
                step: number,
                why: error.to_string(),
            })?;
        }
        let cells = |text: &str| -> Result<CellSet, LessonError> {
            text.split_whitespace().map(|name| names.parse_cell(name).map_err(nameless)).collect()
        };
        let turns = |text: &str| -> Result<Vec<Step>, LessonError> {
            text.split_whitespace().map(|name| names.parse_step(name).map_err(nameless)).collect()
        };
        // If the learner is to try something illegal, the answers are cells, or steps without cells
        // such as a pass.
        let (refused, answers) = match (self.task, cells(&self.answers)) {
            (LessonTask::TryIllegal, Ok(refused)) => (refused, Vec::new()),
            _ => (CellSet::EMPTY, turns(&self.answers)?),
        };
        let wrong = self.wrong.iter().map(|(name, reply)| {
            let step = names.parse_step(name).map_err(nameless)?;
            Ok((step, reply.clone()))
        });
        let solution = LessonSolution { answers, refused, reply: turns(&self.reply)? };
        let remarks = LessonRemarks {
            right: self.right,
            wrong: wrong.collect::<Result<_, LessonError>>()?,
            otherwise: self.otherwise,
            hint: self.hint,
            rest: String::new(),
        };
        let cursor = self.cursor.as_deref().map(|name| names.parse_cell(name).map_err(nameless));
        Ok(LessonStep {
            title: self.title,
            text: self.text,
            task: self.task,
            order: if self.order.is_empty() { self.task.order() } else { self.order },
            show: cells(&self.show)?,
            cursor: cursor.transpose()?,
            solution,
            remarks,
            claim: self.claim,
            shows_marks: true,
            shows_score: true,
            timeline,
        })
    }
}

impl LessonStep {
    /// The options of its game.
    pub fn options(&self) -> &Options {
        self.timeline.start().options()
    }

    /// True if there is only to be read and looked.
    pub const fn looks(&self) -> bool {
        matches!(self.task, LessonTask::Look | LessonTask::Game)
    }
}

impl LessonTask {
    /// The order to the learner, where a lesson does not give it in its own words.
    fn order(self) -> Sentence {
        match self {
            Self::Look => sentence!("Look at the board, then press {}.", ActionId::Forward),
            Self::Play => "Make the move.".into(),
            Self::TryIllegal => "Try it and see why it is illegal.".into(),
            Self::Game => {
                sentence!("{} starts the game. You can come back at any time.", ActionId::Forward)
            }
        }
    }
}
