//! The state of the whole program on the screen, what happens to it, and what shall be done about that.
//!
//! [`App::update`] is pure: it touches no terminal, clock, file or thread. What it cannot do itself it returns as
//! [`Effect`]s for [`super::runtime`], which answers with further [`Message`]s.

mod at_table;
mod browse;
mod clocks;
pub(crate) mod engine;
mod export;
mod hints;
mod learn;
mod pages;
mod palette;
mod pointer;
mod settings;

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyEvent, KeyEventKind, MouseEvent};
use ratatui::layout::{Rect, Size};
use ratatui::widgets::Widget;
use tetralith_core::record::Record;
use tetralith_core::text::display_text;
use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{CellSet, Direction, Info, Options, Step, games};
use tetralith_engine::Answer;

use super::board_layout::Zoom;
use super::browser::{self, Browser, Peek};
use super::configuration::{Configuration, Ground};
use super::home::{Choice, Home};
use super::keymap::{Action, Context, Key};
use super::learn::Learn;
use super::lesson::Lesson;
use super::menus::{Field, Form};
use super::overlays::{Deed, Overlay, Prompt, Purpose, Question};
use super::palette::Command;
use super::progress::Progress;
use super::seat::Seat;
use super::seated::Seated;
use super::settings_page::SettingsPage;
use super::table::{Mode, Reply, Table};
use super::theme::{Glyphs, Theme};
use super::thinking::{Ask, Thought, Thoughts};
use super::{home, learn as lessons, lesson_view, menus, overlays, paint, panels, settings_page};
use crate::clock::Clock;
use crate::files::{Entry, Existing, Kept, Trashed, shown};
use crate::settings::{ConfigFile, Value};
pub use export::Export;
pub use learn::Taught;

/// How the board is shown, for every game until it is changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// How large; `None` for as large as fits.
    pub zoom: Option<Zoom>,
    /// Whether with coordinates.
    pub coordinates: bool,
    /// Whether with what the game marks: legal cells, control, territories.
    pub marks: bool,
    /// Whether the list of moves shows the lines that branch from it.
    pub tree: bool,
}

/// What time it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Time since the program began; it never goes back.
    pub steady: Duration,
    /// The date and time of day.
    pub wall: SystemTime,
}

impl Default for Moment {
    fn default() -> Self {
        Self { steady: Duration::ZERO, wall: SystemTime::UNIX_EPOCH }
    }
}

/// Something that has happened.
#[derive(Clone, Debug)]
pub enum Message {
    /// A key went down, was repeated or went up.
    Key(KeyEvent),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
    /// The window has this size now.
    Resize(Size),
    /// It is this late now.
    Tick(Moment),
    /// A record was read, or could not be: [`Effect::Load`].
    Loaded(Result<Box<Loaded>, String>),
    /// A game was kept, or could not be: [`Effect::Keep`].
    Kept {
        /// Which game.
        game: u64,
        /// Where, or why not.
        kept: Result<Kept, String>,
    },
    /// What was to be read is a directory.
    Entered(PathBuf),
    /// The game was saved to a file of the user's own, or could not be: [`Effect::Save`].
    Saved(Result<PathBuf, SaveFault>),
    /// A picture was made, or could not be: [`Effect::Export`].
    Exported(Result<PathBuf, SaveFault>),
    /// A directory was read, or could not be: [`Effect::List`].
    Listed(Result<Vec<Entry>, String>),
    /// Files of a list were read: [`Effect::Peek`].
    Peeked(Vec<(PathBuf, Peek)>),
    /// A game that is kept got another name, or did not: [`Effect::Rename`].
    Renamed {
        /// Where it was.
        from: PathBuf,
        /// Where it is.
        to: Result<PathBuf, String>,
    },
    /// A game was deleted, or was not: [`Effect::Discard`].
    Discarded(Result<Trashed, String>),
    /// A deleted game was brought back, or was not: [`Effect::Restore`].
    Restored(Result<PathBuf, String>),
    /// The terminal's ground is known: [`Effect::AskGround`].
    Ground(Ground),
    /// A setting was written, or could not be: [`Effect::Configure`].
    Configured(Result<(), String>),
    /// No game can be kept in the directory that is set, and this says why: [`Effect::KeepIn`].
    CannotKeep(String),
    /// The engine has found something: [`Effect::Think`].
    Thought(Answer),
    /// What was learnt in earlier runs, or why it cannot be read: [`Effect::ReadProgress`].
    Progress(Result<String, String>),
    /// What was learnt is not kept, and this says why: [`Effect::KeepProgress`].
    ProgressUnkept(String),
    /// The system asks the program to stop until it is called to the front again.
    Stopped,
    /// The program is in front again.
    Resumed,
    /// The system asks the program to end, or there is no keyboard any more.
    Quit,
}

/// Why a game was not saved to a file of the user's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SaveFault {
    /// There is such a file; it may be replaced if the user says so.
    Exists(PathBuf),
    /// Something else, as a sentence.
    Other(String),
}

/// A record that was read.
#[derive(Clone)]
pub struct Loaded {
    /// Where from.
    pub path: PathBuf,
    /// The game.
    pub timeline: Timeline,
    /// What else the record says.
    pub record: Record,
    /// The file, if it is one that the program keeps by itself.
    pub kept: Option<Kept>,
    /// What another program's record says and a game here cannot, a sentence each without a full stop.
    pub left_behind: Vec<String>,
}

impl fmt::Debug for Loaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loaded").field("path", &self.path).field("kept", &self.kept).finish_non_exhaustive()
    }
}

/// Something that shall be done.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Draw the state.
    Draw,
    /// Draw it on a wiped screen.
    Redraw,
    /// Keep the game at the table: [`crate::files::Files::keep`].
    Keep {
        /// Which game of this run of the program.
        game: u64,
        /// Where it was kept before.
        kept: Option<Kept>,
        /// What a new file's name begins with.
        name: String,
        /// Whether the game has ended.
        over: bool,
        /// The record.
        text: String,
    },
    /// Save a record to a file of the user's own.
    Save {
        /// The file, with or without the ending of records.
        path: PathBuf,
        /// The record.
        text: String,
        /// Whether a file that is there may be replaced.
        existing: Existing,
    },
    /// Make a picture, beside everything else, and answer with [`Message::Exported`].
    Export(Box<Export>),
    /// Give the terminal this text for the clipboard.
    Copy(String),
    /// Write a setting.
    Configure {
        /// The file of settings.
        file: ConfigFile,
        /// The tables and the key.
        path: Vec<String>,
        /// The value; without one the key goes.
        value: Option<Value>,
    },
    /// Keep games in this directory from now on, or in the usual place; answer with [`Message::CannotKeep`] if it takes none.
    KeepIn(Option<PathBuf>),
    /// Ring the terminal's bell.
    Bell,
    /// Ask the terminal whether its ground is dark or light, and answer with [`Message::Ground`] if it says.
    AskGround,
    /// Read a record.
    Load(PathBuf),
    /// Read what was learnt in earlier runs.
    ReadProgress,
    /// Keep what was learnt so far.
    KeepProgress(String),
    /// Read a directory, or without one the games that the program keeps.
    List(Option<PathBuf>),
    /// Read these files for the list of saved games, beside everything else.
    Peek(Vec<PathBuf>),
    /// Give a game that is kept another name: [`crate::files::Files::rename`].
    Rename {
        /// Where it is.
        path: PathBuf,
        /// The name, without its ending.
        name: String,
    },
    /// Delete a game that is kept: [`crate::files::Files::discard`].
    Discard {
        /// Where it is.
        path: PathBuf,
        /// The date and time of day.
        now: SystemTime,
    },
    /// Bring a deleted game back: [`crate::files::Files::restore`].
    Restore(Trashed),
    /// Begin to think about this, in place of anything else, and answer with [`Message::Thought`].
    Think(Box<Ask>),
    /// End the thinking under way with what is known.
    FinishThinking,
    /// End the thinking under way without another answer.
    StopThinking,
    /// Take the mouse from the terminal, or give it back.
    CaptureMouse(bool),
    /// Ask the system to put the program aside, with all that was started together with it.
    Suspend,
    /// Stop until the program is called to the front again.
    Stop,
    /// End.
    Quit,
}

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

/// How a notice is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// By the way.
    Plain,
    /// Something could not be done.
    Refusal,
}

/// A sentence for the user, shown until the next key or click.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The sentence without its full stop, safe to show.
    pub text: String,
    /// How it is meant.
    pub tone: Tone,
}

/// Where the program begins.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one, made once")]
pub enum Start {
    /// At the home screen.
    Home,
    /// At a table with a new game.
    Play {
        /// The game.
        info: &'static Info,
        /// Its options.
        options: Options,
        /// Who is to sit where.
        seats: [Seat; 2],
        /// The clocks.
        clock: Clock,
    },
    /// At a table with a record.
    Replay {
        /// The record and where it came from.
        loaded: Box<Loaded>,
        /// The turn to begin at, from 1; without one the start.
        turn: Option<u32>,
    },
}

/// The state of the whole program.
#[derive(Clone)]
pub struct App {
    screen: Screen,
    home: Home,
    seated: Option<Seated>,
    overlays: Vec<Overlay>,
    notice: Option<Notice>,
    view: View,
    configuration: Configuration,
    theme: Theme,
    size: Size,
    now: Moment,
    mouse: bool,
    thoughts: Thoughts,
    /// Why the last game that was to be kept is not.
    unkept: Option<String>,
    /// What was looked for last at the table.
    sought: String,
    /// The games deleted in this run of the program, the last one last.
    trash: Vec<Trashed>,
    /// Whether the game has changed since it was last kept or saved, while games are not kept by themselves.
    unsaved: bool,
    /// The place and the steps chosen there that are to be made when they are chosen again.
    armed: Option<(NodeId, Vec<Step>)>,
    progress: Progress,
    /// Whether what is learnt is kept: not over a file that cannot be read.
    progress_kept: bool,
    /// The cells that the notice speaks of.
    lit: CellSet,
    /// Lines scrolled away of the rules beside the board, if they are shown.
    rules_beside: Option<usize>,
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
            view: View { zoom: settings.board, coordinates: settings.coordinates, marks: settings.marks, tree: false },
            theme: configuration.theme(),
            size,
            now,
            mouse: configuration.mouse(),
            configuration,
            thoughts: Thoughts::default(),
            unkept: None,
            sought: String::new(),
            trash: Vec::new(),
            unsaved: false,
            armed: None,
            progress: Progress::default(),
            progress_kept: true,
            lit: CellSet::EMPTY,
            rules_beside: None,
        };
        match start {
            Start::Home => {}
            Start::Play { info, options, seats, clock } => app.start_game(info, options, seats, clock),
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
        let mut effects = vec![Effect::ReadProgress, Effect::Draw];
        effects.extend(app.ask_ground());
        effects.extend(app.follow_up());
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

    /// Why the game is not kept as it is now, if it is not.
    pub fn unkept(&self) -> Option<&str> {
        self.unkept.as_deref()
    }

    /// What was looked for last at the table.
    pub fn sought(&self) -> &str {
        &self.sought
    }

    /// How the board is shown.
    pub const fn view(&self) -> View {
        self.view
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
        let picture = self.thoughts.under_way.as_ref().map(|thought| thought.next_picture(now));
        [self.table().and_then(Table::due), picture, self.step_due(), self.clock_due()].into_iter().flatten().min()
    }

    /// The parts of the keymap that are active, front to back.
    pub fn contexts(&self) -> Vec<Context> {
        match self.overlays.last() {
            Some(Overlay::Help { .. }) => return vec![Context::Filter, Context::Page],
            Some(Overlay::Comment { .. }) => return vec![Context::Page, Context::Anywhere],
            Some(Overlay::Rules { .. }) => return vec![Context::Rules, Context::Page, Context::Anywhere],
            Some(Overlay::Question(_)) => return vec![Context::Question],
            Some(Overlay::Prompt(_)) => return vec![Context::Typing],
            Some(Overlay::Palette(_)) => return vec![Context::Palette, Context::Typing],
            Some(Overlay::Seats { .. }) => return vec![Context::Seats],
            None => {}
        }
        match (&self.screen, &self.seated) {
            (Screen::NewGame(form), _) if form.is_typing() => vec![Context::Name, Context::Menu],
            (Screen::Open(browser), _) if browser.is_filtering() => vec![Context::Filter, Context::Menu],
            (Screen::Open(_), _) => vec![Context::Files, Context::Menu, Context::Anywhere],
            (Screen::Lesson(taught), _) => Self::lesson_contexts(&taught.lesson),
            (Screen::Table, Some(Seated { table, .. })) => {
                let mut contexts = Vec::with_capacity(4);
                if self.rules_beside.is_some() && self.has_panel() {
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
                    contexts.push(table.directions());
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
        if !matches!(self.screen, Screen::Table) || effects.contains(&Effect::Quit) {
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
                self.sit_down(*loaded, true);
                vec![Effect::Draw]
            }
            Message::Kept { game, kept: Ok(kept) } => {
                let marked = self.unkept.take().is_some() | std::mem::take(&mut self.unsaved);
                let Some(seated) = self.seated.as_mut().filter(|seated| seated.game == game) else {
                    return Vec::new();
                };
                let before = seated.kept.replace(kept);
                match (before, &seated.kept) {
                    (Some(before), Some(kept))
                        if before.path != kept.path && before.path.parent() == kept.path.parent() =>
                    {
                        let name = shown(Path::new(kept.path.file_name().unwrap_or_default()));
                        self.say(format!("the game's file was changed from elsewhere; this game is now kept as {name}"))
                    }
                    _ if marked => vec![Effect::Draw],
                    _ => Vec::new(),
                }
            }
            Message::Entered(dir) => {
                self.overlays.clear();
                self.browse(Some(dir))
            }
            Message::Kept { kept: Err(fault), .. } => self.tell_unkept(fault),
            Message::Saved(Ok(path)) => {
                self.overlays.clear();
                self.unsaved = false;
                self.say(format!("saved as {}", path.display()))
            }
            Message::Saved(Err(SaveFault::Exists(path))) => {
                // The name alone: the question must be in view however deep the file lies.
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                let text = format!("{} exists already. Replace it?", display_text(&name));
                self.ask(text, Deed::Replace(path))
            }
            Message::Exported(exported) => self.exported(exported),
            Message::Loaded(Err(fault)) | Message::Saved(Err(SaveFault::Other(fault))) => self.fault(fault),
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
                Vec::new()
            }
            Message::Renamed { from, to } => self.renamed(&from, to),
            Message::Discarded(discarded) => self.discarded(discarded),
            Message::Restored(restored) => self.restored(restored),
            Message::Ground(ground) => self.take_ground(ground),
            Message::Configured(Ok(())) => Vec::new(),
            Message::Configured(Err(why)) => self.tell_unwritten(&why),
            Message::CannotKeep(why) => self.refuse(why),
            Message::Thought(answer) => self.take_answer(answer),
            Message::Progress(text) => self.take_progress(text),
            Message::ProgressUnkept(why) => self.refuse(format!("what you have learnt is not kept: {why}")),
            Message::Stopped => vec![Effect::Stop],
            Message::Resumed => vec![Effect::Redraw],
            Message::Quit => vec![Effect::Quit],
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
            Action::Suspend => vec![Effect::Suspend],
            Action::Redraw => vec![Effect::Redraw],
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

    /// Lets the board show what the prompt for a step says so far.
    fn aim_at_prompt(&mut self) {
        if let Some(Overlay::Prompt(Prompt { purpose: Purpose::Step, input, .. })) = self.overlays.last() {
            let text = input.text().to_owned();
            if let Some(table) = self.table_mut() {
                table.aim_at_text(&text);
            }
        }
    }

    /// Says, now and until it is kept again, that the game is not kept.
    fn tell_unkept(&mut self, why: String) -> Vec<Effect> {
        let effects = self.refuse(format!("the game is not kept: {why}"));
        self.unkept = Some(why);
        effects
    }

    /// Ends, but asks once if a game would be lost.
    fn quit(&mut self) -> Vec<Effect> {
        let asked = matches!(self.overlays.last(), Some(Overlay::Question(Question { deed: Deed::Quit, .. })));
        match &self.unkept {
            Some(why) if !asked => {
                let text = format!("Quit and lose the game? It could not be saved: {}", display_text(why));
                self.ask(text, Deed::Quit)
            }
            None if self.unsaved && !asked => self.ask(
                format!(
                    "Quit and lose the game? Games are not kept by themselves; {} saves one.",
                    self.key_for(Context::Table, Action::SaveAs)
                ),
                Deed::Quit,
            ),
            _ => vec![Effect::Quit],
        }
    }

    // ----- notices, questions, prompts

    fn clear_notice(&mut self) -> Vec<Effect> {
        if self.notice.take().is_some() { vec![Effect::Draw] } else { Vec::new() }
    }

    fn say(&mut self, text: impl AsRef<str>) -> Vec<Effect> {
        self.lit = CellSet::EMPTY;
        self.notice = Some(Notice { text: display_text(text.as_ref()), tone: Tone::Plain });
        vec![Effect::Draw]
    }

    fn refuse(&mut self, text: impl AsRef<str>) -> Vec<Effect> {
        self.lit = CellSet::EMPTY;
        self.notice = Some(Notice { text: display_text(text.as_ref()), tone: Tone::Refusal });
        vec![Effect::Draw]
    }

    /// Says what went wrong, in the prompt if it came of one.
    fn fault(&mut self, text: impl AsRef<str>) -> Vec<Effect> {
        if let Some(Overlay::Prompt(prompt)) = self.overlays.last_mut() {
            prompt.fault = Some(display_text(text.as_ref()));
            return vec![Effect::Draw];
        }
        self.refuse(text)
    }

    fn open(&mut self, overlay: Overlay) -> Vec<Effect> {
        self.overlays.push(overlay);
        vec![Effect::Draw]
    }

    fn ask(&mut self, text: String, deed: Deed) -> Vec<Effect> {
        self.open(Overlay::Question(Question { text, deed }))
    }

    fn prompt(&mut self, purpose: Purpose, text: &str) -> Vec<Effect> {
        self.open(Overlay::Prompt(Prompt::new(purpose, text)))
    }

    fn close(&mut self) -> Vec<Effect> {
        if let Some(Overlay::Prompt(_) | Overlay::Palette(_)) = self.overlays.pop()
            && let Some(table) = self.table_mut()
        {
            table.aim_at_cursor();
        }
        vec![Effect::Draw]
    }

    fn act_on_overlay(&mut self, action: Action) -> Vec<Effect> {
        let page = usize::from(self.size.height.saturating_sub(4)).max(1);
        match self.overlays.last_mut() {
            Some(Overlay::Help { filter, scroll, .. })
                if !filter.text().is_empty() && matches!(action, Action::Cancel | Action::Erase | Action::EraseAll) =>
            {
                filter.act(if action == Action::Cancel { Action::EraseAll } else { action });
                *scroll = 0;
                vec![Effect::Draw]
            }
            Some(Overlay::Help { .. } | Overlay::Rules { .. } | Overlay::Comment { .. })
                if action == Action::Cancel =>
            {
                self.close()
            }
            Some(Overlay::Rules { info, scroll })
                if matches!(action, Action::Move(Direction::East | Direction::West)) =>
            {
                let n = games::INFOS.len();
                let at = games::INFOS.iter().position(|other| other.id == info.id).unwrap_or(0);
                let on = if action == Action::Move(Direction::East) { 1 } else { n - 1 };
                (*info, *scroll) = (games::INFOS[(at + on) % n], 0);
                vec![Effect::Draw]
            }
            Some(Overlay::Help { scroll, .. } | Overlay::Rules { scroll, .. } | Overlay::Comment { scroll, .. }) => {
                let before = *scroll;
                let wanted = match action {
                    Action::Move(Direction::North) => before.saturating_sub(1),
                    Action::Move(Direction::South) => before + 1,
                    Action::BackTen => before.saturating_sub(page),
                    Action::ForwardTen => before + page,
                    Action::First => 0,
                    Action::Last => usize::MAX,
                    _ => before,
                };
                *scroll = wanted;
                let most = self.most_scroll();
                if let Some(
                    Overlay::Help { scroll, .. } | Overlay::Rules { scroll, .. } | Overlay::Comment { scroll, .. },
                ) = self.overlays.last_mut()
                {
                    *scroll = wanted.min(most);
                    return if *scroll == before { Vec::new() } else { vec![Effect::Draw] };
                }
                Vec::new()
            }
            Some(Overlay::Question(question)) => {
                let deed = question.deed.clone();
                match action {
                    Action::Yes => {
                        self.close();
                        self.carry_out(deed)
                    }
                    Action::No => self.close(),
                    _ => Vec::new(),
                }
            }
            Some(Overlay::Prompt(prompt)) => match action {
                Action::Cancel => self.close(),
                Action::Accept => self.accept_prompt(),
                _ => {
                    let edited = prompt.input.act(action);
                    prompt.fault = None;
                    self.aim_at_prompt();
                    if edited { vec![Effect::Draw] } else { Vec::new() }
                }
            },
            Some(Overlay::Seats { .. }) => self.act_on_seats(action),
            Some(Overlay::Palette(_)) => self.act_on_palette(action),
            None => Vec::new(),
        }
    }

    fn most_scroll(&self) -> usize {
        self.overlays
            .last()
            .map_or(0, |overlay| overlays::most_scroll(overlay, self.area(), &self.theme, self.keymap()))
    }

    fn carry_out(&mut self, deed: Deed) -> Vec<Effect> {
        let Some(seated) = &mut self.seated else {
            return if deed == Deed::Quit { vec![Effect::Quit] } else { Vec::new() };
        };
        let reply = match deed {
            Deed::Quit => return vec![Effect::Quit],
            Deed::Pass => seated.table.play(Step::Pass),
            Deed::Swap => seated.table.play(Step::Swap),
            Deed::Resign => seated.table.resign(),
            Deed::Replace(path) => return self.save(path, Existing::Replace),
            Deed::ReplacePicture(path) => return self.draw_picture(path, Existing::Replace),
        };
        self.after_step(reply)
    }

    fn save(&mut self, path: PathBuf, existing: Existing) -> Vec<Effect> {
        match self.seated.as_ref().map(Seated::text) {
            Some(Ok(text)) => vec![Effect::Save { path, text, existing }],
            Some(Err(error)) => self.fault(error.to_string()),
            None => Vec::new(),
        }
    }

    fn accept_prompt(&mut self) -> Vec<Effect> {
        let Some(Overlay::Prompt(prompt)) = self.overlays.last() else { return Vec::new() };
        let (purpose, text) = (prompt.purpose, prompt.input.text().trim().to_owned());
        let path = || (!text.is_empty()).then(|| PathBuf::from(&text));
        match purpose {
            Purpose::Rename => self.rename_to(text),
            Purpose::Open => match path() {
                Some(path) => vec![Effect::Load(path)],
                None => self.close(),
            },
            Purpose::GamesDir => self.change_games_dir(&text),
            Purpose::Save => {
                let Some(path) = path() else { return self.close() };
                if text.ends_with('/') || path.file_name().is_none() {
                    return self.fault(format!("{text} is a directory; add the name of a file"));
                }
                self.save(path, Existing::Keep)
            }
            Purpose::Export => match path() {
                Some(path) => self.export(path),
                None => self.close(),
            },
            Purpose::Turn => {
                let Some(seated) = &mut self.seated else { return self.close() };
                let reply = match text.parse() {
                    Ok(turn) => seated.table.go_to_turn(turn),
                    Err(_) => Reply::Refused("a turn is a number, 0 for the start".to_owned()),
                };
                self.answer_prompt(reply)
            }
            Purpose::Find => {
                let text = if text.is_empty() { self.sought.clone() } else { text };
                let Some(seated) = self.seated.as_mut().filter(|_| !text.is_empty()) else { return self.close() };
                let reply = seated.table.find(&text);
                let found = !matches!(reply, Reply::Refused(_));
                let mut effects = self.answer_prompt(reply);
                if found {
                    let keys = self.with_keys("{find} and {accept} alone");
                    effects.extend(self.say(format!("found '{text}'; {keys} finds the next place")));
                    self.sought = text;
                }
                effects
            }
            Purpose::Comment => {
                let Some(seated) = &mut self.seated else { return self.close() };
                // What was not touched stays as it is, with the blanks at its ends.
                if prompt.input.text() == seated.table.comment() {
                    return self.close();
                }
                let reply = seated.table.set_comment(text);
                self.answer_prompt(reply)
            }
            Purpose::Step if matches!(self.screen, Screen::Lesson(_)) => self.type_in_lesson(&text),
            Purpose::Step => {
                let Some(seated) = &mut self.seated else { return self.close() };
                if text.is_empty() {
                    return self.close();
                }
                seated.table.aim_at_text(&text);
                let reply = seated.table.play_aim();
                if let Reply::Refused(why) = reply {
                    let mut effects = self.fault(why);
                    effects.extend(self.settings().bell.on_refusal().then_some(Effect::Bell));
                    return effects;
                }
                self.close();
                self.after_step(reply)
            }
        }
    }

    /// Closes the prompt if what it said could be done, else says in it why not.
    fn answer_prompt(&mut self, reply: Reply) -> Vec<Effect> {
        if let Reply::Refused(why) = reply {
            return self.fault(why);
        }
        let mut effects = self.close();
        effects.extend(self.heed(reply));
        effects.dedup();
        effects
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
        vec![Effect::CaptureMouse(self.mouse), Effect::Draw]
    }

    // ----- home, the form, the files

    fn go_home(&mut self) -> Vec<Effect> {
        self.screen = Screen::Home;
        self.home.show(self.seated.is_some());
        vec![Effect::Draw]
    }

    fn act_at_home(&mut self, action: Action) -> Vec<Effect> {
        if action == Action::Accept {
            return self.choose(self.home.choice());
        }
        if self.home.act(action) { vec![Effect::Draw] } else { Vec::new() }
    }

    /// Does what a line of the home screen says.
    fn choose(&mut self, choice: Choice) -> Vec<Effect> {
        match choice {
            Choice::Continue => {
                self.screen = Screen::Table;
                vec![Effect::Draw]
            }
            Choice::Resume(path) => vec![Effect::Load(path)],
            Choice::New(info) => {
                self.screen = Screen::NewGame(self.form_of(info));
                vec![Effect::Draw]
            }
            Choice::Open => self.browse(None),
            Choice::Learn => self.open_lessons(),
            Choice::Rules => self.open(Overlay::Rules { info: self.info(), scroll: 0 }),
            Choice::Settings => self.open_settings(),
            Choice::Quit => self.quit(),
        }
    }

    fn act_on_form(&mut self, action: Action) -> Vec<Effect> {
        let Screen::NewGame(form) = &mut self.screen else { return Vec::new() };
        if form.clock_mut().act(action).is_some() {
            return vec![Effect::Draw];
        }
        match action {
            Action::Cancel => {
                // Back to the line one came from.
                let line = matches!(self.home.choice(), Choice::New(_)).then(|| self.home.selected());
                self.go_home();
                if let Some(line) = line {
                    self.home.select(line);
                }
                return vec![Effect::Draw];
            }
            Action::Accept if form.field() == Field::Clock => {
                form.clock_mut().edit();
                return vec![Effect::Draw];
            }
            Action::Accept if matches!(form.field(), Field::Start | Field::Company | Field::Level(_)) => {
                let (info, seats) = (form.info, form.seats());
                return match form.options() {
                    Ok(options) => {
                        let clock = Clock::new(form.clock().control(), form.clock().loses, self.now.steady);
                        self.start_game(info, options, seats, clock);
                        vec![Effect::Draw]
                    }
                    Err(error) => self.refuse(error.to_string()),
                };
            }
            Action::Accept if matches!(form.field(), Field::Name(_)) => {
                form.act(Action::Move(Direction::South));
                return vec![Effect::Draw];
            }
            Action::Accept => {
                form.turn(true);
                return vec![Effect::Draw];
            }
            _ => {}
        }
        let edits = form.input().is_some_and(|input| input.act(action));
        if edits || form.act(action) { vec![Effect::Draw] } else { Vec::new() }
    }
}

impl Widget for &App {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        self.draw(area, buffer);
        if self.theme.glyphs() == Glyphs::Ascii {
            paint::asciify(area, buffer);
        }
    }
}

impl App {
    fn draw(&self, area: Rect, buffer: &mut Buffer) {
        buffer.set_style(area, self.theme.base());
        self.draw_screen(area, buffer);
        if let Some(Overlay::Palette(palette)) = self.overlays.last() {
            let turn = matches!(palette.selected().map(|item| &item.command), Some(Command::Play(_)));
            let remark = self.table().filter(|_| turn).and_then(panels::cursor_text);
            let remark = remark.filter(|(_, legal)| *legal).map(|(text, _)| text);
            super::palette::draw(palette, remark.as_deref(), &self.theme, area, buffer);
        }
    }

    /// Draws what the palette may lie over.
    fn draw_screen(&self, area: Rect, buffer: &mut Buffer) {
        let mut overlays = self.overlays.iter().rev().filter(|overlay| !matches!(overlay, Overlay::Palette(_)));
        if let Some(page @ (Overlay::Help { .. } | Overlay::Rules { .. } | Overlay::Comment { .. })) = overlays.next() {
            overlays::draw(page, &self.theme, self.keymap(), area, buffer);
            panels::draw_hints(self, last_row(area), buffer);
            return;
        }
        match (&self.screen, &self.seated) {
            (Screen::Table, Some(seated)) => return panels::draw(self, &seated.table, area, buffer),
            (Screen::Lesson(taught), _) => return lesson_view::draw(self, &taught.lesson, area, buffer),
            (Screen::Learn(list), _) => lessons::draw(list, &self.progress, &self.theme, area, buffer),
            (Screen::NewGame(form), _) => menus::draw_form(form, &self.theme, area, buffer),
            (Screen::Open(browser), _) => browser::draw(browser, &self.theme, area, buffer),
            (Screen::Settings(page), _) => {
                settings_page::draw(page, &self.configuration, &self.theme, area, buffer);
            }
            (Screen::Home | Screen::Table, _) => home::draw(&self.home, &self.theme, area, buffer),
        }
        let says = Rect { y: area.bottom().saturating_sub(3), height: 2, ..area }.intersection(area);
        if matches!(self.overlays.last(), Some(Overlay::Question(_) | Overlay::Prompt(_))) {
            buffer.set_style(says, self.theme.base());
            clear(says, buffer);
            panels::draw_overlay_status(self, says, buffer);
        } else if let Some(notice) = &self.notice {
            clear(says, buffer);
            panels::draw_notice(notice, &self.theme, says, buffer);
        }
        panels::draw_hints(self, last_row(area), buffer);
    }
}

fn last_row(area: Rect) -> Rect {
    Rect { y: area.bottom().saturating_sub(1), height: 1, ..area }.intersection(area)
}

fn clear(area: Rect, buffer: &mut Buffer) {
    for position in area.positions() {
        buffer[position].set_symbol(" ");
    }
}
