//! A way uphill where one can only ask which of two places is higher, and the answer is noisy.
//!
//! All coordinates are moved at once, each up or down by chance, and the place that this leads to
//! is compared with the one on the other side.
//!
//! Source: Spall, "Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient
//! Approximation", 1992 (SPSA).

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The distance that each coordinate is moved either way at first.
const REACH: f64 = 0.35;

/// The distance that winning a comparison moves each coordinate at first.
const STEP: f64 = 0.06;

/// The exponents that shrink reach and steps: those that Spall recommends.
const REACH_SHRINKS: f64 = 0.101;
const STEP_SHRINKS: f64 = 0.602;

/// The part of the comparisons after which they begin to shrink in earnest.
const SETTLING: f64 = 0.1;

/// The farthest from where it began that a coordinate may go.
const FARTHEST: f64 = 2.5;

/// A way uphill of so many comparisons.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Climb {
    /// Comparisons in all, from which it follows how soon steps become small.
    pub comparisons: u32,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl Climb {
    /// The seed of what belongs to the comparison with this number.
    pub(crate) const fn seed_of(self, number: u32) -> u64 {
        self.seed ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The way in which comparison `number` moves each of `count` coordinates for the first place:
    /// 1 up, −1 down.
    pub(crate) fn moves(self, number: u32, count: usize) -> Vec<i8> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed_of(number));
        (0..count).map(|_| if rng.next_u32() >> 31 == 0 { 1 } else { -1 }).collect()
    }

    /// The two places that comparison `number` asks about, on either side of `at`.
    pub(crate) fn places(self, number: u32, at: &[f64], moved: &[i8]) -> [Vec<f64>; 2] {
        let reach = REACH * self.shrunk(number, REACH_SHRINKS);
        [reach, -reach].map(|reach| {
            at.iter().zip(moved).map(|(at, &way)| at + reach * f64::from(way)).collect()
        })
    }

    /// Goes a step from `at` after comparison `number`, which the first place won by `margin`, −1
    /// to 1.
    pub(crate) fn step(self, number: u32, at: &mut [f64], moved: &[i8], margin: f64) {
        let step = STEP * self.shrunk(number, STEP_SHRINKS) * margin;
        for (at, &way) in at.iter_mut().zip(moved) {
            *at = (*at + step * f64::from(way)).clamp(-FARTHEST, FARTHEST);
        }
    }

    fn shrunk(self, number: u32, exponent: f64) -> f64 {
        let settling = (SETTLING * f64::from(self.comparisons)).max(1.0);
        (settling / (settling + f64::from(number))).powf(exponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A place after all comparisons of a hill whose top lies at `top`, where the lower place often
    /// wins anyway.
    fn climbed(top: &[f64], comparisons: u32) -> Vec<f64> {
        let climb = Climb { comparisons, seed: 7 };
        let height =
            |at: &[f64]| -at.iter().zip(top).map(|(at, top)| (at - top).powi(2)).sum::<f64>();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut at = vec![0.0; top.len()];
        for number in 0..comparisons {
            let moved = climb.moves(number, top.len());
            let [one, other] = climb.places(number, &at, &moved);
            let chance = 1.0 / (1.0 + (height(&other) - height(&one)).exp());
            let wins = f64::from(rng.next_u32()) < chance * f64::from(u32::MAX);
            climb.step(number, &mut at, &moved, if wins { 1.0 } else { -1.0 });
        }
        at
    }

    #[test]
    fn it_comes_near_the_top_though_most_comparisons_say_little() {
        let top = [0.8, -0.6, 0.0];
        let at = climbed(&top, 2_000);
        assert!(at.iter().zip(top).all(|(at, top)| (at - top).abs() < 0.3), "{at:?}");
    }

    #[test]
    fn no_coordinate_goes_out_of_bounds() {
        let at = climbed(&[100.0, -100.0], 2_000);
        let is_far = |at: f64| (FARTHEST - 0.1..=FARTHEST).contains(&at);
        assert!(is_far(at[0]) && is_far(-at[1]), "{at:?}");
    }
}
