//! The program on the screen: a stack of layers, what they share, and what messages do to both.
//!
//! It touches no terminal, clock, file or thread. Work that it cannot do itself it leaves in
//! [`Effects`] for the loop, which answers with further [`Message`]s.

mod commands;
mod messages;
mod mouse;
mod requests;
mod view;

use std::collections::HashSet;
use std::mem::{Discriminant, discriminant};
use std::path::PathBuf;
use std::time::Duration;

use ratatui::layout::{Position, Size};
use tetralith_core::text::display_text;
use tetralith_core::{Board, Step};

use super::layers::{Layer, Stack};
use super::request::{ConfirmAction, Request};
use super::shared::{BoardFace, Learnt, Notices, Shared, Window};
use crate::configuration::Configuration;
use crate::graphics::Findings;
use crate::keymap::{Action, Context, Key};
use crate::program::{Effects, Message, Moment, Program, Start, StorageRequest, TerminalRequest};
use crate::tui::board::display::Display;
use crate::tui::board::layout::dots;
use crate::tui::layers::home::menu::Home;
use tetralith_picture::look::Art;
use tetralith_session::hint::GamePlace;
use tetralith_session::match_play::{Match, MatchEvent, MatchSettings};
use tetralith_session::remote_game::ONE_GAME;
use tetralith_session::seated::Seated;
use tetralith_terminput::{KeyEvent, KeyEventKind};

/// The state of the whole program.
#[derive(Clone)]
pub struct App {
    stack: Stack,
    shared: Shared,
    /// The place where the left button was pressed last, while the pointer is still there.
    pressed: Option<Position>,
    /// The kinds of screens on which it was explained that a key does nothing.
    explained: HashSet<Discriminant<Layer>>,
}

impl Program for App {
    fn update(&mut self, message: Message, effects: &mut Effects) {
        let (before, place) = (self.shared.board_to_compare(), self.last_step());
        self.take_in(message, effects);
        self.follow_up(before, place, effects);
    }

    fn wake_at(&self) -> Option<Duration> {
        Self::wake_at(self)
    }

    fn is_quit(&self, message: &Message) -> bool {
        match message {
            Message::Quit => true,
            Message::Key(event) => Key::of(*event).is_some_and(|key| {
                let is_repeated = event.kind == KeyEventKind::Repeat;
                let action = self.shared.keymap().action(&[Context::Anywhere], key, is_repeated);
                action == Some(Action::Quit)
            }),
            _ => false,
        }
    }

    fn take_leave(&mut self, effects: &mut Effects) {
        self.shared.handle(MatchEvent::Leave("they closed the program"), effects);
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
    ) -> (Self, Effects) {
        let configuration = configuration.into();
        let settings = &configuration.settings;
        let theme = configuration.theme();
        let display = Display {
            zoom: configuration.board().zoom(),
            whole: configuration.board() == Art::Blocks,
            dots: dots(&theme),
            picture: None,
            coordinates: settings.look.coordinates,
            marks: settings.look.marks,
            tree: false,
            announce: settings.advice.announce,
            rules: None,
        };
        let stack = Stack::new(Home::new(unfinished, settings.new_game.game));
        let shared = Shared {
            game: Match::new(MatchSettings::default(), now),
            board: BoardFace::default(),
            editor: None,
            explored: None,
            theme,
            window: Window {
                size,
                mouse: configuration.mouse(),
                focused: None,
                hovered: None,
                graphics: Findings::inside(configuration.terminal.multiplexer),
                is_asked: false,
            },
            configuration,
            display,
            notices: Notices::default(),
            learnt: Learnt::default(),
            trash: Vec::new(),
            requests: Vec::new(),
        };
        let mut app = Self { stack, shared, pressed: None, explained: HashSet::new() };
        let mut effects = Effects::default();
        effects.draw();
        effects.storage(StorageRequest::ReadProgress);
        app.shared.set_match(&mut effects);
        app.begin(start, &mut effects);
        app.shared.tell_faults(&mut effects);
        app.shared.ask_background(&mut effects);
        app.shared.ask_colours(&mut effects);
        let place = app.last_step();
        app.follow_up(None, place, &mut effects);
        (app, effects)
    }

    /// Goes where the program shall begin.
    fn begin(&mut self, start: Start, effects: &mut Effects) {
        match start {
            Start::Home => {}
            Start::Remote { game, loaded } => {
                self.shared.handle(MatchEvent::Connect { game, loaded }, effects);
            }
            Start::Play { info, options, seats, clock } => {
                self.shared.handle(MatchEvent::Begin { info, options, seats, clock }, effects);
            }
            Start::Replay { loaded, turn } => {
                self.shared.handle(MatchEvent::Open { loaded, resume: false }, effects);
                if let Some(turn) = turn {
                    self.shared.begin_at_turn(turn, effects);
                }
            }
            Start::Puzzles { info, collection } => {
                (self.shared.learnt.puzzles, self.shared.learnt.awaited) = (collection, Some(info));
            }
        }
    }

    /// The place at the cursor and the step that led there; together they distinguish positions.
    fn last_step(&self) -> Option<(GamePlace, Option<Step>)> {
        let Seated { game, table, .. } = self.shared.game.seated()?;
        let node = table.timeline().cursor();
        Some((GamePlace { game: *game, node }, table.timeline().step(node)))
    }

    /// Does what follows from the events, each thing once.
    ///
    /// `before` is the board as it was, and `place` the place at the cursor.
    fn follow_up(
        &mut self,
        before: Option<Board>,
        place: Option<(GamePlace, Option<Step>)>,
        effects: &mut Effects,
    ) {
        // The stack first, and the match by where the board is on it then. Questions of the match,
        // such as whether to take back a costly move, go to the stack again.
        loop {
            self.carry_out_requests(effects);
            self.stop_autoplay();
            self.shared.handle(MatchEvent::Settle(self.stack.attention()), effects);
            if self.shared.requests.is_empty() {
                break;
            }
        }
        // The computer may have moved by now, so what looks at the board comes after.
        if place != self.last_step()
            && let Layer::Explorer(explorer) = self.stack.screen_mut()
        {
            explorer.look(&self.shared);
        }
        self.shared.light_up(before);
        self.shared.forget_choice();
        self.shared.note_end(effects);
        // The rest is about what is drawn now: which files are in view, and whether the board is a
        // picture.
        self.look_into_files(effects);
        self.shared.choose_art();
    }

    /// Ends autoplay while the player types something about the move on the board.
    fn stop_autoplay(&mut self) {
        let is_asked = self.stack.visible().iter().any(Layer::is_said);
        if let Some(table) = self.shared.game.table_mut().filter(|_| is_asked) {
            table.autoplay_mut().stop();
        }
    }

    fn key(&mut self, event: KeyEvent, effects: &mut Effects) {
        let Some(key) = Key::of(event) else { return };
        let front = self.stack.front_mut().component_mut();
        if front.take_key(key, &mut self.shared, effects) {
            return;
        }
        let contexts = front.contexts(&self.shared);
        let typing = contexts.iter().any(|context| context.is_text());
        if let Some(c) = key.text()
            && (typing || front.begins_text(c))
        {
            return self.typed(&c.to_string(), effects);
        }
        let keymap = self.shared.keymap();
        let means = |key| keymap.action(&contexts, key, event.kind == KeyEventKind::Repeat);
        // Letters of other scripts mean what the key in their place means.
        match means(key).or_else(|| means(key.latin()?)) {
            Some(action) => self.act(action, effects),
            None => explain_unbound(self, key, effects),
        }
    }

    /// Does what a key or a click on a hint asks: what holds for every layer, or else what the
    /// layer in front does.
    fn act(&mut self, action: Action, effects: &mut Effects) {
        self.shared.clear_notice(effects);
        if !self.stack.allows(action, &self.shared) {
            return self.shared.refuse(ONE_GAME, effects);
        }
        let front = self.stack.front();
        let is_screen = front.is_screen();
        // Characters are keys on it: not in the help, where they are looked for.
        let is_page = front.is_page() && !matches!(front, Layer::Page(page) if page.is_help());
        let is_settings = matches!(front, Layer::Settings(_));
        match action {
            Action::Quit => self.quit(effects),
            Action::Suspend => effects.terminal(TerminalRequest::Suspend),
            Action::Redraw => effects.terminal(TerminalRequest::Redraw),
            Action::MouseCapture => self.toggle_mouse(effects),
            Action::Palette => self.open_palette(effects),
            Action::Help if is_screen || is_page => self.open_help(effects),
            Action::Rules if is_screen => self.shared.request(Request::Rules(None)),
            Action::Settings if is_page || is_screen && !is_settings => {
                self.shared.request(Request::Settings);
            }
            Action::Learn if is_page || is_screen => self.shared.request(Request::Learn),
            Action::MyGames if is_screen => self.shared.request(Request::MyGames),
            _ => self.stack.front_mut().component_mut().act(action, &mut self.shared, effects),
        }
    }

    /// Takes text that is typed or pasted; a layer in which no text is typed does not read it as
    /// commands.
    fn typed(&mut self, text: &str, effects: &mut Effects) {
        self.stack.front_mut().component_mut().typed(text, &mut self.shared, effects);
    }

    /// Ends, but asks first if a game would be lost; to quit a second time does not answer that
    /// question.
    fn quit(&mut self, effects: &mut Effects) {
        if self.stack.asks_to_quit() {
            return;
        }
        // On the screen or not.
        if let Some(editor) = self.shared.editor.as_ref().filter(|editor| editor.is_unknown()) {
            let text = if editor.is_known() {
                let key = self.shared.key_for(Context::Editor, Action::Undo);
                format!("Quit and lose the position that you set up before? {key} brings it back.")
            } else {
                "Quit and lose this position? You can copy it as text to keep it.".to_owned()
            };
            return self.shared.ask(text, ConfirmAction::QuitEditor);
        }
        self.shared.handle(MatchEvent::Quit, effects);
    }

    fn toggle_mouse(&mut self, effects: &mut Effects) {
        self.shared.window.mouse = !self.shared.window.mouse;
        let captured = self.shared.window.mouse;
        let key = self.shared.key_for(Context::Anywhere, Action::MouseCapture);
        let text = if captured {
            "the mouse works in Tetralith again".to_owned()
        } else {
            format!("the mouse now selects text; {key} gives it back to Tetralith")
        };
        self.shared.say(text, effects);
        effects.terminal(TerminalRequest::CaptureMouse(captured));
    }
}

/// Explains that `key` does nothing, once on each kind of screen; a message that is shown comes
/// first.
fn explain_unbound(app: &mut App, key: Key, effects: &mut Effects) {
    let is_free = app.shared.notices.shown.is_none();
    app.shared.clear_notice(effects);
    let front = app.stack.front();
    if !is_free || !front.is_screen() || !app.explained.insert(discriminant(front)) {
        return;
    }
    let names = app.shared.key_names(app.stack.contexts(&app.shared));
    let help = names.bound(Action::Help).filter(|_| app.stack.allows(Action::Help, &app.shared));
    let more = help.map_or_else(String::new, |key| format!("; {key} lists all keys"));
    let name = display_text(&key.name(names.ascii));
    let text = format!("the key {name} does nothing here{more}");
    app.shared.say(text, effects);
}
