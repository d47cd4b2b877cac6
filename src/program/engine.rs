//! The engine at work beside a program, and other programs that are asked.

use std::fmt;
use std::io;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tetralith_engine::{Config, SearchAnswer, SearchThread};

use super::programs::Programs;
use super::{EngineRequest, Message};
use tetralith_session::thinking::Ask;
use tetralith_study::Calibration;

/// The thread that thinks, started by the first request. The winning chances in its answers are
/// calibrated, as are those of an analysis. Other programs are asked here too, since only one of
/// all is to think at a time.
pub struct Engine {
    thread: Option<SearchThread>,
    tell: Arc<dyn Fn(SearchAnswer) + Send + Sync>,
    /// True if levels may open games from the book.
    book: bool,
    /// The calibration of the game that the last request was about; the thread answers one request
    /// at a time.
    calibration: Arc<Mutex<(u64, Calibration)>>,
    programs: Programs,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("begun", &self.thread.is_some()).finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine that passes its answers to `tell`; levels may open games from the `book`. In a
    /// kiosk no other program is started.
    pub fn new(book: bool, is_kiosk: bool, tell: impl Fn(Message) + Send + Sync + 'static) -> Self {
        let tell = Arc::new(tell);
        let consulted = Arc::clone(&tell);
        Self {
            thread: None,
            tell: Arc::new(move |answer| tell(Message::Thought(answer))),
            book,
            calibration: Arc::default(),
            programs: Programs::new(is_kiosk, move |answer| consulted(Message::Consulted(answer))),
        }
    }

    /// Does what `request` asks; if the engine cannot think, the message reports it.
    pub fn request(&mut self, request: EngineRequest) -> Option<Message> {
        let thread = self.thread.as_ref();
        match request {
            EngineRequest::Think(ask) => {
                self.programs.stop();
                return self.think(*ask);
            }
            EngineRequest::Consult(ask) => {
                thread.inspect(|thread| thread.cancel());
                self.programs.consult(*ask);
            }
            EngineRequest::Dismiss => self.programs.dismiss(),
            EngineRequest::Finish => drop(thread.inspect(|thread| thread.finish())),
            EngineRequest::Stop => {
                thread.inspect(|thread| thread.cancel());
                self.programs.stop();
            }
        }
        None
    }

    fn think(&mut self, ask: Ask) -> Option<Message> {
        let id = ask.ticket;
        let thread = match self.thread.take().map_or_else(|| self.begin(), Ok) {
            Ok(thread) => self.thread.insert(thread),
            Err(error) => {
                let message = format!("no thread can be started: {error}");
                return Some(Message::Thought(SearchAnswer::Failed { id, message }));
            }
        };
        let calibration = Calibration::of(ask.position.info().id);
        *self.calibration.lock().unwrap_or_else(PoisonError::into_inner) = (id, calibration);
        thread.search(ask.into());
        None
    }

    fn begin(&self) -> io::Result<SearchThread> {
        let (tell, calibration) = (Arc::clone(&self.tell), Arc::clone(&self.calibration));
        let tell = move |answer: SearchAnswer| {
            let (id, calibration) = *calibration.lock().unwrap_or_else(PoisonError::into_inner);
            tell(if answer.id() == id { calibrated(answer, calibration) } else { answer });
        };
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let book = self.book;
        let begin = move || {
            give_way();
            SearchThread::new(Config { threads, book, ..Config::default() }, tell)
        };
        thread::Builder::new()
            .spawn(begin)?
            .join()
            .unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))
    }
}

/// Returns the answer with fair winning chances, calibrated.
fn calibrated(mut answer: SearchAnswer, calibration: Calibration) -> SearchAnswer {
    if let SearchAnswer::Progress { analysis, .. } | SearchAnswer::Done { analysis, .. } =
        &mut answer
    {
        *analysis = analysis.clone().fair();
        let chances = std::iter::once(&mut analysis.win);
        for win in chances.chain(analysis.candidates.iter_mut().map(|candidate| &mut candidate.win))
        {
            *win = calibration.chance((*win).into()) as f32;
        }
    }
    answer
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(thread) = &self.thread {
            thread.cancel();
        }
        // Quitting does not wait for the thread: it ends with the process.
        std::mem::forget(self.thread.take());
    }
}

/// Lets keys and screen come before this thread and all that it starts.
///
/// On Linux a priority belongs to a thread and passes on to those it starts; elsewhere it is the
/// whole program's.
#[cfg(target_os = "linux")]
pub fn give_way() {
    const LATER: i32 = 5;
    // Without it a frame may come some milliseconds later, and that is all.
    let _ = rustix::process::setpriority_process(None, LATER);
}

/// Lets keys and screen come before this thread and all that it starts, where that can be.
#[cfg(not(target_os = "linux"))]
pub const fn give_way() {}
