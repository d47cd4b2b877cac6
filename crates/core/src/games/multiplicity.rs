//! Multiplicity: the highest product of group sizes wins.
//!
//! Source: Christian Freeling, "Multiplicity", `MindSports`, 2012; `docs/rules.md`, "Multiplicity".

mod exact;
mod features;
mod playout;
mod standing;
mod urgency;

use std::cmp::Ordering;

use rand_core::Rng;

use crate::board::{Board, Colour};
use crate::cell::{Bits, Cell, CellSet};
use crate::games::groups::each_group;
use crate::games::opening::Opening;
use crate::geometry::Shape;
use crate::rules::{
    About, Arrangement, ArrangementError, BoardRange, ExactVisitor, FeatureKind, Features, Info,
    Marks, OptionKind, Options, Outcome, Phase, Plain, PlayError, Reason, Rules, SetupError, Side,
    Standing, StoneColour, Verdict, below, ladder,
};
use crate::step::{Step, StepKind};

/// A position of Multiplicity.
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
        designers: "Christian Freeling",
        year: Some(2012),
        goal: "End with the highest product of your group sizes.",
        rules: include_str!("../../assets/rules/multiplicity.txt"),
        lesson: include_str!("../../assets/lessons/multiplicity.json"),
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
        ladder: &ladder([
            (10, 0.74),
            (10, 0.52),
            (10, 0.28),
            (10, 0.06),
            (32, 0.0),
            (62, 0.0),
            (120, 0.0),
            (215, 0.0),
            (480, 0.0),
        ]),
        book: include_str!("../../assets/books/multiplicity.book"),
    };

    /// Only the final stones count, in whatever order they came.
    const AMAF: f32 = 60.0;

    /// Less pays at any length of a search; half of this again loses.
    const EXPLORATION: f32 = 0.4;

    const FEATURES: &'static [FeatureKind] = &features::KINDS;

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

    /// The difference of the logarithms of the products.
    fn balance(&self) -> f64 {
        let [first, second] = Colour::BOTH.map(|colour| (self.product(colour).max(1) as f64).ln());
        first - second
    }

    fn visit_exact<V: ExactVisitor>(&self, visitor: V) -> V::Output {
        match exact::Groups::new(self) {
            Some(position) => visitor.visit(&position),
            None => visitor.visit(&Plain::new(self)),
        }
    }

    /// By the medians of random endings with 10 to 16 vacant cells.
    fn solving_effort(&self) -> f64 {
        (0.385 * self.board.vacant().len() as f64 - 0.5).max(0.0)
    }

    fn marks(&self) -> Marks {
        let groups = Colour::BOTH.map(|colour| self.board.groups(colour));
        Marks { groups, factors: true, joined: true, ..Marks::default() }
    }

    fn about(&self, cell: Cell) -> About {
        About::of(self, cell).with_groups(self, cell)
    }

    fn features(&self, steps: &[Step], out: &mut Features) {
        self.list_features(steps, out);
    }

    /// Fitted to searches in games of the engine against itself; `docs/training.md` has the
    /// figures.
    fn hints(&self, steps: &[Step], out: &mut Vec<f32>) {
        if let Some(prior) = &features::PRIOR {
            let mut found = Features::default();
            self.list_features(steps, &mut found);
            prior.rate(&found, features::RANGE, out);
        }
    }

    fn random_step<R: Rng>(&self, rng: &mut R, _scratch: &mut Vec<Step>) -> Option<Step> {
        if self.is_over() {
            None
        } else {
            pick(rng, &self.opening.cells(&self.board)).map(Step::Place)
        }
    }

    /// Plays what is left of the opening step by step, then draws the final position at once.
    ///
    /// In the placement phase any order in which the vacant cells may be filled is as likely as any
    /// other, so the cells that the player to move will have filled are any set of the right size
    /// with the same chance, and the opponent's likewise among the rest. The margin is (a − b) / (a
    /// + b) of the two products.
    fn playout<R: Rng>(&mut self, rng: &mut R) -> Verdict {
        self.play_on(false, rng)
    }

    /// The opening is played out at random; then each side in turn takes a vacant cell, drawn with
    /// a chance that grows with how much its neighbours make it matter.
    fn heavy_playout<R: Rng>(&mut self, rng: &mut R) -> Verdict {
        self.play_on(true, rng)
    }
}

/// A cell of `cells`, each with the same chance.
fn pick<const W: usize, R: Rng>(rng: &mut R, cells: &Bits<W>) -> Option<Cell> {
    let count = cells.len();
    if count == 0 { None } else { cells.nth(below(rng, count)) }
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

    /// Plays to the end, at random or with the sense of a `heavy` playout.
    fn play_on<R: Rng>(&mut self, heavy: bool, rng: &mut R) -> Verdict {
        while !self.opening.is_over() {
            let Some(cell) = pick(rng, &self.opening.cells(&self.board)) else { break };
            self.play_unchecked(Step::Place(cell));
        }
        let [first, second] = match self.board.geometry().len() {
            ..=64 => self.finish::<1, R>(heavy, rng),
            65..=128 => self.finish::<2, R>(heavy, rng),
            129..=256 => self.finish::<4, R>(heavy, rng),
            _ => self.finish::<8, R>(heavy, rng),
        };
        let margin = (first as f32 - second as f32) / (first as f32 + second as f32).max(1.0);
        Verdict { margin, ..Verdict::of(winner([first, second])) }
    }

    /// Fills all vacant cells but one, on a board of up to `64 * W` cells, and returns the
    /// products.
    fn finish<const W: usize, R: Rng>(&mut self, heavy: bool, rng: &mut R) -> [u128; 2] {
        let stones =
            if heavy { playout::fill(&self.board, self.to_move(), rng) } else { self.deal(rng) };
        self.board.set_all(stones.map(|stones: Bits<W>| stones.resize()));
        self.vacancies = self.vacancies.min(1);
        let mut product = [1, 1];
        each_group(self.options.size, &stones, |colour, size| product[colour] *= u128::from(size));
        product
    }

    /// The stones once all vacant cells but one are dealt out at random.
    fn deal<const W: usize, R: Rng>(&self, rng: &mut R) -> [Bits<W>; 2] {
        let before: [Bits<W>; 2] = Colour::BOTH.map(|colour| self.board.stones(colour).resize());
        let free = Bits::first(self.board.geometry().len()) - before[0] - before[1];
        let me = self.to_move().index();
        let count = self.vacancies.saturating_sub(1) as usize;
        let mut mine = Bits::from_words(std::array::from_fn(|_| rng.next_u64())) & free;
        let share = count.div_ceil(2);
        // A set of cells drawn by coin tosses, made larger or smaller by cells drawn at random,
        // favours no cell.
        let tossed = mine.len();
        for n in (share + 1..=tossed).rev() {
            if let Some(cell) = mine.nth(below(rng, n)) {
                mine.remove(cell);
            }
        }
        for n in tossed..share {
            if let Some(cell) = (free - mine).nth(below(rng, count + 1 - n)) {
                mine.insert(cell);
            }
        }
        let mut theirs = free - mine;
        if let Some(cell) = theirs.nth(below(rng, count + 1 - share)) {
            theirs.remove(cell);
        }
        let mut stones = before;
        stones[me] |= mine;
        stones[1 - me] |= theirs;
        stones
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::games::fairness::assert_uniform;
    use crate::games::perft;
    use crate::rules::Setup;

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

    #[test]
    fn the_numbers_of_games_are_those_known() {
        let counts =
            |game, depths| (1..=depths).map(|depth| perft(&game, depth)).collect::<Vec<_>>();
        assert_eq!(counts(start(2, true), 6), [7, 24, 84, 312, 936, 1872]);
        assert_eq!(counts(start(3, true), 4), [19, 84, 936, 3888]);
        assert_eq!(counts(start(3, false), 4), [19, 342, 5814, 93024]);
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
    fn an_enclosed_cell_is_hinted_at_before_one_that_joins_large_groups() {
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
        // What is good for White is good to take from it.
        assert!(hint(15) > hint(9));
    }

    #[test]
    fn a_playout_leaves_a_finished_game_with_the_verdict_of_its_products() {
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
                assert_eq!(verdict.value.to_bits(), Verdict::of(winner).value.to_bits());
                let [first, second] = Colour::BOTH.map(|colour| game.product(colour));
                let (first, second) = (first as f32, second as f32);
                assert!((verdict.margin - (first - second) / (first + second)).abs() < 1e-6);
            }
        }
    }
}
