//! The beginning and end of a program.

use std::io::{self, Write as _};
use std::panic;
use std::process::{self, ExitCode};
use std::sync::Once;
use std::thread;

use clap::error::ContextValue;
use tetralith_core::text::display_text;
use tetralith_engine::is_catching_panics;

use crate::error::CommandError;
use crate::notes::say;
use crate::terminal_text::{stderr, stdout};

/// Prepares the process: a panic that a search catches is not reported a second time, and a file
/// that may not grow any more (`ulimit -f`) is an error of writing, not the end of the program.
pub fn begin() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !is_catching_panics() {
                report(info);
            }
        }));
    });
    outlive_limits();
}

/// A caught signal does nothing else; in programs that this one starts it acts as usual.
#[cfg(unix)]
fn outlive_limits() {
    let heard = std::sync::Arc::default();
    // If it cannot be caught, it ends the program as before.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, heard);
}

#[cfg(not(unix))]
const fn outlive_limits() {}

/// True if the system gives one more thread: where it does not (`ulimit -u`), a bar of
/// progress that moves by itself would panic.
pub fn has_threads() -> bool {
    thread::Builder::new().spawn(|| ()).is_ok_and(|thread| thread.join().is_ok())
}

/// Writes the sentence of a failure to standard error and returns its exit status.
pub fn exit(sentence: &str, status: u8) -> ExitCode {
    say(&format_args!("error: {sentence}"));
    ExitCode::from(status)
}

/// Ends the program as clap asks: help and the version go to standard output with status 0, a fault
/// of the command line to standard error with status 2.
pub fn leave(error: clap::Error) -> ! {
    if error.use_stderr() {
        let status = error.exit_code();
        let _ = stderr().write_all(on_one_line(error).render().to_string().as_bytes());
        process::exit(status);
    }
    let text = error.render().to_string();
    let written = stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush());
    match written.map_err(CommandError::from) {
        Err(error) if !error.is_broken_pipe() => {
            say(&format_args!("error: {error}"));
            process::exit(error.status().into());
        }
        _ => process::exit(0),
    }
}

/// `error` without line ends and controls in the words that it quotes: they would look like lines
/// of its own.
fn on_one_line(mut error: clap::Error) -> clap::Error {
    let quoted: Vec<_> = error.context().map(|(kind, value)| (kind, value.clone())).collect();
    for (kind, value) in quoted {
        let shown = match value {
            ContextValue::String(word) => ContextValue::String(display_text(&word)),
            ContextValue::Strings(words) => {
                ContextValue::Strings(words.iter().map(|word| display_text(word)).collect())
            }
            _ => continue,
        };
        error.insert(kind, shown);
    }
    error
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::process::Command;

    use tetralith_engine::catch_panic;

    use super::*;

    /// The variable that is set in a process which the test has begun for itself.
    const ALONE: &str = "TETRALITH_TEST_ALONE";

    #[test]
    fn only_panics_of_searches_are_not_reported() {
        if env::var_os(ALONE).is_some() {
            begin();
            let told = catch_panic(|| panic!("in a search"));
            assert_eq!(told, Err::<(), _>("the search failed: in a search".to_owned()));
            assert!(thread::spawn(|| panic!("elsewhere")).join().is_err());
            return;
        }
        let test = "start::tests::only_panics_of_searches_are_not_reported";
        let program = env::current_exe().unwrap();
        let run = Command::new(program)
            .args(["--exact", test, "--nocapture"])
            .env(ALONE, "1")
            .output()
            .unwrap();
        let err = String::from_utf8(run.stderr).unwrap();
        assert!(
            run.status.success() && err.contains("elsewhere") && !err.contains("in a search"),
            "{err}"
        );
    }
}
