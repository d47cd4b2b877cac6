//! A thread that searches in the background and never blocks its caller.
//!
//! Every request has a number and every answer bears it: an answer to an old question can be
//! distinguished from one to the present, and dropped. A new request ends the one under way.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use tetralith_core::{Game, Step};

use crate::analysis::{Analysis, Limits, REPORT_EVERY};
use crate::any_search::AnySearch;
use crate::cancel::CancelToken;
use crate::level::{Budget, Level};
use crate::panics::catch_panic;
use crate::search::Config;
use crate::searches::Searches;

/// A question about a position.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The number that comes back with every answer.
    pub id: u64,
    /// The position.
    pub position: Game,
    /// The steps that led to it from the start of the game; a tree from before is recognised by
    /// them.
    pub played: Vec<Step>,
    /// The kind of question.
    pub task: SearchTask,
}

/// The kinds of question about a position.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum SearchTask {
    /// The step that a level plays.
    Play {
        level: Level,
        /// Takes the place of the level's own budget, as a clock may ask for.
        budget: Option<Budget>,
        /// The seed of the level's random numbers; the same for a whole game.
        seed: u64,
    },
    /// All that can be found about it, until a limit is reached or the search is ended.
    Analyse { limits: Limits },
    /// The same for a reader who goes to and fro in a game: as far as there is room, what is known
    /// of the positions that were studied last is kept, and a search of one of them goes on where
    /// it was.
    Study { limits: Limits },
    /// The same of a position that no steps lead to, such as one passed over: its steps say
    /// nothing, and what is known of the game itself stays.
    Suppose { limits: Limits },
}

/// An answer to a request, whose number is `id`.
#[derive(Clone, PartialEq, Debug)]
pub enum SearchAnswer {
    /// The findings so far. There may be any number of these before the last answer.
    Progress {
        /// See [`SearchRequest::id`].
        id: u64,
        /// The findings.
        analysis: Analysis,
    },
    /// The last answer.
    Done {
        /// See [`SearchRequest::id`].
        id: u64,
        /// The step to play; in an analysis, the best one found, if any.
        step: Option<Step>,
        /// The findings.
        analysis: Analysis,
    },
    /// The last answer when there is nothing to find, or the search broke down. The thread stays
    /// usable.
    Failed {
        /// See [`SearchRequest::id`].
        id: u64,
        /// One sentence that explains why.
        message: String,
    },
}

impl SearchAnswer {
    /// The number of the request that is answered.
    pub const fn id(&self) -> u64 {
        match self {
            Self::Progress { id, .. } | Self::Done { id, .. } | Self::Failed { id, .. } => *id,
        }
    }
}

/// The request under way, as both threads see it.
#[derive(Default)]
struct Job {
    cancel: CancelToken,
    /// True once no answer is wanted any more.
    is_silent: AtomicBool,
}

impl Job {
    /// Ends the search without another answer.
    fn drop_answers(&self) {
        self.is_silent.store(true, Relaxed);
        self.cancel.cancel();
    }

    fn is_silent(&self) -> bool {
        self.is_silent.load(Relaxed)
    }
}

/// The handle of a thread that searches; dropping it ends the thread.
///
/// ```
/// use std::sync::mpsc;
/// use tetralith_core::{Game, Setup};
/// use tetralith_engine::{Config, Level, SearchAnswer, SearchRequest, SearchTask, SearchThread};
/// let (send, answers) = mpsc::channel();
/// let thread = SearchThread::new(Config::default(), move |answer| drop(send.send(answer)))?;
/// let position = Game::new("necklace", &Setup { size: Some(5), ..Setup::default() })?;
/// let level = *Level::from_id("easy").expect("there is such a level");
/// let task = SearchTask::Play { level, budget: None, seed: 1 };
/// thread.search(SearchRequest { id: 1, position: position.clone(), played: Vec::new(), task });
/// let chosen = answers.iter().find_map(|answer| match answer {
///     SearchAnswer::Done { step, .. } => step,
///     SearchAnswer::Progress { .. } | SearchAnswer::Failed { .. } => None,
/// });
/// assert!(position.check(chosen.expect("the game is not over")).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SearchThread {
    requests: Option<Sender<(SearchRequest, Arc<Job>)>>,
    job: Mutex<Arc<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl fmt::Debug for SearchThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchThread").finish_non_exhaustive()
    }
}

impl SearchThread {
    /// Starts a thread that answers by calling `answer` on that thread.
    ///
    /// All that it keeps of the game, and of questions aside from the game, stays within the memory
    /// of `config`.
    ///
    /// # Errors
    /// The system's error if no thread can be had.
    pub fn new(
        config: Config,
        answer: impl Fn(SearchAnswer) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (requests, received) = channel();
        let thread = std::thread::Builder::new()
            .name("search".into())
            .spawn(move || serve(config, &received, &answer))?;
        Ok(Self { requests: Some(requests), job: Mutex::default(), thread: Some(thread) })
    }

    /// Begins to search for an answer to `request`; a search under way ends without another answer.
    pub fn search(&self, request: SearchRequest) {
        let job = Arc::new(Job::default());
        std::mem::replace(&mut *self.lock(), Arc::clone(&job)).drop_answers();
        if let Some(requests) = &self.requests {
            // The thread only ends with this handle, or if it breaks down outside a search.
            let _ = requests.send((request, job));
        }
    }

    /// Ends the request under way with what is known.
    ///
    /// It is answered once each thread of the search has done the piece of work it is at: a
    /// simulation, 1,024 positions of the exact search of an endgame, 128 positions of the search
    /// that solves the position, or a node while room is made. The delay depends on the machine.
    pub fn finish(&self) {
        self.lock().cancel.cancel();
    }

    /// Ends the request under way without another answer.
    pub fn cancel(&self) {
        self.lock().drop_answers();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Arc<Job>> {
        self.job.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        self.cancel();
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            // If it broke down, there is no one left to report it to.
            let _ = thread.join();
        }
    }
}

fn serve(
    config: Config,
    requests: &Receiver<(SearchRequest, Arc<Job>)>,
    answer: &dyn Fn(SearchAnswer),
) {
    let mut searches = Searches::new(config);
    for (request, job) in requests {
        if job.is_silent() {
            continue;
        }
        let id = request.id;
        let last = catch_panic(|| search(&mut searches, &request, &job, answer)).unwrap_or_else(
            |message| {
                searches.forget();
                SearchAnswer::Failed { id, message }
            },
        );
        if !job.is_silent() {
            // A listener that breaks down at the last answer still hears those to later requests.
            let _ = catch_panic(|| answer(last));
        }
    }
}

fn search(
    searches: &mut Searches,
    request: &SearchRequest,
    job: &Job,
    answer: &dyn Fn(SearchAnswer),
) -> SearchAnswer {
    let &SearchRequest { id, ref position, ref played, task } = request;
    searches.turn_to((position, played), matches!(task, SearchTask::Study { .. }));
    let Searches { config, game, aside, .. } = searches;
    let mut report = |analysis: &Analysis| {
        if !job.is_silent() {
            answer(SearchAnswer::Progress { id, analysis: analysis.clone() });
        }
    };
    let mut analyse = |search: &mut AnySearch, limits: Limits| {
        let limits = Limits { report_every: limits.report_every.or(Some(REPORT_EVERY)), ..limits };
        search
            .analyse((position, played), &limits, &job.cancel, &mut report)
            .map(|found| (found.best(), found))
    };
    let found = match task {
        SearchTask::Play { level, budget, seed } => {
            let search = if level.is_repeatable() { aside } else { game };
            let found =
                search.play(&level, budget, seed, (position, played), &job.cancel, &mut report);
            found.map(|(step, found)| (Some(step), found))
        }
        SearchTask::Analyse { limits } | SearchTask::Study { limits } => analyse(game, limits),
        SearchTask::Suppose { limits } => {
            aside.forget(config.seed);
            analyse(aside, limits)
        }
    };
    match found {
        Ok((step, analysis)) => SearchAnswer::Done { id, step, analysis },
        Err(over) => SearchAnswer::Failed { id, message: over.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Duration;
    use tetralith_core::games::INFOS;
    use tetralith_core::{NewGameError, Setup};

    fn search_thread() -> (SearchThread, mpsc::Receiver<SearchAnswer>) {
        let (send, receive) = mpsc::channel();
        let thread =
            SearchThread::new(Config { memory: 8 << 20, ..Config::default() }, move |answer| {
                let _ = send.send(answer);
            });
        (thread.expect("threads can be had"), receive)
    }

    fn game(id: &str) -> Game {
        Game::new(id, &Setup::default()).expect("the defaults are playable")
    }

    fn play(id: u64, position: Game, played: Vec<Step>) -> SearchRequest {
        let level = *Level::from_id("beginner").unwrap();
        SearchRequest {
            id,
            position,
            played,
            task: SearchTask::Play { level, budget: None, seed: 1 },
        }
    }

    fn last(answers: &mpsc::Receiver<SearchAnswer>) -> SearchAnswer {
        answers
            .iter()
            .find(|answer| !matches!(answer, SearchAnswer::Progress { .. }))
            .expect("there is a last answer")
    }

    #[test]
    fn a_level_answers_with_a_legal_step_and_always_the_same() {
        let (thread, answers) = search_thread();
        for info in INFOS {
            let mut steps = Vec::new();
            for id in 0..2 {
                let position = game(info.id);
                thread.search(play(id, position.clone(), Vec::new()));
                let SearchAnswer::Done { id: answered, step: Some(step), .. } = last(&answers)
                else {
                    panic!("no step")
                };
                assert_eq!(answered, id);
                assert_eq!(position.check(step), Ok(()));
                steps.push(step);
            }
            assert_eq!(steps[0], steps[1], "{}", info.id);
        }
    }

    #[test]
    fn an_analysis_without_end_is_finished_on_demand() {
        let (thread, answers) = search_thread();
        let task = SearchTask::Analyse { limits: Limits::NONE };
        thread.search(SearchRequest {
            id: 3,
            position: game("multiplicity"),
            played: Vec::new(),
            task,
        });
        assert!(matches!(answers.recv(), Ok(SearchAnswer::Progress { id: 3, .. })));
        thread.finish();
        let SearchAnswer::Done { id: 3, step: Some(_), analysis } = last(&answers) else {
            panic!("no step")
        };
        assert!(analysis.simulations > 0);
    }

    #[test]
    fn replaced_and_cancelled_requests_stay_silent() {
        let (thread, answers) = search_thread();
        let task = SearchTask::Analyse { limits: Limits::NONE };
        thread.search(SearchRequest {
            id: 1,
            position: game("multiplicity"),
            played: Vec::new(),
            task,
        });
        thread.search(SearchRequest {
            id: 2,
            position: game("multiplicity"),
            played: Vec::new(),
            task,
        });
        thread.cancel();
        thread.search(play(3, game("multiplicity"), Vec::new()));
        assert_eq!(last(&answers).id(), 3);
        drop(thread);
        assert_eq!(answers.iter().count(), 0);
    }

    #[test]
    fn a_game_that_is_over_is_an_error_not_the_end() -> Result<(), NewGameError> {
        let (thread, answers) = search_thread();
        let mut position = Game::new("multiplicity", &Setup { size: Some(2), ..Setup::default() })?;
        let mut played = Vec::new();
        while let Some(&step) = position.legal().first() {
            position.play_unchecked(step);
            played.push(step);
        }
        thread.search(play(1, position, played));
        assert!(matches!(last(&answers), SearchAnswer::Failed { id: 1, .. }));
        thread.search(play(2, game("multiplicity"), Vec::new()));
        assert!(matches!(last(&answers), SearchAnswer::Done { id: 2, .. }));
        Ok(())
    }

    #[test]
    fn a_panic_is_an_error_not_the_end() {
        let (send, answers) = mpsc::channel();
        let thread =
            SearchThread::new(Config { memory: 8 << 20, ..Config::default() }, move |answer| {
                assert!(!matches!(answer, SearchAnswer::Progress { id: 1, .. }), "out of order");
                let _ = send.send(answer);
            });
        let thread = thread.expect("threads can be had");
        let task = SearchTask::Analyse { limits: Limits::NONE };
        thread.search(SearchRequest {
            id: 1,
            position: game("multiplicity"),
            played: Vec::new(),
            task,
        });
        let SearchAnswer::Failed { id: 1, message } = last(&answers) else { panic!("no error") };
        assert_eq!(message, "the search failed: out of order");
        thread.search(play(2, game("multiplicity"), Vec::new()));
        assert!(matches!(last(&answers), SearchAnswer::Done { id: 2, .. }));
    }

    #[test]
    fn a_search_stopped_before_it_began_still_finds_a_step() {
        let position = game("multiplicity");
        let mut search = AnySearch::new(Config { memory: 8 << 20, ..Config::default() });
        let cancelled = CancelToken::new();
        cancelled.cancel();
        let found = search.play(&Level::ALL[8], None, 0, (&position, &[]), &cancelled, &mut |_| {});
        let (chosen, _) = found.expect("the game goes on");
        assert_eq!(position.check(chosen), Ok(()));
    }

    #[test]
    fn studies_of_a_position_continue_after_another() {
        // One that may end early does so where the best step cannot be caught up with any more.
        for (early, least) in [(false, 200), (true, 100)] {
            let (thread, answers) = search_thread();
            let start = game("necklace");
            let mut next = start.clone();
            let step = start.legal()[0];
            next.play_unchecked(step);
            let visits = |id, position: &Game, played: &[Step]| {
                let task =
                    SearchTask::Study { limits: Limits { early, ..Limits::simulations(300) } };
                thread.search(SearchRequest {
                    id,
                    position: position.clone(),
                    played: played.to_vec(),
                    task,
                });
                let SearchAnswer::Done { analysis, .. } = last(&answers) else {
                    panic!("no findings")
                };
                analysis.candidates.iter().map(|candidate| candidate.visits).sum::<u32>()
            };
            let (first, other, again) =
                (visits(1, &start, &[]), visits(2, &next, &[step]), visits(3, &start, &[]));
            assert!(again > first + 200, "{first} {again}");
            let more = visits(4, &next, &[step]);
            assert!(more > other + least, "so does the other: {other} {more}");
        }
    }

    #[test]
    fn a_supposed_position_leaves_what_is_known_of_the_game_alone() {
        let (thread, answers) = search_thread();
        let position = game("necklace");
        let limits = Limits::simulations(300);
        let last = || loop {
            match answers.recv_timeout(Duration::from_secs(20)).expect("an answer") {
                SearchAnswer::Progress { .. } => {}
                SearchAnswer::Done { analysis, .. } => return analysis,
                SearchAnswer::Failed { message, .. } => panic!("{message}"),
            }
        };
        let ask = |id, position: &Game, task| {
            thread.search(SearchRequest {
                id,
                position: position.clone(),
                played: Vec::new(),
                task,
            });
            last()
        };
        let first = ask(1, &position, SearchTask::Analyse { limits });
        let supposed =
            ask(2, &position.passed_over().expect("no pie"), SearchTask::Suppose { limits });
        assert_eq!(supposed.to_move, position.to_move().other());
        let again = ask(3, &position, SearchTask::Analyse { limits });
        assert_eq!(again.to_move, first.to_move);
        let visits = |analysis: &Analysis| {
            analysis.candidates.iter().map(|candidate| candidate.visits).sum::<u32>()
        };
        assert!(visits(&again) > visits(&first), "the tree is still there");
    }
}
