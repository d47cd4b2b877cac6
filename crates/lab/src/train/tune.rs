//! Numbers that shape a search, tuned by games between two variations of them.
//!
//! At every iteration all numbers are moved a little at once ([`Climb`]), and the search with these
//! plays a pair of games against the one that has each moved the other way. The numbers then go a
//! step towards the side that fared better. As everything moves at once, an iteration costs two
//! games however many numbers there are; boards and budgets take turns, so what comes out suits
//! them together.

use std::convert::Infallible;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tetralith_core::{Game, Info};
use tetralith_engine::{CancelToken, Tuning};

use crate::arena::{MatchPlan, Openings, PLIES, PlayerSpec, Provenance};
use crate::train::error::TrainError;
use crate::train::played::{board, boards, build_of, read_lines};
use crate::train::spsa::Climb;

/// The numbers that a tuning changes in a search.
#[derive(Clone, Debug)]
pub struct TunePlan {
    game: &'static str,
    /// Boards with budgets, which take turns.
    fields: Vec<Field>,
    names: Vec<&'static str>,
    /// The values that the numbers begin with.
    begin: Vec<f64>,
    climb: Climb,
    build: String,
}

/// A board with a budget.
#[derive(Clone, Debug)]
struct Field {
    start: Game,
    balanced: Option<Openings>,
    /// Simulations for each step.
    sims: u64,
}

/// An iteration, as a line of a file holds it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Tuned {
    /// The game's name.
    pub game: String,
    /// The number of the iteration, from 0.
    pub number: u32,
    /// The iterations in all; the steps shrink over them.
    pub pairs: u32,
    pub seed: u64,
    /// The identity of the build that played: a checksum of its searches.
    pub build: String,
    pub size: u8,
    /// Simulations for each step.
    pub sims: u64,
    /// The way each number was moved for the first side: 1 up, −1 down; the other side had it the
    /// other way.
    pub moved: Vec<i8>,
    /// The points of the first side in both games together, 0 to 2.
    pub points: f64,
    /// The numbers after it, by their names.
    pub numbers: Vec<(String, f64)>,
}

impl TunePlan {
    /// A plan to tune the numbers called `names`, all if there are none, for `info` on its usual
    /// board or boards of these `sizes`, by searches with each of these budgets, `sims`, at least
    /// one, in so many `pairs` of games that begin at `seed`.
    ///
    /// # Errors
    /// [`TrainError::Size`] if there is no such board, [`TrainError::Number`] if there is no
    /// number of such a name, [`TrainError::NumberTwice`] if one is named twice.
    pub fn new(
        info: &'static Info,
        sizes: &[u8],
        sims: &[u64],
        names: &[String],
        pairs: u32,
        seed: u64,
    ) -> Result<Self, TrainError> {
        let starts = boards(info, sizes)?;
        let mut fields = Vec::new();
        for &sims in sims {
            for start in &starts {
                let balanced = Openings::own(start).ok();
                fields.push(Field { start: start.clone(), balanced, sims });
            }
        }
        let known = |name: &String| Tuning::NAMES.into_iter().find(|known| known == name);
        let found = names
            .iter()
            .map(|name| known(name).ok_or_else(|| TrainError::Number { name: name.clone() }));
        let mut names = found.collect::<Result<Vec<_>, _>>()?;
        if let Some(name) =
            (1..names.len()).find(|&i| names[..i].contains(&names[i])).map(|i| names[i].to_owned())
        {
            return Err(TrainError::NumberTwice { name });
        }
        if names.is_empty() {
            names = Tuning::NAMES.to_vec();
        }
        let begin =
            names.iter().filter_map(|name| Tuning::default().get(name)).map(f64::from).collect();
        Ok(Self {
            game: info.id,
            fields,
            names,
            begin,
            climb: Climb { comparisons: pairs, seed },
            build: build_of(&board(info, None)?),
        })
    }

    /// Checks that `had` are the first iterations of this plan.
    ///
    /// # Errors
    /// [`TrainError::OtherPlan`] names the first that is not.
    pub fn check(&self, had: &[Tuned]) -> Result<(), TrainError> {
        match (0..).zip(had).find(|&(number, line)| !self.has_made(line, number)) {
            Some((number, _)) => Err(TrainError::OtherPlan { line: number as usize + 1 }),
            None => Ok(()),
        }
    }

    /// Plays the iterations that come after `had`, those played before, and hands each to `write`,
    /// until `stop` is raised.
    ///
    /// # Errors
    /// Those of `write`.
    pub fn run<E>(
        &self,
        had: &[Tuned],
        stop: &CancelToken,
        mut write: impl FnMut(&Tuned) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut at =
            had.last().map_or_else(|| vec![0.0; self.names.len()], |line| self.logarithms(line));
        for number in had.len() as u32..self.climb.comparisons {
            let moved = self.climb.moves(number, at.len());
            let places = self.climb.places(number, &at, &moved);
            let Some(points) = self.compare(number, places, stop) else { break };
            self.climb.step(number, &mut at, &moved, points - 1.0);
            let Field { start, sims, .. } = self.field(number);
            let line = Tuned {
                game: self.game.to_owned(),
                number,
                pairs: self.climb.comparisons,
                seed: self.climb.seed,
                build: self.build.clone(),
                size: start.options().size,
                sims: *sims,
                moved,
                points,
                numbers: self.values(&at).map(|(name, value)| (name.to_owned(), value)).collect(),
            };
            write(&line)?;
            // From what is written, so that the path is the same if it is stopped here and gone on
            // with.
            at = self.logarithms(&line);
        }
        Ok(())
    }

    /// True if `line` is the iteration with this number of this plan.
    fn has_made(&self, line: &Tuned, number: u32) -> bool {
        let Field { start, sims, .. } = self.field(number);
        let Climb { comparisons, seed } = self.climb;
        let of_line = (
            line.game.as_str(),
            line.number,
            line.pairs,
            line.seed,
            &line.build,
            line.size,
            line.sims,
        );
        of_line == (self.game, number, comparisons, seed, &self.build, start.options().size, *sims)
            && line.numbers.iter().map(|(name, _)| name.as_str()).eq(self.names.iter().copied())
            && line.numbers.iter().all(|(_, value)| value.is_finite() && *value > 0.0)
    }

    fn field(&self, number: u32) -> &Field {
        &self.fields[number as usize % self.fields.len()]
    }

    /// The numbers at the place `at`, the logarithms of their ratios to what they were at the
    /// beginning; rounded to millionths.
    fn values(&self, at: &[f64]) -> impl Iterator<Item = (&'static str, f64)> {
        self.names
            .iter()
            .zip(&self.begin)
            .zip(at)
            .map(|((&name, begin), at)| (name, (begin * at.exp() * 1e6).round() / 1e6))
    }

    fn logarithms(&self, line: &Tuned) -> Vec<f64> {
        line.numbers
            .iter()
            .zip(&self.begin)
            .map(|((_, value), begin)| (value / begin).ln())
            .collect()
    }

    /// The points of a search with its numbers at the first of `places` in the pair of games with
    /// this number against one with them at the second; `None` if `stop` was raised before the end
    /// of both.
    fn compare(&self, number: u32, places: [Vec<f64>; 2], stop: &CancelToken) -> Option<f64> {
        let Field { start, balanced, sims } = self.field(number);
        let players = places.map(|at| {
            let text = self.values(&at).fold(format!("sims={sims}"), |text, (name, value)| {
                format!("{text},{name}={}", playable(name, value))
            });
            #[allow(clippy::expect_used, reason = "its numbers are those that there are")]
            PlayerSpec::parse(&text).expect("a player")
        });
        let pair = MatchPlan {
            start,
            players: &players,
            games: 2,
            seed: self.climb.seed_of(number) >> 1,
            plies: PLIES,
            balanced: balanced.clone(),
            openings: None,
            shard: None,
            patience: Duration::MAX,
            trace: false,
            // Lines of a tuning name their origin themselves.
            provenance: Provenance {
                version: String::new(),
                bench: String::new(),
                processor: String::new(),
                threads: 1,
            },
        };
        let names = pair.names();
        let (mut points, mut games) = (0.0, 0);
        let played = pair.play(pair.schedule(), stop, |line, _| {
            games += 1;
            points += if line.a == names[0] { line.points } else { 1.0 - line.points };
            Ok::<_, Infallible>(true)
        });
        match played {
            Ok(()) => (games == 2).then_some(points),
        }
    }
}

/// The number that a search plays with if `name` is to be `value`: whole for some, in a range for
/// others.
pub fn playable(name: &str, value: f64) -> f32 {
    let mut tuning = Tuning::default();
    tuning.set(name, value as f32);
    tuning.get(name).unwrap_or(value as f32)
}

/// Reads iterations, one a line.
///
/// # Errors
/// [`TrainError::Iteration`] for the first line that is none.
pub fn read_tuned(text: &str) -> Result<Vec<Tuned>, TrainError> {
    read_lines(text, |line, fault| TrainError::Iteration { line, fault })
}

/// The numbers that iterations led to: the geometric means of those of the second half, over which
/// chance has less power.
///
/// Source: Polyak and Juditsky, "Acceleration of Stochastic Approximation by Averaging", 1992.
pub fn tuned_to(lines: &[Tuned]) -> Vec<(String, f64)> {
    let later = &lines[lines.len() / 2..];
    let Some(last) = later.last() else { return Vec::new() };
    let mean = |i: usize| {
        let logarithms =
            later.iter().filter_map(|line| line.numbers.get(i)).map(|(_, value)| value.ln());
        (logarithms.sum::<f64>() / later.len() as f64).exp()
    };
    last.numbers.iter().enumerate().map(|(i, (name, _))| (name.clone(), mean(i))).collect()
}
