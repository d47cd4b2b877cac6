//! Many games played by the search: every step legal by the slow rules, every end theirs, and the memory flat.
//!
//! The long runs:
//!
//! ```text
//! TETRALITH_SOAK=100000 cargo test -p tetralith-engine --test soak games -- --nocapture
//! cargo test -p tetralith-engine --test soak stops -- --ignored --nocapture
//! ```
//!
//! The first says how many games to play in all. The second measures time, so it wants a machine with nothing else to do;
//! `TETRALITH_STOP` says how often each game's search is stopped there.

#[allow(dead_code, reason = "the core's own tests use the rest")]
#[path = "../../core/tests/slow/mod.rs"]
mod slow;

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tetralith_core::games::{KindVisitor, each};
use tetralith_core::{OptionKind, Options, Rules, Setup, Ties};
use tetralith_engine::{Config, Limits, Search};

/// How many games are played unless the environment says otherwise.
const GAMES: usize = 2_000;

/// The most memory that may be added while the second half of the games is played, in kB.
const FLAT: u64 = 4 << 10;

/// The longest that a search may go on once it is told to stop.
const AT_ONCE: Duration = Duration::from_millis(20);

fn setting(name: &str) -> Option<usize> {
    Some(std::env::var(name).ok()?.parse().unwrap_or_else(|_| panic!("{name} is not a number")))
}

/// Every choice of options, on the four smallest boards of each shape.
fn choices<G: Rules>() -> Vec<Options> {
    let switch = |kind| if G::INFO.has(kind) { vec![Some(false), Some(true)] } else { vec![None] };
    let ties = if G::INFO.has(OptionKind::Ties) { vec![Some(Ties::Neutral), Some(Ties::Parity)] } else { vec![None] };
    let komis = if G::INFO.has(OptionKind::Komi) { vec![None, Some(3)] } else { vec![None] };
    let mut choices = Vec::new();
    for (range, grown) in G::INFO.boards.iter().flat_map(|range| (0..4).map(move |grown| (range, grown))) {
        for opening in switch(OptionKind::Opening) {
            for pie in switch(OptionKind::Pie) {
                for &ties in &ties {
                    for &komi in &komis {
                        let size = Some(i64::from((range.min + grown).min(range.max)));
                        let setup = Setup { board: Some(range.shape), size, opening, komi, ties, pie };
                        choices.push(G::INFO.options(&setup).expect("a small board is playable"));
                    }
                }
            }
        }
    }
    choices
}

/// The memory that the process holds, in kB, where the system says so.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.trim().strip_suffix(" kB")?.parse().ok()
}

struct Soak {
    games: usize,
    played: usize,
    steps: usize,
}

impl KindVisitor for Soak {
    fn visit<G: Rules>(&mut self) {
        let choices = choices::<G>();
        for (seed, options) in (0..self.games as u64).zip(choices.iter().cycle()) {
            let mut slow = slow::start(G::INFO.id, *options).expect("every game has its slow rules");
            let config = Config { seed, threads: 1 + seed as usize % 2, memory: 4 << 20, ..Config::default() };
            let mut search = Search::new(G::new(options).expect("checked options are playable"), config);
            while search.position().outcome().is_none() {
                assert_eq!(
                    slow.outcome(),
                    None,
                    "{} {options:?}, seed {seed}: the slow rules have ended it",
                    G::INFO.id
                );
                let found = search.run(&Limits::simulations(40), &AtomicBool::new(false), |_| {});
                let step = found.expect("the game goes on").best().expect("a search finds a step");
                assert!(slow.is_legal(step), "{} {options:?}, seed {seed}: {step:?}", G::INFO.id);
                slow.play(step);
                search.advance(step);
                self.steps += 1;
            }
            assert_eq!(search.position().outcome(), slow.outcome(), "{} {options:?}, seed {seed}", G::INFO.id);
            self.played += 1;
        }
    }
}

#[test]
fn games_of_the_search_are_legal_by_the_slow_rules_and_need_no_more_memory_the_more_they_are() {
    let all = setting("TETRALITH_SOAK").unwrap_or(GAMES);
    let kinds = tetralith_core::games::INFOS.len();
    let mut soak = Soak { games: all.div_ceil(2 * kinds), played: 0, steps: 0 };
    each(&mut soak);
    let half = resident();
    each(&mut soak);
    assert!(soak.played >= all);
    if let (Some(half), Some(end)) = (half, resident()) {
        println!("{} games of {} steps; {half} kB after half of them, {end} kB at the end", soak.played, soak.steps);
        assert!(end < half + FLAT, "{half} kB after half of the games, {end} kB at the end");
    }
}

struct Stops {
    times: usize,
    took: Vec<Duration>,
}

impl KindVisitor for Stops {
    fn visit<G: Rules>(&mut self) {
        let range = G::INFO.boards[0];
        let setup = Setup { size: Some(i64::from(range.max)), ..Setup::default() };
        let options = G::INFO.options(&setup).expect("a large board is playable");
        for times in 0..self.times {
            let config = Config { threads: 2, seed: times as u64, ..Config::default() };
            let mut search = Search::new(G::new(&options).expect("checked options are playable"), config);
            let stop = AtomicBool::new(false);
            let limits = Limits { report_every: Some(Duration::ZERO), ..Limits::NONE };
            let (mut reports, mut told) = (0, None);
            search
                .run(&limits, &stop, |_| {
                    reports += 1;
                    if reports == 1 + times % 40 {
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

#[test]
#[ignore = "it measures time"]
fn it_stops_within_20_ms() {
    let mut stops = Stops { times: setting("TETRALITH_STOP").unwrap_or(200), took: Vec::new() };
    each(&mut stops);
    let mut took = stops.took;
    took.sort();
    let slowest = took[took.len() - 1];
    println!(
        "{} stops on the largest boards: {:?} for half of them, {slowest:?} for the slowest",
        took.len(),
        took[took.len() / 2]
    );
    let mut bare: Vec<Duration> = took.iter().map(|_| bare()).collect();
    bare.sort();
    println!(
        "threads that search nothing: {:?} for half of them, {:?} for the slowest",
        bare[bare.len() / 2],
        bare[bare.len() - 1]
    );
    assert!(slowest < AT_ONCE, "{slowest:?}");
}
