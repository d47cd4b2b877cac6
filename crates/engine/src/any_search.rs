//! A search for a game that is known only at run time.

use std::fmt;
use std::time::{Duration, Instant};

use tetralith_core::games::Visitor;
use tetralith_core::{Game, Knowledge, Step};

use crate::analysis::{Analysis, Compared, GameOver, Limits, REPORT_EVERY};
use crate::book;
use crate::cancel::CancelToken;
use crate::exact::{self, ExactLimit};
use crate::glance::glance;
use crate::level::{Budget, Level};
use crate::search::{Config, ENDGAME_NODES_PER_SIMULATION, Search};

/// A [`Search`] of any [`Game`] that keeps its tree as long as the positions it is asked about
/// follow one another.
///
/// ```
/// use tetralith_core::{Game, Setup};
/// use tetralith_engine::{AnySearch, CancelToken, Config, Limits};
/// let mut game = Game::new("necklace", &Setup { size: Some(4), ..Setup::default() })?;
/// let mut search = AnySearch::new(Config::default());
/// let mut played = Vec::new();
/// while played.len() < 3 {
///     search.follow(&game, &played);
///     let found = search.run(&Limits::simulations(200), &CancelToken::new(), &mut |_| {})?;
///     let step = found.best().expect("the game is not over");
///     game.play(step)?;
///     played.push(step);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AnySearch {
    config: Config,
    followed: Option<Followed>,
}

impl fmt::Debug for AnySearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnySearch").field("config", &self.config).finish_non_exhaustive()
    }
}

/// The position that is searched, and how it came about.
struct Followed {
    config: Config,
    position: Game,
    played: Vec<Step>,
    search: Box<dyn ErasedSearch>,
}

impl Followed {
    /// Returns the steps of `played` that lead from here to `position`, if they do.
    fn steps_to<'s>(&self, position: &Game, played: &'s [Step]) -> Option<&'s [Step]> {
        let rest = played.strip_prefix(&self.played[..])?;
        let mut reached = self.position.clone();
        let are_legal = rest.iter().all(|&step| reached.play(step).is_ok());
        (are_legal && reached == *position).then_some(rest)
    }
}

/// A [`Search`] whose game is known to itself alone.
trait ErasedSearch: Send {
    fn advance(&mut self, step: Step);
    fn taken(&self) -> usize;
    fn run(
        &mut self,
        limits: &Limits,
        cancel: &CancelToken,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, GameOver>;
    fn compare(
        &mut self,
        lines: &[&[Step]],
        visits: u32,
        cancel: &CancelToken,
    ) -> Result<Vec<Compared>, GameOver>;
}

struct Glance;

impl Visitor for Glance {
    type Output = Result<Analysis, GameOver>;

    fn visit<G: Knowledge>(self, position: &G) -> Self::Output {
        glance(position)
    }
}

impl<G: Knowledge> ErasedSearch for Search<G> {
    fn advance(&mut self, step: Step) {
        Self::advance(self, step);
    }

    fn taken(&self) -> usize {
        Self::taken(self)
    }

    fn run(
        &mut self,
        limits: &Limits,
        cancel: &CancelToken,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, GameOver> {
        Self::run(self, limits, cancel, report)
    }

    fn compare(
        &mut self,
        lines: &[&[Step]],
        visits: u32,
        cancel: &CancelToken,
    ) -> Result<Vec<Compared>, GameOver> {
        Self::compare(self, lines, visits, cancel)
    }
}

struct Begin(Config);

impl Visitor for Begin {
    type Output = Box<dyn ErasedSearch>;

    fn visit<G: Knowledge>(self, position: &G) -> Self::Output {
        Box::new(Search::new(position.clone(), self.0))
    }
}

impl AnySearch {
    /// A search that has no position yet.
    pub const fn new(config: Config) -> Self {
        Self { config, followed: None }
    }

    /// Turns to `position`, which the steps `played` lead to from the start of the game.
    ///
    /// The tree is kept if `played` begins with the steps of the last call and the others lead from
    /// the position asked about then to this one. Pass no steps if they are not known: then what is
    /// known is kept only for the same position.
    ///
    /// From a timeline, `played` is the step of each node of `timeline.path(timeline.cursor())`.
    pub fn follow(&mut self, position: &Game, played: &[Step]) {
        self.follow_with(self.config, position, played);
    }

    fn follow_with(&mut self, config: Config, position: &Game, played: &[Step]) {
        if let Some(followed) = &mut self.followed
            && followed.config == config
            && let Some(rest) = followed.steps_to(position, played)
        {
            for &step in rest {
                followed.search.advance(step);
            }
            followed.played.extend_from_slice(rest);
            followed.position = position.clone();
            return;
        }
        self.followed = Some(Followed {
            config,
            position: position.clone(),
            played: played.to_vec(),
            search: position.visit(Begin(config)),
        });
    }

    /// Another search with the same settings, which has no position yet.
    pub(crate) const fn another(&self) -> Self {
        Self::new(self.config)
    }

    /// True if the position followed last is this one, and nothing of what is known would
    /// be lost by turning to it.
    pub(crate) fn is_at(&self, (position, played): (&Game, &[Step])) -> bool {
        let steps = self.followed.as_ref().and_then(|followed| followed.steps_to(position, played));
        steps.is_some_and(<[Step]>::is_empty)
    }

    /// About how many bytes it takes.
    pub(crate) fn taken(&self) -> usize {
        self.followed.as_ref().map_or(0, |followed| followed.search.taken())
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
        cancel: &CancelToken,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, GameOver> {
        self.followed.as_mut().ok_or(GameOver)?.search.run(limits, cancel, report)
    }

    /// Compares moves at the position last [followed](Self::follow), as [`Search::compare`] does.
    ///
    /// # Errors
    /// [`GameOver`] if there is no step to look for, or no position yet.
    pub fn compare(
        &mut self,
        lines: &[&[Step]],
        visits: u32,
        cancel: &CancelToken,
    ) -> Result<Vec<Compared>, GameOver> {
        self.followed.as_mut().ok_or(GameOver)?.search.compare(lines, visits, cancel)
    }

    /// Searches the position last [followed](Self::follow) as [`run`](Self::run) does, but takes a
    /// short look even if it is cancelled before it has begun.
    ///
    /// # Errors
    /// As for [`run`](Self::run).
    pub fn look(
        &mut self,
        limits: &Limits,
        cancel: &CancelToken,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, GameOver> {
        /// Simulations of the short look.
        const GLANCE: u64 = 32;
        let analysis = self.run(limits, cancel, report)?;
        if analysis.candidates.is_empty() {
            self.run(&Limits::simulations(GLANCE), &CancelToken::new(), report)
        } else {
            Ok(analysis)
        }
    }

    /// Searches `position`, which the steps `played` lead to, and also solves it if that is within
    /// reach: beside the search, in the time there is, or after a search limited by simulations,
    /// with about as much work again.
    ///
    /// A search that is cancelled before it has begun takes a short [look](Self::look).
    ///
    /// # Errors
    /// [`GameOver`] if there is no step to look for.
    pub fn analyse(
        &mut self,
        (position, played): (&Game, &[Step]),
        limits: &Limits,
        cancel: &CancelToken,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, GameOver> {
        self.follow(position, played);
        self.analyse_and_prove(position, limits, cancel, report).map(|(analysis, _)| analysis)
    }

    /// Searches `position`, which is followed, and has it solved as well; the step to play if it
    /// was.
    fn analyse_and_prove(
        &mut self,
        position: &Game,
        limits: &Limits,
        cancel: &CancelToken,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<(Analysis, Option<Step>), GameOver> {
        if let Some(simulations) = limits.simulations {
            let mut analysis = self.look(limits, cancel, report)?;
            // A search that has proven the result does not know how soon it comes.
            exact::prove(
                position,
                &mut analysis,
                simulations.saturating_mul(exact::NODES_PER_SIMULATION),
                cancel,
            );
            return Ok((analysis, None));
        }
        // On a clock some time is kept back for what follows from a solution.
        let now = Instant::now();
        let kept = |deadline: Instant| now + deadline.saturating_duration_since(now) * 7 / 8;
        let limit = ExactLimit::until(
            limits.deadline.map(|end| if limits.usual.is_some() { kept(end) } else { end }),
        );
        let (found, solution) = exact::beside(position, limit, cancel, |halt| {
            let found = self.look(limits, halt, report);
            let more = match &found {
                Ok(analysis) if analysis.proof.is_some() => longer(limits),
                _ => Duration::ZERO,
            };
            (found, more)
        });
        let mut analysis = found?;
        let step = solution.and_then(|solution| exact::write(&mut analysis, &solution, position));
        Ok((analysis, step))
    }

    /// Returns what `level` plays in `position`, and what it saw; the steps `played` lead there
    /// from the start of the game.
    ///
    /// `budget` takes the place of the level's own, as a clock may ask for. A search that is
    /// cancelled before it has searched anything searches briefly, so that there always is a step.
    ///
    /// # Errors
    /// [`GameOver`] if there is no step to look for.
    pub fn play(
        &mut self,
        level: &Level,
        budget: Option<Budget>,
        seed: u64,
        (position, played): (&Game, &[Step]),
        cancel: &CancelToken,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<(Step, Analysis), GameOver> {
        let seed = seed.wrapping_add((played.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let budget = budget.unwrap_or_else(|| level.budget(position.info()));
        if self.config.book
            && level.opens_by_book()
            && let Some(opened) = book::open(position, seed)
        {
            return Ok(opened);
        }
        let can_swap = position.check(Step::Swap).is_ok();
        if budget == Budget::Glance || !can_swap && level.only_glances(position.info(), seed) {
            let analysis = position.visit(Glance)?;
            let chosen = Self::chosen(level, position, &analysis, seed)?;
            return Ok((chosen, analysis));
        }
        if level.is_repeatable() {
            self.forget(seed);
        }
        let mut config = Config { style: level.style, ..self.config };
        if level.is_repeatable() {
            config.threads = 1;
            // Its strength was measured without.
            config.tuning.policy_at = 0;
        }
        self.follow_with(config, position, played);
        let mut limits = Limits {
            report_every: Some(REPORT_EVERY),
            exact: level.exact_nodes(),
            ..budget.limits()
        };
        if can_swap {
            let care = CARE_FOR_A_SWAP / (position.board().geometry().len() as u64).max(1);
            limits.simulations = limits.simulations.map(|simulations| simulations.max(care));
        }
        if level.is_exact && budget.longest().is_some() {
            // A level that waits for a proof does not end early.
            let limits = Limits { early: false, ..limits };
            let (analysis, proven) = self.analyse_and_prove(position, &limits, cancel, report)?;
            let chosen =
                proven.map_or_else(|| Self::chosen(level, position, &analysis, seed), Ok)?;
            return Ok((chosen, analysis));
        }
        let mut analysis = self.look(&limits, cancel, report)?;
        play_it_out(position, &mut analysis, &limits, cancel);
        let chosen = Self::chosen(level, position, &analysis, seed)?;
        Ok((chosen, analysis))
    }

    /// The step that `level` chooses of those in `analysis`, in its style.
    fn chosen(
        level: &Level,
        position: &Game,
        analysis: &Analysis,
        seed: u64,
    ) -> Result<Step, GameOver> {
        let steps: Vec<Step> = analysis.candidates.iter().map(|candidate| candidate.step).collect();
        let leans = level.style.leans_of(position, &steps);
        level.choose(analysis, &leans, seed).ok_or(GameOver)
    }
}

/// The fewest simulations before a step that may be a swap, times the cells of the board: the fewer
/// cells, the sooner a game is played out, and the more it takes to distinguish the stones that are
/// worth nearly half. A small board has many of those.
///
/// A swap is one step among dozens, and after a few simulations visits say little about it; but it
/// comes once a game, and a player who does not see that a stone is worth more than half gives the
/// game away.
const CARE_FOR_A_SWAP: u64 = 1_000_000;

/// Solves a position that is as good as won or lost, if that is within reach: the search only asks
/// who wins, but players fight for points either way, and in games without points the winner should
/// end the game soon and the loser late. For a level that plays the end exactly it also solves
/// positions with an open result, if there are points to fight for.
fn play_it_out(position: &Game, analysis: &mut Analysis, limits: &Limits, cancel: &CancelToken) {
    /// The winning chance above which, and by symmetry below which, only points are at stake.
    const SURE: f32 = 0.95;
    /// The most positions to look at where simulations are counted, and the most time in a game
    /// without points; a level that plays the end exactly looks at more where there are points.
    const MOST: (u64, Duration) = (200_000, Duration::from_millis(200));
    let in_points = position.lead().is_some();
    let is_open =
        analysis.proof.is_none() && (!in_points || (1.0 - SURE..=SURE).contains(&analysis.win));
    let exactly = limits.exact.filter(|_| in_points);
    if is_open && exactly.is_none() || analysis.simulations == 0 {
        return;
    }
    let limit = if let Some(until) = limits.usual.or(limits.deadline) {
        // A search that was sure has left most of its time; some of that is for what follows from a
        // solution.
        let left = until.saturating_duration_since(Instant::now()) * 7 / 8;
        ExactLimit::Time(if in_points { left } else { left.min(MOST.1) })
    } else if let Some(nodes) = exactly {
        ExactLimit::Nodes(nodes)
    } else {
        let simulations = limits.simulations.unwrap_or(u64::MAX);
        let nodes = limits
            .exact
            .unwrap_or_else(|| simulations.saturating_mul(ENDGAME_NODES_PER_SIMULATION));
        ExactLimit::Nodes(nodes.min(MOST.0))
    };
    if limit != ExactLimit::Time(Duration::ZERO) {
        exact::prove_by(position, analysis, limit, cancel);
    }
}

/// The time worth waiting for a full solution once the result is proven: all that is left, but a
/// second on a game's clock or without a limit.
fn longer(limits: &Limits) -> Duration {
    const GRACE: Duration = Duration::from_secs(1);
    let left = limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    left.filter(|_| limits.usual.is_none()).unwrap_or(GRACE)
}
