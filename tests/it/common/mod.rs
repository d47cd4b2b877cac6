//! Running the built program, and reading the records it writes.
#![allow(dead_code, reason = "each test binary that shares this uses part of it")]

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// The outcome of a run of the program.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the program with `args`, gives it `input`, and waits for its end.
pub(crate) fn run(args: &[&str], input: &[u8]) -> Run {
    run_with(args, input, &[])
}

/// Like [`run`], with these environment variables.
pub(crate) fn run_with(args: &[&str], input: &[u8], variables: &[(&str, &OsStr)]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tetralith"))
        .args(args)
        .env("TETRALITH_CONFIG", concat!(env!("CARGO_TARGET_TMPDIR"), "/no-config.toml"))
        .envs(variables.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it has an input");
    let input = input.to_vec();
    let feeder = std::thread::spawn(move || {
        // A program may end before it has read everything.
        drop(stdin.write_all(&input));
    });
    let output = child.wait_with_output().expect("the program ends");
    feeder.join().expect("the input is fed");
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    Run {
        status: output.status.code().unwrap_or(-1),
        out: text(output.stdout),
        err: text(output.stderr),
    }
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
