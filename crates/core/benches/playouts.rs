//! Speed of the rules: uniform random playouts from the empty board, and lists of legal steps in
//! the middle of games.
//!
//! Every game in the list of games has its rows; `cargo bench -p tetralith-core --bench playouts --
//! greylox` runs those of one.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::games::{INFOS, Visitor};
use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{Game, Knowledge, OptionKind, Setup, Shape, Step};

fn main() {
    divan::main();
}

/// The game and the size, on the first board of the game and without an opening.
#[derive(Debug)]
struct Row(&'static str, u8);

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.0, self.1)
    }
}

impl Row {
    fn game(&self) -> Game {
        let info = tetralith_core::games::info(self.0).expect("rows name games");
        let opening = info.has(OptionKind::Opening).then_some(false);
        let setup = Setup { size: Some(i64::from(self.1)), opening, ..Setup::default() };
        Game::new(self.0, &setup).expect("rows have sizes of the game")
    }
}

fn rows() -> impl Iterator<Item = Row> {
    INFOS.iter().flat_map(|info| {
        let range = &info.boards[0];
        let sizes: &[u8] = match range.shape {
            Shape::Square => &[9, 13, 19],
            Shape::Hexhex => &[5, 6, 8, 10],
        };
        sizes
            .iter()
            .filter(|size| (range.min..=range.max).contains(size))
            .map(|&size| Row(info.id, size))
    })
}

#[divan::bench(args = rows(), sample_size = 100)]
fn playout(bencher: Bencher<'_, '_>, row: &Row) {
    struct Playouts<'a, 'b>(Bencher<'a, 'b>);
    impl Visitor for Playouts<'_, '_> {
        type Output = ();
        fn visit<G: Knowledge>(self, position: &G) {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            self.0
                .counter(ItemsCount::new(1_usize))
                .bench_local(|| position.clone().playout(&mut rng));
        }
    }
    row.game().visit(Playouts(bencher));
}

/// The playouts of a search, against [`playout`], which the fixed opponents and `tetralith-lab
/// bench` play.
#[divan::bench(args = rows(), sample_size = 100)]
fn heavy_playout(bencher: Bencher<'_, '_>, row: &Row) {
    struct Playouts<'a, 'b>(Bencher<'a, 'b>);
    impl Visitor for Playouts<'_, '_> {
        type Output = ();
        fn visit<G: Knowledge>(self, position: &G) {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            self.0
                .counter(ItemsCount::new(1_usize))
                .bench_local(|| position.clone().heavy_playout(&mut rng));
        }
    }
    row.game().visit(Playouts(bencher));
}

#[divan::bench(args = rows())]
fn legal_steps(bencher: Bencher<'_, '_>, row: &Row) {
    struct Lists<'a, 'b>(Bencher<'a, 'b>);
    impl Visitor for Lists<'_, '_> {
        type Output = ();
        fn visit<G: Knowledge>(self, position: &G) {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
            let mut steps = Vec::new();
            let positions: Vec<G> =
                (0..100).map(|_| middle(position, &mut rng, &mut steps)).collect();
            self.0.counter(ItemsCount::new(positions.len())).bench_local(|| {
                for position in &positions {
                    position.legal_steps(&mut steps);
                    black_box(&steps);
                }
            });
        }
    }
    row.game().visit(Lists(bencher));
}

#[divan::bench(args = rows(), sample_size = 100)]
fn legal_steps_at_the_start(bencher: Bencher<'_, '_>, row: &Row) {
    let game = row.game();
    let mut steps = Vec::new();
    bencher
        .counter(ItemsCount::new(1_usize))
        .bench_local(|| black_box(&game).legal_steps(black_box(&mut steps)));
}

/// A step that has been played already, the last of more than ten thousand branches: as fast as any
/// other.
#[divan::bench]
fn repeated_step(bencher: Bencher<'_, '_>) {
    let setup = Setup { size: Some(13), board: Some(Shape::Hexhex), ..Setup::default() };
    let mut timeline = Timeline::new(Game::new("plurality", &setup).expect("it is playable"));
    let legal = timeline.start().legal();
    let mut play = move |step: Step| {
        timeline.go_to(NodeId::START);
        timeline.play(step)
    };
    for &step in &legal {
        play(step).expect("it is legal");
    }
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| play(legal[legal.len() - 1]));
}

/// A position from anywhere in a random game.
fn middle<G: Knowledge>(start: &G, rng: &mut Xoshiro256PlusPlus, scratch: &mut Vec<Step>) -> G {
    let mut history = vec![start.clone()];
    while let Some(step) = history[history.len() - 1].random_step(rng, scratch) {
        let mut next = history[history.len() - 1].clone();
        next.play_unchecked(step);
        history.push(next);
    }
    history.swap_remove(rng.random_range(0..history.len()))
}
