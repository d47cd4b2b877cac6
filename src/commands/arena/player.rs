//! Players at the table.

use std::time::Duration;

use tetralith_core::{Colour, Game, Step};
use tetralith_engine::{AnySearch, Baseline, Budget, CancelToken, Config, Level};

use super::external::External;
use crate::cli::{PlayerKind, PlayerSpec};

/// What a player did when it was asked for a turn.
#[derive(Debug)]
pub(super) enum Reply {
    /// One step, or the steps of a whole turn.
    Steps(Vec<Step>),
    /// It gave the game up.
    Resigned,
    /// It broke down, or broke the rules.
    Fault(Fault),
}

/// How a player broke down, or broke the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    /// One sentence.
    pub what: String,
    /// Whether it had not answered in time.
    pub is_late: bool,
}

impl From<String> for Fault {
    fn from(what: String) -> Self {
        Self { what, is_late: false }
    }
}

/// The game so far.
#[derive(Clone, Copy)]
pub(super) struct Table<'a> {
    /// The position before the first step.
    pub start: &'a Game,
    /// The steps so far.
    pub line: &'a [Step],
    /// Where they led.
    pub position: &'a Game,
}

/// A player at the table for one game.
pub(super) trait Player {
    /// What it plays where the table stands; `colour` is its own.
    fn reply(&mut self, table: Table<'_>, colour: Colour) -> Reply;
}

/// Returns the player, ready for one game whose random numbers begin at `seed`.
///
/// # Errors
/// One sentence that says why an external program cannot be started.
pub(super) fn sit_down(spec: &PlayerSpec, seed: u64, patience: Duration) -> Result<Box<dyn Player>, Fault> {
    Ok(match spec.kind() {
        PlayerKind::Level(level) => {
            Box::new(AtLevel { level: *level, mind: AnySearch::new(Config::default().aside()), seed })
        }
        PlayerKind::Engine(config, budget) => {
            Box::new(AtBudget { mind: AnySearch::new(Config { seed, ..*config }), budget: *budget })
        }
        PlayerKind::Baseline(baseline) => Box::new(AtBaseline { baseline: *baseline, seed }),
        PlayerKind::Program(words) => Box::new(External::start(words, patience)?),
    })
}

struct AtLevel {
    level: Level,
    mind: AnySearch,
    seed: u64,
}

impl Player for AtLevel {
    fn reply(&mut self, table: Table<'_>, _colour: Colour) -> Reply {
        let place = (table.position, table.line);
        match self.mind.play(&self.level, None, self.seed, place, &CancelToken::new(), &mut |_| {}) {
            Ok((step, _)) => Reply::Steps(vec![step]),
            Err(over) => Reply::Fault(over.to_string().into()),
        }
    }
}

struct AtBudget {
    mind: AnySearch,
    budget: Budget,
}

impl Player for AtBudget {
    fn reply(&mut self, table: Table<'_>, _colour: Colour) -> Reply {
        self.mind.follow(table.position, table.line);
        match self.mind.run(&self.budget.limits(), &CancelToken::new(), &mut |_| {}).map(|found| found.best()) {
            Ok(Some(step)) => Reply::Steps(vec![step]),
            Ok(None) => Reply::Fault("the search looked at nothing".to_owned().into()),
            Err(over) => Reply::Fault(over.to_string().into()),
        }
    }
}

struct AtBaseline {
    baseline: Baseline,
    seed: u64,
}

impl Player for AtBaseline {
    fn reply(&mut self, table: Table<'_>, _colour: Colour) -> Reply {
        let seed = self.seed.wrapping_add((table.line.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        match self.baseline.choose(table.position, seed) {
            Some(step) => Reply::Steps(vec![step]),
            None => Reply::Fault("the game is over".to_owned().into()),
        }
    }
}
