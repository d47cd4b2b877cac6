//! The judgement of a position: whether one move in it is the only best one, by proof or by search.

use std::sync::Arc;

use tetralith_core::{Colour, Game, OptionKind, Options, Phase, Step};
use tetralith_engine::solve::{SolveLimits, keeping, solve};
use tetralith_engine::{AnySearch, CancelToken, Config, Limits, Proof};
use tetralith_study::puzzles::{Check, PuzzleAim};

/// The least lead in winning chance, from 0 to 1, of the best move over any other.
///
/// Source: lichess-puzzler, `generator.py`.
pub const GAP: f32 = 0.35;

/// The only best move of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Best {
    /// The move, which is one step.
    pub step: Step,
    /// The result that it alone reaches.
    pub aim: PuzzleAim,
    /// The way in which that is known.
    pub check: Check,
}

/// The solver's verdict on a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Proven {
    /// One move alone keeps a win or a draw.
    Only(Best),
    /// No move, or more than one, does.
    Not,
    /// The effort does not suffice to decide.
    Unsolved,
}

/// The effort with which positions are judged. The usual one takes about a second for a position on
/// a large board.
#[derive(Clone, Debug)]
pub struct Judge {
    /// Simulations of each of two searches; 0 for proofs only.
    pub simulations: u64,
    /// Positions that the solver may look at.
    pub nodes: u64,
    /// Cells that may be vacant at most for the solver to be asked.
    pub vacant: usize,
    /// The seed of the searches.
    pub seed: u64,
    /// Ends all searches once it is raised; their findings then count for nothing.
    pub stop: Arc<CancelToken>,
}

impl Default for Judge {
    fn default() -> Self {
        Self { simulations: 4_000, nodes: 30_000, vacant: 26, seed: 0, stop: Arc::default() }
    }
}

/// Searches of one position that have to agree, each from a seed of its own.
const SEEDS: u64 = 2;

/// Bytes of the tree of a search, and of the solver's table.
pub(crate) const MEMORY: usize = 32 << 20;

impl Judge {
    /// The only best move of `position`; `None` if there is none, or if it is unknown.
    ///
    /// Only positions are judged in which a move is one step and nothing but the stones matters:
    /// not in an opening, not after a pass, not where sides may be swapped.
    pub fn best(&self, position: &Game) -> Option<Best> {
        if !is_plain(position) {
            return None;
        }
        match self.proven(position) {
            Proven::Only(best) => Some(best),
            Proven::Unsolved if self.simulations > 0 => self.searched(position),
            Proven::Not | Proven::Unsolved => None,
        }
    }

    /// The limits of the solver.
    fn limits(&self) -> SolveLimits {
        // A table much larger than the search only takes time to clear.
        let memory =
            usize::try_from(self.nodes.saturating_mul(64)).unwrap_or(MEMORY).clamp(1 << 20, MEMORY);
        SolveLimits { memory, nodes: self.nodes, ..SolveLimits::default() }
    }

    /// `position` with a komi that lets only the move that keeps its score win, if there is only
    /// one such move and the game has komi.
    pub(crate) fn with_close_komi(&self, position: &Game) -> Option<Game> {
        let info = position.info();
        if !info.has(OptionKind::Komi) || position.board().vacant().len() > self.vacant {
            return None;
        }
        let solution = solve(position, &self.limits(), &|_| !self.stop.is_cancelled()).ok()?;
        let score = solution.score.filter(|_| solution.best.len() == 1)?;
        // Komi always includes an extra half point, so the player to move wins by exactly half a
        // point.
        let komi = match position.to_move() {
            Colour::First => score - 1,
            Colour::Second => score,
        };
        // Points for the first player are a handicap, which no puzzle has.
        if komi < 0 {
            return None;
        }
        let options = Options { komi, ..*position.options() };
        Game::arranged(info, &options, &position.arrangement()).ok()
    }

    /// The only move that keeps a win or a draw, if there is one and the position can be solved.
    pub(crate) fn proven(&self, position: &Game) -> Proven {
        if position.board().vacant().len() > self.vacant {
            return Proven::Unsolved;
        }
        let Ok(kept) = keeping(position, 2, &self.limits(), &|_| !self.stop.is_cancelled()) else {
            return Proven::Unsolved;
        };
        let aim = if kept.winner.is_some() { PuzzleAim::Win } else { PuzzleAim::Draw };
        match kept.steps[..] {
            [step] => Proven::Only(Best { step, aim, check: Check::Proof }),
            _ => Proven::Not,
        }
    }

    /// The move that two deep searches find better than any other by [`GAP`].
    pub(crate) fn searched(&self, position: &Game) -> Option<Best> {
        let mut found: Option<(Step, f32)> = None;
        for seed in 0..SEEDS {
            let (step, gap) = self.clearly_best(position, self.seed.wrapping_add(seed))?;
            found = match found {
                None => Some((step, gap)),
                Some((before, least)) if before == step => Some((step, gap.min(least))),
                Some(_) => return None,
            };
        }
        let check = |gap| Check::Search { simulations: self.simulations, gap };
        found.map(|(step, gap)| Best { step, aim: PuzzleAim::Best, check: check(gap) })
    }

    /// The best step and its lead over the next, if that is at least [`GAP`].
    ///
    /// Moves that a search hardly visited are searched again before they count as worse.
    fn clearly_best(&self, position: &Game, seed: u64) -> Option<(Step, f32)> {
        /// Rivals that are compared with the best move at equal simulations.
        const RIVALS: usize = 5;
        let simulations = self.simulations;
        let mut search = search(position, seed);
        // A quarter first: most positions have no clear best move, and show that soon.
        let glance = Limits { simulations: Some(simulations / 4), ..Limits::NONE };
        let found = search.run(&glance, &self.stop, &mut |_| {}).ok()?;
        if found.proof == Some(Proof::Loss) || found.win < GAP {
            return None;
        }
        let best = found.candidates.first()?;
        let well_seen = |visits: u32| u64::from(visits) * 20 > simulations;
        if found
            .candidates
            .iter()
            .skip(1)
            .any(|rival| well_seen(rival.visits) && best.win - rival.win < GAP / 2.0)
        {
            return None;
        }
        let rest = Limits { simulations: Some(simulations - simulations / 4), ..Limits::NONE };
        let found = search.run(&rest, &self.stop, &mut |_| {}).ok()?;
        let best = found.best()?;
        let lines: Vec<[Step; 1]> =
            found.candidates.iter().take(1 + RIVALS).map(|candidate| [candidate.step]).collect();
        let lines: Vec<&[Step]> = lines.iter().map(<[Step; 1]>::as_slice).collect();
        let visits = u32::try_from(simulations / 8).unwrap_or(u32::MAX);
        let compared = search.compare(&lines, visits, &self.stop).ok()?;
        let (first, rivals) = compared.split_first()?;
        let next = rivals.iter().map(|rival| rival.win).fold(0.0, f32::max);
        let gap = first.win - next;
        (gap >= GAP).then_some((best, gap))
    }
}

/// True if a move of `position` is one step and nothing but the stones matters: no opening,
/// no pass before, no swap.
pub(crate) fn is_plain(position: &Game) -> bool {
    let arrangement = position.arrangement();
    position.outcome().is_none()
        && position.phase() == Phase::Placement
        && arrangement.passes == 0
        && !arrangement.swap
}

/// A search of `position` on one thread.
pub(crate) fn search(position: &Game, seed: u64) -> AnySearch {
    let mut search =
        AnySearch::new(Config { threads: 1, memory: MEMORY, seed, ..Config::default() });
    search.follow(position, &[]);
    search
}
