//! How soon a search ends once it is told to stop, beside how soon threads end that search nothing: what exceeds that is
//! the search's, the rest is the machine's.
//!
//! `TETRALITH_STOP` says how often each game's search is stopped.

#![allow(missing_docs, reason = "a program, not a library")]

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tetralith_core::games::{KindVisitor, each};
use tetralith_core::{Rules, Setup};
use tetralith_engine::{Config, Limits, Search};

/// Stops a game, unless the environment says otherwise.
const TIMES: NonZeroUsize = NonZeroUsize::new(100).unwrap();

struct Stops {
    times: NonZeroUsize,
    took: Vec<Duration>,
}

impl KindVisitor for Stops {
    fn visit<G: Rules>(&mut self) {
        let range = G::INFO.boards[0];
        let setup = Setup { size: Some(i64::from(range.max)), ..Setup::default() };
        let options = G::INFO.options(&setup).expect("a large board is playable");
        for n in 0..self.times.get() {
            let config = Config { threads: 2, seed: n as u64, ..Config::default() };
            let mut search = Search::new(G::new(&options).expect("checked options are playable"), config);
            let stop = AtomicBool::new(false);
            let limits = Limits { report_every: Some(Duration::ZERO), ..Limits::NONE };
            let (mut reports, mut told) = (0, None);
            search
                .run(&limits, &stop, |_| {
                    reports += 1;
                    if reports == 1 + n % 40 {
                        told = Some(Instant::now());
                        stop.store(true, Ordering::Relaxed);
                    }
                })
                .expect("the game goes on");
            self.took.push(told.expect("it ends when it is told").elapsed());
        }
    }
}

/// How long it takes until two threads that do nothing but look whether they shall stop have stopped: what the machine itself
/// takes for it, with whatever else it has to do.
fn bare() -> Duration {
    let stop = AtomicBool::new(false);
    let told = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
        });
        // About as long as a search is let run here.
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(10) {}
        stop.store(true, Ordering::Relaxed);
        Instant::now()
    });
    told.elapsed()
}

fn show(what: &str, mut took: Vec<Duration>) {
    took.sort();
    println!(
        "{what}: {} stops, {:?} for half of them, {:?} for the slowest",
        took.len(),
        took[took.len() / 2],
        took[took.len() - 1]
    );
}

fn main() {
    // `cargo test` with `--benches` or `--all-targets` runs this too, without this argument: there is nothing to be tested here.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let times = std::env::var("TETRALITH_STOP").map_or(TIMES, |text| {
        text.parse().unwrap_or_else(|_| panic!("TETRALITH_STOP={text} is not a positive number"))
    });
    let mut stops = Stops { times, took: Vec::new() };
    each(&mut stops);
    let bare: Vec<Duration> = stops.took.iter().map(|_| bare()).collect();
    show("searches on the largest boards", stops.took);
    show("threads that search nothing", bare);
}
