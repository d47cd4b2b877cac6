//! Every fuzz target on its kept corpus and on seeded changes of it, for a bounded number of runs.
//!
//! `TETRALITH_FUZZ` sets how many a target; without it there are as many as a test suite can bear.
//! `TETRALITH_FUZZ_TARGET` names the only target to run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use clap::CommandFactory as _;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith::cli::Cli;
use tetralith_lab::cli::Lab;
use tetralith_testing::TARGETS;

/// The inputs kept for a target.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let mut paths: Vec<_> = std::fs::read_dir(&dir)
        .unwrap_or_else(|error| panic!("{}: {error}", dir.display()))
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths.into_iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// One input changed as fuzzers do: bytes flipped, replaced, cut out, doubled, or joined with
/// another's.
fn changed(inputs: &[Vec<u8>], rng: &mut Xoshiro256PlusPlus) -> Vec<u8> {
    let mut bytes = inputs.choose(rng).cloned().unwrap_or_default();
    for _ in 0..rng.random_range(1..6) {
        let at = rng.random_range(0..=bytes.len());
        match rng.random_range(0..6) {
            0 => bytes.insert(at, rng.random()),
            1 if at < bytes.len() => bytes[at] ^= 1 << rng.random_range(0..8),
            2 if at < bytes.len() => bytes[at] = rng.random(),
            3 => bytes.truncate(at),
            4 => {
                let end = (at + rng.random_range(0..16)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            _ => {
                let other = inputs.choose(rng).map_or(&[][..], Vec::as_slice);
                bytes.truncate(at);
                bytes.extend_from_slice(&other[other.len().min(at)..]);
            }
        }
    }
    bytes
}

#[test]
fn every_promise_holds_for_the_corpus_and_for_what_is_like_it() {
    let asked = std::env::var("TETRALITH_FUZZ").ok().map(|runs| runs.parse::<usize>().unwrap());
    let only = std::env::var("TETRALITH_FUZZ_TARGET").ok();
    std::thread::scope(|scope| {
        for target in
            TARGETS.iter().filter(|target| only.as_deref().is_none_or(|name| name == target.name))
        {
            scope.spawn(move || {
                let inputs = corpus(target.name);
                assert!(!inputs.is_empty(), "{} has no corpus", target.name);
                for input in &inputs {
                    (target.run)(input);
                }
                let slow = matches!(target.name, "events" | "sizes" | "gtp" | "plain");
                let runs = asked.unwrap_or(if slow { 30 } else { 400 });
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
                for run in 0..runs {
                    let input = changed(&inputs, &mut rng);
                    let broken = std::panic::catch_unwind(|| (target.run)(&input)).is_err();
                    assert!(
                        !broken,
                        "{}, run {run}: {:?}",
                        target.name,
                        String::from_utf8_lossy(&input)
                    );
                }
            });
        }
    });
}

/// Wild streams of events, with no corpus to lead them.
#[test]
fn no_stream_of_events_breaks_the_screen() {
    let runs = std::env::var("TETRALITH_FUZZ").ok().map_or(12, |runs| runs.parse::<u64>().unwrap());
    for seed in 0..runs {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let bytes: Vec<u8> = (0..700).map(|_| rng.random()).collect();
        let broken = std::panic::catch_unwind(|| tetralith_testing::run("events", &bytes)).is_err();
        assert!(!broken, "the stream of seed {seed}");
    }
}

/// The words for the values of the options and places of `command` and of those below it.
fn value_names(command: &clap::Command, found: &mut BTreeMap<String, BTreeSet<String>>) {
    for argument in command.get_arguments() {
        let Some(names) =
            argument.get_value_names().filter(|_| argument.get_action().takes_values())
        else {
            continue;
        };
        let option = argument.get_long().unwrap_or_default();
        let values = found.entry(option.to_owned()).or_default();
        values.extend(names.iter().map(ToString::to_string));
    }
    command.get_subcommands().for_each(|below| value_names(below, found));
}

#[test]
fn options_of_one_name_take_values_of_one_name() {
    let mut found = BTreeMap::new();
    for program in [Cli::command(), Lab::command()] {
        value_names(&program, &mut found);
    }
    let mut all = found.remove("").expect("there are places");
    // A side of a board is no side of a picture, the game of puzzles none of a list, and only some
    // commands look into directories.
    let several = ["size", "game", "in"];
    let unlike: Vec<_> = found
        .iter()
        .filter(|(option, names)| names.len() > 1 && !several.contains(&option.as_str()))
        .collect();
    assert!(unlike.is_empty(), "{unlike:?}");
    all.extend(found.into_values().flatten());
    // A number of anything is N, and no other word is a single letter.
    let letters: Vec<_> = all.iter().filter(|name| name.len() == 1 && *name != "N").collect();
    assert!(letters.is_empty(), "{letters:?}");
}
