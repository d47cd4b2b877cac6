//! Guesses at the effort, held against the positions that were looked at on the boards that are
//! solved.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tetralith_core::{Game, Setup};
use tetralith_engine::solve::{SolveLimits, SolveTask, Unsolved};

fn setup(options: &Value) -> Setup {
    Setup {
        size: options["size"].as_i64(),
        board: options["board"].as_str().and_then(|id| id.parse().ok()),
        opening: options["opening"].as_bool(),
        komi: options["komi"].as_i64(),
        ties: options["ties"].as_str().and_then(|id| id.parse().ok()),
        pie: options["pie"].as_bool(),
    }
}

#[test]
fn a_guess_is_right_within_a_factor_of_thirty() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/solved/results.jsonl");
    let text = fs::read_to_string(path).unwrap();
    let mut compared = 0;
    for line in text.lines() {
        let result: Value = serde_json::from_str(line).unwrap();
        let game = Game::new(result["game"].as_str().unwrap(), &setup(&result["options"])).unwrap();
        let (guess, looked_at) = (game.solving_effort(), result["nodes"].as_f64().unwrap().log10());
        assert!(
            (guess - looked_at).abs() < 30_f64.log10(),
            "10^{guess:.1} for 10^{looked_at:.1}: {line}"
        );
        compared += 1;
    }
    assert!(compared >= 20);
}

#[test]
fn a_board_too_large_is_told_before_the_search_and_after_one_with_a_limit() {
    let start = Game::new("necklace", &Setup::default()).unwrap();
    let mut task =
        SolveTask { start: &start, steps: &[], limits: SolveLimits::default(), state: None };
    let told = task.check_size().unwrap_err().to_string();
    assert_eq!(
        told,
        "the position is too large to be solved: about 10^60 positions are to be expected, which take 10^46 years at a million a second"
    );
    task.limits = SolveLimits { memory: 1 << 20, nodes: 5_000, ..SolveLimits::default() };
    task.check_size().unwrap();
    let Err(Unsolved::Limits { nodes, range, effort, .. }) = task.solve(&|_| true) else {
        panic!("a miracle")
    };
    assert!(nodes >= 5_000 && range == [-1, 1] && effort > 50.0);
}
