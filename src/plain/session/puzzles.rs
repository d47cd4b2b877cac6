//! Puzzles and openings in the plain mode: one is asked, moves are typed, and every other line is a
//! word about it.

use std::time::Duration;

use tetralith_core::{Game, Info, games};
use tetralith_session::lesson::{GameLesson, Kind, Lesson};
use tetralith_session::openings::{Repertoire, line_to_train, training_text};
use tetralith_session::practice::{Day, OpeningSource, Round, SeriesKind};
use tetralith_session::progress::Progress;
use tetralith_session::series::PuzzleSeries;
use tetralith_session::table::Table;
use tetralith_session::time::Moment;
use tetralith_study::puzzles::PuzzleTheme;

use super::menu::called;
use super::say;
use crate::plain::answers;
use crate::plain::words::{self, Word};
use crate::program::{Effects, Explored, StorageRequest};
use crate::shipped::{self, Collection};

/// The words after the last puzzle or opening.
const ENDED: &str = "ended; type puzzle or opening for more";

/// The puzzles and openings that are asked beside the game.
#[derive(Default)]
pub(super) struct Exercise {
    asked: Option<Asked>,
    /// The openings that are asked one after another.
    openings: Round,
    /// The wish that waits until the progress is read.
    wanted: Option<Wanted>,
    /// The games that were read; they weigh replies in openings.
    explored: Option<Explored>,
    /// The puzzles there are to solve.
    collection: Collection,
    /// The puzzles that were solved, as far as it has been read.
    progress: Progress,
    /// True if the progress could not be read or kept, so that it has no rating.
    is_lost: bool,
}

/// A puzzle or an opening that is asked.
struct Asked {
    lesson: Lesson,
    /// The series that it is of.
    series: Option<PuzzleSeries>,
}

impl Asked {
    /// The series if it is over.
    fn ended_series(&self) -> Option<&PuzzleSeries> {
        self.series.as_ref().filter(|series| series.is_over())
    }
}

/// A wish of the player.
#[derive(Clone, Debug)]
pub(super) enum Wanted {
    /// That of the day.
    Daily,
    /// The next one of a series.
    Next(PuzzleSeries),
    /// The next opening of a game, after another.
    Opening { info: &'static Info, source: OpeningSource, after: Option<u64> },
    /// A line to be trained, or no longer, and whose moves are asked in it.
    Line { info: &'static Info, line: String, mover: String },
}

impl Wanted {
    /// The puzzle that `name` means: that of the day, or the next of the game called so, or
    /// without a name of the one at the `board`; after the [words](words_of) for a series the first
    /// of that.
    fn called(name: &str, board: Option<&'static Info>, now: Moment) -> Option<Self> {
        if name == "daily" {
            return Some(Self::Daily);
        }
        let kinds = [SeriesKind::Streak, SeriesKind::Minutes, SeriesKind::Set, SeriesKind::Mixed];
        let mut kinds =
            kinds.into_iter().chain(PuzzleTheme::ALL.into_iter().map(SeriesKind::Motif));
        let asked = kinds.find_map(|kind| {
            let rest = name.strip_prefix(&words_of(kind))?;
            (rest.is_empty() || rest.starts_with(' ')).then(|| (kind, rest.trim_start()))
        });
        let (kind, name) = asked.unwrap_or((SeriesKind::Practice, name));
        let info = if name.is_empty() { board.unwrap_or(games::INFOS[0]) } else { called(name)? };
        Some(Self::Next(PuzzleSeries::new(info, kind, now.steady)))
    }
}

/// The words after `puzzle` that ask for a series of this kind; empty for practice.
fn words_of(kind: SeriesKind) -> String {
    match kind {
        SeriesKind::Practice => String::new(),
        SeriesKind::Streak => "streak".to_owned(),
        SeriesKind::Minutes => "three".to_owned(),
        SeriesKind::Set => "set".to_owned(),
        SeriesKind::Mixed => "mixed".to_owned(),
        SeriesKind::Motif(theme) => format!("motif {}", theme.title()),
    }
}

/// The line that begins another series like `series`.
fn another(series: &PuzzleSeries) -> String {
    format!("puzzle {} {}", words_of(series.kind()), series.info().id)
}

impl Exercise {
    /// True while a puzzle is asked, and the game is out of sight.
    pub(super) const fn is_asked(&self) -> bool {
        self.asked.is_some()
    }

    /// Solves the puzzles of this collection.
    pub(super) fn set_collection(&mut self, collection: Collection) {
        self.collection = collection;
    }

    /// Asks for the puzzle that `name` means, with this game at the `board`. First the
    /// progress is read.
    pub(super) fn want(
        &mut self,
        name: &str,
        board: Option<&'static Info>,
        now: Moment,
        effects: &mut Effects,
    ) {
        self.wanted = Wanted::called(&name.to_lowercase(), board, now);
        if self.wanted.is_some() {
            return effects.storage(StorageRequest::ReadProgress);
        }
        let games = games::ids().join(", ");
        let cure = if name.starts_with("motif") {
            let motifs = PuzzleTheme::ALL.map(PuzzleTheme::title).join(", ");
            format!("type puzzle motif, then a motif ({motifs}) and a game ({games})")
        } else {
            format!(
                "type puzzle, then a game ({games}) or daily, mixed, streak, three (minutes), set \
                 or motif"
            )
        };
        say(&format!("there are no puzzles called '{name}'; {cure}"), effects);
    }

    /// Returns when the time of the series is up, on the steady clock.
    pub(super) fn due(&self) -> Option<Duration> {
        self.asked.as_ref()?.series.as_ref()?.ends_at()
    }

    /// Passes the time `now` to the series, and reports its end.
    pub(super) fn tell_time(&mut self, now: Moment, effects: &mut Effects) {
        let series = self.asked.as_mut().and_then(|asked| asked.series.as_mut());
        let Some(series) = series else { return };
        let practice = self.progress.practice(series.info());
        if let Some(said) = series.tell_time(now.steady, &practice) {
            let more = another(series);
            say(&format!("{said}; {more} begins again, leave ends the puzzles"), effects);
        }
    }

    /// Asks for the next opening of the game that `name` means, or without a name of the one at the
    /// `board`; after the word `book` of its book.
    pub(super) fn want_opening(
        &mut self,
        name: &str,
        board: Option<&'static Info>,
        effects: &mut Effects,
    ) {
        let name = &*name.to_lowercase();
        let book =
            name.strip_prefix("book").filter(|rest| rest.is_empty() || rest.starts_with(' '));
        let source = if book.is_some() { OpeningSource::Book } else { OpeningSource::Lines };
        let name = book.unwrap_or(name).trim_start();
        let info = if name.is_empty() { board.or(Some(games::INFOS[0])) } else { called(name) };
        let Some(info) = info else {
            let games = games::ids().join(", ");
            return say(&format!("opening needs a game, or book and a game: {games}"), effects);
        };
        self.wanted = Some(Wanted::Opening { info, source, after: None });
        effects.storage(StorageRequest::ReadProgress);
    }

    /// Has the line on the `table` up to its cursor trained, or no longer.
    pub(super) fn train(&mut self, table: &Table, effects: &mut Effects) {
        let (line, mover) = match line_to_train(table) {
            Ok(found) => found,
            Err(why) => return say(why, effects),
        };
        self.wanted = Some(Wanted::Line { info: table.game().info(), line, mover });
        effects.storage(StorageRequest::ReadProgress);
    }

    /// Takes in the user's games, and asks the opening that was wanted.
    pub(super) fn take_explored(&mut self, explored: Explored, now: Moment, effects: &mut Effects) {
        self.explored = Some(explored);
        if let Some(wanted) = self.wanted.take() {
            self.ask(wanted, now, effects);
        }
    }

    /// Takes in the progress, and asks the puzzle that was wanted.
    pub(super) fn take_progress(
        &mut self,
        text: Result<String, String>,
        now: Moment,
        effects: &mut Effects,
    ) {
        let Some(wanted) = self.wanted.take() else { return };
        match text.and_then(|text| Progress::read(&text)) {
            Ok(progress) => {
                self.progress = progress;
                self.is_lost = false;
                self.ask(wanted, now, effects);
            }
            Err(why) => {
                say(&why, effects);
                self.is_lost = true;
                // A line that cannot be kept is not trained.
                if !matches!(wanted, Wanted::Line { .. }) {
                    self.ask(wanted, now, effects);
                }
            }
        }
    }

    /// Reports `why` the progress is not kept.
    pub(super) fn take_unkept(&mut self, why: &str, effects: &mut Effects) {
        self.is_lost = true;
        say(&format!("your progress is not saved: {why}"), effects);
    }

    fn ask(&mut self, wanted: Wanted, now: Moment, effects: &mut Effects) {
        let (puzzle, series) = match wanted {
            Wanted::Opening { source: OpeningSource::Lines, .. } if self.explored.is_none() => {
                self.wanted = Some(wanted);
                return effects.explore();
            }
            Wanted::Opening { info, source, after } => {
                return self.ask_opening(info, source, after, now, effects);
            }
            Wanted::Line { info, line, mover } => {
                return self.turn_line(info, line, &mover, effects);
            }
            Wanted::Daily => (shipped::daily(Day::of(now)), None),
            Wanted::Next(mut series) => {
                let all = |info: &Info| self.collection.puzzles(info);
                let next = self.progress.next_puzzle(&mut series, all, Day::of(now));
                (next, Some(series))
            }
        };
        let course = puzzle.map(|puzzle| match &series {
            Some(series) => GameLesson::puzzle_in(puzzle, series),
            None => GameLesson::puzzle(puzzle, true),
        });
        match course {
            Some(course) => self.begin(course, series, now, effects),
            None => say("there are no such puzzles of this game", effects),
        }
    }

    /// Asks the opening of `info` that comes next after another.
    fn ask_opening(
        &mut self,
        info: &'static Info,
        source: OpeningSource,
        after: Option<u64>,
        now: Moment,
        effects: &mut Effects,
    ) {
        let known = self.progress.openings(info).cloned().unwrap_or_default();
        let repertoire = Repertoire::of(info, source, &known);
        for fault in repertoire.faults().iter().filter(|_| after.is_none()) {
            say(fault, effects);
        }
        if after.is_none() {
            self.openings = Round::default();
        }
        let explored = self.explored.as_ref();
        let weigh = |at: &Game, step| explored.map_or(0, |explored| explored.games_with(at, step));
        let (practice, day) = (known.practice(source), Day::of(now));
        let course = repertoire.next(practice, day, &mut self.openings, weigh);
        match course {
            Some(course) => self.begin(course, None, now, effects),
            None => say("no opening is trained yet; at a move of a game, train adds one", effects),
        }
    }

    /// Has `line` trained, or no longer.
    fn turn_line(&mut self, info: &Info, line: String, mover: &str, effects: &mut Effects) {
        let is_trained = self.progress.openings_mut(info).turn(line);
        effects.storage(StorageRequest::KeepProgress(self.progress.text()));
        say(&training_text(is_trained, "opening", mover), effects);
    }

    /// Asks the first step of `course`, which is of `series`.
    fn begin(
        &mut self,
        course: GameLesson,
        series: Option<PuzzleSeries>,
        now: Moment,
        effects: &mut Effects,
    ) {
        let is_opening = matches!(course.kind, Kind::Opening { .. });
        let Ok(lesson) = Lesson::of(course, 0) else { return };
        let step = lesson.step();
        let info = lesson.course().info;
        let practice = self.progress.practice(info);
        let tally = series.as_ref().and_then(|series| series.tally(&practice, now.steady));
        let tally = tally.map_or_else(String::new, |tally| format!(" So far: {tally}."));
        let what = if is_opening { "Opening" } else { "Puzzle" };
        let title = format!("{what} of {}: {}.{tally}", info.title, step.title);
        let heading =
            [title, words::spell(&step.text)].map(|text| answers::wrapped(&text)).join("\n");
        let board = answers::board(lesson.table());
        let order = answers::wrapped(&format!(
            "{} Commands: hint, board, describe, legal, restart, next, leave.",
            words::spell(&step.order)
        ));
        self.asked = Some(Asked { lesson, series });
        effects.print([heading, board, order].join("\n"));
    }

    /// Does what `line` asks about the puzzle at hand; false if there is none, or the line is for
    /// the whole program.
    ///
    /// The line begins with `word`, if with any. With `shows_board` the board is shown after each
    /// move.
    pub(super) fn hear(
        &mut self,
        line: &str,
        word: Option<(Word, &str)>,
        shows_board: bool,
        now: Moment,
        effects: &mut Effects,
    ) -> bool {
        let Some(mut asked) = self.asked.take() else { return false };
        let word = word.map(|(word, _)| word);
        let is_over = asked.lesson.is_done() || asked.ended_series().is_some();
        let lesson = &mut asked.lesson;
        match word {
            _ if word == Some(Word::Next) || line.is_empty() && is_over => {
                self.go_on(asked, now, effects);
                return true;
            }
            Some(Word::Leave) => {
                say(ENDED, effects);
                return true;
            }
            Some(Word::Quit | Word::Puzzle | Word::Opening) => {
                self.asked = Some(asked);
                return false;
            }
            Some(Word::Help) => effects.print(words::help_in_puzzle()),
            Some(Word::Board) => effects.print(answers::board(lesson.table())),
            Some(Word::Describe) => effects.print(answers::describe(lesson.table())),
            Some(Word::Legal) => effects.print(answers::legal(lesson.table())),
            Some(Word::Score) => effects.print(answers::score(lesson.table())),
            Some(Word::Hint) => {
                lesson.tell_hint();
                self.note(&mut asked, now, effects);
                Self::answer(&asked, true, shows_board, effects);
            }
            Some(Word::Restart | Word::Undo) => {
                lesson.again();
                effects.print(answers::board(lesson.table()));
            }
            Some(other) if words::IN_PUZZLE.iter().all(|(word, _)| *word != other) => {
                say("this command does not work in a puzzle; type leave first", effects);
            }
            _ => self.attempt(&mut asked, line, shows_board, now, effects),
        }
        self.asked = Some(asked);
        true
    }

    /// Asks the next puzzle after the one `asked`, of the same series unless that is over.
    fn go_on(&mut self, asked: Asked, now: Moment, effects: &mut Effects) {
        let Asked { lesson, series } = asked;
        let info = lesson.course().info;
        if let Kind::Opening { id, source } = lesson.course().kind {
            if !lesson.is_judged() {
                self.openings.skip(id);
            }
            return self.ask(Wanted::Opening { info, source, after: Some(id) }, now, effects);
        }
        let mut series = series.filter(|series| series.info().id == info.id);
        if let Some(series) = &mut series {
            let said = self.progress.leave_puzzle(&lesson, series, now);
            if !said.is_empty() {
                say(said.trim(), effects);
            }
        }
        if let Some(series) = series.as_ref().filter(|series| series.is_over()) {
            return say(&format!("ended; type {} to begin again", another(series)), effects);
        }
        let series =
            series.unwrap_or_else(|| PuzzleSeries::new(info, SeriesKind::Practice, now.steady));
        self.ask(Wanted::Next(series), now, effects);
    }

    /// Tries the move that was typed.
    fn attempt(
        &mut self,
        asked: &mut Asked,
        line: &str,
        shows_board: bool,
        now: Moment,
        effects: &mut Effects,
    ) {
        let lesson = &mut asked.lesson;
        match lesson.table().game().parse_typed(line) {
            Ok(steps) => {
                lesson.attempt_turn(&steps);
                self.note(asked, now, effects);
                Self::answer(asked, false, shows_board, effects);
                // The next move is typed at the position of the puzzle.
                asked.lesson.retract();
            }
            Err(error) if words::read(line).is_some() => say(&error.to_string(), effects),
            Err(error) => say(&format!("{error}; type leave to end the puzzles"), effects),
        }
    }

    /// Adds to the answer what the progress makes of it, and has that kept.
    fn note(&mut self, asked: &mut Asked, now: Moment, effects: &mut Effects) {
        let Asked { lesson, series } = asked;
        let news = if matches!(lesson.course().kind, Kind::Opening { .. }) {
            self.progress.follow_opening(lesson, &mut self.openings, now)
        } else {
            let is_rated = !self.is_lost;
            let (news, said) = self.progress.follow_puzzle(lesson, series.as_mut(), is_rated, now);
            lesson.add(said);
            news
        };
        if news {
            effects.storage(StorageRequest::KeepProgress(self.progress.text()));
        }
    }

    /// Shows the answer to a move or a hint, with the names of the cells if it speaks of `lit`
    /// ones.
    fn answer(asked: &Asked, lit: bool, shows_board: bool, effects: &mut Effects) {
        let lesson = &asked.lesson;
        let Some(feedback) = lesson.feedback() else { return };
        let mut said = words::spell(&feedback.text);
        if lit && !feedback.cells.is_empty() {
            // Highlighted cells of the screen are named here.
            let cells = lesson.table().names().list(&feedback.cells);
            said = format!("{said} The cells are {cells}.");
        }
        match asked.ended_series() {
            Some(series) => {
                said = format!("{said} Type {} to begin again, or leave.", another(series));
            }
            None if lesson.is_done() => said += " Press Enter for the next one, or type leave.",
            None => {}
        }
        let mut text = answers::wrapped(&said);
        if shows_board && lesson.table().timeline().steps() > 0 {
            text = format!("{}\n{text}", answers::board(lesson.table()));
        }
        effects.print(text);
    }
}
