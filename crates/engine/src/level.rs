//! The levels a person can play against.
//!
//! All but the two strongest are fixed by simulations and temperature, never by time: they are the
//! same on every machine, and for the same seed and position choose the same step. They are weak by
//! looking less, and by not always taking the step they think best among those they think nearly as
//! good; none gives away what it sees.

use std::ops::Add;
use std::time::{Duration, Instant};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::games;
use tetralith_core::knowledge::RUNGS;
use tetralith_core::{Info, Step};

use crate::analysis::{Analysis, Candidate, Limits};
use crate::bounds::Proof;
use crate::style::{LEANING, PlayingStyle};

/// A strength of play with a name, and perhaps a [`PlayingStyle`].
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Level {
    /// The name in records and on the command line, in lower case.
    pub id: &'static str,
    /// The name people read.
    pub title: &'static str,
    /// The effort before a step.
    pub effort: Effort,
    /// The freedom with which it chooses among good steps: visits count to the power 1/temperature;
    /// 0 always takes the best.
    pub temperature: f32,
    /// True if it plays perfectly wherever the position can be solved within its budget.
    pub is_exact: bool,
    /// The way it plays.
    pub style: PlayingStyle,
}

/// The effort of a level, which each game makes a [`Budget`] of ([`Level::budget`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// A look one step ahead, by what the game counts now.
    Glance,
    /// That of a rung of the game's ladder
    /// ([`Knowledge::LADDER`](tetralith_core::Knowledge::LADDER)), from 0 up.
    Rung(usize),
    /// So many tenths of the way from the level of this index in [`Level::ALL`] to the next.
    Between(usize, u8),
    /// So much time.
    Time(Duration),
}

/// The effort that a player may make before a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Budget {
    /// A look one step ahead, by what the game counts now.
    Glance,
    Simulations(u64),
    Time(Duration),
    /// So much time by a clock: the usual share, and more up to the most as long as it is unclear
    /// which step is best.
    Clock {
        /// The share of a usual step.
        usual: Duration,
        /// The longest time for an unclear one.
        most: Duration,
    },
}

impl Budget {
    /// Limits for one step from now on.
    pub fn limits(self) -> Limits {
        match self {
            // A search cannot glance, so it makes one simulation.
            Self::Glance => Limits::simulations(1),
            Self::Simulations(simulations) => Limits::simulations(simulations),
            Self::Time(time) => Limits::time(time),
            Self::Clock { usual, most } => {
                Limits { usual: Instant::now().checked_add(usual), ..Limits::time(most.max(usual)) }
            }
        }
    }

    /// The longest time that it allows; `None` if it is not by time.
    pub fn longest(self) -> Option<Duration> {
        match self {
            Self::Glance | Self::Simulations(_) => None,
            Self::Time(time) => Some(time),
            Self::Clock { usual, most } => Some(most.max(usual)),
        }
    }
}

impl Add for Budget {
    type Output = Self;

    /// A budget of time with the time of `more` added; one that is not by time stays as it is.
    fn add(self, more: Self) -> Self {
        let by_clock = |budget: Self| match budget {
            Self::Clock { usual, most } => Some((usual, most)),
            Self::Time(time) => Some((time, time)),
            Self::Glance | Self::Simulations(_) => None,
        };
        match (by_clock(self), by_clock(more)) {
            (Some((usual, most)), Some((more, at_most))) => Self::Clock {
                usual: usual.saturating_add(more),
                most: most.saturating_add(at_most),
            },
            _ => self,
        }
    }
}

/// The most that the winning chance of a step may be below the best, so that a level with a
/// temperature still takes it.
const NEARLY_AS_GOOD: f32 = 0.08;

const fn fixed(id: &'static str, title: &'static str, rung: usize, temperature: f32) -> Level {
    Level {
        id,
        title,
        effort: Effort::Rung(rung),
        temperature,
        is_exact: false,
        style: PlayingStyle::Even,
    }
}

/// The level so many tenths of the way from the one at `below` in [`Level::ALL`] to the next.
const fn between(id: &'static str, title: &'static str, below: usize, tenths: u8) -> Level {
    let [low, high] = [Level::ALL[below].temperature, Level::ALL[below + 1].temperature];
    Level {
        id,
        title,
        effort: Effort::Between(below, tenths),
        temperature: low + (high - low) * tenths as f32 / 10.0,
        is_exact: false,
        style: PlayingStyle::Even,
    }
}

/// The levels from each that begins with one of these numbers up to the next, in tenths.
macro_rules! tenths {
    ($($number:literal)*) => {
        [$(tenths!(@from $number: 0 1 2 3 4 5 6 7 8 9)),*]
    };
    (@from $number:literal: $($tenth:literal)*) => {
        [$(between(
            concat!("even-", $number, ".", $tenth),
            "Even match",
            $number - 1,
            $tenth,
        )),*]
    };
}

const fn timed(id: &'static str, title: &'static str, is_exact: bool) -> Level {
    let effort = Effort::Time(Duration::from_secs(5));
    Level { id, title, effort, temperature: 0.0, is_exact, style: PlayingStyle::Even }
}

/// The levels at the places `from` in [`Level::ALL`] in every style, each with its own name.
macro_rules! styled {
    ($($from:literal $id:literal $title:literal),*) => {
        [$(
            Level {
                id: concat!($id, "-solid"),
                title: concat!($title, ", solid"),
                style: PlayingStyle::Solid,
                ..Level::ALL[$from]
            },
            Level {
                id: concat!($id, "-loose"),
                title: concat!($title, ", loose"),
                style: PlayingStyle::Loose,
                ..Level::ALL[$from]
            },
            Level {
                id: concat!($id, "-greedy"),
                title: concat!($title, ", greedy"),
                style: PlayingStyle::Greedy,
                ..Level::ALL[$from]
            },
        )*]
    };
}

impl Level {
    /// The level to play against where none was chosen, as an index into [`Level::ALL`].
    pub const USUAL: usize = 3;

    /// All levels, weakest first.
    pub const ALL: [Self; RUNGS + 3] = [
        Self { effort: Effort::Glance, ..fixed("novice", "Novice", 0, 1.0) },
        fixed("learner", "Learner", 0, 1.0),
        fixed("beginner", "Beginner", 1, 1.0),
        fixed("easy", "Easy", 2, 0.8),
        fixed("casual", "Casual", 3, 0.7),
        fixed("medium", "Medium", 4, 0.5),
        fixed("skilled", "Skilled", 5, 0.4),
        fixed("hard", "Hard", 6, 0.25),
        fixed("expert", "Expert", 7, 0.0),
        fixed("master", "Master", 8, 0.0),
        fixed("grandmaster", "Grandmaster", 9, 0.0),
        timed("strongest", "Strongest", false),
        timed("perfect", "Perfect", true),
    ];

    /// The levels that draw among simulated steps in a [`PlayingStyle`] other than
    /// [`PlayingStyle::Even`]: those of one level in the order of [`PlayingStyle::ALL`], weakest
    /// level first.
    pub const STYLED: [Self; 21] = styled![
        1 "learner" "Learner",
        2 "beginner" "Beginner",
        3 "easy" "Easy",
        4 "casual" "Casual",
        5 "medium" "Medium",
        6 "skilled" "Skilled",
        7 "hard" "Hard"
    ];

    /// The levels of even matches: between each repeatable level and the next in tenths, weakest
    /// first. The number in a name is the place among [`Level::ALL`], counted from 1.
    pub const EVEN: [[Self; 10]; RUNGS] = tenths![1 2 3 4 5 6 7 8 9 10];

    /// The level of an even match whose strength in the game that `info` describes is nearest to
    /// `elo`, counted as [`Level::elo`] does.
    pub fn even(info: &Info, elo: f64) -> &'static Self {
        const EVEN: &[[Level; 10]; RUNGS] = &Level::EVEN;
        let distance = |level: &Level| (level.elo(info).unwrap_or_default() - elo).abs();
        EVEN.as_flattened()
            .iter()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
            .unwrap_or(&EVEN[Self::USUAL][0])
    }

    /// True if it is the level of an even match.
    pub const fn is_even(&self) -> bool {
        matches!(self.effort, Effort::Between(..))
    }

    /// The points of Elo above Novice in the game that `info` describes, as measured; `None` for
    /// the levels that think by the clock, whose strength depends on the machine.
    pub fn elo(&self, info: &Info) -> Option<f64> {
        let above = |rungs: usize| -> f64 {
            games::ladder(info).elo.iter().take(rungs).copied().map(f64::from).sum()
        };
        match self.effort {
            Effort::Glance => Some(0.0),
            Effort::Rung(rung) => Some(above(rung + 1)),
            Effort::Between(below, tenths) => {
                Some(mix(above(below), above(below + 1), f64::from(tenths) / 10.0))
            }
            Effort::Time(_) => None,
        }
    }

    /// All levels in all styles: first [`Level::ALL`], then the styles of each in turn.
    pub fn in_all_styles() -> impl Iterator<Item = &'static Self> {
        const { &Self::ALL }.iter().chain(const { &Self::STYLED })
    }

    /// The level called `id`, such as `medium`, `medium-solid` or `even-4.5`.
    pub fn from_id(id: &str) -> Option<&'static Self> {
        const EVEN: &[[Level; 10]; RUNGS] = &Level::EVEN;
        Self::in_all_styles().chain(EVEN.as_flattened()).find(|level| level.id == id)
    }

    /// The index into [`Level::ALL`] of this level without its style, or of the one nearest to the
    /// level of an even match.
    pub fn index(&self) -> usize {
        if let Effort::Between(below, tenths) = self.effort {
            return below + usize::from(tenths >= 5);
        }
        let id = self.id.split('-').next().unwrap_or(self.id);
        Self::ALL.iter().position(|level| level.id == id).unwrap_or(Self::USUAL)
    }

    /// The place among [`Level::ALL`], such as `level 4 of 13`, of the level of an even match to a
    /// tenth.
    pub fn rank(&self) -> String {
        let number = match self.effort {
            Effort::Between(below, tenths) => format!("{}.{tenths}", below + 1),
            _ => (self.index() + 1).to_string(),
        };
        format!("level {number} of {}", Self::ALL.len())
    }

    /// The same level in `style`; `None` if it has no styles, as those that always take the best
    /// step and the one that only glances.
    ///
    /// ```
    /// use tetralith_engine::{Level, PlayingStyle};
    /// let medium = Level::from_id("medium").expect("there is such a level");
    /// assert_eq!(medium.in_style(PlayingStyle::Solid).map(|level| level.id),
    /// Some("medium-solid"));
    /// ```
    pub fn in_style(&self, style: PlayingStyle) -> Option<&'static Self> {
        let has_styles = self.temperature > 0.0 && matches!(self.effort, Effort::Rung(_));
        let index = self.index();
        Self::in_all_styles()
            .find(|level| has_styles && level.style == style && level.index() == index)
    }

    /// True if the level is the same on every machine: fixed by simulations or a glance, on
    /// one thread, without a tree from before.
    pub const fn is_repeatable(&self) -> bool {
        !matches!(self.effort, Effort::Time(_))
    }

    /// True if it opens games from the book of the game, if there is one: always taking the
    /// best step, it would play the same game again and again.
    pub const fn opens_by_book(&self) -> bool {
        self.temperature <= 0.0
    }

    /// The positions that it looks at to play an end exactly, if it takes more care there than its
    /// simulations would pay for: a level that always takes the best step should not give away at
    /// the end what it has won.
    pub(crate) fn exact_nodes(&self) -> Option<u64> {
        const CARE: u64 = 1_000_000;
        (self.temperature <= 0.0 && self.is_repeatable()).then_some(CARE)
    }

    /// The budget for a step in the game that `info` describes, not counting the steps where it
    /// only glances.
    ///
    /// ```
    /// use tetralith_engine::{Budget, Level};
    /// let info = tetralith_core::games::info("necklace").expect("a game");
    /// let simulations = |id| match Level::from_id(id).expect("a level").budget(info) {
    ///     Budget::Simulations(simulations) => simulations,
    ///     other => panic!("{other:?}"),
    /// };
    /// assert!(simulations("skilled") < simulations("even-7.5"));
    /// assert!(simulations("even-7.5") < simulations("hard"));
    /// ```
    pub fn budget(&self, info: &Info) -> Budget {
        match self.effort {
            Effort::Glance => Budget::Glance,
            Effort::Rung(rung) => {
                Budget::Simulations(games::ladder(info).rungs[rung].simulations.into())
            }
            Effort::Between(below, tenths) => {
                let rungs = &games::ladder(info).rungs;
                // Below the lowest rung only glances grow fewer.
                let [low, high] =
                    [below.saturating_sub(1), below].map(|rung| f64::from(rungs[rung].simulations));
                // Each tenth multiplies the simulations by the same.
                let simulations = mix(low.ln(), high.ln(), f64::from(tenths) / 10.0).exp();
                Budget::Simulations(simulations.round() as u64)
            }
            Effort::Time(time) => Budget::Time(time),
        }
    }

    /// The share of the steps, `0.0..=1.0`, where it only glances in the game that `info`
    /// describes.
    pub fn glances(&self, info: &Info) -> f32 {
        match self.effort {
            Effort::Glance => 1.0,
            Effort::Rung(rung) => games::ladder(info).rungs[rung].glances,
            Effort::Between(below, tenths) => {
                let [low, high] = [below, below + 1].map(|level| Self::ALL[level].glances(info));
                low + (high - low) * f32::from(tenths) / 10.0
            }
            Effort::Time(_) => 0.0,
        }
    }

    /// True if it only glances at the step whose random numbers begin at `seed`.
    pub(crate) fn only_glances(&self, info: &Info, seed: u64) -> bool {
        // Another draw than that among the steps.
        let drawn = Xoshiro256PlusPlus::seed_from_u64(!seed).next_u32();
        f64::from(drawn) < f64::from(self.glances(info)) * (f64::from(u32::MAX) + 1.0)
    }

    /// The step that this level plays after an analysis, one and the same for the same `seed`;
    /// `leans` are the degrees to which the candidates suit its style, 0 where none is given.
    ///
    /// `None` only if the analysis searched nothing.
    pub(crate) fn choose(&self, analysis: &Analysis, leans: &[f32], seed: u64) -> Option<Step> {
        let best = analysis.candidates.first()?;
        // A swap or a pass is judged for itself: neither is one of many steps that are nearly as
        // good.
        if self.temperature <= 0.0 || best.proof.is_some() || best.step.is_idle() {
            return Some(best.step);
        }
        // The step seen at a glance is nearly as good already: nothing was searched after it.
        let at_a_glance = analysis.simulations == 0;
        let leans = leans.iter().copied().chain(std::iter::repeat(0.0));
        let is_good = |(c, _): &(&Candidate, f32)| {
            at_a_glance
                || c.proof != Some(Proof::Loss)
                    && !c.step.is_idle()
                    && c.visits >= best.visits.div_ceil(4)
                    && c.win >= best.win - NEARLY_AS_GOOD
        };
        let good: Vec<(&Candidate, f32)> =
            analysis.candidates.iter().zip(leans).filter(is_good).collect();
        let leans = good.iter().map(|&(_, lean)| lean);
        let (least, most) = leans
            .fold((f32::MAX, f32::MIN), |(least, most), lean| (least.min(lean), most.max(lean)));
        let weights: Vec<(Step, f64)> = good
            .into_iter()
            .map(|(c, lean)| {
                // A style prefers what suits it more than the rest, be they all near its stones or
                // all far from them.
                let suits =
                    if most > least { (2.0 * lean - least - most) / (most - least) } else { 0.0 };
                let visits =
                    f64::from(c.visits) * (LEANING * f64::from(self.style.weight() * suits)).exp();
                (c.step, visits.powf(1.0 / f64::from(self.temperature)))
            })
            .collect();
        let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
        let mut at = total * f64::from(Xoshiro256PlusPlus::seed_from_u64(seed).next_u32())
            / f64::from(u32::MAX);
        for &(step, weight) in &weights {
            at -= weight;
            if at <= 0.0 {
                return Some(step);
            }
        }
        Some(best.step)
    }
}

/// The number that is `part`, `0.0..=1.0`, of the way from `low` to `high`.
fn mix(low: f64, high: f64, part: f64) -> f64 {
    low + (high - low) * part
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::{Cell, Colour};

    fn analysis(candidates: &[(u32, f32, Option<Proof>)]) -> Analysis {
        let candidate = |(i, &(visits, win, proof)): (usize, &(u32, f32, Option<Proof>))| {
            Candidate { visits, win, proof, ..Candidate::new(Step::Place(Cell::new(i))) }
        };
        let candidates = candidates.iter().enumerate().map(candidate).collect();
        Analysis { simulations: 100, candidates, ..Analysis::new(Colour::First) }
    }

    fn chosen(level: &Level, analysis: &Analysis) -> Vec<usize> {
        let mut found: Vec<usize> = (0..200)
            .filter_map(|seed| level.choose(analysis, &[], seed)?.cells().next())
            .map(tetralith_core::Cell::index)
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    #[test]
    fn a_weak_level_takes_various_good_steps_and_no_bad_one() {
        let seen = analysis(&[
            (40, 0.60, None),
            (30, 0.58, None),
            (25, 0.20, None),
            (3, 0.60, None),
            (20, 0.55, Some(Proof::Loss)),
            (20, 0.55, None),
        ]);
        assert_eq!(chosen(&Level::ALL[1], &seen), [0, 1, 5]);
        assert_eq!(chosen(&Level::ALL[8], &seen), [0]);
    }

    #[test]
    fn a_win_that_is_seen_is_taken() {
        let seen = analysis(&[(1, 1.0, Some(Proof::Win)), (30, 0.95, None)]);
        assert_eq!(chosen(&Level::ALL[1], &seen), [0]);
        assert_eq!(Level::ALL[1].choose(&analysis(&[]), &[], 0), None);
    }

    #[test]
    fn the_names_are_distinct_and_found_again() {
        for level in Level::in_all_styles() {
            assert_eq!(Level::from_id(level.id), Some(level));
            assert_eq!(Level::ALL[level.index()].in_style(level.style).unwrap_or(level), level);
        }
        assert_eq!(Level::from_id("Beginner"), None);
        assert_eq!(Level::from_id("medium-even"), None);
        let with_styles =
            Level::ALL.iter().filter(|level| level.in_style(PlayingStyle::Solid).is_some()).count();
        assert_eq!(3 * with_styles, Level::STYLED.len());
    }

    #[test]
    fn even_levels_grow_stronger_in_small_steps() {
        for info in games::INFOS {
            let effort = |level: &Level| {
                let simulations = match level.budget(info) {
                    Budget::Simulations(simulations) => simulations,
                    other => panic!("{}: {other:?}", level.id),
                };
                (simulations, -level.glances(info), level.elo(info).unwrap())
            };
            let all = Level::EVEN.concat();
            for pair in all.windows(2) {
                let [low, high] = [0, 1].map(|i| effort(&pair[i]));
                assert!(low.0 <= high.0 && low.1 <= high.1 && low.2 < high.2, "{}", pair[1].id);
                assert!(high.2 - low.2 < 30.0, "{}", pair[1].id);
                assert!(pair[0].temperature >= pair[1].temperature, "{}", pair[1].id);
            }
            for (level, even) in Level::ALL[1..].iter().zip(&Level::EVEN[1..]) {
                let [named, numbered] = [level, &even[0]].map(effort);
                assert_eq!(named, numbered, "{}", level.id);
                assert_eq!(Level::ALL[even[0].index()], *level);
            }
            assert_eq!(Level::even(info, -900.0).id, "even-1.0");
            assert_eq!(Level::even(info, 9_000.0).id, "even-10.9");
            let easy = Level::ALL[3].elo(info).unwrap();
            assert_eq!(Level::even(info, easy).id, "even-4.0");
        }
        let even = Level::from_id("even-4.5").unwrap();
        assert_eq!((even.title, even.rank().as_str()), ("Even match", "level 4.5 of 13"));
        assert_eq!(Level::from_id("even"), None);
        assert_eq!(Level::EVEN[3][5].in_style(PlayingStyle::Solid), None);
    }

    #[test]
    fn a_style_takes_what_suits_it_of_what_looks_nearly_as_good() {
        let seen = analysis(&[(40, 0.60, None), (36, 0.585, None), (30, 0.40, None)]);
        let hard = Level::from_id("hard-loose").unwrap();
        let taken = |leans: &[f32], i: usize| {
            let step = Some(seen.candidates[i].step);
            (0..200).filter(|&seed| hard.choose(&seen, leans, seed) == step).count()
        };
        assert!(taken(&[1.0, -1.0, 1.0], 0) > 180 && taken(&[-1.0, 1.0, 1.0], 1) > 180);
        assert_eq!(
            taken(&[-1.0, 0.0, 1.0], 2),
            0,
            "what looks worse is not taken whatever it looks like"
        );
    }
}
