//! The list of lessons: the games, and what there is to learn of the one that is chosen: the steps
//! of the lesson on its rules, the lessons on strategy, games to watch, and its puzzles.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::text::counted;
use tetralith_core::{CellSet, Direction, Game, Info, games};

use crate::keymap::Action;
use crate::shipped;
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::board::preview::Preview;
use crate::tui::shared::{Learnt, Shared};
use crate::tui::widgets::frame::{Frame, Heading};
use crate::tui::widgets::menus::{line_from, move_in_list};
use crate::tui::widgets::paint::{
    columns_of_mark, first_shown, mark_more, put, put_lines, shorten, wrap,
};
use tetralith_session::lesson::{GameLesson, LessonError, LessonStep};
use tetralith_session::practice::{Day, OpeningSource, Practice, SET, SeriesKind};
use tetralith_session::progress::Progress;
use tetralith_session::series::minutes;
use tetralith_study::puzzles::{Puzzle, PuzzleTheme};

/// One game in the list.
#[derive(Clone, Debug)]
struct Entry {
    info: &'static Info,
    /// The steps of the lesson on the rules.
    titles: Vec<String>,
    /// The lessons on strategy, with the number of their steps.
    strategy: Vec<(String, usize)>,
    openings: Vec<OpeningSource>,
    /// The series of its puzzles, practice last; none if it has no puzzles.
    series: Vec<SeriesKind>,
    /// The positions of the steps and then of the lessons on strategy.
    boards: Arc<[Game]>,
}

/// Something to learn of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LearnLine {
    /// A step of the lesson on the rules, from 0.
    Step(usize),
    /// A lesson on strategy, from 0.
    Strategy(usize),
    /// Openings that are asked.
    Openings(OpeningSource),
    /// A commented game, by its number in [`shipped::TO_WATCH`].
    Watch(usize),
    /// A series of puzzles.
    Puzzles(SeriesKind),
}

impl Entry {
    /// The number of lines.
    fn len(&self) -> usize {
        let lessons = self.titles.len() + self.strategy.len() + shipped::TO_WATCH.len();
        lessons + self.openings.len() + self.series.len()
    }

    fn line(&self, at: usize) -> LearnLine {
        let Some(lesson) = at.checked_sub(self.titles.len()) else { return LearnLine::Step(at) };
        let Some(game) = lesson.checked_sub(self.strategy.len()) else {
            return LearnLine::Strategy(lesson);
        };
        let Some(at) = game.checked_sub(shipped::TO_WATCH.len()) else {
            return LearnLine::Watch(game);
        };
        match self.openings.get(at) {
            Some(&source) => LearnLine::Openings(source),
            None => LearnLine::Puzzles(self.series[at - self.openings.len()]),
        }
    }

    /// True if the step or the lesson on strategy of a line is done.
    fn is_done(&self, at: usize, progress: &Progress) -> bool {
        match self.line(at) {
            LearnLine::Step(step) => progress.is_done(self.info, step),
            LearnLine::Strategy(lesson) => {
                progress.next_of_strategy(self.info, lesson, self.strategy[lesson].1).is_none()
            }
            LearnLine::Openings(_) | LearnLine::Watch(_) | LearnLine::Puzzles(_) => false,
        }
    }

    /// The words of a line; without figures of puzzles where earlier ones could not be read.
    fn words(&self, at: usize, learnt: &Learnt, day: Day) -> String {
        let practice = learnt.progress.practice(self.info);
        let is_rated = learnt.unsaved.is_none();
        match self.line(at) {
            LearnLine::Step(step) => format!("{:>2}  {} ", step + 1, self.titles[step]),
            LearnLine::Strategy(lesson) => format!("Strategy: {} ", self.strategy[lesson].0),
            LearnLine::Openings(source) => openings_words(self.info, source, &learnt.progress, day),
            LearnLine::Watch(game) => format!("Watch a game: {} ", shipped::TO_WATCH[game].1),
            LearnLine::Puzzles(SeriesKind::Practice | SeriesKind::Mixed) if is_rated => {
                let due = match practice.due(day) {
                    0 => String::new(),
                    due => format!(", {due} due"),
                };
                let (rating, solved) = (practice.rating(), practice.solved());
                format!("Puzzles: rating {rating}, {solved} solved{due} ")
            }
            LearnLine::Puzzles(SeriesKind::Practice | SeriesKind::Mixed) => {
                "Puzzles: not rated ".to_owned()
            }
            LearnLine::Puzzles(kind) => {
                let best = practice.best(kind);
                let best = match kind {
                    SeriesKind::Motif(_) => String::new(),
                    _ if !is_rated => String::new(),
                    SeriesKind::Set if best == 0 => ": best none".to_owned(),
                    SeriesKind::Set => format!(": best {}", minutes(best)),
                    _ => format!(": best {best}"),
                };
                format!("Puzzles, {}{best} ", kind.title())
            }
        }
    }
}

/// The state of the list of lessons.
#[derive(Clone, Debug)]
pub struct Learn {
    entries: Vec<Entry>,
    game: usize,
    /// The step the keys go to; `None` while they go to the games.
    step: Option<usize>,
}

impl Learn {
    /// The list with `info` chosen, or with `progress` the game whose lesson is farthest but not
    /// finished, if there is one.
    ///
    /// # Errors
    /// [`LessonError`] if a game's lesson cannot be given.
    pub fn new(info: &Info, progress: Option<&Progress>) -> Result<Self, LessonError> {
        // A game may be new and have no lesson yet.
        let entries =
            games::INFOS.iter().filter(|info| !info.texts.lesson.is_empty()).map(|&info| {
                let steps = GameLesson::of(info)?.steps;
                let courses = GameLesson::strategy(info, shipped::strategy(info))?;
                let first = courses.iter().filter_map(|(_, course)| course.steps.first());
                let board = |step: &LessonStep| step.timeline.position().clone();
                let boards = steps.iter().chain(first).map(board).collect();
                let titles = steps.into_iter().map(|step| step.title).collect();
                let strategy = courses
                    .into_iter()
                    .map(|(title, course)| (title, course.steps.len()))
                    .collect();
                let series = series_of(shipped::puzzles(info));
                let has_book = !games::book(info).is_empty();
                let book = has_book.then_some(OpeningSource::Book);
                let openings = [OpeningSource::Lines].into_iter().chain(book).collect();
                Ok(Entry { info, titles, strategy, openings, series, boards })
            });
        let entries = entries.collect::<Result<Vec<_>, LessonError>>()?;
        let under_way = progress.and_then(|progress| {
            let done = |entry: &Entry| progress.done(entry.info, entry.titles.len());
            let is_under_way = |entry: &&Entry| (1..entry.titles.len()).contains(&done(entry));
            // Of those that are as far the first.
            entries.iter().rev().filter(is_under_way).max_by_key(|entry| done(entry))
        });
        let info = under_way.map_or(info, |entry| entry.info);
        let game = entries.iter().position(|entry| entry.info.id == info.id).unwrap_or(0);
        Ok(Self { entries, game, step: None })
    }

    /// The chosen game.
    pub fn info(&self) -> &'static Info {
        self.entries[self.game].info
    }

    /// True if the keys go to the lessons and puzzles of the chosen game.
    pub const fn is_among_lessons(&self) -> bool {
        self.step.is_some()
    }

    /// Returns what Enter opens: the chosen line, else the first step of the lesson on the rules
    /// that is not done, else the first.
    pub fn opens(&self, progress: &Progress) -> LearnLine {
        self.entries[self.game].line(self.line(progress))
    }

    /// The number of the line that Enter opens.
    fn line(&self, progress: &Progress) -> usize {
        let next = progress.next(self.info(), self.entries[self.game].titles.len());
        self.step.or(next).unwrap_or(0)
    }

    /// The board of the line that Enter opens; of the puzzles it is the last of the lessons.
    fn board(&self, progress: &Progress) -> Option<Preview<'_>> {
        let boards = &self.entries[self.game].boards;
        let at = self.line(progress).min(boards.len().saturating_sub(1));
        let game = boards.get(at)?;
        let is_over = game.outcome().is_some();
        Some(Preview { game, last: CellSet::EMPTY, pieces: (&[][..]).into(), is_over })
    }

    /// Chooses the line at `line` of the games or, with `steps`, of the steps.
    pub fn select(&mut self, (steps, line): (bool, usize)) {
        if steps {
            self.step = Some(line);
        } else {
            (self.game, self.step) = (line, None);
        }
    }

    /// True if the line is chosen already.
    pub fn is_selected(&self, (steps, line): (bool, usize)) -> bool {
        if steps { self.step == Some(line) } else { self.step.is_none() && self.game == line }
    }

    /// Does what a key asks; returns true if something changed.
    pub fn act(&mut self, action: Action, progress: &Progress) -> bool {
        let before = (self.game, self.step);
        match (action, self.step) {
            (Action::Move(Direction::East), None) => self.step = Some(self.line(progress)),
            (Action::Move(Direction::West), Some(_)) => self.step = None,
            (_, Some(mut step)) => {
                move_in_list(&mut step, self.entries[self.game].len(), action);
                self.step = Some(step);
            }
            (_, None) => drop(move_in_list(&mut self.game, self.entries.len(), action)),
        }
        before != (self.game, self.step)
    }
}

/// The words about the openings of `info` from `source`.
fn openings_words(
    info: &'static Info,
    source: OpeningSource,
    progress: &Progress,
    day: Day,
) -> String {
    let openings = progress.openings(info);
    let practice = openings.map(|openings| openings.practice(source));
    let due = match openings.map_or(0, |openings| openings.due(info, source, day)) {
        0 => String::new(),
        due => format!(", {due} due today"),
    };
    match source {
        OpeningSource::Lines => {
            let lines = openings.map_or(0, |openings| openings.lines().count());
            format!("Your openings: {}{due} ", counted(lines, "line"))
        }
        OpeningSource::Book => {
            let known = practice.map_or(0, Practice::solved);
            format!("Openings of the book: {known} known{due} ")
        }
    }
}

/// The series that these puzzles make: a streak, three minutes, a set, each motif that enough of
/// them have, practice.
fn series_of(puzzles: &[Puzzle]) -> Vec<SeriesKind> {
    /// The fewest puzzles that are worth a series.
    const FEWEST: usize = 8;
    let with = |theme| puzzles.iter().filter(|puzzle| puzzle.theme == Some(theme)).count();
    let motifs = PuzzleTheme::ALL.into_iter().filter(|theme| with(*theme) >= FEWEST);
    let set = (puzzles.len() >= SET).then_some(SeriesKind::Set);
    let all = [SeriesKind::Streak, SeriesKind::Minutes].into_iter().chain(set);
    let all = all.chain(motifs.map(SeriesKind::Motif));
    all.chain([SeriesKind::Practice]).filter(|_| !puzzles.is_empty()).collect()
}

/// Columns the games take in a window of this width: as few as their titles need where the steps
/// need the rest.
const fn games_width(columns: u16) -> u16 {
    if columns < 66 { 17 } else { 22 }
}

/// The narrowest and lowest window with a board beside the steps, and the columns of the steps
/// there.
const BOARD_FROM: (u16, u16) = (104, 20);
const STEPS_WIDTH: u16 = 46;

/// The narrowest window with the games beside the steps while the keys go to these.
const BOTH_FROM: u16 = 56;

/// Returns the places of the games, of the steps and of the board of the chosen one.
fn areas(learn: &Learn, area: Rect) -> (Rect, Rect, Option<Frame>) {
    let top = if area.height >= 14 { 3 } else { 1 };
    let body = Rect {
        x: area.x + 2,
        y: area.y + top,
        width: area.width.saturating_sub(3),
        height: area.height.saturating_sub(top + 1),
    };
    let body = body.intersection(area);
    if area.width < BOTH_FROM && learn.is_among_lessons() {
        return (Rect { width: 0, ..body }, body, None);
    }
    let columns = games_width(area.width);
    let games = Rect { width: columns.min(body.width), ..body };
    let steps =
        Rect { x: games.right() + 1, width: body.width.saturating_sub(columns + 1), ..body };
    let steps = steps.intersection(area);
    if area.width < BOARD_FROM.0 || area.height < BOARD_FROM.1 {
        return (games, steps, None);
    }
    let board = Rect {
        x: steps.x + STEPS_WIDTH + 1,
        y: steps.y - 1,
        width: steps.width - STEPS_WIDTH - 1,
        height: steps.height,
    };
    (games, Rect { width: STEPS_WIDTH, ..steps }, Some(Frame::closed(board)))
}

/// The board of the chosen line as a picture on the terminal; `None` where it is drawn as text.
pub fn picture(learn: &Learn, cx: &Shared, area: Rect, easel: &mut Easel) -> Option<PlacedPicture> {
    let room = areas(learn, area).2?.body();
    learn.board(&cx.learnt.progress)?.picture(cx.display, &cx.theme, room, easel)
}

/// The part of the steps' area that lists them, and the first one shown.
fn listed(learn: &Learn, steps: Rect) -> (Rect, usize) {
    let list = Rect { y: steps.y + 2, height: steps.height.saturating_sub(2), ..steps };
    let len = learn.entries[learn.game].len();
    (list, first_shown(learn.step.unwrap_or(0), len, usize::from(list.height)))
}

/// Returns the line at `at`: true if it is one of the steps, and its number.
pub fn line_at(learn: &Learn, area: Rect, at: Position) -> Option<(bool, usize)> {
    let (games, steps, _) = areas(learn, area);
    let (list, first) = listed(learn, steps);
    if games.contains(at) {
        let line = usize::from((at.y - games.y) / 2);
        return (line < learn.entries.len()).then_some((false, line));
    }
    line_from(first, learn.entries[learn.game].len(), list, at).map(|line| (true, line))
}

/// Draws the list into `area`, its last row left free.
pub fn draw(learn: &Learn, cx: &Shared, area: Rect, buffer: &mut Buffer) {
    let (theme, progress) = (&cx.theme, &cx.learnt.progress);
    let ascii = theme.is_ascii();
    let top = u16::from(area.height >= 14);
    let column = put(buffer, area, 2, top, "Learn", theme.title());
    let (games, steps, frame) = areas(learn, area);
    let what = match games.width {
        0 => learn.info().title,
        _ => "rules, strategy, games to watch and puzzles",
    };
    let what = shorten(what, area.width.saturating_sub(column + 2), ascii);
    put(buffer, area, column + 2, top, &what, theme.dim());
    for (y, i) in (games.y..).step_by(2).zip(0..learn.entries.len()) {
        let place = Rect { y, height: 2, ..games }.intersection(games);
        draw_game(learn, i, cx, place, buffer);
    }
    let entry = &learn.entries[learn.game];
    let count = entry.titles.len();
    let says = match progress.next(entry.info, count) {
        None => "Lesson finished. You can repeat any step.".to_owned(),
        Some(next) => format!("Next: step {} of {count}, {}", next + 1, entry.titles[next]),
    };
    put(buffer, steps, 0, 0, &shorten(&says, steps.width, ascii), theme.text());
    let (list, first) = listed(learn, steps);
    let tick = if ascii { "x" } else { "✓" };
    for (row, i) in (0..list.height).zip(first..entry.len()) {
        let is_chosen = learn.step == Some(i);
        let style = if is_chosen { theme.selected() } else { theme.text() };
        let sign = if is_chosen { ">" } else { " " };
        let words = format!("{sign}  {}", entry.words(i, &cx.learnt, cx.day()));
        let room = list.width.saturating_sub(columns_of_mark(list, row, (first, entry.len())));
        put(buffer, list, 0, row, &shorten(&words, room, ascii), style);
        if entry.is_done(i, progress) {
            put(buffer, list, 1, row, tick, if is_chosen { style } else { theme.good() });
        }
    }
    mark_more(buffer, list, (first, entry.len()), theme);
    if let (Some(frame), Some(board)) = (frame, learn.board(progress)) {
        let heading = Heading::new(entry.info.title);
        board.draw_in(frame, &heading, cx.display, theme, buffer);
    }
    let below = 2 * learn.entries.len() as u16 + 1;
    if games.width > 0 && games.height > below + 2 {
        let below = Rect { y: games.y + below, height: 3, ..games };
        let text = "Right arrow: choose a lesson, a game to watch or puzzles";
        put_lines(buffer, below, 0, wrap(text, below.width), theme.dim());
    }
}

/// Draws game number `i` of the list into `place`, with how far its lesson is.
fn draw_game(learn: &Learn, i: usize, cx: &Shared, place: Rect, buffer: &mut Buffer) {
    let (entry, theme) = (&learn.entries[i], &cx.theme);
    // The sign of the cursor is only where keys go.
    let (sign, style) = match (i == learn.game, learn.step) {
        (true, None) => (">", theme.selected()),
        (true, Some(_)) => (" ", theme.title()),
        (false, _) => (" ", theme.text()),
    };
    let columns = usize::from(place.width).saturating_sub(3);
    put(buffer, place, 0, 0, &format!("{sign} {:<columns$}", entry.info.title), style);
    let count = entry.titles.len();
    let (how_far, style) = match cx.learnt.progress.done(entry.info, count) {
        done if done == count => ("all done".to_owned(), theme.good()),
        done => (format!("{done} of {count} done"), theme.dim()),
    };
    put(buffer, place, 4, 1, &how_far, style);
}
