//! The time that an analysis takes, and that the screen takes while one is under way: on the sample
//! games, with the program itself in a pseudo-terminal.
//!
//! The aims: a first pass over a game within 10 s on two processors, the position on the screen
//! answered within 100 ms and a key shown within 16 ms meanwhile. Run with `cargo bench --bench
//! study`, or with the names of some of the games after `--`. Figures: `docs/analysis.md`.
#![allow(missing_docs, reason = "a benchmark has no interface")]

#[path = "../tests/it/pty/mod.rs"]
mod pty;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pty::Pty;
use tetralith_core::{Record, games};
use tetralith_engine::CancelToken;
use tetralith_study::{Budgets, GameAnalysis, Job};
use vt100::Screen;

/// The times that are taken of each kind.
const TIMES: usize = 50;

/// The turns between which it goes to and fro: after the openings, where a turn has one step in
/// every game.
const TURNS: (usize, usize) = (24, 34);

const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!("load: {}", load());
    println!("{:<14}{:>6}{:>30}", "game", "turns", "first pass, one thread");
    let ids: Vec<&str> = games::ids()
        .into_iter()
        .filter(|id| wanted.is_empty() || wanted.iter().any(|w| w == id))
        .collect();
    for id in &ids {
        first_pass(id);
    }
    println!(
        "\n{:<14}{:<20}{:>10}{:>10}{:>10}",
        "game", "while analysing", "median", "95 %", "most"
    );
    for id in &ids {
        on_the_screen(id);
    }
    println!("load: {}", load());
}

fn sample(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("assets/games/{id}.json"))
}

/// The load of the machine: the programs that want a processor, over the last minute.
fn load() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{} on {processors} processors", load.split(' ').next().unwrap_or("unknown"))
}

/// The time that this thread was on a processor; where the system does not report it, the time
/// since `begin`.
fn worked(begin: Instant) -> Duration {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|told| told.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| begin.elapsed(), Duration::from_nanos)
}

/// Looks at every position once, as the first pass of an analysis does.
fn first_pass(id: &str) {
    let text = fs::read(sample(id)).expect("a sample game");
    let (record, timeline) = Record::read(&text).expect("a record");
    let (GameAnalysis { moments, mut findings, build }, _) = GameAnalysis::of(&record, &timeline);
    let budgets = Budgets::equal(Budgets::USUAL.every);
    let job = Job { budgets, threads: 1, seed: 0, build: &build };
    let begin = Instant::now();
    let before = worked(begin);
    job.run(&moments, &mut findings, &CancelToken::new(), &mut |_| {}).expect("an analysis");
    let took = worked(begin).saturating_sub(before);
    println!("{id:<14}{:>6}{:>28.1} s", findings.len(), took.as_secs_f64());
}

/// Has the game analysed on the screen, and meanwhile goes through it and asks for hints.
fn on_the_screen(id: &str) {
    let home = tempfile::tempdir().expect("a directory");
    let game = sample(id);
    let game = game.to_str().expect("a path in Unicode");
    let mut program = Pty::tetralith(
        &["replay", game, "--turn", &TURNS.0.to_string(), "--board-art", "compact"],
        home.path(),
        (100, 40),
    );
    program.see(&format!("turn {} of", TURNS.0));
    program.press("A");
    program.see("analysing");
    let mut frames = Vec::with_capacity(TIMES);
    for nth in 0..TIMES {
        let (key, turn) = step(nth);
        frames.push(timed_turn(&mut program, key, turn));
    }
    tell(id, "a key", frames);
    let mut answers = Vec::with_capacity(TIMES);
    for nth in 0..TIMES {
        answers.push(timed(&mut program, "H", "a hint", names_a_step));
        program.press("H");
        program.wait("the hint to go", |screen| !names_a_step(screen));
        // On from where the keys ended.
        let (key, turn) = step(TIMES + nth);
        timed_turn(&mut program, key, turn);
    }
    tell(id, "a hint", answers);
    assert!(program.text().contains("analysing"), "the analysis of {id} ended too soon");
    program.quit();
}

/// The `nth` key, from 0, on the way to and fro, and the turn that it leads to.
fn step(nth: usize) -> (&'static str, usize) {
    let length = TURNS.1 - TURNS.0;
    let (at, is_forward) = (nth % length, (nth / length).is_multiple_of(2));
    if is_forward { (RIGHT, TURNS.0 + at + 1) } else { (LEFT, TURNS.1 - at - 1) }
}

/// True if the screen has the first line of a hint. A panel above counts cells in lines that begin
/// the same.
fn names_a_step(screen: &Screen) -> bool {
    let contents = screen.contents();
    contents.split_once("├ Hint").is_some_and(|(_, below)| below.contains("│ 1 "))
}

/// The time from `key` until the screen shows this `turn`.
fn timed_turn(program: &mut Pty, key: &str, turn: usize) -> Duration {
    let text = format!("turn {turn} of");
    timed(program, key, &text, |screen| screen.contents().contains(&text))
}

/// The time from `key` until the screen shows `what`, which `is_there`.
fn timed(program: &mut Pty, key: &str, what: &str, is_there: impl Fn(&Screen) -> bool) -> Duration {
    let begin = Instant::now();
    program.press(key);
    program.wait(what, is_there);
    begin.elapsed()
}

fn tell(id: &str, what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1e3;
    println!("{id:<14}{what:<20}{:>7.1} ms{:>7.1} ms{:>7.1} ms", at(50), at(95), at(100));
}
