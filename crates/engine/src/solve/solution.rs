//! The value of a position and the steps that keep it.

use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use tetralith_core::{Colour, Exact, ExactVisitor, Game, Step};
use thiserror::Error;

use crate::solve::control::{Control, Stopped};
use crate::solve::distance::Distance;
use crate::solve::search::{Search, seen_by};
use crate::solve::state::{State, StateError};
use crate::solve::table::Table;

/// The time after which the state of a search is kept again.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// The most positions to search for the distance to the end; each takes some 50 bytes.
const DISTANCE_NODES: u64 = 1_000_000;

/// The number of positions, as a power of ten, from which a search is refused without limits: at a
/// million a second, a month.
const LARGE: f64 = 12.5;

/// A question that a search asks every now and then, with the positions so far: whether it is to go
/// on.
pub type KeepOn<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// The limits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveLimits {
    /// Bytes of the table of positions.
    pub memory: usize,
    /// The most positions to look at.
    pub nodes: u64,
    /// The most time.
    pub time: Option<Duration>,
    /// The number of threads, at least 1.
    pub threads: u32,
}

impl Default for SolveLimits {
    /// One thread, 64 MiB, as long as it takes.
    fn default() -> Self {
        Self { memory: 64 << 20, nodes: u64::MAX, time: None, threads: 1 }
    }
}

impl SolveLimits {
    /// An empty table of positions of that size.
    pub(crate) fn table(&self) -> Result<Table, Unsolved> {
        Table::new(self.memory).ok_or(Unsolved::Memory { bytes: self.memory })
    }

    /// The end of a search that begins now; a time too long for the clock is no limit.
    pub(crate) fn until(&self) -> Option<Instant> {
        self.time.and_then(|time| Instant::now().checked_add(time))
    }
}

/// The results of a solved position.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// The value for the player who holds the first colour at [`SolveTask::start`], independent of
    /// the position's colours: points, or 1, 0 or −1 in a game without them.
    pub value: i16,
    /// The winner, by the colour held in the position; `None` is a draw.
    pub winner: Option<Colour>,
    /// The first player's lead in points, komi apart; `None` in a game without points.
    pub score: Option<i16>,
    /// The same with komi.
    pub lead: Option<f32>,
    /// True if no game can be drawn: giving a win away loses.
    pub is_won_or_lost: bool,
    /// The steps that keep the value, in natural order: all of them, or of
    /// [advice](SolveTask::advise) one at least.
    pub best: Vec<Step>,
    /// The steps that do not, in natural order: all of them, or of advice those that were found to
    /// be such.
    pub worse: Vec<Step>,
    /// The steps to the end of the game if the winner hurries and the other side resists, and the
    /// steps that make it so, as many as were found; `None` unless advice was asked for, and in
    /// games that are decided by points.
    pub shortest: Option<(u16, Vec<Step>)>,
    /// The positions searched.
    pub nodes: u64,
    /// Those of them that were searched before, by runs whose state was taken up.
    pub before: u64,
    /// The time it took since.
    pub elapsed: Duration,
}

impl Solution {
    /// The positions searched in a second of this run.
    pub fn rate(&self) -> f64 {
        (self.nodes - self.before) as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// The reasons why a position was not solved.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Unsolved {
    /// A limit was reached, or the search was asked to end.
    #[error(
        "not solved after {nodes} positions{} in {:.0} s; {}; {}",
        latest(*.nodes, *.before), .elapsed.as_secs_f64(), known(*.range, *.has_score),
        expected(*.nodes, *.range, *.effort)
    )]
    Limits {
        /// The positions searched.
        nodes: u64,
        /// Those of them that were searched before, by runs whose state was taken up.
        before: u64,
        /// The time it took since.
        elapsed: Duration,
        /// The range of the value that is left, for the player who holds the first colour at
        /// [`SolveTask::start`].
        range: [i16; 2],
        /// True if the value is a lead in points.
        has_score: bool,
        /// The positions that were to be expected, as a power of ten.
        effort: f64,
    },
    /// No user can wait so long.
    #[error(
        "the position is too large to solve: {} positions are expected, which take {} at a \
         million a second",
        about(*.effort), duration(*.effort)
    )]
    Large {
        /// The positions to be expected, as a power of ten.
        effort: f64,
    },
    /// The system has not so much memory.
    #[error("{} MiB of memory are not available; use less", .bytes >> 20)]
    Memory {
        /// The bytes that were asked for.
        bytes: usize,
    },
    /// The state of the search cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
    /// The positions of a frontier take more memory than there is for them.
    #[error("the frontier takes more than {} MiB; use fewer steps or more memory", .bytes >> 20)]
    LargeFrontier {
        /// The memory for them, in bytes.
        bytes: usize,
    },
    /// The known results are of another frontier.
    #[error("the frontier has {of} positions, but the known results are for one with {expected}")]
    Frontier {
        /// Its positions.
        of: usize,
        /// The positions that it should have.
        expected: usize,
    },
    /// The game is over already.
    #[error("the game is over, so there is nothing to solve")]
    Over,
}

impl Unsolved {
    /// A limit of `search` was reached, which was to solve `position`; so much `effort` was to be
    /// expected, and runs whose state was taken up had searched so many positions `before`.
    pub(crate) fn limits<E: Exact>(
        search: &Search<'_>,
        position: &E,
        before: u64,
        effort: f64,
    ) -> Self {
        Self::Limits {
            nodes: before + search.control.nodes(),
            before,
            elapsed: search.control.elapsed(),
            range: search.recall(position),
            has_score: E::HAS_SCORE,
            effort,
        }
    }
}

/// Reports how many of `nodes` positions were searched in the time named next, unless all were; a
/// part of a sentence.
pub fn latest(nodes: u64, before: u64) -> String {
    if before == 0 { String::new() } else { format!(", the last {}", nodes - before) }
}

/// The number of positions still to be expected, as a part of a sentence: nothing is known once the
/// value is found or more were searched than a search of such a position usually takes.
fn expected(nodes: u64, [low, high]: [i16; 2], effort: f64) -> String {
    if low == high || nodes as f64 >= 10_f64.powf(effort) {
        "the number still needed is unknown".to_owned()
    } else {
        format!("{} positions are expected in all", about(effort))
    }
}

/// The meaning of a range of values, as a part of a sentence.
fn known([low, high]: [i16; 2], has_score: bool) -> String {
    match (low, high) {
        (-1, 1) if !has_score => "the winner is still unknown".to_owned(),
        (0, 1) if !has_score => "the first player does not lose".to_owned(),
        (-1, 0) if !has_score => "the second player does not lose".to_owned(),
        _ if low == high => format!(
            "the value for the first player is {low:+}, but not all moves that keep it are known"
        ),
        _ => format!("the first player leads by {low} to {high} points, before komi"),
    }
}

/// A number of positions, given as a power of ten, as a person reads it.
fn about(power: f64) -> String {
    let number = 10_f64.powf(power);
    match power {
        ..3.0 => format!("about {number:.0}"),
        3.0..6.0 => format!("about {:.0} thousand", number / 1e3),
        6.0..9.0 => format!("about {:.0} million", number / 1e6),
        9.0..12.0 => format!("about {:.0} billion", number / 1e9),
        _ => format!("about 10^{power:.0}"),
    }
}

/// The time that so many positions take at a million a second.
fn duration(power: f64) -> String {
    let days = 10_f64.powf(power - 6.0) / 86_400.0;
    let years = power - 6.0 - (86_400.0 * 365.25_f64).log10();
    match days {
        ..1000.0 => format!("{days:.0} days"),
        1000.0..1e6 => format!("{:.0} years", days / 365.25),
        _ => format!("10^{years:.0} years"),
    }
}

/// A position to be solved, how far to go, and where to keep what was found.
#[derive(Clone, Copy, Debug)]
pub struct SolveTask<'a> {
    /// The game before its first step.
    pub start: &'a Game,
    /// The steps to the position.
    pub steps: &'a [Step],
    /// The limits.
    pub limits: SolveLimits,
    /// The file in which the state of the search is kept, and from which it is taken up again.
    pub state: Option<&'a Path>,
}

impl SolveTask<'_> {
    /// Returns an error if a search without limits of nodes or time would take longer than a user
    /// can wait: a month or more.
    ///
    /// # Errors
    /// [`Unsolved::Large`] with what is to be expected.
    pub fn check_size(&self) -> Result<(), Unsolved> {
        let is_limited = self.limits.nodes < u64::MAX || self.limits.time.is_some();
        let effort = self.effort();
        if is_limited || effort < LARGE { Ok(()) } else { Err(Unsolved::Large { effort }) }
    }

    /// The position after the steps, which is to be solved.
    pub(crate) fn game(&self) -> Game {
        let mut game = self.start.clone();
        for &step in self.steps {
            game.play_unchecked(step);
        }
        game
    }

    /// The positions that are to be expected, as a power of ten.
    pub fn effort(&self) -> f64 {
        self.game().solving_effort()
    }

    /// Solves the position, asking `keep_on` every now and then with the number of positions so
    /// far.
    ///
    /// # Errors
    /// [`Unsolved`] if the limits do not suffice, `keep_on` returns false, the game is over, or the
    /// state is not to be used.
    pub fn solve(&self, keep_on: KeepOn) -> Result<Solution, Unsolved> {
        self.with_position(Solve { task: *self, keep_on })
    }

    /// Solves the position for play: finds its value and a step that keeps it, then what else there
    /// is time for of the other steps, then [`Solution::shortest`].
    ///
    /// # Errors
    /// As for [`SolveTask::solve`], if not even the value and one step are found. The state of the
    /// search is not kept.
    pub fn advise(&self, keep_on: KeepOn) -> Result<Solution, Unsolved> {
        self.with_position(Advise { task: *self, keep_on })
    }

    /// Does a visitor's work on the position.
    pub(crate) fn with_position<V: ExactVisitor>(&self, then: V) -> V::Output {
        // From the start, so that what the position remembers of its last steps is right.
        self.start.visit_exact(Replayed { steps: self.steps, then })
    }

    /// Solves `position`; does `then` as soon as its value is known, and ends if that fails.
    pub(crate) fn solve_with<E: Exact>(
        &self,
        position: &E,
        keep_on: KeepOn,
        then: impl FnOnce(&Search<'_>, i16) -> Result<(), Stopped>,
    ) -> Result<Solution, Unsolved> {
        if position.result().is_some() {
            return Err(Unsolved::Over);
        }
        let table = self.limits.table()?;
        let state =
            self.state.map(|path| State::new(path, self.start, self.steps, position, table.len()));
        let before = state.as_ref().map_or(Ok(0), |state| state.load(&table))?;
        // When the state was last saved, whether that ever worked, and the fault if it never did.
        let saved = Mutex::new((Instant::now(), before > 0, None));
        let keep_on_and_save = |nodes: u64| {
            let Some(state) = &state else { return keep_on(nodes) };
            let Ok(mut saved) = saved.lock() else { return false };
            if saved.0.elapsed() >= SAVE_EVERY {
                let fault = state.save(&table, before + nodes).err();
                saved.1 |= fault.is_none();
                // That nothing can be written is known after the first try; later a disk may be
                // full for a while, and the work goes on.
                saved.2 = fault.filter(|_| !saved.1);
                saved.0 = Instant::now();
            }
            saved.2.is_none() && keep_on(nodes)
        };
        let control = Control::new(self.limits.nodes, self.limits.until(), &keep_on_and_save);
        let search = Search { table: &table, control: &control, threads: self.limits.threads };
        let found = search.value(position).and_then(|value| {
            then(&search, value)?;
            let (steps, fault) = sorted(&search, position, value);
            fault.map_or(Ok((value, steps)), Err)
        });
        let nodes = before + control.nodes();
        let fault = saved.lock().ok().and_then(|mut saved| saved.2.take());
        let fault = fault.or_else(|| state.as_ref()?.save(&table, nodes).err());
        // A solved position needs no state any more.
        if let Some(fault) = fault.filter(|_| found.is_err()) {
            return Err(fault.into());
        }
        let elapsed = control.elapsed();
        match found {
            Ok((value, steps)) => {
                let found = self.solution(position, value, steps, nodes);
                Ok(Solution { before, elapsed, ..found })
            }
            Err(Stopped) => Err(Unsolved::limits(&search, position, before, self.effort())),
        }
    }

    /// Solves `position` as [`SolveTask::advise`] does.
    fn advise_on<E: Exact>(&self, position: &E, keep_on: KeepOn) -> Result<Solution, Unsolved> {
        if position.result().is_some() {
            return Err(Unsolved::Over);
        }
        let table = self.limits.table()?;
        let until = self.limits.until();
        let control = Control::new(self.limits.nodes, until, keep_on);
        let search = Search { table: &table, control: &control, threads: self.limits.threads };
        let mover = position.to_move();
        let found = search.value(position).and_then(|value| {
            let first = search.keeping(position, mover, seen_by(mover, value))?;
            Ok((value, first))
        });
        let Ok((value, Some(first))) = found else {
            return Err(Unsolved::limits(&search, position, 0, self.effort()));
        };
        let player = position.winner(value);
        // Half of what is left is for the other steps, the rest for the distance.
        let rest = self.limits.nodes.saturating_sub(control.nodes());
        let half =
            until.map(|until| Instant::now() + until.saturating_duration_since(Instant::now()) / 2);
        let others = Control::new(rest / 2, half, keep_on);
        let [mut best, worse] = sorted(&Search { control: &others, ..search }, position, value).0;
        if let Err(place) = best.binary_search(&first) {
            best.insert(place, first);
        }
        let distance = Control::new(DISTANCE_NODES.min(rest / 2), until, keep_on);
        let shortest = player
            .filter(|_| !E::HAS_SCORE)
            .and_then(|player| Distance::new(&distance, player).least(position).ok().flatten());
        let nodes = control.nodes() + others.nodes() + distance.nodes();
        let found = self.solution(position, value, [best, worse], nodes);
        Ok(Solution { shortest, elapsed: control.elapsed(), ..found })
    }

    /// The results for `position`, with the steps that keep its value and those that do not.
    fn solution<E: Exact>(
        &self,
        position: &E,
        value: i16,
        [best, worse]: [Vec<Step>; 2],
        nodes: u64,
    ) -> Solution {
        let winner = position.winner(value);
        Solution {
            value,
            winner: winner.map(|player| Step::held_after(player, self.steps.iter().copied())),
            score: E::HAS_SCORE.then_some(value),
            lead: position.lead(value),
            is_won_or_lost: E::IS_WON_OR_LOST,
            best,
            worse,
            shortest: None,
            nodes,
            before: 0,
            elapsed: Duration::ZERO,
        }
    }
}

/// Solves the position of `game`, asking `keep_on` every now and then with the number of positions
/// so far.
///
/// # Errors
/// [`Unsolved`] if the limits do not suffice, `keep_on` returns false, or the game is over.
pub fn solve(game: &Game, limits: &SolveLimits, keep_on: KeepOn) -> Result<Solution, Unsolved> {
    SolveTask { start: game, steps: &[], limits: *limits, state: None }.solve(keep_on)
}

struct Solve<'a> {
    task: SolveTask<'a>,
    keep_on: KeepOn<'a>,
}

impl ExactVisitor for Solve<'_> {
    type Output = Result<Solution, Unsolved>;
    fn visit<E: Exact>(self, position: &E) -> Self::Output {
        self.task.solve_with(position, self.keep_on, |_, _| Ok(()))
    }
}

struct Advise<'a> {
    task: SolveTask<'a>,
    keep_on: KeepOn<'a>,
}

impl ExactVisitor for Advise<'_> {
    type Output = Result<Solution, Unsolved>;
    fn visit<E: Exact>(self, position: &E) -> Self::Output {
        self.task.advise_on(position, self.keep_on)
    }
}

/// Does a visitor's work on the position that `steps` lead to.
struct Replayed<'a, V> {
    steps: &'a [Step],
    then: V,
}

impl<V: ExactVisitor> ExactVisitor for Replayed<'_, V> {
    type Output = V::Output;
    fn visit<E: Exact>(self, position: &E) -> V::Output {
        let mut position = position.clone();
        for &step in self.steps {
            position.play(step);
        }
        self.then.visit(&position)
    }
}

/// The steps that keep `value` and those that do not, each in natural order, as far as the search
/// came.
fn sorted<E: Exact>(
    search: &Search<'_>,
    position: &E,
    value: i16,
) -> ([Vec<Step>; 2], Option<Stopped>) {
    let mover = position.to_move();
    let mut steps = Vec::new();
    position.steps(&mut steps);
    let mut found = [Vec::new(), Vec::new()];
    let mut fault = None;
    for step in steps {
        let mut next = position.clone();
        next.play(step);
        match search.reaches(&next, mover, seen_by(mover, value)) {
            Ok(keeps) => found[usize::from(!keeps)].push(step),
            Err(stopped) => {
                fault = Some(stopped);
                break;
            }
        }
    }
    for steps in &mut found {
        steps.sort_unstable();
    }
    (found, fault)
}
