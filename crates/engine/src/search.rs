//! Monte-Carlo tree search for any game.
//!
//! A simulation walks down the tree by value, lets the game play itself out at random from the leaf, and carries the
//! result back up. Two estimates of a step are mixed: the mean of its own simulations, and how games went in which its
//! stones ended up where it puts them ([`crate::amaf`]). As for the second only a colouring of cells is needed, nothing here
//! depends on the game. What a game knows beyond its rules it says through [`Rules`] itself, where every such method has a
//! default: so a new game is searched without a line in this crate.
//!
//! Sources: Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning", 2006; Gelly and Silver, 2011 (RAVE); Cazenave,
//! "Generalized Rapid Action Value Estimation", 2015; Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go",
//! 2007 (progressive widening).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::rules::below;
use tetralith_core::{Colour, Rules, Score, Step, StepKind, Verdict};

use crate::amaf::{self, Table};
use crate::analysis::{Analysis, Candidate, GameOver, Limits};
use crate::bounds::{Bounds, Proof};
use crate::code;
use crate::solver;
use crate::tree::{CHUNK, Node, Tree};

/// The numbers that shape a search. The defaults are what won matches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tuning {
    /// Weight of the exploration term c·√(ln N / n) is this by the root of the number of steps to choose from: the more
    /// there are, the more it costs to look at all.
    pub exploration: f32,
    /// Equivalence K of the AMAF estimate, whose share is √(K / (K + 3n)) at n visits, is this times the game's own
    /// ([`Rules::AMAF`]) for each step there is to choose from: the fewer there are, the sooner their own results speak. K
    /// stays between 100 and 6400. Of a step of three stones the cells tell less: K is 400 for it.
    pub amaf_equivalence: f32,
    /// Visits from which a node keeps AMAF statistics of its own.
    pub table_at: u32,
    /// Visits at which a leaf gets children.
    pub expand_at: u32,
    /// Share of the squashed margin in a playout's value.
    pub margin_share: f32,
    /// Number of legal steps above which children are opened little by little.
    pub widen_above: usize,
    /// What a game's full hint ([`Rules::hints`]) adds to a step's value, as long as AMAF has the whole say; it fades with it.
    pub hint_weight: f32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            exploration: 0.25,
            amaf_equivalence: 1.0,
            table_at: 50,
            expand_at: 4,
            margin_share: 0.1,
            widen_above: 640,
            hint_weight: 0.15,
        }
    }
}

/// How a search is run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Config {
    /// Threads that share one tree; 0 counts as 1. On one thread the same seed gives the same findings.
    pub threads: usize,
    /// Bytes that the tree may take at most.
    pub memory: usize,
    /// Where the random numbers begin.
    pub seed: u64,
    /// The shape of the search.
    pub tuning: Tuning,
}

impl Config {
    /// The memory limit unless another is asked for: 256 MB.
    pub const DEFAULT_MEMORY: usize = 256 << 20;
}

impl Default for Config {
    fn default() -> Self {
        Self { threads: 1, memory: Self::DEFAULT_MEMORY, seed: 0, tuning: Tuning::default() }
    }
}

/// A search of one game, which keeps its tree from one position to the next.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use tetralith_core::{Rules, Setup, games::Multiplicity};
/// use tetralith_engine::{Config, Limits, Search};
/// let options = Multiplicity::INFO.options(&Setup { size: Some(3), ..Setup::default() })?;
/// let mut search = Search::new(Multiplicity::new(&options)?, Config::default());
/// let analysis = search.run(&Limits::simulations(500), &AtomicBool::new(false), |_| {}).expect("the game is not over");
/// search.advance(analysis.best().expect("there are steps"));
/// # Ok::<(), tetralith_core::SetupError>(())
/// ```
pub struct Search<G> {
    position: G,
    tree: Tree,
    config: Config,
    shape: Shape,
    workers: Vec<Worker<G>>,
}

/// Tabulated terms of the value formula.
struct Shape {
    tuning: Tuning,
    /// The share of AMAF, √(K / (K + 3n)), and that of exploration, 1 / √(n + 1), by the visits n, for each of
    /// [`EQUIVALENCES`].
    weights: [Vec<(f32, f32)>; EQUIVALENCES.len()],
}

/// Visits up to which the terms are looked up.
const TABULATED: usize = 4096;

/// The values that K is rounded to.
const EQUIVALENCES: [f32; 7] = [100.0, 200.0, 400.0, 800.0, 1600.0, 3200.0, 6400.0];

/// Which of them a step of three stones has.
const OF_SEVERAL: usize = 2;

/// Legal steps up to which an exact search is tried.
const ENDGAME_STEPS: usize = 26;

/// Vacant cells up to which it is tried where steps take a cell each. Steps of three stones leave most cells vacant, and
/// there the number of steps alone tells how near the end is.
const ENDGAME_VACANT: usize = 16;

/// Simulations before it.
const FORESIGHT: u64 = 500;

/// Positions an exact search may look at for each simulation allowed: less work than the simulations.
const NODES_PER_SIMULATION: u64 = 4;

/// And at most so many, whatever the limits.
const MOST_NODES: u64 = 20_000_000;

impl Shape {
    fn new(tuning: Tuning) -> Self {
        let weights = EQUIVALENCES.map(|k| (0..TABULATED).map(|n| weights(k, n as f32)).collect());
        Self { tuning, weights }
    }

    /// Which of [`EQUIVALENCES`] suits a choice of so many steps.
    #[inline]
    fn equivalence<G: Rules>(&self, choices: usize) -> usize {
        let k = self.tuning.amaf_equivalence * G::AMAF * choices as f32;
        EQUIVALENCES[1..].iter().take_while(|&&higher| k * std::f32::consts::SQRT_2 > higher).count()
    }

    /// The share of AMAF and that of exploration at `visits`.
    #[inline]
    fn at(&self, visits: u32, equivalence: usize) -> (f32, f32) {
        let tabulated = self.weights[equivalence].get(visits as usize).copied();
        tabulated.unwrap_or_else(|| weights(EQUIVALENCES[equivalence], visits as f32))
    }

    /// What a result is worth to the first player.
    #[inline]
    fn value(&self, win: f32, margin: f32) -> f32 {
        let share = self.tuning.margin_share;
        (1.0 - share) * win + share * 0.5 * (margin + 1.0)
    }
}

/// The share of AMAF of equivalence `k` and that of exploration at `n` visits.
#[inline]
fn weights(k: f32, n: f32) -> (f32, f32) {
    ((k / (k + 3.0 * n)).sqrt(), 1.0 / (n + 1.0).sqrt())
}

/// What one thread works with.
struct Worker<G> {
    rng: Xoshiro256PlusPlus,
    position: Option<G>,
    path: Vec<Visit>,
    steps: Vec<Step>,
    ranked: Vec<(f32, u32)>,
    hints: Vec<f32>,
    /// The stones at the end of a playout, as [`amaf::stones`] lists them.
    stones: Vec<u16>,
    pending: amaf::Pending,
    /// Set when a leaf could not get children for want of memory.
    full: bool,
}

/// A node that a simulation passed.
#[derive(Clone, Copy)]
struct Visit {
    node: u32,
    /// Who moves there.
    mover: Colour,
    /// Whether the step that led here was a swap, after which the people sit behind the other colour.
    swapped: bool,
}

/// Why a round of simulations ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Done,
    Full,
}

impl<G: Rules> Search<G> {
    /// A search of `position`.
    pub fn new(position: G, config: Config) -> Self {
        let tree = new_tree(&position, &config);
        let workers = (0..config.threads.max(1))
            .map(|i| Worker {
                rng: Xoshiro256PlusPlus::seed_from_u64(config.seed.wrapping_add(i as u64)),
                position: None,
                path: Vec::new(),
                steps: Vec::new(),
                ranked: Vec::new(),
                hints: Vec::new(),
                stones: Vec::new(),
                pending: amaf::Pending::default(),
                full: false,
            })
            .collect();
        Self { position, tree, config, shape: Shape::new(config.tuning), workers }
    }

    /// The position that is searched.
    pub const fn position(&self) -> &G {
        &self.position
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

    /// Goes on to another position of the game, without what was known.
    pub fn reset(&mut self, position: G) {
        self.tree = new_tree(&position, &self.config);
        self.position = position;
    }

    /// Searches until a limit is reached or `stop` is set, and returns what was found.
    ///
    /// `stop` is looked at before every simulation. `report` is called about as often as `limits` ask for.
    ///
    /// # Errors
    /// [`GameOver`] if there is no step to look for.
    pub fn run(
        &mut self,
        limits: &Limits,
        stop: &AtomicBool,
        mut report: impl FnMut(&Analysis),
    ) -> Result<Analysis, GameOver> {
        if self.position.outcome().is_some() {
            return Err(GameOver);
        }
        let done = AtomicU64::new(0);
        let run = Run { limits, stop, started: Instant::now(), done: &done, halt: AtomicBool::new(false) };
        self.open_root();
        let lost = self.solve_endgame(&run, &mut report);
        self.simulate_until(&run, &mut report);
        let mut analysis = self.analysis(&run);
        if lost {
            // No step is better than another against best play; the search has found what is hardest to refute.
            analysis.proof = Some(Proof::Loss);
        }
        Ok(analysis)
    }

    fn simulate_until(&mut self, run: &Run, report: &mut impl FnMut(&Analysis)) {
        while self.round(run, report) == Ending::Full {
            // Once stopped, the tree is left as it is: a later search will find it full and make room.
            let Some(tree) = self.tree.compacted(run.stop) else { break };
            self.tree = tree;
            run.halt.store(false, Relaxed);
        }
    }

    /// Tries to solve the position if its end is near, and marks the step that wins or draws; `true` if it is lost.
    fn solve_endgame(&mut self, run: &Run, report: &mut impl FnMut(&Analysis)) -> bool {
        let root = self.tree.node(self.tree.root());
        if !root.is_complete() || root.count() > ENDGAME_STEPS || root.bounds() != Bounds::OPEN {
            return false;
        }
        let (_, children) = self.tree.children(root);
        let several = children.iter().any(|child| code::is_tromino(child.step()));
        if !several && self.position.board().vacant().len() > ENDGAME_VACANT {
            return false;
        }
        // A short search first, which tells which steps to try first.
        let short = run.limits.simulations.map_or(FORESIGHT, |limit| FORESIGHT.min(limit / 4));
        let limits = Limits { simulations: Some(short), early: false, ..*run.limits };
        self.simulate_until(&Run { limits: &limits, halt: AtomicBool::new(false), ..*run }, report);
        let root = self.tree.node(self.tree.root());
        if root.bounds() != Bounds::OPEN {
            return false;
        }
        let nodes = run.limits.simulations.map_or(u64::MAX, |limit| NODES_PER_SIMULATION.saturating_mul(limit));
        let now = Instant::now();
        // A share of what time is left: should the endgame prove too long, the search must not miss it much.
        let until = run.limits.deadline.map(|deadline| now + deadline.saturating_duration_since(now) / 8);
        let keep_on = || !run.stop.load(Relaxed) && until.is_none_or(|until| Instant::now() < until);
        let nodes = nodes.min(MOST_NODES);
        let Some(solved) = solver::solve(&self.position, self.tree.table(root), nodes, &keep_on) else { return false };
        if solved.proof == Proof::Loss {
            return true;
        }
        let mover = self.position.to_move();
        let code = code::pack(solved.step);
        let (_, children) = self.tree.children(root);
        if let Some(child) = children.iter().find(|child| child.step() == code) {
            let viewer = if code::is_swap(code) { mover.other() } else { mover };
            child.set_bounds(Bounds::exactly(solved.proof).seen_by(viewer));
            root.set_bounds(Bounds::exactly(solved.proof).seen_by(mover));
        }
        false
    }

    fn open_root(&mut self) {
        let index = self.tree.root();
        let root = self.tree.node(index);
        let descent = Descent { tree: &self.tree, shape: &self.shape };
        // What an exact search proved of this position as a child says nothing of its own children: which step to play is
        // to be found again.
        root.set_bounds(Bounds::OPEN);
        if root.count() > 0 {
            descent.prove_at(Visit { node: index, mover: self.position.to_move(), swapped: false });
        } else if let Some(worker) = self.workers.first_mut() {
            if self.tree.table(root).is_none() {
                self.tree.add_table(root, None, 0.0);
            }
            descent.open(root, &self.position, self.tree.table(root), worker);
            worker.full = false;
            self.prove_next(root);
        }
    }

    /// Marks the children of the root that end the game, so that not even the shortest search overlooks one.
    fn prove_next(&self, root: &Node) {
        let mover = self.position.to_move();
        let (first, children) = self.tree.children(root);
        for (i, child) in children.iter().enumerate() {
            let mut next = self.position.clone();
            next.play_unchecked(code::unpack(child.step()));
            if let Some(outcome) = next.outcome() {
                child.set_bounds(Bounds::exactly(Proof::of(outcome.winner, Colour::First)));
                let step = |node, swapped| Visit { node, mover, swapped };
                Descent { tree: &self.tree, shape: &self.shape }
                    .prove(&[step(self.tree.root(), false), step(first + i as u32, code::is_swap(child.step()))]);
            }
        }
    }

    /// Simulates on all threads until the search ends or the tree is full.
    fn round(&mut self, run: &Run, report: &mut impl FnMut(&Analysis)) -> Ending {
        let mut workers = std::mem::take(&mut self.workers);
        let ending = {
            let this = &*self;
            let (first, others) = workers.split_at_mut(1);
            std::thread::scope(|scope| {
                for worker in others.iter_mut() {
                    scope.spawn(|| {
                        while !run.halt.load(Relaxed) && !run.stop.load(Relaxed) && run.next() {
                            this.simulate(worker);
                        }
                    });
                }
                // If this thread panics, the others must not run for ever.
                let _halt = HaltOnDrop(&run.halt);
                this.lead(run, &mut first[0], report)
            })
        };
        for worker in &mut workers {
            worker.pending.count(&self.tree);
        }
        self.workers = workers;
        ending
    }

    /// Simulates on the thread that also watches the limits.
    fn lead(&self, run: &Run, worker: &mut Worker<G>, report: &mut impl FnMut(&Analysis)) -> Ending {
        let (mut stride, mut left) = (1u32, 1u32);
        let mut looked = Instant::now();
        let mut reported = looked;
        loop {
            if run.stop.load(Relaxed) || !run.next() {
                return Ending::Done;
            }
            self.simulate(worker);
            left -= 1;
            if left > 0 {
                continue;
            }
            // The clock is read about every 200 µs, however long a simulation takes.
            let now = Instant::now();
            let spent = now - looked;
            if spent < Duration::from_micros(100) {
                stride = (stride * 2).min(256);
            } else if spent > Duration::from_micros(400) {
                stride = (stride / 2).max(1);
            }
            looked = now;
            left = stride;
            if run.limits.deadline.is_some_and(|deadline| now >= deadline) || self.is_settled(run, now) {
                return Ending::Done;
            }
            if worker.full {
                worker.full = false;
                if self.tree.fullness() > 0.75 {
                    return Ending::Full;
                }
            }
            if run.limits.report_every.is_some_and(|every| now - reported >= every) {
                reported = now;
                report(&self.analysis(run));
            }
        }
    }

    /// Whether more simulations cannot change the choice any more.
    fn is_settled(&self, run: &Run, now: Instant) -> bool {
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
        let done = run.done.load(Relaxed);
        let by_count = run.limits.simulations.map_or(f64::INFINITY, |limit| limit.saturating_sub(done) as f64);
        let by_time = run.limits.deadline.map_or(f64::INFINITY, |deadline| {
            let elapsed = (now - run.started).as_secs_f64().max(1e-6);
            (deadline.saturating_duration_since(now)).as_secs_f64() * done as f64 / elapsed
        });
        let left = by_count.min(by_time);
        if left > f64::from(root.visits()) {
            return false;
        }
        let (mut most, mut second) = (0, 0);
        for child in children {
            let visits = child.visits();
            if visits > most {
                (most, second) = (visits, most);
            } else {
                second = second.max(visits);
            }
        }
        f64::from(most - second) > left
    }

    fn simulate(&self, worker: &mut Worker<G>) {
        let shared = self.workers_share();
        Descent { tree: &self.tree, shape: &self.shape }.simulate(&self.position, worker, shared);
    }

    fn workers_share(&self) -> bool {
        self.config.threads > 1
    }

    fn analysis(&self, run: &Run) -> Analysis {
        let root = self.tree.node(self.tree.root());
        let to_move = self.position.to_move();
        let mut candidates = self.candidates(root, to_move);
        self.prefer_gains(&mut candidates);
        let (win, margin) = candidates.first().map_or((0.5, 0.0), |best| (best.win, best.margin));
        Analysis {
            to_move,
            simulations: run.done.load(Relaxed),
            elapsed: run.started.elapsed(),
            win,
            margin,
            proof: root.bounds().seen_by(to_move).proof(),
            principal_variation: self.principal_variation(candidates.first()),
            candidates,
        }
    }

    /// The children of `node` that were visited or proven, best first.
    fn candidates(&self, node: &Node, mover: Colour) -> Vec<Candidate> {
        let (_, children) = self.tree.children(node);
        let mut found: Vec<Candidate> = children
            .iter()
            .filter(|child| child.visits() > 0 || child.bounds() != Bounds::OPEN)
            .map(|child| candidate(child, mover))
            .collect();
        found.sort_by(|a, b| rank(b).cmp(&rank(a)).then(b.win.total_cmp(&a.win)));
        // A proven draw is visited no more, so visits do not speak for it: it is better than anything worse than a draw.
        if let Some(draw) = found.iter().position(|candidate| candidate.proof == Some(Proof::Draw))
            && found[0].win < Proof::Draw.value()
        {
            found[..=draw].rotate_right(1);
        }
        found
    }

    /// Puts a placement before a pass that leads `candidates`, if one that promises as much gains points.
    ///
    /// Where everything is as good as lost or won, visits say little, and nobody should give away what is still there.
    fn prefer_gains(&self, candidates: &mut [Candidate]) {
        /// How much less a placement may promise.
        const AS_MUCH: f32 = 0.02;
        let Some(&pass) = candidates.first().filter(|best| best.step == Step::Pass && best.proof != Some(Proof::Win))
        else {
            return;
        };
        let mover = self.position.to_move();
        let Some(now) = lead(&self.position.score(), mover) else { return };
        let gain = |candidate: &Candidate| {
            if candidate.step == Step::Pass || candidate.win < pass.win - AS_MUCH {
                return None;
            }
            let mut next = self.position.clone();
            next.play_unchecked(candidate.step);
            lead(&next.score(), mover).map(|then| then - now).filter(|&gain| gain > 0)
        };
        let gains = candidates.iter().enumerate().filter_map(|(i, candidate)| Some((gain(candidate)?, i)));
        // Of equal gains the one looked at most, which stands first.
        if let Some((_, best)) = gains.max_by_key(|&(gain, i)| (gain, std::cmp::Reverse(i))) {
            candidates[..=best].rotate_right(1);
        }
    }

    fn principal_variation(&self, first: Option<&Candidate>) -> Vec<Step> {
        const LONGEST: usize = 24;
        const SURE: u32 = 10;
        let mut line = Vec::new();
        let mut position = self.position.clone();
        let mut node = self.tree.node(self.tree.root());
        let mut next = first.copied();
        while let Some(best) = next {
            line.push(best.step);
            position.play_unchecked(best.step);
            let (_, children) = self.tree.children(node);
            let Some(child) = children.iter().find(|child| child.step() == code::pack(best.step)) else { break };
            node = child;
            next = self
                .candidates(node, position.to_move())
                .first()
                .copied()
                .filter(|best| line.len() < LONGEST && (best.visits >= SURE || best.proof.is_some()));
        }
        line
    }
}

/// Wins first, the surest of the rest next, losses last.
fn rank(candidate: &Candidate) -> (i8, u32) {
    let class = match candidate.proof {
        Some(Proof::Win) => 1,
        Some(Proof::Loss) => -1,
        _ => 0,
    };
    (class, candidate.visits)
}

/// How many half points `viewer` is ahead, in a game of points.
fn lead(score: &Score, viewer: Colour) -> Option<i64> {
    let Score::Points { half_points: [first, second], .. } = *score else { return None };
    let lead = i64::from(first) - i64::from(second);
    Some(if viewer == Colour::First { lead } else { -lead })
}

fn candidate(child: &Node, mover: Colour) -> Candidate {
    let code = child.step();
    // After a swap, whoever made it holds the colour of the opponent.
    let viewer = if code::is_swap(code) { mover.other() } else { mover };
    let (win, margin) = child.means();
    let proof = child.bounds().seen_by(viewer).proof();
    let (win, margin) = match viewer {
        Colour::First => (win, margin),
        Colour::Second => (1.0 - win, -margin),
    };
    Candidate { step: code::unpack(code), visits: child.visits(), win: proof.map_or(win, Proof::value), margin, proof }
}

fn new_tree<G: Rules>(position: &G, config: &Config) -> Tree {
    // Making room needs a second tree, half full at most, beside the first.
    Tree::new(position.board().geometry().len(), config.memory / 3 * 2)
}

/// One call of [`Search::run`].
struct Run<'a> {
    limits: &'a Limits,
    stop: &'a AtomicBool,
    started: Instant,
    done: &'a AtomicU64,
    halt: AtomicBool,
}

impl Run<'_> {
    /// Counts one more simulation, if there is one left.
    #[inline]
    fn next(&self) -> bool {
        let before = self.done.fetch_add(1, Relaxed);
        if self.limits.simulations.is_some_and(|limit| before >= limit) {
            self.done.fetch_sub(1, Relaxed);
            return false;
        }
        true
    }
}

struct HaltOnDrop<'a>(&'a AtomicBool);

impl Drop for HaltOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// The tree as a simulation sees it.
struct Descent<'a> {
    tree: &'a Tree,
    shape: &'a Shape,
}

/// What a thread counts at a node on its way down, so that others look elsewhere: a loss for whoever moved there.
const VIRTUAL_LOSS: f32 = 1.0;

impl Descent<'_> {
    /// Makes one simulation from `root`; `shared` says whether other threads are at work on the tree.
    fn simulate<G: Rules>(&self, root: &G, worker: &mut Worker<G>, shared: bool) {
        let mut position = match worker.position.take() {
            Some(mut position) => {
                position.clone_from(root);
                position
            }
            None => root.clone(),
        };
        let mut index = self.tree.root();
        let mut node = self.tree.node(index);
        let mut table = self.tree.table(node);
        worker.path.clear();
        worker.path.push(Visit { node: index, mover: position.to_move(), swapped: false });
        let mut proven = false;
        let (verdict, played) = loop {
            if let Some(proof) = node.bounds().proof() {
                break (Verdict { value: proof.value(), margin: 0.0 }, false);
            }
            let visits = node.visits();
            if visits >= self.shape.tuning.table_at && self.tree.table(node).is_none() {
                self.tree.add_table(node, table, self.shape.tuning.table_at as f32);
            }
            table = self.tree.table(node).or(table);
            let count = node.count();
            if count == 0 {
                if visits < self.shape.tuning.expand_at || !self.open(node, &position, table, worker) {
                    break (position.heavy_playout(&mut worker.rng), true);
                }
            } else if !node.is_complete() && count < wanted(visits) {
                self.open(node, &position, table, worker);
            }
            let mover = position.to_move();
            let (first, children) = self.tree.children(node);
            let chosen = self.select::<G, _>(node, children, mover, table, &mut worker.rng);
            index = first + chosen as u32;
            node = &children[chosen];
            let code = node.step();
            position.play_unchecked(code::unpack(code));
            if node.visits() == 0
                && let Some(outcome) = position.outcome()
            {
                node.set_bounds(Bounds::exactly(Proof::of(outcome.winner, Colour::First)));
                proven = true;
            }
            let swapped = code::is_swap(code);
            worker.path.push(Visit { node: index, mover: position.to_move(), swapped });
            if shared {
                let worst = loss_for(mover, swapped);
                node.add(worst * VIRTUAL_LOSS, 0.0);
            }
        };
        if proven {
            self.prove(&worker.path);
        }
        if played {
            // Where stones stay what they are, those there were before are of no step.
            let fixed = !G::INFO.steps.contains(&StepKind::Flip);
            let cells = if fixed { root.board().vacant() } else { root.board().geometry().all() };
            amaf::stones(position.board(), &cells, &mut worker.stones);
        }
        let Worker { path, stones, pending, .. } = worker;
        let stones = played.then_some(&**stones);
        if shared {
            self.back_up(verdict, stones, path, Some(pending));
            if pending.is_due() {
                pending.count(self.tree);
            }
        } else {
            self.back_up(verdict, stones, path, None);
        }
        worker.position = Some(position);
    }

    /// Carries a result up the path, with the stones at the end if there was a playout; where threads share the tree, what is
    /// learned of them is left to be counted.
    fn back_up(
        &self,
        verdict: Verdict,
        mut stones: Option<&[u16]>,
        path: &[Visit],
        mut pending: Option<&mut amaf::Pending>,
    ) {
        let Verdict { value: mut win, mut margin } = verdict;
        if let (Some(pending), Some(stones)) = (&mut pending, stones) {
            pending.begin(stones);
        }
        for (i, visit) in path.iter().enumerate().rev() {
            let node = self.tree.node(visit.node);
            let bounds = node.bounds();
            if bounds != Bounds::OPEN {
                win = win.clamp(bounds.low.value(), bounds.high.value());
            }
            if pending.is_some() && i > 0 {
                node.correct(win - loss_for(path[i - 1].mover, visit.swapped) * VIRTUAL_LOSS, margin);
            } else {
                node.add(win, margin);
            }
            if let Some(stones) = stones
                && let Some(table) = self.tree.table(node)
            {
                let value = self.shape.value(win, margin);
                match &mut pending {
                    Some(pending) => pending.add(node.table_number(), value),
                    None => amaf::record(table, stones, value),
                }
            }
            if visit.swapped {
                // Above a swap the colours stand for the other people: the result turns round, the stones say nothing.
                (win, margin) = (1.0 - win, -margin);
                stones = None;
            }
        }
    }

    /// Carries what is proven up the path, as far as it changes anything.
    fn prove(&self, path: &[Visit]) {
        for &visit in path.iter().rev().skip(1) {
            if !self.prove_at(visit) {
                break;
            }
        }
    }

    /// Draws what follows for a node from what is proven of its children; `false` if it is nothing new.
    fn prove_at(&self, visit: Visit) -> bool {
        let node = self.tree.node(visit.node);
        let (_, children) = self.tree.children(node);
        let successors = children.iter().map(|child| {
            let viewer = if code::is_swap(child.step()) { visit.mover.other() } else { visit.mover };
            child.bounds().seen_by(viewer)
        });
        let bounds = Bounds::of_choice(successors, node.is_complete()).seen_by(visit.mover);
        let news = bounds != node.bounds();
        if news {
            node.set_bounds(bounds);
        }
        news
    }

    /// Which of `children` to go on with: the one of the highest value to `mover`.
    #[inline]
    fn select<G: Rules, R: Rng>(
        &self,
        node: &Node,
        children: &[Node],
        mover: Colour,
        table: Option<&Table>,
        rng: &mut R,
    ) -> usize {
        let choices = if node.is_complete() { children.len() } else { self.shape.tuning.widen_above };
        let scale = Scale {
            shape: self.shape,
            table,
            mover,
            explore: self.shape.tuning.exploration * ((node.visits().max(2) as f32).ln() / choices as f32).sqrt(),
            equivalence: self.shape.equivalence::<G>(children.len()),
        };
        // Equal values are common at first; from a random start none is favoured.
        let start = below(rng, children.len());
        let (low, high) = children.split_at(start);
        let (after, value) = scale.highest(high, f32::NEG_INFINITY);
        let (before, _) = scale.highest(low, value);
        before.unwrap_or(start + after.unwrap_or(0))
    }

    /// Gives `node` its children, or some more of them; `false` if it has none afterwards.
    fn open<G: Rules>(&self, node: &Node, position: &G, table: Option<&Table>, worker: &mut Worker<G>) -> bool {
        if !node.acquire() {
            return node.count() > 0;
        }
        let Worker { rng, steps, ranked, hints, full, .. } = worker;
        position.legal_steps(steps);
        let added = if steps.len() <= self.shape.tuning.widen_above {
            // Another thread may have been here before this one came through.
            node.count() > 0 || {
                hints.clear();
                position.hints(steps, hints);
                hints.resize(steps.len(), 0.0);
                let children = steps.iter().zip(hints.iter()).map(|(&step, &hint)| (code::pack(step), hint));
                self.tree.add_children(node, children, true)
            }
        } else {
            self.widen(node, position.to_move(), table, steps, ranked, rng)
        };
        node.release();
        *full |= !added;
        node.count() > 0
    }

    /// Adds the most promising of `steps` that are not yet children.
    fn widen<R: Rng>(
        &self,
        node: &Node,
        mover: Colour,
        table: Option<&Table>,
        steps: &[Step],
        ranked: &mut Vec<(f32, u32)>,
        rng: &mut R,
    ) -> bool {
        let (_, children) = self.tree.children(node);
        let mut known: Vec<u32> = children.iter().map(Node::step).collect();
        known.sort_unstable();
        let goal = (wanted(node.visits()) * 5 / 4 + 1).min(steps.len()).min(CHUNK);
        let Some(more) = goal.checked_sub(known.len()).filter(|&more| more > 0) else { return true };
        ranked.clear();
        ranked.extend(
            steps.iter().map(|&step| code::pack(step)).filter(|code| known.binary_search(code).is_err()).map(|code| {
                // Steps without stones come first: there are few, and nothing else tells of them.
                let value = table
                    .map_or(Some(0.5), |table| amaf::value(table, code, mover))
                    .map_or(2.0, |value| if mover == Colour::First { value } else { 1.0 - value });
                let jitter = rng.next_u32() as f32 * (1e-4 / u32::MAX as f32);
                (value + jitter, code)
            }),
        );
        let complete = ranked.len() <= more;
        if !complete {
            ranked.select_nth_unstable_by(more - 1, |a, b| b.0.total_cmp(&a.0));
            ranked.truncate(more);
        }
        ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        self.tree.add_children(node, ranked.iter().map(|&(_, code)| (code, 0.0)), complete)
    }
}

/// What the children of one node are measured by.
struct Scale<'a> {
    shape: &'a Shape,
    table: Option<&'a Table>,
    mover: Colour,
    /// c·√ln N, of the visits N of the node.
    explore: f32,
    /// Which of [`EQUIVALENCES`] steps of one stone have.
    equivalence: usize,
}

impl Scale<'_> {
    /// The first of `children` with the highest value, if that is above `least`, and the value.
    ///
    /// Most of a search is spent here, so what most children are, steps of stones of which nothing is proven, goes with few
    /// branches.
    #[inline]
    fn highest(&self, children: &[Node], least: f32) -> (Option<usize>, f32) {
        let (mut best, mut highest) = (None, least);
        let of_one = &self.shape.weights[self.equivalence][..];
        let of_several = &self.shape.weights[OF_SEVERAL][..];
        let Tuning { margin_share, hint_weight, .. } = self.shape.tuning;
        let (of_win, of_margin) = (1.0 - margin_share, 0.5 * margin_share);
        let (sign, offset) = if self.mover == Colour::First { (1.0, 0.0) } else { (-1.0, 1.0) };
        for (i, child) in children.iter().enumerate() {
            let code = child.step();
            let weights = if code::is_tromino(code) { of_several } else { of_one };
            let score = if let Some(&(beta, explore)) = weights.get(child.visits() as usize)
                && child.bounds() == Bounds::OPEN
                && let Some(amaf) = self.table.and_then(|table| amaf::value(table, code, self.mover))
            {
                // Without visits the mean is zero and AMAF has the whole say.
                let (win, margin) = child.means();
                let mean = of_win * win + of_margin * (margin + 1.0);
                let value = beta * amaf + (1.0 - beta) * mean;
                sign * value + offset + explore * self.explore + hint_weight * beta * child.hint()
            } else {
                self.score(child)
            };
            if score > highest {
                (best, highest) = (Some(i), score);
            }
        }
        (best, highest)
    }

    /// The value of any child.
    #[cold]
    fn score(&self, child: &Node) -> f32 {
        let code = child.step();
        let visits = child.visits();
        let viewer = if code::is_swap(code) { self.mover.other() } else { self.mover };
        let bounds = child.bounds();
        if bounds != Bounds::OPEN
            && let Some(proof) = bounds.seen_by(viewer).proof()
        {
            // Nothing is to be learnt there: whatever is still open comes first, however bad it looks.
            return proof.value() - 2.0;
        }
        let (beta, explore) = self.shape.at(visits, if code::is_tromino(code) { OF_SEVERAL } else { self.equivalence });
        let (win, margin) = child.means();
        let mean = self.shape.value(win, margin);
        let learned = self.table.and_then(|table| amaf::value(table, code, self.mover));
        let value = match (learned, visits) {
            (Some(amaf), 0) => amaf,
            (Some(amaf), _) => beta * amaf + (1.0 - beta) * mean,
            // A step without stones is tried at once, then judged by its own results.
            (None, 0) => return 2.0,
            (None, _) => mean,
        };
        let value = if viewer == Colour::First { value } else { 1.0 - value };
        value + explore * self.explore + self.shape.tuning.hint_weight * beta * child.hint()
    }
}

/// How many children a node of so many visits should have when they are opened little by little.
fn wanted(visits: u32) -> usize {
    2 + f64::from(visits).sqrt() as usize
}

/// The first player's winning chance at a node if whoever moved there, a `mover` who may have swapped, loses.
#[inline]
fn loss_for(mover: Colour, swapped: bool) -> f32 {
    match (mover, swapped) {
        (Colour::First, false) | (Colour::Second, true) => 0.0,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use tetralith_core::Setup;
    use tetralith_core::games::{Greylox, Multiplicity};

    use super::*;

    #[test]
    fn every_step_that_gives_stones_is_learned_from_playouts_flips_too() {
        fn learned<G: Rules>(plies: usize) -> Vec<Step> {
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
            search.run(&Limits::simulations(400), &AtomicBool::new(false), |_| {}).unwrap();
            let table = search.tree.table(search.tree.node(search.tree.root())).unwrap();
            // As if seen in two games, one won and one lost, an entry of no games is exactly one half.
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
}
