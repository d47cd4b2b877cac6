//! Monte-Carlo tree search for any game.
//!
//! A simulation walks down the tree by value, lets the game play itself out from the leaf
//! ([`Knowledge::heavy_playout`]), and carries the result back up. Two estimates of a step are
//! mixed: the mean of its own simulations, and how games went in which its stones ended up where it
//! puts them ([`crate::amaf`]). As for the second only a colouring of cells is needed, nothing here
//! depends on the game. A game adds its knowledge beyond the rules through [`Knowledge`] itself,
//! where every such method has a default: so a new game is searched without a line in this crate.
//!
//! Sources: Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning", 2006; Gelly and Silver,
//! 2011 (RAVE); Cazenave, "Generalized Rapid Action Value Estimation", 2015; Coulom, "Computing Elo
//! Ratings of Move Patterns in the Game of Go", 2007 (progressive widening).

mod compare;
mod descent;
mod endgame;
mod findings;
mod finish;
mod leads;
mod pending;
mod region;
mod tuning;
mod value;
mod visit;

use std::fmt;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tetralith_core::{Knowledge, Step};

use crate::analysis::{Analysis, GameOver, Limits};
use crate::bounds::Bounds;
use crate::cancel::CancelToken;
use crate::code;
use crate::panics::{catching, is_catching_panics};
use crate::style::{HINTED, PlayingStyle};
use crate::tree::{Node, Tree, split_swap};
use descent::{Descent, Worker, ended, settled};
use leads::Leads;
use value::Shape;
use visit::Visit;

pub(crate) use endgame::ENDGAME_NODES_PER_SIMULATION;
pub use tuning::Tuning;

/// The settings of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Config {
    /// Threads that share one tree; 0 counts as 1. On one thread the same seed gives the same
    /// findings.
    pub threads: usize,
    /// Bytes that the tree may take at most.
    pub memory: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The shape of the search.
    pub tuning: Tuning,
    /// The style whose steps are tried first.
    pub style: PlayingStyle,
    /// True if levels that always take the best step open games from the book
    /// ([`Book`](crate::Book)).
    pub book: bool,
}

impl Config {
    /// The memory limit unless another is asked for: 256 MB.
    pub const DEFAULT_MEMORY: usize = 256 << 20;

    /// This configuration with a quarter of its memory, as a [`SearchThread`](crate::SearchThread)
    /// has it for searches aside from the game: little time goes into them, and so little room.
    ///
    /// On the largest boards the memory decides what a search forgets, so a level that is to play
    /// the same everywhere must always have this much.
    #[must_use]
    pub const fn aside(self) -> Self {
        Self { memory: self.memory / 4, ..self }
    }
}

impl Default for Config {
    /// Returns one thread, seed 0 and [`Config::DEFAULT_MEMORY`]: the same findings each time.
    fn default() -> Self {
        Self {
            threads: 1,
            memory: Self::DEFAULT_MEMORY,
            seed: 0,
            tuning: Tuning::default(),
            style: PlayingStyle::Even,
            book: true,
        }
    }
}

/// A search of one game, which keeps its tree from one position to the next.
///
/// ```
/// use tetralith_core::{Rules, Setup, games::Multiplicity};
/// use tetralith_engine::{CancelToken, Config, Limits, Search};
/// let options = Multiplicity::INFO.options(&Setup { size: Some(3), ..Setup::default() })?;
/// let mut search = Search::new(Multiplicity::new(&options)?, Config::default());
/// let limits = Limits::simulations(500);
/// let analysis =
///     search.run(&limits, &CancelToken::new(), |_| {}).expect("the game is not over");
/// search.advance(analysis.best().expect("there are steps"));
/// # Ok::<(), tetralith_core::SetupError>(())
/// ```
pub struct Search<G> {
    position: G,
    tree: Tree,
    config: Config,
    shape: Shape,
    workers: Vec<Worker<G>>,
    /// True once the search under way has found the game decided, and prefers what ends it.
    decided: AtomicBool,
    /// The step with which the current search ends a game that the player to move has already won.
    for_the_end: Option<Step>,
}

impl<G: fmt::Debug> fmt::Debug for Search<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("position", &self.position)
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}

/// The reasons why a round of simulations ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Done,
    Full,
}

impl<G: Knowledge> Search<G> {
    /// A search that begins without a tree at `position`.
    pub fn new(position: G, config: Config) -> Self {
        let tree = new_tree(&position, &config);
        let threads = config.threads.max(1);
        let workers = (0..threads)
            .map(|i| Worker::new(config.seed.wrapping_add(i as u64), threads))
            .collect();
        let shape = Shape::of::<G>(config.tuning);
        Self {
            position,
            tree,
            config,
            shape,
            workers,
            decided: AtomicBool::new(false),
            for_the_end: None,
        }
    }

    /// The position at the root of the tree.
    pub const fn position(&self) -> &G {
        &self.position
    }

    /// About how many bytes it takes.
    pub(crate) fn taken(&self) -> usize {
        self.tree.taken() + Shape::BYTES
    }

    /// Goes on to the position after `step`, which must be legal, and keeps what is known of it.
    pub fn advance(&mut self, step: Step) {
        self.position.play_unchecked(step);
        let code = code::pack(step);
        let (first, children) = self.tree.children(self.tree.node(self.tree.root()));
        match children.iter().position(|child| child.step() == code) {
            Some(i) => self.tree.set_root(first + i as u32),
            None => self.tree = new_tree(&self.position, &self.config),
        }
    }

    /// Searches until a limit is reached or `cancel` is raised, and returns what was found.
    ///
    /// `cancel` is read before every simulation. `report` is called about as often as `limits` ask
    /// for.
    ///
    /// # Errors
    /// [`GameOver`] if there is no step to look for.
    pub fn run(
        &mut self,
        limits: &Limits,
        cancel: &CancelToken,
        mut report: impl FnMut(&Analysis),
    ) -> Result<Analysis, GameOver> {
        if self.position.outcome().is_some() {
            return Err(GameOver);
        }
        let done = AtomicU64::new(0);
        let halt = AtomicBool::new(false);
        let mut run =
            Run { limits, cancel, started: Instant::now(), done: &done, halt, lost: false };
        let leads = self.position.lead().map(|_| Leads::default());
        for worker in &mut self.workers {
            worker.leads.clone_from(&leads);
        }
        self.open_root();
        self.decided.store(false, Relaxed);
        // In a lost position no step is better than another against best play: the search goes on
        // to find what is hardest to refute.
        run.lost = self.solve_endgame(&run, &mut report);
        self.simulate_until(&run, &mut report);
        let leads = leads.map(|none| {
            self.workers.iter().filter_map(|worker| worker.leads.as_ref()).fold(none, Leads::and)
        });
        Ok(self.analysis(&run, leads.as_ref()))
    }

    fn simulate_until(&mut self, run: &Run, report: &mut impl FnMut(&Analysis)) {
        // One watch for all rounds: where the tree is full again and again, each round is shorter
        // than the time between two reports.
        let mut watch = Watch::new(Instant::now());
        while self.round(run, &mut watch, report) == Ending::Full {
            // Once cancelled, the tree is left as it is: a later search will find it full and make
            // room.
            let Some(tree) = self.tree.compacted(run.cancel) else { break };
            self.tree = tree;
            run.halt.store(false, Relaxed);
        }
    }

    fn open_root(&mut self) {
        let index = self.tree.root();
        let root = self.tree.node(index);
        let descent = Descent { tree: &self.tree, shape: &self.shape };
        // A proof of this position as a child says nothing of its own children: the step to play
        // must be found again.
        root.set_bounds(Bounds::OPEN);
        if root.count() > 0 {
            descent.prove_at(Visit::uncounted(index, &self.position, false));
        } else if let Some(worker) = self.workers.first_mut() {
            if self.tree.table(root).is_none() {
                self.tree.add_table(root, None, 0.0);
            }
            descent.open(root, &self.position, self.tree.table(root), worker);
            worker.full = false;
            self.lean(root);
            self.prove_next(root);
        }
        self.for_the_end = self.step_for_the_end();
        if self.for_the_end.is_some()
            && let Some(result) = settled(&self.position)
        {
            root.set_bounds(result);
        }
    }

    /// Adds to the hints of the children of `root` how much they suit the style.
    fn lean(&self, root: &Node) {
        if self.config.style == PlayingStyle::Even {
            return;
        }
        let (_, children) = self.tree.children(root);
        let steps: Vec<Step> = children.iter().map(|child| code::unpack(child.step())).collect();
        for (child, lean) in children.iter().zip(self.config.style.leans(&self.position, &steps)) {
            child.set_hint(child.hint() + HINTED * self.config.style.weight() * lean);
        }
    }

    /// Marks the children of the root that end the game, so that not even the shortest search
    /// overlooks one.
    fn prove_next(&self, root: &Node) {
        let mover = self.position.to_move();
        let is_settled = self.position.settled().is_some();
        let (first, children) = self.tree.children(root);
        for (i, child) in children.iter().enumerate() {
            let mut next = self.position.clone();
            next.play_unchecked(code::unpack(child.step()));
            if let Some(result) = ended(&next, is_settled) {
                child.set_bounds(result);
                let step = |node, swapped| Visit { node, mover, swapped, counted: false };
                Descent { tree: &self.tree, shape: &self.shape }.prove(&[
                    step(self.tree.root(), false),
                    step(first + i as u32, code::is_swap(child.step())),
                ]);
            }
        }
    }

    /// Simulates on all threads until the search ends or the tree is full.
    fn round(
        &mut self,
        run: &Run,
        watch: &mut Watch,
        report: &mut impl FnMut(&Analysis),
    ) -> Ending {
        let mut workers = std::mem::take(&mut self.workers);
        let ending = {
            let this = &*self;
            let (first, others) = workers.split_at_mut(1);
            std::thread::scope(|scope| {
                let is_caught = is_catching_panics();
                let help = move |worker: &mut Worker<G>| {
                    let mut tickets = run.tickets(true);
                    while tickets.may_go_on(run) && tickets.next() {
                        this.simulate(worker);
                    }
                };
                // If the system gives no more threads, there are fewer helpers.
                let start = |worker| {
                    let work = move || catching(is_caught, || help(worker));
                    std::thread::Builder::new().spawn_scoped(scope, work).ok()
                };
                let helpers: Vec<_> = others.iter_mut().map_while(start).collect();
                let ending = {
                    // If this thread panics, the others must not run for ever.
                    let _halt = HaltOnDrop(&run.halt);
                    this.lead(run, &mut first[0], watch, report)
                };
                for helper in helpers {
                    if let Err(panic) = helper.join() {
                        // The scope by itself would only report that there was a panic.
                        resume_unwind(panic);
                    }
                }
                ending
            })
        };
        for worker in &mut workers {
            worker.count_pending(&self.tree);
        }
        self.workers = workers;
        ending
    }

    /// Simulates on the thread that also watches the limits.
    fn lead(
        &self,
        run: &Run,
        worker: &mut Worker<G>,
        watch: &mut Watch,
        report: &mut impl FnMut(&Analysis),
    ) -> Ending {
        let mut tickets = run.tickets(self.workers_share());
        loop {
            for _ in 0..ROUND {
                if run.cancel.is_cancelled() || !tickets.next() {
                    return Ending::Done;
                }
                self.simulate(worker);
                let Some(now) = watch.tick() else { continue };
                if run.limits.deadline.is_some_and(|deadline| now >= deadline)
                    || run.limits.usual.is_some_and(|usual| now >= usual && self.is_clear())
                {
                    return Ending::Done;
                }
                if run.limits.report_every.is_some_and(|every| now - watch.reported >= every) {
                    watch.reported = now;
                    report(&self.analysis(run, worker.leads.as_ref()));
                }
            }
            // The decisions of a search depend on the number of simulations, not on the readings of
            // the clock: the same seed finds the same, however busy the machine is.
            if self.is_settled(run) {
                return Ending::Done;
            }
            self.look_for_decision();
            if std::mem::take(&mut worker.full) && self.tree.fullness() > 0.75 {
                return Ending::Full;
            }
        }
    }

    /// True if more simulations can hardly change the choice, as no other step can be visited as
    /// often.
    fn is_settled(&self, run: &Run) -> bool {
        let root = self.tree.node(self.tree.root());
        if root.bounds().proof().is_some() {
            return true;
        }
        if !run.limits.early {
            return false;
        }
        let (_, children) = self.tree.children(root);
        if children.len() == 1 && root.is_complete() {
            return true;
        }
        if split_swap(children).is_some() {
            // A swap is not chosen by its visits.
            return false;
        }
        let left = run.left();
        if left > f64::from(root.visits()) {
            return false;
        }
        let [most, second] = most_visited(children);
        f64::from(most - second) > left
    }

    /// True if one step at the root is visited so much more than any other that it will
    /// hardly be another.
    fn is_clear(&self) -> bool {
        let (_, children) = self.tree.children(self.tree.node(self.tree.root()));
        let [most, second] = most_visited(children);
        u64::from(second) * 3 < u64::from(most) * 2
    }

    fn simulate(&self, worker: &mut Worker<G>) {
        let shared = self.workers_share();
        Descent { tree: &self.tree, shape: &self.shape }.simulate(&self.position, worker, shared);
    }

    fn workers_share(&self) -> bool {
        self.config.threads > 1
    }
}

/// The two highest numbers of visits of `children`, 0 where there is none.
fn most_visited(children: &[Node]) -> [u32; 2] {
    children.iter().map(Node::visits).fold([0, 0], |[most, second], visits| {
        if visits > most { [visits, most] } else { [most, second.max(visits)] }
    })
}

fn new_tree<G: Knowledge>(position: &G, config: &Config) -> Tree {
    // Making room needs a second tree, half full at most, beside the first.
    Tree::new(position.board().geometry().len(), config.memory / 3 * 2)
}

/// A search under way. Threads read it before every simulation, so it has memory of its own, as a
/// [`Counter`](crate::counter::Counter) has.
#[repr(align(128))]
struct Run<'a> {
    limits: &'a Limits,
    cancel: &'a CancelToken,
    started: Instant,
    done: &'a AtomicU64,
    halt: AtomicBool,
    /// True if an exact search has proven that every step loses, which the tree does not show.
    lost: bool,
}

impl Run<'_> {
    /// The right to simulations for one thread, of several if they are `shared`.
    fn tickets(&self, shared: bool) -> Tickets<'_> {
        // Taken one by one by several threads, they would wait for each other's count.
        Tickets {
            done: self.done,
            limit: self.limits.simulations,
            size: if shared { 16 } else { 1 },
            left: 0,
        }
    }

    /// The number of simulations that there still can be, as things go.
    fn left(&self) -> f64 {
        let done = self.done.load(Relaxed);
        let by_count = self
            .limits
            .simulations
            .map_or(f64::INFINITY, |limit| limit.saturating_sub(done) as f64);
        let now = Instant::now();
        let usual = self.limits.usual.filter(|&usual| now < usual);
        let by_time = usual.or(self.limits.deadline).map_or(f64::INFINITY, |deadline| {
            let elapsed = (now - self.started).as_secs_f64().max(1e-6);
            deadline.saturating_duration_since(now).as_secs_f64() * done as f64 / elapsed
        });
        by_count.min(by_time)
    }
}

/// Simulations that a thread may make, which are taken in batches and counted as done when they are
/// taken.
struct Tickets<'a> {
    done: &'a AtomicU64,
    limit: Option<u64>,
    size: u64,
    left: u64,
}

impl Tickets<'_> {
    /// True if the search goes on: once it ends, tickets that were taken are used up but no more
    /// are taken; once it is cancelled, none are used.
    #[inline]
    fn may_go_on(&self, run: &Run) -> bool {
        (self.left > 0 || !run.halt.load(Relaxed)) && !run.cancel.is_cancelled()
    }

    /// Takes one, if there is one left.
    #[inline]
    fn next(&mut self) -> bool {
        if self.left == 0 {
            let before = self.done.fetch_add(self.size, Relaxed);
            self.left =
                self.limit.map_or(self.size, |limit| limit.saturating_sub(before).min(self.size));
            if self.left < self.size {
                self.done.fetch_sub(self.size - self.left, Relaxed);
            }
            if self.left == 0 {
                return false;
            }
        }
        self.left -= 1;
        true
    }
}

impl Drop for Tickets<'_> {
    fn drop(&mut self) {
        self.done.fetch_sub(self.left, Relaxed);
    }
}

/// Simulations after which it is asked whether the search may end, or is out of room.
const ROUND: u32 = 64;

/// Looks at the clock about every 200 µs, however long a simulation takes.
struct Watch {
    /// Simulations from one look to the next.
    stride: u32,
    left: u32,
    looked: Instant,
    reported: Instant,
}

impl Watch {
    const fn new(now: Instant) -> Self {
        Self { stride: 1, left: 1, looked: now, reported: now }
    }

    /// Counts one simulation; the time if it is due.
    #[inline]
    fn tick(&mut self) -> Option<Instant> {
        self.left -= 1;
        if self.left > 0 {
            return None;
        }
        let now = Instant::now();
        let spent = now - self.looked;
        if spent < Duration::from_micros(100) {
            self.stride = (self.stride * 2).min(256);
        } else if spent > Duration::from_micros(400) {
            self.stride = (self.stride / 2).max(1);
        }
        self.looked = now;
        self.left = self.stride;
        Some(now)
    }
}

struct HaltOnDrop<'a>(&'a AtomicBool);

impl Drop for HaltOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use tetralith_core::games::{Greylox, Multiplicity, Necklace, Plurality};
    use tetralith_core::{Rules, Setup, StepKind};

    use super::*;
    use crate::{amaf, solver};

    #[test]
    fn steps_that_give_stones_are_learned_from_playouts() {
        fn learned<G: Knowledge>(plies: usize) -> Vec<Step> {
            let options = G::INFO.options(&Setup { size: Some(4), ..Setup::default() }).unwrap();
            let mut game = G::new(&options).unwrap();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
            let mut steps = Vec::new();
            for _ in 0..plies {
                let step = game.random_step(&mut rng, &mut steps).unwrap();
                game.play_unchecked(step);
            }
            game.legal_steps(&mut steps);
            let mover = game.to_move();
            let mut search = Search::new(game, Config::default());
            search.run(&Limits::simulations(400), &CancelToken::new(), |_| {}).unwrap();
            let table = search.tree.table(search.tree.node(search.tree.root())).unwrap();
            // As if seen in two games, one won and one lost, an entry of no games is exactly one
            // half.
            for &step in &steps {
                let value = amaf::value(table, code::pack(step), mover).unwrap();
                assert!((value - 0.5).abs() > 1e-6, "nothing was learned of {step:?}");
            }
            steps
        }
        let steps: Vec<Step> = (20..26).flat_map(learned::<Greylox>).collect();
        assert!(steps.iter().any(|step| step.kind() == StepKind::Flip), "{steps:?}");
        learned::<Multiplicity>(20);
    }

    /// The places of a tree that are the same position as another, and all that were visited more
    /// than once; searched is the usual board with this percentage of its cells vacant.
    fn repeated<G: Knowledge>(simulations: u64, vacant: usize) -> (usize, usize) {
        fn count<G: Knowledge>(
            tree: &Tree,
            node: &Node,
            position: &G,
            seen: &mut HashMap<u64, usize>,
        ) {
            for child in tree.children(node).1.iter().filter(|child| child.visits() > 1) {
                let mut next = position.clone();
                next.play_unchecked(code::unpack(child.step()));
                *seen.entry(solver::key_of(&next)).or_default() += 1;
                count(tree, child, &next, seen);
            }
        }
        let options = G::INFO.options(&Setup::default()).unwrap();
        let mut game = G::new(&options).unwrap();
        let (mut rng, mut steps) = (Xoshiro256PlusPlus::seed_from_u64(5), Vec::new());
        while game.board().vacant().len() > game.board().geometry().len() * vacant / 100 {
            let step = game.random_step(&mut rng, &mut steps).unwrap();
            game.play_unchecked(step);
        }
        let mut search = Search::new(game, Config::default());
        search.run(&Limits::simulations(simulations), &CancelToken::new(), |_| {}).unwrap();
        let mut seen = HashMap::new();
        count(&search.tree, search.tree.node(search.tree.root()), &search.position, &mut seen);
        (seen.values().map(|places| places - 1).sum(), seen.values().sum())
    }

    /// The possible gain of shared statistics of positions: `docs/lab/experiments.md` has the
    /// figures of 20,000 simulations, which `TETRALITH_TRANSPOSITIONS=20000` prints.
    #[test]
    fn fewer_than_a_third_of_nodes_are_transpositions() {
        let simulations =
            std::env::var("TETRALITH_TRANSPOSITIONS").ok().and_then(|text| text.parse().ok());
        let simulations = simulations.unwrap_or(3_000);
        for vacant in [100, 60] {
            for (id, (repeated, all)) in [
                ("multiplicity", repeated::<Multiplicity>(simulations, vacant)),
                ("greylox", repeated::<Greylox>(simulations, vacant)),
                ("plurality", repeated::<Plurality>(simulations, vacant)),
                ("necklace", repeated::<Necklace>(simulations, vacant)),
            ] {
                println!("{id}, {vacant} % vacant: {repeated} of {all} places");
                assert!(repeated * 3 < all, "{id}, {vacant} % vacant: {repeated} of {all}");
            }
        }
    }

    #[test]
    fn children_open_gradually_to_all_legal_steps() {
        // Also with more children than one simulation compares, and where nearly all come to be
        // opened.
        for (size, rate, sims) in [(9, 2.5, 4_000), (6, 20.0, 3_000)] {
            let options =
                Plurality::INFO.options(&Setup { size: Some(size), ..Setup::default() }).unwrap();
            let tuning =
                Tuning { window: 16, widen_factor: 0.1, widen_rate: rate, ..Tuning::default() };
            let mut search = Search::new(
                Plurality::new(&options).unwrap(),
                Config { tuning, ..Config::default() },
            );
            search.run(&Limits::simulations(sims), &CancelToken::new(), |_| {}).unwrap();
            let tree = &search.tree;
            let mut waiting = vec![(Plurality::new(&options).unwrap(), tree.node(tree.root()))];
            let (mut legal, mut most, mut complete) = (Vec::new(), 0, 0);
            while let Some((position, node)) = waiting.pop() {
                let (_, children) = tree.children(node);
                if children.is_empty() {
                    continue;
                }
                position.legal_steps(&mut legal);
                let mut steps: Vec<Step> =
                    children.iter().map(|child| code::unpack(child.step())).collect();
                steps.sort_unstable();
                assert!(
                    steps.windows(2).all(|two| two[0] < two[1]),
                    "one is there twice: {steps:?}"
                );
                assert!(
                    steps.iter().all(|step| legal.contains(step)),
                    "not all are legal: {steps:?}"
                );
                assert!(steps.contains(&Step::Pass), "steps without stones come first");
                assert_eq!(node.is_complete(), steps.len() == legal.len());
                most = most.max(steps.len());
                complete += u32::from(node.is_complete());
                for child in children {
                    let mut next = position;
                    next.play_unchecked(code::unpack(child.step()));
                    waiting.push((next, child));
                }
            }
            assert!(most > 100, "{most} children at most");
            assert!(size > 6 || complete > 0);
        }
    }

    #[test]
    fn threads_share_a_tree_that_is_full_again_and_again() {
        let options = Greylox::INFO.options(&Setup::default()).unwrap();
        let searched = |memory| {
            let config = Config { threads: 3, memory, ..Config::default() };
            let mut search = Search::new(Greylox::new(&options).unwrap(), config);
            let limits = Limits { early: false, ..Limits::simulations(20_000) };
            let found = search.run(&limits, &CancelToken::new(), |_| {}).unwrap();
            assert_eq!(found.simulations, 20_000);
            assert!(search.position().check(found.best().unwrap()).is_ok());
            let root = search.tree.node(search.tree.root());
            // A thread that the system stops while it counts loses what the others count meanwhile.
            assert!(root.visits() > 10_000, "{}", root.visits());
            search.tree.taken()
        };
        let limit = 1 << 20;
        assert!(searched(limit) <= limit);
        let taken = searched(64 << 20);
        assert!(taken > 2 * limit, "a tree of {taken} bytes would not be full");
    }

    #[test]
    fn findings_do_not_depend_on_the_load_of_the_machine() {
        let options = Necklace::INFO.options(&Setup { size: Some(4), ..Setup::default() }).unwrap();
        let found = |busy: u32| {
            let mut search = Search::new(Necklace::new(&options).unwrap(), Config::default());
            let limits = Limits {
                early: true,
                report_every: Some(Duration::ZERO),
                ..Limits::simulations(1500)
            };
            let busy = |_: &Analysis| {
                let work = (0..busy)
                    .fold(0u64, |x, i| std::hint::black_box(x.wrapping_mul(3) ^ u64::from(i)));
                std::hint::black_box(work);
            };
            let analysis = search.run(&limits, &CancelToken::new(), busy).unwrap();
            let visits: Vec<_> = analysis
                .candidates
                .iter()
                .map(|candidate| (candidate.step, candidate.visits))
                .collect();
            (analysis.simulations, visits)
        };
        let quiet = found(0);
        assert!(quiet.0 < 1500, "it ends early, or nothing is tested");
        // Half a millisecond at every look at the clock: so the clock is read after every
        // simulation.
        assert_eq!(found(50_000), quiet);
    }
}
