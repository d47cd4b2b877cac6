//! Measures how soon a search ends once it is asked to stop, and for comparison how soon threads
//! stop that search nothing: the difference is due to the search, the rest to the machine.
//!
//! A search is stopped from its own reports on an empty board; and by another thread, at any
//! moment, in the middle of games, while it solves an endgame, and while it makes room in its
//! memory.
//!
//! `TETRALITH_STOP` sets how often each game's search is stopped in each of these ways.

#![allow(missing_docs, reason = "a program, not a library")]

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::games::{KindVisitor, each};
use tetralith_core::{Knowledge, Setup};
use tetralith_engine::{CancelToken, Config, Limits, Search};

/// Stops a game and way, unless the environment sets another number.
const TIMES: NonZeroUsize = NonZeroUsize::new(50).unwrap();

/// Vacant cells of a board on which the end of the game is looked for exactly.
const ENDGAME: usize = 15;

/// So little memory, in bytes, that room is made in it again and again.
const LITTLE: usize = 12 << 20;

/// The places where a search is stopped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Empty,
    Midgame,
    Endgame,
    Full,
}

impl Place {
    const ALL: [(Self, &str); 4] = [
        (Self::Empty, "empty boards, from a report"),
        (Self::Midgame, "boards half full"),
        (Self::Endgame, "endgames being solved"),
        (Self::Full, "room being made"),
    ];

    /// The longest that a search goes on here before it is stopped.
    const fn longest(self) -> Duration {
        Duration::from_millis(match self {
            Self::Empty | Self::Midgame => 60,
            Self::Endgame => 120,
            Self::Full => 400,
        })
    }
}

struct Stops {
    place: Place,
    times: NonZeroUsize,
    took: Vec<Duration>,
    /// Searches that had ended by themselves.
    ended: usize,
}

impl KindVisitor for Stops {
    fn visit<G: Knowledge>(&mut self) {
        let range = G::INFO.boards[0];
        // The exact search looks at small boards and at the end of games on large ones alike.
        let size = if self.place == Place::Endgame { range.min.max(5) } else { range.max };
        let setup = Setup { size: Some(i64::from(size)), ..Setup::default() };
        let options = G::INFO.options(&setup).expect("the board is playable");
        for n in 0..self.times.get() {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(n as u64);
            let start = G::new(&options).expect("checked options are playable");
            let cells = start.board().vacant().len();
            let left = match self.place {
                Place::Empty | Place::Full => cells,
                Place::Midgame => cells / 2,
                Place::Endgame => ENDGAME,
            };
            let position = played(&start, left, &mut rng);
            let memory = if self.place == Place::Full { LITTLE } else { Config::DEFAULT_MEMORY };
            let mut search = Search::new(
                position,
                Config { threads: 2, seed: n as u64, memory, ..Config::default() },
            );
            let took = match self.place {
                Place::Empty => stop_in_report(&mut search, 1 + n % 40),
                place => stop_from_outside(
                    &mut search,
                    place.longest().mul_f64(f64::from(rng.next_u32()) / 2_f64.powi(32)),
                ),
            };
            match took {
                Some(took) => self.took.push(took),
                None => self.ended += 1,
            }
        }
    }
}

/// A position with so many cells `left`, or with a few more, in which the game goes on.
fn played<G: Knowledge>(start: &G, left: usize, rng: &mut Xoshiro256PlusPlus) -> G {
    let mut position = start.clone();
    let mut steps = Vec::new();
    while position.board().vacant().len() > left {
        steps.clear();
        position.legal_steps(&mut steps);
        let mut next = position.clone();
        next.play_unchecked(steps[rng.next_u32() as usize % steps.len()]);
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// Stops a search in the report of this number; returns the time that it took to end.
fn stop_in_report<G: Knowledge>(search: &mut Search<G>, number: usize) -> Option<Duration> {
    let stop = CancelToken::new();
    let limits = Limits { report_every: Some(Duration::ZERO), ..Limits::NONE };
    let (mut reports, mut stopped_at) = (0, None);
    search
        .run(&limits, &stop, |_| {
            reports += 1;
            if reports == number {
                stopped_at = Some(Instant::now());
                stop.cancel();
            }
        })
        .expect("the game goes on");
    stopped_at.map(|stopped_at| stopped_at.elapsed())
}

/// Stops a search after some time from another thread; returns the time that it took to end, unless
/// it had ended before.
fn stop_from_outside<G: Knowledge>(search: &mut Search<G>, after: Duration) -> Option<Duration> {
    let (stop, ended) = (CancelToken::new(), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let clock = scope.spawn(|| {
            std::thread::sleep(after);
            let stopped_at = (!ended.load(Ordering::Relaxed)).then(Instant::now);
            stop.cancel();
            stopped_at
        });
        search.run(&Limits::NONE, &stop, |_| {}).expect("the game goes on");
        let now = Instant::now();
        ended.store(true, Ordering::Relaxed);
        let stopped_at = clock.join().expect("it only waits")?;
        // It may have ended between the question and the answer.
        now.checked_duration_since(stopped_at)
    })
}

/// Measures how long it takes until two threads that only check whether to stop have stopped: what
/// the machine itself takes, with its other work.
fn bare() -> Duration {
    let stop = CancelToken::new();
    let stopped_at = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.is_cancelled() {
                std::hint::spin_loop();
            }
        });
        // About as long as a search is let run here.
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(10) {}
        stop.cancel();
        Instant::now()
    });
    stopped_at.elapsed()
}

fn show(what: &str, mut took: Vec<Duration>) {
    took.sort();
    match took.len() {
        0 => println!("{what}: never stopped"),
        stops => println!(
            "{what}: {stops} stops, {:?} for half of them, {:?} for the slowest",
            took[stops / 2],
            took[stops - 1]
        ),
    }
}

fn main() {
    // `cargo test` with `--benches` or `--all-targets` runs this too, without this argument: there
    // is nothing to be tested here.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let times = std::env::var("TETRALITH_STOP").map_or(TIMES, |text| {
        text.parse().unwrap_or_else(|_| panic!("TETRALITH_STOP={text} is not a positive number"))
    });
    for (place, what) in Place::ALL {
        let mut stops = Stops { place, times, took: Vec::new(), ended: 0 };
        each(&mut stops);
        show(&format!("{what} ({} had ended by themselves)", stops.ended), stops.took);
    }
    let bare: Vec<Duration> = (0..100).map(|_| bare()).collect();
    show("threads that search nothing", bare);
}
