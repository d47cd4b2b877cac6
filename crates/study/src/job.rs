//! The analysis of a whole game on several threads.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use tetralith_core::Game;
use tetralith_engine::{CancelToken, GameOver, NODES_PER_SIMULATION, Proof, catch_panic};

use crate::claims::{self, Checked};
use crate::finding::Finding;
use crate::ideas::Ideas;
use crate::look::{PositionEffort, look, look_again, proven_after};
use crate::moments::Moments;
use crate::plan::{Budgets, Pass, Plan};
use crate::verdict::{Verdict, verdicts};

/// The settings of the analysis of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job<'a> {
    /// The simulations for each pass.
    pub budgets: Budgets,
    /// The number of threads, each with a position of its own; 0 counts as 1.
    pub threads: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The build of the engine, by [`build`](crate::build).
    pub build: &'a str,
}

/// The state of a job, reported each time a position has been searched.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct JobProgress<'a> {
    pub pass: Pass,
    /// The positions of the pass.
    pub of: usize,
    /// Those of them that have been searched.
    pub done: usize,
    /// The index of the turn that has just been searched.
    pub index: usize,
    pub finding: &'a Finding,
}

/// The state that the threads share.
struct Shared<'a> {
    plan: Plan,
    /// The moves that had been thought of when the tasks at hand were drawn, and in which round of
    /// the plan that was.
    ideas: (u32, Arc<Ideas>),
    findings: &'a mut [Option<Finding>],
    /// The reason why a search broke down.
    failed: Option<String>,
}

impl Shared<'_> {
    /// The moves that had been thought of when the tasks at hand were drawn: so they are the same
    /// however many work on them.
    fn ideas(&mut self, moments: &Moments) -> Arc<Ideas> {
        let round = self.plan.round();
        if self.ideas.0 != round {
            self.ideas = (round, Arc::new(Ideas::of(moments, self.findings)));
        }
        Arc::clone(&self.ideas.1)
    }
}

impl Job<'_> {
    /// Looks at all turns, adding to `findings`, which are by turn, until the plan is done or
    /// `cancel` is raised.
    ///
    /// Proofs that a record claims are checked first; positions with a false claim are searched
    /// again.
    ///
    /// `tell` is called after each position, by one thread at a time, with a finding that is
    /// already among `findings`.
    ///
    /// # Panics
    /// If there is not room for one finding for each turn.
    ///
    /// # Errors
    /// A sentence without its end if a search breaks down.
    pub fn run(
        &self,
        moments: &Moments,
        findings: &mut [Option<Finding>],
        cancel: &CancelToken,
        tell: &mut (dyn FnMut(&JobProgress<'_>) + Send),
    ) -> Result<(), String> {
        assert_eq!(findings.len(), moments.list().len(), "one finding for each turn");
        check_claims(moments, findings, cancel, tell);
        let plan = Plan::new(self.budgets.on(moments.start().board().geometry().len()), findings);
        let shared =
            Mutex::new((Shared { plan, ideas: (0, Arc::default()), findings, failed: None }, tell));
        let changed = Condvar::new();
        thread::scope(|scope| {
            for _ in 1..self.threads.max(1) {
                let work = || self.work(moments, &shared, &changed, cancel);
                // If the system gives no more threads, fewer work.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            self.work(moments, &shared, &changed, cancel);
        });
        let (shared, tell) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(failed) = shared.failed {
            return Err(failed);
        }
        settle_faults(moments, shared.findings, cancel, tell);
        Ok(())
    }

    /// The seed of the searches of a turn: each turn has random numbers of its own, so that it does
    /// not matter which thread looks at it.
    const fn seed_of(&self, turn: u32) -> u64 {
        self.seed.wrapping_add((turn as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// True if one search of a position by this job finds `finding` about the turn of this number.
    pub fn would_find(&self, finding: &Finding, turn: u32) -> bool {
        let Finding { build, seed, simulations, looks, .. } = finding;
        (&**build, *seed, *simulations, *looks)
            == (self.build, self.seed_of(turn), self.budgets.every, 1)
    }

    /// Does one task after the other until there are no more.
    #[expect(
        clippy::type_complexity,
        reason = "the state and the listener are guarded by one lock"
    )]
    fn work(
        &self,
        moments: &Moments,
        shared: &Mutex<(Shared<'_>, &mut (dyn FnMut(&JobProgress<'_>) + Send))>,
        changed: &Condvar,
        cancel: &CancelToken,
    ) {
        let _wake = WakeOnDrop(changed);
        let mut guard = lock(shared);
        while let Some(pass) =
            guard.0.plan.pass().filter(|_| !cancel.is_cancelled() && guard.0.failed.is_none())
        {
            let Some(task) = guard.0.plan.take() else {
                // The last positions of a pass are being searched by others.
                guard = changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let moment = &moments.list()[task.index];
            let position = moments.position(task.index);
            let known = guard.0.findings[task.index].clone();
            let ideas = guard.0.ideas(moments);
            drop(guard);
            let found = catch_panic(|| {
                let seed = self.seed_of(moment.turn);
                let ideas = || ideas.at(task.index, &position, &moment.played);
                let effort =
                    PositionEffort { simulations: task.simulations, looks: task.looks, seed };
                match known.filter(|_| task.adds) {
                    Some(known) => {
                        look_again(&position, &moment.played, (&known, &ideas()), &effort, cancel)
                    }
                    None if task.looks > 1 => {
                        look(&position, &moment.played, &ideas(), &effort, self.build, cancel)
                    }
                    None => look(&position, &moment.played, &[], &effort, self.build, cancel),
                }
            });
            guard = lock(shared);
            let finding = match found {
                Ok(Ok(Some(finding))) => finding,
                // It was cancelled; a game that is over has no turn after it.
                Ok(Ok(None) | Err(GameOver)) => break,
                Err(message) => {
                    guard.0.failed = Some(message);
                    break;
                }
            };
            let (Shared { plan, findings, .. }, tell) = &mut *guard;
            let (of, done) = plan.count();
            tell(&JobProgress { pass, of, done: done + 1, index: task.index, finding: &finding });
            findings[task.index] = Some(finding);
            plan.done(task, findings);
            changed.notify_all();
        }
    }
}

/// Tries to prove the positions before faults, and then those after them, the last one first, and
/// reports each that is proven: of a position that was lost already no move is a fault, nor is one
/// that keeps what was proven.
fn settle_faults(
    moments: &Moments,
    findings: &mut [Option<Finding>],
    cancel: &CancelToken,
    tell: &mut (dyn FnMut(&JobProgress<'_>) + Send),
) {
    let mut tried = vec![false; findings.len()];
    while !cancel.is_cancelled() {
        let done = tried.iter().filter(|tried| **tried).count() + 1;
        let verdicts = verdicts(moments, findings, None, "");
        let is_open = |verdict: &&Verdict| {
            let is_unsure = verdict.class.is_fault() && verdict.after.proof.is_none();
            let enters_loss =
                verdict.after.proof == Some(Proof::Loss) && verdict.before.proof.is_none();
            (is_unsure || enters_loss) && !tried[verdict.index]
        };
        let Some(verdict) = verdicts.iter().rev().find(is_open) else { return };
        let of = done - 1 + verdicts.iter().filter(is_open).count();
        let index = verdict.index;
        tried[index] = true;
        let Some(finding) = &mut findings[index] else { continue };
        let position = moments.position(index);
        let nodes = nodes(finding.simulations, &position);
        let prove =
            |steps| catch_panic(|| proven_after(&position, steps, nodes, cancel)).ok().flatten();
        let before = finding.value.proof.or_else(|| prove(&[]));
        let can_lose = before.is_some_and(|before| before > Proof::Loss);
        let after = if can_lose && verdict.after.proof.is_none() {
            prove(&verdict.choice.played)
        } else {
            None
        };
        if before == finding.value.proof && after.is_none() {
            continue;
        }
        finding.value.proof = before;
        if let Some(played) = &mut finding.played {
            played.value.proof = played.value.proof.or(after);
        }
        tell(&JobProgress { pass: Pass::Proofs, of, done, index, finding });
    }
}

/// The positions that a proof may look at where so many `simulations` were made: as much work as
/// these, and on small boards as much as it is likely to take.
fn nodes(simulations: u64, position: &Game) -> u64 {
    /// The positions solved in a second or two, and their power of ten.
    const SMALL: (u64, f64) = (2_000_000, 6.3);
    let usual = simulations.saturating_mul(NODES_PER_SIMULATION);
    if position.solving_effort() <= SMALL.1 { usual.max(SMALL.0) } else { usual }
}

/// Checks the claims among `findings`, from the end of the game backwards, and reports each that is
/// right.
fn check_claims(
    moments: &Moments,
    findings: &mut [Option<Finding>],
    cancel: &CancelToken,
    tell: &mut (dyn FnMut(&JobProgress<'_>) + Send),
) {
    let is_claimed =
        |finding: &Option<Finding>| finding.as_ref().is_some_and(|finding| finding.is_claimed);
    let of = findings.iter().filter(|finding| is_claimed(finding)).count();
    let claims = (0..findings.len()).rev().filter(|&index| is_claimed(&findings[index]));
    for (done, index) in claims.collect::<Vec<_>>().into_iter().enumerate() {
        let Some(finding) = findings[index].as_ref().filter(|_| !cancel.is_cancelled()) else {
            return;
        };
        match claims::check(
            &moments.position(index),
            &moments.list()[index].played,
            finding,
            cancel,
        ) {
            Checked::Right(finding) => {
                tell(&JobProgress {
                    pass: Pass::Proofs,
                    of,
                    done: done + 1,
                    index,
                    finding: &finding,
                });
                findings[index] = Some(finding);
            }
            Checked::Wrong => findings[index] = None,
            Checked::Unknown => {}
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Wakes the waiting thread when another ends, however it ends.
struct WakeOnDrop<'a>(&'a Condvar);

impl Drop for WakeOnDrop<'_> {
    fn drop(&mut self) {
        self.0.notify_all();
    }
}
