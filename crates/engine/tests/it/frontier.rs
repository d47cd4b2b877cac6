//! A frontier solved in parts is the one solved at once, and leads to the value of the position.

use std::collections::BTreeSet;

use tetralith_core::{Colour, Game, Setup, Step};
use tetralith_engine::solve::{FrontierPart, SolveLimits, Unit, Unsolved, solve, solve_frontier};

fn limits() -> SolveLimits {
    SolveLimits { memory: 1 << 20, ..SolveLimits::default() }
}

fn units(game: &Game, shard: usize, shards: usize) -> Vec<Unit> {
    let mut found = Vec::new();
    let part = FrontierPart { depth: 2, shard, shards, known: &BTreeSet::new(), of: None };
    solve_frontier(game, part, &limits(), &|_| true, &mut |unit| found.push(unit)).unwrap();
    found
}

/// The value of `game` by those of all units that its steps lead to; of positions alike only one is
/// there.
fn best(game: &Game, path: &mut Vec<Step>, units: &[Unit]) -> Option<i16> {
    if let Some(unit) = units.iter().find(|unit| unit.steps == *path) {
        return Some(unit.value);
    }
    if path.len() == 2 {
        return None;
    }
    let values: Vec<i16> = game
        .legal()
        .into_iter()
        .filter_map(|step| {
            let mut next = game.clone();
            next.play(step).unwrap();
            path.push(step);
            let value = best(&next, path, units);
            path.pop();
            value
        })
        .collect();
    if game.to_move() == Colour::First {
        values.into_iter().max()
    } else {
        values.into_iter().min()
    }
}

#[test]
fn the_union_of_the_shards_is_the_whole() {
    for (id, size) in [("necklace", 3), ("plurality", 3), ("greylox", 2), ("multiplicity", 2)] {
        let game = Game::new(id, &Setup { size: Some(size), ..Setup::default() }).unwrap();
        let whole = units(&game, 0, 1);
        let mut union: Vec<Unit> = (0..3).flat_map(|shard| units(&game, shard, 3)).collect();
        union.sort_by_key(|unit| unit.number);
        assert_eq!(union, whole, "{id}");
        assert!(whole.len() > 2 && whole.iter().all(|unit| unit.of == whole.len()));
    }
}

#[test]
fn results_of_another_frontier_are_refused_first() {
    let game = Game::new("greylox", &Setup { size: Some(2), ..Setup::default() }).unwrap();
    let all = units(&game, 0, 1).len();
    let solve = |of| {
        let part = FrontierPart {
            depth: 2,
            shard: 0,
            shards: 1,
            known: &BTreeSet::from([0]),
            of: Some(of),
        };
        let mut solved = 0;
        (solve_frontier(&game, part, &limits(), &|_| true, &mut |_| solved += 1), solved)
    };
    assert!(matches!(solve(all), (Ok(()), solved) if solved + 1 == all));
    let (found, solved) = solve(all + 1);
    assert!(matches!(
        found,
        Err(Unsolved::Frontier { of, expected }) if (of, expected) == (all, all + 1)
    ));
    assert_eq!(solved, 0);
}

#[test]
fn limits_hold_while_a_frontier_is_found() {
    let game = Game::new("necklace", &Setup { size: Some(7), ..Setup::default() }).unwrap();
    let known = BTreeSet::new();
    let part = FrontierPart { depth: 5, shard: 0, shards: 1, known: &known, of: None };
    let find = |limits: &SolveLimits, keep_on: bool| {
        solve_frontier(&game, part, limits, &|_| keep_on, &mut |_| panic!("a unit"))
    };
    let solve = |limits: &SolveLimits, keep_on: bool| {
        let found = find(limits, keep_on);
        let Err(Unsolved::Limits { nodes, .. }) = found else { panic!("{found:?}") };
        nodes
    };
    let few = solve(&SolveLimits { nodes: 1_000, ..limits() }, true);
    assert!((1_000..2_000).contains(&few), "{few}");
    assert!(solve(&limits(), false) < 1_000);
    let large = find(&SolveLimits { memory: 1 << 20, ..limits() }, true);
    assert!(matches!(large, Err(Unsolved::LargeFrontier { bytes }) if bytes == 64 << 20));
}

#[test]
fn the_values_of_a_frontier_give_that_of_the_position() {
    let game = Game::new("greylox", &Setup { size: Some(2), ..Setup::default() }).unwrap();
    let whole = units(&game, 0, 1);
    // Of steps that are alike one is kept, and no better one is lost by that.
    assert_eq!(
        best(&game, &mut Vec::new(), &whole),
        Some(solve(&game, &limits(), &|_| true).unwrap().value)
    );
}
