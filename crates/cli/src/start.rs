//! How a program begins and ends.

use std::panic;
use std::process::ExitCode;
use std::sync::Once;

use tetralith_engine::is_catching_panics;

use crate::notes::say;

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
    // Where it cannot be caught, it ends the program as before.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, heard);
}

#[cfg(not(unix))]
const fn outlive_limits() {}

/// Writes the sentence of a failure to standard error and returns its exit status.
pub fn exit(sentence: &str, status: u8) -> ExitCode {
    say(&format_args!("error: {sentence}"));
    ExitCode::from(status)
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::process::Command;
    use std::thread;

    use tetralith_engine::catch_panic;

    use super::*;

    /// The variable that tells the test that it runs in a process of its own, begun by itself.
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
