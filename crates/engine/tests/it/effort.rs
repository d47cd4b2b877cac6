//! Guesses at the effort of solving a position.

use tetralith_core::{Game, Setup};
use tetralith_engine::solve::{SolveLimits, SolveTask, Unsolved};

#[test]
fn too_large_boards_are_reported_before_the_search() {
    let start = Game::new("necklace", &Setup::default()).unwrap();
    let mut task =
        SolveTask { start: &start, steps: &[], limits: SolveLimits::default(), state: None };
    let told = task.check_size().unwrap_err().to_string();
    assert_eq!(
        told,
        "the position is too large to solve: about 10^60 positions are expected, which take \
         10^46 years at a million a second"
    );
    task.limits = SolveLimits { memory: 1 << 20, nodes: 5_000, ..SolveLimits::default() };
    task.check_size().unwrap();
    let Err(Unsolved::Limits { nodes, range, effort, .. }) = task.solve(&|_| true) else {
        panic!("a miracle")
    };
    assert!(nodes >= 5_000 && range == [-1, 1] && effort > 50.0);
}

#[test]
fn estimate_is_no_longer_given_once_it_says_nothing() {
    let told = |nodes, range, has_score| {
        let elapsed = std::time::Duration::from_secs(2);
        Unsolved::Limits { nodes, before: 0, elapsed, range, has_score, effort: 6.3 }.to_string()
    };
    let after = |nodes, range| told(nodes, range, false);
    assert!(after(1_000, [-1, 1]).ends_with("about 2 million positions are expected in all"));
    // A value that is known is in the sentence.
    let lost = "the value for the first player is -1, but not all moves that keep it are known";
    assert!(after(1_000, [-1, -1]).contains(lost));
    assert!(after(1_000, [0, 1]).contains("the first player does not lose"));
    // A lead of 0 may be a loss by the half point.
    assert!(told(1_000, [0, 1], true).contains("leads by 0 to 1 points, before komi"));
    // Only first moves are open, or the search has gone on beyond what was expected.
    for unsolved in [after(1_800_000, [1, 1]), after(2_100_000, [-1, 1])] {
        assert!(unsolved.ends_with("the number still needed is unknown"), "{unsolved}");
    }
}
