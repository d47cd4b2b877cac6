//! Puzzles in the plain mode: one is asked, moves are typed, and every other line is a word about
//! it.

use tetralith_core::{Info, games};
use tetralith_session::lesson::{Course, Kind, Lesson};
use tetralith_session::practice::Day;
use tetralith_session::progress::Progress;

use super::{Session, say};
use crate::plain::answers;
use crate::plain::words::{self, Word};
use crate::program::{Effect, StorageRequest};
use crate::shipped;

/// Which puzzle was asked for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted {
    /// That of the day.
    Daily,
    /// The next one of a game.
    Next(&'static Info),
}

/// The words for what keys do on the screen.
const SPELT: [(&str, &str); 3] =
    [("{hint}", "hint"), ("{forward}", "next"), ("{play-on}", "board")];

impl Session {
    /// Asks for a puzzle: that of the day, or of the game called `name`, or of the one at the
    /// board. First the progress is read.
    pub(super) fn want_puzzle(&mut self, name: &str) -> Vec<Effect> {
        let at_board = self.table().map(|table| table.game().info());
        let wanted = match name {
            "daily" => Some(Wanted::Daily),
            "" => at_board.or(Some(games::INFOS[0])).map(Wanted::Next),
            name => Self::called(name).map(Wanted::Next),
        };
        let Some(wanted) = wanted else {
            return vec![say(&format!(
                "puzzle takes a game, or daily: {}",
                games::ids().join(", ")
            ))];
        };
        self.wanted = Some(wanted);
        vec![Effect::Storage(StorageRequest::ReadProgress)]
    }

    /// Takes in the progress, and asks the puzzle that was wanted.
    pub(super) fn take_progress(&mut self, text: Result<String, String>) -> Vec<Effect> {
        let Some(wanted) = self.wanted.take() else { return Vec::new() };
        match text.and_then(|text| Progress::read(&text)) {
            Ok(progress) => {
                self.progress = progress;
                self.ask(wanted, None)
            }
            Err(why) => vec![say(&why)],
        }
    }

    fn ask(&mut self, wanted: Wanted, after: Option<u64>) -> Vec<Effect> {
        let today = Day::of(self.now.wall);
        let puzzle = match wanted {
            Wanted::Daily => shipped::daily(today),
            Wanted::Next(info) => {
                let puzzles = self.puzzles.puzzles(info);
                let rated: Vec<(u64, u16)> =
                    puzzles.iter().map(|puzzle| (puzzle.id(), puzzle.rating)).collect();
                let next = self.progress.practice(info).next(&rated, today, after);
                puzzles.into_iter().find(|puzzle| Some(puzzle.id()) == next)
            }
        };
        let Some(puzzle) = puzzle else { return vec![say("there are no puzzles of this game")] };
        let course = Course::puzzle(puzzle, matches!(wanted, Wanted::Daily));
        let spell = |text: &str| {
            SPELT.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
        };
        let Ok(lesson) = Lesson::of(course, 0, spell) else { return Vec::new() };
        let step = lesson.step();
        let title = format!("Puzzle of {}: {}.", lesson.course().info.title, step.title);
        let told = [title, step.text.clone()].map(|text| answers::wrapped(&text)).join("\n");
        let board = answers::board(lesson.table());
        let deed = answers::wrapped(&format!(
            "{} hint, board, describe, legal, restart, next and leave are commands.",
            step.deed
        ));
        self.puzzle = Some(lesson);
        vec![Effect::print([told, board, deed].join("\n"))]
    }

    /// Does what `line` says about the puzzle that is asked; `None` if there is none, or the line
    /// is for the whole program.
    pub(super) fn about_puzzle(&mut self, line: &str) -> Option<Vec<Effect>> {
        let mut lesson = self.puzzle.take()?;
        let course = lesson.course();
        let (info, kind) = (course.info, course.kind);
        let this = if let Kind::Puzzle { id, .. } = kind { Some(id) } else { None };
        let told = |text: String| Some(vec![Effect::print(text)]);
        let effects = match words::read(line).map(|(word, _)| word) {
            Some(Word::Quit | Word::Help | Word::Puzzle) => None,
            Some(Word::Board) => told(answers::board(lesson.table())),
            Some(Word::Describe) => told(answers::describe(lesson.table())),
            Some(Word::Legal) => told(answers::legal(lesson.table())),
            Some(Word::Score) => told(answers::score(lesson.table())),
            Some(Word::Hint) => {
                lesson.tell_hint();
                Some(self.told_of(&mut lesson, true))
            }
            Some(Word::Next) => return Some(self.ask(Wanted::Next(info), this)),
            Some(Word::Leave) => return Some(vec![say("back from the puzzles")]),
            Some(Word::Restart) => {
                lesson.again();
                told(answers::board(lesson.table()))
            }
            Some(Word::Pass) => Some(self.attempt(&mut lesson, "pass")),
            _ if line.is_empty() && lesson.is_done() => {
                return Some(self.ask(Wanted::Next(info), this));
            }
            _ => Some(self.attempt(&mut lesson, line)),
        };
        self.puzzle = Some(lesson);
        effects
    }

    /// Tries the move that was typed.
    fn attempt(&mut self, lesson: &mut Lesson, line: &str) -> Vec<Effect> {
        match lesson.table().names().parse_typed(line) {
            Ok(steps) => {
                for step in steps {
                    lesson.attempt(Some(step));
                }
                self.told_of(lesson, false)
            }
            Err(error) => vec![say(&format!("{error}; leave ends the puzzles"))],
        }
    }

    /// What is said of the puzzle after a move or a hint, which speaks of cells that are lit, and
    /// the progress, to be kept.
    fn told_of(&mut self, lesson: &mut Lesson, lit: bool) -> Vec<Effect> {
        let mut effects = Vec::new();
        let (news, said) = self.progress.follow_puzzle(lesson, Day::of(self.now.wall));
        lesson.add(&said);
        if news {
            effects.push(Effect::Storage(StorageRequest::KeepProgress(self.progress.text())));
        }
        let Some(feedback) = lesson.feedback() else { return effects };
        let mut text = answers::wrapped(&feedback.text);
        if lit && !feedback.cells.is_empty() {
            // What is lit on the screen is named here.
            text = answers::wrapped(&format!(
                "{} They are {}.",
                feedback.text,
                lesson.table().names().list(&feedback.cells)
            ));
        }
        if self.full && lesson.table().timeline().steps() > 0 {
            text = format!("{}\n{text}", answers::board(lesson.table()));
        }
        effects.insert(0, Effect::print(text));
        effects
    }
}
