//! The level that plays perfectly: it never loses what is won, and wins as soon as can be.

use std::time::Duration;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::{Colour, Game, Setup, position_text};
use tetralith_engine::{AnySearch, Budget, CancelToken, Config, Level, Limits, Proof, prove};

fn perfect() -> &'static Level {
    Level::from_id("perfect").unwrap()
}

fn play(search: &mut AnySearch, game: &Game) -> (tetralith_core::Step, tetralith_engine::Analysis) {
    let budget = Some(Budget::Time(Duration::from_secs(60)));
    search.play(perfect(), budget, 1, (game, &[]), &CancelToken::new(), &mut |_| {}).unwrap()
}

#[test]
fn a_won_game_is_won_against_any_play_and_as_soon_as_announced() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut search = AnySearch::new(Config { memory: 8 << 20, ..Config::default() });
    for (id, size) in [("necklace", 3), ("greylox", 2), ("multiplicity", 2), ("plurality", 3)] {
        let start = Game::new(id, &Setup { size: Some(size), ..Setup::default() }).unwrap();
        for _ in 0..2 {
            let mut game = start.clone();
            // All four are won for who moves first.
            let mut left = None::<u16>;
            while game.outcome().is_none() {
                if game.to_move() == Colour::First {
                    let (step, analysis) = play(&mut search, &game);
                    assert_eq!(analysis.proof, Some(Proof::Win), "{game:?}");
                    assert!(left.is_none_or(|left| analysis.ends_in.is_none_or(|now| now < left)));
                    left = analysis.ends_in;
                    game.play(step).unwrap();
                } else {
                    let legal = game.legal();
                    game.play(legal[rng.next_u32() as usize % legal.len()]).unwrap();
                }
            }
            assert_eq!(game.outcome().unwrap().winner, Some(Colour::First), "{game:?}");
        }
    }
}

#[test]
fn a_lost_game_is_held_out_as_long_as_was_said() {
    let mut search = AnySearch::new(Config { memory: 8 << 20, ..Config::default() });
    let mut game = Game::new("necklace", &Setup { size: Some(3), ..Setup::default() }).unwrap();
    let mut left = None::<u16>;
    while game.outcome().is_none() {
        let (step, analysis) = play(&mut search, &game);
        let now = analysis.ends_in.expect("such a small board is searched to the end");
        // Both sides play on perfectly, so every step brings the end nearer by one.
        assert!(left.is_none_or(|left| now + 1 == left), "{left:?} {now}");
        left = Some(now);
        game.play(step).unwrap();
    }
    assert_eq!(left, Some(1));
}

#[test]
fn analysis_uses_proofs_that_a_search_lacks() {
    let game = Game::new("necklace", &Setup { size: Some(4), ..Setup::default() }).unwrap();
    let mut search = AnySearch::new(Config { memory: 8 << 20, ..Config::default() });
    let limits = Limits { simulations: Some(1_000), ..Limits::NONE };
    search.follow(&game, &[]);
    let alone = search.run(&limits, &CancelToken::new(), &mut |_| {}).unwrap();
    assert_eq!((alone.proof, alone.ends_in), (None, None));

    let within =
        Limits { deadline: Limits::time(Duration::from_secs(60)).deadline, ..Limits::NONE };
    for limits in [Limits { simulations: Some(10_000), ..Limits::NONE }, within] {
        let found =
            search.analyse((&game, &[]), &limits, &CancelToken::new(), &mut |_| {}).unwrap();
        assert_eq!((found.proof, found.ends_in), (Some(Proof::Win), Some(11)));
        // Four first steps win, and what is known of the others is that they lose.
        let proofs = |proof| {
            found.candidates.iter().filter(|candidate| candidate.proof == Some(proof)).count()
        };
        assert_eq!((proofs(Proof::Win), proofs(Proof::Loss)), (4, found.candidates.len() - 4));
        assert_eq!(found.candidates[0].proof, Some(Proof::Win));
    }
}

#[test]
fn points_are_proven_with_komi() {
    let game = |komi| Setup { size: Some(3), komi: Some(komi), ..Setup::default() };
    let game = |komi| Game::new("plurality", &game(komi)).unwrap();
    let mut search = AnySearch::new(Config { memory: 8 << 20, ..Config::default() });
    let found =
        search.analyse((&game(2), &[]), &Limits::NONE, &CancelToken::new(), &mut |_| {}).unwrap();
    // Six points more of territory, less two and a half.
    assert_eq!((found.proof, found.score), (Some(Proof::Win), Some(3.5)));
    let best = &found.candidates[0];
    assert_eq!((best.score, Some(&best.step)), (found.score, found.principal_variation.first()));
    assert!(found.other_lines.iter().all(|line| line.first() != Some(&best.step)));
    let found =
        search.analyse((&game(-3), &[]), &Limits::NONE, &CancelToken::new(), &mut |_| {}).unwrap();
    assert_eq!(
        (found.proof, found.score),
        (Some(Proof::Win), Some(8.5)),
        "and two and a half more"
    );
}

#[test]
fn proven_losses_are_listed_last() {
    let game = position_text::read("necklace size=4 3r/3b/r3/4 blue").unwrap();
    let mut search = AnySearch::new(Config { memory: 4 << 20, ..Config::default() });
    search.follow(&game, &[]);
    let mut found = search.run(&Limits::simulations(60), &CancelToken::new(), &mut |_| {}).unwrap();
    assert!(prove(&game, &mut found, 1_000, &CancelToken::new()));
    let proofs: Vec<Option<Proof>> = found.candidates.iter().map(|found| found.proof).collect();
    assert_eq!(proofs[0], Some(Proof::Win));
    let lost = |proof: &Option<Proof>| *proof == Some(Proof::Loss);
    assert!(proofs.iter().any(lost) && !proofs.iter().all(Option::is_some), "{proofs:?}");
    assert!(proofs.is_sorted_by_key(lost), "{proofs:?}");
}
