//! Every first move as games or a search rate it.
//!
//! A search rates them too close to an even chance, so its ratings do not show which moves are fair
//! where the second player may swap sides; games do.

use std::collections::HashMap;

use serde::Serialize;
use tetralith_core::{Game, Names, Setup, Step, StepKind};
use tetralith_engine::{AnySearch, CancelToken, Config, Limits};
use tetralith_storage::results::ResultLine;

use crate::arena::wilson;

/// A first move and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct FirstMove {
    pub step: String,
    pub cell: usize,
    /// The first player's winning chance after it, as a search finds, or the share of games won.
    pub chance: f64,
    /// The games from it, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<FirstGames>,
}

/// The games from a first move and those that are alike by the symmetries of the board.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct FirstGames {
    pub number: u32,
    /// The 95 % interval of the first player's share.
    pub low: f64,
    pub high: f64,
}

impl FirstGames {
    /// True if an even chance is within the interval.
    pub fn is_fair(&self) -> bool {
        (self.low..=self.high).contains(&0.5)
    }
}

/// One of the [first moves](first_steps) from `start` of each kind that is alike by the symmetries
/// of the board.
pub fn kinds_of_first_steps(start: &Game) -> Vec<Step> {
    let symmetries = start.symmetries();
    let is_first = |step: &Step| {
        step.cells().all(|cell| symmetries.iter().all(|map| map[cell.index()] >= cell.index()))
    };
    first_steps(start).filter(is_first).collect()
}

/// The [first moves](first_steps) from `start`, with the results of the games in `lines`, which
/// begin with a move of each kind.
pub fn first_moves_of_games(start: &Game, lines: &[ResultLine]) -> Vec<FirstMove> {
    let names = Names::of(start);
    let symmetries = start.symmetries();
    let kind = |cell: usize| symmetries.iter().map(|map| map[cell]).min().unwrap_or(cell);
    let mut sums: HashMap<usize, (f64, u32)> = HashMap::new();
    for line in lines {
        let first = line.moves.first().and_then(|name| names.parse_step(name).ok());
        let Some(cell) = first.and_then(|step| step.cells().next()) else { continue };
        let (points, games) = sums.entry(kind(cell.index())).or_default();
        *points += if line.a_first { line.points } else { 1.0 - line.points };
        *games += 1;
    }
    let found = first_steps(start).filter_map(|step| {
        let cell = step.cells().next()?.index();
        let &(points, number) = sums.get(&kind(cell))?;
        let chance = points / f64::from(number);
        let [low, high] = wilson(chance, f64::from(number));
        let games = Some(FirstGames { number, low, high });
        Some(FirstMove { step: names.step(step), cell, chance, games })
    });
    found.collect()
}

/// The first moves from `start` that are one cell each.
pub fn first_steps(start: &Game) -> impl Iterator<Item = Step> + use<> {
    start.legal().into_iter().filter(|step| step.kind() == StepKind::Place)
}

/// The [first moves](first_steps) from `start`, with what a search of `simulations` says of
/// each.
///
/// Moves that are alike by the symmetries of the board share their mean. The pie rule is switched
/// off: otherwise a good move would be swapped, and get the value of the other side. The same build
/// gives the same moves. Once `stop` is raised, the rest is left out.
pub fn first_moves(
    start: &Game,
    simulations: u64,
    stop: &CancelToken,
    told: &mut dyn FnMut(),
) -> Vec<FirstMove> {
    let start = &without_swap(start);
    let names = Names::of(start);
    let mut found = Vec::new();
    for step in first_steps(start) {
        let Some(cell) = step.cells().next() else { continue };
        let mut position = start.clone();
        position.play_unchecked(step);
        let mut search = AnySearch::new(Config::default());
        search.follow(&position, &[]);
        let limits = Limits { early: false, ..Limits::simulations(simulations) };
        let Ok(analysis) = search.run(&limits, stop, &mut |_| {}) else { continue };
        let analysis = analysis.fair();
        if stop.is_cancelled() {
            break;
        }
        let chance = f64::from(if position.to_move().index() == 0 {
            analysis.win
        } else {
            1.0 - analysis.win
        });
        found.push(FirstMove { step: names.step(step), cell: cell.index(), chance, games: None });
        told();
    }
    averaged(found, start)
}

/// The start of the same game without the pie rule.
pub fn without_swap(start: &Game) -> Game {
    let info = start.info();
    let setup = Setup { pie: None, ..info.setup(start.options()) };
    Game::new(info.id, &setup).unwrap_or_else(|_| start.clone())
}

/// First moves that are alike under a symmetry of the rules, each with what searches find of all of
/// them on average.
fn averaged(moves: Vec<FirstMove>, start: &Game) -> Vec<FirstMove> {
    let symmetries = start.symmetries();
    let chances: HashMap<usize, f64> =
        moves.iter().map(|found| (found.cell, found.chance)).collect();
    let mean = |cell: usize| {
        let alike: Vec<f64> =
            symmetries.iter().filter_map(|map| chances.get(&map[cell]).copied()).collect();
        alike.iter().sum::<f64>() / alike.len().max(1) as f64
    };
    moves.into_iter().map(|found| FirstMove { chance: mean(found.cell), ..found }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_worth_the_same_where_they_may_be_swapped() {
        let values = |pie| {
            let start =
                Game::new("necklace", &Setup { size: Some(4), pie: Some(pie), ..Setup::default() });
            first_moves(&start.expect("a board"), 200, &CancelToken::new(), &mut || ())
        };
        let found = values(true);
        assert_eq!(found, values(false));
        assert!(found.iter().any(|found| found.chance > 0.7), "nobody swaps it: {found:?}");
    }

    #[test]
    fn moves_that_are_alike_are_worth_the_same() {
        let start =
            Game::new("necklace", &Setup { size: Some(4), ..Setup::default() }).expect("a board");
        let found = first_moves(&start, 40, &CancelToken::new(), &mut || ());
        assert_eq!(found.len(), 16);
        let chance =
            |name: &str| found.iter().find(|found| found.step == name).expect("a move").chance;
        assert!(["a4", "d1", "d4"].iter().all(|name| (chance(name) - chance("a1")).abs() < 1e-9));
        assert!((chance("b1") - chance("a2")).abs() > 1e-9, "rows and columns are not alike");
    }
}
