//! The analysis of whole games beside a program.

use std::fmt;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use tetralith_engine::Config;
use tetralith_study::{AnalysisAnswer, AnalysisRequest, AnalysisThread};

use super::engine::give_way;
use super::{Message, StudyRequest};

/// The analysis under way, if there is one.
pub struct Study {
    job: Option<AnalysisThread>,
    /// The search about one move.
    check: Option<AnalysisThread>,
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
        Self { job: None, check: None, tell: Arc::new(tell) }
    }

    /// Does what `request` asks; if no analysis can be had, the message says so.
    pub fn request(&mut self, request: StudyRequest) -> Option<Message> {
        match (request, &self.job) {
            (StudyRequest::Begin(request), _) => match self.begin(*request) {
                Ok(job) => self.job = Some(job),
                Err(failed) => return Some(*failed),
            },
            (StudyRequest::Check(request), _) => match self.begin(*request) {
                Ok(job) => self.check = Some(job),
                Err(failed) => return Some(*failed),
            },
            (StudyRequest::StopCheck, _) => self.check = None,
            (StudyRequest::Pause, Some(job)) => job.pause(),
            (StudyRequest::Resume, Some(job)) => job.resume(),
            (StudyRequest::Stop, _) => self.job = None,
            (StudyRequest::Pause | StudyRequest::Resume, None) => {}
        }
        None
    }

    /// Begins to look at what `request` is about; the error is the message that this cannot be
    /// done.
    fn begin(&self, request: AnalysisRequest) -> Result<AnalysisThread, Box<Message>> {
        let id = request.id;
        let tell = Arc::clone(&self.tell);
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let room = (threads, Config::default().aside().memory);
        AnalysisThread::begin(request, room, give_way, move |answer| tell(answer)).map_err(
            |error| {
                let message = format!("no thread can be started: {error}");
                Box::new(Message::Studied(AnalysisAnswer::Failed { id, message }))
            },
        )
    }
}
