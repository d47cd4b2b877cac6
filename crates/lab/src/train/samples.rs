//! Choices that searches made, with the features of what there was to choose from.

use std::cmp::Ordering::Equal;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::games::Visitor;
use tetralith_core::knowledge::{FeatureKind, Features, below};
use tetralith_core::{Game, Knowledge, Names, Setup, Step};

use crate::train::error::TrainError;
use crate::train::model::{Model, kinds};
use crate::train::played::TrainingGame;

/// The most steps of a choice to keep of those that were not searched; they represent all of these.
const UNSEEN: usize = 48;

#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// By step: the range of its features in those of all samples.
    pub(crate) features: Vec<(u32, u16)>,
    /// By step: the share of the visits that it got.
    pub(crate) shares: Vec<f32>,
    /// By step: the logarithm of how many steps it represents.
    pub(crate) offsets: Vec<f32>,
    /// The number of steps there were.
    pub(crate) legal: usize,
}

/// Choices of one game.
#[derive(Clone, Debug)]
pub struct Samples {
    /// The game's name.
    pub(crate) game: String,
    pub(crate) kinds: &'static [FeatureKind],
    /// The builds that played the games.
    pub(crate) builds: Vec<String>,
    pub(crate) games: usize,
    pub(crate) choices: Vec<Choice>,
    numbers: Vec<u16>,
}

/// A judgement of how well weights foretell choices.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judged {
    /// The mean of the logarithm of the share foretold, weighed by visits and with its sign
    /// changed: lower is better.
    pub loss: f64,
    /// The share of choices whose most visited step is the one foretold; where steps are foretold
    /// alike, one of them is drawn.
    pub first: f64,
    /// The share of choices whose most visited step is among the three foretold first, drawn in
    /// the same way.
    pub among_three: f64,
}

/// Lists the features of a position of any game.
struct List<'a>(&'a [Step], &'a mut Features);

impl Visitor for List<'_> {
    type Output = ();

    fn visit<G: Knowledge>(self, position: &G) -> Self::Output {
        position.features(self.0, self.1);
    }
}

/// Plays the games through and takes every choice of a search from them.
///
/// # Errors
/// [`TrainError`] if a game cannot be played through, there is more than one kind of them, or the
/// game has no features.
pub fn samples(games: &[TrainingGame]) -> Result<Samples, TrainError> {
    let first = games.first().ok_or(TrainError::Empty)?;
    let kinds = kinds(&first.game)?;
    if kinds.is_empty() {
        return Err(TrainError::NoFeatures { game: first.game.clone() });
    }
    let mut found = Samples {
        game: first.game.clone(),
        kinds,
        builds: Vec::new(),
        games: games.len(),
        choices: Vec::new(),
        numbers: Vec::new(),
    };
    for game in games {
        if game.game != found.game {
            return Err(TrainError::Mixed { first: found.game, other: game.game.clone() });
        }
        if !found.builds.contains(&game.build) {
            found.builds.push(game.build.clone());
        }
        found.add(game)?;
    }
    if found.choices.is_empty() { Err(TrainError::Empty) } else { Ok(found) }
}

/// Plays `game` through and shows `see` each position, the visits there and the step that follows.
///
/// # Errors
/// [`TrainError`] if the game cannot be played through.
pub(super) fn replay(
    game: &TrainingGame,
    mut see: impl FnMut(&Game, &[(u32, u32)], Step),
) -> Result<(), TrainError> {
    let mut position = position(game)?;
    let names = Names::of(&position);
    for (i, name) in game.moves.iter().enumerate() {
        let visits = game.visits.get(i).map_or(&[][..], Vec::as_slice);
        let place = |fault| TrainError::Step { number: game.number, step: i + 1, fault };
        let step = names.parse_step(name).map_err(place)?;
        see(&position, visits, step);
        position.play(step).map_err(|fault| TrainError::Illegal {
            number: game.number,
            step: i + 1,
            fault: fault.to_string(),
        })?;
    }
    Ok(())
}

fn position(game: &TrainingGame) -> Result<Game, TrainError> {
    let unknown = |_| TrainError::Board { number: game.number, board: game.board.clone() };
    let board = Some(game.board.parse().map_err(unknown)?);
    let setup = Setup { board, size: Some(i64::from(game.size)), ..Setup::default() };
    Ok(Game::new(&game.game, &setup)?)
}

impl Samples {
    fn add(&mut self, game: &TrainingGame) -> Result<(), TrainError> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(game.seed ^ game.number);
        let mut listed = Features::default();
        replay(game, |position, visits, _| {
            let legal = position.legal();
            if legal.len() > 1 && visits.iter().any(|&(_, visits)| visits > 0) {
                listed.clear();
                position.visit(List(&legal, &mut listed));
                self.keep(&listed, visits, &mut rng);
            }
        })
    }

    /// Keeps a choice: all steps that were searched, and some of the others.
    fn keep(&mut self, listed: &Features, visits: &[(u32, u32)], rng: &mut impl Rng) {
        let legal = listed.steps().len();
        let mut counts = vec![0; legal];
        for &(place, visits) in visits {
            if let Some(count) = counts.get_mut(place as usize) {
                *count = visits;
            }
        }
        let total: f32 = counts.iter().map(|&count| count as f32).sum();
        let mut unseen: Vec<usize> = (0..legal).filter(|&i| counts[i] == 0).collect();
        let (all, kept) = (unseen.len(), unseen.len().min(UNSEEN));
        for i in 0..kept {
            let other = i + below(rng, all - i);
            unseen.swap(i, other);
        }
        unseen.truncate(kept);
        unseen.sort_unstable();
        let offset = if kept > 0 { (all as f32 / kept as f32).ln() } else { 0.0 };
        let mut choice =
            Choice { features: Vec::new(), shares: Vec::new(), offsets: Vec::new(), legal };
        for (i, features) in listed.steps().enumerate() {
            let is_seen = counts[i] > 0;
            if is_seen || unseen.binary_search(&i).is_ok() {
                choice.features.push((self.numbers.len() as u32, features.len() as u16));
                self.numbers.extend_from_slice(features);
                choice.shares.push(counts[i] as f32 / total);
                choice.offsets.push(if is_seen { 0.0 } else { offset });
            }
        }
        self.choices.push(choice);
    }

    /// These with the features of the kinds called `names` alone; the weights of all others are 0
    /// in what is fitted to them.
    ///
    /// # Errors
    /// [`TrainError::Kind`] for a name of no kind.
    pub fn only(mut self, names: &[String]) -> Result<Self, TrainError> {
        let mut kept = vec![false; self.features()];
        for name in names {
            let at = self.kinds.iter().position(|kind| kind.name == name);
            let at =
                at.ok_or_else(|| TrainError::Kind { game: self.game.clone(), name: name.clone() })?;
            let start = FeatureKind::total(&self.kinds[..at]);
            kept[start..][..usize::from(self.kinds[at].count)].fill(true);
        }
        let mut numbers = Vec::new();
        for range in self.choices.iter_mut().flat_map(|choice| &mut choice.features) {
            let start = numbers.len();
            let of = &self.numbers[range.0 as usize..][..usize::from(range.1)];
            numbers.extend(of.iter().filter(|&&feature| kept[usize::from(feature)]));
            *range = (start as u32, (numbers.len() - start) as u16);
        }
        self.numbers = numbers;
        Ok(self)
    }

    /// The number of choices.
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// The number of features that a step can have.
    pub fn features(&self) -> usize {
        FeatureKind::total(self.kinds)
    }

    /// The features of one step of a choice.
    #[inline]
    pub(crate) fn of(&self, (start, len): (u32, u16)) -> &[u16] {
        &self.numbers[start as usize..][..usize::from(len)]
    }

    /// Judges how well `model` foretells these choices.
    ///
    /// # Errors
    /// [`TrainError::Unlike`] if its weights are for other features.
    pub fn judge(&self, model: &Model) -> Result<Judged, TrainError> {
        if self.game != model.game || model.weights.len() != self.features() {
            return Err(TrainError::Unlike {
                game: model.game.clone(),
                count: model.weights.len(),
                other: self.game.clone(),
                features: self.features(),
            });
        }
        let (mut sum, mut first, mut among_three) = (0.0, 0.0, 0.0);
        for choice in &self.choices {
            sum += f64::from(loss(self, choice, &model.weights, None));
            let value = |&at: &(u32, u16)| -> f32 {
                self.of(at).iter().map(|&feature| model.weights[usize::from(feature)]).sum()
            };
            let values: Vec<f32> = choice.features.iter().map(value).collect();
            let best = (0..values.len())
                .max_by(|&a, &b| choice.shares[a].total_cmp(&choice.shares[b]))
                .unwrap_or(0);
            let before = values.iter().filter(|&&value| value > values[best]).count();
            let alike = values
                .iter()
                .filter(|value| value.partial_cmp(&&values[best]) == Some(Equal))
                .count();
            let among =
                |count: usize| (count.saturating_sub(before) as f64 / alike.max(1) as f64).min(1.0);
            first += among(1);
            among_three += among(3);
        }
        let n = self.choices.len().max(1) as f64;
        Ok(Judged { loss: sum / n, first: first / n, among_three: among_three / n })
    }

    /// The loss of weights that foretell nothing.
    pub fn uniform(&self) -> f64 {
        let sum: f64 = self.choices.iter().map(|choice| (choice.legal as f64).ln()).sum();
        sum / self.choices.len().max(1) as f64
    }
}

/// The loss of `weights` for one choice: the cross entropy of the shares foretold and those that
/// the search gave.
///
/// Its gradient is added to `gradient` if there is one.
pub(crate) fn loss(
    samples: &Samples,
    choice: &Choice,
    weights: &[f32],
    gradient: Option<&mut [f32]>,
) -> f32 {
    let value = |(i, &at): (usize, &(u32, u16))| -> f32 {
        samples.of(at).iter().map(|&feature| weights[usize::from(feature)]).sum::<f32>()
            + choice.offsets[i]
    };
    let values: Vec<f32> = choice.features.iter().enumerate().map(value).collect();
    let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = values.iter().map(|value| (value - most).exp()).sum();
    let log_sum = most + sum.ln();
    if let Some(gradient) = gradient {
        for ((&at, &share), &value) in choice.features.iter().zip(&choice.shares).zip(&values) {
            let error = (value - log_sum).exp() - share;
            for &feature in samples.of(at) {
                gradient[usize::from(feature)] += error;
            }
        }
    }
    choice.shares.iter().zip(&values).map(|(share, value)| share * (log_sum - value)).sum()
}
