//! Running a program and reading what it writes; the tests of both programs share this.

use std::ffi::OsStr;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// The outcome of a run of a program.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs `program` with `args`, these environment variables and a home of its own, gives it `input`,
/// and waits for its end.
pub(crate) fn run(program: &str, args: &[&str], input: &[u8], variables: &[(&str, &OsStr)]) -> Run {
    let home = tempfile::tempdir().expect("a home directory");
    let mut child = Command::new(program)
        .args(args)
        .env("HOME", home.path())
        .env_remove("XDG_DATA_HOME")
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
