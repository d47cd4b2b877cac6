//! The program on a terminal: the host with a real clock, real files, threads and signals.

pub mod backend;
mod direction;
mod editor;
#[cfg(all(test, unix))]
mod ending;
#[cfg(all(test, unix))]
mod in_terminal;
mod keyboard;
#[cfg(unix)]
mod leaving;
mod output;
mod pictures;
mod screen;
mod watch;

use std::env;
use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::app::App;
use crate::background::QUESTION;
use crate::configuration::Configuration;
use crate::depth;
use crate::graphics;
use crate::program::{
    Driver, Engine, EngineRequest, Export, GamesReader, Message, Moment, ScreenError, Start,
    SteadyClock, Study, StudyRequest, TerminalRequest, give_way,
};
use crate::remote::links::Links;
use keyboard::watch_input;
use output::Output;
use screen::Screen;
use tetralith_remote::wire::RemoteRequest;
use tetralith_session::words::sentence;
use tetralith_storage::files::{Files, SavedGameError, in_home};
use tetralith_storage::{Finished, Gate, Service};
use tetralith_terminput::TerminalReport;
use watch::{is_orphaned, stop, suspend_group, watch_signals, watch_terminal, while_editing};

/// The name of the thread that reads keys.
const KEYBOARD: &str = "keyboard";

/// The time that the first frame waits for the terminal to report whether it is dark or light. Most
/// answer within a few milliseconds; a later answer changes the colours then.
const FIRST_FRAME: Duration = Duration::from_millis(20);

/// Runs the program on the screen until the user quits or the terminal vanishes; `links` lead to
/// other terminals.
///
/// # Errors
/// [`ScreenError`] if there is no terminal, or it fails, or the last game could not be kept.
pub fn run(
    start: Start,
    configuration: Configuration,
    links: Option<Links>,
) -> Result<(), ScreenError> {
    match run_there(start, configuration, links) {
        Err(ScreenError::Io(_)) if is_abandoned() => Ok(()),
        ended => ended,
    }
}

/// True if the terminal has vanished, or does not read: closing the window counts as
/// quitting, and so does a request to end while the output is not read.
fn is_abandoned() -> bool {
    Screen::has_vanished() || Output::is_given_up()
}

fn run_there(
    start: Start,
    configuration: Configuration,
    links: Option<Links>,
) -> Result<(), ScreenError> {
    let began = Instant::now();
    for (terminal, is_none) in [
        (screen::seek(&io::stdin()), "standard input is not one"),
        (screen::seek(&io::stdout()), "standard output is not one"),
    ] {
        if !terminal? {
            return Err(ScreenError::NoTerminal(is_none));
        }
    }
    let files = Files::locate(configuration.settings.saving.dir.as_deref());
    let data = files.as_ref().ok().cloned();
    let (sender, incoming) = mpsc::channel();
    let mut storage = storage(files, sender.clone(), || ());
    if !start.is_kiosk() {
        storage.adopt();
    }
    let unfinished = data.as_ref().and_then(Files::latest_unfinished);
    let waits = configuration.awaits_background();
    // From the first change of the terminal on, a signal must end the program through the loop,
    // which gives the terminal back.
    watch_signals(&sender)?;
    let mut screen = Screen::enter(configuration.mouse())?;
    let explorer = GamesReader::new(telling(sender.clone()));
    let asks = (waits, !configuration.asked.no_book, start.is_kiosk());
    let mut host = Host::new(began, storage, &mut screen, explorer, (sender, incoming), asks);
    host.connect(links)?;
    let (app, effects) =
        App::new(start, configuration, host.screen.size()?, host.moment(), unfinished);
    let mut driver = Driver::new(app, host);
    let ended = driver.run(effects);
    driver.host.gate.shut();
    let ended = outcome(&driver.app, ended);
    let way_back = driver.app.shared().game.link().how_to_resume().filter(|_| ended.is_ok());
    let way_back = way_back.map(sentence);
    drop(driver);
    screen.leave(way_back.as_deref());
    ended
}

/// Storage in `files` that reports its work to the loop, and does `first` before each piece of
/// work.
fn storage(
    files: Result<Files, SavedGameError>,
    sender: Sender<Incoming>,
    first: impl Fn() + Send + 'static,
) -> Service<Message> {
    // Only when the program ends is there no receiver.
    Service::new(
        files,
        move |finished| drop(sender.send(Incoming::Finished(finished))),
        first,
        give_way,
    )
}

/// Returns a sender of messages to the loop; only when the program ends is there no receiver.
fn telling(sender: Sender<Incoming>) -> impl Fn(Message) + Send + Sync + 'static {
    move |message| drop(sender.send(message.into()))
}

/// Returns how the program `app` has ended whose loop has `ended` so.
fn outcome(app: &App, ended: Result<(), ScreenError>) -> Result<(), ScreenError> {
    match app.shared().game.saving().fault() {
        Some(why) if !matches!(ended, Err(ScreenError::Io(_))) || is_abandoned() => {
            Err(ScreenError::NotKept(why.to_owned()))
        }
        _ => ended,
    }
}

/// True if the terminal can be asked something: a console of Linux or Windows writes the
/// question on the screen, or says nothing.
fn answers() -> bool {
    cfg!(unix) && env::var_os("TERM").is_some_and(|term| term != "linux")
}

/// Something that comes to the screen's thread.
type Incoming = crate::program::Incoming<Finished<Message>, ScreenError>;

/// The terminal, the clock, the files and the threads about the program.
struct Host<'a> {
    clock: SteadyClock,
    storage: Service<Message>,
    screen: &'a mut Screen,
    engine: Engine,
    study: Study,
    explorer: GamesReader,
    links: Option<Links>,
    sender: Sender<Incoming>,
    incoming: Receiver<Incoming>,
    /// Through which pictures are written beside everything else.
    gate: Gate,
    /// True if the first frame is to wait for the terminal's report on its background.
    waits: bool,
    asked: bool,
}

impl<'a> Host<'a> {
    /// The world of a program that `began` then; threads send to `sender` what comes to the loop
    /// from `incoming`. The first frame may wait for the terminal's background, and the computer
    /// may open games from its book; a kiosk starts no other program.
    fn new(
        began: Instant,
        storage: Service<Message>,
        screen: &'a mut Screen,
        explorer: GamesReader,
        (sender, incoming): (Sender<Incoming>, Receiver<Incoming>),
        (waits, book, is_kiosk): (bool, bool, bool),
    ) -> Self {
        let answers = sender.clone();
        // Only when the program ends is there no receiver.
        let engine = Engine::new(book, is_kiosk, move |answer| drop(answers.send(answer.into())));
        let answers = sender.clone();
        let study = Study::new(move |answer| drop(answers.send(Message::Studied(answer).into())));
        Self {
            clock: SteadyClock::new(began),
            storage,
            screen,
            engine,
            study,
            explorer,
            links: None,
            sender,
            incoming,
            gate: Gate::default(),
            waits,
            asked: false,
        }
    }

    /// Takes care of `links`, and passes on what comes over them.
    fn connect(&mut self, links: Option<Links>) -> io::Result<()> {
        self.links = links;
        let Some(heard) = self.links.as_mut().and_then(Links::heard) else { return Ok(()) };
        let sender = self.sender.clone();
        let pass_on = move || {
            for message in heard {
                if sender.send(Message::Remote(message).into()).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name("links".to_owned()).spawn(pass_on).map(drop)
    }

    /// The size of the window in pixels, which some terminals report to the system but not to a
    /// program that asks.
    fn told_pixels(&mut self) -> Option<Message> {
        self.screen.pixels().map(|size| Message::Reported(TerminalReport::TextAreaSize(size)))
    }

    fn moment(&self) -> Moment {
        self.clock.moment()
    }
}

impl crate::program::Host<App> for Host<'_> {
    type Error = ScreenError;
    type Storage = Service<Message>;

    fn now(&self) -> Moment {
        self.moment()
    }

    fn listen(&mut self) -> Result<Option<Incoming>, ScreenError> {
        watch_terminal(self.sender.clone())?;
        watch_input(self.sender.clone())?;
        // Its background, or something else that the user waits for.
        let waits = self.waits && self.asked;
        Ok(if waits { self.incoming.recv_timeout(FIRST_FRAME).ok() } else { None })
    }

    fn receive(&mut self, _: &App, until: Option<Duration>) -> Option<Incoming> {
        // The host holds a sender itself, so the channel never closes.
        match until {
            None => self.incoming.recv().ok(),
            Some(due) => self.clock.wait(due, |left| self.incoming.recv_timeout(left).ok()),
        }
    }

    fn receive_now(&mut self) -> Option<Incoming> {
        self.incoming.try_recv().ok()
    }

    fn storage(&mut self) -> &mut Service<Message> {
        &mut self.storage
    }

    fn engine(&mut self, request: EngineRequest) -> Option<Message> {
        self.engine.request(request)
    }

    fn study(&mut self, request: StudyRequest) -> Option<Message> {
        self.study.request(request)
    }

    fn explore(&mut self) -> Option<Message> {
        self.explorer.read(self.storage.files())
    }

    fn count_games(&mut self) -> Option<Message> {
        self.explorer.count(self.storage.files())
    }

    fn remote(&mut self, request: RemoteRequest) {
        if let Some(links) = &mut self.links {
            links.request(request);
        }
    }

    fn flush(&mut self) {
        if let Some(links) = &mut self.links {
            links.flush();
        }
    }

    fn terminal(&mut self, request: TerminalRequest) -> Result<Option<Message>, ScreenError> {
        match request {
            TerminalRequest::Redraw => {
                self.screen.begin()?;
                // While the program is suspended it does not hear of a new size.
                return Ok(Some(Message::Resize(self.screen.size()?)));
            }
            TerminalRequest::RenewPicture => self.screen.renew_picture(),
            TerminalRequest::CaptureMouse(on) => self.screen.capture_mouse(on)?,
            TerminalRequest::Copy(text) => self.screen.copy(&text)?,
            TerminalRequest::Edit(text) => {
                let Some(command) = editor::command() else {
                    let why = "no editor is set; set VISUAL or EDITOR before you start Tetralith";
                    return Ok(Some(Message::Edited(Err(why.to_owned()))));
                };
                screen::restore();
                let edited = self.clock.pause(|| while_editing(|| editor::edit(&text, &command)));
                self.screen.begin()?;
                return Ok(Some(Message::Edited(edited)));
            }
            TerminalRequest::Bell => self.screen.send(b"\x07")?,
            TerminalRequest::AskBackground if answers() => {
                self.screen.send(QUESTION)?;
                self.asked = true;
            }
            TerminalRequest::Suspend | TerminalRequest::Stop if is_orphaned() => {
                return Ok(Some(Message::CannotStop));
            }
            TerminalRequest::Suspend => suspend_group(),
            TerminalRequest::Stop => self.clock.pause(stop),
            TerminalRequest::AskColours if answers() => self.screen.send(depth::QUESTION)?,
            TerminalRequest::AskGraphics(question) if answers() => {
                self.screen.send(question)?;
                return Ok(self.told_pixels());
            }
            TerminalRequest::AskCellSize if answers() => {
                self.screen.send(graphics::SIZE_QUESTION)?;
                return Ok(self.told_pixels());
            }
            TerminalRequest::AskBackground
            | TerminalRequest::AskColours
            | TerminalRequest::AskGraphics(_)
            | TerminalRequest::AskCellSize
            | TerminalRequest::Print(_) => {}
        }
        Ok(None)
    }

    /// Makes a picture beside everything else: that of a whole game takes seconds.
    fn export(&mut self, export: Box<Export>) -> Option<Message> {
        let (sender, gate, ours) = (self.sender.clone(), self.gate.clone(), export.clone());
        let draw = move || {
            give_way();
            let path = in_home(&ours.path);
            let picture = ours.draw(&path);
            if let Some(exported) =
                gate.pass(|| picture.and_then(|picture| ours.write(path, &picture)))
            {
                // Only when the program ends is there no receiver.
                let _ = sender.send(Message::Exported(exported).into());
            }
        };
        let thread = thread::Builder::new().name("picture".to_owned()).spawn(draw);
        // Without a thread it takes a moment longer.
        thread.err().map(|_| Message::Exported(export.carry_out(in_home(&export.path))))
    }

    fn show(&mut self, app: &App) -> Result<(), ScreenError> {
        Ok(self.screen.draw(app)?)
    }
}
