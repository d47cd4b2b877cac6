//! Won games that are to be ended soon.
//!
//! `TETRALITH_WON=4000 cargo test --release -p tetralith-engine --test it won -- --nocapture` plays
//! on from all of the positions instead of a few, with so many simulations a step, and reports how
//! long each took.

use tetralith_core::{Game, Names, Setup, Step};
use tetralith_engine::{AnySearch, CancelToken, Config, Limits};

/// Twenty positions of Necklace 13×13 that are not settled and in which the player to move wins at
/// least 95 % of 1,500 simulations: the plies of the shortest win in three games from there with
/// 4,000 simulations a step for both sides, and the steps that lead there.
const POSITIONS: &str = include_str!("won/necklace-13.txt");

/// The positions that are played on from unless more are asked for.
const FEW: usize = 3;

/// The most plies for each ply of the shortest wins.
const LONGEST: f64 = 1.5;

/// Simulations a step of either side there.
const SIMULATIONS: u64 = 400;

/// The plies until `position`, which the steps `played` led to, is over; asserts that the player to
/// move wins.
fn plies_left(mut position: Game, mut played: Vec<Step>, simulations: u64) -> usize {
    let (winner, before) = (position.to_move(), played.len());
    let mut sides =
        [0, 1].map(|seed| AnySearch::new(Config { seed, memory: 32 << 20, ..Config::default() }));
    while position.outcome().is_none() {
        let side = &mut sides[position.to_move().index()];
        side.follow(&position, &played);
        let limits = Limits { early: true, ..Limits::simulations(simulations) };
        let found = side.run(&limits, &CancelToken::new(), &mut |_| {}).expect("the game goes on");
        let step = found.best().expect("there are steps");
        position.play(step).expect("it is legal");
        played.push(step);
    }
    let outcome = position.outcome().expect("it is over");
    assert_eq!(outcome.winner, Some(winner), "a won game was lost: {played:?}");
    played.len() - before
}

#[test]
fn won_games_end_within_one_and_a_half_shortest_wins() {
    let asked = std::env::var("TETRALITH_WON").ok().and_then(|count| count.parse().ok());
    let (count, simulations) =
        asked.map_or((FEW, SIMULATIONS), |simulations| (usize::MAX, simulations));
    let (mut shortest, mut taken) = (0, 0);
    for line in POSITIONS.lines().take(count) {
        let (least, steps) = line.split_once(": ").expect("plies and steps");
        let least: usize = least.parse().expect("a number of plies");
        let mut position = Game::new("necklace", &Setup::default()).expect("the usual board");
        let mut played = Vec::new();
        for name in steps.split(' ') {
            let step = Names::of(&position).parse_step(name).expect("a step");
            position.play(step).expect("it is legal");
            played.push(step);
        }
        let plies = plies_left(position, played, simulations);
        println!("{plies} plies where {least} do: {steps}");
        shortest += least;
        taken += plies;
    }
    println!("{taken} plies where {shortest} do");
    assert!(shortest > 0, "there are positions");
    assert!(taken as f64 <= LONGEST * shortest as f64, "{taken} plies where {shortest} do");
}
