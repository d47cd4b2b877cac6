//! A thread that thinks in the background and never blocks whoever asks.
//!
//! Every request has a number and every answer bears it: an answer to an old question can be told from one to the
//! present, and dropped. A new request ends the one under way.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tetralith_core::{Game, Step};

use crate::analysis::{Analysis, Limits};
use crate::level::{Budget, Level};
use crate::mind::Mind;
use crate::search::Config;
use crate::shield::shielded;

/// How often progress is reported.
pub const REPORT_EVERY: Duration = Duration::from_millis(100);

/// What to think about.
#[derive(Clone)]
pub struct Request {
    /// Comes back with every answer.
    pub id: u64,
    /// The position.
    pub position: Game,
    /// The steps that led to it from the start of the game, by which a tree from before is recognised.
    pub line: Vec<Step>,
    /// What to find out.
    pub task: Task,
}

/// What to find out about a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Task {
    /// The step that a level plays.
    Play {
        /// Who plays.
        level: Level,
        /// Takes the place of the level's own budget, as a clock may ask for.
        budget: Option<Budget>,
        /// Where the level's random numbers begin; the same for a whole game.
        seed: u64,
    },
    /// What can be said of it, until a limit is reached or the search is stopped.
    Analyse {
        /// When to end.
        limits: Limits,
    },
    /// The same of a position that no steps lead to, such as one passed over: its line says nothing, and what is known of the
    /// game itself stays.
    Suppose {
        /// When to end.
        limits: Limits,
    },
}

/// What has been found; `id` is the request's.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// What is known so far. There may be any number of these before the last answer.
    Progress {
        /// See [`Request::id`].
        id: u64,
        /// What is known.
        analysis: Analysis,
    },
    /// The last answer.
    Done {
        /// See [`Request::id`].
        id: u64,
        /// The step to play; in an analysis, the best one found, if any.
        step: Option<Step>,
        /// What is known.
        analysis: Analysis,
    },
    /// The last answer when there is nothing to find, or the search broke down. The thinker stays usable.
    Failed {
        /// See [`Request::id`].
        id: u64,
        /// One sentence that says why.
        message: String,
    },
}

impl Answer {
    /// The number of the request that is answered.
    pub const fn id(&self) -> u64 {
        match self {
            Self::Progress { id, .. } | Self::Done { id, .. } | Self::Failed { id, .. } => *id,
        }
    }
}

/// How the request under way shall end before its time.
#[derive(Default)]
struct Brake {
    stop: AtomicBool,
    silent: AtomicBool,
}

/// The handle of a thinking thread; dropping it ends the thread.
pub struct Thinker {
    requests: Option<Sender<(Request, Arc<Brake>)>>,
    brake: Mutex<Arc<Brake>>,
    thread: Option<JoinHandle<()>>,
}

impl Thinker {
    /// A thread that answers by calling `answer`, from that thread.
    ///
    /// All that it keeps of a game and of what it is asked aside stays within the memory of `config`.
    ///
    /// # Errors
    /// The system's error if no thread can be had.
    pub fn new(config: Config, answer: impl Fn(Answer) + Send + 'static) -> std::io::Result<Self> {
        let (requests, received) = channel();
        let thread =
            std::thread::Builder::new().name("thinker".into()).spawn(move || serve(config, &received, &answer))?;
        Ok(Self { requests: Some(requests), brake: Mutex::default(), thread: Some(thread) })
    }

    /// Begins to think about `request`; what was under way ends without another answer.
    pub fn think(&self, request: Request) {
        let brake = Arc::new(Brake::default());
        let old = std::mem::replace(&mut *self.lock(), Arc::clone(&brake));
        pull(&old);
        if let Some(requests) = &self.requests {
            // The thread only ends with this handle, so there is somebody to receive it.
            let _ = requests.send((request, brake));
        }
    }

    /// Ends the request under way with what is known.
    ///
    /// It is answered once each thread of the search has done the piece of work it is at: a simulation, 1,024 positions of
    /// the exact search of an endgame, or a node while room is made. How soon that is, is the machine's affair.
    pub fn finish(&self) {
        self.lock().stop.store(true, Relaxed);
    }

    /// Ends the request under way without another answer.
    pub fn cancel(&self) {
        pull(&self.lock());
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Arc<Brake>> {
        self.brake.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.cancel();
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            // If it panicked outside a search there is nobody left to tell.
            let _ = thread.join();
        }
    }
}

fn pull(brake: &Brake) {
    brake.silent.store(true, Relaxed);
    brake.stop.store(true, Relaxed);
}

impl Config {
    /// This with the quarter of the memory that a [`Thinker`] has for what it searches aside from the game: little time goes
    /// into it, and so little room.
    ///
    /// How much room there is decides what a level that is the same everywhere forgets on the largest boards: so whoever
    /// has one play takes this.
    #[must_use]
    pub const fn aside(self) -> Self {
        Self { memory: self.memory / 4, ..self }
    }
}

/// What a thinker knows, within one limit of memory.
struct Minds {
    config: Config,
    /// Follows the game.
    game: Mind,
    /// For what begins afresh each time and must leave the game's tree alone: levels that are the same everywhere, and
    /// positions that are only supposed.
    aside: Mind,
}

impl Minds {
    fn new(config: Config) -> Self {
        let aside = config.aside();
        let game = Config { memory: config.memory - aside.memory, ..config };
        Self { config, game: Mind::new(game), aside: Mind::new(aside) }
    }

    fn forget(&mut self) {
        for mind in [&mut self.game, &mut self.aside] {
            mind.forget(self.config.seed);
        }
    }
}

fn serve(config: Config, requests: &Receiver<(Request, Arc<Brake>)>, answer: &dyn Fn(Answer)) {
    let mut minds = Minds::new(config);
    for (request, brake) in requests {
        if brake.silent.load(Relaxed) {
            continue;
        }
        let id = request.id;
        let last = shielded(|| think(&mut minds, &request, &brake, answer)).unwrap_or_else(|message| {
            minds.forget();
            Answer::Failed { id, message }
        });
        if !brake.silent.load(Relaxed) {
            answer(last);
        }
    }
}

fn think(minds: &mut Minds, request: &Request, brake: &Brake, answer: &dyn Fn(Answer)) -> Answer {
    let Minds { config, game, aside } = minds;
    let id = request.id;
    let mut report = |analysis: &Analysis| {
        if !brake.silent.load(Relaxed) {
            answer(Answer::Progress { id, analysis: analysis.clone() });
        }
    };
    let found = match request.task {
        Task::Play { level, budget, seed } => {
            let mind = if level.is_repeatable() { aside } else { game };
            let place = (&request.position, &request.line[..]);
            mind.play(&level, budget, seed, place, &brake.stop, &mut report).map(|(step, found)| (Some(step), found))
        }
        Task::Analyse { limits } | Task::Suppose { limits } => {
            let mind = if matches!(request.task, Task::Suppose { .. }) {
                aside.forget(config.seed);
                aside
            } else {
                game
            };
            mind.follow(&request.position, &request.line);
            let limits = Limits { report_every: limits.report_every.or(Some(REPORT_EVERY)), ..limits };
            mind.look(&limits, &brake.stop, &mut report).map(|found| (found.best(), found))
        }
    };
    match found {
        Ok((step, analysis)) => Answer::Done { id, step, analysis },
        Err(over) => Answer::Failed { id, message: over.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use tetralith_core::games::INFOS;
    use tetralith_core::{NewGameError, Setup};

    fn thinker() -> (Thinker, mpsc::Receiver<Answer>) {
        let (send, receive) = mpsc::channel();
        let thinker = Thinker::new(Config { memory: 8 << 20, ..Config::default() }, move |answer| {
            let _ = send.send(answer);
        });
        (thinker.expect("threads can be had"), receive)
    }

    fn game(id: &str) -> Game {
        Game::new(id, &Setup::default()).expect("the defaults are playable")
    }

    fn play(id: u64, position: Game, line: Vec<Step>) -> Request {
        let level = *Level::from_id("beginner").unwrap();
        Request { id, position, line, task: Task::Play { level, budget: None, seed: 1 } }
    }

    fn last(answers: &mpsc::Receiver<Answer>) -> Answer {
        answers.iter().find(|answer| !matches!(answer, Answer::Progress { .. })).expect("there is a last answer")
    }

    #[test]
    fn a_level_answers_with_a_legal_step_and_always_the_same() {
        let (thinker, answers) = thinker();
        for info in INFOS {
            let mut steps = Vec::new();
            for id in 0..2 {
                let position = game(info.id);
                thinker.think(play(id, position.clone(), Vec::new()));
                let Answer::Done { id: answered, step: Some(step), .. } = last(&answers) else { panic!("no step") };
                assert_eq!(answered, id);
                assert_eq!(position.check(step), Ok(()));
                steps.push(step);
            }
            assert_eq!(steps[0], steps[1], "{}", info.id);
        }
    }

    #[test]
    fn an_analysis_without_end_is_finished_on_demand() {
        let (thinker, answers) = thinker();
        let task = Task::Analyse { limits: Limits::NONE };
        thinker.think(Request { id: 3, position: game("multiplicity"), line: Vec::new(), task });
        assert!(matches!(answers.recv(), Ok(Answer::Progress { id: 3, .. })));
        thinker.finish();
        let Answer::Done { id: 3, step: Some(_), analysis } = last(&answers) else { panic!("no step") };
        assert!(analysis.simulations > 0);
    }

    #[test]
    fn a_new_request_silences_the_old_one_and_a_cancelled_one_says_nothing() {
        let (thinker, answers) = thinker();
        let task = Task::Analyse { limits: Limits::NONE };
        thinker.think(Request { id: 1, position: game("multiplicity"), line: Vec::new(), task });
        thinker.think(Request { id: 2, position: game("multiplicity"), line: Vec::new(), task });
        thinker.cancel();
        thinker.think(play(3, game("multiplicity"), Vec::new()));
        assert_eq!(last(&answers).id(), 3);
        drop(thinker);
        assert_eq!(answers.iter().count(), 0);
    }

    #[test]
    fn a_game_that_is_over_is_an_error_not_the_end() -> Result<(), NewGameError> {
        let (thinker, answers) = thinker();
        let mut position = Game::new("multiplicity", &Setup { size: Some(2), ..Setup::default() })?;
        let mut line = Vec::new();
        while let Some(&step) = position.legal().first() {
            position.play_unchecked(step);
            line.push(step);
        }
        thinker.think(play(1, position, line));
        assert!(matches!(last(&answers), Answer::Failed { id: 1, .. }));
        thinker.think(play(2, game("multiplicity"), Vec::new()));
        assert!(matches!(last(&answers), Answer::Done { id: 2, .. }));
        Ok(())
    }

    #[test]
    fn a_panic_is_an_error_not_the_end() {
        let (send, answers) = mpsc::channel();
        let thinker = Thinker::new(Config { memory: 8 << 20, ..Config::default() }, move |answer| {
            assert!(!matches!(answer, Answer::Progress { id: 1, .. }), "out of order");
            let _ = send.send(answer);
        });
        let thinker = thinker.expect("threads can be had");
        let task = Task::Analyse { limits: Limits::NONE };
        thinker.think(Request { id: 1, position: game("multiplicity"), line: Vec::new(), task });
        let Answer::Failed { id: 1, message } = last(&answers) else { panic!("no error") };
        assert_eq!(message, "the search broke down: out of order");
        thinker.think(play(2, game("multiplicity"), Vec::new()));
        assert!(matches!(last(&answers), Answer::Done { id: 2, .. }));
    }

    #[test]
    fn a_search_stopped_before_it_began_still_finds_a_step() {
        let position = game("multiplicity");
        let mut mind = Mind::new(Config { memory: 8 << 20, ..Config::default() });
        let stop = AtomicBool::new(true);
        let found = mind.play(&Level::ALL[7], None, 0, (&position, &[]), &stop, &mut |_| {});
        let (chosen, _) = found.expect("the game goes on");
        assert_eq!(position.check(chosen), Ok(()));
    }

    #[test]
    fn a_supposed_position_leaves_what_is_known_of_the_game_alone() {
        let (thinker, answers) = thinker();
        let position = game("necklace");
        let limits = Limits::simulations(300);
        let last = || loop {
            match answers.recv_timeout(Duration::from_secs(20)).expect("an answer") {
                Answer::Progress { .. } => {}
                Answer::Done { analysis, .. } => return analysis,
                Answer::Failed { message, .. } => panic!("{message}"),
            }
        };
        let ask = |id, position: &Game, task| {
            thinker.think(Request { id, position: position.clone(), line: Vec::new(), task });
            last()
        };
        let first = ask(1, &position, Task::Analyse { limits });
        let supposed = ask(2, &position.passed_over().expect("no pie"), Task::Suppose { limits });
        assert_eq!(supposed.to_move, position.to_move().other());
        let again = ask(3, &position, Task::Analyse { limits });
        assert_eq!(again.to_move, first.to_move);
        let visits = |analysis: &Analysis| analysis.candidates.iter().map(|candidate| candidate.visits).sum::<u32>();
        assert!(visits(&again) > visits(&first), "the tree is still there");
    }
}
