//! Greylox: control cells by sight, and own the largest group.
//!
//! Source: Christian Freeling, "Greylox", `MindSports`; `docs/rules.md`, "Greylox".

use std::cmp::Ordering;
use std::fmt;

use rand_core::Rng;

use self::sight::{Control, threshold};
use crate::board::{Board, Colour};
use crate::cell::{Cell, CellSet};
use crate::games::opening::Opening;
use crate::geometry::Shape;
use crate::rules::{
    About, Arrangement, ArrangementError, BoardRange, ExactVisitor, FeatureKind, Features, Info,
    Marks, OptionKind, Options, Outcome, Phase, Plain, PlayError, Reason, Refusal, Rules,
    SetupError, Side, Standing, StoneColour, Verdict, below, ladder, write_position,
};
use crate::step::{Step, StepKind};

mod exact;
mod features;
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
        designers: "Christian Freeling",
        year: None,
        goal: "Own the largest group at the end, or failing that the next largest.",
        rules: include_str!("../../assets/rules/greylox.txt"),
        lesson: include_str!("../../assets/lessons/greylox.json"),
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
        ladder: &ladder([
            (12, 0.83),
            (12, 0.57),
            (12, 0.2),
            (30, 0.0),
            (80, 0.0),
            (270, 0.0),
            (820, 0.0),
            (2_300, 0.0),
            (9_500, 0.0),
        ]),
        book: include_str!("../../assets/books/greylox.book"),
    };

    const EXPLORATION: f32 = 1.6;

    const FEATURES: &'static [FeatureKind] = &features::KINDS;

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
                // Never on a hexhex board: every cell is somebody's then, and their number is odd.
                Ordering::Equal => None,
            };
            Outcome { winner, reason: Reason::NoMoves }
        })
    }

    fn standing(&self) -> Standing {
        self.standing_of_groups()
    }

    /// The difference of the sums of each side's group sizes, from the largest down, each group
    /// counting a thousandth of the one before; and a hundredth for each cell controlled.
    fn balance(&self) -> f64 {
        let controlled = self.controlled().map(|cells| cells.len() as f64 / 100.0);
        let [first, second] = self.group_sizes().map(|sizes| {
            sizes.iter().rev().fold(0.0, |smaller: f64, &size| f64::from(size) + smaller / 1000.0)
        });
        (first + controlled[0]) - (second + controlled[1])
    }

    fn visit_exact<V: ExactVisitor>(&self, visitor: V) -> V::Output {
        match exact::Sights::new(self) {
            Some(position) => visitor.visit(&position),
            None => visitor.visit(&Plain::new(self)),
        }
    }

    /// The middle of 1,100 games on hexhex 5 took 79 steps to fill 61 cells: the others were flips.
    fn usual_steps_left(&self) -> usize {
        self.board.vacant().len() * 13 / 10
    }

    /// Fitted to the number of positions searched on boards of 7 and 19 cells and in endings on
    /// hexhex 4: the longer the lines, the more there is to flip.
    fn solving_effort(&self) -> f64 {
        (0.1 + 0.1 * f64::from(self.options.size)) * self.board.vacant().len() as f64
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

    fn random_step<R: Rng>(&self, rng: &mut R, _scratch: &mut Vec<Step>) -> Option<Step> {
        let cells = self.steps();
        let count = cells.len();
        if count == 0 { None } else { cells.nth(below(rng, count)).map(|cell| self.step_on(cell)) }
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

    /// The margin is how much larger the largest group is than the opponent's largest, as a share
    /// of the board.
    fn playout<R: Rng>(&mut self, rng: &mut R) -> Verdict {
        self.play_on(false, rng)
    }

    /// Neither side fills vacant cells that it controls before it must: there it can always place
    /// when the opponent cannot. And if one step can rescue a stone that the opponent is about to
    /// flip, such a stone is rescued.
    ///
    /// In 379 games of the engine against itself, 2,274 positions of 14 to 48 vacant cells on
    /// hexhex 5, the result foretold by the mean of 150 playouts had a log loss of 0.395 without
    /// rescues and 0.371 with them.
    fn heavy_playout<R: Rng>(&mut self, rng: &mut R) -> Verdict {
        self.play_on(true, rng)
    }
}

/// The cells of hexhex 13.
const MOST_CELLS: usize = Shape::Hexhex.cells(13);

impl Greylox {
    /// Plays to the end, at random or with the sense of a `heavy` playout.
    fn play_on<R: Rng>(&mut self, heavy: bool, rng: &mut R) -> Verdict {
        while !self.opening.is_over() {
            let Some(step) = self.random_step(rng, &mut Vec::new()) else { break };
            self.play_unchecked(step);
        }
        let mover = self.to_move();
        let mut largest = [0; 2];
        // By size, how many more groups of that size the first player has.
        let mut more = [0_i16; MOST_CELLS + 1];
        let stuck = self.control.play_out(&mut self.board, mover, heavy, rng, |colour, size| {
            largest[colour] = size.max(largest[colour]);
            more[usize::from(size)] += if colour == 0 { 1 } else { -1 };
        });
        if stuck != mover {
            self.opening.place(self.board.geometry(), Cell::new(0));
        }
        let winner = more
            .iter()
            .rev()
            .find(|&&more| more != 0)
            .map(|&more| if more > 0 { Colour::First } else { Colour::Second });
        let [first, second] = largest.map(f32::from);
        Verdict {
            margin: (first - second) / self.board.geometry().len() as f32,
            ..Verdict::of(winner)
        }
    }

    /// The cells where the player to move can place or flip.
    #[inline]
    fn steps(&self) -> CellSet {
        if self.opening.is_over() {
            self.control.steps(&self.board, self.to_move())
        } else {
            self.opening.cells(&self.board)
        }
    }

    /// The step made on `cell`: a flip if a stone stands there.
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
                return refuse("own", "the stone there is already {colour}'s", me, CellSet::EMPTY);
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
                "a stone in a corner must see two {colour} stones to be flipped, and this one sees none"
            }
            (2, false) => {
                "a stone in a corner must see two {colour} stones to be flipped, and this one sees only {cells}"
            }
            (3, true) => {
                "a stone on an edge must see three {colour} stones to be flipped, and this one sees none"
            }
            (3, false) => {
                "a stone on an edge must see three {colour} stones to be flipped, and this one sees only {cells}"
            }
            (_, true) => {
                "a stone must see four {colour} stones to be flipped, and this one sees none"
            }
            (_, false) => {
                "a stone must see four {colour} stones to be flipped, and this one sees only {cells}"
            }
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
