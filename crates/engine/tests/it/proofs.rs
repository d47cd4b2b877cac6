//! The proofs of the search, against plain minimax, for every game on its smallest boards.

use std::thread;
use std::time::Duration;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::games::{KindVisitor, Multiplicity, each};
use tetralith_core::{Knowledge, OptionKind, Rules, Setup, Step};
use tetralith_engine::{Analysis, CancelToken, Config, Limits, Proof, Search};

/// The result of best play as the player to move sees it, by looking at everything.
fn minimax<G: Knowledge>(position: &G) -> Proof {
    let mover = position.to_move();
    if let Some(outcome) = position.outcome() {
        return Proof::of(outcome.winner, mover);
    }
    let mut steps = Vec::new();
    position.legal_steps(&mut steps);
    let mut best = Proof::Loss;
    for step in steps {
        let mut next = position.clone();
        next.play_unchecked(step);
        let viewer = if step == Step::Swap { mover.other() } else { mover };
        let result = minimax(&next);
        best = best.max(if next.to_move() == viewer { result } else { result.flipped() });
        if best == Proof::Win {
            break;
        }
    }
    best
}

/// Every choice of options that a game has on its three smallest boards of each shape.
fn smallest<G: Knowledge>() -> Vec<G> {
    let switch = |kind| if G::INFO.has(kind) { vec![Some(false), Some(true)] } else { vec![None] };
    let mut games = Vec::new();
    let boards = G::INFO
        .boards
        .iter()
        .flat_map(|range| (range.min..=range.min + 2).map(|size| (range.shape, size)));
    for (shape, size) in boards {
        for opening in switch(OptionKind::Opening) {
            for pie in switch(OptionKind::Pie) {
                let setup = Setup {
                    board: Some(shape),
                    size: Some(i64::from(size)),
                    opening,
                    pie,
                    ..Setup::default()
                };
                let options = G::INFO.options(&setup).expect("a small board is playable");
                games.push(G::new(&options).expect("checked options are playable"));
            }
        }
    }
    games
}

/// The searches that proved what minimax finds, with the seeds that leave `rest` when divided by 2.
struct Proofs {
    rest: u64,
    proven: usize,
}

impl KindVisitor for Proofs {
    fn visit<G: Knowledge>(&mut self) {
        let never = CancelToken::new();
        for (i, start) in smallest::<G>().into_iter().enumerate() {
            for seed in (self.rest..12).step_by(2) {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                let mut position = start.clone();
                // From the start itself first, unless it is too much for minimax; then from ever
                // later positions.
                let (mut skip, mut room) = (seed as usize, Vec::new());
                while position.outcome().is_none()
                    && (skip > 0 || position.board().vacant().len() > 8)
                {
                    let step = position.random_step(&mut rng, &mut room).expect("the game goes on");
                    position.play_unchecked(step);
                    skip = skip.saturating_sub(1);
                }
                if position.outcome().is_some() {
                    continue;
                }
                let expected = minimax(&position);
                for threads in [1, 2] {
                    let config = Config { threads, seed, memory: 32 << 20, ..Config::default() };
                    let limits = Limits { early: false, ..Limits::simulations(200_000) };
                    let found =
                        Search::new(position.clone(), config).run(&limits, &never, |_| {}).unwrap();
                    assert_eq!(
                        found.proof,
                        Some(expected),
                        "{} {i}, seed {seed}, {threads} threads",
                        G::INFO.id
                    );
                    // That all is lost may be proven of the position as a whole, without a proof
                    // for each step.
                    let proof = found.candidates[0]
                        .proof
                        .or((expected == Proof::Loss).then_some(Proof::Loss));
                    assert_eq!(proof, Some(expected), "{} {i}, seed {seed}", G::INFO.id);
                    if expected > Proof::Loss {
                        // The step it would play keeps what was proven.
                        let mover = position.to_move();
                        let step = found.best().unwrap();
                        let mut next = position.clone();
                        next.play(step).unwrap();
                        let viewer = if step == Step::Swap { mover.other() } else { mover };
                        let result = minimax(&next);
                        let result =
                            if next.to_move() == viewer { result } else { result.flipped() };
                        assert_eq!(result, expected, "{} {i}, seed {seed}, {step:?}", G::INFO.id);
                    }
                    self.proven += 1;
                }
            }
        }
    }
}

#[test]
fn small_boards_are_solved_as_minimax_solves_them() {
    let proven: usize = thread::scope(|scope| {
        let halves = [0, 1].map(|rest| {
            scope.spawn(move || {
                let mut proofs = Proofs { rest, proven: 0 };
                each(&mut proofs);
                proofs.proven
            })
        });
        halves.into_iter().map(|half| half.join().expect("no proof is wrong")).sum()
    });
    println!("{proven} searches");
    assert!(proven >= 300);
}

#[test]
fn a_proven_loss_is_reported_while_the_search_goes_on() {
    let options = Multiplicity::INFO.options(&Setup { size: Some(4), ..Setup::default() }).unwrap();
    let never = CancelToken::new();
    let (mut lost, mut open) = (0, 0);
    for seed in 0..12 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = Multiplicity::new(&options).unwrap();
        let mut room = Vec::new();
        while position.board().vacant().len() > 10 {
            let step = position.random_step(&mut rng, &mut room).expect("the game goes on");
            position.play_unchecked(step);
        }
        let mut search = Search::new(position, Config::default());
        // A quarter of the simulations comes before the exact search.
        let limits = Limits {
            early: false,
            report_every: Some(Duration::ZERO),
            ..Limits::simulations(2_000)
        };
        let mut later = Vec::new();
        let found = search.run(&limits, &never, |report| {
            later.extend((report.simulations > 500).then(|| report.clone()));
        });
        if found.unwrap().proof == Some(Proof::Loss) {
            lost += 1;
            open += later
                .iter()
                .filter(|report| report.candidates.iter().any(|step| step.proof.is_none()))
                .count();
            let is_lost =
                |report: &Analysis| (report.proof, report.win) == (Some(Proof::Loss), 0.0);
            assert!(later.iter().all(is_lost), "seed {seed}: {later:?}");
        }
    }
    println!("{lost} lost, {open} reports of it before every step was proven to lose");
    assert!(lost > 0 && open > 0);
}
