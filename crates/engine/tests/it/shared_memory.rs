//! The trees of one thread stay within one limit of memory, for any number and kind of questions.
//!
//! It runs in a process of its own, since it looks at all the memory that the process holds, as
//! Linux reports it.

use std::fs;
use std::sync::mpsc::channel;

use tetralith_core::{Game, Setup};
use tetralith_engine::{
    Config, Level, Limits, SearchAnswer, SearchRequest, SearchTask, SearchThread,
};

use crate::alone::is_alone;

/// The limit, and what a search may take on top of its trees, in bytes.
const MEMORY: usize = 48 << 20;
const BESIDE: usize = 2 << 20;

/// The most memory that the process ever held, in bytes.
fn most_held() -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("the system says it");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let figure = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<usize>().ok());
    figure.expect("it is a number of kB") << 10
}

#[test]
fn the_game_a_level_and_a_supposed_position_share_one_limit() {
    if !is_alone("shared_memory::the_game_a_level_and_a_supposed_position_share_one_limit") {
        return;
    }
    let (send, answers) = channel();
    let config = Config { memory: MEMORY, ..Config::default() };
    let thread = SearchThread::new(config, move |answer| {
        let _ = send.send(answer);
    });
    let thread = thread.expect("threads can be had");
    let position =
        Game::new("greylox", &Setup { size: Some(6), opening: Some(false), ..Setup::default() });
    let position = position.expect("it is playable");
    let mut held = vec![most_held()];
    let limits = Limits { early: false, ..Limits::simulations(100_000) };
    let level = *Level::from_id("master").expect("it is a level");
    let tasks = [
        SearchTask::Analyse { limits },
        SearchTask::Suppose { limits },
        SearchTask::Play { level, budget: None, seed: 1 },
    ];
    for (id, task) in (0..).zip(tasks) {
        thread.search(SearchRequest { id, position: position.clone(), played: Vec::new(), task });
        let last = answers.iter().find(|answer| !matches!(answer, SearchAnswer::Progress { .. }));
        assert!(matches!(last, Some(SearchAnswer::Done { .. })), "{last:?}");
        held.push(most_held());
    }
    let [before, game, .., last] = held[..] else { panic!("{held:?}") };
    assert!(game > before + MEMORY / 3, "the tree never was full: {held:?}");
    assert!(last <= before + MEMORY + BESIDE, "{held:?}");
    assert!(last <= game + config.aside().memory + BESIDE, "{held:?}");
}
