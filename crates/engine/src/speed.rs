//! The speed of playouts and search, and a number that shows whether the search still does the
//! same.

use std::time::Duration;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::games::Visitor;
use tetralith_core::{Game, Knowledge, text};

use crate::analysis::Limits;
use crate::cancel::CancelToken;
use crate::code;
use crate::search::{Config, Search};

/// The figures measured from one position.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Speed {
    /// The mean length of a random game, in plies.
    pub plies: f64,
    /// Random games a second, on one thread.
    pub playouts_per_second: f64,
    /// Nanoseconds a ply of a random game.
    pub ns_per_ply: f64,
    /// Simulations a second of the full search, on as many threads as asked for; with several, by
    /// the clock on the wall.
    pub simulations_per_second: f64,
    /// Processor time that a simulation takes, of all threads together, in nanoseconds.
    pub ns_per_simulation: f64,
    /// A digest of what a search of 2,000 simulations on one thread visits: it changes only
    /// when the search does.
    pub checksum: u64,
}

/// Simulations that [`Speed::checksum`] is made of.
const CHECKED: u64 = 2_000;

/// Games that [`Speed::plies`] is the mean of.
const COUNTED: u32 = 200;

impl Speed {
    /// Measures playouts and the full search on `threads` threads for about `time` each; of the
    /// clocks the first gives the time that the calling thread has worked, the second that of all
    /// threads of the program.
    pub fn measure(
        position: &Game,
        time: Duration,
        threads: usize,
        clocks: [&dyn Fn() -> Duration; 2],
    ) -> Self {
        let [clock, all] = clocks;
        position.visit(Measure { time, threads, clock, all })
    }
}

struct Measure<'a> {
    time: Duration,
    threads: usize,
    clock: &'a dyn Fn() -> Duration,
    all: &'a dyn Fn() -> Duration,
}

impl Visitor for Measure<'_> {
    type Output = Speed;

    fn visit<G: Knowledge>(self, start: &G) -> Speed {
        let plies = mean_length(start);
        let playouts_per_second = self.playouts(start);
        let (simulations_per_second, ns_per_simulation) = self.simulations(start);
        Speed {
            plies,
            playouts_per_second,
            ns_per_ply: 1e9 / (playouts_per_second * plies),
            simulations_per_second,
            ns_per_simulation,
            checksum: Visits(CHECKED).visit(start),
        }
    }
}

impl Measure<'_> {
    /// Simulations a second, and the processor time of one in nanoseconds.
    fn simulations<G: Knowledge>(&self, start: &G) -> (f64, f64) {
        let config = Config { threads: self.threads, ..Config::default() };
        let limits = Limits { early: false, ..Limits::time(self.time) };
        let (mut done, mut spent, before) = (0, Duration::ZERO, (self.all)());
        loop {
            let mut search = Search::new(start.clone(), config);
            let began = (self.clock)();
            let Ok(found) = search.run(&limits, &CancelToken::new(), |_| {}) else {
                return (0.0, 0.0);
            };
            done += found.simulations;
            // Several threads share out the time that passes; one alone is judged by the time it
            // worked.
            spent +=
                if self.threads > 1 { found.elapsed } else { (self.clock)().saturating_sub(began) };
            // A search that settles the game ends sooner, perhaps before the clock has moved at
            // all, and is made again.
            if 2 * spent >= self.time {
                let work = (self.all)().saturating_sub(before);
                return (done as f64 / spent.as_secs_f64(), work.as_nanos() as f64 / done as f64);
            }
        }
    }

    fn playouts<G: Knowledge>(&self, start: &G) -> f64 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut position = start.clone();
        let began = (self.clock)();
        let (mut done, mut batch) = (0u64, 1u64);
        loop {
            for _ in 0..batch {
                position.clone_from(start);
                std::hint::black_box(position.playout(&mut rng));
            }
            done += batch;
            let spent = (self.clock)().saturating_sub(began);
            if spent >= self.time {
                return done as f64 / spent.as_secs_f64();
            }
            // Few looks at the clock, yet no overrun to speak of.
            batch = (done / 4).max(1);
        }
    }
}

fn mean_length<G: Knowledge>(start: &G) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut room = Vec::new();
    let mut plies = 0u32;
    for _ in 0..COUNTED {
        let mut position = start.clone();
        while let Some(step) = position.random_step(&mut rng, &mut room) {
            position.play_unchecked(step);
            plies += 1;
        }
    }
    f64::from(plies) / f64::from(COUNTED)
}

/// A digest of what a short search of `position` visits: it changes only when the search does.
///
/// Kept with the figures of a search, it shows later whether the engine of that day would find the
/// same.
pub fn signature(position: &Game) -> u64 {
    /// Simulations of the short search.
    const SHORT: u64 = 64;
    position.visit(Visits(SHORT))
}

/// The digest of `position` that [`Speed::checksum`] is, without measuring anything.
pub fn checksum(position: &Game) -> u64 {
    position.visit(Visits(CHECKED))
}

/// A digest of what a search of so many simulations visits.
struct Visits(u64);

impl Visitor for Visits {
    type Output = u64;

    fn visit<G: Knowledge>(self, start: &G) -> u64 {
        let limits = Limits { early: false, ..Limits::simulations(self.0) };
        let mut search = Search::new(start.clone(), Config::default());
        let found = search.run(&limits, &CancelToken::new(), |_| {});
        let words = found.iter().flat_map(|found| {
            let seen =
                found.candidates.iter().flat_map(|seen| [code::pack(seen.step), seen.visits]);
            seen.chain(found.principal_variation.iter().map(|&step| code::pack(step)))
        });
        text::digest(words.flat_map(u32::to_le_bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use tetralith_core::{Colour, Setup};

    #[test]
    fn the_checksum_is_stable_and_distinguishes_positions() {
        // A clock that jumps far ahead each time, so that every measurement ends at once.
        let now = Cell::new(Duration::ZERO);
        let clock = || {
            now.set(now.get() + Duration::from_secs(1));
            now.get()
        };
        let measure = |size| {
            let setup = Setup { size: Some(size), opening: Some(false), ..Setup::default() };
            let game = Game::new("multiplicity", &setup).expect("the size is playable");
            assert_eq!(game.to_move(), Colour::First);
            Speed::measure(&game, Duration::from_millis(1), 1, [&clock, &clock])
        };
        let (small, again, large) = (measure(3), measure(3), measure(4));
        assert_eq!(small.checksum, again.checksum);
        assert_ne!(small.checksum, large.checksum);
        assert!((small.plies - 18.0).abs() < 1e-9, "all cells but one");
        assert!(small.playouts_per_second > 0.0 && small.ns_per_ply > 0.0);
    }

    #[test]
    fn instant_searches_have_a_speed() {
        // A clock that moves at every ninth look only.
        let looks = Cell::new(0u32);
        let clock = || {
            looks.set(looks.get() + 1);
            Duration::from_millis(u64::from(looks.get() / 9))
        };
        let setup = Setup { size: Some(3), ..Setup::default() };
        let game = Game::new("plurality", &setup).expect("the size is playable");
        let speed = Speed::measure(&game, Duration::from_millis(1), 1, [&clock, &clock]);
        assert!(
            speed.simulations_per_second.is_finite() && speed.simulations_per_second > 0.0,
            "{speed:?}"
        );
    }
}
