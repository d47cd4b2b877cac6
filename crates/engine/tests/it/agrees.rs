//! Positions as the search sees them are those of the rules, and its values are what plain minimax
//! finds.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::{
    Colour, Exact, ExactVisitor, Game, Info, OptionKind, Setup, Shape, Step, Ties, games,
};
use tetralith_engine::solve::{SolveLimits, SolveTask};

/// The value for the first player, found by trying everything.
fn minimax<E: Exact>(position: &E) -> i16 {
    if let Some(value) = position.result() {
        return value;
    }
    let mut steps = Vec::new();
    position.steps(&mut steps);
    let values = steps.into_iter().map(|step| {
        let mut next = position.clone();
        next.play(step);
        minimax(&next)
    });
    let best = if position.to_move() == Colour::First { values.max() } else { values.min() };
    best.expect("a game that is not over has steps")
}

/// Plays a random game and compares every position, until `left` cells are vacant, from where it is
/// solved.
struct Follow<'a> {
    game: Game,
    left: usize,
    rng: &'a mut Xoshiro256PlusPlus,
}

impl ExactVisitor for Follow<'_> {
    /// The steps so far and the value by minimax.
    type Output = (Vec<Step>, Option<i16>);

    fn visit<E: Exact>(mut self, position: &E) -> Self::Output {
        let (mut position, mut path, mut steps) = (position.clone(), Vec::new(), Vec::new());
        loop {
            let legal = self.game.legal();
            position.steps(&mut steps);
            steps.sort_unstable();
            let mut expected = legal.clone();
            expected.sort_unstable();
            assert_eq!(steps, expected, "{:?}", self.game);
            let is_over = self.game.outcome().is_some();
            assert_eq!(position.result().is_some(), is_over);
            let [low, high] = position.range();
            for value in [position.result(), position.decided()].into_iter().flatten() {
                assert_eq!([low, high], [value; 2]);
            }
            if is_over {
                let value = position.result().expect("just looked");
                let is_swapped = path.contains(&Step::Swap);
                let winner = self.game.outcome().expect("it is over").winner;
                let person = winner.map(|colour| if is_swapped { colour.other() } else { colour });
                assert_eq!(position.winner(value), person, "{:?}", self.game);
                if let Some([first, second]) = self.game.half_points().filter(|_| E::HAS_SCORE) {
                    let start = 2 * i32::from(self.game.options().komi) + 1;
                    assert_eq!(2 * i32::from(value), first as i32 - (second as i32 - start));
                }
                return (path, None);
            }
            if self.game.board().vacant().len() <= self.left {
                return (path, Some(minimax(&position)));
            }
            let step = legal[self.rng.next_u32() as usize % legal.len()];
            // A pass would end games early.
            let step = if step == Step::Pass && legal.len() > 1 { legal[0] } else { step };
            path.push(step);
            self.game.play(step).expect("a legal step");
            position.play(step);
        }
    }
}

/// Every way to set up a small board of a game.
fn setups(info: &'static Info) -> impl Iterator<Item = Setup> {
    info.boards.iter().flat_map(move |range| {
        (0..24_i64).map(move |n| Setup {
            board: Some(range.shape),
            size: Some(i64::from(range.min) + n % 3),
            opening: info.has(OptionKind::Opening).then_some(n % 2 == 0),
            komi: info.has(OptionKind::Komi).then_some(n % 5 - 1),
            ties: info.has(OptionKind::Ties).then_some(Ties::ALL[n as usize / 2 % 2]),
            pie: info.has(OptionKind::Pie).then_some(n % 2 == 1),
        })
    })
}

#[test]
fn values_are_those_of_minimax_and_positions_those_of_the_rules() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut solved = 0;
    for info in games::INFOS {
        for setup in setups(info) {
            let start = Game::start(info, &info.options(&setup).unwrap()).unwrap();
            // Steps of three stones leave more vacant cells.
            let left = if info.has(OptionKind::Ties) { 9 } else { 6 };
            let (steps, value) =
                start.visit_exact(Follow { game: start.clone(), left, rng: &mut rng });
            let Some(value) = value else { continue };
            let limits = SolveLimits { memory: 1 << 20, ..SolveLimits::default() };
            let task = SolveTask { start: &start, steps: &steps, limits, state: None };
            let found = task.solve(&|_| true).unwrap();
            let expected = if found.score.is_some() { value } else { value.signum() };
            assert_eq!(found.value, expected, "{} {setup:?} {steps:?}", info.id);
            assert!(!found.best.is_empty());
            solved += 1;
        }
    }
    assert!(solved >= 60, "{solved}");
}

#[test]
fn the_winner_after_a_swap_is_named_by_the_colour_held_then() {
    let setup = Setup { size: Some(4), pie: Some(true), ..Setup::default() };
    let start = Game::new("necklace", &setup).unwrap();
    let first = Step::Place(start.legal()[5].cells().next().unwrap());
    let limits = SolveLimits { memory: 1 << 20, ..SolveLimits::default() };
    let plain = Game::new("necklace", &Setup { pie: None, ..setup }).unwrap();
    let without =
        SolveTask { start: &plain, steps: &[first], limits, state: None }.solve(&|_| true).unwrap();
    let swapped = SolveTask { start: &start, steps: &[first, Step::Swap], limits, state: None }
        .solve(&|_| true)
        .unwrap();
    // The same stones with the same colour to move: the same colour wins, held by the other player.
    assert_eq!(swapped.winner, without.winner);
    assert_eq!(swapped.value, -without.value);
    let nearest = |start: &Game, steps: &[Step]| {
        SolveTask { start, steps, limits, state: None }.advise(&|_| true).unwrap().shortest
    };
    assert!(nearest(&plain, &[first]).is_some());
    assert_eq!(nearest(&start, &[first, Step::Swap]), nearest(&plain, &[first]));
}

/// Checks that the key of a position is that of every image of it that is the same by the rules.
struct Keys(Vec<Step>);

impl ExactVisitor for Keys {
    type Output = u128;
    fn visit<E: Exact>(self, position: &E) -> u128 {
        let mut position = position.clone();
        for &step in &self.0 {
            position.play(step);
        }
        position.key()
    }
}

#[test]
fn a_position_has_the_key_of_its_images() {
    let same = |id: &str, size: i64, lines: &[&str]| {
        let game = Game::new(
            id,
            &Setup {
                size: Some(size),
                opening: (id == "multiplicity").then_some(false),
                ..Setup::default()
            },
        );
        let game = game.unwrap();
        let names = tetralith_core::Names::of(&game);
        let keys: Vec<u128> = lines
            .iter()
            .map(|line| {
                game.visit_exact(Keys(
                    line.split(' ').map(|step| names.parse_step(step).unwrap()).collect(),
                ))
            })
            .collect();
        keys.windows(2).map(|pair| pair[0] == pair[1]).collect::<Vec<_>>()
    };
    assert_eq!(same("necklace", 4, &["b2 a1", "c2 d1", "b3 a4", "b2 b1"]), [true, true, false]);
    assert_eq!(
        same("plurality", 4, &["a1,a2,b1", "d1,d2,c1", "a1,b1,a2", "a1,a2,a3"]),
        [true, true, false]
    );
}

/// True if `winner` can end `position` within so many steps, found by trying everything that
/// matters.
fn ends<E: Exact>(position: &E, winner: Colour, count: u16) -> bool {
    if let Some(value) = position.result() {
        return position.winner(value) == Some(winner);
    }
    let mut steps = Vec::new();
    position.steps(&mut steps);
    let mut after = steps.into_iter().map(|step| {
        let mut next = position.clone();
        next.play(step);
        next
    });
    count > 0
        && if position.to_move() == winner {
            after.any(|next| ends(&next, winner, count - 1))
        } else {
            after.all(|next| ends(&next, winner, count - 1))
        }
}

/// The fewest steps in which the winner of a position can end it.
struct Shortest(Colour);

impl ExactVisitor for Shortest {
    type Output = Option<u16>;

    fn visit<E: Exact>(self, position: &E) -> Self::Output {
        (1..30).find(|&count| ends(position, self.0, count))
    }
}

#[test]
fn shortest_wins_agree_with_full_enumeration() {
    let advised = |game: &Game| {
        let task = SolveTask {
            start: game,
            steps: &[],
            limits: SolveLimits { memory: 8 << 20, ..SolveLimits::default() },
            state: None,
        };
        task.advise(&|_| true).unwrap()
    };
    let pie = Setup { size: Some(3), pie: Some(true), ..Setup::default() };
    let plain = Setup { size: Some(3), opening: Some(false), ..Setup::default() };
    let mut compared = 0;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for (id, setup, left, games) in
        [("necklace", pie, 9, 12), ("greylox", plain, 7, 40), ("necklace", pie, 8, 12)]
    {
        for _ in 0..games {
            let mut game = Game::new(id, &setup).unwrap();
            while game.outcome().is_none() && game.board().vacant().len() > left {
                let legal = game.legal();
                game.play(legal[rng.next_u32() as usize % legal.len()]).unwrap();
            }
            if game.outcome().is_some() {
                continue;
            }
            let found = advised(&game);
            let Some(winner) = found.winner else { continue };
            let shortest = game.visit_exact(Shortest(winner));
            assert_eq!(found.shortest.map(|(steps, _)| steps), shortest, "{game:?}");
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared}");
}

/// The first player's lead in points after best play of both, komi included, by the rules alone.
fn best_lead(game: &Game) -> f32 {
    if game.outcome().is_some() {
        return game.lead().expect("points are counted");
    }
    let leads = game.legal().into_iter().map(|step| {
        let mut next = game.clone();
        next.play_unchecked(step);
        best_lead(&next)
    });
    let better = if game.to_move() == Colour::First { f32::max } else { f32::min };
    leads.reduce(better).expect("a game that is not over has steps")
}

#[test]
fn endgames_for_points_are_solved_on_any_board() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut solved, mut passed) = (0, 0);
    for (shape, size, games) in [
        (Shape::Square, 8, 8),
        (Shape::Square, 13, 6),
        (Shape::Hexhex, 5, 8),
        (Shape::Hexhex, 7, 6),
        (Shape::Square, 25, 1),
    ] {
        for n in 0..games {
            let ties = Some(Ties::ALL[n / 2 % 2]);
            let setup = Setup { board: Some(shape), size: Some(size), ties, ..Setup::default() };
            let start = Game::new("plurality", &setup).expect("a board");
            // As before a search from the start of the game, whose positions are followed to their
            // end.
            start.visit_exact(Follow { game: start.clone(), left: 0, rng: &mut rng });
            let mut game = start.clone();
            // Until at most so many trominoes fit, each in three colourings, beside a pass.
            let most = [7, 13, 1, 4, 10][n % 5];
            loop {
                let legal = game.legal();
                if legal.len() <= most {
                    break;
                }
                // The last of them is the pass.
                game.play(legal[rng.next_u32() as usize % (legal.len() - 1)])
                    .expect("a legal step");
            }
            if n % 3 == 2 {
                game.play(Step::Pass).expect("a pass");
                passed += 1;
            }
            let found = tetralith_engine::solve::solve(&game, &SolveLimits::default(), &|_| true)
                .expect("little is left");
            assert_eq!(found.lead, Some(best_lead(&game)), "{game:?}");
            for (steps, keep) in [(&found.best, true), (&found.worse, false)] {
                for &step in steps {
                    let mut next = game.clone();
                    next.play(step).expect("a legal step");
                    assert_eq!(Some(best_lead(&next)) == found.lead, keep, "{game:?}: {step:?}");
                }
            }
            assert_eq!(found.best.len() + found.worse.len(), game.legal().len());
            solved += usize::from(!found.worse.is_empty());
        }
    }
    assert!(solved > 10 && passed > 5, "{solved}, {passed}");
}
