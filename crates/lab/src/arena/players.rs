//! Seats players: levels, budgets, baselines and other programs.

use std::time::Duration;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::Step;
use tetralith_core::knowledge::below;
use tetralith_engine::{Analysis, AnySearch, Baseline, CancelToken, Config, Level};
use tetralith_gtp::{Client, GtpAnswer, GtpFault};

use crate::arena::player::{Player, Reply, Table};
use crate::arena::spec::{Engine, PlayerKind, PlayerSpec};

/// Returns the player, ready for one game whose random numbers begin at `seed`.
///
/// # Errors
/// One sentence that explains why an external program cannot be started.
pub(super) fn sit_down(
    spec: &PlayerSpec,
    seed: u64,
    patience: Duration,
) -> Result<Box<dyn Player>, GtpFault> {
    Ok(match spec.kind() {
        PlayerKind::Level(level) => {
            // Openings are the arena's to choose.
            let config = Config { book: false, ..Config::default().aside() };
            Box::new(AtLevel { level: *level, mind: AnySearch::new(config), seed })
        }
        PlayerKind::Engine(engine) => Box::new(AtBudget {
            mind: AnySearch::new(Config { seed, ..engine.config }),
            engine: *engine,
            seed,
        }),
        PlayerKind::Baseline(baseline) => Box::new(AtBaseline { baseline: *baseline, seed }),
        PlayerKind::Program(program) => Box::new(Client::start(program, patience)?),
    })
}

impl Player for Client {
    fn reply(&mut self, table: Table<'_>, _: &CancelToken) -> Reply {
        match self.genmove(table.start, table.line, None) {
            Ok(GtpAnswer::Steps(steps)) => Reply::Steps(steps, None),
            Ok(GtpAnswer::Resigned) => Reply::Resigned,
            Err(fault) => Reply::Fault(fault),
        }
    }
}

struct AtLevel {
    level: Level,
    mind: AnySearch,
    seed: u64,
}

impl Player for AtLevel {
    fn reply(&mut self, table: Table<'_>, cancel: &CancelToken) -> Reply {
        let place = (table.position, table.line);
        match self.mind.play(&self.level, None, self.seed, place, cancel, &mut |_| {}) {
            Ok((step, found)) => Reply::Steps(vec![step], Some(found.fair().win)),
            Err(over) => Reply::Fault(over.to_string().into()),
        }
    }
}

struct AtBudget {
    mind: AnySearch,
    engine: Engine,
    seed: u64,
}

impl Player for AtBudget {
    fn reply(&mut self, table: Table<'_>, cancel: &CancelToken) -> Reply {
        self.mind.follow(table.position, table.line);
        match self.mind.run(&self.engine.budget.limits(), cancel, &mut |_| {}) {
            Ok(found) => {
                let vary = table.line.len() < self.engine.vary as usize;
                let seed = of_ply(self.seed, table.line.len());
                match if vary { drawn(&found, seed) } else { found.best() } {
                    Some(step) => Reply::Steps(vec![step], Some(found.fair().win)),
                    None => Reply::Fault("the search found nothing".to_owned().into()),
                }
            }
            Err(over) => Reply::Fault(over.to_string().into()),
        }
    }
}

/// Draws a step by its visits among those with at least a tenth of the best one's; whether to swap
/// or to pass is no matter of chance.
fn drawn(found: &Analysis, seed: u64) -> Option<Step> {
    let best = found.candidates.first()?;
    if best.proof.is_some() || best.step.is_idle() {
        return Some(best.step);
    }
    let good: Vec<(Step, usize)> = found
        .candidates
        .iter()
        .filter(|candidate| candidate.visits >= best.visits.div_ceil(10))
        .filter(|candidate| !candidate.step.is_idle())
        .map(|candidate| (candidate.step, candidate.visits.max(1) as usize))
        .collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    // The first numbers of near seeds are alike.
    rng.next_u64();
    let mut at = below(&mut rng, good.iter().map(|(_, visits)| visits).sum());
    for (step, visits) in good {
        if at < visits {
            return Some(step);
        }
        at -= visits;
    }
    Some(best.step)
}

/// Returns the seed of one ply of a player whose game begins at `seed`.
const fn of_ply(seed: u64, ply: usize) -> u64 {
    seed.wrapping_add((ply as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

struct AtBaseline {
    baseline: Baseline,
    seed: u64,
}

impl Player for AtBaseline {
    fn reply(&mut self, table: Table<'_>, _: &CancelToken) -> Reply {
        match self.baseline.choose(table.position, of_ply(self.seed, table.line.len())) {
            Some(step) => Reply::Steps(vec![step], None),
            None => Reply::Fault("the game is over".to_owned().into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::{Game, Setup};

    #[test]
    fn searches_of_players_end_once_the_match_is_stopped() {
        let start = Game::new("necklace", &Setup::default()).expect("the defaults are playable");
        let stop = CancelToken::new();
        stop.cancel();
        for player in ["sims=1000000000000", "perfect"] {
            let spec = PlayerSpec::parse(player).expect(player);
            let mut player = sit_down(&spec, 1, Duration::from_secs(1)).expect("it is no program");
            let table = Table { start: &start, line: &[], position: &start };
            drop(player.reply(table, &stop));
        }
    }
}
