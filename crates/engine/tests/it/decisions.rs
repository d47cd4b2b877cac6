//! The tests of how levels treat the two special steps: the swap and the pass.

use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::games::INFOS;
use tetralith_core::notation::Names;
use tetralith_core::{Colour, Game, Info, OptionKind, Setup, Step, StepKind};
use tetralith_engine::{AnySearch, Budget, CancelToken, Config, Level, Limits, Proof};

/// The levels that are quick to play.
fn quick(info: &'static Info) -> impl Iterator<Item = &'static Level> {
    Level::ALL.iter().filter(|level| matches!(level.budget(info), Budget::Simulations(..=4_000)))
}

fn lead(game: &Game, viewer: Colour) -> Option<i64> {
    let [first, second] = game.half_points()?;
    let lead = i64::from(first) - i64::from(second);
    Some(if viewer == Colour::First { lead } else { -lead })
}

#[test]
fn no_level_passes_while_a_placement_gains() {
    let mut passes = 0;
    for info in INFOS.iter().filter(|info| info.steps.contains(&StepKind::Pass)) {
        for level in quick(info).take(5) {
            for seed in 0..6 {
                let setup = Setup { size: Some(9), ..Setup::default() };
                let mut game = Game::new(info.id, &setup).unwrap();
                let mut line = Vec::new();
                while game.outcome().is_none() {
                    let mut search =
                        AnySearch::new(Config { memory: 8 << 20, ..Config::default() });
                    let (step, seen) = search
                        .play(level, None, seed, (&game, &line), &CancelToken::new(), &mut |_| {})
                        .unwrap();
                    if step == Step::Pass && seen.proof != Some(Proof::Win) {
                        passes += 1;
                        let mover = game.to_move();
                        let now = lead(&game, mover).unwrap();
                        for placement in game.legal().into_iter().filter(|&step| step != Step::Pass)
                        {
                            let mut next = game.clone();
                            next.play(placement).unwrap();
                            let gain = lead(&next, mover).unwrap() - now;
                            assert!(
                                gain <= 0,
                                "{}, seed {seed}: {placement:?} gains {gain} in {line:?}",
                                level.id
                            );
                        }
                    }
                    game.play(step).unwrap();
                    line.push(step);
                }
            }
        }
    }
    assert!(passes > 0, "somebody passes, or nothing is tested");
}

/// The games with a pie rule of whose first stones something is known: on square boards whose sides
/// are to be joined the middle is worth most and a corner least.
fn with_known_first_stones() -> impl Iterator<Item = &'static Info> {
    INFOS.iter().copied().filter(|info| info.has(OptionKind::Pie) && info.joins.is_some())
}

/// The choice of most of five searches of this level after this first stone: true if it swaps.
fn most_swap(level: &Level, game: &Game, stone: Step) -> bool {
    let (mut swaps, mut plays) = (0, 0);
    // Three of five are most of them: the other two searches would change nothing.
    for seed in 0..5 {
        let mut search = AnySearch::new(Config { memory: 8 << 20, ..Config::default() });
        let (answer, _) = search
            .play(level, None, seed, (game, &[stone]), &CancelToken::new(), &mut |_| {})
            .unwrap();
        *(if answer == Step::Swap { &mut swaps } else { &mut plays }) += 1;
        if swaps == 3 || plays == 3 {
            break;
        }
    }
    swaps > plays
}

/// Asserts that every quick level swaps exactly the first stones that are worth more.
fn assert_swaps(stones: &[&str], is_worth_more: bool) {
    let mut decided = 0;
    for info in with_known_first_stones() {
        let setup = Setup { size: Some(5), pie: Some(true), ..Setup::default() };
        for stone in stones {
            let mut game = Game::new(info.id, &setup).unwrap();
            let step = Names::of(&game).parse_step(stone).unwrap();
            game.play(step).unwrap();
            for level in quick(info) {
                let swaps = most_swap(level, &game, step);
                assert_eq!(swaps, is_worth_more, "{} after {stone}", level.id);
                decided += 1;
            }
        }
    }
    assert!(decided > 0, "some game has a swap, or nothing is tested");
}

#[test]
fn levels_swap_a_first_stone_in_the_middle() {
    assert_swaps(&["c3", "c2", "c4"], true);
}

#[test]
fn levels_swap_a_first_stone_beside_the_middle() {
    assert_swaps(&["b4", "d2"], true);
}

#[test]
fn levels_swap_no_first_stone_in_a_corner() {
    assert_swaps(&["a1", "e1"], false);
}

#[test]
fn swappable_first_stones_are_worth_at_most_half() {
    for info in with_known_first_stones() {
        for size in [4, 5, 7] {
            let setup = Setup { size: Some(size), pie: Some(true), ..Setup::default() };
            let mut game = Game::new(info.id, &setup).unwrap();
            let limits = Limits { early: false, ..Limits::simulations(20_000) };
            let mut search = AnySearch::new(Config { memory: 64 << 20, ..Config::default() });
            search.follow(&game, &[]);
            let seen = search.run(&limits, &CancelToken::new(), &mut |_| {}).unwrap();
            assert!(seen.win < 0.53, "{} on {size}: {}", info.id, seen.win);

            // After a stone in the middle both sides expect the swap, and the side that makes it
            // knows what follows.
            let middle = info
                .options(&setup)
                .unwrap()
                .geometry()
                .all()
                .iter()
                .nth((size / 2 * (size + 1)) as usize)
                .unwrap();
            let line = [Step::Place(middle), Step::Swap];
            let expected =
                seen.candidates.iter().find(|candidate| candidate.step == line[0]).unwrap();
            assert!(expected.win < 0.5, "{} on {size}: {expected:?}", info.id);
            game.play(line[0]).unwrap();
            search.follow(&game, &line[..1]);
            let seen = search.run(&limits, &CancelToken::new(), &mut |_| {}).unwrap();
            assert_eq!(seen.best(), Some(Step::Swap));
            assert_eq!(seen.principal_variation[0], Step::Swap);
            assert!(seen.principal_variation.len() > 2, "{:?}", seen.principal_variation);
            let known: u32 = seen
                .candidates
                .iter()
                .filter(|other| other.step != Step::Swap)
                .map(|other| other.visits)
                .sum();
            game.play(line[1]).unwrap();
            search.follow(&game, &line);
            let after =
                search.run(&Limits::simulations(0), &CancelToken::new(), &mut |_| {}).unwrap();
            assert_eq!(
                after.candidates.iter().map(|candidate| candidate.visits).sum::<u32>(),
                known
            );
        }
    }
}

#[test]
fn levels_by_simulations_ignore_the_number_of_threads() {
    for info in INFOS {
        let game = Game::new(info.id, &Setup::default()).unwrap();
        let level = Level::from_id("medium").unwrap();
        let found = [1, 2, 4].map(|threads| {
            let mut search = AnySearch::new(Config { threads, ..Config::default() });
            // An earlier analysis, on all threads, makes no difference either.
            search.follow(&game, &[]);
            search.run(&Limits::simulations(200), &CancelToken::new(), &mut |_| {}).unwrap();
            let (step, seen) = search
                .play(level, None, 7, (&game, &[]), &CancelToken::new(), &mut |_| {})
                .unwrap();
            (step, seen.candidates)
        });
        assert_eq!(found[0], found[1], "{}", info.id);
        assert_eq!(found[0], found[2], "{}", info.id);
    }
}

#[test]
fn a_game_that_is_won_is_ended_soon() {
    let info = tetralith_core::games::info("necklace").expect("it is one of the games");
    let options = info.options(&Setup { size: Some(13), ..Setup::default() }).unwrap();
    let mut plies = 0;
    for seed in 0..3 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::start(info, &options).unwrap();
        let mut line = Vec::new();
        let mut search = AnySearch::new(Config { memory: 16 << 20, seed, ..Config::default() });
        while game.outcome().is_none() {
            let step = if game.to_move() == Colour::First {
                search.follow(&game, &line);
                let found = search
                    .run(&Limits::simulations(2_000), &CancelToken::new(), &mut |_| {})
                    .unwrap();
                found.best().unwrap()
            } else {
                let legal = game.legal();
                legal[rng.next_u32() as usize % legal.len()]
            };
            game.play(step).unwrap();
            line.push(step);
        }
        assert_eq!(game.outcome().unwrap().winner, Some(Colour::First), "seed {seed}");
        plies += line.len();
    }
    // Thirteen stones join the sides, which takes 25 plies.
    assert!(plies <= 3 * 40, "{plies} plies in 3 games");
}

#[test]
fn exact_endings_give_no_point_away() {
    // Territories are equal with best play, so Black loses by the half point that rules out draws:
    // 6,600 positions show it, a search does not.
    let info = tetralith_core::games::info("plurality").unwrap();
    let setup = Setup { size: Some(5), ..Setup::default() };
    let mut game = Game::new(info.id, &setup).unwrap();
    let names = Names::of(&game);
    let line: Vec<Step> =
        ["b5,c5,b4", "a1,a3,a2"].iter().flat_map(|turn| names.parse_turn(turn).unwrap()).collect();
    for &step in &line {
        game.play(step).unwrap();
    }
    for level in ["expert", "master"].map(|id| Level::from_id(id).unwrap()) {
        let mut search = AnySearch::new(Config { memory: 64 << 20, ..Config::default() });
        let (step, seen) =
            search.play(level, None, 1, (&game, &line), &CancelToken::new(), &mut |_| {}).unwrap();
        assert!(
            ["d2,d3,e2", "d3,e2,d2"].contains(&&*names.step(step)),
            "{}: {}",
            level.id,
            names.step(step)
        );
        assert_eq!(seen.score, Some(-0.5), "{}", level.id);
    }
}

#[test]
fn sides_joined_by_kings_moves_fill_only_the_links() {
    // Red joins top and bottom, and no link can be taken from it: no diagonal may be crossed.
    //
    // 7 . R . . . . B
    // 6 . . R . . B .
    // 5 . R . . . . B
    // 4 . . R . B . .
    // 3 . R . . . . B
    // 2 . . R . B . .
    // 1 . R . . . . B
    //   a b c d e f g
    let steps = "b1 g1 c2 e2 b3 g3 c4 e4 b5 g5 c6 g7 b7 f6";
    let setup = Setup { size: Some(7), pie: Some(false), ..Setup::default() };
    let mut joined = (Game::new("necklace", &setup).unwrap(), Vec::new());
    let play = |(game, line): &mut (Game, Vec<Step>), step: Step| {
        game.play(step).unwrap();
        line.push(step);
    };
    for name in steps.split(' ') {
        let step = Names::of(&joined.0).parse_step(name).unwrap();
        play(&mut joined, step);
    }
    for level in quick(joined.0.info()).skip(1) {
        let mut table = joined.clone();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        while table.0.outcome().is_none() {
            let step = if table.0.to_move() == Colour::First {
                let mut search = AnySearch::new(Config { memory: 8 << 20, ..Config::default() });
                let place = (&table.0, &table.1[..]);
                search.play(level, None, 1, place, &CancelToken::new(), &mut |_| {}).unwrap().0
            } else {
                let legal = table.0.legal();
                legal[rng.next_u32() as usize % legal.len()]
            };
            play(&mut table, step);
        }
        assert_eq!(table.0.outcome().unwrap().winner, Some(Colour::First), "{}", level.id);
        assert_eq!(
            table.1.len() - joined.1.len(),
            5,
            "{}: b2, b4 and b6 do, and two answers",
            level.id
        );
    }
}
