//! The program on the screen: a stack of layers, what they share, and what messages do to both.
//!
//! [`App::update`] is pure: it touches no terminal, clock, file or thread. What it cannot do itself
//! it returns as [`Effect`]s for whoever drives it, who answers with further [`Message`]s.

mod commands;
mod draw;
mod ending;
mod messages;
mod mouse;
mod requests;
mod view;

use std::path::PathBuf;
use std::time::Duration;

use ratatui::layout::Size;
use tetralith_core::{Info, Step, games};

use super::layers::{Layer, Stack};
use super::request::{ConfirmAction, Request};
use super::shared::{CurrentGame, Learnt, Notices, Shared, Shown, Window, is_playing};
use crate::configuration::Configuration;
use crate::graphics::Findings;
use crate::keymap::{Action, Context, Key};
use crate::program::{
    Effect, Loaded, Message, Moment, Program, Start, StorageRequest, TerminalRequest,
};
use crate::remote::game::{ONE_GAME, RemoteGame};
use crate::shipped::Collection;
use crate::tui::board::display::Display;
use crate::tui::board::layout::dots;
use crate::tui::layers::home::menu::Home;
use tetralith_picture::look::Art;
use tetralith_session::hint::Place;
use tetralith_session::progress::Progress;
use tetralith_session::seated::Seated;
use tetralith_session::table::Table;
use tetralith_terminput::{KeyEvent, KeyEventKind};

/// The state of the whole program.
#[derive(Clone)]
pub struct App {
    stack: Stack,
    shared: Shared,
}

impl Program for App {
    fn update(&mut self, message: Message) -> Vec<Effect> {
        Self::update(self, message)
    }

    fn wake_at(&self) -> Option<Duration> {
        Self::wake_at(self)
    }

    fn is_quit(&self, message: &Message) -> bool {
        Self::is_quit(self, message)
    }

    fn take_leave(&mut self) -> Vec<Effect> {
        self.shared.leave_remote("they closed the program")
    }
}

impl App {
    /// The program as it begins, and what shall be done first.
    ///
    /// `configuration` holds the settings, or a theme alone with everything else at its default.
    /// `unfinished` is the game to offer for resuming.
    pub fn new(
        start: Start,
        configuration: impl Into<Configuration>,
        size: Size,
        now: Moment,
        unfinished: Option<PathBuf>,
    ) -> (Self, Vec<Effect>) {
        let configuration = configuration.into();
        let settings = &configuration.settings;
        let theme = configuration.theme();
        let display = Display {
            zoom: configuration.board().zoom(),
            whole: configuration.board() == Art::Blocks,
            dots: dots(&theme),
            picture: None,
            coordinates: settings.coordinates,
            marks: settings.marks,
            tree: false,
            rules: None,
        };
        let stack = Stack::new(Home::new(unfinished, settings.game));
        let shared = Shared {
            game: CurrentGame::default(),
            editor: None,
            explored: None,
            theme,
            window: Window {
                size,
                mouse: configuration.mouse(),
                pressed: None,
                graphics: Findings::default(),
            },
            configuration,
            display,
            notices: Notices::default(),
            learnt: Learnt {
                progress: Progress::default(),
                is_kept: true,
                puzzles: Collection::default(),
                awaited: None,
            },
            trash: Vec::new(),
            now,
            requests: Vec::new(),
        };
        let mut app = Self { stack, shared };
        let begun = app.begin(start);
        app.shared.tell_faults();
        let mut effects = vec![Effect::Storage(StorageRequest::ReadProgress), Effect::Draw];
        effects.extend(begun.into_iter().filter(|effect| *effect != Effect::Draw));
        effects.extend(app.shared.ask_background());
        effects.extend(app.shared.ask_graphics());
        effects.extend(app.shared.follow_up());
        effects.extend(app.look_into_files());
        effects.extend(app.carry_out_requests());
        effects.dedup();
        (app, effects)
    }

    /// Goes where the program shall begin, and returns what shall be done for it.
    fn begin(&mut self, start: Start) -> Vec<Effect> {
        let mut effects = match start {
            Start::Home => Vec::new(),
            Start::Remote { game, loaded } => self.begin_remote(game, loaded),
            Start::Play { info, options, seats, clock } => {
                self.shared.start_game(info, options, seats, clock)
            }
            Start::Replay { loaded, turn } => {
                let effects = self.shared.sit_down(*loaded, false);
                if let Some(turn) = turn {
                    self.shared.begin_at_turn(turn);
                }
                effects
            }
            Start::Puzzles { info, collection } => {
                (self.shared.learnt.puzzles, self.shared.learnt.awaited) = (collection, Some(info));
                Vec::new()
            }
        };
        effects.extend(self.carry_out_requests());
        effects
    }

    /// Puts a game with another terminal on the board.
    fn begin_remote(&mut self, game: Box<RemoteGame>, loaded: Option<Box<Loaded>>) -> Vec<Effect> {
        let mut effects = match (loaded, game.peer().terms()) {
            (Some(loaded), _) => self.shared.rejoin(*loaded),
            (None, Some(terms)) => {
                let (info, options) = (terms.start.info(), *terms.start.options());
                self.shared.start_game(info, options, game.seats(), game.clock())
            }
            (None, None) => Vec::new(),
        };
        effects.extend(self.shared.begin_remote(game));
        effects
    }

    /// The place at the cursor and the step that led there, by which another position is known.
    fn last_step(&self) -> Option<(Place, Option<Step>)> {
        let Seated { game, table, .. } = self.shared.game.seated.as_ref()?;
        let node = table.timeline().cursor();
        Some((Place { game: *game, node }, table.timeline().step(node)))
    }

    /// Lets `message` happen and returns what shall be done.
    pub fn update(&mut self, message: Message) -> Vec<Effect> {
        let (before, step) = (self.shared.board_to_compare(), self.last_step());
        let mut effects = self.take_in(message);
        effects.extend(self.carry_out_requests());
        effects.extend(self.shared.follow_coach());
        effects.extend(self.carry_out_requests());
        if step != self.last_step()
            && let Layer::Explorer(explorer) = self.stack.screen_mut()
        {
            // A move may have come from another terminal.
            explorer.look(&self.shared);
        }
        self.shared.light_up(before);
        let is_away = self.shared.game.shown == Shown::Away;
        let is_asked = self.stack.visible().iter().any(Layer::is_said);
        if let Some(table) = self.shared.game.table_mut().filter(|_| is_away || is_asked) {
            // Autoplay stops where nobody sees it, and while somebody types something about the
            // move on the board.
            table.stop_autoplay();
        }
        effects.extend(self.shared.follow_remote());
        let quits = effects.contains(&Effect::Quit);
        if let Some(saving) = self.shared.game.saving.as_mut().filter(|_| quits) {
            saving.at_the_end = true;
        }
        if quits {
            self.shared.game.keeping.ending = true;
            let secured = self.shared.secure();
            if secured.contains(&Effect::Stay) {
                effects.retain(|effect| *effect != Effect::Quit);
            }
            effects.splice(0..0, secured);
        } else {
            effects.splice(0..0, self.shared.keep_place());
        }
        effects.extend(self.carry_out_requests());
        effects.extend(self.shared.follow_up());
        effects.extend(self.look_into_files());
        self.shared.forget_choice();
        effects.extend(self.shared.note_end());
        effects.extend(self.carry_out_requests());
        // What lies over a board takes its picture away.
        let is_covered = self.stack.overlays().iter().any(|layer| !layer.is_said());
        self.shared.choose_art(is_covered);
        effects.dedup();
        effects
    }

    fn key(&mut self, event: KeyEvent) -> Vec<Effect> {
        let Some(key) = Key::of(event) else { return Vec::new() };
        let front = self.stack.front_mut().component_mut();
        if let Some(effects) = front.take_key(key, &mut self.shared) {
            return effects;
        }
        let contexts = front.contexts(&self.shared);
        let typing = contexts.iter().any(|context| context.is_text());
        if let Some(c) = key.text()
            && (typing || front.begins_text(c))
        {
            return self.typed(&c.to_string());
        }
        let Some(action) = self.keymap().action(&contexts, key, event.kind == KeyEventKind::Repeat)
        else {
            return self.shared.clear_notice();
        };
        self.act(action)
    }

    /// Returns true unless nothing but playing is allowed here and `action` is something else.
    fn is_allowed(&self, action: Action) -> bool {
        let leaves_the_board = action == Action::Cancel && self.stack.overlays().is_empty();
        !self.shared.is_kiosk() || is_playing(action) && !leaves_the_board
    }

    /// Does what a key or a click on a hint asks: what holds for every layer, or else what the
    /// layer in front does.
    fn act(&mut self, action: Action) -> Vec<Effect> {
        let mut effects = self.shared.clear_notice();
        if !self.is_allowed(action) {
            effects.extend(self.shared.refuse(ONE_GAME));
            return effects;
        }
        let front = self.stack.front();
        let is_screen = front.is_screen();
        // A page of text on which characters are keys: not the help, where they are looked for.
        let is_page = matches!(front, Layer::Rules(_) | Layer::Comment(_) | Layer::Report(_));
        let is_settings = matches!(front, Layer::Settings(_));
        effects.extend(match action {
            Action::Quit => self.quit(),
            Action::Suspend => vec![Effect::Terminal(TerminalRequest::Suspend)],
            Action::Redraw => vec![Effect::Terminal(TerminalRequest::Redraw)],
            Action::MouseCapture => self.toggle_mouse(),
            Action::Palette => self.open_palette(),
            Action::Help if is_screen || is_page => self.open_help(),
            Action::Rules if is_screen => self.shared.request(Request::Rules(None)),
            Action::Settings if is_page || is_screen && !is_settings => {
                self.shared.request(Request::Settings)
            }
            Action::Learn if is_page || is_screen => self.shared.request(Request::Learn),
            _ => self.stack.front_mut().component_mut().act(action, &mut self.shared),
        });
        effects.extend(self.carry_out_requests());
        effects.dedup();
        effects
    }

    /// Takes text that is typed or pasted; a layer in which no text is typed does not read it as
    /// commands.
    fn typed(&mut self, text: &str) -> Vec<Effect> {
        self.stack.front_mut().component_mut().typed(text, &mut self.shared)
    }

    /// Ends, but asks first if a game would be lost; to quit a second time does not answer that
    /// question.
    fn quit(&mut self) -> Vec<Effect> {
        if self.asks_to_quit() {
            return Vec::new();
        }
        if self.would_lose_position() {
            let text = "Quit and lose the position you set up? Copy it as text to keep it.";
            return self.shared.ask(text.to_owned(), ConfirmAction::QuitEditor);
        }
        self.shared.quit()
    }

    fn toggle_mouse(&mut self) -> Vec<Effect> {
        self.shared.window.mouse = !self.shared.window.mouse;
        let captured = self.shared.window.mouse;
        let key = self.shared.key_for(Context::Anywhere, Action::MouseCapture);
        let text = if captured {
            "the mouse plays again".to_owned()
        } else {
            format!("the mouse is the terminal's; {key} takes it back")
        };
        self.shared.say(text);
        vec![Effect::Terminal(TerminalRequest::CaptureMouse(captured)), Effect::Draw]
    }

    /// The game at hand, of which the rules are shown.
    pub fn info(&self) -> &'static Info {
        self.stack.screen().component().info(&self.shared).unwrap_or(games::INFOS[0])
    }

    /// The board on the screen or behind it: a lesson's, else that of the game.
    pub fn table(&self) -> Option<&Table> {
        match self.stack.screen() {
            Layer::Lesson(lesson) => Some(lesson.table()),
            Layer::Retry(page) => Some(page.table()),
            _ => self.shared.game.table(),
        }
    }

    /// The same, to do something at it.
    fn table_mut(&mut self) -> Option<&mut Table> {
        match self.stack.screen_mut() {
            Layer::Lesson(lesson) => Some(lesson.table_mut()),
            Layer::Retry(page) => Some(page.table_mut()),
            _ => self.shared.game.table_mut(),
        }
    }
}
