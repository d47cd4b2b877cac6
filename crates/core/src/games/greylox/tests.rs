use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::games::diagram::Diagram;
use crate::games::fairness::{assert_chances, assert_uniform, evenly};
use crate::geometry::Direction;
use crate::knowledge::{FeatureKind, Features, Knowledge, PlayoutResult};
use crate::rules::{Fact, Setup};

fn start(size: i64, opening: bool) -> Greylox {
    let setup = Setup { size: Some(size), opening: Some(opening), ..Setup::default() };
    Greylox::new(&Greylox::INFO.options(&setup).unwrap()).unwrap()
}

fn drawn(text: &str, to_move: Colour) -> (Greylox, Diagram) {
    let diagram = Diagram::parse(text);
    (Greylox::set_up(&diagram.board(['W', 'B']), to_move), diagram)
}

fn legal(game: &Greylox) -> Vec<Step> {
    let mut steps = Vec::new();
    game.legal_steps(&mut steps);
    steps
}

fn refusal(result: Result<(), PlayError>) -> (&'static str, CellSet) {
    match result {
        Err(PlayError::Forbidden(refusal)) => (refusal.rule, refusal.cells),
        other => panic!("expected a refusal, not {other:?}"),
    }
}

/// On planes of each width, control is what walking the lines finds, and the steps listed are those
/// that are legal.
#[test]
fn control_and_legal_steps_agree_with_walking_the_lines() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut legal = Vec::new();
    for (size, opening) in
        [(2, true), (3, false), (5, true), (6, false), (7, true), (8, false), (13, false)]
    {
        let mut game = start(size, opening);
        let geometry = game.board.geometry();
        while let Some(step) = game.random_step(&mut rng, &mut Vec::new()) {
            game.legal_steps(&mut legal);
            for colour in Colour::BOTH {
                let walked = geometry
                    .cells()
                    .filter(|&cell| game.seen(cell, colour).len() >= threshold(geometry, cell));
                assert_eq!(game.control.cells(colour), walked.collect());
            }
            let may = geometry.cells().flat_map(|cell| [Step::Place(cell), Step::Flip(cell)]);
            assert_eq!(legal, may.filter(|&step| game.check(step).is_ok()).collect::<Vec<_>>());
            game.play_unchecked(step);
        }
        game.legal_steps(&mut legal);
        assert!(legal.is_empty());
        assert!(game.outcome().unwrap().winner.is_some());
    }
}

#[test]
fn playouts_are_as_random_as_step_by_step() {
    assert_uniform(&start(2, false), 30_000);
    assert_uniform(&start(2, true), 30_000);
    // Late positions, on boards of one, two, four and eight words.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(31);
    for size in [3, 5, 6, 8, 10] {
        let mut game = vec![start(size, false)];
        while let Some(step) = game[game.len() - 1].random_step(&mut rng, &mut Vec::new()) {
            let mut next = game[game.len() - 1];
            next.play(step).unwrap();
            game.push(next);
        }
        assert_uniform(&game[game.len() - 5], 20_000);
    }
}

/// The cells on which a step of the player to move takes, out of the sight of their own `stone`,
/// one of the stones that control it.
fn rescues(game: &Greylox, stone: Cell) -> CellSet {
    let geometry = game.board.geometry();
    let attackers = game.seen(stone, game.to_move().other());
    let mut found = CellSet::EMPTY;
    for &direction in geometry.joined() {
        let line: CellSet = std::iter::successors(geometry.toward(stone, direction), |&next| {
            geometry.toward(next, direction)
        })
        .collect();
        for attacker in attackers & line {
            let beyond: CellSet =
                std::iter::successors(geometry.toward(attacker, direction), |&next| {
                    geometry.toward(next, direction)
                })
                .collect();
            found |= line - beyond;
        }
    }
    found
}

/// The chance of each of `steps` in a heavy playout.
fn sensibly(game: &Greylox, steps: &[Step]) -> Vec<f64> {
    let geometry = game.board.geometry();
    let (me, other) = (game.to_move(), game.to_move().other());
    let on = |step| match step {
        Step::Place(cell) | Step::Flip(cell) => cell,
        _ => panic!("{step:?}"),
    };
    // No player fills their own cells before they must.
    let even = evenly(steps, |step| match step {
        Step::Place(cell) => !game.controlled()[me.index()].contains(cell),
        _ => true,
    });
    // And stones that one step can rescue are rescued.
    let mut threatened = *game.board.stones(me) & game.controlled()[other.index()];
    for stone in threatened {
        if game.seen(stone, other).len() > threshold(geometry, stone) {
            threatened.remove(stone);
        }
    }
    if threatened.is_empty() {
        return even;
    }
    let allowed: CellSet = steps
        .iter()
        .zip(&even)
        .filter(|&(_, &chance)| chance > 0.0)
        .map(|(&step, _)| on(step))
        .collect();
    let mut chances = vec![0.0; steps.len()];
    for stone in threatened {
        let rescues = rescues(game, stone) & allowed;
        let shares = if rescues.is_empty() {
            even.clone()
        } else {
            evenly(steps, |step| rescues.contains(on(step)))
        };
        for (chance, share) in chances.iter_mut().zip(shares) {
            *chance += share / threatened.len() as f64;
        }
    }
    chances
}

#[test]
fn heavy_playouts_spare_own_cells_and_rescue_stones() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(41);
    let mut threatened = 0;
    let mut choices = 0;
    for size in [3, 5, 6, 8] {
        let mut games = vec![start(size, false)];
        while let Some(step) = games[games.len() - 1].random_step(&mut rng, &mut Vec::new()) {
            let mut next = games[games.len() - 1];
            next.play(step).unwrap();
            games.push(next);
        }
        let late = &games[games.len() - 9];
        threatened += late.threatened().len();
        let steps = legal(late);
        choices += sensibly(late, &steps).iter().filter(|&&chance| chance == 0.0).count();
        assert_chances(late, 10_000, Greylox::heavy_playout, sensibly, |end| {
            end.outcome().map(|outcome| outcome.winner)
        });
    }
    assert!(choices > 0 && threatened > 0);
}

#[test]
fn a_stone_is_rescued_on_the_lines_to_the_stones_that_attack_it() {
    let (game, diagram) = drawn(
        "    . . . .
            . W . W .
           . . x x . .
          . W x B x W .
           . . . . . .
            . . . . .
             . . . . ",
        Colour::Second,
    );
    assert_eq!(game.threatened(), diagram.cells('B'));
    assert_eq!(rescues(&game, diagram.cell('B')), diagram.cells('x') | diagram.cells('W'));
    // None of the attackers can be flipped.
    let places = game.board.vacant() - game.controlled()[Colour::First.index()];
    for (step, chance) in legal(&game).into_iter().zip(sensibly(&game, &legal(&game))) {
        let Step::Place(cell) = step else { panic!("{step:?}") };
        assert_eq!(chance > 0.0, (diagram.cells('x') & places).contains(cell));
    }
}

/// The position that a playout leaves is over, and its outcome, found from the sorted sizes, is the
/// verdict.
#[test]
fn playouts_end_with_the_verdict_of_the_groups() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(37);
    let mut close = 0;
    for size in [2, 3, 5, 6, 8, 13] {
        for round in 0..60 {
            let mut game = start(size, round % 2 == 0);
            let verdict = game.playout(&mut rng);
            let walked = Greylox::set_up(&game.board, game.to_move());
            let outcome = walked.outcome().expect("it is over");
            assert_eq!(game.outcome(), Some(outcome));
            assert_eq!(verdict.value.to_bits(), PlayoutResult::of(outcome.winner).value.to_bits());
            let [first, second] = game.group_sizes();
            let ahead = f32::from(first[0]) - f32::from(second[0]);
            assert!((verdict.margin - ahead / game.board.geometry().len() as f32).abs() < 1e-6);
            close += u32::from(first[0] == second[0]);
        }
    }
    assert!(close > 0, "some games are decided by later groups");
}

#[test]
fn two_stones_control_a_corner() {
    let (mut game, diagram) = drawn(
        "    x . . W
            . . . . .
           . . . . . .
          . . . W . . y
           . . . . . .
            . . . . .
             . . . . ",
        Colour::Second,
    );
    let closed = diagram.cells('x') | diagram.cells('y');
    assert_eq!(game.marks().controlled, [closed, CellSet::EMPTY]);
    assert_eq!(game.marks().forbidden, [("controlled", closed)]);
    let corner = diagram.cell('x');
    assert_eq!(refusal(game.check(Step::Place(corner))), ("controlled", diagram.cells('W')));
    assert!(!legal(&game).contains(&Step::Place(corner)));
    // A stone between cuts one line of sight, for the corner on the right too.
    let between = game.board.geometry().toward(diagram.cell('y'), Direction::West).unwrap();
    game.play(Step::Place(between)).unwrap();
    assert_eq!(game.marks().controlled, [diagram.cells('x'), CellSet::EMPTY]);
    assert_eq!(game.check(Step::Place(corner)), Ok(()));
}

#[test]
fn three_stones_control_an_edge() {
    let (game, diagram) = drawn(
        "    W x W .
            . . . . .
           . W . . . .
          . . . . . . .
           . . . . . .
            . . . . .
             . . . . ",
        Colour::Second,
    );
    assert_eq!(game.marks().controlled, [diagram.cells('x'), CellSet::EMPTY]);
    assert_eq!(
        refusal(game.check(Step::Place(diagram.cell('x')))),
        ("controlled", diagram.cells('W'))
    );
    assert_eq!(
        game.standing().facts,
        [("groups", Fact::Sizes([vec![1, 1, 1], vec![]])), ("controlled", Fact::Counts([1, 0]))]
    );
}

#[test]
fn four_stones_control_the_field_and_may_flip_the_stone_there() {
    let (mut game, diagram) = drawn(
        "    . . . .
            . W . W .
           . . . . . .
          . W . B . W .
           . . . . . .
            . . . . .
             . . . . ",
        Colour::First,
    );
    let centre = diagram.cell('B');
    assert_eq!(game.marks().controlled, [diagram.cells('B'), CellSet::EMPTY]);
    assert_eq!(game.marks().threatened, diagram.cells('B'));
    assert!(
        legal(&game).contains(&Step::Flip(centre)) && !legal(&game).contains(&Step::Place(centre))
    );
    game.play(Step::Flip(centre)).unwrap();
    assert_eq!(game.board.at(centre), Some(Colour::First));
    assert_eq!(game.to_move(), Colour::Second);
    assert!(game.marks().threatened.is_empty());
}

#[test]
fn three_stones_are_too_few_to_flip_one_in_the_field() {
    let (game, diagram) = drawn(
        "    . . . .
            . W . W .
           . . . . . .
          . W . B . b .
           . . . . . .
            . . . . .
             . . . . ",
        Colour::First,
    );
    assert_eq!(
        refusal(game.check(Step::Flip(diagram.cell('B')))),
        ("not-controlled", diagram.cells('W'))
    );
    let own = diagram.cells('W').lowest().unwrap();
    assert_eq!(refusal(game.check(Step::Flip(own))).0, "own");
    let vacant = diagram.cell('b');
    assert_eq!(refusal(game.check(Step::Flip(vacant))).0, "vacant");
    assert_eq!(game.check(Step::Place(own)), Err(PlayError::Occupied(own, Colour::First)));
    assert_eq!(game.check(Step::Flip(Cell::new(37))), Err(PlayError::OffBoard(Cell::new(37))));
    assert_eq!(game.check(Step::Pass), Err(PlayError::Kind(StepKind::Pass)));
    // Along each line up to and with the first stone.
    let lines = Diagram::parse(
        "    . . . .
            . x . x .
           . . x x . .
          . x x . x x x
           . . x x . .
            . x . x .
             x . . x ",
    );
    let about = game.about(diagram.cell('B'));
    assert_eq!(about.area() | about.counted, lines.cells('x'));
    assert_eq!(about.counted, diagram.cells('W'));
    assert_eq!((about.lines.len(), about.needed), (6, Some(4)));
    let ends: Vec<_> =
        about.lines.iter().map(|line| (line.direction, line.end.is_some())).collect();
    assert!(ends.contains(&(Direction::West, true)) && ends.contains(&(Direction::East, false)));
    assert_eq!(about.groups, [(Colour::Second, diagram.cells('B'))]);
}

#[test]
fn control_means_nothing_in_the_opening() {
    let order = Diagram::parse(
        "    . . .
            . . . .
           . . . . d
            . . . .
             a b . ",
    );
    let mut game = start(3, true);
    let corner = Cell::new(2);
    for mark in ['a', 'b', 'd'] {
        game.play(Step::Place(order.cell(mark))).unwrap();
    }
    // Black has two stones in sight of the corner between, and it is White's turn.
    assert_eq!(game.seen(corner, Colour::Second).len(), 2);
    assert_eq!(game.phase(), Phase::Bound { anchor: order.cell('d') });
    assert_eq!(game.marks().controlled, [CellSet::EMPTY; 2]);
    assert_eq!(
        game.standing().facts,
        [("groups", Fact::Sizes([vec![1], vec![1, 1]])), ("controlled", Fact::Counts([0, 0]))]
    );
    assert_eq!(game.check(Step::Flip(order.cell('b'))), Err(PlayError::Kind(StepKind::Flip)));
    assert_eq!(refusal(game.check(Step::Place(corner))), ("bound", order.cells('d')));
}

/// Black has no step; the vacant cells are White's. Both largest groups have seven then, and White
/// has five more.
#[test]
fn vacant_cells_count_for_their_controller_at_the_end() {
    let (game, diagram) = drawn(
        "    x B B
            x W B W
           W W B W x
            B B x W
             B W W ",
        Colour::Second,
    );
    assert_eq!(
        game.outcome(),
        Some(Outcome { winner: Some(Colour::First), reason: Reason::NoMoves })
    );
    assert_eq!(
        game.standing().facts,
        [("groups", Fact::Sizes([vec![7, 5], vec![7]])), ("controlled", Fact::Counts([6, 2]))]
    );
    assert!(diagram.cells('x').iter().all(|cell| game.controlled()[0].contains(cell)));
    let vacant = diagram.cells('x').lowest().unwrap();
    assert_eq!(game.check(Step::Place(vacant)), Err(PlayError::GameOver));
    assert!(legal(&game).is_empty() && game.marks().forbidden.is_empty());
}

#[test]
fn the_weights_fit_the_features_and_every_feature_has_one() {
    assert!(
        features::PRIOR.is_some(),
        "the file of weights was fitted to other features: fit it anew"
    );
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let total = FeatureKind::total(Greylox::FEATURES);
    for size in [2, 5, 7] {
        let mut game = start(size, true);
        let mut found = Features::default();
        while let Some(step) = game.random_step(&mut rng, &mut Vec::new()) {
            let steps = legal(&game);
            found.clear();
            game.features(&steps, &mut found);
            assert_eq!(found.steps().len(), steps.len());
            assert!(found.steps().flatten().all(|&feature| usize::from(feature) < total));
            let mut hints = Vec::new();
            game.hints(&steps, &mut hints);
            assert_eq!(hints.len(), steps.len());
            assert!(hints.iter().all(|hint| (-1.0..=1.0).contains(hint)));
            game.play_unchecked(step);
        }
    }
}

#[test]
fn features_show_what_a_step_controls_and_gives_up() {
    // Few stones of either side, so that most cells are seen from afar.
    let (game, diagram) = drawn(
        "
          x W .
         W . . .
        . . . . .
         . B B .
          . B .
        ",
        Colour::First,
    );
    let place = |mark| Step::Place(diagram.cell(mark));
    let mut played = game;
    played.play_unchecked(place('x'));
    let won = (played.controlled()[0] - game.controlled()[0]) & played.board.vacant();
    assert_eq!(game.control.changes(&game.board, diagram.cell('x'), Colour::First)[0], won.len());
    for cell in game.board.vacant() {
        let changes = game.control.changes(&game.board, cell, Colour::Second);
        let mut played = game;
        played.control.set(&game.board, cell, Colour::Second);
        played.board.set(cell, Colour::Second);
        let [before, after] = [game, played].map(|game| game.controlled());
        let lost = (before[0] - after[0]) & played.board.vacant();
        let attacked = (after[1] - before[1]) & *played.board.stones(Colour::First);
        assert_eq!([changes[1], changes[2]], [lost.len(), attacked.len()], "{cell:?}");
    }
}
