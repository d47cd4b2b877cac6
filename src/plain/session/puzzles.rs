//! Puzzles in the plain mode: one is asked, moves are typed, and every other line is a word about
//! it.

use tetralith_core::{Info, games};
use tetralith_session::lesson::{GameLesson, Kind, Lesson};
use tetralith_session::practice::Day;
use tetralith_session::progress::Progress;

use super::{Session, say};
use crate::plain::answers;
use crate::plain::words::{self, Word};
use crate::program::{Effects, StorageRequest};
use crate::shipped::{self, Collection};

/// The puzzles that are solved beside the game.
#[derive(Default)]
pub(super) struct Exercise {
    /// The puzzle that is asked.
    pub(super) puzzle: Option<Lesson>,
    /// The puzzle to be asked once the progress is read.
    wanted: Option<Wanted>,
    /// The puzzles there are to solve.
    pub(super) collection: Collection,
    /// The puzzles that were solved, as far as it has been read.
    progress: Progress,
}

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
    pub(super) fn want_puzzle(&mut self, name: &str, effects: &mut Effects) {
        let at_board = self.table().map(|table| table.game().info());
        let wanted = match name {
            "daily" => Some(Wanted::Daily),
            "" => at_board.or(Some(games::INFOS[0])).map(Wanted::Next),
            name => Self::called(name).map(Wanted::Next),
        };
        let Some(wanted) = wanted else {
            return say(
                &format!("puzzle takes a game, or daily: {}", games::ids().join(", ")),
                effects,
            );
        };
        self.exercise.wanted = Some(wanted);
        effects.storage(StorageRequest::ReadProgress);
    }

    /// Takes in the progress, and asks the puzzle that was wanted.
    pub(super) fn take_progress(&mut self, text: Result<String, String>, effects: &mut Effects) {
        let Some(wanted) = self.exercise.wanted.take() else { return };
        match text.and_then(|text| Progress::read(&text)) {
            Ok(progress) => {
                self.exercise.progress = progress;
                self.ask(wanted, None, effects);
            }
            Err(why) => say(&why, effects),
        }
    }

    fn ask(&mut self, wanted: Wanted, after: Option<u64>, effects: &mut Effects) {
        let today = Day::of(self.game.now());
        let puzzle = match wanted {
            Wanted::Daily => shipped::daily(today),
            Wanted::Next(info) => {
                let puzzles = self.exercise.collection.puzzles(info);
                let rated: Vec<(u64, u16)> =
                    puzzles.iter().map(|puzzle| (puzzle.id(), puzzle.rating)).collect();
                let next = self.exercise.progress.practice(info).next(&rated, today, after);
                puzzles.into_iter().find(|puzzle| Some(puzzle.id()) == next)
            }
        };
        let Some(puzzle) = puzzle else { return say("there are no puzzles of this game", effects) };
        let course = GameLesson::puzzle(puzzle, matches!(wanted, Wanted::Daily));
        let spell = |text: &str| {
            SPELT.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
        };
        let Ok(lesson) = Lesson::of(course, 0, spell) else { return };
        let step = lesson.step();
        let title = format!("Puzzle of {}: {}.", lesson.course().info.title, step.title);
        let told = [title, step.text.clone()].map(|text| answers::wrapped(&text)).join("\n");
        let board = answers::board(lesson.table());
        let deed = answers::wrapped(&format!(
            "{} hint, board, describe, legal, restart, next and leave are commands.",
            step.deed
        ));
        self.exercise.puzzle = Some(lesson);
        effects.print([told, board, deed].join("\n"));
    }

    /// Does what `line` says about the puzzle that is asked; false if there is none, or the line is
    /// for the whole program.
    pub(super) fn about_puzzle(&mut self, line: &str, effects: &mut Effects) -> bool {
        let Some(mut lesson) = self.exercise.puzzle.take() else { return false };
        let course = lesson.course();
        let (info, kind) = (course.info, course.kind);
        let this = if let Kind::Puzzle { id, .. } = kind { Some(id) } else { None };
        let word = words::read(line).map(|(word, _)| word);
        let goes_on = word == Some(Word::Next) || line.is_empty() && lesson.is_done();
        match word {
            _ if goes_on => {
                self.ask(Wanted::Next(info), this, effects);
                return true;
            }
            Some(Word::Leave) => {
                say("back from the puzzles", effects);
                return true;
            }
            Some(Word::Quit | Word::Help | Word::Puzzle) => {
                self.exercise.puzzle = Some(lesson);
                return false;
            }
            Some(Word::Board) => effects.print(answers::board(lesson.table())),
            Some(Word::Describe) => effects.print(answers::describe(lesson.table())),
            Some(Word::Legal) => effects.print(answers::legal(lesson.table())),
            Some(Word::Score) => effects.print(answers::score(lesson.table())),
            Some(Word::Hint) => {
                lesson.tell_hint();
                self.told_of(&mut lesson, true, effects);
            }
            Some(Word::Restart) => {
                lesson.again();
                effects.print(answers::board(lesson.table()));
            }
            Some(Word::Pass) => self.attempt(&mut lesson, "pass", effects),
            _ => self.attempt(&mut lesson, line, effects),
        }
        self.exercise.puzzle = Some(lesson);
        true
    }

    /// Tries the move that was typed.
    fn attempt(&mut self, lesson: &mut Lesson, line: &str, effects: &mut Effects) {
        match lesson.table().names().parse_typed(line) {
            Ok(steps) => {
                for step in steps {
                    lesson.attempt(Some(step));
                }
                self.told_of(lesson, false, effects);
            }
            Err(error) => say(&format!("{error}; leave ends the puzzles"), effects),
        }
    }

    /// What is said of the puzzle after a move or a hint, which speaks of cells that are lit, and
    /// the progress, to be kept.
    fn told_of(&mut self, lesson: &mut Lesson, lit: bool, effects: &mut Effects) {
        let (news, said) = self.exercise.progress.follow_puzzle(lesson, Day::of(self.game.now()));
        lesson.add(&said);
        if news {
            effects.storage(StorageRequest::KeepProgress(self.exercise.progress.text()));
        }
        let Some(feedback) = lesson.feedback() else { return };
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
        effects.print(text);
    }
}
