//! Games that the engine plays against itself, so that there are positions to look for puzzles in.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::knowledge::below;
use tetralith_core::{Game, Info, OptionKind, Setup, Shape, Step};
use tetralith_engine::{AnySearch, CancelToken, Config, Level};

use crate::puzzles::judge::MEMORY;

/// The most sizes of boards of one shape that games are played on.
const MOST_SIZES: usize = 4;

/// The fewest cells of a board that games are played on.
const LEAST_CELLS: usize = 16;

/// The levels that play: weak, so that there is something to find.
const LEVELS: &[Level] = Level::ALL.split_at(3).0;

/// One in this many steps is a random legal one.
const RANDOM_STEP: u32 = 6;

/// The boards that games of `info` are played on: of each shape the smallest that give room to
/// think, up to the usual size.
///
/// Small ones are played most, because their ends can be solved. If second players get komi, it
/// differs from board to board, so that games are close.
pub fn board(info: &'static Info, number: u64) -> Option<Game> {
    let sizes = info.boards.iter().flat_map(|range| {
        let fit =
            (range.min..=range.default).filter(|&size| range.shape.cells(size) >= LEAST_CELLS);
        fit.take(MOST_SIZES).map(|size| (range.shape, size))
    });
    let sizes: Vec<(Shape, u8)> = sizes.collect();
    let (shape, size) = *sizes.get((number % sizes.len().max(1) as u64) as usize)?;
    let komi = info.has(OptionKind::Komi).then(|| {
        let round = number / sizes.len() as u64;
        (round % (shape.cells(size) as u64 / 5)) as i64
    });
    let setup = Setup { board: Some(shape), size: Some(i64::from(size)), komi, ..Setup::default() };
    Game::new(info.id, &setup).ok()
}

/// The steps of a game from `start` that a weak level plays against itself, with a random step now
/// and then; fewer once `cancel` is raised.
pub fn self_play(start: &Game, seed: u64, cancel: &CancelToken) -> Vec<Step> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let level = &LEVELS[below(&mut rng, LEVELS.len())];
    let mut search =
        AnySearch::new(Config { threads: 1, memory: MEMORY, seed, ..Config::default() });
    let mut position = start.clone();
    let mut steps = Vec::new();
    while position.outcome().is_none() && !cancel.is_cancelled() {
        let legal = position.legal();
        let step = if below(&mut rng, RANDOM_STEP as usize) == 0 {
            legal[below(&mut rng, legal.len())]
        } else {
            let played = search.play(level, None, seed, (&position, &steps), cancel, &mut |_| {});
            let Ok((step, _)) = played else { break };
            step
        };
        position.play_unchecked(step);
        steps.push(step);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_grow_from_one_game_to_the_next() {
        let info = tetralith_core::games::info("multiplicity").unwrap();
        let size = |number| board(info, number).unwrap().options().size;
        assert_eq!([0, 1, 2, 3].map(size), [3, 4, 5, 6]);
    }
}
