//! The weights under which choices are likeliest.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::knowledge::below;

use crate::train::error::TrainError;
use crate::train::model::Model;
use crate::train::samples::{Samples, loss};

/// A way to fit weights: by Adam, over all choices in batches, again and again.
///
/// Source: Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeightFit {
    /// The number of passes over all choices.
    pub epochs: u32,
    /// The size of the first steps of a weight; it falls to a tenth by the end.
    pub rate: f32,
    /// The strength with which weights are drawn to 0: of a feature seldom seen little can be
    /// known.
    pub decay: f32,
    /// The seed of the order of choices.
    pub seed: u64,
}

impl Default for WeightFit {
    fn default() -> Self {
        Self { epochs: 12, rate: 0.01, decay: 1e-5, seed: 0 }
    }
}

/// Choices that a step of the fit looks at together.
const BATCH: usize = 64;

impl WeightFit {
    /// Fits weights to `samples`.
    ///
    /// # Errors
    /// [`TrainError::Unbounded`] if a weight becomes infinite or no number at all, as it does at
    /// too large a rate.
    pub fn run(&self, samples: &Samples) -> Result<Model, TrainError> {
        let n = samples.features();
        let mut weights = vec![0.0_f32; n];
        let (mut means, mut squares) = (vec![0.0_f32; n], vec![0.0_f32; n]);
        let mut gradient = vec![0.0_f32; n];
        let mut order: Vec<usize> = (0..samples.len()).collect();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let steps = self.epochs as usize * order.len().div_ceil(BATCH);
        let mut step = 0;
        for _ in 0..self.epochs {
            for i in (1..order.len()).rev() {
                order.swap(i, below(&mut rng, i + 1));
            }
            for batch in order.chunks(BATCH) {
                gradient.fill(0.0);
                for &i in batch {
                    loss(samples, &samples.choices[i], &weights, Some(&mut gradient));
                }
                step += 1;
                let rate = self.rate * (1.0 - 0.9 * step as f32 / steps as f32);
                let (first, second) = (1.0 - 0.9_f32.powi(step), 1.0 - 0.999_f32.powi(step));
                for i in 0..n {
                    let slope = gradient[i] / batch.len() as f32 + self.decay * weights[i];
                    means[i] = 0.9 * means[i] + 0.1 * slope;
                    squares[i] = 0.999 * squares[i] + 0.001 * slope * slope;
                    weights[i] -= rate * (means[i] / first) / ((squares[i] / second).sqrt() + 1e-8);
                }
            }
            if !weights.iter().all(|weight| weight.is_finite()) {
                return Err(TrainError::Unbounded { rate: self.rate, decay: self.decay });
            }
        }
        Ok(Model {
            game: samples.game.clone(),
            builds: samples.builds.clone(),
            seed: self.seed,
            games: samples.games,
            choices: samples.len(),
            weights,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::played::tests::played;
    use crate::train::samples::samples;

    fn data() -> Samples {
        samples(&played("greylox", 3, 0, 3)).unwrap()
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let data = data();
        let mut weights: Vec<f32> =
            (0..data.features()).map(|i| (i % 7) as f32 / 10.0 - 0.3).collect();
        for choice in data.choices.iter().step_by(5) {
            let mut gradient = vec![0.0; weights.len()];
            loss(&data, choice, &weights, Some(&mut gradient));
            for &feature in data.of(choice.features[0]) {
                let feature = usize::from(feature);
                let mut at = |by: f32| {
                    weights[feature] += by;
                    let loss = loss(&data, choice, &weights, None);
                    weights[feature] -= by;
                    loss
                };
                let slope = (at(0.01) - at(-0.01)) / 0.02;
                assert!((slope - gradient[feature]).abs() < 2e-3, "{slope} {}", gradient[feature]);
            }
        }
    }

    #[test]
    fn fitted_weights_predict_better_and_reproducibly() {
        let data = data();
        let fit = WeightFit { epochs: 5, ..WeightFit::default() };
        let model = fit.run(&data).unwrap();
        assert!(data.judge(&model).unwrap().loss < data.uniform() - 0.05);
        assert_eq!(fit.run(&data).unwrap().weights, model.weights);
        assert_ne!(WeightFit { seed: 1, ..fit }.run(&data).unwrap().weights, model.weights);
    }

    #[test]
    fn weights_that_are_no_numbers_are_no_model() {
        let data = data();
        for (rate, decay) in [(f32::NAN, 0.0), (0.01, f32::INFINITY), (1e30, 1e-5)] {
            let fault = WeightFit { epochs: 2, rate, decay, seed: 0 }.run(&data).unwrap_err();
            assert!(matches!(fault, TrainError::Unbounded { .. }), "{fault}");
        }
    }

    #[test]
    fn of_kinds_left_out_the_weights_are_nothing() {
        let model = WeightFit { epochs: 2, ..WeightFit::default() }
            .run(&data().only(&["margin".to_owned()]).unwrap())
            .unwrap();
        let (others, margins) = model.weights.split_at(model.weights.len() - 32);
        assert!(
            others.iter().all(|&weight| weight == 0.0)
                && margins.iter().any(|&weight| weight != 0.0)
        );
        let fault = data().only(&["colour".to_owned()]).unwrap_err();
        assert_eq!(fault.to_string(), "greylox has no features of the kind \"colour\"");
    }
}
