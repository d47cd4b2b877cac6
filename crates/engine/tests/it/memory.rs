//! One long search with the memory that has not been changed: it fills it, makes room in it, and
//! takes no more.
//!
//! It runs in a process of its own, since it looks at all the memory that the process holds, as
//! Linux reports it.

use std::fs;

use tetralith_core::games::{KindVisitor, each};
use tetralith_core::{Knowledge, Setup};
use tetralith_engine::{CancelToken, Config, Limits, Search};

use crate::alone::is_alone;

/// The most memory that a search may take on top of its tree, in kB.
const BESIDE: u64 = 48 << 10;

/// The least memory that is free again once room was made, in kB.
const ROOM: u64 = 16 << 10;

/// Simulations in one go, and the most of them.
const AT_ONCE: u64 = 5_000;
const MOST: u64 = 800_000;

/// The memory that the process holds, and the most that it ever held, in kB.
fn held() -> (u64, u64) {
    let status = fs::read_to_string("/proc/self/status").expect("the system says it");
    let figure = |name: &str| -> u64 {
        let figure = |status: &str| -> Option<u64> {
            status
                .lines()
                .find_map(|line| line.strip_prefix(name))?
                .trim()
                .strip_suffix(" kB")?
                .parse()
                .ok()
        };
        figure(&status).expect("it is a number of kB")
    };
    (figure("VmRSS:"), figure("VmHWM:"))
}

struct Long {
    searched: bool,
}

impl KindVisitor for Long {
    fn visit<G: Knowledge>(&mut self) {
        // One game will do: the tree knows nothing of games.
        if std::mem::replace(&mut self.searched, true) {
            return;
        }
        // On a large board it is full sooner.
        let setup = Setup { size: Some(i64::from(G::INFO.boards[0].max)), ..Setup::default() };
        let options = G::INFO.options(&setup).expect("a large board is playable");
        let config = Config { threads: 2, ..Config::default() };
        let mut search =
            Search::new(G::new(&options).expect("checked options are playable"), config);
        let (before, _) = held();
        let most = before + (config.memory >> 10) as u64 + BESIDE;
        let (mut simulations, mut last) = (0, before);
        while simulations < MOST {
            let limits = Limits { early: false, ..Limits::simulations(AT_ONCE) };
            let found = search.run(&limits, &CancelToken::new(), |_| {}).expect("the game goes on");
            simulations += found.simulations;
            let (now, peak) = held();
            assert!(peak < most, "{peak} kB after {simulations} simulations, of {most}");
            // Room was made: the old tree is gone.
            if now + ROOM < last {
                println!(
                    "room made within {simulations} simulations: {before} kB before, {peak} at \
                     most, {now} now"
                );
                return;
            }
            last = now;
        }
        panic!("{last} kB after {simulations} simulations: the tree never was full");
    }
}

#[test]
fn a_long_search_fills_the_usual_memory_and_takes_no_more() {
    if !is_alone("memory::a_long_search_fills_the_usual_memory_and_takes_no_more") {
        return;
    }
    each(&mut Long { searched: false });
}
