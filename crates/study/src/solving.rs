//! One position solved in the background: it can be paused at once, and resumes where it was.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tetralith_core::{Game, Step};
use tetralith_engine::catch_panic;
use tetralith_engine::solve::{SolveLimits, SolveTask};

use crate::background::{AnalysisAnswer, BackgroundThread, Control};

/// The time between two answers about the progress.
const TELL_EVERY: Duration = Duration::from_millis(250);

/// Bytes for each position that is likely to be searched, and the least.
const MEMORY: (f64, f64) = (64.0, (4_u64 << 20) as f64);

/// A position to be solved.
#[derive(Clone, Debug)]
pub struct SolveRequest {
    /// The number that comes back with every answer.
    pub id: u64,
    /// The game before its first step.
    pub start: Game,
    /// The steps to the position.
    pub steps: Vec<Step>,
}

impl PartialEq for SolveRequest {
    /// Two are the same if their numbers are, because no number is used twice.
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl BackgroundThread {
    /// Begins to solve the position of `request` on one thread with a table of at most `memory`
    /// bytes, calling `first` on it before it searches and `answer` with the result.
    ///
    /// # Errors
    /// The system's error if no thread can be had.
    pub fn solve(
        request: SolveRequest,
        memory: usize,
        first: impl FnOnce() + Send + 'static,
        answer: impl Fn(AnalysisAnswer) + Send + Sync + 'static,
    ) -> io::Result<Self> {
        Self::begin("solve", move |control| {
            first();
            serve(&request, memory, control, &answer);
        })
    }
}

/// The positions searched, and the time that took.
struct Work {
    /// Those of the parts of the search that are done: each part counts its own from 0.
    before: u64,
    /// Those of the part at hand.
    latest: u64,
    begun: Instant,
    /// The time spent in pauses.
    rested: Duration,
    /// The time of the last answer, without pauses.
    told: Duration,
}

impl Work {
    fn new() -> Self {
        let (rested, told) = (Duration::ZERO, Duration::ZERO);
        Self { before: 0, latest: 0, begun: Instant::now(), rested, told }
    }

    /// Counts the positions of the part at hand; returns all, with the time, if they are to be
    /// reported.
    fn count(&mut self, positions: u64) -> Option<(u64, Duration)> {
        if positions < self.latest {
            self.before += self.latest;
        }
        self.latest = positions;
        let elapsed = self.begun.elapsed().saturating_sub(self.rested);
        let is_due = elapsed >= self.told + TELL_EVERY;
        is_due.then(|| {
            self.told = elapsed;
            (self.before + positions, elapsed)
        })
    }
}

fn serve(
    request: &SolveRequest,
    memory: usize,
    control: &Control,
    answer: &(dyn Fn(AnalysisAnswer) + Sync),
) {
    let SolveRequest { id, ref start, ref steps } = *request;
    let work = Mutex::new(Work::new());
    let keep_on = |positions: u64| {
        let mut work = work.lock().unwrap_or_else(PoisonError::into_inner);
        let before = Instant::now();
        let is_over = control.rest().is_over;
        work.rested += before.elapsed();
        if let Some((positions, elapsed)) = work.count(positions).filter(|_| !is_over) {
            answer(AnalysisAnswer::Solving { id, positions, elapsed });
        }
        !is_over
    };
    let mut task = SolveTask { start, steps, limits: SolveLimits::default(), state: None };
    // No more than it is likely to fill.
    let (for_each, at_least) = MEMORY;
    let room = (for_each * 10_f64.powf(task.effort())).max(at_least) as usize;
    task.limits.memory = memory.min(room);
    let failed = |message: String| AnalysisAnswer::Failed { id, message };
    let last = match catch_panic(|| task.advise(&keep_on)) {
        Ok(Ok(solution)) => AnalysisAnswer::Solved { id, solution: Box::new(solution) },
        Ok(Err(unsolved)) => failed(unsolved.to_string()),
        Err(message) => failed(message),
    };
    if !control.lock().is_over {
        answer(last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use tetralith_core::{Colour, Setup};

    fn solving(size: i64) -> (BackgroundThread, mpsc::Receiver<AnalysisAnswer>) {
        let (tell, answers) = mpsc::channel();
        let setup = Setup { size: Some(size), ..Setup::default() };
        let start = Game::new("necklace", &setup).expect("the board is playable");
        let request = SolveRequest { id: 3, start, steps: Vec::new() };
        let thread = BackgroundThread::solve(
            request,
            16 << 20,
            || (),
            move |answer| drop(tell.send(answer)),
        );
        (thread.expect("threads can be had"), answers)
    }

    #[test]
    fn positions_are_solved_with_the_moves_that_keep_the_result() {
        let (_thread, answers) = solving(4);
        let last = answers.iter().last();
        let Some(AnalysisAnswer::Solved { id: 3, solution }) = last else { panic!("{last:?}") };
        assert_eq!(solution.winner, Some(Colour::First));
        assert_eq!((solution.best.len(), solution.worse.len()), (4, 12));
    }

    #[test]
    fn pauses_hold_a_search_and_dropping_ends_it() {
        let (thread, answers) = solving(7);
        assert!(matches!(answers.recv(), Ok(AnalysisAnswer::Solving { id: 3, .. })));
        thread.pause();
        thread.resume();
        thread.pause();
        // If dropping did not end the search, its thread would hold the channel for ever.
        drop(thread);
        assert!(!answers.iter().any(|answer| matches!(answer, AnalysisAnswer::Solved { .. })));
    }

    #[test]
    fn parts_of_a_search_are_counted_together() {
        let mut work = Work::new();
        for positions in [100, 200, 50] {
            work.count(positions);
        }
        assert_eq!((work.before, work.latest), (200, 50));
    }
}
