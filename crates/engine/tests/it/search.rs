//! The promises of a search in every game: repeatable on one thread, bounded, stoppable, and its
//! tree worth keeping.

use std::time::Duration;

use tetralith_core::games::{KindVisitor, each};
use tetralith_core::{Colour, Game, Knowledge, Names, Setup, Step, StepKind, position_text};
use tetralith_engine::{
    Analysis, AnySearch, CancelToken, Config, GameOver, Level, Limits, Proof, Search, Tuning,
};

fn default_game<G: Knowledge>() -> G {
    let options = G::INFO.options(&Setup::default()).expect("the defaults are playable");
    G::new(&options).expect("checked options are playable")
}

fn run<G: Knowledge>(search: &mut Search<G>, simulations: u64) -> Analysis {
    let limits = Limits { early: false, ..Limits::simulations(simulations) };
    search.run(&limits, &CancelToken::new(), |_| {}).expect("the game goes on")
}

/// A check made for every game.
macro_rules! for_each_game {
    ($(#[$meta:meta])* fn $name:ident<$g:ident: Knowledge>() $body:block) => {
        #[test]
        $(#[$meta])*
        fn $name() {
            struct Check;
            impl KindVisitor for Check {
                fn visit<$g: Knowledge>(&mut self) $body
            }
            each(&mut Check);
        }
    };
}

for_each_game! {
    fn the_same_seed_finds_the_same_and_another_does_not_look_at_the_same<G: Knowledge>() {
        let search = |seed| {
            let config = Config { seed, ..Config::default() };
            run(&mut Search::new(default_game::<G>(), config), 300)
        };
        let without_time = |mut analysis: Analysis| {
            analysis.elapsed = Duration::ZERO;
            analysis
        };
        assert_eq!(without_time(search(1)), without_time(search(1)), "{}", G::INFO.id);
        assert_ne!(search(1).candidates, search(2).candidates, "{}", G::INFO.id);
    }
}

for_each_game! {
    fn visits_add_up_and_every_candidate_is_legal<G: Knowledge>() {
        let mut search = Search::new(default_game::<G>(), Config::default());
        let found = run(&mut search, 400);
        assert_eq!(found.simulations, 400);
        assert_eq!(found.candidates.iter().map(|c| u64::from(c.visits)).sum::<u64>(), 400);
        assert_eq!(found.principal_variation.first().copied(), found.best());
        assert!((0.0..=1.0).contains(&found.win) && (-1.0..=1.0).contains(&found.margin));
        let mut position = search.position().clone();
        for candidate in &found.candidates {
            assert_eq!(position.check(candidate.step), Ok(()), "{}", G::INFO.id);
        }
        for step in found.principal_variation {
            assert_eq!(position.play(step), Ok(()), "{}", G::INFO.id);
        }
    }
}

for_each_game! {
    fn a_kept_tree_brings_its_visits_along<G: Knowledge>() {
        let mut search = Search::new(default_game::<G>(), Config::default());
        let before = run(&mut search, 2000);
        let best = before.candidates[0];
        search.advance(best.step);
        let after = run(&mut search, 10);
        let kept: u64 = after.candidates.iter().map(|c| u64::from(c.visits)).sum();
        let enough = kept >= 10 && kept + 20 > u64::from(best.visits);
        assert!(enough, "{}: {kept} of {}", G::INFO.id, best.visits);
    }
}

for_each_game! {
    fn a_search_that_is_stopped_beforehand_makes_no_simulation<G: Knowledge>() {
        let config = Config { threads: 2, ..Config::default() };
        let mut search = Search::new(default_game::<G>(), config);
        let cancelled = CancelToken::new();
        cancelled.cancel();
        let found = search.run(&Limits::NONE, &cancelled, |_| {}).expect("the game goes on");
        assert_eq!(found.simulations, 0);
    }
}

for_each_game! {
    fn a_search_without_limits_ends_when_the_report_stops_it<G: Knowledge>() {
        let stop = CancelToken::new();
        let config = Config { threads: 2, ..Config::default() };
        let mut search = Search::new(default_game::<G>(), config);
        let limits = Limits { report_every: Some(Duration::ZERO), ..Limits::NONE };
        let mut reports = 0;
        let found = search.run(&limits, &stop, |_| {
            reports += 1;
            if reports == 3 {
                stop.cancel();
            }
        });
        assert_eq!(reports, 3);
        assert!(found.expect("the game goes on").simulations > 0);
    }
}

for_each_game! {
    fn a_tree_too_large_for_its_memory_loses_only_its_least_part<G: Knowledge>() {
        let config = Config { memory: 2 << 20, ..Config::default() };
        let found = run(&mut Search::new(default_game::<G>(), config), 30_000);
        assert_eq!(found.simulations, 30_000);
        let visits = found.candidates.iter().map(|c| u64::from(c.visits)).sum::<u64>();
        assert_eq!(visits, 30_000, "{}", G::INFO.id);
    }
}

for_each_game! {
    fn a_game_played_by_the_search_ends_and_then_there_is_nothing_to_look_for<G: Knowledge>() {
        let range = G::INFO.boards[0];
        let setup = Setup { size: Some(i64::from(range.min) + 1), ..Setup::default() };
        let options = G::INFO.options(&setup).expect("a small board is playable");
        let game = G::new(&options).expect("checked options are playable");
        let mut search = Search::new(game, Config::default());
        let mut steps = 0;
        while search.position().outcome().is_none() {
            let found = search.run(&Limits::simulations(200), &CancelToken::new(), |_| {});
            let found = found.expect("the game goes on");
            let step = found.best().expect("a search finds a step");
            assert_eq!(search.position().check(step), Ok(()), "{}", G::INFO.id);
            search.advance(step);
            steps += 1;
            assert!(steps < 1000, "{} does not end", G::INFO.id);
        }
        assert_eq!(search.run(&Limits::simulations(1), &CancelToken::new(), |_| {}), Err(GameOver));
    }
}

for_each_game! {
    fn no_search_passes_while_a_placement_gains<G: Knowledge>() {
        if !G::INFO.steps.contains(&StepKind::Pass) {
            return;
        }
        let points = |position: &G, viewer: Colour| {
            let points = position.half_points().expect("a pass ends a game of points");
            let [a, b] = points.map(i64::from);
            if viewer == Colour::First { a - b } else { b - a }
        };
        let setup = Setup { size: Some(7), ..Setup::default() };
        let options = G::INFO.options(&setup).expect("a small board is playable");
        for seed in 0..4 {
            let start = G::new(&options).expect("checked options are playable");
            let mut search = Search::new(start, Config { seed, ..Config::default() });
            let mut passes = 0;
            while search.position().outcome().is_none() {
                let limits = Limits::simulations(300);
                let found = search.run(&limits, &CancelToken::new(), |_| {});
                let found = found.expect("the game goes on");
                let step = found.best().expect("a search finds a step");
                if step == Step::Pass && found.proof != Some(Proof::Win) {
                    passes += 1;
                    let mover = search.position().to_move();
                    let now = points(search.position(), mover);
                    for candidate in found.candidates.iter().filter(|c| c.win >= found.win) {
                        let mut next = search.position().clone();
                        next.play_unchecked(candidate.step);
                        let step = candidate.step;
                        assert!(points(&next, mover) <= now, "{step:?} gains, but it passed");
                    }
                }
                search.advance(step);
            }
            assert!(passes > 0, "the game ends by passes");
        }
    }
}

#[test]
fn requests_without_steps_are_answered() {
    let at = |turns: &[&str]| {
        let mut game = Game::new("necklace", &Setup { size: Some(4), ..Setup::default() }).unwrap();
        for turn in turns {
            let step = Names::of(&game).parse_step(turn).unwrap();
            game.play(step).unwrap();
        }
        game
    };
    let (one, other) = (at(&["b2"]), at(&["c3", "b3"]));
    let told = [Step::Place(one.board().stones(Colour::First).lowest().unwrap())];
    let mut search = AnySearch::new(Config::default());
    for (position, played) in
        [(&one, &[][..]), (&other, &[]), (&one, &[]), (&other, &told), (&one, &told)]
    {
        search.follow(position, played);
        let found = search.run(&Limits::simulations(50), &CancelToken::new(), &mut |_| {}).unwrap();
        assert_eq!(found.to_move, position.to_move());
        assert!(found.candidates.iter().all(|candidate| position.check(candidate.step).is_ok()));
    }
}

#[test]
fn positions_with_other_legal_moves_have_their_own_trees() {
    let limits = Limits::simulations(200);
    for [first, second] in [
        [
            "necklace size=5 pie=true 5/5/2r2/5/5 blue swap",
            "necklace size=5 pie=true 5/5/2r2/5/5 blue",
        ],
        ["plurality size=5 5/5/2b2/5/5 white", "plurality size=5 5/5/2b2/5/5 white passed"],
    ] {
        let [first, second] = [first, second].map(|text| position_text::read(text).unwrap());
        for (before, then) in [(&first, &second), (&second, &first)] {
            let found = |search: &mut AnySearch| {
                search.run(&limits, &CancelToken::new(), &mut |_| {}).unwrap()
            };
            let mut search = AnySearch::new(Config::default());
            search.follow(before, &[]);
            found(&mut search);
            search.follow(then, &[]);
            let mut fresh = AnySearch::new(Config::default());
            fresh.follow(then, &[]);
            assert_eq!(found(&mut search).candidates, found(&mut fresh).candidates, "{then:?}");
        }
    }
}

for_each_game! {
    fn policies_change_searches_of_games_that_have_one<G: Knowledge>() {
        let candidates = |policy_at| {
            let tuning = Tuning { policy_at, ..Tuning::default() };
            let config = Config { tuning, ..Config::default() };
            run(&mut Search::new(default_game::<G>(), config), 300).candidates
        };
        let has_one = default_game::<G>().policy().is_some();
        assert_eq!(candidates(64) != candidates(0), has_one, "{}", G::INFO.id);
    }
}

#[test]
fn levels_of_fixed_strength_ask_no_policy() {
    for id in ["necklace", "plurality"] {
        let game = Game::new(id, &Setup { size: Some(7), ..Setup::default() }).unwrap();
        let level = Level::from_id("medium").unwrap();
        let played = |policy_at| {
            let tuning = Tuning { policy_at, ..Tuning::default() };
            let mut search = AnySearch::new(Config { tuning, book: false, ..Config::default() });
            let seen = (&game, &[][..]);
            let (step, found) =
                search.play(level, None, 1, seen, &CancelToken::new(), &mut |_| {}).unwrap();
            (step, found.candidates)
        };
        assert_eq!(played(1), played(0), "{id}");
    }
}

#[test]
fn no_number_of_the_search_is_too_large() {
    let game = Game::new("plurality", &Setup { size: Some(19), ..Setup::default() }).unwrap();
    let mut tuning = Tuning::default();
    for name in Tuning::NAMES {
        assert!(tuning.set(name, f32::INFINITY) && tuning.set("exploration", 0.25));
        let mut search = AnySearch::new(Config { tuning, ..Config::default() });
        search.follow(&game, &[]);
        let found = search.run(&Limits::simulations(50), &CancelToken::new(), &mut |_| {}).unwrap();
        assert!(found.best().is_some(), "{name}");
    }
}
