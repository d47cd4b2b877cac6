//! The program killed at any moment: what is on the disk then, and what it makes of it when it is
//! started again.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use crate::pty::Pty;
use tetralith_storage::files::{self, Files};

/// The number of games that are played, of those played at a time, and of kills in each.
const GAMES: u64 = 32;
const AT_A_TIME: u64 = 4;
const KILLS: u64 = 10;

/// The number of games that are played to their end, each killed about there.
const ENDS: u64 = 48;

/// The number of runs in which a program gets many steps at once, and the number of those steps.
const BURSTS: u64 = 60;
const BURST: usize = 12;

/// Seeded numbers. Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators",
/// 2014.
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

/// The contents of the files of `dir`, those under way included.
fn holds(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let Ok(entries) = fs::read_dir(dir) else { return BTreeMap::new() };
    entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            // A file being written may be gone by now.
            Some((path.clone(), fs::read(path).ok()?))
        })
        .collect()
}

/// The steps of each unfinished game that is kept in `data`, as the program finds it when it is
/// started; every game found there can be read.
fn kept(data: &Path) -> Vec<usize> {
    let files = Files::at(data.to_owned());
    files.recover();
    let load =
        |path: &Path| files::load(path).unwrap_or_else(|error| panic!("half a file: {error}")).1;
    files.unfinished().map(|path| load(&path).steps()).collect()
}

/// The number of steps that the table shows as made; there is one a turn.
fn shown(screen: &vt100::Screen) -> Option<usize> {
    let text = screen.contents();
    text.split("turn ").nth(1)?.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Plays in a terminal and kills the program, again and again; returns the number of kills after
/// which a step was kept that had not been seen yet.
fn play_and_kill(seed: u64) -> u64 {
    let data = tempfile::tempdir().unwrap();
    let games = data.path().join("games");
    fs::create_dir_all(&games).unwrap();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/games/greylox.json");
    let earlier = games.join("earlier.json");
    fs::copy(&sample, &earlier).unwrap();
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
        pty.wait("the table", |screen| {
            screen.contents().contains(": place a stone") && shown(screen) == Some(begun)
        });
        let whole = seeded.below(3) as usize;
        for made in 1..=whole {
            pty.press("\t\r");
            pty.wait("the next turn", |screen| {
                shown(screen).is_some_and(|steps| steps >= begun + made)
            });
        }
        // Of the step being made the kill may find nothing, the key alone, a file half written, a
        // file replaced, or a frame begun.
        let was = holds(&games);
        let point = seeded.below(5);
        if point > 0 {
            pty.press("\t\r");
        }
        match point {
            2 => while holds(&games).len() == was.len() && holds(&games) == was {},
            3 => {
                let whole_games = || {
                    tetralith_files::list(&games).map(|entries| {
                        entries.iter().map(|e| fs::read(&e.path).ok()).collect::<Vec<_>>()
                    })
                };
                let was = whole_games().ok();
                pty.wait("a step", |screen| {
                    shown(screen).is_some_and(|steps| steps > begun + whole)
                });
                let still = || whole_games().ok() == was;
                (0..seeded.below(200)).take_while(|_| still()).for_each(drop);
            }
            4 => pty
                .wait("a step", |screen| shown(screen).is_some_and(|steps| steps > begun + whole)),
            _ => {}
        }
        pty.signal("-KILL");
        pty.child.wait().unwrap();
        let found = kept(data.path());
        let known = begun + whole + usize::from(point > 2);
        let steps = found.first().copied().unwrap_or_default();
        assert!(
            found.len() <= 1,
            "seed {seed}, kill {kill}: a game is kept in one file: {found:?}"
        );
        assert!(
            steps >= known && steps <= known + 1,
            "seed {seed}, kill {kill}: {steps} are kept of {known} seen"
        );
        assert!(steps >= at_least, "seed {seed}, kill {kill}: what was kept is kept");
        assert_eq!(
            fs::read(&earlier).unwrap(),
            fs::read(&sample).unwrap(),
            "seed {seed}, kill {kill}: other games are as they were"
        );
        more += u64::from(steps > known);
        at_least = steps;
    }
    more
}

/// Does `play` for each of `seeds`, some at a time, and adds up what it returns.
fn at_a_time(seeds: u64, play: fn(u64) -> u64) -> u64 {
    (0..AT_A_TIME)
        .map(|first| {
            thread::spawn(move || (first..seeds).step_by(AT_A_TIME as usize).map(play).sum::<u64>())
        })
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

/// Makes many steps at once and kills the program as soon as it shows any of them; returns how many
/// it showed.
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
    // Keys before the kill count, read in time or not.
    while let Ok(bytes) = pty.output.recv_timeout(crate::pty::PATIENCE) {
        pty.screen.process(&bytes);
    }
    let drawn = shown(pty.screen.screen()).unwrap();
    let found = kept(data.path());
    assert!(
        found.len() == 1 && found[0] >= drawn,
        "seed {seed}: {found:?} are kept of {drawn} drawn"
    );
    drawn as u64
}

#[test]
fn of_many_steps_made_at_once_none_that_is_shown_is_lost() {
    let drawn = at_a_time(BURSTS, burst_and_kill);
    println!(
        "{BURSTS} bursts of {BURST} steps, {drawn} steps drawn before the kills and none lost"
    );
}

/// The paths of the games in `dir`, drafts not included.
fn games_in(dir: &Path) -> Vec<PathBuf> {
    tetralith_files::list(dir).unwrap_or_default().into_iter().map(|entry| entry.path).collect()
}

/// True if there is a draft in `dir`.
fn has_draft(dir: &Path) -> bool {
    let is_draft =
        |path: &PathBuf| path.to_string_lossy().ends_with(".json") && !games_in(dir).contains(path);
    holds(dir).keys().any(is_draft)
}

/// Looks again and again until `done`.
fn until(done: impl Fn() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < crate::pty::PATIENCE, "waited in vain");
    }
}

/// Plays a short game to its end, which in some runs is taken back at once, and kills the program
/// about then, and those started after it while they start; returns 1 if the first kill found a
/// draft of the game.
fn end_and_kill(seed: u64) -> u64 {
    const STEPS: usize = 6;
    let data = tempfile::tempdir().unwrap();
    let files = Files::at(data.path().to_owned());
    let games = files.games();
    fs::create_dir_all(&games).unwrap();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/games/multiplicity.json");
    let earlier = games.join("earlier.json");
    fs::copy(&sample, &earlier).unwrap();
    let mut seeded = Seeded(seed);

    let mut pty = Pty::tetralith(
        &["play", "multiplicity", "--size", "2", "--no-opening"],
        data.path(),
        (80, 24),
    );
    pty.see(": place a stone");
    for made in 1..STEPS {
        pty.press("\t\r");
        pty.wait("the next turn", |screen| shown(screen) == Some(made));
    }
    let goes_back = seeded.below(4) == 0;
    pty.press(if goes_back { "\t\ru" } else { "\t\r" });
    let point = seeded.below(4);
    match point {
        0 => until(|| goes_back || files.latest_unfinished().is_none()),
        1 => until(|| goes_back || !has_draft(&games)),
        2 => (0..seeded.below(400)).for_each(|_| drop(games_in(&games))),
        _ => pty.wait("the end", |screen| goes_back || screen.contents().contains("game over")),
    }
    pty.signal("-KILL");
    pty.child.wait().unwrap();
    let drafted = has_draft(&games);
    let is_over = matches!(point, 0 | 3) && !goes_back;

    for _ in 0..seeded.below(3) {
        let mut pty = Pty::tetralith(&[], data.path(), (80, 24));
        (0..seeded.below(4_000)).for_each(|_| drop(games_in(&games)));
        pty.signal("-KILL");
        pty.child.wait().unwrap();
    }
    let mut pty = Pty::tetralith(&[], data.path(), (80, 24));
    pty.see("Open a saved game");
    pty.quit();

    assert_eq!(
        fs::read(&earlier).unwrap(),
        fs::read(&sample).unwrap(),
        "seed {seed}: other games are as they were"
    );
    let found: Vec<PathBuf> =
        games_in(&games).into_iter().filter(|path| *path != earlier).collect();
    let [path] = &found[..] else {
        panic!("seed {seed}, point {point}: one game is in {} files: {found:?}", found.len())
    };
    let steps = files::load(path).unwrap_or_else(|error| panic!("half a file: {error}")).1.steps();
    let ended = files.latest_unfinished().is_none();
    assert!(ended || !is_over, "seed {seed}: it was seen to be over: {found:?}");
    assert!(steps == STEPS || !ended && steps == STEPS - 1, "seed {seed}: {steps} steps are kept");
    assert!(!has_draft(&games), "seed {seed}: a draft is left");
    u64::from(drafted)
}

#[test]
fn a_game_that_ends_is_kept_once_whenever_its_program_is_killed() {
    let drafted = at_a_time(ENDS, end_and_kill);
    println!("{ENDS} games killed about their end, {drafted} while they had drafts");
}

/// The number of starts that are killed while they move games from where earlier versions kept
/// them.
const MOVES: u64 = 24;

/// Kills programs as they start on games of an earlier version; returns 1 if the first kill found
/// some games moved and others not.
fn move_and_kill(seed: u64) -> u64 {
    const GAMES: usize = 12;
    let data = tempfile::tempdir().unwrap();
    let before = data.path().join("unfinished");
    let games = Files::at(data.path().to_owned()).games();
    fs::create_dir_all(&before).unwrap();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/games/necklace.json");
    for game in 0..GAMES {
        // Every other game is only in a draft.
        let name =
            if game % 2 == 0 { format!("{game}.json") } else { format!(".tetralith-{game}.json") };
        fs::copy(&sample, before.join(name)).unwrap();
    }
    let mut seeded = Seeded(seed);
    let mut between = 0;
    for start in 0..3 {
        let mut pty = Pty::tetralith(&[], data.path(), (80, 24));
        let wanted = seeded.below(GAMES as u64) as usize;
        until(|| games_in(&games).len() >= wanted);
        pty.signal("-KILL");
        pty.child.wait().unwrap();
        if start == 0 {
            between = u64::from(games_in(&games).len() < GAMES);
        }
    }
    let mut pty = Pty::tetralith(&[], data.path(), (80, 24));
    pty.see("Open a saved game");
    pty.quit();
    assert!(!before.exists(), "seed {seed}");
    let moved = games_in(&games);
    assert_eq!(moved.len(), GAMES, "seed {seed}: {moved:?}");
    for path in moved {
        assert_eq!(fs::read(path).unwrap(), fs::read(&sample).unwrap(), "seed {seed}");
    }
    between
}

#[test]
fn games_of_an_earlier_version_are_moved_once_after_any_kill() {
    let between = at_a_time(MOVES, move_and_kill);
    println!("{MOVES} starts killed as they moved games, {between} between two games");
}

/// Makes three moves of Necklace and types `keys`, kills the program once `done` shows that their
/// effect is shown, and returns where the kept game is and how many steps it holds.
fn act_and_kill(keys: &str, done: impl Fn(&vt100::Screen) -> bool) -> (String, usize) {
    let data = tempfile::tempdir().unwrap();
    let mut pty = Pty::tetralith(&["play", "necklace", "--size", "5"], data.path(), (80, 24));
    pty.see(": place a stone");
    for (made, step) in ["c3", "b2", "d4"].into_iter().enumerate() {
        pty.press(&format!("m{step}\r"));
        pty.wait("the next turn", |screen| shown(screen) == Some(made + 1));
    }
    pty.press(keys);
    pty.wait("what the keys do", done);
    pty.signal("-KILL");
    pty.child.wait().unwrap();
    let files = Files::at(data.path().to_owned());
    files.recover();
    let [path] = &games_in(&files.games())[..] else { panic!("one game is kept") };
    let (record, timeline) = files::load(path).unwrap();
    let place = record.unknown.get(files::CURSOR).unwrap_or_default();
    (place.trim_matches('"').to_owned(), timeline.steps())
}

#[test]
fn undos_are_saved_at_once() {
    let undone = |screen: &vt100::Screen| shown(screen) == Some(2);
    assert_eq!(act_and_kill("u", undone), ("c3 b2".to_owned(), 3));
    let plays_on = |screen: &vt100::Screen| screen.contents().contains("Playing from here");
    assert_eq!(act_and_kill("B[[b", plays_on), ("c3".to_owned(), 3));
    let deleted = |screen: &vt100::Screen| screen.contents().contains("The variation is deleted");
    assert_eq!(act_and_kill("B[ma1\rDy", deleted), ("c3 b2 d4".to_owned(), 3));
}
