//! Many games played by the search: every step legal by the slow rules, every end theirs, and the
//! memory flat.
//!
//! The long run, with so many games in all:
//!
//! ```text
//! TETRALITH_SOAK=100000 cargo test -p tetralith-study --test it soak::games -- --nocapture
//! ```

use std::fs;

use tetralith_core::games::{KindVisitor, each};
use tetralith_core::{Knowledge, OptionKind, Options, Setup, Ties};
use tetralith_engine::{CancelToken, Config, Limits, Search};

use crate::alone::is_alone;

/// The number of games that are played unless the environment sets another number.
const GAMES: usize = 2_000;

/// The most memory that may be added while the second half of the games is played, in kB.
const FLAT: u64 = 4 << 10;

fn setting(name: &str) -> Option<usize> {
    Some(std::env::var(name).ok()?.parse().unwrap_or_else(|_| panic!("{name} is not a number")))
}

/// Every choice of options, on the four smallest boards of each shape.
fn choices<G: Knowledge>() -> Vec<Options> {
    let switch = |kind| if G::INFO.has(kind) { vec![Some(false), Some(true)] } else { vec![None] };
    let ties = if G::INFO.has(OptionKind::Ties) {
        vec![Some(Ties::Neutral), Some(Ties::Parity)]
    } else {
        vec![None]
    };
    let komis = if G::INFO.has(OptionKind::Komi) { vec![None, Some(3)] } else { vec![None] };
    let mut choices = Vec::new();
    for (range, grown) in
        G::INFO.boards.iter().flat_map(|range| (0..4).map(move |grown| (range, grown)))
    {
        for opening in switch(OptionKind::Opening) {
            for pie in switch(OptionKind::Pie) {
                for &ties in &ties {
                    for &komi in &komis {
                        let size = Some(i64::from((range.min + grown).min(range.max)));
                        let setup =
                            Setup { board: Some(range.shape), size, opening, komi, ties, pie };
                        choices.push(G::INFO.options(&setup).expect("a small board is playable"));
                    }
                }
            }
        }
    }
    choices
}

/// The memory that the process holds, in kB, where the system reports it.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?
        .trim()
        .strip_suffix(" kB")?
        .parse()
        .ok()
}

struct Soak {
    games: usize,
    played: usize,
    steps: usize,
}

impl KindVisitor for Soak {
    fn visit<G: Knowledge>(&mut self) {
        let choices = choices::<G>();
        for (seed, options) in (0..self.games as u64).zip(choices.iter().cycle()) {
            let config = Config {
                seed,
                threads: 1 + seed as usize % 2,
                memory: 4 << 20,
                ..Config::default()
            };
            self.steps += play::<G>(*options, config);
            self.played += 1;
        }
    }
}

/// Lets the search play a game, as the slow rules allow; returns its steps.
fn play<G: Knowledge>(options: Options, config: Config) -> usize {
    let seed = config.seed;
    let mut slow = tetralith_verify::slow_rules::start(G::INFO.id, options)
        .expect("every game has its slow rules");
    let mut search = Search::new(G::new(&options).expect("checked options are playable"), config);
    let mut steps = 0;
    while search.position().outcome().is_none() {
        assert_eq!(
            slow.outcome(),
            None,
            "{} {options:?}, seed {seed}: the slow rules have ended it",
            G::INFO.id
        );
        let found = search.run(&Limits::simulations(40), &CancelToken::new(), |_| {});
        let step = found.expect("the game goes on").best().expect("a search finds a step");
        assert!(slow.is_legal(step), "{} {options:?}, seed {seed}: {step:?}", G::INFO.id);
        slow.play(step);
        search.advance(step);
        steps += 1;
    }
    assert_eq!(
        search.position().outcome(),
        slow.outcome(),
        "{} {options:?}, seed {seed}",
        G::INFO.id
    );
    steps
}

/// Games as they come: the boards, the options and the memory that has not been changed.
struct Usual;

impl KindVisitor for Usual {
    fn visit<G: Knowledge>(&mut self) {
        let options = G::INFO.options(&Setup::default()).expect("the defaults are playable");
        for seed in 0..3 {
            let config = Config { seed, threads: 1 + seed as usize % 2, ..Config::default() };
            let steps = play::<G>(options, config);
            assert!(steps >= 7, "{}: a game of {steps} steps", G::INFO.id);
        }
    }
}

#[test]
fn games_on_default_boards_obey_the_slow_rules() {
    each(&mut Usual);
}

#[test]
fn search_games_obey_the_slow_rules_in_constant_memory() {
    if !is_alone("soak::search_games_obey_the_slow_rules_in_constant_memory") {
        return;
    }
    let all = setting("TETRALITH_SOAK").unwrap_or(GAMES);
    let kinds = tetralith_core::games::INFOS.len();
    let mut soak = Soak { games: all.div_ceil(2 * kinds), played: 0, steps: 0 };
    each(&mut soak);
    let half = resident();
    each(&mut soak);
    assert!(soak.played >= all);
    if let (Some(half), Some(end)) = (half, resident()) {
        println!(
            "{} games of {} steps; {half} kB after half of them, {end} kB at the end",
            soak.played, soak.steps
        );
        assert!(end < half + FLAT, "{half} kB after half of the games, {end} kB at the end");
    }
}
