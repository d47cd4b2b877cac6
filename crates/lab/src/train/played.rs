//! Games of the engine against itself, with how often its searches visited each step.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tetralith_core::knowledge::below;
use tetralith_core::{Game, Info, Names, Setup, SetupError, Step};
use tetralith_engine::{Analysis, AnySearch, CancelToken, Config, Limits, checksum};

use crate::arena::processor;
use crate::train::error::TrainError;

/// Random steps that a game begins with, from the fewest to the most.
const OPENING: [usize; 2] = [3, 6];

/// Steps after them that are drawn by visits.
const DRAWN: usize = 10;

/// One in so many of the later steps is any legal one, so that the weights see what becomes of
/// mistakes.
const RANDOM_STEP: usize = 20;

/// Threads of a search: with one alone the same seed gives the same game.
const THREADS: usize = 1;

/// The program's version.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The memory of a search: what a few thousand simulations need.
const MEMORY: usize = 32 << 20;

/// A way to play games.
#[derive(Clone, Debug)]
pub struct SelfPlayPlan {
    /// The boards of the games, one after the other, again and again.
    starts: Vec<Game>,
    sims: u64,
    seed: u64,
}

/// A game with its searches.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct TrainingGame {
    /// The game's name.
    pub game: String,
    pub board: String,
    pub size: u8,
    pub number: u64,
    pub seed: u64,
    /// Simulations for each step.
    pub sims: u64,
    /// The identity of the build that played it: a checksum of its searches.
    pub build: String,
    /// The program's version; games of the first ones do not state it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The processor, as the system names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// The steps, by their names.
    pub moves: Vec<String>,
    /// For each of them the visits of each step searched, as the place of the step among the legal
    /// ones and a number; nothing where none was searched for.
    pub visits: Vec<Vec<(u32, u32)>>,
}

/// The start of the usual game of `info` on its usual board, or on one of this size.
///
/// # Errors
/// [`SetupError`] if the game has no such board.
pub(super) fn board(info: &'static Info, size: Option<u8>) -> Result<Game, SetupError> {
    let setup = Setup { size: size.map(i64::from), ..Setup::default() };
    Game::start(info, &info.options(&setup)?)
}

/// The same for each of these `sizes`; for the usual board if there are none.
///
/// # Errors
/// [`SetupError`] for the first size that the game does not have.
pub(super) fn boards(info: &'static Info, sizes: &[u8]) -> Result<Vec<Game>, SetupError> {
    if sizes.is_empty() {
        return Ok(vec![board(info, None)?]);
    }
    sizes.iter().map(|&size| board(info, Some(size))).collect()
}

impl SelfPlayPlan {
    /// A plan of games of `info` on its usual board, or if there are any on boards of these `sizes`
    /// in turn, with `sims` simulations for each step: the same games for the same seed.
    ///
    /// # Errors
    /// [`SetupError`] if there is no such board.
    pub fn new(
        info: &'static Info,
        sizes: &[u8],
        sims: u64,
        seed: u64,
    ) -> Result<Self, SetupError> {
        Ok(Self { starts: boards(info, sizes)?, sims, seed })
    }

    /// Checks that all of `had` are of the plan's game, and that those with its seed are of this
    /// plan.
    ///
    /// # Errors
    /// [`TrainError::OtherGames`] names the first that is not.
    pub fn check(&self, had: &[TrainingGame]) -> Result<(), TrainError> {
        let builds: Vec<String> = self.starts.iter().map(build_of).collect();
        let is_ours = |game: &TrainingGame| {
            let at = self.turn_of(game.number);
            let (info, options) = (self.starts[at].info(), self.starts[at].options());
            let of_plan = (options.board.id(), options.size, self.sims, builds[at].as_str());
            game.game == info.id
                && (game.seed != self.seed
                    || ((game.board.as_str(), game.size, game.sims, game.build.as_str())
                        == of_plan
                        && game.version.as_deref().is_none_or(|version| version == VERSION)))
        };
        match had.iter().position(|game| !is_ours(game)) {
            Some(at) => Err(TrainError::OtherGames { line: at + 1 }),
            None => Ok(()),
        }
    }

    /// The place of the board that the game with this number begins on.
    fn turn_of(&self, number: u64) -> usize {
        (number % self.starts.len() as u64) as usize
    }

    /// Plays the game with this number; `None` if `cancel` is raised before its end.
    pub fn play(&self, number: u64, cancel: &CancelToken) -> Option<TrainingGame> {
        let mut position = self.starts[self.turn_of(number)].clone();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(
            self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        );
        let names = Names::of(&position);
        let mut played = TrainingGame {
            game: position.info().id.to_owned(),
            board: position.options().board.id().to_owned(),
            size: position.options().size,
            number,
            seed: self.seed,
            sims: self.sims,
            build: build_of(&position),
            version: Some(VERSION.to_owned()),
            processor: Some(processor()),
            threads: Some(THREADS),
            moves: Vec::new(),
            visits: Vec::new(),
        };
        let seed = u64::from(rng.next_u32());
        let mut search =
            AnySearch::new(Config { threads: THREADS, memory: MEMORY, seed, ..Config::default() });
        let opening = OPENING[0] + below(&mut rng, OPENING[1] - OPENING[0] + 1);
        let limits = Limits { early: false, ..Limits::simulations(self.sims) };
        let mut steps = Vec::new();
        while position.outcome().is_none() {
            if cancel.is_cancelled() {
                return None;
            }
            let legal = position.legal();
            let mut visits = Vec::new();
            let mut step = legal[below(&mut rng, legal.len())];
            if steps.len() >= opening {
                search.follow(&position, &steps);
                let Ok(found) = search.run(&limits, cancel, &mut |_| {}) else { break };
                // A search that was cut short has other visits than one that was not.
                if cancel.is_cancelled() {
                    return None;
                }
                // Proven results say little about promising steps.
                if found.proof.is_none() {
                    visits = looked_at(&found, &legal);
                }
                if below(&mut rng, RANDOM_STEP) > 0 {
                    let is_drawn = steps.len() < opening + DRAWN;
                    step = chosen(&found, is_drawn, &mut rng).unwrap_or(step);
                }
            }
            played.moves.push(names.step(step));
            played.visits.push(visits);
            position.play_unchecked(step);
            steps.push(step);
        }
        Some(played)
    }
}

/// The visits of the steps of `legal` that were searched, by their places.
fn looked_at(found: &Analysis, legal: &[Step]) -> Vec<(u32, u32)> {
    let place = |step: Step| legal.iter().position(|&other| other == step);
    let seen = found.candidates.iter().filter(|candidate| candidate.visits > 0);
    let mut visits: Vec<_> = seen
        .filter_map(|candidate| Some((place(candidate.step)? as u32, candidate.visits)))
        .collect();
    visits.sort_unstable();
    visits
}

/// The best step, or one that `is_drawn` by visits.
fn chosen(found: &Analysis, is_drawn: bool, rng: &mut impl Rng) -> Option<Step> {
    let total: usize = found.candidates.iter().map(|candidate| candidate.visits as usize).sum();
    if !is_drawn || total == 0 {
        return found.best();
    }
    let mut left = below(rng, total);
    let hit = found.candidates.iter().find(|candidate| {
        let is_hit = left < candidate.visits as usize;
        left = left.saturating_sub(candidate.visits as usize);
        is_hit
    });
    hit.map(|candidate| candidate.step)
}

pub(super) fn build_of(start: &Game) -> String {
    format!("{:016x}", checksum(start))
}

/// Reads games, one a line.
///
/// # Errors
/// [`TrainError::GameLine`] for the first line that is none.
pub fn read_games(text: &str) -> Result<Vec<TrainingGame>, TrainError> {
    read_lines(text, |line, fault| TrainError::GameLine { line, fault })
}

/// Reads the lines of `text` that are not blank, each of them JSON; `wrong` makes the error of the
/// number of a line, from 1, and its fault.
pub(super) fn read_lines<T: DeserializeOwned>(
    text: &str,
    wrong: impl Fn(usize, String) -> TrainError,
) -> Result<Vec<T>, TrainError> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let read = |(line, number)| {
        serde_json::from_str(line).map_err(|fault| wrong(number, fault.to_string()))
    };
    lines.map(read).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The first `count` games of a seed on a board of this size, with 60 simulations a step.
    pub(crate) fn played(game: &str, size: u8, seed: u64, count: u64) -> Vec<TrainingGame> {
        let info = tetralith_core::games::info(game).expect("a game");
        let plan = SelfPlayPlan::new(info, &[size], 60, seed).expect("a board of the game");
        let never = CancelToken::new();
        (0..count).filter_map(|number| plan.play(number, &never)).collect()
    }
}
