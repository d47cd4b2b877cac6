//! The frontier of a position: what a number of steps leads to, to be solved piece by piece on one
//! machine or many.

use std::collections::{BTreeMap, BTreeSet};

use tetralith_core::{Colour, Exact, ExactVisitor, Game, Step};

use crate::solve::control::{BREATH, Control, Stopped};
use crate::solve::search::Search;
use crate::solve::solution::{KeepOn, SolveLimits, Unsolved};

/// A position of a frontier and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its number in the whole frontier, from 0.
    pub number: usize,
    /// The positions of the whole frontier.
    pub of: usize,
    /// The steps that lead there from the position.
    pub steps: Vec<Step>,
    /// The value for the player who holds the first colour in the position that the frontier is of.
    pub value: i16,
    /// The winner, by the colour held after `steps`; `None` is a draw.
    pub winner: Option<Colour>,
}

/// A part of a frontier: every unit whose number leaves `shard` when divided by `shards`, but for
/// those that are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrontierPart<'a> {
    /// The steps from the position to the frontier.
    pub depth: u32,
    /// The number of the part, from 0.
    pub shard: usize,
    /// The number of parts, 1 or more.
    pub shards: usize,
    /// The numbers of the units that need not be solved.
    pub known: &'a BTreeSet<usize>,
    /// The positions of the whole frontier that those are of, if there are any.
    pub of: Option<usize>,
}

/// Solves a part of the frontier of `game` and hands over each unit as soon as its value is known,
/// in rising order.
///
/// Positions that are alike are one unit. The positions handed over depend neither on the shards
/// nor on the machine.
///
/// # Errors
/// [`Unsolved`] if the limits do not suffice, for the frontier itself or for a unit, or `keep_on`
/// returns false; the units handed over before are right. [`Unsolved::Frontier`] before any is
/// solved if the frontier is not the one that the known units are of.
pub fn solve_frontier(
    game: &Game,
    part: FrontierPart<'_>,
    limits: &SolveLimits,
    keep_on: KeepOn,
    found: &mut dyn FnMut(Unit),
) -> Result<(), Unsolved> {
    game.visit_exact(Units { part, limits, keep_on, found, effort: game.solving_effort() })
}

struct Units<'a> {
    part: FrontierPart<'a>,
    limits: &'a SolveLimits,
    keep_on: KeepOn<'a>,
    found: &'a mut dyn FnMut(Unit),
    effort: f64,
}

impl ExactVisitor for Units<'_> {
    type Output = Result<(), Unsolved>;

    fn visit<E: Exact>(self, position: &E) -> Self::Output {
        let table = self.limits.table()?;
        let control = Control::new(self.limits.nodes, self.limits.until(), self.keep_on);
        let search = Search { table: &table, control: &control, threads: self.limits.threads };
        let stopped = |Stopped| Unsolved::limits(&search, position, 0, self.effort);
        let memory = self.limits.memory.max(LEAST_MEMORY);
        let units = frontier(position, self.part.depth, memory, &control);
        let units = units.map_err(|why| match why {
            Unfound::Stopped => stopped(Stopped),
            Unfound::Memory => Unsolved::LargeFrontier { bytes: memory },
        })?;
        let of = units.len();
        if let Some(expected) = self.part.of.filter(|&expected| expected != of) {
            return Err(Unsolved::Frontier { of, expected });
        }
        for (number, (steps, at)) in units.into_iter().enumerate() {
            if number % self.part.shards != self.part.shard || self.part.known.contains(&number) {
                continue;
            }
            let value = search.value(&at).map_err(stopped)?;
            let winner =
                at.winner(value).map(|player| Step::held_after(player, steps.iter().copied()));
            (self.found)(Unit { number, of, steps, value, winner });
        }
        Ok(())
    }
}

/// The least memory for the positions of a frontier, in bytes; the table has its own.
const LEAST_MEMORY: usize = 64 << 20;

/// The reason why a frontier is not found.
enum Unfound {
    /// A limit was reached, or the search was asked to end.
    Stopped,
    /// There are more positions than memory for them.
    Memory,
}

impl From<Stopped> for Unfound {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

/// The positions after `depth` steps, or where the game ends sooner, each with the first steps in
/// order that lead there; of those that are alike the first. Each position counts for `control`,
/// and the positions after one number of steps take at most about `memory` bytes.
fn frontier<E: Exact>(
    position: &E,
    depth: u32,
    memory: usize,
    control: &Control<'_>,
) -> Result<Vec<(Vec<Step>, E)>, Unfound> {
    let of_one = size_of::<(u128, Colour, Vec<Step>, E)>() + depth as usize * size_of::<Step>();
    let mut count = 0;
    let mut now = vec![(Vec::new(), position.clone())];
    for _ in 0..depth {
        let mut next = BTreeMap::new();
        for (path, at) in now {
            if at.result().is_some() {
                next.entry(key(&at)).or_insert((path, at));
                continue;
            }
            let mut steps = Vec::new();
            at.steps(&mut steps);
            steps.sort_unstable();
            for step in steps {
                let (mut path, mut after) = (path.clone(), at.clone());
                path.push(step);
                after.play(step);
                next.entry(key(&after)).or_insert((path, after));
                count += 1;
                if count % BREATH == 0 {
                    control.count(BREATH, true)?;
                }
            }
            if next.len().saturating_mul(of_one) > memory {
                return Err(Unfound::Memory);
            }
        }
        now = next.into_values().collect();
        now.sort_by(|a, b| a.0.cmp(&b.0));
    }
    Ok(now)
}

/// The key of a position on a frontier, with the player to move, whose value it represents.
fn key<E: Exact>(position: &E) -> (u128, Colour) {
    (position.key(), position.to_move())
}
