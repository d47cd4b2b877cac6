//! The loop: the only place that touches terminal, clock, files, threads and signals.

mod disk;
mod ending;
#[cfg(all(test, unix))]
mod in_terminal;
mod keyboard;
mod output;
mod screen;
mod watch;

use std::collections::VecDeque;
use std::env;
use std::io;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use tetralith_core::text::display_text;
use tetralith_engine::{Answer, Config, SearchThread};
use thiserror::Error;

use super::app::App;
use super::background::{self, QUESTION};
use super::configuration::{self, Asked, Configuration};
use super::gate::Gate;
use super::keeper::{Keeper, State, Written};
use super::theme::{Depth, Glyphs};
use super::thinking::Ask;
use crate::files::{self, FileError, Files, in_home};
use crate::program::{Effect, EngineRequest, Export, Message, Moment, Start, StorageRequest, TerminalRequest};
use crate::settings::{AUTO, ConfigFile, Settings};
use disk::{drawn, peek};
pub use disk::{keep_in, load, on_disk};
use keyboard::watch_input;
use output::Output;
use screen::Screen;
use watch::{is_orphaned, stop, suspend_group, watch_signals, watch_terminal};

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
    /// The thread that reads keys has panicked.
    #[error("keys cannot be read any more, for the program has broken down")]
    Deaf,
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

/// Runs the program on the screen until the user quits or the terminal vanishes.
///
/// # Errors
/// [`ScreenError`] if there is no terminal, or it fails, or the last game could not be kept.
pub fn run(start: Start, configuration: Configuration) -> Result<(), ScreenError> {
    match run_there(start, configuration) {
        Err(ScreenError::Io(_)) if nobody_is_there() => Ok(()),
        ended => ended,
    }
}

/// Whether the terminal has vanished, or does not read: who closes the window has quit, and so has who was told to while
/// nobody read what was written.
fn nobody_is_there() -> bool {
    Screen::has_vanished() || Output::is_given_up()
}

fn run_there(start: Start, configuration: Configuration) -> Result<(), ScreenError> {
    let began = Instant::now();
    for (terminal, is_none) in [
        (screen::seek(&io::stdin()), "standard input is not one"),
        (screen::seek(&io::stdout()), "standard output is not one"),
    ] {
        if !terminal? {
            return Err(ScreenError::NoTerminal(is_none));
        }
    }
    let files = Files::locate(configuration.settings.autosave_dir.as_deref());
    let (sender, incoming) = mpsc::channel();
    let written = sender.clone();
    // Nobody is left to hear it only when the program ends.
    let mut keeper = Keeper::new(move |what| drop(written.send(Incoming::Written(what))), || ());
    if let Ok(files) = &files {
        keeper.adopt(files);
    }
    let unfinished = files.as_ref().ok().and_then(Files::latest_unfinished);
    let waits = configuration.awaits_background();
    // From the first change of the terminal on, a signal ends the program by way of the loop, which gives it back.
    watch_signals(&sender)?;
    let mut screen = Screen::enter(configuration.mouse())?;
    let size = screen.size()?;
    let now = Moment { steady: began.elapsed(), wall: SystemTime::now() };
    let (app, effects) = App::new(start, configuration, size, now, unfinished);
    let mut session = Session::new(began, app, files, keeper, &mut screen, sender.clone());
    let mut ended = session.begin(effects, sender, waits.then_some(&incoming));
    loop {
        let followed = ended.and_then(|()| session.settle()).and_then(|()| session.follow(&incoming));
        ended = session.finish(&incoming, followed);
        if ended.is_err() || session.quit {
            break;
        }
        // The disk has refused in the end what it had taken before.
    }
    session.gate.shut();
    session.outcome(ended)
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
    let background = set("COLORFGBG").and_then(|value| background::of_variable(&value));
    configuration::Terminal { depth, glyphs, background }
}

/// Returns `true` if the terminal can be asked for its background: a console of Linux or Windows writes the question on the screen, or
/// says nothing.
fn answers() -> bool {
    cfg!(unix) && env::var_os("TERM").is_some_and(|term| term != "linux")
}

/// What comes to the screen's thread.
enum Incoming {
    /// Something has happened.
    Told(Message),
    /// Something was written beside everything else.
    Written(Written),
    /// The thread that reads keys has broken down.
    Deaf,
}

impl From<Message> for Incoming {
    fn from(message: Message) -> Self {
        Self::Told(message)
    }
}

/// The program while it runs.
struct Session<'a> {
    began: Instant,
    app: App,
    files: Arc<Result<Files, FileError>>,
    keeper: Keeper,
    screen: &'a mut Screen,
    engine: Engine,
    /// Games to be kept before the screen shows them.
    pending: Vec<Effect>,
    /// Through which files are written beside everything else.
    gate: Gate,
    /// Whether the terminal was asked for its background.
    asked: bool,
    draw: bool,
    quit: bool,
}

impl<'a> Session<'a> {
    /// The program that `began` then; threads send to `answers` what they have found.
    fn new(
        began: Instant,
        app: App,
        files: Result<Files, FileError>,
        keeper: Keeper,
        screen: &'a mut Screen,
        answers: Sender<Incoming>,
    ) -> Self {
        Self {
            began,
            app,
            files: Arc::new(files),
            keeper,
            screen,
            engine: Engine { thinker: None, answers },
            pending: Vec::new(),
            gate: Gate::default(),
            asked: false,
            draw: false,
            quit: false,
        }
    }

    /// Does what is to be done first, and begins to listen to the terminal; with `incoming` waits a moment for what it says
    /// of its background.
    fn begin(
        &mut self,
        effects: Vec<Effect>,
        sender: Sender<Incoming>,
        incoming: Option<&Receiver<Incoming>>,
    ) -> Result<(), ScreenError> {
        self.act(effects)?;
        watch_terminal(sender.clone())?;
        watch_input(sender)?;
        if let Some(incoming) = incoming.filter(|_| self.asked)
            && let Ok(first) = incoming.recv_timeout(FIRST_FRAME)
        {
            // Its background, or something else that the user waits for.
            self.hear(first)?;
        }
        Ok(())
    }

    /// Says how late it is.
    fn tick(&self) -> Message {
        Message::Tick(Moment { steady: self.began.elapsed(), wall: SystemTime::now() })
    }

    fn follow(&mut self, incoming: &Receiver<Incoming>) -> Result<(), ScreenError> {
        while !self.quit {
            let now = self.began.elapsed();
            let first = match self.app.wake_at() {
                None => incoming.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(due) => incoming.recv_timeout(due.saturating_sub(now)),
            };
            let first = match first {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Message::Quit.into()),
            };
            for one in [self.tick().into()].into_iter().chain(first).chain(incoming.try_iter().take(MAX_BATCH)) {
                self.hear(one)?;
            }
            self.settle()?;
        }
        Ok(())
    }

    fn hear(&mut self, incoming: Incoming) -> Result<(), ScreenError> {
        match incoming {
            Incoming::Told(message) => self.happen(message),
            Incoming::Written(written) => {
                for message in self.keeper.written(written) {
                    self.happen(message)?;
                }
                let postponed = self.keeper.postponed();
                self.act(postponed)
            }
            Incoming::Deaf => {
                self.happen(Message::Quit)?;
                Err(ScreenError::Deaf)
            }
        }
    }

    /// Does all of `effects`, and lets happen what follows from them.
    fn act(&mut self, effects: impl IntoIterator<Item = Effect>) -> Result<(), ScreenError> {
        for effect in effects {
            for message in self.take(effect)? {
                self.happen(message)?;
            }
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

    /// Does what `effect` asks, at once, at the next [`Session::settle`], or once the files that it concerns are written.
    fn take(&mut self, effect: Effect) -> Result<Vec<Message>, ScreenError> {
        let Some(effect) = self.keeper.postpone(effect) else { return Ok(Vec::new()) };
        if Keeper::flushes(&effect) {
            return Ok(self.keeper.flush(effect, &self.files));
        }
        self.carry_out(effect).map(|message| message.into_iter().collect())
    }

    fn carry_out(&mut self, effect: Effect) -> Result<Option<Message>, ScreenError> {
        match effect {
            Effect::Draw => self.draw = true,
            Effect::Terminal(TerminalRequest::Redraw) => {
                self.screen.begin()?;
                // While the program is put aside nobody tells it of a new size.
                return Ok(Some(Message::Resize(self.screen.size()?)));
            }
            Effect::Quit => self.quit = true,
            Effect::Stay => self.quit = false,
            Effect::Engine(EngineRequest::Think(ask)) => return Ok(self.engine.think(*ask)),
            Effect::Engine(EngineRequest::Finish) => self.engine.tell(SearchThread::finish),
            Effect::Engine(EngineRequest::Stop) => self.engine.tell(SearchThread::cancel),
            Effect::Terminal(TerminalRequest::CaptureMouse(on)) => self.screen.capture_mouse(on)?,
            Effect::Storage(StorageRequest::KeepIn(dir)) => {
                self.files = Arc::new(Files::locate(dir.as_deref()));
                return Ok(keep_in(&self.files));
            }
            Effect::Terminal(TerminalRequest::Copy(text)) => self.screen.copy(&text)?,
            Effect::Export(export) => return Ok(self.export(&export)),
            Effect::Terminal(TerminalRequest::Bell) => self.screen.send(b"\x07")?,
            Effect::Terminal(TerminalRequest::AskBackground) if answers() => {
                self.screen.send(QUESTION)?;
                self.asked = true;
            }
            Effect::Terminal(TerminalRequest::AskBackground) => {}
            Effect::Terminal(TerminalRequest::Suspend | TerminalRequest::Stop) if is_orphaned() => {
                return Ok(Some(Message::CannotStop));
            }
            Effect::Terminal(TerminalRequest::Suspend) => suspend_group(),
            Effect::Terminal(TerminalRequest::Stop) => stop(),
            Effect::Storage(StorageRequest::Keep { game, .. }) => {
                // What is to be written of the same game is the whole of it: only the latest counts.
                self.pending.retain(
                    |other| !matches!(other, Effect::Storage(StorageRequest::Keep { game: same, .. }) if *same == game),
                );
                self.pending.push(effect);
            }
            Effect::Storage(StorageRequest::Peek(paths)) => return Ok(self.peek(paths)),
            effect => {
                let message = on_disk(effect, &self.files);
                if let Some(message) = &message {
                    self.keeper.notice(message);
                }
                return Ok(message);
            }
        }
        Ok(None)
    }

    /// Reads `paths` beside everything else: a list of games must not hold the keys up.
    fn peek(&self, paths: Vec<PathBuf>) -> Option<Message> {
        let (answers, ours) = (self.engine.answers.clone(), paths.clone());
        let read = move || {
            give_way();
            // Nobody is left to hear it only when the program ends.
            let _ = answers.send(Message::Peeked(peek(ours)).into());
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
                let _ = answers.send(Message::Exported(exported).into());
            }
        };
        let thread = thread::Builder::new().name("picture".to_owned()).spawn(draw);
        // Without a thread it takes a moment longer.
        thread.err().map(|_| drawn(export))
    }

    /// Keeps the games that have changed and shows the state: what is seen is with the system already.
    fn settle(&mut self) -> Result<(), ScreenError> {
        self.keep()?;
        self.show()
    }

    /// Hands the games that have changed to the system, which waits for no disk.
    fn keep(&mut self) -> Result<(), ScreenError> {
        for effect in std::mem::take(&mut self.pending) {
            let Effect::Storage(StorageRequest::Keep { game, kept, name, over, text }) = effect else { continue };
            let files = self.files.as_ref().as_ref();
            for message in self.keeper.keep(files, game, kept.as_ref(), State { name, over, text }) {
                self.happen(message)?;
            }
        }
        Ok(())
    }

    /// How the program has ended whose loop has `ended` so.
    fn outcome(&self, ended: Result<(), ScreenError>) -> Result<(), ScreenError> {
        match self.app.unkept() {
            Some(why) if !matches!(ended, Err(ScreenError::Io(_))) || nobody_is_there() => {
                Err(ScreenError::NotKept(why.to_owned()))
            }
            _ => ended,
        }
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
    thinker: Option<SearchThread>,
    answers: Sender<Incoming>,
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
        thinker.search(ask.into());
        None
    }

    fn begin(&self) -> io::Result<SearchThread> {
        let answers = self.answers.clone();
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let begin = move || {
            give_way();
            SearchThread::new(Config { threads, ..Config::default() }, move |answer| {
                // Nobody is left to hear it only when the program ends.
                let _ = answers.send(Message::Thought(answer).into());
            })
        };
        thread::Builder::new().spawn(begin)?.join().unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))
    }

    fn tell(&self, what: impl FnOnce(&SearchThread)) {
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
        self.tell(SearchThread::cancel);
        // Quitting does not wait for the thread: it ends with the process.
        std::mem::forget(self.thinker.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
