//! The analysis of whole games beside a program.

use std::fmt;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use tetralith_engine::Config;
use tetralith_study::{AnalysisAnswer, AnalysisRequest, BackgroundThread, SolveRequest};

use super::engine::give_way;
use super::{Message, StudyRequest};

/// The analysis under way, if there is one.
pub struct Study {
    job: Option<BackgroundThread>,
    /// The search about one move.
    check: Option<BackgroundThread>,
    /// The position that is being solved.
    solving: Option<BackgroundThread>,
    tell: Arc<dyn Fn(AnalysisAnswer) + Send + Sync>,
}

impl fmt::Debug for Study {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Study").field("job", &self.job).finish_non_exhaustive()
    }
}

impl Study {
    /// No analysis yet; the answers of any go to `tell`.
    pub fn new(tell: impl Fn(AnalysisAnswer) + Send + Sync + 'static) -> Self {
        Self { job: None, check: None, solving: None, tell: Arc::new(tell) }
    }

    /// Does what `request` asks; if no analysis can be had, the message reports it.
    pub fn request(&mut self, request: StudyRequest) -> Option<Message> {
        match request {
            StudyRequest::Begin(request) => match self.begin(*request) {
                Ok(job) => self.job = Some(job),
                Err(failed) => return Some(*failed),
            },
            StudyRequest::Check(request) => match self.begin(*request) {
                Ok(job) => self.check = Some(job),
                Err(failed) => return Some(*failed),
            },
            StudyRequest::Solve(request) => match self.solve(*request) {
                Ok(solving) => self.solving = Some(solving),
                Err(failed) => return Some(*failed),
            },
            StudyRequest::StopCheck => self.check = None,
            StudyRequest::StopSolving => self.solving = None,
            StudyRequest::Stop => self.job = None,
            StudyRequest::Pause => {
                self.job.iter().for_each(BackgroundThread::pause);
                self.solving.iter().for_each(BackgroundThread::pause);
            }
            StudyRequest::Resume => {
                self.job.iter().for_each(BackgroundThread::resume);
                self.solving.iter().for_each(BackgroundThread::resume);
            }
        }
        None
    }

    /// Begins to solve the position of `request`; the error is the message that this cannot be
    /// done.
    fn solve(&self, request: SolveRequest) -> Result<BackgroundThread, Box<Message>> {
        let id = request.id;
        let tell = Arc::clone(&self.tell);
        let memory = Config::default().memory;
        BackgroundThread::solve(request, memory, give_way, move |answer| tell(answer))
            .map_err(|error| cannot_start(id, &error))
    }

    /// Begins to look at what `request` is about; the error is the message that this cannot be
    /// done.
    fn begin(&self, request: AnalysisRequest) -> Result<BackgroundThread, Box<Message>> {
        let id = request.id;
        let tell = Arc::clone(&self.tell);
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        BackgroundThread::analyse(request, threads, give_way, move |answer| tell(answer))
            .map_err(|error| cannot_start(id, &error))
    }
}

/// The message that the request `id` cannot be answered.
fn cannot_start(id: u64, error: &std::io::Error) -> Box<Message> {
    let message = format!("no thread can be started: {error}");
    Box::new(Message::Studied(AnalysisAnswer::Failed { id, message }))
}
