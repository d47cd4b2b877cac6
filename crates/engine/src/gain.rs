//! The gain of a step by the game's own rough count ([`Knowledge::balance`]).

use tetralith_core::games::Visitor;
use tetralith_core::{Colour, Game, Knowledge, Step};

/// By how much `mover` is ahead as the game counts now.
pub(crate) fn ahead<G: Knowledge>(position: &G, mover: Colour) -> f64 {
    let balance = position.balance();
    if mover == Colour::First { balance } else { -balance }
}

/// Returns by how much `step`, which must be legal, improves the lead of its player.
pub(crate) fn gain<G: Knowledge>(position: &G, step: Step) -> f64 {
    let mover = position.to_move();
    let mut next = position.clone();
    next.play_unchecked(step);
    ahead(&next, mover) - ahead(position, mover)
}

/// Returns by how much `step`, a legal one by the winner, reduces what is `left` to do now
/// ([`Knowledge::left_to_do`]).
pub(crate) fn saving<G: Knowledge>(position: &G, left: f64, step: Step) -> f64 {
    let mover = position.to_move();
    let mut next = position.clone();
    next.play_unchecked(step);
    left - next.left_to_do(mover)
}

/// The step of `steps`, all legal, that leaves its player furthest ahead at the end of the game, as
/// the game counts, if both sides play for that; of equals the first. `None` if the end is too far
/// away to know.
pub(crate) fn furthest_ahead(position: &Game, steps: &[Step]) -> Option<Step> {
    struct Furthest<'a>(&'a [Step]);
    impl Visitor for Furthest<'_> {
        type Output = Option<Step>;
        fn visit<G: Knowledge>(self, position: &G) -> Option<Step> {
            /// The most positions that are searched.
            const MOST: u32 = 4_000;
            if let [only] = self.0 {
                return Some(*only);
            }
            let mut left = MOST;
            let mut best = None;
            for &step in self.0 {
                let least = best.map_or(f64::NEG_INFINITY, |(count, _)| count);
                let count = count_after(
                    position,
                    step,
                    position.to_move(),
                    [least, f64::INFINITY],
                    &mut left,
                )?;
                if best.is_none_or(|(least, _)| count > least) {
                    best = Some((count, step));
                }
            }
            best.map(|(_, step)| step)
        }
    }
    position.visit(Furthest(steps))
}

/// By how much `viewer` is ahead at the end after `step` if both sides play for that, exact if
/// between `low` and `high`; `None` if looking at `left` positions is not enough to know.
fn count_after<G: Knowledge>(
    position: &G,
    step: Step,
    viewer: Colour,
    [mut low, mut high]: [f64; 2],
    left: &mut u32,
) -> Option<f64> {
    // The player who swaps holds the other colour from then on.
    let viewer = if step == Step::Swap { viewer.other() } else { viewer };
    let mut next = position.clone();
    next.play_unchecked(step);
    *left = left.checked_sub(1)?;
    if next.outcome().is_some() {
        return Some(ahead(&next, viewer));
    }
    let is_own = next.to_move() == viewer;
    let mut steps = Vec::new();
    next.legal_steps(&mut steps);
    for step in steps {
        let count = count_after(&next, step, viewer, [low, high], left)?;
        if is_own {
            low = low.max(count);
        } else {
            high = high.min(count);
        }
        if low >= high {
            break;
        }
    }
    Some(if is_own { low } else { high })
}

/// The median size of those `gains`, losses included, that are neither 0 nor infinite; `None` if
/// there are none.
pub(crate) fn median_size(gains: impl Iterator<Item = f64>) -> Option<f64> {
    let mut sizes: Vec<f64> =
        gains.map(f64::abs).filter(|size| *size > 0.0 && size.is_finite()).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.get(sizes.len() / 2).copied()
}

/// `gains` in units of twice their median size, cut to between −1 and 1; all 0 if [`median_size`]
/// is `None`.
pub(crate) fn scaled(gains: &[f64]) -> Vec<f32> {
    let unit = median_size(gains.iter().copied()).map_or(f64::INFINITY, |median| 2.0 * median);
    gains.iter().map(|gain| (gain / unit).clamp(-1.0, 1.0) as f32).collect()
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use tetralith_core::games::Multiplicity;
    use tetralith_core::knowledge::below;
    use tetralith_core::{Rules, Setup};

    use super::*;

    /// The lead of the player to move at the end if both sides play for it, found by searching
    /// everything.
    fn most_ahead(position: &Multiplicity) -> f64 {
        let mover = position.to_move();
        if position.outcome().is_some() {
            return ahead(position, mover);
        }
        let mut steps = Vec::new();
        position.legal_steps(&mut steps);
        let counts = steps.into_iter().map(|step| {
            let mut next = *position;
            next.play_unchecked(step);
            if next.to_move() == mover { most_ahead(&next) } else { -most_ahead(&next) }
        });
        counts.fold(f64::NEG_INFINITY, f64::max)
    }

    #[test]
    fn the_last_stones_are_placed_for_the_count_at_the_end() {
        let setup = Setup { size: Some(3), opening: Some(false), ..Setup::default() };
        for seed in 0..20 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut game = Game::new("multiplicity", &setup).expect("a small board is playable");
            let mut position = Multiplicity::new(game.options()).expect("the same board");
            while game.board().vacant().len() > 5 {
                let legal = game.legal();
                let step = legal[below(&mut rng, legal.len())];
                game.play_unchecked(step);
                position.play_unchecked(step);
            }
            let best = furthest_ahead(&game, &game.legal()).expect("the end is near");
            let most = most_ahead(&position);
            position.play_unchecked(best);
            assert!((-most_ahead(&position) - most).abs() < 1e-9, "{game:?}: {best:?}");
        }
        let start = Game::new("multiplicity", &Setup::default()).expect("the usual board");
        assert_eq!(furthest_ahead(&start, &start.legal()), None);
    }

    #[test]
    fn gains_are_counted_in_twice_their_median() {
        assert_eq!(scaled(&[4.0, -2.0, 0.0, 1.0]), [1.0, -0.5, 0.0, 0.25]);
        assert_eq!(scaled(&[0.0, 0.0]), [0.0, 0.0]);
        assert!(median_size([0.0, f64::INFINITY].into_iter()).is_none());
    }
}
