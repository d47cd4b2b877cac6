use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::games::diagram::Diagram;
use crate::knowledge::Knowledge;
use crate::rules::Setup;

fn start(shape: Shape, size: u8) -> Plurality {
    let setup = Setup { board: Some(shape), size: Some(i64::from(size)), ..Setup::default() };
    Plurality::new(&Plurality::INFO.options(&setup).unwrap()).unwrap()
}

/// The position with Black's stones on `b`, White's on `w`, and Black to move; other marks are
/// vacant cells.
fn position(diagram: &Diagram) -> Plurality {
    let board = diagram.board(['b', 'w']);
    let geometry = board.geometry();
    Plurality { board, ..start(geometry.shape(), geometry.size()) }
}

fn legal(position: &Plurality) -> Vec<Step> {
    let mut steps = vec![Step::Swap];
    position.legal_steps(&mut steps);
    steps
}

fn refusal(position: &Plurality, step: Step) -> Refusal {
    match position.check(step) {
        Err(PlayError::Forbidden(refusal)) => *refusal,
        other => panic!("a rule should forbid {step:?}, but {other:?}"),
    }
}

/// Every set of three connected cells, from the geometry alone.
fn shapes(geometry: &Geometry) -> Vec<[Cell; 3]> {
    let mut shapes: Vec<[Cell; 3]> = Vec::new();
    for middle in geometry.cells() {
        for &a in geometry.neighbours(middle) {
            for &b in geometry.neighbours(middle) {
                if a < b {
                    let mut cells = [a, middle, b];
                    cells.sort_unstable();
                    shapes.push(cells);
                }
            }
        }
    }
    shapes.sort_unstable();
    shapes.dedup();
    shapes
}

#[test]
fn legal_steps_are_those_that_check_allows_in_natural_order() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for (shape, sizes) in
        [(Shape::Square, [3, 4, 5, 8, 13, 19, 25]), (Shape::Hexhex, [3, 4, 5, 7, 9, 11, 13])]
    {
        for size in sizes {
            let mut position = start(shape, size);
            let shapes = shapes(position.board.geometry());
            // On large boards only some of the positions of a game are checked: checking every
            // shape takes a while.
            let every = 1 + shapes.len() / 500;
            for ply in 0.. {
                if ply % every == 0 || position.passes > 0 {
                    let mut plain: Vec<Step> = shapes
                        .iter()
                        .flat_map(|&[a, b, c]| [(a, b, c), (a, c, b), (b, c, a)])
                        .map(|(a, b, c)| Step::tromino(a, b, c))
                        .filter(|&step| position.check(step).is_ok())
                        .collect();
                    plain.sort_unstable();
                    plain.extend(position.check(Step::Pass).is_ok().then_some(Step::Pass));
                    assert_eq!(legal(&position), plain, "{shape} {size}, ply {ply}");
                }
                let Some(step) = position.random_step(&mut rng, &mut Vec::new()) else { break };
                assert_eq!(position.check(step), Ok(()));
                assert!(
                    step != Step::Pass || legal(&position) == [Step::Pass],
                    "passed before it had to"
                );
                position.play_unchecked(step);
            }
            assert!(position.outcome().is_some_and(|outcome| outcome.winner.is_some()));
        }
    }
}

#[test]
fn a_full_square_of_any_colours_is_refused() {
    let diagram = Diagram::parse(
        ". . . . .
         . b d e .
         . w c . .
         . . . . .
         . . . . .",
    );
    let position = position(&diagram);
    let step = Step::tromino(diagram.cell('c'), diagram.cell('d'), diagram.cell('e'));
    let refusal = refusal(&position, step);
    assert_eq!((refusal.rule, refusal.step, refusal.colour), ("square", step, Colour::First));
    assert_eq!(
        refusal.cells,
        ['b', 'w', 'c', 'd'].map(|mark| diagram.cell(mark)).into_iter().collect()
    );
    assert!(!legal(&position).contains(&step));
}

#[test]
fn bent_trominoes_that_fill_a_square_are_refused() {
    let diagram = Diagram::parse(
        ". . . .
         . w c .
         . d e .
         . . . .",
    );
    let [c, d, e] = ['c', 'd', 'e'].map(|mark| diagram.cell(mark));
    assert_eq!(refusal(&position(&diagram), Step::tromino(c, d, e)).rule, "square");
}

#[test]
fn a_full_diamond_is_refused_with_either_half_taken() {
    // Stones on both end cells, and on one of them and one of the middle cells.
    for text in [
        "  . b .
         . c d e
        . . w . .
         . . . .
          . . . ",
        "  . b .
         . w c .
        . . d . .
         . . e .
          . . . ",
    ] {
        let diagram = Diagram::parse(text);
        let position = position(&diagram);
        let step = Step::tromino(diagram.cell('c'), diagram.cell('d'), diagram.cell('e'));
        let refusal = refusal(&position, step);
        assert_eq!(refusal.rule, "diamond");
        assert_eq!(
            refusal.cells,
            ['b', 'w', 'c', 'd'].map(|mark| diagram.cell(mark)).into_iter().collect()
        );
        assert!(!legal(&position).contains(&step));
    }
}

#[test]
fn triangles_that_fill_a_diamond_are_refused() {
    let diagram = Diagram::parse(
        "  . . .
         . c d .
        . w e . .
         . . . .
          . . . ",
    );
    let [c, d, e] = ['c', 'd', 'e'].map(|mark| diagram.cell(mark));
    let refusal = refusal(&position(&diagram), Step::tromino(c, d, e));
    assert_eq!(refusal.rule, "diamond");
    assert_eq!(refusal.cells, [c, d, e, diagram.cell('w')].into_iter().collect());
}

#[test]
fn a_tromino_is_three_connected_vacant_cells_of_the_board() {
    let diagram = Diagram::parse(
        "c . . .
         . d . .
         . e b .
         . . . .",
    );
    let position = position(&diagram);
    let [c, d, e, b] = ['c', 'd', 'e', 'b'].map(|mark| diagram.cell(mark));
    assert_eq!(refusal(&position, Step::tromino(c, d, e)).rule, "tromino");
    assert_eq!(refusal(&position, Step::tromino(d, e, d)).rule, "tromino");
    assert_eq!(
        refusal(&position, Step::Tromino { own: [d.max(e), d.min(e)], other: c }).rule,
        "tromino"
    );
    assert_eq!(position.check(Step::tromino(d, e, b)), Err(PlayError::Occupied(b, Colour::First)));
    let off = Cell::new(16);
    assert_eq!(position.check(Step::tromino(off, d, e)), Err(PlayError::OffBoard(off)));
    assert_eq!(position.check(Step::Place(c)), Err(PlayError::Kind(StepKind::Place)));
}

#[test]
fn the_opponents_stone_is_one_of_three() {
    let mut position = start(Shape::Square, 5);
    let [a, b, c] = [0, 1, 2].map(Cell::new);
    position.play(Step::tromino(a, c, b)).unwrap();
    assert_eq!(*position.board.stones(Colour::First), [a, c].into_iter().collect());
    assert_eq!(*position.board.stones(Colour::Second), CellSet::of(b));
    assert_eq!(position.to_move(), Colour::Second);
}

#[test]
fn two_passes_end_the_game_unless_a_tromino_is_between() {
    let mut position = start(Shape::Square, 5);
    for step in [Step::Pass, Step::tromino(Cell::new(0), Cell::new(1), Cell::new(2)), Step::Pass] {
        position.play(step).unwrap();
        assert_eq!(position.outcome(), None);
    }
    position.play(Step::Pass).unwrap();
    assert_eq!(position.outcome().map(|outcome| outcome.reason), Some(Reason::Score));
    assert_eq!(position.check(Step::Pass), Err(PlayError::GameOver));
    assert!(legal(&position).is_empty());
}

/// A corner of White's, a territory of five that White holds because the stone in its notch counts
/// once, one of Black's, and three with as many stones of one colour as of the other: of 2, of 1,
/// and the middle of the board with 23 cells.
const TERRITORIES: &str = "
    W w . . b F F
    w . . w F F F
    . . . . w w b
    . . . . . . .
    b . . . . . .
    B b . b w . b
    B w b E E w O";

#[test]
fn territories_belong_to_the_majority_of_distinct_stones() {
    let diagram = Diagram::parse(TERRITORIES);
    let neutral = position(&diagram);
    let parity =
        Plurality { options: Options { ties: Ties::Parity, ..neutral.options }, ..neutral };
    let (black, white) = (Some(Colour::First), Some(Colour::Second));
    for (mark, stones, owner, by_parity) in [
        ('W', [0, 2], white, white),
        ('F', [2, 3], white, white),
        ('B', [2, 1], black, black),
        ('E', [2, 2], None, black),
        ('O', [1, 1], None, white),
        ('.', [7, 7], None, white),
    ] {
        let cells = diagram.cells(mark);
        assert!(
            neutral.marks().territories.contains(&Territory { cells, owner, stones }),
            "{mark}"
        );
        assert!(
            parity.marks().territories.contains(&Territory { cells, owner: by_parity, stones }),
            "{mark}"
        );
    }
    assert_eq!(neutral.territories().len(), 6);
    assert_eq!(neutral.points_of(&neutral.territories()), [4, 13]);
    assert_eq!(parity.points_of(&parity.territories()), [8, 61]);
}

#[test]
fn white_has_half_a_point_and_komi_before_the_first_stone() {
    let half_points = |setup: Setup| {
        let start = Plurality::new(&Plurality::INFO.options(&setup).unwrap()).unwrap();
        assert_eq!(start.territories().len(), 1);
        start.half_points().unwrap()
    };
    let square = |size| Setup { size: Some(size), ..Setup::default() };
    assert_eq!(half_points(Setup::default()), [0, 11]);
    assert_eq!(half_points(square(19)), [0, 13]);
    assert_eq!(half_points(square(9)), [0, 1]);
    assert_eq!(half_points(Setup { komi: Some(0), ..Setup::default() }), [0, 1]);
    assert_eq!(half_points(Setup { board: Some(Shape::Hexhex), ..Setup::default() }), [0, 1]);
    // A negative komi is Black's: the half point that goes with it is always White's.
    assert_eq!(half_points(Setup { komi: Some(-1), ..Setup::default() }), [1, 0]);
    assert_eq!(half_points(Setup { komi: Some(-3), ..Setup::default() }), [5, 0]);
    let parity = |size| half_points(Setup { ties: Some(Ties::Parity), ..square(size) });
    assert_eq!(parity(4), [32, 1]);
    assert_eq!(parity(13), [0, 2 * 169 + 11]);
}

#[test]
fn playouts_end_when_nothing_fits_and_count_by_the_rules() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for (board, sizes) in [(Shape::Square, 3..=25), (Shape::Hexhex, 3..=13)] {
        for (size, ties) in sizes.flat_map(|size| Ties::ALL.map(|ties| (size, ties))) {
            let setup = Setup {
                board: Some(board),
                size: Some(size),
                ties: Some(ties),
                ..Setup::default()
            };
            let mut begun = Plurality::new(&Plurality::INFO.options(&setup).unwrap()).unwrap();
            for _ in 0..8 {
                let mut end = begun;
                let verdict = end.playout(&mut rng);
                end.passes = 0;
                assert_eq!(legal(&end), [Step::Pass], "{board} {size}");
                for colour in Colour::BOTH {
                    assert!((*begun.board.stones(colour) - *end.board.stones(colour)).is_empty());
                }
                let [black, white] = end.points_of(&end.territories()).map(f64::from);
                let points = (black - white) / 2.0;
                assert_eq!(verdict.value > 0.5, points > 0.0, "{board} {size}");
                let margin = points / (points.abs() + size as f64);
                assert!(
                    (f64::from(verdict.margin) - margin).abs() < 1e-6,
                    "{board} {size}: {margin} {verdict:?}"
                );
                assert_eq!(verdict.points.map(f64::from), Some(points), "{board} {size}");
                // The next playout starts where a game might be by now.
                if let Some(step) =
                    begun.random_step(&mut rng, &mut Vec::new()).filter(|&step| step != Step::Pass)
                {
                    begun.play(step).unwrap();
                }
            }
        }
    }
}

#[test]
fn a_playout_of_a_finished_game_only_counts() {
    let mut over = position(&Diagram::parse(TERRITORIES));
    over.passes = 2;
    let board = over.board;
    let verdict = over.playout(&mut Xoshiro256PlusPlus::seed_from_u64(3));
    assert_eq!(over.board, board);
    assert_eq!(verdict.value.to_bits(), 0.0_f32.to_bits());
    assert!((verdict.margin - (-4.5 / 11.5)).abs() < 1e-6);
    assert_eq!((verdict.points, over.lead()), (Some(-4.5), Some(-4.5)));
}

/// The chance that Black wins, and the stones at the end to be expected, when trominoes that fit
/// are equally likely.
fn exactly(position: &Plurality) -> [f64; 2] {
    let steps = legal(position);
    let trominoes = &steps[..steps.len() - 1];
    if trominoes.is_empty() {
        let [black, white] = position.points_of(&position.territories());
        return [f64::from(u8::from(black > white)), position.board.occupied().len() as f64];
    }
    let mut sums = [0.0; 2];
    for &step in trominoes {
        let mut next = *position;
        next.play_unchecked(step);
        for (sum, part) in sums.iter_mut().zip(exactly(&next)) {
            *sum += part / trominoes.len() as f64;
        }
    }
    sums
}

#[test]
fn playouts_draw_every_tromino_that_fits_with_the_same_chance() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let crowded = position(&Diagram::parse(
        "  b b w
         . . . w
        . . . . b
         . . . b
          . . w ",
    ));
    for begun in [start(Shape::Square, 3), start(Shape::Square, 4), crowded] {
        let [wins, stones] = exactly(&begun);
        let games = 40_000;
        let mut means = [0.0; 2];
        for _ in 0..games {
            let mut end = begun;
            means[0] += f64::from(end.playout(&mut rng).value) / f64::from(games);
            means[1] += end.board.occupied().len() as f64 / f64::from(games);
        }
        // Four standard errors; the number of stones differs by less than three.
        assert!(
            (means[0] - wins).abs() < 4.0 * 0.5 / f64::from(games).sqrt(),
            "{means:?} for {wins} and {stones}"
        );
        assert!(
            (means[1] - stones).abs() < 4.0 * 3.0 / f64::from(games).sqrt(),
            "{means:?} for {wins} and {stones}"
        );
    }
}

#[test]
fn own_stones_are_named_in_natural_order_alone() {
    let drawing = Diagram::parse(
        ". . . .
         . . y .
         . x o .
         . . . .",
    );
    let game = position(&drawing);
    let [x, y, other] = ['x', 'y', 'o'].map(|mark| drawing.cell(mark));
    assert_eq!(game.check(Step::Tromino { own: [x, y], other }), Ok(()));
    let refused = refusal(&game, Step::Tromino { own: [y, x], other });
    assert_eq!((refused.rule, refused.cells), ("tromino", drawing.cells('x') | drawing.cells('y')));
}

#[test]
fn vacant_cells_name_their_territory_and_its_stones() {
    let drawing = Diagram::parse(
        "x x b .
         x w . .
         b b . .
         . . . .",
    );
    let game = position(&drawing);
    // All but b2, which touches the other region only.
    let counted = game.board().occupied() - CellSet::of(Cell::new(5));
    for cell in drawing.cells('x') {
        let about = game.about(cell);
        assert_eq!(about.counted, counted);
        assert_eq!(
            about.territory.map(|territory| (territory.cells, territory.stones)),
            Some((drawing.cells('x'), [2, 1]))
        );
    }
}
