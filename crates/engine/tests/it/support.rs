//! The tools that several tests of the engine share.

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

/// The methods of [`Rules`](tetralith_core::Rules) of a tuple struct around the game `$inner`, but
/// `score`: those of that game.
macro_rules! rules_of {
    ($inner:ty) => {
        const INFO: tetralith_core::Info = <$inner as tetralith_core::Rules>::INFO;

        fn new(options: &tetralith_core::Options) -> Result<Self, tetralith_core::SetupError> {
            <$inner>::new(options).map(Self)
        }

        fn options(&self) -> &tetralith_core::Options {
            self.0.options()
        }

        fn board(&self) -> &tetralith_core::Board {
            self.0.board()
        }

        fn to_move(&self) -> tetralith_core::Colour {
            self.0.to_move()
        }

        fn legal_steps(&self, out: &mut Vec<tetralith_core::Step>) {
            self.0.legal_steps(out);
        }

        fn check(&self, step: tetralith_core::Step) -> Result<(), tetralith_core::PlayError> {
            self.0.check(step)
        }

        fn play_unchecked(&mut self, step: tetralith_core::Step) {
            self.0.play_unchecked(step);
        }

        fn outcome(&self) -> Option<tetralith_core::rules::Outcome> {
            self.0.outcome()
        }

        fn marks(&self) -> tetralith_core::Marks {
            self.0.marks()
        }
    };
}
pub(crate) use rules_of;
