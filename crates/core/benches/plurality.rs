//! How fast Plurality is: playouts from the empty board, and the list of legal steps early and averaged over games.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use tetralith_core::games::Plurality;
use tetralith_core::{Rules, Setup, Shape};

/// Calls a sample, so that the clock's grain does not show.
const ROUNDS: usize = 100;

fn main() {
    divan::main();
}

const BOARDS: [(Shape, u8); 6] = [
    (Shape::Square, 9),
    (Shape::Square, 13),
    (Shape::Square, 19),
    (Shape::Square, 25),
    (Shape::Hexhex, 7),
    (Shape::Hexhex, 13),
];

fn start((shape, size): (Shape, u8)) -> Plurality {
    let setup = Setup { board: Some(shape), size: Some(i64::from(size)), ..Setup::default() };
    Plurality::new(&Plurality::INFO.options(&setup).expect("a board of the list")).expect("valid options")
}

/// Every position of eight random games in which a tromino still fits.
fn positions(board: (Shape, u8)) -> Vec<Plurality> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut positions = Vec::new();
    for _ in 0..8 {
        let mut position = start(board);
        while let Some(step) = position.random_step(&mut rng, &mut Vec::new()) {
            positions.push(position);
            position.play_unchecked(step);
        }
        positions.truncate(positions.len() - 2);
    }
    positions
}

#[divan::bench(args = BOARDS)]
fn playout(bencher: Bencher, board: (Shape, u8)) {
    let start = start(board);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    bencher
        .counter(ItemsCount::new(ROUNDS))
        .bench_local(|| (0..ROUNDS).map(|_| black_box(start).playout(&mut rng).value).sum::<f32>());
}

#[divan::bench(args = BOARDS)]
fn legal_steps_over_games(bencher: Bencher, board: (Shape, u8)) {
    let positions = positions(board);
    let mut steps = Vec::new();
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        let count = |position: &Plurality| {
            position.legal_steps(&mut steps);
            steps.len()
        };
        positions.iter().map(count).sum::<usize>()
    });
}

#[divan::bench(args = BOARDS)]
fn legal_steps_of_the_empty_board(bencher: Bencher, board: (Shape, u8)) {
    let start = start(board);
    let mut steps = Vec::new();
    bencher.counter(ItemsCount::new(ROUNDS)).bench_local(|| {
        for _ in 0..ROUNDS {
            black_box(&start).legal_steps(black_box(&mut steps));
        }
    });
}
