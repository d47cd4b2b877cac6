//! Tests for playouts: whether they end where random play would, as often as it would.

use std::collections::HashMap;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::board::Colour;
use crate::cell::CellSet;
use crate::knowledge::{Knowledge, PlayoutResult};
use crate::step::Step;

/// Plays `count` uniform playouts from `position` and compares how often each final board comes up
/// with its exact chance.
///
/// Every game that can follow is played to its end, so there must be few of them.
pub(super) fn assert_uniform<G: Knowledge>(position: &G, count: u32) {
    assert_random(
        position,
        count,
        G::playout,
        |_, _| true,
        |end| end.outcome().map(|outcome| outcome.winner),
    );
}

/// Compares `count` playouts from `position` by `play`, as [`assert_chances`] does, with play in
/// which each step is drawn, each with the same chance, from the `sensible` ones, or from all legal
/// ones if none is sensible.
pub(super) fn assert_random<G: Knowledge>(
    position: &G,
    count: u32,
    play: impl Fn(&mut G, &mut Xoshiro256PlusPlus) -> PlayoutResult,
    sensible: impl Fn(&G, Step) -> bool,
    ended: impl Fn(&G) -> Option<Option<Colour>>,
) {
    let chances = |position: &G, steps: &[Step]| evenly(steps, |step| sensible(position, step));
    assert_chances(position, count, play, chances, ended);
}

/// The chance of each of `steps` if one is drawn from the `sensible` ones, or from all of them if
/// none is sensible.
pub(super) fn evenly(steps: &[Step], sensible: impl Fn(Step) -> bool) -> Vec<f64> {
    let weights: Vec<f64> =
        steps.iter().map(|&step| if sensible(step) { 1.0 } else { 0.0 }).collect();
    let sum: f64 = weights.iter().sum();
    if sum > 0.0 {
        weights.into_iter().map(|weight| weight / sum).collect()
    } else {
        vec![1.0 / steps.len() as f64; steps.len()]
    }
}

/// Plays `count` playouts from `position` by `play`, in which each step is drawn with the chance
/// that `chances` gives it among the legal ones, and compares how often each final board comes up
/// with its exact chance.
///
/// A game ends where `ended` names a winner, or a draw; it must do so once the game is over by the
/// rules.
///
/// The statistic is Pearson's; it may lie five standard deviations above its mean.
pub(super) fn assert_chances<G: Knowledge>(
    position: &G,
    count: u32,
    play: impl Fn(&mut G, &mut Xoshiro256PlusPlus) -> PlayoutResult,
    chances: impl Fn(&G, &[Step]) -> Vec<f64>,
    ended: impl Fn(&G) -> Option<Option<Colour>>,
) {
    let mut ends = HashMap::new();
    follow(position, 1.0, &chances, &ended, &mut ends);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    for _ in 0..count {
        let mut end = position.clone();
        let verdict = play(&mut end, &mut rng);
        let (_, seen, winner) =
            ends.get_mut(&stones(&end)).expect("a playout ends where legal steps lead");
        assert!((verdict.value - PlayoutResult::of(*winner).value).abs() < 1e-6);
        assert!((-1.0..=1.0).contains(&verdict.margin));
        *seen += 1;
    }
    let statistic: f64 = ends
        .values()
        .map(|&(chance, seen, _)| {
            (f64::from(seen) - chance * f64::from(count)).powi(2) / (chance * f64::from(count))
        })
        .sum();
    let freedom = ends.len() as f64 - 1.0;
    // Of a single end the chance is 1 but for rounding.
    let limit = (freedom + 5.0 * (2.0 * freedom).sqrt()).max(1e-6);
    assert!(statistic < limit, "{} ends, statistic {statistic:.0}, limit {limit:.0}", ends.len());
}

type Ends = HashMap<[CellSet; 2], (f64, u32, Option<Colour>)>;

fn stones<G: Knowledge>(position: &G) -> [CellSet; 2] {
    Colour::BOTH.map(|colour| *position.board().stones(colour))
}

fn follow<G: Knowledge>(
    position: &G,
    chance: f64,
    chances: &impl Fn(&G, &[Step]) -> Vec<f64>,
    ended: &impl Fn(&G) -> Option<Option<Colour>>,
    ends: &mut Ends,
) {
    if let Some(winner) = ended(position) {
        ends.entry(stones(position)).or_insert((0.0, 0, winner)).0 += chance;
        return;
    }
    let mut steps = Vec::new();
    position.legal_steps(&mut steps);
    for (&step, share) in steps.iter().zip(chances(position, &steps)) {
        if share > 0.0 {
            let mut next = position.clone();
            next.play_unchecked(step);
            follow(&next, chance * share, chances, ended, ends);
        }
    }
}
