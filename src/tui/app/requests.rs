//! The requests of layers, carried out on the stack.

use std::path::PathBuf;

use tetralith_core::{Game as Position, Info, Setup, Step};

use super::App;
use crate::keymap::{Action, Context};
use crate::program::{Effects, StorageRequest};
use crate::shipped;
use crate::tui::board::legend::Drawn;
use crate::tui::layers::editor::{PositionEditor, brings_back};
use crate::tui::layers::explorer::Explorer;
use crate::tui::layers::game::GameLayer;
use crate::tui::layers::games::browser::Browser;
use crate::tui::layers::learn::list::Learn;
use crate::tui::layers::new_game::form::NewGameForm;
use crate::tui::layers::prompt::Prompt;
use crate::tui::layers::puzzles::PuzzleMenu;
use crate::tui::layers::qr::QrPage;
use crate::tui::layers::question::Question;
use crate::tui::layers::seats::Seats;
use crate::tui::layers::settings::page::SettingsPage;
use crate::tui::layers::text_page::TextPage;
use crate::tui::layers::{Layer, lesson_board};
use crate::tui::panels::{signs_of, signs_on_board};
use crate::tui::request::{ConfirmAction, Purpose, Request};
use crate::tui::shared::Shared;
use crate::tui::widgets::page::PageText;
use tetralith_files::Existing;
use tetralith_session::editor::Editor;
use tetralith_session::lesson::{GameLesson, Kind, Lesson, LessonError};
use tetralith_session::match_play::{BoardAct, MatchEvent};
use tetralith_session::openings::Repertoire;
use tetralith_session::practice::{OpeningSource, Round, SeriesKind};
use tetralith_session::series::PuzzleSeries;

impl App {
    /// Carries out what has been asked of the stack.
    pub(super) fn carry_out_requests(&mut self, effects: &mut Effects) {
        while !self.shared.requests.is_empty() {
            for request in std::mem::take(&mut self.shared.requests) {
                self.carry_out(request, effects);
            }
        }
    }

    #[expect(clippy::too_many_lines, reason = "an arm for each request")]
    fn carry_out(&mut self, request: Request, effects: &mut Effects) {
        match request {
            Request::Close => self.stack.close(&mut self.shared, effects),
            Request::ClosePrompt(purpose) if self.stack.is_at_prompt(purpose) => {
                self.stack.close(&mut self.shared, effects);
            }
            Request::ClosePrompt(_) => {}
            Request::Home => self.stack.go_home(&self.shared, effects),
            Request::Game => {
                self.stack.close_overlays();
                let learn = match self.stack.screen() {
                    Layer::Learn(_) => self.stack.pop(),
                    _ => None,
                };
                let from_learn = learn.is_some();
                self.stack.go_home(&self.shared, effects);
                if let Some(learn) = learn {
                    self.stack.push(learn);
                }
                self.stack.show(Layer::Game(GameLayer { from_learn }), effects);
            }
            Request::NewGame(info) => {
                let form = NewGameForm::of_settings(info, self.shared.settings());
                self.open_form(form, effects);
            }
            Request::NextGame => {
                let Some(seated) = self.shared.game.seated() else { return };
                let form = NewGameForm::again(seated, self.shared.settings());
                self.open_form(form, effects);
            }
            Request::PlayFrom(position) => {
                let form = NewGameForm::of_settings(position.info(), self.shared.settings())
                    .from_position(*position);
                self.open_form(form, effects);
            }
            Request::Edit(position) => self.edit(position.as_deref(), effects),
            Request::Explore => {
                let explorer = Explorer::new(&self.shared);
                self.stack.show(Layer::Explorer(explorer), effects);
                effects.explore();
            }
            Request::EditBoard => {
                let Some(editor) = &self.shared.editor else { return };
                let form = NewGameForm::of_board(editor.info(), editor.options());
                self.stack.show(Layer::NewGame(Box::new(form)), effects);
            }
            Request::Games { dir, sought } => self.list_games(dir, sought, effects),
            Request::Settings => {
                self.stack.open(Layer::Settings(SettingsPage::default()), effects);
            }
            Request::Learn => {
                let is_home = matches!(self.stack.screen(), Layer::Home(_));
                // At home some line is always selected: a lesson under way says more than it.
                let learnt = &self.shared.learnt;
                let last = learnt.lesson.filter(|_| is_home);
                let info = last.unwrap_or(self.stack.info(&self.shared));
                let progress = Some(&learnt.progress).filter(|_| is_home && last.is_none());
                match Learn::new(info, progress) {
                    Ok(learn) => self.stack.open(Layer::Learn(learn), effects),
                    Err(error) => self.shared.refuse(error.to_string(), effects),
                }
            }
            Request::Lesson(info, at) => self.teach(GameLesson::of(info), at, effects),
            Request::Strategy(info, lesson) => self.teach_strategy(info, lesson, effects),
            Request::Watch(info, game) => watch(info, game, &mut self.shared, effects),
            Request::Puzzles(info, kind) => {
                let now = self.shared.game.now().steady;
                self.shared.learnt.series = Some(PuzzleSeries::new(info, kind, now));
                self.ask_puzzle(info, effects);
            }
            Request::ChoosePuzzles => {
                self.stack.show(Layer::Puzzles(PuzzleMenu::default()), effects);
            }
            Request::Opening { info, source, after } => {
                // The frequency of replies comes from games that are read first.
                if source == OpeningSource::Lines && self.shared.explored.is_none() {
                    self.shared.learnt.awaited_opening = Some((info, after));
                    return effects.explore();
                }
                ask_opening(self, (info, source), after, effects);
            }
            Request::NextPuzzle(info) => self.ask_puzzle(info, effects),
            Request::Daily => match shipped::daily(self.shared.day()) {
                Some(puzzle) => self.teach(Ok(GameLesson::puzzle(puzzle, true)), 0, effects),
                None => self.shared.refuse("there are no puzzles", effects),
            },
            Request::Rules(info) => {
                let info = info.unwrap_or(self.stack.info(&self.shared));
                self.stack.show(Layer::Page(TextPage::rules(info)), effects);
            }
            Request::Page(text) => self.stack.show(Layer::Page(TextPage::new(text)), effects),
            Request::MyGames => {
                let page = TextPage::new(PageText::MyGames("Reading your games …".to_owned()));
                self.stack.show(Layer::Page(page), effects);
                effects.count_games();
            }
            Request::Qr(line) => match QrPage::new(line) {
                Some(page) => self.stack.show(Layer::Qr(page), effects),
                None => self.shared.refuse("this game is too long for a QR code", effects),
            },
            Request::Retry(retry) => self.stack.show(Layer::Retry(retry), effects),
            Request::Seats { selected, before } => {
                self.stack.show(Layer::Seats(Seats { selected, before }), effects);
            }
            Request::Ask(text, action) => {
                self.stack.show(Layer::Question(Question { text, action }), effects);
            }
            Request::Confirmed(action) => self.confirmed(action, effects),
            Request::Prompt(purpose, text) => {
                self.stack.show(Layer::Prompt(Prompt::new(purpose, &text)), effects);
                if purpose == Purpose::Step { self.aim(&text, effects) } else { effects.draw() }
            }
            Request::Submit(purpose, text) => self.submit(purpose, &text, effects),
            Request::Aim(text) => self.aim(&text, effects),
            Request::Offer(text) => self.offer(&text),
            Request::Choose => self.carry_out_chosen(effects),
            Request::Quit => self.quit(effects),
        }
    }

    /// Lists what is in a directory, or without one the games that the program keeps.
    fn list_games(&mut self, dir: Option<PathBuf>, sought: Option<PathBuf>, effects: &mut Effects) {
        self.stack.close_overlays();
        // Another directory takes the place of the one that is shown.
        if self.stack.come_back_to(|layer| matches!(layer, Layer::Games(_))) {
            self.stack.pop();
        }
        let now = self.shared.game.now();
        self.stack.show(Layer::Games(Browser::new(dir.clone(), sought, now)), effects);
        effects.storage(StorageRequest::List(dir));
    }

    /// Shows the form for a new game. The games that were played give its first values and the
    /// strength of the user.
    fn open_form(&mut self, form: NewGameForm, effects: &mut Effects) {
        let game = form.asks_for_last().then_some(form.info().id);
        self.stack.show(Layer::NewGame(Box::new(form)), effects);
        effects.storage(StorageRequest::ReadResults);
        if let Some(game) = game {
            effects.storage(StorageRequest::ReadLast(game));
        }
    }

    /// Shows the editor, with `position` or without one as it was left; before it ever was, with
    /// the start of the game at hand.
    fn edit(&mut self, position: Option<&Position>, effects: &mut Effects) {
        if self.shared.editor.is_none() {
            let info = self.stack.info(&self.shared);
            let start = || Position::start(info, &info.options(&Setup::default())?);
            match position.map_or_else(start, |position| Ok(position.clone())) {
                Ok(start) => self.shared.editor = Some(Editor::new(&start)),
                Err(error) => return self.shared.refuse(error.to_string(), effects),
            }
        }
        let taken = position.zip(self.shared.editor.as_mut());
        let replaces = taken.is_some_and(|(position, editor)| editor.take(position));
        self.stack.open(Layer::Editor(PositionEditor), effects);
        if replaces {
            self.shared.say(brings_back(&self.shared), effects);
        }
    }

    /// Begins a lesson at step `at`.
    fn teach(&mut self, course: Result<GameLesson, LessonError>, at: usize, effects: &mut Effects) {
        // A series ends with the first lesson, or puzzle of the day, that is none of it.
        if let Ok(GameLesson { kind, .. }) = &course {
            let is_asked = |series: &PuzzleSeries| match kind {
                Kind::Puzzle { id, .. } => series.asks(*id),
                Kind::Rules | Kind::Strategy(_) | Kind::Opening { .. } => false,
            };
            self.shared.learnt.series.take_if(|series| !is_asked(series));
        }
        match course.and_then(|course| Lesson::of(course, at)) {
            Ok(lesson) => {
                self.shared.learnt.lesson = Some(lesson.course().info);
                self.stack.show(Layer::Lesson(Box::new(lesson)), effects);
            }
            Err(error) => self.shared.refuse(error.to_string(), effects),
        }
    }

    fn teach_strategy(&mut self, info: &'static Info, lesson: usize, effects: &mut Effects) {
        let course = GameLesson::strategy(info, shipped::strategy(info))
            .map(|lessons| lessons.into_iter().nth(lesson));
        match course {
            Ok(Some((_, course))) => {
                let next =
                    self.shared.learnt.progress.next_of_strategy(info, lesson, course.steps.len());
                self.teach(Ok(course), next.unwrap_or(0), effects);
            }
            Ok(None) => {}
            Err(error) => self.shared.refuse(error.to_string(), effects),
        }
    }

    /// Asks the puzzle of `info` that comes next in the series under way, unless that is over.
    fn ask_puzzle(&mut self, info: &'static Info, effects: &mut Effects) {
        let (day, now) = (self.shared.day(), self.shared.game.now().steady);
        let learnt = &mut self.shared.learnt;
        let series = learnt.series.take().filter(|series| series.info().id == info.id);
        let mut series =
            series.unwrap_or_else(|| PuzzleSeries::new(info, SeriesKind::Practice, now));
        if series.is_over() {
            return effects.draw();
        }
        let puzzles = |info: &Info| learnt.puzzles.puzzles(info);
        let next = learnt.progress.next_puzzle(&mut series, puzzles, day);
        let info = series.info();
        let course = next.map(|puzzle| GameLesson::puzzle_in(puzzle, &series));
        learnt.series = Some(series);
        match course {
            Some(course) => self.teach(Ok(course), 0, effects),
            None => {
                self.shared.refuse(format!("there are no more puzzles of {}", info.title), effects);
            }
        }
    }

    /// Shows every key, those first that count here.
    pub(super) fn open_help(&mut self, effects: &mut Effects) {
        let legend = match self.stack.screen() {
            Layer::Game(_) => self.game_view(self.shared.area()).as_ref().map(signs_on_board),
            Layer::Lesson(lesson) => {
                let layout = lesson_board(lesson, &self.shared);
                let drawn = layout.map_or(Drawn::Characters, |layout| layout.drawn());
                Some(signs_of(lesson.table(), &self.shared.theme, drawn))
            }
            _ => None,
        };
        let contexts = self.stack.contexts(&self.shared);
        let page = TextPage::help(contexts, legend.unwrap_or_default());
        self.stack.show(Layer::Page(page), effects);
    }

    fn confirmed(&mut self, action: ConfirmAction, effects: &mut Effects) {
        let event = match action {
            ConfirmAction::Quit => MatchEvent::End,
            ConfirmAction::QuitEditor => MatchEvent::Quit,
            ConfirmAction::ReplaceGame => MatchEvent::GiveWay(true),
            ConfirmAction::TakeBack => MatchEvent::TakeBackMove,
            ConfirmAction::DeleteVariation => MatchEvent::DeleteVariation,
            ConfirmAction::Promote => MatchEvent::Promote,
            ConfirmAction::Pass => MatchEvent::Act(BoardAct::Play(vec![Step::Pass])),
            ConfirmAction::Swap => MatchEvent::Act(BoardAct::Play(vec![Step::Swap])),
            ConfirmAction::Resign => MatchEvent::Resign,
            ConfirmAction::ReplaceFile(path) => {
                let saved = self.shared.save(path, Existing::Replace, effects);
                return saved.unwrap_or_else(|why| self.stack.fail(why, &mut self.shared, effects));
            }
            ConfirmAction::ReplacePicture(path) => {
                let drawn = self.shared.draw_picture(path, Existing::Replace, effects);
                return drawn.unwrap_or_else(|why| self.stack.fail(why, &mut self.shared, effects));
            }
        };
        self.shared.handle(event, effects);
    }

    /// Hands the screen what was typed; if the screen refuses it, the prompt shows why.
    fn submit(&mut self, purpose: Purpose, text: &str, effects: &mut Effects) {
        // A comment that was not touched keeps the blanks at its ends.
        let text = if purpose.is_comment() { text } else { text.trim() };
        let screen = self.stack.screen_mut().component_mut();
        match screen.submit(purpose, text.to_owned(), &mut self.shared, effects) {
            Ok(()) => {}
            Err(why) => {
                self.stack.fail(why, &mut self.shared, effects);
                if purpose == Purpose::Step && matches!(self.stack.screen(), Layer::Game(_)) {
                    self.shared.bell_on_refusal(effects);
                }
            }
        }
    }

    /// Lets the board show the line as far as it is typed.
    fn aim(&mut self, text: &str, effects: &mut Effects) {
        if let Some(table) = self.stack.table_mut(&mut self.shared) {
            table.hand_mut().aim_as_typed(text);
        }
        effects.draw();
    }
}

/// Asks the opening of a game from a source that comes next after another.
pub(super) fn ask_opening(
    app: &mut App,
    (info, source): (&'static Info, OpeningSource),
    after: Option<u64>,
    effects: &mut Effects,
) {
    if after.is_none() {
        app.shared.learnt.openings = Round::default();
    }
    let (course, fault) = opening(&mut app.shared, info, source);
    match course {
        Ok(course) => app.teach(Ok(course), 0, effects),
        Err(why) => app.shared.refuse(why, effects),
    }
    if let Some(fault) = fault.filter(|_| after.is_none()) {
        app.shared.refuse(fault, effects);
    }
}

/// The opening of `info` that comes next in the round, or the reason why there is none, and what is
/// wrong with the first line that cannot be played any more.
fn opening(
    cx: &mut Shared,
    info: &'static Info,
    source: OpeningSource,
) -> (Result<GameLesson, String>, Option<String>) {
    let known = cx.learnt.progress.openings(info).cloned().unwrap_or_default();
    let repertoire = Repertoire::of(info, source, &known);
    let played = |position: &Position, step: Step| {
        cx.explored.as_ref().map_or(0, |explored| explored.games_with(position, step))
    };
    let (practice, day) = (known.practice(source), cx.day());
    let course = repertoire.next(practice, day, &mut cx.learnt.openings, played);
    let why = || {
        let explore = cx.key_for(Context::Table, Action::Explore);
        let train = cx.key_for(Context::Explorer, Action::Train);
        format!("no opening is trained yet; in the explorer ({explore}), {train} adds one")
    };
    (course.ok_or_else(why), repertoire.faults().first().cloned())
}

/// Shows a commented game of `info` at its start.
fn watch(info: &'static Info, game: usize, cx: &mut Shared, effects: &mut Effects) {
    let Some(loaded) = shipped::game_to_watch(info, game) else {
        return cx.refuse(
            format!("there is no commented game of {} with this number", info.title),
            effects,
        );
    };
    cx.handle(MatchEvent::Open { loaded: Box::new(loaded), resume: false }, effects);
    let key = cx.key_at_board(Action::Autoplay);
    cx.say(format!("{key} plays the game through"), effects);
}
