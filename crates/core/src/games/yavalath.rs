//! Yavalath: four in a row win, three in a row without four lose.
//!
//! The fifth game, in the list only in this crate's own tests and when the code is compiled with
//! `--cfg tetralith_yavalath`: it shows that a game takes one file and its lines in the list, and
//! that everything else follows.
//!
//! Source: Cameron Browne, "Yavalath", found by his program Ludi in 2007.

use crate::board::{Board, Colour};
use crate::cell::{Cell, CellSet};
use crate::geometry::{Direction, Shape};
use crate::knowledge::Knowledge;
use crate::rules::{
    Arrangement, ArrangementError, BoardRange, Ending, Fact, Figure, GameTexts, Info, Marks,
    OptionKind, Options, Outcome, PlayError, Reason, Refusal, Rules, SetupError, Side, Standing,
    StoneColour, Turns,
};
use crate::step::{Step, StepKind};

/// Four stones of a colour in a row.
const FOUR: Ending = Ending { id: "four-in-a-row", words: "with four in a row" };

/// Three stones of the opponent in a row, and no four.
const THREE: Ending = Ending { id: "three-in-a-row", words: "by the opponent's three in a row" };

/// The lines of a hexhex board, one direction of each.
const LINES: [Direction; 3] = [Direction::East, Direction::NorthEast, Direction::NorthWest];

/// A position of Yavalath.
#[derive(Clone, Debug)]
pub struct Yavalath {
    options: Options,
    board: Board,
    to_move: Colour,
    outcome: Option<Outcome>,
    /// True if the second player may swap now.
    swap: bool,
    /// By colour, the stones of its longest row.
    longest: [u16; 2],
}

impl Rules for Yavalath {
    const INFO: Info = Info {
        id: "yavalath",
        title: "Yavalath",
        texts: GameTexts {
            designers: "Cameron Browne",
            year: Some(2007),
            goal: "Make four in a row, but not three before that.",
            rules: "Designed by Cameron Browne's program Ludi.\n\nThe board is hexhex and begins \
                empty. White places a stone on any vacant cell, then Black does, and so on in \
                turn.\n\nFour or more of your stones in a row win. Three in a row, without four, \
                lose. If the board is full and neither has happened, the game is a draw.\n\n\
                Under the pie rule, Black may answer the first stone by swapping colours.\n",
            lesson: "",
        },
        colours: [
            Side { name: "white", title: "White", stone: StoneColour::White },
            Side { name: "black", title: "Black", stone: StoneColour::Black },
        ],
        joins: None,
        boards: &[BoardRange { shape: Shape::Hexhex, min: 2, max: 13, default: 5 }],
        options: &[OptionKind::Pie],
        default_komi: |_, _| 0,
        steps: &[StepKind::Place, StepKind::Swap],
        endings: &[FOUR, THREE],
        draws: true,
    };

    fn new(options: &Options) -> Result<Self, SetupError> {
        let options = Self::INFO.revalidate(options)?;
        let board = Board::new(options.geometry());
        Ok(Self {
            options,
            board,
            to_move: Colour::First,
            outcome: None,
            swap: false,
            longest: [0; 2],
        })
    }

    fn arranged(options: &Options, arrangement: &Arrangement) -> Result<Self, ArrangementError> {
        let mut game = Self::new(options)?;
        game.board = arrangement.board(game.options)?;
        let swap = game.options.pie
            && arrangement.to_move == Colour::Second
            && game.board.occupied().len() == 1;
        arrangement.check_turn(Turns { swap, ..Turns::default() })?;
        (game.to_move, game.swap) = (arrangement.to_move, arrangement.swap);
        for colour in Colour::BOTH {
            for cell in *game.board.stones(colour) {
                let row = game.longest_row(cell, colour);
                if row > 2 {
                    let because =
                        "{colour} has three or more in a row on {cells}, so the game is over";
                    return Err(ArrangementError::illegal(
                        "over",
                        because,
                        colour,
                        CellSet::of(cell),
                    ));
                }
                game.longest[colour.index()] = row.max(game.longest[colour.index()]);
            }
        }
        Ok(game)
    }

    fn arrangement(&self) -> Arrangement {
        let stones = Colour::BOTH.map(|colour| *self.board.stones(colour));
        Arrangement { stones, to_move: self.to_move, swap: self.swap, ..Arrangement::EMPTY }
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn to_move(&self) -> Colour {
        self.to_move
    }

    fn legal_steps(&self, out: &mut Vec<Step>) {
        out.clear();
        if self.outcome.is_none() {
            out.extend(self.board.vacant().iter().map(Step::Place));
            out.extend(self.swap.then_some(Step::Swap));
        }
    }

    fn check(&self, step: Step) -> Result<(), PlayError> {
        if self.outcome.is_some() {
            return Err(PlayError::GameOver);
        }
        match step {
            Step::Place(cell) => self.board.check_vacant(cell),
            Step::Swap if self.swap => Ok(()),
            Step::Swap => {
                let because = "a swap can only answer the first stone, in a game with the pie rule";
                Err(Refusal {
                    rule: "pie",
                    because,
                    step,
                    colour: self.to_move,
                    cells: CellSet::EMPTY,
                }
                .into())
            }
            Step::Flip(_) | Step::Tromino { .. } | Step::Pass => Err(PlayError::Kind(step.kind())),
        }
    }

    fn play_unchecked(&mut self, step: Step) {
        let Step::Place(cell) = step else {
            self.swap = false;
            return;
        };
        let mover = self.to_move;
        self.swap = self.options.pie && self.board.occupied().is_empty();
        self.board.set(cell, mover);
        let row = self.longest_row(cell, mover);
        self.longest[mover.index()] = row.max(self.longest[mover.index()]);
        self.outcome = match row {
            4.. => Some(Outcome { winner: Some(mover), reason: Reason::Own(&FOUR) }),
            3 => Some(Outcome { winner: Some(mover.other()), reason: Reason::Own(&THREE) }),
            _ => self
                .board
                .vacant()
                .is_empty()
                .then_some(Outcome { winner: None, reason: Reason::Stuck }),
        };
        self.to_move = mover.other();
    }

    /// `None` also where swapping sides is at stake: under the pie rule, before the first stone and
    /// right after it.
    fn passed_over(&self) -> Option<Self> {
        let decides = self.swap || self.options.pie && self.board.occupied().is_empty();
        let other = Self { to_move: self.to_move.other(), ..self.clone() };
        (self.outcome.is_none() && !decides).then_some(other)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn standing(&self) -> Standing {
        Standing {
            figures: self.longest.map(|longest| Figure::Words(format!("{longest} in a row"))),
            facts: vec![("longest", Fact::Counts(self.longest))],
            ..Standing::of_stones(self)
        }
    }

    fn marks(&self) -> Marks {
        Marks::default()
    }
}

impl Knowledge for Yavalath {}

impl Yavalath {
    /// The number of `colour`'s stones in the longest row through `cell`.
    fn longest_row(&self, cell: Cell, colour: Colour) -> u16 {
        let along = |direction| {
            let next = |&at: &Cell| self.board.geometry().toward(at, direction);
            let stones = std::iter::successors(next(&cell), next);
            stones.take_while(|&at| self.board.at(at) == Some(colour)).count() as u16
        };
        let rows = LINES.map(|direction| 1 + along(direction) + along(direction.opposite()));
        rows.into_iter().max().unwrap_or(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::perft;
    use crate::rules::Setup;

    fn start(pie: bool) -> Yavalath {
        let setup = Setup { pie: Some(pie), ..Setup::default() };
        Yavalath::new(&Yavalath::INFO.options(&setup).unwrap()).unwrap()
    }

    #[test]
    fn the_second_ply_has_one_step_more_under_the_pie_rule() {
        assert_eq!([1, 2].map(|depth| perft(&start(false), depth)), [61, 61 * 60]);
        assert_eq!([1, 2].map(|depth| perft(&start(true), depth)), [61, 61 * 61]);
    }

    #[test]
    fn four_with_three_win_and_three_alone_lose() {
        // The lowest row of hexhex 5 holds the cells 0 to 4, the highest 56 to 60.
        let ends = |cells: &[usize]| {
            let mut game = start(false);
            for &cell in cells {
                game.play(Step::Place(Cell::new(cell))).unwrap();
            }
            game.outcome().map(|outcome| (outcome.winner, outcome.reason))
        };
        assert_eq!(ends(&[0, 56, 1, 58, 3]), None);
        let four = Some((Some(Colour::First), Reason::Own(&FOUR)));
        assert_eq!(ends(&[0, 56, 1, 58, 3, 60, 2]), four);
        let three = Some((Some(Colour::Second), Reason::Own(&THREE)));
        assert_eq!(ends(&[0, 56, 1, 58, 2]), three);
    }
}
