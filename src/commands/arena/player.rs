//! Seats players: levels, budgets, baselines and other programs.

use std::time::Duration;

use tetralith_core::Colour;
use tetralith_engine::{AnySearch, Baseline, Budget, CancelToken, Config, Level};

use super::external::External;
use super::turn::{Fault, Player, Reply, Table};
use crate::cli::{PlayerKind, PlayerSpec};

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
