//! Positions of Necklace: drawn ones and random ones.

use std::thread;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::games::diagram::Diagram;
use crate::games::fairness::assert_random;
use crate::knowledge::{Knowledge, PlayoutResult, below};
use crate::rules::Setup;

/// A game of this size after `moves`, names of cells and `swap` between spaces.
fn played(size: u8, pie: bool, moves: &str) -> Necklace {
    let mut game = start(size, pie);
    for name in moves.split_whitespace() {
        let step = if name == "swap" { Step::Swap } else { Step::Place(at(size, name)) };
        game.play(step).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    }
    game
}

fn start(size: u8, pie: bool) -> Necklace {
    let setup = Setup { size: Some(i64::from(size)), pie: Some(pie), ..Setup::default() };
    Necklace::new(&Necklace::INFO.options(&setup).unwrap()).unwrap()
}

fn at(size: u8, name: &str) -> Cell {
    let column = usize::from(name.as_bytes()[0] - b'a');
    let row: usize = name[1..].parse().unwrap();
    Cell::new(column * usize::from(size) + row - 1)
}

fn cells(size: u8, names: &str) -> CellSet {
    names.split_whitespace().map(|name| at(size, name)).collect()
}

/// The position of a drawing with `r` and `b` for stones, placed without asking whether they may
/// be; `colour` is to move.
fn drawn(drawing: &str, colour: Colour) -> (Necklace, Diagram) {
    let diagram = Diagram::parse(drawing);
    let board = diagram.board(['r', 'b']);
    let mut game = start(board.geometry().size(), false);
    for mover in Colour::BOTH {
        for cell in board.stones(mover) {
            game.to_move = mover;
            game.play_unchecked(Step::Place(cell));
        }
    }
    if game.outcome.is_none() {
        game.to_move = colour;
    }
    (game, diagram)
}

fn refusal(game: &Necklace, cell: Cell) -> Option<Refusal> {
    match game.check(Step::Place(cell)) {
        Ok(()) => None,
        Err(PlayError::Forbidden(refusal)) => Some(*refusal),
        Err(error) => panic!("{error:?}"),
    }
}

/// Asserts that everything kept up agrees with [`Necklace::check`] on every point.
fn assert_agrees(game: &Necklace) {
    let mut legal = Vec::new();
    game.legal_steps(&mut legal);
    let marks = game.marks();
    let every = game.board.geometry().cells().map(Step::Place).chain([Step::Swap, Step::Pass]);
    let checked: Vec<Step> = every.filter(|&step| game.check(step).is_ok()).collect();
    assert_eq!(legal, checked, "{:?}", game.board);
    if game.outcome.is_none() {
        assert!(!legal.is_empty());
        for cell in game.board.vacant() {
            let rule = refusal(game, cell).map(|refusal| refusal.rule);
            let marked = marks
                .forbidden
                .iter()
                .find(|(_, cells)| cells.contains(cell))
                .map(|&(rule, _)| rule);
            assert_eq!(rule, marked, "{cell:?} {:?}", game.board);
        }
    } else {
        assert!(legal.is_empty());
    }
}

/// Asserts that the outcome is what a search over the stones finds.
fn assert_outcome(game: &Necklace) {
    let linked = Colour::BOTH
        .into_iter()
        .find(|&colour| shortest(&game.board, colour, &CellSet::EMPTY).is_some());
    assert_eq!(game.outcome.and_then(|outcome| outcome.winner), linked);
}

/// The colour whose stones join its sides by king's moves, found by a walk over the board.
fn joined_by_kings_moves(board: &Board) -> Option<Colour> {
    let geometry = board.geometry();
    Colour::BOTH.into_iter().find(|&colour| {
        let [start, goal] = Necklace::SIDES[colour.index()].map(|side| *geometry.side(side));
        let own = *board.stones(colour);
        let mut reached = own & start;
        loop {
            let around =
                |cell| Direction::ALL.iter().filter_map(move |&way| geometry.toward(cell, way));
            let more: CellSet =
                reached.iter().flat_map(around).filter(|&cell| own.contains(cell)).collect();
            if (more - reached).is_empty() {
                return reached.intersects(&goal);
            }
            reached |= more;
        }
    })
}

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

#[test]
fn random_games_agree_with_the_plain_look_on_every_size() {
    thread::scope(|scope| {
        for least in [2, 3] {
            scope.spawn(move || {
                (least..=25).step_by(2).for_each(random_games_agree_with_the_plain_look);
            });
        }
    });
}

fn random_games_agree_with_the_plain_look(size: u8) {
    let mut rng = rng(u64::from(size));
    let games = (4000 / (usize::from(size).pow(4))).clamp(1, 50);
    for game in 0..games {
        let mut position = start(size, game % 2 == 1);
        let mut steps = Vec::new();
        let mut ply = 0;
        loop {
            position.legal_steps(&mut steps);
            if ply % usize::from(size / 6).max(1) == 0 || steps.len() < 8 {
                assert_agrees(&position);
                assert_outcome(&position);
            }
            if steps.is_empty() {
                break;
            }
            position.play_unchecked(steps[below(&mut rng, steps.len())]);
            ply += 1;
        }
        assert!(position.outcome().is_some());
    }
}

#[test]
fn either_crosscut_is_refused_to_either_colour() {
    for colour in Colour::BOTH {
        let own = if colour == Colour::First { 'r' } else { 'b' };
        let other = if colour == Colour::First { 'b' } else { 'r' };
        for drawing in ["....  .xo.  .oy.  ....", "....  .ox.  .yo.  ...."] {
            for (gap, corner) in [('x', 'y'), ('y', 'x')] {
                let text: String = drawing
                    .chars()
                    .map(|c| match c {
                        'o' => other,
                        c if c == corner => own,
                        c if c == gap => 'x',
                        c => c,
                    })
                    .collect();
                let (game, drawing) = drawn(&text.replace("  ", "\n"), colour);
                let gap = drawing.cell('x');
                let refused = refusal(&game, gap).unwrap();
                assert_eq!((refused.rule, refused.colour), (CROSSCUT, colour));
                assert_eq!(refused.cells, cells(4, "b2 b3 c2 c3"));
                assert_agrees(&game);
                let mut reply = game.clone();
                reply.to_move = colour.other();
                assert_eq!(
                    refusal(&reply, gap),
                    None,
                    "three opponent's stones and an own one are no crosscut"
                );
            }
        }
    }
}

#[test]
fn a_point_that_would_enclose_a_region_is_refused_to_both() {
    // After the idea of the rule text's figure 3: walls of both colours, joined diagonally here and
    // there.
    let drawing = ". . . . . . .
                   . . r b r . .
                   . r . . . b .
                   . b . . . r .
                   . . r x b . .
                   . . . . . . .
                   . . . . . . .";
    for colour in Colour::BOTH {
        let (game, drawing) = drawn(drawing, colour);
        let refused = refusal(&game, drawing.cell('x')).unwrap();
        assert_eq!((refused.rule, refused.colour), (LOOP, colour));
        assert_eq!(refused.cells, cells(7, "c4 d4 e4 c5 d5 e5"));
        assert_agrees(&game);
    }
}

#[test]
fn stones_amid_joined_corners_close_loops() {
    let drawing = ". . . . . . .
                   . . . n . . .
                   . . r . r . .
                   . w . x . e .
                   . . r . r . .
                   . . . s . . .
                   . . . . . . .";
    // All but all four, which would have enclosed the middle already.
    for joined in 0..15 {
        let stones =
            |(bit, mark): (u32, char)| (mark, if joined >> bit & 1 != 0 { 'r' } else { '.' });
        let marks = (0..).zip("nwse".chars()).map(stones);
        let drawing = marks.fold(drawing.to_owned(), |drawing, (mark, stone)| {
            drawing.replace(mark, &stone.to_string())
        });
        let (game, drawing) = drawn(&drawing, Colour::Second);
        let refused = refusal(&game, drawing.cell('x')).map(|refusal| refusal.rule);
        assert_eq!(refused, (joined != 0).then_some(LOOP), "{joined:04b}");
        assert_agrees(&game);
    }
}

#[test]
fn the_last_gap_may_be_filled_from_within() {
    // x is the end of a lane, which may be filled up; y is its mouth, which would leave x alone.
    let drawing = ". . . . .
                   . b b r .
                   . b x y .
                   . b b r .
                   . . . . .";
    let (game, drawing) = drawn(drawing, Colour::First);
    assert_eq!(refusal(&game, drawing.cell('x')), None);
    assert_eq!(refusal(&game, drawing.cell('y')).unwrap().cells, drawing.cells('x'));
    assert_agrees(&game);
}

#[test]
fn a_region_needs_an_edge_point_not_only_an_edge_nearby() {
    // x is the last edge point of the region of dots below it; y is one of two on its edge.
    let (game, drawing) = drawn(
        ". r x b .
                                . b . r .
                                . . b . .
                                y . . r .
                                . b r . .",
        Colour::Second,
    );
    assert_eq!(refusal(&game, drawing.cell('x')).unwrap().cells, cells(5, "c4"));
    assert_eq!(refusal(&game, drawing.cell('y')), None);
    assert_agrees(&game);
}

#[test]
fn a_corner_point_is_an_edge_point_with_two_ways_out() {
    let (game, drawing) = drawn(
        "x b . .
                                r . . .
                                . . . b
                                . . r y",
        Colour::First,
    );
    // The corners are hemmed in already; a stone there closes nothing.
    assert_eq!(refusal(&game, drawing.cell('x')), None);
    assert_eq!(refusal(&game, drawing.cell('y')), None);
    let (game, drawing) = drawn(
        "z x r .
                                r . b .
                                . r . .
                                . . . .",
        Colour::Second,
    );
    assert_eq!(refusal(&game, drawing.cell('x')).unwrap().cells, cells(4, "b3"));
    assert_eq!(refusal(&game, drawing.cell('z')), None);
    assert_agrees(&game);
}

#[test]
fn a_loop_may_open_again_and_a_crosscut_may_not() {
    let (mut game, drawing) = drawn(
        ". . . . . .
                                    . . r b . .
                                    . r y . b .
                                    . r x b . .
                                    . . . . . .
                                    . . . . . .",
        Colour::Second,
    );
    let [x, y] = ['x', 'y'].map(|letter| drawing.cell(letter));
    let inside = cells(6, "d4");
    assert_eq!(refusal(&game, x).unwrap().cells, inside | CellSet::of(y));
    game.play(Step::Place(inside.lowest().unwrap())).unwrap();
    assert_eq!(refusal(&game, x).unwrap().cells, CellSet::of(y));
    game.play(Step::Place(y)).unwrap();
    assert_eq!(refusal(&game, x), None);
}

#[test]
fn connections_are_orthogonal_and_corners_count_for_both_sides() {
    let red = played(3, false, "a1 b2 a2 c2 a3");
    assert_eq!(
        red.outcome(),
        Some(Outcome { winner: Some(Colour::First), reason: Reason::Connection })
    );
    assert_eq!(red.standing().facts, [("connected", Fact::Side(Some(Colour::First)))]);
    let marks = red.marks();
    assert_eq!(marks.path, cells(3, "a1 a2 a3"));
    assert_eq!(marks.distance, Some([Some(0), None]));
    assert!(marks.forbidden.is_empty());
    assert_eq!(red.check(Step::Place(at(3, "c3"))), Err(PlayError::GameOver));

    let blue = played(3, false, "a1 a3 a2 b3 b1 c3");
    assert_eq!(blue.outcome().and_then(|outcome| outcome.winner), Some(Colour::Second));
    assert_eq!(blue.marks().path, cells(3, "a3 b3 c3"));

    let diagonal = played(3, false, "a1 a2 b2 a3 c3");
    assert_eq!(diagonal.outcome(), None);
    assert_eq!(diagonal.standing().facts, [("connected", Fact::Side(None))]);
    let effect = |game: &Necklace| game.standing().effect.unwrap();
    assert_eq!(effect(&red), "connects the edges of Red");
    assert_eq!(effect(&diagonal), "Blue is cut off, Red needs 2 stones");
    assert_eq!(effect(&played(4, false, "b2 c2")), "Red needs 3 stones, Blue 4");
}

#[test]
fn the_path_is_a_shortest_one() {
    let drawing = ". . x . .
                   r r r . .
                   r . r . .
                   r . r . .
                   r . r . .";
    let (mut game, drawing) = drawn(drawing, Colour::First);
    assert_eq!(game.outcome(), None);
    assert!(game.marks().path.is_empty());
    game.play(Step::Place(drawing.cell('x'))).unwrap();
    assert_eq!(game.marks().path, cells(5, "c1 c2 c3 c4 c5"));
}

#[test]
fn the_distance_goes_through_own_stones_and_round_crosscuts() {
    assert_eq!(start(9, false).marks().distance, Some([Some(9), Some(9)]));
    // Through x Blue would need two stones, but there its stone makes a crosscut.
    let drawing = "b . r .
                   r x b b
                   b r . .
                   . . . .";
    let (game, drawing) = drawn(drawing, Colour::Second);
    assert_eq!(refusal(&game, drawing.cell('x')).unwrap().rule, CROSSCUT);
    assert_eq!(game.marks().distance.unwrap()[1], Some(4));
    let drawing = "b . .
                   r b .
                   . r b";
    assert_eq!(drawn(drawing, Colour::First).0.marks().distance, Some([None, Some(2)]));
}

#[test]
fn distance_counts_fillable_points_and_avoids_others() {
    // y is on the shortest way, and may be filled once x is.
    let drawing = ". . . . .
                   . b b r .
                   . b x y .
                   . b b r .
                   . . . . .";
    let left =
        |game: &Necklace| (game.marks().distance.unwrap()[0], game.left_to_do(Colour::First));
    let (mut game, places) = drawn(drawing, Colour::First);
    assert_eq!(left(&game), (Some(3), 4.0));
    game.play(Step::Place(places.cell('x'))).unwrap();
    assert_eq!(left(&game), (Some(3), 3.0));
    // Red may not fill x, and the right edge takes five.
    let (game, _) = drawn(&drawing.replacen(". b b r .", ". r b r .", 1), Colour::First);
    assert_eq!(left(&game), (Some(3), 5.0));
    assert_eq!(left(&drawn("b . .\n r b .\n . r b", Colour::First).0), (None, 1000.0));
}

#[test]
fn a_player_without_a_placement_is_skipped() {
    let mut game = played(4, false, "c3 a1 a4 d4 c4 d1 c1 c2 b4 b1 d3");
    assert_eq!(game.to_move(), Colour::Second);
    game.play(Step::Place(at(4, "a2"))).unwrap();
    assert_eq!((game.to_move(), game.outcome()), (Colour::Second, None));
    assert_agrees(&game);
    game.to_move = Colour::First;
    assert_eq!(game.board.vacant(), cells(4, "a3 b2 b3 d2"));
    for (name, rule) in [("a3", LOOP), ("b3", LOOP), ("b2", CROSSCUT), ("d2", CROSSCUT)] {
        assert_eq!(refusal(&game, at(4, name)).map(|refusal| refusal.rule), Some(rule), "{name}");
    }

    // However it comes about, the one skipped has no placement and the other has one.
    let mut skipped = 0;
    let mut steps = Vec::new();
    let mut rng = rng(7);
    for _ in 0..1000 {
        let mut game = start(5, false);
        while game.outcome.is_none() {
            game.legal_steps(&mut steps);
            let mover = game.to_move;
            game.play_unchecked(steps[below(&mut rng, steps.len())]);
            if game.outcome.is_none() && game.to_move == mover {
                skipped += 1;
                assert!(game.board.vacant().iter().any(|cell| refusal(&game, cell).is_none()));
                game.to_move = mover.other();
                assert!(game.board.vacant().iter().all(|cell| refusal(&game, cell).is_some()));
                game.to_move = mover;
            }
        }
    }
    assert!(skipped > 0, "no turn was skipped in any game");
}

#[test]
fn the_second_player_may_swap_once_at_its_first_turn() {
    const NOT_NOW: &str = "you can swap colours only right after the first stone";
    let why_no_swap = |game: &Necklace| match game.check(Step::Swap) {
        Err(PlayError::Forbidden(refusal)) => refusal.because,
        other => panic!("{other:?}"),
    };
    let mut game = start(5, true);
    assert_eq!(why_no_swap(&game), NOT_NOW);
    game.play(Step::Place(at(5, "c3"))).unwrap();
    let before = game.clone();
    let mut steps = Vec::new();
    game.legal_steps(&mut steps);
    assert_eq!((steps.len(), steps.last()), (25, Some(&Step::Swap)));

    game.play(Step::Swap).unwrap();
    assert_eq!((game.board(), game.to_move()), (before.board(), Colour::Second));
    assert_eq!(why_no_swap(&game), NOT_NOW);
    game.play(Step::Place(at(5, "b2"))).unwrap();
    assert_eq!(game.to_move(), Colour::First);

    game = before;
    game.play(Step::Place(at(5, "b2"))).unwrap();
    assert_eq!(why_no_swap(&game), NOT_NOW);
    // In a position that was set up Blue may have the first stone.
    let empty = Arrangement { to_move: Colour::Second, ..start(5, true).arrangement() };
    let mut game = Necklace::arranged(start(5, true).options(), &empty).unwrap();
    game.play(Step::Place(at(5, "c3"))).unwrap();
    assert!(game.arrangement().swap);
    let again = Necklace::arranged(game.options(), &game.arrangement()).unwrap();
    assert_eq!(again.check(Step::Swap), Ok(()));
    let without = played(5, false, "c3");
    assert_eq!(why_no_swap(&without), "this game is played without the pie rule");
}

#[test]
fn other_kinds_than_placements_are_refused() {
    let game = played(5, false, "c3");
    assert_eq!(game.check(Step::Pass), Err(PlayError::Kind(StepKind::Pass)));
    assert_eq!(game.check(Step::Flip(at(5, "c3"))), Err(PlayError::Kind(StepKind::Flip)));
    assert_eq!(
        game.check(Step::Place(at(5, "c3"))),
        Err(PlayError::Occupied(at(5, "c3"), Colour::First))
    );
    assert_eq!(game.check(Step::Place(Cell::new(25))), Err(PlayError::OffBoard(Cell::new(25))));
}

/// The share of games that the first colour wins and the mean number of stones placed, when legal
/// steps are drawn at random: exact.
fn expectation(game: &Necklace) -> [f64; 2] {
    if let Some(outcome) = game.outcome() {
        return [
            f64::from(PlayoutResult::of(outcome.winner).value),
            game.board.occupied().len() as f64,
        ];
    }
    let mut steps = Vec::new();
    game.legal_steps(&mut steps);
    let mut sum = [0.0; 2];
    for &step in &steps {
        let mut next = game.clone();
        next.play_unchecked(step);
        let [value, stones] = expectation(&next);
        sum = [sum[0] + value, sum[1] + stones];
    }
    sum.map(|sum| sum / steps.len() as f64)
}

/// The means of what `sample` draws `n` times, and their standard errors.
fn means(n: u32, mut sample: impl FnMut() -> [f64; 2]) -> [(f64, f64); 2] {
    let (mut sums, mut squares) = ([0.0; 2], [0.0; 2]);
    for _ in 0..n {
        for (i, x) in sample().into_iter().enumerate() {
            sums[i] += x;
            squares[i] += x * x;
        }
    }
    let n = f64::from(n);
    [0, 1].map(|i| {
        let mean = sums[i] / n;
        (mean, ((squares[i] / n - mean * mean).max(1e-9) / n).sqrt())
    })
}

/// The outcome and length of one playout, and an assertion that its board fits its verdict.
fn sample_playout(game: &Necklace, rng: &mut Xoshiro256PlusPlus) -> [f64; 2] {
    let mut end = game.clone();
    let verdict = end.playout(rng);
    let linked = Colour::BOTH
        .into_iter()
        .find(|&colour| shortest(&end.board, colour, &CellSet::EMPTY).is_some());
    assert_eq!(verdict, PlayoutResult::of(linked));
    [f64::from(verdict.value), end.board.occupied().len() as f64]
}

/// Plays random legal steps one by one.
fn sample_steps(game: &Necklace, rng: &mut Xoshiro256PlusPlus) -> [f64; 2] {
    let mut end = game.clone();
    let mut steps = Vec::new();
    while end.outcome.is_none() {
        end.legal_steps(&mut steps);
        end.play_unchecked(steps[below(rng, steps.len())]);
    }
    [
        f64::from(PlayoutResult::of(end.outcome.unwrap().winner).value),
        end.board.occupied().len() as f64,
    ]
}

#[test]
fn playouts_draw_every_legal_step_with_the_same_chance() {
    let mut rng = rng(11);
    for (size, pie, moves) in
        [(2, false, ""), (2, true, "a1"), (3, false, ""), (3, true, "b2"), (3, false, "a1 b1 b3")]
    {
        let game = played(size, pie, moves);
        let sampled = means(100_000, || sample_playout(&game, &mut rng));
        for ((mean, error), exact) in sampled.into_iter().zip(expectation(&game)) {
            assert!(
                (mean - exact).abs() < 4.5 * error,
                "{mean} ± {error}, not {exact}: size {size} after {moves}"
            );
        }
    }
    for (size, games) in [(5, 20_000), (8, 5_000), (13, 1_000)] {
        let game = start(size, false);
        let fast = means(games, || sample_playout(&game, &mut rng));
        let slow = means(games, || sample_steps(&game, &mut rng));
        for (fast, slow) in fast.into_iter().zip(slow) {
            assert!(
                (fast.0 - slow.0).abs() < 4.5 * fast.1.hypot(slow.1),
                "{fast:?}, not {slow:?}: size {size}"
            );
        }
    }
}

#[test]
fn playouts_leave_positions_that_obey_the_rules() {
    let mut rng = rng(12);
    for (size, heavy) in (2..=25).flat_map(|size| [(size, false), (size, true)]) {
        let mut end = start(size, false);
        let verdict = if heavy { end.heavy_playout(&mut rng) } else { end.playout(&mut rng) };
        let linked = Colour::BOTH
            .into_iter()
            .find(|&colour| shortest(&end.board, colour, &CellSet::EMPTY).is_some());
        // One that is heavy is over as soon as the sides are joined by king's moves.
        assert_eq!(
            verdict,
            PlayoutResult::of(if heavy { joined_by_kings_moves(&end.board) } else { linked })
        );
        let geometry = end.board.geometry();
        let regions = geometry.components(&end.board.vacant());
        assert!(regions.iter().all(|region| region.intersects(geometry.edge())));
        for cell in geometry.cells() {
            let corners =
                [None, Some(Direction::North), Some(Direction::NorthEast), Some(Direction::East)]
                    .map(|direction| {
                        direction.map_or(Some(cell), |direction| geometry.toward(cell, direction))
                    })
                    .map(|corner| corner.and_then(|corner| end.board.at(corner)));
            let [Some(a), Some(b), Some(c), Some(d)] = corners else { continue };
            assert!(a != c || b != d || a == b, "crosscut at {cell:?} of {:?}", end.board);
        }
    }
}

/// Asserts that after these moves Red may answer Blue's last stone on these points, and so does in
/// every playout; `sides` is true if its sides count as its stones.
fn assert_answers(moves: &str, sides: bool, expected: &str) {
    let game = played(5, false, moves);
    let slot = game.net.slot(game.last[Colour::Second.index()].unwrap());
    let links = if sides {
        game.net.links_around::<true>(slot, Colour::First)
    } else {
        game.net.links_around::<false>(slot, Colour::First)
    };
    let found: CellSet = (0..8)
        .filter(|bit| links >> bit & 1 != 0)
        .map(|bit| game.net.cell(game.net.beside(slot, bit)))
        .collect();
    let expected = cells(5, expected);
    assert_eq!(found, expected, "after {moves}, with sides: {sides}");
}

#[test]
fn an_answer_links_stones_that_the_last_one_would_part() {
    // Blue's c3 leaves Red one point to link b2 with d3; a stone far away leaves nothing to answer.
    assert_answers("b2 e1 d3 c3", false, "c2");
    assert_answers("b2 c3 d3 e1", false, "");
}

#[test]
fn answers_link_stones_to_sides_if_sides_count() {
    // Red's c2 has c1 and d1 left to the lower side after Blue's b1, and its c4 the upper side
    // after c5; e3 is a side of Blue's.
    for (moves, expected) in
        [("c2 b1", "c1"), ("c4 c5", "b5 d5"), ("d3 e3", ""), ("b2 a1", "b1"), ("c1 b2", "")]
    {
        assert_answers(moves, true, expected);
        assert_answers(moves, false, "");
    }
}

#[test]
fn heavy_playouts_answer_stones_that_would_cut() {
    let mut rng = rng(13);
    for (moves, point, is_answer) in [
        ("b2 e1 d3 c3", "c2", true),
        ("c2 b1", "c1", true),
        ("b2 c3 d3 e1", "c2", false),
        ("c2 e5", "c1", false),
    ] {
        let game = played(5, false, moves);
        let taken = (0..200).filter(|_| {
            let mut end = game.clone();
            end.heavy_playout(&mut rng);
            end.board.at(at(5, point)) == Some(Colour::First)
        });
        let taken = taken.count();
        assert!(
            if is_answer { taken == 200 } else { (20..180).contains(&taken) },
            "{taken} after {moves}"
        );
    }
}

/// True if a stone of the player to move on `cell` would answer the opponent's last by linking own
/// stones that are not a king's move apart. Own sides are as good as stones unless a colour is tied
/// from side to side.
fn answers(game: &Necklace, cell: Cell) -> bool {
    let geometry = game.board.geometry();
    let size = i32::from(geometry.size());
    let own = |column: i32, row: i32| match [column, row].map(|line| (0..size).contains(&line)) {
        [true, true] => {
            game.board.at(Cell::new((column * size + row) as usize)) == Some(game.to_move)
        }
        [is_above, is_beside] => {
            let is_beyond_own = if game.to_move == Colour::First { is_above } else { is_beside };
            is_beyond_own && game.settled().is_none()
        }
    };
    let (column, row) = (cell.index() as i32 / size, cell.index() as i32 % size);
    let around = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
    let mut stones: Vec<(i32, i32)> =
        around.into_iter().filter(|&(x, y)| own(column + x, row + y)).collect();
    let mut linked: Vec<(i32, i32)> = stones.pop().into_iter().collect();
    let near = |a: &(i32, i32), b: &(i32, i32)| (a.0 - b.0).abs().max((a.1 - b.1).abs()) == 1;
    while let Some(next) =
        stones.iter().position(|stone| linked.iter().any(|other| near(stone, other)))
    {
        linked.push(stones.swap_remove(next));
    }
    let is_beside =
        |last| Direction::ALL.iter().any(|&way| geometry.toward(cell, way) == Some(last));
    !stones.is_empty() && game.last[game.to_move.other().index()].is_some_and(is_beside)
}

#[test]
fn heavy_playouts_draw_from_answers_first() {
    let sensible =
        |game: &Necklace, step: Step| matches!(step, Step::Place(cell) if answers(game, cell));
    let mut rng = rng(19);
    let mut compared = 0;
    for (size, is_settled) in
        [(4, true), (4, false), (4, false), (5, true), (5, false), (6, true), (6, true), (9, true)]
    {
        let mut games = vec![start(size, false)];
        while let Some(step) = games[games.len() - 1].random_step(&mut rng, &mut Vec::new()) {
            let mut next = games[games.len() - 1].clone();
            next.play(step).unwrap();
            games.push(next);
        }
        // The last position in which the player to move may answer and do something else as well,
        // of those that are settled or of those that are not: where they are not, a playout ends
        // once they are.
        let late = games.iter().rev().find(|game| {
            let mut steps = Vec::new();
            game.legal_steps(&mut steps);
            let answers = steps.iter().filter(|&&step| sensible(game, step)).count();
            (1..steps.len()).contains(&answers) && game.settled().is_some() == is_settled
        });
        let Some(late) = late else { continue };
        let ended = |end: &Necklace| {
            let settled = end.settled().filter(|_| !is_settled);
            settled.map(Some).or_else(|| end.outcome().map(|outcome| outcome.winner))
        };
        assert_random(late, 5_000, Necklace::heavy_playout, sensible, ended);
        compared += 1;
    }
    assert!(compared >= 4, "{compared}");
}

#[test]
fn a_point_on_short_ways_of_both_sides_is_hinted_at_first() {
    // Through the gap at d5 Red links its stones from edge to edge, and Blue its two pairs; nothing
    // else is worth as much.
    let (game, _) = drawn(
        "
        . . . r . . .
        . . r . . . .
        . b b . b b .
        . . . . . . .
        . . . r . . .
        . . . r . . .
        . . . r . . .
        ",
        Colour::First,
    );
    let (mut steps, mut hints) = (Vec::new(), Vec::new());
    game.legal_steps(&mut steps);
    game.hints(&steps, &mut hints);
    assert_eq!(hints.len(), steps.len());
    assert!(hints.iter().all(|hint| (-1.0..=1.0).contains(hint)));
    let hint = |name: &str| {
        hints[steps.iter().position(|&step| step == Step::Place(at(7, name))).unwrap()]
    };
    assert!(hint("d5") > hint("a7") && hint("d5") > hint("g1"));
    let best = hints.iter().copied().fold(f32::MIN, f32::max);
    assert_eq!(best.to_bits(), hint("d5").to_bits(), "{steps:?} {hints:?}");
}

#[test]
fn sure_winners_win_against_any_play() {
    let (mut named_early, mut room) = (0, Vec::new());
    for (seed, pie) in (0..120).map(|seed| (seed, seed % 3 == 0)) {
        let mut rng = rng(seed);
        let mut game = start(3 + (seed % 7) as u8, pie);
        let mut sure = None;
        while game.outcome.is_none() {
            if let Some(winner) = game.sure_winner() {
                assert_eq!(*sure.get_or_insert(winner), winner, "{game:?}");
                named_early += 1;
            }
            assert!(sure.is_none() || game.sure_winner().is_some(), "{game:?}");
            let step = game.random_step(&mut rng, &mut room).expect("the game goes on");
            game.play_unchecked(step);
        }
        assert!(sure.is_none_or(|winner| game.outcome.unwrap().winner == Some(winner)), "{game:?}");
    }
    assert!(named_early > 100, "{named_early}");
}

#[test]
fn games_are_settled_by_chains_of_kings_moves() {
    let (mut settled, mut room) = (0, Vec::new());
    for seed in 0..120 {
        let mut rng = rng(seed);
        let mut game = start(2 + (seed % 8) as u8, seed % 3 == 0);
        while game.outcome.is_none() {
            assert_eq!(game.settled(), joined_by_kings_moves(&game.board), "{game:?}");
            if let Some(winner) = game.settled() {
                assert_eq!(game.sure_winner(), Some(winner), "{game:?}");
                settled += 1;
            }
            let again = Necklace::arranged(&game.options, &game.arrangement())
                .expect("the stones are there already");
            assert_eq!(again.settled(), game.settled(), "{game:?}");
            let step = game.random_step(&mut rng, &mut room).expect("the game goes on");
            game.play_unchecked(step);
        }
    }
    assert!(settled > 100, "{settled}");
}
