//! Multiplicity: the highest product of group sizes wins.
//!
//! Source: Christian Freeling, "Multiplicity", `MindSports`, 2012; `rules.md`, "Multiplicity".

use crate::board::{Board, Colour};
use crate::cell::CellSet;
use crate::games::opening::Opening;
use crate::geometry::Shape;
use crate::rules::{
    BoardRange, Dye, Info, Marks, OptionKind, Options, Outcome, Phase, PlayError, Reason, Rules, Score, SetupError, Side,
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
        rules: include_str!("../../../../assets/rules/multiplicity.txt"),
        colours: [
            Side { name: "white", title: "White", dye: Dye::White },
            Side { name: "red", title: "Red", dye: Dye::Red },
        ],
        boards: &[BoardRange { shape: Shape::Hexhex, min: 2, max: 13, default: 6 }],
        options: &[OptionKind::Opening],
        default_komi: |_, _| 0,
        steps: &[StepKind::Place],
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

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| {
            let [first, second] = Colour::BOTH.map(|colour| self.product(colour));
            let winner = match first.cmp(&second) {
                std::cmp::Ordering::Greater => Some(Colour::First),
                std::cmp::Ordering::Less => Some(Colour::Second),
                std::cmp::Ordering::Equal => None,
            };
            Outcome { winner, reason: Reason::Score }
        })
    }

    fn score(&self) -> Score {
        Score::Product {
            product: Colour::BOTH.map(|colour| self.product(colour)),
            groups: Colour::BOTH.map(|colour| self.board.group_sizes(colour, &CellSet::EMPTY)),
        }
    }

    fn marks(&self) -> Marks {
        Marks { groups: Colour::BOTH.map(|colour| self.board.groups(colour)), ..Marks::default() }
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
