//! Plurality: vacant regions belong to the side with more stones around them.
//!
//! Source: João Pedro Neto, "Plurality", 2026; `docs/rules.md`, "Plurality".

mod count;
mod exact;
mod fits;
mod knowledge;
mod lines;
mod playout;
mod policy;
mod standing;
mod steps;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;

use crate::board::{Board, Colour};
use crate::cell::{Cell, CellSet};
use crate::geometry::{Geometry, Shape};
use crate::rules::{
    About, Arrangement, ArrangementError, BoardRange, GameTexts, Info, Marks, OptionKind, Options,
    Outcome, PlayError, Reason, Refusal, Rules, SetupError, Side, Standing, StoneColour, Territory,
    Ties, Turns,
};
use crate::step::{Step, StepKind};
use fits::Fits;
use lines::Grid;
use steps::Table;

/// A position of Plurality.
///
/// The trominoes that fit are not kept but found again when asked for, a word for a line of the
/// board at a time: that takes a few dozen nanoseconds, and the position stays small.
#[derive(Clone, Copy, Debug)]
pub struct Plurality {
    options: Options,
    board: Board,
    to_move: Colour,
    /// Passes in a row, at most 2.
    passes: u8,
}

impl Rules for Plurality {
    const INFO: Info = Info {
        id: "plurality",
        title: "Plurality",
        texts: GameTexts {
            designers: "João Pedro Neto",
            year: Some(2026),
            goal: "Own the most territory: the side with more stones around a region owns it.",
            rules: include_str!("../../assets/rules/plurality.txt"),
            lesson: include_str!("../../assets/lessons/plurality.json"),
        },
        colours: [
            Side { name: "black", title: "Black", stone: StoneColour::Black },
            Side { name: "white", title: "White", stone: StoneColour::White },
        ],
        joins: None,
        boards: &[
            BoardRange { shape: Shape::Square, min: 3, max: 25, default: 13 },
            BoardRange { shape: Shape::Hexhex, min: 3, max: 13, default: 7 },
        ],
        options: &[OptionKind::Komi, OptionKind::Ties],
        default_komi: |shape, size| match (shape, size) {
            (Shape::Square, 13) => 5,
            (Shape::Square, 19) => 6,
            _ => 0,
        },
        steps: &[StepKind::Tromino, StepKind::Pass],
        endings: &[],
        draws: false,
    };

    fn new(options: &Options) -> Result<Self, SetupError> {
        let options = Self::INFO.revalidate(options)?;
        Ok(Self {
            options,
            board: Board::new(options.geometry()),
            to_move: Colour::First,
            passes: 0,
        })
    }

    fn arranged(options: &Options, arrangement: &Arrangement) -> Result<Self, ArrangementError> {
        let options = Self::INFO.revalidate(options)?;
        let board = arrangement.board(options)?;
        arrangement.check_turn(Turns { pass: true, ..Turns::default() })?;
        let Arrangement { to_move, passes, .. } = *arrangement;
        let stones = board.occupied();
        let filled = stones.iter().flat_map(|cell| windows(board.geometry(), cell));
        if let Some(window) = filled.into_iter().find(|&window| (window - stones).is_empty()) {
            let (rule, because) = match options.board {
                Shape::Square => ("square", "the 2×2 square {cells} is full of stones"),
                Shape::Hexhex => ("diamond", "the diamond {cells} is full of stones"),
            };
            return Err(ArrangementError::illegal(rule, because, to_move, window));
        }
        Ok(Self { options, board, to_move, passes })
    }

    fn arrangement(&self) -> Arrangement {
        let stones = Colour::BOTH.map(|colour| *self.board.stones(colour));
        Arrangement { stones, to_move: self.to_move, passes: self.passes, ..Arrangement::EMPTY }
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
        if self.is_over() {
            out.clear();
            return;
        }
        match self.options.board {
            Shape::Square => self.trominoes::<2, 6>(out),
            Shape::Hexhex => self.trominoes::<3, 11>(out),
        }
        out.push(Step::Pass);
    }

    fn check(&self, step: Step) -> Result<(), PlayError> {
        if self.is_over() {
            return Err(PlayError::GameOver);
        }
        match step {
            Step::Pass => Ok(()),
            Step::Tromino { own, other } => self.check_tromino(step, [own[0], own[1], other]),
            _ => Err(PlayError::Kind(step.kind())),
        }
    }

    fn play_unchecked(&mut self, step: Step) {
        match step {
            Step::Tromino { own, other } => {
                self.board.set(own[0], self.to_move);
                self.board.set(own[1], self.to_move);
                self.board.set(other, self.to_move.other());
                self.passes = 0;
            }
            _ => self.passes += 1,
        }
        self.to_move = self.to_move.other();
    }

    /// The count of passes in a row stays as it is, so this is not what a pass leads to.
    fn passed_over(&self) -> Option<Self> {
        let other = Self { to_move: self.to_move.other(), ..*self };
        (!self.is_over()).then_some(other)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| {
            let [first, second] = self.points_of(&self.territories());
            let winner = match first.cmp(&second) {
                Ordering::Greater => Some(Colour::First),
                Ordering::Less => Some(Colour::Second),
                Ordering::Equal => {
                    unreachable!("one side's half points are even and the other's odd")
                }
            };
            Outcome { winner, reason: Reason::Score }
        })
    }

    fn standing(&self) -> Standing {
        self.standing_of_points()
    }

    fn half_points(&self) -> Option<[u32; 2]> {
        Some(self.points_of(&self.territories()))
    }

    fn marks(&self) -> Marks {
        Marks { territories: self.territories(), ..Marks::default() }
    }

    fn about(&self, cell: Cell) -> About {
        let geometry = self.board.geometry();
        let region = geometry.flood(cell, &self.board.vacant());
        if region.is_empty() {
            return About::of(self, cell);
        }
        let counted = self.around(&region);
        About { territory: Some(self.territory(region)), counted, ..About::of(self, cell) }
    }
}

impl Plurality {
    const fn is_over(&self) -> bool {
        self.passes >= 2
    }

    fn fits<const D: usize, const K: usize>(&self, grid: &Grid) -> Fits<D, K> {
        Fits::new(grid, &grid.spread(&self.board.occupied()))
    }

    /// Puts every tromino that fits, in each of its three colourings, into `out` in natural order.
    fn trominoes<const D: usize, const K: usize>(&self, out: &mut Vec<Step>) {
        let geometry = self.board.geometry();
        let grid = Grid::get(geometry);
        Table::get(geometry).list(grid, &self.fits::<D, K>(grid), out);
    }

    fn check_tromino(&self, step: Step, cells: [Cell; 3]) -> Result<(), PlayError> {
        for cell in cells {
            self.board.check_vacant(cell)?;
        }
        let refuse = |rule, because, cells: CellSet| {
            Err(Refusal { rule, because, step, colour: self.to_move, cells }.into())
        };
        let geometry = self.board.geometry();
        let tromino: CellSet = cells.into_iter().collect();
        if tromino.len() != 3 || geometry.flood(cells[0], &tromino) != tromino {
            return refuse(
                "tromino",
                "a tromino needs three connected cells, and {cells} are not connected",
                tromino,
            );
        }
        if cells[0] > cells[1] {
            return refuse(
                "tromino",
                "its own stones {cells} are not in natural order",
                cells[..2].iter().copied().collect(),
            );
        }
        let stones = self.board.occupied() | tromino;
        let filled = cells
            .into_iter()
            .flat_map(|cell| windows(geometry, cell))
            .find(|&window| (window - stones).is_empty());
        match (filled, geometry.shape()) {
            (None, _) => Ok(()),
            (Some(window), Shape::Square) => {
                refuse("square", "it would fill the 2×2 square {cells} with stones", window)
            }
            (Some(window), Shape::Hexhex) => {
                refuse("diamond", "it would fill the diamond {cells} with stones", window)
            }
        }
    }

    /// The stones next to the vacant region `cells`.
    fn around(&self, cells: &CellSet) -> CellSet {
        let geometry = self.board.geometry();
        let near =
            cells.iter().fold(CellSet::EMPTY, |near, cell| near | *geometry.neighbour_set(cell));
        near & self.board.occupied()
    }

    /// The territory that the vacant region `cells` is.
    fn territory(&self, cells: CellSet) -> Territory {
        let around = self.around(&cells);
        let stones = Colour::BOTH.map(|colour| (around & *self.board.stones(colour)).len() as u16);
        let owner = owner(cells.len() as u32, stones.map(u32::from), self.options.ties);
        Territory { cells, owner, stones }
    }

    /// Every maximal vacant region, by its lowest cell.
    fn territories(&self) -> Vec<Territory> {
        let regions = self.board.geometry().components(&self.board.vacant());
        regions.into_iter().map(|region| self.territory(region)).collect()
    }

    /// Twice the points by colour: the cells of the territories, and what each starts with.
    fn points_of(&self, territories: &[Territory]) -> [u32; 2] {
        let cells = |colour| -> u32 {
            territories
                .iter()
                .filter(|t| t.owner == Some(colour))
                .map(|t| t.cells.len() as u32)
                .sum()
        };
        Colour::BOTH.map(|colour| 2 * cells(colour) + self.head_start(colour))
    }

    /// The half points that White starts with, komi included; below 0 they are Black's.
    fn start(&self) -> i32 {
        2 * i32::from(self.options.komi) + 1
    }

    /// The half points that `colour` starts with.
    fn head_start(&self, colour: Colour) -> u32 {
        let own = if colour == Colour::Second { self.start() } else { -self.start() };
        own.max(0).unsigned_abs()
    }
}

/// The owner of a territory of `size` cells beside which each colour has so many `stones`.
fn owner(size: u32, stones: [u32; 2], ties: Ties) -> Option<Colour> {
    match (stones[0].cmp(&stones[1]), ties) {
        (Ordering::Greater, _) => Some(Colour::First),
        (Ordering::Equal, Ties::Neutral) => None,
        (Ordering::Equal, Ties::Parity) if size.is_multiple_of(2) => Some(Colour::First),
        (Ordering::Less, _) | (Ordering::Equal, Ties::Parity) => Some(Colour::Second),
    }
}

/// The points that so many cells are to the first player beyond the second if they are the
/// `owner`'s.
fn points_to_first(size: u32, owner: Option<Colour>) -> i16 {
    let size = size as i16;
    match owner {
        Some(Colour::First) => size,
        Some(Colour::Second) => -size,
        None => 0,
    }
}

/// The windows around `cell`: the sets of four cells, it among them, that stones must not fill.
///
/// On square boards the 2×2 squares, on hexhex the diamonds: two adjacent cells with their two
/// common neighbours.
fn windows(geometry: &Geometry, cell: Cell) -> Vec<CellSet> {
    match geometry.shape() {
        Shape::Square => geometry
            .squares(cell)
            .map(|others| others.into_iter().collect::<CellSet>() | CellSet::of(cell))
            .collect(),
        Shape::Hexhex => {
            let mut windows = Vec::new();
            let near = *geometry.neighbour_set(cell) | CellSet::of(cell);
            for a in near {
                for &b in geometry.neighbours(a) {
                    let common = *geometry.neighbour_set(a) & *geometry.neighbour_set(b);
                    let window = common | CellSet::of(a) | CellSet::of(b);
                    if a < b && common.len() == 2 && window.contains(cell) {
                        windows.push(window);
                    }
                }
            }
            windows
        }
    }
}
