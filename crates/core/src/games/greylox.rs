//! Greylox: control cells by sight, and own the largest group.
//!
//! Source: Christian Freeling, "Greylox", `MindSports`; `docs/rules.md`, "Greylox".

use std::cmp::Ordering;
use std::fmt;

use self::sight::{Control, threshold};
use crate::board::{Board, Colour};
use crate::cell::{Cell, CellSet};
use crate::games::opening::Opening;
use crate::geometry::Shape;
use crate::rules::{
    About, Arrangement, ArrangementError, BoardRange, GameTexts, Info, Marks, OptionKind, Options,
    Outcome, Phase, PlayError, Reason, Refusal, Rules, SetupError, Side, Standing, StoneColour,
    write_position,
};
use crate::step::{Step, StepKind};

mod exact;
mod features;
mod knowledge;
mod sight;
mod standing;
#[cfg(test)]
mod tests;

/// A position of Greylox.
#[derive(Clone, Copy)]
pub struct Greylox {
    options: Options,
    board: Board,
    opening: Opening,
    control: Control,
}

impl fmt::Debug for Greylox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_position(self, f)
    }
}

impl Rules for Greylox {
    const INFO: Info = Info {
        id: "greylox",
        title: "Greylox",
        texts: GameTexts {
            designers: "Christian Freeling",
            year: None,
            goal: "Own the largest group; if equal, the next largest decides.",
            rules: include_str!("../../assets/rules/greylox.txt"),
            lesson: include_str!("../../assets/lessons/greylox.json"),
        },
        colours: [
            Side { name: "white", title: "White", stone: StoneColour::White },
            Side { name: "black", title: "Black", stone: StoneColour::Black },
        ],
        joins: None,
        boards: &[BoardRange { shape: Shape::Hexhex, min: 2, max: 13, default: 5 }],
        options: &[OptionKind::Opening],
        default_komi: |_, _| 0,
        steps: &[StepKind::Place, StepKind::Flip],
        endings: &[],
        draws: false,
    };

    fn new(options: &Options) -> Result<Self, SetupError> {
        let options = Self::INFO.revalidate(options)?;
        let geometry = options.geometry();
        Ok(Self {
            options,
            board: Board::new(geometry),
            opening: Opening::new(geometry, options.opening),
            control: Control::new(geometry),
        })
    }

    fn arranged(options: &Options, arrangement: &Arrangement) -> Result<Self, ArrangementError> {
        let mut game = Self::new(options)?;
        let board = arrangement.board(game.options)?;
        game.opening = Opening::arranged(&board, game.options.opening, arrangement)?;
        for colour in Colour::BOTH {
            for cell in *board.stones(colour) {
                game.control.set(&game.board, cell, colour);
                game.board.set(cell, colour);
            }
        }
        Ok(game)
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
        out.extend(self.steps().iter().map(|cell| self.step_on(cell)));
    }

    fn check(&self, step: Step) -> Result<(), PlayError> {
        if self.is_over() {
            return Err(PlayError::GameOver);
        }
        match step {
            Step::Place(cell) => self.check_placement(cell),
            Step::Flip(cell) if self.opening.is_over() => self.check_flip(cell),
            _ => Err(PlayError::Kind(step.kind())),
        }
    }

    fn play_unchecked(&mut self, step: Step) {
        let (Step::Place(cell) | Step::Flip(cell)) = step else { return };
        let colour = self.to_move();
        self.control.set(&self.board, cell, colour);
        self.board.set(cell, colour);
        self.opening.place(self.board.geometry(), cell);
    }

    fn passed_over(&self) -> Option<Self> {
        let other = Self { opening: self.opening.passed_over()?, ..*self };
        (!self.is_over() && !other.is_over()).then_some(other)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| {
            let [first, second] = self.group_sizes();
            let winner = match first.cmp(&second) {
                Ordering::Greater => Some(Colour::First),
                Ordering::Less => Some(Colour::Second),
                // Never on a hexhex board: every cell has an owner then, and their number is odd.
                Ordering::Equal => None,
            };
            Outcome { winner, reason: Reason::NoMoves }
        })
    }

    fn standing(&self) -> Standing {
        self.standing_of_groups()
    }

    fn marks(&self) -> Marks {
        let controlled = self.controlled();
        let over = self.is_over();
        let closed = self.board.vacant() & controlled[self.to_move().other().index()];
        Marks {
            controlled,
            threatened: self.threatened(),
            groups: Colour::BOTH.map(|colour| self.board.groups(colour)),
            forbidden: if closed.is_empty() || over {
                Vec::new()
            } else {
                vec![("controlled", closed)]
            },
            ..Marks::default()
        }
    }

    fn about(&self, cell: Cell) -> About {
        let about = About::of(self, cell);
        if !self.opening.is_over() {
            // Control plays no part yet.
            return about.with_groups(self, cell);
        }
        let needed = Some(threshold(self.board.geometry(), cell) as u16);
        About { needed, ..about }.with_groups(self, cell).with_sight(self, cell)
    }
}

const MOST_CELLS: usize = Shape::Hexhex.cells(13);

impl Greylox {
    /// The cells where the player to move can place or flip.
    #[inline]
    fn steps(&self) -> CellSet {
        if self.opening.is_over() {
            self.control.steps(&self.board, self.to_move())
        } else {
            self.opening.cells(&self.board)
        }
    }

    /// The step made on `cell`: a flip if a stone is there.
    #[inline]
    fn step_on(&self, cell: Cell) -> Step {
        if self.board.stones(self.to_move().other()).contains(cell) {
            Step::Flip(cell)
        } else {
            Step::Place(cell)
        }
    }

    fn is_over(&self) -> bool {
        self.opening.is_over() && self.steps().is_empty()
    }

    /// The cells each colour controls; none during the opening, when control means nothing.
    fn controlled(&self) -> [CellSet; 2] {
        if self.opening.is_over() {
            Colour::BOTH.map(|colour| self.control.cells(colour))
        } else {
            [CellSet::EMPTY; 2]
        }
    }

    /// The stones that the other side controls; none once the game is over.
    fn threatened(&self) -> CellSet {
        if self.is_over() {
            return CellSet::EMPTY;
        }
        let controlled = self.controlled();
        let [first, second] = Colour::BOTH
            .map(|colour| *self.board.stones(colour) & controlled[colour.other().index()]);
        first | second
    }

    /// Group sizes in falling order; at the end, the vacant cells count as stones of the player who
    /// controls them, the one who could have gone on.
    fn group_sizes(&self) -> [Vec<u16>; 2] {
        let heir = self.is_over().then(|| self.to_move().other());
        Colour::BOTH.map(|colour| {
            let more = if heir == Some(colour) { self.board.vacant() } else { CellSet::EMPTY };
            self.board.group_sizes(colour, &more)
        })
    }

    fn check_placement(&self, cell: Cell) -> Result<(), PlayError> {
        self.board.check_vacant(cell)?;
        if !self.opening.is_over() {
            return self.opening.check(&self.board, cell);
        }
        let opponent = self.to_move().other();
        let seen = self.seen(cell, opponent);
        if seen.len() < threshold(self.board.geometry(), cell) {
            return Ok(());
        }
        Err(Refusal {
            rule: "controlled",
            because: "{colour} controls it with the stones on {cells}",
            step: Step::Place(cell),
            colour: opponent,
            cells: seen,
        }
        .into())
    }

    fn check_flip(&self, cell: Cell) -> Result<(), PlayError> {
        let me = self.to_move();
        let refuse = |rule, because, colour, cells| {
            Err(Refusal { rule, because, step: Step::Flip(cell), colour, cells }.into())
        };
        if cell.index() >= self.board.geometry().len() {
            return Err(PlayError::OffBoard(cell));
        }
        match self.board.at(cell) {
            None => return refuse("vacant", "there is no stone to flip", me, CellSet::EMPTY),
            Some(colour) if colour == me => {
                return refuse("own", "the stone is already {colour}'s", me, CellSet::EMPTY);
            }
            Some(_) => {}
        }
        let seen = self.seen(cell, me);
        let needed = threshold(self.board.geometry(), cell);
        if seen.len() >= needed {
            return Ok(());
        }
        let because = match (needed, seen.is_empty()) {
            (2, true) => {
                "in a corner a flip needs two {colour} stones in sight, and there are none"
            }
            (2, false) => "in a corner a flip needs two {colour} stones in sight, not only {cells}",
            (3, true) => {
                "on an edge a flip needs three {colour} stones in sight, and there are none"
            }
            (3, false) => {
                "on an edge a flip needs three {colour} stones in sight, not only {cells}"
            }
            (_, true) => "a flip needs four {colour} stones in sight, and there are none",
            (_, false) => "a flip needs four {colour} stones in sight, not only {cells}",
        };
        refuse("not-controlled", because, me, seen)
    }

    /// The stones of `colour` that `cell` sees, found by walking the lines.
    fn seen(&self, cell: Cell, colour: Colour) -> CellSet {
        let geometry = self.board.geometry();
        let first = |&direction| {
            std::iter::successors(geometry.toward(cell, direction), |&next| {
                geometry.toward(next, direction)
            })
            .find(|&next| self.board.at(next).is_some())
        };
        let seen: CellSet = geometry.joined().iter().filter_map(first).collect();
        seen & *self.board.stones(colour)
    }
}

#[cfg(test)]
impl Greylox {
    /// The position of the placement phase with these stones and `to_move`.
    fn set_up(board: &Board, to_move: Colour) -> Self {
        use crate::rules::Setup;

        let size = Some(i64::from(board.geometry().size()));
        let options = Self::INFO.options(&Setup { size, opening: Some(false), ..Setup::default() });
        let stones = Colour::BOTH.map(|colour| *board.stones(colour));
        let arrangement = Arrangement { stones, to_move, ..Arrangement::EMPTY };
        Self::arranged(&options.expect("a board of the game"), &arrangement)
            .expect("stones on the board")
    }
}
