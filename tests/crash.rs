//! The program killed at any moment: what is on the disk then, and what it makes of it when it is started again.
#![cfg(unix)]

mod pty;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use pty::Pty;
use tetralith::files::{self, Files};

/// How many games are played, how many at a time, and how often the program is killed in each.
const GAMES: u64 = 32;
const AT_A_TIME: u64 = 4;
const KILLS: u64 = 10;

/// How many times a program gets how many steps at once.
const BURSTS: u64 = 60;
const BURST: usize = 12;

/// Seeded numbers. Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }
}

/// What the files of `dir` hold, those under way included.
fn holds(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let Ok(entries) = fs::read_dir(dir) else { return BTreeMap::new() };
    entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            // One under way may be gone by now.
            Some((path.clone(), fs::read(path).ok()?))
        })
        .collect()
}

/// The steps of each unfinished game that is kept in `data`, as the program finds it when it is started; whatever is found
/// there as a game can be read.
fn kept(data: &Path) -> Vec<usize> {
    let files = Files::at(data.to_owned());
    files.recover();
    let dir = &files.unfinished();
    let entries = files::list(dir).unwrap_or_default();
    let load = |path: &Path| files::load(path).unwrap_or_else(|error| panic!("half a file: {error}")).1;
    entries.iter().map(|entry| load(&entry.path).steps()).collect()
}

/// How many steps the table shows as made; there is one a turn.
fn shown(screen: &vt100::Screen) -> Option<usize> {
    let text = screen.contents();
    text.split("turn ").nth(1)?.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Plays in a terminal and kills the program, again and again; returns the number of kills after which a step was kept
/// that had not been seen yet.
fn play_and_kill(seed: u64) -> u64 {
    let data = tempfile::tempdir().unwrap();
    let unfinished = data.path().join("unfinished");
    let games = data.path().join("games");
    fs::create_dir_all(&games).unwrap();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/games/greylox.json");
    fs::copy(sample, games.join("earlier.json")).unwrap();
    let before = holds(&games);
    let mut seeded = Seeded(seed);
    let (mut at_least, mut more) = (0, 0);
    for kill in 0..KILLS {
        let mut pty = if at_least == 0 {
            Pty::tetralith(&["play", "necklace", "--size", "9"], data.path(), (80, 24))
        } else {
            let mut pty = Pty::tetralith(&[], data.path(), (80, 24));
            pty.see("Resume the unfinished game");
            pty.press("\r");
            pty
        };
        // It goes on where it was.
        let begun = at_least;
        pty.wait("the table", |screen| screen.contents().contains(": place a stone") && shown(screen) == Some(begun));
        let whole = seeded.below(3) as usize;
        for made in 1..=whole {
            pty.press("\t\r");
            pty.wait("the next turn", |screen| shown(screen).is_some_and(|steps| steps >= begun + made));
        }
        // The step in the making: nothing of it, the key alone, a file under way, a file replaced, a frame begun.
        let was = holds(&unfinished);
        let point = seeded.below(5);
        if point > 0 {
            pty.press("\t\r");
        }
        match point {
            2 => while holds(&unfinished).len() == was.len() && holds(&unfinished) == was {},
            3 => {
                let games = || {
                    files::list(&unfinished)
                        .map(|entries| entries.iter().map(|e| fs::read(&e.path).ok()).collect::<Vec<_>>())
                };
                let was = games().ok();
                pty.wait("a step", |screen| shown(screen).is_some_and(|steps| steps > begun + whole));
                let still = || games().ok() == was;
                (0..seeded.below(200)).take_while(|_| still()).for_each(drop);
            }
            4 => pty.wait("a step", |screen| shown(screen).is_some_and(|steps| steps > begun + whole)),
            _ => {}
        }
        pty.signal("-KILL");
        pty.child.wait().unwrap();
        let found = kept(data.path());
        let known = begun + whole + usize::from(point > 2);
        let steps = found.first().copied().unwrap_or_default();
        assert!(found.len() <= 1, "seed {seed}, kill {kill}: a game is kept in one file: {found:?}");
        assert!(steps >= known && steps <= known + 1, "seed {seed}, kill {kill}: {steps} are kept of {known} seen");
        assert!(steps >= at_least, "seed {seed}, kill {kill}: what was kept is kept");
        assert_eq!(holds(&games), before, "seed {seed}, kill {kill}: other games are as they were");
        more += u64::from(steps > known);
        at_least = steps;
    }
    more
}

/// Does `play` for each of `seeds`, some at a time, and adds up what it returns.
fn at_a_time(seeds: u64, play: fn(u64) -> u64) -> u64 {
    (0..AT_A_TIME)
        .map(|first| thread::spawn(move || (first..seeds).step_by(AT_A_TIME as usize).map(play).sum::<u64>()))
        .collect::<Vec<_>>()
        .into_iter()
        .map(|thread| thread.join().unwrap())
        .sum()
}

#[test]
fn a_program_killed_at_any_moment_loses_nothing_that_was_shown() {
    let more = at_a_time(GAMES, play_and_kill);
    println!("{} kills, {more} after which a step was kept that had not been drawn", GAMES * KILLS);
}

/// Makes many steps at once and kills the program as soon as it shows any of them; returns how many it showed.
fn burst_and_kill(seed: u64) -> u64 {
    let data = tempfile::tempdir().unwrap();
    let mut seeded = Seeded(seed);
    let mut pty = Pty::tetralith(&["play", "necklace", "--size", "9"], data.path(), (80, 24));
    pty.see(": place a stone");
    pty.press("\t\r");
    pty.wait("a step", |screen| shown(screen) == Some(1));
    pty.press(&"\t\r".repeat(BURST));
    let at_least = 2 + seeded.below(BURST as u64) as usize;
    pty.wait("some of the steps", |screen| shown(screen).is_some_and(|steps| steps >= at_least));
    pty.signal("-KILL");
    pty.child.wait().unwrap();
    // What came before the kill counts, whether it was read in time or not.
    while let Ok(bytes) = pty.output.recv_timeout(pty::PATIENCE) {
        pty.screen.process(&bytes);
    }
    let drawn = shown(pty.screen.screen()).unwrap();
    let found = kept(data.path());
    assert!(found.len() == 1 && found[0] >= drawn, "seed {seed}: {found:?} are kept of {drawn} drawn");
    drawn as u64
}

#[test]
fn of_many_steps_made_at_once_none_that_is_shown_is_lost() {
    let drawn = at_a_time(BURSTS, burst_and_kill);
    println!("{BURSTS} bursts of {BURST} steps, {drawn} steps drawn before the kills and none lost");
}
