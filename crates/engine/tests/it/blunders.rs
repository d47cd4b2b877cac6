//! Results that a level throws away on boards small enough to be solved.
//!
//! `TETRALITH_BLUNDERS=1000 cargo test --release -p tetralith-engine --test it blunders --
//! --nocapture` asks Master and Strongest about so many positions of each game, and lists those in
//! which a won or drawn game was given away; `TETRALITH_BLUNDERS_GAME` and
//! `TETRALITH_BLUNDERS_LEVEL` choose one. Of 1,000 positions each in which something could be lost,
//! on Multiplicity 3, Greylox 3, Plurality 5 and Necklace 5, neither gave any away.

use std::thread;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::knowledge::below;
use tetralith_core::{Colour, Game, Names, Setup, Step};
use tetralith_engine::solve::{SolveLimits, solve};
use tetralith_engine::{AnySearch, Budget, CancelToken, Config, Level};

/// A board of each game, and the steps after which positions on it are soon solved.
const BOARDS: [(&str, i64, usize); 4] =
    [("multiplicity", 3, 3), ("greylox", 3, 4), ("plurality", 5, 2), ("necklace", 5, 5)];

/// The positions that are asked about unless more are asked for.
const FEW: usize = 3;

/// The result of best play for the player to move in `position`: 1, 0 or −1; `None` if it is not
/// soon found.
fn result(position: &Game) -> Option<i8> {
    let mover = position.to_move();
    let seen =
        |winner: Option<Colour>| winner.map_or(0, |winner| if winner == mover { 1 } else { -1 });
    if let Some(outcome) = position.outcome() {
        return Some(seen(outcome.winner));
    }
    let limits = SolveLimits { nodes: 500_000, ..SolveLimits::default() };
    solve(position, &limits, &|_| true).ok().map(|solution| seen(solution.winner))
}

/// The result for the player of `step` in `position`.
fn result_after(position: &Game, step: Step) -> Option<i8> {
    let mut next = position.clone();
    next.play_unchecked(step);
    let same = (next.to_move() == position.to_move()) != (step == Step::Swap);
    result(&next).map(|found| if same { found } else { -found })
}

/// A position after `least` random steps or more in which something can be lost: its steps, and the
/// result.
fn position(
    game: &Game,
    least: usize,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<(Game, Vec<Step>, i8)> {
    let (mut position, mut played) = (game.clone(), Vec::new());
    let steps = least + below(rng, game.board().geometry().len() / 2);
    while played.len() < steps && position.outcome().is_none() {
        let legal = position.legal();
        let step = legal[below(rng, legal.len())];
        position.play_unchecked(step);
        played.push(step);
    }
    let had = result(&position).filter(|_| position.outcome().is_none()).filter(|&had| had >= 0)?;
    let legal = position.legal();
    let first = below(rng, legal.len());
    let some = (0..legal.len().min(6)).map(|i| legal[(first + i) % legal.len()]);
    let can_be_lost =
        some.into_iter().any(|step| result_after(&position, step).is_some_and(|kept| kept < had));
    can_be_lost.then_some((position, played, had))
}

/// The positions of `count` in which `level` gave a result away, as sentences.
fn given_away(
    id: &str,
    size: i64,
    least: usize,
    count: usize,
    level: &Level,
    budget: Option<Budget>,
) -> Vec<String> {
    let game = Game::new(id, &Setup { size: Some(size), ..Setup::default() }).expect("a board");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut found = Vec::new();
    let mut asked = 0;
    while asked < count {
        let Some((position, played, had)) = position(&game, least, &mut rng) else { continue };
        asked += 1;
        let mut search = AnySearch::new(Config { memory: 64 << 20, ..Config::default() });
        let answer =
            search.play(level, budget, 1, (&position, &played), &CancelToken::new(), &mut |_| {});
        let (step, _) = answer.expect("the game goes on");
        if result_after(&position, step).is_some_and(|kept| kept < had) {
            let names = Names::of(&position);
            found.push(format!(
                "{id} {size}: {} gives {had} away\n{}",
                names.step(step),
                names.diagram(position.board())
            ));
        }
    }
    found
}

#[test]
fn proven_wins_are_hardly_ever_given_away() {
    let count = std::env::var("TETRALITH_BLUNDERS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(FEW);
    // In so many simulations instead of its time the strongest level answers the same each time; it
    // has more in five seconds.
    let simulations = if count > FEW { 100_000 } else { 20_000 };
    let wants = |name: &str, id: &str| std::env::var(name).map_or(true, |wanted| wanted == id);
    let levels = [("master", None), ("strongest", Some(Budget::Simulations(simulations)))];
    let too_many: Vec<String> = thread::scope(|scope| {
        let mut asked = Vec::new();
        for (id, size, least) in
            BOARDS.into_iter().filter(|(id, ..)| wants("TETRALITH_BLUNDERS_GAME", id))
        {
            for (level, budget) in
                levels.into_iter().filter(|(id, _)| wants("TETRALITH_BLUNDERS_LEVEL", id))
            {
                let level = Level::from_id(level).expect("a level");
                asked.push(scope.spawn(move || {
                    let found = given_away(id, size, least, count, level, budget);
                    println!("{id} {size}, {}: {} of {count} given away", level.id, found.len());
                    for text in &found {
                        println!("{text}");
                    }
                    (100 * found.len() > count)
                        .then(|| format!("{id}, {}: {} of {count}", level.id, found.len()))
                }));
            }
        }
        asked.into_iter().filter_map(|asked| asked.join().expect("it ends")).collect()
    });
    assert!(too_many.is_empty(), "more than one in a hundred: {too_many:?}");
}
