//! Necklace: join your two sides; no crosscut, and no vacant region cut off from the edge.
//!
//! Source: Mark Steere and Luis Bolaños Mures, "Necklace", 2024; `docs/rules.md`, "Necklace".

mod exact;
mod hints;
mod knowledge;
mod links;
mod net;
mod playout;
mod policy;
mod ring;
mod routes;

use std::cmp::Ordering;
use std::fmt;

use crate::board::{Board, Colour};
use crate::cell::{Cell, CellSet};
use crate::games::necklace::net::{Fault, Net};
use crate::games::necklace::routes::shortest;
use crate::geometry::{Direction, Shape};
use crate::rules::{
    Arrangement, ArrangementError, BoardRange, Fact, Figure, GameTexts, Info, Marks, OptionKind,
    Options, Outcome, PlayError, Reason, Refusal, Rules, SetupError, Side, Standing, StoneColour,
    Turns, write_position,
};
use crate::step::{Step, StepKind};
use crate::text::counted;

/// A position of Necklace.
pub struct Necklace {
    options: Options,
    board: Board,
    net: Net,
    to_move: Colour,
    outcome: Option<Outcome>,
    /// True if the player to move, after the first stone, may swap now.
    swap: bool,
    /// By colour, a point where it could place at the last check.
    witness: [Cell; 2],
    /// By colour, the stone it placed last.
    last: [Option<Cell>; 2],
}

impl Clone for Necklace {
    fn clone(&self) -> Self {
        Self { net: self.net.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        self.net.clone_from(&source.net);
        let Self { options, board, net: _, to_move, outcome, swap, witness, last } = source;
        (self.options, self.board, self.to_move) = (*options, *board, *to_move);
        (self.outcome, self.swap, self.witness, self.last) = (*outcome, *swap, *witness, *last);
    }
}

impl fmt::Debug for Necklace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_position(self, f)
    }
}

impl Rules for Necklace {
    const INFO: Info = Info {
        id: "necklace",
        title: "Necklace",
        texts: GameTexts {
            designers: "Mark Steere and Luis Bolaños Mures",
            year: Some(2024),
            goal: "Join your two sides by a chain of stones.",
            rules: include_str!("../../assets/rules/necklace.txt"),
            lesson: include_str!("../../assets/lessons/necklace.json"),
        },
        colours: [
            Side { name: "red", title: "Red", stone: StoneColour::Red },
            Side { name: "blue", title: "Blue", stone: StoneColour::Blue },
        ],
        joins: Some(Self::SIDES),
        boards: &[BoardRange { shape: Shape::Square, min: 2, max: 25, default: 13 }],
        options: &[OptionKind::Pie],
        default_komi: |_, _| 0,
        steps: &[StepKind::Place, StepKind::Swap],
        endings: &[],
        // If neither side could place and neither had connected, it would be a draw;
        // `docs/lab/solving.md` proves that this never happens.
        draws: true,
    };

    fn new(options: &Options) -> Result<Self, SetupError> {
        let options = Self::INFO.revalidate(options)?;
        let geometry = options.geometry();
        Ok(Self {
            options,
            board: Board::new(geometry),
            net: Net::new(geometry),
            to_move: Colour::First,
            outcome: None,
            swap: false,
            witness: [Cell::new(0); 2],
            last: [None; 2],
        })
    }

    fn arranged(options: &Options, arrangement: &Arrangement) -> Result<Self, ArrangementError> {
        let mut game = Self::new(options)?;
        let board = arrangement.board(game.options)?;
        // In a position that was set up either colour may have placed the first stone.
        let mover = arrangement.to_move;
        let answers_the_first =
            board.stones(mover.other()).len() == 1 && board.stones(mover).is_empty();
        let swap = game.options.pie && answers_the_first;
        arrangement.check_turn(Turns { swap, ..Turns::default() })?;
        game.check_stones(&board)?;
        let mut winner = None;
        for cell in inside_out(&board) {
            let colour = if board.stones(Colour::First).contains(cell) {
                Colour::First
            } else {
                Colour::Second
            };
            game.board.set(cell, colour);
            if game.net.place(cell, colour) {
                winner = Some(colour);
            }
        }
        (game.to_move, game.swap) = (arrangement.to_move, arrangement.swap);
        game.settle(winner);
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
        if self.outcome.is_some() {
            return;
        }
        let open =
            self.board.vacant().into_iter().filter(|&cell| self.net.is_open(cell, self.to_move));
        out.extend(open.map(Step::Place));
        if self.swap {
            out.push(Step::Swap);
        }
    }

    fn check(&self, step: Step) -> Result<(), PlayError> {
        if self.outcome.is_some() {
            return Err(PlayError::GameOver);
        }
        match step {
            Step::Place(cell) => {
                self.board.check_vacant(cell)?;
                self.check_crosscut(cell)?;
                self.check_loop(cell)
            }
            Step::Swap if self.swap => Ok(()),
            Step::Swap => {
                let pie = self.options.pie;
                let because = if pie {
                    "you can swap colours only right after the first stone"
                } else {
                    "this game is played without the pie rule"
                };
                Err(self.refuse(PIE, step, CellSet::EMPTY, because))
            }
            _ => Err(PlayError::Kind(step.kind())),
        }
    }

    fn play_unchecked(&mut self, step: Step) {
        if let Step::Place(cell) = step {
            self.swap = self.options.pie && self.board.occupied().is_empty();
            self.board.set(cell, self.to_move);
            let mover = self.to_move;
            self.last[mover.index()] = Some(cell);
            if self.net.place(cell, mover) {
                self.outcome = Some(Outcome { winner: Some(mover), reason: Reason::Connection });
                self.to_move = mover.other();
            } else if self.has_placement(mover.other()) {
                self.to_move = mover.other();
            } else if !self.has_placement(mover) {
                self.outcome = Some(Outcome { winner: None, reason: Reason::Stuck });
            }
        } else {
            self.swap = false;
        }
    }

    /// `None` also where swapping sides is at stake: under the pie rule, before the first stone and
    /// right after it.
    fn passed_over(&self) -> Option<Self> {
        let decides = self.swap || self.options.pie && self.board.occupied().is_empty();
        let mut other = Self { to_move: self.to_move.other(), ..self.clone() };
        (self.outcome.is_none() && !decides && other.has_placement(other.to_move)).then_some(other)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn standing(&self) -> Standing {
        let connected = self.outcome.and_then(|outcome| outcome.winner);
        let distance = self.distances();
        let figures = Colour::BOTH.map(|colour| match (connected, distance[colour.index()]) {
            (Some(winner), _) if winner == colour => "connected".to_owned(),
            (None, Some(cells)) => format!("{cells} to go"),
            (Some(_), _) | (None, None) => "cut off".to_owned(),
        });
        Standing {
            figures: figures.map(Figure::Words),
            ahead: connected.or_else(|| nearer(distance)),
            effect: Some(effect(connected, distance)),
            facts: vec![("connected", Fact::Side(connected))],
            ..Standing::of_stones(self)
        }
    }

    fn marks(&self) -> Marks {
        let won = self.outcome.and_then(|outcome| outcome.winner);
        let path = won
            .and_then(|colour| shortest(&self.board, colour, &CellSet::EMPTY))
            .map(|(_, path)| path);
        let mut forbidden = Vec::new();
        if self.outcome.is_none() {
            let [mut crosscut, mut closing] = [CellSet::EMPTY; 2];
            for cell in self.board.vacant() {
                match self.net.fault(cell, self.to_move) {
                    Some(Fault::Crosscut) => crosscut.insert(cell),
                    Some(Fault::Loop) => closing.insert(cell),
                    None => {}
                }
            }
            forbidden = vec![(CROSSCUT, crosscut), (LOOP, closing)];
        }
        let distance = Some(self.distances());
        Marks {
            path: path.unwrap_or_default(),
            distance,
            forbidden,
            joined: true,
            ..Marks::default()
        }
    }
}

/// Describes the effect of a step after which `connected` has won, or else each side needs as many
/// stones as its `distance`.
fn effect(connected: Option<Colour>, distance: [Option<u16>; 2]) -> String {
    let [first, second] = Colour::BOTH.map(|colour| Necklace::INFO.side(colour).title);
    let needs = |side: &str, cells: u16| format!("{side} needs {}", counted(cells.into(), "stone"));
    match (connected, distance) {
        (Some(Colour::First), _) => format!("connects the edges of {first}"),
        (Some(Colour::Second), _) => format!("connects the edges of {second}"),
        (None, [Some(a), Some(b)]) => format!("{}, {second} {b}", needs(first, a)),
        (None, [None, Some(b)]) => format!("{first} is cut off, {}", needs(second, b)),
        (None, [Some(a), None]) => format!("{second} is cut off, {}", needs(first, a)),
        (None, [None, None]) => "both sides are cut off".to_owned(),
    }
}

/// The name of the rule against crosscuts.
const CROSSCUT: &str = "crosscut";

/// The name of the rule that lets the second player swap.
const PIE: &str = "pie";

/// The name of the rule against cutting vacant points off from the edge.
const LOOP: &str = "loop";

/// The stones of `board` in an order in which they can be placed one by one without ever cutting
/// vacant points off from the edge: those first that are farthest from the edge and from the vacant
/// points of the whole position.
fn inside_out(board: &Board) -> Vec<Cell> {
    let geometry = board.geometry();
    let mut reached = board.vacant() | *geometry.edge();
    let mut order: Vec<Cell> = (reached & board.occupied()).iter().collect();
    let mut layer = reached;
    while !layer.is_empty() {
        let near =
            layer.iter().fold(CellSet::EMPTY, |near, cell| near | *geometry.neighbour_set(cell));
        layer = near - reached;
        reached |= layer;
        order.extend(layer.iter());
    }
    order.reverse();
    order
}

impl Necklace {
    /// By colour, the two sides that it joins.
    const SIDES: [[Direction; 2]; 2] =
        [[Direction::South, Direction::North], [Direction::West, Direction::East]];

    /// Checks that no rule forbids the stones of `board`: no crosscut, and no vacant points cut off
    /// from the edge.
    fn check_stones(&self, board: &Board) -> Result<(), ArrangementError> {
        let geometry = board.geometry();
        for colour in Colour::BOTH {
            for cell in *board.stones(colour) {
                for [a, b, c] in geometry.squares(cell) {
                    let opposed =
                        [a, c].into_iter().all(|side| board.at(side) == Some(colour.other()));
                    if opposed && board.at(b) == Some(colour) {
                        let cells = [cell, a, b, c].into_iter().collect();
                        return Err(ArrangementError::illegal(
                            CROSSCUT,
                            "there is a crosscut on {cells}",
                            colour,
                            cells,
                        ));
                    }
                }
            }
        }
        let regions = geometry.components(&board.vacant());
        match regions.into_iter().find(|region| !region.intersects(geometry.edge())) {
            None => Ok(()),
            Some(cells) => {
                let because = "{cells} cannot reach the edge of the board";
                Err(ArrangementError::illegal(LOOP, because, self.to_move, cells))
            }
        }
    }

    /// Finds out whose turn it is, or how the game ended, in a position that was set up; `winner`
    /// is the side that has connected, if any.
    fn settle(&mut self, winner: Option<Colour>) {
        if let Some(winner) = winner {
            self.outcome = Some(Outcome { winner: Some(winner), reason: Reason::Connection });
            self.to_move = winner.other();
        } else if !self.has_placement(self.to_move) {
            if self.has_placement(self.to_move.other()) {
                self.to_move = self.to_move.other();
            } else {
                self.outcome = Some(Outcome { winner: None, reason: Reason::Stuck });
            }
        }
    }

    /// True if some way over stones of `colour` and points where it will never form a
    /// crosscut joins its sides.
    fn can_connect(&self, colour: Colour) -> bool {
        let geometry = self.board.geometry();
        let [start, end] = Self::SIDES[colour.index()].map(|side| geometry.side(side));
        let way = *self.board.stones(colour) | self.without_crosscuts(colour);
        let mut left = *start & way;
        while let Some(cell) = left.lowest() {
            let reached = geometry.flood(cell, &way);
            if reached.intersects(end) {
                return true;
            }
            left -= reached;
        }
        false
    }

    /// The vacant points where a stone of `colour` forms no crosscut. Loops may open again,
    /// crosscuts never do.
    fn without_crosscuts(&self, colour: Colour) -> CellSet {
        let is_free = |cell: &Cell| !self.net.ring(self.net.slot(*cell)).crosscut(colour);
        self.board.vacant().iter().filter(is_free).collect()
    }

    /// Each side's shortest way to its connection still open to it: vacant cells needed, `None` if
    /// cut off.
    fn distances(&self) -> [Option<u16>; 2] {
        Colour::BOTH.map(|colour| {
            shortest(&self.board, colour, &self.without_crosscuts(colour)).map(|(vacant, _)| vacant)
        })
    }

    /// True if `colour` could place a stone somewhere, its turn or not.
    fn has_placement(&mut self, colour: Colour) -> bool {
        let witness = self.witness[colour.index()];
        if self.board.at(witness).is_none() && self.net.is_open(witness, colour) {
            return true;
        }
        let found = self.board.vacant().into_iter().find(|&cell| self.net.is_open(cell, colour));
        if let Some(cell) = found {
            self.witness[colour.index()] = cell;
        }
        found.is_some()
    }

    /// Looks at the four 2×2s around `cell` for a crosscut that a stone of the player to move would
    /// make.
    fn check_crosscut(&self, cell: Cell) -> Result<(), PlayError> {
        let geometry = self.board.geometry();
        let own = self.to_move;
        for [a, b, c] in geometry.squares(cell) {
            let opposed = [a, c].into_iter().all(|side| self.board.at(side) == Some(own.other()));
            if opposed && self.board.at(b) == Some(own) {
                return Err(self.refuse(
                    CROSSCUT,
                    Step::Place(cell),
                    [cell, a, b, c].into_iter().collect(),
                    "it would make a crosscut on {cells}",
                ));
            }
        }
        Ok(())
    }

    /// The vacant points that a stone on `cell` would cut off from the edge of the board.
    fn enclosed_by(&self, cell: Cell) -> CellSet {
        let geometry = self.board.geometry();
        let left = self.board.vacant() - CellSet::of(cell);
        geometry
            .components(&left)
            .into_iter()
            .filter(|region| !region.intersects(geometry.edge()))
            .fold(CellSet::EMPTY, |all, region| all | region)
    }

    /// Checks that each vacant region that a stone on `cell` would leave reaches the edge.
    fn check_loop(&self, cell: Cell) -> Result<(), PlayError> {
        let enclosed = self.enclosed_by(cell);
        if enclosed.is_empty() {
            return Ok(());
        }
        let because = "it would enclose {cells}";
        Err(self.refuse(LOOP, Step::Place(cell), enclosed, because))
    }

    fn refuse(
        &self,
        rule: &'static str,
        step: Step,
        cells: CellSet,
        because: &'static str,
    ) -> PlayError {
        PlayError::Forbidden(Box::new(Refusal { rule, because, step, colour: self.to_move, cells }))
    }
}

/// The side with the shorter way to its connection, any way being shorter than none; `None` if both
/// are as long or both are cut off.
fn nearer([first, second]: [Option<u16>; 2]) -> Option<Colour> {
    match first.unwrap_or(u16::MAX).cmp(&second.unwrap_or(u16::MAX)) {
        Ordering::Less => Some(Colour::First),
        Ordering::Equal => None,
        Ordering::Greater => Some(Colour::Second),
    }
}

#[cfg(test)]
mod tests;
