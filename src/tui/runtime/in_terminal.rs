//! Tests that run in a terminal of their own.

use std::env;
use std::io::Read as _;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// The variable that is set in a terminal which a test has begun for itself.
const IN_TERMINAL: &str = "TETRALITH_TEST_IN_TERMINAL";

/// True if the test that asks runs in a terminal of its own.
pub(super) fn is_here() -> bool {
    env::var_os(IN_TERMINAL).is_some()
}

/// Runs a test of this module's parent once more, in a terminal. Returns its output there, and true
/// if it passed.
pub(super) fn output_of(test: &str) -> (Vec<u8>, bool) {
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new("sh");
    // The terminal's handling of keys is compared too.
    let script = r#"before=$(stty -a); "$@"; status=$?; [ "$before" = "$(stty -a)" ] && echo as before; exit $status"#;
    let test = format!("tui::runtime::{test}");
    let program = env::current_exe().unwrap();
    command.args(["-c", script, "sh", program.to_str().unwrap(), "--exact", &test, "--nocapture"]);
    command.env("TERM", "xterm-256color");
    command.env(IN_TERMINAL, "1");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut output = Vec::new();
    // The end of a pseudo-terminal is an error on some systems and nothing more to read on others.
    let _ = reader.read_to_end(&mut output);
    (output, child.wait().unwrap().success())
}
