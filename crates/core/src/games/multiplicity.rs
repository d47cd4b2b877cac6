//! Multiplicity: the highest product of group sizes wins.
//!
//! Source: Christian Freeling, "Multiplicity", `MindSports`, 2012; `docs/rules.md`, "Multiplicity".

mod exact;
mod features;
mod knowledge;
mod playout;
mod standing;
mod urgency;

use std::cmp::Ordering;

use crate::board::{Board, Colour};
use crate::cell::{Cell, CellSet};
use crate::games::opening::Opening;
use crate::geometry::Shape;
use crate::rules::{
    About, Arrangement, ArrangementError, BoardRange, GameTexts, Info, Marks, OptionKind, Options,
    Outcome, Phase, PlayError, Reason, Rules, SetupError, Side, Standing, StoneColour,
};
use crate::step::{Step, StepKind};

/// A position of Multiplicity: the stones, and how far the opening has gone.
#[derive(Clone, Copy, Debug)]
pub struct Multiplicity {
    options: Options,
    board: Board,
    opening: Opening,
    vacancies: u16,
}

impl Rules for Multiplicity {
    const INFO: Info = Info {
        id: "multiplicity",
        title: "Multiplicity",
        texts: GameTexts {
            designers: "Christian Freeling",
            year: Some(2012),
            goal: "End with the highest product of your group sizes.",
            rules: include_str!("../../assets/rules/multiplicity.txt"),
            lesson: include_str!("../../assets/lessons/multiplicity.json"),
        },
        colours: [
            Side { name: "white", title: "White", stone: StoneColour::White },
            Side { name: "red", title: "Red", stone: StoneColour::Red },
        ],
        joins: None,
        boards: &[BoardRange { shape: Shape::Hexhex, min: 2, max: 13, default: 6 }],
        options: &[OptionKind::Opening],
        default_komi: |_, _| 0,
        steps: &[StepKind::Place],
        endings: &[],
        draws: true,
    };

    fn new(options: &Options) -> Result<Self, SetupError> {
        let options = Self::INFO.revalidate(options)?;
        let geometry = options.geometry();
        Ok(Self {
            options,
            board: Board::new(geometry),
            opening: Opening::new(geometry, options.opening),
            vacancies: geometry.len() as u16,
        })
    }

    fn arranged(options: &Options, arrangement: &Arrangement) -> Result<Self, ArrangementError> {
        let options = Self::INFO.revalidate(options)?;
        let board = arrangement.board(options)?;
        let opening = Opening::arranged(&board, options.opening, arrangement)?;
        Ok(Self { options, board, opening, vacancies: board.vacant().len() as u16 })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn to_move(&self) -> Colour {
        self.opening.to_move()
    }

    fn phase(&self) -> Phase {
        self.opening.phase()
    }

    fn legal_steps(&self, out: &mut Vec<Step>) {
        out.clear();
        if !self.is_over() {
            out.extend(self.opening.cells(&self.board).iter().map(Step::Place));
        }
    }

    fn check(&self, step: Step) -> Result<(), PlayError> {
        if self.is_over() {
            return Err(PlayError::GameOver);
        }
        let Step::Place(cell) = step else {
            return Err(PlayError::Kind(step.kind()));
        };
        self.board.check_vacant(cell)?;
        self.opening.check(&self.board, cell)
    }

    fn play_unchecked(&mut self, step: Step) {
        if let Step::Place(cell) = step {
            self.board.set(cell, self.opening.to_move());
            self.opening.place(self.board.geometry(), cell);
            self.vacancies = self.vacancies.saturating_sub(1);
        }
    }

    fn passed_over(&self) -> Option<Self> {
        let other = Self { opening: self.opening.passed_over()?, ..*self };
        (!self.is_over()).then_some(other)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| {
            let winner = winner(Colour::BOTH.map(|colour| self.product(colour)));
            Outcome { winner, reason: Reason::Score }
        })
    }

    fn standing(&self) -> Standing {
        self.standing_of_products()
    }

    fn marks(&self) -> Marks {
        let groups = Colour::BOTH.map(|colour| self.board.groups(colour));
        Marks { groups, factors: true, joined: true, ..Marks::default() }
    }

    fn about(&self, cell: Cell) -> About {
        About::of(self, cell).with_groups(self, cell)
    }
}

/// The side that has the higher of the two products, if one is higher.
fn winner([first, second]: [u128; 2]) -> Option<Colour> {
    match first.cmp(&second) {
        Ordering::Greater => Some(Colour::First),
        Ordering::Less => Some(Colour::Second),
        Ordering::Equal => None,
    }
}

impl Multiplicity {
    fn is_over(&self) -> bool {
        self.vacancies <= 1 && self.opening.is_over()
    }

    /// The product of `colour`'s group sizes, 0 without stones. At most 3^78 (base 13), which fits.
    fn product(&self, colour: Colour) -> u128 {
        let sizes = self.board.group_sizes(colour, &CellSet::EMPTY);
        if sizes.is_empty() { 0 } else { sizes.into_iter().map(u128::from).product() }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::games::diagram::Diagram;
    use crate::games::fairness::assert_uniform;
    use crate::knowledge::{Knowledge, PlayoutResult};
    use crate::notation::Names;
    use crate::rules::{Fact, Setup};

    fn start(size: i64, opening: bool) -> Multiplicity {
        let setup = Setup { size: Some(size), opening: Some(opening), ..Setup::default() };
        Multiplicity::new(&Multiplicity::INFO.options(&setup).unwrap()).unwrap()
    }

    /// The position after `steps` random ones.
    fn after(mut game: Multiplicity, steps: usize, seed: u64) -> Multiplicity {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..steps {
            let step = game.random_step(&mut rng, &mut Vec::new()).unwrap();
            game.play(step).unwrap();
        }
        game
    }

    /// The position with these stones and `to_move`, in a game without opening.
    fn drawn(drawing: &str, to_move: Colour) -> Multiplicity {
        let board = Diagram::parse(drawing).board(['W', 'R']);
        let stones = Colour::BOTH.map(|colour| *board.stones(colour));
        let options = start(i64::from(board.geometry().size()), false).options;
        let arrangement = Arrangement { stones, to_move, ..Arrangement::EMPTY };
        Multiplicity::arranged(&options, &arrangement).unwrap()
    }

    fn play(game: &mut Multiplicity, turns: &str) {
        let names = Names { info: &Multiplicity::INFO, geometry: game.board.geometry() };
        for step in turns.split(' ').flat_map(|turn| names.parse_turn(turn).unwrap()) {
            game.play(step).unwrap();
        }
    }

    /// Asserts that the board is as drawn, with `.` where the player to move can place a stone.
    fn assert_shows(game: &Multiplicity, drawing: &str) {
        let drawing = Diagram::parse(drawing);
        let mut steps = Vec::new();
        game.legal_steps(&mut steps);
        assert_eq!(game.board, drawing.board(['W', 'R']));
        assert_eq!(
            steps.into_iter().flat_map(Step::cells).collect::<CellSet>(),
            drawing.cells('.')
        );
    }

    #[test]
    fn the_opening_ends_when_no_cell_is_left_for_a_free_stone() {
        let mut game = start(3, true);
        assert_eq!((game.phase(), game.to_move()), (Phase::First, Colour::First));
        play(&mut game, "c3");
        let anchor = Cell::new(9);
        assert_eq!((game.phase(), game.to_move()), (Phase::Bound { anchor }, Colour::Second));
        assert_shows(
            &game,
            "    x x x
                x . . x
               x . W . x
                x . . x
                 x x x",
        );
        play(&mut game, "c4");
        let bound = Cell::new(10);
        assert_eq!((game.phase(), game.to_move()), (Phase::Free { bound }, Colour::Second));
        assert_shows(
            &game,
            "    . . .
                . x x x
               . x W R x
                . x x x
                 . . .",
        );
        play(&mut game, "e1 d1,a1 a2");
        assert_shows(
            &game,
            "    R x .
                W x x x
               x x W R x
                x x x x
                 W R x",
        );
        play(&mut game, "e3 d4");
        assert_eq!((game.phase(), game.to_move()), (Phase::Placement, Colour::Second));
        assert_shows(
            &game,
            "    R . R
                W . . W
               . . W R .
                . . . .
                 W R .",
        );
        assert_eq!(game.board.stones(Colour::First).len(), 4, "both have as many");
    }

    #[test]
    fn a_bound_stone_can_end_the_opening_at_once() {
        let mut game = start(2, true);
        play(&mut game, "b2 a1");
        assert_eq!((game.phase(), game.to_move()), (Phase::Placement, Colour::First));
        assert_shows(
            &game,
            "  . .
              . W .
               R .",
        );
    }

    #[test]
    fn score_multiplies_group_sizes_and_begins_at_zero() {
        let facts = |product, groups| {
            vec![("product", Fact::Exact(product)), ("groups", Fact::Sizes(groups))]
        };
        assert_eq!(start(3, false).standing().facts, facts([0, 0], [vec![], vec![]]));
        let game = drawn(
            "    W W .
                R . . W
               . R . W W
                . R . .
                 R . R",
            Colour::First,
        );
        assert_eq!(game.standing().facts, facts([6, 4], [vec![3, 2], vec![4, 1]]));
        assert_eq!(game.outcome(), None);
    }

    #[test]
    fn one_vacant_cell_ends_the_game_and_equal_products_are_a_draw() {
        let score = |winner| Some(Outcome { winner, reason: Reason::Score });
        let mut game = drawn(
            "  W R
              R . W
               W .",
            Colour::Second,
        );
        assert_eq!(game.outcome(), None);
        play(&mut game, "a2");
        assert_eq!(game.outcome(), score(None));
        assert_shows(
            &game,
            "  W R
              R x W
               W R",
        );
        let game = drawn(
            "  R R
              W W W
               x R",
            Colour::First,
        );
        assert_eq!(game.standing().facts[0], ("product", Fact::Exact([3, 2])));
        assert_eq!(game.outcome(), score(Some(Colour::First)));
    }

    /// Base 13, all but one cell filled: in every second row White has groups of three with a red
    /// stone between, elsewhere Red, and the upper rows are White's as far as it takes to make the
    /// numbers even.
    #[test]
    fn a_product_beyond_64_bits_is_exact() {
        let mut game = start(13, false);
        let geometry = game.board.geometry();
        let in_threes = |cell: &Cell| {
            let place = geometry.place(*cell);
            let indent = place.row.abs_diff(12);
            let (i, len) = ((place.x - indent) / 2, 25 - indent);
            place.row.is_multiple_of(2) && i % 4 < 3 && i - i % 4 + 2 < len
        };
        // The last cell stays vacant.
        let cells = CellSet::first(geometry.len() - 1);
        let mut white: CellSet = cells.iter().filter(in_threes).collect();
        while white.len() < 234 {
            white.insert((cells - white).highest().unwrap());
        }
        for (white, red) in white.iter().zip(cells - white) {
            game.play(Step::Place(white)).unwrap();
            game.play(Step::Place(red)).unwrap();
        }
        // White: 45 groups of three and one of 99; counted by another program.
        let facts = game.standing().facts;
        assert_eq!(facts[0], ("product", Fact::Exact([292_476_957_948_532_536_165_657, 234])));
        assert_eq!(game.marks().groups[0].len(), 46);
        assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(Colour::First));
    }

    #[test]
    fn playouts_are_as_random_as_step_by_step() {
        assert_uniform(&start(2, false), 30_000);
        assert_uniform(&start(2, true), 30_000);
        // With either player to move, and on boards of two, four and eight words.
        for (size, vacant) in [(3, 6), (3, 7), (6, 6), (8, 5), (10, 5)] {
            let game = start(size, false);
            let steps = game.board.geometry().len() - vacant;
            assert_uniform(&after(game, steps, 3), 20_000);
        }
    }

    #[test]
    fn enclosed_cells_are_hinted_before_joins_of_large_groups() {
        let mut game = start(3, false);
        let cell = Cell::new;
        // White stones on the whole of the lowest row, Red ones on the highest.
        for (white, red) in [(0, 16), (1, 17), (2, 18)] {
            game.play(Step::Place(cell(white))).unwrap();
            game.play(Step::Place(cell(red))).unwrap();
        }
        let (mut steps, mut hints) = (Vec::new(), Vec::new());
        game.legal_steps(&mut steps);
        game.hints(&steps, &mut hints);
        assert_eq!(hints.len(), steps.len());
        assert!(hints.iter().all(|hint| (-1.0..=1.0).contains(hint)));
        let hint = |at: usize| {
            hints[steps.iter().position(|&step| step == Step::Place(cell(at))).unwrap()]
        };
        // The end of a row beside it has two vacant neighbours, the middle of the board six.
        assert!(hint(3) > hint(9));
        // A cell that is good for White is good to take away.
        assert!(hint(15) > hint(9));
    }

    #[test]
    fn playouts_end_with_the_verdict_of_the_products() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(23);
        for size in Shape::Hexhex.sizes() {
            for (steps, heavy) in
                [0, 1, 2, 5].into_iter().flat_map(|steps| [(steps, false), (steps, true)])
            {
                let mut game = after(start(i64::from(size), true), steps, 7);
                let verdict =
                    if heavy { game.heavy_playout(&mut rng) } else { game.playout(&mut rng) };
                assert_eq!(game.board.vacant().len(), 1);
                let winner = game.outcome().expect("it is over").winner;
                assert_eq!(verdict.value.to_bits(), PlayoutResult::of(winner).value.to_bits());
                let [first, second] = Colour::BOTH.map(|colour| game.product(colour));
                let (first, second) = (first as f32, second as f32);
                assert!((verdict.margin - (first - second) / (first + second)).abs() < 1e-6);
            }
        }
    }
}
