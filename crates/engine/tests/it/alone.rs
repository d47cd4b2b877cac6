//! Tests that run by themselves in a process.

use std::env;
use std::process::Command;

/// The environment variable that the process of a test that runs alone has.
const ALONE: &str = "TETRALITH_ALONE";

/// Returns true in a process that runs nothing but `test`, which is named as the harness names it;
/// in any other process runs that one and asserts that the test passes there.
///
/// Tests that look at what all threads of their process share need this: its memory, its panic
/// hook.
pub(crate) fn is_alone(test: &str) -> bool {
    if env::var_os(ALONE).is_some() {
        return true;
    }
    let program = env::current_exe().expect("a test knows its program");
    let mut alone = Command::new(program);
    alone.args([test, "--exact", "--nocapture"]).env(ALONE, "1");
    let output = alone.output().expect("the program can be started again");
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    print!("{printed}");
    assert!(output.status.success(), "{test}, alone:\n{printed}{errors}");
    assert!(printed.contains("1 passed"), "there is one test '{test}':\n{printed}");
    false
}
