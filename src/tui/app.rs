//! The state of the whole program on the screen, what happens to it, and what shall be done about that.
//!
//! [`App::update`] is pure: it touches no terminal, clock, file or thread. What it cannot do itself it returns as
//! [`Effect`]s for [`super::runtime`], which answers with further [`Message`]s.

mod at_table;
mod browse;
mod clocks;
mod draw;
mod ending;
pub(crate) mod engine;
mod export;
mod hints;
mod home;
mod keeping;
mod learn;
mod over;
mod palette;
mod pointer;
mod saving;
mod settings;

use std::path::PathBuf;
use std::time::Duration;

use ratatui::layout::{Position, Size};
use tetralith_core::timeline::NodeId;
use tetralith_core::{CellSet, Info, Step, games};
use tetralith_terminput::{KeyEvent, KeyEventKind};

use super::browser::Browser;
use super::configuration::Configuration;
use super::display::Display;
use super::form::Form;
use super::home::Home;
use super::keymap::{Action, Context, Key};
use super::learn::Learn;
use super::lesson::Lesson;
use super::overlays::Overlay;
use super::progress::Progress;
use super::seated::Seated;
use super::settings_page::SettingsPage;
use super::table::{Mode, Reply, Table};
use super::theme::Theme;
use super::thinking::{Thought, Thoughts};
pub use super::widgets::notice::{Notice, Tone};
use crate::files::Trashed;
pub use crate::program::{
    Effect, EngineRequest, Export, Loaded, Message, Moment, SaveFault, Start, StorageRequest, TerminalRequest,
};
use keeping::{Keeping, Newcomer};
pub use learn::Taught;
use saving::Saving;

/// What fills the screen.
#[derive(Clone, Debug)]
pub enum Screen {
    /// The home screen.
    Home,
    /// The form for a new game.
    NewGame(Form),
    /// The list of files to open.
    Open(Browser),
    /// The settings.
    Settings(SettingsPage),
    /// The table.
    Table,
    /// The list of lessons.
    Learn(Learn),
    /// A lesson.
    Lesson(Box<Taught>),
}

/// The state of the whole program.
#[derive(Clone)]
pub struct App {
    screen: Screen,
    home: Home,
    seated: Option<Seated>,
    overlays: Vec<Overlay>,
    notice: Option<Notice>,
    display: Display,
    configuration: Configuration,
    theme: Theme,
    size: Size,
    now: Moment,
    mouse: bool,
    /// Where the mouse was pressed last and still is.
    pressed: Option<Position>,
    thoughts: Thoughts,
    /// What is known of the games that are to be kept.
    keeping: Keeping,
    /// What was looked for last at the table.
    sought: String,
    /// The games deleted in this run of the program, the last one last.
    trash: Vec<Trashed>,
    /// What is being saved under a name of the user's own.
    saving: Option<Saving>,
    /// Why that failed when the program had ended already.
    lost: Option<String>,
    /// The place and the steps chosen there that are to be made when they are chosen again.
    armed: Option<(NodeId, Vec<Step>)>,
    progress: Progress,
    /// Whether what is learnt is kept: not over a file that cannot be read.
    progress_kept: bool,
    /// The cells that the notice speaks of.
    lit: CellSet,
}

impl App {
    /// The program as it begins, and what shall be done first.
    ///
    /// `configuration` is all that is set: settings, or a theme alone with everything else as it usually is. `unfinished`
    /// is the game to offer for resuming.
    pub fn new(
        start: Start,
        configuration: impl Into<Configuration>,
        size: Size,
        now: Moment,
        unfinished: Option<PathBuf>,
    ) -> (Self, Vec<Effect>) {
        let configuration = configuration.into();
        let settings = &configuration.settings;
        let mut app = Self {
            screen: Screen::Home,
            home: Home::new(unfinished, settings.game),
            seated: None,
            overlays: Vec::new(),
            notice: None,
            display: Display {
                zoom: settings.board,
                coordinates: settings.coordinates,
                marks: settings.marks,
                tree: false,
                rules: None,
            },
            theme: configuration.theme(),
            size,
            now,
            mouse: configuration.mouse(),
            pressed: None,
            configuration,
            thoughts: Thoughts::default(),
            keeping: Keeping::default(),
            sought: String::new(),
            trash: Vec::new(),
            saving: None,
            lost: None,
            armed: None,
            progress: Progress::default(),
            progress_kept: true,
            lit: CellSet::EMPTY,
        };
        match start {
            Start::Home => {}
            Start::Play { info, options, seats, clock } => drop(app.start_game(info, options, seats, clock)),
            Start::Replay { loaded, turn } => {
                app.sit_down(*loaded, false);
                if let Some(turn) = turn
                    && let Some(Seated { table, .. }) = &mut app.seated
                {
                    if turn > table.last_turn() {
                        table.go_to_end();
                        let sentence = format!("there is no turn {turn}; this is the last, {}", table.last_turn());
                        app.say(sentence);
                    } else {
                        let reply = table.go_to_turn(turn);
                        app.heed(reply);
                    }
                }
            }
        }
        app.tell_faults();
        let mut effects = vec![Effect::Storage(StorageRequest::ReadProgress), Effect::Draw];
        effects.extend(app.ask_background());
        effects.extend(app.follow_up());
        effects.extend(app.look_into_files());
        effects.dedup();
        (app, effects)
    }

    /// What fills the screen.
    pub const fn screen(&self) -> &Screen {
        &self.screen
    }

    /// The home screen.
    pub const fn home(&self) -> &Home {
        &self.home
    }

    /// The table, if a game is on it; in a lesson the lesson's.
    pub fn table(&self) -> Option<&Table> {
        self.lesson().map(Lesson::table).or_else(|| self.seated.as_ref().map(|seated| &seated.table))
    }

    /// What lies over the screen, the front last.
    pub fn overlays(&self) -> &[Overlay] {
        &self.overlays
    }

    /// The sentence to show.
    pub const fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    /// What was looked for last at the table.
    pub fn sought(&self) -> &str {
        &self.sought
    }

    /// The way boards are shown.
    pub const fn display(&self) -> Display {
        self.display
    }

    /// How things look.
    pub const fn theme(&self) -> &Theme {
        &self.theme
    }

    /// The size of the window.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The game that the rules are shown of: the one at hand.
    pub fn info(&self) -> &'static Info {
        match (&self.screen, &self.seated) {
            (Screen::Table | Screen::Open(_), Some(seated)) => seated.table.game().info(),
            (Screen::NewGame(form), _) => form.info,
            (Screen::Learn(list), _) => list.info(),
            (Screen::Lesson(taught), _) => taught.lesson.course().info,
            (Screen::Home, seated) => {
                let at_table = seated.as_ref().map(|seated| seated.table.game().info());
                self.home.info().or(at_table).unwrap_or(games::INFOS[0])
            }
            _ => games::INFOS[0],
        }
    }

    /// The game at the table as a record says it.
    pub fn record_text(&self) -> Option<String> {
        self.seated.as_ref().and_then(|seated| seated.text().ok())
    }

    /// When [`Message::Tick`] is needed next, on the steady clock.
    pub fn wake_at(&self) -> Option<Duration> {
        let now = self.now.steady;
        let picture = self.thoughts.under_way.as_ref().and_then(|thought| thought.next_picture(now));
        [self.table().and_then(Table::due), picture, self.step_due(), self.clock_due()].into_iter().flatten().min()
    }

    /// The parts of the keymap that are active, front to back.
    pub fn contexts(&self) -> Vec<Context> {
        match self.overlays.last() {
            // Without anything that is looked for there is nothing but the page to leave.
            Some(Overlay::Help { filter, .. }) if filter.text().is_empty() => {
                return vec![Context::Page, Context::Filter];
            }
            Some(Overlay::Help { .. }) => return vec![Context::Filter, Context::Page],
            Some(Overlay::Comment { .. }) => return vec![Context::Page, Context::Anywhere],
            Some(Overlay::Rules { .. }) => return vec![Context::Rules, Context::Page, Context::Anywhere],
            Some(Overlay::Question(question)) if question.action.is_destructive() => return vec![Context::Question],
            Some(Overlay::Question(_)) => return vec![Context::Question, Context::Harmless],
            Some(Overlay::Prompt(_)) => return vec![Context::Typing],
            Some(Overlay::Palette(_)) => return vec![Context::Palette, Context::Typing],
            Some(Overlay::Seats(_)) => return vec![Context::Seats],
            None => {}
        }
        match (&self.screen, &self.seated) {
            (Screen::NewGame(form), _) if form.is_typing() => vec![Context::Name, Context::Menu],
            (Screen::Open(browser), _) if browser.is_filtering() => vec![Context::Filter, Context::Menu],
            (Screen::Open(_), _) => vec![Context::Files, Context::Menu, Context::Anywhere],
            // Every other key is the new one.
            (Screen::Settings(page), _) if page.is_waiting() => vec![Context::Menu],
            (Screen::Lesson(taught), _) => Self::lesson_contexts(&taught.lesson),
            (Screen::Table, Some(Seated { table, .. })) => {
                let mut contexts = Vec::with_capacity(4);
                if self.display.rules.is_some() && self.has_panel() {
                    contexts.push(Context::RulesBeside);
                }
                if table.mode() == Mode::Play {
                    if table.computer_to_move().is_some() {
                        // The space bar pauses a game that is watched, and lets a paused one go on.
                        contexts.extend(match (self.thoughts.own().is_some(), table.is_watched()) {
                            (true, true) => vec![Context::Watching, Context::Thinking],
                            (true, false) => vec![Context::Thinking],
                            (false, true) => vec![Context::Waiting, Context::Watching],
                            (false, false) => vec![Context::Waiting],
                        });
                    }
                    if table.has_trominoes() {
                        contexts.push(Context::Tromino);
                    }
                    contexts.push(Context::directions(table.game().board().geometry().shape()));
                    contexts.push(Context::Play);
                } else {
                    if table.running().is_some() {
                        contexts.push(Context::Running);
                    }
                    contexts.push(Context::Review);
                }
                contexts.extend([Context::Table, Context::Anywhere]);
                contexts
            }
            _ => vec![Context::Menu, Context::Anywhere],
        }
    }

    // ----- what happens

    /// Lets `message` happen and says what shall be done.
    pub fn update(&mut self, message: Message) -> Vec<Effect> {
        let mut effects = self.take_in(message);
        if let Some(seated) = self.seated.as_mut().filter(|_| !matches!(self.screen, Screen::Table)) {
            // Nothing runs on where nobody sees it.
            seated.table.stop_autoplay();
        }
        let quits = effects.contains(&Effect::Quit);
        if let Some(saving) = self.saving.as_mut().filter(|_| quits) {
            saving.at_the_end = true;
        }
        if quits {
            self.keeping.ending = true;
            let secured = self.secure();
            if secured.contains(&Effect::Stay) {
                effects.retain(|effect| *effect != Effect::Quit);
            }
            effects.splice(0..0, secured);
        } else if !matches!(self.screen, Screen::Table) {
            effects.splice(0..0, self.keep_place());
        }
        effects.extend(self.follow_up());
        effects.extend(self.look_into_files());
        self.disarm();
        effects.extend(self.note_end());
        effects.dedup();
        effects
    }

    fn take_in(&mut self, message: Message) -> Vec<Effect> {
        match message {
            Message::Key(event) => self.key(event),
            Message::Mouse(event) => self.mouse(event),
            Message::Paste(text) => self.paste(&text),
            Message::Resize(size) => {
                self.size = size;
                if let Some(table) = self.table_mut() {
                    table.show_cursor();
                }
                vec![Effect::Draw]
            }
            Message::Tick(now) => self.tick(now),
            Message::Loaded(Ok(loaded)) => {
                self.overlays.clear();
                self.sit_down(*loaded, true)
            }
            Message::Kept { game, kept } => self.kept(game, kept),
            Message::Entered(dir) => {
                self.overlays.clear();
                self.browse(Some(dir))
            }
            Message::Saved(saved) => self.saved(saved),
            Message::Exported(exported) => self.exported(exported),
            Message::Loaded(Err(fault)) => self.fault(fault),
            Message::Listed(listed) => {
                if let Screen::Open(browser) = &mut self.screen {
                    browser.list(listed);
                }
                vec![Effect::Draw]
            }
            Message::Peeked(peeks) => {
                if let Screen::Open(browser) = &mut self.screen {
                    browser.learn(peeks);
                    return vec![Effect::Draw];
                }
                if self.home.learn(peeks) { vec![Effect::Draw] } else { Vec::new() }
            }
            Message::Renamed { from, to } => self.renamed(&from, to),
            Message::Discarded(discarded) => self.discarded(discarded),
            Message::Restored(restored) => self.restored(restored),
            Message::Background(background) => self.take_background(background),
            Message::Configured(Ok(())) => Vec::new(),
            Message::Configured(Err(why)) => self.tell_unwritten(&why),
            Message::CannotKeep(why) => self.refuse(why),
            Message::Thought(answer) => self.take_answer(answer),
            Message::Progress(text) => self.take_progress(text),
            Message::ProgressUnkept(why) => self.refuse(format!("what you have learnt is not kept: {why}")),
            Message::Unflushed => self.tell_unflushed(),
            Message::Stopped => vec![Effect::Terminal(TerminalRequest::Stop)],
            Message::CannotStop => {
                let key = self.key_for(Context::Anywhere, Action::Quit);
                self.fault(format!("there is no shell to call this back, so it goes on; {key} quits"))
            }
            Message::Resumed => vec![Effect::Terminal(TerminalRequest::Redraw)],
            Message::Quit => self.end(),
        }
    }

    fn tick(&mut self, now: Moment) -> Vec<Effect> {
        let picture = |moment: Moment| move |thought: &Thought| thought.picture(moment.steady);
        let thought = self.thoughts.under_way.as_ref();
        let next = thought.map(picture(self.now)) != thought.map(picture(now));
        let mut effects = self.tell_clocks(now);
        self.now = now;
        let reply = self.seated.as_mut().map_or(Reply::Nothing, |seated| seated.table.tick(now.steady));
        effects.extend(self.heed(reply));
        if next {
            effects.push(Effect::Draw);
        }
        effects
    }

    fn key(&mut self, event: KeyEvent) -> Vec<Effect> {
        let Some(key) = Key::of(event) else { return Vec::new() };
        if let Some(effects) = self.take_key(key) {
            return effects;
        }
        let contexts = self.contexts();
        let typing = contexts.iter().any(|context| context.is_text());
        if let Some(c) = key.text()
            && (typing || self.begins_clock(c))
        {
            return self.typed(&c.to_string());
        }
        let Some(action) = self.keymap().action(&contexts, key, event.kind == KeyEventKind::Repeat) else {
            return self.clear_notice();
        };
        self.act(action)
    }

    /// Does what a key or a click on a hint asks.
    fn act(&mut self, action: Action) -> Vec<Effect> {
        let mut effects = self.clear_notice();
        if matches!(action, Action::Settings | Action::Learn) && self.is_on_page() {
            // What is asked for fills the screen under the page, whatever else lies over it.
            self.overlays.clear();
            effects.push(Effect::Draw);
        }
        effects.extend(match action {
            Action::Quit => self.quit(),
            Action::Suspend => vec![Effect::Terminal(TerminalRequest::Suspend)],
            Action::Redraw => vec![Effect::Terminal(TerminalRequest::Redraw)],
            Action::MouseCapture => self.toggle_mouse(),
            Action::Palette => self.open_palette(),
            Action::Help if self.is_on_page() => self.open_help(),
            _ if !self.overlays.is_empty() => self.act_on_overlay(action),
            Action::Help => self.open_help(),
            Action::Settings if !matches!(self.screen, Screen::Settings(_)) => self.open_settings(),
            Action::Rules => self.open(Overlay::Rules { info: self.info(), scroll: 0 }),
            Action::Learn => self.open_lessons(),
            _ => match self.screen {
                Screen::Home => self.act_at_home(action),
                Screen::NewGame(_) => self.act_on_form(action),
                Screen::Open(_) => self.act_on_files(action),
                Screen::Settings(_) => self.act_on_settings(action),
                Screen::Table => self.act_at_table(action),
                Screen::Learn(_) => self.act_on_lessons(action),
                Screen::Lesson(_) => self.act_in_lesson(action),
            },
        });
        effects.dedup();
        effects
    }

    fn typed(&mut self, text: &str) -> Vec<Effect> {
        let input = match (self.overlays.last_mut(), &mut self.screen) {
            (Some(Overlay::Palette(palette)), _) => {
                palette.insert(text);
                self.aim_at_palette();
                return vec![Effect::Draw];
            }
            (Some(Overlay::Help { filter, scroll, .. }), _) => {
                *scroll = 0;
                Some(filter)
            }
            (Some(Overlay::Prompt(prompt)), _) => {
                prompt.fault = None;
                Some(&mut prompt.input)
            }
            (None, Screen::NewGame(form)) => {
                return if form.insert(text) { vec![Effect::Draw] } else { Vec::new() };
            }
            (None, Screen::Open(browser)) if browser.is_filtering() => {
                browser.insert(text);
                return vec![Effect::Draw];
            }
            _ => None,
        };
        let Some(input) = input else { return Vec::new() };
        input.insert(text);
        self.aim_at_prompt();
        vec![Effect::Draw]
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        // Text pasted where nothing is typed is not a string of commands.
        self.typed(text)
    }

    // ----- notices, the mouse

    fn clear_notice(&mut self) -> Vec<Effect> {
        if self.notice.take().is_some() { vec![Effect::Draw] } else { Vec::new() }
    }

    fn say(&mut self, text: impl AsRef<str>) -> Vec<Effect> {
        self.lit = CellSet::EMPTY;
        self.notice = Some(Notice::new(text.as_ref(), Tone::Plain));
        vec![Effect::Draw]
    }

    fn refuse(&mut self, text: impl AsRef<str>) -> Vec<Effect> {
        self.lit = CellSet::EMPTY;
        self.notice = Some(Notice::new(text.as_ref(), Tone::Refusal));
        vec![Effect::Draw]
    }

    fn toggle_mouse(&mut self) -> Vec<Effect> {
        self.mouse = !self.mouse;
        let key = self.key_for(Context::Anywhere, Action::MouseCapture);
        let text = if self.mouse {
            "the mouse plays again".to_owned()
        } else {
            format!("the mouse is the terminal's; {key} takes it back")
        };
        self.say(text);
        vec![Effect::Terminal(TerminalRequest::CaptureMouse(self.mouse)), Effect::Draw]
    }
}
