//! The requests of layers, carried out on the stack.

use tetralith_core::Step;
use tetralith_core::timeline::NodeId;
use tetralith_core::{Colour, Game as Position, Info, Setup};

use super::App;
use crate::program::{Effects, StorageRequest};
use crate::shipped;
use crate::tui::board::legend::{Drawn, legend};
use crate::tui::choice::Choice;
use crate::tui::layers::Layer;
use crate::tui::layers::editor::PositionEditor;
use crate::tui::layers::explorer::Explorer;
use crate::tui::layers::game::GameLayer;
use crate::tui::layers::games::browser::Browser;
use crate::tui::layers::learn::list::Learn;
use crate::tui::layers::new_game::form::NewGameForm;
use crate::tui::layers::prompt::Prompt;
use crate::tui::layers::question::Question;
use crate::tui::layers::retry::RetryPage;
use crate::tui::layers::seats::Seats;
use crate::tui::layers::settings::page::SettingsPage;
use crate::tui::layers::text_page::{Comment, Help, ReportPage, RulesPage};
use crate::tui::request::{ConfirmAction, Purpose, Request};
use tetralith_files::Existing;
use tetralith_session::editor::Editor;
use tetralith_session::lesson::{GameLesson, Lesson, LessonError};
use tetralith_session::match_play::{BoardAct, MatchEvent};

impl App {
    /// Carries out what has been asked of the stack.
    pub(super) fn carry_out_requests(&mut self, effects: &mut Effects) {
        while !self.shared.requests.is_empty() {
            for request in std::mem::take(&mut self.shared.requests) {
                self.carry_out(request, effects);
            }
        }
    }

    fn carry_out(&mut self, request: Request, effects: &mut Effects) {
        match request {
            Request::Close => self.close(effects),
            Request::ClosePrompt(purpose) if self.is_at_prompt(purpose) => self.close(effects),
            Request::ClosePrompt(_) => {}
            Request::Home => self.go_home(effects),
            Request::Game => self.show(Layer::Game(GameLayer), effects),
            Request::NewGame(info) => self.push(Layer::NewGame(self.form_of(info)), effects),
            Request::NextGame => {
                let Some(form) = self.form_again() else { return };
                self.push(Layer::NewGame(form), effects);
            }
            Request::PlayFrom(position) => {
                let form = self.form_of(position.info()).from_position(*position);
                self.push(Layer::NewGame(form), effects);
            }
            Request::Edit(position) => self.edit(position.as_deref(), effects),
            Request::Explore => {
                let explorer = Explorer::new(&self.shared);
                self.push(Layer::Explorer(explorer), effects);
                effects.explore();
            }
            Request::EditBoard => {
                let Some(editor) = &self.shared.editor else { return };
                self.push(
                    Layer::NewGame(NewGameForm::of_board(editor.info(), editor.options())),
                    effects,
                );
            }
            Request::Games { dir, sought } => {
                self.stack.close_overlays();
                // Another directory takes the place of the one that is shown.
                if self.stack.come_back_to(|layer| matches!(layer, Layer::Games(_))) {
                    self.stack.pop();
                }
                let zone = self.shared.game.now().zone;
                self.push(Layer::Games(Browser::new(dir.clone(), sought, zone)), effects);
                effects.storage(StorageRequest::List(dir));
            }
            Request::Settings => {
                let new = || Ok::<_, String>(Layer::Settings(SettingsPage::default()));
                self.open(|layer| matches!(layer, Layer::Settings(_)), new, effects);
            }
            Request::Learn => {
                let info = self.info();
                self.open(
                    |layer| matches!(layer, Layer::Learn(_)),
                    || Learn::new(info).map(Layer::Learn),
                    effects,
                );
            }
            Request::Lesson(info, at) => self.teach(GameLesson::of(info), at, effects),
            Request::Strategy(info, lesson) => self.teach_strategy(info, lesson, effects),
            Request::Puzzle(info, after) => self.ask_puzzle(info, after, effects),
            Request::Daily => match shipped::daily(self.shared.day()) {
                Some(puzzle) => self.teach(Ok(GameLesson::puzzle(puzzle, true)), 0, effects),
                None => self.shared.refuse("there are no puzzles", effects),
            },
            Request::Rules(info) => {
                self.push(Layer::Rules(RulesPage::new(info.unwrap_or(self.info()))), effects);
            }
            Request::Comment { turn, text } => {
                self.push(Layer::Comment(Comment::new(turn, text)), effects);
            }
            Request::Report { text, points } => {
                self.push(Layer::Report(ReportPage::new(text, points)), effects);
            }
            Request::Retry(retry) => {
                self.push(Layer::Retry(Box::new(RetryPage::new(*retry))), effects);
            }
            Request::Seats { selected, names } => {
                self.push(Layer::Seats(Seats { selected, names }), effects);
            }
            Request::Ask(text, action) => {
                self.push(Layer::Question(Question { text, action }), effects);
            }
            Request::Confirmed(action) => self.confirmed(action, effects),
            Request::Prompt(purpose, text) => {
                self.push(Layer::Prompt(Prompt::new(purpose, &text)), effects);
                if purpose == Purpose::Step { self.aim(&text, effects) } else { effects.draw() }
            }
            Request::Submit(purpose, text) => self.submit(purpose, &text, effects),
            Request::Aim(text) => self.aim(&text, effects),
            Request::Offer(text) => {
                self.offer(&text);
            }
            Request::Choose => self.carry_out_chosen(effects),
            Request::Quit => self.quit(effects),
        }
    }

    /// Shows the editor, with `position` or without one as it was left; before it ever was, with
    /// the start of the game at hand.
    fn edit(&mut self, position: Option<&Position>, effects: &mut Effects) {
        if self.shared.editor.is_none() {
            let info = self.info();
            let start = || Position::start(info, &info.options(&Setup::default())?);
            match position.map_or_else(start, |position| Ok(position.clone())) {
                Ok(start) => self.shared.editor = Some(Editor::new(&start)),
                Err(error) => return self.shared.refuse(error.to_string(), effects),
            }
        }
        if let (Some(position), Some(editor)) = (position, &mut self.shared.editor) {
            editor.take(position);
        }
        self.open(
            |layer| matches!(layer, Layer::Editor(_)),
            || Ok::<_, String>(Layer::Editor(PositionEditor)),
            effects,
        );
    }

    /// Begins a lesson at step `at`.
    fn teach(&mut self, course: Result<GameLesson, LessonError>, at: usize, effects: &mut Effects) {
        let keys = self.shared.key_names(self.contexts());
        match course.and_then(|course| Lesson::of(course, at, |text| keys.spell(text))) {
            Ok(lesson) => self.push(Layer::Lesson(Box::new(lesson)), effects),
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

    /// Asks the puzzle of `info` that comes next in practice, but not `after`.
    fn ask_puzzle(&mut self, info: &'static Info, after: Option<u64>, effects: &mut Effects) {
        let puzzles = self.shared.learnt.puzzles.puzzles(info);
        let rated: Vec<(u64, u16)> =
            puzzles.iter().map(|puzzle| (puzzle.id(), puzzle.rating)).collect();
        let next =
            self.shared.learnt.progress.practice(info).next(&rated, self.shared.day(), after);
        match rated.iter().position(|(id, _)| Some(*id) == next) {
            Some(at) => {
                let course = GameLesson::puzzle(puzzles[at], false);
                self.teach(Ok(course), 0, effects);
            }
            None => self.shared.refuse(format!("there are no puzzles of {}", info.title), effects),
        }
    }

    fn push(&mut self, layer: Layer, effects: &mut Effects) {
        self.stack.push(layer);
        effects.draw();
    }

    /// Shows a screen over the home screen, in place of anything else.
    fn show(&mut self, layer: Layer, effects: &mut Effects) {
        self.stack.clear();
        self.push(layer, effects);
    }

    /// Goes back to the home screen, its first line selected.
    pub(super) fn go_home(&mut self, effects: &mut Effects) {
        self.stack.clear();
        self.stack.home_mut().show(self.shared.game.seated());
        effects.draw();
    }

    /// Takes the layer in front away.
    pub(super) fn close(&mut self, effects: &mut Effects) {
        if let Some(Layer::Prompt(_) | Layer::Palette(_)) = self.stack.pop()
            && let Some(table) = self.table_mut()
        {
            table.hand_mut().aim_at_cursor();
        }
        let leads_to_game = match self.stack.front() {
            Layer::Game(_) => true,
            Layer::Home(home) => matches!(home.going_on(), Some(Choice::Continue)),
            _ => false,
        };
        if leads_to_game && self.shared.game.seated().is_none() {
            // It was deleted from the list that lay over it.
            return self.go_home(effects);
        }
        effects.draw();
    }

    /// Shows a screen over the one that is shown, or comes back to it where it is open already, so
    /// that none lies in the stack twice.
    fn open<E: ToString>(
        &mut self,
        is: impl Fn(&Layer) -> bool,
        new: impl FnOnce() -> Result<Layer, E>,
        effects: &mut Effects,
    ) {
        self.stack.close_overlays();
        if self.stack.come_back_to(is) {
            return effects.draw();
        }
        match new() {
            Ok(layer) => self.push(layer, effects),
            Err(error) => self.shared.refuse(error.to_string(), effects),
        }
    }

    /// Shows every key, those first that count here.
    pub(super) fn open_help(&mut self, effects: &mut Effects) {
        let board = self
            .table()
            .filter(|_| matches!(self.stack.screen(), Layer::Game(_) | Layer::Lesson(_)));
        let legend = board.map_or_else(Vec::new, |table| {
            let layout = self.game_view(self.area()).and_then(|view| view.areas().board);
            let drawn = layout.map_or(Drawn::Characters, |layout| layout.drawn());
            legend(
                table.game().info(),
                &table.hand().seen().marks,
                table.hand().orientation(),
                &self.shared.theme,
                drawn,
            )
        });
        self.push(Layer::Help(Help::new(self.contexts(), legend)), effects);
    }

    /// The form for a new game of `info`, as the settings have it.
    fn form_of(&self, info: &'static Info) -> NewGameForm {
        let settings = self.shared.settings();
        NewGameForm::new(info, settings.seats, settings.clock).with_coach(settings.coach)
    }

    /// The form for another game like the one at the board; after one that was only studied, as the
    /// settings have it.
    fn form_again(&self) -> Option<NewGameForm> {
        let seated = self.shared.game.seated()?;
        let table = &seated.table;
        let form = self.form_of(table.game().info());
        if !seated.is_own {
            return Some(form);
        }
        let seats =
            Colour::BOTH.map(|colour| table.players().holder(colour, NodeId::START).clone());
        Some(form.like(table.game().options(), &seats, seated.clock.control()))
    }

    // ----- questions and prompts

    /// True if a prompt for `purpose` is in front.
    pub(super) fn is_at_prompt(&self, purpose: Purpose) -> bool {
        matches!(self.stack.front(), Layer::Prompt(prompt) if prompt.purpose == purpose)
    }

    /// True if a position that was set up would be lost if the program ended now, whether or not it
    /// is on the screen.
    pub(super) fn would_lose_position(&self) -> bool {
        self.shared.editor.as_ref().is_some_and(Editor::is_unknown)
    }

    /// True if a question whose yes has this effect is in front.
    pub(super) fn asks_to_quit(&self) -> bool {
        matches!(
            self.stack.front(),
            Layer::Question(Question {
                action: ConfirmAction::Quit | ConfirmAction::QuitEditor,
                ..
            })
        )
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
                return saved.unwrap_or_else(|why| self.fault(why, effects));
            }
            ConfirmAction::ReplacePicture(path) => {
                let drawn = self.shared.draw_picture(path, Existing::Replace, effects);
                return drawn.unwrap_or_else(|why| self.fault(why, effects));
            }
        };
        self.shared.handle(event, effects);
    }

    /// Hands the screen what was typed; if the screen refuses it, the prompt says why.
    fn submit(&mut self, purpose: Purpose, text: &str, effects: &mut Effects) {
        // Blanks at the ends of a comment are its own.
        let text = if purpose == Purpose::Comment { text } else { text.trim() };
        let screen = self.stack.screen_mut().component_mut();
        match screen.submit(purpose, text.to_owned(), &mut self.shared, effects) {
            Ok(effects) => effects,
            Err(why) => {
                self.fault(why, effects);
                if purpose == Purpose::Step && matches!(self.stack.screen(), Layer::Game(_)) {
                    self.shared.bell_on_refusal(effects);
                }
            }
        }
    }

    /// Says what went wrong, in the prompt if it came of one.
    pub(super) fn fault(&mut self, text: impl AsRef<str>, effects: &mut Effects) {
        if let Layer::Prompt(prompt) = self.stack.front_mut() {
            prompt.fail(text.as_ref());
            return effects.draw();
        }
        self.shared.refuse(text, effects);
    }

    /// Lets the board show the line as far as it is typed.
    fn aim(&mut self, text: &str, effects: &mut Effects) {
        if let Some(table) = self.table_mut() {
            table.hand_mut().aim_at_text(text);
        }
        effects.draw();
    }
}
