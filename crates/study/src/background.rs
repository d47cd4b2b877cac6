//! The analysis of a game in the background: it can be paused at once, and resumes where it was.

use std::fmt;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tetralith_engine::CancelToken;
use tetralith_engine::solve::Solution;

use crate::finding::Finding;
use crate::job::{Job, JobProgress};
use crate::moments::Moments;
use crate::plan::{Budgets, Pass};

/// A game to be analysed.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// The number that comes back with every answer.
    pub id: u64,
    /// The turns.
    pub moments: Moments,
    /// The findings that are known already, by turn.
    pub findings: Vec<Option<Finding>>,
    /// The build of the engine, by [`build`](crate::build).
    pub build: String,
    /// The simulations for each pass.
    pub budgets: Budgets,
}

impl PartialEq for AnalysisRequest {
    /// Two are the same if their numbers are, because no number is used twice.
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

/// An answer to a request, whose number is `id`.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum AnalysisAnswer {
    /// A position has been searched.
    Found {
        /// See [`AnalysisRequest::id`].
        id: u64,
        index: usize,
        finding: Box<Finding>,
        pass: Pass,
        /// The positions of the pass that have been searched.
        done: usize,
        /// The positions of the pass.
        of: usize,
    },
    /// So much of the position to be solved has been searched.
    Solving {
        /// See [`SolveRequest::id`](crate::SolveRequest::id).
        id: u64,
        /// The positions searched.
        positions: u64,
        /// The time it took, without pauses.
        elapsed: Duration,
    },
    /// The position is solved.
    Solved {
        /// See [`SolveRequest::id`](crate::SolveRequest::id).
        id: u64,
        /// Its proof.
        solution: Box<Solution>,
    },
    /// Everything has been searched.
    Done {
        /// See [`AnalysisRequest::id`].
        id: u64,
    },
    Failed {
        /// See [`AnalysisRequest::id`].
        id: u64,
        /// One sentence that explains why.
        message: String,
    },
}

/// The state that the owner and the thread share.
#[derive(Default)]
pub(crate) struct State {
    /// True if nothing is to be searched for a while.
    pub(crate) is_paused: bool,
    /// True once no answer is wanted any more.
    pub(crate) is_over: bool,
    /// The token of the search under way.
    token: Option<Arc<CancelToken>>,
}

#[derive(Default)]
pub(crate) struct Control {
    state: Mutex<State>,
    changed: Condvar,
}

impl Control {
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, and ends the search under way if it is not to go on.
    pub(crate) fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.lock();
        change(&mut state);
        let ends = state.is_paused || state.is_over;
        // A search that goes on keeps its token, so that a later change can end it.
        if let Some(token) = if ends { state.token.take() } else { None } {
            token.cancel();
        }
        self.changed.notify_all();
    }

    /// Waits until something may be searched.
    pub(crate) fn rest(&self) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        while state.is_paused && !state.is_over {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state
    }

    /// The same; the token of that search, or `None` if it is over.
    fn wait(&self) -> Option<Arc<CancelToken>> {
        let mut state = self.rest();
        (!state.is_over).then(|| Arc::clone(state.token.insert(Arc::default())))
    }
}

/// An analysis, or the solving of a position, under way; dropping it ends it without another
/// answer.
pub struct BackgroundThread {
    control: Arc<Control>,
}

impl fmt::Debug for BackgroundThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BackgroundThread")
            .field("is_paused", &self.control.lock().is_paused)
            .finish_non_exhaustive()
    }
}

impl BackgroundThread {
    /// Begins to analyse the game of `request` on so many `threads`, calling `first` on a thread
    /// before it searches and `answer` with what follows from it.
    ///
    /// # Errors
    /// The system's error if no thread can be had.
    pub fn analyse(
        request: AnalysisRequest,
        threads: usize,
        first: impl FnOnce() + Send + 'static,
        answer: impl Fn(AnalysisAnswer) + Send + Sync + 'static,
    ) -> io::Result<Self> {
        Self::begin("study", move |control| {
            first();
            serve(request, threads, control, &answer);
        })
    }

    /// Begins `work` on a thread of this `name`.
    pub(crate) fn begin(
        name: &str,
        work: impl FnOnce(&Control) + Send + 'static,
    ) -> io::Result<Self> {
        let control = Arc::<Control>::default();
        let ours = Arc::clone(&control);
        thread::Builder::new().name(name.into()).spawn(move || work(&ours))?;
        Ok(Self { control })
    }

    /// Searches nothing until [`resume`](Self::resume): the searches under way end at their next
    /// simulation.
    pub fn pause(&self) {
        self.control.change(|state| state.is_paused = true);
    }

    /// Goes on where it was.
    pub fn resume(&self) {
        self.control.change(|state| state.is_paused = false);
    }
}

impl Drop for BackgroundThread {
    fn drop(&mut self) {
        self.control.change(|state| state.is_over = true);
    }
}

fn serve(
    request: AnalysisRequest,
    threads: usize,
    control: &Control,
    answer: &(dyn Fn(AnalysisAnswer) + Sync),
) {
    let AnalysisRequest { id, moments, mut findings, build, budgets } = request;
    let job = Job { budgets, threads, seed: 0, build: &build };
    while let Some(token) = control.wait() {
        let mut tell = |progress: &JobProgress<'_>| {
            let &JobProgress { pass, of, done, index, finding } = progress;
            if !control.lock().is_over {
                answer(AnalysisAnswer::Found {
                    id,
                    index,
                    finding: Box::new(finding.clone()),
                    pass,
                    done,
                    of,
                });
            }
        };
        let ended = job.run(&moments, &mut findings, &token, &mut tell);
        let last = match ended {
            Err(message) => AnalysisAnswer::Failed { id, message },
            Ok(()) if token.is_cancelled() => continue,
            Ok(()) => AnalysisAnswer::Done { id },
        };
        if !control.lock().is_over {
            answer(last);
        }
        return;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use tetralith_core::Record;

    fn request(budgets: Budgets) -> AnalysisRequest {
        let text = br#"{ "format": "tetralith", "version": 1, "game": "necklace", "options": { "size": 5 },
            "moves": ["c3", "b2", "d2", "c4"] }"#;
        let (_, timeline) = Record::read(text).unwrap();
        let moments = Moments::of_main_line(&timeline);
        AnalysisRequest { id: 7, moments, findings: vec![None; 4], build: String::new(), budgets }
    }

    #[test]
    fn every_turn_is_found_from_the_end_and_then_it_is_done() {
        let (tell, answers) = mpsc::channel();
        let request = request(Budgets::equal(50));
        let _job =
            BackgroundThread::analyse(request, 1, || (), move |answer| drop(tell.send(answer)))
                .unwrap();
        let answers: Vec<AnalysisAnswer> = answers.iter().collect();
        let found: Vec<usize> = answers
            .iter()
            .filter_map(|answer| {
                if let AnalysisAnswer::Found { index, .. } = answer { Some(*index) } else { None }
            })
            .collect();
        assert_eq!(found, [3, 2, 1, 0]);
        assert_eq!(answers.last(), Some(&AnalysisAnswer::Done { id: 7 }));
    }

    #[test]
    fn searches_that_go_on_can_be_ended_later() {
        let control = Control::default();
        let token = control.wait().expect("it is not over");
        control.change(|state| state.is_paused = false);
        assert!(!token.is_cancelled());
        control.change(|state| state.is_paused = true);
        assert!(token.is_cancelled());
    }

    #[test]
    fn pauses_end_searches_and_lose_nothing() {
        let (tell, answers) = mpsc::channel();
        // A first position that is quickly done, and then far more work than the test waits for.
        let mut request = request(Budgets { glance: 50, ..Budgets::equal(u64::MAX / 4) });
        request.findings.truncate(0);
        request.findings.resize(4, None);
        let job =
            BackgroundThread::analyse(request, 1, || (), move |answer| drop(tell.send(answer)))
                .unwrap();
        for _ in 0..4 {
            assert!(matches!(
                answers.recv().unwrap(),
                AnalysisAnswer::Found { pass: Pass::Glance, .. }
            ));
        }
        job.pause();
        job.resume();
        job.pause();
        // If dropping did not end the job, its thread would hold the channel for ever.
        drop(job);
        assert_eq!(answers.iter().count(), 0);
    }
}
