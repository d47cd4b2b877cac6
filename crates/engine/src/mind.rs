//! A search that follows a game whose kind is known only at run time.

use std::sync::atomic::AtomicBool;

use tetralith_core::games::Visitor;
use tetralith_core::{Game, Options, Rules, Step};

use crate::analysis::{Analysis, GameOver, Limits};
use crate::level::{Budget, Level, NEVER};
use crate::search::{Config, Search};

/// A [`Search`] of any game that keeps its tree as long as the positions it is asked about follow one another.
pub struct Mind {
    config: Config,
    followed: Option<Followed>,
}

struct Followed {
    threads: usize,
    game: &'static str,
    options: Options,
    line: Vec<Step>,
    search: Box<dyn AnySearch>,
}

trait AnySearch: Send {
    fn advance(&mut self, step: Step);
    fn run(
        &mut self,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, GameOver>;
}

impl<G: Rules> AnySearch for Search<G> {
    fn advance(&mut self, step: Step) {
        Self::advance(self, step);
    }

    fn run(
        &mut self,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, GameOver> {
        Self::run(self, limits, stop, report)
    }
}

struct Begin(Config);

impl Visitor for Begin {
    type Output = Box<dyn AnySearch>;

    fn visit<G: Rules>(self, position: &G) -> Self::Output {
        Box::new(Search::new(position.clone(), self.0))
    }
}

impl Mind {
    /// A mind that has not looked at anything.
    pub const fn new(config: Config) -> Self {
        Self { config, followed: None }
    }

    /// Turns to `position`, which the steps of `line` lead to from the start of the game.
    ///
    /// What is known is kept if `line` begins with the line of the last call, in the same game with the same options.
    pub fn follow(&mut self, position: &Game, line: &[Step]) {
        self.follow_on(self.config.threads, position, line);
    }

    fn follow_on(&mut self, threads: usize, position: &Game, line: &[Step]) {
        if let Some(followed) = &mut self.followed
            && followed.game == position.info().id
            && followed.options == *position.options()
            && followed.threads == threads
            && let Some(rest) = line.strip_prefix(&followed.line[..])
        {
            for &step in rest {
                followed.search.advance(step);
            }
            followed.line.extend_from_slice(rest);
            return;
        }
        self.followed = Some(Followed {
            threads,
            game: position.info().id,
            options: *position.options(),
            line: line.to_vec(),
            search: position.visit(Begin(Config { threads, ..self.config })),
        });
    }

    /// Forgets everything; random numbers will begin at `seed`.
    pub fn forget(&mut self, seed: u64) {
        self.config.seed = seed;
        self.followed = None;
    }

    /// Searches the position last [followed](Self::follow), as [`Search::run`] does.
    ///
    /// # Errors
    /// [`GameOver`] if there is no step to look for, or no position yet.
    pub fn run(
        &mut self,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, GameOver> {
        self.followed.as_mut().ok_or(GameOver)?.search.run(limits, stop, report)
    }

    /// Searches the position last [followed](Self::follow) as [`run`](Self::run) does, but takes a short look even if it is
    /// stopped before it has begun.
    ///
    /// # Errors
    /// As for [`run`](Self::run).
    pub fn look(
        &mut self,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, GameOver> {
        /// Simulations of the short look.
        const GLANCE: u64 = 32;
        let analysis = self.run(limits, stop, report)?;
        if analysis.candidates.is_empty() {
            self.run(&Limits::simulations(GLANCE), &NEVER, report)
        } else {
            Ok(analysis)
        }
    }

    /// What `level` plays in `position`, and what it saw; `line` leads there from the start of the game.
    ///
    /// `budget` takes the place of the level's own, as a clock may ask for. A search that is stopped before it has looked at
    /// anything takes a short look, so that there always is a step.
    ///
    /// # Errors
    /// [`GameOver`] if there is no step to look for.
    pub fn play(
        &mut self,
        level: &Level,
        budget: Option<Budget>,
        seed: u64,
        (position, line): (&Game, &[Step]),
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<(Step, Analysis), GameOver> {
        let seed = seed.wrapping_add((line.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        if level.is_repeatable() {
            self.forget(seed);
        }
        let threads = if level.is_repeatable() { 1 } else { self.config.threads };
        self.follow_on(threads, position, line);
        let limits = budget.unwrap_or(level.budget).limits();
        let limits = Limits { report_every: Some(crate::thinker::REPORT_EVERY), ..limits };
        let analysis = self.look(&limits, stop, report)?;
        let chosen = level.choose(&analysis, seed).ok_or(GameOver)?;
        Ok((chosen, analysis))
    }
}
