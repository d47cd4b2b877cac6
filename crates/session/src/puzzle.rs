//! Puzzles as lessons: each has one step, whose answer is a line of moves.

use std::fmt::Write as _;

use tetralith_core::{CellSet, Names, Timeline};
use tetralith_study::puzzles::{Check, Puzzle, PuzzleAim};

use crate::lesson::{
    GameLesson, Kind, LessonRemarks, LessonSolution, LessonStep, LessonTask, line,
};
use crate::practice::{PuzzleFacts, SeriesKind};
use crate::sentence;
use crate::sentence::ActionId;
use crate::series::PuzzleSeries;

impl From<&Puzzle> for PuzzleFacts {
    fn from(puzzle: &Puzzle) -> Self {
        let cells = puzzle.position.board().geometry().len();
        Self { id: puzzle.id(), rating: puzzle.rating, cells }
    }
}

impl GameLesson {
    /// The lesson that `puzzle` makes; `is_daily` for the puzzle of the day.
    pub fn puzzle(puzzle: &Puzzle, is_daily: bool) -> Self {
        let info = puzzle.position.info();
        let names = Names::of(&puzzle.position);
        let solver = names.title(puzzle.solver());
        let count = puzzle.questions().len();
        let goal = match puzzle.aim {
            PuzzleAim::Win => " and win",
            PuzzleAim::Draw => " and draw",
            PuzzleAim::Best => ": find the best move",
        };
        let text = match (puzzle.aim, count) {
            (PuzzleAim::Win, 1) => "Only one move wins.".to_owned(),
            (PuzzleAim::Draw, 1) => "Only one move saves the draw.".to_owned(),
            (PuzzleAim::Best, 1) => "One move is clearly better than the others.".to_owned(),
            (PuzzleAim::Win, n) => {
                format!("Find the {n} winning moves; at each turn only one wins.")
            }
            (PuzzleAim::Draw, n) => {
                format!("Find the {n} moves that draw; at each turn only one does.")
            }
            (PuzzleAim::Best, n) => {
                format!("Find the {n} best moves; at each turn one is clearly best.")
            }
        };
        let otherwise =
            sentence!("{} Try again, or {} for a hint.", fault(puzzle.aim), ActionId::Hint);
        let step = LessonStep {
            title: format!("{solver} to play{goal}"),
            text: text.into(),
            task: LessonTask::Play,
            order: sentence!(
                "You are {}. Make your move. {} helps, but the attempt then counts as failed.",
                solver,
                ActionId::Hint
            ),
            timeline: Timeline::new(puzzle.position.clone()),
            show: CellSet::EMPTY,
            cursor: None,
            solution: LessonSolution {
                answers: puzzle.line[..1].to_vec(),
                refused: CellSet::EMPTY,
                reply: puzzle.line[1..].to_vec(),
            },
            remarks: LessonRemarks {
                right: solved(puzzle, names, &rest(puzzle, solver)).into(),
                wrong: Vec::new(),
                otherwise,
                hint: sentence!(
                    "Look near the lit cells. {} again shows the solution.",
                    ActionId::Hint
                ),
                rest: rest(puzzle, solver),
            },
            claim: None,
            shows_marks: true,
            shows_score: true,
        };
        let kind = Kind::Puzzle { id: puzzle.id(), rating: puzzle.rating, is_daily };
        let go_on = sentence!(
            "{}: next puzzle. {}: open on the board.",
            ActionId::Forward,
            ActionId::PlayOn
        );
        Self { info, kind, steps: vec![step], go_on }
    }

    /// The lesson that `puzzle` makes in `series`.
    pub fn puzzle_in(puzzle: &Puzzle, series: &PuzzleSeries) -> Self {
        let mut lesson = Self::puzzle(puzzle, false);
        if series.kind() == SeriesKind::Streak {
            // A wrong move ends it, so no further one is asked for.
            lesson.steps[0].remarks.otherwise = fault(puzzle.aim).into();
        }
        lesson
    }
}

/// The words about a wrong move.
const fn fault(aim: PuzzleAim) -> &'static str {
    match aim {
        PuzzleAim::Win => "That does not win.",
        PuzzleAim::Draw => "That loses.",
        PuzzleAim::Best => "There is a better move.",
    }
}

/// The words about the game after the solution; empty if it has ended.
fn rest(puzzle: &Puzzle, solver: &str) -> String {
    let mut timeline = Timeline::new(puzzle.position.clone());
    let is_over = puzzle.line.iter().try_for_each(|&step| timeline.play(step).map(drop)).is_ok()
        && timeline.outcome().is_some();
    match puzzle.aim {
        _ if is_over => String::new(),
        PuzzleAim::Win => format!(" {solver} then wins."),
        PuzzleAim::Draw => " The game is then a draw.".to_owned(),
        PuzzleAim::Best => format!(" {solver} is then better."),
    }
}

/// The words when the puzzle is solved: the line, how it is known, and how hard it was.
fn solved(puzzle: &Puzzle, names: Names, rest: &str) -> String {
    let mut text = format!("Solved! {}.{rest} ", line(&puzzle.line, names));
    text.push_str(match puzzle.check {
        Check::Proof => "Proven",
        Check::Search { .. } => "Checked by deep search",
    });
    let _ = write!(text, "; puzzle rating {}", puzzle.rating);
    if let Some(theme) = puzzle.theme {
        let _ = write!(text, "; theme: {}", theme.title());
    }
    text.push('.');
    text
}
