//! The world that tests give the program: a window that is a buffer, a clock that is set, an engine
//! that is only asked, and real files in a directory of their own on a disk that writes when it is
//! let.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, UNIX_EPOCH};

use ratatui::backend::TestBackend;
use ratatui::layout::Size;
use tetralith::program::{
    EngineRequest, Explored, Export, Host, Incoming, Message, Moment, Storage, StorageReply,
    StorageRequest, StudyRequest, TerminalRequest, own_games,
};
use tetralith::settings::{ConfigFile, Value};
use tetralith::tui::app::App;
use tetralith_session::thinking::{Ask, ProgramAsk};
use tetralith_storage::files::Files;
use tetralith_storage::statistics::Statistics;
use tetralith_storage::{Direct, Finished, Service};

/// A message to the loop of a test.
pub(crate) type Comes = Incoming<Finished<Message>, Infallible>;

/// Files that stay in the directory of a test: relative paths start there, and none leads out of
/// it.
pub(crate) struct TestStorage {
    service: Service<Message>,
    dir: PathBuf,
    /// The directory that games are kept in.
    pub(crate) data: PathBuf,
    /// Lets one thing be written, or break down over it.
    lets: Sender<bool>,
    written: Receiver<Finished<Message>>,
}

impl TestStorage {
    /// Storage in `dir`, with what another run has left there.
    fn new(dir: &Path) -> Self {
        let (lets, waits) = mpsc::channel::<bool>();
        let (tells, written) = mpsc::channel();
        // Once the test has ended it may not write any more, and has no receiver.
        let wait = move || assert!(!waits.recv().unwrap_or_default(), "on purpose");
        let data = dir.join("data");
        let mut service = Service::new(
            Ok(Files::at(data.clone())),
            move |finished| drop(tells.send(finished)),
            wait,
            || (),
        );
        service.adopt();
        Self { service, dir: dir.to_owned(), data, lets, written }
    }

    /// Lets one thing be written; the program has not heard of it yet. With `breaks` the thread
    /// that writes panics over it.
    pub(crate) fn write(&self, breaks: bool) -> Finished<Message> {
        self.lets.send(breaks).unwrap();
        self.written.recv_timeout(Duration::from_secs(20)).expect("nothing was to be written")
    }

    fn home(&self, path: PathBuf) -> PathBuf {
        let path = self.dir.join(path);
        if path.starts_with(&self.dir) { path } else { self.dir.join("elsewhere") }
    }
}

impl Storage for TestStorage {
    type Finished = Finished<Message>;

    fn request(&mut self, request: StorageRequest) -> Vec<Message> {
        let request = match request {
            StorageRequest::Save { path, text, existing } => {
                StorageRequest::Save { path: self.home(path), text, existing }
            }
            StorageRequest::Load(path) => StorageRequest::Load(self.home(path)),
            StorageRequest::List(Some(path)) => StorageRequest::List(Some(self.home(path))),
            StorageRequest::KeepIn(dir) => {
                let data = self.dir.join(dir.as_deref().unwrap_or(Path::new("data")));
                let mut replies = self.service.request(StorageRequest::KeepIn(Some(data.clone())));
                if let [Message::Stored(StorageReply::KeepsIn(Ok(kept)))] = &mut replies[..] {
                    (self.data, *kept) = (data, dir);
                }
                return replies;
            }
            aside @ (StorageRequest::Peek(_)
            | StorageRequest::ReadResults
            | StorageRequest::ReadLast(_)) => {
                let read = Direct::new(Ok(Files::at(self.data.clone()))).request(aside);
                return read.map(Message::from).into_iter().collect();
            }
            other => other,
        };
        self.service.request(request)
    }

    fn configure(
        &mut self,
        file: ConfigFile,
        path: Vec<String>,
        value: Option<Value>,
    ) -> Vec<Message> {
        Storage::configure(&mut self.service, file, path, value)
    }

    fn commit(&mut self) -> Vec<Message> {
        self.service.commit()
    }

    fn finished(&mut self, finished: Finished<Message>) -> Vec<Message> {
        self.service.finished(finished)
    }

    fn retry(&mut self) -> Vec<Message> {
        self.service.retry()
    }

    fn is_busy(&self) -> bool {
        self.service.is_busy()
    }
}

/// The world of a test, and what the program has done in it.
pub(crate) struct TestHost {
    pub(crate) steady: Duration,
    pub(crate) terminal: ratatui::Terminal<TestBackend>,
    pub(crate) storage: TestStorage,
    /// Frames drawn.
    pub(crate) draws: usize,
    /// Everything the engine was asked.
    pub(crate) asks: Vec<Ask>,
    /// Everything that programs in the seats were asked.
    pub(crate) consulted: Vec<ProgramAsk>,
    /// The number of times they were ended.
    pub(crate) dismissals: usize,
    /// Everything that was asked of the analysis of whole games.
    pub(crate) studies: Vec<StudyRequest>,
    /// True if the last message to the engine was to stop.
    pub(crate) stopped: bool,
    /// The number of times it was asked to come to an end.
    pub(crate) hurries: usize,
    /// The number of times the bell rang.
    pub(crate) bells: usize,
    /// The texts given to the terminal for the clipboard.
    pub(crate) copied: Vec<String>,
    /// True if the mouse was last captured, false if it was given back to the terminal.
    pub(crate) captured: Option<bool>,
}

impl TestHost {
    pub(crate) fn new(Size { width, height }: Size, dir: &Path) -> Self {
        Self {
            steady: Duration::ZERO,
            terminal: ratatui::Terminal::new(TestBackend::new(width, height)).unwrap(),
            storage: TestStorage::new(dir),
            draws: 0,
            asks: Vec::new(),
            consulted: Vec::new(),
            dismissals: 0,
            studies: Vec::new(),
            stopped: true,
            hurries: 0,
            bells: 0,
            copied: Vec::new(),
            captured: None,
        }
    }
}

/// The date and time of every test.
pub(crate) fn moment(steady: Duration) -> Moment {
    let wall = UNIX_EPOCH + Duration::from_secs(1_767_323_045) + steady;
    Moment { steady, wall, ..Moment::default() }
}

impl Host<App> for TestHost {
    type Error = Infallible;
    type Storage = TestStorage;

    fn now(&self) -> Moment {
        moment(self.steady)
    }

    fn receive(&mut self, _: &App, _: Option<Duration>) -> Option<Comes> {
        unreachable!("tests say themselves what comes")
    }

    fn storage(&mut self) -> &mut TestStorage {
        &mut self.storage
    }

    fn engine(&mut self, request: EngineRequest) -> Option<Message> {
        match request {
            EngineRequest::Think(ask) => {
                self.asks.push(*ask);
                self.stopped = false;
            }
            EngineRequest::Consult(ask) => self.consulted.push(*ask),
            EngineRequest::Dismiss => self.dismissals += 1,
            EngineRequest::Stop => self.stopped = true,
            EngineRequest::Finish => self.hurries += 1,
        }
        None
    }

    fn study(&mut self, request: StudyRequest) -> Option<Message> {
        self.studies.push(request);
        None
    }

    fn explore(&mut self) -> Option<Message> {
        let files = Files::at(self.storage.data.clone());
        Some(Message::Explored(Ok(Explored::read(&own_games(Some(&files)), &|| false))))
    }

    fn count_games(&mut self) -> Option<Message> {
        let files = Files::at(self.storage.data.clone());
        Some(Message::Counted(Ok(Statistics::read(&files))))
    }

    fn terminal(&mut self, request: TerminalRequest) -> Result<Option<Message>, Infallible> {
        match request {
            TerminalRequest::Redraw => {
                let Size { width, height } = self.terminal.size().unwrap();
                return Ok(Some(Message::Resize(Size { width, height })));
            }
            TerminalRequest::Bell => self.bells += 1,
            TerminalRequest::Copy(text) => self.copied.push(text),
            TerminalRequest::CaptureMouse(on) => self.captured = Some(on),
            TerminalRequest::Edit(text) => {
                return Ok(Some(Message::Edited(Ok(format!("{text}\nby an editor")))));
            }
            TerminalRequest::Print(_)
            | TerminalRequest::AskBackground
            | TerminalRequest::AskColours
            | TerminalRequest::AskGraphics(_)
            | TerminalRequest::AskCellSize
            | TerminalRequest::Suspend
            | TerminalRequest::RenewPicture
            | TerminalRequest::Stop => {}
        }
        Ok(None)
    }

    fn export(&mut self, mut export: Box<Export>) -> Option<Message> {
        export.path = self.storage.home(export.path);
        Some(Message::Exported(export.carry_out(export.path.clone())))
    }

    fn show(&mut self, app: &App) -> Result<(), Infallible> {
        self.draws += 1;
        self.terminal.draw(|frame| frame.render_widget(app, frame.area())).unwrap();
        Ok(())
    }
}
