//! Running the built program, and reading the records it writes.
#![allow(dead_code, reason = "each test binary that shares this uses part of it")]

mod program;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

pub(crate) use program::Run;

/// The games kept in `data` that go on, or those that are over.
pub(crate) fn kept_games(data: &Path, go_on: bool) -> Vec<PathBuf> {
    let entries = fs::read_dir(data.join("games")).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    let goes_on = |path: &Path| json(path).get("tetralith:cursor").is_some();
    paths.retain(|path| {
        path.extension().is_some_and(|ending| ending == "json") && goes_on(path) == go_on
    });
    paths.sort();
    paths
}

/// Runs the program with `args`, gives it `input`, and waits for its end.
pub(crate) fn run(args: &[&str], input: &[u8]) -> Run {
    run_with(args, input, &[])
}

/// Like [`run`], with these environment variables.
pub(crate) fn run_with(args: &[&str], input: &[u8], variables: &[(&str, &OsStr)]) -> Run {
    program::run(env!("CARGO_BIN_EXE_tetralith"), args, input, variables)
}

/// The record at `path`.
pub(crate) fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// The turns of the record at `path`, without what is noted on them.
pub(crate) fn turns(path: &Path) -> Vec<String> {
    let record = json(path);
    let turn = |turn: &Value| turn.as_str().or_else(|| turn["move"].as_str()).unwrap().to_owned();
    record["moves"].as_array().unwrap().iter().map(turn).collect()
}
