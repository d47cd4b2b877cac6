//! `tetralith-lab bench hints`: whether a win rate holds once its move is played, and in a longer
//! search.

use std::io::Write;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_cli::CommandError;
use tetralith_core::knowledge::below;
use tetralith_core::{Game, Step};
use tetralith_engine::{Analysis, AnySearch, CancelToken, Config, Limits};
use tetralith_study::Calibration;

use crate::cli::BenchHintsArgs;

/// The steps of the opening among which two positions in five are taken, so that moves of two
/// stones are among them.
const OPENING: usize = 8;

/// The share of a random game, in tenths, in which the other positions are taken.
const TENTHS: usize = 6;

/// The most positions in a row that are not to be compared, since their results are proven or their
/// games are over.
const MOST_IN_VAIN: usize = 100;

/// The figures compared with the win rate of a hint.
#[derive(Default)]
struct Differences {
    name: &'static str,
    /// As searched, and as shown.
    moved: Vec<[f64; 2]>,
    /// Each difference as shown, as a multiple of the error shown beside the win rate.
    of_error: Vec<f64>,
}

/// Searches random positions and writes a table of how far the win rates of hints move.
///
/// # Errors
/// [`CommandError`] if the options cannot be played, or `out` fails.
pub(super) fn bench_hints(args: &BenchHintsArgs, out: &mut impl Write) -> Result<(), CommandError> {
    let info = args.game.game;
    let start = Game::start(info, &info.options(&args.game.options.setup())?)?;
    let calibration = Calibration::of(info.id);
    let named = |name| Differences { name, ..Differences::default() };
    let mut found =
        [named("followed"), named("4 times the simulations"), named("16 times the simulations")];
    let (mut made, mut in_vain) = (0, 0);
    for nth in 0.. {
        if made == args.positions {
            break;
        }
        if in_vain > MOST_IN_VAIN {
            if made > 0 {
                break;
            }
            return Err(CommandError::input(format_args!(
                "nearly every position of {} {} is solved at once; use a larger board",
                info.id,
                start.options()
            )));
        }
        in_vain += 1;
        let seed = args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(nth);
        let Some(position) = random_position(&start, seed) else { continue };
        let Some((hint, others)) = looks(&position, args, seed) else { continue };
        (made, in_vain) = (made + 1, 0);
        let shown = calibration.chance(hint.win);
        let error = calibration.error(shown, hint.visits, position.board().geometry());
        for (differences, other) in found.iter_mut().zip(others) {
            let difference = [hint.win - other, shown - calibration.chance(other)];
            differences.of_error.push(difference[1].abs() / error);
            differences.moved.push(difference);
        }
    }
    writeln!(
        out,
        "{} {}, {made} positions, {} simulations, in per cent",
        info.id,
        start.options(),
        args.sims
    )?;
    writeln!(
        out,
        "{:<25}{:>22}{:>20}{:>13}{:>9}{:>10}",
        "", "searched: mean (95th)", "shown: mean (95th)", "bias shown", "covered", "90 % need"
    )?;
    for row in found.iter().filter(|row| !row.moved.is_empty()) {
        let count = row.moved.len();
        let [searched, shown] = [0, 1].map(|at| row.size(at));
        let (bias, error) = row.bias();
        let covered = row.of_error.iter().filter(|&&times| times <= 1.0).count();
        let covered = 100 * covered / count;
        // The multiple of the error shown that would cover nine of ten.
        let needed = percentile(row.of_error.clone(), 90);
        writeln!(
            out,
            "{:<25}{searched:>22}{shown:>20}{:>13}{covered:>7} %{:>10}",
            row.name,
            format!("{bias:+.1} ± {error:.1}"),
            format!("{needed:.2} ×")
        )?;
    }
    Ok(())
}

impl Differences {
    /// The mean size and the 95th percentile, as a person reads them.
    fn size(&self, at: usize) -> String {
        let sizes: Vec<f64> = self.moved.iter().map(|two| 100.0 * two[at].abs()).collect();
        let mean = sizes.iter().sum::<f64>() / sizes.len() as f64;
        format!("{mean:.1} ({:.1})", percentile(sizes, 95))
    }

    /// The mean of what was shown too much, and its standard error.
    fn bias(&self) -> (f64, f64) {
        let count = self.moved.len() as f64;
        let mean = self.moved.iter().map(|two| two[1]).sum::<f64>() / count;
        let spread = self.moved.iter().map(|two| (two[1] - mean).powi(2)).sum::<f64>();
        (100.0 * mean, 100.0 * spread.sqrt() / count)
    }
}

/// The smallest of `values` that as many hundredths of them do not exceed; there is at least one.
fn percentile(mut values: Vec<f64>, hundredths: usize) -> f64 {
    values.sort_by(f64::total_cmp);
    values[(values.len() * hundredths).div_ceil(100).saturating_sub(1)]
}

/// A hint: the fair winning chance of its first candidate, not calibrated, its simulations and its
/// move.
struct Hint {
    win: f64,
    visits: u32,
    step: Step,
}

/// The hint in `position`, and the chance of the same player once it is followed and searched
/// afresh, and after longer searches if they are asked for; `None` if anything is proven.
fn looks(position: &Game, args: &BenchHintsArgs, seed: u64) -> Option<(Hint, Vec<f64>)> {
    let mut search = AnySearch::new(Config { seed, ..Config::default() });
    search.follow(position, &[]);
    let hint = hint(&mut search, args.sims)?;
    let mut next = position.clone();
    next.play(hint.step).ok()?;
    let mut afresh = AnySearch::new(Config { seed: !seed, ..Config::default() });
    afresh.follow(&next, &[]);
    let after = self::hint(&mut afresh, args.sims)?.win;
    let is_same = next.to_move() == Step::held_after(position.to_move(), [hint.step]);
    let mut others = vec![if is_same { after } else { 1.0 - after }];
    if args.deeper {
        for more in [3, 12] {
            others.push(self::hint(&mut search, more * args.sims)?.win);
        }
    }
    Some((hint, others))
}

/// The hint of `search` after so many more simulations; `None` if the result is proven.
fn hint(search: &mut AnySearch, simulations: u64) -> Option<Hint> {
    let limits = Limits { simulations: Some(simulations), ..Limits::NONE };
    let found = search.run(&limits, &CancelToken::new(), &mut |_| {}).ok().map(Analysis::fair)?;
    let first = found.candidates.first().filter(|_| found.proof.is_none())?;
    Some(Hint { win: first.win.into(), visits: first.visits, step: first.step })
}

/// A position of a random game from `start`; `None` if the game is over there.
fn random_position(start: &Game, seed: u64) -> Option<Game> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut steps = Vec::new();
    let mut game = start.clone();
    while game.outcome().is_none() {
        let legal = game.legal();
        let step = legal[below(&mut random, legal.len())];
        game.play(step).ok()?;
        steps.push(step);
    }
    let is_early = below(&mut random, 5) < 2;
    let plies =
        if is_early { OPENING } else { (steps.len() * TENTHS / 10).max(1) }.min(steps.len());
    let mut position = start.clone();
    for &step in &steps[..below(&mut random, plies)] {
        position.play(step).ok()?;
    }
    position.outcome().is_none().then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_the_smallest_values_that_suffice() {
        let of = |count: u32, hundredths| {
            percentile((1..=count).rev().map(f64::from).collect(), hundredths) as u32
        };
        assert_eq!([of(10, 90), of(60, 95), of(1, 95), of(11, 90)], [9, 57, 1, 10]);
        assert_eq!([of(10, 100), of(10, 0)], [10, 1]);
    }
}
