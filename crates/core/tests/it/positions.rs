//! The positions that the rule texts speak of, drawn as boards.
//!
//! Rows are in the order of the screen. A stone is the letter that its colour's name begins with,
//! in lower case where the player to move can flip it; `.` is a vacant cell where the player to
//! move can place a stone, `x` one where they cannot. In Plurality a cell by itself says nothing,
//! and every vacant cell is a `.`.

use std::collections::BTreeSet;

use tetralith_core::notation::Names;
use tetralith_core::{
    Cell, Colour, Fact, Game, Geometry, Outcome, Phase, PlayError, Reason, Setup, Shape, Step,
    StepKind, Ties,
};

fn setup(size: i64) -> Setup {
    Setup { size: Some(size), ..Setup::default() }
}

fn no_opening(size: i64) -> Setup {
    Setup { opening: Some(false), ..setup(size) }
}

#[test]
fn legal_moves_are_legal_in_every_image_and_end_alike() {
    let image = |map: &[usize], step: Step| {
        let cell = |cell: Cell| Cell::new(map[cell.index()]);
        match step {
            Step::Place(at) => Step::Place(cell(at)),
            Step::Flip(at) => Step::Flip(cell(at)),
            Step::Tromino { own: [a, b], other } => Step::tromino(cell(a), cell(b), cell(other)),
            Step::Pass | Step::Swap => step,
        }
    };
    for (id, size, symmetries) in
        [("multiplicity", 3, 12), ("greylox", 3, 12), ("plurality", 5, 8), ("necklace", 5, 4)]
    {
        let start = Game::new(id, &setup(size)).unwrap();
        let maps = start.symmetries();
        assert_eq!(maps.len(), symmetries, "{id}");
        for (at, map) in maps.iter().enumerate() {
            let (mut game, mut seen) = (start.clone(), start.clone());
            for ply in 0.. {
                let legal: BTreeSet<Step> =
                    game.legal().into_iter().map(|step| image(map, step)).collect();
                assert_eq!(legal, seen.legal().into_iter().collect(), "{id} {map:?}");
                assert_eq!(game.outcome(), seen.outcome(), "{id} {map:?}");
                let steps = game.legal();
                // Some game or other, another one for each image.
                let Some(&step) = steps.get((7 * ply + 3 * at) % steps.len().max(1)) else { break };
                game.play(step).unwrap();
                seen.play(image(map, step)).unwrap();
            }
        }
    }
}

fn facts(game: &Game) -> Vec<(&'static str, Fact)> {
    game.standing().facts
}

/// The marks of a drawn board, by cell.
fn read(geometry: &Geometry, drawing: &str) -> Vec<char> {
    let rows: Vec<Vec<char>> = drawing
        .lines()
        .map(|line| line.chars().filter(|mark| !mark.is_whitespace()).collect())
        .collect();
    let mut rows: Vec<&Vec<char>> = rows.iter().filter(|row| !row.is_empty()).collect();
    rows.reverse();
    let marks: Vec<char> = match geometry.shape() {
        Shape::Square => {
            (0..rows[0].len()).flat_map(|column| rows.iter().map(move |row| row[column])).collect()
        }
        Shape::Hexhex => rows.into_iter().flatten().copied().collect(),
    };
    assert_eq!(marks.len(), geometry.len(), "a mark for every cell");
    marks
}

/// The capital for stones of `colour`.
fn capital(game: &Game, colour: Colour) -> char {
    game.info().side(colour).name.chars().next().map_or('?', |letter| letter.to_ascii_uppercase())
}

fn shows(game: &Game, drawing: &str) {
    let legal: BTreeSet<Step> = game.legal().into_iter().collect();
    let by_cells = game.info().steps.contains(&StepKind::Place);
    let marks: Vec<char> = game
        .board()
        .geometry()
        .cells()
        .map(|cell| match game.board().at(cell) {
            Some(colour) if legal.contains(&Step::Flip(cell)) => {
                capital(game, colour).to_ascii_lowercase()
            }
            Some(colour) => capital(game, colour),
            None if by_cells && !legal.contains(&Step::Place(cell)) => 'x',
            None => '.',
        })
        .collect();
    let drawn = read(game.board().geometry(), drawing);
    let names = Names::of(game);
    let wrong: Vec<String> = (game.board().geometry().cells().zip(marks.iter().zip(&drawn)))
        .filter(|(_, (mark, drawn))| mark != drawn)
        .map(|(cell, (mark, drawn))| format!("{} is {mark}, drawn as {drawn}", names.cell(cell)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?} in{drawing}");
}

/// A game with the position of `drawing`, by placements in any order that the rules allow.
fn position(id: &str, setup: &Setup, drawing: &str) -> Game {
    let start = Game::new(id, setup).expect("a game that can be played");
    let marks: Vec<char> = read(start.board().geometry(), drawing)
        .into_iter()
        .map(|mark| mark.to_ascii_uppercase())
        .collect();
    let stones = marks.iter().filter(|mark| !".X".contains(**mark)).count();
    let mut tries = 100_000;
    let game = fill(&start, &marks, stones, &mut tries)
        .unwrap_or_else(|| panic!("no way leads to{drawing}"));
    shows(&game, drawing);
    game
}

fn fill(game: &Game, marks: &[char], stones: usize, tries: &mut u32) -> Option<Game> {
    if game.board().occupied().len() == stones {
        return Some(game.clone());
    }
    *tries = tries.checked_sub(1)?;
    let mover = game.to_move();
    let fits = |step: &Step| {
        step.kind() != StepKind::Flip
            && step.stones(mover).all(|(cell, colour)| marks[cell.index()] == capital(game, colour))
    };
    game.legal().into_iter().filter(fits).find_map(|step| {
        let mut next = game.clone();
        next.play(step).expect("a step of the legal list");
        fill(&next, marks, stones, tries)
    })
}

fn play(game: &mut Game, turns: &str) {
    for turn in turns.split_whitespace() {
        for step in Names::of(game).parse_turn(turn).expect("a turn's name") {
            game.play(step).unwrap_or_else(|error| panic!("{turn}: {error}"));
        }
    }
}

fn check(game: &Game, step: &str) -> Result<(), PlayError> {
    game.check(Names::of(game).parse_step(step).expect("a step's name"))
}

/// The name of the rule that forbids `step` and the names of the cells that show it.
fn refusal(game: &Game, step: &str) -> (&'static str, Vec<String>) {
    match check(game, step) {
        Err(PlayError::Forbidden(refusal)) => {
            (refusal.rule, refusal.cells.iter().map(|cell| Names::of(game).cell(cell)).collect())
        }
        other => panic!("{step} is {other:?}, not forbidden by a rule"),
    }
}

fn cell(game: &Game, name: &str) -> Cell {
    Names::of(game).parse_cell(name).expect("a cell's name")
}

fn won(winner: Colour, reason: Reason) -> Outcome {
    Outcome { winner: Some(winner), reason }
}

mod necklace {
    use super::*;

    #[test]
    fn a_crosscut_is_closed_in_both_its_formations() {
        let game = position(
            "necklace",
            &setup(5),
            ". . . . R
             . . . . .
             . B x . .
             . R B . .
             . . . . .",
        );
        let (rule, cells) = refusal(&game, "c3");
        assert_eq!(rule, "crosscut");
        assert!(
            ["b2", "b3", "c2"].iter().all(|cell| cells.iter().any(|shown| shown == cell)),
            "{cells:?}"
        );
        let game = position(
            "necklace",
            &setup(5),
            ". . . . R
             . . . . .
             . x B . .
             . B R . .
             . . . . .",
        );
        assert_eq!(refusal(&game, "b3").0, "crosscut");
    }

    #[test]
    fn the_opponent_may_fill_where_a_crosscut_would_be() {
        position(
            "necklace",
            &setup(5),
            ". . . . R
             . . . . .
             . B . . .
             . R B . .
             . . . . R",
        );
    }

    #[test]
    fn the_fourth_side_of_a_point_is_closed_to_both_colours() {
        let red_to_move = position(
            "necklace",
            &setup(5),
            ". . . . .
             . . R . .
             . B . R .
             . . x . .
             B . . . .",
        );
        let blue_to_move = position(
            "necklace",
            &setup(5),
            ". . . . .
             . . R . .
             . B . R .
             . . x . .
             . . R . B",
        );
        for game in [&red_to_move, &blue_to_move] {
            assert_ne!(refusal(game, "c2").0, "crosscut");
        }
        assert_ne!(red_to_move.to_move(), blue_to_move.to_move());
    }

    #[test]
    fn stones_that_touch_at_corners_only_enclose_too() {
        // c3 and d3 have a way out by e3 alone, and c3 by d3.
        position(
            "necklace",
            &setup(6),
            ". . . . . .
             . . . . . .
             . . R B . .
             . B . x x .
             . . R B . .
             R . . . . .",
        );
    }

    #[test]
    fn a_region_with_a_point_on_the_edge_may_be_closed() {
        // Blue at b1 leaves a1 by itself: an edge point, so no region without one.
        let mut game = position(
            "necklace",
            &setup(4),
            ". . . .
             . . . .
             R . . .
             . . . .",
        );
        play(&mut game, "b1");
        shows(
            &game,
            ". . . .
             . . . .
             R . . .
             . B . .",
        );
    }

    #[test]
    fn corners_belong_to_both_their_sides() {
        for (drawing, winner) in [
            (
                "R . B
              R B .
              R . .",
                Colour::First,
            ),
            (
                "R . R
              . R .
              B B B",
                Colour::Second,
            ),
        ] {
            let drawing = drawing.replace('.', "x");
            let game = position("necklace", &setup(3), &drawing);
            assert_eq!(game.outcome(), Some(won(winner, Reason::Connection)));
            assert_eq!(facts(&game), [("connected", Fact::Side(Some(winner)))]);
            assert_eq!(game.marks().path, *game.board().stones(winner));
            assert_eq!(game.check(Step::Place(cell(&game, "b1"))), Err(PlayError::GameOver));
        }
    }

    /// Red has one stone more and is to move anyway: at a2 and b2 Blue would enclose, at c2 make a
    /// crosscut.
    #[test]
    fn a_player_without_a_placement_is_skipped() {
        let game = position(
            "necklace",
            &setup(4),
            "R B B B
             R B R B
             x x . R
             R R B R",
        );
        let stones = Colour::BOTH.map(|colour| game.board().stones(colour).len());
        assert_eq!((stones, game.to_move()), ([7, 6], Colour::First));
    }

    #[test]
    fn a_swap_is_the_second_players_first_turn_or_never() {
        let mut game = Game::new("necklace", &Setup { pie: Some(true), ..setup(5) }).unwrap();
        assert!(check(&game, "swap").is_err());
        play(&mut game, "c3");
        assert_eq!(game.legal().last(), Some(&Step::Swap));
        play(&mut game, "swap");
        assert_eq!(game.board().at(cell(&game, "c3")), Some(Colour::First), "the stone stays red");
        assert_eq!(game.to_move(), Colour::Second, "blue is to move, whoever that is now");
        assert!(check(&game, "swap").is_err());
        play(&mut game, "c4");
        assert!(check(&game, "swap").is_err());

        let mut plain = Game::new("necklace", &setup(5)).unwrap();
        play(&mut plain, "c3");
        assert!(check(&plain, "swap").is_err());
    }
}

mod multiplicity {
    use super::*;

    #[test]
    fn the_opening_ends_when_no_cell_is_left_for_a_free_stone() {
        let mut game = Game::new("multiplicity", &setup(3)).unwrap();
        let first = Step::Place(cell(&game, "c3"));
        assert_eq!((game.phase(), game.to_move()), (Phase::First, Colour::First));
        game.play(first).unwrap();
        assert_eq!(
            (game.phase(), game.to_move()),
            (Phase::Bound { anchor: cell(&game, "c3") }, Colour::Second)
        );
        shows(
            &game,
            "    x x x
                x . . x
               x . W . x
                x . . x
                 x x x",
        );
        play(&mut game, "c4");
        assert_eq!(
            (game.phase(), game.to_move()),
            (Phase::Free { bound: cell(&game, "c4") }, Colour::Second)
        );
        shows(
            &game,
            "    . . .
                . x x x
               . x W R x
                . x x x
                 . . .",
        );
        play(&mut game, "e1");
        shows(
            &game,
            "    R . x
                . . x x
               x x W R x
                x x x x
                 x x x",
        );
        play(&mut game, "d1,a1");
        shows(
            &game,
            "    R x x
                W x x x
               x x W R x
                . . x x
                 W . x",
        );
        play(&mut game, "a2");
        assert_eq!(
            (game.phase(), game.to_move()),
            (Phase::Free { bound: cell(&game, "a2") }, Colour::Second)
        );
        shows(
            &game,
            "    R x .
                W x x x
               x x W R x
                x x x x
                 W R x",
        );
        play(&mut game, "e3 d4");
        assert_eq!(
            (game.phase(), game.to_move()),
            (Phase::Placement, Colour::Second),
            "no cell is left for a free stone"
        );
        shows(
            &game,
            "    R . R
                W . . W
               . . W R .
                . . . .
                 W R .",
        );
        let stones = Colour::BOTH.map(|colour| game.board().stones(colour).len());
        assert_eq!(stones, [4, 4], "both have the same number of stones");
    }

    #[test]
    fn a_bound_stone_can_end_the_opening_at_once() {
        let mut game = Game::new("multiplicity", &setup(2)).unwrap();
        play(&mut game, "b2 a1");
        assert_eq!((game.phase(), game.to_move()), (Phase::Placement, Colour::First));
        shows(
            &game,
            "  . .
              . W .
               R .",
        );
    }

    #[test]
    fn score_multiplies_group_sizes_and_begins_at_zero() {
        let start = Game::new("multiplicity", &no_opening(3)).unwrap();
        assert_eq!(
            facts(&start),
            [("product", Fact::Exact([0, 0])), ("groups", Fact::Sizes([vec![], vec![]]))]
        );
        let game = position(
            "multiplicity",
            &no_opening(3),
            "    W W .
                R . . W
               . R . W W
                . R . .
                 R . R",
        );
        assert_eq!(
            facts(&game),
            [("product", Fact::Exact([6, 4])), ("groups", Fact::Sizes([vec![3, 2], vec![4, 1]]))]
        );
        assert_eq!(game.outcome(), None);
    }

    #[test]
    fn one_vacant_cell_ends_the_game_and_equal_products_are_a_draw() {
        let mut game = position(
            "multiplicity",
            &no_opening(2),
            "  W R
              R . W
               W .",
        );
        assert_eq!(game.outcome(), None);
        play(&mut game, "a2");
        shows(
            &game,
            "  W R
              R x W
               W R",
        );
        assert_eq!(game.outcome(), Some(Outcome { winner: None, reason: Reason::Score }));

        let game = position(
            "multiplicity",
            &no_opening(2),
            "  R R
              W W W
               x R",
        );
        assert_eq!(
            facts(&game),
            [("product", Fact::Exact([3, 2])), ("groups", Fact::Sizes([vec![3], vec![2, 1]]))]
        );
        assert_eq!(game.outcome(), Some(won(Colour::First, Reason::Score)));
    }

    /// Base 13, all but one cell filled: in every second row White has groups of three with a red
    /// stone between, elsewhere Red, and the upper rows are White's as far as it takes to make the
    /// numbers even.
    #[test]
    fn a_product_beyond_64_bits_is_exact() {
        let mut game = Game::new("multiplicity", &no_opening(13)).unwrap();
        let geometry = game.board().geometry();
        let vacant = cell(&game, "y13");
        let in_threes = |cell: &Cell| {
            let place = geometry.place(*cell);
            let indent = place.row.abs_diff(12);
            let (i, len) = ((place.x - indent) / 2, 25 - indent);
            place.row.is_multiple_of(2) && i % 4 < 3 && i - i % 4 + 2 < len
        };
        let cells: Vec<Cell> = geometry.cells().filter(|&cell| cell != vacant).collect();
        let mut white: BTreeSet<Cell> = cells.iter().copied().filter(in_threes).collect();
        for &cell in cells.iter().rev() {
            if white.len() < 234 {
                white.insert(cell);
            }
        }
        let red: Vec<Cell> = cells.iter().copied().filter(|cell| !white.contains(cell)).collect();
        for (&white, &red) in white.iter().zip(&red) {
            game.play(Step::Place(white)).unwrap();
            game.play(Step::Place(red)).unwrap();
        }
        // White: 45 groups of three and one of 99; counted by another program.
        let [(_, Fact::Exact(product)), (_, Fact::Sizes(groups))] = &facts(&game)[..] else {
            panic!("a product")
        };
        assert_eq!(*product, [292_476_957_948_532_536_165_657, 234]);
        assert!(product[0] > u128::from(u64::MAX));
        assert_eq!(groups[0].len(), 46);
        assert_eq!(game.outcome(), Some(won(Colour::First, Reason::Score)));
    }
}

mod greylox {
    use super::*;

    /// A field has six neighbours, an edge four, a corner three: more than half of them are four,
    /// three and two.
    #[test]
    fn a_corner_is_controlled_by_two() {
        let game = position(
            "greylox",
            &no_opening(3),
            "    x . B
                . . . .
               W . . . x
                . . . .
                 x . W",
        );
        let controlled: Vec<String> =
            game.marks().controlled[0].iter().map(|cell| Names::of(&game).cell(cell)).collect();
        assert_eq!(controlled, ["a1", "c5", "e1"]);
        assert!(game.marks().controlled[1].is_empty());
        assert_eq!(game.to_move(), Colour::Second);
        assert!(matches!(check(&game, "a1"), Err(PlayError::Forbidden(_))));
    }

    #[test]
    fn an_edge_is_controlled_by_three() {
        position(
            "greylox",
            &no_opening(4),
            "     x . . B
                 . . . . .
                W . . . . .
               x . . . . . .
                . . . . B .
                 . . . . .
                  W x . W",
        );
    }

    #[test]
    fn a_field_is_controlled_by_four() {
        position(
            "greylox",
            &no_opening(4),
            "     . . . W
                 B . . . .
                . . . . . .
               W . . x . . W
                . . . . . .
                 . . . . B
                  W . . B",
        );
    }

    #[test]
    fn a_controlled_stone_can_be_flipped() {
        let mut game = position(
            "greylox",
            &no_opening(3),
            "    . . B
                . . . .
               W . . . .
                . . . .
                 b . W",
        );
        assert_eq!(game.marks().threatened.iter().collect::<Vec<_>>(), [cell(&game, "a1")]);
        play(&mut game, "xa1");
        assert_eq!(game.board().at(cell(&game, "a1")), Some(Colour::First));
        assert_eq!(game.to_move(), Colour::Second);
    }

    /// Black has no step; the four vacant cells are White's. Both largest groups have seven then,
    /// and White has five more.
    #[test]
    fn vacant_cells_count_for_their_controller() {
        let game = position(
            "greylox",
            &no_opening(3),
            "    x B B
                x W B W
               W W B W x
                B B x W
                 B W W",
        );
        assert_eq!(game.to_move(), Colour::Second);
        assert_eq!(facts(&game)[0], ("groups", Fact::Sizes([vec![7, 5], vec![7]])));
        assert_eq!(game.outcome(), Some(won(Colour::First, Reason::NoMoves)));
    }
}

mod plurality {
    use super::*;

    #[test]
    fn a_full_square_of_any_colours_is_forbidden() {
        let mut game = Game::new("plurality", &setup(5)).unwrap();
        play(&mut game, "b2,b3,c2");
        shows(
            &game,
            ". . . . .
             . . . . .
             . B . . .
             . B W . .
             . . . . .",
        );
        // c3 would fill b2, b3, c2, c3; the others fill a square with two or with three of their
        // own stones.
        for step in ["c3,d3,c4", "c3,d3,d4", "c4,d4,c3", "a2,a3,a1", "a1,a2,b1", "b1,c1,d1"] {
            let (_, cells) = refusal(&game, step);
            assert!(
                ["b2", "b3", "c2"].iter().any(|stone| cells.iter().any(|shown| shown == stone)),
                "{step}: {cells:?}"
            );
        }
        for step in ["d2,d3,e2", "a4,a5,b5", "d1,d2,e1", "c4,d3,d4"] {
            assert_eq!(check(&game, step), Ok(()), "{step}");
        }
    }

    #[test]
    fn a_tromino_is_three_connected_vacant_cells() {
        let mut game = Game::new("plurality", &setup(5)).unwrap();
        play(&mut game, "b2,b3,c2");
        for step in ["a1,b1,c2", "d1,d2,e3", "a5,c5,e5", "a5,b5,d5", "a4,b5,c4"] {
            assert!(check(&game, step).is_err(), "{step}");
        }
        assert_eq!(check(&game, "c5,a5,b5"), Ok(()), "straight, the opponent's stone between");
    }

    #[test]
    fn a_full_diamond_is_forbidden_on_hexagons() {
        let mut game =
            Game::new("plurality", &Setup { board: Some(Shape::Hexhex), ..setup(3) }).unwrap();
        play(&mut game, "b2,c3,c2");
        shows(
            &game,
            "    . . .
                . . . .
               . W B . .
                . B . .
                 . . .",
        );
        // Beside each side of the triangle lies the fourth cell of a diamond: b1, b3 and d2.
        for step in ["a1,a2,b1", "a2,a3,b3", "d1,e1,d2", "b3,b4,c4"] {
            assert_eq!(refusal(&game, step).1.len(), 4, "{step}");
        }
        // Beyond its points nothing is in the way, and four in a row are no diamond.
        for step in ["c4,c5,b4", "e1,e2,e3", "d3,d4,e2", "d3,e3,e2"] {
            assert_eq!(check(&game, step), Ok(()), "{step}");
        }
    }

    #[test]
    fn a_tied_territory_is_nobodys_or_goes_by_its_size() {
        for (ties, half_points, owners) in [
            (Ties::Neutral, [10, 1], [None, None, Some(Colour::First)]),
            (
                Ties::Parity,
                [18, 3],
                [Some(Colour::First), Some(Colour::Second), Some(Colour::First)],
            ),
        ] {
            let mut game = position(
                "plurality",
                &Setup { ties: Some(ties), ..setup(4) },
                ". B . .
                 W W W .
                 . . B .
                 . . B .",
            );
            assert_eq!(game.half_points(), Some(half_points), "{ties:?}");
            let territories = game.marks().territories;
            let sizes: Vec<usize> =
                territories.iter().map(|territory| territory.cells.len()).collect();
            assert_eq!(sizes, [4, 1, 5]);
            let stones: Vec<[u16; 2]> =
                territories.iter().map(|territory| territory.stones).collect();
            assert_eq!(stones, [[2, 2], [1, 1], [3, 1]], "stones that touch twice count once");
            assert_eq!(
                territories.iter().map(|territory| territory.owner).collect::<Vec<_>>(),
                owners,
                "{ties:?}"
            );
            play(&mut game, "pass");
            assert_eq!(game.outcome(), None);
            play(&mut game, "pass");
            assert_eq!(game.outcome(), Some(won(Colour::First, Reason::Score)));
        }
    }

    #[test]
    fn white_starts_with_half_a_point_and_the_komi() {
        let komi = |setup: Setup| Game::new("plurality", &setup).unwrap().half_points().unwrap();
        assert_eq!(komi(Setup::default()), [0, 11], "5.5 on 13×13");
        assert_eq!(komi(setup(19)), [0, 13], "6.5 on 19×19");
        assert_eq!(komi(setup(9)), [0, 1]);
        assert_eq!(komi(Setup { komi: Some(3), ..setup(9) }), [0, 7]);
    }

    #[test]
    fn passes_end_the_game_only_in_a_row() {
        let mut game = Game::new("plurality", &setup(5)).unwrap();
        play(&mut game, "pass a1,b1,c1 pass a3,b3,c3 pass");
        assert_eq!(game.outcome(), None);
        play(&mut game, "pass");
        assert!(game.outcome().is_some());
        assert_eq!(game.check(Step::Pass), Err(PlayError::GameOver));
    }
}
