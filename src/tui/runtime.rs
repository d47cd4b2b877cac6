//! The loop: the only place that touches terminal, clock, files, threads and signals.

use std::collections::VecDeque;
use std::env;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::num::NonZero;
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event,
};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute, queue};
use ratatui::layout::Size;
use tetralith_core::exchange::Import;
use tetralith_core::record::MAX_BYTES;
use tetralith_core::text::display_text;
use tetralith_engine::{Answer, Config, Thinker};
use thiserror::Error;

use super::app::{App, Effect, Export, Loaded, Message, Moment, SaveFault, Start};
use super::browser::{Peek, Summary};
use super::clipboard;
use super::configuration::{self, Asked, Configuration};
use super::gate::Gate;
use super::ground::{self, Heard, Listener, QUESTION};
use super::progress::Progress;
use super::splice::Splice;
use super::theme::{Depth, Glyphs};
use super::thinking::Ask;
use crate::files::{self, Existing, FileError, Files, Kept, in_home, shown};
use crate::settings::{AUTO, ConfigFile, Settings};

/// The most messages taken at once before the screen is drawn: key repeat and pasted text come in bursts.
const MAX_BATCH: usize = 4_096;

/// How long the first frame waits for the terminal to say whether it is dark or light. Most answer within a few
/// milliseconds; what comes later changes the colours then.
const FIRST_FRAME: Duration = Duration::from_millis(20);

/// Why the screen cannot be used.
#[derive(Debug, Error)]
pub enum ScreenError {
    /// Standard input or output is a file or a pipe.
    #[error("this needs a terminal: {0}; with --plain it does without")]
    NoTerminal(&'static str),
    /// The terminal fails.
    #[error("the terminal fails: {0}")]
    Io(#[from] io::Error),
    /// The last game is not kept.
    #[error("the game was not saved: {0}")]
    NotKept(String),
}

/// What the user has set, what the environment says of the terminal and of where games are kept, and what was `asked` on
/// the command line.
///
/// # Errors
/// [`NoTheme`] if a theme was asked for that there is not.
pub fn configuration(asked: Asked) -> Result<Configuration, NoTheme> {
    let file = ConfigFile::locate();
    let (settings, mut faults) = file.as_ref().map_or_else(|_| (Settings::default(), Vec::new()), ConfigFile::load);
    if let Err(error) = &file {
        faults.push(error.to_string());
    }
    if let Some(name) = asked.theme.as_deref().filter(|name| *name != AUTO) {
        let names = settings.theme_names();
        if !names.iter().any(|other| other == name) {
            return Err(NoTheme {
                name: display_text(name),
                names: [&[AUTO.to_owned()], &names[..]].concat().join(", "),
            });
        }
    }
    let terminal = terminal(|name| env::var(name).ok());
    Ok(Configuration { settings, faults, file: file.ok(), terminal, asked, games_dir: files::named_dir() })
}

/// A theme was asked for that there is not.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no theme {name}; there are {names}")]
pub struct NoTheme {
    /// The name asked for.
    pub name: String,
    /// The names there are.
    pub names: String,
}

/// Runs the program on the screen until the user quits.
///
/// # Errors
/// [`ScreenError`] if there is no terminal, or it fails, or the last game could not be kept.
pub fn run(start: Start, configuration: Configuration) -> Result<(), ScreenError> {
    let began = Instant::now();
    if !io::stdin().is_terminal() {
        return Err(ScreenError::NoTerminal("standard input is not one"));
    }
    if !io::stdout().is_terminal() {
        return Err(ScreenError::NoTerminal("standard output is not one"));
    }
    let files = Files::locate(configuration.settings.autosave_dir.as_deref());
    let unfinished = files.as_ref().ok().and_then(Files::latest_unfinished);
    let waits = configuration.awaits_ground();
    let mut screen = Screen::enter(configuration.mouse())?;
    let size = screen.terminal.size()?;
    let now = Moment { steady: began.elapsed(), wall: SystemTime::now() };
    let (app, effects) = App::new(start, configuration, size, now, unfinished);
    let (sender, messages) = mpsc::channel();
    let mut session = Session {
        app,
        files,
        screen: &mut screen,
        engine: Engine { thinker: None, answers: sender.clone() },
        pending: Vec::new(),
        gate: Gate::default(),
        asked: false,
        draw: false,
        quit: false,
    };
    for effect in effects {
        if let Some(message) = session.take(effect)? {
            session.happen(message)?;
        }
    }
    watch_signals(&sender)?;
    watch_input(sender)?;
    if session.asked
        && waits
        && let Ok(first) = messages.recv_timeout(FIRST_FRAME)
    {
        // Its ground, or something else that the user waits for.
        session.happen(first)?;
    }
    let ended = session.settle().and_then(|()| session.follow(&messages, began));
    session.gate.shut();
    ended?;
    session.app.unkept().map_or(Ok(()), |why| Err(ScreenError::NotKept(why.to_owned())))
}

/// What the environment says of the terminal; `variable` looks a variable up.
pub fn terminal(variable: impl Fn(&str) -> Option<String>) -> configuration::Terminal {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let depth = if set("NO_COLOR").is_some() {
        Depth::Mono
    } else if set("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit")
        || set("WT_SESSION").is_some()
    {
        Depth::TrueColour
    } else if set("TERM").is_some_and(|term| term.contains("256")) {
        Depth::Ansi256
    } else {
        Depth::Ansi16
    };
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| set(name)).unwrap_or_default();
    let locale = locale.to_ascii_lowercase();
    let utf8 = cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8");
    let glyphs = if utf8 { Glyphs::Unicode } else { Glyphs::Ascii };
    let ground = set("COLORFGBG").and_then(|value| ground::of_variable(&value));
    configuration::Terminal { depth, glyphs, ground }
}

/// Whether the terminal can be asked for its ground: a console of Linux or Windows writes the question on the screen, or
/// says nothing.
fn answers() -> bool {
    cfg!(unix) && env::var_os("TERM").is_some_and(|term| term != "linux")
}

/// Does what `effect` asks of the disk and says what came of it; `None` for effects that ask nothing of it.
pub fn on_disk(effect: Effect, files: &Result<Files, FileError>) -> Option<Message> {
    let files = files.as_ref().map_err(FileError::to_string);
    Some(match effect {
        Effect::Keep { game, kept, name, over, text } => {
            let kept = files
                .and_then(|files| files.keep(kept.as_ref(), &name, over, &text).map_err(|error| error.to_string()));
            Message::Kept { game, kept }
        }
        Effect::Save { path, text, existing } => Message::Saved(save(&in_home(&path), &text, existing)),
        Effect::Export(export) => drawn(&export),
        Effect::Configure { file, path, value } => {
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            Message::Configured(file.set(&path, value.as_ref()).map_err(|error| error.to_string()))
        }
        Effect::Load(path) if in_home(&path).is_dir() => Message::Entered(in_home(&path)),
        Effect::Load(path) => {
            Message::Loaded(load(&in_home(&path), files.ok()).map(Box::new).map_err(|error| error.to_string()))
        }
        Effect::ReadProgress => {
            Message::Progress(files.and_then(|files| files.progress().map_err(|error| error.to_string())))
        }
        Effect::KeepProgress(text) => {
            let merge = |there: &str| Progress::merged(there, &text).map_err(ProgressError::Text);
            let kept = files.and_then(|files| files.keep_progress(merge).map_err(|error| error.to_string()));
            return kept.err().map(Message::ProgressUnkept);
        }
        Effect::List(Some(dir)) => Message::Listed(files::list(&dir).map_err(|error| error.to_string())),
        Effect::List(None) => Message::Listed(files.map(|files| {
            let mut entries: Vec<_> = [files.unfinished(), files.games()]
                .into_iter()
                // A directory that is not there yet holds no games.
                .flat_map(|dir| files::list(&dir).unwrap_or_default())
                .filter(|entry| !entry.is_dir)
                .collect();
            entries.sort_by_key(|entry| std::cmp::Reverse(entry.modified));
            entries
        })),
        Effect::Peek(paths) => Message::Peeked(peek(paths)),
        Effect::Rename { path, name } => {
            let to = files.and_then(|files| files.rename(&path, &name).map_err(|error| error.to_string()));
            Message::Renamed { from: path, to }
        }
        Effect::Discard { path, now } => {
            Message::Discarded(files.and_then(|files| files.discard(&path, now).map_err(|error| error.to_string())))
        }
        Effect::Restore(trashed) => {
            Message::Restored(files.and_then(|files| files.restore(&trashed).map_err(|error| error.to_string())))
        }
        Effect::Draw
        | Effect::Redraw
        | Effect::Think(_)
        | Effect::FinishThinking
        | Effect::StopThinking
        | Effect::CaptureMouse(_)
        | Effect::Suspend
        | Effect::Stop
        | Effect::KeepIn(_)
        | Effect::Bell
        | Effect::Copy(_)
        | Effect::AskGround
        | Effect::Quit => return None,
    })
}

/// Says so if no game can be kept in `files`, or there are none.
pub fn keep_in(files: &Result<Files, FileError>) -> Option<Message> {
    let fault = match files {
        Ok(files) => files.check().err()?.to_string(),
        Err(error) => error.to_string(),
    };
    Some(Message::CannotKeep(fault))
}

/// Makes a picture and says what came of it.
fn drawn(export: &Export) -> Message {
    Message::Exported(export.carry_out(in_home(&export.path)))
}

/// Saves a record as `path`, its ending added; says under which name.
fn save(path: &Path, text: &str, existing: Existing) -> Result<PathBuf, SaveFault> {
    if path.is_dir() {
        return Err(SaveFault::Other(format!("{} is a directory; add the name of a file", shown(path))));
    }
    let mut path = path.to_owned();
    // Other endings stay, but Open lists only this one.
    if path.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("json")) {
        path.as_mut_os_string().push(".json");
    }
    match files::write(&path, text, existing) {
        Ok(()) => Ok(std::path::absolute(&path).unwrap_or(path)),
        Err(FileError::Exists { path }) => Err(SaveFault::Exists(path)),
        Err(error) => Err(SaveFault::Other(error.to_string())),
    }
}

/// Reads the records at `paths` for a list of them.
fn peek(paths: Vec<PathBuf>) -> Vec<(PathBuf, Peek)> {
    let read = |path: &Path| Summary::read(path).map(Box::new).map_err(|error| display_text(&error.to_string()));
    paths
        .into_iter()
        .map(|path| {
            let peek = read(&path);
            (path, peek)
        })
        .collect()
}

/// Reads the record at `path`.
///
/// # Errors
/// As for [`files::load`].
pub fn load(path: &Path, files: Option<&Files>) -> Result<Loaded, FileError> {
    let bytes = files::read(path, MAX_BYTES as u64)?;
    let Import { record, timeline, left_behind } = files::decode(path, &bytes)?;
    let kept = files.and_then(|files| files.own(path)).map(|own| Kept::of(own, &bytes));
    Ok(Loaded { path: PathBuf::from(path), timeline, record, kept, left_behind })
}

/// Why what was learnt is not kept.
#[derive(Debug, Error)]
enum ProgressError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{0}")]
    Text(String),
}

/// The program while it runs.
struct Session<'a> {
    app: App,
    files: Result<Files, FileError>,
    screen: &'a mut Screen,
    engine: Engine,
    /// Games to be kept once the screen shows them.
    pending: Vec<Effect>,
    /// Through which files are written beside everything else.
    gate: Gate,
    /// Whether the terminal was asked for its ground.
    asked: bool,
    draw: bool,
    quit: bool,
}

impl Session<'_> {
    fn follow(&mut self, messages: &Receiver<Message>, began: Instant) -> Result<(), ScreenError> {
        while !self.quit {
            let now = began.elapsed();
            let first = match self.app.wake_at() {
                None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(due) => messages.recv_timeout(due.saturating_sub(now)),
            };
            let first = match first {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Message::Quit),
            };
            let tick = Message::Tick(Moment { steady: began.elapsed(), wall: SystemTime::now() });
            for message in [tick].into_iter().chain(first).chain(messages.try_iter().take(MAX_BATCH)) {
                self.happen(message)?;
            }
            self.settle()?;
        }
        Ok(())
    }

    /// Lets `message` happen, and all that follows from it.
    fn happen(&mut self, message: Message) -> Result<(), ScreenError> {
        let mut messages = VecDeque::from([message]);
        while let Some(message) = messages.pop_front() {
            for effect in self.app.update(message) {
                messages.extend(self.take(effect)?);
            }
        }
        Ok(())
    }

    /// Does what `effect` asks, or puts it off to [`Session::settle`].
    fn take(&mut self, effect: Effect) -> Result<Option<Message>, ScreenError> {
        match effect {
            Effect::Draw => self.draw = true,
            Effect::Redraw => {
                self.screen.begin()?;
                // While the program is put aside nobody tells it of a new size.
                return Ok(Some(Message::Resize(self.screen.terminal.size()?)));
            }
            Effect::Quit => self.quit = true,
            Effect::Think(ask) => return Ok(self.engine.think(*ask)),
            Effect::FinishThinking => self.engine.tell(Thinker::finish),
            Effect::StopThinking => self.engine.tell(Thinker::cancel),
            Effect::CaptureMouse(on) => self.screen.capture_mouse(on)?,
            Effect::KeepIn(dir) => {
                self.files = Files::locate(dir.as_deref());
                return Ok(keep_in(&self.files));
            }
            Effect::Copy(text) => self.screen.copy(&text)?,
            Effect::Export(export) => return Ok(self.export(&export)),
            Effect::Bell => self.screen.send(b"\x07")?,
            Effect::AskGround if answers() => {
                self.screen.send(QUESTION)?;
                self.asked = true;
            }
            Effect::AskGround => {}
            Effect::Suspend => suspend_group(),
            Effect::Stop => stop(),
            Effect::Keep { game, .. } => {
                // What is to be written of the same game is the whole of it: only the latest counts.
                self.pending.retain(|other| !matches!(other, Effect::Keep { game: same, .. } if *same == game));
                self.pending.push(effect);
            }
            Effect::Peek(paths) => return Ok(self.peek(paths)),
            effect => return Ok(on_disk(effect, &self.files)),
        }
        Ok(None)
    }

    /// Reads `paths` beside everything else: a list of games must not hold the keys up.
    fn peek(&self, paths: Vec<PathBuf>) -> Option<Message> {
        let (answers, ours) = (self.engine.answers.clone(), paths.clone());
        let read = move || {
            give_way();
            // Nobody is left to hear it only when the program ends.
            let _ = answers.send(Message::Peeked(peek(ours)));
        };
        let thread = thread::Builder::new().name("files".to_owned()).spawn(read);
        // Without a thread it takes a moment longer.
        thread.err().map(|_| Message::Peeked(peek(paths)))
    }

    /// Makes a picture beside everything else: that of a whole game takes seconds.
    fn export(&self, export: &Export) -> Option<Message> {
        let (answers, gate, ours) = (self.engine.answers.clone(), self.gate.clone(), export.clone());
        let draw = move || {
            give_way();
            let path = in_home(&ours.path);
            let picture = ours.draw(&path);
            if let Some(exported) = gate.pass(|| picture.and_then(|picture| ours.write(path, &picture))) {
                // Nobody is left to hear it only when the program ends.
                let _ = answers.send(Message::Exported(exported));
            }
        };
        let thread = thread::Builder::new().name("picture".to_owned()).spawn(draw);
        // Without a thread it takes a moment longer.
        thread.err().map(|_| drawn(export))
    }

    /// Shows the state, then keeps the games that have changed, so that the disk never delays the screen.
    fn settle(&mut self) -> Result<(), ScreenError> {
        let shown = self.show();
        let keeps = std::mem::take(&mut self.pending);
        for effect in keeps {
            if let Some(message) = on_disk(effect, &self.files) {
                self.happen(message)?;
            }
        }
        // A terminal that is gone is no reason not to keep the last step.
        shown?;
        self.show()
    }

    /// Draws the state if it has changed.
    fn show(&mut self) -> Result<(), ScreenError> {
        if std::mem::take(&mut self.draw) && !self.quit {
            self.screen.draw(&self.app)?;
        }
        Ok(())
    }
}

/// The thread that thinks, begun when it is first asked something.
struct Engine {
    thinker: Option<Thinker>,
    answers: Sender<Message>,
}

impl Engine {
    /// Begins to think, or says at once why that cannot be.
    fn think(&mut self, ask: Ask) -> Option<Message> {
        let id = ask.ticket;
        let thinker = match self.thinker.take().map_or_else(|| self.begin(), Ok) {
            Ok(thinker) => self.thinker.insert(thinker),
            Err(error) => {
                let message = format!("the system gives it no thread: {error}");
                return Some(Message::Thought(Answer::Failed { id, message }));
            }
        };
        thinker.think(ask.into());
        None
    }

    fn begin(&self) -> io::Result<Thinker> {
        let answers = self.answers.clone();
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let begin = move || {
            give_way();
            Thinker::new(Config { threads, ..Config::default() }, move |answer| {
                // Nobody is left to hear it only when the program ends.
                let _ = answers.send(Message::Thought(answer));
            })
        };
        thread::Builder::new().spawn(begin)?.join().unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))
    }

    fn tell(&self, what: impl FnOnce(&Thinker)) {
        if let Some(thinker) = &self.thinker {
            what(thinker);
        }
    }
}

/// Lets keys and screen come before this thread and all that it starts.
///
/// On Linux a priority belongs to a thread and passes on to those it starts; elsewhere it is the whole program's.
#[cfg(target_os = "linux")]
fn give_way() {
    const LATER: i32 = 5;
    // Without it a frame may come some milliseconds later, and that is all.
    let _ = rustix::process::setpriority_process(None, LATER);
}

#[cfg(not(target_os = "linux"))]
const fn give_way() {}

impl Drop for Engine {
    fn drop(&mut self) {
        self.tell(Thinker::cancel);
        // Quitting does not wait for the thread: it ends with the process.
        std::mem::forget(self.thinker.take());
    }
}

/// Whether the terminal is in the modes of this program.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal in the modes of this program; leaves them when dropped.
struct Screen {
    terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
    mouse: bool,
}

impl Screen {
    fn enter(mouse: bool) -> io::Result<Self> {
        static HOOK: std::sync::Once = std::sync::Once::new();
        HOOK.call_once(|| {
            let report = panic::take_hook();
            let ours = thread::current().id();
            panic::set_hook(Box::new(move |info| {
                // A search that breaks down is told of at the table, which stays as it is.
                let current = thread::current();
                if current.id() == ours || current.name() == Some(KEYBOARD) {
                    restore();
                    report(info);
                }
            }));
        });
        let terminal = Terminal::new(CrosstermBackend::new(BufWriter::new(io::stdout())))?;
        let mut screen = Self { terminal, mouse };
        screen.begin()?;
        Ok(screen)
    }

    /// Puts the terminal into the modes of this program and wipes it.
    fn begin(&mut self) -> io::Result<()> {
        TAKEN.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        let out = self.terminal.backend_mut();
        queue!(out, EnterAlternateScreen, EnableBracketedPaste, cursor::Hide)?;
        if self.mouse {
            queue!(out, EnableMouseCapture)?;
        }
        // `Terminal::clear` would ask the terminal where the cursor is, and the answer would go to the thread that reads keys.
        let size = self.terminal.size()?;
        self.terminal.resize(size.into())?;
        Write::flush(self.terminal.backend_mut())
    }

    fn capture_mouse(&mut self, on: bool) -> io::Result<()> {
        self.mouse = on;
        let out = self.terminal.backend_mut();
        if on { execute!(out, EnableMouseCapture) } else { execute!(out, DisableMouseCapture) }
    }

    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        let out = self.terminal.backend_mut();
        out.write_all(bytes)?;
        Write::flush(out)
    }

    /// Gives the terminal `text` for the clipboard. Not every terminal takes it, and none says whether it did.
    ///
    /// Source: xterm, "Control Sequences", operating system command 52.
    fn copy(&mut self, text: &str) -> io::Result<()> {
        let out = self.terminal.backend_mut();
        write!(out, "\x1b]52;c;{}\x07", clipboard::base64(text.as_bytes()))?;
        Write::flush(out)
    }

    /// Draws a frame that the terminal shows at once.
    fn draw(&mut self, app: &App) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| frame.render_widget(app, frame.area()))?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back as it was; whatever fails, the rest is still done.
fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let mut out = io::stdout();
        let _ = execute!(out, EndSynchronizedUpdate, DisableMouseCapture, DisableBracketedPaste);
        let _ = execute!(out, LeaveAlternateScreen, cursor::Show);
        let _ = disable_raw_mode();
    }
}

/// The name of the thread that reads keys.
const KEYBOARD: &str = "keyboard";

fn message(event: Event) -> Option<Message> {
    Some(match event {
        Event::Key(event) => Message::Key(event),
        Event::Mouse(event) => Message::Mouse(event),
        Event::Paste(text) => Message::Paste(text),
        Event::Resize(width, height) => Message::Resize(Size { width, height }),
        Event::FocusGained | Event::FocusLost => return None,
    })
}

fn watch_input(sender: Sender<Message>) -> io::Result<()> {
    let keyboard = thread::Builder::new().name(KEYBOARD.to_owned());
    let read = move || {
        let (mut splice, mut listener) = (Splice::default(), Listener::default());
        loop {
            let came = match splice.patience().map_or(Ok(true), event::poll) {
                Ok(true) => event::read().map(|event| splice.hear(event)),
                Ok(false) => Ok(splice.give_up()),
                Err(error) => Err(error),
            };
            let Ok(came) = came else {
                // Without a keyboard there is nothing left to wait for; every game is kept already.
                let _ = sender.send(Message::Quit);
                return;
            };
            for Heard { events, ground } in came.into_iter().map(|event| listener.hear(event)) {
                for message in events.into_iter().filter_map(message).chain(ground.map(Message::Ground)) {
                    if sender.send(message).is_err() {
                        return;
                    }
                }
            }
        }
    };
    keyboard.spawn(read).map(drop)
}

#[cfg(unix)]
fn watch_signals(sender: &Sender<Message>) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};

    let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT])?;
    let sender = sender.clone();
    thread::spawn(move || {
        for signal in signals.forever() {
            let message = match signal {
                SIGTSTP => Message::Stopped,
                SIGCONT => Message::Resumed,
                _ => Message::Quit,
            };
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn watch_signals(_: &Sender<Message>) -> io::Result<()> {
    Ok(())
}

/// Tells every process started together with this one to stop, as a terminal does on Ctrl-Z; this one hears of it as a signal.
#[cfg(unix)]
fn suspend_group() {
    let _ = rustix::process::kill_current_process_group(rustix::process::Signal::TSTP);
}

#[cfg(not(unix))]
fn suspend_group() {}

/// Gives the terminal back and stops this process; returns once it is continued.
#[cfg(unix)]
fn stop() {
    restore();
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
}

#[cfg(not(unix))]
fn stop() {}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(unix)]
    use crate::tui::theme::{PALETTES, Theme};

    fn shown(variables: &[(&str, &str)]) -> (Depth, Glyphs) {
        let variable =
            |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        let terminal = terminal(variable);
        (terminal.depth, terminal.glyphs)
    }

    #[test]
    fn colours_and_characters_follow_the_environment() {
        let utf8 = ("LANG", "en_GB.UTF-8");
        assert_eq!(shown(&[utf8, ("COLORTERM", "truecolor")]), (Depth::TrueColour, Glyphs::Unicode));
        assert_eq!(shown(&[utf8, ("TERM", "xterm-256color")]), (Depth::Ansi256, Glyphs::Unicode));
        assert_eq!(shown(&[utf8, ("TERM", "linux")]), (Depth::Ansi16, Glyphs::Unicode));
        assert_eq!(shown(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor"), utf8]).0, Depth::Mono);
        assert_eq!(shown(&[("NO_COLOR", ""), ("COLORTERM", "24bit"), utf8]).0, Depth::TrueColour);
        assert_eq!(shown(&[utf8, ("LC_ALL", "C")]).1, if cfg!(windows) { Glyphs::Unicode } else { Glyphs::Ascii });
    }

    #[test]
    fn where_no_game_can_be_kept_is_said_and_why() {
        let dir = tempfile::tempdir().unwrap();
        assert!(keep_in(&Ok(Files::at(dir.path().join("games")))).is_none());
        let blocked = dir.path().join("file");
        std::fs::write(&blocked, "").unwrap();
        for (files, why) in [(Ok(Files::at(blocked)), "no game can be kept in"), (Err(FileError::NoHome), "home")] {
            let Some(Message::CannotKeep(told)) = keep_in(&files) else { panic!("nothing is said: {files:?}") };
            assert!(told.contains(why), "{told}");
        }
    }

    /// The variable that tells a test that it runs in a terminal of its own, begun by itself.
    #[cfg(unix)]
    const IN_TERMINAL: &str = "TETRALITH_TEST_IN_TERMINAL";

    /// Runs a test of this module once more, in a terminal; what it wrote there and whether it passed.
    #[cfg(unix)]
    fn in_a_terminal(test: &str) -> (Vec<u8>, bool) {
        use std::io::Read as _;

        let size = portable_pty::PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = portable_pty::native_pty_system().openpty(size).unwrap();
        let mut command = portable_pty::CommandBuilder::new("sh");
        // What the terminal does with keys is compared too.
        let script =
            r#"before=$(stty -a); "$@"; status=$?; [ "$before" = "$(stty -a)" ] && echo as before; exit $status"#;
        let test = format!("tui::runtime::tests::{test}");
        let program = env::current_exe().unwrap();
        command.args(["-c", script, "sh", program.to_str().unwrap(), "--exact", &test, "--nocapture"]);
        command.env("TERM", "xterm-256color");
        command.env(IN_TERMINAL, "1");
        let mut child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let mut output = Vec::new();
        // The end of a pseudo-terminal is an error on some systems and nothing more to read on others.
        let _ = reader.read_to_end(&mut output);
        (output, child.wait().unwrap().success())
    }

    #[cfg(unix)]
    #[test]
    fn a_panic_in_a_search_leaves_the_screen_alone() {
        if env::var_os(IN_TERMINAL).is_some() {
            let mut screen = Screen::enter(true).unwrap();
            assert!(thread::spawn(|| panic!("on purpose")).join().is_err());
            screen.terminal.draw(|frame| frame.render_widget("table", frame.area())).unwrap();
            Write::flush(screen.terminal.backend_mut()).unwrap();
            return;
        }
        let (output, passed) = in_a_terminal("a_panic_in_a_search_leaves_the_screen_alone");
        let text = String::from_utf8_lossy(&output);
        let (drawn, left) = (text.find("table"), text.find("\x1b[?1049l"));
        assert!(passed && !text.contains("on purpose"), "{text}");
        assert!(drawn.is_some() && drawn < left, "{text}");
        assert!(text.contains("as before"), "{text}");
    }

    #[cfg(unix)]
    #[test]
    fn a_panic_gives_the_terminal_back_before_it_is_told() {
        if env::var_os(IN_TERMINAL).is_some() {
            let mut screen = Screen::enter(true).unwrap();
            let theme = Theme::new(&PALETTES[0], Depth::Ansi16, Glyphs::Ascii);
            let size = screen.terminal.size().unwrap();
            let (app, _) = App::new(Start::Home, theme, size, Moment::default(), None);
            screen.draw(&app).unwrap();
            panic!("on purpose");
        }
        let (output, passed) = in_a_terminal("a_panic_gives_the_terminal_back_before_it_is_told");
        assert!(!passed);
        let text = String::from_utf8_lossy(&output);
        let (left, told) = (text.rfind("\x1b[?1049l"), text.find("on purpose"));
        assert!(text.contains("\x1b[?1049h") && left.is_some() && left < told, "{text}");
        assert!(text.contains("as before"), "{text}");
        let cells = |n: u16| NonZero::new(n).unwrap();
        let mut screen = vt100::Parser::new(cells(24), cells(80), 0);
        screen.process(&output);
        let screen = screen.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    }
}
